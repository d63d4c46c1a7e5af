#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

struct arena_entry {
    struct arena_entry *before;
    _Alignas(double) char bytes[];
};

char *arena_take(struct arena *arena, size_t bytes)
{
    struct arena_entry *text = malloc(sizeof *text + bytes);
    if (!text)
        return NULL;
    text->before = arena->last;
    arena->last = text;
    return text->bytes;
}

char *arena_text(struct arena *arena, const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = arena_take(arena, bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}

void arena_free(struct arena *arena)
{
    for (struct arena_entry *text = arena->last, *before; text; text = before) {
        before = text->before;
        free(text);
    }
    *arena = (struct arena){NULL};
}
