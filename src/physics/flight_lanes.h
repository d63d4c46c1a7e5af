#ifndef PHYSICS_FLIGHT_LANES_H
#define PHYSICS_FLIGHT_LANES_H

#include <stdint.h>

#include "physics/flight.h"

/*
 * One ball against many: the arithmetic of flight_impact() for up to FLIGHT_LANES partners at once. Same operations in
 * the same order, hence the same bits; only the rare branch of touching balls is left to flight_impact().
 */
enum { FLIGHT_LANES = 16 };

/** Partner k's state relative to one ball; entries from `count` up to the next multiple of 8 are harmless fillers. */
struct flight_lanes {
    _Alignas(64) double dx[FLIGHT_LANES]; /* separation, partner minus ball, at `from` */
    double dy[FLIGHT_LANES];
    double vx[FLIGHT_LANES], vy[FLIGHT_LANES]; /* the partner's velocity */
    double reach[FLIGHT_LANES];                /* sum of radii */
    double from[FLIGHT_LANES];                 /* the later of the two flights' beginnings */
    double time[FLIGHT_LANES];                 /* filled by flight_lanes_impact(): absolute time of impact */
    uint32_t count;
};

/** Collects the partners balls[row[0..count)] of a ball, each pair at the later of its two flights' beginnings.
 *  @param count <= FLIGHT_LANES */
void flight_lanes_gather(struct flight_lanes *lanes, const struct flight *balls, const struct flight *ball,
                         const uint32_t *row, uint32_t count);

/** The same with every pair at time t, which must not lie before any of the flights' beginnings; (x, y) is the ball's
 *  centre at t. Returns how many partners touch it then. */
uint32_t flight_lanes_gather_at(struct flight_lanes *lanes, const struct flight *balls, double x, double y, double r,
                                double t, const uint32_t *row, uint32_t count);

/** Fills time[] for a ball with velocity (vx, vy). Returns how many partners touch and approach: their time[] is
 *  a lower bound only and flight_impact() must be asked. */
uint32_t flight_lanes_impact(struct flight_lanes *lanes, double vx, double vy);

#endif
