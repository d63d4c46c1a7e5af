/*
 * Bits: xoshiro256** (Blackman and Vigna, ACM Trans. Math. Softw. 47, 36, 2021), period 2^256 - 1, its state filled by
 * splitmix64 (Steele, Lea and Flood, OOPSLA 2014), so that seeds 0, 1, 2, ... give unrelated sequences;
 * stream s of a seed starts from the outputs 4 s .. 4 s + 3 of that counter.
 *
 * Normal deviates: von Neumann's trick (NBS Appl. Math. Ser. 12, 36, 1951): in a run of uniform numbers
 * a > U1 > U2 > ..., the length at which the descent first breaks is even with probability exp(-a). With it Karney's
 * algorithm N (ACM Trans. Math. Softw. 42, 3, 2016) samples the normal distribution from comparisons alone, without
 * logarithm or exponential, whose last bits differ between machines: the integer part k with probability
 * proportional to exp(-k^2/2), then the fraction x, accepted with probability exp(-x (2 k + x)/2). The only
 * approximation is that uniform numbers have 53 bits. Cost: about 20 uniform numbers per deviate, 60 ns.
 */
#include "base/random.h"

#include <stdbool.h>

enum { WORDS = 4 };

/** Odd, near 2^64 divided by the golden ratio: the step of splitmix64's counter. */
static const uint64_t golden_step = 0x9e3779b97f4a7c15u;

static uint64_t splitmix64(uint64_t *counter)
{
    return random_mix(*counter += golden_step);
}

struct random random_seeded(uint64_t seed, uint64_t stream)
{
    uint64_t counter = seed + WORDS * stream * golden_step;
    struct random random;
    for (int i = 0; i < WORDS; i++)
        random.state[i] = splitmix64(&counter);
    return random;
}

static uint64_t rotate_left(uint64_t bits, int count)
{
    return (bits << count) | (bits >> (64 - count));
}

uint64_t random_bits(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

double random_uniform(struct random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

/** True with probability exp(-1/2): Karney's algorithm H. */
static bool passes_half(struct random *random)
{
    bool even = true;
    for (double last = 0.5;; even = !even) {
        double next = random_uniform(random);
        if (next >= last)
            return even;
        last = next;
    }
}

/** True with probability exp(-n/2): algorithm P. */
static bool passes_halves(struct random *random, unsigned n)
{
    while (n > 0 && passes_half(random))
        n--;
    return n == 0;
}

/** k with probability exp(-k/2) (1 - exp(-1/2)): algorithm G. */
static unsigned geometric(struct random *random)
{
    unsigned k = 0;
    while (passes_half(random))
        k++;
    return k;
}

/** True with probability exp(-x (2 k + x)/(2 k + 2)): algorithm B. */
static bool passes_fraction(struct random *random, unsigned k, double x)
{
    double chance = (2 * k + x) / (2 * k + 2);
    bool even = true;
    for (double last = x;; even = !even) {
        double next = random_uniform(random);
        if (next >= last || random_uniform(random) >= chance)
            return even;
        last = next;
    }
}

/** True with probability exp(-x (2 k + x)/2). */
static bool accepts_fraction(struct random *random, unsigned k, double x)
{
    for (unsigned round = 0; round <= k; round++)
        if (!passes_fraction(random, k, x))
            return false;
    return true;
}

double random_normal(struct random *random)
{
    for (;;) {
        unsigned k = geometric(random);
        if (k > 1 && !passes_halves(random, k * (k - 1)))
            continue;
        double x = random_uniform(random);
        if (!accepts_fraction(random, k, x))
            continue;
        double magnitude = k + x;
        return random_bits(random) >> 63 ? -magnitude : magnitude;
    }
}
