/*
 * The spring integrators: one frame, spring_system, and three time steps.
 *
 *     spring         semi-implicit Euler     spring_euler.c
 *     spring-verlet  velocity Verlet         spring_verlet.c
 *     spring-rk4     classical Runge-Kutta   spring_rk4.c
 *
 * All have the same forces (spring_contacts.c), the same event log and ledger (contact_history.c) and the same limits:
 * a contact lasts pi sqrt(mu/k) or longer, and a step must resolve it (physics/spring.h). As k grows the contacts
 * become shorter and shallower, but several contacts at one instant tend to the law of impact `hooke`, not to `gr`.
 */
#include "integrators/spring_system.h"
#include "model/scene_stability.h"

enum {
    SUPPORTS =
        SCENE_OVERLAPS | SCENE_CRAWLING | SCENE_STIFFNESS | SCENE_GRAVITY | SCENE_FRICTION | SCENE_GRAVITY_AND_FRICTION
};

static enum status create_euler(const struct scene *scene, const struct world *world, const struct observer *observer,
                                void **state, struct error *err)
{
    return spring_system_create(spring_euler_step, scene, world, observer, state, err);
}

static enum status create_verlet(const struct scene *scene, const struct world *world, const struct observer *observer,
                                 void **state, struct error *err)
{
    return spring_system_create(spring_verlet_step, scene, world, observer, state, err);
}

static enum status create_rk4(const struct scene *scene, const struct world *world, const struct observer *observer,
                              void **state, struct error *err)
{
    return spring_system_create(spring_rk4_step, scene, world, observer, state, err);
}

/** Fifty steps per shortest contact: two orders of accuracy beyond stability. */
static double suitable_dt(const struct scene *scene, const struct world *world)
{
    (void)world;
    return scene_stability_of(scene).contact_time / 50;
}

/** All but name and step. */
#define SHARED                                                                                                    \
    .supports = SUPPORTS, .needs = SCENE_STIFFNESS, .suitable_dt = suitable_dt, .advance = spring_system_advance, \
    .use_threads = spring_system_use_threads, .potential = spring_system_potential,                               \
    .counters = spring_system_counters, .destroy = spring_system_destroy

const struct integrator_ops integrator_spring = {
    .name = "spring",
    .doc = "contacts are springs; semi-implicit Euler steps",
    .create = create_euler,
    SHARED,
};

const struct integrator_ops integrator_spring_verlet = {
    .name = "spring-verlet",
    .doc = "contacts are springs; velocity Verlet steps",
    .create = create_verlet,
    SHARED,
};

const struct integrator_ops integrator_spring_rk4 = {
    .name = "spring-rk4",
    .doc = "contacts are springs; fourth-order Runge-Kutta steps",
    .create = create_rk4,
    SHARED,
};
