/*
 * Pockets: single shots against reference orbits computed with 40 digits, gases against an independent little
 * simulation and under every structure of the event engine, and what all integrators must do with a ball that is gone.
 *
 * Promise: a pocket takes a ball at its rim, after all else of that instant; frames, lists and laws lose the ball,
 * the ledger does not. Measured: 5 integrators; 3 reference shots to 1e-9; 300 balls into 16 pockets under every
 * structure; hit by hit as a simulation of all pairs; 2000 hits at the rim. Also kept by laws/test_pocket_edges.c,
 * cli/obstacles.bats.
 */
#include "laws/event_variants.h"

#include "lib/contact_log.h"

static const struct integrator_ops *const stepped[] = {&integrator_impulse, &integrator_spring,
                                                       &integrator_spring_verlet, &integrator_spring_rk4};

/** n balls on a table with obstacles, among them pockets. */
static struct sim *pocket_table(size_t n, double width, double height, struct obstacle *obstacles, uint32_t count)
{
    struct sim *sim = sim_open(n, width, height);
    sim->scene.table.obstacles = obstacles;
    sim->scene.table.n_obstacles = count;
    assert_true(world_add_pockets(sim->world));
    return sim;
}

/* ---- a pool table with rolling friction ---- */

static struct obstacle pool_pockets[] = {
    {.kind = OBSTACLE_POCKET, .value = {0, 0, 0.062}},    {.kind = OBSTACLE_POCKET, .value = {1.27, 0, 0.058}},
    {.kind = OBSTACLE_POCKET, .value = {2.54, 0, 0.062}}, {.kind = OBSTACLE_POCKET, .value = {2.54, 1.27, 0.062}},
    {.kind = OBSTACLE_POCKET, .value = {0, 1.27, 0.062}}, {.kind = OBSTACLE_POCKET, .value = {1.27, 1.27, 0.058}}};

static struct sim *pool(size_t n)
{
    struct sim *sim = pocket_table(n, 2.54, 1.27, pool_pockets, 6);
    sim->scene.pair.restitution = restitution_of(0.95);
    sim->scene.table.walls.restitution = restitution_of(0.75);
    sim->scene.dt = 20;
    sim->scene.friction = mem_array(n, sizeof *sim->scene.friction);
    assert_non_null(sim->scene.friction);
    for (size_t i = 0; i < n; i++) {
        sim->scene.r[i] = 0.028575;
        sim->scene.m[i] = 0.17;
        sim->scene.friction[i] = 0.0981;
    }
    return sim;
}

static void assert_rows(const struct contact_log *log, const struct row *wanted, size_t n)
{
    assert_int_equal(log->n, n);
    for (size_t i = 0; i < n; i++) {
        const struct contact_event *row = &log->rows[i];
        assert_true(row->kind == wanted[i].kind && row->a == wanted[i].a && row->b == wanted[i].b);
        assert_near(row->t, wanted[i].t, 1e-9);
        assert_near(row->at.x, wanted[i].x, 1e-9);
        assert_near(row->at.y, wanted[i].y, 1e-9);
        assert_near(row->j, wanted[i].j, 1e-9);
        if (row->kind != CONTACT_POCKET) /* the reference does not give it */
            assert_near(row->u, wanted[i].u, 1e-9);
    }
}

static void test_pool_shots(void **context)
{
    (void)context;
    static const struct row first[] = {
        {1.2480234123809886, CONTACT_BOTTOM, 0, -1, 2.3972177419354839, 0, -0.28522120549227928, 0.084853308633953087},
        {1.3199571015551183, CONTACT_POCKET, 0, 2, 2.4962428018604762, 0.043923884288373804, 0, 0}};
    static const struct row third[] = {
        {0.60973066856349829, CONTACT_POCKET, 0, 3, 2.4906258858348782, 1.2325007086679026, 0, 0}};
    static const double shots[2][4] = {{0.6, 0.4, 1.5, -0.31}, {2.2, 1, 0.5, 0.4}};
    for (int shot = 0; shot < 2; shot++) {
        struct sim *sim = pool(1);
        struct contact_log log = {0};
        sim_ball(sim, 0, shots[shot][0], shots[shot][1], shots[shot][2], shots[shot][3]);
        contact_log_start(&log, sim, "gr", SIZE_MAX);
        double kinetic = sim_kinetic(sim);
        sim_advance(sim, 1);
        assert_rows(&log, shot ? third : first, shot ? 1 : 2);
        const struct contact_event *last = &log.rows[log.n - 1];
        assert_true(last->u < 0 && fabs(last->n.x * last->n.x + last->n.y * last->n.y - 1) < 1e-14);
        assert_true(!world_is_on_table(sim->world, 0) && sim->world->pocket[0] == last->b && sim->world->n_taken == 1);
        assert_near(sim_counters(sim).lost, kinetic, 1e-15);
        assert_true(sim_kinetic(sim) == 0 && sim_counters(sim).rest == last->t);
        assert_int_equal(sim_counters(sim).surface, log.n - 1);
        contact_log_close(&log, sim);
    }
}

static void test_pool_shot_that_misses(void **context)
{
    (void)context;
    static const struct row wanted[] = {
        {0.42786793241714656, CONTACT_BALL, 0, 1, 1.5733781730586204, 0.6496168908652931, -1.8277480125372623,
         0.30294923307805123},
        {0.9853931790476803, CONTACT_RIGHT, 1, -1, 2.54, 1.0154761761444239, -1.6092916144964719, 0.4787642553127004},
        {1.3501770765201591, CONTACT_TOP, 1, -1, 2.0769329989828199, 1.27, -0.61114940281887951, 0.18181694733861666},
        {1.4595777701079249, CONTACT_BOTTOM, 0, -1, 1.8318901366228717, 0, -0.54603690977181556, 0.16244598065711513},
        {3.2306329203872178, CONTACT_LEFT, 1, -1, 0, 0.44251947419891204, -1.0033562350951353, 0.29849847994080276},
        {4.3625047664252812, CONTACT_BOTTOM, 1, -1, 0.82457632382035055, 0, -0.34010204874544624, 0.10118035950177026},
        {7.7378037937117567, CONTACT_RIGHT, 1, -1, 2.54, 0.686483788043586, -0.34552065242687676, 0.10279239409699584}};
    struct sim *sim = pool(2);
    struct contact_log log = {0};
    sim_ball(sim, 0, 0.7, 0.635, 2, 0.01);
    sim_ball(sim, 1, 1.6, 0.66, 0, 0);
    contact_log_start(&log, sim, "gr", SIZE_MAX);
    sim_advance(sim, 1);
    assert_rows(&log, wanted, 7);
    assert_near(sim->world->x[0], 2.4587747784631887, 1e-9);
    assert_near(sim->world->y[0], 1.0355039165788898, 1e-9);
    assert_near(sim->world->x[1], 2.1256384339439701, 1e-9);
    assert_near(sim->world->y[1], 0.88710433032186555, 1e-9);
    assert_near(sim_counters(sim).rest, 10.71523558808802, 1e-9);
    assert_int_equal(sim->world->n_taken, 0);
    contact_log_close(&log, sim);
}

/* ---- equal times ---- */

/** A wall and the rim at one instant: the wall comes first, and the ball leaves. */
static void test_wall_at_the_rim(void **context)
{
    (void)context;
    struct obstacle pocket = {.kind = OBSTACLE_POCKET, .value = {5, 0, 1}};
    struct sim *sim = pocket_table(1, 10, 10, &pocket, 1);
    struct contact_log log = {0};
    sim->scene.dt = 4;
    sim_ball(sim, 0, 5, 3, 0, -1);
    contact_log_start(&log, sim, "gr", SIZE_MAX);
    sim_advance(sim, 1);
    assert_true(log.n == 1 && log.rows[0].kind == CONTACT_BOTTOM && log.rows[0].t == 2);
    assert_true(sim->world->n_taken == 0 && sim->world->y[0] == 3);
    contact_log_close(&log, sim);
}

/** Ball a meets the other one at t = 2, at the moment at which it crosses the rim. */
static struct sim *meeting_at_the_rim(uint32_t a, bool head_on, struct obstacle *pocket, struct contact_log *log)
{
    struct sim *sim = pocket_table(2, 20, 20, pocket, 1);
    sim->scene.dt = 2.5;
    *pocket = (struct obstacle){.kind = OBSTACLE_POCKET, .value = {9, 5, 2}};
    sim_ball(sim, a, head_on ? 9 : 5, head_on ? 1 : 5, head_on ? 0 : 1, head_on ? 1 : 0);
    sim_ball(sim, 1 - a, head_on ? 9 : 7, head_on ? 9.5 : 9, 0, -1);
    sim->scene.r[1 - a] = head_on ? 3.5 : 1;
    contact_log_start(log, sim, "gr", SIZE_MAX);
    sim_advance(sim, 1);
    return sim;
}

/** Collisions come first. A ball that then still flies inwards is taken at the same instant, one that is turned back is
 *  not; whichever of the two balls has the smaller index. */
static void test_ball_at_the_rim(void **context)
{
    (void)context;
    for (uint32_t a = 0; a < 2; a++) {
        struct obstacle pocket;
        struct contact_log log = {0}, turned = {0};
        struct sim *sim = meeting_at_the_rim(a, false, &pocket, &log);
        assert_true(log.n == 2 && log.rows[0].t == 2 && log.rows[0].kind == CONTACT_BALL);
        assert_true(log.rows[1].t == 2 && log.rows[1].kind == CONTACT_POCKET && log.rows[1].a == a);
        assert_true(log.rows[1].u == -1 && log.rows[1].group == 1 && log.rows[1].b == 0);
        assert_true(sim->world->x[a] == 7 && sim->world->y[a] == 5 && sim->world->taken[0] == a);
        contact_log_close(&log, sim);
        sim = meeting_at_the_rim(a, true, &pocket, &turned);
        assert_true(turned.n == 1 && turned.rows[0].t == 2 && turned.rows[0].kind == CONTACT_BALL);
        assert_true(sim->world->n_taken == 0 && sim->world->vy[a] == -1);
        contact_log_close(&turned, sim);
    }
}

/* ---- curved paths ---- */

/** A ball that falls, and one that is thrown up through a pocket in which it starts, leaves it and returns. */
static void test_gravity(void **context)
{
    (void)context;
    struct obstacle pocket = {.kind = OBSTACLE_POCKET, .value = {5, 2, 1}};
    struct sim *sim = pocket_table(2, 10, 100, &pocket, 1);
    struct contact_log log = {0};
    sim->scene.r[0] = sim->scene.r[1] = 0.25;
    sim->scene.gravity = (struct vec2){0, -2};
    sim->scene.dt = 20;
    sim_ball(sim, 0, 5.6, 12, 0, 0);
    sim_ball(sim, 1, 4.5, 2, 0, 8);
    contact_log_start(&log, sim, "gr", SIZE_MAX);
    double energy = sim_kinetic(sim) + 2 * 14;
    sim_advance(sim, 1);
    double up = 2 + sqrt(0.75);
    assert_int_equal(log.n, 2);
    assert_true(log.rows[0].a == 0 && log.rows[1].a == 1);
    assert_near(log.rows[0].t, sqrt(12 - 2.8), 1e-14);
    assert_near(log.rows[0].u, -0.8 * 2 * sqrt(9.2), 1e-13);
    assert_near(log.rows[1].t, 4 + sqrt(16 - (up - 2)), 1e-14);
    assert_near(sim_counters(sim).lost, energy, 1e-13);
    contact_log_close(&log, sim);
}

/* ---- gases ---- */

enum { BALLS = 64, POCKETS = 16 };

/** A square lattice of balls in motion, pockets between them. */
static struct sim *gas_with_pockets(size_t side, struct obstacle pockets[POCKETS], double r, uint64_t seed)
{
    double width = 3.0 * (double)side;
    for (size_t k = 0; k < POCKETS; k++)
        pockets[k] = (struct obstacle){
            .kind = OBSTACLE_POCKET,
            .value = {3.0 * (double)((2 * (k % 4) + 1) * side / 8), 3.0 * (double)((2 * (k / 4) + 1) * side / 8), r}};
    struct sim *sim = pocket_table(side * side, width, width, pockets, POCKETS);
    for (size_t i = 0; i < side * side; i++)
        sim_ball_random(sim, i, 3 * (double)(i % side) + 1.5, 3 * (double)(i / side) + 1.5, 1, &seed);
    return sim;
}

/** The little simulation: all pairs, walls and pockets at each event, by the textbook's formulas. */
struct little {
    size_t n;
    double x[BALLS][2], v[BALLS][2], t;
    bool gone[BALLS];
};

/** Time until |d + v t| falls to s, from outside. */
static double fall_time(const double d[2], const double v[2], double s)
{
    double a = v[0] * v[0] + v[1] * v[1], b = d[0] * v[0] + d[1] * v[1], c = d[0] * d[0] + d[1] * d[1] - s * s;
    if (b >= 0 || b * b < a * c || c < -1e-9)
        return HUGE_VAL;
    return fmax((-b - sqrt(b * b - a * c)) / a, 0);
}

struct little_event {
    double t;
    size_t a;
    int64_t b;
    enum contact_kind kind;
};

static void earlier(struct little_event *best, double t, size_t a, int64_t b, enum contact_kind kind)
{
    if (t < best->t)
        *best = (struct little_event){t, a, b, kind};
}

static void search_ball(const struct little *little, const struct sim *sim, size_t i, struct little_event *best)
{
    const double size[2] = {sim->scene.table.width, sim->scene.table.height};
    for (int c = 0; c < 2; c++)
        if (little->v[i][c] != 0)
            earlier(best,
                    little->v[i][c] > 0 ? (size[c] - 1 - little->x[i][c]) / little->v[i][c]
                                        : (1 - little->x[i][c]) / little->v[i][c],
                    i, -1, CONTACT_LEFT + 2 * c + (little->v[i][c] > 0));
    for (size_t j = i + 1; j < little->n; j++) {
        double d[2] = {little->x[j][0] - little->x[i][0], little->x[j][1] - little->x[i][1]};
        double v[2] = {little->v[j][0] - little->v[i][0], little->v[j][1] - little->v[i][1]};
        if (!little->gone[j])
            earlier(best, fall_time(d, v, 2), i, (int64_t)j, CONTACT_BALL);
    }
    for (uint32_t k = 0; k < sim->scene.table.n_obstacles; k++) {
        const double *value = sim->scene.table.obstacles[k].value;
        double d[2] = {little->x[i][0] - value[0], little->x[i][1] - value[1]};
        earlier(best, fall_time(d, little->v[i], value[2]), i, k, CONTACT_POCKET);
    }
}

static struct little_event little_step(struct little *little, const struct sim *sim)
{
    struct little_event best = {HUGE_VAL, 0, 0, CONTACT_BALL};
    for (size_t i = 0; i < little->n; i++)
        if (!little->gone[i])
            search_ball(little, sim, i, &best);
    for (size_t i = 0; i < little->n; i++)
        for (int c = 0; c < 2 && !little->gone[i]; c++)
            little->x[i][c] += best.t * little->v[i][c];
    little->t += best.t;
    best.t = little->t;
    double *v = little->v[best.a];
    if (best.kind == CONTACT_POCKET)
        little->gone[best.a] = true;
    else if (best.kind != CONTACT_BALL)
        v[best.kind > CONTACT_RIGHT] *= -1;
    else {
        double *w = little->v[best.b], *x = little->x[best.a], *y = little->x[best.b];
        double n[2] = {(y[0] - x[0]) / 2, (y[1] - x[1]) / 2}, u = (w[0] - v[0]) * n[0] + (w[1] - v[1]) * n[1];
        for (int c = 0; c < 2; c++) {
            v[c] += u * n[c];
            w[c] -= u * n[c];
        }
    }
    return best;
}

/** Hit by hit the same until rounding has grown: some six hits a ball. */
static void test_against_little_simulation(void **context)
{
    (void)context;
    struct obstacle pockets[POCKETS];
    struct contact_log log = {0};
    struct sim *sim = gas_with_pockets(8, pockets, 0.7, 5);
    struct little little = {.n = sim->scene.n, .t = 0};
    for (size_t i = 0; i < little.n; i++) {
        little.x[i][0] = sim->world->x[i];
        little.x[i][1] = sim->world->y[i];
        little.v[i][0] = sim->world->vx[i];
        little.v[i][1] = sim->world->vy[i];
    }
    sim->scene.dt = 12;
    contact_log_start(&log, sim, "gr", SIZE_MAX);
    sim_advance(sim, 1);
    assert_true(log.n > 250 && sim->world->n_taken > 12);
    for (size_t k = 0; k < log.n; k++) {
        const struct contact_event *row = &log.rows[k];
        struct little_event event = little_step(&little, sim);
        if (!(row->a == event.a && row->b == event.b && row->kind == event.kind && fabs(row->t - event.t) < 1e-6))
            fail_msg("row %zu: %s %u %lld at %.17g; wanted %s %zu %lld at %.17g", k, contact_kind_name(row->kind),
                     row->a, (long long)row->b, row->t, contact_kind_name(event.kind), event.a, (long long)event.b,
                     event.t);
    }
    for (size_t i = 0; i < little.n; i++)
        assert_true(!world_is_on_table(sim->world, i) == little.gone[i]);
    contact_log_close(&log, sim);
}

/** Every structure of the event engine takes the same balls, until few are left. */
static void test_structures(void **context)
{
    (void)context;
    struct obstacle pockets[POCKETS];
    struct variant_run expected = {0};
    size_t taken = 0;
    for (size_t v = 0; v < VARIANTS; v++) {
        struct sim *sim = gas_with_pockets(20, pockets, 1.2, 11);
        sim->scene.dt = 0.5;
        struct variant_run run = variant_run(sim, &variant_all[v], 250);
        if (v == 0)
            expected = run;
        else
            variant_assert_same(&expected, &run, &variant_all[v]);
        assert_true(v == 0 || taken == sim->world->n_taken);
        taken = sim->world->n_taken;
        sim_close(sim);
    }
    assert_true(taken > 250 && expected.record.rows > 5000);
}

/* ---- all integrators ---- */

/** The sum of all forms of energy of a gas from which pockets take balls. */
static double ledger(const struct sim *sim)
{
    struct sum energy = {0};
    for (size_t i = 0; i < sim->scene.n; i++) {
        const struct world *world = sim->world;
        if (world_is_on_table(world, i))
            sum_add(&energy, 0.5 * (world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i]) -
                                 vec2_dot(sim->scene.gravity, (struct vec2){world->x[i], world->y[i]}));
    }
    return sum_value(energy) + sim_counters(sim).lost + sim_potential(sim);
}

static void assert_pocketed_stay(const struct sim *sim, const double *x, const double *y)
{
    for (size_t k = 0; k < sim->world->n_taken; k++) {
        uint32_t ball = sim->world->taken[k];
        assert_true(!world_is_on_table(sim->world, ball));
        assert_true(sim->world->vx[ball] == 0 && sim->world->vy[ball] == 0);
        assert_true(isnan(x[ball]) || (x[ball] == sim->world->x[ball] && y[ball] == sim->world->y[ball]));
    }
}

/** Energy is kept but for the integrator's error, pocketed balls stay, and no ball on the table is in a pocket that it
 *  has entered; with and without gravity, damped and not, by the listed contacts and by the kernel. */
static void stepped_gas(const struct integrator_ops *ops, struct vec2 gravity, double e, bool logged)
{
    struct obstacle pockets[POCKETS];
    struct sim *sim = gas_with_pockets(8, pockets, 0.9, 3);
    struct contact_log log = {.limit = SIZE_MAX};
    double x[BALLS], y[BALLS];
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(e);
    sim->scene.gravity = gravity;
    sim->scene.k = 2000;
    sim->scene.dt = 1e-3;
    sim->observer = logged ? (struct observer){.contact = contact_log_contact, .context = &log} : (struct observer){0};
    for (size_t i = 0; i < BALLS; i++)
        x[i] = (double)NAN;
    sim_start(sim, ops);
    double energy = ledger(sim);
    for (uint64_t step = 250; step <= (uint64_t)runs(5000, 10000); step += 250) {
        sim_advance(sim, step);
        assert_pocketed_stay(sim, x, y);
        for (size_t k = 0; k < sim->world->n_taken; k++) {
            x[sim->world->taken[k]] = sim->world->x[sim->world->taken[k]];
            y[sim->world->taken[k]] = sim->world->y[sim->world->taken[k]];
        }
    }
    if (!(fabs(ledger(sim) - energy) < 2e-3 * sim_counters(sim).lost))
        fail_msg("%s, e = %g: energy %.17g instead of %.17g", ops->name, e, ledger(sim), energy);
    assert_true(sim->world->n_taken > 12);
    size_t pocketings = 0;
    for (size_t k = 0; k < log.n; k++) {
        if (log.rows[k].kind == CONTACT_POCKET)
            assert_int_equal(log.rows[k].a, sim->world->taken[pocketings++]);
        assert_int_equal(log.rows[k].group, k);
    }
    assert_int_equal(pocketings, logged ? sim->world->n_taken : 0);
    assert_int_equal(log.n, logged ? sim_counters(sim).ball + sim_counters(sim).surface + pocketings : 0);
    free(log.rows);
    sim_close(sim);
}

static void test_stepped_gases(void **context)
{
    (void)context;
    for (int o = 0; o < 4; o++) {
        if (o % 2 == 0 || runs(0, 1)) /* without a log two of them in `make test`, with a log and no loss the others */
            stepped_gas(stepped[o], (struct vec2){0, 0}, 1, false);
        if (o % 2 == 1 || runs(0, 1))
            stepped_gas(stepped[o], (struct vec2){0, 0}, 1, true);
        stepped_gas(stepped[o], (struct vec2){0.02, -0.05}, 0.8, true);
    }
}

enum { MANY_POCKETS = 40, ROLLERS = 30 };

/** The first pocket in which a ball is, of all; MANY_POCKETS: none. */
static uint32_t pocket_of(const struct world *world, size_t ball, const struct obstacle pockets[MANY_POCKETS])
{
    uint32_t k = 0;
    for (; k < MANY_POCKETS; k++) {
        double x = world->x[ball] - pockets[k].value[0], y = world->y[ball] - pockets[k].value[1];
        if (x * x + y * y < pockets[k].value[2] * pockets[k].value[2])
            break;
    }
    return k;
}

/** Takes a step, and compares whom pockets take with what all pockets say of all balls. Returns how many balls have
 *  left a pocket in which they started. */
static size_t step_with_pockets(struct sim *sim, uint64_t step, const struct obstacle pockets[MANY_POCKETS],
                                bool inside[ROLLERS])
{
    const struct world *world = sim->world;
    bool was_on_table[ROLLERS];
    size_t next = world->n_taken, left = 0;
    for (size_t i = 0; i < ROLLERS; i++)
        was_on_table[i] = world_is_on_table(world, i);
    sim_advance(sim, step);
    for (size_t i = 0; i < ROLLERS; i++) {
        const uint32_t pocket = pocket_of(world, i, pockets);
        const bool enters = was_on_table[i] && pocket < MANY_POCKETS && !inside[i];
        assert_true(world_is_on_table(world, i) == (was_on_table[i] && !enters));
        if (enters) {
            assert_int_equal(world->taken[next++], i);
            assert_int_equal(world->pocket[i], pocket);
        }
        left += inside[i] && pocket == MANY_POCKETS;
        inside[i] = pocket < MANY_POCKETS;
    }
    assert_int_equal(next, world->n_taken);
    return left;
}

/** Steps ask the pockets near a ball, whatever their number and size, overlapping or with balls inside at the start. */
static void test_near_pockets(void **context)
{
    (void)context;
    for (int o = 0; o < 4; o++) {
        uint64_t seed = 21;
        size_t left = 0;
        struct obstacle pockets[MANY_POCKETS];
        bool inside[ROLLERS];
        for (int k = 0; k < MANY_POCKETS; k++)
            pockets[k] = (struct obstacle){
                .kind = OBSTACLE_POCKET,
                .value = {uniform(&seed, 0, 60), uniform(&seed, 0, 60), uniform(&seed, 0.3, k % 5 ? 1 : 4)}};
        for (int k = 0; k < 4; k++)
            pockets[k].value[0] = pockets[k].value[1] = 5 + 10 * k; /* balls start there */
        struct sim *sim = pocket_table(ROLLERS, 60, 60, pockets, MANY_POCKETS);
        sim->scene.k = 1e3;
        sim->scene.dt = 5e-3;
        for (size_t i = 0; i < ROLLERS; i++)
            sim_ball_random(sim, i, 5 + 10 * (double)(i % 6), 5 + 10 * (double)(i / 6), 4, &seed);
        sim_start(sim, stepped[o]);
        for (size_t i = 0; i < ROLLERS; i++)
            inside[i] = pocket_of(sim->world, i, pockets) < MANY_POCKETS;
        for (uint64_t step = 1; step <= 4000; step++)
            left += step_with_pockets(sim, step, pockets, inside);
        if (!(sim->world->n_taken > 10 && left > 1))
            fail_msg("%zu taken, %zu left", sim->world->n_taken, left);
        sim_close(sim);
    }
}

/** A pocketed ball is out of the way: a second one rolls over its place, in every integrator. */
static void test_place_is_free(void **context)
{
    (void)context;
    for (int o = -1; o < 4; o++) {
        struct obstacle pocket = {.kind = OBSTACLE_POCKET, .value = {10, 5, 0.5}};
        struct sim *sim = pocket_table(2, 40, 10, &pocket, 1);
        sim->scene.k = 1e5;
        sim->scene.dt = o < 0 ? 30 : 1e-3;
        sim_ball(sim, 0, 5, 5, 1, 0);
        sim_ball(sim, 1, 2, 5.75, 1, 0); /* passes the pocket's rim by a quarter */
        sim_start(sim, o < 0 ? &integrator_event : stepped[o]);
        sim_advance(sim, o < 0 ? 1 : 30000);
        assert_int_equal(sim->world->n_taken, 1);
        assert_near(sim->world->x[0], 9.5, 2e-3);
        assert_near(sim->world->x[1], 32, 1e-9);
        assert_true(sim_counters(sim).ball == 0 && sim_counters(sim).surface == 0);
        sim_close(sim);
    }
}

/** A ball that starts on the rim is outside: it is taken if it moves inwards, and not if it leaves. */
static void test_start_on_the_rim(void **context)
{
    (void)context;
    for (int o = -1; o < 4; o++)
        for (int inwards = 0; inwards < 2; inwards++) {
            struct obstacle pocket = {.kind = OBSTACLE_POCKET, .value = {10, 5, 2}};
            struct sim *sim = pocket_table(1, 40, 10, &pocket, 1);
            sim->scene.k = 1e3;
            sim->scene.dt = o < 0 ? 3 : 1e-2;
            sim_ball(sim, 0, 8, 5, inwards ? 1 : -1, 0);
            sim_start(sim, o < 0 ? &integrator_event : stepped[o]);
            sim_advance(sim, o < 0 ? 1 : 300);
            assert_int_equal(sim->world->n_taken, inwards);
            sim_close(sim);
        }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pool_shots),      cmocka_unit_test(test_pool_shot_that_misses),
        cmocka_unit_test(test_wall_at_the_rim), cmocka_unit_test(test_ball_at_the_rim),
        cmocka_unit_test(test_gravity),         cmocka_unit_test(test_against_little_simulation),
        cmocka_unit_test(test_structures),      cmocka_unit_test(test_stepped_gases),
        cmocka_unit_test(test_place_is_free),   cmocka_unit_test(test_start_on_the_rim),
        cmocka_unit_test(test_near_pockets),
    };
    return RUN_TESTS(tests);
}
