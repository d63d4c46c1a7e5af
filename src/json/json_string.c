/*
 * String literals of RFC 8259, section 7, over well-formed UTF-8 (RFC 3629, section 4). Plain ASCII takes the short
 * way; everything else is looked at one character at a time. A literal is first checked, then decoded: no escape is
 * shorter than what it stands for.
 */
#include "json/json_string.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *text;
    size_t length, at;
    size_t tails; /* bytes before `at` that do not start a character */
    struct json_string_fault *fault;
};

/** @param at where; 0: the whole string */
static bool fail(struct reader *r, size_t at, const char *text)
{
    r->fault->offset = at > 0 ? at - r->tails : 0;
    snprintf(r->fault->text, sizeof r->fault->text, "%s", text);
    return false;
}

/** The four hexadecimal digits at the start of a text; -1: they are not there. */
static int32_t hexadecimal(const char *text, size_t length)
{
    char digits[5] = "";
    if (length < 4)
        return -1;
    memcpy(digits, text, 4);
    return strspn(digits, "0123456789abcdefABCDEF") == 4 ? (int32_t)strtol(digits, NULL, 16) : -1;
}

/** What \uXXXX at the start of a text stands for, by itself or as the first of a pair of surrogates (RFC 8259, section
 *  7), and how many bytes it takes. 0: it cannot stand here. */
static uint32_t code_of_escape(const char *text, size_t length, size_t *used, const char **fault)
{
    int32_t code = hexadecimal(text + 2, length - 2);
    *used = 6;
    *fault = code < 0 ? "\\u needs four hexadecimal digits" : "\\u0000 cannot be part of a string here";
    if (code < 0xd800 || code > 0xdfff)
        return code < 0 ? 0 : (uint32_t)code;
    bool pair = code < 0xdc00 && length > 7 && memcmp(text + 6, "\\u", 2) == 0;
    int32_t low = pair ? hexadecimal(text + 8, length - 8) : -1;
    *used = 12;
    *fault = "half a surrogate pair";
    return low < 0xdc00 || low > 0xdfff ? 0 : 0x10000 + (((uint32_t)code - 0xd800) << 10) + ((uint32_t)low - 0xdc00);
}

/** Letters of the other escapes, and what they mean. */
static const char letters[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";

/** The cursor is on the backslash. */
static bool check_escape(struct reader *r)
{
    const char *at = r->text + r->at, *fault;
    const size_t left = r->length - r->at;
    size_t used = 2;
    char letter = left > 1 ? at[1] : '\0';
    if (letter == 'u' && !code_of_escape(at, left, &used, &fault))
        return fail(r, r->at, fault);
    if (letter != 'u' && (!letter || !strchr(letters, letter)))
        return fail(r, r->at, "unknown escape; JSON knows \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
    r->at += used;
    return true;
}

static bool check_wide(struct reader *r)
{
    size_t n = json_string_utf8(r->text + r->at, r->length - r->at);
    if (n == 0)
        return fail(r, r->at, "invalid UTF-8");
    r->at += n;
    r->tails += n - 1;
    return true;
}

static bool fail_control(struct reader *r)
{
    char text[80];
    unsigned code = (unsigned char)r->text[r->at];
    snprintf(text, sizeof text, "control character in a string, write it as \\u%04x", code);
    return fail(r, r->at, text);
}

/** The length of the piece that needs no thought. The NUL behind the text ends it. */
static size_t plain_bytes(const char *text)
{
    const char *end = text;
    while ((unsigned char)*end >= 0x20 && (unsigned char)*end < 0x80 && *end != '"' && *end != '\\')
        end++;
    return (size_t)(end - text);
}

static bool check_special(struct reader *r)
{
    unsigned char c = (unsigned char)r->text[r->at];
    return c == '\\' ? check_escape(r) : c < 0x20 ? fail_control(r) : check_wide(r);
}

size_t json_string_check(const char *text, size_t length, size_t *tails, struct json_string_fault *fault)
{
    struct reader r = {.text = text, .length = length, .at = 1 + plain_bytes(text + 1), .fault = fault};
    while (text[r.at] != '"') {
        if (r.at >= length) {
            fail(&r, 0, "the string is not closed");
            return 0;
        }
        if (!check_special(&r))
            return 0;
        r.at += plain_bytes(text + r.at);
    }
    *tails += r.tails;
    return r.at + 1;
}

/** Puts the bytes of a code point to `to`. @return the end of them */
static char *put_code(char *to, uint32_t code)
{
    static const unsigned char lead[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(lead[n] | code);
    return to + n;
}

void json_string_decode(char *to, const char *text, size_t length)
{
    const char *const end = text + length - 1, *fault;
    for (const char *at = text + 1; at < end;) {
        size_t used = 1;
        if (at[0] != '\\')
            *to++ = at[0];
        else if (at[1] == 'u')
            to = put_code(to, code_of_escape(at, (size_t)(end - at), &used, &fault));
        else
            used = 2, *to++ = meaning[strchr(letters, at[1]) - letters];
        at += used;
    }
    *to = '\0';
}

static uint32_t code_of(const char *text, size_t n)
{
    static const unsigned char lead_mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)text[0] & lead_mask[n];
    for (size_t i = 1; i < n; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

size_t json_string_utf8(const char *text, size_t length)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* that needs so many bytes */
    unsigned char lead = length > 0 ? (unsigned char)text[0] : 0x80;
    size_t n = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
    if (n > length)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    uint32_t code = code_of(text, n);
    bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code >= least[n] && code <= 0x10ffff && !is_surrogate ? n : 0;
}

bool json_string_is_utf8(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t n = json_string_utf8(text + at, length - at);
        if (n == 0)
            return false;
        at += n;
    }
    return true;
}

const char *json_string_found(char to[JSON_STRING_MAX_FOUND], const char *text, size_t length)
{
    size_t n = json_string_utf8(text, length);
    if (length == 0)
        snprintf(to, JSON_STRING_MAX_FOUND, "the end of the text");
    else if (n == 0)
        snprintf(to, JSON_STRING_MAX_FOUND, "the byte 0x%02x", (unsigned)(unsigned char)text[0]);
    else if (n == 1 && text[0] >= 0x20 && text[0] < 0x7f)
        snprintf(to, JSON_STRING_MAX_FOUND, "'%c'", text[0]);
    else
        snprintf(to, JSON_STRING_MAX_FOUND, "U+%04X", (unsigned)code_of(text, n));
    return to;
}
