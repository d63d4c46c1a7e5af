#ifndef MODEL_JSON_KEYS_H
#define MODEL_JSON_KEYS_H

#include <stddef.h>

/** A key of an object, its escapes decoded. */
struct json_key {
    size_t start, length; /* of the decoded bytes */
    size_t offset;        /* in the text */
    const char *bytes;    /* set by json_keys_repeated(): where they are */
};

/** The first key in the text that repeats one before it; NULL: none does. Reorders the keys.
 *  @param bytes where the decoded bytes start */
const struct json_key *json_keys_repeated(struct json_key *keys, size_t n, const char *bytes);

#endif
