/*
 * A batch: threads that take lines and make each a run.
 *
 * The work that costs a process more than a run is done once: reading and parsing the scene, opening and closing files.
 * All threads load their scenes from one template (reading/scene_load.h); each has outputs of its own. Scene, world and
 * integrator are created anew for each run, so that nothing can be left over from the run before. For a break of 16
 * balls this is a quarter of the run's time, in memory that the allocator reuses.
 *
 * batch_order puts the bytes of the runs into the order of the lines. They are written after each run that takes longer
 * than write(2), and before a thread waits for a line. So results appear while lines are still being written, and the
 * bytes are the same for any number of threads.
 *
 * A stop ends the runs in progress, each after its frame. The output is then the beginning of what all lines would have
 * given: everything up to the first run that was interrupted.
 */
#include "app/batch.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/batch_line.h"
#include "app/batch_order.h"
#include "app/recorder.h"
#include "app/report.h"
#include "base/clock.h"
#include "base/input.h"
#include "base/lines.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/output.h"
#include "base/quote.h"
#include "base/thread_pool.h"
#include "host/host.h"
#include "out/outcome.h"
#include "out/summary.h"

enum { PLACES_PER_THREAD = 16 };

/** Wall time, in seconds, from which on the bytes of a run are written at its end. */
static const double LONG_RUN = 0.001;

/** Tables begin with the first run whose scene is accepted, and take others only if they have the same columns: those
 *  of rotation or not, and, where each ball has its own, as many balls. */
struct columns {
    atomic_bool known;               /* from the start, if there are no tables; the others are set before */
    bool rotates, moves, is_thermal; /* the last two: of the ledger */
    bool has_gates;                  /* of the event log */
    unsigned pistons;                /* of the ledger: which walls have a mass */
    size_t n_balls;
    uint64_t run;
};

struct batch {
    const struct batch_plan *plan;
    struct batch_order *order;
    struct columns columns;
    struct run_tally tally;
    struct host_lock *lock; /* of all that follows */
    struct lines *lines;
    char name[QUOTE_MAX_TEXT]; /* of the lines, for messages */
    uint64_t skip;             /* runs to be left out that have not come yet */
    uint64_t begun;            /* runs that were not left out */
    bool no_memory;            /* for a line */
    bool is_scene;             /* the first line begins as a scene does */
    enum status worst;         /* of all runs */
    uint64_t written;          /* at the end: runs from the first on that are written whole, and ... */
    bool is_cut;               /* ... whether a part of the next one is */
    uint64_t failed;           /* runs whose status is not 0, ... */
    uint64_t first_failed;     /* ... the first of them */
    struct thread_pool *pool;
    size_t n_workers;
    struct batch_worker *workers;
};

/** One of the outputs of a worker. */
struct batch_lane {
    const struct batch_worker *worker;
    size_t number; /* as in batch_order */
};

/** Per-thread state; lives as long as the batch. */
struct batch_worker {
    struct batch *batch;
    struct scene_faults faults;
    struct run_plan plan;
    struct run_member member;
    struct streams streams;
    struct batch_lane lanes[BATCH_ORDER_LANES];
    struct batch_line line;
    enum status status; /* of its last run, until that is counted */
    uint64_t begun;     /* number of the run in batch_order, from 0 */
    double share;       /* of the lines that were read up to its end; negative: unknown */
    char *text;         /* of its line */
    size_t length, capacity;
    uint64_t line_number;
};

static bool stop_wanted(const struct batch *batch)
{
    const volatile sig_atomic_t *stop = batch->plan->run->stop;
    return stop && *stop;
}

/* ---- one run ---- */

static void take_fault(void *context, const char *line)
{
    const struct batch_worker *worker = context;
    const char *const texts[] = {"run ", worker->member.number, ": ", line, "\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        output_text(worker->member.words, texts[i]);
}

/** STATUS_SCENE: some table that the batch writes has other columns than a run of this scene would. */
static enum status check_columns(const struct batch_worker *worker, const struct scene *scene, struct error *err)
{
    const struct columns *columns = &worker->batch->columns;
    const struct table *table = &scene->table;
    const unsigned long long run = columns->run;
    if (columns->rotates != scene->rotates)
        return error_set(err, STATUS_SCENE, NULL, "the scene %s, but the tables have the columns of run %llu, which %s",
                         scene->rotates ? "rotates" : "does not rotate", run, scene->rotates ? "does not" : "does");
    if (columns->pistons != table_pistons(table))
        return error_set(err, STATUS_SCENE, NULL, "the walls with a mass are not those of run %llu", run);
    if (worker->streams.output[STREAM_ENERGY] &&
        (columns->moves != table_moves(table) || columns->is_thermal != table_is_thermal(table)))
        return error_set(err, STATUS_SCENE, NULL,
                         "the ledger has the columns of run %llu, with other walls that move or have a temperature",
                         run);
    if (worker->streams.output[STREAM_EVENTS] && columns->has_gates != table_has_gates(table))
        return error_set(err, STATUS_SCENE, NULL, "the scene has %s, but the event log has the columns of run %llu",
                         columns->has_gates ? "no gates" : "gates", run);
    if (worker->streams.output[STREAM_OUTPUT] && worker->plan.format->runs == WRITER_LIKE_RUNS &&
        columns->n_balls != scene->n)
        return error_set(err, STATUS_SCENE, NULL, "%zu balls, but %s has the columns of the %zu balls of run %llu",
                         scene->n, worker->plan.format->name, columns->n_balls, run);
    return STATUS_OK;
}

static bool has_tables(const struct streams *streams)
{
    return streams->output[STREAM_OUTPUT] || streams->output[STREAM_EVENTS] || streams->output[STREAM_ENERGY];
}

/** Runs the scene, unless the table has other columns; as long as there are none, no other run is in progress. */
static enum status simulate(struct batch_worker *worker, struct session *session, uint64_t run, struct error *err)
{
    const struct scene *scene = session_scene(session);
    struct columns *columns = &worker->batch->columns;
    bool known = atomic_load(&columns->known);
    enum status status = known && has_tables(&worker->streams) ? check_columns(worker, scene, err) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    worker->member.begins = !known;
    status = run_session(session, &worker->plan, err);
    if (!known && !worker->member.begins) {
        columns->rotates = scene->rotates;
        columns->moves = table_moves(&scene->table);
        columns->has_gates = table_has_gates(&scene->table);
        columns->pistons = table_pistons(&scene->table);
        columns->is_thermal = table_is_thermal(&scene->table);
        columns->n_balls = scene->n;
        columns->run = run;
        atomic_store(&columns->known, true);
    }
    return status;
}

static enum status run_line(struct batch_worker *worker, uint64_t run, struct error *err)
{
    struct session *session = NULL;
    char place[QUOTE_MAX_TEXT + NUMBER_MAX_TEXT], *number = stpcpy(stpcpy(place, worker->batch->name), ":");
    number[number_write_u64(number, worker->line_number)] = '\0';
    enum status status = batch_line_parse(&worker->line, worker->text, worker->length, place, err);
    const struct scene_source source = {.overrides = worker->line.override, .n_overrides = worker->line.n};
    if (status == STATUS_OK)
        status = session_load_from(worker->batch->plan->scene, &source, &worker->faults, &session, err);
    if (status == STATUS_OK && !worker->batch->plan->check)
        status = simulate(worker, session, run, err);
    else if (status == STATUS_OK)
        report_before(session_scene(session), session_world(session), &worker->plan);
    session_free(session);
    return status;
}

/** Puts bytes of a run where they belong. A saved state, whose strings have no line feeds, becomes a line. */
static int put_lane(void *context, const char *bytes, size_t count)
{
    const struct batch_lane *lane = context;
    struct batch_order *order = lane->worker->batch->order;
    const uint64_t run = lane->worker->begun;
    int failure = 0;
    if (lane->number != STREAM_SAVE)
        return batch_order_write(order, run, lane->number, bytes, count);
    for (const char *end = bytes + count, *next; bytes < end && !failure; bytes = next + 1) {
        next = memchr(bytes, '\n', (size_t)(end - bytes));
        next = next ? next : end;
        failure = batch_order_write(order, run, STREAM_SAVE, bytes, (size_t)(next - bytes));
    }
    return failure;
}

/** Ends the line of the run's state. */
static void end_state(struct batch_worker *worker)
{
    struct error err; /* told by the streams themselves */
    const char *end = worker->member.saved ? "\n" : "null\n";
    if (output_flush(worker->streams.output[STREAM_SAVE], &err) == STATUS_OK)
        batch_order_write(worker->batch->order, worker->begun, STREAM_SAVE, end, strlen(end));
}

/** Counts the worker's last run if it has failed. */
static void count_failed(struct batch *batch, struct batch_worker *worker)
{
    const uint64_t run = batch->plan->first_run + worker->begun;
    if (worker->status == STATUS_OK)
        return;
    if (batch->failed++ == 0 || run < batch->first_failed)
        batch->first_failed = run;
    batch->worst = worker->status > batch->worst ? worker->status : batch->worst;
    worker->status = STATUS_OK;
}

/** The summary of a run of which there is nothing else to tell. */
static void tell_status(const struct batch_worker *worker, enum status status)
{
    struct output *out = worker->streams.output[STREAM_SUMMARY];
    if (worker->plan.columns)
        outcome_write_status(out, worker->plan.columns, worker->member.number, status);
    else
        summary_write_status(out, worker->member.number, status);
}

/** A failed output is told once, by the streams themselves. */
static void do_line(struct batch_worker *worker)
{
    struct run_member *member = &worker->member;
    struct error err = {.status = STATUS_OK};
    uint64_t run = worker->batch->plan->first_run + worker->begun;
    member->number[number_write_u64(member->number, run)] = '\0';
    member->summarised = member->saved = member->is_cut = false;
    enum status status = run_line(worker, run, &err);
    if (status == STATUS_OUTPUT)
        return;
    if (status != STATUS_OK && err.text[0])
        report_line(&worker->plan, "%s%s%s", err.where, err.where[0] ? ": " : "", err.text);
    if (!member->summarised && worker->streams.output[STREAM_SUMMARY])
        tell_status(worker, status);
    if (worker->streams.output[STREAM_SAVE])
        end_state(worker);
    worker->status = status;
}

/* ---- from line to line ---- */

/** The next line that is a run, and is wanted; NULL: there is none. What is written so far is seen while it waits. */
static const char *next_line(struct batch *batch, size_t *length)
{
    const char *text;
    do {
        text = lines_next(batch->lines, false, length);
        if (!text) {
            batch_order_wait(batch->order, true);
            text = lines_next(batch->lines, true, length);
            batch_order_wait(batch->order, false);
        }
    } while (text && (!batch_line_is_run(text, *length) || (batch->skip > 0 && batch->skip--)));
    return text;
}

/** Keeps a line for the worker. */
static bool take_line(struct batch *batch, struct batch_worker *worker)
{
    const char *text = batch->no_memory || batch->is_scene ? NULL : next_line(batch, &worker->length);
    batch->is_scene = batch->is_scene || (text && batch->begun == 0 && text[strspn(text, " \t")] == '{');
    if (!text || batch->is_scene)
        return false;
    batch->no_memory = !mem_grow(&worker->text, &worker->capacity, worker->length + 1, 1);
    if (batch->no_memory)
        return false;
    memcpy(worker->text, text, worker->length + 1);
    worker->line_number = lines_number(batch->lines);
    worker->share = lines_share(batch->lines);
    worker->begun = batch->begun++;
    return true;
}

/** A run to work on. False: there is none any more. */
static bool take_run(struct batch_worker *worker)
{
    struct batch *batch = worker->batch;
    host_lock_take(batch->lock);
    count_failed(batch, worker);
    bool alone = !atomic_load(&batch->columns.known);
    bool taken = batch_order_begin(batch->order, batch->begun, alone) && take_line(batch, worker);
    host_lock_release(batch->lock);
    return taken;
}

/** Hands what is left in the worker's buffers to the order, and ends the run. */
static void end_run(struct batch_worker *worker, bool done, double seconds)
{
    struct error err; /* told by the streams themselves */
    for (enum stream i = 0; i < STREAMS; i++)
        if (worker->streams.output[i])
            output_flush(worker->streams.output[i], &err);
    output_flush(worker->member.words, &err);
    enum batch_order_next next = BATCH_ORDER_GOES_ON;
    if (stop_wanted(worker->batch))
        next = done && !worker->member.is_cut ? BATCH_ORDER_LAST : BATCH_ORDER_CUT;
    batch_order_end(worker->batch->order, worker->begun, next, done, seconds > LONG_RUN, worker->share);
}

static void work(void *context, size_t number)
{
    struct batch *batch = context;
    struct batch_worker *worker = &batch->workers[number];
    while (take_run(worker)) {
        double started = clock_seconds();
        bool done = !stop_wanted(batch);
        if (done)
            do_line(worker);
        end_run(worker, done, clock_seconds() - started);
    }
}

/* ---- beginning and end ---- */

static enum status open_lane(struct batch_worker *worker, size_t lane, struct output **out, struct error *err)
{
    worker->lanes[lane] = (struct batch_lane){worker, lane};
    return output_open_sink((struct output_sink){put_lane, &worker->lanes[lane]}, out, err);
}

static enum status open_lanes(struct batch_worker *worker, struct error *err)
{
    const struct streams *streams = batch_order_streams(worker->batch->order);
    enum status status = open_lane(worker, BATCH_ORDER_WORDS, &worker->member.words, err);
    for (enum stream i = 0; i < STREAMS && status == STATUS_OK; i++)
        if (streams->output[i])
            status = open_lane(worker, i, &worker->streams.output[i], err);
    return status;
}

static void make_worker(struct batch *batch, size_t number)
{
    struct batch_worker *worker = &batch->workers[number];
    worker->faults = (struct scene_faults){take_fault, worker, batch->plan->check};
    worker->batch = batch;
    worker->plan = *batch->plan->run;
    worker->plan.threads = 1;
    worker->plan.progress = PROGRESS_NEVER;
    worker->plan.member = &worker->member;
    worker->member.streams = &worker->streams;
    worker->member.tally = &batch->tally;
}

static void destroy_worker(struct batch_worker *worker)
{
    streams_abandon(&worker->streams);
    output_abandon(worker->member.words);
    batch_line_free(&worker->line);
    free(worker->text);
}

/** Opens what is read before what is written, so that a batch that cannot run leaves nothing behind. */
static enum status begin(struct batch *batch, struct error *err)
{
    const struct run_plan *plan = batch->plan->run;
    const struct stream_paths none = {{NULL}};
    quote_short(batch->name, sizeof batch->name, input_name(batch->plan->path));
    batch->workers = mem_array((size_t)plan->threads, sizeof *batch->workers);
    batch->tally.set = plan->columns ? mem_array(outcome_count(plan->columns), sizeof *batch->tally.set) : NULL;
    if (!batch->workers || (plan->columns && !batch->tally.set))
        return error_no_memory(err);
    enum status status = lines_open(batch->plan->path, plan->stop, &batch->lines, err);
    for (; batch->n_workers < plan->threads; batch->n_workers++)
        make_worker(batch, batch->n_workers);
    if (status == STATUS_OK && !(batch->pool = thread_pool_create((size_t)plan->threads, err)))
        status = err->status;
    if (status == STATUS_OK)
        status = batch_order_open(batch->plan->check ? &none : &plan->paths, PLACES_PER_THREAD * (size_t)plan->threads,
                                  run_progress(plan), &batch->order, err);
    if (status == STATUS_OK && plan->columns && !batch->plan->check)
        outcome_write_header(batch_order_streams(batch->order)->output[STREAM_SUMMARY], plan->columns, true);
    for (size_t i = 0; i < batch->n_workers && status == STATUS_OK; i++)
        status = open_lanes(&batch->workers[i], err);
    batch->columns.known = status == STATUS_OK && !has_tables(batch_order_streams(batch->order));
    return status;
}

/** The headers of tables that no run began: those of the scene as it is, or, if that is wrong, of one that does not
 *  rotate; how many balls it has is then unknown. */
static enum status begin_empty_tables(struct batch *batch, struct error *err)
{
    struct batch_worker *worker = &batch->workers[0];
    struct recorder recorder = {.plan = NULL};
    const struct scene plain = {.n = 0};
    struct session *session;
    struct error ignored;
    const struct scene_faults faults = {.line = NULL};
    worker->member.begins = true;
    worker->member.streams = batch_order_streams(batch->order);
    memcpy(worker->member.number, "0", sizeof "0");
    bool valid = session_load_from(batch->plan->scene, &(struct scene_source){.path = NULL}, &faults, &session,
                                   &ignored) == STATUS_OK;
    enum status status = STATUS_OK;
    if (valid || worker->plan.format->runs == WRITER_ANY_RUNS)
        status = recorder_open(&recorder, valid ? session_scene(session) : &plain, &worker->plan, err);
    recorder_free(&recorder);
    session_free(session);
    return status;
}

static enum status run_all(struct batch *batch, struct error *err)
{
    thread_pool_run(batch->pool, batch->n_workers, work, batch);
    if (batch->no_memory)
        return error_no_memory(err);
    enum status status = lines_status(batch->lines, err);
    if (batch->is_scene)
        return error_set(err, STATUS_USAGE, NULL, "--batch: %s is a scene; it takes lines PATH=VALUE PATH=VALUE ...",
                         batch->name);
    if (status == STATUS_OK && !batch->columns.known)
        status = begin_empty_tables(batch, err);
    return status;
}

/** After a stop: the first run that is not written whole. */
static void report_where_to_go_on(const struct batch *batch)
{
    const struct run_plan *plan = batch->plan->run;
    const unsigned long long run = batch->plan->first_run + batch->written;
    char cut[64] = "";
    if (plan->verbosity < 0 || batch->plan->check)
        return;
    if (batch->is_cut)
        snprintf(cut, sizeof cut, ", without the rows of run %llu so far", run);
    report_line(plan, "%llu runs complete; --first-run %llu goes on%s", (unsigned long long)batch->written, run, cut);
}

/** After the end of the lines: --first-run has left out all, and would have left out more. */
static void warn_of_nothing(const struct batch *batch)
{
    const unsigned long long first = batch->plan->first_run, runs = first - batch->skip;
    if (batch->skip > 0 && !stop_wanted(batch))
        report_warning(batch->plan->run, "--first-run is %llu, but there %s %llu run%s; nothing was run", first,
                       runs == 1 ? "is" : "are", runs, runs == 1 ? "" : "s");
}

/** "9998 complete, 2 failed (first: run 5178)", unless all is well, and how long it took if the user wants to know. */
static void report_result(const struct batch *batch, double seconds)
{
    const struct run_plan *plan = batch->plan->run;
    const unsigned long long complete = batch->begun - batch->failed, failed = batch->failed;
    char first[48] = "", time[32] = "";
    if (stop_wanted(batch))
        report_where_to_go_on(batch);
    if (stop_wanted(batch) || (failed == 0 && plan->verbosity <= 0))
        return;
    if (failed > 0)
        snprintf(first, sizeof first, " (%srun %llu)", failed > 1 ? "first: " : "",
                 (unsigned long long)batch->first_failed);
    if (plan->verbosity > 0)
        snprintf(time, sizeof time, ", %.3f s", seconds);
    report_line(plan, "%llu %s, %llu failed%s%s", complete, batch->plan->check ? "valid" : "complete", failed, first,
                time);
}

/** Closes the streams, which may fail, too. */
static enum status end(struct batch *batch, enum status status, struct error *err)
{
    struct error close_error;
    bool complete = status == STATUS_OK && !stop_wanted(batch);
    bool quiet = batch->plan->run->verbosity < 0;
    if (batch->order)
        batch->written = batch_order_written(batch->order, &batch->is_cut);
    if (!batch->order || batch_order_close(batch->order, complete, quiet, &close_error) == STATUS_OK)
        return status;
    *err = close_error;
    return STATUS_OUTPUT;
}

enum status batch_run(const struct batch_plan *plan, struct error *err)
{
    struct batch batch = {.plan = plan, .skip = plan->first_run};
    double started = clock_seconds();
    batch.lock = host_lock_create();
    batch.tally.lock = host_lock_create();
    const bool has_locks = batch.lock && batch.tally.lock;
    enum status status = has_locks ? begin(&batch, err) : error_no_memory(err);
    const bool begun = has_locks && status == STATUS_OK;
    if (begun)
        status = run_all(&batch, err);
    status = end(&batch, status, err);
    report_tally(plan->run, &batch.tally);
    if (batch.tally.has_rows)
        report_unset(plan->run, batch.tally.set);
    if (status == STATUS_OK) {
        warn_of_nothing(&batch);
        report_result(&batch, clock_seconds() - started);
        status = error_set(err, batch.worst, NULL, "%s", ""); /* all is told */
    }
    thread_pool_destroy(batch.pool);
    for (size_t i = 0; i < batch.n_workers; i++)
        destroy_worker(&batch.workers[i]);
    lines_close(batch.lines);
    free(batch.workers);
    free(batch.tally.set);
    host_lock_destroy(batch.tally.lock);
    host_lock_destroy(batch.lock);
    return status;
}
