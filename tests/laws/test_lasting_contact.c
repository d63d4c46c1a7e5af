/*
 * Bodies that stay in contact move as under the force of that contact: they roll down slopes, swing in bowls, lie in a
 * V and on pins, stand as towers and go with walls that push them. Nothing here may run for ever: an alarm ends the
 * program.
 *
 * Promise: contacts that last, kept up as small bounces, have the mean forces and accelerations of contacts that hold.
 * Measured: e from 0 to 1: slopes, q 0.4 and 0.5, to 1e-3; forces in a V and on two pins, and the weight of towers of 3
 * to 10 on a line, to 1e-3; the energy of an elastic tower of ten to 1e-5 in 2 time units; the period in a bowl to
 * 1e-4, the speed after 5/4 swings to 1e-3; heaps of 5 to 20 balls of which friction or some contacts take energy;
 * crowds on the cloth of 24 to 93 balls, which press on each other in long chains, rest; a wall, a line and an arc that
 * push a puck: its place to 1e-6, the force to 1e-3 for e below 0.85.
 */
#include "lib/gas.h"
#include "lib/testing.h"
#include "lib/whole_run.h"

#include <unistd.h>

enum { SECONDS_AT_MOST = 300, SECONDS_IN_FULL = 1500 };

#define G 9.81

static const double restitutions[] = {0, 0.1, 0.5, 0.9, 1};
enum { RESTITUTIONS = sizeof restitutions / sizeof *restitutions };

/** A solid ball and a disc, let go on a slope of 30 degrees on which they do not slip, go g sin 30/(1 + q). */
static void test_slopes(void **context)
{
    (void)context;
    for (size_t i = 0; i < RESTITUTIONS; i++)
        for (double q = 0.4; q < 0.55; q += 0.1) {
            char text[800];
            const double c = sqrt(0.75), s = 0.5, r = 0.1, x = 2 + r * s, y = 9 + r * c;
            snprintf(
                text, sizeof text,
                "{\"table\":{\"width\":20,\"height\":20},\"gravity\":[0,-9.81],\"restitution\":%g,\"mu\":0.5,\"dt\":1,"
                "\"steps\":1,\"obstacles\":[{\"line\":[%.17g,%.17g,%.17g,%.17g]}],\"balls\":[{\"x\":%.17g,\"y\":%.17g,"
                "\"r\":%g,\"m\":2,\"inertia\":%g}]}",
                restitutions[i], 2 - 0.5 * c, 9 + 0.5 * s, 2 + 9 * c, 9 - 9 * s, x, y, r, q);
            struct whole_run *done = whole_run_completed(text, 0);
            const struct world *world = done->loaded->world;
            const double way = (world->x[0] - x) * c - (world->y[0] - y) * s, expected = G * s / (1 + q) / 2;
            assert_near(way, expected, 1e-3 * expected);
            assert_near(done->impulses.obstacle[0], 2 * G * c, 1e-3 * 2 * G * c);
            assert_true(done->counters.kept > (restitutions[i] < 1 ? 1000 : 0));
            whole_run_close(done);
        }
}

/** In a V whose sides rise by 45 and 60 degrees the forces are those of the triangle, m g sin b/sin(a + b). */
static void test_v(void **context)
{
    (void)context;
    const double a = GAS_PI / 4, b = GAS_PI / 3, r = 0.1;
    const double way = r / sin((GAS_PI - a - b) / 2), bisector = (GAS_PI - a + b) / 2;
    const double cx = 5 + way * cos(bisector), cy = 5 + way * sin(bisector);
    for (size_t i = 0; i < RESTITUTIONS; i++) {
        char text[800];
        snprintf(
            text, sizeof text,
            "{\"table\":{\"width\":10,\"height\":10},\"gravity\":[0,-9.81],\"restitution\":%g,\"dt\":1,\"steps\":2,"
            "\"obstacles\":[{\"line\":[5,5,%.17g,%.17g]},{\"line\":[5,5,%.17g,%.17g]}],\"balls\":[{\"x\":%.17g,"
            "\"y\":%.17g,\"r\":%g,\"m\":3}]}",
            restitutions[i], 5 - 2 * cos(a), 5 + 2 * sin(a), 5 + 2 * cos(b), 5 + 2 * sin(b), cx, cy, r);
        struct whole_run *done = whole_run_completed(text, 1);
        const double n_a = 3 * G * sin(b) / sin(a + b), n_b = 3 * G * sin(a) / sin(a + b);
        assert_near(done->impulses.obstacle[0], n_a, 1e-3 * n_a);
        assert_near(done->impulses.obstacle[1], n_b, 1e-3 * n_b);
        assert_true(hypot(done->loaded->world->x[0] - cx, done->loaded->world->y[0] - cy) < 1e-5 * r);
        whole_run_close(done);
    }
}

/** On two pins a ball stays, and they carry its weight; without friction by m g/(2 cos) each. */
static void test_two_pins(void **context)
{
    (void)context;
    for (size_t i = 0; i < RESTITUTIONS; i++)
        for (int rubs = 0; rubs < 2; rubs++) {
            char text[800];
            const double y = 5 + sqrt(0.15 * 0.15 - 0.09 * 0.09);
            snprintf(text, sizeof text,
                     "{\"table\":{\"width\":10,\"height\":10},\"gravity\":[0,-9.81],\"restitution\":%g,%s\"dt\":1,"
                     "\"steps\":1,\"balls\":[{\"x\":5,\"y\":%.17g,\"r\":0.1,\"m\":3},{\"x\":4.91,\"y\":5,\"r\":0.05,"
                     "\"fixed\":true},{\"x\":5.09,\"y\":5,\"r\":0.05,\"fixed\":true}]}",
                     restitutions[i], rubs ? "\"mu\":0.3," : "", y);
            struct whole_run *done = whole_run_completed(text, 0.5);
            const double weight = 3 * G * 0.5, each = weight / (2 * 0.8);
            assert_near(done->impulses.upwards, weight, 1e-3 * weight);
            for (int pin = 1; pin <= 2 && !rubs; pin++)
                assert_near(done->impulses.ball[pin], each, 1e-3 * each);
            const double most = restitutions[i] < 1 ? 1e-5 : 1e-3; /* elastic, it keeps what the first bounces gave */
            assert_true(hypot(done->loaded->world->x[0] - 5, done->loaded->world->y[0] - y) < most * 0.1);
            whole_run_close(done);
        }
}

/** Balls one on the other on a line stay where they are, and the line carries their weight. */
static void test_towers(void **context)
{
    (void)context;
    for (size_t i = 0; i < RESTITUTIONS; i++)
        for (int n = 3; n <= 10; n += runs(7, 1)) {
            if (n == 10 && i % 4 != 0 && runs(1, 0)) /* e = 0 and 1 */
                continue;
            const double t = restitutions[i] < 1 ? 0.5 : 2;
            char text[1200];
            snprintf(text, sizeof text,
                     "{\"table\":{\"width\":10,\"height\":10},\"gravity\":[0,-9.81],\"restitution\":%g,\"dt\":%g,"
                     "\"steps\":1,\"defaults\":{\"r\":0.1,\"m\":1},\"obstacles\":[{\"line\":[4,1,6,1]}],"
                     "\"balls\":[{\"rack\":\"line\",\"rows\":%d,\"x\":5,\"y\":1.1,\"angle\":90}]}",
                     restitutions[i], t, n);
            struct whole_run *done = whole_run_completed(text, t / 2);
            double potential = 0;
            for (int k = 0; k < n; k++) {
                assert_near(done->loaded->world->y[k], 1.1 + 0.2 * k, 1e-5 * 0.1);
                assert_near(done->loaded->world->x[k], 5, 1e-5 * 0.1);
                potential += G * (1.1 + 0.2 * k);
            }
            assert_near(done->impulses.obstacle[0], n * G * t / 2, 1e-3 * n * G * t / 2);
            assert_true(restitutions[i] < 1 || fabs(done->counters.lost) < 1e-5 * potential);
            whole_run_close(done);
        }
}

/** A ball that rolls to and fro in a bowl: small swings last 2 pi sqrt((R - r)(1 + q)/g). */
static void test_bowl(void **context)
{
    (void)context;
    const double r = 0.1, radius = 1.1, q = 0.4, angle = 0.02, period = 2 * GAS_PI * sqrt((radius - r) * (1 + q) / G);
    for (size_t i = 0; i < RESTITUTIONS; i++) {
        char text[800];
        snprintf(
            text, sizeof text,
            "{\"table\":{\"width\":10,\"height\":10},\"gravity\":[0,-9.81],\"restitution\":%g,\"mu\":1,\"dt\":%.17g,"
            "\"steps\":5,\"obstacles\":[{\"arc\":[5,5,%g,180,360]}],\"balls\":[{\"x\":%.17g,\"y\":%.17g,\"r\":%g,"
            "\"m\":1,\"inertia\":%g}]}",
            restitutions[i], period / 4, radius, 5 + (radius - r) * sin(angle), 5 - (radius - r) * cos(angle), r, q);
        struct whole_run *done = whole_run_completed(text, 0);
        const double fastest = angle * 2 * GAS_PI / period; /* it is there after 5/4 of a period */
        assert_near(done->loaded->world->x[0], 5, 1e-4 * 1.25 * period * fastest);
        assert_near(fabs(done->loaded->world->vx[0]), fastest, 1e-3 * fastest);
        whole_run_close(done);
    }
}

/** A ball on the crest of an arc stays or leaves; the run goes on. */
static void test_crest(void **context)
{
    (void)context;
    for (size_t i = 0; i < RESTITUTIONS; i++)
        for (int rubs = 0; rubs < 2; rubs++) {
            char text[800];
            snprintf(text, sizeof text,
                     "{\"table\":{\"width\":10,\"height\":10},\"gravity\":[0,-9.81],\"restitution\":%g,%s\"dt\":2,"
                     "\"steps\":1,\"obstacles\":[{\"arc\":[5,5,1,0,180]}],\"balls\":[{\"x\":5,\"y\":6.1,\"r\":0.1,"
                     "\"m\":1}]}",
                     restitutions[i], rubs ? "\"mu\":0.2," : "");
            struct whole_run *done = whole_run_completed(text, 0);
            whole_run_close(done);
        }
}

/** A wall, a line and an arc that push a puck: it goes with them, and they push by what its friction takes. */
static void test_pushers(void **context)
{
    (void)context;
    static const double all[] = {0, 0.1, 0.5, 0.8, 0.9, 0.99}, speed = 0.3, c = 0.5;
    static const char *const pushers[] = {
        "\"table\":{\"width\":20,\"height\":2,\"motion\":{\"left\":[[0,0.3,0]]}}",
        "\"table\":{\"width\":20,\"height\":2},\"obstacles\":[{\"line\":[1,0.5,1,1.5],"
        "\"motion\":[[0,0.3,0]]}]",
        "\"table\":{\"width\":20,\"height\":2},\"obstacles\":[{\"arc\":[0.5,1,0.5,-90,90],"
        "\"motion\":[[0,0.3,0]]}]"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 3; k++) {
            const double start = k == 0 ? 0.1 : 1.1, t = 20;
            char text[800];
            snprintf(text, sizeof text,
                     "{%s,\"restitution\":%g,\"dt\":%g,\"steps\":1,\"balls\":[{\"x\":%.17g,\"y\":1,\"r\":0.1,\"m\":2,"
                     "\"friction\":%g}]}",
                     pushers[k], all[i], t, start, c);
            struct whole_run *done = whole_run_completed(text, t / 2);
            const double push = done->impulses.obstacle[0] + done->impulses.walls;
            if (all[i] < 0.95) /* else it still bounces */
                assert_near(done->loaded->world->x[0], start + speed * t, 1e-6);
            if (all[i] < 0.85) /* as it does in the first half */
                assert_near(push, 2 * c * t / 2, 1e-3 * c * t);
            whole_run_close(done);
        }
}

/** A light ball between a wall and one 10^10 times heavier makes floor(10^5 pi) hits, whatever else moves. */
static void test_bystanders(void **context)
{
    (void)context;
    static const char *const motions[] = {"\"top\":[[0,0,1e-6]]", "\"left\":[[0,1e-6,0]]", "\"left\":[[0,-1e-12,0]]"};
    for (int k = 0; k < runs(1, 3); k++) {
        char text[800];
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":1000,\"height\":4,\"motion\":{%s}},\"dt\":300,\"steps\":1,\"balls\":[{\"x\":5,"
                 "\"y\":2,"
                 "\"r\":1,\"m\":1},{\"x\":10,\"y\":2,\"r\":1,\"m\":1e10,\"vx\":-1}]}",
                 motions[k]);
        struct whole_run *done = whole_run_completed(text, 0);
        assert_int_equal(done->counters.ball + done->counters.surface, 314159);
        whole_run_close(done);
    }
}

/** A ball that lies on a line goes on lying while a wall somewhere moves, and on a line that sinks or goes along. */
static void test_lying_while_walls_move(void **context)
{
    (void)context;
    static const char *const moving[][2] = {
        {",\"motion\":{\"top\":[[0,0,0.1]]}", ""}, {"", ",\"motion\":[[0,0.5,0]]"}, {"", ",\"motion\":[[0,0,-0.01]]"}};
    for (int k = 0; k < 3; k++)
        for (int has_time = 0; has_time < 2; has_time++) {
            char text[800];
            snprintf(
                text, sizeof text,
                "{\"table\":{\"width\":9,\"height\":4%s},\"gravity\":[0,-9.81],\"restitution\":0.5,\"contact_time\":%s,"
                "\"dt\":3,\"steps\":1,\"balls\":[{\"x\":4,\"y\":1.1,\"r\":0.1,\"m\":1}],"
                "\"obstacles\":[{\"line\":[2,1,7,1]%s}]}",
                moving[k][0], has_time ? "7e-5" : "0", moving[k][1]);
            struct whole_run *done = whole_run_completed(text, 0);
            assert_near(done->loaded->world->y[0], k == 2 ? 1.07 : 1.1, 1e-6);
            whole_run_close(done);
        }
}

/** Runs a scene to its end. Whether it ends as crushed; if so, by that surface. */
static bool is_crushed(const char *text, const char *surface)
{
    struct whole_run ended;
    whole_run(&ended, text, 0);
    const bool crushed = strstr(ended.err.text, "crushes") != NULL;
    assert_true(!crushed || strstr(ended.err.text, surface) == ended.err.text);
    whole_run_close(&ended);
    return crushed;
}

/** Three balls between two walls that close in, under all laws: crushed when no room is left, at t = 7. */
static void test_three_between_walls(void **context)
{
    (void)context;
    static const char *const laws[] = {"pairwise", "newton", "lcp", "gr", "hooke", "hertz"};
    for (int k = 0; k < runs(4, 6); k++)
        for (int elastic = 0; elastic < runs(1, 2); elastic++) {
            char text[800];
            snprintf(text, sizeof text,
                     "{\"table\":{\"width\":2,\"height\":2,\"motion\":{\"left\":[[0,0.1,0]],\"right\":[[0,-0.1,0]]}},"
                     "\"restitution\":%g,\"impact\":\"%s\",\"dt\":%g,\"steps\":2,\"defaults\":{\"r\":0.1,\"m\":1},"
                     "\"balls\":[{\"x\":0.5,\"y\":1,\"vx\":0.3},{\"x\":1,\"y\":1,\"m\":2},{\"x\":1.5,\"y\":1,"
                     "\"vx\":-0.1}]}",
                     elastic ? 1 : 0.5, laws[k], 6.99);
            struct whole_run ended;
            whole_run(&ended, text, 0);
            assert_int_equal(ended.status, STATUS_FAILED);
            assert_true(strstr(ended.err.text, "the left wall, which moves, crushes balls 0, 1 and 2 at t = ") != NULL);
            assert_near(strtod(strstr(ended.err.text, "t = ") + 4, NULL), 7, 1e-4);
            whole_run_close(&ended);
        }
}

/** A lid that comes down on 100 balls without gravity crushes them when they are jammed, and not before: inelastic ones
 *  may end otherwise. Gas under a slow piston is never crushed. */
static void test_lids(void **context)
{
    (void)context;
    static const double e[] = {0.5, 0.9, 1}, mu[] = {0, 0.2};
    for (int k = 0; k < runs(1, 5); k++) {
        char text[800];
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":2.03,\"height\":3,\"motion\":{\"top\":[[0,0,-0.5]]}},\"restitution\":%g,"
                 "\"mu\":%g,\"dt\":%g,\"steps\":1,\"defaults\":{\"r\":0.1,\"m\":1},\"balls\":[{\"fill\":\"random\","
                 "\"count\":100,\"speed\":0.5,\"seed\":4}]}",
                 e[k / 2], mu[k % 2], e[k / 2] < 1 ? 1.7 : 6);
        assert_int_equal(is_crushed(text, "the top wall"), e[k / 2] == 1); /* at 1.7 the packing is 0.72 */
    }
    assert_false(
        is_crushed("{\"table\":{\"width\":20,\"height\":20,\"motion\":{\"top\":[[0,0,-0.01]]}},\"dt\":100,"
                   "\"steps\":1,\"defaults\":{\"r\":0.1,\"m\":1},\"balls\":[{\"fill\":\"random\",\"count\":150,"
                   "\"speed\":1,\"seed\":4}]}",
                   ""));
}

/** Heaps in boxes whose widths are no multiple of the diameter complete; where rows may fill the box the run may
 *  end, and names what is wedged. */
static void test_heaps(void **context)
{
    (void)context;
    static const double e[] = {0.5, 0.1, 0.9}, mu[] = {0, 0.1};
    for (int k = 0; k < runs(1, 6); k++)
        for (int fills = 0; fills < 2; fills++) {
            char text[800];
            snprintf(
                text, sizeof text,
                "{\"table\":{\"width\":%g,\"height\":3},\"gravity\":[0,-9.81],\"restitution\":%g,\"mu\":%g,"
                "\"dt\":3,\"steps\":1,\"defaults\":{\"r\":0.1,\"m\":1},\"balls\":[{\"fill\":\"random\",\"count\":10,"
                "\"speed\":0.5,\"seed\":7}]}",
                fills ? 1 : 1.04, e[k / 2], mu[k % 2]);
            struct whole_run ended;
            whole_run(&ended, text, 0);
            if (ended.status == STATUS_OK)
                assert_true(e[k / 2] == 0.9 || ended.counters.kept > 1000); /* else it still falls */
            else
                assert_true(fills && strstr(ended.err.text, " are wedged at t = "));
            whole_run_close(&ended);
        }
}

/** Heaps complete, too, whose balls are elastic, and lose energy at the walls or by friction alone. */
static void test_elastic_heaps(void **context)
{
    (void)context;
    static const char *const losses[] = {"\"restitution\":{\"ball\":1,\"wall\":0.5}", "\"restitution\":1,\"mu\":0.5",
                                         "\"restitution\":{\"ball\":1,\"wall\":0.1},\"mu\":0.3",
                                         "\"restitution\":{\"ball\":0.5,\"wall\":1}"};
    static const int balls[] = {5, 10, 20};
    for (int k = 0; k < runs(2, 12); k++) {
        char text[800];
        const int n = balls[k / 4];
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":%g,\"height\":3},\"gravity\":[0,-9.81],%s,\"dt\":%d,\"steps\":1,"
                 "\"defaults\":{\"r\":0.1,\"m\":1},\"balls\":[{\"fill\":\"random\",\"count\":%d,\"speed\":0.5,"
                 "\"seed\":7}]}",
                 0.25 * (1 + sqrt(n)), losses[k % 4], runs(6, 12), n);
        struct whole_run *done = whole_run_completed(text, 0);
        assert_true(done->counters.kept > 1000);
        whole_run_close(done);
    }
}

/** Crowds on the cloth that stop each other rest. In their chains impacts fade for hundreds of rounds, with friction of
 *  many sweeps each, and end as soon as they are gentle. */
static void test_crowds(void **context)
{
    (void)context;
    static const struct {
        double width, e, mu, beta, friction, sliding;
        int count;
        double speed;
        int seed;
    } crowds[] = {
        {0.9886296, 0.27391871, 0.20480886, -0.050816971, 0.18770077, 1.930897267, 93, 1.80717451, 152},
        {1.0841687, 0.30123032, 0.46520737, 0.160489155, 0.11904380, 2.923578136, 86, 0.77114663, 530},
        {0.6653035, 0.20445020, 0, 0, 0.10172246, 1.914888598, 35, 2.30379974, 170},
        {0.5215780, 0.36429313, 0.07587642, -0.711805231, 0.05282420, 0.572467659, 24, 2.40667476, 504},
    };
    for (int k = 0; k < runs(1, 4); k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":%g,\"height\":%g},\"restitution\":%g,\"mu\":%g,\"beta\":%g,\"dt\":100,"
                 "\"steps\":1,\"defaults\":{\"r\":0.02857,\"m\":0.17,\"friction\":%g,\"sliding\":%g},\"balls\":"
                 "[{\"fill\":\"random\",\"count\":%d,\"speed\":%g,\"seed\":%d}]}",
                 crowds[k].width, crowds[k].width / 2, crowds[k].e, crowds[k].mu, crowds[k].beta, crowds[k].friction,
                 crowds[k].sliding, crowds[k].count, crowds[k].speed, crowds[k].seed);
        struct whole_run *done = whole_run_completed(text, 0);
        const struct world *world = done->loaded->world;
        for (int i = 0; i < crowds[k].count; i++)
            assert_true(world->vx[i] == 0 && world->vy[i] == 0);
        assert_int_equal(done->counters.last_resorts, 0);
        whole_run_close(done);
    }
}

TEST_GROUP()
{
    alarm((unsigned)runs(SECONDS_AT_MOST, SECONDS_IN_FULL));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_v),
        cmocka_unit_test(test_two_pins),
        cmocka_unit_test(test_towers),
        cmocka_unit_test(test_bowl),
        cmocka_unit_test(test_crest),
        cmocka_unit_test(test_pushers),
        cmocka_unit_test(test_bystanders),
        cmocka_unit_test(test_lying_while_walls_move),
        cmocka_unit_test(test_three_between_walls),
        cmocka_unit_test(test_lids),
        cmocka_unit_test(test_heaps),
        cmocka_unit_test(test_elastic_heaps),
        cmocka_unit_test(test_crowds),
    };
    return RUN_TESTS(tests);
}
