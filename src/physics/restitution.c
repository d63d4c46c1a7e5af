/*
 * Restitution that depends on the speed of approach, as measured: balls that touch gently lose less. Viscoelastic
 * spheres have e = 1 - C v^(1/5) + ... (Kuwabara and Kono, Jpn. J. Appl. Phys. 26, 1230, 1987; Brilliantov and
 * Poeschel, Phys. Rev. E 61, 5573, 2000). Any such law is given as a table. A table whose coefficients are all the same
 * gives them to the bit, and no result is outside of 0..1. Cost: O(log n).
 */
#include "physics/restitution.h"

double restitution_by_speed(const struct restitution *restitution, double speed)
{
    const struct restitution_pair *low = restitution->pair, *high = low + restitution->n - 1;
    if (!(speed > low->speed))
        return low->e;
    if (speed >= high->speed)
        return high->e;
    while (high - low > 1) {
        const struct restitution_pair *middle = low + (high - low) / 2;
        *(middle->speed <= speed ? &low : &high) = middle;
    }
    return low->e + (high->e - low->e) * ((speed - low->speed) / (high->speed - low->speed));
}
