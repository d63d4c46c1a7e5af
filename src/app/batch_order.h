#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/progress.h"
#include "base/error.h"
#include "out/streams.h"

/*
 * The outputs of a batch, shared by threads: the bytes of run 0 first, then those of run 1, whichever is computed
 * first.
 *
 * Ownership: batch_order_open() opens and allocates, batch_order_close() closes and frees.
 */
struct batch_order;

/** The lanes of a run: the streams, and words for standard error. */
enum { BATCH_ORDER_WORDS = STREAMS, BATCH_ORDER_LANES };

/** Opens all streams.
 *  @param runs how many can be worked on at a time, >= 1
 *  @param when   to show progress
 *  STATUS_OUTPUT, STATUS_LIMIT. */
enum status batch_order_open(const struct stream_paths *paths, size_t runs, enum progress_when when,
                             struct batch_order **order, struct error *err);

/** The open streams; before the first run the caller may write to them. */
struct streams *batch_order_streams(struct batch_order *order);

/** Begins a run; they begin in order. Waits until there is room for it.
 *  @param alone waits until all before it are written
 *  @return false: the batch has ended */
bool batch_order_begin(struct batch_order *order, uint64_t run, bool alone);

/** Takes bytes of a run that has begun and not ended. Waits if it holds too many and it is not its turn yet.
 *  @return 0, or errno: the batch has ended */
int batch_order_write(struct batch_order *order, uint64_t run, size_t lane, const char *bytes, size_t count);

/** What follows a run. */
enum batch_order_next {
    BATCH_ORDER_GOES_ON,
    BATCH_ORDER_LAST, /* nothing: the batch has ended */
    BATCH_ORDER_CUT   /* nothing, and the run itself is not written whole */
};

/** Ends a run: when its turn comes all of it is handed to the streams.
 *  @param next    what follows it
 *  @param done    it was run, for the progress line, as is ...
 *  @param share   ... how much of the input has been read (negative: unknown)
 *  @param is_long what has been put so far is handed to the system */
void batch_order_end(struct batch_order *order, uint64_t run, enum batch_order_next next, bool done, bool is_long,
                     double share);

/** Runs that are written whole, from the first on. @param is_cut receives whether a part of the next one may be */
uint64_t batch_order_written(const struct batch_order *order, bool *is_cut);

/** A thread begins, or ends, to wait for a line: meanwhile all that has been put is handed to the system at once. */
void batch_order_wait(struct batch_order *order, bool begins);

/** Closes all streams. STATUS_OUTPUT: the first failure; files not yet complete do not appear.
 *  @param complete false: the batch ended early, see streams_close() */
enum status batch_order_close(struct batch_order *order, bool complete, bool quiet, struct error *err);
