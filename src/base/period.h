#pragma once

#include <stdbool.h>

#include "base/vec2.h"

/*
 * Coordinates that repeat. A place on a periodic axis is given by a coordinate in [0, length) and a whole number, the
 * image: how often its ball has gone round. So a place is as exact after 10^9 turns as at the start.
 *
 * An axis that is not periodic has length 0 and inverse 0: every function below then leaves its coordinate as it is.
 */
struct period {
    struct vec2 length, inverse; /* inverse: 1/length */
    bool is_any;                 /* one of the axes has a period */
};

/** @param length of each axis; 0: not periodic */
static inline struct period period_of(struct vec2 length)
{
    return (struct period){
        length, {length.x > 0 ? 1 / length.x : 0, length.y > 0 ? 1 / length.y : 0}, length.x > 0 || length.y > 0};
}

/** The nearest whole number, for |q| < 2^51: a double of that size has no digits behind the point. */
static inline double period_round(double q)
{
    return (q + 0x1.8p52) - 0x1.8p52;
}

/** How many turns a separation d is nearest to; -d is nearest to as many, negated. */
static inline struct vec2 period_turns(const struct period *period, struct vec2 d)
{
    return (struct vec2){period_round(d.x * period->inverse.x), period_round(d.y * period->inverse.y)};
}

/** What so many turns amount to. */
static inline struct vec2 period_multiple(const struct period *period, struct vec2 turns)
{
    return (struct vec2){period->length.x * turns.x, period->length.y * turns.y};
}

/** The multiple of the lengths that is nearest to a separation d: what is left of d points to the nearest image. */
static inline struct vec2 period_shift(const struct period *period, struct vec2 d)
{
    return period_multiple(period, period_turns(period, d));
}

/** The separation d of the nearest images. */
static inline struct vec2 period_nearest(const struct period *period, struct vec2 d)
{
    return vec2_sub(d, period_shift(period, d));
}

/** Brings a coordinate into [0, length) and returns by how many lengths it has been moved down. */
static inline double period_wrap_along(double *q, double length, double inverse)
{
    if (*q >= 0 && *q < length)
        return 0;
    double turns = period_round(*q * inverse);
    *q -= length * turns;
    if (*q < 0) {
        *q += length;
        turns -= 1;
    }
    if (*q >= length) { /* a negative coordinate of the size of rounding */
        *q -= length;
        turns += 1;
    }
    return turns;
}

/** Brings a place onto the table and returns by how many turns it has been moved. */
static inline struct vec2 period_wrap(const struct period *period, struct vec2 *place)
{
    struct vec2 turns = {0, 0};
    if (period->length.x > 0)
        turns.x = period_wrap_along(&place->x, period->length.x, period->inverse.x);
    if (period->length.y > 0)
        turns.y = period_wrap_along(&place->y, period->length.y, period->inverse.y);
    return turns;
}

/** The place that a ball has reached without being brought back: its coordinate and its turns. */
static inline struct vec2 period_unwrap(const struct period *period, struct vec2 place, struct vec2 turns)
{
    return vec2_add(place, period_multiple(period, turns));
}

enum { PERIOD_IMAGES = 9 };

/** The images of a coordinate, itself first, that are within reach of [0, length), no more than one turn away.
 *  @return how many */
static inline int period_images_along(double q, double length, double reach, double images[3])
{
    int count = 1;
    images[0] = q;
    if (length > 0 && q < reach)
        images[count++] = q + length;
    if (length > 0 && q > length - reach)
        images[count++] = q - length;
    return count;
}

/** The images of a place, itself first, that are within reach of [0, length), no more than one turn away.
 *  @return how many */
static inline int period_images(const struct period *period, struct vec2 place, double reach,
                                struct vec2 images[PERIOD_IMAGES])
{
    double x[3], y[3];
    int count = 0, columns = period_images_along(place.x, period->length.x, reach, x);
    int rows = period_images_along(place.y, period->length.y, reach, y);
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++)
            images[count++] = (struct vec2){x[i], y[j]};
    return count;
}
