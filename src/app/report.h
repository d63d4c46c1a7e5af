#pragma once

#include "app/run_plan.h"
#include "base/number.h"
#include "given/scene.h"
#include "measure/counters.h"
#include "out/outcome.h"
#include "state/world.h"

/* Words about a run, on standard error or, in a batch, where that collects them. */

/** "billiard-sim: TEXT", in a batch "billiard-sim: run 17: TEXT", on one line. */
void report_line(const struct run_plan *plan, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** "warning: TEXT", unless the user wants errors only. */
void report_warning(const struct run_plan *plan, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** As report_warning(); in a batch once for all runs, by report_tally(). */
void report_once(const struct run_plan *plan, enum run_warning warning, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** The warnings of which a batch counts the runs and tells one: "warning: TEXT (3 runs, the first is run 17)". */
void report_tally(const struct run_plan *plan, const struct run_tally *tally);

/** Notes which columns of outcomes the run has set, for report_unset() at the end of the batch or, alone, at once. */
void report_columns(const struct run_plan *plan, const struct outcome *outcome, const struct scene *scene);

/** That no run has set a column set.PATH, if there is one. */
void report_unset(const struct run_plan *plan, const bool *set);

/** That the scene's stop has not come by the last step. */
void report_after_unmet_stop(const struct scene *scene, const struct world *world, const struct run_plan *plan);

/** What is doubtful about the run and, if the user wants to know, what it will do. True: it has told that the scene's
 * stop has no effect. */
bool report_before(const struct scene *scene, const struct world *world, const struct run_plan *plan);

/** What went strangely. */
void report_after(const struct scene *scene, const struct world *world, const struct run_plan *plan,
                  const struct counters *counters);

/** The ending of a noun that follows the number n. */
const char *report_plural(uint64_t n);

/** 170 and 1e5, where %.2g writes 1.7e+02 and 1e+05.
 *  @return text */
const char *report_two_digits(char text[NUMBER_MAX_TEXT], double value);
