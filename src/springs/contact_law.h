#pragma once

#include <math.h>
#include <stdbool.h>

#include "base/simd.h"
#include "springs/spring_contact.h"

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
 * Rolling resistance (Luding, Granular Matter 10, 235, 2008; LAMMPS' rolling sds) is a torque by a spring of the same
 * kind. With R = r_a r_b/(r_a + r_b), at surfaces the radius,
 *
 *     f = -k_roll psi - gamma_roll psi',  psi' = R (wz_a - wz_b),  |f| <= mu_roll F_n,  torque R f on a, -R f on b.
 *
 * psi turns with the contact, so nothing of it is lost. (Where the cap acts LAMMPS stretches psi backwards, too.)
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
    bool rolls;   /* contacts resist rolling */
    enum spring_stretch stretch;
    double time; /* as in struct spring_stretching */
};

#define LANE                        double
#define LANE_ALL(value)             ((double)(value))
#define LANE_SELECT(where, yes, no) ((where) ? (yes) : (no))
#define LANE_ANY(where)             (where)
#define LANE_ABS(value)             fabs(value)
#define LANE_SQRT(value)            sqrt(value)
#define LAW(name)                   name##_one
#include "springs/contact_law_lane.h"
#undef LANE
#undef LANE_ALL
#undef LANE_SELECT
#undef LANE_ANY
#undef LANE_ABS
#undef LANE_SQRT
#undef LAW

#define LANE                        f64x4
#define LANE_ALL(value)             F64X4_ALL(value)
#define LANE_SELECT(where, yes, no) f64x4_select(where, yes, no)
#define LANE_ANY(where)             simd.movemask(where)
#define LANE_ABS(value)             f64x4_abs(value)
#define LANE_SQRT(value)            f64x4_sqrt(value)
#define LAW(name)                   name##_four
#include "springs/contact_law_lane.h"
#undef LANE
#undef LANE_ALL
#undef LANE_SELECT
#undef LANE_ANY
#undef LANE_ABS
#undef LANE_SQRT
#undef LAW
