/* Exact event-driven motion as an integrator: between collisions the state is known in closed form, so this
 * "integrator" has no step; it advances from event to event and states positions when it is asked for a frame. See
 * event_engine.c, where the work is done. */
#include "events/event_engine.h"

static enum status create(const struct scene *scene, const struct world *world, const struct observer *observer,
                          void **state, struct error *err)
{
    struct event_engine *engine;
    enum status status = event_engine_create(scene, world, observer, (struct event_tuning){0}, &engine, err);
    *state = engine;
    return status;
}

const struct integrator_ops integrator_event = {
    .name = "event",
    .doc = "exact, from hit to hit; dt spaces the frames",
    .supports = SCENE_TWO_SIDES | SCENE_IMPACT | SCENE_CONTACT_TIME | SCENE_NOSE | SCENE_RESTITUTION_BY_SPEED |
                SCENE_MOVING_WALLS | SCENE_THERMAL_WALLS,
    .own_clock = true,
    .create = create,
    .advance = event_engine_advance,
    .counters = event_engine_counters,
    .snapshot = event_engine_snapshot,
    .destroy = event_engine_destroy,
};
