/*
 * The distance test of the stepped integrators, four pairs at a time and without branches: which pairs touch cannot be
 * foreseen. A pair that touches is copied to the end of the list; one that does not is copied too and then overwritten.
 *
 * The square root of the test is avoided by comparing squares with a limit for which that gives the same answer: the
 * computed root and the computed sum grow with their argument, so the squares that touch are those below some number,
 * which bisection over the doubles finds.
 */
#include "broadphase/touching.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/cpu.h"
#include "broadphase/quad_pairs.h"

/* ---- the limit ---- */

static double of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool touches(double square, double reach, double softening)
{
    return sqrt(square) + softening < reach;
}

double touching_limit(double reach, double softening)
{
    enum { GUESS_ERROR = 8 };
    uint64_t low = 0, high = bits_of(HUGE_VAL);
    if (!touches(0, reach, softening))
        return 0;
    uint64_t guess = bits_of((reach - softening) * (reach - softening));
    if (guess > GUESS_ERROR && touches(of_bits(guess - GUESS_ERROR), reach, softening))
        low = guess - GUESS_ERROR;
    if (guess + GUESS_ERROR < high && !touches(of_bits(guess + GUESS_ERROR), reach, softening))
        high = guess + GUESS_ERROR;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (touches(of_bits(middle), reach, softening))
            low = middle;
        else
            high = middle;
    }
    return of_bits(high);
}

/* ---- the search ---- */

INLINED size_t find(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *restrict marks,
                    struct pair *restrict touching)
{
    const struct touching_pairs asked = *ask;
    size_t count = 0;
    for (size_t p = 0; p < asked.count; p += QUAD) {
        const struct pair *pairs = &asked.pairs[p];
        struct quad_vec d = quad_differences(pairs, centre);
        quad limit = asked.limits ? quad_load(&asked.limits[p]) : QUAD_ALL(asked.limit);
        unsigned bits = quad_bits(d.x * d.x + d.y * d.y < limit);
        for (int i = 0; i < QUAD; i++)
            touching[count + (size_t)i] = pairs[quad_ones[bits][i]];
        marks[p / QUAD] = (uint8_t)bits;
        count += quad_count[bits];
    }
    return count;
}

static size_t find_plain(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *marks,
                         struct pair *touching)
{
    return find(ask, centre, marks, touching);
}

WIDE static size_t find_wide(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *marks,
                             struct pair *touching)
{
    return find(ask, centre, marks, touching);
}

size_t touching_find(const struct touching_pairs *ask, const struct vec2 *centre, uint8_t *marks, struct pair *touching)
{
    if (ask->count == 0)
        return 0;
    return cpu_has_avx2() ? find_wide(ask, centre, marks, touching) : find_plain(ask, centre, marks, touching);
}
