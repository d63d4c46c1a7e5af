/*
 * Balls that moving surfaces crush. Between surfaces that close in on it a ball is hit ever more often, and where it
 * touches both no velocities part all that touches. Elastic balls then gain energy without bound, at a rate that grows
 * without bound: the limit has no continuation, and the run ends.
 *
 * Cost: a count for each hit, where something moves. Limit: elastic balls are given up when they hit MOST and
 * MOST_PER_BALL times for each ball while one of them moves by its radius.
 */
#include "events/event_crush.h"

#include <math.h>
#include <stdio.h>

#include "base/min_max.h"

/* A gas near the densest packing, at a free path of a thousandth of a radius, stays below it. */
#define MOST          2e4
#define MOST_PER_BALL 1e3

enum { MOST_NAMES = 3, ROOM = 160 };

static bool moves_now(const struct boundary *boundary, uint32_t body)
{
    const struct surface_course *course = &boundary->courses[body - CONTACT_SURFACE];
    return course->drift.x != 0 || course->drift.y != 0;
}

/** The first side that moves; CONTACT_SURFACE + 2 n: none. */
static uint32_t first_moving(const struct boundary *boundary)
{
    uint32_t body = CONTACT_SURFACE;
    while (boundary->courses && body < CONTACT_SURFACE + 2 * boundary->n && !moves_now(boundary, body))
        body++;
    return body;
}

bool event_crush_is_possible(const struct event_system *system)
{
    return system->boundary.courses && first_moving(&system->boundary) < CONTACT_SURFACE + 2 * system->boundary.n;
}

/** A surface of the set that moves; 0: none. */
static uint32_t moving_of(const struct event_system *system, const struct contact_cluster *cluster)
{
    const struct impact_cluster *law = &cluster->law;
    for (size_t k = 0; k < law->n_contacts; k++)
        if (!contact_is_ball(law->contacts[k].body) && moves_now(&system->boundary, law->contacts[k].body))
            return law->contacts[k].body;
    return 0;
}

bool event_crush_is_left(const struct event_system *system, struct contact_cluster *cluster)
{
    struct impact_cluster *law = &cluster->law;
    bool approaches = false;
    for (size_t k = 0; k < law->n_contacts; k++)
        approaches = approaches || impact_cluster_is_approaching(law, k);
    return approaches && moving_of(system, cluster);
}

/** "ball 3", "balls 0 and 1", "balls 0, 1, 2 and 7 more". */
static void name_balls(char to[ROOM], const uint32_t *ids, size_t n, size_t all)
{
    int used = snprintf(to, ROOM, "ball%s ", all == 1 ? "" : "s");
    for (size_t i = 0; i < n; i++)
        used += snprintf(to + used, ROOM - (size_t)used, "%s%u", i == 0 ? "" : i + 1 == all ? " and " : ", ", ids[i]);
    if (all > n)
        snprintf(to + used, ROOM - (size_t)used, " and %zu more", all - n);
}

enum status event_crush_fail(struct event_system *system, const struct contact_cluster *cluster,
                             struct event_collision collision, struct error *err)
{
    const bool is_pair = contact_is_ball(collision.partner);
    uint32_t ids[MOST_NAMES] = {system->balls[collision.slot].id}, surface = first_moving(&system->boundary);
    size_t n = 1, all = is_pair ? 2 : 1;
    char balls[ROOM], wall[96];
    if (cluster) {
        surface = moving_of(system, cluster);
        all = cluster->n_balls;
        for (n = 0; n < all && n < MOST_NAMES; n++)
            ids[n] = cluster->balls[n].ball.id;
    } else if (is_pair) {
        const uint32_t other = system->balls[collision.partner].id, one = ids[0];
        ids[0] = one < other ? one : other;
        ids[n++] = one < other ? other : one;
    } else if (moves_now(&system->boundary, collision.partner)) {
        surface = collision.partner;
    }
    name_balls(balls, ids, n, all);
    boundary_name(wall, sizeof wall, &system->boundary, surface);
    system->ledger.counts.crushed = true;
    return error_set(err, STATUS_FAILED, NULL, "%s, which moves, crushes %s at t = %.17g: it leaves no room", wall,
                     balls, collision.t);
}

/** The time in which a ball moves by its radius, at the root mean square of the speeds. */
static double time_of_radius(const struct event_system *system, uint32_t slot)
{
    double squares = 0;
    size_t movable = 0;
    for (size_t i = 0; i < system->n; i++)
        if (!motion_is_fixed(&system->balls[i])) {
            squares += vec2_dot(event_velocity(&system->balls[i]), event_velocity(&system->balls[i]));
            movable++;
        }
    return squares > 0 ? system->balls[slot].r / sqrt(squares / (double)movable) : HUGE_VAL;
}

enum status event_crush_count(struct event_system *system, struct event_collision collision, struct error *err)
{
    struct event_hits *hits = &system->hits;
    if ((double)++hits->count < MOST + MOST_PER_BALL * (double)system->n)
        return STATUS_OK;
    const bool crushed =
        event_crush_is_possible(system) && collision.t - hits->from < time_of_radius(system, collision.slot);
    *hits = (struct event_hits){.from = collision.t};
    return crushed ? event_crush_fail(system, NULL, collision, err) : STATUS_OK;
}
