/*
 * Promise: gravity, springs and friction that pull and hold balls together in fixed steps. Measured: 1e-12 along a
 * line; follow into frozen balls within 1e-3 of the rigid limit; pucks held, cut and logged to the bit. Flow:
 * test_friction_flow.
 */
/* What pulls a ball, gravity or springs, together with what holds it, with and without cloth, in all fixed steps. */
#include "lib/sim.h"

#include "measure/diagnostics.h"

static const struct integrator_ops *const stepped[] = {&integrator_impulse, &integrator_spring,
                                                       &integrator_spring_verlet, &integrator_spring_rk4};
enum { STEPPED = 4, FIRST_SPRING = 1 };

static void near_under(double found, double wanted, double tolerance, const struct integrator_ops *ops)
{
    if (!(fabs(found - wanted) <= tolerance))
        fail_msg("%s: %.17g, not %.17g", ops->name, found, wanted);
}

static double total(const struct sim *sim)
{
    const double turning = sim->world->w ? sim_rotation(sim) : 0;
    return sim_kinetic(sim) + turning + sim_potential(sim) + diagnostics_potential(sim->world, sim->scene.gravity) +
           sim_counters(sim).lost;
}

static double *all_of(size_t n, double value)
{
    double *values = mem_array(n, sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < n; i++)
        values[i] = value;
    return values;
}

/* ---- gravity ---- */

/** One ball on a slope: pull, sliding (0: no cloth) and rolling friction, speed, time; speed and way then. */
struct slope {
    double pull, sliding, friction, speed, time, then, way;
};

static const struct slope slopes[] = {
    {1, 0, 0.8, 0, 2, 0.4, 0.4},
    {1, 0, 0.67, 0, 2, 0.66, 0.66},
    {1, 0, 0.999, 0, 2, 0.002, 0.002},
    {1, 0, 0.8, -0.5, 2, 0.3444444444444444, 0.2271604938271605},
    {0.7, 0, 0.8, -0.5, 2, 0, -0.08333333333333333},
    {0.8, 0, 0.8, 0, 2, 0, 0},
    {0.5, 1.962, 0.35, 0, 4, 0.02857142857142857, 0.05714285714285714},
    {2, 1.962, 0.5, 0, 4, 3.714285714285714, 7.428571428571429},
    {0.2, 0.4, 0.0981, 0, 4, 0.1790285714285714, 0.3580571428571429},
    {0.49, 1.962, 0.35, 0, 4, 0, 0},
};

static struct sim *on_slope(const struct slope *slope, double dt)
{
    struct sim *sim = sim_open(1, 100, 100);
    if (slope->sliding > 0)
        sim_cloth(sim, slope->sliding, slope->friction, 0);
    else
        sim->scene.friction = all_of(1, slope->friction);
    sim->scene.k = 400;
    sim->scene.dt = dt;
    sim->scene.gravity = (struct vec2){slope->pull, 0};
    sim_ball(sim, 0, 50, 50, slope->speed, 0);
    return sim;
}

static void test_slopes(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++)
        for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++)
            for (double dt = 0.04; dt > 0.002; dt /= 4) {
                const struct slope *slope = &slopes[i];
                struct sim *sim = on_slope(slope, dt);
                sim_start(sim, stepped[o]);
                const double before = total(sim);
                sim_advance(sim, (uint64_t)lround(slope->time / dt));
                near_under(sim->world->x[0], 50 + slope->way, 1e-11, stepped[o]);
                near_under(sim->world->vx[0], slope->then, 1e-12, stepped[o]);
                near_under(total(sim), before, 1e-11, stepped[o]);
                assert_true((sim_counters(sim).rest < HUGE_VAL) == (slope->then == 0));
                if (slope->way == 0)
                    assert_true(sim->world->x[0] == 50);
                sim_close(sim);
            }
}

/** Held on the seam of a periodic table, over which each step without friction would go. */
static void test_held_on_the_seam(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        struct sim *sim = on_slope(&(struct slope){-0.7, 0, 0.8, 0, 0, 0, 0}, 0.02);
        sim_make_periodic(sim, TABLE_AXIS_X);
        sim->world->x[0] = 0;
        sim_start(sim, stepped[o]);
        sim_advance(sim, 50);
        assert_true(sim->world->x[0] == 0 && sim->world->turns[0].x == 0 && sim->world->vx[0] == 0);
        sim_close(sim);
    }
}

/** Across a pull, what friction takes never comes back, and the ledger balances to rounding. */
static void test_friction_only_takes(void **context)
{
    (void)context;
    uint64_t seed = 5;
    for (size_t o = 0; o < STEPPED; o++)
        for (int cloth = 0; cloth < 2; cloth++) {
            struct sim *sim = on_slope(&(struct slope){0.6, cloth ? 1.1 : 0, 0.5, 1, 0, 0, 0}, 0.02);
            sim->world->vy[0] = 2;
            if (cloth)
                sim->world->w[0] = (struct vec3){uniform(&seed, -3, 3), uniform(&seed, -3, 3), 0};
            sim_start(sim, stepped[o]);
            const double before = total(sim);
            double lost = 0;
            for (uint64_t step = 1; step <= 500; step++) {
                sim_advance(sim, step);
                assert_true(sim_counters(sim).lost >= lost);
                lost = sim_counters(sim).lost;
                near_under(total(sim), before, 1e-12, stepped[o]);
            }
            sim_close(sim);
        }
}

/* ---- springs ---- */

/** A cue ball with follow pushes n frozen balls: the mean of what all have come. Rigid: the closed form. */
static void follow(const struct integrator_ops *ops, size_t n, double wanted)
{
    const double r = 0.028575;
    struct sim *sim = sim_open(n + 1, 3, 1.5);
    sim_cloth(sim, 1.962, 0.0981, 0);
    sim->scene.k = 1e6;
    sim->scene.pair.restitution = restitution_of(0.5);
    sim->scene.dt = 1.8e-5;
    for (size_t i = 0; i <= n; i++) {
        sim->scene.r[i] = r;
        sim->scene.m[i] = 0.17;
        sim_ball(sim, i, 1 + 2 * r * (double)i, 0.7, 0, 0);
    }
    sim->world->w[0].y = 33.44;
    sim_start(sim, ops);
    double mean = 0;
    for (uint64_t step = 10000; sim_counters(sim).rest == HUGE_VAL; step += 10000)
        sim_advance(sim, step);
    for (size_t i = 0; i <= n; i++)
        mean += (sim->world->x[i] - 1 - 2 * r * (double)i) / ((double)n + 1);
    near_under(mean, wanted, 1e-3 * wanted, ops);
    sim_close(sim);
}

static void test_follow(void **context)
{
    (void)context;
    static const double way[] = {0.09462628519003932, 0.03915383011434622, 0.02029989869622262};
    for (size_t o = FIRST_SPRING + 1; o < STEPPED; o++) /* `spring` adds to distances more than these balls overlap */
        for (size_t n = 1; n <= 3; n++)
            follow(stepped[o], n, way[n - 1]);
}

/** Pucks in a row between walls, each pressed by its neighbours and by gravity with less than friction holds. */
static struct sim *pressed_pucks(double mu)
{
    struct sim *sim = sim_open(4, 7.9, 4);
    sim_rotate(sim);
    sim->scene.friction = all_of(4, 3);
    sim->scene.gravity = (struct vec2){0.7, -0.4};
    sim->scene.k = 20;
    sim->scene.dt = 0.004;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0.6);
    sim->scene.pair.rubbing.mu = sim->scene.table.walls.rubbing.mu = (struct friction){mu, 0, 0};
    sim->scene.pair.rubbing.beta = sim->scene.table.walls.rubbing.beta = 0.2;
    for (size_t i = 0; i < 4; i++)
        sim_ball(sim, i, 0.95 + 1.98 * (double)i, 2 + 0.1 * (double)(i % 2), 0, 0);
    return sim;
}

static void test_pressed_pucks_do_not_creep(void **context)
{
    (void)context;
    for (size_t o = FIRST_SPRING; o < STEPPED; o++)
        for (double mu = 0; mu < 1; mu += 0.4) {
            struct sim *sim = pressed_pucks(mu);
            sim_start(sim, stepped[o]);
            assert_true(sim_potential(sim) > 0.01);
            sim_advance(sim, 5000);
            for (size_t i = 0; i < 4; i++) {
                assert_true(sim->world->x[i] == 0.95 + 1.98 * (double)i && sim->world->vx[i] == 0);
                assert_true(sim->world->y[i] == 2 + 0.1 * (double)(i % 2) && sim->world->vy[i] == 0);
            }
            assert_true(sim_counters(sim).lost == 0);
            for (size_t i = 0; i < sim->world->n_contacts; i++)
                assert_true(sim->world->contacts[i].stretch.x == 0 && sim->world->contacts[i].stretch.y == 0);
            sim_close(sim);
        }
}

/** A puck that spins in place against one that is held: this does not move, that comes to rest, and energy balances. */
static void test_a_held_puck_is_rubbed(void **context)
{
    (void)context;
    for (size_t o = FIRST_SPRING; o < STEPPED; o++) {
        struct sim *sim = pressed_pucks(0.3);
        sim->scene.dt = 0.001;
        sim->world->w[1].z = 0.5;
        sim_start(sim, stepped[o]);
        const double before = total(sim);
        sim_advance(sim, 20000);
        for (size_t i = 0; i < 4; i++)
            assert_true(sim->world->x[i] == 0.95 + 1.98 * (double)i && sim->world->vx[i] == 0);
        near_under(sim->world->w[1].z, 0, 3e-3, stepped[o]);
        near_under(total(sim), before, 1e-6, stepped[o]);
        assert_true(sim_counters(sim).lost > 0.01);
        sim_close(sim);
    }
}

/* ---- many balls ---- */

enum { GRAINS = 60 };

/** Balls that gravity, springs and friction pull about: pucks that rub and turn about the vertical, or balls on a
 * cloth. */
static struct sim *crowd(bool cloth, double friction, double mu, unsigned axes)
{
    uint64_t seed = 7;
    struct sim *sim = sim_open(GRAINS, 24, 20);
    if (cloth)
        sim_cloth(sim, 2, friction, 0.5);
    else {
        sim_rotate(sim);
        sim->scene.friction = all_of(GRAINS, friction);
    }
    sim_make_periodic(sim, axes);
    sim->scene.gravity = (struct vec2){0.1, -0.6};
    sim->scene.k = 900;
    sim->scene.dt = 0.002;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0.6);
    sim->scene.pair.rubbing.mu = sim->scene.table.walls.rubbing.mu = (struct friction){mu, 0, 0};
    sim->scene.pair.rubbing.beta = 0.3;
    for (size_t i = 0; i < GRAINS; i++) {
        sim->scene.r[i] = uniform(&seed, 0.7, 1.1);
        sim->scene.m[i] = uniform(&seed, 0.5, 2);
        sim_ball_random(sim, i, 1.3 + 2.3 * (double)(i % 10), 1.3 + 3.2 * (double)(i / 10), 3, &seed);
        sim->world->w[i].z = uniform(&seed, -2, 2);
    }
    return sim;
}

static void keep_nothing(void *context, const struct contact_event *row)
{
    (void)row;
    ++*(size_t *)context;
}

/** A run that goes on from its world, or with a log, or in threads, gives the same bits. */
static void compare(const struct integrator_ops *ops, bool cloth, double mu, unsigned axes)
{
    size_t rows = 0;
    struct sim *whole = crowd(cloth, 0.3, mu, axes), *parts = crowd(cloth, 0.3, mu, axes),
               *logged = crowd(cloth, 0.3, mu, axes);
    sim_start(whole, ops);
    sim_advance(whole, 900);
    logged->observer = (struct observer){keep_nothing, &rows, NULL};
    sim_start(logged, ops);
    sim_advance(logged, 900);
    sim_assert_same(whole->world, logged->world);
    assert_true(rows > 20);
    for (uint64_t step = 300; step <= 900; step += 300) {
        parts->threads = (size_t)step / 300;
        sim_start(parts, ops);
        sim_advance(parts, step);
        sim_end(parts);
    }
    sim_assert_same(whole->world, parts->world);
    assert_memory_equal(whole->world->w, parts->world->w, GRAINS * sizeof *whole->world->w);
    sim_close(whole);
    sim_close(parts);
    sim_close(logged);
}

static void test_cuts_threads_and_logs(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++)
        for (int cloth = 0; cloth < 2; cloth++)
            for (double mu = 0; mu < 0.5; mu += 0.4)
                for (unsigned axes = 0; axes < 2; axes++)
                    if ((o + (unsigned)cloth + axes + (mu > 0)) % 2 || !runs(1, 0)) /* half of them */
                        compare(stepped[o], cloth, mu, axes);
}

/** The ledger balances as well as without friction: to the order of a step. */
static void test_balance(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++)
        for (int cloth = 0; cloth < 2; cloth++) {
            struct sim *sim = crowd(cloth, 0.3, 0.4, 0);
            sim_start(sim, stepped[o]);
            const double before = total(sim), moving = sim_kinetic(sim);
            sim_advance(sim, 2000);
            near_under(total(sim), before, 0.004 * moving, stepped[o]);
            sim_close(sim);
        }
}

/** Friction that is next to none changes next to nothing: the step is the one without. */
static void test_no_friction_is_the_limit(void **context)
{
    (void)context;
    for (size_t o = 0; o < STEPPED; o++) {
        struct sim *with = crowd(false, 1e-13, 0.4, 0), *without = crowd(false, 1, 0.4, 0);
        free(without->scene.friction);
        without->scene.friction = NULL;
        sim_start(with, stepped[o]);
        sim_start(without, stepped[o]);
        sim_advance(with, 200);
        sim_advance(without, 200);
        for (size_t i = 0; i < GRAINS; i++)
            near_under(with->world->x[i], without->world->x[i], stepped[o] == &integrator_impulse ? 1e-11 : 5e-4,
                       stepped[o]);
        sim_close(with);
        sim_close(without);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_held_on_the_seam),
        cmocka_unit_test(test_friction_only_takes),
        cmocka_unit_test(test_follow),
        cmocka_unit_test(test_pressed_pucks_do_not_creep),
        cmocka_unit_test(test_a_held_puck_is_rubbed),
        cmocka_unit_test(test_cuts_threads_and_logs),
        cmocka_unit_test(test_balance),
        cmocka_unit_test(test_no_friction_is_the_limit),
    };
    return RUN_TESTS(tests);
}
