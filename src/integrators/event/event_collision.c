/*
 * One contact alone, as nearly always: two balls, or a ball and a surface.
 *
 * The order of work is chosen for speed. First the trajectories are computed with which the two balls would leave if
 * nothing else touched them; then the vector kernel searches both neighbour lists at once for what they collide with
 * next, and the same pass tells whether a third body touches one of them. If so, all of it is discarded and the contact
 * set is resolved together (simultaneous_collision). Until they have their new trajectories the two are hidden, so that
 * neither finds the other's old one.
 *
 * The momentum exchange is that of physics/collision. Resting contacts, bodies that touch and approach no faster than
 * rounding, are scheduled only when they would have sunk by CONTACT_SUNK (physics/contact); here they are pushed apart
 * at the speed of rounding. Contacts that gravity, friction or an arc presses together part as pressed_contact says,
 * two bodies at a time. A ball at a surface goes the same way.
 *
 * Everything about a pair is symmetric in its two balls to the bit, so it does not matter which of them held the event.
 */
#include "integrators/event/event_collision.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/min_max.h"
#include "integrators/event/prediction.h"
#include "integrators/event/simultaneous_collision.h"
#include "physics/collision.h"
#include "physics/pressed_contact.h"

/* ---- two balls ---- */

/** Two balls at one instant. */
struct two_balls {
    uint32_t slot[2];
    double t;
    struct impact_pair leaving;  /* as they arrive, and then as they leave */
    struct vec2 arriving[2];     /* the velocities with which they arrive */
    struct vec2 hidden[2];       /* their centres in balls[], while searches shall not find them */
    double dx, dy, dd;           /* separation, second minus first, and its square */
    double approach;             /* separation times relative velocity, negative */
    double speeds;               /* sum of both balls' squared speeds */
    double e;                    /* coefficient of restitution */
    bool sees_images;            /* one of them does; then: */
    struct vec2 turns[2], shift; /* that the balls have made to get here; of the second ball's image */
    double until;                /* just after they meet again; HUGE_VAL: never without another hit */
    double parting;              /* squared relative speed with which they part if pressed together; 0: they are not */
};

/** Where one of two balls sees images: both balls back to the table, and the separation of the images that collide. */
static void pair_bring_back(const struct event_system *system, struct two_balls *p)
{
    struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    for (int i = 0; i < 2; i++)
        p->turns[i] = event_system_bring_back(system, &p->leaving.ball[i]);
    p->shift = period_shift(&system->motion.period, (struct vec2){b->x - a->x, b->y - a->y});
    p->dx = (b->x - a->x) - p->shift.x;
    p->dy = (b->y - a->y) - p->shift.y;
}

static inline void pair_arrive(const struct event_system *system, struct event_collision collision, struct two_balls *p)
{
    const struct neighbours *neighbours = system->neighbours;
    p->slot[0] = collision.slot;
    p->slot[1] = collision.partner;
    p->t = collision.t;
    p->leaving.ball[0] = motion_at(&system->motion, &system->balls[collision.slot], collision.t);
    p->leaving.ball[1] = motion_at(&system->motion, &system->balls[collision.partner], collision.t);
    struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    a->collisions++;
    b->collisions++;
    p->dx = b->x - a->x;
    p->dy = b->y - a->y;
    p->sees_images = system->turns && (neighbours_sees_images(neighbours, collision.slot) ||
                                       neighbours_sees_images(neighbours, collision.partner));
    if (p->sees_images)
        pair_bring_back(system, p);
    struct vec2 v_a = event_velocity(a), v_b = event_velocity(b);
    p->arriving[0] = v_a;
    p->arriving[1] = v_b;
    p->dd = p->dx * p->dx + p->dy * p->dy;
    p->approach = p->dx * (v_b.x - v_a.x) + p->dy * (v_b.y - v_a.y);
    p->speeds = (v_a.x * v_a.x + v_a.y * v_a.y) + (v_b.x * v_b.x + v_b.y * v_b.y);
    p->e = event_system_ball_restitution(system, collision.slot, collision.partner, collision.t);
    p->parting = 0;
}

/** Approach no faster than rounding: a resting contact that has sunk. */
static bool is_resting(const struct two_balls *p)
{
    return contact_is_resting(p->approach * p->approach, p->speeds * p->dd);
}

/** The velocities with which the balls leave. Returns the impulse divided by both masses and the distance.
 *  @param change distance times the change of the normal relative velocity, negative */
static inline __attribute__((always_inline)) double pair_leave(struct two_balls *p, double change)
{
    struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    struct collision_masses masses = collision_masses(a->m, b->m);
    double factor = collision_factor(change, p->dd, masses);
    struct vec2 v_a = p->arriving[0], v_b = p->arriving[1];
    collision_exchange(&v_a, &v_b, (struct vec2){p->dx, p->dy}, factor, masses);
    a->vx = v_a.x;
    a->vy = v_a.y;
    b->vx = v_b.x;
    b->vy = v_b.y;
    return -factor;
}

/** What the law of impact has for two balls; a resting contact gets just enough to separate. */
static inline double pair_change(const struct two_balls *p)
{
    return is_resting(p) ? p->approach - 2 * CONTACT_RESTING * sqrt(p->speeds * p->dd) : (1 + p->e) * p->approach;
}

/** True if two balls accelerate alike: certainly no acceleration drives them together. */
static inline bool accelerate_alike(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    return !motion_is_accelerated(motion) || (motion_is_free_fall(motion, a) && motion_is_free_fall(motion, b));
}

/** Sees to balls that accelerations press together, so that they part with another speed than the law's. Returns
 * whether their bounces end in a collapse. */
static __attribute__((cold, noinline)) bool pair_press(const struct event_system *system, struct two_balls *p,
                                                       double *impulse)
{
    const struct motion *motion = &system->motion;
    struct particle ball[2] = {p->leaving.ball[0], p->leaving.ball[1]};
    for (int i = 0; i < 2 && motion->law != MOTION_FRICTION; i++) { /* whose accelerations follow the new velocities */
        ball[i].vx = p->arriving[i].x;
        ball[i].vy = p->arriving[i].y;
    }
    struct vec2 d = {p->dx, p->dy};
    struct pressed_contact contact = {.pressure = pressed_contact_pressure(motion, &ball[0], &ball[1], d),
                                      .reach = ball[0].r + ball[1].r,
                                      .speed_squared = p->e * p->e * (p->approach * p->approach / p->dd)};
    double parting = pressed_contact_parting(motion, system->scene->contact_time, &contact);
    if (parting == HUGE_VAL)
        return true;
    p->parting = parting;
    if (parting > 0)
        *impulse = pair_leave(p, p->approach - sqrt(parting * p->dd));
    return false;
}

/** Reports a pair to the observer, the ball with the smaller index first. */
static void notify_pair(const struct event_system *system, const struct two_balls *p, double impulse)
{
    if (!event_system_is_observed(system))
        return;
    int first = p->leaving.ball[1].id < p->leaving.ball[0].id;
    const struct particle *a = &p->leaving.ball[first];
    const struct particle *b =
        &p->leaving.ball[!first]; /* subtracted anew: the negative of a zero would be another zero */
    struct vec2 way = {b->x - a->x, b->y - a->y}, turns = {0, 0};
    if (p->sees_images)
        way = vec2_sub(way, vec2_scale(first ? -1 : 1, p->shift));
    if (system->turns)
        turns = system->turns[p->slot[first]];
    double distance = sqrt(p->dd);
    event_system_report(
        system, a, turns,
        (struct contact_event){
            .kind = CONTACT_BALL,
            .b = b->id,
            .n = {way.x / distance, way.y / distance},
            .u = p->approach / distance + 0, /* never -0, which would depend on the order of the balls */
            .j = impulse * collision_mass_product(a->m, b->m) * distance,
        });
}

/** Energy, overlap, log and counters of a pair. */
static void account_pair(struct event_system *system, const struct two_balls *p, double impulse)
{
    const struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    double reach = a->r + b->r, e = p->e;
    double r = a->r < b->r ? a->r : b->r, reduced = collision_reduced_mass(a->m, b->m);
    if (reach * reach - p->dd > system->counts.overlap * r * reach) /* necessary for a larger overlap; rare */
        event_system_record_overlap(system, reach - sqrt(p->dd), r);
    if (p->parting > 0)
        sum_add(&system->lost, reduced * (p->approach * p->approach / p->dd - p->parting) / 2);
    else if (e < 1 && !is_resting(p))
        sum_add(&system->lost, reduced * (1 - e * e) * (p->approach * p->approach / p->dd) / 2);
    else if (system->scene->e_ball < 1)
        event_system_note_elastic(system, system->scene->e_ball, reduced, p->approach * p->approach / p->dd);
    notify_pair(system, p, impulse);
    system->counts.ball++;
    system->group++;
}

/** Hides a ball from searches, until it gets its new trajectory or is shown again. */
static inline void hide(const struct event_system *system, struct two_balls *p, int i)
{
    const struct vec2 nowhere = {(double)NAN, (double)NAN};
    struct particle *ball = &system->balls[p->slot[i]];
    memcpy(&p->hidden[i], ball, sizeof p->hidden[i]);
    memcpy(ball, &nowhere, sizeof nowhere); /* one store, as the kernel reads it: x and y come first */
}

static void show(const struct event_system *system, const struct two_balls *p, int i)
{
    memcpy(&system->balls[p->slot[i]], &p->hidden[i], sizeof p->hidden[i]);
}

/** On a narrow table: true if an image of one ball touches the other besides the one that collides. */
static bool another_image_touches(const struct motion *motion, const struct two_balls *p)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    const struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    double reach = (a->r + b->r) * (1 + CONTACT_TOUCHING);
    int images = motion_images(motion, a, b, p->t, shifts), touching = 0;
    for (int k = 1; k < images; k++) {
        struct vec2 way = vec2_sub(vec2_sub(event_centre(b), event_centre(a)), shifts[k]);
        touching += vec2_dot(way, way) <= reach * reach;
    }
    return touching > 0;
}

/** Whom one of two balls may meet. */
static inline void list_others(const struct event_system *system, struct two_balls *p, int i)
{
    struct impact_list *list = &p->leaving.list[i];
    list->owner = p->slot[i];
    list->now = p->t;
    list->slots = neighbours_list(system->neighbours, p->slot[i], i, &list->count);
}

/** True if a surface touches one of the balls, or another image of one of them the other. */
static bool others_touch(const struct event_system *system, const struct two_balls *p)
{
    return prediction_surfaces_touch(system, p->slot[0], &p->leaving.ball[0], p->slot[1]) ||
           prediction_surfaces_touch(system, p->slot[1], &p->leaving.ball[1], p->slot[0]) ||
           (system->motion.is_narrow && another_image_touches(&system->motion, p));
}

/** Hides both balls and finds the earliest impact of each, as it leaves, with any neighbour but the other. Returns
 * whether a third body touches one of them now. */
static inline bool search_others(struct event_system *system, struct two_balls *p, struct event next[2])
{
    struct impact_found found[2];
    hide(system, p, 0);
    hide(system, p, 1);
    list_others(system, p, 0);
    list_others(system, p, 1);
    const struct impact_kernel *kernel = p->sees_images ? &system->kernel : &system->direct;
    kernel->two(&system->motion, system->balls, &p->leaving, found);
    prediction_adopt(system, &p->leaving.ball[0], &p->leaving.list[0], &found[0], p->until, &next[0]);
    prediction_adopt(system, &p->leaving.ball[1], &p->leaving.list[1], &found[1], p->until, &next[1]);
    return found[0].touching || found[1].touching || others_touch(system, p);
}

/** When a meets one of b's images next: on a narrow table it may be another than the one it has hit. */
static double meet_again_periodic(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    int images = motion_images(motion, a, b, a->t, shifts);
    double earliest = HUGE_VAL;
    for (int k = 0; k < images; k++)
        earliest = double_min(earliest, motion_impact_image(motion, a, b, shifts[k]));
    return earliest;
}

/** Two balls that have just hit each other can meet again without another hit: pushed by rounding if they still
 * approach, or driven together by their accelerations. */
static double meet_again(const struct motion *motion, const struct two_balls *p)
{
    const struct particle *a = &p->leaving.ball[0], *b = &p->leaving.ball[1];
    bool approach = p->dx * (b->vx - a->vx) + p->dy * (b->vy - a->vy) < 0;
    if (!approach && accelerate_alike(motion, a, b) && !motion->is_narrow)
        return HUGE_VAL;
    return motion->is_periodic ? meet_again_periodic(motion, a, b) : motion_impact(motion, a, b);
}

/** Schedules what one of two balls does next. @param again when they meet each other */
static inline void pair_schedule(struct event_system *system, const struct two_balls *p, int i, struct event next,
                                 double again)
{
    const struct particle *ball = &p->leaving.ball[i];
    if (again < HUGE_VAL)
        prediction_take_earlier(system, &next, again, p->slot[!i]);
    if (motion_is_fixed(ball))
        event_queue_set(system->queue, p->slot[i], (struct event){HUGE_VAL, EVENT_NONE, 0});
    else
        prediction_schedule(system, p->slot[i], ball, next, p->t);
}

/** Gives the balls, which are hidden, their new trajectories; fixed ones keep theirs. */
static inline void pair_depart(struct event_system *system, const struct two_balls *p)
{
    for (int i = 0; i < 2; i++) {
        if (motion_is_fixed(&p->leaving.ball[i]))
            show(system, p, i);
        event_system_set_trajectory(system, p->slot[i], &p->leaving.ball[i]);
    }
}

enum status event_collision_pair(struct event_system *system, struct event_collision collision, struct error *err)
{
    struct two_balls p;
    struct event next[2];
    pair_arrive(system, collision, &p);
    bool alike = accelerate_alike(&system->motion, &p.leaving.ball[0], &p.leaving.ball[1]);
    double impulse = pair_leave(&p, pair_change(&p));
    bool collapses = !alike && pair_press(system, &p, &impulse);
    double again = meet_again(&system->motion, &p);
    p.until = again + (0x1p-50 * fabs(again) + DBL_MIN);
    bool touching = search_others(system, &p, next);
    if (collapses || (touching && !(p.parting > 0))) {
        bool resolved;
        show(system, &p, 0);
        show(system, &p, 1);
        enum status status = simultaneous_collision_resolve(system, collision, collapses, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    for (int i = 0; i < 2 && p.sees_images; i++)
        if ((p.turns[i].x != 0) | (p.turns[i].y != 0))
            system->turns[p.slot[i]] = vec2_add(system->turns[p.slot[i]], p.turns[i]);
    account_pair(system, &p, impulse);
    pair_depart(system, &p);
    pair_schedule(system, &p, 0, next[0], again);
    pair_schedule(system, &p, 1, next[1], again);
    return STATUS_OK;
}

/* ---- a ball and a surface ---- */

/** A ball at a surface, as it arrives. */
struct bounce {
    uint32_t slot, body; /* body: the surface's side */
    const struct surface *surface;
    struct particle ball;
    struct vec2 seen;  /* the ball's centre as the surface sees it */
    struct vec2 n;     /* unit normal into the surface */
    double approach;   /* speed into the surface */
    double speed;      /* and off it */
    struct vec2 turns; /* on a periodic table: of the ball */
    bool is_pressed;   /* the speed is not the law's, since accelerations press the ball on the surface */
};

/** Speed off the surface; a resting contact gets just enough to separate, unless gravity holds it. */
static double bounce_speed(const struct event_system *system, const struct bounce *bounce)
{
    const struct particle *ball = &bounce->ball;
    double speeds = ball->vx * ball->vx + ball->vy * ball->vy;
    double speed =
        contact_is_resting(bounce->approach * bounce->approach, speeds)
            ? 2 * CONTACT_RESTING * sqrt(speeds)
            : event_system_surface_restitution(system, bounce->slot, bounce->body, ball->t) * bounce->approach;
    return boundary_rebound(&system->motion, bounce->surface, contact_side(bounce->body), ball->r, speed);
}

static void bounce_arrive(const struct event_system *system, struct event_collision collision, struct bounce *bounce)
{
    bounce->slot = collision.slot;
    bounce->body = collision.partner;
    bounce->surface = boundary_surface(&system->boundary, collision.partner);
    bounce->ball = motion_at(&system->motion, &system->balls[collision.slot], collision.t);
    bounce->turns = (struct vec2){0, 0};
    if (system->turns)
        bounce->turns = event_system_bring_slot_back(system, bounce->slot, &bounce->ball);
    bounce->seen = event_system_seen(system, collision.slot, event_centre(&bounce->ball), bounce->surface);
    bounce->n = boundary_normal(bounce->surface, contact_side(bounce->body), bounce->seen);
    bounce->approach = vec2_dot(bounce->n, event_velocity(&bounce->ball));
    bounce->speed = bounce_speed(system, bounce);
    bounce->is_pressed = false;
}

/** The trajectory with which the ball leaves the surface. */
static inline __attribute__((always_inline)) struct particle bounce_leave(const struct bounce *bounce)
{
    struct particle leaving = bounce->ball;
    event_system_begin_trajectory(
        &leaving, boundary_reflect(bounce->surface, bounce->n, event_velocity(&leaving), bounce->speed));
    return leaving;
}

/** As pair_press(), for surfaces that are not the walls of the table, on which a ball can lie.
 * Returns whether the bounces end in a collapse. */
static __attribute__((cold, noinline)) bool bounce_press(const struct event_system *system, struct bounce *bounce,
                                                         struct particle *leaving)
{
    const struct motion *motion = &system->motion;
    const struct particle *ball = motion->law == MOTION_FRICTION ? leaving : &bounce->ball;
    struct pressed_contact contact = {
        .pressure = boundary_pressure(motion, bounce->surface, contact_side(bounce->body), ball, bounce->seen),
        .reach = ball->r,
        .speed_squared = bounce->speed * bounce->speed};
    double parting = pressed_contact_parting(motion, system->scene->contact_time, &contact);
    if (parting > 0 && parting < HUGE_VAL) {
        bounce->is_pressed = true;
        bounce->speed = sqrt(parting);
        *leaving = bounce_leave(bounce);
    }
    return parting == HUGE_VAL;
}

static void notify_bounce(const struct event_system *system, const struct bounce *bounce)
{
    const struct boundary *boundary = &system->boundary;
    event_system_report(system, &bounce->ball, bounce->turns,
                        (struct contact_event){
                            .kind = boundary_kind(boundary, bounce->body),
                            .b = boundary_number(boundary, bounce->body),
                            .n = bounce->n,
                            .u = -bounce->approach,
                            .j = bounce->ball.m * (bounce->approach + bounce->speed),
                        });
}

/** Overlap, energy, log and counts of a bounce. */
static void account_bounce(struct event_system *system, const struct bounce *bounce)
{
    const struct particle *before = &bounce->ball;
    double outward = bounce->approach, back = bounce->speed;
    if (back < outward || bounce->is_pressed) /* not the push of a resting contact */
        sum_add(&system->lost, before->m * (outward - back) * (outward + back) / 2);
    else
        event_system_note_elastic(system, bounce->surface->e, before->m, outward * outward);
    event_system_record_overlap(
        system, -boundary_gap(bounce->surface, contact_side(bounce->body), bounce->seen, before->r), before->r);
    if (event_system_is_observed(system))
        notify_bounce(system, bounce);
    system->counts.surface++;
    system->group++;
}

enum status event_collision_surface(struct event_system *system, struct event_collision collision, struct error *err)
{
    struct bounce bounce;
    bounce_arrive(system, collision, &bounce);
    struct particle leaving = bounce_leave(&bounce);
    bool collapses = boundary_is_obstacle(bounce.surface) && bounce_press(system, &bounce, &leaving);
    struct event next;
    struct impact_list list = {.owner = collision.slot, .now = collision.t};
    list.slots = neighbours_list(system->neighbours, collision.slot, 0, &list.count);
    struct impact_found found = system->kernel.one(&system->motion, system->balls, &leaving, &list);
    prediction_adopt(system, &leaving, &list, &found, HUGE_VAL, &next);
    bool touching = found.touching | prediction_surfaces_touch(system, collision.slot, &leaving, collision.partner);
    if (collapses || (touching && !bounce.is_pressed)) {
        bool resolved;
        enum status status = simultaneous_collision_resolve(system, collision, collapses, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    account_bounce(system, &bounce);
    event_system_set_trajectory(system, collision.slot, &leaving);
    if (system->turns)
        system->turns[collision.slot] = bounce.turns;
    prediction_schedule(system, collision.slot, &leaving, next, collision.t);
    return STATUS_OK;
}
