/* What integrators with fixed steps share: creation and totals. The loop around a step is in the header. */
#include "steps/stepper.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "motion/cloth.h"

/** Looks out for balls that begin to roll, if some one asks. false: out of memory. */
static bool watch_slides(struct stepper *stepper, double t)
{
    if (!stepper->scene->sliding || !observer_wants_contacts(stepper->observer))
        return true;
    stepper->slides = mem_array(stepper->n, sizeof *stepper->slides);
    if (stepper->slides)
        stepper_report_rolls(stepper, t); /* none yet */
    return stepper->slides;
}

bool stepper_open(struct stepper *stepper, const struct scene *scene, const struct world *world,
                  const struct observer *observer)
{
    *stepper = (struct stepper){
        .scene = scene,
        .observer = observer,
        .n = scene->n,
        .dt = scene->dt,
        .end = (double)world->step * scene->dt,
        .r = scene->r,
        .m = scene->m,
    };
    if (!field_open(&stepper->field, scene) || !boundary_open(&stepper->boundary, &scene->table))
        return false;
    boundary_end_at(&stepper->boundary, scene_end(scene));
    if (!boundary_carry(&stepper->boundary, world->t) ||
        !pockets_open(&stepper->pockets, scene, world, &stepper->boundary, observer) ||
        !state_load(&stepper->now, world))
        return false;
    stepper_place_pistons(stepper, stepper->now.x);
    stepper->carries = stepper->boundary.moves || stepper->boundary.pistons;
    stepper->w = stepper->field.w = stepper->now.w;
    stepper->field.ledger = &stepper->of_motion;
    stepper->pockets.ledger = &stepper->of_pockets;
    stepper->left_out = stepper->field.left_out = stepper->pockets.left_out;
    field_update_rest(&stepper->field, stepper->now.v, world->t);
    for (size_t i = 0; i < stepper->n; i++)
        stepper->farthest = double_max(double_max(fabs(world->x[i]), fabs(world->y[i])), stepper->farthest);
    return watch_slides(stepper, world->t);
}

void stepper_close(struct stepper *stepper)
{
    free(stepper->slides);
    field_close(&stepper->field);
    boundary_close(&stepper->boundary);
    pockets_close(&stepper->pockets);
    state_close(&stepper->now);
}

struct counters stepper_counters(const struct stepper *stepper, double elsewhere)
{
    struct counters counters = ledger_counters(&stepper->ledger);
    counters.lost =
        counters.lost + elsewhere + (sum_value(stepper->of_motion.lost) + sum_value(stepper->of_pockets.lost));
    counters.rest = stepper->field.rest;
    return counters;
}

/* ---- time ---- */

void stepper_place_pistons(struct stepper *stepper, const struct vec2 *x)
{
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (stepper->boundary.pistons >> wall & 1)
            boundary_place(&stepper->boundary, (enum table_wall)wall,
                           table_across((enum table_wall)wall, x[state_wall(stepper->n, wall)]));
}

void stepper_report_rolls(struct stepper *stepper, double t)
{
    for (uint32_t i = 0; i < stepper->n; i++) {
        struct vec2 v = stepper->now.v[i];
        bool slid = stepper->slides[i];
        stepper->slides[i] = cloth_slips(v, rolling_velocity(stepper->w[i], stepper->r[i]));
        if (!slid || stepper->slides[i] || (stepper->left_out && stepper->left_out[i]))
            continue;
        struct contact_event row = {.t = t, .group = stepper->groups++, .kind = CONTACT_ROLL, .a = i, .b = -1};
        row.at = state_centre(&stepper->now, i);
        row.u = vec2_length(v);
        observer_notify(stepper->observer, &row);
    }
}
