/*
 * Rolling friction. A ball with velocity v and deceleration c has the acceleration -c v/|v| until the time |v|/c, then
 * it rests. Its path is straight. Spin about the vertical decreases by itself.
 */
#include <math.h>

#include "motion/motion_ops.h"

static struct leg leg(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    struct leg leg = {.until = HUGE_VAL, .fastest = fabs(ball->vx) + fabs(ball->vy)};
    const double friction = motion->friction[ball->id];
    (void)w;
    if (friction > 0) {
        leg.until = vec2_length((struct vec2){ball->vx, ball->vy}) / friction;
        if (leg.until > 0)
            leg.a = (struct vec2){-ball->vx / leg.until, -ball->vy / leg.until};
    }
    return leg;
}

const struct motion_ops motion_rolling = {.leg = leg, .spin = motion_ops_pivoted_spin, .presses = "friction"};
