/* The ledger: what the balls have, what overlaps and gravity store, what contacts have taken, and the sum, which only
 * the integrator's error changes. */
#include "out/energy_log.h"

#include <math.h>

void energy_log_begin(const struct row_log *log)
{
    output_text(log->out, log->run ? "run," : "");
    output_text(log->out, "step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop");
    output_text(log->out, log->rotates ? ",rotation" : "");
    output_text(log->out, log->moves ? ",work" : "");
    output_text(log->out, log->is_thermal ? ",qleft,qright,qbottom,qtop" : "");
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (log->pistons >> wall & 1) {
            const char *const names[] = {",x", table_wall_name((enum table_wall)wall), ",v",
                                         table_wall_name((enum table_wall)wall)};
            for (int i = 0; i < 4; i++)
                output_text(log->out, names[i]);
        }
    output_text(log->out, "\n");
}

static double total(const struct energy_row *row)
{
    const double heat = (row->heat[0] + row->heat[1]) + (row->heat[2] + row->heat[3]);
    return row->sums.kinetic + row->sums.rotation + row->potential + row->lost - row->work - heat;
}

void energy_log_row(const struct row_log *log, const struct energy_row *row)
{
    const struct diagnostics *sums = &row->sums;
    const double columns[] = {
        row->t,   sums->kinetic, row->potential, row->lost,    total(row),   sums->px,     sums->py,
        sums->lz, row->virial,   row->wall[0],   row->wall[1], row->wall[2], row->wall[3], sums->rotation,
    };
    size_t n = sizeof columns / sizeof *columns - !log->rotates; /* without the last, rotation */
    char *text = output_reserve(log->out, ROW_MOST_BYTES);
    char *end = row_run(text, log->run, ',');
    end += number_write_u64(end, row->step);
    for (size_t i = 0; i < n; i++)
        end = row_number(end, ',', columns[i], log->precision);
    if (log->moves)
        end = row_number(end, ',', row->work, log->precision);
    for (size_t i = 0; log->is_thermal && i < 4; i++)
        end = row_number(end, ',', row->heat[i], log->precision);
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (log->pistons >> wall & 1) {
            end = row_number(end, ',', row->piston[wall].x, log->precision);
            end = row_number(end, ',', row->piston[wall].v, log->precision);
        }
    *end++ = '\n';
    output_advance(log->out, (size_t)(end - text));
}

bool energy_log_finite(const struct energy_row *row)
{
    const struct diagnostics *sums = &row->sums;
    return isfinite(total(row)) && isfinite(sums->px) && isfinite(sums->py) && isfinite(sums->lz) &&
           isfinite(row->virial) && isfinite(row->wall[0] + row->wall[1]) && isfinite(row->wall[2] + row->wall[3]);
}
