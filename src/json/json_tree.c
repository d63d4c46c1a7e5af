/*
 * The tree through cJSON, which does this well. Its parser accepts more than JSON, cuts numbers at 63 characters and
 * forgets where values stood; so json_scan() reads the text and hands over the values. The field `valueint` of a node,
 * a rounded copy of a number which nothing here reads, is the number of the value: n >= 0 is the n-th of the text,
 * whose place stands in an array beside the tree; -1 - i comes from override number i.
 *
 * Objects and arrays are linked lists: iterate, do not index.
 */
#include "json/json_tree.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* ---- building the tree ---- */

/** A tree that is not complete yet. */
struct builder {
    struct cJSON *root;
    struct json_tree *text; /* gets the places of values; NULL: they are an override's, */
    int number;             /* the field of all of them */
    const char *(*known)(const char *name);
    struct cJSON *open[JSON_SCAN_DEPTH]; /* the last array or object at each depth */
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
    const char *known = builder->known ? builder->known(value->key) : NULL;
    return known ? cJSON_AddItemToObjectCS(parent, known, item) : cJSON_AddItemToObject(parent, value->key, item);
}

/** Keeps the place of the next value of a text. False: out of memory. */
static bool keep_place(struct json_tree *text, struct json_position position)
{
    if (!mem_grow(&text->positions, &text->capacity, text->n_values + 1, sizeof *text->positions))
        return false;
    text->positions[text->n_values++] = position;
    return true;
}

static bool add_value(void *context, const struct json_value *value)
{
    struct builder *builder = context;
    struct cJSON *item = create(value);
    if (!item || !attach(builder, value, item)) {
        cJSON_Delete(item);
        return false;
    }
    item->valueint = builder->text ? (int)builder->text->n_values : builder->number;
    if (value->kind == JSON_OBJECT || value->kind == JSON_ARRAY)
        builder->open[value->depth] = item;
    return !builder->text || keep_place(builder->text, value->position);
}

/** Builds a tree of a text, which is freed. */
static enum status build(struct builder *builder, char *text, size_t length, struct json_fault *fault)
{
    enum status status =
        length > INT_MAX ? STATUS_LIMIT : json_scan(text, length, &(struct json_sink){builder, add_value}, fault);
    free(text);
    if (status == STATUS_OK)
        return status;
    cJSON_Delete(builder->root);
    builder->root = NULL;
    return status;
}

enum status json_tree_parse(struct json_tree *tree, char *text, size_t length, const char *(*known)(const char *name),
                            struct json_fault *fault)
{
    struct builder builder = {.text = tree, .known = known};
    *tree = (struct json_tree){.root = NULL};
    enum status status = build(&builder, text, length, fault);
    tree->root = builder.root;
    return status;
}

void json_tree_free(struct json_tree *tree)
{
    cJSON_Delete(tree->root);
    free(tree->positions);
    *tree = (struct json_tree){.root = NULL};
}

/* ---- queries ---- */

_Static_assert(cJSON_Number == (int)TREE_NUMBER && cJSON_String == (int)TREE_STRING && cJSON_Array == (int)TREE_ARRAY &&
                   cJSON_Object == (int)TREE_OBJECT && (cJSON_False | cJSON_True | cJSON_NULL) == (int)TREE_WORD,
               "kinds are those of cJSON");

enum json_tree_kind json_tree_kind(const struct cJSON *node)
{
    const int kind = node ? node->type & 0xff : 0; /* the other bits say who owns what */
    return kind < TREE_NUMBER ? TREE_WORD : (enum json_tree_kind)kind;
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

size_t json_tree_size(const struct cJSON *node)
{
    return (size_t)cJSON_GetArraySize(node);
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
    return may_be ? cJSON_GetArrayItem(array, (int)index) : NULL;
}

struct json_origin json_tree_origin(const struct cJSON *node)
{
    const int number = node->valueint;
    if (number < 0)
        return (struct json_origin){.is_override = true, .at = (size_t)(-1 - number)};
    return (struct json_origin){.is_override = false, .at = (size_t)number};
}

/* ---- new values ---- */

static int number_of_override(size_t override)
{
    return -1 - (int) override;
}

struct cJSON *json_tree_value_of(char *text, size_t override, enum status *status)
{
    struct builder builder = {.number = number_of_override(override)};
    struct json_fault fault;
    *status = text ? build(&builder, text, strlen(text), &fault) : STATUS_LIMIT;
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

struct cJSON *json_tree_new_numbers(const double *values, size_t n, size_t override)
{
    return marked(cJSON_CreateDoubleArray(values, (int)n), override);
}

struct cJSON *json_tree_new_true(size_t override)
{
    return marked(cJSON_CreateTrue(), override);
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
                           : cJSON_IsString(node) ? cJSON_CreateStringReference(node->valuestring)
                           : cJSON_IsNumber(node) ? cJSON_CreateNumber(node->valuedouble)
                           : cJSON_IsNull(node)   ? cJSON_CreateNull()
                                                  : cJSON_CreateBool(cJSON_IsTrue(node));
    if (shared)
        shared->valueint = node->valueint;
    return shared;
}

void json_tree_discard(struct cJSON *detached)
{
    cJSON_Delete(detached);
}

/* ---- changes ---- */

bool json_tree_own(struct cJSON *node)
{
    if (!(node->type & cJSON_IsReference) || !(node->type & (cJSON_Object | cJSON_Array)))
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

void json_tree_replace(struct cJSON *array, struct cJSON *element, struct cJSON *detached)
{
    assert(!(array->type & cJSON_IsReference));
    cJSON_ReplaceItemViaPointer(array, element, detached);
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

void json_tree_remove(struct cJSON *parent, struct cJSON *child)
{
    assert(!(parent->type & cJSON_IsReference));
    cJSON_Delete(cJSON_DetachItemViaPointer(parent, child));
}
