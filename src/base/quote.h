#pragma once

#include <stddef.h>

/* Foreign text inside messages: whatever a file or a command line holds, a message stays one line. Control characters
 * are shown as \n, \t or \u001b; UTF-8 passes as it is. */

/** Writes the escape sequence of a character that JSON does not allow in a string (RFC 8259, section 7), or of another
 *  below 0x80. Returns its length. */
enum { QUOTE_MAX_ESCAPE = 7 };
size_t quote_escape(char to[QUOTE_MAX_ESCAPE], unsigned char character);

/** Room for quote_text(): 48 characters of text, escaped at worst, and the marks around them. */
enum { QUOTE_MAX_TEXT = 320 };

/** Writes "text" in double quotes with a final NUL, cut after 48 characters (then `...` follows inside the quotes).
 *  Quotes and backslashes are escaped as in JSON. Returns `to`. */
const char *quote_text(char to[QUOTE_MAX_TEXT], const char *text);

/** The text on one line, without quotes, in `room` bytes with the final NUL (at least 8), cut between two characters.
 */
void quote_short(char *to, size_t room, const char *text);

/** The length that is left of `length` bytes of UTF-8 without the character that may be cut at their end. */
size_t quote_whole(const char *text, size_t length);
