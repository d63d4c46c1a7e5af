/*
 * Promise: several rubbing contacts at once, under all laws: momentum and angular momentum; energy, numbering, mirror.
 * Measured: 1e-12; 300 random groups, open and closed.
 */
/* Several rubbing contacts at one instant, under all laws of impact: momentum and angular momentum are kept; under lcp,
 * gr, hooke and hertz energy never grows, and neither the numbering of the balls nor a mirror changes the outcome. */

#include "impact/impact_law.h"
#include "lib/sim.h"

enum { MOST = 6 };

/** A touching group, at rest but for spins and velocities. */
struct group {
    size_t n;
    double x[MOST], y[MOST], vx[MOST], vy[MOST], r[MOST], m[MOST];
    struct vec3 w[MOST];
    double e, mu, beta;
};

/** The angle from ball k - 1 at which a ball of radius r touches both that and ball k - 2, which touch each other. */
static double angle_to_both(const struct group *group, size_t k, double r, double side)
{
    double dx = group->x[k - 2] - group->x[k - 1], dy = group->y[k - 2] - group->y[k - 1], d = hypot(dx, dy);
    double near = r + group->r[k - 1], far = r + group->r[k - 2];
    return atan2(dy, dx) + side * acos((d * d + near * near - far * far) / (2 * d * near));
}

/** Each ball touches the one before it, half of them also that before it; none overlaps. */
static struct group random_group(uint64_t *seed)
{
    struct group group = {.n = 3 + (size_t)uniform(seed, 0, MOST - 2.001)};
    group.e = uniform(seed, 0.02, 1);
    group.mu = uniform(seed, 0, 0.6);
    group.beta = uniform(seed, -1, 0.5);
    for (size_t i = 0; i < group.n;) {
        double angle = uniform(seed, 0, 6.3), r = uniform(seed, 0.5, 1.5);
        double reach = i > 0 ? r + group.r[i - 1] : 0;
        bool closes = uniform(seed, 0, 1) < 0.5 && i > 1;
        if (closes)
            angle = angle_to_both(&group, i, r, angle < 3.15 ? 1 : -1);
        double x = (i > 0 ? group.x[i - 1] : 50) + reach * cos(angle);
        double y = (i > 0 ? group.y[i - 1] : 50) + reach * sin(angle);
        bool fits = true;
        for (size_t k = 0; k + 1 + closes < i; k++)
            fits = fits && hypot(x - group.x[k], y - group.y[k]) > r + group.r[k] + 0.1;
        if (!fits)
            continue;
        group.x[i] = x, group.y[i] = y, group.r[i] = r, group.m[i] = uniform(seed, 0.5, 2);
        group.vx[i] = uniform(seed, -1, 1), group.vy[i] = uniform(seed, -1, 1);
        group.w[i] = (struct vec3){uniform(seed, -1, 1), uniform(seed, -1, 1), uniform(seed, -1, 1)};
        i++;
    }
    return group;
}

/** The group right after its contacts. */
static struct group after(const struct group *before, const char *law)
{
    struct sim *sim = sim_open(before->n, 100, 100);
    struct group group = *before;
    sim->scene.rotates = true;
    sim->scene.inertia = mem_array(before->n, sizeof *sim->scene.inertia);
    assert_true(sim->scene.inertia && world_add_spin(sim->world));
    sim->scene.impact = law;
    sim->scene.pair.restitution = restitution_of(before->e);
    sim->scene.pair.rubbing.mu.a = before->mu;
    sim->scene.pair.rubbing.beta = before->beta;
    sim->scene.dt = 1e-9;
    for (size_t i = 0; i < before->n; i++) {
        sim_ball(sim, i, before->x[i], before->y[i], before->vx[i], before->vy[i]);
        sim->scene.r[i] = before->r[i];
        sim->scene.m[i] = before->m[i];
        sim->scene.inertia[i] = 0.4;
        sim->world->w[i] = before->w[i];
    }
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    for (size_t i = 0; i < before->n; i++) {
        group.vx[i] = sim->world->vx[i], group.vy[i] = sim->world->vy[i], group.w[i] = sim->world->w[i];
    }
    sim_close(sim);
    return group;
}

struct sums {
    double px, py, lz, energy;
};

static struct sums sums_of(const struct group *group)
{
    struct sums sums = {0, 0, 0, 0};
    for (size_t i = 0; i < group->n; i++) {
        double m = group->m[i], inertia = 0.4 * m * group->r[i] * group->r[i];
        sums.px += m * group->vx[i];
        sums.py += m * group->vy[i];
        sums.lz += m * (group->x[i] * group->vy[i] - group->y[i] * group->vx[i]) + inertia * group->w[i].z;
        sums.energy += 0.5 * m * (group->vx[i] * group->vx[i] + group->vy[i] * group->vy[i]) +
                       0.5 * inertia * vec3_dot(group->w[i], group->w[i]);
    }
    return sums;
}

static void test_what_all_laws_keep(void **context)
{
    (void)context;
    uint64_t seed = 3;
    for (int k = 0; k < 300; k++) {
        struct group group = random_group(&seed);
        struct sums before = sums_of(&group);
        for (const struct impact_law *law = impact_laws; law->name; law++) {
            struct group left = after(&group, law->name);
            struct sums sums = sums_of(&left);
            assert_near(sums.px, before.px, 1e-12);
            assert_near(sums.py, before.py, 1e-12);
            assert_near(sums.lz, before.lz, 1e-9);
            bool gains = strcmp(law->name, "pairwise") == 0 || strcmp(law->name, "newton") == 0;
            assert_true(gains || sums.energy <= before.energy * (1 + 1e-12));
        }
    }
}

/* A ball in a corner hits two cushions with noses at once: the impulses of the log are what its velocity has changed
 * by; energy does not grow but where friction of both walls and the noses meet (at most .2 %). */
static void test_a_corner_with_noses(void **context)
{
    (void)context;
    uint64_t seed = 11;
    for (int k = 0; k < 300; k++) {
        struct sim_rows rows = {.count = 0};
        struct sim *sim = sim_open(1, 100, 100);
        sim_rotate(sim);
        sim->scene.nose = uniform(&seed, 1.05, 1.4);
        sim->scene.table.walls.rubbing.mu.a = uniform(&seed, 0, 0.5);
        sim->scene.table.walls.restitution = restitution_of(uniform(&seed, 0.2, 0.9));
        sim->scene.dt = 1e-9;
        sim->observer = (struct observer){sim_keep_row, &rows, NULL};
        sim_ball(sim, 0, 99, 99, uniform(&seed, 0.1, 1), uniform(&seed, 0.1, 1));
        sim->world->w[0] = (struct vec3){uniform(&seed, -1, 1), uniform(&seed, -1, 1), uniform(&seed, -1, 1)};
        struct vec2 v = {sim->world->vx[0], sim->world->vy[0]};
        struct vec3 w = sim->world->w[0];
        double before = sim_kinetic(sim) + sim_rotation(sim);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        for (size_t i = 0; i < rows.count; i++) {
            const struct contact_event *row = &rows.row[i];
            struct vec2 on_wall = vec2_add(vec2_scale(row->j, row->n), vec2_scale(row->jt, vec2_left(row->n)));
            const double sine = sim->scene.nose - 1, cosine = sqrt(1 - sine * sine);
            const struct vec3 n = {cosine * row->n.x, cosine * row->n.y, sine};
            v = vec2_sub(v, on_wall);
            w = vec3_sub(w, vec3_scale(2.5, vec3_cross(n, (struct vec3){on_wall.x, on_wall.y, row->jz})));
        }
        assert_true(rows.count >= 2);
        assert_near(v.x, sim->world->vx[0], 1e-12);
        assert_near(v.y, sim->world->vy[0], 1e-12);
        assert_near(vec3_dot(vec3_sub(w, sim->world->w[0]), vec3_sub(w, sim->world->w[0])), 0, 1e-22);
        assert_true(sim->world->vx[0] <= 1e-12 && sim->world->vy[0] <= 1e-12);
        assert_near(sim_kinetic(sim) + sim_rotation(sim) + sim_counters(sim).lost, before, 1e-12);
        assert_true(sim_kinetic(sim) + sim_rotation(sim) <= before * 1.002);
        sim_close(sim);
    }
}

/* A ball without spin hits two at rest at +-30 degrees and comes back: each contact slides as the normal impulses leave
 * the balls, with the coefficient of the speed at which the surfaces moved before them, sin 30 degrees. */
static void test_friction_by_speed(void **context)
{
    (void)context;
    struct sim *sim = sim_open(3, 100, 100);
    sim_rotate(sim);
    sim->scene.pair.rubbing.mu = (struct friction){0.001, 0.02, 1};
    sim->scene.dt = 1e-9;
    sim_ball(sim, 0, 50, 50, 1, 0);
    for (int i = 1; i < 3; i++)
        sim_ball(sim, (size_t)i, 50 + sqrt(3), i == 1 ? 51 : 49, 0, 0);
    sim_start(sim, &integrator_event);
    sim_advance(sim, 1);
    const double j = 0.4 * sqrt(3), friction = (0.001 + 0.02 * exp(-0.5)) * j;
    const double x = sqrt(0.75) * j - 0.5 * friction, y = 0.5 * j + sqrt(0.75) * friction;
    assert_near(sim->world->vx[1], x, 1e-12);
    assert_near(sim->world->vy[1], y, 1e-12);
    assert_near(sim->world->vx[2], x, 1e-12);
    assert_near(sim->world->vy[2], -y, 1e-12);
    sim_close(sim);
}

static void assert_alike(const struct group *a, size_t i, const struct group *b, size_t j, double mirror)
{
    assert_near(a->vx[i], b->vx[j], 1e-9);
    assert_near(a->vy[i], mirror * b->vy[j], 1e-9);
    assert_near(a->w[i].x, mirror * b->w[j].x, 1e-9);
    assert_near(a->w[i].y, b->w[j].y, 1e-9);
    assert_near(a->w[i].z, mirror * b->w[j].z, 1e-9);
}

/** The group with its balls in reverse order, or seen in a mirror. */
static struct group changed(const struct group *group, bool is_reversed, double mirror)
{
    struct group other = *group;
    for (size_t i = 0; i < group->n; i++) {
        size_t j = is_reversed ? group->n - 1 - i : i;
        other.x[j] = group->x[i], other.y[j] = mirror > 0 ? group->y[i] : 100 - group->y[i];
        other.vx[j] = group->vx[i], other.vy[j] = mirror * group->vy[i];
        other.r[j] = group->r[i], other.m[j] = group->m[i];
        other.w[j] = (struct vec3){mirror * group->w[i].x, group->w[i].y, mirror * group->w[i].z};
    }
    return other;
}

static void test_numbering_and_mirror(void **context)
{
    (void)context;
    static const char *const laws[] = {"lcp", "gr", "hooke", "hertz"};
    uint64_t seed = 9;
    for (int k = 0; k < 100; k++) {
        struct group group = random_group(&seed);
        for (size_t l = 0; l < 4; l++) {
            struct group one = after(&group, laws[l]), turned = changed(&group, true, 1);
            struct group mirrored = changed(&group, false, -1);
            turned = after(&turned, laws[l]);
            mirrored = after(&mirrored, laws[l]);
            for (size_t i = 0; i < group.n; i++) {
                assert_alike(&one, i, &turned, group.n - 1 - i, 1);
                assert_alike(&one, i, &mirrored, i, -1);
            }
        }
    }
}

/* A ball with spin between two others at rest, all touching: symmetric, and its friction is that of two contacts. */
static void test_a_spinning_ball_between_two(void **context)
{
    (void)context;
    struct group group = {.n = 3, .e = 0.5, .mu = 1e6, .beta = 0};
    for (size_t i = 0; i < 3; i++) {
        group.x[i] = 48 + 2 * (double)i, group.y[i] = 50, group.r[i] = group.m[i] = 1;
        group.vx[i] = 1 - (double)i;
    }
    group.w[1].z = 1;
    struct group left = after(&group, "gr");
    /* no slip afterwards: the outer balls gear with the inner one; of the three equations of motion this is the
     * solution */
    assert_near(left.vy[0], -left.vy[2], 1e-13);
    assert_near(left.w[0].z, left.w[2].z, 1e-13);
    assert_near(left.vy[1], 0, 1e-13);
    assert_near(left.vy[2] - left.w[2].z, left.w[1].z, 1e-11);
    assert_near(0.4 * left.w[0].z, -fabs(left.vy[0]), 1e-12);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_all_laws_keep),          cmocka_unit_test(test_numbering_and_mirror),
        cmocka_unit_test(test_a_corner_with_noses),         cmocka_unit_test(test_friction_by_speed),
        cmocka_unit_test(test_a_spinning_ball_between_two),
    };
    return RUN_TESTS(tests);
}
