/*
 * The motion of a surface as a function of time: which piece of its list a time belongs to, and where that begins.
 *
 * In the n-th repetition of a list with period P a piece begins at n P + t, computed so, and way is counted from the
 * beginning of the period: a surface that comes back to its place does so exactly. Cost: a search by halves.
 */
#include "given/surface_motion.h"

#include <math.h>
#include <stddef.h>

#include "base/min_max.h"

struct surface_course surface_motion_rest(void)
{
    return (struct surface_course){.since = -HUGE_VAL, .until = HUGE_VAL, .turns_until = HUGE_VAL};
}

void surface_motion_prepare(struct surface_motion *motion, struct vec2 moved)
{
    struct vec2 way = {0, 0};
    for (uint32_t i = 0; i < motion->n; i++) {
        struct surface_piece *piece = &motion->piece[i];
        if (i > 0)
            way = vec2_add(way, vec2_scale(piece->t - motion->piece[i - 1].t, motion->piece[i - 1].drift));
        piece->drift = (struct vec2){moved.x * piece->v.x + 0, moved.y * piece->v.y + 0}; /* + 0: no negative zero */
        piece->way = way;
    }
}

/** When the period of a time begins. */
static double period_begin(const struct surface_motion *motion, double t)
{
    const double period = motion->period;
    if (!(period > 0))
        return 0;
    if (!(t < 0x1p52 * period)) /* no run comes so far */
        return t;
    double n = (double)(int64_t)(t / period);
    while (n * period > t) /* the quotient was rounded */
        n--;
    while ((n + 1) * period <= t)
        n++;
    return n * period;
}

/** Number of pieces that have begun by a time, in the period that begins at `begin`. */
static uint32_t pieces_begun(const struct surface_motion *motion, double begin, double t)
{
    uint32_t low = 0, high = motion->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (begin + motion->piece[middle].t <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct surface_course surface_motion_at(const struct surface_motion *motion, double t)
{
    struct surface_course course = surface_motion_rest();
    if (!motion)
        return course;
    const double begin = period_begin(motion, t);
    const uint32_t begun = pieces_begun(motion, begin, t);
    if (begun < motion->n)
        course.until = begin + motion->piece[begun].t;
    else if (motion->period > 0)
        course.until = period_begin(motion, begin + 1.5 * motion->period);
    if (begun == 0) { /* before the first piece */
        course.since = begin;
        return course;
    }
    const struct surface_piece *piece = &motion->piece[begun - 1];
    course.since = begin + piece->t;
    course.v = piece->v;
    course.drift = piece->drift;
    course.way = piece->way;
    return course;
}

void surface_motion_turn(struct surface_course *course, const struct surface_motion *turn, double t)
{
    const struct surface_course turning = surface_motion_at(turn, t);
    course->rate = turning.v.x;
    course->turns_until = turning.until;
}

struct vec2 surface_motion_per_period(const struct surface_motion *motion)
{
    const struct surface_piece *last = &motion->piece[motion->n - 1];
    return vec2_add(last->way, vec2_scale(motion->period - last->t, last->drift));
}

double surface_motion_fastest(const struct surface_motion *motion)
{
    double fastest = 0;
    for (uint32_t i = 0; motion && i < motion->n; i++)
        fastest = double_max(fastest, vec2_length(motion->piece[i].v));
    return fastest;
}

static void extend(struct surface_range *range, struct vec2 way)
{
    range->lo = (struct vec2){double_min(way.x, range->lo.x), double_min(way.y, range->lo.y)};
    range->hi = (struct vec2){double_max(way.x, range->hi.x), double_max(way.y, range->hi.y)};
}

/** How far it has come when it has been in a piece for so long, perhaps for ever. */
static struct vec2 way_after(const struct surface_piece *piece, double time)
{
    return (struct vec2){piece->way.x + (piece->drift.x != 0 ? piece->drift.x * time : 0),
                         piece->way.y + (piece->drift.y != 0 ? piece->drift.y * time : 0)};
}

struct surface_range surface_motion_range(const struct surface_motion *motion, double t)
{
    struct surface_range range = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; motion && i < motion->n && (motion->period > 0 || motion->piece[i].t < t); i++) {
        const struct surface_piece *piece = &motion->piece[i];
        double end = i + 1 < motion->n ? motion->piece[i + 1].t : motion->period > 0 ? motion->period : HUGE_VAL;
        end = motion->period > 0 ? end : double_min(end, t);
        extend(&range, piece->way);
        extend(&range, way_after(piece, end - piece->t));
    }
    return range;
}

double surface_motion_farthest(struct surface_range range)
{
    return vec2_length((struct vec2){double_max(-range.lo.x, range.hi.x), double_max(-range.lo.y, range.hi.y)});
}
