/*
 * Balls that roll to rest, hit by hit (laws/plain_loop.h).
 */
#include "laws/plain_loop.h"

static void set_friction(struct table_of_balls *table, double c)
{
    table->motion.law = MOTION_FRICTION;
    for (uint32_t i = 0; i < table->n; i++)
        table->friction[i] = c;
    table->motion.friction = table->friction;
}

static void assert_at_rest(const struct table_of_balls *table, uint32_t i, double x, double y, double tolerance)
{
    const struct particle *ball = &table->ball[i];
    double t = motion_rest_time(&table->motion, body_of(ball));
    struct vec2 place = motion_position(&table->motion, body_of(ball), t),
                later = motion_position(&table->motion, body_of(ball), 2 * t);
    struct vec2 v = motion_velocity(&table->motion, body_of(ball), t);
    assert_true(fabs(place.x - x) < tolerance && fabs(place.y - y) < tolerance);
    assert_true(v.x == 0 && v.y == 0 && later.x == place.x && later.y == place.y);
}

static struct table_of_balls shot(double vx, double vy)
{
    struct table_of_balls table = empty_table(2.54, 1.27, 0.95, 0.75);
    add_ball(&table, 0.6, 0.5, vx, vy, 0.028575, 1);
    add_ball(&table, 1.7, 0.635, 0, 0, 0.028575, 1);
    add_ball(&table, 1.9, 0.4, 0, 0, 0.028575, 1);
    set_friction(&table, 0.0981);
    return table;
}

static double all_rest_time(const struct table_of_balls *table)
{
    double last = 0;
    for (uint32_t i = 0; i < table->n; i++)
        last = fmax(last, motion_rest_time(&table->motion, body_of(&table->ball[i])));
    return last;
}

static void test_shot(void **context)
{
    (void)context;
    static const struct expected hits[] = {
        {0.52923016362648841, 0, 1, -1.9397364822310236},     {0.97876857189841012, 1, RIGHT, -1.7837253601384937},
        {1.8115622633947611, 1, TOP, -0.45227329476539268},   {2.973180652704785, 1, LEFT, -1.1508519369355901},
        {5.2795144475061749, 0, 1, -0.69069147691494167},     {6.2112842752045073, 0, BOTTOM, -0.19042392254062357},
        {6.4546648785933934, 0, RIGHT, -0.52687550986245365},
    };
    struct table_of_balls table = shot(2, 0.23);
    table.motion.friction = table.friction;
    ASSERT_HITS(&table, hits, 10);
    assert_true(next_hit(&table).t == HUGE_VAL);
    assert_true(fabs(all_rest_time(&table) - 10.7173744829461394) < 1e-12);
    assert_at_rest(&table, 0, 1.66920601392915081, 0.354209503625317252, 1e-12);
    assert_at_rest(&table, 1, 1.77500631823772483, 0.237397339486503072, 1e-12);
    assert_at_rest(&table, 2, 1.9, 0.4, 1e-300);
    boundary_close(&table.walls);
}

static void test_harder_shot(void **context)
{
    (void)context;
    static const struct expected hits[] = {
        {0.35616020262530783, 0, 1, -2.150048223168342},       {0.47726751989697129, 0, 2, -2.0402013316494127},
        {0.74474881494225601, 1, TOP, -1.5462639855821567},    {0.80410154415953903, 2, BOTTOM, -1.1272000070661908},
        {0.85682177038702205, 2, RIGHT, -1.5953626236581207},  {0.9510845262352346, 1, RIGHT, -1.3429716271903488},
        {1.8259888722407077, 1, BOTTOM, -1.0820743252560494},  {2.3139364863157393, 2, TOP, -0.76065661336023231},
        {3.1025952958049967, 2, LEFT, -1.0112625794756255},    {3.4202017599999737, 1, TOP, -0.7100101765351362},
        {3.6707548945850574, 1, LEFT, -0.8109425791875385},    {4.6903137352109562, 2, BOTTOM, -0.44464115505150728},
        {6.1209929793242569, 1, BOTTOM, -0.36318229624711071}, {7.3698580993143128, 2, RIGHT, -0.39870586913238976},
    };
    struct table_of_balls table = shot(3, 0.26);
    table.motion.friction = table.friction;
    ASSERT_HITS(&table, hits, 2);
    assert_true(next_hit(&table).t == HUGE_VAL);
    assert_true(fabs(all_rest_time(&table) - 11.2701527042697929) < 1e-12);
    assert_at_rest(&table, 0, 1.80596972968032368, 0.28760546410697523, 1e-12);
    assert_at_rest(&table, 1, 2.390089353802029, 0.729856369743322788, 1e-12);
    assert_at_rest(&table, 2, 1.95392242406783828, 1.15039595897643268, 1e-12);
    boundary_close(&table.walls);
}

/** Stopping time v/c and way v^2/(2 c). */
static void test_stopping(void **context)
{
    (void)context;
    static const double cases[][3] = {{1, 10.1936799184505607, 5.09683995922528033},
                                      {8, 81.5494393476044852, 326.197757390417941}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table_of_balls table = empty_table(1000, 1, 1, 1);
        add_ball(&table, 0.5, 0.5, cases[i][0], 0, 0.1, 1);
        set_friction(&table, 0.0981);
        double t = motion_rest_time(&table.motion, body_of(&table.ball[0]));
        assert_true(fabs(t - cases[i][1]) < 1e-15 * t);
        assert_true(fabs(motion_position(&table.motion, body_of(&table.ball[0]), t).x - 0.5 - cases[i][2]) < 1e-13);
        double half = motion_velocity(&table.motion, body_of(&table.ball[0]), t / 2).x;
        assert_true(fabs(half - cases[i][0] / 2) < 1e-14);
        boundary_close(&table.walls);
    }
}

/** The least speed that takes a ball to a wall at distance d is sqrt(2 c d). */
static void test_reaching_a_wall(void **context)
{
    (void)context;
    const double least = 0.313209195267316505;
    for (int i = -1; i <= 1; i++) {
        struct table_of_balls table = empty_table(2, 1, 1, 1);
        add_ball(&table, 1.4, 0.5, least * (1 + 1e-12 * i), 0, 0.1, 1);
        set_friction(&table, 0.0981);
        if (i != 0)
            assert_true((next_hit(&table).t < HUGE_VAL) == (i > 0));
        boundary_close(&table.walls);
    }
    struct table_of_balls table = empty_table(2, 1, 1, 1);
    add_ball(&table, 1.25, 0.5, 1, 0, 0.25, 1);
    set_friction(&table, 1);
    assert_true(next_hit(&table).t == HUGE_VAL); /* stops at the wall, exactly */
    boundary_close(&table.walls);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shot),
        cmocka_unit_test(test_harder_shot),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_reaching_a_wall),
    };
    return RUN_TESTS(tests);
}
