#pragma once

#include "impact/compliant/impact_process.h"

/* Where contacts open and close in the course of a compliant impact. */

/** Opens and closes the contacts that have come to the border, as impact_process_observe() has seen them.
 *  @return true: some have, so that the rates are no longer those of the state */
bool impact_switching_update(struct impact_process *process);

/** After a step: contacts that have opened or closed since the one before may do so again. */
void impact_switching_allow(struct impact_process *process);

/** True if no contact is pressed. */
bool impact_switching_is_all_open(const struct impact_process *process);

/** True if what pressed contacts can still do is negligible and no open one approaches by more: the end of a wedged
 * chain whose motion dies away. */
bool impact_switching_is_drained(const struct impact_process *process);

/** All contacts are open: moves straight on to the next closing. false: there is none. */
bool impact_switching_drift(struct impact_process *process);

/** Time in which the contact opens or closes at its present rate; HUGE_VAL: it moves away from that. */
double impact_switching_wait(const struct impact_spring *spring);

/** Part of the step just tried after which the first contact but the clock's own opens or closes, about; 1: none does.
 */
double impact_switching_first_crossing(struct impact_process *process);
