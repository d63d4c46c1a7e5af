#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "contact/contact.h"
#include "impact/impact_cluster.h"

/*
 * One contact in the course of a compliant impact: its force over its compression, and what tells when it opens or
 * closes. Units are those in which the fastest speed and the largest mass and stiffness are 1.
 */

/** Force of a contact over its compression: linear, or Hertz's for spheres of one material. */
enum impact_force { IMPACT_RIGID, IMPACT_HOOKE, IMPACT_HERTZ };

/** A contact is undecided as long as its bodies rest against each other as at the beginning: it presses if they come
 *  closer and is open if they part, so its force is cut at zero. */
enum impact_side { IMPACT_SIDE_OPEN, IMPACT_SIDE_PRESSED, IMPACT_SIDE_UNDECIDED };

/** A contact as a spring with a dashpot. */
struct impact_spring {
    size_t a, b; /* places of the velocities in the state */
    struct vec2 n;
    double inverse_a, inverse_b; /* masses; 0: a wall */
    double drift;                /* of a wall that moves: velocity along n, which the state does not have */
    double k, c;                 /* stiffness and damping */
    struct restitution restitution;
    double duration; /* sqrt(mu/k): of a compression over a speed */
    enum impact_side side;
    bool has_switched; /* since the last step: it does not switch back before the next */
    bool is_companion; /* of the clock's contact in the present step */
    /* At the beginning of the present step: */
    double depth;        /* compression */
    double u;            /* normal relative velocity, negative: approaching */
    double acceleration; /* of u */
    double gauge, rate;  /* what is 0 where the contact opens or closes, and its change with time */
};

/** Adds what a force does to the rates of the velocities; or an impulse, to the velocities. */
static inline void impact_spring_push(const struct impact_spring *spring, double f, double *rates)
{
    rates[spring->a] -= f * spring->inverse_a * spring->n.x;
    rates[spring->a + 1] -= f * spring->inverse_a * spring->n.y;
    rates[spring->b] += f * spring->inverse_b * spring->n.x;
    rates[spring->b + 1] += f * spring->inverse_b * spring->n.y;
}

/** Its acceleration, of the rates of a state. */
static inline double impact_spring_acceleration(const struct impact_spring *spring, const double *rates)
{
    return spring->n.x * (rates[spring->b] - rates[spring->a]) +
           spring->n.y * (rates[spring->b + 1] - rates[spring->a + 1]);
}

/** Normal relative velocity in a state. */
static inline double impact_spring_velocity(const struct impact_spring *spring, const double *y)
{
    return impact_spring_acceleration(spring, y) + spring->drift;
}

/** True if a relative velocity is more than rounding of the bodies' velocities in the state y; the fastest has 1. */
static inline bool impact_spring_is_moving(const struct impact_spring *spring, const double *y, double u)
{
    const double *a = y + spring->a, *b = y + spring->b;
    double speeds = a[0] * a[0] + a[1] * a[1] + b[0] * b[0] + b[1] * b[1];
    return fabs(u) > 0x1p-49 && !contact_is_resting(u * u, speeds);
}

/** s^power; power is 1, 2 or 4. */
static inline double impact_spring_raise(double s, int power)
{
    double square = s * s;
    return power == 1 ? s : power == 2 ? square : square * square;
}

/** The inverse of impact_spring_raise(). */
static inline double impact_spring_root(double depth, int power)
{
    return power == 1 ? depth : power == 2 ? sqrt(depth) : sqrt(sqrt(depth));
}

/** d(s^power)/ds. */
static inline double impact_spring_raise_slope(double s, int power)
{
    return power == 1 ? 1 : power == 2 ? 2 * s : 4 * s * s * s;
}

/** K delta^(alpha - beta) + C d delta/dt: zero where a damped contact's force ends. */
static inline double impact_spring_force_to_end(enum impact_force force, const struct impact_spring *spring,
                                                double depth, double u)
{
    double factor = force == IMPACT_HOOKE ? 1 : depth > 0 ? sqrt(sqrt(depth)) : 0;
    return spring->k * depth * factor - spring->c * u;
}

/** Force without the cut at zero, which a step must not meet; hertz has none without compression. */
static inline double impact_spring_force(enum impact_force force, const struct impact_spring *spring, double depth,
                                         double u)
{
    if (force == IMPACT_HOOKE)
        return spring->k * depth - spring->c * u;
    if (!(depth > 0))
        return 0;
    double square_root = sqrt(depth);
    if (spring->c == 0)
        return spring->k * depth * square_root;
    double fourth_root = sqrt(square_root);
    return fourth_root * (spring->k * depth * fourth_root - spring->c * u);
}

/** Change with time of what ends a damped contact. */
static inline double impact_spring_force_rate(enum impact_force force, const struct impact_spring *spring, double depth,
                                              double u, double acceleration)
{
    double slope = spring->k;
    if (force == IMPACT_HERTZ)
        slope = depth > 0 ? 1.25 * spring->k * impact_spring_root(depth, 4) : 0;
    return -slope * u - spring->c * acceleration;
}

/** True if the contact opens and closes where its force does; otherwise where its compression does. */
static inline bool impact_spring_is_gauged_by_force(const struct impact_spring *spring, double depth)
{
    return spring->c > 0 && (spring->side == IMPACT_SIDE_PRESSED || depth >= 0);
}

/** Zero where the contact opens or closes; positive where it presses. */
static inline double impact_spring_gauge(enum impact_force force, const struct impact_spring *spring, double depth,
                                         double u)
{
    return impact_spring_is_gauged_by_force(spring, depth) ? impact_spring_force_to_end(force, spring, depth, u)
                                                           : depth;
}
