/*
 * The impact-time kernel for uniform motion and for gravity.
 *
 * Four 64-byte particles are loaded and transposed with shuffles, so that each coordinate of four partners lies in one
 * vector; the arithmetic of motion_impact() follows for all four at once, branch-free, in the compilers' vector types
 * (GCC and Clang). Each of the four lanes keeps the earliest time so far and its partner's index; the earliest of these
 * four is the result. After a collision the lists of both balls are searched in one call, as a rule side by side: two
 * lanes for the partners of each. Their trajectories have just begun, so part of the arithmetic falls away.
 *
 * Pairs that touch and approach (resting contacts, overlaps by rounding) and ties are reported as ambiguous and left to
 * motion_impact().
 *
 * Gravity. Balls that fall alike move uniformly against each other, so only their places and velocities at the later
 * beginning differ from those of uniform motion. Balls that may not fall like the others lie on a wall or are fixed;
 * lists with one whose velocity along a component of gravity is exactly that of the wall, or 0, are left to
 * motion_impact(), and so is friction as a whole (whose filter is rolling_kernel). Where gravity points along
 * y, as it mostly does, x is that of uniform motion: but for the sign of a zero, which no time depends on.
 *
 * Periodic tables. What is left of a separation is that of the nearest images (base/period); which images are meant
 * follows from the places now, also if the later of the two trajectories began long ago. Narrow tables are left to
 * motion_impact().
 *
 * On x86-64 the kernels exist for the basic instruction set and for AVX2; the bits do not depend on the choice.
 */
#include "near/impact_kernel.h"

#include <math.h>

#include "contact/contact.h"
#include "near/particle_simd.h"

/* All comparisons with NaN are false. */
struct particle impact_kernel_sentinel(void)
{
    return (struct particle){.x = (double)NAN, .y = (double)NAN};
}

/** What a ball has ahead of it with four partners. */
struct four {
    f64x4 time;                 /* of impact; NaN: none */
    mask64x4 touching, special; /* those that touch, and those of them that approach */
    mask64x4 close;             /* those that may touch or be special; cheaper than to know */
};

/** Moves coordinates along trajectories that have lasted for `wait`. @param gravity NULL: uniform motion */
ALWAYS_INLINE void advance(f64x4 *q, f64x4 *v, f64x4 wait, const double *gravity)
{
    if (!gravity) {
        *q += *v * wait;
        return;
    }
    *q += wait * (*v + wait * (0.5 * *gravity));
    *v += wait * *gravity;
}

/** What distinguishes the kernels: NULL for what does not matter. */
struct kernel_variant {
    const double *gravity_x, *gravity_y;
    const struct period *period;
    struct vec2 floors; /* motion_floors() */
};

/** Balls that may be fixed or lie on a wall. */
ALWAYS_INLINE mask64x4 may_lie(f64x4 x, f64x4 vx, f64x4 vy, struct kernel_variant variant)
{
    f64x4 zero = 0 * x; /* NaN where a ball is padding or masked */
    mask64x4 rests_y = (vy == zero) | (vy == variant.floors.y + zero);
    if (!variant.gravity_x)
        return rests_y;
    mask64x4 rests_x = (vx == zero) | (vx == variant.floors.x + zero);
    return (rests_x & (F64X4_ALL(*variant.gravity_x) != 0)) | (rests_y & (F64X4_ALL(*variant.gravity_y) != 0));
}

/** The shift of the image that is nearest along an axis. */
ALWAYS_INLINE f64x4 image_shift(f64x4 d, double length, double inverse)
{
    return length * f64x4_round(d * inverse);
}

/** Coordinates after so long on their trajectories. */
ALWAYS_INLINE f64x4 place_after(f64x4 q, f64x4 v, f64x4 wait, const double *gravity)
{
    advance(&q, &v, wait, gravity);
    return q;
}

/** The first ball in the first two lanes, the second in the others. */
ALWAYS_INLINE struct particle4 beside(const struct particle *a, const struct particle *b)
{
    return (struct particle4){{a->x, a->x, b->x, b->x},     {a->y, a->y, b->y, b->y},     {a->t, a->t, b->t, b->t},
                              {a->vx, a->vx, b->vx, b->vx}, {a->vy, a->vy, b->vy, b->vy}, {a->r, a->r, b->r, b->r}};
}

/** What a ball has ahead of it with four partners. The square root is NaN for balls that separate, pass or graze.
 *  @param is_last the ball's trajectory begins now, no earlier than any of its partners' */
ALWAYS_INLINE struct four meet(struct particle4 partner, struct particle4 ball, bool is_last, double now,
                               struct kernel_variant variant, struct simd_ops simd)
{
    const double *gravity_x = variant.gravity_x, *gravity_y = variant.gravity_y;
    const struct period *period = variant.period;
    struct four found = {0};
    f64x4 t = ball.t, shift_x = {0}, shift_y = {0};
    if (gravity_y)
        found.special = may_lie(partner.x, partner.vx, partner.vy, variant);
    if (period && !is_last) {
        f64x4 way_x = place_after(partner.x, partner.vx, now - partner.t, gravity_x) -
                      place_after(ball.x, ball.vx, now - t, gravity_x);
        f64x4 way_y = place_after(partner.y, partner.vy, now - partner.t, gravity_y) -
                      place_after(ball.y, ball.vy, now - t, gravity_y);
        shift_x = image_shift(way_x, period->length.x, period->inverse.x);
        shift_y = image_shift(way_y, period->length.y, period->inverse.y);
    }
    if (!is_last) {
        t = simd.max(t, partner.t);
        advance(&ball.x, &ball.vx, t - ball.t, gravity_x);
        advance(&ball.y, &ball.vy, t - ball.t, gravity_y);
    }
    advance(&partner.x, &partner.vx, t - partner.t, gravity_x);
    advance(&partner.y, &partner.vy, t - partner.t, gravity_y);
    f64x4 dx = partner.x - ball.x, dy = partner.y - ball.y;
    if (period) {
        dx -= is_last ? image_shift(dx, period->length.x, period->inverse.x) : shift_x;
        dy -= is_last ? image_shift(dy, period->length.y, period->inverse.y) : shift_y;
    }
    f64x4 dvx = partner.vx - ball.vx, dvy = partner.vy - ball.vy;
    f64x4 approach = dx * dvx + dy * dvy;
    f64x4 reach = ball.r + partner.r, near = reach * (1 + CONTACT_TOUCHING);
    f64x4 dd = dx * dx + dy * dy;
    f64x4 ss = reach * reach, c = dd - ss;
    f64x4 vv = dvx * dvx + dvy * dvy, cross = dx * dvy - dy * dvx;
    f64x4 discriminant = vv * ss - cross * cross;
    mask64x4 parts = approach >= 0;
    found.touching = dd <= near * near;
    found.close = found.special | (c <= ss * (4 * CONTACT_TOUCHING));
    found.special |= ~parts & found.touching;
    f64x4 root = f64x4_sqrt((f64x4)((mask64x4)discriminant | parts | (discriminant <= 0)));
    found.time = t + c / (root - approach);
    return found;
}

/** The smallest of four numbers, in every lane. */
ALWAYS_INLINE f64x4 lane_min(f64x4 q, struct simd_ops simd)
{
    q = simd.min(q, __builtin_shufflevector(q, q, 2, 3, 0, 1));
    return simd.min(q, __builtin_shufflevector(q, q, 1, 0, 3, 2));
}

/* ---- any number of partners ---- */

/** Per-lane reduction over the neighbour list. */
struct reduction {
    f64x4 earliest;  /* time of impact; HUGE_VAL: none */
    mask64x4 winner; /* its partner's index in the list */
    mask64x4 tied;   /* another partner had the same time */
    mask64x4 touching, special;
};

ALWAYS_INLINE struct reduction scan(const struct particle *balls, const struct particle *ball,
                                    const struct impact_list *list, bool is_last, struct kernel_variant variant,
                                    struct simd_ops simd)
{
    mask64x4 index = {0, 1, 2, 3};
    struct reduction reduction = {.earliest = F64X4_ALL(HUGE_VAL)};
    const struct particle4 all = beside(ball, ball);
    if (variant.gravity_y)
        reduction.special = may_lie(all.x, all.vx, all.vy, variant);
    for (uint32_t k = 0; k < list->count; k += F64X4_LANES, index += F64X4_LANES) {
        struct particle4 partner;
        particle4_load(&partner, balls, list->slots + k, simd);
        struct four found = meet(partner, all, is_last, list->now, variant, simd);
        reduction.winner =
            (mask64x4)f64x4_select(found.time < reduction.earliest, (f64x4)index, (f64x4)reduction.winner);
        reduction.tied |= found.time == reduction.earliest;
        reduction.earliest = simd.min(found.time, reduction.earliest);
        reduction.touching |= found.touching;
        reduction.special |= found.special;
    }
    return reduction;
}

/** The earliest of all. A tie between two that are not the earliest counts as ambiguous as well: it is rare. */
ALWAYS_INLINE struct impact_found reduce(const struct reduction *reduction, struct simd_ops simd)
{
    f64x4 earliest = lane_min(reduction->earliest, simd);
    unsigned winners = simd.movemask(reduction->earliest == earliest);
    bool meets = earliest[0] < HUGE_VAL, several = (winners & (winners - 1)) != 0;
    return (struct impact_found){.t = earliest[0],
                                 .index = (uint32_t)reduction->winner[__builtin_ctz(winners)],
                                 .touching = simd.movemask(reduction->touching) != 0,
                                 .ambiguous =
                                     (meets & several) | (simd.movemask(reduction->tied | reduction->special) != 0)};
}

/* ---- two balls with few partners each, side by side ---- */

/* Partners of each ball that are searched side by side: of two to five balls that all see each other; usual in a gas;
 * of 16 balls, whose lists have that much room, as those of more than LISTED are filled up to a whole group. */
enum { FEW = 4, SOME = IMPACT_KERNEL_ROOM, LISTED = 12, MANY = 16 };

ALWAYS_INLINE f64x4 swap_neighbours(f64x4 q)
{
    return __builtin_shufflevector(q, q, 1, 0, 3, 2);
}

/** @param winners bit i: partner i is hit at `earliest` */
ALWAYS_INLINE struct impact_found first_hit(double earliest, uint64_t winners)
{
    bool several = (winners & (winners - 1)) != 0;
    return (struct impact_found){earliest, (uint32_t)__builtin_ctzll(winners | 1ULL << 63), false, several};
}

/** Both balls of a pair with up to `room` partners each, two of the first and two of the second in each group. Their
 *  number is a constant, so that there is no end of a loop to mispredict. false: a partner is close, and
 *  nothing is found. */
ALWAYS_INLINE bool search_side_by_side(const struct particle *balls, const struct impact_pair *pair, int room,
                                       struct kernel_variant variant, struct impact_found found[2],
                                       struct simd_ops simd)
{
    const uint32_t *first = pair->list[0].slots, *second = pair->list[1].slots;
    const struct particle4 both = beside(&pair->ball[0], &pair->ball[1]);
    f64x4 times[MANY / 2], earliest = F64X4_ALL(HUGE_VAL);
    mask64x4 close = {0}, winners = {0};
    if (variant.gravity_y)
        close = may_lie(both.x, both.vx, both.vy, variant);
#pragma GCC unroll 8
    for (int k = 0; k < room / 2; k++) {
        const uint32_t slots[4] = {first[2 * k], first[2 * k + 1], second[2 * k], second[2 * k + 1]};
        struct particle4 partner;
        particle4_load(&partner, balls, slots, simd);
        struct four four = meet(partner, both, true, pair->list[0].now, variant, simd);
        times[k] = four.time;
        close |= four.close;
        earliest = simd.min(four.time, earliest);
    }
    earliest = simd.min(earliest, swap_neighbours(earliest));
#pragma GCC unroll 8
    for (int k = 0; k < room / 2; k++) {
        const mask64x4 bit = {1LL << 2 * k, 2LL << 2 * k, 1LL << 2 * k, 2LL << 2 * k};
        winners |= (times[k] == earliest) & bit;
    }
    winners |= (mask64x4)swap_neighbours((f64x4)winners);
    found[0] = first_hit(earliest[0], (uint64_t)winners[0]);
    found[1] = first_hit(earliest[2], (uint64_t)winners[2]);
    return simd.movemask(close) == 0;
}

/* ---- kernels ---- */

/** What leaves everything to motion_impact(). */
static const struct impact_found undecided = {.t = HUGE_VAL, .ambiguous = true};

ALWAYS_INLINE struct impact_found search(const struct particle *balls, const struct particle *ball,
                                         const struct impact_list *list, struct kernel_variant variant,
                                         struct simd_ops simd)
{
    struct reduction reduction = scan(balls, ball, list, false, variant, simd);
    return reduce(&reduction, simd);
}

ALWAYS_INLINE void search_both(const struct particle *balls, const struct impact_pair *pair,
                               struct kernel_variant variant, struct impact_found found[2], struct simd_ops simd)
{
    const uint32_t a = pair->list[0].count, b = pair->list[1].count, most = a > b ? a : b;
    bool found_both = false;
    if (most <= FEW)
        found_both = search_side_by_side(balls, pair, FEW, variant, found, simd);
    else if (most <= SOME)
        found_both = search_side_by_side(balls, pair, SOME, variant, found, simd);
    else if ((a > LISTED) & (b > LISTED) & (most <= MANY))
        found_both = search_side_by_side(balls, pair, MANY, variant, found, simd);
    if (found_both)
        return;
    for (int i = 0; i < 2; i++) {
        struct reduction reduction = scan(balls, &pair->ball[i], &pair->list[i], true, variant, simd);
        found[i] = reduce(&reduction, simd);
    }
}

/** Where everything is left to motion_impact(). */
static struct impact_found one_undecided(const struct motion *motion, const struct particle *balls,
                                         const struct particle *ball, const struct impact_list *list)
{
    (void)motion, (void)balls, (void)ball, (void)list;
    return undecided;
}

static void two_undecided(const struct motion *motion, const struct particle *balls, const struct impact_pair *pair,
                          struct impact_found found[2])
{
    (void)motion, (void)balls, (void)pair;
    found[0] = found[1] = undecided;
}

/** The kernels for one instruction set and variant. */
#define VARIANT(target, name, simd, ...)                                                                      \
    target static struct impact_found one_##name(const struct motion *motion, const struct particle *balls,   \
                                                 const struct particle *ball, const struct impact_list *list) \
    {                                                                                                         \
        return search(balls, ball, list, (struct kernel_variant){__VA_ARGS__, motion_floors(motion)}, simd);  \
    }                                                                                                         \
    target static void two_##name(const struct motion *motion, const struct particle *balls,                  \
                                  const struct impact_pair *pair, struct impact_found found[2])               \
    {                                                                                                         \
        search_both(balls, pair, (struct kernel_variant){__VA_ARGS__, motion_floors(motion)}, found, simd);   \
    }

enum { NO_GRAVITY, GRAVITY_Y, GRAVITY_ANY, N_GRAVITIES };

/** The kernels for one instruction set: one for each variant. */
#define KERNELS(target, suffix, simd)                                                                         \
    VARIANT(target, uniform_##suffix, simd, NULL, NULL, NULL)                                                 \
    VARIANT(target, vertical_##suffix, simd, NULL, &motion->gravity.y, NULL)                                  \
    VARIANT(target, falling_##suffix, simd, &motion->gravity.x, &motion->gravity.y, NULL)                     \
    VARIANT(target, periodic_##suffix, simd, NULL, NULL, &motion->period)                                     \
    VARIANT(target, periodic_falling_##suffix, simd, &motion->gravity.x, &motion->gravity.y, &motion->period) \
    static const struct impact_kernel kernels_##suffix[2][N_GRAVITIES] = {                                    \
        {{one_uniform_##suffix, two_uniform_##suffix},                                                        \
         {one_vertical_##suffix, two_vertical_##suffix},                                                      \
         {one_falling_##suffix, two_falling_##suffix}},                                                       \
        {{one_periodic_##suffix, two_periodic_##suffix},                                                      \
         {one_periodic_falling_##suffix, two_periodic_falling_##suffix},                                      \
         {one_periodic_falling_##suffix, two_periodic_falling_##suffix}}};

KERNELS(, baseline, SIMD_BASELINE)
KERNELS(TARGET_AVX2, avx2, SIMD_AVX2)

struct impact_kernel impact_kernel_of(const struct motion *motion, bool wide)
{
    const struct impact_kernel(*kernels)[N_GRAVITIES] = SIMD_MAY_BE_WIDE && wide ? kernels_avx2 : kernels_baseline;
    if (motion->law == MOTION_UNIFORM && !motion->is_narrow)
        return kernels[motion->period.is_any][NO_GRAVITY];
    if (motion_falls(motion) && !motion->is_narrow)
        return kernels[motion->period.is_any][motion->gravity.x == 0 ? GRAVITY_Y : GRAVITY_ANY];
    return (struct impact_kernel){one_undecided, two_undecided};
}
