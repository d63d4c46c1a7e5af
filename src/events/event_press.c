/* Hits of bodies that accelerations press together: by which trajectories, and with what speed they part. */
#include "events/event_press.h"

#include <math.h>

#include "events/event_rolling.h"
#include "events/pressed_contact.h"

struct body event_press_body(const struct motion *motion, const struct hit *hit, int i, bool lasting,
                             struct event_press_ball *pressed)
{
    if (lasting && event_rolling_slips_briefly(motion, hit, i)) {
        struct vec3 w;
        pressed->ball = motion_next_leg(motion, event_hit_leaving(motion, hit, i), &w);
        pressed->leg = motion_leg(motion, &pressed->ball, w);
        return (struct body){&pressed->ball, &pressed->leg};
    }
    if (motion_decelerates(motion))
        return event_hit_leaving(motion, hit, i);
    pressed->ball = hit->leaving.ball[i];
    pressed->ball.vx = hit->arriving[i].x;
    pressed->ball.vy = hit->arriving[i].y;
    if (!motion_keeps_legs(motion))
        return body_of(&pressed->ball);
    pressed->leg = motion_leg(motion, &pressed->ball, hit->friction.leaving[i]);
    return (struct body){&pressed->ball, &pressed->leg};
}

bool event_press_part(const struct event_system *system, struct hit *hit, double pressure, double reach,
                      double speed_squared)
{
    double contact_time = system->scene->contact_time;
    double parting = pressed_contact_parting(&system->motion, contact_time, pressure, reach, speed_squared);
    if (!(parting > 0) || parting == HUGE_VAL)
        return parting == HUGE_VAL;
    hit->parting = parting;
    hit->lasts = hit->approach * hit->approach <= 4 * parting * hit->dd;
    return false;
}
