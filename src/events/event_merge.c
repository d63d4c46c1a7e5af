/* What the tiles of a window have met, in order. Sums of doubles and the log of collisions depend on it. */
#include "events/event_merge.h"

#include "base/min_max.h"
#include "base/thread_pool.h"
#include "events/event_system.h"

void event_merge_counts(struct event_window *window)
{
    struct counters *all = &window->system->ledger.counts;
    uint64_t ball = 0, surface = 0;
    for (size_t k = 0; k < window->n_tiles; k++) {
        struct counters *counts = &event_engine_system(window->tiles[k].engine)->ledger.counts;
        ball += counts->ball;
        surface += counts->surface;
        counts->ball = counts->surface = 0;
        all->overlap = double_max(counts->overlap, all->overlap);
    }
    all->ball += ball;
    all->surface += surface;
    event_halo_count(&window->halo, ball, surface, window->until - window->now, window->system->n);
}

/** The tile that tells the next hit; n_tiles: there is none. @param at of each tile: hits told */
static size_t next_teller(const struct event_window *window, const size_t *at)
{
    size_t first = window->n_tiles;
    const struct event_tile_hit *earliest = NULL;
    for (size_t k = 0; k < window->n_tiles; k++) {
        const struct event_tile *part = &window->tiles[k].part;
        const struct event_tile_hit *hit = at[k] < part->n_hits ? &part->hits[at[k]] : NULL;
        if (!hit || (earliest && (hit->t > earliest->t || (hit->t == earliest->t && hit->rank > earliest->rank))))
            continue;
        earliest = hit;
        first = k;
    }
    return first;
}

void event_merge_hits(struct event_window *window)
{
    size_t at[THREAD_POOL_MAX] = {0};
    struct event_system *system = window->system;
    for (size_t k; (k = next_teller(window, at)) < window->n_tiles; at[k]++) {
        const struct event_tile *part = &window->tiles[k].part;
        ledger_contact_took(&system->ledger, part->hits[at[k]].lost);
        if (part->n_rows > 0) {
            part->rows[at[k]].group = system->group;
            observer_notify(system->observer, &part->rows[at[k]]);
        }
        system->group++;
    }
    for (size_t k = 0; k < window->n_tiles; k++)
        window->tiles[k].part.n_hits = window->tiles[k].part.n_rows = 0;
}
