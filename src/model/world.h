#ifndef MODEL_WORLD_H
#define MODEL_WORLD_H

#include <stddef.h>
#include <stdint.h>

/*
 * What moves: the balls' state, one array per coordinate, all balls at the common time t = step * dt (computed so,
 * never accumulated). Units are the scene's own.
 *
 * Ownership: the world owns x, y, vx and vy and is made by scene_load() together with its scene; r and m are
 * borrowed from that scene, which must outlive it. world_destroy(NULL) does nothing.
 */
struct world {
    uint64_t step;
    double t;
    size_t n;
    double *x, *y;   /* centre */
    double *vx, *vy; /* velocity */
    const double *r; /* radius, > 0 */
    const double *m; /* mass, > 0 */
};

/** All arrays zero. NULL: out of memory. r and m are set by the caller. */
struct world *world_create(size_t n);
void world_destroy(struct world *world);

#endif
