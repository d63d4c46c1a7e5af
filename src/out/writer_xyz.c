/*
 * Extended XYZ, the text format of atomistic viewers (OVITO, ASE, VMD): per frame the number of balls, a line with the
 * box and the columns, then one row per ball. The table is a box of the thickness of the largest ball, all balls lie at
 * z = 0. The species is B, boron, for every ball: ASE reads no species that is not a chemical element, so names, which
 * other viewers would take, cannot stand there.
 */
#include "base/min_max.h"
#include "out/row.h"
#include "out/writer.h"

static double thickness(const struct world *world)
{
    double largest = 0;
    for (size_t i = 0; i < world->n; i++)
        largest = double_max(largest, world->r[i]);
    return largest > 0 ? 2 * largest : 1;
}

/** Number of rows of a frame. */
static size_t count_balls(const struct writer *writer, const struct world *world)
{
    size_t count = 0;
    for (size_t k = 0, i; writer_next(writer, world, &k, &i);)
        count++;
    return count;
}

static void write_head(struct writer *writer, const struct world *world)
{
    struct output *out = writer->out;
    output_integer(out, (int64_t)count_balls(writer, world));
    output_text(out, "\nLattice=\"");
    output_number(out, writer->scene->table.width, writer->precision);
    output_text(out, " 0 0 0 ");
    output_number(out, writer->scene->table.height, writer->precision);
    output_text(out, " 0 0 0 ");
    output_number(out, thickness(world), writer->precision);
    output_text(out, "\" ");
    if (writer->scene->table.periodic) {
        output_text(out, writer->scene->table.periodic & TABLE_AXIS_X ? "pbc=\"T " : "pbc=\"F ");
        output_text(out, writer->scene->table.periodic & TABLE_AXIS_Y ? "T F\" " : "F F\" ");
    }
    output_text(out, "Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=");
    output_number(out, world->t, writer->precision);
    output_text(out, "\n");
}

static void write_ball(struct writer *writer, const struct world *world, size_t i, struct row_text *radius)
{
    struct row_ball ball;
    row_prepare(&ball, ROW_SPIN, writer, world, i);
    char *row = output_reserve(writer->out, ROW_MOST_BYTES);
    row[0] = 'B';
    char *end = row_columns(row + 1, ' ', &ball, ROW_X, ROW_VX);
    end = row_zero(end, ' ');
    end = row_columns(end, ' ', &ball, ROW_VX, ROW_SPIN);
    end = row_zero(end, ' ');
    row_text_keep(radius, world->r[i], writer->precision);
    end = row_text(end, ' ', radius);
    end = row_integer(end, ' ', i);
    *end++ = '\n';
    output_advance(writer->out, (size_t)(end - row));
}

static void frame(struct writer *writer, const struct world *world)
{
    struct row_text radius = {.length = 0};
    write_head(writer, world);
    for (size_t k = 0, i; writer_next(writer, world, &k, &i);)
        write_ball(writer, world, i, &radius);
}

const struct writer_ops writer_xyz = {
    .name = "xyz",
    .doc = "extended XYZ for OVITO, ASE and VMD",
    .frame = frame,
};
