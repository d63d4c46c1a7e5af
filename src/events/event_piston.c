/*
 * The hit of a ball and a wall with a mass, alone: that of two balls along the normal of the wall. With n from the ball
 * into the wall, u = n.(V - v) and m' = m M/(m + M),
 *
 *     j = -(1 + e) u m',   v -= j n/m,   V += j n/M,   lost (1 - e^2) u^2 m'/2.
 *
 * Along itself the wall rests, and friction acts on the ball alone. Whatever else touches the ball, and every ball that
 * touches the wall, however far away, belongs to the same instant: then the law of impact has the word.
 *
 * Nothing lies on such a wall. What it is pressed to is hit again and again, no more slowly than the lowest bounce
 * (lasting_contact.c).
 */
#include "events/event_piston.h"

#include <assert.h>
#include <math.h>

#include "base/min_max.h"
#include "contact/collision.h"
#include "events/event_pistons.h"
#include "events/event_wall_hit.h"
#include "events/lasting_contact.h"
#include "events/simultaneous_collision.h"

/** A hit, and beside the ball the wall. `d` is the normal, `speed` that with which they part. */
struct push {
    struct hit hit;
    const struct event_piston *piston;
    double v, reduced, j; /* of the wall; the reduced mass; the impulse */
    double turned;        /* energy that friction has taken */
};

static void arrive(const struct event_system *system, struct event_collision collision, struct push *push)
{
    struct hit *hit = &push->hit;
    event_wall_hit_arrive(system, &system->motion, collision, hit);
    push->reduced = collision_reduced_mass(hit->leaving.ball[0].m, push->piston->m);
    hit->d = event_pistons_normal(push->piston);
    hit->wall = event_pistons_velocity(push->piston, collision.t);
    push->v = hit->wall.x + hit->wall.y; /* one of them is 0 */
    event_wall_hit_approach(system, hit);
    event_wall_hit_part(hit);
}

/** Keeps up the hit of bodies that load or gravity press together. */
static void keep_up(const struct event_system *system, struct push *push)
{
    struct hit *hit = &push->hit;
    struct lasting_ball pressed;
    const struct body body = lasting_contact_body(&system->motion, hit, 0, false, &pressed);
    const double load = event_pistons_load(system, push->piston);
    const double a = push->piston->a * (hit->d.x + hit->d.y); /* of which one is 0 */
    const double pressure = vec2_dot(hit->d, motion_whole(&system->motion, body).path.a) - a;
    if (load == 0 && system->lowest.g == 0)
        return;
    if (lasting_contact_keep_loaded(system, hit, pressure, fabs(load), hit->leaving.ball[0].r, hit->speed * hit->speed))
        hit->speed = sqrt(hit->parting);
}

/** Where balls turn: seen from the table, the velocity along the normal changes by the impulse. */
static void rub(const struct event_system *system, struct push *push)
{
    struct hit *hit = &push->hit;
    struct particle *ball = &hit->leaving.ball[0];
    const struct cushion cushion = boundary_cushion(system->scene, hit->surface, ball->id, hit->d, hit->e);
    const double before = vec2_dot(hit->d, hit->arriving[0]), after = before - push->j / ball->m;
    event_friction_surface(&hit->friction, ball, hit->arriving[0], &cushion, -after);
    push->turned = hit->friction.loss - ball->m * (before - after) * (before + after) / 2;
}

static void leave(const struct event_system *system, struct push *push)
{
    struct hit *hit = &push->hit;
    struct particle *ball = &hit->leaving.ball[0];
    push->j = push->reduced * (hit->speed - hit->approach);
    const struct vec2 v = vec2_sub(hit->arriving[0], vec2_scale(push->j / ball->m, hit->d));
    ball->vx = v.x;
    ball->vy = v.y;
    push->turned = 0;
    if (system->motion.rotates)
        rub(system, push);
    event_hit_find_legs(&system->motion, hit, 1);
}

/* ---- the ledger ---- */

static double lost(const struct push *push)
{
    const double came = -push->hit.approach, goes = push->hit.speed;
    const bool is_push = !(goes < came) && !(push->hit.parting > 0); /* of a resting contact */
    return (is_push ? 0 : push->reduced * (came - goes) * (came + goes) / 2) + push->turned;
}

static void account(struct event_system *system, const struct push *push)
{
    const struct hit *hit = &push->hit;
    const struct particle *ball = &hit->leaving.ball[0];
    ledger_overlap(&system->ledger, -event_pistons_gap(push->piston, ball, hit->t), ball->r);
    event_ledger_book(system, false, lost(push));
    if (hit->parting > 0)
        event_ledger_note_kept(system);
    else if (hit->is_recent)
        event_wall_hit_note_elastic(
            system, hit, push->reduced,
            (ball->m * vec2_dot(hit->arriving[0], hit->arriving[0]) + push->piston->m * push->v * push->v) / 2);
    if (event_ledger_is_observed(system))
        event_wall_hit_report(system, hit, push->j);
    system->group++;
}

/* ---- what touches ---- */

/** True if another ball touches the wall. */
static bool touches_others(const struct event_system *system, const struct push *push)
{
    for (uint32_t slot = 0; slot < system->n; slot++)
        if (slot != push->hit.slot[0] && event_pistons_touches(system, push->piston, slot, push->hit.t, 0))
            return true;
    return false;
}

/** Gives the wall its new trajectory. Its place now stays. */
static void depart_wall(struct event_system *system, const struct push *push)
{
    event_pistons_restate(event_pistons_own(system, push->piston), push->hit.t,
                          push->v + push->j * (push->hit.d.x + push->hit.d.y) / push->piston->m);
}

enum status event_piston_collide(struct event_system *system, struct event_collision collision, struct error *err)
{
    struct push push = {.piston = event_pistons_find(system, collision.partner)};
    struct event next;
    assert(push.piston);
    arrive(system, collision, &push);
    keep_up(system, &push);
    leave(system, &push);
    const struct event_piston before = *push.piston;
    depart_wall(system, &push); /* for the search, which meets it again */
    const bool touching =
        event_wall_hit_search(system, &system->motion, &push.hit, &next) || touches_others(system, &push);
    if (touching && !push.hit.lasts) {
        bool resolved;
        *event_pistons_own(system, push.piston) = before;
        enum status status = simultaneous_collision_resolve(system, collision, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
        depart_wall(system, &push);
    }
    account(system, &push);
    event_wall_hit_depart(system, &system->motion, &push.hit);
    prediction_schedule(system, collision.slot, &push.hit.leaving.ball[0], next, collision.t);
    prediction_restate(system, collision.partner, collision.t);
    return STATUS_OK;
}
