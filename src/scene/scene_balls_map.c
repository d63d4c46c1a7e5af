/* The entries of `balls` and the balls that came from them: a search in the sorted numbers of their first balls. */
#include "scene/scene_balls_map.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

bool scene_balls_map_create(struct scene_balls_map *map, const struct cJSON *balls)
{
    map->n_entries = json_tree_size(balls);
    map->entry = mem_array(map->n_entries, sizeof *map->entry);
    map->first = mem_array(map->n_entries + 1, sizeof *map->first);
    return map->entry && map->first;
}

void scene_balls_map_free(struct scene_balls_map *map)
{
    free(map->entry);
    free(map->first);
    *map = (struct scene_balls_map){0};
}

size_t scene_balls_map_entry(const struct scene_balls_map *map, size_t ball)
{
    size_t low = 0, high = map->n_entries;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (map->first[middle] <= ball)
            low = middle;
        else
            high = middle;
    }
    return low;
}

const char *scene_balls_map_label(char to[SCENE_BALLS_MAP_MAX_LABEL], const struct scene_balls_map *map, size_t ball)
{
    size_t entry = scene_balls_map_entry(map, ball);
    if (entry == ball && map->first[entry + 1] == ball + 1)
        snprintf(to, SCENE_BALLS_MAP_MAX_LABEL, "balls.%zu", entry);
    else
        snprintf(to, SCENE_BALLS_MAP_MAX_LABEL, "balls.%zu (ball %zu)", entry, ball);
    return to;
}
