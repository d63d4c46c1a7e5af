#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "json/json_tree.h"
#include "reading/scene_source.h"

/*
 * The errors of a scene, collected while it is read and printed in the order of the file (those that an override
 * brought in come last, in the order of the overrides).
 *
 * Ownership: scene_errors_free() frees what was collected; tree and source must outlive the errors.
 */

/** The way to a value, as a chain on the stack: rendered ("balls.3.r") only when something is wrong. A step has a name,
 *  or (name NULL) an index. The whole document is the path NULL. */
struct scene_path {
    const struct scene_path *above;
    const char *name;
    size_t index;
};

struct scene_error {
    struct json_origin origin;
    bool at_key;                   /* it is one of the key of the value */
    struct json_position position; /* of what came from the text; found when the errors are printed */
    size_t number;                 /* order of discovery */
    size_t after;                  /* 1 + the index of an override that brought it about; 0: none is known */
    char *text;
};

struct scene_errors {
    const struct json_tree *json; /* of the text in which values stand */
    const struct scene_source *source;
    bool out_of_memory; /* an error, or a value, could not be kept */
    struct scene_error *entry;
    size_t count, capacity;
};

/** Adds an error of the value `node` at `path`: "PATH: SENTENCE". It points at the value, or, if this is an array in
 *  which overrides set numbers, at the last of these overrides.
 *  @param key NULL, or that of a member of which it is an error; it points at the object if this has no such member
 *  @return false, as all functions that add an error, so that it is also said that something is wrong */
bool scene_errors_add(struct scene_errors *errors, const struct cJSON *node, const struct scene_path *path,
                      const char *key, const char *format, ...) __attribute__((format(printf, 5, 6)));
bool scene_errors_vadd(struct scene_errors *errors, const struct cJSON *node, const struct scene_path *path,
                       const char *key, const char *format, va_list arguments) __attribute__((format(printf, 5, 0)));

/** Lets the error added last point at the key of the member that it points at, if that is on the same line. */
void scene_errors_at_key(struct scene_errors *errors);

/** Adds an error of an override as a whole, given by its index. */
bool scene_errors_add_override(struct scene_errors *errors, size_t override, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Lets the error added last name the last override of the value `node` or of any within it, unless it names one
 * already or is an override's own: for values of the text that only an override elsewhere makes wrong.
 *  @param node NULL: does nothing
 *  @param places leaves out keys that neither place nor size balls, such as "vx" */
void scene_errors_after(struct scene_errors *errors, const struct cJSON *node, bool places);

/** Adds what is wrong with a text that is no JSON. */
void scene_errors_add_fault(struct scene_errors *errors, const struct json_fault *fault);

/** "PATH", cut to fit. */
enum { SCENE_ERRORS_MAX_PATH = 160, SCENE_ERRORS_MAX_HINT = 640 };
const char *scene_errors_path(char to[SCENE_ERRORS_MAX_PATH], const struct scene_path *path);

/** What a value is, for "found ...": -1, "text", true, an object. */
enum { SCENE_ERRORS_MAX_VALUE = 352 };
const char *scene_errors_value(char to[SCENE_ERRORS_MAX_VALUE], const struct cJSON *node);

/** What keeps a text from being a JSON number: "; ..." for a sign +, a leading 0, a decimal comma or a size
 *  beyond a double's, else "". Static text. */
const char *scene_errors_number_hint(const char *text);

/** A number for a message: at most `digits` significant digits (0: shortest exact text); infinite: "inf". */
enum { SCENE_ERRORS_MAX_NUMBER = 40 };
const char *scene_errors_number(char to[SCENE_ERRORS_MAX_NUMBER], double value, int digits);

/** Hands the errors, one line each, to the sink; with `all` false only the first. STATUS_OK: there were none;
 *  STATUS_SCENE: there were; STATUS_LIMIT: out of memory. */
enum status scene_errors_print(struct scene_errors *errors, const struct scene_faults *faults);

void scene_errors_free(struct scene_errors *errors);
