/*
 * Forces of touching balls, four pairs at a time: places are gathered, the force law of spring_contacts.c follows with
 * its operations in their order, and the forces are added ball by ball in the order of the pairs, which is what defines
 * the bits of a sum.
 *
 * The largest overlap changes rarely; so only those are divided by the smaller radius that may be larger than it, to
 * more than rounding.
 *
 * The same with friction (contact_law.h), for balls that turn about the vertical only: rows stand in the order of the
 * pairs.
 */
#include "springs/spring_kernel.h"

#include "base/min_max.h"
#include "near/pairs_simd.h"
#include "springs/contact_law.h"

/** Just below 1, by more than the rounding of a product and a quotient. */
#define NEARLY_ONE (1 - 0x1p-50)

ALWAYS_INLINE f64x4 gather(const double *r, const uint32_t a, const uint32_t b, const uint32_t c, const uint32_t d)
{
    return (f64x4){r[a], r[b], r[c], r[d]};
}

/** What is known of all bodies; a constant, so that each kind has code of its own. */
enum kind {
    ALIKE,  /* equal radii, and no period */
    UNLIKE, /* no period */
    ANY
};

static enum kind kind_of(const struct spring_bodies *bodies)
{
    return bodies->period ? ANY : bodies->r ? UNLIKE : ALIKE;
}

/** Bodies, as they are known. */
struct known {
    const struct spring_bodies *bodies;
    enum kind kind;
};

struct sizes {
    f64x4 reach, smaller;
};

ALWAYS_INLINE struct sizes sizes_of(struct known known, const struct pair *p)
{
    const struct spring_bodies *bodies = known.bodies;
    if (known.kind == ALIKE || !bodies->r)
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

/** Adds the pushes on four pairs, or on those that there are. */
ALWAYS_INLINE void add_four(const struct spring_pairs *touching, size_t p, struct pushes pushes, struct vec2 *force)
{
    if (p + F64X4_LANES <= touching->count)
        for (size_t i = 0; i < F64X4_LANES; i++)
            add(touching, touching->pairs[p + i], pushes.of[i], force);
    else
        for (size_t i = 0; i < touching->count - p; i++)
            add(touching, touching->pairs[p + i], pushes.of[i], force);
}

/** Four pairs that touch: push on the first balls, and force of the springs in its units. */
struct touch {
    struct vec2x4 push;
    f64x4 elastic;
};

ALWAYS_INLINE struct touch touch_four(struct known known, const struct pair *pairs, const struct vec2 *centre,
                                      f64x4 *deepest, struct simd_ops simd)
{
    const struct spring_bodies *bodies = known.bodies;
    struct vec2x4 way =
        vec2x4_nearest(vec2x4_differences(pairs, centre, simd), known.kind == ANY ? bodies->period : NULL);
    struct sizes sizes = sizes_of(known, pairs);
    f64x4 d = f64x4_sqrt(way.x * way.x + way.y * way.y) + bodies->softening;
    f64x4 overlap = sizes.reach - d;
    if (simd.movemask(overlap > *deepest * sizes.smaller * NEARLY_ONE))
        *deepest = simd.max(overlap / sizes.smaller, *deepest);
    return (struct touch){{way.x / d, way.y / d}, overlap * bodies->k};
}

ALWAYS_INLINE double largest_of(f64x4 q)
{
    return double_max(double_max(q[0], q[1]), double_max(q[2], q[3]));
}

ALWAYS_INLINE double push(struct known known, struct spring_pairs touching, const struct vec2 *centre,
                          struct vec2 *force, f64x4 deepest, struct simd_ops simd)
{
    const size_t prefetched = pairs_prefetched(touching.count);
    const struct spring_bodies own = *known.bodies; /* which no store of a force changes */
    for (size_t p = 0; p < touching.count; p += F64X4_LANES) {
        if (p < prefetched)
            pairs_prefetch(&touching.pairs[p], F64X4_LANES, force);
        const struct touch touch =
            touch_four((struct known){&own, known.kind}, &touching.pairs[p], centre, &deepest, simd);
        add_four(&touching, p, turn(touch.elastic * touch.push.x, touch.elastic * touch.push.y), force);
    }
    return largest_of(deepest);
}

ALWAYS_INLINE double push_all(const struct spring_bodies *bodies, struct spring_pairs touching,
                              const struct vec2 *centre, struct vec2 *force, double deepest, struct simd_ops simd)
{
    const enum kind kind = kind_of(bodies);
    const f64x4 so_far = F64X4_ALL(deepest);
    if (kind == ANY)
        return push((struct known){bodies, ANY}, touching, centre, force, so_far, simd);
    if (kind == UNLIKE)
        return push((struct known){bodies, UNLIKE}, touching, centre, force, so_far, simd);
    return push((struct known){bodies, ALIKE}, touching, centre, force, so_far, simd);
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

/* ---- with dashpots ---- */

/** What opens a contact, and what no longer pushes; as a rule, all four push on. */
ALWAYS_INLINE void set_open(uint8_t *open, unsigned pushing)
{
    uint32_t all;
    memcpy(&all, open, sizeof all);
    if (pushing == 0xF && all == 0x02020202)
        return;
    for (size_t i = 0; i < F64X4_LANES; i++)
        open[i] = pushing >> i & 1 ? 2 : open[i] > 0;
}

ALWAYS_INLINE f64x4 approach_of(struct vec2x4 v, struct vec2x4 push)
{
    return 0 - (v.x * push.x + v.y * push.y);
}

/** Sets forces, and what the dashpots of four contacts take of them; returns the pushes. @param four has the rest
 *  @param taken at which approach they take it */
ALWAYS_INLINE struct pushes dash_four_pairs(struct dashpot_four *four, uint8_t *open, struct vec2x4 felt, f64x4 taken,
                                            struct simd_ops simd)
{
    const struct vector_four push = {f64x4_load(four->push_x), f64x4_load(four->push_y)};
    const f64x4 elastic = f64x4_load(four->elastic);
    const f64x4 force =
        normal_force_four(elastic, f64x4_load(four->damping), push, (struct vector_four){felt.x, felt.y});
    f64x4_store(four->dash, force - elastic);
    f64x4_store(four->power, (force - elastic) * taken);
    set_open(open, simd.movemask(force > 0));
    return turn(force * push.x, force * push.y);
}

ALWAYS_INLINE double push_damped(struct known known, struct spring_pairs touching, const struct vec2 *centre,
                                 struct spring_kernel_dashpots of, double so_far, struct simd_ops simd)
{
    f64x4 deepest = F64X4_ALL(so_far);
    const struct spring_bodies own = *known.bodies; /* a copy, as what follows, which no store changes */
    const struct dashpot_rows rows = *of.rows;
    for (size_t p = 0; p < touching.count; p += F64X4_LANES) {
        const struct pair *pairs = &touching.pairs[p];
        struct dashpot_four *four = &rows.fours[p / F64X4_LANES];
        const struct touch touch = touch_four((struct known){&own, known.kind}, pairs, centre, &deepest, simd);
        const struct vec2x4 felt = vec2x4_differences(pairs, of.felt, simd);
        const struct vec2x4 v = of.v == of.felt ? felt : vec2x4_differences(pairs, of.v, simd);
        f64x4_store(four->push_x, touch.push.x);
        f64x4_store(four->push_y, touch.push.y);
        f64x4_store(four->elastic, touch.elastic);
        if (!of.each)
            f64x4_store(four->damping, F64X4_ALL(of.damping));
        add_four(&touching, p, dash_four_pairs(four, rows.open + p, felt, approach_of(v, touch.push), simd), of.force);
    }
    return largest_of(deepest);
}

SIMD_BOTH(double, push_damped_on,
          (const struct spring_bodies *bodies, const struct spring_pairs *touching, const struct vec2 *centre,
           const struct spring_kernel_dashpots *dashpots, double deepest),
          return kind_of(bodies) == ALIKE
                     ? push_damped((struct known){bodies, ALIKE}, *touching, centre, *dashpots, deepest, simd)
                     : push_damped((struct known){bodies, ANY}, *touching, centre, *dashpots, deepest, simd);)

double spring_kernel_push_damped(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                                 const struct vec2 *centre, const struct spring_kernel_dashpots *dashpots,
                                 double deepest)
{
    return SIMD_CHOSEN(push_damped_on)(bodies, touching, centre, dashpots, deepest);
}

ALWAYS_INLINE struct vec2x4 push_in(const struct dashpot_four *four)
{
    return (struct vec2x4){f64x4_load(four->push_x), f64x4_load(four->push_y)};
}

ALWAYS_INLINE void push_rows(struct spring_pairs touching, struct spring_kernel_dashpots of, struct simd_ops simd)
{
    const struct dashpot_rows rows = *of.rows; /* a copy, which no store changes */
    for (size_t p = 0; p < touching.count; p += F64X4_LANES) {
        const struct pair *pairs = &touching.pairs[p];
        struct dashpot_four *four = &rows.fours[p / F64X4_LANES];
        const struct vec2x4 push = push_in(four), v = vec2x4_differences(pairs, of.v, simd),
                            felt = of.felt == of.v ? v : vec2x4_differences(pairs, of.felt, simd),
                            spent = of.spent == of.v ? v : vec2x4_differences(pairs, of.spent, simd);
        f64x4_store(four->spent, f64x4_load(four->dash) * approach_of(spent, push));
        add_four(&touching, p, dash_four_pairs(four, rows.open + p, felt, approach_of(v, push), simd), of.force);
    }
}

ALWAYS_INLINE void push_again(const struct spring_pairs *touching, struct spring_kernel_dashpots of,
                              struct simd_ops simd)
{
    if (of.felt == of.v && of.spent == of.v) { /* as a rule without gravity: one gathering of velocities */
        of.felt = of.spent = of.v;
        push_rows(*touching, of, simd);
    } else {
        push_rows(*touching, of, simd);
    }
}

SIMD_BOTH(void, push_again_on, (const struct spring_pairs *touching, const struct spring_kernel_dashpots *dashpots),
          push_again(touching, *dashpots, simd);)

void spring_kernel_push_again(const struct spring_pairs *touching, const struct spring_kernel_dashpots *dashpots)
{
    SIMD_CHOSEN(push_again_on)(touching, dashpots);
}

ALWAYS_INLINE void spend_rows(const struct dashpot_rows *rows, const struct vec2 *v, struct simd_ops simd)
{
    for (size_t p = 0; p < rows->count; p += F64X4_LANES) {
        struct dashpot_four *four = &rows->fours[p / F64X4_LANES];
        const f64x4 approach = approach_of(vec2x4_differences(&rows->pairs[p], v, simd), push_in(four));
        f64x4_store(four->spent, f64x4_load(four->dash) * approach);
    }
}

SIMD_BOTH(void, spend_on, (const struct dashpot_rows *rows, const struct vec2 *v), spend_rows(rows, v, simd);)

void spring_kernel_spend(const struct dashpot_rows *rows, const struct vec2 *v)
{
    SIMD_CHOSEN(spend_on)(rows, v);
}

/* ---- with friction ---- */

/** Radii of the two balls of each pair. */
struct radii {
    f64x4 a, b;
};

ALWAYS_INLINE struct radii radii_of(struct known known, const struct pair *p)
{
    const struct spring_bodies *bodies = known.bodies;
    if (known.kind == ALIKE || !bodies->r)
        return (struct radii){F64X4_ALL(bodies->radius), F64X4_ALL(bodies->radius)};
    return (struct radii){gather(bodies->r, p[0].a, p[1].a, p[2].a, p[3].a),
                          gather(bodies->r, p[0].b, p[1].b, p[2].b, p[3].b)};
}

/** What is done with four rows; a constant. */
enum looks {
    STIFF,  /* nothing depends on velocities */
    DASHED, /* there are dashpots */
    AGAIN   /* the same, and rows are as they were, at the places of now: no spring stretches */
};

/** The same, and whether contacts resist rolling. */
struct rub_task {
    enum looks looks;
    bool rolls;
};

/** How the two balls of each pair move against each other.
 *  @param v velocities of their centres */
ALWAYS_INLINE struct motion_four relative_motion(struct known known, const struct pair *p, struct vec2x4 v,
                                                 const struct vec3 *w, struct rub_task task)
{
    const struct radii r = radii_of(known, p);
    const f64x4 a = {w[p[0].a].z, w[p[1].a].z, w[p[2].a].z, w[p[3].a].z},
                b = {w[p[0].b].z, w[p[1].b].z, w[p[2].b].z, w[p[3].b].z};
    struct motion_four motion = {{v.x, v.y}, .z = r.a * a + r.b * b};
    if (task.rolls)
        motion.roll = arms_of_four(r.a, r.b).roll * (a - b);
    return motion;
}

/** Four rows, as they were and as they become. */
struct rows {
    struct rub_task task;
    const struct tangential_springs *springs; /* a copy, which no store changes */
    const struct spring_kernel_friction *friction;
    const double *was;
    size_t was_stride, now;
    f64x4 lost, power; /* what is lost, and the power of what is not the springs', in sums that rows add to in turn */
};

ALWAYS_INLINE f64x4 get(const struct rows *rows, enum tangential_column c)
{
    return f64x4_load(rows->was + c * rows->was_stride);
}

ALWAYS_INLINE double *now(const struct rows *rows, enum tangential_column c)
{
    return rows->springs->now.columns + c * rows->springs->now.stride + rows->now;
}

/** Constants of four pairs. */
struct constants {
    f64x4 k, c, normal, mu, falls;
};

ALWAYS_INLINE struct constants constants_of(const struct rows *rows)
{
    const struct tangential_constants *all = &rows->springs->constants;
    const struct spring_constants *each = rows->springs->now.constants + rows->now;
    if (all->are_alike)
        return (struct constants){F64X4_ALL(all->alike[0].k), F64X4_ALL(all->alike[0].c),
                                  F64X4_ALL(all->alike[0].normal), F64X4_ALL(all->alike[0].mu),
                                  F64X4_ALL(all->alike[0].falls)};
    return (struct constants){(f64x4){each[0].k, each[1].k, each[2].k, each[3].k},
                              (f64x4){each[0].c, each[1].c, each[2].c, each[3].c},
                              (f64x4){each[0].normal, each[1].normal, each[2].normal, each[3].normal},
                              (f64x4){each[0].mu, each[1].mu, each[2].mu, each[3].mu},
                              (f64x4){each[0].falls, each[1].falls, each[2].falls, each[3].falls}};
}

/** Has `was` be the rows of before: they lie side by side, or are put there. */
ALWAYS_INLINE void set_former(struct rows *rows, const uint32_t *from, f64x4 room[ROW_COLUMNS])
{
    const struct tangential_rows *former = &rows->springs->former;
    const bool together = from[1] == from[0] + 1 && from[2] == from[0] + 2 && from[3] == from[0] + 3;
    rows->was = together ? former->columns + from[0] : (const double *)room;
    rows->was_stride = together ? former->stride : F64X4_LANES;
    for (size_t c = 0; !together && c < (rows->task.rolls ? ROW_COLUMNS : ROW_PUSH_X); c++)
        room[c] = gather(former->columns + c * former->stride, from[0], from[1], from[2], from[3]);
}

/** What a velocity adds to a spring: if nothing, what keeps the sign of a zero, too. */
ALWAYS_INLINE f64x4 gain_of(f64x4 velocity, struct contact_law law)
{
    return law.stretch == SPRING_STRETCHES ? law.time * velocity : F64X4_ALL(-0.0);
}

/** How springs are stretched, but for what friction holds. @param turned how the normals have turned */
ALWAYS_INLINE struct stretching_four stretching_of(const struct rows *rows, const struct constants *of,
                                                   struct across_four slip, f64x4 turned, struct contact_law law)
{
    const f64x4 none = F64X4_ALL(0);
    struct stretching_four s = {.k = of->k, .c = of->c, .from = {get(rows, ROW_STRETCH), none}, .slip = slip};
    s.gain = (struct across_four){gain_of(slip.along, law), none};
    s.turned = law.stretch == SPRING_STRETCHES ? turned : F64X4_ALL(1);
    return s;
}

/** Torques on the balls of four pairs, by their radii. */
struct torques {
    f64x4 a, b;
};

/** Adds what four pairs give to both balls of each. */
ALWAYS_INLINE void give(const struct rows *rows, const struct pair *pairs, struct pushes pushes, struct torques torque)
{
    double *torques = rows->springs->turning.torque;
    for (size_t i = 0; i < F64X4_LANES; i++) {
        const struct pair pair = pairs[i];
        *(f64x2 *)(void *)&rows->friction->force[pair.a] += pushes.of[i];
        *(f64x2 *)(void *)&rows->friction->force[pair.b] -= pushes.of[i];
        torques[pair.a] += torque.a[i];
        torques[pair.b] += torque.b[i];
    }
}

ALWAYS_INLINE void set_dash(const struct rows *rows, struct dash_four dash, unsigned pushing)
{
    uint8_t *open = rows->springs->now.open + rows->now;
    f64x4_store(now(rows, ROW_NORMAL), dash.normal);
    f64x4_store(now(rows, ROW_ACROSS), dash.across.along);
    if (rows->task.rolls)
        f64x4_store(now(rows, ROW_ROLL_DASH), dash.roll);
    for (size_t i = 0; i < F64X4_LANES; i++)
        open[i] = pushing >> i & 1 ? 2 : open[i] > 0;
}

ALWAYS_INLINE void keep(struct rows *rows, const struct direction_four *is, f64x4 elastic,
                        const struct spring_four *spring)
{
    rows->lost += spring->lost;
    f64x4_store(now(rows, ROW_N_X), is->n.x);
    f64x4_store(now(rows, ROW_N_Y), is->n.y);
    f64x4_store(now(rows, ROW_STRETCH), spring->stretch.along);
    if (rows->task.looks == STIFF)
        return;
    f64x4_store(now(rows, ROW_PUSH_X), is->push.x);
    f64x4_store(now(rows, ROW_PUSH_Y), is->push.y);
    f64x4_store(now(rows, ROW_SIZE), is->size);
    f64x4_store(now(rows, ROW_FORCE), elastic);
}

/** Constants of rolling of four pairs. */
ALWAYS_INLINE struct resistance_four resistance_of(const struct rows *rows)
{
    const struct tangential_constants *all = &rows->springs->constants;
    const struct rolling_constants *each = rows->springs->now.rolling + rows->now;
    if (all->are_alike)
        return (struct resistance_four){F64X4_ALL(all->alike_rolling[0].k), F64X4_ALL(all->alike_rolling[0].c),
                                        F64X4_ALL(all->alike_rolling[0].mu)};
    return (struct resistance_four){(f64x4){each[0].k, each[1].k, each[2].k, each[3].k},
                                    (f64x4){each[0].c, each[1].c, each[2].c, each[3].c},
                                    (f64x4){each[0].mu, each[1].mu, each[2].mu, each[3].mu}};
}

/** The springs against rolling of four pairs, as they become. @param held normal forces
 *  @param dash receives their forces beside those of the springs */
ALWAYS_INLINE struct spring_four resist(struct rows *rows, f64x4 velocity, f64x4 held, f64x4 *dash,
                                        struct contact_law law, struct simd_ops simd)
{
    const struct resistance_four of = resistance_of(rows);
    const f64x4 felt = tangential_spring_feels(rows->springs) ? velocity : get(rows, ROW_ROLLING);
    const struct spring_four spring = roll_four(
        of, (struct rolling_four){get(rows, ROW_ROLL), gain_of(velocity, law), felt}, of.mu * held, law, simd);
    if (rows->task.looks != AGAIN) {
        rows->lost += spring.lost;
        f64x4_store(now(rows, ROW_ROLL), spring.stretch.along);
        f64x4_store(now(rows, ROW_ROLLING), felt);
    }
    *dash = spring.force.along + of.k * spring.stretch.along;
    return spring;
}

/** Adds what dashpots and the limit of friction have taken since the last look. */
ALWAYS_INLINE void spend(struct rows *rows, const struct pair *pairs, struct vector_four n, struct motion_four motion,
                         struct contact_law law, struct simd_ops simd)
{
    const struct spring_stretching *how = &rows->springs->how;
    const f64x4 none = F64X4_ALL(0);
    if (how->weight == 0)
        return;
    if (how->spent != how->v) {
        const struct vec2x4 v = vec2x4_differences(pairs, how->spent, simd);
        motion.v = (struct vector_four){v.x, v.y};
    }
    const struct dash_four former = {
        get(rows, ROW_NORMAL), {get(rows, ROW_ACROSS), none}, law.rolls ? get(rows, ROW_ROLL_DASH) : none};
    rows->lost += how->weight * power_four(former, n, &motion, slip_four(motion, n, law), law);
}

/** Velocities that dashpots along normals feel. */
ALWAYS_INLINE struct vector_four felt_four(const struct rows *rows, const struct pair *pairs,
                                           const struct motion_four *motion, struct simd_ops simd)
{
    if (rows->friction->v == rows->springs->how.v)
        return motion->v;
    const struct vec2x4 felt = vec2x4_differences(pairs, rows->friction->v, simd);
    return (struct vector_four){felt.x, felt.y};
}

/** Normal forces with an even fall, of which friction and rolling resistance hold a part. */
ALWAYS_INLINE f64x4 held_force(const struct rows *rows, const struct motion_four *motion, const struct constants *of,
                               f64x4 elastic, struct vector_four push)
{
    const struct vec2 due = rows->springs->how.due;
    const struct vector_four even = {motion->v.x + of->falls * due.x, motion->v.y + of->falls * due.y};
    return normal_force_four(elastic, of->normal, push, even);
}

/** The directions of four pairs: of rows that are as they were, or anew. */
ALWAYS_INLINE struct direction_four directions_of(const struct rows *rows, struct vector_four was,
                                                  const struct touch *touch)
{
    if (rows->task.looks != AGAIN)
        return direction_four(touch->push.x, touch->push.y);
    return (struct direction_four){{touch->push.x, touch->push.y}, was, get(rows, ROW_SIZE)};
}

/** As tangential_spring_pull(). */
ALWAYS_INLINE void rub_four(struct rows *rows, struct known known, const struct pair *pairs, const struct touch *touch,
                            const struct motion_four *motion, struct simd_ops simd)
{
    const struct tangential_springs *springs = rows->springs;
    const struct rub_task task = rows->task;
    const struct contact_law law = {true, task.rolls, task.looks == AGAIN ? SPRING_STAYS : springs->how.stretch,
                                    springs->how.time};
    const struct vector_four was = {get(rows, ROW_N_X), get(rows, ROW_N_Y)};
    const struct direction_four is = directions_of(rows, was, touch);
    const struct constants of = constants_of(rows);
    const struct across_four slip = slip_four(*motion, is.n, law);
    f64x4 force = touch->elastic, held = force, roll_dash = F64X4_ALL(0);
    if (task.looks != STIFF) {
        force = normal_force_four(force, of.normal, is.push, felt_four(rows, pairs, motion, simd));
        held = held_force(rows, motion, &of, touch->elastic, is.push);
    }
    held = is.size * held;
    struct stretching_four s = stretching_of(rows, &of, slip, is.n.x * was.x + is.n.y * was.y, law);
    s.most = of.mu * held;
    const struct spring_four spring = stretch_four(&s, law, simd);
    if (task.looks != STIFF)
        spend(rows, pairs, was, *motion, law, simd);
    if (task.looks != AGAIN)
        keep(rows, &is, touch->elastic, &spring);
    struct torques torques = {spring.force.along, spring.force.along};
    if (task.rolls) {
        const struct radii r = radii_of(known, pairs);
        const struct arms_four arms = arms_of_four(r.a, r.b);
        const struct spring_four against = resist(rows, motion->roll, held, &roll_dash, law, simd);
        torques.a += arms.a * against.force.along;
        torques.b -= arms.b * against.force.along;
    }
    if (task.looks != STIFF) {
        struct dash_four dash = dash_four(force, touch->elastic, is.size, of.k, &spring);
        dash.roll = roll_dash;
        rows->power += power_four(dash, is.n, motion, slip, law);
        set_dash(rows, dash, simd.movemask(force > 0));
    }
    give(rows, pairs,
         turn(force * is.push.x + spring.force.along * (0 - is.n.y), force * is.push.y + spring.force.along * is.n.x),
         torques);
}

/** The rows of a kernel, from the first on. */
ALWAYS_INLINE struct rows rows_of(const struct tangential_springs *springs,
                                  const struct spring_kernel_friction *friction, struct rub_task task)
{
    struct rows rows = {.task = task,
                        .springs = springs,
                        .friction = friction,
                        .was = springs->now.columns + friction->row,
                        .was_stride = springs->now.stride,
                        .now = friction->row};
    for (size_t i = 0; i < F64X4_LANES; i++) {
        rows.lost[i] = springs->taken.step[(friction->row + i) % TANGENTIAL_SUMS];
        rows.power[i] = springs->taken.power[(friction->row + i) % TANGENTIAL_SUMS];
    }
    return rows;
}

/** Hands back what they have added up. */
ALWAYS_INLINE void close_rows(const struct rows *rows, f64x4 deepest, struct spring_kernel_friction *friction)
{
    struct tangential_taken *taken = &friction->springs->taken;
    for (size_t i = 0; i < F64X4_LANES; i++) {
        friction->deepest = double_max(deepest[i], friction->deepest);
        taken->step[(friction->row + i) % TANGENTIAL_SUMS] = rows->lost[i];
        taken->power[(friction->row + i) % TANGENTIAL_SUMS] = rows->power[i];
    }
    friction->row = rows->now;
}

ALWAYS_INLINE void rub(struct known known, const struct spring_pairs *touching, const struct vec2 *centre,
                       struct spring_kernel_friction *friction, struct rub_task task, struct simd_ops simd)
{
    const struct tangential_springs springs = *friction->springs;
    const struct spring_kernel_friction own = *friction;
    struct rows rows = rows_of(&springs, &own, task);
    f64x4 room[ROW_COLUMNS], deepest = F64X4_ALL(friction->deepest);
    for (size_t p = 0; p < touching->count; p += F64X4_LANES) {
        const struct pair *pairs = &touching->pairs[p];
        struct touch touch;
        if (task.looks == AGAIN) {
            touch = (struct touch){{get(&rows, ROW_PUSH_X), get(&rows, ROW_PUSH_Y)}, get(&rows, ROW_FORCE)};
        } else {
            set_former(&rows, own.from + p, room);
            touch = touch_four(known, pairs, centre, &deepest, simd);
        }
        const struct vec2x4 v = vec2x4_differences(pairs, springs.how.v, simd);
        const struct motion_four motion = relative_motion(known, pairs, v, springs.how.w, task);
        rub_four(&rows, known, pairs, &touch, &motion, simd);
        rows.was += F64X4_LANES;
        rows.now += F64X4_LANES;
    }
    close_rows(&rows, deepest, friction);
}

ALWAYS_INLINE void rub_kind(struct known known, const struct spring_pairs *touching, const struct vec2 *centre,
                            struct spring_kernel_friction *friction, bool rolls, struct simd_ops simd)
{
    const struct spring_bodies own = *known.bodies;
    known.bodies = &own;
    if (!centre)
        rub(known, touching, NULL, friction, (struct rub_task){AGAIN, rolls}, simd);
    else if (friction->springs->is_dashed)
        rub(known, touching, centre, friction, (struct rub_task){DASHED, rolls}, simd);
    else
        rub(known, touching, centre, friction, (struct rub_task){STIFF, rolls}, simd);
}

SIMD_BOTH(void, rub_on,
          (const struct spring_bodies *bodies, const struct spring_pairs *touching, const struct vec2 *centre,
           struct spring_kernel_friction *friction),
          if (kind_of(bodies) == ALIKE)
              rub_kind((struct known){bodies, ALIKE}, touching, centre, friction, false, simd);
          else rub_kind((struct known){bodies, ANY}, touching, centre, friction, false, simd);)

SIMD_BOTH(void, roll_on,
          (const struct spring_bodies *bodies, const struct spring_pairs *touching, const struct vec2 *centre,
           struct spring_kernel_friction *friction),
          if (kind_of(bodies) == ALIKE) rub_kind((struct known){bodies, ALIKE}, touching, centre, friction, true, simd);
          else rub_kind((struct known){bodies, ANY}, touching, centre, friction, true, simd);)

void spring_kernel_push_with_friction(const struct spring_bodies *bodies, const struct spring_pairs *touching,
                                      const struct vec2 *centre, struct spring_kernel_friction *friction)
{
    if (friction->springs->rolls)
        SIMD_CHOSEN(roll_on)(bodies, touching, centre, friction);
    else
        SIMD_CHOSEN(rub_on)(bodies, touching, centre, friction);
}
