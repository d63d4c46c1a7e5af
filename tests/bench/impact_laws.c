/*
 * What does one simultaneous impact cost? Lines of 4, 16 and 101 touching balls, 3, 15 and 100 contacts, hit by the
 * first at restitution 0.95, and the break of a rack of 15, 31 contacts; under each law, in turn, five times. Printed
 * are medians of CPU time in microseconds per cluster.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "impact/compliant/impact_compliant.h"
#include "impact/impact_law.h"

enum { MOST_BALLS = 128, MOST_CONTACTS = 256, REPEATS = 5, CASES = 4 };

static struct impact_body bodies[MOST_BALLS];
static struct contact contacts[MOST_CONTACTS];
static struct impact_cluster cluster = {
    .bodies = bodies, .contacts = contacts, .n_bodies = MOST_BALLS, .n_contacts = MOST_CONTACTS};

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/** Unit balls at these places, the first with speed 1 along x; contacts between those that touch. */
static void fill(size_t n, const double (*place)[2])
{
    cluster.n_bodies = n;
    cluster.n_contacts = 0;
    for (size_t a = 0; a < n; a++) {
        bodies[a] = (struct impact_body){.v.x = a == 0, .m = 1};
        for (size_t b = 0; b < a; b++) {
            double dx = place[a][0] - place[b][0], dy = place[a][1] - place[b][1], d = sqrt(dx * dx + dy * dy);
            if (d < 2 + 1e-9)
                contacts[cluster.n_contacts++] = (struct contact){.a = (int32_t)b,
                                                                  .b = (int32_t)a,
                                                                  .n.x = dx / d,
                                                                  .n.y = dy / d,
                                                                  .coefficients.restitution = restitution_of(0.95),
                                                                  .curvature_radius = 0.5};
        }
    }
}

static void fill_case(int number)
{
    static const size_t line[] = {4, 16, 101};
    static double place[MOST_BALLS][2];
    size_t n = 0;
    for (; number < 3 && n < line[number]; n++) {
        place[n][0] = 2 * (double)n;
        place[n][1] = 0;
    }
    for (int row = -1; number == 3 && row < 5; row++)
        for (int i = 0; i <= (row < 0 ? 0 : row); i++, n++) {
            place[n][0] = row < 0 ? -2 : sqrt(3.0) * row;
            place[n][1] = row < 0 ? 0 : 2 * i - row;
        }
    fill(n, (const double(*)[2])place);
}

/** Seconds per resolution; the filling is not counted. */
static double time_case(const struct impact_law *law, int number)
{
    double elapsed = 0;
    int count = 0;
    for (; elapsed < 0.02; count++) {
        fill_case(number);
        double begun = cpu_seconds();
        impact_law_resolve(law, &cluster);
        elapsed += cpu_seconds() - begun;
    }
    return elapsed / count;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    if (!impact_law_reserve(&cluster))
        return EXIT_FAILURE;
    printf("microseconds per cluster\n%-10s %10s %10s %10s %10s\n", "law", "line 3", "line 15", "line 100", "break 31");
    for (const struct impact_law *law = impact_laws; law->name; law++) {
        printf("%-10s", law->name);
        for (int number = 0; number < CASES; number++) {
            double seconds[REPEATS];
            for (int i = 0; i < REPEATS; i++)
                seconds[i] = time_case(law, number);
            qsort(seconds, REPEATS, sizeof *seconds, ascending);
            printf(" %10.4g", 1e6 * seconds[REPEATS / 2]);
        }
        printf("\n");
    }
    impact_law_free(&cluster);
    return EXIT_SUCCESS;
}
