/*
 * Blocks of columns as gnuplot reads them: two blank lines after each frame, so that `index k` selects frame k; a
 * comment line names the columns.
 */
#include "out/row.h"
#include "out/writer.h"

static void begin(struct writer *writer)
{
    output_text(writer->out, "# step t ball x y vx vy r");
    output_text(writer->out, writer->scene->rotates ? " wx wy wz\n" : "\n");
}

static void frame(struct writer *writer, const struct world *world)
{
    const struct row_prefix prefix = row_prefix_of(writer, world, ' ');
    struct row_ball ball;
    const int columns = row_count(writer);
    struct row_text radius = {.length = 0};
    for (size_t k = 0, i; writer_next(writer, world, &k, &i);) {
        char *row = output_reserve(writer->out, ROW_MOST_BYTES);
        row_prepare(&ball, columns, writer, world, i);
        char *end = row_integer(row_start(row, &prefix), ' ', i);
        end = row_columns(end, ' ', &ball, ROW_X, ROW_SPIN);
        row_text_keep(&radius, world->r[i], writer->precision);
        end = row_text(end, ' ', &radius);
        end = row_columns(end, ' ', &ball, ROW_SPIN, columns);
        *end++ = '\n';
        output_advance(writer->out, (size_t)(end - row));
    }
    output_text(writer->out, "\n\n");
}

const struct writer_ops writer_gnuplot = {
    .name = "gnuplot",
    .doc = "columns for gnuplot; frame k is `index k`",
    .begin = begin,
    .frame = frame,
};
