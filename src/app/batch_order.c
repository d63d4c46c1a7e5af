/*
 * The outputs of a batch in the order of its lines, nearly without waiting.
 *
 * The bytes of the run whose turn it is go to the streams at once; those of later runs are kept until their turn
 * comes. Each lane may keep a limited number of bytes. A run that has more waits for its turn, which always comes,
 * because the run whose turn it is never waits. So memory depends on the number of runs in progress, not on the
 * number of all runs or on the size of their output.
 *
 * The runs from the one whose turn it is to the last that has begun are in a ring. One mutex is held only while bytes
 * are copied or written.
 */
#include "app/batch_order.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "host/host.h"

/** Bytes of a lane that a run may keep while it is not its turn. */
static const size_t MOST_KEPT = 1 << 18;

struct kept_lane {
    void *bytes;
    size_t used, capacity;
};

struct kept_run {
    struct kept_lane lanes[BATCH_ORDER_LANES];
    bool done;
    enum batch_order_next next;
};

struct batch_order {
    struct streams streams;
    struct progress progress;
    struct host_lock *lock; /* waited for until `turn` or `ended` changes */
    uint64_t turn;          /* the first run that is not written completely */
    uint64_t runs;          /* that are done */
    bool ended;
    bool is_cut;  /* the run before `turn`, the last, is not whole */
    bool awaited; /* a thread waits for a line */
    size_t n_places;
    struct kept_run place[];
};

enum status batch_order_open(const struct stream_paths *paths, size_t runs, enum progress_when when,
                             struct batch_order **order, struct error *err)
{
    struct batch_order *made = calloc(1, sizeof *made + runs * sizeof made->place[0]);
    *order = NULL;
    if (!made)
        return error_no_memory(err);
    made->lock = host_lock_create();
    enum status status = made->lock ? streams_open(paths, &made->streams, err) : error_no_memory(err);
    if (status != STATUS_OK) {
        host_lock_destroy(made->lock);
        free(made);
        return status;
    }
    made->n_places = runs;
    progress_start(&made->progress, when, 0, 0);
    *order = made;
    return STATUS_OK;
}

struct streams *batch_order_streams(struct batch_order *order)
{
    return &order->streams;
}

static struct kept_run *place_of(struct batch_order *order, uint64_t run)
{
    return &order->place[run % order->n_places];
}

static void end_batch(struct batch_order *order)
{
    order->ended = true;
    host_lock_wake(order->lock);
}

/** Hands bytes to a stream or to standard error. @return 0 or errno */
static int put(struct batch_order *order, size_t lane, const char *bytes, size_t count)
{
    struct error err;
    if (lane == BATCH_ORDER_WORDS) {
        progress_clear(&order->progress);
        fwrite(bytes, 1, count, stderr);
        return 0;
    }
    output_bytes(order->streams.output[lane], bytes, count);
    if (output_status(order->streams.output[lane], &err) == STATUS_OK)
        return 0;
    end_batch(order);
    return ECANCELED;
}

static int put_kept(struct batch_order *order, struct kept_run *run)
{
    int failure = 0;
    for (size_t lane = 0; lane < BATCH_ORDER_LANES; lane++) {
        struct kept_lane *kept = &run->lanes[lane];
        if (kept->used > 0 && !failure)
            failure = put(order, lane, kept->bytes, kept->used);
        kept->used = 0;
    }
    return failure;
}

bool batch_order_begin(struct batch_order *order, uint64_t run, bool alone)
{
    size_t room = alone ? 1 : order->n_places;
    host_lock_take(order->lock);
    while (!order->ended && run - order->turn >= room)
        host_lock_wait(order->lock);
    bool begun = !order->ended;
    if (begun)
        place_of(order, run)->done = false;
    host_lock_release(order->lock);
    return begun;
}

/** Adds bytes to what is kept. False: there is too much already, or no memory. */
static bool keep(struct kept_lane *lane, const char *bytes, size_t count)
{
    if (lane->used + count > MOST_KEPT || !mem_grow(&lane->bytes, &lane->capacity, lane->used + count, 1))
        return false;
    memcpy((char *)lane->bytes + lane->used, bytes, count);
    lane->used += count;
    return true;
}

int batch_order_write(struct batch_order *order, uint64_t run, size_t lane, const char *bytes, size_t count)
{
    struct kept_run *place = place_of(order, run);
    int failure = 0;
    host_lock_take(order->lock);
    while (!order->ended && order->turn != run && !keep(&place->lanes[lane], bytes, count))
        host_lock_wait(order->lock);
    if (order->ended)
        failure = ECANCELED;
    else if (order->turn == run)
        failure = put_kept(order, place);
    if (!failure && order->turn == run)
        failure = put(order, lane, bytes, count);
    host_lock_release(order->lock);
    return failure;
}

/** Hands all that has been put to the system. */
static void flush(struct batch_order *order)
{
    struct error err;
    for (enum stream i = 0; i < STREAMS; i++)
        if (order->streams.output[i] && output_flush(order->streams.output[i], &err) != STATUS_OK)
            end_batch(order);
}

void batch_order_wait(struct batch_order *order, bool begins)
{
    host_lock_take(order->lock);
    order->awaited = begins;
    if (begins)
        flush(order);
    host_lock_release(order->lock);
}

/** Puts the runs that are done, from the one whose turn it is. */
static void take_turns(struct batch_order *order)
{
    struct kept_run *place = place_of(order, order->turn);
    while (!order->ended && place->done) {
        put_kept(order, place);
        place->done = false;
        order->turn++;
        order->is_cut = place->next == BATCH_ORDER_CUT;
        if (place->next != BATCH_ORDER_GOES_ON)
            end_batch(order);
        place = place_of(order, order->turn);
    }
    host_lock_wake(order->lock);
}

void batch_order_end(struct batch_order *order, uint64_t run, enum batch_order_next next, bool done, bool is_long,
                     double share)
{
    host_lock_take(order->lock);
    struct kept_run *place = place_of(order, run);
    place->done = true;
    place->next = next;
    order->runs += done;
    if (order->turn == run)
        take_turns(order);
    if (order->awaited || is_long)
        flush(order);
    progress_update_runs(&order->progress, order->runs, share);
    host_lock_release(order->lock);
}

uint64_t batch_order_written(const struct batch_order *order, bool *is_cut)
{
    *is_cut = order->is_cut;
    return order->turn - order->is_cut;
}

enum status batch_order_close(struct batch_order *order, bool complete, bool quiet, struct error *err)
{
    progress_clear(&order->progress);
    enum status status = streams_close(&order->streams, complete ? 0 : STREAMS, quiet, err);
    host_lock_destroy(order->lock);
    for (size_t i = 0; i < order->n_places; i++)
        for (size_t lane = 0; lane < BATCH_ORDER_LANES; lane++)
            free(order->place[i].lanes[lane].bytes);
    free(order);
    return status;
}
