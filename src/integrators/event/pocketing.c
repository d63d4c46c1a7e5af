/*
 * A pocket takes a ball at the moment at which the ball's centre crosses the rim inwards, a time of impact like that
 * with any surface (physics/boundary). The ball then stays in memory as a fixed ball without neighbours: its event is
 * "none", its changed collision counter invalidates what others had predicted with it, and its region is removed from
 * cells or lists, so that no later search finds it.
 *
 * At equal times pockets come last. In a ball's own search this follows from the order of the surfaces. An event at the
 * same instant that a partner holds is found by one more search, which is affordable because a ball is taken only once.
 *
 * The ball's kinetic energy and its potential energy in the field count as lost.
 */
#include "integrators/event/pocketing.h"

#include <math.h>

#include "integrators/event/prediction.h"

/** True if nothing happens to the ball at this instant but the crossing. Otherwise that is scheduled. */
static bool is_next(struct event_system *system, struct event_collision crossing)
{
    prediction_update(system, crossing.slot, crossing.t);
    struct event next = event_queue_get(system->queue, crossing.slot);
    return next.partner == crossing.partner;
}

/** @param place of the ball, turns included @param w its spin */
static void lose_energy(struct event_system *system, const struct particle *ball, struct vec2 place, struct vec3 w)
{
    struct vec2 v = event_velocity(ball);
    sum_add(&system->lost, 0.5 * ball->m * vec2_dot(v, v));
    if (event_system_rotates(system))
        sum_add(&system->lost, motion_rotation_energy(&system->motion, ball, w));
    sum_add(&system->lost, -ball->m * vec2_dot(system->scene->gravity, place));
}

/** Reports the crossing, in the coordinates of the ball. */
static void notify(struct event_system *system, uint32_t slot, const struct particle *ball,
                   const struct surface *pocket, struct vec2 place)
{
    struct vec2 seen = event_system_seen(system, slot, event_centre(ball), pocket);
    struct contact_event row = boundary_pocketing(pocket, ball->id, seen, event_velocity(ball), ball->t);
    row.group = system->group++;
    row.at = vec2_add(row.at, vec2_sub(place, seen));
    observer_notify(system->observer, &row);
}

void pocketing_take(struct event_system *system, struct event_collision crossing)
{
    const struct surface *pocket = boundary_surface(&system->boundary, crossing.partner);
    struct particle *ball = &system->balls[crossing.slot];
    if (!is_next(system, crossing))
        return;
    struct particle taken = motion_at(&system->motion, ball, crossing.t);
    struct vec2 place = event_centre(&taken);
    if (system->turns) {
        struct vec2 turns = event_system_bring_slot_back(system, crossing.slot, &taken);
        system->turns[crossing.slot] = turns;
        place = period_unwrap(&system->motion.period, event_centre(&taken), turns);
    }
    notify(system, crossing.slot, &taken, pocket, place);
    struct vec3 w = motion_spin(&system->motion, ball, crossing.t);
    sum_add(&system->lost, motion_loss(&system->motion, ball, crossing.t));
    lose_energy(system, &taken, place, w);
    if (event_system_rotates(system))
        system->motion.w[taken.id] = (struct vec3){0, 0, 0};
    event_system_begin_trajectory(&taken, (struct vec2){0, 0});
    taken.m = HUGE_VAL;
    *ball = taken;
    neighbours_remove(system->neighbours, crossing.slot);
    event_queue_set(system->queue, crossing.slot, (struct event){HUGE_VAL, EVENT_NONE, 0});
    system->taken[system->n_taken++] = (struct event_taken){taken.id, pocket->obstacle};
}

void pocketing_store(struct event_system *system, struct world *world)
{
    for (size_t i = 0; i < system->n_taken; i++)
        world_take(world, system->taken[i].ball, system->taken[i].obstacle);
    system->n_taken = 0;
}
