/* What a run will do, and what is doubtful about it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/doubts.h"
#include "app/idle_keys.h"
#include "app/report.h"
#include "base/min_max.h"
#include "contact/spring.h"
#include "integrators/integrator.h"
#include "measure/diagnostics.h"

enum { FEW_STEPS = 10 /* per contact */ };

static const double PI = 3.141592653589793;
static const double TINY = 2e-4, SPARSE = 1e-4; /* largest radius and area, of the table's: perhaps another unit */

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
    report_line(plan, "%zu ball%s, area fraction %.3g, restitution %.3g%s (walls %.3g%s)", scene->n,
                report_plural(scene->n), area / (width * height), ball->least, ball->table ? " or more" : "",
                wall->least, wall->table ? " or more" : "");
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
                (unsigned long long)frames, report_plural(frames));
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
                       fall > 0 ? "can reach" : "moves", report_two_digits(radii, most), fall > 0 ? " by falling" : "",
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
                    report_two_digits(most, 0.5 * least / scene->dt));
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
