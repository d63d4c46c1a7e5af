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

#include <math.h>

#include "base/min_max.h"
#include "contact/collision.h"
#include "events/event_hit.h"
#include "events/event_ledger.h"
#include "events/event_pistons.h"
#include "events/event_seam.h"
#include "events/lasting_contact.h"
#include "events/prediction.h"
#include "events/simultaneous_collision.h"

/** A hit, and beside the ball the wall. `d` is the normal, `speed` that with which they part. */
struct push {
    struct hit hit;
    struct event_piston *piston;
    double v, reduced, j; /* of the wall; the reduced mass; the impulse */
    double turned;        /* energy that friction has taken */
};

static void arrive(const struct event_system *system, struct event_collision collision, struct push *push)
{
    struct hit *hit = &push->hit;
    event_hit_arrive(system, &system->motion, collision, hit, 0);
    const struct particle *ball = &hit->leaving.ball[0];
    push->piston = event_pistons_find(system, collision.partner);
    push->reduced = collision_reduced_mass(ball->m, push->piston->m);
    hit->slot[1] = collision.partner;
    hit->surface = boundary_surface(&system->boundary, collision.partner);
    hit->turns[0] = event_seam_bring_slot_back(system, collision.slot, &hit->leaving.ball[0]);
    hit->d = event_pistons_normal(push->piston);
    hit->dd = 1;
    hit->wall = event_pistons_velocity(push->piston, collision.t);
    push->v = hit->wall.x + hit->wall.y; /* one of them is 0 */
    hit->approach = vec2_dot(hit->d, vec2_sub(hit->wall, hit->arriving[0]));
    hit->speeds = vec2_dot(hit->arriving[0], hit->arriving[0]) + push->v * push->v;
    event_hit_restitute(hit, &scene_at_surface(system->scene, ball->id, hit->surface)->restitution, -hit->approach,
                        event_trajectory_is_recent(system, collision.slot, hit->t));
    hit->parting = 0;
    hit->lasts = false;
    hit->speed = event_hit_is_resting(hit) ? 2 * CONTACT_RESTING * sqrt(hit->speeds) : hit->e * -hit->approach;
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
    if (load == 0 && system->falls.g == 0)
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

static void report(const struct event_system *system, const struct push *push)
{
    const struct hit *hit = &push->hit;
    struct contact contact = {.a = (int32_t)hit->leaving.ball[0].id, .body = hit->slot[1], .n = hit->d};
    if (event_system_rotates(system))
        cushion_note(&hit->friction.cushion, &contact);
    contact.u = hit->approach + 0; /* no negative zero */
    contact.j = push->j;
    event_ledger_report(system, &contact, &hit->leaving.ball[0], hit->turns[0]);
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
        event_ledger_note_elastic(
            system, &scene_at_surface(system->scene, ball->id, hit->surface)->restitution, push->reduced, hit->approach,
            (ball->m * vec2_dot(hit->arriving[0], hit->arriving[0]) + push->piston->m * push->v * push->v) / 2);
    if (event_ledger_is_observed(system))
        report(system, push);
    system->group++;
}

/* ---- what touches ---- */

/** True if another ball touches the wall. */
static bool touches_others(const struct event_system *system, const struct push *push)
{
    for (uint32_t slot = 0; slot < system->n; slot++) {
        struct particle ball = system->balls[slot];
        if (slot == push->hit.slot[0] || motion_is_fixed(&ball))
            continue;
        const struct vec2 place =
            motion_position(&system->motion, body_at(system->balls, system->legs, slot), push->hit.t);
        ball.x = place.x;
        ball.y = place.y;
        if (event_pistons_gap(push->piston, &ball, push->hit.t) <= CONTACT_TOUCHING * ball.r)
            return true;
    }
    return false;
}

static bool touches(struct event_system *system, struct push *push)
{
    struct hit *hit = &push->hit;
    struct event next;
    event_hit_list_others(system, hit, 0);
    struct impact_found found =
        system->kernel.one(&system->motion, system->balls, &hit->leaving.ball[0], &hit->leaving.list[0]);
    prediction_adopt(system, event_hit_leaving(&system->motion, hit, 0), &hit->leaving.list[0], &found, HUGE_VAL,
                     &next);
    return found.touching || prediction_surfaces_touch(system, hit->slot[0], &hit->leaving.ball[0], hit->slot[1]) ||
           touches_others(system, push);
}

enum status event_piston_collide(struct event_system *system, struct event_collision collision, struct error *err)
{
    struct push push;
    arrive(system, collision, &push);
    keep_up(system, &push);
    leave(system, &push);
    if (!push.hit.lasts && touches(system, &push)) {
        bool resolved;
        enum status status = simultaneous_collision_resolve(system, collision, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    account(system, &push);
    event_trajectory_set(system, collision.slot, event_hit_leaving(&system->motion, &push.hit, 0), push.hit.lost[0]);
    event_seam_set_turns(system, collision.slot, push.hit.turns[0]);
    event_pistons_restate(push.piston, collision.t, push.v + push.j * (push.hit.d.x + push.hit.d.y) / push.piston->m);
    prediction_update(system, collision.slot, collision.t);
    prediction_restate(system, collision.partner, collision.t);
    return STATUS_OK;
}
