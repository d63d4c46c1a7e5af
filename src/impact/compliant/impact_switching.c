/*
 * Openings and closings in the course of a compliant impact.
 *
 * An elastic contact opens and closes where its compression is zero. A damped one also closes there, but it opens where
 * its force is zero, K delta^(alpha - beta) + C d delta/dt = 0, while it is still compressed. If the bodies are stopped
 * after that, the force begins again where this expression becomes positive. The quantity whose zero decides is called
 * the contact's gauge.
 *
 * A step must not cross a change of sign of a gauge. A sign that differs at the end of the step is easily seen. One
 * that changes twice within the step spoils the step's error estimate. (The extremum in between, estimated from both
 * ends, found none such among the accepted steps of 27 000 random clusters.)
 *
 * An undecided contact has no side to cross from: that it has left its beginning shows only at the end of a step. A
 * change of its force within the step spoils the step's error estimate, unless it comes after the last point at which
 * the step evaluates the forces. So a contact that has had an impulse must still press at the end of the step, and one
 * that has had none must not press.
 *
 * Limits: gauges within IMPACT_PROCESS_BAND of zero count as zero, and speeds below 2^-49 of the fastest as rest. So
 * rounding does not separate contacts that open together, such as mirror images. Such forces may flip gauges, so a
 * contact that one holds stays pressed, and no contact switches twice in a step.
 */
#include "impact/compliant/impact_switching.h"

#include <math.h>

#include "base/min_max.h"

/* A contact that can change velocities by less than this has ended. */
#define DRAINED 1e-12

static double band(const struct impact_process *process, const struct impact_spring *spring, double depth)
{
    return IMPACT_PROCESS_BAND * (impact_spring_is_gauged_by_force(spring, depth) ? spring->c : process->largest);
}

/** True if the gauge of a pressed contact falls, and would still fall without the contact's own force. A force within
 *  the border can turn the rate: were the contact opened then, it would close at once, again and again. */
static bool is_opening(const struct impact_process *process, const struct impact_spring *spring, double depth)
{
    double own = 0;
    if (impact_spring_is_gauged_by_force(spring, depth))
        own = spring->c * (spring->inverse_a + spring->inverse_b) *
              impact_spring_force(process->force, spring, depth, spring->u);
    return spring->rate < 0 && spring->rate + own <= 0;
}

/** The side of a contact that has reached, or is about to leave, the border between open and pressed. */
static enum impact_side next_side(const struct impact_process *process, const struct impact_spring *spring,
                                  double depth)
{
    double border = band(process, spring, depth);
    if (spring->side == IMPACT_SIDE_UNDECIDED) {
        bool moves = impact_spring_is_moving(spring, process->y, spring->u);
        double visible = IMPACT_PROCESS_BAND * spring->duration;
        if (depth > visible || (depth >= -visible && moves && spring->u < 0))
            return IMPACT_SIDE_PRESSED;
        return moves ? IMPACT_SIDE_OPEN : IMPACT_SIDE_UNDECIDED;
    }
    if (spring->side == IMPACT_SIDE_PRESSED) {
        bool opens = spring->gauge <= border && is_opening(process, spring, depth);
        return opens ? IMPACT_SIDE_OPEN : IMPACT_SIDE_PRESSED;
    }
    bool presses = spring->gauge > border || (spring->gauge >= -border && spring->rate > 0);
    return presses ? IMPACT_SIDE_PRESSED : IMPACT_SIDE_OPEN;
}

bool impact_switching_update(struct impact_process *process)
{
    bool switched = false;
    for (size_t k = 0; k < process->n_springs; k++) {
        struct impact_spring *spring = &process->springs[k];
        double *depth = &process->y[process->compression + k];
        enum impact_side side = next_side(process, spring, *depth);
        if (spring->has_switched || side == spring->side)
            continue;
        if (side == IMPACT_SIDE_PRESSED && spring->side == IMPACT_SIDE_OPEN && spring->restitution.table &&
            *depth <= IMPACT_PROCESS_BAND * spring->duration) /* not one that is still compressed */
            impact_process_damp(process, spring, spring->u);
        if (side == IMPACT_SIDE_PRESSED)
            *depth = double_max(0, *depth);
        spring->side = side;
        spring->has_switched = true;
        process->switches++;
        switched = true;
    }
    return switched;
}

void impact_switching_allow(struct impact_process *process)
{
    for (size_t k = 0; k < process->n_springs; k++)
        process->springs[k].has_switched = false;
}

bool impact_switching_is_all_open(const struct impact_process *process)
{
    for (size_t k = 0; k < process->n_springs; k++)
        if (process->springs[k].side == IMPACT_SIDE_PRESSED)
            return false;
    return true;
}

bool impact_switching_is_drained(const struct impact_process *process)
{
    for (size_t k = 0; k < process->n_springs; k++) {
        const struct impact_spring *spring = &process->springs[k];
        double stretch =
            process->force == IMPACT_HOOKE ? spring->depth : spring->depth * impact_spring_root(spring->depth, 4);
        bool is_weak = spring->u < DRAINED && stretch < DRAINED * spring->duration;
        if (!(spring->u > -DRAINED) || (spring->side == IMPACT_SIDE_PRESSED && !is_weak))
            return false;
    }
    return true;
}

bool impact_switching_drift(struct impact_process *process)
{
    double wait = HUGE_VAL, *depth = process->y + process->compression;
    size_t first = 0;
    for (size_t k = 0; k < process->n_springs; k++) {
        const struct impact_spring *spring = &process->springs[k];
        bool comes = depth[k] < 0 || spring->has_switched; /* not one that touches, and was just left open */
        if (comes && spring->u < 0 && impact_spring_is_moving(spring, process->y, spring->u) &&
            depth[k] / spring->u < wait) {
            wait = double_max(0, depth[k] / spring->u); /* one that was left open while compressed closes at once */
            first = k;
        }
    }
    if (wait == HUGE_VAL)
        return false;
    for (size_t k = 0; k < process->n_springs; k++)
        depth[k] -= process->springs[k].u * wait;
    depth[first] = 0;
    impact_switching_allow(process);
    return true;
}

double impact_switching_wait(const struct impact_spring *spring)
{
    if (spring->side == IMPACT_SIDE_PRESSED && spring->rate < 0 && spring->gauge > 0)
        return -spring->gauge / spring->rate;
    if (spring->side == IMPACT_SIDE_OPEN && spring->rate > 0 && spring->gauge < 0)
        return -spring->gauge / spring->rate;
    return HUGE_VAL;
}

/** Part of the step after which a contact has opened or closed, about, judged by its ends; 1: it has not. */
static double crossing(const struct impact_process *process, size_t k)
{
    const struct impact_spring *spring = &process->springs[k];
    double before = process->y[process->compression + k], depth = process->next[process->compression + k];
    double u = impact_spring_velocity(spring, process->next);
    double border = band(process, spring, before);
    bool by_force = impact_spring_is_gauged_by_force(spring, before);
    double end = by_force ? impact_spring_force_to_end(process->force, spring, depth, u) : depth;
    double way = spring->side == IMPACT_SIDE_OPEN ? 1 : -1;
    bool crosses = way * end > border && (spring->side == IMPACT_SIDE_PRESSED || depth >= 0);
    return crosses ? spring->gauge / (spring->gauge - end) : 1;
}

/** True if an undecided contact has visibly pressed or separated within the step, and its force began or ended after
 *  the last point at which the step evaluates it. */
static bool is_decided_too_late(const struct impact_process *process, size_t k)
{
    const struct impact_spring *spring = &process->springs[k];
    double depth = process->next[process->compression + k], u = impact_spring_velocity(spring, process->next);
    if (fabs(depth) <= IMPACT_PROCESS_BAND * spring->duration && !impact_spring_is_moving(spring, process->next, u))
        return false;
    bool has_pressed = process->increment[process->impulse + k] > 0;
    bool presses = depth > 0 && impact_spring_force_to_end(process->force, spring, depth, u) > 0;
    return has_pressed != presses;
}

double impact_switching_first_crossing(struct impact_process *process)
{
    const struct impact_clock *clock = &process->clock;
    double part = 1;
    for (size_t k = 0; k < process->n_springs; k++) {
        bool ends = clock->variable != IMPACT_VARIABLE_TIME && clock->contact == k && clock->to == 0;
        if (process->springs[k].side == IMPACT_SIDE_UNDECIDED)
            part = is_decided_too_late(process, k) ? double_min(part, 0.5) : part;
        else if (!ends)
            part = double_min(part, crossing(process, k));
    }
    return part;
}
