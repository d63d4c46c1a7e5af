/*
 * The frame around a spring integrator's time step:
 *
 *     loop: next = step(world);  next finite?  forces at next;  world = next;  contacts that ended are told
 *
 * Invariant between steps: contacts and forces are those of the world's present state, which is a pure function of it,
 * so a run may stop anywhere and continue from what it wrote. A step that leads out of the finite numbers is not
 * taken: the world stays at the last good one.
 */
#include "integrators/spring_system.h"

#include <stdlib.h>

#include "base/mem.h"

/* ---- life ---- */

/** Forces at the prepared state, whose contacts have been found, and what they mean for the open contacts. */
static bool settle(struct spring_system *system, double t)
{
    struct velocities now = {system->next.vx, system->next.vy};
    spring_contacts_push(&system->contacts, now.x, now.y);
    return spring_ledger_settle(&system->ledger, &system->contacts, t, now);
}

static bool begin(struct spring_system *system, const struct scene *scene, const struct world *world)
{
    if (!spring_contacts_open(&system->contacts, scene) || !phase_open(&system->next, scene->n) ||
        !phase_open(&system->trial, scene->n) || !phase_open(&system->increment, scene->n))
        return false;
    phase_load(&system->next, world);
    return spring_contacts_find(&system->contacts, system->next.x, system->next.y) && settle(system, world->t);
}

enum status spring_system_create(const struct scene *scene, const struct world *world, const struct observer *observer,
                                 void **state, struct error *err)
{
    struct spring_system *system = mem_array(1, sizeof *system);
    if (!system)
        return error_no_memory(err);
    system->n = scene->n;
    system->dt = scene->dt;
    system->m = scene->m;
    system->observer = system->ledger.observer = observer;
    if (!begin(system, scene, world)) {
        spring_system_destroy(system);
        return error_no_memory(err);
    }
    *state = system;
    return STATUS_OK;
}

void spring_system_destroy(void *state)
{
    struct spring_system *system = state;
    if (!system)
        return;
    spring_contacts_close(&system->contacts);
    spring_ledger_close(&system->ledger);
    phase_close(&system->next);
    phase_close(&system->trial);
    phase_close(&system->increment);
    free(system);
}

/* ---- time ---- */

static enum status fail_nonfinite(size_t ball, uint64_t step, struct error *err)
{
    return error_set(err, STATUS_FAILED, NULL, "ball %zu is no longer finite at step %llu; dt may be too large for k",
                     ball, (unsigned long long)step);
}

static enum status take_step(struct spring_system *system, struct world *world, spring_step *step, struct error *err)
{
    struct sum lost = system->ledger.lost;
    if (!step(system, world))
        return error_no_memory(err);
    size_t ball = phase_first_nonfinite(&system->next, system->n);
    if (ball < system->n) {
        system->ledger.lost = lost;
        return fail_nonfinite(ball, world->step + 1, err);
    }
    phase_store(&system->next, world);
    world->step++;
    world->t = (double)world->step * system->dt;
    return settle(system, world->t) ? STATUS_OK : error_no_memory(err);
}

static bool stopped(const struct spring_system *system)
{
    return system->observer && system->observer->stop && *system->observer->stop;
}

enum status spring_system_advance(struct spring_system *system, struct world *world, uint64_t step_target,
                                  spring_step *step, struct error *err)
{
    enum status status = STATUS_OK;
    world_synchronise(world);
    while (status == STATUS_OK && world->step < step_target && !stopped(system))
        status = take_step(system, world, step, err);
    return status;
}

/* ---- what it amounts to ---- */

/** The contacts are those of the world's present state. */
double spring_system_potential(const void *state, const struct world *world)
{
    const struct spring_system *system = state;
    (void)world;
    return spring_contacts_energy(&system->contacts);
}

void spring_system_tally(const void *state, struct tally *tally)
{
    spring_ledger_tally(&((const struct spring_system *)state)->ledger, tally);
}
