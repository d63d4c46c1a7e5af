/*
 * Energy, momenta and pressure.
 *
 * The conserved quantities of hard balls on a table show whether a run can be trusted:
 *
 *     kinetic energy     sum m v^2 / 2            kept by elastic contacts
 *     momentum           sum m v                  kept by contacts of two balls; walls change it
 *     angular momentum   sum m (x v_y - y v_x)    likewise, as impulses lie on one line; about the corner (0, 0)
 *
 * Balls that spin add q m r^2 w^2 / 2 to the energy, which friction at contacts turns into the other kind and back, and
 * q m r^2 w_z to the angular momentum, which two balls that rub keep.
 *
 * A contact of restitution e < 1 takes mu (1 - e^2) u^2 / 2, u being the normal relative velocity and mu the reduced
 * mass (the ledger's `lost`).
 *
 * Pressure. From d/dt sum m x.v = 2 KE + sum F.x, the virial theorem (Clausius, Phil. Mag. 40, 122, 1870), an average
 * over a time t gives for a gas of N balls of temperature kT = KE / N on an area A
 *
 *     P A = N kT + V / (2 t),   V = sum over contacts of two balls of j (r_a + r_b),
 *
 * j being the impulse, which acts along the line of centres over their distance (Alder and Wainwright, J. Chem. Phys.
 * 33, 1439, 1960; Erpenbeck and Wood, in Modern Theoretical Chemistry 6, 1977, ch. 1). `virial` in the ledger is V so
 * far. The pressure on a wall is the sum of its impulses by time and length. For equal balls both give the same P, on
 * average, if area and lengths are those that centres can reach, from r to width - r.
 *
 * The sums are compensated: over many balls a plain sum loses as many digits as the drift that one wants to see.
 * Cost: one pass.
 */
#include "measure/diagnostics.h"

#include <math.h>

#include "given/scene.h"

struct diagnostics diagnostics_of(const struct world *world, const double *inertia)
{
    struct sum kinetic = {0, 0}, rotation = {0, 0}, px = {0, 0}, py = {0, 0}, lz = {0, 0};
    for (size_t i = 0; i < world->n; i++) {
        double m = world->m[i], vx = world->vx[i], vy = world->vy[i];
        if (!world_is_in_play(world, i))
            continue;
        sum_add(&kinetic, 0.5 * m * (vx * vx + vy * vy));
        sum_add(&px, m * vx);
        sum_add(&py, m * vy);
        struct vec2 x = world_centre(world, i);
        sum_add(&lz, m * (x.x * vy - x.y * vx));
        if (!world->w)
            continue;
        double moment = inertia[i] * m * world->r[i] * world->r[i];
        sum_add(&rotation, 0.5 * moment * vec3_dot(world->w[i], world->w[i]));
        sum_add(&lz, moment * world->w[i].z);
    }
    return (struct diagnostics){sum_value(kinetic), sum_value(px), sum_value(py), sum_value(lz), sum_value(rotation)};
}

void diagnostics_add_contact(struct diagnostics_impulses *impulses, const struct contact_event *event, const double *r)
{
    if (event->kind == CONTACT_BALL)
        sum_add(&impulses->virial, event->j * (r[event->a] + r[event->b]));
    else if (event->kind <= CONTACT_TOP)
        sum_add(&impulses->wall[event->kind - CONTACT_LEFT], event->j);
}

double diagnostics_potential(const struct world *world, struct vec2 gravity)
{
    struct sum potential = {0, 0};
    if (gravity.x == 0 && gravity.y == 0)
        return 0;
    for (size_t i = 0; i < world->n; i++)
        if (world_is_in_play(world, i))
            sum_add(&potential, -world->m[i] * vec2_dot(gravity, world_centre(world, i)));
    return sum_value(potential);
}

double diagnostics_free_path(double eta, double r)
{
    const double pi = 3.14159265358979323846;
    /* Z - 1 gives the rate of collisions, Z being the compressibility of Henderson (Mol. Phys. 30, 971, 1975) */
    double pressure = (1 + eta * eta / 8) / ((1 - eta) * (1 - eta)) - 1;
    return pi / sqrt(8.0) * r / pressure;
}

double diagnostics_fall_squared(const struct scene *scene)
{
    const double g[] = {fabs(scene->gravity.x), fabs(scene->gravity.y)};
    const double size[] = {scene->table.width, scene->table.height};
    const struct vec2 length = table_period(&scene->table).length;
    const double period[] = {length.x, length.y};
    double time = scene->duration > 0 ? scene->duration : (double)scene->steps * scene->dt, squared = 0;
    for (int i = 0; i < 2; i++)
        squared += period[i] > 0 ? g[i] * time * (g[i] * time) : 2 * g[i] * size[i];
    return squared;
}

/** Also of what is NaN. */
static bool is_beyond(struct vec3 w, double most)
{
    return !(fabs(w.x) <= most && fabs(w.y) <= most && fabs(w.z) <= most);
}

size_t diagnostics_first_beyond(const struct world *world)
{
    const double length = SCENE_LARGEST_LENGTH, speed = SCENE_LARGEST;
    for (size_t i = 0; i < world->n; i++)
        if (!(fabs(world->x[i]) <= length && fabs(world->y[i]) <= length && fabs(world->vx[i]) <= speed &&
              fabs(world->vy[i]) <= speed && !(world->w && is_beyond(world->w[i], speed)) && !world_is_far(world, i)))
            return i;
    return world->n;
}
