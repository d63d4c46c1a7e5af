/*
 * Reading by the table of keys: each member of an object is looked up, and its value read (scene_read_value.c). An
 * error is reported and the member skipped, so that one pass finds every error.
 */

#include <stdio.h>
#include <string.h>

#include "base/quote.h"
#include "base/suggest.h"
#include "reading/scene_read.h"

static bool add_rival_error(const struct scene_value *value)
{
    char same[SCENE_KEYS_MAX_LIST], other[SCENE_KEYS_MAX_LIST];
    const struct scene_key_set own = scene_keys_of_form(value->type, value->key->form);
    const struct scene_key_set rivals = scene_keys_rivals(value->type, value->key);
    return scene_errors_add(value->reader->errors, value->node, value->path, NULL, "give either %s or %s, not both",
                            scene_keys_list(other, &rivals), scene_keys_list(same, &own));
}

/** Where a key belongs that stands in the wrong object; NULL: nowhere. */
static const char *owner_of(enum scene_object type, const char *name)
{
    if (type != OBJECT_SCENE)
        return scene_keys_find(OBJECT_SCENE, name) ? "a key of the scene itself" : NULL;
    if (scene_keys_find(OBJECT_BALL, name))
        return scene_keys_find(OBJECT_DEFAULTS, name) ? "a key of balls, and of defaults for all" : "a key of balls";
    if (scene_keys_find(OBJECT_TABLE, name))
        return "a key of table";
    if (scene_keys_find(OBJECT_FILL, name))
        return "a key of fills, which are entries of balls";
    if (scene_keys_find(OBJECT_RACK, name))
        return "a key of racks, which are entries of balls";
    for (enum obstacle_kind kind = 0; kind < OBSTACLE_KINDS; kind++)
        if (scene_keys_find(scene_keys_obstacle(kind), name))
            return "a key of obstacles";
    return NULL;
}

/** Why there is no such key, where people or older builds use the word; NULL: no more is known. */
static const char *refusal_of(enum scene_object type, const char *name)
{
    static const char older[] = "states that older builds saved cannot be read";
    static const struct {
        unsigned objects;
        const char *words, *sentence;
    } all[] = {
        {OBJECT_MOTION, " amplitude frequency omega phase sine ",
         "a motion is a list; short pieces approximate a sine"},
        {OBJECT_ARC, " omega rate rotation rotates spin w wz ", "the rate of an arc that turns is \"turn\""},
        {OBJECT_OBSTACLES, " omega rotation rotates spin turn w wz ", "only arcs turn, about their centres"},
        {OBJECT_TABLE | OBJECT_MOTION | OBJECT_OBSTACLES, " m mass free ",
         "what balls move is a \"piston\" of the table"},
        {OBJECT_THERMAL, " accommodation alpha partial reflection ",
         "a wall with a temperature gives each ball a new velocity"},
        {OBJECT_FILL, " kT temperature ", "a gas of temperature kT has the speed sqrt(2 kT/m)"},
        {OBJECT_BALL | OBJECT_RACK | OBJECT_FILL | OBJECT_DEFAULTS, " t0 ", older},
        {OBJECT_START, " stretch ", older},
        {OBJECT_BALL | OBJECT_RACK | OBJECT_FILL | OBJECT_DEFAULTS, " beta mu mu_roll restitution ",
         "it is a key of the scene itself, and of pairs of \"materials\", of which a ball may have one"},
        {OBJECT_BALL | OBJECT_RACK | OBJECT_FILL | OBJECT_DEFAULTS, " e ",
         "restitution is of the scene, or of pairs of \"materials\", of which a ball may have one"},
    };
    if (type == OBJECT_BALL && scene_keys_find(OBJECT_FILL, name))
        return "it is a key of fills";
    if (type == OBJECT_BALL && scene_keys_find(OBJECT_RACK, name))
        return "it is a key of racks";
    char word[32];
    snprintf(word, sizeof word, " %s ", name); /* a longer one is none of these */
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].objects & type && strstr(all[i].words, word))
            return all[i].sentence;
    return NULL;
}

/** The generator that a word in a ball may mean; NULL: none. */
static const char *generator_meant(enum scene_object type, const char *word)
{
    struct suggest search = suggest_start(word);
    suggest_offer(&search, scene_keys[KEY_RACK].name, scene_keys[KEY_RACK].name);
    suggest_offer(&search, scene_keys[KEY_FILL].name, scene_keys[KEY_FILL].name);
    return type == OBJECT_BALL ? search.meaning : NULL;
}

static bool differs_in_ending(const char *a, const char *b)
{
    const size_t n_a = strlen(a), n_b = strlen(b);
    return strncmp(a, b, n_a < n_b ? n_a : n_b) == 0;
}

/** A key that the object type does not have; the one that was meant, if any, counts as there. */
static void take_unknown(const struct scene_reader *reader, const struct cJSON *member, enum scene_object type,
                         const struct scene_path *path, struct scene_found *found)
{
    char quoted[QUOTE_MAX_TEXT], list[SCENE_KEYS_MAX_LIST];
    const char *name = json_tree_key(member), *meant = scene_keys_suggest(type, name), *owner = owner_of(type, name);
    const char *refusal = refusal_of(type, name);
    if (owner && meant && !differs_in_ending(name, meant) && !scene_keys_is_common_word(type, name))
        meant = NULL; /* what is right elsewhere is not misspelt */
    const struct scene_key_set known = scene_keys_of(type);
    if (meant && !refusal)
        scene_keys_add(&found->faulty, scene_keys_row(scene_keys_find(type, meant)));
    meant = meant ? meant : generator_meant(type, name);
    found->unknown = true;
    quote_text(quoted, name);
    if (refusal)
        scene_errors_add(reader->errors, member, path, NULL, "unknown key %s; %s", quoted, refusal);
    else if (meant)
        scene_errors_add(reader->errors, member, path, NULL, "unknown key %s; did you mean \"%s\"?", quoted, meant);
    else if (owner)
        scene_errors_add(reader->errors, member, path, NULL, "unknown key %s; it is %s", quoted, owner);
    else
        scene_errors_add(reader->errors, member, path, NULL, "unknown key %s; the keys here are %s", quoted,
                         scene_keys_list(list, &known));
    scene_errors_at_key(reader->errors);
}

static bool read_member(const struct scene_value *value)
{
    enum scene_form form = value->key->form;
    bool has_rival = form != FORM_ANY && (value->found->forms & 1u << scene_keys_rival_form(form));
    value->found->forms |= 1u << form;
    return has_rival ? add_rival_error(value) : scene_read_value(value);
}

bool scene_read_object(const struct scene_reader *reader, const struct cJSON *object, enum scene_object type,
                       const struct scene_path *path, void *target, struct scene_found *found)
{
    bool all = true;
    struct scene_key_set seen = {0};
    for (const struct cJSON *member = json_tree_first(object); member; member = json_tree_next(member)) {
        const struct scene_key *key = scene_keys_look_up(reader->keys, type, json_tree_key(member));
        if (!key) {
            all = false;
            take_unknown(reader, member, type, path, found);
            continue;
        }
        const enum scene_row row = scene_keys_row(key);
        struct scene_path here = {.above = path, .name = key->name};
        bool repeated = scene_keys_has(&seen, row);
        scene_keys_add(&seen, row);
        if (repeated) {
            scene_errors_add(reader->errors, member, &here, NULL, "repeated key");
            scene_errors_at_key(reader->errors);
        }
        bool valid = !repeated && read_member(&(struct scene_value){reader, member, key, &here, type, target, found});
        scene_keys_add(valid ? &found->given : &found->faulty, row);
        all = all && valid;
    }
    return all;
}

/** The value by which an override has removed those of the other form; NULL: none did. */
static const struct cJSON *overridden_form(const struct cJSON *object, enum scene_form form)
{
    for (const struct cJSON *node = json_tree_first(object); node; node = json_tree_next(node)) {
        const struct scene_key *key = scene_keys_find(OBJECT_SCENE, json_tree_key(node));
        if (key && key->form == form && json_tree_origin(node).is_override)
            return node;
    }
    return NULL;
}

static void add_missing(const struct scene_reader *reader, const struct cJSON *object, enum scene_object type,
                        const struct scene_path *path, const struct scene_key *key)
{
    char other[SCENE_KEYS_MAX_LIST];
    const struct cJSON *by = key->unless ? overridden_form(object, scene_keys_rival_form(key->unless)) : NULL;
    const struct scene_key_set instead = scene_keys_of_form(type, key->unless);
    scene_keys_list(other, &instead);
    if (by)
        scene_errors_add_override(reader->errors, json_tree_origin(by).at,
                                  "%s: takes the place of %s, and then the scene needs \"%s\", too; "
                                  "duration=TIME sets how long to run, frame=TIME the time between frames",
                                  json_tree_key(by), other, key->name);
    else
        scene_errors_add(reader->errors, object, path, NULL, "missing key \"%s\"%s%s%s", key->name,
                         key->unless ? " (or " : "", other, key->unless ? ")" : "");
}

bool scene_read_required(const struct scene_reader *reader, const struct cJSON *object, enum scene_object type,
                         const struct scene_path *path, struct scene_found found)
{
    const struct scene_key_set *required = &reader->keys->required[scene_keys_number(type)];
    bool complete = true;
    if (scene_keys_hold(&found.given, required))
        return true;
    for (enum scene_row row = scene_keys_next(required, 0); row < SCENE_ROWS;
         row = scene_keys_next(required, row + 1)) {
        const struct scene_key *key = &scene_keys[row];
        const bool needless = key->unless && (found.forms & 1u << key->unless);
        if (scene_read_has(found, row) || needless)
            continue;
        complete = false;
        if (!scene_read_saw(found, row) && !found.unknown)
            add_missing(reader, object, type, path, key);
    }
    return complete;
}

unsigned scene_read_coefficients(struct scene_found found, enum scene_object object, size_t from)
{
    unsigned given = 0;
    for (enum scene_row row = scene_keys_next(&found.given, 0); row < SCENE_ROWS;
         row = scene_keys_next(&found.given, row + 1)) {
        const struct scene_key *key = &scene_keys[row];
        if ((key->objects & object) && key->stored && key->offset >= from &&
            key->offset < from + sizeof(struct coefficients))
            given |= coefficients_bit(key->offset - from);
    }
    return given;
}

enum scene_object scene_read_entry_type(const struct cJSON *entry)
{
    if (json_tree_member(entry, "rack"))
        return OBJECT_RACK;
    return json_tree_member(entry, "fill") ? OBJECT_FILL : OBJECT_BALL;
}
