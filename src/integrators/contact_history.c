/*
 * A contact begins with the first step that finds a force in it and ends with the last; without attraction it may end
 * while the bodies still overlap, and if the force comes back that is another contact. Its row in the event log tells
 *
 *     t        the end of the last step in which it had a force, at which the balls have all of its impulse
 *     u        normal relative velocity when the force was first seen
 *     j        sum of its impulses, the magnitude of each
 *     x, y, n  contact point and normal when the force was last seen
 *
 * Dissipation is what the force does beyond that of the spring: the power (f - k s) w of the dashpot at approach speed
 * w, also where the ban on attraction sets f = 0 and the rest of the spring's energy is given up. For a kick by force f
 * over a time h, which changes the kinetic energy by exactly h f times the mean of w before and after, the mean of both
 * makes the balance of kinetic energy exact, however large the step.
 *
 * Invariant: `open` is in ascending key, as the contacts are; every operation is one walk along both.
 */
#include "integrators/contact_history.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* ---- opening ---- */

/** Length of the contact's direction, which is below 1 by the softening. */
static double push_length(const struct spring_contact *contact)
{
    return sqrt(contact->push_x * contact->push_x + contact->push_y * contact->push_y);
}

static struct contact_record record_new(const struct spring_contact *contact, const struct vec2 *now)
{
    double length = push_length(contact);
    double approach = spring_contacts_approach(contact, now);
    return (struct contact_record){.last = *contact, .first_speed = length > 0 ? -approach / length : 0};
}

/** Moves *at forward to the record of this key. false: there is none. */
static bool find_record(const struct contact_history *history, uint64_t key, size_t *at)
{
    while (*at < history->count && history->open[*at].last.key < key)
        ++*at;
    return *at < history->count && history->open[*at].last.key == key;
}

/** How many contacts have a force but no record yet. */
static size_t unrecorded(const struct contact_history *history, const struct spring_contacts *contacts)
{
    size_t missing = 0, at = 0;
    for (size_t c = 0; c < contacts->count; c++)
        missing += !find_record(history, contacts->items[c].key, &at) && contacts->items[c].force > 0;
    return missing;
}

/** Merges the missing records in, from the back, so that one array is enough: open[0..old) waits to be moved up to
 *  open[..slot); once slot meets old, the rest is in its place. */
static void merge_missing(struct contact_history *history, size_t missing, const struct spring_contacts *contacts,
                          const struct vec2 *now)
{
    struct contact_record *open = history->open;
    size_t old = history->count, slot = old + missing, c = contacts->count;
    history->count = slot;
    while (slot > old) {
        const struct spring_contact *contact = &contacts->items[c - 1];
        if (!(contact->force > 0)) {
            c--;
        } else if (old > 0 && open[old - 1].last.key >= contact->key) {
            c -= open[old - 1].last.key == contact->key;
            open[--slot] = open[--old];
        } else {
            open[--slot] = record_new(contact, now);
            c--;
        }
    }
}

/** Gives every contact that has a force a record. */
static bool open_records(struct contact_history *history, const struct spring_contacts *contacts,
                         const struct vec2 *now)
{
    size_t missing = unrecorded(history, contacts);
    if (missing == 0)
        return true;
    void *open = history->open;
    bool grown = mem_grow(&open, &history->capacity, history->count + missing, sizeof *history->open);
    history->open = open;
    if (grown)
        merge_missing(history, missing, contacts, now);
    return grown;
}

/* ---- booking ---- */

static void book_dissipation(struct contact_history *history, const struct spring_contacts *contacts, double weight,
                             const struct vec2 *before, const struct vec2 *after)
{
    for (size_t c = 0; c < contacts->count; c++) {
        const struct spring_contact *contact = &contacts->items[c];
        double approach = 0.5 * (spring_contacts_approach(contact, before) + spring_contacts_approach(contact, after));
        sum_add(&history->lost, weight * (contact->force - contacts->k * contact->overlap) * approach);
    }
}

bool contact_history_accumulate(struct contact_history *history, const struct spring_contacts *contacts, double weight,
                                const struct vec2 *before, const struct vec2 *after)
{
    size_t at = 0;
    for (size_t c = 0; c < contacts->count; c++) {
        const struct spring_contact *contact = &contacts->items[c];
        if (!(contact->force > 0))
            continue;
        if (!find_record(history, contact->key, &at)) {
            if (!open_records(history, contacts, before))
                return false;
            find_record(history, contact->key, &at);
        }
        history->open[at].last = *contact;
        history->open[at].impulse += weight * contact->force * push_length(contact);
    }
    if (contacts->damped)
        book_dissipation(history, contacts, weight, before, after);
    return true;
}

/* ---- settling ---- */

/** Unit normal from a to b or into the wall; where two centres coincide, +x. */
static void set_normal(struct contact_event *event, const struct spring_contact *contact)
{
    double length = push_length(contact);
    event->nx = length > 0 ? -contact->push_x / length : 1;
    event->ny = length > 0 ? -contact->push_y / length : 0;
}

/** Tells the observer; the contact point is in the middle of the overlap, on a wall it is the wall's. */
static void report(const struct contact_history *history, const struct spring_contacts *contacts,
                   const struct contact_record *record, double t)
{
    const struct spring_contact *last = &record->last;
    bool ball = last->kind == CONTACT_BALL;
    struct contact_event event = {
        .t = t,
        .group = history->groups,
        .kind = last->kind,
        .a = last->a,
        .b = ball ? (int64_t)last->b : -1,
        .u = record->first_speed,
        .j = record->impulse,
    };
    set_normal(&event, last);
    double arm = contacts->r[last->a] - (ball ? 0.5 : 1) * last->overlap;
    event.x = last->at_x + arm * event.nx;
    event.y = last->at_y + arm * event.ny;
    history->observer->contact(history->observer->context, &event);
}

static void finish(struct contact_history *history, const struct spring_contacts *contacts,
                   const struct contact_record *record, double t)
{
    if (history->observer && history->observer->contact)
        report(history, contacts, record, t);
    history->groups++;
    if (record->last.kind == CONTACT_BALL)
        history->counters.ball++;
    else
        history->counters.wall++;
}

/** Finishes the open contacts that have no force now and closes up the rest. */
static void close_records(struct contact_history *history, const struct spring_contacts *contacts, double t)
{
    size_t kept = 0, c = 0;
    for (size_t slot = 0; slot < history->count; slot++) {
        const struct contact_record *record = &history->open[slot];
        while (c < contacts->count && contacts->items[c].key < record->last.key)
            c++;
        bool present = c < contacts->count && contacts->items[c].key == record->last.key;
        if (!present || !(contacts->items[c].force > 0))
            finish(history, contacts, record, t);
        else if (kept++ != slot)
            history->open[kept - 1] = *record;
    }
    history->count = kept;
}

static void note_overlaps(struct contact_history *history, const struct spring_contacts *contacts)
{
    for (size_t c = 0; c < contacts->count; c++) {
        const struct spring_contact *contact = &contacts->items[c];
        double smaller = contacts->r[contact->a];
        if (contact->kind == CONTACT_BALL && contacts->r[contact->b] < smaller)
            smaller = contacts->r[contact->b];
        double depth = contact->overlap / smaller;
        if (depth > history->counters.overlap)
            history->counters.overlap = depth;
    }
}

bool contact_history_end_step(struct contact_history *history, const struct spring_contacts *contacts, double t,
                              const struct vec2 *now)
{
    close_records(history, contacts, t);
    note_overlaps(history, contacts);
    return open_records(history, contacts, now);
}

void contact_history_counters(const struct contact_history *history, struct counters *counters)
{
    *counters = history->counters;
    counters->lost = sum_value(history->lost);
}

void contact_history_close(struct contact_history *history)
{
    free(history->open);
}
