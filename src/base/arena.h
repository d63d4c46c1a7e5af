#pragma once

#include <stddef.h>

struct arena_entry;

/** Texts and numbers that are freed at once: a list. Starts as {0}. Owner: the caller, freed by arena_free(). */
struct arena {
    struct arena_entry *last;
};

/** Room for a text of so many bytes, its NUL included, or for numbers. NULL: out of memory. */
char *arena_take(struct arena *arena, size_t bytes);

/** A copy of a text. NULL: out of memory. */
char *arena_text(struct arena *arena, const char *text);

void arena_free(struct arena *arena);
