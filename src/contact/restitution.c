/*
 * Restitution that depends on the speed of approach, as measured: balls that touch gently lose less. Viscoelastic
 * spheres have e = 1 - C v^(1/5) + ... (Kuwabara and Kono, Jpn. J. Appl. Phys. 26, 1230, 1987; Brilliantov and
 * Poeschel, Phys. Rev. E 61, 5573, 2000). Any such law is given as a table. A table whose coefficients are all the same
 * gives them to the bit, and no result is outside of 0..1. Cost: O(log n).
 */
#include "contact/restitution.h"

double restitution_by_speed(const struct restitution_table *table, double speed)
{
    const struct restitution_pair *low = table->pair, *last = low + table->n - 1;
    if (!(speed > low->speed))
        return low->e;
    if (speed >= last->speed)
        return last->e;
    for (uint32_t left = table->n - 1, half; left > 1; left -= half) {
        half = left / 2;
        low += speed >= low[half].speed ? half : 0; /* no branch, which speeds would mislead */
    }
    return low->e + (low[1].e - low->e) * ((speed - low->speed) / (low[1].speed - low->speed));
}
