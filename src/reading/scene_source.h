#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What is loaded, and who is told of its faults. */

/** One override. `path` and `value` as in billiard-scene(5), OVERRIDES; `option` is what gave it, for messages
 *  ("--set balls.3.r=-1", "--steps 5"). Strings are borrowed during scene_load. */
struct scene_override {
    const char *option, *path, *value;
};

struct scene_source {
    const char *path; /* "-": standard input, shown as <stdin>; NULL: the text, shown as <text> */
    const struct scene_override *overrides;
    size_t n_overrides;
    const char *text; /* borrowed while it is loaded */
    size_t length;
};

/** Takes each fault as one complete line ("scene.json:4:28: error: balls.3.r: must be > 0, found -1"), in the order of
 *  the file. With `all` false loading stops at the first. */
struct scene_faults {
    void (*line)(void *context, const char *text); /* NULL: they are not told */
    void *context;
    bool all;
};
