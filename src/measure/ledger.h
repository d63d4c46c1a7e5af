#pragma once

#include <stdbool.h>

#include "base/sum.h"
#include "measure/counters.h"

/*
 * The ledger of a run: what contacts, motion and pockets have taken of its energy, and how many contacts there were.
 * Everything that takes energy is entered here, so that kinetic and potential energy and `lost` add to what they were
 * at the start, and what walls have worked and heated. The sums are compensated; it depends on the order of entries by
 * a rounding at most.
 */
enum { LEDGER_WALLS = COUNTERS_WALLS };

struct ledger {
    struct counters counts; /* but for `lost`: */
    struct sum lost;
    struct sum work, heat[LEDGER_WALLS]; /* of walls that move; into the balls, by walls with a temperature */
};

/** A contact is over. */
static inline void ledger_contact_ends(struct ledger *ledger, bool is_pair)
{
    counters_add(&ledger->counts, is_pair);
}

/** Energy that contacts have taken; negative: a law created some. */
static inline void ledger_contact_took(struct ledger *ledger, double energy)
{
    if (energy != 0)
        sum_add(&ledger->lost, energy);
}

/** Energy that friction has taken on the way. */
static inline void ledger_motion_took(struct ledger *ledger, double energy)
{
    sum_add(&ledger->lost, energy);
}

/** Work that surfaces that move have done on balls. */
static inline void ledger_walls_worked(struct ledger *ledger, double energy)
{
    if (energy != 0)
        sum_add(&ledger->work, energy);
}

/** Heat that a wall with a temperature has given to a ball. @param wall left, right, bottom, top */
static inline void ledger_wall_heated(struct ledger *ledger, uint32_t wall, double energy)
{
    sum_add(&ledger->heat[wall], energy);
}

/** A ball is in a pocket, and with it its energy. @param potential in the field */
static inline void ledger_pocket_took(struct ledger *ledger, double kinetic, double rotation, double potential)
{
    sum_add(&ledger->lost, kinetic);
    sum_add(&ledger->lost, rotation);
    sum_add(&ledger->lost, potential);
}

/** Two bodies, or a ball and a surface, overlap. @param r the smaller radius */
static inline void ledger_overlap(struct ledger *ledger, double depth, double r)
{
    counters_overlap(&ledger->counts, depth, r);
}

/** All of it. */
static inline struct counters ledger_counters(const struct ledger *ledger)
{
    struct counters counters = ledger->counts;
    counters.lost = sum_value(ledger->lost);
    counters.work = sum_value(ledger->work);
    for (int wall = 0; wall < LEDGER_WALLS; wall++)
        counters.heat[wall] = sum_value(ledger->heat[wall]);
    return counters;
}
