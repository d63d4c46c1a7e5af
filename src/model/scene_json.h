#ifndef MODEL_SCENE_JSON_H
#define MODEL_SCENE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "model/json_scan.h"

/*
 * The tree of a scene's JSON text, in which each value knows where it came from: a place in the file, or one of the
 * overrides. Names are compared with case. All functions on nodes are queries, except those of the last group.
 *
 * Ownership: a scene_json owns its text and its tree; nodes and strings are borrowed from it.
 */
struct scene_node;

enum scene_kind { SCENE_OBJECT, SCENE_ARRAY, SCENE_STRING, SCENE_NUMBER, SCENE_WORD };

/** How to take back one change of a tree. */
struct scene_json_change {
    struct scene_node *node;   /* the one that was added or removed, or whose value was exchanged */
    struct scene_node *object; /* where it was added or removed; NULL: exchanged */
    struct scene_node *former; /* holds the former value: a node of its own, or the one that was removed; NULL: added */
    int index;                 /* of the member that was removed */
};

struct scene_json {
    char *text; /* NULL: dropped */
    size_t length;
    struct json_index index; /* of each value two entries: its key (or again itself) and itself */
    struct scene_node *root;
    struct scene_json_change *change; /* in order; scene_json_restore() takes them back */
    size_t n_changes, capacity;
};

/** Where a value came from. */
struct scene_origin {
    bool is_override;
    size_t at; /* number of the value in the text, in document order from 0, or index of the override */
};

/** Takes `text` (from malloc, NUL at text[length]) in any case; free it with scene_json_free() in any case.
 *  STATUS_SCENE: no strict JSON, *fault says why; STATUS_LIMIT: out of memory. */
enum status scene_json_parse(struct scene_json *json, char *text, size_t length, struct json_fault *fault);
void scene_json_free(struct scene_json *json);
/** Frees the text, of which large scenes have much: the tree does without. */
void scene_json_drop_text(struct scene_json *json);

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
/** Where a value starts that came from the text. */
struct json_position scene_json_position(const struct scene_json *json, const struct scene_node *node);
/** Where its key starts, or without a key the value. */
struct json_position scene_json_key_position(const struct scene_json *json, const struct scene_node *node);

/** A detached value that came from override number `override`: parsed from JSON text, a string, an empty object, or a
 * copy. Loose values go into a tree or to scene_json_discard(). NULL: out of memory (for _value_of: or no strict JSON,
 * then *status is STATUS_SCENE). */
struct scene_node *scene_json_value_of(const char *text, size_t override, enum status *status);
struct scene_node *scene_json_new_string(const char *text, size_t override);
struct scene_node *scene_json_new_object(size_t override);
struct scene_node *scene_json_copy(const struct scene_node *node);
void scene_json_discard(struct scene_node *detached);

/** Puts a detached value into the tree, in the place of what was there before (nothing, perhaps, for a member). False:
 * out of memory, the value is still detached. The value's own node becomes invalid if there was something. */
bool scene_json_put_member(struct scene_json *json, struct scene_node *object, const char *key,
                           struct scene_node *detached);
bool scene_json_put_element(struct scene_json *json, struct scene_node *element, struct scene_node *detached);

/** Removes a member of an object. False: out of memory. */
bool scene_json_remove_member(struct scene_json *json, struct scene_node *object, struct scene_node *member);

/** Takes back all changes but the first `kept`, so that the tree is what it was when n_changes was `kept`. */
void scene_json_restore(struct scene_json *json, size_t kept);

#endif
