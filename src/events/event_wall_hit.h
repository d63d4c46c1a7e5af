#pragma once

#include "contact/friction.h"
#include "events/event_hit.h"
#include "events/event_ledger.h"
#include "events/event_seam.h"
#include "events/event_touch.h"

/* What hits at surfaces share, of infinite mass (event_bounce.c) or not (event_piston.c): the order of work is that of
 * event_bounce.c; here stands what does not depend on the mass. */

/** Brings the ball to the side of a surface, and back to the table. */
ALWAYS_INLINE void event_wall_hit_arrive(const struct event_system *system, const struct motion *motion,
                                         struct event_collision collision, struct hit *hit)
{
    event_hit_arrive(system, motion, collision, hit, 0);
    hit->slot[1] = collision.partner;
    hit->surface = boundary_surface(&system->boundary, collision.partner);
    hit->turns[0] = event_seam_bring_slot_back(system, collision.slot, &hit->leaving.ball[0]);
    hit->dd = 1;
}

/** How the two approach, and with which coefficient of restitution they part: `d` and the velocity of the wall are
 *  known. */
ALWAYS_INLINE void event_wall_hit_approach(const struct event_system *system, struct hit *hit)
{
    const struct vec2 v = hit->arriving[0];
    hit->approach = -vec2_dot(hit->d, vec2_sub(v, hit->wall));
    hit->speeds = v.x * v.x + v.y * v.y + vec2_dot(hit->wall, hit->wall);
    event_hit_restitute(hit, &scene_at_surface(system->scene, hit->leaving.ball[0].id, hit->surface)->restitution,
                        -hit->approach, event_trajectory_is_recent(system, hit->slot[0], hit->t));
}

/** The speed that restitution has; a contact at rest gets just enough to separate. */
ALWAYS_INLINE void event_wall_hit_part(struct hit *hit)
{
    hit->parting = 0;
    hit->lasts = false;
    hit->speed = event_hit_is_resting(hit) ? 2 * CONTACT_RESTING * sqrt(hit->speeds) : hit->e * -hit->approach;
}

/** Notes what a contact_time keeps. @param m reduced mass @param kinetic energy of both */
static inline void event_wall_hit_note_elastic(struct event_system *system, const struct hit *hit, double m,
                                               double kinetic)
{
    event_ledger_note_elastic(system,
                              &scene_at_surface(system->scene, hit->leaving.ball[0].id, hit->surface)->restitution, m,
                              hit->approach, kinetic);
}

/** @param j the impulse along the normal */
static inline void event_wall_hit_report(const struct event_system *system, const struct hit *hit, double j)
{
    const struct particle *ball = &hit->leaving.ball[0];
    struct contact contact = {.a = (int32_t)ball->id, .body = hit->slot[1], .n = hit->d};
    if (event_system_rotates(system))
        cushion_note(&hit->friction.cushion, &contact);
    contact.u = hit->approach + 0; /* no negative zero */
    contact.j = j;
    event_ledger_report(system, &contact, ball, hit->turns[0]);
}

/** True: another body touches the ball; else `next` has whom it meets. */
ALWAYS_INLINE bool event_wall_hit_search(struct event_system *system, const struct motion *motion, struct hit *hit,
                                         struct event *next)
{
    const struct particle *ball = &hit->leaving.ball[0];
    event_hit_list_others(system, hit, 0);
    struct impact_found found = system->kernel.one(&system->motion, system->balls, ball, &hit->leaving.list[0]);
    prediction_adopt(system, event_hit_leaving(motion, hit, 0), &hit->leaving.list[0], &found, HUGE_VAL, next);
    return found.touching | event_touch_surfaces(system, hit->slot[0], ball, hit->slot[1]);
}

/** Gives the ball its new trajectory. */
ALWAYS_INLINE void event_wall_hit_depart(struct event_system *system, const struct motion *motion,
                                         const struct hit *hit)
{
    event_trajectory_set(system, hit->slot[0], event_hit_leaving(motion, hit, 0), hit->lost[0]);
    event_seam_set_turns(system, hit->slot[0], hit->turns[0]);
}
