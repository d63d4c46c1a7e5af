#ifndef WRITERS_EVENT_LOG_H
#define WRITERS_EVENT_LOG_H

#include "base/output.h"
#include "physics/contact.h"

/* The collision log: a header, then one row of comma-separated values per contact that received an impulse. Cannot
 * fail; the output remembers failures. */
struct event_log {
    struct output *out; /* borrowed */
    int precision;      /* 0: shortest round trip, 1..17: significant digits */
    const char *run;    /* the run's number, written first in each row; NULL: there is only one run */
};

/** The header, `run,` first if there are several: `t,group,kind,a,b,x,y,nx,ny,u,j`. */
void event_log_begin(const struct event_log *log);

/** One row. @param event all numbers finite */
void event_log_contact(const struct event_log *log, const struct contact_event *event);

#endif
