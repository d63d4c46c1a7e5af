/*
 * A tournament over all slots: a complete binary tree whose leaves are the slots; each inner node has the earlier of
 * its two children's events, so the root has the earliest of all (for hard discs: Marin and Cordero, Comput. Phys.
 * Commun. 92, 214, 1995).
 *
 * A slot that is rescheduled plays all its matches on the way to the root anew. None of that needs a branch: where the
 * opponents stand is known beforehand, and the earlier of two is selected. Only equal times need a closer look.
 *
 * Invariant: each node has the first of its leaves' events in the order of event_queue_slots_precedes(). Cost: log2(n)
 * matches per event scheduled, against some hundred instructions whatever n for the calendar: better up to the number
 * of slots that event_queue.c knows. Memory: 24 to 48 bytes per slot.
 */
#include "integrators/event/event_queue_internal.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"

bool event_queue_tree_open(struct event_queue_tree *tree, const struct event_queue_slots *slots)
{
    tree->slots = slots;
    for (tree->leaves = 1; tree->leaves < slots->n; tree->leaves *= 2) {
    }
    tree->times = mem_array_aligned(2 * tree->leaves, sizeof *tree->times);
    tree->firsts = mem_array_aligned(2 * tree->leaves, sizeof *tree->firsts);
    if (!tree->times || !tree->firsts)
        return false;
    for (size_t i = 0; i < 2 * tree->leaves; i++)
        tree->times[i] = HUGE_VAL;
    return true;
}

void event_queue_tree_free(struct event_queue_tree *tree)
{
    free(tree->times);
    free(tree->firsts);
}

/** The matches of a slot that meets events at its own time. */
static void update_ties(struct event_queue_tree *tree, uint32_t slot)
{
    uint32_t first = slot;
    for (size_t i = tree->leaves + slot; i > 1; i /= 2) {
        uint32_t other = tree->firsts[i ^ 1];
        if (tree->times[i ^ 1] < HUGE_VAL &&
            event_queue_slots_precedes(tree->slots, event_queue_slots_entry(tree->slots, other),
                                       event_queue_slots_entry(tree->slots, first)))
            first = other;
        tree->times[i / 2] = tree->slots->events[first].t;
        tree->firsts[i / 2] = first;
    }
}

void event_queue_tree_update(struct event_queue_tree *tree, uint32_t slot)
{
    double *times = tree->times, t = tree->slots->events[slot].t;
    uint32_t *firsts = tree->firsts, first = slot;
    size_t i = tree->leaves + slot;
    uint32_t ties = 0;
    times[i] = t;
    firsts[i] = slot;
    for (; i > 1; i /= 2) {
        double other = times[i ^ 1];
        uint32_t is_earlier = t > other;
        ties |= is_earlier ^ (t >= other);
        first ^= (first ^ firsts[i ^ 1]) & -is_earlier; /* arithmetic instead of a branch */
        t = double_min(other, t);
        times[i / 2] = t;
        firsts[i / 2] = first;
    }
    if (ties && t < HUGE_VAL)
        update_ties(tree, slot);
}
