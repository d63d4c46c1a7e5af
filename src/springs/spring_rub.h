#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/sum.h"
#include "contact/contact.h"
#include "near/pairs.h"
#include "steps/stepper.h"
#include "steps/vector_ops.h"

/*
 * Spring contacts that rub (spring_rub.c, spring_rubbing.c): what each has stretched, and the tangential forces and
 * torques that follow. The contacts are the caller's, in ascending key; row i here belongs to contact i there.
 *
 * Ownership: spring_rubbing_open() allocates, also in part when it fails; spring_rubbing_close() frees and accepts a
 * zeroed struct, in which nothing rubs. The stepper is borrowed.
 */

/** One overlap. */
struct spring_contact {
    uint64_t key;     /* order and identity: pairs (a, b) first, then surfaces by ball, surface, side */
    uint32_t a, b;    /* ball and body, see contact/contact.h */
    double overlap;   /* s > 0 */
    struct vec2 push; /* direction in which a is pushed; of length 1 at surfaces, d / (d + softening) for balls a
                         distance d apart */
    struct vec2 at;   /* centre of a, with its turns on a periodic table */
    double force;     /* >= 0, in units of the direction */
    double damping;   /* of the dashpot, if any contact is damped */
};

/** The number of a contact: pairs by their indices, then surfaces by ball, surface and side. */
static inline uint64_t spring_contact_key(uint32_t a, uint32_t b)
{
    uint64_t pair = (uint64_t)a << 32 | (b & ~CONTACT_SURFACE);
    return contact_is_ball(b) ? pair : pair | (uint64_t)1 << 63;
}

/** How long, and by which slip, tangential springs are stretched. */
struct spring_stretching {
    const struct vec2 *v;
    const struct vec3 *w; /* spins, unless they are here: see `spin` */
    double time;   /* in which they stretch by its slip; they slide where they pull more than friction can hold. 0: they
                      have stretched in stages; negative: they stay as they are */
    double weight; /* how long the powers before it and now have acted, each */
};

/** The bodies of a contact, by its key. */
static inline struct spring_contact spring_contact_bodies(uint64_t key)
{
    return (struct spring_contact){.a = (uint32_t)(key >> 32) & ~CONTACT_SURFACE,
                                   .b = (uint32_t)key | (key >> 63 ? CONTACT_SURFACE : 0)};
}

/** Velocity of a contact's ball relative to the body that it touches. */
static inline struct vec2 spring_contact_relative_velocity(const struct spring_contact *contact, const struct vec2 *v)
{
    return contact_is_ball(contact->b) ? vec2_sub(v[contact->a], v[contact->b]) : v[contact->a];
}

/** Speed at which the two bodies of a contact approach along its direction. */
static inline double spring_contact_approach(const struct spring_contact *contact, const struct vec2 *v)
{
    return -vec2_dot(spring_contact_relative_velocity(contact, v), contact->push);
}

/** Unit normal of a contact, from a to b or into the surface; +x where two centres coincide. */
static inline struct vec2 spring_contact_normal(const struct spring_contact *contact)
{
    double length = vec2_length(contact->push);
    return length > 0 ? (struct vec2){0 - contact->push.x / length, 0 - contact->push.y / length} : (struct vec2){1, 0};
}

/** What is kept of each contact, a column for each. */
enum spring_rub_column {
    RUB_PUSH_X,
    RUB_PUSH_Y,  /* the direction in which it pushed at the last look; zero: new */
    RUB_STRETCH, /* of the tangential spring, a against b, along (-n.y, n.x), n the unit normal from a to b */
    RUB_NORMAL,  /* if is_dashed: force on a beside that of the springs, against n; */
    RUB_ACROSS,  /* across n */
    RUB_FORCE,   /* of pairs by four: that of the spring along the normal */
    RUB_COLUMNS
};

/** What a spring pulls that friction has shortened, in units of what friction holds: so little less that rounding makes
 *  it no more. */
#define SPRING_RUB_HELD (1 - 0x1p-49)

/** Of contacts that are listed: how it pulls, and what a step does to it. What is vertical counts upwards. */
struct spring_pull {
    struct vec2 slip;       /* velocity of the surface of a against that of b, at the last push */
    struct vec2 force;      /* on a, then */
    struct vec2 base, gain; /* the stretch when the step began, and what the step adds */
    double up, dash_up;     /* vertical parts of RUB_STRETCH and RUB_ACROSS */
};

/** Of a contact: stiffness and dashpot, force per length and per speed, and, between balls, that along the normal. */
struct spring_constants {
    double k, c, normal;
};

/** Rows add in turn to so many sums of one kind. */
enum { SPRING_RUB_SUMS = 4 };

/** The contacts' rows. */
struct spring_rub_list {
    uint64_t *keys;                     /* ascending */
    double *columns;                    /* RUB_COLUMNS of them, a `stride` apart */
    struct spring_constants *constants; /* if balls differ */
    uint8_t *open;             /* 2: the contact pushes; 1: it no longer does; 0: nor has it before this step */
    struct spring_pull *pulls; /* NULL: not kept */
    size_t count, stride;      /* room for so many rows */
};

/** A row's part of a column. */
static inline double *spring_rub_at(const struct spring_rub_list *list, enum spring_rub_column column, size_t row)
{
    return &list->columns[column * list->stride + row];
}

static inline struct vec2 spring_rub_stretch(const struct spring_rub_list *list, size_t row)
{
    return (struct vec2){*spring_rub_at(list, RUB_STRETCH, row), list->pulls ? list->pulls[row].up : 0};
}

static inline void spring_rub_set_stretch(const struct spring_rub_list *list, size_t row, struct vec2 stretch)
{
    *spring_rub_at(list, RUB_STRETCH, row) = stretch.x;
    if (list->pulls)
        list->pulls[row].up = stretch.y;
}

struct spring_rubbing {
    const struct stepper *base;         /* NULL: nothing rubs */
    double zeta_normal;                 /* damping ratios: along normals, of balls; */
    double zeta_ball, zeta_surface;     /* across them */
    bool is_dashed;                     /* forces depend on velocities, or steps on slips; not without what rubs */
    struct spring_stretching how;       /* at the last push */
    bool is_flat;                       /* balls turn about the vertical only */
    bool is_listed;                     /* contacts are listed, and keep pulls */
    struct spring_rub_list now, former; /* former: those before the last look */
    size_t old;                         /* of these, the next that may be found again */
    uint64_t ended[2];                  /* contacts that are over: between balls, with surfaces */
    bool are_alike;                     /* the balls have one mass and one inertia; */
    struct spring_constants alike[2];   /* then: of any two of them, of any with a surface */
    double *spin;                       /* of each ball, and one more, about the vertical; NULL: is_listed */
    double *torque;                     /* of each ball, by its radius: about the vertical; */
    struct vec2 *tilting;               /* the rest; NULL: is_flat */
    double *yield;                      /* of each ball: its radius by its moment of inertia */
    double power[SPRING_RUB_SUMS];      /* that RUB_NORMAL and RUB_ACROSS take, as the balls have moved then */
    double step_lost[SPRING_RUB_SUMS];  /* to contacts that slip, since the last sum; those before it and */
    struct sum lost;                    /* what contacts that ended had stretched */
};

/** Makes room for so many rows, forgetting those there are. false: out of memory. */
bool spring_rubbing_reserve(struct spring_rub_list *list, size_t count, bool with_pulls);

/** Makes a row one of zeros. */
void spring_rubbing_clear_row(const struct spring_rub_list *list, size_t row);

/** Of a contact, from its key. */
struct spring_constants spring_rubbing_constants(const struct spring_rubbing *rubbing, uint64_t key);

/** @param rubbing zeroed; stays so where no friction is asked for. Contacts begin with what the world has stretched.
 *  @param zeta_normal as in the struct
 *  @param listed      contacts are in any case; else where they need to
 *  false: out of memory. */
bool spring_rubbing_open(struct spring_rubbing *rubbing, const struct stepper *base, const struct world *world,
                         double zeta_normal, bool listed);
void spring_rubbing_close(struct spring_rubbing *rubbing);

/** Gives spins to the stepper, or takes them from there, where others may have changed them; in between they are here,
 *  unless contacts are listed. */
void spring_rubbing_share_spins(const struct spring_rubbing *rubbing, bool give);

/** A push begins. */
void spring_rubbing_begin(struct spring_rubbing *rubbing, const struct spring_stretching *how);

/** Contacts have been found: the rows for as many begin, which then are taken from those of before, in ascending key.
 *  What has not been found again is over, and what it had stretched is lost. false: out of memory. */
bool spring_rubbing_renew(struct spring_rubbing *rubbing, size_t count);

/** Of pairs for the kernel. @param from the former row of each, or one of zeros */
void spring_rubbing_take_pairs(struct spring_rubbing *rubbing, const struct pair *pairs, size_t count, uint32_t *from);
void spring_rubbing_take(struct spring_rubbing *rubbing, const struct spring_contact *contact);

/** Before forces are found: no torques on some balls. */
void spring_rubbing_clear(struct spring_rubbing *rubbing, struct range range);

/** The tangential force of a contact that has its normal force, on a; adds the torques. @param i number of its row */
struct vec2 spring_rubbing_pull(struct spring_rubbing *rubbing, size_t i, const struct spring_contact *contact);

/** The push is over: notes what has been lost, also with contacts that are over. */
void spring_rubbing_note(struct spring_rubbing *rubbing);

/** A stage of a step has ended: the springs are stretched as from the step's beginning for a time, by the slip of this
 *  stage, which counts `weight` towards the whole step.
 *  @param time HUGE_VAL: it was the last one, and all stages count */
void spring_rubbing_stage(struct spring_rubbing *rubbing, bool is_first, double weight, double time);

/** to = from and what the torques change in a time, of some balls; where spins are here, these change. */
void spring_rubbing_turn(struct spring_rubbing *rubbing, struct range range, struct vec3 *to, const struct vec3 *from,
                         double time);

/** Contacts that no longer push are over when a step ends; if is_dashed. */
void spring_rubbing_end_step(struct spring_rubbing *rubbing);

/** Counts what is taken until a motion that changes no force; if is_dashed. */
void spring_rubbing_spend(struct spring_rubbing *rubbing, const struct spring_stretching *how);

/** The powers at the last push do not count. */
static inline void spring_rubbing_forget(struct spring_rubbing *rubbing)
{
    memset(rubbing->power, 0, sizeof rubbing->power);
}

/** Has slips be those of other velocities; contacts are listed. */
void spring_rubbing_see(struct spring_rubbing *rubbing, const struct spring_stretching *how);

/** Adds what the springs have stored. */
void spring_rubbing_energy(const struct spring_rubbing *rubbing, struct sum *energy);

/** Makes what is stretched the world's; nothing, where nothing rubs. false: out of memory. */
bool spring_rubbing_store(const struct spring_rubbing *rubbing, struct world *world);
