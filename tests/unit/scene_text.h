#ifndef TESTS_UNIT_SCENE_TEXT_H
#define TESTS_UNIT_SCENE_TEXT_H

/* Loads scenes from text for the tests: through a temporary file, whose name is shown as scene.json in the faults. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "integrators/integrator.h"
#include "model/scene.h"

enum { SCENE_TEXT_ROOM = 1 << 16 };

struct outcome {
    enum status status;
    struct error err;
    char faults[SCENE_TEXT_ROOM]; /* lines, each with its newline */
    char path[64];
    struct scene *scene;
    struct world *world;
};

static void scene_text_take_fault(void *context, const char *line)
{
    struct outcome *outcome = context;
    size_t used = strlen(outcome->faults), prefix = strlen(outcome->path);
    const char *shown = "";
    if (strncmp(line, outcome->path, prefix) == 0) {
        shown = "scene.json";
        line += prefix;
    }
    snprintf(outcome->faults + used, SCENE_TEXT_ROOM - used, "%s%s\n", shown, line);
}

/** @param sets "PATH=VALUE" texts, ended by NULL; NULL: none. Each is shown as "--set PATH=VALUE". */
static struct outcome *scene_text_load_bytes(const char *bytes, size_t length, const char *const *sets, bool all)
{
    struct outcome *outcome = calloc(1, sizeof *outcome);
    char options[8][512], paths[8][512];
    struct scene_override overrides[8];
    size_t n = 0;
    for (; sets && sets[n]; n++) {
        snprintf(options[n], sizeof options[n], "--set %s", sets[n]);
        snprintf(paths[n], sizeof paths[n], "%s", sets[n]);
        char *equals = strchr(paths[n], '=');
        *equals = '\0';
        overrides[n] = (struct scene_override){options[n], paths[n], equals + 1};
    }
    strcpy(outcome->path, "/tmp/billiard-scene-XXXXXX");
    int file = mkstemp(outcome->path);
    if (file < 0 || write(file, bytes, length) != (ssize_t)length)
        abort();
    close(file);
    struct scene_source source = {outcome->path, overrides, n};
    struct scene_faults faults = {scene_text_take_fault, outcome, all};
    outcome->status =
        scene_load(&source, &integrator_registry, &faults, &outcome->scene, &outcome->world, &outcome->err);
    unlink(outcome->path);
    return outcome;
}

static inline struct outcome *scene_text_load(const char *text, const char *const *sets, bool all)
{
    return scene_text_load_bytes(text, strlen(text), sets, all);
}

static inline void scene_text_free(struct outcome *outcome)
{
    world_destroy(outcome->world);
    scene_destroy(outcome->scene);
    free(outcome);
}

/** The faults of a scene, all of them, are exactly these lines; "" for a scene without fault. */
static inline void scene_text_check(const char *text, const char *const *sets, const char *lines, int line)
{
    struct outcome *outcome = scene_text_load(text, sets, true);
    _assert_string_equal(outcome->faults, lines, "faults", line);
    _assert_int_equal(outcome->status, lines[0] ? STATUS_SCENE : STATUS_OK, "status", line);
    _assert_string_equal(outcome->err.text, "", "error", line);
    scene_text_free(outcome);
}

#define ASSERT_FAULTS_SET(text, sets, lines) scene_text_check(text, sets, lines, __LINE__)
#define ASSERT_FAULTS(text, lines)           scene_text_check(text, NULL, lines, __LINE__)

#endif
