/*
 * Prediction: the next event of one ball.
 *
 * The vector kernel (near/impact_kernel) searches the ball's neighbour list for the earliest impact and also
 * tells whether a ball of the list touches it; ambiguous cases, and all with friction, are decided one by one
 * by the scalar arithmetic of motion_impact(), with ties going to the smaller ball index. Then come ends of legs and
 * surfaces; only those near the ball are asked (nearly always none). The time at which the list ceases to be valid is
 * worked out only if that may come first. Under friction all this comes before the balls: to find an impact takes so
 * long that it pays to know till when. So a ball on the cloth that is pressed on a wall, and comes back to it at once,
 * looks at hardly any other.
 *
 * In a dilute gas balls cross many cells between two hits. A ball that comes to another cell keeps its trajectory, so
 * what it was to hit before still stands, as long as its partner's trajectory does: it is kept meanwhile (beyond), and
 * only new neighbours are searched.
 *
 * Cost: one neighbour list, about eight balls, per prediction.
 */
#include "events/prediction.h"

#include <math.h>

#include "events/event_gates.h"
#include "events/event_pistons.h"
#include "events/event_seam.h"
#include "motion/motion_pair.h"

void prediction_take_earlier(const struct event_system *system, struct event *best, double t, uint32_t partner)
{
    if (t > best->t)
        return;
    if (t == best->t && (best->partner >= EVENT_LEG || (contact_is_ball(best->partner) &&
                                                        system->balls[partner].id > system->balls[best->partner].id)))
        return;
    *best = (struct event){t, partner, system->balls[partner].collisions};
}

/** False: the gate is for balls of another material. */
static bool sees(const struct scene *scene, const struct obstacle *gate, uint32_t ball)
{
    return !gate->of || scene_material(scene, ball) == gate->of_number;
}

/** The next crossing of a gate, if it comes before the best so far, or at the same time as that of a later obstacle.
 *  @param seen the ball as the gate sees it @param number of the surface */
static __attribute__((noinline)) void search_gate(const struct event_system *system, const struct impact_list *list,
                                                  uint32_t number, struct body seen, struct event *best)
{
    const struct surface *surfaces = system->boundary.surfaces, *gate = &surfaces[number];
    if (!sees(system->scene, &system->scene->table.obstacles[gate->obstacle], seen.ball->id))
        return;
    const double found = event_gates_next(system->gates, list->owner, gate, &system->motion, seen).t;
    const double t = double_max(found, list->now); /* rounding may put it before what has been */
    if (t < best->t || (t == best->t && t < HUGE_VAL && best->partner == EVENT_GATE &&
                        gate->obstacle < surfaces[best->collisions].obstacle))
        *best = (struct event){t, EVENT_GATE, number};
}

/** Where a search among the courses of a surface ended before the best so far, it goes on then. */
static void search_later(double until, struct event *best)
{
    if (until < best->t)
        *best = (struct event){until, EVENT_REBUILD, EVENT_STAYS};
}

/** The earliest impact with a wall of the table, which may move, have a temperature or a mass. One that has a
 * temperature comes first of what happens at one time. */
static void search_wall(const struct event_system *system, uint32_t wall, struct body body, struct event *best)
{
    double until = best->t;
    const struct event_piston *piston = event_pistons_find(system, wall);
    const double t = piston ? event_pistons_impact(system, piston, body)
                            : boundary_impact_wall(&system->boundary, &system->motion, wall, body, &until);
    const bool is_first = boundary_is_thermal(&system->boundary, wall) && t == best->t && t < HUGE_VAL &&
                          !(boundary_is_thermal(&system->boundary, best->partner) || best->partner == EVENT_LEG);
    if (t < best->t || is_first)
        *best = (struct event){t, wall, 0};
    search_later(until, best);
}

/** The earliest impact with a surface, by its number, that moves, has a temperature or a mass. */
static __attribute__((noinline)) void search_acting(const struct event_system *system, uint32_t number,
                                                    struct body body, struct event *best)
{
    if (number < BOUNDARY_SLABS) {
        search_wall(system, contact_surface(number, 0), body, best);
        search_wall(system, contact_surface(number, 1), body, best);
        return;
    }
    uint32_t side;
    double until = best->t;
    const double t = boundary_impact_moving(&system->boundary, &system->motion, number, body, &until, &side);
    if (t < best->t)
        *best = (struct event){t, contact_surface(number, side), 0};
    search_later(until, best);
}

/** The earliest impact with a surface of a list, if it comes before the best so far. */
static void search_surfaces(const struct event_system *system, const struct impact_list *list, struct body body,
                            struct event *best)
{
    uint32_t side;
    for (uint32_t k = 0; k < list->count; k++) {
        const struct surface *surface = &system->boundary.surfaces[list->slots[k]];
        struct particle seen;
        if (__builtin_expect(surface->acts, 0)) {
            search_acting(system, list->slots[k], body, best);
            continue;
        }
        const struct body shown = event_seam_seen_body(system, list->owner, body, list->now, surface, &seen);
        if (__builtin_expect(surface->kind == SURFACE_GATE, 0)) {
            search_gate(system, list, list->slots[k], shown, best);
            continue;
        }
        double t = boundary_impact(&system->motion, surface, shown, &side);
        if (t < best->t)
            *best = (struct event){t, contact_surface(list->slots[k], side), 0};
    }
}

/** The same where those are the walls of the table, and balls move uniformly: as nearly always. */
static void search_edge(const struct event_system *system, const struct particle *ball, struct event *best)
{
    uint32_t body;
    double t = boundary_impact_edge(&system->boundary, ball, &body);
    if (t < best->t)
        *best = (struct event){t, body, 0};
}

/** When a ball leaves its region, which ends the use of its list, if that comes before the best so far.
 *  @param may_stay a quick look may tell that it stays */
ALWAYS_INLINE void search_exit(const struct event_system *system, uint32_t slot, struct body body, double now,
                               bool may_stay, struct event *best)
{
    const struct neighbours *neighbours = system->neighbours;
    uint32_t way;
    if (neighbours->is_endless ||
        (may_stay && best->t < HUGE_VAL && neighbours_stay_valid(neighbours, slot, body, now, best->t)))
        return;
    const double leave = neighbours_exit_time(neighbours, slot, body, now, &way);
    if (leave < best->t) {
        if (system->beyond)
            system->beyond[slot] = *best;
        *best = (struct event){leave, EVENT_REBUILD, way};
    }
}

/** What ends a ball's trajectory, or the use of its list, if it comes before the best so far: the end of the leg, a
 * surface, leaving the region. */
ALWAYS_INLINE void search_ends(const struct event_system *system, uint32_t slot, struct body body, double now,
                               struct event *best)
{
    struct impact_list surfaces = {.owner = slot, .now = now};
    double ends = motion_leg_end(body);
    if (ends <= best->t && ends < HUGE_VAL)
        *best = (struct event){ends, EVENT_LEG, 0};
    surfaces.slots = neighbours_surfaces(system->neighbours, slot, &surfaces.count);
    if (surfaces.count > 0)
        search_surfaces(system, &surfaces, body, best);
    search_exit(system, slot, body, now, !motion_falls(&system->motion), best);
}

/** The same of a ball in uniform motion on a table without obstacles. */
ALWAYS_INLINE void search_ends_plain(const struct event_system *system, uint32_t slot, double now, struct event *best)
{
    const struct body body = body_of(&system->balls[slot]);
    struct impact_list surfaces = {.owner = slot, .now = now};
    surfaces.slots = neighbours_surfaces(system->neighbours, slot, &surfaces.count);
    if (surfaces.count > 0 && !(best->t < HUGE_VAL && prediction_is_clear(system, body.ball, best->t))) {
        if (surfaces.count == 2)
            search_edge(system, body.ball, best);
        else
            search_surfaces(system, &surfaces, body, best);
    }
    /* far from surfaces it leaves, or prediction_schedule() would have known that it stays */
    search_exit(system, slot, body, now, surfaces.count > 0, best);
}

/** With what a search begins: with nothing. Rolling balls nearly always meet some day, and to find when takes long; so
 *  under friction with whatever else comes first, or `until`, and what comes later is not searched. */
static struct event search_end(const struct event_system *system, struct body body, const struct impact_list *list,
                               double until)
{
    struct event best = {HUGE_VAL, EVENT_NONE, 0};
    if (motion_decelerates(&system->motion))
        search_ends(system, list->owner, body, list->now, &best);
    return until < best.t ? (struct event){until, EVENT_REBUILD, 0} : best;
}

/** A search for the earliest impact of one ball, partner by partner. */
struct impact_search {
    const struct event_system *system;
    struct body body;
    struct parabola_motion whole; /* of the body */
    bool excludes;                /* pairs are excluded by how far the two can come: */
    struct motion_reach reach;    /* of the body */
    double now;
    struct event best;
    bool touching; /* a partner touches the ball */
};

/** @param is_likely the two are known to hit nearly certainly: a quick rejection would be in vain */
static void search_partner(struct impact_search *search, uint32_t slot, bool is_likely)
{
    const struct motion *motion = &search->system->motion;
    const struct body other = body_at(search->system->balls, search->system->legs, slot);
    if (other.ball->x != other.ball->x) /* padding or masked */
        return;
    if (search->excludes && motion_reach_excludes(&search->reach, other, search->now, search->best.t))
        return;
    struct vec2 shifts[MOTION_MOST_IMAGES];
    int images = motion_impact_images(motion, search->body, other, search->now, shifts);
    for (int i = 0; i < images; i++) {
        struct motion_pair pair;
        motion_pair_begin(&pair, motion, search->body, &search->whole, other, shifts[i]);
        search->touching |= motion_pair_touches(&pair);
        if (!is_likely && motion_pair_passes(&pair, search->best.t))
            continue;
        const double t = motion_pair_impact(&pair), now = search->now;
        if (t < now && motion_rest_time(motion, search->body) <= now && motion_rest_time(motion, other) <= now)
            continue; /* a saved state forgets when balls at rest came: one passes where the other is since */
        prediction_take_earlier(search->system, &search->best, t, slot);
    }
}

/** Of those that the filter lets through, first the one that the ball hits if all keep their velocities: as a rule it
 *  does, and the others need not be searched farther than that. */
static void search_rolling(struct impact_search *search, const struct impact_list *list)
{
    const struct event_system *system = search->system;
    const struct motion *motion = &system->motion;
    for (uint32_t k = 0; k < list->count; k += ROLLING_KERNEL_BLOCK) {
        struct impact_list block = *list;
        block.slots += k;
        block.count = list->count - k < ROLLING_KERNEL_BLOCK ? list->count - k : ROLLING_KERNEL_BLOCK;
        double end = search->best.t;
        struct rolling_found found = system->filter(motion, system->balls, search->body.ball, &block, end);
        uint32_t first = found.first;
        if (first < block.count)
            search_partner(search, block.slots[first], true);
        if (!(end < HUGE_VAL) && search->best.t < HUGE_VAL) /* so far nothing was rejected */
            found = system->filter(motion, system->balls, search->body.ball, &block, search->best.t);
        for (uint32_t i = 0; i < block.count; i++)
            if (i != first && found.candidates >> i & 1)
                search_partner(search, block.slots[i], false);
    }
}

bool prediction_singly(const struct event_system *system, struct body body, const struct impact_list *list,
                       double until, struct event *best)
{
    const struct motion *motion = &system->motion;
    struct impact_search search = {.system = system, .body = body, .whole = motion_whole(motion, body)};
    search.now = list->now;
    search.best = search_end(system, body, list, until);
    search.excludes = body.leg && motion_slides(motion) && !motion->period.is_any;
    if (search.excludes)
        search.reach = motion_reach_of(body, list->now);
    bool is_direct = !neighbours_sees_images(system->neighbours, list->owner);
    if (system->filter && is_direct)
        search_rolling(&search, list);
    else
        for (uint32_t k = 0; k < list->count; k++)
            search_partner(&search, list->slots[k], false);
    *best = search.best;
    return search.touching;
}

/** The earliest impact of a ball with those in a list: now, if rounding has put it past one that it had not known. */
static struct event search_list(struct event_system *system, const struct impact_list *list)
{
    const struct particle *ball = &system->balls[list->owner];
    bool sees_images = neighbours_sees_images(system->neighbours, list->owner);
    const struct impact_kernel *kernel = sees_images ? &system->kernel : &system->direct;
    struct impact_found found = kernel->one(&system->motion, system->balls, ball, list);
    struct event best;
    prediction_adopt(system, body_at(system->balls, system->legs, list->owner), list, &found, HUGE_VAL, &best);
    best.t = double_max(best.t, list->now);
    return best;
}

/** True if a ball's trajectory begins now, so near to a gate's line that the former one may have ended on another side.
 */
static bool begins_on_gate(const struct event_system *system, uint32_t slot, double now)
{
    const struct particle *ball = &system->balls[slot];
    uint32_t count;
    if (!system->gates || ball->t != now)
        return false;
    const uint32_t *list = neighbours_surfaces(system->neighbours, slot, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct surface *gate = &system->boundary.surfaces[list[k]];
        if (gate->kind == SURFACE_GATE &&
            event_gates_is_near(gate, event_seam_seen(system, slot, event_centre(ball), gate), ball->r))
            return true;
    }
    return false;
}

/** Under friction surfaces and the end of the list were searched before the ball left its former trajectory. Near a
 *  gate's line the next crossing depends on the side on which that one ended: there all is searched again. */
void prediction_schedule_fully(struct event_system *system, uint32_t slot, struct event best, double now)
{
    const struct neighbours *neighbours = system->neighbours;
    if (neighbours->is_plain) {
        search_ends_plain(system, slot, now, &best);
    } else if (!motion_decelerates(&system->motion)) {
        if (!neighbours_fall_alone(neighbours, slot, &system->balls[slot], now, best.t))
            search_ends(system, slot, body_at(system->balls, system->legs, slot), now, &best);
    } else if (begins_on_gate(system, slot, now)) {
        struct impact_list list = {.owner = slot, .now = now};
        list.slots = neighbours_list(neighbours, slot, 0, &list.count);
        best = search_list(system, &list);
    }
    event_queue_set(system->queue, slot, best);
}

void prediction_update(struct event_system *system, uint32_t slot, double now)
{
    struct impact_list list = {.owner = slot, .now = now};
    if (motion_is_fixed(&system->balls[slot])) { /* others predict their impacts with a fixed ball */
        event_queue_set(system->queue, slot, (struct event){HUGE_VAL, EVENT_NONE, 0});
        return;
    }
    list.slots = neighbours_list(system->neighbours, slot, 0, &list.count);
    prediction_schedule(system, slot, &system->balls[slot], search_list(system, &list), now);
}

/** True if a ball that has kept its trajectory still has that impact before all others in its former list. Those with
 *  surfaces are found anew, so that it does not matter which of several at one instant was found first. */
static bool stands(const struct event_system *system, const struct event *impact)
{
    return impact->partner == EVENT_NONE ||
           (contact_is_ball(impact->partner) && system->balls[impact->partner].collisions == impact->collisions);
}

void prediction_extend(struct event_system *system, uint32_t slot, double now, uint32_t way)
{
    struct impact_list list = {.owner = slot, .now = now};
    if (!system->beyond || !stands(system, &system->beyond[slot])) {
        prediction_update(system, slot, now);
        return;
    }
    const struct event known = system->beyond[slot];
    list.slots = neighbours_entered(system->neighbours, slot, way, &list.count);
    struct event best = search_list(system, &list);
    if (known.t < HUGE_VAL)
        prediction_take_earlier(system, &best, known.t, known.partner);
    prediction_schedule(system, slot, &system->balls[slot], best, now);
}

void prediction_restate(struct event_system *system, uint32_t wall, double t)
{
    const struct event_piston *piston = event_pistons_find(system, wall);
    for (uint32_t slot = 0; slot < system->n; slot++) {
        const struct event next = event_queue_get(system->queue, slot);
        if (motion_is_fixed(&system->balls[slot]))
            continue;
        const double impact = event_pistons_impact(system, piston, body_at(system->balls, system->legs, slot));
        if (next.partner == wall || (impact == next.t && impact < HUGE_VAL))
            prediction_update(system, slot, t);
        else if (impact < next.t)
            event_queue_set(system->queue, slot, (struct event){impact, wall, 0});
    }
}
