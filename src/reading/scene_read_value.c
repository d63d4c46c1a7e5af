/*
 * Reading a value: it is checked against type and range and stored where its row in the table of keys says.
 */
#include "reading/scene_read.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "base/quote.h"
#include "base/suggest.h"
#include "json/json_scan.h"

enum { MAX_NAMES_LIST = 512, MOST_NUMBERS = 5 };

static bool in_range(double number, const struct scene_key *key)
{
    return number <= key->high && (key->above ? number > key->low : number >= key->low);
}

/** @param number at most 2^53 in size, as the range of every integer key says */
static bool is_whole(double number)
{
    return number == (double)(int64_t)number;
}

static const char LARGER[] = "9007199254740993"; /* 2^53 + 1, which reads as 2^53 */

/** Whether a number that reads as 2^53 is written as 2^53 + 1. */
static bool was_larger(const struct scene_value *value)
{
    const struct json_origin origin = json_tree_origin(value->node);
    const struct scene_errors *errors = value->reader->errors;
    const char *digits =
        origin.is_override ? errors->source->overrides[origin.at].value : errors->json->text + origin.at;
    return strncmp(digits, LARGER, strlen(LARGER)) == 0;
}

/* ---- errors ---- */

__attribute__((format(printf, 2, 3))) static bool report_value(const struct scene_value *value, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    scene_errors_vadd(value->reader->errors, value->node, value->path, NULL, format, arguments);
    va_end(arguments);
    return false;
}

/** How to write a value of the right type in an override. */
static const char *type_hint(char to[SCENE_ERRORS_MAX_HINT], const struct scene_value *value, const char *found)
{
    char way[SCENE_ERRORS_MAX_PATH];
    enum json_tree_kind kind = json_tree_kind(value->node);
    bool override = json_tree_origin(value->node).is_override;
    to[0] = '\0';
    enum scene_type type = value->key->type;
    bool number = type == TYPE_NUMBER || type == TYPE_INTEGER || (type >= TYPE_EACH && type <= TYPE_FRICTION);
    if (override && number && kind == TREE_STRING)
        return scene_errors_number_hint(json_tree_string(value->node));
    if (kind == TREE_STRING && strcmp(value->key->name, "table") == 0 && strchr(json_tree_string(value->node), '_'))
        return "; tables are scenes to begin with, scenes/tables/*.json: give such a file balls with --set";
    if (override && value->key->type == TYPE_STRING && (kind == TREE_NUMBER || kind == TREE_WORD))
        snprintf(to, SCENE_ERRORS_MAX_HINT, "; for a string write %s='\"%s\"'", scene_errors_path(way, value->path),
                 found);
    return to;
}

/** What of an override begins as JSON does, but is none, was taken for a string. False: it is no such. */
static bool add_json_error(const struct scene_value *value)
{
    const bool is_text = json_tree_kind(value->node) == TREE_STRING && json_tree_origin(value->node).is_override;
    const char *text = is_text ? json_tree_string(value->node) : "";
    char quoted[QUOTE_MAX_TEXT], *copy = text[0] == '[' || text[0] == '{' ? mem_string(text) : NULL;
    struct json_fault fault = {.text = ""};
    const enum status status = copy ? json_scan(copy, strlen(copy), NULL, &fault) : STATUS_OK;
    free(copy);
    if (status == STATUS_SCENE)
        report_value(value, "%s is not JSON: %s", quote_text(quoted, text), fault.text);
    return status == STATUS_SCENE;
}

static bool add_type_error(const struct scene_value *value)
{
    if (add_json_error(value))
        return false;
    char found[SCENE_ERRORS_MAX_VALUE], range[SCENE_KEYS_MAX_RANGE], hint[SCENE_ERRORS_MAX_HINT];
    const char *shown = scene_errors_value(found, value->node), *type = scene_keys_type(value->key);
    if (value->key->type == TYPE_NUMBERS || value->key->type == TYPE_INTEGERS)
        return report_value(value, "must be %s of %u %s, found %s", value->key->shape, value->key->count,
                            value->key->type == TYPE_NUMBERS ? "numbers" : "integers", shown);
    if (value->key->type == TYPE_INTEGER)
        return report_value(value, "must be %s %s, found %s%s", type, scene_keys_range(range, value->key), shown,
                            type_hint(hint, value, shown));
    if (value->key->ranges & value->type)
        return report_value(value, "must be %s or [least, largest], found %s", type, shown);
    return report_value(value, "must be %s, found %s%s", type, shown, type_hint(hint, value, shown));
}

static bool add_range_error(const struct scene_value *value, double number)
{
    char range[SCENE_KEYS_MAX_RANGE], found[SCENE_ERRORS_MAX_NUMBER];
    return report_value(value, "must be %s%s, found %s", value->key->type == TYPE_INTEGER ? "an integer " : "",
                        scene_keys_range(range, value->key),
                        number == 0x1p53 ? LARGER : scene_errors_number(found, number, 0));
}

static bool add_name_error(const struct scene_value *value)
{
    char quoted[QUOTE_MAX_TEXT], list[MAX_NAMES_LIST] = "";
    const char *typed = json_tree_string(value->node), *name;
    struct suggest search = suggest_start(typed);
    for (size_t i = 0, used = 0; (name = scene_keys_value(value->key->names, i)); i++) {
        suggest_offer(&search, name, name);
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", name);
    }
    quote_text(quoted, typed);
    if (search.meaning)
        return report_value(value, "unknown name %s; did you mean \"%s\"?", quoted, search.meaning);
    return report_value(value, "unknown name %s; known: %s", quoted, list);
}

/* ---- values ---- */

/** @return true */
static bool store(const struct scene_value *value, const void *from, size_t size)
{
    if (value->key->stored)
        memcpy((char *)value->target + value->key->offset, from, size);
    return true;
}

/** Whether the numbers of a value are of a size that the arithmetic can take. */
static bool check_size(const struct scene_value *value, const double *numbers, size_t n)
{
    char limit[SCENE_ERRORS_MAX_NUMBER], found[SCENE_ERRORS_MAX_NUMBER];
    double largest = value->key->largest, least = value->key->above || value->key->accelerates ? 1 / largest : 0;
    for (size_t i = 0; i < n && largest > 0; i++) {
        double size = fabs(numbers[i]);
        bool large = size > largest;
        if (!large && (size == 0 || size * (1 + 0x1p-50) >= least))
            continue;
        return report_value(value, "must be at %s %s%s, found %s; choose %s units", large ? "most" : "least",
                            scene_errors_number(limit, large ? largest : least, 3),
                            large || numbers[i] < 0 ? " in size" : "", scene_errors_number(found, numbers[i], 0),
                            large ? "larger" : "smaller");
    }
    return true;
}

static bool read_number(const struct scene_value *value)
{
    const double number = json_tree_number(value->node), pair[] = {number, number};
    bool whole = value->key->type == TYPE_INTEGER;
    if (!in_range(number, value->key) || (whole && (!is_whole(number) || (number == 0x1p53 && was_larger(value)))))
        return add_range_error(value, number);
    if (!check_size(value, &number, 1))
        return false;
    if (whole)
        return store(value, &(uint64_t){(uint64_t)number}, sizeof(uint64_t));
    return store(value, pair, value->key->ranges ? sizeof pair : sizeof number);
}

/** One of several numbers or integers. */
static bool read_element(const struct scene_value *element, double *number)
{
    char found[SCENE_ERRORS_MAX_VALUE];
    bool integer = element->key->type == TYPE_INTEGERS, valid = json_tree_kind(element->node) == TREE_NUMBER;
    *number = valid ? json_tree_number(element->node) : 0;
    if (valid && (!integer || (fabs(*number) <= element->key->largest && is_whole(*number))))
        return true;
    return report_value(element, "must be %s, found %s", integer ? "an integer of at most 2^53 in size" : "a number",
                        scene_errors_value(found, element->node));
}

/** The elements of an array. False: one is no number, or no integer, which is reported. */
static bool read_elements(const struct scene_value *value, double *numbers)
{
    struct scene_path here = {.above = value->path};
    struct scene_value element = *value;
    element.path = &here;
    element.node = json_tree_first(value->node);
    for (; element.node; element.node = json_tree_next(element.node), here.index++)
        if (!read_element(&element, &numbers[here.index]))
            return false;
    return true;
}

/** [least, largest]. */
static bool read_range(const struct scene_value *value)
{
    char range[SCENE_KEYS_MAX_RANGE];
    double pair[2] = {0, -1};
    if (json_tree_size(value->node) == 2 && !read_elements(value, pair))
        return false;
    if (in_range(pair[0], value->key) && pair[0] <= pair[1])
        return check_size(value, pair, 2) && store(value, pair, sizeof pair);
    return report_value(value, "must be [least, largest], two numbers %s with least <= largest",
                        scene_keys_range(range, value->key));
}

/** As many numbers as the key has. */
static bool read_numbers(const struct scene_value *value, double *numbers)
{
    if (json_tree_size(value->node) != value->key->count)
        return add_type_error(value);
    return read_elements(value, numbers) && check_size(value, numbers, value->key->count);
}

static bool read_array(const struct scene_value *value)
{
    double numbers[MOST_NUMBERS];
    return read_numbers(value, numbers) && store(value, numbers, value->key->count * sizeof *numbers);
}

static bool read_name(const struct scene_value *value)
{
    const char *name;
    for (size_t i = 0; (name = scene_keys_value(value->key->names, i)); i++)
        if (strcmp(json_tree_string(value->node), name) == 0)
            return value->key->names < NAMES_RACK ? store(value, &name, sizeof name)
                                                  : store(value, &(unsigned){(unsigned)i}, sizeof(unsigned));
    return add_name_error(value);
}

/** A number or [a, b, c]. */
static bool read_friction(const struct scene_value *value)
{
    double numbers[3] = {0, 0, 0};
    char range[SCENE_KEYS_MAX_RANGE];
    bool one = json_tree_kind(value->node) == TREE_NUMBER;
    if (one)
        numbers[0] = json_tree_number(value->node);
    if (one ? !check_size(value, numbers, 1) : !read_numbers(value, numbers))
        return false;
    if (in_range(numbers[0], value->key) && in_range(numbers[1], value->key) && in_range(numbers[2], value->key))
        return store(value, &(struct friction){numbers[0], numbers[1], numbers[2]}, sizeof(struct friction));
    return one ? add_range_error(value, numbers[0])
               : report_value(value, "must be three numbers %s", scene_keys_range(range, value->key));
}

/** The pair [speed, e] of a table. @param before the speed of the pair before it; negative: there is none */
static bool read_pair(const struct scene_value *pair, double before, double numbers[2])
{
    char found[SCENE_ERRORS_MAX_VALUE], least[SCENE_ERRORS_MAX_NUMBER], e[SCENE_ERRORS_MAX_NUMBER];
    if (json_tree_kind(pair->node) != TREE_ARRAY || json_tree_size(pair->node) != 2)
        return report_value(pair, "must be [speed, e], found %s", scene_errors_value(found, pair->node));
    if (!read_elements(pair, numbers))
        return false;
    if (numbers[0] > before && in_range(numbers[1], pair->key))
        return check_size(pair, numbers, 1);
    return report_value(pair, "must be a speed %s %s and e from 0 to 1, found [%s, %s]", before < 0 ? ">=" : "above",
                        scene_errors_number(least, before < 0 ? 0 : before, 0),
                        scene_errors_number(found, numbers[0], 0), scene_errors_number(e, numbers[1], 0));
}

/** The pairs of a table. NULL: something is wrong. */
static const struct restitution_table *read_pairs(const struct scene_value *value)
{
    const size_t n = json_tree_size(value->node);
    if (n < 1 || n > value->key->count) {
        report_value(value, "must be 1 to %u pairs [speed, e], found %zu", value->key->count, n);
        return NULL;
    }
    struct restitution_table *table =
        (void *)arena_take(value->reader->texts, sizeof *table + n * sizeof table->pair[0]);
    value->reader->errors->out_of_memory |= !table;
    double pair[2] = {-0x1p-1074, 0}; /* below 0 */
    struct scene_path here = {.above = value->path};
    struct scene_value read = *value;
    read.path = &here;
    read.node = table ? json_tree_first(value->node) : NULL;
    for (; read.node; read.node = json_tree_next(read.node), here.index++) {
        if (!read_pair(&read, pair[0], pair)) {
            scene_errors_after(value->reader->errors, value->node, false);
            return NULL;
        }
        table->pair[here.index] = (struct restitution_pair){pair[0], pair[1]};
        table->n = (uint32_t)here.index + 1;
    }
    return table;
}

/** What an entry of a list over time is, for messages. */
static const char *piece_of(const struct scene_key *key)
{
    return key->type == TYPE_TURN ? "[t, rate]" : "[t, vx, vy]";
}

/** The entry [t, vx, vy] of a motion, or [t, rate]. @param before the time of the entry before it; negative: there is
 *  none */
static bool read_piece(const struct scene_value *entry, double before, struct surface_piece *piece)
{
    char found[SCENE_ERRORS_MAX_VALUE], least[SCENE_ERRORS_MAX_NUMBER], t[SCENE_ERRORS_MAX_NUMBER];
    const bool turns = entry->key->type == TYPE_TURN;
    double numbers[3] = {0, 0, 0};
    const size_t count = turns ? 2 : 3;
    if (json_tree_kind(entry->node) != TREE_ARRAY || json_tree_size(entry->node) != count)
        return report_value(entry, "must be %s, found %s", piece_of(entry->key),
                            scene_errors_value(found, entry->node));
    if (!read_elements(entry, numbers) || !check_size(entry, numbers, count))
        return false;
    *piece = (struct surface_piece){.t = numbers[0], .v = {numbers[1], numbers[2]}};
    return numbers[0] > before ||
           report_value(entry, "must be a time %s %s and a %s, found t = %s", before < 0 ? ">=" : "after",
                        scene_errors_number(least, before < 0 ? 0 : before, 0), turns ? "rate" : "velocity",
                        scene_errors_number(t, numbers[0], 0));
}

/** Of so many pieces; NULL: out of memory, which is noted. */
static struct surface_motion *new_motion(const struct scene_value *value, size_t n)
{
    struct surface_motion *motion =
        (void *)arena_take(value->reader->texts, sizeof *motion + n * sizeof motion->piece[0]);
    value->reader->errors->out_of_memory |= !motion;
    if (motion)
        *motion = (struct surface_motion){.n = (uint32_t)n};
    return motion;
}

/** [[t, vx, vy], ...], or [[t, rate], ...]. */
static bool read_motion(const struct scene_value *value)
{
    const size_t n = json_tree_size(value->node);
    if (n < 1 || n > value->key->count)
        return report_value(value, "must be 1 to %u entries %s, found %zu", value->key->count, piece_of(value->key), n);
    struct surface_motion *motion = new_motion(value, n);
    if (!motion)
        return false;
    struct scene_path here = {.above = value->path};
    struct scene_value read = *value;
    read.path = &here;
    read.node = json_tree_first(value->node);
    for (double before = -0x1p-1074; read.node; read.node = json_tree_next(read.node), here.index++) {
        if (!read_piece(&read, before, &motion->piece[here.index]))
            return scene_errors_after(value->reader->errors, value->node, false), false;
        before = motion->piece[here.index].t;
    }
    return store(value, &motion, sizeof motion);
}

/** A number, which is the rate at all times, or a list. */
static bool read_turn(const struct scene_value *value)
{
    if (json_tree_kind(value->node) == TREE_ARRAY)
        return read_motion(value);
    const double rate = json_tree_number(value->node);
    struct surface_motion *motion = check_size(value, &rate, 1) ? new_motion(value, 1) : NULL;
    if (!motion)
        return false;
    motion->piece[0] = (struct surface_piece){.t = -HUGE_VAL, .v = {rate, 0}};
    return store(value, &motion, sizeof motion);
}

/** A number or [[speed, e], ...]. */
static bool read_restitution(const struct scene_value *value)
{
    struct restitution restitution;
    if (json_tree_kind(value->node) == TREE_ARRAY) {
        const struct restitution_table *table = read_pairs(value);
        if (!table)
            return false;
        restitution = restitution_of_table(table);
    } else {
        restitution = restitution_of(json_tree_number(value->node));
        if (!in_range(restitution.slow, value->key))
            return add_range_error(value, restitution.slow);
        if (!check_size(value, &restitution.slow, 1))
            return false;
    }
    return store(value, &restitution, sizeof restitution);
}

/** An angular velocity, or a word. */
static bool read_spin(const struct scene_value *value)
{
    double w[3] = {0, 0, 0};
    bool rolling = json_tree_kind(value->node) == TREE_STRING && strcmp(json_tree_string(value->node), "rolling") == 0;
    return (rolling || read_numbers(value, w)) &&
           store(value, &(struct scene_spin){{w[0], w[1], w[2]}, rolling}, sizeof(struct scene_spin));
}

static bool read_members(const struct scene_value *value)
{
    enum scene_object type = value->key->members;
    if (!type)
        return true;
    bool valid = scene_read_object(value->reader, value->node, type, value->path, value->target, value->found);
    return scene_read_required(value->reader, value->node, type, value->path, *value->found) && valid;
}

/** A wall with a mass. Each has keys of its own. */
static bool read_piston(const struct scene_value *value)
{
    struct scene_found found = {0};
    void *piston = (char *)value->target + value->key->offset;
    bool valid = scene_read_object(value->reader, value->node, OBJECT_PISTON, value->path, piston, &found);
    return scene_read_required(value->reader, value->node, OBJECT_PISTON, value->path, found) && valid;
}

/** An object, or the value of each member of it. */
static bool read_each(const struct scene_value *value)
{
    enum json_tree_kind kind = json_tree_kind(value->node);
    if (kind == TREE_OBJECT)
        return read_members(value);
    if (kind == TREE_ARRAY ? value->key->count == 0 : value->key->count == SCENE_KEYS_PIECES)
        return add_type_error(value);
    for (const struct scene_key *key = scene_keys; key < scene_keys + SCENE_ROWS; key++) {
        struct scene_value member = *value;
        member.key = key;
        member.type = key->objects;
        if ((key->objects & value->key->members) && !scene_read_value(&member))
            return false;
    }
    return true;
}

static bool read_boolean(const struct scene_value *value)
{
    const char *word = json_tree_word(value->node);
    bool yes = strcmp(word, "true") == 0;
    return yes || strcmp(word, "false") == 0 ? store(value, &yes, sizeof yes) : add_type_error(value);
}

/** true, false, or the name of an axis. */
static bool read_axes(const struct scene_value *value)
{
    static const struct {
        const char *text;
        unsigned axes;
    } all[] = {{"true", TABLE_AXIS_X | TABLE_AXIS_Y}, {"false", 0}, {"x", TABLE_AXIS_X}, {"y", TABLE_AXIS_Y}};
    size_t is_name = json_tree_kind(value->node) == TREE_STRING;
    const char *text = is_name ? json_tree_string(value->node) : json_tree_word(value->node);
    for (size_t i = 2 * is_name; i < 2 * is_name + 2; i++)
        if (strcmp(text, all[i].text) == 0)
            return store(value, &all[i].axes, sizeof all[i].axes);
    return add_type_error(value);
}

static bool read_string(const struct scene_value *value)
{
    if (!value->key->stored)
        return true;
    const char *kept = arena_text(value->reader->texts, json_tree_string(value->node));
    value->reader->errors->out_of_memory |= !kept;
    return kept && store(value, &kept, sizeof kept); /* a key that is given has its text */
}

bool scene_read_value(const struct scene_value *value)
{
    static const struct {
        unsigned kinds; /* enum json_tree_kind */
        bool (*read)(const struct scene_value *value);
    } types[] = {[TYPE_NUMBER] = {TREE_NUMBER, read_number},
                 [TYPE_INTEGER] = {TREE_NUMBER, read_number},
                 [TYPE_BOOLEAN] = {TREE_WORD, read_boolean},
                 [TYPE_STRING] = {TREE_STRING, read_string},
                 [TYPE_NAME] = {TREE_STRING, read_name},
                 [TYPE_NUMBERS] = {TREE_ARRAY, read_array},
                 [TYPE_INTEGERS] = {TREE_ARRAY, read_array},
                 [TYPE_AXES] = {TREE_STRING | TREE_WORD, read_axes},
                 [TYPE_OBJECT] = {TREE_OBJECT, read_members},
                 [TYPE_ARRAY] = {TREE_ARRAY, NULL},
                 [TYPE_ROWS] = {TREE_ARRAY, NULL},
                 [TYPE_EACH] = {TREE_NUMBER | TREE_ARRAY | TREE_OBJECT, read_each},
                 [TYPE_RESTITUTION] = {TREE_NUMBER | TREE_ARRAY, read_restitution},
                 [TYPE_FRICTION] = {TREE_NUMBER | TREE_ARRAY, read_friction},
                 [TYPE_SPIN] = {TREE_STRING | TREE_ARRAY, read_spin},
                 [TYPE_TURN] = {TREE_NUMBER | TREE_ARRAY, read_turn},
                 [TYPE_MOTION] = {TREE_ARRAY, read_motion},
                 [TYPE_PISTON] = {TREE_OBJECT, read_piston}};
    const enum json_tree_kind kind = json_tree_kind(value->node);
    const enum scene_type type = value->key->type;
    if (kind == TREE_ARRAY && (value->key->ranges & value->type))
        return read_range(value);
    if (!(types[type].kinds & kind))
        return add_type_error(value);
    return !types[type].read || types[type].read(value);
}
