/*
 * Readers that know nothing of the writers: fields are counted, each must be a number that ends where the field ends,
 * and JSON must be what the strict reader takes.
 */
#include "fuzz/tables.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/require.h"
#include "json/json_scan.h"

/** Fields of a csv, gnuplot and xyz row, and lines before the rows of an xyz frame. */
enum { CSV_COLUMNS = 8, WIDE_COLUMNS = 2, WIDE_PER_BALL = 4, XYZ_COLUMNS = 9, XYZ_HEAD = 2 };

static bool is(const char *format, const char *name)
{
    return strcmp(format, name) == 0;
}

/** Past a line of `columns` fields, which must be finite numbers but for the one in column `word`. */
static const char *after_row(const char *row, char separator, size_t columns, size_t word)
{
    for (size_t column = 0; column < columns; column++) {
        char *end = (char *)(uintptr_t)row + strcspn(row, (char[]){separator, '\n', '\0'});
        REQUIRE(end > row && *end == (column + 1 < columns ? separator : '\n'));
        if (column != word) {
            char *number_end;
            REQUIRE(isfinite(strtod(row, &number_end)) && number_end == end);
        }
        row = end + 1;
    }
    return row;
}

static const char *after_line(const char *text)
{
    const char *end = strchr(text, '\n');
    REQUIRE(end);
    return end + 1;
}

size_t tables_count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text = after_line(text))
        lines++;
    return lines;
}

void tables_check_csv(const char *text, size_t columns, size_t rows, size_t word)
{
    text = after_line(text);
    for (size_t row = 0; row < rows; row++)
        text = after_row(text, ',', columns, word);
    REQUIRE(*text == '\0');
}

/** Columns of angular velocities, of each ball. */
static size_t spins(const struct scene *scene)
{
    return scene->rotates ? 3 : 0;
}

static void check_gnuplot(const char *text, const struct scene *scene, size_t frames)
{
    size_t columns = CSV_COLUMNS + spins(scene);
    text = after_line(text);
    for (size_t frame = 0; frame < frames; frame++) {
        for (size_t i = 0; i < scene->n; i++)
            text = after_row(text, ' ', columns, columns);
        REQUIRE(text[0] == '\n' && text[1] == '\n');
        text += 2;
    }
    REQUIRE(*text == '\0');
}

static void check_xyz(const char *text, size_t n, size_t frames)
{
    for (size_t frame = 0; frame < frames; frame++) {
        REQUIRE(strtoul(text, NULL, 10) == n);
        text = after_line(after_line(text));
        for (size_t i = 0; i < n; i++)
            text = after_row(text, ' ', XYZ_COLUMNS, 0);
    }
    REQUIRE(*text == '\0');
}

void tables_check_json(const char *text, size_t length)
{
    struct json_fault fault;
    char *copy = strndup(text, length); /* which ends there */
    REQUIRE(copy && json_scan(copy, length, NULL, &fault) == STATUS_OK);
    free(copy);
}

static void check_ndjson(const char *text, size_t frames)
{
    for (size_t frame = 0; frame < frames; frame++) {
        const char *end = after_line(text);
        char *line = strndup(text, (size_t)(end - text));
        REQUIRE(line);
        tables_check_json(line, strlen(line));
        free(line);
        text = end;
    }
    REQUIRE(*text == '\0');
}

size_t tables_check_binary(const char *bytes, size_t length, const struct scene *scene)
{
    size_t row = (CSV_COLUMNS - 1 + spins(scene)) * sizeof(double);
    REQUIRE(length % row == 0);
    for (size_t at = 0; at < length; at += sizeof(double)) {
        double number;
        memcpy(&number, bytes + at, sizeof number);
        REQUIRE(isfinite(number));
    }
    return length / row;
}

void tables_check_frames(const char *format, const char *text, size_t length, const struct scene *scene, size_t frames)
{
    size_t n = scene->n, wide = WIDE_COLUMNS + (WIDE_PER_BALL + spins(scene)) * n;
    if (is(format, "csv"))
        tables_check_csv(text, CSV_COLUMNS - 1 + spins(scene), frames * n, SIZE_MAX);
    else if (is(format, "csv-wide"))
        tables_check_csv(text, wide, frames, wide);
    else if (is(format, "gnuplot"))
        check_gnuplot(text, scene, frames);
    else if (is(format, "xyz"))
        check_xyz(text, n, frames);
    else if (is(format, "ndjson"))
        check_ndjson(text, frames);
    else if (is(format, "binary"))
        REQUIRE(tables_check_binary(text, length, scene) == frames * n);
    else if (is(format, "json"))
        tables_check_json(text, length);
    else
        REQUIRE(!"a format that is checked here");
}

size_t tables_count_frames(const char *format, const char *text, size_t length, const struct scene *scene)
{
    size_t n = scene->n;
    if (is(format, "binary"))
        return n ? tables_check_binary(text, length, scene) / n : SIZE_MAX;
    size_t lines = tables_count_lines(text);
    if (is(format, "csv"))
        return n ? (lines - 1) / n : SIZE_MAX;
    if (is(format, "gnuplot"))
        return (lines - 1) / (n + 2);
    if (is(format, "xyz"))
        return lines / (n + XYZ_HEAD);
    if (is(format, "json"))
        return lines - 2;
    return is(format, "ndjson") ? lines : lines - 1;
}
