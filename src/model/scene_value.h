#ifndef MODEL_SCENE_VALUE_H
#define MODEL_SCENE_VALUE_H

#include "model/scene_read.h"

/* The values of keys, one by one. */

/** A value on its way into the target. */
struct scene_value {
    const struct scene_reader *reader;
    const struct scene_node *node;
    const struct scene_key *key;
    const struct scene_path *path;
    enum scene_object type; /* of the object that holds it */
    void *target;
};

/** Stores the value where its key says. False: its type or range is wrong, which is reported.
 *  @param found gets the keys of an object that the value is */
bool scene_value_read(const struct scene_value *value, struct scene_found *found);

#endif
