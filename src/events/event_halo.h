#pragma once

#include <stddef.h>
#include <stdint.h>

#include "events/event_system.h"

/*
 * How wide the halo of a tile is, and how long its engine lives: longer, engines need a wider halo; shorter, to make
 * them costs more. Decides speed only, since what is too narrow is found out (event_tiles.c). Guessed from the theory
 * of gases at first, then learned from how far the wrong has come.
 */
struct event_halo {
    double area, seams;        /* of the table; length of all seams between tiles */
    double diameter, radius;   /* of the largest ball, of regions */
    double given_width;        /* beyond the balls that are compared, and the life of engines; 0: chosen */
    double given_life;         /* in hits of each ball */
    double free_path;          /* of the balls, */
    double spread;             /* and how far the wrong comes in with each of their hits */
    double stray, width, life; /* how far balls come from their places: the m of event_tiles.c; hits of each ball */
    double rate, ball_rate;    /* hits, and hits of each ball, in a unit of time */
};

/** Guesses what is below `given_life` from the present state. */
void event_halo_guess(struct event_halo *halo, const struct event_system *system);

/** Takes note of a window that was good. */
void event_halo_count(struct event_halo *halo, uint64_t ball, uint64_t surface, double span, size_t n);

/** After engines have come to their end: what the next ones need.
 *  @param nearest how near to its tile the wrong has come @param strayed balls that have come farther than `stray`
 *  @param lived span of time that the engines have lived */
void event_halo_learn(struct event_halo *halo, double nearest, uint64_t strayed, double lived, size_t n);

/** After a window that was in vain. */
void event_halo_widen(struct event_halo *halo);

/** How far the centres of balls that are not compared are from a tile, at least; how far from it those are that are. */
static inline double event_halo_reach(const struct event_halo *halo)
{
    return halo->stray + 2 * halo->radius + 1.001 * halo->diameter;
}

static inline double event_halo_seen(const struct event_halo *halo)
{
    return event_halo_reach(halo) + halo->stray;
}
