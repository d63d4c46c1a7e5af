/*
 * Whether time goes on.
 *
 * Contacts that last are many hits (lasting_contact.c), and a gas may have any number of hits in a unit of time: hits
 * alone prove nothing. A run ends where time stands still: bodies that friction locks, or that fill their room, hit
 * each other at a rate without bound. The bound is one of work, in units and not in seconds, so that every machine ends
 * at the same hit:
 *
 *     after MOST units of work (more with more balls, and after a cluster of many contacts) so much time must have
 *     passed that it was done at no more than RATE_BOUNCE units for each ball within the lowest bounce,
 *     or no more than RATE_FLIGHT for each ball while the fastest moves by FLIGHT of its radius: the fastest ball, or
 *     surface at that moment, as balls that a surface catches may all rest for a moment.
 *
 * The first is what heaps and crowds need; the second admits a gas that is fast beside what accelerates it, and is all
 * there is without acceleration. Where neither surfaces move nor anything accelerates balls, hits with time between
 * them are not counted, nor the work of clusters before: there are only so many in any time.
 *
 *     constant          value   unit                        measured on
 *     MOST              1e6     units (a hit, some 1 us)    5 times the longest impact: 210 touching balls, any e
 *     MOST_PER_BALL     20      units                       lattices whose balls all hit at one instant
 *     MOST_PER_CONTACT  3000    units                       the same, 820 balls
 *     RATE_BOUNCE       500     units per ball and bounce   crowds of 49 and 900 that roll out; towers of 10
 *     FLIGHT            1e-4    radii                       -
 *     RATE_FLIGHT       2       units per ball and FLIGHT   a gas at a free path of 1e-3 radii makes .1
 *
 * The count is the one thing here that is no function of the state: it begins anew in a run that is continued, which
 * may end later than the whole run would have, never otherwise.
 *
 * Cost: a comparison a hit; O(balls) after MOST units.
 */
#include "events/event_instant.h"

#include <stdio.h>

#include "base/min_max.h"
#include "base/number.h"
#include "events/event_crush.h"
#include "events/event_pistons.h"
#include "events/lasting_contact.h"

#define MOST             1e6
#define MOST_PER_BALL    20
#define MOST_PER_CONTACT 3000
#define RATE_BOUNCE      500
#define FLIGHT           1e-4
#define RATE_FLIGHT      2

/* ---- words ---- */

/** The bodies of a collision: "balls 1 and 3", "ball 2 and the left wall" or "ball 2 and line obstacles.3". */
static void name_bodies(char to[96], const struct event_system *system, struct event_collision collision)
{
    uint32_t a = system->balls[collision.slot].id;
    if (!contact_is_ball(collision.partner)) {
        bool known = collision.partner < EVENT_GATE;
        int length = snprintf(to, 96, "ball %u and %s", a, known ? "" : "its neighbours");
        if (known)
            boundary_name(to + length, 96 - (size_t)length, &system->boundary, collision.partner);
        return;
    }
    uint32_t b = system->balls[collision.partner].id;
    snprintf(to, 96, "balls %u and %u", a < b ? a : b, a < b ? b : a);
}

/** The contact_time that is advised after a collapse of that ball at time t: 1e-5 r/v with the root mean square v of
 *  the speeds, or of the time so far, if that is less and there has been any. */
static double advised_contact_time(const struct event_system *system, uint32_t slot, double t)
{
    double squares = 0;
    for (size_t i = 0; i < system->n; i++)
        squares += system->balls[i].vx * system->balls[i].vx + system->balls[i].vy * system->balls[i].vy;
    const double flight = system->balls[slot].r / sqrt(squares / (double)system->n);
    return 1e-5 * (t > 0 && !(t > flight) ? t : flight);
}

enum status event_instant_fail_collapse(struct event_system *system, struct event_collision collision,
                                        struct error *err)
{
    char bodies[96], advised[NUMBER_MAX_TEXT];
    name_bodies(bodies, system, collision);
    advised[number_write(advised, advised_contact_time(system, collision.slot, collision.t), 2)] = '\0';
    system->ledger.counts.collapsed = true;
    return error_set(err, STATUS_FAILED, NULL,
                     "inelastic collapse of %s at t = %.17g; contact_time=%s or so regularises it", bodies, collision.t,
                     advised);
}

enum status event_instant_fail_speed(const struct event_system *system, uint32_t slot, double t, struct error *err)
{
    const struct particle ball = motion_at(&system->motion, body_at(system->balls, system->legs, slot), t);
    char speed[NUMBER_MAX_TEXT];
    speed[number_write(speed, vec2_length((struct vec2){ball.vx, ball.vy}), 2)] = '\0';
    return error_set(err, STATUS_FAILED, NULL,
                     "ball %u is too fast, %s: rounding of times moves it farther than to its neighbours at t = %.17g",
                     ball.id, speed, t);
}

static enum status fail_endless(struct event_system *system, struct event_collision collision, struct error *err)
{
    char bodies[96];
    name_bodies(bodies, system, collision);
    if (!motion_is_accelerated(&system->motion))
        return error_set(err, STATUS_FAILED, NULL, "%s hit each other without end at t = %.17g", bodies, collision.t);
    return error_set(err, STATUS_FAILED, NULL,
                     "%s are wedged at t = %.17g: %s presses them together, and they hit each other without end%s",
                     bodies, collision.t, motion_presses(&system->motion),
                     system->boundary.thermal ? "" : "; integrator \"spring\" follows lasting contacts");
}

/* ---- the bound ---- */

/** The speed of the fastest wall or obstacle at a time; of a wall across itself. */
static double fastest_surface(const struct event_system *system, double t)
{
    double fastest = 0;
    for (uint32_t k = 0; k < system->boundary.n_courses; k++)
        fastest = double_max(fastest, vec2_length(system->boundary.courses[k].drift));
    for (uint32_t k = 0; k < system->n_pistons; k++)
        fastest = double_max(fastest, vec2_length(event_pistons_velocity(&system->pistons[k], t)));
    return fastest;
}

/** The shortest times of all balls that move: of their lowest bounces, and to move by FLIGHT of their radii. */
struct shortest {
    double n, bounce, flight;
};

static struct shortest find_shortest(const struct event_system *system, double t)
{
    const double surface = fastest_surface(system, t);
    struct shortest shortest = {0, HUGE_VAL, HUGE_VAL};
    for (uint32_t i = 0; i < system->n; i++) {
        const struct particle *ball = &system->balls[i];
        if (motion_is_fixed(ball))
            continue;
        const struct vec2 v = motion_velocity(&system->motion, body_at(system->balls, system->legs, i), t);
        const double speed = double_max(vec2_length(v), surface), bounce = lasting_contact_time(system, ball),
                     loaded = event_pistons_bounce_time(system, ball);
        shortest.n++;
        if (speed > 0)
            shortest.flight = double_min(shortest.flight, FLIGHT * ball->r / speed);
        if (bounce > 0)
            shortest.bounce = double_min(shortest.bounce, bounce);
        if (loaded > 0)
            shortest.bounce = double_min(shortest.bounce, loaded);
    }
    return shortest;
}

/** The time that so much work must have taken; 0 where all is at rest at the moment. */
static double time_for(const struct event_system *system, double work, double t)
{
    const struct shortest shortest = find_shortest(system, t);
    const double unit = double_min(shortest.bounce / RATE_BOUNCE, shortest.flight / RATE_FLIGHT);
    return unit < HUGE_VAL ? work / shortest.n * unit : 0;
}

void event_instant_begin(struct event_system *system, double t)
{
    struct event_instant *instant = system->instant;
    instant->from = t;
    instant->work = 0;
    instant->most = MOST + MOST_PER_BALL * (double)system->n;
    instant->counts = system->boundary.moves || motion_is_accelerated(&system->motion) || system->n_pistons > 0;
}

enum status event_instant_look(struct event_system *system, struct event_collision collision, struct error *err)
{
    struct event_instant *instant = system->instant;
    const double passed = collision.t - instant->from;
    if (!(passed > 0) || passed < time_for(system, instant->work, collision.t)) {
        enum status status = event_crush_check_balance(system, &instant->cluster, collision, err);
        return status != STATUS_OK ? status : fail_endless(system, collision, err);
    }
    instant->from = collision.t;
    instant->work = 0;
    return STATUS_OK;
}

enum status event_instant_spend(struct event_system *system, struct event_collision collision, double cost,
                                struct error *err)
{
    struct event_instant *instant = system->instant;
    if (!instant->counts && collision.t > instant->from) {
        instant->from = collision.t;
        instant->work = 0;
    }
    instant->work += cost;
    return instant->work < instant->most + MOST_PER_CONTACT * (double)instant->cluster.impact.n_contacts
               ? STATUS_OK
               : event_instant_look(system, collision, err);
}
