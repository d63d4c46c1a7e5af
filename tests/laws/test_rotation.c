/*
 * Promise: whole shots with spin: contacts, impulses, places and times of rest. Measured: 1e-11, 40-digit
 * references; impulse tends to them at first order, 9.0 as the step falls by 8; natural angle to 1e-11 degrees.
 */
/* Whole shots of balls that slide, roll and spin, under `event`, against two programs of 40 digits: every contact, with
 * its impulses along the normal, across it and upwards, and where and when the balls come to rest. Rough discs. */

#include "lib/contact_log.h"
#include "lib/gas.h"

#define R 0.028575

static const double forever = 20;

/** A row that the reference has; u or x, y may be unknown. */
struct wanted {
    double t;
    enum contact_kind kind;
    uint32_t a;
    int64_t b;
    double j, jt, jz;
};

static void same(double found, double wanted)
{
    assert_near(found, wanted, 1e-11 * (1 + fabs(wanted)));
}

/** n balls of radius R on a table of 2.54 x 1.27 with cloth. */
static struct sim *table_open(size_t n)
{
    struct sim *sim = sim_open(n, 2.54, 1.27);
    struct scene *scene = &sim->scene;
    sim_cloth(sim, 1.962, 0.0981, 0);
    for (size_t i = 0; i < n; i++)
        scene->r[i] = R;
    scene->pair.restitution = restitution_of(0.95);
    scene->dt = forever;
    return sim;
}

/** Block B of the reference: cloth and contacts of pool. */
static struct sim *pool_open(void)
{
    struct sim *sim = table_open(2);
    for (size_t i = 0; i < 2; i++) {
        sim->scene.m[i] = 0.170097;
        sim->scene.pivoting[i] = 0.3114675;
    }
    sim->scene.table.walls.restitution = restitution_of(0.7);
    sim->scene.pair.rubbing.mu = (struct friction){0.009951, 0.108, 1.088};
    sim->scene.table.walls.rubbing.mu = (struct friction){0.2, 0, 0};
    sim->scene.nose = 1.28 * R;
    return sim;
}

/** Block C: constant coefficients. @param nose sine of its angle */
static struct sim *constant_open(double nose)
{
    struct sim *sim = table_open(2);
    for (size_t i = 0; i < 2; i++) {
        sim->scene.m[i] = 0.17;
        sim->scene.pivoting[i] = 0.31;
    }
    sim->scene.table.walls.restitution = restitution_of(0.75);
    sim->scene.pair.rubbing.mu = (struct friction){0.06, 0, 0};
    sim->scene.table.walls.rubbing.mu = (struct friction){0.2, 0, 0};
    sim->scene.nose = nose == 0 ? 0 : (1 + nose) * R;
    return sim;
}

/** The ball slides with a velocity and a spin given as s = r (wy, -wx) and r wz. */
static void cue(struct sim *sim, double s_x, double s_y, double z)
{
    sim->world->w[0] = (struct vec3){-s_y / R, s_x / R, z / R};
}

/** Runs to the end; the log but for ends of slides is the reference's, and the energy is accounted for. */
static void run(struct sim *sim, const struct wanted *wanted, size_t n)
{
    struct contact_log contacts = {0};
    contact_log_start(&contacts, sim, "gr", 100);
    sim_advance(sim, 1);
    size_t k = 0;
    for (size_t i = 0; i < contacts.n; i++) {
        const struct contact_event *row = &contacts.rows[i];
        if (row->kind == CONTACT_ROLL)
            continue;
        assert_true(k < n);
        same(row->t, wanted[k].t);
        assert_int_equal(row->kind, wanted[k].kind);
        assert_int_equal(row->a, wanted[k].a);
        assert_int_equal(row->b, wanted[k].b);
        same(row->j, wanted[k].j);
        same(row->jt, wanted[k].jt);
        same(row->jz, wanted[k].jz);
        assert_false((row->jt == 0 && signbit(row->jt)) || (row->jz == 0 && signbit(row->jz)));
        k++;
    }
    assert_int_equal(k, n);
    free(contacts.rows);
}

static void rests(const struct sim *sim, size_t ball, double x, double y)
{
    same(sim->world->x[ball], x);
    same(sim->world->y[ball], y);
    assert_true(sim->world->vx[ball] == 0 && sim->world->vy[ball] == 0);
    assert_true(sim->world->w[ball].x == 0 && sim->world->w[ball].y == 0);
}

#define RUN(sim, wanted) run(sim, wanted, sizeof(wanted) / sizeof *(wanted))

static void test_draw(void **context)
{
    (void)context;
    static const struct wanted wanted[] = {
        {0.25276249511962871, CONTACT_BALL, 0, 1, 0.24944350580789527, 0, 0},
        {1.4080930089498337, CONTACT_RIGHT, 1, -1, 0.29229076463437861, 0, 0.025316522921087911},
        {6.0980233759091613, CONTACT_BALL, 0, 1, 0.01099845976284205, 0, 0},
    };
    struct sim *sim = pool_open();
    sim->scene.pair.rubbing.mu = (struct friction){0, 0, 0};
    sim_ball(sim, 0, 0.8, 0.635, 2, 0);
    sim_ball(sim, 1, 1.3, 0.635, 0, 0);
    cue(sim, -2, 0, 0);
    RUN(sim, wanted);
    rests(sim, 0, 1.0379256494355887, 0.635);
    rests(sim, 1, 1.1043012925178207, 0.635);
    same(sim_counters(sim).rest, 6.5782412767318722);
    sim_close(sim);
}

static void test_follow(void **context)
{
    (void)context;
    static const struct wanted wanted[] = {
        {0.22264067655779522, CONTACT_BALL, 0, 1, 0.32806693028378073, 0, -0.0073825489134886199},
        {1.0691250162463325, CONTACT_RIGHT, 1, -1, 0.39561107782964995, 0, 0.034265526426190153},
        {1.7488228639142837, CONTACT_BALL, 0, 1, 0.18103453587286468, 0, 0.0048599275952953217},
    };
    struct sim *sim = pool_open();
    sim_ball(sim, 0, 0.8, 0.635, 2, 0);
    sim_ball(sim, 1, 1.3, 0.635, 0, 0);
    cue(sim, 2, 0, 0);
    RUN(sim, wanted);
    rests(sim, 0, 1.4490469396316962, 0.635);
    rests(sim, 1, 2.1548984778520092, 0.635);
    same(sim_counters(sim).rest, 4.9112748951404871);
    sim_close(sim);
}

static void test_cut_with_stun_and_side(void **context)
{
    (void)context;
    static const struct wanted wanted[] = {
        {0.4752098550009073, CONTACT_BALL, 0, 1, 0.24714902268636282, 0.0014655569381255095, -0.007428918173667925},
        {1.533257550857382, CONTACT_RIGHT, 1, -1, 0.26370664651458543, 0.01851380918484472, 0.026187729956934113},
        {2.5052525163230948, CONTACT_BOTTOM, 0, -1, 0.060665198894680213, 0.011323096312355105, 0.012555854859220774},
        {2.8658001388537269, CONTACT_RIGHT, 0, -1, 0.093388051279287094, 0.0037750764319881216, 0.0084738811517028154},
        {2.9513557437693865, CONTACT_TOP, 1, -1, 0.05083203220363606, 0.0091788371214596376, 0.0099227635787164011},
    };
    struct sim *sim = pool_open();
    sim_ball(sim, 0, 0.6, 0.5, 2.2, 0.13);
    sim_ball(sim, 1, 1.5, 0.57, 0, 0);
    cue(sim, 0, 0, 0.9);
    RUN(sim, wanted);
    rests(sim, 0, 2.3639887990420163, 0.093872050285375343);
    rests(sim, 1, 1.5044319492058745, 1.1462241581622676);
    same(sim_counters(sim).rest, 5.9536578159339038);
    sim_close(sim);
}

static void test_bank_with_running_side(void **context)
{
    (void)context;
    static const struct wanted wanted[] = {
        {0.62792202897670374, CONTACT_TOP, 0, -1, 0.34524991050592907, -0.061434078651202534, 0.065804684398705615},
        {1.5274592315218357, CONTACT_RIGHT, 0, -1, 0.32316266358303273, -0.022805296130222387, 0.032135943603878575},
        {5.4319684550082748, CONTACT_BOTTOM, 0, -1, 0.033764384279688066, -0.0060876259907176104,
         0.0065743897999294617},
    };
    struct sim *sim = pool_open();
    sim_ball(sim, 0, 0.6, 0.5, 1.5, 1.2);
    sim_ball(sim, 1, 2.5, 0.04, 0, 0);
    cue(sim, 1.5, 1.2, -1.1);
    RUN(sim, wanted);
    rests(sim, 0, 0.77824084069279617, 0.070365775615841889);
    same(sim_counters(sim).rest, 7.4119684512296482);
    sim_close(sim);
}

static void test_follow_and_left_english(void **context)
{
    (void)context;
    static const struct wanted wanted[] = {
        {0.41193904002219604, CONTACT_BALL, 0, 1, 0.31111326340574189, -0.00045375051123215889, -0.018661280129579816},
        {1.2597238190833891, CONTACT_RIGHT, 1, -1, 0.31600031792305232, 0.024479395891634759, -0.051591888640498338},
        {1.4660589184521419, CONTACT_BOTTOM, 0, -1, 0.13198360699839326, 0.024532173159776353, -0.0097447103964664661},
        {1.7540490648315313, CONTACT_TOP, 1, -1, 0.11312730105920446, 0.012165741971161992, -0.018469763438237463},
        {2.0128346365260407, CONTACT_RIGHT, 0, -1, 0.16699188096322237, 0.0068506918029840112, -0.02726398056542406},
    };
    struct sim *sim = constant_open(0);
    sim_ball(sim, 0, 0.6, 0.5, 2.2, 0.13);
    sim_ball(sim, 1, 1.5, 0.57, 0, 0);
    sim->world->w[0] = (struct vec3){-2, 60, 30};
    RUN(sim, wanted);
    rests(sim, 0, 2.1209333241838766, 0.28610501039114878);
    rests(sim, 1, 1.315306840979342, 0.83971679779193102);
    same(sim_counters(sim).rest, 6.3106971210367108);
    sim_close(sim);
}

static void test_masse(void **context)
{
    (void)context;
    static const struct wanted wanted[] = {
        {1.6470299569355721, CONTACT_RIGHT, 0, -1, 0.33123483302193741, 0.046015542786394338, -0.047657427609516886},
        {2.5856468331896794, CONTACT_BOTTOM, 0, -1, 0.083593818434286561, -0.00879570262604512, -0.013647970356618214},
    };
    struct sim *sim = constant_open(0);
    sim_ball(sim, 0, 0.5, 0.4, 1.5, 0.6);
    sim_ball(sim, 1, 1.9, 0.9, 0, 0);
    sim->world->w[0] = (struct vec3){70, 20, 60};
    RUN(sim, wanted);
    rests(sim, 0, 1.2582317882194414, 0.29676874057260848);
    same(sim_counters(sim).rest, 6.7185005504885875);
    sim_close(sim);
}

static void test_three_cushions(void **context)
{
    (void)context;
    static const struct wanted wanted[] = {
        {0.7538963912602064, CONTACT_TOP, 0, -1, 0.36902452936371382, -0.07141438131554003, 0.078647342205186418},
        {0.78880254266410775, CONTACT_RIGHT, 0, -1, 0.65794460843592566, -0.049066353490774204, 0.059560858068865859},
        {3.0144809441400517, CONTACT_LEFT, 0, -1, 0.3000142963148802, 0.0087784763730535643, 0.023489682147878642},
    };
    struct sim *sim = constant_open(0.27);
    sim_ball(sim, 0, 0.5, 0.3, 2.8, 1.4);
    sim_ball(sim, 1, 2.1, 0.35, 0, 0);
    sim->world->w[0] = (struct vec3){-30, 70, -60};
    RUN(sim, wanted);
    rests(sim, 0, 1.6861820911989391, 0.48380820795534656);
    same(sim_counters(sim).rest, 8.843436386244805);
    sim_close(sim);
}

/* A ball that has come to rest turns on about the vertical until pivoting friction has stopped it, too. */
static void test_side_outlasts_the_roll(void **context)
{
    (void)context;
    struct sim *sim = constant_open(0);
    sim_ball(sim, 0, 0.6, 0.5, 0.2, 0);
    sim_ball(sim, 1, 2.5, 0.04, 0, 0);
    sim->world->w[0] = (struct vec3){0, 0.2 / R, 2 / R};
    sim->world->w[1] = (struct vec3){0, 0, -1 / R};
    sim->scene.dt = 0.5;
    sim_start(sim, &integrator_event);
    double before = sim_kinetic(sim) + sim_rotation(sim);
    for (uint64_t step = 1; step <= 14; step++) {
        double t = 0.5 * (double)step;
        sim_advance(sim, step);
        same(sim->world->vx[0], fmax(0, 0.2 - 0.0981 * t));
        same(R * sim->world->w[0].z, fmax(0, 2 - 0.31 * t));
        same(R * sim->world->w[1].z, fmin(0, 0.31 * t - 1));
        assert_near(sim_kinetic(sim) + sim_rotation(sim) + sim_counters(sim).lost, before, 1e-15);
        assert_true(t < 0.2 / 0.0981 || fabs(sim_counters(sim).rest - 0.2 / 0.0981) < 1e-14);
    }
    sim_close(sim);
}

/* The spin of a puck decreases by pivoting friction alone, with every integrator. */
static void test_pucks_pivot(void **context)
{
    (void)context;
    for (int fixed_steps = 0; fixed_steps < 2; fixed_steps++) {
        struct sim *sim = sim_open(1, 100, 100);
        sim_cloth(sim, 0, 0, 0.31);
        free(sim->scene.sliding), sim->scene.sliding = NULL;
        sim->scene.dt = 0.25;
        sim_ball(sim, 0, 50, 50, 1, 0);
        sim->world->w[0] = (struct vec3){1, 2, -2};
        sim_start(sim, fixed_steps ? &integrator_impulse : &integrator_event);
        for (uint64_t step = 1; step <= 40; step++) {
            sim_advance(sim, step);
            same(sim->world->w[0].z, fmin(0, 0.31 * 0.25 * (double)step - 2));
            assert_true(sim->world->vx[0] == 1 && sim->world->w[0].x == 1 && sim->world->w[0].y == 2);
        }
        sim_close(sim);
    }
}

/** A ball with v and spin s along x, `gap` from a cushion that it hits at once or after its slide. @return j */
static double first_impulse(double gap, double v, double s, double nose, double contact_time, size_t which)
{
    struct contact_log contacts;
    struct sim *sim = constant_open(nose);
    sim->scene.contact_time = contact_time;
    sim->scene.table.walls.rubbing.mu.a = nose > 0 ? 1e-13 : 0.2; /* the bound holds where mu > 0 */
    sim->scene.dt = 3;
    sim_ball(sim, 0, 2.54 - R - gap, 0.6, v, 0);
    sim_ball(sim, 1, 0.5, 0.6, 0, 0);
    cue(sim, s, 0, 0);
    contact_log_start(&contacts, sim, "gr", 100);
    sim_advance(sim, 1);
    double j = 0;
    for (size_t i = 0, hit = 0; i < contacts.n; i++)
        if (contacts.rows[i].kind != CONTACT_ROLL && hit++ == which)
            j = contacts.rows[i].j / -contacts.rows[i].u;
    contact_log_close(&contacts, sim);
    return j;
}

/* Hits within contact_time are elastic, at a nose up to the bound; the end of a slide is no hit. */
static void test_contact_time(void **context)
{
    (void)context;
    const double m = 0.17, bound = 1 - 4. / 9 * 0.27 * 0.27;
    same(first_impulse(0.3, 1, 0, 0, 1e3, 0), 1.75 * m);  /* rolls before its first hit */
    same(first_impulse(0.3, 1, 1, 0, 1e-9, 0), 1.75 * m); /* the first */
    double usual = first_impulse(0.001, 1, 9, 0, 1e-9, 1), elastic = first_impulse(0.001, 1, 9, 0, 1e3, 1);
    same(usual, 1.75 * m);
    same(elastic, 2 * m);
    double above = first_impulse(0.001, 1, 9, 0.27, 1e3, 1), less = first_impulse(0.001, 1, 9, 0.27, 1e-9, 1);
    same(above - less, (bound - 0.75) * m);
}

/* Follow into a cushion: the cloth presses the ball against it until it no longer slips. It bounces no lower than 1e-8
 * radii, so the hits are not many, and energy is accounted for. */
static void test_pressed_at_a_cushion(void **context)
{
    (void)context;
    struct contact_log contacts;
    struct sim *sim = constant_open(0);
    sim->scene.table.walls.restitution = restitution_of(0.1);
    sim->scene.dt = 9;
    sim_ball(sim, 0, 2.54 - R, 0.6, 0.5, 0);
    sim_ball(sim, 1, 0.5, 0.6, 0, 0);
    cue(sim, 3, 0, 0);
    double before = sim_kinetic(sim) + sim_rotation(sim);
    contact_log_start(&contacts, sim, "gr", 100000);
    sim_advance(sim, 1);
    assert_true(contacts.n > 1000 && contacts.n < 40000);
    for (size_t i = 1; i < contacts.n; i++) { /* it comes back as fast as it parted */
        const struct contact_event *row = &contacts.rows[i];
        assert_true(row->kind == CONTACT_ROLL || row->u < -0.99 * sqrt(2 * 1.962 * 1e-8 * R));
    }
    assert_near(sim_kinetic(sim) + sim_rotation(sim) + sim_counters(sim).lost, before, 1e-12);
    assert_true(sim_counters(sim).rest < 9);
    contact_log_close(&contacts, sim);
}

/** How far a rolling ball turns, in degrees, that hits one at rest at an offset of so many diameters; e = 1, mu = 0. */
static double turn(double offset)
{
    struct sim *sim = constant_open(0);
    sim->scene.pair.restitution = restitution_of(1);
    sim->scene.pair.rubbing.mu.a = 0;
    sim->scene.dt = 0.5;
    free(sim->scene.friction), sim->scene.friction = NULL;
    sim_ball(sim, 0, 0.5, 0.6, 1, 0);
    sim_ball(sim, 1, 0.6, 0.6 - 2 * R * offset, 0, 0);
    cue(sim, 1, 0, 0);
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    double angle = atan2(sim->world->vy[0], sim->world->vx[0]) * 180 / acos(-1);
    sim_close(sim);
    return angle;
}

static void test_natural_angle(void **context)
{
    (void)context;
    const double most = 33.748988595888588, at = 0.47140452079103168;
    assert_near(turn(0.5), 33.670496508315106, 1e-11);
    assert_near(turn(0.25), 27.626486473765577, 1e-11);
    assert_near(turn(at), most, 1e-11);
    for (int i = 1; i < 100; i++)
        assert_true(turn(i / 100.) <= most + 1e-11);
}

/** Distance of both balls of a cut with stun and side from where they rest, as `impulse` has it with so many steps. */
static double impulse_error(uint64_t steps)
{
    struct sim *sim = pool_open();
    sim->scene.dt = 8.0 / (double)steps;
    sim_ball(sim, 0, 0.6, 0.5, 2.2, 0.13);
    sim_ball(sim, 1, 1.5, 0.57, 0, 0);
    cue(sim, 0, 0, 0.9);
    sim_start(sim, &integrator_impulse);
    double lost = sim_counters(sim).lost;
    sim_advance(sim, steps);
    lost = sim_counters(sim).lost - lost;
    double spin = 0.4 * R * R * sim->world->w[0].z * sim->world->w[0].z;
    spin += 0.4 * R * R * sim->world->w[1].z * sim->world->w[1].z;
    assert_near(lost + 0.170097 / 2 * spin, 0.170097 / 2 * (2.2 * 2.2 + 0.13 * 0.13 + 0.4 * 0.9 * 0.9), 1e-12);
    double error = hypot(sim->world->x[0] - 2.3639887990420163, sim->world->y[0] - 0.093872050285375343) +
                   hypot(sim->world->x[1] - 1.5044319492058745, sim->world->y[1] - 1.1462241581622676);
    sim_close(sim);
    return error;
}

/* At first order, on average over where steps meet contacts: .0120, .0058, .0028, .0013, .0007 where the step is
 * halved. */
static void test_impulse_tends_to_the_shot(void **context)
{
    (void)context;
    double coarse = 0, fine = 0;
    const uint64_t least = (uint64_t)runs(4000, 8000);
    for (uint64_t k = 0; k < 64; k++) {
        coarse += impulse_error(least + 137 * k) / 64;
        fine += impulse_error(8 * (least + 137 * k)) / 64;
    }
    assert_true(coarse * (double)least < 0.015 * 8000);
    assert_true(coarse / fine > 6.5 && coarse / fine < 10);
}

/* Rough discs without cloth; beta = e = 1 without limit of mu keeps the energy. */
static void test_rough_discs(void **context)
{
    (void)context;
    static const struct wanted wanted[] = {
        {1.6669765438235478, CONTACT_BALL, 0, 1, 1.7923169362587634, 0.25333333333333333, 0},
        {5.0010000388533498, CONTACT_RIGHT, 1, -1, 2.5995547292164705, -0.40888640987163384, 0},
        {6.4444444444444444, CONTACT_BOTTOM, 2, -1, 1.8, 0.36666666666666667, 0},
    };
    struct sim *sim = sim_open(3, 10, 8);
    sim_rotate(sim);
    for (size_t i = 0; i < 3; i++)
        sim->scene.r[i] = sim->scene.inertia[i] = 0.5;
    sim->scene.pair.rubbing.mu.a = sim->scene.table.walls.rubbing.mu.a = 1e9;
    sim->scene.pair.rubbing.beta = sim->scene.table.walls.rubbing.beta = 1;
    sim->scene.dt = 6.5;
    sim_ball(sim, 0, 2, 3.1, 1.3, 0.4);
    sim_ball(sim, 1, 6, 3.4, -0.5, 0.2);
    sim_ball(sim, 2, 4.2, 6.3, 0.3, -0.9);
    sim->world->w[0].z = 2, sim->world->w[1].z = -1, sim->world->w[2].z = 0.5;
    RUN(sim, wanted);
    assert_near(sim_kinetic(sim) + sim_rotation(sim), 1.848125, 1e-14);
    sim_close(sim);
}

/** A gas of rough discs on a periodic table, friction without limit, run to `until` hits per disc.
 *  @return mean of rotational over translational temperature in the last two thirds of it */
static double gas_ratio(double eta, double e, double beta, double q, int until)
{
    struct sim *sim = gas_open(32, 32, eta, 0, 4);
    const double n = (double)sim->scene.n;
    sim_make_periodic(sim, TABLE_AXIS_X | TABLE_AXIS_Y);
    sim_rotate(sim);
    for (size_t i = 0; i < sim->scene.n; i++)
        sim->scene.inertia[i] = q;
    gas_stop_drift(sim->world);
    sim->scene.pair.rubbing.mu.a = 1e9;
    sim->scene.pair.rubbing.beta = beta;
    sim->scene.pair.restitution = restitution_of(e);
    sim->scene.dt = 0.25;
    sim_start(sim, &integrator_event);
    double sum = 0, before = sim_kinetic(sim);
    int count = 0;
    for (uint64_t step = 1; 2 * (double)sim_counters(sim).ball < until * n; step++) {
        sim_advance(sim, step);
        assert_near(sim_kinetic(sim) + sim_rotation(sim) + sim_counters(sim).lost, before, 1e-10 * before);
        if (6 * (double)sim_counters(sim).ball < until * n)
            continue;
        sum += sim_rotation(sim) / (n / 2) / (sim_kinetic(sim) / (n - 1));
        count++;
    }
    sim_close(sim);
    return sum / count;
}

/* With beta = e = 1 rotation comes to have N T/2 and translation (N - 1) T; an elastic gas with beta = .5 tends to the
 * ratio of the mean field while it cools (Luding et al., Phys. Rev. E 58, 3416, 1998). */
static void test_temperatures_of_rough_gases(void **context)
{
    (void)context;
    assert_near(gas_ratio(0.3, 1, 1, 0.5, runs(60, 600)), 1, runs(40, 15) * 1e-3);
    assert_near(gas_ratio(0.05, 1, 0.5, 0.5, 30), 0.637458608817687, 0.05);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_follow),
        cmocka_unit_test(test_cut_with_stun_and_side),
        cmocka_unit_test(test_bank_with_running_side),
        cmocka_unit_test(test_follow_and_left_english),
        cmocka_unit_test(test_masse),
        cmocka_unit_test(test_three_cushions),
        cmocka_unit_test(test_side_outlasts_the_roll),
        cmocka_unit_test(test_pucks_pivot),
        cmocka_unit_test(test_contact_time),
        cmocka_unit_test(test_pressed_at_a_cushion),
        cmocka_unit_test(test_natural_angle),
        cmocka_unit_test(test_rough_discs),
        cmocka_unit_test(test_impulse_tends_to_the_shot),
        cmocka_unit_test(test_temperatures_of_rough_gases),
    };
    return RUN_TESTS(tests);
}
