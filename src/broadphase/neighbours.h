#ifndef BROADPHASE_NEIGHBOURS_H
#define BROADPHASE_NEIGHBOURS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "physics/flight.h"
#include "physics/flight_search.h"

/*
 * Who can hit whom before anybody has to look again. Every ball has a home, the centre of a disc it may roam; two balls
 * are neighbours when their discs, each widened by the ball's radius, overlap. While both stay inside their discs only
 * neighbours can touch. A ball that reaches the rim of its disc gets a new home, and only its own row and those of its
 * old and new neighbours change.
 *
 * The neighbourhood decides which pairs are looked at, never what is found: times of impact come from flights alone.
 *
 * Ownership: created and destroyed here; the flights are borrowed and must stay where they are.
 */

/** A ball's home, and where its neighbours are stored. Homes need no precision: they are rounded once and then exact.
 */
struct neighbours_home {
    float x, y;
    uint32_t next; /* ball in the same cell */
    uint32_t row;  /* its row: number of its first octet in rows[], and size class */
};

struct neighbours {
    /* What the inline functions below read. */
    struct neighbours_home *homes;
    uint32_t *rows;
    double roam_squared; /* of the discs' radius */
    uint32_t nobody;     /* fills up rows: the number of balls */
    double wall_range;   /* a home farther from a wall than this plus the ball's radius keeps the ball off the wall */
    double width, height;
    /* The module's own. */
    struct neighbours_private *own;
};

/** @param t    present time, not before any flight's beginning
 *  @param roam radius of the discs in length units; 0: chosen from the density; HUGE_VAL: everybody neighbours
 *              everybody and nobody ever leaves
 *  NULL: out of memory. */
struct neighbours *neighbours_create(struct flight *balls, size_t n, double width, double height, double t,
                                     double roam);
void neighbours_destroy(struct neighbours *neighbours);

/** Gives the ball a new home for its flight from time t on and finds its neighbours there. false: out of memory. */
bool neighbours_renew(struct neighbours *neighbours, uint32_t slot, double t);

/** Earliest time from t on at which the ball can reach the rim of its disc; HUGE_VAL: never. */
double neighbours_leave_time(const struct neighbours *neighbours, uint32_t slot, const struct flight *ball, double t);

/** Octets in a row of a size class: 1, 2, 3, 4, 6, 8, 12, 16, ... */
static inline uint32_t neighbours_octets(uint32_t class)
{
    return class == 0 ? 1 : (2 + (class - 1) % 2) << (class - 1) / 2;
}

enum {
    NEIGHBOURS_OCTET = FLIGHT_OCTET,
    NEIGHBOURS_CLASS_BITS = 5,
    NEIGHBOURS_CLASS_MASK = (1 << NEIGHBOURS_CLASS_BITS) - 1
};

/** The neighbours of a ball, in no particular order but before the nobodies that fill up the row's octets; valid until
 *  the next neighbours_renew().
 *  @param size receives the number of entries in the octets in use, nobodies included: a multiple of NEIGHBOURS_OCTET
 */
static inline uint32_t *neighbours_row(const struct neighbours *neighbours, uint32_t slot, uint32_t *size)
{
    uint32_t home = neighbours->homes[slot].row;
    uint32_t capacity = NEIGHBOURS_OCTET * neighbours_octets(home & NEIGHBOURS_CLASS_MASK);
    uint32_t *row = neighbours->rows + (size_t)(home >> NEIGHBOURS_CLASS_BITS) * NEIGHBOURS_OCTET;
    *size = NEIGHBOURS_OCTET;
    while (*size < capacity && row[*size] != neighbours->nobody)
        *size += NEIGHBOURS_OCTET;
    return row;
}

/** True if the ball could touch a wall before it leaves its disc. */
static inline bool neighbours_near_wall(const struct neighbours *neighbours, uint32_t slot, double r)
{
    double range = r + neighbours->wall_range;
    double x = (double)neighbours->homes[slot].x, y = (double)neighbours->homes[slot].y;
    return (x < range) | (y < range) | (x > neighbours->width - range) | (y > neighbours->height - range);
}

/** True if the ball, now in its disc, still is in it at time t: a disc is convex, so it never leaves in between. */
static inline bool neighbours_is_home(const struct neighbours *neighbours, uint32_t slot, const struct flight *ball,
                                      double t)
{
    double dx = flight_x(ball, t) - (double)neighbours->homes[slot].x;
    double dy = flight_y(ball, t) - (double)neighbours->homes[slot].y;
    return dx * dx + dy * dy <= neighbours->roam_squared;
}

#endif
