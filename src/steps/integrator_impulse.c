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
 * Gravity and friction act with the move (field.c); collisions come last. Then pockets take the balls that have come
 * into them (pockets.c).
 *
 * Balls that turn rub at each exchange, by the law of one contact (contact/friction) and with the velocities before it.
 *
 * Where two centres coincide there is no line of centres and nothing is exchanged.
 */
#include "integrators/integrator.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "contact/collision.h"
#include "contact/restitution.h"
#include "contact/friction.h"
#include "measure/diagnostics.h"
#include "near/verlet_list.h"
#include "steps/joints.h"
#include "steps/stepper.h"
#include "steps/vector_ops.h"

struct impulse {
    struct stepper base;
    const struct vector_ops *ops;
    struct verlet_list *list;
    struct contact *contacts; /* the step's exchanges of momentum */
    size_t n_contacts, contacts_capacity;
};

/* ---- one step ---- */

/** The next contact of the step. NULL: out of memory. */
static inline struct contact *add_contact(struct impulse *state)
{
    bool grown = mem_grow(&state->contacts, &state->contacts_capacity, state->n_contacts + 1, sizeof *state->contacts);
    return grown ? &state->contacts[state->n_contacts++] : NULL;
}

/** A ball as friction sees it. @param v its velocity */
static struct friction_body turning(const struct impulse *state, uint32_t ball, struct vec2 v)
{
    const struct stepper *base = &state->base;
    return (struct friction_body){v, base->w[ball], base->m[ball], base->r[ball], base->scene->inertia[ball]};
}

/** Lets two balls rub that have exchanged momentum.
 *  @param came their velocities before @param contact receives the tangential impulses, and what all takes */
static __attribute__((noinline)) void rub(struct impulse *state, const struct vec2 came[2], struct contact *contact)
{
    const uint32_t ball[2] = {(uint32_t)contact->a, contact->body};
    const struct friction_body before[2] = {turning(state, ball[0], came[0]), turning(state, ball[1], came[1])};
    const struct vec3 n = {contact->n.x, contact->n.y, 0};
    const struct vec2 v[2] = {state->base.now.v[ball[0]], state->base.now.v[ball[1]]};
    struct friction_body after[2] = {before[0], before[1]};
    struct vec3 friction = friction_pair(&contact->coefficients.rubbing, after, v, n, contact->j);
    contact->energy = 0;
    for (int i = 0; i < 2; i++) {
        state->base.now.v[ball[i]] = after[i].v;
        state->base.w[ball[i]] = after[i].w;
        contact->energy += friction_body_energy(&before[i]) - friction_body_energy(&after[i]);
    }
    friction_note(friction, contact);
}

/** Balls a and b, centres a distance d apart along the unit vector n, exchange momentum if they approach. */
static inline bool exchange(struct impulse *state, struct pair pair, double d, struct vec2 n)
{
    const double *r = state->base.r;
    uint32_t a = pair.a, b = pair.b;
    struct vec2 *v_a = &state->base.now.v[a], *v_b = &state->base.now.v[b];
    double m_a = state->base.m[a], m_b = state->base.m[b];
    double u = vec2_dot(n, vec2_sub(*v_b, *v_a));
    if (!(u < 0))
        return true;
    const struct vec2 came[2] = {*v_a, *v_b};
    struct collision_masses masses = collision_masses(m_a, m_b);
    const struct coefficients *of = scene_pair(state->base.scene, a, b);
    double e = restitution_at(&of->restitution, -u);
    double factor = collision_unit_factor(e, u, masses);
    collision_exchange(v_a, v_b, n, factor, masses);
    double arm = 0.5 * (r[a] - r[b] + d); /* to the middle of the overlap */
    double j = collision_mass_product(m_a, m_b) * -factor;
    struct vec2 at = vec2_add(state_centre(&state->base.now, a), vec2_scale(arm, n));
    struct contact *contact = add_contact(state);
    if (!contact)
        return false;
    *contact = (struct contact){.a = (int32_t)a, .body = b, .at = at, .n = n, .coefficients = *of, .u = u, .j = j};
    contact->energy = collision_loss_of_impulse(e, j, u);
    if (state->base.w)
        rub(state, came, contact);
    return true;
}

static bool collide_balls(struct impulse *state, const struct verlet_touching *touching)
{
    const struct vec2 *x = state->base.now.x;
    const double *r = state->base.r;
    for (size_t p = 0; p < touching->n_local; p++) {
        struct pair pair = touching->local[p];
        struct vec2 way = period_nearest(&state->base.boundary.period, vec2_sub(x[pair.b], x[pair.a]));
        double d = vec2_length(way);
        ledger_overlap(&state->base.ledger, r[pair.a] + r[pair.b] - d, double_min(r[pair.a], r[pair.b]));
        if (d > 0 && !exchange(state, pair, d, (struct vec2){way.x / d, way.y / d}))
            return false;
    }
    return true;
}

/** Lets a ball rub on the surface that it hits, which it then leaves.
 *  @param e       coefficient of restitution
 *  @param wall    velocity of the surface
 *  @param contact receives the impulses, and what they take */
static __attribute__((noinline)) void rub_on(struct impulse *state, const struct surface *surface, double e,
                                             struct vec2 wall, struct contact *contact)
{
    const struct stepper *base = &state->base;
    struct friction_body ball = turning(state, (uint32_t)contact->a, vec2_sub(base->now.v[contact->a], wall));
    const struct cushion cushion = boundary_cushion(base->scene, surface, (size_t)contact->a, contact->n, e);
    contact->energy = friction_body_energy(&ball);
    struct cushion_impulse j = cushion_hit(&cushion, &ball, e * -contact->u);
    contact->energy -= friction_body_energy(&ball);
    base->now.v[contact->a] = vec2_add(ball.v, wall);
    base->w[contact->a] = ball.w;
    cushion_note(&j, contact);
}

/** A ball that reaches beyond a side of a surface, as they come. */
static struct contact at_surface(const struct stepper *base, struct pair pair, uint32_t side)
{
    const struct surface *surface = &base->boundary.surfaces[pair.b];
    const struct vec2 x = boundary_seen(&base->boundary, surface, base->now.x[pair.a]);
    const struct vec2 point = boundary_point(surface, side, x), n = boundary_normal(surface, side, x);
    const struct vec2 wall = boundary_velocity(&base->boundary, contact_surface(pair.b, side), n);
    return (struct contact){.a = (int32_t)pair.a,
                            .body = contact_surface(pair.b, side),
                            .at = vec2_add(point, vec2_sub(state_centre(&base->now, pair.a), x)),
                            .n = n,
                            .v = wall,
                            .coefficients = *scene_at_surface(base->scene, pair.a, surface),
                            .u = -vec2_dot(n, vec2_sub(base->now.v[pair.a], wall)),
                            .gap = -boundary_depth(surface, side, x, base->r[pair.a])};
}

/** Turns the velocity of a ball that reaches beyond a side of a surface, unless it points away from it. */
static bool reflect(struct impulse *state, struct pair pair, uint32_t side)
{
    const struct stepper *base = &state->base;
    const struct surface *surface = &base->boundary.surfaces[pair.b];
    struct vec2 *v = &base->now.v[pair.a];
    const struct vec2 before = *v;
    struct contact touching = at_surface(base, pair, side);
    const struct vec2 wall = touching.v;
    ledger_overlap(&state->base.ledger, -touching.gap, base->r[pair.a]);
    if (!(touching.u < 0))
        return true;
    const double e = restitution_at(&touching.coefficients.restitution, -touching.u);
    touching.j = collision_wall_impulse(e, base->m[pair.a], -touching.u);
    touching.energy = collision_loss_of_impulse(e, touching.j, touching.u);
    struct contact *contact = add_contact(state);
    if (!contact)
        return false;
    *contact = touching;
    if (base->w)
        rub_on(state, surface, e, wall, contact);
    else
        *v = boundary_reflect(surface, contact->n, before, wall, e * -contact->u);
    ledger_walls_worked(&state->base.ledger, base->m[pair.a] * vec2_dot(vec2_sub(*v, before), wall));
    return true;
}

/** A ball too large for a slab counts as beyond its first side, as in the document. */
static bool collide_surfaces(struct impulse *state, const struct near_surfaces_list *near)
{
    const struct stepper *base = &state->base;
    for (size_t p = 0; p < near->count; p++) {
        struct pair pair = near->items[p];
        unsigned beyond = joints_beyond(near, p, &base->boundary, base->now.x[pair.a], base->r[pair.a]);
        if (beyond && !reflect(state, pair, beyond & 1 ? 0 : 1))
            return false;
    }
    return true;
}

/** Moves the balls and lets them collide. */
static enum status step(void *opaque, uint64_t number, struct error *err)
{
    (void)number;
    struct impulse *state = opaque;
    struct stepper *base = &state->base;
    if (!boundary_carry(&base->boundary, base->end)) /* which stepper_moved() counts */
        return error_no_memory(err);
    struct range all = {0, base->n};
    state->n_contacts = 0;
    field_begin_step(&base->field, &base->now);
    double moved = state->ops->axpy(all, base->now.x, base->now.x, base->dt, base->now.v);
    state_wrap(&base->now, base->n);
    if (base->field.holds)
        moved += field_hold(&base->field, &base->now);
    else
        field_end_step(&base->field, base->now.v);
    if (!verlet_list_update(state->list, base->now.x, stepper_moved(base, moved), NULL))
        return error_no_memory(err);
    const struct verlet_touching *touching = verlet_list_touching(state->list, 0, base->now.x, false);
    bool room = collide_balls(state, touching) && collide_surfaces(state, touching->surfaces);
    return room ? STATUS_OK : error_no_memory(err);
}

/* ---- what a step has done ---- */

static void book(struct impulse *state, const struct contact *contact, double t)
{
    const uint64_t group = state->base.groups++;
    if (observer_wants_contacts(state->base.observer)) {
        struct contact_event row = boundary_event(&state->base.boundary, contact, t, group);
        observer_notify(state->base.observer, &row);
    }
    ledger_contact_ends(&state->base.ledger, contact_is_ball(contact->body));
    ledger_contact_took(&state->base.ledger, contact->energy);
}

static bool end_step(void *opaque, double t, bool taken)
{
    struct impulse *state = opaque;
    for (size_t i = 0; i < state->n_contacts; i++)
        book(state, &state->contacts[i], t);
    if (taken)
        verlet_list_leave_out(state->list, state->base.left_out);
    return true;
}

static void counters(const void *opaque, struct counters *counters)
{
    const struct impulse *state = opaque;
    *counters = stepper_counters(&state->base, 0);
}

/* ---- the integrator ---- */

static const struct stepper_ops ops = {step, end_step, ""};

static enum status advance(void *state, struct world *world, uint64_t step_target, struct error *err)
{
    return stepper_advance(state, &ops, world, step_target, err);
}

static void destroy(void *opaque)
{
    struct impulse *state = opaque;
    if (!state)
        return;
    verlet_list_destroy(state->list);
    stepper_close(&state->base);
    free(state->contacts);
    free(state);
}

static bool begin(struct impulse *state, const struct scene *scene, const struct world *world,
                  const struct observer *observer)
{
    struct stepper *base = &state->base;
    if (!stepper_open(base, scene, world, observer))
        return false;
    state->ops = vector_ops_of_cpu();
    state->list = verlet_list_create(scene, base->r, &base->boundary, 0, false);
    if (!state->list)
        return false;
    base->list = state->list;
    verlet_list_leave_out(state->list, base->left_out);
    return true;
}

static enum status create(const struct scene *scene, const struct world *world, const struct observer *observer,
                          void **opaque, struct error *err)
{
    struct impulse *state = mem_array(1, sizeof *state);
    if (!state)
        return error_no_memory(err);
    if (!begin(state, scene, world, observer)) {
        destroy(state);
        return error_no_memory(err);
    }
    *opaque = state;
    return STATUS_OK;
}

/** The fastest ball, after what gravity can give it on the way, moves a quarter of the smallest radius per step. */
static double suitable_dt(const struct scene *scene, const struct world *world)
{
    double least = HUGE_VAL, fastest = 0, fall = diagnostics_fall_squared(scene);
    for (size_t i = 0; i < scene->n; i++) {
        double speed = sqrt(world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i] + fall);
        if (scene->r[i] > 0) /* else the ball is faulty */
            least = double_min(scene->r[i], least);
        fastest = double_max(speed, fastest);
    }
    fastest += table_fastest(&scene->table);
    return fastest > 0 ? 0.25 * least / fastest : HUGE_VAL;
}

const struct integrator_ops integrator_impulse = {
    .name = "impulse",
    .doc = "fixed steps; pairs that overlap exchange momentum",
    .supports = SCENE_OVERLAPS | SCENE_ONE_PLACE | SCENE_GRAVITY_AND_FRICTION | SCENE_NOSE |
                SCENE_RESTITUTION_BY_SPEED | SCENE_MOVING_WALLS,
    .steps = true,
    .suitable_dt = suitable_dt,
    .create = create,
    .advance = advance,
    .counters = counters,
    .destroy = destroy,
};
