#ifndef LIB_CAPTURE_H
#define LIB_CAPTURE_H

#include "base/output.h"

/* What a function writes to an output, as a string. */

/** An output that is being captured. */
struct capture {
    char path[32];
    struct output *out;
};

/** Opens an output to a temporary file. */
struct capture capture_start(void);

/** Closes the output, removes the file. The caller frees the text. */
char *capture_end(struct capture *capture);

#endif
