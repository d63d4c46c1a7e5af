/* On which sides of gates a ball is whose trajectory ends. */
#include "events/event_trajectory.h"

#include "events/event_seam.h"

void event_trajectory_leave_gates(struct event_system *system, uint32_t slot, double t)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    struct particle seen;
    uint32_t count;
    const uint32_t *list = neighbours_surfaces(system->neighbours, slot, &count);
    system->thrown[slot] = false;
    for (uint32_t k = 0; k < count; k++) {
        const struct surface *gate = &system->boundary.surfaces[list[k]];
        if (gate->kind != SURFACE_GATE)
            continue;
        event_gates_leave(system->gates, slot, gate, &system->motion,
                          event_seam_seen_body(system, slot, body, t, gate, &seen), t);
    }
}
