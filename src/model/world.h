#ifndef MODEL_WORLD_H
#define MODEL_WORLD_H

#include <stddef.h>
#include <stdint.h>

/*
 * What moves: the balls' state, one array per coordinate, all balls at the common time t = step * dt (computed so,
 * never accumulated). Units are the scene's own.
 *
 * Ownership: the world owns x, y, vx, vy and t0 and is made by scene_load() together with its scene; r and m are
 * borrowed from that scene, which must outlive it. world_destroy(NULL) does nothing.
 */
struct world {
    uint64_t step;
    double t;
    size_t n;
    double *x, *y;   /* centre */
    double *vx, *vy; /* velocity */
    double *t0;      /* moment at which x, y hold, <= t; NULL (the rule): all hold at t. Only an initial state that was
                        saved from `event` has it; after the first advance() it is NULL or ignored. */
    const double *r; /* radius, > 0 */
    const double *m; /* mass, > 0 */
};

/** All arrays zero. NULL: out of memory. r and m are set by the caller. */
struct world *world_create(size_t n);
void world_destroy(struct world *world);

/** Centre of ball i at time t. */
static inline double world_centre_x(const struct world *world, size_t i)
{
    return world->t0 ? world->x[i] + world->vx[i] * (world->t - world->t0[i]) : world->x[i];
}

static inline double world_centre_y(const struct world *world, size_t i)
{
    return world->t0 ? world->y[i] + world->vy[i] * (world->t - world->t0[i]) : world->y[i];
}

/** Lets the balls of a saved state fly from t0 to t, so that all hold at t, and drops t0. */
void world_synchronise(struct world *world);

#endif
