/*
 * The linear problem of one round of impacts. Let lam be the impulses of the chosen contacts, u their normal relative
 * velocities and A = G M^-1 G^T (impact_cluster). Then u' + e u = A lam + (1 + e) u, called w here, has to satisfy
 *
 *   equality          w = 0
 *   complementarity   0 <= lam, 0 <= w, lam.w = 0
 *
 * Contacts act on each other through the movable bodies that they share. The contacts of a round fall into groups that
 * share none, so A is block-diagonal, and each block is a problem of its own. The wave that runs through a rack excites
 * hundreds of contacts at a time, in groups of a few dozen. Since work grows with the cube of a group's size, the
 * division turns minutes into milliseconds. Groups are found by union-find (Tarjan, J. ACM 22, 215, 1975) over the
 * bodies.
 *
 * One contact alone, and two that both push, have closed forms; contact_lcp solves all others. Doubles lose as many
 * digits as the masses of a group's balls differ by, and more in a row of balls that is bent by a little and wedged
 * between two walls. Some problems get an impulse at their first approaching contact only, in closed form and without
 * gain of energy: those that are too ill-conditioned to be solved, and those whose approach is negligible beside their
 * faster contacts.
 *
 * Results do not depend on the order of groups; those of one problem follow one another in its rows, and within a group
 * contacts keep the order of the cluster.
 */
#include "impact/impact_problem.h"

#include "base/min_max.h"
#include "contact/collision.h"

/* A determinant of two contacts below this part of its diagonal product is zero. */
#define SINGULAR 1e-22

/* Fewer contacts are one problem, whatever their groups: to divide it would save little. */
enum { DIVIDE_FROM = 64 };

enum { NONE = -1 };

/* ---- groups ---- */

static int32_t find_root(struct impact_body *bodies, int32_t i)
{
    while (bodies[i].root != i)
        i = bodies[i].root = bodies[bodies[i].root].root;
    return i;
}

/** Gives each movable body the root of its group. */
static void unite(struct impact_cluster *cluster)
{
    struct impact_body *bodies = cluster->bodies;
    for (size_t i = 0; i < cluster->n_bodies; i++) {
        bodies[i].root = (int32_t)i;
        bodies[i].last = NONE;
    }
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        const struct contact *contact = &cluster->contacts[cluster->chosen[i]];
        if (contact->b != CONTACT_FIXED)
            bodies[find_root(bodies, contact->a)].root = find_root(bodies, contact->b);
    }
}

/** Links each chosen contact, with no impulse, to the next of its group; the first of each group has `is_first`. */
static void divide(struct impact_cluster *cluster)
{
    unite(cluster);
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        int32_t k = (int32_t)cluster->chosen[i];
        struct impact_body *group = &cluster->bodies[find_root(cluster->bodies, cluster->contacts[k].a)];
        struct impact_part *part = &cluster->parts[k];
        part->j = 0;
        part->is_first = group->last == NONE;
        part->next = NONE;
        if (group->last != NONE)
            cluster->parts[group->last].next = k;
        group->last = k;
    }
}

/** Adds the contacts of the group that begins with `first` to the rows of the problem. */
static void list_group(struct impact_cluster *cluster, int32_t first)
{
    struct contact_lcp *lcp = &cluster->lcp;
    for (int32_t k = first; k != NONE; k = cluster->parts[k].next)
        lcp->contact[lcp->n++] = (size_t)k;
}

/** A and q = (1 + e) u. */
static void build(struct impact_cluster *cluster, double e_limit)
{
    struct contact_lcp *lcp = &cluster->lcp;
    for (size_t i = 0; i < lcp->n; i++) {
        const struct contact *contact = impact_cluster_row(cluster, i);
        double e = double_min(impact_cluster_e(cluster, lcp->contact[i]), e_limit);
        lcp->q[i] = collision_change(e, cluster->parts[lcp->contact[i]].u);
        lcp->a[i * lcp->capacity + i] = impact_cluster_compliance(cluster, contact);
        for (size_t j = 0; j < i; j++) {
            double element = impact_cluster_coupling(cluster, contact, impact_cluster_row(cluster, j));
            lcp->a[i * lcp->capacity + j] = lcp->a[j * lcp->capacity + i] = element;
        }
    }
    lcp->work += 4 * (double)(lcp->n * lcp->n);
}

/* ---- solutions ---- */

/** One contact: Newton's restitution, e.g. Tatum, Classical Mechanics, ch. 5.4. */
static void solve_one(struct contact_lcp *lcp)
{
    lcp->lam[0] = collision_impulse(lcp->q[0], lcp->a[0]);
}

/** Two contacts as an equality (Cramer's rule; for two contacts sharing a ball this is the closed form of the double
 *  ball collision). Limits: perpendicular normals or an infinitely heavy middle ball decouple into two single
 *  contacts; parallel normals with massless outer balls are singular. false: singular. */
static bool solve_two(struct impact_cluster *cluster)
{
    struct contact_lcp *lcp = &cluster->lcp;
    double p = lcp->a[0], r = lcp->a[lcp->capacity + 1], off = lcp->a[1];
    double determinant =
        impact_cluster_determinant(cluster, impact_cluster_row(cluster, 0), impact_cluster_row(cluster, 1));
    if (!(determinant > SINGULAR * p * r))
        return false;
    lcp->lam[0] = (off * lcp->q[1] - r * lcp->q[0]) / determinant;
    lcp->lam[1] = (off * lcp->q[0] - p * lcp->q[1]) / determinant;
    return true;
}

static void solve_equality(struct impact_cluster *cluster)
{
    struct contact_lcp *lcp = &cluster->lcp;
    if (lcp->n == 1)
        solve_one(lcp);
    else if (lcp->n != 2 || !solve_two(cluster))
        contact_lcp_solve_equality(lcp);
}

static bool is_pushing(const struct contact_lcp *lcp)
{
    for (size_t i = 0; i < lcp->n; i++)
        if (lcp->lam[i] > 0)
            return true;
    return false;
}

/** false: not solvable, or what approaches is negligible beside faster contacts of the group. */
static bool solve_complementarity(struct impact_cluster *cluster)
{
    struct contact_lcp *lcp = &cluster->lcp;
    if (lcp->n == 1 && lcp->q[0] < 0) {
        solve_one(lcp);
        return true;
    }
    if (lcp->n == 2 && solve_two(cluster) && lcp->lam[0] >= 0 && lcp->lam[1] >= 0)
        return true;
    return contact_lcp_solve(lcp) && is_pushing(lcp);
}

/** The first contact of the problem that approaches; n_contacts: none does. */
static size_t find_approaching(const struct impact_cluster *cluster)
{
    size_t first = cluster->n_contacts;
    for (size_t row = 0; row < cluster->lcp.n; row++) {
        size_t k = cluster->lcp.contact[row];
        if (k < first && impact_cluster_is_approaching(cluster, k))
            first = k;
    }
    return first;
}

/** Fills in the impulses of the contacts listed. false: their complementarity is not solved; only the first that
 *  approaches gets one, as if it were alone, with its own e. */
static bool solve_listed(struct impact_cluster *cluster, enum impact_condition condition, double e_limit)
{
    size_t approaching = find_approaching(cluster);
    if (approaching == cluster->n_contacts)
        return true;
    build(cluster, e_limit);
    if (condition == IMPACT_EQUALITY) {
        solve_equality(cluster);
    } else if (!solve_complementarity(cluster)) {
        cluster->parts[approaching].j = impact_cluster_lone_impulse(cluster, approaching);
        return false;
    }
    for (size_t row = 0; row < cluster->lcp.n; row++)
        cluster->parts[cluster->lcp.contact[row]].j = cluster->lcp.lam[row];
    return true;
}

bool impact_problem_solve(struct impact_cluster *cluster, enum impact_condition condition, double e_limit)
{
    const bool together = cluster->n_chosen < DIVIDE_FROM;
    bool solved = true;
    divide(cluster);
    cluster->lcp.n = 0;
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        int32_t first = (int32_t)cluster->chosen[i];
        if (!cluster->parts[first].is_first)
            continue;
        list_group(cluster, first);
        if (together)
            continue;
        solved = solve_listed(cluster, condition, e_limit) && solved;
        cluster->lcp.n = 0;
    }
    return together ? solve_listed(cluster, condition, e_limit) : solved;
}
