/*
 * The table of keys as a JSON Schema (draft 2020-12, json-schema.org), for editors and other programs. An object type
 * becomes a closed object; keys that exclude each other become a "not"; what depends on an integrator or on `defaults`
 * becomes an "if". What no schema can say, loading checks: that balls fit the table and keep clear of each other, that
 * t0 is not after the start, that a region or a range is in order, that `stop` names two balls.
 */
#include "model/scene_write.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/scene_keys.h"

enum { INDENT = 2, MAX_JSON = 512 };

struct schema {
    struct output *out;
    const struct scene_registry *registry;
    size_t depth;
    bool first; /* nothing has been written at this depth yet */
};

/* ---- JSON ---- */

/** Starts a member or an element on a line of its own; name NULL: an element. */
static void begin_item(struct schema *schema, const char *name)
{
    output_text(schema->out, schema->first ? "\n" : ",\n");
    for (size_t i = 0; i < INDENT * schema->depth; i++)
        output_text(schema->out, " ");
    schema->first = false;
    if (!name)
        return;
    output_json_string(schema->out, name);
    output_text(schema->out, ": ");
}

static void open_item(struct schema *schema, const char *name, const char *bracket)
{
    begin_item(schema, name);
    output_text(schema->out, bracket);
    schema->depth++;
    schema->first = true;
}

static void close_item(struct schema *schema, const char *bracket)
{
    schema->depth--;
    output_text(schema->out, "\n");
    for (size_t i = 0; i < INDENT * schema->depth; i++)
        output_text(schema->out, " ");
    output_text(schema->out, bracket);
    schema->first = false;
}

static void put_text(struct schema *schema, const char *name, const char *text)
{
    begin_item(schema, name);
    output_json_string(schema->out, text);
}

/** Text that is JSON already, as printf(3) has it. */
__attribute__((format(printf, 3, 4))) static void put_json(struct schema *schema, const char *name, const char *json,
                                                           ...)
{
    char text[MAX_JSON];
    va_list arguments;
    va_start(arguments, json);
    vsnprintf(text, sizeof text, json, arguments);
    va_end(arguments);
    begin_item(schema, name);
    output_text(schema->out, text);
}

static void put_number(struct schema *schema, const char *name, double number)
{
    begin_item(schema, name);
    if (fabs(number) <= 0x1p53 && number == (double)(int64_t)number)
        output_integer(schema->out, (int64_t)number);
    else
        output_number(schema->out, number, 0);
}

/* ---- keys ---- */

static void put_range(struct schema *schema, const struct scene_key *key)
{
    if (isfinite(key->low))
        put_number(schema, key->above ? "exclusiveMinimum" : "minimum", key->low);
    else if (key->largest > 0)
        put_number(schema, "minimum", -key->largest);
    if (key->above && key->largest > 0)
        put_number(schema, "minimum", key->largest == SCENE_KEYS_LARGEST_LENGTH ? 1e-18 : 1e-60);
    if (isfinite(key->high))
        put_number(schema, "maximum", key->high);
    else if (key->largest > 0)
        put_number(schema, "maximum", key->largest);
}

static void put_element(struct schema *schema, const char *name, const struct scene_key *range, const char *type)
{
    open_item(schema, name, "{");
    put_text(schema, "type", type);
    put_range(schema, range);
    close_item(schema, "}");
}

/** The numbers of an arc or a pocket: the centre, a radius, and where an arc begins and ends. */
static void put_circle(struct schema *schema, const struct scene_key *key)
{
    const char *const like[] = {"x", "y", "r", "angle"};
    open_item(schema, "prefixItems", "[");
    for (size_t i = 0; i < key->count; i++)
        put_element(schema, NULL, i < 4 ? scene_keys_find(OBJECT_BALL, like[i]) : key, "number");
    close_item(schema, "]");
}

static void put_numbers(struct schema *schema, const struct scene_key *key, double count)
{
    put_text(schema, "type", "array");
    if (key->type == TYPE_NUMBERS && (key->objects & (OBJECT_ARC | OBJECT_POCKET)))
        put_circle(schema, key);
    else
        put_element(schema, "items", key, key->type == TYPE_INTEGERS ? "integer" : "number");
    put_number(schema, "minItems", count);
    put_number(schema, "maxItems", count);
}

static void put_names(struct schema *schema, const struct scene_key *key)
{
    const char *name;
    open_item(schema, "enum", "[");
    for (size_t i = 0; (name = scene_keys_value(schema->registry, key->names, i)); i++)
        put_text(schema, NULL, name);
    close_item(schema, "]");
}

static void put_default(struct schema *schema, const struct scene_key *key)
{
    if (key->fallback[0])
        put_json(schema, "default", "%s", key->fallback);
    else if (key->names == NAMES_INTEGRATOR)
        put_text(schema, "default", schema->registry->default_integrator);
    else if (key->names == NAMES_IMPACT)
        put_text(schema, "default", schema->registry->default_impact);
}

static void put_object(struct schema *schema, enum scene_object type);
static void put_balls(struct schema *schema);
static void put_obstacles(struct schema *schema);

/** An array of pairs [speed, e]. */
static void put_pairs(struct schema *schema, const struct scene_key *key)
{
    open_item(schema, NULL, "{");
    put_text(schema, "type", "array");
    put_json(schema, "items",
             "{\"type\": \"array\", \"prefixItems\": [{\"type\": \"number\", \"minimum\": 0, \"maximum\": 1e60}, "
             "{\"type\": \"number\", \"minimum\": 0, \"maximum\": 1}], \"minItems\": 2, \"maxItems\": 2}");
    put_number(schema, "minItems", 1);
    put_number(schema, "maxItems", key->count);
    close_item(schema, "}");
}

/** A number in the key's range, an array of such, an object, the word of a spin: what the type of the key allows. */
static void put_alternative(struct schema *schema, const struct scene_key *key)
{
    open_item(schema, "oneOf", "[");
    if (key->type == TYPE_SPIN)
        put_json(schema, NULL, "{\"const\": \"rolling\"}");
    else
        put_element(schema, NULL, key, "number");
    if (key->count == SCENE_KEYS_PAIRS) {
        put_pairs(schema, key);
    } else if (key->count > 0 || key->ranges) {
        open_item(schema, NULL, "{");
        put_numbers(schema, key, key->ranges ? 2 : key->count);
        close_item(schema, "}");
    }
    if (key->members) {
        open_item(schema, NULL, "{");
        put_object(schema, key->members);
        close_item(schema, "}");
    }
    close_item(schema, "]");
}

/** Types that JSON Schema has a word for. */
static const char simple_types[][8] = {[TYPE_NUMBER] = "number",
                                       [TYPE_INTEGER] = "integer",
                                       [TYPE_BOOLEAN] = "boolean",
                                       [TYPE_STRING] = "string",
                                       [TYPE_NAME] = "string"};

static void put_type(struct schema *schema, const struct scene_key *key, enum scene_object type)
{
    if ((key->ranges & type) || key->type >= TYPE_EACH) {
        put_alternative(schema, key);
        return;
    }
    if (key->type < sizeof simple_types / sizeof simple_types[0])
        put_text(schema, "type", simple_types[key->type]);
    switch (key->type) {
    case TYPE_NUMBER:
    case TYPE_INTEGER:
        put_range(schema, key);
        return;
    case TYPE_STRING:
        if (strcmp(key->name, "stop") == 0)
            put_text(schema, "pattern", "^(rest|pocket(:[0-9]+)?|hits:0*[1-9][0-9]*|pair:[^,]+,.+|hit:.+)$");
        return;
    case TYPE_NAME:
        put_names(schema, key);
        return;
    case TYPE_AXES:
        put_json(schema, "enum", "[true, false, \"x\", \"y\"]");
        return;
    case TYPE_NUMBERS:
    case TYPE_INTEGERS:
    case TYPE_RECTANGLE:
        put_numbers(schema, key, key->count);
        return;
    case TYPE_OBJECT:
        put_object(schema, key->members ? key->members : OBJECT_DEFAULTS);
        return;
    case TYPE_ARRAY:
        if (strcmp(key->name, "balls") == 0)
            put_balls(schema);
        else
            put_obstacles(schema);
        return;
    case TYPE_BOOLEAN:
    case TYPE_EACH: /* and what follows: done */
    case TYPE_RESTITUTION:
    case TYPE_RUBBING:
    case TYPE_SPIN:
        return;
    }
}

/* ---- objects ---- */

/** A radius may come from the defaults; that is a rule of its own. */
static bool is_required(const struct scene_key *key, enum scene_object type)
{
    return (key->required & type) && !key->unless && !(key->objects & OBJECT_DEFAULTS);
}

static void put_required(struct schema *schema, enum scene_object type)
{
    bool any = false;
    for (size_t i = 0; i < scene_keys_count; i++)
        any = any || is_required(&scene_keys[i], type);
    if (!any)
        return;
    open_item(schema, "required", "[");
    for (size_t i = 0; i < scene_keys_count; i++)
        if (is_required(&scene_keys[i], type))
            put_text(schema, NULL, scene_keys[i].name);
    close_item(schema, "]");
}

/** "dependentSchemas": no key beside one of its rivals. */
static void put_rivals(struct schema *schema, enum scene_object type)
{
    bool open = false;
    for (size_t i = 0; i < scene_keys_count; i++) {
        uint64_t rivals = scene_keys[i].objects & type ? scene_keys_rivals(type, &scene_keys[i]) : 0;
        char list[MAX_JSON / 2] = "";
        for (size_t j = i + 1, used = 0; j < scene_keys_count && used < sizeof list; j++)
            if ((scene_keys[j].objects & type) && (rivals & scene_keys_bit(&scene_keys[j])))
                used += (size_t)snprintf(list + used, sizeof list - used, "%s\"%s\": false", used > 0 ? ", " : "",
                                         scene_keys[j].name);
        if (!list[0])
            continue;
        if (!open)
            open_item(schema, "dependentSchemas", "{");
        open = true;
        put_json(schema, scene_keys[i].name, "{\"properties\": {%s}}", list);
    }
    if (open)
        close_item(schema, "}");
}

static void put_object(struct schema *schema, enum scene_object type)
{
    put_text(schema, "type", "object");
    put_required(schema, type);
    put_json(schema, "additionalProperties", "false");
    open_item(schema, "properties", "{");
    for (size_t i = 0; i < scene_keys_count; i++) {
        if (!(scene_keys[i].objects & type))
            continue;
        open_item(schema, scene_keys[i].name, "{");
        put_type(schema, &scene_keys[i], type);
        put_default(schema, &scene_keys[i]);
        put_text(schema, "description", scene_keys[i].doc);
        close_item(schema, "}");
    }
    close_item(schema, "}");
    put_rivals(schema, type);
}

static void put_branch(struct schema *schema, const char *name, enum scene_object type)
{
    open_item(schema, name, "{");
    put_object(schema, type);
    close_item(schema, "}");
}

/** The object has a key; a strict reader of schemas wants it to be named among the properties, too. */
#define HAS(key) "{\"required\": [\"" key "\"], \"properties\": {\"" key "\": true}}"

/** "if": the object has that key; "then": it is of that type. */
static void put_if_key(struct schema *schema, const char *key, enum scene_object type)
{
    put_json(schema, "if", HAS("%s"), key, key);
    put_branch(schema, "then", type);
}

/** A type of object, told apart by its key. */
struct schema_variant {
    const char *key;
    enum scene_object type;
};

/** An array of objects: of the first variant whose key they have, otherwise of a type without a key. */
static void put_entries(struct schema *schema, const struct schema_variant *variants, size_t count,
                        enum scene_object otherwise)
{
    put_text(schema, "type", "array");
    open_item(schema, "items", "{");
    put_text(schema, "type", "object");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            open_item(schema, "else", "{");
        put_if_key(schema, variants[i].key, variants[i].type);
    }
    put_branch(schema, "else", otherwise);
    for (size_t i = 0; i < count; i++)
        close_item(schema, "}");
}

static void put_balls(struct schema *schema)
{
    put_entries(schema, (struct schema_variant[]){{"rack", OBJECT_RACK}, {"fill", OBJECT_FILL}}, 2, OBJECT_BALL);
}

static void put_obstacles(struct schema *schema)
{
    struct schema_variant variants[OBSTACLE_KINDS - 1];
    for (enum obstacle_kind kind = 1; kind < OBSTACLE_KINDS; kind++)
        variants[kind - 1] = (struct schema_variant){table_obstacle_name(kind), scene_keys_obstacle(kind)};
    put_entries(schema, variants, OBSTACLE_KINDS - 1, OBJECT_LINE);
}

/* ---- rules ---- */

/** Steps of a given length, or a duration. */
static void put_clock_rule(struct schema *schema)
{
    put_json(
        schema, "anyOf",
        "[{\"required\": [\"dt\", \"steps\"], \"properties\": {\"dt\": true, \"steps\": true}}, " HAS("duration") "]");
    put_json(schema, "dependentRequired", "{\"frame\": [\"duration\"]}");
}

static void put_stiffness_rule(struct schema *schema)
{
    struct scene_integrator integrator;
    char names[MAX_JSON / 2] = "";
    for (size_t i = 0, used = 0; schema->registry->integrator(i, &integrator) && used < sizeof names; i++)
        if (integrator.needs & SCENE_STIFFNESS)
            used +=
                (size_t)snprintf(names + used, sizeof names - used, "%s\"%s\"", used > 0 ? ", " : "", integrator.name);
    open_item(schema, NULL, "{");
    put_text(schema, "$comment", "Springs need their stiffness.");
    put_json(schema, "if", "{\"required\": [\"integrator\"], \"properties\": {\"integrator\": {\"enum\": [%s]}}}",
             names);
    put_json(schema, "then", HAS("k"));
    close_item(schema, "}");
}

/** What each ball must have unless the defaults have it. */
static void put_default_rule(struct schema *schema, const char *comment, const char *key, const char *rule)
{
    open_item(schema, NULL, "{");
    put_text(schema, "$comment", comment);
    put_json(schema, "if", "{\"properties\": {\"defaults\": {\"type\": \"object\", \"properties\": {\"%s\": false}}}}",
             key);
    put_json(schema, "then",
             "{\"properties\": {\"balls\": {\"type\": \"array\", \"items\": {\"type\": \"object\", %s}}}}", rule);
    close_item(schema, "}");
}

void scene_schema_write(struct output *out, const struct scene_registry *registry)
{
    struct schema schema = {.out = out, .registry = registry, .depth = 1, .first = true};
    output_text(out, "{");
    put_text(&schema, "$schema", "https://json-schema.org/draft/2020-12/schema");
    put_text(&schema, "$id", "billiard-scene.schema.json");
    put_text(&schema, "title", "billiard-sim scene");
    put_text(&schema, "description",
             "A table, the laws, the clock and the balls. Units are the user's own, as long as they agree (SI in the "
             "examples); x grows to the right, y upwards. The manual is billiard-scene(5). What no schema can say, the "
             "program checks: that balls fit the table, keep clear of each other and are given no later than the "
             "start.");
    put_object(&schema, OBJECT_SCENE);
    put_clock_rule(&schema);
    open_item(&schema, "allOf", "[");
    put_stiffness_rule(&schema);
    put_default_rule(&schema, "Each ball has a radius, its own or that of defaults.", "r",
                     "\"required\": [\"r\"], \"properties\": {\"r\": true}");
    put_default_rule(
        &schema, "A direction needs a speed, its own or that of defaults.", "speed",
        "\"if\": {\"properties\": {\"rack\": false}}, \"then\": {\"dependentRequired\": {\"angle\": [\"speed\"]}}");
    close_item(&schema, "]");
    close_item(&schema, "}");
    output_text(out, "\n");
}
