#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/output.h"
#include "contact/contact.h"
#include "given/scene.h"
#include "out/summary.h"

/*
 * Outcomes: one row per run with the columns that the user chose, a table of commas with a header.
 *
 * A column is a path to a value of the summary ("t", "energy.lost", "set.PATH"), "status", "build", or, of a ball N by
 * its number or unique name, "balls.N.x", y, vx, vy, wx, wy, wz (at the end of the run; empty: pocketed, or without
 * rotation) or "balls.N.met": all that the ball met, in the order of the event log, as numbers of balls and kinds; of
 * a gate N "gates.N.left", right, held: how many balls it has counted.
 *
 * Ownership: outcome_open() allocates, outcome_close() frees; the scene is borrowed and must outlive it.
 */
struct outcome {
    struct outcome_column *columns;
    size_t n;
    char *names;       /* of the columns */
    bool has_contacts; /* a column tells what a ball met */
    bool no_memory;    /* for that: it misses something */
};

/** Checks how a list of columns between commas is spelt. STATUS_USAGE: with a suggestion. */
enum status outcome_check(const char *list, struct error *err);

/** True if a column of a list that is spelt well tells what a ball met, so that contacts must be watched. */
bool outcome_needs_contacts(const char *list);

/** @param list  spelt well; NULL: no columns @param batch a gate that the scene does not have leaves its column empty
 *  STATUS_USAGE: the scene has no such ball or gate; STATUS_LIMIT: out of memory; outcome_close() may follow. */
enum status outcome_open(struct outcome *outcome, const char *list, const struct scene *scene, bool batch,
                         struct error *err);
void outcome_close(struct outcome *outcome);

/** Notes a contact, in the order of the event log. */
void outcome_note(struct outcome *outcome, const struct contact_event *event);

/** How many columns the list has. */
size_t outcome_count(const char *list);

/** Makes set[i] true for each column i of the kind set.PATH that an override of the run has given. */
void outcome_note_set(const struct outcome *outcome, const struct scene *scene, bool *set);

/** The first column of the kind set.PATH that is not among `set`, to be freed by the caller; NULL: none, or out of
 *  memory. */
char *outcome_unset(const char *list, const bool *set);

/** @param batch the number of the run comes first */
void outcome_write_header(struct output *out, const char *list, bool batch);

/** The row of a run; all numbers finite. @param precision as of summary_write() */
void outcome_write(struct output *out, const struct outcome *outcome, const struct summary *summary, int precision);

/** The row of a run of a batch of which there is nothing to tell but its status. */
void outcome_write_status(struct output *out, const char *list, const char *run, enum status status);
