/*
 * Inelastic collapse: for e < 1 some balls hit each other infinitely often in finite time (McNamara and Young, Phys.
 * Fluids A 4, 496, 1992): three equal balls on a line for e < 7 - 4 sqrt 3, a wall and two for e < 3 - 2 sqrt 2. The
 * gaps shrink by a constant factor from hit to hit until no arithmetic resolves them.
 *
 * The rule has two parts. A hit is suspicious if one of its balls is still coming off the partner of its last hit, that
 * is, their gap is still within CONTACT_TOUCHING although it widens, and that last hit had come right after the one
 * before, with the bodies no farther apart in between than RAPID_FLIGHT of its radius. A suspicious hit is a collapse
 * if hit after hit, carried on within the instant where flights can no longer resolve it (the law gr), brings the two
 * bodies to rest against each other (STUCK) although their e is not 0, or if it is one of SUSPICIONS in a list for a
 * ball. Balls that hit several others almost at once are suspicious, too, but come apart after a few hits.
 *
 * Limits: for e below about 10^-5 gaps skip from wide to touching in one hit, and the balls come to rest together in
 * one simultaneous impact without being suspected. Contacts that were touching from the start, or hit together, or
 * perfectly inelastic, have not come apart and hit again: they are no collapse but resolved by the laws of impact.
 *
 * Cost: 8 bytes per ball, and only where a collapse is possible: e < 1 and no contact_time.
 */
#include "integrators/event/inelastic_collapse.h"

#include <math.h>

/* A hit is rapid when the bodies came no farther than this part of a radius since the ball's last hit. */
#define RAPID_FLIGHT 1e-4

/* Partner of a ball that was hit by several at once; no partner of any contact. */
#define SEVERAL EVENT_REBUILD

/* Bodies are stuck when they are left with this part of the speed at which their own hit would part them. */
#define STUCK 0.01

enum {
    SUSPICIONS = 8,              /* suspicious hits in a list that prove a collapse */
    HITS_AT_ONE_INSTANT = 1000,  /* per ball: more without time passing is no physics */
    FALLBACKS_AT_ONE_INSTANT = 8 /* beside one per ball: each may take a fraction of a second, and ends all approach */
};

/** True if a ball's last hit was so near that bodies closing at `speed` hardly came apart since. */
static bool is_rapid(const struct particle *ball, double speed, double t)
{
    return ball->collisions && speed * (t - ball->t) < RAPID_FLIGHT * ball->r;
}

void inelastic_collapse_note_lone(struct event_engine *engine, struct event_collision collision, double speed)
{
    if (!engine->last_hits)
        return;
    engine->last_hits[collision.slot] = (struct event_last_hit){
        collision.partner, is_rapid(&engine->system.balls[collision.slot], speed, collision.t), 0};
    if (contact_is_ball(collision.partner))
        engine->last_hits[collision.partner] = (struct event_last_hit){
            collision.slot, is_rapid(&engine->system.balls[collision.partner], speed, collision.t), 0};
}

/** Notes one of the contacts through which a ball was hit at the same instant; more than one leave no partner. */
static void note_contact(struct event_engine *engine, uint32_t slot, uint32_t partner, double speed, double t)
{
    struct event_last_hit *last = &engine->last_hits[slot];
    bool first = last->partner == EVENT_NONE;
    last->partner = first ? partner : SEVERAL;
    last->rapid = first && is_rapid(&engine->system.balls[slot], speed, t);
}

void inelastic_collapse_note_group(struct event_engine *engine, double t)
{
    const struct contact_cluster *cluster = &engine->cluster;
    if (!engine->last_hits)
        return;
    for (size_t i = 0; i < cluster->n_balls; i++)
        if (cluster->balls[i].is_hit)
            engine->last_hits[cluster->balls[i].slot].partner = EVENT_NONE;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct contact_cluster_contact *contact = &cluster->contacts[k];
        const struct impact_contact *law = &cluster->law.contacts[k];
        uint32_t a = cluster->balls[contact->a].slot, b = contact_cluster_body(cluster, contact->b);
        if (law->j == 0)
            continue;
        note_contact(engine, a, b, -law->u, t);
        if (contact_is_ball(b))
            note_contact(engine, b, a, -law->u, t);
    }
}

static bool is_own(struct event_collision collision, uint32_t slot, uint32_t partner)
{
    return (slot == collision.slot && partner == collision.partner) ||
           (slot == collision.partner && partner == collision.slot);
}

/** True if the contact joins a ball and the partner of its last hit. */
static bool is_last_contact(const struct event_engine *engine, const struct contact_cluster_contact *contact,
                            uint32_t slot)
{
    const struct contact_cluster *cluster = &engine->cluster;
    uint32_t partner = engine->last_hits[slot].partner;
    uint32_t a = cluster->balls[contact->a].slot, b = contact_cluster_body(cluster, contact->b);
    return (a == slot && b == partner) || (b == slot && a == partner);
}

/** True if the bodies of a contact are coming apart, by more than rounding. */
static bool is_parting(const struct contact_cluster *cluster, const struct impact_contact *contact)
{
    const struct impact_body *body = &cluster->law.bodies[contact->a];
    double u = impact_cluster_velocity(&cluster->law, contact);
    return u > CONTACT_RESTING * sqrt(body->vx * body->vx + body->vy * body->vy);
}

/** True if a ball still is coming off the partner of its last hit, which was rapid, when now another hits it. */
static bool is_suspicious(const struct event_engine *engine, struct event_collision collision, uint32_t slot)
{
    const struct contact_cluster *cluster = &engine->cluster;
    struct event_last_hit last = engine->last_hits[slot];
    if (!last.rapid || is_own(collision, slot, last.partner))
        return false;
    for (size_t k = 0; k < cluster->n_contacts; k++)
        if (is_last_contact(engine, &cluster->contacts[k], slot))
            return is_parting(cluster, &cluster->law.contacts[k]);
    return false;
}

/** True if the law has left the trigger's bodies at rest against each other, although their e is not 0. */
static bool is_stuck(const struct event_engine *engine, struct event_collision collision)
{
    const struct contact_cluster *cluster = &engine->cluster;
    const struct impact_contact *own = &cluster->law.contacts[contact_cluster_find(cluster, collision)];
    return own->e > 0 && fabs(impact_cluster_velocity(&cluster->law, own)) < STUCK * own->e * fabs(own->u);
}

static enum status fail(struct event_engine *engine, struct event_collision collision, struct error *err)
{
    const char *advice = "; a contact_time > 0 carries the run through";
    uint32_t a = engine->system.balls[collision.slot].id;
    engine->counts.collapsed = true;
    if (!contact_is_ball(collision.partner))
        return error_set(err, STATUS_FAILED, NULL,
                         "inelastic collapse: ball %u and the %s wall hit without end at t = %.17g%s", a,
                         boundary_name(&engine->system.boundary, collision.partner), collision.t, advice);
    uint32_t b = engine->system.balls[collision.partner].id;
    return error_set(err, STATUS_FAILED, NULL, "inelastic collapse: balls %u and %u hit without end at t = %.17g%s",
                     a < b ? a : b, a < b ? b : a, collision.t, advice);
}

bool inelastic_collapse_is_suspicious(struct event_engine *engine, struct event_collision collision)
{
    bool suspicious = false;
    for (int side = 0; engine->last_hits && side < (contact_is_ball(collision.partner) ? 2 : 1); side++) {
        uint32_t slot = side ? collision.partner : collision.slot;
        bool found = is_suspicious(engine, collision, slot);
        struct event_last_hit *last = &engine->last_hits[slot];
        last->suspicions = found ? (uint8_t)(last->suspicions + 1) : 0;
        suspicious = suspicious || found;
    }
    return suspicious;
}

enum status inelastic_collapse_judge(struct event_engine *engine, struct event_collision collision, struct error *err)
{
    bool repeated =
        engine->last_hits[collision.slot].suspicions >= SUSPICIONS ||
        (contact_is_ball(collision.partner) && engine->last_hits[collision.partner].suspicions >= SUSPICIONS);
    impact_law_resolve(impact_law_find("gr"), &engine->cluster.law);
    return repeated || is_stuck(engine, collision) ? fail(engine, collision, err) : STATUS_OK;
}

enum status inelastic_collapse_check_instant(struct event_engine *engine, struct event_collision collision,
                                             struct error *err)
{
    bool still = collision.t == engine->instant;
    engine->hits_at_instant = still ? engine->hits_at_instant + 1 : 0;
    engine->fallbacks_before = still ? engine->fallbacks_before : engine->counts.last_resorts;
    engine->instant = collision.t;
    if (engine->hits_at_instant / HITS_AT_ONE_INSTANT <= engine->system.n &&
        engine->counts.last_resorts - engine->fallbacks_before <= engine->system.n + FALLBACKS_AT_ONE_INSTANT)
        return STATUS_OK;
    engine->counts.collapsed = true;
    return error_set(err, STATUS_FAILED, NULL, "ball %u is hit without end at t = %.17g under impact law \"%s\"",
                     engine->system.balls[collision.slot].id, collision.t, engine->law->name);
}
