/*
 * Inelastic collapse.
 *
 * For e < 1 some balls collide infinitely often in finite time (McNamara and Young, Phys. Fluids A 4, 496, 1992): three
 * equal balls on a line for e < 7 - 4 sqrt 3, a wall and two balls for e < 3 - 2 sqrt 2 (Bernu and Mazighi, J. Phys. A
 * 23, 5745, 1990). Gaps and relative velocities shrink by constant factors from collision to
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
 * a simulation with 34 digits confirms. In the other five, velocities fall below 10^-28 in that simulation, too.
 *
 * All these conditions are functions of the state (a ball's trajectory begins with its last collision), so a run that
 * is saved and continued ends as it would have without the save.
 *
 * Limits: for e below about 10^-5 gaps shrink from wide to touching in one collision, and the balls come to rest
 * together in one simultaneous impact. Contacts that were touching from the start, that collide together, or that are
 * perfectly inelastic have not separated and collided again. They are no collapse, and the laws of impact resolve them.
 *
 * Where balls are accelerated, and at a loaded wall, no collapse is suspected: lasting_contact.c keeps slow contacts
 * apart, which ends any collapse.
 *
 * Cost: none except for simultaneous contacts, and only where a collapse is possible: e < 1 and no contact_time. A
 * collapse costs some ten thousand collisions of its contact set.
 */
#include "events/collapse.h"

#include <math.h>

#include "base/min_max.h"
#include "events/event_instant.h"
#include "events/event_ledger.h"
#include "events/event_trajectory.h"
#include "impact/impact_law.h"
#include "impact/impact_sequence.h"

/* A ball has collided recently if at the present speed it came no farther than this part of its radius since. */
#define RECENT 1e-4

/* Bodies are stuck when they are left with this part of the speed at which they collided, or with no more than rounding
 * of their common motion. */
#define STUCK    1e-6
#define ROUNDING (4 * CONTACT_RESTING)

static bool has_collided_recently(const struct event_system *system, uint32_t slot, double speed, double t)
{
    const struct particle *ball = &system->balls[slot];
    return event_trajectory_was_hit(system, slot) && speed * (t - ball->t) < RECENT * ball->r;
}

/** True if contact k of the set joins the body with another one than the collision does. */
static bool is_third(const struct contact_cluster *cluster, size_t k, uint32_t slot)
{
    const struct contact *contact = &cluster->impact.contacts[k];
    return k != cluster->own &&
           (cluster->balls[contact->a].slot == slot || contact_cluster_body(cluster, contact) == slot);
}

/** True if a body of the collision is still coming off a third one. */
static bool is_coming_off(const struct event_system *system, uint32_t slot)
{
    const struct impact_cluster *impact = &system->instant->cluster.impact;
    for (size_t k = 0; k < impact->n_contacts; k++)
        if (is_third(&system->instant->cluster, k, slot) && impact->contacts[k].coefficients.restitution.slow > 0 &&
            impact_cluster_velocity(impact, &impact->contacts[k]) >
                CONTACT_RESTING * sqrt(impact_cluster_speeds_squared(impact, &impact->contacts[k])))
            return true;
    return false;
}

bool collapse_may_come(const struct event_system *system)
{
    return event_ledger_may_lose(system) && !(system->scene->contact_time > 0) &&
           !motion_is_accelerated(&system->motion);
}

bool collapse_is_possible(const struct event_system *system, struct event_collision collision)
{
    if (!system->may_collapse || system->instant->cluster.impact.n_contacts < 2 || system->instant->cluster.is_loaded)
        return false;
    const struct impact_cluster *impact = &system->instant->cluster.impact;
    double speed = fabs(impact_cluster_velocity(impact, &impact->contacts[system->instant->cluster.own]));
    bool is_pair = contact_is_ball(collision.partner);
    if (!has_collided_recently(system, collision.slot, speed, collision.t) ||
        (is_pair && !has_collided_recently(system, collision.partner, speed, collision.t)))
        return false;
    return is_coming_off(system, collision.slot) || (is_pair && is_coming_off(system, collision.partner));
}

/** True if the resolved contact is left at rest. @param u normal velocity with which its bodies collided */
static bool is_stuck(const struct impact_cluster *impact, const struct contact *contact, double u)
{
    double left = fabs(impact_cluster_velocity(impact, contact));
    const double e = contact->coefficients.restitution.slow;
    return e > 0 && left <= double_max(STUCK * e * u, ROUNDING * sqrt(impact_cluster_speeds_squared(impact, contact)));
}

/** True if the law has left the colliding bodies and a third one that they touch at rest against each other. */
static bool has_stuck(const struct event_system *system, struct event_collision collision)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    const struct contact *own = &cluster->impact.contacts[cluster->own];
    double u = fabs(own->u);
    if (!is_stuck(&cluster->impact, own, u))
        return false;
    for (size_t k = 0; k < cluster->impact.n_contacts; k++)
        if ((is_third(cluster, k, collision.slot) || is_third(cluster, k, collision.partner)) &&
            cluster->impact.contacts[k].j > 0 && is_stuck(&cluster->impact, &cluster->impact.contacts[k], u))
            return true;
    return false;
}

bool collapse_is_suspected(struct event_system *system, struct event_collision collision)
{
    system->instant->work +=
        impact_law_resolve(&impact_laws[IMPACT_LAW_GR], &system->instant->cluster.impact).work / EVENT_INSTANT_UNIT;
    return has_stuck(system, collision);
}

enum status collapse_follow(struct event_system *system, struct event_collision collision,
                            struct impact_outcome *outcome, struct error *err)
{
    bool endless;
    *outcome = impact_sequence_follow(&system->instant->cluster.impact, &endless);
    return endless ? event_instant_fail_collapse(system, collision, err) : STATUS_OK;
}
