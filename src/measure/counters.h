#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { COUNTERS_WALLS = 4 };

/** What an integrator has counted since the run began. */
struct counters {
    uint64_t ball, surface; /* contacts that received an impulse: rows of the event log, but for pockets */
    uint64_t simultaneous;  /* groups of more than one contact resolved at one instant (`event` only) */
    double lost;            /* energy taken by contacts, friction and pockets so far; negative: a law created some */
    double work;            /* of surfaces that move, on balls */
    double heat[COUNTERS_WALLS]; /* `event`: into balls, from walls with a temperature: left, right, bottom, top */
    uint64_t kept;               /* `event`: hits kept up at the lowest bounce (events/lasting_contact.h) */
    double elastic;        /* `event`: energy that hits have not lost because contact_time made them elastic, where it
                              is more than a hundredth of what their bodies had, >= 0 */
    uint64_t creeps;       /* `event`: hits by which balls that rub lie on each other */
    double overlap;        /* largest overlap seen, relative to the smaller radius; >= 0 */
    uint64_t pulls;        /* `event`: contacts with negative impulse */
    uint64_t energy_gains; /* `event`: groups that gained energy */
    uint64_t last_resorts; /* `event`: groups that the law had to end perfectly inelastically */
    double rest;           /* time since which all balls rest or are in pockets; HUGE_VAL: one moves */
    bool collapsed;        /* `event`: advance() failed because of an inelastic collapse */
    bool beyond;           /* a wall with a mass has been outside its range */
    bool crushed;          /* `event`: or because surfaces that move have left balls no room */
};

/** Counts a contact that is over. */
static inline void counters_add(struct counters *counters, bool is_pair)
{
    if (is_pair)
        counters->ball++;
    else
        counters->surface++;
}

/** Keeps the largest overlap seen, in whatever order they come. @param r the smaller radius */
static inline void counters_overlap(struct counters *counters, double depth, double r)
{
    if (depth > counters->overlap * r * (1 - 0x1p-40) && depth / r > counters->overlap)
        counters->overlap = depth / r;
}
