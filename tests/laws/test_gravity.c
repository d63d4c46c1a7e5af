/*
 * Balls that fall, bounce and come to lie, hit by hit (laws/plain_loop.h).
 */
#include "laws/plain_loop.h"

static void set_gravity(struct table_of_balls *table, double gx, double gy)
{
    table->motion.law = MOTION_GRAVITY;
    table->motion.gravity = (struct vec2){gx, gy};
}

static double energy(const struct table_of_balls *table)
{
    double sum = 0;
    for (uint32_t i = 0; i < table->n; i++) {
        const struct particle *ball = &table->ball[i];
        const struct vec2 x = {ball->x, ball->y}, v = {ball->vx, ball->vy};
        if (ball->m < HUGE_VAL)
            sum += ball->m * (vec2_dot(v, v) / 2 - vec2_dot(table->motion.gravity, x));
    }
    return sum;
}

static void test_parabola_in_a_box(void **context)
{
    (void)context;
    static const struct expected hits[] = {
        {0.65773780845922002, 0, BOTTOM, -6.1773780845922002},
        {1.8932134253776601, 0, BOTTOM, -6.1773780845922002},
        {2.2307692307692308, 0, RIGHT, -1.3},
        {3.1286890422961001, 0, BOTTOM, -6.1773780845922002},
        {4.3641646592145401, 0, BOTTOM, -6.1773780845922002},
        {5.1538461538461538, 0, LEFT, -1.3},
        {5.5996402761329802, 0, BOTTOM, -6.1773780845922002},
        {6.8351158930514202, 0, BOTTOM, -6.1773780845922002},
        {8.0705915099698602, 0, BOTTOM, -6.1773780845922002},
        {8.0769230769230769, 0, RIGHT, -1.3},
        {9.3060671268883003, 0, BOTTOM, -6.1773780845922002},
        {10.54154274380674, 0, BOTTOM, -6.1773780845922002},
    };
    struct table_of_balls table = empty_table(4, 3, 1, 1);
    set_gravity(&table, 0, -10);
    add_ball(&table, 1, 2, 1.3, 0.4, 0.1, 1);
    ASSERT_HITS(&table, hits, 1);
    boundary_close(&table.walls);
}

static void test_two_falling_balls(void **context)
{
    (void)context;
    static const struct expected hits[] = {
        {0.42486114465275182, 0, 1, -2.1422826610884008},      {0.64651740947892482, 0, BOTTOM, -7.5813979598691896},
        {0.81182327878435406, 1, BOTTOM, -6.0444552784340447}, {1.7976671570202839, 1, BOTTOM, -4.8355642227472358},
        {1.8830349156757345, 0, BOTTOM, -6.0651183678953517},  {2.5863422596090277, 1, BOTTOM, -3.8684513781977886},
        {2.8722489206331823, 0, BOTTOM, -4.8520946943162814},  {2.9642892532366185, 1, LEFT, -0.73351487160612201},
        {3.2172823416800228, 1, BOTTOM, -3.0947611025582309},
    };
    struct table_of_balls table = empty_table(4, 4, 0.9, 0.8);
    set_gravity(&table, 0, -9.81);
    add_ball(&table, 1, 2, 2, 1, 0.1, 1);
    add_ball(&table, 2.6, 2.25, -1.5, 0.8, 0.1, 2);
    ASSERT_HITS(&table, hits, 1);
    boundary_close(&table.walls);
}

/** The true quartic: a ball falls, a fixed one does not. */
static void test_fixed_disc(void **context)
{
    (void)context;
    static const struct {
        double x, y, vx, vy;
        struct expected hits[4];
    } cases[] = {
        {2.2,
         2.5,
         0,
         0,
         {{0.43644252132922662, 0, 1, -4.0366379809050612},
          {1.0681563416080172, 0, RIGHT, -2.6910919872700408},
          {1.4193606806197182, 0, BOTTOM, -6.3123707048977235},
          {1.5563208940201629, 0, 1, -3.6852415387196809}}},
        {0.5,
         1.2,
         1.9,
         2.5,
         {{0.49766380548994542, 0, 1, -2.6662409433702599},
          {0.94210163539828795, 0, LEFT, -3.0275578267232441},
          {0.94373115255525457, 0, BOTTOM, -4.7197344846767416},
          {1.3863711269977567, 0, 1, -2.6567383885388589}}},
        {1.0,
         2.0,
         0.9,
         1.0,
         {{0.50571721660629906, 0, 1, -2.4760785155195866},
          {0.83460672401134305, 0, BOTTOM, -5.1136611379159212},
          {0.88245958876831988, 0, LEFT, -3.5970084468302888},
          {1.2891392484453588, 0, 1, -2.1724228398327625}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table_of_balls table = empty_table(4, 3, 1, 1);
        set_gravity(&table, 0, -9.81);
        add_ball(&table, cases[i].x, cases[i].y, cases[i].vx, cases[i].vy, 0.1, 1);
        add_ball(&table, 2, 1, 0, 0, 0.5, HUGE_VAL);
        ASSERT_HITS(&table, cases[i].hits, 10);
        boundary_close(&table.walls);
    }
}

static void test_tilted_corner(void **context)
{
    (void)context;
    static const struct expected hits[] = {
        {1.8248076809271921, 0, BOTTOM, -0.81240384046359604}, {3.9496192672653682, 0, RIGHT, -0.98488578017961047},
        {4.099538434225261, 0, BOTTOM, -0.56868268832451723},  {5.6918499615339092, 0, BOTTOM, -0.39807788182716206},
        {6.806468030649963, 0, BOTTOM, -0.27865451727901344},  {7.5867006790312006, 0, BOTTOM, -0.19505816209530941},
        {8.1328635328980669, 0, BOTTOM, -0.13654071346671659}, {8.5151775306048734, 0, BOTTOM, -0.09557849942670161},
        {8.5457529081035504, 0, RIGHT, -0.68942004612572733},  {8.7827973289996379, 0, BOTTOM, -0.066904949598691127},
        {8.970131187875973, 0, BOTTOM, -0.046833464719083789}, {9.1012648890894077, 0, BOTTOM, -0.032783425303358652},
    };
    struct table_of_balls table = empty_table(2, 1, 1, 0.7);
    set_gravity(&table, 0.3, -0.5);
    add_ball(&table, 0.4, 0.7, -0.2, 0.1, 0.05, 1);
    ASSERT_HITS(&table, hits, 1);
    int more = 0;
    for (struct hit hit; (hit = next_hit(&table)).t < HUGE_VAL && more < 1000; more++)
        resolve(&table, hit);
    const struct particle *ball = &table.ball[0];
    assert_true(more < 200 && ball->vx == 0 && ball->vy == 0); /* lies in the corner */
    assert_true(fabs(ball->x - 1.95) < 1e-12 && fabs(ball->y - 0.05) < 1e-12);
    assert_true(motion_rest_time(&table.motion, body_of(ball)) == ball->t);
    boundary_close(&table.walls);
}

/** Hit n of a dropped ball is at sqrt(2 h/g) (1 + 2 sum of e^k, k < n), the last at sqrt(2 h/g) (1 + e)/(1 - e); then
 * it lies. */
static void test_bouncing_to_rest(void **context)
{
    (void)context;
    static const struct {
        double h, e;
        int hits;
        double speed, first, second, tenth, rest;
    } cases[] = {{1, 0.9, 132, 4.42944691807002017, 0.451523640985730904, 1.26426619476004653, 5.43021800258534562,
                  8.57894917872888718},
                 {0.5, 0.5, 20, 3.13209195267316505, 0.319275428407050464, 0.638550856814100928, 0.956579115578936352,
                  0.957826285221151393}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table_of_balls table = empty_table(1, 4, 1, cases[i].e);
        set_gravity(&table, 0, -9.81);
        add_ball(&table, 0.5, cases[i].h + 0.1, 0, 0, 0.1, 1);
        double t = 0, sum = 0, power = 1, begin = energy(&table), lost = 0;
        int count = 0;
        for (struct hit hit; (hit = next_hit(&table)).t < HUGE_VAL && count < 1000;) {
            t = hit.t;
            double u = resolve(&table, hit), v = table.ball[0].vy;
            lost += (u * u - v * v) / 2;
            power *= count ? cases[i].e : 1;
            sum += count ? power : 0;
            count++;
            double expected = sqrt(2 * cases[i].h / 9.81) * (1 + 2 * sum);
            assert_true(fabs(t - expected) < 1e-12 * expected);
            double told = count == 1 ? cases[i].first : count == 2 ? cases[i].second : cases[i].tenth;
            assert_true((count > 2 && count != 10) || fabs(t - told) < 1e-14 * t);
            assert_true(count > 1 || fabs(-u / cases[i].speed - 1) < 1e-14);
        }
        assert_int_equal(count, cases[i].hits);
        assert_true(fabs(t - cases[i].rest) < 3e-6 * t); /* the bounces left out take so long */
        assert_true(table.ball[0].vy == 0 && fabs(table.ball[0].y - 0.1) < 1e-12);
        assert_true(fabs(energy(&table) + lost - begin) < 1e-12 * begin);
        assert_true(motion_position(&table.motion, body_of(&table.ball[0]), 100).y == table.ball[0].y);
        boundary_close(&table.walls);
    }
}

/** 18 fixed discs in four rows. */
static void test_pegs(void **context)
{
    (void)context;
    static const struct expected hits[] = {
        {0.46968335850058457, 0, 7, -4.5645535262696902},     {0.67758544641227557, 0, 3, -1.1326651923396754},
        {0.90578312633947586, 0, 7, -2.2446589948393966},     {1.2759366318987684, 0, 13, -2.9943058634105501},
        {1.6354278245692686, 0, BOTTOM, -6.5600811635440699}, {1.9742214154338766, 0, 15, -1.3341927748740688},
        {2.2513989728355125, 0, BOTTOM, -4.1393870051631414}, {2.387582403156699, 0, LEFT, -1.8075625775057244},
        {2.7577460071062332, 0, BOTTOM, -2.4836322030978848}, {3.0615542276686656, 0, BOTTOM, -1.4901793218587309},
    };
    struct table_of_balls table = empty_table(4, 4, 0.6, 0.6);
    set_gravity(&table, 0, -9.81);
    add_ball(&table, 1.63, 3.8, 0, 0, 0.12, 1);
    for (int row = 0; row < 4; row++)
        for (int k = 0; k < 5 - row % 2; k++)
            add_ball(&table, 0.4 + 0.4 * (row % 2) + 0.8 * k, 3.2 - 0.7 * row, 0, 0, 0.1, HUGE_VAL);
    ASSERT_HITS(&table, hits, 10);
    boundary_close(&table.walls);
}

/** Wedge billiard (Lehtihet and Miller, Physica D 21, 93, 1986): lines at 40 degrees on both sides of the vertical. */
static void test_wedge(void **context)
{
    (void)context;
    static const struct expected hits[] = {
        {1.6588237283716927, 0, 0, -1.231805911218393},   {2.3087446124913681, 0, 1, -1.6177420403805078},
        {4.1919193619177723, 0, 0, -0.95827249067061511}, {6.74620842438511, 0, 1, -1.5674092597637954},
        {7.0132309390420284, 0, 0, -1.3995871574025565},  {10.226762046514009, 0, 1, -1.1559190021282521},
        {11.100868162998942, 0, 0, -1.6293418595507245},  {12.687985289650551, 0, 1, -0.99198929264729988},
        {15.486468621587582, 0, 0, -1.5341820421322797},  {15.671626852991876, 0, 1, -1.45867436766548},
        {18.772574566841767, 0, 0, -1.0846784351035288},  {19.898084958887383, 0, 1, -1.6347454028840827},
    };
    struct obstacle lines[2] = {
        {.kind = OBSTACLE_LINE, .value = {3, 0, 6.8567256581192359579, 4.5962666587138682112}, BOUNCES(1)},
        {.kind = OBSTACLE_LINE, .value = {3, 0, -0.85672565811923595794, 4.5962666587138682112}, BOUNCES(1)}};
    struct table_of_balls table = {.e_ball = 1, .motion.hi = {10, 10}};
    const struct table wedge = {.width = 10, .height = 10, .obstacles = lines, .n_obstacles = 2};
    assert_true(boundary_open(&table.walls, &wedge));
    set_gravity(&table, 0, -1);
    add_ball(&table, 3.1, 2, 0.3, 0.1, 0.05, 1);
    ASSERT_HITS(&table, hits, 4);
    boundary_close(&table.walls);
}

/** A ball that lies and slides is hit from above: their accelerations differ. */
static void test_lying_ball_is_hit(void **context)
{
    (void)context;
    struct table_of_balls table = empty_table(10, 10, 1, 1);
    set_gravity(&table, 0, -2);
    add_ball(&table, 1, 0.5, 1, 0, 0.5, 1);
    add_ball(&table, 3, 5.5, 0, 0, 0.5, 1); /* falls on the other when that has come below it: t = 2 */
    struct hit hit = next_hit(&table);
    assert_true(hit.a == 0 && hit.b == 1 && fabs(hit.t - 2) < 1e-15);
    assert_true(motion_from(&table.motion, body_of(&table.ball[0]), 1).path.a.y == 0);
    assert_true(motion_rest_time(&table.motion, body_of(&table.ball[0])) == HUGE_VAL);
    boundary_close(&table.walls);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parabola_in_a_box),
        cmocka_unit_test(test_two_falling_balls),
        cmocka_unit_test(test_fixed_disc),
        cmocka_unit_test(test_tilted_corner),
        cmocka_unit_test(test_bouncing_to_rest),
        cmocka_unit_test(test_pegs),
        cmocka_unit_test(test_wedge),
        cmocka_unit_test(test_lying_ball_is_hit),
    };
    return RUN_TESTS(tests);
}
