/*
 * Prediction: the next event of one ball.
 *
 * The vector kernel (broadphase/impact_kernel) searches the ball's neighbour list for the earliest impact and also
 * tells whether a ball of the list touches it; ambiguous cases, and all with friction, are decided one by one
 * by the scalar arithmetic of motion_impact(), with ties going to the smaller ball index. Surfaces come after balls, in
 * their order; only those near the ball are asked (nearly always none). The time at which the list ceases to be valid
 * is worked out only if that may come first.
 *
 * In a dilute gas balls cross many cells between two hits. A ball that comes to another cell keeps its trajectory, so
 * what it was to hit before still stands, as long as its partner's trajectory does: it is kept meanwhile (beyond), and
 * only new neighbours are searched.
 *
 * Cost: one neighbour list, about eight balls, per prediction.
 */
#include "integrators/event/event_engine_internal.h"

#include <math.h>

#include "base/min_max.h"

void prediction_take_earlier(const struct event_engine *engine, struct event *best, double t, uint32_t partner)
{
    if (t > best->t)
        return;
    if (t == best->t && (t == HUGE_VAL || !contact_is_ball(best->partner) ||
                         engine->system.balls[partner].id > engine->system.balls[best->partner].id))
        return;
    *best = (struct event){t, partner, engine->system.balls[partner].collisions};
}

/** With what a search begins: with none. Rolling balls nearly always meet some day, and to find when takes long; so
 *  under friction with the end of the neighbour list, or `until`, and what comes later is not searched. */
static struct event search_end(const struct event_engine *engine, const struct particle *ball,
                               const struct impact_list *list, double until)
{
    if (engine->system.motion.law != MOTION_FRICTION)
        return (struct event){HUGE_VAL, EVENT_NONE, 0};
    const struct neighbours *neighbours = engine->system.neighbours;
    double end = until;
    uint32_t way = 0;
    if (!(until < HUGE_VAL && neighbours_stay_valid(neighbours, list->owner, ball, list->now, until)))
        end = double_min(end, neighbours_exit_time(neighbours, list->owner, ball, list->now, &way));
    return (struct event){end, end < HUGE_VAL ? EVENT_REBUILD : EVENT_NONE, way};
}

/** A search for the earliest impact of one ball, partner by partner. */
struct search {
    const struct event_engine *engine;
    const struct particle *ball;
    struct parabola_motion whole; /* of the ball */
    double now;
    struct event best;
    bool touching; /* a partner touches the ball */
};

/** @param is_likely the two are known to hit nearly certainly: a quick rejection would be in vain */
static void search_partner(struct search *search, uint32_t slot, bool is_likely)
{
    const struct motion *motion = &search->engine->system.motion;
    const struct particle *other = &search->engine->system.balls[slot];
    if (other->x != other->x) /* padding or masked */
        return;
    struct vec2 shifts[MOTION_MOST_IMAGES];
    int images = motion_images(motion, search->ball, other, search->now, shifts);
    for (int i = 0; i < images; i++) {
        struct motion_pair pair;
        motion_pair_begin(&pair, motion, search->ball, &search->whole, other, shifts[i]);
        search->touching |= motion_pair_touches(&pair);
        if (is_likely || !motion_pair_passes(&pair, search->best.t))
            prediction_take_earlier(search->engine, &search->best, motion_pair_impact(&pair), slot);
    }
}

/** Of those that the filter lets through, first the one that the ball hits if all keep their velocities: as a rule it
 *  does, and the others need not be searched farther than that. */
static void search_rolling(struct search *search, const struct impact_list *list)
{
    const struct event_engine *engine = search->engine;
    const struct motion *motion = &engine->system.motion;
    for (uint32_t k = 0; k < list->count; k += ROLLING_KERNEL_BLOCK) {
        struct impact_list block = *list;
        block.slots += k;
        block.count = list->count - k < ROLLING_KERNEL_BLOCK ? list->count - k : ROLLING_KERNEL_BLOCK;
        double end = search->best.t;
        struct rolling_found found = engine->filter(motion, engine->system.balls, search->ball, &block, end);
        uint32_t first = found.first;
        if (first < block.count)
            search_partner(search, block.slots[first], true);
        if (!(end < HUGE_VAL) && search->best.t < HUGE_VAL) /* so far nothing was rejected */
            found = engine->filter(motion, engine->system.balls, search->ball, &block, search->best.t);
        for (uint32_t i = 0; i < block.count; i++)
            if (i != first && found.candidates >> i & 1)
                search_partner(search, block.slots[i], false);
    }
}

bool prediction_singly(const struct event_engine *engine, const struct particle *ball, const struct impact_list *list,
                       double until, struct event *best)
{
    const struct motion *motion = &engine->system.motion;
    struct search search = {.engine = engine, .ball = ball, .whole = motion_whole(motion, ball), .now = list->now};
    search.best = search_end(engine, ball, list, until);
    bool is_direct = !motion->is_periodic || !neighbours_sees_images(engine->system.neighbours, list->owner);
    if (motion->law == MOTION_FRICTION && is_direct && !engine->tuning.no_vectors)
        search_rolling(&search, list);
    else
        for (uint32_t k = 0; k < list->count; k++)
            search_partner(&search, list->slots[k], false);
    *best = search.best;
    return search.touching;
}

/** The ball as a surface sees it on a periodic table. */
static struct particle seen_ball(const struct event_engine *engine, uint32_t slot, double now,
                                 const struct surface *surface)
{
    const struct event_system *system = &engine->system;
    struct particle ball = system->balls[slot];
    struct vec2 way =
        vec2_sub(motion_position(&system->motion, &ball, now), neighbours_centre(system->neighbours, slot));
    struct vec2 seen = boundary_seen_from(&system->boundary, surface, (struct vec2){ball.x, ball.y},
                                          period_turns(&system->motion.period, way));
    ball.x = seen.x;
    ball.y = seen.y;
    return ball;
}

/** The earliest impact with a surface of a list, if it comes before the best so far. */
static void search_surfaces(const struct event_engine *engine, uint32_t slot, const uint32_t *list, uint32_t count,
                            double now, struct event *best)
{
    uint32_t side;
    for (uint32_t k = 0; k < count; k++) {
        const struct surface *surface = &engine->system.boundary.surfaces[list[k]];
        const struct particle *ball = &engine->system.balls[slot];
        struct particle seen;
        if (engine->system.turns) {
            seen = seen_ball(engine, slot, now, surface);
            ball = &seen;
        }
        double t = boundary_impact(&engine->system.motion, surface, ball, &side);
        if (t < best->t)
            *best = (struct event){t, contact_surface(list[k], side), 0};
    }
}

/** The same where those are the walls of the table, and balls move uniformly: as nearly always. */
static void search_edge(const struct event_engine *engine, const struct particle *ball, struct event *best)
{
    uint32_t body;
    double t = boundary_impact_edge(&engine->system.boundary, ball, &body);
    if (t < best->t)
        *best = (struct event){t, body, 0};
}

/** prediction_schedule() where surfaces are near, or the end of the list.
 *  @param falls_inside under gravity: the ball is certain to stay in its region until then */
static void schedule_earliest(struct event_engine *engine, uint32_t slot, struct event best, double now,
                              bool falls_inside)
{
    const struct neighbours *neighbours = engine->system.neighbours;
    const struct particle *ball = &engine->system.balls[slot];
    uint32_t count, way;
    const uint32_t *surfaces = neighbours_surfaces(neighbours, slot, &count);
    if (count > 0 && !(best.t < HUGE_VAL && event_is_clear(engine, ball, best.t))) {
        if (neighbours->is_plain && count == 2)
            search_edge(engine, ball, &best);
        else
            search_surfaces(engine, slot, surfaces, count, now, &best);
    }
    /* a plain ball far from surfaces leaves, or a quick look would have told that it stays */
    bool may_stay = !(neighbours->is_plain && count == 0) && motion_is_straight(&engine->system.motion);
    bool stays = may_stay && best.t < HUGE_VAL && neighbours_stay_valid(neighbours, slot, ball, now, best.t);
    if (!stays && !falls_inside) {
        double leave = neighbours_exit_time(neighbours, slot, ball, now, &way);
        if (leave < best.t) {
            if (engine->beyond)
                engine->beyond[slot] = best;
            best = (struct event){leave, EVENT_REBUILD, way};
        }
    }
    event_queue_set(engine->queue, slot, best);
}

void prediction_schedule_fully(struct event_engine *engine, uint32_t slot, struct event best, double now)
{
    const struct neighbours *neighbours = engine->system.neighbours;
    bool falls_inside = neighbours->straight_squared > 0 &&
                        neighbours_fall_alone(neighbours, slot, &engine->system.balls[slot], now, best.t);
    if (falls_inside && !neighbours->surfaces)
        event_queue_set(engine->queue, slot, best);
    else
        schedule_earliest(engine, slot, best, now, falls_inside);
}

/** The earliest impact of a ball with those in a list. */
static struct event search_list(struct event_engine *engine, const struct impact_list *list)
{
    const struct particle *ball = &engine->system.balls[list->owner];
    bool sees_images = engine->system.turns && neighbours_sees_images(engine->system.neighbours, list->owner);
    const struct impact_kernel *kernel = sees_images ? &engine->kernel : &engine->direct;
    struct impact_found found = kernel->one(&engine->system.motion, engine->system.balls, ball, list);
    struct event best;
    prediction_adopt(engine, ball, list, &found, HUGE_VAL, &best);
    return best;
}

void prediction_update(struct event_engine *engine, uint32_t slot, double now)
{
    struct impact_list list = {.owner = slot, .now = now};
    if (motion_is_fixed(&engine->system.balls[slot])) { /* others predict their impacts with a fixed ball */
        event_queue_set(engine->queue, slot, (struct event){HUGE_VAL, EVENT_NONE, 0});
        return;
    }
    list.slots = neighbours_list(engine->system.neighbours, slot, 0, &list.count);
    prediction_schedule(engine, slot, &engine->system.balls[slot], search_list(engine, &list), now);
}

/** True if a ball that has kept its trajectory still has that impact before all others in its former list. Those with
 *  surfaces are found anew, so that it does not matter which of several at one instant was found first. */
static bool stands(const struct event_engine *engine, const struct event *impact)
{
    return impact->partner == EVENT_NONE ||
           (contact_is_ball(impact->partner) && engine->system.balls[impact->partner].collisions == impact->collisions);
}

void prediction_extend(struct event_engine *engine, uint32_t slot, double now, uint32_t way)
{
    struct impact_list list = {.owner = slot, .now = now};
    if (!engine->beyond || !stands(engine, &engine->beyond[slot])) {
        prediction_update(engine, slot, now);
        return;
    }
    const struct event known = engine->beyond[slot];
    list.slots = neighbours_entered(engine->system.neighbours, slot, way, &list.count);
    struct event best = search_list(engine, &list);
    if (known.t < HUGE_VAL)
        prediction_take_earlier(engine, &best, known.t, known.partner);
    prediction_schedule(engine, slot, &engine->system.balls[slot], best, now);
}
