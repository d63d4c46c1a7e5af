/*
 * Periodic tables: an orbit computed with more digits, ergodic averages in closed form, and what every run must keep,
 * the way back, any origin of the coordinates, any integrator.
 *
 * Promise: periodic tables: an orbit, ergodic averages, reversal, any origin of coordinates, with obstacles too, any
 * integrator; the same bits from every neighbour structure. Measured: ten hits of an orbit to 1e-12; hit rates, Z
 * and free paths within 4 standard errors, published pressures within 0.1 per cent; two balls on a ring to 1e-8
 * after 10^5 hits; 64 balls back after 1000 hits to 1e-9 at area fractions from 0.75 on, in thinner gases to what
 * chaos leaves; 10^12 time units after the start as at it. Also kept by laws/test_event_bits.c,
 * physics/test_periodic_full.c.
 */
#include "laws/gas_theory.h"

#include "measure/diagnostics.h"

enum { BOTH = TABLE_AXIS_X | TABLE_AXIS_Y };

/** What the collision log of a run adds up to. */
struct totals {
    uint64_t hits;
    double virial; /* of j (r_a + r_b) */
    double last;   /* time of the last hit */
    const double *r;
    struct contact_event first[16];
};

static void take(void *context, const struct contact_event *event)
{
    struct totals *totals = context;
    if (totals->hits < 16)
        totals->first[totals->hits] = *event;
    totals->hits++;
    if (event->kind == CONTACT_BALL)
        totals->virial += event->j * (totals->r[event->a] + totals->r[event->b]);
    totals->last = event->t;
}

static void watch(struct sim *sim, struct totals *totals)
{
    *totals = (struct totals){.r = sim->scene.r};
    sim->observer = (struct observer){take, totals, NULL};
}

/* ---- the orbit of two discs ---- */

/* At least 106 bits: a hit multiplies errors by about ten. */
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 wide;
#else
typedef long double wide;
#endif

static wide wide_sqrt(wide q)
{
    wide root = (wide)sqrt((double)q);
    for (int i = 0; i < 3; i++)
        root = (root + q / root) / 2;
    return root;
}

/** Two discs on a torus of 4 x 3, in unwrapped coordinates. */
struct orbit {
    wide t, x[2], y[2], vx[2], vy[2];
};

enum { IMAGES = 40 }; /* the discs drift apart by fewer periods than that */

static const double orbit_r[] = {0.5, 0.4}, orbit_m[] = {1, 2};

/** From decimal numbers, to all digits. */
static struct orbit orbit_start(void)
{
    return (struct orbit){.x = {(wide)5 / 10, (wide)25 / 10},
                          .y = {(wide)6 / 10, (wide)14 / 10},
                          .vx = {1, (wide)-4 / 10},
                          .vy = {(wide)3 / 10, (wide)55 / 100}};
}

/** Time until a meets one image of b; negative: never. */
static wide wait_for(wide dx, wide dy, wide wx, wide wy)
{
    const wide reach = (wide)9 / 10;
    wide b = dx * wx + dy * wy, vv = wx * wx + wy * wy;
    wide discriminant = b * b - vv * (dx * dx + dy * dy - reach * reach);
    return b < 0 && discriminant > 0 ? (-b - wide_sqrt(discriminant)) / vv : -1;
}

/** Advances to the next hit and through it. Returns the normal velocity before. */
static double next_hit(struct orbit *o, double e)
{
    wide best = -1, nx = 0, ny = 0;
    for (int i = -IMAGES; i <= IMAGES; i++)
        for (int j = -IMAGES; j <= IMAGES; j++) {
            wide dx = o->x[1] - o->x[0] + 4 * i, dy = o->y[1] - o->y[0] + 3 * j;
            wide wx = o->vx[1] - o->vx[0], wy = o->vy[1] - o->vy[0], wait = wait_for(dx, dy, wx, wy);
            if (wait < (wide)1e-9 || (best >= 0 && wait >= best))
                continue;
            best = wait;
            nx = dx + wait * wx;
            ny = dy + wait * wy;
        }
    wide length = wide_sqrt(nx * nx + ny * ny), u = 0, mu = (wide)2 / 3;
    for (int k = 0; k < 2; k++) {
        o->x[k] += best * o->vx[k];
        o->y[k] += best * o->vy[k];
    }
    u = ((o->vx[1] - o->vx[0]) * nx + (o->vy[1] - o->vy[0]) * ny) / length;
    for (int k = 0; k < 2; k++) {
        wide push = (k ? -1 : 1) * (1 + (wide)e) * u * mu / (wide)orbit_m[k] / length;
        o->vx[k] += push * nx;
        o->vy[k] += push * ny;
    }
    o->t += best;
    return (double)u;
}

static struct sim *orbit_sim(const struct orbit *o, double e)
{
    struct sim *sim = sim_open(2, 4, 3);
    for (size_t k = 0; k < 2; k++) {
        sim->scene.r[k] = orbit_r[k];
        sim->scene.m[k] = orbit_m[k];
        sim_ball(sim, k, (double)o->x[k], (double)o->y[k], (double)o->vx[k], (double)o->vy[k]);
    }
    sim->scene.pair.restitution = restitution_of(e);
    sim->scene.dt = 30;
    sim_make_periodic(sim, BOTH);
    return sim;
}

/** A hit as the reference has it. */
struct orbit_row {
    double t, x, y, u, j;
};

/** Each hit from the exact state after the one before, to 1e-12. */
static void compare_orbit(double e, const struct orbit_row *wanted, size_t n)
{
    struct orbit o = orbit_start();
    for (size_t i = 0; i < n; i++) {
        struct sim *sim = orbit_sim(&o, e);
        struct totals totals;
        watch(sim, &totals);
        wide before = o.t;
        double u = next_hit(&o, e);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_true(totals.hits > 0);
        assert_true(fabs(totals.first[0].t - (double)(o.t - before)) < 1e-12);
        assert_true(fabs(totals.first[0].u - u) < 1e-12);
        assert_true(fabs(totals.first[0].at.x + totals.first[0].n.x * orbit_r[1] -
                         (double)(o.x[0] + (wide)totals.first[0].n.x * (wide)(orbit_r[0] + orbit_r[1]))) < 1e-12);
        if (wanted) { /* the reference's own table, computed with 40 digits elsewhere */
            const struct contact_event *found = &totals.first[0];
            assert_true(fabs((double)o.t - wanted[i].t) < 1e-12 && fabs(u - wanted[i].u) < 1e-12);
            assert_true(fabs(found->at.x - wanted[i].x) < 1e-12 && fabs(found->at.y - wanted[i].y) < 1e-12);
            assert_true(fabs(found->j - wanted[i].j) < 1e-12);
        }
        sim_close(sim);
    }
}

static void test_orbit(void **context)
{
    (void)context;
    static const struct orbit_row wanted[] = {
        {6.6299256069919407, 7.5288723571093202, 2.2875784608464629, -1.2677505109542222, 1.6903340146056295},
        {10.594683915246645, 5.2964916376609941, 8.0343024966715971, -1.1143515604320857, 1.4858020805761143},
        {12.252015671363263, 7.8845736746670562, 8.8657720152134053, -1.3246814495553108, 1.7662419327404145},
        {20.530646698231381, 0.63537550371019912, 16.713867549692288, -1.2363546362446437, 1.6484728483261916},
        {25.740127934022962, 6.144519157410042, 21.215316349292766, -0.39837350696681753, 0.53116467595575671},
        {26.922243333022988, 6.3113032152679005, 23.598415356972373, -1.1269373607307431, 1.5025831476409908},
        {34.373975781867258, 12.114779366010159, 21.274005345380177, -1.0692177848544409, 1.4256237131392545},
        {38.391229962941263, 14.972754402385312, 26.999341917169975, -1.2926182249348399, 1.7234909665797866},
        {40.260633750867785, 12.581020904748894, 27.844497552771554, -0.80014875914311103, 1.0668650121908147},
        {41.300613799860753, 12.604411747347745, 26.505373443393681, -1.4142607080943756, 1.8856809441258342},
    };
    compare_orbit(1, wanted, sizeof wanted / sizeof *wanted);
    compare_orbit(0.9, NULL, 10);
}

/* ---- ergodic averages ---- */

/** Two discs whose radii add up to s on a torus of side L, centre of mass at rest. Hits per time and relative speed are
 *  2 s/(L^2 - pi s^2), Z = 1 + pi s^2/(2 (L^2 - pi s^2)) (Sinai, Russ. Math. Surv. 25, 137, 1970). Standard errors from
 *  blocks, of which four are allowed. */
static void compare_two_discs(double length, double s, double rate, double z)
{
    enum { BLOCKS = 50 };
    struct sim *sim = sim_open(2, length, length);
    struct totals totals;
    for (size_t k = 0; k < 2; k++) {
        sim->scene.r[k] = s / 2;
        sim_ball(sim, k, length * (k ? 0.8 : 0.3), length * (k ? 0.77 : 0.25), k ? -0.5 : 0.5, k ? -0.31 : 0.31);
    }
    double w = sqrt(1 + 0.62 * 0.62), energy = sim_kinetic(sim);
    sim_make_periodic(sim, BOTH);
    watch(sim, &totals);
    sim->scene.dt = 1000 / (rate * w);
    sim_start(sim, &integrator_event);
    double sum[2] = {0}, squares[2] = {0}, before[2] = {0};
    for (uint64_t block = 1; block <= BLOCKS; block++) {
        sim_advance(sim, block);
        double now[] = {(double)totals.hits, totals.virial};
        for (int k = 0; k < 2; k++) {
            double per_time = (now[k] - before[k]) / sim->scene.dt;
            sum[k] += per_time;
            squares[k] += per_time * per_time;
            before[k] = now[k];
        }
    }
    double found[2], error[2];
    for (int k = 0; k < 2; k++) {
        found[k] = sum[k] / BLOCKS;
        error[k] = sqrt((squares[k] / BLOCKS - found[k] * found[k]) / (BLOCKS - 1));
    }
    assert_true(error[0] < 0.01 * rate * w);
    assert_true(fabs(found[0] - rate * w) < 4 * error[0]);
    assert_true(fabs(found[1] / (4 * energy) - (z - 1)) < 4 * error[1] / (4 * energy)); /* S (N - 1)/(2 N KE t) */
    sim_close(sim);
}

static void test_two_discs(void **context)
{
    (void)context;
    compare_two_discs(4, 1, 0.155540258300991, 1.122161033204);
    compare_two_discs(3, 1.4, 0.985055858655078, 1 + GAS_PI * 1.96 / (2 * (9 - GAS_PI * 1.96)));
}

/** A triangular Lorentz gas: fixed discs of radius 1 at distance 2 + w, which repeat beyond the table, and a point-like
 *  ball of speed 1. Mean free path (A per disc)/2 (Chernov, J. Stat. Phys. 88, 1, 1997). */
static void compare_lorentz(double w, double path)
{
    enum { BLOCKS = 40 };
    const double r = 1e-3, side = 2 + w;
    struct sim *sim = sim_open(3, side, sqrt(3) * side);
    struct totals totals;
    for (size_t k = 0; k < 2; k++) {
        sim_ball(sim, k, side * (k ? 0.5 : 0), side * (k ? sqrt(0.75) : 0), 0, 0);
        sim->scene.r[k] = 1 - r;
        sim->scene.m[k] = HUGE_VAL;
    }
    sim->scene.r[2] = r;
    sim_ball(sim, 2, side / 2, 0.1, 0.6, 0.8);
    sim_make_periodic(sim, BOTH);
    watch(sim, &totals);
    sim->scene.dt = 500 * path;
    sim_start(sim, &integrator_event);
    double sum = 0, squares = 0, before = 0;
    for (uint64_t block = 1; block <= BLOCKS; block++) {
        sim_advance(sim, block);
        double hits = (double)totals.hits - before;
        before = (double)totals.hits;
        sum += hits;
        squares += hits * hits;
    }
    double mean = sum / BLOCKS, error = sqrt((squares / BLOCKS - mean * mean) / (BLOCKS - 1));
    assert_true(error < 0.01 * mean);
    assert_true(fabs(mean - 500) < 4 * error);
    sim_close(sim);
}

static void test_lorentz_gas(void **context)
{
    (void)context;
    compare_lorentz(0.2, 0.524985150363445);
    compare_lorentz(0.3, 0.719840866214944);
}

/** Z of a gas by the virial, Z = 1 + S (N - 1)/(2 N KE t) with the momentum at rest, against the virial series. */
static void compare_gas(double eta, double z, double tolerance)
{
    struct sim *sim = gas_open(32, 32, eta, 0, 5);
    struct totals totals;
    gas_stop_drift(sim->world);
    sim_make_periodic(sim, BOTH);
    watch(sim, &totals);
    sim->scene.dt = 20;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    double before = totals.virial, n = 1024;
    sim_advance(sim, 21);
    double found = 1 + (totals.virial - before) * (n - 1) / (2 * n * sim_kinetic(sim) * 400);
    assert_true(fabs(found / z - 1) < tolerance);
    sim_close(sim);
}

static void test_pressure(void **context)
{
    (void)context;
    compare_gas(0.05, 1.10839, 2e-3); /* 4 standard errors; sharper in tests/physics/ */
    if (runs(0, 1)) {                 /* of a dense one cli/scenes.bats asks */
        compare_gas(0.2, 1.57037, 3e-3);
        compare_gas(0.4, 2.82933, 4e-3);
    }
}

/* ---- symmetries ---- */

/** 64 balls of diameter 1 on a hexagonal lattice that fills the table, with random velocities. */
static struct sim *lattice_gas(double eta, uint64_t seed)
{
    enum { SIDE = 8 };
    double spacing = sqrt(GAS_PI / (2 * sqrt(3) * eta)), line = spacing * sqrt(0.75);
    struct sim *sim = sim_open(SIDE * SIDE, SIDE * spacing, SIDE * line);
    for (size_t i = 0; i < sim->scene.n; i++) {
        double column = (double)(i % SIDE) + (i / SIDE % 2 ? 0.75 : 0.25);
        sim->scene.r[i] = 0.5;
        sim_ball_random(sim, i, spacing * column, line * ((double)(i / SIDE) + 0.5), 1, &seed);
    }
    sim_make_periodic(sim, BOTH);
    sim->scene.dt = 1.0 / 1024;
    sim_start(sim, &integrator_event);
    return sim;
}

/** The largest difference of two places, turns included. */
static double largest_distance(const struct sim *a, const struct sim *b)
{
    double largest = 0;
    for (size_t i = 0; i < a->scene.n; i++)
        largest = fmax(largest, vec2_length(vec2_sub(world_centre(a->world, i), world_centre(b->world, i))));
    return largest;
}

/** How far 64 balls are from where they began, reversed after 1000 hits.
 *  @param growth by how much that run enlarges a change of one velocity */
static double way_back(double eta, uint64_t seed, double *growth)
{
    const double change = 1e-12;
    struct sim *sim = lattice_gas(eta, seed), *start = lattice_gas(eta, seed), *changed = lattice_gas(eta, seed);
    uint64_t steps = 0;
    while (sim_counters(sim).ball < 1000)
        sim_advance(sim, ++steps);
    sim_end(changed);
    changed->world->vx[0] += change;
    sim_start(changed, &integrator_event);
    sim_advance(changed, steps);
    *growth = largest_distance(sim, changed) / change;
    sim_end(sim);
    for (size_t i = 0; i < sim->scene.n; i++) {
        sim->world->vx[i] = -sim->world->vx[i];
        sim->world->vy[i] = -sim->world->vy[i];
    }
    sim->world->step = 0;
    sim->world->t = 0;
    sim_start(sim, &integrator_event);
    sim_advance(sim, steps);
    double miss = largest_distance(sim, start);
    sim_close(sim);
    sim_close(start);
    sim_close(changed);
    return miss;
}

/** Reversed after 1000 hits, 64 balls come back to 1e-9, as long as paths between hits are short beside the radius:
 *  then a hit enlarges an error little. In thinner gases they come back as near as chaos lets rounding, of which each
 *  hit adds some 1e-15. Found: 4e-10 at an area fraction of 0.75, 1e-12 at 0.85; 8e-8 at 0.6 and 5e-5 at 0.5, where a
 *  change grows up to 4e5 and 1e8 times; below 0.3 nothing is left. */
static void test_reversal(void **context)
{
    (void)context;
    static const double fractions[] = {0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9};
    for (size_t k = 0; k < sizeof fractions / sizeof *fractions; k++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            double growth, miss = way_back(fractions[k], seed, &growth);
            assert_true(miss < (fractions[k] >= 0.75 ? 1e-9 : 1000 * 1e-15 * growth));
            assert_true(fractions[k] > 0.55 || growth > 1e5);
        }
}

/** Moves all balls of a gas and runs it; the first hits in `totals`. */
static void run_moved(struct vec2 by, struct totals *totals, unsigned axes)
{
    struct sim *sim = gas_open(9, 7, 0.5, 0, 3);
    sim_make_periodic(sim, axes);
    for (size_t i = 0; i < sim->scene.n; i++)
        world_place(sim->world, i, vec2_add((struct vec2){sim->world->x[i], sim->world->y[i]}, by),
                    (struct vec2){0, 0});
    watch(sim, totals);
    sim->scene.dt = 0.5;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    assert_true(totals->hits > 16);
    sim_close(sim);
}

/** Wherever the coordinates begin, the same hits at the same places. */
static void test_translation(void **context)
{
    (void)context;
    static const struct vec2 moves[] = {{0.3, 0}, {1e3, 0}, {-7.77, 0}, {0.1, 0.9}, {-123.4, 55.5}, {3, -1e4}};
    for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) {
        struct totals here, there;
        unsigned axes = moves[k].y == 0 ? TABLE_AXIS_X : BOTH;
        run_moved((struct vec2){0, 0}, &here, axes);
        run_moved(moves[k], &there, axes);
        double rounding = 1e-9 * (1 + fabs(moves[k].x) + fabs(moves[k].y)) / 1e3 + 1e-11;
        for (int i = 0; i < 16; i++) {
            const struct contact_event *a = &here.first[i], *b = &there.first[i];
            assert_true(a->a == b->a && a->b == b->b && a->kind == b->kind);
            assert_true(fabs(a->t - b->t) < rounding && fabs(a->j - b->j) < 1e3 * rounding);
            assert_true(fabs(b->at.x - moves[k].x - a->at.x) < rounding &&
                        fabs(b->at.y - moves[k].y - a->at.y) < rounding);
        }
    }
}

/** A table with two lines and an arc, and balls that fly and bounce among them, all moved by `by`. */
static struct sim *moved_obstacles(const struct integrator_ops *ops, struct vec2 by, struct obstacle obstacles[3])
{
    static const double balls[][4] = {{1, 1, 2, 0.7}, {2.5, 3.1, -1.2, 1.7}, {4.3, 1.2, 0.4, -1.9}, {3.4, 4.2, -2, -1}};
    struct sim *sim = sim_open(4, 6, 5);
    obstacles[0] = (struct obstacle){.kind = OBSTACLE_LINE, .value = {1, 2, 3, 2.5}, BOUNCES(0.8)};
    obstacles[1] = (struct obstacle){.kind = OBSTACLE_LINE, .value = {5, 1, 5.3, 4}, BOUNCES(1)};
    obstacles[2] = (struct obstacle){.kind = OBSTACLE_ARC, .value = {2, 4, 0.4, 0, 360}, BOUNCES(0.5)};
    for (int i = 0; i < 3; i++) {
        double *value = obstacles[i].value;
        value[0] += by.x;
        value[1] += by.y;
        value[2] += i < 2 ? by.x : 0;
        value[3] += i < 2 ? by.y : 0;
    }
    sim->scene.table.obstacles = obstacles;
    sim->scene.table.n_obstacles = 3;
    sim->scene.pair.restitution = restitution_of(0.9);
    sim->scene.dt = 1.0 / 1024;
    sim->scene.k = 2000;
    sim_make_periodic(sim, BOTH);
    for (size_t i = 0; i < 4; i++) {
        sim->scene.r[i] = 0.3;
        sim_ball(sim, i, 0, 0, balls[i][2], balls[i][3]);
        world_place(sim->world, i, vec2_add((struct vec2){balls[i][0], balls[i][1]}, by), (struct vec2){0, 0});
    }
    sim_start(sim, ops);
    return sim;
}

/** With obstacles across a seam, or anywhere: the same motion, whatever the integrator. */
static void test_moved_obstacles(void **context)
{
    (void)context;
    static const struct vec2 moves[] = {{-1.5, 0}, {0, -2.2}, {0, -2}, {1.9, 1.1}, {-5.1, 2.6}, {-2, -4}, {0.85, 0.9}};
    for (size_t i = 0; integrator_all[i]; i++)
        for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) {
            struct obstacle obstacles[2][3];
            struct sim *here = moved_obstacles(integrator_all[i], (struct vec2){0, 0}, obstacles[0]);
            struct sim *there = moved_obstacles(integrator_all[i], moves[k], obstacles[1]);
            for (uint64_t step = 512; step <= 4096; step += 512) {
                sim_advance(here, step);
                sim_advance(there, step);
                for (size_t b = 0; b < 4; b++) {
                    struct vec2 way = vec2_sub(world_centre(there->world, b), world_centre(here->world, b));
                    if (!(vec2_length(vec2_sub(way, moves[k])) < 1e-9))
                        fail_msg("%s, moved by %g, %g: ball %zu at step %d", integrator_all[i]->name, moves[k].x,
                                 moves[k].y, b, (int)step);
                }
            }
            struct counters a = sim_counters(here), b = sim_counters(there);
            assert_true(a.surface >= 8 && a.ball >= 1 && a.ball == b.ball && fabs(a.lost - b.lost) < 1e-9);
            assert_true(integrator_all[i]->potential || a.surface == b.surface);
            sim_close(here);
            sim_close(there);
        }
}

/** A crowd of n in the middle of a table that goes on upwards: its first hits. */
static struct totals crowd(size_t n, double length, double height, struct vec2 gravity)
{
    struct totals totals;
    struct sim *sim = sim_open(n, length, height);
    uint64_t seed = n;
    size_t rows = (size_t)(height / 1.3);
    for (size_t i = 0; i < n; i++) {
        sim->scene.r[i] = 0.5;
        sim_ball_random(sim, i, length / 2 + 1.3 * (double)(i / rows), 0.3 + 1.3 * (double)(i % rows), 2, &seed);
    }
    sim->scene.gravity = gravity;
    sim_make_periodic(sim, TABLE_AXIS_Y);
    watch(sim, &totals);
    sim->scene.dt = n == 5 ? 8 : 1;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    sim_close(sim);
    return totals;
}

/** How long a table is does not matter but for the rounding of places, up to the longest; also where it is so low that
 * cells along its height would be smaller than the balls, or that balls see more than one image of each other. */
static void test_long_tables(void **context)
{
    (void)context;
    static const double lengths[] = {1e4, 4e4, 1.9e5}, heights[] = {12, 4.2, 3.95};
    static const struct vec2 gravities[] = {{0, 0}, {-0.3, 0}, {0.1, -0.5}};
    for (size_t n = 5; n <= 60; n += 55)
        for (int k = 0; k < 9; k++) {
            const struct totals wanted = crowd(n, 100, heights[k % 3], gravities[k / 3]);
            size_t rows = n == 5 ? 2 : 16;
            assert_true(wanted.hits >= rows);
            for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
                const struct totals found = crowd(n, lengths[l], heights[k % 3], gravities[k / 3]);
                for (size_t i = 0; i < rows; i++)
                    assert_true(fabs(found.first[i].t - wanted.first[i].t) < 1e-14 * lengths[l] &&
                                found.first[i].a == wanted.first[i].a);
            }
        }
}

/** 10^9 time units after the start, a time step being half of one, the same hits as at the start, but for the rounding
 *  of the time, 10^-7, which every hit among the balls makes some ten times worse. Saved after a while and continued,
 *  the same bits. */
static void test_late_times(void **context)
{
    (void)context;
    const uint64_t start = 2000000000;
    struct totals early, late;
    struct world *end = NULL;
    for (int k = 0; k < 3; k++) { /* at time 0; late; the same with an interruption */
        struct sim *sim = gas_open(9, 7, 0.5, 0, 3);
        sim_make_periodic(sim, BOTH);
        watch(sim, k == 0 ? &early : &late);
        sim->scene.dt = 0.5;
        sim->scene.start_step = sim->world->step = k > 0 ? start : 0;
        sim->world->t = (double)sim->world->step * 0.5;
        sim_start(sim, &integrator_event);
        if (k == 2) {
            sim_advance(sim, start + 700);
            sim_save(sim);
            sim_end(sim);
            sim_start(sim, &integrator_event);
        }
        if (k == 1)
            sim_advance(sim, start + 2);
        for (int i = 0; i < 16 && k == 1; i++) {
            const struct contact_event *a = &early.first[i], *b = &late.first[i];
            assert_true(a->a == b->a && a->b == b->b);
            assert_near(a->u, b->u, 1e-5);
            assert_near(a->at.x, b->at.x, 1e-5);
        }
        sim_advance(sim, sim->scene.start_step + (uint64_t)runs(900, 2000));
        assert_true(late.hits > 16 || k == 0);
        assert_true(sim_counters(sim).overlap < (k == 0 ? 1e-11 : 1e-6));
        if (k == 2)
            sim_assert_same(end, sim->world);
        if (k == 1) {
            end = world_create(sim->world->n);
            assert_non_null(end);
            end->step = sim->world->step;
            end->t = sim->world->t;
            memcpy(end->x, sim->world->x, end->n * sizeof *end->x);
            memcpy(end->y, sim->world->y, end->n * sizeof *end->y);
            memcpy(end->vx, sim->world->vx, end->n * sizeof *end->vx);
            memcpy(end->vy, sim->world->vy, end->n * sizeof *end->vy);
        }
        sim_close(sim);
    }
    world_destroy(end);
}

/** Two equal balls on a ring hand their velocity on, hit by hit. After 10^5 turns they are where they should be, but
 * for the rounding of the hits' times, which is the same at equal hits: the manual bounds it by n t v 2^-53, here 1e-5.
 */
static void test_ring(void **context)
{
    (void)context;
    const double length = 7, r = 0.3, v = 0.7;
    const long double way = length - 4 * (long double)r; /* from hit to hit */
    struct sim *sim = sim_open(2, length, 5);
    sim->scene.r[0] = sim->scene.r[1] = r;
    sim->scene.dt = 8192;
    sim_ball(sim, 0, 1, 2, v, 0);
    sim_ball(sim, 1, 3, 2, 0, 0);
    sim_make_periodic(sim, BOTH);
    sim_start(sim, &integrator_event);
    sim_advance(sim, 125);
    long double covered = (long double)v * 1024000 - (2 - 2 * (long double)r); /* since the first hit */
    uint64_t hits = 1 + (uint64_t)(covered / way);
    assert_int_equal(sim_counters(sim).ball, hits);
    for (uint32_t i = 0; i < 2; i++) { /* ball 0 moves from the second hit to the third, ... */
        bool moves = i == hits % 2;
        long double far = (i ? 3 : 3 - 2 * (long double)r) + (hits - 1 + i) / 2 * way;
        long double wanted = fmodl(far + (moves ? covered - (long double)(hits - 1) * way : 0), length);
        assert_near(sim->world->x[i], (double)wanted, 1e-6);
        assert_near(sim->world->vx[i], moves ? v : 0, 1e-13);
        assert_true(sim->world->y[i] == 2);
    }
    sim_close(sim);
}

/** A ball alone between two walls, which meets one at every 4096th turn; in between nothing is predicted. */
static void test_corridor(void **context)
{
    (void)context;
    const double climb = 1.0 / 1024, way = 4;
    for (unsigned axis = TABLE_AXIS_X; axis <= TABLE_AXIS_Y; axis++) {
        bool turned = axis == TABLE_AXIS_Y;
        struct sim *sim = sim_open(1, 5, 5);
        sim->scene.r[0] = 0.5;
        sim->scene.dt = 1 << 20;
        sim_ball(sim, 0, 2, 2, turned ? climb : 5, turned ? 5 : climb);
        sim_make_periodic(sim, axis);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        double across = turned ? sim->world->x[0] : sim->world->y[0];
        double far = 1.5 + climb * sim->scene.dt;
        assert_int_equal(sim_counters(sim).surface, (uint64_t)(far / way));
        assert_near(across, 0.5 + fmod(far, 2 * way), 1e-9);
        assert_near(turned ? sim->world->turns[0].y : sim->world->turns[0].x, sim->scene.dt, 1);
        sim_close(sim);
    }
}

/** Three balls in a row that touch when the fourth comes, on a table so narrow that other images are near: as on a wide
 *  one, whatever the law. */
static void test_narrow_rows(void **context)
{
    (void)context;
    static const char *const laws[] = {"pairwise", "newton", "lcp", "gr", "hooke", "hertz"};
    for (size_t law = 0; law < sizeof laws / sizeof laws[0]; law++) {
        double v[2][6];
        for (int broad = 0; broad < 2; broad++) {
            struct sim *sim = sim_open(3, broad ? 100 : 6.5, broad ? 100 : 4.5);
            sim->scene.impact = laws[law];
            sim->scene.pair.restitution = restitution_of(0.75);
            sim->scene.dt = 0.25;
            sim_ball(sim, 0, 0.125, 2, 0.5, 0);
            sim_ball(sim, 1, 2.25, 2, 0, 0);
            sim_ball(sim, 2, 4.25, 2, 0, 0);
            sim_make_periodic(sim, BOTH);
            sim_start(sim, &integrator_event);
            sim_advance(sim, 2);
            assert_int_equal(sim_counters(sim).simultaneous, 1);
            for (int i = 0; i < 3; i++) {
                v[broad][2 * i] = sim->world->vx[i];
                v[broad][2 * i + 1] = sim->world->vy[i];
            }
            sim_close(sim);
        }
        for (int i = 0; i < 6; i++)
            assert_near(v[0][i], v[1][i], 1e-13);
        assert_true(v[1][4] > 0.1 && v[1][5] == 0);
    }
}

/* ---- all integrators ---- */

static const struct integrator_ops *const stepped[] = {&integrator_impulse, &integrator_spring,
                                                       &integrator_spring_verlet, &integrator_spring_rk4};

/** A gas of balls of three sizes for time steps. */
static struct sim *stepped_gas(unsigned axes, size_t columns, size_t lines, double e)
{
    struct sim *sim = gas_open(columns, lines, 0.45, 0, 11);
    for (size_t i = 0; i < sim->scene.n; i++)
        sim->scene.r[i] = 0.35 + 0.05 * (double)(i % 3);
    sim->scene.k = 4000;
    sim->scene.dt = 1.0 / 512;
    sim->scene.pair.restitution = restitution_of(e);
    sim_make_periodic(sim, axes);
    return sim;
}

static void assert_same_world(const struct world *a, const struct world *b)
{
    sim_assert_same(a, b);
    assert_memory_equal(a->turns, b->turns, a->n * sizeof *a->turns);
}

/** In one go, in slices, by two threads, and continued from the world as saved: the same bits. */
static void compare_ways(const struct integrator_ops *ops, unsigned axes, size_t columns, size_t lines)
{
    enum { STEPS = 700, HALF = 333 };
    struct sim *whole = stepped_gas(axes, columns, lines, 0.9), *parts = stepped_gas(axes, columns, lines, 0.9);
    struct vec2 turns = {0, 0};
    sim_start(whole, ops);
    sim_advance(whole, STEPS);
    parts->threads = 2;
    sim_start(parts, ops);
    sim_advance(parts, 100);
    sim_advance(parts, HALF);
    sim_end(parts);
    sim_start(parts, ops);
    sim_advance(parts, STEPS);
    assert_same_world(whole->world, parts->world);
    for (size_t i = 0; i < whole->world->n; i++) {
        turns.x += fabs(whole->world->turns[i].x);
        turns.y += fabs(whole->world->turns[i].y);
    }
    bool crossed = turns.x + turns.y > 0;
    assert_true(crossed || columns < 3);
    assert_true((turns.x == 0 || (axes & TABLE_AXIS_X)) && (turns.y == 0 || (axes & TABLE_AXIS_Y)));
    sim_close(whole);
    sim_close(parts);
}

static void test_ways(void **context)
{
    (void)context;
    for (size_t k = 0; k < sizeof stepped / sizeof *stepped; k++)
        for (unsigned axes = 1; axes <= BOTH; axes += (unsigned)runs(2, 1)) {
            compare_ways(stepped[k], axes, 2, 2);
            compare_ways(stepped[k], axes, 15, 11);
        }
}

/** Momentum and energy of a gas without walls, and no pair missed: none is deeper than two ever come. */
static void test_conservation(void **context)
{
    (void)context;
    for (size_t k = 0; k < sizeof stepped / sizeof *stepped; k++) {
        struct sim *sim = stepped_gas(BOTH, 15, 11, 1);
        struct diagnostics before = diagnostics_of(sim->world, NULL);
        sim_start(sim, stepped[k]);
        sim_advance(sim, 2000);
        struct diagnostics after = diagnostics_of(sim->world, NULL);
        double total = after.kinetic + sim_potential(sim);
        assert_true(sim_counters(sim).ball > 500 && sim_counters(sim).surface == 0);
        assert_true(fabs(after.px - before.px) < 1e-9 && fabs(after.py - before.py) < 1e-9);
        assert_true(fabs(total / before.kinetic - 1) < 0.02);
        sim_close(sim);
    }
}

/** The orbit of two discs again, by small time steps. */
static void test_orbit_in_steps(void **context)
{
    (void)context;
    static const double found_by_event[][2] = {{6.6299256069919407, 7.5288723571093202},
                                               {10.594683915246645, 5.2964916376609941}};
    for (size_t k = 0; k < sizeof stepped / sizeof *stepped; k++) {
        const struct orbit o = {
            0, {0.5, 2.5}, {(wide)6 / 10, (wide)14 / 10}, {1, (wide)-4 / 10}, {(wide)3 / 10, (wide)55 / 100}};
        struct sim *sim = orbit_sim(&o, 1);
        struct totals totals;
        watch(sim, &totals);
        sim->scene.dt = 1e-4;
        sim->scene.k = 1e6;
        sim_start(sim, stepped[k]);
        sim_advance(sim, 110000);
        assert_true(totals.hits == 2);
        for (int i = 0; i < 2; i++)
            assert_true(fabs(totals.first[i].t - found_by_event[i][0]) < 0.03 &&
                        fabs(totals.first[i].at.x - found_by_event[i][1]) < 0.03);
        sim_close(sim);
    }
}

/** Balls come in rows from four sides into one pocket, each row to one place: there they lie still, on top of each
 *  other, and their energy is all lost. */
static void test_pocketed_balls(void **context)
{
    (void)context;
    enum { N = 24 };
    static const struct vec2 sides[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (size_t k = 0; integrator_all[k]; k++)
        for (unsigned axes = 1; axes <= BOTH; axes++) {
            struct obstacle pocket = {.kind = OBSTACLE_POCKET, .value = {3, 3, 0.7}};
            struct sim *sim = sim_open(N, 6, 6);
            double x[N], y[N];
            sim->scene.table.obstacles = &pocket;
            sim->scene.table.n_obstacles = 1;
            sim->scene.dt = 1.0 / 512;
            sim->scene.k = 500;
            sim_make_periodic(sim, axes);
            assert_true(world_add_pockets(sim->world));
            for (size_t i = 0; i < N; i++) {
                struct vec2 side = sides[i % 4], way = vec2_scale(1 + 0.3 * (double)(i / 4), side);
                sim->scene.r[i] = 0.1;
                sim_ball(sim, i, 3 + way.x, 3 + way.y, -side.x, -side.y);
            }
            sim_start(sim, integrator_all[k]);
            sim_advance(sim, 3 * 512);
            memcpy(x, sim->world->x, sizeof x);
            memcpy(y, sim->world->y, sizeof y);
            sim_advance(sim, 6 * 512);
            assert_true(fabs(sim_counters(sim).lost - N * 0.5) < 1e-9 && sim_counters(sim).ball == 0);
            assert_memory_equal(x, sim->world->x, sizeof x);
            assert_memory_equal(y, sim->world->y, sizeof y);
            sim_close(sim);
        }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orbit),           cmocka_unit_test(test_two_discs),
        cmocka_unit_test(test_lorentz_gas),     cmocka_unit_test(test_pressure),
        cmocka_unit_test(test_reversal),        cmocka_unit_test(test_translation),
        cmocka_unit_test(test_late_times),      cmocka_unit_test(test_ring),
        cmocka_unit_test(test_narrow_rows),     cmocka_unit_test(test_ways),
        cmocka_unit_test(test_conservation),    cmocka_unit_test(test_orbit_in_steps),
        cmocka_unit_test(test_moved_obstacles), cmocka_unit_test(test_pocketed_balls),
        cmocka_unit_test(test_long_tables),     cmocka_unit_test(test_corridor),
    };
    return RUN_TESTS(tests);
}
