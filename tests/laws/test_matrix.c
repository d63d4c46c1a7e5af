/*
 * The matrix of laws: every integrator of the registry x every scene x every law. A new integrator is covered by its
 * line in the registry alone. Laws that hold to rounding are asked to rounding. Integrators with a potential
 * (springs) keep energy to the error of their steps only: these are chosen as 1/75 of a contact, or finer.
 */
#include "lib/sim.h"

#include "model/generate.h"

/** A scene; `free`: no ball reaches a wall before the end, so that momentum is kept. */
struct matrix_scene {
    const char *name;
    struct sim *(*open)(void);
    uint64_t steps;
    bool free;
};

/* ---- the scenes ---- */

/** Sets k and dt so that contacts of two balls of mass m last 75 steps or more: contact time pi sqrt(mu / k). */
static struct sim *with_contacts(struct sim *sim, double contact, double m)
{
    sim->scene.k = 9.87 * m / 2 / (contact * contact);
    sim->scene.dt = contact / 75;
    return sim;
}

static struct sim *open_two_balls(void)
{
    struct sim *sim = sim_open(2, 20, 16);
    sim->scene.r[1] = 0.625;
    sim->scene.m[1] = 0.5;
    sim_ball(sim, 0, 6, 7, 1.5, 0.25);
    sim_ball(sim, 1, 10, 8, -1, -0.25);
    return with_contacts(sim, 0.05, 0.67);
}

static struct sim *open_cradle(void)
{
    struct sim *sim = sim_open(5, 32, 8);
    for (size_t i = 0; i < 5; i++)
        sim_ball(sim, i, i ? 10 + 2.015625 * (double)i : 8, 4, i ? 0 : 2, 0);
    return with_contacts(sim, 0.05, 1);
}

static struct sim *open_break(void)
{
    enum { N = 16 };
    struct sim *sim = sim_open(N, 64, 32);
    struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = 5, .x = 24, .y = 16, .r = 1, .gap = 0x1p-7};
    generate_rack_place(&rack, sim->world->x + 1, sim->world->y + 1);
    sim_ball(sim, 0, 12, 16.125, 8, 0);
    return with_contacts(sim, 0.05, 1);
}

/** Two balls that touch, hit by a third at once. */
static struct sim *open_double_hit(void)
{
    struct sim *sim = sim_open(3, 20, 16);
    sim_ball(sim, 0, 5, 8, 2, 0);
    sim_ball(sim, 1, 9.75, 9, 0, 0);
    sim_ball(sim, 2, 9.75, 7, 0, 0);
    return with_contacts(sim, 0.05, 1);
}

static struct sim *open_kick_off(void)
{
    return with_contacts(sim_kick_off(), 0.25, 1);
}

static struct sim *open_crowd(void)
{
    enum { SIDE = 5 };
    struct sim *sim = sim_open(SIDE * SIDE, 16, 12);
    uint64_t seed = 5;
    for (size_t i = 0; i < sim->scene.n; i++) {
        sim->scene.r[i] = uniform(&seed, 0.3, 1.1);
        sim->scene.m[i] = uniform(&seed, 0.5, 3);
        double x = 1.6 + 3.2 * (double)(i % SIDE), y = 1.2 + 2.4 * (double)(i / SIDE);
        sim_ball(sim, i, x, y, uniform(&seed, -2, 2), uniform(&seed, -2, 2));
    }
    return with_contacts(sim, 0.02, 0.5);
}

static struct sim *open_lossy_crowd(void)
{
    struct sim *sim = open_crowd();
    sim->scene.e_ball = 0.9;
    sim->scene.e_wall = 0.75;
    return sim;
}

static struct sim *open_one_ball(void)
{
    struct sim *sim = sim_open(1, 8, 4);
    sim_ball(sim, 0, 3, 2, 1.75, -0.625);
    return with_contacts(sim, 0.05, 2);
}

static struct sim *open_nothing(void)
{
    return with_contacts(sim_open(0, 8, 4), 0.05, 1);
}

static const struct matrix_scene scenes[] = {
    {"two balls", open_two_balls, 6000, true},      {"cradle", open_cradle, 6000, true},
    {"double hit", open_double_hit, 6000, true},    {"break", open_break, 6000, true},
    {"kick-off", open_kick_off, 9000, false},       {"crowd", open_crowd, 6000, false},
    {"lossy crowd", open_lossy_crowd, 6000, false}, {"one ball", open_one_ball, 9000, false},
    {"nothing", open_nothing, 100, true},
};

/* ---- the machine ---- */

/** A law, which asserts that it holds for one integrator in one scene. */
typedef void law(const struct integrator_ops *ops, const struct matrix_scene *scene);

/** assert_true() that says where. */
static void assert_law(bool holds, const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    if (!holds)
        print_message("# %s, scene \"%s\"\n", ops->name, scene->name);
    assert_true(holds);
}

static bool same_numbers(const double *a, const double *b, size_t n)
{
    return n == 0 || memcmp(a, b, n * sizeof *a) == 0;
}

static bool same_bits(const struct sim *a, const struct sim *b)
{
    const struct world *v = a->world, *w = b->world;
    return v->step == w->step && same_numbers(v->x, w->x, v->n) && same_numbers(v->y, w->y, v->n) &&
           same_numbers(v->vx, w->vx, v->n) && same_numbers(v->vy, w->vy, v->n);
}

static struct sim *sim_at_end(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *sim = scene->open();
    sim_start(sim, ops);
    sim_advance(sim, scene->steps);
    return sim;
}

static void assert_same_and_close(struct sim *expected, struct sim *found, const struct integrator_ops *ops,
                                  const struct matrix_scene *scene)
{
    struct counters a = sim_counters(expected), b = sim_counters(found);
    assert_law(same_bits(expected, found), ops, scene);
    assert_law(a.ball == b.ball && a.wall == b.wall && a.lost == b.lost && a.overlap == b.overlap, ops, scene);
    sim_close(expected);
    sim_close(found);
}

/* ---- laws of mechanics ---- */

/** Something happens in every scene, and walls are hit where they should be. */
static void law_contacts(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *sim = sim_at_end(ops, scene);
    struct counters counters = sim_counters(sim);
    assert_law((counters.ball > 0) == (sim->scene.n > 1), ops, scene);
    assert_law((counters.wall > 0) == !scene->free, ops, scene);
    sim_close(sim);
}

static void law_energy(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *sim = scene->open();
    double bound = ops->potential ? 3e-3 : 1e-12, before = sim_kinetic(sim);
    sim_start(sim, ops);
    for (int part = 1; part <= 10; part++) {
        sim_advance(sim, scene->steps * (uint64_t)part / 10);
        double energy = sim_kinetic(sim) + sim_potential(sim) + sim_counters(sim).lost;
        assert_law(fabs(energy - before) <= bound * before, ops, scene);
    }
    assert_law((sim_counters(sim).lost > 0.01 * before) == (sim->scene.e_ball < 1), ops, scene);
    sim_close(sim);
}

static void momentum(const struct sim *sim, double p[2])
{
    p[0] = p[1] = 0;
    for (size_t i = 0; i < sim->scene.n; i++) {
        p[0] += sim->scene.m[i] * sim->world->vx[i];
        p[1] += sim->scene.m[i] * sim->world->vy[i];
    }
}

static void law_momentum(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    if (!scene->free)
        return;
    struct sim *sim = scene->open();
    double before[2], after[2];
    momentum(sim, before);
    sim_start(sim, ops);
    sim_advance(sim, scene->steps);
    momentum(sim, after);
    double size = fabs(before[0]) + fabs(before[1]);
    assert_law(fabs(after[0] - before[0]) <= 1e-12 * size, ops, scene);
    assert_law(fabs(after[1] - before[1]) <= 1e-12 * size, ops, scene);
    sim_close(sim);
}

/** Left and right exchanged; or, with `turned`, the two axes. */
static void reflect(struct sim *sim, bool turned)
{
    struct scene *scene = &sim->scene;
    double width = scene->table.width;
    for (size_t i = 0; i < scene->n; i++) {
        double x = sim->world->x[i], y = sim->world->y[i], vx = sim->world->vx[i], vy = sim->world->vy[i];
        if (turned)
            sim_ball(sim, i, y, x, vy, vx);
        else
            sim_ball(sim, i, width - x, y, -vx, vy);
    }
    if (turned) {
        scene->table.width = scene->table.height;
        scene->table.height = width;
    }
}

/** The mirror image of a run is the run of the mirror image, as long as chaos has not made much of rounding: through
 *  the first third of each scene. */
static void compare_reflected(const struct integrator_ops *ops, const struct matrix_scene *scene, bool turned)
{
    struct sim *sim = scene->open(), *image = scene->open();
    reflect(image, turned);
    sim_start(sim, ops);
    sim_start(image, ops);
    sim_advance(sim, scene->steps / 3);
    sim_advance(image, scene->steps / 3);
    reflect(image, turned);
    for (size_t i = 0; i < sim->scene.n; i++) {
        assert_law(fabs(sim->world->x[i] - image->world->x[i]) < 1e-9, ops, scene);
        assert_law(fabs(sim->world->y[i] - image->world->y[i]) < 1e-9, ops, scene);
        assert_law(fabs(sim->world->vx[i] - image->world->vx[i]) < 1e-8, ops, scene);
        assert_law(fabs(sim->world->vy[i] - image->world->vy[i]) < 1e-8, ops, scene);
    }
    sim_close(sim);
    sim_close(image);
}

static void law_mirror(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    compare_reflected(ops, scene, false);
    compare_reflected(ops, scene, true);
}

/* ---- laws of running ---- */

static void law_rerun(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    assert_same_and_close(sim_at_end(ops, scene), sim_at_end(ops, scene), ops, scene);
}

static void law_slices(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *sliced = scene->open();
    sim_start(sliced, ops);
    for (uint64_t step = 0, stride = 1; step < scene->steps; stride = stride % 11 + 1) {
        step = step + stride < scene->steps ? step + stride : scene->steps;
        sim_advance(sliced, step);
        sim_advance(sliced, step); /* nothing to do */
        (void)sim_potential(sliced);
    }
    assert_same_and_close(sim_at_end(ops, scene), sliced, ops, scene);
}

struct witness {
    uint64_t rows;
    double last;
    bool in_order;
};

static void witness_contact(void *context, const struct contact_event *event)
{
    struct witness *witness = context;
    witness->in_order = witness->in_order && event->t >= witness->last;
    witness->last = event->t;
    witness->rows++;
}

/** Watching changes nothing, misses nothing and tells of contacts in the order of their times. */
static void law_watched(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct witness witness = {0, -HUGE_VAL, true};
    struct sim *watched = scene->open();
    watched->observer = (struct observer){witness_contact, &witness, NULL};
    sim_start(watched, ops);
    sim_advance(watched, scene->steps);
    assert_law(witness.rows == sim_counters(watched).ball + sim_counters(watched).wall, ops, scene);
    assert_law(witness.in_order, ops, scene);
    assert_same_and_close(sim_at_end(ops, scene), watched, ops, scene);
}

/** Two runs of the scene and one of another, taking turns. */
static void law_taking_turns(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *one = scene->open(), *two = scene->open(), *other = open_lossy_crowd();
    sim_start(one, ops);
    sim_start(other, ops);
    sim_start(two, ops);
    for (uint64_t turn = 1; turn <= 50; turn++) {
        sim_advance(one, scene->steps * turn / 50);
        sim_advance(other, 20 * turn);
        sim_advance(two, scene->steps * turn / 50);
    }
    sim_close(other);
    assert_law(same_bits(one, two), ops, scene);
    sim_close(two);
    assert_same_and_close(sim_at_end(ops, scene), one, ops, scene);
}

/** A run that is saved and taken up again comes to the same end. */
static void law_restart(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *whole = sim_at_end(ops, scene), *parts = scene->open();
    for (uint64_t part = 1; part <= 6; part++) {
        sim_start(parts, ops);
        sim_advance(parts, scene->steps * part / 6);
        if (part == 6)
            break;
        sim_save(parts, ops->snapshot, parts->state);
        ops->destroy(parts->state);
    }
    assert_law(same_bits(whole, parts), ops, scene);
    sim_close(whole);
    sim_close(parts);
}

/* ---- the tests ---- */

static void check_everywhere(law *check)
{
    for (size_t i = 0; integrator_all[i]; i++)
        for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++)
            check(integrator_all[i], &scenes[s]);
}

static void test_law(void **context)
{
    check_everywhere(*(law **)*context);
}

int main(void)
{
    static law *laws[] = {law_contacts, law_energy,  law_momentum,     law_mirror, law_rerun,
                          law_slices,   law_watched, law_taking_turns, law_restart};
    const struct CMUnitTest tests[] = {
        {"contacts", test_law, NULL, NULL, &laws[0]}, {"energy", test_law, NULL, NULL, &laws[1]},
        {"momentum", test_law, NULL, NULL, &laws[2]}, {"mirror", test_law, NULL, NULL, &laws[3]},
        {"rerun", test_law, NULL, NULL, &laws[4]},    {"slices", test_law, NULL, NULL, &laws[5]},
        {"watched", test_law, NULL, NULL, &laws[6]},  {"taking turns", test_law, NULL, NULL, &laws[7]},
        {"restart", test_law, NULL, NULL, &laws[8]},
    };
    return RUN_TESTS(tests);
}
