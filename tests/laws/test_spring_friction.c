/*
 * Springs that rub: against a transcription of LAMMPS' pair gran/hooke/history with fix nve/sphere and the same law at
 * walls, against the law of `event` as k grows, and by what must be conserved.
 *
 * Promise: springs that rub follow LAMMPS, tend to event as k grows, keep energy and what is saved; cloth under them.
 * Measured: four balls to 1e-8 over 10^4 steps, a transcription of its law; 2e-4 of the energy of 30 balls; 150 grains
 * cut, threaded and logged to the bit. Also kept by cli/lammps.bats.
 */
#include "lib/sim.h"

#include "base/min_max.h"
#include "contact/spring.h"

enum { BALLS = 4, SPRINGS = 3 };

static const struct integrator_ops *const springs[] = {&integrator_spring, &integrator_spring_verlet,
                                                       &integrator_spring_rk4};

/** A scene in which balls rub; e, beta, mu and q are those of all contacts and balls. */
static struct sim *rubbing(size_t n, double size, double mu, double beta, double q)
{
    struct sim *sim = sim_open(n, size, size);
    sim->scene.rotates = true;
    sim->scene.inertia = mem_array(n, sizeof *sim->scene.inertia);
    assert_true(sim->scene.inertia && world_add_spin(sim->world));
    for (size_t i = 0; i < n; i++)
        sim->scene.inertia[i] = q;
    sim->scene.pair.rubbing.mu = sim->scene.table.walls.rubbing.mu = (struct friction){mu, 0, 0};
    sim->scene.pair.rubbing.beta = sim->scene.table.walls.rubbing.beta = beta;
    return sim;
}

static void done(struct sim *sim)
{
    free(sim->scene.inertia);
    sim->scene.inertia = NULL;
    sim_close(sim);
}

static double spin_energy(const struct sim *sim)
{
    double sum = 0;
    for (size_t i = 0; i < sim->world->n; i++) {
        double r = sim->scene.r[i];
        sum += 0.5 * sim->scene.inertia[i] * sim->scene.m[i] * r * r * vec3_dot(sim->world->w[i], sim->world->w[i]);
    }
    return sum;
}

/* ---- LAMMPS ---- */

struct grain {
    double x[2], v[2], w, f[2], torque;
};

struct reference {
    struct grain grain[BALLS];
    double shear[BALLS][BALLS + 4][2]; /* the last four: walls */
    double k, kt, mu, dt, size;
};

/** One contact of i, with j or a wall at rest (NULL), as pair_gran_hooke_history.cpp has it without damping.
 *  @param del from the other to i */
static void reference_contact(struct reference *l, struct grain *i, struct grain *j, const double del[2], double radsum,
                              double *shear)
{
    const double r = sqrt(del[0] * del[0] + del[1] * del[1]), rinv = 1 / r, rsqinv = 1 / (r * r);
    if (r >= radsum) {
        shear[0] = shear[1] = 0;
        return;
    }
    const double vr1 = i->v[0] - (j ? j->v[0] : 0), vr2 = i->v[1] - (j ? j->v[1] : 0);
    const double vnnr = vr1 * del[0] + vr2 * del[1];
    const double vt1 = vr1 - del[0] * vnnr * rsqinv, vt2 = vr2 - del[1] * vnnr * rsqinv;
    const double wr3 = (i->w + (j ? j->w : 0)) * rinv;
    const double ccel = l->k * (radsum - r) * rinv;
    const double vtr1 = vt1 + del[1] * wr3, vtr2 = vt2 - del[0] * wr3;
    shear[0] += vtr1 * l->dt;
    shear[1] += vtr2 * l->dt;
    const double shrmag = sqrt(shear[0] * shear[0] + shear[1] * shear[1]);
    const double rsht = (shear[0] * del[0] + shear[1] * del[1]) * rsqinv;
    shear[0] -= rsht * del[0];
    shear[1] -= rsht * del[1];
    double fs1 = -l->kt * shear[0], fs2 = -l->kt * shear[1];
    const double fs = sqrt(fs1 * fs1 + fs2 * fs2), fn = l->mu * fabs(ccel * r);
    if (fs > fn) {
        if (shrmag != 0) {
            shear[0] *= fn / fs;
            shear[1] *= fn / fs;
            fs1 *= fn / fs;
            fs2 *= fn / fs;
        } else
            fs1 = fs2 = 0;
    }
    const double fx = del[0] * ccel + fs1, fy = del[1] * ccel + fs2, tor3 = rinv * (del[0] * fs2 - del[1] * fs1);
    i->f[0] += fx;
    i->f[1] += fy;
    i->torque -= tor3;
    if (j) {
        j->f[0] -= fx;
        j->f[1] -= fy;
        j->torque -= tor3;
    }
}

static void reference_forces(struct reference *l)
{
    for (int i = 0; i < BALLS; i++)
        l->grain[i].f[0] = l->grain[i].f[1] = l->grain[i].torque = 0;
    for (int i = 0; i < BALLS; i++) {
        struct grain *a = &l->grain[i];
        for (int j = i + 1; j < BALLS; j++) {
            const double del[2] = {a->x[0] - l->grain[j].x[0], a->x[1] - l->grain[j].x[1]};
            reference_contact(l, a, &l->grain[j], del, 2, l->shear[i][j]);
        }
        for (int wall = 0; wall < 4; wall++) {
            double del[2] = {0, 0};
            del[wall / 2] = a->x[wall / 2] - (wall % 2 ? l->size : 0);
            reference_contact(l, a, NULL, del, 1, l->shear[i][BALLS + wall]);
        }
    }
}

/** fix nve/sphere: m = 1, I = 0.4. */
static void reference_kick(struct reference *l)
{
    for (int i = 0; i < BALLS; i++) {
        struct grain *a = &l->grain[i];
        a->v[0] += 0.5 * l->dt * a->f[0];
        a->v[1] += 0.5 * l->dt * a->f[1];
        a->w += 0.5 * l->dt / 0.4 * a->torque;
    }
}

static void reference_step(struct reference *l)
{
    reference_kick(l);
    for (int i = 0; i < BALLS; i++)
        for (int c = 0; c < 2; c++)
            l->grain[i].x[c] += l->dt * l->grain[i].v[c];
    reference_forces(l);
    reference_kick(l);
}

/** Four balls, no more than a few hits of each after another: errors of rounding grow with every hit. */
static void test_lammps(void **context)
{
    (void)context;
    static const double mus[] = {0.05, 0.3, 0.5};
    for (size_t m = 0; m < 3; m++) {
        struct reference l = {.k = 1000, .kt = 2000. / 7, .mu = mus[m], .dt = 1e-3, .size = 9};
        struct sim *sim = rubbing(BALLS, l.size, l.mu, 1, 0.4);
        uint64_t seed = 5;
        double slid = 0;
        sim->scene.k = l.k;
        sim->scene.dt = l.dt;
        for (size_t i = 0; i < BALLS; i++) {
            sim_ball_random(sim, i, 2.5 + 4 * (double)(i % 2), 2.5 + 4 * (double)(i / 2), 1, &seed);
            sim->world->w[i].z = uniform(&seed, -1, 1);
            l.grain[i] = (struct grain){{sim->world->x[i], sim->world->y[i]},
                                        {sim->world->vx[i], sim->world->vy[i]},
                                        sim->world->w[i].z,
                                        {0, 0},
                                        0};
        }
        reference_forces(&l);
        sim_start(sim, &integrator_spring_verlet);
        for (int step = 0; step < 10000; step++)
            reference_step(&l);
        sim_advance(sim, 10000);
        for (size_t i = 0; i < BALLS; i++) {
            const struct grain *a = &l.grain[i];
            assert_near(sim->world->x[i], a->x[0], 1e-8);
            assert_near(sim->world->y[i], a->x[1], 1e-8);
            assert_near(sim->world->vx[i], a->v[0], 1e-8);
            assert_near(sim->world->vy[i], a->v[1], 1e-8);
            assert_near(sim->world->w[i].z, a->w, 1e-8);
        }
        slid = sim_counters(sim).lost;
        assert_true(sim_counters(sim).ball >= 2 && sim_counters(sim).surface >= 4 && slid > 1e-3);
        done(sim);
    }
}

/* ---- one oblique hit ---- */

/** The second ball after the first has hit it from the left: vx, vy, wz. */
static void hit(const struct integrator_ops *ops, const double law[3], double k, double steps, double out[3])
{
    struct sim *sim = rubbing(2, 40, law[2], law[1], 0.4);
    sim->scene.pair.restitution = restitution_of(law[0]);
    sim->scene.k = k;
    sim->scene.dt = 3.14159 * sqrt(0.5 / k) / steps;
    sim_ball(sim, 0, 15, 20, 1, 0);
    sim_ball(sim, 1, 18, 20.7, 0, 0);
    sim->world->w[0].z = 0.6;
    sim_start(sim, ops);
    sim_advance(sim, (uint64_t)(2 / sim->scene.dt));
    out[0] = sim->world->vx[1];
    out[1] = sim->world->vy[1];
    out[2] = sim->world->w[1].z;
    assert_true(sim_counters(sim).ball == 1);
    done(sim);
}

static double apart(const double a[3], const double b[3])
{
    return fabs(a[0] - b[0]) + fabs(a[1] - b[1]) + fabs(a[2] - b[2]);
}

/** Rough elastic balls: as k grows by 100, the difference from the law of hard balls falls by ten. */
static void test_limit(void **context)
{
    (void)context;
    for (size_t m = 0; m < 2; m++) {
        const double law[3] = {1, 1, m ? 10 : 0.1};
        double hard[3], soft[3], before = HUGE_VAL;
        hit(&integrator_event, law, 1, 10, hard);
        for (double k = 1e2; k < (runs(0, 1) ? 2e8 : 2e6); k *= 100) {
            hit(&integrator_spring_rk4, law, k, 100, soft);
            double now = apart(hard, soft);
            assert_true(now < 0.13 * before && now * sqrt(k) < 3);
            before = now;
        }
    }
}

/* ---- the limit with damping ---- */

/** What comes back of the slip of two spheres that hit head-on at speed 1, by the equations of one contact in units of
 *  its frequency: no program of steps and lists, the same springs. */
static double returned_slip(double e, double beta, double mu, double slip)
{
    const double steps = 2e5, h = 4 / steps, damping = 2 * spring_damping_ratio(e),
                 c = 2 * spring_tangential_ratio(beta);
    double s = 0, v = 1, xi = 0, g = slip, f;
    while ((f = s + damping * v) >= 0) {
        double pull = xi + c * g, most = mu * f * 3.5;
        if (fabs(pull) > most) {
            xi *= most / fabs(pull);
            pull = copysign(most, pull);
        }
        v -= h * f;
        s += h * v;
        g -= h * pull;
        xi += h * g;
    }
    return g / slip;
}

/** billiard-physics(7) has these rows: what damped springs tend to, whatever k. */
static void test_damped_limit(void **context)
{
    (void)context;
    static const double slips[] = {0.1, 0.5, 1, 1.22, 1.5, 3, 6};
    static const struct {
        double e, beta, mu, returned[7];
    } rows[] = {{0.9, 0.6, 0.3, {-.611, -.609, -.597, -.577, -.330, .335, .668}},
                {0.8, 0.2, 0.5, {-.217, -.207, -.194, -.187, -.177, -.034, .475}},
                {0.5, 0.5, 0.5, {-.537, -.536, -.536, -.535, -.531, .125, .563}},
                {0.9, 0, 0.3, {-.004, -.002, -.001, -.001, -.001, .335, .668}}};
    for (size_t row = 0; row < 4; row++)
        for (size_t i = 0; i < 7; i++)
            for (double k = 1e5; k < 2e7; k *= 100) {
                struct sim *sim = rubbing(2, 40, rows[row].mu, rows[row].beta, 0.4);
                sim->scene.pair.restitution = restitution_of(rows[row].e);
                sim->scene.k = k;
                sim->scene.dt = 3.14159 * sqrt(0.5 / k) / 4000;
                sim_ball(sim, 0, 10, 20, 1, 0);
                sim_ball(sim, 1, 12.001, 20, 0, 0);
                sim->world->w[0].z = slips[i];
                sim_start(sim, &integrator_spring_verlet);
                sim_advance(sim, 12000 + (uint64_t)(0.001 / sim->scene.dt));
                assert_true(sim_counters(sim).ball == 1);
                const struct world *w = sim->world;
                double returned = (w->w[0].z + w->w[1].z + w->vy[0] - w->vy[1]) / slips[i];
                assert_near(returned, rows[row].returned[i], 4e-3);
                assert_near(returned, returned_slip(rows[row].e, rows[row].beta, rows[row].mu, slips[i]), 4e-3);
                done(sim);
            }
}

/* ---- order ---- */

/** Where a ball is that overlaps a wall, or two that overlap, after some steps of one smooth contact: x, vx, wz,
 *  and all energy with what is lost. */
static void press(const struct integrator_ops *ops, double mu, bool pair, unsigned steps, double out[4])
{
    struct sim *sim = rubbing(2, 40, mu, 1, 0.4);
    sim->scene.k = 100;
    sim->scene.dt = 0.05 / steps;
    sim_ball(sim, 0, 15, pair ? 20 : 0.97, 0.4, -0.3);
    sim_ball(sim, 1, 15.2, pair ? 21.9 : 30, 0, 0);
    sim->world->w[0].z = -0.2;
    sim_start(sim, ops);
    sim_advance(sim, steps);
    assert_true(sim_counters(sim).ball + sim_counters(sim).surface == 0 && sim_potential(sim) > 0);
    out[0] = sim->world->x[0];
    out[1] = sim->world->vx[0];
    out[2] = sim->world->w[0].z;
    out[3] = sim_kinetic(sim) + spin_energy(sim) + sim_potential(sim) + sim_counters(sim).lost;
    done(sim);
}

/** Inside a contact each method has its order; but where the normal turns `spring-verlet` keeps, as LAMMPS does, only
 *  the part of a stretch across the new normal, and has the first. */
static void test_order(void **context)
{
    (void)context;
    static const struct {
        double mu;
        bool pair;
        double order[SPRINGS];
    } cases[] = {{10, false, {1, 2, 4}}, {10, true, {1, 1, 4}}};
    for (size_t c = 0; c < 2; c++)
        for (size_t o = 0; o < SPRINGS; o++) {
            double exact[4], found[4], error[2], energy[2];
            press(&integrator_spring_rk4, cases[c].mu, cases[c].pair, 4000, exact);
            for (int fine = 0; fine < 2; fine++) {
                press(springs[o], cases[c].mu, cases[c].pair, fine ? 80 : 40, found);
                error[fine] = apart(exact, found);
                energy[fine] = fabs(exact[3] - found[3]);
            }
            double order = log2(error[0] / error[1]);
            assert_near(order, cases[c].order[o], 0.1);
            assert_true(energy[0] < 1e-12 || log2(energy[0] / energy[1]) > cases[c].order[o] - 0.2);
        }
}

/** A whole hit has the second order at most, as without friction: its begin and end fall between steps. Averaged over
 *  where. */
static void test_order_of_hits(void **context)
{
    (void)context;
    static const double mus[] = {10, 0.2};
    for (size_t m = 0; m < 2; m++) {
        const double law[3] = {1, 1, mus[m]};
        double exact[3];
        hit(&integrator_spring_rk4, law, 1e4, 6000, exact);
        for (size_t o = 0; o < SPRINGS; o++) {
            double sums[2] = {0, 0}, found[3];
            for (int fine = 0; fine < 2; fine++)
                for (int i = 0; i < 8; i++) {
                    hit(springs[o], law, 1e4, (fine ? 400 : 50) * (1 + i / 20.), found);
                    sums[fine] += apart(exact, found);
                }
            double order = log2(sums[0] / sums[1]) / 3;
            assert_true(order > 1.65 && order < 2.1);
        }
    }
}

/* ---- what is conserved ---- */

/** A cluster that falls together, with contacts of all kinds but walls: energy with what is lost, momenta. */
static void test_conserved(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (int damped = 0; damped < 2; damped++) {
            struct sim *sim = rubbing(30, 200, 0.4, damped ? 0.3 : 1, 0.5);
            uint64_t seed = 8;
            double momentum[2] = {0, 0};
            sim->scene.k = 2000;
            sim->scene.dt = 5e-4;
            sim->scene.pair.restitution = restitution_of(damped ? 0.8 : 1);
            for (size_t i = 0; i < 30; i++) {
                double x = 90 + 2.2 * (double)(i % 6), y = 95 + 2.2 * (double)(i / 6);
                sim_ball(sim, i, x, y, (100 - x) / 3 + uniform(&seed, -1, 1), (100 - y) / 3 + uniform(&seed, -1, 1));
                sim->world->w[i] = (struct vec3){uniform(&seed, -1, 1), uniform(&seed, -1, 1), uniform(&seed, -1, 1)};
            }
            double before = sim_kinetic(sim) + spin_energy(sim);
            sim_start(sim, springs[o]);
            for (int end = 0; end < 2; end++) {
                for (size_t i = 0; i < 30; i++)
                    momentum[end] += sim->world->vx[i] + 2 * sim->world->vy[i];
                sim_advance(sim, end == 0 ? 6000 : 6001);
            }
            double after = sim_kinetic(sim) + spin_energy(sim) + sim_potential(sim) + sim_counters(sim).lost;
            assert_near(after, before, 2e-4 * before);
            assert_near(momentum[1], momentum[0], 1e-12 * before);
            assert_true(sim_counters(sim).ball > 40 && sim_counters(sim).lost > 0.05 * before);
            done(sim);
        }
}

static double turning(const struct world *world)
{
    return 0.4 * (world->w[0].z + world->w[1].z);
}

static double circling(const struct world *world)
{
    double sum = 0;
    for (size_t i = 0; i < 2; i++)
        sum += world->x[i] * world->vy[i] - world->y[i] * world->vx[i];
    return sum;
}

/** The springs pull at the radius, as LAMMPS' do, though the centres are nearer by the overlap. So a step changes the
 *  angular momentum by that share of what the spins get, and by nothing else. */
static void test_angular_momentum(void **context)
{
    (void)context;
    struct sim *sim = rubbing(2, 40, 0.5, 1, 0.4);
    sim->scene.k = 200;
    sim->scene.dt = 1e-3;
    sim_ball(sim, 0, 15, 20, 1, 0);
    sim_ball(sim, 1, 16.9, 21.3, -0.5, 0.3);
    sim->world->w[0].z = 2;
    sim_start(sim, &integrator_spring);
    double turned = 0, drift = 0;
    const struct world *w = sim->world;
    for (uint64_t step = 1; step <= 1000; step++) {
        double spins = turning(w), all = spins + circling(w), between = hypot(w->x[0] - w->x[1], w->y[0] - w->y[1]);
        sim_advance(sim, step);
        double more = turning(w) - spins;
        assert_near(turning(w) + circling(w) - all, more * (1 - between / 2), 1e-13);
        turned += fabs(more);
        drift += fabs(more) * (1 - between / 2);
    }
    assert_true(sim_counters(sim).ball == 1 && turned > 0.1 && drift > 1e-3);
    done(sim);
}

/* ---- kinds of contact ---- */

enum kind { WALL, LINE, LINE_END, ARC, FIXED, SEAM, KINDS };

/** A ball that hits something at (20, 20) from the left and below: its vx, vy, wz after. */
static void meet(const struct integrator_ops *ops, enum kind kind, double k, double out[3])
{
    struct obstacle obstacle = {
        .kind = OBSTACLE_LINE, .value = {20, 10, 20, 30}, .coefficients = {RESTITUTION(1), {{0.2, 0, 0}, 1}}};
    struct sim *sim = rubbing(2, 40, 0.2, 1, 0.4);
    sim->scene.k = k;
    sim->scene.dt = 0.02 / sqrt(k);
    sim_ball(sim, 1, 35, 35, 0, 0);
    sim_ball(sim, 0, 18, 20, 1, 0.6);
    if (kind == WALL)
        sim_ball(sim, 0, 38, 20, 1, 0.6);
    else if (kind == SEAM) {
        sim_ball(sim, 0, 38.5, 20, 1, 0.6);
        sim_ball(sim, 1, 1.5, 20.9, 0, 0);
        sim_make_periodic(sim, TABLE_AXIS_X);
    } else if (kind == FIXED) {
        sim_ball(sim, 1, 21, 20.5, 0, 0);
        sim->scene.m[1] = HUGE_VAL;
    } else {
        static const double values[][5] = {{20, 10, 20, 30}, {20, 21, 30, 22}, {10, 20, 10, -90, 90}};
        memcpy(obstacle.value, values[kind - LINE], sizeof obstacle.value);
        obstacle.kind = kind == ARC ? OBSTACLE_ARC : OBSTACLE_LINE;
        sim->scene.table.obstacles = &obstacle;
        sim->scene.table.n_obstacles = 1;
    }
    sim->world->w[0].z = 0.7;
    sim_start(sim, ops);
    sim_advance(sim, (uint64_t)(2.5 / sim->scene.dt));
    out[0] = sim->world->vx[0];
    out[1] = sim->world->vy[0];
    out[2] = sim->world->w[0].z;
    assert_true(sim_counters(sim).ball + sim_counters(sim).surface == 1);
    done(sim);
}

/** With everything that balls touch they tend to the law of `event` as k grows. */
static void test_kinds(void **context)
{
    (void)context;
    for (enum kind kind = WALL; kind < KINDS; kind++)
        for (size_t o = 0; o < SPRINGS; o++) {
            double hard[3], soft[3], before = HUGE_VAL;
            meet(&integrator_event, kind, 1, hard);
            for (double k = 1e4; k < 2e6; k *= 100) {
                meet(springs[o], kind, k, soft);
                double now = apart(hard, soft);
                assert_true(now < double_max(0.2 * before, 1e-4) && now * sqrt(k) < 2);
                before = now;
            }
        }
}

/* ---- cuts and threads ---- */

enum { HEAP = 150 };

/** Balls that fall into a box with a line, on each other. @param axes of the table that are periodic */
static struct sim *heap(unsigned axes, bool damped, struct obstacle *line)
{
    struct sim *sim = rubbing(HEAP, 36, 0.4, damped ? 0.5 : 1, 0.5);
    uint64_t seed = 4;
    sim->scene.table.obstacles = line;
    sim->scene.table.n_obstacles = 1;
    sim->scene.gravity = (struct vec2){0.3, -2};
    sim->scene.k = 2000;
    sim->scene.dt = 1e-3;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(damped ? 0.8 : 1);
    line->coefficients = sim->scene.table.walls;
    for (size_t i = 0; i < HEAP; i++)
        sim_ball_random(sim, i, 2 + 2.2 * (double)(i % 15), 1.5 + 2.2 * (double)(i / 15), 2, &seed);
    if (axes)
        sim_make_periodic(sim, axes);
    return sim;
}

static void count_row(void *context, const struct contact_event *row)
{
    (void)row;
    ++*(size_t *)context;
}

/** A run that goes on from its world, with another number of threads, or with a log, gives the same bits. */
static void compare_runs(const struct integrator_ops *ops, unsigned axes, bool damped)
{
    size_t rows = 0;
    struct obstacle line = {.kind = OBSTACLE_LINE, .value = {8, 0.3, 20, 1}};
    struct sim *whole = heap(axes, damped, &line), *parts = heap(axes, damped, &line),
               *logged = heap(axes, damped, &line);
    sim_start(whole, ops);
    sim_advance(whole, 1500);
    logged->observer = (struct observer){count_row, &rows, NULL};
    sim_start(logged, ops);
    sim_advance(logged, 1500);
    sim_assert_same(whole->world, logged->world);
    struct counters a = sim_counters(whole), b = sim_counters(logged);
    assert_true(a.ball == b.ball && a.surface == b.surface && a.lost == b.lost && a.overlap == b.overlap);
    assert_true(rows == a.ball + a.surface && a.ball > 100);
    for (uint64_t step = 500; step <= 1500; step += 500) {
        parts->threads = (size_t)step / 500;
        sim_start(parts, ops);
        sim_advance(parts, step);
        assert_true(parts->world->n_contacts > 10);
        sim_end(parts);
    }
    sim_assert_same(whole->world, parts->world);
    assert_memory_equal(whole->world->w, parts->world->w, whole->world->n * sizeof *whole->world->w);
    assert_memory_equal(whole->world->w, logged->world->w, whole->world->n * sizeof *whole->world->w);
    done(whole);
    done(parts);
    done(logged);
}

static void test_cuts_threads_and_logs(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (unsigned axes = 0; axes < 2; axes++)
            for (int damped = 0; damped < 2; damped++)
                if ((o + axes + (unsigned)damped) % 2 || !runs(1, 0)) /* half of them */
                    compare_runs(springs[o], axes, damped);
}

/** More contacts than are computed at once, all of them closed from the start: with a log, contact by contact, they do
 *  the same. */
static void test_many_contacts(void **context)
{
    enum { SIDE = 24 };
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (int damped = 0; damped < 2; damped++) {
            struct sim *both[2];
            size_t rows = 0;
            for (int logged = 0; logged < 2; logged++) {
                struct sim *sim = both[logged] = rubbing(SIDE * SIDE, 50, 0.4, damped ? 0.5 : 1, 0.5);
                uint64_t seed = 5;
                sim->scene.k = 1000;
                sim->scene.dt = 1e-3;
                sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(damped ? 0.8 : 1);
                for (size_t i = 0; i < SIDE * SIDE; i++)
                    sim_ball_random(sim, i, 2 + 1.95 * (double)(i % SIDE), 2 + 1.95 * (double)(i / SIDE), 0.5, &seed);
                if (logged)
                    sim->observer = (struct observer){count_row, &rows, NULL};
                sim_start(sim, springs[o]);
                sim_advance(sim, 40);
                assert_true(sim->world->n_contacts > 256);
            }
            sim_assert_same(both[0]->world, both[1]->world);
            assert_memory_equal(both[0]->world->w, both[1]->world->w, SIDE * SIDE * sizeof *both[0]->world->w);
            done(both[0]);
            done(both[1]);
        }
}

/** The same balls in another order move in the same way, but for rounding. */
static void test_numbering(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++)
        for (int damped = 0; damped < 2; damped++) {
            struct obstacle line = {.kind = OBSTACLE_LINE, .value = {8, 0.3, 20, 1}};
            struct sim *one = heap(0, damped, &line), *other = heap(0, damped, &line);
            for (size_t i = 0; i < HEAP; i++) {
                size_t j = (i * 7 + 3) % HEAP;
                sim_ball(other, j, one->world->x[i], one->world->y[i], one->world->vx[i], one->world->vy[i]);
            }
            sim_start(one, springs[o]);
            sim_start(other, springs[o]);
            sim_advance(one, 700);
            sim_advance(other, 700);
            assert_true(one->world->n_contacts > 10 && one->world->n_contacts == other->world->n_contacts);
            for (size_t i = 0; i < HEAP; i++) {
                size_t j = (i * 7 + 3) % HEAP;
                assert_near(other->world->x[j], one->world->x[i], 1e-9);
                assert_near(other->world->y[j], one->world->y[i], 1e-9);
                assert_near(other->world->w[j].z, one->world->w[i].z, 1e-9);
            }
            done(one);
            done(other);
        }
}

/** On a tilted cloth a ball rolls down at 5/7 of the slope, whatever the method. */
static void test_slope(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++) {
        double sliding = 3;
        struct sim *sim = rubbing(1, 100, 0.2, 0, 0.4);
        sim->scene.sliding = &sliding;
        sim->scene.gravity.x = 0.7;
        sim->scene.k = 100;
        sim->scene.dt = 0.01;
        sim_ball(sim, 0, 20, 20, 0, 0);
        sim_start(sim, springs[o]);
        sim_advance(sim, 500);
        assert_near(sim->world->vx[0], 5. / 7 * 0.7 * 5, 1e-12);
        assert_near(sim->world->w[0].y, sim->world->vx[0], 1e-12);
        sim->scene.sliding = NULL;
        done(sim);
    }
}

/** A vertical stretch that was saved turns the balls of a contact about its tangents, though none turns yet. */
static void test_a_saved_vertical_stretch_turns_balls(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++) {
        struct sim *sim = rubbing(2, 10, 0.5, 1, 0.4);
        sim->scene.k = 100;
        sim->scene.dt = 0.001;
        sim_ball(sim, 0, 4, 5, 0, 0);
        sim_ball(sim, 1, 5.9, 5, 0, 0);
        assert_true(world_add_contact(sim->world, (struct world_contact){.a = 0, .b = 1, .stretch = {0, 0.02}}));
        sim_start(sim, springs[o]);
        sim_advance(sim, 10);
        /* the force on the first is k_t xi = 200/7 x 0.02 downwards; its moment of inertia is 0.4 */
        assert_near(sim->world->w[0].y, 4. / 7 / 0.4 * 0.01, 2e-4);
        assert_near(sim->world->w[1].y, 4. / 7 / 0.4 * 0.01, 2e-4);
        assert_true(sim->world->w[0].x == 0 && sim->world->w[0].z == 0);
        done(sim);
    }
}

/** One ball rubs on a wall. Returns the log's row. */
static struct contact_event rub_on_wall(const struct integrator_ops *ops, double beta_ball, double beta_wall)
{
    struct sim_rows rows = {.count = 0};
    struct sim *sim = rubbing(1, 10, 0.4, beta_wall, 0.4);
    sim->scene.pair.rubbing.beta = beta_ball;
    sim->observer = (struct observer){sim_keep_row, &rows, NULL};
    sim->scene.k = 1e6;
    sim->scene.dt = 3e-5;
    sim_ball(sim, 0, 8.95, 5, 1, 0.1);
    sim->world->w[0] = (struct vec3){0.2, -0.3, 0.2};
    sim_start(sim, ops);
    sim_advance(sim, 4000);
    assert_int_equal(rows.count, 1);
    done(sim);
    return rows.row[0];
}

/** At a wall the tangential restitution is that of walls. */
static void test_walls_have_their_own_dashpot(void **context)
{
    (void)context;
    for (size_t o = 0; o < SPRINGS; o++) {
        const double own = rub_on_wall(springs[o], 0.2, 0.8).jt;
        assert_true(own == rub_on_wall(springs[o], 0.8, 0.8).jt);
        assert_true(fabs(own) > 1.1 * fabs(rub_on_wall(springs[o], 0.2, 0.2).jt));
    }
}

/** The log's tangential impulses have the signs of `event`. The table holds what rises all along, so upwards the spring
 *  swings with the ball's inertia alone: in a contact by pi sqrt(k_t/(q k)), and what comes back is the cosine of that.
 */
static void test_signs_in_the_log(void **context)
{
    (void)context;
    const double pi = 0x1.921fb54442d18p+1;
    const struct contact_event exact = rub_on_wall(&integrator_event, 1, 1);
    assert_near(exact.jz, 2 * 0.3 / 3.5, 1e-12);
    assert_near(exact.jt, 2 * 0.3 / 3.5, 1e-12);
    for (size_t o = 0; o < SPRINGS; o++) {
        const struct contact_event soft = rub_on_wall(springs[o], 1, 1);
        assert_near(soft.jz, 0.4 * 0.3 * (1 - cos(pi * sqrt(2. / 7 / 0.4))), 0.005);
        assert_near(soft.jt, exact.jt, 0.001);
        assert_near(soft.j, exact.j, 0.001);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lammps),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_damped_limit),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_of_hits),
        cmocka_unit_test(test_conserved),
        cmocka_unit_test(test_angular_momentum),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_cuts_threads_and_logs),
        cmocka_unit_test(test_many_contacts),
        cmocka_unit_test(test_numbering),
        cmocka_unit_test(test_slope),
        cmocka_unit_test(test_a_saved_vertical_stretch_turns_balls),
        cmocka_unit_test(test_walls_have_their_own_dashpot),
        cmocka_unit_test(test_signs_in_the_log),
    };
    return RUN_TESTS(tests);
}
