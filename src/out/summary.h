#pragma once

#include "base/output.h"
#include "given/scene.h"
#include "measure/counters.h"
#include "out/energy_log.h"
#include "out/gate_counts.h"

/** Why a run came to its end. */
enum summary_ended {
    SUMMARY_COMPLETE, /* all steps were made */
    SUMMARY_STOP,     /* the scene's `stop` was met */
    SUMMARY_RANGE,    /* a wall with a mass has been outside its range */
    SUMMARY_COLLAPSE, /* inelastic collapse */
    SUMMARY_CRUSHED,  /* surfaces that move have left balls no room */
    SUMMARY_FAILED,   /* any other failure */
    SUMMARY_SIGNAL    /* asked to stop from outside */
};

/** The whole run in one line of JSON. All numbers finite. */
struct summary {
    const struct scene *scene; /* borrowed: title, laws, steps wanted, overrides */
    const struct world *world; /* borrowed: the balls that pockets took */
    enum summary_ended ended;
    struct energy_row initial, final;
    struct counters counters;
    const struct gate_counts *gates; /* borrowed; NULL: the scene has none */
    double wall_s;                   /* seconds of wall-clock time; written to six digits */
    const char *run;                 /* the run's number, written first, and next ... */
    int status;                      /* ... its exit status; run NULL: there is only one, both are left out */
};

/** Writes the line. `drift` is (final + lost - initial) / initial, and 0 when there was no energy;
 *  where walls move or have a temperature their work and heat are taken off, and the largest of the three divides.
 *  @param precision 0: shortest round trip, 1..17: significant digits */
void summary_write(struct output *out, const struct summary *summary, int precision);

/** Path of the i-th value of the line, such as "energy.lost"; NULL: there are no more. "set" and "gates" are no
 *  columns. */
const char *summary_path(size_t i);

/** The i-th value as a field of a table of commas: as in the line, but texts without their quotes, lists joined by
 *  blanks, and null empty. */
void summary_write_value(struct output *out, const struct summary *summary, size_t i, int precision);

/** Whether an override of the run has that path. */
bool summary_has_set(const struct scene *scene, const char *path);

/** Likewise what the run's last override of that path set; empty: there is none. */
void summary_write_set(struct output *out, const struct summary *summary, const char *path);

/** The line of a run of which there is nothing to tell but its status. */
void summary_write_status(struct output *out, const char *run, enum status status);
