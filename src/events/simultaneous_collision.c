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

#include "contact/friction.h"
#include "events/collapse.h"
#include "events/event_arrival.h"
#include "events/event_crush.h"
#include "events/event_instant.h"
#include "events/event_ledger.h"
#include "events/event_pistons.h"
#include "events/event_rolling.h"
#include "events/event_seam.h"
#include "base/min_max.h"
#include "base/vec2.h"
#include "events/prediction.h"
#include "impact/impact_friction.h"
#include "impact/impact_law.h"
#include "motion/cloth.h"

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
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
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
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
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

struct held {
    double lost, work;
};

/** True if gravity holds a ball at the wall of a contact: the law has left it there at rest but for rounding, or with a
 *  bounce that would be too low to count. @param speed with which it leaves */
static bool holds(const struct event_system *system, const struct contact *contact, const struct surface *surface,
                  double speed)
{
    const struct vec2 v = system->instant->cluster.law.bodies[contact->a].v;
    if (boundary_is_obstacle(surface))
        return false;
    return (speed >= 0 || contact_is_resting(speed * speed, vec2_dot(v, v) + vec2_dot(contact->v, contact->v))) &&
           !(boundary_rebound(&system->motion, surface, contact_side(contact->body), contact->r, double_max(0, speed)) >
             0);
}

/** The impulse has lost its bounce: takes back what its friction is more than Coulomb's law allows for the rest. */
static void ease_friction(struct contact *contact, struct impact_body *body, struct held *held)
{
    const struct friction mu = contact->coefficients.rubbing.mu;
    const double size = sqrt(contact->jt * contact->jt + contact->jz * contact->jz), most = (mu.a + mu.b) * contact->j;
    if (!(size > most) || contact->sine != 0)
        return;
    struct friction_body ball = {.v = body->v, .w = body->w, .m = body->m, .r = body->r, .q = body->q};
    const double before = friction_body_energy(&ball), part = 1 - most / size;
    const struct vec3 n = {contact->n.x, contact->n.y, 0};
    const struct vec3 back = {part * contact->n.y * contact->jt, -part * contact->n.x * contact->jt,
                              -part * contact->jz};
    const double work = -(back.x * contact->v.x + back.y * contact->v.y);
    friction_push(&ball, n, back, -1);
    body->v = ball.v;
    body->w = ball.w;
    contact->jt *= most / size;
    contact->jz *= most / size;
    held->lost += before + work - friction_body_energy(&ball);
    held->work += work;
}

/** A ball that gravity holds lies there from now on; the impulse is then without the bounce. Returns the energy that
 *  this takes, and what walls that move work. */
static struct held hold_by_gravity(struct event_system *system)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    struct held held = {0, 0};
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        struct contact *contact = &cluster->law.contacts[k];
        struct impact_body *body = &cluster->law.bodies[contact->a];
        if (!cluster->balls[contact->a].is_hit || contact_is_ball(contact->body) ||
            contact_cluster_piston(cluster, contact))
            continue;
        const struct surface *surface = boundary_surface(&system->boundary, contact->body);
        const double speed = -vec2_dot(contact->n, vec2_sub(body->v, contact->v));
        if (!holds(system, contact, surface, speed))
            continue;
        body->v = boundary_reflect(surface, contact->n, body->v, contact->v, 0);
        if (contact->j > 0)
            contact->j = double_max(0, contact->j - body->m * speed);
        held.lost += 0.5 * body->m * speed * speed;
        held.work += body->m * speed * vec2_dot(contact->n, contact->v);
        if (cluster->law.has_friction)
            ease_friction(contact, body, &held);
    }
    return held;
}

/** Begins the new trajectory of a ball of the set. */
static void leave(struct event_system *system, size_t i)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    const struct contact_cluster_ball *ball = &cluster->balls[i];
    const struct event_arrival arrival = {ball->ball, ball->w, ball->turns};
    struct particle leaving = ball->ball;
    event_trajectory_begin(&leaving, cluster->law.bodies[i].v);
    event_arrival_leave(system, ball->slot, &arrival, &leaving, cluster->law.bodies[i].w);
}

/** Begins a new trajectory for each ball that received an impulse, then predicts them. */
static void begin_trajectories(struct event_system *system, struct event_collision collision)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    for (size_t i = 0; i < cluster->n_balls; i++)
        if (cluster->balls[i].is_hit)
            leave(system, i);
    for (size_t i = 0; i < cluster->n_pistons; i++) {
        const struct vec2 v = cluster->law.bodies[cluster->n_balls + i].v;
        if (cluster->pistons[i].is_hit)
            event_pistons_restate(cluster->pistons[i].piston, collision.t, v.x + v.y); /* one of them is 0 */
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

/** Where there is a contact_time: notes what it keeps. */
static void note_elastic(struct event_system *system, double t)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
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
        event_ledger_note_elastic(system, &given->restitution, 1 / impact_cluster_compliance(&cluster->law, contact),
                                  contact->u, cluster->law.kinetic);
    }
}

static void count(struct event_system *system, const struct impact_outcome *outcome, size_t rows)
{
    system->ledger.counts.simultaneous += rows > 1;
    system->ledger.counts.energy_gains += outcome->lost < -IMPACT_LAW_GAIN * outcome->kinetic;
    system->ledger.counts.last_resorts += outcome->last_resort;
    ledger_contact_took(&system->ledger, outcome->lost);
    system->group++;
}

/* ---- gentle hits of balls that roll: as in event_rolling ---- */

/** What a contact has given to each of its balls; HUGE_VAL: more than a gentle hit does. */
static double kick_of(const struct event_system *system, const struct contact_cluster *cluster,
                      const struct contact *contact)
{
    if (contact->b == CONTACT_FIXED)
        return fabs(contact->j);
    const double change = fabs(impact_cluster_velocity(&cluster->law, contact) - contact->u);
    const double most = event_rolling_most(&system->motion, &cluster->balls[contact->a].ball) +
                        event_rolling_most(&system->motion, &cluster->balls[contact->b].ball);
    return contact->j == 0 || change <= most ? fabs(contact->j) : HUGE_VAL;
}

/** Marks the balls that roll on: those that rolled, and whose slide after the impulses that they have got would end
 *  within the lowest bounce. Returns whether there is one. */
static bool mark_rolling(const struct event_system *system, struct contact_cluster *cluster)
{
    bool any = false;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        const double kick = kick_of(system, cluster, contact);
        cluster->balls[contact->a].kick += kick;
        if (contact->b != CONTACT_FIXED)
            cluster->balls[contact->b].kick += kick;
    }
    for (size_t i = 0; i < cluster->n_balls; i++) {
        struct contact_cluster_ball *ball = &cluster->balls[i];
        const struct impact_body *body = &cluster->law.bodies[i];
        if (!(ball->kick > 0) || cloth_slips(event_velocity(&ball->ball), rolling_velocity(ball->w, ball->ball.r)))
            continue;
        ball->rolls_on = ball->kick <= event_rolling_most(&system->motion, &ball->ball) * body->m;
        any |= ball->rolls_on;
    }
    return any;
}

/** Energy of translation and rotation of the balls. */
static double energy(const struct contact_cluster *cluster)
{
    return impact_cluster_kinetic_energy(&cluster->law) + impact_friction_rotation(&cluster->law);
}

/** Puts the balls back to before the impact. @param weighs whether those that roll on resist the more */
static void put_back(struct contact_cluster *cluster, bool weighs)
{
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        struct impact_body *body = &cluster->law.bodies[i];
        body->v = event_velocity(&ball->ball);
        body->w = ball->w;
        if (ball->rolls_on && weighs)
            body->m *= 1 + body->q;
    }
}

/** The balls that roll on do: what friction at contacts has made of their spins counts, too. */
static void end_slides(struct contact_cluster *cluster)
{
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        struct impact_body *body = &cluster->law.bodies[i];
        if (!ball->rolls_on)
            continue;
        const struct vec2 turned = rolling_velocity(vec3_sub(body->w, ball->w), body->r);
        body->m = ball->ball.m;
        body->v = vec2_add(body->v, vec2_scale(body->q, turned));
        body->w = rolling_spin(body->v, body->r, body->w.z);
    }
}

/** Resolves a set once more where balls roll on. */
static void roll_on(struct event_system *system, struct impact_outcome *outcome)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    if (outcome->stopped || !mark_rolling(system, cluster))
        return;
    put_back(cluster, false);
    const double before = energy(cluster);
    put_back(cluster, true);
    *outcome = impact_law_resolve(system->instant->law, &cluster->law);
    end_slides(cluster);
    outcome->lost = before + impact_cluster_work(&cluster->law) - energy(cluster);
}

/** Gathers the contact set and resolves it: by the scene's law, or collision by collision where a collapse is
 *  suspected. What the law leaves approaching has no room; collisions followed one by one leave bodies that approach
 *  over gaps of their own. */
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
    *outcome = impact_law_resolve(system->instant->law, &cluster->law);
    if (motion_slides(&system->motion))
        roll_on(system, outcome);
    return outcome->stopped ? STATUS_OK : event_crush_check_impact(system, cluster, collision.t, err);
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
    const double work = impact_cluster_work(&system->instant->cluster.law);
    const struct held held = motion_falls(&system->motion) ? hold_by_gravity(system) : (struct held){0, 0};
    if (!*resolved)
        return STATUS_OK;
    if (system->recent)
        note_elastic(system, collision.t);
    count(system, &outcome, report(system));
    ledger_contact_took(&system->ledger, held.lost);
    ledger_walls_worked(&system->ledger, work + held.work);
    begin_trajectories(system, collision);
    return STATUS_OK;
}
