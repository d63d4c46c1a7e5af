/* When two balls meet, themselves or their images; the arithmetic is in motion_pair.c. */
#include "motion/motion_impact.h"

#include <math.h>

#include "contact/contact.h"
#include "motion/motion.h"
#include "motion/motion_pair.h"

int motion_impact_images(const struct motion *motion, struct body a, struct body b, double now,
                         struct vec2 shifts[MOTION_MOST_IMAGES])
{
    static const double turns[] = {0, -1, 1};
    const struct period *period = &motion->period;
    shifts[0] = (struct vec2){0, 0};
    if (!motion->period.is_any)
        return 1;
    struct vec2 way = vec2_sub(motion_position(motion, b, now), motion_position(motion, a, now));
    shifts[0] = period_shift(period, way);
    if (!motion->is_narrow)
        return 1;
    int columns = period->length.x > 0 ? 3 : 1, rows = period->length.y > 0 ? 3 : 1;
    for (int i = 1; i < columns * rows; i++) {
        const struct vec2 beside = {turns[i % columns], turns[i / columns]};
        shifts[i] = period_multiple(period, vec2_add(period_turns(period, way), beside));
    }
    return columns * rows;
}

/** motion_impact() for the image of b. */
static double impact_image(const struct motion *motion, struct body a, struct body b, struct vec2 shift)
{
    struct motion_pair pair;
    struct parabola_motion whole = motion_whole(motion, a);
    motion_pair_begin(&pair, motion, a, &whole, b, shift);
    return motion_pair_impact(&pair);
}

double motion_impact(const struct motion *motion, struct body a, struct body b)
{
    return impact_image(motion, a, b, (struct vec2){0, 0});
}

double motion_impact_any(const struct motion *motion, struct body a, struct body b)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    int images = motion_impact_images(motion, a, b, a.ball->t, shifts);
    double earliest = HUGE_VAL;
    for (int k = 0; k < images; k++)
        earliest = double_min(earliest, impact_image(motion, a, b, shifts[k]));
    return earliest;
}

bool motion_impact_is_double(const struct motion *motion, struct body a, struct body b, double now)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    double reach = (a.ball->r + b.ball->r) * (1 + CONTACT_TOUCHING);
    int images = motion_impact_images(motion, a, b, now, shifts);
    bool touching = false;
    for (int k = 1; k < images; k++) {
        struct vec2 way = vec2_sub((struct vec2){b.ball->x - a.ball->x, b.ball->y - a.ball->y}, shifts[k]);
        touching |= vec2_dot(way, way) <= reach * reach;
    }
    return touching;
}
