/*
 * Balls that gravity holds on a wall of the table, hit by others or in a corner: all that touches decides together
 * whether they lie, and the log says what happened to them.
 */
#include "lib/contact_log.h"

/** In a corner, sliding down one wall, a ball bounces to rest on the other. At the end all that gravity has given it
 * has gone into the floor: the impulses of the log add up to m g t. */
static void test_corner(void **context)
{
    (void)context;
    for (double e = 0; e < 0.95; e += 0.1) {
        struct sim *sim = sim_open(1, 8, 8);
        struct contact_log contacts;
        sim->scene.gravity = (struct vec2){0, -1};
        sim->scene.table.walls.restitution = restitution_of(e);
        sim->scene.dt = 100;
        sim_ball(sim, 0, 1, 3, 0, 0);
        contact_log_start(&contacts, sim, "gr", 1000);
        sim_advance(sim, 1);
        double sum = 0;
        for (size_t k = 0; k < contacts.n; k++) {
            assert_true(contacts.rows[k].kind == CONTACT_BOTTOM && contacts.rows[k].j > 0);
            sum += contacts.rows[k].j;
        }
        assert_true(fabs(sum - contacts.last) < 1e-9);
        assert_true(sim->world->vy[0] == 0 && sim_counters(sim).rest == contacts.last);
        assert_true(fabs(sim_counters(sim).lost - 2) < 1e-9);
        contact_log_close(&contacts, sim);
    }
}

/** A ball runs under one that comes down. They do not bounce off each other, but the floor drives the lower one up, and
 *  so both apart: impulses in turn on the pair, the floor and the pair. Velocities from a calculation by hand. */
static void test_floor_drives_apart(void **context)
{
    (void)context;
    struct sim *sim = sim_open(2, 8, 7);
    struct contact_log contacts;
    sim->scene.gravity = (struct vec2){0, -1};
    sim->scene.pair.restitution = restitution_of(0);
    sim->scene.r[0] = 0.25;
    sim->scene.r[1] = 0.5;
    sim->scene.m[1] = 3;
    sim->scene.dt = 0.9138509214188748;
    sim_ball(sim, 0, 7, 0.25, 1, 0);
    sim_ball(sim, 1, 6, 1, 1, 0);
    contact_log_start(&contacts, sim, "gr", 10);
    sim_advance(sim, 1);
    assert_true(contacts.n == 3 && contacts.rows[2].kind == CONTACT_BOTTOM && contacts.rows[2].group == 1);
    assert_true(fabs(sim->world->vx[0] - 0.9130819783349847) < 1e-12);
    assert_true(fabs(sim->world->vy[0] - 0.5153242274675611) < 1e-12);
    assert_true(fabs(sim->world->vx[1] - 0.3623060072216717) < 1e-12);
    assert_true(fabs(sim->world->vy[1] + 0.5985237549840541) < 1e-12);
    contact_log_close(&contacts, sim);
}

/** A ball that rolls along the floor meets an arc from inside. Perfectly inelastic walls bring it to rest in the
 *  corner, where nothing presses it. */
static void test_floor_and_arc(void **context)
{
    (void)context;
    struct obstacle arc = {.kind = OBSTACLE_ARC, .value = {4, 0, 3, 45, 225}, BOUNCES(0)};
    struct sim *sim = sim_open(1, 8, 8);
    sim->scene.table.obstacles = &arc;
    sim->scene.table.n_obstacles = 1;
    sim->scene.table.walls.restitution = restitution_of(0);
    sim->scene.dt = 10;
    sim_ball(sim, 0, 4, 1, -2, 0);
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    assert_true(fabs(sim->world->x[0] - (4 - sqrt(3))) < 1e-11 && fabs(sim->world->y[0] - 1) < 1e-11);
    assert_true(sim->world->vx[0] == 0 && sim->world->vy[0] == 0);
    sim_close(sim);
}

/** Balls fly past a lighter one that lies, which they hit in passing. It comes off the floor, or the law leaves it at
 *  rest but for rounding: then it goes on lying, without a further hit. */
static void test_hit_in_passing(void **context)
{
    (void)context;
    int lying = 0;
    for (int k = -50; k <= 50; k++) {
        double angle = 0.02 * k;
        struct vec2 n = {sin(angle), cos(angle)}, v = {3 * n.y - n.x, -3 * n.x - n.y};
        struct sim *sim = sim_open(2, 10, 10);
        struct contact_log contacts;
        sim->scene.gravity = (struct vec2){0, -1};
        sim->scene.pair.restitution = restitution_of(0);
        sim->scene.table.walls.restitution = restitution_of(0.5);
        sim->scene.m[0] = 0.1;
        sim->scene.dt = 0.03;
        sim_ball(sim, 0, 5, 1, 0, 0);
        sim_ball(sim, 1, 5 + 2 * n.x - 0.01 * v.x, 1 + 2 * n.y - 0.01 * v.y, v.x, v.y);
        contact_log_start(&contacts, sim, "gr", 10);
        sim_advance(sim, 1);
        assert_true(contacts.n == 2 && contacts.rows[0].kind == CONTACT_BALL);
        assert_true(contacts.rows[1].kind == CONTACT_BOTTOM && contacts.rows[1].group == 0);
        bool lies = sim->world->vy[0] == 0 && sim->world->y[0] == 1;
        assert_true(lies || sim->world->y[0] > 1 + 1e-6);
        lying += lies;
        contact_log_close(&contacts, sim);
    }
    assert_true(lying > 20);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corner),
        cmocka_unit_test(test_floor_drives_apart),
        cmocka_unit_test(test_floor_and_arc),
        cmocka_unit_test(test_hit_in_passing),
    };
    return RUN_TESTS(tests);
}
