/* A ball whose centre crosses the rim of a pocket. It keeps its slot, as a fixed ball without neighbours or events. */
#include "events/event_pocket.h"

#include <math.h>

#include "events/event_seam.h"
#include "events/event_trajectory.h"
#include "events/prediction.h"
#include "surfaces/surface_pocket.h"

/** What a ball that leaves the table takes with it. @param place turns included */
static void lose_energy(struct event_system *system, const struct particle *ball, struct vec2 place, struct vec3 w)
{
    struct vec2 v = event_velocity(ball);
    double rotation = motion_rotation_energy(&system->motion, ball, w);
    ledger_pocket_took(&system->ledger, 0.5 * ball->m * vec2_dot(v, v), rotation,
                       -ball->m * vec2_dot(system->scene->gravity, place));
}

enum status event_pocket_take(struct event_system *system, struct event_collision crossing, struct error *err)
{
    (void)err;
    const struct surface *pocket = boundary_surface(&system->boundary, crossing.partner);
    struct particle *ball = &system->balls[crossing.slot];
    prediction_update(system, crossing.slot, crossing.t);
    if (event_queue_get(system->queue, crossing.slot).partner != crossing.partner)
        return STATUS_OK; /* something else happens to the ball at this instant */
    const struct body body = body_at(system->balls, system->legs, crossing.slot);
    struct particle taken = motion_at(&system->motion, body, crossing.t);
    const struct vec2 turns = event_seam_bring_slot_back(system, crossing.slot, &taken);
    const struct vec2 place = event_seam_unwrap(system, event_centre(&taken), turns);
    event_seam_set_turns(system, crossing.slot, turns);
    struct vec2 seen = event_seam_seen(system, crossing.slot, event_centre(&taken), pocket);
    struct contact_event row = surface_pocket_row(pocket, ball->id, seen, event_velocity(&taken), crossing.t);
    row.group = system->group++;
    row.at = vec2_add(row.at, vec2_sub(place, seen));
    observer_notify(system->observer, &row);
    struct vec3 w = motion_spin(&system->motion, body, &taken);
    event_trajectory_book(system, crossing.slot, motion_loss(&system->motion, body, &taken, w), crossing.t);
    lose_energy(system, &taken, place, w);
    event_trajectory_begin(&taken, (struct vec2){0, 0});
    taken.m = HUGE_VAL;
    *ball = taken;
    event_trajectory_begin_leg(system, crossing.slot, (struct vec3){0, 0, 0});
    neighbours_remove(system->neighbours, crossing.slot);
    event_queue_set(system->queue, crossing.slot, (struct event){HUGE_VAL, EVENT_NONE, 0});
    system->taken[system->n_taken++] = (struct event_taken){taken.id, pocket->obstacle};
    return STATUS_OK;
}
