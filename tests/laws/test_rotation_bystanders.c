/*
 * Promise: a hit is the hit of two bodies, whatever touches a fixed ball or surface that is hit. Measured: 400 random
 * hits on fixed balls and walls beside bystanders, all laws: equal to those alone, and to impulse, to 1e-5; a gas on a
 * rough floor of touching grains keeps its energy to 1e-12.
 */
/* Rough walls of glued grains: what touches a fixed ball takes no part in a hit on it. Through JSON, as users write
 * them. */

#include "impact/impact_law.h"
#include "lib/scene_text.h"
#include "lib/sim.h"

enum { ROOM = 4000 };

/** State of ball 0 after the run of a scene. */
struct left {
    struct vec2 v;
    double wz, lost;
    uint64_t simultaneous;
};

static struct left run(const char *text, const struct integrator_ops *ops, const char *law)
{
    struct outcome *loaded = scene_text_load(text, NULL, true);
    assert_string_equal(loaded->faults, "");
    struct scene *scene = loaded->scene;
    struct world *world = loaded->world;
    struct error err;
    scene->impact = law;
    scene->integrator = ops->name;
    struct session *session = session_of(scene, world);
    assert_int_equal(session_start(session, &(struct session_watch){.sums_losses = true}, &err), STATUS_OK);
    assert_int_equal(session_step(session, scene->steps, &err), STATUS_OK);
    const struct counters counters = *session_counters(session);
    struct left left = {{world->vx[0], world->vy[0]}, world->w[0].z, counters.lost, counters.simultaneous};
    session_free(session);
    scene_text_free(loaded);
    return left;
}

/** What stands beside the fixed ball at (5, 5) with radius r, and touches it: other fixed balls, a ball at rest, a
 * line, an arc. @param angle of the ball that comes, seen from there: no ball that can move stands in its way */
static void bystanders(char to[ROOM], char obstacles[ROOM], double r, double angle, uint64_t *seed)
{
    int length = 0, kind = (int)uniform(seed, 0, 4.999);
    strcpy(obstacles, "");
    strcpy(to, "");
    for (double k = 1; k < 4; k++) {
        double at = angle + 0.9 + 1.12 * k, size = uniform(seed, 0.2, 0.5);
        if (kind == 1 || (kind == 2 && k == 2))
            length += snprintf(to + length, ROOM - (size_t)length, ",{\"x\":%.17g,\"y\":%.17g,\"r\":%.17g,\"%s}",
                               5 + (r + size) * cos(at), 5 + (r + size) * sin(at), size,
                               kind == 1 ? "fixed\":true" : "m\":2");
    }
    double x = 5 - r * cos(angle), y = 5 - r * sin(angle), dx = -sin(angle), dy = cos(angle);
    if (kind == 3)
        snprintf(obstacles, ROOM, "{\"line\":[%.17g,%.17g,%.17g,%.17g]}", x - dx, y - dy, x + 2 * dx, y + 2 * dy);
    if (kind == 4)
        snprintf(obstacles, ROOM, "{\"arc\":[%.17g,%.17g,1,0,360]}", x - cos(angle), y - sin(angle));
}

/** A ball that comes at random, with spin, to hit a fixed one. */
static void test_one_hit_beside_bystanders(void **context)
{
    (void)context;
    uint64_t seed = 51;
    static char beside[ROOM], obstacles[ROOM], text[3 * ROOM];
    static const char *const form =
        "{\"table\":{\"width\":10,\"height\":10},\"restitution\":%.17g,\"mu\":%.17g,\"beta\":%.17g,\"dt\":%g,"
        "\"steps\":%d,\"every\":%d,\"obstacles\":[%s],\"balls\":[{\"x\":%.17g,\"y\":%.17g,\"vx\":%.17g,"
        "\"vy\":%.17g,\"r\":%.17g,\"m\":1.5,\"spin\":[%.17g,%.17g,%.17g]},{\"x\":5,\"y\":5,\"r\":%.17g,"
        "\"fixed\":true}%s]}";
    for (int k = 0; k < 400; k++) {
        double e = uniform(&seed, 0, 1), mu = uniform(&seed, 0, 1), beta = uniform(&seed, -1, 1);
        double r = uniform(&seed, 0.3, 0.6), own = uniform(&seed, 0.1, 0.4), angle = uniform(&seed, 0, 6.28);
        double place = angle + uniform(&seed, -0.3, 0.3), reach = r + own + 0.01; /* of the ball; its way: */
        double vx = -cos(angle) - 0.1 * sin(angle), vy = 0.1 * cos(angle) - sin(angle);
        struct vec3 w = {uniform(&seed, -3, 3), uniform(&seed, -3, 3), uniform(&seed, -3, 3)};
        bystanders(beside, obstacles, r, angle, &seed);
        struct left left[3];
        for (int kind = 0; kind < 3; kind++) { /* alone; beside bystanders; the same in steps */
            const bool steps = kind == 2, alone = kind == 0;
            snprintf(text, sizeof text, form, e, mu, beta, steps ? 1e-6 : 0.02, steps ? 20000 : 1, steps ? 20000 : 1,
                     alone ? "" : obstacles, 5 + reach * cos(place), 5 + reach * sin(place), vx, vy, own, w.x, w.y, w.z,
                     r, alone ? "" : beside);
            left[kind] = run(text, steps ? &integrator_impulse : &integrator_event, impact_laws[k % 6].name);
            double tolerance = steps ? 1e-5 : 0;
            assert_near(left[kind].v.x, left[0].v.x, tolerance);
            assert_near(left[kind].v.y, left[0].v.y, tolerance);
            assert_near(left[kind].wz, left[0].wz, 10 * tolerance);
        }
        assert_true(left[1].simultaneous == 0);
        assert_true(fabs(left[0].v.x - vx) + fabs(left[0].v.y - vy) > 0.01);
    }
}

/** A ball that leaves one beside it and hits a wall: two touch at that instant, and the hit is that of the wall alone,
 * with what its nose, above the centre, pushes down. */
static void test_nose_beside_a_ball(void **context)
{
    (void)context;
    uint64_t seed = 52;
    static char text[ROOM];
    for (int k = 0; k < 60; k++) {
        const double nose = uniform(&seed, 0.55, 0.6), mu = uniform(&seed, 0.05, 0.4), e = uniform(&seed, 0.5, 0.9);
        const double vx = uniform(&seed, -3, -2), beta = uniform(&seed, -1, 0);
        const struct vec3 w = {uniform(&seed, -3, 3), uniform(&seed, -3, 3), uniform(&seed, -3, 3)};
        struct left left[2];
        for (int beside = 0; beside < 2; beside++) {
            snprintf(text, sizeof text,
                     "{\"table\":{\"width\":10,\"height\":10,\"nose\":%.17g},\"restitution\":%.17g,\"mu\":%.17g,"
                     "\"beta\":%.17g,\"dt\":0.02,\"steps\":1,\"balls\":[{\"x\":5,\"y\":0.5,\"vx\":%.17g,\"vy\":-1,"
                     "\"r\":0.5,\"m\":1.5,\"spin\":[%.17g,%.17g,%.17g]}%s]}",
                     nose, e, mu, beta, vx, w.x, w.y, w.z, beside ? ",{\"x\":6,\"y\":0.5,\"r\":0.5,\"m\":1}" : "");
            left[beside] = run(text, &integrator_event, impact_laws[k % 4].name);
        }
        assert_near(left[1].v.x, left[0].v.x, 1e-11);
        assert_near(left[1].v.y, left[0].v.y, 1e-11);
        assert_near(left[1].wz, left[0].wz, 1e-10);
    }
}

/** Two lines that meet count as one wall (contact_cluster), which gives back what one line does. */
static void test_joint_of_lines(void **context)
{
    (void)context;
    static const char *const text =
        "{\"table\":{\"width\":10,\"height\":10},\"mu\":10,\"beta\":1,\"dt\":3,\"steps\":1,\"obstacles\":"
        "[{\"line\":[5,5,5,9]},{\"line\":[5,5,5,1]}],\"balls\":[{\"x\":2,\"y\":5,\"vx\":1,\"spin\":[0,0,2],\"r\":0.5,"
        "\"m\":1}]}";
    for (const struct impact_law *law = impact_laws; law->name; law++) {
        struct left left = run(text, &integrator_event, law->name);
        assert_near(left.v.x, -1, 1e-15);
        assert_near(left.v.y, -4. / 7, 1e-15); /* 2 g/K, g = 1, K = 7/2 */
        assert_near(left.lost, 0, 1e-15);
    }
}

/** Two balls on an elastic, perfectly rough floor of touching grains. */
static void test_floor_of_grains(void **context)
{
    (void)context;
    static char text[ROOM];
    int length =
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":10,\"height\":6},\"mu\":100,\"beta\":1,\"dt\":1,\"steps\":20,\"balls\":["
                 "{\"x\":3.1,\"y\":3,\"vx\":0.4,\"vy\":-1,\"r\":0.3,\"m\":1,\"spin\":[0,0,2]},"
                 "{\"x\":6.7,\"y\":4,\"vx\":-0.7,\"vy\":-0.6,\"r\":0.4,\"m\":2}");
    for (int k = 0; k < 20; k++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           ",{\"x\":%g,\"y\":0.25,\"r\":0.25,\"fixed\":true}", 0.25 + 0.5 * k);
    snprintf(text + length, sizeof text - (size_t)length, "]}");
    for (const struct impact_law *law = impact_laws; law->name; law++)
        assert_near(run(text, &integrator_event, law->name).lost, 0, 1e-12);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_hit_beside_bystanders),
        cmocka_unit_test(test_nose_beside_a_ball),
        cmocka_unit_test(test_joint_of_lines),
        cmocka_unit_test(test_floor_of_grains),
    };
    return RUN_TESTS(tests);
}
