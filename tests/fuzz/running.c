/*
 * A run in memory, bounded: the number of steps is given, slow balls are asked for, and the contacts are counted where
 * they are logged; too many stop the run, as a signal would.
 */
#include "session/session.h"
#include "fuzz/running.h"

#include <math.h>
#include <string.h>

#include "fuzz/require.h"
#include "out/event_log.h"

enum { MOST_BALLS = 100, MOST_MOVES = 200, MOST_CONTACTS = 300, MOST_CROSSINGS = 8 };

/** A light ball hands over hits by the square root of the ratio of masses. */
static const double MOST_RATIO = 1e6;

static const uint64_t MOST_STEPS = (uint64_t)1 << 53;

const char *const running_paths[STREAMS] = {"output", "events", "energy", "summary", "save"};

/** What the contacts of the present run are held against. */
static struct {
    const struct world *world;
    uint64_t count, pocketings, rolls, group;
    double t;
    volatile sig_atomic_t stop;
} watched;

void __real_event_log_contact(const struct row_log *log, const struct contact_event *event);
void __wrap_event_log_contact(const struct row_log *log, const struct contact_event *event);

/** The heaviest of the balls that are not fixed, in units of the lightest. */
static double mass_ratio(const struct scene *scene)
{
    double least = HUGE_VAL, most = 0;
    for (size_t i = 0; i < scene->n; i++)
        if (!scene_is_fixed(scene, i)) {
            least = fmin(least, scene->m[i]);
            most = fmax(most, scene->m[i]);
        }
    return most / least;
}

bool running_is_short(const struct reading *reading, uint64_t steps)
{
    const struct scene *scene = reading->scene;
    double most = MOST_CROSSINGS * fmin(scene->table.width, scene->table.height), time = (double)steps * scene->dt;
    uint64_t last = scene->start_step + steps;
    if (scene->n > MOST_BALLS || scene->n * steps > MOST_MOVES || last > MOST_STEPS ||
        !isfinite((double)last * scene->dt))
        return false;
    if (scene->n > 0 && !(mass_ratio(scene) < MOST_RATIO))
        return false;
    double fall = hypot(scene->gravity.x, scene->gravity.y) * time;
    for (size_t i = 0; i < scene->n; i++)
        if (!((hypot(reading->world->vx[i], reading->world->vy[i]) + fall) * time < most))
            return false;
    return true;
}

static void check_contact(const struct contact_event *event)
{
    size_t n = watched.world->n;
    REQUIRE(event->a < n && event->kind <= CONTACT_ROLL);
    if (event->kind == CONTACT_ROLL) {
        REQUIRE(event->b == -1 && event->j == 0 && event->n.x == 0 && event->n.y == 0 && event->u >= 0);
        return;
    }
    if (event->kind == CONTACT_BALL)
        REQUIRE(event->b > (int64_t)event->a && event->b < (int64_t)n);
    else
        REQUIRE(event->kind <= CONTACT_TOP ? event->b == -1 : event->b >= 0);
    REQUIRE(fabs(hypot(event->n.x, event->n.y) - 1) < 1e-12);
    REQUIRE(watched.count == 0 || (event->t >= watched.t && event->group >= watched.group));
    REQUIRE(watched.count > 0 || event->group == 0);
}

void __wrap_event_log_contact(const struct row_log *log, const struct contact_event *event)
{
    check_contact(event);
    watched.t = event->t;
    watched.group = event->group;
    watched.stop = ++watched.count >= MOST_CONTACTS;
    watched.pocketings += event->kind == CONTACT_POCKET || event->kind == CONTACT_GATE; /* no collisions */
    watched.rolls += event->kind == CONTACT_ROLL;
    __real_event_log_contact(log, event);
}

void running_run(struct running *running, struct reading *reading, uint64_t steps, unsigned streams,
                 const struct writer_ops *format, int precision)
{
    struct run_plan plan = {
        .format = format ? format : writer_all[0],
        .precision = precision,
        .progress = PROGRESS_NEVER,
        .threads = 1,
        .verbosity = -1,
        .stop = &watched.stop,
        .paths.path[STREAM_OUTPUT] = "/dev/null",
    };
    for (enum stream i = 0; i < STREAMS; i++)
        if (i == STREAM_EVENTS || (streams >> i & 1))
            plan.paths.path[i] = running_paths[i];
    watched.world = reading->world;
    watched.count = watched.pocketings = watched.rolls = 0;
    watched.stop = 0;
    reading->scene->steps = steps;
    *running = (struct running){.err = {.status = STATUS_OK}};
    struct session *session = session_of(reading->scene, reading->world);
    running->status = session ? run_session(session, &plan, &running->err) : STATUS_LIMIT;
    session_free(session);
    running->contacts = watched.count;
    running->pocketings = watched.pocketings;
    running->rolls = watched.rolls;
    running->stopped = watched.stop;
    REQUIRE(running->status == STATUS_OK || running->status == STATUS_FAILED || running->status == STATUS_LIMIT);
    REQUIRE(running->status == STATUS_OK || (running->err.text[0] && !strchr(running->err.text, '\n')));
}
