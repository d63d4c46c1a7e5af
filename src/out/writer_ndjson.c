/* JSON lines: each frame is one object on one line, ready for jq and for readers that follow a growing stream. */
#include "out/json_frame.h"
#include "out/writer.h"

static void frame(struct writer *writer, const struct world *world)
{
    json_frame_write(writer, world);
    output_text(writer->out, "\n");
}

const struct writer_ops writer_ndjson = {
    .name = "ndjson",
    .doc = "one JSON object per frame and line",
    .runs = WRITER_ANY_RUNS,
    .frame = frame,
};
