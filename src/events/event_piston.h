#pragma once

#include "events/event_system.h"

/* A ball and a wall with a mass collide (event_piston.c). */

enum status event_piston_collide(struct event_system *system, struct event_collision collision, struct error *err);
