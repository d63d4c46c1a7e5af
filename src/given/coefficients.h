#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/min_max.h"

/*
 * What contacts do, as data: the coefficients of a pair of balls, or of a ball and a surface. They travel together from
 * the scene to each contact, and what else is to be known of a contact's two bodies becomes a member here.
 * contact/restitution and contact/friction compute with them.
 */

/** Coefficients of restitution by the speed of approach: linear between n pairs, constant outside. */
struct restitution_table {
    uint32_t n; /* >= 1 */
    struct restitution_pair {
        double speed, e; /* speeds >= 0 rise from pair to pair; e from 0 to 1 */
    } pair[];
};

/** A coefficient of restitution, 0..1: a number, then all three are equal; or a table. */
struct restitution {
    double slow;                           /* of slow contacts: the table's first */
    double least, most;                    /* at any speed */
    const struct restitution_table *table; /* NULL: a number. The scene keeps it */
};

static inline struct restitution restitution_of(double e)
{
    return (struct restitution){.slow = e, .least = e, .most = e};
}

/** @param table must outlive what is made of it */
static inline struct restitution restitution_of_table(const struct restitution_table *table)
{
    struct restitution restitution = restitution_of(table->pair[0].e);
    for (uint32_t i = 1; i < table->n; i++) {
        restitution.least = double_min(restitution.least, table->pair[i].e);
        restitution.most = double_max(restitution.most, table->pair[i].e);
    }
    restitution.table = table;
    return restitution;
}

/** What is left of one that may be no larger; tables stay as they are: whoever gives one has checked it. */
static inline struct restitution restitution_at_most(struct restitution restitution, double most)
{
    return restitution.table || restitution.slow <= most ? restitution : restitution_of(most);
}

/** The coefficient of friction between two surfaces, a + b exp(-c g) at a relative speed g of the surfaces; a, b and c
 *  are >= 0. A plain number is a, with b = c = 0. */
struct friction {
    double a, b; /* a + b is the coefficient of slow surfaces, a that of fast ones */
    double c;    /* per speed */
};

/** True if there is friction, at some speed. */
static inline bool friction_acts(struct friction mu)
{
    return mu.a > 0 || mu.b > 0;
}

/** Of slow surfaces. */
static inline double friction_of_slow(struct friction mu)
{
    return mu.a + mu.b;
}

/** How two surfaces rub. */
struct rubbing {
    struct friction mu; /* by their relative speed */
    double beta;        /* tangential restitution, -1..1: what comes back of that speed where they stick */
};

/** All of a contact. */
struct coefficients {
    struct restitution restitution; /* first: coefficients_are_equal() */
    struct rubbing rubbing;
    double mu_roll; /* rolling resistance, of springs: their torque is at most this times normal force times radius */
};

/** Whether springs, which know no tables, cannot tell them apart. */
static inline bool coefficients_are_equal(const struct coefficients *one, const struct coefficients *other)
{
    const size_t behind = sizeof one->restitution;
    return one->restitution.slow == other->restitution.slow &&
           memcmp((const char *)one + behind, (const char *)other + behind, sizeof *one - behind) == 0;
}

/** Which of them are given, as bits in the order of the members. */
enum coefficients_given { GIVEN_E = 1, GIVEN_MU = 2, GIVEN_BETA = 4, GIVEN_MU_ROLL = 8 };

/** The bit of the member at that offset. */
unsigned coefficients_bit(size_t offset);

/** @param from what the bits of `given` take */
void coefficients_take(struct coefficients *to, const struct coefficients *from, unsigned given);
