#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/thread_pool.h"
#include "base/vec2.h"
#include "near/verlet_list.h"
#include "springs/damping_ratios.h"
#include "springs/dashpots.h"
#include "springs/spring_kernel.h"
#include "springs/tangential_spring.h"
#include "steps/joints.h"
#include "steps/stepper.h"

/*
 * Which balls overlap each other and the surfaces, and the forces that follow. Writes into arrays of the struct, which
 * owns them and the list; the stepper is borrowed. Contacts are listed one by one only where they are needed
 * (`listed`); otherwise forces are added up at once, and contacts counted.
 */

/** What a part of the balls has seen; a contact counts where its first ball is. */
struct spring_counts {
    uint64_t new_ball, new_surface;   /* contacts so far */
    uint64_t open_ball, open_surface; /* of them not over */
    double deepest;                   /* largest overlap relative to the smaller radius, but in trial */
};

/** A range of balls that one thread works on. */
struct spring_part {
    const struct verlet_touching *touching; /* at the last look */
    struct spring_counts counts;
    struct pair at_one_place; /* two balls whose centres are, unless softened; a = b: none so far */
};

struct spring_contacts;

/** How contacts get their forces: what the functions of these names do. Which way a run goes is decided when it is
 *  opened. */
struct spring_path {
    bool (*find)(struct spring_contacts *contacts, const struct state *state, bool trial,
                 const struct spring_stretching *how);
    /* Only where spring_contacts_follow_speed(): */
    void (*push_again)(struct spring_contacts *contacts, const struct state *state,
                       const struct spring_stretching *how);
    /* Of all paths: */
    void (*spend)(struct spring_contacts *contacts, const struct spring_stretching *how);
    void (*end_step)(struct spring_contacts *contacts);
};

struct spring_contacts {
    const struct stepper *base; /* the balls and the table */
    const struct spring_path *path;
    struct spring_bodies bodies; /* what the kernel needs of them */
    struct damping_ratios ratios;
    bool damped;                          /* some contact is, along its normal */
    struct tangential_springs tangential; /* what contacts do across their normals */
    struct dashpots dashpots;             /* of contacts that are neither listed nor rub */
    bool listed;
    struct verlet_list *list;
    struct thread_pool *pool; /* NULL: one thread; borrowed */
    struct spring_part *parts;
    size_t n_parts;
    struct spring_contact *items; /* if listed: in ascending key */
    size_t count, capacity;
    double deepest;     /* as in struct spring_counts, but in trials, too */
    struct vec2 *force; /* total force on each ball and, if listed, wall; as arrays of a struct state */
    bool at_one_place;  /* two centres have been found so; of the parts: which */
    bool cleared;       /* forces and torques are zero already; set by who has cleared them */
};

/** @param softening added to the distance of two centres
 *  @param logged contacts are listed in any case
 *  @param staged a step has stages: those that rub are listed
 *  false: out of memory; spring_contacts_close() is then still due. */
bool spring_contacts_open(struct spring_contacts *contacts, const struct stepper *stepper, const struct world *world,
                          double softening, bool logged, bool staged);
void spring_contacts_close(struct spring_contacts *contacts);

/** Lets a pool share the work; to be called before anything is found. false: out of memory. */
bool spring_contacts_divide(struct spring_contacts *contacts, struct thread_pool *pool);

/** Makes the forces and torques on some balls zero. */
static inline void spring_contacts_clear(struct spring_contacts *contacts, struct range range)
{
    memset(contacts->force + range.first, 0, (range.last - range.first) * sizeof *contacts->force);
    if (contacts->tangential.base)
        tangential_turning_clear(&contacts->tangential.turning, range);
}

/** Finds all overlaps of the balls at these centres and sets the forces on all balls for these velocities. A ball's sum
 *  runs over its partners in ascending index, then over surfaces and their sides, starting from 0.
 *  @param moved no coordinate has changed by more than this since the last call
 *  @param trial only a state on the way through a step: contacts are not over, and overlaps not noted
 *  @param how   tangential springs stretch, and powers have acted; NULL: they do not
 *  @return false: out of memory */
static inline bool spring_contacts_find(struct spring_contacts *contacts, const struct state *state, double moved,
                                        bool trial, const struct spring_stretching *how)
{
    return verlet_list_update(contacts->list, state->x, moved, contacts->pool) &&
           contacts->path->find(contacts, state, trial, how);
}

/** Elastic energy k s^2 / 2, summed over all contacts at the centres that were found last; NaN: memory ran out when
 * they were looked for. */
double spring_contacts_energy(const struct spring_contacts *contacts, const struct vec2 *centre);

/** If at_one_place: two balls whose centres have been found at one place; never where distances are softened. */
static inline const struct pair *spring_contacts_at_one_place(const struct spring_contacts *contacts)
{
    size_t p = 0;
    while (contacts->parts[p].at_one_place.a == contacts->parts[p].at_one_place.b)
        p++;
    return &contacts->parts[p].at_one_place;
}

/** Forces depend on velocities, or steps on slips. */
static inline bool spring_contacts_follow_speed(const struct spring_contacts *contacts)
{
    return contacts->damped || contacts->tangential.is_dashed;
}

/** Sets forces anew for other velocities, which dashpots along normals feel, at the same centres; due where they depend
 *  on velocities.
 *  @param how the springs stay as they are, and powers have acted; with no weight, they have not */
static inline void spring_contacts_push_again(struct spring_contacts *contacts, const struct state *state,
                                              const struct spring_stretching *how)
{
    contacts->path->push_again(contacts, state, how);
}

/** Counts what dashpots and friction take until a motion that changes no force; where the contact history counts that,
 *  nothing. */
static inline void spring_contacts_spend(struct spring_contacts *contacts, const struct spring_stretching *how)
{
    contacts->path->spend(contacts, how);
}

/** Ends a step: what does not push is no longer a contact. */
static inline void spring_contacts_end_step(struct spring_contacts *contacts)
{
    contacts->path->end_step(contacts);
}

/** What paths do that have nothing to count, and nothing to keep of a contact. */
void spring_contacts_spend_nothing(struct spring_contacts *contacts, const struct spring_stretching *how);
void spring_contacts_end_nothing(struct spring_contacts *contacts);

/** What dashpots and friction have taken, where the history does not enter it. */
double spring_contacts_taken(const struct spring_contacts *contacts);

/** Sum over all parts. */
struct spring_counts spring_contacts_counts(const struct spring_contacts *contacts);

/** From the second centre of a pair to the first, the nearest images of them. */
static inline struct vec2 spring_contacts_way(const struct spring_contacts *contacts, struct pair pair,
                                              const struct vec2 *x)
{
    return period_nearest(&contacts->base->boundary.period, vec2_sub(x[pair.a], x[pair.b]));
}

/** A ball's centre with its turns. */
static inline struct vec2 spring_contacts_centre(const struct spring_contacts *contacts, uint32_t ball, struct vec2 x)
{
    return state_unwrap(&contacts->base->now, ball, x);
}

/** The contact of two balls, without forces. */
static inline struct spring_contact spring_contacts_of_pair(const struct spring_contacts *contacts, struct pair pair,
                                                            const struct vec2 *x)
{
    struct vec2 way = spring_contacts_way(contacts, pair, x);
    double d = vec2_length(way) + contacts->bodies.softening;
    return (struct spring_contact){
        .key = spring_contact_key(pair.a, pair.b),
        .a = pair.a,
        .b = pair.b,
        .mover = pair.b,
        .overlap = contacts->base->r[pair.a] + contacts->base->r[pair.b] - d,
        .push = {way.x / d, way.y / d},
        .at = spring_contacts_centre(contacts, pair.a, x[pair.a]),
    };
}

/** The sides of a surface that a ball at x reaches beyond, as bits. @param p number of both in the list */
static inline unsigned spring_contacts_sides(const struct spring_contacts *contacts,
                                             const struct near_surfaces_list *near, size_t p, const struct vec2 *x)
{
    const uint32_t ball = near->items[p].a;
    return joints_beyond(near, p, &contacts->base->boundary, x[ball], contacts->base->r[ball]);
}

/** The contact of a ball at x with a side of a surface, without forces. */
static inline struct spring_contact spring_contacts_at_side(const struct spring_contacts *contacts, struct pair pair,
                                                            uint32_t side, struct vec2 x)
{
    const struct boundary *boundary = &contacts->base->boundary;
    const struct surface *surface = &boundary->surfaces[pair.b];
    const struct vec2 seen = boundary_seen(boundary, surface, x), normal = boundary_normal(surface, side, seen);
    const uint32_t body = contact_surface(pair.b, side);
    return (struct spring_contact){
        .key = spring_contact_key(pair.a, body),
        .a = pair.a,
        .b = body,
        .mover = stepper_mover(contacts->base, body),
        .overlap = boundary_depth(surface, side, seen, contacts->base->r[pair.a]),
        .push = {0 - normal.x, 0 - normal.y},
        .v = boundary_velocity(boundary, body, normal),
        .at = spring_contacts_centre(contacts, pair.a, x),
    };
}

/** The contacts of a ball and a surface that are near, without forces. Returns their number.
 *  @param p number of both in the list */
static inline size_t spring_contacts_of_near(const struct spring_contacts *contacts,
                                             const struct near_surfaces_list *near, size_t p, const struct vec2 *x,
                                             struct spring_contact found[2])
{
    const unsigned sides = spring_contacts_sides(contacts, near, p, x);
    size_t n = 0;
    for (uint32_t side = 0; sides >> side; side++)
        if (sides >> side & 1)
            found[n++] = spring_contacts_at_side(contacts, near->items[p], side, x[near->items[p].a]);
    return n;
}

/** Some centre is as deep in another ball as its own is: looks for two that are at one place. */
void spring_contacts_find_one_place(struct spring_contacts *contacts, struct spring_part *part, const struct vec2 *x);

/** Of contacts one by one (spring_contacts_listed.c): the first where nothing takes energy across normals. */
extern const struct spring_path spring_contacts_listed, spring_contacts_listed_rubbing;

/** Of contacts with dashpots that do not rub (spring_contacts_dashed.c). */
extern const struct spring_path spring_contacts_dashed;

/** Damping ratio of a contact. */
double spring_contacts_listed_zeta(const struct spring_contacts *contacts, const struct spring_contact *contact);
