/* Crossings of gates, counted from the rows that the event log has of them: an impulse tells a ball that was thrown
 * back, the sign of u the way of one that passed. */
#include "out/gate_counts.h"

#include <stdlib.h>

#include "base/mem.h"

enum status gate_counts_open(struct gate_counts *gates, const struct table *table, struct error *err)
{
    *gates = (struct gate_counts){.table = table};
    if (!table_has_gates(table))
        return STATUS_OK;
    gates->counts = mem_array(table->n_obstacles, sizeof *gates->counts);
    return gates->counts ? STATUS_OK : error_no_memory(err);
}

void gate_counts_close(struct gate_counts *gates)
{
    free(gates->counts);
}

void gate_counts_note(struct gate_counts *gates, const struct contact_event *event)
{
    if (event->kind != CONTACT_GATE || !gates->counts)
        return;
    const enum gate_count count = event->j != 0 ? GATE_COUNT_HELD : event->u > 0 ? GATE_COUNT_LEFT : GATE_COUNT_RIGHT;
    gates->counts[event->b][count]++;
}
