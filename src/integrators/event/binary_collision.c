/*
 * One contact alone: the closed forms of two balls and of a wall.
 *
 * The order of work is unusual because it is fast: first the flights with which the balls would leave if nobody else
 * touched them are worked out, then these are searched for their next hits, and the same pass over the neighbours
 * counts who touches. If anybody does, all of it is dropped and the contact set is resolved together.
 *
 * Resting contacts: bodies that touch and approach by no more than rounding are scheduled only when they would have
 * sunk by CONTACT_SUNK (physics/motion); here they are pushed apart at the speed of rounding.
 */
#include "integrators/event/binary_collision.h"

#include <math.h>
#include <string.h>

#include "base/vec2.h"
#include "integrators/event/inelastic_collapse.h"
#include "integrators/event/simultaneous_collision.h"
#include "integrators/event/prediction.h"
#include "broadphase/impact_kernel.h"

/** A ball at a hit: where it is, with the velocity it comes with; then the flight it leaves with. */
static struct particle arrived(const struct particle *ball, double t)
{
    struct particle at = *ball;
    at.x = motion_x(ball, t);
    at.y = motion_y(ball, t);
    at.t = t;
    return at;
}

/** Two balls at one instant. What follows is symmetric in them to the bit. */
struct pair {
    uint32_t slot[2];
    struct particle ball[2]; /* as they arrive */
    double t;
    double dx, dy, dd; /* separation, second minus first, and its square */
    double approach;   /* separation times relative velocity, negative */
    double speeds;     /* sum of both balls' squared speeds */
};

static void pair_arrive(const struct event_engine *engine, struct event_trigger trigger, struct pair *p)
{
    struct particle *a = &p->ball[0], *b = &p->ball[1];
    p->slot[0] = trigger.slot;
    p->slot[1] = trigger.partner;
    p->t = trigger.t;
    *a = arrived(&engine->balls[trigger.slot], trigger.t);
    *b = arrived(&engine->balls[trigger.partner], trigger.t);
    p->dx = b->x - a->x;
    p->dy = b->y - a->y;
    p->dd = p->dx * p->dx + p->dy * p->dy;
    p->approach = p->dx * (b->vx - a->vx) + p->dy * (b->vy - a->vy);
    p->speeds = (a->vx * a->vx + a->vy * a->vy) + (b->vx * b->vx + b->vy * b->vy);
}

/** Approach no faster than rounding: a resting contact that has sunk. */
static bool is_resting(const struct pair *p)
{
    return p->approach * p->approach <= CONTACT_RESTING * CONTACT_RESTING * p->speeds * p->dd;
}

/** Coefficient of restitution of a pair's hit. */
static double pair_restitution(const struct event_engine *engine, const struct pair *p)
{
    return event_ball_restitution(engine, p->slot[0], p->slot[1], p->t);
}

/** The flights with which the balls leave: the two-ball formula (Tatum, Classical Mechanics, ch. 5.4) along the
 *  separation, without a square root; a resting contact gets just enough to separate. Returns the impulse divided by
 *  both masses and the distance. */
static double pair_leave(const struct event_engine *engine, const struct pair *p, struct impact_pair *leaving)
{
    const struct particle *a = &p->ball[0], *b = &p->ball[1];
    double change = is_resting(p) ? p->approach - 2 * CONTACT_RESTING * sqrt(p->speeds * p->dd)
                                  : (1 + pair_restitution(engine, p)) * p->approach;
    double factor = change / (p->dd * (a->m + b->m));
    double to_a = factor * b->m, to_b = factor * a->m;
    leaving->ball[0] = *a;
    leaving->ball[1] = *b;
    event_begin_flight(&leaving->ball[0], p->t, a->x, a->y, a->vx + to_a * p->dx, a->vy + to_a * p->dy);
    event_begin_flight(&leaving->ball[1], p->t, b->x, b->y, b->vx - to_b * p->dx, b->vy - to_b * p->dy);
    return -factor;
}

/** Tells the observer of a lone hit of two balls, the one with the smaller index first. */
static void report_pair(const struct event_engine *engine, const struct pair *p, double impulse)
{
    if (!engine->observer || !engine->observer->contact)
        return;
    int first = p->ball[1].id < p->ball[0].id;
    const struct particle *a = &p->ball[first];
    const struct particle *b = &p->ball[!first]; /* subtracted anew: the negative of a zero would be another zero */
    double distance = sqrt(p->dd), nx = (b->x - a->x) / distance, ny = (b->y - a->y) / distance;
    event_report(engine, &(struct contact_event){.t = p->t,
                                                 .group = engine->group,
                                                 .kind = CONTACT_BALL,
                                                 .a = p->ball[first].id,
                                                 .b = p->ball[!first].id,
                                                 .x = a->x + a->r * nx,
                                                 .y = a->y + a->r * ny,
                                                 .nx = nx,
                                                 .ny = ny,
                                                 .u = p->approach / distance +
                                                      0, /* never -0, which would tell the balls apart */
                                                 .j = impulse * (a->m * b->m) * distance});
}

/** Energy, overlap, log and counts of a lone hit of two balls. */
static void account_pair(struct event_engine *engine, const struct pair *p, double impulse)
{
    const struct particle *a = &p->ball[0], *b = &p->ball[1];
    double reach = a->r + b->r, e = pair_restitution(engine, p);
    double r = a->r < b->r ? a->r : b->r;
    if (reach * reach - p->dd > engine->counts.overlap * r * reach) /* as it must be for a larger overlap; seldom */
        event_note_overlap(engine, reach - sqrt(p->dd), r);
    if (e < 1 && !is_resting(p)) {
        double reduced = a->m * b->m / (a->m + b->m);
        sum_add(&engine->lost, reduced * (1 - e * e) * (p->approach * p->approach / p->dd) / 2);
    }
    report_pair(engine, p, impulse);
    engine->counts.ball++;
    engine->group++;
}

/** Speed off a wall after coming with speed `outward`. */
static double reflected(const struct event_engine *engine, uint32_t slot, const struct particle *ball, double outward)
{
    double speeds = ball->vx * ball->vx + ball->vy * ball->vy;
    if (outward * outward <= CONTACT_RESTING * CONTACT_RESTING * speeds)
        return 2 * CONTACT_RESTING * sqrt(speeds);
    return event_wall_restitution(engine, slot, ball->t) * outward;
}

/** The flight with which an arrived ball leaves a wall. */
static struct particle wall_leave(const struct event_engine *engine, uint32_t slot, const struct particle *ball,
                                  enum contact_kind kind)
{
    struct particle leaving = *ball;
    bool across = kind <= CONTACT_RIGHT;
    double sign = kind == CONTACT_RIGHT || kind == CONTACT_TOP ? 1 : -1;
    double back = 0 - sign * reflected(engine, slot, ball, motion_wall_approach(ball, kind));
    event_begin_flight(&leaving, ball->t, ball->x, ball->y, across ? back : ball->vx, across ? ball->vy : back);
    return leaving;
}

/** Overlap, energy, log and counts of a lone hit on a wall. */
static void account_wall(struct event_engine *engine, enum contact_kind kind, const struct particle *before,
                         const struct particle *after)
{
    bool across = kind <= CONTACT_RIGHT;
    double size = event_wall_size(engine, kind);
    double sign = kind == CONTACT_RIGHT || kind == CONTACT_TOP ? 1 : -1;
    double nx = across ? sign : 0, ny = across ? 0 : sign;
    double outward = motion_wall_approach(before, kind), back = -motion_wall_approach(after, kind);
    if (back < outward) /* not the push of a resting contact */
        sum_add(&engine->lost, before->m * (outward - back) * (outward + back) / 2);
    event_note_overlap(engine, -motion_wall_gap(before, kind, size, before->t), before->r);
    event_report(engine, &(struct contact_event){.t = before->t,
                                                 .group = engine->group,
                                                 .kind = kind,
                                                 .a = before->id,
                                                 .b = -1,
                                                 .x = before->x + before->r * nx,
                                                 .y = before->y + before->r * ny,
                                                 .nx = nx,
                                                 .ny = ny,
                                                 .u = -outward,
                                                 .j = before->m * (outward + back)});
    engine->counts.wall++;
    engine->group++;
}

/** True if a wall touches an arrived ball near the rim of the table, other than `partner`. */
static bool other_walls_touch(const struct event_engine *engine, const struct particle *ball, uint32_t partner)
{
    bool touching = false;
    for (enum contact_kind kind = CONTACT_LEFT; kind <= CONTACT_TOP; kind++) {
        double gap = motion_wall_gap(ball, kind, event_wall_size(engine, kind), ball->t);
        touching |= (partner != EVENT_WALL + kind) & (gap <= CONTACT_TOUCHING * ball->r);
    }
    return touching;
}

/** The same anywhere. */
static inline bool walls_touch(const struct event_engine *engine, uint32_t slot, const struct particle *ball,
                               uint32_t partner)
{
    return neighbours_near_wall(engine->around.neighbours, slot) && other_walls_touch(engine, ball, partner);
}

/** Hides two balls from a search, or shows them again: `places` and what balls[] has are exchanged. */
static void swap_places(struct event_engine *engine, const uint32_t slot[2], struct vec2 places[2])
{
    for (int i = 0; i < 2; i++) {
        struct particle *ball = &engine->balls[slot[i]];
        struct vec2 place;
        memcpy(&place, ball, sizeof place); /* in one piece, as it is read: x and y come first */
        memcpy(ball, &places[i], sizeof place);
        places[i] = place;
    }
}

/** The earliest hits of the balls that leave a lone hit, with everybody but each other: meanwhile they are nobody, as
 *  for their former selves. Returns whether other bodies touch them at the start: then it was no lone hit. */
static bool search_others(struct event_engine *engine, const struct pair *p, struct impact_pair *leaving,
                          struct event next[2])
{
    bool touching = false;
    struct impact_found found[2];
    struct vec2 places[2] = {{(double)NAN, (double)NAN}, {(double)NAN, (double)NAN}};
    swap_places(engine, p->slot, places);
    for (int i = 0; i < 2; i++)
        leaving->row[i] = neighbours_row(engine->around.neighbours, p->slot[i], i, &leaving->count[i]);
    engine->search.two(engine->balls, leaving, found);
    for (int i = 0; i < 2; i++) {
        touching |= found[i].touching | walls_touch(engine, p->slot[i], &leaving->ball[i], p->slot[!i]);
        next[i] = (struct event){HUGE_VAL, EVENT_NONE, 0};
        prediction_adopt(engine, &leaving->ball[i], leaving->row[i], leaving->count[i], &found[i], &next[i]);
    }
    swap_places(engine, p->slot, places);
    return touching;
}

/** True if two balls, at one place and time, still approach each other. */
static bool approach_again(const struct particle *a, const struct particle *b)
{
    return (b->x - a->x) * (b->vx - a->vx) + (b->y - a->y) * (b->vy - a->vy) < 0;
}

enum status binary_collision_pair(struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    struct pair p;
    struct impact_pair leaving;
    struct event next[2];
    pair_arrive(engine, trigger, &p);
    double impulse = pair_leave(engine, &p, &leaving);
    if (search_others(engine, &p, &leaving, next)) {
        bool resolved;
        enum status status = simultaneous_collision_resolve(engine, trigger, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    if (engine->last_hits && !is_resting(&p))
        inelastic_collapse_note_lone(engine, trigger, -p.approach / sqrt(p.dd));
    account_pair(engine, &p, impulse);
    const struct particle *a = &leaving.ball[0], *b = &leaving.ball[1];
    engine->balls[p.slot[0]] = *a;
    engine->balls[p.slot[1]] = *b;
    double again = approach_again(a, b) ? motion_impact(a, b) : HUGE_VAL;
    for (int i = 0; i < 2; i++) {
        if (again < HUGE_VAL)
            prediction_take_earlier(engine, &next[i], again, p.slot[!i]);
        prediction_schedule(engine, p.slot[i], next[i], trigger.t);
    }
    return STATUS_OK;
}

enum status binary_collision_wall(struct event_engine *engine, struct event_trigger trigger, struct error *err)
{
    enum contact_kind kind = (enum contact_kind)(trigger.partner - EVENT_WALL);
    struct particle ball = arrived(&engine->balls[trigger.slot], trigger.t);
    struct particle leaving = wall_leave(engine, trigger.slot, &ball, kind);
    struct event next = {HUGE_VAL, EVENT_NONE, 0};
    uint32_t size, *row = neighbours_row(engine->around.neighbours, trigger.slot, 0, &size);
    struct impact_found found = engine->search.one(engine->balls, &leaving, row, size);
    prediction_adopt(engine, &leaving, row, size, &found, &next);
    if (found.touching | walls_touch(engine, trigger.slot, &leaving, trigger.partner)) {
        bool resolved;
        enum status status = simultaneous_collision_resolve(engine, trigger, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    inelastic_collapse_note_lone(engine, trigger, motion_wall_approach(&ball, kind));
    account_wall(engine, kind, &ball, &leaving);
    engine->balls[trigger.slot] = leaving;
    prediction_schedule(engine, trigger.slot, next, trigger.t);
    return STATUS_OK;
}
