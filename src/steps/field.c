/*
 * Gravity acts in halves, before a step of drift and contacts and after it (Strang, SIAM J. Numer. Anal. 5, 506, 1968).
 * A drift with the velocity at half time is exact under a constant force,
 *
 *     x' = x + dt (v + g dt/2),   v' = v + g dt,
 *
 * so a free ball follows its parabola to rounding, whatever dt. So does a wall with a mass, of which its load is a
 * part.
 *
 * Friction that can hold a ball must not be split from what pulls it, or each undoes the other: a ball on a slope would
 * be stopped in the half step after each start, and a rolling ball would slip by what gravity gives it. So a step is
 * taken as if there were no friction, from (x, v, s) to (x_c, v_c, s_c), s being the velocity that rolling would have;
 * then friction and the pulls that this shows act together for the whole of dt (friction_flow.c):
 *
 *     P = (v_c - v)/dt, Q = (s_c - s)/dt:   flow of v and s;   x' = x_c - dt (v + v_c)/2 + way
 *
 * and what rests before and after stays exactly where it is. Along a line, under gravity alone, this is exact; across a
 * pull it is of second order; forces of contacts have the order of their integrator. As dt (v + v_c)/2 is the way of
 * the pull alone, the limit c = 0 is the step without friction.
 *
 * Spins about the vertical neither pull nor are pulled here; they come last, by their closed form.
 *
 * Energy: what friction takes is entered in the ledger; the potential energy of gravity is -m g.x.
 */
#include "steps/field.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "measure/diagnostics.h"
#include "motion/motion_law.h"

_Static_assert(MOTION_LAWS == 5,
               "a new law of motion: move balls by it here, or refuse it for fixed steps in reading/scene_settings.c");

/** What drives walls with a mass. */
static void find_loads(struct field *field, const struct scene *scene)
{
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        const struct piston *piston = &scene->table.piston[wall];
        if (!piston_exists(piston))
            continue;
        const double a = piston_acceleration(piston, table_across((enum table_wall)wall, scene->gravity));
        field->walls[wall] = state_across(wall, scene->dt / 2 * a);
        field->drives_walls = field->drives_walls || a != 0;
    }
    field->acts = field->acts || field->drives_walls;
}

bool field_open(struct field *field, const struct scene *scene)
{
    double gravity = vec2_length(scene->gravity);
    *field = (struct field){
        .acts = gravity > 0 || scene->friction || scene->sliding || scene->pivoting,
        .holds = scene->friction || scene->sliding,
        .scene = scene,
        .gravity = gravity,
        .kick = vec2_scale(scene->dt / 2, scene->gravity),
        .m = scene->m,
        .n = scene->n,
        .rest = HUGE_VAL,
    };
    find_loads(field, scene);
    for (size_t i = 0; i < field->n; i++)
        field->some_fixed |= scene_is_fixed(scene, i);
    if (!field->holds)
        return true;
    field->start = mem_array(field->n, sizeof *field->start);
    field->mean = mem_array(field->n, sizeof *field->mean);
    field->mean_s = scene->sliding ? mem_array(field->n, sizeof *field->mean_s) : NULL;
    return field->start && field->mean && (field->mean_s || !scene->sliding);
}

void field_close(struct field *field)
{
    free(field->start);
    free(field->mean);
    free(field->mean_s);
}

/** True if the ball is fixed or left out. */
static bool stays(const struct field *field, size_t i)
{
    return field->m[i] == HUGE_VAL || (field->left_out && field->left_out[i]);
}

static struct cloth cloth_of(const struct field *field, size_t i)
{
    const struct scene *scene = field->scene;
    return cloth_under(scene->sliding, scene->friction, scene->pivoting, scene->inertia, i);
}

void field_kick(const struct field *field, struct vec2 *v)
{
    const bool all_fall = !field->some_fixed && !field->left_out;
    const struct vec2 kick = field->kick; /* a copy, as what follows, which no store changes */
    const size_t n = field->gravity > 0 ? field->n : 0;
    for (size_t i = 0; i < n; i++)
        if (all_fall || !stays(field, i))
            v[i] = vec2_add(v[i], kick);
    for (int wall = 0; field->drives_walls && wall < TABLE_WALLS; wall++) {
        struct vec2 *of = &v[state_wall(field->n, wall)];
        *of = vec2_add(*of, field->walls[wall]);
    }
}

void field_pivot(struct field *field)
{
    const struct scene *scene = field->scene;
    for (size_t i = 0; scene->pivoting && i < field->n; i++) {
        if (stays(field, i))
            continue;
        const double before = diagnostics_rotation_energy(scene, i, field->w[i]);
        field->w[i].z = cloth_pivot(scene->pivoting[i], scene->r[i], field->w[i].z, scene->dt);
        ledger_motion_took(field->ledger, before - diagnostics_rotation_energy(scene, i, field->w[i]));
    }
}

/* ---- friction ---- */

void field_remember(struct field *field, const struct state *now)
{
    for (size_t i = 0; i < field->n; i++) {
        struct field_start *start = &field->start[i];
        start->x = now->x[i];
        start->motion.v = now->v[i];
        start->turns = now->turns[i];
        if (field->mean_s)
            start->motion.s = rolling_velocity(field->w[i], field->scene->r[i]);
    }
}

static struct cloth_flow flow_of(const struct field *field, size_t i, struct cloth_motion pull)
{
    const struct scene *scene = field->scene;
    const struct cloth_motion from = field->start[i].motion;
    if (field->mean_s) {
        const struct cloth cloth = cloth_of(field, i);
        return friction_flow_on_cloth(&cloth, from, pull, scene->dt);
    }
    const struct friction_flow flow = friction_flow(from.v, pull.v, scene->friction[i], scene->dt);
    return (struct cloth_flow){.now.v = flow.v, .way.v = flow.way, .lost = flow.lost};
}

static void set_mean(struct field *field, size_t i, struct cloth_motion way)
{
    field->mean[i] = vec2_scale(1 / field->scene->dt, way.v);
    if (field->mean_s)
        field->mean_s[i] = vec2_scale(1 / field->scene->dt, way.s);
}

void field_foresee(struct field *field, size_t i, struct cloth_motion pull)
{
    if (stays(field, i))
        return;
    pull.v = vec2_add(field->scene->gravity, pull.v);
    set_mean(field, i, flow_of(field, i, pull).way);
}

/** What has pulled a ball since the step began, in which half of gravity has acted. Without contacts it is gravity to
 *  the last bit, as that decides on rest. */
static struct cloth_motion pull_on(const struct field *field, const struct state *now, size_t i)
{
    const struct scene *scene = field->scene;
    const struct field_start *start = &field->start[i];
    const struct vec2 fallen = vec2_add(start->motion.v, field->kick);
    struct cloth_motion pull = {.v = vec2_scale(1 / scene->dt, vec2_sub(now->v[i], fallen))};
    pull.v = vec2_add(scene->gravity, pull.v);
    if (field->mean_s)
        pull.s = vec2_scale(1 / scene->dt, vec2_sub(rolling_velocity(field->w[i], scene->r[i]), start->motion.s));
    return pull;
}

/** Puts a ball where it was when the step began, or moves it on. Returns by how much a coordinate changes at most. */
static double put(const struct field *field, struct state *now, size_t i, bool rests, struct vec2 further)
{
    if (rests) {
        now->x[i] = field->start[i].x;
        now->turns[i] = field->start[i].turns;
        return 0;
    }
    now->x[i] = vec2_add(now->x[i], further);
    return double_max(fabs(further.x), fabs(further.y));
}

/** One ball. */
static double hold(struct field *field, struct state *now, size_t i)
{
    const struct field_start *start = &field->start[i];
    const struct cloth_flow flow = flow_of(field, i, pull_on(field, now, i));
    const struct vec2 v_c = vec2_add(now->v[i], field->kick), v = flow.now.v,
                      twice_mean = vec2_add(start->motion.v, v_c);
    const bool rests = v.x == 0 && v.y == 0 && start->motion.v.x == 0 && start->motion.v.y == 0;
    now->v[i] = v;
    if (field->mean_s)
        field->w[i] = rolling_spin(flow.now.s, field->scene->r[i], field->w[i].z);
    set_mean(field, i, flow.way);
    ledger_motion_took(field->ledger, field->m[i] * flow.lost);
    return put(field, now, i, rests, vec2_sub(flow.way.v, vec2_scale(0.5 * field->scene->dt, twice_mean)));
}

double field_hold(struct field *field, struct state *now)
{
    double farthest = 0;
    for (size_t i = 0; i < field->n; i++)
        if (!stays(field, i))
            farthest = double_max(hold(field, now, i), farthest);
    state_wrap(now, field->n);
    if (field->w)
        field_pivot(field);
    return farthest;
}

/* ---- rest ---- */

/** True if friction holds a ball at rest against gravity. */
static bool holds(const struct field *field, size_t i)
{
    const struct scene *scene = field->scene;
    if (!field->mean_s)
        return scene->friction && friction_flow_holds(scene->gravity, scene->friction[i]);
    const struct cloth cloth = cloth_of(field, i);
    return friction_flow_cloth_holds(&cloth, (struct cloth_motion){.v = scene->gravity});
}

/** True unless the ball moves or gravity is about to move it. */
static bool rests(const struct field *field, struct vec2 v, size_t i)
{
    bool turns = field->scene->sliding && (field->w[i].x != 0 || field->w[i].y != 0);
    if (stays(field, i))
        return v.x == 0 && v.y == 0;
    return v.x == 0 && v.y == 0 && !turns && (field->gravity == 0 || holds(field, i));
}

bool field_is_at_rest(const struct field *field, const struct vec2 *v)
{
    for (size_t i = 0; i < field->n; i++)
        if (!rests(field, v[i], i))
            return false;
    return true;
}
