/*
 * Collisions without end: detected by what they cost, named, and ended with advice.
 *
 * Wedged bodies can be thrown to and fro for ever while time all but stands still. What clusters and ends of legs cost
 * is added up, in units of some 30 us, with hits that no time parts from the one before, some 1000 for each ball, and
 * falls by LEAK and LEAK_PER_BALL in the time of a bounce. A run ends beyond MOST and MOST_PER_CONTACT for each
 * contact: five times the cost of the longest impact. Where balls slide it falls more slowly, by LEAK_ON_CLOTH and 1
 * for each ball: what presses there does so until a slide has ended, and crowds that come to rest cost a hundredth of
 * that.
 *
 * Where bodies have no time of a bounce, any time that passes clears that sum. There time must make PROGRESS, in units
 * of the contact_time that would be advised (.07 sqrt(r/g) under gravity), while as many clusters and ends of legs
 * follow each other as MOST and MOST_PER_BALL allow.
 */
#include "events/event_instant.h"

#include <stdio.h>

#include "base/min_max.h"
#include "base/number.h"
#include "events/event_crush.h"
#include "events/pressed_contact.h"

#define HIT              20.0 /* of each ball at the same instant as the hit before */
#define MOST             2e4
#define MOST_PER_CONTACT 100
#define LEAK             64
#define LEAK_PER_BALL    16
#define LEAK_ON_CLOTH    16
#define MOST_PER_BALL    100
#define PROGRESS         100

/* Balls that move in heaps up to which the advised contact_time was seen to carry a run through (billiard-limits(7)).
 */
enum { HEAP = 10, HEAP_THAT_RUBS = 3 };

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

/** Time within which hits follow each other where bodies stay pressed together: contact_time, or under friction that of
 * a bounce of height CONTACT_CREEP (events/pressed_contact); 0: they do not bounce. */
static double bounce_time(const struct event_system *system, uint32_t slot)
{
    if (!motion_decelerates(&system->motion) || system->scene->contact_time > 0)
        return system->scene->contact_time;
    return pressed_contact_bounce(&system->motion, &system->balls[slot]);
}

/** What the cost of clusters falls by in the time of a bounce. */
static double leak(const struct event_system *system)
{
    const double n = (double)system->n;
    return motion_slides(&system->motion) ? LEAK_ON_CLOTH + n : LEAK + LEAK_PER_BALL * n;
}

/** The contact_time that is advised after a collapse of that ball at time t: under gravity 7e-4 sqrt(r/g), else 1e-5
 * r/v with the root mean square v of the speeds, or of the time so far, if that is less. */
static double advised_contact_time(const struct event_system *system, uint32_t slot, double t)
{
    const struct vec2 g = system->scene->gravity;
    double r = system->balls[slot].r, squares = 0;
    if (motion_falls(&system->motion))
        return 7e-4 * sqrt(r / vec2_length(g));
    for (size_t i = 0; i < system->n; i++)
        squares += system->balls[i].vx * system->balls[i].vx + system->balls[i].vy * system->balls[i].vy;
    return 1e-5 * double_min(t, squares > 0 ? r / sqrt(squares / (double)system->n) : t);
}

/** True if the bodies are of a heap for which no contact_time is long and short enough: several balls that rub lie on
 * each other, or many balls on whatever. */
static bool is_heap(const struct event_system *system, struct event_collision collision)
{
    size_t movable = 0;
    for (size_t i = 0; i < system->n; i++)
        movable += !motion_is_fixed(&system->balls[i]);
    bool is_free_pair = contact_is_ball(collision.partner) && !motion_is_fixed(&system->balls[collision.slot]) &&
                        !motion_is_fixed(&system->balls[collision.partner]);
    return motion_falls(&system->motion) &&
           (movable > HEAP || (is_free_pair && movable > HEAP_THAT_RUBS && system->motion.rotates));
}

enum status event_instant_fail_collapse(struct event_system *system, struct event_collision collision, bool is_pressed,
                                        struct error *err)
{
    const char *reason = is_pressed ? ": event cannot follow bodies that stay in contact" : "";
    char bodies[96], remedy[64 + NUMBER_MAX_TEXT] = "integrator \"spring\" can", advised[NUMBER_MAX_TEXT];
    name_bodies(bodies, system, collision);
    advised[number_write(advised, advised_contact_time(system, collision.slot, collision.t), 2)] = '\0';
    if (!is_pressed || !is_heap(system, collision))
        snprintf(remedy, sizeof remedy, "contact_time=%s or so regularises it", advised);
    system->ledger.counts.collapsed = true;
    return error_set(err, STATUS_FAILED, NULL, "inelastic collapse of %s at t = %.17g%s; %s", bodies, collision.t,
                     reason, remedy);
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
    if (event_crush_is_possible(system))
        return event_crush_fail(system, NULL, collision, err);
    char bodies[96];
    name_bodies(bodies, system, collision);
    system->ledger.counts.collapsed = true;
    return error_set(err, STATUS_FAILED, NULL,
                     "%s hit each other without end at t = %.17g: %s presses them together; event cannot follow "
                     "lasting contacts%s",
                     bodies, collision.t, motion_presses(&system->motion),
                     system->boundary.thermal ? "" : ", integrator \"spring\" can");
}

/** Counts a cluster. false: so many have followed each other that time should have made progress, and has not. */
static bool makes_progress(struct event_system *system, struct event_collision collision)
{
    struct event_instant *instant = system->instant;
    if ((double)++instant->groups < MOST + MOST_PER_BALL * (double)system->n)
        return true;
    double wanted = PROGRESS * advised_contact_time(system, collision.slot, collision.t);
    bool progress = collision.t - instant->from >= wanted || bounce_time(system, collision.slot) > 0;
    instant->groups = 0;
    instant->from = collision.t;
    return progress;
}

/** Adds up what clusters, ends of legs and hits at one instant cost. false: too much. */
static bool can_afford(struct event_system *system, struct event_collision collision, double cost)
{
    struct event_instant *instant = system->instant;
    if (collision.t > instant->since) {
        double leaked = leak(system) * (collision.t - instant->since) / bounce_time(system, collision.slot);
        instant->work = double_max(0, instant->work - leaked);
        instant->since = collision.t;
    }
    instant->work += cost;
    double most = MOST + MOST_PER_CONTACT * (double)instant->cluster.law.n_contacts;
    return instant->work <= most;
}

enum status event_instant_progress(struct event_system *system, struct event_collision collision, double cost,
                                   struct error *err)
{
    return can_afford(system, collision, cost) && makes_progress(system, collision)
               ? STATUS_OK
               : fail_endless(system, collision, err);
}

enum status event_instant_tie(struct event_system *system, struct event_collision collision, struct error *err)
{
    return can_afford(system, collision, HIT / (double)system->n) ? STATUS_OK : fail_endless(system, collision, err);
}
