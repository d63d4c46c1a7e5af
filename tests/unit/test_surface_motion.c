/* How surfaces move: pieces and periods against closed forms, and what a table's boundary makes of them. */
#include "base/mem.h"
#include "lib/testing.h"
#include "surfaces/boundary.h"

/** To and fro: v to time a, then back as fast, to time 2 a, at which it begins anew. To be freed. */
static struct surface_motion *to_and_fro(struct vec2 v, double a, struct vec2 moved)
{
    struct surface_motion *motion = mem_array(1, sizeof *motion + 2 * sizeof *motion->piece);
    assert_non_null(motion);
    *motion = (struct surface_motion){.n = 2, .period = 2 * a};
    motion->piece[0] = (struct surface_piece){.t = 0, .v = v};
    motion->piece[1] = (struct surface_piece){.t = a, .v = {-v.x, -v.y}};
    surface_motion_prepare(motion, moved);
    return motion;
}

/** A time at which the velocity changes belongs to what begins then, in any period, although their lengths are no whole
 *  numbers of bits; each course begins where the one before ends, and the surface does not jump. */
static void test_courses(void **context)
{
    (void)context;
    for (double a = 0.05; a < 1; a += 0.07) {
        struct surface_motion *motion = to_and_fro((struct vec2){3, 4}, a, (struct vec2){1, 0});
        struct surface_course course = surface_motion_at(motion, 0);
        assert_true(course.since == 0 && course.v.x == 3 && course.v.y == 4);
        for (int i = 1; i < 2000; i++) {
            const double at = course.until;
            const struct surface_course next = surface_motion_at(motion, at);
            assert_near(at, i * a, 1e-12 * at);
            assert_true(next.since == at && next.v.x == (i % 2 ? -3 : 3) && next.drift.x == next.v.x);
            assert_true(next.v.y == (i % 2 ? -4 : 4) && next.drift.y == 0);
            assert_near(surface_motion_way(&course, at).x, surface_motion_way(&next, at).x, 1e-12 * at);
            assert_near(next.way.x, i % 2 ? 3 * a : 0, 1e-14);
            course = next;
        }
        free(motion);
    }
}

/** Before its first piece, and without a list, a surface rests; one that does not repeat ends with its last. */
static void test_ends(void **context)
{
    (void)context;
    struct surface_motion *motion = to_and_fro((struct vec2){1, 0}, 2, (struct vec2){1, 1});
    motion->period = 0;
    motion->piece[0].t = 1;
    surface_motion_prepare(motion, (struct vec2){1, 1});
    struct surface_course course = surface_motion_at(motion, 0.5);
    assert_true(course.v.x == 0 && course.until == 1);
    course = surface_motion_at(motion, 5);
    assert_true(course.v.x == -1 && course.since == 2 && course.until == HUGE_VAL && course.way.x == 1);
    course = surface_motion_at(NULL, 5);
    assert_true(course.v.x == 0 && course.since == -HUGE_VAL && course.until == HUGE_VAL);
    const struct surface_range range = surface_motion_range(motion, 7); /* at 7 it is at 1 - 5 */
    assert_true(range.lo.x == -4 && range.hi.x == 1 && range.lo.y == 0 && range.hi.y == 0);
    assert_true(surface_motion_farthest(range) == 4);
    free(motion);
}

/** What a list does in a period: where it comes to, how far it gets on the way, how fast it is, with what only rubs. */
static void test_periods(void **context)
{
    (void)context;
    struct surface_motion *motion = to_and_fro((struct vec2){-3, 4}, 2, (struct vec2){1, 0});
    assert_true(surface_motion_per_period(motion).x == 0 && surface_motion_per_period(motion).y == 0);
    assert_true(surface_motion_fastest(motion) == 5 && surface_motion_fastest(NULL) == 0);
    const struct surface_range range = surface_motion_range(motion, HUGE_VAL);
    assert_true(range.lo.x == -6 && range.hi.x == 0 && surface_motion_farthest(range) == 6);
    motion->piece[1].v.x = 1;
    surface_motion_prepare(motion, (struct vec2){1, 0});
    assert_true(surface_motion_per_period(motion).x == -4);
    free(motion);
}

/** Each wall moves by itself: where it is, how far it may come, what room there is until the end, and what extends
 *  beyond it. */
static void test_walls(void **context)
{
    (void)context;
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        const bool is_x = wall <= TABLE_RIGHT, is_upper = wall % 2;
        const struct vec2 out = {is_x ? (is_upper ? 1 : -1) : 0, is_x ? 0 : (is_upper ? 1 : -1)};
        struct table table = {.width = 20, .height = 10};
        table.motion[wall] = to_and_fro(out, 2, (struct vec2){is_x, !is_x});
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table));
        boundary.end = 100;
        assert_true(boundary_range(&boundary, !is_x) == 2 && boundary_range(&boundary, is_x) == 0);
        const struct vec2 reach = boundary_reach(&boundary), size = {20 + (is_x ? 2 : 0), 10 + (is_x ? 0 : 2)};
        assert_true(reach.x == size.x && reach.y == size.y);
        const double way[] = {0, 1, 2, 1, 0, 1};
        double travelled = 0;
        for (int t = 0; t < 6; t++) {
            assert_true(boundary_carry(&boundary, t));
            const struct surface *slab = &boundary.surfaces[!is_x];
            const double lo = is_x ? slab->origin.x : slab->origin.y, hi = is_x ? slab->end.x : slab->end.y;
            assert_true(lo == (is_upper ? 0 : -way[t]) && hi == (is_x ? 20 : 10) + (is_upper ? way[t] : 0));
            travelled += t > 0 ? 1 : 0;
            assert_true(boundary.travelled == travelled);
            enum contact_kind side;
            const struct vec2 at = {is_x ? (is_upper ? hi - 0.25 : lo + 0.25) : 10, is_x       ? 5
                                                                                    : is_upper ? hi - 0.25
                                                                                               : lo + 0.25};
            assert_near(boundary_excess(&table, t, at, 0.5, &side), 0.25, 1e-14);
            assert_true(side == (enum contact_kind)(CONTACT_LEFT + wall));
        }
        boundary_close(&boundary);
        free(table.motion[wall]);
    }
}

/** The surface of an arc that turns runs in the same direction on both sides. */
static void test_turning(void **context)
{
    (void)context;
    struct surface_motion *turn = mem_array(1, sizeof *turn + sizeof *turn->piece);
    assert_non_null(turn);
    turn->n = 1;
    turn->piece[0] = (struct surface_piece){.t = -HUGE_VAL, .v = {2, 0}};
    struct obstacle arc = {.kind = OBSTACLE_ARC, .value = {10, 10, 5, 0, 360}, .turn = turn};
    struct boundary boundary;
    assert_true(
        boundary_open(&boundary, &(struct table){.width = 20, .height = 20, .obstacles = &arc, .n_obstacles = 1}));
    boundary_turn(&boundary, 1);
    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t body = contact_surface(BOUNDARY_SLABS, side);
        const struct vec2 v = boundary_velocity(&boundary, body, (struct vec2){side == 0 ? 1 : -1, 0});
        assert_true(v.x == 0 && v.y == 10);
    }
    boundary_close(&boundary);
    free(turn);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_courses), cmocka_unit_test(test_ends),    cmocka_unit_test(test_periods),
        cmocka_unit_test(test_walls),   cmocka_unit_test(test_turning),
    };
    return RUN_TESTS(tests);
}
