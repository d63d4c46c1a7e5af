/* Loops over many vectors, two at a time; the last one of an odd number goes alone through the same operations, beside
 * zeros. */
#include "integrators/vector_ops.h"

#include <math.h>
#include <stdbool.h>

#include "base/cpu.h"
#include "base/min_max.h"
#include "base/simd.h"

ALWAYS_INLINE f64x4 load(const struct vec2 *from, bool is_pair)
{
    return is_pair ? f64x4_load(&from->x) : (f64x4){from->x, from->y, 0, 0};
}

ALWAYS_INLINE void store(struct vec2 *to, f64x4 q, bool is_pair)
{
    if (is_pair)
        f64x4_store(&to->x, q);
    else
        *to = (struct vec2){q[0], q[1]};
}

ALWAYS_INLINE double largest_of(f64x4 q)
{
    return double_max(double_max(q[0], q[1]), double_max(q[2], q[3]));
}

/* ---- to = from + factor * slope ---- */

/** The arguments of an operation. */
struct operands {
    struct vec2 *to;
    const struct vec2 *from, *slope; /* slope: velocities or forces */
    double factor;
    struct vec2 *drifting; /* not NULL: what moves with the new velocities; then the slope is spent: */
    struct vec2 *spent;
};

ALWAYS_INLINE f64x4 add_at(const struct operands o, size_t i, bool is_pair, f64x4 largest)
{
    f64x4 way = o.factor * load(&o.slope[i], is_pair);
    store(&o.to[i], load(&o.from[i], is_pair) + way, is_pair);
    return f64x4_max(f64x4_abs(way), largest);
}

ALWAYS_INLINE double add(struct range range, const struct operands o)
{
    f64x4 largest = F64X4_ALL(0);
    size_t i = range.first;
    for (; i + 2 <= range.last; i += 2)
        largest = add_at(o, i, true, largest);
    if (i < range.last)
        largest = add_at(o, i, false, largest);
    return largest_of(largest);
}

/* ---- to = from + factor * (force / mass), and drifting along ---- */

ALWAYS_INLINE f64x4 mass_at(struct masses masses, size_t i, bool is_pair)
{
    if (!masses.each)
        return F64X4_ALL(masses.equal);
    return is_pair ? f64x4_load(masses.each + 2 * i) : F64X4_ALL(masses.each[2 * i]);
}

ALWAYS_INLINE f64x4 kick_at(const struct operands o, struct masses masses, size_t i, bool is_pair, f64x4 largest)
{
    f64x4 v = load(&o.from[i], is_pair) + o.factor * (load(&o.slope[i], is_pair) / mass_at(masses, i, is_pair));
    store(&o.to[i], v, is_pair);
    if (!o.drifting)
        return largest;
    f64x4 way = o.factor * v;
    store(&o.drifting[i], load(&o.drifting[i], is_pair) + way, is_pair);
    store(&o.spent[i], F64X4_ALL(0), is_pair);
    return f64x4_max(f64x4_abs(way), largest);
}

ALWAYS_INLINE double kick_by(struct range range, const struct operands o, struct masses masses)
{
    f64x4 largest = F64X4_ALL(0);
    size_t i = range.first;
    for (; i + 2 <= range.last; i += 2)
        largest = kick_at(o, masses, i, true, largest);
    if (i < range.last)
        largest = kick_at(o, masses, i, false, largest);
    return largest_of(largest);
}

/** Equal masses get code of their own. */
ALWAYS_INLINE double kick(struct range range, const struct operands o, struct masses masses)
{
    if (masses.each)
        return kick_by(range, o, masses);
    masses.each = NULL;
    return kick_by(range, o, masses);
}

/* ---- for each instruction set ---- */

static double axpy_baseline(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                            const struct vec2 *slope)
{
    return add(range, (struct operands){to, from, slope, factor, NULL, NULL});
}

TARGET_AVX2 static double axpy_avx2(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                                    const struct vec2 *slope)
{
    return add(range, (struct operands){to, from, slope, factor, NULL, NULL});
}

static void kick_baseline(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                          const struct vec2 *force, struct masses masses)
{
    kick(range, (struct operands){to, from, force, factor, NULL, NULL}, masses);
}

TARGET_AVX2 static void kick_avx2(struct range range, struct vec2 *to, const struct vec2 *from, double factor,
                                  const struct vec2 *force, struct masses masses)
{
    kick(range, (struct operands){to, from, force, factor, NULL, NULL}, masses);
}

static double kick_drift_baseline(struct range range, struct vec2 *x, struct vec2 *v, double dt, struct vec2 *force,
                                  struct masses masses)
{
    return kick(range, (struct operands){v, v, force, dt, x, force}, masses);
}

TARGET_AVX2 static double kick_drift_avx2(struct range range, struct vec2 *x, struct vec2 *v, double dt,
                                          struct vec2 *force, struct masses masses)
{
    return kick(range, (struct operands){v, v, force, dt, x, force}, masses);
}

const struct vector_ops *vector_ops_of_cpu(void)
{
    static const struct vector_ops baseline = {axpy_baseline, kick_baseline, kick_drift_baseline},
                                   avx2 = {axpy_avx2, kick_avx2, kick_drift_avx2};
    return cpu_has_avx2() ? &avx2 : &baseline;
}

/* ---- a - b ---- */

double vector_ops_distance(struct range range, const struct vec2 *a, const struct vec2 *b)
{
    double longest = 0;
    for (size_t i = range.first; i < range.last; i++)
        longest = double_max(double_max(fabs(a[i].x - b[i].x), fabs(a[i].y - b[i].y)), longest);
    return longest;
}
