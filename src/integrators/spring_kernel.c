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
    struct vec2x4 push; /* on the first balls, in units of the force; */
    f64x4 size, force;  /* its length; of the springs */
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
    struct vec2x4 push = {way.x / d, way.y / d};
    return (struct touch){push, f64x4_sqrt(push.x * push.x + push.y * push.y), overlap * bodies->k};
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

/** Two numbers side by side in each of four structs in a row. */
#define BESIDE(of, field) \
    vec2x4_of(simd.join(&(of)[0].field, &(of)[2].field), simd.join(&(of)[1].field, &(of)[3].field))

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
    const struct vec2x4 both = BESIDE(rub, k); /* k and c */
    const f64x4 k = both.x, from = BESIDE(rub, stretch.x).x, dashpot = both.y * slip;
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
    struct pushes push, n, normal_power; /* the last two: as set_dash() of spring_rub.c */
    struct held held;
    f64x4 spent, open;
};

/** As spent() of spring_rub.c. @param n, v, turns normals, velocities, and turning() */
ALWAYS_INLINE f64x4 spent(const struct spring_kernel_rubs *rubs, struct vec2x4 n, struct vec2x4 v, f64x4 turns,
                          struct simd_ops simd)
{
    const struct spring_dash *d = rubs->dashes;
    const struct vec2x4 both = BESIDE(d, normal); /* and power */
    return rubs->weight *
           (both.y + both.x * (n.x * v.x + n.y * v.y) - BESIDE(d, tangential.x).x * (n.x * v.y - n.y * v.x + turns));
}

/** As spring_force(). */
ALWAYS_INLINE f64x4 damp(const struct touch *touch, struct vec2x4 v, f64x4 c)
{
    f64x4 force = touch->force + c * (0 - (v.x * touch->push.x + v.y * touch->push.y));
    return f64x4_select(force > 0, force, F64X4_ALL(0));
}

/** @param again the rows have the normals of now, and no spring stretches */
ALWAYS_INLINE struct rub_pushes rub_four(const struct spring_bodies *bodies, const struct pair *pairs,
                                         const struct touch *touch, const struct spring_kernel_rubs *rubs, bool again,
                                         struct simd_ops simd)
{
    const f64x4 size = touch->size;
    const struct vec2x4 before = BESIDE(rubs->rubs, n.x), v = vec2x4_differences(pairs, rubs->motion.v, simd);
    const struct vec2x4 now = {f64x4_select(size > 0, 0 - touch->push.x / size, F64X4_ALL(1)),
                               f64x4_select(size > 0, 0 - touch->push.y / size, F64X4_ALL(0))};
    const struct vec2x4 n = again ? before : now;
    const f64x4 turns = turning(bodies, pairs, rubs->motion.w), slip = n.x * v.y - n.y * v.x + turns;
    f64x4 force = touch->force, spends = F64X4_ALL(0), open = spends;
    if (rubs->dashes) {
        const struct vec2x4 both = BESIDE(rubs->dashes, c); /* and open */
        spends = spent(rubs, before, v, turns, simd);
        force = damp(touch, again ? v : vec2x4_differences(pairs, rubs->v, simd), both.x);
        open = f64x4_select(force > 0, F64X4_ALL(2), simd.min(both.y, F64X4_ALL(1)));
    }
    struct held held = hold(rubs->rubs, n.x * before.x + n.y * before.y, slip, rubs->mu * (force * size),
                            again ? -1 : rubs->time, simd);
    f64x4 normal = (force - touch->force) * size, power = normal * (n.x * v.x + n.y * v.y) - held.dash * slip;
    return (struct rub_pushes){
        turn(force * touch->push.x + held.force * (0 - n.y), force * touch->push.y + held.force * n.x),
        turn(n.x, n.y),
        turn(normal, power),
        held,
        spends,
        open};
}

ALWAYS_INLINE void note(struct pair pair, const struct rub_pushes *of, size_t i, struct spring_kernel_rubs *rubs,
                        bool again)
{
    *(f64x2 *)(void *)&rubs->force[pair.a] += of->push.of[i];
    *(f64x2 *)(void *)&rubs->force[pair.b] -= of->push.of[i];
    rubs->torque[pair.a] += of->held.force[i];
    rubs->torque[pair.b] += of->held.force[i];
    if (!again) {
        *(f64x2 *)(void *)&rubs->rubs[i].n = of->n.of[i];
        rubs->rubs[i].stretch.x = of->held.stretch[i];
        rubs->lost += of->held.lost[i];
    }
    if (!rubs->dashes)
        return;
    rubs->lost += of->spent[i];
    *(f64x2 *)(void *)&rubs->dashes[i].normal = of->normal_power.of[i];
    rubs->dashes[i].tangential.x = of->held.dash[i];
    rubs->dashes[i].open = of->open[i];
}

ALWAYS_INLINE void keep(double *place, const struct touch *touch)
{
    f64x4_store(place, touch->push.x);
    f64x4_store(place + F64X4_LANES, touch->push.y);
    f64x4_store(place + 2 * F64X4_LANES, touch->size);
    f64x4_store(place + 3 * F64X4_LANES, touch->force);
}

ALWAYS_INLINE struct touch kept(const double *place)
{
    return (struct touch){{f64x4_load(place), f64x4_load(place + F64X4_LANES)},
                          f64x4_load(place + 2 * F64X4_LANES),
                          f64x4_load(place + 3 * F64X4_LANES)};
}

/** @param centre NULL: again */
ALWAYS_INLINE void rub(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                       const struct vec2 *centre, struct spring_kernel_rubs *rubs, bool dashed, struct simd_ops simd)
{
    struct spring_kernel_rubs own = *rubs;
    f64x4 deepest = F64X4_ALL(own.deepest);
    for (size_t p = 0; p < touching->count; p += F64X4_LANES, own.rubs += F64X4_LANES) {
        const struct pair *pairs = &touching->pairs[p];
        double *place = dashed ? rubs->places + p * SPRING_KERNEL_PLACE : NULL;
        const struct touch touch = centre || !place ? touch_four(bodies, pairs, centre, &deepest, simd) : kept(place);
        if (dashed && centre)
            keep(place, &touch);
        own.dashes = dashed ? rubs->dashes + p : NULL;
        const struct rub_pushes pushes = rub_four(bodies, pairs, &touch, &own, !centre, simd);
        if (p + F64X4_LANES <= touching->count)
            for (size_t i = 0; i < F64X4_LANES; i++)
                note(pairs[i], &pushes, i, &own, !centre);
        else
            for (size_t i = 0; i < touching->count - p; i++)
                note(pairs[i], &pushes, i, &own, !centre);
    }
    for (int i = 0; i < F64X4_LANES; i++)
        rubs->deepest = deepest[i] > rubs->deepest ? deepest[i] : rubs->deepest;
    rubs->lost = own.lost;
    rubs->rubs += touching->count;
    rubs->dashes = dashed ? rubs->dashes + touching->count : NULL;
    rubs->places =
        dashed ? rubs->places + (touching->count + F64X4_LANES - 1) / F64X4_LANES * F64X4_LANES * SPRING_KERNEL_PLACE
               : NULL;
}

ALWAYS_INLINE void rub_if(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                          const struct vec2 *centre, struct spring_kernel_rubs *rubs, struct simd_ops simd)
{
    if (!centre)
        rub(bodies, touching, NULL, rubs, true, simd);
    else if (rubs->dashes)
        rub(bodies, touching, centre, rubs, true, simd);
    else
        rub(bodies, touching, centre, rubs, false, simd);
}

/** Equal radii without a period get code of their own. */
ALWAYS_INLINE void rub_all(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                           const struct vec2 *centre, struct spring_kernel_rubs *rubs, struct simd_ops simd)
{
    struct spring_bodies own = *bodies;
    if (own.period || own.r) {
        rub_if(&own, touching, centre, rubs, simd);
        return;
    }
    own.period = NULL;
    own.r = NULL;
    rub_if(&own, touching, centre, rubs, simd);
}

SIMD_BOTH(void, rub_on,
          (const struct spring_bodies *bodies, const struct spring_pairs *touching, const struct vec2 *centre,
           struct spring_kernel_rubs *rubs),
          rub_all(bodies, touching, centre, rubs, simd);)

void spring_kernel_rub(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                       const struct vec2 *centre, struct spring_kernel_rubs *rubs)
{
    SIMD_CHOSEN(rub_on)(bodies, touching, centre, rubs);
}
