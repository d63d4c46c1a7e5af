/*
 * One gas on several threads.
 *
 * Times of hits are functions of trajectories alone, and a trajectory changes only in hits. So the balls of one part of
 * the table, a tile, can be run without the rest for a while, if those around them, the halo, are run with them: what
 * is wrong at the edge of the halo, where balls are missing, spreads inwards by 1 to 2 diameters with each hit of a
 * ball, and has not come to the tile's own balls yet. Nothing is taken on trust. At the end of each window of time
 *
 *   - each tile compares all balls of the halo that can take part in hits in it (seen) with what their owners have
 *     found, bit by bit, and what has happened to them on the way;
 *   - no ball has come so near to a tile that does not compare it that it could have taken part in a hit there.
 *
 * If so, the own balls of all tiles are those of one engine that runs all. Proof: take the first hit that is not among
 * those of this engine and of the owners of its balls alike, and the tile in whose rectangle it happens. The balls that
 * are near are that tile's own or compared. Until then all of them have their true trajectories there: own ones by
 * choice of the hit, the others as they have their owners'. So the tile finds this hit if and only if it is true, and
 * what the owners find is the same. If not, nothing is kept of the window: it is run again, shorter and with a wider
 * halo, or by the engine of all balls.
 *
 * What touches by threes, what hits at one instant in another order than the queue's, collapses and failures are for
 * the engine of all balls in any case: a tile only notes that it has met them. Sums and the log of collisions depend on
 * the order of hits: tiles keep each hit, and they are merged in the order of the event queue, time and then indices.
 *
 * Regions: a ball stays within the radius R of the centre of its cell or shell, which changes in rebuilds. So it takes
 * part in a hit in a tile only while that centre is no farther from the tile's rectangle than R + contact. A ball that
 * keeps within m of where it was at first comes so near only if it was within m + R + contact then: those are seen. The
 * few that go farther are asked each time (strays).
 *
 * Engines live over many windows, since making them costs as much as two to four hits of each ball, until balls have
 * come too far from their places. After some hits of each ball the halo is renewed: those of its balls that are wrong
 * get their true trajectories. How wide it must be is learned from how far the wrong came. Tiles are smaller than a
 * share of the table for each thread: what a tile needs should be in the cache of its processor.
 *
 * Cost: the halos (1.1 to 1.2 of the hits), the engines, and 64 bytes a ball.
 */
#include "events/event_tiles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "events/event_merge.h"
#include "events/event_window.h"
#include "host/host.h"

enum {
    FROM = 50000,        /* balls that are worth it */
    TILE_LEAST = 8000,   /* balls of a tile */
    TILE_MOST = 150000,  /* and what fits the cache of a processor */
    MOST_HITS = 1 << 21, /* kept in a window, where they are wanted; */
    MOST_ROWS = 1 << 18, /* with what the log has of them */
    MOST_ALONE = 64      /* windows in a row on one thread */
};

#define LEAST_HITS 4.0 /* of each ball in a run that is worth it */

typedef void task_of_tile(struct event_window *window, struct event_window_tile *tile);
typedef void task_of_share(struct event_window *window, size_t first, size_t last);

struct event_tiles {
    struct event_window window; /* its engine of all balls has neighbours and events when it runs alone */
    struct thread_pool *pool;
    size_t threads;
    double *seconds; /* of each thread in the present task */

    double made;        /* when the engines were made, */
    double renewed;     /* and when all in them was true */
    double alone_until; /* the whole runs alone until then */
    bool lives, is_alone;
    unsigned failures, alone; /* in a row */
    struct event_tiles_record record;

    task_of_tile *each; /* the present task: for each tile, or for a share of balls */
    task_of_share *share;
};

const char *event_tiles_hindrance(const struct scene *scene)
{
    const struct motion motion = motion_of(scene, NULL);
    if (!host_has_threads())
        return "this machine has no threads";
    if (motion.law != MOTION_UNIFORM)
        return "balls do not fly straight on";
    if (motion.rotates)
        return "balls turn";
    if (scene->contact_time > 0)
        return "there is a contact_time";
    if (table_has_pockets(&scene->table))
        return "there are pockets";
    if (table_has_gates(&scene->table))
        return "there are gates";
    if (table_moves(&scene->table) || table_is_thermal(&scene->table))
        return "walls move or have a temperature";
    if (table_pistons(&scene->table))
        return "walls have a mass";
    return scene->n < FROM ? "there are few balls" : NULL;
}

/* ---- tasks ---- */

static void do_part(void *context, size_t part)
{
    struct event_tiles *tiles = context;
    struct event_window *window = &tiles->window;
    const double begun = host_thread_seconds();
    const size_t n = window->system->n;
    if (tiles->share)
        tiles->share(window, thread_pool_share(n, part, tiles->threads),
                     thread_pool_share(n, part + 1, tiles->threads));
    for (size_t k = part; tiles->each && k < window->n_tiles; k += tiles->threads)
        tiles->each(window, &window->tiles[k]);
    tiles->seconds[part] = host_thread_seconds() - begun;
}

static void run_task(struct event_tiles *tiles)
{
    double longest = 0, sum = 0;
    thread_pool_run(tiles->pool, tiles->threads, do_part, tiles);
    for (size_t i = 0; i < tiles->threads; i++) {
        longest = double_max(longest, tiles->seconds[i]);
        sum += tiles->seconds[i];
    }
    tiles->record.seconds += sum;
    tiles->record.longest += longest - tiles->seconds[0]; /* that of the calling thread is counted in advance() */
    tiles->record.seconds -= tiles->seconds[0];
}

static void for_each_tile(struct event_tiles *tiles, task_of_tile *each)
{
    tiles->each = each;
    tiles->share = NULL;
    run_task(tiles);
}

static void for_shares(struct event_tiles *tiles, task_of_share *share)
{
    tiles->each = NULL;
    tiles->share = share;
    run_task(tiles);
}

/* ---- windows ---- */

/** Chooses the end of a window that begins now. */
static void choose_end(struct event_tiles *tiles, double target)
{
    struct event_window *window = &tiles->window;
    const struct event_halo *halo = &window->halo;
    const double term = halo->term / halo->ball_rate / (1 + tiles->failures), end = tiles->renewed + term;
    const bool keeps_rows = observer_wants_contacts(window->system->observer);
    double until = double_max(end, window->now + term / 64);
    if (window->tiles[0].part.keeps_hits)
        until = double_min(until, window->now + (keeps_rows ? MOST_ROWS : MOST_HITS) / halo->rate);
    window->until =
        until > window->now && until < target ? until : target; /* late in a run a span may be less than rounding */
    window->renews = !(window->until < end);
}

/** Has halos come true. */
static void renew(struct event_tiles *tiles)
{
    struct event_window *window = &tiles->window;
    double nearest = HUGE_VAL;
    for_each_tile(tiles, event_window_renew_tile);
    for (size_t k = 0; k < window->n_tiles; k++)
        nearest = double_min(nearest, window->tiles[k].nearest);
    event_halo_note(&window->halo, nearest);
    tiles->renewed = window->until;
}

/** Engines have come to their end. */
static void end_life(struct event_tiles *tiles)
{
    struct event_window *window = &tiles->window;
    uint64_t strayed = 0;
    for (size_t k = 0; k < window->n_tiles; k++)
        strayed += window->tiles[k].part.strayed;
    event_halo_learn(&window->halo, strayed, window->system->n);
    tiles->lives = false;
}

static void accept(struct event_tiles *tiles)
{
    struct event_window *window = &tiles->window;
    event_merge_counts(window);
    if (window->tiles[0].part.keeps_hits)
        event_merge_hits(window);
    if (window->until - tiles->made >= window->halo.life / window->halo.ball_rate)
        end_life(tiles);
    else if (window->renews)
        renew(tiles);
    event_window_accept(window);
    tiles->record.accepted++;
    tiles->failures = tiles->alone = 0;
}

/** The window was in vain. @param strayed balls have come too far @param hopeless so it would be again */
static void reject(struct event_tiles *tiles, bool strayed, bool hopeless)
{
    const double span = tiles->window.until - tiles->window.now;
    for_each_tile(tiles, event_window_end_tile);
    tiles->lives = false;
    if (!hopeless && tiles->failures++ == 0) {
        tiles->record.repeated++;
        event_halo_widen(&tiles->window.halo, strayed);
        return;
    }
    tiles->record.alone++;
    tiles->failures = 0;
    tiles->alone = tiles->alone == 0 ? 1 : tiles->alone < MOST_ALONE ? 2 * tiles->alone : MOST_ALONE;
    tiles->alone_until = tiles->window.now + tiles->alone * span;
}

static bool make_engines(struct event_tiles *tiles)
{
    struct event_window *window = &tiles->window;
    for_shares(tiles, event_window_find_places);
    if (!event_cuts_make(&window->cuts, window->places, window->system->n))
        return false;
    for_shares(tiles, event_window_find_owners);
    for_each_tile(tiles, event_window_make_tile);
    tiles->made = tiles->renewed = window->now;
    tiles->lives = true;
    return true;
}

static bool stops(const struct event_tiles *tiles)
{
    return observer_stops(tiles->window.system->observer);
}

/** Runs a window in tiles. */
static enum status run_window(struct event_tiles *tiles, double target, struct error *err)
{
    const struct event_window *window = &tiles->window;
    bool broken = false, hopeless = false, agrees = true;
    if (!tiles->lives && !make_engines(tiles))
        return error_no_memory(err);
    choose_end(tiles, target);
    for_each_tile(tiles, event_window_run_tile);
    if (stops(tiles))
        return STATUS_OK;
    for (size_t k = 0; k < window->n_tiles; k++) {
        broken |= window->tiles[k].part.is_broken;
        hopeless |= window->tiles[k].part.is_hopeless;
    }
    if (!broken && !hopeless)
        for_each_tile(tiles, event_window_compare_tile);
    for (size_t k = 0; k < window->n_tiles && !broken && !hopeless; k++)
        agrees &= window->tiles[k].agrees;
    if (broken || hopeless || !agrees)
        reject(tiles, broken, hopeless);
    else
        accept(tiles);
    return STATUS_OK;
}

/** Runs all balls on one thread. *interrupted: it has stopped before. */
static enum status run_alone(struct event_tiles *tiles, double target, bool *interrupted, struct error *err)
{
    const double until = double_min(target, tiles->alone_until);
    if (!tiles->is_alone && !event_engine_resume(tiles->window.whole, tiles->window.now))
        return error_no_memory(err);
    tiles->is_alone = true;
    enum status status = event_engine_run(tiles->window.whole, until, interrupted, err);
    if (status != STATUS_OK || *interrupted)
        return status;
    tiles->window.now = until;
    if (until < tiles->alone_until)
        return STATUS_OK;
    event_engine_suspend(tiles->window.whole);
    tiles->is_alone = false;
    return STATUS_OK;
}

enum status event_tiles_advance(struct event_tiles *tiles, struct world *world, uint64_t step_target, struct error *err)
{
    const double target = (double)step_target * tiles->window.system->scene->dt, begun = host_thread_seconds();
    enum status status = STATUS_OK;
    bool interrupted = false;
    while (status == STATUS_OK && tiles->window.now < target && !interrupted) {
        if (tiles->window.now < tiles->alone_until)
            status = run_alone(tiles, target, &interrupted, err);
        else
            status = run_window(tiles, target, err);
        interrupted |= stops(tiles);
    }
    if (status == STATUS_OK && !interrupted)
        event_engine_write(tiles->window.whole, world, step_target);
    const double seconds = host_thread_seconds() - begun;
    tiles->record.seconds += seconds;
    tiles->record.longest += seconds;
    return status;
}

/* ---- creation ---- */

/** The number of tiles: as many for each thread. */
static size_t tiles_wanted(size_t n, size_t threads)
{
    const size_t each = n / threads / TILE_MOST + 1, most = n / TILE_LEAST;
    size_t wanted = threads * each < THREAD_POOL_MAX ? threads * each : THREAD_POOL_MAX;
    wanted = wanted < most ? wanted : most;
    return wanted > 0 ? wanted : 1;
}

/** What the engines of tiles are made with: what the engine that has run all balls so far has. */
static void choose_tuning(struct event_window *window)
{
    const struct neighbours *neighbours = window->system->neighbours;
    struct event_halo *halo = &window->halo;
    halo->diameter = 2 * motion_largest_radius(window->system->balls, window->system->n);
    if (neighbours->cells)
        window->tuning.cell = double_min(neighbours->cells->size.x, neighbours->cells->size.y) * (1 - 1e-9);
    else
        window->tuning.shell = neighbours->is_endless ? halo->diameter : neighbours->nnl->shell;
    halo->radius = neighbours->cells ? cells_radius(neighbours->cells) : window->tuning.shell;
}

static void choose_cuts(struct event_window *window, size_t threads, struct event_tiling tiling)
{
    struct event_cuts *cuts = &window->cuts;
    const struct vec2 size = table_size(&window->system->scene->table);
    *cuts = (struct event_cuts){
        .columns = tiling.columns, .rows = tiling.rows, .size = size, .length = window->system->motion.period.length};
    if (tiling.columns == 0)
        event_cuts_choose(cuts, tiles_wanted(window->system->n, threads));
    window->halo = (struct event_halo){.area = size.x * size.y,
                                       .seams = event_cuts_seams(cuts, cuts->columns, cuts->rows),
                                       .given_width = tiling.halo,
                                       .given_term = tiling.hits,
                                       .given_life = tiling.life};
}

/** True if tiles are worth it until the end of the scene. */
static bool is_long(const struct event_tiles *tiles, struct event_tiling tiling)
{
    const struct scene *scene = tiles->window.system->scene;
    return tiling.columns > 0 || (scene_end(scene) - tiles->window.now) * tiles->window.halo.ball_rate >= LEAST_HITS;
}

/** Frees all but the engine of all balls. */
static void release(struct event_tiles *tiles)
{
    event_window_close(&tiles->window);
    thread_pool_destroy(tiles->pool);
    free(tiles->seconds);
    free(tiles);
}

enum status event_tiles_create(struct event_engine *whole, size_t threads, struct event_tiling tiling,
                               struct event_tiles **tiles, struct error *err)
{
    struct event_tiles *made = *tiles = mem_array(1, sizeof *made);
    if (!made)
        return error_no_memory(err);
    struct event_window *window = &made->window;
    window->whole = whole;
    window->system = event_engine_system(whole);
    window->now = event_engine_now(whole);
    choose_cuts(window, threads, tiling);
    choose_tuning(window);
    event_halo_guess(&window->halo, window->system);
    const size_t n_tiles = window->cuts.columns * window->cuts.rows;
    made->threads = threads < n_tiles ? threads : n_tiles;
    made->is_alone = !is_long(made, tiling) || n_tiles < 2;
    made->alone_until = made->is_alone ? HUGE_VAL : -HUGE_VAL;
    const bool allocated =
        event_window_open(window) && (made->seconds = mem_array(made->threads, sizeof *made->seconds));
    made->pool = allocated ? thread_pool_create(made->threads, err) : NULL;
    if (!made->pool) {
        release(made);
        *tiles = NULL;
        return allocated ? STATUS_LIMIT : error_no_memory(err);
    }
    if (!made->is_alone)
        event_engine_suspend(whole);
    return STATUS_OK;
}

void event_tiles_destroy(struct event_tiles *tiles)
{
    if (tiles)
        release(tiles);
}

struct event_tiles_record event_tiles_record(const struct event_tiles *tiles)
{
    struct event_tiles_record record = tiles->record;
    record.columns = tiles->window.cuts.columns;
    record.rows = tiles->window.cuts.rows;
    return record;
}

void event_tiles_describe(const struct event_tiles *tiles, char *text, size_t size)
{
    const struct event_tiles_record record = event_tiles_record(tiles);
    if (!(tiles->alone_until < HUGE_VAL)) {
        snprintf(text, size, "one thread: the run is short");
        return;
    }
    snprintf(
        text, size,
        "%zu threads, %zu x %zu tiles: %llu windows in tiles, %llu run again, %llu on one thread; CPU time %.2f s, "
        "of the longest %.2f s",
        tiles->threads, tiles->window.cuts.columns, tiles->window.cuts.rows, (unsigned long long)record.accepted,
        (unsigned long long)record.repeated, (unsigned long long)record.alone, record.seconds, record.longest);
}
