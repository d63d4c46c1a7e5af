#ifndef MODEL_SCENE_READ_H
#define MODEL_SCENE_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "model/scene_report.h"
#include "model/scene_schema.h"

/** Reads the members of an object into the struct its keys point at (struct scene_head or struct scene_entry).
 *  Members that the shape does not know, or whose value is of the wrong type or out of range, are noted as faults.
 *  @param given  gets the bits of the keys that were read well
 *  @param report NULL: faults are not noted
 *  @return true: no fault */
bool scene_read_object(const struct scene_node *object, enum scene_shape shape, const struct scene_path *path,
                       void *target, uint64_t *given, struct scene_report *report);

/** Notes a fault for each key that the shape requires and that is neither in `given` nor a member of the object (a
 *  member with a wrong value has its fault already). True: none is missing. */
bool scene_read_missing(const struct scene_node *object, enum scene_shape shape, const struct scene_path *path,
                        uint64_t given, struct scene_report *report);

/** Reads one value as the schema says of `key`; `path` is the way to the value itself. */
bool scene_read_value(const struct scene_node *value, const struct scene_key *key, const struct scene_path *path,
                      void *target, struct scene_report *report);

/** Index of a string value among n names, or SIZE_MAX: noted as a fault, with a suggestion or the list of names. */
size_t scene_read_name(const struct scene_node *value, const char *const *names, size_t n,
                       const struct scene_path *path, struct scene_report *report);

/** Whether a set of keys has the key of that name in that shape. */
bool scene_read_has(uint64_t given, enum scene_shape shape, const char *name);

#endif
