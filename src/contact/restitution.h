#pragma once

#include "given/coefficients.h"

/** The coefficient of restitution at a speed of approach, 0 included: bodies that part count as slow.
 *  @return the first pair's up to its speed, the last one's from its speed on, between them linear in the speed */
double restitution_by_speed(const struct restitution_table *table, double speed);

/** The same of a coefficient that may be a number. */
static inline double restitution_at(const struct restitution *restitution, double speed)
{
    return restitution->table ? restitution_by_speed(restitution->table, speed) : restitution->slow;
}
