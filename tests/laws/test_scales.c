/*
 * Units do not matter: with lengths, speeds and masses times powers of two, up to the limits that a scene is held to,
 * hard balls make exactly the scaled run. Powers of masses are even: where several contacts meet the impact laws take
 * square roots of inverse masses, and odd powers change the last digit of impulses. Each pair of extremes of the three
 * is tried, for every integrator without a stiffness (springs have a length of their own, the softening), for gases and
 * for breaks, where the impact laws solve groups of contacts.
 *
 * Promise: units do not matter: hard balls with lengths or times multiplied by powers of two, or masses by powers of
 * four, make the scaled run, or the scene is refused. Measured: 27 scales up to the limits (1e-18 to 1e18, else
 * 1e-60 to 1e60), 2 integrators, every impact law, to the last bit. Also kept by unit/test_scene.c.
 */
#include "impact/impact_law.h"
#include "lib/gas.h"
#include "lib/sim.h"
#include "reading/scene_keys.h"

static const double E[] = {1, 0.9, 0.3};

/** What everything is multiplied by. */
struct scale {
    double length, speed, mass;
};

static void scale_sim(struct sim *sim, const struct scale *by)
{
    struct scene *scene = &sim->scene;
    scene->table.width *= by->length;
    scene->table.height *= by->length;
    scene->dt *= by->length / by->speed;
    scene->contact_time *= by->length / by->speed;
    for (size_t i = 0; i < scene->n; i++) {
        scene->r[i] *= by->length;
        scene->m[i] *= by->mass;
        sim_ball(sim, i, sim->world->x[i] * by->length, sim->world->y[i] * by->length, sim->world->vx[i] * by->speed,
                 sim->world->vy[i] * by->speed);
    }
}

static void assert_scaled(const struct sim *found, const struct sim *plain, const struct scale *by)
{
    const struct world *a = found->world, *b = plain->world;
    for (size_t i = 0; i < plain->scene.n; i++)
        assert_true(a->x[i] == b->x[i] * by->length && a->y[i] == b->y[i] * by->length &&
                    a->vx[i] == b->vx[i] * by->speed && a->vy[i] == b->vy[i] * by->speed);
    struct counters one = sim_counters(found), other = sim_counters(plain);
    assert_true(one.ball == other.ball && one.surface == other.surface && one.simultaneous == other.simultaneous);
    assert_true(one.overlap == other.overlap && one.lost == other.lost * by->mass * by->speed * by->speed);
}

/* A gas of mixed radii, a break of 15 balls, one whose last ball is fixed. */
enum kind { GAS, BREAK, BREAK_FIXED };

static struct sim *open_scene(enum kind kind, double e, const char *impact)
{
    struct sim *sim = kind == GAS ? gas_open(6, 5, 0.5, 0, 3) : sim_break(e, e, 0);
    if (kind == GAS)
        gas_mix(sim, 0.3, 4);
    if (kind == BREAK_FIXED)
        sim->scene.m[15] = HUGE_VAL;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(e);
    sim->scene.impact = impact;
    sim->scene.dt = 0x1p-6;
    return sim;
}

static void check(const struct integrator_ops *ops, enum kind kind, double e, const char *impact)
{
    static const double lengths[] = {0x1p-50, 1, 0x1p50}, others[] = {0x1p-180, 1, 0x1p180};
    struct sim *plain = open_scene(kind, e, impact);
    sim_start(plain, ops);
    sim_advance(plain, 100);
    for (size_t i = 0; i < 27; i += (size_t)runs(2, 1)) {
        const struct scale by = {lengths[i % 3], others[i / 3 % 3], others[i / 9]};
        struct sim *scaled = open_scene(kind, e, impact);
        scale_sim(scaled, &by);
        sim_start(scaled, ops);
        sim_advance(scaled, 100);
        assert_scaled(scaled, plain, &by);
        sim_close(scaled);
    }
    assert_true(sim_counters(plain).ball > 10);
    sim_close(plain);
}

static void test_gases(void **state)
{
    (void)state;
    for (size_t o = 0; integrator_all[o]; o++)
        for (size_t e = 0; e < 3 && !(integrator_all[o]->needs & SCENE_STIFFNESS); e++)
            check(integrator_all[o], GAS, E[e], "gr");
}

static void test_breaks(void **state)
{
    (void)state;
    for (const struct impact_law *law = impact_laws; law->name; law++)
        for (size_t e = 0; e < 2; e++) { /* newton's balls stay together where e is small */
            check(&integrator_event, BREAK, E[e], law->name);
            check(&integrator_event, BREAK_FIXED, E[e], law->name);
        }
}

/* The scales above come near the limits: numbers of the scenes are a hundredth to a hundred. */
static void test_limits_are_met(void **state)
{
    (void)state;
    assert_true(0x1p50 * 100 < SCENE_LARGEST_LENGTH && 0x1p50 * 1e4 > SCENE_LARGEST_LENGTH);
    assert_true(0x1p180 * 100 < SCENE_LARGEST && 0x1p180 * 1e6 > SCENE_LARGEST);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gases),
        cmocka_unit_test(test_breaks),
        cmocka_unit_test(test_limits_are_met),
    };
    return RUN_TESTS(tests);
}
