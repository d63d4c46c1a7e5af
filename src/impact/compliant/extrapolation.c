/*
 * The extrapolated midpoint rule (Gragg, SIAM J. Numer. Anal. 2, 384, 1965; Bulirsch and Stoer, Numer. Math. 8, 1,
 * 1966; Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, sect. II.9).
 *
 * A step h is made with n = 2, 4, 6, 8, 10, 14 substeps g = h/n of
 *
 *     d_1 = g f(s, y),   d_{m+1} = d_{m-1} + 2 g f(s + m g, y + d_m),
 *
 * whose result d_n has an error expansion in powers of g^2 as n is even. The scheme of Aitken and Neville removes one
 * power after another:
 *
 *     T_{j,0} = d_n of row j,   T_{j,i} = T_{j,i-1} + (T_{j,i-1} - T_{j-1,i-1}) / ((n_j/n_{j-i})^2 - 1).
 *
 * T_{5,5}, of order 12, is the result. The last rows spread wider than the even numbers, so that rounding errors of the
 * d_n grow 13-fold at most; with 2, 4, ..., 16 they would 119-fold, and steps that ask for more digits would not end.
 *
 * The error is estimated from the distances c, b, a of the last four elements of the diagonal, which shrink about
 * geometrically: what would follow is a (a/b)/(1 - a/b), or b (b/c)^2, whichever is larger. Measured on singularities
 * of f beside the step and at its end, and on smooth f, this is 0.2 to 40 times the error. The usual distance of
 * T_{5,5} to T_{5,4} is too small by a factor of 100 where f has a branch point at the step's end.
 *
 * Increments, not values, are summed and extrapolated: the rounding error of a step is then some units in the last
 * place of the increment, not of y.
 *
 * Cost: 38 evaluations. What it does badly: kinks of f inside a step, which cost it its order; let steps end there.
 */
#include "impact/compliant/extrapolation.h"

#include <math.h>
#include <string.h>

#include "base/min_max.h"

/* Numbers of substeps. */
static const int substeps[] = {2, 4, 6, 8, 10, 14};

/* Rows of the table; elements of its diagonal before the last that tell the error. */
enum { ROWS = sizeof substeps / sizeof *substeps, EARLIER = 3 };

size_t extrapolation_room(size_t n)
{
    return (ROWS + 3 + EARLIER) * n;
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
        double fine = substeps[j] * substeps[j], coarse = substeps[j - i] * substeps[j - i];
        double weight = coarse / (fine - coarse), *above = table[i - 1];
        for (size_t c = 0; c < n; c++) {
            double old = above[c];
            above[c] = row[c];
            row[c] += (row[c] - old) * weight;
        }
    }
    memcpy(table[j], row, n * sizeof *row);
}

/** Error of the last of four elements of the diagonal; not a number if one of them is none. */
static double error_of_last(const double *diagonal)
{
    double c = fabs(diagonal[1] - diagonal[0]), b = fabs(diagonal[2] - diagonal[1]),
           a = fabs(diagonal[3] - diagonal[2]);
    double expected = b < c ? b * (b / c) * (b / c) : b;
    return double_max(expected, a == 0 ? 0 : a * a / double_max(b - a, a));
}

void extrapolation_step(const struct extrapolation *system, double s, double h, const double *y, const double *rates)
{
    size_t n = system->n;
    double *table[ROWS], *before = system->room + ROWS * n, *earlier = before + 3 * n;
    const struct step step = {system, s, h, y, rates, before, before + n, before + 2 * n};
    for (int j = 0; j < ROWS; j++) {
        table[j] = system->room + (size_t)j * n;
        midpoint(&step, substeps[j], system->increment);
        extrapolate(table, j, system->increment, n);
        if (j >= ROWS - 1 - EARLIER && j < ROWS - 1)
            memcpy(earlier + (size_t)(j - (ROWS - 1 - EARLIER)) * n, system->increment, n * sizeof *earlier);
    }
    for (size_t i = 0; i < n; i++) {
        const double diagonal[] = {earlier[i], earlier[n + i], earlier[2 * n + i], system->increment[i]};
        system->error[i] = error_of_last(diagonal);
    }
}
