/* Where a leg goes on: a slide ends, and the ball rolls. What the law of motion has taken until then is booked, and the
 * ball predicted on its next leg. */
#include "events/event_leg.h"

#include <assert.h>

#include "events/event_arrival.h"
#include "events/prediction.h"

/** The log's row of a ball that begins to roll. */
static void report_roll(struct event_system *system, const struct particle *ball, struct vec2 turns)
{
    struct contact_event row = {.t = ball->t, .group = system->group++, .kind = CONTACT_ROLL};
    row.a = ball->id;
    row.b = -1;
    row.at = event_seam_unwrap(system, event_centre(ball), turns);
    row.u = vec2_length(event_velocity(ball));
    observer_notify(system->observer, &row);
}

/** How long a leg lasts that is yet to be found. */
#define NOT_FOUND (-1)

void event_leg_end_carried(struct event_system *system, double t)
{
    const struct motion *motion = &system->motion;
    for (uint32_t slot = 0; slot < system->n; slot++) {
        const struct body body = body_at(system->balls, system->legs, slot);
        assert(body.leg); /* where walls carry balls, legs are kept */
        if (!body.leg->goes_on || motion_is_fixed(body.ball) || !motion_is_carried_until(motion, body, t))
            continue;
        struct particle end = motion_at(motion, body, t);
        const struct vec3 w = motion_spin(motion, body, &end);
        const double lost = motion_loss(motion, body, &end, w);
        const struct leg leg = {.w = w, .until = NOT_FOUND, .follows = true};
        end.collisions++;
        event_seam_set_turns(system, slot, event_seam_bring_slot_back(system, slot, &end));
        event_trajectory_set(system, slot, (struct body){&end, &leg}, lost);
    }
}

void event_leg_begin_carried(struct event_system *system, double t)
{
    bool any = false;
    for (uint32_t slot = 0; slot < system->n; slot++)
        if (system->legs[slot].until == NOT_FOUND) {
            system->legs[slot] = motion_leg(&system->motion, &system->balls[slot], system->legs[slot].w);
            system->legs[slot].follows = true;
            any = true;
        }
    for (uint32_t slot = 0; any && slot < system->n; slot++)
        if (system->legs[slot].follows && system->balls[slot].t == t)
            prediction_update(system, slot, t);
}

void event_leg_end(struct event_system *system, uint32_t slot, double t)
{
    const struct motion *motion = &system->motion;
    const struct body body = body_at(system->balls, system->legs, slot);
    struct vec3 w;
    const struct particle end = motion_at(motion, body, t);
    double lost = motion_loss(motion, body, &end, motion_spin(motion, body, &end));
    struct particle next = motion_next_leg(motion, body, &w);
    const struct vec2 turns = event_seam_bring_slot_back(system, slot, &next);
    event_seam_set_turns(system, slot, turns);
    next.t = t;
    next.collisions++;
    struct leg leg = motion_leg(motion, &next, w);
    leg.follows = true;
    event_trajectory_set(system, slot, (struct body){&next, &leg}, lost);
    if (motion_slides(motion))
        report_roll(system, &next, turns);
    prediction_update(system, slot, t);
}
