/*
 * Balls under gravity and rolling friction in `event`, against trajectories computed with 40 digits; and what every run
 * must keep: the energy, whatever frames are written, and the way back.
 */
#include "lib/sim.h"

#include "physics/diagnostics.h"

struct row {
    double t;
    enum contact_kind kind;
    uint32_t a;
    int64_t b;
    double x, y, u;
};

static bool is_near(double found, double wanted, double tolerance)
{
    return fabs(found - wanted) <= tolerance * fmax(1, fabs(wanted));
}

/** Runs a scene for `end` and compares its first n rows. Errors of a long sequence grow about tenfold with each hit of
 * two balls; `growth` is that factor for every row. Returns the scene, at its end. */
static void assert_rows(struct sim *sim, double end, const struct row *wanted, size_t n, double growth)
{
    struct sim_rows rows = {.count = 0};
    sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
    sim->scene.dt = end;
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    assert_true(rows.count >= n);
    double tolerance = 1e-14;
    for (size_t i = 0; i < n; i++, tolerance *= growth) {
        const struct contact_event *row = &rows.row[i];
        const struct row *want = &wanted[i];
        if (!(row->kind == want->kind && row->a == want->a && row->b == want->b &&
              is_near(row->t, want->t, tolerance) && is_near(row->x, want->x, tolerance) &&
              is_near(row->y, want->y, tolerance) && is_near(row->u, want->u, 4 * tolerance)))
            fail_msg("row %zu: %s %u %lld at t = %.17g (%.17g, %.17g), u = %.17g", i, contact_kind_name(row->kind),
                     row->a, (long long)row->b, row->t, row->x, row->y, row->u);
    }
}

static double total(const struct sim *sim)
{
    return sim_kinetic(sim) + diagnostics_potential(sim->world, sim->scene.gravity) + sim_counters(sim).lost;
}

static void set_friction(struct sim *sim, double friction)
{
    sim->scene.friction = mem_array(sim->scene.n, sizeof(double));
    assert_non_null(sim->scene.friction);
    for (size_t i = 0; i < sim->scene.n; i++)
        sim->scene.friction[i] = friction;
}

/* ---- friction ---- */

/** A shot with cushions: three balls on a pool table. */
static struct sim *cushion_shot(double vx, double vy)
{
    struct sim *sim = sim_open(3, 2.54, 1.27);
    for (int i = 0; i < 3; i++) {
        sim->scene.r[i] = 0.028575;
        sim->scene.m[i] = 0.17;
    }
    sim->scene.e_ball = 0.95;
    sim->scene.e_wall = 0.75;
    set_friction(sim, 0.0981);
    sim_ball(sim, 0, 0.6, 0.5, vx, vy);
    sim_ball(sim, 1, 1.7, 0.635, 0, 0);
    sim_ball(sim, 2, 1.9, 0.4, 0, 0);
    return sim;
}

static void test_cushion_shots(void **context)
{
    (void)context;
    static const struct row slow[] = {
        {0.5292301636264884, CONTACT_BALL, 0, 1, 1.6724060657761968, 0.6275766975642626, -1.9397364822310237},
        {0.9787685718984102, CONTACT_RIGHT, 1, -1, 2.54, 0.8532890315699245, -1.7837253601384937},
        {1.811562263394761, CONTACT_TOP, 1, -1, 1.429339384251294, 1.27, -0.4522732947653927},
        {2.973180652704785, CONTACT_LEFT, 1, -1, 0, 0.864592266357511, -1.15085193693559},
        {5.279514447506175, CONTACT_BALL, 0, 1, 1.800678905884517, 0.22928831130760222, -0.6906914769149417},
        {6.211284275204507, CONTACT_BOTTOM, 0, -1, 2.380381554944849, 0, -0.19042392254062357},
        {6.454664878593394, CONTACT_RIGHT, 0, -1, 2.54, 0.06260386439902799, -0.5268755098624537},
    };
    static const struct row fast[] = {
        {0.35616020262530784, CONTACT_BALL, 0, 1, 1.681140923601934, 0.6135322133788342, -2.150048223168342},
        {0.4772675198969713, CONTACT_BALL, 0, 2, 1.8766402526192676, 0.41645760697393047, -2.0402013316494125},
        {0.744748814942256, CONTACT_TOP, 1, -1, 2.2327337934979097, 1.27, -1.5462639855821567},
        {0.804101544159539, CONTACT_BOTTOM, 2, -1, 2.4271965836000526, 0, -1.1272000070661907},
        {0.856821770387022, CONTACT_RIGHT, 2, -1, 2.54, 0.07308098771105251, -1.5953626236581206},
        {0.9510845262352347, CONTACT_RIGHT, 1, -1, 2.54, 1.0034938086163805, -1.342971627190349},
        {1.8259888722407076, CONTACT_BOTTOM, 1, -1, 1.654975817880749, 0, -1.0820743252560494},
        {2.3139364863157392, CONTACT_TOP, 2, -1, 0.8530902843822814, 1.27, -0.7606566133602323},
        {3.1025952958049965, CONTACT_LEFT, 2, -1, 0, 0.8057541340057089, -1.0112625794756256},
        {3.4202017599999737, CONTACT_TOP, 1, -1, 0.2343523685529902, 1.27, -0.7100101765351362},
        {3.670754894585057, CONTACT_LEFT, 1, -1, 0, 1.109663968478455, -0.8109425791875385},
        {4.690313735210956, CONTACT_BOTTOM, 2, -1, 1.131694564630968, 0, -0.44464115505150725},
        {6.120992979324257, CONTACT_BOTTOM, 1, -1, 1.294865422913016, 0, -0.36318229624711074},
        {7.369858099314313, CONTACT_RIGHT, 2, -1, 2.54, 0.75761952470672, -0.39870586913238976},
    };
    struct sim *sim = cushion_shot(2, 0.23);
    assert_rows(sim, 20, slow, sizeof slow / sizeof *slow, 3.5);
    assert_true(is_near(sim_counters(sim).rest, 10.7173744829461394, 1e-11));
    assert_true(sim_kinetic(sim) == 0 && is_near(sim_counters(sim).lost, 0.5 * 0.17 * (4 + 0.23 * 0.23), 1e-14));
    assert_true(is_near(sim->world->x[1], 1.77500631823772483, 1e-10) &&
                is_near(sim->world->y[0], 0.354209503625317252, 1e-10));
    assert_true(sim->world->x[2] == 1.9 && sim->world->y[2] == 0.4);
    sim_close(sim);
    sim = cushion_shot(3, 0.26);
    assert_rows(sim, 20, fast, sizeof fast / sizeof *fast, 2.6);
    assert_true(is_near(sim_counters(sim).rest, 11.2701527042697929, 1e-9));
    assert_true(is_near(sim->world->x[0], 1.80596972968032368, 1e-9) &&
                is_near(sim->world->y[2], 1.15039595897643268, 1e-8));
    sim_close(sim);
}

/** Ball 0 reaches ball 1, at rest at a gap of 1.2, if its speed is at least sqrt(2 c gap). */
static void test_reach(void **context)
{
    (void)context;
    static const struct {
        double v, c, t;
    } cases[] = {{1, 0.0981, 1.28041573098585366}, {0.49, 0.1, 4.8}, {0.489, 0.1, -1}};
    for (int i = 0; i < 3; i++) {
        struct sim *sim = sim_open(2, 30, 1);
        struct sim_rows rows = {.count = 0};
        sim->scene.r[0] = sim->scene.r[1] = 0.028575;
        sim->scene.dt = 12;
        set_friction(sim, cases[i].c);
        sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
        sim_ball(sim, 0, 0.5, 0.5, cases[i].v, 0);
        sim_ball(sim, 1, 0.5 + 1.2 + 2 * 0.028575, 0.5, 0, 0);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_int_equal(rows.count, cases[i].t > 0);
        assert_true(rows.count == 0 || is_near(rows.row[0].t, cases[i].t, 1e-13));
        sim_close(sim);
    }
}

/* ---- gravity ---- */

static void test_one_parabola(void **context)
{
    (void)context;
    static const struct row rows[] = {
        {0.65773780845922, CONTACT_BOTTOM, 0, -1, 1.855059150996986, 0, -6.1773780845922},
        {1.89321342537766, CONTACT_BOTTOM, 0, -1, 3.4611774529909582, 0, -6.1773780845922},
        {2.230769230769231, CONTACT_RIGHT, 0, -1, 4.0, 1.6154902257849988, -1.3},
        {3.1286890422961, CONTACT_BOTTOM, 0, -1, 2.73270424501507, 0, -6.1773780845922},
        {4.36416465921454, CONTACT_BOTTOM, 0, -1, 1.1265859430210978, 0, -6.1773780845922},
        {5.153846153846154, CONTACT_LEFT, 0, -1, 0, 1.8601768439272468, -1.3},
        {5.59964027613298, CONTACT_BOTTOM, 0, -1, 0.6795323589728742, 0, -6.1773780845922},
        {6.83511589305142, CONTACT_BOTTOM, 0, -1, 2.285650660966846, 0, -6.1773780845922},
        {8.07059150996986, CONTACT_BOTTOM, 0, -1, 3.891768962960818, 0, -6.1773780845922},
        {8.076923076923077, CONTACT_RIGHT, 0, -1, 4.0, 0.13891203923751358, -1.3},
        {9.3060671268883, CONTACT_BOTTOM, 0, -1, 2.3021127350452097, 0, -6.1773780845922},
        {10.54154274380674, CONTACT_BOTTOM, 0, -1, 0.6959944330512375, 0, -6.1773780845922},
    };
    struct sim *sim = sim_open(1, 4, 3);
    sim->scene.r[0] = 0.1;
    sim->scene.gravity = (struct vec2){0, -10};
    sim_ball(sim, 0, 1, 2, 1.3, 0.4);
    assert_rows(sim, 11, rows, sizeof rows / sizeof *rows, 1.5);
    sim_close(sim);
}

static void test_two_parabolas(void **context)
{
    (void)context;
    static const struct row rows[] = {
        {0.4248611446527518, CONTACT_BALL, 0, 1, 1.906215286163188, 1.6219882332716304, -2.1422826610884007},
        {0.6465174094789248, CONTACT_BOTTOM, 0, -1, 1.9532423577486564, 0, -7.581397959869189},
        {0.811823278784354, CONTACT_BOTTOM, 1, -1, 1.678865802886899, 0, -6.044455278434045},
        {1.7976671570202838, CONTACT_BOTTOM, 1, -1, 0.9557346571189896, 0, -4.8355642227472355},
        {1.8830349156757344, CONTACT_BOTTOM, 0, -1, 2.5307328111451968, 0, -6.0651183678953515},
        {2.5863422596090277, CONTACT_BOTTOM, 1, -1, 0.37722974050466207, 0, -3.8684513781977885},
        {2.8722489206331825, CONTACT_BOTTOM, 0, -1, 2.992725173862429, 0, -4.852094694316281},
        {2.9642892532366183, CONTACT_LEFT, 1, -1, 0, 0.5690061780960735, -0.733514871606122},
        {3.217282341680023, CONTACT_BOTTOM, 1, -1, 0.24845935422943996, 0, -3.094761102558231},
    };
    struct sim *sim = sim_open(2, 4, 4);
    sim->scene.r[0] = sim->scene.r[1] = 0.1;
    sim->scene.m[1] = 2;
    sim->scene.e_ball = 0.9;
    sim->scene.e_wall = 0.8;
    sim->scene.gravity = (struct vec2){0, -9.81};
    sim_ball(sim, 0, 1, 2, 2, 1);
    sim_ball(sim, 1, 2.6, 2.25, -1.5, 0.8);
    assert_rows(sim, 4, rows, sizeof rows / sizeof *rows, 2);
    sim_close(sim);
}

static void test_parabola_on_a_slope(void **context)
{
    (void)context;
    static const struct row rows[] = {
        {1.824807680927192, CONTACT_BOTTOM, 0, -1, 0.5345269246701931, 0, -0.812403840463596},
        {3.9496192672653683, CONTACT_RIGHT, 0, -1, 2.0, 0.1296374957426369, -0.9848857801796105},
        {4.099538434225261, CONTACT_BOTTOM, 0, -1, 1.8500140844926725, 0, -0.5686826883245172},
        {5.691849961533909, CONTACT_BOTTOM, 0, -1, 1.204176403203441, 0, -0.3980778818271621},
        {6.806468030649963, CONTACT_BOTTOM, 0, -1, 1.2046689223009788, 0, -0.2786545172790134},
        {7.586700679031201, CONTACT_BOTTOM, 0, -1, 1.4267773447092553, 0, -0.1950581620953094},
        {8.132863532898067, CONTACT_BOTTOM, 0, -1, 1.690917433324649, 0, -0.1365407134667166},
        {8.515177530604873, CONTACT_BOTTOM, 0, -1, 1.9290609498909286, 0, -0.09557849942670162},
        {8.54575290810355, CONTACT_RIGHT, 0, -1, 2.0, 0.05181193066321329, -0.6894200461257274},
        {8.782797328999639, CONTACT_BOTTOM, 0, -1, 1.8440322857100755, 0, -0.06690494959869113},
        {8.970131187875973, CONTACT_BOTTOM, 0, -1, 1.7722121134005677, 0, -0.04683346471908379},
        {9.101264889089407, CONTACT_BOTTOM, 0, -1, 1.72820226726456, 0, -0.03278342530335865},
    };
    struct sim *sim = sim_open(1, 2, 1);
    sim->scene.r[0] = 0.05;
    sim->scene.e_wall = 0.7;
    sim->scene.gravity = (struct vec2){0.3, -0.5};
    sim_ball(sim, 0, 0.4, 0.7, -0.2, 0.1);
    assert_rows(sim, 9.2, rows, sizeof rows / sizeof *rows, 2);
    sim_close(sim);
}

/** A ball dropped with clearance h: hit n at sqrt(2h/g) (1 + 2 sum e^k); then it lies, and its energy is gone. */
static void test_bouncing_to_rest(void **context)
{
    (void)context;
    static const double restitution[] = {0.9, 0.5, 0};
    for (int i = 0; i < 3; i++) {
        double e = restitution[i], h = 1, g = 9.81, hit = sqrt(2 * h / g), t = hit;
        struct sim *sim = sim_open(1, 3, 3);
        struct sim_rows rows = {.count = 0};
        sim->observer = (struct observer){.contact = sim_keep_row, .context = &rows};
        sim->scene.r[0] = 0.1;
        sim->scene.e_wall = e;
        sim->scene.gravity = (struct vec2){0, -g};
        sim->scene.dt = 20;
        sim_ball(sim, 0, 1.5, 1.1, 0.01, 0);
        sim_start(sim, &integrator_event);
        double before = total(sim);
        sim_advance(sim, 1);
        for (size_t n = 0; n < 10 && n < rows.count; n++) {
            assert_true(is_near(rows.row[n].t, t, 1e-14) && rows.row[n].kind == CONTACT_BOTTOM);
            hit *= e;
            t += 2 * hit;
        }
        assert_true(rows.count >= (e > 0 ? 15u : 1u) && rows.count < 200);
        assert_true(sim->world->vy[0] == 0 && fabs(sim->world->y[0] - 0.1) < 1e-12);
        assert_true(is_near(sim->world->x[0], 1.5 + 0.01 * 20, 1e-14) && is_near(total(sim), before, 1e-13));
        sim_close(sim);
    }
}

/* ---- properties ---- */

/** A gas in a box: the energy is kept and nothing overlaps, whatever the law of motion. */
static struct sim *gas(int law, double e, double frame)
{
    struct sim *sim = sim_open(60, 12, 12);
    uint64_t seed = 7;
    for (size_t i = 0; i < 60; i++) {
        sim->scene.r[i] = 0.4;
        sim_ball(sim, i, 0.8 + 1.4 * (double)(i % 8), 0.8 + 1.4 * (double)(i / 8), uniform(&seed, -1, 1),
                 uniform(&seed, -1, 1));
    }
    sim->scene.e_ball = e;
    sim->scene.e_wall = e;
    sim->scene.contact_time = e < 1 ? 1e-6 : 0; /* balls that gravity or friction presses together collapse without */
    sim->scene.dt = frame;
    if (law == 0)
        set_friction(sim, 0.01);
    else
        sim->scene.gravity = (struct vec2){law == 1 ? 0 : 0.3, -0.5};
    return sim;
}

static void test_energy(void **context)
{
    (void)context;
    for (int law = 0; law < 3; law++)
        for (double e = 1; e > 0.8; e -= 0.1) {
            struct sim *sim = gas(law, e, 0.1);
            sim_start(sim, &integrator_event);
            double before = total(sim);
            for (uint64_t step = 1; step <= 200; step++) {
                sim_advance(sim, step);
                assert_true(is_near(total(sim), before, 1e-12) && sim_deepest(sim) < 1e-11);
            }
            assert_true(sim_counters(sim).ball > 50 && sim_counters(sim).overlap < 1e-11);
            sim_close(sim);
        }
}

/** Over 10^6 elastic hits under gravity, too. */
static void test_energy_of_a_long_run(void **context)
{
    (void)context;
    for (int law = 1; law < 3; law++) {
        struct sim *sim = gas(law, 1, 1000);
        sim_start(sim, &integrator_event);
        double before = total(sim);
        uint64_t step = 0;
        while (sim_counters(sim).ball + sim_counters(sim).wall < 1000000)
            sim_advance(sim, ++step);
        assert_true(is_near(total(sim), before, 1e-12) && sim_deepest(sim) < 1e-11);
        sim_close(sim);
    }
}

/** Frames change no bit. */
static void test_frames(void **context)
{
    (void)context;
    for (int law = 0; law < 3; law++) {
        struct sim *fine = gas(law, 0.9, 0.125), *coarse = gas(law, 0.9, 16);
        sim_start(fine, &integrator_event);
        sim_start(coarse, &integrator_event);
        for (uint64_t step = 1; step <= 128; step++)
            sim_advance(fine, step);
        sim_advance(coarse, 1);
        sim_assert_same(fine->world, coarse->world);
        sim_close(fine);
        sim_close(coarse);
    }
}

/** Under gravity and with e = 1 a run turned round comes back. */
static void test_reversal(void **context)
{
    (void)context;
    struct sim *out = gas(1, 1, 2), *back = gas(1, 1, 2);
    sim_start(out, &integrator_event);
    sim_advance(out, 1);
    assert_true(sim_counters(out).ball > 10);
    for (size_t i = 0; i < 60; i++)
        sim_ball(back, i, out->world->x[i], out->world->y[i], -out->world->vx[i], -out->world->vy[i]);
    sim_start(back, &integrator_event);
    sim_advance(back, 1);
    struct sim *start = gas(1, 1, 2);
    for (size_t i = 0; i < 60; i++)
        assert_true(fabs(back->world->x[i] - start->world->x[i]) < 1e-9 &&
                    fabs(back->world->vy[i] + start->world->vy[i]) < 1e-9);
    sim_close(out);
    sim_close(back);
    sim_close(start);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cushion_shots),
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_one_parabola),
        cmocka_unit_test(test_two_parabolas),
        cmocka_unit_test(test_parabola_on_a_slope),
        cmocka_unit_test(test_bouncing_to_rest),
        cmocka_unit_test(test_energy),
        cmocka_unit_test(test_energy_of_a_long_run),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_reversal),
    };
    return RUN_TESTS(tests);
}
