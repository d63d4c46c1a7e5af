#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "springs/contact_law.h"
#include "springs/damping_ratios.h"
#include "springs/tangential_rows.h"
#include "steps/stepper.h"

/* Of what the springs and dashpots of contacts that rub are made, for each pair of bodies. */

struct tangential_constants {
    const struct stepper *base;          /* borrowed, as are */
    const struct damping_ratios *ratios; /* those of dashpots */
    bool are_alike;                      /* the balls have one mass, one inertia and one set of coefficients, surfaces
                                            one ratio; */
    struct spring_constants alike[2];    /* then: of any two of them, of any with a surface, but for its mu; */
    struct rolling_constants alike_rolling[2]; /* the same, if contacts resist rolling */
};

/** Borrows the stepper and the ratios. @param rolls some contacts resist rolling */
struct tangential_constants tangential_constants_of(const struct stepper *base, const struct damping_ratios *ratios,
                                                    bool rolls);

/** Where they are not alike: enters those of a row of a contact. @param former the contact's row of before, or a new
 * one
 */
void tangential_constants_enter(const struct tangential_constants *constants, const struct tangential_rows *rows,
                                size_t row, const struct tangential_rows *former, size_t from);

/** Those of a row. */
static inline struct spring_constants tangential_constants_at(const struct tangential_constants *constants,
                                                              const struct tangential_rows *rows, size_t row)
{
    return constants->are_alike ? constants->alike[rows->keys[row] >> 63] : rows->constants[row];
}

/** The same against rolling. */
static inline struct rolling_constants tangential_constants_rolling_at(const struct tangential_constants *constants,
                                                                       const struct tangential_rows *rows, size_t row)
{
    return constants->are_alike ? constants->alike_rolling[rows->keys[row] >> 63] : rows->rolling[row];
}

/** Arms of rolling between a ball and a body. */
static inline struct arms_one tangential_constants_arms(const struct stepper *base, uint32_t a, uint32_t b)
{
    return contact_is_ball(b) ? arms_of_one(base->r[a], base->r[b]) : (struct arms_one){base->r[a], 1, 0};
}

/** By how much of its fall a moves against b: 1: b is fixed, or a surface; -1: a is; 0: both are, or none.
 *  @param m masses */
static inline double tangential_constants_falls(const double *m, uint32_t a, uint32_t b)
{
    const bool b_falls = contact_is_ball(b) && m[b] < HUGE_VAL;
    return (m[a] < HUGE_VAL) - b_falls;
}
