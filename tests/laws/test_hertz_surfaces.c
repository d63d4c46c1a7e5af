/* The law `hertz` in `event`: how stiff a contact is depends on the curvature of what a ball lies against, a wall, a
 * line, a fixed ball, either side of an arc. One ball hits another that lies there; closed forms of Hertz's radius. And
 * forces of the size of rounding, on balls that are hit along a surface, do not keep the impact from its end. */
#include "lib/sim.h"
#include "unit/touching.h"

#define RADIUS 0.5 /* of the balls; the one that lies there is at (20, 20) and its surface at x = 20.5 */

struct surface_case {
    const char *name;
    struct obstacle obstacle;
    double fixed;            /* radius of a fixed ball; neither it nor an obstacle: the table's wall */
    double curvature_radius; /* Hertz's */
};

/** Velocities of both balls by the law alone. */
static void expected_speeds(double curvature_radius, double *speeds)
{
    struct touching *set = touching_open();
    touching_ball(set, 0, 0, RADIUS, 1);
    touching_ball(set, 2 * RADIUS, 0, RADIUS, 1);
    touching_velocity(set, 0, 1, 0);
    touching_pair(set, 0, 1, 1);
    touching_wall(set, 1, 1, 0, 1);
    set->contacts[1].curvature_radius = curvature_radius;
    touching_resolve(set, "hertz");
    speeds[0] = set->bodies[0].v.x;
    speeds[1] = set->bodies[1].v.x;
    touching_close(set);
}

static struct sim *make_scene(struct surface_case *surface)
{
    bool has_obstacle = surface->obstacle.value[2] > 0, has_fixed = surface->fixed > 0;
    struct sim *sim = sim_open(has_fixed ? 3 : 2, has_obstacle || has_fixed ? 40 : 20 + RADIUS, 40);
    sim->scene.table.obstacles = &surface->obstacle;
    sim->scene.table.n_obstacles = has_obstacle;
    for (size_t i = 0; i < sim->scene.n; i++)
        sim->scene.r[i] = RADIUS;
    sim_ball(sim, 0, 17, 20, 1, 0);
    sim_ball(sim, 1, 20, 20, 0, 0);
    if (has_fixed) {
        sim->scene.r[2] = surface->fixed;
        sim->scene.m[2] = HUGE_VAL;
        sim_ball(sim, 2, 20.5 + surface->fixed, 20, 0, 0);
    }
    sim->scene.impact = "hertz";
    sim->scene.dt = 2.5;
    return sim;
}

static void test_surfaces(void **context)
{
    (void)context;
    struct surface_case cases[] = {
        {"wall", {.kind = OBSTACLE_LINE}, 0, RADIUS},
        {"line", {.kind = OBSTACLE_LINE, .value = {20.5, 10, 20.5, 30}, BOUNCES(1)}, 0, RADIUS},
        {"end of a line", {.kind = OBSTACLE_LINE, .value = {20.5, 20, 30, 20}, BOUNCES(1)}, 0, RADIUS},
        {"inside an arc",
         {.kind = OBSTACLE_ARC, .value = {18.5, 20, 2, -90, 90}, BOUNCES(1)},
         0,
         2 * RADIUS / (2 - RADIUS)},
        {"outside an arc",
         {.kind = OBSTACLE_ARC, .value = {22.5, 20, 2, 90, 270}, BOUNCES(1)},
         0,
         2 * RADIUS / (2 + RADIUS)},
        {"small fixed ball", {.kind = OBSTACLE_LINE}, 0.125, 0.1},
        {"large fixed ball", {.kind = OBSTACLE_LINE}, 4.5, 0.45},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double speeds[2];
        struct sim *sim = make_scene(&cases[i]);
        expected_speeds(cases[i].curvature_radius, speeds);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        for (size_t ball = 0; ball < 2; ball++)
            if (!(fabs(sim->world->vx[ball] - speeds[ball]) < 1e-9))
                fail_msg("%s: ball %zu has speed %.12f, expected %.12f", cases[i].name, ball, sim->world->vx[ball],
                         speeds[ball]);
        sim_close(sim);
    }
}

/** One row of equal balls along a rail at any angle, which they touch all the while: they part as without the rail. */
static void test_rails(void **context)
{
    (void)context;
    static const double speeds[] = {-.071085017086, -.030273764097, -.014463629032, .127044986068, .988777424147};
    for (int degrees = 1; degrees < 180; degrees++) {
        double angle = degrees * 0.017453292519943295, ex = cos(angle), ey = sin(angle);
        struct obstacle rail = {
            .kind = OBSTACLE_LINE, .value = {20 - 15 * ex, 20 - 15 * ey, 20 + 15 * ex, 20 + 15 * ey}, BOUNCES(0.1)};
        struct sim *sim = sim_open(5, 40, 40);
        sim->scene.table.obstacles = &rail;
        sim->scene.table.n_obstacles = 1;
        for (size_t i = 0; i < 5; i++)
            sim_ball(sim, i, 20 + ex * (2 * (double)i - 2) - ey, 20 + ey * (2 * (double)i - 2) + ex, i ? 0 : ex,
                     i ? 0 : ey);
        sim->scene.impact = "hertz";
        sim->scene.dt = 1e-9;
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_true(sim_counters(sim).last_resorts == 0);
        for (size_t i = 0; i < 5; i++) {
            assert_true(fabs(sim->world->vx[i] - speeds[i] * ex) < 1e-11);
            assert_true(fabs(sim->world->vy[i] - speeds[i] * ey) < 1e-11);
        }
        sim_close(sim);
    }
}

/** Balls that lie against a line or an arc and lose all their speed against each other; `after` by an integration of
 * the same forces as Taylor series. */
struct lying_case {
    struct obstacle obstacle;
    size_t n;
    double before[8][5]; /* x, y, vx, vy, r; mass r^3 */
    double after[8][2];
};

static const struct lying_case lying_cases[] = {
    {{.kind = OBSTACLE_ARC,
      .value = {100.0, 100.0, 18.81064214212035, 49.84848909471563, 229.84848909471563},
      BOUNCES(0.6896619271786957)},
     6,
     {{82.24227422273734, 101.37191425906093, 0.0, -1.0, 1.0},
      {82.20042045985976, 99.3723522413848, -2.0, 1.0, 1.0},
      {83.89586021566387, 98.31146391812034, 2.0, 2.0, 1.0},
      {85.8052793801382, 98.90654244599557, 0.0, 0.0, 1.0},
      {87.61149040664819, 99.76537987398396, -2.0, 2.0, 1.0},
      {89.52764923701, 100.33838540347426, -1.0, 1.0, 1.0}},
     {{0.05271608780021, 0.5780523615728},
      {0.9390755752769, 0.559499527171},
      {0.6616639572265, 0.1161590270814},
      {0.7368969303997, -0.1252396328617},
      {-0.64766824648, 2.786623432036},
      {-0.1861744153805, 1.243365295527}}},
    {{.kind = OBSTACLE_LINE,
      .value = {113.87990381910795, 85.60040729838818, 86.12009618089203, 114.39959270161182},
      BOUNCES(0.16255403813104002)},
     8,
     {{96.89798013945443, 99.13910994495697, 0.0, 0.0, 2.0},
      {99.34922174102641, 98.64777033661784, 0.07451528386183201, -0.997219871678754, 0.5},
      {94.78073421152992, 102.53282025679665, 0.0, 0.0, 2.0},
      {101.60997799411382, 96.88880932198184, 0.0, 0.0, 1.0},
      {100.00381108996727, 97.75374955335346, 0.0, 0.0, 0.5},
      {100.98851040038329, 98.25401188202295, 0.0, 0.0, 0.5},
      {100.2945152094279, 98.97399151710354, 0.0, 0.0, 0.5},
      {99.0048151045817, 97.70894976335964, 0.0, 0.0, 0.5}},
     {{0, 0},
      {0.1937788501451, -0.5711295283929},
      {0, 0},
      {0.0008315171162192, -0.001826626693383},
      {0, 0},
      {0.0007993403918349, -0.001841273985393},
      {-0.001813589676315, -0.004359901558886},
      {-0.1616815021446, -0.4407287911044}}},
};

static void test_lying(void **context)
{
    (void)context;
    for (size_t number = 0; number < sizeof lying_cases / sizeof *lying_cases; number++) {
        const struct lying_case *lying = &lying_cases[number];
        struct obstacle obstacle = lying->obstacle;
        struct sim *sim = sim_open(lying->n, 200, 200);
        sim->scene.table.obstacles = &obstacle;
        sim->scene.table.n_obstacles = 1;
        sim->scene.pair.restitution = restitution_of(1e-8); /* with 0 the contacts would be rigid */
        for (size_t i = 0; i < lying->n; i++) {
            const double *ball = lying->before[i];
            sim->scene.r[i] = ball[4];
            sim->scene.m[i] = ball[4] * ball[4] * ball[4];
            sim_ball(sim, i, ball[0], ball[1], ball[2], ball[3]);
        }
        sim->scene.impact = "hertz";
        sim->scene.dt = 1e-10;
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_true(sim_counters(sim).last_resorts == 0);
        for (size_t i = 0; i < lying->n; i++) {
            assert_true(fabs(sim->world->vx[i] - lying->after[i][0]) < 1e-11);
            assert_true(fabs(sim->world->vy[i] - lying->after[i][1]) < 1e-11);
        }
        sim_close(sim);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_rails),
        cmocka_unit_test(test_lying),
    };
    return RUN_TESTS(tests);
}
