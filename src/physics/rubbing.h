#ifndef PHYSICS_RUBBING_H
#define PHYSICS_RUBBING_H

#include "model/table.h"

/** The coefficient of friction of two surfaces, with the same bits on every machine.
 *  @param speed of one surface against the other, >= 0
 *  @return mu.a where mu.b is 0; finite, >= 0 */
double rubbing_coefficient(struct rubbing mu, double speed);

#endif
