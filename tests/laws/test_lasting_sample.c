/*
 * Contacts that last, with everything that a contact can have: balls that lie in a bowl, between a line and a fixed
 * ball, on the outer sides of two arcs, in a trough one on two, as a tower on floors that rise, sink and run sideways,
 * and under a wall with a mass, and heavy balls and walls on a ball that lies on a wall of the table; for all six laws,
 * restitutions from 0 to 1, as a table by speed and by material, with friction and without. An alarm ends the program.
 *
 * Promise: bodies at rest stay at rest, under the forces of statics, whatever the law, the restitution and the surface.
 * Measured: all of that: places to 1e-5 r, forces to 1e-3 (elastic ones 1e-3 r and 1e-2); a belt that a ball comes to
 * roll on, its speed to 1e-3.
 */
#include "base/min_max.h"
#include "lib/testing.h"
#include "lib/whole_run.h"

#include <unistd.h>

enum { SECONDS_AT_MOST = 300, OBSTACLES = 3, ROOM = 1500 };

#define G 9.81
#define R 0.1
#define M 2.0

static const char *const laws[] = {"pairwise", "newton", "lcp", "gr", "hooke", "hertz"};
enum { LAWS = sizeof laws / sizeof *laws };

/* Restitutions, as members of a scene: of two materials that the balls of a scene have in turn. */
static const char *const restitutions[] = {
    "\"restitution\":0.5",
    "\"restitution\":[[0,0.9],[0.01,0.5],[1,0.2]]",
    "\"materials\":{\"a\":{\"a\":{\"e\":0.3},\"b\":{\"e\":0.8},\"wall\":{\"e\":0.6}},\"b\":{\"b\":{\"e\":0.1},\"wall\":"
    "{\"e\":0.95}}},\"restitution\":0.7",
    "\"restitution\":0.9",
    "\"restitution\":{\"ball\":0.2,\"wall\":0.9}",
    "\"restitution\":0.1",
    "\"restitution\":0",
    "\"restitution\":1",
};
enum {
    RESTITUTIONS = sizeof restitutions / sizeof *restitutions,
    WITH_MATERIALS = 2,
    ZERO = RESTITUTIONS - 2,
    ELASTIC = RESTITUTIONS - 1
};

/** What is laid down, and the forces of statics where nothing rubs. */
struct still {
    const char *what, *table, *obstacles, *fixed; /* one fixed ball more, or "" */
    int balls;
    double x[3], y[3], vy;            /* as it is laid down; of the floor */
    double obstacle[OBSTACLES], ball; /* normal forces: on obstacles, and on the fixed ball */
    double swings;                    /* radii that all may move together, where nothing but friction holds them */
};

#define LARGE "\"width\":10,\"height\":10"

static const struct still stills[] = {
    {"two balls in a bowl",
     LARGE,
     "{\"arc\":[5,5,1.1,180,360]}",
     "",
     2,
     {4.9, 5.1},
     {5 - 0.99498743710662, 5 - 0.99498743710662},
     0,
     {2 * M * G / 0.99498743710662},
     0,
     1e-3},
    {"a slope and a fixed ball",
     LARGE,
     "{\"line\":[3,6.154700538379252,8,3.267949192431123]}",
     ",{\"x\":5.25,\"y\":5.08660254037844386,\"r\":0.1,\"fixed\":true}",
     1,
     {5.05},
     {5.08660254037844386},
     0,
     {M * G / 0.86602540378443865},
     M *G * 0.57735026918962576},
    {"the outer sides of two arcs",
     LARGE,
     "{\"arc\":[4.91,5,0.05,0,180]},{\"arc\":[5.09,5,0.05,0,180]}",
     "",
     1,
     {5},
     {5.12},
     0,
     {M * G / 1.6, M *G / 1.6},
     0},
    {"one ball on two in a trough",
     LARGE,
     "{\"line\":[4,1,6,1]},{\"line\":[4.75,0.5,4.75,2]},{\"line\":[5.25,0.5,5.25,2]}",
     "",
     3,
     {4.85, 5.15, 5},
     {1.1, 1.1, 1.1 + 0.13228756555322953},
     0,
     {3 * M * G, M *G * 0.75 / 1.3228756555322953, M *G * 0.75 / 1.3228756555322953},
     0},
    {"a tower on a line that rises",
     LARGE,
     "{\"line\":[4,1,6,1],\"motion\":[[0,0,0.3]]}",
     "",
     3,
     {5, 5, 5},
     {1.1, 1.3, 1.5},
     0.3,
     {3 * M * G},
     0},
    {"a tower on a line that sinks",
     LARGE,
     "{\"line\":[4,1,6,1],\"motion\":[[0,0,-0.3]]}",
     "",
     3,
     {5, 5, 5},
     {1.1, 1.3, 1.5},
     -0.3,
     {3 * M * G},
     0},
    {"a tower on a wall that rises",
     LARGE ",\"motion\":{\"bottom\":[[0,0,0.3]]}",
     "",
     "",
     3,
     {5, 5, 5},
     {0.1, 0.3, 0.5},
     0.3,
     {0},
     0},
    {"a tower on a wall that sinks",
     LARGE ",\"motion\":{\"bottom\":[[0,0,-0.3]]}",
     "",
     "",
     3,
     {5, 5, 5},
     {0.1, 0.3, 0.5},
     -0.3,
     {0},
     0},
};
enum { STILLS = sizeof stills / sizeof *stills };

/** The scene of one. */
static void write_still(char text[ROOM], const struct still *still, int law, int e, double mu)
{
    static const char *const materials[] = {",\"material\":\"a\"", ",\"material\":\"b\""};
    int used = snprintf(text, ROOM,
                        "{\"table\":{%s},\"gravity\":[0,-9.81],\"impact\":\"%s\",%s,\"mu\":%g,\"dt\":1,\"steps\":1,"
                        "\"obstacles\":[%s],\"balls\":[",
                        still->table, laws[law], restitutions[e], mu, still->obstacles);
    for (int i = 0; i < still->balls; i++)
        used +=
            snprintf(text + used, ROOM - (size_t)used, "%s{\"x\":%.17g,\"y\":%.17g,\"r\":0.1,\"m\":2,\"vy\":%g%s}",
                     i ? "," : "", still->x[i], still->y[i], still->vy, e == WITH_MATERIALS ? materials[i % 2] : "");
    snprintf(text + used, ROOM - (size_t)used, "%s]}", still->fixed);
}

/** Runs one, and compares. Elastic ones go on with what the first bounces gave them. */
static void check_still(const struct still *still, int law, int e, double mu)
{
    char text[ROOM];
    const double from = 0.5, time = 1 - from, most = double_max(still->swings, e == ELASTIC ? 1e-3 : 1e-5);
    const double part = e == ELASTIC ? 1e-2 : 1e-3;
    write_still(text, still, law, e, mu);
    struct whole_run *done = whole_run_completed(text, from);
    const struct world *world = done->loaded->world;
    for (int i = 0; i < still->balls; i++)
        assert_true(hypot(world->x[i] - still->x[i], world->y[i] - still->y[i] - still->vy) < most * R);
    for (int k = 0; k < OBSTACLES && mu == 0; k++)
        if (still->obstacle[k] > 0)
            assert_near(done->impulses.obstacle[k], still->obstacle[k] * time, part * still->obstacle[k] * time);
    if (mu == 0)
        assert_near(done->impulses.ball[still->balls], still->ball * time, part * still->ball * time);
    whole_run_close(done);
}

static void test_stills(void **context)
{
    (void)context;
    for (int k = 0; k < STILLS; k++)
        for (int e = 0; e < runs(2, RESTITUTIONS); e++)
            for (int rubs = 0; rubs < 2; rubs++)
                for (int law = 0; law < runs(1, e == ZERO ? LAWS - 2 : LAWS); law++) /* springs take no 0 */
                    check_still(&stills[k], runs(k + e + rubs, law) % LAWS, e, rubs ? 0.3 : 0);
}

/** A disc on a line that runs along itself slips with mu g until it rolls, at q/(1 + q) of the speed of the line. */
static void test_belt(void **context)
{
    (void)context;
    const double mu = 0.3, q = 0.5, v = q / (1 + q), slips = v / (mu * G);
    for (int e = 0; e < runs(2, RESTITUTIONS); e++) {
        if (e == WITH_MATERIALS)
            continue;
        char text[ROOM];
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":20,\"height\":4},\"gravity\":[0,-9.81],%s,\"mu\":%g,\"dt\":1,\"steps\":1,"
                 "\"obstacles\":[{\"line\":[1,1,19,1],\"motion\":[[0,1,0]]}],\"balls\":[{\"x\":9,\"y\":1.1,\"r\":0.1,"
                 "\"m\":2,\"inertia\":%g}]}",
                 restitutions[e], mu, q);
        struct whole_run *done = whole_run_completed(text, 0);
        assert_near(done->loaded->world->vx[0], v, 1e-3 * v);
        assert_near(done->loaded->world->x[0], 9 + v * (1 - slips / 2), 1e-3 * v);
        assert_near(done->impulses.obstacle[0], M * G, 1e-3 * M * G);
        whole_run_close(done);
    }
}

/** A wall with a mass lies on a tower of two: a line below carries the weight of all. */
static void test_lid_with_a_mass(void **context)
{
    (void)context;
    for (int e = 0; e < runs(2, RESTITUTIONS); e++) {
        if (e == WITH_MATERIALS)
            continue;
        char text[ROOM];
        snprintf(text, sizeof text,
                 "{\"table\":{\"width\":4,\"height\":1.4,\"piston\":{\"top\":{\"m\":3,\"force\":-20}}},\"gravity\":[0,"
                 "-9.81],%s,\"dt\":1,\"steps\":1,\"obstacles\":[{\"line\":[1,1,3,1]}],\"balls\":[{\"x\":2,\"y\":1.1,"
                 "\"r\":0.1,\"m\":2},{\"x\":2,\"y\":1.3,\"r\":0.1,\"m\":2}]}",
                 restitutions[e]);
        struct whole_run *done = whole_run_completed(text, 0.5);
        const double lid = 3 * G + 20;
        assert_near(done->impulses.walls, lid * 0.5, 1e-3 * lid * 0.5);
        assert_near(done->impulses.obstacle[0], (lid + 4 * G) * 0.5, 1e-3 * (lid + 4 * G) * 0.5);
        assert_near(done->loaded->world->y[1], 1.3, 1e-5 * R);
        whole_run_close(done);
    }
}

/** What lies on a ball of weight 1 that lies on the bottom wall, or on a line just below it. */
static struct whole_run *laid_on_a_ball(double m, const char *restitution, bool is_piston, bool on_line)
{
    char text[ROOM];
    const double floor = on_line ? 0.5 : 0;
    int used = snprintf(text, sizeof text,
                        "{\"gravity\":[0,-%g],%s,\"dt\":1,\"steps\":1,\"obstacles\":[%s],\"table\":{\"width\":4,"
                        "\"height\":%g",
                        G, restitution, on_line ? "{\"line\":[1,0.5,3,0.5]}" : "", is_piston ? floor + 2 * R : 4);
    if (is_piston)
        used += snprintf(text + used, sizeof text - (size_t)used, ",\"piston\":{\"top\":{\"m\":%g}}", m);
    used += snprintf(text + used, sizeof text - (size_t)used, "},\"balls\":[{\"x\":2,\"y\":%g,\"r\":%g,\"m\":%g}",
                     floor + R, R, M);
    if (!is_piston)
        used += snprintf(text + used, sizeof text - (size_t)used, ",{\"x\":2,\"y\":%.17g,\"r\":%g,\"m\":%g}",
                         floor + 3 * R, R, m);
    snprintf(text + used, sizeof text - (size_t)used, "]}");
    return whole_run_completed(text, 0.5);
}

/** A ball or a wall that is up to a hundred times as heavy lies on a ball that lies on a wall of the table, in no more
 *  hits than over a line, but for the last bounces of the lower ball by itself. While that lies, the log has no hits of
 *  its own weight. */
static void test_heavy_on_a_lying_ball(void **context)
{
    (void)context;
    static const double masses[] = {1, 20, 200};
    for (int k = 0; k < runs(4, 3 * 2 * RESTITUTIONS); k++) {
        const int e = k / 6;
        const bool is_piston = k / 3 % 2;
        if (e == WITH_MATERIALS || e == ELASTIC)
            continue;
        const double impulse = masses[k % 3] * G * 0.5, own = M * G * 0.5;
        struct whole_run *done = laid_on_a_ball(masses[k % 3], restitutions[e], is_piston, true);
        const double hits = (double)(done->counters.surface + done->counters.ball);
        whole_run_close(done);
        done = laid_on_a_ball(masses[k % 3], restitutions[e], is_piston, false);
        const double carried = done->impulses.walls - (is_piston ? impulse : 0);
        if (!is_piston)
            assert_near(fabs(done->impulses.upwards), impulse, 1e-3 * impulse);
        assert_near(carried, impulse + own / 2, own / 2 + 1e-3 * (impulse + own));
        assert_near(done->loaded->world->y[0], R, 1e-4 * R);
        assert_true((double)(done->counters.surface + done->counters.ball) < 2.5 * hits + 1000);
        whole_run_close(done);
    }
}

TEST_GROUP()
{
    alarm(SECONDS_AT_MOST);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stills),
        cmocka_unit_test(test_belt),
        cmocka_unit_test(test_lid_with_a_mass),
        cmocka_unit_test(test_heavy_on_a_lying_ball),
    };
    return RUN_TESTS(tests);
}
