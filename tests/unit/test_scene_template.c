/*
 * Many scenes from one text: whatever overrides went before, faulty ones included, a template gives the scene and the
 * faults that the same overrides give to a fresh reading of the text. Every pair of overrides is tried in both orders.
 * The same text with blanks behind it is a long one, whose balls are no nodes of the tree until an override is about
 * them.
 *
 * Promise: a scene from a template that has made others is that of a fresh reading. Measured: 55 lists of overrides,
 * each after each.
 */
#include <unistd.h>

#include "json/json_tree.h"
#include "lib/capture.h"
#include "lib/scene_text.h"
#include "lib/testing.h"
#include "reading/scene_write.h"

enum { MOST_SETS = 4 };

static const char text[] =
    "{\"title\": \"t\", \"table\": {\"width\": 20, \"height\": 10}, \"restitution\": {\"ball\": 0.9, \"wall\": 0.8},\n"
    " \"dt\": 0.1, \"steps\": 3, \"k\": 1e4, \"defaults\": {\"r\": 0.5},\n"
    " \"balls\": [{\"x\": 2, \"y\": 5, \"vx\": 1}, {\"x\": 5, \"y\": 5, \"name\": \"a\"},\n"
    "  {\"rack\": \"triangle\", \"rows\": 3, \"x\": 10, \"y\": 5}]}\n";

/** Each row is one scene: existing, new and nested members, elements, all elements, values that hold others and are
 *  changed again, and whatever can be wrong. */
static const char *const rows[][MOST_SETS + 1] = {
    {NULL},
    {"steps=7"},
    {"every=2"},
    {"title=u", "comment=v"},
    {"balls.0.vx=2"},
    {"balls.0.vy=-1"},
    {"balls.1.m=3", "balls.1.m=4"},
    {"balls.1.color=red", "balls.0.name=cue"},
    {"balls.*.r=0.25"},
    {"balls.*.vy=0.5", "balls.2.vy=0.125"},
    {"balls.1={\"x\": 7, \"y\": 2}", "balls.1.vx=9"},
    {"balls.2.x=11", "balls.0.vy=1", "balls.1.m=2", "balls.0.vx=3"},
    {"balls.2.x=11", "balls.0={\"x\": 3, \"y\": 2}", "balls.*.r=0.25", "balls.2.y=5.5"},
    {"balls.1.rack=diamond", "balls.1.name=null", "balls.0.x=1"},
    {"balls.0={\"x\": 1, \"y\": 1, \"fill\": \"hex\", \"count\": 2}"},
    {"balls.a.vx=4", "balls.0.name=a", "balls.a.vy=4"},
    {"balls.1.name=b", "balls.b.m=3", "balls.c.m=1"},
    {"balls.1=7", "balls.0.q=1"},
    {"balls.2.y=0.1", "balls.0.x=1"},
    {"balls.1.vx=9", "balls.1={\"x\": 7, \"y\": 2}"},
    {"balls=[]"},
    {"balls=[{\"x\":1,\"y\":1}]", "balls.0.x=3"},
    {"balls.2.rows=4", "balls.2.gap=0.01"},
    {"balls.2={\"fill\":\"random\",\"count\":5,\"seed\":3,\"region\":[9,0,20,10],\"speed\":1}"},
    {"restitution.ball=0.5"},
    {"restitution=1"},
    {"restitution={\"ball\":0.1}", "restitution.wall=0.2"},
    {"defaults.m=2"},
    {"defaults={\"r\":0.4,\"vx\":1}"},
    {"integrator=spring", "dt=1e-3"},
    {"start.step=4"},
    {"impact=newton", "contact_time=0.1"},
    {"duration=0.5"},
    {"duration=0.7", "frame=0.1", "steps=4"},
    {"stop=rest"},
    {"balls.0.speed=2", "balls.0.angle=30"},
    {"steps=-1"},
    {"balls.0.q=1"},
    {"balls.7.x=1"},
    {"title.x=1"},
    {"balls.0.x=19.9"},
    {"balls.1.x=2.5"},
    {"integrator=springs"},
    {"integrator=spring"},
    {"balls.*=5"},
    {"table={}", "steps=null"},
    {"balls.0.speed=2", "balls.0.angle=30"},
    {"balls.0.angle=30", "balls.0.vy=1"},
    {"balls.*.speed=1"},
    {"defaults.speed=2", "defaults.vx=1"},
    {"duration=1", "frame=0.5"},
    {"duration=1", "steps=4"},
    {"frame=0.5"},
    {"stop=pair:0,1"},
    {"restitution=0.4", "restitution.wall=0.3", "restitution=0.2"},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

struct expected {
    char *scene; /* as scene_write() has it, and the overrides; NULL: rejected */
    char *faults;
};

static char *written(const struct scene *scene, const struct world *world)
{
    struct capture capture = capture_start();
    scene_write(capture.out, scene, world, scene->checkpoint);
    for (size_t i = 0; i < scene->n_overrides; i++)
        output_text(capture.out, scene->settings[i].text);
    return capture_end(&capture);
}

static void expect(struct expected *expected)
{
    for (size_t i = 0; i < ROWS; i++) {
        struct outcome *fresh = scene_text_load(text, rows[i], true);
        expected[i].scene = fresh->status == STATUS_OK ? written(fresh->scene, fresh->world) : NULL;
        expected[i].faults = strdup(fresh->faults);
        scene_text_free(fresh);
    }
}

/** Loads row `i` from the template and compares with what is expected of it. */
static void check(const struct scene_template *template, struct outcome *told, size_t i,
                  const struct expected *expected)
{
    const struct scene_faults faults = {scene_text_take_fault, told, true};
    struct scene_text_sets sets;
    struct scene *scene = NULL;
    struct world *world = NULL;
    struct error err;
    size_t n = scene_text_overrides(&sets, rows[i]);
    told->faults[0] = '\0';
    enum status status = scene_load_from(template, &(struct scene_source){.overrides = sets.override, .n_overrides = n},
                                         &faults, &scene, &world, &err);
    assert_int_equal(status, expected->scene ? STATUS_OK : STATUS_SCENE);
    assert_string_equal(told->faults, expected->faults);
    if (scene) {
        char *found = written(scene, world);
        assert_string_equal(found, expected->scene);
        free(found);
    }
    world_destroy(world);
    scene_destroy(scene);
}

/** @param length of the text with blanks behind it */
static struct scene_template *open_template(struct outcome *told, const struct scene_override *own, size_t n,
                                            size_t length)
{
    const struct scene_faults faults = {scene_text_take_fault, told, true};
    struct scene_template *template;
    char *bytes = malloc(length);
    memset(bytes, ' ', length);
    memcpy(bytes, text, strlen(text));
    scene_text_file(told, bytes, length);
    free(bytes);
    const struct scene_source source = {.path = told->path, .overrides = own, .n_overrides = n};
    assert_int_equal(scene_load_template(&source, &faults, &template, &told->err), STATUS_OK);
    unlink(told->path);
    return template;
}

static void test_pairs_in_both_orders(void **state)
{
    (void)state;
    static struct outcome told;
    struct expected expected[ROWS];
    expect(expected);
    for (size_t length = strlen(text); length <= JSON_TREE_LONG; length += JSON_TREE_LONG - strlen(text)) {
        struct scene_template *template = open_template(&told, NULL, 0, length);
        for (size_t i = 0; i < ROWS; i++)
            for (size_t j = 0; j < ROWS; j++) {
                check(template, &told, i, &expected[i]);
                check(template, &told, j, &expected[j]);
            }
        scene_load_free(template);
    }
    for (size_t i = 0; i < ROWS; i++) {
        free(expected[i].scene);
        free(expected[i].faults);
    }
}

/** The template's own overrides come before those of each scene, and are told with them. */
static void check_own_overrides(size_t length)
{
    static struct outcome told;
    struct scene_text_sets own, more;
    struct scene *scene;
    struct world *world;
    struct error err;
    const struct scene_faults faults = {scene_text_take_fault, &told, true};
    size_t n = scene_text_overrides(
        &own, (const char *const[]){"balls.0.vx=5", "balls.1.x=5.5", "duration=9", "frame=0.5", NULL});
    struct scene_template *template = open_template(&told, own.override, n, length);
    for (int i = 0; i < 3; i++) {
        n = scene_text_overrides(&more, (const char *const[]){"steps=11", "balls.0.vy=2", NULL});
        assert_int_equal(scene_load_from(template, &(struct scene_source){.overrides = more.override, .n_overrides = n},
                                         &faults, &scene, &world, &err),
                         STATUS_OK);
        assert_true(world->vx[0] == 5 && world->vy[0] == 2 && world->x[1] == 5.5 && scene->steps == 11);
        assert_int_equal(scene->n_overrides, 6);
        assert_string_equal(scene->settings[2].text, "duration=9");
        assert_string_equal(scene->settings[4].text, "steps=11");
        world_destroy(world);
        scene_destroy(scene);
        n = scene_text_overrides(&more, (const char *const[]){"balls.0.x=true", NULL});
        assert_int_equal(scene_load_from(template, &(struct scene_source){.overrides = more.override, .n_overrides = n},
                                         &faults, &scene, &world, &err),
                         STATUS_SCENE);
        n = scene_text_overrides(&more, (const char *const[]){"balls.*.vy=7", NULL});
        assert_int_equal(scene_load_from(template, &(struct scene_source){.overrides = more.override, .n_overrides = n},
                                         &faults, &scene, &world, &err),
                         STATUS_OK);
        assert_true(world->vx[0] == 5 && world->vy[0] == 7 && world->x[1] == 5.5 && world->vy[1] == 7);
        world_destroy(world);
        scene_destroy(scene);
    }
    scene_load_free(template);
    assert_non_null(strstr(told.faults, "--set balls.0.x=true: error: balls.0.x: must be a number, found true\n"));
}

static void test_own_overrides(void **state)
{
    (void)state;
    check_own_overrides(strlen(text));
    check_own_overrides(JSON_TREE_LONG);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_in_both_orders),
        cmocka_unit_test(test_own_overrides),
    };
    return RUN_TESTS(tests);
}
