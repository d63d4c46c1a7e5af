/*
 * One run: a frame clock, an integrator, and those who watch: writer, logs, summary.
 *
 * The frame clock counts steps, never seconds: a frame falls on each multiple of `every`, whatever the first step is,
 * so that a run continued from a saved state writes exactly the frames that the uninterrupted run would have written.
 *
 * Between frames the integrator is called in slices that take some hundredths of a second, and progress and failing
 * outputs are handled between slices. The integrator gives the same bits however time is sliced. If an integrator with
 * a state of its own fails within a slice, the world stays where the slice began, and the summary reports that step. So
 * that it is the same step in every run, slices are measured in work, not in wall time.
 *
 * A frame, a ledger row or a contact with a number that is not finite is not written, and the run ends with
 * STATUS_FAILED after the last good frame (recorder.c).
 */
#include "app/run.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "app/recorder.h"
#include "app/report.h"
#include "base/clock.h"
#include "host/host.h"
#include "integrators/integrator.h"
#include "measure/diagnostics.h"
#include "reading/scene_clock.h"

/** Work of a slice: below the first the next is sixteen times as long, above the second half as long. */
static const uint64_t SLICE_SHORT = 1 << 12, SLICE_LONG = 1 << 16;

/** In fixed steps, balls moved for each unit of work. */
static const uint64_t BALLS_MOVED = 256;

struct run {
    const struct scene *scene;
    struct world *world;
    const struct run_plan *plan;
    const struct integrator_ops *integrator;
    void *state;
    struct observer observer;
    struct recorder recorder;
    struct progress progress;
    struct energy_row initial;
    struct diagnostics_impulses impulses; /* if there is a ledger */
    struct counters counters;             /* of the state in `world` */
    struct checkpoint *checkpoint; /* room for the state to be saved; NULL: not wanted, or the world is that state */
    uint64_t first, last, slice;   /* steps */
    double started;                /* wall clock, seconds */
    bool stop_seen;                /* the contact of the scene's stop has been reported */
    bool met;                      /* the scene's stop has come */
    bool ahead;                    /* the integrator's own state is ahead of `world`, within a step */
};

static bool stopped(const struct run *run)
{
    return run->plan->stop && *run->plan->stop;
}

/* ---- frames ---- */

/** Energy stored in springs; NaN: memory has run out. */
static double stored_energy(const struct run *run)
{
    return run->integrator->potential ? run->integrator->potential(run->state) : 0;
}

static struct energy_row energy_of(const struct run *run)
{
    const struct world *world = run->world;
    const struct diagnostics_impulses *impulses = &run->impulses;
    return (struct energy_row){
        .step = world->step,
        .t = world->t,
        .sums = diagnostics_of(world, run->scene->inertia),
        .potential = stored_energy(run) + diagnostics_potential(world, run->scene->gravity),
        .lost = run->counters.lost,
        .work = run->counters.work,
        .heat = {run->counters.heat[0], run->counters.heat[1], run->counters.heat[2], run->counters.heat[3]},
        .virial = sum_value(impulses->virial),
        .wall = {sum_value(impulses->wall[0]), sum_value(impulses->wall[1]), sum_value(impulses->wall[2]),
                 sum_value(impulses->wall[3])},
    };
}

/** @param fault what is wrong with it */
static enum status fail_step(const struct run *run, const char *what, const char *fault, struct error *err)
{
    return error_set(err, STATUS_FAILED, NULL, "step %llu: %s is %s%s", (unsigned long long)run->world->step, what,
                     fault, run->integrator->steps ? "; a smaller dt may help" : "");
}

static enum status fail_overflow(const struct run *run, const char *what, struct error *err)
{
    return fail_step(run, what, "no longer a finite number", err);
}

/** All balls are where a scene may have them, and no faster, so a state that is saved can be read. */
static enum status check_balls(const struct run *run, struct error *err)
{
    const struct world *world = run->world;
    size_t i = diagnostics_first_beyond(world);
    char what[64];
    if (i == world->n)
        return STATUS_OK;
    snprintf(what, sizeof what, "the state of ball %zu", i);
    bool spins = !world->w || isfinite(vec3_dot(world->w[i], (struct vec3){1, 1, 1}));
    if (!(isfinite(world->x[i]) && isfinite(world->y[i]) && isfinite(world->vx[i]) && isfinite(world->vy[i]) && spins))
        return fail_overflow(run, what, err);
    snprintf(what, sizeof what, "ball %zu", i);
    bool turns = world->turns && world_is_far(world, i);
    return fail_step(
        run, what, turns ? "2^50 periods or more from the table" : "farther than 1e18 from 0 or faster than 1e60", err);
}

static enum status write_frame(struct run *run, struct error *err)
{
    enum status status = check_balls(run, err);
    if (status != STATUS_OK)
        return status;
    const struct energy_row row = run->recorder.energy_log.out ? energy_of(run) : (struct energy_row){0};
    if (!energy_log_finite(&row))
        return fail_overflow(run, "the energy or momentum", err);
    return recorder_frame(&run->recorder, run->world, &row, err);
}

/* ---- saving ---- */

/** The steps that a state saved at this step has before it: what is left, or, after the last step or a stop that was
 * met, as many again, or none if that many would lead beyond what a scene may have. */
static uint64_t steps_from(const struct run *run, uint64_t step)
{
    uint64_t again = run->scene->steps;
    if (step < run->last && !run->met)
        return run->last - step;
    return scene_clock_may_end(step + again, run->scene->dt) ? again : 0;
}

static void write_save(struct run *run)
{
    if (run->checkpoint)
        run->integrator->snapshot(run->state, run->checkpoint);
    recorder_save(&run->recorder, run->world, run->checkpoint, steps_from(run, run->world->step));
}

/** A save that a later one will replace. */
static enum status save_meanwhile(struct run *run, struct error *err)
{
    enum status status = check_balls(run, err);
    if (status != STATUS_OK)
        return status;
    write_save(run);
    return streams_renew(&run->recorder.streams, &run->plan->paths, STREAM_SAVE, err);
}

/* ---- the scene's stop ---- */

/** Is this the contact that the scene's stop waits for? */
static bool is_awaited(const struct scene_stop *stop, const struct contact_event *event)
{
    if (stop->kind == SCENE_STOP_GATE)
        return event->kind == CONTACT_GATE && event->j == 0 && (stop->gate < 0 || event->b == stop->gate);
    if (stop->kind == SCENE_STOP_POCKET)
        return event->kind == CONTACT_POCKET && (stop->pocket < 0 || event->b == stop->pocket);
    if (event->kind != CONTACT_BALL)
        return false;
    bool a = event->a == stop->a || event->b == (int64_t)stop->a,
         b = event->a == stop->b || event->b == (int64_t)stop->b;
    return (stop->kind == SCENE_STOP_HIT && a) || (stop->kind == SCENE_STOP_PAIR && a && b);
}

static void on_contact(void *context, const struct contact_event *event)
{
    struct run *run = context;
    run->stop_seen = run->stop_seen || is_awaited(&run->scene->stop, event);
    if (run->recorder.energy_log.out)
        diagnostics_add_contact(&run->impulses, event, run->scene->r);
    recorder_contact(&run->recorder, event);
}

/** Has the scene's stop come? Asked at frames only. A ball that a spring is about to move does not rest, whatever its
 *  velocity. */
static bool is_met(const struct run *run)
{
    const struct scene_stop *stop = &run->scene->stop;
    if (stop->kind == SCENE_STOP_REST)
        return run->counters.rest <= run->world->t && stored_energy(run) == 0;
    return run->stop_seen || (stop->kind == SCENE_STOP_HITS && run->counters.ball >= stop->hits);
}

/* ---- time ---- */

/** @param contacts that some steps have found; an integrator with a state of its own has no other work */
static void adapt_slice(struct run *run, uint64_t steps, uint64_t contacts)
{
    uint64_t work = run->integrator->own_clock ? contacts : steps * (run->world->n + 1) / BALLS_MOVED;
    if (work < SLICE_SHORT && run->slice <= steps)
        run->slice *= 16;
    else if (work > SLICE_LONG && run->slice > 1)
        run->slice /= 2;
}

/** An integrator that keeps a state of its own may end within a step, at a stop or a failure; then its counts and that
 *  state belong to a later moment than the world, and the last ones are kept. */
static enum status advance_slice(struct run *run, uint64_t steps, struct error *err)
{
    uint64_t contacts = run->counters.ball + run->counters.surface;
    uint64_t target = run->world->step + steps;
    enum status status = run->integrator->advance(run->state, run->world, target, err);
    assert(status != STATUS_OK || stopped(run) || run->world->step == target);
    run->ahead = run->integrator->own_clock && run->world->step < target;
    if (!run->ahead)
        run->integrator->counters(run->state, &run->counters);
    adapt_slice(run, steps, run->counters.ball + run->counters.surface - contacts);
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
        uint64_t left = target - run->world->step;
        status = advance_slice(run, left < run->slice ? left : run->slice, err);
        progress_update(&run->progress, run->world->step, run->counters.ball + run->counters.surface);
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
    run->met = frame && status == STATUS_OK && is_met(run);
    bool save = save_every && step % save_every == 0 && step > run->first && step < run->last;
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

static enum status make_checkpoint(struct run *run, struct error *err)
{
    if (!run->plan->paths.path[STREAM_SAVE] || !run->integrator->own_clock)
        return STATUS_OK;
    run->checkpoint = checkpoint_create(run->world);
    return run->checkpoint ? STATUS_OK : error_no_memory(err);
}

/** Nothing is written, and no file opened, before everything else has succeeded. */
static enum status begin(struct run *run, struct error *err)
{
    enum status status = make_checkpoint(run, err);
    if (status == STATUS_OK)
        status = run->integrator->create(run->scene, run->world, &run->observer, &run->state, err);
    if (status == STATUS_OK && run->integrator->use_threads)
        status = run->integrator->use_threads(run->state, (size_t)run->plan->threads, err);
    if (status != STATUS_OK)
        return status;
    run->integrator->counters(run->state, &run->counters);
    run->initial = energy_of(run);
    return recorder_open(&run->recorder, run->scene, run->plan, err);
}

/** The counters belong to the world, whose step an integrator that failed may have passed; whether it collapsed, only
 *  its own know. */
static enum summary_ended ended(const struct run *run, enum status status)
{
    struct counters counters;
    if (status != STATUS_OK) {
        run->integrator->counters(run->state, &counters);
        return counters.crushed ? SUMMARY_CRUSHED : counters.collapsed ? SUMMARY_COLLAPSE : SUMMARY_FAILED;
    }
    if (run->met)
        return SUMMARY_STOP;
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
        .final = energy_of(run),
        .counters = run->counters,
        .gates = &run->recorder.gates,
        .wall_s = clock_seconds() - run->started,
        .run = run->plan->member ? run->plan->member->number : NULL,
        .status = exit_status(run, status),
    };
    if (recorder_summary(&run->recorder, &summary) || status != STATUS_OK)
        return status;
    return fail_overflow(
        run, isfinite(run->counters.overlap) ? "the energy or momentum" : "the largest relative overlap", err);
}

/** After a failure there is no state worth saving, and after a stop within a step none that belongs to a step. */
static void save_or_drop(struct run *run, enum status status)
{
    if (status == STATUS_OK && !run->ahead) {
        write_save(run);
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
    bool complete = end == SUMMARY_COMPLETE || end == SUMMARY_STOP;
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
    unsigned long long frames = run->recorder.writer.frames, contacts = run->counters.ball + run->counters.surface;
    char threads[INTEGRATOR_MAX_THREADS_TEXT];
    if (run->plan->verbosity < 1)
        return;
    if (run->integrator->threads_used && run->integrator->threads_used(run->state, threads))
        report_line(run->plan, "%s", threads);
    report_line(run->plan, "%s: step %llu of %llu, %llu frame%s, %llu contact%s, %.3f s", run->integrator->name,
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

enum status run_scene(const struct scene *scene, struct world *world, const struct run_plan *plan, struct error *err)
{
    struct run run = {
        .scene = scene,
        .world = world,
        .plan = plan,
        .integrator = integrator_find(scene->integrator),
        .first = world->step,
        .last = world->step + scene->steps,
        .slice = 1,
        .started = clock_seconds(),
    };
    run.observer.stop = plan->stop;
    run.observer.context = &run;
    bool observed = plan->paths.path[STREAM_EVENTS] || plan->paths.path[STREAM_ENERGY] ||
                    (plan->columns && outcome_needs_contacts(plan->columns)) ||
                    (plan->paths.path[STREAM_SUMMARY] && table_has_gates(&scene->table));
    run.observer.contact = observed || scene->stop.kind >= SCENE_STOP_PAIR ? on_contact : NULL;
    run.observer.ignores_losses = !plan->paths.path[STREAM_ENERGY] && !plan->paths.path[STREAM_SUMMARY];
    enum status status = begin(&run, err);
    if (status == STATUS_OK) {
        const bool stop_is_told = report_before(scene, world, plan);
        progress_start(&run.progress, run_progress(plan), run.first, run.last);
        status = run_frames(&run, err);
        if (status == STATUS_OK)
            status = check_balls(&run, err);
        progress_finish(&run.progress, world->step, run.counters.ball + run.counters.surface);
        report_after(scene, world, plan, &run.counters);
        if (scene->stop.kind != SCENE_STOP_NONE && !stop_is_told && ended(&run, status) == SUMMARY_COMPLETE)
            report_stop_not_met(scene, world, plan);
        status = finish(&run, status, err);
        report_result(&run);
    }
    recorder_free(&run.recorder);
    run.integrator->destroy(run.state);
    checkpoint_destroy(run.checkpoint);
    return status;
}
