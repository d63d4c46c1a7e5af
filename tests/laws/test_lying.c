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
        sim->scene.e_wall = e;
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
        sim->scene.e_ball = 0;
        sim->scene.e_wall = 0.5;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corner),
        cmocka_unit_test(test_hit_in_passing),
    };
    return RUN_TESTS(tests);
}
