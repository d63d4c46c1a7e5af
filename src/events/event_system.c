/* The state of the event engine, as it is opened and closed. */
#include "events/event_system.h"

#include <stdlib.h>

#include "base/mem.h"

bool event_system_open(struct event_system *system, const struct scene *scene, const struct observer *observer)
{
    system->scene = scene;
    system->observer = observer;
    if (!boundary_open(&system->boundary, &scene->table))
        return false;
    boundary_end_at(&system->boundary, scene_end(scene));
    system->size = boundary_reach(&system->boundary);
    system->motion = motion_of(scene, system->boundary.moves ? &system->boundary.courses[BOUNDARY_WALLS] : NULL);
    system->dissipates = motion_dissipates(&system->motion);
    system->is_uniform = !motion_is_accelerated(&system->motion) && !motion_keeps_legs(&system->motion);
    system->kernel = impact_kernel_of(&system->motion, host_has_avx2());
    struct motion direct = system->motion;
    direct.period = (struct period){0};
    system->direct = impact_kernel_of(&direct, host_has_avx2());
    system->filter = rolling_kernel_of(host_has_avx2());
    return true;
}

bool event_system_reserve(struct event_system *system, size_t n)
{
    const struct scene *scene = system->scene;
    const struct table *table = &scene->table;
    const struct motion *motion = &system->motion;
    return (system->balls = mem_array_aligned(n + 1, sizeof *system->balls)) && /* the last is the sentinel */
           (!table_has_pockets(table) || (system->taken = mem_array(n, sizeof *system->taken))) &&
           (!table_has_gates(table) || ((system->gates = event_gates_create(table, n)) &&
                                        (system->thrown = mem_array(n, sizeof *system->thrown)))) &&
           (!motion->period.is_any || (system->turns = mem_array(n, sizeof *system->turns))) &&
           (!motion_keeps_legs(motion) || (system->legs = mem_array_aligned(n + 1, sizeof *system->legs))) &&
           (!system->boundary.thermal || (system->kicks = mem_array(n, sizeof *system->kicks))) &&
           (!(scene->contact_time > 0) || (system->recent = mem_array(n, sizeof *system->recent)));
}

void event_system_close(struct event_system *system)
{
    boundary_close(&system->boundary);
    free(system->balls);
    free(system->taken);
    event_gates_destroy(system->gates);
    free(system->thrown);
    free(system->kicks);
    free(system->turns);
    free(system->legs);
    free(system->recent);
}

/** A place near a ball as a surface sees it, on a periodic table too. */
static struct vec2 seen_from(const struct event_system *system, uint32_t slot, struct vec2 at, struct vec2 place,
                             const struct surface *surface)
{
    if (!system->turns)
        return place;
    const struct vec2 way = vec2_sub(at, neighbours_centre(system->neighbours, slot));
    return boundary_seen_from(&system->boundary, surface, place, period_turns(&system->motion.period, way));
}

void event_system_leave_gates(struct event_system *system, uint32_t slot, double t)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    const struct vec2 at = motion_position(&system->motion, body, t);
    uint32_t count;
    const uint32_t *list = neighbours_surfaces(system->neighbours, slot, &count);
    system->thrown[slot] = false;
    for (uint32_t k = 0; k < count; k++) {
        const struct surface *gate = &system->boundary.surfaces[list[k]];
        if (gate->kind != SURFACE_GATE)
            continue;
        struct particle seen = *body.ball;
        const struct vec2 place = seen_from(system, slot, at, event_centre(&seen), gate);
        seen.x = place.x;
        seen.y = place.y;
        event_gates_leave(system->gates, slot, gate, &system->motion, (struct body){&seen, body.leg}, t);
    }
}
