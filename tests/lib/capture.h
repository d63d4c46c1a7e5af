#pragma once

#include "base/output.h"

/* What a function writes to an output, as a string. */

/** An output that is being captured, and what has come out of it. */
struct capture {
    struct capture_text {
        char *bytes;
        size_t length;
    } * text;
    struct output *out;
};

/** Opens an output into memory. */
struct capture capture_start(void);

/** Closes the output. The caller frees the text. */
char *capture_end(struct capture *capture);
