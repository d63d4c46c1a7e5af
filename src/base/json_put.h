#pragma once

#include "base/output.h"

/* Members of JSON objects. `key` is everything since the last value, punctuation included: ",\"energy\":{\"final\":".
 */

static inline void json_put_text(struct output *out, const char *key, const char *text)
{
    output_text(out, key);
    output_json_string(out, text);
}

static inline void json_put_number(struct output *out, const char *key, double value, int precision)
{
    output_text(out, key);
    output_number(out, value, precision);
}

/** @param count below 2^63 */
static inline void json_put_count(struct output *out, const char *key, uint64_t count)
{
    output_text(out, key);
    output_integer(out, (int64_t)count);
}
