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
    system->filter = system->no_vectors ? NULL : rolling_kernel_of(&system->motion, host_has_avx2());
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
