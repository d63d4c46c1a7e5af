#pragma once

#include "app/run_plan.h"
#include "measure/counters.h"
#include "scene/scene.h"
#include "world/world.h"

/* Words about a run, on standard error or, in a batch, where that collects them. */

/** "billiard-sim: TEXT", in a batch "billiard-sim: run 17: TEXT", on one line. */
void report_line(const struct run_plan *plan, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** "warning: TEXT", unless the user wants errors only. */
void report_warning(const struct run_plan *plan, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** What is doubtful about the run and, if the user wants to know, what it will do. */
void report_before(const struct scene *scene, const struct world *world, const struct run_plan *plan);

/** What went strangely. */
void report_after(const struct scene *scene, const struct world *world, const struct run_plan *plan,
                  const struct counters *counters);
