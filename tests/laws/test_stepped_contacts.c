/*
 * The collision log of the stepped integrators: rows against closed forms, and totals against the balls' momentum.
 */
#include "lib/sim.h"

static const struct integrator_ops *const springs[] = {&integrator_spring, &integrator_spring_verlet,
                                                       &integrator_spring_rk4};
static const struct integrator_ops *const stepped[] = {&integrator_impulse, &integrator_spring,
                                                       &integrator_spring_verlet, &integrator_spring_rk4};
enum { SPRINGS = 3, STEPPED = 4, ROWS = 20000 };

struct log {
    size_t count;
    struct contact_event rows[ROWS];
};

static void note(void *context, const struct contact_event *event)
{
    struct log *log = context;
    assert_true(log->count < ROWS);
    log->rows[log->count++] = *event;
}

static struct log *log_open(struct sim *sim)
{
    struct log *log = mem_array(1, sizeof *log);
    assert_non_null(log);
    sim->observer = (struct observer){note, log, NULL};
    return log;
}

/** Ball 0 (m = 1, r = 1) hits ball 1 (m = 3, r = 2) head-on at an angle: mu = 0.75, k = 48, contact time pi / 8. */
static void one_contact(const struct integrator_ops *ops, double e, double zeta)
{
    struct sim *sim = sim_open(2, 100, 100);
    struct log *log = log_open(sim);
    const double nx = 0.6, ny = 0.8, u = -2, dt = 1e-4, mu = 0.75;
    sim->scene.k = 48;
    sim->scene.dt = dt;
    sim->scene.pair.restitution = restitution_of(e);
    sim->scene.m[1] = 3;
    sim->scene.r[1] = 2;
    sim_ball(sim, 0, 50, 50, 0, 0);
    sim_ball(sim, 1, 50 + 3.5 * nx, 50 + 3.5 * ny, u * nx, u * ny); /* a gap of 0.5: first touch at t = 0.25 */
    sim_start(sim, ops);
    sim_advance(sim, 10000);
    assert_int_equal(log->count, 1);
    const struct contact_event *row = &log->rows[0];
    assert_true(row->kind == CONTACT_BALL && row->a == 0 && row->b == 1 && row->group == 0);
    assert_near(row->u, u, 1e-9);
    assert_near(row->j, (1 + e) * mu * -u, e < 1 ? 1e-3 : 1e-5);
    assert_near(row->n.x, nx, 1e-10);
    assert_near(row->n.y, ny, 1e-10);
    if (e == 1)
        assert_near(row->t, 0.25 + 3.141592653589793 / 8, 3 * dt);
    else
        assert_true(row->t > 0.25 && row->t < 0.7);
    /* the force ends at overlap c e |u| / k; the contact point is in the middle of it, and where the balls flew off */
    double x = sim->world->x[0] + sim->world->vx[0] * (row->t - sim->world->t);
    double y = sim->world->y[0] + sim->world->vy[0] * (row->t - sim->world->t);
    double overlap = 2 * zeta * sqrt(sim->scene.k * mu) * e * -u / sim->scene.k;
    assert_near(row->at.x, x + (1 - 0.5 * overlap) * nx, 4e-4);
    assert_near(row->at.y, y + (1 - 0.5 * overlap) * ny, 4e-4);
    /* the row's impulse is what the balls have got */
    assert_near(row->j * nx, -sim->world->vx[0], 1e-10);
    assert_near(row->j * ny, -sim->world->vy[0], 1e-10);
    free(log);
    sim_close(sim);
}

static void test_one_contact(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++) {
        one_contact(springs[o], 1, 0);
        one_contact(springs[o], 0.75, 0.0971578);
    }
}

/** `impulse`: the row is told at the end of the step in which the balls were found to overlap. */
static void test_impulse_row(void **context)
{
    (void)context;
    struct sim *sim = sim_open(2, 100, 100);
    struct log *log = log_open(sim);
    sim->scene.dt = 0.25;
    sim->scene.pair.restitution = restitution_of(0.5);
    sim->scene.m[1] = 3;
    sim->scene.r[0] = 1.5;
    sim_ball(sim, 0, 50, 50, 2, 1);
    sim_ball(sim, 1, 52.5, 51.75, 0, 1); /* (2, 1.75) apart after one step, (1.5, 1.75) after two */
    sim_start(sim, &integrator_impulse);
    sim_advance(sim, 10);
    double d = sqrt(1.5 * 1.5 + 1.75 * 1.75), nx = 1.5 / d, ny = 1.75 / d;
    assert_int_equal(log->count, 1);
    const struct contact_event *row = &log->rows[0];
    assert_true(row->t == 0.5 && row->group == 0 && row->kind == CONTACT_BALL && row->a == 0 && row->b == 1);
    assert_near(row->u, -2 * nx, 1e-14);
    assert_near(row->j, 1.5 * 0.75 * 2 * nx, 1e-14);
    assert_near(row->n.x, nx, 1e-15);
    assert_near(row->n.y, ny, 1e-15);
    assert_near(row->at.x, 51 + 0.5 * (1.5 + d - 1) * nx, 1e-13);
    assert_near(row->at.y, 50.5 + 0.5 * (1.5 + d - 1) * ny, 1e-13);
    assert_near(sim_counters(sim).overlap, 2.5 - d, 1e-14);
    free(log);
    sim_close(sim);
}

/** Each wall's row: name, normal, contact point on the wall, impulse 2 m |v|. */
static void test_walls(void **context)
{
    (void)context;
    static const double velocity[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static const double point[4][2] = {{0, 3}, {8, 3}, {4, 0}, {4, 6}};
    for (size_t o = 0; o < STEPPED; o++)
        for (size_t wall = 0; wall < 4; wall++) {
            struct sim *sim = sim_open(1, 8, 6);
            struct log *log = log_open(sim);
            sim->scene.k = 1000;
            sim->scene.dt = 1e-3;
            sim->scene.m[0] = 2;
            sim_ball(sim, 0, 4, 3, velocity[wall][0], velocity[wall][1]);
            sim_start(sim, stepped[o]);
            sim_advance(sim, 4000);
            assert_int_equal(log->count, 1);
            const struct contact_event *row = &log->rows[0];
            assert_true(row->kind == (enum contact_kind)(CONTACT_LEFT + wall) && row->a == 0 && row->b == -1);
            assert_true(row->n.x == velocity[wall][0] && row->n.y == velocity[wall][1]);
            assert_near(row->at.x, point[wall][0], 1e-12);
            assert_near(row->at.y, point[wall][1], 1e-12);
            assert_near(row->u, -1, 1e-12);
            assert_near(row->j, 4, 2e-4);
            free(log);
            sim_close(sim);
        }
}

/** Balls in a row along x between the walls: each ball's change of momentum is the sum of its rows, to rounding. */
static void line(const struct integrator_ops *ops, double e)
{
    enum { N = 60 };
    struct sim *sim = sim_open(N, 200, 10);
    struct log *log = log_open(sim);
    uint64_t seed = 8;
    double momentum[N];
    sim->scene.k = 400;
    sim->scene.dt = 0.002;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(e);
    for (size_t i = 0; i < N; i++) {
        sim->scene.m[i] = uniform(&seed, 0.5, 2);
        sim_ball(sim, i, 2 + 3.2 * (double)i, 5, uniform(&seed, -2, 2), 0);
        momentum[i] = sim->scene.m[i] * sim->world->vx[i];
    }
    sim_start(sim, ops);
    uint64_t step = 10000;
    sim_advance(sim, step);
    while (sim_potential(sim) > 0 && step < 20000) /* to a moment without contact */
        sim_advance(sim, ++step);
    assert_true(sim_potential(sim) == 0);
    for (size_t r = 0; r < log->count; r++) {
        const struct contact_event *row = &log->rows[r];
        momentum[row->a] -= row->j * row->n.x;
        if (row->b >= 0)
            momentum[row->b] += row->j * row->n.x;
        assert_true(row->j > 0 && row->u < 0 && row->group == r);
        assert_true(r == 0 || row->t >= log->rows[r - 1].t);
        assert_true(row->b == -1 || row->b == (int64_t)row->a + 1);
    }
    for (size_t i = 0; i < N; i++)
        assert_near(sim->world->vx[i], momentum[i] / sim->scene.m[i], 1e-11);
    struct counters counters = sim_counters(sim);
    assert_true(counters.ball + counters.surface == log->count && counters.ball > 200 && counters.surface > 2);
    assert_true(e == 1 ? counters.lost == 0 : counters.lost > 0);
    free(log);
    sim_close(sim);
}

static void test_sums_of_impulses(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        line(stepped[o], 1);
        line(stepped[o], 0.9);
    }
}

/** Two balls pass through each other so slowly that in step 8 both are at one place. They do not know where to go: with
 *  `spring` there is no force and no NaN, the others fail and name them. Counted and listed contacts alike. */
static void test_coincident_balls(void **context)
{
    (void)context;
    for (size_t o = 0; o < 2 * SPRINGS; o++) {
        struct error err;
        struct sim *sim = sim_open(3, 10, 10);
        struct log *log = o % 2 ? log_open(sim) : NULL;
        sim->scene.k = 1e-60;
        sim->scene.dt = 0.125;
        sim->scene.r[2] = 0.5;
        sim_ball(sim, 0, 2, 2, 0, 0);
        sim_ball(sim, 1, 4, 5, 1, 0);
        sim_ball(sim, 2, 6, 5, -1, 0);
        sim_start(sim, springs[o / 2]);
        sim_advance(sim, 7);
        if (springs[o / 2] == &integrator_spring) {
            sim_advance(sim, 100);
            assert_true(sim->world->vx[1] == 1 && sim->world->vx[2] == -1);
        } else {
            assert_int_equal(session_step(sim->session, 9, &err), STATUS_FAILED);
            assert_non_null(strstr(err.text, "balls 1 and 2 have their centres at one place in step 8"));
            assert_true(sim->world->step == 7);
        }
        free(log);
        sim_close(sim);
    }
}

/** A ball that has met lines, or arcs. *log is NULL if it moves aside; with a log, forces are summed up from listed
 *  contacts. */
static struct sim *beside_lines(const struct integrator_ops *ops, double e, struct obstacle *lines, size_t n,
                                const double ball[4], struct log **log)
{
    struct sim *sim = sim_open(1, 100, 100);
    *log = ball[2] == 0 ? log_open(sim) : NULL;
    for (size_t i = 0; i < n; i++)
        lines[i].coefficients.restitution = restitution_of(e);
    sim->scene.table.obstacles = lines;
    sim->scene.table.n_obstacles = (uint32_t)n;
    sim->scene.k = 1000;
    sim->scene.dt = 1e-3;
    sim_ball(sim, 0, ball[0], ball[1], ball[2], ball[3]);
    sim_start(sim, ops);
    sim_advance(sim, 3000);
    return sim;
}

/** Lines that share an end, or end on another, push a ball like one line, and their corner like one end: no bit
 *  tells them apart. A ball that moves aside changes from line to line. What lies behind a line, an arc or a wall of
 * the table that the ball touches does not push, though the ball reaches beyond that, too. */
static void test_joints(void **context)
{
    (void)context;
    enum { CASES = 9 };
    static const struct {
        struct obstacle one, several[2];
        double ball[4]; /* x, y, vx, vy */
    } cases[CASES] = {
        {{.value = {20, 50, 80, 50}}, {{.value = {20, 50, 50, 50}}, {.value = {50, 50, 80, 50}}}, {50, 52, 0, -1}},
        {{.value = {20, 50, 80, 50}}, {{.value = {50, 50, 80, 50}}, {.value = {20, 50, 50, 50}}}, {50.02, 52, 0, -1}},
        {{.value = {20, 50, 80, 50}}, {{.value = {20, 50, 50, 50}}, {.value = {50, 50, 80, 50}}}, {49.9, 52, 0.25, -1}},
        {{.value = {20, 50, 80, 50}}, {{.value = {20, 50, 80, 50}}, {.value = {50, 20, 50, 50}}}, {50, 52, 0, -1}},
        {{.value = {50, 50, 80, 50}}, {{.value = {50, 50, 80, 20}}, {.value = {50, 50, 80, 80}}}, {48, 50, 0.5, 0}},
        {{.value = {20, 50, 80, 50}},
         {{.value = {20, 49.9999, 80, 49.9999}}, {.value = {20, 50, 80, 50}}},
         {50, 52, 0, -1}},
        {{.value = {20, 50, 80, 50}},
         {{.value = {20, 50, 80, 50}}, {.value = {20, 49.9999, 50, 49.9999}}},
         {50, 52, 0.25, -1}},
        {{.kind = OBSTACLE_ARC, .value = {50, 60, 10, 180, 360}},
         {{.value = {20, 49.9999, 80, 49.9999}}, {.kind = OBSTACLE_ARC, .value = {50, 60, 10, 180, 360}}},
         {50, 52, 0, -1}},
        {{.value = {20, 50, 80, 50}},
         {{.value = {20, 50, 80, 50}}, {.value = {20, -0.0001, 80, -0.0001}}},
         {50, 2, 0, -1}},
    };
    for (size_t o = 0; o < STEPPED; o++)
        for (size_t c = 0; c < 2 * CASES; c++) {
            struct obstacle one = cases[c / 2].one, several[2] = {cases[c / 2].several[0], cases[c / 2].several[1]};
            struct log *wanted, *found;
            double e = c % 2 ? 1 : 0.5;
            struct sim *a = beside_lines(stepped[o], e, &one, 1, cases[c / 2].ball, &wanted);
            struct sim *b = beside_lines(stepped[o], e, several, 2, cases[c / 2].ball, &found);
            sim_assert_same(a->world, b->world);
            assert_true(sim_kinetic(a) > 0 && sim_potential(a) == sim_potential(b) && sim_counters(a).surface > 0);
            assert_true(!wanted || (wanted->count == 1 && found->count == 1 && wanted->rows[0].j == found->rows[0].j));
            free(wanted);
            free(found);
            sim_close(a);
            sim_close(b);
        }
}

/** A ball that glides from a line to another, or to an arc, that go straight on or away from it, while it is pressed
 *  against them, keeps its energy: no force begins or ends at once. */
static void test_energy_at_joints(void **context)
{
    (void)context;
    static const struct obstacle seconds[] = {
        {.value = {50, 50, 80, 30}},
        {.value = {50, 50, 80, 47}},
        {.value = {50, 50, 80, 49.999}},
        {.value = {50, 50, 80, 50}},
        {.kind = OBSTACLE_ARC, .value = {50, 40, 10, 0, 90}},
    };
    for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++)
        for (double x = 49; x < 50.05; x += 0.05) {
            struct obstacle lines[] = {{.value = {20, 50, 50, 50}}, seconds[k]};
            const double ball[] = {x, 51.5, 1, -1};
            struct log *log;
            struct sim *sim = beside_lines(&integrator_spring_rk4, 1, lines, 2, ball, &log);
            assert_true(sim_counters(sim).surface > 0);
            assert_near(sim_kinetic(sim) + sim_potential(sim), 1, 1e-4); /* 5.3e-5 found, 4e-6 with a quarter of dt */
            sim_close(sim);
        }
}

/** So does a ball that glides along the wall of the table into an arc that is tangent to it, behind which the wall goes
 *  on, as in a stadium. */
static void test_energy_where_arc_hides_wall(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (double x = 51; x > 49.95; x -= 0.05) {
            struct obstacle arc = {.kind = OBSTACLE_ARC, .value = {50, 10, 10, 90, 270}};
            const double ball[] = {x, 1.5, -1, -1};
            struct log *log;
            struct sim *sim = beside_lines(springs[o], 1, &arc, 1, ball, &log);
            assert_true(sim_counters(sim).surface > 0);
            assert_near(sim_kinetic(sim) + sim_potential(sim), 1, 1e-3); /* 1.3e-4 found; off by 0.5 where both push */
            free(log);
            sim_close(sim);
        }
}

/** A ball so fast that its centre goes beyond a corner of the table comes back: there no wall hides the other. */
static void test_centre_beyond_corner(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++) {
        struct obstacle line = {.value = {60, 10, 80, 10}};
        const double ball[] = {20, 20, -100, -100};
        struct log *log;
        struct sim *sim = beside_lines(springs[o], 1, &line, 1, ball, &log);
        assert_true(sim_counters(sim).surface > 0);
        assert_true(sim->world->x[0] > -4 && sim->world->x[0] < 104 && sim->world->y[0] > -4 && sim->world->y[0] < 104);
        assert_near(sim_kinetic(sim) + sim_potential(sim), 1e4, 100);
        free(log);
        sim_close(sim);
    }
}

/** With impulse a ball that hits a line beside an open corner, or a row of lines that bends towards the ball, bounces
 * off that line alone, not off the end of the next, which it overlaps as well. */
static void test_impulse_beside_open_corner(void **context)
{
    (void)context;
    for (double rise = 1e-3; rise < 12; rise *= 2)
        for (double aside = 0.03; aside < 0.2; aside += 0.05) {
            struct obstacle lines[] = {{.value = {80, 50 + rise, 50, 50}}, {.value = {20, 50, 50, 50}}};
            const double ball[] = {49 - aside - rise / 60, 52, 1, -1};
            struct log *log;
            struct sim *sim = beside_lines(&integrator_impulse, 1, lines, 2, ball, &log);
            assert_true(sim_counters(sim).surface > 0);
            assert_true(sim->world->vx[0] == 1 && sim->world->vy[0] == 1);
            sim_close(sim);
        }
}

/** A ball that slides towards another at rest; the log to time 3. Rows of kind `roll` are what is asked for. */
static struct log *cloth_shot(const struct integrator_ops *ops, double dt, struct vec2 gravity, double speed)
{
    struct sim *sim = sim_open(2, 20, 8);
    struct log *log = log_open(sim);
    sim_cloth(sim, 4, 0.25, 0);
    sim->scene.dt = dt;
    sim->scene.k = 1e5;
    sim->scene.gravity = gravity;
    sim_ball(sim, 0, 2, 4, speed, 0);
    sim_ball(sim, 1, 8, 4, 0, 0);
    sim_start(sim, ops);
    sim_advance(sim, (uint64_t)(3 / dt));
    sim_close(sim);
    return log;
}

/* A free slide ends exactly, after 2 v/(7 b); its row is that of the step. After a hit the row's time, place and speed
 * tend to those of `event`, as its contact does. */
static void test_ends_of_slides(void **context)
{
    (void)context;
    struct log *exact = cloth_shot(&integrator_event, 1, (struct vec2){0, 0}, 6);
    assert_int_equal(exact->count, 4); /* a slide, a hit, two slides */
    for (int i = 0; i < STEPPED; i++)
        for (int finer = 1; finer <= 8; finer *= 8) {
            const double dt = 1.001e-3 / finer, most = i ? 0.03 : 8 * dt; /* springs need time for a contact */
            struct log *log = cloth_shot(stepped[i], dt, (struct vec2){0, 0}, 6);
            assert_int_equal(log->count, exact->count);
            double late = log->rows[0].t - 2 * 6. / (7 * 4);
            assert_true(late > 0 && late <= dt);
            for (size_t k = 0; k < log->count; k++) {
                const struct contact_event *row = &log->rows[k], *wanted = &exact->rows[k];
                assert_true(row->kind == wanted->kind && row->a == wanted->a && row->b == wanted->b);
                assert_int_equal(row->group, k);
                assert_near(row->t, wanted->t, most);
                if (row->kind == CONTACT_ROLL) {
                    assert_near(row->at.x, wanted->at.x, 8 * most);
                    assert_near(row->u, wanted->u, most);
                    assert_true(row->n.x == 0 && row->n.y == 0 && row->j == 0 && row->jt == 0 && row->jz == 0);
                }
            }
            free(log);
        }
    free(exact);
}

/* Balls that gravity makes roll slip within each step, which is no slide; a slide downhill ends once, on a steep slope
 * never. */
static void test_slides_on_slopes(void **context)
{
    (void)context;
    for (int i = 0; i < STEPPED; i++) {
        const struct vec2 slopes[] = {{0, -0.5}, {0, -20}};
        for (int k = 0; k < 4; k++) {
            struct log *log = cloth_shot(stepped[i], 1e-3, slopes[k / 2], k % 2 ? 0.5 : 0);
            size_t rolls = 0;
            for (size_t row = 0; row < log->count; row++)
                rolls += log->rows[row].kind == CONTACT_ROLL && log->rows[row].t < 0.4;
            assert_int_equal(rolls, k == 1);
            free(log);
        }
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_contact),
        cmocka_unit_test(test_impulse_row),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_sums_of_impulses),
        cmocka_unit_test(test_coincident_balls),
        cmocka_unit_test(test_energy_at_joints),
        cmocka_unit_test(test_energy_where_arc_hides_wall),
        cmocka_unit_test(test_centre_beyond_corner),
        cmocka_unit_test(test_joints),
        cmocka_unit_test(test_impulse_beside_open_corner),
        cmocka_unit_test(test_ends_of_slides),
        cmocka_unit_test(test_slides_on_slopes),
    };
    return RUN_TESTS(tests);
}
