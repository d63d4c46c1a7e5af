/*
 * Faults are kept as origin and sentence; line and column are counted when they are told, in one forward walk through
 * the text, so that a file with a million faults costs one pass. When only the first is wanted, only the earliest
 * found so far is kept: a run and --check then name the same one.
 */
#include "model/scene_report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/quote.h"

enum { MAX_SENTENCE = 1024 };

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_entries(const void *left, const void *right)
{
    const struct scene_fault_entry *a = left, *b = right;
    if (a->origin.is_override != b->origin.is_override)
        return a->origin.is_override ? 1 : -1;
    int by_place = compare_sizes(a->order, b->order);
    return by_place ? by_place : compare_sizes(a->number, b->number);
}

static bool append(struct scene_report *report, struct scene_fault_entry entry)
{
    void *entries = report->entry;
    if (!mem_grow(&entries, &report->capacity, report->count + 1, sizeof *report->entry))
        return false;
    report->entry = entries;
    report->entry[report->count++] = entry;
    return true;
}

static void keep(struct scene_report *report, struct scene_origin origin, size_t order, const char *text)
{
    struct scene_fault_entry entry = {.origin = origin, .order = order, .number = report->count};
    bool replace = !report->all && report->count > 0;
    if (replace && compare_entries(&report->entry[0], &entry) <= 0)
        return;
    entry.text = quote_line(text);
    if (!entry.text) {
        report->out_of_memory = true;
    } else if (replace) {
        free(report->entry[0].text);
        report->entry[0] = entry;
    } else if (!append(report, entry)) {
        free(entry.text);
        report->out_of_memory = true;
    }
}

/** "PATH: SENTENCE". */
__attribute__((format(printf, 3, 0))) static void write_text(char text[MAX_SENTENCE], const struct scene_path *path,
                                                             const char *format, va_list arguments)
{
    char way[SCENE_REPORT_MAX_PATH];
    int length = path ? snprintf(text, MAX_SENTENCE, "%s: ", scene_report_path(way, path)) : 0;
    vsnprintf(text + length, (size_t)(MAX_SENTENCE - length), format, arguments);
}

void scene_report_fault(struct scene_report *report, const struct scene_node *node, const struct scene_path *path,
                        const char *format, ...)
{
    char text[MAX_SENTENCE];
    struct scene_origin origin = scene_json_origin(report->json, node);
    va_list arguments;
    va_start(arguments, format);
    write_text(text, path, format, arguments);
    va_end(arguments);
    keep(report, origin, origin.at, text);
}

/** Where the last value within a value of the text starts. */
static size_t last_offset(const struct scene_json *json, const struct scene_node *node)
{
    size_t last = scene_json_origin(json, node).at;
    for (const struct scene_node *child = scene_json_first(node); child; child = scene_json_next(child)) {
        size_t offset = scene_json_origin(json, child).is_override ? 0 : last_offset(json, child);
        last = offset > last ? offset : last;
    }
    return last;
}

void scene_report_missing(struct scene_report *report, const struct scene_node *object, const struct scene_path *path,
                          const char *format, ...)
{
    char text[MAX_SENTENCE];
    struct scene_origin origin = scene_json_origin(report->json, object);
    va_list arguments;
    va_start(arguments, format);
    write_text(text, path, format, arguments);
    va_end(arguments);
    keep(report, origin, origin.is_override ? origin.at : last_offset(report->json, object), text);
}

void scene_report_at(struct scene_report *report, struct scene_origin origin, const char *format, ...)
{
    char text[MAX_SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    keep(report, origin, origin.at, text);
}

static size_t write_path(char *to, size_t room, const struct scene_path *path)
{
    size_t used = path->above ? write_path(to, room, path->above) : 0;
    const char *dot = path->above ? "." : "";
    if (used >= room)
        return used;
    int written = path->name ? snprintf(to + used, room - used, "%s%s", dot, path->name)
                             : snprintf(to + used, room - used, "%s%zu", dot, path->index);
    return used + (size_t)written;
}

const char *scene_report_path(char to[SCENE_REPORT_MAX_PATH], const struct scene_path *path)
{
    if (write_path(to, SCENE_REPORT_MAX_PATH, path) >= SCENE_REPORT_MAX_PATH)
        to[quote_whole(to, SCENE_REPORT_MAX_PATH - 1)] = '\0';
    return to;
}

const char *scene_report_number(char to[SCENE_REPORT_MAX_NUMBER], double value, int digits)
{
    if (value == HUGE_VAL)
        return memcpy(to, "inf", sizeof "inf");
    to[number_write(to, value, digits)] = '\0';
    return to;
}

const char *scene_report_value(char to[SCENE_REPORT_MAX_VALUE], const struct scene_node *node)
{
    switch (scene_json_kind(node)) {
    case SCENE_NUMBER:
        return scene_report_number(to, scene_json_number(node), 0);
    case SCENE_STRING:
        return quote_text(to, scene_json_string(node));
    case SCENE_OBJECT:
        return "an object";
    case SCENE_ARRAY:
        return "an array";
    case SCENE_WORD:
        break;
    }
    return scene_json_word(node);
}

/** "FILE:LINE:COLUMN: error: TEXT" or "OPTION: error: TEXT"; NULL: out of memory. */
static char *whole_line(const struct scene_report *report, const struct scene_fault_entry *fault, const char *file,
                        struct json_place *place)
{
    size_t room = strlen(file) + strlen(fault->text) + 64;
    if (fault->origin.is_override) {
        char *option = quote_line(report->source->overrides[fault->origin.at].option);
        if (!option)
            return NULL;
        room += strlen(option);
        char *line = malloc(room);
        if (line)
            snprintf(line, room, "%s: error: %s", option, fault->text);
        free(option);
        return line;
    }
    json_scan_locate(report->json->text, fault->origin.at, place);
    char *line = malloc(room);
    if (line)
        snprintf(line, room, "%s:%zu:%zu: error: %s", file, place->line, place->column, fault->text);
    return line;
}

static bool tell_each(const struct scene_report *report, const struct scene_faults *faults, const char *file)
{
    struct json_place place = {0, 1, 1};
    size_t count = report->all ? report->count : 1;
    for (size_t i = 0; i < count; i++) {
        char *line = whole_line(report, &report->entry[i], file, &place);
        if (!line)
            return false;
        faults->line(faults->context, line);
        free(line);
    }
    return true;
}

enum status scene_report_tell(struct scene_report *report, const struct scene_faults *faults)
{
    if (report->out_of_memory)
        return STATUS_LIMIT;
    if (report->count == 0)
        return STATUS_OK;
    const char *path = report->source->path;
    char *file = quote_line(strcmp(path, "-") == 0 ? "<stdin>" : path);
    if (!file)
        return STATUS_LIMIT;
    qsort(report->entry, report->count, sizeof *report->entry, compare_entries);
    bool told = tell_each(report, faults, file);
    free(file);
    return told ? STATUS_SCENE : STATUS_LIMIT;
}

void scene_report_free(struct scene_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        free(report->entry[i].text);
    free(report->entry);
    report->entry = NULL;
    report->count = report->capacity = 0;
}
