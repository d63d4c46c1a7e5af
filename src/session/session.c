/*
 * A session drives its engine in slices that take some hundredths of a second, between which a caller may look. An
 * engine gives the same bits however time is sliced. If one with a state of its own fails within a slice, the world
 * stays where the slice began; so that this is the same step in every run, slices are measured in work, not in time.
 */
#include "session/session.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "integrators/integrator.h"
#include "reading/scene_clock.h"
#include "reading/scene_write.h"

/** Work of a slice: below the first the next is sixteen times as long, above the second half as long. */
static const uint64_t SLICE_SHORT = 1 << 12, SLICE_LONG = 1 << 16;

/** In fixed steps, balls moved for each unit of work. */
static const uint64_t BALLS_MOVED = 256;

struct session {
    struct scene *scene;
    struct world *world;
    bool is_borrowed; /* these two */
    const struct integrator_ops *integrator;
    void *engine; /* NULL: not started */
    struct session_watch watch;
    struct observer observer;
    struct diagnostics_impulses impulses; /* where they are wanted */
    struct counters counters;             /* of the state in `world` */
    struct checkpoint *checkpoint; /* room for the state to be saved; NULL: not wanted, or the world is that state */
    struct contact_event *hits;    /* that session_hits() has not given yet */
    size_t n_hits, room;
    bool hits_are_given;         /* and go with the next step */
    bool no_memory;              /* for hits */
    uint64_t first, last, slice; /* steps */
    bool stop_seen;              /* the contact of the scene's stop has been reported */
    bool has_stopped;            /* the scene's stop has come; */
    bool met;                    /* or a wall has been outside its range */
    bool ahead;                  /* the engine's own state is ahead of `world`, within a step */
};

/* ---- beginning and end ---- */

/** Takes scene and world, or, out of memory, frees them. NULL: out of memory. */
static struct session *made_of(struct scene *scene, struct world *world, bool is_borrowed)
{
    struct session *session = mem_array(1, sizeof *session);
    if (!session && !is_borrowed) {
        world_destroy(world);
        scene_destroy(scene);
    }
    if (!session)
        return NULL;
    *session = (struct session){
        .scene = scene,
        .world = world,
        .is_borrowed = is_borrowed,
        .integrator = integrator_find(scene->integrator),
        .first = world->step,
        .last = world->step + scene->steps,
        .slice = 1,
    };
    return session;
}

enum status session_load(const struct scene_source *source, const struct scene_faults *faults, struct session **session,
                         struct error *err)
{
    struct scene *scene;
    struct world *world;
    *session = NULL;
    enum status status = scene_load(source, faults, &scene, &world, err);
    if (status == STATUS_OK && !(*session = made_of(scene, world, false)))
        status = error_no_memory(err);
    return status;
}

enum status session_load_from(const struct scene_template *template, const struct scene_source *more,
                              const struct scene_faults *faults, struct session **session, struct error *err)
{
    struct scene *scene;
    struct world *world;
    *session = NULL;
    enum status status = scene_load_from(template, more, faults, &scene, &world, err);
    if (status == STATUS_OK && !(*session = made_of(scene, world, false)))
        status = error_no_memory(err);
    return status;
}

struct session *session_of(struct scene *scene, struct world *world)
{
    return made_of(scene, world, true);
}

void session_free(struct session *session)
{
    if (!session)
        return;
    if (session->engine)
        session->integrator->destroy(session->engine);
    checkpoint_destroy(session->checkpoint);
    free(session->hits);
    if (!session->is_borrowed) {
        world_destroy(session->world);
        scene_destroy(session->scene);
    }
    free(session);
}

/* ---- contacts ---- */

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

static void keep_hit(struct session *session, const struct contact_event *event)
{
    session->no_memory =
        session->no_memory || !mem_grow(&session->hits, &session->room, session->n_hits + 1, sizeof *session->hits);
    if (!session->no_memory)
        session->hits[session->n_hits++] = *event;
}

static void on_contact(void *context, const struct contact_event *event)
{
    struct session *session = context;
    session->stop_seen = session->stop_seen || is_awaited(&session->scene->stop, event);
    if (session->watch.sums_impulses)
        diagnostics_add_contact(&session->impulses, event, session->scene->r);
    if (session->watch.keeps_hits)
        keep_hit(session, event);
    if (session->watch.contact)
        session->watch.contact(session->watch.context, event);
}

size_t session_hits(struct session *session, const struct contact_event **rows)
{
    const size_t n = session->hits_are_given ? 0 : session->n_hits;
    session->hits_are_given = true;
    *rows = session->hits;
    return n;
}

/* ---- start ---- */

enum status session_start(struct session *session, const struct session_watch *watch, struct error *err)
{
    const struct integrator_ops *integrator = session->integrator;
    const bool waits = session->scene->stop.kind >= SCENE_STOP_PAIR;
    session->watch = *watch;
    session->observer = (struct observer){
        .contact = waits || watch->contact || watch->keeps_hits || watch->sums_impulses ? on_contact : NULL,
        .context = session,
        .stop = watch->stop,
        .ignores_losses = !watch->sums_losses,
    };
    if (watch->saves && integrator->own_clock && !(session->checkpoint = checkpoint_create(session->world)))
        return error_no_memory(err);
    enum status status = integrator->create(session->scene, session->world, &session->observer, &session->engine, err);
    if (status == STATUS_OK && integrator->use_threads)
        status = integrator->use_threads(session->engine, watch->threads ? watch->threads : 1, err);
    if (status == STATUS_OK)
        integrator->counters(session->engine, &session->counters);
    return status;
}

/* ---- time ---- */

static bool stopped(const struct session *session)
{
    return observer_stops(&session->observer);
}

/** @param contacts that some steps have found; an integrator with a state of its own has no other work */
static void adapt_slice(struct session *session, uint64_t steps, uint64_t contacts)
{
    uint64_t work = session->integrator->own_clock ? contacts : steps * (session->world->n + 1) / BALLS_MOVED;
    if (work < SLICE_SHORT && session->slice <= steps)
        session->slice *= 16;
    else if (work > SLICE_LONG && session->slice > 1)
        session->slice /= 2;
}

/** An integrator that keeps a state of its own may end within a step, at a stop or a failure; then its counts and that
 *  state belong to a later moment than the world, and the last ones are kept. */
enum status session_slice(struct session *session, uint64_t step, struct error *err)
{
    struct world *world = session->world;
    const uint64_t contacts = session->counters.ball + session->counters.surface, left = step - world->step;
    const uint64_t steps = left < session->slice ? left : session->slice, target = world->step + steps;
    session->n_hits = session->hits_are_given ? 0 : session->n_hits;
    session->hits_are_given = false;
    enum status status = session->integrator->advance(session->engine, world, target, err);
    assert(status != STATUS_OK || stopped(session) || world->step == target);
    session->ahead = session->integrator->own_clock && world->step < target;
    if (!session->ahead)
        session->integrator->counters(session->engine, &session->counters);
    adapt_slice(session, steps, session->counters.ball + session->counters.surface - contacts);
    return status == STATUS_OK && session->no_memory ? error_no_memory(err) : status;
}

enum status session_step(struct session *session, uint64_t step, struct error *err)
{
    enum status status = STATUS_OK;
    while (status == STATUS_OK && session->world->step < step && !stopped(session))
        status = session_slice(session, step, err);
    return status == STATUS_OK ? session_check(session, err) : status;
}

/** A ball that a spring is about to move does not rest, whatever its velocity. */
bool session_meets_stop(struct session *session)
{
    const struct scene_stop *stop = &session->scene->stop;
    const struct counters *counters = &session->counters;
    if (stop->kind == SCENE_STOP_REST)
        session->met = counters->rest <= session->world->t && session_stored_energy(session) == 0;
    else
        session->met = session->stop_seen || (stop->kind == SCENE_STOP_HITS && counters->ball >= stop->hits);
    session->has_stopped = session->met;
    session->met = session->met || counters->beyond;
    return session->met;
}

bool session_has_stopped(const struct session *session)
{
    return session->has_stopped;
}

/* ---- what it has come to ---- */

enum status session_fail(const struct session *session, const char *what, const char *fault, struct error *err)
{
    return error_set(err, STATUS_FAILED, NULL, "step %llu: %s is %s%s", (unsigned long long)session->world->step, what,
                     fault, session->integrator->steps ? "; a smaller dt may help" : "");
}

enum status session_check(const struct session *session, struct error *err)
{
    const struct world *world = session->world;
    size_t i = diagnostics_first_beyond(world);
    char what[64];
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (!(fabs(world->walls[wall].x) <= SCENE_LARGEST_LENGTH && fabs(world->walls[wall].v) <= SCENE_LARGEST)) {
            snprintf(what, sizeof what, "the %s wall", table_wall_name((enum table_wall)wall));
            return session_fail(session, what, "farther than 1e18 from 0 or faster than 1e60, or no number", err);
        }
    if (i == world->n)
        return STATUS_OK;
    snprintf(what, sizeof what, "the state of ball %zu", i);
    bool spins = !world->w || isfinite(vec3_dot(world->w[i], (struct vec3){1, 1, 1}));
    if (!(isfinite(world->x[i]) && isfinite(world->y[i]) && isfinite(world->vx[i]) && isfinite(world->vy[i]) && spins))
        return session_fail(session, what, "no longer a finite number", err);
    snprintf(what, sizeof what, "ball %zu", i);
    bool turns = world_is_far(world, i);
    return session_fail(session, what,
                        turns ? "2^50 periods or more from the table" : "farther than 1e18 from 0 or faster than 1e60",
                        err);
}

/** A wall with a mass has energy, too. */
static void add_piston(struct energy_row *row, const struct scene *scene, const struct world *world,
                       enum table_wall wall)
{
    const struct piston *piston = &scene->table.piston[wall];
    if (!piston_exists(piston))
        return;
    const struct world_wall now = row->piston[wall] = world->walls[wall];
    row->sums.kinetic += 0.5 * piston->m * now.v * now.v;
    row->potential += piston_potential(piston, table_across(wall, scene->gravity), now.x);
}

struct energy_row session_energy(const struct session *session)
{
    const struct world *world = session->world;
    const struct diagnostics_impulses *impulses = &session->impulses;
    const struct counters *counters = &session->counters;
    struct energy_row row = {
        .step = world->step,
        .t = world->t,
        .sums = diagnostics_of(world, session->scene->inertia),
        .potential = session_stored_energy(session) + diagnostics_potential(world, session->scene->gravity),
        .lost = counters->lost,
        .work = counters->work,
        .virial = sum_value(impulses->virial),
    };
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        row.heat[wall] = counters->heat[wall];
        row.wall[wall] = sum_value(impulses->wall[wall]);
        add_piston(&row, session->scene, world, (enum table_wall)wall);
    }
    return row;
}

double session_stored_energy(const struct session *session)
{
    const struct integrator_ops *integrator = session->integrator;
    return integrator->potential ? integrator->potential(session->engine) : 0;
}

bool session_snapshot(const struct session *session, struct checkpoint *checkpoint)
{
    const struct integrator_ops *integrator = session->integrator;
    if (integrator->snapshot)
        integrator->snapshot(session->engine, checkpoint);
    return integrator->snapshot;
}

/** The steps that a state saved now has before it. */
static uint64_t steps_left(const struct session *session)
{
    const uint64_t step = session->world->step, again = session->scene->steps;
    if (step < session->last && !session->met)
        return session->last - step;
    return scene_clock_may_end(step + again, session->scene->dt) ? again : 0;
}

void session_save(struct session *session, struct output *out)
{
    struct scene scene = *session->scene;
    scene.steps = steps_left(session);
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        scene.table.piston[wall].x = session->world->walls[wall].x;
        scene.table.piston[wall].v = session->world->walls[wall].v;
    }
    if (session->checkpoint)
        session_snapshot(session, session->checkpoint);
    scene_write(out, &scene, session->world, session->engine ? session->checkpoint : scene.checkpoint);
}

double session_time(const struct session *session)
{
    return session->world->t;
}

size_t session_balls(const struct session *session)
{
    return session->world->n;
}

const double *session_column(const struct session *session, enum session_column column)
{
    const struct world *world = session->world;
    const double *const columns[] = {[SESSION_X] = world->x,   [SESSION_Y] = world->y, [SESSION_VX] = world->vx,
                                     [SESSION_VY] = world->vy, [SESSION_R] = world->r, [SESSION_M] = world->m};
    return columns[column];
}

const struct scene *session_scene(const struct session *session)
{
    return session->scene;
}

const struct world *session_world(const struct session *session)
{
    return session->world;
}

const struct integrator_ops *session_integrator(const struct session *session)
{
    return session->integrator;
}

const char *session_threads(const struct session *session, char *text)
{
    const struct integrator_ops *integrator = session->integrator;
    if (!integrator->use_threads && session->watch.threads > 1)
        snprintf(text, INTEGRATOR_MAX_THREADS_TEXT, "one thread: %s knows no other", integrator->name);
    else if (!integrator->threads_used || !integrator->threads_used(session->engine, text))
        return NULL;
    return text;
}

uint64_t session_first_step(const struct session *session)
{
    return session->first;
}

uint64_t session_last_step(const struct session *session)
{
    return session->last;
}

const struct counters *session_counters(const struct session *session)
{
    return &session->counters;
}

struct counters session_engine_counters(const struct session *session)
{
    struct counters counters = {0};
    session->integrator->counters(session->engine, &counters);
    return counters;
}

bool session_is_ahead(const struct session *session)
{
    return session->ahead;
}
