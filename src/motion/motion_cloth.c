/* Balls on the cloth, each with its own decelerations; the law itself is in cloth.c. */
#include <math.h>

#include "motion/cloth.h"
#include "motion/motion.h"
#include "motion/motion_ops.h"

/** What the cloth does to a ball. */
static struct cloth cloth_of(const struct motion *motion, uint32_t id)
{
    return cloth_under(motion->sliding, motion->friction, motion->pivoting, motion->inertia, id);
}

static struct leg leg(const struct motion *motion, const struct particle *ball, struct vec3 w)
{
    const struct cloth cloth = cloth_of(motion, ball->id);
    const struct parabola_motion m =
        cloth_leg(&cloth, (struct vec2){ball->x, ball->y}, (struct vec2){ball->vx, ball->vy}, w, ball->r);
    double fastest = fabs(ball->vx) + fabs(ball->vy);
    if (m.goes_on)
        fastest += cloth.sliding * m.until;
    return (struct leg){.a = m.path.a, .until = m.until, .fastest = fastest, .goes_on = m.goes_on};
}

static struct vec3 spin(const struct motion *motion, struct body body, double time, struct vec2 v)
{
    const struct cloth cloth = cloth_of(motion, body.ball->id);
    const struct parabola_motion m = motion_on_leg(body.ball, body.leg);
    return cloth_spin(&cloth, &m, body.leg->w, body.ball->r, time, v);
}

/** A slide ends: the ball rolls. */
static void next(const struct motion *motion, struct body body, struct particle *end, struct vec3 *w)
{
    const struct particle *ball = body.ball;
    const struct vec2 rolling = rolling_velocity(body.leg->w, ball->r);
    const struct vec2 v = cloth_slide_end(motion->inertia[ball->id], (struct vec2){ball->vx, ball->vy}, rolling);
    *w = rolling_spin(v, ball->r, w->z);
    end->vx = v.x;
    end->vy = v.y;
}

const struct motion_ops motion_cloth = {.leg = leg, .spin = spin, .next = next, .presses = "friction"};
