/*
 * Vector kernels for times of impact. Written as plain loops without branches over small arrays, which compilers turn
 * into vector code; on x86-64 each function exists for the basic instruction set and for AVX2, and the loader picks at
 * program start. Additions, products, divisions and square roots are correctly rounded in all of them and no
 * product is fused with an addition, so the bits do not depend on the choice.
 */
#include "physics/flight_lanes.h"

#include <math.h>

#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#define MULTIVERSIONED __attribute__((target_clones("default", "avx2")))
#else
#define MULTIVERSIONED
#endif

enum { LANE_GROUP = 8 };

static uint32_t rounded_up(uint32_t count)
{
    return (count + LANE_GROUP - 1) / LANE_GROUP * LANE_GROUP;
}

/** A filler neither approaches nor touches. */
static void fill_up(struct flight_lanes *lanes, uint32_t count)
{
    lanes->count = count;
    for (uint32_t k = count; k < rounded_up(count); k++) {
        lanes->dx[k] = 1;
        lanes->dy[k] = lanes->vx[k] = lanes->vy[k] = lanes->reach[k] = lanes->from[k] = 0;
    }
}

void flight_lanes_gather(struct flight_lanes *lanes, const struct flight *balls, const struct flight *ball,
                         const uint32_t *row, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct flight *other = &balls[row[k]];
        double t = ball->t > other->t ? ball->t : other->t;
        lanes->from[k] = t;
        lanes->dx[k] = flight_x(other, t) - flight_x(ball, t);
        lanes->dy[k] = flight_y(other, t) - flight_y(ball, t);
        lanes->vx[k] = other->vx;
        lanes->vy[k] = other->vy;
        lanes->reach[k] = ball->r + other->r;
    }
    fill_up(lanes, count);
}

/** How many lanes are within touching distance. */
MULTIVERSIONED static uint32_t count_touching(const struct flight_lanes *lanes)
{
    uint32_t touching = 0;
    for (uint32_t k = 0; k < rounded_up(lanes->count); k++) {
        double reach = lanes->reach[k] * (1 + FLIGHT_TOUCHING);
        touching += lanes->dx[k] * lanes->dx[k] + lanes->dy[k] * lanes->dy[k] <= reach * reach;
    }
    return touching;
}

uint32_t flight_lanes_gather_at(struct flight_lanes *lanes, const struct flight *balls, double x, double y, double r,
                                double t, const uint32_t *row, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct flight *other = &balls[row[k]];
        lanes->from[k] = t;
        lanes->dx[k] = flight_x(other, t) - x;
        lanes->dy[k] = flight_y(other, t) - y;
        lanes->vx[k] = other->vx;
        lanes->vy[k] = other->vy;
        lanes->reach[k] = r + other->r;
    }
    fill_up(lanes, count);
    return count_touching(lanes);
}

MULTIVERSIONED static uint32_t impact_times(struct flight_lanes *lanes, double vx, double vy)
{
    uint32_t special = 0;
    for (uint32_t k = 0; k < rounded_up(lanes->count); k++) {
        double dx = lanes->dx[k], dy = lanes->dy[k];
        double dvx = lanes->vx[k] - vx, dvy = lanes->vy[k] - vy;
        double approach = dx * dvx + dy * dvy;
        double reach = lanes->reach[k], touching = reach * (1 + FLIGHT_TOUCHING);
        double dd = dx * dx + dy * dy;
        double c = dd - reach * reach;
        double vv = dvx * dvx + dvy * dvy;
        double discriminant = approach * approach - vv * c;
        int approaches = approach < 0, meets = discriminant >= 0, touches = dd <= touching * touching;
        double wait = c / (sqrt(meets ? discriminant : 0) - approach);
        double time = lanes->from[k] + (touches ? 0 : wait);
        lanes->time[k] = approaches & (meets | touches) ? time : HUGE_VAL;
        special += (uint32_t)(approaches & touches);
    }
    return special;
}

/* Apart from its clones, because clang before 16 exports no multiversioned function under its plain name. */
uint32_t flight_lanes_impact(struct flight_lanes *lanes, double vx, double vy)
{
    return impact_times(lanes, vx, vy);
}
