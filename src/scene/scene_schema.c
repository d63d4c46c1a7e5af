/*
 * The table of keys as a JSON Schema (draft 2020-12, json-schema.org), for editors and other programs. An object type
 * becomes a closed object; keys that exclude each other become a "not"; what depends on an integrator or on `defaults`
 * becomes an "if". What no schema can say, loading checks: that balls fit the table and keep clear of each other, that
 * t0 is not after the start, that a region or a range is in order, that `stop` names two balls.
 */
#include "scene/scene_write.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "contact/contact.h"
#include "scene/scene_keys.h"

enum { INDENT = 2, MAX_JSON = 1024 };

struct schema {
    struct output *out;
    const struct scene_registry *registry;
    size_t depth;   /* of open objects and arrays */
    bool is_quoted; /* within a string */
    char last; /* outside of strings: '{' for an opening bracket, ',' for a comma, behind which lines begin; else 0 */
};

/* ---- JSON ---- */

static void begin_line(struct schema *schema)
{
    output_text(schema->out, "\n");
    for (size_t i = 0; i < INDENT * schema->depth; i++)
        output_text(schema->out, " ");
}

/** A character of JSON outside of strings. Each item gets a line of its own; its comma is written once another follows.
 */
static void put_outside(struct schema *schema, char c)
{
    bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
    if (c == ',' || (c == ' ' && schema->last)) {
        schema->last = schema->last ? schema->last : c;
        return;
    }
    schema->depth -= closes;
    if (schema->last == ',' && !closes)
        output_text(schema->out, ",");
    if (closes ? schema->last != '{' : schema->last)
        begin_line(schema);
    output_bytes(schema->out, &c, 1);
    schema->depth += opens;
    schema->last = opens ? '{' : '\0';
}

/** JSON as printf(3) has it, in which every item ends with a comma. */
__attribute__((format(printf, 2, 3))) static void put(struct schema *schema, const char *json, ...)
{
    char text[MAX_JSON];
    va_list arguments;
    va_start(arguments, json);
    vsnprintf(text, sizeof text, json, arguments);
    va_end(arguments);
    for (const char *c = text; *c; c++) {
        if (schema->is_quoted)
            output_bytes(schema->out, c, 1);
        else
            put_outside(schema, *c);
        schema->is_quoted ^= *c == '"';
    }
}

static void put_text(struct schema *schema, const char *name, const char *text)
{
    put(schema, "\"%s\": ", name);
    output_json_string(schema->out, text);
    put(schema, ", ");
}

/* ---- keys ---- */

static void put_range(struct schema *schema, const struct scene_key *key)
{
    const double largest = key->largest;
    if (isfinite(key->low) || largest > 0)
        put(schema, "\"%s\": %.16g, ", key->above ? "exclusiveMinimum" : "minimum",
            isfinite(key->low) ? key->low : -largest);
    if (key->above && largest > 0)
        put(schema, "\"minimum\": %s, ", largest == SCENE_KEYS_LARGEST_LENGTH ? "1e-18" : "1e-60");
    if (isfinite(key->high) || largest > 0)
        put(schema, "\"maximum\": %.16g, ", isfinite(key->high) ? key->high : largest);
}

static void put_element(struct schema *schema, const struct scene_key *range, const char *type)
{
    put(schema, "{\"type\": \"%s\", ", type);
    put_range(schema, range);
    put(schema, "}, ");
}

/** So many numbers; those of an arc or a pocket are the centre, a radius, and where an arc begins and ends. */
static void put_numbers(struct schema *schema, const struct scene_key *key, unsigned count)
{
    static const char *const like[] = {"x", "y", "r", "angle"};
    bool circle = key->type == TYPE_NUMBERS && (key->objects & (OBJECT_ARC | OBJECT_POCKET));
    put(schema, "\"type\": \"array\", \"minItems\": %u, \"maxItems\": %u, \"%s\": ", count, count,
        circle ? "prefixItems" : "items");
    if (!circle) {
        put_element(schema, key, key->type == TYPE_INTEGERS ? "integer" : "number");
        return;
    }
    put(schema, "[");
    for (unsigned i = 0; i < count; i++)
        put_element(schema, i < 4 ? scene_keys_find(OBJECT_BALL, like[i]) : key, "number");
    put(schema, "], ");
}

static void put_names(struct schema *schema, const struct scene_key *key)
{
    const char *name;
    put(schema, "\"enum\": [");
    for (size_t i = 0; (name = scene_keys_value(schema->registry, key->names, i)); i++)
        put(schema, "\"%s\", ", name);
    put(schema, "], ");
}

static void put_default(struct schema *schema, const struct scene_key *key)
{
    if (key->fallback[0])
        put(schema, "\"default\": %s, ", key->fallback);
    else if (key->names == NAMES_INTEGRATOR)
        put(schema, "\"default\": \"%s\", ", schema->registry->default_integrator);
    else if (key->names == NAMES_IMPACT)
        put(schema, "\"default\": \"%s\", ", schema->registry->default_impact);
}

static void put_object(struct schema *schema, enum scene_object type);
static void put_entries(struct schema *schema, unsigned first, unsigned last, enum scene_object otherwise);

/** A number in the key's range, an array of such, an object, the word of a spin: what the type of the key allows. */
static void put_alternative(struct schema *schema, const struct scene_key *key)
{
    put(schema, "\"oneOf\": [");
    if (key->type == TYPE_SPIN)
        put(schema, "{\"const\": \"rolling\"}, ");
    else
        put_element(schema, key, "number");
    if (key->count == SCENE_KEYS_PAIRS) {
        put(schema,
            "{\"type\": \"array\", \"minItems\": 1, \"maxItems\": %u, \"items\": {\"type\": \"array\", "
            "\"prefixItems\": "
            "[{\"type\": \"number\", \"minimum\": 0, \"maximum\": 1e60}, {\"type\": \"number\", \"minimum\": 0, "
            "\"maximum\": 1}], \"minItems\": 2, \"maxItems\": 2}}, ",
            key->count);
    } else if (key->count > 0 || key->ranges) {
        put(schema, "{");
        put_numbers(schema, key, key->ranges ? 2 : key->count);
        put(schema, "}, ");
    }
    if (key->members) {
        put(schema, "{");
        put_object(schema, key->members);
        put(schema, "}, ");
    }
    put(schema, "], ");
}

/** A row: a ball, kind and number of what it touches, a place unless that is a ball, and lengths. */
static void put_row(struct schema *schema, enum contact_kind first, enum contact_kind last, unsigned count)
{
    static const char INDEX[] = "{\"type\": \"integer\", \"minimum\": 0, \"maximum\": 9007199254740992}, ";
    put(schema, "{\"type\": \"array\", \"minItems\": %u, \"maxItems\": %u, \"prefixItems\": [%s{\"enum\": [", count,
        count, INDEX);
    for (enum contact_kind kind = first; kind <= last; kind++)
        put(schema, "\"%s\", ", contact_kind_name(kind));
    put(schema, "]}, %s%s", INDEX, first == CONTACT_BALL ? "" : INDEX);
    for (int i = 0; i < 2; i++)
        put_element(schema, scene_keys_find(OBJECT_BALL, "x"), "number");
    put(schema, "]}, ");
}

static void put_rows(struct schema *schema)
{
    put(schema, "\"type\": \"array\", \"items\": {\"oneOf\": [");
    put_row(schema, CONTACT_BALL, CONTACT_BALL, 5);
    put_row(schema, CONTACT_LEFT, CONTACT_ARC, 6);
    put(schema, "]}, ");
}

static void put_type(struct schema *schema, const struct scene_key *key, enum scene_object type)
{
    static const char *const words[] = {"number", "integer", "boolean", "string", "string"};
    if (key->type <= TYPE_NAME && !(key->ranges & type))
        put_text(schema, "type", words[key->type]);
    if ((key->ranges & type) || key->type >= TYPE_EACH)
        put_alternative(schema, key);
    else if (key->type <= TYPE_INTEGER)
        put_range(schema, key);
    else if (key->type == TYPE_NAME)
        put_names(schema, key);
    else if (strcmp(key->name, "stop") == 0)
        put_text(schema, "pattern", "^(rest|pocket(:[0-9]+)?|hits:0*[1-9][0-9]*|pair:[^,]+,.+|hit:.+)$");
    else if (key->type == TYPE_AXES)
        put(schema, "\"enum\": [true, false, \"x\", \"y\"], ");
    else if (key->type == TYPE_OBJECT)
        put_object(schema, key->members ? key->members : OBJECT_DEFAULTS);
    else if (strcmp(key->name, "balls") == 0)
        put_entries(schema, OBJECT_RACK, OBJECT_FILL, OBJECT_BALL);
    else if (key->type == TYPE_ROWS)
        put_rows(schema);
    else if (strcmp(key->name, "obstacles") == 0)
        put_entries(schema, OBJECT_ARC, OBJECT_POCKET, OBJECT_LINE);
    else if (key->type > TYPE_NAME)
        put_numbers(schema, key, key->count);
}

/* ---- objects ---- */

/** A radius may come from the defaults; that is a rule of its own. */
static bool is_required(const struct scene_key *key, enum scene_object type)
{
    return (key->required & type) && !key->unless && !(key->objects & OBJECT_DEFAULTS);
}

/** "dependentSchemas": no key beside one of its rivals. */
static void put_rivals(struct schema *schema, enum scene_object type)
{
    put(schema, "\"dependentSchemas\": {");
    for (size_t i = 0; i < SCENE_ROWS; i++) {
        const struct scene_key_set rivals = scene_keys_rivals(type, &scene_keys[i]);
        if (!(scene_keys[i].objects & type) || scene_keys_are_none(&rivals))
            continue;
        put(schema, "\"%s\": {\"properties\": {", scene_keys[i].name);
        for (enum scene_row row = 0; row < SCENE_ROWS; row++)
            if (scene_keys_has(&rivals, row))
                put(schema, "\"%s\": false, ", scene_keys[row].name);
        put(schema, "}}, ");
    }
    put(schema, "}, ");
}

static void put_object(struct schema *schema, enum scene_object type)
{
    put(schema, "\"type\": \"object\", \"required\": [");
    for (size_t i = 0; i < SCENE_ROWS; i++)
        if (is_required(&scene_keys[i], type))
            put(schema, "\"%s\", ", scene_keys[i].name);
    put(schema, "], \"additionalProperties\": false, \"properties\": {");
    for (size_t i = 0; i < SCENE_ROWS; i++) {
        if (!(scene_keys[i].objects & type))
            continue;
        put(schema, "\"%s\": {", scene_keys[i].name);
        put_type(schema, &scene_keys[i], type);
        put_default(schema, &scene_keys[i]);
        put_text(schema, "description", scene_keys[i].doc);
        put(schema, "}, ");
    }
    put(schema, "}, ");
    put_rivals(schema, type);
}

/** The object has a key; a strict reader of schemas wants it to be named among the properties, too. */
#define HAS(key) "{\"required\": [\"" key "\"], \"properties\": {\"" key "\": true}}, "

/** The key by which a type of object is told from the others in its array: the first of its own that it must have. */
static const char *own_key(unsigned type)
{
    const struct scene_key *key = scene_keys;
    while (key->objects != type || key->required != type)
        key++;
    return key->name;
}

/** An array of objects: of the first of several types whose key they have, otherwise of a type without a key. */
static void put_entries(struct schema *schema, unsigned first, unsigned last, enum scene_object otherwise)
{
    put(schema, "\"type\": \"array\", \"items\": {\"type\": \"object\", ");
    for (unsigned type = first; type <= last; type <<= 1) {
        put(schema, "\"if\": " HAS("%s") "\"then\": {", own_key(type), own_key(type));
        put_object(schema, (enum scene_object)type);
        put(schema, "}, \"else\": {");
    }
    put_object(schema, otherwise);
    for (unsigned type = first; type <= last; type <<= 1)
        put(schema, "}, ");
    put(schema, "}, ");
}

/* ---- rules ---- */

/** Steps of a given length, or a duration. */
static const char CLOCK_RULE[] = "\"anyOf\": [{\"required\": [\"dt\", \"steps\"], \"properties\": {\"dt\": true, "
                                 "\"steps\": true}}, " HAS("duration") "], \"dependentRequired\": {\"frame\": "
                                                                       "[\"duration\"]}, ";

static void put_stiffness_rule(struct schema *schema)
{
    struct scene_integrator integrator;
    put(schema, "{\"$comment\": \"Springs need their stiffness.\", \"if\": {\"required\": [\"integrator\"], "
                "\"properties\": {\"integrator\": {\"enum\": [");
    for (size_t i = 0; schema->registry->integrator(i, &integrator); i++)
        if (integrator.needs & SCENE_STIFFNESS)
            put(schema, "\"%s\", ", integrator.name);
    put(schema, "]}}}, \"then\": " HAS("k") "}, ");
}

/** What each ball must have unless the defaults have it. */
static void put_default_rule(struct schema *schema, const char *comment, const char *key, const char *rule)
{
    put(schema,
        "{\"$comment\": \"%s\", \"if\": {\"properties\": {\"defaults\": {\"type\": \"object\", \"properties\": "
        "{\"%s\": "
        "false}}}}, \"then\": {\"properties\": {\"balls\": {\"type\": \"array\", \"items\": {\"type\": \"object\", "
        "%s}}}}}, ",
        comment, key, rule);
}

void scene_schema_write(struct output *out, const struct scene_registry *registry)
{
    struct schema schema = {.out = out, .registry = registry};
    put(&schema, "{");
    put_text(&schema, "$schema", "https://json-schema.org/draft/2020-12/schema");
    put_text(&schema, "$id", "billiard-scene.schema.json");
    put_text(&schema, "title", "billiard-sim scene");
    put_text(&schema, "description",
             "A table, the laws, the clock and the balls. Units are the user's own, as long as they agree (SI in the "
             "examples); x grows to the right, y upwards. The manual is billiard-scene(5). What no schema can say, the "
             "program checks: that balls fit the table, keep clear of each other and are given no later than the "
             "start.");
    put_object(&schema, OBJECT_SCENE);
    put(&schema, "%s", CLOCK_RULE);
    put(&schema, "\"allOf\": [");
    put_stiffness_rule(&schema);
    put_default_rule(&schema, "Each ball has a radius, its own or that of defaults.", "r",
                     "\"required\": [\"r\"], \"properties\": {\"r\": true}");
    put_default_rule(
        &schema, "A direction needs a speed, its own or that of defaults.", "speed",
        "\"if\": {\"properties\": {\"rack\": false}}, \"then\": {\"dependentRequired\": {\"angle\": [\"speed\"]}}");
    put(&schema, "]}");
    output_text(out, "\n");
}
