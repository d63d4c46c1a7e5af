/*
 * What the last resort of a law of impact leaves.
 *
 * The last resort (impact_law) is perfectly inelastic over all contacts and should end every approach. Its linear
 * problem is solved with doubles, though, and a row of balls that fills the space between two walls and is bent by d of
 * a radius leaves pivots of d^2. For d below 10^-8 they are lost, and with them what the row does to the bodies beside
 * it. Such an approach would be the next collision at the same instant, with the same outcome, for ever. So it is ended
 * body by body, with the impulse of an inelastic contact of two free bodies in the log:
 *
 *   at first             bodies so slow beside the fastest that their velocity is rounding (CONTACT_RESTING) stop;
 *   a few times          bodies so slow that their energy is rounding (WEAK) stop, and those that still approach them
 *                        are deflected to glide along;
 *   from then on         whatever approaches stops. What is left is wedged: a ball that glides along a wall into the
 *                        narrow end of a wedge whose other side cannot give way.
 *
 * The second and third step are taken only where a last resort at the same instant has been in vain: it was needed once
 * more although it took no energy. They need a wall or a fixed ball to take up momentum. No step adds energy.
 *
 * Cost: O(n) a round, and a round for each body of a row at most. With it no sequence of last resorts is endless.
 */
#include "physics/impact_law.h"

/* With so little of the largest speed and momentum a body has so little energy that it is lost in rounding. */
#define WEAK 0x1p-26

/* Energy taken, relative to the cluster's, that is none. */
#define IN_VAIN 0x1p-40

enum { DEFLECTED = 4 }; /* last resorts in vain up to which bodies are deflected */

static double kinetic_energy(const struct impact_body *body)
{
    return 0.5 * body->m * vec2_dot(body->v, body->v);
}

/** Sets a body to rest whose speed and momentum are no more than a part of the largest. Returns its kinetic energy. */
static double stop_slow(struct impact_body *body, const struct impact_scales *largest, double part)
{
    double speed = vec2_dot(body->v, body->v), lost = kinetic_energy(body);
    if (speed > part * part * largest->speed || speed * body->m * body->m > part * part * largest->momentum)
        return 0;
    body->v = (struct vec2){0, 0};
    return lost;
}

/** Takes the normal velocity of the body that moves. Returns its energy. */
static double deflect(struct impact_cluster *cluster, size_t k)
{
    const struct contact *contact = &cluster->contacts[k];
    double u = cluster->parts[k].u;
    struct impact_body *a = &cluster->bodies[contact->a];
    bool is_second = contact->b != CONTACT_FIXED && a->v.x == 0 && a->v.y == 0;
    struct impact_body *moving = is_second ? &cluster->bodies[contact->b] : a;
    double speed = is_second ? -u : u, before = kinetic_energy(moving);
    moving->v = vec2_add(moving->v, vec2_scale(speed, contact->n));
    return before - kinetic_energy(moving);
}

/** Ends an approach: bodies slower than a part of the largest speed stop; an approach that is left, and as slow, is
 *  deflected. Returns the energy that this takes. */
static double end_approach(struct impact_cluster *cluster, size_t k, const struct impact_scales *largest, double part)
{
    struct contact *contact = &cluster->contacts[k];
    const double u = cluster->parts[k].u;
    double lost = stop_slow(&cluster->bodies[contact->a], largest, part);
    if (contact->b != CONTACT_FIXED)
        lost += stop_slow(&cluster->bodies[contact->b], largest, part);
    if (part >= WEAK && impact_cluster_is_approaching(cluster, k) &&
        cluster->parts[k].u * cluster->parts[k].u <= part * part * largest->speed)
        lost += deflect(cluster, k);
    contact->j += (impact_cluster_velocity(cluster, contact) - u) / impact_cluster_compliance(cluster, contact);
    return lost;
}

/** The part of the largest speed up to which bodies stop. */
static double choose_part(const struct impact_cluster *cluster, bool in_vain)
{
    if (!in_vain || cluster->in_vain == 0 || !impact_cluster_is_confined(cluster))
        return CONTACT_RESTING;
    return cluster->in_vain <= DEFLECTED ? WEAK : 1;
}

void impact_residue_end(struct impact_cluster *cluster, const struct impact_scales *before,
                        struct impact_outcome *outcome)
{
    const bool in_vain = outcome->lost <= IN_VAIN * outcome->kinetic;
    const double part = choose_part(cluster, in_vain);
    cluster->in_vain += in_vain;
    impact_cluster_choose_approaching(cluster);
    for (size_t round = 0; round < cluster->n_bodies && cluster->n_chosen > 0; round++) {
        for (size_t i = 0; i < cluster->n_chosen; i++)
            outcome->lost += end_approach(cluster, cluster->chosen[i], before, part);
        impact_cluster_choose_approaching(cluster);
    }
}
