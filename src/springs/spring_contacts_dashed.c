/*
 * Contacts with dashpots that do not rub, where no one asks for them one by one: forces of pairs four at a time, on
 * several threads, to the bits of the listed path (spring_contacts_listed.c) in a third of its time. What is kept of
 * them says dashpots.h. Contacts with surfaces, which are few, are looked at one by one.
 */
#include "base/min_max.h"
#include "springs/contact_law.h"
#include "springs/spring_contacts.h"
#include "springs/spring_kernel.h"

/** Argument of the thread pool. */
struct looking {
    struct spring_contacts *contacts;
    const struct state *state;
    const struct spring_stretching *how; /* NULL: nothing has been spent */
};

static void find_part(void *context, size_t number)
{
    const struct looking *looking = context;
    struct spring_contacts *contacts = looking->contacts;
    contacts->parts[number].touching = verlet_list_touching(contacts->list, number, looking->state->x, false);
}

static void clear(struct spring_contacts *contacts, const struct verlet_touching *touching)
{
    if (!contacts->cleared)
        spring_contacts_clear(contacts, (struct range){touching->first, touching->last});
}

/* ---- surfaces ---- */

/** Sets the force of a contact at these velocities and adds it; a contact that pushes is open. */
static void push_at(struct spring_contacts *contacts, const struct near_surfaces_list *near,
                    struct dashpot_at_surface *at, const struct vec2 *felt, const struct vec2 *v)
{
    struct spring_contact *contact = &at->contact;
    const struct vec2 u = spring_contact_relative_velocity(contact, felt);
    const double elastic = contact->overlap * contacts->bodies.k;
    contact->force = normal_force_one(elastic, contact->damping, (struct vector_one){contact->push.x, contact->push.y},
                                      (struct vector_one){u.x, u.y});
    at->dash = contact->force - elastic;
    at->power = at->dash * spring_contact_approach(contact, v);
    struct vec2 *force = &contacts->force[contact->a];
    *force = vec2_add(*force, vec2_scale(contact->force, contact->push));
    if (contact->force > 0)
        near->sides[at->near] |= (uint8_t)(1U << at->side);
}

/** Of the sides of a near surface with open contacts, those that the ball has left are over. */
static void end_left(struct dashpot_part *part, const struct near_surfaces_list *near, size_t p, unsigned sides)
{
    for (unsigned left = near->sides[p] & ~sides; left; left &= left - 1)
        part->ended[1]++;
    near->sides[p] &= (uint8_t)sides;
}

static double push_surfaces(const struct looking *looking, struct dashpot_part *part,
                            const struct near_surfaces_list *near, double deepest)
{
    struct spring_contacts *contacts = looking->contacts;
    const struct state *state = looking->state;
    for (size_t p = 0; p < near->count; p++) {
        const unsigned sides = spring_contacts_sides(contacts, near, p, state->x);
        const struct pair pair = near->items[p];
        end_left(part, near, p, sides);
        for (uint32_t side = 0; sides >> side; side++) {
            if (!(sides >> side & 1))
                continue;
            struct dashpot_at_surface *at = &part->now.surfaces[part->now.n_surfaces++];
            *at = (struct dashpot_at_surface){
                spring_contacts_at_side(contacts, pair, side, state->x[pair.a]), p, (uint8_t)side, 0, 0, 0};
            at->contact.damping = dashpots_damping(&contacts->ratios, contacts->base, pair.a, at->contact.b);
            deepest = double_max(at->contact.overlap / contacts->base->r[pair.a], deepest);
            push_at(contacts, near, at, state->v, looking->how ? looking->how->v : state->v);
        }
    }
    return deepest;
}

/* ---- finding ---- */

static double push_pairs(const struct looking *looking, const struct spring_pairs *pairs, struct dashpot_rows *rows,
                         double deepest)
{
    struct spring_contacts *contacts = looking->contacts;
    const struct state *state = looking->state;
    const struct spring_kernel_dashpots dashpots = {.each = !contacts->dashpots.are_alike,
                                                    .damping = contacts->dashpots.alike,
                                                    .felt = state->v,
                                                    .v = looking->how ? looking->how->v : state->v,
                                                    .rows = rows,
                                                    .force = contacts->force};
    return pairs->count > 0 ? spring_kernel_push_damped(&contacts->bodies, pairs, state->x, &dashpots, deepest)
                            : deepest;
}

static void push_part(void *context, size_t number)
{
    const struct looking *looking = context;
    struct spring_contacts *contacts = looking->contacts;
    struct spring_part *part = &contacts->parts[number];
    struct dashpot_part *dashed = &contacts->dashpots.parts[number];
    const struct verlet_touching *t = part->touching;
    if (looking->how)
        dashpots_spend_at(&dashed->former, looking->how->v);
    dashpots_take_pairs(&contacts->dashpots, dashed, t);
    clear(contacts, t);
    double deepest = part->counts.deepest;
    deepest = push_pairs(looking, &(struct spring_pairs){t->ghost, t->n_ghost, t->first, t->last}, &dashed->now.ghosts,
                         deepest);
    deepest = push_pairs(looking, &(struct spring_pairs){t->local, t->n_local, t->first, t->last}, &dashed->now.pairs,
                         deepest);
    part->counts.deepest = push_surfaces(looking, dashed, t->surfaces, deepest);
    if (part->counts.deepest >= 2)
        spring_contacts_find_one_place(contacts, part, looking->state->x);
}

/** Nothing touches in a part, nor did when it was last looked at. */
static bool is_idle(const struct verlet_touching *now, const struct dashpot_look *last)
{
    return now->n_local == 0 && now->n_ghost == 0 && now->surfaces->count == 0 && last->pairs.count == 0 &&
           last->ghosts.count == 0 && last->n_surfaces == 0;
}

/** The same in all parts. */
static bool are_idle(const struct spring_contacts *contacts)
{
    size_t p = 0;
    while (p < contacts->n_parts && is_idle(contacts->parts[p].touching, &contacts->dashpots.parts[p].now))
        p++;
    return p == contacts->n_parts;
}

static bool find(struct spring_contacts *contacts, const struct state *state, bool trial,
                 const struct spring_stretching *how)
{
    struct looking looking = {contacts, state, how};
    (void)trial; /* the methods that try have their contacts listed */
    struct dashpots *dashpots = &contacts->dashpots;
    thread_pool_run(contacts->pool, contacts->n_parts, find_part, &looking);
    if (are_idle(contacts)) { /* as in most steps of a few balls; there has been no power */
        if (!contacts->cleared)
            spring_contacts_clear(contacts, (struct range){0, contacts->base->n});
        contacts->cleared = false;
        return true;
    }
    for (size_t p = 0; p < contacts->n_parts; p++)
        if (!dashpots_renew(&dashpots->parts[p], contacts->parts[p].touching))
            return false;
    thread_pool_run(contacts->pool, contacts->n_parts, push_part, &looking);
    contacts->cleared = false;
    if (how)
        dashpots_add_spent(dashpots, true, how->weight);
    dashpots_note(dashpots);
    return true;
}

/* ---- at the same places ---- */

static void push_part_again(void *context, size_t number)
{
    const struct looking *looking = context;
    struct spring_contacts *contacts = looking->contacts;
    const struct verlet_touching *t = contacts->parts[number].touching;
    struct dashpot_look *now = &contacts->dashpots.parts[number].now;
    const struct spring_stretching *how = looking->how;
    struct spring_kernel_dashpots dashpots = {.felt = looking->state->v,
                                              .v = how->v,
                                              .spent = how->spent ? how->spent : how->v,
                                              .rows = &now->ghosts,
                                              .force = contacts->force};
    clear(contacts, t);
    spring_kernel_push_again(&(struct spring_pairs){t->ghost, t->n_ghost, t->first, t->last}, &dashpots);
    dashpots.rows = &now->pairs;
    spring_kernel_push_again(&(struct spring_pairs){t->local, t->n_local, t->first, t->last}, &dashpots);
    for (size_t s = 0; s < now->n_surfaces; s++) {
        struct dashpot_at_surface *at = &now->surfaces[s];
        at->spent = at->dash * spring_contact_approach(&at->contact, dashpots.spent);
        push_at(contacts, t->surfaces, at, dashpots.felt, dashpots.v);
    }
}

static void push_again(struct spring_contacts *contacts, const struct state *state, const struct spring_stretching *how)
{
    struct dashpots *dashpots = &contacts->dashpots;
    thread_pool_run(contacts->pool, contacts->n_parts, push_part_again, &(struct looking){contacts, state, how});
    contacts->cleared = false;
    if (how->weight > 0)
        dashpots_add_spent(dashpots, false, how->weight);
    dashpots_note(dashpots);
}

static void spend(struct spring_contacts *contacts, const struct spring_stretching *how)
{
    for (size_t p = 0; p < contacts->n_parts; p++)
        dashpots_spend_at(&contacts->dashpots.parts[p].now, how->v);
    dashpots_add_spent(&contacts->dashpots, false, how->weight);
    contacts->dashpots.power = 0;
}

static void end_step(struct spring_contacts *contacts)
{
    for (size_t p = 0; p < contacts->n_parts; p++)
        dashpots_end_step(&contacts->dashpots.parts[p], contacts->parts[p].touching->surfaces);
}

const struct spring_path spring_contacts_dashed = {find, push_again, spend, end_step};
