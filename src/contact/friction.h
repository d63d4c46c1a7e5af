#pragma once

#include <math.h>

#include "base/portable_math.h"
#include "base/vec2.h"
#include "base/vec3.h"
#include "contact/contact.h"

/*
 * Friction at a contact (Coulomb; Walton and Braun, J. Rheol. 30, 949, 1986; Luding et al., Phys. Rev. E 58, 3416,
 * 1998; for billiards Alciatore, TP A.14, and Han, J. Mech. Sci. Technol. 19, 976, 2005, equations 14 to 23).
 *
 * With the unit normal N in space, the surfaces slip at
 *
 *     g = v_b - v_a - (r_a w_a + r_b w_b) x N,   its part across N,
 *
 * and an impulse T on b across N changes it by K T, K = sum of (1 + 1/q)/m over the balls that are free: normal and
 * tangential motion of balls do not mix, so Coulomb's law is exact,
 *
 *     T = -(1 + beta) g/K   if that is at most mu J (the contact sticks), else   -mu J g/|g|   (it slides).
 *
 * Each ball turns by -N x T/(q m r). The table takes the vertical velocities that T and J give; that loses energy only.
 *
 * Limits: mu = 0 or beta = -1: T = 0; beta = 0, sticking: the surfaces do not slip afterwards (2/7 of g stays as a
 * sphere's velocity); beta = 1: g is reversed, and energy kept. All is symmetric in a and b to the bit.
 *
 * Impulses are those on the second body; n points from the first body to the second, in space. All is inline: calls,
 * whose parameters go through memory, would cost a gas of rough discs 3 % of its speed.
 */

/** A ball as friction sees it. */
struct friction_body {
    struct vec2 v;
    struct vec3 w;  /* angular velocity, right-handed, z upwards */
    double m, r, q; /* mass, HUGE_VAL: it never moves; radius; moment of inertia over m r^2 */
};

/** The coefficient of friction of two surfaces, with the same bits on every machine. Billiard balls rub less the faster
 *  they slip (Marlow, The Physics of Pocket Billiards, 1995; Alciatore TP A.14 fits .009951 + .108 exp(-1.088 speed),
 *  speeds in m/s).
 *  @param speed of one surface against the other, >= 0
 *  @return mu.a where mu.b is 0; finite, >= 0 */
static inline double friction_coefficient(struct friction mu, double speed)
{
    return mu.b > 0 ? mu.a + mu.b * portable_math_exp(-mu.c * speed) : mu.a;
}

/** What a unit of tangential impulse does to the slip, of one ball: 0 of a fixed one. */
static inline double friction_compliance(double m, double q)
{
    return (1 + 1 / q) / m;
}

/** Slip: relative velocity of two surfaces across the normal n.
 *  @param v of the centres, b less a @param turning r_a w_a + r_b w_b */
static inline struct vec3 friction_slip(struct vec3 v, struct vec3 turning, struct vec3 n)
{
    struct vec3 g = vec3_sub(v, vec3_cross(turning, n));
    return vec3_sub(g, vec3_scale(vec3_dot(g, n), n));
}

/** The slip of two balls. @param b NULL: a surface at rest */
static inline struct vec3 friction_body_slip(const struct friction_body *a, const struct friction_body *b,
                                             struct vec3 n)
{
    struct vec2 v = vec2_sub(b ? b->v : (struct vec2){0, 0}, a->v);
    struct vec3 turning = vec3_scale(a->r, a->w);
    if (b)
        turning = vec3_add(turning, vec3_scale(b->r, b->w));
    return friction_slip((struct vec3){v.x, v.y, 0}, turning, n);
}

/** What a unit of tangential impulse does to that: nothing to a fixed ball. @param ball NULL: a surface */
static inline double friction_body_compliance(const struct friction_body *ball)
{
    return ball ? friction_compliance(ball->m, ball->q) : 0;
}

/** The tangential impulse on b of a contact with normal impulse j >= 0, from the velocities before it.
 *  @param b NULL: a surface at rest */
static inline struct vec3 friction_impulse(const struct rubbing *rubbing, const struct friction_body *a,
                                           const struct friction_body *b, struct vec3 n, double j)
{
    struct vec3 g = friction_body_slip(a, b, n);
    double speed = sqrt(vec3_dot(g, g)), most = friction_coefficient(rubbing->mu, speed) * j;
    double stick = (1 + rubbing->beta) * speed / (friction_body_compliance(a) + friction_body_compliance(b));
    if (!(speed > 0) || !(most > 0) || !(stick > 0))
        return (struct vec3){0, 0, 0};
    return vec3_scale(-(stick < most ? stick : most) / speed, g);
}

/** What that impulse does to a ball: its spin, and its velocity but for the vertical part, which the table takes.
 *  @param sign 1: the ball is b; -1: it is a. Fixed balls stay as they are. */
static inline void friction_push(struct friction_body *ball, struct vec3 n, struct vec3 impulse, double sign)
{
    struct vec3 turn = vec3_cross(n, impulse);
    ball->w = vec3_sub(ball->w, vec3_scale(1 / (ball->q * ball->m * ball->r), turn));
    ball->v.x += sign * (impulse.x / ball->m);
    ball->v.y += sign * (impulse.y / ball->m);
}

/** Two balls rub that exchange a normal impulse j >= 0 along n. Returns the tangential impulse on the second.
 *  @param balls as they came; receives what exchange and friction make of them
 *  @param v     their velocities as the exchange alone leaves them */
static inline struct vec3 friction_pair(const struct rubbing *rubbing, struct friction_body balls[2],
                                        const struct vec2 v[2], struct vec3 n, double j)
{
    struct vec3 impulse = friction_impulse(rubbing, &balls[0], &balls[1], n, j);
    balls[0].v = v[0];
    balls[1].v = v[1];
    friction_push(&balls[0], n, impulse, -1);
    friction_push(&balls[1], n, impulse, 1);
    return impulse;
}

/** Kinetic energy, of translation and rotation; 0 of a fixed ball. */
static inline double friction_body_energy(const struct friction_body *ball)
{
    if (!(ball->m < HUGE_VAL))
        return 0;
    return 0.5 * ball->m * (vec2_dot(ball->v, ball->v) + ball->q * ball->r * ball->r * vec3_dot(ball->w, ball->w));
}

/** Notes the tangential impulse on b for the log. */
static inline void friction_note(struct vec3 on_b, struct contact *contact)
{
    contact->jt = contact->n.x * on_b.y - contact->n.y * on_b.x + 0; /* no negative zero */
    contact->jz = on_b.z + 0;
}
