/* A session as a client sees it: from a text to numbers, two at once, and the same bits from its own saved state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/capture.h"
#include "lib/testing.h"
#include "session/session.h"

static const char SHOT[] =
    "{\"table\":{\"width\":9,\"height\":4},\"restitution\":0.9,\"dt\":0.125,\"steps\":80,"
    "\"defaults\":{\"r\":0.5,\"m\":1},\"balls\":[{\"x\":1,\"y\":2,\"vx\":2},{\"x\":5,\"y\":2.25}]}";

static struct session *started(const char *text, const struct session_watch *watch)
{
    const struct scene_source source = {.text = text, .length = strlen(text)};
    const struct scene_faults faults = {.line = NULL};
    struct session *session;
    struct error err;
    assert_int_equal(session_load(&source, &faults, &session, &err), STATUS_OK);
    assert_int_equal(session_start(session, watch, &err), STATUS_OK);
    return session;
}

static void step(struct session *session, uint64_t step)
{
    struct error err;
    assert_int_equal(session_step(session, step, &err), STATUS_OK);
}

static void test_numbers(void **context)
{
    (void)context;
    struct session *session = started(SHOT, &(struct session_watch){.keeps_hits = true, .sums_losses = true});
    const double *x = session_column(session, SESSION_X);
    const struct contact_event *rows;
    assert_true(session_balls(session) == 2 && x[0] == 1 && x[1] == 5 && session_time(session) == 0);
    assert_true(session_column(session, SESSION_R)[1] == 0.5 && session_column(session, SESSION_M)[1] == 1);
    step(session, 8);
    assert_true(session_time(session) == 1 && x[0] == 3 && session_column(session, SESSION_VX)[0] == 2);
    assert_int_equal(session_hits(session, &rows), 0);
    step(session, 16);
    assert_int_equal(session_hits(session, &rows), 1);
    assert_true(rows[0].kind == CONTACT_BALL && rows[0].a == 0 && rows[0].b == 1 && rows[0].t > 1.5 && rows[0].t < 2);
    assert_int_equal(session_hits(session, &rows), 0);
    const struct energy_row energy = session_energy(session);
    assert_true(energy.sums.kinetic < 2 && energy.lost > 0);
    assert_near(energy.sums.kinetic + energy.lost, 2, 1e-15);
    session_free(session);
}

/** The saved state of a session; to be freed. */
static char *saved(struct session *session)
{
    struct capture capture = capture_start();
    session_save(session, capture.out);
    return capture_end(&capture);
}

/** Whoever goes on from a saved state, while the other goes on in smaller steps, comes to the same bits. */
static void test_two_at_once(void **context)
{
    (void)context;
    struct session *one = started(SHOT, &(struct session_watch){.saves = true});
    step(one, 37);
    char *half = saved(one);
    struct session *other = started(half, &(struct session_watch){.saves = true});
    assert_true(session_time(other) == 37 * 0.125);
    for (uint64_t at = 38; at <= 60; at++)
        step(one, at);
    step(other, 60);
    char *a = saved(one), *b = saved(other);
    assert_non_null(strstr(a, "\"trajectories\""));
    assert_string_equal(a, b);
    free(half);
    free(a);
    free(b);
    session_free(one);
    session_free(other);
}

static void keep_line(void *context, const char *line)
{
    snprintf(context, 256, "%s", line);
}

static void test_faults(void **context)
{
    (void)context;
    char told[256] = "";
    const struct scene_override wide = {"--set table.width=-1", "table.width", "-1"};
    const struct scene_source source = {.text = SHOT, .length = strlen(SHOT), .overrides = &wide, .n_overrides = 1};
    struct session *session;
    struct error err;
    assert_int_equal(session_load(&source, &(struct scene_faults){keep_line, told, false}, &session, &err),
                     STATUS_SCENE);
    assert_null(session);
    assert_string_equal(told, "--set table.width=-1: error: table.width: must be > 0, found -1");
    session_free(NULL);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_two_at_once),
        cmocka_unit_test(test_faults),
    };
    return RUN_TESTS(tests);
}
