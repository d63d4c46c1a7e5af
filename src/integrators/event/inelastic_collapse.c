/*
 * Inelastic collapse: for e < 1 some balls collide infinitely often in finite time (McNamara and Young, Phys. Fluids A
 * 4, 496, 1992): three equal balls on a line for e < 7 - 4 sqrt 3, a wall and two balls for e < 3 - 2 sqrt 2 (Bernu and
 * Mazighi, J. Phys. A 23, 5745, 1990). Gaps and relative velocities shrink by constant factors from collision to
 * collision, until no arithmetic resolves the gaps.
 *
 * The rule has three steps. (1) A collapse is possible when two bodies collide, one of them is still coming off a third
 * (their gap is within CONTACT_TOUCHING although it widens), and both have collided so recently that at their present
 * speed they have moved no farther than RECENT of a radius since. Long chains of such collisions are common in dense
 * and cooling gases and end by themselves, so this alone proves nothing.
 *
 * (2) The law gr, which repeats impacts within one instant until none approaches, is applied to the contact set. If the
 * three bodies separate, the scene's law takes over. If all three are left at rest against each other (STUCK), although
 * e > 0 drives them apart at every impact, a collapse is suspected: the times and gaps between their collisions are too
 * small for the precision of the run's clock and positions.
 *
 * (3) The collisions are then followed one by one at a resolution of their own (impact_sequence). A sequence without
 * end is a collapse. Any other sequence, of up to some thousand collisions, replaces the law, and the run continues.
 *
 * Both happen in gases of 400 balls at e = 0.7: of nine suspected collapses four end, after 170 to 8000 collisions, as
 * a simulation with 34 digits confirms. In the other five, relative velocities fall below 10^-28 in that simulation,
 * too.
 *
 * All these conditions are functions of the state (a ball's trajectory begins with its last collision), so a run that
 * is saved and continued ends as it would have without the save.
 *
 * Limits: for e below about 10^-5 gaps shrink from wide to touching in one collision, and the balls come to rest
 * together in one simultaneous impact. Contacts that were touching from the start, that collide together, or that are
 * perfectly inelastic have not separated and collided again. They are no collapse, and the laws of impact resolve them.
 *
 * With friction no collapse is suspected: slow contacts are kept apart (pressed_contact), which ends any collapse.
 *
 * Cost: none except for simultaneous contacts, and only where a collapse is possible: e < 1 and no contact_time. A
 * collapse costs some ten thousand collisions of its contact set.
 */
#include "integrators/event/event_engine_internal.h"

#include <math.h>
#include <stdio.h>

#include "base/min_max.h"
#include "base/vec2.h"
#include "physics/impact_law.h"

/* A ball has collided recently if at the present speed it came no farther than this part of its radius since. */
#define RECENT 1e-4

/* Bodies are stuck when they are left with this part of the speed at which they collided, or with no more than rounding
 * of their common motion. */
#define STUCK    1e-6
#define ROUNDING (4 * CONTACT_RESTING)

enum {
    HITS_AT_ONE_INSTANT = 1000,  /* per ball: more without time passing is no physics */
    FALLBACKS_AT_ONE_INSTANT = 8 /* beside one per ball: each may take a fraction of a second, and ends all approach */
};

static bool has_collided_recently(const struct event_engine *engine, uint32_t slot, double speed, double t)
{
    const struct particle *ball = &engine->system.balls[slot];
    return ball->collisions > 0 && speed * (t - ball->t) < RECENT * ball->r;
}

/** Root of the summed squared speeds of a contact's bodies. */
static double speeds(const struct impact_cluster *law, const struct contact *contact)
{
    return sqrt(impact_cluster_speeds_squared(law, contact));
}

/** True if contact k of the set joins the body with another one than the collision does. */
static bool is_third(const struct contact_cluster *cluster, size_t k, uint32_t slot)
{
    const struct contact *contact = &cluster->law.contacts[k];
    return k != cluster->own &&
           (cluster->balls[contact->a].slot == slot || contact_cluster_body(cluster, contact) == slot);
}

/** True if a body of the collision is still coming off a third one. */
static bool is_coming_off(const struct event_engine *engine, uint32_t slot)
{
    const struct impact_cluster *law = &engine->cluster.law;
    for (size_t k = 0; k < law->n_contacts; k++)
        if (is_third(&engine->cluster, k, slot) && law->contacts[k].e > 0 &&
            impact_cluster_velocity(law, &law->contacts[k]) > CONTACT_RESTING * speeds(law, &law->contacts[k]))
            return true;
    return false;
}

bool inelastic_collapse_is_possible(const struct event_engine *engine, struct event_collision collision)
{
    const struct scene *scene = engine->scene;
    if (!event_loses_energy(engine) || scene->contact_time > 0 || engine->cluster.law.n_contacts < 2 ||
        engine->system.motion.law == MOTION_FRICTION)
        return false;
    const struct impact_cluster *law = &engine->cluster.law;
    double speed = fabs(impact_cluster_velocity(law, &law->contacts[engine->cluster.own]));
    bool is_pair = contact_is_ball(collision.partner);
    if (!has_collided_recently(engine, collision.slot, speed, collision.t) ||
        (is_pair && !has_collided_recently(engine, collision.partner, speed, collision.t)))
        return false;
    return is_coming_off(engine, collision.slot) || (is_pair && is_coming_off(engine, collision.partner));
}

/** True if the resolved contact is left at rest. @param u normal velocity with which its bodies collided */
static bool is_stuck(const struct impact_cluster *law, const struct contact *contact, double u)
{
    double left = fabs(impact_cluster_velocity(law, contact));
    return contact->e > 0 && left <= double_max(STUCK * contact->e * u, ROUNDING * speeds(law, contact));
}

/** True if the law has left the colliding bodies and a third one that they touch at rest against each other. */
static bool has_stuck(const struct event_engine *engine, struct event_collision collision)
{
    const struct contact_cluster *cluster = &engine->cluster;
    const struct contact *own = &cluster->law.contacts[cluster->own];
    double u = fabs(own->u);
    if (!is_stuck(&cluster->law, own, u))
        return false;
    for (size_t k = 0; k < cluster->law.n_contacts; k++)
        if ((is_third(cluster, k, collision.slot) || is_third(cluster, k, collision.partner)) &&
            cluster->law.contacts[k].j > 0 && is_stuck(&cluster->law, &cluster->law.contacts[k], u))
            return true;
    return false;
}

/** What a ball has hit that is none: "the left wall" or "line obstacles.3". */
static void name_surface(char to[64], const struct boundary *boundary, uint32_t body)
{
    const char *noun = contact_kind_noun(boundary_kind(boundary, body));
    int64_t obstacle = boundary_number(boundary, body);
    if (obstacle < 0)
        snprintf(to, 64, "the %s", noun);
    else
        snprintf(to, 64, "%s obstacles.%lld", noun, (long long)obstacle);
}

enum status inelastic_collapse_fail(struct event_engine *engine, struct event_collision collision, bool is_pressed,
                                    struct error *err)
{
    const char *reason = is_pressed ? ": event cannot follow bodies that stay in contact" : "";
    /* with less, gaps between slow balls stay below the touching distance, and heaps take long */
    const char *advice = engine->system.motion.law == MOTION_GRAVITY
                             ? "; set contact_time to 0.01 sqrt(r/g) or so (radius, gravity) to regularise it"
                             : "; set contact_time >= 1e-5 r/v (radius, typical speed) to regularise it";
    uint32_t a = engine->system.balls[collision.slot].id;
    engine->counts.collapsed = true;
    if (!contact_is_ball(collision.partner)) {
        char surface[64];
        name_surface(surface, &engine->system.boundary, collision.partner);
        return error_set(err, STATUS_FAILED, NULL, "inelastic collapse of ball %u and %s at t = %.17g%s%s", a, surface,
                         collision.t + engine->epoch, reason, advice);
    }
    uint32_t b = engine->system.balls[collision.partner].id;
    return error_set(err, STATUS_FAILED, NULL, "inelastic collapse of balls %u and %u at t = %.17g%s%s", a < b ? a : b,
                     a < b ? b : a, collision.t + engine->epoch, reason, advice);
}

bool inelastic_collapse_is_suspected(struct event_engine *engine, struct event_collision collision)
{
    engine->trials_cut_short += impact_law_resolve(impact_law_find("gr"), &engine->cluster.law).last_resort;
    return has_stuck(engine, collision);
}

/** What a sequence of collisions needs to know of a contact. */
static void prepare_contact(const struct event_engine *engine, size_t k)
{
    const struct contact_cluster *cluster = &engine->cluster;
    const struct contact *contact = &cluster->law.contacts[k];
    const struct motion *motion = &engine->system.motion;
    const struct particle *a = &cluster->balls[contact->a].ball;
    struct vec2 of_a = motion_from(motion, a, a->t).path.a, of_b = {0, 0};
    if (contact_is_ball(contact->body))
        of_b = motion_from(motion, &cluster->balls[contact->body].ball, a->t).path.a;
    cluster->law.parts[k].acceleration = vec2_dot(contact->n, vec2_sub(of_b, of_a));
}

enum status inelastic_collapse_follow(struct event_engine *engine, struct event_collision collision,
                                      struct impact_outcome *outcome, struct error *err)
{
    bool endless;
    for (size_t k = 0; k < engine->cluster.law.n_contacts; k++)
        prepare_contact(engine, k);
    *outcome = impact_sequence_follow(&engine->cluster.law, &endless);
    return endless ? inelastic_collapse_fail(engine, collision, false, err) : STATUS_OK;
}

enum status inelastic_collapse_check_instant(struct event_engine *engine, struct event_collision collision,
                                             struct error *err)
{
    uint64_t fallbacks = engine->counts.last_resorts - engine->fallbacks_before + engine->trials_cut_short;
    engine->hits_at_instant++;
    if (engine->hits_at_instant / HITS_AT_ONE_INSTANT <= engine->system.n &&
        fallbacks <= engine->system.n + FALLBACKS_AT_ONE_INSTANT)
        return STATUS_OK;
    engine->counts.collapsed = true;
    return error_set(err, STATUS_FAILED, NULL, "ball %u collides without end at t = %.17g, under impact law \"%s\"",
                     engine->system.balls[collision.slot].id, collision.t + engine->epoch, engine->law->name);
}
