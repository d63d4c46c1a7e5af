#ifndef BASE_COUNTING_SORT_H
#define BASE_COUNTING_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Lists things 0..n-1 by key, those of the same key in ascending order: order[first[k]..first[k+1]) have key k. O(n +
 *  keys).
 *  @param key   of each, < keys
 *  @param first room for keys + 1 */
static inline void counting_sort(const uint32_t *key, size_t n, size_t keys, uint32_t *first, uint32_t *order)
{
    memset(first, 0, (keys + 1) * sizeof *first);
    for (size_t i = 0; i < n; i++)
        first[key[i]]++;
    for (size_t k = 0; k < keys; k++)
        first[k + 1] += first[k];
    for (size_t i = n; i-- > 0;)
        order[--first[key[i]]] = (uint32_t)i;
}

#endif
