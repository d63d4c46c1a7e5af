/* Durations, frames and the early end: what becomes of them in a scene, under every integrator. */
#include "lib/scene_text.h"
#include "lib/testing.h"

#define BALLS                                                                                                 \
    "\"table\":{\"width\":10,\"height\":5},\"balls\":[{\"x\":1,\"y\":1,\"r\":0.5,\"m\":1,\"vx\":3,\"vy\":4}," \
    "{\"x\":5,\"y\":1,\"r\":0.25,\"m\":4}]"
#define SCENE(keys) "{\"k\":100,\n" keys ",\n" BALLS "}"

static struct outcome *load(const char *text, const char *integrator)
{
    char set[64];
    snprintf(set, sizeof set, "integrator=%s", integrator);
    struct outcome *o = scene_text_load(text, (const char *const[]){set, NULL}, true);
    assert_string_equal(o->faults, "");
    return o;
}

/** What steps and frames amount to. */
static void check(const char *text, const char *integrator, double dt, uint64_t every, uint64_t steps)
{
    struct outcome *o = load(text, integrator);
    if (fabs(o->scene->dt - dt) > 1e-15 * dt || o->scene->every != every || o->scene->steps != steps)
        fail_msg("%s %s: dt %.17g, every %llu, steps %llu", text, integrator, o->scene->dt,
                 (unsigned long long)o->scene->every, (unsigned long long)o->scene->steps);
    scene_text_free(o);
}

/* The shortest contact: of the lighter ball and a wall mu = 1, of the two mu = 0.8; pi sqrt(0.8/100)/50 = 0.005620 per
 * step. The fastest ball has speed 5, a quarter of the least radius is 0.0625: 0.0125 per step. */
static void test_chosen_steps(void **state)
{
    (void)state;
    const char *text = SCENE("\"duration\":2,\"frame\":0.1");
    check(text, "event", 0.1, 1, 20);
    check(text, "impulse", 0.1 / 8, 8, 160);
    for (size_t i = 0; i < 3; i++)
        check(text, (const char *[]){"spring", "spring-verlet", "spring-rk4"}[i], 0.1 / 18, 18, 360);
}

static void test_largest_step_given(void **state)
{
    (void)state;
    for (size_t i = 0; integrator_all[i]; i++) {
        check(SCENE("\"duration\":2,\"frame\":0.1,\"dt\":0.03"), integrator_all[i]->name, 0.025, 4, 80);
        check(SCENE("\"duration\":1.1,\"frame\":1.1,\"dt\":0.1"), integrator_all[i]->name, 0.1, 11, 11);
        check(SCENE("\"duration\":2,\"frame\":0.1,\"dt\":0.1"), integrator_all[i]->name, 0.1, 1, 20);
    }
    check(SCENE("\"duration\":2,\"frame\":0.1,\"dt\":7"), "event", 0.1, 1, 20);
}

/* Whole frames: 2 / 0.3 = 6.67 are 7, 2 / 0.8 = 2.5 are 3; without `frame` there is one. */
static void test_whole_frames(void **state)
{
    (void)state;
    check(SCENE("\"duration\":2,\"frame\":0.3"), "event", 0.3, 1, 7);
    check(SCENE("\"duration\":2,\"frame\":0.8"), "event", 0.8, 1, 3);
    check(SCENE("\"duration\":2"), "event", 2, 1, 1);
    check(SCENE("\"duration\":2,\"dt\":0.5"), "event", 0.5, 4, 4);
}

/* Where nothing asks for small steps there is one per frame. */
static void test_nothing_to_resolve(void **state)
{
    (void)state;
    const char *at_rest = "{\"table\":{\"width\":10,\"height\":5},\"duration\":2,\"frame\":0.5,\"k\":1,\"balls\":["
                          "{\"x\":1,\"y\":1,\"r\":0.5}]}";
    const char *empty = "{\"table\":{\"width\":10,\"height\":5},\"duration\":2,\"frame\":0.5,\"k\":1,\"balls\":[]}";
    check(at_rest, "impulse", 0.5, 1, 4);
    for (size_t i = 0; integrator_all[i]; i++)
        check(empty, integrator_all[i]->name, 0.5, 1, 4);
}

static void test_clock_errors(void **state)
{
    (void)state;
    ASSERT_FAULTS(SCENE("\"dt\":1"), "scene.json:1:1: error: missing key \"steps\" (or duration and frame)\n");
    const char *const sets[] = {"steps=3", NULL}, *const both[] = {"steps=3", "dt=1", NULL};
    ASSERT_FAULTS_SET(
        SCENE("\"duration\":1,\"frame\":1"), sets,
        "--set steps=3: error: steps: takes the place of duration and frame, and then the scene needs \"dt\", too; "
        "duration=TIME sets how long to run, frame=TIME the time between frames\n");
    ASSERT_FAULTS_SET(SCENE("\"duration\":1,\"frame\":1"), both, "");
    ASSERT_FAULTS(SCENE("\"frame\":1"), "scene.json:1:1: error: missing key \"duration\", needed with \"frame\"\n");
    ASSERT_FAULTS(SCENE("\"duration\":1,\"frame\":2"),
                  "scene.json:2:22: error: frame: must not be longer than the duration\n");
    ASSERT_FAULTS(SCENE("\"duration\":1,\"steps\":2"),
                  "scene.json:2:22: error: steps: give either duration and frame or steps and every, not both\n");
    ASSERT_FAULTS(SCENE("\"every\":1,\"dt\":1,\"frame\":2"),
                  "scene.json:2:26: error: frame: give either steps and every or duration and frame, not both\n");
    ASSERT_FAULTS(SCENE("\"duration\":0,\"frame\":-1"), "scene.json:2:12: error: duration: must be > 0, found 0\n"
                                                        "scene.json:2:22: error: frame: must be > 0, found -1\n");
    ASSERT_FAULTS(SCENE("\"duration\":1,\"start\":{\"step\":3}"),
                  "scene.json:2:12: error: duration: a run that starts at a step other than 0 needs steps and every "
                  "instead\n");
    ASSERT_FAULTS(SCENE("\"duration\":1,\"dt\":1e-16"),
                  "scene.json:2:12: error: duration: that makes more than 2^53 steps\n");
    /* a ball without a radius says nothing of the step */
    ASSERT_FAULTS("{\"table\":{\"width\":9,\"height\":9},\"duration\":1,\"integrator\":\"impulse\",\n"
                  "\"balls\":[{\"x\":1,\"y\":1,\"r\":1,\"vx\":1},{\"x\":5,\"y\":1,\"r\":0}]}",
                  "scene.json:2:54: error: balls.1.r: must be > 0, found 0\n");
    ASSERT_FAULTS(SCENE("\"duration\":1e60,\"frame\":1e-60"),
                  "scene.json:2:12: error: duration: that makes more than 2^53 steps\n");
}

static void test_stop(void **state)
{
    (void)state;
    struct outcome *o = load(SCENE("\"duration\":1,\"stop\":\"rest\""), "event");
    assert_true(o->scene->stop.kind == SCENE_STOP_REST);
    assert_string_equal(o->scene->stop.text, "rest");
    scene_text_free(o);
    o = load(SCENE("\"duration\":1,\"stop\":\"hits:9007199254740992\""), "spring");
    assert_true(o->scene->stop.kind == SCENE_STOP_HITS && o->scene->stop.hits == 9007199254740992u);
    scene_text_free(o);
    o = load(SCENE("\"duration\":1,\"stop\":\"pair:1,0\""), "impulse");
    assert_true(o->scene->stop.kind == SCENE_STOP_PAIR && o->scene->stop.a == 1 && o->scene->stop.b == 0);
    scene_text_free(o);
    o = load(SCENE("\"duration\":1"), "event");
    assert_true(o->scene->stop.kind == SCENE_STOP_NONE && !o->scene->stop.text);
    scene_text_free(o);
}

static void test_stop_errors(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "Rest",
                                        "rest ",
                                        "hits",
                                        "hits:",
                                        "hits:0",
                                        "hits:-1",
                                        "hits:1.5",
                                        "hits:1x",
                                        "pair:",
                                        "pair:1",
                                        "pair:1,",
                                        "pair:,1",
                                        "pair:0 1",
                                        "hit:",
                                        "hit",
                                        "pocket:",
                                        "pocket:a",
                                        "rest:",
                                        "hits:9007199254740993",
                                        "hits:99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[1024], line[512];
        snprintf(text, sizeof text, "{\"k\":100,\n\"duration\":1,\"stop\":\"%s\",\n" BALLS "}", wrong[i]);
        snprintf(line, sizeof line,
                 "scene.json:2:21: error: stop: must be \"rest\", \"pocket\", \"pocket:N\" (an obstacle), \"gate\", "
                 "\"gate:N\", \"hits:N\" (N from 1), \"pair:A,B\" (two balls) or \"hit:A\", found \"%s\"\n",
                 wrong[i]);
        ASSERT_FAULTS(text, line);
    }
    ASSERT_FAULTS(SCENE("\"duration\":1,\"stop\":\"pair:0,2\""),
                  "scene.json:2:21: error: stop: there is no ball 2; the scene has 2, numbered from 0\n");
    ASSERT_FAULTS(SCENE("\"duration\":1,\"stop\":\"pair:1,1\""),
                  "scene.json:2:21: error: stop: a pair has two different balls\n");
    ASSERT_FAULTS(SCENE("\"duration\":1,\"stop\":\"pair:0,1,2\""),
                  "scene.json:2:21: error: stop: no ball is called \"1,2\"\n");
    ASSERT_FAULTS(SCENE("\"duration\":1,\"stop\":\"pocket:1\""),
                  "scene.json:2:21: error: stop: the obstacle of that number is no pocket\n");
    /* How many balls there are is unknown while a generator is wrong. */
    ASSERT_FAULTS("{\"table\":{\"width\":10,\"height\":10},\"stop\":\"pair:0,2\",\"dt\":1,\"steps\":1,\n"
                  "\"balls\":[{\"fill\":true,\"count\":3,\"r\":1}]}",
                  "scene.json:2:18: error: balls.0.fill: must be a string, found true\n");
    ASSERT_FAULTS(SCENE("\"duration\":1,\"stop\":7"), "scene.json:2:21: error: stop: must be a string, found 7\n");
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chosen_steps), cmocka_unit_test(test_largest_step_given),
        cmocka_unit_test(test_whole_frames), cmocka_unit_test(test_nothing_to_resolve),
        cmocka_unit_test(test_clock_errors), cmocka_unit_test(test_stop),
        cmocka_unit_test(test_stop_errors),
    };
    return RUN_TESTS(tests);
}
