/*
 * Contacts together: the connected contact set of an instant goes to the scene's law of impact (physics/impact_law).
 * Only balls that receive an impulse begin a new flight; the others fly on as if nothing had happened, so that a rack
 * at rest is not touched by what goes on elsewhere in it. Every contact with an impulse is one row of the log, all of
 * one group.
 */
#include "integrators/event/simultaneous_collision.h"

#include <math.h>

#include "integrators/event/inelastic_collapse.h"
#include "integrators/event/prediction.h"

static void set_restitution(struct event_engine *engine, double t)
{
    struct contact_cluster *cluster = &engine->cluster;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct contact_cluster_contact *contact = &cluster->contacts[k];
        uint32_t a = cluster->balls[contact->a].slot, b = contact->b;
        cluster->law.contacts[k].e = contact_is_ball(b) ? event_ball_restitution(engine, a, cluster->balls[b].slot, t)
                                                        : event_surface_restitution(engine, a, b, t);
    }
}

/** Counts and reports the contacts that received an impulse; returns how many. */
static size_t report(struct event_engine *engine, double t)
{
    const struct contact_cluster *cluster = &engine->cluster;
    size_t rows = 0;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct contact_cluster_contact *contact = &cluster->contacts[k];
        const struct impact_contact *law = &cluster->law.contacts[k];
        if (law->j == 0)
            continue;
        const struct contact_cluster_ball *a = &cluster->balls[contact->a];
        bool is_pair = contact_is_ball(contact->b);
        double r = engine->balls[a->slot].r;
        event_report(engine,
                     &(struct contact_event){.t = t,
                                             .group = engine->group,
                                             .kind = boundary_kind(&engine->system.boundary, contact->b),
                                             .a = a->id,
                                             .b = is_pair ? (int64_t)cluster->balls[contact->b].id
                                                          : boundary_number(&engine->system.boundary, contact->b),
                                             .x = a->x + r * law->nx,
                                             .y = a->y + r * law->ny,
                                             .nx = law->nx,
                                             .ny = law->ny,
                                             .u = law->u,
                                             .j = law->j});
        if (is_pair)
            engine->counts.ball++;
        else
            engine->counts.wall++;
        engine->counts.pulls += law->j < 0;
        rows++;
    }
    return rows;
}

/** Largest overlap among the contacts of the set. */
static void note_overlaps(struct event_engine *engine)
{
    const struct contact_cluster *cluster = &engine->cluster;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct contact_cluster_contact *contact = &cluster->contacts[k];
        const struct contact_cluster_ball *a = &cluster->balls[contact->a];
        double r = engine->balls[a->slot].r;
        if (contact_is_ball(contact->b)) {
            const struct contact_cluster_ball *b = &cluster->balls[contact->b];
            double dx = b->x - a->x, dy = b->y - a->y, other = engine->balls[b->slot].r;
            event_note_overlap(engine, r + other - sqrt(dx * dx + dy * dy), r < other ? r : other);
        } else {
            const struct surface *surface = boundary_surface(&engine->system.boundary, contact->b);
            struct vec2 centre = {a->x, a->y};
            event_note_overlap(engine, -boundary_gap(surface, contact_side(contact->b), centre, r), r);
        }
    }
}

/** Gives new flights to the balls that received an impulse, then lets each of them predict. */
static void begin_flights(struct event_engine *engine, struct event_trigger trigger)
{
    struct contact_cluster *cluster = &engine->cluster;
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        const struct impact_body *body = &cluster->law.bodies[i];
        if (ball->is_hit)
            event_begin_flight(&engine->balls[ball->slot], trigger.t, ball->x, ball->y, body->vx, body->vy);
    }
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        if (ball->is_hit || ball->slot == trigger.slot)
            prediction(engine, ball->slot, trigger.t);
    }
}

static enum status gather(struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    switch (contact_cluster_gather(&engine->cluster, &engine->system, trigger)) {
    case CONTACT_CLUSTER_OK:
        return STATUS_OK;
    case CONTACT_CLUSTER_TOO_LARGE:
        return error_set(err, STATUS_LIMIT, NULL, "%zu contacts meet at t = %.17g; the limit is %d",
                         engine->cluster.n_contacts, trigger.t, CONTACT_LCP_LIMIT);
    default:
        return error_no_memory(err);
    }
}

static void count(struct event_engine *engine, const struct impact_outcome *outcome, size_t rows)
{
    engine->counts.simultaneous += rows > 1;
    engine->counts.energy_gains += outcome->lost < -1e-12 * outcome->kinetic;
    engine->counts.last_resorts += outcome->last_resort;
    sum_add(&engine->lost, outcome->lost);
    engine->group++;
}

/** Gathers the contact set with its coefficients of restitution, unless it is part of an inelastic collapse. */
static enum status prepare(struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    enum status status = gather(engine, trigger, err);
    if (status != STATUS_OK)
        return status;
    set_restitution(engine, trigger.t);
    if (!inelastic_collapse_is_suspicious(engine, trigger))
        return STATUS_OK;
    status = inelastic_collapse_judge(engine, trigger, err);
    if (status == STATUS_OK)
        status = gather(engine, trigger, err);
    set_restitution(engine, trigger.t);
    return status;
}

enum status simultaneous_collision_resolve(struct event_engine *engine, struct event_trigger trigger, bool *resolved,
                                           struct error *err)
{
    struct contact_cluster *cluster = &engine->cluster;
    enum status status = prepare(engine, trigger, err);
    if (status != STATUS_OK)
        return status;
    note_overlaps(engine);
    struct impact_outcome outcome = impact_law_resolve(engine->law, &cluster->law);
    *resolved = outcome.rounds > 0;
    if (!*resolved)
        return STATUS_OK;
    contact_cluster_mark_hit(cluster);
    inelastic_collapse_note_group(engine, trigger.t);
    count(engine, &outcome, report(engine, trigger.t));
    begin_flights(engine, trigger);
    return STATUS_OK;
}
