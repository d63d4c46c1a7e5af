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

/** The ball as a surface sees it on a periodic table. */
static struct particle seen_ball(const struct event_system *system, uint32_t slot, struct body body, double now,
                                 const struct surface *surface)
{
    struct particle ball = *body.ball;
    struct vec2 way =
        vec2_sub(motion_position(&system->motion, body, now), neighbours_centre(system->neighbours, slot));
    struct vec2 seen = boundary_seen_from(&system->boundary, surface, (struct vec2){ball.x, ball.y},
                                          period_turns(&system->motion.period, way));
    ball.x = seen.x;
    ball.y = seen.y;
    return ball;
}

/** The earliest impact with a surface of a list, if it comes before the best so far. */
static void search_surfaces(const struct event_system *system, const struct impact_list *list, struct body body,
                            struct event *best)
{
    uint32_t side;
    for (uint32_t k = 0; k < list->count; k++) {
        const struct surface *surface = &system->boundary.surfaces[list->slots[k]];
        struct particle seen;
        if (system->turns)
            seen = seen_ball(system, list->owner, body, list->now, surface);
        const struct body shown = {system->turns ? &seen : body.ball, body.leg};
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

/** What ends a ball's trajectory, or the use of its list, if it comes before the best so far: the end of the leg, a
 * surface, leaving the region.
 *  @param falls_inside under gravity: the ball is certain to stay in its region until then */
ALWAYS_INLINE void search_ends(const struct event_system *system, uint32_t slot, struct body body, double now,
                               bool falls_inside, struct event *best)
{
    const struct neighbours *neighbours = system->neighbours;
    uint32_t way = 0;
    struct impact_list surfaces = {.owner = slot, .now = now};
    double ends = motion_has_legs(&system->motion) ? motion_leg_end(&system->motion, body) : HUGE_VAL;
    if (ends <= best->t && ends < HUGE_VAL)
        *best = (struct event){ends, EVENT_LEG, 0};
    surfaces.slots = neighbours_surfaces(neighbours, slot, &surfaces.count);
    if (surfaces.count > 0 && !(best->t < HUGE_VAL && prediction_is_clear(system, body.ball, best->t))) {
        if (neighbours->is_plain && surfaces.count == 2)
            search_edge(system, body.ball, best);
        else
            search_surfaces(system, &surfaces, body, best);
    }
    /* a plain ball far from surfaces leaves, or a quick look would have told that it stays */
    bool may_stay =
        !neighbours->is_endless && !(neighbours->is_plain && surfaces.count == 0) && !motion_falls(&system->motion);
    bool stays = may_stay && best->t < HUGE_VAL && neighbours_stay_valid(neighbours, slot, body, now, best->t);
    double leave = stays || falls_inside ? HUGE_VAL : neighbours_exit_time(neighbours, slot, body, now, &way);
    if (leave < best->t) {
        if (system->beyond)
            system->beyond[slot] = *best;
        *best = (struct event){leave, EVENT_REBUILD, way};
    }
}

/** With what a search begins: with nothing. Rolling balls nearly always meet some day, and to find when takes long; so
 *  under friction with whatever else comes first, or `until`, and what comes later is not searched. */
static struct event search_end(const struct event_system *system, struct body body, const struct impact_list *list,
                               double until)
{
    struct event best = {HUGE_VAL, EVENT_NONE, 0};
    if (motion_decelerates(&system->motion))
        search_ends(system, list->owner, body, list->now, false, &best);
    return until < best.t ? (struct event){until, EVENT_REBUILD, 0} : best;
}

/** A search for the earliest impact of one ball, partner by partner. */
struct impact_search {
    const struct event_system *system;
    struct body body;
    struct parabola_motion whole; /* of the body */
    bool excludes;                /* pairs are excluded by how far the two can come */
    struct vec2 place;            /* then: of the body now */
    double now;
    struct event best;
    bool touching; /* a partner touches the ball */
};

/** True if two balls on the cloth are certain not to meet before the best event so far, and do not touch. */
static inline bool is_far(const struct impact_search *search, struct body other)
{
    if (!search->excludes)
        return false;
    const struct particle *a = search->body.ball, *b = other.ball;
    double of_a = search->now - a->t, of_b = search->now - b->t, more = search->best.t - search->now;
    double reach = a->r + b->r + motion_farthest(search->body.leg, of_a, of_a + more) +
                   motion_farthest(other.leg, of_b, of_b + more);
    struct vec2 d = vec2_sub(motion_place(other, of_b), search->place);
    return vec2_dot(d, d) > 1.001 * (reach * reach);
}

/** @param is_likely the two are known to hit nearly certainly: a quick rejection would be in vain */
static void search_partner(struct impact_search *search, uint32_t slot, bool is_likely)
{
    const struct motion *motion = &search->system->motion;
    const struct body other = event_system_body(search->system, slot);
    if (other.ball->x != other.ball->x || is_far(search, other)) /* padding or masked */
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
    if (motion_slides(motion) && !motion->period.is_any) {
        search.excludes = true;
        search.place = motion_place(body, list->now - body.ball->t);
    }
    bool is_direct = !motion->period.is_any || !neighbours_sees_images(system->neighbours, list->owner);
    if (motion_decelerates(motion) && motion_is_straight(motion) && is_direct && !system->no_vectors)
        search_rolling(&search, list);
    else
        for (uint32_t k = 0; k < list->count; k++)
            search_partner(&search, list->slots[k], false);
    *best = search.best;
    return search.touching;
}

void prediction_schedule_fully(struct event_system *system, uint32_t slot, struct event best, double now)
{
    const struct neighbours *neighbours = system->neighbours;
    const struct particle *ball = &system->balls[slot];
    bool falls_inside = neighbours->straight_squared > 0 && neighbours_fall_alone(neighbours, slot, ball, now, best.t);
    if (!(falls_inside && !neighbours->surfaces) && !motion_decelerates(&system->motion))
        search_ends(system, slot, event_system_body(system, slot), now, falls_inside, &best);
    event_queue_set(system->queue, slot, best);
}

/** The earliest impact of a ball with those in a list. */
static struct event search_list(struct event_system *system, const struct impact_list *list)
{
    const struct particle *ball = &system->balls[list->owner];
    bool sees_images = system->turns && neighbours_sees_images(system->neighbours, list->owner);
    const struct impact_kernel *kernel = sees_images ? &system->kernel : &system->direct;
    struct impact_found found = kernel->one(&system->motion, system->balls, ball, list);
    struct event best;
    prediction_adopt(system, event_system_body(system, list->owner), list, &found, HUGE_VAL, &best);
    return best;
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

/** The log's row of a ball that begins to roll. */
static void report_roll(struct event_system *system, const struct particle *ball, struct vec2 turns)
{
    struct contact_event row = {.t = ball->t, .group = system->group++, .kind = CONTACT_ROLL};
    row.a = ball->id;
    row.b = -1;
    row.at = system->turns ? period_unwrap(&system->motion.period, event_centre(ball), turns) : event_centre(ball);
    row.u = vec2_length(event_velocity(ball));
    observer_notify(system->observer, &row);
}

void prediction_end_leg(struct event_system *system, uint32_t slot, double t)
{
    const struct motion *motion = &system->motion;
    const struct body body = event_system_body(system, slot);
    struct vec3 w;
    const struct particle end = motion_at(motion, body, t);
    double lost = motion_loss(motion, body, &end, motion_spin(motion, body, &end));
    struct particle next = motion_next_leg(motion, body, &w);
    struct vec2 turns = {0, 0};
    if (system->turns)
        turns = system->turns[slot] = event_system_bring_slot_back(system, slot, &next);
    next.t = t;
    next.collisions++;
    struct leg leg = motion_leg(motion, &next, w);
    leg.follows = true;
    event_system_set_trajectory(system, slot, (struct body){&next, &leg}, lost);
    if (motion_slides(motion))
        report_roll(system, &next, turns);
    prediction_update(system, slot, t);
}

/** What a ball that leaves the table takes with it. @param place turns included */
static void lose_energy(struct event_system *system, const struct particle *ball, struct vec2 place, struct vec3 w)
{
    struct vec2 v = event_velocity(ball);
    sum_add(&system->lost, 0.5 * ball->m * vec2_dot(v, v));
    if (event_system_rotates(system))
        sum_add(&system->lost, motion_rotation_energy(&system->motion, ball, w));
    sum_add(&system->lost, -ball->m * vec2_dot(system->scene->gravity, place));
}

void prediction_leave_table(struct event_system *system, struct event_collision crossing)
{
    const struct surface *pocket = boundary_surface(&system->boundary, crossing.partner);
    struct particle *ball = &system->balls[crossing.slot];
    prediction_update(system, crossing.slot, crossing.t);
    if (event_queue_get(system->queue, crossing.slot).partner != crossing.partner)
        return; /* something else happens to the ball at this instant */
    const struct body body = event_system_body(system, crossing.slot);
    struct particle taken = motion_at(&system->motion, body, crossing.t);
    struct vec2 place = event_centre(&taken);
    if (system->turns) {
        system->turns[crossing.slot] = event_system_bring_slot_back(system, crossing.slot, &taken);
        place = period_unwrap(&system->motion.period, event_centre(&taken), system->turns[crossing.slot]);
    }
    struct vec2 seen = event_system_seen(system, crossing.slot, event_centre(&taken), pocket);
    struct contact_event row = surface_pocket_row(pocket, ball->id, seen, event_velocity(&taken), crossing.t);
    row.group = system->group++;
    row.at = vec2_add(row.at, vec2_sub(place, seen));
    observer_notify(system->observer, &row);
    struct vec3 w = motion_spin(&system->motion, body, &taken);
    sum_add(&system->lost, motion_loss(&system->motion, body, &taken, w));
    lose_energy(system, &taken, place, w);
    event_system_begin_trajectory(&taken, (struct vec2){0, 0});
    taken.m = HUGE_VAL;
    *ball = taken;
    if (system->legs)
        system->legs[crossing.slot] = motion_leg(&system->motion, ball, (struct vec3){0, 0, 0});
    neighbours_remove(system->neighbours, crossing.slot);
    event_queue_set(system->queue, crossing.slot, (struct event){HUGE_VAL, EVENT_NONE, 0});
    system->taken[system->n_taken++] = (struct event_taken){taken.id, pocket->obstacle};
}

/* ---- prefetching ---- */

/*
 * With some hundred balls and more, what the next event needs first lies beyond the first-level cache: its two balls
 * and their lists. They are asked for while the present event is handled.
 *
 * With 10^5 balls and more an event finds hardly anything in the caches: some twenty cache lines, each of which takes
 * as long to arrive as a third of the event's arithmetic. They are prefetched in stages, since each stage needs what
 * the one before it has fetched: (1) the ball, its event and its cell or list centre; (2) its neighbour list and its
 * partner; (3) its neighbours and, if only this ball holds the collision, the partner's list; (4) that partner's
 * neighbours. A cursor walks through the calendar some buckets ahead, and each stage works on the slot that the stage
 * before worked on STAGE_DISTANCE slots earlier.
 *
 * Neighbours are fetched into the second-level cache only: they are many, and the first level has too few lines for all
 * that is on its way.
 */

/* Inlined by force: compilers drop calls of functions that do nothing but prefetch. */
#define PREFETCH ALWAYS_INLINE void

enum {
    PER_EVENT = 2,     /* slots prefetched for each event handled */
    BUCKETS = 4,       /* how far ahead of the current one (measured: flat from 3 to 6) */
    STAGE_DISTANCE = 5 /* slots from one stage to the next (likewise, from 3 to 8) */
};

_Static_assert(3 * STAGE_DISTANCE < EVENT_PREFETCHED, "the last stage still has its slot");

PREFETCH fetch_ball(const struct event_system *system, uint32_t slot)
{
    event_queue_prefetch(system->queue, slot);
    __builtin_prefetch(&system->balls[slot]);
    neighbours_prefetch_region(system->neighbours, slot);
}

PREFETCH fetch_list_and_partner(const struct event_system *system, uint32_t slot)
{
    uint32_t partner = event_queue_get(system->queue, slot).partner;
    neighbours_prefetch_list(system->neighbours, slot);
    if (contact_is_ball(partner))
        fetch_ball(system, partner);
}

/** The partner in a collision that only this ball holds; EVENT_NONE: there is none. */
static uint32_t one_sided_partner(const struct event_system *system, uint32_t slot)
{
    struct event event = event_queue_get(system->queue, slot);
    if (!contact_is_ball(event.partner) || system->balls[event.partner].collisions != event.collisions)
        return EVENT_NONE;
    return event_queue_get(system->queue, event.partner).partner == slot ? EVENT_NONE : event.partner;
}

PREFETCH fetch_neighbours(const struct event_system *system, uint32_t slot)
{
    neighbours_prefetch_balls(system->neighbours, slot, system->balls);
    uint32_t partner = one_sided_partner(system, slot);
    if (partner != EVENT_NONE)
        neighbours_prefetch_list(system->neighbours, partner);
}

PREFETCH fetch_partners_neighbours(const struct event_system *system, uint32_t slot)
{
    uint32_t partner = one_sided_partner(system, slot);
    if (partner != EVENT_NONE)
        neighbours_prefetch_balls(system->neighbours, partner, system->balls);
}

/** The slot that entered the first stage `ago` slots before the last. */
static uint32_t prefetched_before(const struct event_system *system, uint32_t ago)
{
    return system->prefetch.slots[(system->prefetch.count - ago) % EVENT_PREFETCHED];
}

void prediction_prefetch(struct event_system *system)
{
    for (int k = 0; k < PER_EVENT; k++) {
        uint32_t slot = event_queue_look_ahead(system->queue, &system->prefetch.cursor, BUCKETS);
        if (slot == EVENT_NONE)
            return;
        system->prefetch.slots[++system->prefetch.count % EVENT_PREFETCHED] = slot;
        fetch_ball(system, slot);
        fetch_list_and_partner(system, prefetched_before(system, STAGE_DISTANCE));
        fetch_neighbours(system, prefetched_before(system, 2 * STAGE_DISTANCE));
        fetch_partners_neighbours(system, prefetched_before(system, 3 * STAGE_DISTANCE));
    }
}

PREFETCH fetch_ball_and_list(const struct event_system *system, uint32_t slot)
{
    __builtin_prefetch(&system->balls[slot]);
    neighbours_prefetch_near(system->neighbours, slot);
}

void prediction_prefetch_coming(const struct event_system *system)
{
    uint32_t partner, slot = event_queue_coming(system->queue, &partner);
    if (slot == EVENT_NONE)
        return;
    fetch_ball_and_list(system, slot);
    fetch_ball_and_list(system, partner);
    if (system->beyond) /* read if the ball leaves its cell */
        __builtin_prefetch(&system->beyond[slot]);
}
