/*
 * Several contacts at one instant.
 *
 * Rigid-body mechanics has no law for this. Newton's restitution gives one equation for each contact, but does not say
 * how an impulse at one contact acts at another while it lasts, and the outcome for elastic bodies depends on how they
 * deform (Ivanov, J. Appl. Math. Mech. 59, 887, 1995; Glocker, Acta Mech. 168, 1, 2004). In a gas such instants have
 * probability zero. On a table they are the rule: a rack is a cluster of thirty contacts, and a cradle one of four. So
 * the law is the scene's choice (`impact`, impact/impact_law), and this file only applies it:
 *
 *     gather       all that touches, from one collision on (contact_cluster), with each contact's restitution
 *     collapse?    is the cluster what an infinite sequence of collisions tends to? (below)
 *     resolve      the law changes velocities; impulses go to the log, one row a contact, all of one group
 *     pressed?     does the collision's own contact stay, so that it is a collapse after all? (pressed_contact)
 *     restart      only balls that received an impulse begin a new trajectory and are predicted anew
 *
 * The last step does more than save time. A trajectory that is restated changes by rounding, so restating all of them
 * would let events elsewhere in a rack disturb balls at rest. For a single contact, where all laws give the two-body
 * formula, this is the slow way to do the work of event_pair.c, which calls here only when its search has found a
 * third body that touches.
 *
 * Cost: that of the law, up to O(n^3) for n contacts that act on each other.
 */
#include "events/simultaneous_collision.h"

#include <math.h>
#include <stdio.h>

#include "events/event_ledger.h"
#include "events/event_seam.h"
#include "base/min_max.h"
#include "base/number.h"
#include "base/vec2.h"
#include "events/prediction.h"
#include "events/pressed_contact.h"
#include "impact/impact_friction.h"
#include "impact/impact_law.h"
#include "motion/cloth.h"

/* ---- collapse ---- */

/*
 * Inelastic collapse: for e < 1 some balls collide infinitely often in finite time (McNamara and Young, Phys. Fluids A
 * 4, 496, 1992): three equal balls on a line for e < 7 - 4 sqrt 3, a wall and two balls for e < 3 - 2 sqrt 2 (Bernu and
 * Mazighi, J. Phys. A 23, 5745, 1990). Gaps and relative velocities shrink by constant factors from collision to
 * collision, until no arithmetic resolves the gaps.
 *
 * The rule has three steps. (1) A collapse is possible when two bodies collide, one of them is still coming off a third
 * (their gap is within CONTACT_TOUCHING although it widens), and both have collided so recently that at their present
 * speed they have moved no farther than RECENT of a radius since. Long chains of such collisions are common in dense
 * and cooling gases and end by themselves, so this alone proves nothing.
 *
 * (2) The law gr, which repeats impacts within one instant until none approaches, is applied to the contact set. If the
 * three bodies separate, the scene's law takes over. If all three are left at rest against each other (STUCK), although
 * e > 0 drives them apart at every impact, a collapse is suspected: the times and gaps between their collisions are too
 * small for the precision of the run's clock and positions.
 *
 * (3) The collisions are then followed one by one at a resolution of their own (impact_sequence). A sequence without
 * end is a collapse. Any other sequence, of up to some thousand collisions, replaces the law, and the run continues.
 *
 * Both happen in gases of 400 balls at e = 0.7: of nine suspected collapses four end, after 170 to 8000 collisions, as
 * a simulation with 34 digits confirms. In the other five, velocities fall below 10^-28 in that simulation, too.
 *
 * All these conditions are functions of the state (a ball's trajectory begins with its last collision), so a run that
 * is saved and continued ends as it would have without the save.
 *
 * Limits: for e below about 10^-5 gaps shrink from wide to touching in one collision, and the balls come to rest
 * together in one simultaneous impact. Contacts that were touching from the start, that collide together, or that are
 * perfectly inelastic have not separated and collided again. They are no collapse, and the laws of impact resolve them.
 *
 * With friction no collapse is suspected: slow contacts are kept apart (pressed_contact), which ends any collapse.
 *
 * Cost: none except for simultaneous contacts, and only where a collapse is possible: e < 1 and no contact_time. A
 * collapse costs some ten thousand collisions of its contact set.
 */

/* A ball has collided recently if at the present speed it came no farther than this part of its radius since. */
#define RECENT 1e-4

/* Bodies are stuck when they are left with this part of the speed at which they collided, or with no more than rounding
 * of their common motion. */
#define STUCK    1e-6
#define ROUNDING (4 * CONTACT_RESTING)

/* Wedged bodies can be thrown to and fro for ever while time all but stands still. What clusters and ends of legs cost
 * is added up, in units of some 30 us, with hits that no time parts from the one before, some 1000 for each ball, and
 * falls by LEAK and LEAK_PER_BALL in the time of a bounce. A run ends beyond MOST and MOST_PER_CONTACT for each
 * contact: five times the cost of the longest impact.
 *
 * Where bodies have no time of a bounce, any time that passes clears that sum. There time must make PROGRESS, in units
 * of the contact_time that would be advised (.07 sqrt(r/g) under gravity), while as many clusters and ends of legs
 * follow each other as MOST and MOST_PER_BALL allow. */
#define UNIT             1e5 /* multiplications */
#define MOST             2e4
#define MOST_PER_CONTACT 100
#define LEAK             64
#define LEAK_PER_BALL    16
#define MOST_PER_BALL    100
#define PROGRESS         100

/* Balls that move in heaps up to which the advised contact_time was seen to carry a run through (billiard-limits(7)).
 */
enum { HEAP = 10, HEAP_THAT_RUBS = 3 };

static bool has_collided_recently(const struct event_system *system, uint32_t slot, double speed, double t)
{
    const struct particle *ball = &system->balls[slot];
    return event_system_was_hit(system, slot) && speed * (t - ball->t) < RECENT * ball->r;
}

/** True if contact k of the set joins the body with another one than the collision does. */
static bool is_third(const struct contact_cluster *cluster, size_t k, uint32_t slot)
{
    const struct contact *contact = &cluster->law.contacts[k];
    return k != cluster->own &&
           (cluster->balls[contact->a].slot == slot || contact_cluster_body(cluster, contact) == slot);
}

/** True if a body of the collision is still coming off a third one. */
static bool is_coming_off(const struct event_system *system, uint32_t slot)
{
    const struct impact_cluster *law = &system->instant->cluster.law;
    for (size_t k = 0; k < law->n_contacts; k++)
        if (is_third(&system->instant->cluster, k, slot) && law->contacts[k].coefficients.restitution.slow > 0 &&
            impact_cluster_velocity(law, &law->contacts[k]) >
                CONTACT_RESTING * sqrt(impact_cluster_speeds_squared(law, &law->contacts[k])))
            return true;
    return false;
}

static bool collapse_is_possible(const struct event_system *system, struct event_collision collision)
{
    const struct scene *scene = system->scene;
    if (!event_ledger_may_lose(system) || scene->contact_time > 0 || system->instant->cluster.law.n_contacts < 2 ||
        motion_decelerates(&system->motion))
        return false;
    const struct impact_cluster *law = &system->instant->cluster.law;
    double speed = fabs(impact_cluster_velocity(law, &law->contacts[system->instant->cluster.own]));
    bool is_pair = contact_is_ball(collision.partner);
    if (!has_collided_recently(system, collision.slot, speed, collision.t) ||
        (is_pair && !has_collided_recently(system, collision.partner, speed, collision.t)))
        return false;
    return is_coming_off(system, collision.slot) || (is_pair && is_coming_off(system, collision.partner));
}

/** True if the resolved contact is left at rest. @param u normal velocity with which its bodies collided */
static bool is_stuck(const struct impact_cluster *law, const struct contact *contact, double u)
{
    double left = fabs(impact_cluster_velocity(law, contact));
    const double e = contact->coefficients.restitution.slow;
    return e > 0 && left <= double_max(STUCK * e * u, ROUNDING * sqrt(impact_cluster_speeds_squared(law, contact)));
}

/** True if the law has left the colliding bodies and a third one that they touch at rest against each other. */
static bool has_stuck(const struct event_system *system, struct event_collision collision)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    const struct contact *own = &cluster->law.contacts[cluster->own];
    double u = fabs(own->u);
    if (!is_stuck(&cluster->law, own, u))
        return false;
    for (size_t k = 0; k < cluster->law.n_contacts; k++)
        if ((is_third(cluster, k, collision.slot) || is_third(cluster, k, collision.partner)) &&
            cluster->law.contacts[k].j > 0 && is_stuck(&cluster->law, &cluster->law.contacts[k], u))
            return true;
    return false;
}

/** The bodies of a collision: "balls 1 and 3", "ball 2 and the left wall" or "ball 2 and line obstacles.3". */
static void name_bodies(char to[96], const struct event_system *system, struct event_collision collision)
{
    uint32_t a = system->balls[collision.slot].id;
    if (!contact_is_ball(collision.partner)) {
        bool known = collision.partner < EVENT_LEG;
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

static enum status collapse_fail(struct event_system *system, struct event_collision collision, bool is_pressed,
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

static enum status fail_endless(struct event_system *system, struct event_collision collision, struct error *err)
{
    const struct motion *motion = &system->motion;
    const char *reason = motion_falls(motion) ? "gravity" : motion_decelerates(motion) ? "friction" : "a wall or ball";
    char bodies[96];
    name_bodies(bodies, system, collision);
    system->ledger.counts.collapsed = true;
    return error_set(err, STATUS_FAILED, NULL,
                     "%s hit each other without end at t = %.17g: %s presses them together; event cannot follow "
                     "lasting contacts, integrator "
                     "\"spring\" can",
                     bodies, collision.t, reason);
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

enum status simultaneous_collision_progress(struct event_system *system, struct event_collision collision, double cost,
                                            struct error *err)
{
    struct event_instant *instant = system->instant;
    if (collision.t > instant->since) {
        double leak = LEAK + LEAK_PER_BALL * (double)system->n;
        double leaked = leak * (collision.t - instant->since) / bounce_time(system, collision.slot);
        instant->work = double_max(0, instant->work - leaked);
        instant->since = collision.t;
    }
    instant->work += cost;
    double most = MOST + MOST_PER_CONTACT * (double)instant->cluster.law.n_contacts;
    return instant->work <= most && makes_progress(system, collision) ? STATUS_OK
                                                                      : fail_endless(system, collision, err);
}

static bool collapse_is_suspected(struct event_system *system, struct event_collision collision)
{
    system->instant->work += impact_law_resolve(&impact_laws[IMPACT_LAW_GR], &system->instant->cluster.law).work / UNIT;
    return has_stuck(system, collision);
}

/** That of a ball of the set as it arrives. */
static struct vec2 acceleration(const struct motion *motion, const struct contact_cluster_ball *ball)
{
    const struct leg leg = motion_leg(motion, &ball->ball, ball->w);
    return motion_whole(motion, (struct body){&ball->ball, &leg}).path.a;
}

/** What a sequence of collisions needs to know of a contact. */
static void prepare_contact(const struct event_system *system, size_t k)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    const struct contact *contact = &cluster->law.contacts[k];
    const struct motion *motion = &system->motion;
    struct vec2 of_a = acceleration(motion, &cluster->balls[contact->a]), of_b = {0, 0};
    if (contact_is_ball(contact->body))
        of_b = acceleration(motion, &cluster->balls[contact->body]);
    cluster->law.parts[k].acceleration = vec2_dot(contact->n, vec2_sub(of_b, of_a));
}

static enum status collapse_follow(struct event_system *system, struct event_collision collision,
                                   struct impact_outcome *outcome, struct error *err)
{
    bool endless;
    for (size_t k = 0; k < system->instant->cluster.law.n_contacts; k++)
        prepare_contact(system, k);
    *outcome = impact_sequence_follow(&system->instant->cluster.law, &endless);
    return endless ? collapse_fail(system, collision, false, err) : STATUS_OK;
}

/* ---- the law, applied ---- */

/** Reports a contact, the ball with the smaller index first: in the set a fixed ball is the second. */
static void notify(const struct event_system *system, const struct contact *contact)
{
    const struct contact_cluster_ball *balls = system->instant->cluster.balls;
    bool is_turned = contact->body < (uint32_t)contact->a;
    uint32_t first = is_turned ? contact->body : (uint32_t)contact->a;
    uint32_t second = is_turned ? (uint32_t)contact->a : contact->body;
    struct contact row = *contact;
    row.a = (int32_t)balls[first].ball.id;
    row.body = contact_is_ball(second) ? balls[second].ball.id : second;
    row.n = is_turned ? vec2_sub((struct vec2){0, 0}, contact->n) : contact->n; /* no negative zero */
    row.u = contact->u + 0;                                                     /* nor here */
    row.jt = contact->jt + 0;
    row.jz = (is_turned ? -contact->jz : contact->jz) + 0;
    event_ledger_report(system, &row, &balls[first].ball, balls[first].turns);
}

/** Marks the balls that received an impulse. */
static void mark_hit(struct contact_cluster *cluster)
{
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        if (contact->j == 0)
            continue;
        cluster->balls[contact->a].is_hit = true;
        if (contact->b != CONTACT_FIXED)
            cluster->balls[contact->b].is_hit = true;
    }
}

/** Books and reports the contacts that received an impulse; what they have lost is booked together. Returns their
 * number. */
static size_t report(struct event_system *system)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    size_t rows = 0;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        if (contact->j == 0)
            continue;
        system->ledger.counts.pulls += contact->j < 0;
        event_ledger_book(system, contact_is_ball(contact->body), 0);
        if (event_ledger_is_observed(system))
            notify(system, contact);
        rows++;
    }
    return rows;
}

/** A ball whose bounce off a wall would be too low to count, or that the law has left at rest across it but for
 * rounding, lies there from now on; the impulse is then without the bounce. Returns the energy that this takes. */
static double hold_by_gravity(struct event_system *system)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    double lost = 0;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        struct contact *contact = &cluster->law.contacts[k];
        const struct contact_cluster_ball *ball = &cluster->balls[contact->a];
        struct impact_body *body = &cluster->law.bodies[contact->a];
        if (contact_is_ball(contact->body) || !ball->is_hit)
            continue;
        const struct surface *surface = boundary_surface(&system->boundary, contact->body);
        if (boundary_is_obstacle(surface))
            continue;
        double speed = -vec2_dot(contact->n, body->v);
        bool rests = contact_is_resting(speed * speed, vec2_dot(body->v, body->v));
        if (!(speed >= 0 || rests) || boundary_rebound(&system->motion, surface, contact_side(contact->body),
                                                       contact->r, double_max(0, speed)) > 0)
            continue;
        body->v = boundary_reflect(surface, contact->n, body->v, 0);
        if (contact->j > 0)
            contact->j = double_max(0, contact->j - body->m * speed);
        lost += 0.5 * body->m * speed * speed;
    }
    return lost;
}

/** A ball of the set as it leaves. */
struct leaving {
    struct particle ball;
    struct leg leg;
};

static struct body leave(const struct event_system *system, size_t i, struct leaving *leaving)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    leaving->ball = cluster->balls[i].ball;
    event_system_begin_trajectory(&leaving->ball, cluster->law.bodies[i].v);
    leaving->leg = motion_leg(&system->motion, &leaving->ball, cluster->law.bodies[i].w);
    return (struct body){&leaving->ball, &leaving->leg};
}

/** Begins a new trajectory for each ball that received an impulse, then predicts them. */
static void begin_trajectories(struct event_system *system, struct event_collision collision)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        if (!ball->is_hit)
            continue;
        struct leaving leaving;
        double lost =
            motion_loss(&system->motion, body_at(system->balls, system->legs, ball->slot), &ball->ball, ball->w);
        event_system_set_trajectory(system, ball->slot, leave(system, i, &leaving), lost);
        if (system->turns)
            system->turns[ball->slot] = ball->turns;
    }
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        if (ball->is_hit || ball->slot == collision.slot)
            prediction_update(system, ball->slot, collision.t);
    }
}

/** Where there is a contact_time: notes what it keeps. */
static void note_elastic(struct event_system *system, double t)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        const struct contact_cluster_ball *a = &cluster->balls[contact->a];
        const bool is_pair = contact_is_ball(contact->body);
        const struct contact_cluster_ball *b = is_pair ? &cluster->balls[contact->body] : NULL;
        if (!(contact->j > 0) ||
            !(event_system_is_recent(system, a->slot, t) || (b && event_system_is_recent(system, b->slot, t))))
            continue;
        const struct coefficients *given =
            b ? scene_pair(system->scene, a->ball.id, b->ball.id)
              : scene_at_surface(system->scene, a->ball.id, boundary_surface(&system->boundary, contact->body));
        event_ledger_note_elastic(system, &given->restitution, 1 / impact_cluster_compliance(&cluster->law, contact),
                                  contact->u, cluster->law.kinetic);
    }
}

static void count(struct event_system *system, const struct impact_outcome *outcome, size_t rows)
{
    system->ledger.counts.simultaneous += rows > 1;
    system->ledger.counts.energy_gains += outcome->lost < -IMPACT_LAW_GAIN * outcome->kinetic;
    system->ledger.counts.last_resorts += outcome->last_resort;
    ledger_contact_took(&system->ledger, outcome->lost);
    system->group++;
}

/* ---- gentle hits of balls that roll: as in event_rolling ---- */

/** Marks the balls that roll on: those that rolled, and whose slide after the impulses that they have got would end
 *  within the lowest bounce. Returns whether there is one. */
static bool mark_rolling(const struct event_system *system, struct contact_cluster *cluster)
{
    bool any = false;
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        cluster->balls[contact->a].kick += fabs(contact->j);
        if (contact->b != CONTACT_FIXED)
            cluster->balls[contact->b].kick += fabs(contact->j);
    }
    for (size_t i = 0; i < cluster->n_balls; i++) {
        struct contact_cluster_ball *ball = &cluster->balls[i];
        const struct impact_body *body = &cluster->law.bodies[i];
        if (!(ball->kick > 0) ||
            cloth_slips(event_velocity(&ball->ball), cloth_rolling_velocity(ball->w, ball->ball.r)))
            continue;
        double most = (1 + body->q) / body->q * system->motion.sliding[ball->ball.id] *
                      pressed_contact_bounce(&system->motion, &ball->ball);
        ball->rolls_on = ball->kick <= most * body->m;
        any |= ball->rolls_on;
    }
    return any;
}

/** Energy of translation and rotation of the balls. */
static double energy(const struct contact_cluster *cluster)
{
    return impact_cluster_kinetic_energy(&cluster->law) + impact_friction_rotation(&cluster->law);
}

/** Puts the balls back to before the impact. @param weighs whether those that roll on resist the more */
static void put_back(struct contact_cluster *cluster, bool weighs)
{
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct contact_cluster_ball *ball = &cluster->balls[i];
        struct impact_body *body = &cluster->law.bodies[i];
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
        struct impact_body *body = &cluster->law.bodies[i];
        if (!ball->rolls_on)
            continue;
        const struct vec2 turned = cloth_rolling_velocity(vec3_sub(body->w, ball->w), body->r);
        body->m = ball->ball.m;
        body->v = vec2_add(body->v, vec2_scale(body->q, turned));
        body->w = cloth_rolling_spin(body->v, body->r, body->w.z);
    }
}

/** Resolves a set once more where balls roll on. */
static void roll_on(struct event_system *system, struct impact_outcome *outcome)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    if (outcome->stopped || !mark_rolling(system, cluster))
        return;
    put_back(cluster, false);
    const double before = energy(cluster);
    put_back(cluster, true);
    *outcome = impact_law_resolve(system->instant->law, &cluster->law);
    end_slides(cluster);
    outcome->lost = before - energy(cluster);
}

/** Gathers the contact set and resolves it: by the scene's law, or collision by collision where a collapse is
 *  suspected. */
static enum status resolve(struct event_system *system, struct event_collision collision,
                           struct impact_outcome *outcome, struct error *err)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    enum status status = contact_cluster_gather(cluster, system, collision, err);
    bool suspected = false;
    if (status == STATUS_OK && collapse_is_possible(system, collision)) {
        suspected = collapse_is_suspected(system, collision);
        status = contact_cluster_gather(cluster, system, collision, err);
    }
    if (status != STATUS_OK)
        return status;
    if (suspected)
        return collapse_follow(system, collision, outcome, err);
    *outcome = impact_law_resolve(system->instant->law, &cluster->law);
    if (motion_slides(&system->motion))
        roll_on(system, outcome);
    return STATUS_OK;
}

/** Acceleration that drives the bodies of a contact together when they have left. */
static double pressure(const struct event_system *system, const struct contact *contact)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    struct leaving of_a, of_b;
    const struct body a = leave(system, (size_t)contact->a, &of_a);
    if (!contact_is_ball(contact->body)) {
        const struct surface *surface = boundary_surface(&system->boundary, contact->body);
        struct vec2 seen = event_seam_seen(system, cluster->balls[contact->a].slot, event_centre(a.ball), surface);
        return boundary_pressure(&system->motion, surface, contact_side(contact->body), a, seen);
    }
    const struct body b = contact->b == CONTACT_FIXED ? body_of(&cluster->balls[contact->body].ball)
                                                      : leave(system, (size_t)contact->b, &of_b);
    return pressed_contact_pressure(&system->motion, a, b, vec2_scale(a.ball->r + b.ball->r, contact->n));
}

/** True if the resolved set leaves the colliding bodies where they stay pressed together. */
static bool stays_pressed(const struct event_system *system)
{
    const struct contact_cluster *cluster = &system->instant->cluster;
    const struct contact *own = &cluster->law.contacts[cluster->own];
    double speed = double_max(0, impact_cluster_velocity(&cluster->law, own));
    double reach = own->r + (contact_is_ball(own->body) ? cluster->balls[own->body].ball.r : 0);
    return pressed_contact_parting(&system->motion, system->scene->contact_time, pressure(system, own), reach,
                                   speed * speed) == HUGE_VAL;
}

enum status simultaneous_collision_resolve(struct event_system *system, struct event_collision collision,
                                           bool collapses, bool *resolved, struct error *err)
{
    struct impact_outcome outcome;
    enum status status = resolve(system, collision, &outcome, err);
    if (status == STATUS_OK)
        status = simultaneous_collision_progress(system, collision, 1 + outcome.work / UNIT, err);
    if (status != STATUS_OK)
        return status;
    *resolved = outcome.rounds > 0 || outcome.stopped;
    system->instant->interrupted = outcome.stopped;
    if (outcome.stopped)
        return STATUS_OK;
    mark_hit(&system->instant->cluster);
    double held = motion_falls(&system->motion) ? hold_by_gravity(system) : 0;
    if (collapses && (!*resolved || stays_pressed(system)))
        return collapse_fail(system, collision, true, err);
    if (!*resolved)
        return STATUS_OK;
    if (system->recent)
        note_elastic(system, collision.t);
    count(system, &outcome, report(system));
    ledger_contact_took(&system->ledger, held);
    begin_trajectories(system, collision);
    return STATUS_OK;
}
