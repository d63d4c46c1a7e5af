/* What a function writes to an output, see capture.h. */
#include "lib/capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct capture capture_start(void)
{
    struct capture capture = {"/tmp/test_capture.XXXXXX", NULL};
    struct error err;
    int descriptor = mkstemp(capture.path);
    if (descriptor < 0 || close(descriptor) != 0 || output_open(capture.path, &capture.out, &err) != STATUS_OK)
        abort();
    return capture;
}

char *capture_end(struct capture *capture)
{
    enum { MOST_BYTES = 1 << 20 };
    struct error err;
    char *text = calloc(1, MOST_BYTES);
    if (!text || output_close(capture->out, &err) != STATUS_OK)
        abort();
    FILE *file = fopen(capture->path, "r");
    if (!file || fread(text, 1, MOST_BYTES - 1, file) == MOST_BYTES - 1)
        abort();
    fclose(file);
    unlink(capture->path);
    return text;
}
