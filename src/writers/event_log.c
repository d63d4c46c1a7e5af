/*
 * The collision log, one row per contact. Together with the masses and the first frame it determines the whole run,
 * because the impulse j of each row, along (nx, ny), gives the changes of the velocities of a and b.
 */
#include "writers/event_log.h"

#include "writers/row.h"

void event_log_begin(const struct event_log *log)
{
    output_text(log->out, log->run ? "run," : "");
    output_text(log->out, "t,group,kind,a,b,x,y,nx,ny,u,j\n");
}

static char *put_bodies(char *end, const struct contact_event *event)
{
    const char *kind = contact_kind_name(event->kind);
    size_t length = strlen(kind);
    *end++ = ',';
    memcpy(end, kind, length);
    end = row_integer(end + length, ',', event->a);
    *end++ = ',';
    return end + number_write_i64(end, event->b);
}

void event_log_contact(const struct event_log *log, const struct contact_event *event)
{
    char *row = output_reserve(log->out, ROW_MOST_BYTES);
    char *end = row_run(row, log->run, ',');
    end += number_write(end, event->t, log->precision);
    end = row_integer(end, ',', event->group);
    end = put_bodies(end, event);
    end = row_number(end, ',', event->x, log->precision);
    end = row_number(end, ',', event->y, log->precision);
    end = row_number(end, ',', event->nx, log->precision);
    end = row_number(end, ',', event->ny, log->precision);
    end = row_number(end, ',', event->u, log->precision);
    end = row_number(end, ',', event->j, log->precision);
    *end++ = '\n';
    output_advance(log->out, (size_t)(end - row));
}
