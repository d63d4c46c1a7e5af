#pragma once

#include "events/event_system.h"

/** Collides a ball and a surface and nothing else, as is nearly always the case; if a third body touches, the collision
 * goes to simultaneous_collision. Reports the collision and schedules what follows. Errors are those of
 * simultaneous_collision_resolve(). */
enum status event_bounce_collide(struct event_system *system, struct event_collision collision, struct error *err);
