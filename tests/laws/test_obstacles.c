/*
 * Lines and arcs: the first hits of single balls against reference orbits computed with 40 digits, in `event`; and what
 * every surface must do in all integrators.
 */
#include "lib/sim.h"

#include "surfaces/boundary.h"

struct hit {
    double t;
    enum contact_kind kind;
    double x, y, u;
};

/** One ball of radius 0.1 on a table with obstacles. */
static struct sim *one_ball(double width, double height, struct obstacle *obstacles, uint32_t n)
{
    struct sim *sim = sim_open(1, width, height);
    sim->scene.r[0] = 0.1;
    sim->scene.table.obstacles = obstacles;
    sim->scene.table.n_obstacles = n;
    sim->scene.dt = 100;
    return sim;
}

static void assert_orbit(struct sim *sim, const struct hit *hits, size_t n, double tolerance)
{
    struct sim_rows rows = {.count = 0};
    sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    assert_true(rows.count >= n);
    for (size_t i = 0; i < n; i++) {
        const struct contact_event *row = &rows.row[i];
        if (!(row->kind == hits[i].kind && fabs(row->t - hits[i].t) < tolerance &&
              fabs(row->at.x - hits[i].x) < tolerance && fabs(row->at.y - hits[i].y) < tolerance &&
              fabs(row->u - hits[i].u) < tolerance))
            fail_msg("hit %zu: %s at t = %.17g (%.17g, %.17g), u = %.17g", i, contact_kind_name(row->kind), row->t,
                     row->at.x, row->at.y, row->u);
    }
    sim_close(sim);
}

/** Inside a circle chord and impact parameter are constant. */
static void test_circle(void **context)
{
    (void)context;
    struct obstacle circle = {.kind = OBSTACLE_ARC, .value = {2, 2, 1.5, 0, 360}, BOUNCES(1)};
    static const struct hit hits[] = {
        {1.221777706643902, CONTACT_ARC, 2.9284285485641114, 3.1781427885494769, -0.89257138284250843},
        {3.9986664532650393, CONTACT_ARC, 0.53360496863369488, 1.6842697163967115, -0.89257138284250843},
        {6.7755551998861767, CONTACT_ARC, 3.3310168569084608, 1.3083395872066105, -0.89257138284250843},
        {9.552443946507314, CONTACT_ARC, 1.415542527354289, 3.3814519400502458, -0.89257138284250843},
        {12.329332693128451, CONTACT_ARC, 1.5695247591068695, 0.56309670924658217, -0.89257138284250843},
        {15.106221439749589, CONTACT_ARC, 3.2477407519810448, 2.8325521099881837, -0.89257138284250843}};
    struct sim *sim = one_ball(4, 4, &circle, 1);
    sim_ball(sim, 0, 2.5, 2, 0.3, 0.9);
    assert_orbit(sim, hits, 6, 1e-12);
}

/* Two half circles within a table of 4 x 2. */
static struct obstacle stadium[] = {{.kind = OBSTACLE_ARC, .value = {1, 1, 1, 90, 270}, BOUNCES(1)},
                                    {.kind = OBSTACLE_ARC, .value = {3, 1, 1, -90, 90}, BOUNCES(1)}};

/** A stadium of two half circles within the table. */
static void test_stadium(void **context)
{
    (void)context;
    static const struct hit hits[] = {
        {1.8123802572120036, CONTACT_ARC, 3.1665602286328921, 1.9860312825857802, -0.7248669524577818},
        {3.1171407716360109, CONTACT_ARC, 3.9762829905596201, 0.78350168050544897, -0.7248669524577818},
        {4.4847258341955723, CONTACT_BOTTOM, 2.7068824236040458, 0, -0.51561802754349193},
        {7.3046502226100301, CONTACT_ARC, 0.21190984636813988, 1.6155598344178339, -0.99264402050140207},
        {9.362846852861043, CONTACT_BOTTOM, 1.747443327827588, 0, -0.70644555024790006},
        {11.750359810918271, CONTACT_ARC, 3.4858301701990375, 1.8740532281985888, -0.96132576740937554},
        {13.480746192255147, CONTACT_ARC, 3.0507058110130014, 0.0012863670052792424, -0.96132576740937554},
        {15.382021436063407, CONTACT_TOP, 2.4299940669963195, 2.0, -0.94612406886031005},
        {17.284520335777753, CONTACT_BOTTOM, 1.8139566789959667, 0, -0.94612406886031005},
        {19.187019235492099, CONTACT_TOP, 1.197919290995614, 2.0, -0.94612406886031005},
        {20.996569413568472, CONTACT_ARC, 0.56886566871650128, 0.097712247457203719, -0.99327932446212339},
        {23.019506314691799, CONTACT_TOP, 1.6895354874749718, 2.0, -0.84632346977200245},
        {25.146352685246684, CONTACT_BOTTOM, 2.8224412575823031, 0, -0.84632346977200245},
        {26.840283308012361, CONTACT_ARC, 3.8052734431188334, 1.5929036024578861, -0.93073267634806643}};
    struct sim *sim = one_ball(4, 2, stadium, 2);
    sim_ball(sim, 0, 1.7, 0.8, 0.8, 0.6);
    assert_orbit(sim, hits, 14, 1e-9);
}

static struct obstacle baffle = {.kind = OBSTACLE_LINE, .value = {1.5, 0, 1.5, 1.2}, BOUNCES(1)};

static void from(double x, double y, double vx, double vy, const struct hit *hits, size_t n)
{
    struct sim *sim = one_ball(3, 2, &baffle, 1);
    sim_ball(sim, 0, x, y, vx, vy);
    assert_orbit(sim, hits, n, 1e-13);
}

/** A segment: its face, its end, both from either side. */
static void test_segment(void **context)
{
    (void)context;
    static const struct hit face[] = {
        {0.9, CONTACT_LINE, 1.5, 0.5, -1}, {2.2, CONTACT_LEFT, 0, 0.5, -1}, {3.5, CONTACT_LINE, 1.5, 0.5, -1}};
    static const struct hit end[] = {{0.91339745962155614, CONTACT_LINE, 1.5, 1.2, -0.86602540378443865},
                                     {1.6639528095680696, CONTACT_TOP, 1.0381197846482994, 2, -0.86602540378443865},
                                     {3.5401923788646684, CONTACT_LEFT, 0, 0.27512886940357179, -0.5}};
    static const struct hit behind[] = {
        {0.92509814931034238, CONTACT_LINE, 1.5, 1.2, -0.71589105316381766},
        {1.5597152630935153, CONTACT_TOP, 1.6208679903765032, 2, -0.9986259096552067},
        {3.3621920290142813, CONTACT_BOTTOM, 1.7514237176097204, 0, -0.9986259096552067}};
    from(0.5, 0.5, 1, 0, face, 3);
    from(0.5, 1.25, 1, 0, end, 3);
    from(2.5, 1.22, -1, 0.05, behind, 3);
}

/** The upper half of a circle, hit from outside. */
static void test_arc_from_outside(void **context)
{
    (void)context;
    struct obstacle half = {.kind = OBSTACLE_ARC, .value = {1.5, 1, 0.4, 0, 180}, BOUNCES(1)};
    static const struct hit side[] = {
        {0.51350058383141318, CONTACT_ARC, 1.1108004670651305, 1.0923240140119539, -0.9660745312862771},
        {1.5515944592075629, CONTACT_LEFT, 0, 1.6094955481242878, -0.87997878178445991},
        {2.1619499984844743, CONTACT_TOP, 0.63709992390829355, 2, -0.4759593928153303}};
    static const struct hit top[] = {
        {0.40250628144669002, CONTACT_ARC, 1.54, 1.397994974842648, -0.99498743710661995},
        {0.81322697680045535, CONTACT_TOP, 1.6317323864073384, 2, -0.98},
        {1.2752924240436657, CONTACT_ARC, 1.678945799546358, 1.3577406893613231, -0.78744027769942863}};
    struct sim *sim = one_ball(3, 2, &half, 1);
    sim_ball(sim, 0, 0.5, 1.1, 1, 0.03);
    assert_orbit(sim, side, 3, 1e-13);
    sim = one_ball(3, 2, &half, 1);
    sim_ball(sim, 0, 1.55, 1.9, 0, -1);
    assert_orbit(sim, top, 3, 1e-13);
}

/** Hits of the last run: energy kept, and no surface deeper than 1e-10 radii in the ball. */
static void long_run(double width, double height, struct obstacle *obstacles, uint32_t n, struct vec2 start)
{
    struct sim *sim = one_ball(width, height, obstacles, n);
    struct boundary boundary;
    sim->scene.dt = 0.37;
    sim_ball(sim, 0, start.x, start.y, 0.8, 0.6);
    sim_start(sim, &integrator_event);
    assert_true(boundary_open(&boundary, &sim->scene.table));
    for (uint64_t step = 1; step <= 20000; step++) {
        sim_advance(sim, step);
        struct vec2 x = {sim->world->x[0], sim->world->y[0]};
        for (uint32_t s = 0; s < boundary.n; s++)
            for (uint32_t side = 0; side < 2; side++)
                assert_true(boundary_depth(&boundary.surfaces[s], side, x, 0.1) < 1e-11);
    }
    assert_true(sim_counters(sim).surface > 3000 && sim_counters(sim).overlap < 1e-10);
    assert_true(fabs(sim_kinetic(sim) - 0.5) < 1e-12);
    boundary_close(&boundary);
    sim_close(sim);
}

static void test_nothing_leaks(void **context)
{
    (void)context;
    struct obstacle house[] = {{.kind = OBSTACLE_LINE, .value = {0.5, 0.5, 2.5, 0.4}, BOUNCES(1)},
                               {.kind = OBSTACLE_LINE, .value = {2.5, 0.4, 3.5, 1.5}, BOUNCES(1)},
                               {.kind = OBSTACLE_LINE, .value = {3.5, 1.5, 2, 3}, BOUNCES(1)},
                               {.kind = OBSTACLE_LINE, .value = {2, 3, 0.5, 0.5}, BOUNCES(1)}};
    struct obstacle mouth[] = {{.kind = OBSTACLE_ARC, .value = {2, 2, 1.2, 30, 330}, BOUNCES(1)},
                               {.kind = OBSTACLE_LINE, .value = {3.4, 1.1, 3.4, 2.9}, BOUNCES(1)}};
    long_run(4, 2, stadium, 2, (struct vec2){1.7, 0.8});
    long_run(4, 4, house, 4, (struct vec2){1.9, 1.3});
    long_run(4, 4, mouth, 2, (struct vec2){1.9, 1.8});
}

/** Elastic hits keep the energy to the square root of their number in roundings, on lines in any direction and arcs. */
static void test_energy_of_many_hits(void **context)
{
    (void)context;
    struct obstacle tilted[] = {{.kind = OBSTACLE_LINE, .value = {1, 1, 3, 1.2}, BOUNCES(1)},
                                {.kind = OBSTACLE_LINE, .value = {3, 1.2, 2.9, 1.7}, BOUNCES(1)},
                                {.kind = OBSTACLE_LINE, .value = {2.9, 1.7, 1.1, 1.6}, BOUNCES(1)},
                                {.kind = OBSTACLE_LINE, .value = {1.1, 1.6, 1, 1}, BOUNCES(1)}};
    for (int shape = 0; shape < 2; shape++) {
        struct sim *sim = one_ball(4, 2, shape ? tilted : stadium, shape ? 4 : 2);
        sim->scene.dt = shape ? 1e5 : 4e5;
        sim_ball(sim, 0, 1.9, 1.35, 0.8, 0.6);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_true(sim_counters(sim).surface > 190000);
        assert_near(sim_kinetic(sim), 0.5, 2e-13);
        assert_near(sim_counters(sim).lost, 0, 1e-15);
        sim_close(sim);
    }
}

/** A square with a fixed disc, in every integrator the same but for its errors. */
static void test_sinai(void **context)
{
    (void)context;
    static const struct hit hits[] = {
        {0.92333879782889325, CONTACT_BALL, 1.1400029806339418, 1.4897009438755587, -0.92423745651918796},
        {1.887287213703611, CONTACT_LEFT, 0, 1.3005613257078025, -0.98968291558593697},
        {3.1384681218759226, CONTACT_BALL, 1.3984294264776671, 1.2011803425853796, -0.48091323000765858},
        {4.2588031191016202, CONTACT_BOTTOM, 1.7988156694400549, 0, -0.9116008866749446},
        {5.1500644022793292, CONTACT_BALL, 2.150174697613473, 1.0113405236398622, -0.83952957813905312},
        {6.235655360898054, CONTACT_BOTTOM, 2.8851871623449859, 0, -0.74841685954866276},
        {7.7657654990860911, CONTACT_RIGHT, 4.0, 1.2451602243862611, -0.66322862147476506},
        {8.9899233195840531, CONTACT_BALL, 2.9891849965850762, 2.1466732509048013, -0.54628306784667584},
        {10.903340730467739, CONTACT_TOP, 3.8869962272108952, 4.0, -0.9086670864993029},
        {10.934485894639807, CONTACT_RIGHT, 4.0, 3.8716994144132246, -0.41752140773003291},
        {12.865510960537355, CONTACT_BALL, 2.9943233601131603, 2.1064004489336141, -0.51183387498802809},
        {14.208500849655766, CONTACT_RIGHT, 4.0, 1.0429865078734967, -0.6003353490656377},
        {15.387604844623892, CONTACT_BOTTOM, 3.1921421915961227, 0, -0.79974837834298791},
        {16.538861952635229, CONTACT_BALL, 2.4554562307216728, 1.1097418228980953, -0.9854090086982479}};
    static const struct integrator_ops *const stepped[] = {&integrator_impulse, &integrator_spring,
                                                           &integrator_spring_verlet, &integrator_spring_rk4};
    for (int o = -1; o < 4; o++) {
        struct sim *sim = sim_open(3, 4, 4);
        sim->scene.r[0] = 0.1;
        sim->scene.m[1] = sim->scene.m[2] = HUGE_VAL;
        sim->scene.k = 4e7;
        sim_ball(sim, 0, 0.5, 0.7, 0.6, 0.8);
        sim_ball(sim, 1, 2, 2, 0, 0);
        sim_ball(sim, 2, 5, 2, 0, 0); /* touches the table from outside */
        if (o < 0) {
            sim->scene.dt = 100;
            assert_orbit(sim, hits, 14, 1e-9);
            continue;
        }
        sim->scene.dt = 2e-5;
        sim_start(sim, stepped[o]);
        sim_advance(sim, (uint64_t)(6.0 / sim->scene.dt + 0.5));
        assert_int_equal(sim_counters(sim).ball, 3);
        assert_int_equal(sim_counters(sim).surface, 2);
        if (!(fabs(sim->world->x[0] - (2.8851871623449859 - 0.6632286 * 0.235655361)) < 0.02))
            fail_msg("%s: %.17g", stepped[o]->name, sim->world->x[0]);
        assert_true(sim->world->x[1] == 2 && sim->world->vx[1] == 0 && sim->world->x[2] == 5);
        assert_true(sim_counters(sim).overlap < 0.01 && sim_potential(sim) == 0);
        sim_close(sim);
    }
}

/** Momentum and energy of a ball between two fixed ones and a wall at one instant: it comes straight back. */
static void test_fixed_cluster(void **context)
{
    (void)context;
    static const char *const laws[] = {"newton", "lcp", "gr"};
    for (int law = 0; law < 3; law++) {
        struct sim *sim = sim_open(3, 40, 40);
        sim->scene.impact = laws[law];
        sim->scene.m[0] = sim->scene.m[2] = HUGE_VAL;
        sim->scene.dt = 20;
        sim_ball(sim, 1, 10, 20, 1, 0);
        sim_ball(sim, 0, 20, 20 + 1.5, 0, 0);
        sim_ball(sim, 2, 20, 20 - 1.5, 0, 0);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_true(sim->world->vx[1] < -0.999999999999 && fabs(sim->world->vy[1]) < 1e-12);
        assert_true(sim->world->vx[0] == 0 && sim->world->vy[2] == 0 && sim->world->y[2] == 18.5);
        assert_int_equal(sim_counters(sim).simultaneous, 1);
        sim_close(sim);
    }
}

/** A wall of many collinear lines is one wall: nothing bounces off its joints. */
static void test_collinear_joints(void **context)
{
    (void)context;
    struct obstacle one = {.kind = OBSTACLE_LINE, .value = {0, 1, 4, 1}, BOUNCES(1)}, many[40];
    for (int i = 0; i < 40; i++)
        many[i] =
            (struct obstacle){.kind = OBSTACLE_LINE, .value = {0.1 * i, 1, i == 39 ? 4 : 0.1 * (i + 1), 1}, BOUNCES(1)};
    struct sim *whole = one_ball(4, 4, &one, 1), *parts = one_ball(4, 4, many, 40);
    sim_ball(whole, 0, 2, 2, 0.31, -0.77);
    sim_ball(parts, 0, 2, 2, 0.31, -0.77);
    sim_start(whole, &integrator_event);
    sim_start(parts, &integrator_event);
    sim_advance(whole, 5);
    sim_advance(parts, 5);
    assert_int_equal(sim_counters(whole).surface, sim_counters(parts).surface);
    assert_true(fabs(whole->world->x[0] - parts->world->x[0]) < 1e-11);
    assert_true(fabs(whole->world->y[0] - parts->world->y[0]) < 1e-11);
    sim_close(whole);
    sim_close(parts);
}

/** A corner of two lines behaves as the table's own: straight into it the ball comes straight back, in one group. */
static void test_corner(void **context)
{
    (void)context;
    struct obstacle corner[] = {{.kind = OBSTACLE_LINE, .value = {1, 1, 3, 1}, BOUNCES(1)},
                                {.kind = OBSTACLE_LINE, .value = {1, 1, 1, 3}, BOUNCES(1)}};
    struct sim *sim = one_ball(4, 4, corner, 2);
    sim_ball(sim, 0, 2, 2, -1, -1);
    sim->scene.dt = 1.8;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    assert_true(fabs(sim->world->x[0] - 2) < 1e-12 && fabs(sim->world->y[0] - 2) < 1e-12);
    assert_int_equal(sim_counters(sim).simultaneous, 1);
    sim_close(sim);
}

/** A ball that comes from the left at speed 1 and is turned back in steps, with e = 0.6. */
static struct sim *turned_back(const struct integrator_ops *integrator, double height, struct obstacle *obstacles,
                               uint32_t n)
{
    struct sim *sim = one_ball(4, height, obstacles, n);
    sim->scene.k = 1e6;
    sim->scene.dt = 2e-5;
    sim_ball(sim, 0, 2, 2, 1, 0);
    sim_start(sim, integrator);
    sim_advance(sim, 100000);
    if (!(fabs(sim->world->vx[0] + 0.6) < 0.01))
        fail_msg("%s: %.17g", integrator->name, sim->world->vx[0]);
    return sim;
}

/** Springs and impulses turn a ball back at a line and an arc as at a wall, and take the restitution of the obstacle.
 */
static void test_stepped(void **context)
{
    (void)context;
    static const struct integrator_ops *const stepped[] = {&integrator_impulse, &integrator_spring,
                                                           &integrator_spring_verlet, &integrator_spring_rk4};
    struct obstacle wall[] = {{.kind = OBSTACLE_LINE, .value = {3, 0, 3, 4}, BOUNCES(0.6)},
                              {.kind = OBSTACLE_ARC, .value = {2, 2, 1.5, 120, 240}, BOUNCES(0.8)}};
    for (size_t o = 0; o < 4; o++) {
        struct sim *sim = turned_back(stepped[o], 4, wall, 2);
        sim_advance(sim, 250000);
        assert_true(fabs(sim->world->vx[0] - 0.48) < 0.01 && fabs(sim->world->vy[0]) < 1e-9);
        assert_int_equal(sim_counters(sim).surface, 2);
        assert_true(fabs(sim_kinetic(sim) + sim_counters(sim).lost - 0.5) < 1e-3);
        sim_close(sim);
    }
}

/** A ball that meets a line straight above its end is turned back as by the rest of the line. */
static void test_stepped_end(void **context)
{
    (void)context;
    static const struct integrator_ops *const springs[] = {&integrator_spring, &integrator_spring_verlet,
                                                           &integrator_spring_rk4};
    struct obstacle line = {.kind = OBSTACLE_LINE, .value = {3, 2, 3, 4}, BOUNCES(0.6)};
    for (size_t o = 0; o < 3; o++) {
        struct sim *sim = turned_back(springs[o], 6, &line, 1);
        assert_int_equal(sim_counters(sim).surface, 1);
        sim_close(sim);
    }
}

/** A ball that slides along two lines in a row, in any direction, passes their joint and leaves at their end without a
 *  hit: rolling, falling along them, or neither. */
static void test_sliding_along_lines(void **context)
{
    (void)context;
    uint64_t seed = 5;
    for (int k = 0; k < 300; k++) {
        double angle = uniform(&seed, 0, 6.28), x = uniform(&seed, 4, 6), y = uniform(&seed, 4, 6);
        struct vec2 along = {cos(angle), sin(angle)};
        struct vec2 joint = {x + along.x, y + along.y}, end = {x + 2 * along.x, y + 2 * along.y};
        struct obstacle lines[] = {{.kind = OBSTACLE_LINE, .value = {x, y, joint.x, joint.y}, BOUNCES(1)},
                                   {.kind = OBSTACLE_LINE, .value = {end.x, end.y, joint.x, joint.y}, BOUNCES(1)}};
        struct sim *sim = one_ball(12, 12, lines, 2);
        double deceleration = k % 3 == 1 ? 0.1 : 0;
        sim->scene.friction = k % 3 == 1 ? &deceleration : NULL;
        if (k % 3 == 2)
            sim->scene.gravity = vec2_scale(0.25, along);
        sim->scene.dt = 2.5;
        sim_ball(sim, 0, x + 0.5 * along.x - 0.1 * along.y, y + 0.5 * along.y + 0.1 * along.x, along.x, along.y);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_int_equal(sim_counters(sim).surface, 0);
        sim->scene.friction = NULL;
        sim_close(sim);
    }
}

/** A ball comes straight into an arc of its own radius. It touches all of it at one instant, but only the ends turn it
 *  back: from inside nothing comes first. */
static void test_ball_fits_arc(void **context)
{
    (void)context;
    for (int friction = 0; friction < 2; friction++) {
        struct obstacle arc = {.kind = OBSTACLE_ARC, .value = {6, 5, 1, -60, 60}, BOUNCES(0.5)};
        struct sim *sim = one_ball(12, 10, &arc, 1);
        double deceleration = 0.1 * friction;
        sim->scene.r[0] = 1;
        struct sim_rows rows = {.count = 0};
        sim->scene.friction = &deceleration;
        sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
        sim->scene.dt = 5;
        sim_ball(sim, 0, 3, 5, 1, 0);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_true(rows.count == 2 && fabs(rows.row[0].n.x - 0.5) < 1e-12 && fabs(rows.row[1].n.x - 0.5) < 1e-12);
        assert_true(fabs(rows.row[0].n.y + rows.row[1].n.y) < 1e-12 && sim_counters(sim).last_resorts == 0);
        assert_true(sim->world->vx[0] < 0 && fabs(sim->world->vy[0]) < 1e-12);
        sim->scene.friction = NULL;
        sim_close(sim);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circle),        cmocka_unit_test(test_stadium),
        cmocka_unit_test(test_segment),       cmocka_unit_test(test_arc_from_outside),
        cmocka_unit_test(test_nothing_leaks), cmocka_unit_test(test_collinear_joints),
        cmocka_unit_test(test_corner),        cmocka_unit_test(test_sinai),
        cmocka_unit_test(test_fixed_cluster), cmocka_unit_test(test_stepped),
        cmocka_unit_test(test_stepped_end),   cmocka_unit_test(test_energy_of_many_hits),
        cmocka_unit_test(test_ball_fits_arc), cmocka_unit_test(test_sliding_along_lines),
    };
    return RUN_TESTS(tests);
}
