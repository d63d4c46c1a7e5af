/* Dry friction that may depend on the speed of the surfaces: billiard balls rub less the faster they slip (Marlow, The
 * Physics of Pocket Billiards, 1995; Alciatore TP A.14 fits .009951 + .108 exp(-1.088 speed), speeds in m/s). */
#include "physics/rubbing.h"

#include "base/portable_math.h"

double rubbing_coefficient(struct rubbing mu, double speed)
{
    return mu.b > 0 ? mu.a + mu.b * portable_math_exp(-mu.c * speed) : mu.a;
}
