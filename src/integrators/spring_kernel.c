/*
 * Forces of touching balls, four pairs at a time: places are gathered, the force law of spring_contacts.c follows with
 * its operations in their order, and the forces are added ball by ball in the order of the pairs, which is what defines
 * the bits of a sum.
 *
 * The largest overlap changes rarely; so only those are divided by the smaller radius that may be larger than it, to
 * more than rounding.
 */
#include "integrators/spring_kernel.h"

#include "broadphase/pairs_simd.h"

/** Just below 1, by more than the rounding of a product and a quotient. */
#define NEARLY_ONE (1 - 0x1p-50)

ALWAYS_INLINE f64x4 radii(const double *r, const uint32_t a, const uint32_t b, const uint32_t c, const uint32_t d)
{
    return (f64x4){r[a], r[b], r[c], r[d]};
}

struct sizes {
    f64x4 reach, smaller;
};

ALWAYS_INLINE struct sizes sizes_of(const struct spring_bodies *bodies, const struct pair *p)
{
    if (!bodies->r)
        return (struct sizes){F64X4_ALL(bodies->radius + bodies->radius), F64X4_ALL(bodies->radius)};
    f64x4 a = radii(bodies->r, p[0].a, p[1].a, p[2].a, p[3].a), b = radii(bodies->r, p[0].b, p[1].b, p[2].b, p[3].b);
    return (struct sizes){a + b, f64x4_select(a < b, a, b)};
}

/** The forces on the pairs' first balls, as x, y, x, y, ... */
struct pushes {
    f64x2 of[F64X4_LANES];
};

ALWAYS_INLINE struct pushes turn(f64x4 x, f64x4 y)
{
    f64x4 even = __builtin_shufflevector(x, y, 0, 4, 2, 6), odd = __builtin_shufflevector(x, y, 1, 5, 3, 7);
    return (struct pushes){{__builtin_shufflevector(even, even, 0, 1), __builtin_shufflevector(odd, odd, 0, 1),
                            __builtin_shufflevector(even, even, 2, 3), __builtin_shufflevector(odd, odd, 2, 3)}};
}

ALWAYS_INLINE void add(const struct spring_pairs *touching, struct pair pair, f64x2 push, struct vec2 *force)
{
    *(f64x2_unaligned *)(void *)&force[pair.a] += push;
    if (pair.b - touching->first < touching->last - touching->first)
        *(f64x2_unaligned *)(void *)&force[pair.b] -= push;
}

ALWAYS_INLINE struct pushes push_four(const struct spring_bodies *bodies, const struct pair *pairs,
                                      const struct vec2 *centre, f64x4 *deepest, struct simd_ops simd)
{
    struct vec2x4 way = vec2x4_nearest(vec2x4_differences(pairs, centre, simd), bodies->period);
    struct sizes sizes = sizes_of(bodies, pairs);
    f64x4 d = f64x4_sqrt(way.x * way.x + way.y * way.y) + bodies->softening;
    f64x4 overlap = sizes.reach - d;
    f64x4 force = overlap * bodies->k;
    if (simd.movemask(overlap > *deepest * sizes.smaller * NEARLY_ONE))
        *deepest = simd.max(overlap / sizes.smaller, *deepest);
    return turn(force * (way.x / d), force * (way.y / d));
}

ALWAYS_INLINE double push(const struct spring_bodies *bodies, struct spring_pairs touching, const struct vec2 *centre,
                          struct vec2 *force, double deepest, struct simd_ops simd)
{
    const size_t prefetched = pairs_prefetched(touching.count);
    f64x4 so_far = F64X4_ALL(deepest);
    for (size_t p = 0; p < touching.count; p += F64X4_LANES) {
        if (p < prefetched)
            pairs_prefetch(&touching.pairs[p], F64X4_LANES, force);
        struct pushes pushes = push_four(bodies, &touching.pairs[p], centre, &so_far, simd);
        if (p + F64X4_LANES <= touching.count)
            for (int i = 0; i < F64X4_LANES; i++)
                add(&touching, touching.pairs[p + (size_t)i], pushes.of[i], force);
        else
            for (size_t i = 0; i < touching.count - p; i++)
                add(&touching, touching.pairs[p + i], pushes.of[i], force);
    }
    for (int i = 0; i < F64X4_LANES; i++)
        deepest = so_far[i] > deepest ? so_far[i] : deepest;
    return deepest;
}

/** Equal radii get code of their own, and tables without a period. */
ALWAYS_INLINE double push_all(const struct spring_bodies *bodies, struct spring_pairs touching,
                              const struct vec2 *centre, struct vec2 *force, double deepest, struct simd_ops simd)
{
    struct spring_bodies own = *bodies;
    if (own.period)
        return push(&own, touching, centre, force, deepest, simd);
    own.period = NULL;
    if (own.r)
        return push(&own, touching, centre, force, deepest, simd);
    own.r = NULL;
    return push(&own, touching, centre, force, deepest, simd);
}

SIMD_BOTH(double, push_on,
          (const struct spring_bodies *bodies, const struct spring_pairs *touching, const struct vec2 *centre,
           struct vec2 *force, double deepest),
          return push_all(bodies, *touching, centre, force, deepest, simd);)

double spring_kernel_push(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                          const struct vec2 *centre, struct vec2 *force, double deepest)
{
    return SIMD_CHOSEN(push_on)(bodies, touching, centre, force, deepest);
}
