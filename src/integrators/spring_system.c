/*
 * The frame around a spring integrator's time step:
 *
 *     loop: step;  finite?  contacts that ended are told
 *
 * Invariant between steps: contacts and forces are those of the present state, which is a pure function of it, so a run
 * may stop anywhere and continue from what it wrote. A step that leads out of the finite numbers is taken back: the
 * world stays at the last good one.
 */
#include "integrators/spring_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "base/mem.h"

/* ---- life ---- */

/** Masses by component, if they differ. */
static bool take_masses(struct spring_system *system, const struct scene *scene)
{
    bool equal = true;
    for (size_t i = 0; i < scene->n; i++) {
        equal = equal && scene->m[i] == scene->m[0];
        rollback_constant(&system->rollback, scene->m[i]);
    }
    system->masses.equal = scene->n > 0 ? scene->m[0] : 1;
    if (equal)
        return true;
    system->each_mass = mem_array_aligned(2 * scene->n, sizeof *system->each_mass);
    for (size_t c = 0; system->each_mass && c < 2 * scene->n; c++)
        system->each_mass[c] = scene->m[c / 2];
    system->masses.each = system->each_mass;
    return system->each_mass;
}

/** Contacts and forces of the present state, as if found for the first time. */
static bool initialise_contacts(struct spring_system *system, double t)
{
    if (!spring_contacts_find(&system->contacts, &system->now, HUGE_VAL, false))
        return false;
    return !system->contacts.listed || contact_history_end_step(&system->history, &system->contacts, t, system->now.v);
}

static bool begin(struct spring_system *system, const struct scene *scene, const struct world *world)
{
    const struct observer *observer = system->observer;
    bool listed = scene->e_ball < 1 || scene->e_wall < 1 || (observer && observer->contact);
    if (!take_masses(system, scene) || !state_open(&system->now, scene->n) || !state_open(&system->trial, scene->n) ||
        !state_open(&system->increment, scene->n) || !spring_contacts_open(&system->contacts, scene, listed))
        return false;
    state_load(&system->now, world);
    return rollback_open(&system->rollback, &system->now, system->n) && initialise_contacts(system, world->t);
}

enum status spring_system_create(const struct scene *scene, const struct world *world, const struct observer *observer,
                                 void **state, struct error *err)
{
    struct spring_system *system = mem_array(1, sizeof *system);
    if (!system)
        return error_no_memory(err);
    system->n = scene->n;
    system->dt = scene->dt;
    rollback_constant(&system->rollback, scene->dt);
    rollback_constant(&system->rollback, scene->k);
    system->observer = system->history.observer = observer;
    if (!begin(system, scene, world)) {
        spring_system_destroy(system);
        return error_no_memory(err);
    }
    *state = system;
    return STATUS_OK;
}

/** What pthread_create() says does not tell which it was. */
static enum status error_no_threads(size_t threads, struct error *err)
{
    char memory[LIMIT_MAX_TEXT], processes[LIMIT_MAX_TEXT];
    return error_set(err, STATUS_LIMIT, NULL, "cannot start %zu threads, out of memory or of processes%s%s", threads,
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
    memset(system->contacts.walls, 0, system->n);
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
    free(system->each_mass);
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
        longest = system->moved[p] > longest ? system->moved[p] : longest;
    return longest;
}

double spring_system_move(struct spring_system *system, spring_move *move, int stage)
{
    double longest = system->contacts.n_parts > 1 ? move_together(system, move, stage)
                                                  : move(system, (struct range){0, system->n}, stage);
    return rollback_moved(&system->rollback, longest, system->dt);
}

/* ---- time ---- */

/** After a step that was taken back: contacts are looked for again, for the potential energy; the counts stay. */
static enum status fail_nonfinite(struct spring_system *system, size_t ball, uint64_t step, struct error *err)
{
    system->failed = true;
    if (!spring_contacts_find(&system->contacts, &system->now, HUGE_VAL, true))
        return error_no_memory(err);
    return error_set(err, STATUS_FAILED, NULL, "ball %zu is no longer finite at step %llu; dt may be too large for k",
                     ball, (unsigned long long)step);
}

static enum status take_step(struct spring_system *system, uint64_t number, spring_step *step, struct error *err)
{
    struct sum lost = system->history.lost;
    if (system->rollback.armed)
        system->counts = spring_contacts_counts(&system->contacts);
    rollback_begin(&system->rollback, &system->now, system->n);
    if (!step(system))
        return error_no_memory(err);
    size_t ball = rollback_end(&system->rollback, &system->now, system->n);
    if (ball < system->n) {
        system->history.lost = lost;
        return fail_nonfinite(system, ball, number, err);
    }
    if (!system->contacts.listed)
        return STATUS_OK;
    bool settled =
        contact_history_end_step(&system->history, &system->contacts, (double)number * system->dt, system->now.v);
    return settled ? STATUS_OK : error_no_memory(err);
}

static bool stopped(const struct spring_system *system)
{
    return system->observer && system->observer->stop && *system->observer->stop;
}

enum status spring_system_advance(struct spring_system *system, struct world *world, uint64_t step_target,
                                  spring_step *step, struct error *err)
{
    enum status status = STATUS_OK;
    while (status == STATUS_OK && world->step < step_target && !stopped(system)) {
        status = take_step(system, world->step + 1, step, err);
        world->step += status == STATUS_OK;
    }
    world->t = (double)world->step * system->dt;
    state_store(&system->now, world);
    return status;
}

/* ---- what it amounts to ---- */

/** The contacts are those of the present state. */
double spring_system_potential(const void *state, const struct world *world)
{
    const struct spring_system *system = state;
    (void)world;
    return spring_contacts_energy(&system->contacts, system->now.x);
}

void spring_system_counters(const void *state, struct counters *counters)
{
    const struct spring_system *system = state;
    if (system->contacts.listed) {
        contact_history_counters(&system->history, counters);
        return;
    }
    struct spring_counts counts = system->failed ? system->counts : spring_contacts_counts(&system->contacts);
    *counters = (struct counters){
        .ball = counts.new_ball - counts.open_ball,
        .wall = counts.new_wall - counts.open_wall,
        .overlap = counts.deepest,
    };
}
