/* What integrators with fixed steps share: creation, and what happens rarely. The loop around a step is in the header.
 */
#include "integrators/stepper.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "physics/cloth.h"

/* ---- life ---- */

/** Borrows an array of the scene whose elements are equal, in any order of the balls; of others, makes a copy. */
static bool take(const double *given, size_t n, const double **taken, double **own)
{
    bool equal = true;
    for (size_t i = 0; i < n; i++)
        equal = equal && given[i] == given[0];
    *taken = given;
    if (equal)
        return true;
    *taken = *own = mem_array(n + 1, sizeof **own);
    if (*own)
        memcpy(*own, given, n * sizeof **own);
    return *own;
}

static bool load_spins(struct stepper *stepper, const struct world *world)
{
    if (!stepper->scene->rotates)
        return true;
    stepper->w = mem_array(world->n + 1, sizeof *stepper->w);
    if (stepper->w)
        memcpy(stepper->w, world->w, world->n * sizeof *world->w);
    stepper->field.w = stepper->pockets.w = stepper->now.w = stepper->w;
    if (!stepper->w || !stepper->scene->sliding || !observer_wants_contacts(stepper->observer))
        return stepper->w;
    stepper->slides = mem_array(stepper->n, sizeof *stepper->slides);
    if (stepper->slides)
        stepper_report_rolls(stepper, world->t); /* none yet */
    return stepper->slides;
}

void stepper_store_spins(const struct stepper *stepper, struct world *world)
{
    if (stepper->w)
        memcpy(world->w, stepper->w, world->n * sizeof *world->w);
}

bool stepper_open(struct stepper *stepper, const struct scene *scene, const struct world *world,
                  const struct observer *observer)
{
    *stepper = (struct stepper){
        .scene = scene,
        .observer = observer,
        .n = scene->n,
        .dt = scene->dt,
        .field = field_of(scene),
        .sort_from = SIZE_MAX,
    };
    if (!take(scene->r, scene->n, &stepper->r, &stepper->own_r) ||
        !take(scene->m, scene->n, &stepper->m, &stepper->own_m) ||
        !boundary_open(&stepper->boundary, &scene->table, scene->e_wall) ||
        !pockets_open(&stepper->pockets, scene, world, &stepper->boundary, observer) ||
        !state_load(&stepper->now, world) || !load_spins(stepper, world))
        return false;
    boundary_set_friction(&stepper->boundary, scene->mu_wall, scene->beta_wall);
    stepper->left_out = stepper->field.left_out = stepper->pockets.left_out;
    field_update_rest(&stepper->field, stepper->now.v, world->t);
    stepper->farthest = state_largest(stepper->now.x, stepper->n);
    return true;
}

void stepper_close(struct stepper *stepper)
{
    free(stepper->own_r);
    free(stepper->own_m);
    free(stepper->w);
    free(stepper->slides);
    boundary_close(&stepper->boundary);
    pockets_close(&stepper->pockets);
    state_close(&stepper->now);
    ball_order_free(&stepper->order);
}

void stepper_counters(const struct stepper *stepper, struct counters *counters)
{
    counters->lost += sum_value(stepper->field.lost) + sum_value(stepper->pockets.lost);
    counters->rest = stepper->field.rest;
}

void stepper_lose(struct stepper *stepper, double energy)
{
    sum_add(&stepper->pockets.lost, energy);
}

/* ---- time ---- */

void stepper_report_rolls(struct stepper *stepper, double t)
{
    for (uint32_t i = 0; i < stepper->n; i++) {
        struct vec2 v = stepper->now.v[i];
        bool slid = stepper->slides[i];
        stepper->slides[i] = cloth_slips(v, cloth_rolling_velocity(stepper->w[i], stepper->r[i]));
        if (!slid || stepper->slides[i] || (stepper->left_out && stepper->left_out[i]))
            continue;
        struct contact_event row = {.t = t, .group = stepper->groups++, .kind = CONTACT_ROLL, .a = i, .b = -1};
        row.at = state_centre(&stepper->now, i);
        row.u = vec2_length(v);
        observer_notify(stepper->observer, &row);
    }
}

bool stepper_sort(struct stepper *stepper, bool (*sort)(void *state))
{
    struct ball_order *order = &stepper->order;
    bool sorts = !stepper->left_out && ball_order_pays(stepper->scene, stepper->now.x, stepper->sort_from);
    stepper->sort_from = SIZE_MAX;
    if (!sorts)
        return true;
    if (!ball_order_make(order, stepper->scene, stepper->now.x) ||
        !ball_order_apply_state(order, &stepper->now, stepper->n) ||
        (stepper->own_r && !ball_order_apply(order, stepper->own_r, stepper->n, sizeof *stepper->own_r)) ||
        (stepper->own_m && !ball_order_apply(order, stepper->own_m, stepper->n, sizeof *stepper->own_m)))
        return false;
    return sort(stepper);
}
