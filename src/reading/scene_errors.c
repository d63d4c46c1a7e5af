/*
 * Errors are stored with origin and sentence, and sorted when they are printed, so that a run, which prints the first
 * one, and --check begin with the same. Only then the text is read once more, for lines and columns of all: what has no
 * errors does not pay for them.
 */
#include "reading/scene_errors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/quote.h"
#include "reading/scene_keys.h"

enum { MAX_SENTENCE = 1024, MAX_NAME = 4096 /* of a file or an option */ };

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_entries(const void *left, const void *right)
{
    const struct scene_error *a = left, *b = right;
    if (a->origin.is_override != b->origin.is_override)
        return a->origin.is_override ? 1 : -1;
    int by_place = compare_sizes(a->origin.at, b->origin.at);
    return by_place ? by_place : compare_sizes(a->number, b->number);
}

/** Takes an error that lacks its number and a text of its own. */
static void keep(struct scene_errors *errors, struct scene_error entry, const char *text)
{
    char line[MAX_SENTENCE];
    quote_short(line, sizeof line, text);
    entry.number = errors->count;
    entry.text = mem_string(line);
    if (entry.text && mem_grow(&errors->entry, &errors->capacity, errors->count + 1, sizeof *errors->entry)) {
        errors->entry[errors->count++] = entry;
        return;
    }
    free(entry.text);
    errors->out_of_memory = true;
}

/** Keeps "PATH: SENTENCE", or the sentence alone. */
__attribute__((format(printf, 4, 0))) static bool add(struct scene_errors *errors, const struct scene_error *error,
                                                      const struct scene_path *path, const char *format,
                                                      va_list arguments)
{
    char text[MAX_SENTENCE], way[SCENE_ERRORS_MAX_PATH];
    int length = path ? snprintf(text, MAX_SENTENCE, "%s: ", scene_errors_path(way, path)) : 0;
    vsnprintf(text + length, (size_t)(MAX_SENTENCE - length), format, arguments);
    keep(errors, *error, text);
    return false;
}

/** True of the member of an object that can make balls overlap; of others than racks "angle" is that of a velocity. */
static bool places_balls(const struct cJSON *member, bool of_rack)
{
    const char *key = json_tree_key(member);
    const struct scene_key *known =
        key ? scene_keys_find((enum scene_object)(of_rack ? OBJECT_RACK : ~OBJECT_RACK), key) : NULL;
    return !known || (known->alters & ALTERS_PLACE);
}

/** 1 + the number of the last override among a value and those within it, or those of them that can place balls; 0:
 *  none. */
static size_t last_override(const struct cJSON *node, bool places)
{
    struct json_origin origin = json_tree_origin(node);
    bool made = places && json_tree_first(node); /* perhaps by an override of a member */
    size_t last = origin.is_override && !made ? origin.at + 1 : 0;
    const bool of_rack = places && json_tree_member(node, "rack");
    for (const struct cJSON *child = json_tree_first(node); child; child = json_tree_next(child)) {
        size_t within = places && !places_balls(child, of_rack) ? 0 : last_override(child, places);
        last = within > last ? within : last;
    }
    return last;
}

bool scene_errors_vadd(struct scene_errors *errors, const struct cJSON *node, const struct scene_path *path,
                       const char *key, const char *format, va_list arguments)
{
    const struct cJSON *member = key ? json_tree_member(node, key) : NULL, *at = member ? member : node;
    size_t within = json_tree_kind(at) == TREE_ARRAY ? last_override(at, false) : 0;
    struct scene_error error = {.origin = within ? (struct json_origin){.is_override = true, .at = within - 1}
                                                 : json_tree_origin(at)};
    const struct scene_path below = {.above = path, .name = key};
    return add(errors, &error, key ? &below : path, format, arguments);
}

bool scene_errors_add(struct scene_errors *errors, const struct cJSON *node, const struct scene_path *path,
                      const char *key, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    scene_errors_vadd(errors, node, path, key, format, arguments);
    va_end(arguments);
    return false;
}

void scene_errors_at_key(struct scene_errors *errors)
{
    struct scene_error *error = errors->count > 0 ? &errors->entry[errors->count - 1] : NULL;
    if (error && !error->origin.is_override)
        error->at_key = true;
}

bool scene_errors_add_override(struct scene_errors *errors, size_t override, const char *format, ...)
{
    const struct scene_error error = {.origin = {.is_override = true, .at = override}};
    va_list arguments;
    va_start(arguments, format);
    add(errors, &error, NULL, format, arguments);
    va_end(arguments);
    return false;
}

void scene_errors_after(struct scene_errors *errors, const struct cJSON *node, bool places)
{
    struct scene_error *error = errors->count > 0 ? &errors->entry[errors->count - 1] : NULL;
    if (error && node && !error->origin.is_override && error->after == 0)
        error->after = last_override(node, places);
}

void scene_errors_add_fault(struct scene_errors *errors, const struct json_fault *fault)
{
    keep(errors, (struct scene_error){.position = fault->position}, fault->text);
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

const char *scene_errors_path(char to[SCENE_ERRORS_MAX_PATH], const struct scene_path *path)
{
    if (write_path(to, SCENE_ERRORS_MAX_PATH, path) >= SCENE_ERRORS_MAX_PATH)
        to[quote_whole(to, SCENE_ERRORS_MAX_PATH - 1)] = '\0';
    return to;
}

const char *scene_errors_number(char to[SCENE_ERRORS_MAX_NUMBER], double value, int digits)
{
    if (value == HUGE_VAL)
        return memcpy(to, "inf", sizeof "inf");
    to[number_write(to, value, digits)] = '\0';
    return to;
}

const char *scene_errors_value(char to[SCENE_ERRORS_MAX_VALUE], const struct cJSON *node)
{
    enum json_tree_kind kind = json_tree_kind(node);
    if (kind == TREE_NUMBER)
        return scene_errors_number(to, json_tree_number(node), 0);
    if (kind == TREE_STRING)
        return quote_text(to, json_tree_string(node));
    if (kind == TREE_OBJECT)
        return "an object";
    if (kind == TREE_WORD)
        return json_tree_word(node);
    snprintf(to, SCENE_ERRORS_MAX_VALUE, "an array of %zu", json_tree_size(node));
    return to;
}

const char *scene_errors_number_hint(const char *text)
{
    size_t sign = text[0] == '+' || text[0] == '-', digits = strspn(text + sign, "0123456789");
    size_t number = strspn(text, "+-.0123456789eE");
    bool separated = number > 0 && (text[number] == ',' || text[number] == ';');
    if (separated && (!text[number + 1] || strchr(text, '=')))
        return "; overrides are separated by blanks, without , or ;";
    if (text[0] == '+')
        return "; JSON numbers have no +";
    if (digits > 1 && text[sign] == '0')
        return "; JSON numbers have no leading 0";
    if (digits > 0 && text[sign + digits] == ',')
        return "; numbers have a decimal point, not a comma";
    char *end;
    return digits > 0 && isinf(strtod(text, &end)) && !*end ? "; it is too large for a double" : "";
}

/** Hands on "FILE:LINE:COLUMN: error: TEXT", with ", after OPTION" if an override is known to be behind it, or
 *  "OPTION: error: TEXT". */
static void print(const struct scene_errors *errors, const struct scene_error *error, const struct scene_faults *faults)
{
    const bool is_override = error->origin.is_override;
    const char *path = errors->source->path;
    char file[MAX_NAME], place[64] = "", option[MAX_NAME] = "", line[2 * MAX_NAME + MAX_SENTENCE];
    if (is_override || error->after)
        quote_short(option, sizeof option,
                    errors->source->overrides[is_override ? error->origin.at : error->after - 1].option);
    if (!is_override)
        snprintf(place, sizeof place, ":%u:%u", error->position.line,
                 error->at_key ? error->position.key : error->position.column);
    quote_short(file, sizeof file, input_name(path));
    snprintf(line, sizeof line, "%s%s: error: %s%s%s", is_override ? option : file, place, error->text,
             error->after ? ", after " : "", error->after ? option : "");
    faults->line(faults->context, line);
}

/** Errors in the order of the text that have no positions yet. */
struct unplaced {
    struct scene_error *next, *end;
};

static enum json_answer place(void *context, const struct json_value *value)
{
    struct unplaced *unplaced = context;
    for (; unplaced->next < unplaced->end && unplaced->next->origin.at == value->at; unplaced->next++)
        unplaced->next->position = value->position;
    return unplaced->next < unplaced->end ? JSON_GO_ON : JSON_STOP;
}

/** Finds the positions of the first n errors. What is no JSON has one error, with its position. False: out of memory.
 */
static bool place_all(struct scene_errors *errors, size_t n)
{
    struct unplaced unplaced = {errors->entry, errors->entry};
    struct json_fault fault;
    while (unplaced.end < errors->entry + n && !unplaced.end->origin.is_override)
        unplaced.end++;
    if (!errors->json->root || unplaced.next == unplaced.end)
        return true;
    json_scan(errors->json->text, errors->json->length, &(struct json_sink){.context = &unplaced, .add = place},
              &fault);
    return unplaced.next == unplaced.end;
}

enum status scene_errors_print(struct scene_errors *errors, const struct scene_faults *faults)
{
    if (errors->out_of_memory)
        return STATUS_LIMIT;
    if (errors->count == 0)
        return STATUS_OK;
    qsort(errors->entry, errors->count, sizeof *errors->entry, compare_entries);
    const size_t n = !faults->line ? 0 : faults->all ? errors->count : 1;
    if (!place_all(errors, n))
        return STATUS_LIMIT;
    for (size_t i = 0; i < n; i++)
        print(errors, &errors->entry[i], faults);
    return STATUS_SCENE;
}

void scene_errors_free(struct scene_errors *errors)
{
    for (size_t i = 0; i < errors->count; i++)
        free(errors->entry[i].text);
    free(errors->entry);
    errors->entry = NULL;
    errors->count = errors->capacity = 0;
}
