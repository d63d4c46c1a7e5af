/* Words about a run: what it will do, what is doubtful about it, what went strangely. */
#include "report.h"

#include <math.h>
#include <stdio.h>

#include "model/scene_stability.h"

static const double PI = 3.141592653589793;

static void tell_scene(const struct scene *scene)
{
    double area = 0;
    for (size_t i = 0; i < scene->n; i++)
        area += PI * scene->r[i] * scene->r[i];
    fprintf(stderr, "billiard-sim: %zu balls, area fraction %.3g, restitution %.3g (walls %.3g)\n", scene->n,
            area / (scene->table.width * scene->table.height), scene->e_ball, scene->e_wall);
}

static void tell_contacts(const struct scene *scene, const struct integrator_ops *integrator)
{
    struct scene_stability stability = scene_stability_of(scene);
    fprintf(stderr, "billiard-sim: %s, dt %.3g, ", integrator->name, scene->dt);
    if ((integrator->needs & SCENE_STIFFNESS) && isfinite(stability.contact_time))
        fprintf(stderr, "contacts of %.3g or more, %.3g steps\n", stability.contact_time,
                stability.contact_time / scene->dt);
    else if ((integrator->supports & SCENE_CONTACT_TIME) && scene->contact_time > 0)
        fprintf(stderr, "contact time %.3g\n", scene->contact_time);
    else
        fprintf(stderr, "contacts take no time\n");
}

static void tell_frames(const struct scene *scene)
{
    uint64_t first = scene->start_step, last = first + scene->steps, every = scene->every;
    uint64_t frames = last / every + 1 - (first + every - 1) / every;
    fprintf(stderr, "billiard-sim: steps %llu to %llu, %llu frames\n", (unsigned long long)first,
            (unsigned long long)last, (unsigned long long)frames);
}

/** Half the bound on the time step is little more than three steps per contact. */
static void warn_of_few_steps(const struct scene *scene)
{
    struct scene_stability stability = scene_stability_of(scene);
    if (scene->dt < 0.5 * stability.bound)
        return;
    char partner[40] = "a wall";
    if (stability.a != stability.b)
        snprintf(partner, sizeof partner, "ball %zu", stability.b);
    fprintf(stderr,
            "billiard-sim: warning: the contact of ball %zu and %s lasts %.2g steps; energy will not be kept, take 20 "
            "or more (dt <= %.3g)\n",
            stability.a, partner, stability.contact_time / scene->dt, stability.contact_time / 20);
}

void report_before(const struct scene *scene, const struct run_plan *plan)
{
    const struct integrator_ops *integrator = integrator_find(scene->integrator);
    if (plan->verbosity >= 0 && (integrator->needs & SCENE_STIFFNESS))
        warn_of_few_steps(scene);
    if (plan->verbosity < 1)
        return;
    tell_scene(scene);
    tell_contacts(scene, integrator);
    tell_frames(scene);
}

void report_warnings(const struct scene *scene, const struct run_plan *plan, const struct counters *counters)
{
    if (plan->verbosity < 0)
        return;
    if (counters->pulls || counters->energy_gains)
        fprintf(stderr,
                "billiard-sim: warning: impact law %s: %llu pulling contact(s), %llu impact(s) that gained energy; lcp "
                "and gr have neither\n",
                scene->impact, (unsigned long long)counters->pulls, (unsigned long long)counters->energy_gains);
    if (counters->last_resorts)
        fprintf(stderr,
                "billiard-sim: warning: wedged balls (simultaneous impacts: %llu) never stopped approaching and were "
                "brought to rest against each other; energy was lost there whatever e is\n",
                (unsigned long long)counters->last_resorts);
}
