/*
 * The neighbour lists in memory.
 *
 * A list of up to NNL_ROOM neighbours is in its ball's entry, beside the list centre: one cache line has all that an
 * event asks of a ball's neighbourhood. Longer ones lie in one array for all of them. They consist of 2, 3, 4, 6, 8,
 * ... blocks of eight, their size class. A full list moves to the next size class and returns its place, where free
 * lists of a class are chained. All are filled up with the sentinel, so that the impact-time kernel can read whole
 * groups of four.
 */
#include "broadphase/nnl_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/** Blocks in a list of a size class: 2, 3, 4, 6, 8, 12, 16, ... */
static uint32_t blocks_of(uint32_t size_class)
{
    return (2 + size_class % 2) << size_class / 2;
}

/** Enlarges the pool to hold so many entries. */
static bool reserve_lists(struct nnl *nnl, size_t entries)
{
    if (entries <= nnl->lists_capacity)
        return true;
    size_t larger = entries + entries / 4;
    uint32_t *lists = mem_array_raw(larger, sizeof *lists);
    if (!lists)
        return false;
    if (nnl->lists_used > 0)
        memcpy(lists, nnl->lists, nnl->lists_used * sizeof *lists);
    free(nnl->lists);
    nnl->lists = lists;
    nnl->lists_capacity = larger;
    return true;
}

/** Takes an empty list of a size class from the pool; returns its first block, NNL_NIL: out of memory. */
static uint32_t take_list(struct nnl *nnl, uint32_t size_class)
{
    uint32_t block = nnl->free_lists[size_class], size = NNL_BLOCK * blocks_of(size_class);
    if (block != NNL_NIL) {
        nnl->free_lists[size_class] = nnl->lists[(size_t)block * NNL_BLOCK];
    } else {
        size_t end = nnl->lists_used + size;
        if (end / NNL_BLOCK > NNL_MAX_BLOCKS || size_class >= NNL_CLASSES || !reserve_lists(nnl, end))
            return NNL_NIL;
        block = (uint32_t)(nnl->lists_used / NNL_BLOCK);
        nnl->lists_used = end;
    }
    uint32_t *list = nnl->lists + (size_t)block * NNL_BLOCK;
    for (uint32_t i = 0; i < size; i++)
        list[i] = (uint32_t)nnl->n;
    return block;
}

static void return_list(struct nnl *nnl, uint32_t block, uint32_t size_class)
{
    nnl->lists[(size_t)block * NNL_BLOCK] = nnl->free_lists[size_class];
    nnl->free_lists[size_class] = block;
}

static uint32_t list_capacity(const struct nnl_entry *entry)
{
    return entry->is_long ? NNL_BLOCK * blocks_of(entry->size_class) : NNL_ROOM;
}

/** Moves a full list to the next size class. */
static bool list_enlarge(struct nnl *nnl, uint32_t slot)
{
    struct nnl_entry *entry = &nnl->entries[slot];
    uint32_t size_class = entry->is_long ? entry->size_class + 1 : 0, block = take_list(nnl, size_class);
    if (block == NNL_NIL)
        return false;
    memcpy(nnl->lists + (size_t)block * NNL_BLOCK, nnl_list_start(nnl, slot), entry->count * sizeof *nnl->lists);
    if (entry->is_long)
        return_list(nnl, entry->block, entry->size_class);
    entry->is_long = true;
    entry->block = block;
    entry->size_class = size_class;
    return true;
}

bool nnl_lists_append(struct nnl *nnl, uint32_t slot, uint32_t other)
{
    struct nnl_entry *entry = &nnl->entries[slot];
    if (entry->count == list_capacity(entry) && !list_enlarge(nnl, slot))
        return false;
    nnl_list_start(nnl, slot)[entry->count++] = other;
    return true;
}

void nnl_lists_erase(struct nnl *nnl, uint32_t slot, uint32_t index)
{
    uint32_t *list = nnl_list_start(nnl, slot), last = --nnl->entries[slot].count;
    list[index] = list[last];
    list[last] = (uint32_t)nnl->n;
}

void nnl_lists_remove(struct nnl *nnl, uint32_t slot, uint32_t other)
{
    const uint32_t *list = nnl_list_start(nnl, slot);
    uint32_t index = 0;
    while (list[index] != other)
        index++;
    nnl_lists_erase(nnl, slot, index);
}

void nnl_lists_open(struct nnl *nnl)
{
    for (int i = 0; i < NNL_CLASSES + 1; i++)
        nnl->free_lists[i] = NNL_NIL;
    for (size_t i = 0; i < nnl->n; i++) {
        struct nnl_entry *entry = &nnl->entries[i];
        *entry = (struct nnl_entry){.near_boundary = 1};
        for (int k = 0; k < NNL_ROOM; k++)
            entry->slots[k] = (uint32_t)nnl->n;
    }
}
