#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "json/json_tree.h"

/** Which balls came from which entry of `balls`. Owner: the caller, freed by scene_balls_map_free(). */
struct scene_balls_map {
    size_t n_entries;
    const struct cJSON **entry;
    size_t *first; /* index of the entry's first ball; first[n_entries] is the number of balls */
    bool complete; /* false: a generator is wrong, so its balls are missing */
};

/** Room for the entries of an array, which are the caller's to fill in. false: out of memory. */
bool scene_balls_map_create(struct scene_balls_map *map, const struct cJSON *balls);
void scene_balls_map_free(struct scene_balls_map *map);

/** How messages name a ball: "balls.3", or "balls.1 (ball 17)" where entry and ball number differ. */
enum { SCENE_BALLS_MAP_MAX_LABEL = 80 };
const char *scene_balls_map_label(char to[SCENE_BALLS_MAP_MAX_LABEL], const struct scene_balls_map *map, size_t ball);

/** The entry that a ball came from. */
size_t scene_balls_map_entry(const struct scene_balls_map *map, size_t ball);
