#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "lib/scene_text.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "reading/generate.h"

/* A scene around an array of balls, which start at 2:10, and one with a further member at 2:1. */
#define BALLS(balls) "{\"table\":{\"width\":10,\"height\":5},\"dt\":1,\"steps\":1,\"k\":9,\n\"balls\":[" balls "]}"
#define WITH(member) "{\"table\":{\"width\":10,\"height\":5},\"dt\":1,\"steps\":1,\"balls\":[],\n" member "}"

static void test_defaults(void **state)
{
    (void)state;
    struct outcome *o =
        scene_text_load(BALLS("{\"x\":1,\"y\":2,\"r\":0.5},{\"x\":3,\"y\":4,\"r\":1,\"m\":7}"), NULL, false);
    assert_int_equal(o->status, STATUS_OK);
    const struct scene *s = o->scene;
    const struct world *w = o->world;
    assert_true(s->table.width == 10 && s->table.height == 5 && s->pair.restitution.slow == 1 &&
                s->table.walls.restitution.slow == 1 && s->k == 9);
    assert_true(s->dt == 1 && s->steps == 1 && s->every == 1 && s->start_step == 0 && s->contact_time == 0);
    assert_string_equal(s->integrator, "event");
    assert_string_equal(s->impact, "gr");
    assert_true(!s->title && !s->comment && !s->name && !s->color && s->n_overrides == 0);
    assert_true(s->n == 2 && w->n == 2 && w->step == 0 && w->t == 0 && !s->checkpoint);
    assert_true(w->x[0] == 1 && w->y[0] == 2 && w->vx[0] == 0 && w->vy[0] == 0);
    assert_true(s->r[0] == 0.5 && s->m[0] == 0.125 && s->m[1] == 7);
    assert_ptr_equal(w->r, s->r);
    assert_ptr_equal(w->m, s->m);
    scene_text_free(o);
}

/** Gravity is the scene's, friction a ball's, with defaults; an array of frictions exists only if some ball has one. */
static void test_gravity_and_friction(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load(WITH("\"gravity\":[0.5,-9.81],\"integrator\":\"impulse\""), NULL, false);
    assert_string_equal(o->faults, "");
    assert_true(o->scene->gravity.x == 0.5 && o->scene->gravity.y == -9.81 && !o->scene->friction);
    scene_text_free(o);
    o = scene_text_load("{\"table\":{\"width\":10,\"height\":5},\"dt\":1,\"steps\":1,\"integrator\":\"impulse\","
                        "\"defaults\":{\"r\":0.1,\"friction\":0.2},"
                        "\"balls\":[{\"x\":1,\"y\":1},{\"x\":2,\"y\":1,\"friction\":0},"
                        "{\"rack\":\"line\",\"rows\":2,\"x\":3,\"y\":1,\"friction\":0.3}]}",
                        NULL, false);
    assert_string_equal(o->faults, "");
    const double *friction = o->scene->friction;
    assert_true(friction[0] == 0.2 && friction[1] == 0 && friction[2] == 0.3 && friction[3] == 0.3);
    scene_text_free(o);
}

static void test_everything_given(void **state)
{
    (void)state;
    const char *text =
        "{\"title\":\"T\",\"comment\":\"C\\n\",\"table\":{\"height\":3,\"width\":4},"
        "\"restitution\":{\"wall\":0.25},\"integrator\":\"spring\",\"impact\":\"lcp\",\"contact_time\":0.5,"
        "\"k\":12,\"dt\":0.25,\"steps\":5.0,\"every\":1e1,\"start\":{\"step\":8},"
        "\"defaults\":{\"vx\":1,\"vy\":2,\"r\":0.1,\"m\":3,\"name\":\"N\",\"color\":\"red\"},"
        "\"balls\":[{\"x\":1,\"y\":1},{\"x\":2,\"y\":2,\"vx\":-1,\"name\":\"cue\"}]}";
    struct outcome *o = scene_text_load(text, NULL, false);
    assert_string_equal(o->faults, "");
    const struct scene *s = o->scene;
    const struct world *w = o->world;
    assert_string_equal(s->title, "T");
    assert_string_equal(s->comment, "C\n");
    assert_true(s->table.width == 4 && s->table.height == 3 && s->pair.restitution.slow == 1 &&
                s->table.walls.restitution.slow == 0.25 && s->k == 12);
    assert_true(s->steps == 5 && s->every == 10 && s->start_step == 8 && s->contact_time == 0.5);
    assert_string_equal(s->integrator, "spring");
    assert_string_equal(s->impact, "lcp");
    assert_true(w->step == 8 && w->t == 2);
    assert_true(w->vx[0] == 1 && w->vx[1] == -1 && w->vy[1] == 2 && s->m[1] == 3 && s->r[0] == 0.1);
    assert_true(w->x[0] == 1 && w->y[0] == 1 && w->x[1] == 2 && w->y[1] == 2);
    assert_string_equal(s->name[0], "N");
    assert_string_equal(s->name[1], "cue");
    assert_string_equal(s->color[1], "red");
    scene_text_free(o);
}

/** Which balls have collided: as `hit` says, else none has, whenever the run starts. */
static void test_balls_that_have_collided(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load(
        "{\"table\":{\"width\":90,\"height\":9},\"dt\":1,\"steps\":1,\"start\":{\"step\":9},\"defaults\":{\"r\":1},"
        "\"balls\":[{\"x\":1,\"y\":1},{\"x\":5,\"y\":1,\"hit\":false},{\"x\":25,\"y\":1,\"hit\":true},"
        "{\"x\":29,\"y\":1,\"fixed\":true},{\"rack\":\"line\",\"rows\":2,\"x\":33,\"y\":1,\"hit\":true}]}",
        NULL, false);
    assert_string_equal(o->faults, "");
    const bool expected[] = {false, false, true, false, true, true};
    for (size_t i = 0; i < o->scene->n; i++)
        assert_int_equal(o->scene->checkpoint->hit[i], expected[i]);
    scene_text_free(o);
    o = scene_text_load(
        "{\"table\":{\"width\":9,\"height\":9},\"dt\":1,\"steps\":1,\"defaults\":{\"r\":1,\"hit\":true},"
        "\"balls\":[{\"x\":1,\"y\":1},{\"x\":5,\"y\":1,\"hit\":false}]}",
        NULL, false);
    assert_true(o->scene->checkpoint->hit[0] && !o->scene->checkpoint->hit[1]);
    scene_text_free(o);
}

static void test_restitution_as_number(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load(WITH("\"restitution\":0.5"), NULL, false);
    assert_true(o->scene->pair.restitution.slow == 0.5 && o->scene->table.walls.restitution.slow == 0.5);
    scene_text_free(o);
}

static void test_empty_table(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load(BALLS(""), NULL, false);
    assert_int_equal(o->status, STATUS_OK);
    assert_true(o->world->n == 0 && o->scene->n == 0);
    scene_text_free(o);
}

static void test_missing_keys(void **state)
{
    (void)state;
    ASSERT_FAULTS("{}", "scene.json:1:1: error: missing key \"table\"\n"
                        "scene.json:1:1: error: missing key \"dt\" (or duration and frame)\n"
                        "scene.json:1:1: error: missing key \"steps\" (or duration and frame)\n"
                        "scene.json:1:1: error: missing key \"balls\"\n");
    ASSERT_FAULTS("{\"table\":{\"width\":1,\"width\":2,\"height\":1},\"dt\":1,\"steps\":1,\n\"dt\":0,\"balls\":[],"
                  "\"d\\u0074\":2}",
                  "scene.json:1:21: error: table.width: repeated key\n"
                  "scene.json:2:1: error: dt: repeated key\nscene.json:2:19: error: dt: repeated key\n");
    ASSERT_FAULTS("{\"table\":{},\"dt\":1,\"steps\":1,\"balls\":[]}",
                  "scene.json:1:10: error: table: missing key \"width\"\n"
                  "scene.json:1:10: error: table: missing key \"height\"\n");
    ASSERT_FAULTS(BALLS("{\"x\":1}"), "scene.json:2:10: error: balls.0: missing key \"y\"\n"
                                      "scene.json:2:10: error: balls.0: missing key \"r\"\n");
    ASSERT_FAULTS(BALLS("{\"rack\":\"line\",\"x\":1,\"y\":1,\"r\":1}"),
                  "scene.json:2:10: error: balls.0: missing key \"rows\"\n");
    ASSERT_FAULTS(BALLS("{\"fill\":\"hex\",\"r\":1}"), "scene.json:2:10: error: balls.0: missing key \"count\"\n");
    ASSERT_FAULTS(
        WITH("\"integrator\":\"spring\""),
        "scene.json:1:1: error: integrator \"spring\" needs \"k\", the stiffness of a contact; k = m (100 v/r)^2 gives "
        "overlaps of 0.01 r (mass m, speed v, radius r)\n");
}

static void test_unknown_keys(void **state)
{
    (void)state;
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"radus\":1}"),
                  "scene.json:2:23: error: balls.0: unknown key \"radus\"; did you mean \"r\"?\n");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1,\"mass\":1}"),
                  "scene.json:2:29: error: balls.0: unknown key \"mass\"; did you mean \"m\"?\n");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1,\"X\":1}"),
                  "scene.json:2:29: error: balls.0: unknown key \"X\"; did you mean \"x\"?\n");
    ASSERT_FAULTS(WITH("\"steps \":1"), "scene.json:2:1: error: unknown key \"steps \"; did you mean \"steps\"?\n");
    ASSERT_FAULTS(WITH("\"start\":{\"stpe\":1}"),
                  "scene.json:2:10: error: start: unknown key \"stpe\"; did you mean \"step\"?\n");
    ASSERT_FAULTS(WITH("\"restitution\":{\"balls\":1}"),
                  "scene.json:2:16: error: restitution: unknown key \"balls\"; did you mean \"ball\"?\n");
    /* the misspelt one is not missing as well */
    ASSERT_FAULTS("{\"table\":{\"widht\":1,\"height\":1},\"dt\":1,\"steps\":1,\"balls\":[]}",
                  "scene.json:1:11: error: table: unknown key \"widht\"; did you mean \"width\"?\n");
}

static void test_types(void **state)
{
    (void)state;
    ASSERT_FAULTS("[]", "scene.json:1:1: error: a scene must be an object, found an array of 0\n");
    ASSERT_FAULTS("null", "scene.json:1:1: error: a scene must be an object, found null\n");
    ASSERT_FAULTS("{\"table\":3,\"dt\":null,\"steps\":true,\"balls\":{}}",
                  "scene.json:1:10: error: table: must be an object, found 3\n"
                  "scene.json:1:17: error: dt: must be a number, found null\n"
                  "scene.json:1:30: error: steps: must be an integer from 0 to 2^53, found true\n"
                  "scene.json:1:43: error: balls: must be an array, found an object\n");
    ASSERT_FAULTS(WITH("\"title\":1"), "scene.json:2:9: error: title: must be a string, found 1\n");
    ASSERT_FAULTS(WITH("\"integrator\":[]"),
                  "scene.json:2:14: error: integrator: must be a string, found an array of 0\n");
    ASSERT_FAULTS(
        WITH("\"restitution\":\"1\""),
        "scene.json:2:15: error: restitution: must be a number, [[speed, e], ...] or an object, found \"1\"\n");
    ASSERT_FAULTS(BALLS("7"), "scene.json:2:10: error: balls.0: must be an object, found 7\n");
    ASSERT_FAULTS(BALLS("{\"x\":\"a\\u0007\\\"\",\"y\":false,\"r\":{}}"),
                  "scene.json:2:15: error: balls.0.x: must be a number, found \"a\\u0007\\\"\"\n"
                  "scene.json:2:31: error: balls.0.y: must be a number, found false\n"
                  "scene.json:2:41: error: balls.0.r: must be a number, found an object\n");
}

static void test_ranges(void **state)
{
    (void)state;
    ASSERT_FAULTS("{\"table\":{\"width\":0,\"height\":-1},\"dt\":0,\"steps\":1.5,\"every\":0,\"k\":-1,\"balls\":[]}",
                  "scene.json:1:19: error: table.width: must be > 0, found 0\n"
                  "scene.json:1:30: error: table.height: must be > 0, found -1\n"
                  "scene.json:1:39: error: dt: must be > 0, found 0\n"
                  "scene.json:1:49: error: steps: must be an integer from 0 to 2^53, found 1.5\n"
                  "scene.json:1:61: error: every: must be an integer from 1 to 2^53, found 0\n"
                  "scene.json:1:67: error: k: must be > 0, found -1\n");
    ASSERT_FAULTS(WITH("\"restitution\":1.5"), "scene.json:2:15: error: restitution: must be from 0 to 1, found 1.5\n");
    ASSERT_FAULTS(WITH("\"restitution\":{\"ball\":-0.1,\"wall\":2}"),
                  "scene.json:2:23: error: restitution.ball: must be from 0 to 1, found -0.1\n"
                  "scene.json:2:35: error: restitution.wall: must be from 0 to 1, found 2\n");
    ASSERT_FAULTS(WITH("\"contact_time\":-1"), "scene.json:2:16: error: contact_time: must be >= 0, found -1\n");
    ASSERT_FAULTS(WITH("\"start\":{\"step\":-1}"),
                  "scene.json:2:17: error: start.step: must be an integer from 0 to 2^53, found -1\n");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":0,\"m\":-2}"),
                  "scene.json:2:27: error: balls.0.r: must be > 0, found 0\n"
                  "scene.json:2:33: error: balls.0.m: must be > 0, found -2\n");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1e-999}"), "scene.json:2:27: error: balls.0.r: must be > 0, found 0\n");
    ASSERT_FAULTS(BALLS("{\"rack\":\"line\",\"rows\":0,\"x\":1,\"y\":1,\"r\":1,\"gap\":-1,\"angle\":2e9}"),
                  "scene.json:2:32: error: balls.0.rows: must be an integer from 1 to 2147483647, found 0\n"
                  "scene.json:2:58: error: balls.0.gap: must be >= 0, found -1\n"
                  "scene.json:2:69: error: balls.0.angle: must be from -1000000 to 1000000, found 2e9\n");
    ASSERT_FAULTS(BALLS("{\"fill\":\"hex\",\"count\":-1,\"r\":1,\"speed\":-1,\"seed\":0.5}"),
                  "scene.json:2:32: error: balls.0.count: must be an integer from 0 to 2147483647, found -1\n"
                  "scene.json:2:49: error: balls.0.speed: must be >= 0, found -1\n"
                  "scene.json:2:59: error: balls.0.seed: must be an integer from 0 to 2^53, found 0.5\n");
    ASSERT_FAULTS(WITH("\"defaults\":{\"r\":-1}"), "scene.json:2:17: error: defaults.r: must be > 0, found -1\n");
}

static void test_integers_to_2_53(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load(WITH("\"every\":9007199254740991"), NULL, false);
    assert_true(o->scene->every == 9007199254740991u);
    scene_text_free(o);
    o = scene_text_load(WITH("\"every\":9007199254740992"), NULL, false);
    assert_true(o->scene->every == 9007199254740992u);
    scene_text_free(o);
    ASSERT_FAULTS(WITH("\"every\":9007199254740994"),
                  "scene.json:2:9: error: every: must be an integer from 1 to 2^53, found 9007199254740994\n");
    ASSERT_FAULTS(WITH("\"every\":1e300"),
                  "scene.json:2:9: error: every: must be an integer from 1 to 2^53, found 1e300\n");
}

static void test_speed_and_angle(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load(BALLS("{\"x\":1,\"y\":1,\"r\":0.1,\"speed\":2,\"angle\":90},"
                                              "{\"x\":2,\"y\":1,\"r\":0.1,\"speed\":3},"
                                              "{\"x\":3,\"y\":1,\"r\":0.1,\"angle\":-135,\"speed\":2}"),
                                        NULL, true);
    assert_string_equal(o->faults, "");
    const double *vx = o->world->vx, *vy = o->world->vy;
    assert_true(vx[0] == 0 && vy[0] == 2 && vx[1] == 3 && vy[1] == 0);
    assert_true(fabs(vx[2] + sqrt(2.0)) < 1e-15 && fabs(vy[2] + sqrt(2.0)) < 1e-15);
    scene_text_free(o);
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1,\"vx\":0,\"speed\":1}"),
                  "scene.json:2:44: error: balls.0.speed: give either vx and vy or speed and angle, not both\n");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1,\"angle\":0,\"vy\":1}"),
                  "scene.json:2:44: error: balls.0.vy: give either speed and angle or vx and vy, not both\n");
    ASSERT_FAULTS(WITH("\"defaults\":{\"vx\":0,\"speed\":1}"),
                  "scene.json:2:28: error: defaults.speed: give either vx and vy or speed and angle, not both\n");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1,\"angle\":5}"),
                  "scene.json:2:37: error: balls.0.angle: needs \"speed\", here or in defaults\n");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1,\"speed\":-1,\"angle\":2e9}"),
                  "scene.json:2:37: error: balls.0.speed: must be >= 0, found -1\n"
                  "scene.json:2:48: error: balls.0.angle: must be from -1000000 to 1000000, found 2e9\n");
}

/* Each form of the velocity in `defaults`, against each form in a ball and against generators. */
static void test_velocities_and_defaults(void **state)
{
    (void)state;
    static const struct {
        const char *defaults, *ball;
        double vx, vy;
    } cases[] = {
        {"\"speed\":2,\"angle\":90", "", 0, 2},
        {"\"speed\":2,\"angle\":90", ",\"angle\":0", 2, 0},
        {"\"speed\":2,\"angle\":90", ",\"speed\":5", 0, 5},
        {"\"speed\":2,\"angle\":90", ",\"vx\":7", 7, 0},
        {"\"angle\":90", "", 0, 0},
        {"\"angle\":90", ",\"speed\":3", 0, 3},
        {"\"vx\":1,\"vy\":2", ",\"speed\":3", 3, 0},
        {"\"vx\":1,\"vy\":2", ",\"vx\":4", 4, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":10,\"height\":5},\"dt\":1,\"steps\":1,\"defaults\":{%s},\"balls\":["
                 "{\"x\":1,\"y\":1,\"r\":0.1%s}]}",
                 cases[i].defaults, cases[i].ball);
        struct outcome *o = scene_text_load(text, NULL, true);
        assert_string_equal(o->faults, "");
        assert_true(o->world->vx[0] == cases[i].vx && o->world->vy[0] == cases[i].vy);
        scene_text_free(o);
    }
    struct outcome *o =
        scene_text_load("{\"table\":{\"width\":10,\"height\":5},\"dt\":1,\"steps\":1,\"defaults\":{\"speed\":2,"
                        "\"angle\":90,\"r\":0.1},\"balls\":[{\"fill\":\"hex\",\"count\":1},{\"rack\":\"line\","
                        "\"rows\":1,\"x\":1,\"y\":1,\"angle\":180},{\"fill\":\"hex\",\"count\":1,\"vx\":1,"
                        "\"region\":[7,1,8,2]}]}",
                        NULL, true);
    assert_string_equal(o->faults, "");
    const double *vx = o->world->vx, *vy = o->world->vy;
    assert_true(vx[0] == 0 && vy[0] == 2 && vx[1] == 0 && vy[1] == 2 && vx[2] == 1 && vy[2] == 0);
    scene_text_free(o);
}

/** A ball of a fill, as drawn and as loaded. */
struct filled {
    double x, y, vx, vy, r, m;
};

static int by_place(const void *a, const void *b)
{
    const struct filled *one = a, *other = b;
    return one->x != other->x ? (one->x > other->x) - (one->x < other->x) : (one->y > other->y) - (one->y < other->y);
}

/** The balls of a random fill of mixed radii, in the order in which they are drawn. */
static struct filled *drawn(uint64_t count, double side)
{
    double *a = mem_array(count, 5 * sizeof *a), *x = a, *y = x + count, *vx = y + count, *vy = vx + count,
           *r = vy + count;
    struct filled *balls = mem_array(count, sizeof *balls);
    const struct generate_fill fill = {FILL_RANDOM, count, 3, {0.3, 0.5}, {0, 0, side, side, 0}, 2};
    const struct generate_balls to = {x, y, r, 0, count, {{0, 0}, {0, 0}, false}};
    struct disc_grid *taken =
        disc_grid_create((struct disc_grid_discs){x, y, r, to.period}, count, (struct vec2){side, side});
    generate_fill_radii(&fill, r);
    assert_true(generate_fill_place(&fill, &to, taken) == count);
    generate_velocities(fill.seed, fill.speed, vx, vy, count);
    for (size_t i = 0; i < count; i++)
        balls[i] = (struct filled){x[i], y[i], vx[i], vy[i], r[i], r[i] * r[i] * r[i]};
    disc_grid_destroy(taken);
    free(a);
    return balls;
}

/* Many balls are numbered along a curve, so that nearly all have the next one near them; fewer as they are drawn. */
static void test_large_random_fills_are_numbered_by_place(void **state)
{
    (void)state;
    enum { MANY = 65536, SIDE = 400 };
    for (size_t n = MANY - 1; n <= MANY; n++) {
        char text[400];
        snprintf(
            text, sizeof text,
            "{\"table\":{\"width\":%d,\"height\":%d},\"dt\":1,\"steps\":1,\"balls\":[{\"x\":399,\"y\":399,\"r\":1e-9},"
            "{\"fill\":\"random\",\"count\":%zu,\"r\":[0.3,0.5],\"seed\":3,\"speed\":2}]}",
            SIDE, SIDE, n);
        struct outcome *o = scene_text_load(text, NULL, true);
        assert_string_equal(o->faults, "");
        assert_true(o->world->x[0] == 399);
        struct filled *expected = drawn(n, SIDE), *found = mem_array(n, sizeof *found);
        size_t near = 0;
        for (size_t i = 0; i < n; i++) {
            const struct world *w = o->world;
            found[i] = (struct filled){w->x[i + 1],  w->y[i + 1],        w->vx[i + 1],
                                       w->vy[i + 1], o->scene->r[i + 1], o->scene->m[i + 1]};
            near += i > 0 && fabs(found[i].x - found[i - 1].x) < 4 && fabs(found[i].y - found[i - 1].y) < 4;
        }
        if (n == MANY) {
            assert_true((double)near > 0.9 * (double)n);
            qsort(expected, n, sizeof *expected, by_place);
            qsort(found, n, sizeof *found, by_place);
        }
        assert_memory_equal(expected, found, n * sizeof *found);
        free(expected);
        free(found);
        scene_text_free(o);
    }
}

/* A random fill keeps clear of every ball before it, whatever its size, and of no ball behind it. */
static void test_random_fills_keep_clear(void **state)
{
    (void)state;
    struct outcome *o = scene_text_load(
        "{\"table\":{\"width\":20,\"height\":20},\"dt\":1,\"steps\":1,\"defaults\":{\"r\":0.3},\"balls\":["
        "{\"x\":10,\"y\":10,\"r\":3},{\"rack\":\"line\",\"rows\":5,\"x\":2,\"y\":2},"
        "{\"fill\":\"random\",\"count\":150,\"seed\":1},"
        "{\"fill\":\"random\",\"count\":150,\"seed\":1,\"r\":[0.1,0.2]}]}",
        NULL, true);
    assert_string_equal(o->faults, ""); /* "event" rejects overlaps */
    assert_int_equal(o->scene->n, 306);
    for (size_t i = 156; i < 306; i++) {
        double r = o->scene->r[i];
        assert_true(r >= 0.1 && r <= 0.2 && o->scene->m[i] == r * r * r);
    }
    assert_true(o->scene->r[156] != o->scene->r[157]);
    scene_text_free(o);
    ASSERT_FAULTS(
        BALLS("{\"fill\":\"hex\",\"count\":2,\"r\":[0.2,0.1]}"),
        "scene.json:2:38: error: balls.0.r: must be [least, largest], two numbers > 0 with least <= largest\n");
    ASSERT_FAULTS(BALLS("{\"fill\":\"hex\",\"count\":2,\"r\":\"a\"}"),
                  "scene.json:2:38: error: balls.0.r: must be a number or [least, largest], found \"a\"\n");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":[1,2]}"),
                  "scene.json:2:27: error: balls.0.r: must be a number, found an array of 2\n");
}

/* Ten thousand balls that share a name of 20 kB share its bytes. */
static void test_names_are_shared(void **state)
{
    (void)state;
    enum { LONG = 20000 };
    char *text = calloc(1, LONG + 400);
    char *at = text + sprintf(text, "{\"table\":{\"width\":200,\"height\":200},\"dt\":1,\"steps\":1,\"balls\":["
                                    "{\"fill\":\"hex\",\"count\":10000,\"r\":0.5,\"name\":\"");
    memset(at, 'n', LONG);
    strcpy(at + LONG, "\"}]}");
    struct outcome *o = scene_text_load(text, NULL, true);
    assert_string_equal(o->faults, "");
    assert_int_equal(strlen(o->scene->name[9999]), LONG);
    assert_ptr_equal(o->scene->name[0], o->scene->name[9999]);
    scene_text_free(o);
    free(text);
}

static void test_names(void **state)
{
    (void)state;
    ASSERT_FAULTS(WITH("\"integrator\":\"sprong\""),
                  "scene.json:2:14: error: integrator: unknown name \"sprong\"; did you mean \"spring\"?\n");
    ASSERT_FAULTS(WITH("\"impact\":\"neuton\""),
                  "scene.json:2:10: error: impact: unknown name \"neuton\"; did you mean \"newton\"?\n");
    ASSERT_FAULTS(BALLS("{\"rack\":\"triangel\",\"rows\":3,\"x\":1,\"y\":1,\"r\":1}"),
                  "scene.json:2:18: error: balls.0.rack: unknown name \"triangel\"; did you mean \"triangle\"?\n");
    ASSERT_FAULTS(BALLS("{\"fill\":\"hexagonal\",\"count\":3,\"r\":1}"),
                  "scene.json:2:18: error: balls.0.fill: unknown name \"hexagonal\"; known: hex, square, random\n");
}

static void test_clock(void **state)
{
    (void)state;
    ASSERT_FAULTS("{\"table\":{\"width\":1,\"height\":1},\"dt\":1,\"steps\":9007199254740992,\"start\":{\"step\":2},"
                  "\"balls\":[]}",
                  "scene.json:1:48: error: steps: start.step + steps must be at most 2^53\n");
}

/* Each side of the limits of size: lengths from 1e-18 to 1e18, all else from 1e-60 to 1e60. */
static void test_sizes(void **state)
{
    (void)state;
    struct outcome *o =
        scene_text_load("{\"table\":{\"width\":1e18,\"height\":1e18},\"dt\":1e60,\"steps\":1,\"k\":1e-60,"
                        "\"balls\":[{\"x\":1e17,\"y\":1,\"r\":1e-18,\"m\":1e-60,\"vx\":-1e60},"
                        "{\"x\":1,\"y\":1,\"r\":1e-18,\"m\":1e60,\"vy\":1e-60}]}",
                        NULL, true);
    assert_string_equal(o->faults, "");
    scene_text_free(o);
    ASSERT_FAULTS(BALLS("{\"x\":2e18,\"y\":-2e18,\"r\":2e18,\"m\":2e60}"),
                  "scene.json:2:15: error: balls.0.x: must be at most 1e18 in size, found 2e18; choose larger units\n"
                  "scene.json:2:24: error: balls.0.y: must be at most 1e18 in size, found -2e18; choose larger units\n"
                  "scene.json:2:34: error: balls.0.r: must be at most 1e18 in size, found 2e18; choose larger units\n"
                  "scene.json:2:43: error: balls.0.m: must be at most 1e60 in size, found 2e60; choose larger units\n");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":9e-19,\"m\":9e-61}"),
                  "scene.json:2:27: error: balls.0.r: must be at least 1e-18, found 9e-19; choose smaller units\n"
                  "scene.json:2:37: error: balls.0.m: must be at least 1e-60, found 9e-61; choose smaller units\n");
    ASSERT_FAULTS(BALLS("{\"fill\":\"hex\",\"count\":1,\"r\":[1e-19,1],\"region\":[0,0,1e19,1]}"),
                  "scene.json:2:38: error: balls.0.r: must be at least 1e-18, found 1e-19; choose smaller units\n"
                  "scene.json:2:57: error: balls.0.region: must be at most 1e18 in size, found 1e19; choose larger "
                  "units\n");
}

/* Speeds may be as small as they become in a run; accelerations, which stay, may be 0. */
static void test_slow_balls(void **state)
{
    (void)state;
    const char *rests = BALLS("{\"x\":1,\"y\":1,\"r\":1}");
    for (size_t k = 0; integrator_all[k]; k++) {
        char set[64];
        snprintf(set, sizeof set, "integrator=%s", integrator_all[k]->name);
        const char *const sets[] = {set, "dt=0.1", "balls.0.vx=5e-324", "gravity=[-1e-60,0]", NULL};
        ASSERT_FAULTS_SET(rests, sets, "");
    }
    ASSERT_FAULTS_SET(rests, ((const char *const[]){"defaults={\"friction\":0,\"sliding\":1e-60}", NULL}), "");
    ASSERT_FAULTS_SET(rests, ((const char *const[]){"gravity=[-9e-61,1]", NULL}),
                      "--set gravity=[-9e-61,1]: error: gravity: must be at least 1e-60 in size, found -9e-61; choose "
                      "smaller units\n");
    ASSERT_FAULTS_SET(rests, ((const char *const[]){"defaults={\"friction\":5e-324}", NULL}),
                      "--set defaults={\"friction\":5e-324}: error: defaults.friction: must be at least 1e-60, found "
                      "5e-324; choose smaller units\n");
}

static void test_separation(void **state)
{
    (void)state;
    const char *overlap = BALLS("{\"x\":1,\"y\":1,\"r\":1},\n{\"x\":2.99,\"y\":1,\"r\":1}");
    const char *const spring[] = {"integrator=spring", "dt=0.4", NULL};
    ASSERT_FAULTS(overlap, "scene.json:3:1: error: balls.1: overlaps balls.0 by 0.01\n");
    ASSERT_FAULTS_SET(overlap, spring, "");
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1},{\"x\":2.9999999995,\"y\":1,\"r\":1}"), ""); /* rounding */
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1},{\"x\":2.999999998,\"y\":1,\"r\":1}"),
                  "scene.json:2:30: error: balls.1: overlaps balls.0 by 2e-9\n");
    ASSERT_FAULTS(BALLS("{\"x\":0.5,\"y\":2,\"r\":1}"),
                  "scene.json:2:10: error: balls.0: extends 0.5 beyond the left wall\n");
    ASSERT_FAULTS(BALLS("{\"x\":50,\"y\":2,\"r\":1},{\"x\":2,\"y\":-2,\"r\":1},{\"x\":2,\"y\":4.75,\"r\":1}"),
                  "scene.json:2:10: error: balls.0: extends 41 beyond the right wall\n"
                  "scene.json:2:31: error: balls.1: extends 3 beyond the bottom wall\n"
                  "scene.json:2:52: error: balls.2: extends 0.75 beyond the top wall\n");
    /* a ball that is wrong already does not overlap as well */
    ASSERT_FAULTS(BALLS("{\"x\":2,\"y\":2,\"r\":1},{\"x\":2,\"y\":2,\"r\":-1},{\"x\":2,\"y\":200,\"r\":1}"),
                  "scene.json:2:47: error: balls.1.r: must be > 0, found -1\n"
                  "scene.json:2:51: error: balls.2: extends 196 beyond the top wall\n");
    /* sizes four levels of the grid apart, found from either side */
    ASSERT_FAULTS(BALLS("{\"x\":2,\"y\":2,\"r\":0.125},{\"x\":4,\"y\":2,\"r\":2}"),
                  "scene.json:2:34: error: balls.1: overlaps balls.0 by 0.125\n");
    ASSERT_FAULTS(BALLS("{\"x\":4,\"y\":2,\"r\":2},{\"x\":2,\"y\":2,\"r\":0.125}"),
                  "scene.json:2:30: error: balls.1: overlaps balls.0 by 0.125\n");
}

static void test_separation_of_generated_balls(void **state)
{
    (void)state;
    ASSERT_FAULTS(BALLS("{\"x\":1,\"y\":1,\"r\":1},\n{\"rack\":\"line\",\"rows\":3,\"x\":4,\"y\":2,\"r\":1},\n{\"x\":8,"
                        "\"y\":3.25,\"r\":0.5}"),
                  "scene.json:4:1: error: balls.2 (ball 4): overlaps balls.1 (ball 3) by 0.25\n");
}

/* A scene of springs whose sqrt(mu/k) is easy to tell: k = 9, dt = 1; a ball of mass m, a pair of masses m1 and m2. */
static void test_stability(void **state)
{
    (void)state;
    const char *const elastic[] = {"integrator=spring", NULL}, *const damped[] = {"integrator=spring",
                                                                                  "restitution.ball=0.9", NULL};
    const char *const hard[] = {"integrator=impulse", NULL};
    const char *alone = BALLS("{\"x\":1,\"y\":1,\"r\":1,\"m\":2.25}"),
               *light = BALLS("{\"x\":1,\"y\":1,\"r\":1,\"m\":2.26}");
    ASSERT_FAULTS_SET(alone, elastic,
                      "scene.json:1:39: error: dt: 1 is too large: the springs between balls.0 and a wall are stable "
                      "below 1; use at most 0.0781 (20 steps per contact), after --set integrator=spring\n");
    ASSERT_FAULTS_SET(light, elastic, "");
    const char *const lighter[] = {"balls.0.vx=0", "balls.0.m=1", "integrator=spring", NULL};
    ASSERT_FAULTS_SET(light, lighter,
                      "scene.json:1:39: error: dt: 1 is too large: the springs between balls.0 and a wall are stable "
                      "below 0.666667; use at most 0.0521 (20 steps per contact), after --set balls.0.m=1\n");
    /* the lightest two of three, wherever they stand: mu = 6 * 3 / 9 = 2, bound 2 sqrt(2)/3 or sqrt(3) sqrt(2)/3 */
    const char *three =
        BALLS("{\"x\":1,\"y\":1,\"r\":1,\"m\":6},{\"x\":5,\"y\":1,\"r\":1,\"m\":60},{\"x\":9,\"y\":1,\"r\":1,\"m\":3}");
    ASSERT_FAULTS_SET(three, elastic,
                      "scene.json:1:39: error: dt: 1 is too large: the springs between balls.0 and balls.2 are stable "
                      "below 0.942809; use at most 0.0737 (20 steps per contact), after --set integrator=spring\n");
    ASSERT_FAULTS_SET(three, damped,
                      "scene.json:1:39: error: dt: 1 is too large: the springs between balls.0 and balls.2 are stable "
                      "below 0.816497; use at most 0.0737 (20 steps per contact), after --set integrator=spring\n");
    ASSERT_FAULTS_SET(three, hard, "");
    /* a mass that is wrong already is not blamed twice */
    ASSERT_FAULTS_SET(BALLS("{\"x\":1,\"y\":1,\"r\":1,\"m\":9},{\"x\":5,\"y\":1,\"r\":1,\"m\":-3}"), elastic,
                      "scene.json:2:59: error: balls.1.m: must be > 0, found -3\n");
}

/* Against all pairs, over sizes that differ a thousandfold. */
static void test_separation_against_all_pairs(void **state)
{
    (void)state;
    enum { N = 300 };
    static char text[N * 120];
    double x[N], y[N], r[N];
    uint64_t seed = 12345;
    size_t pairs = 0;
    for (int round = 0; round < 20; round++) {
        size_t used =
            (size_t)sprintf(text, "{\"table\":{\"width\":100,\"height\":100},\"dt\":1,\"steps\":1,\"balls\":[");
        for (int i = 0; i < N; i++) {
            double u[3];
            for (int k = 0; k < 3; k++)
                u[k] = uniform(&seed, 0, 1);
            r[i] = 0.01 * pow(800, u[2] * u[2] * u[2]);
            x[i] = r[i] + u[0] * (100 - 2 * r[i]);
            y[i] = r[i] + u[1] * (100 - 2 * r[i]);
            used += (size_t)sprintf(text + used, "%s\n{\"x\":%.17g,\"y\":%.17g,\"r\":%.17g}", i ? "," : "", x[i], y[i],
                                    r[i]);
        }
        sprintf(text + used, "]}");
        struct outcome *o = scene_text_load(text, NULL, true);
        /* each line names a pair that overlaps, and of each pair that overlaps one ball is named */
        bool named[N] = {false};
        for (char *line = strtok(o->faults, "\n"); line; line = strtok(NULL, "\n")) {
            int row, a, b;
            assert_int_equal(sscanf(line, "scene.json:%d:1: error: balls.%d: overlaps balls.%d by", &row, &a, &b), 3);
            assert_true(row == a + 2 && b < a && hypot(x[a] - x[b], y[a] - y[b]) < r[a] + r[b]);
            named[a] = named[b] = true;
        }
        for (int a = 0; a < N; a++)
            for (int b = 0; b < a; b++)
                if (hypot(x[a] - x[b], y[a] - y[b]) < r[a] + r[b] - 1e-8 * fmin(r[a], r[b])) {
                    assert_true(named[a] || named[b]);
                    pairs++;
                }
        scene_text_free(o);
    }
    assert_true(pairs > 300);
}

static void test_generators_that_do_not_fit(void **state)
{
    (void)state;
    ASSERT_FAULTS(BALLS("{\"fill\":\"square\",\"count\":51,\"r\":0.5}"),
                  "scene.json:2:35: error: balls.0.count: at most 50 of radius 0.5 fit here; 51 were asked for\n");
    ASSERT_FAULTS(BALLS("{\"fill\":\"random\",\"count\":60,\"r\":0.5}"),
                  "scene.json:2:35: error: balls.0.count: at most 50 of radius 0.5 fit here (as \"hex\"); 60 "
                  "were asked for\n");
    ASSERT_FAULTS(BALLS("{\"fill\":\"hex\",\"count\":1,\"r\":1,\"region\":[0,0,1,1]}"),
                  "scene.json:2:32: error: balls.0.count: at most 0 of radius 1 fit here; 1 were asked for\n");
    ASSERT_FAULTS(
        BALLS("{\"fill\":\"hex\",\"count\":1,\"r\":0.1,\"region\":[0,0,0,1]}"),
        "scene.json:2:51: error: balls.0.region: must be four numbers [x0, y0, x1, y1] with x0 < x1 and y0 < y1\n");
    ASSERT_FAULTS(BALLS("{\"rack\":\"diamond\",\"rows\":1000000,\"x\":1,\"y\":1,\"r\":1}"),
                  "scene.json:2:9: error: balls: more than 2147483647 balls\n");
    struct outcome *o = scene_text_load(BALLS("{\"fill\":\"random\",\"count\":49,\"r\":0.5}"), NULL, true);
    unsigned placed = 0;
    assert_int_equal(sscanf(o->faults,
                            "scene.json:2:35: error: balls.0.count: at most %u of radius 0.5 fit here at random; "
                            "49 were asked for\n",
                            &placed),
                     1);
    assert_true(placed > 25 && placed < 45);
    scene_text_free(o);
}

static void test_a_run_stops_at_the_first(void **state)
{
    (void)state;
    const char *text = BALLS("{\"x\":1,\"y\":1,\"r\":-1},{\"x\":1,\"y\":1,\"r\":-2}");
    const char *const sets[] = {"steps=-1", NULL};
    struct outcome *o = scene_text_load(text, sets, false);
    assert_string_equal(o->faults, "scene.json:2:27: error: balls.0.r: must be > 0, found -1\n");
    scene_text_free(o);
    ASSERT_FAULTS_SET(text, sets,
                      "scene.json:2:27: error: balls.0.r: must be > 0, found -1\n"
                      "scene.json:2:48: error: balls.1.r: must be > 0, found -2\n"
                      "--set steps=-1: error: steps: must be an integer from 0 to 2^53, found -1\n");
}

static void test_syntax_fault(void **state)
{
    (void)state;
    ASSERT_FAULTS("{\n  \"dt\": 01}", "scene.json:2:9: error: a number may not start with 0 and more digits\n");
    ASSERT_FAULTS("", "scene.json:1:1: error: the input is empty\n");
    struct outcome *o = scene_text_load_bytes("{\"a\0b\":1}", 9, NULL, true);
    assert_string_equal(o->faults, "scene.json:1:4: error: control character in a string, write it as \\u0000\n");
    scene_text_free(o);
}

static enum status load_path(const char *path, struct error *err)
{
    struct outcome *o = calloc(1, sizeof *o);
    struct scene_source source = {.path = path};
    struct scene_faults faults = {scene_text_take_fault, o, true};
    enum status status = scene_load(&source, &faults, &o->scene, &o->world, err);
    assert_string_equal(o->faults, "");
    scene_text_free(o);
    return status;
}

static void test_unreadable_inputs(void **state)
{
    (void)state;
    struct error err;
    char wanted[128];
    assert_int_equal(load_path("/nonexistent/scene.json", &err), STATUS_INPUT);
    assert_string_equal(err.where, "/nonexistent/scene.json");
    snprintf(wanted, sizeof wanted, "cannot be opened: %s", strerror(ENOENT));
    assert_string_equal(err.text, wanted);
    assert_int_equal(load_path("/", &err), STATUS_INPUT);
    assert_string_equal(err.where, "/");
    snprintf(wanted, sizeof wanted, "cannot be read: %s", strerror(EISDIR));
    assert_string_equal(err.text, wanted);
}

/* Standard input is replaced by a pipe, so that it arrives in pieces and has no size. */
static void test_standard_input(void **state)
{
    (void)state;
    int ends[2], saved = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    const char *text = "{\"dt\": }";
    assert_int_equal(write(ends[1], text, strlen(text)), strlen(text));
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    struct outcome *o = calloc(1, sizeof *o);
    struct error err;
    struct scene_source source = {.path = "-"};
    strcpy(o->path, "none");
    struct scene_faults faults = {scene_text_take_fault, o, true};
    assert_int_equal(scene_load(&source, &faults, &o->scene, &o->world, &err), STATUS_SCENE);
    assert_string_equal(o->faults, "<stdin>:1:8: error: expected a value, found '}'\n");
    scene_text_free(o);
    dup2(saved, STDIN_FILENO);
    close(saved);
}

static void test_destroy_accepts_null(void **state)
{
    (void)state;
    scene_destroy(NULL);
    world_destroy(NULL);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_gravity_and_friction),
        cmocka_unit_test(test_everything_given),
        cmocka_unit_test(test_balls_that_have_collided),
        cmocka_unit_test(test_restitution_as_number),
        cmocka_unit_test(test_empty_table),
        cmocka_unit_test(test_missing_keys),
        cmocka_unit_test(test_unknown_keys),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_integers_to_2_53),
        cmocka_unit_test(test_speed_and_angle),
        cmocka_unit_test(test_velocities_and_defaults),
        cmocka_unit_test(test_random_fills_keep_clear),
        cmocka_unit_test(test_large_random_fills_are_numbered_by_place),
        cmocka_unit_test(test_names_are_shared),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_slow_balls),
        cmocka_unit_test(test_separation),
        cmocka_unit_test(test_stability),
        cmocka_unit_test(test_separation_of_generated_balls),
        cmocka_unit_test(test_separation_against_all_pairs),
        cmocka_unit_test(test_generators_that_do_not_fit),
        cmocka_unit_test(test_a_run_stops_at_the_first),
        cmocka_unit_test(test_syntax_fault),
        cmocka_unit_test(test_unreadable_inputs),
        cmocka_unit_test(test_standard_input),
        cmocka_unit_test(test_destroy_accepts_null),
    };
    return RUN_TESTS(tests);
}
