/* Loops over the components of many vectors, four at a time; what is left over goes one by one through the same
 * operations. */
#include "integrators/components.h"

#include <math.h>

#include "base/cpu.h"
#include "base/quad.h"

enum { FEW = 64 }; /* components for which asking the processor does not pay */

/** The arguments of an operation, by component. */
struct operands {
    double *to;
    const double *from, *slope; /* slope: velocities or forces */
    double factor;
    const double *mass; /* NULL: all are equal_mass */
    double equal_mass;
    double *drifting; /* what moves with the new velocities */
    size_t count;
};

static struct operands operands(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
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

static bool use_wide(struct operands o)
{
    return o.count >= FEW && cpu_has_avx2();
}

INLINED quad quad_magnitude(quad q)
{
    return quad_larger(q, -q);
}

INLINED double larger(double a, double b)
{
    return a > b ? a : b;
}

INLINED double largest_of(quad q)
{
    return larger(larger(q[0], q[1]), larger(q[2], q[3]));
}

/* ---- to = from + factor * slope ---- */

INLINED double add(struct operands o)
{
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
        longest = larger(fabs(way), longest);
    }
    return longest;
}

static double add_plain(struct operands o)
{
    return add(o);
}

WIDE static double add_wide(struct operands o)
{
    return add(o);
}

double components_add(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                      const struct vec2 *slope)
{
    struct operands o = operands(range, to, from, factor, slope);
    return use_wide(o) ? add_wide(o) : add_plain(o);
}

/* ---- to = from + factor * (force / mass), and drifting along ---- */

INLINED double kick_by(struct operands o, const double *mass)
{
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
        longest = larger(fabs(way), longest);
    }
    return longest;
}

INLINED double kick(struct operands o)
{
    return o.mass ? kick_by(o, o.mass) : kick_by(o, NULL);
}

static double kick_plain(struct operands o)
{
    return kick(o);
}

WIDE static double kick_wide(struct operands o)
{
    return kick(o);
}

static double kick_operands(struct operands o, struct range range, struct masses masses)
{
    o.mass = masses.each ? masses.each + 2 * range.first : NULL;
    o.equal_mass = masses.equal;
    return use_wide(o) ? kick_wide(o) : kick_plain(o);
}

void components_kick(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                     const struct vec2 *force, struct masses masses)
{
    kick_operands(operands(range, to, from, factor, force), range, masses);
}

double components_kick_and_drift(struct range range, struct vec2 *x, struct vec2 *v, double dt,
                                 const struct vec2 *force, struct masses masses)
{
    struct operands o = operands(range, v, v, dt, force);
    o.drifting = &x[range.first].x;
    return kick_operands(o, range, masses);
}

/* ---- a - b ---- */

double components_distance(struct range range, const struct vec2 *a, const struct vec2 *b)
{
    double longest = 0;
    for (size_t i = range.first; i < range.last; i++)
        longest = larger(larger(fabs(a[i].x - b[i].x), fabs(a[i].y - b[i].y)), longest);
    return longest;
}
