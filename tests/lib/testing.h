#pragma once

/* What every test in C begins with: cmocka, the headers that it needs before, and those that nearly every test uses. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/**
 * Begins the function that runs the tests of a file, in place of `int main(void)`. The files of a folder are linked to
 * one program, whose main() in lib/groups.c runs those that it is told.
 */
#define TEST_GROUP()                                                                \
    static int run_group(void);                                                     \
    __attribute__((constructor)) static void add_group(void)                        \
    {                                                                               \
        static struct test_group group = {.run = run_group, .file = __BASE_FILE__}; \
        test_group_add(&group);                                                     \
    }                                                                               \
    static int run_group(void)

struct test_group {
    int (*run)(void);
    const char *file; /* as it was compiled: tests/unit/test_mem.c */
    struct test_group *next;
};

void test_group_add(struct test_group *group);

/** Runs an array of struct CMUnitTest and prints TAP. @return the exit status */
#define RUN_TESTS(tests) cmocka_run_group_tests(tests, NULL, NULL)

/** Fails unless |found - expected| <= tolerance, and prints both. */
#define assert_near(found, expected, tolerance) testing_near(found, expected, tolerance, __FILE__, __LINE__)

static inline void testing_near(double found, double expected, double tolerance, const char *file, int line)
{
    if (fabs(found - expected) <= tolerance)
        return;
    print_error("found %.17g, expected %.17g, off by %.3g\n", found, expected, found - expected);
    _fail(file, line);
}

/** In the initializer of an obstacle or a table: e at every speed. */
#define BOUNCES(e) .coefficients.restitution = RESTITUTION(e)
#define RESTITUTION(e)      \
    {                       \
        (e), (e), (e), NULL \
    }

/** How often a test repeats itself: `quick` times in `make test`, `full` times in `make test-full`. */
static inline int runs(int quick, int full)
{
    return getenv("TEST_FULL") ? full : quick;
}
