#ifndef MODEL_SCENE_GENERATOR_H
#define MODEL_SCENE_GENERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "model/scene_read.h"
#include "model/scene_settings.h"

/** A generator entry of `balls` on its way to balls. */
struct scene_generator {
    const struct scene_node *node;
    const struct scene_path *path;
    enum scene_object type; /* OBJECT_RACK or OBJECT_FILL */
    struct scene_entry *entry;
};

/** Completes entry->rack or entry->fill from what else was read. False: it asks for something impossible, which is
 *  reported. */
bool scene_generator_complete(const struct scene_generator *generator, const struct scene_reader *reader,
                              struct scene_found found, const struct scene_settings *settings,
                              const struct scene *scene);

uint64_t scene_generator_count(const struct scene_generator *generator);

/** Writes the places of balls first .. first + scene_generator_count() - 1 and adds their random velocities; radii of
 *  the scene are set. @param taken as in generate_fill_place()
 *  STATUS_SCENE: they did not fit, reported; STATUS_LIMIT: out of memory. */
enum status scene_generator_place(const struct scene_generator *generator, const struct scene_reader *reader,
                                  struct world *world, size_t first, struct disc_grid *taken);

#endif
