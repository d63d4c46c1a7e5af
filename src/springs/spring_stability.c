/*
 * The largest stable time step of the springs. A contact of reduced mass mu is an oscillator of frequency
 * w0 = sqrt(k/mu). Semi-implicit Euler and velocity Verlet are stable for dt w0 < 2 (Hairer, Lubich and Wanner,
 * Geometric Numerical Integration, 2nd ed., 2006, section I.1.2). A dashpot evaluated with the old velocity, with
 * g = c dt/mu, changes that to (dt w0)^2 < 4 - 2 g. As g is at most 1/2 (contact/spring.h), dt w0 < sqrt(3) is
 * sufficient for any damping. The method of Runge and Kutta is stable for somewhat larger steps, but this is of no use:
 * at the bound a contact lasts a step and a half.
 *
 * The smallest mu is that of the two lightest balls, m_a m_b / (m_a + m_b); at a wall mu = m, at one of mass M
 * m M / (m + M). The bound is necessary, not sufficient: a ball squeezed between others oscillates faster, and so does
 * a wall on many balls.
 */
#include "springs/spring_stability.h"

#include <math.h>
#include <stdint.h>

#include "base/min_max.h"
#include "contact/spring.h"

/** Bounds of dt sqrt(k/mu) without and with damping, and how long a contact lasts in units of sqrt(mu/k). */
static const double ELASTIC = 2, DAMPED = 1.7320508075688772, HALF_PERIOD = 3.141592653589793;

/** The ball of smallest positive mass but `other`; SIZE_MAX: none. */
static size_t lightest_but(const struct scene *scene, size_t other)
{
    size_t lightest = SIZE_MAX;
    for (size_t i = 0; i < scene->n; i++)
        if (i != other && scene->m[i] > 0 && scene->m[i] < HUGE_VAL &&
            (lightest == SIZE_MAX || scene->m[i] < scene->m[lightest]))
            lightest = i;
    return lightest;
}

/** The stiffness that swings as fast as the faster of the two springs of a contact. */
static double stiffness(const struct scene *scene)
{
    double stiffest = scene->k;
    for (size_t i = 0; scene->inertia && scene->k_tangential > 0 && i < scene->n; i++) {
        double k = scene->k_tangential * (1 + 1 / scene->inertia[i]);
        stiffest = k > stiffest ? k : stiffest;
    }
    return stiffest;
}

/** Whether contacts with these coefficients have a dashpot. */
static bool has_dashpot(const struct scene *scene, const struct coefficients *of)
{
    return of->restitution.slow < 1 || (scene->rotates && of->rubbing.beta < 1) ||
           (of->mu_roll > 0 && scene->gamma_roll > 0);
}

/** Whether some contact of two balls that move is damped; b == a: of a ball and what is fixed, or any. */
static bool is_damped(const struct scene *scene, size_t a, size_t b)
{
    const size_t n = scene_n_materials(scene), n_pairs = n * n;
    bool damped = false;
    size_t at = 0;
    for (const struct coefficients *of;
         !damped && (a == b || at < n_pairs) && (of = scene_next_coefficients(scene, &at));)
        damped = has_dashpot(scene, of);
    return damped;
}

/** The square of the highest frequency at which a contact rubs and rolls; 0: it does not roll. Its springs act on each
 *  other where the torque of one stretches the other: v' of the two is -(k_t y_t, k_r y_r; k_t y, k_r y) of both. */
static double rolling_frequency_squared(const struct scene *scene, size_t a, size_t b, double mu)
{
    if (!scene_resists_rolling(scene) || !scene->inertia) /* the latter of a scene that is refused */
        return 0;
    const double sum = scene->r[a] + scene->r[b], q_a = scene->inertia[a] * scene->m[a];
    const double arm_a = a == b ? 1 : scene->r[b] / sum, arm_b = a == b ? 0 : scene->r[a] / sum;
    const double turn_a = 1 / q_a, turn_b = a == b ? 0 : 1 / (scene->inertia[b] * scene->m[b]);
    const double y_t = 1 / mu + turn_a + turn_b, y_r = arm_a * arm_a * turn_a + arm_b * arm_b * turn_b,
                 y = arm_a * turn_a - arm_b * turn_b;
    const double k_t = scene->k_tangential > 0 ? scene->k_tangential : scene->k / (mu * y_t);
    const double k_r = scene->k_roll > 0 ? scene->k_roll : k_t;
    const double half = 0.5 * (k_t * y_t + k_r * y_r), apart = 0.5 * (k_t * y_t - k_r * y_r);
    return half + sqrt(apart * apart + k_t * k_r * y * y);
}

/** The reduced mass of a ball and the lightest wall. */
static double at_wall(const struct scene *scene, double m)
{
    double mu = m;
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (table_has_piston(&scene->table, (enum table_wall)wall))
            mu = double_min(mu, spring_reduced_mass(m, scene->table.piston[wall].m));
    return mu;
}

static struct scene_stability of_contact(const struct scene *scene, size_t a, size_t b)
{
    double mu = a == b ? at_wall(scene, scene->m[a]) : spring_reduced_mass(scene->m[a], scene->m[b]);
    double time = sqrt(mu / stiffness(scene));
    const double rolling = rolling_frequency_squared(scene, a, b, mu);
    time = rolling * time * time > 1 ? sqrt(1 / rolling) : time;
    return (struct scene_stability){a, b, (is_damped(scene, a, b) ? DAMPED : ELASTIC) * time, HALF_PERIOD * time};
}

struct scene_stability spring_stability_of(const struct scene *scene)
{
    size_t a = lightest_but(scene, SIZE_MAX), b = lightest_but(scene, a);
    if (a == SIZE_MAX || !(scene->k > 0))
        return (struct scene_stability){.bound = HUGE_VAL, .contact_time = HUGE_VAL};
    struct scene_stability wall = of_contact(scene, a, a);
    if (b == SIZE_MAX)
        return wall;
    struct scene_stability pair = a < b ? of_contact(scene, a, b) : of_contact(scene, b, a);
    return pair.bound <= wall.bound ? pair : wall;
}
