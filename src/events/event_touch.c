#include "events/event_touch.h"

#include <math.h>

#include "events/event_pistons.h"

double event_touch_gap(const struct event_system *system, uint32_t slot, const struct particle *ball, uint32_t body)
{
    const struct boundary *boundary = &system->boundary;
    const struct event_piston *piston = event_pistons_find(system, body);
    if (piston)
        return event_pistons_gap(piston, ball, ball->t);
    if (boundary_is_thermal(boundary, body))
        return HUGE_VAL;
    const struct vec2 seen = event_seam_seen_by(system, slot, event_centre(ball), body, ball->t);
    return boundary_gap(boundary_surface(boundary, body), contact_side(body), seen, ball->r);
}

unsigned event_touch_acting(const struct event_system *system, uint32_t slot, const struct particle *ball,
                            uint32_t number)
{
    const double most = CONTACT_TOUCHING * ball->r;
    const bool first = event_touch_gap(system, slot, ball, contact_surface(number, 0)) <= most,
               second = event_touch_gap(system, slot, ball, contact_surface(number, 1)) <= most;
    return (unsigned)first | (unsigned)second << 1;
}
