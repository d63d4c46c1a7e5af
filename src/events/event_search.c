/* The search for what comes next: it depends on where all balls are, and can be ended and begun anew at any time. */
#include "events/event_search.h"

#include <stdlib.h>

#include "base/mem.h"
#include "events/prediction.h"

/** Finds who is near whom. false: out of memory. */
static bool find_neighbours(struct event_system *system, const struct event_tuning *tuning, double t)
{
    const struct scene *scene = system->scene;
    const uint32_t n = (uint32_t)system->n;
    const struct motion_system balls = {
        .motion = system->motion,
        .balls = system->balls,
        .legs = system->legs,
        .n = n,
        .size = system->size,
        .among = scene->n,
    };
    system->neighbours = neighbours_create(&balls, system->boundary.n, t, tuning->shell, tuning->cell);
    if (!system->neighbours)
        return false;
    if ((scene->table.n_obstacles > 0 || system->boundary.acts) &&
        !neighbours_add_surfaces(system->neighbours, &balls, &system->boundary))
        return false;
    return !neighbours_overlap(system->neighbours) || (system->beyond = mem_array_raw(n, sizeof *system->beyond));
}

/** Leaves out balls that a pocket has taken: they are fixed, though not so in the scene. */
static void leave_out_taken(const struct event_system *system)
{
    for (uint32_t i = 0; system->taken && i < system->n; i++)
        if (motion_is_fixed(&system->balls[i]) && !scene_is_fixed(system->scene, system->balls[i].id))
            neighbours_remove(system->neighbours, i);
}

static bool predict_all(struct event_system *system, enum event_queue_form form, double t)
{
    system->queue = event_queue_create(system->n, system->balls, form);
    if (!system->queue)
        return false;
    system->queue->slots.thermal = system->boundary.thermal;
    for (uint32_t i = 0; i < system->n; i++)
        prediction_update(system, i, t);
    event_queue_start(system->queue);
    return true;
}

bool event_search_begin(struct event_system *system, const struct event_tuning *tuning, double t)
{
    if (!find_neighbours(system, tuning, t))
        return false;
    leave_out_taken(system);
    return predict_all(system, tuning->queue, t);
}

/** True if a ball's next hit, or the next in its region, is with one that has changed. Its number of collisions may be
 *  the same as before, so that the hit would not be found stale. */
static bool expects_changed(const struct event_system *system, uint32_t slot, const bool *changed)
{
    struct event next = event_queue_get(system->queue, slot);
    if (next.partner == EVENT_REBUILD && system->beyond)
        next = system->beyond[slot];
    return contact_is_ball(next.partner) && changed[next.partner];
}

bool event_search_renew(struct event_system *system, const bool *changed, double t)
{
    for (uint32_t i = 0; i < system->n; i++) {
        if (!changed[i])
            continue;
        if (!neighbours_replace(system->neighbours, i, t))
            return false;
        event_search_note_place(system, i);
    }
    for (uint32_t i = 0; i < system->n; i++)
        if (changed[i] || expects_changed(system, i, changed))
            prediction_update(system, i, t);
    return true;
}

bool event_search_looks_back(const struct event_system *system, double t)
{
    bool back = false;
    for (uint32_t i = 0; i < system->n; i++)
        back |= event_queue_get(system->queue, i).t < t;
    return back;
}

void event_search_end(struct event_system *system)
{
    event_queue_destroy(system->queue);
    neighbours_destroy(system->neighbours);
    free(system->beyond);
    system->prefetch = (struct event_prefetch){0}; /* its cursor is that of the queue */
    system->queue = NULL;
    system->neighbours = NULL;
    system->beyond = NULL;
}
