#pragma once

#include "events/event_system.h"

/* A ball's centre meets a gate. */

/** True of a gate that not all pass. @param number of the surface */
static inline bool event_gate_may_throw(const struct event_system *system, uint32_t number)
{
    const struct surface *gate = &system->boundary.surfaces[number];
    return system->scene->table.obstacles[gate->obstacle].pass != GATE_BOTH;
}

/** A crossing that is due: counts it, or throws the ball back, tells the observer and predicts the ball anew.
 *  @param number of the surface */
void event_gate_meet(struct event_system *system, uint32_t slot, uint32_t number, double t);
