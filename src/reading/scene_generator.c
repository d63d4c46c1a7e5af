/*
 * Between the words of a scene ("rack", "fill", "region") and the geometry of generate.h: the
 * region is the table unless it was given, and what cannot fit is refused before memory is asked for it.
 */
#include "reading/scene_generator.h"

#include <inttypes.h>
#include <string.h>

static const char *radii(char to[2 * SCENE_ERRORS_MAX_NUMBER], const struct generate_fill *fill)
{
    scene_errors_number(to, fill->r[0], 0);
    if (fill->r[0] < fill->r[1])
        scene_errors_number(stpcpy(to + strlen(to), " to "), fill->r[1], 0);
    return to;
}

/** @param room for how many balls there is
 *  @param how  they would be placed */
static bool refuse_count(const struct ball_entry *generator, uint64_t room, const char *how)
{
    char text[2 * SCENE_ERRORS_MAX_NUMBER];
    const struct generate_fill *fill = &generator->value.fill;
    return scene_errors_add(generator->reader->errors, generator->node, generator->path, "count",
                            "at most %" PRIu64 " of radius %s fit here%s; %" PRIu64 " were asked for", room,
                            radii(text, fill), how, fill->count);
}

bool scene_generator_complete(struct ball_entry *generator, const struct scene_settings *settings)
{
    struct scene_entry *entry = &generator->value;
    if (generator->type == OBJECT_RACK) {
        entry->rack.x = entry->x;
        entry->rack.y = entry->y;
        entry->rack.r = entry->r[0];
        return true;
    }
    memcpy(entry->fill.r, entry->r, sizeof entry->r);
    if (!scene_read_has(generator->found, KEY_REGION)) {
        entry->fill.area = (struct fill_area){.x1 = settings->scene->table.width,
                                              .y1 = settings->scene->table.height,
                                              .periodic = settings->scene->table.periodic};
        if (!settings->table_known)
            return false;
    }
    if (!(entry->fill.area.x0 < entry->fill.area.x1 && entry->fill.area.y0 < entry->fill.area.y1))
        return scene_errors_add(generator->reader->errors, generator->node, generator->path, "region",
                                "must be four numbers [x0, y0, x1, y1] with x0 < x1 and y0 < y1");
    uint64_t capacity = generate_fill_capacity(&entry->fill);
    return entry->fill.count <= capacity ||
           refuse_count(generator, capacity, entry->fill.pattern == FILL_RANDOM ? " (as \"hex\")" : "");
}

uint64_t scene_generator_count(const struct ball_entry *generator)
{
    const struct scene_entry *entry = &generator->value;
    if (generator->type == OBJECT_RACK)
        return generate_rack_count(entry->rack.kind, entry->rack.rows);
    return entry->fill.count;
}

static bool place_fill(const struct ball_entry *generator, struct world *world, size_t first, struct disc_grid *taken)
{
    const struct generate_fill *fill = &generator->value.fill;
    const struct generate_balls balls = {world->x, world->y, world->r, first, fill->count, world->period};
    uint64_t placed = generate_fill_place(fill, &balls, taken);
    if (placed < fill->count)
        return refuse_count(generator, placed, " at random");
    if (fill->speed > 0)
        generate_velocities(fill->seed, fill->speed, world->vx + first, world->vy + first, fill->count);
    return true;
}

bool scene_generator_place(const struct ball_entry *generator, struct world *world, size_t first,
                           struct disc_grid *taken)
{
    if (generator->type == OBJECT_FILL)
        return place_fill(generator, world, first, taken);
    generate_rack_place(&generator->value.rack, world->x + first, world->y + first);
    return true;
}
