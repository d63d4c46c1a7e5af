/* Texts in a table of commas. */
#include "out/csv_text.h"

#include <string.h>

bool csv_text_needs_quotes(const char *text)
{
    return text[strcspn(text, ",\"\r\n")] != '\0';
}

void csv_text_put_quoted(struct output *out, const char *text)
{
    for (const char *quote; (quote = strchr(text, '"')); text = quote + 1) {
        output_bytes(out, text, (size_t)(quote - text));
        output_text(out, "\"\"");
    }
    output_text(out, text);
}

void csv_text_put(struct output *out, const char *text)
{
    if (!csv_text_needs_quotes(text)) {
        output_text(out, text);
        return;
    }
    output_text(out, "\"");
    csv_text_put_quoted(out, text);
    output_text(out, "\"");
}
