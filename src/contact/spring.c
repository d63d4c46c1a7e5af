/*
 * Restitution of the linear spring with dashpot. In an isolated contact the overlap obeys
 *
 *     s'' + 2 zeta w0 s' + w0^2 s = 0,    w0 = sqrt(k/mu),    s(0) = 0, s'(0) = u,
 *
 * and it ends when the force reaches zero, not when the overlap does, because a contact does not pull (Schwager and
 * Poeschel, Granular Matter 9, 465, 2007, equations 12 to 21). Their three cases are one function of
 *
 *     q = sqrt(|1 - zeta^2|) / zeta:    ln(1/e) = 2 arctan(q)/q   for zeta < 1,
 *                                                 2               for zeta = 1,
 *                                                 2 artanh(q)/q   for zeta > 1.
 *
 * Limits: zeta -> 0: ln(1/e) -> pi zeta; zeta -> infinity: e -> 1/(4 zeta^2), so e = 0 needs infinite damping.
 * In the last case artanh(q) = ln(zeta + sqrt(zeta^2 - 1)), which stays exact for large zeta.
 */
#include "contact/spring.h"

#include <math.h>

#include "base/angle.h"
#include "base/portable_math.h"

double spring_restitution(double zeta)
{
    if (zeta == 0)
        return 1;
    if (isinf(zeta))
        return 0;
    double root = sqrt(fabs(1 - zeta)) * sqrt(1 + zeta);
    if (root == 0)
        return portable_math_exp(-2);
    double angle = zeta < 1 ? portable_math_atan(root / zeta) : portable_math_log1p((zeta - 1) + root);
    return portable_math_exp(-2 * angle * (zeta / root));
}

/** Where a function that falls comes to a value, between 0 and high: the first double at which it is not above. */
static double falls_to(double (*of)(double), double value, double high)
{
    double low = 0;
    for (;;) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            return high;
        if (of(middle) > value)
            low = middle;
        else
            high = middle;
    }
}

/** Bisection: the restitution falls with zeta. The bracket shrinks until no double lies between its ends. */
double spring_damping_ratio(double e)
{
    if (e >= 1)
        return 0;
    if (!(e > 0))
        return (double)INFINITY;
    double high = 1;
    while (spring_restitution(high) > e)
        high *= 2;
    return falls_to(spring_restitution, e, high);
}

/** What comes back of the slip: with g = xi' and s = sqrt(|1 - zeta^2|), of the solution of xi'' + 2 zeta xi' + xi = 0
 *  with xi = 0, g = 1 at first, -g at time pi: falls from 1 at zeta = 0 towards 1/(4 zeta^2). */
static double slip_returned(double zeta)
{
    const double pi = 0x1.921fb54442d18p+1, s = sqrt(fabs(1 - zeta)) * sqrt(1 + zeta);
    if (s == 0)
        return portable_math_exp(-pi) * (pi - 1);
    if (zeta < 1) {
        struct vec2 turn = angle_direction(180 * s);
        return portable_math_exp(-pi * zeta) * (zeta / s * turn.y - turn.x);
    }
    double slow = portable_math_exp(-pi / (zeta + s)), fast = portable_math_exp(-pi * (zeta + s));
    return 0.5 * (slow * (zeta / s - 1) - fast * (zeta / s + 1));
}

double spring_tangential_ratio(double beta)
{
    const double wanted = beta > 0.01 ? beta : 0.01;
    return wanted >= 1 ? 0 : falls_to(slip_returned, wanted, 8);
}

double spring_damping(double zeta, double k, double mu, double dt)
{
    double wanted = 2 * zeta * sqrt(k * mu);
    double strongest = 0.5 * mu / dt;
    return wanted < strongest ? wanted : strongest;
}
