/* Scenes from JSON text, see scene_text.h. */
#include "lib/scene_text.h"

#include <unistd.h>

#include "lib/testing.h"

void scene_text_take_fault(void *context, const char *line)
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

size_t scene_text_overrides(struct scene_text_sets *sets, const char *const *texts)
{
    size_t n = 0;
    for (; texts && texts[n]; n++) {
        snprintf(sets->option[n], sizeof sets->option[n], "--set %s", texts[n]);
        snprintf(sets->path[n], sizeof sets->path[n], "%s", texts[n]);
        char *equals = strchr(sets->path[n], '=');
        *equals = '\0';
        sets->override[n] = (struct scene_override){sets->option[n], sets->path[n], equals + 1};
    }
    return n;
}

void scene_text_file(struct outcome *outcome, const char *bytes, size_t length)
{
    strcpy(outcome->path, "/tmp/billiard-scene-XXXXXX");
    int file = mkstemp(outcome->path);
    if (file < 0 || write(file, bytes, length) != (ssize_t)length)
        abort();
    close(file);
}

struct outcome *scene_text_load_bytes(const char *bytes, size_t length, const char *const *texts, bool all)
{
    struct outcome *outcome = calloc(1, sizeof *outcome);
    struct scene_text_sets sets;
    size_t n = scene_text_overrides(&sets, texts);
    const struct scene_source source = {.overrides = sets.override, .n_overrides = n, .text = bytes, .length = length};
    strcpy(outcome->path, "<text>");
    struct scene_faults faults = {scene_text_take_fault, outcome, all};
    outcome->status = scene_load(&source, &faults, &outcome->scene, &outcome->world, &outcome->err);
    return outcome;
}

struct outcome *scene_text_load(const char *text, const char *const *sets, bool all)
{
    return scene_text_load_bytes(text, strlen(text), sets, all);
}

void scene_text_free(struct outcome *outcome)
{
    world_destroy(outcome->world);
    scene_destroy(outcome->scene);
    free(outcome);
}

void scene_text_check(const char *text, const char *const *sets, const char *lines, int line)
{
    struct outcome *outcome = scene_text_load(text, sets, true);
    _assert_string_equal(outcome->faults, lines, "faults", line);
    _assert_int_equal(outcome->status, lines[0] ? STATUS_SCENE : STATUS_OK, "status", line);
    _assert_string_equal(outcome->err.text, "", "error", line);
    scene_text_free(outcome);
}
