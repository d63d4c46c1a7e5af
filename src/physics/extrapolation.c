/*
 * The extrapolated midpoint rule (Gragg, SIAM J. Numer. Anal. 2, 384, 1965; Bulirsch and Stoer, Numer. Math. 8, 1,
 * 1966; Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, sect. II.9).
 *
 * A step h is made with n = 2, 4, ..., 16 substeps g = h/n of
 *
 *     d_1 = g f(s, y),   d_{m+1} = d_{m-1} + 2 g f(s + m g, y + d_m),
 *
 * whose result d_n has an error expansion in powers of g^2 as n is even. The scheme of Aitken and Neville removes one
 * power after another:
 *
 *     T_{j,0} = d_n of row j,   T_{j,i} = T_{j,i-1} + (T_{j,i-1} - T_{j-1,i-1}) / ((n_j/n_{j-i})^2 - 1).
 *
 * T_{7,7} is of order 16. The distance to T_{7,6}, of order 14, estimates the error of the lower order, so that the
 * result is better than it says by some digits.
 *
 * Increments, not values, are summed and extrapolated: the rounding error of a step is then some thirty units in the
 * last place of the increment, not of y.
 *
 * Cost: 64 evaluations. What it does badly: kinks of f inside a step, which cost it its order; let steps end there.
 */
#include "physics/extrapolation.h"

#include <math.h>
#include <string.h>

enum { ROWS = 8 };

size_t extrapolation_room(size_t n)
{
    return (ROWS + 3) * n;
}

/** A step and its scratch arrays. */
struct step {
    const struct extrapolation *system;
    double s, h;
    const double *y, *rates;
    double *before, *stage, *slope;
};

/** now = d_n of the midpoint rule with n substeps. */
static void midpoint(const struct step *step, int n, double *now)
{
    const struct extrapolation *system = step->system;
    double g = step->h / n;
    for (size_t c = 0; c < system->n; c++) {
        step->before[c] = 0;
        now[c] = g * step->rates[c];
    }
    for (int m = 1; m < n; m++) {
        for (size_t c = 0; c < system->n; c++)
            step->stage[c] = step->y[c] + now[c];
        system->rates(system->context, step->s + m * g, step->stage, step->slope);
        for (size_t c = 0; c < system->n; c++) {
            double next = step->before[c] + 2 * g * step->slope[c];
            step->before[c] = now[c];
            now[c] = next;
        }
    }
}

/** Appends `row` as row j of the table: on return it holds T_{j,j}, and table[i] holds T_{j,i}. */
static void extrapolate(double *const *table, int j, double *row, size_t n)
{
    for (int i = 1; i <= j; i++) {
        double fine = (j + 1) * (j + 1), coarse = (j + 1 - i) * (j + 1 - i), weight = coarse / (fine - coarse);
        double *above = table[i - 1];
        for (size_t c = 0; c < n; c++) {
            double old = above[c];
            above[c] = row[c];
            row[c] += (row[c] - old) * weight;
        }
    }
    memcpy(table[j], row, n * sizeof *row);
}

void extrapolation_step(const struct extrapolation *system, double s, double h, const double *y, const double *rates)
{
    size_t n = system->n;
    double *table[ROWS], *before = system->room + ROWS * n;
    const struct step step = {system, s, h, y, rates, before, before + n, before + 2 * n};
    for (int j = 0; j < ROWS; j++) {
        table[j] = system->room + (size_t)j * n;
        midpoint(&step, 2 * (j + 1), system->increment);
        extrapolate(table, j, system->increment, n);
    }
    for (size_t c = 0; c < n; c++)
        system->error[c] = fabs(system->increment[c] - table[ROWS - 2][c]);
}
