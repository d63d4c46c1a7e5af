#pragma once

#include "events/event_system.h"

/** A ball meets a wall with a temperature, and leaves it with a velocity that is drawn. */
enum status event_thermal_kick(struct event_system *system, struct event_collision collision, struct error *err);
