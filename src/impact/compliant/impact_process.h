#pragma once

#include <stddef.h>

#include "impact/compliant/impact_spring.h"

/*
 * A compliant impact in progress: its state, and steps of it. Shared by the files impact_compliant, impact_process and
 * impact_switching; no other file of src includes it.
 */

/** Compressions below this part of the largest, and forces below this part of the dashpot's, are zero. */
#define IMPACT_PROCESS_BAND 1e-13

/** What a step takes as its variable s. */
enum impact_variable {
    IMPACT_VARIABLE_TIME,
    IMPACT_VARIABLE_COMPRESSION, /* s^power is a contact's compression */
    IMPACT_VARIABLE_FORCE        /* s is impact_spring_force_to_end() of a contact */
};

/** The variable of a step, and how far it goes. */
struct impact_clock {
    enum impact_variable variable;
    size_t contact;  /* whose compression or force it is */
    int power;       /* delta = s^power */
    double from, to; /* of the variable */
    double duration; /* about, in time */
};

/** An impact in progress. The state is t, then two velocities for each body and for the wall, then each contact's
 *  compression, then each contact's impulse. */
struct impact_process {
    enum impact_force force;
    size_t n_bodies, n_springs, n;
    size_t compression, impulse; /* places in the state */
    struct impact_spring *springs;
    double *y, *rates, *start, *next, *increment, *error, *allowed, *room;
    struct impact_clock clock;
    double speed;           /* the unit of speeds */
    double largest;         /* compression at present */
    double shortest;        /* duration of a spring */
    double step;            /* duration proposed for the next step */
    double work;            /* evaluations of contacts so far */
    unsigned long switches; /* openings and closings so far */
};

/** Number of components of the state. */
static inline size_t impact_process_size(size_t n_bodies, size_t n_contacts)
{
    return 1 + 2 * (n_bodies + 1) + 2 * n_contacts;
}

/** Fills in the rates of the state with time and what the springs note of the beginning of a step. */
void impact_process_observe(struct impact_process *process);

/** Gives a contact the dashpot of its restitution, by the relative velocity u with which it closes. */
void impact_process_damp(const struct impact_process *process, struct impact_spring *spring, double u);

/** Makes the step of the clock: fills in `next`; the state stays as it is.
 *  @return the error relative to what is allowed; HUGE_VAL: not finite, or the compression that is the clock came to an
 *  extremum */
double impact_process_try(struct impact_process *process);
