#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "json/json_scan.h"

/*
 * The tree of a scene's JSON text, in which each value knows where it came from: a place in the file, or one of the
 * overrides. Names are compared with case. All functions on nodes are queries, except those of the last group.
 *
 * Ownership: a scene_json owns its tree; nodes and strings are borrowed from it.
 */
struct scene_node;

/** Kinds of values, as bits that can be joined: those of cJSON. */
enum scene_kind { SCENE_WORD = 7, SCENE_NUMBER = 8, SCENE_STRING = 16, SCENE_ARRAY = 32, SCENE_OBJECT = 64 };

struct scene_json {
    struct json_position *positions; /* of the values of the text, in document order */
    size_t n_values, capacity;
    struct scene_node *root;
};

/** Where a value came from. */
struct scene_origin {
    bool is_override;
    size_t at; /* number of the value in the text, in document order from 0, or index of the override */
};

/** Frees `text` (from malloc, NUL at text[length]): large scenes have much, and the tree does without. The caller frees
 *  the tree with scene_json_free() in any case. STATUS_SCENE: no strict JSON, *fault says why; STATUS_LIMIT: out of
 * memory. */
enum status scene_json_parse(struct scene_json *json, char *text, size_t length, struct json_fault *fault);
void scene_json_free(struct scene_json *json);

/** SCENE_WORD for NULL. */
enum scene_kind scene_json_kind(const struct scene_node *node);
double scene_json_number(const struct scene_node *node);
const char *scene_json_string(const struct scene_node *node);
/** "true", "false" or "null" of a SCENE_WORD. */
const char *scene_json_word(const struct scene_node *node);
/** Name of a member of an object. */
const char *scene_json_key(const struct scene_node *node);
/** First child of an array or object, and the one after a child; NULL: no more. */
struct scene_node *scene_json_first(const struct scene_node *node);
struct scene_node *scene_json_next(const struct scene_node *node);
size_t scene_json_size(const struct scene_node *node);
/** NULL: not there, or not an object (not an array). */
struct scene_node *scene_json_member(const struct scene_node *object, const char *key);
struct scene_node *scene_json_element(const struct scene_node *array, size_t index);
struct scene_origin scene_json_origin(const struct scene_node *node);

/** A detached value that came from override number `override`: parsed from JSON text (from malloc, which is freed;
 * NULL: out of memory) or a string; or a copy of any value with all that it holds. Detached values go into a tree or to
 * scene_json_discard(). NULL: out of memory (for _value_of: or no strict JSON, then *status is STATUS_SCENE). */
struct scene_node *scene_json_value_of(char *text, size_t override, enum status *status);
struct scene_node *scene_json_new_string(const char *text, size_t override);
struct scene_node *scene_json_copy(const struct scene_node *node);
void scene_json_discard(struct scene_node *detached);

/** A copy of an object, which must outlive it: their texts are the same. */
struct scene_node *scene_json_copy_object(const struct scene_node *object);

/** Puts a detached value into the place of a child of an array or object, which is freed. */
void scene_json_replace(struct scene_node *parent, struct scene_node *child, struct scene_node *detached);

/** Makes a detached value the member of that name, in the place of the one there is or behind all others.
 *  @param detached freed if it cannot be; NULL: out of memory */
enum status scene_json_put_member(struct scene_node *object, const char *key, struct scene_node *detached);

/** Takes a child out of an array or object and frees it. */
void scene_json_remove(struct scene_node *parent, struct scene_node *child);
