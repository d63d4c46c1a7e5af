#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * The linear complementarity problem of unilateral contacts,
 *     0 <= lam,  0 <= w = A lam + q,  lam . w = 0,
 * with A symmetric and positive semidefinite (it may be singular: a touching rack has more contacts than ranks).
 */
struct contact_lcp {
    size_t n;        /* number of contacts in use, <= capacity */
    size_t capacity; /* contacts there is room for: stride of the matrices */
    double *a;       /* capacity x capacity, row-major, symmetric; the other matrix and vectors lie behind it */
    double *q;       /* right-hand side, capacity */
    double *lam;     /* solution, capacity */
    double *w;       /* slack A lam + q of the solution, capacity */
    double *factor;  /* scratch, capacity x capacity: Cholesky factor of the active block */
    double *trial;   /* scratch, capacity */
    double *column;  /* scratch, capacity */
    size_t *active;  /* scratch, capacity: contacts with a free impulse, in order of entry */
    size_t *start;   /* behind it, capacity: first column of each row of the factor that is not 0 */
    size_t *contact; /* behind it, capacity: which contact each row is, for the caller's use */
    size_t n_active; /* scratch: active contacts */
    size_t a_capacity, active_capacity;
    double work;                       /* multiplications done so far, about; the caller may set it to 0 */
    const volatile sig_atomic_t *stop; /* non-zero: give up, without a solution; NULL: never */
};

/** Largest problem accepted: two dense matrices of that size take 512 MiB. */
enum { CONTACT_LCP_LIMIT = 5792 };

/** Room for so many contacts, in place of a former problem. false: out of memory or above the limit.
 *  A zeroed struct is an empty one. The caller owns the arrays through contact_lcp_free(). */
bool contact_lcp_reserve(struct contact_lcp *lcp, size_t contacts);
void contact_lcp_free(struct contact_lcp *lcp);

/** Solves for lam and w from n, a and q. false: no solution exists (only possible when A is
 *  singular and q is not in its range). */
bool contact_lcp_solve(struct contact_lcp *lcp);

/** Solves the equality A lam = -q instead: every contact active, dependent ones (in index order) left at zero. */
void contact_lcp_solve_equality(struct contact_lcp *lcp);
