#include "app/batch_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/quote.h"

bool batch_line_is_run(const char *text, size_t length)
{
    size_t blanks = strspn(text, " \t");
    return blanks < length && text[blanks] != '#';
}

/** What may be wrong with a word that is no override. @param rest the line behind the word; NULL: nothing */
static const char *hint_of(const struct batch_line *line, const char *word, const char *rest)
{
    if (word[0] == '-')
        return "; a line holds no options, and needs no -s";
    const bool precedes = rest && rest[strspn(rest, " ")] == '=';
    const bool follows = line->n > 0 && line->override[line->n - 1].value[0] == '\0';
    if (line->n > 0 && word[0] != '=' && !precedes && !follows)
        return "; a VALUE with blanks needs tabs between the overrides";
    return "; a line is PATH=VALUE PATH=VALUE ..., without blanks around =";
}

static enum status add(struct batch_line *line, char *word, const char *rest, const char *place, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT];
    char *equals = strchr(word, '=');
    if (!equals || equals == word)
        return error_set(err, STATUS_USAGE, place, "expected PATH=VALUE, found %s%s", quote_text(quoted, word),
                         hint_of(line, word, rest));
    if (!mem_grow(&line->override, &line->capacity, line->n + 1, sizeof *line->override))
        return error_no_memory(err);
    *equals = '\0';
    line->override[line->n++] = (struct scene_override){place, word, equals + 1};
    return STATUS_OK;
}

enum status batch_line_parse(struct batch_line *line, char *text, size_t length, const char *place, struct error *err)
{
    const char *separator = strchr(text, '\t') ? "\t" : " ";
    enum status status = STATUS_OK;
    line->n = 0;
    if (strlen(text) != length)
        return error_set(err, STATUS_USAGE, place, "the line has a NUL character");
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
        return error_set(err, STATUS_USAGE, place, "the line starts with a byte order mark; save the file without it");
    for (char *word; status == STATUS_OK && (word = strsep(&text, separator));)
        if (word[0])
            status = add(line, word, text, place, err);
    return status;
}

void batch_line_free(struct batch_line *line)
{
    free(line->override);
    *line = (struct batch_line){NULL, 0, 0};
}
