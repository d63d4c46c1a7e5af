/*
 * Time steps with impulses (level 4 of the public documents pitizzzle/physics-simulations-balls):
 *
 *     move every ball by v dt; then each pair i < j that overlaps and approaches exchanges momentum along the line of
 *     centres; then a ball beyond a wall gets its velocity component turned inwards.
 *
 * The exchange, with unit vector n from a to b, u = n.(v_b - v_a) < 0 and restitution e (Tatum, Classical Mechanics,
 * section 5.4, for e = 1):
 *
 *     j = -(1 + e) u m_a m_b / (m_a + m_b),   v_a -= (j/m_a) n,   v_b += (j/m_b) n
 *
 * Equal masses, head-on, e = 1: the velocities are exchanged; e = 0: they become equal; m_b -> infinity: v_a is
 * reflected and scaled by e.
 *
 * One pass over pairs and walls per step, in index order, each seeing the velocities that those before have left. So a
 * ball that meets two others within one step treats them one after the other, and the last collision wins: a documented
 * limit, which `event` does not have. Balls are not pulled apart; overlaps last until they have flown apart, and a
 * collision is late by up to dt. Positions are fixed during the pass, so the pairs are found beforehand, by a list, in
 * the order of a double loop. Cost: O(n) per step. Momentum is kept to rounding; energy too for e = 1.
 *
 * Gravity and friction act in half steps before and after the move (field.c), which moves a ball with the mean of its
 * old and new velocity; collisions come last. Then pockets take the balls that have come into them (pockets.c).
 *
 * Where two centres coincide there is no line of centres and nothing is exchanged.
 */
#include "integrators/integrator.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "base/sum.h"
#include "broadphase/verlet_list.h"
#include "integrators/ball_order.h"
#include "integrators/field.h"
#include "integrators/pockets.h"
#include "integrators/vector_ops.h"
#include "integrators/rollback.h"
#include "integrators/state.h"
#include "physics/collision.h"

/** An exchange of momentum within the step, with its coefficient of restitution. */
struct exchange {
    struct contact_event row;
    double e;
};

struct impulse {
    const struct scene *scene;       /* as given, or `sorted` */
    const struct observer *observer; /* NULL: none */
    const struct vector_ops *ops;
    struct boundary boundary;
    struct verlet_list *list;
    struct state now; /* the present state */
    struct rollback rollback;
    struct field field;
    struct pockets pockets;
    struct exchange *rows; /* the step's exchanges */
    size_t n_rows, rows_capacity;
    double overlap;           /* the step's largest overlap, relative to the smaller radius */
    uint64_t groups;          /* in the log so far: one per row */
    struct counters counters; /* of the steps taken; `lost` is the sum below */
    struct sum lost;
    struct ball_order order; /* chosen before the first step */
    bool ordered;            /* it has been chosen */
    struct scene sorted;     /* if balls have been sorted: the scene with r and m in their order, which are owned */
};

/* ---- one step ---- */

static bool add_row(struct impulse *state, double e, struct contact_event row)
{
    bool grown = mem_grow(&state->rows, &state->rows_capacity, state->n_rows + 1, sizeof *state->rows);
    if (grown)
        state->rows[state->n_rows++] = (struct exchange){row, e};
    return grown;
}

static void note_overlap(struct impulse *state, double overlap, double radius)
{
    if (overlap > state->overlap * radius)
        state->overlap = overlap / radius;
}

/** Balls a and b, centres a distance d apart along the unit vector n, exchange momentum if they approach. */
static bool exchange(struct impulse *state, struct pair pair, double d, struct vec2 n)
{
    const struct scene *scene = state->scene;
    uint32_t a = pair.a, b = pair.b;
    struct vec2 *v_a = &state->now.v[a], *v_b = &state->now.v[b];
    double m_a = scene->m[a], m_b = scene->m[b];
    double u = vec2_dot(n, vec2_sub(*v_b, *v_a));
    if (!(u < 0))
        return true;
    struct collision_masses masses = collision_masses(m_a, m_b);
    double change = (1 + scene->e_ball) / (masses.a + masses.b) * -u; /* divided first, as in the document */
    collision_exchange(v_a, v_b, n, -change, masses);
    double arm = 0.5 * (scene->r[a] - scene->r[b] + d); /* to the middle of the overlap */
    double product = m_a == HUGE_VAL ? m_b : m_b == HUGE_VAL ? m_a : m_a * m_b;
    struct vec2 at = vec2_add(state_centre(&state->now, a), vec2_scale(arm, n));
    return add_row(
        state, scene->e_ball,
        (struct contact_event){.kind = CONTACT_BALL, .a = a, .b = b, .at = at, .n = n, .u = u, .j = product * change});
}

static bool collide_balls(struct impulse *state, const struct verlet_touching *touching)
{
    const struct vec2 *x = state->now.x;
    const double *r = state->scene->r;
    for (size_t p = 0; p < touching->n_local; p++) {
        struct pair pair = touching->local[p];
        struct vec2 way = vec2_sub(x[pair.b], x[pair.a]);
        if (state->boundary.is_periodic)
            way = period_nearest(&state->boundary.period, way);
        double d = vec2_length(way);
        note_overlap(state, r[pair.a] + r[pair.b] - d, r[pair.a] < r[pair.b] ? r[pair.a] : r[pair.b]);
        if (d > 0 && !exchange(state, pair, d, (struct vec2){way.x / d, way.y / d}))
            return false;
    }
    return true;
}

/** Turns the velocity of a ball that reaches beyond a side of a surface, unless it points away from it. */
static bool reflect(struct impulse *state, struct pair pair, uint32_t side)
{
    const struct surface *surface = &state->boundary.surfaces[pair.b];
    struct vec2 x = boundary_seen(&state->boundary, surface, state->now.x[pair.a]), *v = &state->now.v[pair.a];
    struct vec2 n = boundary_normal(surface, side, x);
    double approach = vec2_dot(n, *v);
    note_overlap(state, boundary_depth(surface, side, x, state->scene->r[pair.a]), state->scene->r[pair.a]);
    if (!(approach > 0))
        return true;
    *v = boundary_reflect(surface, n, *v, surface->e * approach);
    uint32_t body = contact_surface(pair.b, side);
    struct vec2 point = boundary_point(surface, side, x);
    point = vec2_add(point, vec2_sub(state_centre(&state->now, pair.a), x));
    return add_row(state, surface->e,
                   (struct contact_event){.kind = boundary_kind(&state->boundary, body),
                                          .a = pair.a,
                                          .b = boundary_number(&state->boundary, body),
                                          .at = point,
                                          .n = n,
                                          .u = -approach,
                                          .j = (1 + surface->e) * state->scene->m[pair.a] * approach});
}

/** A ball too large for a slab counts as beyond its first side, as in the document. */
static bool collide_surfaces(struct impulse *state, const struct verlet_touching *touching)
{
    for (size_t p = 0; p < touching->n_surfaces; p++) {
        struct pair pair = touching->surfaces[p];
        unsigned beyond = boundary_beyond(&state->boundary, pair.b, state->now.x[pair.a], state->scene->r[pair.a]);
        if (beyond && !reflect(state, pair, beyond & 1 ? 0 : 1))
            return false;
    }
    return true;
}

/* ---- what a step has done ---- */

static void report_row(struct impulse *state, struct exchange *exchange, double t)
{
    struct contact_event *row = &exchange->row;
    bool ball = row->kind == CONTACT_BALL;
    row->t = t;
    row->group = state->groups++;
    observer_notify(state->observer, row);
    if (ball)
        state->counters.ball++;
    else
        state->counters.surface++;
    sum_add(&state->lost, 0.5 * (1 - exchange->e) * row->j * -row->u); /* mu (1 - e^2) u^2 / 2 */
}

/** Called for a step that has come out well. */
static void take(struct impulse *state, double t)
{
    for (size_t i = 0; i < state->n_rows; i++)
        report_row(state, &state->rows[i], t);
    if (state->overlap > state->counters.overlap)
        state->counters.overlap = state->overlap;
    if (!pockets_take(&state->pockets, &state->now, t))
        return;
    pockets_report(&state->pockets, &state->groups);
    verlet_list_leave_out(state->list, state->pockets.pocket);
}

/** Moves the balls and lets them collide. false: out of memory. */
static bool move_and_collide(struct impulse *state)
{
    struct range all = {0, state->scene->n};
    state->n_rows = 0;
    field_begin_step(&state->field, state->now.v);
    double moved = state->ops->axpy(all, state->now.x, state->now.x, state->scene->dt, state->now.v);
    moved = rollback_moved(&state->rollback, moved, state->scene->dt);
    state_wrap(&state->now, state->scene->n);
    field_end_step(&state->field, state->now.v);
    if (!verlet_list_update(state->list, state->now.x, moved, NULL))
        return false;
    const struct verlet_touching *touching = verlet_list_touching(state->list, 0, state->now.x, false);
    return collide_balls(state, touching) && collide_surfaces(state, touching);
}

static enum status step(struct impulse *state, uint64_t number, struct error *err)
{
    size_t n = state->scene->n;
    struct sum lost_to_friction = state->field.lost;
    rollback_begin(&state->rollback, &state->now, n);
    pockets_begin_step(&state->pockets, &state->now);
    if (!move_and_collide(state))
        return error_no_memory(err);
    size_t ball = rollback_end(&state->rollback, &state->now, n);
    if (ball < n) {
        state->field.lost = lost_to_friction;
        return error_set(err, STATUS_FAILED, NULL, "ball %zu is no longer finite at step %llu", ball,
                         (unsigned long long)number);
    }
    take(state, (double)number * state->scene->dt);
    field_update_rest(&state->field, state->now.v, (double)number * state->scene->dt);
    return STATUS_OK;
}

/* ---- the order of balls in memory ---- */

/** True if there is a log of contacts, or a sum of what they take: both run in the scene's order. */
static bool is_accounted(const struct impulse *state)
{
    return state->scene->e_ball < 1 || !state->boundary.is_elastic || observer_wants_contacts(state->observer);
}

/** The constants of sorted balls, and their list. false: out of memory. */
static bool sort_scene(struct impulse *state)
{
    size_t n = state->scene->n;
    struct scene *sorted = &state->sorted;
    *sorted = *state->scene;
    sorted->r = mem_array(n + 1, sizeof *sorted->r);
    sorted->m = mem_array(n + 1, sizeof *sorted->m);
    for (size_t i = 0; sorted->r && sorted->m && i < n; i++) {
        sorted->r[i] = state->scene->r[state->order.id[i]];
        sorted->m[i] = state->scene->m[state->order.id[i]];
    }
    state->scene = sorted;
    if (!sorted->r || !sorted->m)
        return false;
    verlet_list_destroy(state->list);
    state->list = verlet_list_create(sorted, sorted->r, &state->boundary, 0, false);
    if (state->list)
        verlet_list_sorted(state->list, (struct sum_order){state->order.id, 1});
    return state->list;
}

/** false: out of memory. */
static bool choose_order(struct impulse *state)
{
    bool sorts =
        !state->ordered && !is_accounted(state) && ball_order_pays(state->scene, state->now.x, BALL_ORDER_IMPULSE);
    state->ordered = true;
    if (!sorts)
        return true;
    bool made = ball_order_make(&state->order, state->scene, state->now.x) &&
                ball_order_apply_state(&state->order, &state->now, state->scene->n) && sort_scene(state);
    state->rollback.id = state->order.id;
    return made;
}

/* ---- the integrator ---- */

static enum status advance(void *opaque, struct world *world, uint64_t step_target, struct error *err)
{
    struct impulse *state = opaque;
    enum status status = choose_order(state) ? STATUS_OK : error_no_memory(err);
    while (status == STATUS_OK && world->step < step_target && !observer_stops(state->observer)) {
        status = step(state, world->step + 1, err);
        world->step += status == STATUS_OK;
    }
    world->t = (double)world->step * state->scene->dt;
    ball_order_store(&state->order, &state->now, world);
    pockets_store(&state->pockets, world);
    return status;
}

static void counters(const void *opaque, struct counters *counters)
{
    const struct impulse *state = opaque;
    *counters = state->counters;
    counters->lost = sum_value(state->lost) + sum_value(state->field.lost) + sum_value(state->pockets.lost);
    counters->rest = state->field.rest;
}

static void destroy(void *opaque)
{
    struct impulse *state = opaque;
    if (!state)
        return;
    verlet_list_destroy(state->list);
    boundary_close(&state->boundary);
    state_close(&state->now);
    rollback_close(&state->rollback);
    pockets_close(&state->pockets);
    ball_order_free(&state->order);
    free(state->sorted.r);
    free(state->sorted.m);
    free(state->rows);
    free(state);
}

static bool begin(struct impulse *state, const struct world *world)
{
    const struct scene *scene = state->scene;
    if (!boundary_open(&state->boundary, &scene->table, scene->e_wall) ||
        !pockets_open(&state->pockets, scene, world, &state->boundary, state->observer))
        return false;
    state->list = verlet_list_create(scene, scene->r, &state->boundary, 0, false);
    if (!state->list || !state_load(&state->now, world))
        return false;
    verlet_list_leave_out(state->list, state->pockets.pocket);
    state->field.pocket = state->pockets.pocket;
    field_update_rest(&state->field, state->now.v, world->t);
    return rollback_open(&state->rollback, &state->now, world->n);
}

static enum status create(const struct scene *scene, const struct world *world, const struct observer *observer,
                          void **opaque, struct error *err)
{
    struct impulse *state = mem_array(1, sizeof *state);
    if (!state)
        return error_no_memory(err);
    state->scene = scene;
    state->observer = observer;
    state->ops = vector_ops_of_cpu();
    state->field = field_of(scene);
    if (!begin(state, world)) {
        destroy(state);
        return error_no_memory(err);
    }
    rollback_constant(&state->rollback, scene->dt);
    rollback_constant(&state->rollback, 1 + field_strength(scene));
    for (size_t i = 0; i < world->n; i++)
        if (!scene_is_fixed(scene, i))
            rollback_constant(&state->rollback, scene->m[i]);
    *opaque = state;
    return STATUS_OK;
}

/** The fastest ball at the start moves a quarter of the smallest radius per step. */
static double suitable_dt(const struct scene *scene, const struct world *world)
{
    double least = HUGE_VAL, fastest = 0;
    for (size_t i = 0; i < scene->n; i++) {
        double speed = sqrt(world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i]);
        least = double_min(scene->r[i], least);
        fastest = double_max(speed, fastest);
    }
    return fastest > 0 ? 0.25 * least / fastest : HUGE_VAL;
}

const struct integrator_ops integrator_impulse = {
    .name = "impulse",
    .doc = "fixed steps; pairs that overlap exchange momentum",
    .supports = SCENE_OVERLAPS | SCENE_CRAWLING | SCENE_GRAVITY | SCENE_FRICTION | SCENE_GRAVITY_AND_FRICTION,
    .suitable_dt = suitable_dt,
    .create = create,
    .advance = advance,
    .counters = counters,
    .destroy = destroy,
};
