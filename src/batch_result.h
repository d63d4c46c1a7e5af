#ifndef BATCH_RESULT_H
#define BATCH_RESULT_H

#include <stdbool.h>

#include "run.h"

/** What has become of many runs. Starts zeroed. */
struct batch_result {
    enum status worst; /* of all runs */
    uint64_t failed;   /* runs whose status is not 0 */
    uint64_t first[3]; /* of those, in order */
};

/** Adds a run, after those with smaller numbers. */
void batch_result_add(struct batch_result *result, uint64_t run, enum status status);

/** Adds the runs of another result, in any order. */
void batch_result_merge(struct batch_result *result, const struct batch_result *other);

/** Says it as "9999 complete, 1 failed (run 5178)".
 *  @param done what the others are
 *  @param seconds that it took, told if the user wants to know */
void batch_result_report(const struct batch_result *result, uint64_t runs, const char *done, double seconds,
                         const struct run_plan *plan);

#endif
