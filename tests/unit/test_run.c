/*
 * Whole runs inside one process: two at once, in threads, write what each writes alone; a run that is asked to stop
 * before it begins still closes its streams, as a run that ended early; numbers beyond doubles, which no scene of the
 * reader leads to, reach no stream.
 *
 * Promise: two runs in one process do not disturb each other; there is no mutable global. Measured: in turns and in
 * threads, byte by byte. Also kept by laws/test_matrix.c, check_symbols.sh.
 */
#include <pthread.h>
#include <unistd.h>

#include "session/session.h"
#include "app/run.h"
#include "integrators/integrator.h"
#include "lib/testing.h"

enum { BALLS = 12, STEPS = 3000 };

struct job {
    struct scene scene;
    double r[BALLS], m[BALLS];
    struct world *world;
    char trajectory[64], events[64];
    struct run_plan plan;
    enum status status;
};

/** A gas whose speeds depend on `seed`. */
static void prepare(struct job *job, const char *integrator, int seed, const char *folder)
{
    *job = (struct job){.scene = {.table = {9, 7, .walls.restitution = RESTITUTION(0.97)},
                                  .pair.restitution = RESTITUTION(0.98),
                                  .k = 3000,
                                  .dt = 0.002}};
    struct scene *scene = &job->scene;
    scene->steps = STEPS;
    scene->every = 10;
    scene->integrator = integrator;
    scene->impact = "gr";
    scene->n = BALLS;
    scene->r = job->r;
    scene->m = job->m;
    job->world = world_create(BALLS);
    assert_non_null(job->world);
    job->world->r = job->r;
    job->world->m = job->m;
    for (int i = 0; i < BALLS; i++) {
        job->r[i] = 0.5 + 0.02 * i;
        job->m[i] = 1 + 0.1 * i;
        job->world->x[i] = 1 + 2 * (i % 4);
        job->world->y[i] = 1 + 2 * (i / 4);
        job->world->vx[i] = (i * 7 + seed) % 11 - 5;
        job->world->vy[i] = (i * 5 + 3 * seed) % 13 - 6;
    }
    snprintf(job->trajectory, sizeof job->trajectory, "%s/%s-%d.csv", folder, integrator, seed);
    snprintf(job->events, sizeof job->events, "%s/%s-%d.log", folder, integrator, seed);
    job->plan = (struct run_plan){.format = &writer_csv, .progress = PROGRESS_NEVER, .verbosity = -1};
    job->plan.paths.path[STREAM_OUTPUT] = job->trajectory;
    job->plan.paths.path[STREAM_EVENTS] = job->events;
}

static void *work(void *context)
{
    struct job *job = context;
    struct error err;
    struct session *session = session_of(&job->scene, job->world);
    assert_non_null(session);
    job->status = run_session(session, &job->plan, &err);
    session_free(session);
    return NULL;
}

/** The content of a file, which is removed; to be freed. */
static char *take(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t room = 1 << 22;
    char *text = malloc(room);
    assert_non_null(text);
    size_t length = fread(text, 1, room - 1, file);
    assert_true(length > 0 && length < room - 1);
    text[length] = '\0';
    fclose(file);
    unlink(path);
    return text;
}

static void run_alone(struct job *job, char **trajectory, char **events)
{
    work(job);
    assert_int_equal(job->status, STATUS_OK);
    *trajectory = take(job->trajectory);
    *events = take(job->events);
    world_destroy(job->world);
}

static void run_together(struct job *a, struct job *b)
{
    pthread_t thread_a, thread_b;
    assert_int_equal(pthread_create(&thread_a, NULL, work, a), 0);
    assert_int_equal(pthread_create(&thread_b, NULL, work, b), 0);
    pthread_join(thread_a, NULL);
    pthread_join(thread_b, NULL);
    assert_int_equal(a->status, STATUS_OK);
    assert_int_equal(b->status, STATUS_OK);
}

static void check(struct job *job, char *trajectory, char *events)
{
    char *found_trajectory = take(job->trajectory), *found_events = take(job->events);
    assert_true(strcmp(found_trajectory, trajectory) == 0);
    assert_true(strcmp(found_events, events) == 0);
    free(found_trajectory);
    free(found_events);
    free(trajectory);
    free(events);
    world_destroy(job->world);
}

static void test_two_at_once(void **context)
{
    const char *folder = *context;
    for (size_t i = 0; integrator_all[i]; i++) {
        struct job a, b;
        char *trajectory_a, *events_a, *trajectory_b, *events_b;
        const char *name = integrator_all[i]->name;
        prepare(&a, name, 1, folder);
        prepare(&b, "event", 2, folder);
        run_alone(&a, &trajectory_a, &events_a);
        run_alone(&b, &trajectory_b, &events_b);
        prepare(&a, name, 1, folder);
        prepare(&b, "event", 2, folder);
        run_together(&a, &b);
        check(&a, trajectory_a, events_a);
        check(&b, trajectory_b, events_b);
    }
}

static void test_stop_before_the_first_step(void **context)
{
    const volatile sig_atomic_t stop = 1;
    struct job job;
    prepare(&job, "impulse", 1, *context);
    job.plan.stop = &stop;
    job.plan.format = &writer_json;
    work(&job);
    assert_int_equal(job.status, STATUS_OK);
    assert_int_equal(job.world->step, 0);
    strcat(job.trajectory, ".partial");
    strcat(job.events, ".partial");
    char *text = take(job.trajectory);
    assert_non_null(strstr(text, "\"step\":0"));
    assert_null(strstr(text, "\"step\":10"));
    assert_string_equal(text + strlen(text) - 3, "]}\n");
    free(text);
    assert_int_equal(unlink(job.events), 0);
    world_destroy(job.world);
}

static int make_folder(void **context)
{
    static char folder[] = "/tmp/billiard-run-XXXXXX";
    *context = mkdtemp(folder);
    return *context ? 0 : -1;
}

static int remove_folder(void **context)
{
    return rmdir(*context);
}

/** A run of one ball so heavy and quick that its energy and its impulses are infinite, with these streams beside the
 *  trajectory. @return what is told */
static const char *overflow(const char *folder, const char *integrator, unsigned streams)
{
    static struct error err;
    static const char *const names[] = {"rows", "events", "energy", "summary", "save"};
    char path[STREAMS][64];
    struct job job;
    prepare(&job, integrator, 1, folder);
    job.scene.n = job.world->n = 1;
    job.scene.steps = 600;
    job.m[0] = 1e305;
    job.world->vx[0] = 1e4;
    job.world->vy[0] = 0;
    for (unsigned i = 0; i < STREAMS; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s", folder, names[i]);
        job.plan.paths.path[i] = streams >> i & 1 ? path[i] : NULL;
    }
    job.plan.paths.path[STREAM_OUTPUT] = "/dev/null";
    struct session *session = session_of(&job.scene, job.world);
    assert_non_null(session);
    assert_int_equal(run_session(session, &job.plan, &err), STATUS_FAILED);
    session_free(session);
    for (unsigned i = 0; i < STREAMS; i++) {
        bool whole = access(path[i], F_OK) == 0;
        assert_false(whole);
        strcat(path[i], ".partial");
        unlink(path[i]);
    }
    world_destroy(job.world);
    return err.text;
}

static void test_overflow(void **context)
{
    const char *folder = *context;
    assert_string_equal(overflow(folder, "event", 1 << STREAM_ENERGY | 1 << STREAM_SAVE),
                        "step 0: the energy or momentum is no longer a finite number");
    assert_string_equal(overflow(folder, "impulse", 1 << STREAM_ENERGY),
                        "step 0: the energy or momentum is no longer a finite number; a smaller dt may help");
    assert_string_equal(overflow(folder, "event", 1 << STREAM_SUMMARY | 1 << STREAM_SAVE),
                        "step 600: the energy or momentum is no longer a finite number");
    assert_non_null(strstr(overflow(folder, "event", 1 << STREAM_EVENTS), ": a contact is no longer a finite number"));
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_at_once),
        cmocka_unit_test(test_stop_before_the_first_step),
        cmocka_unit_test(test_overflow),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
