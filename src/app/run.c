/*
 * One run: a frame clock, a session, and those who watch it: writer, logs, summary.
 *
 * The frame clock counts steps, never seconds: a frame falls on each multiple of `every`, whatever the first step is,
 * so that a run continued from a saved state writes exactly the frames that the uninterrupted run would have written.
 *
 * Between frames the session goes on in slices, and progress and failing outputs are handled between slices. If a slice
 * fails, the summary reports the step at which it began.
 *
 * A frame, a ledger row or a contact with a number that is not finite is not written, and the run ends with
 * STATUS_FAILED after the last good frame (recorder.c).
 */
#include "app/run.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "app/recorder.h"
#include "app/report.h"
#include "base/clock.h"
#include "host/host.h"
#include "integrators/integrator.h"

struct run {
    struct session *session;
    const struct scene *scene; /* its own, */
    const struct world *world; /* and its world */
    const struct run_plan *plan;
    struct recorder recorder;
    struct progress progress;
    struct energy_row initial;
    uint64_t last;  /* step */
    double started; /* wall clock, seconds */
    bool met;       /* the scene's stop has come */
};

static bool stopped(const struct run *run)
{
    return run->plan->stop && *run->plan->stop;
}

/* ---- frames ---- */

static enum status fail_overflow(const struct run *run, const char *what, struct error *err)
{
    return session_fail(run->session, what, "no longer a finite number", err);
}

static enum status write_energy(struct run *run, struct error *err)
{
    const struct energy_row row = session_energy(run->session);
    if (!energy_log_finite(&row))
        return fail_overflow(run, "the energy or momentum", err);
    energy_log_row(&run->recorder.energy_log, &row);
    return STATUS_OK;
}

static enum status write_frame(struct run *run, struct error *err)
{
    enum status status = session_check(run->session, err);
    if (status == STATUS_OK && run->recorder.energy_log.out)
        status = write_energy(run, err);
    return status == STATUS_OK ? recorder_frame(&run->recorder, run->world, err) : status;
}

/* ---- saving ---- */

/** A save that a later one will replace. */
static enum status save_meanwhile(struct run *run, struct error *err)
{
    enum status status = session_check(run->session, err);
    if (status != STATUS_OK)
        return status;
    recorder_save(&run->recorder, run->session);
    return streams_renew(&run->recorder.streams, &run->plan->paths, STREAM_SAVE, err);
}

static void on_contact(void *context, const struct contact_event *event)
{
    recorder_contact(context, event);
}

/* ---- time ---- */

static uint64_t contacts_of(const struct run *run)
{
    const struct counters *counters = session_counters(run->session);
    return counters->ball + counters->surface;
}

static enum status advance_slice(struct run *run, uint64_t target, struct error *err)
{
    enum status status = session_slice(run->session, target, err);
    if (status == STATUS_OK && run->recorder.bad_contact)
        status = fail_overflow(run, "a contact", err);
    if (status == STATUS_OK && run->recorder.outcome.no_memory)
        status = error_no_memory(err);
    return status;
}

static enum status advance_to(struct run *run, uint64_t target, struct error *err)
{
    enum status status = STATUS_OK;
    while (status == STATUS_OK && run->world->step < target && !stopped(run)) {
        status = advance_slice(run, target, err);
        progress_update(&run->progress, run->world->step, contacts_of(run));
        if (status == STATUS_OK)
            status = streams_status(&run->recorder.streams, err);
    }
    return status;
}

/** The next multiple of `every` after `step`, but not beyond `limit`; every = 0: there is none. */
static uint64_t next_multiple(uint64_t step, uint64_t every, uint64_t limit)
{
    uint64_t distance = every ? every - step % every : limit - step;
    return distance < limit - step ? step + distance : limit;
}

/** What falls on the present step: a frame, a save, both or nothing. The last save is finish()'s. */
static enum status output_step(struct run *run, struct error *err)
{
    uint64_t step = run->world->step, save_every = run->plan->save_every;
    bool frame = step % run->scene->every == 0;
    enum status status = frame ? write_frame(run, err) : STATUS_OK;
    run->met = frame && status == STATUS_OK && session_meets_stop(run->session);
    bool save = save_every && step % save_every == 0 && step > session_first_step(run->session) && step < run->last;
    return status == STATUS_OK && save ? save_meanwhile(run, err) : status;
}

/** All frames from the first step to the last, or to a stop. */
static enum status run_frames(struct run *run, struct error *err)
{
    for (;;) {
        enum status status = output_step(run, err);
        uint64_t step = run->world->step;
        if (status != STATUS_OK || run->met || step == run->last || stopped(run))
            return status;
        uint64_t target = next_multiple(step, run->scene->every, run->last);
        status = advance_to(run, next_multiple(step, run->plan->save_every, target), err);
        if (status != STATUS_OK || stopped(run))
            return status;
    }
}

/* ---- beginning and end ---- */

/** Nothing is written, and no file opened, before everything else has succeeded. */
static enum status begin(struct run *run, struct error *err)
{
    const char *const *path = run->plan->paths.path;
    const bool logged = path[STREAM_EVENTS] || path[STREAM_ENERGY] ||
                        (run->plan->columns && outcome_needs_contacts(run->plan->columns)) ||
                        (path[STREAM_SUMMARY] && table_has_gates(&run->scene->table));
    const struct session_watch watch = {
        .contact = logged ? on_contact : NULL,
        .context = &run->recorder,
        .stop = run->plan->stop,
        .threads = (size_t)run->plan->threads,
        .sums_losses = path[STREAM_ENERGY] || path[STREAM_SUMMARY],
        .sums_impulses = path[STREAM_ENERGY],
        .saves = path[STREAM_SAVE],
    };
    enum status status = session_start(run->session, &watch, err);
    if (status != STATUS_OK)
        return status;
    run->initial = session_energy(run->session);
    return recorder_open(&run->recorder, run->scene, run->plan, err);
}

/** The counters belong to the world, whose step an integrator that failed may have passed; whether it collapsed, only
 *  its own know. */
static enum summary_ended ended(const struct run *run, enum status status)
{
    if (status != STATUS_OK) {
        const struct counters counters = session_engine_counters(run->session);
        return counters.crushed ? SUMMARY_CRUSHED : counters.collapsed ? SUMMARY_COLLAPSE : SUMMARY_FAILED;
    }
    if (run->met)
        return session_has_stopped(run->session) ? SUMMARY_STOP : SUMMARY_RANGE;
    return run->world->step == run->last ? SUMMARY_COMPLETE : SUMMARY_SIGNAL;
}

/** The exit status that the run would have had alone: of what ended it, 128 + N after signal N. */
static int exit_status(const struct run *run, enum status status)
{
    if (ended(run, status) != SUMMARY_SIGNAL)
        return (int)status;
    int number = *run->plan->stop;
    return host_signal_is_cpu(number) ? (int)STATUS_LIMIT : 128 + number;
}

/** A summary cannot hold numbers that are not finite: without it the run has failed. */
static enum status write_summary(struct run *run, enum status status, struct error *err)
{
    struct summary summary = {
        .scene = run->scene,
        .world = run->world,
        .ended = ended(run, status),
        .initial = run->initial,
        .final = session_energy(run->session),
        .counters = *session_counters(run->session),
        .gates = &run->recorder.gates,
        .wall_s = clock_seconds() - run->started,
        .run = run->plan->member ? run->plan->member->number : NULL,
        .status = exit_status(run, status),
    };
    if (recorder_summary(&run->recorder, &summary) || status != STATUS_OK)
        return status;
    return fail_overflow(
        run, isfinite(summary.counters.overlap) ? "the energy or momentum" : "the largest relative overlap", err);
}

/** After a failure there is no state worth saving, and after a stop within a step none that belongs to a step. */
static void save_or_drop(struct run *run, enum status status)
{
    if (status == STATUS_OK && !session_is_ahead(run->session)) {
        recorder_save(&run->recorder, run->session);
        return;
    }
    streams_drop(&run->recorder.streams, STREAM_SAVE);
    if (status == STATUS_OK)
        report_warning(run->plan, "the run was stopped within a step; that state is not saved");
}

/** Completes all streams; after a failed output nothing is worth completing. */
static enum status finish(struct run *run, enum status status, struct error *err)
{
    struct streams *streams = &run->recorder.streams;
    if (status == STATUS_OUTPUT) {
        streams_abandon(streams);
        return status;
    }
    if (streams->output[STREAM_SUMMARY])
        status = write_summary(run, status, err);
    if (streams->output[STREAM_SAVE])
        save_or_drop(run, status);
    struct error close_error;
    enum summary_ended end = ended(run, status);
    bool complete = end == SUMMARY_COMPLETE || end == SUMMARY_STOP || end == SUMMARY_RANGE;
    if (complete)
        recorder_last_frame(&run->recorder, run->world);
    if (run->plan->member)
        run->plan->member->is_cut = end == SUMMARY_SIGNAL;
    if (recorder_close(&run->recorder, complete, &close_error) == STATUS_OK)
        return status;
    *err = close_error;
    return STATUS_OUTPUT;
}

static void report_result(const struct run *run)
{
    unsigned long long frames = run->recorder.writer.frames, contacts = contacts_of(run);
    char threads[INTEGRATOR_MAX_THREADS_TEXT];
    if (run->plan->verbosity < 1)
        return;
    if (session_threads(run->session, threads))
        report_line(run->plan, "%s", threads);
    report_line(run->plan, "%s: step %llu of %llu, %llu frame%s, %llu contact%s, %.3f s", run->scene->integrator,
                (unsigned long long)run->world->step, (unsigned long long)run->last, frames, frames == 1 ? "" : "s",
                contacts, contacts == 1 ? "" : "s", clock_seconds() - run->started);
}

enum progress_when run_progress(const struct run_plan *plan)
{
    const char *path = plan->paths.path[STREAM_OUTPUT];
    if (plan->progress != PROGRESS_AUTO)
        return plan->progress;
    bool on_screen = path[0] == '-' && path[1] == '\0' && isatty(STDOUT_FILENO);
    return plan->verbosity < 0 || on_screen ? PROGRESS_NEVER : PROGRESS_AUTO;
}

enum status run_session(struct session *session, const struct run_plan *plan, struct error *err)
{
    const struct scene *scene = session_scene(session);
    const struct world *world = session_world(session);
    struct run run = {
        .session = session,
        .scene = scene,
        .world = world,
        .plan = plan,
        .last = session_last_step(session),
        .started = clock_seconds(),
    };
    enum status status = begin(&run, err);
    if (status == STATUS_OK) {
        const bool stop_is_told = report_before(scene, world, plan);
        progress_start(&run.progress, run_progress(plan), session_first_step(session), run.last);
        status = run_frames(&run, err);
        if (status == STATUS_OK)
            status = session_check(session, err);
        progress_finish(&run.progress, world->step, contacts_of(&run));
        report_after(scene, world, plan, session_counters(session));
        if (scene->stop.kind != SCENE_STOP_NONE && !stop_is_told && ended(&run, status) == SUMMARY_COMPLETE)
            report_after_unmet_stop(scene, world, plan);
        if (plan->columns)
            report_columns(plan, &run.recorder.outcome, scene);
        status = finish(&run, status, err);
        report_result(&run);
    }
    recorder_free(&run.recorder);
    return status;
}
