#pragma once

#include "contact/collision.h"
#include "events/event_seam.h"

/* What contacts take, counted, booked and told to the observer. */

/** True if some collision of the run may lose energy. Otherwise nothing depends on when a ball has last been hit. */
static inline bool event_ledger_may_lose(const struct event_system *system)
{
    const struct coefficients *pairs = scene_of_balls(system->scene);
    const uint32_t n = scene_n_materials(system->scene);
    bool loses = !system->boundary.is_elastic;
    for (uint32_t i = 0; !loses && i < n * n; i++)
        loses = pairs[i].restitution.least < 1;
    return loses;
}

/** The part of the kinetic energy of the bodies of an impact from which on a contact that contact_time makes elastic
 *  matters. */
#define EVENT_LEDGER_MATTERS 0.01

/** True if a contact within contact_time may be one of balls that lie: under gravity they bounce at about half of that
 *  times g; up to ten times faster ones are not told from them. */
static inline bool event_ledger_may_lie(const struct scene *scene, double u)
{
    const double gg = vec2_dot(scene->gravity, scene->gravity);
    return u * u < 25 * gg * (scene->contact_time * scene->contact_time);
}

/** Takes note of a contact within contact_time of two balls, neither fixed, which may lie on each other. */
static inline void event_ledger_note_creep(struct event_system *system, const struct rubbing *rubbing, double u)
{
    system->ledger.counts.creeps += friction_acts(rubbing->mu) && event_ledger_may_lie(system->scene, u);
}

/** Takes note of a contact that contact_time makes elastic, unless it may be one of balls that lie.
 *  @param restitution of such a contact otherwise @param m reduced mass @param u normal velocity, negative: approaching
 *  @param kinetic energy of the bodies of the impact */
static inline void event_ledger_note_elastic(struct event_system *system, const struct restitution *restitution,
                                             double m, double u, double kinetic)
{
    if (!(u < 0) || event_ledger_may_lie(system->scene, u))
        return;
    double kept = collision_loss(m, restitution_at(restitution, -u), u * u);
    if (kept > EVENT_LEDGER_MATTERS * kinetic)
        system->ledger.counts.elastic += kept;
}

/** Counts a hit that is kept up (lasting_contact.h). */
static inline void event_ledger_note_kept(struct event_system *system)
{
    system->ledger.counts.kept++;
}

/** Takes note of a hit, kept up and not within contact_time, of two balls, neither fixed: under gravity one lies on the
 *  other, or both in a heap. */
static inline void event_ledger_note_pressed(struct event_system *system, const struct rubbing *rubbing)
{
    system->ledger.counts.creeps += friction_acts(rubbing->mu) && system->lowest.g > 0;
}

/** True if there is an observer of contacts. */
static inline bool event_ledger_is_observed(const struct event_system *system)
{
    return observer_wants_contacts(system->observer);
}

/** Enters a contact that is over in the ledger. @param lost energy that it has taken */
static inline void event_ledger_book(struct event_system *system, bool is_pair, double lost)
{
    ledger_contact_took(&system->ledger, lost);
    ledger_contact_ends(&system->ledger, is_pair);
}

/** Reports the same to the observer, which there must be.
 *  @param contact its balls by their indices; `at` is found here
 *  @param ball    the first, which has arrived on the table after so many turns */
static inline void event_ledger_report(const struct event_system *system, const struct contact *contact,
                                       const struct particle *ball, struct vec2 turns)
{
    struct contact_event row = boundary_event(&system->boundary, contact, ball->t, system->group);
    const struct vec2 centre = event_seam_unwrap(system, event_centre(ball), turns);
    row.at = vec2_add(centre, vec2_scale(ball->r, row.n));
    observer_notify(system->observer, &row);
}
