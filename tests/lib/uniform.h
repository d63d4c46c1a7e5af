#pragma once

#include <stdint.h>

/* Random numbers for tests, the same in every run; independent of base/random.h, which is itself under test. Two draws
 * are never arguments of the same call: compilers differ in which they evaluate first. */

/** A number in low..high, uniform. Linear congruential generator: Knuth, MMIX; the upper 53 bits are used. */
static inline double uniform(uint64_t *seed, double low, double high)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

/** 64 random bits: splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
static inline uint64_t uniform_bits(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
