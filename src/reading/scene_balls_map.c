/* The entries of `balls` and the balls that came from them: a search in the sorted numbers of their first balls. */
#include "reading/scene_balls_map.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

bool scene_balls_map_create(struct scene_balls_map *map, const struct json_tree *tree, const struct cJSON *balls)
{
    map->n_entries = json_tree_size(balls);
    map->place = mem_array(map->n_entries, sizeof *map->place);
    map->first = mem_array(map->n_entries + 1, sizeof *map->first);
    map->visited = (struct json_tree_entries){.tree = tree, .array = balls};
    return map->place && map->first;
}

void scene_balls_map_free(struct scene_balls_map *map)
{
    json_tree_end(&map->visited);
    free(map->place);
    free(map->first);
    *map = (struct scene_balls_map){0};
}

/** The number of the entry that a ball came from. */
static size_t entry_of(const struct scene_balls_map *map, size_t ball)
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
    size_t entry = entry_of(map, ball);
    if (entry == ball && map->first[entry + 1] == ball + 1)
        snprintf(to, SCENE_BALLS_MAP_MAX_LABEL, "balls.%zu", entry);
    else
        snprintf(to, SCENE_BALLS_MAP_MAX_LABEL, "balls.%zu (ball %zu)", entry, ball);
    return to;
}

const struct cJSON *scene_balls_map_node(struct scene_balls_map *map, size_t ball)
{
    const struct cJSON *node = json_tree_go_to(&map->visited, map->place[entry_of(map, ball)]);
    return node ? node : map->visited.array;
}
