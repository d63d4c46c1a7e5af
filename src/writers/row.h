#pragma once

#include <string.h>

#include "base/double_bits.h"
#include "base/number.h"
#include "model/world.h"
#include "writers/writer.h"

/* Rows of numbers, formatted straight into the room that output_reserve() gives. Each function writes at `end` and
 * returns the new end. */

/** A table of comma-separated values, one row after another; cannot fail, as the output remembers failures. */
struct row_log {
    struct output *out; /* borrowed */
    int precision;      /* 0: shortest round trip, 1..17: significant digits */
    const char *run;    /* the run's number, written first in each row; NULL: there is only one run */
    bool rotates;       /* the scene does: it has the columns of rotation */
};

/** Room for one row: at most seventeen numbers with a separator each, and a prefix. */
enum { ROW_MOST_BYTES = 512 };

/** "step,t" or "run,step,t", the same for all rows of a frame, therefore formatted once. The unused rest of `text` is
 *  undefined. */
struct row_prefix {
    char text[96];
    size_t length;
};

/** The number of the run and a separator; nothing for NULL. */
static inline char *row_run(char *end, const char *run, char separator)
{
    if (!run)
        return end;
    end = stpcpy(end, run);
    *end = separator;
    return end + 1;
}

static inline char *row_number(char *end, char separator, double value, int precision)
{
    *end = separator;
    return end + 1 + number_write(end + 1, value, precision);
}

static inline char *row_integer(char *end, char separator, uint64_t value)
{
    *end = separator;
    return end + 1 + number_write_u64(end + 1, value);
}

static inline struct row_prefix row_prefix_of(const struct writer *writer, const struct world *world, char separator)
{
    struct row_prefix prefix;
    char *end = row_run(prefix.text, writer->run, separator);
    end += number_write_u64(end, world->step);
    end = row_number(end, separator, world->t, writer->precision);
    prefix.length = (size_t)(end - prefix.text);
    return prefix;
}

static inline char *row_start(char *end, const struct row_prefix *prefix)
{
    memcpy(end, prefix->text, sizeof prefix->text); /* a fixed size copies faster than the right one */
    return end + prefix->length;
}

static inline char *row_zero(char *end, char separator)
{
    *end++ = separator;
    *end++ = '0';
    return end;
}

/** The text of a number that hardly ever changes from row to row, or from frame to frame. */
struct row_text {
    double value;
    uint8_t length; /* 0: none yet */
    char text[NUMBER_LONGEST];
};

/** Replaces the text by that of another number. */
void row_text_set(struct row_text *kept, double value, int precision);

/** Makes it the text of a number, to the last bit: 0 and -0 differ. */
static inline void row_text_keep(struct row_text *kept, double value, int precision)
{
    if (kept->length == 0 || !double_bits_same(kept->value, value))
        row_text_set(kept, value, precision);
}

static inline char *row_text(char *end, char separator, const struct row_text *kept)
{
    *end = separator;
    memcpy(end + 1, kept->text, sizeof kept->text); /* a fixed size copies faster than the right one */
    return end + 1 + kept->length;
}

/** Columns of a ball's state. */
enum { ROW_X, ROW_Y, ROW_VX, ROW_VY, ROW_STATE };

/** The kept texts of a ball's place, if both components of its velocity are 0 and not -0; else NULL. */
static inline const struct row_text *row_rests(const struct writer *writer, const struct world *world, size_t i)
{
    if (!writer->places || double_bits_of(world->vx[i]) != 0 || double_bits_of(world->vy[i]) != 0)
        return NULL;
    const struct vec2 place = world_centre(world, i);
    struct row_text *kept = &writer->places[ROW_VX * i];
    row_text_keep(&kept[ROW_X], place.x, writer->precision);
    row_text_keep(&kept[ROW_Y], place.y, writer->precision);
    return kept;
}

/** Prepares the numbers of a ball's state, together as that is quicker (base/number), unless it rests.
 *  @return as row_rests(), for row_column() */
static inline const struct row_text *row_prepare(struct number_characters state[ROW_STATE], const struct writer *writer,
                                                 const struct world *world, size_t i)
{
    const struct row_text *rests = row_rests(writer, world, i);
    if (rests)
        return rests;
    const struct vec2 centre = world_centre(world, i);
    const double values[] = {centre.x, centre.y, world->vx[i], world->vy[i]};
    number_prepare(state, values, ROW_STATE, writer->precision);
    return NULL;
}

/** A column of a ball's state. */
static inline char *row_column(char *end, char separator, const struct row_text *rests,
                               const struct number_characters *state, int column)
{
    if (rests)
        return column < ROW_VX ? row_text(end, separator, &rests[column]) : row_zero(end, separator);
    *end = separator;
    return end + 1 + number_write_prepared(end + 1, &state[column]);
}

static inline char *row_state(char *end, char separator, const struct writer *writer, const struct world *world,
                              size_t i)
{
    struct number_characters state[ROW_STATE];
    const struct row_text *rests = row_prepare(state, writer, world, i);
    for (int column = 0; column < ROW_STATE; column++)
        end = row_column(end, separator, rests, state, column);
    return end;
}

/** wx, wy, wz of a ball in a scene that rotates; nothing in others. */
static inline char *row_spin(char *end, char separator, const struct writer *writer, const struct world *world,
                             size_t i)
{
    if (!writer->scene->rotates)
        return end;
    end = row_number(end, separator, world->w[i].x, writer->precision);
    end = row_number(end, separator, world->w[i].y, writer->precision);
    return row_number(end, separator, world->w[i].z, writer->precision);
}

/** The beginning of a ball's row: prefix, ball, x, y, vx, vy. */
static inline char *row_ball(char *end, const struct row_prefix *prefix, char separator, const struct writer *writer,
                             const struct world *world, size_t i)
{
    end = row_integer(row_start(end, prefix), separator, i);
    return row_state(end, separator, writer, world, i);
}
