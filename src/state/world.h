#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/double_bits.h"
#include "base/period.h"
#include "base/vec3.h"

/** A contact of springs that rub or resist rolling, and what it has stretched. */
struct world_contact {
    uint32_t a, b;       /* a ball and a body of a larger number (contact/contact.h) */
    unsigned kind;       /* how scenes name that body: enum contact_kind, */
    uint64_t number;     /* of the other ball or of the obstacle; 0: a wall, */
    uint64_t place;      /* and which surface of the obstacle, and which side (surfaces/boundary.h); 0: none */
    struct vec2 stretch; /* along (-n.y, n.x), n the normal from a to b, and upwards, lengths; if the scene resists
                            rolling there is no upwards, and y is the velocity of rolling that a dashpot has felt */
    double roll;         /* how far a has rolled on b, a length */
};

/** A wall of the table with a mass: its place and velocity, along +x or +y. */
struct world_wall {
    double x, v;
    bool was_beyond; /* it has been outside its range in this run */
};

enum { WORLD_WALLS = 4 }; /* left, right, bottom, top */

/*
 * What moves: the balls' state, one array per coordinate, all balls at the common time t = step * dt (computed so,
 * never accumulated). Units are the scene's own.
 *
 * On a periodic axis x and y lie in [0, length), and `turns` counts how often a ball has gone round. A ball that a
 * pocket has taken stays where it was taken, with velocity 0, and takes no part in anything.
 *
 * Ownership: the world owns all arrays but r and m and is made by scene_load() together with its scene; r and m are
 * borrowed from that scene, which must outlive it. world_destroy(NULL) does nothing.
 */
struct world {
    uint64_t step;
    double t;
    size_t n;
    double *x, *y;    /* centre */
    double *vx, *vy;  /* velocity */
    struct vec3 *w;   /* angular velocity, right-handed, z towards the reader; NULL: the scene does not rotate */
    const double *r;  /* radius, > 0 */
    const double *m;  /* mass, > 0 */
    uint64_t *kicks;  /* how often walls with a temperature have hit each ball; NULL: the table has none */
    uint32_t *pocket; /* number of the obstacle that has taken each ball, or WORLD_ON_TABLE; NULL: no pockets */
    uint32_t *taken;  /* the balls that pockets have taken in this run, in order; NULL: no pockets */
    size_t n_taken;
    struct world_contact *contacts; /* of springs that rub: pairs by a and b, then those with surfaces; NULL: none */
    size_t n_contacts, contacts_capacity;
    struct world_wall walls[WORLD_WALLS]; /* those with a mass; others are 0 */
    struct period period;
    struct vec2 *turns; /* whole numbers */
};

#define WORLD_ON_TABLE UINT32_MAX

/** Centre of a ball, with its turns: it moves on where a ball is brought back to the other side of the table. */
static inline struct vec2 world_centre(const struct world *world, size_t i)
{
    const struct vec2 place = {world->x[i], world->y[i]};
    return period_unwrap(&world->period, place, world->turns[i]);
}

/** Puts a ball, whose turns are counted from `turns`, at a place that need not be on the table. */
static inline void world_place(struct world *world, size_t i, struct vec2 place, struct vec2 turns)
{
    world->turns[i] = vec2_add(turns, period_wrap(&world->period, &place));
    world->x[i] = place.x;
    world->y[i] = place.y;
}

/** How many periods from 0 a ball may be: as far, its coordinate says no more than which quarter of the table it is in.
 */
#define WORLD_FARTHEST_TURN 0x1p50

/** True if a ball is farther away than that, or not at a finite distance. */
static inline bool world_is_far(const struct world *world, size_t i)
{
    const struct vec2 turns = world->turns[i];
    return !(fabs(turns.x) + 1 < WORLD_FARTHEST_TURN && fabs(turns.y) + 1 < WORLD_FARTHEST_TURN);
}

/** All arrays zero. NULL: out of memory. r and m are set by the caller. */
struct world *world_create(size_t n);
void world_destroy(struct world *world);

/** Appends a contact. false: out of memory. */
bool world_add_contact(struct world *world, struct world_contact contact);

/** For a scene that rotates: all balls are without spin. false: out of memory. */
bool world_add_spin(struct world *world);

/** For a table with walls that have a temperature: they have hit no ball. false: out of memory. */
bool world_add_kicks(struct world *world);

/** For a table with pockets: all balls are on the table. false: out of memory. */
bool world_add_pockets(struct world *world);

/** False if a pocket has taken the ball. */
static inline bool world_is_on_table(const struct world *world, size_t ball)
{
    return !world->pocket || world->pocket[ball] == WORLD_ON_TABLE;
}

/** True if all components of the ball's velocity and spin are 0, and not -0. */
static inline bool world_is_still(const struct world *world, size_t ball)
{
    const struct vec3 w = world->w ? world->w[ball] : (struct vec3){0, 0, 0};
    return (double_bits_of(world->vx[ball]) | double_bits_of(world->vy[ball]) | double_bits_of(w.x) |
            double_bits_of(w.y) | double_bits_of(w.z)) == 0;
}

/** True if the ball is on the table and can move: it is not fixed. */
static inline bool world_is_in_play(const struct world *world, size_t ball)
{
    return world->m[ball] != HUGE_VAL && world_is_on_table(world, ball);
}

/** A pocket takes a ball that is on the table. @param obstacle its number */
static inline void world_take(struct world *world, uint32_t ball, uint32_t obstacle)
{
    world->pocket[ball] = obstacle;
    world->taken[world->n_taken++] = ball;
}
