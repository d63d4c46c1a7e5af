#ifndef MODEL_SCENE_READ_H
#define MODEL_SCENE_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "model/scene_report.h"
#include "model/scene_schema.h"

/** What was found of the keys of an object, as sets of bits. */
struct scene_keys {
    uint64_t given;  /* read well */
    uint64_t faulty; /* there, but wrong or misspelt: nobody need complain that they are missing */
};

/** Reads the members of an object into the struct its keys point at (struct scene_head or struct scene_entry).
 *  Members that the shape does not know, or whose value is of the wrong type or out of range, are noted as faults.
 *  @param keys   gets what was found, added to what it holds
 *  @param report NULL: faults are not noted
 *  @return true: no fault */
bool scene_read_object(const struct scene_node *object, enum scene_shape shape, const struct scene_path *path,
                       void *target, struct scene_keys *keys, struct scene_report *report);

/** Notes a fault for each key that the shape requires and that was neither given nor faulty.
 *  @return true: all required keys are given */
bool scene_read_required(const struct scene_node *object, enum scene_shape shape, const struct scene_path *path,
                         struct scene_keys keys, struct scene_report *report);

/** Reads one value as the schema says of `key`; `path` is the way to the value itself. */
bool scene_read_value(const struct scene_node *value, const struct scene_key *key, const struct scene_path *path,
                      void *target, struct scene_report *report);

/** Index of a string value among n names, or SIZE_MAX: noted as a fault, with a suggestion or the list of names. */
size_t scene_read_name(const struct scene_node *value, const char *const *names, size_t n,
                       const struct scene_path *path, struct scene_report *report);

/** Whether the key of that name in that shape was given. */
bool scene_read_has(struct scene_keys keys, enum scene_shape shape, const char *name);

#endif
