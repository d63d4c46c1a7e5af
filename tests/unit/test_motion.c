/*
 * Times of impact against the same closed form in long double, written out from |d + v tau| = s, and against the
 * balls' distance at the time that is told.
 *
 * Bound on the error: with distance d, sum of radii s and normal speed u at contact, a change of a place by delta moves
 * the contact by delta / u, and rounding the terms of the quadratic equation is like moving a place by some roundings
 * of d + s. So |error| <= C epsilon ((|places| + d + s) / u + |t|), with C = 8 for the handful of operations.
 */
#include <float.h>

#include "contact/contact.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "motion/motion.h"
#include "motion/motion_impact.h"

#pragma GCC diagnostic ignored "-Wdouble-promotion" /* to long double, which is what the reference is for */

static const struct motion straight = {MOTION_UNIFORM};

/** Some power of ten. */
static double magnitude(uint64_t *seed, double low, double high)
{
    return pow(10, uniform(seed, low, high));
}

/** Two particles seen from the later beginning, in long double. */
struct meeting {
    long double from, dx, dy, vx, vy, reach;
    long double places; /* size of the numbers that were subtracted */
};

static struct meeting meeting_of(const struct particle *a, const struct particle *b)
{
    struct meeting m = {.from = a->t > b->t ? a->t : b->t, .reach = (long double)a->r + b->r};
    long double wait_a = m.from - a->t, wait_b = m.from - b->t;
    m.dx = (b->x + b->vx * wait_b) - (a->x + a->vx * wait_a);
    m.dy = (b->y + b->vy * wait_b) - (a->y + a->vy * wait_a);
    m.vx = (long double)b->vx - a->vx;
    m.vy = (long double)b->vy - a->vy;
    m.places = fabsl(a->x) + fabsl(a->y) + fabsl(b->x) + fabsl(b->y) + (fabsl(a->vx) + fabsl(a->vy)) * wait_a +
               (fabsl(b->vx) + fabsl(b->vy)) * wait_b;
    return m;
}

static long double distance_at(const struct meeting *m, long double t)
{
    return hypotl(m->dx + m->vx * (t - m->from), m->dy + m->vy * (t - m->from));
}

/** b^2 - v.v c. */
static long double discriminant_of(const struct meeting *m)
{
    long double cross = m->dx * m->vy - m->dy * m->vx, vv = m->vx * m->vx + m->vy * m->vy;
    return vv * m->reach * m->reach - cross * cross; /* the same, by Lagrange's identity */
}

/** Contact in the closed form; HUGE_VALL: they pass or part. */
static long double contact_of(const struct meeting *m)
{
    long double approach = m->dx * m->vx + m->dy * m->vy, vv = m->vx * m->vx + m->vy * m->vy;
    if (approach >= 0 || discriminant_of(m) < 0)
        return HUGE_VALL;
    return m->from + (-approach - sqrtl(discriminant_of(m))) / vv;
}

static long double bound_on_error(const struct meeting *m, long double t)
{
    long double u = sqrtl(discriminant_of(m)) / m->reach, far = hypotl(m->dx, m->dy) + m->reach;
    return 8 * DBL_EPSILON * ((m->places + far) / u + fabsl(t));
}

/** The time of impact, with what must hold for any two particles. */
static double impact(const struct particle *a, const struct particle *b)
{
    double t = motion_impact(&straight, body_of(a), body_of(b)),
           swapped = motion_impact(&straight, body_of(b), body_of(a));
    assert_memory_equal(&t, &swapped, sizeof t);
    assert_true(t >= (a->t > b->t ? a->t : b->t)); /* nor NaN */
    return t;
}

static struct particle random_particle(uint64_t *seed, double size)
{
    return (struct particle){.x = uniform(seed, 0, size),
                             .y = uniform(seed, 0, size),
                             .t = uniform(seed, -1, 1),
                             .vx = uniform(seed, -2, 2),
                             .vy = uniform(seed, -2, 2),
                             .r = uniform(seed, 0.1, 1),
                             .m = 1};
}

static void test_random_particles(void **context)
{
    (void)context;
    uint64_t seed = 1;
    int hits = 0, misses = 0;
    for (int i = 0; i < 200000; i++) {
        struct particle a = random_particle(&seed, 10), b = random_particle(&seed, 10);
        struct meeting m = meeting_of(&a, &b);
        double t = impact(&a, &b);
        if (distance_at(&m, m.from) < m.reach * 1.000001L)
            continue;
        long double vv = m.vx * m.vx + m.vy * m.vy, margin = discriminant_of(&m) / (vv * m.reach * m.reach);
        if (fabsl(margin) < 1e-9L)
            continue;
        long double expected = contact_of(&m);
        assert_true((t < HUGE_VAL) == (expected < HUGE_VALL));
        if (t < HUGE_VAL) {
            assert_true(fabsl(t - expected) <= bound_on_error(&m, expected));
            hits++;
        } else {
            misses++;
        }
    }
    assert_true(hits > 10000 && misses > 100000);
}

/** Sizes, speeds and beginnings over many powers of ten. */
static void test_all_scales(void **context)
{
    (void)context;
    uint64_t seed = 2;
    int hits = 0;
    for (int i = 0; i < 100000; i++) {
        double size = magnitude(&seed, -9, 9), speed = magnitude(&seed, -9, 9);
        struct particle a = random_particle(&seed, 3), b = random_particle(&seed, 3);
        struct particle *both[] = {&a, &b};
        for (int k = 0; k < 2; k++) {
            both[k]->x *= size;
            both[k]->y *= size;
            both[k]->r *= size * magnitude(&seed, -3, 0);
            both[k]->vx *= speed;
            both[k]->vy *= speed;
            both[k]->t *= size / speed;
        }
        struct meeting m = meeting_of(&a, &b);
        double t = impact(&a, &b);
        long double expected = contact_of(&m), vv = m.vx * m.vx + m.vy * m.vy;
        if (distance_at(&m, m.from) < m.reach * 1.0001L || discriminant_of(&m) < 1e-6L * vv * m.reach * m.reach)
            continue;
        assert_true((t < HUGE_VAL) == (expected < HUGE_VALL));
        if (t == HUGE_VAL)
            continue;
        assert_true(fabsl(t - expected) <= bound_on_error(&m, expected));
        hits++;
    }
    assert_true(hits > 1000);
}

/** Numbers without rounding: the exact time, to the last bit. */
static void test_head_on(void **context)
{
    (void)context;
    struct particle a = {.x = 1, .y = 5, .vx = 1, .r = 0.5}, b = {.x = 5, .y = 5, .vx = -1, .r = 0.5};
    assert_true(impact(&a, &b) == 1.5);
    a.t = 1; /* the same place a second later: only b has flown */
    assert_true(impact(&a, &b) == 2);
    b.vx = 1;
    assert_true(impact(&a, &b) == HUGE_VAL);
    struct particle c = {.x = 0, .y = 0, .vx = 3, .vy = 4, .r = 2}, d = {.x = 30, .y = 40, .r = 3, .t = -7};
    assert_true(impact(&c, &d) == 9);
}

/** Gaps down to just above touching, dyadic so that they are exact: gap / speed to within roundings of the radii. */
static void test_near_contact(void **context)
{
    (void)context;
    for (int k = 1; k <= 35; k++) {
        double gap = ldexp(1, -k), speed = 0.75;
        struct particle a = {.x = 2, .y = 1, .r = 0.5}, b = {.x = 3 + gap, .y = 1, .vx = -speed, .r = 0.5};
        assert_true(fabs(impact(&a, &b) - gap / speed) <= 4 * DBL_EPSILON / speed);
        b.vx = speed;
        assert_true(impact(&a, &b) == HUGE_VAL);
    }
}

/** Passing at a distance of almost exactly the sum of radii: decided rightly down to 10^-12 of it, and where they meet
 *  they do touch (the distance is flat there, so it is good to rounding however coarse the time). */
static void test_grazing(void **context)
{
    (void)context;
    uint64_t seed = 3;
    for (int i = 0; i < 20000; i++) {
        double angle = uniform(&seed, 0, 6.3), nx = cos(angle), ny = sin(angle), side = magnitude(&seed, -12, -2);
        double ahead = uniform(&seed, 2, 5), speed = magnitude(&seed, -3, 3);
        for (int sign = -1; sign <= 1; sign += 2) {
            double offset = 1.25 * (1 + sign * side);
            struct particle a = {.r = 0.5, .vx = speed * nx, .vy = speed * ny};
            struct particle b = {.x = ahead * nx - offset * ny, .y = ahead * ny + offset * nx, .r = 0.75};
            struct meeting m = meeting_of(&a, &b);
            double t = impact(&a, &b);
            assert_true((t < HUGE_VAL) == (sign < 0));
            if (t < HUGE_VAL)
                assert_true(fabsl(distance_at(&m, t) - m.reach) < 32 * DBL_EPSILON * ahead);
        }
    }
}

/** A pair whose centres are `apart` sums of radii from each other, in some direction, closing at normal speed `u` while
 *  both fly at (1, 2) and slide along each other at speed `slide`. */
static void touching_pair(uint64_t *seed, double apart, double u, double slide, struct particle *a, struct particle *b)
{
    double angle = uniform(seed, 0, 6.3), nx = cos(angle), ny = sin(angle);
    *a = (struct particle){.x = 3, .y = 4, .t = 0.5, .vx = 1, .vy = 2, .r = uniform(seed, 0.5, 2)};
    *b = (struct particle){.t = 0.5, .vx = 1 - u * nx - slide * ny, .vy = 2 - u * ny + slide * nx, .r = 1};
    b->x = a->x + (a->r + b->r) * apart * nx;
    b->y = a->y + (a->r + b->r) * apart * ny;
}

/** Overlapping by rounding, or deeply: a hit now if they approach, none if they part. */
static void test_overlapping(void **context)
{
    (void)context;
    uint64_t seed = 4;
    for (int i = 0; i < 20000; i++) {
        struct particle a, b;
        double u = magnitude(&seed, -6, 3), slide = uniform(&seed, -1, 1);
        double depth = i % 4 ? magnitude(&seed, -14, -0.1) : 1e-14;
        touching_pair(&seed, 1 - depth, u, slide, &a, &b);
        assert_true(impact(&a, &b) == 0.5);
        touching_pair(&seed, 1 - depth, -u, slide, &a, &b);
        assert_true(impact(&a, &b) == HUGE_VAL);
    }
}

/** Apart by less than CONTACT_TOUCHING: no later than it takes to cross that gap. */
static void test_touching(void **context)
{
    (void)context;
    uint64_t seed = 5;
    for (int i = 0; i < 20000; i++) {
        struct particle a, b;
        double u = magnitude(&seed, -2, 3), slide = uniform(&seed, -1, 1);
        touching_pair(&seed, 1 + uniform(&seed, -1e-15, 0.99) * CONTACT_TOUCHING, u, slide, &a, &b);
        double wait = impact(&a, &b) - 0.5;
        assert_true(wait >= 0 && wait <= 1.001 * CONTACT_TOUCHING * (a.r + b.r) / u + DBL_EPSILON);
        slide = uniform(&seed, -1, 1);
        touching_pair(&seed, 1 + uniform(&seed, -1e-15, 0.99) * CONTACT_TOUCHING, -u, slide, &a, &b);
        assert_true(impact(&a, &b) == HUGE_VAL);
    }
}

/** At rest against each other but for rounding: left alone until they have sunk by CONTACT_SUNK, then hit. */
static void test_resting(void **context)
{
    (void)context;
    uint64_t seed = 6;
    for (int i = 0; i < 20000; i++) {
        struct particle a, b;
        double u = magnitude(&seed, -14, -12.5);
        touching_pair(&seed, 1, u, 0, &a, &b);
        struct meeting m = meeting_of(&a, &b);
        double t = impact(&a, &b);
        if (t == HUGE_VAL) /* the rounding of velocities let them part or pass */
            continue;
        long double sunk = (m.reach - distance_at(&m, t)) / m.reach;
        assert_true(fabsl(sunk - CONTACT_SUNK) < 1e-3L * CONTACT_SUNK);
        assert_true(t > 1.5);
        touching_pair(&seed, 1 - 1.1 * CONTACT_SUNK, 1e-13, 0, &a, &b);
        assert_true(impact(&a, &b) == 0.5);
        touching_pair(&seed, 1, 0, 0, &a, &b);
        assert_true(impact(&a, &b) == HUGE_VAL);
        touching_pair(&seed, 1 - 1e-14, 1e-10, 0, &a, &b); /* slow, but no rounding: a hit */
        assert_true(impact(&a, &b) == 0.5);
    }
}

/** Whatever the numbers, impact() holds: no NaN, nothing before the beginning, the same both ways. */
static void test_extremes(void **context)
{
    (void)context;
    static const double odd[] = {0, 1, -1, 5e-324, 1e-200, -1e-160, 1e-9, 1e9, -1e100, 1e155, -1e200, 1e300};
    uint64_t seed = 7;
    for (int i = 0; i < 300000; i++) {
        double v[10];
        for (int k = 0; k < 10; k++)
            v[k] = odd[(size_t)uniform(&seed, 0, sizeof odd / sizeof *odd)];
        struct particle a = {
            .x = v[0], .y = v[1], .vx = v[2], .vy = v[3], .t = uniform(&seed, -2, 2), .r = fabs(v[4]) + 1};
        struct particle b = {
            .x = v[5], .y = v[6], .vx = v[7], .vy = v[8], .t = uniform(&seed, -2, 2), .r = fabs(v[9]) + 1};
        impact(&a, &b);
    }
}

/** Long flights: at the time of impact the gap is some roundings of the distance flown, from 10 to 10^12 radii, and no
 *  impact is missed. (Written with b^2 - v.v c, all of them are wrong beyond 10^8.) */
static void test_long_flights(void **context)
{
    (void)context;
    uint64_t seed = 9;
    for (int k = 1; k <= 12; k++)
        for (int i = 0; i < 2000; i++) {
            double angle = uniform(&seed, 0, 6.3), nx = cos(angle), ny = sin(angle), ahead = pow(10, k);
            double aside = uniform(&seed, -0.9, 0.9), r = uniform(&seed, 0.5, 1);
            struct particle a = {.r = r, .vx = nx, .vy = ny};
            struct particle b = {.x = ahead * nx - aside * ny, .y = ahead * ny + aside * nx, .r = r};
            struct meeting m = meeting_of(&a, &b);
            if (discriminant_of(&m) < 1e-3L)
                continue; /* the rounding of b's place may decide */
            double t = impact(&a, &b);
            assert_true(t < HUGE_VAL);
            assert_true(fabsl(distance_at(&m, t) - m.reach) <= 8 * DBL_EPSILON * ahead);
        }
}

/** Exactly tangent, in integers, is no hit; a hair nearer is one. */
static void test_tangent(void **context)
{
    (void)context;
    static const double places[][2] = {{52, 60}, {48, 60}, {52, 1000}, {52, 51}, {48, 50}};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        struct particle a = {.x = 50, .y = 50, .r = 1}, b = {.x = places[k][0], .y = places[k][1], .vy = -1, .r = 1};
        assert_true(impact(&a, &b) == HUGE_VAL);
        b.x += b.x < 50 ? 0x1p-40 : -0x1p-40;
        assert_true((impact(&a, &b) < HUGE_VAL) == (b.y > 50));
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_particles), cmocka_unit_test(test_all_scales), cmocka_unit_test(test_head_on),
        cmocka_unit_test(test_near_contact),     cmocka_unit_test(test_grazing),    cmocka_unit_test(test_overlapping),
        cmocka_unit_test(test_touching),         cmocka_unit_test(test_resting),    cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_long_flights),     cmocka_unit_test(test_tangent),
    };
    return RUN_TESTS(tests);
}
