/*
 * From the state of a world to trajectories, and back. A state is that of its moment; a trajectory began with the
 * ball's last hit, and restating it would change it by rounding. So a saved state holds both where they differ, and the
 * run that goes on from it follows the trajectories: to the same bits.
 */
#include "events/event_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/double_bits.h"
#include "base/hilbert.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "events/event_seam.h"
#include "events/event_trajectory.h"
#include "near/impact_kernel.h"

enum { SORT_FROM = 256 }; /* balls from which memory order matters */

/** The ball in a slot as a frame has it now, and in *w its spin. */
static struct particle present(const struct event_system *system, uint32_t slot, double now, struct vec3 *w,
                               struct vec2 *turns)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    struct particle at = motion_at(&system->motion, body, now);
    *w = motion_spin(&system->motion, body, &at);
    *turns = event_seam_bring_back(system, &at);
    return at;
}

/** The spin with which the trajectory in a slot began. */
static struct vec3 first_spin(const struct event_system *system, uint32_t slot)
{
    return event_system_rotates(system) ? system->legs[slot].w : (struct vec3){0, 0, 0};
}

static bool are_same(const struct particle *a, struct vec3 w_a, const struct particle *b, struct vec3 w_b)
{
    return double_bits_same(a->t, b->t) && double_bits_same(a->x, b->x) && double_bits_same(a->y, b->y) &&
           double_bits_same(a->vx, b->vx) && double_bits_same(a->vy, b->vy) && double_bits_same(w_a.x, w_b.x) &&
           double_bits_same(w_a.y, w_b.y) && double_bits_same(w_a.z, w_b.z);
}

/* ---- from a world ---- */

/** Order of balls in memory: balls near each other on the table are near in memory. */
static bool order_balls(const struct event_system *system, const struct world *world, bool given_order, uint32_t *ids)
{
    if (!given_order && world->n >= SORT_FROM)
        return hilbert_order(world->x, world->y, world->n, table_size(&system->scene->table), ids);
    for (size_t i = 0; i < world->n; i++)
        ids[i] = (uint32_t)i;
    return true;
}

/** Has a slot begin a trajectory. @param state of its ball at time t */
static void begin_trajectory(struct event_system *system, uint32_t slot, const struct world *state, double t)
{
    struct particle *ball = &system->balls[slot];
    ball->x = state->x[ball->id];
    ball->y = state->y[ball->id];
    ball->t = t;
    ball->vx = state->vx[ball->id];
    ball->vy = state->vy[ball->id];
    event_trajectory_begin_leg(system, slot, state->w ? state->w[ball->id] : (struct vec3){0, 0, 0});
}

/** Has a slot follow the trajectory that its ball had before the world's moment, if there is one, and if it leads to
 *  the state that the ball has then: a file may have been changed. */
static void take_past(struct event_system *system, uint32_t slot, const struct world *world)
{
    const struct checkpoint *saved = system->scene->checkpoint;
    const struct particle here = system->balls[slot];
    const struct vec3 w_here = first_spin(system, slot);
    struct vec3 w;
    struct vec2 turns;
    if (!saved || saved->t0[here.id] == -HUGE_VAL || motion_is_fixed(&here))
        return;
    begin_trajectory(system, slot, saved->state, saved->t0[here.id]);
    const struct particle at = present(system, slot, world->t, &w, &turns);
    if (!are_same(&at, w, &here, w_here))
        begin_trajectory(system, slot, world, world->t);
    else
        event_seam_set_turns(system, slot, vec2_sub(event_seam_turns(system, slot), turns));
}

/** Begins the trajectories of fixed balls no later than all others: two balls are compared at the later of their two
 *  beginnings, which then is that of the other ball, in a continued run as in one that was never saved. */
static void backdate_fixed(struct event_system *system)
{
    double earliest = HUGE_VAL;
    for (size_t i = 0; i < system->n; i++)
        earliest = double_min(earliest, system->balls[i].t);
    for (uint32_t i = 0; i < system->n; i++)
        if (motion_is_fixed(&system->balls[i]))
            system->balls[i].t = earliest;
}

/** Leaves out balls that are in a pocket, since nothing uses them. */
bool event_state_take(struct event_system *system, const struct world *world, bool given_order, bool with_past)
{
    const struct checkpoint *saved = system->scene->checkpoint;
    uint32_t *ids = mem_array(world->n, sizeof *ids), count = 0;
    bool ordered = ids && order_balls(system, world, given_order, ids);
    for (size_t i = 0; ordered && i < world->n; i++) {
        const uint32_t id = ids[i];
        if (!world_is_on_table(world, id))
            continue;
        system->balls[count] =
            (struct particle){.r = world->r[id], .m = world->m[id], .collisions = saved && saved->hit[id], .id = id};
        event_seam_set_turns(system, count, world->turns[id]);
        begin_trajectory(system, count, world, world->t);
        if (with_past)
            take_past(system, count, world);
        count++;
    }
    system->n = count;
    system->balls[count] = impact_kernel_sentinel();
    backdate_fixed(system);
    free(ids);
    return ordered;
}

/* ---- to a world ---- */

static void store_taken(struct event_system *system, struct world *world)
{
    for (size_t i = 0; i < system->n_taken; i++)
        world_take(world, system->taken[i].ball, system->taken[i].obstacle);
    system->n_taken = 0;
}

/** Books what friction and walls have taken and given on a ball's trajectory so far.
 *  @param now  where the ball is
 *  @param w    its angular velocity then
 *  @param sign 1, or -1 to take it back */
static void book(const struct motion *motion, struct body body, const struct particle *now, struct vec3 w, double sign,
                 struct ledger *ledger)
{
    ledger_motion_took(ledger, sign * motion_loss(motion, body, now, w));
    ledger_walls_worked(ledger, sign * motion_work(motion, body, now->t));
}

static void write_ball(const struct event_system *system, uint32_t slot, struct world *world, struct ledger *lost)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    const struct particle at = motion_at(&system->motion, body, world->t);
    motion_write(&system->motion, body, &at, event_seam_turns(system, slot), world);
    if (lost)
        book(&system->motion, body, &at, motion_spin(&system->motion, body, &at), 1, lost);
}

/** True if a ball has rested on its trajectory since before that time, when the world was written. A trajectory that
 *  began at that very time may be younger; and a velocity may round to 0 before the ball has come to its place. */
static bool rested(const struct event_system *system, uint32_t slot, double before)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    return body.ball->t < before && motion_rest_time(&system->motion, body) <= before;
}

/** A ball that was at rest in the last world, on the trajectory that it still has, is left as it is there. */
void event_state_write(struct event_system *system, double before, struct world *world, struct ledger *lost)
{
    const bool may_rest = motion_decelerates(&system->motion) && !lost;
    for (uint32_t i = 0; i < system->n; i++)
        if (!(may_rest && world_is_still(world, system->balls[i].id) && rested(system, i, before)))
            write_ball(system, i, world, lost);
    store_taken(system, world);
    if (system->kicks)
        memcpy(world->kicks, system->kicks, world->n * sizeof *world->kicks);
}

/* Fixed balls rest since before all others have begun a trajectory. */
double event_state_rest_time(const struct event_system *system, double now)
{
    double last = -HUGE_VAL;
    for (uint32_t i = 0; i < system->n && last <= now; i++)
        last = double_max(last, motion_rest_time(&system->motion, body_at(system->balls, system->legs, i)));
    double start = (double)system->scene->start_step * system->scene->dt;
    return last <= now ? double_max(last, start) : HUGE_VAL;
}

void event_state_took(const struct event_system *system, double sign, double t, struct ledger *ledger)
{
    const struct motion *motion = &system->motion;
    for (uint32_t i = 0; system->dissipates && i < system->n; i++) {
        const struct body body = body_at(system->balls, system->legs, i);
        const struct particle at = motion_at(motion, body, t);
        book(motion, body, &at, motion_spin(motion, body, &at), sign, ledger);
    }
}

/* ---- to a saved state ---- */

/** At rest at `now`, and without spin. */
static bool rests(const struct event_system *system, uint32_t slot, double now)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    const struct particle at = motion_at(&system->motion, body, now);
    const struct vec3 w = motion_spin(&system->motion, body, &at);
    return motion_rest_time(&system->motion, body) <= now && w.x == 0 && w.y == 0 && w.z == 0;
}

/** False if nothing moves, now or ever. */
static bool moves(const struct event_system *system, double now)
{
    for (uint32_t i = 0; i < system->n; i++)
        if (!rests(system, i, now))
            return true;
    return false;
}

/** Where all is at rest no trajectory is kept; nor is that of a ball at rest, unless a surface may come to it: when one
 *  does is computed from where the trajectory began, to the last digit. */
void event_state_save(const struct event_system *system, double now, struct checkpoint *checkpoint)
{
    const struct world *saved = checkpoint->state;
    const bool any = moves(system, now), waits = system->boundary.acts;
    for (uint32_t i = 0; i < system->n; i++) {
        const struct particle *ball = &system->balls[i];
        const uint32_t id = ball->id;
        struct vec3 w;
        struct vec2 turns;
        const struct particle at = present(system, i, now, &w, &turns);
        saved->x[id] = ball->x;
        saved->y[id] = ball->y;
        saved->vx[id] = ball->vx;
        saved->vy[id] = ball->vy;
        if (saved->w)
            saved->w[id] = first_spin(system, i);
        const bool goes_on =
            waits ? !motion_is_fixed(ball) && ball->t < now : any && !are_same(ball, first_spin(system, i), &at, w);
        checkpoint->t0[id] = goes_on ? ball->t : -HUGE_VAL;
        checkpoint->hit[id] = event_trajectory_was_hit(system, i);
    }
}
