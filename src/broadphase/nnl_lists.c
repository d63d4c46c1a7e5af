/*
 * The pool of neighbour lists.
 *
 * All lists live in one array of 32-bit ball numbers. A list consists of 1, 2, 3, 4, 6, 8, ... blocks of eight, its
 * size class, and is filled up with the sentinel, so that the impact-time kernel can read whole groups of four; a
 * ball's entry tells how many groups are in use. A full list moves to the next size class and returns its place to the
 * pool, where free lists of a class are chained. About 45 bytes per ball.
 */
#include "broadphase/nnl_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/** Enlarges the pool to hold so many entries. */
static bool reserve_lists(struct nnl *nnl, size_t entries)
{
    struct nnl_private *own = nnl->own;
    if (entries <= own->lists_capacity)
        return true;
    size_t larger = entries + entries / 4;
    uint32_t *lists = mem_array_raw(larger, sizeof *lists);
    if (!lists)
        return false;
    if (nnl->lists)
        memcpy(lists, nnl->lists, own->lists_used * sizeof *lists);
    free(nnl->lists);
    nnl->lists = lists;
    own->lists_capacity = larger;
    return true;
}

/** Takes an empty list of a size class from the pool; returns its first block, NNL_NIL: out of memory. */
static uint32_t take_list(struct nnl *nnl, uint32_t size_class)
{
    struct nnl_private *own = nnl->own;
    uint32_t block = own->free_lists[size_class], size = NNL_BLOCK * nnl_blocks(size_class);
    if (block != NNL_NIL) {
        own->free_lists[size_class] = nnl->lists[(size_t)block * NNL_BLOCK];
    } else {
        size_t end = own->lists_used + size;
        if (end / NNL_BLOCK > NNL_MAX_BLOCKS || size_class >= NNL_CLASSES || !reserve_lists(nnl, end))
            return NNL_NIL;
        block = (uint32_t)(own->lists_used / NNL_BLOCK);
        own->lists_used = end;
    }
    uint32_t *list = nnl->lists + (size_t)block * NNL_BLOCK;
    for (uint32_t i = 0; i < size; i++)
        list[i] = nnl->sentinel;
    return block;
}

static void return_list(struct nnl *nnl, uint32_t block, uint32_t size_class)
{
    nnl->lists[(size_t)block * NNL_BLOCK] = nnl->own->free_lists[size_class];
    nnl->own->free_lists[size_class] = block;
}

static uint32_t list_capacity(const struct nnl *nnl, uint32_t slot)
{
    return NNL_BLOCK * nnl_blocks(nnl->entries[slot].size_class);
}

uint32_t nnl_lists_size(const struct nnl *nnl, uint32_t slot)
{
    const uint32_t *list = nnl_list_start(nnl, slot);
    uint32_t size = list_capacity(nnl, slot);
    while (size && list[size - IMPACT_KERNEL_LANES] == nnl->sentinel)
        size -= IMPACT_KERNEL_LANES;
    return size;
}

uint32_t nnl_lists_count(const struct nnl *nnl, const uint32_t *list, uint32_t size)
{
    uint32_t count = size;
    while (count && list[count - 1] == nnl->sentinel)
        count--;
    return count;
}

/** Moves a full list to the next size class. */
static bool list_enlarge(struct nnl *nnl, uint32_t slot)
{
    struct nnl_entry *entry = &nnl->entries[slot];
    uint32_t size, block = take_list(nnl, entry->size_class + 1);
    if (block == NNL_NIL)
        return false;
    const uint32_t *from = nnl_list(nnl, slot, &size);
    memcpy(nnl->lists + (size_t)block * NNL_BLOCK, from, size * sizeof *from);
    return_list(nnl, entry->block, entry->size_class);
    entry->block = block & (NNL_MAX_BLOCKS - 1);
    entry->size_class++;
    return true;
}

bool nnl_lists_append(struct nnl *nnl, uint32_t slot, uint32_t other)
{
    uint32_t size, *list = nnl_list(nnl, slot, &size), count = nnl_lists_count(nnl, list, size);
    if (count == list_capacity(nnl, slot)) {
        if (!list_enlarge(nnl, slot))
            return false;
        list = nnl_list_start(nnl, slot);
    }
    list[count] = other;
    if (count == size && nnl->entries[slot].groups < NNL_MANY)
        nnl->entries[slot].groups++;
    return true;
}

void nnl_lists_erase(struct nnl *nnl, uint32_t slot, uint32_t index)
{
    uint32_t size, *list = nnl_list(nnl, slot, &size), last = nnl_lists_count(nnl, list, size) - 1;
    list[index] = list[last];
    list[last] = nnl->sentinel;
    if (last % IMPACT_KERNEL_LANES == 0 && nnl->entries[slot].groups < NNL_MANY)
        nnl->entries[slot].groups--;
}

void nnl_lists_remove(struct nnl *nnl, uint32_t slot, uint32_t other)
{
    const uint32_t *list = nnl_list_start(nnl, slot);
    uint32_t index = 0;
    while (list[index] != other)
        index++;
    nnl_lists_erase(nnl, slot, index);
}

bool nnl_lists_open(struct nnl *nnl)
{
    for (int i = 0; i < NNL_CLASSES + 1; i++)
        nnl->own->free_lists[i] = NNL_NIL;
    if (!reserve_lists(nnl, 2 * nnl->own->n * NNL_BLOCK))
        return false;
    for (size_t i = 0; i < nnl->own->n; i++) {
        uint32_t block = take_list(nnl, 0);
        if (block == NNL_NIL)
            return false;
        nnl->entries[i] = (struct nnl_entry){.block = block & (NNL_MAX_BLOCKS - 1), .near_boundary = 1};
    }
    return true;
}
