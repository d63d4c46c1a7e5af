/*
 * Contacts one by one: with their damped and tangential forces, where a log, damping without friction, friction that
 * depends on speed, spins about horizontal axes or the stages of a step need them so.
 *
 * Other contacts that rub are not listed but for those with surfaces. Pairs have a row each (spring_rub.h), in the
 * order in which the Verlet list gives them, and four at a time get their forces by the operations of the listed path,
 * to the same bits: a third of its time. The work of dashpots and the count of contacts that push come from the rows,
 * with a log, too, so that a log changes no bit of them.
 */
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "integrators/spring_contacts.h"
#include "integrators/spring_kernel.h"
#include "physics/spring.h"

static struct spring_contact contact_of_pair(const struct spring_contacts *contacts, struct pair pair,
                                             const struct vec2 *x)
{
    struct vec2 way = spring_contacts_way(contacts, pair, x);
    double d = vec2_length(way) + contacts->bodies.softening;
    return (struct spring_contact){
        .key = spring_contact_key(pair.a, pair.b),
        .a = pair.a,
        .b = pair.b,
        .overlap = contacts->base->r[pair.a] + contacts->base->r[pair.b] - d,
        .push = {way.x / d, way.y / d},
        .at = spring_contacts_centre(contacts, pair.a, x[pair.a]),
    };
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

static void list_pairs(struct spring_contacts *contacts, struct spring_part *part, const struct vec2 *x)
{
    const struct verlet_touching *t = part->touching;
    const double *r = contacts->base->r;
    bool is_deep = false;
    for (size_t p = 0; p < t->n_local; p++) {
        struct spring_contact *contact = &contacts->items[contacts->count++];
        *contact = contact_of_pair(contacts, t->local[p], x);
        is_deep |= contact->overlap >= 2 * double_min(r[contact->a], r[contact->b]);
    }
    if (is_deep)
        spring_contacts_find_one_place(contacts, part, x);
}

/** Parts are ranges of indices, so their contacts one after another are in order. Pairs that rub by four are not
 *  listed. */
static bool list_contacts(struct spring_contacts *contacts, const struct vec2 *x)
{
    size_t n = contacts->count = 0;
    thread_pool_run(contacts->pool, contacts->n_parts, find_part, &(struct search){contacts, x});
    for (size_t p = 0; p < contacts->n_parts; p++)
        n += (contacts->listed ? contacts->parts[p].touching->n_local : 0) +
             2 * contacts->parts[p].touching->surfaces->count;
    if (!mem_grow(&contacts->items, &contacts->capacity, n, sizeof *contacts->items))
        return false;
    for (size_t p = 0; contacts->listed && p < contacts->n_parts; p++)
        list_pairs(contacts, &contacts->parts[p], x);
    for (size_t p = 0; p < contacts->n_parts; p++) {
        const struct near_surfaces_list *near = contacts->parts[p].touching->surfaces;
        for (size_t w = 0; w < near->count; w++)
            contacts->count +=
                spring_contacts_at_surface(contacts, near->items[w], spring_contacts_sides(contacts, near, w, x),
                                           x[near->items[w].a], contacts->items + contacts->count);
    }
    return true;
}

double spring_contacts_listed_zeta(const struct spring_contacts *contacts, const struct spring_contact *contact)
{
    return contact_is_ball(contact->b) ? contacts->zeta_ball
                                       : contacts->zeta_surface[(contact->b - CONTACT_SURFACE) / 2];
}

static double damping(const struct spring_contacts *contacts, const struct spring_contact *contact)
{
    double mass = contacts->base->m[contact->a];
    double mu = contact_is_ball(contact->b) ? spring_reduced_mass(mass, contacts->base->m[contact->b]) : mass;
    return spring_damping(spring_contacts_listed_zeta(contacts, contact), contacts->bodies.k, mu, contacts->base->dt);
}

/** Sets the force of each listed contact, and adds it to those on its balls.
 *  @param first number of the first one's row among those that rub */
static void push_listed(struct spring_contacts *contacts, size_t first, const struct state *state,
                        const struct spring_stretching *how)
{
    const struct vec2 *v = state->v;
    struct vec2 *force = contacts->force;
    for (size_t c = 0; c < contacts->count; c++) {
        struct spring_contact *contact = &contacts->items[c];
        contact->force = contacts->damped ? spring_force(contacts->bodies.k, contact->overlap, contact->damping,
                                                         spring_contact_approach(contact, v))
                                          : contact->overlap * contacts->bodies.k;
        struct vec2 push = vec2_scale(contact->force, contact->push);
        if (contacts->rubbing.base)
            push = vec2_add(push, spring_rubbing_pull(&contacts->rubbing, first + c, contact, contacts->rubbing.motion,
                                                      how ? how->time : -1));
        force[contact->a] = vec2_add(force[contact->a], push);
        if (contact_is_ball(contact->b))
            force[contact->b] = vec2_sub(force[contact->b], push);
    }
}

static void set_motion(struct spring_rubbing *rubbing, const struct state *state, const struct spring_stretching *how)
{
    rubbing->motion = how ? how->motion : (struct spring_motion){state->v, state->w};
    rubbing->weight = how ? how->weight : 0;
}

/* ---- contacts that rub by a law without speed: only those with surfaces are listed ---- */

enum { AT_ONCE = 256 }; /* pairs whose rows no cache drops between taking and using them; a multiple of four */

static bool begin_rows(struct spring_contacts *contacts)
{
    size_t n = contacts->count;
    for (size_t p = 0; !contacts->listed && p < contacts->n_parts; p++)
        n += contacts->parts[p].touching->n_local;
    const size_t places = SPRING_KERNEL_PLACE * (n + SPRING_KERNEL_MORE * contacts->n_parts);
    return spring_rubbing_renew(&contacts->rubbing, n) &&
           (!contacts->rubbing.is_dashed || contacts->listed ||
            mem_grow(&contacts->places, &contacts->capacity_places, places, sizeof *contacts->places));
}

/** @param again they have their rows */
static void push_part(struct spring_contacts *contacts, const struct spring_part *part, const struct vec2 *x,
                      struct spring_kernel_rubs *rubs, bool again)
{
    const struct verlet_touching *t = part->touching;
    for (size_t p = 0; p < t->n_local; p += AT_ONCE) {
        const size_t count = t->n_local - p < AT_ONCE ? t->n_local - p : AT_ONCE;
        const struct spring_pairs pairs = {t->local + p, count, 0, (uint32_t)contacts->base->n};
        if (!again)
            spring_rubbing_take_pairs(&contacts->rubbing, pairs.pairs, count);
        spring_kernel_rub(&contacts->bodies, &pairs, again ? NULL : x, rubs);
    }
}

static void push_pairs(struct spring_contacts *contacts, const struct state *state, const struct spring_stretching *how,
                       bool again)
{
    struct spring_rubbing *rubbing = &contacts->rubbing;
    double *deepest = &contacts->parts[0].counts.deepest;
    struct spring_kernel_rubs rubs = {
        .rubs = rubbing->now.items,
        .dashes = rubbing->is_dashed ? rubbing->now.dashes : NULL,
        .places = contacts->places,
        .v = state->v,
        .weight = rubbing->weight,
        .force = contacts->force,
        .torque = rubbing->torque,
        .mu = contacts->base->scene->mu_ball.a,
        .motion = rubbing->motion,
        .time = how ? how->time : -1,
        .deepest = *deepest,
    };
    for (size_t p = 0; p < contacts->n_parts; p++)
        push_part(contacts, &contacts->parts[p], state->x, &rubs, again);
    *deepest = rubs.deepest;
    for (size_t p = 0; *deepest >= 2 && p < contacts->n_parts; p++)
        spring_contacts_find_one_place(contacts, &contacts->parts[p], state->x);
    rubbing->step_lost = rubs.lost;
}

/** @param again the contacts are those of the last time, and so are the centres */
static void push(struct spring_contacts *contacts, const struct state *state, const struct spring_stretching *how,
                 bool again)
{
    struct spring_rubbing *rubbing = &contacts->rubbing;
    if (!contacts->cleared)
        memset(contacts->force, 0, contacts->base->n * sizeof *contacts->force);
    contacts->cleared = false;
    if (rubbing->base && !(how && how->time > 0))
        spring_rubbing_clear(rubbing);
    if (!contacts->listed)
        push_pairs(contacts, state, how, again);
    if (rubbing->base && !again) {
        spring_rubbing_take(rubbing, contacts->items, contacts->count);
        spring_rubbing_renewed(rubbing);
    }
    push_listed(contacts, rubbing->base ? rubbing->now.count - contacts->count : 0, state, how);
    if (rubbing->base)
        spring_rubbing_note(rubbing);
}

void spring_contacts_listed_push(struct spring_contacts *contacts, const struct state *state,
                                 const struct spring_stretching *how)
{
    set_motion(&contacts->rubbing, state, how);
    push(contacts, state, how, true);
}

static void note_deepest(struct spring_contacts *contacts)
{
    const double *r = contacts->base->r;
    double *deepest = &contacts->parts[0].counts.deepest;
    for (size_t c = 0; c < contacts->count; c++) {
        const struct spring_contact *contact = &contacts->items[c];
        double smaller = contact_is_ball(contact->b) ? double_min(r[contact->b], r[contact->a]) : r[contact->a];
        *deepest = double_max(contact->overlap / smaller, *deepest);
    }
}

bool spring_contacts_listed_find(struct spring_contacts *contacts, const struct state *state, bool trial,
                                 const struct spring_stretching *how)
{
    if (!list_contacts(contacts, state->x))
        return false;
    for (size_t c = 0; contacts->damped && c < contacts->count; c++)
        contacts->items[c].damping = damping(contacts, &contacts->items[c]);
    set_motion(&contacts->rubbing, state, how);
    if (contacts->rubbing.base && !begin_rows(contacts))
        return false;
    push(contacts, state, how, false);
    if (!trial)
        note_deepest(contacts);
    return true;
}
