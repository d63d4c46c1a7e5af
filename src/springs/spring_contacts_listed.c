/*
 * Contacts one by one: with their damped and tangential forces, where a log, friction that depends on speed, damping
 * beside friction of the table, spins about horizontal axes, surfaces that move or the stages of a step need them so.
 *
 * Other contacts that rub are not listed but for those with surfaces. Pairs have a row each (tangential_spring.h), in
 * the order in which the Verlet list gives them, and four at a time get their forces by the operations of the listed
 * path, to the same bits: a third of its time. The work of dashpots and the count of contacts that push come from the
 * rows, with a log, too, so that a log changes no bit of them.
 */
#include "base/mem.h"
#include "base/min_max.h"
#include "base/simd.h"
#include "contact/spring.h"
#include "springs/contact_law.h"
#include "springs/spring_contacts.h"
#include "springs/spring_kernel.h"

double spring_contacts_listed_zeta(const struct spring_contacts *contacts, const struct spring_contact *contact)
{
    return damping_ratios_of(&contacts->ratios, contact->a, contact->b)->normal;
}

/** Argument of the thread pool. */
struct search {
    struct spring_contacts *contacts;
    const struct vec2 *x;
};

static void find_part(void *context, size_t number)
{
    const struct search *search = context;
    struct spring_contacts *contacts = search->contacts;
    contacts->parts[number].touching = verlet_list_touching(contacts->list, number, search->x, false);
}

/** Of a part's pairs, those that rub by four. */
static size_t by_four(const struct spring_contacts *contacts, const struct spring_part *part)
{
    return contacts->listed ? 0 : part->touching->n_local / F64X4_LANES * F64X4_LANES;
}

static inline void list(struct spring_contacts *contacts, struct spring_contact contact)
{
    const double *r = contacts->base->r;
    double smaller = contact_is_ball(contact.b) ? double_min(r[contact.b], r[contact.a]) : r[contact.a];
    contacts->deepest = double_max(contact.overlap / smaller, contacts->deepest);
    contact.damping = dashpots_damping(&contacts->ratios, contacts->base, contact.a, contact.b);
    contacts->items[contacts->count++] = contact;
}

static void list_at_surfaces(struct spring_contacts *contacts, const struct near_surfaces_list *near,
                             const struct vec2 *x)
{
    for (size_t w = 0; w < near->count; w++) {
        struct spring_contact found[2];
        const size_t n = spring_contacts_of_near(contacts, near, w, x, found);
        for (size_t c = 0; c < n; c++)
            list(contacts, found[c]);
    }
}

/** Parts are ranges of indices, so their contacts one after another are in order. Pairs that rub by four are not
 *  listed. All that rub get room for their rows. */
static bool list_contacts(struct spring_contacts *contacts, const struct vec2 *x)
{
    size_t n = contacts->count = 0;
    thread_pool_run(contacts->pool, contacts->n_parts, find_part, &(struct search){contacts, x});
    for (size_t p = 0; p < contacts->n_parts; p++)
        n += contacts->parts[p].touching->n_local + 2 * contacts->parts[p].touching->surfaces->count;
    if (!mem_grow(&contacts->items, &contacts->capacity, n, sizeof *contacts->items) ||
        (contacts->tangential.base && !tangential_spring_renew(&contacts->tangential, n)))
        return false;
    for (size_t p = 0; p < contacts->n_parts; p++)
        for (size_t c = by_four(contacts, &contacts->parts[p]); c < contacts->parts[p].touching->n_local; c++)
            list(contacts, spring_contacts_of_pair(contacts, contacts->parts[p].touching->local[c], x));
    for (size_t p = 0; p < contacts->n_parts; p++)
        list_at_surfaces(contacts, contacts->parts[p].touching->surfaces, x);
    return true;
}

/** Sets the force of a contact along its push. */
static void set_force(const struct spring_contacts *contacts, struct spring_contact *contact, const struct vec2 *v)
{
    const double elastic = contact->overlap * contacts->bodies.k;
    const struct vec2 u = spring_contact_relative_velocity(contact, v);
    contact->force = normal_force_one(elastic, contact->damping, (struct vector_one){contact->push.x, contact->push.y},
                                      (struct vector_one){u.x, u.y});
}

/** Adds a contact's force, and what it pulls besides, to those on its balls and walls. */
static void give(struct spring_contacts *contacts, struct spring_contact *contact, struct vec2 pull)
{
    const double x = contact->force * contact->push.x + pull.x, y = contact->force * contact->push.y + pull.y;
    contact->given = (struct vec2){x, y};
    struct vec2 *force = contacts->force;
    force[contact->a].x += x;
    force[contact->a].y += y;
    if (contact_is_ball(contact->mover)) {
        force[contact->mover].x -= x;
        force[contact->mover].y -= y;
    }
}

/* ---- contacts that rub ---- */

enum { AT_ONCE = 256 }; /* pairs whose rows no cache drops between taking and using them; a multiple of four */

/** A push under way. */
struct pushing {
    struct spring_contacts *contacts;
    const struct state *state;
    struct spring_kernel_friction friction; /* its `row` goes on over all contacts */
    size_t item;                            /* the next that is listed */
    bool again;                             /* the contacts have their rows */
};

/** Pushes the next contacts that are listed. @param end of those */
static void push_listed(struct pushing *pushing, size_t end)
{
    for (; pushing->item < end; pushing->item++) {
        struct spring_contact *contact = &pushing->contacts->items[pushing->item];
        set_force(pushing->contacts, contact, pushing->state->v);
        give(pushing->contacts, contact,
             tangential_spring_pull(pushing->friction.springs, pushing->friction.row++, contact, pushing->again));
    }
}

/** Pushes the pairs of a part. */
static void push_part(struct pushing *pushing, const struct spring_part *part)
{
    const struct spring_contacts *contacts = pushing->contacts;
    const size_t fours = by_four(contacts, part);
    for (size_t p = 0; p < fours; p += AT_ONCE) {
        const size_t count = fours - p < AT_ONCE ? fours - p : AT_ONCE;
        const struct spring_pairs pairs = {part->touching->local + p, count, 0, (uint32_t)contacts->base->n};
        if (!pushing->again)
            tangential_spring_take_pairs(pushing->friction.springs, pairs.pairs, count, pushing->friction.from);
        spring_kernel_push_with_friction(&contacts->bodies, &pairs, pushing->again ? NULL : pushing->state->x,
                                         &pushing->friction);
    }
    push_listed(pushing, pushing->item + part->touching->n_local - fours);
}

static __attribute__((noinline)) void push_rubbing(struct spring_contacts *contacts, const struct state *state,
                                                   const struct spring_stretching *how, bool again)
{
    uint32_t from[AT_ONCE];
    struct tangential_springs *tangential = &contacts->tangential;
    struct pushing pushing = {
        contacts, state, {tangential, 0, from, state->v, contacts->force, contacts->deepest}, 0, again};
    tangential_spring_begin(tangential, how ? how : &(struct spring_stretching){.v = state->v, .w = state->w});
    for (size_t p = 0; p < contacts->n_parts; p++)
        push_part(&pushing, &contacts->parts[p]);
    push_listed(&pushing, contacts->count);
    contacts->deepest = pushing.friction.deepest;
    tangential_spring_note(tangential);
}

/* ---- all contacts ---- */

/** @param again the contacts are those of the last time, and so are the centres */
static void push(struct spring_contacts *contacts, const struct state *state, const struct spring_stretching *how,
                 bool again)
{
    if (!contacts->cleared)
        spring_contacts_clear(contacts, (struct range){0, contacts->base->n});
    if (contacts->base->boundary.pistons)
        memset(contacts->force + state_wall(contacts->base->n, 0), 0, TABLE_WALLS * sizeof *contacts->force);
    contacts->cleared = false;
    if (contacts->tangential.base)
        push_rubbing(contacts, state, how, again);
    else
        for (size_t c = 0; c < contacts->count; c++) {
            set_force(contacts, &contacts->items[c], state->v);
            give(contacts, &contacts->items[c], (struct vec2){0, 0});
        }
}

static void push_again(struct spring_contacts *contacts, const struct state *state, const struct spring_stretching *how)
{
    push(contacts, state, how, true);
}

static bool find(struct spring_contacts *contacts, const struct state *state, bool trial,
                 const struct spring_stretching *how)
{
    double *deepest = &contacts->parts[0].counts.deepest;
    contacts->deepest = *deepest;
    if (!list_contacts(contacts, state->x))
        return false;
    push(contacts, state, how, false);
    for (size_t p = 0; contacts->deepest >= 2 && p < contacts->n_parts; p++)
        spring_contacts_find_one_place(contacts, &contacts->parts[p], state->x);
    if (!trial)
        *deepest = contacts->deepest;
    return true;
}

static void spend(struct spring_contacts *contacts, const struct spring_stretching *how)
{
    tangential_spring_spend(&contacts->tangential, how);
}

static void end_step(struct spring_contacts *contacts)
{
    tangential_spring_end_step(&contacts->tangential);
}

/* Where contacts do not rub, the history counts what dashpots take. */
const struct spring_path spring_contacts_listed = {find, push_again, spring_contacts_spend_nothing,
                                                   spring_contacts_end_nothing},
                         spring_contacts_listed_rubbing = {find, push_again, spend, end_step};
