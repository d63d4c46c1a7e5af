#ifndef BROADPHASE_NNL_H
#define BROADPHASE_NNL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "physics/motion.h"
#include "broadphase/impact_kernel.h"

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
struct nnl_home {
    float x, y;
    uint32_t next : 27;  /* ball in the same cell */
    uint32_t quads : 5;  /* of its row that are in use; NNL_MANY: perhaps more */
    uint32_t octet : 26; /* its row: number of the first octet in rows[] */
    uint32_t class : 5;  /* and size class */
    uint32_t near_wall : 1;
};

struct nnl {
    /* What the inline functions below read. */
    struct nnl_home *homes;
    uint32_t *rows;
    struct motion motion;
    double roam_squared; /* of the discs' radius */
    uint32_t nobody;     /* fills up rows: the number of balls */
    double width, height;
    /* The module's own. */
    struct nnl_private *own;
};

/** @param t    present time, not before any flight's beginning
 *  @param roam radius of the discs in length units; 0: chosen from the density; HUGE_VAL: everybody neighbours
 *              everybody and nobody ever leaves
 *  NULL: out of memory. */
struct nnl *nnl_create(const struct motion_system *system, double t, double roam);
void nnl_destroy(struct nnl *nnl);

/** Gives the ball a new home for its flight from time t on and finds its neighbours there. false: out of memory. */
bool nnl_renew(struct nnl *nnl, uint32_t slot, double t);

/** Earliest time from t on at which the ball can reach the rim of its disc; HUGE_VAL: never. */
double nnl_leave_time(const struct nnl *nnl, uint32_t slot, const struct particle *ball, double t);

/** Octets in a row of a size class: 1, 2, 3, 4, 6, 8, 12, 16, ... */
static inline uint32_t nnl_octets(uint32_t class)
{
    return class == 0 ? 1 : (2 + (class - 1) % 2) << (class - 1) / 2;
}

enum { NNL_OCTET = 2 * IMPACT_KERNEL_LANES, NNL_CLASSES = 32, NNL_MOST_OCTETS = 1 << 26, NNL_MANY = 31 };

/** Entries in the quads in use of a row with many. */
uint32_t nnl_row_size(const struct nnl *nnl, uint32_t slot);

/** Where a ball's row begins. */
static inline uint32_t *nnl_row_start(const struct nnl *nnl, uint32_t slot)
{
    return nnl->rows + (size_t)nnl->homes[slot].octet * NNL_OCTET;
}

/** The neighbours of a ball, in no particular order but before the nobodies that fill up the row's octets; valid until
 *  the next nnl_renew().
 *  @param size receives the number of entries in the quads in use, nobodies included: a multiple of IMPACT_KERNEL_LANES
 */
static inline uint32_t *nnl_row(const struct nnl *nnl, uint32_t slot, uint32_t *size)
{
    uint32_t quads = nnl->homes[slot].quads;
    *size = quads < NNL_MANY ? quads * IMPACT_KERNEL_LANES : nnl_row_size(nnl, slot);
    return nnl_row_start(nnl, slot);
}

/** Centre and radius of the region in which a ball's list is valid. */
static inline struct vec2 nnl_centre(const struct nnl *nnl, uint32_t slot)
{
    return (struct vec2){(double)nnl->homes[slot].x, (double)nnl->homes[slot].y};
}

static inline double nnl_radius(const struct nnl *nnl)
{
    return sqrt(nnl->roam_squared);
}

/** True if the ball could touch a wall before it leaves its disc. */
static inline bool nnl_near_wall(const struct nnl *nnl, uint32_t slot)
{
    return nnl->homes[slot].near_wall;
}

/** True if the ball, now in its disc, still is in it at time t: a disc is convex, so it never leaves in between. */
static inline bool nnl_is_home(const struct nnl *nnl, uint32_t slot, const struct particle *ball, double t)
{
    struct vec2 centre = {(double)nnl->homes[slot].x, (double)nnl->homes[slot].y};
    return motion_stays_in_disc(&nnl->motion, ball, t, centre, nnl->roam_squared);
}

#endif
