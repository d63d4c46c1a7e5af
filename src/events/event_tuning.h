#pragma once

#include <stdbool.h>

#include "events/event_queue.h"

/** What decides speed only. Zeroed: chosen by the engine. */
struct event_tuning {
    double shell; /* shell radius of neighbours_create(); HUGE_VAL: all pairs */
    double cell;  /* least size of its cells */
    enum event_queue_form queue;
    bool given_order; /* balls stored by index instead of in Hilbert order */
    bool no_vectors;  /* motion_impact() for each pair instead of the kernel */
};
