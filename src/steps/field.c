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
 * stops it is off by at most c dt^2/8. With both forces the halves mirror each other, friction outermost, which keeps
 * second order and the balance of energy; a ball at rest on a slope with c >= g stays there.
 *
 * The cloth comes once, at the end of a step, by its closed form over dt (motion/cloth): a ball that gravity pulls
 * along slips by g dt and then rolls at 1/(1 + q) of it, as it should.
 *
 * Energy: friction takes m (v^2 - v'^2)/2, summed in `lost`; the potential energy of gravity is -m g.x.
 */
#include "steps/field.h"

#include <math.h>

#include "base/min_max.h"
#include "motion/cloth.h"

struct field field_of(const struct scene *scene)
{
    double gravity = vec2_length(scene->gravity);
    return (struct field){
        .acts = gravity > 0 || scene->friction || scene->sliding || scene->pivoting,
        .scene = scene,
        .gravity = gravity,
        .kick = vec2_scale(scene->dt / 2, scene->gravity),
        .half_dt = scene->dt / 2,
        .friction = scene->sliding ? NULL : scene->friction,
        .m = scene->m,
        .n = scene->n,
        .rest = HUGE_VAL,
    };
}

/** True if the ball is fixed or left out. */
static bool stays(const struct field *field, size_t i)
{
    return field->m[i] == HUGE_VAL || (field->left_out && field->left_out[i]);
}

/** The part of gravity that friction holds where a ball rests, 1 at most; 0: it moves. On the cloth it is held or not;
 * what it slips by gravity the cloth takes in field_turn(). */
static double held(const struct field *field, struct vec2 v, size_t i)
{
    const struct scene *scene = field->scene;
    bool turns = scene->sliding && (field->w[i].x != 0 || field->w[i].y != 0);
    if (v.x != 0 || v.y != 0 || turns || !scene->friction)
        return 0;
    if (scene->sliding)
        return (1 + scene->inertia[i]) * scene->friction[i] >= field->gravity;
    return double_min(scene->friction[i] / field->gravity, 1);
}

void field_accelerate(const struct field *field, struct vec2 *v)
{
    for (size_t i = 0; field->gravity > 0 && i < field->n; i++)
        if (!stays(field, i))
            v[i] = vec2_add(v[i], vec2_scale(1 - held(field, v[i], i), field->kick));
}

void field_decelerate(struct field *field, struct vec2 *v)
{
    for (size_t i = 0; field->friction && i < field->n; i++) {
        double speed = vec2_length(v[i]), less = field->friction[i] * field->half_dt;
        if (!(less > 0 && speed > 0))
            continue;
        double slower = less < speed ? speed - less : 0;
        sum_add(&field->lost, 0.5 * field->m[i] * (speed - slower) * (speed + slower));
        v[i] = slower > 0 ? vec2_scale(slower / speed, v[i]) : (struct vec2){0, 0};
    }
}

void field_turn(struct field *field, struct vec2 *v)
{
    const struct scene *scene = field->scene;
    for (size_t i = 0; (scene->sliding || scene->pivoting) && i < field->n; i++) {
        if (stays(field, i))
            continue;
        double before = 0.5 * field->m[i] * vec2_dot(v[i], v[i]) + scene_rotation_energy(scene, i, field->w[i]);
        const struct cloth cloth = cloth_under(scene->sliding, scene->friction, scene->pivoting, scene->inertia, i);
        if (scene->sliding)
            cloth_step(&cloth, scene->r[i], 2 * field->half_dt, &v[i], &field->w[i]);
        else
            field->w[i].z = cloth_pivot(cloth.pivoting, scene->r[i], field->w[i].z, 2 * field->half_dt);
        sum_add(&field->lost,
                before - 0.5 * field->m[i] * vec2_dot(v[i], v[i]) - scene_rotation_energy(scene, i, field->w[i]));
    }
}

/** True unless the ball moves or gravity is about to move it. */
static bool rests(const struct field *field, struct vec2 v, size_t i)
{
    bool turns = field->scene->sliding && (field->w[i].x != 0 || field->w[i].y != 0);
    if (stays(field, i))
        return v.x == 0 && v.y == 0;
    return v.x == 0 && v.y == 0 && !turns && (field->gravity == 0 || held(field, v, i) == 1);
}

bool field_is_at_rest(const struct field *field, const struct vec2 *v)
{
    for (size_t i = 0; i < field->n; i++)
        if (!rests(field, v[i], i))
            return false;
    return true;
}
