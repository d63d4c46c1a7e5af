/*
 * Contacts that last, in hits.
 *
 * Bodies that are pressed together bounce infinitely often in finite time if each bounce is lower than the one before:
 * n bounces of speed e^n u under the relative acceleration a ("pressure") last 2 u/a (e + e^2 + ...). In the exact
 * motion they stay in contact from then on, like bodies that touch from the start, and have no flights between hits.
 * On a wall of the table to which nothing but gravity presses it a ball then lies (motion/motion_gravity). Everywhere
 * else the hits are kept up, also there if another body has sent the ball to the wall: none parts more slowly than the
 * lowest bounce,
 *
 *     u_0 = sqrt(2 A h s),   s the sum of the radii (at a surface the radius),
 *
 * which is so low that it moves bodies by h s. As h becomes smaller, the motion tends to that of bodies in contact with
 * just the force that keeps them apart.
 *
 *                          which hits                          A                         h
 *     friction             that are pressed                    the pressure              LASTING_CREEP
 *     gravity              all, if anything loses energy       the larger of that and g  LASTING_FALL
 *                          else those that are pressed         the same                  LASTING_ELASTIC
 *     wall under a load    with e < 1, or the same             the same, or its own      LASTING_FALL
 *     else (inside arcs)   that are pressed                    the pressure              LASTING_TURN
 *
 * Under gravity two balls in flight have no pressure, and side walls no pull; but in a heap the weight of others
 * presses there, too, which no rule about two bodies sees. Hence g, and hence elastic hits are kept up where other hits
 * or friction take their energy. With a contact_time, except under friction, u_0 is at
 * least A contact_time/2 as well: hits within it are elastic (Luding and McNamara, Granular Matter 1, 113, 1998).
 *
 * A hit that arrives more slowly than 2 u_0 is of its two bodies alone, whatever touches them: one contact that lasts
 * is no impact on the others. Among several contacts that are hit at once nothing is kept up. The impact ends first; a
 * contact that it leaves slower than u_0 is hit again, alone. If it takes more than a few rounds, approaches slower
 * than u_0 are worth no bounce, and it ends with the next one (impact/impact_law).
 *
 * What a hit is given so, at most m u_0^2/2 (m the reduced mass), the ledger takes off `lost`.
 *
 * Cost: a body of weight m g lies at g/(2 u_0) hits per time, (g/(8 h r))^(1/2): 11 000 a second for r = 0.1,
 * g = 9.81. One that carries k others makes k times as many. So a pair that rolls out over a distance D with friction c
 * makes (D a/(4 s c LASTING_CREEP))^(1/2) hits, some thousand where D is a diameter and the frictions differ by as much
 * as their size. Large heaps are for springs.
 */
#include "events/lasting_contact.h"

#include <math.h>

#include "base/min_max.h"
#include "base/vec2.h"
#include "contact/contact.h"

double lasting_contact_lowest(const struct event_system *system, const struct particle *a, const struct particle *b)
{
    const double reach = a->r + (b ? b->r : 0);
    if (system->lowest.g > 0)
        return lasting_contact_fallen(system, reach);
    const struct motion *motion = &system->motion;
    return 2 * (motion_most_deceleration(motion, a) + (b ? motion_most_deceleration(motion, b) : 0)) * LASTING_CREEP *
           reach;
}

double lasting_contact_creeping_time(const struct motion *motion, const struct particle *ball)
{
    return lasting_contact_bounce_time(motion_most_deceleration(motion, ball), LASTING_CREEP, ball->r);
}

bool lasting_contact_slips_briefly(const struct motion *motion, const struct hit *hit, int i)
{
    return motion_slides(motion) && hit->leg[i].goes_on &&
           hit->leg[i].until <= lasting_contact_creeping_time(motion, &hit->leaving.ball[i]);
}

double lasting_contact_time(const struct event_system *system, const struct particle *ball)
{
    const double g = system->lowest.g;
    if (g > 0)
        return 2 * sqrt(lasting_contact_fallen(system, ball->r)) / g;
    return lasting_contact_creeping_time(&system->motion, ball);
}

struct body lasting_contact_body(const struct motion *motion, const struct hit *hit, int i, bool lasting,
                                 struct lasting_ball *room)
{
    if (lasting && lasting_contact_slips_briefly(motion, hit, i)) {
        struct vec3 w;
        room->ball = motion_next_leg(motion, event_hit_leaving(motion, hit, i), &w);
        room->leg = motion_leg(motion, &room->ball, w);
        return (struct body){&room->ball, &room->leg};
    }
    if (!motion_falls(motion))
        return event_hit_leaving(motion, hit, i);
    room->ball = hit->leaving.ball[i]; /* what lies when it is hit will lie again at once */
    room->ball.vx = hit->arriving[i].x;
    room->ball.vy = hit->arriving[i].y;
    if (!motion_keeps_legs(motion))
        return body_of(&room->ball);
    room->leg = motion_leg(motion, &room->ball, hit->friction.leaving[i]);
    return (struct body){&room->ball, &room->leg};
}

double lasting_contact_pressure(const struct motion *motion, struct body a, struct body b, struct vec2 d)
{
    struct parabola of_a = motion_whole(motion, a).path, of_b = motion_whole(motion, b).path;
    struct vec2 v = vec2_sub(of_b.v, of_a.v);
    double dd = vec2_dot(d, d), sideways = vec2_cross(d, v);
    return -(vec2_dot(d, vec2_sub(of_b.a, of_a.a)) + sideways * sideways / dd) / sqrt(dd);
}

/** Sets what the hit is if its lowest bounce has that square of its speed. @param a acceleration that makes it */
static double keep(struct hit *hit, double a, double lowest, double speed_squared)
{
    hit->lasts = hit->approach * hit->approach <= 4 * lowest * hit->dd;
    if (!(speed_squared < lowest))
        return 0;
    hit->parting = lowest;
    return 2 * sqrt(lowest) / a;
}

double lasting_contact_keep(const struct event_system *system, struct hit *hit, double pressure, double reach,
                            double speed_squared)
{
    if (!(pressure > 0) && !system->lowest.dies_away)
        return 0;
    const double a = double_max(pressure, system->lowest.g);
    const double speed = 0.5 * a * system->lowest.elastic_for;
    return keep(hit, a, double_max(2 * a * system->lowest.h * reach, speed * speed), speed_squared);
}

double lasting_contact_keep_loaded(const struct event_system *system, struct hit *hit, double pressure, double load,
                                   double reach, double speed_squared)
{
    if (!(pressure > 0) && !(hit->e < 1) && !system->lowest.dies_away)
        return 0;
    const double a = double_max(double_max(pressure, load), system->lowest.g);
    const double speed = 0.5 * a * system->scene->contact_time;
    return keep(hit, a, double_max(2 * a * LASTING_FALL * reach, speed * speed), speed_squared);
}
