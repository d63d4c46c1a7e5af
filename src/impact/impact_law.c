/*
 * Six laws for contacts that meet at one instant.
 *
 * Contact k has unit normal n from body a to body b and normal relative velocity u = n.(v_b - v_a), negative when
 * approaching. Its impulse lam pushes the bodies apart along n. With G the map from velocities to u and M the masses,
 *     v' = v + M^-1 G^T lam,   u' = u + A lam,   A = G M^-1 G^T,   KE' - KE = lam.(u + u')/2.
 *
 *   pairwise  one approaching contact after another, in index order, each with lam = -(1 + e) u / A_kk, until none
 *             approaches. Depends on the order.
 *   newton    A lam = -(1 + e) u over the approaching contacts: Newton's restitution as an equality. One contact is
 *             the classical two-ball formula; two contacts that share a ball are the closed form of the double ball
 *             collision. lam may turn negative (the balls would have to pull).
 *   lcp       0 <= lam, 0 <= u' + e u, complementary, over all touching contacts (Moreau 1988; Glocker and Pfeiffer,
 *             Nonlinear Dyn. 7, 471, 1995).
 *   gr        the same over the contacts that approach, again and again until none does (generalized reflections:
 *             Smith, Kaufman, Vouga, Tamstorf and Grinspun, ACM Trans. Graph. 31, 106, 2012).
 *   hooke     the limit of ever stiffer linear springs (impact_compliant).
 *   hertz     the limit of ever stiffer elastic spheres (impact_compliant).
 *
 * Restitution may depend on the speed: e is then that of each contact's u at the beginning of the round, with 0 for
 * contacts that do not approach.
 *
 * The first four repeat while a contact approaches; `newton` and `lcp` usually need one round. A limit on the work ends
 * the repetition, since balls wedged between two walls would go on for ever: after ROUNDS rounds (fewer where hits lose
 * most of their energy), or WORK multiplications and WORK_PER_CONTACT for each contact, the rest is resolved perfectly
 * inelastically over all contacts. Where accelerations press bodies together, so that bounces are kept up from some
 * speed on, that is done as soon as BRIEF rounds are over and nothing approaches faster: gentle impacts in chains of
 * pressed balls would else take hundreds of rounds, down to rounding. It ends every approach but those that doubles
 * cannot solve; contact by contact they go on as perfectly inelastic, and bodies that approach each other even then,
 * wedged between walls, stop.
 *
 * Existence: with one e for all contacts q = (1 + e) G v lies in the range of A, so `newton` has a solution. Any two
 * solutions differ by an impulse in the null space of G^T, which moves no body: velocities are unique, although
 * impulses need not be. `gr` needs no common e: if y >= 0 balances itself (G^T y = 0), then u.y = v.G^T y = 0, which
 * for u < 0 forces y = 0; so the LCP over approaching contacts is always feasible. `lcp` over all contacts has no
 * solution for some chains wedged between walls when e differs.
 *
 * Energy: lam.w = 0 makes KE' - KE the sum of (1 - e) lam u / 2. For `gr` no term of it is positive. `lcp` may push a
 * contact that was separating (u > 0). With one e the sum is still -(1 - e)/(1 + e) lam.A.lam / 2; with different e the
 * energy could grow. In that case, and where it has no solution, `lcp` takes the smallest e of the cluster for all
 * contacts.
 *
 * impact_problem solves the linear problem of a round, group by group of contacts that act on each other.
 *
 * Whether a contact approaches is judged against rounding: u counts as negative below -CONTACT_RESTING times the speeds
 * of the two bodies, the same rule by which times of impact are predicted. A body whose velocity is only the rounding
 * residue of the impulses on it is set to rest. So a chain lies as still after an impact as before, and a decaying
 * sequence comes to an end.
 *
 * `hooke` and `hertz` follow contacts that act on each other through the scaled time of the impact. Single contacts
 * keep the closed form.
 *
 * Where bodies rub, each round ends with its friction (impact_friction); `hooke` and `hertz` have one, with the total
 * impulses.
 *
 * Cost: one contact O(1), two O(1), else the active-set solver for each group of a round. No allocation.
 */
#include "impact/impact_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "contact/collision.h"
#include "impact/impact_friction.h"
#include "impact/impact_problem.h"

enum {
    /* Enough for a touching light ball between a wall and a ball 10^9 times heavier to hand over every hit (10^5). */
    ROUNDS = 100000,
    /* Where every hit loses most of its energy so many rounds, and so many more for each contact, leave next to none;
     * of `pairwise`, which takes one contact a round, some tenths of a per cent. */
    DAMPED_ROUNDS = 500,
    DAMPED_ROUNDS_PER_CONTACT = 10,
    SWEEPS_PER_BODY = 4 /* of the last resort, before and after bodies are stopped */
};

/* Rounds after which what is slower than its lowest bounce gets none. Few impacts at speed have more. */
#define BRIEF 10

#define DAMPED 0.5 /* restitution up to which that is so */

/* Bound on the multiplications of all rounds together: a fraction of a second, and some milliseconds more for each
 * contact. Touching racks of 210 balls stay below it at any e, one of 820 balls at e = 0 does not. */
#define WORK             3e8
#define WORK_PER_CONTACT 2e6

/* The same of friction, so that no instant takes more than some 2 s. Touching racks of 100 balls that rub stay below it
 * at any e; of 210 balls do not at e = 0.5 and below. */
#define FRICTION_WORK             1.5e9
#define FRICTION_WORK_PER_CONTACT 9e6
#define FRICTION_WORK_MOST        5e9

/* What a round costs beside that. */
#define WORK_PER_ROUND 2000

/* Energy gained, relative to the cluster's, that is no rounding; and relative to the work of the single impulses, which
 * exceeds that where they nearly cancel, as those of a wedged ball, up to IMPACT_LAW_GAIN. */
#define GAIN         1e-14
#define GAIN_OF_WORK 0x1p-51

/* Velocity below this part of what acted on a body is rounding. */
#define RESIDUE 0x1p-47

/* A body both slower and with less momentum than this part of the cluster's largest is at rest. */
#define NOISE 0x1p-53

/* ---- which contacts take part ---- */

/** All contacts, provided one approaches. */
static void choose_all(struct impact_cluster *cluster)
{
    impact_cluster_choose_approaching(cluster);
    for (size_t k = 0; cluster->n_chosen > 0 && k < cluster->n_contacts; k++)
        cluster->chosen[k] = k;
    cluster->n_chosen = cluster->n_chosen > 0 ? cluster->n_contacts : 0;
}

/* ---- rounds ---- */

/** Solves for the contacts chosen, if there are any. */
static bool solve_chosen(struct impact_cluster *cluster, enum impact_condition condition, double e_limit)
{
    if (cluster->n_chosen > 0)
        impact_problem_solve(cluster, condition, e_limit);
    return cluster->n_chosen > 0;
}

/** The first contact that approaches, by Newton's restitution. */
static bool pairwise_round(struct impact_cluster *cluster)
{
    cluster->n_chosen = 0;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        if (!impact_cluster_is_approaching(cluster, k))
            continue;
        cluster->parts[k].j = impact_cluster_lone_impulse(cluster, k);
        cluster->chosen[cluster->n_chosen++] = k;
        return true;
    }
    return false;
}

static bool newton_round(struct impact_cluster *cluster)
{
    impact_cluster_choose_approaching(cluster);
    return solve_chosen(cluster, IMPACT_EQUALITY, 1);
}

/** True if the impulses just found add kinetic energy, lam.(u + A lam / 2) > 0, or leave w < 0 beyond rounding.
 *  Rounding is measured by velocities, not by their normal components, which of a ball at rest that is pushed along a
 *  surface are rounding altogether. */
static bool is_no_solution(const struct impact_cluster *cluster)
{
    double gain = 0, work = 0;
    bool is_unmet = false;
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        const struct contact *contact = &cluster->contacts[cluster->chosen[i]];
        const struct impact_part *part = &cluster->parts[cluster->chosen[i]];
        double change = 0, sizes = sqrt(impact_cluster_speeds_squared(cluster, contact));
        for (size_t j = 0; j < cluster->n_chosen; j++) {
            const struct contact *other = &cluster->contacts[cluster->chosen[j]];
            double shared = impact_cluster_shared(cluster, contact, other) * cluster->parts[cluster->chosen[j]].j;
            change += vec2_dot(contact->n, other->n) * shared;
            sizes += fabs(shared);
        }
        gain += part->j * (part->u + change / 2);
        work += part->j * sizes;
        is_unmet |= collision_change(impact_cluster_e(cluster, cluster->chosen[i]), part->u) + change <
                    -CONTACT_RESTING * sizes;
    }
    double rounding = double_min(GAIN * cluster->kinetic + GAIN_OF_WORK * work, IMPACT_LAW_GAIN * cluster->kinetic);
    return gain > rounding || is_unmet;
}

static bool lcp_round(struct impact_cluster *cluster)
{
    choose_all(cluster);
    if (cluster->n_chosen == 0)
        return false;
    if (!impact_problem_solve(cluster, IMPACT_COMPLEMENTARITY, 1) || is_no_solution(cluster))
        impact_problem_solve(cluster, IMPACT_COMPLEMENTARITY, impact_cluster_smallest_e(cluster));
    return true;
}

static bool gr_round(struct impact_cluster *cluster)
{
    impact_cluster_choose_approaching(cluster);
    return solve_chosen(cluster, IMPACT_COMPLEMENTARITY, 1);
}

/** Perfectly inelastic over all contacts: the documented end of every law's rounds. */
static bool inelastic_round(struct impact_cluster *cluster)
{
    choose_all(cluster);
    return solve_chosen(cluster, IMPACT_COMPLEMENTARITY, 0);
}

/* ---- applying impulses ---- */

/** v' = v + M^-1 G^T lam. */
static void apply(struct impact_cluster *cluster)
{
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        size_t k = cluster->chosen[i];
        impact_cluster_push(cluster, &cluster->contacts[k], cluster->parts[k].j);
    }
}

/** Adds a round's impulses to the contacts'; returns the kinetic energy they have taken, the velocities being those
 *  after it. */
static double account(struct impact_cluster *cluster)
{
    double lost = 0;
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        struct contact *contact = &cluster->contacts[cluster->chosen[i]];
        const struct impact_part *part = &cluster->parts[cluster->chosen[i]];
        contact->j += part->j;
        lost -= part->j * (part->u + impact_cluster_velocity(cluster, contact)) / 2;
    }
    return lost;
}

static void settle_body(struct impact_body *body, double impulse, const struct impact_scales *before)
{
    if (fabs(body->v.x) * body->m <= RESIDUE * impulse)
        body->v.x = 0;
    if (fabs(body->v.y) * body->m <= RESIDUE * impulse)
        body->v.y = 0;
    double speed = vec2_dot(body->v, body->v);
    if (speed <= NOISE * NOISE * before->speed && speed * body->m * body->m <= NOISE * NOISE * before->momentum)
        body->v = (struct vec2){0, 0};
}

/** Sets to rest what is only rounding residue of this round's impulses or of the motion before. */
static void settle(struct impact_cluster *cluster, const struct impact_scales *before)
{
    for (size_t i = 0; i < cluster->n_chosen; i++) {
        const struct contact *contact = &cluster->contacts[cluster->chosen[i]];
        double impulse = fabs(cluster->parts[cluster->chosen[i]].j);
        settle_body(&cluster->bodies[contact->a], impulse, before);
        if (contact->b != CONTACT_FIXED)
            settle_body(&cluster->bodies[contact->b], impulse, before);
    }
}

static void prepare(struct impact_cluster *cluster)
{
    cluster->kinetic = impact_cluster_kinetic_energy(cluster);
    cluster->lcp.work = cluster->friction_work = 0;
    cluster->lcp.stop = cluster->stop;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        struct contact *contact = &cluster->contacts[k];
        contact->u = impact_cluster_velocity(cluster, contact);
        contact->j = contact->jt = contact->jz = 0;
    }
}

typedef bool round_fn(struct impact_cluster *cluster);

/** Rounds after which a cluster is ended perfectly inelastically. */
static unsigned long rounds_for(const struct impact_cluster *cluster)
{
    bool is_damped = impact_cluster_largest_e(cluster) <= DAMPED;
    return is_damped ? DAMPED_ROUNDS + DAMPED_ROUNDS_PER_CONTACT * cluster->n_contacts : ROUNDS;
}

/* ---- until nothing approaches ---- */

static bool has_work_left(const struct impact_cluster *cluster)
{
    const double n = (double)cluster->n_contacts;
    return cluster->lcp.work < WORK + WORK_PER_CONTACT * n &&
           cluster->friction_work < double_min(FRICTION_WORK_MOST, FRICTION_WORK + FRICTION_WORK_PER_CONTACT * n);
}

/** True if contacts approach more slowly than their lowest bounces, or not at all. */
static bool is_gentle(struct impact_cluster *cluster)
{
    for (size_t k = 0; k < cluster->n_contacts; k++)
        if (impact_cluster_is_approaching(cluster, k) &&
            !(cluster->parts[k].u * cluster->parts[k].u < cluster->contacts[k].lowest))
            return false;
    return true;
}

/** Rounds until nothing approaches. false: the bound on rounds or on work was reached, or what is left is gentle.
 *  @param rubs each ends with its friction, if there is any */
static bool repeat(round_fn *round, bool rubs, struct impact_cluster *cluster, struct impact_outcome *outcome)
{
    const struct impact_scales before = impact_cluster_scales(cluster);
    const unsigned long most = rounds_for(cluster);
    while (outcome->rounds < most && has_work_left(cluster)) {
        if (impact_cluster_is_stopped(cluster))
            return true;
        if (outcome->rounds >= BRIEF && is_gentle(cluster))
            return false;
        if (!round(cluster))
            return true;
        if (rubs)
            impact_friction_begin(cluster);
        apply(cluster);
        outcome->lost += account(cluster);
        settle(cluster, &before);
        if (rubs)
            outcome->lost += impact_friction_end(cluster);
        outcome->rounds++;
    }
    return false;
}

/** Follows a compliant cluster through its impact. What approaches then is rounding, and stops. false: cut short,
 *  so that what the springs still hold is lost. */
static bool follow(const struct impact_law *law, struct impact_cluster *cluster, struct impact_outcome *outcome)
{
    impact_cluster_choose_approaching(cluster);
    if (cluster->n_chosen == 0)
        return true;
    impact_friction_begin(cluster);
    bool ended = impact_compliant_follow(cluster, law->force, &outcome->work);
    outcome->lost += account(cluster);
    outcome->lost += impact_friction_end(cluster);
    outcome->rounds = 1;
    outcome->last_resort = !ended && !impact_cluster_is_stopped(cluster);
    return ended && repeat(inelastic_round, false, cluster, outcome);
}

/** Sets a body to rest. Returns the energy that it had. */
static double stop(struct impact_cluster *cluster, int32_t body)
{
    if (body == CONTACT_FIXED)
        return 0;
    struct vec2 v = cluster->bodies[body].v;
    cluster->bodies[body].v = (struct vec2){0, 0};
    return cluster->bodies[body].m * vec2_dot(v, v) / 2;
}

/** Ends the approach of contact k, as if it were alone and perfectly inelastic, or by stopping its bodies. Returns the
 *  energy that this takes; the log has the impulse of two free bodies. */
static double end_approach(struct impact_cluster *cluster, size_t k, bool stops)
{
    struct contact *contact = &cluster->contacts[k];
    double u = cluster->parts[k].u, compliance = impact_cluster_compliance(cluster, contact);
    if (!stops) {
        impact_cluster_push(cluster, contact, collision_impulse(u, compliance));
        contact->j += collision_impulse(u, compliance);
        return u * u / (2 * compliance);
    }
    double lost = stop(cluster, contact->a) + stop(cluster, contact->b);
    contact->j += collision_impulse(u, compliance);
    return lost;
}

/** What still approaches after the perfectly inelastic impact: what doubles cannot solve, and what is wedged. Contact
 * by contact it goes on as perfectly inelastic, and if that does not end it, bodies that approach each other stop,
 * which takes a wall to take up their momentum. */
static void end_approaches(struct impact_cluster *cluster, struct impact_outcome *outcome)
{
    const size_t sweeps = SWEEPS_PER_BODY * cluster->n_bodies;
    const size_t most = impact_cluster_is_confined(cluster) ? 2 * sweeps : sweeps;
    for (size_t sweep = 0; sweep < most; sweep++) {
        bool approaches = false;
        for (size_t k = 0; k < cluster->n_contacts; k++)
            if (impact_cluster_is_approaching(cluster, k)) {
                outcome->lost += end_approach(cluster, k, sweep >= sweeps);
                approaches = true;
            }
        if (!approaches)
            return;
    }
}

/** The last resort: perfectly inelastic over all contacts. */
static void end_inelastically(struct impact_cluster *cluster, struct impact_outcome *outcome)
{
    const struct impact_scales before = impact_cluster_scales(cluster);
    const bool gentle = is_gentle(cluster);
    if (!inelastic_round(cluster))
        return;
    apply(cluster);
    outcome->lost += account(cluster);
    settle(cluster, &before);
    outcome->last_resort |= !gentle;
    end_approaches(cluster, outcome);
}

bool impact_law_reserve(struct impact_cluster *cluster)
{
    const size_t n = cluster->n_contacts, process = impact_compliant_room(cluster->n_bodies, n);
    return contact_lcp_reserve(&cluster->lcp, n) &&
           mem_grow(&cluster->parts, &cluster->parts_capacity, n, sizeof *cluster->parts) &&
           mem_grow(&cluster->chosen, &cluster->chosen_capacity, n, sizeof *cluster->chosen) &&
           mem_grow(&cluster->springs, &cluster->springs_capacity, n, sizeof *cluster->springs) &&
           mem_grow(&cluster->process, &cluster->process_capacity, process, sizeof *cluster->process);
}

void impact_law_free(struct impact_cluster *cluster)
{
    contact_lcp_free(&cluster->lcp);
    free(cluster->parts);
    free(cluster->chosen);
    free(cluster->springs);
    free(cluster->process);
}

struct impact_outcome impact_law_resolve(const struct impact_law *law, struct impact_cluster *cluster)
{
    prepare(cluster);
    struct impact_outcome outcome = {.kinetic = cluster->kinetic + impact_friction_rotation(cluster)};
    bool follows = law->force != IMPACT_RIGID && !impact_cluster_is_uncoupled(cluster);
    bool ended = follows ? follow(law, cluster, &outcome) : repeat(law->round, true, cluster, &outcome);
    outcome.stopped = impact_cluster_is_stopped(cluster);
    if (!ended && !outcome.stopped)
        end_inelastically(cluster, &outcome);
    outcome.work += cluster->lcp.work + cluster->friction_work + WORK_PER_ROUND * (double)outcome.rounds;
    return outcome;
}

const struct impact_law impact_laws[] = {
    {"pairwise", "one contact after another; depends on the order", pairwise_round, IMPACT_RIGID, 0},
    {"newton", "Newton's law, all at once; may pull and create energy", newton_round, IMPACT_RIGID, 0},
    {"lcp", "Moreau's complementarity; chains stay together", lcp_round, IMPACT_RIGID, 0},
    [IMPACT_LAW_GR] = {"gr", "generalized reflections, rigid balls", gr_round, IMPACT_RIGID, 0},
    {"hooke", "the limit of stiff linear springs", gr_round, IMPACT_HOOKE, IMPACT_COMPLIANT_LEAST_E},
    {"hertz", "the limit of stiff elastic spheres: steel, ivory", gr_round, IMPACT_HERTZ, IMPACT_COMPLIANT_LEAST_E},
    {NULL, NULL, NULL, IMPACT_RIGID, 0},
};

const struct impact_law *impact_law_find(const char *name)
{
    for (const struct impact_law *law = impact_laws; law->name; law++)
        if (strcmp(law->name, name) == 0)
            return law;
    return NULL;
}
