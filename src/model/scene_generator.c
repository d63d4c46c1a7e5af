/*
 * Between the words of a scene ("rack", "fill", "region") and the geometry of generate.h: names are looked up, the
 * region is read or taken from the table, and what cannot fit is refused before memory is asked for it.
 */
#include "model/scene_generator.h"

#include <inttypes.h>
#include <math.h>

#include "model/scene_read.h"

static size_t count_names(const char *const *names)
{
    size_t n = 0;
    while (names[n])
        n++;
    return n;
}

bool scene_generator_rack(const struct scene_node *node, const struct scene_entry *entry, const struct scene_path *path,
                          struct scene_generator *generator, struct scene_report *report)
{
    struct scene_path here = {.above = path, .name = "rack"};
    size_t kind = scene_read_name(scene_json_member(node, "rack"), generate_rack_names,
                                  count_names(generate_rack_names), &here, report);
    *generator = (struct scene_generator){.is_rack = true};
    generator->rack = (struct generate_rack){.kind = (enum generate_rack_kind)kind,
                                             .rows = entry->rows,
                                             .x = entry->x,
                                             .y = entry->y,
                                             .r = entry->r,
                                             .gap = entry->gap,
                                             .angle = entry->angle};
    return kind != SIZE_MAX;
}

/** Reads [x0, y0, x1, y1]. */
static bool read_region(const struct scene_node *region, double corner[4])
{
    size_t i = 0;
    for (const struct scene_node *c = scene_json_first(region); c; c = scene_json_next(c), i++) {
        if (i == 4 || scene_json_kind(c) != SCENE_NUMBER)
            return false;
        corner[i] = scene_json_number(c);
    }
    return i == 4 && corner[0] < corner[2] && corner[1] < corner[3] && isfinite(corner[2] - corner[0]) &&
           isfinite(corner[3] - corner[1]);
}

/** The entry's region, else the table. False: neither is known. */
static bool choose_region(const struct scene_entry *entry, const struct scene_head_state *head,
                          const struct scene_path *path, struct generate_fill *fill, struct scene_report *report)
{
    double corner[4] = {0, 0, head->value.width, head->value.height};
    struct scene_path here = {.above = path, .name = "region"};
    if (!entry->region && !head->table_known)
        return false;
    if (entry->region && !read_region(entry->region, corner)) {
        if (report)
            scene_report_fault(report, entry->region, &here,
                               "must be four numbers [x0, y0, x1, y1] with x0 < x1 and y0 < y1");
        return false;
    }
    fill->x0 = corner[0];
    fill->y0 = corner[1];
    fill->x1 = corner[2];
    fill->y1 = corner[3];
    return true;
}

static bool check_capacity(const struct scene_node *node, const struct scene_path *path,
                           const struct generate_fill *fill, struct scene_report *report)
{
    char radius[SCENE_REPORT_MAX_NUMBER];
    struct scene_path here = {.above = path, .name = "count"};
    uint64_t capacity = generate_fill_capacity(fill);
    if (fill->count <= capacity)
        return true;
    if (report)
        scene_report_fault(report, scene_json_member(node, "count"), &here,
                           "%" PRIu64 " balls of radius %s do not fit, %" PRIu64 " would%s", fill->count,
                           scene_report_number(radius, fill->r, 0), capacity,
                           fill->pattern == FILL_RANDOM ? " as \"hex\"" : "");
    return false;
}

bool scene_generator_fill(const struct scene_node *node, const struct scene_entry *entry,
                          const struct scene_head_state *head, const struct scene_path *path,
                          struct scene_generator *generator, struct scene_report *report)
{
    struct scene_path here = {.above = path, .name = "fill"};
    size_t pattern = scene_read_name(scene_json_member(node, "fill"), generate_fill_names,
                                     count_names(generate_fill_names), &here, report);
    *generator = (struct scene_generator){.is_rack = false, .speed = entry->speed};
    generator->fill = (struct generate_fill){
        .pattern = (enum generate_fill_pattern)pattern, .count = entry->count, .seed = entry->seed, .r = entry->r};
    return pattern != SIZE_MAX && choose_region(entry, head, path, &generator->fill, report) &&
           check_capacity(node, path, &generator->fill, report);
}

uint64_t scene_generator_count(const struct scene_generator *generator)
{
    if (generator->is_rack)
        return generate_rack_count(generator->rack.kind, generator->rack.rows);
    return generator->fill.count;
}

static enum status place_fill(const struct scene_generator *generator, struct world *world, size_t first,
                              const struct scene_node *node, const struct scene_path *path, struct scene_report *report)
{
    const struct generate_fill *fill = &generator->fill;
    struct scene_path here = {.above = path, .name = "count"};
    char radius[SCENE_REPORT_MAX_NUMBER];
    uint64_t placed;
    enum status status = generate_fill_place(fill, world->x + first, world->y + first, &placed);
    if (status == STATUS_SCENE)
        scene_report_fault(report, scene_json_member(node, "count"), &here,
                           "%" PRIu64 " balls of radius %s do not fit at random, %" PRIu64
                           " did; \"hex\" would hold %" PRIu64,
                           fill->count, scene_report_number(radius, fill->r, 0), placed, generate_fill_capacity(fill));
    if (status == STATUS_OK && generator->speed > 0)
        generate_velocities(fill->seed, generator->speed, world->vx + first, world->vy + first, fill->count);
    return status;
}

static bool all_finite(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

enum status scene_generator_place(const struct scene_generator *generator, struct world *world, size_t first,
                                  const struct scene_node *node, const struct scene_path *path,
                                  struct scene_report *report)
{
    size_t n = scene_generator_count(generator);
    if (generator->is_rack)
        generate_rack_place(&generator->rack, world->x + first, world->y + first);
    enum status status = generator->is_rack ? STATUS_OK : place_fill(generator, world, first, node, path, report);
    if (status == STATUS_OK && !(all_finite(world->x + first, n) && all_finite(world->y + first, n) &&
                                 all_finite(world->vx + first, n) && all_finite(world->vy + first, n))) {
        scene_report_fault(report, node, path, "makes balls beyond the range of a double");
        return STATUS_SCENE;
    }
    return status;
}
