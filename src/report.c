/*
 * Words about a run: what it will do, what is doubtful about it, what went strangely. Each line says of which run it
 * tells if there are several.
 */
#include "report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "integrators/integrator.h"
#include "model/scene_stability.h"

enum { MOST_CHARACTERS = 1024 };

static const double PI = 3.141592653589793;

static void put_line(const struct run_plan *plan, const char *kind, const char *text)
{
    const struct run_member *member = plan->member;
    char line[MOST_CHARACTERS + 64];
    snprintf(line, sizeof line, "billiard-sim: %s%s%s%s%s\n", member ? "run " : "", member ? member->number : "",
             member ? ": " : "", kind, text);
    if (member)
        output_text(member->words, line);
    else
        fputs(line, stderr);
}

void report_line(const struct run_plan *plan, const char *format, ...)
{
    char text[MOST_CHARACTERS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put_line(plan, "", text);
}

void report_warning(const struct run_plan *plan, const char *format, ...)
{
    char text[MOST_CHARACTERS];
    va_list arguments;
    if (plan->verbosity < 0)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put_line(plan, "warning: ", text);
}

static void tell_scene(const struct scene *scene, const struct run_plan *plan)
{
    double area = 0;
    for (size_t i = 0; i < scene->n; i++)
        area += PI * scene->r[i] * scene->r[i];
    report_line(plan, "%zu ball%s, area fraction %.3g, restitution %.3g (walls %.3g)", scene->n,
                scene->n == 1 ? "" : "s", area / (scene->table.width * scene->table.height), scene->e_ball,
                scene->e_wall);
}

static void tell_contacts(const struct scene *scene, const struct run_plan *plan,
                          const struct integrator_ops *integrator)
{
    struct scene_stability stability = scene_stability_of(scene);
    char contacts[80] = "contacts are instantaneous";
    if ((integrator->needs & SCENE_STIFFNESS) && isfinite(stability.contact_time))
        snprintf(contacts, sizeof contacts, "shortest contact %.3g (%.3g steps)", stability.contact_time,
                 stability.contact_time / scene->dt);
    else if ((integrator->supports & SCENE_CONTACT_TIME) && scene->contact_time > 0)
        snprintf(contacts, sizeof contacts, "contact time %.3g", scene->contact_time);
    report_line(plan, "%s, dt %.3g, %s", integrator->name, scene->dt, contacts);
}

static void tell_frames(const struct scene *scene, const struct run_plan *plan)
{
    uint64_t first = scene->start_step, last = first + scene->steps, every = scene->every;
    uint64_t frames = last / every + 1 - (first + every - 1) / every;
    report_line(plan, "steps %llu to %llu, %llu frame%s", (unsigned long long)first, (unsigned long long)last,
                (unsigned long long)frames, frames == 1 ? "" : "s");
}

/** Half the bound on the time step is little more than three steps per contact. */
static void warn_of_few_steps(const struct scene *scene, const struct run_plan *plan)
{
    struct scene_stability stability = scene_stability_of(scene);
    if (scene->dt < 0.5 * stability.bound)
        return;
    char partner[40] = "a wall";
    if (stability.a != stability.b)
        snprintf(partner, sizeof partner, "ball %zu", stability.b);
    report_warning(plan,
                   "the contact of ball %zu and %s lasts %.2g steps; energy will not be kept, take 20 or more (dt <= "
                   "%.3g)",
                   stability.a, partner, stability.contact_time / scene->dt, stability.contact_time / 20);
}

void report_before(const struct scene *scene, const struct run_plan *plan)
{
    const struct integrator_ops *integrator = integrator_find(scene->integrator);
    if (plan->verbosity >= 0 && (integrator->needs & SCENE_STIFFNESS))
        warn_of_few_steps(scene, plan);
    if (plan->verbosity < 1)
        return;
    tell_scene(scene, plan);
    tell_contacts(scene, plan, integrator);
    tell_frames(scene, plan);
}

void report_after(const struct scene *scene, const struct run_plan *plan, const struct counters *counters)
{
    if (counters->pulls || counters->energy_gains)
        report_warning(plan,
                       "impact law %s: %llu pulling contact(s), %llu impact(s) that gained energy; lcp and gr have "
                       "neither",
                       scene->impact, (unsigned long long)counters->pulls, (unsigned long long)counters->energy_gains);
    if (counters->last_resorts)
        report_warning(plan,
                       "%llu jammed simultaneous impact(s) did not converge and were ended perfectly inelastically "
                       "(energy lost)",
                       (unsigned long long)counters->last_resorts);
}
