#pragma once

/*
 * How often hard discs hit each other and the walls, at equilibrium in a box.
 *
 * Inside a large system the compressibility factor Z = p / (rho kT) depends on the area fraction eta alone. Its virial
 * series is known up to B10 (Clisby and McCoy, J. Stat. Phys. 122, 15, 2006, table 1); here (1 - eta)^2 Z is summed,
 * whose series goes down quickly. It agrees with the Pade approximants [4/5], [5/4] and [6/3] of Z to 2 x 10^-5 up to
 * eta = 0.5, to 10^-4 at 0.6 and to 4 x 10^-4 at 0.65; there the phase transition at 0.70 is near, of which no finite
 * series knows. In a box with sides W and H all sums over the system have terms of the walls, of relative order d / L,
 * which are taken along here to first order:
 *
 * Grand potential of the box (r radius, p pressure inside, gamma line tension with the wall itself as dividing line):
 *     Omega = -p W H + gamma 2 (W + H).
 * Scaled particle theory (Helfand, Frisch and Lebowitz, J. Chem. Phys. 34, 1037, 1961): the work to insert a disc of
 * radius R grows as p pi R^2 + 2 pi R rho r kT / (1 - eta), so gamma = rho r kT / (1 - eta). For eta -> 0 it is p r:
 * centres keep r away from the wall, and the area that counts is the one accessible to them.
 *
 *   Number:  N = -dOmega/dmu = rho [W H - 2 (W + H) r q],  q = (d gamma/d mu)/(rho r) = (1 - eta)/(1 + eta)
 *            with dp = rho dmu and p = rho kT/(1 - eta)^2. So a lattice with the spacing of area fraction eta in a
 * table that is wider by 2 r q has area fraction eta inside once it has melted. Force:   on the right wall -dOmega/dW =
 * p H - 2 gamma, on the top p W - 2 gamma. Virial:  2 <KE> + (pairs) = (p H - 2 gamma)(W - 2 r) + (p W - 2 gamma)(H - 2
 * r), because walls act on centres at distance r; that holds exactly. With <KE> = N kT the pairs' part, divided by 2 N
 * kT, is Z_box - 1.
 *
 * Momentum exchanged and frequency are both set by the Maxwell distribution, so exactly
 *   hits per ball and time:  4 (Z_box - 1) / sqrt(pi) v0 / d,  v0 = sqrt(kT / m),
 *   hits on a wall per time: force / (sqrt(2 pi) m v0).
 *
 * What is neglected is of order (d / L)^2, and the error of gamma, some per cent of it.
 */

#include "lib/gas.h"

/** A gas by its area fraction, and what Z is there. */
struct gas_theory {
    double eta, z;
};

static inline struct gas_theory gas_theory_bulk(double eta)
{
    /* Bn / B2^(n - 1); B3 and B4 are known in closed form */
    static const double ratios[] = {1,         1,         0.7820044, 0.5322318, 0.33355604,
                                    0.1988425, 0.1148728, 0.0649930, 0.0362193, 0.0199537};
    enum { TERMS = sizeof ratios / sizeof *ratios };
    double series = 0, power = 1, last = 0, before = 0;
    for (int n = 0; n < TERMS; n++) {
        double coefficient = ratios[n] * pow(2, n);
        series += power * (coefficient - 2 * last + before);
        before = last;
        last = coefficient;
        power *= eta;
    }
    return (struct gas_theory){eta, series / ((1 - eta) * (1 - eta))};
}

/** q: what a table must be wider than its lattice to have area fraction eta inside, in diameters. */
static inline double gas_theory_margin(double eta)
{
    return (1 - eta) / (1 + eta);
}

/** Pressure and line tension over kT, for discs of diameter 1. */
static inline double gas_theory_pressure(struct gas_theory bulk)
{
    return bulk.eta / (GAS_PI / 4) * bulk.z;
}

static inline double gas_theory_tension(struct gas_theory bulk)
{
    return bulk.eta / (GAS_PI / 4) * 0.5 / (1 - bulk.eta);
}

/** 1 + virial of the pairs / (2 N kT) in the box. */
static inline double gas_theory_z_in_box(const struct sim *sim, struct gas_theory bulk)
{
    double p = gas_theory_pressure(bulk), gamma = gas_theory_tension(bulk);
    double w = sim->scene.table.width, h = sim->scene.table.height, n = (double)sim->scene.n;
    return ((p * h - 2 * gamma) * (w - 1) + (p * w - 2 * gamma) * (h - 1)) / (2 * n);
}

/** Hits of two balls per time in the whole box. */
static inline double gas_theory_ball_hits(const struct sim *sim, struct gas_theory bulk)
{
    double v0 = sqrt(gas_temperature(sim));
    return (double)sim->scene.n / 2 * 4 * (gas_theory_z_in_box(sim, bulk) - 1) / sqrt(GAS_PI) * v0;
}

/** Hits on all four walls per time. */
static inline double gas_theory_wall_hits(const struct sim *sim, struct gas_theory bulk)
{
    double p = gas_theory_pressure(bulk), gamma = gas_theory_tension(bulk);
    double force = 2 * (p * sim->scene.table.height - 2 * gamma) + 2 * (p * sim->scene.table.width - 2 * gamma);
    return force * sqrt(gas_temperature(sim)) / sqrt(2 * GAS_PI);
}

/* ---- measuring ---- */

/** What the observer adds up. */
struct gas_measured {
    double time, ball_hits, wall_hits, ball_virial, wall_impulse;
};

static inline void gas_measure_hit(void *context, const struct contact_event *event)
{
    struct gas_measured *sum = context;
    if (event->kind == CONTACT_BALL) {
        sum->ball_hits++;
        sum->ball_virial += event->j; /* times the distance, which is 1 */
    } else {
        sum->wall_hits++;
        sum->wall_impulse += event->j;
    }
}

static inline void gas_run(struct sim *sim, double hits_per_ball, struct gas_theory bulk)
{
    double hits = hits_per_ball * (double)sim->scene.n / 2;
    double time = hits / gas_theory_ball_hits(sim, bulk);
    sim_advance(sim, sim->world->step + (uint64_t)(time / sim->scene.dt) + 1);
}

/** A gas with area fraction eta inside, melted for some hits per ball, then measured for some more. */
static inline struct gas_measured gas_measure(size_t columns, size_t lines, struct gas_theory bulk, double melt,
                                              double measure, struct sim **sim)
{
    struct gas_measured sum = {0};
    *sim = gas_open(columns, lines, bulk.eta, gas_theory_margin(bulk.eta), 42);
    (*sim)->scene.dt = 0.01;
    (*sim)->observer = (struct observer){gas_measure_hit, &sum, NULL};
    sim_start(*sim, &integrator_event);
    gas_run(*sim, melt, bulk);
    double from = (*sim)->world->t;
    sum = (struct gas_measured){0};
    gas_run(*sim, measure, bulk);
    sum.time = (*sim)->world->t - from;
    return sum;
}
