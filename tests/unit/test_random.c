#include "base/random.h"
#include "lib/testing.h"

enum { SAMPLES = 1000000 };

/* The first outputs from the state 1, 2, 3, 4, computed by hand from the definition in integer arithmetic (Python). */
static void test_bits_from_known_state(void **state)
{
    (void)state;
    static const uint64_t wanted[] = {
        11520, 0, 1509978240, 1215971899390074240u, 1216172134540287360u, 607988272756665600u};
    struct random random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        assert_true(random_bits(&random) == wanted[i]);
}

/* Independent computation of splitmix64 seeding, also in Python. */
static void test_seeding(void **state)
{
    (void)state;
    static const uint64_t seed_0[] = {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0};
    static const uint64_t seed_7_stream_1[] = {0xb9bed8e841f27f97, 0x92bc435da504dd3d, 0x87bf814900fcada8};
    struct random a = random_seeded(0, 0), b = random_seeded(7, 1);
    for (size_t i = 0; i < 3; i++) {
        assert_true(random_bits(&a) == seed_0[i]);
        assert_true(random_bits(&b) == seed_7_stream_1[i]);
    }
}

static void test_uniform_range(void **state)
{
    (void)state;
    struct random random = random_seeded(1, 0);
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double u = random_uniform(&random);
        assert_true(u >= 0 && u < 1 && u * 0x1p53 == floor(u * 0x1p53));
        sum += u;
    }
    assert_true(fabs(sum / SAMPLES - 0.5) < 5 * sqrt(1.0 / 12 / SAMPLES));
}

/* Moments of the normal distribution: 0, 1, 0, 3, 15 for powers 1, 2, 3, 4, 6; five standard errors are allowed, with
 * Var(x^k) = (2k - 1)!! - mean^2. */
static void test_normal_moments(void **state)
{
    (void)state;
    static const struct {
        int power;
        double mean, variance;
    } moments[] = {{1, 0, 1}, {2, 1, 2}, {3, 0, 15}, {4, 3, 96}, {6, 15, 10395 - 225}};
    struct random random = random_seeded(42, 3);
    double sum[7] = {0};
    for (int i = 0; i < SAMPLES; i++) {
        double sample = random_normal(&random), power = 1;
        for (int k = 1; k <= 6; k++)
            sum[k] += power *= sample;
    }
    for (size_t m = 0; m < sizeof moments / sizeof moments[0]; m++)
        assert_true(fabs(sum[moments[m].power] / SAMPLES - moments[m].mean) < 5 * sqrt(moments[m].variance / SAMPLES));
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Kolmogorov-Smirnov distance from the exact distribution: below 2.2/sqrt(n) except with probability 1.3e-4. A
 * generator whose tails or centre are off by half a percent fails. */
static void test_normal_distribution(void **state)
{
    (void)state;
    static double sample[SAMPLES];
    struct random random = random_seeded(2026, 0);
    for (int i = 0; i < SAMPLES; i++)
        sample[i] = random_normal(&random);
    qsort(sample, SAMPLES, sizeof sample[0], compare);
    double worst = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double exact = 0.5 * erfc(-sample[i] / sqrt(2.0));
        worst = fmax(worst, fmax(fabs(exact - (double)i / SAMPLES), fabs(exact - (double)(i + 1) / SAMPLES)));
    }
    assert_true(worst < 2.2 / sqrt(SAMPLES));
    /* the largest of a million is between 4 and 6 except with probability 1e-3 (below 4: e^-31) */
    assert_true(sample[SAMPLES - 1] > 4 && sample[SAMPLES - 1] < 6 && sample[0] < -4 && sample[0] > -6);
}

static void test_streams_are_uncorrelated(void **state)
{
    (void)state;
    struct random a = random_seeded(5, 0), b = random_seeded(5, 1), c = random_seeded(6, 0);
    double ab = 0, ac = 0;
    const int samples = runs(SAMPLES / 5, SAMPLES);
    for (int i = 0; i < samples; i++) {
        double x = random_normal(&a);
        ab += x * random_normal(&b);
        ac += x * random_normal(&c);
    }
    assert_true(fabs(ab) < 5 * sqrt(samples) && fabs(ac) < 5 * sqrt(samples));
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits_from_known_state), cmocka_unit_test(test_seeding),
        cmocka_unit_test(test_uniform_range),         cmocka_unit_test(test_normal_moments),
        cmocka_unit_test(test_normal_distribution),   cmocka_unit_test(test_streams_are_uncorrelated),
    };
    return RUN_TESTS(tests);
}
