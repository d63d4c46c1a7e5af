#include "lib/capture.h"
#include "lib/scene_text.h"
#include "lib/testing.h"
#include "reading/scene_keys.h"
#include "reading/scene_write.h"

/** What scene_write() makes of an outcome; the caller frees it. */
static char *written(const struct scene *scene, const struct world *world, const struct checkpoint *checkpoint)
{
    struct capture capture = capture_start();
    scene_write(capture.out, scene, world, checkpoint);
    return capture_end(&capture);
}

static void test_defaults_are_filled_in(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load("{\"table\":{\"width\":10,\"height\":5},\"dt\":0.1,\"steps\":2,\"balls\":["
                                        "{\"x\":1,\"y\":2,\"r\":0.5},{\"x\":3,\"y\":4,\"r\":1,\"name\":\"a\\\"\\n\"}]}",
                                        NULL, true);
    char *text = written(o->scene, o->world, o->scene->checkpoint);
    assert_string_equal(text,
                        "{\n"
                        "  \"table\": {\"width\": 10, \"height\": 5},\n"
                        "  \"restitution\": {\"ball\": 1, \"wall\": 1},\n"
                        "  \"integrator\": \"event\",\n"
                        "  \"impact\": \"gr\",\n"
                        "  \"contact_time\": 0,\n"
                        "  \"dt\": 0.1,\n"
                        "  \"steps\": 2,\n"
                        "  \"every\": 1,\n"
                        "  \"balls\": [\n"
                        "    {\"x\": 1, \"y\": 2, \"vx\": 0, \"vy\": 0, \"r\": 0.5, \"m\": 0.125},\n"
                        "    {\"x\": 3, \"y\": 4, \"vx\": 0, \"vy\": 0, \"r\": 1, \"m\": 1, \"name\": \"a\\\"\\n\"}\n"
                        "  ]\n"
                        "}\n");
    free(text);
    scene_text_free(o);
}

static void test_everything(void **state)
{
    (void)state;
    const char *text = "{\n"
                       "  \"title\": \"T\",\n"
                       "  \"comment\": \"C\",\n"
                       "  \"table\": {\"width\": 10, \"height\": 5},\n"
                       "  \"restitution\": {\"ball\": 0.25, \"wall\": 0.75},\n"
                       "  \"integrator\": \"spring\",\n"
                       "  \"impact\": \"lcp\",\n"
                       "  \"contact_time\": 1e-5,\n"
                       "  \"k\": 1e21,\n"
                       "  \"dt\": 0.1,\n"
                       "  \"steps\": 9007199254740000,\n"
                       "  \"every\": 9007199254740992,\n"
                       "  \"start\": {\"step\": 992, \"trajectories\": [\n"
                       "    [0, 99, 1, 2, -0, 5e-324],\n"
                       "    [2, -1e-300, 5, 2, 0, 0]]},\n"
                       "  \"balls\": [\n"
                       "    {\"x\": 1, \"y\": 2, \"vx\": -0, \"vy\": 5e-324, \"r\": 0.5, \"m\": 4e21, "
                       "\"hit\": true, \"name\": \"n\", \"color\": \"c\"},\n"
                       "    {\"x\": 3, \"y\": 2, \"vx\": 0, \"vy\": 0, \"r\": 0.5, \"m\": 4e21},\n"
                       "    {\"x\": 5, \"y\": 2, \"vx\": 0, \"vy\": 0, \"r\": 0.5, \"m\": 4e21, "
                       "\"hit\": true}\n"
                       "  ]\n"
                       "}\n";
    struct outcome *o = scene_text_load(text, NULL, true);
    assert_string_equal(o->faults, "");
    char *again = written(o->scene, o->world, o->scene->checkpoint);
    assert_string_equal(again, text);
    free(again);
    scene_text_free(o);
}

static void test_no_balls(void **state)
{
    (void)state;
    struct outcome *o =
        scene_text_load("{\"table\":{\"width\":1,\"height\":1},\"dt\":1,\"steps\":0,\"balls\":[]}", NULL, true);
    char *text = written(o->scene, o->world, o->scene->checkpoint);
    assert_non_null(strstr(text, "  \"balls\": [\n  ]\n}\n"));
    struct outcome *again = scene_text_load(text, NULL, true);
    assert_true(again->status == STATUS_OK && again->world->n == 0);
    free(text);
    scene_text_free(again);
    scene_text_free(o);
}

/* The state of another moment: step and places are the world's, and the trajectory behind it the checkpoint's. */
static void test_saving_another_moment(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load("{\"table\":{\"width\":9,\"height\":9},\"dt\":0.5,\"steps\":4,\"balls\":["
                                        "{\"x\":1,\"y\":2,\"r\":0.5}]}",
                                        NULL, true);
    o->world->step = 4;
    o->world->t = 2;
    o->world->x[0] = 10.0 / 3 + 0.3 * (2 - 1.7);
    struct checkpoint *saved = checkpoint_create(o->world);
    saved->state->x[0] = 10.0 / 3;
    saved->state->y[0] = 2;
    saved->state->vx[0] = 0.3;
    saved->t0[0] = 1.7;
    char *text = written(o->scene, o->world, saved);
    checkpoint_destroy(saved);
    struct outcome *again = scene_text_load(text, NULL, true);
    assert_string_equal(again->faults, "");
    saved = again->scene->checkpoint;
    assert_true(again->world->step == 4 && again->world->t == 2 && saved->state->x[0] == 10.0 / 3 &&
                saved->t0[0] == 1.7);
    assert_true(again->world->x[0] == 10.0 / 3 + 0.3 * (2 - 1.7) && again->world->y[0] == 2);
    free(text);
    scene_text_free(again);
    scene_text_free(o);
}

/* Generated balls with random velocities: every number must come back to the last bit. */
static void test_reloads_to_the_same_bits(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load("{\"table\":{\"width\":70,\"height\":30},\"dt\":0.1,\"steps\":2,\"balls\":["
                                        "{\"fill\":\"random\",\"count\":900,\"r\":0.37,\"speed\":1.3,\"seed\":5}]}",
                                        NULL, true);
    assert_string_equal(o->faults, "");
    char *text = written(o->scene, o->world, o->scene->checkpoint);
    struct outcome *again = scene_text_load(text, NULL, true);
    assert_string_equal(again->faults, "");
    size_t bytes = 900 * sizeof(double);
    assert_int_equal(again->world->n, 900);
    assert_memory_equal(again->world->x, o->world->x, bytes);
    assert_memory_equal(again->world->y, o->world->y, bytes);
    assert_memory_equal(again->world->vx, o->world->vx, bytes);
    assert_memory_equal(again->world->vy, o->world->vy, bytes);
    assert_memory_equal(again->scene->r, o->scene->r, bytes);
    assert_memory_equal(again->scene->m, o->scene->m, bytes);
    free(text);
    scene_text_free(again);
    scene_text_free(o);
}

/* Restitution by speed, for each of three things another, and shared. */
static void test_restitution_by_speed(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load("{\"table\":{\"width\":10,\"height\":5},\"dt\":0.1,\"steps\":2,\"balls\":[],"
                                        "\"restitution\":{\"ball\":[[0.1,1],[0.3,0.7]],\"wall\":[[0,5e-324]]},"
                                        "\"obstacles\":[{\"line\":[1,1,2,2]},{\"line\":[3,1,4,2],\"e\":0.5},"
                                        "{\"line\":[5,1,6,2],\"e\":[[1,1],[1e60,0]]}]}",
                                        NULL, true);
    assert_string_equal(o->faults, "");
    char *text = written(o->scene, o->world, o->scene->checkpoint);
    assert_non_null(strstr(text, "  \"restitution\": {\"ball\": [[0.1, 1], [0.3, 0.7]], \"wall\": [[0, 5e-324]]},\n"));
    assert_non_null(strstr(text, "{\"line\": [1, 1, 2, 2], \"e\": [[0, 5e-324]]}"));
    assert_non_null(strstr(text, "{\"line\": [3, 1, 4, 2], \"e\": 0.5}"));
    assert_non_null(strstr(text, "{\"line\": [5, 1, 6, 2], \"e\": [[1, 1], [1e60, 0]]}"));
    struct outcome *again = scene_text_load(text, NULL, true);
    char *twice = written(again->scene, again->world, again->scene->checkpoint);
    assert_string_equal(twice, text);
    free(twice);
    free(text);
    scene_text_free(again);
    scene_text_free(o);
}

/** True for the keys that the written scene has in another form: balls one by one, steps and velocities. $schema is a
 *  way from the scene's own folder; what springs have stretched is a state that they alone have. */
static bool is_replaced(const char *name)
{
    static const char *const names[] = {"defaults", "speed", "angle",     "duration", "frame",  "rack",
                                        "rows",     "gap",   "fill",      "count",    "region", "seed",
                                        "$schema",  "tip",   "elevation", "contacts"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* A key of the table that scene_write() forgot would be lost by --save. */
static void test_no_key_is_left_out(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load(
        "{\"title\":\"T\",\"comment\":\"C\",\"table\":{\"width\":10,\"height\":5,\"periodic\":\"x\"},"
        "\"gravity\":[0,-0.001],\"restitution\":0.5,\"integrator\":\"event\",\"impact\":\"lcp\",\"contact_time\":1,"
        "\"k\":2,\"dt\":1,\"steps\":3,\"every\":4,\"stop\":\"rest\",\"start\":{\"step\":5,\"trajectories\":[[0,1,4,3,1,"
        "0]]},\"materials\":{\"s\":{"
        "\"wall\":{\"e\":1}}},"
        "\"obstacles\":[{\"line\":[1,1,2,1],\"e\":0.5,\"name\":\"n\"},{\"arc\":[1,1,1,0,90],\"material\":\"s\"},{"
        "\"pocket\":[5,5,1]},{\"gate\":[1,2,3,4],\"pass\":\"both\",\"of\":\"s\"}],"
        "\"defaults\":{\"r\":0.5},\"balls\":[{\"x\":8,\"y\":3,\"vx\":1,\"m\":1,\"name\":\"n\",\"color\":\"c\","
        "\"image\":[1,0],"
        "\"hit\":true},{\"x\":5,\"y\":2,\"fixed\":true},{\"x\":5,\"y\":5,\"pocketed\":2}]}",
        NULL, true);
    assert_string_equal(o->faults, "");
    char *text = written(o->scene, o->world, o->scene->checkpoint), quoted[24];
    struct outcome *rolling =
        scene_text_load("{\"table\":{\"width\":9,\"height\":9,\"nose\":0.5},\"dt\":1,\"steps\":3,\"beta\":1,"
                        "\"k_tangential\":1,\"k_roll\":2,\"gamma_roll\":3,\"mu_roll\":0,\"materials\":{\"a\":{\"wall\":"
                        "{\"mu_roll\":0}}},\"balls\":[{\"x\":1,\"y\":2,\"r\":0.5,\"friction\":1,\"sliding\":2,"
                        "\"pivoting\":3}]}",
                        NULL, true);
    struct outcome *moving =
        scene_text_load("{\"table\":{\"width\":9,\"height\":9,\"motion\":[[0,1,1],[1,-1,-1]],\"motion_period\":2,"
                        "\"thermal\":{\"left\":1,\"right\":2,\"bottom\":3,\"top\":4}},\"dt\":1,\"steps\":3,"
                        "\"obstacles\":[{\"arc\":[7,7,1,0,360],\"turn\":[[0,1],[1,2]]}],"
                        "\"balls\":[{\"x\":1,\"y\":2,\"r\":0.5,\"kicks\":7}]}",
                        NULL, true);
    struct outcome *pushed = scene_text_load(
        "{\"table\":{\"width\":9,\"height\":9,\"piston\":{\"right\":{\"m\":2,\"range\":[1,9.5]}}},\"dt\":1,\"steps\":3,"
        "\"balls\":[]}",
        NULL, true);
    char *piston = written(pushed->scene, pushed->world, pushed->scene->checkpoint);
    assert_non_null(strstr(
        piston, "\"piston\": {\"right\": {\"m\": 2, \"force\": 0, \"v\": 0, \"x\": 9, \"range\": [1, 9.5]}}},\n"));
    char *walls = written(moving->scene, moving->world, moving->scene->checkpoint);
    char *more = written(rolling->scene, rolling->world, rolling->scene->checkpoint);
    for (size_t i = 0; i < SCENE_ROWS; i++) {
        snprintf(quoted, sizeof quoted, "\"%s\": ", scene_keys[i].name);
        if (!strstr(text, quoted) && !strstr(more, quoted) && !strstr(walls, quoted) && !strstr(piston, quoted) &&
            !is_replaced(scene_keys[i].name))
            fail_msg("%s is not written:\n%s%s%s", scene_keys[i].name, text, more, walls);
    }
    free(piston);
    scene_text_free(pushed);
    free(walls);
    scene_text_free(moving);
    free(more);
    free(text);
    scene_text_free(rolling);
    scene_text_free(o);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults_are_filled_in),
        cmocka_unit_test(test_everything),
        cmocka_unit_test(test_no_balls),
        cmocka_unit_test(test_saving_another_moment),
        cmocka_unit_test(test_reloads_to_the_same_bits),
        cmocka_unit_test(test_restitution_by_speed),
        cmocka_unit_test(test_no_key_is_left_out),
    };
    return RUN_TESTS(tests);
}
