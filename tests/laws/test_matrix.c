/*
 * The matrix of laws: every integrator of the registry x every scene x no force, friction, gravity, or balls that turn
 * (cloth, rough, perfectly rough) x every law; where balls turn, `event` with each of its laws of impact. A new
 * integrator is covered by its line in the registry alone, and so is a law of impact. Laws that hold to rounding are
 * asked to rounding. Integrators with a potential (springs), and under gravity all with steps, keep energy to the error
 * of their steps only: these are chosen as 1/75 of a contact, or finer.
 *
 * Promise: contacts, energy, momentum, mirror images, reversal (spring-rk4: to the error of its steps), scaling by
 * powers of two (spring: of times and masses), rerun, slices, watching, taking turns and restart, for every
 * integrator, without forces, with friction, under gravity, on cloth and where balls rub. Measured: 11 laws x 5
 * integrators x 9 scenes x 6 fields, and x 6 laws of impact where balls turn; energy under gravity to 1e-12 over 10^6
 * hits (found: 2e-15). Also kept by laws/test_event_accelerated.c.
 */
#include "laws/matrix_scenes.h"

#include "impact/impact_law.h"
#include "measure/diagnostics.h"

/* ---- the machine ---- */

/** A law, which asserts that it holds for one integrator in one scene. */
typedef void law(const struct integrator_ops *ops, const struct matrix_scene *scene);

/** assert_true() that says where. */
static void assert_law(bool holds, const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    if (!holds)
        print_message(
            "# %s, scene \"%s\"%s %s\n", ops->name, scene->name,
            (const char *[]){"", ", friction", ", gravity", ", cloth", ", rough", ", perfectly rough"}[scene->field],
            scene->impact ? scene->impact : "");
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
           same_numbers(v->vx, w->vx, v->n) && same_numbers(v->vy, w->vy, v->n) &&
           (!v->w || same_numbers(&v->w->x, &w->w->x, 3 * v->n));
}

static struct sim *run_to_end(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *sim = open_scene(scene);
    sim_start(sim, ops);
    sim_advance(sim, scene->steps);
    return sim;
}

/** The run that the laws compare with, made once; only to be looked at. */
static const struct sim *usual_run(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    static struct {
        const struct integrator_ops *ops;
        const char *name;
        enum field field;
        const char *impact;
        struct sim *sim;
    } known[500];
    size_t i = 0;
    while (known[i].ops && !(known[i].ops == ops && known[i].name == scene->name && known[i].field == scene->field &&
                             known[i].impact == scene->impact))
        i++;
    assert_true(i < 499);
    if (!known[i].ops) {
        known[i].sim = run_to_end(ops, scene);
        known[i].ops = ops;
        known[i].name = scene->name;
        known[i].field = scene->field;
        known[i].impact = scene->impact;
    }
    return known[i].sim;
}

static void assert_usual_and_close(struct sim *found, const struct integrator_ops *ops,
                                   const struct matrix_scene *scene)
{
    const struct sim *expected = usual_run(ops, scene);
    struct counters a = sim_counters(expected), b = sim_counters(found);
    assert_law(same_bits(expected, found), ops, scene);
    assert_law(a.ball == b.ball && a.surface == b.surface && a.lost == b.lost && a.overlap == b.overlap, ops, scene);
    sim_close(found);
}

/* ---- laws of mechanics ---- */

/** Something happens in every scene, and walls are hit where they should be. */
static void law_contacts(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    const struct sim *sim = usual_run(ops, scene);
    struct counters counters = sim_counters(sim);
    assert_law((counters.ball > 0) == (sim->scene.n > 1), ops, scene);
    assert_law(scene->field || (counters.surface > 0) == !scene->free, ops, scene);
}

static double motion_energy(const struct sim *sim)
{
    return sim_kinetic(sim) + (sim->world->w ? sim_rotation(sim) : 0);
}

static double total(const struct sim *sim)
{
    double height = diagnostics_potential(sim->world, sim->scene.gravity);
    return motion_energy(sim) + sim_potential(sim) + height + sim_counters(sim).lost;
}

/** The energy that can be had: all motion, and a fall across the table. */
static double available(const struct sim *sim)
{
    const struct scene *scene = &sim->scene;
    double height = fabs(scene->gravity.x) * scene->table.width + fabs(scene->gravity.y) * scene->table.height;
    double sum = motion_energy(sim);
    for (size_t i = 0; i < scene->n; i++)
        sum += scene->m[i] * height;
    return sum;
}

static void law_energy(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *sim = open_scene(scene);
    sim_start(sim, ops);
    bool is_exact = !ops->potential && (scene->field != GRAVITY || ops == &integrator_event);
    double error = is_exact ? 1e-12 : scene->field >= CLOTH ? 1e-2 : 3e-3; /* springs that rub are of first order */
    double before = total(sim), kinetic = sim_kinetic(sim), bound = error * available(sim);
    for (int part = 1; part <= 10; part++) {
        sim_advance(sim, scene->steps * (uint64_t)part / 10);
        assert_law(fabs(total(sim) - before) <= bound, ops, scene);
    }
    bool resists = scene->field == FRICTION || scene->field == CLOTH || scene->field == ROUGH;
    bool loses = sim->scene.pair.restitution.slow < 1 || (resists && kinetic > 0);
    /* of several perfectly rough contacts at one instant only one law knows: they stick */
    if (scene->field != PERFECTLY_ROUGH || loses)
        assert_law((sim_counters(sim).lost > 1e-3 * kinetic) == loses, ops, scene);
    sim_close(sim);
}

/** Momentum, and angular momentum about the origin. */
static void momentum(const struct sim *sim, double p[3])
{
    const struct world *world = sim->world;
    const struct scene *scene = &sim->scene;
    p[0] = p[1] = p[2] = 0;
    for (size_t i = 0; i < scene->n; i++) {
        p[0] += scene->m[i] * world->vx[i];
        p[1] += scene->m[i] * world->vy[i];
        p[2] += scene->m[i] * (world->x[i] * world->vy[i] - world->y[i] * world->vx[i]);
        if (world->w)
            p[2] += scene->inertia[i] * scene->m[i] * scene->r[i] * scene->r[i] * world->w[i].z;
    }
}

/** Momentum and angular momentum. Where balls rub in fixed steps they overlap, and the arms of friction are the radii.
 */
static void law_momentum(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    if (!scene->free || (scene->field && scene->field < ROUGH))
        return;
    struct sim *sim = open_scene(scene);
    double before[3], after[3];
    momentum(sim, before);
    sim_start(sim, ops);
    sim_advance(sim, scene->steps);
    momentum(sim, after);
    double size = fabs(before[0]) + fabs(before[1]), farthest = sim->scene.table.width;
    bool is_short = scene->field && ops != &integrator_event;
    assert_law(fabs(after[0] - before[0]) <= 1e-12 * size, ops, scene);
    assert_law(fabs(after[1] - before[1]) <= 1e-12 * size, ops, scene);
    assert_law(fabs(after[2] - before[2]) <= (is_short ? 1e-3 : 1e-12) * size * farthest, ops, scene);
    sim_close(sim);
}

enum mirror { LEFT_RIGHT, TOP_BOTTOM, AXES, MIRRORS };

static struct vec2 reflect_vector(struct vec2 v, enum mirror mirror)
{
    if (mirror == AXES)
        return (struct vec2){v.y, v.x};
    return mirror == LEFT_RIGHT ? (struct vec2){-v.x, v.y} : (struct vec2){v.x, -v.y};
}

/** The same of an angular velocity. */
static struct vec3 reflect_spin(struct vec3 w, enum mirror mirror)
{
    if (mirror == AXES)
        return (struct vec3){-w.y, -w.x, -w.z};
    return mirror == LEFT_RIGHT ? (struct vec3){w.x, -w.y, -w.z} : (struct vec3){-w.x, w.y, -w.z};
}

/** The mirror image of a scene; or, with the two axes exchanged, in the diagonal. */
static void reflect(struct sim *sim, enum mirror mirror)
{
    struct scene *scene = &sim->scene;
    struct world *world = sim->world;
    double width = scene->table.width, height = scene->table.height;
    for (size_t i = 0; i < scene->n; i++) {
        struct vec2 x = reflect_vector((struct vec2){world->x[i], world->y[i]}, mirror);
        struct vec2 v = reflect_vector((struct vec2){world->vx[i], world->vy[i]}, mirror);
        sim_ball(sim, i, x.x + (mirror == LEFT_RIGHT ? width : 0), x.y + (mirror == TOP_BOTTOM ? height : 0), v.x, v.y);
        if (world->w)
            world->w[i] = reflect_spin(world->w[i], mirror);
    }
    scene->gravity = reflect_vector(scene->gravity, mirror);
    if (mirror == AXES) {
        scene->table.width = height;
        scene->table.height = width;
    }
}

/** True if all coordinates agree but for an error, and velocities but for ten times as much. */
static bool nearly_same(const struct sim *a, const struct sim *b, double error)
{
    const struct world *v = a->world, *w = b->world;
    for (size_t i = 0; i < v->n; i++)
        if (!(fabs(v->x[i] - w->x[i]) < error && fabs(v->y[i] - w->y[i]) < error &&
              fabs(v->vx[i] - w->vx[i]) < 10 * error && fabs(v->vy[i] - w->vy[i]) < 10 * error &&
              (!v->w || vec3_dot(vec3_sub(v->w[i], w->w[i]), vec3_sub(v->w[i], w->w[i])) < 100 * error * error)))
            return false;
    return true;
}

/** The mirror image of a run is the run of the mirror image, as long as chaos has not made much of rounding: through
 *  the first third of each scene. Springs without limit of friction pull to the last step of a contact, and rounding
 *  decides which that is. */
static void law_mirror(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    if (ops->potential && scene->field == PERFECTLY_ROUGH)
        return;
    struct sim *sim = open_scene(scene);
    sim_start(sim, ops);
    sim_advance(sim, scene->steps / 3);
    for (enum mirror mirror = 0; mirror < MIRRORS; mirror++) {
        struct sim *image = open_scene(scene);
        reflect(image, mirror);
        sim_start(image, ops);
        sim_advance(image, scene->steps / 3);
        reflect(image, mirror);
        assert_law(nearly_same(sim, image, 1e-9), ops, scene);
        sim_close(image);
    }
    sim_close(sim);
}

/** Balls that have hit at the present instant, and whether one has hit twice. */
struct instants {
    double t;
    uint64_t balls; /* bits */
    bool shared;
};

static void note_instant(void *context, const struct contact_event *event)
{
    struct instants *instants = context;
    uint64_t balls = (uint64_t)1 << event->a | (event->kind == CONTACT_BALL ? (uint64_t)1 << event->b : 0);
    if (event->t != instants->t)
        instants->balls = 0;
    instants->shared = instants->shared || (instants->balls & balls);
    instants->balls |= balls;
    instants->t = event->t;
}

/** True of methods whose velocities belong half a step before the places, as those of semi-implicit Euler. */
static bool is_staggered(const struct integrator_ops *ops)
{
    return ops == &integrator_spring;
}

/** True of methods that are not symmetric in time: a run turned round misses its start by their error. */
static bool is_lopsided(const struct integrator_ops *ops)
{
    return ops == &integrator_spring_rk4;
}

/** The scene that goes back from where `out` is. Velocities of staggered methods, turned round, are those half a step
 *  after, which the next step has, but for its gravity. */
static struct sim *turned_round(struct sim *out, const struct matrix_scene *scene)
{
    struct sim *back = open_scene(scene);
    const bool is_behind = is_staggered(out->ops);
    double dt = is_behind ? out->scene.dt : 0;
    back->scene.dt = out->scene.dt;
    for (size_t i = 0; i < back->scene.n; i++)
        sim_ball(back, i, out->world->x[i], out->world->y[i], 0, 0);
    if (is_behind)
        sim_advance(out, out->world->step + 1);
    for (size_t i = 0; i < back->scene.n; i++) {
        back->world->vx[i] = dt * back->scene.gravity.x - out->world->vx[i];
        back->world->vy[i] = dt * back->scene.gravity.y - out->world->vy[i];
        if (back->world->w)
            back->world->w[i] = vec3_scale(-1, out->world->w[i]);
    }
    return back;
}

/** How far a run through the first third of a scene, `finer` times finer in time, turned round, misses its start. 0 as
 *  well where hard balls are hit twice at one instant: then the order of the pairs, or the law of impact, tells before
 *  from after. */
static double way_back(const struct integrator_ops *ops, const struct matrix_scene *scene, uint64_t finer)
{
    struct instants instants = {.t = -HUGE_VAL};
    struct sim *out = open_scene(scene), *start = open_scene(scene);
    uint64_t steps = finer * (scene->steps / 3);
    double miss = 0;
    out->observer = (struct observer){note_instant, &instants, NULL};
    out->scene.dt /= (double)finer;
    sim_start(out, ops);
    sim_advance(out, steps);
    struct sim *back = turned_round(out, scene);
    sim_start(back, ops);
    sim_advance(back, steps);
    for (size_t i = 0; i < start->scene.n; i++) {
        const struct world *a = start->world, *b = back->world;
        double v = is_staggered(ops) ? 0 : fmax(fabs(a->vx[i] + b->vx[i]), fabs(a->vy[i] + b->vy[i]));
        miss = fmax(miss, fmax(v / 10, fmax(fabs(a->x[i] - b->x[i]), fabs(a->y[i] - b->y[i]))));
    }
    sim_close(out);
    sim_close(back);
    sim_close(start);
    return instants.shared && !ops->potential ? 0 : miss;
}

/** Without losses a run turned round goes back the way that it came, as near as chaos lets rounding. That holds for
 *  exact motion; for `impulse`, since the step after a hit is the mirror image of that before, in the line of centres;
 *  for velocity Verlet, and for the places of semi-implicit Euler, which are Stoermer's: x(n+1) - 2 x(n) + x(n-1) =
 *  dt^2 a(x(n)). Runge-Kutta steps are not symmetric: such a run misses by its error, which is of second order over
 *  contacts (laws/test_orders.c). */
static void law_reversal(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *sim = open_scene(scene);
    bool loses = scene->field == FRICTION || scene->field == CLOTH || scene->field == ROUGH;
    bool keeps =
        !loses && sim->scene.pair.restitution.slow == 1 && !(scene->field == PERFECTLY_ROUGH && ops->potential);
    sim_close(sim);
    if (!keeps)
        return;
    double miss = way_back(ops, scene, 1);
    if (!is_lopsided(ops))
        assert_law(miss < 1e-9, ops, scene);
    else
        assert_law(way_back(ops, scene, 4) <= miss / 16 + 1e-14, ops, scene);
}

/** The scene in units of 2^-length, 2^-time and 2^-mass. */
static void rescale(struct sim *sim, int length, int time, int mass)
{
    struct scene *scene = &sim->scene;
    scene->table.width = ldexp(scene->table.width, length);
    scene->table.height = ldexp(scene->table.height, length);
    scene->dt = ldexp(scene->dt, time);
    scene->k = ldexp(scene->k, mass - 2 * time);
    scene->gravity = vec2_scale(ldexp(1, length - 2 * time), scene->gravity);
    scene->pair.rubbing.mu.c = ldexp(scene->pair.rubbing.mu.c, time - length);
    for (size_t i = 0; i < scene->n; i++) {
        sim_ball(sim, i, ldexp(sim->world->x[i], length), ldexp(sim->world->y[i], length),
                 ldexp(sim->world->vx[i], length - time), ldexp(sim->world->vy[i], length - time));
        scene->r[i] = ldexp(scene->r[i], length);
        scene->m[i] = ldexp(scene->m[i], mass);
        if (scene->friction)
            scene->friction[i] = ldexp(scene->friction[i], length - 2 * time);
        if (scene->sliding)
            scene->sliding[i] = ldexp(scene->sliding[i], length - 2 * time);
        if (scene->pivoting)
            scene->pivoting[i] = ldexp(scene->pivoting[i], length - 2 * time);
        if (sim->world->w)
            sim->world->w[i] = vec3_scale(ldexp(1, -time), sim->world->w[i]);
    }
}

/** Units do not matter, to the last bit if they are powers of two; but one that softens has a length of its own. */
static void law_scaling(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    static const int scales[][3] = {{0, 5, 0}, {0, -3, 4}, {7, 0, 0}, {-9, 0, 0}, {3, -4, -6}};
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        const int *scale = scales[k];
        if ((ops->softening > 0 && scale[0] != 0) || ((k + scene->field) % 2 && runs(1, 0)))
            continue;
        struct sim *scaled = open_scene(scene);
        rescale(scaled, scale[0], scale[1], scale[2]);
        sim_start(scaled, ops);
        sim_advance(scaled, scene->steps);
        rescale(scaled, -scale[0], -scale[1], -scale[2]);
        assert_law(same_bits(usual_run(ops, scene), scaled), ops, scene);
        sim_close(scaled);
    }
}

/* ---- laws of running ---- */

static void law_rerun(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    assert_usual_and_close(run_to_end(ops, scene), ops, scene);
}

static void law_slices(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *sliced = open_scene(scene);
    sim_start(sliced, ops);
    for (uint64_t step = 0, stride = 1; step < scene->steps; stride = stride % 11 + 1) {
        step = step + stride < scene->steps ? step + stride : scene->steps;
        sim_advance(sliced, step);
        sim_advance(sliced, step); /* nothing to do */
        (void)sim_potential(sliced);
    }
    assert_usual_and_close(sliced, ops, scene);
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
    witness->rows += event->kind != CONTACT_ROLL;
}

/** Watching changes nothing, misses nothing and tells of contacts in the order of their times. */
static void law_watched(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct witness witness = {0, -HUGE_VAL, true};
    struct sim *watched = open_scene(scene);
    watched->observer = (struct observer){witness_contact, &witness, NULL};
    sim_start(watched, ops);
    sim_advance(watched, scene->steps);
    assert_law(witness.rows == sim_counters(watched).ball + sim_counters(watched).surface, ops, scene);
    assert_law(witness.in_order, ops, scene);
    assert_usual_and_close(watched, ops, scene);
}

/** Two runs of the scene and one of another, taking turns. */
static void law_taking_turns(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *one = open_scene(scene), *two = open_scene(scene), *other = open_lossy_crowd();
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
    assert_usual_and_close(one, ops, scene);
}

/** A run that is saved and taken up again comes to the same end. */
static void law_restart(const struct integrator_ops *ops, const struct matrix_scene *scene)
{
    struct sim *parts = open_scene(scene);
    for (uint64_t part = 1; part <= 6; part++) {
        sim_start(parts, ops);
        sim_advance(parts, scene->steps * part / 6);
        if (part == 6)
            break;
        sim_save(parts);
        sim_end(parts);
    }
    assert_law(same_bits(usual_run(ops, scene), parts), ops, scene);
    sim_close(parts);
}

/* ---- the tests ---- */

/** In `make test` each integrator meets each scene in one of the first three fields and in one of those in which balls
 *  turn, there `event` with one of its laws of impact; they change from one to the next. Every second scale is tried.
 */
static void check_scene(law *check, size_t i, size_t s, enum field field)
{
    struct matrix_scene scene = matrix_scenes[s];
    scene.field = field;
    if (integrator_all[i] != &integrator_event || field < CLOTH) {
        check(integrator_all[i], &scene);
        return;
    }
    size_t laws = 0;
    while (impact_laws[laws].name)
        laws++;
    for (size_t k = 0; k < laws; k++) {
        scene.impact = impact_laws[k].name;
        if (k == s % laws || !runs(1, 0))
            check(integrator_all[i], &scene);
    }
}

static void check_everywhere(law *check)
{
    for (size_t i = 0; integrator_all[i]; i++)
        for (size_t s = 0; s < sizeof matrix_scenes / sizeof *matrix_scenes; s++)
            for (enum field field = 0; field < FIELDS; field++)
                if (field % CLOTH == (i + s) % CLOTH || !runs(1, 0))
                    check_scene(check, i, s, field);
}

static void test_law(void **context)
{
    check_everywhere(*(law **)*context);
}

TEST_GROUP()
{
    static law *laws[] = {law_contacts, law_energy, law_momentum, law_mirror,       law_reversal, law_scaling,
                          law_rerun,    law_slices, law_watched,  law_taking_turns, law_restart};
    const struct CMUnitTest tests[] = {
        {"contacts", test_law, NULL, NULL, &laws[0]}, {"energy", test_law, NULL, NULL, &laws[1]},
        {"momentum", test_law, NULL, NULL, &laws[2]}, {"mirror", test_law, NULL, NULL, &laws[3]},
        {"reversal", test_law, NULL, NULL, &laws[4]}, {"scaling", test_law, NULL, NULL, &laws[5]},
        {"rerun", test_law, NULL, NULL, &laws[6]},    {"slices", test_law, NULL, NULL, &laws[7]},
        {"watched", test_law, NULL, NULL, &laws[8]},  {"taking turns", test_law, NULL, NULL, &laws[9]},
        {"restart", test_law, NULL, NULL, &laws[10]},
    };
    return RUN_TESTS(tests);
}
