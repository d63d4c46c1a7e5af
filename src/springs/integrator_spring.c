/*
 * The spring integrators: one frame, spring_system, and three time steps.
 *
 *     spring         semi-implicit Euler     spring_euler.c
 *     spring-verlet  velocity Verlet         spring_verlet.c
 *     spring-rk4     classical Runge-Kutta   spring_rk4.c
 *
 * All have the same forces (spring_contacts.c), the same event log and ledger (contact_history.c) and the same limits:
 * a contact lasts pi sqrt(mu/k) or longer, and a step must resolve it (contact/spring.h). As k grows the contacts
 * become shorter and shallower, but several contacts at one instant tend to the law of impact `hooke`, not to `gr`.
 */
#include "contact/cushion.h"
#include "contact/spring.h"
#include "springs/spring_stability.h"
#include "springs/spring_system.h"

enum {
    SUPPORTS = SCENE_OVERLAPS | SCENE_STIFFNESS | SCENE_GRAVITY_AND_FRICTION | SCENE_MOVING_WALLS |
               SCENE_ROLLING_RESISTANCE | SCENE_PISTONS
};

_Static_assert(CUSHION_LAWS == 1,
               "a new law of cushions: springs, which rub by contact_law.h, must refuse it (src/EXTENDING.md)");

static enum status create_euler(const struct scene *scene, const struct world *world, const struct observer *observer,
                                void **state, struct error *err)
{
    static const struct spring_method euler = {.step = spring_euler_step, .softening = SPRING_SOFTENING, .leads = true};
    return spring_system_create(&euler, scene, world, observer, state, err);
}

static enum status create_verlet(const struct scene *scene, const struct world *world, const struct observer *observer,
                                 void **state, struct error *err)
{
    static const struct spring_method verlet = {
        .step = spring_verlet_step, .softening = SPRING_ONE_PLACE, .is_even = true};
    return spring_system_create(&verlet, scene, world, observer, state, err);
}

static enum status create_rk4(const struct scene *scene, const struct world *world, const struct observer *observer,
                              void **state, struct error *err)
{
    static const struct spring_method rk4 = {.step = spring_rk4_step, .softening = SPRING_ONE_PLACE, .staged = true};
    return spring_system_create(&rk4, scene, world, observer, state, err);
}

/** Fifty steps per shortest contact: two orders of accuracy beyond stability. */
static double suitable_dt(const struct scene *scene, const struct world *world)
{
    (void)world;
    return spring_stability_of(scene).contact_time / 50;
}

/** All but name and method. */
#define SHARED                                                                                             \
    .needs = SCENE_STIFFNESS, .steps = true, .suitable_dt = suitable_dt, .stability = spring_stability_of, \
    .advance = spring_system_advance, .use_threads = spring_system_use_threads,                            \
    .threads_used = spring_system_threads_used, .potential = spring_system_potential,                      \
    .counters = spring_system_counters, .destroy = spring_system_destroy

const struct integrator_ops integrator_spring = {
    .name = "spring",
    .doc = "contacts are springs; semi-implicit Euler steps",
    .supports = SUPPORTS | SCENE_ONE_PLACE,
    .softening = SPRING_SOFTENING,
    .create = create_euler,
    SHARED,
};

const struct integrator_ops integrator_spring_verlet = {
    .name = "spring-verlet",
    .doc = "contacts are springs; velocity Verlet steps",
    .supports = SUPPORTS,
    .create = create_verlet,
    SHARED,
};

const struct integrator_ops integrator_spring_rk4 = {
    .name = "spring-rk4",
    .doc = "contacts are springs; fourth-order Runge-Kutta steps",
    .supports = SUPPORTS,
    .create = create_rk4,
    SHARED,
};
