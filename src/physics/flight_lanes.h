#ifndef PHYSICS_FLIGHT_LANES_H
#define PHYSICS_FLIGHT_LANES_H

#include <stdbool.h>
#include <stdint.h>

#include "physics/flight.h"

/*
 * One ball against many: the arithmetic of flight_impact() for up to FLIGHT_LANES partners at once. Same operations in
 * the same order, hence the same bits; only the rare branch of touching balls is left to flight_impact().
 */
enum { FLIGHT_LANES = 16 };

/** Four numbers that are computed with at once. */
enum { FLIGHT_WIDTH = 4, FLIGHT_QUADS = FLIGHT_LANES / FLIGHT_WIDTH };
typedef double flight_quad __attribute__((vector_size(FLIGHT_WIDTH * sizeof(double))));

/** Partner k (element k % 4 of quad k / 4) relative to one ball, both at the later of their flights' beginnings. The
 *  rest of the last quad is filled up with nobodies, who neither touch nor approach. */
struct flight_lanes {
    flight_quad dx[FLIGHT_QUADS], dy[FLIGHT_QUADS]; /* separation, partner minus ball, at `from` */
    flight_quad vx[FLIGHT_QUADS], vy[FLIGHT_QUADS]; /* the partner's velocity */
    flight_quad reach[FLIGHT_QUADS];                /* sum of radii */
    flight_quad from[FLIGHT_QUADS];                 /* the later of the two flights' beginnings */
    uint32_t quads;                                 /* in use */
};

/** Collects the partners balls[row[0..count)] of a ball. Returns how many touch it, each at its own `from`.
 *  @param ball  need not be one of balls[]: for a hit, the ball as it is at that instant
 *  @param count <= FLIGHT_LANES */
uint32_t flight_lanes_gather(struct flight_lanes *lanes, const struct flight *balls, const struct flight *ball,
                             const uint32_t *row, uint32_t count);

struct flight_lanes_best {
    double time;    /* earliest impact, absolute; HUGE_VAL: none */
    uint32_t place; /* of the partner in the lanes */
    bool unsure;    /* two partners at the same time, or one that touches and approaches: ask flight_impact() */
};

/** The earliest impact of a ball with velocity (vx, vy) and the collected partners. */
struct flight_lanes_best flight_lanes_earliest(const struct flight_lanes *lanes, double vx, double vy);

#endif
