/* Loops over the components of many vectors, four at a time; what is left over goes one by one through the same
 * operations. */
#include "integrators/vector_ops.h"

#include <math.h>

#include "base/cpu.h"
#include "base/min_max.h"
#include "base/simd.h"

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

ALWAYS_INLINE struct operands operands(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
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

ALWAYS_INLINE double largest_of(f64x4 q)
{
    return double_max(double_max(q[0], q[1]), double_max(q[2], q[3]));
}

/* ---- to = from + factor * slope ---- */

ALWAYS_INLINE double add(const struct operands *operands)
{
    const struct operands o = *operands;
    f64x4 largest = F64X4_ALL(0);
    size_t c = 0;
    for (; c + F64X4_LANES <= o.count; c += F64X4_LANES) {
        f64x4 way = o.factor * f64x4_load(o.slope + c);
        f64x4_store(o.to + c, f64x4_load(o.from + c) + way);
        largest = f64x4_max(f64x4_abs(way), largest);
    }
    double longest = largest_of(largest);
    for (; c < o.count; c++) {
        double way = o.factor * o.slope[c];
        o.to[c] = o.from[c] + way;
        longest = double_max(fabs(way), longest);
    }
    return longest;
}

static double add_plain(const struct operands *o)
{
    return add(o);
}

TARGET_AVX2 static double add_wide(const struct operands *o)
{
    return add(o);
}

double vector_ops_axpy(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                       const struct vec2 *slope)
{
    struct operands o = operands(range, to, from, factor, slope);
    return cpu_has_avx2() ? add_wide(&o) : add_plain(&o);
}

/* ---- to = from + factor * (force / mass), and drifting along ---- */

ALWAYS_INLINE double kick_by(const struct operands *operands, const double *mass)
{
    const struct operands o = *operands;
    f64x4 largest = F64X4_ALL(0);
    size_t c = 0;
    for (; c + F64X4_LANES <= o.count; c += F64X4_LANES) {
        f64x4 m = mass ? f64x4_load(mass + c) : F64X4_ALL(o.equal_mass);
        f64x4 v = f64x4_load(o.from + c) + o.factor * (f64x4_load(o.slope + c) / m);
        f64x4_store(o.to + c, v);
        if (!o.drifting)
            continue;
        f64x4 way = o.factor * v;
        f64x4_store(o.drifting + c, f64x4_load(o.drifting + c) + way);
        f64x4_store(o.spent + c, F64X4_ALL(0));
        largest = f64x4_max(f64x4_abs(way), largest);
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
        longest = double_max(fabs(way), longest);
    }
    return longest;
}

ALWAYS_INLINE double kick(const struct operands *o)
{
    return o->mass ? kick_by(o, o->mass) : kick_by(o, NULL);
}

static double kick_plain(const struct operands *o)
{
    return kick(o);
}

TARGET_AVX2 static double kick_wide(const struct operands *o)
{
    return kick(o);
}

void vector_ops_kick(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                     const struct vec2 *force, struct masses masses)
{
    struct operands o = operands(range, to, from, factor, force);
    o.mass = masses.each ? masses.each + 2 * range.first : NULL;
    o.equal_mass = masses.equal;
    cpu_has_avx2() ? kick_wide(&o) : kick_plain(&o);
}

double vector_ops_kick_drift(struct range range, struct vec2 *x, struct vec2 *v, double dt, struct vec2 *force,
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

double vector_ops_distance(struct range range, const struct vec2 *a, const struct vec2 *b)
{
    double longest = 0;
    for (size_t i = range.first; i < range.last; i++)
        longest = double_max(double_max(fabs(a[i].x - b[i].x), fabs(a[i].y - b[i].y)), longest);
    return longest;
}
