#pragma once

#include "events/prediction.h"

/* Which surfaces touch a ball that has arrived: no other part asks. A wall with a temperature is nothing that touches;
 * a wall with a mass is where its trajectory is. */

/** Gap of an arrived ball to the side of a surface, whatever that does; HUGE_VAL: nothing touches there. */
double event_touch_gap(const struct event_system *system, uint32_t slot, const struct particle *ball, uint32_t body);

/** Bit k: side k of a surface, by its number, that moves, has a temperature or a mass touches an arrived ball. */
unsigned event_touch_acting(const struct event_system *system, uint32_t slot, const struct particle *ball,
                            uint32_t number);

/** True if a surface touches an arrived ball, other than `partner`. */
ALWAYS_INLINE bool event_touch_surfaces(const struct event_system *system, uint32_t slot, const struct particle *ball,
                                        uint32_t partner)
{
    uint32_t count;
    unsigned touching = 0;
    const uint32_t *list = neighbours_surfaces(system->neighbours, slot, &count);
    if (count == 0 || (contact_is_ball(partner) && prediction_is_clear(system, ball, ball->t)))
        return false;
    if (!system->neighbours->surfaces) {
        touching = boundary_touching_edge(&system->boundary, event_centre(ball), ball->r);
        return contact_is_ball(partner) ? touching : touching & ~(1u << (partner - CONTACT_SURFACE));
    }
    for (uint32_t k = 0; k < count; k++) {
        const struct surface *surface = &system->boundary.surfaces[list[k]];
        struct vec2 seen = event_seam_seen(system, slot, event_centre(ball), surface);
        unsigned sides = __builtin_expect(surface->acts, 0) ? event_touch_acting(system, slot, ball, list[k])
                                                            : boundary_touching(surface, seen, ball->r);
        bool is_partner = (partner ^ contact_surface(list[k], 0)) <= 1;
        touching |= is_partner ? sides & ~(1u << contact_side(partner)) : sides;
    }
    return touching != 0;
}
