/*
 * Numbers as text. Eight bytes at a time are taken as a double, which must survive its shortest text and agree with
 * printf at every precision; all bytes together are taken as JSON, whose numbers must be those of strtod.
 */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "fuzz/require.h"
#include "json/json_scan.h"
#include "json/json_tree.h"

enum { MOST_BYTES = 80, MOST_DIGITS = 17, MOST_LITERAL = 128 };

/** Significant digits of a number's text, without zeros at either end. @return how many */
static size_t digits_of(const char *text, char digits[MOST_LITERAL])
{
    size_t count = 0;
    for (; *text && *text != 'e'; text++)
        if (isdigit((unsigned char)*text) && (count > 0 || *text != '0') && count + 1 < MOST_LITERAL)
            digits[count++] = *text;
    while (count > 0 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
    return count;
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/** To so many digits: those of printf, which rounds the exact value. */
static void check_rounded(double value, int precision)
{
    char text[NUMBER_MAX_TEXT + 1], printed[64], digits[MOST_LITERAL], wanted[MOST_LITERAL];
    text[number_write(text, value, precision)] = '\0';
    snprintf(printed, sizeof printed, "%.*e", precision - 1, value);
    digits_of(text, digits);
    digits_of(printed, wanted);
    REQUIRE(strcmp(digits, wanted) == 0);
    REQUIRE(same_bits(strtod(text, NULL), strtod(printed, NULL)));
}

/** The shortest text: reads back to the same bits, is JSON, and no text with a digit less reads back. */
static void check_shortest(double value)
{
    char text[NUMBER_MAX_TEXT + 1], printed[64], digits[MOST_LITERAL];
    struct json_fault fault;
    size_t length = number_write(text, value, 0);
    REQUIRE(length <= NUMBER_MAX_TEXT);
    text[length] = '\0';
    REQUIRE(same_bits(strtod(text, NULL), value));
    REQUIRE(json_scan(text, length, NULL, &fault) == STATUS_OK);
    size_t count = digits_of(text, digits);
    REQUIRE(count <= MOST_DIGITS);
    snprintf(printed, sizeof printed, "%.17g", value);
    REQUIRE(length <= strlen(printed));
    if (count < 2)
        return;
    snprintf(printed, sizeof printed, "%.*e", (int)count - 2, value);
    REQUIRE(!same_bits(strtod(printed, NULL), value));
}

static void check_double(const uint8_t *data, int precision)
{
    double value;
    memcpy(&value, data, sizeof value);
    if (!isfinite(value))
        return;
    check_shortest(value);
    check_rounded(value, precision);
}

/** Every number of the tree, in the order of the text, against strtod at its place in the text as it came. */
static void check_values(const struct cJSON *node, const char *text)
{
    const char *place = text + json_tree_origin(node).at;
    enum json_tree_kind kind = json_tree_kind(node);
    if (kind == TREE_NUMBER)
        REQUIRE(same_bits(json_tree_number(node), strtod(place, NULL)));
    if (kind == TREE_OBJECT || kind == TREE_ARRAY)
        for (node = json_tree_first(node); node; node = json_tree_next(node))
            check_values(node, text);
}

static void check_text(const char *text, size_t length)
{
    struct json_tree json;
    struct json_fault fault;
    char *copy = malloc(length + 1);
    REQUIRE(copy);
    memcpy(copy, text, length + 1);
    enum status status = json_tree_parse(&json, copy, length, (struct json_tree_names){NULL, NULL}, &fault);
    REQUIRE(status == STATUS_OK || (status == STATUS_SCENE && fault.text[0] && fault.position.column <= length + 1));
    if (status == STATUS_OK)
        check_values(json.root, text);
    json_tree_free(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > MOST_BYTES)
        size = MOST_BYTES;
    for (size_t at = 0; at + sizeof(double) <= size; at += sizeof(double))
        check_double(data + at, 1 + (data[at] ^ data[at + 3]) % MOST_DIGITS);
    char *text = malloc(size + 1);
    REQUIRE(text);
    memcpy(text, data, size);
    text[size] = '\0';
    check_text(text, size);
    free(text);
    return 0;
}
