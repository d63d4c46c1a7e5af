/*
 * Forces of touching balls, four pairs at a time: places are gathered, the force law of spring_contacts.c follows with
 * its operations in their order, and the forces are added ball by ball in the order of the pairs, which is what defines
 * the bits of a sum.
 *
 * The largest overlap changes rarely; so only those are divided by the smaller radius that may be larger than it, to
 * more than rounding.
 *
 * The same with friction (spring_rub.c), for balls that turn about the vertical only: rows stand in the order of the
 * pairs.
 */
#include "integrators/spring_kernel.h"

#include "base/min_max.h"
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

/** Four pairs that touch. */
struct touch {
    struct vec2x4 push; /* on the first balls, in units of the force */
    f64x4 force;
};

ALWAYS_INLINE struct touch touch_four(const struct spring_bodies *bodies, const struct pair *pairs,
                                      const struct vec2 *centre, f64x4 *deepest, struct simd_ops simd)
{
    struct vec2x4 way = vec2x4_nearest(vec2x4_differences(pairs, centre, simd), bodies->period);
    struct sizes sizes = sizes_of(bodies, pairs);
    f64x4 d = f64x4_sqrt(way.x * way.x + way.y * way.y) + bodies->softening;
    f64x4 overlap = sizes.reach - d;
    if (simd.movemask(overlap > *deepest * sizes.smaller * NEARLY_ONE))
        *deepest = simd.max(overlap / sizes.smaller, *deepest);
    return (struct touch){{way.x / d, way.y / d}, overlap * bodies->k};
}

ALWAYS_INLINE struct pushes push_four(const struct spring_bodies *bodies, const struct pair *pairs,
                                      const struct vec2 *centre, f64x4 *deepest, struct simd_ops simd)
{
    struct touch touch = touch_four(bodies, pairs, centre, deepest, simd);
    return turn(touch.force * touch.push.x, touch.force * touch.push.y);
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

/* ---- with friction ---- */

/** Of each pair, the sum of the velocities at which the surfaces of both turn. */
ALWAYS_INLINE f64x4 turning(const struct spring_bodies *bodies, const struct pair *p, const struct vec3 *w)
{
    f64x4 a = F64X4_ALL(bodies->radius), b = a;
    if (bodies->r) {
        a = radii(bodies->r, p[0].a, p[1].a, p[2].a, p[3].a);
        b = radii(bodies->r, p[0].b, p[1].b, p[2].b, p[3].b);
    }
    return a * (f64x4){w[p[0].a].z, w[p[1].a].z, w[p[2].a].z, w[p[3].a].z} +
           b * (f64x4){w[p[0].b].z, w[p[1].b].z, w[p[2].b].z, w[p[3].b].z};
}

/** A field of four structs in a row. */
#define FOUR(of, field) ((f64x4){(of)[0].field, (of)[1].field, (of)[2].field, (of)[3].field})

/** What four rows become, and what is lost there. */
struct held {
    f64x4 stretch, force, lost, dash; /* dash: of the force, what is not the spring's */
};

ALWAYS_INLINE f64x4 share_of(f64x4 pulling, f64x4 most)
{
    return f64x4_select(f64x4_abs(pulling) > most, most / f64x4_abs(pulling) * SPRING_RUB_HELD, F64X4_ALL(1));
}

/** As spring_rubbing_pull() without what is vertical.
 *  @param turned how the normals have turned
 *  @param time   of stretching, > 0, or not */
ALWAYS_INLINE struct held hold(const struct spring_rub *rub, f64x4 turned, f64x4 slip, f64x4 most, double time,
                               struct simd_ops simd)
{
    const f64x4 k = FOUR(rub, k), from = FOUR(rub, stretch.x), dashpot = FOUR(rub, c) * slip;
    const bool stretches = time > 0;
    f64x4 gain = stretches ? time * slip : F64X4_ALL(0), stretch = stretches ? from * turned + gain : from;
    f64x4 pulling = k * stretch + dashpot;
    if (simd.movemask(f64x4_abs(pulling) > most)) {
        stretch = stretches ? share_of(pulling, most) * stretch : stretch;
        pulling = k * stretch + dashpot;
        pulling = share_of(pulling, most) * pulling;
    }
    f64x4 lost = 0.5 * k * ((from + stretch) * gain - (stretch * stretch - from * from));
    return (struct held){stretch, 0 - pulling, lost, k * stretch - pulling};
}

struct rub_pushes {
    struct pushes push, n;
    struct held held;
    f64x4 force, spent, normal, power; /* along the normals; the rest as set_dash() of spring_rub.c */
};

/** As spent() of spring_rub.c. @param n, v, turns normals, velocities, and turning() */
ALWAYS_INLINE f64x4 spent(const struct spring_kernel_rubs *rubs, struct vec2x4 n, struct vec2x4 v, f64x4 turns)
{
    const struct spring_dash *d = rubs->dashes;
    return rubs->weight * (FOUR(d, power) + FOUR(d, normal) * (n.x * v.x + n.y * v.y) -
                           FOUR(d, tangential.x) * (n.x * v.y - n.y * v.x + turns));
}

/** As spring_force(). */
ALWAYS_INLINE f64x4 damp(const struct touch *touch, struct vec2x4 v, f64x4 c)
{
    f64x4 force = touch->force + c * (0 - (v.x * touch->push.x + v.y * touch->push.y));
    return f64x4_select(force > 0, force, F64X4_ALL(0));
}

ALWAYS_INLINE struct rub_pushes rub_four(const struct spring_bodies *bodies, const struct pair *pairs,
                                         const struct vec2 *centre, f64x4 *deepest,
                                         const struct spring_kernel_rubs *rubs, struct simd_ops simd)
{
    const struct spring_rub *rub = rubs->rubs;
    struct touch touch = touch_four(bodies, pairs, centre, deepest, simd);
    f64x4 size = f64x4_sqrt(touch.push.x * touch.push.x + touch.push.y * touch.push.y);
    struct vec2x4 n = {f64x4_select(size > 0, 0 - touch.push.x / size, F64X4_ALL(1)),
                       f64x4_select(size > 0, 0 - touch.push.y / size, F64X4_ALL(0))};
    struct vec2x4 v = vec2x4_differences(pairs, rubs->motion.v, simd);
    struct vec2x4 before = vec2x4_of(simd.join(&rub[0].n.x, &rub[2].n.x), simd.join(&rub[1].n.x, &rub[3].n.x));
    f64x4 turns = turning(bodies, pairs, rubs->motion.w), slip = n.x * v.y - n.y * v.x + turns;
    f64x4 force = touch.force, spends = F64X4_ALL(0);
    if (rubs->dashes) {
        spends = spent(rubs, before, v, turns);
        force = damp(&touch, vec2x4_differences(pairs, rubs->v, simd), FOUR(rubs->dashes, c));
    }
    struct held held = hold(rub, n.x * before.x + n.y * before.y, slip, rubs->mu * (force * size), rubs->time, simd);
    f64x4 normal = (force - touch.force) * size, power = normal * (n.x * v.x + n.y * v.y) - held.dash * slip;
    return (struct rub_pushes){
        turn(force * touch.push.x + held.force * (0 - n.y), force * touch.push.y + held.force * n.x),
        turn(n.x, n.y),
        held,
        force,
        spends,
        normal,
        power};
}

ALWAYS_INLINE void note(const struct spring_pairs *touching, size_t p, const struct rub_pushes *of, size_t i,
                        struct spring_kernel_rubs *rubs)
{
    const struct pair pair = touching->pairs[p + i];
    struct spring_rub *rub = &rubs->rubs[i];
    add(touching, pair, of->push.of[i], rubs->force);
    rubs->torque[pair.a] += of->held.force[i];
    rubs->torque[pair.b] += of->held.force[i];
    *(f64x2 *)(void *)&rub->n = of->n.of[i];
    rub->stretch.x = of->held.stretch[i];
    rubs->lost += of->held.lost[i];
    if (!rubs->dashes)
        return;
    struct spring_dash *dash = &rubs->dashes[i];
    const double open = of->force[i] > 0 ? 2 : double_min(dash->open, 1);
    rubs->lost += of->spent[i];
    *dash = (struct spring_dash){dash->c, of->normal[i], {of->held.dash[i], 0}, of->power[i], open};
}

ALWAYS_INLINE void rub(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                       const struct vec2 *centre, struct spring_kernel_rubs *rubs, bool dashed, struct simd_ops simd)
{
    struct spring_kernel_rubs own = *rubs;
    f64x4 deepest = F64X4_ALL(own.deepest);
    for (size_t p = 0; p < touching->count; p += F64X4_LANES, own.rubs += F64X4_LANES) {
        own.dashes = dashed ? rubs->dashes + p : NULL;
        struct rub_pushes pushes = rub_four(bodies, &touching->pairs[p], centre, &deepest, &own, simd);
        if (p + F64X4_LANES <= touching->count)
            for (size_t i = 0; i < F64X4_LANES; i++)
                note(touching, p, &pushes, i, &own);
        else
            for (size_t i = 0; i < touching->count - p; i++)
                note(touching, p, &pushes, i, &own);
    }
    for (int i = 0; i < F64X4_LANES; i++)
        rubs->deepest = deepest[i] > rubs->deepest ? deepest[i] : rubs->deepest;
    rubs->lost = own.lost;
    rubs->rubs += touching->count;
    rubs->dashes = dashed ? rubs->dashes + touching->count : NULL;
}

SIMD_BOTH(void, rub_on,
          (const struct spring_bodies *bodies, const struct spring_pairs *touching, const struct vec2 *centre,
           struct spring_kernel_rubs *rubs),
          if (rubs->dashes) rub(bodies, touching, centre, rubs, true, simd);
          else rub(bodies, touching, centre, rubs, false, simd);)

void spring_kernel_rub(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                       const struct vec2 *centre, struct spring_kernel_rubs *rubs)
{
    SIMD_CHOSEN(rub_on)(bodies, touching, centre, rubs);
}
