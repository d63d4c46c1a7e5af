#pragma once

#include "base/simd.h"
#include "contact/spring.h"
#include "integrators/integrator.h"
#include "measure/ledger.h"
#include "steps/field.h"
#include "steps/pockets.h"
#include "steps/state.h"
#include "surfaces/boundary.h"

/*
 * What integrators with fixed steps share: the balls, all that acts on them but contacts, and the loop around a step:
 *
 *     step;  report the slides that ended;  let pockets take balls;  report the contacts that ended
 *
 * A ball that has moved infinitely far ends the run: what follows would be no numbers. The state of such an integrator
 * begins with a struct stepper, so that a pointer to it, as `void *` below, points to both.
 *
 * Ownership: stepper_open() allocates, also in part when it fails; stepper_close() frees and accepts a zeroed struct.
 * Scene and observer are borrowed and must outlive the stepper.
 */

/** How an integrator takes its steps. */
struct stepper_ops {
    /** Advances `now` by dt; to begin with, by stepper_open(), the state is that of the world.
     *  @param number of the step, for messages */
    enum status (*step)(void *state, uint64_t number, struct error *err);
    /** Ends a step at time t; `taken`: pockets have taken balls, which now rest. false: out of memory. */
    bool (*end_step)(void *state, double t, bool taken);
    const char *advice; /* what the error of a ball that moves infinitely far adds; "": nothing */
};

struct stepper {
    const struct scene *scene;
    const struct observer *observer; /* NULL: none */
    size_t n;
    double dt;
    double begin, end;   /* times of the step under way */
    const double *r, *m; /* of each ball, and one more */
    struct boundary boundary;
    bool carries;     /* some of its surfaces move, or have a mass */
    struct state now; /* the present state */
    struct vec3 *w;   /* angular velocity of each ball, and one more; NULL: none turns */
    bool *slides;     /* each ball on the cloth after the last step; NULL: no one asks when it rolls */
    double farthest;  /* no coordinate is larger */
    struct field field;
    const struct verlet_list *list; /* of what is near the balls; the integrator's */
    const bool *left_out;           /* of each ball, up to date: a pocket has taken it; NULL: there are no pockets */
    struct pockets pockets;
    struct ledger ledger, of_motion, of_pockets; /* of contacts; of the field; of pockets: sums of their own */
    uint64_t groups;                             /* in the log so far: one per row */
};

/** @param stepper zeroed. false: out of memory. */
bool stepper_open(struct stepper *stepper, const struct scene *scene, const struct world *world,
                  const struct observer *observer);
void stepper_close(struct stepper *stepper);

/** What the ledgers count, `elsewhere` added to what contacts have taken, and since when all balls rest. */
struct counters stepper_counters(const struct stepper *stepper, double elsewhere);

/** Tells of the balls whose slide has ended since the last step, which ends at t; `slides` is there. */
void stepper_report_rolls(struct stepper *stepper, double t);

/** The reduced mass of a ball and what it touches; that of the ball at a surface without a mass. */
static inline double stepper_reduced_mass(const struct stepper *stepper, uint32_t ball, uint32_t body)
{
    const double m = stepper->m[ball];
    if (contact_is_ball(body))
        return spring_reduced_mass(m, stepper->m[body]);
    if (boundary_is_piston(&stepper->boundary, body))
        return spring_reduced_mass(m, stepper->scene->table.piston[body - CONTACT_SURFACE].m);
    return m;
}

/** The index of a body in arrays of what moves by itself; that of a surface that does not is no index, but the body. */
static inline uint32_t stepper_mover(const struct stepper *stepper, uint32_t body)
{
    const bool is_piston = boundary_is_piston(&stepper->boundary, body);
    return is_piston ? (uint32_t)state_wall(stepper->n, (int)(body - CONTACT_SURFACE)) : body;
}

/** Moves the walls with a mass to their places in a state. */
void stepper_place_pistons(struct stepper *stepper, const struct vec2 *x);

/** For steps: no coordinate should change by more than this distance. Returns the same with what rounding may add. */
static inline double stepper_moved(struct stepper *stepper, double distance)
{
    distance += stepper->boundary.carried; /* as seen from surfaces that move */
    stepper->farthest += distance;
    return distance + stepper->farthest * 0x1p-52;
}

/** Takes the step to number * dt, as said above. @param ops as for stepper_advance() */
ALWAYS_INLINE enum status stepper_take_step(struct stepper *stepper, const struct stepper_ops *ops, uint64_t number,
                                            struct error *err)
{
    const double t = (double)number * stepper->dt;
    stepper->begin = stepper->end;
    stepper->end = t;
    enum status status = ops->step(stepper, number, err);
    if (status != STATUS_OK)
        return status;
    if (!(stepper->farthest < HUGE_VAL))
        return error_set(err, STATUS_FAILED, NULL, "a ball is infinitely fast at step %llu%s",
                         (unsigned long long)number, ops->advice);
    if (stepper->slides)
        stepper_report_rolls(stepper, t);
    bool taken = pockets_take(&stepper->pockets, stepper->list, &stepper->now, t);
    field_update_rest(&stepper->field, stepper->now.v, t);
    if (!ops->end_step(stepper, t, taken))
        return error_no_memory(err);
    if (taken)
        pockets_report(&stepper->pockets, &stepper->groups);
    return STATUS_OK;
}

/** As integrator_ops.advance. @param ops a constant, so that its functions are inlined: with few balls calls take as
 *  long as all the rest */
ALWAYS_INLINE enum status stepper_advance(struct stepper *stepper, const struct stepper_ops *ops, struct world *world,
                                          uint64_t step_target, struct error *err)
{
    enum status status = STATUS_OK;
    while (status == STATUS_OK && world->step < step_target && !observer_stops(stepper->observer)) {
        status = stepper_take_step(stepper, ops, world->step + 1, err);
        world->step += status == STATUS_OK;
    }
    world->t = (double)world->step * stepper->dt;
    state_store(&stepper->now, world);
    pockets_store(&stepper->pockets, world);
    return status;
}
