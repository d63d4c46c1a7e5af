#ifndef PHYSICS_CONTACT_H
#define PHYSICS_CONTACT_H

#include <stdint.h>

/* The vocabulary of contacts: who touches whom, and what a finished contact tells the event log. */

/** Names of the event log's `kind`; the walls are x = 0, x = width, y = 0, y = height. */
enum contact_kind { CONTACT_BALL, CONTACT_LEFT, CONTACT_RIGHT, CONTACT_BOTTOM, CONTACT_TOP };

/** "ball", "left", "right", "bottom", "top". */
const char *contact_kind_name(enum contact_kind kind);

/** One row of the event log. */
struct contact_event {
    double t;       /* moment of the impulse (for springs: the contact's last moment) */
    uint64_t group; /* contacts resolved together share it; counts from 0 */
    enum contact_kind kind;
    uint32_t a;    /* ball index */
    int64_t b;     /* ball index, > a; -1: a wall */
    double x, y;   /* contact point */
    double nx, ny; /* unit normal from a to b (or into the wall) */
    double u;      /* normal relative velocity before, negative: approaching (for springs: at the first moment) */
    double j;      /* normal impulse, positive pushes apart (for springs: in total) */
};

#endif
