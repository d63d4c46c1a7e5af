#pragma once

#include "base/vec2.h"
#include "base/vec3.h"
#include "contact/contact.h"

/*
 * Friction at one contact, of two balls, of a ball and a fixed ball, and of a ball and a cushion (friction.c): the
 * tangential impulse. Impulses are those on the second body; n points from the first body to the second, in space.
 */

/** A ball as friction sees it. */
struct friction_body {
    struct vec2 v;
    struct vec3 w;  /* angular velocity, right-handed, z upwards */
    double m, r, q; /* mass, HUGE_VAL: it never moves; radius; moment of inertia over m r^2 */
};

/** The coefficient of friction of two surfaces, with the same bits on every machine.
 *  @param speed of one surface against the other, >= 0
 *  @return mu.a where mu.b is 0; finite, >= 0 */
double friction_coefficient(struct friction mu, double speed);

/** What a unit of tangential impulse does to the slip, of one ball that is free. */
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

/** The tangential impulse on b of a contact with normal impulse j >= 0, from the velocities before it.
 *  @param b NULL: a surface at rest */
struct vec3 friction_impulse(const struct rubbing *rubbing, const struct friction_body *a,
                             const struct friction_body *b, struct vec3 n, double j);

/** Two balls rub that exchange a normal impulse j >= 0 along n. Returns the tangential impulse on the second.
 *  @param before how they came @param balls as the exchange leaves them; receives what friction makes of them */
struct vec3 friction_pair(const struct rubbing *rubbing, const struct friction_body before[2],
                          struct friction_body balls[2], struct vec3 n, double j);

/** What that impulse does to a ball: its spin, and its velocity but for the vertical part, which the table takes.
 *  @param sign 1: the ball is b; -1: it is a. Fixed balls stay as they are. */
void friction_push(struct friction_body *ball, struct vec3 n, struct vec3 impulse, double sign);

/** Kinetic energy, of translation and rotation; 0 of a fixed ball. */
double friction_body_energy(const struct friction_body *ball);

/** Notes the tangential impulse on b for the log. */
void friction_note(struct vec3 on_b, struct contact *contact);
