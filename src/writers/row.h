#ifndef WRITERS_ROW_H
#define WRITERS_ROW_H

#include <string.h>

#include "base/number.h"
#include "model/world.h"
#include "writers/writer.h"

/* Rows of numbers, formatted straight into the room that output_reserve() gives. Each function writes at `end` and
 * returns the new end. */

/** Room for one row: at most fourteen numbers with a separator each, and a prefix. */
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

/** The text of a number that hardly ever changes from row to row. */
struct row_constant {
    double value;
    char text[NUMBER_MAX_TEXT];
    size_t length; /* 0: none yet */
};

static inline char *row_constant(char *end, char separator, double value, int precision, struct row_constant *last)
{
    if (last->length == 0 || value != last->value) {
        last->value = value;
        last->length = number_write(last->text, value, precision);
    }
    *end = separator;
    memcpy(end + 1, last->text, sizeof last->text);
    return end + 1 + last->length;
}

/** Position and velocity of a ball, prepared together as that is quicker (base/number). */
enum { ROW_X, ROW_Y, ROW_VX, ROW_VY, ROW_STATE };

static inline void row_prepare(struct number_characters state[ROW_STATE], const struct world *world, size_t i,
                               int precision)
{
    const struct vec2 centre = world_centre(world, i);
    const double values[] = {centre.x, centre.y, world->vx[i], world->vy[i]};
    number_prepare(state, values, ROW_STATE, precision);
}

static inline char *row_prepared(char *end, char separator, const struct number_characters *number)
{
    *end = separator;
    return end + 1 + number_write_prepared(end + 1, number);
}

static inline char *row_state(char *end, char separator, const struct world *world, size_t i, int precision)
{
    struct number_characters state[ROW_STATE];
    row_prepare(state, world, i, precision);
    end = row_prepared(end, separator, state + ROW_X);
    end = row_prepared(end, separator, state + ROW_Y);
    end = row_prepared(end, separator, state + ROW_VX);
    return row_prepared(end, separator, state + ROW_VY);
}

/** The beginning of a ball's row: prefix, ball, x, y, vx, vy. */
static inline char *row_ball(char *end, const struct row_prefix *prefix, char separator, const struct world *world,
                             size_t i, int precision)
{
    end = row_integer(row_start(end, prefix), separator, i);
    return row_state(end, separator, world, i, precision);
}

#endif
