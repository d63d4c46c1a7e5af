/*
 * Repeated keys of an object. Few keys are compared pair by pair; many are sorted, so that no input costs more than
 * n log n. The sort is a merge sort: stable, so equal keys stay in the order of the text, and unlike qsort() it can be
 * given the bytes.
 */
#include "model/json_keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { FEW_KEYS = 16 };

static int compare(const char *bytes, const struct json_key *a, const struct json_key *b)
{
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return memcmp(bytes + a->start, bytes + b->start, a->length);
}

static void sort(const char *bytes, struct json_key *keys, struct json_key *spare, size_t n)
{
    if (n < 2)
        return;
    size_t half = n / 2, a = 0, b = half, to = 0;
    sort(bytes, keys, spare, half);
    sort(bytes, keys + half, spare, n - half);
    memcpy(spare, keys, n * sizeof *keys);
    while (a < half || b < n) {
        bool from_a = b == n || (a < half && compare(bytes, &spare[a], &spare[b]) <= 0);
        keys[to++] = from_a ? spare[a++] : spare[b++];
    }
}

static const struct json_key *among_few(const char *bytes, const struct json_key *keys, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (compare(bytes, &keys[i], &keys[j]) == 0)
                return &keys[i];
    return NULL;
}

static const struct json_key *in_order(const char *bytes, const struct json_key *keys, size_t n)
{
    const struct json_key *first = NULL;
    for (size_t i = 1; i < n; i++)
        if (compare(bytes, &keys[i - 1], &keys[i]) == 0 && (!first || keys[i].offset < first->offset))
            first = &keys[i];
    return first;
}

bool json_keys_repeated(struct json_key *keys, size_t n, const char *bytes, const struct json_key **repeated)
{
    if (n <= FEW_KEYS) {
        *repeated = among_few(bytes, keys, n);
        return true;
    }
    struct json_key *spare = mem_array(n, sizeof *spare);
    if (!spare)
        return false;
    sort(bytes, keys, spare, n);
    free(spare);
    *repeated = in_order(bytes, keys, n);
    return true;
}
