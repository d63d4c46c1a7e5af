/* Loops over many vectors, two at a time; the last one of an odd number goes alone through the same operations, beside
 * zeros. */
#include "steps/vector_ops.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/double_bits.h"
#include "base/min_max.h"
#include "base/simd.h"

ALWAYS_INLINE f64x4 load(const double *from, bool is_pair)
{
    return is_pair ? f64x4_load(from) : (f64x4){from[0], from[1], 0, 0};
}

ALWAYS_INLINE void store(double *to, f64x4 q, bool is_pair)
{
    if (is_pair)
        f64x4_store(to, q);
    else
        to[0] = q[0], to[1] = q[1];
}

ALWAYS_INLINE double largest_of(f64x4 q)
{
    return double_max(double_max(q[0], q[1]), double_max(q[2], q[3]));
}

/** The arguments of an operation, by component. */
struct operands {
    double *to;
    const double *from, *slope; /* slope: velocities or forces */
    double factor;
    bool drifts;      /* then */
    double *drifting; /* this moves with the new velocities, and */
    double *spent;    /* the slope is set to 0 */
};

struct masses vector_ops_equal_masses(double mass)
{
    const uint64_t fraction = (UINT64_C(1) << 52) - 1;
    double inverse = 1 / mass;
    bool is_exact = (double_bits_of(mass) & fraction) == 0 && inverse < HUGE_VAL; /* a power of two */
    return (struct masses){NULL, mass, is_exact ? inverse : 0};
}

/* ---- to = from + factor * (slope / mass), and drifting along ---- */

/** Returns the largest magnitude so far of any component of what is added to places: of the drift, if there is one. */
ALWAYS_INLINE f64x4 kick_at(const struct operands o, const struct masses *masses, size_t c, bool is_pair, f64x4 largest,
                            struct simd_ops simd)
{
    f64x4 slope = load(o.slope + c, is_pair), acceleration;
    if (masses->each)
        acceleration = slope / (is_pair ? f64x4_load(masses->each + c) : F64X4_ALL(masses->each[c]));
    else
        acceleration = masses->inverse > 0 ? slope * masses->inverse : slope / masses->equal;
    f64x4 way = o.factor * acceleration, to = load(o.from + c, is_pair) + way;
    store(o.to + c, to, is_pair);
    if (o.drifts) {
        way = o.factor * to;
        store(o.drifting + c, load(o.drifting + c, is_pair) + way, is_pair);
        store(o.spent + c, F64X4_ALL(0), is_pair);
    }
    return simd.max(f64x4_abs(way), largest);
}

ALWAYS_INLINE double kick_by(struct range range, const struct operands o, const struct masses *masses,
                             struct simd_ops simd)
{
    f64x4 largest = F64X4_ALL(0);
    size_t c = 2 * range.first, end = 2 * range.last;
    for (; c + F64X4_LANES <= end; c += F64X4_LANES)
        largest = kick_at(o, masses, c, true, largest, simd);
    if (c < end)
        largest = kick_at(o, masses, c, false, largest, simd);
    return largest_of(largest);
}

/** Equal masses get code of their own, and among them those with an exact inverse: a division takes as long as all
 *  the rest. */
ALWAYS_INLINE double kick(struct range range, const struct operands o, const struct masses *masses,
                          struct simd_ops simd)
{
    if (masses->each)
        return kick_by(range, o, masses, simd);
    if (masses->inverse > 0)
        return kick_by(range, o, &(struct masses){NULL, masses->equal, masses->inverse}, simd);
    return kick_by(range, o, &(struct masses){NULL, masses->equal, 0}, simd);
}

/* ---- for each instruction set ---- */

static const struct masses no_masses = {NULL, 1, 1};

SIMD_BOTH(double, axpy,
          (struct range range, struct vec2 *to, const struct vec2 *from, double factor, const struct vec2 *slope),
          return kick_by(range, (struct operands){&to->x, &from->x, &slope->x, factor, false, NULL, NULL}, &no_masses,
                         simd);)

SIMD_BOTH(void, kick,
          (struct range range, struct vec2 *to, const struct vec2 *from, double factor, const struct vec2 *force,
           const struct masses *masses),
          kick(range, (struct operands){&to->x, &from->x, &force->x, factor, false, NULL, NULL}, masses, simd);)

SIMD_BOTH(double, kick_drift,
          (struct range range, struct vec2 *x, struct vec2 *v, double dt, struct vec2 *force,
           const struct masses *masses),
          return kick(range, (struct operands){&v->x, &v->x, &force->x, dt, true, &x->x, &force->x}, masses, simd);)

/** What is not finite makes the sum of products that are 0 NaN. */
ALWAYS_INLINE double distance_by(struct range range, const double *a, const double *b, struct simd_ops simd)
{
    f64x4 longest = F64X4_ALL(0), nothing = longest;
    const size_t end = 2 * range.last;
    for (size_t c = 2 * range.first; c < end; c += F64X4_LANES) {
        const bool is_pair = c + F64X4_LANES <= end;
        const f64x4 way = load(a + c, is_pair) - load(b + c, is_pair);
        longest = simd.max(f64x4_abs(way), longest);
        nothing += 0 * way;
    }
    return largest_of(longest) + (nothing[0] + nothing[1] + (nothing[2] + nothing[3]));
}

SIMD_BOTH(double, distance, (struct range range, const struct vec2 *a, const struct vec2 *b),
          return distance_by(range, &a->x, &b->x, simd);)

const struct vector_ops *vector_ops_of_cpu(void)
{
    static const struct vector_ops baseline = {axpy_baseline, kick_baseline, kick_drift_baseline, distance_baseline},
                                   avx2 = {axpy_avx2, kick_avx2, kick_drift_avx2, distance_avx2};
    return host_has_avx2() ? &avx2 : &baseline;
}
