/*
 * The tree through cJSON, which does this well. Its parser accepts more than JSON, cuts numbers at 63 characters and
 * forgets where values stood; so json_scan() reads the text and hands over the values. The field `valueint` of a node,
 * a rounded copy of a number which nothing here reads, tells where it came from, as an unsigned number: up to
 * LAST_PLACE the byte of the text where the value begins; above, counted down from the largest, an override.
 *
 * A node takes a dozen times the room of its text and more time than reading it. So a long array is one node, of the
 * type cJSON_Raw, with `valuedouble` entries, and each entry is made of the text when somebody comes to it. The text
 * has been checked by then, and stays as it is. An entry that is to be changed becomes a node, alone in an array that
 * is a child of the long one: its number there is in `valuedouble`, and where the text before it ends in `valueint`.
 * These children are in order.
 *
 * Objects and arrays are linked lists: iterate, do not index.
 */
#include "json/json_tree.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- where values came from ---- */

/** There is room for 2^24 overrides. */
static const unsigned LAST_PLACE = UINT_MAX - (1u << 24);

static size_t place_of(const struct cJSON *node)
{
    return (unsigned)node->valueint;
}

static int number_of_override(size_t override)
{
    return (int)(UINT_MAX - (unsigned) override);
}

/** A text that is longer than its places can be told. */
static enum status refuse_length(size_t length, struct json_fault *fault)
{
    fault->position = (struct json_position){1, 1, 1};
    snprintf(fault->text, sizeof fault->text, "the text has %zu bytes, and may have at most %u", length, LAST_PLACE);
    return STATUS_SCENE;
}

/* ---- building the tree ---- */

/** A tree that is not complete yet. */
struct builder {
    struct cJSON *root;
    bool is_text; /* a value is known by its place; else all come from an override, */
    int number;   /* this one */
    struct json_tree_names names;
    struct cJSON *open[JSON_SCAN_DEPTH]; /* the last array or object at each depth */
    struct cJSON *passed;                /* the last array that stays text */
    struct json_tree_shape *shape;       /* gets the values; NULL: not wanted */
};

static struct cJSON *create(const struct json_value *value)
{
    return value->kind == JSON_OBJECT   ? cJSON_CreateObject()
           : value->kind == JSON_ARRAY  ? cJSON_CreateArray()
           : value->kind == JSON_STRING ? cJSON_CreateString(value->string)
           : value->kind == JSON_NUMBER ? cJSON_CreateNumber(value->number)
           : value->kind == JSON_NULL   ? cJSON_CreateNull()
                                        : cJSON_CreateBool(value->kind == JSON_TRUE);
}

/** Adds a node to what is open. False: out of memory. */
static bool attach(struct builder *builder, const struct json_value *value, struct cJSON *item)
{
    if (value->depth == 0) {
        builder->root = item;
        return true;
    }
    struct cJSON *parent = builder->open[value->depth - 1];
    if (!value->key)
        return cJSON_AddItemToArray(parent, item);
    const char *known = builder->names.known ? builder->names.known(value->key) : NULL;
    return known ? cJSON_AddItemToObjectCS(parent, known, item) : cJSON_AddItemToObject(parent, value->key, item);
}

static void keep_shape(struct json_tree_shape *shape, struct cJSON *item, unsigned depth)
{
    if (shape->n < JSON_TREE_SHAPE) {
        shape->node[shape->n] = item;
        shape->depth[shape->n] = (unsigned char)depth;
    }
    shape->n++;
}

static enum json_answer add_value(void *context, const struct json_value *value)
{
    struct builder *builder = context;
    struct cJSON *item = create(value);
    if (!item || !attach(builder, value, item)) {
        cJSON_Delete(item);
        return JSON_STOP;
    }
    item->valueint = builder->is_text ? (int)value->at : builder->number;
    if (builder->shape)
        keep_shape(builder->shape, item, value->depth);
    if (value->kind == JSON_OBJECT || value->kind == JSON_ARRAY)
        builder->open[value->depth] = item;
    if (value->kind != JSON_ARRAY || !value->key || !builder->names.is_long || !builder->names.is_long(value->key))
        return JSON_GO_ON;
    item->type = cJSON_Raw | (item->type & ~0xff);
    builder->passed = item;
    return JSON_PASS;
}

/** Keeps how many entries there are in an array that stays text. */
static void count(void *context, size_t entries)
{
    struct builder *builder = context;
    builder->passed->valuedouble = (double)entries;
}

/** Builds a tree of a text. */
static enum status build(struct builder *builder, const char *text, size_t length, struct json_fault *fault)
{
    const struct json_sink sink = {builder, add_value, count};
    enum status status = length > LAST_PLACE ? refuse_length(length, fault) : json_scan(text, length, &sink, fault);
    if (status == STATUS_OK)
        return status;
    cJSON_Delete(builder->root);
    builder->root = NULL;
    return status;
}

enum status json_tree_parse(struct json_tree *tree, char *text, size_t length, struct json_tree_names names,
                            struct json_fault *fault)
{
    struct builder builder = {.is_text = true, .names = names};
    if (length < JSON_TREE_LONG)
        builder.names.is_long = NULL;
    *tree = (struct json_tree){text, length, names, NULL};
    enum status status = build(&builder, text, length, fault);
    tree->root = builder.root;
    return status;
}

void json_tree_free(struct json_tree *tree)
{
    cJSON_Delete(tree->root);
    free(tree->text);
    *tree = (struct json_tree){.root = NULL};
}

/* ---- queries ---- */

_Static_assert(cJSON_Number == (int)TREE_NUMBER && cJSON_String == (int)TREE_STRING && cJSON_Array == (int)TREE_ARRAY &&
                   cJSON_Object == (int)TREE_OBJECT && (cJSON_False | cJSON_True | cJSON_NULL) == (int)TREE_WORD,
               "kinds are those of cJSON");

enum json_tree_kind json_tree_kind(const struct cJSON *node)
{
    const int kind = node ? node->type & 0xff : 0; /* the other bits say who owns what */
    return kind < TREE_NUMBER ? TREE_WORD : kind == cJSON_Raw ? TREE_ARRAY : (enum json_tree_kind)kind;
}

double json_tree_number(const struct cJSON *node)
{
    return node->valuedouble;
}

const char *json_tree_string(const struct cJSON *node)
{
    return node->valuestring;
}

const char *json_tree_word(const struct cJSON *node)
{
    return cJSON_IsTrue(node) ? "true" : cJSON_IsFalse(node) ? "false" : "null";
}

const char *json_tree_key(const struct cJSON *node)
{
    return node->string;
}

struct cJSON *json_tree_first(const struct cJSON *node)
{
    return node->child;
}

struct cJSON *json_tree_next(const struct cJSON *node)
{
    return node->next;
}

bool json_tree_is_text(const struct cJSON *array)
{
    return cJSON_IsRaw(array);
}

size_t json_tree_size(const struct cJSON *node)
{
    return json_tree_is_text(node) ? (size_t)node->valuedouble : (size_t)cJSON_GetArraySize(node);
}

/** What cJSON_GetObjectItemCaseSensitive() finds, without a call of a comparison for each member. */
struct cJSON *json_tree_member(const struct cJSON *object, const char *key)
{
    struct cJSON *member = cJSON_IsObject(object) ? object->child : NULL;
    while (member && (member->string[0] != key[0] || strcmp(member->string, key) != 0))
        member = member->next;
    return member;
}

struct cJSON *json_tree_element(const struct cJSON *array, size_t index)
{
    bool may_be = cJSON_IsArray(array) && index <= INT_MAX;
    for (struct cJSON *changed = json_tree_is_text(array) ? array->child : NULL; changed; changed = changed->next)
        if ((size_t)changed->valuedouble == index)
            return changed->child;
    return may_be ? cJSON_GetArrayItem(array, (int)index) : NULL;
}

struct json_origin json_tree_origin(const struct cJSON *node)
{
    const size_t place = place_of(node);
    if (place > LAST_PLACE)
        return (struct json_origin){.is_override = true, .at = UINT_MAX - place};
    return (struct json_origin){.is_override = false, .at = place};
}

/* ---- the entries of an array ---- */

/** Makes nodes of the entry behind `at`, which is moved to its end. NULL: there are no more, then *at is 0, or out of
 *  memory.
 *  @param shape gets its values; NULL: not wanted */
static struct cJSON *make_entry(const struct json_tree *tree, size_t *at, struct json_tree_shape *shape)
{
    struct builder builder = {.is_text = true, .names = {.known = tree->names.known}, .shape = shape};
    if (json_scan_element(tree->text, tree->length, at, &(struct json_sink){.context = &builder, .add = add_value}))
        return builder.root;
    cJSON_Delete(builder.root);
    *at = SIZE_MAX;
    return NULL;
}

/** Nodes that get other numbers. */
struct refill {
    const struct json_tree_shape *shape;
    size_t n; /* have got theirs */
};

/** JSON_STOP: the value differs from the one before by more than a number and its place. */
static enum json_answer refill_value(void *context, const struct json_value *value)
{
    static const int types[] = {[JSON_OBJECT] = cJSON_Object, [JSON_ARRAY] = cJSON_Array, [JSON_NUMBER] = cJSON_Number,
                                [JSON_TRUE] = cJSON_True,     [JSON_FALSE] = cJSON_False, [JSON_NULL] = cJSON_NULL};
    struct refill *refill = context;
    const size_t i = refill->n++;
    struct cJSON *node = i < refill->shape->n ? refill->shape->node[i] : NULL;
    if (!node || value->kind == JSON_STRING || (node->type & 0xff) != types[value->kind] ||
        value->depth != refill->shape->depth[i] || !node->string != !value->key ||
        (value->key && strcmp(value->key, node->string) != 0))
        return JSON_STOP;
    node->valueint = (int)value->at;
    node->valuedouble = value->number;
    return JSON_GO_ON;
}

/** Makes the next entry of the nodes of this one: most lists have entries that differ by numbers alone. False: it
 *  cannot be, and the nodes are of no use any more. */
static bool refill(struct json_tree_entries *entries)
{
    struct refill refill = {.shape = &entries->shape};
    size_t next = entries->next;
    if (entries->shape.n == 0 || entries->shape.n > JSON_TREE_SHAPE ||
        !json_scan_element(entries->tree->text, entries->tree->length, &next,
                           &(struct json_sink){.context = &refill, .add = refill_value}) ||
        refill.n != entries->shape.n)
        return false;
    entries->next = next;
    return true;
}

/** The entry that the text has at `next`. */
static const struct cJSON *read_entry(struct json_tree_entries *entries)
{
    entries->place = entries->next;
    if (refill(entries))
        return entries->node = entries->made;
    cJSON_Delete(entries->made);
    entries->shape.n = 0;
    entries->node = entries->made = make_entry(entries->tree, &entries->next, &entries->shape);
    entries->no_memory |= !entries->node && entries->next != 0;
    return entries->node;
}

/** The number of an entry that was changed. */
static size_t number_of(const struct cJSON *changed)
{
    return (size_t)changed->valuedouble;
}

const struct cJSON *json_tree_next_entry(struct json_tree_entries *entries)
{
    const bool is_first = !entries->node;
    if (!json_tree_is_text(entries->array))
        return entries->node = is_first ? entries->array->child : entries->node->next;
    if (is_first) {
        entries->next = place_of(entries->array);
        entries->changed = entries->array->child;
        entries->index = 0;
    }
    const size_t index = entries->index++;
    if (!entries->changed || number_of(entries->changed) != index)
        return read_entry(entries);
    entries->next = json_scan_pass(entries->tree->text, entries->next);
    entries->node = entries->changed->child;
    entries->changed = entries->changed->next;
    return entries->node;
}

void json_tree_end(struct json_tree_entries *entries)
{
    cJSON_Delete(entries->made);
    entries->node = entries->made = NULL;
    entries->shape.n = 0;
}

const void *json_tree_place(const struct json_tree_entries *entries)
{
    const bool is_text = entries->made && entries->node == entries->made;
    return is_text ? (const void *)(entries->tree->text + entries->place) : entries->node;
}

static bool is_in_text(const struct json_tree *tree, const void *place)
{
    return (uintptr_t)place - (uintptr_t)tree->text < tree->length;
}

const struct cJSON *json_tree_go_to(struct json_tree_entries *entries, const void *place)
{
    if (!json_tree_is_text(entries->array) || !is_in_text(entries->tree, place))
        return entries->node = place;
    entries->next = (size_t)((const char *)place - entries->tree->text);
    return read_entry(entries);
}

bool json_tree_may_have(const struct json_tree *tree, const struct cJSON *array, const char *key)
{
    char quoted[64];
    const char *text = tree->text + place_of(array);
    if (!json_tree_is_text(array))
        return true;
    for (const struct cJSON *changed = array->child; changed; changed = changed->next)
        if (json_tree_member(changed->child, key))
            return true;
    const int length = snprintf(quoted, sizeof quoted, "\"%s\"", key);
    return length >= (int)sizeof quoted || strstr(text, quoted) || strchr(text, '\\'); /* by which it may be escaped */
}

/* ---- new values ---- */

struct cJSON *json_tree_value_of(const char *text, size_t override, enum status *status)
{
    struct builder builder = {.number = number_of_override(override)};
    struct json_fault fault;
    *status = build(&builder, text, strlen(text), &fault);
    return builder.root;
}

/** Lets a value (NULL: none) and all within it come from an override. */
static struct cJSON *marked(struct cJSON *node, size_t override)
{
    if (node)
        node->valueint = number_of_override(override);
    for (struct cJSON *child = node ? node->child : NULL; child; child = child->next)
        marked(child, override);
    return node;
}

struct cJSON *json_tree_new_string(const char *text, size_t override)
{
    return marked(cJSON_CreateString(text), override);
}

struct cJSON *json_tree_new_number(double value, size_t override)
{
    return marked(cJSON_CreateNumber(value), override);
}

struct cJSON *json_tree_new_object(size_t override)
{
    return marked(cJSON_CreateObject(), override);
}

struct cJSON *json_tree_new_array(size_t override)
{
    return marked(cJSON_CreateArray(), override);
}

struct cJSON *json_tree_copy(const struct cJSON *node)
{
    return cJSON_Duplicate(node, true);
}

struct cJSON *json_tree_share(const struct cJSON *node)
{
    struct cJSON *shared = cJSON_IsObject(node)   ? cJSON_CreateObjectReference(node->child)
                           : cJSON_IsArray(node)  ? cJSON_CreateArrayReference(node->child)
                           : cJSON_IsRaw(node)    ? cJSON_CreateArrayReference(node->child)
                           : cJSON_IsString(node) ? cJSON_CreateStringReference(node->valuestring)
                           : cJSON_IsNumber(node) ? cJSON_CreateNumber(node->valuedouble)
                           : cJSON_IsNull(node)   ? cJSON_CreateNull()
                                                  : cJSON_CreateBool(cJSON_IsTrue(node));
    if (!shared)
        return NULL;
    shared->valueint = node->valueint;
    shared->valuedouble = node->valuedouble;
    if (cJSON_IsRaw(node))
        shared->type += cJSON_Raw - cJSON_Array;
    return shared;
}

void json_tree_discard(struct cJSON *detached)
{
    cJSON_Delete(detached);
}

/* ---- changes ---- */

/** Makes the children of a node its own; what these hold may still be shared. False: out of memory. */
static bool own_children(struct cJSON *node)
{
    if (!(node->type & cJSON_IsReference) || !(node->type & (cJSON_Object | cJSON_Array | cJSON_Raw)))
        return true;
    const struct cJSON *child = node->child;
    node->type &= ~cJSON_IsReference;
    node->child = NULL;
    for (; child; child = child->next) {
        struct cJSON *own = json_tree_share(child);
        if (!own ||
            !(child->string ? cJSON_AddItemToObjectCS(node, child->string, own) : cJSON_AddItemToArray(node, own))) {
            cJSON_Delete(own);
            return false;
        }
    }
    return true;
}

/** Makes the entries of an array that is text and whose children are its own. False: out of memory. */
static bool make_entries(const struct json_tree *tree, struct cJSON *array)
{
    struct cJSON *const all = array->child, *changed = all;
    const size_t n = json_tree_size(array);
    size_t at = place_of(array), i = 0;
    array->type += cJSON_Array - cJSON_Raw;
    array->child = NULL;
    for (struct cJSON *entry; i < n; i++) {
        if (changed && number_of(changed) == i) {
            entry = own_children(changed) ? cJSON_DetachItemFromArray(changed, 0) : NULL;
            changed = changed->next;
            at = json_scan_pass(tree->text, at);
        } else {
            entry = make_entry(tree, &at, NULL);
        }
        if (!entry)
            break;
        cJSON_AddItemToArray(array, entry);
    }
    cJSON_Delete(all);
    return i == n;
}

bool json_tree_own(const struct json_tree *tree, struct cJSON *node)
{
    return own_children(node) && (!json_tree_is_text(node) || make_entries(tree, node));
}

/** Makes a node of an entry of an array that is text. NULL: out of memory.
 *  @param before the last one before it that was changed; NULL: none */
static struct cJSON *make_changed(const struct json_tree *tree, struct cJSON *array, size_t index,
                                  const struct cJSON *before)
{
    size_t i = before ? number_of(before) : 0, at = place_of(before ? before : array);
    for (; i < index; i++)
        at = json_scan_pass(tree->text, at);
    struct cJSON *changed = cJSON_CreateArray();
    if (!changed)
        return NULL;
    changed->valueint = (int)at;
    changed->valuedouble = (double)index;
    if (!cJSON_AddItemToArray(changed, make_entry(tree, &at, NULL))) {
        cJSON_Delete(changed);
        return NULL;
    }
    cJSON_AddItemToArray(array, changed);
    for (struct cJSON *after; (after = before ? before->next : array->child) != changed;)
        cJSON_AddItemToArray(array, cJSON_DetachItemViaPointer(array, after));
    return changed;
}

struct cJSON *json_tree_own_element(const struct json_tree *tree, struct cJSON *array, size_t index)
{
    if (!own_children(array))
        return NULL;
    if (!json_tree_is_text(array))
        return json_tree_element(array, index);
    struct cJSON *before = NULL, *changed = array->child;
    for (; changed && number_of(changed) < index; changed = changed->next)
        before = changed;
    if (!changed || number_of(changed) > index)
        changed = make_changed(tree, array, index, before);
    return changed && own_children(changed) ? changed->child : NULL;
}

void json_tree_replace(struct cJSON *array, struct cJSON *element, struct cJSON *detached)
{
    struct cJSON *holder = json_tree_is_text(array) ? array->child : array;
    while (holder != array && holder->child != element)
        holder = holder->next;
    assert(!(holder->type & cJSON_IsReference));
    cJSON_ReplaceItemViaPointer(holder, element, detached);
}

enum status json_tree_put_member(struct cJSON *object, const char *key, struct cJSON *detached)
{
    assert(!(object->type & cJSON_IsReference));
    struct cJSON *member = json_tree_member(object, key);
    const char *lasting = member && (member->type & cJSON_StringIsConst) ? member->string : NULL;
    if (!detached || !(lasting ? cJSON_AddItemToObjectCS(object, lasting, detached)
                               : cJSON_AddItemToObject(object, key, detached))) {
        cJSON_Delete(detached);
        return STATUS_LIMIT;
    }
    if (member) /* now that it has its name */
        cJSON_ReplaceItemViaPointer(object, member, cJSON_DetachItemViaPointer(object, detached));
    return STATUS_OK;
}

void json_tree_clear(struct cJSON *array)
{
    if (!(array->type & cJSON_IsReference))
        cJSON_Delete(array->child);
    array->child = NULL;
    array->type = cJSON_Array | (array->type & ~(0xff | cJSON_IsReference));
}

void json_tree_remove(struct cJSON *parent, struct cJSON *child)
{
    assert(!(parent->type & cJSON_IsReference));
    cJSON_Delete(cJSON_DetachItemViaPointer(parent, child));
}
