#pragma once

#include "events/event_hit.h"

/* Contacts that last: bodies that accelerations bring together again after each hit, and the lowest bounce with which
 * they are kept up (lasting_contact.c). Hits, rolling on and the bound of work ask here; no other file knows the rule.
 */

/** Height of the lowest bounce under gravity, in sums of the radii (at a surface: radii). */
#define LASTING_FALL 1e-6

/** The same where nothing takes energy: a bounce that is kept up goes on for ever, at any place that its energy
 * reaches. */
#define LASTING_ELASTIC 1e-7

/** The same of bodies that friction presses together. */
#define LASTING_CREEP 1e-8

/** The same where only the curve of an arc presses. */
#define LASTING_TURN CONTACT_TOUCHING

/** The lowest bounce under a law of motion.
 *  @param loses anything in the scene takes energy of what bounces: a restitution below 1, or friction */
static inline struct lowest_bounce lasting_contact_lowest_bounce(const struct motion *motion, double contact_time,
                                                                 bool loses)
{
    const double g = motion_falls(motion) ? vec2_length(motion->gravity) : 0, half = 0.5 * g * contact_time;
    const bool dies_away = g > 0 && (loses || contact_time > 0);
    struct lowest_bounce lowest = {
        .g = g, .h = LASTING_TURN, .elastic_for = contact_time, .dies_away = dies_away, .squared = half * half};
    if (g > 0) {
        lowest.h = dies_away ? LASTING_FALL : LASTING_ELASTIC;
    } else if (motion_decelerates(motion)) {
        lowest.h = LASTING_CREEP;
        lowest.elastic_for = 0;
    }
    lowest.squared_per_reach = 2 * g * lowest.h;
    return lowest;
}

/** Square of the speed with which a hit that is kept up parts at least, where nothing but gravity presses.
 *  @param reach sum of the radii; ball and surface: the radius. 0: there is no gravity */
static inline double lasting_contact_fallen(const struct event_system *system, double reach)
{
    return double_max(system->lowest.squared_per_reach * reach, system->lowest.squared);
}

/** Square of the speed of the lowest bounce of two bodies that touch, as far as it can be told before they are hit:
 *  whichever way friction is going to press them. 0: nothing accelerates them.
 *  @param b NULL: a surface */
double lasting_contact_lowest(const struct event_system *system, const struct particle *a, const struct particle *b);

/** True if a hit may be slow enough to be kept up, or to be of its two bodies alone, where nothing but gravity presses.
 *  @param speed_squared of the parting, as the law of impact has it */
static inline bool lasting_contact_may_fall(const struct event_system *system, double reach, double speed_squared)
{
    return system->lowest.dies_away && speed_squared < 4 * lasting_contact_fallen(system, reach);
}

/** Time of the lowest bounce of a ball at a surface that it is pressed to. @param a acceleration @param h as above */
static inline double lasting_contact_bounce_time(double a, double h, double r)
{
    return a > 0 ? sqrt(8 * h * r / a) : 0;
}

/** Time of the lowest bounce of a ball by itself: under its own friction, or under gravity; 0: nothing accelerates it.
 */
double lasting_contact_time(const struct event_system *system, const struct particle *ball);

/** The time of the lowest bounce that a ball on the cloth makes under its own friction; 0: it does not decelerate. */
double lasting_contact_creeping_time(const struct motion *motion, const struct particle *ball);

/** True if ball i of a hit leaves, on the cloth, with a slide that ends within its lowest bounce. */
bool lasting_contact_slips_briefly(const struct motion *motion, const struct hit *hit, int i);

/** A ball of which accelerations are asked. They follow the velocity: under friction the new one. */
struct lasting_ball {
    struct particle ball;
    struct leg leg;
};

/** Ball i of a hit as such a body, for which `room` has room.
 *  @param lasting on the cloth: after a slide that ends within a bounce, which gives no lasting pressure */
struct body lasting_contact_body(const struct motion *motion, const struct hit *hit, int i, bool lasting,
                                 struct lasting_ball *room);

/** The pressure of two balls that touch at the time at which both trajectories begin: their relative acceleration along
 *  the line of centres less the centrifugal one. That on a surface is boundary_pressure().
 *  @param d separation, b minus a */
double lasting_contact_pressure(const struct motion *motion, struct body a, struct body b, struct vec2 d);

/** Keeps a hit up if it would part more slowly than the lowest bounce: sets `parting` and `lasts`.
 *  @param pressure acceleration that drives the two together again; not positive: none does
 *  @param reach    sum of the radii; ball and surface: the radius
 *  @param speed_squared of the parting, as the law of impact has it
 *  Returns how long the bounce lasts if it is kept up; 0: it is not. */
double lasting_contact_keep(const struct event_system *system, struct hit *hit, double pressure, double reach,
                            double speed_squared);

/** The same at a wall with a mass, on which nothing lies. @param load the acceleration that presses it to what flies,
 * or off it, in size */
double lasting_contact_keep_loaded(const struct event_system *system, struct hit *hit, double pressure, double load,
                                   double reach, double speed_squared);
