/*
 * Friction at several contacts of one instant, round by round of a law of impact.
 *
 * The law gives normal impulses J. The tangential ones T, each across its contact's normal in space, are those that
 * leave the least kinetic energy under Coulomb's bound |T| <= mu max(0, J), mu at the slip with which the round began:
 * for sticking contacts that is no slip, for one contact alone the law of contact/friction. The velocities that they
 * lead to are unique (the energy is a convex function of velocities, which are linear in T), so they depend neither on
 * the numbering of the balls nor on the order of contacts.
 *
 * Projected Jacobi, from T = 0: with g the slip that the present T leave, P the projection on the bound and
 * b = min(beta, 0),
 *
 *     T += weight (P((1 + b) (T - g/K)) - T),   weight = 1/(the larger number of rubbing contacts of its two bodies).
 *
 * The weights of the contacts of a body add to at most 1. So each sweep is a convex combination of steps that change
 * one contact alone, none of which adds energy, and every iterate is admissible. Restitution beta > 0 of one contact
 * would feed another, so it acts only where the set has one contact, which has b = beta and ends with the first sweep.
 * Sweeps end when no T changes by more than 10^-12 of the largest.
 *
 * A cushion's nose tilts its normal upwards. J then has a vertical part, and so has T. The vertical velocities that
 * both give count in the slip and are dropped at the end: the table takes them.
 *
 * Cost: O(contacts) a sweep; some tens of sweeps in a rack. The law of impact bounds them (friction_work).
 */
#include "impact/impact_friction.h"

#include <math.h>

#include "base/min_max.h"

enum { SWEEPS = 1000 };

#define CONVERGED 1e-12

/* What a sweep costs for each contact, some 40 ns, in multiplications of the linear solver. */
#define SWEEP_WORK 120

/** NULL: friction does not act on it: it is fixed, or a wall with a mass. */
static struct impact_body *second_of(const struct impact_cluster *cluster, const struct contact *contact)
{
    return impact_cluster_second(cluster, contact)->r > 0 ? &cluster->bodies[contact->b] : NULL;
}

/** Relative velocity of the surfaces across the normal, b less a, as of friction_slip(). */
static struct vec3 slip(const struct impact_cluster *cluster, size_t k)
{
    const struct contact *contact = &cluster->contacts[k];
    const struct impact_body *a = &cluster->bodies[contact->a], *b = second_of(cluster, contact);
    struct vec3 v = vec3_sub((struct vec3){contact->v.x, contact->v.y, 0}, a->spin.v),
                turning = vec3_scale(a->r, a->spin.w);
    if (b) {
        v = vec3_sub(b->spin.v, a->spin.v);
        turning = vec3_add(turning, vec3_scale(b->r, b->spin.w));
    }
    return friction_slip(v, turning, cluster->parts[k].tangential.n);
}

static double length(struct vec3 v)
{
    return sqrt(vec3_dot(v, v));
}

/** Begins with the bodies' present motion. */
static void take_down(const struct impact_cluster *cluster)
{
    for (size_t i = 0; i < cluster->n_bodies; i++) {
        struct impact_body *body = &cluster->bodies[i];
        body->spin.v = (struct vec3){body->v.x, body->v.y, 0};
        body->spin.w = body->w;
    }
}

static double compliance(const struct impact_body *body)
{
    return body ? friction_compliance(body->m, body->q) : 0;
}

void impact_friction_begin(struct impact_cluster *cluster)
{
    if (!cluster->has_friction)
        return;
    take_down(cluster);
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct contact *contact = &cluster->contacts[k];
        struct impact_tangential *tangential = &cluster->parts[k].tangential;
        tangential->n = cushion_normal(contact->n, contact->sine);
        tangential->most = friction_coefficient(contact->coefficients.rubbing.mu, length(slip(cluster, k)));
        tangential->compliance = compliance(&cluster->bodies[contact->a]) + compliance(second_of(cluster, contact));
    }
}

/** Changes a body's motion by an impulse, across the normal of a contact, with its sign. */
static void push(struct impact_body *body, const struct impact_tangential *tangential, double sign)
{
    struct vec3 turn = vec3_scale(1 / (body->q * body->m * body->r), vec3_cross(tangential->n, tangential->t));
    body->spin.v = vec3_add(body->spin.v, vec3_scale(sign / body->m, tangential->t));
    body->spin.w = vec3_sub(body->spin.w, turn);
}

/** Bounds of the round's friction, and the vertical part of the normal impulses. */
static void prepare(const struct impact_cluster *cluster)
{
    for (size_t i = 0; i < cluster->n_bodies; i++)
        cluster->bodies[i].spin.contacts = 0;
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        size_t k = cluster->chosen[i];
        const struct contact *contact = &cluster->contacts[k];
        struct impact_body *a = &cluster->bodies[contact->a], *b = second_of(cluster, contact);
        struct impact_tangential *tangential = &cluster->parts[k].tangential;
        double j = cluster->parts[k].j / cushion_cosine(contact->sine);
        tangential->t = (struct vec3){0, 0, 0};
        tangential->most *= double_max(0, j);
        tangential->lift = j * contact->sine;
        if (!(tangential->most > 0))
            continue;
        a->spin.contacts++;
        if (b)
            b->spin.contacts++;
    }
}

/** The motion that J and the present T lead to. */
static void move(const struct impact_cluster *cluster)
{
    take_down(cluster);
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        struct impact_body *a = &cluster->bodies[cluster->contacts[cluster->chosen[i]].a];
        a->spin.v.z -= cluster->parts[cluster->chosen[i]].tangential.lift / a->m;
    }
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        const struct contact *contact = &cluster->contacts[cluster->chosen[i]];
        const struct impact_tangential *tangential = &cluster->parts[cluster->chosen[i]].tangential;
        struct impact_body *b = second_of(cluster, contact);
        push(&cluster->bodies[contact->a], tangential, -1);
        if (b)
            push(b, tangential, 1);
    }
}

/** What the sweep makes of the T of a contact that can rub. */
static struct vec3 improved(const struct impact_cluster *cluster, size_t k)
{
    const struct contact *contact = &cluster->contacts[k];
    const struct impact_tangential *tangential = &cluster->parts[k].tangential;
    const struct impact_body *b = second_of(cluster, contact);
    unsigned of_a = cluster->bodies[contact->a].spin.contacts, of_b = b ? b->spin.contacts : 0;
    bool is_alone = cluster->n_contacts == 1;
    const double beta = contact->coefficients.rubbing.beta;
    double part = 1 + (is_alone ? beta : double_min(beta, 0));
    struct vec3 wanted =
        vec3_scale(part, vec3_sub(tangential->t, vec3_scale(1 / tangential->compliance, slip(cluster, k))));
    double size = length(wanted);
    if (size > tangential->most)
        wanted = vec3_scale(tangential->most / size, wanted);
    double weight = 1.0 / (of_b > of_a ? of_b : of_a);
    return vec3_add(tangential->t, vec3_scale(weight, vec3_sub(wanted, tangential->t)));
}

/** One sweep over all contacts. Returns whether some T still changed. */
static bool sweep(const struct impact_cluster *cluster)
{
    double largest = 0, change = 0;
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        struct impact_tangential *tangential = &cluster->parts[cluster->chosen[i]].tangential;
        tangential->next = tangential->most > 0 ? improved(cluster, cluster->chosen[i]) : tangential->t;
        largest = double_max(largest, length(tangential->next));
        change = double_max(change, length(vec3_sub(tangential->next, tangential->t)));
    }
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        struct impact_tangential *tangential = &cluster->parts[cluster->chosen[i]].tangential;
        tangential->t = tangential->next;
    }
    move(cluster);
    return change > CONVERGED * largest;
}

double impact_friction_rotation(const struct impact_cluster *cluster)
{
    double total = 0;
    for (size_t i = 0; cluster->has_friction && i < cluster->n_bodies; i++) {
        const struct impact_body *body = &cluster->bodies[i];
        total += 0.5 * body->m * body->q * body->r * body->r * vec3_dot(body->w, body->w);
    }
    return total;
}

static double total_energy(const struct impact_cluster *cluster)
{
    return impact_cluster_kinetic_energy(cluster) + impact_friction_rotation(cluster);
}

/** Makes the motion that of the bodies, without its vertical part, and notes the impulses. Returns what surfaces that
 *  move have worked. */
static double finish(const struct impact_cluster *cluster)
{
    double work = 0;
    for (size_t i = 0; i < cluster->n_bodies; i++) {
        struct impact_body *body = &cluster->bodies[i];
        if (body->spin.contacts == 0)
            continue;
        body->v = (struct vec2){body->spin.v.x, body->spin.v.y};
        body->w = body->spin.w;
    }
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        struct contact *contact = &cluster->contacts[cluster->chosen[i]];
        const struct impact_tangential *tangential = &cluster->parts[cluster->chosen[i]].tangential;
        const struct vec2 across = {tangential->t.x, tangential->t.y};
        double j = cluster->parts[cluster->chosen[i]].j;
        contact->j += vec2_dot(across, contact->n) * (contact->sine != 0);
        contact->jt += contact->n.x * tangential->t.y - contact->n.y * tangential->t.x;
        contact->jz += tangential->t.z + j * contact->sine / cushion_cosine(contact->sine);
        work -= vec2_dot(across, contact->v);
    }
    return work;
}

double impact_friction_end(struct impact_cluster *cluster)
{
    if (!cluster->has_friction)
        return 0;
    double before = total_energy(cluster);
    prepare(cluster);
    move(cluster);
    size_t sweeps = 1;
    while (sweep(cluster) && sweeps < SWEEPS)
        sweeps++;
    cluster->friction_work += SWEEP_WORK * (double)(sweeps * cluster->n_chosen);
    const double work = finish(cluster);
    return before + work - total_energy(cluster);
}
