#include "batch_result.h"

#include <stdio.h>

#include "report.h"

enum { NAMED = sizeof(((struct batch_result *)NULL)->first) / sizeof(uint64_t) };

static size_t named(const struct batch_result *result)
{
    return result->failed < NAMED ? (size_t)result->failed : NAMED;
}

void batch_result_add(struct batch_result *result, uint64_t run, enum status status)
{
    const struct batch_result one = {status, status != STATUS_OK, {run}};
    batch_result_merge(result, &one);
}

void batch_result_merge(struct batch_result *result, const struct batch_result *other)
{
    struct batch_result sum = {.worst = result->worst > other->worst ? result->worst : other->worst,
                               .failed = result->failed + other->failed};
    for (size_t i = 0, a = 0, b = 0; i < named(&sum); i++) {
        bool own = b == named(other) || (a < named(result) && result->first[a] < other->first[b]);
        sum.first[i] = own ? result->first[a++] : other->first[b++];
    }
    *result = sum;
}

void batch_result_report(const struct batch_result *result, uint64_t runs, const char *done, double seconds,
                         const struct run_plan *plan)
{
    char names[NAMED * 24 + 16] = "", time[32] = "";
    size_t length = 0;
    for (size_t i = 0; i < named(result); i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%llu",
                                   i > 0                ? ", "
                                   : result->failed > 1 ? " (runs "
                                                        : " (run ",
                                   (unsigned long long)result->first[i]);
    if (result->failed > 0)
        snprintf(names + length, sizeof names - length, result->failed > NAMED ? ", ...)" : ")");
    if (plan->verbosity > 0)
        snprintf(time, sizeof time, ", %.3f s", seconds);
    report_line(plan, "%llu %s, %llu failed%s%s", (unsigned long long)(runs - result->failed), done,
                (unsigned long long)result->failed, names, time);
}
