/*
 * The collision log, one row per contact. Together with the masses and the first frame it determines the whole run,
 * because the impulse j of each row, along (nx, ny), gives the changes of the velocities of a and b.
 */
#include "out/event_log.h"

void event_log_begin(const struct row_log *log)
{
    output_text(log->out, log->run ? "run," : "");
    output_text(log->out, "t,group,kind,a,b,x,y,nx,ny,u,j");
    output_text(log->out, log->rotates ? ",jt,jz" : "");
    output_text(log->out, log->has_gates ? ",vx,vy\n" : "\n");
}

/** The velocity of a ball before it crosses a gate; of other rows nothing. */
static char *put_velocity(char *end, const struct contact_event *event, int precision)
{
    if (event->kind != CONTACT_GATE)
        return stpcpy(end, ",,");
    end = row_number(end, ',', event->v.x, precision);
    return row_number(end, ',', event->v.y, precision);
}

void event_log_contact(const struct row_log *log, const struct contact_event *event)
{
    const double columns[] = {event->at.x, event->at.y, event->n.x, event->n.y,
                              event->u,    event->j,    event->jt,  event->jz};
    size_t n = sizeof columns / sizeof *columns - (log->rotates ? 0 : 2);
    char *row = output_reserve(log->out, ROW_MOST_BYTES);
    char *end = row_run(row, log->run, ',');
    end += number_write(end, event->t, log->precision);
    end = row_integer(end, ',', event->group);
    *end++ = ',';
    end = stpcpy(end, contact_kind_name(event->kind));
    end = row_integer(end, ',', event->a);
    *end++ = ',';
    end += number_write_i64(end, event->b);
    for (size_t i = 0; i < n; i++)
        end = row_number(end, ',', columns[i], log->precision);
    if (log->has_gates)
        end = put_velocity(end, event, log->precision);
    *end++ = '\n';
    output_advance(log->out, (size_t)(end - row));
}
