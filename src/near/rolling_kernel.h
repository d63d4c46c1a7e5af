#pragma once

#include <stdint.h>

#include "near/impact_kernel.h"

/*
 * One rolling ball against many, several at once: which of them certainly neither touch it nor hit it before some time.
 * What a ball does next decides among the others. Only a filter: no result depends on how many it lets through.
 */

/** Partners are searched in blocks of up to so many. */
enum { ROLLING_KERNEL_BLOCK = 64 };

struct rolling_found {
    uint64_t
        candidates; /* bit i: the i-th partner of the block may touch the ball, or hit it in time; padding may be one */
    uint32_t first; /* the one of them that the ball would hit first if all kept their velocities; ROLLING_KERNEL_BLOCK:
                       none */
    double t;       /* when it would; HUGE_VAL: never */
};

/** @param motion of MOTION_FRICTION; images are not looked for
 *  @param list   the block; its count is a multiple of IMPACT_KERNEL_LANES
 *  @param until  hits after this time do not matter; no trajectory begins later; HUGE_VAL: all are candidates */
typedef struct rolling_found rolling_kernel(const struct motion *motion, const struct particle *balls,
                                            const struct particle *ball, const struct impact_list *list, double until);

/** The kernel for a law of motion, on any processor or (`wide`) on one with AVX2; NULL: balls do not roll in straight
 *  lines. */
rolling_kernel *rolling_kernel_of(const struct motion *motion, bool wide);
