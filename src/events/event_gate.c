/*
 * A ball's centre meets a gate: it is counted, or thrown back as by a mirror, v' = v - 2 (n.v) n. That is no hit: no
 * law of impact, no friction, no contact_time. At one time gates come after all else, for each ball in the order of
 * obstacles (event_order); what a throw drives into a neighbour that touches is the next impact of that instant.
 */
#include "events/event_gate.h"

#include "events/event_arrival.h"
#include "events/prediction.h"

/** A ball at a gate. */
struct meeting {
    uint32_t slot;
    const struct surface *gate;
    struct vec2 n; /* to the left */
    struct event_arrival arrival;
    struct vec2 place; /* of its ball, unwrapped */
    struct event_gate_crossing crossing;
};

static struct meeting meet(const struct event_system *system, uint32_t slot, uint32_t number, double t)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    const struct vec2 place = motion_position(&system->motion, body, t);
    struct meeting meeting = {.slot = slot, .gate = &system->boundary.surfaces[number]};
    struct particle seen = *body.ball;
    meeting.n = surface_gate_left(meeting.gate);
    meeting.arrival = event_arrival_of(system, slot, t);
    meeting.place = event_seam_unwrap(system, place, event_seam_turns(system, slot));
    const struct vec2 shift = vec2_sub(event_seam_seen(system, slot, place, meeting.gate), place);
    seen.x += shift.x;
    seen.y += shift.y;
    meeting.crossing =
        event_gates_next(system->gates, slot, meeting.gate, &system->motion, (struct body){&seen, body.leg});
    return meeting;
}

/** @param j the impulse on the ball along the normal */
static void report(struct event_system *system, const struct meeting *meeting, double j)
{
    const struct particle *ball = &meeting->arrival.ball;
    const struct vec2 v = event_velocity(ball);
    const struct contact_event row = {.t = ball->t,
                                      .group = system->group++,
                                      .kind = CONTACT_GATE,
                                      .a = ball->id,
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
    struct particle ball = meeting->arrival.ball;
    const struct vec2 v = event_velocity(&ball);
    event_trajectory_begin(&ball, vec2_sub(v, vec2_scale(2 * vec2_dot(meeting->n, v), meeting->n)));
    event_arrival_leave(system, meeting->slot, &meeting->arrival, &ball, meeting->arrival.w);
    system->thrown[meeting->slot] = true;
}

void event_gate_meet(struct event_system *system, uint32_t slot, uint32_t number, double t)
{
    const struct meeting meeting = meet(system, slot, number, t);
    const bool passes = event_gates_may_pass(system->gates, meeting.gate, meeting.crossing.to);
    const struct particle *ball = &meeting.arrival.ball;
    report(system, &meeting, passes ? 0 : -2 * ball->m * vec2_dot(meeting.n, event_velocity(ball)));
    if (!passes)
        throw_back(system, &meeting);
    event_gates_tell(system->gates, slot, meeting.gate, t, meeting.crossing, passes);
    prediction_update(system, slot, t);
}
