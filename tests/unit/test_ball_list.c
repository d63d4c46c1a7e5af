/*
 * Promise: --balls chooses rows and changes nothing else. Measured: all lists of up to three ranges. Also kept by
 * unit/test_writers.c, cli/options.bats.
 */
/* Lists of balls against a plain reading: every list of up to three ranges over few balls, and what is no list. */
#include "app/ball_list.h"
#include "lib/testing.h"

enum { BALLS = 6, PIECES = BALLS * (BALLS + 1) / 2 };

static void assert_numbers(const char *text, const bool *wanted)
{
    struct error err;
    uint32_t *numbers;
    size_t n, k = 0;
    assert_int_equal(ball_list_read(text, NULL, NULL, NULL, &err), STATUS_OK);
    assert_int_equal(ball_list_read(text, &(struct scene){.n = BALLS}, &numbers, &n, &err), STATUS_OK);
    for (uint32_t ball = 0; ball < BALLS; ball++)
        if (wanted[ball])
            assert_true(k < n && numbers[k++] == ball);
    assert_int_equal(k, n);
    free(numbers);
}

/** The range number `piece` of all that there are, as text, a single ball sometimes as "3" and sometimes as "3-3". */
static void add_piece(char *text, bool *wanted, int piece)
{
    int first = 0;
    while (piece >= BALLS - first)
        piece -= BALLS - first++;
    size_t used = strlen(text);
    if (piece == 0 && first % 2 == 0)
        sprintf(text + used, "%s%d", used > 0 ? "," : "", first);
    else
        sprintf(text + used, "%s%d-%d", used > 0 ? "," : "", first, first + piece);
    for (int ball = first; ball <= first + piece; ball++)
        wanted[ball] = true;
}

static void test_all_short_lists(void **state)
{
    (void)state;
    for (int a = 0; a < PIECES; a++)
        for (int b = -1; b < PIECES; b++)
            for (int c = -1; c < (b < 0 ? 0 : PIECES); c++) {
                char text[64] = "";
                bool wanted[BALLS] = {false};
                add_piece(text, wanted, a);
                if (b >= 0)
                    add_piece(text, wanted, b);
                if (c >= 0)
                    add_piece(text, wanted, c);
                assert_numbers(text, wanted);
            }
}

static void test_many_ranges_over_the_same_balls(void **state)
{
    (void)state;
    enum { RANGES = 70000 };
    const bool wanted[BALLS] = {[1] = true, [2] = true, [3] = true};
    char *text = malloc(4 * RANGES + 1), *end = text;
    assert_non_null(text);
    for (int i = 0; i < RANGES; i++)
        end = stpcpy(end, "1-3,");
    end[-1] = '\0';
    assert_numbers(text, wanted);
    free(text);
}

static void test_what_is_no_list(void **state)
{
    (void)state;
    static const char *const texts[] = {"",   ",", "1,",  ",1",    "1,,2",       "1-",
                                        "-1", "-", "3-2", "1-2-3", "2147483647", "99999999999999999999"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct error err;
        assert_int_equal(ball_list_read(texts[i], NULL, NULL, NULL, &err), STATUS_USAGE);
        assert_non_null(strstr(err.text, "such as 0,3-5, found \""));
    }
}

/* Digits are always a number; a name must be that of one ball. */
static void test_names(void **state)
{
    (void)state;
    const char *names[] = {"cue", "red", NULL, "red", "0", "a-1"};
    const struct scene scene = {.n = 6, .name = names};
    static const struct {
        const char *text, *fault;
        uint32_t first;
        size_t n;
    } cases[] = {{"cue", NULL, 0, 1},
                 {"a-1,3-4,cue", NULL, 0, 4},
                 {"0", NULL, 0, 1},
                 {"a-1", NULL, 5, 1},
                 {"red", "--balls: more than one ball is called \"red\"; give a number", 0, 0},
                 {"0,re", "--balls: no ball is called \"re\"; did you mean \"red\"?", 0, 0},
                 {"cue ", "--balls: no ball is called \"cue \"; did you mean \"cue\"?", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err;
        uint32_t *numbers = NULL;
        size_t n;
        assert_int_equal(ball_list_read(cases[i].text, NULL, NULL, NULL, &err), STATUS_OK);
        enum status status = ball_list_read(cases[i].text, &scene, &numbers, &n, &err);
        assert_int_equal(status, cases[i].fault ? STATUS_USAGE : STATUS_OK);
        if (cases[i].fault)
            assert_string_equal(err.text, cases[i].fault);
        else
            assert_true(n == cases[i].n && numbers[0] == cases[i].first);
        free(numbers);
    }
}

static void assert_missing(const char *text, size_t n_balls, const char *sentence)
{
    struct error err;
    uint32_t *numbers = NULL;
    size_t n;
    assert_int_equal(ball_list_read(text, &(struct scene){.n = n_balls}, &numbers, &n, &err), STATUS_USAGE);
    assert_string_equal(err.text, sentence);
    assert_null(numbers);
}

static void test_balls_that_are_not_there(void **state)
{
    (void)state;
    assert_missing("6", 6, "--balls: there is no ball 6; the scene has 6, numbered from 0");
    assert_missing("7-2000000000,1", 6, "--balls: there is no ball 2000000000; the scene has 6, numbered from 0");
    assert_missing("0", 0, "--balls: there is no ball 0; the scene has 0, numbered from 0");
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_short_lists),          cmocka_unit_test(test_many_ranges_over_the_same_balls),
        cmocka_unit_test(test_what_is_no_list),          cmocka_unit_test(test_names),
        cmocka_unit_test(test_balls_that_are_not_there),
    };
    return RUN_TESTS(tests);
}
