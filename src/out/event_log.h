#pragma once

#include "contact/contact.h"
#include "out/row.h"

/* The collision log: a header, then one row per contact that received an impulse. */

/** The header, `run,` first if there are several: `t,group,kind,a,b,x,y,nx,ny,u,j`, and `jt,jz` in scenes that rotate.
 */
void event_log_begin(const struct row_log *log);

/** One row. @param event all numbers finite */
void event_log_contact(const struct row_log *log, const struct contact_event *event);
