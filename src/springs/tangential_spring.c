/*
 * Tangential springs: their rows from look to look, what a step does to them, and the forces of contacts that are
 * looked at one by one; spring_kernel.c has those of four at once. The law is in contact_law.h, the constants are in
 * tangential_constants.c, and what the torques do is in tangential_turning.c.
 */
#include "springs/tangential_spring.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "contact/friction.h"
#include "contact/spring.h"
#include "springs/contact_law.h"
#include "surfaces/saved_contacts.h"

/* ---- one contact ---- */

static struct contact_law law_of(const struct tangential_springs *springs)
{
    return (struct contact_law){springs->turning.is_flat, springs->rolls, springs->how.stretch, springs->how.time};
}

/** @param v velocities of centres */
static inline struct motion_one relative_motion(const struct tangential_springs *springs,
                                                const struct spring_contact *bodies, const struct vec2 *velocities)
{
    const struct vec2 v = spring_contact_relative_velocity(bodies, velocities);
    const double *r = springs->base->r;
    const struct vec3 a = springs->how.w[bodies->a];
    struct motion_one motion = {{v.x, v.y}, r[bodies->a] * a.x, r[bodies->a] * a.y, r[bodies->a] * a.z, 0};
    double turning = a.z;
    if (contact_is_ball(bodies->b)) {
        const struct vec3 b = springs->how.w[bodies->b];
        turning -= b.z;
        motion.x += r[bodies->b] * b.x;
        motion.y += r[bodies->b] * b.y;
        motion.z += r[bodies->b] * b.z;
    }
    if (springs->rolls)
        motion.roll = tangential_constants_arms(springs->base, bodies->a, bodies->b).roll * turning;
    return motion;
}

/** What dashpots and the limit of friction have taken until now beside `power`. */
static double spent(const struct tangential_springs *springs, const struct tangential_row *row,
                    const struct spring_contact *bodies)
{
    if (springs->how.weight == 0)
        return 0;
    const struct motion_one motion = relative_motion(springs, bodies, springs->how.spent);
    const struct vector_one n = {row->n.x, row->n.y};
    const struct dash_one dash = {row->normal, {row->across.x, row->across.y}, row->dash_roll};
    const struct contact_law law = law_of(springs);
    return springs->how.weight * power_one(dash, n, &motion, slip_one(motion, n, law), law);
}

/** The bodies of a row whose contact is not at hand. */
static struct spring_contact bodies_of(const struct tangential_springs *springs, uint64_t key, struct vec2 push)
{
    struct spring_contact bodies = spring_contact_bodies(key);
    bodies.mover = stepper_mover(springs->base, bodies.b);
    if (!contact_is_ball(bodies.mover))
        bodies.v = boundary_velocity(&springs->base->boundary, bodies.b, (struct vec2){0 - push.x, 0 - push.y});
    return bodies;
}

/** The same of a row whose contact is not at hand. */
static double spent_at(const struct tangential_springs *springs, const struct tangential_rows *rows, size_t i)
{
    const struct tangential_row row = tangential_rows_get(rows, i);
    const struct spring_contact bodies = bodies_of(springs, rows->keys[i], row.push);
    return spent(springs, &row, &bodies);
}

static double stored(const struct tangential_springs *springs, const struct tangential_rows *rows, size_t row)
{
    const struct vec2 stretch = tangential_rows_stretch(rows, row);
    const double tangential = 0.5 * tangential_constants_at(&springs->constants, rows, row).k *
                              (stretch.x * stretch.x + stretch.y * stretch.y);
    if (!springs->rolls)
        return tangential;
    const double roll = *tangential_rows_at(rows, ROW_ROLL, row);
    return tangential + 0.5 * tangential_constants_rolling_at(&springs->constants, rows, row).k * roll * roll;
}

/** The normal force with an even fall, of which friction and rolling resistance hold a part. */
static double holding(const struct tangential_springs *springs, const struct spring_contact *contact,
                      const struct motion_one *motion, double size)
{
    const struct stepper *base = springs->base;
    const double falls = tangential_constants_falls(base->m, contact->a, contact->b);
    const struct vec2 due = springs->how.due;
    return size * normal_force_one(contact->overlap * base->scene->k, contact->damping,
                                   (struct vector_one){contact->push.x, contact->push.y},
                                   (struct vector_one){motion->v.x + falls * due.x, motion->v.y + falls * due.y});
}

/** The most that friction holds. @param normal force */
static double most_of(const struct tangential_springs *springs, const struct spring_contact *contact, double normal,
                      struct across_one slip)
{
    const struct stepper *base = springs->base;
    const struct friction mu = boundary_coefficients(&base->boundary, base->scene, contact->a, contact->b)->rubbing.mu;
    const struct contact_law law = law_of(springs);
    return (mu.b > 0 ? friction_coefficient(mu, length_one(slip, law)) : mu.a) * normal;
}

/** How the spring of a row is stretched now. @param turned cosine of the angle by which the normal has turned */
static struct stretching_one stretching_of(struct spring_constants of, const struct tangential_row *row,
                                           struct contact_law law, struct across_one slip, double turned)
{
    struct stretching_one s = {of.k, of.c, {row->stretch.x, row->stretch.y}, {0, 0}, slip, 1, 0};
    if (law.stretch == SPRING_STRETCHES) {
        s.gain = (struct across_one){law.time * slip.along, law.time * slip.up};
        s.turned = turned;
    } else if (law.stretch == SPRING_STAGED) {
        s.from = (struct across_one){row->pull.base.x, row->pull.base.y};
        s.gain = (struct across_one){row->pull.gain.x, row->pull.gain.y};
    }
    return s;
}

/** The spring against rolling of row i, as it becomes; the force is that on a. @param normal force */
static struct spring_one resist(struct tangential_springs *springs, size_t i, const struct spring_contact *contact,
                                struct tangential_row *row, const struct motion_one *motion, double normal)
{
    const struct stepper *base = springs->base;
    const struct contact_law law = law_of(springs);
    const struct rolling_constants of = tangential_constants_rolling_at(&springs->constants, &springs->now, i);
    const double mu = contact_is_ball(contact->b)
                          ? of.mu
                          : boundary_coefficients(&base->boundary, base->scene, contact->a, contact->b)->mu_roll;
    struct rolling_one rolling = {.from = row->roll};
    if (law.stretch == SPRING_STRETCHES) {
        rolling.gain = law.time * motion->roll;
    } else if (law.stretch == SPRING_STAGED) {
        rolling.from = row->pull.roll_base;
        rolling.gain = row->pull.roll_gain;
    }
    if (tangential_spring_feels(springs))
        row->rolling = motion->roll;
    rolling.velocity = row->rolling;
    const struct spring_one spring =
        roll_one((struct resistance_one){of.k, of.c, of.mu}, rolling, mu * normal, law, SIMD_BASELINE);
    row->pull.rolling = motion->roll;
    if (law.stretch != SPRING_STAYS)
        row->roll = spring.stretch.along;
    row->dash_roll = spring.force.along + of.k * spring.stretch.along;
    return spring;
}

/** What dashpots and the limit of friction do. */
static void set_dash(struct tangential_springs *springs, size_t i, struct tangential_row *row, struct dash_one dash,
                     double power)
{
    row->normal = dash.normal;
    row->across = (struct vec2){dash.across.along, dash.across.up};
    springs->taken.power[i % TANGENTIAL_SUMS] += power;
}

/** The force of the contact of row i on a; adds the torques. @param row so far, and then as it has become
 *  @param again in the same direction */
static struct vec2 pull(struct tangential_springs *springs, size_t i, const struct spring_contact *contact,
                        struct tangential_row *row, bool again)
{
    const struct contact_law law = law_of(springs);
    const struct motion_one motion = relative_motion(springs, contact, springs->how.v);
    const struct vector_one was = {row->n.x, row->n.y};
    const struct direction_one is = again ? (struct direction_one){{row->push.x, row->push.y}, was, row->size}
                                          : direction_one(contact->push.x, contact->push.y);
    double *lost = &springs->taken.step[i % TANGENTIAL_SUMS];
    if (springs->is_dashed)
        *lost += spent(springs, row, contact);
    row->push = contact->push;
    row->n = (struct vec2){is.n.x, is.n.y};
    row->size = is.size;
    const struct across_one slip = slip_one(motion, is.n, law);
    struct stretching_one s = stretching_of(tangential_constants_at(&springs->constants, &springs->now, i), row, law,
                                            slip, is.n.x * was.x + is.n.y * was.y);
    const double normal = holding(springs, contact, &motion, is.size);
    s.most = most_of(springs, contact, normal, slip);
    const struct spring_one spring = stretch_one(&s, law, SIMD_BASELINE);
    row->pull.slip = (struct vec2){slip.along, slip.up};
    row->pull.force = (struct vec2){spring.force.along, spring.force.up};
    if (law.stretch != SPRING_STAYS) {
        row->stretch = (struct vec2){spring.stretch.along, spring.stretch.up};
        *lost += spring.lost;
    }
    double torque_a = spring.force.along, torque_b = torque_a;
    if (springs->rolls) {
        const struct arms_one arms = tangential_constants_arms(springs->base, contact->a, contact->b);
        const struct spring_one against = resist(springs, i, contact, row, &motion, normal);
        torque_a += arms.a * against.force.along;
        torque_b -= arms.b * against.force.along;
        *lost += law.stretch != SPRING_STAYS ? against.lost : 0;
    }
    if (springs->is_dashed) {
        const double elastic = contact->overlap * springs->base->scene->k;
        struct dash_one dash = dash_one(contact->force, elastic, is.size, s.k, &spring);
        dash.roll = row->dash_roll;
        set_dash(springs, i, row, dash, power_one(dash, is.n, &motion, slip, law));
    }
    tangential_turning_add(&springs->turning, contact->a, row->n, spring.force.up, torque_a);
    if (contact_is_ball(contact->b))
        tangential_turning_add(&springs->turning, contact->b, row->n, spring.force.up, torque_b);
    return (struct vec2){spring.force.along * (0 - is.n.y), spring.force.along * is.n.x};
}

/* ---- a push ---- */

static double total(const double sums[TANGENTIAL_SUMS])
{
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void tangential_spring_begin(struct tangential_springs *springs, const struct spring_stretching *how)
{
    struct tangential_taken *taken = &springs->taken;
    springs->how = *how;
    if (!how->spent)
        springs->how.spent = how->v;
    sum_add(&taken->sum, how->weight * total(taken->power));
    memset(taken->power, 0, sizeof taken->power);
    memset(taken->step, 0, sizeof taken->step);
}

bool tangential_spring_renew(struct tangential_springs *springs, size_t count)
{
    const struct tangential_rows former = springs->now;
    if (!tangential_rows_reserve(&springs->former, count, springs->is_listed, springs->rolls))
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

/** The next row, of a contact that may have been there before. Returns that former row, or that of a new contact. */
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
        tangential_constants_enter(&springs->constants, &springs->now, row, former, from);
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
    const struct vec2 force = pull(springs, i, contact, &row, again);
    tangential_rows_put(now, i, &row);
    if (springs->is_dashed)
        now->open[i] = contact->force > 0 ? 2 : now->open[i] > 0;
    return force;
}

void tangential_spring_note(struct tangential_springs *springs)
{
    end_before(springs, UINT64_MAX);
    sum_add(&springs->taken.sum, total(springs->taken.step));
    springs->feels = springs->staged;
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
        const struct tangential_row row = tangential_rows_get(&springs->now, i);
        const struct spring_contact bodies = bodies_of(springs, springs->now.keys[i], row.push);
        const struct motion_one motion = relative_motion(springs, &bodies, how->v);
        const struct across_one slip = slip_one(motion, (struct vector_one){row.n.x, row.n.y}, law_of(springs));
        springs->now.pulls[i].slip = (struct vec2){slip.along, slip.up};
        springs->now.pulls[i].rolling = motion.roll;
    }
}

/** tangential_spring_stage() of the spring against rolling. */
static void roll_stage(struct tangential_springs *springs, size_t i, bool is_first, double weight, double time)
{
    struct tangential_pull *pull = &springs->now.pulls[i];
    double *roll = tangential_rows_at(&springs->now, ROW_ROLL, i);
    if (is_first) {
        pull->roll_base = *roll;
        pull->roll_gain = 0;
    }
    pull->roll_gain += weight * pull->rolling;
    *roll = pull->roll_base + (time < HUGE_VAL ? time * pull->rolling : pull->roll_gain);
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
        if (springs->rolls)
            roll_stage(springs, i, is_first, weight, time);
    }
}

void tangential_spring_end_step(struct tangential_springs *springs)
{
    const struct tangential_rows *now = &springs->now;
    for (uint8_t *open = now->open, *end = open + now->count; (open = memchr(open, 1, (size_t)(end - open))); *open = 0)
        springs->taken.ended[now->keys[open - now->open] >> 63]++;
}

/* ---- from run to run ---- */

/** Any contact rubs, and by a law of speed. */
static void look_for_friction(const struct stepper *base, bool *any, bool *by_law)
{
    size_t at = 0;
    for (const struct coefficients *of; (of = scene_next_coefficients(base->scene, &at));) {
        *by_law |= of->rubbing.mu.b > 0;
        *any |= base->w && (friction_acts(of->rubbing.mu) || of->mu_roll > 0);
    }
}

static bool turns_flat(const struct scene *scene, const struct world *world)
{
    if (scene_resists_rolling(scene)) /* all other turning is refused */
        return true;
    bool flat = !scene->sliding;
    for (size_t i = 0; i < world->n; i++)
        flat &= world->w[i].x == 0 && world->w[i].y == 0;
    for (size_t c = 0; c < world->n_contacts; c++)
        flat &= world->contacts[c].stretch.y == 0;
    return flat;
}

static void take_stretched(struct tangential_springs *springs, const struct world *world)
{
    for (size_t row; (row = springs->now.count) < world->n_contacts; springs->now.count++) {
        const struct world_contact *contact = &world->contacts[row];
        tangential_rows_clear(&springs->now, row);
        springs->now.keys[row] = spring_contact_key(contact->a, contact->b);
        tangential_rows_set_stretch(&springs->now, row,
                                    (struct vec2){contact->stretch.x, springs->rolls ? 0 : contact->stretch.y});
        if (springs->rolls) {
            *tangential_rows_at(&springs->now, ROW_ROLL, row) = contact->roll;
            *tangential_rows_at(&springs->now, ROW_ROLLING, row) = contact->stretch.y;
        }
    }
}

bool tangential_spring_open(struct tangential_springs *springs, const struct stepper *base, const struct world *world,
                            struct damping_ratios *ratios, bool listed, bool staged)
{
    bool any = false, by_law = false;
    look_for_friction(base, &any, &by_law);
    if (!any || base->n == 0)
        return true;
    springs->base = base;
    springs->rolls = scene_resists_rolling(base->scene);
    springs->staged = staged;
    springs->feels = staged || world->n_contacts == 0;
    damping_ratios_rub(ratios, base);
    springs->constants = tangential_constants_of(base, ratios, springs->rolls);
    const bool is_flat = turns_flat(base->scene, world), resisted = ratios->damped || base->scene->gamma_roll > 0;
    springs->is_dashed = ratios->dashed || by_law || (springs->rolls && resisted); /* gamma_roll in place of damping */
    springs->is_listed = listed || !is_flat || by_law;
    if (!tangential_turning_open(&springs->turning, base, is_flat) ||
        !tangential_rows_reserve(&springs->now, world->n_contacts, springs->is_listed, springs->rolls))
        return false;
    take_stretched(springs, world);
    return true;
}

void tangential_spring_close(struct tangential_springs *springs)
{
    tangential_rows_close(&springs->now);
    tangential_rows_close(&springs->former);
    tangential_turning_close(&springs->turning);
}

void tangential_spring_energy(const struct tangential_springs *springs, struct sum *energy)
{
    for (size_t i = 0; i < springs->now.count; i++)
        sum_add(energy, stored(springs, &springs->now, i));
}

/** What of rolling goes on from a saved state: also the velocity that a dashpot has felt, which no later one tells. */
static void store_rolling(const struct tangential_springs *springs, size_t row, struct world_contact *contact)
{
    contact->roll = *tangential_rows_at(&springs->now, ROW_ROLL, row);
    if (!springs->staged && tangential_constants_rolling_at(&springs->constants, &springs->now, row).c > 0)
        contact->stretch.y = *tangential_rows_at(&springs->now, ROW_ROLLING, row);
}

bool tangential_spring_store(const struct tangential_springs *springs, struct world *world)
{
    world->n_contacts = 0;
    if (!springs->base)
        return true;
    for (size_t i = 0; i < springs->now.count; i++) {
        const struct spring_contact bodies = spring_contact_bodies(springs->now.keys[i]);
        struct world_contact contact = {bodies.a, bodies.b, .stretch = tangential_rows_stretch(&springs->now, i)};
        if (springs->rolls)
            store_rolling(springs, i, &contact);
        saved_contacts_name(&springs->base->boundary, &contact);
        if (!world_add_contact(world, contact))
            return false;
    }
    return true;
}
