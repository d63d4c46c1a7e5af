/* Many balls in no order are sorted in memory by the stepped integrators. It changes no bit: the same balls with an
 * event log are left in the scene's order. */

#include "lib/sim.h"
#include "integrators/spring_system.h"

enum {
    COLUMNS = 270,
    SPRINGS = 1 + BALL_ORDER_SPRINGS / COLUMNS,
    IMPULSE = 1 + BALL_ORDER_IMPULSE / COLUMNS
}; /* lines */
enum { STEPS = 8 };

/** Equal balls fall in a box, mixed ones are on a periodic table, and chains are rows in which each touches two others.
 */
enum kind { EQUAL, MIXED, CHAINS };

/** Places 0..n-1 in no order. */
static uint32_t *shuffled(uint32_t n, uint64_t seed)
{
    uint32_t *places = mem_array(n, sizeof *places);
    assert_non_null(places);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = (uint32_t)(uniform_bits(&seed) % (i + 1));
        places[i] = places[other];
        places[other] = i;
    }
    return places;
}

/** A lattice in which most balls overlap six others and the outer ones walls, and that breaks up.
 *  @param scattered the balls come in no order */
static struct sim *lattice(enum kind kind, uint32_t lines, bool scattered)
{
    const double spacing = 1.97, apart = spacing * (kind == CHAINS ? 1.7 : 0.87);
    const uint32_t n = COLUMNS * lines;
    struct sim *sim = sim_open(n, spacing * (COLUMNS + 0.5), apart * lines);
    uint32_t *places = shuffled(n, 7);
    uint64_t seed = 3;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t place = scattered ? places[i] : i, line = place / COLUMNS, column = place % COLUMNS;
        sim_ball_random(sim, i, spacing * (column + (line % 2 ? 0.75 : 0.25)), apart * (line + 0.5), 25, &seed);
        if (kind == MIXED)
            sim->scene.r[i] = uniform(&seed, 0.9, 1.1);
        if (kind != EQUAL)
            sim->scene.m[i] = uniform(&seed, 0.5, 2);
    }
    free(places);
    sim->scene.k = 300;
    sim->scene.dt = 0.005;
    if (kind == MIXED)
        sim_make_periodic(sim, TABLE_AXIS_X | TABLE_AXIS_Y);
    if (kind == EQUAL)
        sim->scene.gravity = (struct vec2){0.5, -3};
    return sim;
}

static bool is_sorted(const struct sim *sim)
{
    return ((const struct spring_system *)sim->state)->base.order.id;
}

static void ignore_contact(void *context, const struct contact_event *event)
{
    (void)context;
    (void)event;
}

/** @param watched an event log is kept, in the scene's order */
static void start(struct sim *sim, const struct integrator_ops *ops, bool watched)
{
    if (watched)
        sim->observer.contact = ignore_contact;
    sim_start(sim, ops);
}

static void assert_same(const struct sim *a, const struct sim *b)
{
    struct counters one = sim_counters(a), other = sim_counters(b);
    sim_assert_same(a->world, b->world);
    assert_true(sim_potential(a) == sim_potential(b));
    assert_true(one.ball == other.ball && one.surface == other.surface && one.overlap == other.overlap &&
                one.lost == other.lost && one.rest == other.rest);
}

static size_t rebuilds(const struct sim *sim)
{
    return verlet_list_rebuilds(((const struct spring_system *)sim->state)->contacts.list);
}

/** @param steps after the first and the last of them all is the same */
static void compare(enum kind kind, const struct integrator_ops *ops, uint64_t steps)
{
    struct sim *sorted = lattice(kind, SPRINGS, true), *given = lattice(kind, SPRINGS, true);
    start(sorted, ops, false);
    start(given, ops, true);
    assert_true(sim_potential(sorted) == sim_potential(given) && sim_potential(given) > 1000);
    for (uint64_t step = 1; step <= steps; step += steps - 1) {
        sim_advance(sorted, step);
        sim_advance(given, step);
        assert_same(sorted, given);
    }
    assert_true(is_sorted(sorted) && !is_sorted(given) && rebuilds(sorted) > (steps < STEPS ? 0 : 3));
    assert_true(sim_counters(given).ball > 10000);
    sim_close(sorted);
    sim_close(given);
}

/** Sorting is no part of an integrator's step: two of them in `make test`. */
static void test_bits(void **state)
{
    (void)state;
    compare(EQUAL, &integrator_spring, STEPS);
    compare(MIXED, &integrator_spring_verlet, (uint64_t)runs(3, STEPS));
    if (runs(0, 1))
        compare(EQUAL, &integrator_spring_rk4, STEPS);
}

/** Of the exchanges of a ball the order matters, too. */
static void test_impulse(void **state)
{
    (void)state;
    struct sim *sorted = lattice(CHAINS, IMPULSE, true), *given = lattice(CHAINS, IMPULSE, true);
    start(sorted, &integrator_impulse, false);
    start(given, &integrator_impulse, true);
    sim_advance(sorted, 2);
    sim_advance(given, 2);
    assert_same(sorted, given);
    assert_true(sim_counters(given).ball > 100000);
    sim_close(sorted);
    sim_close(given);
}

/** A run that goes on from its world sorts other places, those of that moment. */
static void test_continuation(void **state)
{
    (void)state;
    struct sim *whole = lattice(EQUAL, SPRINGS, true), *parts = lattice(EQUAL, SPRINGS, true);
    start(whole, &integrator_spring, false);
    sim_advance(whole, STEPS);
    for (uint64_t step = STEPS / 2; step <= STEPS; step += STEPS / 2) {
        start(parts, &integrator_spring, false);
        sim_advance(parts, step);
        assert_true(is_sorted(parts));
        assert_true(step < STEPS || sim_potential(parts) == sim_potential(whole));
        parts->ops->destroy(parts->state);
        parts->ops = NULL;
    }
    sim_assert_same(whole->world, parts->world);
    sim_close(whole);
    sim_close(parts);
}

/** Left in the scene's order: balls that come in an order, and scenes where more than forces is summed over them. */
static void test_what_is_not_sorted(void **state)
{
    (void)state;
    double *friction = mem_array(COLUMNS * SPRINGS, sizeof *friction);
    assert_non_null(friction);
    for (int reason = 0; reason < 4; reason++) {
        struct sim *sim = lattice(EQUAL, SPRINGS, reason > 0);
        sim->scene.e_ball = reason == 1 ? 0.9 : 1;
        sim->scene.friction = reason == 2 ? friction : NULL;
        sim->scene.m[5] = reason == 3 ? HUGE_VAL : 1;
        start(sim, &integrator_spring, false);
        sim_advance(sim, 1);
        assert_false(is_sorted(sim));
        sim->scene.friction = NULL;
        sim_close(sim);
    }
    free(friction);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_impulse),
        cmocka_unit_test(test_continuation),
        cmocka_unit_test(test_what_is_not_sorted),
    };
    return RUN_TESTS(tests);
}
