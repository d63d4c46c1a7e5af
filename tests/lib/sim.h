#pragma once

/* Scenes made in C for the tests of integrators: a table with balls, and a simulation of it. */

#include "base/mem.h"
#include "integrators/integrator.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "session/session.h"

/** A scene, its world and a session of them. */
struct sim {
    struct scene scene;
    struct world *world;
    struct observer observer;
    size_t threads; /* 0: one */
    const struct integrator_ops *ops;
    struct session *session; /* NULL: not started, or ended */
};

/** n balls of radius and mass 1 at rest at the origin; restitution 1, k and dt 0: to be filled in by the test. */
struct sim *sim_open(size_t n, double width, double height);

/** Ends the integrator and frees everything. */
void sim_close(struct sim *sim);

/** Takes the walls of these axes (enum table_axis) away. */
void sim_make_periodic(struct sim *sim, unsigned axes);

/** Makes the balls spheres that can turn; they do not yet. */
void sim_rotate(struct sim *sim);

/** The same on a cloth, with what decelerates a ball that slides, rolls, spins. */
void sim_cloth(struct sim *sim, double sliding, double friction, double pivoting);

/** Kinetic energy of rotation of balls that are all free. */
double sim_rotation(const struct sim *sim);

/** Sets centre and velocity of ball i. */
void sim_ball(struct sim *sim, size_t i, double x, double y, double vx, double vy);

/** The same with each component of the velocity at random in -most..most; draws vy first. */
void sim_ball_random(struct sim *sim, size_t i, double x, double y, double most, uint64_t *seed);

/** Seven balls of radius 15 on a table of 600 x 400: one shot into six that nearly touch. */
struct sim *sim_kick_off(void);

/** n balls of different radii and masses anywhere on the table, overlaps included, speeds up to `speed` per axis. */
struct sim *sim_random_balls(size_t n, double width, double height, double speed, uint64_t seed);

/** Starts a session, in place of one before; scene, world, observer and threads are as the test filled them in. */
void sim_start(struct sim *sim, const struct integrator_ops *ops);

/** Ends the session, and leaves the world where it is. */
void sim_end(struct sim *sim);

/** Takes the state from which the integrator continues to the same bits into the scene, as --save and reading it would;
 *  where the world is that state, nothing. */
void sim_save(struct sim *sim);

/** The scene's checkpoint, to be filled. */
struct checkpoint *sim_checkpoint(struct sim *sim);

/** Runs to `step`; the world must then be at that step and time. */
void sim_advance(struct sim *sim, uint64_t step);

/** Sum of m v^2 / 2 over all balls. */
double sim_kinetic(const struct sim *sim);

/** Energy stored in springs; 0 for integrators without. */
double sim_potential(const struct sim *sim);

/** What the integrator has counted so far. */
struct counters sim_counters(const struct sim *sim);

/** The same bits in every coordinate. */
void sim_assert_same(const struct world *a, const struct world *b);

/** The deepest overlap of any two balls or of a ball and a wall, relative to the smaller radius. */
double sim_deepest(const struct sim *sim);

/** The first rows of a collision log. */
enum { SIM_ROWS = 40 };
struct sim_rows {
    struct contact_event row[SIM_ROWS];
    size_t count; /* of all rows, those that are not kept, too */
};

/** An observer's contact(): context is a struct sim_rows. */
void sim_keep_row(void *context, const struct contact_event *row);

/** A 15-ball rack of billiard balls with a cue ball coming along +x, `aside` off the rack's axis; ball 0 is the cue. */
struct sim *sim_break(double e_ball, double e_wall, double aside);
