/* The solver of the contact LCP against an enumeration of all active sets in extended precision, and where A is
 * singular or no solution exists. */
#include "unit/touching.h"

#include "impact/contact_lcp.h"

enum { SMALL = 8 };

/** Fills a with G M^-1 G^T of a cluster, here from dense rows of G. */
static void fill_matrix(struct touching *set)
{
    struct contact_lcp *lcp = &set->cluster.lcp;
    lcp->n = set->cluster.n_contacts;
    for (size_t i = 0; i < lcp->n; i++)
        for (size_t j = 0; j < lcp->n; j++) {
            double element = 0;
            for (size_t ball = 0; ball < set->cluster.n_bodies; ball++) {
                const struct contact *k = &set->contacts[i], *l = &set->contacts[j];
                double row = (k->b == (int32_t)ball) - (k->a == (int32_t)ball);
                double column = (l->b == (int32_t)ball) - (l->a == (int32_t)ball);
                element += row * column * (k->n.x * l->n.x + k->n.y * l->n.y) / set->bodies[ball].m;
            }
            lcp->a[i * lcp->capacity + j] = element;
        }
}

/** q_k = (1 + e_k) u_k. */
static void fill_right_side(struct touching *set)
{
    for (size_t k = 0; k < set->cluster.lcp.n; k++)
        set->cluster.lcp.q[k] = (1 + set->contacts[k].coefficients.restitution.slow) * touching_relative(set, k);
}

static double largest_q(const struct contact_lcp *lcp)
{
    double largest = 0;
    for (size_t i = 0; i < lcp->n; i++)
        largest = fmax(largest, fabs(lcp->q[i]));
    return largest;
}

/* ---- the reference: every active set ---- */

/** Gauss and Jordan with row pivots on k equations whose right-hand side is column k; false: singular. */
static bool eliminate(size_t k, long double rows[SMALL][SMALL + 1])
{
    for (size_t c = 0; c < k; c++) {
        size_t pivot = c;
        for (size_t i = c + 1; i < k; i++)
            if (fabsl(rows[i][c]) > fabsl(rows[pivot][c]))
                pivot = i;
        if (fabsl(rows[pivot][c]) < 1e-12L)
            return false;
        for (size_t j = 0; j <= k; j++) {
            long double swap = rows[pivot][j];
            rows[pivot][j] = rows[c][j];
            rows[c][j] = swap;
        }
        for (size_t i = 0; i < k; i++)
            for (size_t j = k + 1; i != c && j-- > c;)
                rows[i][j] -= rows[i][c] * rows[c][j] / rows[c][c];
    }
    for (size_t i = 0; i < k; i++)
        rows[i][k] /= rows[i][i];
    return true;
}

/** Tries the active set given by the bits of `members`; fills w. */
static bool active_set_solves(const struct contact_lcp *lcp, unsigned members, double *w)
{
    const long double allowed = 1e-11L * (long double)largest_q(lcp);
    size_t who[SMALL], k = 0;
    long double rows[SMALL][SMALL + 1];
    for (size_t i = 0; i < lcp->n; i++)
        if (members >> i & 1)
            who[k++] = i;
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < k; j++)
            rows[i][j] = (long double)lcp->a[who[i] * lcp->capacity + who[j]];
        rows[i][k] = -(long double)lcp->q[who[i]];
    }
    if (!eliminate(k, rows))
        return false;
    for (size_t i = 0; i < k; i++)
        if (rows[i][k] < -allowed)
            return false;
    for (size_t i = 0; i < lcp->n; i++) {
        long double slack = (long double)lcp->q[i];
        for (size_t j = 0; j < k; j++)
            slack += (long double)lcp->a[i * lcp->capacity + who[j]] * rows[j][k];
        if (slack < -allowed)
            return false;
        w[i] = (double)slack;
    }
    return true;
}

static bool enumeration_solves(const struct contact_lcp *lcp, double *w)
{
    for (unsigned members = 0; members < 1u << lcp->n; members++)
        if (active_set_solves(lcp, members, w))
            return true;
    return false;
}

/** Impulses of a singular problem are not unique, but the slacks are. */
static void test_against_enumeration(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    uint64_t seed = 1;
    int solvable = 0, unsolvable = 0;
    while (solvable + unsolvable < 4000) {
        size_t n = 2 + (size_t)uniform(&seed, 0, 6);
        bool one_e = uniform(&seed, 0, 1) < 0.5;
        touching_cluster(set, n, 1, one_e ? 1 : 0.3, true, &seed);
        if (set->cluster.n_contacts > SMALL)
            continue;
        fill_matrix(set);
        fill_right_side(set);
        double w[SMALL], scale = largest_q(&set->cluster.lcp);
        if (!(scale > 0))
            continue;
        bool expected = enumeration_solves(&set->cluster.lcp, w);
        assert_true(contact_lcp_solve(&set->cluster.lcp) == expected);
        for (size_t i = 0; expected && i < set->cluster.lcp.n; i++)
            assert_true(fabs(set->cluster.lcp.w[i] - w[i]) < 1e-9 * scale);
        *(expected ? &solvable : &unsolvable) += 1;
        assert_true(expected || !one_e);
    }
    assert_true(unsolvable > 20);
    touching_close(set);
}

/** The conditions themselves, computed anew, in larger clusters. */
static void test_certificate(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    struct contact_lcp *lcp = &set->cluster.lcp;
    uint64_t seed = 2;
    for (int trial = 0; trial < 500; trial++) {
        touching_cluster(set, 3 + (size_t)uniform(&seed, 0, 40), 0.5, 0.5, true, &seed);
        fill_matrix(set);
        fill_right_side(set);
        double scale = largest_q(lcp), worst = 0;
        assert_true(contact_lcp_solve(lcp));
        for (size_t i = 0; i < lcp->n; i++) {
            double w = lcp->q[i];
            for (size_t j = 0; j < lcp->n; j++)
                w += lcp->a[i * lcp->capacity + j] * lcp->lam[j];
            assert_true(lcp->lam[i] >= 0);
            assert_true(fabs(w - lcp->w[i]) <= 1e-11 * scale);
            worst = fmax(worst, lcp->lam[i] > 0 ? fabs(w) : -w);
        }
        assert_true(worst <= 1e-10 * scale);
    }
    touching_close(set);
}

/* ---- singular, unsolvable, degenerate ---- */

static void rack_with_cue(struct touching *set)
{
    touching_clear(set);
    touching_rack(set, 5);
    size_t cue = touching_ball(set, -2, 0, 1, 1);
    touching_velocity(set, cue, 1, 0);
    touching_find_pairs(set, 1);
}

/** Rank by elimination with complete pivoting. */
static size_t matrix_rank(const struct contact_lcp *lcp)
{
    size_t n = lcp->n, rank = 0;
    double *a = calloc(n * n, sizeof *a);
    assert_non_null(a);
    for (size_t i = 0; i < n * n; i++)
        a[i] = lcp->a[i / n * lcp->capacity + i % n];
    for (; rank < n; rank++) {
        size_t best = rank * n + rank;
        for (size_t i = rank; i < n; i++)
            for (size_t j = rank; j < n; j++)
                best = fabs(a[i * n + j]) > fabs(a[best]) ? i * n + j : best;
        if (fabs(a[best]) < 1e-10)
            break;
        for (size_t j = 0; j < n; j++) {
            double swap = a[rank * n + j];
            a[rank * n + j] = a[best / n * n + j];
            a[best / n * n + j] = swap;
        }
        for (size_t i = 0; i < n; i++) {
            double swap = a[i * n + rank];
            a[i * n + rank] = a[i * n + best % n];
            a[i * n + best % n] = swap;
        }
        for (size_t i = rank + 1; i < n; i++)
            for (size_t j = n; j-- > rank;)
                a[i * n + j] -= a[i * n + rank] * a[rank * n + j] / a[rank * n + rank];
    }
    free(a);
    return rank;
}

static void test_singular_rack(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    rack_with_cue(set);
    fill_matrix(set);
    fill_right_side(set);
    assert_int_equal(set->cluster.lcp.n, 31);
    assert_int_equal(matrix_rank(&set->cluster.lcp), 28);
    assert_true(contact_lcp_solve(&set->cluster.lcp));
    double largest = 0;
    for (size_t i = 0; i < set->cluster.lcp.n; i++)
        largest = fmax(largest, fabs(set->cluster.lcp.q[i]));
    assert_true(set->cluster.lcp.n_active <= 28);
    contact_lcp_solve_equality(&set->cluster.lcp);
    assert_int_equal(set->cluster.lcp.n_active, 28);
    for (size_t i = 0; i < set->cluster.lcp.n; i++)
        assert_true(fabs(set->cluster.lcp.w[i]) < 1e-13 * largest);
    touching_close(set);
}

/** A ball between two walls can be pushed to and fro, but not be made to leave both. */
static void test_unsolvable(void **context)
{
    (void)context;
    struct contact_lcp lcp = {0};
    assert_true(contact_lcp_reserve(&lcp, 2));
    lcp.n = 2;
    lcp.a[0] = lcp.a[lcp.capacity + 1] = 2;
    lcp.a[1] = lcp.a[lcp.capacity] = -2;
    lcp.q[0] = -3;
    lcp.q[1] = 2.5;
    assert_false(contact_lcp_solve(&lcp));
    lcp.q[1] = -1e-3;
    assert_false(contact_lcp_solve(&lcp));
    lcp.q[1] = 3;
    assert_true(contact_lcp_solve(&lcp));
    assert_true(lcp.lam[0] == 1.5 && lcp.lam[1] == 0 && lcp.w[0] == 0 && lcp.w[1] == 0);
    lcp.q[1] = 4;
    assert_true(contact_lcp_solve(&lcp));
    assert_true(lcp.lam[0] == 1.5 && lcp.lam[1] == 0 && lcp.w[1] == 1);
    contact_lcp_free(&lcp);
}

static void test_smallest(void **context)
{
    (void)context;
    struct contact_lcp lcp = {0};
    assert_true(contact_lcp_reserve(&lcp, 1));
    lcp.n = 0;
    assert_true(contact_lcp_solve(&lcp));
    contact_lcp_solve_equality(&lcp);
    lcp.n = 1;
    lcp.a[0] = 4;
    for (double scale = 1e-200; scale < 1e201; scale *= 1e50) {
        lcp.q[0] = -2 * scale;
        assert_true(contact_lcp_solve(&lcp));
        assert_true(fabs(lcp.lam[0] - 0.5 * scale) <= 1e-15 * scale);
        lcp.q[0] = 2 * scale;
        assert_true(contact_lcp_solve(&lcp));
        assert_true(lcp.lam[0] == 0 && lcp.w[0] == 2 * scale);
        contact_lcp_solve_equality(&lcp);
        assert_true(fabs(lcp.lam[0] + 0.5 * scale) <= 1e-15 * scale);
    }
    contact_lcp_free(&lcp);
    contact_lcp_free(&lcp);
}

static void test_reserve(void **context)
{
    (void)context;
    struct contact_lcp lcp = {0};
    assert_true(contact_lcp_reserve(&lcp, 10) && lcp.capacity >= 10);
    double *kept = lcp.a;
    assert_true(contact_lcp_reserve(&lcp, 10) && lcp.a == kept);
    assert_false(contact_lcp_reserve(&lcp, CONTACT_LCP_LIMIT + 1));
    assert_false(contact_lcp_reserve(&lcp, SIZE_MAX));
    assert_true(lcp.a == kept);
    assert_true(contact_lcp_reserve(&lcp, 50) && lcp.capacity >= 50);
    assert_true(contact_lcp_reserve(&lcp, CONTACT_LCP_LIMIT) && lcp.capacity >= CONTACT_LCP_LIMIT);
    contact_lcp_free(&lcp);
}

/** Two walls push a ball into two others: once solved along rounding errors of a null direction, with impulses of
 *  10^13. */
static void test_dependent_without_noise(void **context)
{
    (void)context;
    static const double a[5][5] = {{1000.001, 500, 0.0005, 0, -500},
                                   {500, 1000.001, 0.0005, -0.001, -1000},
                                   {0.0005, 0.0005, 0.002, -0.0005, 0},
                                   {0, -0.001, -0.0005, 0.001, 0},
                                   {-500, -1000, 0, 0, 1000}};
    struct contact_lcp lcp = {0};
    assert_true(contact_lcp_reserve(&lcp, 5));
    lcp.n = 5;
    for (size_t i = 0; i < 5; i++)
        memcpy(lcp.a + i * lcp.capacity, a[i], sizeof a[i]);
    static const double q[] = {0.6164137681285764, 0.66243013250470884, -0.88423412155096681, 0.23457588548870256,
                               -0.8970060179934114};
    memcpy(lcp.q, q, sizeof q);
    assert_true(contact_lcp_solve(&lcp));
    for (size_t i = 0; i < 5; i++)
        assert_true(lcp.lam[i] < 1e4);
    contact_lcp_free(&lcp);
}

/** Contacts that know nothing of each other enter one by one. Each takes a product of the matrix with a vector and
 *  solutions with its factor, which grows: some two products' worth. Without approach there is one look, and one that
 *  certifies. */
static void test_work_is_counted(void **context)
{
    (void)context;
    for (size_t n = 10; n <= 80; n *= 2) {
        struct contact_lcp lcp = {0};
        double cube = (double)(n * n * n);
        assert_true(contact_lcp_reserve(&lcp, n));
        lcp.n = n;
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++)
                lcp.a[i * lcp.capacity + j] = i == j;
            lcp.q[i] = -1 - (double)i;
        }
        assert_true(contact_lcp_solve(&lcp) && lcp.lam[0] == 1 && lcp.lam[n - 1] == (double)n);
        assert_true(lcp.work > 1.8 * cube && lcp.work < 2.6 * cube);
        for (size_t i = 0; i < n; i++)
            lcp.q[i] = 1;
        lcp.work = 0;
        assert_true(contact_lcp_solve(&lcp) && lcp.lam[n - 1] == 0);
        assert_true(lcp.work == 2 * (double)(n * n));
        contact_lcp_free(&lcp);
    }
}

/** A problem of n contacts with random A = B B^T; what lies beyond it in the arrays is `beyond`. */
static void set_random(struct contact_lcp *lcp, size_t n, uint64_t seed, double beyond)
{
    double b[SMALL][SMALL];
    for (size_t i = 0; i < lcp->capacity; i++) {
        lcp->q[i] = lcp->lam[i] = lcp->w[i] = beyond;
        for (size_t j = 0; j < lcp->capacity; j++)
            lcp->a[i * lcp->capacity + j] = beyond;
    }
    lcp->n = n;
    for (size_t i = 0; i < n; i++) {
        lcp->q[i] = uniform(&seed, -1, 1);
        for (size_t j = 0; j < n; j++)
            b[i][j] = uniform(&seed, -1, 1);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            lcp->a[i * lcp->capacity + j] = 0;
            for (size_t k = 0; k < n; k++)
                lcp->a[i * lcp->capacity + j] += b[i][k] * b[j][k];
        }
}

/** What an earlier, larger problem has left beyond the n contacts in use changes no bit. */
static void test_nothing_beyond(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed < 400; seed++) {
        struct contact_lcp clean = {0}, used = {0};
        size_t n = 1 + seed % SMALL;
        assert_true(contact_lcp_reserve(&clean, n + 3) && contact_lcp_reserve(&used, n + 3));
        for (int equality = 0; equality < 2; equality++) {
            set_random(&clean, n, seed, 0);
            set_random(&used, n, seed, seed % 2 ? -1e30 : 1e30);
            if (equality) {
                contact_lcp_solve_equality(&clean);
                contact_lcp_solve_equality(&used);
            } else {
                assert_int_equal(contact_lcp_solve(&clean), contact_lcp_solve(&used));
            }
            assert_memory_equal(clean.lam, used.lam, n * sizeof *clean.lam);
        }
        contact_lcp_free(&clean);
        contact_lcp_free(&used);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_enumeration),
        cmocka_unit_test(test_certificate),
        cmocka_unit_test(test_singular_rack),
        cmocka_unit_test(test_unsolvable),
        cmocka_unit_test(test_smallest),
        cmocka_unit_test(test_reserve),
        cmocka_unit_test(test_dependent_without_noise),
        cmocka_unit_test(test_work_is_counted),
        cmocka_unit_test(test_nothing_beyond),
    };
    return RUN_TESTS(tests);
}
