/*
 * Gentle hits of balls that roll, among several contacts: as those of two bodies (event_rolling.c). The set is resolved
 * once more, in which the balls that roll on resist like masses of (1 + q) m.
 */
#include "events/contact_cluster_rolling.h"

#include <math.h>

#include "base/vec2.h"
#include "events/contact_cluster.h"
#include "events/event_instant.h"
#include "events/event_rolling.h"
#include "impact/impact_friction.h"
#include "motion/cloth.h"

/** What a contact has given to each of its balls; HUGE_VAL: more than a gentle hit does. */
static double kick_of(const struct event_system *system, const struct contact_cluster *cluster,
                      const struct contact *contact)
{
    if (contact->b == CONTACT_FIXED)
        return fabs(contact->j);
    const double change = fabs(impact_cluster_velocity(&cluster->impact, contact) - contact->u);
    const double most = event_rolling_most(&system->motion, &cluster->balls[contact->a].ball) +
                        event_rolling_most(&system->motion, &cluster->balls[contact->b].ball);
    return contact->j == 0 || change <= most ? fabs(contact->j) : HUGE_VAL;
}

/** Marks the balls that roll on: those that rolled, and whose slide after the impulses that they have got would end
 *  within the lowest bounce. Returns whether there is one. */
static bool mark_rolling(const struct event_system *system, struct contact_cluster *cluster)
{
    bool any = false;
    for (size_t k = 0; k < cluster->impact.n_contacts; k++) {
        const struct contact *contact = &cluster->impact.contacts[k];
        const double kick = kick_of(system, cluster, contact);
        cluster->balls[contact->a].kick += kick;
        if (contact->b != CONTACT_FIXED)
            cluster->balls[contact->b].kick += kick;
    }
    for (size_t i = 0; i < cluster->n_balls; i++) {
        struct contact_cluster_ball *ball = &cluster->balls[i];
        const struct impact_body *body = &cluster->impact.bodies[i];
        if (!(ball->kick > 0) || cloth_slips(event_velocity(&ball->ball), rolling_velocity(ball->w, ball->ball.r)))
            continue;
        ball->rolls_on = ball->kick <= event_rolling_most(&system->motion, &ball->ball) * body->m;
        any |= ball->rolls_on;
    }
    return any;
}

/** Energy of translation and rotation of the balls. */
static double energy(const struct contact_cluster *cluster)
{
    return impact_cluster_kinetic_energy(&cluster->impact) + impact_friction_rotation(&cluster->impact);
}

/** Puts the balls back to before the impact. @param weighs whether those that roll on resist the more */
static void put_back(struct contact_cluster *cluster, bool weighs)
{
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        struct impact_body *body = &cluster->impact.bodies[i];
        body->v = event_velocity(&ball->ball);
        body->w = ball->w;
        if (ball->rolls_on && weighs)
            body->m *= 1 + body->q;
    }
}

/** The balls that roll on do: what friction at contacts has made of their spins counts, too. */
static void end_slides(struct contact_cluster *cluster)
{
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        struct impact_body *body = &cluster->impact.bodies[i];
        if (!ball->rolls_on)
            continue;
        const struct vec2 turned = rolling_velocity(vec3_sub(body->w, ball->w), body->r);
        body->m = ball->ball.m;
        body->v = vec2_add(body->v, vec2_scale(body->q, turned));
        body->w = rolling_spin(body->v, body->r, body->w.z);
    }
}

void contact_cluster_rolling_on(struct event_system *system, struct impact_outcome *outcome)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    if (!motion_slides(&system->motion) || outcome->stopped || !mark_rolling(system, cluster))
        return;
    put_back(cluster, false);
    const double before = energy(cluster);
    put_back(cluster, true);
    *outcome = impact_law_resolve(system->instant->law, &cluster->impact);
    end_slides(cluster);
    outcome->lost = before + impact_cluster_work(&cluster->impact) - energy(cluster);
}
