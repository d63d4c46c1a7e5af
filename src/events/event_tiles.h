#pragma once

#include "base/thread_pool.h"
#include "events/event_engine.h"

/*
 * One gas on several threads: the table is cut into tiles, each of which is run by an engine of its own. The
 * trajectory, the hits and their order, and all sums are those of one engine that runs all balls, to the bit.
 */

/** How the table is cut; decides speed only. Zeroed: chosen. */
struct event_tiling {
    size_t columns, rows;
    double hits; /* of each ball until halos are renewed, */
    double life; /* and until the engines of tiles are made anew */
    double halo; /* its width */
};

struct event_tiles;

/** Why one thread has to run a scene; NULL: it can go in tiles. */
const char *event_tiles_hindrance(const struct scene *scene);

/** Lets so many threads run an engine, which must outlive the tiles, from now on. *tiles is NULL after a failure.
 *  STATUS_LIMIT: no memory or no threads. */
enum status event_tiles_create(struct event_engine *whole, size_t threads, struct event_tiling tiling,
                               struct event_tiles **tiles, struct error *err);
void event_tiles_destroy(struct event_tiles *tiles);

/** As event_engine_advance(). Counters and snapshots are the engine's. */
enum status event_tiles_advance(struct event_tiles *tiles, struct world *world, uint64_t step_target,
                                struct error *err);

/** What has been done so far. */
struct event_tiles_record {
    uint64_t accepted, repeated, alone; /* windows: in tiles, once more since tiles disagreed, on one thread */
    size_t columns, rows;
    double seconds, longest; /* CPU time: in all, and as long as threads that never wait would have taken */
};

struct event_tiles_record event_tiles_record(const struct event_tiles *tiles);

/** The same for people. */
void event_tiles_describe(const struct event_tiles *tiles, char *text, size_t size);
