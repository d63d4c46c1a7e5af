/*
 * Gentle hits of balls that roll.
 *
 * A ball that rolls and is pressed goes on rolling: the cloth turns it as it is pushed. It resists like a mass of
 * (1 + q) m, and rolling friction decelerates it. But the pushes of events are small hits, after each of which the ball
 * would slip. Rolling friction would not act on it for a part of the time, F q/((1 + q) m b) under the force F, which
 * does not become less where the hits do. So a ball that rolled, and would slip for less than a bounce, rolls on at
 * once; and the contact's impulse is as much larger as lets the bodies part as fast as they should. A ball that slips
 * longer is pushed harder than the cloth can hold, and slips. Among several contacts contact_cluster_rolling does
 * the same.
 *
 * That a slide is brief does not make a hit gentle: a light ball leaves a heavy one almost where it was, however fast
 * it comes; and a rail that rubs can turn a ball so that it almost rolls back. So the relative velocity must not change
 * by more than the slides could.
 *
 * Cost: the hit is computed twice. Limits: a ball that is hit so that it would slide over less than some 1e-7 of its
 * radius is where it rolls to without the slide, to as much.
 */
#include "events/event_rolling.h"

#include "events/lasting_contact.h"
#include "motion/cloth.h"

/* Friction at a contact may brake balls that roll on. If no more than this part of the impulse is left, they slip. */
static const double LEAST = 0.1;

static bool rolls_on(const struct motion *motion, const struct hit *hit, int i, double lasting)
{
    const struct particle *ball = &hit->leaving.ball[i];
    bool is_brief = lasting > 0 ? hit->leg[i].goes_on && hit->leg[i].until <= lasting
                                : lasting_contact_slips_briefly(motion, hit, i);
    return is_brief && !motion_is_fixed(ball) &&
           !cloth_slips(hit->arriving[i], rolling_velocity(hit->friction.arriving[i], ball->r));
}

double event_rolling_most(const struct motion *motion, const struct particle *ball)
{
    if (motion_is_fixed(ball))
        return 0;
    const double q = motion->inertia[ball->id];
    return (1 + q) / q * motion->sliding[ball->id] * lasting_contact_creeping_time(motion, ball);
}

/** True if the relative velocity does not change by more than slides within the lowest bounces of the balls. */
static bool is_gentle(const struct motion *motion, const struct hit *hit, const struct event_rolling_hit *kind)
{
    const double most = event_rolling_most(motion, &hit->leaving.ball[0]) +
                        (kind->n > 1 ? event_rolling_most(motion, &hit->leaving.ball[1]) : 0);
    const double change = kind->gained(hit);
    return hit->lasts || change * change <= most * most * hit->dd;
}

/** Which balls roll on. */
static bool find(const struct motion *motion, const struct hit *hit, const struct event_rolling_hit *kind,
                 double lasting, bool rolls[2])
{
    rolls[0] = rolls_on(motion, hit, 0, lasting);
    rolls[1] = kind->n > 1 && rolls_on(motion, hit, 1, lasting);
    return (rolls[0] || rolls[1]) && is_gentle(motion, hit, kind);
}

/** Returns the energy that this takes. */
static double end_slide(const struct motion *motion, struct hit *hit, int i)
{
    struct particle *ball = &hit->leaving.ball[i];
    const struct vec3 w = hit->friction.leaving[i];
    const double q = motion->inertia[ball->id];
    const struct vec2 v = event_velocity(ball), s = rolling_velocity(w, ball->r), u = vec2_sub(v, s);
    const struct vec2 rolling = cloth_slide_end(q, v, s);
    ball->vx = rolling.x;
    ball->vy = rolling.y;
    hit->friction.leaving[i] = rolling_spin(rolling, ball->r, w.z);
    hit->leg[i] = motion_leg(motion, ball, hit->friction.leaving[i]);
    return ball->m * vec2_dot(u, u) * q / (2 * (1 + q));
}

/** Ends the slides of those balls, and adds what that takes to what the hit loses. */
static void end_slides(const struct motion *motion, struct hit *hit, const bool rolls[2])
{
    double first = rolls[0] ? end_slide(motion, hit, 0) : 0, second = rolls[1] ? end_slide(motion, hit, 1) : 0;
    hit->friction.loss += first + second;
}

void event_rolling_on_cloth(const struct event_system *system, struct hit *hit, const struct event_rolling_hit *kind,
                            double lasting)
{
    const struct motion *motion = &system->motion;
    bool rolls[2];
    if (!find(motion, hit, kind, lasting, rolls))
        return;
    const double wanted = kind->gained(hit);
    end_slides(motion, hit, rolls);
    const double part = kind->gained(hit) / wanted;
    const bool is_held = part > LEAST;
    kind->exchange(system, hit, is_held ? part : 1);
    if (is_held)
        end_slides(motion, hit, rolls);
}
