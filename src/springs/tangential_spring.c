/*
 * Tangential springs: their rows from look to look, what a step does to them, and the forces of contacts that are
 * looked at one by one; spring_kernel.c has those of four at once. The law is in contact_law.h.
 *
 * k_t = k m_t/mu unless given, with 1/m_t the sum of (1 + 1/q)/m: then normal and tangential oscillations last equally
 * long, and between like balls it is k q/(1 + q). The table takes vertical velocities, so the vertical part of the
 * force only turns the balls. Spins about the vertical of contacts that are not listed are side by side, for vectors.
 */
#include "springs/tangential_spring.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "contact/friction.h"
#include "contact/spring.h"
#include "springs/contact_law.h"
#include "surfaces/saved_contacts.h"

/* ---- constants ---- */

static struct spring_constants constants_of(const struct tangential_springs *springs, uint64_t key)
{
    const struct stepper *base = springs->base;
    const struct scene *scene = base->scene;
    const struct spring_contact of = spring_contact_bodies(key);
    const struct damping_ratios *ratios = springs->constants.ratios;
    const struct damping_ratio *zeta = damping_ratios_of(ratios, of.a, of.b);
    const bool is_ball = contact_is_ball(of.b);
    double m = base->m[of.a], mu = is_ball ? spring_reduced_mass(m, base->m[of.b]) : m;
    double m_t = 1 / (friction_compliance(m, scene->inertia[of.a]) +
                      (is_ball ? friction_compliance(base->m[of.b], scene->inertia[of.b]) : 0));
    double k = scene->k_tangential > 0 ? scene->k_tangential : scene->k * (m_t / mu);
    return (struct spring_constants){k, spring_damping(zeta->tangential, k, m_t, base->dt),
                                     spring_damping(zeta->normal, scene->k, mu, base->dt),
                                     boundary_coefficients(&base->boundary, scene, of.a, of.b)->rubbing.mu.a};
}

static struct spring_constants constants_at(const struct tangential_springs *springs,
                                            const struct tangential_rows *rows, size_t row)
{
    return springs->constants.are_alike ? springs->constants.alike[rows->keys[row] >> 63] : rows->constants[row];
}

/* ---- one contact ---- */

static struct contact_law law_of(const struct tangential_springs *springs)
{
    return (struct contact_law){springs->turning.is_flat, springs->how.time};
}

static struct vec3 spin_of(const struct tangential_springs *springs, uint32_t ball)
{
    return springs->turning.spin ? (struct vec3){0, 0, springs->turning.spin[ball]} : springs->how.w[ball];
}

static struct motion_one relative_motion(const struct tangential_springs *springs, const struct spring_contact *bodies)
{
    const struct vec2 v = spring_contact_relative_velocity(bodies, springs->how.v);
    const double *r = springs->base->r;
    const struct vec3 a = spin_of(springs, bodies->a);
    struct motion_one motion = {{v.x, v.y}, r[bodies->a] * a.x, r[bodies->a] * a.y, r[bodies->a] * a.z};
    if (contact_is_ball(bodies->b)) {
        const struct vec3 b = spin_of(springs, bodies->b);
        motion.x += r[bodies->b] * b.x;
        motion.y += r[bodies->b] * b.y;
        motion.z += r[bodies->b] * b.z;
    }
    return motion;
}

/** What dashpots and the limit of friction have taken until now beside `power`. */
static double spent(const struct tangential_springs *springs, const struct tangential_row *row,
                    const struct motion_one *motion, struct vector_one n)
{
    const struct dash_one dash = {row->normal, {row->across.x, row->across.y}};
    const struct contact_law law = law_of(springs);
    return springs->how.weight * power_one(dash, n, motion->v, slip_one(*motion, n, law), law);
}

/** The bodies of a row whose contact is not at hand. */
static struct spring_contact bodies_of(const struct tangential_springs *springs, uint64_t key)
{
    struct spring_contact bodies = spring_contact_bodies(key);
    if (!contact_is_ball(bodies.b))
        bodies.v = boundary_velocity(&springs->base->boundary, bodies.b);
    return bodies;
}

/** The same of a row whose contact is not at hand. */
static double spent_at(const struct tangential_springs *springs, const struct tangential_rows *rows, size_t i)
{
    const struct spring_contact bodies = bodies_of(springs, rows->keys[i]);
    const struct tangential_row row = tangential_rows_get(rows, i);
    const struct motion_one motion = relative_motion(springs, &bodies);
    return spent(springs, &row, &motion, direction_one(row.push.x, row.push.y).n);
}

static double stored(const struct tangential_springs *springs, const struct tangential_rows *rows, size_t row)
{
    const struct vec2 stretch = tangential_rows_stretch(rows, row);
    return 0.5 * constants_at(springs, rows, row).k * (stretch.x * stretch.x + stretch.y * stretch.y);
}

/** The most that friction holds. */
static double most_of(const struct tangential_springs *springs, const struct spring_contact *contact, double size,
                      struct across_one slip)
{
    const struct stepper *base = springs->base;
    const struct friction mu = boundary_coefficients(&base->boundary, base->scene, contact->a, contact->b)->rubbing.mu;
    const struct contact_law law = law_of(springs);
    return (mu.b > 0 ? friction_coefficient(mu, length_one(slip, law)) : mu.a) * (contact->force * size);
}

/** How the spring of a row is stretched now. @param turned cosine of the angle by which the normal has turned */
static struct stretching_one stretching_of(struct spring_constants of, const struct tangential_row *row, double time,
                                           struct across_one slip, double turned)
{
    struct stretching_one s = {of.k, of.c, {row->stretch.x, row->stretch.y}, {0, 0}, slip, 1, 0};
    if (time > 0) {
        s.gain = (struct across_one){time * slip.along, time * slip.up};
        s.turned = turned;
    } else if (time == 0) {
        s.from = (struct across_one){row->pull.base.x, row->pull.base.y};
        s.gain = (struct across_one){row->pull.gain.x, row->pull.gain.y};
    }
    return s;
}

/** What dashpots and the limit of friction do. */
static void set_dash(struct tangential_springs *springs, size_t i, struct tangential_row *row, struct dash_one dash,
                     double power)
{
    row->normal = dash.normal;
    row->across = (struct vec2){dash.across.along, dash.across.up};
    springs->taken.power[i % TANGENTIAL_SUMS] += power;
}

static void turn(struct tangential_turning *turning, uint32_t ball, struct vector_one n, struct across_one force)
{
    turning->torque[ball] += force.along;
    if (!turning->is_flat) {
        turning->tilting[ball].x -= force.up * (0 - n.y);
        turning->tilting[ball].y -= force.up * n.x;
    }
}

/** The force of the contact of row i on a; adds the torques. @param row so far, and then as it has become */
static struct vec2 pull(struct tangential_springs *springs, size_t i, const struct spring_contact *contact,
                        struct tangential_row *row)
{
    const struct contact_law law = law_of(springs);
    const struct motion_one motion = relative_motion(springs, contact);
    const struct direction_one was = direction_one(row->push.x, row->push.y),
                               is = direction_one(contact->push.x, contact->push.y);
    double *lost = &springs->taken.step[i % TANGENTIAL_SUMS];
    if (springs->is_dashed)
        *lost += spent(springs, row, &motion, was.n);
    row->push = contact->push;
    const struct across_one slip = slip_one(motion, is.n, law);
    struct stretching_one s = stretching_of(constants_at(springs, &springs->now, i), row, law.time, slip,
                                            is.n.x * was.n.x + is.n.y * was.n.y);
    s.most = most_of(springs, contact, is.size, slip);
    const struct spring_one spring = stretch_one(&s, law, SIMD_BASELINE);
    row->pull.slip = (struct vec2){slip.along, slip.up};
    row->pull.force = (struct vec2){spring.force.along, spring.force.up};
    if (law.time >= 0) {
        row->stretch = (struct vec2){spring.stretch.along, spring.stretch.up};
        *lost += spring.lost;
    }
    if (springs->is_dashed) {
        const double elastic = contact->overlap * springs->base->scene->k;
        const struct dash_one dash = dash_one(contact->force, elastic, is.size, s.k, &spring);
        set_dash(springs, i, row, dash, power_one(dash, is.n, motion.v, slip, law));
    }
    turn(&springs->turning, contact->a, is.n, spring.force);
    if (contact_is_ball(contact->b))
        turn(&springs->turning, contact->b, is.n, spring.force);
    return (struct vec2){spring.force.along * (0 - is.n.y), spring.force.along * is.n.x};
}

/* ---- a push ---- */

void tangential_spring_clear(struct tangential_springs *springs, struct range range)
{
    struct tangential_turning *turning = &springs->turning;
    const size_t n = range.last - range.first;
    memset(turning->torque + range.first, 0, n * sizeof *turning->torque);
    if (!turning->is_flat)
        memset(turning->tilting + range.first, 0, n * sizeof *turning->tilting);
}

static double total(const double sums[TANGENTIAL_SUMS])
{
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void tangential_spring_begin(struct tangential_springs *springs, const struct spring_stretching *how)
{
    struct tangential_taken *taken = &springs->taken;
    springs->how = *how;
    sum_add(&taken->sum, how->weight * total(taken->power));
    memset(taken->power, 0, sizeof taken->power);
    memset(taken->step, 0, sizeof taken->step);
}

bool tangential_spring_renew(struct tangential_springs *springs, size_t count)
{
    const struct tangential_rows former = springs->now;
    if (!tangential_rows_reserve(&springs->former, count, springs->is_listed))
        return false;
    springs->now = springs->former;
    springs->former = former;
    tangential_rows_clear(&springs->former, springs->former.count);
    springs->now.count = springs->old = 0;
    return true;
}

/** All rows of before with a smaller key are over. */
static void end_before(struct tangential_springs *springs, uint64_t key)
{
    const struct tangential_rows *former = &springs->former;
    struct tangential_taken *taken = &springs->taken;
    for (; springs->old < former->count && former->keys[springs->old] < key; springs->old++) {
        sum_add(&taken->sum, stored(springs, former, springs->old));
        if (springs->is_dashed)
            sum_add(&taken->sum, spent_at(springs, former, springs->old));
        taken->ended[former->keys[springs->old] >> 63] += !springs->is_dashed || former->open[springs->old] > 0;
    }
}

/** The next row, of a contact that may have been there before. Returns that former row, or one of zeros. */
static inline size_t take(struct tangential_springs *springs, uint64_t key)
{
    const struct tangential_rows *former = &springs->former;
    const size_t row = springs->now.count++;
    size_t from = springs->old;
    if (from < former->count && former->keys[from] < key) {
        end_before(springs, key);
        from = springs->old;
    }
    if (from < former->count && former->keys[from] == key)
        springs->old++;
    else
        from = former->count;
    springs->now.keys[row] = key;
    springs->now.open[row] = former->open[from];
    if (!springs->constants.are_alike)
        springs->now.constants[row] =
            former->constants[from].k > 0 ? former->constants[from] : constants_of(springs, key);
    return from;
}

void tangential_spring_take_pairs(struct tangential_springs *springs, const struct pair *pairs, size_t count,
                                  uint32_t *from)
{
    for (size_t p = 0; p < count; p++)
        from[p] = (uint32_t)take(springs, spring_contact_key(pairs[p].a, pairs[p].b));
}

struct vec2 tangential_spring_pull(struct tangential_springs *springs, size_t i, const struct spring_contact *contact,
                                   bool again)
{
    const struct tangential_rows *now = &springs->now;
    struct tangential_row row =
        again ? tangential_rows_get(now, i) : tangential_rows_get(&springs->former, take(springs, contact->key));
    const struct vec2 force = pull(springs, i, contact, &row);
    tangential_rows_put(now, i, &row);
    if (springs->is_dashed)
        now->open[i] = contact->force > 0 ? 2 : now->open[i] > 0;
    return force;
}

void tangential_spring_note(struct tangential_springs *springs)
{
    end_before(springs, UINT64_MAX);
    sum_add(&springs->taken.sum, total(springs->taken.step));
}

/* ---- a step ---- */

void tangential_spring_spend(struct tangential_springs *springs, const struct spring_stretching *how)
{
    tangential_spring_begin(springs, how);
    for (size_t i = 0; i < springs->now.count; i++)
        springs->taken.step[i % TANGENTIAL_SUMS] += spent_at(springs, &springs->now, i);
    tangential_spring_note(springs);
}

void tangential_spring_see(struct tangential_springs *springs, const struct spring_stretching *how)
{
    springs->how = *how;
    for (size_t i = 0; i < springs->now.count; i++) {
        const struct spring_contact bodies = bodies_of(springs, springs->now.keys[i]);
        const struct vec2 push = tangential_rows_get(&springs->now, i).push;
        const struct across_one slip =
            slip_one(relative_motion(springs, &bodies), direction_one(push.x, push.y).n, law_of(springs));
        springs->now.pulls[i].slip = (struct vec2){slip.along, slip.up};
    }
}

void tangential_spring_stage(struct tangential_springs *springs, bool is_first, double weight, double time)
{
    for (size_t i = 0; i < springs->now.count; i++) {
        struct tangential_pull *pull = &springs->now.pulls[i];
        if (is_first) {
            pull->base = tangential_rows_stretch(&springs->now, i);
            pull->gain = (struct vec2){0, 0};
        }
        pull->gain = vec2_add(pull->gain, vec2_scale(weight, pull->slip));
        tangential_rows_set_stretch(&springs->now, i,
                                    vec2_add(pull->base, time < HUGE_VAL ? vec2_scale(time, pull->slip) : pull->gain));
    }
}

void tangential_spring_end_step(struct tangential_springs *springs)
{
    const struct tangential_rows *now = &springs->now;
    for (uint8_t *open = now->open, *end = open + now->count; (open = memchr(open, 1, (size_t)(end - open))); *open = 0)
        springs->taken.ended[now->keys[open - now->open] >> 63]++;
}

void tangential_spring_turn(struct tangential_springs *springs, struct range range, struct vec3 *to,
                            const struct vec3 *from, double time)
{
    const struct tangential_turning *turning = &springs->turning;
    double *restrict spin = turning->spin;
    const double *restrict torque = turning->torque, *restrict yield = turning->yield;
    for (size_t i = range.first; spin && i < range.last; i++)
        spin[i] += time * yield[i] * torque[i];
    for (size_t i = range.first; !spin && i < range.last; i++)
        to[i].z = from[i].z + time * yield[i] * torque[i];
    for (size_t i = range.first; !turning->is_flat && i < range.last; i++) {
        struct vec2 more = vec2_scale(time * yield[i], turning->tilting[i]);
        to[i].x = from[i].x + more.x;
        to[i].y = from[i].y + more.y;
    }
}

/* ---- from run to run ---- */

/** Any contact rubs, and by a law of speed. */
static void look_for_friction(const struct stepper *base, bool *any, bool *by_law)
{
    size_t at = 0;
    for (const struct coefficients *of; (of = scene_next_coefficients(base->scene, &at));) {
        *by_law |= of->rubbing.mu.b > 0;
        *any |= base->w && friction_acts(of->rubbing.mu);
    }
}

static bool turns_flat(const struct scene *scene, const struct world *world)
{
    bool flat = !scene->sliding;
    for (size_t i = 0; i < world->n; i++)
        flat &= world->w[i].x == 0 && world->w[i].y == 0;
    for (size_t c = 0; c < world->n_contacts; c++)
        flat &= world->contacts[c].stretch.y == 0;
    return flat;
}

static void set_constants(struct tangential_springs *springs, const struct damping_ratios *ratios)
{
    const struct scene *scene = springs->base->scene;
    struct tangential_constants *constants = &springs->constants;
    constants->ratios = ratios;
    constants->are_alike = !ratios->surfaces_differ && !ratios->pairs_differ &&
                           scene_are_equal(scene, springs->base->m) && scene_are_equal(scene, scene->inertia);
    constants->alike[0] = constants_of(springs, 0);
    constants->alike[1] = constants_of(springs, spring_contact_key(0, CONTACT_SURFACE));
}

static bool reserve(struct tangential_springs *springs, const struct world *world)
{
    const size_t n = springs->base->n;
    struct tangential_turning *turning = &springs->turning;
    turning->torque = mem_array_aligned(n + 1, sizeof *turning->torque);
    turning->yield = mem_array(n, sizeof *turning->yield);
    if (!springs->is_listed && !(turning->spin = mem_array_aligned(n + 1, sizeof *turning->spin)))
        return false;
    if (!turning->is_flat && !(turning->tilting = mem_array(n, sizeof *turning->tilting)))
        return false;
    return turning->torque && turning->yield &&
           tangential_rows_reserve(&springs->now, world->n_contacts, springs->is_listed);
}

static void take_stretched(struct tangential_springs *springs, const struct world *world)
{
    for (size_t row; (row = springs->now.count) < world->n_contacts; springs->now.count++) {
        const struct world_contact *contact = &world->contacts[row];
        tangential_rows_clear(&springs->now, row);
        springs->now.keys[row] = spring_contact_key(contact->a, contact->b);
        tangential_rows_set_stretch(&springs->now, row, contact->stretch);
    }
}

bool tangential_spring_open(struct tangential_springs *springs, const struct stepper *base, const struct world *world,
                            struct damping_ratios *ratios, bool listed)
{
    bool any = false, by_law = false;
    look_for_friction(base, &any, &by_law);
    if (!any || base->n == 0)
        return true;
    springs->base = base;
    damping_ratios_rub(ratios, base);
    set_constants(springs, ratios);
    springs->is_dashed = ratios->dashed || by_law;
    springs->turning.is_flat = turns_flat(base->scene, world);
    springs->is_listed = listed || !springs->turning.is_flat || by_law;
    if (!reserve(springs, world))
        return false;
    for (size_t i = 0; i < base->n; i++)
        springs->turning.yield[i] = 1 / (base->scene->inertia[i] * base->m[i] * base->r[i]);
    take_stretched(springs, world);
    tangential_spring_share_spins(springs, false);
    return true;
}

void tangential_spring_close(struct tangential_springs *springs)
{
    tangential_rows_close(&springs->now);
    tangential_rows_close(&springs->former);
    free(springs->turning.spin);
    free(springs->turning.torque);
    free(springs->turning.tilting);
    free(springs->turning.yield);
}

void tangential_spring_share_spins(const struct tangential_springs *springs, bool give)
{
    double *spin = springs->turning.spin;
    for (size_t i = 0; spin && i < springs->base->n; i++)
        if (give)
            springs->base->w[i].z = spin[i];
        else
            spin[i] = springs->base->w[i].z;
}

void tangential_spring_energy(const struct tangential_springs *springs, struct sum *energy)
{
    for (size_t i = 0; i < springs->now.count; i++)
        sum_add(energy, stored(springs, &springs->now, i));
}

bool tangential_spring_store(const struct tangential_springs *springs, struct world *world)
{
    world->n_contacts = 0;
    if (!springs->base)
        return true;
    tangential_spring_share_spins(springs, true);
    for (size_t i = 0; i < springs->base->n; i++)
        world->w[i] = springs->base->now.w[i];
    for (size_t i = 0; i < springs->now.count; i++) {
        const struct spring_contact bodies = spring_contact_bodies(springs->now.keys[i]);
        struct world_contact contact = {bodies.a, bodies.b, .stretch = tangential_rows_stretch(&springs->now, i)};
        saved_contacts_name(&springs->base->boundary, &contact);
        if (!world_add_contact(world, contact))
            return false;
    }
    return true;
}
