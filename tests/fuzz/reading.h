#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "reading/scene_load.h"

/* Loading scenes, and what must hold of them, whether they are accepted or not. */

enum { READING_MOST_LINE = 2048 };

/** What came of loading a text. Owner: the caller; free it with reading_free(). */
struct reading {
    enum status status;
    struct scene *scene;
    struct world *world;
    struct error err;
    size_t lines;                  /* faults told */
    char first[READING_MOST_LINE]; /* the first of them */
};

/** Loads a text with overrides, all faults or the first. Each fault told is a line with a place in the text, or with
 *  one of the overrides. */
void reading_load(struct reading *reading, const char *text, size_t length, const struct scene_override *overrides,
                  size_t n_overrides, bool all);
void reading_free(struct reading *reading);

/** What must hold of every verdict: an accepted scene is finite and within the manual's limits, a rejected one is told
 *  of. */
void reading_check(const struct reading *reading);

/** A rejected text's first fault is the same with and without --check. */
void reading_check_brief(const struct reading *reading, const char *text, size_t length);

/** What --print-scene says of a scene loads to the same scene. */
void reading_check_printed(const struct scene *scene, const struct world *world);

/** --print-scene, ended by NUL. Valid until the next call. */
const char *reading_print(const struct scene *scene, const struct world *world, size_t *length);
