#pragma once

#include "base/vec2.h"
#include "base/vec3.h"
#include "contact/contact.h"

/*
 * Surfaces that rub: the tangential impulse of one contact, between two balls, a ball and a fixed ball, and a ball and
 * a cushion (rub.c). Impulses are those on the second body; n points from the first body to the second, in space.
 */

/** A ball as friction sees it. */
struct rub_body {
    struct vec2 v;
    struct vec3 w;  /* angular velocity, right-handed, z upwards */
    double m, r, q; /* mass, HUGE_VAL: it never moves; radius; moment of inertia over m r^2 */
};

/** The coefficient of friction of two surfaces, with the same bits on every machine.
 *  @param speed of one surface against the other, >= 0
 *  @return mu.a where mu.b is 0; finite, >= 0 */
double rub_coefficient(struct friction mu, double speed);

/** What a unit of tangential impulse does to the slip, of one ball that is free. */
static inline double rub_yielding(double m, double q)
{
    return (1 + 1 / q) / m;
}

/** Relative velocity of two surfaces across the normal n.
 *  @param v of the centres, b less a @param turning r_a w_a + r_b w_b */
static inline struct vec3 rub_across(struct vec3 v, struct vec3 turning, struct vec3 n)
{
    struct vec3 g = vec3_sub(v, vec3_cross(turning, n));
    return vec3_sub(g, vec3_scale(vec3_dot(g, n), n));
}

/** The tangential impulse on b of a contact with normal impulse j >= 0, from the velocities before it. */
struct vec3 rub_impulse(const struct rubbing *rubbing, const struct rub_body *a, const struct rub_body *b,
                        struct vec3 n, double j);

/** What that impulse does to a ball: its spin, and its velocity but for the vertical part, which the table takes.
 *  @param sign 1: the ball is b; -1: it is a. Fixed balls stay as they are. */
void rub_push(struct rub_body *ball, struct vec3 n, struct vec3 impulse, double sign);

/** Kinetic energy; 0 of a fixed ball. */
double rub_energy(const struct rub_body *ball);

/** Impulse on a cushion, by its directions: along n into it, along (-n.y, n.x), and upwards. */
struct rub_components {
    double normal, tangential, vertical;
};

/** Notes the impulse on a cushion, or the tangential one on b, for the log. */
void rub_note_cushion(const struct rub_components *impulse, struct contact *contact);
void rub_note(struct vec3 on_b, struct contact *contact);

/** A cushion as a ball meets it. */
struct rub_cushion {
    struct rubbing rubbing;
    struct vec2 n; /* horizontal unit normal into it */
    double sine;   /* of the angle by which the nose tilts the normal upwards: height / r - 1; 0: not at all */
    struct restitution restitution;
};

/** A ball hits a cushion: friction acts, and with a nose that may drive the ball back into the cushion; then it
 *  is hit again, and in the end without bounce and friction.
 *  @param ball  before; receives the state after
 *  @param speed with which it leaves along the normal but for friction: e times that with which it comes, or what lets
 *               pressed bodies part */
struct rub_components rub_cushion_hit(const struct rub_cushion *cushion, struct rub_body *ball, double speed);
