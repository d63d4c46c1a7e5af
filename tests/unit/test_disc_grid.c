#include <time.h>

#include "base/disc_grid.h"
#include "base/random.h"
#include "lib/testing.h"

/* The grid against a comparison of all pairs, for discs of one size and of very different ones, inside and far outside
 * the region, put in in any order. */

enum { N = 600 };

/* Disc i stands at index 3 i + 1 of the grid's arrays. */
struct discs {
    struct vec2 centre[N];
    double r[N];
    double x[3 * N], y[3 * N], radius[3 * N];
};

static struct discs make(uint64_t seed, double spread, double decades)
{
    struct random random = random_seeded(seed, 0);
    struct discs discs;
    for (size_t i = 0; i < N; i++) {
        double scale = 1;
        for (uint64_t k = (uint64_t)(random_uniform(&random) * (decades + 1)); k > 0; k--)
            scale /= 10;
        discs.centre[i].x = spread * (random_uniform(&random) - 0.3);
        discs.centre[i].y = spread * (random_uniform(&random) - 0.6);
        discs.r[i] = scale * (0.5 + random_uniform(&random));
        discs.x[3 * i + 1] = discs.centre[i].x;
        discs.y[3 * i + 1] = discs.centre[i].y;
        discs.radius[3 * i + 1] = discs.r[i];
    }
    return discs;
}

static bool naive(const struct discs *discs, size_t i, size_t j, double allowed)
{
    double dx = discs->centre[i].x - discs->centre[j].x, dy = discs->centre[i].y - discs->centre[j].y;
    double least = fmin(discs->r[i], discs->r[j]);
    return discs->r[i] + discs->r[j] - sqrt(dx * dx + dy * dy) > allowed * least;
}

static void check(const struct discs *discs, double extent, double allowed)
{
    struct disc_grid *grid = disc_grid_create((struct disc_grid_discs){discs->x, discs->y, discs->radius}, 3 * N,
                                              (struct vec2){extent, extent});
    size_t overlapping = 0;
    assert_non_null(grid);
    for (size_t i = 0; i < N; i++) {
        uint32_t found = disc_grid_find(grid, discs->centre[i], discs->r[i], allowed);
        bool is_free = disc_grid_find(grid, discs->centre[i], discs->r[i], 0) == UINT32_MAX;
        assert_int_equal(disc_grid_has_room(grid, discs->centre[i], discs->r[i]), is_free);
        bool expected = false;
        for (size_t j = 0; j < i; j++)
            expected = expected || naive(discs, i, j, allowed);
        assert_int_equal(found != UINT32_MAX, expected);
        if (found != UINT32_MAX)
            assert_true(found % 3 == 1 && found / 3 < i && naive(discs, i, found / 3, allowed));
        overlapping += expected;
        disc_grid_insert(grid, (uint32_t)(3 * i + 1));
    }
    assert_true(overlapping > N / 50 && overlapping < N);
    disc_grid_destroy(grid);
}

static void test_against_all_pairs(void **state)
{
    (void)state;
    static const double extents[] = {1e-3, 1, 30, 1e4};
    for (size_t e = 0; e < sizeof extents / sizeof extents[0]; e++)
        for (uint64_t seed = 0; seed < (uint64_t)runs(2, 4); seed++)
            for (double decades = 0; decades <= 6; decades += 3) {
                struct discs discs = make(seed, decades > 0 ? 15 : 60, decades);
                check(&discs, extents[e], 0);
                check(&discs, extents[e], 0.25);
            }
}

/** The discs with all lengths times a power of two, and moved. */
static struct discs transform(struct discs discs, double scale, double shift)
{
    for (size_t i = 0; i < N; i++) {
        discs.centre[i].x = discs.x[3 * i + 1] = scale * discs.centre[i].x + shift;
        discs.centre[i].y = discs.y[3 * i + 1] = scale * discs.centre[i].y - shift;
        discs.r[i] = discs.radius[3 * i + 1] = scale * discs.r[i];
    }
    return discs;
}

/* Units do not matter, from where the squares of lengths in single precision underflow to where they overflow, and
 * where it cannot tell one disc from the next. */
static void test_scales(void **state)
{
    (void)state;
    struct discs discs = make(5, 15, 3);
    for (double scale = 0x1p-500; scale < 0x1p500; scale *= runs(1, 0) ? 1024 : 32) {
        struct discs scaled = transform(discs, scale, 0);
        struct disc_grid *grid = disc_grid_create((struct disc_grid_discs){discs.x, discs.y, discs.radius}, 3 * N,
                                                  (struct vec2){16, 16}),
                         *other = disc_grid_create((struct disc_grid_discs){scaled.x, scaled.y, scaled.radius}, 3 * N,
                                                   (struct vec2){16 * scale, 16 * scale});
        for (uint32_t i = 0; i < N; i++) {
            assert_int_equal(disc_grid_find(other, scaled.centre[i], scaled.r[i], 0.1),
                             disc_grid_find(grid, discs.centre[i], discs.r[i], 0.1));
            disc_grid_insert(grid, 3 * i + 1);
            disc_grid_insert(other, 3 * i + 1);
        }
        disc_grid_destroy(grid);
        disc_grid_destroy(other);
    }
    for (double shift = 1; shift < 0x1p40; shift *= 16) {
        struct discs moved = transform(discs, 1, shift);
        check(&moved, 16, 0);
    }
}

/* Cell numbers beyond 2^52 share a cell; nothing overflows. */
static void test_far_away(void **state)
{
    (void)state;
    const struct vec2 far = {-1e300, 1e300}, near = {0.5, 0.5};
    const double x[] = {far.x, near.x}, y[] = {far.y, near.y}, r[] = {0.1, 1e-30};
    struct disc_grid *grid = disc_grid_create((struct disc_grid_discs){x, y, r}, 2, (struct vec2){1, 1});
    disc_grid_insert(grid, 0);
    disc_grid_insert(grid, 1);
    assert_int_equal(disc_grid_find(grid, far, 0.1, 0), 0);
    assert_int_equal(disc_grid_find(grid, (struct vec2){1e300, 1e300}, 0.1, 0), UINT32_MAX);
    assert_int_equal(disc_grid_find(grid, near, 1e-30, 0), 1);
    assert_int_equal(disc_grid_find(grid, near, 1e200, 0), 1);
    disc_grid_destroy(grid);
}

/* The first of the depths is exact; touching discs do not overlap; scales do not matter. */
static void test_depth(void **state)
{
    (void)state;
    const struct vec2 origin = {0, 0};
    for (double scale = 0x1p-1000; scale < 0x1p1000; scale *= 0x1p250) {
        assert_true(disc_grid_depth(origin, 2 * scale, (struct vec2){3 * scale, 0}, 2 * scale) == scale);
        assert_true(disc_grid_depth(origin, 2 * scale, (struct vec2){3 * scale, 4 * scale}, 3 * scale) == 0);
        assert_true(disc_grid_depth(origin, scale, origin, 3 * scale) == 4 * scale);
    }
}

/* A line of tiny discs, their distance a power of two and many times the side of their cells: no slot may be crowded.
 */
static void test_regular_positions(void **state)
{
    (void)state;
    enum { LINE = 65536 };
    static double x[LINE], y[LINE], r[LINE];
    struct disc_grid *grid = disc_grid_create((struct disc_grid_discs){x, y, r}, LINE, (struct vec2){1, 1});
    clock_t before = clock();
    for (uint32_t i = 0; i < LINE; i++) {
        struct vec2 centre = {x[i] = (i + 0.5) / LINE, y[i] = 0.5};
        r[i] = 0x1p-36;
        assert_int_equal(disc_grid_find(grid, centre, 0x1p-36, 0), UINT32_MAX);
        disc_grid_insert(grid, i);
    }
    assert_true((double)(clock() - before) / CLOCKS_PER_SEC < 2); /* 0.02 s; 11 s when they share slots */
    disc_grid_destroy(grid);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_all_pairs), cmocka_unit_test(test_scales),
        cmocka_unit_test(test_far_away),          cmocka_unit_test(test_depth),
        cmocka_unit_test(test_regular_positions),
    };
    return RUN_TESTS(tests);
}
