#pragma once

/* For the tests of `event`: a table whose collision log is kept, and checked while it is written. */

#include "lib/sim.h"

/** What a reference says of a row of the collision log. */
struct row {
    double t;
    enum contact_kind kind;
    uint32_t a;
    int64_t b;
    double x, y, u, j;
};

/** The rows of the collision log so far. */
struct contact_log {
    struct contact_event *rows;
    size_t n, capacity;
    size_t limit;                  /* rows kept at most; later ones are only counted */
    size_t pairs, pocketed, rolls; /* rows of two balls, of pockets, of slides that end */
    uint64_t groups;               /* of contacts resolved together */
    size_t pulls;                  /* rows with a negative impulse */
    double last;                   /* time of the last row */
};

/** An observer's contact(): context is a struct contact_log. */
void contact_log_contact(void *context, const struct contact_event *row);

/** Starts `event` on a table with this log. */
void contact_log_start(struct contact_log *contacts, struct sim *sim, const char *law, size_t limit);

/** Frees the rows and closes the table, whose run must have counted the contacts of the log. */
void contact_log_close(struct contact_log *contacts, struct sim *sim);
