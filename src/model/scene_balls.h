#ifndef MODEL_SCENE_BALLS_H
#define MODEL_SCENE_BALLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "model/scene.h"
#include "model/scene_read.h"
#include "model/scene_settings.h"

/** Which balls came from which entry of `balls`. Owner: the caller, freed by scene_balls_free_map(). */
struct scene_balls_map {
    size_t n_entries;
    const struct scene_node **entry;
    size_t *first; /* index of the entry's first ball; first[n_entries] is the number of balls */
};

/** Reads `balls`, generators expanded, into scene->n, r, m, name, color, checkpoint and a new *world (its constants
 *  borrowed from the scene). A ball that is wrong is reported and gets r = 0.
 *  STATUS_LIMIT: out of memory. *world and *map are the caller's in any case (NULL, empty). */
enum status scene_balls_read(const struct scene_reader *reader, const struct scene_settings *settings,
                             struct scene *scene, struct world **world, struct scene_balls_map *map);

void scene_balls_free_map(struct scene_balls_map *map);

/** How messages name a ball: "balls.3", or "balls.1 (ball 17)" where entry and ball number differ. */
enum { SCENE_BALLS_MAX_LABEL = 80 };
const char *scene_balls_label(char to[SCENE_BALLS_MAX_LABEL], const struct scene_balls_map *map, size_t ball);

/** The entry that a ball came from. */
size_t scene_balls_entry(const struct scene_balls_map *map, size_t ball);

#endif
