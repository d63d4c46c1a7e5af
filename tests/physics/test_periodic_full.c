/*
 * Gases without walls: what ergodic theory, the virial series and Monte Carlo simulations say of pressures and rates.
 * Averages are over parts of one run, with the momentum at rest.
 */
#include "session/session.h"
#include "lib/gas.h"
#include "lib/scene_text.h"
#include "physics/published.h"

#include "given/table.h"

#define PI 3.14159265358979323846

/** A run, and the virial and hits that its parts have seen. */
struct gas {
    struct outcome *outcome;
    struct session *session;
    double virial, hits;
};

static void take(void *context, const struct contact_event *event)
{
    struct gas *gas = context;
    const double *r = gas->outcome->scene->r;
    gas->hits++;
    if (event->kind == CONTACT_BALL)
        gas->virial += event->j * (r[event->a] + r[event->b]);
}

static void gas_start(struct gas *gas, const char *text)
{
    struct error err;
    *gas = (struct gas){.outcome = scene_text_load(text, NULL, true)};
    assert_int_equal(gas->outcome->status, STATUS_OK);
    gas_stop_drift(gas->outcome->world);
    gas->session = session_of(gas->outcome->scene, gas->outcome->world);
    assert_int_equal(session_start(gas->session, &(struct session_watch){.contact = take, .context = gas}, &err),
                     STATUS_OK);
}

static void gas_stop(struct gas *gas)
{
    session_free(gas->session);
    scene_text_free(gas->outcome);
}

/** One step more; what it has added. */
static struct gas gas_step(struct gas *gas)
{
    struct error err;
    struct gas before = *gas;
    struct world *world = gas->outcome->world;
    assert_int_equal(session_step(gas->session, world->step + 1, &err), STATUS_OK);
    return (struct gas){.virial = gas->virial - before.virial, .hits = gas->hits - before.hits};
}

static double kinetic(const struct world *world)
{
    double sum = 0;
    for (size_t i = 0; i < world->n; i++)
        if (world->m[i] != HUGE_VAL)
            sum += 0.5 * world->m[i] * (world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i]);
    return sum;
}

/* ---- pressure ---- */

/** Z = 1 + S (N - 1)/(2 N KE t), exact for every N. */
static void compare_pressure(struct published *published, const char *name, int n, double eta, double time, int parts,
                             double reference, struct source source)
{
    char text[400];
    struct gas gas;
    struct sample z = {0};
    double side = sqrt(n * PI / 4 / eta);
    snprintf(text, sizeof text,
             "{\"table\": {\"width\": %.17g, \"height\": %.17g, \"periodic\": true}, \"dt\": %g, \"steps\": 1, "
             "\"balls\": [{\"fill\": \"hex\", \"count\": %d, \"r\": 0.5, \"m\": 1, \"speed\": 1.4142, \"seed\": 3}]}",
             side, side, time, n);
    gas_start(&gas, text);
    double energy = kinetic(gas.outcome->world);
    for (int part = -3; part < parts; part++) {
        struct gas added = gas_step(&gas);
        if (part >= 0)
            sample_add(&z, 1 + added.virial * (n - 1) / (2 * n * energy * time));
    }
    published_average(published, name, &z, reference, 0, source);
    assert_true(fabs(sample_mean(&z) / reference - 1) < 1e-3);
    gas_stop(&gas);
}

static void test_pressures(void **state)
{
    static const struct source virial = {"resummed virial series to B10",
                                         "Clisby and McCoy, J. Stat. Phys. 122, 15 (2006)"};
    static const struct source few = {"beta P d^2 pi/(4 eta)", "Li et al., J. Chem. Phys. 157, 234111 (2022)"};
    compare_pressure(*state, "Z, 2500 discs, eta 0.2", 2500, 0.2, 40, 40, 1.57037, virial);
    compare_pressure(*state, "Z, 2500 discs, eta 0.4", 2500, 0.4, 20, 40, 2.82933, virial);
    compare_pressure(*state, "Z, 72 discs, eta 0.65", 72, 0.65, 700, 40, 8.338601, few);
    compare_pressure(*state, "Z, 224 discs, eta 0.67", 224, 0.67, 250, 40, 9.353833, few);
    compare_pressure(*state, "Z, 870 discs, eta 0.67", 870, 0.67, 100, 40, 9.362390, few);
}

/* ---- rates ---- */

static void compare_rate(struct published *published, const char *name, const char *text, double reference,
                         struct source source)
{
    enum { PARTS = 100 };
    struct gas gas;
    struct sample rate = {0};
    gas_start(&gas, text);
    for (int part = -1; part < PARTS; part++) {
        struct gas added = gas_step(&gas);
        if (part >= 0)
            sample_add(&rate, added.hits / gas.outcome->scene->dt);
    }
    published_average(published, name, &rate, reference, 0, source);
    gas_stop(&gas);
}

static void test_rates(void **state)
{
    static const struct source sinai = {"2 s w/(L^2 - pi s^2)", "Sinai, Russ. Math. Surv. 25, 137 (1970)"};
    static const struct source lorentz = {"P/(pi A) per disc", "Chernov, J. Stat. Phys. 88, 1 (1997)"};
    compare_rate(
        *state, "hits, two discs, L/s 4",
        "{\"table\": {\"width\": 4, \"height\": 4, \"periodic\": true}, \"dt\": 50000, \"steps\": 1, \"defaults\": "
        "{\"r\": 0.5}, \"balls\": [{\"x\": 1, \"y\": 1, \"vx\": 0.3, \"vy\": 0.4}, "
        "{\"x\": 3, \"y\": 2.7, \"vx\": -0.3, \"vy\": -0.4}]}",
        0.155540258300991, sinai);
    compare_rate(
        *state, "hits, two discs, L/s 3/1.4",
        "{\"table\": {\"width\": 3, \"height\": 3, \"periodic\": true}, \"dt\": 8000, \"steps\": 1, \"defaults\": "
        "{\"r\": 0.7}, \"balls\": [{\"x\": 0.7, \"y\": 0.8, \"vx\": 0.3, \"vy\": 0.4}, "
        "{\"x\": 2.2, \"y\": 2.4, \"vx\": -0.3, \"vy\": -0.4}]}",
        0.985055858655078, sinai);
    for (int k = 0; k < 2; k++) {
        char text[500], name[64];
        double w = k ? 0.3 : 0.2, r = 1e-4, path = k ? 0.719840866214944 : 0.524985150363445;
        snprintf(text, sizeof text,
                 "{\"table\": {\"width\": %.17g, \"height\": %.17g, \"periodic\": true}, \"dt\": 4000, \"steps\": 1, "
                 "\"balls\": [{\"x\": 0, \"y\": 0, \"r\": %.17g, \"fixed\": true}, "
                 "{\"x\": %.17g, \"y\": %.17g, \"r\": %.17g, \"fixed\": true}, "
                 "{\"x\": 1.1, \"y\": 0.1, \"vx\": 0.6, \"vy\": 0.8, \"r\": %.17g}]}",
                 2 + w, sqrt(3) * (2 + w), 1 - r, 1 + w / 2, sqrt(0.75) * (2 + w), 1 - r, r);
        snprintf(name, sizeof name, "hits per path, Lorentz gas %g", w);
        compare_rate(*state, name, text, 1 / path, lorentz);
    }
}

static void test_manual(void **state)
{
    published_close(*state);
}

TEST_GROUP()
{
    struct published published;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_rates, &published),
        cmocka_unit_test_prestate(test_pressures, &published),
        cmocka_unit_test_prestate(test_manual, &published),
    };
    published_open(&published, "Gases without walls");
    return RUN_TESTS(tests);
}
