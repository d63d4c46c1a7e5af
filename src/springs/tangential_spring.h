#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/sum.h"
#include "near/pairs.h"
#include "springs/spring_contact.h"
#include "springs/tangential_constants.h"
#include "springs/tangential_turning.h"
#include "steps/stepper.h"
#include "steps/vector_ops.h"

/*
 * Tangential springs, of contacts that rub (contact_law.h): what each has stretched, and the forces and torques that
 * follow. The contacts are the caller's, in ascending key; row i here belongs to contact i there.
 *
 * Ownership: tangential_spring_open() allocates, also in part when it fails; tangential_spring_close() frees and
 * accepts a zeroed struct, in which nothing rubs. The stepper is borrowed.
 */

/** Rows add in turn to so many sums of one kind. */
enum { TANGENTIAL_SUMS = 4 };

/** What dashpots and the cap of friction take. */
struct tangential_taken {
    double power[TANGENTIAL_SUMS]; /* that ROW_NORMAL and ROW_ACROSS take, as the balls have moved then */
    double step[TANGENTIAL_SUMS];  /* since the last sum; those before it and */
    struct sum sum;                /* what contacts that ended had stretched */
    uint64_t ended[2];             /* contacts that are over: between balls, with surfaces */
};

struct tangential_springs {
    const struct stepper *base; /* NULL: nothing rubs */
    bool is_dashed;             /* forces depend on velocities, or steps on slips; not without what rubs */
    bool is_listed;             /* contacts are listed, and keep pulls */
    bool rolls;                 /* some contacts resist rolling */
    bool feels;                 /* dashpots against rolling feel all velocities, and not only those with which the
                                   springs stretch: in stages, and when a run begins */
    bool staged;
    struct tangential_constants constants;
    struct tangential_turning turning;
    struct spring_stretching how;       /* at the last push */
    struct tangential_rows now, former; /* former: those before the last look */
    size_t old;                         /* of these, the next that may be found again */
    struct tangential_taken taken;
};

/** @param springs zeroed; stays so where no friction is asked for. Contacts begin with what the world has stretched.
 *  @param ratios receives those across normals; must outlive the springs
 *  @param listed contacts are in any case; else where they need to @param staged steps have stages
 *  false: out of memory. */
bool tangential_spring_open(struct tangential_springs *springs, const struct stepper *base, const struct world *world,
                            struct damping_ratios *ratios, bool listed, bool staged);
void tangential_spring_close(struct tangential_springs *springs);

/** Makes what is stretched the world's; nothing, where nothing rubs. false: out of memory. */
bool tangential_spring_store(const struct tangential_springs *springs, struct world *world);

/** Adds what the springs have stored. */
void tangential_spring_energy(const struct tangential_springs *springs, struct sum *energy);

/** Whether dashpots against rolling feel the velocities of this push. */
static inline bool tangential_spring_feels(const struct tangential_springs *springs)
{
    return springs->how.stretch == SPRING_STRETCHES || springs->feels;
}

/* ---- a push: begin, renew where contacts have been found, pull of each, note ---- */

void tangential_spring_begin(struct tangential_springs *springs, const struct spring_stretching *how);

/** Contacts have been found: the rows for as many begin, which then are taken from those of before, in ascending key.
 *  What has not been found again is over, and what it had stretched is lost. false: out of memory. */
bool tangential_spring_renew(struct tangential_springs *springs, size_t count);

/** Of pairs for the kernel. @param from the former row of each, or one of a new contact */
void tangential_spring_take_pairs(struct tangential_springs *springs, const struct pair *pairs, size_t count,
                                  uint32_t *from);

/** The tangential force of a contact that has its normal force, on a; adds the torques.
 *  @param i number of its row @param again it has that row; otherwise the row is the next to be taken */
struct vec2 tangential_spring_pull(struct tangential_springs *springs, size_t i, const struct spring_contact *contact,
                                   bool again);

/** The push is over: notes what has been lost, also with contacts that are over. */
void tangential_spring_note(struct tangential_springs *springs);

/* ---- a step ---- */

/** A stage of a step has ended: the springs are stretched as from the step's beginning for a time, by the slip of this
 *  stage, which counts `weight` towards the whole step.
 *  @param time HUGE_VAL: it was the last one, and all stages count */
void tangential_spring_stage(struct tangential_springs *springs, bool is_first, double weight, double time);

/** Counts what is taken until a motion that changes no force; if is_dashed. */
void tangential_spring_spend(struct tangential_springs *springs, const struct spring_stretching *how);

/** The powers at the last push do not count. */
static inline void tangential_spring_forget(struct tangential_springs *springs)
{
    memset(springs->taken.power, 0, sizeof springs->taken.power);
}

/** Has slips be those of other velocities; contacts are listed. */
void tangential_spring_see(struct tangential_springs *springs, const struct spring_stretching *how);

/** Contacts that no longer push are over when a step ends; if is_dashed. */
void tangential_spring_end_step(struct tangential_springs *springs);
