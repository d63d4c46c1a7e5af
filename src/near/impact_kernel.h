#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "motion/motion.h"

/*
 * One ball against many: the arithmetic of motion_impact(), several partners at once. Same operations in the same
 * order, hence the same bits. Left to motion_impact() are the rare branch of balls that touch and approach, balls that
 * may lie on a wall under gravity, friction, and narrow periodic tables.
 */

/** Lists are searched in whole groups of so many, and short ones in whole: each is padded with the sentinel up to a
 *  whole group, and to so much room. */
enum { IMPACT_KERNEL_LANES = 4, IMPACT_KERNEL_ROOM = 8 };

/** The padding particle, which neither touches nor collides with any other. */
struct particle impact_kernel_sentinel(void);

struct impact_found {
    double t;       /* earliest impact, absolute; HUGE_VAL: none */
    uint32_t index; /* of its partner in the list */
    bool touching;  /* a partner touches the ball when the later of their trajectories begins */
    bool ambiguous; /* motion_impact() must decide: a partner touches the ball and approaches, two have the same time,
                       or the balls may be accelerated differently (then `touching` is undecided, too) */
};

/** Partners by slot. */
struct impact_list {
    const uint32_t *slots; /* after the last the padding */
    uint32_t count;
    uint32_t owner; /* whose neighbours they are */
    double now;     /* present time: decides which images are meant on a periodic table */
};

/** The earliest impact of a ball with those in a list.
 *  @param balls 64-byte aligned: particles are loaded as vectors
 *  @param ball  need not be one of balls[]: after a collision, its new trajectory */
typedef struct impact_found impact_kernel_one(const struct motion *motion, const struct particle *balls,
                                              const struct particle *ball, const struct impact_list *list);

/** Two balls that have just collided, with their new trajectories, which begin now, no earlier than any in their lists.
 */
struct impact_pair {
    struct particle ball[2];
    struct impact_list list[2];
};

/** The same for both balls of a pair. Faster than one after the other. */
typedef void impact_kernel_two(const struct motion *motion, const struct particle *balls,
                               const struct impact_pair *pair, struct impact_found found[2]);

struct impact_kernel {
    impact_kernel_one *one;
    impact_kernel_two *two;
};

/** The kernels of a law of motion, for any processor or (`wide`) for one with AVX2. */
struct impact_kernel impact_kernel_of(const struct motion *motion, bool wide);
