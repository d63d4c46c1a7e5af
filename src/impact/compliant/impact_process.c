/*
 * Steps of a compliant impact: the rates of its state and one trial step of the extrapolated midpoint rule.
 *
 * A step that is to end when a quantity s reaches 0 uses s instead of time as its independent variable (Henon, Physica
 * D 5, 412, 1982): all rates are divided by ds/dt, and the step ends at s = 0 by construction. s is
 *
 *     delta              where an open contact closes, or an elastic one of hooke opens,
 *     delta^(1/2)        where an elastic contact of hertz opens,
 *     K delta^(alpha - beta) + C d delta/dt     where a damped contact's force ends, or begins again.
 *
 * Where a contact closes or opens, Hertz's forces are not analytic functions of time, but of delta^(1/2), or with
 * damping of delta^(1/4). A step near there uses that as its variable. Contacts that close or open together with the
 * contact that provides the variable (mirror images, a first impact on several contacts) are its companions. Instead of
 * delta_j the step follows rho = delta_j/delta, which is as smooth:
 *
 *     d rho/ds = p (u_j/u - rho)/s,   s^p = delta.
 *
 * The error allowed in a step is TOLERANCE times the fastest speed. Two allowances are added: the rounding of forces
 * that cancel on a light body between heavy ones, and for companions the differences that keep them from being exactly
 * together. The error of a compression is measured by the speed that it becomes within the contact's own duration, and
 * by the errors of the speeds.
 *
 * Cost: 39 evaluations, each O(contacts), with two square roots per pressed contact of hertz.
 */
#include "impact/compliant/impact_process.h"

#include <math.h>
#include <string.h>

#include "base/min_max.h"
#include "contact/restitution.h"
#include "contact/spring.h"
#include "impact/compliant/extrapolation.h"

/* Bound on the error of a step, in units of the fastest speed. */
#define TOLERANCE 3e-15

/* By how much companions may end apart, as a part of the largest compression: mirror images differ by rounding from the
 * beginning, which the ratio of their compressions shows ever more as these go to 0. */
#define APART 3e-12

/* Rounding of the impulses of a step, relative to them. */
#define ROUNDING 0x1p-49

/** dt/ds of the step's variable s. */
static double time_per_variable(const struct impact_process *process, double s, const double *y, const double *rates)
{
    const struct impact_clock *clock = &process->clock;
    if (clock->variable == IMPACT_VARIABLE_TIME)
        return 1;
    const struct impact_spring *spring = &process->springs[clock->contact];
    double u = impact_spring_velocity(spring, y);
    if (clock->variable == IMPACT_VARIABLE_COMPRESSION)
        return impact_spring_raise_slope(s, clock->power) / -u;
    double depth = y[process->compression + clock->contact];
    return 1 / impact_spring_force_rate(process->force, spring, depth, u, impact_spring_acceleration(spring, rates));
}

/** Compression of contact k at (s, y). */
static double depth_at(const struct impact_process *process, size_t k, double s, const double *y)
{
    const struct impact_clock *clock = &process->clock;
    double value = y[process->compression + k];
    if (clock->variable != IMPACT_VARIABLE_COMPRESSION)
        return value;
    if (clock->contact == k)
        return impact_spring_raise(s, clock->power);
    return process->springs[k].is_companion ? value * impact_spring_raise(s, clock->power) : value;
}

/** Rates with time at (s, y). */
static void time_rates(const struct impact_process *process, double s, const double *y, double *rates)
{
    memset(rates, 0, process->compression * sizeof *rates);
    rates[0] = 1;
    for (size_t k = 0; k < process->n_springs; k++) {
        const struct impact_spring *spring = &process->springs[k];
        double u = impact_spring_velocity(spring, y), f = 0;
        if (spring->side == IMPACT_SIDE_PRESSED || spring->side == IMPACT_SIDE_UNDECIDED) {
            double depth = depth_at(process, k, s, y);
            f = impact_spring_force(process->force, spring, depth, u);
            if (spring->side == IMPACT_SIDE_UNDECIDED && !(depth >= 0 && f > 0))
                f = 0;
        }
        rates[process->compression + k] = -u;
        rates[process->impulse + k] = f;
        impact_spring_push(spring, f, rates);
    }
}

/** Companions: d rho/ds = power (u/u_c - rho)/s for the ratio rho of a compression to the clock's. */
static void companion_rates(const struct impact_process *process, double s, const double *y, double *rates)
{
    const struct impact_clock *clock = &process->clock;
    double u = impact_spring_velocity(&process->springs[clock->contact], y);
    for (size_t k = 0; k < process->n_springs; k++) {
        const struct impact_spring *spring = &process->springs[k];
        size_t i = process->compression + k;
        if (spring->is_companion)
            rates[i] = s > 0 ? clock->power * (impact_spring_velocity(spring, y) / u - y[i]) / s : 0;
    }
}

/** Rates with the step's variable, for the extrapolation. */
static void variable_rates(const void *context, double s, const double *y, double *rates)
{
    const struct impact_process *process = context;
    time_rates(process, s, y, rates);
    if (process->clock.variable == IMPACT_VARIABLE_TIME)
        return;
    double factor = time_per_variable(process, s, y, rates);
    for (size_t i = 0; i < process->n; i++)
        rates[i] *= factor;
    if (process->clock.variable == IMPACT_VARIABLE_COMPRESSION)
        companion_rates(process, s, y, rates);
}

void impact_process_damp(const struct impact_process *process, struct impact_spring *spring, double u)
{
    double mu = 1 / (spring->inverse_a + spring->inverse_b);
    double zeta = spring_damping_ratio(restitution_at(&spring->restitution, -u * process->speed));
    spring->c = process->force == IMPACT_HOOKE ? 2 * zeta * sqrt(spring->k * mu) : zeta * sqrt(5 * spring->k * mu);
}

void impact_process_observe(struct impact_process *process)
{
    process->clock.variable = IMPACT_VARIABLE_TIME;
    process->largest = 0;
    time_rates(process, 0, process->y, process->rates);
    for (size_t k = 0; k < process->n_springs; k++) {
        struct impact_spring *spring = &process->springs[k];
        double depth = spring->depth = process->y[process->compression + k];
        spring->u = impact_spring_velocity(spring, process->y);
        spring->acceleration = impact_spring_acceleration(spring, process->rates);
        spring->gauge = impact_spring_gauge(process->force, spring, depth, spring->u);
        spring->rate = impact_spring_is_gauged_by_force(spring, depth)
                           ? impact_spring_force_rate(process->force, spring, depth, spring->u, spring->acceleration)
                           : -spring->u;
        if (spring->side == IMPACT_SIDE_PRESSED)
            process->largest = double_max(process->largest, depth);
    }
}

/** Errors that the velocities may have after the step: TOLERANCE, and the rounding of the forces that acted on a body,
 *  which for a light one between heavy ones cancel. */
static void allow_velocities(const struct impact_process *process)
{
    double *allowed = process->allowed, time = process->increment[0];
    for (size_t i = 0; i < process->compression; i++)
        allowed[i] = TOLERANCE;
    for (size_t k = 0; k < process->n_springs; k++) {
        const struct impact_spring *spring = &process->springs[k];
        double rounding = ROUNDING * time * fabs(process->rates[process->impulse + k]);
        for (size_t i = 0; i < 2; i++) {
            allowed[spring->a + i] += rounding * spring->inverse_a;
            allowed[spring->b + i] += rounding * spring->inverse_b;
        }
    }
}

/** Errors that the compressions may have: what changes the velocities by TOLERANCE, and what comes from theirs. */
static void allow_compressions(const struct impact_process *process)
{
    const struct impact_clock *clock = &process->clock;
    double *allowed = process->allowed, time = process->increment[0];
    double depth = impact_spring_raise(double_max(clock->from, clock->to), clock->power);
    for (size_t k = 0; k < process->n_springs; k++) {
        const struct impact_spring *spring = &process->springs[k];
        allowed[process->compression + k] =
            spring->is_companion ? APART * double_max(process->largest, time) / depth
                                 : TOLERANCE * spring->duration + time * (allowed[spring->a] + allowed[spring->b]);
    }
}

/** True if the clock turned round within the step: its compression came to an extremum before the step's end, and
 *  from there on time ran backwards. */
static bool has_turned(const struct impact_process *process)
{
    if (process->clock.variable != IMPACT_VARIABLE_COMPRESSION)
        return false;
    const struct impact_spring *spring = &process->springs[process->clock.contact];
    return process->increment[0] < 0 || spring->u * impact_spring_velocity(spring, process->next) < 0;
}

/** Largest error of the velocities and compressions, relative to what is allowed; HUGE_VAL: not finite, or the clock
 *  turned round. */
static double relative_error(const struct impact_process *process)
{
    double error = 0;
    if (has_turned(process))
        return HUGE_VAL;
    allow_velocities(process);
    allow_compressions(process);
    for (size_t i = 1; i < process->impulse; i++) {
        double part = process->error[i] / process->allowed[i];
        if (!(part < HUGE_VAL))
            return HUGE_VAL;
        error = double_max(error, part);
    }
    return error;
}

/** Finds the companions of the clock's contact, whose compressions have been or will be zero when its own is: a step
 *  follows their ratios to it, for like it they are no analytic functions of time. */
static void find_companions(struct impact_process *process)
{
    const struct impact_clock *clock = &process->clock;
    const struct impact_spring *own = &process->springs[clock->contact];
    double precision = clock->to == 0 ? 1e-9 : 1e-3;
    for (size_t k = 0; k < process->n_springs; k++) {
        struct impact_spring *spring = &process->springs[k];
        double time = own->depth * spring->u, other = spring->depth * own->u;
        spring->is_companion = clock->variable == IMPACT_VARIABLE_COMPRESSION && clock->power > 1 &&
                               k != clock->contact && spring->side == IMPACT_SIDE_PRESSED && own->u * spring->u > 0 &&
                               fabs(time - other) <= precision * fabs(time);
    }
}

/** Compressions of companions to ratios. */
static void begin_companions(struct impact_process *process)
{
    find_companions(process);
    const struct impact_spring *own = &process->springs[process->clock.contact];
    for (size_t k = 0; k < process->n_springs; k++) {
        const struct impact_spring *spring = &process->springs[k];
        if (spring->is_companion)
            process->y[process->compression + k] = own->depth > 0 ? spring->depth / own->depth : spring->u / own->u;
    }
}

/** ... and back, at both ends of the step. */
static void end_companions(struct impact_process *process)
{
    for (size_t k = 0; k < process->n_springs; k++) {
        size_t i = process->compression + k;
        if (process->springs[k].is_companion)
            process->next[i] *= impact_spring_raise(process->clock.to, process->clock.power);
        process->y[i] = process->springs[k].depth;
    }
}

double impact_process_try(struct impact_process *process)
{
    const struct impact_clock *clock = &process->clock;
    begin_companions(process);
    variable_rates(process, clock->from, process->y, process->start);
    const struct extrapolation system = {process->n,    variable_rates,     process,
                                         process->room, process->increment, process->error};
    extrapolation_step(&system, clock->from, clock->to - clock->from, process->y, process->start);
    process->work += EXTRAPOLATION_EVALUATIONS * (double)process->n_springs;
    for (size_t i = 0; i < process->n; i++)
        process->next[i] = process->y[i] + process->increment[i];
    end_companions(process);
    if (clock->variable == IMPACT_VARIABLE_COMPRESSION)
        process->next[process->compression + clock->contact] = impact_spring_raise(clock->to, clock->power);
    return relative_error(process);
}
