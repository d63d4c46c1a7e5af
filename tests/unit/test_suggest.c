/*
 * Promise: a misspelt key, name or option gets a suggestion. Measured: keys, names, options. Also kept by
 * cli/bad_scene.bats, cli/usage.bats.
 */
#include "base/suggest.h"
#include "lib/testing.h"

static void test_distance(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t distance;
    } cases[] = {
        {"", "", 0},
        {"a", "", 1},
        {"", "abc", 3},
        {"width", "width", 0},
        {"widht", "width", 1} /* swap */,
        {"wdth", "width", 1},
        {"wiidth", "width", 1},
        {"wixth", "width", 1},
        {"kitten", "sitting", 3},
        {"ca", "abc", 3} /* no substring is edited twice */,
        {"Width", "wIDTH", 0},
        {"radus", "radius", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(suggest_distance(cases[i].a, cases[i].b), cases[i].distance);
        assert_int_equal(suggest_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

static void test_long_words_are_far(void **state)
{
    (void)state;
    assert_true(suggest_distance("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "a") == SIZE_MAX);
    assert_int_equal(suggest_distance("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"), 1);
}

static const char *nearest(const char *typed)
{
    struct suggest search = suggest_start(typed);
    suggest_offer(&search, "width", "width");
    suggest_offer(&search, "height", "height");
    suggest_offer(&search, "r", "r");
    suggest_offer(&search, "vx", "vx");
    suggest_offer(&search, "vy", "vy");
    suggest_offer(&search, "radius", "r");
    return search.meaning;
}

static void test_nearest(void **state)
{
    (void)state;
    assert_string_equal(nearest("widht"), "width");
    assert_string_equal(nearest("heigth"), "height");
    assert_string_equal(nearest("radus"), "r");
    assert_string_equal(nearest("Radius"), "r");
    assert_string_equal(nearest("R"), "r");
    assert_string_equal(nearest("vz"), "vx"); /* as near to vy: the first wins */
    assert_null(nearest("q"));
    assert_null(nearest("spam"));
    assert_null(nearest(""));
    assert_null(nearest("wxyzh")); /* three edits */
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_long_words_are_far),
        cmocka_unit_test(test_nearest),
    };
    return RUN_TESTS(tests);
}
