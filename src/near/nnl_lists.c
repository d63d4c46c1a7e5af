/*
 * The neighbour lists in memory.
 *
 * A list of up to NNL_ROOM neighbours is in its ball's entry, beside the list centre: one cache line has all that an
 * event asks of a ball's neighbourhood. A longer one has memory of its own, which doubles when it is full and is kept
 * when the list shrinks. Lists of all balls lie in one block. All are filled up with the sentinel, so that the
 * impact-time kernel can read whole groups of four.
 */
#include "near/nnl_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { FIRST_LONG = 16 }; /* room of a list that no longer fits into its entry; a multiple of the kernel's groups */

/** Gives a full list more room. */
static bool enlarge(struct nnl *nnl, uint32_t slot)
{
    struct nnl_entry *entry = &nnl->entries[slot];
    uint32_t room = entry->is_long ? 2 * entry->room : FIRST_LONG, *list = mem_array_raw(room, sizeof *list);
    if (!list)
        return false;
    memcpy(list, nnl_list_start(nnl, slot), entry->count * sizeof *list);
    for (uint32_t i = entry->count; i < room; i++)
        list[i] = (uint32_t)nnl->n;
    if (entry->is_long)
        free(entry->list);
    entry->is_long = true;
    entry->list = list;
    entry->room = room;
    return true;
}

bool nnl_lists_append(struct nnl *nnl, uint32_t slot, uint32_t other)
{
    struct nnl_entry *entry = &nnl->entries[slot];
    if (entry->count == (entry->is_long ? entry->room : NNL_ROOM) && !enlarge(nnl, slot))
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
    for (size_t i = 0; i < nnl->n; i++) {
        struct nnl_entry *entry = &nnl->entries[i];
        *entry = (struct nnl_entry){.near_boundary = 1};
        for (int k = 0; k < NNL_ROOM; k++)
            entry->slots[k] = (uint32_t)nnl->n;
    }
}

bool nnl_lists_fill(struct nnl *nnl)
{
    const uint32_t n = (uint32_t)nnl->n, room = (n - 1) / FIRST_LONG * FIRST_LONG + FIRST_LONG;
    uint32_t *list = nnl->all_lists = mem_array_raw((size_t)n * room, sizeof *list);
    for (uint32_t i = 0; list && i < n; i++, list += room) {
        for (uint32_t k = 0; k < room; k++)
            list[k] = k < i ? k : k + 1 < n ? k + 1 : n;
        nnl->entries[i].is_long = true;
        nnl->entries[i].count = n - 1;
        nnl->entries[i].list = list;
        nnl->entries[i].room = room;
    }
    return nnl->all_lists;
}

void nnl_lists_close(struct nnl *nnl)
{
    for (size_t i = 0; nnl->entries && i < nnl->n && !nnl->all_lists; i++)
        if (nnl->entries[i].is_long)
            free(nnl->entries[i].list);
    free(nnl->all_lists);
}
