/* Loops over the components of many vectors, four at a time; what is left over goes one by one through the same
 * operations. */
#include "integrators/components.h"

#include <math.h>

#include "base/cpu.h"
#include "base/extreme.h"
#include "base/quad.h"

/** The arguments of an operation, by component. */
struct operands {
    double *to;
    const double *from, *slope; /* slope: velocities or forces */
    double factor;
    const double *mass; /* NULL: all are equal_mass */
    double equal_mass;
    double *drifting; /* what moves with the new velocities; then the slope is spent: */
    double *spent;
    size_t count;
};

INLINED struct operands operands(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                                 const struct vec2 *slope)
{
    return (struct operands){
        .to = &to[range.first].x,
        .from = &from[range.first].x,
        .slope = &slope[range.first].x,
        .factor = factor,
        .count = 2 * (range.last - range.first),
    };
}

INLINED double largest_of(quad q)
{
    return extreme_max(extreme_max(q[0], q[1]), extreme_max(q[2], q[3]));
}

/* ---- to = from + factor * slope ---- */

INLINED double add(const struct operands *operands)
{
    const struct operands o = *operands;
    quad largest = QUAD_ALL(0);
    size_t c = 0;
    for (; c + QUAD <= o.count; c += QUAD) {
        quad way = o.factor * quad_load(o.slope + c);
        quad_store(o.to + c, quad_load(o.from + c) + way);
        largest = quad_larger(quad_magnitude(way), largest);
    }
    double longest = largest_of(largest);
    for (; c < o.count; c++) {
        double way = o.factor * o.slope[c];
        o.to[c] = o.from[c] + way;
        longest = extreme_max(fabs(way), longest);
    }
    return longest;
}

static double add_plain(const struct operands *o)
{
    return add(o);
}

WIDE static double add_wide(const struct operands *o)
{
    return add(o);
}

double components_add(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                      const struct vec2 *slope)
{
    struct operands o = operands(range, to, from, factor, slope);
    return cpu_has_avx2() ? add_wide(&o) : add_plain(&o);
}

/* ---- to = from + factor * (force / mass), and drifting along ---- */

INLINED double kick_by(const struct operands *operands, const double *mass)
{
    const struct operands o = *operands;
    quad largest = QUAD_ALL(0);
    size_t c = 0;
    for (; c + QUAD <= o.count; c += QUAD) {
        quad m = mass ? quad_load(mass + c) : QUAD_ALL(o.equal_mass);
        quad v = quad_load(o.from + c) + o.factor * (quad_load(o.slope + c) / m);
        quad_store(o.to + c, v);
        if (!o.drifting)
            continue;
        quad way = o.factor * v;
        quad_store(o.drifting + c, quad_load(o.drifting + c) + way);
        quad_store(o.spent + c, QUAD_ALL(0));
        largest = quad_larger(quad_magnitude(way), largest);
    }
    double longest = largest_of(largest);
    for (; c < o.count; c++) {
        double v = o.from[c] + o.factor * (o.slope[c] / (mass ? mass[c] : o.equal_mass));
        o.to[c] = v;
        if (!o.drifting)
            continue;
        double way = o.factor * v;
        o.drifting[c] = o.drifting[c] + way;
        o.spent[c] = 0;
        longest = extreme_max(fabs(way), longest);
    }
    return longest;
}

INLINED double kick(const struct operands *o)
{
    return o->mass ? kick_by(o, o->mass) : kick_by(o, NULL);
}

static double kick_plain(const struct operands *o)
{
    return kick(o);
}

WIDE static double kick_wide(const struct operands *o)
{
    return kick(o);
}

void components_kick(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                     const struct vec2 *force, struct masses masses)
{
    struct operands o = operands(range, to, from, factor, force);
    o.mass = masses.each ? masses.each + 2 * range.first : NULL;
    o.equal_mass = masses.equal;
    cpu_has_avx2() ? kick_wide(&o) : kick_plain(&o);
}

double components_kick_and_drift(struct range range, struct vec2 *x, struct vec2 *v, double dt, struct vec2 *force,
                                 struct masses masses)
{
    struct operands o = operands(range, v, v, dt, force);
    o.mass = masses.each ? masses.each + 2 * range.first : NULL;
    o.equal_mass = masses.equal;
    o.drifting = &x[range.first].x;
    o.spent = &force[range.first].x;
    return cpu_has_avx2() ? kick_wide(&o) : kick_plain(&o);
}

/* ---- a - b ---- */

double components_distance(struct range range, const struct vec2 *a, const struct vec2 *b)
{
    double longest = 0;
    for (size_t i = range.first; i < range.last; i++)
        longest = extreme_max(extreme_max(fabs(a[i].x - b[i].x), fabs(a[i].y - b[i].y)), longest);
    return longest;
}
