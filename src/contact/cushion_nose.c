/*
 * A cushion whose nose touches the ball at the height h: the normal N tilts upwards by th, sin th = h/r - 1. The normal
 * impulse is
 *
 *     J = (1 + e) m v_n/cos th,
 *
 * so that without friction e is what comes back of the normal speed at any height, and friction follows Coulomb's law
 * (contact/friction). It then has a part along the horizontal normal; with draw and a small e it can leave the ball
 * approaching. Then the ball is hit again, and in the end without bounce and friction.
 *
 * Limits: h = r: a vertical wall. No spin gains energy while
 *
 *     e <= 1 - 2 q (1 + beta)/(1 + 2 q - beta) sin^2 th,   for a sphere and beta = 0: 1 - (4/9) sin^2 th.
 */
#include "contact/cushion.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "contact/restitution.h"

enum { HITS = 64 }; /* of one contact, before it ends without bounce and friction */

static struct cushion_impulse hit(const struct cushion *cushion, struct friction_body *ball, double speed)
{
    const double sine = cushion->sine, cosine = cushion_cosine(sine);
    const struct vec2 n = cushion->n, along = vec2_left(n);
    const struct vec3 normal = cushion_normal(n, sine);
    struct cushion_impulse sum = {0, 0, 0};
    for (int count = 1; count <= HITS; count++) {
        const bool is_last = count == HITS;
        double approach = vec2_dot(n, ball->v), change = approach + (is_last ? 0 : speed);
        double j = ball->m * change / cosine;
        struct vec3 friction = {0, 0, 0};
        if (!is_last)
            friction = friction_impulse(cushion->rubbing, ball, NULL, normal, j);
        ball->v = vec2_sub(ball->v, vec2_scale(change, n));
        friction_push(ball, normal, friction, -1);
        const struct vec2 across = {friction.x, friction.y};
        sum.normal += ball->m * change + vec2_dot(across, n);
        sum.tangential += vec2_dot(across, along);
        sum.vertical += j * sine + friction.z;
        approach = vec2_dot(n, ball->v);
        if (sine == 0 || !(approach > 0))
            break;
        speed = restitution_at(&cushion->restitution, approach) * approach;
    }
    return sum;
}

static double most_e(double q, double beta, double sine)
{
    return 1 - 2 * q * (1 + beta) / (1 + 2 * q - beta) * sine * sine;
}

const struct cushion_law cushion_nose = {
    .name = "nose",
    .doc = "restitution of the normal speed, and Coulomb friction at the height of the nose",
    .hit = hit,
    .most_e = most_e,
};
