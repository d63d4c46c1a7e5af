#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "events/event_cuts.h"
#include "events/event_engine.h"
#include "events/event_halo.h"
#include "events/event_tile.h"

/*
 * A window of time in tiles: the engines that run them, what has become of the balls, and whether what the tiles have
 * seen of each other is true. The functions for one tile, or for the balls first..last-1, may be called by several
 * threads, each for its own.
 */

/** A tile and its engine. */
struct event_window_tile {
    struct event_tile part;
    struct event_engine *engine; /* NULL: not made, or out of memory */
    const struct event_box *box;
    size_t capacity; /* of its lists of balls */
    bool agrees;
    double nearest; /* of the balls of the halo that have not come true */
};

struct event_window {
    struct event_engine *whole;  /* its balls have the state at `now` */
    struct event_system *system; /* of it */
    struct event_cuts cuts;
    struct event_window_tile *tiles;
    size_t n_tiles;
    struct event_tuning tuning; /* of the engines */
    struct event_halo halo;

    double now, until; /* the window; before it all is certain */
    bool renews;       /* its end: what tiles have assumed of their halos */

    struct particle *next; /* the balls, their turns and what has happened to them, at the end of the window */
    struct vec2 *next_turns;
    uint64_t *histories;
    struct vec2 *places; /* when the engines were made */
    uint32_t *owners;
};

/** Allocates what is below `renews`, and the tiles of the cuts. false: out of memory. */
bool event_window_open(struct event_window *window);

/** Frees all but the engine of all balls. */
void event_window_close(struct event_window *window);

/* ---- making engines: all places, cuts, all owners, each tile ---- */

void event_window_find_places(struct event_window *window, size_t first, size_t last);
void event_window_find_owners(struct event_window *window, size_t first, size_t last);

/** Makes the engine of a tile anew. Out of memory: its part is hopeless. */
void event_window_make_tile(struct event_window *window, struct event_window_tile *tile);
void event_window_end_tile(struct event_window *window, struct event_window_tile *tile);

/* ---- running ---- */

/** Runs a tile to the end of the window, and writes down what has become of its own balls. */
void event_window_run_tile(struct event_window *window, struct event_window_tile *tile);

/** Compares what a tile has seen of other tiles with what these have found. */
void event_window_compare_tile(struct event_window *window, struct event_window_tile *tile);

/** Replaces all balls of the halo that are elsewhere in truth, when all tiles agree. Out of memory: the tile's part is
 *  hopeless. */
void event_window_renew_tile(struct event_window *window, struct event_window_tile *tile);

/** Makes what the tiles have found the state of all. */
void event_window_accept(struct event_window *window);
