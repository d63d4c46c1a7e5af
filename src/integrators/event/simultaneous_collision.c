/*
 * Several contacts at one instant.
 *
 * Rigid-body mechanics has no law for this. Newton's restitution gives one equation for each contact, but does not say
 * how an impulse at one contact acts at another while it lasts, and the outcome for elastic bodies depends on how they
 * deform (Ivanov, J. Appl. Math. Mech. 59, 887, 1995; Glocker, Acta Mech. 168, 1, 2004). In a gas such instants have
 * probability zero. On a table they are the rule: a rack is a cluster of thirty contacts, and a cradle one of four. So
 * the law is the scene's choice (`impact`, physics/impact_law), and this file only applies it:
 *
 *     gather       all that touches, from one collision on (contact_cluster), with each contact's restitution
 *     collapse?    is the cluster what an infinite sequence of collisions tends to? (inelastic_collapse)
 *     resolve      the law changes velocities; impulses go to the log, one row a contact, all of one group
 *     pressed?     does the collision's own contact stay, so that it is a collapse after all? (pressed_contact)
 *     restart      only balls that received an impulse begin a new trajectory and are predicted anew
 *
 * The last step does more than save time. A trajectory that is restated changes by rounding, so restating all of them
 * would let events elsewhere in a rack disturb balls at rest. For a single contact, where all laws give the two-body
 * formula, this is the slow way to do the work of binary_collision.c, which calls here only when its search has found a
 * third body that touches.
 *
 * Cost: that of the law, up to O(n^3) for n contacts that act on each other.
 */
#include "integrators/event/event_engine_internal.h"

#include <math.h>

#include "base/min_max.h"

static void set_restitution(struct event_engine *engine, double t)
{
    struct contact_cluster *cluster = &engine->cluster;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        struct contact *contact = &cluster->law.contacts[k];
        uint32_t a = cluster->balls[contact->a].slot, body = contact_cluster_body(cluster, contact);
        contact->e = contact_is_ball(body) ? event_ball_restitution(engine, a, body, t)
                                           : event_surface_restitution(engine, a, body, t);
    }
}

/** Reports a contact. A contact of a fixed ball with the smaller index has been turned; here it is turned back. */
static void notify(const struct event_engine *engine, const struct contact *contact)
{
    const struct contact_cluster_ball *balls = engine->cluster.balls;
    const struct boundary *boundary = &engine->system.boundary;
    bool is_turned = contact->body < (uint32_t)contact->a;
    uint32_t first = is_turned ? contact->body : (uint32_t)contact->a;
    uint32_t second = is_turned ? (uint32_t)contact->a : contact->body;
    event_report(engine, &balls[first].ball, balls[first].turns,
                 (struct contact_event){
                     .kind = boundary_kind(boundary, second),
                     .b = contact_is_ball(second) ? (int64_t)balls[second].ball.id : boundary_number(boundary, second),
                     .n = is_turned ? vec2_sub((struct vec2){0, 0}, contact->n) : contact->n, /* no negative zero */
                     .u = contact->u + 0,                                                     /* nor here */
                     .j = contact->j,
                 });
}

/** Marks the balls that received an impulse. */
static void mark_hit(struct contact_cluster *cluster)
{
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        if (contact->j == 0)
            continue;
        cluster->balls[contact->a].is_hit = true;
        if (contact->b != CONTACT_FIXED)
            cluster->balls[contact->b].is_hit = true;
    }
}

/** Counts and reports the contacts that received an impulse. Returns their number. */
static size_t report(struct event_engine *engine)
{
    const struct contact_cluster *cluster = &engine->cluster;
    size_t rows = 0;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        if (contact->j == 0)
            continue;
        if (contact_is_ball(contact->body))
            engine->counts.ball++;
        else
            engine->counts.surface++;
        engine->counts.pulls += contact->j < 0;
        if (event_is_observed(engine))
            notify(engine, contact);
        rows++;
    }
    return rows;
}

/** Largest overlap among the contacts of the set. */
static void record_overlaps(struct event_engine *engine)
{
    const struct contact_cluster *cluster = &engine->cluster;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        bool is_pair = contact_is_ball(contact->body);
        double other = is_pair ? cluster->balls[contact->body].ball.r : HUGE_VAL;
        event_record_overlap(engine, -contact->gap, double_min(contact->r, other));
    }
}

/** A ball whose bounce off a wall would be too low to count, or that the law has left at rest across it but for
 * rounding, lies there from now on; the impulse is then without the bounce. Returns the energy that this takes. */
static double hold_by_gravity(struct event_engine *engine)
{
    struct contact_cluster *cluster = &engine->cluster;
    double lost = 0;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        struct contact *contact = &cluster->law.contacts[k];
        const struct contact_cluster_ball *ball = &cluster->balls[contact->a];
        struct impact_body *body = &cluster->law.bodies[contact->a];
        if (contact_is_ball(contact->body) || !ball->is_hit)
            continue;
        const struct surface *surface = boundary_surface(&engine->system.boundary, contact->body);
        if (boundary_is_obstacle(surface))
            continue;
        double speed = -vec2_dot(contact->n, body->v);
        bool rests = contact_is_resting(speed * speed, vec2_dot(body->v, body->v));
        if (!(speed >= 0 || rests) || boundary_rebound(&engine->system.motion, surface, contact_side(contact->body),
                                                       contact->r, double_max(0, speed)) > 0)
            continue;
        body->v = boundary_reflect(surface, contact->n, body->v, 0);
        if (contact->j > 0)
            contact->j = double_max(0, contact->j - body->m * speed);
        lost += 0.5 * body->m * speed * speed;
    }
    return lost;
}

/** A ball of the set as it leaves. */
static struct particle leaving_ball(const struct contact_cluster *cluster, size_t i)
{
    struct particle ball = cluster->balls[i].ball;
    event_begin_trajectory(&ball, cluster->law.bodies[i].v);
    return ball;
}

/** Begins a new trajectory for each ball that received an impulse, then predicts them. */
static void begin_trajectories(struct event_engine *engine, struct event_collision collision)
{
    struct contact_cluster *cluster = &engine->cluster;
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        if (!ball->is_hit)
            continue;
        struct particle leaving = leaving_ball(cluster, i);
        event_set_trajectory(engine, ball->slot, &leaving);
        if (engine->system.turns)
            engine->system.turns[ball->slot] = ball->turns;
    }
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        if (ball->is_hit || ball->slot == collision.slot)
            prediction_update(engine, ball->slot, collision.t);
    }
}

/** Gathers the contact set with its coefficients of restitution. */
static enum status gather(struct event_engine *engine, struct event_collision collision, struct error *err)
{
    switch (contact_cluster_gather(&engine->cluster, &engine->system, collision)) {
    case CONTACT_CLUSTER_OK:
        set_restitution(engine, collision.t);
        if (engine->counts.last_resorts == engine->fallbacks_before)
            engine->cluster.law.in_vain = 0;
        return STATUS_OK;
    case CONTACT_CLUSTER_TOO_LARGE:
        return error_set(err, STATUS_LIMIT, NULL, "%zu contacts meet at t = %.17g; the limit is %d",
                         engine->cluster.law.n_contacts, collision.t + engine->epoch, CONTACT_LCP_LIMIT);
    default:
        return error_no_memory(err);
    }
}

static void count(struct event_engine *engine, const struct impact_outcome *outcome, size_t rows)
{
    engine->counts.simultaneous += rows > 1;
    engine->counts.energy_gains += outcome->lost < -IMPACT_LAW_GAIN * outcome->kinetic;
    engine->counts.last_resorts += outcome->last_resort;
    sum_add(&engine->lost, outcome->lost);
    engine->group++;
}

/** Gathers the contact set and resolves it: by the scene's law, or collision by collision where a collapse is
 *  suspected. */
static enum status resolve(struct event_engine *engine, struct event_collision collision,
                           struct impact_outcome *outcome, struct error *err)
{
    enum status status = gather(engine, collision, err);
    if (status != STATUS_OK)
        return status;
    bool suspected = false;
    if (inelastic_collapse_is_possible(engine, collision)) {
        suspected = inelastic_collapse_is_suspected(engine, collision);
        status = gather(engine, collision, err);
        if (status != STATUS_OK)
            return status;
    }
    record_overlaps(engine);
    if (suspected)
        return inelastic_collapse_follow(engine, collision, outcome, err);
    *outcome = impact_law_resolve(engine->law, &engine->cluster.law);
    return STATUS_OK;
}

/** Acceleration that drives the bodies of a contact together when they have left. */
static double pressure(const struct event_engine *engine, const struct contact *contact)
{
    const struct contact_cluster *cluster = &engine->cluster;
    const struct event_system *system = &engine->system;
    struct particle a = leaving_ball(cluster, (size_t)contact->a);
    if (!contact_is_ball(contact->body)) {
        const struct surface *surface = boundary_surface(&system->boundary, contact->body);
        struct vec2 seen = event_system_seen(system, cluster->balls[contact->a].slot, event_centre(&a), surface);
        return boundary_pressure(&system->motion, surface, contact_side(contact->body), &a, seen);
    }
    const struct particle *second = &cluster->balls[contact->body].ball;
    struct particle b = contact->b == CONTACT_FIXED ? *second : leaving_ball(cluster, (size_t)contact->b);
    return pressed_contact_pressure(&system->motion, &a, &b, vec2_scale(a.r + b.r, contact->n));
}

/** True if the resolved set leaves the colliding bodies where they stay pressed together. */
static bool stays_pressed(const struct event_engine *engine)
{
    const struct contact_cluster *cluster = &engine->cluster;
    const struct contact *own = &cluster->law.contacts[cluster->own];
    double speed = double_max(0, impact_cluster_velocity(&cluster->law, own));
    struct pressed_contact contact = {
        .pressure = pressure(engine, own), .reach = own->r, .speed_squared = speed * speed};
    if (contact_is_ball(own->body))
        contact.reach += cluster->balls[own->body].ball.r;
    return pressed_contact_parting(engine, &contact) == HUGE_VAL;
}

enum status simultaneous_collision_resolve(struct event_engine *engine, struct event_collision collision,
                                           bool collapses, bool *resolved, struct error *err)
{
    struct impact_outcome outcome;
    enum status status = resolve(engine, collision, &outcome, err);
    if (status != STATUS_OK)
        return status;
    *resolved = outcome.rounds > 0 || outcome.stopped;
    engine->interrupted = outcome.stopped;
    if (outcome.stopped)
        return STATUS_OK;
    mark_hit(&engine->cluster);
    double held = engine->system.motion.law == MOTION_GRAVITY ? hold_by_gravity(engine) : 0;
    if (collapses && (!*resolved || stays_pressed(engine)))
        return inelastic_collapse_fail(engine, collision, true, err);
    if (!*resolved)
        return STATUS_OK;
    count(engine, &outcome, report(engine));
    sum_add(&engine->lost, held);
    begin_trajectories(engine, collision);
    return STATUS_OK;
}
