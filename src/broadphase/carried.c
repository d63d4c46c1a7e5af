/*
 * A contact is new if its pair did not touch at the step before, also where the list was made anew in between. Both
 * lists are walked side by side in lexicographic order. Where pairs are then arranged for sums, a mark on each
 * pair takes the flag along.
 */
#include "broadphase/carried.h"

bool carried_save(struct carried *carried, const struct candidates *from, bool arranged, size_t n)
{
    struct pairs *touched = &carried->touched;
    touched->count = 0;
    if (!pairs_reserve(touched, from->pairs.count + 1))
        return false;
    for (size_t p = 0; from->flags && p < from->pairs.count; p += TOUCHING_GROUP)
        for (unsigned flags = from->flags[p / TOUCHING_GROUP], i = 0; flags; flags >>= 1, i++)
            if (flags & 1)
                touched->items[touched->count++] = from->pairs.items[p + i];
    return !arranged || pairs_sort(touched, n);
}

/** Advances *at to the place of a pair in a sorted list. true: it is there. */
static bool find_pair(const struct pairs *pairs, size_t *at, struct pair wanted)
{
    while (*at < pairs->count && pairs_before(pairs->items[*at], wanted))
        ++*at;
    return *at < pairs->count && !pairs_before(wanted, pairs->items[*at]);
}

bool carried_add(const struct carried *carried, struct pairs *near, size_t n)
{
    struct pairs known = *near;
    for (size_t k = 0, at = 0; k < carried->touched.count; k++) {
        struct pair pair = carried->touched.items[k];
        known.items = near->items;
        if (!find_pair(&known, &at, pair) && !pairs_add(near, pair.a, pair.b))
            return false;
    }
    return near->count == known.count || pairs_sort(near, n);
}

static void set_flag(struct candidates *candidates, size_t pair)
{
    candidates->flags[pair / TOUCHING_GROUP] |= (uint8_t)(1 << pair % TOUCHING_GROUP);
}

static bool arrange(struct carried *carried, struct candidates *to, const struct candidates_rule *rule,
                    const struct sum_order *order)
{
    for (size_t k = 0, at = 0; k < carried->touched.count; k++)
        if (find_pair(&to->pairs, &at, carried->touched.items[k]))
            to->pairs.items[at++].b |= SUM_ORDER_MARK;
    if (!sum_order_arrange(&to->pairs, order, rule->n, &carried->workspace) || !candidates_clear_flags(to, rule))
        return false;
    for (size_t p = 0; p < to->pairs.count; p++)
        if (to->pairs.items[p].b & SUM_ORDER_MARK) {
            to->pairs.items[p].b &= ~SUM_ORDER_MARK;
            set_flag(to, p);
        }
    return true;
}

bool carried_prepare(struct carried *carried, struct candidates *to, const struct candidates_rule *rule,
                     const struct sum_order *order)
{
    if (order->id)
        return arrange(carried, to, rule, order) && candidates_prepare(to, rule);
    if (!candidates_prepare(to, rule) || !candidates_clear_flags(to, rule))
        return false;
    for (size_t k = 0, at = 0; k < carried->touched.count; k++)
        if (find_pair(&to->pairs, &at, carried->touched.items[k]))
            set_flag(to, at);
    return true;
}

void carried_free(struct carried *carried)
{
    pairs_free(&carried->touched);
    sum_order_free(&carried->workspace);
}
