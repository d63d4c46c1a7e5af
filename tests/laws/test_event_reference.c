/*
 * `event` against a second implementation: a loop over all pairs and walls before each hit, in long double, with the
 * textbook's quadratic formula and the textbook's components along and across the line of centres. And against closed
 * forms.
 *
 * Hard balls are chaotic: an error of place grows at each hit of a ball by about twice the free path over the radius.
 * So two comparisons. Free runs over 200 hits, a handful per ball: the same hits in the same order, times to 1e-9
 * (found: 1e-11 in dilute gases, below 1e-13 in dense ones). And runs of thousands of hits, frame by frame from the
 * engine's own saved state, where no error has time to grow: times to 1e-12.
 *
 * Promise: event is exact: it agrees with a plain loop over all pairs in long double. Measured: free runs of 200
 * hits to 1e-9, thousands of hits from saved states to 1e-12.
 */
#include "lib/gas.h"

#pragma GCC diagnostic ignored "-Wdouble-promotion" /* to long double, which is what the reference is for */

/* ---- the reference ---- */

struct reference_body {
    long double x, y, t, vx, vy, r, m;
};

struct reference {
    const struct scene *scene;
    struct reference_body *bodies;
    size_t n;
    long double now;
};

/** A hit that will come: `b` is a ball, or -1 with a wall. */
struct hit {
    long double t;
    enum contact_kind kind;
    size_t a;
    long b;
};

static struct reference reference_open(const struct sim *sim)
{
    struct reference ref = {&sim->scene, mem_array(sim->scene.n, sizeof *ref.bodies), sim->scene.n, 0};
    assert_non_null(ref.bodies);
    return ref;
}

/** Takes over a state; t0: moments at which the places hold, NULL: all at t. */
/** Takes the balls where the world has them. */
static void reference_load_world(struct reference *ref, const struct world *world)
{
    ref->now = world->t;
    for (size_t i = 0; i < ref->n; i++)
        ref->bodies[i] = (struct reference_body){world->x[i],  world->y[i], world->t,   world->vx[i],
                                                 world->vy[i], world->r[i], world->m[i]};
}

/** Takes the balls where their last collisions left them. */
static void reference_load_checkpoint(struct reference *ref, const struct checkpoint *saved, const struct world *world)
{
    const struct world *state = saved->state;
    ref->now = world->t;
    for (size_t i = 0; i < ref->n; i++) {
        const double begin = saved->t0[i] == -HUGE_VAL ? world->t : saved->t0[i];
        ref->bodies[i] = (struct reference_body){state->x[i],  state->y[i], begin,      state->vx[i],
                                                 state->vy[i], world->r[i], world->m[i]};
    }
}

static void keep_earlier(struct hit *best, struct hit candidate)
{
    if (candidate.t < best->t)
        *best = candidate;
}

/** |d + v t| = s, the smaller root; nothing if the balls part. */
static void look_at_pair(const struct reference *ref, size_t i, size_t j, struct hit *best)
{
    const struct reference_body *a = &ref->bodies[i], *b = &ref->bodies[j];
    long double dx = b->x + b->vx * (ref->now - b->t) - a->x - a->vx * (ref->now - a->t);
    long double dy = b->y + b->vy * (ref->now - b->t) - a->y - a->vy * (ref->now - a->t);
    long double vx = b->vx - a->vx, vy = b->vy - a->vy, s = a->r + b->r;
    long double A = vx * vx + vy * vy, B = 2 * (dx * vx + dy * vy), C = dx * dx + dy * dy - s * s;
    if (B >= 0 || B * B < 4 * A * C)
        return;
    long double wait = (-B - sqrtl(B * B - 4 * A * C)) / (2 * A);
    keep_earlier(best, (struct hit){ref->now + (wait > 0 ? wait : 0), CONTACT_BALL, i, (long)j});
}

static void look_at_wall(const struct reference *ref, size_t i, enum contact_kind kind, struct hit *best)
{
    const struct reference_body *ball = &ref->bodies[i];
    bool across = kind == CONTACT_LEFT || kind == CONTACT_RIGHT, low = kind == CONTACT_LEFT || kind == CONTACT_BOTTOM;
    long double v = across ? ball->vx : ball->vy, place = across ? ball->x : ball->y;
    long double size = across ? ref->scene->table.width : ref->scene->table.height;
    if (low ? v >= 0 : v <= 0)
        return;
    long double t = ball->t + ((low ? ball->r : size - ball->r) - place) / v;
    keep_earlier(best, (struct hit){t > ref->now ? t : ref->now, kind, i, -1});
}

static struct hit reference_next(const struct reference *ref)
{
    struct hit best = {.t = HUGE_VALL};
    for (size_t i = 0; i < ref->n; i++) {
        for (size_t j = i + 1; j < ref->n; j++)
            look_at_pair(ref, i, j, &best);
        for (enum contact_kind kind = CONTACT_LEFT; kind <= CONTACT_TOP; kind++)
            look_at_wall(ref, i, kind, &best);
    }
    return best;
}

static void fly_to(struct reference_body *ball, long double t)
{
    ball->x += ball->vx * (t - ball->t);
    ball->y += ball->vy * (t - ball->t);
    ball->t = t;
}

/** Along the line of centres momentum is kept and the relative velocity turns round, e times as large; across it
 *  nothing changes. */
static void collide(struct reference_body *a, struct reference_body *b, long double e)
{
    long double dx = b->x - a->x, dy = b->y - a->y, d = sqrtl(dx * dx + dy * dy), cosine = dx / d, sine = dy / d;
    long double along_a = a->vx * cosine + a->vy * sine, across_a = a->vy * cosine - a->vx * sine;
    long double along_b = b->vx * cosine + b->vy * sine, across_b = b->vy * cosine - b->vx * sine;
    long double centre = (a->m * along_a + b->m * along_b) / (a->m + b->m), closing = along_a - along_b;
    along_a = centre - e * closing * b->m / (a->m + b->m);
    along_b = centre + e * closing * a->m / (a->m + b->m);
    a->vx = along_a * cosine - across_a * sine;
    a->vy = along_a * sine + across_a * cosine;
    b->vx = along_b * cosine - across_b * sine;
    b->vy = along_b * sine + across_b * cosine;
}

static void reference_resolve(struct reference *ref, struct hit hit)
{
    struct reference_body *a = &ref->bodies[hit.a];
    ref->now = hit.t;
    fly_to(a, hit.t);
    if (hit.kind == CONTACT_BALL) {
        fly_to(&ref->bodies[hit.b], hit.t);
        collide(a, &ref->bodies[hit.b], ref->scene->pair.restitution.slow);
    } else if (hit.kind == CONTACT_LEFT || hit.kind == CONTACT_RIGHT) {
        a->vx *= -ref->scene->table.walls.restitution.slow;
    } else {
        a->vy *= -ref->scene->table.walls.restitution.slow;
    }
}

/* ---- the engine's log ---- */

struct log {
    struct contact_event *rows;
    size_t count, capacity;
};

static void log_hit(void *context, const struct contact_event *event)
{
    struct log *log = context;
    assert_true(mem_grow(&log->rows, &log->capacity, log->count + 1, sizeof *log->rows));
    log->rows[log->count++] = *event;
}

static void assert_same_hit(const struct contact_event *row, struct hit hit, double tolerance)
{
    assert_true(fabsl(row->t - hit.t) <= tolerance);
    assert_int_equal(row->kind, hit.kind);
    assert_int_equal(row->a, hit.a);
    assert_int_equal(row->b, hit.b);
}

/** The state at the world's time. */
static void assert_same_state(const struct world *world, const struct reference *ref, double tolerance)
{
    for (size_t i = 0; i < world->n; i++) {
        struct reference_body ball = ref->bodies[i];
        fly_to(&ball, world->t);
        assert_true(fabsl(world->x[i] - ball.x) <= tolerance && fabsl(world->y[i] - ball.y) <= tolerance);
        assert_true(fabsl(world->vx[i] - ball.vx) <= tolerance && fabsl(world->vy[i] - ball.vy) <= tolerance);
    }
}

/* ---- free runs ---- */

static void run_freely(struct sim *sim, size_t hits)
{
    struct log log = {0};
    struct reference ref = reference_open(sim);
    sim->scene.dt = 0x1p-6;
    sim->observer = (struct observer){log_hit, &log, NULL};
    reference_load_world(&ref, sim->world);
    sim_start(sim, &integrator_event);
    for (uint64_t step = 1; log.count < hits; step++)
        sim_advance(sim, step);
    for (size_t k = 0; k < log.count; k++) {
        struct hit hit = reference_next(&ref);
        assert_same_hit(&log.rows[k], hit, 1e-9);
        reference_resolve(&ref, hit);
    }
    assert_true(reference_next(&ref).t > sim->world->t);
    assert_same_state(sim->world, &ref, 1e-8);
    free(ref.bodies);
    free(log.rows);
    sim_close(sim);
}

static void test_free_run_dilute(void **context)
{
    (void)context;
    struct sim *equal = gas_open(10, 8, 0.1, 0, 1);
    run_freely(equal, 200);
    struct sim *mixed = gas_open(20, 10, 0.2, 0, 2);
    gas_mix(mixed, 0.05, 3);
    run_freely(mixed, 200);
}

static void test_free_run_dense(void **context)
{
    (void)context;
    struct sim *equal = gas_open(10, 10, 0.7, 0, 4);
    run_freely(equal, 200);
    struct sim *mixed = gas_open(10, 10, 0.7, 0, 5);
    gas_mix(mixed, 0.3, 6);
    run_freely(mixed, 200);
}

static void test_free_run_with_restitution(void **context)
{
    (void)context;
    struct sim *sim = gas_open(9, 9, 0.6, 0, 7);
    gas_mix(sim, 0.25, 8);
    sim->scene.pair.restitution = restitution_of(0.9);
    sim->scene.table.walls.restitution = restitution_of(0.8);
    run_freely(sim, 200);
}

/** Two shots into crowds at rest: most balls never move. */
static void test_free_run_of_shots(void **context)
{
    (void)context;
    struct sim *sim = gas_open(10, 6, 0.4, 0, 9);
    for (size_t i = 2; i < sim->scene.n; i++)
        sim->world->vx[i] = sim->world->vy[i] = 0;
    sim->world->vx[0] = 20;
    sim->world->vy[1] = -15;
    run_freely(sim, 200);
}

/* ---- frame by frame ---- */

/** Compares all hits of one frame, both sides starting from the state that the engine has saved. */
static void shadow_frame(struct sim *sim, struct reference *ref, struct checkpoint *saved, struct log *log)
{
    size_t before = log->count;
    session_snapshot(sim->session, saved);
    reference_load_checkpoint(ref, saved, sim->world);
    sim_advance(sim, sim->world->step + 1);
    for (size_t k = before; k < log->count; k++) {
        struct hit hit = reference_next(ref);
        assert_same_hit(&log->rows[k], hit, 1e-12 * (1 + (double)hit.t));
        reference_resolve(ref, hit);
    }
    assert_true(reference_next(ref).t > sim->world->t - 1e-12L);
    assert_same_state(sim->world, ref, 1e-10);
}

static void shadow(struct sim *sim, size_t hits)
{
    struct log log = {0};
    struct reference ref = reference_open(sim);
    struct checkpoint *saved = checkpoint_create(sim->world);
    assert_non_null(saved);
    sim->scene.dt = 0x1p-5;
    sim->observer = (struct observer){log_hit, &log, NULL};
    sim_start(sim, &integrator_event);
    while (log.count < hits)
        shadow_frame(sim, &ref, saved, &log);
    checkpoint_destroy(saved);
    free(ref.bodies);
    free(log.rows);
    sim_close(sim);
}

static void test_shadowed_small_gases(void **context)
{
    (void)context;
    shadow(gas_open(2, 1, 0.3, 0, 10), 1500);
    shadow(gas_open(3, 2, 0.7, 0, 11), 1500);
    struct sim *mixed = gas_open(4, 3, 0.6, 0, 12);
    gas_mix(mixed, 0.01, 13);
    shadow(mixed, 1500);
}

static void test_shadowed_larger_gases(void **context)
{
    (void)context;
    shadow(gas_open(7, 6, 0.65, 0, 14), 3000);
    struct sim *mixed = gas_open(10, 4, 0.3, 0, 15);
    gas_mix(mixed, 0.1, 16);
    shadow(mixed, 2000);
}

static void test_shadowed_restitution(void **context)
{
    (void)context;
    struct sim *sim = gas_open(6, 6, 0.5, 0, 17);
    gas_mix(sim, 0.2, 18);
    sim->scene.pair.restitution = restitution_of(0.9);
    sim->scene.table.walls.restitution = restitution_of(0.95);
    shadow(sim, 600);
}

/* ---- closed forms ---- */

/** Two balls and the time between them: place, velocity, and what the log tells, for any sizes, masses and e. */
static void test_two_balls(void **context)
{
    (void)context;
    uint64_t seed = 20;
    for (int i = 0; i < 300; i++) {
        struct sim *sim = sim_open(2, 100, 100);
        struct log log = {0};
        for (size_t k = 0; k < 2; k++) {
            sim->scene.r[k] = uniform(&seed, 0.1, 3);
            sim->scene.m[k] = uniform(&seed, 0.1, 5);
        }
        sim->scene.pair.restitution = restitution_of(uniform(&seed, 0, 1));
        sim->scene.dt = 4;
        double angle = uniform(&seed, 0, 6.3), reach = sim->scene.r[0] + sim->scene.r[1];
        double ahead = reach + uniform(&seed, 0.1, 4), aside = reach * uniform(&seed, -0.9, 0.9);
        double speed = uniform(&seed, 4, 8), c = cos(angle), s = sin(angle);
        sim_ball(sim, 0, 50, 50, 3, -2);
        sim_ball(sim, 1, 50 + ahead * c - aside * s, 50 + ahead * s + aside * c, 3 - speed * c, -2 - speed * s);
        sim->observer = (struct observer){log_hit, &log, NULL};
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        double t = (ahead - sqrt(reach * reach - aside * aside)) / speed;
        double nx = (sqrt(reach * reach - aside * aside) * c - aside * s) / reach;
        double ny = (sqrt(reach * reach - aside * aside) * s + aside * c) / reach;
        double u = -speed * (nx * c + ny * s), mu = 1 / (1 / sim->scene.m[0] + 1 / sim->scene.m[1]);
        double j = -(1 + sim->scene.pair.restitution.slow) * mu * u;
        assert_int_equal(log.count, 1);
        assert_true(fabs(log.rows[0].t - t) < 1e-12 && fabs(log.rows[0].u - u) < 1e-12);
        assert_true(fabs(log.rows[0].n.x - nx) < 1e-12 && fabs(log.rows[0].n.y - ny) < 1e-12);
        assert_true(fabs(log.rows[0].j - j) < 1e-12 * fmax(1, j));
        double vx = 3 - j * nx / sim->scene.m[0], vy = -2 - j * ny / sim->scene.m[0];
        assert_true(fabs(sim->world->vx[0] - vx) < 1e-12 * speed && fabs(sim->world->vy[0] - vy) < 1e-12 * speed);
        assert_true(fabs(sim->world->x[0] - (50 + 3 * t + vx * (4 - t))) < 1e-11);
        double lost = mu * u * u / 2 * (1 - sim->scene.pair.restitution.slow * sim->scene.pair.restitution.slow);
        assert_true(fabs(sim_counters(sim).lost - lost) < 1e-12 * mu * u * u);
        free(log.rows);
        sim_close(sim);
    }
}

/** Two unit balls at rest that touch, hit by a third in the middle: cue -1/5, targets 3/5 along and +-(3/5)/sqrt 3
 *  across. */
static void test_symmetric_double_collision(void **context)
{
    (void)context;
    static const char *const laws[] = {"newton", "gr", "lcp"};
    for (size_t l = 0; l < 3; l++) {
        struct sim *sim = sim_open(3, 20, 20);
        sim->scene.impact = laws[l];
        sim->scene.dt = 4;
        sim_ball(sim, 0, 5, 10, 1, 0);
        sim_ball(sim, 1, 8 + sqrt(3), 11, 0, 0);
        sim_ball(sim, 2, 8 + sqrt(3), 9, 0, 0);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        assert_true(sim_counters(sim).simultaneous == 1);
        assert_true(fabs(sim->world->vx[0] + 0.2) < 1e-12 && fabs(sim->world->vy[0]) < 1e-12);
        for (size_t i = 1; i < 3; i++) {
            assert_true(fabs(sim->world->vx[i] - 0.6) < 1e-12);
            assert_true(fabs(fabs(sim->world->vy[i]) - 0.6 / sqrt(3)) < 1e-12);
        }
        assert_true(fabs(sim->world->x[0] - 8 + 0.2) < 1e-12); /* hit after 3 of 4 seconds */
        sim_close(sim);
    }
}

/** A geometry in which ball 0 meets balls 1 and 2 at one moment: its unit normals, and the place where that is. */
struct double_collision {
    double normal[2][2], x, y, vx, vy;
};

/** Sets up a random one on a table of 100 x 100; false: the targets would overlap, or one is not hit. */
static bool place_double_collision(struct sim *sim, uint64_t *seed, struct double_collision *both)
{
    const double *r = sim->scene.r;
    both->x = both->y = 50;
    both->vx = uniform(seed, -3, 3);
    both->vy = uniform(seed, -3, 3);
    double speed = hypot(both->vx, both->vy), place[2][2];
    for (int k = 0; k < 2; k++) {
        double angle = uniform(seed, 0, 6.3);
        both->normal[k][0] = cos(angle);
        both->normal[k][1] = sin(angle);
        if (both->vx * cos(angle) + both->vy * sin(angle) < 0.1 * speed)
            return false;
        place[k][0] = both->x + (r[0] + r[k + 1]) * cos(angle);
        place[k][1] = both->y + (r[0] + r[k + 1]) * sin(angle);
        sim_ball(sim, (size_t)k + 1, place[k][0], place[k][1], 0, 0);
    }
    sim_ball(sim, 0, both->x - 2 * both->vx, both->y - 2 * both->vy, both->vx, both->vy);
    return hypot(place[1][0] - place[0][0], place[1][1] - place[0][1]) > 1.01 * (r[1] + r[2]);
}

/** Newton's law for both contacts, by Cramer's rule. */
static void solve_double_collision(const struct scene *scene, const struct double_collision *both, double impulse[2])
{
    const double(*n)[2] = both->normal, *m = scene->m;
    double across = (n[0][0] * n[1][0] + n[0][1] * n[1][1]) / m[0], own[2], u[2];
    for (int k = 0; k < 2; k++) {
        own[k] = 1 / m[0] + 1 / m[k + 1];
        u[k] = -(1 + scene->pair.restitution.slow) * -(both->vx * n[k][0] + both->vy * n[k][1]);
    }
    double determinant = own[0] * own[1] - across * across;
    impulse[0] = (u[0] * own[1] - u[1] * across) / determinant;
    impulse[1] = (u[1] * own[0] - u[0] * across) / determinant;
}

/** The closed form of one ball that hits two, for random sizes, masses, directions and restitution. */
static void test_random_double_collisions(void **context)
{
    (void)context;
    uint64_t seed = 30;
    for (int done = 0; done < 200;) {
        struct sim *sim = sim_open(3, 100, 100);
        struct double_collision both;
        double impulse[2];
        sim->scene.impact = "newton";
        sim->scene.dt = 2.25;
        sim->scene.pair.restitution = restitution_of(uniform(&seed, 0, 1));
        for (size_t i = 0; i < 3; i++) {
            sim->scene.r[i] = uniform(&seed, 0.5, 3);
            sim->scene.m[i] = uniform(&seed, 0.2, 5);
        }
        if (place_double_collision(sim, &seed, &both)) {
            sim_start(sim, &integrator_event);
            sim_advance(sim, 1);
            solve_double_collision(&sim->scene, &both, impulse);
            const double *m = sim->scene.m;
            double vx = both.vx, vy = both.vy, speed = hypot(both.vx, both.vy);
            for (size_t k = 0; k < 2; k++) {
                double nx = both.normal[k][0], ny = both.normal[k][1], j = impulse[k];
                vx -= j * nx / m[0];
                vy -= j * ny / m[0];
                assert_true(fabs(sim->world->vx[k + 1] - j * nx / m[k + 1]) < 1e-12 * speed);
                assert_true(fabs(sim->world->vy[k + 1] - j * ny / m[k + 1]) < 1e-12 * speed);
            }
            assert_true(fabs(sim->world->vx[0] - vx) < 1e-12 * speed);
            assert_true(fabs(sim->world->vy[0] - vy) < 1e-12 * speed);
            assert_true(sim_counters(sim).simultaneous == 1);
            done++;
        }
        sim_close(sim);
    }
}

/** Newton's cradle with gaps: each hit hands on (1 + e) / 2 of the speed. */
static void test_cradle(void **context)
{
    (void)context;
    for (double e = 1; e > 0.6; e -= 0.07) {
        enum { N = 7 };
        struct sim *sim = sim_open(N, 40, 4);
        sim->scene.pair.restitution = restitution_of(e);
        sim->scene.dt = 20;
        for (size_t i = 0; i < N; i++)
            sim_ball(sim, i, 3 + 2.25 * (double)i, 2, i ? 0 : 1, 0);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        double expected = pow((1 + e) / 2, N - 1);
        assert_true(fabs(sim->world->vx[N - 1] - expected) < 1e-12 && sim->world->vy[N - 1] == 0);
        sim_close(sim);
    }
}

/** Where a ball alone is along one axis of a box, by unfolding its path. Counts its hits. */
static double unfolded(double x, double v, double t, double length, double *hits)
{
    long double width = length - 1.0, path = ((long double)x - 0.5L + (long double)v * t) / width;
    long double whole = floorl(path), part = path - whole;
    *hits += fabs((double)whole);
    return (double)(0.5L + width * (fmodl(whole, 2) == 0 ? part : 1 - part));
}

/** On a table with walls a hit's time is rounded to 2^-53 of itself at most, and errors of a lone ball, which hits at
 *  equal intervals, add up: no faster than that. */
static void test_clock_in_a_box(void **context)
{
    (void)context;
    uint64_t seed = 1;
    for (double t = 1e3; t < 1e7; t *= 10) {
        struct sim *sim = sim_open(1, 10, 7);
        double x = uniform(&seed, 1, 9), y = uniform(&seed, 1, 6), vx = uniform(&seed, -1, 1),
               vy = uniform(&seed, -1, 1);
        double hits = 0, at_x = unfolded(x, vx, t, 10, &hits), at_y = unfolded(y, vy, t, 7, &hits);
        sim->scene.r[0] = 0.5;
        sim->scene.dt = t;
        sim_ball(sim, 0, x, y, vx, vy);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        double most = hits * t * 0x1p-53 + hits * 0x1p-50;
        assert_true(fabs((double)sim_counters(sim).surface - hits) <= 2);
        assert_true(fabs(sim->world->x[0] - at_x) < most && fabs(sim->world->y[0] - at_y) < most);
        sim_close(sim);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_run_dilute),
        cmocka_unit_test(test_free_run_dense),
        cmocka_unit_test(test_free_run_with_restitution),
        cmocka_unit_test(test_free_run_of_shots),
        cmocka_unit_test(test_shadowed_small_gases),
        cmocka_unit_test(test_shadowed_larger_gases),
        cmocka_unit_test(test_shadowed_restitution),
        cmocka_unit_test(test_two_balls),
        cmocka_unit_test(test_symmetric_double_collision),
        cmocka_unit_test(test_random_double_collisions),
        cmocka_unit_test(test_cradle),
        cmocka_unit_test(test_clock_in_a_box),
    };
    return RUN_TESTS(tests);
}
