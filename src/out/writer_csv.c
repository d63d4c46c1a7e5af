/*
 * Comma-separated values in the long ("tidy") form that data frames and databases read: a header, then one row per ball
 * and frame. No quotes are ever needed, as all cells are numbers.
 */
#include "out/row.h"
#include "out/writer.h"

static void begin(struct writer *writer)
{
    output_text(writer->out, writer->run ? "run," : "");
    output_text(writer->out, "step,t,ball,x,y,vx,vy");
    output_text(writer->out, writer->scene->rotates ? ",wx,wy,wz\n" : "\n");
}

static void frame(struct writer *writer, const struct world *world)
{
    const struct row_prefix prefix = row_prefix_of(writer, world, ',');
    struct row_ball ball;
    const int columns = row_count(writer);
    for (size_t k = 0, i; writer_next(writer, world, &k, &i);) {
        char *row = output_reserve(writer->out, ROW_MOST_BYTES);
        row_prepare(&ball, columns, writer, world, i);
        char *end = row_integer(row_start(row, &prefix), ',', i);
        end = row_columns(end, ',', &ball, ROW_X, ROW_SPIN);
        end = row_columns(end, ',', &ball, ROW_SPIN, columns);
        *end++ = '\n';
        output_advance(writer->out, (size_t)(end - row));
    }
}

const struct writer_ops writer_csv = {
    .name = "csv",
    .doc = "comma-separated, one row per ball and frame",
    .runs = WRITER_ANY_RUNS,
    .begin = begin,
    .frame = frame,
};
