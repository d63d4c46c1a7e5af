/*
 * Vector kernel for times of impact.
 *
 * Four 64-byte flights are loaded and transposed with shuffles, so that each coordinate of four partners lies in one
 * vector; the arithmetic of flight_impact() follows for all four at once, without branches, in the compilers' vector
 * types (GCC and Clang). Each of the four places keeps the earliest time it has seen, and which partner's it was; the
 * earliest of these four is the answer. After a hit the rows of both balls are looked at in one call, since a processor
 * can work at both while it waits for roots and quotients; and as their flights have just begun, part of the arithmetic
 * falls away.
 *
 * On x86-64 the kernels exist for the basic instruction set and for AVX2; the bits do not depend on the choice.
 */
#include "physics/flight_search.h"

#include <math.h>

#include "base/cpu.h"
#include "base/quad.h"

/* Comparisons with not-a-number are all false. */
struct flight flight_search_nobody(void)
{
    return (struct flight){.x = (double)NAN, .y = (double)NAN};
}

/** Four flights by coordinate. */
struct four {
    quad x, y, t, vx, vy, r;
};

typedef double aligned_twin __attribute__((vector_size(2 * sizeof(double)), may_alias));

/** Two coordinates, side by side in each of four flights, as two vectors. */
INLINED void transpose(const double *a, const double *b, const double *c, const double *d, quad *first, quad *second)
{
    quad ac = __builtin_shufflevector(*(const aligned_twin *)a, *(const aligned_twin *)c, 0, 1, 2, 3);
    quad bd = __builtin_shufflevector(*(const aligned_twin *)b, *(const aligned_twin *)d, 0, 1, 2, 3);
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

/** What has been seen of a row, of every fourth partner in one place of the vectors. */
struct outlook {
    quad earliest;               /* time of impact; HUGE_VAL: none */
    quad_mask winner;            /* its partner's place in the row */
    quad_mask tied;              /* another met the ball at the earliest time then */
    quad_mask touching, special; /* those that touch, and those of them that approach */
};

/** Times of impact with four partners; not a number: none. Of balls that part, and of those that pass each other, the
 *  root is none. Balls that touch are told, and left to others.
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
    quad_mask parts = approach >= 0, touches = dd <= near * near;
    outlook->touching |= touches;
    outlook->special |= ~parts & touches;
    quad root = quad_root((quad)((quad_mask)discriminant | parts));
    return t + c / (root - approach);
}

INLINED void look(const struct flight *balls, const struct flight *ball, const uint32_t *row, uint32_t count,
                  bool is_last, struct outlook *outlook, struct quad_tools tools)
{
    quad_mask place = {0, 1, 2, 3};
    outlook->earliest = QUAD_ALL(HUGE_VAL);
    outlook->winner = outlook->tied = outlook->touching = outlook->special = (quad_mask){0};
    for (uint32_t k = 0; k < count; k += QUAD, place += QUAD) {
        struct four partner;
        load_four(&partner, balls, row + k);
        quad time = look_at_four(&partner, ball, is_last, outlook);
        outlook->winner = (quad_mask)quad_choose(time < outlook->earliest, (quad)place, (quad)outlook->winner);
        outlook->tied |= time == outlook->earliest;
        outlook->earliest = tools.smaller(time, outlook->earliest);
    }
}

/** The smallest of four numbers, in every place. */
INLINED quad smallest(quad q, struct quad_tools tools)
{
    q = tools.smaller(q, __builtin_shufflevector(q, q, 2, 3, 0, 1));
    return tools.smaller(q, __builtin_shufflevector(q, q, 1, 0, 3, 2));
}

/** The earliest of all. A tie between two that are not the earliest counts as doubt as well: it is rare. */
INLINED struct flight_found pick(const struct outlook *outlook, struct quad_tools tools)
{
    quad earliest = smallest(outlook->earliest, tools);
    unsigned winners = tools.bits(outlook->earliest == earliest);
    bool meets = earliest[0] < HUGE_VAL, several = (winners & (winners - 1)) != 0;
    return (struct flight_found){.t = earliest[0],
                                 .place = (uint32_t)outlook->winner[__builtin_ctz(winners)],
                                 .touching = tools.bits(outlook->touching) != 0,
                                 .unsure = (meets & several) | (tools.bits(outlook->tied | outlook->special) != 0)};
}

INLINED struct flight_found search(const struct flight *balls, const struct flight *ball, const uint32_t *row,
                                   uint32_t count, struct quad_tools tools)
{
    struct outlook outlook;
    look(balls, ball, row, count, false, &outlook, tools);
    return pick(&outlook, tools);
}

INLINED void search_both(const struct flight *balls, const struct flight_pair *pair, struct flight_found found[2],
                         struct quad_tools tools)
{
    struct outlook outlook[2];
    for (int i = 0; i < 2; i++)
        look(balls, &pair->ball[i], pair->row[i], pair->count[i], true, &outlook[i], tools);
    for (int i = 0; i < 2; i++)
        found[i] = pick(&outlook[i], tools);
}

static struct flight_found one_plain(const struct flight *balls, const struct flight *ball, const uint32_t *row,
                                     uint32_t count)
{
    return search(balls, ball, row, count, QUAD_PLAIN);
}

static void two_plain(const struct flight *balls, const struct flight_pair *pair, struct flight_found found[2])
{
    search_both(balls, pair, found, QUAD_PLAIN);
}

WIDE static struct flight_found one_wide(const struct flight *balls, const struct flight *ball, const uint32_t *row,
                                         uint32_t count)
{
    return search(balls, ball, row, count, QUAD_WIDE);
}

WIDE static void two_wide(const struct flight *balls, const struct flight_pair *pair, struct flight_found found[2])
{
    search_both(balls, pair, found, QUAD_WIDE);
}

struct flight_search flight_search_plain(void)
{
    return (struct flight_search){one_plain, two_plain};
}

struct flight_search flight_search_fastest(void)
{
    return cpu_has_avx2() ? (struct flight_search){one_wide, two_wide} : flight_search_plain();
}
