/* No force: velocity and spin stay, but for a spin about the vertical with pivoting friction. */
#include <math.h>

#include "motion/motion_ops.h"

static struct leg leg(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    (void)motion, (void)w;
    return (struct leg){.until = HUGE_VAL, .fastest = fabs(ball->vx) + fabs(ball->vy)};
}

static struct vec3 spin(const struct motion *motion, struct body body, double time, struct vec2 v)
{
    struct vec3 w = body.leg->w;
    (void)v;
    w.z = motion_ops_pivoted(motion, body.ball, w.z, time);
    return w;
}

const struct motion_ops motion_uniform = {.leg = leg, .spin = spin};
