#pragma once

#include "events/event_system.h"
#include "impact/impact_law.h"

/** On the cloth: resolves a contact set once more if balls of it roll on. @param outcome of the first time */
void contact_cluster_rolling_on(struct event_system *system, struct impact_outcome *outcome);
