/*
 * Gravity and friction, hit by hit: physics/motion and physics/boundary driven by a plain loop (the earliest of all
 * hits, one at a time) against hits computed with 40 digits by a program of other origin. A hit's time and place carry
 * the rounding of all hits before, about tenfold each at curved bodies.
 */
#include "lib/testing.h"
#include "physics/boundary.h"
#include "physics/collision.h"
#include "physics/motion.h"

enum { BALLS_MOST = 24 };

struct table_of_balls {
    struct motion motion;
    struct boundary walls;
    struct particle ball[BALLS_MOST];
    double friction[BALLS_MOST];
    uint32_t n;
    double e_ball;
};

/** A hit of `a` with `b`, a ball or a side of a surface. */
struct hit {
    double t;
    uint32_t a, b;
};

static struct hit next_hit(const struct table_of_balls *table)
{
    struct hit next = {.t = HUGE_VAL};
    for (uint32_t i = 0; i < table->n; i++) {
        uint32_t side;
        for (uint32_t k = 0; k < table->walls.n && table->ball[i].m < HUGE_VAL; k++) {
            double t = boundary_impact(&table->motion, &table->walls.surfaces[k], &table->ball[i], &side);
            if (t < next.t)
                next = (struct hit){t, i, contact_surface(k, side)};
        }
        for (uint32_t k = i + 1; k < table->n; k++) {
            double t = table->ball[i].m == HUGE_VAL && table->ball[k].m == HUGE_VAL
                           ? HUGE_VAL
                           : motion_impact(&table->motion, &table->ball[i], &table->ball[k]);
            if (t < next.t)
                next = (struct hit){t, i, k};
        }
    }
    return next;
}

/** @return the normal speed of the impact, negative: approaching */
static double resolve(struct table_of_balls *table, struct hit hit)
{
    struct particle *a = &table->ball[hit.a];
    *a = motion_at(&table->motion, a, hit.t);
    struct vec2 x = {a->x, a->y}, v = {a->vx, a->vy};
    if (!contact_is_ball(hit.b)) {
        const struct surface *wall = boundary_surface(&table->walls, hit.b);
        uint32_t side = contact_side(hit.b);
        double u = boundary_approach(wall, side, x, v);
        v = boundary_reflect(wall, side, x, v, boundary_rebound(&table->motion, wall, side, a->r, wall->e * u));
        a->vx = v.x;
        a->vy = v.y;
        return -u;
    }
    struct particle *b = &table->ball[hit.b];
    *b = motion_at(&table->motion, b, hit.t);
    struct vec2 d = vec2_sub((struct vec2){b->x, b->y}, x), v_b = {b->vx, b->vy};
    struct collision_masses m = collision_masses(a->m, b->m);
    double approach = vec2_dot(d, vec2_sub(v_b, v)), dd = vec2_dot(d, d);
    collision_exchange(&v, &v_b, d, collision_factor((1 + table->e_ball) * approach, dd, m), m);
    a->vx = v.x;
    a->vy = v.y;
    b->vx = v_b.x;
    b->vy = v_b.y;
    return approach / sqrt(dd);
}

static struct table_of_balls empty_table(double width, double height, double e_ball, double e_wall)
{
    struct table_of_balls table = {.e_ball = e_ball};
    assert_true(boundary_open(&table.walls, &(const struct table){.width = width, .height = height}, e_wall));
    table.motion.hi = (struct vec2){width, height};
    return table;
}

static void set_gravity(struct table_of_balls *table, double gx, double gy)
{
    table->motion.law = MOTION_GRAVITY;
    table->motion.gravity = (struct vec2){gx, gy};
}

static void set_friction(struct table_of_balls *table, double c)
{
    table->motion.law = MOTION_FRICTION;
    for (uint32_t i = 0; i < table->n; i++)
        table->friction[i] = c;
    table->motion.friction = table->friction;
}

static void add_ball(struct table_of_balls *table, double x, double y, double vx, double vy, double r, double m)
{
    uint32_t id = table->n++;
    table->ball[id] = (struct particle){.x = x, .y = y, .vx = vx, .vy = vy, .r = r, .m = m, .id = id};
}

/** A hit of the references; b of a wall: 100 left, 101 right, 102 bottom, 103 top. */
struct expected {
    double t;
    uint32_t a, b;
    double u;
};

enum { LEFT = 100, RIGHT, BOTTOM, TOP };

static uint32_t wall(uint32_t name)
{
    return contact_surface((name - LEFT) / 2, (name - LEFT) % 2);
}

/** @param growth error of each hit's time relative to the one before */
static void assert_hits(struct table_of_balls *table, const struct expected *expected, size_t n, double growth)
{
    double tolerance = 2e-14;
    for (size_t i = 0; i < n; i++, tolerance *= growth) {
        struct hit hit = next_hit(table);
        double u = resolve(table, hit);
        assert_true(hit.a == expected[i].a && hit.b == (expected[i].b < LEFT ? expected[i].b : wall(expected[i].b)));
        printf("# %zu: t %.17g error %.2g u error %.2g\n", i, hit.t, hit.t / expected[i].t - 1, u / expected[i].u - 1);
        assert_true(fabs(hit.t - expected[i].t) <= tolerance * expected[i].t);
        assert_true(fabs(u - expected[i].u) <= tolerance * 10 * fabs(expected[i].u));
    }
}

#define ASSERT_HITS(table, expected, growth) assert_hits(table, expected, sizeof(expected) / sizeof *(expected), growth)

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

/* ---- gravity ---- */

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
    assert_true(motion_rest_time(&table.motion, ball) == ball->t);
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
        double tenth, rest;
    } cases[] = {{1, 0.9, 132, 5.43021800258534562, 8.57894917872888718},
                 {0.5, 0.5, 20, 0.956579115578936352, 0.957826285221151393}};
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
            if (count == 10)
                assert_true(fabs(t - cases[i].tenth) < 1e-14 * t);
        }
        assert_int_equal(count, cases[i].hits);
        assert_true(fabs(t - cases[i].rest) < 3e-6 * t); /* the bounces left out take so long */
        assert_true(table.ball[0].vy == 0 && fabs(table.ball[0].y - 0.1) < 1e-12);
        assert_true(fabs(energy(&table) + lost - begin) < 1e-12 * begin);
        assert_true(motion_position(&table.motion, &table.ball[0], 100).y == table.ball[0].y);
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
    assert_true(motion_from(&table.motion, &table.ball[0], 1).path.a.y == 0);
    assert_true(motion_rest_time(&table.motion, &table.ball[0]) == HUGE_VAL);
    boundary_close(&table.walls);
}

/* ---- friction ---- */

static void assert_at_rest(const struct table_of_balls *table, uint32_t i, double x, double y, double tolerance)
{
    const struct particle *ball = &table->ball[i];
    double t = motion_rest_time(&table->motion, ball);
    struct vec2 place = motion_position(&table->motion, ball, t), later = motion_position(&table->motion, ball, 2 * t);
    struct vec2 v = motion_velocity(&table->motion, ball, t);
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
        last = fmax(last, motion_rest_time(&table->motion, &table->ball[i]));
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
        double t = motion_rest_time(&table.motion, &table.ball[0]);
        assert_true(fabs(t - cases[i][1]) < 1e-15 * t);
        assert_true(fabs(motion_position(&table.motion, &table.ball[0], t).x - 0.5 - cases[i][2]) < 1e-13);
        double half = motion_velocity(&table.motion, &table.ball[0], t / 2).x;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parabola_in_a_box), cmocka_unit_test(test_two_falling_balls),
        cmocka_unit_test(test_fixed_disc),        cmocka_unit_test(test_tilted_corner),
        cmocka_unit_test(test_bouncing_to_rest),  cmocka_unit_test(test_pegs),
        cmocka_unit_test(test_lying_ball_is_hit), cmocka_unit_test(test_shot),
        cmocka_unit_test(test_harder_shot),       cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_reaching_a_wall),
    };
    return RUN_TESTS(tests);
}
