/*
 * Vector kernel for times of impact.
 *
 * Four 64-byte flights are loaded and transposed with shuffles, so that each coordinate of four partners lies in one
 * vector; the arithmetic of flight_impact() follows for all four at once, without branches, in the compilers' vector
 * types (GCC and Clang). On x86-64 the kernel exists for the basic instruction set and for AVX2. Additions, products,
 * divisions and square roots are correctly rounded in both and no product is fused with an addition, so the bits do not
 * depend on the choice.
 */
#include "physics/flight_search.h"

#include <math.h>

#include "base/cpu.h"

#define INLINED static inline __attribute__((always_inline))

enum { WIDTH = 4 };
typedef double quad __attribute__((vector_size(WIDTH * sizeof(double))));
typedef long long mask __attribute__((vector_size(sizeof(quad)))); /* what comparing quads gives: 0 or -1 each */

#define EVERY(value) ((quad){(value), (value), (value), (value)})

/* Comparisons with not-a-number are all false. */
struct flight flight_search_nobody(void)
{
    return (struct flight){.x = (double)NAN, .y = (double)NAN};
}

INLINED quad choose(mask where, quad yes, quad no)
{
    return (quad)(((mask)yes & where) | ((mask)no & ~where));
}

INLINED quad square_root(quad q)
{
    quad root;
    for (int i = 0; i < WIDTH; i++)
        root[i] = sqrt(q[i]);
    return root;
}

INLINED long long sum(mask m)
{
    return (m[0] + m[1]) + (m[2] + m[3]);
}

/** The smallest of four numbers, in every place. */
INLINED quad smallest(quad q)
{
    quad other = __builtin_shufflevector(q, q, 2, 3, 0, 1);
    q = choose(other < q, other, q);
    other = __builtin_shufflevector(q, q, 1, 0, 3, 2);
    return choose(other < q, other, q);
}

/** Four flights by coordinate. */
struct four {
    quad x, y, t, vx, vy, r;
};

INLINED void load_four(struct four *out, const struct flight *balls, const uint32_t *row)
{
    const quad *a = (const quad *)(const void *)&balls[row[0]], *b = (const quad *)(const void *)&balls[row[1]];
    const quad *c = (const quad *)(const void *)&balls[row[2]], *d = (const quad *)(const void *)&balls[row[3]];
    quad xt_ab = __builtin_shufflevector(a[0], b[0], 0, 4, 2, 6);
    quad xt_cd = __builtin_shufflevector(c[0], d[0], 0, 4, 2, 6);
    quad yv_ab = __builtin_shufflevector(a[0], b[0], 1, 5, 3, 7);
    quad yv_cd = __builtin_shufflevector(c[0], d[0], 1, 5, 3, 7);
    quad vr_ab = __builtin_shufflevector(a[1], b[1], 0, 4, 1, 5);
    quad vr_cd = __builtin_shufflevector(c[1], d[1], 0, 4, 1, 5);
    out->x = __builtin_shufflevector(xt_ab, xt_cd, 0, 1, 4, 5);
    out->t = __builtin_shufflevector(xt_ab, xt_cd, 2, 3, 6, 7);
    out->y = __builtin_shufflevector(yv_ab, yv_cd, 0, 1, 4, 5);
    out->vx = __builtin_shufflevector(yv_ab, yv_cd, 2, 3, 6, 7);
    out->vy = __builtin_shufflevector(vr_ab, vr_cd, 0, 1, 4, 5);
    out->r = __builtin_shufflevector(vr_ab, vr_cd, 2, 3, 6, 7);
}

/** Times of impact with four partners; counts those that touch, and marks those that approach as well. */
INLINED quad impact_times(const struct four *partner, const struct flight *ball, mask *touching, mask *special)
{
    quad t = choose(EVERY(ball->t) > partner->t, EVERY(ball->t), partner->t);
    quad own = t - ball->t, other = t - partner->t;
    quad dx = (partner->x + partner->vx * other) - (ball->x + ball->vx * own);
    quad dy = (partner->y + partner->vy * other) - (ball->y + ball->vy * own);
    quad dvx = partner->vx - ball->vx, dvy = partner->vy - ball->vy;
    quad approach = dx * dvx + dy * dvy;
    quad reach = ball->r + partner->r, near = reach * (1 + FLIGHT_TOUCHING);
    quad dd = dx * dx + dy * dy;
    quad c = dd - reach * reach;
    quad vv = dvx * dvx + dvy * dvy;
    quad discriminant = approach * approach - vv * c;
    mask touches = dd <= near * near, hits = (approach < 0) & (discriminant >= 0);
    quad root = square_root(choose(hits, discriminant, EVERY(0)));
    *touching += touches;
    *special |= touches & (approach < 0);
    return choose(hits, t + c / (root - approach), EVERY(HUGE_VAL));
}

INLINED struct flight_found search(const struct flight *balls, const struct flight *ball, const uint32_t *row,
                                   uint32_t count)
{
    quad best = EVERY(HUGE_VAL);
    mask here = {0, 1, 2, 3}, place = {0}, touching = {0}, special = {0};
    for (uint32_t k = 0; k < count; k += WIDTH) {
        struct four partner;
        load_four(&partner, balls, row + k);
        quad time = impact_times(&partner, ball, &touching, &special);
        mask earlier = time < best;
        special |= (time == best) & (time < HUGE_VAL); /* may be outdone later; then it only costs a second look */
        place = (here & earlier) | (place & ~earlier);
        best = choose(earlier, time, best);
        here += WIDTH;
    }
    quad earliest = smallest(best);
    mask winners = (best == earliest) & (best < HUGE_VAL);
    return (struct flight_found){.t = earliest[0],
                                 .place = (uint32_t)sum(place & winners),
                                 .touching = (uint32_t)-sum(touching),
                                 .unsure = sum(winners) < -1 || sum(special) != 0};
}

struct flight_found flight_search_plain(const struct flight *balls, const struct flight *ball, const uint32_t *row,
                                        uint32_t count)
{
    return search(balls, ball, row, count);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static struct flight_found search_avx2(const struct flight *balls,
                                                                       const struct flight *ball, const uint32_t *row,
                                                                       uint32_t count)
{
    return search(balls, ball, row, count);
}

flight_search_kernel *flight_search_fastest(void)
{
    return cpu_has_avx2() ? search_avx2 : flight_search_plain;
}
#else
flight_search_kernel *flight_search_fastest(void)
{
    return flight_search_plain;
}
#endif
