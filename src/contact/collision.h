#pragma once

#include <math.h>

#include "base/vec2.h"

/*
 * Two bodies that collide: Newton's restitution along the line of centres (Tatum, Classical Mechanics, ch. 5.4).
 *
 * With separation d = x_b - x_a of any length, relative velocity v = v_b - v_a, b = d.v < 0 and restitution e
 *
 *     f = (1 + e) b / (d.d (m_a + m_b)),   v_a' = v_a + f m_b d,   v_b' = v_b - f m_a d,   impulse j = -f m_a m_b |d|.
 *
 * Without a square root: the length of d cancels. Limits: equal masses, head-on, e = 1: velocities are exchanged; e =
 * 0: the normal velocities become equal; m_b -> infinity: v_a is reflected and scaled by e.
 *
 * The same in other words: along the unit normal, u = n.v changes to -e u, and with the compliance A, what a unit of
 * impulse does to u, 1/m_a + 1/m_b where the two are alone, the impulse is j = -(1 + e) u/A. It takes the energy
 * (1 - e^2) u^2/(2 A). The integrators and laws of impact differ in what they have at hand and hence in rounding; all
 * their forms of it are here.
 */

/** (1 + e) u: how much a relative velocity, or its product with a separation, must grow, with its sign reversed. */
static inline double collision_change(double e, double u)
{
    return (1 + e) * u;
}

/** j of two bodies by their compliance. @param change collision_change() */
static inline double collision_impulse(double change, double compliance)
{
    return -change / compliance;
}

/** The energy that a collision takes. @param m reduced mass @param uu u squared */
static inline double collision_loss(double m, double e, double uu)
{
    return m * (1 - e * e) * uu / 2;
}

/** The same by the compliance. */
static inline double collision_loss_by_compliance(double compliance, double e, double u)
{
    return (1 - e) * (1 + e) * u * u / (2 * compliance);
}

/** The same by the impulse. */
static inline double collision_loss_of_impulse(double e, double j, double u)
{
    return 0.5 * (1 - e) * j * -u;
}

/** Masses of two bodies as the formula needs them: only their ratio matters, so an immovable body has mass 1 beside 0.
 */
struct collision_masses {
    double a, b;
};

/** @param m_a, m_b > 0; HUGE_VAL: immovable (not both) */
static inline struct collision_masses collision_masses(double m_a, double m_b)
{
    if (m_a == HUGE_VAL)
        return (struct collision_masses){1, 0};
    if (m_b == HUGE_VAL)
        return (struct collision_masses){0, 1};
    return (struct collision_masses){m_a, m_b};
}

/** Product of the masses, with 1 for an immovable body. */
static inline double collision_mass_product(double m_a, double m_b)
{
    return (m_a == HUGE_VAL ? 1 : m_a) * (m_b == HUGE_VAL ? 1 : m_b);
}

/** The mass of their relative motion. */
static inline double collision_reduced_mass(double m_a, double m_b)
{
    double product = collision_mass_product(m_a, m_b);
    return m_a == HUGE_VAL || m_b == HUGE_VAL ? product : product / (m_a + m_b);
}

/** j of a ball at a wall. */
static inline double collision_wall_impulse(double e, double m, double approach)
{
    return (1 + e) * m * approach;
}

/** f above. @param change collision_change() of b */
static inline double collision_factor(double change, double dd, struct collision_masses m)
{
    return change / (dd * (m.a + m.b));
}

/** f above along a unit normal, divided first, as in the public document of level 4. */
static inline double collision_unit_factor(double e, double u, struct collision_masses m)
{
    return -((1 + e) / (m.a + m.b) * -u);
}

/** Changes both velocities by f. */
static inline void collision_exchange(struct vec2 *v_a, struct vec2 *v_b, struct vec2 d, double f,
                                      struct collision_masses m)
{
    double to_a = f * m.b, to_b = f * m.a;
    v_a->x += to_a * d.x;
    v_a->y += to_a * d.y;
    v_b->x -= to_b * d.x;
    v_b->y -= to_b * d.y;
}
