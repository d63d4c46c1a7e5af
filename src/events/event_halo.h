#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "events/event_system.h"

/*
 * How wide the halo of a tile is, when it is renewed, and how long the tile's engine lives: longer, halos must be
 * wider; shorter, to renew them, and to make engines, costs more. Decides speed only, since what is too narrow is found
 * out (event_tiles.c). Guessed from the theory of gases at first, then learned from how far the wrong has come.
 */
struct event_halo {
    double area, seams;      /* of the table; length of all seams between tiles */
    double diameter, radius; /* of the largest ball, of regions */
    double given_width;      /* beyond the balls that are compared; 0: chosen */
    double given_term;       /* in hits of each ball; 0: term and life are chosen */
    double given_life;
    double free_path;       /* of the balls */
    double term, life;      /* hits of each ball until halos are renewed, and until engines are made anew */
    double depth, deepest;  /* how far the wrong comes into a halo; has come in since engines were made */
    double stray, width;    /* how far balls come from their places: the m of event_tiles.c; all of the halo */
    double rate, ball_rate; /* hits, and hits of each ball, in a unit of time */
};

/** Guesses what is below `given_life` from the present state. */
void event_halo_guess(struct event_halo *halo, const struct event_system *system);

/** Takes note of a window that was good. */
void event_halo_count(struct event_halo *halo, uint64_t ball, uint64_t surface, double span, size_t n);

/** When halos are renewed. @param nearest how near to a tile the wrong has come */
void event_halo_note(struct event_halo *halo, double nearest);

/** After engines have come to their end. @param strayed balls that have come farther than `stray` */
void event_halo_learn(struct event_halo *halo, uint64_t strayed, size_t n);

/** After a window that was in vain. @param strayed since balls have come farther than `stray` */
void event_halo_widen(struct event_halo *halo, bool strayed);

/** How near to a tile the centre of a ball's region is, at most, if the ball takes part in a hit there. */
static inline double event_halo_reach(const struct event_halo *halo)
{
    return halo->radius + 1.001 * halo->diameter;
}

/** How near to it balls are at first, at most, that come so near without going farther than `stray`. */
static inline double event_halo_seen(const struct event_halo *halo)
{
    return event_halo_reach(halo) + halo->stray;
}
