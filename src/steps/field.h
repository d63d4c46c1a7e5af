#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/min_max.h"
#include "base/vec2.h"
#include "base/vec3.h"
#include "given/scene.h"
#include "measure/ledger.h"
#include "steps/friction_flow.h"
#include "steps/state.h"

/*
 * Gravity, rolling friction and the cloth in fixed time steps: what changes a velocity between contacts. A step of
 * length dt is
 *
 *     field_begin_step;  drift, and the contacts of springs;  field_end_step;  the collisions of impulse
 *
 * The scene is borrowed. field_open() allocates, also in part when it fails; field_close() frees and accepts a zeroed
 * struct.
 */

/** A ball when a step began. */
struct field_start {
    struct vec2 x, turns;
    struct cloth_motion motion; /* s: on the cloth only */
};

struct field {
    bool acts;                      /* there is gravity, friction, cloth, or a wall with a mass under a load */
    bool holds;                     /* there is friction or cloth, which can hold balls against a pull */
    double gravity;                 /* its magnitude, length per time squared */
    struct vec2 kick;               /* change of velocity by gravity in half a step */
    struct vec2 walls[TABLE_WALLS]; /* that of a wall with a mass, by its load too */
    bool drives_walls;              /* some of these are not 0 */
    const struct scene *scene;
    struct vec3 *w; /* angular velocity of each ball; NULL: none turns */
    const double *m;
    bool some_fixed;
    const bool *left_out; /* of each ball: it takes no part; NULL: all do */
    size_t n;
    /* Of each ball, where something holds: when the step began; the mean velocities of the step, as foreseen or found,
     * and those that rolling would have (NULL: no cloth). */
    struct field_start *start;
    struct vec2 *mean, *mean_s;
    double rest;           /* time since which all balls rest; HUGE_VAL: one moves */
    struct ledger *ledger; /* the stepper's */
};

/** @param field zeroed. One without gravity and friction does nothing. `left_out` and `w` are the caller's to set.
 * false: out of memory. */
bool field_open(struct field *field, const struct scene *scene);
void field_close(struct field *field);

/** True if no ball moves and none is about to. */
bool field_is_at_rest(const struct field *field, const struct vec2 *v);

/** At the start and after each step: whether the balls rest from time t on. Balls that are left out do. */
static inline void field_update_rest(struct field *field, const struct vec2 *v, double t)
{
    bool moves = field->n > 0 && (v[0].x != 0 || v[0].y != 0); /* as a rule, the first ball decides */
    field->rest = moves || !field_is_at_rest(field, v) ? HUGE_VAL : double_min(field->rest, t);
}

/** Changes velocities by half a time step of gravity and loads. */
void field_kick(const struct field *field, struct vec2 *v);

/** A whole time step of the friction of spins about the vertical; there are spins. */
void field_pivot(struct field *field);

/** Remembers the state in which a step begins; something holds. */
void field_remember(struct field *field, const struct state *now);

/** What friction makes of a step that has gone on without it, with the second half of gravity yet to come; something
 *  holds. Moves balls and changes velocities and spins, those about the vertical too, and sets the mean velocities.
 *  @return no coordinate changes by more, but for balls that are put back where they were when the step began */
double field_hold(struct field *field, struct state *now);

/** Sets the mean velocities of a ball in a step that has begun, as they follow from what contacts pull now; something
 *  holds. @param pull without gravity */
void field_foresee(struct field *field, size_t i, struct cloth_motion pull);

/** Begins a step. true: velocities have changed. */
static inline bool field_begin_step(struct field *field, const struct state *now)
{
    if (field->holds)
        field_remember(field, now);
    if (field->acts)
        field_kick(field, now->v);
    return field->holds ? field->gravity > 0 : field->acts;
}

/** Ends it where nothing holds. */
static inline bool field_end_step(struct field *field, struct vec2 *v)
{
    if (field->acts) {
        field_kick(field, v);
        if (field->w)
            field_pivot(field);
    }
    return field->acts;
}
