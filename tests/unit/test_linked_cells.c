/* Cells of an axis and the lists of a grid: the cell of a place, what a span holds, and who shares a list with whom. */
#include "base/linked_cells.h"
#include "lib/testing.h"
#include "lib/uniform.h"

/* Divided evenly, cells are as wide as wanted or a little wider, as long as there are not too many; covered, they are
 * as wide as wanted and the last one holds the end. */
static void test_axis(void **context)
{
    (void)context;
    uint64_t seed = 3;
    for (int i = 0; i < 20000; i++) {
        double length = pow(10, uniform(&seed, -6, 6)), width = length * pow(10, uniform(&seed, -4, 1));
        struct cell_axis even = cell_axis_divide(length, width, 5000), cover = cell_axis_cover(length, width);
        double count = (double)cell_axis_count(&even);
        assert_true(count >= 1 && count <= 5000 && fabs(even.per_length * length - count) < 1e-9 * count);
        assert_true(count == 1 || length / count >= width * (1 - 1e-12));
        assert_true(count == 5000 || length / (count + 1) < width);
        assert_true(cover.per_length == 1 / width);
        assert_true(cell_axis_index(&cover, length) == cover.last && length / width < cover.last + 1);
        assert_true(cover.last <= length / width);
    }
    assert_int_equal(cell_axis_count(&(struct cell_axis){1, 0x1p40 - 1}), INT64_C(1) << 40);
    assert_true(cell_axis_cover(1, 1e-300).last == 0x1p40 - 1);
}

/* Places beyond the ends, infinite ones and NaN have a cell at an end. */
static void test_index(void **context)
{
    (void)context;
    const struct cell_axis axis = cell_axis_divide(10, 2, 100);
    static const struct {
        double place;
        int64_t cell;
    } cases[] = {{0, 0},       {1.999, 0},  {2, 1},         {9.999, 4}, {10, 4},       {11, 4},
                 {-1e-300, 0}, {-1e300, 0}, {-HUGE_VAL, 0}, {1e300, 4}, {HUGE_VAL, 4}, {(double)NAN, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(cell_axis_index(&axis, cases[i].place), cases[i].cell);
    assert_true(cell_axis_covers(&axis, 0) && cell_axis_covers(&axis, 10));
    assert_false(cell_axis_covers(&axis, -1e-9) || cell_axis_covers(&axis, 10.000001) ||
                 cell_axis_covers(&axis, (double)NAN));
}

/* A periodic span holds the cell of each place within it, however often that has gone round, and none twice. */
static void test_periodic_span(void **context)
{
    (void)context;
    uint64_t seed = 4;
    for (int i = 0; i < 5000; i++) {
        const struct cell_axis axis = cell_axis_divide(10, uniform(&seed, 0.2, 12), 100);
        double place = uniform(&seed, 0, 10), range = uniform(&seed, 0, 5);
        struct cell_span span = cell_axis_span_periodic(&axis, place - range, place + range);
        int found[100] = {0};
        assert_true(span.first <= span.last && span.last - span.first < cell_axis_count(&axis));
        for (int64_t cell = span.first; cell <= span.last; cell++)
            found[cell_axis_wrapped(&axis, cell)]++;
        for (int64_t cell = 0; cell < cell_axis_count(&axis); cell++)
            assert_true(found[cell] <= 1);
        for (int k = -20; k <= 20; k++) {
            double other = place + 0.999 * range * k / 20;
            other -= 10 * floor(other / 10);
            assert_int_equal(found[cell_axis_index(&axis, other)], 1);
        }
    }
}

static struct linked_cells lay(double width, double height, size_t *heads)
{
    struct linked_cells cells;
    *heads = linked_cells_lay(&cells, cell_axis_cover(width, 1), cell_axis_cover(height, 1));
    return cells;
}

/** Lets each of so many cells, `step` columns and rows apart, count once for its list; returns the longest list. */
static uint32_t longest(const struct linked_cells *cells, size_t heads, size_t n, const int64_t step[2])
{
    uint32_t most = 0;
    for (size_t i = 0; i < heads; i++)
        cells->heads[i] = 0;
    for (int64_t i = 0; i < (int64_t)n; i++) {
        uint32_t *head = linked_cells_head(cells, i * step[0], i * step[1]);
        assert_true(head >= cells->heads && head < cells->heads + heads);
        most = ++*head > most ? *head : most;
    }
    return most;
}

/* With a list for each cell, all cells of a table have different ones. */
static void test_own_lists(void **context)
{
    (void)context;
    for (int width = 1; width < 23; width++)
        for (int height = 1; height < 23; height++) {
            size_t heads, cells_count = (size_t)width * (size_t)height;
            struct linked_cells cells = lay(width - 0.5, height - 0.5, &heads);
            assert_true(heads >= cells_count && !linked_cells_are_shared(&cells));
            assert_non_null(cells.heads = linked_cells_heads(heads, 7));
            for (size_t i = 0; i < cells_count; i++) {
                uint32_t *head = linked_cells_head(&cells, (int64_t)i % width, (int64_t)i / width);
                assert_true(head < cells.heads + heads && *head == 7);
                *head = 0;
            }
            free(cells.heads);
        }
}

/* Where lists are shared, lines of cells in any direction and at any distance spread over them. */
static void test_shared_lists(void **context)
{
    (void)context;
    enum { LISTS = 1 << 12 };
    size_t wanted;
    struct linked_cells cells = lay(0x1p39, 0x1p39, &wanted);
    assert_true(wanted > LISTS);
    linked_cells_share(&cells, LISTS, 0);
    assert_true(linked_cells_are_shared(&cells));
    assert_non_null(cells.heads = linked_cells_heads(LISTS, 0));
    for (int across = 0; across <= 28; across++)
        for (int up = 0; up <= 28; up++) {
            const int64_t step[2] = {(INT64_C(1) << across) - 1, (INT64_C(1) << up) - 1};
            const int64_t even[2] = {INT64_C(1) << across, INT64_C(1) << up};
            if (step[0] + step[1] > 0)
                assert_true(longest(&cells, LISTS, LISTS / 4, step) <= 32); /* mostly below 10 */
            assert_true(longest(&cells, LISTS, LISTS / 4, even) <= 64);     /* in one list of each block */
        }
    free(cells.heads);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axis),      cmocka_unit_test(test_index),        cmocka_unit_test(test_periodic_span),
        cmocka_unit_test(test_own_lists), cmocka_unit_test(test_shared_lists),
    };
    return RUN_TESTS(tests);
}
