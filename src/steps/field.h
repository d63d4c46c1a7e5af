#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/min_max.h"
#include "base/sum.h"
#include "base/vec2.h"
#include "base/vec3.h"
#include "scene/scene.h"

/*
 * Gravity, rolling friction and the cloth in fixed time steps: what changes a velocity between contacts. A step of
 * length dt is
 *
 *     field_begin_step;  drift, and the contacts of springs;  field_end_step;  the collisions of impulse
 *
 * Owns nothing; all constants of balls are the scene's, spins the stepper's.
 */
struct field {
    bool acts;              /* there is gravity, friction or cloth */
    double gravity;         /* its magnitude, length per time squared */
    struct vec2 kick;       /* change of velocity by gravity in half a step */
    double half_dt;         /* time */
    const double *friction; /* deceleration of each ball, length per time squared; NULL: none, or it is the cloth's */
    const struct scene *scene; /* of the cloth */
    struct vec3 *w;            /* angular velocity of each ball; NULL: none turns */
    const double *m;
    const bool *left_out; /* of each ball: it takes no part; NULL: all do */
    size_t n;
    double rest;     /* time since which all balls rest; HUGE_VAL: one moves */
    struct sum lost; /* energy taken by friction so far */
};

/** The field of a scene; one without gravity and friction does nothing. `left_out` is the caller's to set. */
struct field field_of(const struct scene *scene);

/** True if no ball moves and none is about to. */
bool field_is_at_rest(const struct field *field, const struct vec2 *v);

/** At the start and after each step: whether the balls rest from time t on. Balls that are left out do. */
static inline void field_update_rest(struct field *field, const struct vec2 *v, double t)
{
    bool moves = field->n > 0 && (v[0].x != 0 || v[0].y != 0); /* as a rule, the first ball decides */
    field->rest = moves || !field_is_at_rest(field, v) ? HUGE_VAL : double_min(field->rest, t);
}

/** Changes velocities by half a time step of gravity or of friction, if there is any. */
void field_accelerate(const struct field *field, struct vec2 *v);
void field_decelerate(struct field *field, struct vec2 *v);

/** A whole time step of the cloth, and of the friction of spins about the vertical; there are spins. */
void field_turn(struct field *field, struct vec2 *v);

/** Change the velocities by half a time step of both, before and after the rest of the step. false: there is neither.
 */
static inline bool field_begin_step(struct field *field, struct vec2 *v)
{
    if (field->acts) {
        field_decelerate(field, v);
        field_accelerate(field, v);
    }
    return field->acts;
}

static inline bool field_end_step(struct field *field, struct vec2 *v)
{
    if (field->acts) {
        field_accelerate(field, v);
        field_decelerate(field, v);
        if (field->w)
            field_turn(field, v);
    }
    return field->acts;
}
