#ifndef INTEGRATORS_SPRING_LEDGER_H
#define INTEGRATORS_SPRING_LEDGER_H

#include "base/sum.h"
#include "integrators/integrator.h"
#include "integrators/spring_contacts.h"

/*
 * The story of each contact from its first to its last force, for the event log, and the totals of a run. Reads
 * contacts and velocities, changes neither. Owns its records; spring_ledger_close() frees.
 */

/** A contact that has not ended. */
struct spring_record {
    struct spring_contact last; /* as it was when it last had a force */
    double first_speed;         /* normal relative velocity at its first moment, negative: approaching */
    double impulse;             /* so far, >= 0 */
};

struct spring_ledger {
    const struct observer *observer; /* NULL: nobody asks */
    struct spring_record *open;      /* in ascending key */
    size_t count, capacity;
    uint64_t groups;
    struct counters counters; /* its `lost` is the sum below */
    struct sum lost;
};

/** Books that the contacts' forces act for a time `weight` while the velocities go from `before` to `after`: impulse
 *  weight * force, and what the dashpots take, their force times the mean approach. false: out of memory. */
bool spring_ledger_book(struct spring_ledger *ledger, const struct spring_contacts *contacts, double weight,
                        const struct vec2 *before, const struct vec2 *after);

/** Ends a step: reports every open contact that has no force in the present state as finished at time t, opens those
 *  that are new, and looks for the largest overlap. false: out of memory. */
bool spring_ledger_settle(struct spring_ledger *ledger, const struct spring_contacts *contacts, double t,
                          const struct vec2 *now);

void spring_ledger_counters(const struct spring_ledger *ledger, struct counters *counters);
void spring_ledger_close(struct spring_ledger *ledger);

#endif
