/*
 * Extended XYZ, the text format of atomistic viewers (OVITO, ASE, VMD): per frame the number of balls, a line with the
 * box and the columns, then one row per ball. The table is a box of the thickness of the largest ball, all balls lie at
 * z = 0. A ball's name is its species if it is a single word that needs no quotes; otherwise the species is B.
 */
#include <stdbool.h>

#include "writers/row.h"
#include "writers/writer.h"

static bool is_plain_word(const char *text)
{
    const char *end = text;
    while (*end > ' ' && *end <= '~' && *end != '"' && *end != '\'' && *end != '\\')
        end++;
    return end > text && *end == 0;
}

static const char *species(const struct scene *scene, size_t i)
{
    const char *name = scene->name ? scene->name[i] : NULL;
    return name && is_plain_word(name) ? name : "B";
}

static double thickness(const struct world *world)
{
    double largest = 0;
    for (size_t i = 0; i < world->n; i++)
        if (world->r[i] > largest)
            largest = world->r[i];
    return largest > 0 ? 2 * largest : 1;
}

static void write_head(struct writer *writer, const struct world *world)
{
    struct output *out = writer->out;
    output_integer(out, (int64_t)world->n);
    output_text(out, "\nLattice=\"");
    output_number(out, writer->scene->width, writer->precision);
    output_text(out, " 0 0 0 ");
    output_number(out, writer->scene->height, writer->precision);
    output_text(out, " 0 0 0 ");
    output_number(out, thickness(world), writer->precision);
    output_text(out, "\" Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=");
    output_number(out, world->t, writer->precision);
    output_text(out, "\n");
}

static void write_ball(struct writer *writer, const struct world *world, size_t i, struct row_constant *radius)
{
    output_text(writer->out, species(writer->scene, i));
    char *row = output_reserve(writer->out, ROW_MOST_BYTES);
    char *end = row_number(row, ' ', world->x[i], writer->precision);
    end = row_number(end, ' ', world->y[i], writer->precision);
    end = row_zero(end, ' ');
    end = row_number(end, ' ', world->vx[i], writer->precision);
    end = row_number(end, ' ', world->vy[i], writer->precision);
    end = row_zero(end, ' ');
    end = row_constant(end, ' ', world->r[i], writer->precision, radius);
    end = row_integer(end, ' ', i);
    *end++ = '\n';
    output_advance(writer->out, (size_t)(end - row));
}

static void begin(struct writer *writer)
{
    (void)writer;
}

static void frame(struct writer *writer, const struct world *world)
{
    struct row_constant radius = {.length = 0};
    write_head(writer, world);
    for (size_t i = 0; i < world->n; i++)
        write_ball(writer, world, i, &radius);
}

static void end(struct writer *writer)
{
    (void)writer;
}

const struct writer_ops writer_xyz = {
    .name = "xyz",
    .doc = "extended XYZ for OVITO, ASE and VMD",
    .begin = begin,
    .frame = frame,
    .end = end,
};
