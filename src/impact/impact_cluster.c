/*
 * Geometry and kinematics of a cluster: the matrix that all laws of impact share.
 *
 * Contact k has unit normal n_k from body a to body b and normal relative velocity u_k = n_k.(v_b - v_a); a wall is a
 * body of infinite mass, with a velocity if it moves. With u = G v, impulses lam change velocities and then u by
 *
 *     v' = v + M^-1 G^T lam,     u' = u + A lam,     A = G M^-1 G^T,
 *
 * A being Delassus' matrix (Ann. sci. E.N.S. 34, 95, 1917), symmetric and positive semi-definite:
 *
 *     A_kk = 1/m_a + 1/m_b,    A_kl = n_k.n_l (sum of +-1/m over the bodies that k and l share),
 *
 * with plus where the shared body is first in both contacts, or second in both. A_kk lam_k is the effect of a contact
 * on itself: alone, lam = -(1 + e) u / A_kk is the two-body formula of contact/collision. A_kl is the effect of an
 * impulse at l on contact k: zero if they share no body, or meet at right angles as at the two walls of a corner. A
 * cluster with more contacts than degrees of freedom, such as a hexagonal packing, makes A singular: then impulses are
 * not unique, but velocities are (impact_law.c).
 *
 * Whether a contact approaches is judged against rounding: u counts as negative below -CONTACT_RESTING times the root
 * of the two bodies' summed squared speeds, the same rule by which times of impact are predicted.
 *
 * Two contacts that share a light ball between heavy ones have nearly dependent rows, and A_kk A_ll - A_kl^2 would
 * cancel. So it is expanded in the masses, where every term is positive. Cost: O(1) for an element.
 */
#include "impact/impact_cluster.h"

#include "base/min_max.h"
#include "contact/collision.h"

double impact_cluster_velocity(const struct impact_cluster *cluster, const struct contact *contact)
{
    const struct vec2 v = cluster->bodies[contact->a].v;
    return vec2_dot(contact->n, vec2_sub(impact_cluster_second_velocity(cluster, contact), v));
}

double impact_cluster_speeds_squared(const struct impact_cluster *cluster, const struct contact *contact)
{
    struct vec2 a = cluster->bodies[contact->a].v, b = impact_cluster_second_velocity(cluster, contact);
    return vec2_dot(a, a) + vec2_dot(b, b);
}

bool impact_cluster_is_approaching(const struct impact_cluster *cluster, size_t k)
{
    const struct contact *contact = &cluster->contacts[k];
    double u = cluster->parts[k].u = impact_cluster_velocity(cluster, contact);
    return u < 0 && !contact_is_resting(u * u, impact_cluster_speeds_squared(cluster, contact));
}

static void push(struct impact_body *body, double impulse, const struct contact *contact)
{
    body->v = vec2_add(body->v, vec2_scale(impulse / body->m, contact->n));
}

void impact_cluster_choose_approaching(struct impact_cluster *cluster)
{
    cluster->n_chosen = 0;
    for (size_t k = 0; k < cluster->n_contacts; k++)
        if (impact_cluster_is_approaching(cluster, k))
            cluster->chosen[cluster->n_chosen++] = k;
}

struct impact_scales impact_cluster_scales(const struct impact_cluster *cluster)
{
    struct impact_scales scales = {0, 0};
    for (size_t i = 0; i < cluster->n_bodies; i++) {
        const struct impact_body *body = &cluster->bodies[i];
        double speed = vec2_dot(body->v, body->v);
        scales.speed = double_max(scales.speed, speed);
        scales.momentum = double_max(scales.momentum, speed * body->m * body->m);
    }
    return scales;
}

void impact_cluster_push(const struct impact_cluster *cluster, const struct contact *contact, double impulse)
{
    push(&cluster->bodies[contact->a], -impulse, contact);
    if (contact->b != CONTACT_FIXED)
        push(&cluster->bodies[contact->b], impulse, contact);
}

double impact_cluster_compliance(const struct impact_cluster *cluster, const struct contact *contact)
{
    return 1 / cluster->bodies[contact->a].m + 1 / impact_cluster_second(cluster, contact)->m;
}

double impact_cluster_lone_impulse(const struct impact_cluster *cluster, size_t k)
{
    const struct contact *contact = &cluster->contacts[k];
    return collision_impulse(collision_change(impact_cluster_e(cluster, k), cluster->parts[k].u),
                             impact_cluster_compliance(cluster, contact));
}

double impact_cluster_shared(const struct impact_cluster *cluster, const struct contact *k, const struct contact *l)
{
    double sum = 0;
    if (k->a == l->a)
        sum += 1 / cluster->bodies[k->a].m;
    if (k->a == l->b)
        sum -= 1 / cluster->bodies[k->a].m;
    if (k->b == l->b)
        sum += 1 / impact_cluster_second(cluster, k)->m;
    if (k->b == l->a)
        sum -= 1 / impact_cluster_second(cluster, k)->m;
    return sum;
}

double impact_cluster_coupling(const struct impact_cluster *cluster, const struct contact *k, const struct contact *l)
{
    return vec2_dot(k->n, l->n) * impact_cluster_shared(cluster, k, l);
}

/** What a unit of impulse does to the velocity of a body; 0 if it is fixed. */
static double yield_of(const struct impact_cluster *cluster, int32_t body)
{
    return body == CONTACT_FIXED ? 0 : 1 / cluster->bodies[body].m;
}

double impact_cluster_determinant(const struct impact_cluster *cluster, const struct contact *k,
                                  const struct contact *l)
{
    bool first = k->a == l->a || k->a == l->b;
    double p = impact_cluster_compliance(cluster, k), r = impact_cluster_compliance(cluster, l);
    if (!first && k->b != l->a && k->b != l->b)
        return p * r;
    int32_t shared = first ? k->a : k->b, of_k = first ? k->b : k->a, of_l = l->a == shared ? l->b : l->a;
    double middle = yield_of(cluster, shared), sine = vec2_cross(k->n, l->n);
    double one = yield_of(cluster, of_k), other = yield_of(cluster, of_l);
    return middle * (one + other) + one * other + (sine * middle) * (sine * middle);
}

bool impact_cluster_is_confined(const struct impact_cluster *cluster)
{
    for (size_t k = 0; k < cluster->n_contacts; k++)
        if (cluster->contacts[k].b == CONTACT_FIXED)
            return true;
    return false;
}

bool impact_cluster_is_uncoupled(const struct impact_cluster *cluster)
{
    for (size_t k = 0; k < cluster->n_contacts; k++)
        for (size_t l = 0; l < k; l++)
            if (impact_cluster_coupling(cluster, &cluster->contacts[k], &cluster->contacts[l]) != 0)
                return false;
    return true;
}

double impact_cluster_kinetic_energy(const struct impact_cluster *cluster)
{
    double sum = 0;
    for (size_t i = 0; i < cluster->n_bodies; i++) {
        const struct impact_body *body = &cluster->bodies[i];
        sum += body->m * vec2_dot(body->v, body->v) / 2;
    }
    return sum;
}

double impact_cluster_work(const struct impact_cluster *cluster)
{
    double work = 0;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct contact *contact = &cluster->contacts[k];
        work -= contact->j * vec2_dot(contact->n, contact->v) + contact->jt * vec2_cross(contact->n, contact->v);
    }
    return work;
}

double impact_cluster_smallest_e(const struct impact_cluster *cluster)
{
    double e = 1;
    for (size_t k = 0; k < cluster->n_contacts; k++)
        e = double_min(e, impact_cluster_e(cluster, k));
    return e;
}

double impact_cluster_largest_e(const struct impact_cluster *cluster)
{
    double e = 0;
    for (size_t k = 0; k < cluster->n_contacts; k++)
        e = double_max(e, cluster->contacts[k].coefficients.restitution.most);
    return e;
}
