#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/host.h"

/* Bytes. Arrays from HUGE_PAGE on are to be on huge pages. Freed blocks up to SMALL the C library keeps at hand for
 * malloc, but not for calloc. */
enum { CACHE_LINE = 64, HUGE_PAGE = 2 << 20, SMALL = 1024 };

/** The same block, all zero; NULL for NULL. */
static void *cleared(void *block, size_t bytes)
{
    if (block)
        memset(block, 0, bytes);
    return block;
}

void *mem_array(size_t count, size_t size)
{
    return count > SMALL / size ? calloc(count, size) : cleared(malloc(count * size + !count), count * size);
}

void *mem_array_raw(size_t count, size_t size)
{
    if (count > (SIZE_MAX - HUGE_PAGE) / size)
        return NULL;
    size_t bytes = count * size;
    size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;
    size_t rounded = bytes / CACHE_LINE * CACHE_LINE + CACHE_LINE;
    void *block = NULL;
    if (posix_memalign(&block, alignment, rounded) != 0)
        return NULL;
    if (bytes >= HUGE_PAGE)
        host_memory_is_large(block, rounded);
    return block;
}

void *mem_array_aligned(size_t count, size_t size)
{
    return cleared(mem_array_raw(count, size), count * size);
}

bool mem_enlarge(void *array, size_t *capacity, size_t wanted, size_t size)
{
    size_t larger = *capacity + *capacity / 2 + 16;
    if (larger < wanted)
        larger = wanted;
    if (larger > SIZE_MAX / size)
        return false;
    void *old;
    memcpy(&old, array, sizeof old); /* whatever the type of the pointer */
    void *grown = realloc(old, larger * size);
    if (!grown)
        return false;
    memcpy(array, &grown, sizeof grown);
    *capacity = larger;
    return true;
}

char *mem_string(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}
