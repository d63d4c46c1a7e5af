/* A double loop over all pairs. Nothing to get wrong: the faster broad phases are tested against it. */
#include "broadphase/allpairs.h"

bool allpairs_every(size_t n, struct pairs *near)
{
    near->count = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++)
            if (!pairs_add(near, (uint32_t)a, (uint32_t)b))
                return false;
    return true;
}

bool allpairs_near(size_t n, const double *reach, const double *x, const double *y, struct pairs *near)
{
    near->count = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            double dx = x[a] - x[b], dy = y[a] - y[b], limit = reach[a] + reach[b];
            if (dx * dx + dy * dy < limit * limit && !pairs_add(near, (uint32_t)a, (uint32_t)b))
                return false;
        }
    return true;
}
