/*
 * Walls with a mass between their hits. Such a wall is a body with one degree of freedom: from its last hit on, which
 * alone changes x0, v0 and t0,
 *
 *     X(t) = X0 + V0 (t - t0) + A (t - t0)^2/2,   A = F/M + g_n,
 *
 * and the gap to a ball in free flight is a quadratic function of time. So when a ball meets it is a function of the
 * last states of the two, as for two balls.
 *
 * Each ball has its next hit with such walls among its other events (prediction.c); after a hit of the wall all are
 * compared with it anew. As surfaces these walls are infinitely far away: nothing else knows them.
 *
 * Cost: O(balls) for a hit of a wall.
 */
#include "events/event_pistons.h"

#include <math.h>

#include "base/double_bits.h"
#include "base/min_max.h"
#include "events/lasting_contact.h"
#include "motion/parabola.h"

/** Balls are at most so many times as far from the origin as the size that the search for neighbours knows. */
#define FAR 4

static enum table_wall wall_of(const struct event_piston *piston)
{
    return (enum table_wall)(piston->body - CONTACT_SURFACE);
}

/** 1 of the right and the top wall. */
static double outward(const struct event_piston *piston)
{
    return contact_side(piston->body) ? 1 : -1;
}

static double across(const struct event_piston *piston, struct vec2 v)
{
    return table_across(wall_of(piston), v);
}

/* ---- beginning and end ---- */

/** The side of its slab is infinitely far away. */
static void take_out(struct boundary *boundary, enum table_wall wall)
{
    struct surface *slab = &boundary->surfaces[wall / 2];
    struct vec2 *ends = wall % 2 ? &slab->end : &slab->origin;
    *(wall < TABLE_BOTTOM ? &ends->x : &ends->y) = wall % 2 ? HUGE_VAL : -HUGE_VAL;
}

void event_pistons_open(struct event_system *system)
{
    const struct table *table = &system->scene->table;
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        const struct piston *given = &table->piston[wall];
        if (!piston_exists(given))
            continue;
        const double g = table_across((enum table_wall)wall, system->scene->gravity);
        system->pistons[system->n_pistons++] =
            (struct event_piston){.body = contact_surface((uint32_t)wall / 2, (uint32_t)wall % 2),
                                  .m = given->m,
                                  .a = piston_acceleration(given, g),
                                  .given = given};
        take_out(&system->boundary, (enum table_wall)wall);
    }
}

static bool are_same(const struct event_piston *piston, double t, struct world_wall state)
{
    return double_bits_same(event_pistons_place(piston, t), state.x) &&
           double_bits_same(across(piston, event_pistons_velocity(piston, t)), state.v);
}

void event_pistons_begin(struct event_system *system, const struct world *world, bool with_past)
{
    const struct checkpoint *saved = with_past ? system->scene->checkpoint : NULL;
    for (uint32_t i = 0; i < system->n_pistons; i++) {
        struct event_piston *piston = &system->pistons[i];
        const enum table_wall wall = wall_of(piston);
        const struct world_wall now = world->walls[wall];
        piston->x = now.x;
        piston->v = now.v;
        piston->t = world->t;
        if (!saved || saved->wall_t0[wall] == -HUGE_VAL)
            continue;
        struct event_piston before = *piston;
        before.x = saved->state->walls[wall].x;
        before.v = saved->state->walls[wall].v;
        before.t = saved->wall_t0[wall];
        if (are_same(&before, world->t, now)) /* else the file has been changed */
            *piston = before;
    }
}

/** Takes note of a place outside the range since the trajectory began. */
static void look_beyond(struct event_piston *piston, double t)
{
    const double turn = piston->t - piston->v / piston->a; /* where a is 0, never */
    piston->was_beyond =
        piston->was_beyond || piston_is_beyond(piston->given, event_pistons_place(piston, t)) ||
        (turn > piston->t && turn < t && piston_is_beyond(piston->given, event_pistons_place(piston, turn)));
}

void event_pistons_write(struct event_system *system, struct world *world)
{
    for (uint32_t i = 0; i < system->n_pistons; i++) {
        struct event_piston *piston = &system->pistons[i];
        look_beyond(piston, world->t);
        system->ledger.counts.beyond = system->ledger.counts.beyond || piston->was_beyond;
        world->walls[wall_of(piston)] = (struct world_wall){
            .x = event_pistons_place(piston, world->t),
            .v = across(piston, event_pistons_velocity(piston, world->t)),
            .was_beyond = piston->was_beyond,
        };
    }
}

void event_pistons_save(const struct event_system *system, double now, struct checkpoint *checkpoint)
{
    for (uint32_t i = 0; i < system->n_pistons; i++) {
        const struct event_piston *piston = &system->pistons[i];
        const enum table_wall wall = wall_of(piston);
        checkpoint->state->walls[wall] = (struct world_wall){.x = piston->x, .v = piston->v};
        checkpoint->wall_t0[wall] = piston->t < now ? piston->t : -HUGE_VAL;
    }
}

/* ---- where it is ---- */

struct vec2 event_pistons_normal(const struct event_piston *piston)
{
    const double n = outward(piston);
    return wall_of(piston) <= TABLE_RIGHT ? (struct vec2){n, 0} : (struct vec2){0, n};
}

double event_pistons_place(const struct event_piston *piston, double t)
{
    const double time = t - piston->t;
    return piston->x + time * (piston->v + time * (0.5 * piston->a));
}

struct vec2 event_pistons_velocity(const struct event_piston *piston, double t)
{
    const double v = piston->v + piston->a * (t - piston->t);
    return wall_of(piston) <= TABLE_RIGHT ? (struct vec2){v, 0} : (struct vec2){0, v};
}

/** @param place of the wall @param centre across it */
static double gap(const struct event_piston *piston, double place, double centre, double r)
{
    return outward(piston) * (place - centre) - r;
}

double event_pistons_gap(const struct event_piston *piston, const struct particle *ball, double t)
{
    return gap(piston, event_pistons_place(piston, t), across(piston, (struct vec2){ball->x, ball->y}), ball->r);
}

bool event_pistons_touches(const struct event_system *system, const struct event_piston *piston, uint32_t slot,
                           double t, double near)
{
    struct particle ball = system->balls[slot];
    if (motion_is_fixed(&ball))
        return false;
    const struct vec2 place = motion_position(&system->motion, body_at(system->balls, system->legs, slot), t);
    ball.x = place.x;
    ball.y = place.y;
    return event_pistons_gap(piston, &ball, t) <= (CONTACT_TOUCHING + near) * ball.r;
}

/* ---- when a ball comes to it ---- */

double event_pistons_impact(const struct event_system *system, const struct event_piston *piston, struct body body)
{
    const double begin = double_max(body.ball->t, piston->t), n = outward(piston), r = body.ball->r;
    const struct parabola_motion m = motion_from(&system->motion, body, begin);
    const struct vec2 wall = event_pistons_velocity(piston, begin);
    const double v = n * (across(piston, wall) - across(piston, m.path.v)),
                 a = n * (piston->a - across(piston, m.path.a));
    const double space = gap(piston, event_pistons_place(piston, begin), across(piston, m.path.x), r);
    const double way = contact_way_to_hit(space, r, v, vec2_dot(m.path.v, m.path.v) + vec2_dot(wall, wall));
    const double wait = parabola_descent(way, v, a);
    return parabola_motion_when(&m, begin, wait);
}

/* ---- what lasts ---- */

double event_pistons_load(const struct event_system *system, const struct event_piston *piston)
{
    return outward(piston) * (piston->a - across(piston, system->scene->gravity));
}

double event_pistons_bounce_time(const struct event_system *system, const struct particle *ball)
{
    double a = 0;
    for (uint32_t i = 0; i < system->n_pistons; i++)
        a = double_max(a, fabs(event_pistons_load(system, &system->pistons[i])));
    return lasting_contact_bounce_time(a, LASTING_FALL, ball->r);
}

/* ---- a hit ---- */

void event_pistons_restate(struct event_piston *piston, double t, double v)
{
    look_beyond(piston, t);
    piston->x = event_pistons_place(piston, t);
    piston->v = v;
    piston->t = t;
}

bool event_pistons_outgrow(struct event_system *system, double t)
{
    bool outgrown = false;
    for (uint32_t i = 0; i < system->n_pistons; i++) {
        const struct event_piston *piston = &system->pistons[i];
        double *size = wall_of(piston) < TABLE_BOTTOM ? &system->size.x : &system->size.y;
        const double far = fabs(event_pistons_place(piston, t));
        if (!(far > FAR * *size))
            continue;
        *size = far;
        outgrown = true;
    }
    return outgrown;
}
