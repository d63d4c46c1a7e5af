#pragma once

#include <math.h>

/*
 * A contact as a spring with a dashpot: the force between two bodies that overlap by s > 0 and approach at speed w is
 *
 *     f = max(0, k s + c w),
 *
 * pushing apart along the line of centres, never pulling. mu is the reduced mass m_a m_b / (m_a + m_b), for a ball at
 * a wall its mass m. Without damping (c = 0) a contact lasts pi sqrt(mu/k) and goes u sqrt(mu/k) deep for an approach
 * at speed u. Time steps are stable below 2 sqrt(mu/k) without and 2 sqrt(mu/k) / (zeta + sqrt(1 + zeta^2)) with
 * damping, mu being the smallest; 20 or more steps per contact are advisable. The force's kink at the beginning and end
 * of an elastic contact costs an error of second order in dt, its jump at the beginning of a damped one (from 0 to
 * c w) an error of first order.
 */

/** Added to the distance of two centres by `spring`, as in the public document of level 6. A length in the scene's
 *  units: balls much smaller than it never touch. */
#define SPRING_SOFTENING 0.000001

/** What the others add: nothing that matters, but 0/0 becomes 0. Centres no farther apart than this are at one place,
 *  where no one knows which way they push each other. */
#define SPRING_ONE_PLACE 0x1p-500

/** Restitution of a contact with damping ratio zeta = c / (2 sqrt(k mu)) >= 0; falls from 1 at zeta = 0 through
 *  exp(-2) at 1 towards 1/(4 zeta^2). Infinity gives 0. */
double spring_restitution(double zeta);

/** The damping ratio that gives restitution e, 0..1; 0 for e = 1, infinite for e = 0. */
double spring_damping_ratio(double e);

/** Damping ratio of a tangential spring: a contact that sticks for half a period, pi sqrt(m_t/k_t), ends with beta
 * times the slip with which it began, reversed. @param beta 0..1; below 0.01 it counts as that */
double spring_tangential_ratio(double beta);

/** Coefficient c of the dashpot, force per speed: 2 zeta sqrt(k mu), but at most mu/(2 dt). A stronger dashpot would
 *  not be resolved by time steps dt: it would turn the approach round within a step and create energy. Where the limit
 *  acts (always for e = 0) it halves the approach speed with each step, and what restitution remains is of order
 *  k dt^2/mu; it vanishes with dt. */
double spring_damping(double zeta, double k, double mu, double dt);

/** mu of two masses, > 0; one may be infinite. */
static inline double spring_reduced_mass(double m_a, double m_b)
{
    if (m_a == HUGE_VAL || m_b == HUGE_VAL)
        return m_a < m_b ? m_a : m_b;
    return m_a * (m_b / (m_a + m_b));
}
