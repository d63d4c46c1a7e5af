/*
 * Inelastic collapse: for e < 1 some balls hit each other infinitely often in finite time (McNamara and Young, Phys.
 * Fluids A 4, 496, 1992): three equal balls on a line for e < 7 - 4 sqrt 3, a wall and two for e < 3 - 2 sqrt 2. The
 * gaps shrink by a constant factor from hit to hit until no arithmetic resolves them.
 *
 * The rule: a ball is collapsing if it is hit again before it has come off the partner of its last hit, that is,
 * while their gap is still within FLIGHT_TOUCHING, and its last hit had come right after the one before, with the
 * bodies no farther apart in between than RAPID_FLIGHT of its radius. Chance does the first about once in 10^10 hits of
 * a dense gas, and both together never; a collapse does both unless e is below about 10^-5, when the gaps skip from
 * wide to touching in one hit and the balls come to rest together in one simultaneous impact. Just above a threshold
 * the gaps of the many last hits are below FLIGHT_TOUCHING too (for three balls up to e = 0.073) and count as a
 * collapse.
 *
 * Contacts that were touching from the start, or hit together, or perfectly inelastic, have not come apart and hit
 * again: they are no collapse but resolved by the laws of impact.
 *
 * Cost: 8 bytes per ball, and only where a collapse is possible: e < 1 and no contact_time.
 */
#include "integrators/event_collapse.h"

#include <math.h>

/* A hit is rapid when the bodies came no farther than this part of a radius since the ball's last hit. */
#define RAPID_FLIGHT 1e-4

/* Partner of a ball that was hit by several at once; no partner of any contact. */
#define SEVERAL EVENT_ROAM

enum { HITS_AT_ONE_INSTANT = 1000 }; /* per ball: more without time passing is no physics */

/** True if a ball's last hit was so near that bodies closing at `speed` hardly came apart since. */
static bool is_rapid(const struct flight *ball, double speed, double t)
{
    return ball->hits && speed * (t - ball->t) < RAPID_FLIGHT * ball->r;
}

void event_collapse_note_lone(struct event_engine *engine, struct event_trigger trigger, double speed)
{
    if (!engine->last_hits)
        return;
    engine->last_hits[trigger.slot] =
        (struct event_last_hit){trigger.partner, is_rapid(&engine->balls[trigger.slot], speed, trigger.t)};
    if (trigger.partner < EVENT_WALL)
        engine->last_hits[trigger.partner] =
            (struct event_last_hit){trigger.slot, is_rapid(&engine->balls[trigger.partner], speed, trigger.t)};
}

/** Notes one of the contacts through which a ball was hit at the same instant; more than one leave no partner. */
static void note_contact(struct event_engine *engine, uint32_t slot, uint32_t partner, double speed, double t)
{
    struct event_last_hit *last = &engine->last_hits[slot];
    if (last->partner == EVENT_NONE)
        *last = (struct event_last_hit){partner, is_rapid(&engine->balls[slot], speed, t)};
    else
        *last = (struct event_last_hit){SEVERAL, false};
}

void event_collapse_note_group(struct event_engine *engine, double t)
{
    const struct event_cluster *cluster = &engine->cluster;
    if (!engine->last_hits)
        return;
    for (size_t i = 0; i < cluster->n_balls; i++)
        if (cluster->balls[i].is_hit)
            engine->last_hits[cluster->balls[i].slot].partner = EVENT_NONE;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct event_cluster_contact *contact = &cluster->contacts[k];
        const struct impact_contact *law = &cluster->law.contacts[k];
        uint32_t a = cluster->balls[contact->a].slot, b = cluster->balls[contact->b].slot;
        if (law->j == 0)
            continue;
        note_contact(engine, a, contact->kind == CONTACT_BALL ? b : EVENT_WALL + contact->kind, -law->u, t);
        if (contact->kind == CONTACT_BALL)
            note_contact(engine, b, a, -law->u, t);
    }
}

static bool is_trigger(struct event_trigger trigger, uint32_t slot, uint32_t partner)
{
    return (slot == trigger.slot && partner == trigger.partner) || (slot == trigger.partner && partner == trigger.slot);
}

/** True if a ball still touches the partner of its last hit, which was rapid, although now another hits it. */
static bool is_collapsing(const struct event_engine *engine, struct event_trigger trigger, uint32_t slot)
{
    const struct event_cluster *cluster = &engine->cluster;
    struct event_last_hit last = engine->last_hits[slot];
    if (!last.rapid || is_trigger(trigger, slot, last.partner))
        return false;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct event_cluster_contact *contact = &cluster->contacts[k];
        uint32_t a = cluster->balls[contact->a].slot, b = cluster->balls[contact->b].slot;
        bool is_wall = contact->kind != CONTACT_BALL;
        if (is_wall ? a == slot && last.partner == EVENT_WALL + contact->kind
                    : (a == slot && b == last.partner) || (b == slot && a == last.partner))
            return true;
    }
    return false;
}

static enum status fail(const struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    static const char *const wall_name[] = {"", "left", "right", "bottom", "top"};
    const char *advice = "; a contact_time > 0 carries the run through";
    uint32_t a = engine->balls[trigger.slot].id;
    if (trigger.partner >= EVENT_WALL)
        return error_set(err, STATUS_FAILED, NULL,
                         "inelastic collapse: ball %u and the %s wall hit without end at t = %.17g%s", a,
                         wall_name[trigger.partner - EVENT_WALL], trigger.t, advice);
    uint32_t b = engine->balls[trigger.partner].id;
    return error_set(err, STATUS_FAILED, NULL, "inelastic collapse: balls %u and %u hit without end at t = %.17g%s",
                     a < b ? a : b, a < b ? b : a, trigger.t, advice);
}

enum status event_collapse_check(const struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    if (!engine->last_hits)
        return STATUS_OK;
    bool collapsing = is_collapsing(engine, trigger, trigger.slot) ||
                      (trigger.partner < EVENT_WALL && is_collapsing(engine, trigger, trigger.partner));
    return collapsing ? fail(engine, trigger, err) : STATUS_OK;
}

enum status event_collapse_check_instant(struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    engine->hits_at_instant = trigger.t == engine->instant ? engine->hits_at_instant + 1 : 0;
    engine->instant = trigger.t;
    if (engine->hits_at_instant / HITS_AT_ONE_INSTANT <= engine->around.n)
        return STATUS_OK;
    return error_set(err, STATUS_FAILED, NULL, "ball %u is hit without end at t = %.17g under impact law \"%s\"",
                     engine->balls[trigger.slot].id, trigger.t, engine->law->name);
}
