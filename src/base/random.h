#pragma once

#include <stdint.h>

/** The finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014): each bit of the result depends on all. */
static inline uint64_t random_mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
}

/** A random number generator by value: seed it, pass its address, copy it to replay. The same seed gives the same
 *  numbers on every machine. Not for secrets. */
struct random {
    uint64_t state[4];
};

/** @param stream different streams of one seed are independent sequences; stream 0 is the plain seeding that
 *                xoshiro's authors recommend */
struct random random_seeded(uint64_t seed, uint64_t stream);

/** 64 random bits. */
uint64_t random_bits(struct random *random);

/** Uniform in [0, 1), a multiple of 2^-53. */
double random_uniform(struct random *random);

/** Normal deviate, mean 0, variance 1. */
double random_normal(struct random *random);
