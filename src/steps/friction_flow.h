#pragma once

#include <stdbool.h>

#include "base/vec2.h"
#include "motion/cloth.h"

/*
 * Pull and friction together, over a time in which the pull stays as it is (friction_flow.c). Pulls and frictions are
 * accelerations; energies are by mass. All functions are pure.
 */

/** What becomes of a velocity. */
struct friction_flow {
    struct vec2 v, way; /* velocity afterwards, and what it has come on the way */
    double lost;        /* to friction, >= 0 */
};

/** v' = pull - c v/|v|, and v = 0 stays while |pull| <= c. @param c, time >= 0 */
struct friction_flow friction_flow(struct vec2 v, struct vec2 pull, double c, double time);

/** True if a ball that is at rest there stays so. */
static inline bool friction_flow_holds(struct vec2 pull, double c)
{
    return vec2_length(pull) <= c;
}

/** A ball on the cloth: v as above, and s, the velocity that rolling would have. */
struct cloth_motion {
    struct vec2 v, s;
};

struct cloth_flow {
    struct cloth_motion now, way;
    double lost; /* also of the energy of turning */
};

/** The same on the cloth, without what turns about the vertical. @param pull on v and on s */
struct cloth_flow friction_flow_on_cloth(const struct cloth *cloth, struct cloth_motion from, struct cloth_motion pull,
                                         double time);

/** True if a ball that is at rest on the cloth stays so. */
bool friction_flow_cloth_holds(const struct cloth *cloth, struct cloth_motion pull);
