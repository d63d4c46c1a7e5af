/* What a function writes to an output, see capture.h. */
#include "lib/capture.h"

#include <stdlib.h>
#include <string.h>

static int append(void *context, const char *bytes, size_t count)
{
    struct capture_text *text = context;
    char *longer = realloc(text->bytes, text->length + count + 1);
    if (!longer)
        abort();
    text->bytes = longer;
    memcpy(longer + text->length, bytes, count);
    text->length += count;
    longer[text->length] = '\0';
    return 0;
}

struct capture capture_start(void)
{
    struct capture capture = {calloc(1, sizeof *capture.text), NULL};
    struct error err;
    if (!capture.text || output_open_sink((struct output_sink){append, capture.text}, &capture.out, &err) != STATUS_OK)
        abort();
    append(capture.text, "", 0);
    return capture;
}

char *capture_end(struct capture *capture)
{
    struct error err;
    char *bytes;
    if (output_flush(capture->out, &err) != STATUS_OK)
        abort();
    output_abandon(capture->out);
    bytes = capture->text->bytes;
    free(capture->text);
    return bytes;
}
