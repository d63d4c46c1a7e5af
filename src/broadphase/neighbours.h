#ifndef BROADPHASE_NEIGHBOURS_H
#define BROADPHASE_NEIGHBOURS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "physics/flight.h"

/*
 * Who can hit whom before anybody has to look again. Every ball has a home, the centre of a disc it may roam; two balls
 * are neighbours when their discs, each widened by the ball's radius, overlap. While both stay inside their discs only
 * neighbours can touch. A ball that reaches the rim of its disc gets a new home where it is, and only its own row and
 * those of its old and new neighbours change.
 *
 * The neighbourhood decides which pairs are looked at, never what is found: times of impact come from flights alone.
 *
 * Ownership: created and destroyed here; the flights are borrowed and must stay where they are. The fields home_x,
 * home_y and row of a flight belong to this module.
 */
struct neighbours;

/** @param t    present time, not before any flight's beginning
 *  @param roam radius of the discs in length units; 0: chosen from the density; HUGE_VAL: everybody neighbours
 *              everybody and nobody ever leaves
 *  NULL: out of memory. */
struct neighbours *neighbours_create(struct flight *balls, size_t n, double width, double height, double t,
                                     double roam);
void neighbours_destroy(struct neighbours *neighbours);

/** The neighbours of a ball, in no particular order; valid until the next neighbours_renew(). */
static inline const uint32_t *neighbours_row(const uint32_t *rows, const struct flight *ball, uint32_t *count);

/** Storage of all rows, for neighbours_row(); may move in neighbours_renew(). */
const uint32_t *neighbours_rows(const struct neighbours *neighbours);

/** Earliest time from t on at which the ball can reach the rim of its disc; HUGE_VAL: never. */
double neighbours_leave_time(const struct neighbours *neighbours, const struct flight *ball, double t);

/** True if the ball could touch a wall before it leaves its disc. */
bool neighbours_near_wall(const struct neighbours *neighbours, const struct flight *ball);

/** Gives the ball a new home at its place at time t and finds its neighbours there. false: out of memory. */
bool neighbours_renew(struct neighbours *neighbours, uint32_t slot, double t);

/* The header of a row: number of neighbours in the low bits, size class in the high ones. */
enum { NEIGHBOURS_COUNT_BITS = 25, NEIGHBOURS_COUNT_MASK = (1 << NEIGHBOURS_COUNT_BITS) - 1 };

static inline const uint32_t *neighbours_row(const uint32_t *rows, const struct flight *ball, uint32_t *count)
{
    const uint32_t *row = rows + ball->row;
    *count = *row & NEIGHBOURS_COUNT_MASK;
    return row + 1;
}

#endif
