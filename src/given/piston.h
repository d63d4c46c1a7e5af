#pragma once

#include <math.h>
#include <stdbool.h>

/*
 * A wall of the table with a mass: a body that moves along its normal, x of left and right, y of bottom and top, under
 * a load, gravity and what hits it. Places, velocities and forces are along +x or +y.
 */
struct piston {
    double m;        /* > 0; 0: an ordinary wall */
    double force;    /* the load */
    double x, v;     /* at the start; in a saved scene at the moment of the state */
    double range[2]; /* the run ends when it has been outside; -HUGE_VAL, HUGE_VAL: none */
};

/** As a scene leaves it that does not give it: x is infinite. */
static inline struct piston piston_absent(void)
{
    return (struct piston){.x = HUGE_VAL, .range = {-HUGE_VAL, HUGE_VAL}};
}

static inline bool piston_exists(const struct piston *piston)
{
    return piston->m > 0;
}

static inline bool piston_has_range(const struct piston *piston)
{
    return piston->range[0] > -HUGE_VAL;
}

/** True of a place that is not in the range. */
static inline bool piston_is_beyond(const struct piston *piston, double x)
{
    return x < piston->range[0] || x > piston->range[1];
}

/** Its acceleration while nothing hits it. @param g of gravity, along its normal */
static inline double piston_acceleration(const struct piston *piston, double g)
{
    return piston->force / piston->m + g;
}

/** Its energy in the fields of load and gravity; 0 at x = 0. */
static inline double piston_potential(const struct piston *piston, double g, double x)
{
    return -(piston->force + piston->m * g) * x;
}
