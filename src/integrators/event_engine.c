/*
 * Exact event-driven motion of hard balls.
 *
 * Between hits a ball flies straight; its flight (place, time and velocity after its last hit) changes only in a hit.
 * Each ball has one scheduled event: its earliest hit with a neighbour or a wall, or the moment it leaves the disc in
 * which its neighbours are known (Smallenburg, Eur. Phys. J. E 45, 22, 2022; Lubachevsky, J. Comput. Phys. 94, 255,
 * 1991). The earliest event of all is taken, again and again:
 *
 *   a pair or wall   resolve it, and predict the balls whose flight changed;
 *   a stale pair     the partner has been hit since: predict the ball again;
 *   a rim            find the ball's new neighbours and predict it again.
 *
 * Why this is exact: a ball's event is the earliest over all its neighbours at the time of prediction. When a
 * partner's flight changes afterwards, the partner predicts anew, over the same pair; what the ball itself still
 * holds is then at worst too early. So the earliest hit of all is always scheduled with one of its two balls, and
 * never behind an event taken before.
 *
 * Why it is reproducible: times are functions of flights alone (physics/flight), ties have a fixed order
 * (event_queue), contact sets are gathered geometrically and sorted (event_cluster). Neighbourhoods, buckets, memory
 * order and vector code decide how fast, never what.
 *
 * Simultaneous hits: the vector kernel that prepares the prediction of a hit ball also counts who touches it at that
 * instant. Nearly always that is its partner alone, and the closed form of two balls is used. Otherwise the connected
 * contact set goes to the scene's law of impact. Only balls that receive an impulse get a new flight.
 *
 * Resting contacts: bodies that touch and approach by no more than rounding are left alone until they would have sunk
 * into each other by FLIGHT_SUNK; then they are pushed apart at the speed of rounding (see physics/flight). No jitter,
 * no repeated events at a standstill, and no deeper overlap.
 *
 * Inelastic collapse: see is_collapse(). Cost per hit: two predictions and about one more for stale events, each a row
 * of neighbours; O(1) in the number of balls. Memory: a 64-byte flight, a 16-byte event, about 80 bytes for calendar,
 * neighbours and cells.
 */
#include "integrators/event_engine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "broadphase/curve.h"
#include "broadphase/neighbours.h"
#include "integrators/event_cluster.h"
#include "integrators/event_queue.h"
#include "physics/flight.h"
#include "physics/flight_lanes.h"
#include "physics/impact_law.h"

/* A hit is rapid when the bodies came no farther than this part of a radius since the ball's last hit. */
#define RAPID_FLIGHT 1e-10

enum {
    SORT_FROM = 256,           /* balls from which memory order matters */
    PREFETCH_FROM = 8192,      /* balls from which the caches no longer hold everything */
    STOP_INTERVAL = 4096,      /* events between looks at the stop flag */
    HITS_AT_ONE_INSTANT = 1000 /* per ball: more without time passing is no physics */
};

struct event_engine {
    const struct scene *scene;
    const struct observer *observer;
    const struct impact_law *law;
    struct event_tuning tuning;
    struct event_surroundings around;
    struct flight *balls;
    uint32_t *ids; /* ball index of each slot */
    struct event_queue *queue;
    struct event_cluster cluster;
    struct flight_lanes lanes[2]; /* neighbours of the balls of a hit, see arrive() */
    struct flight arrived[2];     /* these balls at the instant, velocities as before */
    uint8_t *rapid;               /* rapid hits in a row, per slot; NULL: no collapse possible */
    struct tally counts;
    struct sum lost;
    uint64_t group;
    double instant; /* time of the last hit */
    uint64_t hits_at_instant;
    uint64_t prefetched; /* turn of the queue up to which memory was asked for */
};

/* ---- prediction ---- */

/** Makes `candidate` the best if it is earlier, or as early with a smaller ball index. */
static void take_earlier(const struct event_engine *engine, struct event *best, double t, uint32_t partner)
{
    if (t > best->t)
        return;
    if (t == best->t &&
        (t == HUGE_VAL || best->partner >= EVENT_WALL || engine->ids[partner] > engine->ids[best->partner]))
        return;
    *best = (struct event){t, partner, engine->balls[partner].hits};
}

static void search_singly(const struct event_engine *engine, uint32_t slot, const uint32_t *row, uint32_t count,
                          struct event *best)
{
    for (uint32_t k = 0; k < count; k++)
        take_earlier(engine, best, flight_impact(&engine->balls[slot], &engine->balls[row[k]]), row[k]);
}

/** The walls a ball flies towards, at most one of each pair. */
static void search_walls(const struct event_engine *engine, uint32_t slot, struct event *best)
{
    const struct flight *ball = &engine->balls[slot];
    enum contact_kind across = ball->vx > 0 ? CONTACT_RIGHT : CONTACT_LEFT;
    enum contact_kind along = ball->vy > 0 ? CONTACT_TOP : CONTACT_BOTTOM;
    double t = flight_impact_wall(ball, across, engine->scene->width);
    if (t < best->t)
        *best = (struct event){t, EVENT_WALL + across, 0};
    t = flight_impact_wall(ball, along, engine->scene->height);
    if (t < best->t)
        *best = (struct event){t, EVENT_WALL + along, 0};
}

/** The earliest hit of a ball with the partners collected in the lanes. */
static void search_lanes(const struct event_engine *engine, const struct flight_lanes *lanes, uint32_t slot,
                         const uint32_t *row, uint32_t count, struct event *best)
{
    const struct flight *ball = &engine->balls[slot];
    struct flight_lanes_best found = flight_lanes_earliest(lanes, ball->vx, ball->vy);
    if (found.unsure)
        search_singly(engine, slot, row, count, best);
    else if (found.time < HUGE_VAL)
        take_earlier(engine, best, found.time, row[found.place]);
}

/** Adds walls and rim to the best pair and schedules it. */
static void schedule(struct event_engine *engine, uint32_t slot, struct event best, double now)
{
    const struct flight *ball = &engine->balls[slot];
    if (neighbours_near_wall(engine->around.neighbours, slot, ball->r))
        search_walls(engine, slot, &best);
    if (!(best.t < HUGE_VAL && neighbours_is_home(engine->around.neighbours, slot, ball, best.t))) {
        double leave = neighbours_leave_time(engine->around.neighbours, slot, ball, now);
        if (leave < best.t)
            best = (struct event){leave, EVENT_ROAM, 0};
    }
    event_queue_set(engine->queue, slot, best);
}

static const uint32_t *row_of(const struct event_engine *engine, uint32_t slot, uint32_t *count)
{
    return neighbours_row(engine->around.neighbours, slot, count);
}

/** Finds and schedules a ball's next event. */
static void predict(struct event_engine *engine, uint32_t slot, double now)
{
    struct event best = {HUGE_VAL, EVENT_NONE, 0};
    uint32_t count;
    const uint32_t *row = row_of(engine, slot, &count);
    if (engine->tuning.no_vectors)
        search_singly(engine, slot, row, count, &best);
    else
        for (uint32_t first = 0; first < count; first += FLIGHT_LANES) {
            uint32_t part = count - first < FLIGHT_LANES ? count - first : FLIGHT_LANES;
            flight_lanes_gather(&engine->lanes[0], engine->balls, &engine->balls[slot], row + first, part);
            search_lanes(engine, &engine->lanes[0], slot, row + first, part, &best);
        }
    schedule(engine, slot, best, now);
}

/* ---- what a hit leaves behind ---- */

static double mass(const struct event_engine *engine, uint32_t slot)
{
    return engine->balls[slot].m;
}

static void begin_flight(struct flight *ball, double t, double x, double y, double vx, double vy)
{
    ball->x = x;
    ball->y = y;
    ball->t = t;
    ball->vx = vx;
    ball->vy = vy;
    ball->hits++;
}

/** True if a ball was hit less than the scene's contact_time ago (Luding and McNamara, Granular Matter 1, 113, 1998).
 */
static bool is_recent(const struct event_engine *engine, uint32_t slot, double t)
{
    const struct flight *ball = &engine->balls[slot];
    return ball->t > 0 && t - ball->t < engine->scene->contact_time;
}

static double ball_restitution(const struct event_engine *engine, uint32_t a, uint32_t b, double t)
{
    return is_recent(engine, a, t) || is_recent(engine, b, t) ? 1 : engine->scene->e_ball;
}

static double wall_restitution(const struct event_engine *engine, uint32_t slot, double t)
{
    return is_recent(engine, slot, t) ? 1 : engine->scene->e_wall;
}

static void count_hit(struct event_engine *engine, enum contact_kind kind)
{
    if (kind == CONTACT_BALL)
        engine->counts.ball++;
    else
        engine->counts.wall++;
}

static void report(const struct event_engine *engine, const struct contact_event *event)
{
    if (engine->observer && engine->observer->contact)
        engine->observer->contact(engine->observer->context, event);
}

static void note_overlap(struct event_engine *engine, double depth, double r)
{
    if (depth > engine->counts.overlap * r)
        engine->counts.overlap = depth / r;
}

/* ---- inelastic collapse ---- */

/** True if the ball's last hit was so near that the bodies, closing at `speed`, hardly came apart since. */
static bool is_rapid(const struct event_engine *engine, uint32_t slot, double speed, double t)
{
    const struct flight *ball = &engine->balls[slot];
    return ball->hits && speed * (t - ball->t) < RAPID_FLIGHT * ball->r;
}

/** Inelastic collapse: infinitely many hits in finite time. A ball whose hits come so fast that the gaps in between
 * stay below RAPID_FLIGHT of its radius twice in a row (or once, if it then still touches its previous partner) is in
 * one: gaps shrink by a constant factor from hit to hit, which chance does not do. Only possible with e < 1 and without
 *  contact_time. */
static bool is_collapse(struct event_engine *engine, uint32_t slot, double speed, double t, bool in_group)
{
    if (!engine->rapid)
        return false;
    uint8_t *rapid = &engine->rapid[slot];
    *rapid = !is_rapid(engine, slot, speed, t) ? 0 : *rapid < 255 ? (uint8_t)(*rapid + 1) : 255;
    return *rapid >= 2 || (*rapid == 1 && in_group);
}

static enum status fail_collapse(const struct event_engine *engine, uint32_t slot, uint32_t partner, double t,
                                 struct error *err)
{
    static const char *const wall_name[] = {"ball", "left", "right", "bottom", "top"};
    const char *advice = "; a contact_time > 0 would carry the run through";
    if (partner >= EVENT_WALL)
        return error_set(err, STATUS_FAILED, NULL,
                         "inelastic collapse: ball %u and the %s wall hit without end at t = %.17g%s",
                         engine->ids[slot], wall_name[partner - EVENT_WALL], t, advice);
    uint32_t a = engine->ids[slot], b = engine->ids[partner];
    return error_set(err, STATUS_FAILED, NULL, "inelastic collapse: balls %u and %u hit without end at t = %.17g%s",
                     a < b ? a : b, a < b ? b : a, t, advice);
}

/** Guards against hits without end at exactly one instant, which no law should cause. */
static enum status check_instant(struct event_engine *engine, uint32_t slot, double t, struct error *err)
{
    engine->hits_at_instant = t == engine->instant ? engine->hits_at_instant + 1 : 0;
    engine->instant = t;
    if (engine->hits_at_instant / HITS_AT_ONE_INSTANT <= engine->around.n)
        return STATUS_OK;
    return error_set(err, STATUS_FAILED, NULL, "ball %u is hit without end at t = %.17g under impact law \"%s\"",
                     engine->ids[slot], t, engine->law->name);
}

/* ---- one contact alone ---- */

/** Two balls at one instant, a with the smaller ball index. */
struct pair {
    uint32_t a, b;
    double t;
    double ma, mb;
    double dx, dy, dd; /* separation b - a, and its square */
    double approach;   /* separation times relative velocity, negative */
    double speeds;     /* sum of both balls' squared speeds */
};

/** The pair of the arrived balls. */
static struct pair pair_arrived(const struct event_engine *engine, uint32_t a, uint32_t b, double t)
{
    const struct flight *first = &engine->arrived[0], *second = &engine->arrived[1];
    struct pair p = {.a = a, .b = b, .t = t, .ma = mass(engine, a), .mb = mass(engine, b)};
    p.dx = second->x - first->x;
    p.dy = second->y - first->y;
    p.dd = p.dx * p.dx + p.dy * p.dy;
    p.approach = p.dx * (second->vx - first->vx) + p.dy * (second->vy - first->vy);
    p.speeds = (first->vx * first->vx + first->vy * first->vy) + (second->vx * second->vx + second->vy * second->vy);
    return p;
}

/** Approach no faster than rounding: a resting contact that has sunk. */
static bool is_resting(const struct pair *p)
{
    return p->approach * p->approach <= FLIGHT_RESTING * FLIGHT_RESTING * p->speeds * p->dd;
}

/** Change of `approach` that the hit brings about: Newton's restitution, or for a resting contact just enough to
 *  separate. */
static double pair_change(struct event_engine *engine, const struct pair *p)
{
    if (is_resting(p))
        return p->approach - 2 * FLIGHT_RESTING * sqrt(p->speeds * p->dd);
    double e = ball_restitution(engine, p->a, p->b, p->t);
    if (e < 1) {
        double reduced = p->ma * p->mb / (p->ma + p->mb);
        sum_add(&engine->lost, reduced * (1 - e * e) * (p->approach * p->approach / p->dd) / 2);
    }
    return (1 + e) * p->approach;
}

/** Tells the observer of a lone hit of two balls. */
static void report_pair(const struct event_engine *engine, const struct pair *p, double factor)
{
    if (!engine->observer || !engine->observer->contact)
        return;
    const struct flight *a = &engine->arrived[0];
    double distance = sqrt(p->dd), nx = p->dx / distance, ny = p->dy / distance;
    report(engine, &(struct contact_event){.t = p->t,
                                           .group = engine->group,
                                           .kind = CONTACT_BALL,
                                           .a = engine->ids[p->a],
                                           .b = engine->ids[p->b],
                                           .x = a->x + a->r * nx,
                                           .y = a->y + a->r * ny,
                                           .nx = nx,
                                           .ny = ny,
                                           .u = p->approach / distance,
                                           .j = -factor * p->ma * p->mb * distance});
}

/** The two-ball formula (Tatum, Classical Mechanics, ch. 5.4) along the separation, without a square root. */
static void resolve_pair(struct event_engine *engine, const struct pair *p)
{
    const struct flight *a = &engine->arrived[0], *b = &engine->arrived[1];
    double factor = pair_change(engine, p) / (p->dd * (p->ma + p->mb));
    double to_a = factor * p->mb, to_b = factor * p->ma, reach = a->r + b->r;
    if (p->dd < reach * reach)
        note_overlap(engine, reach - sqrt(p->dd), a->r < b->r ? a->r : b->r);
    report_pair(engine, p, factor);
    begin_flight(&engine->balls[p->a], p->t, a->x, a->y, a->vx + to_a * p->dx, a->vy + to_a * p->dy);
    begin_flight(&engine->balls[p->b], p->t, b->x, b->y, b->vx - to_b * p->dx, b->vy - to_b * p->dy);
    engine->counts.ball++;
    engine->group++;
}

/** Reflects one velocity component at a wall; `outward` is the component towards it. */
static double reflected(struct event_engine *engine, uint32_t slot, double t, double outward)
{
    const struct flight *ball = &engine->balls[slot];
    double speeds = ball->vx * ball->vx + ball->vy * ball->vy;
    if (outward * outward <= FLIGHT_RESTING * FLIGHT_RESTING * speeds)
        return 2 * FLIGHT_RESTING * sqrt(speeds);
    double e = wall_restitution(engine, slot, t);
    if (e < 1)
        sum_add(&engine->lost, mass(engine, slot) * (1 - e * e) * (outward * outward) / 2);
    return e * outward;
}

static void resolve_wall(struct event_engine *engine, uint32_t slot, enum contact_kind kind, double t)
{
    struct flight *ball = &engine->balls[slot];
    bool across = kind <= CONTACT_RIGHT;
    double size = across ? engine->scene->width : engine->scene->height;
    double sign = kind == CONTACT_RIGHT || kind == CONTACT_TOP ? 1 : -1;
    double outward = sign * (across ? ball->vx : ball->vy);
    double back = reflected(engine, slot, t, outward), x = flight_x(ball, t), y = flight_y(ball, t);
    double nx = across ? sign : 0, ny = across ? 0 : sign;
    note_overlap(engine, -flight_wall_gap(ball, kind, size, t), ball->r);
    report(engine, &(struct contact_event){.t = t,
                                           .group = engine->group,
                                           .kind = kind,
                                           .a = engine->ids[slot],
                                           .b = -1,
                                           .x = x + ball->r * nx,
                                           .y = y + ball->r * ny,
                                           .nx = nx,
                                           .ny = ny,
                                           .u = -outward,
                                           .j = mass(engine, slot) * (outward + back)});
    begin_flight(ball, t, x, y, across ? 0 - sign * back : ball->vx, across ? ball->vy : 0 - sign * back);
    engine->counts.wall++;
    engine->group++;
}

/* ---- contacts together ---- */

static void set_restitution(struct event_engine *engine, double t)
{
    struct event_cluster *cluster = &engine->cluster;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct event_cluster_contact *contact = &cluster->contacts[k];
        uint32_t a = cluster->balls[contact->a].slot, b = cluster->balls[contact->b].slot;
        cluster->law.contacts[k].e =
            contact->kind == CONTACT_BALL ? ball_restitution(engine, a, b, t) : wall_restitution(engine, a, t);
    }
}

/** Counts and reports the contacts that received an impulse; returns how many. */
static size_t report_group(struct event_engine *engine, double t)
{
    const struct event_cluster *cluster = &engine->cluster;
    size_t rows = 0;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct event_cluster_contact *contact = &cluster->contacts[k];
        const struct impact_contact *law = &cluster->law.contacts[k];
        if (law->j == 0)
            continue;
        const struct event_cluster_ball *a = &cluster->balls[contact->a], *b = &cluster->balls[contact->b];
        double r = engine->balls[a->slot].r;
        report(engine, &(struct contact_event){.t = t,
                                               .group = engine->group,
                                               .kind = contact->kind,
                                               .a = a->id,
                                               .b = contact->kind == CONTACT_BALL ? (int64_t)b->id : -1,
                                               .x = a->x + r * law->nx,
                                               .y = a->y + r * law->ny,
                                               .nx = law->nx,
                                               .ny = law->ny,
                                               .u = law->u,
                                               .j = law->j});
        count_hit(engine, contact->kind);
        engine->counts.pulls += law->j < 0;
        rows++;
    }
    return rows;
}

/** Largest overlap among the contacts of the set. */
static void note_group_overlap(struct event_engine *engine, double t)
{
    const struct event_cluster *cluster = &engine->cluster;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct event_cluster_contact *contact = &cluster->contacts[k];
        const struct event_cluster_ball *a = &cluster->balls[contact->a], *b = &cluster->balls[contact->b];
        const struct flight *first = &engine->balls[a->slot], *second = &engine->balls[b->slot];
        if (contact->kind == CONTACT_BALL) {
            double dx = b->x - a->x, dy = b->y - a->y;
            note_overlap(engine, first->r + second->r - sqrt(dx * dx + dy * dy),
                         first->r < second->r ? first->r : second->r);
        } else {
            double size = contact->kind <= CONTACT_RIGHT ? engine->scene->width : engine->scene->height;
            note_overlap(engine, -flight_wall_gap(first, contact->kind, size, t), first->r);
        }
    }
}

/** Marks the balls that received an impulse in cluster.place. */
static void mark_hit_balls(struct event_cluster *cluster)
{
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct event_cluster_contact *contact = &cluster->contacts[k];
        if (cluster->law.contacts[k].j == 0)
            continue;
        cluster->place[cluster->balls[contact->a].slot] = 1;
        if (contact->kind == CONTACT_BALL)
            cluster->place[cluster->balls[contact->b].slot] = 1;
    }
}

/** Gives new flights to the balls that received an impulse, then lets each of them predict. */
static void begin_group_flights(struct event_engine *engine, struct event_trigger trigger)
{
    struct event_cluster *cluster = &engine->cluster;
    mark_hit_balls(cluster);
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct event_cluster_ball *ball = &cluster->balls[i];
        const struct impact_body *body = &cluster->law.bodies[i];
        if (cluster->place[ball->slot])
            begin_flight(&engine->balls[ball->slot], trigger.t, ball->x, ball->y, body->vx, body->vy);
    }
    for (size_t i = 0; i < cluster->n_balls; i++) {
        uint32_t slot = cluster->balls[i].slot;
        if (cluster->place[slot] || slot == trigger.slot)
            predict(engine, slot, trigger.t);
        cluster->place[slot] = 0;
    }
}

static enum status gather(struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    switch (event_cluster_gather(&engine->cluster, &engine->around, trigger)) {
    case EVENT_CLUSTER_OK:
        return STATUS_OK;
    case EVENT_CLUSTER_TOO_LARGE:
        return error_set(err, STATUS_LIMIT, NULL, "%zu contacts meet at t = %.17g; the limit is %d",
                         engine->cluster.n_contacts, trigger.t, CONTACT_LCP_LIMIT);
    default:
        return error_no_memory(err);
    }
}

static void count_group(struct event_engine *engine, const struct impact_outcome *outcome, size_t rows)
{
    engine->counts.simultaneous += rows > 1;
    engine->counts.energy_gains += outcome->lost < -1e-12 * outcome->kinetic;
    sum_add(&engine->lost, outcome->lost);
    engine->group++;
}

/** Whether the trigger's contact, closing at `speed`, is part of an inelastic collapse. */
static bool collapses(struct event_engine *engine, struct event_trigger trigger, double speed, bool in_group)
{
    bool collapse = is_collapse(engine, trigger.slot, speed, trigger.t, in_group);
    if (trigger.partner < EVENT_WALL && is_collapse(engine, trigger.partner, speed, trigger.t, in_group))
        collapse = true;
    return collapse;
}

/** Resolves everything that touches at the trigger's instant. *resolved is false when the law saw nothing approach:
 *  the trigger is a resting contact that has sunk. */
static enum status hit_group(struct event_engine *engine, struct event_trigger trigger, bool *resolved,
                             struct error *err)
{
    struct event_cluster *cluster = &engine->cluster;
    enum status status = gather(engine, trigger, err);
    if (status != STATUS_OK)
        return status;
    set_restitution(engine, trigger.t);
    note_group_overlap(engine, trigger.t);
    struct impact_outcome outcome = impact_law_resolve(engine->law, &cluster->law);
    *resolved = outcome.rounds > 0;
    if (!*resolved)
        return STATUS_OK;
    double speed = -cluster->law.contacts[event_cluster_find(cluster, &engine->around, trigger)].u;
    if (collapses(engine, trigger, speed, cluster->n_contacts > 1))
        return fail_collapse(engine, trigger.slot, trigger.partner, trigger.t, err);
    count_group(engine, &outcome, report_group(engine, trigger.t));
    begin_group_flights(engine, trigger);
    return STATUS_OK;
}

/* ---- events ---- */

/** How many walls other than `partner` touch an arrived ball. */
static uint32_t other_walls_touching(const struct event_engine *engine, uint32_t slot, const struct flight *arrived,
                                     uint32_t partner)
{
    uint32_t touching = 0;
    if (!neighbours_near_wall(engine->around.neighbours, slot, arrived->r))
        return 0;
    for (enum contact_kind kind = CONTACT_LEFT; kind <= CONTACT_TOP; kind++) {
        double size = kind <= CONTACT_RIGHT ? engine->scene->width : engine->scene->height;
        touching += partner != EVENT_WALL + kind &&
                    flight_wall_gap(arrived, kind, size, arrived->t) <= FLIGHT_TOUCHING * arrived->r;
    }
    return touching;
}

/** Moves one neighbour to the end of a row, so that the rest of the row is everybody else. */
static void put_last(uint32_t *row, uint32_t count, uint32_t partner)
{
    uint32_t place = 0;
    while (row[place] != partner)
        place++;
    row[place] = row[count - 1];
    row[count - 1] = partner;
}

/** Brings a ball to its hit with `partner` at time t, in arrived[which], and collects everybody else near it in
 *  lanes[which] if they fit. Returns how many bodies other than the partner touch it. */
static uint32_t arrive(struct event_engine *engine, int which, uint32_t slot, uint32_t partner, double t)
{
    const struct flight *ball = &engine->balls[slot];
    struct flight *arrived = &engine->arrived[which];
    *arrived = *ball;
    arrived->x = flight_x(ball, t);
    arrived->y = flight_y(ball, t);
    arrived->t = t;
    uint32_t count, touching = other_walls_touching(engine, slot, arrived, partner);
    uint32_t *row = neighbours_row(engine->around.neighbours, slot, &count);
    if (partner < EVENT_WALL)
        put_last(row, count--, partner);
    engine->lanes[which].quads = 0;
    for (uint32_t first = 0; first < count; first += FLIGHT_LANES) {
        uint32_t part = count - first < FLIGHT_LANES ? count - first : FLIGHT_LANES;
        touching += flight_lanes_gather(&engine->lanes[which], engine->balls, arrived, row + first, part);
    }
    return touching;
}

/** Predicts an arrived ball after its lone hit. @param again time of its next hit with the same partner */
static void depart(struct event_engine *engine, int which, uint32_t slot, uint32_t partner, double again, double t)
{
    struct event best = {HUGE_VAL, EVENT_NONE, 0};
    uint32_t count;
    const uint32_t *row = row_of(engine, slot, &count);
    if (engine->tuning.no_vectors || count > FLIGHT_LANES) {
        predict(engine, slot, t);
        return;
    }
    search_lanes(engine, &engine->lanes[which], slot, row, count - (partner < EVENT_WALL), &best);
    if (again < HUGE_VAL)
        take_earlier(engine, &best, again, partner);
    schedule(engine, slot, best, t);
}

static enum status hit_pair(struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    uint32_t a = trigger.slot, b = trigger.partner;
    if (engine->ids[b] < engine->ids[a]) {
        a = trigger.partner;
        b = trigger.slot;
    }
    uint32_t touching = arrive(engine, 0, a, b, trigger.t);
    touching += arrive(engine, 1, b, a, trigger.t);
    if (touching) {
        bool resolved;
        enum status status = hit_group(engine, trigger, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    struct pair p = pair_arrived(engine, a, b, trigger.t);
    if (engine->rapid && !is_resting(&p) && collapses(engine, trigger, -p.approach / sqrt(p.dd), false))
        return fail_collapse(engine, a, b, trigger.t, err);
    resolve_pair(engine, &p);
    double again = flight_impact(&engine->balls[a], &engine->balls[b]);
    depart(engine, 0, a, b, again, trigger.t);
    depart(engine, 1, b, a, again, trigger.t);
    return STATUS_OK;
}

static enum status hit_wall(struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    if (arrive(engine, 0, trigger.slot, trigger.partner, trigger.t)) {
        bool resolved;
        enum status status = hit_group(engine, trigger, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    enum contact_kind kind = (enum contact_kind)(trigger.partner - EVENT_WALL);
    const struct flight *ball = &engine->balls[trigger.slot];
    double speed = kind <= CONTACT_RIGHT ? fabs(ball->vx) : fabs(ball->vy);
    if (collapses(engine, trigger, speed, false))
        return fail_collapse(engine, trigger.slot, trigger.partner, trigger.t, err);
    resolve_wall(engine, trigger.slot, kind, trigger.t);
    depart(engine, 0, trigger.slot, trigger.partner, HUGE_VAL, trigger.t);
    return STATUS_OK;
}

static enum status leave_disc(struct event_engine *engine, uint32_t slot, double t, struct error *err)
{
    if (!neighbours_renew(engine->around.neighbours, slot, t))
        return error_no_memory(err);
    predict(engine, slot, t);
    return STATUS_OK;
}

static enum status handle(struct event_engine *engine, uint32_t slot, const struct event *event, struct error *err)
{
    if (event->partner == EVENT_ROAM)
        return leave_disc(engine, slot, event->t, err);
    if (event->partner < EVENT_WALL && engine->balls[event->partner].hits != event->hits) {
        predict(engine, slot, event->t);
        return STATUS_OK;
    }
    enum status status = check_instant(engine, slot, event->t, err);
    if (status != STATUS_OK)
        return status;
    struct event_trigger trigger = {slot, event->partner, event->t};
    return event->partner >= EVENT_WALL ? hit_wall(engine, trigger, err) : hit_pair(engine, trigger, err);
}

/* ---- advancing ---- */

/** Asks memory for what the events of the coming buckets will touch: first the balls, a bucket later their partners
 *  and rows, another later the neighbours. */
static void prefetch_upcoming(struct event_engine *engine)
{
    enum { ROOM = 64 };
    uint32_t slots[ROOM];
    const struct neighbours *neighbours = engine->around.neighbours;
    size_t count = event_queue_upcoming(engine->queue, 3, slots, ROOM);
    for (size_t i = 0; i < count; i++) {
        __builtin_prefetch(&engine->balls[slots[i]]);
        __builtin_prefetch(&neighbours->homes[slots[i]]);
    }
    count = event_queue_upcoming(engine->queue, 2, slots, ROOM);
    for (size_t i = 0; i < count; i++) {
        uint32_t partner = event_queue_get(engine->queue, slots[i]).partner;
        __builtin_prefetch(neighbours->rows + neighbours->homes[slots[i]].row);
        if (partner < EVENT_WALL) {
            __builtin_prefetch(&engine->balls[partner]);
            __builtin_prefetch(&neighbours->homes[partner]);
        }
    }
    count = event_queue_upcoming(engine->queue, 1, slots, ROOM);
    for (size_t i = 0; i < count; i++) {
        uint32_t partner = event_queue_get(engine->queue, slots[i]).partner, n;
        const uint32_t *row = neighbours_row(neighbours, slots[i], &n);
        for (uint32_t k = 0; k < n; k++)
            __builtin_prefetch(&engine->balls[row[k]]);
        if (partner < EVENT_WALL)
            __builtin_prefetch(neighbours->rows + neighbours->homes[partner].row);
    }
}

static void write_world(const struct event_engine *engine, struct world *world, uint64_t step)
{
    world->step = step;
    world->t = (double)step * engine->scene->dt;
    for (size_t i = 0; i < engine->around.n; i++) {
        const struct flight *ball = &engine->balls[i];
        uint32_t id = engine->ids[i];
        world->x[id] = flight_x(ball, world->t);
        world->y[id] = flight_y(ball, world->t);
        world->vx[id] = ball->vx;
        world->vy[id] = ball->vy;
    }
}

enum status event_engine_advance(struct event_engine *engine, struct world *world, uint64_t step_target,
                                 struct error *err)
{
    double end = (double)step_target * engine->scene->dt;
    const volatile sig_atomic_t *stop = engine->observer ? engine->observer->stop : NULL;
    struct event event;
    uint32_t slot;
    for (uint64_t count = 1; event_queue_next(engine->queue, end, &slot, &event); count++) {
        enum status status = handle(engine, slot, &event, err);
        if (status != STATUS_OK)
            return status;
        if (engine->around.n >= PREFETCH_FROM && event_queue_turns(engine->queue) != engine->prefetched) {
            engine->prefetched = event_queue_turns(engine->queue);
            prefetch_upcoming(engine);
        }
        if (stop && count % STOP_INTERVAL == 0 && *stop)
            return STATUS_OK;
    }
    write_world(engine, world, step_target);
    return STATUS_OK;
}

/* ---- creation ---- */

static bool allocate(struct event_engine *engine, size_t n)
{
    engine->balls = mem_array_aligned(n, sizeof *engine->balls);
    engine->ids = mem_array(n, sizeof *engine->ids);
    if (!engine->balls || !engine->ids || !contact_lcp_reserve(&engine->cluster.lcp, 8))
        return false;
    const struct scene *scene = engine->scene;
    if ((scene->e_ball < 1 || scene->e_wall < 1) && scene->contact_time == 0)
        if (!(engine->rapid = mem_array(n, sizeof *engine->rapid)))
            return false;
    return true;
}

/** Decides the order of balls in memory. */
static bool order_balls(struct event_engine *engine, const struct world *world)
{
    if (engine->tuning.given_order || world->n < SORT_FROM) {
        for (size_t i = 0; i < world->n; i++)
            engine->ids[i] = (uint32_t)i;
        return true;
    }
    return curve_order(world->x, world->y, world->n, engine->scene->width, engine->scene->height, engine->ids);
}

static void copy_flights(struct event_engine *engine, const struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        uint32_t id = engine->ids[i];
        engine->balls[i] = (struct flight){.x = world->x[id],
                                           .y = world->y[id],
                                           .t = world->t0 ? world->t0[id] : world->t,
                                           .vx = world->vx[id],
                                           .vy = world->vy[id],
                                           .r = world->r[id],
                                           .m = world->m[id]};
    }
}

static bool build(struct event_engine *engine, const struct world *world)
{
    const struct scene *scene = engine->scene;
    if (!allocate(engine, world->n) || !order_balls(engine, world))
        return false;
    copy_flights(engine, world);
    engine->queue = event_queue_create(world->n, engine->ids, engine->tuning.simple_queue);
    struct neighbours *neighbours =
        neighbours_create(engine->balls, world->n, scene->width, scene->height, world->t, engine->tuning.roam);
    engine->around =
        (struct event_surroundings){engine->balls, engine->ids, world->n, scene->width, scene->height, neighbours};
    if (!engine->queue || !neighbours)
        return false;
    for (uint32_t i = 0; i < world->n; i++)
        predict(engine, i, world->t);
    event_queue_start(engine->queue);
    return true;
}

enum status event_engine_create(const struct scene *scene, const struct world *world, const struct observer *observer,
                                struct event_tuning tuning, struct event_engine **engine, struct error *err)
{
    /* aligned: the lanes are vectors */
    struct event_engine *made = mem_array_aligned(1, sizeof *made);
    *engine = made;
    if (!made)
        return error_no_memory(err);
    made->scene = scene;
    made->observer = observer;
    made->tuning = tuning;
    made->law = impact_law_find(scene->impact);
    made->instant = -HUGE_VAL;
    assert(made->law);
    if (build(made, world))
        return STATUS_OK;
    event_engine_destroy(made);
    *engine = NULL;
    return error_no_memory(err);
}

void event_engine_tally(const struct event_engine *engine, struct tally *tally)
{
    *tally = engine->counts;
    tally->lost = sum_value(engine->lost);
}

void event_engine_snapshot(const struct event_engine *engine, struct world *snapshot)
{
    for (size_t i = 0; i < engine->around.n; i++) {
        const struct flight *ball = &engine->balls[i];
        uint32_t id = engine->ids[i];
        snapshot->x[id] = ball->x;
        snapshot->y[id] = ball->y;
        snapshot->vx[id] = ball->vx;
        snapshot->vy[id] = ball->vy;
        snapshot->t0[id] = ball->t;
    }
}

void event_engine_destroy(struct event_engine *engine)
{
    if (!engine)
        return;
    event_queue_destroy(engine->queue);
    neighbours_destroy(engine->around.neighbours);
    event_cluster_free(&engine->cluster);
    free(engine->balls);
    free(engine->ids);
    free(engine->rapid);
    free(engine);
}
