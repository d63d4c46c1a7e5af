/*
 * Text that others wrote, made safe for a one-line message. A character is never cut in half: bytes 10xxxxxx
 * continue a UTF-8 character and are copied with it.
 */
#include "base/quote.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_CHARACTERS = 48, MAX_ESCAPE = QUOTE_MAX_ESCAPE - 1 };

size_t quote_escape(char to[QUOTE_MAX_ESCAPE], unsigned char character)
{
    static const char named[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    const char *found = character != 0 ? strchr(named, character) : NULL;
    return (size_t)(found ? snprintf(to, QUOTE_MAX_ESCAPE, "\\%c", names[found - named])
                          : snprintf(to, QUOTE_MAX_ESCAPE, "\\u%04x", character));
}

/** Writes one byte, escaped where needed; returns the number of bytes written (at most MAX_ESCAPE). */
static size_t write_byte(char *to, char byte, bool inside_quotes)
{
    unsigned char code = (unsigned char)byte;
    if (code < 0x20 || code == 0x7f || (inside_quotes && (byte == '"' || byte == '\\')))
        return quote_escape(to, code);
    to[0] = byte;
    return 1;
}

static bool continues_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

const char *quote_text(char to[QUOTE_MAX_TEXT], const char *text)
{
    size_t at = 0, characters = 0;
    to[at++] = '"';
    for (; *text; text++) {
        if (!continues_character(*text) && characters++ == MAX_CHARACTERS)
            break;
        if (at + MAX_ESCAPE + sizeof "...\"" > QUOTE_MAX_TEXT)
            break;
        at += write_byte(to + at, *text, true);
    }
    snprintf(to + at, QUOTE_MAX_TEXT - at, "%s", *text ? "...\"" : "\"");
    return to;
}

size_t quote_whole(const char *text, size_t length)
{
    size_t start = length;
    while (start > 0 && continues_character(text[start - 1]))
        start--;
    if (start-- == 0)
        return 0;
    unsigned char lead = (unsigned char)text[start];
    size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    return length - start < bytes ? start : length;
}

void quote_short(char *to, size_t room, const char *text)
{
    size_t at = 0;
    for (; *text && at + MAX_ESCAPE < room; text++)
        at += write_byte(to + at, *text, false);
    to[*text ? quote_whole(to, at) : at] = '\0';
}
