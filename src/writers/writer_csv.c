/*
 * Comma-separated values in the long ("tidy") form that data frames and databases read: a header, then one row per ball
 * and frame. No quotes are ever needed, as all cells are numbers.
 */
#include "writers/row.h"
#include "writers/writer.h"

static void begin(struct writer *writer)
{
    output_text(writer->out, "step,t,ball,x,y,vx,vy\n");
}

static void frame(struct writer *writer, const struct world *world)
{
    struct row_prefix prefix = row_prefix_of(world, ',', writer->precision);
    for (size_t i = 0; i < world->n; i++) {
        char *row = output_reserve(writer->out, ROW_MOST_BYTES);
        char *end = row_start(row, &prefix);
        end = row_integer(end, ',', i);
        end = row_state(end, ',', world, i, writer->precision);
        *end++ = '\n';
        output_advance(writer->out, (size_t)(end - row));
    }
}

static void end(struct writer *writer)
{
    (void)writer;
}

const struct writer_ops writer_csv = {
    .name = "csv",
    .doc = "comma-separated values, one row per ball and frame",
    .begin = begin,
    .frame = frame,
    .end = end,
};
