/*
 * A recursive-descent reader of RFC 8259 that accepts nothing beyond it, and a little less: numbers must be finite as
 * double, \u0000 is refused because strings here end at NUL, and nesting has a limit. Repeated names within an object,
 * which section 4 leaves open, are handed over like any others (scene_read refuses them).
 *
 * Invariants: `at` never exceeds `length`, and text[length] is NUL, so one byte may always be looked at. After a
 * failure every function returns false and nothing moves. The text stays as it is, so that it can be read again, by
 * several threads at once. Cost: one pass; of values that nobody wants, numbers are not computed and strings not
 * decoded.
 */
#include "json/json_scan.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "json/json_string.h"

/** A decoded string; long ones have their place on the heap. */
struct word {
    char brief[32], *large;
    size_t capacity;
};

struct scanner {
    const char *text;
    size_t length, at;
    size_t tails;                 /* bytes so far that do not start a character */
    uint32_t line, line_at;       /* number of the line, and of its first character */
    unsigned depth;               /* objects and arrays that are open */
    bool is_checked;              /* the text is known to be valid */
    const struct json_sink *sink; /* NULL: nobody wants the values */
    struct json_fault *fault;
    enum status status;
    const char *key; /* of the value that comes next; NULL: an element or the outermost value does */
    struct json_position key_position;
    struct word key_word, string_word;
};

static bool scan_value(struct scanner *s);

/** The character under the cursor, counted from 0. */
static uint32_t character(const struct scanner *s)
{
    return (uint32_t)(s->at - s->tails);
}

/** @param at number of the character */
static struct json_position position_of(const struct scanner *s, uint32_t at)
{
    const uint32_t column = at - s->line_at + 1;
    return (struct json_position){s->line, column, column};
}

/** @param at number of the character */
__attribute__((format(printf, 3, 4))) static bool fail(struct scanner *s, uint32_t at, const char *format, ...)
{
    va_list arguments;
    s->status = STATUS_SCENE;
    s->fault->position = position_of(s, at);
    va_start(arguments, format);
    vsnprintf(s->fault->text, sizeof s->fault->text, format, arguments);
    va_end(arguments);
    return false;
}

/** Whether what comes next is a comment of another language. */
static bool at_comment(const struct scanner *s)
{
    const char *at = s->text + s->at;
    return s->at < s->length && (at[0] == '#' || (at[0] == '/' && (at[1] == '/' || at[1] == '*')));
}

/** "expected WHAT, found ...". */
static bool fail_expected(struct scanner *s, const char *what)
{
    char found[JSON_STRING_MAX_FOUND];
    if (at_comment(s) && s->depth == 0)
        return fail(s, character(s),
                    "JSON begins with '{' and has no comments; a scene may have a \"comment\": \"...\"");
    if (at_comment(s))
        return fail(s, character(s), "JSON has no comments; a scene may have a \"comment\": \"...\"");
    if (s->length - s->at >= 3 && memcmp(s->text + s->at, "\xe2\x80", 2) == 0 &&
        strchr("\x98\x99\x9c\x9d\x9e", s->text[s->at + 2]))
        return fail(s, character(s), "expected %s; these are typographic quotes, JSON has straight ones", what);
    if (s->at < s->length && s->text[s->at] == '\'')
        return fail(s, character(s), "expected %s; JSON has double quotes, not single", what);
    return fail(s, character(s), "expected %s, found %s", what,
                json_string_found(found, s->text + s->at, s->length - s->at));
}

/** Hands a value to the sink, with its key if it has one.
 *  @param start, at its first byte, the number of its first character
 *  @return what is to become of the values within it */
static enum json_answer emit(struct scanner *s, size_t start, uint32_t at, struct json_value *value)
{
    if (!s->sink)
        return JSON_GO_ON;
    value->depth = s->depth;
    value->at = start;
    value->position = position_of(s, at);
    value->key = s->key;
    if (s->key && s->key_position.line == s->line)
        value->position.key = s->key_position.column;
    s->key = NULL;
    enum json_answer answer = s->sink->add(s->sink->context, value);
    if (answer == JSON_STOP)
        s->status = STATUS_LIMIT;
    return answer;
}

static void skip_blanks(struct scanner *s)
{
    if ((unsigned char)s->text[s->at] > ' ')
        return;
    for (char c = s->text[s->at]; c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = s->text[s->at]) {
        s->at++;
        if (c == '\n') {
            s->line++;
            s->line_at = character(s);
        }
    }
}

static bool take(struct scanner *s, char wanted)
{
    if (s->text[s->at] != wanted)
        return false;
    s->at++;
    return true;
}

static bool take_digits(struct scanner *s)
{
    const char *const first = s->text + s->at, *const end = number_digits_end(first);
    s->at += (size_t)(end - first);
    return end > first;
}

/** Moves behind a number. @param exponent gets whether it has one */
static bool check_number(struct scanner *s, bool *exponent)
{
    uint32_t at = character(s);
    take(s, '-');
    if (take(s, '0')) {
        if (number_is_digit(s->text[s->at]))
            return fail(s, at, "a number may not start with 0 and more digits");
    } else if (!take_digits(s)) {
        return fail_expected(s, "a digit");
    }
    if (take(s, '.') && !take_digits(s))
        return fail_expected(s, "a digit after the decimal point");
    *exponent = take(s, 'e') || take(s, 'E');
    if (!*exponent)
        return true;
    if (!take(s, '+'))
        take(s, '-');
    return take_digits(s) || fail_expected(s, "a digit of the exponent");
}

static bool scan_number(struct scanner *s)
{
    enum { SURELY_FINITE = 300 };
    const size_t start = s->at;
    const uint32_t at = character(s);
    bool exponent = true;
    if (!s->is_checked && !check_number(s, &exponent))
        return false;
    if (!s->sink && !exponent && s->at - start < SURELY_FINITE)
        return true;
    const char *end;
    struct json_value value = {.kind = JSON_NUMBER, .number = number_read(s->text + start, &end)};
    s->at = (size_t)(end - s->text);
    if (!isfinite(value.number))
        return fail(s, at, "number is too large for a double");
    return emit(s, start, at, &value) != JSON_STOP;
}

/** Decodes a literal. NULL: out of memory. */
static const char *decode(struct scanner *s, struct word *word, const char *literal, size_t length)
{
    char *to = word->brief;
    if (length > sizeof word->brief) {
        if (!mem_grow(&word->large, &word->capacity, length, 1)) {
            s->status = STATUS_LIMIT;
            return NULL;
        }
        to = word->large;
    }
    json_string_decode(to, literal, length);
    return to;
}

/** Of a string of ASCII a byte that stands for itself. */
static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && (unsigned char)c < 0x80 && c != '"' && c != '\\';
}

/** Reads a short string of such bytes, as most keys are. False: it is none. */
static bool read_brief(struct scanner *s, struct word *word)
{
    const char *from = s->text + s->at + 1;
    size_t n = 0;
    for (; n < sizeof word->brief && is_plain(from[n]); n++)
        word->brief[n] = from[n];
    if (n == sizeof word->brief || from[n] != '"')
        return false;
    word->brief[n] = '\0';
    s->at += n + 2;
    return true;
}

/** Reads a string, its opening quote under the cursor, into a word, or nowhere if nobody wants it. NULL: there is none.
 */
static const char *read_string(struct scanner *s, struct word *word)
{
    if (read_brief(s, word))
        return word->brief;
    struct json_string_fault fault;
    const char *text = s->text + s->at;
    size_t tails = s->tails, used = json_string_check(text, s->length - s->at, &tails, &fault);
    if (used == 0) {
        fail(s, character(s) + (uint32_t)fault.offset, "%s", fault.text);
        return NULL;
    }
    s->tails = tails;
    s->at += used;
    return s->sink ? decode(s, word, text, used) : "";
}

static bool scan_string(struct scanner *s)
{
    uint32_t at = character(s);
    size_t start = s->at;
    const char *string = read_string(s, &s->string_word);
    return string && emit(s, start, at, &(struct json_value){.kind = JSON_STRING, .string = string}) != JSON_STOP;
}

static bool scan_word(struct scanner *s)
{
    static const char *const words[] = {[JSON_TRUE] = "true", [JSON_FALSE] = "false", [JSON_NULL] = "null"};
    uint32_t at = character(s);
    size_t start = s->at, end = start;
    while ((s->text[end] >= 'a' && s->text[end] <= 'z') || (s->text[end] >= 'A' && s->text[end] <= 'Z'))
        end++;
    size_t length = end - s->at;
    for (enum json_kind kind = JSON_TRUE; kind <= JSON_NULL; kind++)
        if (strlen(words[kind]) == length && memcmp(words[kind], s->text + start, length) == 0) {
            s->at = end;
            return emit(s, start, at, &(struct json_value){.kind = kind}) != JSON_STOP;
        }
    return fail(s, at, "%.*s is not valid JSON", length > 32 ? 32 : (int)length, s->text + s->at);
}

static bool scan_member(struct scanner *s)
{
    if (s->text[s->at] != '"') {
        if (number_is_digit(s->text[s->at]) && s->text[s->at - 1] == ',') /* "0,5", as many languages write it */
            return fail(s, character(s) - 1, "numbers have a decimal point, not a comma");
        return fail_expected(s, "a key in double quotes");
    }
    s->key_position = position_of(s, character(s));
    s->key = read_string(s, &s->key_word);
    if (!s->key)
        return false;
    skip_blanks(s);
    if (!take(s, ':'))
        return fail_expected(s, "':' after the key");
    skip_blanks(s);
    return scan_value(s);
}

/** Members or elements, from the opening bracket to the closing one. @param n gets how many there are */
static bool scan_items(struct scanner *s, bool is_array, size_t *n)
{
    const char end = is_array ? ']' : '}';
    const struct json_position open = position_of(s, character(s));
    s->at++;
    skip_blanks(s);
    *n = 0;
    if (take(s, end))
        return true;
    for (;;) {
        ++*n;
        if (!(is_array ? scan_value(s) : scan_member(s)))
            return false;
        skip_blanks(s);
        if (take(s, end))
            return true;
        if (s->at == s->length)
            return fail(s, character(s),
                        "expected ',' or '%c', found the end of the text; the '%c' at %u:%u is not closed", end,
                        is_array ? '[' : '{', open.line, open.column);
        if (!take(s, ','))
            return fail_expected(s, is_array ? "',' or ']'" : "',' or '}'");
        skip_blanks(s);
        if (!is_array && (s->text[s->at] == '{' || s->text[s->at] == '['))
            return fail(s, character(s), "expected a key in double quotes, found '%c'; the '{' at %u:%u is not closed",
                        s->text[s->at], open.line, open.column);
        if (s->text[s->at] == end)
            return fail(s, character(s), "trailing comma before '%c': JSON does not allow it", end);
    }
}

static bool scan_container(struct scanner *s)
{
    bool is_array = s->text[s->at] == '[';
    if (s->depth == JSON_SCAN_DEPTH)
        return fail(s, character(s), "nested deeper than %d levels", JSON_SCAN_DEPTH);
    const struct json_sink *sink = s->sink;
    struct json_value value = {.kind = is_array ? JSON_ARRAY : JSON_OBJECT};
    enum json_answer answer = emit(s, s->at, character(s), &value);
    if (answer == JSON_STOP)
        return false;
    if (answer == JSON_PASS)
        s->sink = NULL;
    size_t n;
    s->depth++;
    if (!scan_items(s, is_array, &n))
        return false;
    s->depth--;
    s->sink = sink;
    if (answer == JSON_PASS)
        sink->passed(sink->context, n);
    return true;
}

static bool scan_value(struct scanner *s)
{
    char c = s->text[s->at];
    if (c == '{' || c == '[')
        return scan_container(s);
    if (c == '"')
        return scan_string(s);
    if (c == '-' || number_is_digit(c))
        return scan_number(s);
    if (c == '+' || c == '.')
        return fail(s, character(s), "a number may not start with '%c'", c);
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        return scan_word(s);
    return fail_expected(s, "a value");
}

/** Encodings that editors choose by themselves. A byte order mark, which editors of Windows put before UTF-8 and no
 * editor shows, is no character (RFC 8259 lets a reader ignore it). */
static bool check_encoding(struct scanner *s)
{
    if (s->length >= 3 && memcmp(s->text, "\xef\xbb\xbf", 3) == 0)
        s->at = s->tails = 3;
    const bool marked = s->length >= 2 && (memcmp(s->text, "\xff\xfe", 2) == 0 || memcmp(s->text, "\xfe\xff", 2) == 0);
    if (marked || (s->length >= 2 && (!s->text[0] || !s->text[1])))
        return fail(s, 0, "the file looks like UTF-16; save it as UTF-8");
    if (s->length >= 2 && memcmp(s->text, "\x1f\x8b", 2) == 0)
        return fail(s, 0, "the file is compressed; unpack it, as in zcat FILE | billiard-sim -");
    if (s->length >= 1 && !json_string_utf8(s->text, s->length))
        return fail(s, 0, "the file is no text in UTF-8: it begins with the byte 0x%02x", (unsigned char)s->text[0]);
    return true;
}

static bool scan_text(struct scanner *s)
{
    if (!check_encoding(s))
        return false;
    if (s->at + strspn(s->text + s->at, " \t\r\n") == s->length)
        return fail(s, 0, "the input is empty");
    skip_blanks(s);
    if (!scan_value(s))
        return false;
    skip_blanks(s);
    return s->at == s->length ? true : fail_expected(s, "the end of the text after the value");
}

static void free_words(struct scanner *s)
{
    free(s->key_word.large);
    free(s->string_word.large);
}

enum status json_scan(const char *text, size_t length, const struct json_sink *sink, struct json_fault *fault)
{
    struct scanner s = {.text = text, .length = length, .line = 1, .sink = sink, .fault = fault};
    scan_text(&s);
    free_words(&s);
    return s.status;
}

bool json_scan_element(const char *text, size_t length, size_t *at, const struct json_sink *sink)
{
    struct json_fault fault;
    struct scanner s = {.text = text, .length = length, .at = *at, .is_checked = true, .sink = sink, .fault = &fault};
    s.at += text[*at] != ']'; /* the opening bracket, or a comma */
    skip_blanks(&s);
    *at = 0;
    if (text[s.at] == ']')
        return true;
    const bool done = scan_value(&s);
    free_words(&s);
    skip_blanks(&s);
    *at = s.at;
    return done;
}

/** From the opening quote of a valid string to the closing one. */
static size_t string_end(const char *text, size_t at)
{
    for (at++; text[at] != '"'; at++)
        at += text[at] == '\\';
    return at;
}

size_t json_scan_pass(const char *text, size_t at)
{
    size_t open = 0;
    for (at++;; at++)
        switch (text[at]) {
        case '"':
            at = string_end(text, at);
            break;
        case '[':
        case '{':
            open++;
            break;
        case ']':
        case '}':
            if (open-- == 0)
                return at;
            break;
        case ',':
            if (open == 0)
                return at;
            break;
        default:
            break;
        }
}
