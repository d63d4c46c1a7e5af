#include "base/thermal_draw.h"
#include "lib/testing.h"

/* Vectors of the authors of Philox4x32-10 (Salmon and others, SC11, 2011): counter, key, output. */
static void test_philox(void **state)
{
    (void)state;
    static const uint32_t vectors[][10] = {{0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                           {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff,
                                            0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                           {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0,
                                            0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        uint32_t counter[4];
        memcpy(counter, vectors[i], sizeof counter);
        thermal_draw_philox(counter, vectors[i] + 4);
        assert_memory_equal(counter, vectors[i] + 6, sizeof counter);
    }
}

/* Draws of an independent program with 40 digits: R, G and the attempts that G took. Where q is near 1 its logarithm
 * has the rounding of 1 - q. */
static void test_draws(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed;
        uint32_t ball;
        uint64_t kicks;
        double rayleigh, normal;
        uint32_t attempts;
    } wanted[] = {{0, 0, 0, 1.3554906128801155, 0.56564678172600307, 1},
                  {0, 0, 1, 0.23728192328284533, -0.99873029976875026, 1},
                  {0, 0, 2, 2.8071116478103941, -0.41992369832219874, 1},
                  {0, 1, 0, 1.1492024853206092, 0.091297306329451702, 2},
                  {7, 0, 0, 0.30484712557039545, 0.31491454098167553, 1},
                  {7, 3, 5, 0.63545762710673377, -0.26749224525134578, 1},
                  {8589934597, 2, 0, 0.59101227294328241, -0.14499623180214455, 1}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const struct thermal_draw draw = thermal_draw(wanted[i].seed, wanted[i].ball, wanted[i].kicks);
        assert_true(fabs(draw.rayleigh - wanted[i].rayleigh) <= 4e-16 * wanted[i].rayleigh);
        assert_true(fabs(draw.normal - wanted[i].normal) <= 2e-15 * fabs(wanted[i].normal));
        assert_int_equal(draw.attempts, wanted[i].attempts);
    }
}

/* Means of R, R^2, G, G^2 and G^4 of as many draws, in standard errors. */
static void test_moments(void **state)
{
    (void)state;
    enum { DRAWS = 200000 };
    double r = 0, rr = 0, g = 0, gg = 0, gggg = 0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        const struct thermal_draw draw = thermal_draw(5, 9, k);
        const double square = draw.normal * draw.normal;
        r += draw.rayleigh / DRAWS;
        rr += draw.rayleigh * draw.rayleigh / DRAWS;
        g += draw.normal / DRAWS;
        gg += square / DRAWS;
        gggg += square * square / DRAWS;
    }
    const double unit = 1 / sqrt(DRAWS);
    assert_true(fabs(r - 1.2533141373155003) < 3 * 0.6551 * unit);
    assert_true(fabs(rr - 2) < 3 * 2 * unit);
    assert_true(fabs(g) < 3 * unit);
    assert_true(fabs(gg - 1) < 3 * 1.4142 * unit);
    assert_true(fabs(gggg - 3) < 3 * 9.798 * unit);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_philox),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_moments),
    };
    return RUN_TESTS(tests);
}
