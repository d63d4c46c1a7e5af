/* Scenes made in C, see sim.h. */
#include "lib/sim.h"

#include "base/mem.h"
#include "reading/generate.h"

struct sim *sim_open(size_t n, double width, double height)
{
    struct sim *sim = mem_array(1, sizeof *sim);
    assert_non_null(sim);
    sim->scene = (struct scene){.table = {.width = width, .height = height, .walls.restitution = RESTITUTION(1)},
                                .pair.restitution = RESTITUTION(1),
                                .every = 1,
                                .n = n};
    sim->scene.impact = "gr";
    sim->scene.r = mem_array(n + 1, sizeof *sim->scene.r);
    sim->scene.m = mem_array(n + 1, sizeof *sim->scene.m);
    sim->world = world_create(n);
    assert_true(sim->scene.r && sim->scene.m && sim->world);
    for (size_t i = 0; i < n; i++)
        sim->scene.r[i] = sim->scene.m[i] = 1;
    sim->world->r = sim->scene.r;
    sim->world->m = sim->scene.m;
    return sim;
}

void sim_close(struct sim *sim)
{
    sim_end(sim);
    world_destroy(sim->world);
    checkpoint_destroy(sim->scene.checkpoint);
    free(sim->scene.r);
    free(sim->scene.m);
    free(sim->scene.friction);
    free(sim->scene.sliding);
    free(sim->scene.pivoting);
    free(sim->scene.inertia);
    free(sim);
}

static double *equal(size_t n, double value)
{
    double *values = mem_array(n + 1, sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < n; i++)
        values[i] = value;
    return values;
}

void sim_rotate(struct sim *sim)
{
    sim->scene.rotates = true;
    sim->scene.inertia = equal(sim->scene.n, 0.4);
    assert_true(world_add_spin(sim->world));
}

void sim_cloth(struct sim *sim, double sliding, double friction, double pivoting)
{
    sim_rotate(sim);
    sim->scene.sliding = equal(sim->scene.n, sliding);
    sim->scene.friction = equal(sim->scene.n, friction);
    sim->scene.pivoting = equal(sim->scene.n, pivoting);
}

double sim_rotation(const struct sim *sim)
{
    double energy = 0;
    for (size_t i = 0; i < sim->scene.n; i++)
        energy += 0.5 * sim->scene.inertia[i] * sim->scene.m[i] * sim->scene.r[i] * sim->scene.r[i] *
                  vec3_dot(sim->world->w[i], sim->world->w[i]);
    return energy;
}

void sim_ball(struct sim *sim, size_t i, double x, double y, double vx, double vy)
{
    sim->world->x[i] = x;
    sim->world->y[i] = y;
    sim->world->vx[i] = vx;
    sim->world->vy[i] = vy;
}

void sim_ball_random(struct sim *sim, size_t i, double x, double y, double most, uint64_t *seed)
{
    double vy = uniform(seed, -most, most), vx = uniform(seed, -most, most);
    sim_ball(sim, i, x, y, vx, vy);
}

struct sim *sim_kick_off(void)
{
    static const double rack[][2] = {{400, 200}, {426.5, 184.5}, {426.5, 215.5}, {453, 169}, {453, 200}, {453, 231}};
    struct sim *sim = sim_open(7, 600, 400);
    for (size_t i = 0; i < 7; i++)
        sim->scene.r[i] = 15;
    sim_ball(sim, 0, 30, 203, 60, 0.5);
    for (size_t i = 1; i < 7; i++)
        sim_ball(sim, i, rack[i - 1][0], rack[i - 1][1], 0, 0);
    return sim;
}

struct sim *sim_random_balls(size_t n, double width, double height, double speed, uint64_t seed)
{
    struct sim *sim = sim_open(n, width, height);
    for (size_t i = 0; i < n; i++) {
        sim->scene.r[i] = uniform(&seed, 0.3, 1);
        sim->scene.m[i] = uniform(&seed, 0.2, 2);
        double vy = uniform(&seed, -speed, speed), vx = uniform(&seed, -speed, speed);
        double y = uniform(&seed, 0, height), x = uniform(&seed, 0, width);
        sim_ball(sim, i, x, y, vx, vy);
    }
    return sim;
}

void sim_start(struct sim *sim, const struct integrator_ops *ops)
{
    const struct session_watch watch = {.contact = sim->observer.contact,
                                        .context = sim->observer.context,
                                        .stop = sim->observer.stop,
                                        .threads = sim->threads,
                                        .sums_losses = !sim->observer.ignores_losses};
    struct error err;
    sim_end(sim);
    sim->ops = ops;
    sim->scene.integrator = ops->name;
    sim->session = session_of(&sim->scene, sim->world);
    assert_non_null(sim->session);
    assert_int_equal(session_start(sim->session, &watch, &err), STATUS_OK);
}

void sim_end(struct sim *sim)
{
    session_free(sim->session);
    sim->session = NULL;
}

void sim_make_periodic(struct sim *sim, unsigned axes)
{
    sim->scene.table.periodic = axes;
    sim->world->period = table_period(&sim->scene.table);
    for (size_t i = 0; i < sim->world->n; i++)
        world_place(sim->world, i, (struct vec2){sim->world->x[i], sim->world->y[i]}, (struct vec2){0, 0});
}

struct checkpoint *sim_checkpoint(struct sim *sim)
{
    if (!sim->scene.checkpoint)
        sim->scene.checkpoint = checkpoint_create(sim->world);
    assert_non_null(sim->scene.checkpoint);
    return sim->scene.checkpoint;
}

void sim_save(struct sim *sim)
{
    if (sim->ops->snapshot)
        assert_true(session_snapshot(sim->session, sim_checkpoint(sim)));
}

void sim_advance(struct sim *sim, uint64_t step)
{
    struct error err;
    if (session_step(sim->session, step, &err) != STATUS_OK)
        fail_msg("%s", err.text);
    assert_true(sim->world->step == step);
    assert_true(sim->world->t == (double)step * sim->scene.dt);
}

double sim_kinetic(const struct sim *sim)
{
    double energy = 0;
    for (size_t i = 0; i < sim->scene.n; i++)
        energy +=
            0.5 * sim->scene.m[i] * (sim->world->vx[i] * sim->world->vx[i] + sim->world->vy[i] * sim->world->vy[i]);
    return energy;
}

double sim_potential(const struct sim *sim)
{
    return session_stored_energy(sim->session);
}

struct counters sim_counters(const struct sim *sim)
{
    return session_engine_counters(sim->session);
}

void sim_assert_same(const struct world *a, const struct world *b)
{
    assert_memory_equal(a->x, b->x, a->n * sizeof *a->x);
    assert_memory_equal(a->y, b->y, a->n * sizeof *a->y);
    assert_memory_equal(a->vx, b->vx, a->n * sizeof *a->vx);
    assert_memory_equal(a->vy, b->vy, a->n * sizeof *a->vy);
}

double sim_deepest(const struct sim *sim)
{
    const struct world *world = sim->world;
    double deepest = 0;
    for (size_t i = 0; i < world->n; i++) {
        double r = world->r[i], x = world->x[i], y = world->y[i];
        double out = fmax(fmax(r - x, x + r - sim->scene.table.width), fmax(r - y, y + r - sim->scene.table.height));
        deepest = fmax(deepest, out / r);
        for (size_t j = 0; j < i; j++) {
            double dx = x - world->x[j], dy = y - world->y[j], distance = sqrt(dx * dx + dy * dy);
            deepest = fmax(deepest, (r + world->r[j] - distance) / fmin(r, world->r[j]));
        }
    }
    return deepest;
}

struct sim *sim_break(double e_ball, double e_wall, double aside)
{
    struct sim *sim = sim_open(16, 2.54, 1.27);
    struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = 5, .x = 1.9, .y = 0.635, .r = 0.028575};
    sim->scene.pair.restitution = restitution_of(e_ball);
    sim->scene.table.walls.restitution = restitution_of(e_wall);
    for (size_t i = 0; i < 16; i++) {
        sim->scene.r[i] = 0.028575;
        sim->scene.m[i] = 0.17;
    }
    generate_rack_place(&rack, sim->world->x + 1, sim->world->y + 1);
    sim_ball(sim, 0, 0.6, 0.635 + aside, 8, 0);
    return sim;
}

void sim_keep_row(void *context, const struct contact_event *row)
{
    struct sim_rows *rows = context;
    if (rows->count < SIM_ROWS)
        rows->row[rows->count] = *row;
    rows->count++;
}
