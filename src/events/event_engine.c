/*
 * Exact event-driven motion of hard balls.
 *
 * Between collisions a ball follows a trajectory that is known in closed form (motion/motion) and changes only when
 * the ball collides. So time can jump from collision to collision, without a time step. Each ball has one scheduled
 * event: its earliest impact with a neighbour or a surface, or the moment at which its neighbour list ceases to be
 * valid because the ball leaves its cell or shell (Alder and Wainwright, J. Chem. Phys. 31, 459, 1959; Lubachevsky, J.
 * Comput. Phys. 94, 255, 1991; Smallenburg, Eur. Phys. J. E 45, 22, 2022). The loop repeatedly takes the earliest of
 * all events:
 *
 *   impact        collide the two bodies, and predict the balls whose trajectory changed;
 *   leg           the ball stops slipping: its trajectory goes on in another way;
 *   pocket        the ball's centre crosses the rim of a pocket: it is taken off the table;
 *   gate          the ball's centre crosses a gate, or is thrown back there;
 *   stale impact  the partner has collided since this was predicted: predict the ball again;
 *   rebuild       find the ball's new neighbours, and predict it again.
 *
 * The search for what the two bodies collide with next also tells whether a third body touches one of them. This is
 * rare. If one does, the connected set of touching bodies is gathered (contact_cluster) and passed to the scene's law
 * of impact (simultaneous_collision, impact/impact_law).
 *
 * Why this is exact: when a ball is predicted, its event is the earliest over all its neighbours. If a partner's
 * trajectory changes later, the partner is predicted again, and that prediction covers the same pair. The event that
 * the ball itself still holds can then only be too early. So the earliest collision of all is always scheduled with one
 * of its two balls, and it never precedes an event already taken.
 *
 * Why it is reproducible: times are functions of trajectories alone, ties have a fixed order (event_order), and contact
 * sets are gathered geometrically and sorted (contact_cluster). Neighbour lists, buckets, memory order and vector code
 * affect the speed, never the result.
 *
 * Cost per collision: two predictions, and about one more for stale events and rebuilt lists, each over one neighbour
 * list; O(1) in the number of balls. Memory: a 64-byte particle, a 16-byte event, and for calendar and neighbours 40
 * bytes (cells) or 90 (near-neighbour lists). What it does badly: collisions without end (simultaneous_collision,
 * events/lasting_contact).
 */
#include "events/event_engine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/double_bits.h"
#include "base/mem.h"
#include "base/simd.h"
#include "events/collapse.h"
#include "events/event_bounce.h"
#include "events/event_pair.h"
#include "events/event_instant.h"
#include "events/event_leg.h"
#include "events/event_ledger.h"
#include "events/event_crush.h"
#include "events/event_gate.h"
#include "events/event_piston.h"
#include "events/event_pistons.h"
#include "events/event_pocket.h"
#include "events/event_search.h"
#include "events/event_thermal.h"
#include "events/event_prefetch.h"
#include "events/event_state.h"
#include "events/lasting_contact.h"
#include "events/prediction.h"
#include "impact/impact_law.h"
#include "near/impact_kernel.h"

enum {
    PREFETCH_NEXT_FROM = 256, /* balls from which it pays to prefetch what the next event needs (measured) */
    PREFETCH_FROM = 32768,    /* and those after it */
    STOP_INTERVAL = 4096,     /* events between reads of the stop flag */
    MOST_CROSSINGS = 1000     /* of regions by each ball at one time: a fast one may cross a table of that many cells */
};

struct event_engine {
    struct event_system system;
    struct event_instant instant;
    struct event_tuning tuning;
    /* What hits do: of two balls; of a ball at a wall of the table; at an obstacle, by its kind. */
    event_hit_function *pair, *at_wall[TABLE_WALLS], *at_obstacle[OBSTACLE_KINDS];
    double carried;              /* the last time before walls that carry balls change their velocities; HUGE_VAL */
    double now;                  /* the time of the world */
    double crossed;              /* when a ball last crossed a region at once, and ... */
    uint64_t crossings;          /* ... how many have done so at that time */
    struct ledger lost_in_world; /* the system's, and what friction has taken of present trajectories, when the world
                                    was last written */
};

/* ---- events ---- */

/** Counts a ball that crosses its new region at once. True: too many have at that time, as one that rounding carries
 *  round and round a periodic table. */
static __attribute__((noinline)) bool count_crossing(struct event_engine *engine, double t)
{
    engine->crossings = t > engine->crossed ? 1 : engine->crossings + 1;
    engine->crossed = t;
    return engine->crossings > MOST_CROSSINGS * engine->system.n;
}

/** True if a ball crosses its new region within the rounding of times, so that none would pass any more. Where cells
 *  are crossed, by `way`, the ball is in another one each time, but perhaps for ever. */
static inline bool stands_still(struct event_engine *engine, uint32_t slot, double t)
{
    const struct event next = event_queue_get(engine->system.queue, slot);
    const bool at_once = next.partner == EVENT_REBUILD && next.t <= t;
    return __builtin_expect(at_once, 0) && (next.collisions == 0 || count_crossing(engine, t));
}

/** Where walls with a mass have left balls more room than the search for neighbours knows. */
static __attribute__((noinline)) enum status search_anew(struct event_engine *engine, double t, struct error *err)
{
    event_search_end(&engine->system);
    return event_search_begin(&engine->system, &engine->tuning, t) ? STATUS_OK : error_no_memory(err);
}

static enum status rebuild_neighbours(struct event_engine *engine, uint32_t slot, const struct event *event,
                                      struct error *err)
{
    const uint32_t way = event->collisions; /* where the ball leaves its region (event_order.h) */
    if (way == EVENT_STAYS) {
        prediction_update(&engine->system, slot, event->t);
        return STATUS_OK;
    }
    if (event_pistons_outgrow(&engine->system, event->t))
        return search_anew(engine, event->t, err);
    if (!neighbours_rebuild(engine->system.neighbours, slot, event->t, way))
        return error_no_memory(err);
    event_search_note_place(&engine->system, slot);
    prediction_extend(&engine->system, slot, event->t, way);
    if (stands_still(engine, slot, event->t))
        return event_instant_fail_speed(&engine->system, slot, event->t, err);
    return STATUS_OK;
}

static uint64_t rank(const struct particle *balls, uint32_t slot, uint32_t partner)
{
    return event_tile_rank(balls[slot].id, contact_is_ball(partner) ? balls[partner].id : partner);
}

/** In a tile, of hits at one time: if they are not in the order of the queue, one has caused the other at once, which
 *  another tile may not see. If they are more than its balls they may have no end: the engine of all balls can tell. */
static __attribute__((noinline)) void follow_tie(struct event_engine *engine, struct event_collision collision)
{
    const struct particle *balls = engine->system.balls;
    struct event_tile *tile = engine->system.tile;
    tile->is_hopeless |=
        rank(balls, collision.slot, collision.partner) < rank(balls, tile->last_slot, tile->last_partner);
    tile->is_hopeless |= engine->instant.work > (double)engine->system.n;
}

static inline void follow_order(struct event_engine *engine, struct event_collision collision)
{
    struct event_tile *tile = engine->system.tile;
    if (__builtin_expect(collision.t == tile->last, 0))
        follow_tie(engine, collision);
    tile->last = collision.t;
    tile->last_slot = collision.slot;
    tile->last_partner = collision.partner;
}

/** What a hit at the side of a surface does. */
static inline event_hit_function *hit_at(const struct event_engine *engine, uint32_t body)
{
    const uint32_t wall = body - CONTACT_SURFACE;
    if (wall < TABLE_WALLS)
        return engine->at_wall[wall];
    return engine->at_obstacle[boundary_surface(&engine->system.boundary, body)->obstacle_kind];
}

ALWAYS_INLINE enum status collide(struct event_engine *engine, struct event_collision collision, struct error *err)
{
    struct event_system *system = &engine->system;
    enum status status = event_crush_check(system, collision, err);
    if (status == STATUS_OK)
        status = event_instant_check(system, collision, err);
    if (status != STATUS_OK)
        return status;
    if (system->tile)
        follow_order(engine, collision);
    if (contact_is_ball(collision.partner))
        return engine->pair(system, collision, err);
    return hit_at(engine, collision.partner)(system, collision, err);
}

/** A gate that may throw the ball back counts for what happens at one instant, as a hit does. */
static __attribute__((noinline)) enum status meet_gate(struct event_engine *engine, uint32_t slot,
                                                       const struct event *event, struct error *err)
{
    struct event_system *system = &engine->system;
    const uint32_t number = event->collisions;
    const struct event_collision collision = {slot, contact_surface(number, 0), event->t};
    const enum status status =
        event_gate_may_throw(system, number) ? event_instant_check(system, collision, err) : STATUS_OK;
    if (status == STATUS_OK)
        event_gate_meet(system, slot, number, event->t);
    return status;
}

/** True if the partner has been hit since the impact was predicted. */
static inline bool is_stale(const struct event_system *system, const struct event *event)
{
    return contact_is_ball(event->partner) && system->balls[event->partner].collisions != event->collisions;
}

ALWAYS_INLINE enum status dispatch(struct event_engine *engine, uint32_t slot, const struct event *event,
                                   struct error *err)
{
    const struct event_collision collision = {slot, event->partner, event->t};
    if (is_stale(&engine->system, event)) {
        prediction_update(&engine->system, slot, event->t);
        return STATUS_OK;
    }
    if (event->partner < EVENT_GATE)
        return collide(engine, collision, err);
    if (event->partner == EVENT_REBUILD)
        return rebuild_neighbours(engine, slot, event, err);
    if (event->partner == EVENT_GATE)
        return meet_gate(engine, slot, event, err);
    event_leg_end(&engine->system, slot, event->t);
    return event_instant_spend(&engine->system, collision, 1, err);
}

/* ---- advancing ---- */

void event_engine_write(struct event_engine *engine, struct world *world, uint64_t step)
{
    struct event_system *system = &engine->system;
    const bool ignored = system->observer && system->observer->ignores_losses && system->ledger.counts.elastic == 0;
    const double before = engine->now;
    world->step = step;
    world->t = engine->now = (double)step * system->scene->dt;
    engine->lost_in_world = system->ledger;
    event_state_write(system, before, world, system->dissipates && !ignored ? &engine->lost_in_world : NULL);
    event_pistons_write(system, world);
    system->ledger.counts.rest = event_state_rest_time(system, world->t);
}

/** In debug builds: no event that was due is left, and none is scheduled before its ball's trajectory begins. */
static void check_schedule(const struct event_engine *engine, double t)
{
#ifdef DEBUG_CHECKS
    for (uint32_t i = 0; i < engine->system.n; i++) {
        assert(event_queue_get(engine->system.queue, i).t >= t);
        assert(event_queue_get(engine->system.queue, i).t >= engine->system.balls[i].t);
    }
#endif
    (void)engine;
    (void)t;
}

/** The last time before t > 0. (That of libm would have it loaded at each start.) */
static double before(double t)
{
    return double_bits_value(double_bits_of(t) - 1);
}

/** Brings surfaces to their courses of a time. Where walls carry balls, no event passes the next change unseen. */
static void turn(struct event_engine *engine, double t)
{
    const struct event_system *system = &engine->system;
    boundary_turn(&engine->system.boundary, t);
    engine->carried =
        system->motion.walls && system->boundary.turn < HUGE_VAL ? before(system->boundary.turn) : HUGE_VAL;
}

/** Walls that carry balls change their velocities, which ends legs. */
static void turn_carriers(struct event_engine *engine)
{
    const double t = engine->system.boundary.turn;
    event_leg_end_carried(&engine->system, t);
    turn(engine, t);
    event_leg_begin_carried(&engine->system, t);
}

/** The next event until a time, which comes after what changes at its own time. */
ALWAYS_INLINE bool take_next(struct event_system *system, double until, uint32_t *slot, struct event *event)
{
    if (!event_queue_next(system->queue, until, slot, event))
        return false;
    if (__builtin_expect(system->boundary.turn <= event->t, 0))
        boundary_turn(&system->boundary, event->t);
    return true;
}

/** True if the run is to end before its time: it is stopped, or a tile is in vain. */
static bool is_interrupted(const struct event_engine *engine, uint64_t count)
{
    const struct event_system *system = &engine->system;
    return engine->instant.interrupted ||
           (count % STOP_INTERVAL == 0 && (observer_stops(system->observer) ||
                                           (system->tile && (system->tile->is_broken || system->tile->is_hopeless))));
}

/** Takes all events until a time, before which no wall that carries balls changes its velocity. */
static enum status take_all(struct event_engine *engine, double until, bool *interrupted, struct error *err)
{
    struct event_system *system = &engine->system;
    struct event event;
    uint32_t slot;
    *interrupted = false;
    for (uint64_t count = 1; take_next(system, until, &slot, &event); count++) {
        if (system->n >= PREFETCH_NEXT_FROM)
            event_prefetch_next(system);
        enum status status = dispatch(engine, slot, &event, err);
        if (status != STATUS_OK)
            return status;
        if (system->n >= PREFETCH_FROM)
            event_prefetch_later(system);
        *interrupted = is_interrupted(engine, count);
        if (*interrupted)
            return STATUS_OK;
    }
    check_schedule(engine, until);
    return STATUS_OK;
}

enum status event_engine_run(struct event_engine *engine, double target, bool *interrupted, struct error *err)
{
    for (;;) {
        enum status status = take_all(engine, double_min(target, engine->carried), interrupted, err);
        if (status != STATUS_OK || *interrupted || !(engine->carried < target))
            return status;
        turn_carriers(engine);
        *interrupted = is_interrupted(engine, 0);
        if (*interrupted)
            return STATUS_OK;
    }
}

enum status event_engine_advance(void *state, struct world *world, uint64_t step_target, struct error *err)
{
    struct event_engine *engine = state;
    bool interrupted;
    enum status status = event_engine_run(engine, (double)step_target * engine->system.scene->dt, &interrupted, err);
    if (status == STATUS_OK && !interrupted)
        event_engine_write(engine, world, step_target);
    return status;
}

/* ---- creation ---- */

/** Enters in the ledger what friction has taken on present trajectories before the run: it does not count. */
static void begin_ledger(struct event_engine *engine, double t)
{
    engine->system.ledger = (struct ledger){0};
    event_state_took(&engine->system, -1, t, &engine->system.ledger);
    engine->lost_in_world = engine->system.ledger;
    event_state_took(&engine->system, 1, t, &engine->lost_in_world);
    engine->system.ledger.counts.rest = event_state_rest_time(&engine->system, t);
}

static bool begin(struct event_engine *engine, const struct world *world, bool with_past)
{
    const double t = engine->now = world->t;
    turn(engine, t);
    if (!event_state_take(&engine->system, world, engine->tuning.given_order, with_past))
        return false;
    event_pistons_begin(&engine->system, world, with_past);
    event_pistons_outgrow(&engine->system, t);
    begin_ledger(engine, t);
    if (engine->system.gates)
        event_gates_begin(engine->system.gates, engine->system.n, t);
    event_instant_begin(&engine->system, t);
    return event_engine_resume(engine, t);
}

static bool build(struct event_engine *engine, const struct world *world)
{
    struct event_system *system = &engine->system;
    if (!event_system_reserve(system, world->n))
        return false;
    if (system->kicks)
        memcpy(system->kicks, world->kicks, world->n * sizeof *world->kicks);
    if (!begin(engine, world, true))
        return false;
    if (!system->scene->checkpoint || !event_search_looks_back(system, engine->now))
        return true;
    event_search_end(system); /* the saved past is that of another scene */
    return begin(engine, world, false);
}

/** Chooses what hits do, once. */
static void choose_hits(struct event_engine *engine)
{
    const struct event_system *system = &engine->system;
    event_hit_function *const bounce = event_bounce_of(system);
    engine->pair = event_pair_of(system);
    for (uint32_t wall = 0; wall < TABLE_WALLS; wall++) {
        const uint32_t body = CONTACT_SURFACE + wall;
        engine->at_wall[wall] = boundary_is_thermal(&system->boundary, body) ? event_thermal_kick
                                : event_pistons_find(system, body)           ? event_piston_collide
                                                                             : bounce;
    }
    for (enum obstacle_kind kind = 0; kind < OBSTACLE_KINDS; kind++) /* gates are met otherwise */
        engine->at_obstacle[kind] = table_obstacle_takes(kind) ? event_pocket_take : bounce;
}

/** Without balls. NULL: out of memory. */
static struct event_engine *prepare(const struct scene *scene, const struct observer *observer,
                                    struct event_tuning tuning)
{
    struct event_engine *made = mem_array(1, sizeof *made);
    if (!made)
        return NULL;
    made->tuning = tuning;
    made->system.no_vectors = tuning.no_vectors;
    made->system.instant = &made->instant;
    made->instant.law = impact_law_find(scene->impact);
    made->instant.cluster.impact.stop = observer ? observer->stop : NULL;
    made->instant.t = -HUGE_VAL;
    assert(made->instant.law);
    if (event_system_open(&made->system, scene, observer)) {
        event_pistons_open(&made->system);
        made->system.lowest =
            lasting_contact_lowest_bounce(&made->system.motion, scene->contact_time,
                                          made->system.motion.rotates || event_ledger_may_lose(&made->system));
        made->system.may_collapse = collapse_may_come(&made->system);
        choose_hits(made);
        made->carried = HUGE_VAL;
        return made;
    }
    event_engine_destroy(made);
    return NULL;
}

enum status event_engine_create(const struct scene *scene, const struct world *world, const struct observer *observer,
                                struct event_tuning tuning, struct event_engine **engine, struct error *err)
{
    struct event_engine *made = prepare(scene, observer, tuning);
    *engine = made;
    if (made && build(made, world))
        return STATUS_OK;
    event_engine_destroy(made);
    *engine = NULL;
    return error_no_memory(err);
}

void event_engine_snapshot(const void *state, struct checkpoint *checkpoint)
{
    const struct event_engine *engine = state;
    event_state_save(&engine->system, engine->now, checkpoint);
    event_pistons_save(&engine->system, engine->now, checkpoint);
}

/* ---- in tiles ---- */

struct event_system *event_engine_system(struct event_engine *engine)
{
    return &engine->system;
}

double event_engine_now(const struct event_engine *engine)
{
    return engine->now;
}

void event_engine_suspend(struct event_engine *engine)
{
    event_search_end(&engine->system);
}

bool event_engine_resume(struct event_engine *engine, double t)
{
    return event_search_begin(&engine->system, &engine->tuning, t);
}

static bool build_tile(struct event_engine *engine, const struct event_system *whole)
{
    struct event_system *system = &engine->system;
    struct event_tile *tile = system->tile;
    if (!event_system_reserve(system, tile->n))
        return false;
    system->n = tile->n;
    for (uint32_t i = 0; i < tile->n; i++) {
        system->balls[i] = whole->balls[tile->slots[i]];
        event_seam_set_turns(system, i, event_seam_turns(whole, tile->slots[i]));
    }
    system->balls[tile->n] = impact_kernel_sentinel();
    event_instant_begin(system, engine->now);
    if (!event_engine_resume(engine, engine->now))
        return false;
    tile->is_hopeless |= event_search_looks_back(system, engine->now) || system->neighbours->is_endless;
    return true;
}

struct event_engine *event_engine_create_tile(const struct event_engine *whole, struct event_tile *tile,
                                              struct event_tuning tuning, double t)
{
    struct event_engine *made = prepare(whole->system.scene, &tile->observer, tuning);
    if (!made)
        return NULL;
    made->now = t;
    made->system.tile = tile;
    if (build_tile(made, &whole->system))
        return made;
    event_engine_destroy(made);
    return NULL;
}

void event_engine_counters(const void *state, struct counters *counters)
{
    const struct event_engine *engine = state;
    *counters = ledger_counters(&engine->system.ledger);
    if (engine->system.dissipates) {
        counters->lost = ledger_counters(&engine->lost_in_world).lost;
        counters->work = ledger_counters(&engine->lost_in_world).work;
    }
}

void event_engine_destroy(void *state)
{
    struct event_engine *engine = state;
    if (!engine)
        return;
    event_search_end(&engine->system);
    event_system_close(&engine->system);
    contact_cluster_free(&engine->instant.cluster);
    free(engine);
}
