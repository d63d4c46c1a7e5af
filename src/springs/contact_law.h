#pragma once

#include "base/simd.h"

/*
 * The law of a spring contact that rubs (Cundall and Strack, Geotechnique 29, 47, 1979): along the normal
 * max(0, k s + c w), see contact/spring.h, and across it a spring and a dashpot,
 *
 *     F = -k_t xi - c_t g,   xi' = g,   |F| <= mu F_n,
 *
 * with g the velocity of the surface of a against that of b. Where the cap acts, the contact slides: xi is shortened as
 * the pull is. (LAMMPS stretches it backwards instead, until spring and dashpot pull no more than that, so where c_t is
 * large, which is where beta is small, friction is weak.) xi turns with the contact; in fixed steps it keeps its part
 * across the new normal. With c_t = 0 this is LAMMPS' gran/hooke/history to the last term.
 *
 * Energy: k_t xi^2/2 is stored; what the dashpot takes, what is shortened, and what is left when a contact ends is
 * lost. A kick by a force f over a time h takes h f times the mean of the velocities before and after it, to rounding.
 * So what dashpots and the cap add to the springs is kept, and its power taken with the velocities before and those
 * after.
 *
 * Limits: mu = 0: no force; beta = 1 and no sliding: elastic.
 *
 * It is written once, over lanes (contact_law_lane.h), and made for a double, direction_one() and so on, and for four
 * contacts at once, direction_four(). A further force of a contact that depends on what it has kept goes there, too.
 */

/** What a spring pulls that friction has shortened, in units of what friction holds: so little less that rounding makes
 *  it no more. */
#define CONTACT_LAW_HELD (1 - 0x1p-49)

/** What is the same for all contacts; a constant where lanes are many. */
struct contact_law {
    bool is_flat; /* balls turn about the vertical only */
    double time;  /* as in struct spring_stretching */
};

/* ---- operations on lanes of either kind ---- */

ALWAYS_INLINE double contact_law_select_one(bool where, double yes, double no)
{
    return where ? yes : no;
}

ALWAYS_INLINE double contact_law_abs_one(double of)
{
    return of < 0 ? 0 - of : of;
}

ALWAYS_INLINE double contact_law_sqrt_one(double of)
{
    return sqrt(of);
}

ALWAYS_INLINE bool contact_law_any_one(int where, struct simd_ops simd)
{
    (void)simd;
    return where;
}

ALWAYS_INLINE bool contact_law_any_four(mask64x4 where, struct simd_ops simd)
{
    return simd.movemask(where);
}

#define lane_select(where, yes, no) \
    _Generic((yes), double : contact_law_select_one, f64x4 : f64x4_select)(where, yes, no)
#define lane_abs(of)          _Generic((of), double : contact_law_abs_one, f64x4 : f64x4_abs)(of)
#define lane_sqrt(of)         _Generic((of), double : contact_law_sqrt_one, f64x4 : f64x4_sqrt)(of)
#define lane_any(where, simd) _Generic((where), int : contact_law_any_one, default : contact_law_any_four)(where, simd)

/* ---- the law ---- */

#define LANE            double
#define LANE_ALL(value) ((double)(value))
#define LAW(name)       name##_one
#include "springs/contact_law_lane.h"
#undef LANE
#undef LANE_ALL
#undef LAW

#define LANE            f64x4
#define LANE_ALL(value) F64X4_ALL(value)
#define LAW(name)       name##_four
#include "springs/contact_law_lane.h"
#undef LANE
#undef LANE_ALL
#undef LAW
