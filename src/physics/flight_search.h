#ifndef PHYSICS_FLIGHT_SEARCH_H
#define PHYSICS_FLIGHT_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "physics/flight.h"

/*
 * One ball against many: the arithmetic of flight_impact(), several partners at once. Same operations in the same
 * order, hence the same bits; only the rare branch of balls that touch and approach is left to flight_impact().
 */

/** Rows are searched in whole quads; what is left of the last one names nobody. */
enum { FLIGHT_LANES = 4 };

/** A flight that neither touches nor meets any other. */
struct flight flight_search_nobody(void);

struct flight_found {
    double t;       /* earliest impact, absolute; HUGE_VAL: none */
    uint32_t place; /* of its partner in the row */
    bool touching;  /* somebody touches the ball, at the later of the two flights' beginnings */
    bool unsure;    /* somebody touches it, or two meet it at the same time: ask flight_impact() */
};

/** The earliest impact of a ball with balls[row[0..count)].
 *  @param balls 64-byte aligned: flights are loaded as vectors
 *  @param ball  need not be one of balls[]: after a hit, its new flight
 *  @param count a multiple of FLIGHT_LANES */
typedef struct flight_found flight_search_one(const struct flight *balls, const struct flight *ball,
                                              const uint32_t *row, uint32_t count);

/** Two balls that have just been hit: their new flights, which begin no earlier than any of those in their rows. */
struct flight_pair {
    struct flight ball[2];
    const uint32_t *row[2];
    uint32_t count[2]; /* multiples of FLIGHT_LANES */
};

/** The same for both balls of a pair. Faster than one after the other. */
typedef void flight_search_two(const struct flight *balls, const struct flight_pair *pair,
                               struct flight_found found[2]);

struct flight_search {
    flight_search_one *one;
    flight_search_two *two;
};

/** For any processor. */
struct flight_search flight_search_plain(void);

/** The fastest that this processor can run. */
struct flight_search flight_search_fastest(void);

#endif
