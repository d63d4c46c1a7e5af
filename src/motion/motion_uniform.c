/* No force: velocity and spin stay, but for a spin about the vertical with pivoting friction. */
#include "motion/motion_ops.h"

static struct vec3 spin(const struct motion *motion, struct body body, double time, struct vec2 v)
{
    struct vec3 w = body.leg->w;
    (void)v;
    w.z = motion_ops_pivoted(motion, body.ball, w.z, time);
    return w;
}

const struct motion_ops motion_uniform = {.spin = spin, .presses = "a wall or ball"};
