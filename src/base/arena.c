/* Blocks in a list, each twice as large as the one before up to a limit, and each filled from its end. */
#include "base/arena.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 1 << 10, LARGEST_BLOCK = 1 << 20 };

struct arena_block {
    struct arena_block *before;
    size_t size;
    char bytes[];
};

static bool add_block(struct arena *arena, size_t wanted)
{
    size_t size = arena->last ? 2 * arena->last->size : FIRST_BLOCK;
    size = size < LARGEST_BLOCK ? size : LARGEST_BLOCK;
    size = size > wanted ? size : wanted;
    struct arena_block *block = malloc(sizeof *block + size);
    if (!block)
        return false;
    block->before = arena->last;
    block->size = arena->left = size;
    arena->last = block;
    return true;
}

char *arena_take(struct arena *arena, size_t bytes)
{
    if (bytes > arena->left && !add_block(arena, bytes))
        return NULL;
    arena->left -= bytes;
    return arena->last->bytes + arena->left;
}

char *arena_text(struct arena *arena, const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = arena_take(arena, bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}

void arena_free(struct arena *arena)
{
    for (struct arena_block *block = arena->last, *before; block; block = before) {
        before = block->before;
        free(block);
    }
    *arena = (struct arena){NULL, 0};
}
