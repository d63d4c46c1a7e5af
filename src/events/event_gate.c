/*
 * A ball's centre meets a gate: it is counted, or thrown back as by a mirror, v' = v - 2 (n.v) n. That is no hit: no
 * law of impact, no friction, no contact_time. At one time gates come after all else, for each ball in the order of
 * obstacles (event_order); what a throw drives into a neighbour that touches is the next impact of that instant.
 */
#include "events/event_gate.h"

#include "events/event_seam.h"
#include "events/prediction.h"

/** A ball at a gate. */
struct meeting {
    uint32_t slot;
    const struct surface *gate;
    struct vec2 n;        /* to the left */
    struct particle ball; /* as it comes */
    struct vec2 place;    /* unwrapped */
    struct vec2 turns;    /* if the ball is brought back to the table, all that it has made */
    struct event_gate_crossing crossing;
};

static struct meeting meet(const struct event_system *system, uint32_t slot, uint32_t number, double t)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    struct meeting meeting = {.slot = slot, .gate = &system->boundary.surfaces[number]};
    struct particle seen = *body.ball;
    meeting.n = surface_gate_left(meeting.gate);
    meeting.ball = motion_at(&system->motion, body, t);
    meeting.place = event_centre(&meeting.ball);
    const struct vec2 shift = vec2_sub(event_seam_seen(system, slot, meeting.place, meeting.gate), meeting.place);
    seen.x += shift.x;
    seen.y += shift.y;
    meeting.crossing =
        event_gates_next(system->gates, slot, meeting.gate, &system->motion, (struct body){&seen, body.leg});
    if (system->turns) {
        meeting.place = period_unwrap(&system->motion.period, meeting.place, system->turns[slot]);
        meeting.turns = event_seam_bring_slot_back(system, slot, &meeting.ball);
    }
    return meeting;
}

static bool may_pass(const struct scene *scene, const struct meeting *meeting)
{
    const enum gate_pass pass = scene->table.obstacles[meeting->gate->obstacle].pass;
    return pass == GATE_BOTH || pass == (meeting->crossing.to > 0 ? GATE_LEFT : GATE_RIGHT);
}

/** @param j the impulse on the ball along the normal */
static void report(struct event_system *system, const struct meeting *meeting, double j)
{
    const struct vec2 v = event_velocity(&meeting->ball);
    const struct contact_event row = {.t = meeting->ball.t,
                                      .group = system->group++,
                                      .kind = CONTACT_GATE,
                                      .a = meeting->ball.id,
                                      .b = (int64_t)meeting->gate->obstacle,
                                      .at = meeting->place,
                                      .n = meeting->n,
                                      .u = vec2_dot(meeting->n, v),
                                      .j = j,
                                      .v = v};
    observer_notify(system->observer, &row);
}

static void throw_back(struct event_system *system, const struct meeting *meeting)
{
    const struct motion *motion = &system->motion;
    const struct body body = body_at(system->balls, system->legs, meeting->slot);
    struct particle ball = meeting->ball;
    const struct vec2 v = event_velocity(&ball);
    const struct vec3 w = motion_spin(motion, body, &ball);
    const double lost = motion_loss(motion, body, &ball, w);
    event_system_begin_trajectory(&ball, vec2_sub(v, vec2_scale(2 * vec2_dot(meeting->n, v), meeting->n)));
    struct leg leg = {.until = HUGE_VAL};
    if (system->legs)
        leg = motion_leg(motion, &ball, w);
    event_system_set_trajectory(system, meeting->slot, (struct body){&ball, system->legs ? &leg : NULL}, lost);
    if (system->turns)
        system->turns[meeting->slot] = meeting->turns;
    system->thrown[meeting->slot] = true;
}

void event_gate_meet(struct event_system *system, uint32_t slot, uint32_t number, double t)
{
    const struct meeting meeting = meet(system, slot, number, t);
    const bool passes = may_pass(system->scene, &meeting);
    report(system, &meeting, passes ? 0 : -2 * meeting.ball.m * vec2_dot(meeting.n, event_velocity(&meeting.ball)));
    if (!passes)
        throw_back(system, &meeting);
    event_gates_tell(system->gates, slot, meeting.gate, t, meeting.crossing, passes);
    prediction_update(system, slot, t);
}
