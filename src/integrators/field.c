/*
 * Splitting after Strang (SIAM J. Numer. Anal. 5, 506, 1968): half a step of the external forces, a whole step of drift
 * and contacts with the velocities in between, and the other half. A drift with the velocity at half time is exact
 * under a constant force,
 *
 *     x' = x + dt (v + g dt/2),   v' = v + g dt,
 *
 * so a free ball follows its parabola to rounding, whatever dt. Rolling friction decelerates by c against the velocity,
 *
 *     v' = v max(0, 1 - c h/|v|),   h = dt/2,
 *
 * which stops a ball and never turns it round. It is exact as well while the ball rolls; in the step in which the ball
 * stops it is off by at most c dt^2/8. With both forces, friction comes last in each half, so that a ball on a slope
 * with c >= g stays at rest; what that order costs is an error of first order in dt in the direction of a rolling ball.
 *
 * Energy: friction takes m (v^2 - v'^2)/2, summed in `lost`; the potential energy of gravity is -m g.x.
 */
#include "integrators/field.h"

#include <math.h>

#include "base/min_max.h"

struct field field_of(const struct scene *scene)
{
    return (struct field){
        .kick = vec2_scale(scene->dt / 2, scene->gravity),
        .half_dt = scene->dt / 2,
        .friction = scene->friction,
        .m = scene->m,
        .n = scene->n,
    };
}

double field_strength(const struct scene *scene)
{
    double strength = double_max(fabs(scene->gravity.x), fabs(scene->gravity.y));
    for (size_t i = 0; scene->friction && i < scene->n; i++)
        strength = double_max(strength, scene->friction[i]);
    return strength;
}

static void accelerate(const struct field *field, struct vec2 *v)
{
    for (size_t i = 0; i < field->n; i++)
        v[i] = vec2_add(v[i], field->kick);
}

static void decelerate(struct field *field, struct vec2 *v)
{
    for (size_t i = 0; i < field->n; i++) {
        double speed = vec2_length(v[i]), less = field->friction[i] * field->half_dt;
        if (!(less > 0 && speed > 0))
            continue;
        double slower = less < speed ? speed - less : 0;
        sum_add(&field->lost, 0.5 * field->m[i] * (speed - slower) * (speed + slower));
        v[i] = slower > 0 ? vec2_scale(slower / speed, v[i]) : (struct vec2){0, 0};
    }
}

bool field_half_step(struct field *field, struct vec2 *v)
{
    bool gravity = field->kick.x != 0 || field->kick.y != 0;
    if (gravity)
        accelerate(field, v);
    if (field->friction)
        decelerate(field, v);
    return gravity || field->friction;
}
