/*
 * Philox4x32-10, and what is made of its words: R by inversion, G by the polar method (Marsaglia and Bray, SIAM Rev. 6,
 * 260, 1964), with the second of its two numbers left out. A counter has the number of hits, the ball and the attempt;
 * R takes the first word of the first attempt.
 */
#include "base/thermal_draw.h"

#include <math.h>

#include "base/portable_math.h"

enum { ROUNDS = 10 };

#define MULTIPLIER_0 0xd2511f53u
#define MULTIPLIER_1 0xcd9e8d57u
#define WEYL_0       0x9e3779b9u
#define WEYL_1       0xbb67ae85u

void thermal_draw_philox(uint32_t counter[4], const uint32_t key[2])
{
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < ROUNDS; round++, k0 += WEYL_0, k1 += WEYL_1) {
        const uint64_t p0 = (uint64_t)MULTIPLIER_0 * counter[0], p1 = (uint64_t)MULTIPLIER_1 * counter[2];
        const uint32_t next0 = (uint32_t)(p1 >> 32) ^ counter[1] ^ k0, next2 = (uint32_t)(p0 >> 32) ^ counter[3] ^ k1;
        counter[0] = next0;
        counter[1] = (uint32_t)p1;
        counter[2] = next2;
        counter[3] = (uint32_t)p0;
    }
}

/** From -1 to 1, symmetric. */
static double signed_unit(uint32_t word)
{
    return (2.0 * word + 1) * 0x1p-32 - 1;
}

struct thermal_draw thermal_draw(uint64_t seed, uint32_t ball, uint64_t kicks)
{
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    struct thermal_draw draw = {0, 0, 0};
    for (double q = 1; !(q < 1); draw.attempts++) {
        uint32_t word[4] = {(uint32_t)kicks, (uint32_t)(kicks >> 32), ball, draw.attempts};
        thermal_draw_philox(word, key);
        if (draw.attempts == 0)
            draw.rayleigh = sqrt(-2 * portable_math_log((word[0] + 0.5) * 0x1p-32));
        const double x = signed_unit(word[1]), y = signed_unit(word[2]);
        q = x * x + y * y; /* never 0 */
        if (q < 1)
            draw.normal = x * sqrt(-2 * portable_math_log(q) / q);
    }
    return draw;
}
