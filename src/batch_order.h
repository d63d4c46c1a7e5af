#ifndef BATCH_ORDER_H
#define BATCH_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "progress.h"
#include "streams.h"

/*
 * The outputs of a batch, shared by threads: the bytes of chunk 0 first, then those of chunk 1, whichever is computed
 * first.
 *
 * Ownership: batch_order_open() opens and allocates, batch_order_close() closes and frees.
 */
struct batch_order;

/** The lanes of a chunk: the streams, and words for standard error. */
enum { BATCH_ORDER_WORDS = STREAMS, BATCH_ORDER_LANES };

/** Opens all streams.
 *  @param chunks how many can be worked on at a time, >= 1
 *  @param when   to show progress
 *  STATUS_OUTPUT, STATUS_LIMIT. */
enum status batch_order_open(const struct stream_paths *paths, size_t chunks, enum progress_when when,
                             struct batch_order **order, struct error *err);

/** The open streams; before the first chunk the caller may write to them. */
struct streams *batch_order_streams(struct batch_order *order);

/** Begins a chunk; they begin in order. Waits until there is room for it.
 *  @param alone waits until all before it are written
 *  @return false: the batch has ended */
bool batch_order_begin(struct batch_order *order, uint64_t chunk, bool alone);

/** Takes bytes of a chunk that has begun and not ended. Waits if it holds too many and it is not its turn yet.
 *  @return 0, or errno: the batch has ended */
int batch_order_write(struct batch_order *order, uint64_t chunk, size_t lane, const char *bytes, size_t count);

/** Ends a chunk: when its turn comes all of it is handed to the system.
 *  @param last  what follows is not written: the batch has ended
 *  @param runs  done in it, and ...
 *  @param share ... of the input read so far (negative: unknown), for the progress line */
void batch_order_end(struct batch_order *order, uint64_t chunk, bool last, uint64_t runs, double share);

/** Closes all streams. STATUS_OUTPUT: the first failure; files not yet complete do not appear.
 *  @param complete false: the batch ended early, see streams_close_early() */
enum status batch_order_close(struct batch_order *order, bool complete, bool quiet, struct error *err);

/** Hands a JSON text, whose strings have no line feeds, to an output without its line feeds. @return 0 */
int batch_order_join(void *context, const char *bytes, size_t count);

#endif
