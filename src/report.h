#ifndef REPORT_H
#define REPORT_H

#include "integrators/integrator.h"
#include "run.h"

/* Words about a run, on standard error, as many as plan->verbosity asks for. */

/** What the run will do, and what is dubious about it. */
void report_before(const struct scene *scene, const struct run_plan *plan);

/** What went strangely. */
void report_warnings(const struct scene *scene, const struct run_plan *plan, const struct counters *counters);

#endif
