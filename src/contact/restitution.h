#pragma once

#include "world/table.h"

/** The coefficient of restitution at a speed of approach, 0 included: bodies that part count as slow.
 *  @return the first pair's up to its speed, the last one's from its speed on, between them linear in the speed */
double restitution_by_speed(const struct restitution *restitution, double speed);

/** The same of a coefficient that may be a number. @param by_speed NULL: e at every speed */
static inline double restitution_at(double e, const struct restitution *by_speed, double speed)
{
    return by_speed ? restitution_by_speed(by_speed, speed) : e;
}
