#pragma once

#include "events/event_system.h"

/** What collides two balls and nothing else, as is nearly always the case; if a third body touches, the collision
 * goes to simultaneous_collision. It reports the collision and schedules what follows. Errors are those of
 * simultaneous_collision_resolve(). There are two, plain (balls in uniform motion, that turn or do not) and full:
 * chosen once, before the first hit. */
event_hit_function *event_pair_of(const struct event_system *system);
