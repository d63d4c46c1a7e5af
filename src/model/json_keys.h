#ifndef MODEL_JSON_KEYS_H
#define MODEL_JSON_KEYS_H

#include <stdbool.h>
#include <stddef.h>

/** A key of an object, its escapes decoded. */
struct json_key {
    size_t start, length; /* of the decoded bytes */
    size_t offset;        /* in the text */
};

/** Finds the first key in the text that repeats one before it; *repeated NULL: none does. Reorders the keys.
 *  @param bytes where the decoded bytes lie
 *  @return false: out of memory */
bool json_keys_repeated(struct json_key *keys, size_t n, const char *bytes, const struct json_key **repeated);

#endif
