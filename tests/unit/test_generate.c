/*
 * Promise: generators place what they say. Measured: racks, lattices and fills against closed forms and counts. Also
 * kept by unit/test_random.c.
 */
#include "given/table.h"
#include "lib/testing.h"
#include "reading/generate.h"

enum { MOST = 1 << 14 };

static double x[MOST], y[MOST], radius[MOST];

static size_t place_rack(enum generate_rack_kind kind, uint64_t rows, double gap, double angle)
{
    struct generate_rack rack = {kind, rows, 1.9, 0.635, 0.028575, gap, angle};
    generate_rack_place(&rack, x, y);
    return generate_rack_count(kind, rows);
}

static double nearest_distance(const double *px, const double *py, size_t n)
{
    double square = HUGE_VAL;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double dx = px[i] - px[j], dy = py[i] - py[j], found = dx * dx + dy * dy;
            square = found < square ? found : square;
        }
    return sqrt(square);
}

static size_t touching_pairs(size_t n, double distance, double tolerance)
{
    size_t pairs = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            pairs += fabs(hypot(x[i] - x[j], y[i] - y[j]) - distance) <= tolerance;
    return pairs;
}

static void test_rack_counts(void **state)
{
    (void)state;
    assert_int_equal(generate_rack_count(RACK_TRIANGLE, 1), 1);
    assert_int_equal(generate_rack_count(RACK_TRIANGLE, 5), 15);
    assert_int_equal(generate_rack_count(RACK_TRIANGLE, 65535), 2147450880);
    assert_int_equal(generate_rack_count(RACK_DIAMOND, 1), 1);
    assert_int_equal(generate_rack_count(RACK_DIAMOND, 3), 9);
    assert_int_equal(generate_rack_count(RACK_LINE, 7), 7);
    assert_true(generate_rack_count(RACK_TRIANGLE, INT32_MAX) == UINT64_C(2305843008139952128));
}

/* A triangle of n rows of touching balls has 3 n (n - 1)/2 contacts: 30 among 15 balls (and 31 with a cue ball at the
 * apex); the nine-ball diamond has 16. */
static void test_racks_touch(void **state)
{
    (void)state;
    const double d = 2 * 0.028575, rounding = 4 * 0x1p-52; /* of coordinates near 2 */
    size_t n = place_rack(RACK_TRIANGLE, 5, 0, 0);
    assert_int_equal(touching_pairs(n, d, rounding), 30);
    assert_true(nearest_distance(x, y, n) >= d - rounding);
    n = place_rack(RACK_DIAMOND, 3, 0, 0);
    assert_int_equal(touching_pairs(n, d, rounding), 16);
    n = place_rack(RACK_TRIANGLE, 5, 0, 17.3);
    assert_int_equal(touching_pairs(n, d, rounding), 30);
    n = place_rack(RACK_TRIANGLE, 5, 0.01, -123);
    assert_int_equal(touching_pairs(n, d + 0.01, rounding), 30);
    n = place_rack(RACK_LINE, 6, 0.01, 90);
    assert_int_equal(touching_pairs(n, d + 0.01, rounding), 5);
}

static void test_rack_places(void **state)
{
    (void)state;
    const double d = 2 * 0.028575, high = sqrt(3.0) / 2 * d;
    place_rack(RACK_TRIANGLE, 3, 0, 0);
    const double along[] = {0, high, high, 2 * high, 2 * high, 2 * high}, across[] = {0, -d / 2, d / 2, -d, 0, d};
    for (size_t i = 0; i < 6; i++) {
        assert_true(fabs(x[i] - (1.9 + along[i])) < 1e-15);
        assert_true(fabs(y[i] - (0.635 + across[i])) < 1e-15);
    }
    place_rack(RACK_TRIANGLE, 3, 0, 90);
    for (size_t i = 0; i < 6; i++) {
        assert_true(fabs(x[i] - (1.9 - across[i])) < 1e-15);
        assert_true(fabs(y[i] - (0.635 + along[i])) < 1e-15);
    }
    place_rack(RACK_DIAMOND, 2, 0, 0);
    assert_true(fabs(x[3] - (1.9 + 2 * high)) < 1e-15 && y[3] == 0.635);
}

/* About an axis at y = 0 the mirror image of each ball is there to the last bit; elsewhere the offsets are exact and
 * only the sum y0 + d is rounded. */
static void test_racks_are_mirror_symmetric(void **state)
{
    (void)state;
    struct generate_rack rack = {RACK_TRIANGLE, 9, 0, 0, 0.028575, 1e-4, 0};
    generate_rack_place(&rack, x, y);
    size_t ball = 0;
    for (size_t row = 0; row < 9; row++) {
        for (size_t i = 0; i <= row; i++) {
            assert_true(y[ball + i] == -y[ball + row - i]);
            assert_true(x[ball + i] == x[ball]);
        }
        ball += row + 1;
    }
}

static struct generate_fill fill_of(enum generate_fill_pattern pattern, uint64_t count, double r, double width,
                                    double height)
{
    return (struct generate_fill){
        .pattern = pattern, .count = count, .seed = 7, .r = {r, r}, .area = {3, -2, 3 + width, -2 + height, 0}};
}

/** Places a fill's balls in x, y and their radii in radius, beside nothing. */
static uint64_t place(const struct generate_fill *fill)
{
    struct disc_grid *taken = disc_grid_create((struct disc_grid_discs){x, y, radius}, fill->count,
                                               (struct vec2){fill->area.x1, fill->area.y1});
    const struct generate_balls balls = {x, y, radius, 0, fill->count};
    assert_non_null(taken);
    generate_fill_radii(fill, radius);
    uint64_t placed = generate_fill_place(fill, &balls, taken);
    disc_grid_destroy(taken);
    return placed;
}

static void check_inside(const struct generate_fill *fill)
{
    for (size_t i = 0; i < fill->count; i++) {
        double r = radius[i], slack = 1e-9 * r;
        assert_true(r >= fill->r[0] && r <= fill->r[1]);
        assert_true(x[i] >= fill->area.x0 + r - slack && x[i] <= fill->area.x1 - r + slack);
        assert_true(y[i] >= fill->area.y0 + r - slack && y[i] <= fill->area.y1 - r + slack);
    }
}

static void test_lattices_fit_to_capacity(void **state)
{
    (void)state;
    static const double widths[] = {1, 2.5, 7, 10, 33.3}, heights[] = {1, 1.9, 4, 20};
    for (size_t p = FILL_HEX; p <= FILL_SQUARE; p++)
        for (size_t a = 0; a < 5; a++)
            for (size_t b = 0; b < 4; b++) {
                struct generate_fill fill = fill_of((enum generate_fill_pattern)p, 0, 0.5, widths[a], heights[b]);
                uint64_t capacity = generate_fill_capacity(&fill);
                for (fill.count = 1; fill.count <= capacity; fill.count += 1 + capacity / 17) {
                    assert_int_equal(place(&fill), fill.count);
                    check_inside(&fill);
                    assert_true(nearest_distance(x, y, fill.count) >= 1 - 1e-9);
                }
                fill.count = capacity;
                place(&fill);
                check_inside(&fill);
                assert_true(nearest_distance(x, y, capacity) >= 1 - 1e-9);
            }
}

/** The distance of the nearest two images. */
static double nearest_images(const struct period *period, size_t n)
{
    double nearest = HUGE_VAL;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++)
            nearest = fmin(nearest, vec2_length(period_nearest(period, (struct vec2){x[a] - x[b], y[a] - y[b]})));
    return nearest;
}

/** On a periodic table the first and the last ball of a row are neighbours, too, and the capacity fits the period. */
static void test_periodic_tables(void **state)
{
    (void)state;
    static const double widths[] = {2.1, 7, 10, 33.3}, heights[] = {2.1, 4, 20};
    for (unsigned k = 0; k < 3 * 3 * 4 * 3; k++) {
        unsigned axes = 1 + k % 3;
        enum generate_fill_pattern pattern = (enum generate_fill_pattern)(k / 3 % 3);
        struct generate_fill fill = fill_of(pattern, 0, 0.5, widths[k / 9 % 4], heights[k / 36]);
        struct table table = {.width = widths[k / 9 % 4], .height = heights[k / 36], .periodic = axes};
        fill.area = (struct fill_area){0, 0, table.width, table.height, axes};
        const struct generate_balls balls = {x, y, radius, 0, 0, table_period(&table)};
        uint64_t most = generate_fill_capacity(&fill) / (pattern == FILL_RANDOM ? 3 : 1);
        for (fill.count = 1; fill.count <= most; fill.count += 1 + most / 7) {
            struct generate_balls all = balls;
            struct disc_grid *taken =
                disc_grid_create((struct disc_grid_discs){x, y, radius, all.period}, most, table_size(&table));
            assert_non_null(taken);
            all.n = fill.count;
            generate_fill_radii(&fill, radius);
            assert_int_equal(generate_fill_place(&fill, &all, taken), fill.count);
            assert_true(nearest_images(&all.period, fill.count) >= 1 - 1e-9);
            for (size_t i = 0; i < fill.count; i++) {
                double mx = axes & TABLE_AXIS_X ? 0 : 0.5 - 1e-9, my = axes & TABLE_AXIS_Y ? 0 : 0.5 - 1e-9;
                assert_true(x[i] >= mx && x[i] <= table.width - mx && y[i] >= my && y[i] <= table.height - my);
            }
            disc_grid_destroy(taken);
        }
    }
    struct generate_fill square = fill_of(FILL_SQUARE, 0, 0.5, 6, 4), hex = fill_of(FILL_HEX, 0, 0.5, 6, 7);
    square.area.periodic = hex.area.periodic = TABLE_AXIS_X | TABLE_AXIS_Y;
    assert_int_equal(generate_fill_capacity(&square), 24);
    assert_int_equal(generate_fill_capacity(&hex), 6 * 8); /* rows 0.866 apart, an even number of them */
}

static void test_capacities(void **state)
{
    (void)state;
    struct generate_fill fill = fill_of(FILL_SQUARE, 0, 0.05, 1, 1);
    assert_int_equal(generate_fill_capacity(&fill), 100); /* 1 / (2 * 0.05) may round below 10 */
    fill = fill_of(FILL_SQUARE, 0, 0.5, 7.9, 3.99);
    assert_int_equal(generate_fill_capacity(&fill), 21);
    fill = fill_of(FILL_HEX, 0, 0.5, 10, 10);
    /* 11 rows of 10 and 9 in turn: 1 + 10 sqrt(3)/2 = 9.66 <= 10 < 10.53 */
    assert_int_equal(generate_fill_capacity(&fill), 6 * 10 + 5 * 9);
    fill = fill_of(FILL_HEX, 0, 0.5, 10.5, 10);
    assert_int_equal(generate_fill_capacity(&fill), 11 * 10); /* now the shifted rows have 10, too */
    fill = fill_of(FILL_HEX, 0, 0.5, 0.9, 10);
    assert_int_equal(generate_fill_capacity(&fill), 0);
    fill = fill_of(FILL_HEX, 0, 0.5, 1, 10);
    assert_int_equal(generate_fill_capacity(&fill), 10);
}

/* Few balls have much room: a single one sits in the middle, four in a square in the quarters' inner corners. */
static void test_lattices_spread_evenly(void **state)
{
    (void)state;
    for (size_t p = FILL_HEX; p <= FILL_SQUARE; p++) {
        struct generate_fill fill = fill_of((enum generate_fill_pattern)p, 1, 0.5, 6, 4);
        place(&fill);
        assert_true(fabs(x[0] - 6) < 1e-15 && fabs(y[0] - 0) < 1e-15);
    }
    struct generate_fill fill = fill_of(FILL_SQUARE, 4, 0.5, 5, 5);
    place(&fill);
    /* clearance (5 - 2)/3 = 1 to walls and neighbours */
    static const double wanted_x[] = {4.5, 6.5, 4.5, 6.5}, wanted_y[] = {-0.5, -0.5, 1.5, 1.5};
    for (size_t i = 0; i < 4; i++)
        assert_true(fabs(x[i] - wanted_x[i]) < 1e-14 && fabs(y[i] - wanted_y[i]) < 1e-14);
}

/* The nearest neighbours of n balls on a hexagonal lattice in a large area A: d = sqrt(2 A/(sqrt(3) n)). */
static void test_hex_spacing(void **state)
{
    (void)state;
    struct generate_fill fill = fill_of(FILL_HEX, 10000, 0.01, 200, 100);
    place(&fill);
    check_inside(&fill);
    double ideal = sqrt(2 * 200.0 * 100 / sqrt(3.0) / 10000), found = nearest_distance(x, y, 10000);
    assert_true(found > 0.97 * ideal && found <= ideal);
}

static void test_random_fill(void **state)
{
    (void)state;
    struct generate_fill fill = fill_of(FILL_RANDOM, 6000, 0.5, 100, 100); /* area fraction 0.47 */
    assert_int_equal(place(&fill), fill.count);
    check_inside(&fill);
    assert_true(nearest_distance(x, y, 6000) >= 1 - 1e-12);
    /* uniform: the mean is the middle, to five standard errors of independent points */
    double mean_x = 0, mean_y = 0;
    for (size_t i = 0; i < 6000; i++) {
        mean_x += x[i] / 6000;
        mean_y += y[i] / 6000;
    }
    double error = 5 * 99 / sqrt(12.0 * 6000);
    assert_true(fabs(mean_x - 53) < error && fabs(mean_y - 48) < error);
}

static void test_random_fill_gives_up(void **state)
{
    (void)state;
    struct generate_fill fill = fill_of(FILL_RANDOM, 7300, 0.5, 100, 100); /* area fraction 0.573, beyond jamming */
    uint64_t placed = place(&fill);
    assert_true(placed > 6200 && placed < 7000);
    fill.count = 0;
    assert_int_equal(place(&fill), fill.count);
}

/* Thin strips: rows of cells in one direction only. */
static void test_random_fill_of_a_strip(void **state)
{
    (void)state;
    struct generate_fill fill = fill_of(FILL_RANDOM, 50, 0.5, 100, 1);
    assert_int_equal(place(&fill), fill.count);
    check_inside(&fill);
    assert_true(nearest_distance(x, y, 50) >= 1 - 1e-12);
}

/* Radii spread evenly over their range, no two balls overlap, and none overlaps what was there before. */
static void test_random_fill_of_a_range(void **state)
{
    (void)state;
    struct generate_fill fill = fill_of(FILL_RANDOM, 2000, 0.2, 60, 60);
    fill.r[1] = 0.6;
    struct disc_grid *taken = disc_grid_create((struct disc_grid_discs){x, y, radius}, 2001, (struct vec2){63, 58});
    const struct generate_balls balls = {x, y, radius, 0, fill.count};
    double mean = 0;
    x[2000] = 30;
    y[2000] = 20;
    radius[2000] = 9;
    disc_grid_insert(taken, 2000);
    generate_fill_radii(&fill, radius);
    assert_int_equal(generate_fill_place(&fill, &balls, taken), fill.count);
    check_inside(&fill);
    for (size_t i = 0; i < fill.count; i++) {
        mean += radius[i] / (double)fill.count;
        assert_true(hypot(x[i] - 30, y[i] - 20) >= 9 + radius[i] - 1e-12);
        for (size_t j = 0; j < i; j++)
            assert_true(hypot(x[i] - x[j], y[i] - y[j]) >= radius[i] + radius[j] - 1e-12);
    }
    assert_true(fabs(mean - 0.4) < 5 * 0.4 / sqrt(12.0 * 2000));
    disc_grid_destroy(taken);
}

/* Lattices keep the distance that the largest balls need. */
static void test_lattice_of_a_range(void **state)
{
    (void)state;
    struct generate_fill fill = fill_of(FILL_HEX, 0, 0.1, 20, 10), largest = fill_of(FILL_HEX, 0, 0.5, 20, 10);
    fill.r[1] = 0.5;
    fill.count = generate_fill_capacity(&fill);
    assert_int_equal(fill.count, generate_fill_capacity(&largest));
    assert_int_equal(place(&fill), fill.count);
    check_inside(&fill);
    assert_true(nearest_distance(x, y, fill.count) >= 1 - 1e-9);
}

static void test_velocities(void **state)
{
    (void)state;
    enum { N = 16000 };
    static double vx[N], vy[N];
    for (size_t i = 0; i < N; i++) {
        vx[i] = 10;
        vy[i] = 0;
    }
    generate_velocities(3, 2, vx, vy, N);
    double mean_x = 0, mean_y = 0, square = 0, fourth = 0;
    for (size_t i = 0; i < N; i++) {
        double u = vx[i] - 10, v = vy[i], speed = u * u + v * v;
        mean_x += u / N;
        mean_y += v / N;
        square += speed / N;
        fourth += speed * speed / N;
    }
    /* rms speed 2: components of variance 2, speed^2 exponential of mean 4: <v^4> = 32; five standard errors */
    assert_true(fabs(mean_x) < 5 * sqrt(2.0 / N) && fabs(mean_y) < 5 * sqrt(2.0 / N));
    assert_true(fabs(square - 4) < 5 * 4 / sqrt((double)N));
    assert_true(fabs(fourth - 32) < 5 * 32 * sqrt(5.0 / N));
}

static uint64_t hash_of(const double *values, size_t n, uint64_t hash)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x100000001b3); /* FNV-1a, a double at a time */
    }
    return hash;
}

/* The same balls for every compiler and machine. A change of these numbers changes what users' scenes mean. */
static void test_golden_bits(void **state)
{
    (void)state;
    static const struct {
        enum generate_fill_pattern pattern;
        uint64_t hash;
    } cases[] = {{FILL_HEX, 0xcab694206f0dce66}, {FILL_SQUARE, 0xcc9f6c81eb05f393}, {FILL_RANDOM, 0xa5da7b6a43a916d8}};
    for (size_t i = 0; i < 3; i++) {
        struct generate_fill fill = fill_of(cases[i].pattern, 1000, 0.25, 31, 17);
        double vx[1000] = {0}, vy[1000] = {0};
        assert_int_equal(place(&fill), fill.count);
        generate_velocities(7, 1.5, vx, vy, 1000);
        uint64_t hash = hash_of(vy, 1000, hash_of(vx, 1000, hash_of(y, 1000, hash_of(x, 1000, 0))));
        if (hash != cases[i].hash)
            fail_msg("pattern %zu: 0x%016llx", i, (unsigned long long)hash);
    }
    size_t n = place_rack(RACK_TRIANGLE, 20, 1e-3, 12.5);
    assert_true(hash_of(y, n, hash_of(x, n, 0)) == 0xa9ab95c7148d021c);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rack_counts),
        cmocka_unit_test(test_racks_touch),
        cmocka_unit_test(test_rack_places),
        cmocka_unit_test(test_racks_are_mirror_symmetric),
        cmocka_unit_test(test_lattices_fit_to_capacity),
        cmocka_unit_test(test_periodic_tables),
        cmocka_unit_test(test_capacities),
        cmocka_unit_test(test_lattices_spread_evenly),
        cmocka_unit_test(test_hex_spacing),
        cmocka_unit_test(test_random_fill),
        cmocka_unit_test(test_random_fill_gives_up),
        cmocka_unit_test(test_random_fill_of_a_strip),
        cmocka_unit_test(test_random_fill_of_a_range),
        cmocka_unit_test(test_lattice_of_a_range),
        cmocka_unit_test(test_velocities),
        cmocka_unit_test(test_golden_bits),
    };
    return RUN_TESTS(tests);
}
