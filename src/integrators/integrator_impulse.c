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
 * Where two centres coincide there is no line of centres and nothing is exchanged.
 */
#include "integrators/integrator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sum.h"
#include "broadphase/verlet_list.h"
#include "integrators/phase.h"

struct impulse {
    const struct scene *scene;
    const struct observer *observer; /* NULL: nobody asks */
    struct verlet_list *list;
    struct phase next;          /* the state that a step prepares */
    struct contact_event *rows; /* its exchanges */
    size_t n_rows, rows_capacity;
    double overlap;     /* its largest overlap, relative to the smaller radius */
    struct tally tally; /* of the steps taken; `lost` is the sum below */
    struct sum lost;
};

/* ---- one step ---- */

static void move(struct impulse *state, const struct world *world)
{
    struct phase *next = &state->next;
    double dt = state->scene->dt;
    for (size_t i = 0; i < world->n; i++) {
        next->x[i] = world->x[i] + dt * world->vx[i];
        next->y[i] = world->y[i] + dt * world->vy[i];
    }
    memcpy(next->vx, world->vx, world->n * sizeof *next->vx);
    memcpy(next->vy, world->vy, world->n * sizeof *next->vy);
}

static bool add_row(struct impulse *state, struct contact_event row)
{
    void *rows = state->rows;
    bool grown = mem_grow(&rows, &state->rows_capacity, state->n_rows + 1, sizeof *state->rows);
    state->rows = rows;
    if (grown)
        state->rows[state->n_rows++] = row;
    return grown;
}

static void note_overlap(struct impulse *state, double overlap, double radius)
{
    if (overlap > state->overlap * radius)
        state->overlap = overlap / radius;
}

/** Balls a and b, centres a distance d apart along the unit vector (nx, ny), exchange momentum if they approach. */
static bool exchange(struct impulse *state, struct pair pair, double d, double nx, double ny)
{
    const struct scene *scene = state->scene;
    struct phase *next = &state->next;
    uint32_t a = pair.a, b = pair.b;
    double m_a = scene->m[a], m_b = scene->m[b];
    double u = nx * (next->vx[b] - next->vx[a]) + ny * (next->vy[b] - next->vy[a]);
    if (!(u < 0))
        return true;
    double change = (1 + scene->e_ball) / (m_a + m_b) * -u; /* of velocity, per mass of the other ball */
    next->vx[a] -= m_b * change * nx;
    next->vy[a] -= m_b * change * ny;
    next->vx[b] += m_a * change * nx;
    next->vy[b] += m_a * change * ny;
    double arm = 0.5 * (scene->r[a] - scene->r[b] + d); /* to the middle of the overlap */
    double x = next->x[a] + arm * nx, y = next->y[a] + arm * ny;
    return add_row(
        state,
        (struct contact_event){
            .kind = CONTACT_BALL, .a = a, .b = b, .x = x, .y = y, .nx = nx, .ny = ny, .u = u, .j = m_a * m_b * change});
}

static bool collide_balls(struct impulse *state)
{
    const struct phase *next = &state->next;
    const double *r = state->scene->r;
    const struct pairs *touching;
    if (!verlet_list_touching(state->list, next->x, next->y, &touching))
        return false;
    for (size_t p = 0; p < touching->count; p++) {
        struct pair pair = touching->items[p];
        double dx = next->x[pair.b] - next->x[pair.a], dy = next->y[pair.b] - next->y[pair.a];
        double d = sqrt(dx * dx + dy * dy), reach = r[pair.a] + r[pair.b];
        if (!(d < reach))
            continue;
        note_overlap(state, reach - d, r[pair.a] < r[pair.b] ? r[pair.a] : r[pair.b]);
        if (d > 0 && !exchange(state, pair, d, dx / d, dy / d))
            return false;
    }
    return true;
}

/** A wall that a ball has pierced. */
struct wall {
    enum contact_kind kind;
    double overlap;
    double x, y;   /* contact point */
    double nx, ny; /* unit normal out of the table */
};

/** Turns the velocity component *v across the wall inwards if it points outwards. */
static bool reflect(struct impulse *state, size_t ball, struct wall wall, double *v)
{
    const struct scene *scene = state->scene;
    double u = -(wall.nx + wall.ny) * *v;
    note_overlap(state, wall.overlap, scene->r[ball]);
    if (!(u < 0))
        return true;
    *v = 0 - scene->e_wall * *v; /* from 0, so that e = 0 leaves no negative zero */
    double j = (1 + scene->e_wall) * scene->m[ball] * -u;
    return add_row(state, (struct contact_event){.kind = wall.kind,
                                                 .a = (uint32_t)ball,
                                                 .b = -1,
                                                 .x = wall.x,
                                                 .y = wall.y,
                                                 .nx = wall.nx,
                                                 .ny = wall.ny,
                                                 .u = u,
                                                 .j = j});
}

/** Left or right: a ball too large for the table counts as at the left, as in the document; likewise the bottom. */
static bool collide_side(struct impulse *state, size_t i)
{
    struct phase *next = &state->next;
    double x = next->x[i], y = next->y[i], r = state->scene->r[i], width = state->scene->width;
    if (x - r < 0)
        return reflect(state, i, (struct wall){CONTACT_LEFT, r - x, 0, y, -1, 0}, &next->vx[i]);
    if (x + r > width)
        return reflect(state, i, (struct wall){CONTACT_RIGHT, x + r - width, width, y, 1, 0}, &next->vx[i]);
    return true;
}

static bool collide_end(struct impulse *state, size_t i)
{
    struct phase *next = &state->next;
    double x = next->x[i], y = next->y[i], r = state->scene->r[i], height = state->scene->height;
    if (y - r < 0)
        return reflect(state, i, (struct wall){CONTACT_BOTTOM, r - y, x, 0, 0, -1}, &next->vy[i]);
    if (y + r > height)
        return reflect(state, i, (struct wall){CONTACT_TOP, y + r - height, x, height, 0, 1}, &next->vy[i]);
    return true;
}

static bool collide_walls(struct impulse *state)
{
    for (size_t i = 0; i < state->scene->n; i++)
        if (!collide_side(state, i) || !collide_end(state, i))
            return false;
    return true;
}

/* ---- what a step has done ---- */

static void tell_row(struct impulse *state, struct contact_event *row, double t)
{
    bool ball = row->kind == CONTACT_BALL;
    double e = ball ? state->scene->e_ball : state->scene->e_wall;
    row->t = t;
    row->group = state->tally.ball + state->tally.wall;
    if (state->observer && state->observer->contact)
        state->observer->contact(state->observer->context, row);
    if (ball)
        state->tally.ball++;
    else
        state->tally.wall++;
    sum_add(&state->lost, 0.5 * (1 - e) * row->j * -row->u); /* mu (1 - e^2) u^2 / 2 */
}

static void take(struct impulse *state, struct world *world)
{
    phase_store(&state->next, world);
    world->step++;
    world->t = (double)world->step * state->scene->dt;
    for (size_t i = 0; i < state->n_rows; i++)
        tell_row(state, &state->rows[i], world->t);
    if (state->overlap > state->tally.overlap)
        state->tally.overlap = state->overlap;
}

static enum status step(struct impulse *state, struct world *world, struct error *err)
{
    state->n_rows = 0;
    move(state, world);
    if (!collide_balls(state) || !collide_walls(state))
        return error_no_memory(err);
    size_t ball = phase_first_nonfinite(&state->next, world->n);
    if (ball < world->n)
        return error_set(err, STATUS_FAILED, NULL, "ball %zu is no longer finite at step %llu", ball,
                         (unsigned long long)world->step + 1);
    take(state, world);
    return STATUS_OK;
}

/* ---- the integrator ---- */

static bool stopped(const struct impulse *state)
{
    return state->observer && state->observer->stop && *state->observer->stop;
}

static enum status advance(void *opaque, struct world *world, uint64_t step_target, struct error *err)
{
    struct impulse *state = opaque;
    enum status status = STATUS_OK;
    world_synchronise(world);
    while (status == STATUS_OK && world->step < step_target && !stopped(state))
        status = step(state, world, err);
    return status;
}

static void tally(const void *opaque, struct tally *tally)
{
    const struct impulse *state = opaque;
    *tally = state->tally;
    tally->lost = sum_value(state->lost);
}

static void destroy(void *opaque)
{
    struct impulse *state = opaque;
    if (!state)
        return;
    verlet_list_destroy(state->list);
    phase_close(&state->next);
    free(state->rows);
    free(state);
}

static enum status create(const struct scene *scene, const struct world *world, const struct observer *observer,
                          void **opaque, struct error *err)
{
    struct impulse *state = mem_array(1, sizeof *state);
    if (!state)
        return error_no_memory(err);
    state->scene = scene;
    state->observer = observer;
    state->list = verlet_list_create(world->n, scene->r, scene->width);
    if (!phase_open(&state->next, world->n) || !state->list) {
        destroy(state);
        return error_no_memory(err);
    }
    *opaque = state;
    return STATUS_OK;
}

const struct integrator_ops integrator_impulse = {
    .name = "impulse",
    .doc = "fixed steps; pairs that overlap and approach exchange momentum, one after another",
    .create = create,
    .advance = advance,
    .tally = tally,
    .destroy = destroy,
};
