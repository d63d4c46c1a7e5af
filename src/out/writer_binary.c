/*
 * The columns of csv as doubles (IEEE 754, little-endian on every machine), rows one after another, without a header:
 * what numpy, R, gnuplot and databases map into memory as it stands.
 */
#include "base/double_bits.h"
#include "base/number.h"
#include "out/writer.h"

enum { MOST_COLUMNS = 11, SPIN = 8 /* where the columns of rotation begin */ };

static char *put(char *end, double value)
{
    uint64_t bits = double_bits_of(value);
    for (int i = 0; i < 8; i++)
        *end++ = (char)(bits >> 8 * i & 0xff);
    return end;
}

static void frame(struct writer *writer, const struct world *world)
{
    const char *run = writer->run;
    uint64_t number = 0;
    bool rotates = writer->scene->rotates, has_run = run && number_read_u64(&run, UINT64_C(1) << 53, &number);
    for (size_t k = 0, i; writer_next(writer, world, &k, &i);) {
        const struct vec2 centre = world_centre(world, i);
        const struct vec3 w = rotates ? world->w[i] : (struct vec3){0, 0, 0};
        const double columns[MOST_COLUMNS] = {
            (double)number, (double)world->step, world->t, (double)i, centre.x, centre.y,
            world->vx[i],   world->vy[i],        w.x,      w.y,       w.z};
        char *row = output_reserve(writer->out, sizeof columns), *end = row;
        for (size_t c = has_run ? 0 : 1; c < (rotates ? MOST_COLUMNS : SPIN); c++)
            end = put(end, columns[c]);
        output_advance(writer->out, (size_t)(end - row));
    }
}

const struct writer_ops writer_binary = {
    .name = "binary",
    .doc = "the columns of csv as little-endian doubles",
    .runs = WRITER_ANY_RUNS,
    .is_binary = true,
    .frame = frame,
};
