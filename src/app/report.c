/*
 * How words about a run become lines: if there are several runs, each names its run, and a warning that many of them
 * deserve comes once. What is said before a run is in report_before.c, and after it in report_after.c.
 */
#include "app/report.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "base/number.h"

enum { MOST_CHARACTERS = 1024 };

__attribute__((format(printf, 3, 0))) static void put_line(const struct run_plan *plan, const char *kind,
                                                           const char *format, va_list arguments)
{
    const struct run_member *member = plan->member;
    char text[MOST_CHARACTERS], line[MOST_CHARACTERS + 64];
    vsnprintf(text, sizeof text, format, arguments);
    snprintf(line, sizeof line, "billiard-sim: %s%s%s%s%s\n", member ? "run " : "", member ? member->number : "",
             member ? ": " : "", kind, text);
    if (member)
        output_text(member->words, line);
    else
        fputs(line, stderr);
}

void report_line(const struct run_plan *plan, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_line(plan, "", format, arguments);
    va_end(arguments);
}

void report_warning(const struct run_plan *plan, const char *format, ...)
{
    va_list arguments;
    if (plan->verbosity < 0)
        return;
    va_start(arguments, format);
    put_line(plan, "warning: ", format, arguments);
    va_end(arguments);
}

void report_once(const struct run_plan *plan, enum run_warning warning, const char *format, ...)
{
    struct run_tally *tally = plan->member ? plan->member->tally : NULL;
    va_list arguments;
    if (plan->verbosity < 0)
        return;
    va_start(arguments, format);
    if (!tally) {
        put_line(plan, "warning: ", format, arguments);
    } else {
        const uint64_t run = strtoull(plan->member->number, NULL, 10);
        host_lock_take(tally->lock);
        if (tally->of[warning].runs++ == 0 || run < tally->of[warning].first) {
            tally->of[warning].first = run;
            vsnprintf(tally->of[warning].text, sizeof tally->of[warning].text, format, arguments);
        }
        host_lock_release(tally->lock);
    }
    va_end(arguments);
}

void report_tally(const struct run_plan *plan, const struct run_tally *tally)
{
    for (enum run_warning i = 0; i < RUN_WARNINGS; i++)
        if (tally->of[i].runs > 0)
            report_warning(plan, "%s (%llu run%s, %srun %llu)", tally->of[i].text,
                           (unsigned long long)tally->of[i].runs, tally->of[i].runs == 1 ? "" : "s",
                           tally->of[i].runs == 1 ? "" : "the first is ", (unsigned long long)tally->of[i].first);
}

void report_unset(const struct run_plan *plan, const bool *set)
{
    char *name = outcome_unset(plan->columns, set);
    if (name)
        report_warning(plan, "--columns: no run has set %s", name + strlen("set."));
    free(name);
}

void report_columns(const struct run_plan *plan, const struct outcome *outcome, const struct scene *scene)
{
    struct run_tally *tally = plan->member ? plan->member->tally : NULL;
    if (tally) {
        host_lock_take(tally->lock);
        outcome_note_set(outcome, scene, tally->set);
        tally->has_rows = true;
        host_lock_release(tally->lock);
        return;
    }
    bool *set = mem_array(outcome->n, sizeof *set);
    if (set) {
        outcome_note_set(outcome, scene, set);
        report_unset(plan, set);
    }
    free(set);
}

const char *report_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

const char *report_two_digits(char text[NUMBER_MAX_TEXT], double value)
{
    text[number_write(text, double_min(value, DBL_MAX), 2)] = '\0';
    return text;
}
