/*
 * Energy and momenta of a state. The sums are compensated: over many balls a plain sum loses as many digits as the
 * drift that one wants to see. Cost: one pass.
 */
#include "physics/diagnostics.h"

#include <math.h>

struct diagnostics diagnostics_of(const struct world *world)
{
    struct sum kinetic = {0, 0}, px = {0, 0}, py = {0, 0}, lz = {0, 0};
    for (size_t i = 0; i < world->n; i++) {
        double m = world->m[i], vx = world->vx[i], vy = world->vy[i];
        if (m == HUGE_VAL || world_is_pocketed(world, i)) /* fixed or gone */
            continue;
        sum_add(&kinetic, 0.5 * m * (vx * vx + vy * vy));
        sum_add(&px, m * vx);
        sum_add(&py, m * vy);
        sum_add(&lz, m * (world->x[i] * vy - world->y[i] * vx));
    }
    return (struct diagnostics){sum_value(kinetic), sum_value(px), sum_value(py), sum_value(lz)};
}

void diagnostics_add_contact(struct diagnostics_impulses *impulses, const struct contact_event *event, const double *r)
{
    if (event->kind == CONTACT_BALL)
        sum_add(&impulses->virial, event->j * (r[event->a] + r[event->b]));
    else if (event->kind <= CONTACT_TOP)
        sum_add(&impulses->wall[event->kind - CONTACT_LEFT], event->j);
}

double diagnostics_potential(const struct world *world, struct vec2 gravity)
{
    struct sum potential = {0, 0};
    if (gravity.x == 0 && gravity.y == 0)
        return 0;
    for (size_t i = 0; i < world->n; i++)
        if (world->m[i] != HUGE_VAL && !world_is_pocketed(world, i))
            sum_add(&potential, -world->m[i] * (gravity.x * world->x[i] + gravity.y * world->y[i]));
    return sum_value(potential);
}

size_t diagnostics_first_nonfinite(const struct world *world)
{
    for (size_t i = 0; i < world->n; i++)
        if (!isfinite(world->x[i]) || !isfinite(world->y[i]) || !isfinite(world->vx[i]) || !isfinite(world->vy[i]))
            return i;
    return world->n;
}
