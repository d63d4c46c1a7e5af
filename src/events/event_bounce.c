/*
 * The hit of a ball and a surface alone, as nearly always: as that of two balls (event_pair.c), with a body of infinite
 * mass. Gravity can hold the ball there; on the cloth, and in an arc, it can be pressed against the surface.
 */
#include "events/event_bounce.h"

#include <math.h>

#include "base/min_max.h"
#include "events/event_rolling.h"
#include "events/event_wall_hit.h"
#include "events/lasting_contact.h"
#include "events/simultaneous_collision.h"

/* ---- arriving ---- */

/** How a ball sees the surface that it hits: its own centre, as the surface sees it, the normal, and how the surface
 *  moves where the two touch. @param moves false: no surface does; a constant */
ALWAYS_INLINE void see(const struct event_system *system, bool moves, struct hit *hit)
{
    const struct vec2 centre = event_centre(&hit->leaving.ball[0]);
    hit->seen = moves ? event_seam_seen_by(system, hit->slot[0], centre, hit->slot[1], hit->t)
                      : event_seam_seen(system, hit->slot[0], centre, hit->surface);
    hit->d = boundary_normal(hit->surface, contact_side(hit->slot[1]), hit->seen);
    hit->wall = moves ? boundary_velocity(&system->boundary, hit->slot[1], hit->d) : (struct vec2){0, 0};
}

ALWAYS_INLINE void arrive_there(const struct event_system *system, const struct motion *motion, bool moves,
                                struct event_collision collision, struct hit *hit)
{
    event_wall_hit_arrive(system, motion, collision, hit);
    see(system, moves, hit);
    event_wall_hit_approach(system, hit);
    if (motion->rotates)
        hit->e = double_min(hit->e, boundary_most_restitution(system->scene, hit->surface, hit->leaving.ball[0].id));
}

/* ---- the impulse ---- */

/** The speed that restitution has, unless gravity holds the ball. */
ALWAYS_INLINE void restitute(const struct motion *motion, struct hit *hit)
{
    event_wall_hit_part(hit);
    hit->speed = boundary_rebound(motion, hit->surface, contact_side(hit->slot[1]), hit->leaving.ball[0].r, hit->speed);
}

/** Where balls turn: friction changes the velocity that the ball has got, and the spin. */
static __attribute__((noinline)) void rub(const struct event_system *system, struct hit *hit, double speed)
{
    struct particle *ball = &hit->leaving.ball[0];
    const struct cushion cushion = boundary_cushion(system->scene, hit->surface, ball->id, hit->d, hit->e);
    event_friction_surface(&hit->friction, ball, vec2_sub(hit->arriving[0], hit->wall), &cushion, speed);
    ball->vx += hit->wall.x;
    ball->vy += hit->wall.y;
}

/** The work that the surface does. */
ALWAYS_INLINE double work_of(const struct hit *hit)
{
    return hit->leaving.ball[0].m * vec2_dot(hit->given, hit->wall);
}

/** Here a hit at a surface changes the velocity: that of the arriving ball becomes that of the leaving one. */
ALWAYS_INLINE void exchange(const struct event_system *system, const struct motion *motion, struct hit *hit,
                            double speed)
{
    const struct vec2 v = boundary_reflect(hit->surface, hit->d, hit->arriving[0], hit->wall, speed);
    hit->leaving.ball[0].vx = v.x;
    hit->leaving.ball[0].vy = v.y;
    if (motion->rotates)
        rub(system, hit, speed);
    hit->given = vec2_sub(event_velocity(&hit->leaving.ball[0]), hit->arriving[0]);
    event_hit_find_legs(motion, hit, 1);
}

static void exchange_more(const struct event_system *system, struct hit *hit, double part)
{
    exchange(system, &system->motion, hit,
             part != 1 ? hit->approach + (hit->speed - hit->approach) / part : hit->speed);
}

/** By how much the speed outwards has grown. */
static double gained(const struct hit *hit)
{
    return -vec2_dot(hit->d, vec2_sub(event_velocity(&hit->leaving.ball[0]), hit->wall)) - hit->approach;
}

/** @param lasting event_rolling_on() */
ALWAYS_INLINE void leave(const struct event_system *system, const struct motion *motion, struct hit *hit,
                         double lasting)
{
    static const struct event_rolling_hit bounce = {1, exchange_more, gained};
    exchange(system, motion, hit, hit->speed);
    event_rolling_on(system, motion, hit, &bounce, lasting);
}

/** Acceleration that drives the ball back. @param lasting after a slide that ends within a bounce */
static double pressure(const struct event_system *system, const struct hit *hit, bool lasting)
{
    const struct motion *motion = &system->motion;
    struct lasting_ball pressed;
    const struct body body = lasting_contact_body(motion, hit, 0, lasting, &pressed);
    return boundary_pressure(motion, hit->surface, contact_side(hit->slot[1]), body, hit->seen,
                             boundary_translation(&system->boundary, hit->slot[1]));
}

/** Keeps up the hit of a ball that is pressed against the surface. */
static __attribute__((noinline)) void keep_up(const struct event_system *system, struct hit *hit)
{
    const struct motion *motion = &system->motion;
    double pressing = pressure(system, hit, false);
    if (lasting_contact_slips_briefly(motion, hit, 0))
        pressing = double_max(pressing, pressure(system, hit, true));
    const double lasting = lasting_contact_keep(system, hit, pressing, hit->leaving.ball[0].r, hit->speed * hit->speed);
    if (!(lasting > 0))
        return;
    hit->speed = sqrt(hit->parting);
    leave(system, motion, hit, lasting);
}

/** True if a hit has sent the ball towards the wall: what drives it there is not only its fall from the last bounce,
 * but another body that presses it down. False if the wall has changed its velocity since: then that drives it. */
static bool is_driven_there(const struct event_system *system, const struct hit *hit)
{
    const struct particle *ball = &system->balls[hit->slot[0]];
    return event_trajectory_was_hit(system, hit->slot[0]) &&
           ball->t > boundary_course(&system->boundary, hit->slot[1])->since &&
           vec2_dot(hit->d, vec2_sub(event_velocity(ball), hit->wall)) > 0;
}

/** False: the hit certainly needs not be kept up. On a wall of the table to which nothing but gravity presses it a ball
 *  lies instead; from one that rests, a ball that does not roll is not driven back by its friction. */
ALWAYS_INLINE bool may_last(const struct event_system *system, const struct motion *motion, const struct hit *hit)
{
    if (boundary_is_obstacle(hit->surface) || motion_slides(motion))
        return true;
    if (motion_falls(motion))
        return lasting_contact_may_fall(system, hit->leaving.ball[0].r, hit->speed * hit->speed) &&
               (!(vec2_dot(hit->d, motion->gravity) > 0) || is_driven_there(system, hit));
    return motion_decelerates(motion) && (hit->wall.x != 0 || hit->wall.y != 0);
}

/* ---- the ledger ---- */

/** Energy that a ball loses at a surface. */
static inline double lost(const struct hit *hit)
{
    double m = hit->leaving.ball[0].m, outward = -hit->approach, back = hit->speed;
    if (back < outward || hit->parting > 0) /* not the push of a resting contact */
        return m * (outward - back) * (outward + back) / 2;
    return 0;
}

/** Of a hit within contact_time: notes what it keeps, unless the ball has come to lie. */
static __attribute__((noinline)) void note_elastic(struct event_system *system, const struct hit *hit)
{
    const struct particle *ball = &hit->leaving.ball[0];
    if (hit->speed > 0 && !(hit->parting > 0))
        event_wall_hit_note_elastic(system, hit, ball->m, ball->m * hit->speeds / 2);
}

static __attribute__((noinline)) void report(const struct event_system *system, const struct hit *hit)
{
    const double j = hit->leaving.ball[0].m * (hit->speed - hit->approach);
    event_wall_hit_report(system, hit, event_system_rotates(system) ? hit->friction.cushion.normal : j);
}

/** In a tile: takes note of a hit. False: another tile tells it. */
static __attribute__((noinline)) bool tell(const struct event_system *system, const struct hit *hit)
{
    const struct particle *ball = &hit->leaving.ball[0];
    const bool tells = event_tile_tells(system->tile, hit->slot[0]);
    event_tile_follow(system->tile, hit->slot[0], ball);
    if (tells)
        event_tile_note(system->tile, hit->t, event_tile_rank(ball->id, hit->slot[1]), lost(hit));
    return tells;
}

ALWAYS_INLINE void account(struct event_system *system, const struct motion *motion, const struct hit *hit)
{
    double r = hit->leaving.ball[0].r;
    if (system->tile && !tell(system, hit))
        return;
    ledger_overlap(&system->ledger, -boundary_gap(hit->surface, contact_side(hit->slot[1]), hit->seen, r), r);
    event_ledger_book(system, false, motion->rotates ? hit->friction.loss : lost(hit));
    if (hit->is_recent)
        note_elastic(system, hit);
    if (hit->parting > 0)
        event_ledger_note_kept(system);
    if (event_ledger_is_observed(system))
        report(system, hit);
    system->group++;
}

/* ---- the whole ---- */

/** @param motion the system's; or a constant, as in event_pair.c @param moves as of see() */
ALWAYS_INLINE enum status collide(struct event_system *system, const struct motion *motion, bool moves,
                                  struct event_collision collision, struct error *err)
{
    struct hit hit;
    struct event next;
    arrive_there(system, motion, moves, collision, &hit);
    restitute(motion, &hit);
    leave(system, motion, &hit, 0);
    if (may_last(system, motion, &hit))
        keep_up(system, &hit);
    const bool touching = event_wall_hit_search(system, motion, &hit, &next);
    if (touching && !hit.lasts) {
        bool resolved;
        enum status status = simultaneous_collision_resolve(system, collision, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    account(system, motion, &hit);
    if (moves)
        ledger_walls_worked(&system->ledger, work_of(&hit));
    event_wall_hit_depart(system, motion, &hit);
    prediction_schedule(system, collision.slot, &hit.leaving.ball[0], next, collision.t);
    return STATUS_OK;
}

static enum status collide_plain(struct event_system *system, struct event_collision collision, struct error *err)
{
    static const struct motion plain = {.law = MOTION_UNIFORM};
    return collide(system, &plain, false, collision, err);
}

static enum status collide_full(struct event_system *system, struct event_collision collision, struct error *err)
{
    return collide(system, &system->motion, true, collision, err);
}

event_hit_function *event_bounce_of(const struct event_system *system)
{
    return system->is_uniform && !system->boundary.moves ? collide_plain : collide_full;
}
