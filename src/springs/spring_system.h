#pragma once

#include "base/thread_pool.h"
#include "springs/contact_history.h"
#include "springs/spring_contacts.h"
#include "steps/stepper.h"
#include "steps/vector_ops.h"

/*
 * What the spring integrators share: their state, and all but the time step and what is added to distances.
 *
 * Ownership: spring_system_create() allocates, spring_system_destroy() frees and accepts NULL. Scene, world and
 * observer are borrowed and must outlive the system.
 */

struct spring_system;

/** A time step: advances system->base.now by dt and finds the contacts and forces there; where contacts are listed, it
 *  adds every force on the way to the contact history. false: out of memory. */
typedef bool spring_step(struct spring_system *system);

spring_step spring_euler_step, spring_verlet_step, spring_rk4_step;

struct spring_system {
    struct stepper base;
    const struct spring_method *method;
    const struct vector_ops *ops;
    struct masses masses;
    double *each_mass;               /* the array behind masses.each, if masses differ */
    struct thread_pool *pool;        /* NULL: one thread */
    size_t threads;                  /* that it may use; 0: one */
    struct spring_contacts contacts; /* of the present state whenever a step begins */
    struct contact_history history;  /* used if contacts are listed */
    struct vec2 *before;             /* velocities when the step began, if contacts are listed */
    bool was_beyond[TABLE_WALLS];    /* a wall with a mass has been outside its range */
    struct state trial, increment;   /* scratch of a step; with spins, if contacts rub */
    struct vec3 *w_half;             /* spins half-way through a step: those of trial, or of base */
    struct vec2 *seen_v;             /* scratch of spring_system_seen(): velocities, */
    struct vec3 *seen_w;             /* spins; if something holds */
    bool accumulates;                /* spring_system_accumulate() has something to add */
    bool looks_ahead;                /* gravity alone acts between the kicks of steps that are even: forces are found
                                        once for the end of a step and the beginning of the next, and what dashpots and
                                        friction have taken is counted then */
    bool is_ahead;                   /* forces are already those with which gravity lets the next step begin */
    double moved[THREAD_POOL_MAX];   /* largest displacement in each part */
};

/** What the spring integrators differ in. */
struct spring_method {
    spring_step *step;
    double softening; /* added to the distance of two centres */
    bool staged;      /* a step has stages, with forces of their own */
    bool leads;       /* the forces with which a step begins act for all of it */
    bool is_even;     /* dashpots feel velocities as if gravity acted evenly, as all forces do */
};

/** As integrator_ops.create, for a method, which is kept. */
enum status spring_system_create(const struct spring_method *method, const struct scene *scene,
                                 const struct world *world, const struct observer *observer, void **state,
                                 struct error *err);

/* As the members of integrator_ops of the same name. */
enum status spring_system_use_threads(void *state, size_t threads, struct error *err);
const char *spring_system_threads_used(const void *state, char text[INTEGRATOR_MAX_THREADS_TEXT]);
enum status spring_system_advance(void *state, struct world *world, uint64_t step_target, struct error *err);
double spring_system_potential(const void *state);
void spring_system_counters(const void *state, struct counters *counters);
void spring_system_destroy(void *state);

/** Moves a range of balls, or the walls, which do not turn. Returns a bound on the displacement of any coordinate since
 *  contacts were found last. */
typedef double spring_move(struct spring_system *system, struct range range, int stage);

/** For steps: moves all balls, each part on its own thread, and returns the largest bound. */
double spring_system_move(struct spring_system *system, spring_move *move, int stage);

/** The same of the walls. */
void spring_system_move_walls(struct spring_system *system, spring_move *move, int stage);

/** Before balls are moved: brings surfaces to where they are at a time, and moves the walls with a mass.
 *  @param x the centres that are moved. false: out of memory. */
bool spring_system_carry_all(struct spring_system *system, spring_move *move, int stage, double t,
                             const struct vec2 *x);
static inline bool spring_system_carry(struct spring_system *system, spring_move *move, int stage, double t,
                                       const struct vec2 *x)
{
    return !system->base.carries || spring_system_carry_all(system, move, stage, t, x);
}

/** Adds what the contacts' forces do over a time to the work of surfaces that are moved and, if contacts are listed, to
 *  their histories. As contact_history_accumulate(). */
bool spring_system_accumulate_all(struct spring_system *system, double weight, const struct vec2 *before,
                                  const struct vec2 *after);
static inline bool spring_system_accumulate(struct spring_system *system, double weight, const struct vec2 *before,
                                            const struct vec2 *after)
{
    return !system->accumulates || spring_system_accumulate_all(system, weight, before, after);
}

/** True if contacts turn what is in a range. */
static inline bool spring_system_turns(const struct spring_system *system, struct range range)
{
    return system->contacts.tangential.base && range.first < system->base.n;
}

/*
 * Where the table's friction holds (base.field.holds), contacts see balls move as they do with it: one that is held
 * does not move at all, though a step is taken as if there were none.
 */

/** Finds how balls will move in the step that begins, by the forces at its beginning. */
void spring_system_foresee(struct spring_system *system);

/** Has friction end the motion of a step; forces and contacts are to be found anew. Returns a bound as above, but for
 *  balls that are put back. */
double spring_system_hold(struct spring_system *system);

/** As what moves in a step appears to contacts, by its mean velocity.
 *  @param end  false: that; true: a last velocity which, with that at the beginning, has this mean
 *  @param w    spins, of which those about the vertical count; NULL: nothing rubs
 *  @return to be used before the next call */
struct spring_stretching spring_system_seen(struct spring_system *system, bool end, const struct vec3 *w,
                                            double weight);
