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
#include "integrators/event/event_engine_internal.h"

#include <math.h>

/** True if nothing happens to the ball at this instant but the crossing. Otherwise that is scheduled. */
static bool is_next(struct event_engine *engine, struct event_collision crossing)
{
    prediction_update(engine, crossing.slot, crossing.t);
    struct event next = event_queue_get(engine->queue, crossing.slot);
    return next.partner == crossing.partner;
}

/** @param place of the ball, turns included */
static void lose_energy(struct event_engine *engine, const struct particle *ball, struct vec2 place)
{
    struct vec2 v = event_velocity(ball);
    sum_add(&engine->lost, 0.5 * ball->m * vec2_dot(v, v));
    sum_add(&engine->lost, -ball->m * vec2_dot(engine->scene->gravity, place));
}

/** Reports the crossing, in the coordinates of the ball. */
static void notify(struct event_engine *engine, uint32_t slot, const struct particle *ball,
                   const struct surface *pocket, struct vec2 place)
{
    struct vec2 seen = event_system_seen(&engine->system, slot, event_centre(ball), pocket);
    struct contact_event row =
        boundary_pocketing(pocket, ball->id, seen, event_velocity(ball), ball->t + engine->epoch);
    row.group = engine->group++;
    row.at = vec2_add(row.at, vec2_sub(place, seen));
    observer_notify(engine->observer, &row);
}

void pocketing_take(struct event_engine *engine, struct event_collision crossing)
{
    const struct surface *pocket = boundary_surface(&engine->system.boundary, crossing.partner);
    struct particle *ball = &engine->system.balls[crossing.slot];
    if (!is_next(engine, crossing))
        return;
    struct particle taken = motion_at(&engine->system.motion, ball, crossing.t);
    struct vec2 place = event_centre(&taken);
    if (engine->system.turns) {
        struct vec2 turns = event_system_bring_slot_back(&engine->system, crossing.slot, &taken);
        engine->system.turns[crossing.slot] = turns;
        place = period_unwrap(&engine->system.motion.period, event_centre(&taken), turns);
    }
    notify(engine, crossing.slot, &taken, pocket, place);
    if (engine->system.motion.law == MOTION_FRICTION)
        sum_add(&engine->lost, event_friction_loss(engine, crossing.slot, crossing.t));
    lose_energy(engine, &taken, place);
    event_begin_trajectory(&taken, (struct vec2){0, 0});
    taken.m = HUGE_VAL;
    *ball = taken;
    neighbours_remove(engine->system.neighbours, crossing.slot);
    event_queue_set(engine->queue, crossing.slot, (struct event){HUGE_VAL, EVENT_NONE, 0});
    engine->taken[engine->n_taken++] = (struct event_taken){taken.id, pocket->obstacle};
}

void pocketing_store(struct event_engine *engine, struct world *world)
{
    for (size_t i = 0; i < engine->n_taken; i++)
        world_take(world, engine->taken[i].ball, engine->taken[i].obstacle);
    engine->n_taken = 0;
}
