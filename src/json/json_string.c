/*
 * String literals of RFC 8259, section 7, over well-formed UTF-8 (RFC 3629, section 4). Plain ASCII takes the short
 * way; everything else is looked at one character at a time. No escape is shorter than what it stands for, so a string
 * is decoded where it stands.
 */
#include "json/json_scan.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    char *text;
    size_t length, at;
    size_t end;   /* of the bytes decoded so far, at most `at` */
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

static void append(struct reader *r, const char *bytes, size_t count)
{
    memmove(r->text + r->end, bytes, count);
    r->end += count;
}

static void append_code(struct reader *r, uint32_t code)
{
    char bytes[4];
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    for (size_t i = n; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(lead[n] | code);
    append(r, bytes, n);
}

/** Four hexadecimal digits at `at`; -1: they are not. */
static int32_t hexadecimal(const struct reader *r, size_t at)
{
    char digits[5] = "";
    if (at + 4 > r->length)
        return -1;
    memcpy(digits, r->text + at, 4);
    return strspn(digits, "0123456789abcdefABCDEF") == 4 ? (int32_t)strtol(digits, NULL, 16) : -1;
}

/** The cursor is on the backslash of \uXXXX; surrogates must come as a pair (RFC 8259, section 7). */
static bool read_code_escape(struct reader *r)
{
    int32_t code = hexadecimal(r, r->at + 2);
    size_t used = 6;
    if (code < 0)
        return fail(r, r->at, "\\u needs four hexadecimal digits");
    if (code == 0)
        return fail(r, r->at, "\\u0000 cannot be part of a string here");
    if (code >= 0xd800 && code <= 0xdfff) {
        bool pair = code < 0xdc00 && r->at + 7 < r->length && memcmp(r->text + r->at + 6, "\\u", 2) == 0;
        int32_t low = pair ? hexadecimal(r, r->at + 8) : -1;
        if (low < 0xdc00 || low > 0xdfff)
            return fail(r, r->at, "half a surrogate pair");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        used = 12;
    }
    r->at += used;
    append_code(r, (uint32_t)code);
    return true;
}

static bool read_escape(struct reader *r)
{
    static const char letters[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    char letter = r->at + 1 < r->length ? r->text[r->at + 1] : '\0';
    if (letter == 'u')
        return read_code_escape(r);
    const char *known = letter ? strchr(letters, letter) : NULL;
    if (!known)
        return fail(r, r->at, "unknown escape; JSON knows \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
    r->at += 2;
    append(r, meaning + (known - letters), 1);
    return true;
}

static bool read_wide(struct reader *r)
{
    size_t n = json_string_utf8(r->text + r->at, r->length - r->at);
    if (n == 0)
        return fail(r, r->at, "invalid UTF-8");
    append(r, r->text + r->at, n);
    r->at += n;
    r->tails += n - 1;
    return true;
}

static bool read_control(struct reader *r)
{
    char text[80];
    unsigned code = (unsigned char)r->text[r->at];
    snprintf(text, sizeof text, "control character in a string, write it as \\u%04x", code);
    return fail(r, r->at, text);
}

/** The longest piece that needs no thought. */
static void read_plain(struct reader *r)
{
    size_t start = r->at;
    while (r->at < r->length) {
        unsigned char c = (unsigned char)r->text[r->at];
        if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\')
            break;
        r->at++;
    }
    append(r, r->text + start, r->at - start);
}

static bool read_special(struct reader *r)
{
    unsigned char c = (unsigned char)r->text[r->at];
    return c == '\\' ? read_escape(r) : c < 0x20 ? read_control(r) : read_wide(r);
}

size_t json_string_read(char *text, size_t length, size_t *tails, struct json_string_fault *fault)
{
    struct reader r = {.text = text, .length = length, .at = 1, .end = 1, .fault = fault};
    for (;;) {
        read_plain(&r);
        if (r.at >= length) {
            fail(&r, 0, "the string is not closed");
            return 0;
        }
        if (text[r.at] == '"') {
            text[r.end] = '\0';
            *tails += r.tails;
            return r.at + 1;
        }
        if (!read_special(&r))
            return 0;
    }
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
