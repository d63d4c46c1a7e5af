#pragma once

/*
 * The usual closed form for the zeros of a quartic (Ferrari 1540, in Cardano, Ars Magna, 1545), as the counter-example
 * to motion/parabola.c: all four complex zeros, of which those "real up to a tolerance" count.
 */
#include <complex.h>

#include "unit/parabola_cases.h"

/** Zeros of t^4 + b t^3 + c t^2 + d t + e. */
static void ferrari_zeros(double b, double c, double d, double e, double complex zeros[4])
{
    double p = c - 3 * b * b / 8, q = d - b * c / 2 + b * b * b / 8;
    double r = e - b * d / 4 + b * b * c / 16 - 3 * b * b * b * b / 256;
    /* resolvent cubic m^3 + p m^2 + (p^2/4 - r) m - q^2/8 = 0, by Cardano's formula */
    double cp = -p * p / 12 - r, cq = -p * p * p / 108 + p * r / 3 - q * q / 8;
    double complex root = cpow(-cq / 2 + csqrt(cq * cq / 4 + cp * cp * cp / 27), 1.0 / 3);
    double complex m = -p / 3 + (cabs(root) > 0 ? root - cp / (3 * root) : -cpow(cq, 1.0 / 3));
    double complex w = csqrt(2 * m);
    for (int i = 0; i < 4; i++) {
        double s1 = i & 1 ? -1 : 1, s2 = i & 2 ? -1 : 1;
        zeros[i] = -b / 4 + (s1 * w + s2 * csqrt(-(2 * p + 2 * m + s1 * 2 * q / w))) / 2;
    }
}

/** The earliest zero in (0, end) whose imaginary part is at most `tolerance` of its size and at which the distance
 *  falls (rises); HUGE_VAL: none. */
static double ferrari_contact(const struct contact_case *c, double tolerance)
{
    const struct parabola *p = &c->path;
    double complex zeros[4];
    double first = HUGE_VAL, lead = vec2_dot(p->a, p->a) / 4;
    ferrari_zeros(vec2_dot(p->v, p->a) / lead, (vec2_dot(p->v, p->v) + vec2_dot(p->x, p->a)) / lead,
                  2 * vec2_dot(p->x, p->v) / lead, (vec2_dot(p->x, p->x) - c->reach * c->reach) / lead, zeros);
    for (int i = 0; i < 4; i++) {
        double t = creal(zeros[i]);
        double slope = vec2_dot(parabola_position(p, t), parabola_velocity(p, t));
        if (fabs(cimag(zeros[i])) <= tolerance * cabs(zeros[i]) && t > 0 && t < c->end && t < first &&
            c->side * slope < 0)
            first = t;
    }
    return first;
}
