/*
 * The only user of cJSON, and only for what it does well: the tree. Its parser accepts more than JSON, cuts numbers at
 * 63 characters and forgets where values stood; so json_scan() reads the text and hands over the values. cJSON's field
 * `valueint` (a rounded copy of the number, nothing here reads it) carries the origin of a value: n >= 0 is the n-th of
 * the text, -1 - i is override number i. Keys that the schema knows are its own texts, not copies: they would be a
 * fifth of the memory that a large scene takes. The flag of the library for what belongs to others marks the nodes of a
 * block, which is freed with its first.
 *
 * Objects and arrays are linked lists: iterate, do not index.
 */
#include "scene/scene_json.h"

/* The library's node by the name it has here: its header defines struct scene_node. */
#define cJSON scene_node
#include <cjson/cJSON.h>
#undef cJSON

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "scene/scene_keys.h"

/* ---- building the tree ---- */

/** A tree that is not complete yet. */
struct builder {
    struct scene_json *json;
    struct {
        struct scene_node *node;
        enum scene_row next; /* behind its last member's */
    } open[JSON_SCAN_DEPTH]; /* the last array or object at each depth */
};

static struct scene_node *create(const struct json_value *value)
{
    return value->kind == JSON_OBJECT   ? cJSON_CreateObject()
           : value->kind == JSON_ARRAY  ? cJSON_CreateArray()
           : value->kind == JSON_STRING ? cJSON_CreateString(value->string)
           : value->kind == JSON_NUMBER ? cJSON_CreateNumber(value->number)
           : value->kind == JSON_NULL   ? cJSON_CreateNull()
                                        : cJSON_CreateBool(value->kind == JSON_TRUE);
}

/** Adds a node to what is open. False: out of memory. */
static bool attach(struct builder *builder, const struct json_value *value, struct scene_node *item)
{
    if (value->depth == 0) {
        builder->json->root = item;
        return true;
    }
    struct scene_node *parent = builder->open[value->depth - 1].node;
    enum scene_row *next = &builder->open[value->depth - 1].next;
    if (!value->key)
        return cJSON_AddItemToArray(parent, item);
    const struct scene_key *known = scene_keys_find_from(*next, OBJECT_ANY, value->key);
    if (!known)
        return cJSON_AddItemToObject(parent, value->key, item);
    *next = scene_keys_row(known) + 1;
    return cJSON_AddItemToObjectCS(parent, known->name, item);
}

static bool add_value(void *context, const struct json_value *value)
{
    struct builder *builder = context;
    struct scene_json *json = builder->json;
    bool room = mem_grow(&json->positions, &json->capacity, json->n_values + 1, sizeof *json->positions);
    struct scene_node *item = room ? create(value) : NULL;
    if (!item || !attach(builder, value, item)) {
        cJSON_Delete(item);
        return false;
    }
    item->valueint = (int)json->n_values;
    json->positions[json->n_values++] = value->position;
    if (value->kind == JSON_OBJECT || value->kind == JSON_ARRAY) {
        builder->open[value->depth].node = item;
        builder->open[value->depth].next = 0;
    }
    return true;
}

enum status scene_json_parse(struct scene_json *json, char *text, size_t length, struct json_fault *fault)
{
    struct builder builder = {.json = json};
    *json = (struct scene_json){.root = NULL};
    enum status status =
        length > INT_MAX ? STATUS_LIMIT : json_scan(text, length, &(struct json_sink){&builder, add_value}, fault);
    free(text);
    if (status != STATUS_OK) {
        cJSON_Delete(json->root);
        json->root = NULL;
    }
    return status;
}

void scene_json_free(struct scene_json *json)
{
    cJSON_Delete(json->root);
    free(json->positions);
    *json = (struct scene_json){.root = NULL};
}

_Static_assert(cJSON_Number == (int)SCENE_NUMBER && cJSON_String == (int)SCENE_STRING &&
                   cJSON_Array == (int)SCENE_ARRAY && cJSON_Object == (int)SCENE_OBJECT &&
                   (cJSON_False | cJSON_True | cJSON_NULL) == (int)SCENE_WORD,
               "kinds are those of cJSON");

enum scene_kind scene_json_kind(const struct scene_node *node)
{
    const int kind = node ? node->type & 0xff : 0; /* the other bits say who owns what */
    return kind < SCENE_NUMBER ? SCENE_WORD : (enum scene_kind)kind;
}

double scene_json_number(const struct scene_node *node)
{
    return node->valuedouble;
}

const char *scene_json_string(const struct scene_node *node)
{
    return node->valuestring;
}

const char *scene_json_word(const struct scene_node *node)
{
    return cJSON_IsTrue(node) ? "true" : cJSON_IsFalse(node) ? "false" : "null";
}

const char *scene_json_key(const struct scene_node *node)
{
    return node->string;
}

struct scene_node *scene_json_first(const struct scene_node *node)
{
    return node->child;
}

struct scene_node *scene_json_next(const struct scene_node *node)
{
    return node->next;
}

size_t scene_json_size(const struct scene_node *node)
{
    return (size_t)cJSON_GetArraySize(node);
}

struct scene_node *scene_json_member(const struct scene_node *object, const char *key)
{
    struct scene_node *member = cJSON_IsObject(object) ? object->child : NULL;
    while (member && (member->string[0] != key[0] || strcmp(member->string, key) != 0))
        member = member->next;
    return member;
}

struct scene_node *scene_json_element(const struct scene_node *array, size_t index)
{
    bool may_be = cJSON_IsArray(array) && index <= INT_MAX;
    return may_be ? cJSON_GetArrayItem(array, (int)index) : NULL;
}

struct scene_origin scene_json_origin(const struct scene_node *node)
{
    int mark = node->valueint;
    if (mark < 0)
        return (struct scene_origin){.is_override = true, .at = (size_t)(-1 - mark)};
    return (struct scene_origin){.is_override = false, .at = (size_t)mark};
}

/** Lets a value (NULL: none) and all within it come from an override. */
static struct scene_node *marked(struct scene_node *node, size_t override)
{
    if (node)
        node->valueint = -1 - (int) override;
    for (struct scene_node *child = node ? node->child : NULL; child; child = child->next)
        marked(child, override);
    return node;
}

struct scene_node *scene_json_value_of(char *text, size_t override, enum status *status)
{
    struct scene_json json = {0};
    struct json_fault fault;
    *status = text ? scene_json_parse(&json, text, strlen(text), &fault) : STATUS_LIMIT;
    struct scene_node *value = json.root;
    json.root = NULL;
    scene_json_free(&json);
    return marked(value, override);
}

struct scene_node *scene_json_new_string(const char *text, size_t override)
{
    return marked(cJSON_CreateString(text), override);
}

struct scene_node *scene_json_copy(const struct scene_node *node)
{
    return cJSON_Duplicate(node, true);
}

static size_t count_nodes(const struct scene_node *node)
{
    size_t n = 1;
    for (const struct scene_node *child = node->child; child; child = child->next)
        n += count_nodes(child);
    return n;
}

/** Copies a value and all within it to a block, behind what is there: nodes that are not freed one by one, and whose
 *  texts are those of the original. */
static struct scene_node *copy_to(struct scene_node **end, const struct scene_node *node)
{
    struct scene_node *copy = (*end)++;
    *copy = *node;
    copy->type |= cJSON_IsReference | cJSON_StringIsConst;
    copy->child = copy->next = NULL;
    for (const struct scene_node *child = node->child; child; child = child->next)
        cJSON_AddItemToArray(copy, copy_to(end, child));
    return copy;
}

struct scene_node *scene_json_copy_object(const struct scene_node *object)
{
    struct scene_node *block = mem_array(count_nodes(object), sizeof *block), *end = block;
    if (block)
        copy_to(&end, object)->type = cJSON_Object;
    return block;
}

void scene_json_discard(struct scene_node *detached)
{
    while (detached && detached->child)
        scene_json_discard(cJSON_DetachItemViaPointer(detached, detached->child));
    if (detached && !(detached->type & cJSON_IsReference))
        cJSON_Delete(detached);
}

void scene_json_replace(struct scene_node *parent, struct scene_node *child, struct scene_node *detached)
{
    detached->string = child->string; /* the key of a member stays */
    detached->type = (detached->type & ~cJSON_StringIsConst) | (child->type & cJSON_StringIsConst);
    child->string = NULL;
    detached->prev = child;
    detached->next = child->next;
    *(child->next ? &child->next->prev : &parent->child->prev) = detached; /* the first knows the last */
    child->next = detached;
    scene_json_remove(parent, child);
}

enum status scene_json_put_member(struct scene_node *object, const char *key, struct scene_node *detached)
{
    struct scene_node *member = scene_json_member(object, key);
    const bool put = detached && (member || cJSON_AddItemToObject(object, key, detached));
    if (put && member)
        scene_json_replace(object, member, detached);
    if (!put)
        scene_json_discard(detached);
    return put ? STATUS_OK : STATUS_LIMIT;
}

void scene_json_remove(struct scene_node *parent, struct scene_node *child)
{
    scene_json_discard(cJSON_DetachItemViaPointer(parent, child));
}
