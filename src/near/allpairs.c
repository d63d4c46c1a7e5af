/* A double loop over all pairs. Nothing to get wrong: the faster broad phases are tested against it. */
#include "near/allpairs.h"

bool allpairs_near(size_t n, const double *reach, const struct vec2 *centre, const struct period *period,
                   struct pairs *near)
{
    near->count = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            struct vec2 way = period_nearest(period, vec2_sub(centre[a], centre[b]));
            double limit = reach[a] + reach[b];
            if (vec2_dot(way, way) < limit * limit && !pairs_add(near, (uint32_t)a, (uint32_t)b))
                return false;
        }
    return true;
}
