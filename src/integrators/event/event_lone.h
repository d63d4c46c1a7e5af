#ifndef INTEGRATORS_EVENT_LONE_H
#define INTEGRATORS_EVENT_LONE_H

#include "integrators/event/event_state.h"

/* Hits as they nearly always are: two balls, or a ball and a wall, and nobody else. The search for what comes next
 * tells whether a third body touches; then the hit goes to event_group. Both report the hit and schedule what follows.
 * Errors are those of event_group_hit(). */

enum status event_lone_pair(struct event_engine *engine, struct event_trigger trigger, struct error *err);
enum status event_lone_wall(struct event_engine *engine, struct event_trigger trigger, struct error *err);

#endif
