#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "json/json_scan.h"

/*
 * The tree of a JSON text, in which each value knows where it came from: a place in the text, or one of the overrides
 * that were put in later. The nodes are those of cJSON. Names are compared with case.
 *
 * A long text is not all made a tree: what long arrays in it hold stays text, and is read entry by entry with struct
 * json_tree_entries, which serves for any array. json_tree_own() makes nodes of all.
 *
 * A value may share the children of another, which must outlive it and stay as they are; json_tree_own() makes them its
 * own before they are changed. Several threads may share the children of one value, and the text.
 *
 * Ownership: a json_tree owns its text and nodes; nodes and strings are borrowed from it.
 */
struct cJSON; /* a value, with all that it holds */

/** Kinds of values, as bits that can be joined: those of cJSON. */
enum json_tree_kind { TREE_WORD = 7, TREE_NUMBER = 8, TREE_STRING = 16, TREE_ARRAY = 32, TREE_OBJECT = 64 };

/** What is known of names beforehand. */
struct json_tree_names {
    const char *(*known)(const char *name); /* the text to take for a name in place of a copy, which lasts as long as
                                               the tree; NULL for others. NULL: none is known */
    bool (*is_long)(const char *name);      /* whether a member of that name may be a long array. NULL: none is */
};

/** From so many bytes on, long arrays of a text stay text. */
enum { JSON_TREE_LONG = 1 << 18 };

struct json_tree {
    char *text;
    size_t length;
    struct json_tree_names names;
    struct cJSON *root;
};

/** Where a value came from. */
struct json_origin {
    bool is_override;
    size_t at; /* where it begins in the text, in bytes, or number of the override */
};

/* ---- a text ---- */

/** Takes `text` (from malloc, NUL at text[length]). The caller frees the tree with json_tree_free() in any case.
 *  STATUS_SCENE: no strict JSON, or more than 2^32 - 2^24 bytes, *fault says it; STATUS_LIMIT: out of memory. */
enum status json_tree_parse(struct json_tree *tree, char *text, size_t length, struct json_tree_names names,
                            struct json_fault *fault);
void json_tree_free(struct json_tree *tree);

/* ---- queries ---- */

/** TREE_WORD for NULL. */
enum json_tree_kind json_tree_kind(const struct cJSON *node);
double json_tree_number(const struct cJSON *node);
const char *json_tree_string(const struct cJSON *node);
/** "true", "false" or "null" of a TREE_WORD. */
const char *json_tree_word(const struct cJSON *node);
/** Name of a member of an object. */
const char *json_tree_key(const struct cJSON *node);
/** First child of an array or object, and the one after a child; NULL: no more. An array that is text has arrays as
 *  children, each with one of the entries that were changed. */
struct cJSON *json_tree_first(const struct cJSON *node);
struct cJSON *json_tree_next(const struct cJSON *node);
size_t json_tree_size(const struct cJSON *node);
/** NULL: not there, or not an object (not an array). Of an array that is text there are only the elements that were
 *  changed. */
struct cJSON *json_tree_member(const struct cJSON *object, const char *key);
struct cJSON *json_tree_element(const struct cJSON *array, size_t index);
struct json_origin json_tree_origin(const struct cJSON *node);

/* ---- the entries of an array, whether it is text or not ---- */

/** The values of an entry in the order of the text. */
enum { JSON_TREE_SHAPE = 16 };
struct json_tree_shape {
    size_t n; /* more than JSON_TREE_SHAPE: not all are here */
    struct cJSON *node[JSON_TREE_SHAPE];
    unsigned char depth[JSON_TREE_SHAPE];
};

/** A way through an array. Owner: the caller, who ends it by json_tree_end(). */
struct json_tree_entries {
    const struct json_tree *tree; /* these are the caller's to fill in: of the array, ... */
    const struct cJSON *array;    /* ... which stays as it is; the rest starts zeroed */
    const struct cJSON *node;     /* the entry; NULL: before the first, or behind the last */
    struct cJSON *made;           /* the same, if it was made of text, */
    struct json_tree_shape shape; /* and its values */
    size_t place, next;           /* in the text: of the entry, and of the next */
    size_t index;                 /* of the next */
    const struct cJSON *changed;  /* the next one of those that are not as in the text */
    bool no_memory;               /* for an entry, which ended the way */
};

/** The next entry, valid until the next call or the end of the way. NULL: no more. */
const struct cJSON *json_tree_next_entry(struct json_tree_entries *entries);
void json_tree_end(struct json_tree_entries *entries);

/** What leads back to the entry, in another way through the same array: json_tree_go_to() makes it the entry there.
 *  NULL: out of memory. */
const void *json_tree_place(const struct json_tree_entries *entries);
const struct cJSON *json_tree_go_to(struct json_tree_entries *entries, const void *place);

/** Whether an entry of the array may be an object with that member; quickly told, never false if one is. */
bool json_tree_may_have(const struct json_tree *tree, const struct cJSON *array, const char *key);

/** Whether the entries are text. */
bool json_tree_is_text(const struct cJSON *array);

/* ---- new values, of an override: detached, they go into a tree or to json_tree_discard() ---- */

/** Parsed from JSON text. NULL: out of memory, or no strict JSON, then *status is STATUS_SCENE. */
struct cJSON *json_tree_value_of(const char *text, size_t override, enum status *status);

/** NULL: out of memory. */
struct cJSON *json_tree_new_string(const char *text, size_t override);
struct cJSON *json_tree_new_number(double value, size_t override);
struct cJSON *json_tree_new_object(size_t override);
struct cJSON *json_tree_new_array(size_t override);

/** A copy with all that it holds; one that shares it. NULL: out of memory. */
struct cJSON *json_tree_copy(const struct cJSON *node);
struct cJSON *json_tree_share(const struct cJSON *node);

void json_tree_discard(struct cJSON *detached);

/* ---- changes ---- */

/** Makes the children of an array or object the tree's own; what these hold may still be shared. Pointers to former
 *  children are void. False: out of memory. */
bool json_tree_own(const struct json_tree *tree, struct cJSON *node);

/** Makes an element of an array the tree's own, with the same consequences; of an array that is text it alone.
 *  @param index below the array's size
 *  @return NULL: out of memory */
struct cJSON *json_tree_own_element(const struct json_tree *tree, struct cJSON *array, size_t index);

/** Puts a detached value into the place of an element of an array that is the tree's own. It is freed. */
void json_tree_replace(struct cJSON *array, struct cJSON *element, struct cJSON *detached);

/** Makes a detached value the member of that name, in the place of the one there is, which is freed, or behind all
 *  others.
 *  @param detached freed if it cannot be; NULL: out of memory */
enum status json_tree_put_member(struct cJSON *object, const char *key, struct cJSON *detached);

/** Takes all children out of an array and frees them, if they are its own. */
void json_tree_clear(struct cJSON *array);

/** Takes a child out of an array or object and frees it. */
void json_tree_remove(struct cJSON *parent, struct cJSON *child);
