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
#include "springs/spring_kernel.h"

#include "base/min_max.h"
#include "near/pairs_simd.h"

/** Just below 1, by more than the rounding of a product and a quotient. */
#define NEARLY_ONE (1 - 0x1p-50)

ALWAYS_INLINE f64x4 gather(const double *r, const uint32_t a, const uint32_t b, const uint32_t c, const uint32_t d)
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
    f64x4 a = gather(bodies->r, p[0].a, p[1].a, p[2].a, p[3].a), b = gather(bodies->r, p[0].b, p[1].b, p[2].b, p[3].b);
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
        deepest = double_max(so_far[i], deepest);
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
ALWAYS_INLINE f64x4 turning(const struct spring_bodies *bodies, const struct pair *p, const double *spin)
{
    f64x4 a = F64X4_ALL(bodies->radius), b = a;
    if (bodies->r) {
        a = gather(bodies->r, p[0].a, p[1].a, p[2].a, p[3].a);
        b = gather(bodies->r, p[0].b, p[1].b, p[2].b, p[3].b);
    }
    return a * gather(spin, p[0].a, p[1].a, p[2].a, p[3].a) + b * gather(spin, p[0].b, p[1].b, p[2].b, p[3].b);
}

/** Four rows, as they were and as they become. */
struct rows {
    const struct spring_rubbing *rubbing; /* a copy, which no store changes */
    const struct spring_kernel_rubs *rubs;
    const double *was;
    size_t was_stride, now;
    f64x4 lost, power;  /* what is lost, and the power of what is not the springs', in sums that rows add to in turn */
    bool dashed, again; /* again: they were as they are, at the places of now, and no spring stretches */
};

ALWAYS_INLINE f64x4 get(const struct rows *rows, enum spring_rub_column c)
{
    return f64x4_load(rows->was + c * rows->was_stride);
}

ALWAYS_INLINE double *now(const struct rows *rows, enum spring_rub_column c)
{
    return rows->rubbing->now.columns + c * rows->rubbing->now.stride + rows->now;
}

/** Of the pairs' constants, those of a name. */
#define CONSTANTS(rows, name)                                                                   \
    ((rows)->rubbing->are_alike ? F64X4_ALL((rows)->rubbing->alike[0].name)                     \
                                : (f64x4){(rows)->rubbing->now.constants[(rows)->now].name,     \
                                          (rows)->rubbing->now.constants[(rows)->now + 1].name, \
                                          (rows)->rubbing->now.constants[(rows)->now + 2].name, \
                                          (rows)->rubbing->now.constants[(rows)->now + 3].name})

/** Has `was` be the rows of before: they lie side by side, or are put there. */
ALWAYS_INLINE void set_former(struct rows *rows, const uint32_t *from, f64x4 room[RUB_FORCE])
{
    const struct spring_rub_list *former = &rows->rubbing->former;
    const bool together = from[1] == from[0] + 1 && from[2] == from[0] + 2 && from[3] == from[0] + 3;
    rows->was = together ? former->columns + from[0] : (const double *)room;
    rows->was_stride = together ? former->stride : F64X4_LANES;
    for (size_t c = 0; !together && c < RUB_FORCE; c++)
        room[c] = gather(former->columns + c * former->stride, from[0], from[1], from[2], from[3]);
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
 *  @param turned how the normals have turned */
ALWAYS_INLINE struct held hold(const struct rows *rows, f64x4 turned, f64x4 slip, f64x4 most, struct simd_ops simd)
{
    const double time = rows->rubbing->how.time;
    const bool stretches = !rows->again && time > 0;
    const f64x4 k = CONSTANTS(rows, k), from = get(rows, RUB_STRETCH), dashpot = CONSTANTS(rows, c) * slip;
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

/** Unit normals. @param size lengths of the pushes */
ALWAYS_INLINE struct vec2x4 normals(struct vec2x4 push, f64x4 size)
{
    return (struct vec2x4){f64x4_select(size > 0, 0 - push.x / size, F64X4_ALL(1)),
                           f64x4_select(size > 0, 0 - push.y / size, F64X4_ALL(0))};
}

/** Four pushes as at the last look. */
ALWAYS_INLINE struct touch kept(const struct rows *rows)
{
    struct vec2x4 push = {get(rows, RUB_PUSH_X), get(rows, RUB_PUSH_Y)};
    return (struct touch){push, f64x4_sqrt(push.x * push.x + push.y * push.y), get(rows, RUB_FORCE)};
}

/** As spent() of spring_rub.c. @param n, v, turns normals, velocities, and turning() */
ALWAYS_INLINE f64x4 spent(const struct rows *rows, struct vec2x4 n, struct vec2x4 v, f64x4 turns)
{
    return rows->rubbing->how.weight *
           (get(rows, RUB_NORMAL) * (n.x * v.x + n.y * v.y) - get(rows, RUB_ACROSS) * (n.x * v.y - n.y * v.x + turns));
}

/** The force with the dashpots along the normals, as spring_force(). */
ALWAYS_INLINE f64x4 damp(const struct rows *rows, const struct pair *pairs, const struct touch *touch, struct vec2x4 v,
                         struct simd_ops simd)
{
    const struct vec2x4 felt = rows->again ? v : vec2x4_differences(pairs, rows->rubs->v, simd);
    const f64x4 c = CONSTANTS(rows, normal);
    f64x4 force = touch->force + c * (0 - (felt.x * touch->push.x + felt.y * touch->push.y));
    return f64x4_select(force > 0, force, F64X4_ALL(0));
}

/** Adds what four pairs give to both balls of each. */
ALWAYS_INLINE void give(const struct rows *rows, const struct pair *pairs, struct pushes pushes, f64x4 torque)
{
    for (size_t i = 0; i < F64X4_LANES; i++) {
        const struct pair pair = pairs[i];
        *(f64x2 *)(void *)&rows->rubs->force[pair.a] += pushes.of[i];
        *(f64x2 *)(void *)&rows->rubs->force[pair.b] -= pushes.of[i];
        rows->rubbing->torque[pair.a] += torque[i];
        rows->rubbing->torque[pair.b] += torque[i];
    }
}

/** What dashpots and the limit of friction do. @param normal force beside that of the springs */
ALWAYS_INLINE void set_dash(const struct rows *rows, f64x4 normal, f64x4 across, const struct touch *touch,
                            unsigned pushing)
{
    uint8_t *open = rows->rubbing->now.open + rows->now;
    f64x4_store(now(rows, RUB_NORMAL), normal);
    f64x4_store(now(rows, RUB_ACROSS), across);
    if (!rows->again)
        f64x4_store(now(rows, RUB_FORCE), touch->force);
    for (size_t i = 0; i < F64X4_LANES; i++)
        open[i] = pushing >> i & 1 ? 2 : open[i] > 0;
}

/** @param was, touch four pairs at the last look, and now */
ALWAYS_INLINE void rub_four(const struct spring_bodies *bodies, const struct pair *pairs, struct touch was,
                            struct touch touch, struct rows *rows, struct simd_ops simd)
{
    const struct spring_rubbing *rubbing = rows->rubbing;
    const struct vec2x4 v = vec2x4_differences(pairs, rubbing->how.v, simd), before = normals(was.push, was.size),
                        n = rows->again ? before : normals(touch.push, touch.size);
    const f64x4 turns = turning(bodies, pairs, rubbing->spin), slip = n.x * v.y - n.y * v.x + turns;
    const f64x4 force = rows->dashed ? damp(rows, pairs, &touch, v, simd) : touch.force;
    const struct held held = hold(rows, n.x * before.x + n.y * before.y, slip,
                                  rubbing->base->scene->pair.rubbing.mu.a * (force * touch.size), simd);
    if (rows->dashed) {
        const f64x4 normal = (force - touch.force) * touch.size;
        rows->lost += spent(rows, before, v, turns);
        rows->power += normal * (n.x * v.x + n.y * v.y) - held.dash * slip;
        set_dash(rows, normal, held.dash, &touch, simd.movemask(force > 0));
    }
    if (!rows->again) {
        rows->lost += held.lost;
        f64x4_store(now(rows, RUB_PUSH_X), touch.push.x);
        f64x4_store(now(rows, RUB_PUSH_Y), touch.push.y);
        f64x4_store(now(rows, RUB_STRETCH), held.stretch);
    }
    give(rows, pairs, turn(force * touch.push.x + held.force * (0 - n.y), force * touch.push.y + held.force * n.x),
         held.force);
}

/** @param centre NULL: again */
ALWAYS_INLINE void rub(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                       const struct vec2 *centre, struct spring_kernel_rubs *rubs, bool dashed, struct simd_ops simd)
{
    struct spring_rubbing *rubbing = rubs->rubbing;
    const struct spring_rubbing own = *rubbing;
    const struct spring_kernel_rubs own_rubs = *rubs;
    struct rows rows = {.rubbing = &own,
                        .rubs = &own_rubs,
                        .was = own.now.columns + rubs->row,
                        .was_stride = own.now.stride,
                        .now = rubs->row,
                        .dashed = dashed,
                        .again = !centre};
    f64x4 room[RUB_FORCE];
    f64x4 deepest = F64X4_ALL(rubs->deepest);
    for (size_t i = 0; i < F64X4_LANES; i++) {
        rows.lost[i] = own.step_lost[(rubs->row + i) % SPRING_RUB_SUMS];
        rows.power[i] = own.power[(rubs->row + i) % SPRING_RUB_SUMS];
    }
    for (size_t p = 0; p < touching->count; p += F64X4_LANES) {
        const struct pair *pairs = &touching->pairs[p];
        if (centre)
            set_former(&rows, rubs->from + p, room);
        const struct touch was = kept(&rows);
        rub_four(bodies, pairs, was, centre ? touch_four(bodies, pairs, centre, &deepest, simd) : was, &rows, simd);
        rows.was += F64X4_LANES;
        rows.now += F64X4_LANES;
    }
    for (size_t i = 0; i < F64X4_LANES; i++) {
        rubs->deepest = double_max(deepest[i], rubs->deepest);
        rubbing->step_lost[(rubs->row + i) % SPRING_RUB_SUMS] = rows.lost[i];
        rubbing->power[(rubs->row + i) % SPRING_RUB_SUMS] = rows.power[i];
    }
    rubs->row += touching->count;
}

ALWAYS_INLINE void rub_if(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                          const struct vec2 *centre, struct spring_kernel_rubs *rubs, struct simd_ops simd)
{
    if (!centre)
        rub(bodies, touching, NULL, rubs, true, simd);
    else if (rubs->rubbing->is_dashed)
        rub(bodies, touching, centre, rubs, true, simd);
    else
        rub(bodies, touching, centre, rubs, false, simd);
}

/** Equal radii without a period get code of their own. */
ALWAYS_INLINE void rub_all(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                           const struct vec2 *centre, struct spring_kernel_rubs *rubs, struct simd_ops simd)
{
    struct spring_bodies own = *bodies;
    if (!own.period && !own.r) {
        own.period = NULL;
        own.r = NULL;
        rub_if(&own, touching, centre, rubs, simd);
    } else
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
