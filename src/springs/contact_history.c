/*
 * The history of each spring contact, from its first force to its last, for the event log, and the energy that contacts
 * dissipate.
 *
 * A contact begins with the first step that finds a force in it and ends with the last. Without attraction it may end
 * while the bodies still overlap; a force that returns later is another contact. Its row in the event log has
 *
 *     t     the end of the last step with a force, when the bodies have received all of its impulse
 *     u     the normal relative velocity when the force was first seen
 *     j, n  the sum J of its impulses on a, a vector, as -j n: what the bodies have exchanged, to rounding; where
 *           contacts rub, n is the normal when the force was last seen, and J is -j n - jt t, t to the left of n
 *     x, y  the contact point when the force was last seen
 *
 * Dissipation is the work of the force beyond that of the spring, the power (f - k s) w of the dashpot at approach
 * speed w, also where the ban on attraction sets f = 0 and the rest of the spring's energy is given up. A kick by force
 * f over a time h changes the kinetic energy by exactly h f times the mean of w before and after, so this mean makes
 * the balance exact for steps of one kick. A step of several stages evaluates w at each; the difference between that
 * quadrature and the exact work J_step . (mean relative velocity over the step) is added at its end. It matters where
 * damping is not resolved: for e near 0 the dashpot is limited by dt, and stages alone would be off by a fixed part of
 * the energy, whatever dt.
 *
 * Invariant: `open` is in ascending key, as the contacts are; every operation is one walk along both. Cost:
 * O(contacts).
 */
#include "springs/contact_history.h"

#include <stdlib.h>

#include "base/mem.h"
#include "springs/dashpots.h"

/** Impulse on a of the contact's force over a time. */
static struct vec2 impulse_of(const struct spring_contact *contact, double time)
{
    return vec2_scale(time * contact->force, contact->push);
}

static struct contact_record record_new(const struct spring_contact *contact, const struct vec2 *now)
{
    double length = vec2_length(contact->push);
    double approach = spring_contact_approach(contact, now);
    return (struct contact_record){.last = *contact, .first_speed = length > 0 ? -approach / length : 0};
}

/* ---- the end of a contact ---- */

/** Passes the row to the observer. The contact point is in the middle of the overlap, at a wall on the wall. */
static void report(const struct contact_history *history, const struct spring_contacts *contacts,
                   const struct contact_record *record, double t)
{
    const struct spring_contact *last = &record->last;
    struct vec2 normal = spring_contact_normal(last);
    double arm = contacts->base->r[last->a] - (contact_is_ball(last->b) ? 0.5 : 1) * last->overlap;
    double j = vec2_length(record->impulse);
    struct contact contact = {
        .a = (int32_t)last->a,
        .body = last->b,
        .at = vec2_add(last->at, vec2_scale(arm, normal)),
        .n = j > 0 ? (struct vec2){0 - record->impulse.x / j, 0 - record->impulse.y / j} : normal,
        .u = record->first_speed,
        .j = j,
    };
    if (contacts->tangential.base) {
        contact.n = normal;
        contact.j = 0 - vec2_dot(normal, record->impulse);
        contact.jt = 0 - vec2_dot(vec2_left(normal), record->impulse);
        contact.jz = 0 - record->upwards;
    }
    struct contact_event row = boundary_event(&contacts->base->boundary, &contact, t, *history->groups);
    observer_notify(history->observer, &row);
}

static void finish(struct contact_history *history, const struct spring_contacts *contacts,
                   const struct contact_record *record, double t)
{
    if (observer_wants_contacts(history->observer))
        report(history, contacts, record, t);
    ++*history->groups;
    ledger_contact_ends(history->ledger, contact_is_ball(record->last.b));
}

/* ---- records ---- */

/** Advances *at to the record of this key. false: there is none. */
static bool find_record(const struct contact_history *history, uint64_t key, size_t *at)
{
    const struct contact_records *open = &history->open;
    while (*at < open->count && open->items[*at].last.key < key)
        ++*at;
    return *at < open->count && open->items[*at].last.key == key;
}

/** Gives every contact with a force a record, in one walk along records and contacts. Records without a force stay, or,
 *  if `ends`, are reported as finished at time t. false: out of memory. */
static bool renew_records(struct contact_history *history, const struct spring_contacts *contacts,
                          const struct vec2 *now, bool ends, double t)
{
    const struct contact_records former = history->open;
    struct contact_records renewed = history->former;
    if (former.count + contacts->count == 0)
        return true;
    if (!mem_grow(&renewed.items, &renewed.capacity, former.count + contacts->count, sizeof *renewed.items))
        return false;
    renewed.count = 0;
    for (size_t c = 0, old = 0; c < contacts->count || old < former.count;) {
        const struct contact_record *record = old < former.count ? &former.items[old] : NULL;
        const struct spring_contact *contact = c < contacts->count ? &contacts->items[c] : NULL;
        bool is_old = record && (!contact || record->last.key <= contact->key);
        bool is_present = contact && (!record || contact->key <= record->last.key);
        bool has_force = is_present && contact->force > 0;
        if (is_old && ends && !has_force)
            finish(history, contacts, record, t);
        else if (is_old)
            renewed.items[renewed.count++] = *record;
        else if (has_force)
            renewed.items[renewed.count++] = record_new(contact, now);
        old += is_old;
        c += is_present;
    }
    history->open = renewed;
    history->former = former;
    return true;
}

/* ---- impulse and dissipation ---- */

/** In the sums of dashpots.h: a log changes no bit. */
static void add_dissipation(struct contact_history *history, const struct spring_contacts *contacts, double weight,
                            const struct vec2 *before, const struct vec2 *after)
{
    struct dashpot_sums first = {{0}, 0}, last = {{0}, 0};
    for (size_t c = 0; c < contacts->count; c++) {
        const struct spring_contact *contact = &contacts->items[c];
        const double dash = contact->force - contacts->bodies.k * contact->overlap;
        dashpot_sums_add(&first, dash * spring_contact_approach(contact, before));
        dashpot_sums_add(&last, dash * spring_contact_approach(contact, after));
    }
    ledger_contact_took(history->ledger, 0.5 * weight * dashpot_sums_total(&first));
    ledger_contact_took(history->ledger, 0.5 * weight * dashpot_sums_total(&last));
}

static void add_friction(struct contact_record *record, struct vec2 force, double time)
{
    const struct vec2 along = vec2_left(spring_contact_normal(&record->last));
    record->impulse = vec2_add(record->impulse, vec2_scale(time * force.x, along));
    record->upwards += time * force.y;
}

bool contact_history_accumulate(struct contact_history *history, const struct spring_contacts *contacts, double weight,
                                const struct vec2 *before, const struct vec2 *after)
{
    const struct tangential_springs *tangential = &contacts->tangential;
    size_t at = 0;
    if (!history->follows)
        return true;
    for (size_t c = 0; c < contacts->count; c++) {
        const struct spring_contact *contact = &contacts->items[c];
        if (!(contact->force > 0))
            continue;
        if (!find_record(history, contact->key, &at)) {
            if (!renew_records(history, contacts, before, false, 0))
                return false;
            find_record(history, contact->key, &at);
        }
        struct contact_record *record = &history->open.items[at];
        record->last = *contact;
        record->impulse = vec2_add(record->impulse, impulse_of(contact, weight));
        if (tangential->base)
            add_friction(record, tangential->now.pulls[c].force, weight);
        if (history->staged) {
            record->step_impulse = vec2_add(record->step_impulse, impulse_of(contact, weight));
            record->step_work += weight * contact->force * spring_contact_approach(contact, before);
        }
    }
    if (contacts->damped && !tangential->base)
        add_dissipation(history, contacts, weight, before, after);
    return true;
}

void contact_history_balance_stages(struct contact_history *history, const struct spring_contacts *contacts,
                                    const struct vec2 *before, const struct vec2 *after)
{
    for (size_t i = 0; i < history->open.count; i++) {
        struct contact_record *record = &history->open.items[i];
        const struct spring_contact *contact = &record->last;
        struct vec2 sum = vec2_add(spring_contact_relative_velocity(contact, before),
                                   spring_contact_relative_velocity(contact, after));
        if (spring_contacts_listed_zeta(contacts, contact) > 0)
            ledger_contact_took(history->ledger, -0.5 * vec2_dot(record->step_impulse, sum) - record->step_work);
        record->step_impulse = (struct vec2){0, 0};
        record->step_work = 0;
    }
}

/* ---- end of a step ---- */

bool contact_history_renew(struct contact_history *history, const struct spring_contacts *contacts, double t,
                           const struct vec2 *now)
{
    return renew_records(history, contacts, now, true, t);
}

void contact_history_close(struct contact_history *history)
{
    free(history->open.items);
    free(history->former.items);
}
