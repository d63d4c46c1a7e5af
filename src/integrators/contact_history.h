#ifndef INTEGRATORS_CONTACT_HISTORY_H
#define INTEGRATORS_CONTACT_HISTORY_H

#include "base/sum.h"
#include "integrators/integrator.h"
#include "integrators/spring_contacts.h"

/*
 * The story of each contact from its first to its last force, for the event log, and the totals of a run. Reads
 * contacts and velocities, changes neither. Owns its records; contact_history_close() frees.
 */

/** A contact that has not ended. */
struct contact_record {
    struct spring_contact last; /* as it was when it last had a force */
    double first_speed;         /* normal relative velocity at its first moment, negative: approaching */
    double impulse;             /* so far, >= 0 */
};

struct contact_history {
    const struct observer *observer; /* NULL: nobody asks */
    struct contact_record *open;     /* in ascending key */
    size_t count, capacity;
    uint64_t groups;
    struct counters counters; /* its `lost` is the sum below */
    struct sum lost;
};

/** Books that the contacts' forces act for a time `weight` while the velocities go from `before` to `after`: impulse
 *  weight * force, and what the dashpots take, their force times the mean approach. false: out of memory. */
bool contact_history_accumulate(struct contact_history *history, const struct spring_contacts *contacts, double weight,
                                const struct vec2 *before, const struct vec2 *after);

/** Ends a step: reports every open contact that has no force in the present state as finished at time t, opens those
 *  that are new, and looks for the largest overlap. false: out of memory. */
bool contact_history_end_step(struct contact_history *history, const struct spring_contacts *contacts, double t,
                              const struct vec2 *now);

void contact_history_counters(const struct contact_history *history, struct counters *counters);
void contact_history_close(struct contact_history *history);

#endif
