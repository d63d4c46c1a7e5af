#include "springs/tangential_turning.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

bool tangential_turning_open(struct tangential_turning *turning, const struct stepper *base, bool is_flat)
{
    const size_t n = base->n;
    turning->is_flat = is_flat;
    turning->torque = mem_array_aligned(n + 1, sizeof *turning->torque);
    turning->yield = mem_array(n, sizeof *turning->yield);
    if (!is_flat && !(turning->tilting = mem_array(n, sizeof *turning->tilting)))
        return false;
    for (size_t i = 0; turning->yield && i < n; i++)
        turning->yield[i] = 1 / (base->scene->inertia[i] * base->m[i] * base->r[i]);
    return turning->torque && turning->yield;
}

void tangential_turning_close(struct tangential_turning *turning)
{
    free(turning->torque);
    free(turning->tilting);
    free(turning->yield);
}

void tangential_turning_clear(struct tangential_turning *turning, struct range range)
{
    const size_t n = range.last - range.first;
    memset(turning->torque + range.first, 0, n * sizeof *turning->torque);
    if (!turning->is_flat)
        memset(turning->tilting + range.first, 0, n * sizeof *turning->tilting);
}

void tangential_turning_turn(const struct tangential_turning *turning, struct range range, struct vec3 *to,
                             const struct vec3 *from, double time)
{
    const double *restrict torque = turning->torque, *restrict yield = turning->yield;
    for (size_t i = range.first; i < range.last; i++)
        to[i].z = from[i].z + time * yield[i] * torque[i];
    if (turning->is_flat)
        return;
    for (size_t i = range.first; i < range.last; i++) {
        struct vec2 more = vec2_scale(time * yield[i], turning->tilting[i]);
        to[i].x = from[i].x + more.x;
        to[i].y = from[i].y + more.y;
    }
}
