/*
 * Promise: a message is one line of whole characters, whatever it quotes. Measured: words and paths of any length.
 * Also kept by cli/usage.bats, fuzz/.
 */
#include "base/error.h"
#include "base/quote.h"
#include "json/json_scan.h"
#include "json/json_string.h"
#include "lib/scene_text.h"
#include "lib/testing.h"

enum { MOST = 48, LONGEST = 1000 };

static void what_is_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *text, *quoted, *line;
    } cases[] = {
        {"", "\"\"", ""},
        {"cue ball", "\"cue ball\"", "cue ball"},
        {"a\"b\\c'd", "\"a\\\"b\\\\c'd\"", "a\"b\\c'd"},
        {"\n\r\t", "\"\\n\\r\\t\"", "\\n\\r\\t"},
        {"\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"", "\\u0001\\u001f\\u007f"},
        {" \x1b[31m~", "\" \\u001b[31m~\"", " \\u001b[31m~"},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\xb1", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\xb1\"",
         "\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\xb1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char quoted[QUOTE_MAX_TEXT];
        assert_string_equal(quote_text(quoted, cases[i].text), cases[i].quoted);
        char line[QUOTE_MAX_TEXT];
        quote_short(line, sizeof line, cases[i].text);
        assert_string_equal(line, cases[i].line);
    }
}

/** `count` times the text. */
static void repeat(char to[LONGEST], const char *text, size_t count)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * length, text, length);
    to[count * length] = '\0';
}

/** Characters of one to four bytes, and one that grows to six: 48 are shown as they are, of 49 and more the first 48.
 */
static void what_is_long_is_cut(void **state)
{
    (void)state;
    static const struct {
        const char *character, *shown;
    } cases[] = {
        {"x", "x"},
        {"\xc3\xa9", "\xc3\xa9"},
        {"\xe2\x82\xac", "\xe2\x82\xac"},
        {"\xf0\x9f\x8e\xb1", "\xf0\x9f\x8e\xb1"},
        {"\x01", "\\u0001"},
        {"\\", "\\\\"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t count = MOST - 1; count <= MOST + 2; count++) {
            char text[LONGEST], shown[LONGEST], wanted[LONGEST + 8], quoted[QUOTE_MAX_TEXT];
            repeat(text, cases[i].character, count);
            repeat(shown, cases[i].shown, count < MOST ? count : MOST);
            strcat(strcat(strcpy(wanted, "\""), shown), count > MOST ? "...\"" : "\"");
            assert_string_equal(quote_text(quoted, text), wanted);
        }
}

/** Bytes that continue no character do not count as characters; they must fit nevertheless. */
static void bytes_that_are_no_text(void **state)
{
    (void)state;
    for (size_t count = 1; count < LONGEST; count++) {
        char text[LONGEST], quoted[QUOTE_MAX_TEXT + 1];
        repeat(text, "\x80", count);
        quoted[QUOTE_MAX_TEXT] = '#';
        quote_text(quoted, text);
        assert_int_equal(quoted[QUOTE_MAX_TEXT], '#');
        size_t length = strlen(quoted), bytes = strspn(quoted + 1, "\x80");
        assert_true(length < QUOTE_MAX_TEXT);
        assert_true(bytes == count || bytes > QUOTE_MAX_TEXT - 16);
        assert_string_equal(quoted + 1 + bytes, bytes == count ? "\"" : "...\"");
    }
}

/* However far in it is cut, only whole characters are left, and as many as there is room for. */
static void cuts_between_characters(void **state)
{
    (void)state;
    static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9ez";
    static const size_t wholes[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
    for (size_t cut = 0; cut < sizeof text; cut++)
        assert_int_equal(quote_whole(text, cut), wholes[cut]);
}

static void what_is_short_is_one_line(void **state)
{
    (void)state;
    for (size_t room = 8; room < 60; room++) {
        char to[60];
        memset(to, '#', sizeof to);
        quote_short(to, room,
                    "a\nb\xc3\xa9\xe2\x82\xac\x01\x02\xf0\x9d\x84\x9e\xf0\x9d\x84\x9e\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9");
        assert_true(strlen(to) < room && strlen(to) + 12 > (room < 36 ? room : 36));
        assert_null(strchr(to, '\n'));
        assert_true(json_string_is_utf8(to, strlen(to)));
    }
}

static void place_of_an_error(void **state)
{
    (void)state;
    struct error err;
    error_set(&err, STATUS_USAGE, "--set a\n=1", "no");
    assert_string_equal(err.where, "--set a\\n=1");
}

static void check_faults(const char *text, const char *const *sets)
{
    struct outcome *outcome = scene_text_load(text, sets, true);
    assert_true(outcome->faults[0] && json_string_is_utf8(outcome->faults, strlen(outcome->faults)));
    scene_text_free(outcome);
}

/* A path too long for a message is cut between two characters, wherever the cut falls. */
static void long_paths(void **state)
{
    (void)state;
    for (int shift = 0; shift < 4; shift++) {
        char key[256] = "", made[512], through[512];
        for (int i = 0; i < 60; i++)
            strcat(key, "\xe2\x82\xac");
        snprintf(made, sizeof made, "%.*s%s=1", shift, "aaa", key);
        snprintf(through, sizeof through, "%.*s%s.b=1", shift, "aaa", key);
        check_faults("{}", (const char *const[]){made, through, NULL});
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_escaped),
        cmocka_unit_test(what_is_long_is_cut),
        cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(cuts_between_characters),
        cmocka_unit_test(what_is_short_is_one_line),
        cmocka_unit_test(place_of_an_error),
        cmocka_unit_test(long_paths),
    };
    return RUN_TESTS(tests);
}
