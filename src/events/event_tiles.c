/*
 * One gas on several threads.
 *
 * Times of hits are functions of trajectories alone, and a trajectory changes only in hits. So the balls of one part of
 * the table, a tile, can be run without the rest for a while, if those around them, the halo, are run with them: what
 * is wrong at the edge of the halo, where balls are missing, spreads inwards by 1 to 2 diameters with each hit of a
 * ball, and has not come to the tile's own balls yet. Nothing is taken on trust. At the end of each window of time
 *
 *   - each tile compares all balls of the halo that its own can have touched (seen) with what their owners have found,
 *     bit by bit, and what has happened to them on the way;
 *   - no ball has come so far that an own ball could have met one that is not compared, here or at its owner's.
 *
 * If so, the own balls of all tiles are those of one engine that runs all. Proof: order all hits of that run; take the
 * first at which the hits of some own ball differ. Until then both its bodies have their true trajectories in the tile:
 * the own ball by choice of the hit, the other since it is an own ball, too, or compared with its owner's, where it is
 * true by choice of the hit. So the tile predicts this hit, and it has no other earlier. If not, nothing is kept of the
 * window: it is run again, shorter and with a wider halo, or by the engine of all balls.
 *
 * What touches by threes, what hits at one instant in another order than the queue's, collapses and failures are for
 * the engine of all balls in any case: a tile only notes that it has met them. Sums and the log of collisions depend on
 * the order of hits: tiles keep each hit, and they are merged in the order of the event queue, time and then indices.
 *
 * Regions: a ball stays within the radius R of the centre of its cell or shell, which changes in rebuilds. Let D be the
 * tile's rectangle widened by a distance. Own balls have their centres within D(m), those that are not compared beyond
 * D(m + 2 R + contact): they never touch. A ball that keeps within m of where it was at first cannot break this if seen
 * are all that were within D(2 m + 2 R + contact); the few that go farther are asked each time (strays).
 *
 * Engines live for some hits of each ball, over several windows, since making them costs as much as four hits. How wide
 * the halo must be is learned from how far the wrong came. Tiles are smaller than a share of the table for each thread:
 * what a tile needs should be in the cache of its processor.
 *
 * Cost: the halos (1.1 to 1.5 of the hits), the engines, and 64 bytes a ball.
 */
#include "events/event_tiles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "events/event_cuts.h"
#include "events/event_ledger.h"
#include "events/event_system.h"
#include "host/host.h"
#include "measure/diagnostics.h"

enum {
    FROM = 50000,        /* balls that are worth it */
    TILE_LEAST = 8000,   /* balls of a tile */
    TILE_MOST = 150000,  /* and what fits the cache of a processor */
    MOST_HITS = 1 << 21, /* kept in a window, where they are wanted; */
    MOST_ROWS = 1 << 18, /* with what the log has of them */
    MOST_ALONE = 64      /* windows in a row on one thread */
};

#define MAKING      2.0 /* what it costs to make engines, in hits of each ball, */
#define LEAST_LIFE  6.0 /* and how many they live */
#define MOST_LIFE   40.0
#define LEAST_HITS  4.0  /* of each ball in a run that is worth it */
#define SPREAD      1.35 /* diameters that the wrong comes in with each hit, */
#define SPREAD_FREE 4.5  /* and free paths, at first */
#define WANDERS     5.0  /* free paths that a ball comes from its place, at most, for the root of its hits */
#define PI          3.14159265358979323846

struct tile {
    struct event_tile part;
    struct event_engine *engine; /* NULL: it has no balls */
    const struct event_box *box;
    size_t capacity; /* of its lists of balls */
    bool agrees;
    double nearest; /* of the balls of the halo that are wrong */
};

struct event_tiles {
    struct event_engine *whole; /* its balls have the state at `now`; it has neighbours and events when it runs alone */
    struct event_system *system; /* of it */
    struct event_tiling tiling;  /* as given */
    struct thread_pool *pool;
    size_t threads, n_tiles;
    struct event_cuts cuts;
    struct tile *tiles;
    double *seconds; /* of each thread in the present task */

    struct particle *next; /* the balls, their turns and what has happened to them, at the end of the window */
    struct vec2 *next_turns;
    uint64_t *histories;
    struct vec2 *places; /* when the engines were made */
    uint32_t *owners;

    double now, until;  /* the window; before it all is certain */
    double made;        /* when the engines were made */
    double alone_until; /* the whole runs alone until then */
    bool lives, is_alone, is_last;
    double diameter, radius;    /* of the largest ball, of regions */
    struct event_tuning tuning; /* of the engines */
    double free_path;           /* of the balls, */
    double spread;              /* and how far the wrong comes in with each of their hits */
    double stray, halo, life;   /* m, width of the halo, hits of each ball while engines live */
    double rate, ball_rate;     /* hits, and hits of each ball, in a unit of time */
    unsigned failures, alone;   /* in a row */
    struct event_tiles_record record;

    void (*each)(struct event_tiles *, struct tile *); /* the present task: for each tile, or for a share of balls */
    void (*share)(struct event_tiles *, size_t first, size_t last);
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
    if (table_moves(&scene->table) || table_is_thermal(&scene->table))
        return "walls move or have a temperature";
    return scene->n < FROM ? "there are few balls" : NULL;
}

/* ---- tasks ---- */

static void do_part(void *context, size_t part)
{
    struct event_tiles *tiles = context;
    const double begun = host_thread_seconds();
    const size_t n = tiles->system->n;
    if (tiles->share)
        tiles->share(tiles, thread_pool_share(n, part, tiles->threads), thread_pool_share(n, part + 1, tiles->threads));
    for (size_t k = part; tiles->each && k < tiles->n_tiles; k += tiles->threads)
        tiles->each(tiles, &tiles->tiles[k]);
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

static void for_each_tile(struct event_tiles *tiles, void (*each)(struct event_tiles *, struct tile *))
{
    tiles->each = each;
    tiles->share = NULL;
    run_task(tiles);
}

static void for_shares(struct event_tiles *tiles, void (*share)(struct event_tiles *, size_t, size_t))
{
    tiles->each = NULL;
    tiles->share = share;
    run_task(tiles);
}

/* ---- places ---- */

/** How far the centres of balls that are not compared are from a tile, at least; how far from it those are that are. */
static double reach(const struct event_tiles *tiles)
{
    return tiles->stray + 2 * tiles->radius + 1.001 * tiles->diameter;
}

static double seen(const struct event_tiles *tiles)
{
    return reach(tiles) + tiles->stray;
}

/** True if a ball, whose region is new, could meet a ball that is not compared. */
static bool strays(const struct event_tile *part, uint32_t slot, struct vec2 centre)
{
    const struct event_tiles *tiles = part->context;
    const struct tile *tile = (const struct tile *)part;
    if (slot >= part->n_own)
        return slot >= part->n_seen && event_cuts_distance(&tiles->cuts, tile->box, centre) <= reach(tiles);
    if (event_cuts_distance(&tiles->cuts, tile->box, centre) > tiles->stray)
        return true;
    for (size_t k = 0; k < tiles->n_tiles; k++) {
        const struct event_box *box = tiles->tiles[k].box;
        if (&tiles->tiles[k] != tile && event_cuts_distance(&tiles->cuts, box, part->places[slot]) > seen(tiles) &&
            event_cuts_distance(&tiles->cuts, box, centre) <= reach(tiles))
            return true;
    }
    return false;
}

static void find_places(struct event_tiles *tiles, size_t first, size_t last)
{
    const struct motion *motion = &tiles->system->motion;
    for (size_t i = first; i < last; i++) {
        struct vec2 place = motion_position(motion, body_of(&tiles->system->balls[i]), tiles->now);
        if (motion->period.is_any)
            period_wrap(&motion->period, &place);
        tiles->places[i] = place;
    }
}

static void find_owners(struct event_tiles *tiles, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        tiles->owners[i] = (uint32_t)event_cuts_owner(&tiles->cuts, tiles->places[i]);
}

/* ---- the engine of a tile ---- */

enum { INNER, BORDER, SEEN, HALO, CLASSES, ELSEWHERE = CLASSES };

static int class_of(const struct event_tiles *tiles, const struct tile *tile, uint32_t slot)
{
    const struct vec2 place = tiles->places[slot];
    if (&tiles->tiles[tiles->owners[slot]] == tile)
        return event_cuts_depth(tile->box, place) > seen(tiles) ? INNER : BORDER;
    const double away = event_cuts_distance(&tiles->cuts, tile->box, place);
    return away <= seen(tiles) ? SEEN : away <= tiles->halo ? HALO : ELSEWHERE;
}

static bool reserve(struct tile *tile, size_t n)
{
    struct event_tile *part = &tile->part;
    if (n <= tile->capacity)
        return true;
    free(part->slots);
    free(part->places);
    free(part->histories);
    tile->capacity = n + n / 16;
    part->slots = mem_array(tile->capacity, sizeof *part->slots);
    part->places = mem_array(tile->capacity, sizeof *part->places);
    part->histories = mem_array(tile->capacity, sizeof *part->histories);
    tile->capacity = part->slots && part->places && part->histories ? tile->capacity : 0;
    return tile->capacity > 0;
}

/** Lists the balls of a tile, class by class. false: out of memory. */
static bool list_balls(const struct event_tiles *tiles, struct tile *tile)
{
    struct event_tile *part = &tile->part;
    size_t counts[CLASSES + 1] = {0}, at[CLASSES + 1] = {0};
    for (uint32_t i = 0; i < tiles->system->n; i++)
        counts[class_of(tiles, tile, i)]++;
    for (int class = INNER; class < CLASSES; class ++)
        at[class + 1] = at[class] + counts[class];
    if (!reserve(tile, at[CLASSES] + 1))
        return false;
    part->n = (uint32_t)at[CLASSES];
    part->n_inner = (uint32_t)at[BORDER];
    part->n_own = (uint32_t)at[SEEN];
    part->n_seen = (uint32_t)at[HALO];
    for (uint32_t i = 0; i < tiles->system->n; i++) {
        const int class = class_of(tiles, tile, i);
        if (class == ELSEWHERE)
            continue;
        part->places[at[class]] = tiles->places[i];
        part->slots[at[class]++] = i;
    }
    memset(part->histories, 0, tile->capacity * sizeof *part->histories);
    return true;
}

static void end_tile(struct event_tiles *tiles, struct tile *tile)
{
    (void)tiles;
    event_engine_destroy(tile->engine);
    tile->engine = NULL;
    tile->part.n_hits = tile->part.n_rows = 0;
}

static void make_tile(struct event_tiles *tiles, struct tile *tile)
{
    struct event_tile *part = &tile->part;
    end_tile(tiles, tile);
    part->is_broken = part->is_hopeless = false;
    part->strayed = 0;
    part->last = -HUGE_VAL;
    part->stray_squared = tiles->stray * tiles->stray;
    if (!list_balls(tiles, tile)) {
        part->is_hopeless = true;
        return;
    }
    if (part->n_own == 0)
        return;
    tile->engine = event_engine_create_tile(tiles->whole, part, tiles->tuning, tiles->now);
    part->is_hopeless |= !tile->engine;
    if (tile->engine)
        part->is_broken |=
            neighbours_radius(event_engine_system(tile->engine)->neighbours) > tiles->radius * (1 + 1e-9);
}

/* ---- a window ---- */

/** Runs a tile to the end of the window, and writes down what has become of its own balls. */
static void run_tile(struct event_tiles *tiles, struct tile *tile)
{
    struct event_tile *part = &tile->part;
    struct error err;
    bool interrupted; /* as stops() tells, or part */
    if (part->is_broken || part->is_hopeless || !tile->engine)
        return;
    part->is_hopeless |= event_engine_run(tile->engine, tiles->until, &interrupted, &err) != STATUS_OK;
    const struct event_system *system = event_engine_system(tile->engine);
    for (uint32_t i = 0; i < part->n_own; i++) {
        const uint32_t slot = part->slots[i];
        tiles->next[slot] = system->balls[i];
        if (system->turns)
            tiles->next_turns[slot] = system->turns[i];
        if (i >= part->n_inner)
            tiles->histories[slot] = part->histories[i - part->n_inner];
    }
}

/** True if a ball of the halo is where its owner has it, on the same trajectory. */
static bool is_true(const struct event_tiles *tiles, const struct event_system *system, const struct event_tile *part,
                    uint32_t i)
{
    const uint32_t slot = part->slots[i];
    return memcmp(&system->balls[i], &tiles->next[slot], sizeof system->balls[i]) == 0 &&
           (!system->turns || memcmp(&system->turns[i], &tiles->next_turns[slot], sizeof system->turns[i]) == 0);
}

/** Compares what a tile has seen of other tiles with what these have found; after the last window of its engine also
 *  how near to it the wrong has come. */
static void compare_tile(struct event_tiles *tiles, struct tile *tile)
{
    const struct event_tile *part = &tile->part;
    tile->agrees = true;
    tile->nearest = HUGE_VAL;
    if (!tile->engine)
        return;
    const struct event_system *system = event_engine_system(tile->engine);
    for (uint32_t i = part->n_own; i < part->n_seen && tile->agrees; i++)
        tile->agrees =
            is_true(tiles, system, part, i) && part->histories[i - part->n_inner] == tiles->histories[part->slots[i]];
    for (uint32_t i = part->n_seen; i < part->n && tile->agrees && tiles->is_last; i++)
        if (!is_true(tiles, system, part, i))
            tile->nearest = double_min(tile->nearest, event_cuts_distance(&tiles->cuts, tile->box, part->places[i]));
}

/* ---- what has happened, in order ---- */

/** The tile that tells the next hit; n_tiles: there is none. @param at of each tile: hits told */
static size_t next_teller(const struct event_tiles *tiles, const size_t *at)
{
    size_t first = tiles->n_tiles;
    const struct event_tile_hit *earliest = NULL;
    for (size_t k = 0; k < tiles->n_tiles; k++) {
        const struct event_tile *part = &tiles->tiles[k].part;
        const struct event_tile_hit *hit = at[k] < part->n_hits ? &part->hits[at[k]] : NULL;
        if (!hit || (earliest && (hit->t > earliest->t || (hit->t == earliest->t && hit->rank > earliest->rank))))
            continue;
        earliest = hit;
        first = k;
    }
    return first;
}

/** Books and reports the hits of all tiles. */
static void tell_hits(struct event_tiles *tiles)
{
    size_t at[THREAD_POOL_MAX] = {0};
    struct event_system *system = tiles->system;
    for (size_t k; (k = next_teller(tiles, at)) < tiles->n_tiles; at[k]++) {
        const struct event_tile *part = &tiles->tiles[k].part;
        ledger_contact_took(&system->ledger, part->hits[at[k]].lost);
        if (part->n_rows > 0) {
            part->rows[at[k]].group = system->group;
            observer_notify(system->observer, &part->rows[at[k]]);
        }
        system->group++;
    }
    for (size_t k = 0; k < tiles->n_tiles; k++)
        tiles->tiles[k].part.n_hits = tiles->tiles[k].part.n_rows = 0;
}

static void note_row(void *context, const struct contact_event *row)
{
    struct event_tile *part = context;
    part->is_hopeless |= !mem_grow(&part->rows, &part->rows_capacity, part->n_rows + 1, sizeof *part->rows);
    if (!part->is_hopeless)
        part->rows[part->n_rows++] = *row;
}

/** Adds up what the tiles have counted. */
static void count_hits(struct event_tiles *tiles)
{
    struct counters *all = &tiles->system->ledger.counts;
    uint64_t ball = 0, surface = 0;
    for (size_t k = 0; k < tiles->n_tiles; k++) {
        if (!tiles->tiles[k].engine)
            continue;
        struct counters *counts = &event_engine_system(tiles->tiles[k].engine)->ledger.counts;
        ball += counts->ball;
        surface += counts->surface;
        counts->ball = counts->surface = 0;
        all->overlap = double_max(counts->overlap, all->overlap);
    }
    all->ball += ball;
    all->surface += surface;
    const double span = tiles->until - tiles->now;
    tiles->rate = (double)(ball + surface) / span;
    tiles->ball_rate = (double)(2 * ball + surface) / span / (double)tiles->system->n;
}

/* ---- widths and spans ---- */

/** How many hits of each ball engines are to live: longer, they need a wider halo; shorter, to make them costs more. */
static double life_wanted(const struct event_tiles *tiles)
{
    const struct table *table = &tiles->system->scene->table;
    const double seams = event_cuts_seams(&tiles->cuts, tiles->cuts.columns, tiles->cuts.rows);
    const double most = sqrt(MAKING * table->width * table->height / (2 * seams * tiles->spread));
    return double_min(double_max(most, LEAST_LIFE), MOST_LIFE);
}

/** The halo that fits the life of engines and the widths so far. */
static void choose_halo(struct event_tiles *tiles)
{
    const double wanted = 1.1 * tiles->life * tiles->spread + 2 * tiles->diameter;
    tiles->halo = seen(tiles) + (tiles->tiling.halo > 0 ? tiles->tiling.halo : wanted);
}

/** After engines have come to their end: what the next ones need. */
static void learn(struct event_tiles *tiles)
{
    double nearest = tiles->halo;
    uint64_t strayed = 0;
    for (size_t k = 0; k < tiles->n_tiles; k++) {
        nearest = double_min(nearest, tiles->tiles[k].nearest);
        strayed += tiles->tiles[k].part.strayed;
    }
    const double spread = (tiles->halo - nearest) / (tiles->ball_rate * (tiles->until - tiles->made));
    tiles->spread = double_max(spread, 0.95 * tiles->spread);
    if (strayed > tiles->system->n / 1000)
        tiles->stray *= 1.2;
    else if (strayed == 0)
        tiles->stray = double_max(0.95 * tiles->stray, 1.1 * tiles->radius);
    if (tiles->tiling.hits == 0)
        tiles->life = double_min(1.5 * tiles->life, life_wanted(tiles));
    choose_halo(tiles);
}

/** Chooses the end of a window that begins now. */
static void choose_window(struct event_tiles *tiles, double target)
{
    const double life = tiles->life / tiles->ball_rate, end = tiles->made + life;
    const bool keeps_rows = observer_wants_contacts(tiles->system->observer);
    const struct event_tile *part = &tiles->tiles[0].part;
    double until = double_max(end, tiles->now + life / 64);
    if (part->keeps_hits)
        until = double_min(until, tiles->now + (keeps_rows ? MOST_ROWS : MOST_HITS) / tiles->rate);
    tiles->until =
        until > tiles->now && until < target ? until : target; /* late in a run a span may be less than rounding */
    tiles->is_last = !(tiles->until < end);
}

static void accept(struct event_tiles *tiles)
{
    struct event_system *system = tiles->system;
    struct particle *balls = system->balls;
    struct vec2 *turns = system->turns;
    system->balls = tiles->next;
    system->turns = tiles->next_turns;
    tiles->next = balls;
    tiles->next_turns = turns;
    count_hits(tiles);
    if (tiles->tiles[0].part.keeps_hits)
        tell_hits(tiles);
    tiles->now = tiles->until;
    tiles->record.accepted++;
    tiles->failures = tiles->alone = 0;
    if (!tiles->is_last)
        return;
    learn(tiles);
    tiles->lives = false;
}

/** The window was in vain. @param hopeless so it would be again */
static void reject(struct event_tiles *tiles, bool hopeless)
{
    for_each_tile(tiles, end_tile);
    tiles->lives = false;
    if (!hopeless && tiles->failures++ == 0) {
        tiles->record.repeated++;
        tiles->life = double_max(tiles->life / 2, 1);
        tiles->stray *= 1.3;
        tiles->spread *= 1.3;
        choose_halo(tiles);
        return;
    }
    const double span = tiles->until - tiles->now;
    tiles->record.alone++;
    tiles->failures = 0;
    tiles->alone = tiles->alone == 0 ? 1 : tiles->alone < MOST_ALONE ? 2 * tiles->alone : MOST_ALONE;
    tiles->alone_until = tiles->now + tiles->alone * span;
}

static bool make_engines(struct event_tiles *tiles)
{
    for_shares(tiles, find_places);
    if (!event_cuts_make(&tiles->cuts, tiles->places, tiles->system->n))
        return false;
    for_shares(tiles, find_owners);
    for_each_tile(tiles, make_tile);
    tiles->made = tiles->now;
    tiles->lives = true;
    return true;
}

static bool stops(const struct event_tiles *tiles)
{
    return observer_stops(tiles->system->observer);
}

/** Runs a window in tiles. */
static enum status run_window(struct event_tiles *tiles, double target, struct error *err)
{
    bool broken = false, hopeless = false, agrees = true;
    if (!tiles->lives && !make_engines(tiles))
        return error_no_memory(err);
    choose_window(tiles, target);
    for_each_tile(tiles, run_tile);
    if (stops(tiles))
        return STATUS_OK;
    for (size_t k = 0; k < tiles->n_tiles; k++) {
        broken |= tiles->tiles[k].part.is_broken;
        hopeless |= tiles->tiles[k].part.is_hopeless;
    }
    if (!broken && !hopeless)
        for_each_tile(tiles, compare_tile);
    for (size_t k = 0; k < tiles->n_tiles && !broken && !hopeless; k++)
        agrees &= tiles->tiles[k].agrees;
    if (broken || hopeless || !agrees)
        reject(tiles, hopeless);
    else
        accept(tiles);
    return STATUS_OK;
}

/** Runs all balls on one thread. *interrupted: it has stopped before. */
static enum status run_alone(struct event_tiles *tiles, double target, bool *interrupted, struct error *err)
{
    const double until = double_min(target, tiles->alone_until);
    if (!tiles->is_alone && !event_engine_resume(tiles->whole, tiles->now))
        return error_no_memory(err);
    tiles->is_alone = true;
    enum status status = event_engine_run(tiles->whole, until, interrupted, err);
    if (status != STATUS_OK || *interrupted)
        return status;
    tiles->now = until;
    if (until < tiles->alone_until)
        return STATUS_OK;
    event_engine_suspend(tiles->whole);
    tiles->is_alone = false;
    return STATUS_OK;
}

enum status event_tiles_advance(struct event_tiles *tiles, struct world *world, uint64_t step_target, struct error *err)
{
    const double target = (double)step_target * tiles->system->scene->dt, begun = host_thread_seconds();
    enum status status = STATUS_OK;
    bool interrupted = false;
    while (status == STATUS_OK && tiles->now < target && !interrupted) {
        if (tiles->now < tiles->alone_until)
            status = run_alone(tiles, target, &interrupted, err);
        else
            status = run_window(tiles, target, err);
        interrupted |= stops(tiles);
    }
    if (status == STATUS_OK && !interrupted)
        event_engine_write(tiles->whole, world, step_target);
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

/** What the theory of gases says of the rate of hits. */
static void guess_rate(struct event_tiles *tiles)
{
    const struct event_system *system = tiles->system;
    double covered = 0, speed = 0, r = 0;
    const double n = (double)system->n, area = system->scene->table.width * system->scene->table.height;
    for (size_t i = 0; i < system->n; i++) {
        const struct particle *ball = &system->balls[i];
        covered += PI * ball->r * ball->r;
        r += ball->r / n;
        speed += sqrt(ball->vx * ball->vx + ball->vy * ball->vy) / n;
    }
    tiles->free_path = diagnostics_free_path(double_min(covered / area, 0.9), r);
    tiles->ball_rate = speed / tiles->free_path;
    tiles->rate = tiles->ball_rate * n / 2;
}

/** What the engines of tiles are made with, and the widths: all from the engine that has run all balls so far. */
static void choose_widths(struct event_tiles *tiles)
{
    const struct event_system *system = tiles->system;
    const struct neighbours *neighbours = system->neighbours;
    tiles->diameter = 2 * motion_largest_radius(system->balls, system->n);
    if (neighbours->cells)
        tiles->tuning.cell = double_min(neighbours->cells->size.x, neighbours->cells->size.y) * (1 - 1e-9);
    else
        tiles->tuning.shell = neighbours->is_endless ? tiles->diameter : neighbours->nnl->shell;
    tiles->radius = neighbours->cells ? cells_radius(neighbours->cells) : tiles->tuning.shell;
    tiles->spread = SPREAD * tiles->diameter + SPREAD_FREE * tiles->free_path;
    tiles->life = tiles->tiling.hits > 0 ? tiles->tiling.hits : life_wanted(tiles);
    tiles->stray = tiles->diameter + WANDERS * tiles->free_path * sqrt(tiles->life);
    tiles->stray = double_max(tiles->stray, 1.1 * tiles->radius);
    choose_halo(tiles);
}

/** Frees all but the engine of all balls. */
static void release(struct event_tiles *tiles)
{
    for (size_t k = 0; tiles->tiles && k < tiles->n_tiles; k++) {
        struct event_tile *part = &tiles->tiles[k].part;
        end_tile(tiles, &tiles->tiles[k]);
        free(part->slots);
        free(part->places);
        free(part->histories);
        free(part->hits);
        free(part->rows);
    }
    thread_pool_destroy(tiles->pool);
    free(tiles->tiles);
    free(tiles->seconds);
    event_cuts_free(&tiles->cuts);
    free(tiles->next);
    free(tiles->next_turns);
    free(tiles->histories);
    free(tiles->places);
    free(tiles->owners);
    free(tiles);
}

static bool allocate(struct event_tiles *tiles)
{
    const struct event_system *system = tiles->system;
    const size_t n = system->n;
    return (tiles->tiles = mem_array(tiles->n_tiles, sizeof *tiles->tiles)) &&
           (tiles->seconds = mem_array(tiles->threads, sizeof *tiles->seconds)) && event_cuts_reserve(&tiles->cuts) &&
           (tiles->next = mem_array_aligned(n + 1, sizeof *tiles->next)) &&
           (!system->turns || (tiles->next_turns = mem_array(n, sizeof *tiles->next_turns))) &&
           (tiles->histories = mem_array(n, sizeof *tiles->histories)) &&
           (tiles->places = mem_array(n, sizeof *tiles->places)) &&
           (tiles->owners = mem_array(n, sizeof *tiles->owners));
}

/** Tells the engines of tiles what to note. */
static void prepare_tiles(struct event_tiles *tiles)
{
    const struct observer *observer = tiles->system->observer;
    for (size_t k = 0; k < tiles->n_tiles; k++) {
        struct event_tile *part = &tiles->tiles[k].part;
        tiles->tiles[k].box = &tiles->cuts.boxes[k];
        part->strays = strays;
        part->context = tiles;
        part->observer = (struct observer){.context = part, .stop = observer ? observer->stop : NULL};
        part->observer.contact = observer_wants_contacts(observer) ? note_row : NULL;
        part->keeps_hits = part->observer.contact || event_ledger_may_lose(tiles->system);
    }
    tiles->next[tiles->system->n] = tiles->system->balls[tiles->system->n]; /* the sentinel */
}

/** True if tiles are worth it until the end of the scene. */
static bool is_long(const struct event_tiles *tiles)
{
    const struct scene *scene = tiles->system->scene;
    const double end = (double)(scene->start_step + scene->steps) * scene->dt;
    return tiles->tiling.columns > 0 || (end - tiles->now) * tiles->ball_rate >= LEAST_HITS;
}

enum status event_tiles_create(struct event_engine *whole, size_t threads, struct event_tiling tiling,
                               struct event_tiles **tiles, struct error *err)
{
    struct event_tiles *made = *tiles = mem_array(1, sizeof *made);
    if (!made)
        return error_no_memory(err);
    made->whole = whole;
    made->system = event_engine_system(whole);
    made->tiling = tiling;
    made->now = event_engine_now(whole);
    made->cuts = (struct event_cuts){.columns = tiling.columns,
                                     .rows = tiling.rows,
                                     .size = table_size(&made->system->scene->table),
                                     .length = made->system->motion.period.length};
    if (tiling.columns == 0)
        event_cuts_choose(&made->cuts, tiles_wanted(made->system->n, threads));
    made->n_tiles = made->cuts.columns * made->cuts.rows;
    made->threads = threads < made->n_tiles ? threads : made->n_tiles;
    guess_rate(made);
    choose_widths(made);
    made->is_alone = !is_long(made) || made->n_tiles < 2;
    made->alone_until = made->is_alone ? HUGE_VAL : -HUGE_VAL;
    const bool allocated = allocate(made);
    made->pool = allocated ? thread_pool_create(made->threads, err) : NULL;
    if (!made->pool) {
        release(made);
        *tiles = NULL;
        return allocated ? STATUS_LIMIT : error_no_memory(err);
    }
    prepare_tiles(made);
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
    record.columns = tiles->cuts.columns;
    record.rows = tiles->cuts.rows;
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
        tiles->threads, tiles->cuts.columns, tiles->cuts.rows, (unsigned long long)record.accepted,
        (unsigned long long)record.repeated, (unsigned long long)record.alone, record.seconds, record.longest);
}
