/*
 * Promise: JSON is strict; every error has line, column and path. Measured: RFC 8259, with a truncation at any byte
 * and 10^5 brackets; verdict and values as Python's on 405 cases and 10^6 damaged texts. Also kept by
 * cli/bad_scene.bats, fuzz/check_json.sh, fuzz/check_json_full.sh.
 */
#include "base/mem.h"
#include "base/random.h"
#include "json/json_scan.h"
#include "json/json_string.h"
#include "lib/testing.h"
#include "json/json_tree.h"

static const struct json_tree_names NO_NAMES = {NULL, NULL};

/** Scans a copy, behind which no byte may be read. */
static enum status scan(const char *text, size_t length, const struct json_sink *sink, struct json_fault *fault)
{
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, length + 1);
    enum status status = json_scan(copy, length, sink, fault);
    assert_memory_equal(copy, text, length + 1);
    free(copy);
    return status;
}

struct bad {
    const char *text;
    size_t line, column;
    const char *message;
};

static const struct bad bad_texts[] = {
    {"", 1, 1, "the input is empty"},
    {" \n  ", 1, 1, "the input is empty"},
    {"\xef\xbb\xbf", 1, 1, "the input is empty"},
    {"\xef\xbb\xbf{]", 1, 2, "expected a key in double quotes, found ']'"},
    {"{\xef\xbb\xbf}", 1, 2, "expected a key in double quotes, found U+FEFF"},
    {"\xff\xfe{", 1, 1, "the file looks like UTF-16; save it as UTF-8"},
    {"\xfe\xff", 1, 1, "the file looks like UTF-16; save it as UTF-8"},
    {"{", 1, 2, "expected a key in double quotes, found the end of the text"},
    {"[", 1, 2, "expected a value, found the end of the text"},
    {"[1", 1, 3, "expected ',' or ']', found the end of the text; the '[' at 1:1 is not closed"},
    {"{\n \"\xc3\xa9\": [{\n}, {\"b\": 2\n", 4, 1,
     "expected ',' or '}', found the end of the text; the '{' at 3:4 is not closed"},
    {"[1,", 1, 4, "expected a value, found the end of the text"},
    {"[1,]", 1, 4, "trailing comma before ']': JSON does not allow it"},
    {"[1 2]", 1, 4, "expected ',' or ']', found '2'"},
    {"{\"a\"}", 1, 5, "expected ':' after the key, found '}'"},
    {"{\"a\":1,}", 1, 8, "trailing comma before '}': JSON does not allow it"},
    {"{\"a\":1 \"b\":2}", 1, 8, "expected ',' or '}', found '\"'"},
    {"{a:1}", 1, 2, "expected a key in double quotes, found 'a'"},
    {"{\xe2\x80\x9c"
     "a\xe2\x80\x9d: 1}",
     1, 2, "expected a key in double quotes; these are typographic quotes, JSON has straight ones"},
    {"[1, \xe2\x80\x98"
     "a\xe2\x80\x99]",
     1, 5, "expected a value; these are typographic quotes, JSON has straight ones"},
    {"{\"a\": [\n{\"b\": 1, {\"c\": 2}]}", 2, 10,
     "expected a key in double quotes, found '{'; the '{' at 2:1 is not closed"},
    {"{'a':1}", 1, 2, "expected a key in double quotes; JSON has double quotes, not single"},
    {"['a']", 1, 2, "expected a value; JSON has double quotes, not single"},
    {"{} {}", 1, 4, "expected the end of the text after the value, found '{'"},
    {"{}x", 1, 3, "expected the end of the text after the value, found 'x'"},
    {"// no", 1, 1, "JSON begins with '{' and has no comments; a scene may have a \"comment\": \"...\""},
    {"[1, /* no */ 2]", 1, 5, "JSON has no comments; a scene may have a \"comment\": \"...\""},
    {"[1 # no\n]", 1, 4, "JSON has no comments; a scene may have a \"comment\": \"...\""},
    {"[1,/]", 1, 4, "expected a value, found '/'"},
    {"NaN", 1, 1, "NaN is not valid JSON"},
    {"[Infinity]", 1, 2, "Infinity is not valid JSON"},
    {"tru", 1, 1, "tru is not valid JSON"},
    {"True", 1, 1, "True is not valid JSON"},
    {"nullx", 1, 1, "nullx is not valid JSON"},
    {"01", 1, 1, "a number may not start with 0 and more digits"},
    {"-01", 1, 1, "a number may not start with 0 and more digits"},
    {"+1", 1, 1, "a number may not start with '+'"},
    {".5", 1, 1, "a number may not start with '.'"},
    {"1.", 1, 3, "expected a digit after the decimal point, found the end of the text"},
    {"1.e3", 1, 3, "expected a digit after the decimal point, found 'e'"},
    {"1e", 1, 3, "expected a digit of the exponent, found the end of the text"},
    {"1e+", 1, 4, "expected a digit of the exponent, found the end of the text"},
    {"-", 1, 2, "expected a digit, found the end of the text"},
    {"--1", 1, 2, "expected a digit, found '-'"},
    {"-Infinity", 1, 2, "expected a digit, found 'I'"},
    {"0x10", 1, 2, "expected the end of the text after the value, found 'x'"},
    {"1e999", 1, 1, "number is too large for a double"},
    {"[0,-1e999]", 1, 4, "number is too large for a double"},
    {"\"abc", 1, 1, "the string is not closed"},
    {"[\n  \"abc\\\"]", 2, 3, "the string is not closed"},
    {"\"a\tb\"", 1, 3, "control character in a string, write it as \\u0009"},
    {"\"a\nb\"", 1, 3, "control character in a string, write it as \\u000a"},
    {"\"\\x\"", 1, 2, "unknown escape; JSON knows \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"},
    {"\"\\u12g4\"", 1, 2, "\\u needs four hexadecimal digits"},
    {"\"\\u12", 1, 2, "\\u needs four hexadecimal digits"},
    {"\"\\u0000\"", 1, 2, "\\u0000 cannot be part of a string here"},
    {"\"\\ud800\"", 1, 2, "half a surrogate pair"},
    {"\"\\udc00\"", 1, 2, "half a surrogate pair"},
    {"\"\\ud800\\ud800\"", 1, 2, "half a surrogate pair"},
    {"\"\\ud800\\n\"", 1, 2, "half a surrogate pair"},
    {"\"\x80\"", 1, 2, "invalid UTF-8"},
    {"\"\xc0\xaf\"", 1, 2, "invalid UTF-8"},         /* overlong */
    {"\"\xe0\x9f\xbf\"", 1, 2, "invalid UTF-8"},     /* overlong */
    {"\"\xf0\x8f\xbf\xbf\"", 1, 2, "invalid UTF-8"}, /* overlong */
    {"\"\xed\xa0\x80\"", 1, 2, "invalid UTF-8"},     /* surrogate */
    {"\"\xf4\x90\x80\x80\"", 1, 2, "invalid UTF-8"}, /* beyond U+10FFFF */
    {"\"\xf5\x80\x80\x80\"", 1, 2, "invalid UTF-8"},
    {"\"\xe2\x82\"", 1, 2, "invalid UTF-8"}, /* cut */
    {"\"\xff\"", 1, 2, "invalid UTF-8"},
    {"\xff", 1, 1, "the file is no text in UTF-8: it begins with the byte 0xff"},
    {"\xc3\xa9", 1, 1, "expected a value, found U+00E9"},
    {"[1,\v2]", 1, 4, "expected a value, found U+000B"},
    {"{\"\xc3\xa9\":\t\"\xe2\x82\xac\", \"a\" 1}", 1, 16, "expected ':' after the key, found '1'"},
    {"[1,\r\n2,\n\n  x]", 4, 3, "x is not valid JSON"},
};

static void test_bad_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_texts / sizeof bad_texts[0]; i++) {
        const struct bad *bad = &bad_texts[i];
        struct json_fault fault;
        assert_int_equal(scan(bad->text, strlen(bad->text), NULL, &fault), STATUS_SCENE);
        assert_string_equal(fault.text, bad->message);
        assert_int_equal(fault.position.line, bad->line);
        assert_int_equal(fault.position.column, bad->column);
    }
}

static void test_zero_bytes(void **state)
{
    (void)state;
    struct json_fault fault;
    assert_int_equal(scan("\"a\0b\"", 5, NULL, &fault), STATUS_SCENE);
    assert_string_equal(fault.text, "control character in a string, write it as \\u0000");
    assert_int_equal(fault.position.column, 3);
    assert_int_equal(scan("1 \0", 3, NULL, &fault), STATUS_SCENE);
    assert_string_equal(fault.text, "expected the end of the text after the value, found U+0000");
    assert_int_equal(scan("{ \0}", 4, NULL, &fault), STATUS_SCENE);
    assert_string_equal(fault.text, "expected a key in double quotes, found U+0000");
    assert_int_equal(scan("{\0}\0", 4, NULL, &fault), STATUS_SCENE);
    assert_string_equal(fault.text, "the file looks like UTF-16; save it as UTF-8");
}

static void test_good_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "0.0",
        "1e5",
        "1E-5",
        "1e+5",
        "-1.25e2",
        "1e308",
        "1e-999",
        "true",
        "null",
        "\"\"",
        " [ ] ",
        "{}",
        "\t{\r\n\"a\" : [ 1 , { } ] }\n",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud834\\udd1e\"",
        "\"\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf\x7f\"",
        "{\"a\":1,\"A\":1,\"b\":{\"a\":1}}",
        "1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct json_fault fault = {0};
        assert_int_equal(scan(texts[i], strlen(texts[i]), NULL, &fault), STATUS_OK);
    }
}

static void test_long_numbers(void **state)
{
    (void)state;
    struct json_fault fault;
    char text[401];
    memset(text, '9', 400);
    text[400] = '\0';
    assert_int_equal(scan(text, 400, NULL, &fault), STATUS_SCENE);
    assert_string_equal(fault.text, "number is too large for a double");
    text[308] = '\0';
    assert_int_equal(scan(text, 308, NULL, &fault), STATUS_OK);
}

static void test_depth(void **state)
{
    (void)state;
    char text[2 * JSON_SCAN_DEPTH + 4];
    struct json_fault fault;
    memset(text, '[', JSON_SCAN_DEPTH);
    memset(text + JSON_SCAN_DEPTH, ']', JSON_SCAN_DEPTH);
    text[2 * JSON_SCAN_DEPTH] = '\0';
    assert_int_equal(scan(text, 2 * JSON_SCAN_DEPTH, NULL, &fault), STATUS_OK);
    memset(text, '[', JSON_SCAN_DEPTH + 1);
    memset(text + JSON_SCAN_DEPTH + 1, ']', JSON_SCAN_DEPTH + 1);
    text[2 * JSON_SCAN_DEPTH + 2] = '\0';
    assert_int_equal(scan(text, 2 * JSON_SCAN_DEPTH + 2, NULL, &fault), STATUS_SCENE);
    assert_string_equal(fault.text, "nested deeper than 64 levels");
    assert_int_equal(fault.position.column, JSON_SCAN_DEPTH + 1);
}

/** What a sink was told, one line each. */
struct record {
    char text[400];
    size_t room; /* values that it still takes */
};

static enum json_answer record_add(void *context, const struct json_value *value)
{
    struct record *record = context;
    size_t used = strlen(record->text);
    snprintf(record->text + used, sizeof record->text - used, "%u %u:%u %c %s %s %g\n", value->depth,
             value->position.line, value->position.column, "oasntfz"[value->kind], value -> key ? value -> key : "-",
             value->string ? value->string : "-", value->number);
    return record->room-- > 0 ? JSON_GO_ON : JSON_STOP;
}

static void test_sink(void **state)
{
    (void)state;
    const char *text = " {\"a\": [1,\t\"x\\u0079\", {}, {\"\": -2e3}],\r\n\n \"\xc3\xa9\\n\": null, \"c\": "
                       "\"\xe2\x82\xac\", \"d\":[false],\n\"e\":\"\"}";
    struct record record = {.room = 20};
    struct json_fault fault;
    assert_int_equal(scan(text, strlen(text), &(struct json_sink){.context = &record, .add = record_add}, &fault),
                     STATUS_OK);
    assert_string_equal(record.text,
                        "0 1:2 o - - 0\n1 1:8 a a - 0\n2 1:9 n - - 1\n2 1:12 s - xy 0\n2 1:23 o - - 0\n2 1:27 o - - 0\n"
                        "3 1:32 n  - -2000\n1 3:9 z \xc3\xa9\n - 0\n1 3:20 s c \xe2\x82\xac 0\n"
                        "1 3:29 a d - 0\n2 3:30 f - - 0\n1 4:5 s e  0\n");
    for (size_t room = 0; room < 10; room++) {
        struct record full = {.room = room};
        assert_int_equal(scan(text, strlen(text), &(struct json_sink){.context = &full, .add = record_add}, &fault),
                         STATUS_LIMIT);
    }
}

/* Every code point that UTF-8 can write, and none else: against the definition in RFC 3629, section 3. */
static void test_utf8_against_definition(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 0x1000000; bits += 3) {
        char text[4] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits, 0};
        unsigned a = (unsigned char)text[0], b = (unsigned char)text[1], c = (unsigned char)text[2];
        size_t wanted = 0;
        bool b_continues = (b & 0xc0) == 0x80, c_continues = (c & 0xc0) == 0x80;
        unsigned two = (a & 0x1f) << 6 | (b & 0x3f), three = (a & 0x0f) << 12 | (b & 0x3f) << 6 | (c & 0x3f);
        if (a < 0x80)
            wanted = 1;
        else if ((a & 0xe0) == 0xc0 && b_continues && two >= 0x80)
            wanted = 2;
        else if ((a & 0xf0) == 0xe0 && b_continues && c_continues && three >= 0x800 &&
                 !(three >= 0xd800 && three <= 0xdfff))
            wanted = 3;
        assert_int_equal(json_string_utf8(text, 3), wanted);
    }
}

static void test_decoding(void **state)
{
    (void)state;
    char decoded[64];
    const char literal[] = "\"a\\u00e9\xc3\xa9\\u20ac\\ud834\\udd1e\\n\\\"\"";
    struct json_string_fault fault;
    size_t length = strlen(literal), tails = 5;
    assert_int_equal(json_string_check(literal, length, &tails, &fault), length);
    assert_int_equal(tails, 6);
    json_string_decode(decoded, literal, length);
    assert_string_equal(decoded, "a\xc3\xa9\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e\n\"");
}

/* Every code point as an escape, beyond U+FFFF as a pair of surrogates (RFC 8259, section 7), becomes its UTF-8 bytes
 * (the table of RFC 3629, section 3). */
static void test_decoding_of_every_code_point(void **state)
{
    (void)state;
    struct json_string_fault fault;
    for (uint32_t code = 1; code <= 0x10ffff; code++) {
        if (code == 0xd800)
            code = 0xe000;
        char literal[16], decoded[16], wanted[5] = "";
        if (code < 0x10000)
            snprintf(literal, sizeof literal, "\"\\u%04x\"", (unsigned)code);
        else
            snprintf(literal, sizeof literal, "\"\\u%04X\\u%04x\"", (unsigned)(0xd800 + (code - 0x10000) / 0x400),
                     (unsigned)(0xdc00 + code % 0x400));
        size_t tails = code > 0xffff ? 3 : code > 0x7ff ? 2 : code > 0x7f ? 1 : 0;
        static const int first[] = {0, 0xc0, 0xe0, 0xf0};
        wanted[0] = (char)(first[tails] + (int)(code >> 6 * tails));
        for (size_t i = 1; i <= tails; i++)
            wanted[i] = (char)(0x80 + (code >> 6 * (tails - i)) % 64);
        size_t none = 0, length = strlen(literal);
        assert_int_equal(json_string_check(literal, length, &none, &fault), length);
        assert_int_equal(none, 0);
        json_string_decode(decoded, literal, length);
        assert_string_equal(decoded, wanted);
    }
}

/* What the scan lets through, the tree builder must take as well (it would report STATUS_LIMIT otherwise), and nothing
 * may crash: random changes of a good text. */
static void test_random_changes(void **state)
{
    (void)state;
    static const char good[] =
        "{\"a\": [1.5e3, -0.25, \"x\\u00e9\xc3\xa9\\n\"], \"b\": {\"c\": null, \"d\": [true, []]}}";
    static const char letters[] = "{}[]\":,\\u0123456789eE+-. \n\tabtrufalsn\x80\xc3\xff";
    struct random random = random_seeded(11, 0);
    const size_t rounds = (size_t)runs(20000, 200000);
    size_t accepted = 0;
    for (size_t round = 0; round < rounds; round++) {
        char *text = mem_string(good);
        struct json_tree json;
        struct json_fault fault;
        for (uint64_t changes = 1 + random_bits(&random) % 3; changes > 0; changes--)
            text[random_bits(&random) % (sizeof good - 1)] = letters[random_bits(&random) % (sizeof letters - 1)];
        enum status status = json_tree_parse(&json, text, sizeof good - 1, NO_NAMES, &fault);
        assert_true(status == STATUS_OK || status == STATUS_SCENE);
        accepted += status == STATUS_OK;
        json_tree_free(&json);
    }
    assert_true(accepted > rounds / 40 && accepted < rounds * 3 / 4);
}

/* A literal longer than any buffer keeps all its digits: the middle between two doubles plus a little rounds up. */
static void test_long_literals(void **state)
{
    (void)state;
    static const char text[] =
        "[1.00000000000000011102230246251565404236316680908203125000000000000000000000000000001, 2]";
    struct json_tree json;
    struct json_fault fault;
    assert_int_equal(json_tree_parse(&json, mem_string(text), sizeof text - 1, NO_NAMES, &fault), STATUS_OK);
    const struct cJSON *first = json_tree_first(json.root), *second = json_tree_next(first);
    assert_true(json_tree_number(first) == 1 + 0x1p-52);
    assert_true(json_tree_number(second) == 2);
    assert_true(json_tree_origin(first).at == 1 && json_tree_origin(second).at == sizeof text - 3);
    json_tree_free(&json);
}

/** Finds the position of the value that begins at a byte. */
struct search {
    size_t at;
    struct json_position position;
};

static enum json_answer find(void *context, const struct json_value *value)
{
    struct search *search = context;
    if (value->at == search->at)
        search->position = value->position;
    return value->at == search->at ? JSON_STOP : JSON_GO_ON;
}

/* A key is where its first quote is, whatever characters are around it; an element, and a member whose key is on
 * another line, have the place of their value. */
static void test_key_positions(void **state)
{
    (void)state;
    static const char text[] = "{\"é\": [7, {\"b\" :\n\n 1}],\n  \"c\": 2}";
    struct json_tree json;
    struct json_fault fault;
    assert_int_equal(json_tree_parse(&json, mem_string(text), sizeof text - 1, NO_NAMES, &fault), STATUS_OK);
    const struct cJSON *array = json_tree_first(json.root), *seven = json_tree_first(array);
    const struct cJSON *object = json_tree_next(seven);
    const struct {
        const struct cJSON *node;
        struct json_position position;
    } wanted[] = {{json.root, {1, 1, 1}},
                  {array, {1, 7, 2}},
                  {seven, {1, 8, 8}},
                  {object, {1, 11, 11}},
                  {json_tree_first(object), {3, 2, 2}},
                  {json_tree_next(array), {4, 8, 3}}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct search search = {.at = json_tree_origin(wanted[i].node).at};
        json_scan(json.text, json.length, &(struct json_sink){.context = &search, .add = find}, &fault);
        assert_memory_equal(&search.position, &wanted[i].position, sizeof wanted[i].position);
    }
    json_tree_free(&json);
}

/* Values whose shortest text has no point, or a few digits: nothing else may be left where the long literal was. */
static void test_long_literals_of_short_values(void **state)
{
    (void)state;
    static const double values[] = {
        1e65, 1e64, 12345, -12345, 0.5, 1200, 1e-30, 0, -0.0, 0x1p-1074, 0x1.fffffffffffffp1023};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct json_tree json;
        struct json_fault fault;
        char *text = malloc(2048);
        int length = snprintf(text, 2048, "%.1100f", values[i]);
        assert_int_equal(json_tree_parse(&json, text, (size_t)length, NO_NAMES, &fault), STATUS_OK);
        double value = json_tree_number(json.root);
        assert_memory_equal(&value, &values[i], sizeof value);
        json_tree_free(&json);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_good_texts),
        cmocka_unit_test(test_long_numbers),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_sink),
        cmocka_unit_test(test_utf8_against_definition),
        cmocka_unit_test(test_decoding),
        cmocka_unit_test(test_decoding_of_every_code_point),
        cmocka_unit_test(test_random_changes),
        cmocka_unit_test(test_key_positions),
        cmocka_unit_test(test_long_literals),
        cmocka_unit_test(test_long_literals_of_short_values),
    };
    return RUN_TESTS(tests);
}
