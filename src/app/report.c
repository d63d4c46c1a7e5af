/*
 * Messages about a run: what it will do, what is doubtful about it, and what went wrong without ending it. If there are
 * several runs, each line names its run.
 */
#include "app/report.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/doubts.h"
#include "app/idle_keys.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "base/number.h"
#include "contact/spring.h"
#include "integrators/integrator.h"
#include "measure/diagnostics.h"
#include "surfaces/boundary.h"

enum { MOST_CHARACTERS = 1024, FEW_STEPS = 10 /* per contact */, CREEPING = 1000 /* struct counters, `creeps` */ };

static const double PI = 3.141592653589793;
static const double TINY = 2e-4, SPARSE = 1e-4;   /* largest radius and area, of the table's: perhaps another unit */
static const double DEEP = 0.5, MISPLACED = 0.01; /* radii: of overlaps with fixed steps, of what rounding moves */

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

/** As report_warning(); in a batch once for all runs, by report_tally(). */
__attribute__((format(printf, 3, 4))) static void report_once(const struct run_plan *plan, enum run_warning warning,
                                                              const char *format, ...)
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

/** The ending of a noun that follows the number n. */
static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void report_scene(const struct scene *scene, const struct run_plan *plan)
{
    const double width = scene->table.width, height = scene->table.height;
    double area = 0, largest = 0, lightest = HUGE_VAL;
    bool cubes = true;
    for (size_t i = 0; i < scene->n; i++) {
        if (!scene_is_fixed(scene, i)) {
            cubes = cubes && scene->m[i] == scene->r[i] * scene->r[i] * scene->r[i];
            lightest = double_min(lightest, scene->m[i]);
        }
        area += PI * scene->r[i] * scene->r[i];
        largest = double_max(largest, scene->r[i]);
    }
    const struct restitution *ball = &scene->pair.restitution, *wall = &scene->table.walls.restitution;
    report_line(plan, "%zu ball%s, area fraction %.3g, restitution %.3g%s (walls %.3g%s)", scene->n, plural(scene->n),
                area / (width * height), ball->least, ball->table ? " or more" : "", wall->least,
                wall->table ? " or more" : "");
    if (scene->n > 0 && largest < TINY * double_max(width, height) && area < SPARSE * width * height)
        report_line(plan, "the largest radius is %.3g, the table %.6g by %.6g: one unit for all?", largest, width,
                    height);
    if (cubes && isfinite(lightest))
        report_line(plan, "masses are r^3, the default");
    for (int side = 0; side < TABLE_WALLS; side++)
        if (scene->table.thermal.kT[side] > 0 && isfinite(lightest))
            report_line(plan, "the %s wall sends the lightest balls off at some %.3g",
                        table_wall_name((enum table_wall)side), sqrt(2 * scene->table.thermal.kT[side] / lightest));
}

/** The smallest and the largest coefficient of restitution. */
static void find_restitutions(const struct scene *scene, double *least, double *most)
{
    size_t at = 0;
    *least = 1;
    *most = 0;
    for (const struct coefficients *of; (of = scene_next_coefficients(scene, &at));) {
        *least = double_min(*least, of->restitution.least);
        *most = double_max(*most, of->restitution.most);
    }
}

/** By what part of itself the least restitution is off, if a contact takes n steps: pi zeta/n, see billiard-limits(7).
 *  Says nothing if its dashpot is stronger than such steps resolve, spring_damping(). */
static void tell_error_of_restitution(const struct scene *scene, double steps, char text[64])
{
    double least, most;
    find_restitutions(scene, &least, &most);
    const double zeta = spring_damping_ratio(least);
    if (zeta > 0 && zeta < steps / (4 * PI))
        snprintf(text, 64, ", restitution %.3g to %.2g %%", least, 100 * PI * zeta / steps);
}

static void report_integrator(const struct scene *scene, const struct run_plan *plan,
                              const struct integrator_ops *integrator)
{
    const bool springs = integrator->needs & SCENE_STIFFNESS;
    const struct scene_stability stability = springs ? integrator->stability(scene) : (struct scene_stability){.a = 0};
    char contacts[64] = "", error[64] = "";
    if (springs && isfinite(stability.contact_time)) {
        const double steps = stability.contact_time / scene->dt;
        snprintf(contacts, sizeof contacts, ", shortest contact %.3g (%.3g steps)", stability.contact_time, steps);
        tell_error_of_restitution(scene, steps, error);
    }
    report_line(plan, "%s, dt %.3g%s%s", integrator->name, scene->dt, contacts, error);
}

static void report_frames(const struct scene *scene, const struct run_plan *plan)
{
    uint64_t first = scene->start_step, last = first + scene->steps, every = scene->every;
    uint64_t frames = last / every + 1 - (first + every - 1) / every;
    report_line(plan, "steps %llu to %llu, %llu frame%s", (unsigned long long)first, (unsigned long long)last,
                (unsigned long long)frames, plural(frames));
}

static void warn_of_few_steps(const struct scene *scene, const struct run_plan *plan,
                              const struct integrator_ops *integrator)
{
    const struct scene_stability stability = integrator->stability(scene);
    double steps = stability.contact_time / scene->dt;
    if (!(steps < FEW_STEPS))
        return;
    char partner[40] = "a wall";
    if (stability.a != stability.b)
        snprintf(partner, sizeof partner, "ball %zu", stability.b);
    report_warning(plan,
                   "a contact of ball %zu with %s lasts only %.2g steps, so energy will drift; use at least 20 (dt <= "
                   "%.3g)",
                   stability.a, partner, steps, stability.contact_time / 20);
}

/** 170 and 1e5, where %.2g writes 1.7e+02 and 1e+05.
 *  @return text */
static const char *two_digits(char text[NUMBER_MAX_TEXT], double value)
{
    text[number_write(text, double_min(value, DBL_MAX), 2)] = '\0';
    return text;
}

/** A ball that moves by more than its radius in a step can be beyond another before it is noticed. */
static void warn_of_long_steps(const struct scene *scene, const struct world *world, const struct run_plan *plan,
                               const struct integrator_ops *integrator)
{
    double most = 0, fall = diagnostics_fall_squared(scene), walls = table_fastest(&scene->table);
    size_t ball = 0;
    for (size_t i = 0; i < world->n; i++) {
        if (!world_is_in_play(world, i))
            continue;
        double speed = sqrt(world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i] + fall) + walls;
        double way = speed * scene->dt / world->r[i];
        ball = way > most ? i : ball;
        most = way > most ? way : most;
    }
    if (most > 1) {
        char radii[NUMBER_MAX_TEXT];
        double dt = double_min(integrator->suitable_dt(scene, world), scene->dt / (4 * most));
        report_warning(plan, "ball %zu %s %s radii per step%s%s; use dt <= %.2g", ball,
                       fall > 0 ? "can reach" : "moves", two_digits(radii, most), fall > 0 ? " by falling" : "",
                       walls > 0 ? ", seen from a surface that moves" : "", dt);
    }
}

/** What is asked of the end and of frames, and is not to be had. */
static void warn_of_clock(const struct scene *scene, const struct run_plan *plan)
{
    const uint64_t first = scene->start_step, last = first + scene->steps, every = scene->every;
    const double end = (double)scene->steps * scene->dt, duration = scene->duration;
    bool tables = streams_wanted(&plan->paths, STREAM_OUTPUT) || streams_wanted(&plan->paths, STREAM_ENERGY);
    if (tables && !plan->only_last && !plan->paths.path[STREAM_SAVE] && last % every != 0)
        report_once(plan, RUN_LAST_STATE, "the last state, step %llu, is not written%s, as frames are %llu steps apart",
                    (unsigned long long)last, scene->stop.kind ? " unless stop ends the run before" : "",
                    (unsigned long long)every);
    if (duration > 0 && fabs(end - duration) > 1e-9 * duration) /* by more than rounding */
        report_once(plan, RUN_ROUNDED, "the run ends at t = %.6g, as duration is rounded to whole frames", end);
}

/** True if `stop` is one of those keys. */
static bool warn_of_idle_keys(const struct scene *scene, const struct world *world, const struct run_plan *plan)
{
    struct idle_key idle = {.kind = 0};
    bool stop_is_told = false;
    while (idle_keys_next(scene, world, &idle)) {
        report_once(plan, RUN_IDLE + idle.kind, "%s has no effect: %s", idle.key, idle.reason);
        stop_is_told = stop_is_told || strcmp(idle.key, "stop") == 0;
    }
    return stop_is_told;
}

void report_stop_not_met(const struct scene *scene, const struct world *world, const struct run_plan *plan)
{
    char moving[64] = "";
    size_t n = 0;
    for (size_t i = 0; i < world->n; i++)
        n += world_is_in_play(world, i) && (world->vx[i] != 0 || world->vy[i] != 0);
    if (scene->stop.kind == SCENE_STOP_REST)
        snprintf(moving, sizeof moving, "; %zu ball%s still move%s", n, plural(n), n == 1 ? "s" : "");
    report_once(plan, RUN_STOP_NOT_MET, "the run ended before its stop, %s, was met%s", scene->stop.text, moving);
}

/** A dashpot of rolling that steps do not resolve. The least mass against which one acts is that of a ball that rolls
 * on a wall, q m. */
static void warn_of_rolling(const struct scene *scene, const struct run_plan *plan)
{
    double least = HUGE_VAL;
    char most[NUMBER_MAX_TEXT];
    for (size_t i = 0; scene_resists_rolling(scene) && i < scene->n; i++)
        least = double_min(least, scene->inertia[i] * scene->m[i]);
    if (scene->gamma_roll > 0.5 * least / scene->dt)
        report_once(plan, RUN_ROLLS_HARD,
                    "gamma_roll: more than steps of dt resolve, which is up to %s for the lightest ball",
                    two_digits(most, 0.5 * least / scene->dt));
}

static void warn_of_doubts(const struct scene *scene, const struct world *world, const struct run_plan *plan)
{
    char text[DOUBTS_MAX_TEXT];
    for (int i = 0; i < DOUBTS; i++)
        if (doubts_find(i, scene, world, text))
            report_once(plan, RUN_DOUBT + i, "%s", text);
    const char *path = plan->paths.path[STREAM_OUTPUT], *format = plan->format->name,
               *other = doubts_of_name(path, format);
    if (other && !plan->member)
        report_warning(plan, "%s: its format is %s; -f %s makes it what its name says", path, format, other);
}

bool report_before(const struct scene *scene, const struct world *world, const struct run_plan *plan)
{
    bool stop_is_told = false;
    const struct integrator_ops *integrator = integrator_find(scene->integrator);
    if (plan->verbosity >= 0) {
        if (integrator->needs & SCENE_STIFFNESS)
            warn_of_few_steps(scene, plan, integrator);
        if (integrator->steps)
            warn_of_long_steps(scene, world, plan, integrator);
        if (scene->same_seed)
            report_once(plan, RUN_SAME_SEED,
                        "balls.%zu has the same random velocities as the fill before it, as both have the same seed",
                        scene->same_seed);
        if (scene->miscue)
            report_once(plan, RUN_MISCUE, "balls.%zu: a tip more than 0.5 radii from the centre slips off: a miscue",
                        scene->miscue - 1);
        warn_of_clock(scene, plan);
        warn_of_rolling(scene, plan);
        stop_is_told = warn_of_idle_keys(scene, world, plan);
        warn_of_doubts(scene, world, plan);
    }
    if (plan->verbosity < 1)
        return stop_is_told;
    report_scene(scene, plan);
    report_integrator(scene, plan, integrator);
    report_frames(scene, plan);
    return stop_is_told;
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
                       two_digits(radii, most));
}

/** Overlap scales as k^-1/2: the k for overlaps of a hundredth of the radius. */
static void warn_of_deep_overlaps(const struct scene *scene, const struct run_plan *plan, double overlap)
{
    const struct integrator_ops *integrator = integrator_find(scene->integrator);
    if (!(overlap > DEEP))
        return;
    char radii[NUMBER_MAX_TEXT], k[NUMBER_MAX_TEXT];
    const char *crushed = table_moves(&scene->table) ? " or walls that move left no room" : "";
    two_digits(radii, overlap);
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
                       radii, crushed, two_digits(k, scene->k * (overlap / 0.01) * (overlap / 0.01)));
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
                       integrator->name, two_digits(added, integrator->softening), two_digits(text, most));
}

/** A ball that lies on another body hits a third within contact_time, so elastically, however fast it rolls. */
static void warn_of_kept_energy(const struct run_plan *plan, const struct counters *counters)
{
    char kept[NUMBER_MAX_TEXT], lost[NUMBER_MAX_TEXT];
    if (counters->elastic > 0)
        report_warning(plan,
                       "contact_time made hits elastic that should have lost an energy of %s; the run lost %s in all; "
                       "springs avoid this",
                       two_digits(kept, counters->elastic), two_digits(lost, counters->lost));
}

/** Each push of contact_time lets balls that rub slip a little. */
static void warn_of_creep(const struct run_plan *plan, const struct counters *counters)
{
    if (counters->creeps >= CREEPING)
        report_once(plan, RUN_CREEPS,
                    "balls that rub lie on each other, and creep, as contact_time keeps them hitting; what must stand "
                    "needs springs");
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
                       scene->impact, (unsigned long long)counters->pulls, plural(counters->pulls),
                       (unsigned long long)counters->energy_gains, plural(counters->energy_gains));
    double least, most;
    find_restitutions(scene, &least, &most);
    if (counters->last_resorts && most > 0) /* with e = 0 everywhere all impacts end so */
        report_warning(plan,
                       "%llu jammed simultaneous impact%s did not converge and %s ended perfectly inelastically "
                       "(energy lost)",
                       (unsigned long long)counters->last_resorts, plural(counters->last_resorts),
                       counters->last_resorts == 1 ? "was" : "were");
}
