#pragma once

#include "base/error.h"
#include "contact/contact.h"

/* How many balls have crossed each gate of a scene since the run began, counted from the rows of the event log. */

/** What a gate counts, in the order of the summary. */
enum gate_count { GATE_COUNT_LEFT, GATE_COUNT_RIGHT, GATE_COUNT_HELD, GATE_COUNTS };

/** "left": crossings to the left; "right"; "held": balls that were thrown back. */
static inline const char *gate_count_name(enum gate_count count)
{
    static const char *const names[GATE_COUNTS] = {"left", "right", "held"};
    return names[count];
}

struct gate_counts {
    const struct table *table;       /* borrowed */
    uint64_t (*counts)[GATE_COUNTS]; /* by obstacle; NULL: the table has no gates */
};

/** All are 0. STATUS_LIMIT: out of memory. gate_counts_close() frees, and accepts what is zeroed. */
enum status gate_counts_open(struct gate_counts *gates, const struct table *table, struct error *err);
void gate_counts_close(struct gate_counts *gates);

/** Counts a row of a gate; others do not matter. */
void gate_counts_note(struct gate_counts *gates, const struct contact_event *event);
