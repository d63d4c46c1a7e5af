/*
 * Sine and cosine in degrees from + - * / and sqrt alone. Degrees make the reduction to 0..45 exact: each step is a
 * change of sign, or a difference of two numbers within a factor two (Sterbenz 1974), or of a number and whole turns,
 * which is a multiple of that number's last place and no larger. There 0, 30 and 45 degrees have closed forms and all
 * else uses the Taylor series, summed from the smallest term: the first one left out is below 2^-58 of the result.
 */
#include "base/angle.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static struct vec2 direction_by_series(double degrees)
{
    const double radians_per_degree = 0.017453292519943295; /* pi / 180 */
    double a = degrees * radians_per_degree, square = a * a;
    double sine = 0, cosine = 0;
    for (int n = 17; n > 1; n -= 2) {
        sine = -square / (n * (n - 1)) * (1 + sine);
        cosine = -square / ((n - 1) * (n - 2)) * (1 + cosine);
    }
    return (struct vec2){1 + cosine, a + a * sine};
}

/** @param degrees 0..45 */
static struct vec2 direction_in_octant(double degrees)
{
    if (degrees == 30)
        return (struct vec2){sqrt(0.75), 0.5};
    if (degrees == 45)
        return (struct vec2){sqrt(0.5), sqrt(0.5)};
    return direction_by_series(degrees);
}

/** @param degrees 0..180 */
static struct vec2 direction_in_upper_half(double degrees)
{
    bool behind = degrees > 90;
    double acute = behind ? 180 - degrees : degrees;
    struct vec2 v = direction_in_octant(acute > 45 ? 90 - acute : acute);
    if (acute > 45)
        v = (struct vec2){v.y, v.x};
    return behind ? (struct vec2){-v.x, v.y} : v;
}

struct vec2 angle_direction(double degrees)
{
    assert(fabs(degrees) <= 0x1p44);
    double size = fabs(degrees);
    bool mirrored = degrees < 0;
    if (size > 360)
        size -= 360 * (double)(int64_t)(size / 360);
    if (size > 180) {
        size = 360 - size;
        mirrored = !mirrored;
    }
    struct vec2 v = direction_in_upper_half(size);
    return mirrored ? (struct vec2){v.x, 0 - v.y} : v;
}
