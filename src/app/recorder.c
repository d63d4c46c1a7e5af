/*
 * The observers of a run: writer, event log, ledger, summary and saved state, each with its stream. They receive data
 * from the run and change none of it.
 *
 * No number that is not finite reaches a stream. The caller checks frames and ledger rows before it passes them on.
 * Contacts are checked here, because an integrator reports them in the middle of a step. The first contact that is not
 * finite ends the log, and the run ends as soon as the integrator returns.
 */
#include "app/recorder.h"

#include <math.h>
#include <stdlib.h>

#include "app/ball_list.h"
#include "base/mem.h"
#include "out/row.h"

/** The headers of the tables. In a batch they depend on the first run. */
static void begin_tables(struct recorder *recorder)
{
    struct run_member *member = recorder->plan->member;
    const struct writer_ops *format = recorder->plan->format;
    struct output *summary = recorder->streams.output[STREAM_SUMMARY];
    if (!member && summary && recorder->plan->columns)
        outcome_write_header(summary, recorder->plan->columns, false);
    if (member && !member->begins)
        return;
    if (recorder->writer.out && format->begin)
        format->begin(&recorder->writer);
    if (recorder->event_log.out)
        event_log_begin(&recorder->event_log);
    if (recorder->energy_log.out)
        energy_log_begin(&recorder->energy_log);
    if (member)
        member->begins = false;
}

/** Larger scenes are written without: kept texts would take half as much memory as the rest of a run. */
enum { MOST_PLACES = 1 << 16 };

/** Which balls the trajectory has, and room for the texts of those at rest. */
static enum status choose_balls(struct writer *writer, const struct run_plan *plan, struct error *err)
{
    size_t n = writer->scene->n;
    if (plan->balls) {
        enum status status = ball_list_read(plan->balls, writer->scene, &writer->balls, &writer->n_balls, err);
        if (status != STATUS_OK)
            return status;
    }
    if (n > MOST_PLACES || !streams_wanted(&plan->paths, STREAM_OUTPUT))
        return STATUS_OK;
    writer->places = mem_array(ROW_VX * n, sizeof *writer->places);
    return writer->places ? STATUS_OK : error_no_memory(err);
}

enum status recorder_open(struct recorder *recorder, const struct scene *scene, const struct run_plan *plan,
                          struct error *err)
{
    const char *run = plan->member ? plan->member->number : NULL;
    *recorder = (struct recorder){.plan = plan};
    recorder->writer = (struct writer){.scene = scene, .precision = plan->precision, .run = run};
    enum status status = outcome_open(&recorder->outcome, plan->columns, scene, plan->member, err);
    if (status == STATUS_OK)
        status = gate_counts_open(&recorder->gates, &scene->table, err);
    if (status == STATUS_OK)
        status = choose_balls(&recorder->writer, plan, err);
    if (status == STATUS_OK && !plan->member)
        status = streams_open(&plan->paths, &recorder->streams, err);
    if (status != STATUS_OK)
        return status;
    if (plan->member)
        recorder->streams = *plan->member->streams;
    recorder->streams.are_shared = plan->member;
    struct output *const *output = recorder->streams.output;
    recorder->writer.out = output[STREAM_OUTPUT];
    const struct row_log log = {.precision = plan->precision, .run = run, .rotates = scene->rotates};
    recorder->event_log = recorder->energy_log = log;
    recorder->event_log.out = output[STREAM_EVENTS];
    recorder->event_log.has_gates = table_has_gates(&scene->table);
    recorder->energy_log.out = output[STREAM_ENERGY];
    recorder->energy_log.moves = table_moves(&scene->table);
    recorder->energy_log.is_thermal = table_is_thermal(&scene->table);
    recorder->energy_log.pistons = table_pistons(&scene->table);
    begin_tables(recorder);
    return STATUS_OK;
}

void recorder_contact(struct recorder *recorder, const struct contact_event *event)
{
    bool finite = isfinite(event->t) && vec2_is_finite(event->at) && vec2_is_finite(event->n) && isfinite(event->u) &&
                  isfinite(event->j) && isfinite(event->jt) && isfinite(event->jz);
    recorder->bad_contact |= !finite;
    if (recorder->bad_contact)
        return;
    if (recorder->event_log.out)
        event_log_contact(&recorder->event_log, event);
    gate_counts_note(&recorder->gates, event);
    if (recorder->outcome.has_contacts)
        outcome_note(&recorder->outcome, event);
}

static void put_frame(struct recorder *recorder, const struct world *world)
{
    if (recorder->writer.out)
        recorder->plan->format->frame(&recorder->writer, world);
    recorder->writer.frames++;
}

enum status recorder_frame(struct recorder *recorder, const struct world *world, struct error *err)
{
    if (!recorder->plan->only_last)
        put_frame(recorder, world);
    return streams_status(&recorder->streams, err);
}

void recorder_last_frame(struct recorder *recorder, const struct world *world)
{
    if (recorder->plan->only_last)
        put_frame(recorder, world);
}

void recorder_save(struct recorder *recorder, struct session *session)
{
    session_save(session, recorder->streams.output[STREAM_SAVE]);
    if (recorder->plan->member)
        recorder->plan->member->saved = true;
}

bool recorder_summary(struct recorder *recorder, const struct summary *summary)
{
    bool finite = energy_log_finite(&summary->initial) && energy_log_finite(&summary->final) &&
                  isfinite(summary->counters.overlap);
    struct run_member *member = recorder->plan->member;
    struct output *out = recorder->streams.output[STREAM_SUMMARY];
    if (finite && recorder->plan->columns)
        outcome_write(out, &recorder->outcome, summary, recorder->plan->precision);
    else if (finite)
        summary_write(out, summary, recorder->plan->precision);
    else
        streams_drop(&recorder->streams, STREAM_SUMMARY);
    if (member)
        member->summarised = finite;
    return finite;
}

enum status recorder_close(struct recorder *recorder, bool complete, struct error *err)
{
    if (recorder->writer.out && recorder->plan->format->end)
        recorder->plan->format->end(&recorder->writer);
    return streams_close(&recorder->streams, complete ? 0 : STREAM_SUMMARY, recorder->plan->verbosity < 0, err);
}

void recorder_free(struct recorder *recorder)
{
    outcome_close(&recorder->outcome);
    gate_counts_close(&recorder->gates);
    free(recorder->writer.balls);
    free(recorder->writer.places);
}
