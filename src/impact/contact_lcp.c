/*
 * Active-set solution of the contact LCP, seen as the convex quadratic program
 *     minimise  lam.A.lam / 2 + q.lam   subject to  lam >= 0,
 * whose optimality conditions are the LCP (Cottle, Pang and Stone, The Linear Complementarity Problem, 1992,
 * sect. 1.2). The scheme is that of non-negative least squares (Lawson and Hanson, Solving Least Squares Problems,
 * 1974, ch. 23) with a Cholesky factor of the active block that is updated rather than recomputed:
 *
 *   1. let the contact with the most negative slack w enter the active set;
 *   2. solve the active block; if an impulse would turn negative go only as far as the first zero, let that contact
 *      leave, and solve again;
 *   3. stop when no slack is negative.
 *
 * The objective falls strictly at each entry, so no active set returns. Rounding can prevent the search from ending: it
 * stops when entries no longer reduce the worst slack and that slack is at the level of rounding.
 *
 * Invariant: the factor is that of linearly independent rows. A contact whose row depends on the active ones (pivot
 * below DEPENDENT of its diagonal) enters as if it yielded a little more, by that pivot. The optimum of the block is
 * then far away along the null direction, on the way the first impulse that reaches zero leaves, and so on until the
 * row is independent of those that stay. If none leaves, the objective has no lower bound and the problem no solution.
 *
 * Cost: O(n^2) per entry or exit for n active contacts, O(n b^2) for a block if contacts that act on each other are at
 * most b apart: the factor's rows are followed from their first element that is not 0. Memory: two dense matrices.
 */
#include "impact/contact_lcp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"

/* A pivot below this part of its diagonal is rounding: the row depends on the others. */
#define DEPENDENT 1e-11
/* A slack or impulse below this part of the largest |q| (or impulse) is zero. */
#define NEGLIGIBLE 1e-14
/* A residual above this part of the largest |q| is more than rounding (which reaches 1e-7 when heavy balls squeeze one
 * 10^9 times lighter): there is no solution. */
#define UNSOLVABLE 1e-6

/* Entries without progress at the level of rounding that end the search. */
enum { PATIENCE = 10 };

void contact_lcp_free(struct contact_lcp *lcp)
{
    free(lcp->a);
    free(lcp->active);
    memset(lcp, 0, sizeof *lcp);
}

bool contact_lcp_reserve(struct contact_lcp *lcp, size_t contacts)
{
    const size_t n = contacts;
    if (n > CONTACT_LCP_LIMIT || !mem_grow(&lcp->a, &lcp->a_capacity, (2 * n + 5) * n, sizeof *lcp->a) ||
        !mem_grow(&lcp->active, &lcp->active_capacity, 3 * n, sizeof *lcp->active))
        return false;
    lcp->capacity = n;
    lcp->factor = lcp->a + n * n;
    lcp->q = lcp->factor + n * n;
    lcp->lam = lcp->q + n;
    lcp->w = lcp->lam + n;
    lcp->trial = lcp->w + n;
    lcp->column = lcp->trial + n;
    lcp->start = lcp->active + n;
    lcp->contact = lcp->start + n;
    return true;
}

static bool is_stopped(const struct contact_lcp *lcp)
{
    return lcp->stop && *lcp->stop;
}

static double entry(const struct contact_lcp *lcp, size_t row, size_t column)
{
    return lcp->a[row * lcp->capacity + column];
}

/** Solves L y = y in place for the active block's factor L, of a y that is 0 before place `from`. */
static void forward(const struct contact_lcp *lcp, double *y, size_t from)
{
    for (size_t i = from; i < lcp->n_active; i++) {
        const double *row = lcp->factor + i * lcp->capacity;
        double rest = y[i];
        for (size_t j = lcp->start[i] > from ? lcp->start[i] : from; j < i; j++)
            rest -= row[j] * y[j];
        y[i] = rest / row[i];
    }
}

/** Solves L^T z = z in place. */
static void backward(const struct contact_lcp *lcp, double *z)
{
    for (size_t i = lcp->n_active; i-- > 0;) {
        const double *row = lcp->factor + i * lcp->capacity;
        z[i] /= row[i];
        for (size_t j = lcp->start[i]; j < i; j++)
            z[j] -= row[j] * z[i];
    }
}

/** Column of the active block for contact k, reduced by the factor; returns the pivot the contact would get. */
static double reduced_column(struct contact_lcp *lcp, size_t k)
{
    size_t n = lcp->n_active, from = n;
    const double *row = lcp->a + k * lcp->capacity;
    for (size_t i = n; i-- > 0;) {
        lcp->column[i] = row[lcp->active[i]];
        from = lcp->column[i] != 0 ? i : from;
    }
    forward(lcp, lcp->column, from);
    lcp->work += (double)n + (double)((n - from) * (n - from)) / 2;
    lcp->start[n] = from;
    double pivot = entry(lcp, k, k);
    for (size_t i = from; i < n; i++)
        pivot -= lcp->column[i] * lcp->column[i];
    return pivot;
}

static bool is_independent(const struct contact_lcp *lcp, size_t k, double pivot)
{
    return pivot > DEPENDENT * entry(lcp, k, k);
}

/** Appends contact k with the column and pivot that reduced_column() left. */
static void append(struct contact_lcp *lcp, size_t k, double pivot)
{
    double *row = lcp->factor + lcp->n_active * lcp->capacity;
    memcpy(row, lcp->column, lcp->n_active * sizeof *row);
    row[lcp->n_active] = sqrt(pivot);
    lcp->active[lcp->n_active++] = k;
}

/** Lets contact k enter; if its row depends on those of the others, as if it yielded a little more. Returns whether it
 *  is independent. */
static bool enter(struct contact_lcp *lcp, size_t k)
{
    double pivot = reduced_column(lcp, k);
    bool independent = is_independent(lcp, k, pivot);
    append(lcp, k, independent ? pivot : DEPENDENT * entry(lcp, k, k));
    return independent;
}

/** Lets the active contact at `place` leave with impulse zero: deletes the factor's row and restores its triangle with
 * plane rotations (Golub and Van Loan, Matrix Computations, 4th ed. 2013, sect. 6.5.3). */
static void leave(struct contact_lcp *lcp, size_t place)
{
    size_t stride = lcp->capacity;
    lcp->lam[lcp->active[place]] = 0;
    lcp->n_active--;
    lcp->work += 2 * (double)((lcp->n_active - place) * (lcp->n_active - place));
    for (size_t i = place; i < lcp->n_active; i++) {
        lcp->active[i] = lcp->active[i + 1];
        lcp->start[i] = lcp->start[i + 1] > place ? lcp->start[i + 1] - 1 : lcp->start[i + 1];
        memcpy(lcp->factor + i * stride, lcp->factor + (i + 1) * stride, (i + 2) * sizeof(double));
    }
    for (size_t c = place; c < lcp->n_active; c++) {
        double *pivot_row = lcp->factor + c * stride;
        double length = sqrt(pivot_row[c] * pivot_row[c] + pivot_row[c + 1] * pivot_row[c + 1]);
        double cosine = pivot_row[c] / length, sine = pivot_row[c + 1] / length;
        for (size_t i = c; i < lcp->n_active; i++) {
            double *row = lcp->factor + i * stride;
            double left = row[c], right = row[c + 1];
            row[c] = cosine * left + sine * right;
            row[c + 1] = cosine * right - sine * left;
        }
    }
}

/** w += part * row k of A, which is its column, too. Sums of many products grow side by side then, each in its order.
 */
static void add_row(struct contact_lcp *lcp, size_t k, double part)
{
    const double *restrict row = lcp->a + k * lcp->capacity;
    double *restrict w = lcp->w;
    for (size_t i = 0; i < lcp->n; i++)
        w[i] += part * row[i];
}

/** trial = solution of the active block, refined once so that the residual is at rounding level. Uses up w. */
static void solve_active(struct contact_lcp *lcp)
{
    size_t n = lcp->n_active;
    lcp->work += 3 * (double)(n * n);
    for (size_t i = 0; i < n; i++)
        lcp->trial[i] = -lcp->q[lcp->active[i]];
    forward(lcp, lcp->trial, 0);
    backward(lcp, lcp->trial);
    for (size_t k = 0; k < lcp->n; k++)
        lcp->w[k] = -lcp->q[k];
    for (size_t i = 0; i < n; i++)
        add_row(lcp, lcp->active[i], -lcp->trial[i]);
    for (size_t i = 0; i < n; i++)
        lcp->column[i] = lcp->w[lcp->active[i]];
    forward(lcp, lcp->column, 0);
    backward(lcp, lcp->column);
    for (size_t i = 0; i < n; i++)
        lcp->trial[i] += lcp->column[i];
}

/** Largest step in [0, 1] along lam + step * (trial - lam) that keeps the active impulses non-negative; *blocking
 *  is the place that reaches zero, or n_active. */
static double step_to_zero(const struct contact_lcp *lcp, size_t *blocking)
{
    double step = 1;
    *blocking = lcp->n_active;
    for (size_t i = 0; i < lcp->n_active; i++) {
        double lam = lcp->lam[lcp->active[i]], down = lam - lcp->trial[i];
        if (down > 0 && lcp->trial[i] < 0 && lam < step * down) {
            step = lam / down;
            *blocking = i;
        }
    }
    return step;
}

/** Moves the active impulses to the optimum of their block, dropping contacts whose impulse reaches zero first. */
static void descend(struct contact_lcp *lcp)
{
    while (lcp->n_active) {
        size_t blocking;
        solve_active(lcp);
        double step = step_to_zero(lcp, &blocking);
        for (size_t i = 0; i < lcp->n_active; i++) {
            double *lam = &lcp->lam[lcp->active[i]];
            *lam = step < 1 ? double_max(0, *lam + step * (lcp->trial[i] - *lam)) : double_max(0, lcp->trial[i]);
        }
        if (blocking == lcp->n_active)
            return;
        leave(lcp, blocking);
    }
}

/** w = A lam + q. */
static void compute_slack(struct contact_lcp *lcp)
{
    memcpy(lcp->w, lcp->q, lcp->n * sizeof *lcp->w);
    for (size_t k = 0; k < lcp->n; k++)
        if (lcp->lam[k] != 0)
            add_row(lcp, k, lcp->lam[k]);
}

/** The inactive contact with the most negative slack, n: none below -tolerance. */
static size_t most_negative(const struct contact_lcp *lcp, double tolerance)
{
    size_t worst = lcp->n;
    double lowest = -tolerance;
    for (size_t i = 0; i < lcp->n; i++)
        if (lcp->w[i] < lowest && lcp->lam[i] <= 0) {
            lowest = lcp->w[i];
            worst = i;
        }
    return worst;
}

static double largest_q(const struct contact_lcp *lcp)
{
    double largest = 0;
    for (size_t i = 0; i < lcp->n; i++)
        largest = double_max(largest, fabs(lcp->q[i]));
    return largest;
}

/** True if the conditions hold to within what rounding can do. */
static bool certify(const struct contact_lcp *lcp, double scale)
{
    double worst = 0;
    for (size_t i = 0; i < lcp->n; i++)
        worst = double_max(worst, lcp->lam[i] > 0 ? fabs(lcp->w[i]) : -lcp->w[i]);
    return worst <= UNSOLVABLE * scale;
}

/** Lets contacts enter until no slack is negative or nothing is gained any more. Leaves w as it then is. */
static void search(struct contact_lcp *lcp, double scale)
{
    double tolerance = NEGLIGIBLE * scale * (double)(4 + lcp->n), best = HUGE_VAL;
    int idle = 0;
    compute_slack(lcp);
    for (size_t steps = 0; steps < 50 * lcp->n + 50 && !is_stopped(lcp); steps++) {
        size_t k = most_negative(lcp, tolerance);
        if (k == lcp->n)
            return;
        idle = -lcp->w[k] < best ? 0 : idle + 1;
        best = double_min(best, -lcp->w[k]);
        if (idle > PATIENCE && best < UNSOLVABLE * scale)
            return;
        bool independent = enter(lcp, k);
        const size_t active = lcp->n_active;
        descend(lcp);
        compute_slack(lcp);
        if (!independent && lcp->n_active == active)
            return; /* none has left */
        lcp->work += (double)(lcp->n * lcp->n);
    }
}

bool contact_lcp_solve(struct contact_lcp *lcp)
{
    double scale = largest_q(lcp);
    lcp->work += 2 * (double)(lcp->n * lcp->n);
    memset(lcp->lam, 0, lcp->n * sizeof *lcp->lam);
    lcp->n_active = 0;
    search(lcp, scale);
    return certify(lcp, scale);
}

void contact_lcp_solve_equality(struct contact_lcp *lcp)
{
    lcp->n_active = 0;
    lcp->work += (double)(lcp->n * lcp->n);
    for (size_t k = 0; k < lcp->n && !is_stopped(lcp); k++) {
        double pivot = reduced_column(lcp, k);
        if (is_independent(lcp, k, pivot))
            append(lcp, k, pivot);
    }
    solve_active(lcp);
    memset(lcp->lam, 0, lcp->n * sizeof *lcp->lam);
    for (size_t i = 0; i < lcp->n_active; i++)
        lcp->lam[lcp->active[i]] = lcp->trial[i];
}
