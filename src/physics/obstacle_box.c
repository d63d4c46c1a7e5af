/*
 * Does an obstacle have a part in an upright box, such as the table? A line is clipped to the box (Liang and Barsky,
 * ACM Trans. Graphics 3, 1, 1984); an arc that meets the box begins in it or crosses one of its four sides; of a pocket
 * the point of the box that is nearest to its centre decides. Cost: four square roots at most.
 */
#include "physics/obstacle_box.h"

#include <math.h>

#include "base/min_max.h"
#include "physics/obstacle.h"

static bool is_within(double q, double lo, double hi)
{
    return q >= lo && q <= hi;
}

/** The part of a segment from first to last that is between lo and hi along one axis. */
static void clip(double start, double way, double lo, double hi, double *first, double *last)
{
    if (way == 0) {
        *last = is_within(start, lo, hi) ? *last : -1;
        return;
    }
    double enter = ((way > 0 ? lo : hi) - start) / way, leave = ((way > 0 ? hi : lo) - start) / way;
    *first = double_max(*first, enter);
    *last = double_min(*last, leave);
}

/** True if an arc crosses the line x = at (or y = at) between lo and hi of the other coordinate. */
static bool crosses(const struct surface *arc, bool is_y, double at, double lo, double hi)
{
    double off = at - (is_y ? arc->y0 : arc->x0), middle = is_y ? arc->x0 : arc->y0;
    double square = (arc->r - off) * (arc->r + off);
    for (int sign = -1; sign <= 1 && square >= 0; sign += 2) {
        double along = sign * sqrt(square);
        struct vec2 direction = is_y ? (struct vec2){along, off} : (struct vec2){off, along};
        if (is_within(middle + along, lo, hi) && obstacle_faces_arc(arc, direction))
            return true;
    }
    return false;
}

/** An arc that meets a box begins in it or crosses one of its sides. */
static bool arc_meets_box(const struct surface *arc, struct vec2 lo, struct vec2 hi)
{
    struct vec2 start = vec2_add((struct vec2){arc->x0, arc->y0}, vec2_scale(arc->r, arc->from));
    return (is_within(start.x, lo.x, hi.x) && is_within(start.y, lo.y, hi.y)) ||
           crosses(arc, false, lo.x, lo.y, hi.y) || crosses(arc, false, hi.x, lo.y, hi.y) ||
           crosses(arc, true, lo.y, lo.x, hi.x) || crosses(arc, true, hi.y, lo.x, hi.x);
}

bool obstacle_box_meets(const struct obstacle *obstacle, struct vec2 lo, struct vec2 hi)
{
    struct surface surfaces[OBSTACLE_SURFACES];
    obstacle_surfaces(obstacle, 0, surfaces);
    struct vec2 start = {surfaces[0].x0, surfaces[0].y0},
                nearest = {double_min(double_max(start.x, lo.x), hi.x), double_min(double_max(start.y, lo.y), hi.y)};
    double first = 0, last = 1;
    switch (obstacle->kind) {
    case OBSTACLE_LINE:
        clip(start.x, surfaces[0].x1 - start.x, lo.x, hi.x, &first, &last);
        clip(start.y, surfaces[0].y1 - start.y, lo.y, hi.y, &first, &last);
        return first <= last;
    case OBSTACLE_ARC:
        return arc_meets_box(&surfaces[0], lo, hi);
    default:
        return obstacle_distance(&surfaces[0], nearest) == 0;
    }
}
