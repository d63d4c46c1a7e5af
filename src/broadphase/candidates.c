/*
 * The distance test reads four pairs at a time, so the pairs are padded with those of a ball whose centre is NaN. Where
 * radii differ each pair has a limit of its own, computed when the pairs are found and not at every search.
 */
#include "broadphase/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool set_limits(struct candidates *candidates, const struct candidates_rule *rule)
{
    size_t count = candidates->pairs.count;
    if (rule->limit >= 0)
        return true;
    bool grown = mem_grow(&candidates->limits, &candidates->limits_capacity, count + CANDIDATES_GROUP,
                          sizeof *candidates->limits);
    for (size_t p = 0; grown && p < count; p++) {
        struct pair pair = candidates->pairs.items[p];
        candidates->limits[p] = touching_limit(rule->r[pair.a] + rule->r[pair.b], rule->softening);
    }
    for (size_t i = 0; grown && i < CANDIDATES_GROUP; i++)
        candidates->limits[count + i] = 0;
    return grown;
}

bool candidates_prepare(struct candidates *candidates, const struct candidates_rule *rule)
{
    const uint32_t padding = (uint32_t)rule->n;
    size_t count = candidates->pairs.count, groups = count / CANDIDATES_GROUP + 1;
    if (!pairs_reserve(&candidates->pairs, CANDIDATES_GROUP))
        return false;
    for (size_t i = 0; i < CANDIDATES_GROUP; i++)
        candidates->pairs.items[count + i] = (struct pair){padding, padding};
    return mem_grow(&candidates->touching, &candidates->touching_capacity, (groups + 1) * CANDIDATES_GROUP,
                    sizeof *candidates->touching) &&
           set_limits(candidates, rule);
}

bool candidates_clear_flags(struct candidates *candidates)
{
    size_t groups = candidates->pairs.count / CANDIDATES_GROUP + 1;
    if (!mem_grow(&candidates->flags, &candidates->flags_capacity, groups, 1))
        return false;
    memset(candidates->flags, 0, candidates->flags_capacity);
    return true;
}

size_t candidates_find_touching(struct candidates *candidates, const struct candidates_rule *rule,
                                const struct vec2 *centre, bool trial, size_t *n_new)
{
    const uint32_t padding = (uint32_t)rule->n;
    if (candidates->pairs.count == 0)
        return 0;
    const struct touching_pairs ask = {.pairs = candidates->pairs.items,
                                       .count = (candidates->pairs.count + CANDIDATES_GROUP - 1) / CANDIDATES_GROUP *
                                                CANDIDATES_GROUP,
                                       .limits = rule->limit < 0 ? candidates->limits : NULL,
                                       .limit = rule->limit,
                                       .period = rule->period,
                                       .is_trial = trial};
    size_t count = rule->search(&ask, centre, candidates->flags, candidates->touching, n_new);
    for (size_t i = 0; i < CANDIDATES_GROUP; i++)
        candidates->touching[count + i] = (struct pair){padding, padding};
    return count;
}

void candidates_free(struct candidates *candidates)
{
    pairs_free(&candidates->pairs);
    free(candidates->limits);
    free(candidates->touching);
    free(candidates->flags);
}
