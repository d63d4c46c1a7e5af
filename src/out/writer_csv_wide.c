/*
 * Comma-separated values in the wide form that spreadsheets plot: a header, then one row per frame with four columns
 * for each ball (seven in scenes that rotate), which are empty once a pocket has taken it.
 */
#include "out/row.h"
#include "out/writer.h"

static void begin(struct writer *writer)
{
    output_text(writer->out, writer->run ? "run," : "");
    output_text(writer->out, "step,t");
    for (size_t k = 0; k < writer_balls(writer); k++) {
        static const char *const columns[] = {",x", ",y", ",vx", ",vy", ",wx", ",wy", ",wz"};
        for (size_t column = 0; column < (writer->scene->rotates ? 7 : 4); column++) {
            output_text(writer->out, columns[column]);
            output_integer(writer->out, (int64_t)writer_ball(writer, k));
        }
    }
    output_text(writer->out, "\n");
}

static void frame(struct writer *writer, const struct world *world)
{
    const struct row_prefix prefix = row_prefix_of(writer, world, ',');
    struct row_ball ball;
    const int columns = row_count(writer);
    output_bytes(writer->out, prefix.text, prefix.length);
    for (size_t k = 0; k < writer_balls(writer); k++) {
        size_t i = writer_ball(writer, k);
        if (!world_is_on_table(world, i)) {
            output_text(writer->out, writer->scene->rotates ? ",,,,,,," : ",,,,");
            continue;
        }
        char *cells = output_reserve(writer->out, ROW_MOST_BYTES);
        row_prepare(&ball, columns, writer, world, i);
        char *end = row_columns(cells, ',', &ball, ROW_X, columns);
        output_advance(writer->out, (size_t)(end - cells));
    }
    output_text(writer->out, "\n");
}

const struct writer_ops writer_csv_wide = {
    .name = "csv-wide",
    .doc = "comma-separated, one row per frame",
    .runs = WRITER_LIKE_RUNS,
    .begin = begin,
    .frame = frame,
};
