/*
 * Prediction: the next event of one ball.
 *
 * The vector kernel (broadphase/impact_kernel) searches the ball's neighbour list for the earliest impact and also
 * tells whether a ball of the list touches it; ambiguous cases are decided by motion_impact() one by one, with ties
 * going to the smaller ball index. Surfaces come after balls, in their order; only those near the ball are asked
 * (nearly always none). The time at which the list ceases to be valid is worked out only if that may come first.
 *
 * Cost: one neighbour list, about eight balls, per prediction.
 */
#include "integrators/event/prediction.h"

#include <math.h>

#include "base/min_max.h"

void prediction_take_earlier(const struct event_engine *engine, struct event *best, double t, uint32_t partner)
{
    if (t > best->t)
        return;
    if (t == best->t && (t == HUGE_VAL || !contact_is_ball(best->partner) ||
                         engine->system.balls[partner].id > engine->system.balls[best->partner].id))
        return;
    *best = (struct event){t, partner, engine->system.balls[partner].collisions};
}

/** True if two balls touch when the later of their trajectories begins. */
static bool touches(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    double t = double_max(a->t, b->t), reach = (a->r + b->r) * (1 + CONTACT_TOUCHING);
    struct vec2 d = vec2_sub(motion_position(motion, b, t), motion_position(motion, a, t));
    return vec2_dot(d, d) <= reach * reach;
}

bool prediction_singly(const struct event_engine *engine, const struct particle *ball, struct impact_list list,
                       struct event *best)
{
    const struct motion *motion = &engine->system.motion;
    bool touching = false;
    for (uint32_t k = 0; k < list.count; k++) {
        const struct particle *other = &engine->system.balls[list.slots[k]];
        if (other->x != other->x) /* padding or masked */
            continue;
        touching |= touches(motion, ball, other);
        if (!motion_passes(motion, ball, other, best->t))
            prediction_take_earlier(engine, best, motion_impact(motion, ball, other), list.slots[k]);
    }
    return touching;
}

/** The earliest impact with a surface of a list, if it comes before the best so far. */
static void search_surfaces(const struct event_engine *engine, uint32_t slot, const uint32_t *list, uint32_t count,
                            struct event *best)
{
    uint32_t side;
    for (uint32_t k = 0; k < count; k++) {
        double t = boundary_impact(&engine->system.motion, &engine->system.boundary.surfaces[list[k]],
                                   &engine->system.balls[slot], &side);
        if (t < best->t)
            *best = (struct event){t, contact_surface(list[k], side), 0};
    }
}

void prediction_schedule(struct event_engine *engine, uint32_t slot, struct event best, double now)
{
    const struct particle *ball = &engine->system.balls[slot];
    uint32_t count;
    const uint32_t *surfaces = neighbours_surfaces(engine->system.neighbours, slot, &count);
    if (count > 0)
        search_surfaces(engine, slot, surfaces, count, &best);
    if (!(best.t < HUGE_VAL && neighbours_stay_valid(engine->system.neighbours, slot, ball, best.t))) {
        double leave = neighbours_exit_time(engine->system.neighbours, slot, ball, now);
        if (leave < best.t)
            best = (struct event){leave, EVENT_REBUILD, 0};
    }
    event_queue_set(engine->queue, slot, best);
}

void prediction_update(struct event_engine *engine, uint32_t slot, double now)
{
    struct event best = {HUGE_VAL, EVENT_NONE, 0};
    struct impact_list list;
    const struct particle *ball = &engine->system.balls[slot];
    if (ball->m == HUGE_VAL) { /* others predict their impacts with a fixed ball */
        event_queue_set(engine->queue, slot, best);
        return;
    }
    list.slots = neighbours_list(engine->system.neighbours, slot, 0, &list.count);
    struct impact_found found = engine->kernel.one(&engine->system.motion, engine->system.balls, ball, list);
    prediction_adopt(engine, ball, list, &found, &best);
    prediction_schedule(engine, slot, best, now);
}
