#pragma once

/* First contacts of two balls on cloth, computed elsewhere, for unit/test_parabola.c. */

#include <math.h>

#include "motion/parabola.h"

struct roll {
    double x, y, vx, vy, c;
};

/** Solved by polyroots to 40 digits in each of the intervals in which no ball stops. Where the last column is not zero
 * the ball comes so near to passing or to stopping that the data, decimals rounded to doubles, decide digits. */
static const struct {
    struct roll a, b;
    double reach;
    long double time, tolerance;
} rolls[] = {
    /* head-on, on a ball at rest; the second nearly stops before */
    {{0, 0, 1, 0, 0.0981}, {1.25715, 0, 0, 0, 0.0981}, 0.05715, 1.28041573098585366L, 0},
    {{0, 0, 0.49, 0, 0.1}, {1.25715, 0, 0, 0, 0.1}, 0.05715, 4.8L, 1e-12L},
    {{0, 0, 0.489, 0, 0.1}, {1.25715, 0, 0, 0, 0.1}, 0.05715, HUGE_VALL, 0},
    /* both move */
    {{0, 0, 1, 0, 0.1}, {1, -0.6, -0.2, 0.65, 0.1}, 0.1, 0.835312912753269716L, 0},
    {{0, 0, 1, 0, 0.1}, {1.5, 0.03, -0.2, 0, 0.4}, 0.1, 1.46138896524534903L, 0}, /* after one stopped */
    {{0, 0, 1, 0, 0.3}, {0.6, 0.02, 0.5, 0, 0.1}, 0.1, 1.39103836986428099L, 0},  /* from behind */
    {{0, 0, 1, 0, 0.1}, {0.9, 0.04, 0.4, 0, 0.1}, 0.1, 1.34724747683480533L, 0},  /* equal accelerations */
    {{0, 0, 1, 0, 0.1}, {1, 0.1001, 0, 0, 0.1}, 0.1, HUGE_VALL, 0},               /* passes */
    /* grazes */
    {{0, 0, 1, 0, 0.1}, {1, 0.1 - 1e-6, 0, 0, 0}, 0.1, 1.05522810522541657L, 1e-13L},
    {{0, 0, 1, 0, 0.1}, {1, 0.1 - 1e-10, 0, 0, 0}, 0.1, 1.05572309000224001L, 1e-11L},
    {{0, 0, 1, 0, 0.1}, {1, 0.1 - 1e-15, 0, 0, 0}, 0.1, 1.05572807418945293L, 1e-9L},
    {{0, 0, 1, 0, 0.1}, {1.4, -0.4123925640871477 - 1e-15, -0.3, 0.4, 0.3}, 0.1, HUGE_VALL, 0},
    {{0, 0, 1, 0, 0.1}, {1.4, -0.4123925640871477 + 1e-15, -0.3, 0.4, 0.3}, 0.1, 1.2543434668089551666L, 1e-9L},
    {{0, 0, 1, 0, 0.1}, {1.4, -0.4123925640861477, -0.3, 0.4, 0.3}, 0.1, 1.2543430193937557542L, 1e-10L},
    {{0, 0, 1, 0, 0.1}, {1.4, -0.41239256308714767, -0.3, 0.4, 0.3}, 0.1, 1.2543288639324237021L, 1e-12L},
    {{0, 0, 1, 0, 0.1}, {1.4, -0.4123915640871477, -0.3, 0.4, 0.3}, 0.1, 1.2538811592945976034L, 1e-13L},
    /* pooltool's tests: a rolling ball that all but touches, one that slides, one that grazes at 90.001 degrees */
    {{0, 0, 2, 0, 0.0981}, {1.000000000001, 0, 0, 0, 0}, 1, 5.0000000000000613e-13L, 1e-3L},
    {{0, 0, 2, 0, 0.0981}, {1.000000001, 0, 0, 0, 0}, 1, 5.0000000000613125e-10L, 1e-6L},
    {{0, 0, 2, 0, 0.0981}, {1.001, 0, 0, 0, 0}, 1, 0.00050000613140037352L, 1e-12L},
    {{0, 0, 5, 0, 0.2 * 9.81}, {0.93345 + 0.05715, 0, 0, 0, 0}, 0.05715, 0.19408029713240772L, 0},
};

/** pooltool's cases 1 and 3: balls that slide, so that the deceleration is not along the velocity, against balls at
 *  rest; zeros to 40 digits. In the second the gap is 2.5e-8: the last bit of the reach decides ten digits, the
 * decimals that pooltool tells half of them (it expects 5.810383731499e-6 and misses by 5e-10 of that). */
static const struct {
    struct parabola path;
    double until;
    struct vec2 target;
    double time, tolerance;
} slides[] = {
    {{{500.2, 250}, {-4.096815597456946, 10.637583604872459}, {0.7044133457794425, -1.8290439683856188}},
     1.14241386010078,
     {499.9799499511719, 250.57183837890625},
     0.048943195218002134,
     1e-14},
    {{{0.7338723077836539, 2.337104276155786},
      {0.004266234158644658, 0.0024668954019251513},
      {-1.702586216940184, -0.9709789770563078}},
     0.0006941266872553949,
     {0.76247953412377, 2.386579036735501},
     5.8103837310357263e-6,
     1e-9},
    {{{0.8197647279375793, 2.3866795762231177},
      {2.2967720189361422, 3.9750317411433227},
      {-0.9805719430278882, -1.6970794514537357}},
     0.6692054222170736,
     {0.791096424532247, 2.4361353562471786},
     6.2110551359934002e-6,
     1e-12},
};
