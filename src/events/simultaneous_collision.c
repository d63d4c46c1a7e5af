/*
 * Several contacts at one instant.
 *
 * Rigid-body mechanics has no law for this. Newton's restitution gives one equation for each contact, but does not say
 * how an impulse at one contact acts at another while it lasts, and the outcome for elastic bodies depends on how they
 * deform (Ivanov, J. Appl. Math. Mech. 59, 887, 1995; Glocker, Acta Mech. 168, 1, 2004). In a gas such instants have
 * probability zero. On a table they are the rule: a rack is a cluster of thirty contacts, and a cradle one of four. So
 * the law is the scene's choice (`impact`, impact/impact_law), and this file only applies it:
 *
 *     gather       all that touches, from one collision on (contact_cluster), with each contact's restitution
 *     collapse?    is the cluster what an infinite sequence of collisions tends to? (events/collapse)
 *     resolve      the law changes velocities; impulses go to the log, one row a contact, all of one group
 *     roll, lie    balls that are hit gently roll on (contact_cluster_rolling), and those that gravity holds lie
 *                  (contact_cluster_lying)
 *     restart      only balls that received an impulse begin a new trajectory and are predicted anew
 *
 * The last step does more than save time. A trajectory that is restated changes by rounding, so restating all of them
 * would let events elsewhere in a rack disturb balls at rest. For a single contact, where all laws give the two-body
 * formula, this is the slow way to do the work of event_pair.c, which calls here only when its search has found a
 * third body that touches.
 *
 * Cost: that of the law, up to O(n^3) for n contacts that act on each other.
 */
#include "events/simultaneous_collision.h"

#include <math.h>

#include "events/collapse.h"
#include "events/contact_cluster_lying.h"
#include "events/contact_cluster_rolling.h"
#include "events/event_arrival.h"
#include "events/event_crush.h"
#include "events/event_instant.h"
#include "events/event_ledger.h"
#include "events/event_pistons.h"
#include "base/vec2.h"
#include "events/prediction.h"
#include "impact/impact_law.h"

/** Reports a contact, the ball with the smaller index first: in the set a fixed ball is the second. */
static void notify(const struct event_system *system, const struct contact *contact)
{
    const struct contact_cluster_ball *balls = system->instant->cluster.balls;
    bool is_turned = contact->body < (uint32_t)contact->a;
    uint32_t first = is_turned ? contact->body : (uint32_t)contact->a;
    uint32_t second = is_turned ? (uint32_t)contact->a : contact->body;
    struct contact row = *contact;
    row.a = (int32_t)balls[first].ball.id;
    row.body = contact_is_ball(second) ? balls[second].ball.id : second;
    row.n = is_turned ? vec2_sub((struct vec2){0, 0}, contact->n) : contact->n; /* no negative zero */
    row.u = contact->u + 0;                                                     /* nor here */
    row.jt = contact->jt + 0;
    row.jz = (is_turned ? -contact->jz : contact->jz) + 0;
    event_ledger_report(system, &row, &balls[first].ball, balls[first].turns);
}

/** Marks the bodies that received an impulse. */
static void mark_hit(struct contact_cluster *cluster)
{
    for (size_t k = 0; k < cluster->impact.n_contacts; k++) {
        const struct contact *contact = &cluster->impact.contacts[k];
        if (contact->j == 0)
            continue;
        cluster->balls[contact->a].is_hit = true;
        struct contact_cluster_piston *piston = contact_cluster_piston(cluster, contact);
        if (piston)
            piston->is_hit = true;
        else if (contact->b != CONTACT_FIXED)
            cluster->balls[contact->b].is_hit = true;
    }
}

/** Books and reports the contacts that received an impulse; what they have lost is booked together. Returns their
 * number. */
static size_t report(struct event_system *system)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    size_t rows = 0;
    for (size_t k = 0; k < cluster->impact.n_contacts; k++) {
        const struct contact *contact = &cluster->impact.contacts[k];
        if (contact->j == 0)
            continue;
        system->ledger.counts.pulls += contact->j < 0;
        event_ledger_book(system, contact_is_ball(contact->body), 0);
        if (event_ledger_is_observed(system))
            notify(system, contact);
        rows++;
    }
    return rows;
}

/** Begins the new trajectory of a ball of the set. */
static void leave(struct event_system *system, size_t i)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    const struct contact_cluster_ball *ball = &cluster->balls[i];
    const struct event_arrival arrival = {ball->ball, ball->w, ball->turns};
    struct particle leaving = ball->ball;
    event_trajectory_begin(&leaving, cluster->impact.bodies[i].v);
    event_arrival_leave(system, ball->slot, &arrival, &leaving, cluster->impact.bodies[i].w);
}

/** Begins a new trajectory for each ball that received an impulse, then predicts them. */
static void begin_trajectories(struct event_system *system, struct event_collision collision)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    for (size_t i = 0; i < cluster->n_balls; i++)
        if (cluster->balls[i].is_hit)
            leave(system, i);
    for (size_t i = 0; i < cluster->n_pistons; i++) {
        const struct vec2 v = cluster->impact.bodies[cluster->n_balls + i].v;
        if (cluster->pistons[i].is_hit)
            event_pistons_restate(event_pistons_own(system, cluster->pistons[i].piston), collision.t,
                                  v.x + v.y); /* one of them is 0 */
    }
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        if (ball->is_hit || ball->slot == collision.slot)
            prediction_update(system, ball->slot, collision.t);
    }
    for (size_t i = 0; i < cluster->n_pistons; i++)
        if (cluster->pistons[i].is_hit)
            prediction_restate(system, cluster->pistons[i].piston->body, collision.t);
}

/** Notes what contact_time keeps. */
static void note_elastic(struct event_system *system, double t)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    for (size_t k = 0; k < cluster->impact.n_contacts; k++) {
        const struct contact *contact = &cluster->impact.contacts[k];
        const struct contact_cluster_ball *a = &cluster->balls[contact->a];
        const bool is_pair = contact_is_ball(contact->body);
        const struct contact_cluster_ball *b = is_pair ? &cluster->balls[contact->body] : NULL;
        if (!(contact->j > 0) ||
            !(event_trajectory_is_recent(system, a->slot, t) || (b && event_trajectory_is_recent(system, b->slot, t))))
            continue;
        const struct coefficients *given =
            b ? scene_pair(system->scene, a->ball.id, b->ball.id)
              : scene_at_surface(system->scene, a->ball.id, boundary_surface(&system->boundary, contact->body));
        if (b && contact->b != CONTACT_FIXED)
            event_ledger_note_creep(system, &given->rubbing, contact->u);
        event_ledger_note_elastic(system, &given->restitution, 1 / impact_cluster_compliance(&cluster->impact, contact),
                                  contact->u, cluster->impact.kinetic);
    }
}

/** @param work of surfaces that move: the loss is a small difference of numbers as large, so its rounding is, too */
static void count(struct event_system *system, const struct impact_outcome *outcome, double work, size_t rows)
{
    system->ledger.counts.simultaneous += rows > 1;
    system->ledger.counts.energy_gains += outcome->lost < -IMPACT_LAW_GAIN * (outcome->kinetic + fabs(work));
    system->ledger.counts.last_resorts += outcome->last_resort;
    ledger_contact_took(&system->ledger, outcome->lost);
    system->group++;
}

/** Gathers the contact set and resolves it: by the scene's law, or collision by collision where a collapse is
 *  suspected. What the law leaves approaching has no room. Collisions followed one by one leave bodies that approach
 *  over gaps of their own, and balls that roll on may be hit again at once. */
static enum status resolve(struct event_system *system, struct event_collision collision,
                           struct impact_outcome *outcome, struct error *err)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    enum status status = contact_cluster_gather(cluster, system, collision, 0, err);
    bool suspected = false;
    if (status == STATUS_OK && collapse_is_possible(system, collision)) {
        suspected = collapse_is_suspected(system, collision);
        status = contact_cluster_gather(cluster, system, collision, 0, err);
    }
    if (status != STATUS_OK)
        return status;
    if (suspected)
        return collapse_follow(system, collision, outcome, err);
    *outcome = impact_law_resolve(system->instant->law, &cluster->impact);
    status = outcome->stopped ? STATUS_OK : event_crush_check_impact(system, cluster, collision.t, err);
    if (status == STATUS_OK)
        contact_cluster_rolling_on(system, outcome);
    return status;
}

enum status simultaneous_collision_resolve(struct event_system *system, struct event_collision collision,
                                           bool *resolved, struct error *err)
{
    struct impact_outcome outcome;
    if (system->tile) { /* which bodies touch, and whether they ever part, is for the engine of all to say */
        system->tile->is_hopeless = true;
        return STATUS_FAILED;
    }
    enum status status = resolve(system, collision, &outcome, err);
    if (status == STATUS_OK)
        status = event_instant_spend(system, collision, 1 + outcome.work / EVENT_INSTANT_UNIT, err);
    if (status != STATUS_OK)
        return status;
    *resolved = outcome.rounds > 0 || outcome.stopped;
    system->instant->interrupted = outcome.stopped;
    if (outcome.stopped)
        return STATUS_OK;
    mark_hit(&system->instant->cluster);
    const double work = impact_cluster_work(&system->instant->cluster.impact);
    const struct contact_cluster_held held = contact_cluster_lying_hold(system);
    if (!*resolved)
        return STATUS_OK;
    note_elastic(system, collision.t);
    count(system, &outcome, work, report(system));
    ledger_contact_took(&system->ledger, held.lost);
    ledger_walls_worked(&system->ledger, work + held.work);
    begin_trajectories(system, collision);
    return STATUS_OK;
}
