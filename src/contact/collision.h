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
 */

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

/** f above. @param change (1 + e) b: how much d.v must grow, with its sign reversed */
static inline double collision_factor(double change, double dd, struct collision_masses m)
{
    return change / (dd * (m.a + m.b));
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
