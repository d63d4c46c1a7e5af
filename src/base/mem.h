#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Allocation with the two checks that are easily forgotten: the product count * size must not overflow, and a growing
 * array must not be lost when it cannot grow. `size` is that of an element, in bytes, at least 1. What these functions
 * return belongs to the caller and goes to free(). */

/** Zero-filled array; count 0 gives a valid pointer. NULL: out of memory or overflow. */
void *mem_array(size_t count, size_t size);

/** 64-byte aligned, and on huge pages where the system grants them: for large arrays that are visited at random. The
 *  first is zero-filled, the second is not: what is never written takes no memory. */
void *mem_array_aligned(size_t count, size_t size);
void *mem_array_raw(size_t count, size_t size);

/** mem_grow() where the array must become larger. */
bool mem_enlarge(void *array, size_t *capacity, size_t wanted, size_t size);

/** Makes room for at least `wanted` elements in an array, growing by half or more (amortised O(1) per element).
 *  @param array address of the pointer to it, of any type
 *  @return false: out of memory or overflow; the array and *capacity are then as before. */
static inline bool mem_grow(void *array, size_t *capacity, size_t wanted, size_t size)
{
    return wanted <= *capacity || mem_enlarge(array, capacity, wanted, size);
}

/** A copy of a string. NULL: out of memory. */
char *mem_string(const char *text);
