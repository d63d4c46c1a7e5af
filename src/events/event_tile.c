/* What the engine of a tile notes, apart from the engine's own code: one that runs all balls shall not pay for it. */
#include "events/event_tile.h"

#include <math.h>

#include "base/double_bits.h"
#include "base/mem.h"

static uint64_t mix(uint64_t history, double number)
{
    history = (history ^ double_bits_of(number)) * 0x9E3779B97F4A7C15u;
    return history ^ history >> 29;
}

void event_tile_note(struct event_tile *tile, double t, uint64_t rank, double lost)
{
    if (!tile->keeps_hits)
        return;
    tile->is_hopeless |= !mem_grow(&tile->hits, &tile->hits_capacity, tile->n_hits + 1, sizeof *tile->hits);
    if (!tile->is_hopeless)
        tile->hits[tile->n_hits++] = (struct event_tile_hit){t, rank, lost};
}

void event_tile_note_row(void *context, const struct contact_event *row)
{
    struct event_tile *tile = context;
    tile->is_hopeless |= !mem_grow(&tile->rows, &tile->rows_capacity, tile->n_rows + 1, sizeof *tile->rows);
    if (!tile->is_hopeless)
        tile->rows[tile->n_rows++] = *row;
}

void event_tile_follow_border(struct event_tile *tile, uint32_t border, const struct particle *ball)
{
    if (ball->m < HUGE_VAL)
        tile->histories[border] = mix(mix(mix(tile->histories[border], ball->t), ball->vx), ball->vy);
}

/** True without a look at what the cache may not hold: an own ball that is far from other tiles, or one that is
 *  compared. */
static bool is_harmless(const struct event_tile *tile, uint32_t slot, struct vec2 centre)
{
    if (slot >= tile->n_own)
        return slot < tile->n_seen;
    return (centre.x > tile->lo.x) & (centre.x < tile->hi.x) & (centre.y > tile->lo.y) & (centre.y < tile->hi.y);
}

void event_tile_place(struct event_tile *tile, uint32_t slot, struct vec2 centre)
{
    if (is_harmless(tile, slot, centre))
        return;
    const struct vec2 way = vec2_sub(centre, tile->places[slot]);
    if (vec2_dot(way, way) <= tile->stray_squared)
        return;
    tile->strayed++;
    tile->is_broken |= tile->strays(tile, slot, centre);
}
