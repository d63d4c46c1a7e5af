/*
 * Vector kernels for times of impact.
 *
 * Gathering loads four 64-byte flights and transposes them with shuffles, so that each coordinate of four partners
 * lies in one vector; writing the transpose as scalar stores would make the vector loads that follow wait for them.
 * The arithmetic uses the compilers' vector types (GCC and Clang), one quad of partners at a time and without branches.
 * On x86-64 both kernels exist for the basic instruction set and for AVX2, and the loader picks at program start.
 * Additions, products, divisions and square roots are correctly rounded in all of them and no product is fused with an
 * addition, so the bits do not depend on the choice.
 */
#include "physics/flight_lanes.h"

#include <math.h>

/* Clang before 16 exports no multiversioned function under its plain name. */
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && \
    (!defined(__clang__) || __clang_major__ >= 16)
#define MULTIVERSIONED __attribute__((target_clones("default", "avx2")))
#else
#define MULTIVERSIONED
#endif
#define INLINED static inline __attribute__((always_inline))

typedef flight_quad quad;
typedef long long mask __attribute__((vector_size(sizeof(quad)))); /* what comparing quads gives: 0 or -1 each */

#define EVERY(value) ((quad){(value), (value), (value), (value)})

/* Comparisons with nobody are all false. Aligned as all flights that are loaded as vectors must be. */
static const _Alignas(64) struct flight nobody = {.x = (double)NAN, .y = (double)NAN};

INLINED quad choose(mask where, quad yes, quad no)
{
    return (quad)(((mask)yes & where) | ((mask)no & ~where));
}

INLINED quad square_root(quad q)
{
    quad root;
    for (int i = 0; i < FLIGHT_WIDTH; i++)
        root[i] = sqrt(q[i]);
    return root;
}

INLINED bool any(mask where)
{
    return (where[0] | where[1] | where[2] | where[3]) != 0;
}

/** Four flights by coordinate. */
struct four {
    quad x, y, t, vx, vy, r;
};

INLINED void transpose(struct four *out, const struct flight *const ball[FLIGHT_WIDTH])
{
    const quad *a = (const quad *)(const void *)ball[0], *b = (const quad *)(const void *)ball[1];
    const quad *c = (const quad *)(const void *)ball[2], *d = (const quad *)(const void *)ball[3];
    quad xt_ab = __builtin_shufflevector(a[0], b[0], 0, 4, 2, 6),
         xt_cd = __builtin_shufflevector(c[0], d[0], 0, 4, 2, 6);
    quad yv_ab = __builtin_shufflevector(a[0], b[0], 1, 5, 3, 7),
         yv_cd = __builtin_shufflevector(c[0], d[0], 1, 5, 3, 7);
    quad vr_ab = __builtin_shufflevector(a[1], b[1], 0, 4, 1, 5),
         vr_cd = __builtin_shufflevector(c[1], d[1], 0, 4, 1, 5);
    out->x = __builtin_shufflevector(xt_ab, xt_cd, 0, 1, 4, 5);
    out->t = __builtin_shufflevector(xt_ab, xt_cd, 2, 3, 6, 7);
    out->y = __builtin_shufflevector(yv_ab, yv_cd, 0, 1, 4, 5);
    out->vx = __builtin_shufflevector(yv_ab, yv_cd, 2, 3, 6, 7);
    out->vy = __builtin_shufflevector(vr_ab, vr_cd, 0, 1, 4, 5);
    out->r = __builtin_shufflevector(vr_ab, vr_cd, 2, 3, 6, 7);
}

/** Separations of four partners at the later beginnings; returns how many touch. */
INLINED uint32_t separate(struct flight_lanes *lanes, uint32_t k, const struct four *partner, const struct flight *ball)
{
    quad t = choose(EVERY(ball->t) > partner->t, EVERY(ball->t), partner->t);
    quad own = t - ball->t, other = t - partner->t;
    quad dx = (partner->x + partner->vx * other) - (ball->x + ball->vx * own);
    quad dy = (partner->y + partner->vy * other) - (ball->y + ball->vy * own);
    quad reach = ball->r + partner->r, near = reach * (1 + FLIGHT_TOUCHING);
    mask touching = dx * dx + dy * dy <= near * near;
    lanes->from[k] = t;
    lanes->dx[k] = dx;
    lanes->dy[k] = dy;
    lanes->vx[k] = partner->vx;
    lanes->vy[k] = partner->vy;
    lanes->reach[k] = reach;
    return (uint32_t) - (touching[0] + touching[1] + touching[2] + touching[3]);
}

MULTIVERSIONED uint32_t flight_lanes_gather(struct flight_lanes *lanes, const struct flight *balls,
                                            const struct flight *ball, const uint32_t *row, uint32_t count)
{
    uint32_t touching = 0, k = 0;
    for (; FLIGHT_WIDTH * k < count; k++) {
        const struct flight *chosen[FLIGHT_WIDTH];
        struct four partner;
        for (uint32_t i = 0; i < FLIGHT_WIDTH; i++)
            chosen[i] = FLIGHT_WIDTH * k + i < count ? &balls[row[FLIGHT_WIDTH * k + i]] : &nobody;
        transpose(&partner, chosen);
        touching += separate(lanes, k, &partner, ball);
    }
    lanes->quads = k;
    return touching;
}

/** Times of impact with the partners of one quad; marks those that touch and approach in *special. */
INLINED quad impact_times(const struct flight_lanes *lanes, uint32_t k, double vx, double vy, mask *special)
{
    quad dx = lanes->dx[k], dy = lanes->dy[k];
    quad dvx = lanes->vx[k] - vx, dvy = lanes->vy[k] - vy;
    quad approach = dx * dvx + dy * dvy;
    quad reach = lanes->reach[k], near = reach * (1 + FLIGHT_TOUCHING);
    quad dd = dx * dx + dy * dy;
    quad c = dd - reach * reach;
    quad vv = dvx * dvx + dvy * dvy;
    quad discriminant = approach * approach - vv * c;
    mask hits = (approach < 0) & (discriminant >= 0);
    quad root = square_root(choose(hits, discriminant, EVERY(0)));
    *special |= (approach < 0) & (dd <= near * near);
    return choose(hits, lanes->from[k] + c / (root - approach), EVERY(HUGE_VAL));
}

MULTIVERSIONED struct flight_lanes_best flight_lanes_earliest(const struct flight_lanes *lanes, double vx, double vy)
{
    quad best = EVERY(HUGE_VAL);
    mask place = {0}, special = {0}, tie = {0};
    for (uint32_t k = 0; k < lanes->quads; k++) {
        quad time = impact_times(lanes, k, vx, vy, &special);
        mask earlier = time < best, here = {k, k, k, k};
        tie = (tie & ~earlier) | ((time == best) & (time < HUGE_VAL));
        place = (here & earlier) | (place & ~earlier);
        best = choose(earlier, time, best);
    }
    int low = best[1] < best[0] ? 1 : 0, high = best[3] < best[2] ? 3 : 2;
    int winner = best[high] < best[low] ? high : low;
    double earliest = best[winner];
    mask same = (best == EVERY(earliest)) & (best < HUGE_VAL);
    bool tied = same[0] + same[1] + same[2] + same[3] < -1 || any(same & tie);
    uint32_t where = (uint32_t)(FLIGHT_WIDTH * place[winner] + winner);
    return (struct flight_lanes_best){earliest, where, tied || any(special)};
}
