#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sum.h"
#include "near/verlet_list.h"
#include "springs/damping_ratios.h"
#include "springs/dashpot_rows.h"
#include "springs/spring_contact.h"
#include "steps/stepper.h"

/*
 * What is kept of contacts with dashpots that do not rub and that no one asks for one by one: so much that what the
 * dashpots take is known, and when a contact is over.
 *
 * A kick by a force f over a time h takes h f times the mean of the velocities before and after it, to rounding. So the
 * power of each dashpot is taken twice, before the kick and after it. Powers are summed in the order of the contacts,
 * in a few sums in turn (contact_history.c likewise): neither threads nor a log change a bit of them.
 *
 * Ownership: dashpots_divide() allocates, dashpots_close() frees and accepts a zeroed struct.
 */

/** Contacts add in turn to so many sums. */
enum { DASHPOT_SUMS = F64X4_LANES };

/** Sums of one kind, and the number of contacts that have added. */
struct dashpot_sums {
    double of[DASHPOT_SUMS];
    size_t count;
};

static inline void dashpot_sums_add(struct dashpot_sums *sums, double power)
{
    sums->of[sums->count++ % DASHPOT_SUMS] += power;
}

static inline double dashpot_sums_total(const struct dashpot_sums *sums)
{
    return (sums->of[0] + sums->of[1]) + (sums->of[2] + sums->of[3]);
}

/** A contact with a surface, which has its force. */
struct dashpot_at_surface {
    struct spring_contact contact;
    size_t near; /* its place in the list of near surfaces, whose sides are those with open contacts */
    uint8_t side;
    double dash, power, spent; /* as above */
};

struct dashpot_look {
    struct dashpot_rows pairs, ghosts; /* of ghosts nothing is summed or counted */
    struct dashpot_at_surface *surfaces;
    size_t n_surfaces, surfaces_capacity;
};

/** Of a part: this look and the one before; contacts that are over, between balls and with surfaces. */
struct dashpot_part {
    struct dashpot_look now, former;
    uint64_t ended[2];
};

struct dashpots {
    const struct stepper *base;          /* NULL: there are none, or others keep them */
    const struct damping_ratios *ratios; /* borrowed, as the stepper is */
    bool are_alike;                      /* all pairs have one damping, */
    double alike;                        /* this */
    struct dashpot_part *parts;
    size_t n_parts;
    double power; /* at the last look */
    struct sum taken;
};

/** Damping of a ball and a body. */
double dashpots_damping(const struct damping_ratios *ratios, const struct stepper *base, uint32_t ball, uint32_t body);

/** @param dashpots zeroed; has no parts yet */
void dashpots_open(struct dashpots *dashpots, const struct stepper *base, const struct damping_ratios *ratios);
void dashpots_close(struct dashpots *dashpots);

/** Begins anew with so many parts. false: out of memory. */
bool dashpots_divide(struct dashpots *dashpots, size_t parts);

/** A look begins, the last one becomes the former: makes room for what touches. false: out of memory. */
bool dashpots_renew(struct dashpot_part *part, const struct verlet_touching *touching);

/** Takes the pairs of a look: which contacts go on, and which are over. */
void dashpots_take_pairs(const struct dashpots *dashpots, struct dashpot_part *part,
                         const struct verlet_touching *touching);

/** Sets what has been spent in the contacts of a look, or of a part, at these velocities. */
void dashpots_spend_at(const struct dashpot_look *look, const struct vec2 *v);

/** Counts what has been spent since the last look, at the velocities of then and after it.
 *  @param former the contacts are those of the look before it
 *  @param weight how long each of both powers has acted */
void dashpots_add_spent(struct dashpots *dashpots, bool former, double weight);

/** A look is over: adds up its powers. */
void dashpots_note(struct dashpots *dashpots);

/** Contacts of a part that do not push when a step ends are over. */
void dashpots_end_step(struct dashpot_part *part, const struct near_surfaces_list *near);

/** Contacts that are over: 0 between balls, 1 with surfaces. */
uint64_t dashpots_ended(const struct dashpots *dashpots, int kind);
