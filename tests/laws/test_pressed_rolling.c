/*
 * Promise: balls on the cloth that are pressed while they roll feel their whole rolling friction, and crowds that rub
 * come to rest. Measured: follow into 1 to 5 frozen balls, e 0 to 1, all laws, 0.1 per cent of the closed form; 60
 * random crowds of 3 to 100 balls, mu to .5, e from .5 (seed 4) rest.
 */
/* A ball that rolls and is pressed goes on rolling, although the small hits by which events press it would make it
 * slip. Balls that roll against each other, with friction between them, rest. */

#include "session/session.h"
#include "impact/impact_law.h"
#include "lib/scene_text.h"
#include "lib/testing.h"
#include "lib/uniform.h"

#include <unistd.h>

enum { ROOM = 2000, CROWDS = 60, SECONDS_AT_MOST = 1000 };

/** A run of `event` to its end. */
struct run {
    struct outcome *loaded;
    struct session *session;
    enum status status;
    struct error err;
};

static struct run run_of(const char *text, const char *law)
{
    struct run run = {.loaded = scene_text_load(text, NULL, true)};
    struct scene *scene = run.loaded->scene;
    assert_string_equal(run.loaded->faults, "");
    scene->impact = law;
    run.session = session_of(scene, run.loaded->world);
    assert_int_equal(session_start(run.session, &(struct session_watch){.sums_losses = true}, &run.err), STATUS_OK);
    run.status = session_step(run.session, scene->steps, &run.err);
    return run;
}

static void run_close(struct run *run)
{
    session_free(run->session);
    scene_text_free(run->loaded);
}

/** The mean way of a ball with topspin s0 and of n frozen balls before it, until all rest: those in front roll, and the
 *  ball slides until it rolls, too. With the contact forces F, from the first: a = b - F_1 for the ball, and (1 + q)(a
 * + c) = F_k - F_(k+1) for each other. */
static double way_of(double n, double s0, double b, double c)
{
    const double q = 0.4, a = (b - (1 + q) * n * c) / (1 + (1 + q) * n), t = s0 / (b / q + a), v = a * t;
    return v * t / 2 + v * v / (2 * c);
}

static void test_follow_into_frozen_balls(void **context)
{
    (void)context;
    static const double restitution[] = {0, 0.02, 0.5, 1};
    const double r = 0.028575, sliding = 1.962, friction = 0.0981, spin = 33.44;
    for (int n = 1; n <= 5; n += n == 3 ? 2 : 1)
        for (size_t i = 0; i < 4; i++)
            for (const struct impact_law *law = impact_laws; law->name; law++) {
                char text[ROOM];
                if (restitution[i] < law->least_e ||
                    (runs(1, 0) && (strcmp(law->name, "gr") != 0 ? n != 2 || i != 2 : n == 5 && i < 2)))
                    continue;
                snprintf(text, sizeof text,
                         "{\"table\":{\"width\":3,\"height\":1.5},\"restitution\":%g,\"duration\":4,\"frame\":4,"
                         "\"defaults\":{\"r\":%g,\"m\":0.17,\"sliding\":%g,\"friction\":%g},\"balls\":[{\"x\":1,\"y\":"
                         "0.7,\"spin\":[0,%g,0]},{\"rack\":\"line\",\"rows\":%d,\"x\":%.17g,\"y\":0.7}]}",
                         restitution[i], r, sliding, friction, spin, n, 1 + 2 * r);
                struct run run = run_of(text, law->name);
                assert_int_equal(run.status, STATUS_OK);
                double wanted = way_of(n, spin * r, sliding, friction), mean = 0;
                for (int k = 0; k <= n; k++)
                    mean += (run.loaded->world->x[k] - (1 + 2 * r * k)) / (n + 1);
                assert_near(mean, wanted, 1e-3 * wanted);
                assert_near(session_counters(run.session)->lost, 0.5 * 0.4 * 0.17 * r * r * spin * spin,
                            1e-12); /* all that there was */
                run_close(&run);
            }
}

/** The object ball is pushed harder than its own cloth can turn it: it slips, and the two forces are those of sliding.
 */
static void test_pushed_too_hard_to_roll(void **context)
{
    (void)context;
    const double r = 0.03, b = 8, own = 1, s0 = 1, q = 0.4;
    char text[ROOM];
    snprintf(text, sizeof text,
             "{\"table\":{\"width\":3,\"height\":1.5},\"duration\":0.04,\"frame\":0.04,\"balls\":[{\"x\":1,\"y\":0.7,"
             "\"r\":%g,\"m\":1,\"sliding\":%g,\"spin\":[0,%.17g,0]},{\"x\":%.17g,\"y\":0.7,\"r\":%g,\"m\":1,"
             "\"sliding\":%g,\"friction\":0.1}]}",
             r, b, s0 / r, 1 + 2 * r, r, own);
    struct run run = run_of(text, "gr");
    const double a = (b - own) / 2, t = 0.04;
    assert_int_equal(run.status, STATUS_OK);
    assert_true(t < s0 / (b / q + a));
    assert_near(run.loaded->world->vx[1], a * t, 2e-3 * a * t);
    assert_near(run.loaded->world->w[1].y * r, own / q * t, 2e-3 * own / q * t);
    run_close(&run);
}

/** A fast light ball leaves a heavy one almost at rest. That it then slides for an instant only makes no gentle hit. */
static void test_light_ball_on_heavy_one(void **context)
{
    (void)context;
    static const char format[] = "{\"table\":{\"width\":9,\"height\":4},\"restitution\":%g,\"duration\":0.01,"
                                 "\"frame\":0.01,\"defaults\":{\"sliding\":2,\"friction\":0.3},\"balls\":[{\"x\":4,"
                                 "\"y\":2,\"r\":0.25,\"m\":3},{\"x\":%.17g,\"y\":2,\"r\":0.1,\"m\":0.001,\"vx\":-1,"
                                 "\"spin\":\"rolling\"}%s]}";
    static const double restitution[] = {1, 0.5, 0.1};
    for (size_t i = 0; i < 3; i++)
        for (int touching = 0; touching < 2; touching++) {
            char text[ROOM];
            const double e = restitution[i], t = 0.01, x = 4.35, m = 0.001, M = 3;
            snprintf(text, sizeof text, format, e, x,
                     touching ? ",{\"x\":4,\"y\":2.35,\"r\":0.1,\"m\":1,\"friction\":0.4}" : "");
            struct run run = run_of(text, "gr");
            assert_int_equal(run.status, STATUS_OK);
            const double heavy = m * (1 + e) / (m + M), light = e - heavy, slide = heavy / 7; /* 2 u/(7 b) */
            const double way = heavy * slide - slide * slide + heavy * heavy * 25 / 49 / 0.6;
            assert_near(run.loaded->world->vx[1], light - 2 * t, 1e-12); /* the cloth drives it back */
            assert_near(run.loaded->world->x[0], 4 - way, 1e-14);
            run_close(&run);
        }
}

/** A wall that rubs turns a slow ball so that it leaves almost rolling. Its impulse is that of the ball's mass all the
 *  same: it leaves with v = e u and s = ((1 + beta)/(1 + q) - 1) u, and rolls at (v + q s)/(1 + q). */
static void test_wall_that_turns_the_ball(void **context)
{
    (void)context;
    const double u = 0.002, e = 0.3, beta = 0.75, q = 0.4, s = ((1 + beta) / (1 + q) - 1) * u;
    struct run run = run_of("{\"table\":{\"width\":1,\"height\":1},\"restitution\":0.3,\"mu\":0.5,\"beta\":0.75,"
                            "\"duration\":0.1,\"frame\":0.1,\"balls\":[{\"x\":0.0301,\"y\":0.5,\"r\":0.03,\"m\":1,"
                            "\"sliding\":2,\"vx\":-0.002,\"spin\":\"rolling\"}]}",
                            "gr");
    assert_int_equal(run.status, STATUS_OK);
    assert_near(run.loaded->world->vx[0], (e * u + q * s) / (1 + q), 1e-15);
    run_close(&run);
}

static void test_crowds_rest(void **context)
{
    (void)context;
    static const int sizes[] = {3, 4, 6, 8, 16, 40, 100};
    static const double mu[] = {0.5, 0.06, 0.3}, restitution[] = {0.5, 0.8, 0.95, 0.5}, beta[] = {0, 0.5};
    uint64_t seed = 4;
    for (int k = 0; k < CROWDS; k++) {
        char text[ROOM];
        const int n = sizes[k % 7];
        const double side = sqrt(n * acos(-1) * 0.05 * 0.05 / 0.35), sliding = uniform(&seed, 0.1, 3);
        const double friction = uniform(&seed, 0.05, 0.3), speed = uniform(&seed, 1, 3);
        if (k >= runs(12, CROWDS))
            break;
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":%.17g,\"height\":%.17g},\"restitution\":%g,\"mu\":%g,\"beta\":%g,\"duration\":"
                 "100,\"frame\":100,\"defaults\":{\"r\":0.05,\"m\":1,\"sliding\":%.17g,\"friction\":%.17g},\"balls\":[{"
                 "\"fill\":\"random\",\"count\":%d,\"speed\":%.17g,\"seed\":%d,\"spin\":[10,5,30]}]}",
                 side, side, restitution[k % 4], mu[k % 3], beta[k % 2], sliding, friction, n, speed, k);
        struct run run = run_of(text, "gr");
        if (run.status != STATUS_OK)
            fail_msg("crowd %d, %d balls: %s", k, n, run.err.text);
        for (int i = 0; i < n; i++)
            assert_true(run.loaded->world->vx[i] == 0 && run.loaded->world->vy[i] == 0);
        run_close(&run);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_follow_into_frozen_balls),
        cmocka_unit_test(test_pushed_too_hard_to_roll),
        cmocka_unit_test(test_light_ball_on_heavy_one),
        cmocka_unit_test(test_wall_that_turns_the_ball),
        cmocka_unit_test(test_crowds_rest),
    };
    alarm(SECONDS_AT_MOST);
    return RUN_TESTS(tests);
}
