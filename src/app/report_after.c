/* What went strangely in a run without ending it. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "app/report.h"
#include "base/min_max.h"
#include "base/number.h"
#include "integrators/integrator.h"

enum { CREEPING = 1000 /* struct counters, `creeps` */ };

static const double DEEP = 0.5, MISPLACED = 0.01; /* radii: of overlaps with fixed steps, of what rounding moves */

void report_after_unmet_stop(const struct scene *scene, const struct world *world, const struct run_plan *plan)
{
    char moving[64] = "";
    size_t n = 0;
    for (size_t i = 0; i < world->n; i++)
        n += world_is_in_play(world, i) && (world->vx[i] != 0 || world->vy[i] != 0);
    if (scene->stop.kind == SCENE_STOP_REST)
        snprintf(moving, sizeof moving, "; %zu ball%s still move%s", n, report_plural(n), n == 1 ? "s" : "");
    report_once(plan, RUN_STOP_NOT_MET, "the run ended before its stop, %s, was met%s", scene->stop.text, moving);
}

/** How far the rounding of its place moves a ball, in radii, the most of all balls that can move. */
static double coarsest_place(const struct scene *scene, const struct world *world)
{
    double most = 0;
    for (size_t i = 0; i < world->n; i++)
        if (!scene_is_fixed(scene, i))
            most = double_max(most, double_max(fabs(world->x[i]), fabs(world->y[i])) / world->r[i]);
    return most * (DBL_EPSILON / 2);
}

/** Rounding of times shows in `overlap`. That of places need not: a centre that is put beyond a line overlaps nothing.
 */
static void warn_of_misplaced_hits(const struct scene *scene, const struct world *world, const struct run_plan *plan,
                                   double overlap)
{
    double most = double_max(overlap, coarsest_place(scene, world));
    char radii[NUMBER_MAX_TEXT];
    if (most > MISPLACED)
        report_warning(plan,
                       "rounding misplaces hits by up to %s radii, and near 1 radius balls pass through lines; "
                       "use larger balls or a shorter run",
                       report_two_digits(radii, most));
}

/** Overlap scales as k^-1/2: the k for overlaps of a hundredth of the radius. */
static void warn_of_deep_overlaps(const struct scene *scene, const struct run_plan *plan, double overlap)
{
    const struct integrator_ops *integrator = integrator_find(scene->integrator);
    if (!(overlap > DEEP))
        return;
    char radii[NUMBER_MAX_TEXT], k[NUMBER_MAX_TEXT];
    const char *crushed = table_moves(&scene->table) ? " or walls that move left no room" : "";
    report_two_digits(radii, overlap);
    if (!(integrator->needs & SCENE_STIFFNESS))
        report_warning(
            plan,
            "balls overlapped each other or a wall by up to %s radii; a smaller dt reduces that, unless they "
            "overlapped at the start%s",
            radii, crushed);
    else
        report_warning(plan,
                       "contacts were compressed by up to %s radii, too much for hard balls, unless they overlapped at "
                       "the start%s; k = %s keeps that to 0.01 radii",
                       radii, crushed, report_two_digits(k, scene->k * (overlap / 0.01) * (overlap / 0.01)));
}

/** @param overlap relative, of balls no larger than the largest one that can move */
static void warn_of_softening(const struct scene *scene, const struct run_plan *plan, double overlap)
{
    char text[NUMBER_MAX_TEXT], added[NUMBER_MAX_TEXT];
    const struct integrator_ops *integrator = integrator_find(scene->integrator);
    double most = overlap * scene_largest_radii(scene).first;
    if (most > 0 && integrator->softening > most / 1000)
        report_warning(plan,
                       "%s adds %s to the distance of two centres, more than a thousandth of the largest "
                       "overlap, %s; use spring-verlet, or a smaller unit of length",
                       integrator->name, report_two_digits(added, integrator->softening),
                       report_two_digits(text, most));
}

/** A ball that lies on another body hits a third within contact_time, so elastically, however fast it rolls. */
static void warn_of_kept_energy(const struct run_plan *plan, const struct counters *counters)
{
    char kept[NUMBER_MAX_TEXT], lost[NUMBER_MAX_TEXT];
    if (counters->elastic > 0)
        report_warning(plan,
                       "contact_time made hits elastic that should have lost an energy of %s; the run lost %s in all; "
                       "springs avoid this",
                       report_two_digits(kept, counters->elastic), report_two_digits(lost, counters->lost));
}

/** Each hit with which a contact is kept up lets balls that rub slip a little. */
static void warn_of_creep(const struct run_plan *plan, const struct counters *counters)
{
    if (counters->creeps >= CREEPING)
        report_once(plan, RUN_CREEPS,
                    "balls that rub lie on each other, and creep, as hits keep them up; what must stand needs springs");
}

/** A wall that has left its range has ended the run. */
static void warn_of_range(const struct scene *scene, const struct world *world, const struct run_plan *plan)
{
    char least[NUMBER_MAX_TEXT + 1], greatest[NUMBER_MAX_TEXT + 1];
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        const struct piston *piston = &scene->table.piston[wall];
        if (!world->walls[wall].was_beyond)
            continue;
        least[number_write(least, piston->range[0], 0)] = '\0';
        greatest[number_write(greatest, piston->range[1], 0)] = '\0';
        report_warning(plan, "the %s wall has been outside its range, from %s to %s, which ends the run",
                       table_wall_name((enum table_wall)wall), least, greatest);
    }
}

static bool bounces(const struct scene *scene)
{
    size_t at = 0;
    bool any = false;
    for (const struct coefficients *of; (of = scene_next_coefficients(scene, &at));)
        any = any || of->restitution.most > 0;
    return any;
}

void report_after(const struct scene *scene, const struct world *world, const struct run_plan *plan,
                  const struct counters *counters)
{
    if (integrator_find(scene->integrator)->steps)
        warn_of_deep_overlaps(scene, plan, counters->overlap);
    else
        warn_of_misplaced_hits(scene, world, plan, counters->overlap);
    warn_of_softening(scene, plan, counters->overlap);
    warn_of_kept_energy(plan, counters);
    warn_of_creep(plan, counters);
    warn_of_range(scene, world, plan);
    if (counters->pulls || counters->energy_gains)
        report_warning(plan,
                       "impact law %s: %llu pulling contact%s, %llu impact%s that gained energy; use lcp or gr, which "
                       "have neither",
                       scene->impact, (unsigned long long)counters->pulls, report_plural(counters->pulls),
                       (unsigned long long)counters->energy_gains, report_plural(counters->energy_gains));
    if (counters->last_resorts && bounces(scene)) /* with e = 0 everywhere all impacts end so */
        report_warning(plan,
                       "%llu jammed simultaneous impact%s did not converge and %s ended perfectly inelastically "
                       "(energy lost)",
                       (unsigned long long)counters->last_resorts, report_plural(counters->last_resorts),
                       counters->last_resorts == 1 ? "was" : "were");
}
