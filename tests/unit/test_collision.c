/* The two-body formula against momentum, Newton's restitution and its limits, for separations of any length. */
#include <float.h>

#include "contact/collision.h"
#include "lib/testing.h"
#include "lib/uniform.h"

struct encounter {
    struct vec2 d, v_a, v_b;
    double m_a, m_b, e;
};

static struct vec2 random_vector(uint64_t *seed)
{
    return (struct vec2){uniform(seed, -1, 1), uniform(seed, -1, 1)};
}

/** Random bodies that approach each other. */
static struct encounter random_encounter(uint64_t *seed)
{
    struct encounter c = {.m_a = pow(10, uniform(seed, -3, 3)), .m_b = pow(10, uniform(seed, -3, 3))};
    c.e = uniform(seed, 0, 1);
    c.d = vec2_scale(pow(10, uniform(seed, -3, 3)), random_vector(seed));
    do {
        c.v_a = random_vector(seed);
        c.v_b = random_vector(seed);
    } while (vec2_dot(c.d, vec2_sub(c.v_b, c.v_a)) >= 0);
    return c;
}

/** The encounter after the collision; returns the impulse. */
static double collide(struct encounter *c)
{
    struct collision_masses m = collision_masses(c->m_a, c->m_b);
    double approach = vec2_dot(c->d, vec2_sub(c->v_b, c->v_a));
    double f = collision_factor((1 + c->e) * approach, vec2_dot(c->d, c->d), m);
    collision_exchange(&c->v_a, &c->v_b, c->d, f, m);
    return -f * c->m_a * c->m_b * vec2_length(c->d);
}

static double normal_velocity(const struct encounter *c)
{
    return vec2_dot(c->d, vec2_sub(c->v_b, c->v_a)) / vec2_length(c->d);
}

static void test_random_encounters(void **context)
{
    (void)context;
    uint64_t seed = 1;
    for (int i = 0; i < 100000; i++) {
        struct encounter before = random_encounter(&seed), after = before;
        double j = collide(&after), u = normal_velocity(&before), length = vec2_length(before.d);
        struct vec2 n = vec2_scale(1 / length, before.d), t = {-n.y, n.x};
        double m_a = before.m_a, m_b = before.m_b;
        assert_true(fabs(normal_velocity(&after) + before.e * u) <= 16 * DBL_EPSILON);
        assert_true(j > 0 && fabs(j + (1 + before.e) * u * m_a * m_b / (m_a + m_b)) <= 16 * DBL_EPSILON * j);
        assert_true(fabs(m_a * vec2_dot(vec2_sub(after.v_a, before.v_a), n) + j) <= 16 * DBL_EPSILON * (j + m_a));
        assert_true(fabs(m_b * vec2_dot(vec2_sub(after.v_b, before.v_b), n) - j) <= 16 * DBL_EPSILON * (j + m_b));
        assert_true(fabs(vec2_dot(vec2_sub(after.v_a, before.v_a), t)) <= 8 * DBL_EPSILON);
        assert_true(fabs(vec2_dot(vec2_sub(after.v_b, before.v_b), t)) <= 8 * DBL_EPSILON);
    }
}

static void test_limits(void **context)
{
    (void)context;
    struct encounter c = {.d = {2, 0}, .v_a = {3, 1}, .v_b = {-1, 2}, .m_a = 5, .m_b = 5, .e = 1};
    assert_true(collide(&c) == 20 && c.v_a.x == -1 && c.v_b.x == 3 && c.v_a.y == 1 && c.v_b.y == 2);
    c = (struct encounter){.d = {2, 0}, .v_a = {4, 0}, .m_a = 1, .m_b = 3, .e = 0};
    assert_true(collide(&c) == 3 && c.v_a.x == 1 && c.v_b.x == 1);
}

/** An immovable body: the other is reflected and scaled by e, whichever of the two it is. */
static void test_immovable(void **context)
{
    (void)context;
    struct encounter c = {.d = {0, 0.5}, .v_a = {7, 4}, .m_a = 3, .m_b = HUGE_VAL, .e = 0.25};
    collide(&c);
    assert_true(c.v_a.x == 7 && c.v_a.y == -1 && c.v_b.x == 0 && c.v_b.y == 0);
    c = (struct encounter){.d = {0, 0.5}, .v_b = {7, -4}, .m_a = HUGE_VAL, .m_b = 3, .e = 0.25};
    collide(&c);
    assert_true(c.v_b.x == 7 && c.v_b.y == 1 && c.v_a.x == 0 && c.v_a.y == 0);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_encounters),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_immovable),
    };
    return RUN_TESTS(tests);
}
