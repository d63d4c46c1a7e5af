/*
 * Promise: no run goes on for ever: hits without end are told, with the bodies, within 10 s of processor time.
 * Measured: 150 random scenes of two rubbing balls on a tilted table (seed 51); a rack that spins pressed to a cushion,
 * which goes on.
 */
/* Hits without end. Friction, gravity and a corner can drive bodies together so that hits follow each other at a
 * constant rate, millions in a unit of time, and nothing decays: the run must end, or go on to its end, soon. */

#include "session/session.h"
#include "lib/scene_text.h"
#include "lib/testing.h"
#include "lib/uniform.h"

#include <time.h>
#include <unistd.h>

enum { SCENES = 150, SECONDS_EACH = 10 };

/** Runs a scene. The run completes or fails in time; @return whether it ended by hits without end. */
static bool ends(const char *text)
{
    struct outcome *loaded = scene_text_load(text, NULL, true);
    assert_string_equal(loaded->faults, "");
    struct session *session = session_of(loaded->scene, loaded->world);
    struct error err = {.status = STATUS_OK};
    alarm(20 * SECONDS_EACH);
    clock_t start = clock();
    assert_int_equal(session_start(session, &(struct session_watch){.sums_losses = true}, &err), STATUS_OK);
    enum status status = session_step(session, loaded->scene->steps, &err);
    if ((clock() - start) / CLOCKS_PER_SEC >= SECONDS_EACH)
        fail_msg("takes too long: %s", text);
    alarm(0);
    bool endless = status == STATUS_FAILED && strstr(err.text, "without end");
    assert_true(status == STATUS_OK || endless || (status == STATUS_FAILED && strstr(err.text, "collapse")));
    assert_true(!endless || (strstr(err.text, "ball") && strstr(err.text, "integrator \"spring\" follows")));
    session_free(session);
    scene_text_free(loaded);
    return endless;
}

/** One ball in the corner of a tilted table, another that rolls on the floor against it. */
static void test_rolling_into_a_corner(void **context)
{
    (void)context;
    static const double mu[] = {0.2, 0.5, 1, 2, 5};
    uint64_t seed = 51;
    for (int k = 0; k < SCENES; k++) {
        char text[1000];
        double r = uniform(&seed, 0.05, 0.15), other = uniform(&seed, 0.05, 0.15), x = uniform(&seed, 0.4, 1);
        double e = uniform(&seed, 0.5, 0.9), pull = uniform(&seed, -3, -0.3);
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":1.3,\"height\":2.6},\"restitution\":%.17g,\"mu\":%g,\"gravity\":[%.17g,-9.81],"
                 "\"duration\":3,\"frame\":3,\"balls\":[{\"x\":%.17g,\"y\":%.17g,\"r\":%.17g,\"m\":1},{\"x\":%.17g,"
                 "\"y\":%.17g,\"r\":%.17g,\"m\":1}]}",
                 e, mu[k % 5], pull, r, r, r, x, other, other);
        if (k < runs(4, SCENES))
            ends(text);
    }
}

/** Ten balls (six in `make test`) without bounce that their spins press to a cushion for as long as they slide,
 * some seconds: half a million hits in 0.04 of them. */
static void test_pressed_to_a_cushion(void **context)
{
    (void)context;
    char text[1000];
    snprintf(text, sizeof text,
             "{\"table\":{\"width\":1,\"height\":0.5},\"restitution\":{\"ball\":0,\"wall\":0.8},\"mu\":{\"ball\":0.3,"
             "\"wall\":0.14},\"dt\":1,\"steps\":1,\"defaults\":{\"r\":0.028575,\"m\":0.17,\"sliding\":1.96,"
             "\"friction\":0.5,\"pivoting\":0.31},\"balls\":[{\"rack\":\"triangle\",\"rows\":%d,\"x\":0.028575,"
             "\"y\":0.25,\"spin\":[245,-270,-231]}]}",
             runs(3, 4));
    assert_false(ends(text));
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rolling_into_a_corner),
        cmocka_unit_test(test_pressed_to_a_cushion),
    };
    return RUN_TESTS(tests);
}
