/*
 * `impulse` against an independent transcription of its source document: level 4 of the public repository
 * pitizzzle/physics-simulations-balls, in that document's own notation (components along and across the line of
 * centres). The integrator uses another form of the same formula, so velocities agree to rounding; which pairs exchange
 * in which order must agree exactly, so each step starts from the integrator's own state.
 *
 * Promise: impulse and spring are the algorithms of their source documents. Measured: impulse to rounding, spring at
 * e = 1 to the last bit, 7 and 300 balls. Also kept by laws/test_spring_reference.c.
 */
#include "lib/sim.h"

#include "base/vec2.h"

struct reference_ball {
    struct vec2 p, v;
    double m, r;
};

static void reference_pair(struct reference_ball *i, struct reference_ball *j)
{
    struct vec2 d_vector = vec2_sub(j->p, i->p);
    double d = vec2_length(d_vector);
    if (!(d < i->r + j->r))
        return;
    struct vec2 a = vec2_scale(1 / d, d_vector);
    double v_ia = vec2_dot(a, i->v), v_ja = vec2_dot(a, j->v);
    if (!(v_ia > v_ja)) /* already flying apart */
        return;
    struct vec2 v_ib = vec2_sub(i->v, vec2_scale(v_ia, a)), v_jb = vec2_sub(j->v, vec2_scale(v_ja, a));
    double m_i = i->m, m_j = j->m;
    double new_ia = (v_ia * (m_i - m_j) + 2 * m_j * v_ja) / (m_i + m_j);
    double new_ja = (v_ja * (m_j - m_i) + 2 * m_i * v_ia) / (m_i + m_j);
    i->v = vec2_add(vec2_scale(new_ia, a), v_ib);
    j->v = vec2_add(vec2_scale(new_ja, a), v_jb);
}

static double reference_wall(double v, double position, double r, double size)
{
    if (position - r < 0)
        return +fabs(v);
    if (position + r > size)
        return -fabs(v);
    return v;
}

static void reference_step(struct reference_ball *balls, const struct scene *scene)
{
    for (size_t i = 0; i < scene->n; i++)
        balls[i].p = vec2_add(balls[i].p, vec2_scale(scene->dt, balls[i].v));
    for (size_t i = 0; i < scene->n; i++)
        for (size_t j = i + 1; j < scene->n; j++)
            reference_pair(&balls[i], &balls[j]);
    for (size_t i = 0; i < scene->n; i++) {
        balls[i].v.x = reference_wall(balls[i].v.x, balls[i].p.x, balls[i].r, scene->table.width);
        balls[i].v.y = reference_wall(balls[i].v.y, balls[i].p.y, balls[i].r, scene->table.height);
    }
}

static void load(struct reference_ball *balls, const struct world *world)
{
    for (size_t i = 0; i < world->n; i++)
        balls[i] =
            (struct reference_ball){{world->x[i], world->y[i]}, {world->vx[i], world->vy[i]}, world->m[i], world->r[i]};
}

static void assert_agrees(const struct world *world, const struct reference_ball *balls)
{
    for (size_t i = 0; i < world->n; i++) {
        double speed = vec2_length(balls[i].v) + 1;
        assert_true(world->x[i] == balls[i].p.x && world->y[i] == balls[i].p.y);
        assert_true(fabs(world->vx[i] - balls[i].v.x) < 1e-14 * speed);
        assert_true(fabs(world->vy[i] - balls[i].v.y) < 1e-14 * speed);
    }
}

static void compare(struct sim *sim, uint64_t steps)
{
    struct reference_ball *balls = mem_array(sim->scene.n, sizeof *balls);
    assert_non_null(balls);
    double energy = sim_kinetic(sim);
    sim_start(sim, &integrator_impulse);
    for (uint64_t step = 1; step <= steps; step++) {
        load(balls, sim->world);
        reference_step(balls, &sim->scene);
        sim_advance(sim, step);
        assert_agrees(sim->world, balls);
    }
    assert_true(sim_counters(sim).ball > 6 && sim_counters(sim).surface > 2);
    assert_true(fabs(sim_kinetic(sim) / energy - 1) < 1e-12);
    assert_true(sim_counters(sim).lost == 0);
    free(balls);
    sim_close(sim);
}

static void test_kick_off(void **context)
{
    (void)context;
    struct sim *sim = sim_kick_off();
    sim->scene.dt = 0.05;
    compare(sim, 3000);
}

static void test_300_balls(void **context)
{
    (void)context;
    struct sim *sim = sim_random_balls(300, 40, 25, 2, 12);
    sim->scene.dt = 0.02;
    compare(sim, (uint64_t)runs(600, 1500));
}

/** The closed form of one oblique collision with restitution e (Tatum, Classical Mechanics, section 5.4): momentum is
 *  kept, the normal velocity is turned round and scaled by e, the tangential one stays. */
static void test_restitution(void **context)
{
    (void)context;
    struct sim *sim = sim_open(2, 100, 100);
    sim->scene.pair.restitution = restitution_of(0.5);
    sim->scene.dt = 0.125;
    sim->scene.r[0] = 1.25;
    sim->scene.m[1] = 3;
    sim_ball(sim, 0, 50, 50, 1, 0);
    sim_ball(sim, 1, 51.325, 51.6, 0, 0); /* after the step: distance (1.2, 1.6) */
    sim_start(sim, &integrator_impulse);
    sim_advance(sim, 1);
    double nx = 0.6, ny = 0.8, j = (1 + 0.5) * 0.6 * 0.75; /* u = -0.6, mu = 0.75 */
    assert_true(fabs(sim->world->vx[0] - (1 - j * nx)) < 1e-14);
    assert_true(fabs(sim->world->vy[0] - (0 - j * ny)) < 1e-14);
    assert_true(fabs(sim->world->vx[1] - j * nx / 3) < 1e-14);
    assert_true(fabs(sim->world->vy[1] - j * ny / 3) < 1e-14);
    assert_true(fabs(sim_counters(sim).lost - 0.5 * 0.75 * 0.75 * 0.36) < 1e-14);
    sim_close(sim);
}

static void test_wall_restitution(void **context)
{
    (void)context;
    struct sim *sim = sim_open(2, 10, 10);
    sim->scene.table.walls.restitution = restitution_of(0.5);
    sim->scene.dt = 1;
    sim_ball(sim, 0, 8.5, 5, 1, 0);
    sim_ball(sim, 1, 5, 0.5, 0, 0.25); /* sticks out, but moves inwards: keeps its velocity */
    sim_start(sim, &integrator_impulse);
    sim_advance(sim, 1);
    assert_true(sim->world->vx[0] == -0.5 && sim->world->vy[1] == 0.25);
    assert_true(sim_counters(sim).surface == 1);
    assert_true(fabs(sim_counters(sim).lost - 0.5 * 0.75) < 1e-15);
    assert_true(fabs(sim_counters(sim).overlap - 0.5) < 1e-15);
    sim_close(sim);
}

/** Balls in the same place have no line of centres: nothing happens to them, and nothing becomes NaN. */
static void test_coincident_balls(void **context)
{
    (void)context;
    struct sim *sim = sim_open(2, 100, 100);
    sim->scene.dt = 0.1;
    sim_ball(sim, 0, 50, 50, 1, 0);
    sim_ball(sim, 1, 50, 50, 1, 0);
    sim_start(sim, &integrator_impulse);
    sim_advance(sim, 1);
    assert_true(sim->world->vx[0] == 1 && sim->world->vx[1] == 1);
    assert_true(sim_counters(sim).ball == 0 && sim_counters(sim).overlap == 2);
    sim_close(sim);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kick_off),         cmocka_unit_test(test_300_balls),
        cmocka_unit_test(test_restitution),      cmocka_unit_test(test_wall_restitution),
        cmocka_unit_test(test_coincident_balls),
    };
    return RUN_TESTS(tests);
}
