/*
 * Impacts as the limit of stiff contacts. As contacts stiffen, an impact becomes short and shallow, but its course in
 * scaled time does not change. With compressions delta, which start at 0, and constant normals,
 *
 *     M dv/dt = G^T f,   d delta/dt = -u = -G v,   f = max(0, K delta^alpha + C delta^beta d delta/dt) for delta > 0.
 *
 *   hooke   alpha 1, beta 0, K the same for all contacts, C = 2 zeta sqrt(K mu): the spring integrators' limit.
 *   hertz   alpha 3/2, beta 1/4, K = sqrt(R), C = zeta sqrt(5 K mu), R the radius of curvature of the two surfaces
 *           together (Hertz, J. reine angew. Math. 92, 156, 1882; one material for all).
 *
 * mu = 1/A_kk is the reduced mass. One damping ratio zeta serves both laws (contact/spring): with beta = 1/4 the
 * variables delta^(5/4) and d tau = delta^(1/4) dt turn the Hertz contact into the linear oscillator (Tsuji, Tanaka and
 * Ishida, Powder Technol. 71, 239, 1992; Antypov and Elliott, EPL 94, 50004, 2011), so that an isolated contact has
 * restitution e at any speed. Where e depends on the speed, a contact has the dashpot of the speed at which it closes,
 * until its compression is gone. Contacts do not pull (Schwager and Poeschel, Granular Matter 9, 465, 2007); they may
 * open and close any number of times. The impact ends when all contacts are open and none approaches. Only ratios of K
 * and of m matter, and speeds can be scaled: the fastest is 1.
 *
 * The process is computed in steps of the extrapolated midpoint rule (impact_process). Between openings and closings
 * the forces are smooth, so a step ends where a contact opens or closes (impact_switching); a step across such a point
 * is repeated with a shorter length. While all contacts are open, the bodies move in straight lines to the next
 * closing.
 *
 * A contact whose bodies are at rest against each other at the beginning is undecided: it presses if the bodies
 * approach and is open if they separate. So its force is cut off at zero until one or the other is beyond rounding.
 *
 * Invariants: momentum to rounding; f >= 0, so no impulse pulls. Contacts are visited in their order, with + - * / and
 * sqrt only. With e = 1 the energy of random clusters of 3 to 12 balls is kept to 1e-15 (median of 10 000). The worst
 * error is 2.3e-13, for balls wedged between walls whose contacts open and close a thousand times, in 30 000 steps.
 *
 * Limits: e from IMPACT_COMPLIANT_LEAST_E on. Damping tends to infinity as e tends to 0: contacts open and close on
 * rounding, and steps, 1/zeta, become too short beside a process that lasts zeta times as long as without damping (e =
 * 1/(2 zeta)^2). Work: a step costs 38 evaluations for each contact; masses that differ by the factor q need some
 * sqrt(q) steps, and a cluster wedged between walls need not come to an end. If it does, it may do so after hundreds of
 * openings and closings, each of which lets differences grow: in the worst of 40 000 random impacts, changes of 1e-14
 * of the speeds, or other steps, became 1e-2.
 */
#include "impact/compliant/impact_compliant.h"

#include <math.h>
#include <string.h>

#include "base/min_max.h"
#include "impact/compliant/extrapolation.h"
#include "impact/compliant/impact_process.h"
#include "impact/compliant/impact_switching.h"

/* Impulses that change a relative velocity by less than that part of the fastest speed are rounding. */
#define REST 0x1p-49

/* Bound on evaluations of contacts: about a second. Racks of 20 rows, 210 balls, stay below it at any e. */
#define WORK 8e7

/* Multiplications of an evaluation, with its divisions and roots. */
#define MULTIPLICATIONS 10

/* Openings and closings that end the search for the end. */
enum { SWITCHES = 1000, SWITCHES_PER_CONTACT = 100 };

/* A step to an opening or closing takes less than twice the time expected (true of 220 000 correct steps). */
enum { MOST_DELAY = 3 };

enum { VECTORS = 7 };

size_t impact_compliant_room(size_t n_bodies, size_t n_contacts)
{
    size_t n = impact_process_size(n_bodies, n_contacts);
    return VECTORS * n + extrapolation_room(n);
}

/* ---- steps ---- */

/** The clock of a step that ends where contact k opens or closes. */
static struct impact_clock clock_to_switch(const struct impact_process *process, size_t k, double duration)
{
    const struct impact_spring *spring = &process->springs[k];
    double depth = process->y[process->compression + k];
    if (impact_spring_is_gauged_by_force(spring, depth))
        return (struct impact_clock){IMPACT_VARIABLE_FORCE, k, 1, spring->gauge, 0, duration};
    int power = process->force == IMPACT_HERTZ && spring->side == IMPACT_SIDE_PRESSED ? 2 : 1;
    return (struct impact_clock){IMPACT_VARIABLE_COMPRESSION, k, power, impact_spring_root(depth, power), 0, duration};
}

/** The fastest of the contacts of hertz that have closed not long before, compared with `duration`; n_springs: none. */
static size_t find_closing(const struct impact_process *process, double duration)
{
    size_t found = process->n_springs;
    for (size_t k = 0; process->force == IMPACT_HERTZ && k < process->n_springs; k++) {
        const struct impact_spring *spring = &process->springs[k];
        bool recent = spring->side == IMPACT_SIDE_PRESSED && spring->u < 0 &&
                      process->y[process->compression + k] < 4 * duration * -spring->u;
        if (recent && (found == process->n_springs || spring->u < process->springs[found].u))
            found = k;
    }
    return found;
}

/** The clock of a step soon after contact k has closed, no longer than its bodies take to lose half their speed. */
static struct impact_clock clock_from_closing(const struct impact_process *process, size_t k, double duration)
{
    const struct impact_spring *spring = &process->springs[k];
    double depth = process->y[process->compression + k];
    if (duration * spring->acceleration > -0.5 * spring->u)
        duration = -0.5 * spring->u / spring->acceleration;
    int power = spring->c > 0 ? 4 : 2;
    return (struct impact_clock){IMPACT_VARIABLE_COMPRESSION,
                                 k,
                                 power,
                                 impact_spring_root(depth, power),
                                 impact_spring_root(depth - spring->u * duration, power),
                                 duration};
}

/** Chooses the variable of the next step and how far it goes. */
static struct impact_clock choose_clock(const struct impact_process *process)
{
    double first = HUGE_VAL, duration = process->step;
    size_t next = 0;
    for (size_t k = 0; k < process->n_springs; k++) {
        double wait = impact_switching_wait(&process->springs[k]);
        if (wait < first) {
            first = wait;
            next = k;
        }
    }
    bool switches = first <= 1.25 * duration;
    if (switches)
        duration = first;
    size_t closing = find_closing(process, duration);
    if (closing < process->n_springs)
        return clock_from_closing(process, closing, switches ? 0.9 * duration : duration);
    return switches ? clock_to_switch(process, next, duration)
                    : (struct impact_clock){IMPACT_VARIABLE_TIME, 0, 1, 0, duration, duration};
}

/** Accepts the step and proposes the duration of the next. The force of a contact that has lost its compression
 *  meanwhile does not begin again. @param growth by which this one could have been longer */
static void accept(struct impact_process *process, double growth)
{
    const struct impact_clock *clock = &process->clock;
    double made = process->increment[0];
    process->step = clock->duration < process->step ? double_max(process->step, made * growth) : made * growth;
    memcpy(process->y, process->next, process->n * sizeof *process->y);
    impact_switching_allow(process);
    struct impact_spring *spring = &process->springs[clock->contact];
    bool parted = spring->side == IMPACT_SIDE_OPEN && process->y[process->compression + clock->contact] < 0;
    if (clock->variable != IMPACT_VARIABLE_TIME && clock->to == 0 && !parted) {
        bool closes = spring->side == IMPACT_SIDE_OPEN;
        if (closes && spring->restitution.table && clock->variable == IMPACT_VARIABLE_COMPRESSION)
            impact_process_damp(process, spring, impact_spring_velocity(spring, process->y));
        spring->side = closes ? IMPACT_SIDE_PRESSED : IMPACT_SIDE_OPEN;
        process->switches++;
    }
}

/** By which a step with that error, relative to what is allowed, could have been longer: its power -1/12.8. */
static double growth_for(double error)
{
    double sixteenth = impact_spring_root(impact_spring_root(error, 4), 4);
    return error > 0 ? 0.9 / (sixteenth * impact_spring_root(sixteenth, 4)) : 4;
}

/** True if the step took about the time that was expected. It does not if its variable turns round before it gets to
 * its end, as the gauge of a contact that is pressed anew just before it would open: then the equations for that
 * variable are singular, and a step across that may end long before its beginning, with a small error by its own
 * estimate. */
static bool is_timely(const struct impact_process *process)
{
    double made = process->increment[0];
    return made > 0 && made < MOST_DELAY * process->clock.duration;
}

/** One step, or a shorter proposal for it. */
static void step(struct impact_process *process)
{
    process->clock = choose_clock(process);
    double error = impact_process_try(process);
    double growth = growth_for(error);
    if (!(error <= 1) || !is_timely(process)) {
        process->step = process->clock.duration * double_max(0.1, double_min(0.7, growth));
        return;
    }
    double part = impact_switching_first_crossing(process);
    if (part < 1)
        process->step =
            double_min(0.75 * process->clock.duration, process->increment[0] * double_min(0.9, double_max(0.1, part)));
    else
        accept(process, double_min(4, growth));
}

/** Follows the process to its end. false: the bound on the work was reached, or the stop flag set. */
static bool run(struct impact_process *process, const struct impact_cluster *cluster)
{
    const unsigned long most = SWITCHES + SWITCHES_PER_CONTACT * process->n_springs;
    while (process->switches <= most && process->work < WORK && !impact_cluster_is_stopped(cluster)) {
        impact_process_observe(process);
        process->work += (double)process->n_springs;
        if (impact_switching_update(process))
            continue;
        bool is_open = impact_switching_is_all_open(process);
        if (is_open ? !impact_switching_drift(process) : impact_switching_is_drained(process))
            return true;
        if (!is_open)
            step(process);
    }
    return false;
}

/* ---- from the cluster and back ---- */

/** Units in which the fastest speed, the largest mass and the largest radius of curvature are 1. */
struct units {
    double speed, mass, radius;
};

static struct units find_units(const struct impact_cluster *cluster)
{
    struct units units = {0, 0, 0};
    for (size_t i = 0; i < cluster->n_bodies; i++) {
        const struct impact_body *body = &cluster->bodies[i];
        units.speed = double_max(units.speed, double_max(fabs(body->v.x), fabs(body->v.y)));
        units.mass = double_max(units.mass, body->m);
    }
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct contact *contact = &cluster->contacts[k];
        units.radius = double_max(units.radius, contact->curvature_radius);
        units.speed = double_max(units.speed, double_max(fabs(contact->v.x), fabs(contact->v.y)));
    }
    return units;
}

static size_t velocity_place(const struct impact_process *process, int32_t body)
{
    return 1 + 2 * (body == CONTACT_FIXED ? process->n_bodies : (size_t)body);
}

static void begin_spring(struct impact_process *process, const struct impact_cluster *cluster,
                         const struct units *units, size_t k)
{
    const struct contact *contact = &cluster->contacts[k];
    struct impact_spring *spring = &process->springs[k];
    *spring = (struct impact_spring){
        .a = velocity_place(process, contact->a),
        .b = velocity_place(process, contact->b),
        .n = contact->n,
        .drift = vec2_dot(contact->n, contact->v) / units->speed,
        .inverse_a = units->mass / cluster->bodies[contact->a].m,
        .inverse_b = units->mass / impact_cluster_second(cluster, contact)->m,
        .k = process->force == IMPACT_HOOKE ? 1 : sqrt(contact->curvature_radius / units->radius),
        .restitution = contact->coefficients.restitution,
        .side = IMPACT_SIDE_UNDECIDED,
    };
    spring->duration = sqrt(1 / (spring->inverse_a + spring->inverse_b) / spring->k);
    impact_process_damp(process, spring, cluster->parts[k].u / units->speed);
    process->shortest = double_min(process->shortest, spring->duration);
}

static struct impact_process begin(const struct impact_cluster *cluster, enum impact_force force,
                                   const struct units *units)
{
    size_t n = impact_process_size(cluster->n_bodies, cluster->n_contacts);
    double *vectors = cluster->process;
    struct impact_process process = {
        .force = force,
        .n_bodies = cluster->n_bodies,
        .n_springs = cluster->n_contacts,
        .n = n,
        .compression = 1 + 2 * (cluster->n_bodies + 1),
        .impulse = 1 + 2 * (cluster->n_bodies + 1) + cluster->n_contacts,
        .springs = cluster->springs,
        .y = vectors,
        .rates = vectors + n,
        .start = vectors + 2 * n,
        .next = vectors + 3 * n,
        .increment = vectors + 4 * n,
        .error = vectors + 5 * n,
        .allowed = vectors + 6 * n,
        .room = vectors + VECTORS * n,
        .speed = units->speed,
        .shortest = 1,
    };
    memset(process.y, 0, n * sizeof *process.y);
    for (size_t i = 0; i < cluster->n_bodies; i++) {
        process.y[1 + 2 * i] = cluster->bodies[i].v.x / units->speed;
        process.y[2 + 2 * i] = cluster->bodies[i].v.y / units->speed;
    }
    for (size_t k = 0; k < cluster->n_contacts; k++)
        begin_spring(&process, cluster, units, k);
    return process;
}

static void take_velocity(const struct impact_process *process, struct impact_cluster *cluster, int32_t body,
                          double speed)
{
    if (body == CONTACT_FIXED)
        return;
    const double *v = process->y + velocity_place(process, body);
    cluster->bodies[body].v = (struct vec2){v[0] * speed, v[1] * speed};
}

/** Chooses all contacts and fills in their impulses, those that are rounding as 0, and the velocities of the bodies
 *  that received one. */
static void finish(const struct impact_process *process, struct impact_cluster *cluster, const struct units *units)
{
    cluster->n_chosen = cluster->n_contacts;
    for (size_t k = 0; k < cluster->n_contacts; k++) {
        const struct contact *contact = &cluster->contacts[k];
        const struct impact_spring *spring = &process->springs[k];
        double impulse = process->y[process->impulse + k];
        bool counts = impulse * (spring->inverse_a + spring->inverse_b) > REST;
        cluster->chosen[k] = k;
        cluster->parts[k].j = counts ? impulse * units->mass * units->speed : 0;
        if (counts) {
            take_velocity(process, cluster, contact->a, units->speed);
            take_velocity(process, cluster, contact->b, units->speed);
        }
    }
}

bool impact_compliant_follow(struct impact_cluster *cluster, enum impact_force force, double *work)
{
    const struct units units = find_units(cluster);
    struct impact_process process = begin(cluster, force, &units);
    process.step = 0.1 * process.shortest;
    bool ended = run(&process, cluster);
    *work = MULTIPLICATIONS * process.work;
    finish(&process, cluster, &units);
    return ended;
}
