/* The grid and the Verlet list against the double loop over all pairs. */

#include "base/mem.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "near/allpairs.h"
#include "near/grid.h"
#include "near/pairs.h"
#include "near/verlet_list.h"

struct cloud {
    size_t n;
    struct vec2 *at; /* centres, and NaN behind them */
    double *reach;
    uint64_t seed;
    struct period period; /* of the plane; zero: it has none */
};

/** n balls with centres in low..high along both axes, reaches between `smallest` and `largest`, small ones more often.
 */
static struct cloud cloud_open(size_t n, double low, double high, double smallest, double largest)
{
    struct cloud cloud = {n, mem_array(n + 1, sizeof *cloud.at), mem_array(n, sizeof(double)), n, {{0, 0}, {0, 0}}};
    assert_true(cloud.at && cloud.reach);
    cloud.at[n] = (struct vec2){(double)NAN, (double)NAN};
    for (size_t i = 0; i < n; i++) {
        cloud.at[i].x = uniform(&cloud.seed, low, high);
        cloud.at[i].y = uniform(&cloud.seed, low, high);
        double u = uniform(&cloud.seed, 0, 1);
        cloud.reach[i] = smallest + (largest - smallest) * u * u * u * u;
    }
    return cloud;
}

static void cloud_close(struct cloud *cloud)
{
    free(cloud->at);
    free(cloud->reach);
}

/** The pairs that `part` of `parts` ranges should know: its own, and turned round those with earlier balls. */
static void split(const struct pairs *all, size_t first, size_t last, struct pairs *own, struct pairs *incoming)
{
    own->count = incoming->count = 0;
    for (size_t p = 0; p < all->count; p++) {
        struct pair pair = all->items[p];
        if (pair.a >= first && pair.a < last)
            assert_true(pairs_add(own, pair.a, pair.b));
        else if (pair.a < first && pair.b >= first && pair.b < last)
            assert_true(pairs_add(incoming, pair.b, pair.a));
    }
    assert_true(incoming->count == 0 || pairs_sort(incoming, last));
}

static void assert_same_pairs(const struct pair *found, size_t count, const struct pairs *expected)
{
    assert_int_equal(count, expected->count);
    for (size_t p = 0; p < count; p++)
        assert_true(found[p].a == expected->items[p].a && found[p].b == expected->items[p].b);
}

/** Incoming pairs come in any order that leaves each ball's partners ascending. */
static void assert_same_incoming(const struct pair *found, size_t count, const struct pairs *expected, size_t n)
{
    struct pairs sorted = {0};
    uint32_t *last = mem_array(n, sizeof *last);
    assert_non_null(last);
    for (size_t p = 0; p < count; p++) {
        assert_true(last[found[p].a] <= found[p].b);
        last[found[p].a] = found[p].b + 1;
        assert_true(pairs_add(&sorted, found[p].a, found[p].b));
    }
    assert_true(count == 0 || pairs_sort(&sorted, n));
    assert_same_pairs(sorted.items, sorted.count, expected);
    pairs_free(&sorted);
    free(last);
}

static void compare_ranges(const struct cloud *cloud, const struct grid *grid, const struct pairs *all, size_t ranges)
{
    struct pairs own = {0}, incoming = {0}, expected_own = {0}, expected_incoming = {0};
    for (size_t range = 0; range < ranges; range++) {
        size_t first = cloud->n * range / ranges, last = cloud->n * (range + 1) / ranges;
        split(all, first, last, &expected_own, &expected_incoming);
        assert_true(grid_near(grid, first, last, &own, &incoming));
        assert_same_pairs(own.items, own.count, &expected_own);
        assert_same_incoming(incoming.items, incoming.count, &expected_incoming, cloud->n);
    }
    pairs_free(&own);
    pairs_free(&incoming);
    pairs_free(&expected_own);
    pairs_free(&expected_incoming);
}

/** Returns the number of near pairs. */
static size_t compare(const struct cloud *cloud)
{
    struct pairs expected = {0};
    struct grid *grid = grid_create(cloud->n, cloud->reach, cloud->period);
    assert_non_null(grid);
    assert_true(allpairs_near(cloud->n, cloud->reach, cloud->at, &cloud->period, &expected));
    for (size_t p = 1; p < expected.count; p++)
        assert_true(pairs_before(expected.items[p - 1], expected.items[p]));
    for (int again = 0; again < 2; again++) {
        assert_true(grid_place(grid, cloud->at));
        compare_ranges(cloud, grid, &expected, 1);
        compare_ranges(cloud, grid, &expected, 5);
        grid_adapt(grid);
    }
    size_t count = expected.count;
    grid_destroy(grid);
    pairs_free(&expected);
    return count;
}

static void test_equal_radii(void **context)
{
    (void)context;
    for (size_t n = 0; n < 600; n += 37) {
        struct cloud cloud = cloud_open(n, 0, 20, 0.5, 0.5);
        assert_true(compare(&cloud) > 0 || n < 100);
        cloud_close(&cloud);
    }
}

/** So few balls that each is the first or the last of the order in which they are carried, with one size and with
 * several.
 */
static void test_few(void **context)
{
    (void)context;
    size_t pairs = 0;
    for (size_t trial = 0; trial < 3000; trial++) {
        struct cloud cloud = cloud_open(1 + trial % 9, 0, 1, 0.1, 0.3);
        cloud.seed = trial;
        for (size_t i = 0; i < cloud.n; i++) {
            cloud.at[i] = (struct vec2){uniform(&cloud.seed, -2, 2), uniform(&cloud.seed, -2, 2)};
            cloud.reach[i] = uniform(&cloud.seed, 0, 1) < 0.5 ? 0.3 : trial % 2 ? 0.3 : 1.1;
        }
        pairs += compare(&cloud);
        cloud_close(&cloud);
    }
    assert_true(pairs >= 3000 && pairs <= 30000);
}

static void test_very_unequal_radii(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(1000, 0, 50, 0.001, 10);
    assert_true(compare(&cloud) > 1000);
    cloud_close(&cloud);
}

/** A wide range of sizes, of which no two are similar. */
static void test_every_size(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(300, 0, 1, 1, 1);
    for (size_t i = 0; i < cloud.n; i++)
        cloud.reach[i] = pow(10, (double)i - 150);
    compare(&cloud);
    cloud_close(&cloud);
}

static void test_outside_the_table(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(500, -100, 100, 0.5, 10);
    assert_true(compare(&cloud) > 100);
    cloud_close(&cloud);
}

static void test_clusters(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(400, 0, 1, 0.2, 0.5);
    for (size_t i = 0; i < cloud.n; i++) {
        cloud.at[i].x += (double)(i % 4) * 1e6;
        cloud.at[i].y -= (double)(i % 3) * 1e9;
    }
    assert_true(compare(&cloud) > 1000);
    cloud_close(&cloud);
}

/** Touching on cell borders, where an error of one cell would show: a square lattice of the cells' own period. */
static void test_lattice(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(400, 0, 1, 0.5, 0.5);
    for (size_t i = 0; i < cloud.n; i++) {
        cloud.at[i].x = (double)(i % 20) * (1 - 0x1p-40);
        cloud.at[i].y = (double)(i / 20) * (1 - 0x1p-40);
    }
    assert_int_equal(compare(&cloud), 2 * 20 * 19);
    cloud_close(&cloud);
}

/** Far away, where the last cells are and coordinates are coarse; infinite and NaN coordinates are near nothing. */
static void test_extreme_coordinates(void **context)
{
    (void)context;
    static const double extremes[] = {1e9, -1e9, 1e15, -1e300, 1e300, 1.7e308};
    struct cloud cloud = cloud_open(300, 0, 10, 0.5, 2);
    for (size_t i = 0; i < 60; i++) {
        cloud.at[i].x += extremes[i % 6];
        cloud.at[i].y += extremes[i / 10];
    }
    cloud.at[100].x = (double)INFINITY;
    cloud.at[101].y = -(double)INFINITY;
    cloud.at[102].x = cloud.at[102].y = (double)NAN;
    assert_true(compare(&cloud) > 100);
    cloud_close(&cloud);
}

/** Clouds on both sides of each power of two, where doubles change their spacing; the farthest are beyond the last
 * cells. */
static void test_far_away(void **context)
{
    (void)context;
    for (int k = 10; k < 60; k++) {
        struct cloud cloud = cloud_open(120, -5, 5, 0.5, 0.5);
        for (size_t i = 0; i < cloud.n; i++) {
            cloud.at[i].x += ldexp(i % 2 ? 1 : -1, k);
            cloud.at[i].y += ldexp(i % 4 < 2 ? 1 : -1, k + 3) / 1.001; /* such cells are 1.001 wide */
        }
        assert_true(compare(&cloud) > 0);
        cloud_close(&cloud);
    }
}

/** Periodic along either axis or both; tables from many to few cells wide, down to balls that reach round them, and
 * balls a little beyond the seam. */
static void test_periodic(void **context)
{
    (void)context;
    static const double sizes[][2] = {{20, 20}, {4, 30}, {2.5, 2.5}, {300, 3}},
                        reaches[][2] = {{0.05, 0.6}, {0.3, 0.3}, {0.1, 0.1}, {0.01, 2}};
    for (unsigned axes = 1; axes < 4; axes++)
        for (int k = 0; k < 16; k++) {
            struct vec2 size = {sizes[k % 4][0], sizes[k % 4][1]};
            struct cloud cloud =
                cloud_open((k + (int)axes) % 4 == 3 ? 7 : 300, -0.1, 1.1, reaches[k / 4][0], reaches[k / 4][1]);
            cloud.period = period_of((struct vec2){axes & 1 ? size.x : 0, axes & 2 ? size.y : 0});
            for (size_t i = 0; i < cloud.n; i++)
                cloud.at[i] = (struct vec2){cloud.at[i].x * size.x, cloud.at[i].y * size.y};
            assert_true(compare(&cloud) > 0 || cloud.n < 300);
            for (size_t i = 0; i < cloud.n; i++)
                cloud.reach[i] *= 1.5;
            assert_true(compare(&cloud) > 0 || cloud.n < 300);
            cloud_close(&cloud);
        }
}

/** All pairs that touch. */
static void touching_pairs(const struct cloud *cloud, double softening, struct pairs *touching)
{
    touching->count = 0;
    for (uint32_t a = 0; a < cloud->n; a++)
        for (uint32_t b = a + 1; b < cloud->n; b++)
            if (vec2_length(vec2_sub(cloud->at[a], cloud->at[b])) + softening < cloud->reach[a] + cloud->reach[b])
                assert_true(pairs_add(touching, a, b));
}

static bool contains(const struct pairs *pairs, struct pair wanted)
{
    size_t low = 0, high = pairs->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (pairs_before(pairs->items[middle], wanted))
            low = middle + 1;
        else
            high = middle;
    }
    return low < pairs->count && !pairs_before(wanted, pairs->items[low]);
}

/** How many pairs are in `now` and not in `before`. */
static size_t count_begun(const struct pairs *now, const struct pairs *before)
{
    size_t count = 0;
    for (size_t p = 0; p < now->count; p++)
        count += !contains(before, now->items[p]);
    return count;
}

/** Each ball that reaches beyond a slab of the table is listed with it, and the list is sorted. */
static void assert_surfaces(const struct cloud *cloud, struct verlet_touching t, double size)
{
    size_t s = 0;
    for (size_t k = 1; k < t.surfaces->count; k++)
        assert_true(pairs_before(t.surfaces->items[k - 1], t.surfaces->items[k]));
    for (uint32_t i = t.first; i < t.last; i++)
        for (uint32_t slab = 0; slab < 2; slab++) {
            double x = slab == 0 ? cloud->at[i].x : cloud->at[i].y, r = cloud->reach[i];
            while (s < t.surfaces->count && pairs_before(t.surfaces->items[s], (struct pair){i, slab}))
                s++;
            if (x - r < 0 || x + r > size)
                assert_true(s < t.surfaces->count && t.surfaces->items[s].a == i && t.surfaces->items[s].b == slab);
        }
}

/** The list's view of each part, against all pairs; returns how many contacts it says have n_new. */
static size_t assert_list(const struct cloud *cloud, struct verlet_list *list, const struct pairs *touching,
                          double size, bool trial)
{
    struct pairs own = {0}, incoming = {0};
    size_t n_new = 0;
    for (size_t part = 0; part < verlet_list_parts(list); part++) {
        struct verlet_touching t = *verlet_list_touching(list, part, cloud->at, trial);
        split(touching, t.first, t.last, &own, &incoming);
        assert_same_pairs(t.local, t.n_local, &own);
        assert_same_incoming(t.ghost, t.n_ghost, &incoming, cloud->n);
        assert_surfaces(cloud, t, size);
        n_new += t.n_new;
    }
    pairs_free(&own);
    pairs_free(&incoming);
    return n_new;
}

static double move_all(struct cloud *cloud, double stride)
{
    double longest = 0;
    for (size_t i = 0; i < cloud->n; i++) {
        double x = uniform(&cloud->seed, -stride, stride) * (i % 7 ? 1 : 4), y = uniform(&cloud->seed, -stride, stride);
        cloud->at[i] = vec2_add(cloud->at[i], (struct vec2){x, y});
        longest = fmax(longest, fmax(fabs(x), fabs(y)));
    }
    return longest;
}

/** Balls that wander, some fast, some slow, some all at once, and back and forth in trial stages: at every moment the
 *  list tells what all pairs tell. A few tiny balls, which move by more than their radius each time, make no more
 *  rebuilds. @param tiny their number */
static void wander(size_t n, double smallest, double largest, double softening, size_t parts, size_t tiny)
{
    struct cloud cloud = cloud_open(n, 0, 20, smallest, largest);
    for (size_t i = 0; i < tiny; i++)
        cloud.reach[n / tiny * i] = 0.001;
    struct boundary boundary;
    assert_true(boundary_open(&boundary, &(struct table){.width = 20, .height = 20}));
    double *masses = mem_array(n, sizeof *masses);
    const struct scene scene = {.n = n, .r = cloud.reach, .m = masses, .table = {.width = 20, .height = 20}};
    struct verlet_list *list = verlet_list_create(&scene, cloud.reach, &boundary, softening, true);
    struct error error;
    struct thread_pool *pool = parts > 1 ? thread_pool_create(parts, &error) : NULL;
    struct pairs touching[2] = {{0}, {0}};
    assert_true(list && verlet_list_divide(list, parts));
    const int moves = runs(40, 160);
    size_t seen = 0;
    for (int move = 0; move < moves; move++) {
        struct pairs *now = &touching[move % 2], *before = &touching[1 - move % 2];
        double moved = move_all(&cloud, move % 40 == 39 ? 5 : move % 20 == 19 ? 0.3 : 0.005);
        assert_true(verlet_list_update(list, cloud.at, move ? moved * (1 + 1e-12) : HUGE_VAL, pool));
        bool trial = move % 3 == 1;
        touching_pairs(&cloud, softening, now);
        assert_int_equal(assert_list(&cloud, list, now, 20, trial), count_begun(now, before));
        assert_int_equal(assert_list(&cloud, list, now, 20, true), 0);
        seen += now->count;
        for (size_t p = 0; trial && p < before->count; p++) /* what touched before still counts as touching */
            assert_true(pairs_add(now, before->items[p].a, before->items[p].b));
        assert_true(pairs_sort(now, n));
    }
    size_t made = verlet_list_rebuilds(list);
    assert_true(seen > 0 || n < 2);
    assert_true(made > 2 || n == 0);
    assert_true(made < (size_t)(smallest < 0.1 ? moves : moves / 4));
    pairs_free(&touching[0]);
    pairs_free(&touching[1]);
    thread_pool_destroy(pool);
    verlet_list_destroy(list);
    free(masses);
    boundary_close(&boundary);
    cloud_close(&cloud);
}

static void test_verlet_list(void **context)
{
    (void)context;
    for (size_t parts = 1; parts <= 3; parts += (size_t)runs(2, 1)) {
        wander(0, 0.5, 0.5, 0, parts, 0);
        wander(1, 0.5, 0.5, 0, parts, 0);
        wander(48, 1, 2, 0, parts, 0);
        wander(200, 0.5, 1, 1e-6, parts, 0);
        wander(300, 0.5, 0.5, 1e-6, parts, 0);
        wander(300, 0.5, 0.5, 0.1, parts, 0);
        wander(300, 0.01, 3, 1e-6, parts, 0);
        wander(300, 0.5, 1, 1e-6, parts, 4);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_radii),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_very_unequal_radii),
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_outside_the_table),
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_lattice),
        cmocka_unit_test(test_extreme_coordinates),
        cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_periodic),
        cmocka_unit_test(test_verlet_list),
    };
    return RUN_TESTS(tests);
}
