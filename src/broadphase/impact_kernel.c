/*
 * Vector kernel for times of impact.
 *
 * Four 64-byte flights are loaded and transposed with shuffles, so that each coordinate of four partners lies in one
 * vector; the arithmetic of motion_impact() follows for all four at once, without branches, in the compilers' vector
 * types (GCC and Clang). Each of the four places keeps the earliest time it has seen, and which partner's it was; the
 * earliest of these four is the answer. After a hit the rows of both balls are looked at in one call, since a processor
 * can work at both while it waits for roots and quotients; and as their flights have just begun, part of the arithmetic
 * falls away.
 *
 * On x86-64 the kernels exist for the basic instruction set and for AVX2; the bits do not depend on the choice.
 */
#include "broadphase/impact_kernel.h"

#include <math.h>

#include "base/cpu.h"
#include "base/simd.h"

/* Comparisons with not-a-number are all false. */
struct particle impact_kernel_sentinel(void)
{
    return (struct particle){.x = (double)NAN, .y = (double)NAN};
}

/** Four flights by coordinate. */
struct four {
    f64x4 x, y, t, vx, vy, r;
};

typedef double aligned_twin __attribute__((vector_size(2 * sizeof(double)), may_alias));

/** Two coordinates, side by side in each of four flights, as two vectors. */
ALWAYS_INLINE void transpose(const double *a, const double *b, const double *c, const double *d, f64x4 *first,
                             f64x4 *second)
{
    f64x4 ac = __builtin_shufflevector(*(const aligned_twin *)a, *(const aligned_twin *)c, 0, 1, 2, 3);
    f64x4 bd = __builtin_shufflevector(*(const aligned_twin *)b, *(const aligned_twin *)d, 0, 1, 2, 3);
    *first = __builtin_shufflevector(ac, bd, 0, 4, 2, 6);
    *second = __builtin_shufflevector(ac, bd, 1, 5, 3, 7);
}

ALWAYS_INLINE void load_four(struct four *out, const struct particle *balls, const uint32_t *row)
{
    const struct particle *a = &balls[row[0]], *b = &balls[row[1]], *c = &balls[row[2]], *d = &balls[row[3]];
    transpose(&a->x, &b->x, &c->x, &d->x, &out->x, &out->y);
    transpose(&a->t, &b->t, &c->t, &d->t, &out->t, &out->vx);
    transpose(&a->vy, &b->vy, &c->vy, &d->vy, &out->vy, &out->r);
}

/** What has been seen of a row, of every fourth partner in one place of the vectors. */
struct outlook {
    f64x4 earliest;             /* time of impact; HUGE_VAL: none */
    mask64x4 winner;            /* its partner's place in the row */
    mask64x4 tied;              /* another met the ball at the earliest time then */
    mask64x4 touching, special; /* those that touch, and those of them that approach */
};

/** Times of impact with four partners; not a number: none. Of balls that part, and of those that pass each other, the
 *  root is none. Balls that touch are told, and left to others.
 *  @param is_last the ball's flight begins no earlier than any of its partners' */
ALWAYS_INLINE f64x4 look_at_four(const struct four *partner, const struct particle *ball, bool is_last,
                                 struct outlook *outlook)
{
    f64x4 t = F64X4_ALL(ball->t), x = F64X4_ALL(ball->x), y = F64X4_ALL(ball->y);
    if (!is_last) {
        t = f64x4_max(t, partner->t);
        x += ball->vx * (t - ball->t);
        y += ball->vy * (t - ball->t);
    }
    f64x4 dx = (partner->x + partner->vx * (t - partner->t)) - x;
    f64x4 dy = (partner->y + partner->vy * (t - partner->t)) - y;
    f64x4 dvx = partner->vx - ball->vx, dvy = partner->vy - ball->vy;
    f64x4 approach = dx * dvx + dy * dvy;
    f64x4 reach = ball->r + partner->r, near = reach * (1 + CONTACT_TOUCHING);
    f64x4 dd = dx * dx + dy * dy;
    f64x4 c = dd - reach * reach;
    f64x4 vv = dvx * dvx + dvy * dvy;
    f64x4 discriminant = approach * approach - vv * c;
    mask64x4 parts = approach >= 0, touches = dd <= near * near;
    outlook->touching |= touches;
    outlook->special |= ~parts & touches;
    f64x4 root = f64x4_sqrt((f64x4)((mask64x4)discriminant | parts));
    return t + c / (root - approach);
}

ALWAYS_INLINE void look(const struct particle *balls, const struct particle *ball, const uint32_t *row, uint32_t count,
                        bool is_last, struct outlook *outlook, struct simd_ops simd)
{
    mask64x4 place = {0, 1, 2, 3};
    outlook->earliest = F64X4_ALL(HUGE_VAL);
    outlook->winner = outlook->tied = outlook->touching = outlook->special = (mask64x4){0};
    for (uint32_t k = 0; k < count; k += F64X4_LANES, place += F64X4_LANES) {
        struct four partner;
        load_four(&partner, balls, row + k);
        f64x4 time = look_at_four(&partner, ball, is_last, outlook);
        outlook->winner = (mask64x4)f64x4_select(time < outlook->earliest, (f64x4)place, (f64x4)outlook->winner);
        outlook->tied |= time == outlook->earliest;
        outlook->earliest = simd.min(time, outlook->earliest);
    }
}

/** The smallest of four numbers, in every place. */
ALWAYS_INLINE f64x4 smallest(f64x4 q, struct simd_ops simd)
{
    q = simd.min(q, __builtin_shufflevector(q, q, 2, 3, 0, 1));
    return simd.min(q, __builtin_shufflevector(q, q, 1, 0, 3, 2));
}

/** The earliest of all. A tie between two that are not the earliest counts as doubt as well: it is rare. */
ALWAYS_INLINE struct impact_found pick(const struct outlook *outlook, struct simd_ops simd)
{
    f64x4 earliest = smallest(outlook->earliest, simd);
    unsigned winners = simd.movemask(outlook->earliest == earliest);
    bool meets = earliest[0] < HUGE_VAL, several = (winners & (winners - 1)) != 0;
    return (struct impact_found){.t = earliest[0],
                                 .place = (uint32_t)outlook->winner[__builtin_ctz(winners)],
                                 .touching = simd.movemask(outlook->touching) != 0,
                                 .unsure = (meets & several) | (simd.movemask(outlook->tied | outlook->special) != 0)};
}

ALWAYS_INLINE struct impact_found search(const struct particle *balls, const struct particle *ball, const uint32_t *row,
                                         uint32_t count, struct simd_ops simd)
{
    struct outlook outlook;
    look(balls, ball, row, count, false, &outlook, simd);
    return pick(&outlook, simd);
}

ALWAYS_INLINE void search_both(const struct particle *balls, const struct impact_pair *pair,
                               struct impact_found found[2], struct simd_ops simd)
{
    struct outlook outlook[2];
    for (int i = 0; i < 2; i++)
        look(balls, &pair->ball[i], pair->row[i], pair->count[i], true, &outlook[i], simd);
    for (int i = 0; i < 2; i++)
        found[i] = pick(&outlook[i], simd);
}

static struct impact_found one_plain(const struct particle *balls, const struct particle *ball, const uint32_t *row,
                                     uint32_t count)
{
    return search(balls, ball, row, count, SIMD_BASELINE);
}

static void two_plain(const struct particle *balls, const struct impact_pair *pair, struct impact_found found[2])
{
    search_both(balls, pair, found, SIMD_BASELINE);
}

TARGET_AVX2 static struct impact_found one_wide(const struct particle *balls, const struct particle *ball,
                                                const uint32_t *row, uint32_t count)
{
    return search(balls, ball, row, count, SIMD_AVX2);
}

TARGET_AVX2 static void two_wide(const struct particle *balls, const struct impact_pair *pair,
                                 struct impact_found found[2])
{
    search_both(balls, pair, found, SIMD_AVX2);
}

struct impact_kernel impact_kernel_plain(void)
{
    return (struct impact_kernel){one_plain, two_plain};
}

struct impact_kernel impact_kernel_fastest(void)
{
    return cpu_has_avx2() ? (struct impact_kernel){one_wide, two_wide} : impact_kernel_plain();
}
