/*
 * Reading by the table of keys: each member of an object is looked up, its value checked against type and range and
 * stored where the key says. What is wrong is noted and skipped, so that one pass finds every fault.
 */
#include "model/scene_read.h"

#include <stdio.h>
#include <string.h>

#include "base/quote.h"
#include "base/suggest.h"

static bool kind_fits(enum scene_kind kind, enum scene_type type)
{
    switch (type) {
    case TYPE_NUMBER:
    case TYPE_INTEGER:
        return kind == SCENE_NUMBER;
    case TYPE_STRING:
        return kind == SCENE_STRING;
    case TYPE_OBJECT:
        return kind == SCENE_OBJECT;
    case TYPE_ARRAY:
        return kind == SCENE_ARRAY;
    case TYPE_NODE:
        break;
    }
    return kind == SCENE_NUMBER || kind == SCENE_OBJECT;
}

static bool in_range(double value, const struct scene_key *key)
{
    return value <= key->high && (key->above ? value > key->low : value >= key->low);
}

/** @param value at most 2^53 in size, as the range of every integer key says */
static bool is_whole(double value)
{
    return value == (double)(int64_t)value;
}

static bool value_fits(const struct scene_node *value, const struct scene_key *key)
{
    enum scene_kind kind = scene_json_kind(value);
    if (!kind_fits(kind, key->type))
        return false;
    if (kind != SCENE_NUMBER)
        return true;
    double number = scene_json_number(value);
    return in_range(number, key) && (key->type != TYPE_INTEGER || is_whole(number));
}

static void note_misfit(const struct scene_node *value, const struct scene_key *key, const struct scene_path *path,
                        struct scene_report *report)
{
    char found[SCENE_REPORT_MAX_VALUE];
    bool kind_wrong = !kind_fits(scene_json_kind(value), key->type);
    const char *shown = scene_report_value(found, value);
    if (key->type == TYPE_INTEGER)
        scene_report_fault(report, value, path, "must be an integer %s, found %s", key->range, shown);
    else if (kind_wrong)
        scene_report_fault(report, value, path, "must be %s, found %s", scene_schema_type_name(key->type), shown);
    else
        scene_report_fault(report, value, path, "must be %s, found %s", key->range, shown);
}

static void store(const struct scene_node *value, const struct scene_key *key, void *target)
{
    char *place = (char *)target + key->offset;
    double number = scene_json_kind(value) == SCENE_NUMBER ? scene_json_number(value) : 0;
    uint64_t integer = key->type == TYPE_INTEGER ? (uint64_t)number : 0;
    const char *string = key->type == TYPE_STRING ? scene_json_string(value) : NULL;
    switch (key->type) {
    case TYPE_NUMBER:
        memcpy(place, &number, sizeof number);
        return;
    case TYPE_INTEGER:
        memcpy(place, &integer, sizeof integer);
        return;
    case TYPE_STRING:
        memcpy(place, &string, sizeof string);
        return;
    case TYPE_OBJECT:
    case TYPE_ARRAY:
    case TYPE_NODE:
        memcpy(place, &value, sizeof value);
        return;
    }
}

bool scene_read_value(const struct scene_node *value, const struct scene_key *key, const struct scene_path *path,
                      void *target, struct scene_report *report)
{
    if (!value_fits(value, key)) {
        if (report)
            note_misfit(value, key, path, report);
        return false;
    }
    store(value, key, target);
    return true;
}

/** A key that the shape does not have; the one that was meant, if any, counts as there. */
static void take_unknown(const struct scene_node *member, enum scene_shape shape, const struct scene_path *path,
                         struct scene_keys *keys, struct scene_report *report)
{
    char quoted[QUOTE_MAX_TEXT];
    const char *name = scene_json_key(member), *meant = scene_schema_suggest(shape, name);
    if (meant)
        keys->faulty |= scene_schema_bit(scene_schema_find(shape, meant));
    quote_text(quoted, name);
    if (report && meant)
        scene_report_fault(report, member, path, "unknown key %s; did you mean \"%s\"?", quoted, meant);
    else if (report)
        scene_report_fault(report, member, path, "unknown key %s", quoted);
}

bool scene_read_object(const struct scene_node *object, enum scene_shape shape, const struct scene_path *path,
                       void *target, struct scene_keys *keys, struct scene_report *report)
{
    bool sound = true;
    for (const struct scene_node *member = scene_json_first(object); member; member = scene_json_next(member)) {
        const struct scene_key *key = scene_schema_find(shape, scene_json_key(member));
        if (!key) {
            sound = false;
            take_unknown(member, shape, path, keys, report);
            continue;
        }
        struct scene_path here = {.above = path, .name = key->name};
        bool right = scene_read_value(member, key, &here, target, report);
        *(right ? &keys->given : &keys->faulty) |= scene_schema_bit(key);
        sound = sound && right;
    }
    return sound;
}

bool scene_read_required(const struct scene_node *object, enum scene_shape shape, const struct scene_path *path,
                         struct scene_keys keys, struct scene_report *report)
{
    bool complete = true;
    for (const struct scene_key *key = scene_schema_keys; key < scene_schema_keys + scene_schema_count; key++) {
        uint64_t bit = scene_schema_bit(key);
        if (!(key->required & shape) || (keys.given & bit))
            continue;
        complete = false;
        if (report && !(keys.faulty & bit))
            scene_report_missing(report, object, path, "missing key \"%s\"", key->name);
    }
    return complete;
}

static void note_unknown_name(const struct scene_node *value, const char *const *names, size_t n,
                              const struct scene_path *path, struct scene_report *report)
{
    char quoted[QUOTE_MAX_TEXT], list[512] = "";
    struct suggest search = suggest_start(scene_json_string(value));
    for (size_t i = 0, used = 0; i < n; i++) {
        suggest_offer(&search, names[i], names[i]);
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    quote_text(quoted, scene_json_string(value));
    if (search.meaning)
        scene_report_fault(report, value, path, "unknown name %s; did you mean \"%s\"?", quoted, search.meaning);
    else
        scene_report_fault(report, value, path, "unknown name %s; known: %s", quoted, list);
}

size_t scene_read_name(const struct scene_node *value, const char *const *names, size_t n,
                       const struct scene_path *path, struct scene_report *report)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(scene_json_string(value), names[i]) == 0)
            return i;
    if (report)
        note_unknown_name(value, names, n, path, report);
    return SIZE_MAX;
}

bool scene_read_has(struct scene_keys keys, enum scene_shape shape, const char *name)
{
    const struct scene_key *key = scene_schema_find(shape, name);
    return key && (keys.given & scene_schema_bit(key));
}
