#pragma once

#include "events/event_window.h"

/* What the tiles of a window have met, as one engine tells it: in the order of the event queue, time and then indices.
 */

/** Adds up what the tiles have counted. */
void event_merge_counts(struct event_window *window);

/** Books and reports the hits that the tiles have kept. */
void event_merge_hits(struct event_window *window);
