#pragma once

#include <string.h>

#include "base/double_bits.h"
#include "base/number.h"
#include "out/writer.h"
#include "state/world.h"

/* Rows of numbers, formatted straight into the room that output_reserve() gives. Each function writes at `end` and
 * returns the new end. */

/** A table of comma-separated values, one row after another; cannot fail, as the output remembers failures. */
struct row_log {
    struct output *out;     /* borrowed */
    int precision;          /* 0: shortest round trip, 1..17: significant digits */
    const char *run;        /* the run's number, written first in each row; NULL: there is only one run */
    bool rotates;           /* the scene does: it has the columns of rotation */
    bool moves, is_thermal; /* of the ledger: something moves, walls have a temperature: their columns */
    bool has_gates;         /* of the event log: there are gates, and the columns of their rows */
    unsigned pistons;       /* of the ledger: walls with a mass, table_pistons() */
};

/** Room for one row: at most thirty numbers with a separator each, and a prefix. */
enum { ROW_MOST_BYTES = 896 };

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

/** Columns of a ball: its state, and in scenes that rotate its spin. */
enum { ROW_X, ROW_Y, ROW_VX, ROW_VY, ROW_SPIN, ROW_MOST = ROW_SPIN + 3 };

static inline int row_count(const struct writer *writer)
{
    return writer->scene->rotates ? ROW_MOST : ROW_SPIN;
}

/** A ball's numbers, ready to be written. */
struct row_ball {
    const struct row_text *place;               /* the kept texts of where it rests; NULL: it does not */
    struct number_characters numbers[ROW_MOST]; /* unless it rests */
};

/** Prepares a ball's first columns, ROW_SPIN or all of them, unless it rests: together, as that is quicker
 * (base/number).
 */
static inline void row_prepare(struct row_ball *ball, int columns, const struct writer *writer,
                               const struct world *world, size_t i)
{
    const struct vec2 centre = world_centre(world, i);
    struct row_text *kept = writer->places && world_is_still(world, i) ? &writer->places[ROW_VX * i] : NULL;
    ball->place = kept;
    if (kept) {
        row_text_keep(&kept[ROW_X], centre.x, writer->precision);
        row_text_keep(&kept[ROW_Y], centre.y, writer->precision);
        return;
    }
    const double state[] = {centre.x, centre.y, world->vx[i], world->vy[i]};
    number_prepare(ball->numbers, state, ROW_SPIN, writer->precision);
    if (columns > ROW_SPIN) {
        const double spin[] = {world->w[i].x, world->w[i].y, world->w[i].z};
        number_prepare(ball->numbers + ROW_SPIN, spin, ROW_MOST - ROW_SPIN, writer->precision);
    }
}

/** Columns of a ball from one up to another. */
static inline char *row_columns(char *end, char separator, const struct row_ball *ball, int column, int to)
{
    const struct row_text *place = ball->place;
    for (; column < to; column++) {
        if (place) {
            end = column < ROW_VX ? row_text(end, separator, &place[column]) : row_zero(end, separator);
        } else {
            *end = separator;
            end = number_write_prepared(end + 1, &ball->numbers[column]);
        }
    }
    return end;
}
