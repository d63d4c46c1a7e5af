#pragma once

/* Gases of hard discs for the tests of `event`, and what can be told of a run: its frames and its hits, as a hash. */

#include "lib/sim.h"

#include "base/sum.h"
#include "events/event_engine.h"

#define GAS_PI 3.14159265358979323846

/** columns x lines equal discs of diameter 1 and mass 1 on a square lattice with area fraction eta (below pi / 4),
 *  random velocities with a root mean square of about 1 per component. `margin` widens the table on all sides together.
 */
struct sim *gas_open(size_t columns, size_t lines, double eta, double margin, uint64_t seed);

/** Turns the discs of a gas into balls of different sizes and masses; none grows. */
void gas_mix(struct sim *sim, double smallest, uint64_t seed);

/** Takes the mean velocity off all balls that can move: on a periodic table it stays, and is no temperature. */
void gas_stop_drift(struct world *world);

/** Gives all balls the speed 1. */
void gas_equalise_speeds(struct world *world);

/** Mean kinetic energy per ball, which is the temperature. */
double gas_temperature(const struct sim *sim);

/** <v^4> / <v^2>^2: 1 for equal speeds, 2 for Maxwell's. */
double gas_fourth_moment(const struct world *world);

/* ---- hashes ---- */

/** FNV-1a of 64 bits (Fowler, Noll and Vo), by words. */
uint64_t gas_hash_word(uint64_t hash, uint64_t word);

/** The bits of a number into the hash. */
uint64_t gas_hash_number(uint64_t hash, double number);

#define GAS_HASH_START UINT64_C(0xcbf29ce484222325)

/** All bits of the state. */
uint64_t gas_hash_world(const struct world *world);

/** The hits of a run: their number and the hash of all that they tell, groups aside. */
struct gas_record {
    uint64_t rows, hash;
    uint64_t last_group; /* groups count from 0 without gaps */
    double last_time;
};

/** A record without hits. */
struct gas_record gas_record_start(void);

/** An observer's contact(): context is a struct gas_record. */
void gas_record_hit(void *context, const struct contact_event *event);
