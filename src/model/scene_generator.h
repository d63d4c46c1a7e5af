#ifndef MODEL_SCENE_GENERATOR_H
#define MODEL_SCENE_GENERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "model/generate.h"
#include "model/scene_head.h"
#include "model/scene_report.h"
#include "model/scene_schema.h"

/** A generator entry of `balls`, understood. */
struct scene_generator {
    bool is_rack;
    struct generate_rack rack;
    struct generate_fill fill;
    double speed;
};

/** Make a generator of an entry that was read well. False: it asks for something impossible, noted in the report
 *  (NULL: not noted). */
bool scene_generator_rack(const struct scene_node *node, const struct scene_entry *entry, const struct scene_path *path,
                          struct scene_generator *generator, struct scene_report *report);
bool scene_generator_fill(const struct scene_node *node, const struct scene_entry *entry,
                          const struct scene_head_state *head, const struct scene_path *path,
                          struct scene_generator *generator, struct scene_report *report);

uint64_t scene_generator_count(const struct scene_generator *generator);

/** Writes the balls' places and adds their random velocities, from index `first` on.
 *  STATUS_SCENE: they did not fit or are out of range, noted in the report; STATUS_LIMIT: out of memory. */
enum status scene_generator_place(const struct scene_generator *generator, struct world *world, size_t first,
                                  const struct scene_node *node, const struct scene_path *path,
                                  struct scene_report *report);

#endif
