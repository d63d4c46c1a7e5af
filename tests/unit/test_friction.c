/*
 * Promise: friction at one contact: cuts, cushions, rough discs, symmetry, energy. Measured: 1e-14, 40-digit
 * references; exchange to the bit.
 */
/* Friction at one contact, against two programs of 40 digits: two balls, cushions with a nose, rough discs. Symmetry of
 * the two bodies; energy and angular momentum of random contacts. */

#include "contact/cushion.h"
#include "lib/testing.h"
#include "lib/uniform.h"

#define R 0.028575

static void assert_same(double found, double wanted)
{
    if (!(fabs(found - wanted) <= 1e-14 * (1 + fabs(wanted))))
        fail_msg("found %.17g, wanted %.17g", found, wanted);
}

static void assert_spin(struct vec3 w, double x, double y, double z)
{
    assert_same(w.x * R, x * R);
    assert_same(w.y * R, y * R);
    assert_same(w.z * R, z * R);
}

/** A cut of 30 degrees: b rests beside a, which moves along x at speed 1; e = .95, mu = .06. */
static void cut(struct vec3 w, struct friction_body *a, struct friction_body *b)
{
    const struct rubbing surface = {{0.06, 0, 0}, 0};
    const double cosine = sqrt(0.75);
    const struct vec3 n = {cosine, 0.5, 0};
    *a = (struct friction_body){{1, 0}, w, 1, R, 0.4};
    *b = (struct friction_body){{0, 0}, {0, 0, 0}, 1, R, 0.4};
    double j = 1.95 * cosine / 2;
    struct vec3 friction = friction_impulse(&surface, a, b, n, j);
    a->v = vec2_sub(a->v, (struct vec2){j * n.x, j * n.y});
    b->v = vec2_add(b->v, (struct vec2){j * n.x, j * n.y});
    friction_push(a, n, friction, -1);
    friction_push(b, n, friction, 1);
}

static void test_cuts(void **context)
{
    (void)context;
    struct friction_body a, b;
    cut((struct vec3){0, 0, 0}, &a, &b);
    assert_same(b.v.x, 0.75658124306069483);
    assert_same(b.v.y, 0.37831238434491384);
    assert_spin(b.w, 0, 0, 4.4324134839361033);
    cut((struct vec3){0, 1 / R, 0}, &a, &b);
    assert_same(a.v.x, 0.25608437846965258);
    assert_same(a.v.y, -0.40024988434491384);
    assert_spin(a.w, 1.9192913385826772, 31.671315433854572, 2.2162067419680517);
    assert_spin(b.w, 1.9192913385826772, -3.3243101129520775, 2.2162067419680517);
    cut((struct vec3){0, 0, 20}, &a, &b);
    assert_same(b.v.y, 0.43103321525499775);
    assert_spin(a.w, 0, 0, 19.106361704786902);
    cut((struct vec3){0, 0, 0.5 / R}, &a, &b); /* the balls gear: nothing rubs */
    assert_same(a.v.x, 0.26875);
    assert_spin(b.w, 0, 0, 0);
}

/** Throw of an object ball, in degrees: of a cue ball with speed v, follow and side of v times s and z, e = 1. The
 *  formula of TP A.14 must give the same. */
static void throws(double degrees, double v, double s, double z, double wanted)
{
    const struct rubbing surface = {{0.009951, 0.108, 1.088}, 0};
    const double cut = degrees * acos(-1) / 180;
    const struct vec3 n = {cos(cut), sin(cut), 0};
    struct friction_body a = {{v, 0}, {0, s * v / R, z * v / R}, 1, R, 0.4}, b = {{0, 0}, {0, 0, 0}, 1, R, 0.4};
    double j = v * cos(cut);
    b.v = vec2_scale(j, (struct vec2){n.x, n.y});
    friction_push(&b, n, friction_impulse(&surface, &a, &(struct friction_body){{0, 0}, {0, 0, 0}, 1, R, 0.4}, n, j),
                  1);
    double across = v * sin(cut) - z * v, speed = hypot(across, s * v * cos(cut));
    double mu = 0.009951 + 0.108 * exp(-1.088 * speed);
    double pull = speed > 0 ? fmin(mu * v * cos(cut) / speed, 1. / 7) * across / (v * cos(cut)) : 0;
    double found = atan2(n.x * b.v.y - n.y * b.v.x, n.x * b.v.x + n.y * b.v.y) * 180 / acos(-1);
    assert_near(found, wanted, 1e-13);
    assert_near(found, -atan(pull) * 180 / acos(-1), 1e-13);
}

static void test_throw(void **context)
{
    (void)context;
    throws(30, 1, 0, 0, -4.15447253898745);
    throws(30, 0.447, 0, 0, -4.71500395394822);
    throws(30, 3, 0, 0, -1.77955674318839);
    throws(45, 1, 0, 0, -3.43304902620669);
    throws(15, 1, 0, 0, -2.19212373402098);
    throws(30, 1, 1, 0, -1.32716475950431);
    throws(0, 1, 0, 0.5, 4.08561677997488);
    throws(30, 1, 0, 0.5, 0);
    throws(30, 1, 0, -0.5, -2.65290688377388);
}

/** (1.2, .7) onto a cushion along +x. */
static struct friction_body bank(double sine, struct vec3 w)
{
    const struct cushion cushion = {
        &cushion_nose, &(const struct rubbing){{0.2, 0, 0}, 0}, RESTITUTION(0.85), {1, 0}, sine};
    struct friction_body ball = {{1.2, 0.7}, w, 0.17, R, 0.4};
    cushion_hit(&cushion, &ball, 0.85 * 1.2);
    return ball;
}

static void test_cushions(void **context)
{
    (void)context;
    struct friction_body ball = bank(0, (struct vec3){0, 0, 0});
    assert_same(ball.v.x, -1.02);
    assert_same(ball.v.y, 0.5);
    assert_spin(ball.w, 0, 0, -17.497812773403325);
    ball = bank(0.27, (struct vec3){0, 0, 0});
    assert_same(ball.v.x, -1.0449942857142857);
    assert_same(ball.v.y, 0.5);
    assert_spin(ball.w, 4.7244094488188976, -8.0989876265466817, -16.847949644184816);
    ball = bank(0.27, (struct vec3){-0.7 / R, 1.2 / R, 0});
    assert_same(ball.v.x, -1.1275439627700662);
    assert_same(ball.v.y, 0.46765193228689391);
    assert_spin(ball.w, -19.008400850171597, 7.1468964809739643, -19.572942723770277);
    ball = bank(0.27, (struct vec3){0, 0, 30});
    assert_same(ball.v.x, -1.0449942857142857);
    assert_same(ball.v.y, 0.26416799680683277);
    assert_spin(ball.w, 10.295244169917336, -8.0989876265466817, -6.7143782156133874);
}

/** (1, vy) with spin s, z onto a cushion along +x; e = .7: the velocity and spin after it. */
static void leaves(double mu, double sine, const double before[4], const double wanted[5])
{
    const struct cushion cushion = {
        &cushion_nose, &(const struct rubbing){{mu, 0, 0}, 0}, RESTITUTION(0.7), {1, 0}, sine};
    struct friction_body ball = {{1, before[0]}, {-before[2] / R, before[1] / R, before[3] / R}, 0.17, R, 0.4};
    cushion_hit(&cushion, &ball, 0.7);
    const double found[] = {ball.v.x, ball.v.y, R * ball.w.y, -R * ball.w.x, R * ball.w.z};
    for (int i = 0; i < 5; i++)
        assert_same(found[i], wanted[i]);
}

static void test_cushions_rolling_and_stunned(void **context)
{
    (void)context;
    leaves(.2, .28, (double[]){0, 1, 0, 0}, (double[]){-0.79916666666666667, 0, 0.11458333333333333, 0, 0});
    leaves(.2, 0, (double[]){0, 1, 0, 0}, (double[]){-0.7, 0, 0.28571428571428571, 0, 0});
    leaves(0, .28, (double[]){0, 1, 0, 0}, (double[]){-0.7, 0, 1, 0, 0});
    leaves(.2, .28, (double[]){1, 1, 1, 0},
           (double[]){-0.77012142246766596, 0.74956634832976442, 0.37391587082441105, 0.82469644383083509,
                      -0.6010407640085654});
    leaves(.2, .28, (double[]){1, 0, 0, 0}, (double[]){-0.7224, 0.71428571428571429, -0.2, -0.2, -0.68571428571428571});
    leaves(.2, .28, (double[]){0, 0, 0, 1},
           (double[]){-0.7224, -0.27428571428571429, -0.2, -0.192, 0.34171428571428571});
    leaves(.2, .28, (double[]){1, 1, 1, 1},
           (double[]){-0.74920044472038602, 0.69249722049758737, 0.56071031499655338, 0.78474805434831116,
                      0.26199332919420969});
    leaves(.2, .28, (double[]){1, 1, 1, -1},
           (double[]){-0.79620579793107875, 0.91410196613296541, 0.14101966132965405, 0.93987137629307578,
                      -1.206155281280883});
}

/** v_a = (1, .6), s_a = .3; b at rest with s = -.1; along x. Returns energy after over before. */
static void rough_discs(double e, double mu, double beta, double q, const double wanted[5])
{
    struct friction_body a = {{1, 0.6}, {0, 0, 0.3}, 1, 1, q}, b = {{0, 0}, {0, 0, -0.1}, 1, 1, q};
    const struct rubbing surface = {{mu, 0, 0}, beta};
    const struct vec3 n = {1, 0, 0};
    double j = (1 + e) / 2, before = friction_body_energy(&a) + friction_body_energy(&b);
    struct vec3 friction = friction_impulse(&surface, &a, &b, n, j);
    a.v.x -= j;
    b.v.x += j;
    friction_push(&a, n, friction, -1);
    friction_push(&b, n, friction, 1);
    assert_same(a.v.y, wanted[0]);
    assert_same(a.w.z, wanted[1]);
    assert_same(b.v.y, wanted[2]);
    assert_same(b.w.z, wanted[3]);
    assert_same((friction_body_energy(&a) + friction_body_energy(&b)) / before, wanted[4]);
}

static void test_rough_discs(void **context)
{
    (void)context;
    rough_discs(1, 1e9, 1, 0.4, (const double[]){13. / 35, -19. / 70, 8. / 35, -47. / 70, 1});
    rough_discs(1, 1e9, -1, 0.4, (const double[]){0.6, 0.3, 0, -0.1, 1});
    rough_discs(0.9, 0.2, 0, 0.4,
                (const double[]){0.485714285714286, 0.0142857142857143, 0.114285714285714, -0.385714285714286,
                                 0.866836734693878});
    rough_discs(0.9, 0.1, 0.4, 0.4, (const double[]){0.505, 0.0625, 0.095, -0.3375, 0.868696428571429});
    rough_discs(0.8, 1e9, 0.5, 0.5, (const double[]){0.4, -0.1, 0.2, -0.5, 0.815602836879433});
}

static struct friction_body random_ball(uint64_t *seed)
{
    return (struct friction_body){
        {uniform(seed, -1, 1), uniform(seed, -1, 1)},
        {uniform(seed, -3, 3), uniform(seed, -3, 3), uniform(seed, -3, 3)},
        uniform(seed, 0.1, 3),
        uniform(seed, 0.5, 2),
        uniform(seed, 0.1, 1),
    };
}

/* Momentum and the angular momentum about the vertical are kept, energy does not grow, and exchanging the two balls
 * changes no bit. */
static void test_random_pairs(void **context)
{
    (void)context;
    uint64_t seed = 5;
    for (int i = 0; i < 10000; i++) {
        struct friction_body a = random_ball(&seed), b = random_ball(&seed);
        const struct rubbing surface = {{uniform(&seed, 0, 0.5), 0, 0}, uniform(&seed, -1, 1)};
        double direction = uniform(&seed, 0, 6), energy = friction_body_energy(&a) + friction_body_energy(&b);
        const struct vec3 n = {cos(direction), sin(direction), 0}, back = {-n.x, -n.y, -0.0};
        struct vec3 on_b = friction_impulse(&surface, &a, &b, n, 1), on_a = friction_impulse(&surface, &b, &a, back, 1);
        assert_true(on_b.x == -on_a.x && on_b.y == -on_a.y && on_b.z == -on_a.z);
        struct friction_body after_a = a, after_b = b;
        friction_push(&after_a, n, on_b, -1);
        friction_push(&after_b, n, on_b, 1);
        assert_same(a.m * a.v.x + b.m * b.v.x, a.m * after_a.v.x + b.m * after_b.v.x);
        double arm = n.x * on_b.y - n.y * on_b.x; /* orbital, about a */
        double spins = a.q * a.m * a.r * a.r * (after_a.w.z - a.w.z) + b.q * b.m * b.r * b.r * (after_b.w.z - b.w.z);
        assert_same((a.r + b.r) * arm + spins, 0);
        assert_true(friction_body_energy(&after_a) + friction_body_energy(&after_b) <= energy * (1 + 1e-14));
    }
}

/* What every law of cushions keeps, whatever hits: the ball leaves, though draw drives it back into a nose; it gains no
 * energy where e is no larger than the law's bound; and what it loses of its momentum the cushion gets. */
static void test_what_every_cushion_keeps(void **context)
{
    (void)context;
    uint64_t seed = 8;
    for (int i = 0; i < 10000; i++) {
        const struct rubbing rubbing = {{i % 8 ? uniform(&seed, 0, 1) : 0, 0, 0}, i % 2 ? uniform(&seed, -1, 1) : 0};
        double r = 1, q = i % 2 ? uniform(&seed, 0.1, 1) : 0.4;
        const struct scene scene = {.nose = uniform(&seed, 0.5, 1.5), .r = &r, .inertia = &q};
        const double sine = cushion_sine(scene.nose, r);
        const struct friction_body first = {{uniform(&seed, 0, 1), uniform(&seed, 0, 1)},
                                            {uniform(&seed, -9, 9), uniform(&seed, -9, 9), uniform(&seed, -9, 9)},
                                            1,
                                            1,
                                            q};
        for (const struct cushion_law *const *law = cushion_laws; *law; law++) {
            const double most = cushion_most_restitution(&scene, 0, &rubbing), e = uniform(&seed, 0, fmax(most, 0));
            const struct cushion cushion = {*law, &rubbing, RESTITUTION(e), {0.6, 0.8}, sine};
            struct friction_body ball = first;
            double energy = friction_body_energy(&ball), approach = vec2_dot(cushion.n, ball.v);
            struct cushion_impulse sum = cushion_hit(&cushion, &ball, e * approach);
            assert_true(vec2_dot(cushion.n, ball.v) <= 1e-15);
            assert_true(friction_body_energy(&ball) <= energy * (1 + 1e-14));
            assert_same(sum.normal, vec2_dot(cushion.n, vec2_sub(first.v, ball.v)));
            assert_same(sum.tangential, vec2_dot(vec2_left(cushion.n), vec2_sub(first.v, ball.v)));
        }
    }
}

/** Straight onto a cushion along +x with draw or follow s, hit after hit, in the plane of the normal and the vertical.
 *  @return how many hits */
static int plain_hits(double mu, double sine, double e, double *v, double *s)
{
    int hits = 0;
    for (double cosine = sqrt(1 - sine * sine); *v > 0; hits++) {
        double slip = -*v * sine - *s, most = mu * (1 + e) * *v / cosine, stick = fabs(slip) / 3.5;
        double t = -copysign(fmin(most, stick), slip);
        *v = -e * *v - sine * t;
        *s -= t / 0.4;
    }
    return hits;
}

static void test_draw_hits_a_cushion_again(void **context)
{
    (void)context;
    uint64_t seed = 4;
    int again = 0;
    for (int i = 0; i < 1000; i++) {
        double sine = uniform(&seed, 0.1, 0.5), e = uniform(&seed, 0, 0.3), mu = uniform(&seed, 0, 1);
        double v = uniform(&seed, 0.1, 1), s = uniform(&seed, -9, 9);
        const struct cushion cushion = {
            &cushion_nose, &(const struct rubbing){{mu, 0, 0}, 0}, RESTITUTION(e), {1, 0}, sine};
        struct friction_body ball = {{v, 0}, {0, s, 0}, 1, 1, 0.4};
        cushion_hit(&cushion, &ball, e * v);
        int hits = plain_hits(mu, sine, e, &v, &s);
        again += hits > 1;
        assert_true(hits < 60 || fabs(ball.v.x) < 1e-9);
        assert_near(ball.v.x, v, 1e-12);
        assert_near(ball.w.y, s, 1e-11);
    }
    assert_true(again > 50);
}

/* So much draw and friction that each hit drives the ball back faster: after a bounded number of hits the contact ends
 * without bounce and friction, and the ball stays. */
static void test_spin_that_drives_a_ball_back_for_long(void **state)
{
    (void)state;
    const struct cushion cushion = {
        &cushion_nose, &(const struct rubbing){{1.8, 0, 0}, 0}, RESTITUTION(0), {1, 0}, 0.5};
    double most = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        struct friction_body ball = {{1, 0}, {0, sign * 1e4, 0}, 1, 1, 0.4};
        const struct cushion_impulse sum = cushion_hit(&cushion, &ball, 0);
        assert_true(ball.v.x <= 1e-12);
        most = fmax(most, sum.vertical);
    }
    assert_true(most > 100);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_throw),
        cmocka_unit_test(test_cushions),
        cmocka_unit_test(test_cushions_rolling_and_stunned),
        cmocka_unit_test(test_rough_discs),
        cmocka_unit_test(test_random_pairs),
        cmocka_unit_test(test_what_every_cushion_keeps),
        cmocka_unit_test(test_draw_hits_a_cushion_again),
        cmocka_unit_test(test_spin_that_drives_a_ball_back_for_long),
    };
    return RUN_TESTS(tests);
}
