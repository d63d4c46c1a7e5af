/* A window of time in tiles (event_tiles.c says why it is exact). */
#include "events/event_window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "events/event_ledger.h"
#include "events/event_seam.h"
#include "events/event_search.h"

/* ---- places ---- */

/** True if a ball, whose region is new, could take part in a hit in a tile that does not compare it: one of the halo in
 *  the tile itself, an own ball in another. */
static bool strays(const struct event_tile *part, uint32_t slot, struct vec2 centre)
{
    const struct event_window *window = part->context;
    const struct event_window_tile *tile = (const struct event_window_tile *)part;
    const double reach = event_halo_reach(&window->halo), seen = event_halo_seen(&window->halo);
    if (slot >= part->n_own)
        return event_cuts_distance(&window->cuts, tile->box, centre) <= reach;
    for (size_t k = 0; k < window->n_tiles; k++) {
        const struct event_box *box = window->tiles[k].box;
        if (&window->tiles[k] != tile && event_cuts_distance(&window->cuts, box, part->places[slot]) > seen &&
            event_cuts_distance(&window->cuts, box, centre) <= reach)
            return true;
    }
    return false;
}

void event_window_find_places(struct event_window *window, size_t first, size_t last)
{
    const struct motion *motion = &window->system->motion;
    for (size_t i = first; i < last; i++) {
        struct vec2 place = motion_position(motion, body_of(&window->system->balls[i]), window->now);
        period_wrap(&motion->period, &place);
        window->places[i] = place;
    }
}

void event_window_find_owners(struct event_window *window, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        window->owners[i] = (uint32_t)event_cuts_owner(&window->cuts, window->places[i]);
}

/* ---- the engine of a tile ---- */

enum { INNER, BORDER, SEEN, HALO, CLASSES, ELSEWHERE = CLASSES };

static int class_of(const struct event_window *window, const struct event_window_tile *tile, uint32_t slot)
{
    const struct vec2 place = window->places[slot];
    const double seen = event_halo_seen(&window->halo);
    if (&window->tiles[window->owners[slot]] == tile)
        return event_cuts_depth(tile->box, place) > seen ? INNER : BORDER;
    const double away = event_cuts_distance(&window->cuts, tile->box, place);
    return away <= seen ? SEEN : away <= window->halo.width ? HALO : ELSEWHERE;
}

static bool reserve(struct event_window_tile *tile, size_t n)
{
    struct event_tile *part = &tile->part;
    if (n <= tile->capacity)
        return true;
    free(part->slots);
    free(part->places);
    free(part->histories);
    free(part->changed);
    tile->capacity = n + n / 16;
    part->slots = mem_array(tile->capacity, sizeof *part->slots);
    part->places = mem_array(tile->capacity, sizeof *part->places);
    part->histories = mem_array(tile->capacity, sizeof *part->histories);
    part->changed = mem_array(tile->capacity, sizeof *part->changed);
    if (!part->slots || !part->places || !part->histories || !part->changed)
        tile->capacity = 0;
    return tile->capacity > 0;
}

/** Lists the balls of a tile, class by class. false: out of memory. */
static bool list_balls(const struct event_window *window, struct event_window_tile *tile)
{
    struct event_tile *part = &tile->part;
    size_t counts[CLASSES + 1] = {0}, at[CLASSES + 1] = {0};
    for (uint32_t i = 0; i < window->system->n; i++)
        counts[class_of(window, tile, i)]++;
    for (int class = INNER; class < CLASSES; class ++)
        at[class + 1] = at[class] + counts[class];
    if (!reserve(tile, at[CLASSES] + 1))
        return false;
    part->n = (uint32_t)at[CLASSES];
    part->n_inner = (uint32_t)at[BORDER];
    part->n_own = (uint32_t)at[SEEN];
    part->n_seen = (uint32_t)at[HALO];
    for (uint32_t i = 0; i < window->system->n; i++) {
        const int class = class_of(window, tile, i);
        if (class == ELSEWHERE)
            continue;
        part->places[at[class]] = window->places[i];
        part->slots[at[class]++] = i;
    }
    memset(part->histories, 0, tile->capacity * sizeof *part->histories);
    memset(part->changed, 0, tile->capacity * sizeof *part->changed);
    return true;
}

void event_window_end_tile(struct event_window *window, struct event_window_tile *tile)
{
    (void)window;
    event_engine_destroy(tile->engine);
    tile->engine = NULL;
    tile->part.n_hits = tile->part.n_rows = 0;
}

void event_window_make_tile(struct event_window *window, struct event_window_tile *tile)
{
    struct event_tile *part = &tile->part;
    event_window_end_tile(window, tile);
    part->is_broken = part->is_hopeless = false;
    part->strayed = 0;
    part->last = -HUGE_VAL;
    part->stray_squared = window->halo.stray * window->halo.stray;
    const double reach = event_halo_reach(&window->halo);
    part->lo = (struct vec2){tile->box->lo.x + reach, tile->box->lo.y + reach};
    part->hi = (struct vec2){tile->box->hi.x - reach, tile->box->hi.y - reach};
    if (!list_balls(window, tile)) {
        part->is_hopeless = true;
        return;
    }
    tile->engine = event_engine_create_tile(window->whole, part, window->tuning, window->now);
    part->is_hopeless |= !tile->engine;
    if (tile->engine)
        part->is_broken |=
            neighbours_radius(event_engine_system(tile->engine)->neighbours) > window->halo.radius * (1 + 1e-9);
}

/* ---- running ---- */

void event_window_run_tile(struct event_window *window, struct event_window_tile *tile)
{
    struct event_tile *part = &tile->part;
    struct error err;
    bool interrupted; /* as the observer tells, or part */
    if (part->is_broken || part->is_hopeless)
        return;
    part->is_hopeless |= event_engine_run(tile->engine, window->until, &interrupted, &err) != STATUS_OK;
    const struct event_system *system = event_engine_system(tile->engine);
    part->is_hopeless |= system->ledger.counts.kept > 0; /* no tile tells what is kept up */
    for (uint32_t i = 0; i < part->n_own; i++) {
        const uint32_t slot = part->slots[i];
        window->next[slot] = system->balls[i];
        window->next_turns[slot] = event_seam_turns(system, i);
        if (i >= part->n_inner)
            window->histories[slot] = part->histories[i - part->n_inner];
    }
}

/** Bits, not values: a ball at -0 is written otherwise than one at 0. */
static bool has_bits_of(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

/** True if a ball of the halo is where its owner has it, on the same trajectory. */
static bool is_true(const struct event_window *window, const struct event_system *system, const struct event_tile *part,
                    uint32_t i)
{
    const uint32_t slot = part->slots[i];
    const struct vec2 turns = event_seam_turns(system, i);
    return has_bits_of(&system->balls[i], &window->next[slot], sizeof system->balls[i]) &&
           has_bits_of(&turns, &window->next_turns[slot], sizeof turns);
}

void event_window_compare_tile(struct event_window *window, struct event_window_tile *tile)
{
    const struct event_tile *part = &tile->part;
    const struct event_system *system = event_engine_system(tile->engine);
    tile->agrees = true;
    for (uint32_t i = part->n_own; i < part->n_seen && tile->agrees; i++)
        tile->agrees =
            is_true(window, system, part, i) && part->histories[i - part->n_inner] == window->histories[part->slots[i]];
}

void event_window_renew_tile(struct event_window *window, struct event_window_tile *tile)
{
    struct event_tile *part = &tile->part;
    struct event_system *system = event_engine_system(tile->engine);
    tile->nearest = HUGE_VAL;
    for (uint32_t i = part->n_seen; i < part->n; i++) {
        const uint32_t slot = part->slots[i];
        part->changed[i] = !is_true(window, system, part, i);
        if (!part->changed[i])
            continue;
        tile->nearest = double_min(tile->nearest, event_cuts_distance(&window->cuts, tile->box, part->places[i]));
        system->balls[i] = window->next[slot];
        event_seam_set_turns(system, i, window->next_turns[slot]);
    }
    part->is_hopeless |=
        !event_search_renew(system, part->changed, window->until) || event_search_looks_back(system, window->until);
}

void event_window_accept(struct event_window *window)
{
    struct event_system *system = window->system;
    struct particle *balls = system->balls;
    system->balls = window->next;
    window->next = balls;
    event_seam_swap_turns(system, &window->next_turns);
    window->now = window->until;
}

/* ---- creation ---- */

static bool allocate(struct event_window *window)
{
    const struct event_system *system = window->system;
    const size_t n = system->n;
    return (window->tiles = mem_array(window->n_tiles, sizeof *window->tiles)) && event_cuts_reserve(&window->cuts) &&
           (window->next = mem_array_raw(n + 1, sizeof *window->next)) &&
           (window->next_turns = mem_array(n, sizeof *window->next_turns)) &&
           (window->histories = mem_array(n, sizeof *window->histories)) &&
           (window->places = mem_array(n, sizeof *window->places)) &&
           (window->owners = mem_array(n, sizeof *window->owners));
}

/** Tells the engine of a tile what to note. */
static void prepare_tile(struct event_window *window, size_t k)
{
    const struct observer *observer = window->system->observer;
    struct event_tile *part = &window->tiles[k].part;
    window->tiles[k].box = &window->cuts.boxes[k];
    part->strays = strays;
    part->context = window;
    part->observer = (struct observer){.context = part, .stop = observer ? observer->stop : NULL};
    part->observer.contact = observer_wants_contacts(observer) ? event_tile_note_row : NULL;
    part->keeps_hits = part->observer.contact || event_ledger_may_lose(window->system);
}

bool event_window_open(struct event_window *window)
{
    window->n_tiles = window->cuts.columns * window->cuts.rows;
    if (!allocate(window))
        return false;
    for (size_t k = 0; k < window->n_tiles; k++)
        prepare_tile(window, k);
    window->next[window->system->n] = window->system->balls[window->system->n]; /* the sentinel */
    return true;
}

void event_window_close(struct event_window *window)
{
    for (size_t k = 0; window->tiles && k < window->n_tiles; k++) {
        struct event_tile *part = &window->tiles[k].part;
        event_window_end_tile(window, &window->tiles[k]);
        free(part->slots);
        free(part->places);
        free(part->histories);
        free(part->changed);
        free(part->hits);
        free(part->rows);
    }
    free(window->tiles);
    event_cuts_free(&window->cuts);
    free(window->next);
    free(window->next_turns);
    free(window->histories);
    free(window->places);
    free(window->owners);
}
