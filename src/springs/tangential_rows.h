#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec2.h"

/*
 * What is kept of contacts that rub, a row for each, in ascending key like the contacts, so that each look is one walk
 * along both. Where balls are many, steps wait for memory: so a row is in columns, of which only those in use take any,
 * and vectors read them.
 *
 * Ownership: tangential_rows_reserve() allocates, also in part when it fails; tangential_rows_close() frees and accepts
 * a zeroed struct.
 */

/** What is kept of each contact, a column for each. */
enum tangential_column {
    ROW_N_X,
    ROW_N_Y,     /* unit normal n from a to b at the last look; +x: new */
    ROW_STRETCH, /* of the tangential spring, a against b, along (-n.y, n.x) */
    ROW_NORMAL,  /* if is_dashed: force on a beside that of the springs, against n; */
    ROW_ACROSS,  /* across n; */
    ROW_PUSH_X,  /* what the next look does not need: the direction in which it pushes, */
    ROW_PUSH_Y,
    ROW_SIZE,      /* its length, */
    ROW_FORCE,     /* and of pairs by four the force of the spring along it */
    ROW_ROLL,      /* if they resist rolling: how far a has rolled on b, */
    ROW_ROLLING,   /* the velocity of that which the dashpot has felt, */
    ROW_ROLL_DASH, /* and if is_dashed: force against rolling beside that of the spring */
    ROW_COLUMNS
};

/** Of contacts that are listed: how it pulls, and what a step does to it. What is vertical counts upwards. */
struct tangential_pull {
    struct vec2 slip;            /* velocity of the surface of a against that of b, at the last push */
    struct vec2 force;           /* on a, then */
    struct vec2 base, gain;      /* the stretch when the step began, and what the step adds */
    double up, dash_up;          /* vertical parts of ROW_STRETCH and ROW_ACROSS */
    double rolling;              /* velocity with which a rolls on b, at the last push; */
    double roll_base, roll_gain; /* as base and gain, of ROW_ROLL */
};

/** Of a contact: stiffness and dashpot, force per length and per speed, and, between balls, that along the normal; the
 *  coefficient of friction of fast surfaces; tangential_constants_falls(). */
struct spring_constants {
    double k, c, normal, mu, falls;
};

/** The same of rolling. */
struct rolling_constants {
    double k, c, mu;
};

struct tangential_rows {
    uint64_t *keys;                     /* ascending */
    double *columns;                    /* ROW_COLUMNS of them, a `stride` apart */
    struct spring_constants *constants; /* if balls differ; */
    struct rolling_constants *rolling;  /* NULL: contacts do not resist rolling */
    uint8_t *open;                 /* 2: the contact pushes; 1: it no longer does; 0: nor has it before this step */
    struct tangential_pull *pulls; /* NULL: not kept */
    size_t count, stride;          /* room for so many rows */
};

/** Makes room for so many rows, forgetting those there are. false: out of memory. */
bool tangential_rows_reserve(struct tangential_rows *rows, size_t count, bool with_pulls, bool rolls);
void tangential_rows_close(struct tangential_rows *rows);

/** Makes a row that of a contact that is new. */
void tangential_rows_clear(const struct tangential_rows *rows, size_t row);

/** A row's part of a column. */
static inline double *tangential_rows_at(const struct tangential_rows *rows, enum tangential_column column, size_t row)
{
    return &rows->columns[column * rows->stride + row];
}

static inline struct vec2 tangential_rows_stretch(const struct tangential_rows *rows, size_t row)
{
    return (struct vec2){*tangential_rows_at(rows, ROW_STRETCH, row), rows->pulls ? rows->pulls[row].up : 0};
}

static inline void tangential_rows_set_stretch(const struct tangential_rows *rows, size_t row, struct vec2 stretch)
{
    *tangential_rows_at(rows, ROW_STRETCH, row) = stretch.x;
    if (rows->pulls)
        rows->pulls[row].up = stretch.y;
}

/** A row of a contact that is looked at by itself. */
struct tangential_row {
    struct vec2 n, stretch; /* stretch: along, and upwards */
    double normal;
    struct vec2 across; /* as stretch */
    struct vec2 push;
    double size;
    double roll, rolling, dash_roll; /* as in the columns */
    struct tangential_pull pull;
};

static inline struct tangential_row tangential_rows_get(const struct tangential_rows *rows, size_t row)
{
    const double *at = rows->columns + row;
    const size_t stride = rows->stride;
    struct tangential_row of = {.n = {at[ROW_N_X * stride], at[ROW_N_Y * stride]},
                                .stretch = {at[ROW_STRETCH * stride], 0},
                                .normal = at[ROW_NORMAL * stride],
                                .across = {at[ROW_ACROSS * stride], 0},
                                .push = {at[ROW_PUSH_X * stride], at[ROW_PUSH_Y * stride]},
                                .size = at[ROW_SIZE * stride]};
    if (rows->rolling) {
        of.roll = at[ROW_ROLL * stride];
        of.rolling = at[ROW_ROLLING * stride];
        of.dash_roll = at[ROW_ROLL_DASH * stride];
    }
    if (rows->pulls) {
        of.pull = rows->pulls[row];
        of.stretch.y = of.pull.up;
        of.across.y = of.pull.dash_up;
    }
    return of;
}

static inline void tangential_rows_put(const struct tangential_rows *rows, size_t row, const struct tangential_row *of)
{
    double *at = rows->columns + row;
    const size_t stride = rows->stride;
    at[ROW_N_X * stride] = of->n.x;
    at[ROW_N_Y * stride] = of->n.y;
    at[ROW_STRETCH * stride] = of->stretch.x;
    at[ROW_NORMAL * stride] = of->normal;
    at[ROW_ACROSS * stride] = of->across.x;
    at[ROW_PUSH_X * stride] = of->push.x;
    at[ROW_PUSH_Y * stride] = of->push.y;
    at[ROW_SIZE * stride] = of->size;
    if (rows->rolling) {
        at[ROW_ROLL * stride] = of->roll;
        at[ROW_ROLLING * stride] = of->rolling;
        at[ROW_ROLL_DASH * stride] = of->dash_roll;
    }
    if (rows->pulls) {
        rows->pulls[row] = of->pull;
        rows->pulls[row].up = of->stretch.y;
        rows->pulls[row].dash_up = of->across.y;
    }
}
