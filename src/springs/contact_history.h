#pragma once

#include "base/vec2.h"
#include "integrators/integrator.h"
#include "springs/spring_contacts.h"

/*
 * The history of each contact from its first force to its last, for the event log, and the totals of a run. Reads
 * contacts and velocities, changes neither. Owns its records; contact_history_close() frees them.
 */

/** A contact that has not ended. */
struct contact_record {
    struct spring_contact last; /* as it was when it last had a force */
    double first_speed;         /* normal relative velocity at its first moment, negative: approaching */
    struct vec2 impulse;        /* on a, so far */
    double upwards;             /* its part along the vertical, of friction */
    struct vec2 step_impulse;   /* on a, in the stages of the present step */
    double step_work;           /* of the force against the approach, in these stages */
};

struct contact_history {
    const struct observer *observer; /* NULL: no event log */
    struct contact_records {
        struct contact_record *items; /* in ascending key */
        size_t count, capacity;
    } open, former;        /* former: those before the last renewal, whose memory the next one uses */
    bool follows;          /* there is a history: contacts are listed */
    bool staged;           /* steps have stages */
    uint64_t *groups;      /* rows in the log so far, counted on; borrowed */
    struct ledger *ledger; /* likewise */
};

/** Adds the contacts' forces over a time `weight`, in which the velocities change from `before` to `after`, or in a
 *  stage keep: the impulses, and the work of the dashpots, force times mean approach speed. false: out of memory. */
bool contact_history_accumulate(struct contact_history *history, const struct spring_contacts *contacts, double weight,
                                const struct vec2 *before, const struct vec2 *after);

/** Due at the end of a step that has had stages, each of which keeps its velocities: `after` as `before`.
 *  @param before, after the velocities before and after the step */
void contact_history_balance_stages(struct contact_history *history, const struct spring_contacts *contacts,
                                    const struct vec2 *before, const struct vec2 *after);

/** Ends a step: reports every open contact without a force in the present state as finished at time t, and opens
 * records for new contacts. false: out of memory. */
bool contact_history_renew(struct contact_history *history, const struct spring_contacts *contacts, double t,
                           const struct vec2 *now);
static inline bool contact_history_end_step(struct contact_history *history, const struct spring_contacts *contacts,
                                            double t, const struct vec2 *now)
{
    return !history->follows || contact_history_renew(history, contacts, t, now);
}

void contact_history_close(struct contact_history *history);
