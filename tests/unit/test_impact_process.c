/* The laws `hooke` and `hertz` against their equations of motion, integrated in the plainest way: the forces as
 * impact_compliant.c states them with their max(0, ...), through openings and closings, by Runge and Kutta's classical
 * rule with steps that are halved until two halves agree with the whole. */
#include "unit/touching.h"

#include "base/min_max.h"

static const char *const laws[] = {"hooke", "hertz"};
enum { HOOKE, HERTZ, LAWS };

enum { BODIES = 16, CONTACTS = 64, COMPONENTS = 2 * BODIES + CONTACTS };

/* Bounds on the error of a step and on a velocity that is none, of speeds up to 1. */
#define PRECISE 1e-14L
#define AT_REST 1e-14L

/** A contact's force is k d^alpha + c d^beta dd/dt. */
struct plain_contact {
    size_t a, b; /* b = a: something fixed */
    long double nx, ny, k, c;
    long double duration, weak; /* sqrt(mu/k); a force that would bring about no more than AT_REST in that time */
};

/** The state is two velocities for each body, then each contact's compression. */
struct plain {
    size_t n_bodies, n_contacts, n;
    bool is_hertz;
    long double m[BODIES], shortest; /* contact */
    struct plain_contact contacts[CONTACTS];
};

/* ---- the equations ---- */

/** Of the oscillator x'' + 2 zeta x' + x = 0 that starts at x = 0: how much of its speed it has kept when x + 2 zeta x'
 *  is 0 again. */
static long double plain_restitution(long double zeta)
{
    long double sine = sqrtl(fabsl(1 - zeta * zeta)), time;
    if (zeta == 1)
        return expl(-2);
    if (zeta > 1) {
        time = atanhl(2 * zeta * sine / (2 * zeta * zeta - 1)) / sine;
        return expl(-zeta * time) * fabsl(coshl(sine * time) - zeta / sine * sinhl(sine * time));
    }
    time = atan2l(2 * zeta * sine, 2 * zeta * zeta - 1) / sine;
    return expl(-zeta * time) * fabsl(cosl(sine * time) - zeta / sine * sinl(sine * time));
}

static long double plain_damping(long double e)
{
    long double low = 0, high = 16;
    for (int i = 0; e < 1 && i < 80; i++) {
        long double middle = (low + high) / 2;
        if (plain_restitution(middle) > e)
            low = middle;
        else
            high = middle;
    }
    return e < 1 ? low : 0;
}

static struct plain plain_from(const struct touching *set, bool is_hertz)
{
    struct plain plain = {.n_bodies = set->cluster.n_bodies,
                          .n_contacts = set->cluster.n_contacts,
                          .n = 2 * set->cluster.n_bodies + set->cluster.n_contacts,
                          .is_hertz = is_hertz,
                          .shortest = 1};
    assert_true(plain.n_bodies <= BODIES && plain.n_contacts <= CONTACTS);
    for (size_t i = 0; i < plain.n_bodies; i++)
        plain.m[i] = set->bodies[i].m;
    for (size_t i = 0; i < plain.n_contacts; i++) {
        const struct contact *from = &set->contacts[i];
        struct plain_contact *to = &plain.contacts[i];
        to->a = (size_t)from->a;
        to->b = from->b == CONTACT_FIXED ? to->a : (size_t)from->b;
        long double length = sqrtl((long double)from->n.x * from->n.x + (long double)from->n.y * from->n.y);
        to->nx = from->n.x / length;
        to->ny = from->n.y / length;
        to->k = is_hertz ? sqrtl(from->curvature_radius) : 1;
        long double mu = 1 / (1 / plain.m[to->a] + (to->b == to->a ? 0 : 1 / plain.m[to->b]));
        to->c = plain_damping(from->coefficients.restitution.slow) * sqrtl((is_hertz ? 5 : 4) * to->k * mu);
        to->duration = sqrtl(mu / to->k);
        to->weak = AT_REST * mu / to->duration;
        plain.shortest = fminl(plain.shortest, to->duration);
    }
    return plain;
}

static long double plain_velocity(const struct plain_contact *contact, const long double *y)
{
    const long double *a = y + 2 * contact->a, *b = y + 2 * contact->b;
    long double of_b = contact->b == contact->a ? 0 : contact->nx * b[0] + contact->ny * b[1];
    return of_b - (contact->nx * a[0] + contact->ny * a[1]);
}

static long double plain_force(const struct plain *plain, size_t k, const long double *y)
{
    const struct plain_contact *contact = &plain->contacts[k];
    long double depth = y[2 * plain->n_bodies + k], u = plain_velocity(contact, y);
    if (!(depth > 0))
        return 0;
    long double root = plain->is_hertz ? sqrtl(depth) : 1;
    return fmaxl(0, contact->k * depth * root - contact->c * sqrtl(root) * u);
}

static void plain_rates(const struct plain *plain, const long double *y, long double *rates)
{
    memset(rates, 0, plain->n * sizeof *rates);
    for (size_t k = 0; k < plain->n_contacts; k++) {
        const struct plain_contact *contact = &plain->contacts[k];
        long double f = plain_force(plain, k, y), *a = rates + 2 * contact->a, *b = rates + 2 * contact->b;
        rates[2 * plain->n_bodies + k] = -plain_velocity(contact, y);
        a[0] -= f * contact->nx / plain->m[contact->a];
        a[1] -= f * contact->ny / plain->m[contact->a];
        if (contact->b == contact->a)
            continue;
        b[0] += f * contact->nx / plain->m[contact->b];
        b[1] += f * contact->ny / plain->m[contact->b];
    }
}

/* ---- their integration ---- */

/** Runge and Kutta's classical rule. */
static void plain_step(const struct plain *plain, long double h, const long double *y, long double *next)
{
    static const long double part[] = {0, 0.5L, 0.5L, 1}, weight[] = {1, 2, 2, 1};
    long double rates[COMPONENTS] = {0}, stage[COMPONENTS], sum[COMPONENTS] = {0};
    for (int i = 0; i < 4; i++) {
        for (size_t c = 0; c < plain->n; c++)
            stage[c] = y[c] + part[i] * h * rates[c];
        plain_rates(plain, stage, rates);
        for (size_t c = 0; c < plain->n; c++)
            sum[c] += weight[i] * rates[c];
    }
    for (size_t c = 0; c < plain->n; c++)
        next[c] = y[c] + h * sum[c] / 6;
}

/** One step and its two halves. Returns their largest difference. */
static long double plain_try(const struct plain *plain, long double h, const long double *y, long double *next)
{
    long double whole[COMPONENTS], half[COMPONENTS], error = 0;
    plain_step(plain, h, y, whole);
    plain_step(plain, h / 2, y, half);
    plain_step(plain, h / 2, half, next);
    for (size_t c = 0; c < plain->n; c++) {
        error = fmaxl(error, fabsl(next[c] - whole[c]));
        next[c] += (next[c] - whole[c]) / 15;
    }
    return error;
}

/** Without forces that count: moves to the next closing. false: there is none, and no such force. */
static bool plain_goes_on(const struct plain *plain, long double *y)
{
    long double wait = HUGE_VALL, *depth = y + 2 * plain->n_bodies;
    for (size_t k = 0; k < plain->n_contacts; k++) {
        long double u = plain_velocity(&plain->contacts[k], y);
        if (plain_force(plain, k, y) > plain->contacts[k].weak)
            return true;
        if (u < -AT_REST)
            wait = fminl(wait, depth[k] < 0 ? depth[k] / u : 0);
    }
    for (size_t k = 0; wait < HUGE_VALL && k < plain->n_contacts; k++)
        depth[k] -= plain_velocity(&plain->contacts[k], y) * wait;
    return wait < HUGE_VALL;
}

/** Velocities after the impact. */
static void plain_resolve(const struct touching *set, bool is_hertz, long double *y)
{
    const struct plain plain = plain_from(set, is_hertz);
    const long double shortest_step = PRECISE * plain.shortest / 100;
    long double h = shortest_step, next[COMPONENTS];
    memset(y, 0, COMPONENTS * sizeof *y);
    for (size_t i = 0; i < plain.n_bodies; i++) {
        y[2 * i] = set->bodies[i].v.x;
        y[2 * i + 1] = set->bodies[i].v.y;
    }
    for (long steps = 0; plain_goes_on(&plain, y); steps++) {
        assert_true(steps < 1000000);
        long double error = plain_try(&plain, h, y, next);
        bool is_good = error <= PRECISE || h <= shortest_step;
        if (is_good)
            memcpy(y, next, sizeof next);
        h = is_good ? h * (32 * error < PRECISE ? 2 : 1) : h / 2;
        h = fmaxl(shortest_step, fminl(plain.shortest / 10, h));
    }
}

/** Resolves a cluster both ways; returns the largest difference of a velocity. */
static double difference(struct touching *set, size_t law)
{
    long double y[COMPONENTS];
    double largest = 0;
    plain_resolve(set, law == HERTZ, y);
    touching_resolve(set, laws[law]);
    for (size_t i = 0; i < set->cluster.n_bodies; i++) {
        largest = fmax(largest, fabs(set->bodies[i].v.x - (double)y[2 * i]));
        largest = fmax(largest, fabs(set->bodies[i].v.y - (double)y[2 * i + 1]));
    }
    return largest;
}

/* ---- clusters ---- */

/** A random cluster: elastic in one of three cases, else with one restitution for all contacts or different ones; in
 *  every other case in a corner, or with a wall and something curved. */
static void make_cluster(struct touching *set, uint64_t seed)
{
    size_t n = 3 + (size_t)uniform(&seed, 0, 6);
    double kind = uniform(&seed, 0, 3), e = kind < 1 ? 1 : uniform(&seed, 0.05, 1);
    touching_cluster(set, n, e, e, false, &seed);
    double walls = uniform(&seed, 0, 4);
    if (walls < 2)
        touching_find_wall(set, -1, 0, e);
    if (walls < 1)
        touching_find_wall(set, 0, -1, e);
    if (walls >= 1 && walls < 2) {
        double turn = uniform(&seed, 0, 6.283185307179586);
        touching_wall(set, n - 1, cos(turn), sin(turn), e);
        set->contacts[set->cluster.n_contacts - 1].curvature_radius = pow(10, uniform(&seed, -1, 1));
    }
    for (size_t k = 0; kind > 2 && k < set->cluster.n_contacts; k++)
        set->contacts[k].coefficients.restitution = restitution_of(double_min(1, uniform(&seed, 0.05, 1.2)));
}

static void check(struct touching *set, uint64_t seed)
{
    for (size_t law = 0; law < LAWS; law++) {
        make_cluster(set, seed);
        double found = difference(set, law);
        if (!(found < 1e-11))
            fail_msg("%s, seed %u: velocities differ by %g", laws[law], (unsigned)seed, found);
    }
}

static void test_clusters(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (uint64_t seed = 1; seed <= (uint64_t)runs(5, 300); seed++)
        check(set, seed);
    touching_close(set);
}

/** Balls at rest that are pressed together and separate again, or the other way round, in the first step in which that
 *  shows. */
static void test_early_switches(void **context)
{
    (void)context;
    static const uint64_t seeds[] = {121, 2040, 17051, 18983};
    struct touching *set = touching_open();
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        check(set, seeds[i]);
    touching_close(set);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_early_switches),
    };
    return RUN_TESTS(tests);
}
