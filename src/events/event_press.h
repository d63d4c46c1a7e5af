#pragma once

#include "events/event_hit.h"

/* Hits of bodies that accelerations press together (events/pressed_contact). */

/** A ball of which accelerations are asked. They follow the velocity: under friction the new one. */
struct event_press_ball {
    struct particle ball;
    struct leg leg;
};

/** Ball i of a hit as such a body, for which `pressed` has room.
 *  @param lasting on the cloth: after a slide that ends within a bounce, which gives no lasting pressure */
struct body event_press_body(const struct motion *motion, const struct hit *hit, int i, bool lasting,
                             struct event_press_ball *pressed);

/** Sees to bodies that may be pressed together: whether they part with another speed than restitution's.
 *  @param pressure, reach, speed_squared as for pressed_contact_parting(). True: their bounces collapse. */
bool event_press_part(const struct event_system *system, struct hit *hit, double pressure, double reach,
                      double speed_squared);
