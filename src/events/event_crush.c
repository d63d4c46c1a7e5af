/*
 * Balls that moving surfaces crush: the motion has no continuation, and the run ends. A wall that pushes balls along is
 * hit as often as one that crushes them, so that hits prove nothing. What proves it is that bodies have no room:
 *
 *     impact    the law of impact has ended, and no velocities part all that touches (perfectly inelastic impacts ask
 *               for no more than that bodies part);
 *     room      a ball is hit by turns by two bodies that nothing can push back, with opposite normals and less than
 *               ROOM between; elastic ones would hit it at a rate without bound before they touch it at once;
 *     balance   where hits have no end (event_instant.c): the same as of an impact, of all contacts with gaps below
 *               ROOM, or below three times as much and so on up to WIDEST. By the lemma of Farkas no velocities part
 * them if and only if there are forces j >= 0 in balance at every ball on which a surface does work.
 *
 * In all three a surface moves towards the set; of several the one with the lowest number is named. A row of balls that
 * is not quite straight can give way, and does.
 *
 * Cost: where something moves, a comparison a hit at a surface, and for flights shorter than ROOM the list of surfaces.
 */
#include "events/event_crush.h"

#include <math.h>
#include <stdio.h>

#include "base/min_max.h"
#include "events/event_seam.h"

/* Room that a ball has no more, in radii: elastic ones are given up at a speed of their path over that. */
#define ROOM 1e-4

/* Part of the smaller radius up to which gaps count as contacts where hits have no end: a jam of elastic balls has some
 * wide ones, which close at last. Measured: 100 balls under a lid, 8e-3. */
#define WIDEST 0.01

/* Normals are opposite if their sum is no longer. */
#define OPPOSITE 1e-6

enum { MOST_NAMES = 3, NAMES_ROOM = 160 };

/* ---- words ---- */

/** Whom a surface crushes: the first n of `all` balls, in order. */
struct crushed {
    uint32_t ids[MOST_NAMES];
    size_t n, all;
};

/** "ball 3", "balls 0 and 1", "balls 0, 1, 2 and 7 more". */
static void name_balls(char to[NAMES_ROOM], const struct crushed *crushed)
{
    int used = snprintf(to, NAMES_ROOM, "ball%s ", crushed->all == 1 ? "" : "s");
    for (size_t i = 0; i < crushed->n; i++) {
        const char *before = i == 0 ? "" : i + 1 == crushed->all ? " and " : ", ";
        used += snprintf(to + used, NAMES_ROOM - (size_t)used, "%s%u", before, crushed->ids[i]);
    }
    if (crushed->all > crushed->n)
        snprintf(to + used, NAMES_ROOM - (size_t)used, " and %zu more", crushed->all - crushed->n);
}

static enum status fail(struct event_system *system, const struct crushed *crushed, uint32_t surface, double t,
                        struct error *err)
{
    char balls[NAMES_ROOM], wall[96];
    name_balls(balls, crushed);
    boundary_name(wall, sizeof wall, &system->boundary, surface);
    system->ledger.counts.crushed = true;
    return error_set(err, STATUS_FAILED, NULL, "%s, which moves, crushes %s at t = %.17g: it leaves no room", wall,
                     balls, t);
}

/* ---- an impact, and balance ---- */

/** The first surface that moves towards a set; 0: none. One that only runs along itself does not. */
static uint32_t closing_of(const struct event_system *system, const struct impact_cluster *impact)
{
    uint32_t first = 0;
    for (size_t k = 0; k < impact->n_contacts; k++) {
        const struct contact *contact = &impact->contacts[k];
        if (!contact_is_ball(contact->body) && (first == 0 || contact->body < first) &&
            vec2_dot(contact->n, boundary_translation(&system->boundary, contact->body)) < 0)
            first = contact->body;
    }
    return first;
}

static bool is_left_approaching(struct impact_cluster *impact)
{
    bool approaches = false;
    for (size_t k = 0; k < impact->n_contacts; k++)
        approaches = approaches || impact_cluster_is_approaching(impact, k);
    return approaches;
}

enum status event_crush_check_impact(struct event_system *system, struct contact_cluster *cluster, double t,
                                     struct error *err)
{
    const uint32_t surface = closing_of(system, &cluster->impact);
    if (surface == 0 || !is_left_approaching(&cluster->impact))
        return STATUS_OK;
    struct crushed crushed = {.all = cluster->n_balls};
    for (; crushed.n < cluster->n_balls && crushed.n < MOST_NAMES; crushed.n++)
        crushed.ids[crushed.n] = cluster->balls[crushed.n].ball.id;
    return fail(system, &crushed, surface, t, err);
}

/** The same of all contacts with gaps below a part of the smaller radius. */
static enum status check_balance(struct event_system *system, struct contact_cluster *cluster,
                                 struct event_collision collision, double room, struct error *err)
{
    enum status status = contact_cluster_gather(cluster, system, collision, room, err);
    if (status != STATUS_OK || closing_of(system, &cluster->impact) == 0)
        return status;
    for (size_t i = 0; i < cluster->impact.n_bodies; i++)
        cluster->impact.bodies[i].v = (struct vec2){0, 0};
    for (size_t k = 0; k < cluster->impact.n_contacts; k++)
        cluster->impact.contacts[k].coefficients.restitution = restitution_of(0);
    cluster->impact.has_friction = false;
    impact_law_resolve(&impact_laws[IMPACT_LAW_GR], &cluster->impact);
    return event_crush_check_impact(system, cluster, collision.t, err);
}

enum status event_crush_check_balance(struct event_system *system, struct contact_cluster *cluster,
                                      struct event_collision collision, struct error *err)
{
    const bool may = system->boundary.moves && collision.partner < EVENT_GATE; /* a hit, where bodies touch */
    enum status status = STATUS_OK;
    for (double room = ROOM; may && status == STATUS_OK && room < WIDEST; room *= 3)
        status = check_balance(system, cluster, collision, room, err);
    return status;
}

/* ---- room ---- */

/** A body that nothing pushes back, beside a ball. */
struct unyielding {
    struct vec2 n, v;  /* unit normal into it; its velocity */
    double until;      /* which it has so long */
    double gap, there; /* to the ball where it is, and where it would be when the room is gone */
    uint32_t surface;  /* its number; 0: a fixed ball */
};

/** @param there see above; the same place until that is known */
static struct unyielding unyielding_of(const struct event_system *system, uint32_t slot, const struct particle *ball,
                                       uint32_t body, struct vec2 there)
{
    struct unyielding found = {.until = HUGE_VAL};
    if (contact_is_ball(body)) {
        const struct particle *other = &system->balls[body];
        const struct period *period = &system->motion.period;
        const struct vec2 way = period_nearest(period, vec2_sub(event_centre(other), event_centre(ball)));
        const double distance = vec2_length(way), reach = ball->r + other->r;
        found.n = vec2_scale(1 / distance, way);
        found.gap = distance - reach;
        found.there = vec2_length(period_nearest(period, vec2_sub(event_centre(other), there))) - reach;
        return found;
    }
    const struct surface *surface = boundary_surface(&system->boundary, body);
    const struct vec2 seen = event_seam_seen_by(system, slot, event_centre(ball), body, ball->t);
    const struct vec2 seen_there = event_seam_seen_by(system, slot, there, body, ball->t);
    found.n = boundary_normal(surface, contact_side(body), seen);
    found.v = boundary_translation(&system->boundary, body);
    found.until = boundary_course(&system->boundary, body)->until;
    found.gap = boundary_gap(surface, contact_side(body), seen, ball->r);
    found.there = boundary_gap(surface, contact_side(body), seen_there, ball->r);
    found.surface = body;
    return found;
}

/** Where a ball is after a time, along what it is about to hit. */
static struct vec2 slid(const struct event_system *system, const struct particle *ball, struct vec2 n, double time)
{
    const struct vec2 way = vec2_add(vec2_scale(time, event_velocity(ball)),
                                     vec2_scale(time * time / 2, system->motion.gravity)),
                      across = vec2_left(n);
    return vec2_add(event_centre(ball), vec2_scale(vec2_dot(way, across), across));
}

/** True if the two leave the ball no room, and soon none at all. @param ball as it arrives at the first */
static bool leave_no_room(const struct event_system *system, uint32_t slot, const struct particle *ball, uint32_t first,
                          uint32_t second)
{
    const struct vec2 here = event_centre(ball);
    struct unyielding a = unyielding_of(system, slot, ball, first, here),
                      b = unyielding_of(system, slot, ball, second, here);
    const double room = double_max(0, a.gap) + double_max(0, b.gap);
    const double closing = -(vec2_dot(a.n, a.v) + vec2_dot(b.n, b.v));
    if (!(room < ROOM * ball->r) || !(closing > 0) || vec2_length(vec2_add(a.n, b.n)) > OPPOSITE ||
        !(ball->t + room / closing < double_min(a.until, b.until)))
        return false;
    const struct vec2 there = slid(system, ball, a.n, room / closing);
    a = unyielding_of(system, slot, ball, first, there);
    b = unyielding_of(system, slot, ball, second, there);
    return a.there + b.there < ROOM * ball->r;
}

/** The first surface of the two that moves towards the ball. */
static uint32_t closing_surface(const struct event_system *system, uint32_t slot, const struct particle *ball,
                                uint32_t first, uint32_t second)
{
    const struct unyielding a = unyielding_of(system, slot, ball, first, event_centre(ball)),
                            b = unyielding_of(system, slot, ball, second, event_centre(ball));
    const bool by_a = vec2_dot(a.n, a.v) < 0, by_b = vec2_dot(b.n, b.v) < 0;
    if (by_a && by_b)
        return a.surface < b.surface ? a.surface : b.surface;
    return by_a ? a.surface : b.surface;
}

/** The other body that leaves the ball no room beside the first; `first`: none. */
static uint32_t find_other(const struct event_system *system, uint32_t slot, const struct particle *ball,
                           uint32_t first)
{
    uint32_t count;
    const uint32_t *list = neighbours_surfaces(system->neighbours, slot, &count);
    for (uint32_t k = 0; k < 2 * count; k++) {
        const uint32_t body = contact_surface(list[k / 2], k % 2);
        if (body != first && !boundary_takes(boundary_surface(&system->boundary, body)) &&
            leave_no_room(system, slot, ball, first, body))
            return body;
    }
    list = neighbours_list(system->neighbours, slot, 0, &count);
    for (uint32_t i = 0; i < count; i++)
        if (list[i] != first && motion_is_fixed(&system->balls[list[i]]) &&
            leave_no_room(system, slot, ball, first, list[i]))
            return list[i];
    return first;
}

/** True if a ball has come so little since its last hit that it may have no room. */
static bool flew_shortly(const struct event_system *system, uint32_t slot, double t)
{
    const struct particle *ball = &system->balls[slot];
    const struct vec2 v = event_velocity(ball);
    const double way = 4 * ROOM * ball->r, time = t - ball->t;
    return vec2_dot(v, v) * time * time < way * way || time == 0;
}

enum status event_crush_check_room(struct event_system *system, struct event_collision collision, struct error *err)
{
    const uint32_t slot = collision.slot, first = collision.partner;
    if ((contact_is_ball(first) && !motion_is_fixed(&system->balls[first])) || !flew_shortly(system, slot, collision.t))
        return STATUS_OK;
    const struct particle ball = motion_at(&system->motion, body_at(system->balls, system->legs, slot), collision.t);
    const uint32_t second = find_other(system, slot, &ball, first);
    if (second == first)
        return STATUS_OK;
    const struct crushed crushed = {.ids = {ball.id}, .n = 1, .all = 1};
    return fail(system, &crushed, closing_surface(system, slot, &ball, first, second), collision.t, err);
}
