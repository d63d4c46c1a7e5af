/*
 * Overrides: PATH=VALUE on the JSON as given, before defaults and generators. The path is walked segment by segment: in
 * an object a segment is a member, created when missing (as an object when more segments follow); in an array it is an
 * index that exists, or `*` for every element, or in `balls` a name that one entry has; through anything else there is
 * no way. What is put in remembers the override it came from, so that a later error names the option and not a place in
 * the file.
 *
 * Where a number may stand for an object, a path into it makes it the object first; a key that is set replaces those
 * that exclude it, and a duration that replaces steps keeps the distance of the frames.
 */
#include "reading/scene_set.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/quote.h"
#include "json/json_scan.h"
#include "json/json_string.h"
#include "reading/scene_read.h"

static enum status walk(const struct scene_set *set, struct cJSON *node, size_t depth, const struct scene_path *path);

enum status scene_set_check(const struct scene_override *overrides, size_t n, struct error *err)
{
    for (size_t i = 0; i < n; i++) {
        const char *option = overrides[i].option, *path = overrides[i].path, *value = overrides[i].value;
        size_t length = strlen(path), dots = 0;
        for (const char *c = path; *c; c++)
            dots += *c == '.';
        if (length == 0)
            return error_set(err, STATUS_USAGE, option, "the path is empty, expected PATH=VALUE");
        if (path[0] == ' ' || path[length - 1] == ' ')
            return error_set(err, STATUS_USAGE, option, "blanks around =; write PATH=VALUE without them");
        if (path[0] == '.' || path[length - 1] == '.' || strstr(path, ".."))
            return error_set(err, STATUS_USAGE, option, "the path has an empty segment");
        if (strchr(path, '['))
            return error_set(err, STATUS_USAGE, option,
                             "the path has a bracket; an index follows a dot, as in balls.0.x");
        if (dots >= SCENE_SET_MAX_SEGMENTS)
            return error_set(err, STATUS_USAGE, option, "the path has more than %d segments", SCENE_SET_MAX_SEGMENTS);
        if (!json_string_is_utf8(path, length) || !json_string_is_utf8(value, strlen(value)))
            return error_set(err, STATUS_USAGE, option, "the text is not valid UTF-8");
    }
    return STATUS_OK;
}

/** Adds an error of this override at the way walked so far. */
static enum status refuse(const struct scene_set *set, const struct scene_path *path, const char *sentence)
{
    char way[SCENE_ERRORS_MAX_PATH] = "the scene";
    if (path)
        scene_errors_path(way, path);
    scene_errors_add_override(set->reader->errors, set->index, "%s: %s", way, sentence);
    return STATUS_OK;
}

/** The object type at that depth of the path; 0: one whose keys do not exclude each other. */
static enum scene_object type_at(const struct scene_set *set, const struct cJSON *object, size_t depth)
{
    if (depth == 0)
        return OBJECT_SCENE;
    if (depth == 1 && strcmp(set->segment[0], "defaults") == 0)
        return OBJECT_DEFAULTS;
    bool ball = depth == 2 && strcmp(set->segment[0], "balls") == 0;
    return ball ? scene_read_entry_type(object) : (enum scene_object)0;
}

/** Puts "frame" beside a duration that takes the place of steps, so that frames stay as far apart, if that is known.
 *  False: out of memory. */
static bool keep_frames(const struct scene_set *set, struct cJSON *scene)
{
    const struct cJSON *dt = json_tree_member(scene, "dt"), *every = json_tree_member(scene, "every");
    const struct cJSON *const numbers[] = {dt, every ? every : dt};
    for (size_t i = 0; i < 2; i++)
        if (!numbers[i] || json_tree_kind(numbers[i]) != TREE_NUMBER)
            return true;
    double frame = json_tree_number(dt) * (every ? json_tree_number(every) : 1);
    if (!json_tree_member(scene, "steps") || !(frame > 0))
        return true;
    return json_tree_put_member(scene, "frame", json_tree_new_number(frame, set->index)) == STATUS_OK;
}

/** Removes the members that exclude the one that is set: "speed" takes the place of "vx" and "vy". */
static void remove_rivals(const struct scene_set *set, struct cJSON *object, size_t depth)
{
    enum scene_object type = type_at(set, object, depth);
    const struct scene_key *key = scene_keys_look_up(set->reader->keys, type, set->segment[depth]);
    if (!key || key->form == FORM_ANY)
        return;
    const struct scene_key_set rivals = scene_keys_rivals(type, key);
    for (enum scene_row row = scene_keys_next(&rivals, 0); row < SCENE_ROWS; row = scene_keys_next(&rivals, row + 1)) {
        struct cJSON *member = json_tree_member(object, scene_keys[row].name);
        if (member)
            json_tree_remove(object, member);
    }
}

/** Makes an object of a member whose number, or array of numbers, stands for each member of an object.
 *  @param segment the next one of the path */
static enum status expand_number(const struct scene_set *set, struct cJSON *object, struct cJSON *number,
                                 const char *segment)
{
    const struct scene_key *key = scene_keys_look_up(set->reader->keys, OBJECT_ANY, json_tree_key(number));
    enum json_tree_kind kind = json_tree_kind(number);
    if (!key || key->type != TYPE_EACH ||
        !(kind == TREE_NUMBER || (kind == TREE_ARRAY && scene_keys_look_up(set->reader->keys, key->members, segment))))
        return STATUS_OK;
    struct cJSON *expanded = json_tree_new_object(set->index);
    enum status status = expanded ? STATUS_OK : STATUS_LIMIT;
    for (size_t i = 0; i < SCENE_ROWS && status == STATUS_OK; i++)
        if (scene_keys[i].objects & key->members)
            status = json_tree_put_member(expanded, scene_keys[i].name, json_tree_copy(number));
    if (status == STATUS_OK)
        return json_tree_put_member(object, json_tree_key(number), expanded);
    json_tree_discard(expanded);
    return status;
}

/** Makes the member that the path goes through: an object, or the array that its key asks for. Numbers of a list are
 *  given together. */
static enum status put_missing(const struct scene_set *set, struct cJSON *object, size_t depth,
                               const struct scene_path *here)
{
    const struct scene_key *known =
        scene_keys_look_up(set->reader->keys, type_at(set, object, depth), set->segment[depth]);
    char sentence[QUOTE_MAX_TEXT];
    if (known && (known->type == TYPE_NUMBERS || known->type == TYPE_INTEGERS)) {
        snprintf(sentence, sizeof sentence, "is not there yet; give it as a whole, %s", known->shape);
        return refuse(set, here, sentence);
    }
    const bool is_array = known && (known->type == TYPE_ARRAY || known->type == TYPE_ROWS) && !known->required;
    return json_tree_put_member(object, set->segment[depth],
                                is_array ? json_tree_new_array(set->index) : json_tree_new_object(set->index));
}

/** Does the override take a key away? */
static bool takes_away(const struct scene_set *set)
{
    return json_tree_kind(set->value) == TREE_WORD && strcmp(json_tree_word(set->value), "null") == 0;
}

/** Takes a member away, as if it had not been given. A key that no object has is put in, to be reported by reading. */
static enum status take_away(const struct scene_set *set, struct cJSON *object, const char *key)
{
    struct cJSON *member = json_tree_member(object, key);
    if (member)
        json_tree_remove(object, member);
    else if (!scene_keys_look_up(set->reader->keys, OBJECT_ANY, key))
        return json_tree_put_member(object, key, json_tree_copy(set->value));
    return STATUS_OK;
}

/** True for an object that need not be there, after its last member. */
static bool is_empty(const struct scene_set *set, const char *key, const struct cJSON *object)
{
    const struct scene_key *known = scene_keys_look_up(set->reader->keys, OBJECT_ANY, key);
    return known && known->type == TYPE_OBJECT && !known->required && !json_tree_first(object);
}

static enum status walk_object(const struct scene_set *set, struct cJSON *object, size_t depth,
                               const struct scene_path *path)
{
    const char *key = set->segment[depth];
    struct scene_path here = {.above = path, .name = key};
    if (strcmp(key, "*") == 0)
        return refuse(set, path, "is no array; \"*\" stands for every entry of one");
    if (depth + 1 == set->n_segments && takes_away(set))
        return take_away(set, object, key);
    if (depth + 1 == set->n_segments) {
        if (depth == 0 && strcmp(key, "duration") == 0 && !keep_frames(set, object))
            return STATUS_LIMIT;
        remove_rivals(set, object, depth);
        return json_tree_put_member(object, key, json_tree_copy(set->value));
    }
    struct cJSON *member = json_tree_member(object, key);
    if (!member && takes_away(set) && scene_keys_look_up(set->reader->keys, OBJECT_ANY, key))
        return STATUS_OK;
    enum status status =
        member ? expand_number(set, object, member, set->segment[depth + 1]) : put_missing(set, object, depth, &here);
    member = json_tree_member(object, key);
    status = status == STATUS_OK && member ? walk(set, member, depth + 1, &here) : status;
    member = json_tree_member(object, key);
    if (member && takes_away(set) && is_empty(set, key, member))
        json_tree_remove(object, member);
    return status;
}

static enum status walk_element(const struct scene_set *set, struct cJSON *array, struct cJSON *element, size_t depth,
                                const struct scene_path *here)
{
    if (depth + 1 < set->n_segments)
        return walk(set, element, depth + 1, here);
    if (takes_away(set))
        return refuse(set, here, "an entry of an array cannot be taken away; give the whole array");
    struct cJSON *copy = json_tree_copy(set->value);
    if (!copy)
        return STATUS_LIMIT;
    json_tree_replace(array, element, copy);
    return STATUS_OK;
}

static enum status walk_all(const struct scene_set *set, struct cJSON *array, size_t depth,
                            const struct scene_path *path)
{
    struct scene_path here = {.above = path};
    enum status status = STATUS_OK;
    struct cJSON *next;
    for (struct cJSON *element = json_tree_first(array); element && status == STATUS_OK; element = next) {
        next = json_tree_next(element);
        status = walk_element(set, array, element, depth, &here);
        here.index++;
    }
    return status;
}

/** The name of an entry of `balls`; NULL: it has none. */
static const char *name_of(const struct cJSON *entry)
{
    const struct cJSON *name = json_tree_member(entry, "name");
    return name && json_tree_kind(name) == TREE_STRING ? json_tree_string(name) : NULL;
}

/** Ends a way through the entries of `balls`. */
static void end_way(struct scene_errors *errors, struct json_tree_entries *entries)
{
    errors->out_of_memory |= entries->no_memory;
    json_tree_end(entries);
}

/** Finds the entry of `balls` that alone has a name. False: there is none, or more than one, which set the index. */
static bool find_name(struct scene_errors *errors, const struct cJSON *balls, const char *name, size_t *index)
{
    struct json_tree_entries entries = {.tree = errors->json, .array = balls};
    const struct cJSON *entry;
    size_t count = 0;
    for (size_t i = 0; (entry = json_tree_next_entry(&entries)); i++) {
        const char *own = name_of(entry);
        if (!own || strcmp(own, name) != 0)
            continue;
        *index = i;
        count++;
    }
    end_way(errors, &entries);
    return count == 1;
}

/** ", named draw, stop, follow" of the balls that have names; "" if none has. */
static const char *list_names(char to[QUOTE_MAX_TEXT], struct scene_errors *errors, const struct cJSON *balls)
{
    struct json_tree_entries entries = {.tree = errors->json, .array = balls};
    const struct cJSON *entry;
    size_t used = 0;
    to[0] = '\0';
    while ((entry = json_tree_next_entry(&entries))) {
        const char *own = name_of(entry);
        if (own && used + strlen(own) + 16 <= QUOTE_MAX_TEXT)
            used += (size_t)snprintf(to + used, QUOTE_MAX_TEXT - used, "%s%s", used ? ", " : ", named ", own);
    }
    end_way(errors, &entries);
    return to;
}

/** A decimal number without sign and leading zeros; SIZE_MAX: it is none, or larger than any index. */
static size_t index_of(const char *segment)
{
    const char *rest = segment;
    uint64_t index;
    bool leading_zero = segment[0] == '0' && segment[1];
    return number_read_u64(&rest, SIZE_MAX - 1, &index) && !*rest && !leading_zero ? (size_t)index : SIZE_MAX;
}

static bool is_name(const char *segment)
{
    return strspn(segment, "0123456789") < strlen(segment);
}

/** Whether an array has the entry of a number. */
static bool find_number(const struct cJSON *array, const char *segment, size_t *index)
{
    *index = index_of(segment);
    return *index < json_tree_size(array);
}

bool scene_set_entry(struct scene_errors *errors, const struct cJSON *balls, const char *segment, size_t *index)
{
    return is_name(segment) ? find_name(errors, balls, segment, index) : find_number(balls, segment, index);
}

static enum status walk_array(const struct scene_set *set, struct cJSON *array, size_t depth,
                              const struct scene_path *path)
{
    const struct json_tree *tree = set->reader->errors->json;
    const char *segment = set->segment[depth];
    char sentence[2 * QUOTE_MAX_TEXT + 128], quoted[QUOTE_MAX_TEXT], names[QUOTE_MAX_TEXT] = "";
    if (strcmp(segment, "*") == 0)
        return json_tree_own(tree, array) ? walk_all(set, array, depth, path) : STATUS_LIMIT;
    const bool balls = depth == 1 && strcmp(set->segment[0], "balls") == 0;
    size_t index = SIZE_MAX;
    if (balls ? scene_set_entry(set->reader->errors, array, segment, &index) : find_number(array, segment, &index)) {
        struct cJSON *element = json_tree_own_element(tree, array, index);
        struct scene_path here = {.above = path, .index = index};
        return element ? walk_element(set, array, element, depth, &here) : STATUS_LIMIT;
    }
    quote_text(quoted, segment);
    if (balls && is_name(segment) && index != SIZE_MAX) {
        snprintf(sentence, sizeof sentence, "more than one is called %s; give a number", quoted);
        return refuse(set, path, sentence);
    }
    if (json_tree_size(array) == 0)
        return refuse(set, path, "has no entry yet; give the whole array, [...]");
    snprintf(sentence, sizeof sentence, "has no entry %s; it has %zu, numbered from 0 (use * for every entry)%s",
             quoted, json_tree_size(array),
             balls && is_name(segment) ? list_names(names, set->reader->errors, array) : "");
    return refuse(set, path, sentence);
}

static enum status walk(const struct scene_set *set, struct cJSON *node, size_t depth, const struct scene_path *path)
{
    char sentence[QUOTE_MAX_TEXT + SCENE_ERRORS_MAX_VALUE + 64], quoted[QUOTE_MAX_TEXT], found[SCENE_ERRORS_MAX_VALUE];
    enum json_tree_kind kind = json_tree_kind(node);
    if (kind == TREE_OBJECT)
        return json_tree_own(set->reader->errors->json, node) ? walk_object(set, node, depth, path) : STATUS_LIMIT;
    if (kind == TREE_ARRAY)
        return walk_array(set, node, depth, path);
    quote_text(quoted, set->segment[depth]);
    snprintf(sentence, sizeof sentence, "must be an object or array to hold %s, found %s", quoted,
             scene_errors_value(found, node));
    return refuse(set, path, sentence);
}

enum status scene_set_apply(const struct scene_set *set, struct cJSON *root)
{
    return walk(set, root, 0, NULL);
}

/* ---- reading an override ---- */

/** The text with a 0 wherever a number lacks the digits on one side of its point, as bc and awk write them; what is
 *  between quotes stays, and so does JSON. NULL: out of memory. */
static char *complete_points(struct arena *texts, const char *text)
{
    char *whole = arena_take(texts, 2 * strlen(text) + 1), *end = whole;
    bool quoted = false, escaped = false;
    for (const char *c = text; whole && *c; c++) {
        const bool point = *c == '.' && !quoted;
        const bool before = point && c > text && number_is_digit(c[-1]), behind = point && number_is_digit(c[1]);
        quoted ^= *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        if (behind && !before)
            *end++ = '0';
        *end++ = *c;
        if (before && !behind)
            *end++ = '0';
    }
    if (whole)
        *end = '\0';
    return whole;
}

/** The value, which is JSON, as the text of a table. NULL: out of memory. */
static const char *plain_text(const struct scene_set *set, struct arena *texts, const char *value)
{
    if (takes_away(set))
        return "";
    return json_tree_kind(set->value) == TREE_STRING ? arena_text(texts, json_tree_string(set->value)) : value;
}

/** Reads the value: JSON if it is, but for points, else the text itself. Keeps the override as it is given, and the
 *  value as JSON on one line, or as the text that it is. */
static enum status read_value(struct scene_set *set, const struct scene_override *override, struct scene *scene)
{
    struct arena *texts = &scene->texts;
    char *text = arena_take(texts, strlen(override->path) + strlen(override->value) + sizeof "=");
    char *path = arena_text(texts, override->path), *value = complete_points(texts, override->value);
    enum status status;
    if (!text || !path || !value)
        return STATUS_LIMIT;
    set->value = json_tree_value_of(value, set->index, &status);
    const bool is_json = status == STATUS_OK;
    if (status == STATUS_SCENE)
        set->value = json_tree_new_string(override->value, set->index);
    if (!set->value)
        return STATUS_LIMIT;
    char *given = stpcpy(stpcpy(text, path), "=");
    stpcpy(given, override->value);
    for (char *c = value; is_json && *c; c++)
        *c = (unsigned char)*c < ' ' ? ' ' : *c; /* strings have no bare control characters */
    const char *plain = is_json ? plain_text(set, texts, value) : given;
    scene->settings[scene->n_overrides++] = (struct scene_setting){text, path, is_json ? value : given, plain, is_json};
    return plain ? STATUS_OK : STATUS_LIMIT;
}

/** Cuts the path at its dots. */
static void split(struct scene_set *set)
{
    char *rest = set->path;
    while (rest) {
        set->segment[set->n_segments++] = rest;
        rest = strchr(rest, '.');
        if (rest)
            *rest++ = '\0';
    }
}

enum status scene_set_open(struct scene_set *set, const struct scene_reader *reader, struct scene *scene)
{
    const size_t index = scene->n_overrides;
    const struct scene_override *override = &reader->errors->source->overrides[index];
    *set = (struct scene_set){.reader = reader, .index = index, .path = mem_string(override->path)};
    split(set);
    return set->path ? read_value(set, override, scene) : STATUS_LIMIT;
}

void scene_set_close(struct scene_set *set)
{
    json_tree_discard(set->value);
    free(set->path);
}

bool scene_set_keep(struct scene *scene, const struct scene *kept, size_t n)
{
    scene->settings = mem_array(n, sizeof *scene->settings);
    for (; scene->settings && scene->n_overrides < kept->n_overrides; scene->n_overrides++)
        scene->settings[scene->n_overrides] = kept->settings[scene->n_overrides];
    return scene->settings;
}
