/*
 * One contact: a ball and a surface.
 *
 * As two balls do (binary_collision), the ball first gets the trajectory with which it would leave if nothing else
 * touched it. It leaves a surface with e times the normal speed with which it came; a resting contact is pushed apart
 * at the speed of rounding. What gravity, friction or an arc presses together parts as pressed_contact says.
 */
#include "integrators/event/event_engine_internal.h"

#include <math.h>

#include "base/vec2.h"
#include "broadphase/impact_kernel.h"

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
static double bounce_speed(const struct event_engine *engine, const struct bounce *bounce)
{
    const struct particle *ball = &bounce->ball;
    double speeds = ball->vx * ball->vx + ball->vy * ball->vy;
    double speed = contact_is_resting(bounce->approach * bounce->approach, speeds)
                       ? 2 * CONTACT_RESTING * sqrt(speeds)
                       : event_surface_restitution(engine, bounce->slot, bounce->body, ball->t) * bounce->approach;
    return boundary_rebound(&engine->system.motion, bounce->surface, contact_side(bounce->body), ball->r, speed);
}

static void bounce_arrive(const struct event_engine *engine, struct event_collision collision, struct bounce *bounce)
{
    bounce->slot = collision.slot;
    bounce->body = collision.partner;
    bounce->surface = boundary_surface(&engine->system.boundary, collision.partner);
    bounce->ball = motion_at(&engine->system.motion, &engine->system.balls[collision.slot], collision.t);
    bounce->turns = (struct vec2){0, 0};
    if (engine->system.turns)
        bounce->turns = event_system_bring_slot_back(&engine->system, bounce->slot, &bounce->ball);
    bounce->seen = event_system_seen(&engine->system, collision.slot, event_centre(&bounce->ball), bounce->surface);
    bounce->n = boundary_normal(bounce->surface, contact_side(bounce->body), bounce->seen);
    bounce->approach = vec2_dot(bounce->n, event_velocity(&bounce->ball));
    bounce->speed = bounce_speed(engine, bounce);
    bounce->is_pressed = false;
}

/** The trajectory with which the ball leaves the surface. */
static inline __attribute__((always_inline)) struct particle bounce_leave(const struct bounce *bounce)
{
    struct particle leaving = bounce->ball;
    event_begin_trajectory(&leaving,
                           boundary_reflect(bounce->surface, bounce->n, event_velocity(&leaving), bounce->speed));
    return leaving;
}

/** As pair_press() in binary_collision.c, for surfaces that are not the walls of the table, on which a ball can lie.
 * Returns whether the bounces end in a collapse. */
static __attribute__((cold, noinline)) bool bounce_press(const struct event_engine *engine, struct bounce *bounce,
                                                         struct particle *leaving)
{
    const struct motion *motion = &engine->system.motion;
    const struct particle *ball = motion->law == MOTION_FRICTION ? leaving : &bounce->ball;
    struct pressed_contact contact = {
        .pressure = boundary_pressure(motion, bounce->surface, contact_side(bounce->body), ball, bounce->seen),
        .reach = ball->r,
        .speed_squared = bounce->speed * bounce->speed};
    double parting = pressed_contact_parting(engine, &contact);
    if (parting > 0 && parting < HUGE_VAL) {
        bounce->is_pressed = true;
        bounce->speed = sqrt(parting);
        *leaving = bounce_leave(bounce);
    }
    return parting == HUGE_VAL;
}

static void notify_bounce(const struct event_engine *engine, const struct bounce *bounce)
{
    const struct boundary *boundary = &engine->system.boundary;
    event_report(engine, &bounce->ball, bounce->turns,
                 (struct contact_event){
                     .kind = boundary_kind(boundary, bounce->body),
                     .b = boundary_number(boundary, bounce->body),
                     .n = bounce->n,
                     .u = -bounce->approach,
                     .j = bounce->ball.m * (bounce->approach + bounce->speed),
                 });
}

/** Overlap, energy, log and counts of a bounce. */
static void account_bounce(struct event_engine *engine, const struct bounce *bounce)
{
    const struct particle *before = &bounce->ball;
    double outward = bounce->approach, back = bounce->speed;
    if (back < outward || bounce->is_pressed) /* not the push of a resting contact */
        sum_add(&engine->lost, before->m * (outward - back) * (outward + back) / 2);
    else
        event_note_elastic(engine, bounce->surface->e, before->m, outward * outward);
    event_record_overlap(engine, -boundary_gap(bounce->surface, contact_side(bounce->body), bounce->seen, before->r),
                         before->r);
    if (event_is_observed(engine))
        notify_bounce(engine, bounce);
    engine->counts.surface++;
    engine->group++;
}

enum status surface_collision(struct event_engine *engine, struct event_collision collision, struct error *err)
{
    struct bounce bounce;
    bounce_arrive(engine, collision, &bounce);
    struct particle leaving = bounce_leave(&bounce);
    bool collapses = boundary_is_obstacle(bounce.surface) && bounce_press(engine, &bounce, &leaving);
    struct event next;
    struct impact_list list = {.owner = collision.slot, .now = collision.t};
    list.slots = neighbours_list(engine->system.neighbours, collision.slot, 0, &list.count);
    struct impact_found found = engine->kernel.one(&engine->system.motion, engine->system.balls, &leaving, &list);
    prediction_adopt(engine, &leaving, &list, &found, HUGE_VAL, &next);
    bool touching = found.touching | event_surfaces_touch(engine, collision.slot, &leaving, collision.partner);
    if (collapses || (touching && !bounce.is_pressed)) {
        bool resolved;
        enum status status = simultaneous_collision_resolve(engine, collision, collapses, &resolved, err);
        if (status != STATUS_OK || resolved)
            return status;
    }
    account_bounce(engine, &bounce);
    event_set_trajectory(engine, collision.slot, &leaving);
    if (engine->system.turns)
        engine->system.turns[collision.slot] = bounce.turns;
    prediction_schedule(engine, collision.slot, &leaving, next, collision.t);
    return STATUS_OK;
}
