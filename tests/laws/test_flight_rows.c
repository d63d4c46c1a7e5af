/*
 * Balls that roll on cloth or fall, in `event`: every column of the collision log against trajectories computed with 40
 * digits (laws/flight_rows.h): times and the other columns, each to a tolerance that is 1e-14 where errors do not
 * grow from hit to hit. What was found stands beside it.
 *
 * Promise: gravity and friction, hit by hit: balls in a box, on fixed discs, in a corner, in a wedge, on pegs,
 * bouncing to rest, shots with cushions, grazes. Measured: 92 rows of the log and 30 single hits computed elsewhere
 * with 40 digits: times to 1e-14, after ten hits on pegs 1.4e-13, grazes and gaps of 1e-8 to 1e-9; places of rest to
 * 1e-12. Also kept by laws/test_gravity.c, laws/test_friction.c, unit/test_motion_accelerated.c,
 * unit/test_parabola.c.
 */
#include "lib/gas.h"

#include "laws/flight_rows.h"
#include "motion/motion.h"
#include "motion/motion_impact.h"
#include "surfaces/boundary.h"

static double error_of(double found, double wanted)
{
    return fabs(found - wanted) / fmax(1, fabs(wanted));
}

/** The largest error of a row's numbers but its time; 1: it is another row. */
static double row_error(const struct contact_event *found, const struct row *wanted)
{
    if (found->kind != wanted->kind || found->a != wanted->a || found->b != wanted->b)
        return 1;
    double place = fmax(error_of(found->at.x, wanted->x), error_of(found->at.y, wanted->y));
    return fmax(place, fmax(error_of(found->u, wanted->u), error_of(found->j, wanted->j)));
}

/** Runs a scene for `end`, and compares its first n rows. */
static void assert_rows(struct sim *sim, double end, const struct row *wanted, size_t n, double times, double tolerance)
{
    struct sim_rows rows = {.count = 0};
    sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
    sim->scene.dt = end;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    assert_true(rows.count >= n);
    for (size_t i = 0; i < n; i++) {
        double late = fabs(rows.row[i].t - wanted[i].t) / wanted[i].t, error = row_error(&rows.row[i], &wanted[i]);
        if (!(late <= times && error <= tolerance))
            fail_msg("row %zu: %s %u %lld at t = %.17g, errors %.2g and %.2g", i, contact_kind_name(rows.row[i].kind),
                     rows.row[i].a, (long long)rows.row[i].b, rows.row[i].t, late, error);
    }
}

#define ASSERT_ROWS(sim, end, wanted, times, tolerance) \
    assert_rows(sim, end, wanted, sizeof(wanted) / sizeof *(wanted), times, tolerance)

/* ---- friction ---- */

/** A shot with cushions: three balls on a pool table. */
static struct sim *cushion_shot(double vx, double vy)
{
    struct sim *sim = sim_open(3, 2.54, 1.27);
    sim->scene.friction = mem_array(3, sizeof(double));
    assert_non_null(sim->scene.friction);
    for (int i = 0; i < 3; i++) {
        sim->scene.r[i] = 0.028575;
        sim->scene.m[i] = 0.17;
        sim->scene.friction[i] = 0.0981;
    }
    sim->scene.pair.restitution = restitution_of(0.95);
    sim->scene.table.walls.restitution = restitution_of(0.75);
    sim_ball(sim, 0, 0.6, 0.5, vx, vy);
    sim_ball(sim, 1, 1.7, 0.635, 0, 0);
    sim_ball(sim, 2, 1.9, 0.4, 0, 0);
    return sim;
}

/** At the end: the time of the last ball's rest, and where all rest. */
static void assert_rest(struct sim *sim, double t, const double places[3][2], double tolerance)
{
    assert_true(error_of(sim_counters(sim).rest, t) < tolerance && sim_kinetic(sim) == 0);
    for (int i = 0; i < 3; i++)
        assert_true(error_of(sim->world->x[i], places[i][0]) < tolerance &&
                    error_of(sim->world->y[i], places[i][1]) < tolerance);
    sim_close(sim);
}

static void test_cushion_shots(void **context)
{
    (void)context;
    static const double slow[3][2] = {
        {1.66920601392915081, 0.354209503625317252}, {1.77500631823772483, 0.237397339486503072}, {1.9, 0.4}};
    static const double fast[3][2] = {{1.80596972968032368, 0.28760546410697523},
                                      {2.390089353802029, 0.729856369743322788},
                                      {1.95392242406783828, 1.15039595897643268}};
    struct sim *sim = cushion_shot(2, 0.23);
    ASSERT_ROWS(sim, 20, slow_shot, 1e-14, 1e-14);
    assert_rest(sim, 10.7173744829461394, slow, 1e-12);
    sim = cushion_shot(3, 0.26);
    ASSERT_ROWS(sim, 20, fast_shot, 1e-14, 4e-14); /* found: 9e-15, 3.1e-14 */
    assert_rest(sim, 11.2701527042697929, fast, 1e-12);
}

struct roll {
    double x, y, vx, vy, c;
};

/** Two rolling balls of radius r: the time of their hit, ball 0's x and the normal speed then (NAN: not known).
 *  Tolerances are relative; 1e-9 and more where the balls graze or nearly stop before the hit, where the speed is as
 *  uncertain as the rounding of the given y. */
static const struct {
    struct roll a, b;
    double r, t, x, u, late, error;
} contacts[] = {
    {{0, 0, 1, 0, 0.0981},
     {1.25715, 0, 0, 0, 0.0981},
     0.028575,
     1.28041573098585366,
     1.2,
     0.874391216790287756,
     1e-14,
     1e-14},
    {{0, 0, 0.49, 0, 0.1}, {1.25715, 0, 0, 0, 0.1}, 0.028575, 4.8, 1.2, 0.01, 1e-13, 1e-12},
    {{0, 0, 1, 0, 0.1},
     {1, -0.6, -0.2, 0.65, 0.1},
     0.05,
     0.835312912753269716,
     0.800425529642652137,
     NAN,
     1e-14,
     1e-14},
    {{0, 0, 1, 0, 0.1}, {1.5, 0.03, -0.2, 0, 0.4}, 0.05, 1.46138896524534903, 1.35460607985830544, NAN, 1e-14, 1e-14},
    {{0, 0, 1, 0, 0.3}, {0.6, 0.02, 0.5, 0, 0.1}, 0.05, 1.39103836986428099, 1.10079020789907956, NAN, 1e-14, 1e-14},
    {{0, 0, 1, 0, 0.1}, {0.9, 0.04, 0.4, 0, 0.1}, 0.05, 1.34724747683480533, 1.25649368864291787, NAN, 1e-14, 1e-14},
    {{0, 0, 1, 0, 0.1}, {1, 0.1 - 1e-6, 0, 0, 0}, 0.05, 1.05522810522541657, NAN, 0.0040002136, 1e-12, 1e-8},
    {{0, 0, 1, 0, 0.1}, {1, 0.1 - 1e-10, 0, 0, 0}, 0.05, 1.05572309000224001, NAN, 4.0000022e-5, 1e-11, 1e-7},
    {{0, 0, 1, 0, 0.1}, {1, 0.1 - 1e-15, 0, 0, 0}, 0.05, 1.05572807418945293, NAN, 1.2649111e-7, 1e-9, 0.02},
    /* directions of 90.001 and 90.00001 degrees, from pooltool's tests */
    {{0.05715, -1, -8.7266462595526226e-6, 0.4999999999238435, 0.0981},
     {0, 0, 0, 0, 0.0981},
     0.028575,
     2.7263567621743541,
     NAN,
     0.0057466983,
     1e-12,
     1e-8},
    {{0.05715, -1, -8.7266462599716034e-8, 0.4999999999999924, 0.0981},
     {0, 0, 0, 0, 0.0981},
     0.028575,
     2.7318247234750467,
     NAN,
     0.00057338745,
     1e-10,
     1e-7},
};

static struct particle rolling_ball(struct roll roll, uint32_t id, double r)
{
    return (struct particle){.x = roll.x, .y = roll.y, .vx = roll.vx, .vy = roll.vy, .r = r, .m = 1, .id = id};
}

static void test_contacts(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof contacts / sizeof *contacts; i++) {
        const double friction[2] = {contacts[i].a.c, contacts[i].b.c};
        const struct motion motion = {.law = MOTION_FRICTION, .friction = friction};
        const struct particle a = rolling_ball(contacts[i].a, 0, contacts[i].r);
        const struct particle b = rolling_ball(contacts[i].b, 1, contacts[i].r);
        double t = motion_impact(&motion, body_of(&a), body_of(&b)), reach = 2 * contacts[i].r;
        struct vec2 x = motion_position(&motion, body_of(&a), t),
                    d = vec2_sub(motion_position(&motion, body_of(&b), t), x);
        struct vec2 v = vec2_sub(motion_velocity(&motion, body_of(&b), t), motion_velocity(&motion, body_of(&a), t));
        double speed = -vec2_dot(d, v) / reach;
        if (!(fabs(t / contacts[i].t - 1) <= contacts[i].late && !(fabs(x.x - contacts[i].x) > contacts[i].error) &&
              !(fabs(speed / contacts[i].u - 1) > contacts[i].error)))
            fail_msg("contact %zu: t = %.17g, x = %.17g, u = %.17g", i, t, x.x, speed);
    }
    const double friction[2] = {0.0981, 0.0981};
    const struct motion motion = {.law = MOTION_FRICTION, .friction = friction};
    const struct particle a = {
        .x = 0.05715, .y = -1, .vx = 8.7266462595526226e-6, .vy = 0.4999999999238435, .r = 0.028575};
    const struct particle b = {.r = 0.028575, .id = 1};
    assert_true(motion_impact(&motion, body_of(&a), body_of(&b)) == HUGE_VAL); /* 89.999 degrees */
}

/** pooltool's case 3: two balls that all but touch balls at rest. Its balls slide; rolling, at the same deceleration,
 *  they hit within 1e-10 time units of that. The smaller gap is 2.5e-8: the last bit of the diameter is 1e-9 of it. */
static void test_small_gaps(void **context)
{
    (void)context;
    static const double balls[4][4] = {
        {0.7338723077836539, 2.337104276155786, 0.004266234158644658, 0.0024668954019251513},
        {0.76247953412377, 2.386579036735501, 0, 0},
        {0.8197647279375793, 2.3866795762231177, 2.2967720189361422, 3.9750317411433227},
        {0.791096424532247, 2.4361353562471786, 0, 0}};
    struct sim_rows rows = {.count = 0};
    struct sim *sim = sim_open(4, 0.9906, 2.54);
    sim->scene.friction = mem_array(4, sizeof(double));
    assert_non_null(sim->scene.friction);
    for (size_t i = 0; i < 4; i++) {
        sim->scene.r[i] = 0.028575;
        sim->scene.friction[i] = 0.2 * 9.8;
        sim_ball(sim, i, balls[i][0], balls[i][1], balls[i][2], balls[i][3]);
    }
    sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
    sim->scene.dt = 6.3e-6;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    assert_true(rows.count == 2 && rows.row[0].b == 1 && rows.row[1].a == 2 && rows.row[1].b == 3);
    assert_true(fabs(rows.row[0].t / 5.8104069798985101e-6 - 1) < 1e-9);
    assert_true(fabs(rows.row[1].t / 6.2110551359934002e-6 - 1) < 1e-12);
    assert_true(fabs(rows.row[0].t - 5.8103836797661795e-6) < 1e-10 &&
                fabs(rows.row[1].t - 6.2110551360017457e-6) < 1e-10);
    sim_close(sim);
}

/** pooltool's case 2: a ball rolls over the rim of a pocket; moved by (1, 0). */
static void test_pocket(void **context)
{
    (void)context;
    struct obstacle pocket = {.kind = OBSTACLE_POCKET, .value = {0.93113, 0.9906, 0.0645}};
    static const struct row over_the_rim[] = {
        {0.08933033587481842, CONTACT_POCKET, 0, 0, 0.9902049179657472, 0.9647078377237389, -0.11882994656159639, 0}};
    struct sim *sim = sim_open(1, 2, 2);
    sim->scene.friction = mem_array(1, sizeof(double));
    assert_non_null(sim->scene.friction);
    sim->scene.friction[0] = 0.01 * 9.8;
    sim->scene.r[0] = 0.028575;
    sim->scene.table.obstacles = &pocket;
    sim->scene.table.n_obstacles = 1;
    assert_true(world_add_pockets(sim->world));
    sim_ball(sim, 0, 0.997582963293233, 0.9542639528088347, -0.08511842661894121, 0.12048815265938059);
    ASSERT_ROWS(sim, 1, over_the_rim, 1e-14, 1e-14);
    sim_close(sim);
}

/* ---- without forces ---- */

/** From python-billiards' tests, moved by (100, 100) and 10 time units. */
static void test_uniform_balls(void **context)
{
    (void)context;
    static const double last[2][4] = {{146.2502974238575, 73.5631692036793, -4. / 3, -12},
                                      {155.8748512880713, 95.21841539816034, 8. / 3, -3}};
    struct sim_rows rows = {.count = 0};
    struct sim *sim = sim_open(2, 300, 300);
    sim->scene.m[1] = 2;
    sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
    sim->scene.dt = 4;
    sim_ball(sim, 0, 142, 100, 4, 0);
    sim_ball(sim, 1, 150, 118, 0, -9);
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    assert_true(rows.count == 1 && error_of(rows.row[0].t, 1.7969307669732762) < 1e-14);
    for (int i = 0; i < 2; i++)
        assert_true(error_of(sim->world->x[i], last[i][0]) < 1e-14 && error_of(sim->world->y[i], last[i][1]) < 1e-14 &&
                    error_of(sim->world->vx[i], last[i][2]) < 1e-14 && error_of(sim->world->vy[i], last[i][3]) < 1e-14);
    sim_close(sim);
}

/** A fixed disc, from the same tests: hit at t = 8, and back. */
static void test_disc(void **context)
{
    (void)context;
    static const struct row head_on[] = {{8, CONTACT_BALL, 0, 1, 11, 10, -1, 2}};
    struct sim *sim = sim_open(2, 20, 20);
    sim->scene.m[1] = HUGE_VAL;
    sim_ball(sim, 0, 2, 10, 1, 0);
    sim_ball(sim, 1, 12, 10, 0, 0);
    ASSERT_ROWS(sim, 9, head_on, 0, 0);
    assert_true(sim->world->vx[0] == -1 && sim->world->vy[0] == 0);
    sim_close(sim);
}

/** When a ball of radius r hits the line from (-1, 0) to (1, 0); its normal velocity then. */
static double hit_line(struct particle ball, double *u)
{
    static const struct motion uniform = {MOTION_UNIFORM};
    struct obstacle line = {.kind = OBSTACLE_LINE, .value = {-1, 0, 1, 0}, BOUNCES(1)};
    struct boundary boundary;
    double first = HUGE_VAL;
    assert_true(boundary_open(&boundary, &(const struct table){.obstacles = &line, .n_obstacles = 1}));
    for (uint32_t k = boundary.n - 3; k < boundary.n; k++) { /* its face and its ends */
        uint32_t side;
        double t = boundary_impact(&uniform, &boundary.surfaces[k], body_of(&ball), &side);
        if (t < first) {
            first = t;
            *u = vec2_dot(boundary_normal(&boundary.surfaces[k], side, motion_position(&uniform, body_of(&ball), t)),
                          (struct vec2){ball.vx, ball.vy});
        }
    }
    boundary_close(&boundary);
    return first;
}

/** A segment, from the same tests: at unit speed from distance 1 straight to either end; past the end onto its face;
 *  and passing an end 1e-14 too near, the only ones whose times (40 digits) feel the last bits of the data. Along the
 *  line a ball so near only touches the end, and passes; one 1e-10 too near hits it sqrt(2e-10) before it is there. */
static void test_segment(void **context)
{
    (void)context;
    static const double ends[] = {0, 1. / 6, 0.25, -0.5, GAS_PI / 2 - 1e-6};
    static const double faces[] = {GAS_PI / 2, GAS_PI / 2 + 1e-10, GAS_PI / 2 + 1e-6, GAS_PI * 5 / 6 - 1e-15};
    static const struct {
        double x, y, vx, vy, r, t;
    } grazes[] = {
        {-2.7071067811865475, -0.2928932188134524, 1, 1, 1 + 1e-14, 0.99999989998923173},
        {-0.7071067811865476, 1.7071067811865475, -1, -1, 1 + 1e-14, 0.99999989998923173},
        {-2, 1 - 1e-10, 1, 0, 1, 0.99998585786437666},
        {2.7071067811865475, -0.2928932188134524, -1, 1, 1 + 1e-14, 0.99999989998923173},
        {0.7071067811865475, 1.7071067811865475, 1, -1, 1 + 1e-14, 0.99999989959751805},
        {2, 1 - 1e-10, -1, 0, 1, 0.99998585786437666},
    };
    double u;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (int side = -1; side <= 1; side += 2) {
            double c = side * cos(ends[i]), s = sin(ends[i]);
            struct particle ball = {.x = side + c, .y = s, .vx = -c, .vy = -s, .r = 0.5};
            assert_true(fabs(hit_line(ball, &u) - 0.5) < 1e-15 && fabs(u - 1) < 1e-15);
        }
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) {
        double c = cos(faces[i]), s = sin(faces[i]);
        struct particle ball = {.x = -c - 1, .y = s, .vx = c, .vy = -s, .r = 0.5};
        double t = hit_line(ball, &u);
        assert_true(fabs(t - (s - 0.5) / s) < 1e-15 && fabs(u - s) < 1e-15);
        assert_true(i != 2 || fabs(t - 0.49999999999975) < 1e-15);
    }
    for (size_t i = 0; i < sizeof grazes / sizeof *grazes; i++) {
        struct particle ball = {
            .x = grazes[i].x, .y = grazes[i].y, .vx = grazes[i].vx, .vy = grazes[i].vy, .r = grazes[i].r};
        assert_true(fabs(hit_line(ball, &u) - grazes[i].t) < 1e-9 && u > 0 && u < (i % 3 == 2 ? 3e-5 : 3e-7));
    }
    assert_true(hit_line((struct particle){.x = -2, .y = 1 - 1e-14, .vx = 1, .r = 1}, &u) == HUGE_VAL);
}

/* ---- gravity ---- */

static struct sim *falling_ball(double width, double height, double r, struct vec2 gravity, const double state[4])
{
    struct sim *sim = sim_open(1, width, height);
    sim->scene.r[0] = r;
    sim->scene.gravity = gravity;
    sim_ball(sim, 0, state[0], state[1], state[2], state[3]);
    return sim;
}

static void test_one_parabola(void **context)
{
    (void)context;
    struct sim *sim = falling_ball(4, 3, 0.1, (struct vec2){0, -10}, (const double[]){1, 2, 1.3, 0.4});
    ASSERT_ROWS(sim, 11, one_parabola, 1e-14, 3e-14); /* found: 6e-16, 2.2e-14 */
    sim_close(sim);
}

static void test_two_parabolas(void **context)
{
    (void)context;
    struct sim *sim = sim_open(2, 4, 4);
    sim->scene.r[0] = sim->scene.r[1] = 0.1;
    sim->scene.m[1] = 2;
    sim->scene.pair.restitution = restitution_of(0.9);
    sim->scene.table.walls.restitution = restitution_of(0.8);
    sim->scene.gravity = (struct vec2){0, -9.81};
    sim_ball(sim, 0, 1, 2, 2, 1);
    sim_ball(sim, 1, 2.6, 2.25, -1.5, 0.8);
    ASSERT_ROWS(sim, 4, two_parabolas, 1e-14, 1e-14);
    sim_close(sim);
}

/** A ball of radius r among fixed discs; ball 0 falls. */
static struct sim *among_discs(size_t discs, double r, double disc, const double state[4])
{
    struct sim *sim = sim_open(1 + discs, 4, 4);
    for (size_t i = 1; i <= discs; i++) {
        sim->scene.r[i] = disc;
        sim->scene.m[i] = HUGE_VAL;
    }
    sim->scene.r[0] = r;
    sim->scene.gravity = (struct vec2){0, -9.81};
    sim_ball(sim, 0, state[0], state[1], state[2], state[3]);
    return sim;
}

static void test_fixed_disc(void **context)
{
    (void)context;
    static const double states[3][4] = {{2.2, 2.5, 0, 0}, {0.5, 1.2, 1.9, 2.5}, {1, 2, 0.9, 1}};
    for (int i = 0; i < 3; i++) {
        struct sim *sim = among_discs(1, 0.1, 0.5, states[i]);
        sim_ball(sim, 1, 2, 1, 0, 0);
        if (i == 0)
            ASSERT_ROWS(sim, 1.6, onto_a_disc, 1e-14, 1e-14);
        else if (i == 1)
            ASSERT_ROWS(sim, 1.6, beside_a_disc, 1e-14, 1e-14);
        else
            ASSERT_ROWS(sim, 1.6, at_a_disc, 1e-14, 1e-14);
        sim_close(sim);
    }
}

static void test_tilted_corner(void **context)
{
    (void)context;
    struct sim *sim = falling_ball(2, 1, 0.05, (struct vec2){0.3, -0.5}, (const double[]){0.4, 0.7, -0.2, 0.1});
    sim->scene.table.walls.restitution = restitution_of(0.7);
    ASSERT_ROWS(sim, 9.2, tilted_corner, 1e-14, 1e-14);
    sim_close(sim);
}

/** Wedge billiard (Lehtihet and Miller, Physica D 21, 93, 1986). */
static void test_wedge(void **context)
{
    (void)context;
    struct obstacle lines[2] = {
        {.kind = OBSTACLE_LINE, .value = {3, 0, 6.8567256581192359579, 4.5962666587138682112}, BOUNCES(1)},
        {.kind = OBSTACLE_LINE, .value = {3, 0, -0.85672565811923595794, 4.5962666587138682112}, BOUNCES(1)}};
    struct sim *sim = falling_ball(10, 10, 0.05, (struct vec2){0, -1}, (const double[]){3.1, 2, 0.3, 0.1});
    sim->scene.table.obstacles = lines;
    sim->scene.table.n_obstacles = 2;
    ASSERT_ROWS(sim, 20, wedge, 1e-14, 1e-14);
    sim_close(sim);
}

/** 18 fixed discs in four rows. */
static void test_pegs(void **context)
{
    (void)context;
    struct sim *sim = among_discs(18, 0.12, 0.1, (const double[]){1.63, 3.8, 0, 0});
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0.6);
    for (int row = 0, i = 1; row < 4; row++)
        for (int k = 0; k < 5 - row % 2; k++, i++)
            sim_ball(sim, (size_t)i, 0.4 + 0.4 * (row % 2) + 0.8 * k, 3.2 - 0.7 * row, 0, 0);
    ASSERT_ROWS(sim, 3.1, pegs, 2e-13,
                2e-12); /* found: 1e-15 and 8e-15, growing to 1.4e-13 and 9e-13 from peg to peg */
    sim_close(sim);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contacts),      cmocka_unit_test(test_uniform_balls),
        cmocka_unit_test(test_cushion_shots), cmocka_unit_test(test_one_parabola),
        cmocka_unit_test(test_two_parabolas), cmocka_unit_test(test_fixed_disc),
        cmocka_unit_test(test_tilted_corner), cmocka_unit_test(test_wedge),
        cmocka_unit_test(test_pegs),          cmocka_unit_test(test_small_gaps),
        cmocka_unit_test(test_pocket),        cmocka_unit_test(test_disc),
        cmocka_unit_test(test_segment),
    };
    return RUN_TESTS(tests);
}
