/*
 * What ends as wedged is: forces within the cones of friction press the balls that the message names, and are in
 * balance at every ball without any load. So no small impulse parts them, and nothing bounds the rate at which
 * they hit each other.
 *
 * The forces are sought by least squares: at all contacts with next to no gap, each the sum of the two edges of its
 * cone with factors that are not negative, and 1 pressing the named balls together. What is left of the balance of
 * forces and torques of every ball must be next to nothing beside the largest force.
 *
 * Promise: a heap that ends as wedged is held by forces within the cones of friction, which press the balls it names.
 * Measured: heaps of 5 to 100 balls in boxes of whole diameters, mu 0 to 0.5, e 0.1 to 0.9: all that end.
 */
#include "lib/testing.h"
#include "lib/whole_run.h"

#include <unistd.h>

enum { SECONDS_AT_MOST = 3000, BALLS = 100, CONTACTS = 400, SWEEPS = 100000 };

#define R           0.1
#define GAP         1e-5 /* up to which bodies count as touching, in radii */
#define LEFT        1e-4 /* of a unit force, in the balance of a ball */
#define JUST_BEFORE 1e-9 /* the end, when places are taken */

/** An edge of a cone: what a unit of it does to the balls. */
struct edge {
    int a, b; /* balls; b < 0: a wall */
    double on_a[3], on_b[3];
};

/** All edges, two for each contact. */
struct cones {
    struct edge edges[2 * CONTACTS];
    int n;
    bool named[CONTACTS]; /* it is one of a ball that the message names */
    double pressing;      /* the normal forces there together */
    double factor[2 * CONTACTS], left[BALLS][3];
};

/** @param n unit normal from a to b, or into the wall */
static void add_contact(struct cones *cones, int a, int b, double nx, double ny, double mu)
{
    assert_true(cones->n < CONTACTS);
    for (int k = 0; k < 2; k++) {
        const double t = k ? -mu : mu, x = nx - t * ny, y = ny + t * nx;
        cones->edges[2 * cones->n + k] =
            (struct edge){.a = a, .b = b, .on_a = {-x, -y, -t}, .on_b = {x, y, -t}}; /* torques over the radius */
    }
    cones->n++;
}

/** Changes the factor of an edge, and what is left of the balance. */
static void change(struct cones *cones, int edge, double by)
{
    const struct edge *it = &cones->edges[edge];
    cones->factor[edge] += by;
    cones->pressing += cones->named[edge / 2] ? by : 0;
    for (int i = 0; i < 3; i++) {
        cones->left[it->a][i] += by * it->on_a[i];
        if (it->b >= 0)
            cones->left[it->b][i] += by * it->on_b[i];
    }
}

/** The change of a factor that leaves the least of the balance, and of the normal forces at named balls together
 * less 1. */
static double best_change(const struct cones *cones, int edge)
{
    const struct edge *it = &cones->edges[edge];
    const bool is_named = cones->named[edge / 2];
    double slope = is_named ? cones->pressing - 1 : 0, curvature = is_named;
    for (int i = 0; i < 3; i++) {
        slope += it->on_a[i] * cones->left[it->a][i] + (it->b >= 0 ? it->on_b[i] * cones->left[it->b][i] : 0);
        curvature += it->on_a[i] * it->on_a[i] + (it->b >= 0 ? it->on_b[i] * it->on_b[i] : 0);
    }
    return fmax(-slope / curvature, -cones->factor[edge]);
}

/** What is left of the balance of the ball that has it worst, beside the largest normal force. */
static double imbalance(struct cones *cones, int balls)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int edge = 0; edge < 2 * cones->n; edge++)
            change(cones, edge, best_change(cones, edge));
    double worst = 0, largest = 0;
    for (int k = 0; k < cones->n; k++)
        largest = fmax(largest, cones->factor[2 * k] + cones->factor[2 * k + 1]);
    for (int i = 0; i < balls; i++)
        for (int k = 0; k < 3; k++)
            worst = fmax(worst, fabs(cones->left[i][k]));
    return worst / largest;
}

/** What a heap is run with. */
struct heap {
    double width, mu, e;
    int balls;
};

/** @param b a ball, or of the left, right and bottom wall -1, -2, -3 @param named balls of the message, or -1 */
static void find_contact(struct cones *cones, const struct heap *heap, int a, int b, double nx, double ny, double gap,
                         const int named[2])
{
    if (!(gap < GAP * R))
        return;
    cones->named[cones->n] = a == named[0] || a == named[1] || (b >= 0 && (b == named[0] || b == named[1]));
    add_contact(cones, a, b, nx, ny, heap->mu);
}

/** The contacts of a box of balls. */
static void find_contacts(struct cones *cones, const struct world *world, const struct heap *heap, const int named[2])
{
    *cones = (struct cones){.n = 0};
    for (int i = 0; i < heap->balls; i++) {
        find_contact(cones, heap, i, -1, -1, 0, world->x[i] - R, named);
        find_contact(cones, heap, i, -2, 1, 0, heap->width - world->x[i] - R, named);
        find_contact(cones, heap, i, -3, 0, -1, world->y[i] - R, named);
        for (int j = i + 1; j < heap->balls; j++) {
            const double x = world->x[j] - world->x[i], y = world->y[j] - world->y[i], d = sqrt(x * x + y * y);
            find_contact(cones, heap, i, j, x / d, y / d, d - 2 * R, named);
        }
    }
}

/** The balls that a message names, one or two. */
static void read_named(const char *message, int named[2])
{
    if (sscanf(message, "balls %d and %d are wedged", &named[0], &named[1]) != 2)
        assert_int_equal(sscanf(message, "ball %d and the %*s wall are wedged", &named[0]), 1);
}

static void run_heap(struct whole_run *run, const struct heap *heap, double time)
{
    char text[800];
    snprintf(text, sizeof text,
             "{\"table\":{\"width\":%g,\"height\":%g},\"gravity\":[0,-9.81],\"restitution\":%g,\"mu\":%g,\"dt\":%.17g,"
             "\"steps\":1,\"defaults\":{\"r\":%g,\"m\":1},\"balls\":[{\"fill\":\"random\",\"count\":%d,\"speed\":0.5,"
             "\"seed\":7}]}",
             heap->width, fmax(3 * heap->width, 1.5), heap->e, heap->mu, time, R, heap->balls);
    whole_run(run, text, 0);
}

/** Of a heap that has ended: what is left of the balance of forces just before. */
static double left_of(const struct heap *heap, const char *message)
{
    static struct cones cones;
    struct whole_run before;
    int named[2] = {-1, -1};
    const char *at = strstr(message, " wedged at t = ");
    assert_true(at != NULL);
    read_named(message, named);
    run_heap(&before, heap, strtod(at + 15, NULL) - JUST_BEFORE);
    assert_int_equal(before.status, STATUS_OK);
    find_contacts(&cones, before.loaded->world, heap, named);
    whole_run_close(&before);
    return imbalance(&cones, heap->balls);
}

static void test_heaps_of_whole_diameters(void **context)
{
    (void)context;
    static const double mu[] = {0.1, 0, 0.5}, e[] = {0.1, 0.5, 0.9}, widths[] = {0.8, 1, 1.4, 2, 2.8};
    static const int balls[] = {5, 10, 20, 50, 100};
    for (int k = 0; k < 45; k++) {
        const struct heap heap = {widths[k / 9], mu[k / 3 % 3], e[k % 3], balls[k / 9]};
        struct whole_run ended;
        run_heap(&ended, &heap, 3);
        if (ended.status != STATUS_OK) {
            const double left = left_of(&heap, ended.err.text);
            if (!(left < LEFT))
                fail_msg("%d balls, mu %g, e %g: %g is left, %s", heap.balls, heap.mu, heap.e, left, ended.err.text);
        }
        whole_run_close(&ended);
    }
}

TEST_GROUP()
{
    alarm(SECONDS_AT_MOST);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heaps_of_whole_diameters),
    };
    return RUN_TESTS(tests);
}
