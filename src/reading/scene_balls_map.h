#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "json/json_tree.h"

/** Which balls came from which entry of `balls`. Owner: the caller, freed by scene_balls_map_free(). */
struct scene_balls_map {
    size_t n_entries;
    const void **place; /* of the entry, for json_tree_go_to() */
    size_t *first;      /* index of the entry's first ball; first[n_entries] is the number of balls */
    bool complete;      /* false: a generator is wrong, so its balls are missing */
    struct json_tree_entries visited;
};

/** Room for the entries of an array, whose places and first balls are the caller's to fill in. false: out of memory. */
bool scene_balls_map_create(struct scene_balls_map *map, const struct json_tree *tree, const struct cJSON *balls);
void scene_balls_map_free(struct scene_balls_map *map);

/** How messages name a ball: "balls.3", or "balls.1 (ball 17)" where entry and ball number differ. */
enum { SCENE_BALLS_MAP_MAX_LABEL = 80 };
const char *scene_balls_map_label(char to[SCENE_BALLS_MAP_MAX_LABEL], const struct scene_balls_map *map, size_t ball);

/** The entry that a ball came from, valid until the next call; the whole array when memory has run out, which
 *  map->visited.no_memory remembers. */
const struct cJSON *scene_balls_map_node(struct scene_balls_map *map, size_t ball);
