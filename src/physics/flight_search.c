/*
 * Vector kernel for times of impact.
 *
 * Four 64-byte flights are loaded and transposed with shuffles, so that each coordinate of four partners lies in one
 * vector; the arithmetic of flight_impact() follows for all four at once, without branches, in the compilers' vector
 * types (GCC and Clang). The times are kept, and when the whole row has been looked at the earliest is picked. After a
 * hit both balls' rows are looked at before the earliest times are picked, since a processor can work at both while it
 * waits for roots and quotients; and as their flights have just begun, part of the arithmetic falls away.
 *
 * On x86-64 the kernels exist for the basic instruction set and for AVX2; the bits do not depend on the choice.
 */
#include "physics/flight_search.h"

#include <math.h>

#include "base/cpu.h"
#include "base/quad.h"

enum { STRETCH = 64 /* partners looked at before the earliest is picked */ };

/* Comparisons with not-a-number are all false. */
struct flight flight_search_nobody(void)
{
    return (struct flight){.x = (double)NAN, .y = (double)NAN};
}

INLINED long long sum(quad_mask m)
{
    return (m[0] + m[1]) + (m[2] + m[3]);
}

/** The smallest of four numbers, in every place. */
INLINED quad smallest(quad q)
{
    quad other = __builtin_shufflevector(q, q, 2, 3, 0, 1);
    q = quad_choose(other < q, other, q);
    other = __builtin_shufflevector(q, q, 1, 0, 3, 2);
    return quad_choose(other < q, other, q);
}

/** Four flights by coordinate. */
struct four {
    quad x, y, t, vx, vy, r;
};

/** Two coordinates, side by side in each of four flights, as two vectors. */
INLINED void transpose(const double *a, const double *b, const double *c, const double *d, quad *first, quad *second)
{
    quad ac = __builtin_shufflevector(*(const twin *)a, *(const twin *)c, 0, 1, 2, 3);
    quad bd = __builtin_shufflevector(*(const twin *)b, *(const twin *)d, 0, 1, 2, 3);
    *first = __builtin_shufflevector(ac, bd, 0, 4, 2, 6);
    *second = __builtin_shufflevector(ac, bd, 1, 5, 3, 7);
}

INLINED void load_four(struct four *out, const struct flight *balls, const uint32_t *row)
{
    const struct flight *a = &balls[row[0]], *b = &balls[row[1]], *c = &balls[row[2]], *d = &balls[row[3]];
    transpose(&a->x, &b->x, &c->x, &d->x, &out->x, &out->y);
    transpose(&a->t, &b->t, &c->t, &d->t, &out->t, &out->vx);
    transpose(&a->vy, &b->vy, &c->vy, &d->vy, &out->vy, &out->r);
}

/** What is seen of a stretch of a row. */
struct outlook {
    quad times[STRETCH / QUAD];  /* of impact; not a number: none */
    quad earliest;               /* of every fourth time */
    quad_mask touching, special; /* how many touch, and those that approach as well */
};

/** Looks at four partners.
 *  @param is_last the ball's flight begins no earlier than any of its partners' */
INLINED quad look_at_four(const struct four *partner, const struct flight *ball, bool is_last, struct outlook *outlook)
{
    quad t = QUAD_ALL(ball->t), x = QUAD_ALL(ball->x), y = QUAD_ALL(ball->y);
    if (!is_last) {
        t = quad_larger(t, partner->t);
        x += ball->vx * (t - ball->t);
        y += ball->vy * (t - ball->t);
    }
    quad dx = (partner->x + partner->vx * (t - partner->t)) - x;
    quad dy = (partner->y + partner->vy * (t - partner->t)) - y;
    quad dvx = partner->vx - ball->vx, dvy = partner->vy - ball->vy;
    quad approach = dx * dvx + dy * dvy;
    quad reach = ball->r + partner->r, near = reach * (1 + FLIGHT_TOUCHING);
    quad dd = dx * dx + dy * dy;
    quad c = dd - reach * reach;
    quad vv = dvx * dvx + dvy * dvy;
    quad discriminant = approach * approach - vv * c;
    quad_mask touches = dd <= near * near, nears = approach < 0, meets = nears & (discriminant >= 0);
    quad root = quad_root((quad)((quad_mask)discriminant & meets));
    outlook->touching += touches;
    outlook->special |= touches & nears;
    return (quad)((quad_mask)(t + c / (root - approach)) | ((quad_mask)QUAD_ALL((double)NAN) & ~meets));
}

/** Looks at the partners of a stretch, `count` of them. */
INLINED void look(const struct flight *balls, const struct flight *ball, const uint32_t *row, uint32_t count,
                  bool is_last, struct outlook *outlook)
{
    quad earliest = QUAD_ALL(HUGE_VAL);
    for (uint32_t k = 0; k < count; k += QUAD) {
        struct four partner;
        load_four(&partner, balls, row + k);
        quad time = look_at_four(&partner, ball, is_last, outlook);
        outlook->times[k / QUAD] = time;
        earliest = quad_choose(time < earliest, time, earliest);
    }
    outlook->earliest = earliest;
}

/** Adds what is seen of a stretch, `count` partners from the row's place `first`, to what was found before. */
INLINED void pick(const struct outlook *outlook, uint32_t first, uint32_t count, struct flight_found *found)
{
    quad_mask here = {0, 1, 2, 3}, winners = {0}; /* places, and above them ones to count */
    here += 1LL << 32;
    quad earliest = smallest(outlook->earliest);
    for (uint32_t k = 0; k < count; k += QUAD, here += QUAD)
        winners += here & (outlook->times[k / QUAD] == earliest);
    long long winner = sum(winners);
    double t = earliest[0];
    found->unsure |= (t < HUGE_VAL) & ((winner >> 32 > 1) | (t == found->t));
    found->place = t < found->t ? first + (uint32_t)winner : found->place;
    found->t = t < found->t ? t : found->t;
}

INLINED void count_touching(const struct outlook *outlook, struct flight_found *found)
{
    found->touching = (uint32_t)-sum(outlook->touching);
    if (found->touching)
        found->unsure |= sum(outlook->special) != 0;
}

INLINED struct flight_found search(const struct flight *balls, const struct flight *ball, const uint32_t *row,
                                   uint32_t count)
{
    struct flight_found found = {.t = HUGE_VAL};
    struct outlook outlook;
    outlook.touching = outlook.special = (quad_mask){0};
    for (uint32_t first = 0; first < count; first += STRETCH) {
        uint32_t length = count - first < STRETCH ? count - first : STRETCH;
        look(balls, ball, row + first, length, false, &outlook);
        pick(&outlook, first, length, &found);
    }
    count_touching(&outlook, &found);
    return found;
}

INLINED void search_both(const struct flight *balls, const struct flight ball[2], uint32_t *const row[2],
                         const uint32_t count[2], struct flight_found found[2])
{
    struct outlook outlook[2];
    if (count[0] > STRETCH || count[1] > STRETCH) {
        for (int i = 0; i < 2; i++)
            found[i] = search(balls, &ball[i], row[i], count[i]);
        return;
    }
    for (int i = 0; i < 2; i++) {
        outlook[i].touching = outlook[i].special = (quad_mask){0};
        look(balls, &ball[i], row[i], count[i], true, &outlook[i]);
    }
    for (int i = 0; i < 2; i++) {
        found[i] = (struct flight_found){.t = HUGE_VAL};
        pick(&outlook[i], 0, count[i], &found[i]);
        count_touching(&outlook[i], &found[i]);
    }
}

static struct flight_found one_plain(const struct flight *balls, const struct flight *ball, const uint32_t *row,
                                     uint32_t count)
{
    return search(balls, ball, row, count);
}

static void two_plain(const struct flight *balls, const struct flight ball[2], uint32_t *const row[2],
                      const uint32_t count[2], struct flight_found found[2])
{
    search_both(balls, ball, row, count, found);
}

WIDE static struct flight_found one_wide(const struct flight *balls, const struct flight *ball, const uint32_t *row,
                                         uint32_t count)
{
    return search(balls, ball, row, count);
}

WIDE static void two_wide(const struct flight *balls, const struct flight ball[2], uint32_t *const row[2],
                          const uint32_t count[2], struct flight_found found[2])
{
    search_both(balls, ball, row, count, found);
}

struct flight_search flight_search_plain(void)
{
    return (struct flight_search){one_plain, two_plain};
}

struct flight_search flight_search_fastest(void)
{
    return cpu_has_avx2() ? (struct flight_search){one_wide, two_wide} : flight_search_plain();
}
