#pragma once

#include <math.h>
#include <stdbool.h>

/** A plane vector by value, so that formulas read as algebra; hot loops use plain arrays instead. */
struct vec2 {
    double x, y;
};

static inline struct vec2 vec2_add(struct vec2 a, struct vec2 b)
{
    return (struct vec2){a.x + b.x, a.y + b.y};
}

static inline struct vec2 vec2_sub(struct vec2 a, struct vec2 b)
{
    return (struct vec2){a.x - b.x, a.y - b.y};
}

static inline struct vec2 vec2_scale(double factor, struct vec2 a)
{
    return (struct vec2){factor * a.x, factor * a.y};
}

static inline double vec2_dot(struct vec2 a, struct vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

/** z of the cross product: positive if b is to the left of a. */
static inline double vec2_cross(struct vec2 a, struct vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/** Turned by a quarter to the left. */
static inline struct vec2 vec2_left(struct vec2 a)
{
    return (struct vec2){0 - a.y, a.x};
}

static inline double vec2_length(struct vec2 a)
{
    return sqrt(vec2_dot(a, a));
}

static inline bool vec2_is_finite(struct vec2 v)
{
    return isfinite(v.x) && isfinite(v.y);
}
