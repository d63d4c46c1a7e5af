/*
 * The loop around a spring integrator's time step:
 *
 *     step;  roll back if not finite;  let pockets take balls;  report the contacts that ended
 *
 * Invariant between steps: contacts and forces are those of the present state and a pure function of it. So a run may
 * stop at any step and continue from the state it saved, to the same bits. A step that overflows is rolled back; the
 * world then stays at the last finite state, and the error names the step, whatever the distance between frames.
 */
#include "integrators/spring_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "base/mem.h"
#include "base/min_max.h"

/* ---- creation ---- */

/** Masses by component, if they differ. */
static bool take_masses(struct spring_system *system, const struct scene *scene)
{
    bool equal = true;
    for (size_t i = 0; i < scene->n; i++) {
        equal = equal && scene->m[i] == scene->m[0];
        if (!scene_is_fixed(scene, i))
            rollback_constant(&system->rollback, scene->m[i]);
    }
    system->masses = vector_ops_equal_masses(scene->n > 0 ? scene->m[0] : 1);
    if (equal)
        return true;
    system->each_mass = mem_array_aligned(2 * scene->n, sizeof *system->each_mass);
    for (size_t c = 0; system->each_mass && c < 2 * scene->n; c++)
        system->each_mass[c] = scene->m[c / 2];
    system->masses.each = system->each_mass;
    return system->each_mass;
}

/** Finds contacts and forces of the initial state. */
static bool initialise_contacts(struct spring_system *system, double t)
{
    if (!spring_contacts_find(&system->contacts, &system->now, HUGE_VAL, false))
        return false;
    return !system->contacts.listed || contact_history_end_step(&system->history, &system->contacts, t, system->now.v);
}

static bool allocate(struct spring_system *system, size_t n)
{
    bool listed = system->contacts.listed;
    system->before = listed ? mem_array_raw(n + 1, sizeof *system->before) : NULL;
    return state_open(&system->trial, n) && state_open(&system->increment, n) && (system->before || !listed);
}

static bool begin(struct spring_system *system, const struct scene *scene, const struct world *world)
{
    const struct observer *observer = system->observer;
    if (!take_masses(system, scene) ||
        !spring_contacts_open(&system->contacts, scene, observer_wants_contacts(observer)) ||
        !allocate(system, scene->n) || !state_load(&system->now, world) ||
        !pockets_open(&system->pockets, scene, world, &system->contacts.boundary, observer))
        return false;
    verlet_list_leave_out(system->contacts.list, system->pockets.pocket);
    system->field.pocket = system->pockets.pocket;
    system->contacts.turns = system->now.turns;
    field_update_rest(&system->field, system->now.v, world->t);
    return rollback_open(&system->rollback, &system->now, system->n) && initialise_contacts(system, world->t);
}

enum status spring_system_create(spring_step *step, const struct scene *scene, const struct world *world,
                                 const struct observer *observer, void **state, struct error *err)
{
    struct spring_system *system = mem_array(1, sizeof *system);
    if (!system)
        return error_no_memory(err);
    system->step = step;
    system->scene = scene;
    system->ops = vector_ops_of_cpu();
    system->n = scene->n;
    system->dt = scene->dt;
    rollback_constant(&system->rollback, scene->dt);
    rollback_constant(&system->rollback, scene->k);
    rollback_constant(&system->rollback, 1 + field_strength(scene));
    system->field = field_of(scene);
    system->observer = system->history.observer = observer;
    if (!begin(system, scene, world)) {
        spring_system_destroy(system);
        return error_no_memory(err);
    }
    *state = system;
    return STATUS_OK;
}

/** The error of pthread_create() does not distinguish memory from processes, so both limits are named. */
static enum status error_no_threads(size_t threads, struct error *err)
{
    char memory[LIMIT_MAX_TEXT], processes[LIMIT_MAX_TEXT];
    return error_set(err, STATUS_LIMIT, NULL, "cannot start %zu threads: out of memory or processes%s%s", threads,
                     limit_text(memory, LIMIT_MEMORY), limit_text(processes, LIMIT_PROCESSES));
}

enum status spring_system_use_threads(void *state, size_t threads, struct error *err)
{
    struct spring_system *system = state;
    if (threads <= 1)
        return STATUS_OK;
    system->pool = thread_pool_create(threads);
    if (!system->pool)
        return error_no_threads(threads, err);
    if (!spring_contacts_divide(&system->contacts, system->pool) || !initialise_contacts(system, 0))
        return error_no_memory(err);
    return STATUS_OK;
}

void spring_system_destroy(void *state)
{
    struct spring_system *system = state;
    if (!system)
        return;
    spring_contacts_close(&system->contacts);
    contact_history_close(&system->history);
    state_close(&system->now);
    state_close(&system->trial);
    state_close(&system->increment);
    rollback_close(&system->rollback);
    pockets_close(&system->pockets);
    ball_order_free(&system->order);
    free(system->each_mass);
    free(system->before);
    thread_pool_destroy(system->pool);
    free(system);
}

/* ---- moving ---- */

struct moving {
    struct spring_system *system;
    spring_move *move;
    int stage;
};

static void move_part(void *context, size_t part)
{
    const struct moving *moving = context;
    struct spring_system *system = moving->system;
    size_t parts = system->contacts.n_parts;
    struct range range = {thread_pool_share(system->n, part, parts), thread_pool_share(system->n, part + 1, parts)};
    system->moved[part] = moving->move(system, range, moving->stage);
}

static double move_together(struct spring_system *system, spring_move *move, int stage)
{
    struct moving moving = {system, move, stage};
    size_t parts = system->contacts.n_parts;
    double longest = 0;
    thread_pool_run(system->pool, parts, move_part, &moving);
    for (size_t p = 0; p < parts; p++)
        longest = double_max(system->moved[p], longest);
    return longest;
}

double spring_system_move(struct spring_system *system, spring_move *move, int stage)
{
    double longest = system->contacts.n_parts > 1 ? move_together(system, move, stage)
                                                  : move(system, (struct range){0, system->n}, stage);
    state_wrap(&system->now, system->n);
    return rollback_moved(&system->rollback, longest, system->dt);
}

/* ---- time ---- */

/** After a rollback: brings back the totals, and finds the contacts again, for the potential energy. */
static enum status fail_nonfinite(struct spring_system *system, size_t ball, uint64_t step, struct error *err)
{
    system->failed = true;
    system->history.lost = system->undo.lost;
    system->field.lost = system->undo.lost_to_friction;
    if (!spring_contacts_find(&system->contacts, &system->now, HUGE_VAL, true))
        return error_no_memory(err);
    return error_set(err, STATUS_FAILED, NULL, "ball %zu is no longer finite at step %llu; dt may be too large for k",
                     ball, (unsigned long long)step);
}

/** After half a step of gravity and friction: damped forces depend on velocities. */
static void update_forces(struct spring_system *system, bool changed)
{
    if (changed && system->contacts.damped)
        spring_contacts_push(&system->contacts, system->now.v);
}

/** Contacts of balls that pockets have taken end, and what is stored in them is lost. false: out of memory. */
static bool release_pocketed(struct spring_system *system)
{
    struct spring_contacts *contacts = &system->contacts;
    double before, after;
    bool room = spring_contacts_energy(contacts, system->now.x, &before);
    verlet_list_leave_out(contacts->list, system->pockets.pocket);
    room = room && spring_contacts_find(contacts, &system->now, HUGE_VAL, false) &&
           spring_contacts_energy(contacts, system->now.x, &after);
    if (room)
        sum_add(&system->pockets.lost, before - after);
    return room;
}

/** What follows from the state at the end of a step. false: out of memory. */
static bool end_step(struct spring_system *system, double t)
{
    if (pockets_take(&system->pockets, &system->now, t) && !release_pocketed(system))
        return false;
    field_update_rest(&system->field, system->now.v, t);
    if (system->contacts.listed && !contact_history_end_step(&system->history, &system->contacts, t, system->now.v))
        return false;
    pockets_report(&system->pockets, &system->history.groups);
    return true;
}

/** Remembers the state and the totals before a step that may have to be rolled back. */
static void remember(struct spring_system *system)
{
    system->undo.counts = spring_contacts_counts(&system->contacts);
    system->undo.lost = system->history.lost;
    system->undo.lost_to_friction = system->field.lost;
    rollback_begin(&system->rollback, &system->now, system->n);
}

static enum status take_step(struct spring_system *system, uint64_t number, struct error *err)
{
    if (system->rollback.armed)
        remember(system);
    pockets_begin_step(&system->pockets, &system->now);
    update_forces(system, field_begin_step(&system->field, system->now.v));
    if (system->contacts.listed)
        memcpy(system->before, system->now.v, system->n * sizeof *system->before);
    if (!system->step(system))
        return error_no_memory(err);
    update_forces(system, field_end_step(&system->field, system->now.v));
    size_t ball = rollback_end(&system->rollback, &system->now, system->n);
    if (ball < system->n)
        return fail_nonfinite(system, ball, number, err);
    return end_step(system, (double)number * system->dt) ? STATUS_OK : error_no_memory(err);
}

/** Sorts all that is kept per ball, and finds its contacts anew. */
static bool sort(struct spring_system *system)
{
    struct ball_order *order = &system->order;
    if (!ball_order_make(order, system->scene, system->now.x) ||
        !ball_order_apply_state(order, &system->now, system->n))
        return false;
    if (system->each_mass && !ball_order_apply(order, system->each_mass, system->n, 2 * sizeof *system->each_mass))
        return false;
    system->rollback.id = order->id;
    return spring_contacts_sort(&system->contacts, order) && initialise_contacts(system, 0);
}

/** Before the first step: with how many threads is known only then. false: out of memory. */
static bool choose_order(struct spring_system *system)
{
    bool sorts = !system->ordered && !system->contacts.listed && !system->pool &&
                 ball_order_pays(system->scene, system->now.x, BALL_ORDER_SPRINGS);
    system->ordered = true;
    return !sorts || sort(system);
}

enum status spring_system_advance(void *state, struct world *world, uint64_t step_target, struct error *err)
{
    struct spring_system *system = state;
    enum status status = choose_order(system) ? STATUS_OK : error_no_memory(err);
    while (status == STATUS_OK && world->step < step_target && !observer_stops(system->observer)) {
        status = take_step(system, world->step + 1, err);
        world->step += status == STATUS_OK;
    }
    world->t = (double)world->step * system->dt;
    ball_order_store(&system->order, &system->now, world);
    pockets_store(&system->pockets, world);
    return status;
}

/* ---- totals ---- */

/** The contacts are those of the present state. */
bool spring_system_potential(const void *state, double *energy)
{
    const struct spring_system *system = state;
    return spring_contacts_energy(&system->contacts, system->now.x, energy);
}

void spring_system_counters(const void *state, struct counters *counters)
{
    const struct spring_system *system = state;
    if (system->contacts.listed) {
        contact_history_counters(&system->history, counters);
        counters->lost += sum_value(system->field.lost) + sum_value(system->pockets.lost);
        counters->rest = system->field.rest;
        return;
    }
    struct spring_counts counts = system->failed ? system->undo.counts : spring_contacts_counts(&system->contacts);
    *counters = (struct counters){
        .ball = counts.new_ball - counts.open_ball,
        .surface = counts.new_surface - counts.open_surface,
        .overlap = counts.deepest,
        .lost = sum_value(system->field.lost) + sum_value(system->pockets.lost),
        .rest = system->field.rest,
    };
}
