/*
 * Repeated keys of an object. Few keys are compared pair by pair; many are sorted, so that no input costs more than
 * n log n.
 */
#include "model/json_keys.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_KEYS = 16 };

static int compare(const struct json_key *a, const struct json_key *b)
{
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return memcmp(a->bytes, b->bytes, a->length);
}

/** Equal keys in the order of the text. */
static int compare_places(const void *left, const void *right)
{
    const struct json_key *a = left, *b = right;
    int by_bytes = compare(a, b);
    return by_bytes ? by_bytes : (a->offset > b->offset) - (a->offset < b->offset);
}

static const struct json_key *among_few(const struct json_key *keys, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (compare(&keys[i], &keys[j]) == 0)
                return &keys[i];
    return NULL;
}

static const struct json_key *in_order(const struct json_key *keys, size_t n)
{
    const struct json_key *first = NULL;
    for (size_t i = 1; i < n; i++)
        if (compare(&keys[i - 1], &keys[i]) == 0 && (!first || keys[i].offset < first->offset))
            first = &keys[i];
    return first;
}

const struct json_key *json_keys_repeated(struct json_key *keys, size_t n, const char *bytes)
{
    for (size_t i = 0; i < n; i++)
        keys[i].bytes = bytes + keys[i].start;
    if (n <= FEW_KEYS)
        return among_few(keys, n);
    qsort(keys, n, sizeof *keys, compare_places);
    return in_order(keys, n);
}
