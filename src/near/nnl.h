#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/linked_cells.h"
#include "motion/motion_exit.h"
#include "near/impact_kernel.h"

/*
 * Near-neighbour lists, valid until a ball leaves its shell. Every ball has a list centre and may move within the shell
 * radius of it; two balls are neighbours when their shells, each widened by the ball's radius, overlap. While both stay
 * inside their shells only neighbours can touch. A ball that leaves its shell gets a new list centre, and only its own
 * list and those of its old and new neighbours change.
 *
 * The lists decide which pairs are examined, never what is found: times of impact come from trajectories alone.
 *
 * Ownership: created and destroyed here; the balls are borrowed and must stay where they are.
 */

enum {
    NNL_ROOM = 12, /* neighbours in a ball's entry; longer lists are elsewhere */
    NNL_LEVELS = 64,
    NNL_MOST_BALLS = 0x7ffffff /* what nnl_entry::next can number */
};

/** A ball's list centre and its neighbours, which take one cache line as long as they are few. Centres need no
 *  precision: they are rounded once and then exact. */
struct nnl_entry {
    float x, y;
    uint32_t next : 27;         /* ball in the same grid cell */
    uint32_t near_boundary : 1; /* it could touch a surface before it leaves its shell */
    uint32_t sees_images : 1; /* 0: until it leaves its shell, it and its neighbours meet where their trajectories say,
                                 not through images; nor is its shell seen as one, and the ball is on the table */
    uint32_t has_crossed : 1; /* on a periodic table: its trajectory came to this shell across the seam */
    uint32_t is_long : 1;     /* its list is elsewhere */
    uint32_t count;           /* number of neighbours */
    union {
        uint32_t slots[NNL_ROOM]; /* the neighbours, then sentinels */
        struct {
            uint32_t *list; /* a long one, and its room */
            uint32_t room;
        };
    };
};

_Static_assert(sizeof(struct nnl_entry) == 64, "one cache line");

/** Balls of similar size, and the cells of their list centres. */
struct nnl_level {
    double r_largest;
    struct linked_cells cells;
    size_t lists; /* that the cells have, or share */
};

struct nnl {
    struct motion motion;
    const struct particle *balls;
    const struct leg *legs; /* by slot; NULL: none are kept */
    size_t n;               /* number of balls; as a slot, the sentinel that pads lists */
    struct vec2 size;       /* of the table */

    struct nnl_entry *entries; /* 64-byte aligned */

    double shell;         /* radius */
    double shell_squared; /* of the radius within which a ball keeps its list */
    double slack;         /* by how much it may stray beyond: under gravity */
    double margin;        /* of the reach of neighbours: covers the rounding of list centres */
    double seam_range;   /* on a periodic table: farther from the seam a list centre has no neighbour that crosses it */
    double free_path;    /* mean free path */
    uint32_t *all_lists; /* one after another, if every ball is in every list; else NULL */

    struct nnl_level *levels;
    int n_levels;
    uint8_t *level_of;                  /* NULL: one level */
    float (*reach_squared)[NNL_LEVELS]; /* between list centres of neighbours; a row for each level there is */
};

/** @param system its balls and their table
 *  @param t     present time, not before any trajectory begins
 *  @param shell shell radius in length units; 0: chosen from the density; HUGE_VAL: all balls are neighbours, for ever
 *  NULL: out of memory, or more than NNL_MOST_BALLS balls. */
struct nnl *nnl_create(const struct motion_system *system, double t, double shell);
void nnl_destroy(struct nnl *nnl);

/** Sides of the smallest upright rectangle around all balls where their trajectories begin. */
struct vec2 nnl_levels_extent(const struct particle *balls, size_t n);

/** Gives the ball a new list centre for its flight from time t on and finds its neighbours. false: out of memory. */
bool nnl_rebuild(struct nnl *nnl, uint32_t slot, double t);

/** Takes the ball out of all lists for good: it is no ball's neighbour any more. */
void nnl_remove(struct nnl *nnl, uint32_t slot);

/** Earliest time from t on at which the ball can leave its shell; HUGE_VAL: never. */
double nnl_exit_time(const struct nnl *nnl, uint32_t slot, struct body body, double t);

/** Where a ball's list begins. */
static inline uint32_t *nnl_list_start(const struct nnl *nnl, uint32_t slot)
{
    struct nnl_entry *entry = &nnl->entries[slot];
    return __builtin_expect(entry->is_long, 0) ? entry->list : entry->slots;
}

/** The neighbours of a ball, in no particular order, padded for the kernel (impact_kernel.h); valid until the next
 *  nnl_rebuild(). @param count receives their number */
static inline uint32_t *nnl_list(const struct nnl *nnl, uint32_t slot, uint32_t *count)
{
    *count = nnl->entries[slot].count;
    return nnl_list_start(nnl, slot);
}

/** Centre and radius of the region in which a ball's list is valid. */
static inline struct vec2 nnl_centre(const struct nnl *nnl, uint32_t slot)
{
    return (struct vec2){(double)nnl->entries[slot].x, (double)nnl->entries[slot].y};
}

static inline double nnl_radius(const struct nnl *nnl)
{
    return sqrt(nnl->shell_squared) + nnl->slack;
}

/** True if the ball, now in its shell and moving straight, will stay there until t. */
static inline bool nnl_stays_inside(const struct nnl *nnl, uint32_t slot, struct body body, double now, double t)
{
    struct vec2 centre = nnl_centre(nnl, slot);
    if (nnl->entries[slot].sees_images)
        centre = motion_near(&nnl->motion, body, now, centre);
    return motion_stays_in_disc(&nnl->motion, body, t, centre, nnl->shell_squared);
}
