/*
 * The linear problem of a round of impacts (impact_problem) in double-double arithmetic, where doubles lose too much.
 *
 * Light balls between heavy ones. Take a ball 10^12 times lighter than its neighbours. An element of A = G M^-1 G^T for
 * its contacts is 10^12 times larger than the quantity that determines the neighbours' velocities, which is the small
 * difference of two such elements after elimination. Doubles lose it: impulses have errors of 10^-16 times the mass
 * ratio, and gain energy. With 104 bits, elements and elimination keep 10^-32, so that impulses are exact to the last
 * digit for ratios up to 10^12 and more.
 *
 * Without this, random clusters of 4 to 9 balls, one of them lighter, gain up to 7e-12, 7e-10 and 3e-8 of their energy
 * under gr for mass ratios of 10^4, 10^6 and 10^8; with it, 4e-14, 5e-13 and 4e-12.
 *
 *   equality          L D L^T lam = -q over all contacts, those that depend on the ones before them left out
 *   complementarity   active sets of Lawson and Hanson (as contact_lcp), with a new factor for each set
 *
 * Wedged balls. A row of balls that fills the space between two walls, bent by d of a radius, can straighten only by
 * impulses 1/d times the momentum that they stop, and leaves pivots of d^2.
 *
 * Dependent contacts. Normals are rounded to 10^-16, which leaves pivots of 10^-32 times the mass ratio where the exact
 * normals would leave none. Those of independent contacts are no smaller than the inverse of the ratio, and than 10^-24
 * in a row bent so much that its contacts do not count as resting (CONTACT_RESTING). DEPENDENT lies in between.
 * Contacts that depend on each other are met in jams only. One that depends on the active ones stays out: if it still
 * approaches by more than rounding, it is the next round's. (Of 213 lattices that jam, exchanging it for an active one,
 * as contact_lcp does, took twice the time, and four did not come to rest within 8 s; in 180 racks and boxes of balls
 * whose masses differ by up to 10^6 no contact depended on others.)
 *
 * The factor is kept in lcp->a (high parts) and lcp->factor (low parts).
 *
 * Cost: O(n^3) per set of n contacts, each step some twenty times that of doubles, so it is for few contacts only. The
 * stop flag is read at each row: the solution is worth nothing then, as all of the impact.
 */
#include "physics/impact_problem.h"

#include <math.h>

#include "base/dd.h"
#include "base/min_max.h"

/* From that ratio of masses on. */
#define UNEQUAL 100
/* A pivot below this part of its diagonal, times the ratio of masses, is due to the rounding of normals; and one below
 * the second part for any ratio. */
#define DEPENDENT         1e-27
#define DEPENDENT_AT_MOST 1e-17
/* A slack below this part of the largest |q| is zero. */
#define NEGLIGIBLE 1e-14

enum { NONE = -1 }; /* no row */

struct problem {
    const struct impact_cluster *cluster;
    struct contact_lcp *lcp;
    bool active[IMPACT_PRECISE_CONTACTS];
    bool stays_out[IMPACT_PRECISE_CONTACTS]; /* depends on active ones */
    struct dd lam[IMPACT_PRECISE_CONTACTS], trial[IMPACT_PRECISE_CONTACTS];
    double dependent; /* part of a diagonal below which a pivot is due to the rounding of normals */
    double largest;   /* |q| */
};

/** Heaviest to lightest body of a group. */
static double mass_ratio(const struct impact_cluster *cluster)
{
    double lightest = HUGE_VAL, heaviest = 0;
    for (size_t row = 0; row < cluster->lcp->n; row++) {
        const struct contact *contact = impact_cluster_row(cluster, row);
        double a = cluster->bodies[contact->a].m, b = contact->b == CONTACT_FIXED ? a : cluster->bodies[contact->b].m;
        lightest = double_min(lightest, double_min(a, b));
        heaviest = double_max(heaviest, double_max(a, b));
    }
    return heaviest / lightest;
}

bool impact_precise_is_needed(const struct impact_cluster *cluster)
{
    return cluster->lcp->n <= IMPACT_PRECISE_CONTACTS && mass_ratio(cluster) > UNEQUAL;
}

/* ---- arithmetic ---- */

static struct dd negative(struct dd a)
{
    return (struct dd){-a.high, -a.low};
}

static struct dd divide(struct dd a, struct dd b)
{
    double first = a.high / b.high;
    struct dd rest = dd_add(a, negative(dd_multiply((struct dd){first, 0}, b)));
    double second = rest.high / b.high;
    rest = dd_add(rest, negative(dd_multiply((struct dd){second, 0}, b)));
    return dd_add(dd_sum(first, second), (struct dd){rest.high / b.high, 0});
}

/** Element of A. */
static struct dd element(const struct problem *problem, size_t i, size_t j)
{
    const struct contact *k = impact_cluster_row(problem->cluster, i), *l = impact_cluster_row(problem->cluster, j);
    const struct impact_body *bodies = problem->cluster->bodies;
    const struct dd one = {1, 0};
    struct dd cosine = dd_add(dd_product(k->n.x, l->n.x), dd_product(k->n.y, l->n.y)), sum = {0, 0};
    if (k->a == l->a || k->a == l->b) {
        struct dd part = divide(one, (struct dd){bodies[k->a].m, 0});
        sum = dd_add(sum, k->a == l->a ? part : negative(part));
    }
    if (k->b != CONTACT_FIXED && (k->b == l->b || k->b == l->a)) {
        struct dd part = divide(one, (struct dd){bodies[k->b].m, 0});
        sum = dd_add(sum, k->b == l->b ? part : negative(part));
    }
    return dd_multiply(cosine, sum);
}

static struct dd factor_at(const struct contact_lcp *lcp, size_t i, size_t j)
{
    return (struct dd){lcp->a[i * lcp->capacity + j], lcp->factor[i * lcp->capacity + j]};
}

static void set_factor(struct contact_lcp *lcp, size_t i, size_t j, struct dd value)
{
    lcp->a[i * lcp->capacity + j] = value.high;
    lcp->factor[i * lcp->capacity + j] = value.low;
}

/* ---- the equality over the active contacts ---- */

/** Row i of L D L^T: L[i][j] D[j] left of the diagonal, D[i] on it; and column i of L^T above it. */
static void eliminate(const struct problem *problem, size_t i)
{
    struct contact_lcp *lcp = problem->lcp;
    for (size_t j = 0; j <= i; j++) {
        if (!problem->active[j])
            continue;
        struct dd sum = element(problem, i, j);
        for (size_t k = 0; k < j; k++)
            if (problem->active[k]) {
                struct dd left = factor_at(lcp, i, k);
                struct dd right = j < i ? factor_at(lcp, k, j) : divide(left, factor_at(lcp, k, k));
                sum = dd_add(sum, negative(dd_multiply(left, right)));
                if (j == i)
                    set_factor(lcp, k, i, right);
            }
        set_factor(lcp, i, j, sum);
    }
}

/** trial = solution of the active block. A contact that depends on those before it is left out of the active ones; its
 *  row, or NONE, is returned. */
static int solve_active(struct problem *problem)
{
    struct contact_lcp *lcp = problem->lcp;
    int dependent = NONE;
    size_t n_active = 0;
    for (size_t i = 0; i < lcp->n && !impact_cluster_is_stopped(problem->cluster); i++) {
        if (!problem->active[i])
            continue;
        n_active++;
        eliminate(problem, i);
        if (!(factor_at(lcp, i, i).high > problem->dependent * element(problem, i, i).high)) {
            problem->active[i] = false;
            dependent = (int)i;
            continue;
        }
        struct dd rest = {-lcp->q[i], 0};
        for (size_t k = 0; k < i; k++)
            if (problem->active[k])
                rest = dd_add(rest, negative(dd_multiply(factor_at(lcp, i, k), problem->trial[k])));
        problem->trial[i] = divide(rest, factor_at(lcp, i, i));
    }
    for (size_t i = lcp->n; i-- > 0;)
        for (size_t k = i + 1; k < lcp->n && problem->active[i]; k++)
            if (problem->active[k])
                problem->trial[i] =
                    dd_add(problem->trial[i], negative(dd_multiply(factor_at(lcp, i, k), problem->trial[k])));
    lcp->work += 10 * (double)(n_active * lcp->n * lcp->n);
    return dependent;
}

/* ---- complementarity ---- */

/** Moves to the trial, or as far as the first impulse that reaches zero, which leaves. false: it went all the way. */
static bool is_blocked(struct problem *problem)
{
    struct dd step = {1, 0};
    int blocking = NONE;
    for (size_t i = 0; i < problem->lcp->n; i++)
        if (problem->active[i] && !(problem->trial[i].high > 0)) {
            struct dd down = dd_add(problem->lam[i], negative(problem->trial[i]));
            struct dd part = down.high > 0 ? divide(problem->lam[i], down) : (struct dd){0, 0};
            if (blocking == NONE || part.high < step.high) {
                step = part;
                blocking = (int)i;
            }
        }
    for (size_t i = 0; i < problem->lcp->n; i++)
        if (problem->active[i]) {
            struct dd change = dd_add(problem->trial[i], negative(problem->lam[i]));
            problem->lam[i] = blocking == NONE ? problem->trial[i] : dd_add(problem->lam[i], dd_multiply(step, change));
        }
    if (blocking == NONE)
        return false;
    problem->active[blocking] = false;
    problem->lam[blocking] = (struct dd){0, 0};
    return true;
}

/** The inactive contact with the most negative slack, NONE: all are zero or positive. */
static int find_entering(const struct problem *problem)
{
    const struct contact_lcp *lcp = problem->lcp;
    int entering = NONE;
    double lowest = -NEGLIGIBLE * problem->largest;
    for (size_t i = 0; i < lcp->n; i++) {
        struct dd w = {lcp->q[i], 0};
        for (size_t j = 0; j < lcp->n && !problem->active[i]; j++)
            if (problem->active[j])
                w = dd_add(w, dd_multiply(element(problem, i, j), problem->lam[j]));
        if (!problem->active[i] && !problem->stays_out[i] && w.high < lowest) {
            lowest = w.high;
            entering = (int)i;
        }
    }
    return entering;
}

/** Lets a contact enter the active set, and others leave it, unless it depends on the active ones. */
static void enter(struct problem *problem, size_t entering)
{
    problem->active[entering] = true;
    do {
        int dependent = solve_active(problem);
        if (dependent != NONE) {
            problem->active[dependent] = true;
            problem->active[entering] = false;
            problem->stays_out[entering] = true;
            return;
        }
    } while (is_blocked(problem));
}

static bool solve_one_sided(struct problem *problem)
{
    for (size_t i = 0; i < problem->lcp->n; i++)
        problem->largest = double_max(problem->largest, fabs(problem->lcp->q[i]));
    for (size_t steps = 0; steps < 10 * problem->lcp->n + 10 && !impact_cluster_is_stopped(problem->cluster); steps++) {
        int entering = find_entering(problem);
        if (entering == NONE)
            return true;
        enter(problem, (size_t)entering);
    }
    return false;
}

bool impact_precise_solve(const struct impact_cluster *cluster, bool one_sided)
{
    struct problem problem = {.cluster = cluster, .lcp = cluster->lcp};
    const size_t n = cluster->lcp->n;
    problem.dependent = double_min(DEPENDENT * mass_ratio(cluster), DEPENDENT_AT_MOST);
    for (size_t i = 0; i < n && !one_sided; i++)
        problem.active[i] = true;
    if (one_sided && !solve_one_sided(&problem))
        return false;
    if (!one_sided)
        solve_active(&problem);
    for (size_t i = 0; i < n; i++)
        cluster->lcp->lam[i] = !problem.active[i] ? 0 : one_sided ? problem.lam[i].high : problem.trial[i].high;
    return true;
}
