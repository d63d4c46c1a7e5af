/*
 * Promise: published numbers: digits of pi, reversal, springs, thresholds of collapse, hard discs, Maxwell, Haff.
 * Measured: 159 numbers; averages within four standard errors and what their source leaves open.
 */
#pragma once

/*
 * The table of published numbers. Each program of this folder prints its rows as
 *
 *     # name | ours(standard error) | published | apart, in standard errors | in % | allowed | formula; source
 *
 * fails where one is farther from what is published than allowed, and wants to find the first five columns in the
 * section of its title in man/billiard-physics.7, and no other rows there. A row that the page lacks is printed as the
 * page should have it: `build/tests/physics/test_x | sed -n 's/^# manual: //p'`.
 *
 * So numbers must be the same from every compiler and machine: nothing of libm but sqrt feeds a run, and random numbers
 * are drawn one after another, never two in the arguments of one call.
 *
 * What is allowed is said before the number is known: nothing for what is exact, a bound for what is exact up to
 * rounding or the size of a step, four standard errors for an average, and what the published value itself leaves open.
 */

#include "lib/sim.h"

/** Where a number comes from. */
struct source {
    const char *formula, *origin;
};

/** The rows of one section of the manual. */
struct published {
    const char *title; /* of the section */
    char *manual;      /* its text */
    int rows, missing;
};

/* ---- the manual ---- */

/** The whole file, freed by the caller. */
static inline char *published_read(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size > 0);
    rewind(file);
    char *text = mem_array((size_t)size + 1, 1);
    assert_non_null(text);
    assert_true(fread(text, 1, (size_t)size, file) == (size_t)size);
    text[size] = 0;
    fclose(file);
    return text;
}

/** Cuts the manual down to the section with the title; the program runs at the top of the tree. */
static inline void published_open(struct published *published, const char *title)
{
    char head[80];
    *published = (struct published){.title = title, .manual = published_read("man/billiard-physics.7")};
    snprintf(head, sizeof head, "\n.Ss %s\n", title);
    char *start = strstr(published->manual, head);
    if (!start)
        fail_msg("the manual has no section \"%s\"", title);
    char *end = strstr(start + strlen(head), "\n.S");
    memmove(published->manual, start, (size_t)(end - start));
    published->manual[end - start] = 0;
}

static inline void published_look_up(struct published *published, const char *line)
{
    char whole[300];
    snprintf(whole, sizeof whole, "\n%s", line);
    published->rows++;
    const char *found = strstr(published->manual, whole);
    if (!found || (found[strlen(whole)] != '\n' && found[strlen(whole)] != 0)) {
        published->missing++;
        print_message("# manual: %s\n", line);
    }
}

/** To be called last: the manual has each row, and no row of former days. */
static inline void published_close(struct published *published)
{
    int listed = 0;
    char *table = strstr(published->manual, "\n.Bd -literal\n"), *end = strstr(published->manual, "\n.Ed");
    assert_non_null(table);
    for (char *at = table + 1; (at = strchr(at, '\n')) != NULL && at < end; at++)
        listed++;
    listed--; /* the head */
    free(published->manual);
    assert_int_equal(published->missing, 0);
    assert_int_equal(listed, published->rows);
}

/* ---- numbers as text ---- */

/** So many decimals that the error has two digits: 1.2345(67). */
static inline int published_decimals(double error)
{
    return (int)fmax(0, 1 - floor(log10(error)));
}

/** Prints a row and looks it up. */
static inline void published_print(struct published *published, const char *const cells[6], struct source source)
{
    char line[256];
    print_message("# %-30s | %14s | %12s | %5s | %8s | %s | %s; %s\n", cells[0], cells[1], cells[2], cells[3], cells[4],
                  cells[5], source.formula, source.origin);
    snprintf(line, sizeof line, "%-30s %13s %9s %5s %8s", cells[0], cells[1], cells[2], cells[3], cells[4]);
    published_look_up(published, line);
}

/** Difference in per cent, as text. */
static inline void published_percent(char *text, size_t size, double ours, double reference)
{
    if (reference != 0 && ours != reference)
        snprintf(text, size, "%+.2g", 100 * (ours / reference - 1));
    else
        snprintf(text, size, ours == reference ? "0" : "-");
}

/* ---- rows ---- */

/** A count, or what double precision holds exactly. */
static inline void published_exact(struct published *published, const char *name, double ours, double reference,
                                   struct source source)
{
    char left[32], right[32], percent[16];
    snprintf(left, sizeof left, "%.10g", ours);
    snprintf(right, sizeof right, "%.10g", reference);
    published_percent(percent, sizeof percent, ours, reference);
    published_print(published, (const char *[]){name, left, right, "exact", percent, "0"}, source);
    assert_true(ours == reference);
}

/** What is exact up to `allowed`, an absolute bound. */
static inline void published_within(struct published *published, const char *name, double ours, double reference,
                                    double allowed, struct source source)
{
    char left[32], right[32], percent[16], bound[16];
    snprintf(left, sizeof left, reference != 0 ? "%.7g" : "%.2g", ours);
    snprintf(right, sizeof right, "%.7g", reference);
    snprintf(bound, sizeof bound, "%.1g", allowed);
    published_percent(percent, sizeof percent, ours, reference);
    published_print(published, (const char *[]){name, left, right, "-", percent, bound}, source);
    assert_true(fabs(ours - reference) <= allowed);
}

/** Mean and standard error of a sample that grows. */
struct sample {
    double n, sum, squares;
};

static inline void sample_add(struct sample *sample, double value)
{
    sample->n++;
    sample->sum += value;
    sample->squares += value * value;
}

static inline double sample_mean(const struct sample *sample)
{
    return sample->sum / sample->n;
}

static inline double sample_error(const struct sample *sample)
{
    double mean = sample_mean(sample), variance = sample->squares / sample->n - mean * mean;
    return sqrt(fmax(variance, 0) / (sample->n - 1));
}

/** An average: four standard errors and `doubt`, the relative uncertainty of the published value, are allowed. */
static inline void published_average(struct published *published, const char *name, const struct sample *sample,
                                     double reference, double doubt, struct source source)
{
    char left[48], right[32], apart[16], percent[16], bound[32];
    double ours = sample_mean(sample), error = sample_error(sample);
    int decimals = published_decimals(error);
    snprintf(left, sizeof left, "%.*f(%.0f)", decimals, ours, error * pow(10, decimals));
    snprintf(right, sizeof right, "%.*f", decimals, reference);
    snprintf(apart, sizeof apart, "%+.1f", (ours - reference) / error);
    published_percent(percent, sizeof percent, ours, reference);
    snprintf(bound, sizeof bound, doubt > 0 ? "4 s.e. + %.2g%%" : "4 s.e.", 100 * doubt);
    published_print(published, (const char *[]){name, left, right, apart, percent, bound}, source);
    assert_true(error > 0);
    assert_true(fabs(ours - reference) < 4 * error + doubt * fabs(reference));
}
