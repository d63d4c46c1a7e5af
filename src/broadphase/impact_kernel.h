#ifndef BROADPHASE_IMPACT_KERNEL_H
#define BROADPHASE_IMPACT_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "physics/motion.h"

/*
 * One ball against many: the arithmetic of motion_impact(), several partners at once. Same operations in the same
 * order, hence the same bits; only the rare branch of balls that touch and approach is left to motion_impact().
 */

/** Rows are searched in whole quads; what is left of the last one names nobody. */
enum { IMPACT_KERNEL_LANES = 4 };

/** A flight that neither touches nor meets any other. */
struct particle impact_kernel_sentinel(void);

struct impact_found {
    double t;       /* earliest impact, absolute; HUGE_VAL: none */
    uint32_t place; /* of its partner in the row */
    bool touching;  /* somebody touches the ball, at the later of the two flights' beginnings */
    bool unsure;    /* somebody touches it, or two meet it at the same time: ask motion_impact() */
};

/** The earliest impact of a ball with balls[row[0..count)].
 *  @param balls 64-byte aligned: flights are loaded as vectors
 *  @param ball  need not be one of balls[]: after a hit, its new flight
 *  @param count a multiple of IMPACT_KERNEL_LANES */
typedef struct impact_found impact_kernel_one(const struct particle *balls, const struct particle *ball,
                                              const uint32_t *row, uint32_t count);

/** Two balls that have just been hit: their new flights, which begin no earlier than any of those in their rows. */
struct impact_pair {
    struct particle ball[2];
    const uint32_t *row[2];
    uint32_t count[2]; /* multiples of IMPACT_KERNEL_LANES */
};

/** The same for both balls of a pair. Faster than one after the other. */
typedef void impact_kernel_two(const struct particle *balls, const struct impact_pair *pair,
                               struct impact_found found[2]);

struct impact_kernel {
    impact_kernel_one *one;
    impact_kernel_two *two;
};

/** For any processor. */
struct impact_kernel impact_kernel_plain(void);

/** The fastest that this processor can run. */
struct impact_kernel impact_kernel_fastest(void);

#endif
