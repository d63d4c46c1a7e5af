/*
 * Words about a run. How much it will write is found by writing one frame of made-up balls to a stream that only
 * counts, so that nothing here knows of formats. The lines are exact; the bytes are not, because balls at rest and
 * round numbers make shorter texts than random ones.
 */
#include "report.h"

#include <math.h>
#include <stdio.h>

#include "base/random.h"
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
    if (integrator->needs_stiffness && isfinite(stability.contact_time))
        fprintf(stderr, "contacts of %.3g or more, %.3g steps\n", stability.contact_time,
                stability.contact_time / scene->dt);
    else if (integrator == &integrator_event && scene->contact_time > 0)
        fprintf(stderr, "contact time %.3g\n", scene->contact_time);
    else
        fprintf(stderr, "contacts take no time\n");
}

/** Fills the world with numbers of as many digits as those of a run. */
static void make_up(struct world *world, const struct scene *scene)
{
    struct random random = random_seeded(1, 0);
    world->step = scene->start_step + scene->steps;
    world->t = (double)world->step * scene->dt;
    world->r = scene->r;
    world->m = scene->m;
    for (size_t i = 0; i < world->n; i++) {
        world->x[i] = scene->table.width * random_uniform(&random);
        world->y[i] = scene->table.height * random_uniform(&random);
        world->vx[i] = random_normal(&random);
        world->vy[i] = random_normal(&random);
    }
}

/** What a whole run amounts to; floating, as steps times balls may exceed 2^64. */
struct amount {
    double bytes, lines;
};

static struct amount measure(const struct scene *scene, const struct run_plan *plan, const struct world *world,
                             struct output *out, uint64_t frames)
{
    struct writer writer = {out, scene, plan->precision, 0};
    plan->format->begin(&writer);
    plan->format->end(&writer);
    struct output_size around = output_measured(out);
    plan->format->frame(&writer, world);
    struct output_size all = output_measured(out);
    return (struct amount){(double)around.bytes + (double)frames * (double)(all.bytes - around.bytes),
                           (double)around.lines + (double)frames * (double)(all.lines - around.lines)};
}

static void tell_bytes(double value)
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
    size_t unit = 0;
    for (; value >= 999.5 && unit + 1 < sizeof units / sizeof units[0]; unit++)
        value /= 1000;
    fprintf(stderr, ", about %.3g %s", value, units[unit]);
}

static void tell_size(const struct scene *scene, const struct run_plan *plan, uint64_t frames)
{
    struct error err;
    struct output *out = NULL;
    struct world *world = world_create(scene->n);
    if (world && output_open_measure(&out, &err) == STATUS_OK) {
        make_up(world, scene);
        struct amount size = measure(scene, plan, world, out, frames);
        fprintf(stderr, ", %.0f lines of %s", size.lines, plan->format->name);
        tell_bytes(size.bytes);
    }
    output_abandon(out);
    world_destroy(world);
}

static void tell_frames(const struct scene *scene, const struct run_plan *plan)
{
    uint64_t first = scene->start_step, last = first + scene->steps, every = scene->every;
    uint64_t frames = last / every + 1 - (first + every - 1) / every;
    fprintf(stderr, "billiard-sim: steps %llu to %llu, %llu frames", (unsigned long long)first,
            (unsigned long long)last, (unsigned long long)frames);
    if (streams_wanted(&plan->paths, STREAM_OUTPUT))
        tell_size(scene, plan, frames);
    fputs("\n", stderr);
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
    if (plan->verbosity >= 0 && integrator->needs_stiffness)
        warn_of_few_steps(scene);
    if (plan->verbosity < 1)
        return;
    tell_scene(scene);
    tell_contacts(scene, integrator);
    tell_frames(scene, plan);
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
