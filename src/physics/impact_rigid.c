/*
 * Rigid contacts in the course of a compliant impact: those with e = 0, the limit of infinite damping.
 *
 * The force law f = K delta^alpha + C delta^beta d delta/dt, f >= 0, tends to a constraint as C grows. A contact that
 * closes ends its approach at once and without being compressed: a perfectly inelastic impact. From then on it gives
 * way to no finite force, and does not push where nothing presses:
 *
 *     delta <= 0,   and where delta = 0:   0 <= f,   0 <= u,   f u = 0.
 *
 * A rigid contact that touches (delta = 0) is held. Of those, some are active: they push, and keep u = 0. Their forces
 * solve A f = -du/dt over the active ones, with the rates du/dt that the springs alone would bring about. The others do
 * not push as long as their bodies do not approach.
 *
 * Choice: which contacts are active is the linear complementarity problem (contact_lcp) with the rates that the springs
 * will bring about soon. It is solved anew wherever a contact opens or closes. What decides may come to light later, as
 * where a spring begins to press by a high power of time. So if an idle contact approaches within a step, or an active
 * one would pull from its beginning, the choice is made by the rates at the end of the step, and a shorter one is
 * tried.
 *
 * Release: a force that falls to zero within a step ends it; a secant tells where.
 *
 * Collision: where held bodies approach, the impulses solve the same problem with velocities. This is a step of
 * Moreau's time-stepping scheme (Unilateral contact and dry friction in finite freedom dynamics, 1988) with the
 * springs' forces, through a time that is too short to matter: it ends sequences of ever smaller collisions of contacts
 * that are pressed in turn. Contacts that nearly touch take part.
 *
 * Contacts that close at the same time make one perfectly inelastic impact, as in a cluster with e = 0 throughout. The
 * limit of dashpots there would depend on how strong they are in relation to each other.
 *
 * Accuracy: forces are solved for twice, the second time for what rounding has left, or a light ball between heavy ones
 * would lose as many digits as its mass ratio has. Random cages agree with time-stepping in steps h to 0.1 h, for h
 * down to 2.5e-5. Cost: O(n^2) for each evaluation and n active contacts.
 */
#include <string.h>

#include "base/min_max.h"
#include "physics/impact_course.h"

/* How soon the rates are those of the choice, and the time that a collision takes, in durations of the fastest spring.
 */
#define SOON 1e-6
#define TICK 1e-8

/* A gap below that, in the same unit, is none where others collide. */
#define NEAR 1e-9

/* A force below this part of the largest is none. */
#define WEAK 1e-10

/* Velocities that active contacts get by rounding are smaller, and idle contacts may approach at so much in a step. */
#define IDLE 1e-11

/* ---- the linear problem ---- */

/** Lists the held contacts as the rows of the problem, with its matrix. None is active yet. */
static struct contact_lcp *list(const struct impact_course *course)
{
    const struct impact_cluster *cluster = course->cluster;
    struct contact_lcp *lcp = cluster->lcp;
    lcp->n = lcp->n_groups = lcp->n_active = 0;
    for (size_t k = 0; k < course->n_springs; k++)
        if (course->springs[k].side == IMPACT_SIDE_HELD)
            lcp->contact[lcp->n++] = k;
    for (size_t i = 0; i < lcp->n; i++)
        for (size_t j = 0; j <= i; j++) {
            const struct contact *row = impact_cluster_row(cluster, i), *column = impact_cluster_row(cluster, j);
            double element = course->mass * impact_cluster_coupling(cluster, row, column);
            lcp->a[i * lcp->capacity + j] = lcp->a[j * lcp->capacity + i] = element;
        }
    return lcp;
}

/** Chooses the active ones of the contacts listed by velocities or by their rates. */
static void choose(const struct impact_course *course, struct contact_lcp *lcp, const double *y)
{
    for (size_t i = 0; i < lcp->n; i++)
        lcp->q[i] = impact_spring_velocity(&course->springs[lcp->contact[i]], y);
    contact_lcp_solve(lcp);
}

void impact_rigid_hold(const struct impact_course *course, double *rates)
{
    struct contact_lcp *lcp = course->cluster->lcp;
    for (int pass = 0; pass < 2 && course->has_rigid; pass++) {
        for (size_t i = 0; i < lcp->n_active; i++)
            lcp->q[lcp->active[i]] = impact_spring_velocity(&course->springs[lcp->contact[lcp->active[i]]], rates);
        contact_lcp_solve_again(lcp);
        lcp->work += (double)(lcp->n_active * lcp->n_active);
        for (size_t i = 0; i < lcp->n_active; i++) {
            size_t k = lcp->contact[lcp->active[i]];
            double f = lcp->trial[i];
            rates[course->impulse + k] += f;
            impact_spring_push(&course->springs[k], f, rates);
        }
    }
}

/* ---- choice ---- */

/** Chooses the active contacts by the springs' forces in a state. */
static void choose_by_forces(struct impact_course *course, const double *y)
{
    struct contact_lcp *lcp = list(course);
    double *rates = course->error;
    impact_course_spring_rates(course, y, rates);
    for (size_t i = 0; i < lcp->n; i++)
        course->springs[lcp->contact[i]].rate = 0;
    choose(course, lcp, rates);
}

/** Holds the contacts that nearly touch, too, since the collision would reach them at once. */
static void hold_near(struct impact_course *course)
{
    for (size_t k = 0; k < course->n_springs; k++) {
        struct impact_spring *spring = &course->springs[k];
        if (spring->is_rigid && course->y[course->compression + k] > -NEAR * course->shortest)
            spring->side = IMPACT_SIDE_HELD;
    }
}

/** Perfectly inelastic impact of the contacts listed; leaves its impulses as their gauges. */
static void collide(struct impact_course *course, struct contact_lcp *lcp)
{
    const double tick = TICK * course->shortest;
    double *rates = course->error, *y = course->y;
    impact_course_spring_rates(course, y, rates);
    for (size_t i = 0; i < course->n; i++)
        if (i < course->compression || i >= course->impulse)
            y[i] += tick * rates[i];
    choose(course, lcp, y);
    impact_rigid_hold(course, y);
    for (size_t k = 0; k < course->n_springs; k++)
        y[course->compression + k] -= tick * impact_spring_velocity(&course->springs[k], y);
    for (size_t i = 0; i < lcp->n; i++)
        course->springs[lcp->contact[i]].gauge = lcp->lam[i];
}

/** Relative velocity in the present state if it is more than rounding, else 0. */
static double motion(const struct impact_course *course, const struct impact_spring *spring)
{
    double u = impact_spring_velocity(spring, course->y);
    bool is_active = spring->side == IMPACT_SIDE_HELD && spring->gauge > 0;
    return impact_spring_is_moving(spring, course->y, u) && fabs(u) > (is_active ? IDLE : 0) ? u : 0;
}

void impact_rigid_choose(struct impact_course *course)
{
    bool is_collision = false;
    struct contact_lcp *lcp = list(course);
    for (size_t i = 0; i < lcp->n; i++)
        is_collision = is_collision || motion(course, &course->springs[lcp->contact[i]]) < 0;
    if (is_collision) {
        hold_near(course);
        collide(course, list(course));
    }
    for (size_t i = 0; i < lcp->n; i++) {
        struct impact_spring *spring = &course->springs[lcp->contact[i]];
        if (motion(course, spring) > 0)
            spring->side = IMPACT_SIDE_OPEN;
    }
    memcpy(course->next, course->y, course->n * sizeof *course->y);
    for (size_t k = 0; k < course->n_springs; k++)
        course->next[course->compression + k] -=
            SOON * course->shortest * impact_spring_velocity(&course->springs[k], course->y);
    choose_by_forces(course, course->next);
    course->is_changed = false;
}

/* ---- openings and closings ---- */

enum impact_side impact_rigid_next_side(const struct impact_course *course, const struct impact_spring *spring,
                                        double depth)
{
    if (spring->side == IMPACT_SIDE_OPEN)
        return depth >= 0 && motion(course, spring) < 0 ? IMPACT_SIDE_HELD : IMPACT_SIDE_OPEN;
    bool is_released = spring->gauge <= WEAK * course->strongest && spring->rate < 0;
    return is_released || (spring->gauge == 0 && motion(course, spring) > 0) ? IMPACT_SIDE_OPEN : IMPACT_SIDE_HELD;
}

bool impact_rigid_collides(const struct impact_course *course, const struct impact_spring *spring)
{
    return spring->side == IMPACT_SIDE_HELD && motion(course, spring) < 0;
}

bool impact_rigid_touches(const struct impact_course *course, const struct impact_spring *spring)
{
    bool has_reached = spring->side == IMPACT_SIDE_OPEN && spring->gauge >= 0 && !(motion(course, spring) > 0);
    return spring->is_rigid && (spring->side == IMPACT_SIDE_HELD || has_reached);
}

/** True if the choice was wrong for the step just tried: an idle contact approaches, or an active one pulls from the
 *  beginning. @param f force at the end of the step */
static bool is_wrong(const struct impact_course *course, const struct impact_spring *spring, double f, double weak)
{
    if (spring->side == IMPACT_SIDE_HELD && (f != 0 || spring->gauge != 0))
        return spring->gauge <= weak && double_min(f, spring->gauge) < -weak;
    return impact_rigid_touches(course, spring) && impact_spring_velocity(spring, course->next) < -IDLE;
}

/** Part of the step after which a force that ends it otherwise would have fallen to zero; notes how the forces change.
 */
static double first_release(struct impact_course *course, const double *ahead, double weak)
{
    double part = 1;
    for (size_t k = 0; k < course->n_springs; k++) {
        struct impact_spring *spring = &course->springs[k];
        if (spring->side != IMPACT_SIDE_HELD)
            continue;
        double end = ahead[course->impulse + k];
        spring->rate = (end - spring->gauge) / course->increment[0];
        if (end < -weak)
            part = double_min(part, spring->gauge / (spring->gauge - end));
    }
    return part;
}

double impact_rigid_first_release(struct impact_course *course)
{
    bool needs_choice = false;
    double *ahead = course->error, largest = course->strongest;
    impact_course_spring_rates(course, course->next, ahead);
    impact_rigid_hold(course, ahead);
    for (size_t k = 0; k < course->n_springs; k++)
        largest = double_max(largest, ahead[course->impulse + k]);
    for (size_t k = 0; k < course->n_springs; k++) {
        struct impact_spring *spring = &course->springs[k];
        if (!is_wrong(course, spring, ahead[course->impulse + k], WEAK * largest))
            continue;
        needs_choice = true;
        spring->side = IMPACT_SIDE_HELD;
    }
    if (!needs_choice)
        return first_release(course, ahead, WEAK * largest);
    choose_by_forces(course, course->next);
    return 0.5;
}
