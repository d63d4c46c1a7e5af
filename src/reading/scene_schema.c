/*
 * The table of keys as a JSON Schema (draft 2020-12, json-schema.org), for editors and other programs, made and written
 * by cJSON. An object type becomes a closed object; keys that exclude each other become a "not"; what depends on an
 * integrator or on `defaults` becomes an "if". What no schema can say, loading checks: that balls fit the table and
 * keep clear of each other, that t0 is not after the start, that a region or a range is in order, that `stop` names two
 * balls.
 *
 * Out of memory: what could not be made is left out, and `failed` remembers it; cJSON adds nothing to NULL.
 */
#include "reading/scene_schema.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "contact/contact.h"
#include "impact/impact_law.h"
#include "integrators/integrator.h"
#include "reading/scene_keys.h"

enum { MAX_DESCRIPTION = 2048 };

struct schema {
    bool failed;
};

/* ---- JSON ---- */

/** Adds a member, or with key NULL an element, to what may be NULL. @return the item, now the parent's; NULL: failed */
static cJSON *put(struct schema *schema, cJSON *parent, const char *key, cJSON *item)
{
    if (item && (key ? cJSON_AddItemToObject(parent, key, item) : cJSON_AddItemToArray(parent, item)))
        return item;
    cJSON_Delete(item);
    schema->failed = true;
    return NULL;
}

static cJSON *put_object(struct schema *schema, cJSON *parent, const char *key)
{
    return put(schema, parent, key, cJSON_CreateObject());
}

static cJSON *put_array(struct schema *schema, cJSON *parent, const char *key)
{
    return put(schema, parent, key, cJSON_CreateArray());
}

static void put_text(struct schema *schema, cJSON *parent, const char *key, const char *text)
{
    put(schema, parent, key, cJSON_CreateString(text));
}

/** With all its digits, of which cJSON writes 15. */
static void put_number(struct schema *schema, cJSON *parent, const char *key, double number)
{
    char text[NUMBER_MAX_TEXT + 1];
    text[number_write(text, number, 0)] = '\0';
    put(schema, parent, key, cJSON_CreateRaw(text));
}

/** A value that is written as JSON here. */
static void put_json(struct schema *schema, cJSON *parent, const char *key, const char *json)
{
    put(schema, parent, key, cJSON_Parse(json));
}

/* ---- keys ---- */

static void put_range(struct schema *schema, cJSON *to, const struct scene_key *key)
{
    const double largest = key->largest;
    if (isfinite(key->low) || largest > 0)
        put_number(schema, to, key->above ? "exclusiveMinimum" : "minimum", isfinite(key->low) ? key->low : -largest);
    if (key->above && largest > 0)
        put_number(schema, to, "minimum", largest == SCENE_LARGEST_LENGTH ? 1e-18 : 1e-60);
    if (isfinite(key->high) || largest > 0)
        put_number(schema, to, "maximum", isfinite(key->high) ? key->high : largest);
}

static void put_element(struct schema *schema, cJSON *parent, const char *name, const struct scene_key *range)
{
    cJSON *element = put_object(schema, parent, name);
    put_text(schema, element, "type", range->type == TYPE_INTEGERS ? "integer" : "number");
    put_range(schema, element, range);
}

static cJSON *put_sizes(struct schema *schema, cJSON *to, unsigned least, unsigned most)
{
    put_text(schema, to, "type", "array");
    put_number(schema, to, "minItems", least);
    put_number(schema, to, "maxItems", most);
    return to;
}

/** So many numbers; those of a round obstacle are its centre and radius, and where an arc begins and ends. */
static void put_numbers(struct schema *schema, cJSON *to, const struct scene_key *key, unsigned count)
{
    static const enum scene_row like[] = {BALL_X, BALL_Y, BALL_R, BALL_ANGLE};
    bool circle = key->type == TYPE_NUMBERS && (key->objects & OBJECT_ROUND);
    put_sizes(schema, to, count, count);
    if (!circle) {
        put_element(schema, to, "items", key);
        return;
    }
    cJSON *items = put_array(schema, to, "prefixItems");
    for (unsigned i = 0; i < count; i++)
        put_element(schema, items, NULL, i < sizeof like / sizeof like[0] ? &scene_keys[like[i]] : key);
}

static void put_names(struct schema *schema, cJSON *to, const struct scene_key *key)
{
    const char *name;
    cJSON *names = put_array(schema, to, "enum");
    for (size_t i = 0; (name = scene_keys_value(key->names, i)); i++)
        put_text(schema, names, NULL, name);
}

/** What the key means, and each of its names whose table says it. */
static void put_description(struct schema *schema, cJSON *to, const struct scene_key *key)
{
    char text[MAX_DESCRIPTION];
    const char *doc;
    int used = snprintf(text, sizeof text, "%s", key->doc);
    for (size_t i = 0; (doc = scene_keys_value_doc(key->names, i)); i++) {
        const char *name = scene_keys_value(key->names, i);
        const int more = snprintf(text + used, sizeof text - (size_t)used, " %s: %s.", name, doc);
        schema->failed |= more < 0 || (size_t)more >= sizeof text - (size_t)used;
        used = schema->failed ? 0 : used + more;
    }
    put_text(schema, to, "description", text);
}

static void put_default(struct schema *schema, cJSON *to, const struct scene_key *key)
{
    if (key->fallback[0])
        put_json(schema, to, "default", key->fallback);
    else if (key->names == NAMES_INTEGRATOR)
        put_text(schema, to, "default", integrator_default->name);
    else if (key->names == NAMES_IMPACT)
        put_text(schema, to, "default", impact_law_default()->name);
}

static void put_members(struct schema *schema, cJSON *to, enum scene_object type);
static void put_entries(struct schema *schema, cJSON *to, unsigned first, unsigned last, enum scene_object otherwise);

/** The pairs [speed, e] of a table. */
static void put_pairs(struct schema *schema, cJSON *to, const struct scene_key *key)
{
    put_sizes(schema, to, 1, key->count);
    cJSON *pair = put_sizes(schema, put_object(schema, to, "items"), 2, 2);
    put_json(schema, pair, "prefixItems",
             "[{\"type\": \"number\", \"minimum\": 0, \"maximum\": 1e60}, "
             "{\"type\": \"number\", \"minimum\": 0, \"maximum\": 1}]");
}

/** The entries [t, vx, vy] of a motion, or [t, rate]. */
static void put_pieces(struct schema *schema, cJSON *to, const struct scene_key *key)
{
    put_sizes(schema, to, 1, key->count);
    const unsigned count = key->type == TYPE_TURN ? 2 : 3;
    cJSON *items = put_array(schema, put_sizes(schema, put_object(schema, to, "items"), count, count), "prefixItems");
    put_json(schema, items, NULL, "{\"type\": \"number\", \"minimum\": 0, \"maximum\": 1e60}");
    for (unsigned i = 1; i < count; i++)
        put_element(schema, items, NULL, key);
}

/** A number in the key's range, an array of such, an object, the word of a spin: what the type of the key allows. */
static void put_alternative(struct schema *schema, cJSON *to, const struct scene_key *key)
{
    cJSON *choice = put_array(schema, to, "oneOf");
    if (key->type == TYPE_SPIN)
        put_json(schema, choice, NULL, "{\"const\": \"rolling\"}");
    else if (key->count != SCENE_KEYS_PIECES || key->type == TYPE_TURN)
        put_element(schema, choice, NULL, key);
    if (key->count == SCENE_KEYS_PIECES)
        put_pieces(schema, put_object(schema, choice, NULL), key);
    else if (key->count == SCENE_KEYS_PAIRS)
        put_pairs(schema, put_object(schema, choice, NULL), key);
    else if (key->count > 0 || key->ranges)
        put_numbers(schema, put_object(schema, choice, NULL), key, key->ranges ? 2 : key->count);
    if (key->members)
        put_members(schema, put_object(schema, choice, NULL), key->members);
}

static const char INDEX[] = "{\"type\": \"integer\", \"minimum\": 0, \"maximum\": 9007199254740992}";

/** A row: a ball, kind and number of what it touches, a place unless that is a ball, and two or three lengths. */
static void put_row(struct schema *schema, cJSON *parent, enum contact_kind first, enum contact_kind last)
{
    const unsigned indices = first == CONTACT_BALL ? 1 : 2, count = 1 + 1 + indices + 2;
    cJSON *row = put_sizes(schema, put_object(schema, parent, NULL), count, count + 1);
    cJSON *items = put_array(schema, row, "prefixItems");
    put(schema, items, NULL, cJSON_CreateRaw(INDEX));
    cJSON *kinds = put_array(schema, put_object(schema, items, NULL), "enum");
    for (enum contact_kind kind = first; kind <= last; kind++)
        if (contact_kind_touches(kind))
            put_text(schema, kinds, NULL, contact_kind_name(kind));
    for (unsigned i = 0; i < indices; i++)
        put(schema, items, NULL, cJSON_CreateRaw(INDEX));
    for (int i = 0; i < 3; i++)
        put_element(schema, items, NULL, &scene_keys[BALL_X]);
}

/** So many numbers after that of a ball: a time, a place, a velocity and a spin. */
static void put_trajectory(struct schema *schema, cJSON *parent, unsigned count)
{
    static const enum scene_row like[] = {BALL_VX, BALL_X, BALL_Y, BALL_VX, BALL_VY, BALL_VX, BALL_VX, BALL_VX};
    cJSON *items =
        put_array(schema, put_sizes(schema, put_object(schema, parent, NULL), 1 + count, 1 + count), "prefixItems");
    put(schema, items, NULL, cJSON_CreateRaw(INDEX));
    for (unsigned i = 0; i < count; i++)
        put_element(schema, items, NULL, &scene_keys[like[i]]);
}

/** A wall with a mass, a time, a place and a velocity. */
static void put_wall_trajectory(struct schema *schema, cJSON *parent)
{
    static const enum scene_row like[] = {BALL_VX, BALL_X, BALL_VX};
    cJSON *items = put_array(schema, put_sizes(schema, put_object(schema, parent, NULL), 4, 4), "prefixItems");
    cJSON *walls = put_array(schema, put_object(schema, items, NULL), "enum");
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        put_text(schema, walls, NULL, table_wall_name((enum table_wall)wall));
    for (int i = 0; i < 3; i++)
        put_element(schema, items, NULL, &scene_keys[like[i]]);
}

static void put_rows(struct schema *schema, cJSON *to, enum scene_row row)
{
    put_text(schema, to, "type", "array");
    cJSON *choice = put_array(schema, put_object(schema, to, "items"), "oneOf");
    if (row == KEY_TRAJECTORIES) {
        put_trajectory(schema, choice, 5);
        put_trajectory(schema, choice, 8);
        put_wall_trajectory(schema, choice);
    } else {
        put_row(schema, choice, CONTACT_BALL, CONTACT_BALL);
        put_row(schema, choice, CONTACT_LEFT, CONTACT_ROLL);
    }
}

/** Objects by the names of materials, of pairs by the names of the second ones. */
static void put_materials(struct schema *schema, cJSON *to)
{
    cJSON *of = to;
    for (int depth = 0; depth < 2; depth++) {
        put_text(schema, of, "type", "object");
        put_json(schema, of, "propertyNames",
                 depth == 0 ? "{\"pattern\": \"^[A-Za-z][A-Za-z0-9_-]{0,63}$\", \"not\": {\"const\": \"wall\"}}"
                            : "{\"pattern\": \"^[A-Za-z][A-Za-z0-9_-]{0,63}$\"}");
        of = put_object(schema, of, "additionalProperties");
    }
    put_members(schema, of, OBJECT_PAIR);
}

static void put_type(struct schema *schema, cJSON *to, const struct scene_key *key, enum scene_object type)
{
    static const char *const words[] = {"number", "integer", "boolean", "string", "string"};
    const enum scene_row row = scene_keys_row(key);
    if (key->type <= TYPE_NAME && !(key->ranges & type))
        put_text(schema, to, "type", words[key->type]);
    if (key->type == TYPE_MOTION)
        put_pieces(schema, to, key);
    else if (key->type == TYPE_PISTON)
        put_members(schema, to, OBJECT_PISTON);
    else if ((key->ranges & type) || key->type >= TYPE_EACH)
        put_alternative(schema, to, key);
    else if (key->type <= TYPE_INTEGER)
        put_range(schema, to, key);
    else if (key->type == TYPE_NAME)
        put_names(schema, to, key);
    else if (row == KEY_STOP)
        put_text(schema, to, "pattern", "^(rest|pocket(:[0-9]+)?|hits:0*[1-9][0-9]*|pair:[^,]+,.+|hit:.+)$");
    else if (key->type == TYPE_AXES)
        put_json(schema, to, "enum", "[true, false, \"x\", \"y\"]");
    else if (row == KEY_MATERIALS)
        put_materials(schema, to);
    else if (key->type == TYPE_OBJECT)
        put_members(schema, to, key->members ? key->members : OBJECT_DEFAULTS);
    else if (row == KEY_BALLS)
        put_entries(schema, to, OBJECT_RACK, OBJECT_FILL, OBJECT_BALL);
    else if (key->type == TYPE_ROWS)
        put_rows(schema, to, row);
    else if (row == KEY_OBSTACLES)
        put_entries(schema, to, OBJECT_ARC, scene_keys_obstacle(OBSTACLE_KINDS - 1), OBJECT_LINE);
    else if (key->type > TYPE_NAME)
        put_numbers(schema, to, key, key->count);
}

/* ---- objects ---- */

/** A radius may come from the defaults; that is a rule of its own. */
static bool is_required(const struct scene_key *key, enum scene_object type)
{
    return (key->required & type) && !key->unless && !(key->objects & OBJECT_DEFAULTS);
}

/** "dependentSchemas": no key beside one of its rivals. */
static void put_rivals(struct schema *schema, cJSON *to, enum scene_object type)
{
    cJSON *all = put_object(schema, to, "dependentSchemas");
    for (size_t i = 0; i < SCENE_ROWS; i++) {
        const struct scene_key_set rivals = scene_keys_rivals(type, &scene_keys[i]);
        if (!(scene_keys[i].objects & type) || scene_keys_are_none(&rivals))
            continue;
        cJSON *refused = put_object(schema, put_object(schema, all, scene_keys[i].name), "properties");
        for (enum scene_row row = 0; row < SCENE_ROWS; row++)
            if (scene_keys_has(&rivals, row))
                put(schema, refused, scene_keys[row].name, cJSON_CreateFalse());
    }
}

/** An object of that type. */
static void put_members(struct schema *schema, cJSON *to, enum scene_object type)
{
    put_text(schema, to, "type", "object");
    cJSON *required = put_array(schema, to, "required");
    for (size_t i = 0; i < SCENE_ROWS; i++)
        if (is_required(&scene_keys[i], type))
            put_text(schema, required, NULL, scene_keys[i].name);
    put(schema, to, "additionalProperties", cJSON_CreateFalse());
    cJSON *properties = put_object(schema, to, "properties");
    for (size_t i = 0; i < SCENE_ROWS; i++) {
        if (!(scene_keys[i].objects & type))
            continue;
        cJSON *property = put_object(schema, properties, scene_keys[i].name);
        put_type(schema, property, &scene_keys[i], type);
        put_default(schema, property, &scene_keys[i]);
        put_description(schema, property, &scene_keys[i]);
    }
    put_rivals(schema, to, type);
}

/** The object has a key; a strict reader of schemas wants it to be named among the properties, too. */
static void put_has(struct schema *schema, cJSON *parent, const char *name, const char *key)
{
    cJSON *has = put_object(schema, parent, name);
    put_text(schema, put_array(schema, has, "required"), NULL, key);
    put(schema, put_object(schema, has, "properties"), key, cJSON_CreateTrue());
}

/** The key by which a type of object is told from the others in its array: the first of its own that it must have. */
static const char *own_key(unsigned type)
{
    const struct scene_key *key = scene_keys;
    while (key->objects != type || key->required != type)
        key++;
    return key->name;
}

/** An array of objects: of the first of several types whose key they have, otherwise of a type without a key. */
static void put_entries(struct schema *schema, cJSON *to, unsigned first, unsigned last, enum scene_object otherwise)
{
    put_text(schema, to, "type", "array");
    cJSON *entry = put_object(schema, to, "items");
    put_text(schema, entry, "type", "object");
    for (unsigned type = first; type <= last; type <<= 1) {
        put_has(schema, entry, "if", own_key(type));
        put_members(schema, put_object(schema, entry, "then"), (enum scene_object)type);
        entry = put_object(schema, entry, "else");
    }
    put_members(schema, entry, otherwise);
}

/* ---- rules ---- */

/** Steps of a given length, or a duration. */
static void put_clock_rule(struct schema *schema, cJSON *to)
{
    cJSON *ways = put_array(schema, to, "anyOf");
    put_json(schema, ways, NULL,
             "{\"required\": [\"dt\", \"steps\"], \"properties\": {\"dt\": true, \"steps\": true}}");
    put_has(schema, ways, NULL, "duration");
    put_json(schema, to, "dependentRequired", "{\"frame\": [\"duration\"]}");
}

static void put_stiffness_rule(struct schema *schema, cJSON *rules)
{
    cJSON *rule = put_object(schema, rules, NULL);
    put_text(schema, rule, "$comment", "Springs need their stiffness.");
    cJSON *given = put_object(schema, rule, "if");
    put_json(schema, given, "required", "[\"integrator\"]");
    cJSON *names = put_array(schema, put_object(schema, put_object(schema, given, "properties"), "integrator"), "enum");
    for (size_t i = 0; integrator_all[i]; i++)
        if (integrator_all[i]->needs & SCENE_STIFFNESS)
            put_text(schema, names, NULL, integrator_all[i]->name);
    put_has(schema, rule, "then", "k");
}

/** What each ball must have unless the defaults have it. @return the rule for a ball, an object to be completed */
static cJSON *put_default_rule(struct schema *schema, cJSON *rules, const char *comment, const char *key)
{
    cJSON *rule = put_object(schema, rules, NULL);
    put_text(schema, rule, "$comment", comment);
    cJSON *lacking = put_object(schema, put_object(schema, put_object(schema, rule, "if"), "properties"), "defaults");
    put_text(schema, lacking, "type", "object");
    put(schema, put_object(schema, lacking, "properties"), key, cJSON_CreateFalse());
    cJSON *balls = put_object(schema, put_object(schema, put_object(schema, rule, "then"), "properties"), "balls");
    put_text(schema, balls, "type", "array");
    cJSON *ball = put_object(schema, balls, "items");
    put_text(schema, ball, "type", "object");
    return ball;
}

static void put_scene(struct schema *schema, cJSON *root)
{
    put_text(schema, root, "$schema", "https://json-schema.org/draft/2020-12/schema");
    put_text(schema, root, "$id", "billiard-scene.schema.json");
    put_text(schema, root, "title", "billiard-sim scene");
    put_text(schema, root, "description",
             "A table, the laws, the clock and the balls. Units are the user's own, as long as they agree (SI in the "
             "examples); x grows to the right, y upwards. The manual is billiard-scene(5). What no schema can say, the "
             "program checks: that balls fit the table, keep clear of each other and are given no later than the "
             "start.");
    put_members(schema, root, OBJECT_SCENE);
    put_clock_rule(schema, root);
    cJSON *rules = put_array(schema, root, "allOf");
    put_stiffness_rule(schema, rules);
    cJSON *ball = put_default_rule(schema, rules, "Each ball has a radius, its own or that of defaults.", "r");
    put_json(schema, ball, "required", "[\"r\"]");
    put_json(schema, ball, "properties", "{\"r\": true}");
    ball = put_default_rule(schema, rules, "A direction needs a speed, its own or that of defaults.", "speed");
    put_json(schema, ball, "if", "{\"properties\": {\"rack\": false}}");
    put_json(schema, ball, "then", "{\"dependentRequired\": {\"angle\": [\"speed\"]}}");
}

enum status scene_schema_write(struct output *out)
{
    struct schema schema = {.failed = false};
    cJSON *root = cJSON_CreateObject();
    put_scene(&schema, root);
    char *text = schema.failed ? NULL : cJSON_Print(root);
    if (text) {
        output_text(out, text);
        output_text(out, "\n");
    }
    enum status status = text ? STATUS_OK : STATUS_LIMIT;
    cJSON_free(text);
    cJSON_Delete(root);
    return status;
}
