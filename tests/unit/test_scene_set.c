/*
 * Promise: --set and its short forms mean what the manual says. Measured: every override of the manual. Also kept by
 * cli/options.bats, cli/examples.bats.
 */
#include <unistd.h>

#include "lib/scene_text.h"
#include "lib/testing.h"

static const char plain[] = "{\"table\":{\"width\":10,\"height\":5},\"restitution\":0.5,\"dt\":1,\"steps\":1,\n"
                            "\"balls\":[{\"x\":1,\"y\":1,\"r\":1},{\"x\":4,\"y\":2,\"r\":1}]}";

#define LOAD(...)          scene_text_load(plain, (const char *const[]){__VA_ARGS__, NULL}, true)
#define FAULTS(lines, ...) ASSERT_FAULTS_SET(plain, ((const char *const[]){__VA_ARGS__, NULL}), lines)

static void test_values(void **state)
{
    (void)state;
    struct outcome *o = LOAD("table.width=20", "balls.0.vx=2.5", "balls.*.r=0.03", "integrator=spring", "k=1e-5",
                             "title=a b", "comment=\"3\"");
    assert_string_equal(o->faults, "");
    assert_true(o->scene->table.width == 20 && o->scene->table.height == 5 && o->scene->k == 1e-5);
    assert_true(o->world->vx[0] == 2.5 && o->world->vx[1] == 0);
    assert_true(o->scene->r[0] == 0.03 && o->scene->r[1] == 0.03);
    assert_string_equal(o->scene->integrator, "spring");
    assert_string_equal(o->scene->title, "a b");
    assert_string_equal(o->scene->comment, "3");
    assert_int_equal(o->scene->n_overrides, 7);
    assert_string_equal(o->scene->settings[0].text, "table.width=20");
    assert_string_equal(o->scene->settings[5].text, "title=a b");
    scene_text_free(o);
}

/* bc and awk write .5 and 5. for numbers that JSON does not know so. */
static void test_bare_points(void **state)
{
    (void)state;
    struct outcome *o = LOAD("dt=.25", "balls.0.vx=-.5e1", "balls.1.m=3.", "k=2.e3", "gravity=[.5, -1.]", "comment={.5",
                             "title=\"\\\".5 \"");
    assert_string_equal(o->faults, "");
    assert_true(o->scene->dt == 0.25 && o->world->vx[0] == -5 && o->scene->m[1] == 3 && o->scene->k == 2000);
    assert_true(o->scene->gravity.x == 0.5 && o->scene->gravity.y == -1);
    assert_string_equal(o->scene->comment, "{.5");
    assert_string_equal(o->scene->title, "\".5 ");
    scene_text_free(o);
    o = LOAD("balls.1={\"x\":4.,\"y\":2,\"r\":.5,\"name\":\".5 and 5.\"}");
    assert_true(o->scene->r[1] == 0.5);
    assert_string_equal(o->scene->name[1], ".5 and 5.");
    scene_text_free(o);
}

static void test_left_to_right(void **state)
{
    (void)state;
    struct outcome *o = LOAD("steps=2", "steps=3", "balls.0.m=5", "balls.*.m=6", "balls.1.m=7");
    assert_true(o->scene->steps == 3 && o->scene->m[0] == 6 && o->scene->m[1] == 7);
    scene_text_free(o);
    o = LOAD("balls=[]", "balls=[{\"x\":5,\"y\":2}]", "balls.0.r=1");
    assert_true(o->scene->n == 1 && o->world->x[0] == 5 && o->scene->r[0] == 1);
    scene_text_free(o);
}

static void test_objects_are_created(void **state)
{
    (void)state;
    struct outcome *o = LOAD("defaults.m=9", "start.step=4");
    assert_true(o->scene->m[1] == 9 && o->scene->start_step == 4);
    scene_text_free(o);
    const char *const sets[] = {"table.width=3", NULL};
    ASSERT_FAULTS_SET("{\"dt\":1,\"steps\":1,\"balls\":[]}", sets,
                      "--set table.width=3: error: table: missing key \"height\"\n");
}

static void test_whole_objects(void **state)
{
    (void)state;
    struct outcome *o = LOAD("restitution={\"wall\":0.25}", "balls.1={\"x\":7,\"y\":1,\"r\":0.5}", "table.height=4");
    assert_true(o->scene->pair.restitution.slow == 1 && o->scene->table.walls.restitution.slow == 0.25 &&
                o->world->x[1] == 7 && o->scene->table.height == 4);
    scene_text_free(o);
    o = LOAD("restitution={}", "restitution.wall=0.75");
    assert_true(o->scene->table.walls.restitution.slow == 0.75);
    scene_text_free(o);
}

/* A number that stands for an object becomes the object, and keeps its value for the other member. */
static void test_number_becomes_object(void **state)
{
    (void)state;
    struct outcome *o = LOAD("restitution=0.9", "restitution.wall=0.75");
    assert_true(o->scene->pair.restitution.slow == 0.9 && o->scene->table.walls.restitution.slow == 0.75);
    scene_text_free(o);
    o = LOAD("restitution.wall=0.75", "restitution.ball=0.5");
    assert_true(o->scene->pair.restitution.slow == 0.5 && o->scene->table.walls.restitution.slow == 0.75);
    scene_text_free(o);
    FAULTS("--set restitution=9: error: restitution.ball: must be from 0 to 1, found 9\n", "restitution=9",
           "restitution.wall=1");
}

static void assert_pair(const struct restitution *restitution, uint32_t i, double speed, double e)
{
    const struct restitution_table *table = restitution->table;
    assert_non_null(table);
    assert_true(i < table->n && table->pair[i].speed == speed && table->pair[i].e == e);
}

/* Overrides reach into a table of speeds; one that stands for balls and walls becomes two first. */
static void test_restitution_by_speed(void **state)
{
    (void)state;
    const char table[] = "restitution=[[0,1],[1,.9],[5,.7]]";
    struct outcome *o = LOAD(table, "restitution.1.1=.95", "restitution.ball.2.0=4", "restitution.wall.*.1=.5");
    assert_string_equal(o->faults, "");
    const struct restitution *ball = &o->scene->pair.restitution, *wall = &o->scene->table.walls.restitution;
    assert_true(ball->slow == 1 && ball->table->n == 3 && ball->least == 0.7 && ball->most == 1);
    assert_pair(ball, 1, 1, 0.95);
    assert_pair(ball, 2, 4, 0.7);
    assert_true(wall->slow == 0.5 && wall->table->n == 3 && wall->least == 0.5 && wall->most == 0.5);
    assert_pair(wall, 2, 5, 0.5);
    scene_text_free(o);
    o = LOAD(table, "restitution.wall=0.75", "obstacles=[{\"line\":[1,4,2,4]},{\"line\":[2,4,3,4],\"e\":[[2,0.25]]}]");
    assert_non_null(o->scene->pair.restitution.table);
    assert_true(!o->scene->table.walls.restitution.table && o->scene->table.walls.restitution.slow == 0.75);
    assert_true(!o->scene->table.obstacles[0].coefficients.restitution.table &&
                o->scene->table.obstacles[0].coefficients.restitution.slow == 0.75);
    assert_pair(&o->scene->table.obstacles[1].coefficients.restitution, 0, 2, 0.25);
    scene_text_free(o);
    o = LOAD(table, "obstacles=[{\"line\":[1,4,2,4]},{\"line\":[2,4,3,4],\"e\":0.25}]");
    assert_ptr_equal(o->scene->table.obstacles[0].coefficients.restitution.table,
                     o->scene->table.walls.restitution.table);
    assert_true(!o->scene->table.obstacles[1].coefficients.restitution.table &&
                o->scene->table.obstacles[1].coefficients.restitution.slow == 0.25);
    scene_text_free(o);
    o = LOAD(table, "restitution.ball=0.5", "restitution.ball=[[3,0]]", "restitution.ball.0.1=1");
    assert_pair(&o->scene->pair.restitution, 0, 3, 1);
    scene_text_free(o);
    FAULTS("--set restitution.ball.1=0.5: error: restitution.ball.1: must be [speed, e], found 0.5\n", table,
           "restitution.ball.1=0.5");
    FAULTS(
        "--set restitution.ball.0.1=1: error: restitution.ball: must be an object or array to hold \"0\", found 0.5\n",
        "restitution.ball.0.1=1");
    FAULTS(
        "--set restitution=[[0,1],[1,.9],[5,.7]]: error: restitution: integrator \"spring\" cannot do restitution by "
        "speed; give a number\n",
        table, "integrator=spring", "k=1", "dt=0.01");
}

/* The last form set is the one that holds; what only excludes by its name elsewhere (angle of a rack) stays. */
static void test_keys_that_exclude_each_other(void **state)
{
    (void)state;
    struct outcome *o = LOAD("balls.0.vx=5", "balls.0.speed=2", "balls.0.angle=90");
    assert_true(o->world->vx[0] == 0 && o->world->vy[0] == 2);
    scene_text_free(o);
    o = LOAD("balls.0.speed=2", "balls.0.angle=90", "balls.0.vx=5");
    assert_true(o->world->vx[0] == 5 && o->world->vy[0] == 0);
    scene_text_free(o);
    o = LOAD("defaults.vx=1", "defaults.speed=3");
    assert_true(o->world->vx[1] == 3);
    scene_text_free(o);
    o = LOAD("every=4", "dt=0.125", "duration=2"); /* frames stay as far apart */
    assert_true(o->scene->steps == 16 && o->scene->every == 4 && o->scene->dt == 0.125 && o->scene->frame == 0.5);
    scene_text_free(o);
    o = LOAD("dt=0.125", "duration=0.125"); /* but for one frame at the end */
    assert_true(o->scene->steps == 1 && o->scene->every == 1 && o->scene->frame == 0.125);
    scene_text_free(o);
    o = LOAD("every=4", "dt=0.125", "duration=2", "duration=0.25"); /* however often it is set */
    assert_true(o->scene->steps == 2 && o->scene->every == 2 && o->scene->dt == 0.125);
    scene_text_free(o);
    o = LOAD("every=4", "dt=0.125", "duration=0.25", "duration=2");
    assert_true(o->scene->steps == 16 && o->scene->every == 4 && o->scene->dt == 0.125);
    scene_text_free(o);
    o = LOAD("every=4", "duration=2", "frame=0.5");
    assert_true(o->scene->steps == 4 && o->scene->every == 1 && o->scene->dt == 0.5);
    scene_text_free(o);
    o = LOAD("duration=2", "frame=0.5", "steps=7", "dt=3");
    assert_true(o->scene->steps == 7 && o->scene->every == 1 && o->scene->dt == 3 && o->scene->duration == 0);
    scene_text_free(o);
    o = LOAD("balls.1={\"rack\":\"line\",\"rows\":2,\"x\":5,\"y\":3,\"r\":0.1}", "balls.1.vx=1", "balls.1.angle=90");
    assert_true(o->world->vx[1] == 1 && o->world->x[2] == 5);
    scene_text_free(o);
}

/* Overrides see the scene as it is given: an entry may be a generator. */
static void test_generators(void **state)
{
    (void)state;
    const char *text = "{\"table\":{\"width\":10,\"height\":5},\"dt\":1,\"steps\":1,\"balls\":["
                       "{\"fill\":\"hex\",\"count\":5,\"r\":0.1}]}";
    const char *const sets[] = {"balls.0.count=7", "balls.*.vx=2", NULL};
    struct outcome *o = scene_text_load(text, sets, true);
    assert_true(o->world->n == 7 && o->world->vx[6] == 2);
    scene_text_free(o);
}

static void test_every_element_of_nothing(void **state)
{
    (void)state;
    const char *const sets[] = {"balls.*.r=0.03", NULL};
    ASSERT_FAULTS_SET("{\"table\":{\"width\":1,\"height\":1},\"dt\":1,\"steps\":1,\"balls\":[]}", sets, "");
}

static void test_faults_of_values(void **state)
{
    (void)state;
    FAULTS("--set balls.1.r=-1: error: balls.1.r: must be > 0, found -1\n", "balls.1.r=-1");
    FAULTS("--set dt=1e999: error: dt: must be a number, found \"1e999\"; it is too large for a double\n", "dt=1e999");
    FAULTS("--set dt=-1e999x: error: dt: must be a number, found \"-1e999x\"\n", "dt=-1e999x");
    FAULTS("--set dt=.: error: dt: must be a number, found \".\"\n", "dt=.");
    FAULTS("--set dt=1..: error: dt: must be a number, found \"1..\"\n", "dt=1..");
    FAULTS("--set dt=1.5.2: error: dt: must be a number, found \"1.5.2\"\n", "dt=1.5.2");
    FAULTS("--set dt=inf: error: dt: must be a number, found \"inf\"\n", "dt=inf");
    FAULTS("--set steps=010: error: steps: must be an integer from 0 to 2^53, found \"010\"; JSON numbers have no "
           "leading 0\n",
           "steps=010");
    FAULTS("--set dt=NaN: error: dt: must be a number, found \"NaN\"\n", "dt=NaN");
    FAULTS("--set dt=01: error: dt: must be a number, found \"01\"; JSON numbers have no leading 0\n", "dt=01");
    FAULTS("--set dt=-.5: error: dt: must be > 0, found -0.5\n", "dt=-.5");
    FAULTS("--set title=.5: error: title: must be a string, found 0.5; for a string write title='\"0.5\"'\n",
           "title=.5");
    FAULTS("--set dt=+1: error: dt: must be a number, found \"+1\"; JSON numbers have no +\n", "dt=+1");
    FAULTS("--set restitution=0,5: error: restitution: must be a number, [[speed, e], ...] or an object, found "
           "\"0,5\"; numbers have a "
           "decimal point, not a comma\n",
           "restitution=0,5");
    FAULTS("--set dt=: error: dt: must be a number, found \"\"\n", "dt=");
    FAULTS("--set steps=many: error: steps: must be an integer from 0 to 2^53, found \"many\"\n", "steps=many");
    FAULTS("--set integrator=sprong: error: integrator: unknown name \"sprong\"; did you mean \"spring\"?\n",
           "integrator=sprong");
    FAULTS("--set table.widht=3: error: table: unknown key \"widht\"; did you mean \"width\"?\n", "table.widht=3");
    FAULTS("--set balls.1={\"x\":1}: error: balls.1: missing key \"y\"\n"
           "--set balls.1={\"x\":1}: error: balls.1: missing key \"r\"\n",
           "balls.1={\"x\":1}");
    FAULTS("--set steps=0\\n1: error: steps: must be an integer from 0 to 2^53, found \"0\\n1\"\n", "steps=0\n1");
}

/* What the text says is right; an override of something else makes it wrong, and is named. */
static void test_overrides_behind_faults(void **state)
{
    (void)state;
    FAULTS("scene.json:2:10: error: balls.0: extends 0.5 beyond the top wall, after --set table.height=1.5\n"
           "scene.json:2:30: error: balls.1: extends 1.5 beyond the top wall, after --set table.height=1.5\n",
           "table.height=1.5", "k=1");
    FAULTS("scene.json:2:10: error: balls.0: extends 1 beyond the left wall, after --set balls.0.r=2\n", "balls.0.r=2",
           "balls.1.x=8");
    FAULTS("scene.json:2:30: error: balls.1: overlaps balls.0 by 0.585786, after --set balls.0.x=3\n", "balls.0.x=3");
    FAULTS("scene.json:2:30: error: balls.1: overlaps balls.0 by 0.585786, after --set balls.0.x=3\n", "balls.0.x=3",
           "balls.1.vx=1", "balls.0.name=a", "defaults.m=2");
    FAULTS("scene.json:2:10: error: balls.0: a fixed ball has no velocity, after --set balls.0.vx=1\n",
           "balls.0.fixed=true", "balls.0.vx=1", "balls.0.name=a");
    FAULTS("scene.json:1:57: error: dt: 1 is too large: the springs between balls.0 and balls.1 are stable below "
           "0.0122474; "
           "use at most 0.00111 (20 steps per contact), after --set k=1e4\n",
           "integrator=spring", "k=1e4", "title=a");
}

static void test_paths_that_lead_nowhere(void **state)
{
    (void)state;
    FAULTS("--set balls.2.x=1: error: balls: has no entry \"2\"; it has 2, numbered from 0 (use * for every entry)\n",
           "balls.2.x=1");
    FAULTS("--set balls.-1.x=1: error: balls: has no entry \"-1\"; it has 2, numbered from 0 (use * for every entry)\n",
           "balls.-1.x=1");
    FAULTS("--set balls.00.x=1: error: balls: has no entry \"00\"; it has 2, numbered from 0 (use * for every entry)\n",
           "balls.00.x=1");
    FAULTS("--set balls.x=1: error: balls: has no entry \"x\"; it has 2, numbered from 0 (use * for every entry)\n",
           "balls.x=1");
    FAULTS("--set balls.99999999999999999999=1: error: balls: has no entry \"99999999999999999999\"; it has 2, "
           "numbered from 0 (use * for every entry)\n",
           "balls.99999999999999999999=1");
    FAULTS("--set balls.0=1: error: balls: has no entry yet; give the whole array, [...]\n", "balls=[]", "balls.0=1");
    FAULTS("--set balls.cue.vx=1: error: balls: must be an array, found an object\n", "balls=null", "balls.cue.vx=1");
    FAULTS("--set dt.x=1: error: dt: must be an object or array to hold \"x\", found 1\n", "dt.x=1");
    FAULTS("--set restitution.wal=1: error: restitution: unknown key \"wal\"; did you mean \"wall\"?\n",
           "restitution.wal=1");
    FAULTS("--set balls.0.x.y=1: error: balls.0.x: must be an object or array to hold \"y\", found 1\n",
           "balls.0.x.y=1");
    FAULTS("--set balls.*.x.y=1: error: balls.0.x: must be an object or array to hold \"y\", found 1\n"
           "--set balls.*.x.y=1: error: balls.1.x: must be an object or array to hold \"y\", found 4\n",
           "balls.*.x.y=1");
    FAULTS("--set table.*=1: error: table: is no array; \"*\" stands for every entry of one\n", "table.*=1");
    FAULTS("--set gravity.1=-9.81: error: gravity: is not there yet; give it as a whole, [gx, gy]\n",
           "gravity.1=-9.81");
    FAULTS("--set obstacles.0.e=1: error: obstacles: has no entry yet; give the whole array, [...]\n",
           "obstacles.0.e=1");
    FAULTS("", "obstacles.*.e=1");
    FAULTS("--set *.x=1: error: the scene: is no array; \"*\" stands for every entry of one\n", "*.x=1");
}

static void check_usage(const char *set, const char *wanted)
{
    const char *const sets[] = {"steps=1", set, NULL};
    struct outcome *o = scene_text_load(plain, sets, true);
    char where[300];
    snprintf(where, sizeof where, "--set %.200s", set);
    assert_int_equal(o->status, STATUS_USAGE);
    assert_int_equal(o->err.status, STATUS_USAGE);
    assert_string_equal(o->err.text, wanted);
    assert_int_equal(strncmp(o->err.where, where, 200), 0);
    assert_string_equal(o->faults, "");
    scene_text_free(o);
}

/* A fault of a whole array is the fault of the override that set one of its numbers. */
static void test_numbers_of_arrays(void **state)
{
    (void)state;
    const char *text =
        "{\"table\":{\"width\":10,\"height\":5},\"dt\":1,\"steps\":1,\"obstacles\":[{\"arc\":[5,4,1,0,9]}],\n"
        "\"restitution\":[[0,1],[1,0.5]],\"balls\":[{\"fill\":\"hex\",\"count\":1,\"r\":[1,2],\"region\":[0,0,9,5]}]}";
    const char *const pair[] = {"restitution.ball.1.0=2", "restitution.ball.1.1=3", NULL};
    ASSERT_FAULTS_SET(
        text, pair,
        "--set restitution.ball.1.1=3: error: restitution.ball.1: must be a speed above 0 and e from 0 to "
        "1, found [2, 3]\n");
    const char *const arc[] = {"obstacles.0.arc.2=-1", "obstacles.0.arc.0=6", "obstacles.0.arc.2=-2", NULL};
    ASSERT_FAULTS_SET(text, arc, "--set obstacles.0.arc.2=-2: error: obstacles.0.arc: the radius must be > 0\n");
    const char *const large[] = {"obstacles.0.arc.1=1e19", NULL};
    ASSERT_FAULTS_SET(text, large,
                      "--set obstacles.0.arc.1=1e19: error: obstacles.0.arc: must be at most 1e18 in size, found 1e19; "
                      "choose larger units\n");
    const char *const range[] = {"balls.0.r.0=3", NULL};
    ASSERT_FAULTS_SET(text, range,
                      "--set balls.0.r.0=3: error: balls.0.r: must be [least, largest], two numbers > 0 with least <= "
                      "largest\n");
    const char *const whole[] = {"balls.0.region=[9,0,0,5]", "balls.0.region.1=1", NULL};
    ASSERT_FAULTS_SET(text, whole,
                      "--set balls.0.region.1=1: error: balls.0.region: must be four numbers [x0, y0, x1, y1] "
                      "with x0 < x1 and y0 < y1\n");
}

static void test_malformed_overrides(void **state)
{
    (void)state;
    char deep[200];
    for (size_t i = 0; i < 65; i++)
        memcpy(deep + 2 * i, "a.", 2);
    strcpy(deep + 129, "=1");
    check_usage("=3", "the path is empty, expected PATH=VALUE");
    check_usage(".x=3", "the path has an empty segment");
    check_usage("balls..x=3", "the path has an empty segment");
    check_usage("balls.=3", "the path has an empty segment");
    check_usage(deep, "the path has more than 64 segments");
    check_usage("title=\xff", "the text is not valid UTF-8");
}

/* The options -n, -d, -e, -i come as overrides with their own wording. */
static void test_short_options(void **state)
{
    (void)state;
    struct outcome *o = calloc(1, sizeof *o);
    struct error err;
    const struct scene_override override = {"-n 5.5", "steps", "5.5"};
    scene_text_file(o, plain, strlen(plain));
    struct scene_source source = {.path = o->path, .overrides = &override, .n_overrides = 1};
    struct scene_faults faults = {scene_text_take_fault, o, false};
    assert_int_equal(scene_load(&source, &faults, &o->scene, &o->world, &err), STATUS_SCENE);
    assert_string_equal(o->faults, "-n 5.5: error: steps: must be an integer from 0 to 2^53, found 5.5\n");
    unlink(o->path);
    scene_text_free(o);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_bare_points),
        cmocka_unit_test(test_left_to_right),
        cmocka_unit_test(test_objects_are_created),
        cmocka_unit_test(test_whole_objects),
        cmocka_unit_test(test_number_becomes_object),
        cmocka_unit_test(test_restitution_by_speed),
        cmocka_unit_test(test_keys_that_exclude_each_other),
        cmocka_unit_test(test_generators),
        cmocka_unit_test(test_every_element_of_nothing),
        cmocka_unit_test(test_faults_of_values),
        cmocka_unit_test(test_overrides_behind_faults),
        cmocka_unit_test(test_paths_that_lead_nowhere),
        cmocka_unit_test(test_numbers_of_arrays),
        cmocka_unit_test(test_malformed_overrides),
        cmocka_unit_test(test_short_options),
    };
    return RUN_TESTS(tests);
}
