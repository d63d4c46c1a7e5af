/*
 * First contacts on parabolas, judged exactly (unit/parabola_cases.h), against zeros to 60 digits
 * (unit/parabola_roots.h) and against published cases; what must hold for any numbers; and Ferrari's closed form, which
 * does not hold, as the counter-example. A million cases more are in test_parabola_full.c.
 *
 * Promise: contacts on parabolas: none missed, none invented, exact times. Measured: 30 000 paths, grazes to 1e-19
 * included, judged by Sturm's theorem in whole numbers; 10^6 and 10^5 grazes in full; 40 zeros to 60 digits. Also
 * kept by unit/test_parabola_full.c.
 */
#include "lib/testing.h"
#include "unit/ferrari.h"
#include "unit/parabola_cases.h"
#include "unit/rolling_contacts.h"

#pragma GCC diagnostic ignored "-Wdouble-promotion" /* to long double, which is what the references are for */

static void test_random_paths(void **context)
{
    (void)context;
    uint64_t seed = 1;
    struct verdicts seen = {0};
    const int trials = runs(1800, 20000);
    for (int i = 0; i < trials; i++) {
        struct contact_case c = random_case(&seed);
        assert_true(is_right(&c, &seen));
    }
    assert_true(seen.hits > trials * 0.15 && seen.overlaps > trials * 0.1 && seen.misses > trials * 0.5 &&
                seen.tangents == 0);
}

/** Without an end, and begun anywhere before the contact: the same contact. */
static void test_other_intervals(void **context)
{
    (void)context;
    uint64_t seed = 9;
    struct verdicts seen = {0};
    int begun_later = 0;
    for (int i = 0; i < 5000; i++) {
        struct contact_case c = i % 2 ? random_case(&seed) : graze(&seed, -uniform(&seed, 0.001, 0.3));
        c.end = HUGE_VAL;
        if (i % 3 == 0)
            c.path.a = (struct vec2){0, 0};
        if (i % 30 == 0)
            c.path.v = (struct vec2){0, 0};
        assert_true(is_right(&c, &seen));
        double t = contact_time(&c), from = t * uniform(&seed, 0.01, 0.99);
        if (!(t > 0 && t < HUGE_VAL) || c.side * (vec2_length(c.path.x) - c.reach) < 0)
            continue;
        for (int k = 0; k < 2; k++) {
            double end = k ? HUGE_VAL : t * uniform(&seed, 1.01, 3);
            double again =
                c.side > 0 ? parabola_fall(&c.path, c.reach, from, end) : parabola_rise(&c.path, c.reach, from, end);
            assert_true(fabs(again - t) <= 0x1p-51 * t);
        }
        begun_later++;
    }
    assert_true(begun_later > 500 && seen.hits > 500 && seen.misses > 1000);
}

/** Deeper or less deep than the reach by 1e-3 to 1e-19 of it. */
static void test_grazes(void **context)
{
    (void)context;
    uint64_t seed = 2;
    struct verdicts seen = {0};
    const int trials = runs(900, 10000);
    for (int i = 0; i < trials; i++) {
        struct contact_case c = graze(&seed, (i % 2 ? 1 : -1) * pow(10, -uniform(&seed, 3, 19)));
        assert_true(is_right(&c, &seen));
    }
    assert_true(seen.hits > trials * 0.3 && seen.misses > trials * 0.3);
}

/** A double zero is no contact; with a reach larger by one unit of its last place there is one. */
static void test_tangents(void **context)
{
    (void)context;
    static struct exact_gap gap;
    uint64_t seed = 3;
    struct verdicts seen = {0};
    int touching_only = 0, trials = runs(600, 5000);
    for (int i = 0; i < trials; i++) {
        struct contact_case c = tangent(&seed);
        double reach = c.reach;
        exact_gap_of(&gap, &c, 0);
        if (polynomial_sign(&gap.f.chain[0], 0) <= 0 || sturm_zeros(&gap.f, 0, c.end) != 1)
            continue; /* a crossing as well */
        touching_only++;
        assert_true(contact_time(&c) == HUGE_VAL && is_right(&c, &seen));
        c.reach = nextafter(reach, c.side * HUGE_VAL);
        assert_true(contact_time(&c) < HUGE_VAL && is_right(&c, &seen));
        c.reach = nextafter(reach, -c.side * HUGE_VAL);
        assert_true(contact_time(&c) == HUGE_VAL && is_right(&c, &seen));
    }
    assert_true(touching_only > trials * 4 / 5 && seen.tangents == touching_only);
}

struct known_contact {
    struct contact_case c;
    long double time;
};

#include "unit/parabola_roots.h"

/** The nearest double, or one of its neighbours. */
static void assert_nearest(double t, long double expected)
{
    assert_true(t == (double)expected || fabsl(t - expected) <= 0x1p-52L * expected);
}

static void test_known_roots(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof known_contacts / sizeof *known_contacts; i++)
        assert_nearest(contact_time(&known_contacts[i].c), known_contacts[i].time);
}

/* ---- walls ---- */

/** f = 2 x + 2 v t + a t^2, exactly. */
static void parabola_of(struct polynomial *f, double x, double v, double a)
{
    f->degree = 2;
    whole_set(&f->c[0], (int64_t)(2 * x * GRID));
    whole_set(&f->c[1], (int64_t)(2 * v * GRID));
    whole_set(&f->c[2], (int64_t)(a * GRID));
    polynomial_trim(f);
}

static bool is_right_descent(double x, double v, double a, double *t)
{
    static struct exact_gap gap;
    struct polynomial f;
    parabola_of(&f, x, v, a);
    exact_gap_of_polynomial(&gap, &f);
    *t = parabola_descent(x, v, a);
    bool right = *t < HUGE_VAL ? is_first_contact(&gap, *t, 0x1p-50) : is_never_in_contact(&gap, HUGE_VAL);
    if (!right)
        printf("# wrong: x %a v %a a %a gives %a\n", x, v, a, *t);
    return right;
}

static void test_walls(void **context)
{
    (void)context;
    uint64_t seed = 8;
    int hits = 0, apexes = 0, trials = runs(10000, 50000);
    for (int i = 0; i < trials; i++) {
        double x = on_grid(uniform(&seed, -0.5, 4)), v = on_grid(uniform(&seed, -2, 2)), t;
        double a = i % 10 ? on_grid(uniform(&seed, -1, 1)) : 0;
        if (i % 3 == 0 && v < 0 && x > 0) { /* stops near the wall */
            a = on_grid(v * v / (2 * x) * (1 + uniform(&seed, -1, 1) * pow(10, -uniform(&seed, 1, 16))));
            apexes++;
        }
        if (fabs(a) < 500)
            assert_true(is_right_descent(x, v, a, &t));
        hits += t < HUGE_VAL;
    }
    assert_true(hits > trials / 5 && apexes > trials / 10);
}

/** Clearance, its rate, acceleration; time of contact. */
static const double descents[][4] = {
    {1, -1, 0, 1},
    {1, 0, 0, HUGE_VAL},
    {1, 1, 0, HUGE_VAL},
    {0, -1, 0, 0},
    {0, -1, 1, 0},
    {0, 0, 0, HUGE_VAL},
    {0, 1, 0, HUGE_VAL},
    {0, 0, 1, HUGE_VAL},
    {0, 0, -1, 0},
    {0, 2, -1, 4},
    {-1, -1, 0, 0},
    {-1, 1, 0, HUGE_VAL},
    {-1, 1, -1, 1},
    {-1, 2, -1, 0x1.b504f333f9de6p+1},
    {0.5, -1, 1, HUGE_VAL} /* apex */,
    {2, 0, -1, 2},
    {1.5, -1, -1, 1},
    {1.5, 1, -1, 3},
    {0.375, -1, 1, 0.5},
    {0.5, -1, 1 + 0x1p-52, HUGE_VAL},
    {-1, 0, 0, HUGE_VAL},
};

static void test_special_walls(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof descents / sizeof *descents; i++)
        assert_true(parabola_descent(descents[i][0], descents[i][1], descents[i][2]) == descents[i][3]);
    double t = parabola_descent(0.5, -1, 1 - 0x1p-53); /* passes the apex, by the last digit */
    assert_true(fabs(t - (1 - 0x1p-26 / sqrt(2))) < 1e-9);
}

/* ---- two bodies that roll to rest ---- */

/** A ball with deceleration c against its velocity. */
static struct parabola_motion rolling(double x, double y, double vx, double vy, double c)
{
    double speed = sqrt(vx * vx + vy * vy);
    struct parabola_motion ball = {.path = {.x = {x, y}, .v = {vx, vy}}};
    if (speed > 0) {
        ball.path.a = (struct vec2){-c * vx / speed, -c * vy / speed};
        ball.until = c > 0 ? speed / c : HUGE_VAL;
    }
    return ball;
}

static struct parabola_motion motion_of(struct roll r)
{
    return rolling(r.x, r.y, r.vx, r.vy, r.c);
}

static void test_rolling(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        struct parabola_motion a = motion_of(rolls[i].a), b = motion_of(rolls[i].b);
        double t = parabola_impact(&a, &b, rolls[i].reach, 100);
        long double relative = rolls[i].tolerance > 0 ? rolls[i].tolerance : 1e-14L;
        assert_true(t == (double)rolls[i].time || fabsl(t - rolls[i].time) <= relative * rolls[i].time);
        assert_true(parabola_impact(&b, &a, rolls[i].reach, 100) == t);
        if (t < HUGE_VAL) {
            assert_true(parabola_impact(&a, &b, rolls[i].reach, t * (1 - 1e-6)) == HUGE_VAL);
            assert_true(parabola_impact(&a, &b, rolls[i].reach, t * (1 + 1e-6)) == t);
        }
    }
}

static void test_sliding(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof slides / sizeof *slides; i++) {
        const struct parabola_motion ball = {slides[i].path, slides[i].until}, target = {{.x = slides[i].target}, 0};
        double t = parabola_impact(&ball, &target, 0.05715, 100);
        if (!(fabs(t - slides[i].time) <= slides[i].tolerance * slides[i].time))
            fail_msg("slide %zu: t = %.17g, off by %.2g", i, t, t / slides[i].time - 1);
    }
}

/** The same moment, seen from any earlier one: pieces of a path join without a gap. */
static void test_later_beginnings(void **context)
{
    (void)context;
    uint64_t seed = 4;
    int hits = 0;
    for (int i = 0; i < 20000; i++) {
        struct parabola_motion ball[2], later[2] = {{.goes_on = false}, {.goes_on = false}};
        for (int k = 0; k < 2; k++) {
            double friction = uniform(&seed, 0.1, 0.5), vy = uniform(&seed, -1, 1), vx = uniform(&seed, -1, 1);
            double y = uniform(&seed, 0, 2), x = uniform(&seed, 0, 2);
            ball[k] = rolling(x, y, vx, vy, friction);
        }
        double reach = uniform(&seed, 0.1, 0.5), t = parabola_impact(&ball[0], &ball[1], reach, 10);
        double wait = t < HUGE_VAL ? t * uniform(&seed, 0, 0.99) : uniform(&seed, 0, 10);
        for (int k = 0; k < 2; k++) {
            double moving = fmin(wait, ball[k].until);
            later[k].path = (struct parabola){parabola_position(&ball[k].path, moving),
                                              parabola_velocity(&ball[k].path, moving), ball[k].path.a};
            later[k].until = ball[k].until - moving;
        }
        double again = wait + parabola_impact(&later[0], &later[1], reach, 10);
        struct vec2 apart = vec2_sub(parabola_position(&later[1].path, fmin(again - wait, later[1].until)),
                                     parabola_position(&later[0].path, fmin(again - wait, later[0].until)));
        if (vec2_length(vec2_sub(ball[1].path.x, ball[0].path.x)) < reach)
            continue;
        assert_true(t == HUGE_VAL ? again == HUGE_VAL : fabs(again - t) < 1e-7);
        assert_true(t == HUGE_VAL || fabs(vec2_length(apart) - reach) < 5e-12 * reach);
        hits += t < HUGE_VAL;
    }
    assert_true(hits > 1000);
}

/* ---- special cases ---- */

static const struct {
    const char *what;
    struct contact_case c;
    double time;
} special[] = {
    {"at rest for ever", {{{2, 0}, {0, 0}, {0, 0}}, 1, HUGE_VAL, 1}, HUGE_VAL},
    {"head-on, for ever", {{{1e9, 0}, {-1, 0}, {0, 0}}, 1, HUGE_VAL, 1}, 1e9 - 1},
    {"unison, touching", {{{1, 0}, {0, 0}, {0, 0}}, 1, 9, 1}, HUGE_VAL},
    {"unison, overlapping", {{{0.5, 0}, {0, 0}, {0, 0}}, 1, 9, 1}, HUGE_VAL},
    {"at one place", {{{0, 0}, {0, 0}, {0, 0}}, 1, 9, 1}, HUGE_VAL},
    {"touching, approaching", {{{1, 0}, {-1, 0}, {0, 0}}, 1, 9, 1}, 0},
    {"touching, separating", {{{1, 0}, {1, 0}, {0, 0}}, 1, 9, 1}, HUGE_VAL},
    {"touching, sliding along", {{{1, 0}, {0, 1}, {0, 0}}, 1, 9, 1}, HUGE_VAL},
    {"overlapping, approaching", {{{0.5, 0}, {-1, 0.5}, {0, 0}}, 1, 9, 1}, 0},
    {"overlapping, separating", {{{0.5, 0}, {1, 0.5}, {0, 0}}, 1, 9, 1}, HUGE_VAL},
    {"touching, at rest, pressed together", {{{1, 0}, {0, 0}, {-1, 0}}, 1, 9, 1}, 0},
    {"touching, at rest, pulled apart", {{{1, 0}, {0, 0}, {1, 0}}, 1, 9, 1}, HUGE_VAL},
    {"thrown up from contact", {{{1, 0}, {2, 0}, {-1, 0}}, 1, 9, 1}, 4},
    {"thrown up from an overlap, returning before it ends", {{{0.5, 0}, {0.5, 0}, {-1, 0}}, 1, 9, 1}, 0.5},
    {"stops exactly at contact", {{{2, 0}, {-2, 0}, {2, 0}}, 1, 9, 1}, HUGE_VAL},
    {"stops behind contact", {{{2.5, 0}, {-2, 0}, {1, 0}}, 1, 9, 1}, 1},
    {"contact at the end", {{{2, 0}, {-1, 0}, {0, 0}}, 1, 1, 1}, HUGE_VAL},
    {"contact just before the end", {{{2, 0}, {-1, 0}, {0, 0}}, 1, 1 + 0x1p-52, 1}, 1},
    {"no time", {{{2, 0}, {-1, 0}, {0, 0}}, 1, 0, 1}, HUGE_VAL},
    {"head-on points", {{{3, 4}, {-3, -4}, {0, 0}}, 0, 9, 1}, HUGE_VAL},
    {"apex at the circle, from inside", {{{0, 0}, {0, 2}, {0, -2}}, 1, 1.5, -1}, HUGE_VAL},
    {"through the circle, from inside", {{{0, 0}, {0, 1}, {0, 0}}, 1, 9, -1}, 1},
    {"falls out of the circle", {{{0, 0}, {0, 0}, {0, -2}}, 1, 9, -1}, 1},
    {"outside the circle, leaving", {{{0, 2}, {0, 1}, {0, 0}}, 1, 9, -1}, 0},
    {"outside the circle, returning and through", {{{0, 2}, {0, -1}, {0, 0}}, 1, 9, -1}, 3},
};

static void test_special(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        double t = contact_time(&special[i].c);
        if (t != special[i].time)
            fail_msg("%s: %a", special[i].what, t);
    }
}

/** A ball thrown up through a circle, which falls back through it. */
static void test_in_and_out(void **context)
{
    (void)context;
    const struct parabola path = {{-1.2, -2.5}, {0.3, 4}, {0, -2}};
    double in = parabola_fall(&path, 1.5, 0, 5), out = parabola_rise(&path, 1.5, in, 5);
    double in_again = parabola_fall(&path, 1.5, out, 5), out_again = parabola_rise(&path, 1.5, in_again, 5);
    const double times[4] = {in, out, in_again, out_again};
    for (int i = 0; i < 4; i++) {
        assert_true(times[i] > (i ? times[i - 1] : 0) && times[i] < 5);
        assert_true(fabs(vec2_length(parabola_position(&path, times[i])) - 1.5) < 1e-15);
    }
    assert_true(parabola_fall(&path, 1.5, out_again, 5) == HUGE_VAL);
}

/** Reversed, mirrored and scaled by powers of two: the same bits. */
static void test_symmetry(void **context)
{
    (void)context;
    uint64_t seed = 5;
    for (int i = 0; i < 20000; i++) {
        struct contact_case c = random_case(&seed), other = c;
        double t = contact_time(&c), length = ldexp(1, (int)uniform(&seed, -20, 20));
        double time = ldexp(1, (int)uniform(&seed, -20, 20));
        struct parabola *p = &other.path;
        p->x = vec2_scale(-length, (struct vec2){c.path.x.y, c.path.x.x});
        p->v = vec2_scale(-length / time, (struct vec2){c.path.v.y, c.path.v.x});
        p->a = vec2_scale(-length / (time * time), (struct vec2){c.path.a.y, c.path.a.x});
        other.reach *= length;
        other.end *= time;
        assert_true(contact_time(&other) == t * time);
    }
}

/** Two balls of a row that overlap by a bit and part while they come to rest, one after the other: what rounding leaves
 * of their velocities at the end is no approach. Once it was, and the hit was taken for ever, as nothing came of it. */
static void test_overlapping_to_rest(void **context)
{
    (void)context;
    uint64_t seed = 8;
    for (int i = 0; i < 20000; i++) {
        const double speed = pow(10, uniform(&seed, -18, -12)), faster = speed * uniform(&seed, 1, 2), friction = 0.01;
        const double side = uniform(&seed, -1e-14, 1e-14), along = uniform(&seed, -1e-12, 1e-12);
        const struct parabola_motion behind = {{{9.6, 7.364}, {along * faster, -faster}, {-along * friction, friction}},
                                               faster / friction},
                                     ahead = {{{9.6 + side, 7.364 + (1 - 9e-16)}, {0, -speed}, {0, friction}},
                                              speed / friction};
        assert_true(parabola_impact(&behind, &ahead, 1, HUGE_VAL) == HUGE_VAL);
        assert_true(parabola_impact(&ahead, &behind, 1, HUGE_VAL) == HUGE_VAL);
    }
}

/** Whatever the numbers, the answer is a time of the interval or none, and comes. */
static void test_extremes(void **context)
{
    (void)context;
    static const double odd[] = {0, 1, -1, 5e-324, 1e-200, -1e-160, 1e-9, 1e9, -1e100, 1e155, -1e200, 1e300};
    const size_t count = sizeof odd / sizeof *odd;
    uint64_t seed = 6;
    for (int i = 0; i < 200000; i++) {
        double v[9];
        for (int k = 0; k < 9; k++)
            v[k] = odd[(size_t)uniform(&seed, 0, (double)count)];
        const struct contact_case c = {
            {{v[0], v[1]}, {v[2], v[3]}, {v[4], v[5]}}, fabs(v[6]), fabs(v[7]), i % 2 ? 1 : -1};
        double t = contact_time(&c);
        assert_true(t == HUGE_VAL || (t >= 0 && t <= c.end));
    }
}

/** What Ferrari's closed form makes of the grazes that test_grazes() passes without a fault. */
static void test_ferrari(void **context)
{
    (void)context;
    static const double tolerances[] = {0, 1e-12, 1e-9, 1e-6, 1e-3};
    for (size_t k = 0; k < sizeof tolerances / sizeof *tolerances; k++) {
        uint64_t seed = 7;
        int missed = 0, invented = 0, wrong_time = 0, cases = 4000;
        for (int i = 0; i < cases; i++) {
            struct contact_case c = graze(&seed, (i % 2 ? 1 : -1) * pow(10, -uniform(&seed, 3, 15)));
            double t = contact_time(&c), closed = ferrari_contact(&c, tolerances[k]);
            missed += t < HUGE_VAL && closed == HUGE_VAL;
            invented += t == HUGE_VAL && closed < HUGE_VAL;
            wrong_time += t < HUGE_VAL && closed < HUGE_VAL && fabs(closed - t) > 1e-6 * t;
        }
        printf("# Ferrari, real up to %g: of %d grazes %d missed, %d invented, %d at a wrong time\n", tolerances[k],
               cases, missed, invented, wrong_time);
        assert_true(missed + invented > cases / 100);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walls),        cmocka_unit_test(test_special_walls),
        cmocka_unit_test(test_random_paths), cmocka_unit_test(test_other_intervals),
        cmocka_unit_test(test_grazes),       cmocka_unit_test(test_tangents),
        cmocka_unit_test(test_known_roots),  cmocka_unit_test(test_rolling),
        cmocka_unit_test(test_sliding),      cmocka_unit_test(test_later_beginnings),
        cmocka_unit_test(test_special),      cmocka_unit_test(test_in_and_out),
        cmocka_unit_test(test_symmetry),     cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_ferrari),      cmocka_unit_test(test_overlapping_to_rest),
    };
    return RUN_TESTS(tests);
}
