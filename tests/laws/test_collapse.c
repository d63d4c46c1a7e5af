/* Inelastic collapse: found where theory has it and nowhere else, told, and carried through by contact_time; long runs
 * of hits that are none. Nothing here may run for ever: an alarm ends the program. */
#include "laws/recorder.h"

#include <unistd.h>

static const char *const all_laws[] = {"pairwise", "newton", "lcp", "gr"};
enum { LAWS = sizeof all_laws / sizeof *all_laws, SECONDS_AT_MOST = 60 };

/* McNamara and Young, Phys. Fluids A 4, 496 (1992); for the wall Bernu and Mazighi, J. Phys. A 23, 5745 (1990). */
#define THREE_BALLS  (7 - 4 * sqrt(3.0))
#define WALL_AND_TWO (3 - 2 * sqrt(2.0))

/** Runs until `steps` or an error; the world must be at the last completed step. */
static enum status run(struct test_table *table, uint64_t steps, struct error *err)
{
    enum status status = STATUS_OK;
    *err = (struct error){.status = STATUS_OK};
    for (uint64_t step = 1; step <= steps && status == STATUS_OK; step++) {
        status = table->ops->advance(table->state, table->world, step, err);
        uint64_t completed = status == STATUS_OK ? step : step - 1;
        assert_true(table->world->step == completed && table->world->t == (double)completed * table->scene.dt);
    }
    return status;
}

/* ---- thresholds ---- */

/** Two balls come from both sides to one at rest; the right one has `ratio` times the way. */
static struct test_table *three_balls(double e, double ratio)
{
    struct test_table *table = table_open(3, 64, 4);
    table_ball(table, 0, 20, 2, 1, 0);
    table_ball(table, 1, 23, 2, 0, 0);
    table_ball(table, 2, 23 + 3 * ratio, 2, -1, 0);
    table->scene.e_ball = e;
    return table;
}

/** One ball pushes another against the left wall. */
static struct test_table *wall_and_two(double e, double ratio)
{
    struct test_table *table = table_open(2, 64, 4);
    table_ball(table, 0, 3, 2, 0, 0);
    table_ball(table, 1, 6 * ratio, 2, -1, 0);
    table->scene.e_ball = table->scene.e_wall = e;
    return table;
}

static enum status outcome(struct test_table *table, const char *law, struct error *err)
{
    struct recorder recorder;
    table->scene.dt = 0.5;
    recorder_start(&recorder, table, law, 0);
    enum status status = run(table, 60, err);
    assert_true(status == STATUS_OK || strstr(err->text, "inelastic collapse"));
    assert_true(recorder_deepest(table) < 1e-10);
    recorder_close(&recorder, table);
    return status;
}

/** Just above a threshold the number of hits is finite but large, and the gaps between the last ones lie below the
 *  distance at which bodies count as touching: that is the 5 percent. */
static void test_thresholds(void **context)
{
    (void)context;
    struct error err;
    static const double below[] = {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97, 0.99}, above[] = {1.05, 1.1, 1.5, 3};
    static const double ratio[] = {1.5, 1.69, 2.2, 2.86};
    for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++) {
        for (size_t k = 0; k < sizeof below / sizeof *below; k++) {
            assert_int_equal(outcome(three_balls(below[k] * THREE_BALLS, ratio[i]), "gr", &err), STATUS_FAILED);
            assert_int_equal(outcome(wall_and_two(below[k] * WALL_AND_TWO, ratio[i]), "gr", &err), STATUS_FAILED);
        }
        for (size_t k = 0; k < sizeof above / sizeof *above; k++) {
            assert_int_equal(outcome(three_balls(above[k] * THREE_BALLS, ratio[i]), "gr", &err), STATUS_OK);
            assert_int_equal(outcome(wall_and_two(above[k] * WALL_AND_TWO, ratio[i]), "gr", &err), STATUS_OK);
        }
    }
}

/** Until the last moment only two bodies meet at a time, so that all laws tell the same. */
static void test_message(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++) {
        struct error err;
        unsigned a, b;
        double t, other_t;
        assert_int_equal(outcome(three_balls(0.05, 1.69), all_laws[law], &err), STATUS_FAILED);
        assert_int_equal(err.status, STATUS_FAILED);
        assert_int_equal(
            sscanf(err.text, "inelastic collapse: balls %u and %u hit without end at t = %lf;", &a, &b, &t), 3);
        assert_true((a == 0 && b == 1) || (a == 1 && b == 2));
        assert_non_null(strstr(err.text, "contact_time"));
        assert_int_equal(outcome(wall_and_two(0.1, 1), all_laws[law], &err), STATUS_FAILED);
        if (sscanf(err.text, "inelastic collapse: balls %u and %u hit without end at t = %lf;", &a, &b, &other_t) == 3)
            assert_true(a == 0 && b == 1);
        else
            assert_int_equal(
                sscanf(err.text, "inelastic collapse: ball 0 and the left wall hit without end at t = %lf;", &other_t),
                1);
        assert_true(t > 1 && t < 30 && other_t > 2 && other_t < 30);
    }
}

/** Hits that follow each other within contact_time are elastic. */
static void test_contact_time_carries_through(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++)
        for (double e = 0.01; e < 0.2; e += 0.03) {
            struct error err;
            struct test_table *table = three_balls(e, 1.69);
            table->scene.contact_time = 1e-4;
            assert_int_equal(outcome(table, all_laws[law], &err), STATUS_OK);
            table = wall_and_two(e, 1);
            table->scene.contact_time = 1e-4;
            assert_int_equal(outcome(table, all_laws[law], &err), STATUS_OK);
        }
}

/* ---- no collapse ---- */

/** Racks hit head-on: by symmetry balls are hit from two sides within 10^-12 of each other, again and again. */
static void test_breaks_do_not_collapse(void **context)
{
    (void)context;
    for (int i = 0; i < 20; i++) {
        struct recorder recorder;
        struct error err;
        struct test_table *table = table_open(16, 3.569, 1.778);
        struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = 5, .x = 2.5 + 0.02 * i, .y = 0.889, .r = 0.02625};
        generate_rack_place(&rack, table->world->x + 1, table->world->y + 1);
        table_ball(table, 0, 0.7, 0.889, 8, 0);
        for (size_t k = 0; k < 16; k++)
            table->scene.r[k] = 0.02625;
        table->scene.e_ball = 0.95;
        table->scene.e_wall = 0.75;
        table->scene.dt = 0.1;
        recorder_start(&recorder, table, "gr", 0);
        assert_int_equal(run(table, 150, &err), STATUS_OK);
        recorder_close(&recorder, table);
    }
}

/** Touching balls on a lattice shot by one of them, which then grazes the rest. */
static void test_lattices_do_not_collapse(void **context)
{
    (void)context;
    for (size_t law = 0; law < LAWS; law++)
        for (int hex = 0; hex < 2; hex++) {
            struct recorder recorder;
            struct error err;
            struct test_table *table = table_open(49, 28, 28);
            for (size_t i = 0; i < 49; i++) {
                double column = (double)(i % 7), line = (double)(i / 7);
                table_ball(table, i, 7 + 2 * column + (hex ? (double)(i / 7 % 2) : 0), 7 + (hex ? sqrt(3.0) : 2) * line,
                           0, 0);
            }
            table->world->vx[0] = 1;
            table->scene.e_ball = 0.9;
            table->scene.dt = 1;
            recorder_start(&recorder, table, all_laws[law], 0);
            assert_int_equal(run(table, 30, &err), STATUS_OK);
            assert_true(recorder_deepest(table) < 1e-10);
            recorder_close(&recorder, table);
        }
}

/* ---- gases ---- */

/** A dense gas that cools: it ends with its last step or with the error, and meanwhile loses energy only. */
static void cool(size_t side, double spacing, double e, const char *law, double contact_time, uint64_t seed)
{
    struct recorder recorder;
    struct error err;
    struct test_table *table = table_open(side * side, spacing * (double)side, spacing * (double)side);
    for (size_t i = 0; i < side * side; i++)
        table_ball(table, i, ((double)(i % side) + 0.5) * spacing, ((double)(i / side) + 0.5) * spacing,
                   table_random(&seed, -1, 1), table_random(&seed, -1, 1));
    double energy = table_kinetic(table);
    table->scene.e_ball = e;
    table->scene.e_wall = seed % 2 ? e : 1;
    table->scene.contact_time = contact_time;
    table->scene.dt = 1;
    recorder_start(&recorder, table, law, 0);
    enum status status = run(table, 60, &err);
    assert_true(status == STATUS_OK || (contact_time == 0 && strstr(err.text, "inelastic collapse")));
    assert_true(recorder_deepest(table) < 1e-10);
    double lost = table_counters(table).lost;
    if (status == STATUS_OK)
        assert_true(fabs(table_kinetic(table) + lost - energy) < 1e-10 * energy);
    assert_true(lost > 0 || strcmp(law, "newton") == 0);
    recorder_close(&recorder, table);
}

static void test_cooling_gases(void **context)
{
    (void)context;
    static const double restitution[] = {0, 0.1, 0.3, 0.6, 0.8, 0.95};
    for (size_t law = 0; law < LAWS; law++)
        for (size_t i = 0; i < sizeof restitution / sizeof *restitution; i++)
            for (size_t side = 5; side <= (restitution[i] > 0 ? 14 : 8);
                 side += 3) /* balls that stick hit very often */
                for (int guarded = 0; guarded < 2; guarded++)
                    cool(side, side % 2 ? 2.2 : 2.6, restitution[i], all_laws[law], guarded ? 1e-3 : 0, 7 * i + side);
}

/* Hits almost at once, as coordinates of eleven or twelve digits make them, end after a few and are no collapse. */
static void test_tiny_gaps_do_not_collapse(void **state)
{
    (void)state;
    for (double gap = 1e-12; gap < 1e-6; gap *= 3) {
        struct recorder recorder;
        struct error err;
        struct test_table *table = table_open(6, 100, 10);
        for (size_t i = 0; i < 6; i++)
            table_ball(table, i, (i ? 20 : 15) + (2 + gap) * (double)i, 5, i ? 0 : 1, 0);
        table->scene.e_ball = 0.9;
        table->scene.dt = 1;
        recorder_start(&recorder, table, "gr", 0);
        assert_int_equal(run(table, 20, &err), STATUS_OK);
        recorder_close(&recorder, table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thresholds),
        cmocka_unit_test(test_message),
        cmocka_unit_test(test_contact_time_carries_through),
        cmocka_unit_test(test_breaks_do_not_collapse),
        cmocka_unit_test(test_lattices_do_not_collapse),
        cmocka_unit_test(test_tiny_gaps_do_not_collapse),

        cmocka_unit_test(test_cooling_gases),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    alarm(SECONDS_AT_MOST);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
