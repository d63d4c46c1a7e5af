/*
 * billiard-sim: parse the command line, load the scene, run it, map the outcome to an exit code. The only place that
 * exits, prints errors and knows of signals.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>

#include "app/batch.h"
#include "app/cli.h"
#include "app/cli_help.h"
#include "app/report.h"
#include "app/run.h"
#include "base/clock.h"
#include "base/output.h"
#include "host/host.h"
#include "reading/scene_schema.h"
#include "session/session.h"

/** The one mutable global, because a signal handler can reach nothing else: the signal that asked the run to stop (0:
 *  none), and when it came. */
static struct {
    volatile sig_atomic_t number, milliseconds;
} stop_signal;

/** Signals that come closer together count as one: timeout(1) and terminals that close send two at once. */
enum { ONE_REQUEST = 100 }; /* milliseconds */

/** Of some clock that begins anew now and then. */
static int milliseconds(void)
{
    return (int)((uint64_t)(1000 * clock_seconds()) % INT_MAX);
}

/** The first INT, TERM or HUP ends the run in order, which can take as long as a reader takes to read; a second one
 *  ends the process at once. The end of the CPU time (SIGXCPU, sent each second) is no reason for that. */
static void handle_stop(int signal_number)
{
    bool in_order = stop_signal.number != 0 && !host_signal_is_cpu(stop_signal.number);
    if (host_signal_is_cpu(signal_number) && in_order)
        return;
    if (in_order && abs(milliseconds() - stop_signal.milliseconds) >= ONE_REQUEST)
        host_signal_die(signal_number);
    if (in_order)
        return;
    stop_signal.milliseconds = milliseconds();
    stop_signal.number = signal_number;
}

/** A descriptor that the caller closed would be given to the next file opened, and messages or trajectories would go
 *  into it. Each gets a placeholder on which reading or writing fails instead. */
static void reserve_standard_streams(void)
{
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        if (fcntl(descriptor, F_GETFD) == -1)
            open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
}

static void print_fault(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "%s\n", line);
}

static void print_error(const struct error *err)
{
    if (err->text[0])
        fprintf(stderr, "billiard-sim: %s%s%s\n", err->where, err->where[0] ? ": " : "", err->text);
    if (err->status == STATUS_USAGE && err->text[0])
        fprintf(stderr, "try 'billiard-sim --help'\n");
}

static struct scene_source source_of(const struct options *options)
{
    return (struct scene_source){.path = options->scene ? options->scene : "-",
                                 .overrides = options->overrides,
                                 .n_overrides = options->n_overrides};
}

static enum status run_batch(const struct options *options, struct error *err)
{
    const struct scene_source source = source_of(options);
    const struct scene_faults faults = {print_fault, NULL, false};
    struct scene_template *scene;
    enum status status = scene_load_template(&source, &faults, &scene, err);
    host_signals_catch_stops(handle_stop);
    if (status != STATUS_OK)
        return status;
    const struct batch_plan plan = {scene, options->batch, &options->plan, options->first_run,
                                    options->action == ACTION_CHECK};
    status = batch_run(&plan, err);
    scene_load_free(scene);
    return status;
}

/** What goes to one output as a whole: help, version, list, effective scene. */
static enum status print(const struct options *options, struct session *session, struct error *err)
{
    struct output *out;
    const bool about_itself = options->action == ACTION_HELP || options->action == ACTION_VERSION;
    const char *path = about_itself ? "-" : options->plan.paths.path[STREAM_OUTPUT];
    enum status status = output_open(path, &out, err);
    if (status != STATUS_OK)
        return status;
    if (options->action == ACTION_HELP)
        cli_help_options(out);
    else if (options->action == ACTION_VERSION)
        cli_help_version(out);
    else if (options->action == ACTION_LIST)
        cli_help_list(out);
    else if (options->action == ACTION_SCHEMA)
        status = scene_schema_write(out);
    else if (session)
        session_save(session, out);
    if (status == STATUS_OK)
        return output_close(out, err);
    output_abandon(out);
    return error_no_memory(err);
}

static enum status dispatch(const struct options *options, struct error *err)
{
    const struct scene_source source = source_of(options);
    const struct scene_faults faults = {print_fault, NULL, options->action == ACTION_CHECK};
    struct session *session;
    if (options->action >= ACTION_LIST)
        return print(options, NULL, err);
    if (options->batch)
        return run_batch(options, err);
    enum status status = session_load(&source, &faults, &session, err);
    host_signals_catch_stops(handle_stop);
    if (status == STATUS_OK && options->action == ACTION_PRINT_SCENE)
        status = print(options, session, err);
    else if (status == STATUS_OK && options->action == ACTION_RUN)
        status = run_session(session, &options->plan, err);
    else if (status == STATUS_OK)
        report_before(session_scene(session), session_world(session), &options->plan);
    session_free(session);
    return status;
}

int main(int argc, char **argv)
{
    struct options options;
    struct error err = {.status = STATUS_OK};
    reserve_standard_streams();
    host_signals_prepare(handle_stop);
    enum status status = cli_parse(argc, argv, &options, &err);
    options.plan.stop = &stop_signal.number;
    if (status == STATUS_OK)
        status = dispatch(&options, &err);
    cli_release(&options);
    if (status == STATUS_OK && host_signal_is_cpu(stop_signal.number))
        status = error_set(&err, STATUS_LIMIT, NULL, "CPU time is used up: signal XCPU, limit RLIMIT_CPU");
    if (status != STATUS_OK && !err.broken_pipe)
        print_error(&err);
    if (stop_signal.number && !host_signal_is_cpu(stop_signal.number))
        host_signal_die(stop_signal.number);
    if (status != STATUS_OK && err.broken_pipe)
        host_signal_die_of_pipe();
    return (int)status;
}
