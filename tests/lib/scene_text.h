#pragma once

/* Loads scenes from text for the tests, which is shown as scene.json in the faults. */

#include "integrators/integrator.h"
#include "reading/scene_load.h"

enum { SCENE_TEXT_ROOM = 1 << 16 };

/** What came of loading a text. */
struct outcome {
    enum status status;
    struct error err;
    char faults[SCENE_TEXT_ROOM]; /* lines, each with its newline */
    char path[64];
    struct scene *scene;
    struct world *world;
};

/** For struct scene_faults: context is a struct outcome. */
void scene_text_take_fault(void *context, const char *line);

/** Overrides and their texts. */
struct scene_text_sets {
    char option[8][512], path[8][512];
    struct scene_override override[8];
};

/** @param texts "PATH=VALUE", ended by NULL; NULL: none. Each is shown as "--set PATH=VALUE". @return how many */
size_t scene_text_overrides(struct scene_text_sets *sets, const char *const *texts);

/** Makes a temporary file of an outcome's text and sets the path; the caller unlinks it. */
void scene_text_file(struct outcome *outcome, const char *bytes, size_t length);

/** @param texts as of scene_text_overrides() */
struct outcome *scene_text_load_bytes(const char *bytes, size_t length, const char *const *texts, bool all);

/** The same for a text that ends with NUL. */
struct outcome *scene_text_load(const char *text, const char *const *sets, bool all);

/** Frees the outcome with its scene and world. */
void scene_text_free(struct outcome *outcome);

/** The faults of a scene, all of them, are exactly these lines; "" for a scene without fault. */
void scene_text_check(const char *text, const char *const *sets, const char *lines, int line);

#define ASSERT_FAULTS_SET(text, sets, lines) scene_text_check(text, sets, lines, __LINE__)
#define ASSERT_FAULTS(text, lines)           scene_text_check(text, NULL, lines, __LINE__)
