/*
 * Prediction: a ball's neighbours are searched with the vector kernel (broadphase/impact_kernel), which also tells how
 * many touch the ball; rare doubtful cases are decided by motion_impact() one by one, with ties going to the smaller
 * ball index. Walls count only near the rim of the table, and the time of leaving the disc is worked out only if the
 * ball will have left it before its next hit.
 *
 * Cost: one row of neighbours, about eight, per prediction.
 */
#include "integrators/event/prediction.h"

#include <math.h>

void prediction_take_earlier(const struct event_engine *engine, struct event *best, double t, uint32_t partner)
{
    if (t > best->t)
        return;
    if (t == best->t && (t == HUGE_VAL || !contact_is_ball(best->partner) ||
                         engine->balls[partner].id > engine->balls[best->partner].id))
        return;
    *best = (struct event){t, partner, engine->balls[partner].hits};
}

void prediction_singly(const struct event_engine *engine, const struct particle *ball, const uint32_t *row,
                       uint32_t size, struct event *best)
{
    for (uint32_t k = 0; k < size; k++)
        if (row[k] != engine->system.neighbours->nobody)
            prediction_take_earlier(engine, best, motion_impact(&engine->system.motion, ball, &engine->balls[row[k]]),
                                    row[k]);
}

/** The earliest hit with a surface that is near, if it comes before the best so far. */
static void search_surfaces(const struct event_engine *engine, uint32_t slot, struct event *best)
{
    uint32_t count, side;
    const uint32_t *list = neighbours_surfaces(engine->system.neighbours, slot, &count);
    for (uint32_t k = 0; k < count; k++) {
        double t = boundary_impact(&engine->system.motion, &engine->system.boundary.surfaces[list[k]],
                                   &engine->balls[slot], &side);
        if (t < best->t)
            *best = (struct event){t, contact_surface(list[k], side), 0};
    }
}

void prediction_schedule(struct event_engine *engine, uint32_t slot, struct event best, double now)
{
    const struct particle *ball = &engine->balls[slot];
    search_surfaces(engine, slot, &best);
    if (!(best.t < HUGE_VAL && neighbours_is_home(engine->system.neighbours, slot, ball, best.t))) {
        double leave = neighbours_leave_time(engine->system.neighbours, slot, ball, now);
        if (leave < best.t)
            best = (struct event){leave, EVENT_REBUILD, 0};
    }
    event_queue_set(engine->queue, slot, best);
}

void prediction(struct event_engine *engine, uint32_t slot, double now)
{
    struct event best = {HUGE_VAL, EVENT_NONE, 0};
    uint32_t size;
    const uint32_t *row = neighbours_row(engine->system.neighbours, slot, 0, &size);
    const struct particle *ball = &engine->balls[slot];
    struct impact_found found = engine->search.one(engine->balls, ball, row, size);
    prediction_adopt(engine, ball, row, size, &found, &best);
    prediction_schedule(engine, slot, best, now);
}
