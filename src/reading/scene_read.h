#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "reading/scene_errors.h"
#include "reading/scene_keys.h"

/** What reading needs throughout. */
struct scene_reader {
    struct scene_errors *errors;
    struct arena *texts; /* of the scene */
    const struct scene_keys_index *keys;
};

/** What was found of the keys of an object. */
struct scene_found {
    struct scene_key_set given;  /* read, valid */
    struct scene_key_set faulty; /* there, but invalid or misspelt: reported, and not missing */
    unsigned forms;              /* bits 1 << form of the keys that are there */
    bool unknown;                /* a key is there that is none, which is reported: what seems missing may be that */
};

/** A value on its way into the target. */
struct scene_value {
    const struct scene_reader *reader;
    const struct cJSON *node;
    const struct scene_key *key;
    const struct scene_path *path;
    enum scene_object type; /* of the object that holds it */
    void *target;
    struct scene_found *found; /* gets the keys of an object that the value is */
};

/** Stores the value where its key says. False: its type or range is wrong, which is reported. */
bool scene_read_value(const struct scene_value *value);

/** Reads the members of an object, and of the objects in it, into the struct that the rows of scene_keys point into
 *  (struct scene or struct scene_entry). Reported are members that the object type does not know, whose value is of the
 *  wrong type or out of range, or that exclude each other. Strings are kept in the pool of the reader.
 *  @param found gets what was found, added to what it holds
 *  @return true: no error */
bool scene_read_object(const struct scene_reader *reader, const struct cJSON *object, enum scene_object type,
                       const struct scene_path *path, void *target, struct scene_found *found);

/** Reports each key that the object type requires and that was neither given nor faulty; none where a key is unknown.
 *  @return true: all required keys are given */
bool scene_read_required(const struct scene_reader *reader, const struct cJSON *object, enum scene_object type,
                         const struct scene_path *path, struct scene_found found);

/** The coefficients that an object of some type gives, as bits.
 *  @param from where struct coefficients begins in what its keys fill */
unsigned scene_read_coefficients(struct scene_found found, enum scene_object object, size_t from);

/** The object type of an entry of `balls`: a rack, a fill or a ball; a ball, too, if it is no object. */
enum scene_object scene_read_entry_type(const struct cJSON *entry);

/** Whether the key of that row was given; whether it was there at all. */
static inline bool scene_read_has(struct scene_found found, enum scene_row row)
{
    return scene_keys_has(&found.given, row);
}

static inline bool scene_read_saw(struct scene_found found, enum scene_row row)
{
    return scene_keys_has(&found.given, row) || scene_keys_has(&found.faulty, row);
}
