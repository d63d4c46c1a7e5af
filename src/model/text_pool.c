/*
 * A hash table with linear probing, at most half full. The hash is FNV-1a (Fowler, Noll and Vo, 1991).
 * Cost: O(length of the text) per call, amortised. Texts cannot be taken out again.
 */
#include "model/text_pool.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct text_pool {
    char **slot; /* NULL: free */
    size_t slots, used;
};

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

/** The slot that holds the text, or the free one where it belongs. */
static char **find(char **slot, size_t slots, const char *text)
{
    size_t at = (size_t)hash_of(text) & (slots - 1);
    while (slot[at] && strcmp(slot[at], text) != 0)
        at = (at + 1) & (slots - 1);
    return &slot[at];
}

static bool grow(struct text_pool *pool)
{
    size_t slots = 2 * pool->slots;
    char **slot = mem_array(slots, sizeof *slot);
    if (!slot)
        return false;
    for (size_t i = 0; i < pool->slots; i++)
        if (pool->slot[i])
            *find(slot, slots, pool->slot[i]) = pool->slot[i];
    free(pool->slot);
    pool->slot = slot;
    pool->slots = slots;
    return true;
}

struct text_pool *text_pool_create(void)
{
    struct text_pool *pool = mem_array(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->slots = 32;
    pool->slot = mem_array(pool->slots, sizeof *pool->slot);
    if (pool->slot)
        return pool;
    free(pool);
    return NULL;
}

void text_pool_destroy(struct text_pool *pool)
{
    if (!pool)
        return;
    for (size_t i = 0; i < pool->slots; i++)
        free(pool->slot[i]);
    free(pool->slot);
    free(pool);
}

const char *text_pool_keep(struct text_pool *pool, const char *text)
{
    char **slot = find(pool->slot, pool->slots, text);
    if (*slot)
        return *slot;
    if (2 * (pool->used + 1) > pool->slots) {
        if (!grow(pool))
            return NULL;
        slot = find(pool->slot, pool->slots, text);
    }
    *slot = mem_string(text);
    pool->used += *slot ? 1 : 0;
    return *slot;
}
