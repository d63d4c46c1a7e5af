#pragma once

#include <stdint.h>

/*
 * Random numbers of a ball's hits at walls with a temperature. They come from counters, not from a stream: each depends
 * on its arguments alone, and not on what was drawn before.
 */

struct thermal_draw {
    double rayleigh;   /* R > 0 of the density R exp(-R^2/2) */
    double normal;     /* G of the normal distribution with variance 1 */
    uint32_t attempts; /* that G took */
};

/** @param ball its number @param kicks how often it was hit before */
struct thermal_draw thermal_draw(uint64_t seed, uint32_t ball, uint64_t kicks);

/** Philox4x32-10: turns a counter into four random words (Salmon, Moraes, Dror and Shaw, SC11, 2011). */
void thermal_draw_philox(uint32_t counter[4], const uint32_t key[2]);
