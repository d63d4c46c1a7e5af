#include "base/arena.h"
#include "base/mem.h"
#include "lib/testing.h"

static void arrays_are_zero_filled(void **state)
{
    (void)state;
    for (size_t count = 1; count < 3000; count *= 3) {
        unsigned char *used = malloc(8 * count); /* what is given back next may be this again */
        memset(used, 0xa5, 8 * count);
        free(used);
        unsigned char *plain = mem_array(count, 8), *aligned = mem_array_aligned(count, 8);
        for (size_t i = 0; i < 8 * count; i++)
            assert_true(plain[i] == 0 && aligned[i] == 0);
        free(plain);
        free(aligned);
    }
    void *nothing = mem_array(0, 8);
    assert_non_null(nothing);
    free(nothing);
}

/** Also from the size on from which huge pages are asked for, and with room for what the callers' kernels write beyond
 *  the end: a cache line. */
static void aligned_to_cache_lines(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 63, 64, 65, 1000, (2 << 20) - 1, 2 << 20, (2 << 20) + 1, 5 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char *raw = mem_array_raw(sizes[i], 1), *filled = mem_array_aligned(1, sizes[i] ? sizes[i] : 1);
        assert_int_equal((uintptr_t)raw % 64, 0);
        assert_int_equal((uintptr_t)filled % 64, 0);
        if (sizes[i] > 0)
            raw[0] = raw[sizes[i] - 1] = filled[sizes[i] - 1] = 1;
        free(raw);
        free(filled);
    }
}

static void products_that_overflow(void **state)
{
    (void)state;
    const size_t most = SIZE_MAX;
    for (size_t size = 1; size <= 4096; size *= 2)
        for (size_t beyond = 0; beyond < 3; beyond++) {
            size_t count = most / size - beyond; /* too much even where the product fits */
            assert_null(mem_array(count, size));
            assert_null(mem_array_raw(count, size));
            assert_null(mem_array_aligned(count, size));
        }
    assert_null(mem_array(most / 4 + 2, 4)); /* 4 if it wrapped */
    assert_null(mem_array_raw(most / 4 + 2, 4));
    assert_null(mem_array_aligned(most / 4 + 2, 4));
}

static void growing_keeps_what_is_there(void **state)
{
    (void)state;
    size_t *array = NULL, capacity = 0, moves = 0;
    for (size_t n = 0; n < 100000; n++) {
        size_t before = capacity;
        assert_true(mem_grow(&array, &capacity, n + 1, sizeof *array));
        assert_true(capacity > n);
        if (capacity != before) {
            moves++;
            assert_true(capacity >= before + before / 2);
        }
        array[n] = n * n;
    }
    assert_true(moves >= 5 && moves <= 40);
    for (size_t n = 0; n < 100000; n++)
        assert_int_equal(array[n], n * n);
    assert_true(mem_grow(&array, &capacity, 3 * capacity, sizeof *array)); /* more than by half */
    assert_true(capacity >= 300000);
    free(array);
}

static void what_cannot_grow_stays(void **state)
{
    (void)state;
    uint32_t *array = NULL;
    size_t capacity = 0;
    assert_true(mem_grow(&array, &capacity, 3, sizeof *array));
    memcpy(array, (uint32_t[]){7, 8, 9}, 3 * sizeof *array);
    uint32_t *before = array;
    size_t capacity_before = capacity;
    static const size_t wanted[] = {SIZE_MAX, SIZE_MAX / 4 + 2 /* 4 bytes if it wrapped */, SIZE_MAX / 4};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        assert_false(mem_grow(&array, &capacity, wanted[i], sizeof *array));
        assert_ptr_equal(array, before);
        assert_int_equal(capacity, capacity_before);
    }
    assert_memory_equal(array, ((uint32_t[]){7, 8, 9}), 3 * sizeof *array);
    free(array);
}

static void strings_are_copies(void **state)
{
    (void)state;
    char text[] = "ball";
    char *copy = mem_string(text), *empty = mem_string("");
    text[0] = 'f';
    assert_string_equal(copy, "ball");
    assert_string_equal(empty, "");
    free(copy);
    free(empty);
}

/** Texts of any length stay what they are while others follow. */
static void texts_of_an_arena_stay(void **state)
{
    (void)state;
    enum { TEXTS = 3000, LONGEST = 3 << 20 };
    struct arena arena = {0};
    static const char *kept[TEXTS];
    char *text = malloc(LONGEST + 1);
    for (size_t i = 0; i < TEXTS; i++) {
        size_t length = i % 1000 == 999 ? LONGEST : i % 97;
        memset(text, 'a' + (int)(i % 26), length);
        text[length] = '\0';
        kept[i] = arena_text(&arena, text);
        assert_string_equal(kept[i], text);
    }
    for (size_t i = 0; i < TEXTS; i++) {
        const char letter[] = {(char)('a' + i % 26), '\0'};
        size_t length = i % 1000 == 999 ? LONGEST : i % 97;
        assert_int_equal(strspn(kept[i], letter), length);
        assert_int_equal(kept[i][length], '\0');
    }
    free(text);
    arena_free(&arena);
    assert_null(arena.last);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_zero_filled), cmocka_unit_test(aligned_to_cache_lines),
        cmocka_unit_test(products_that_overflow), cmocka_unit_test(growing_keeps_what_is_there),
        cmocka_unit_test(what_cannot_grow_stays), cmocka_unit_test(strings_are_copies),
        cmocka_unit_test(texts_of_an_arena_stay),
    };
    return RUN_TESTS(tests);
}
