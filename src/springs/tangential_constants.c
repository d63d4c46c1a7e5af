/*
 * Stiffness and damping of contacts that rub.
 *
 * k_t = k m_t/mu unless given, with 1/m_t the sum of (1 + 1/q)/m: then normal and tangential oscillations last equally
 * long, and between like balls it is k q/(1 + q). A wall with a mass has its part in mu, and none in m_t.
 */
#include "springs/tangential_constants.h"

#include "base/min_max.h"
#include "contact/friction.h"
#include "contact/spring.h"
#include "springs/spring_contact.h"

static struct spring_constants springs_of(const struct tangential_constants *constants, uint64_t key)
{
    const struct stepper *base = constants->base;
    const struct scene *scene = base->scene;
    const struct spring_contact of = spring_contact_bodies(key);
    const struct damping_ratios *ratios = constants->ratios;
    const struct damping_ratio *zeta = damping_ratios_of(ratios, of.a, of.b);
    const bool is_ball = contact_is_ball(of.b);
    double mu = stepper_reduced_mass(base, of.a, of.b);
    double m_t = 1 / (friction_compliance(base->m[of.a], scene->inertia[of.a]) +
                      (is_ball ? friction_compliance(base->m[of.b], scene->inertia[of.b]) : 0));
    double k = scene->k_tangential > 0 ? scene->k_tangential : scene->k * (m_t / mu);
    return (struct spring_constants){k, spring_damping(zeta->tangential, k, m_t, base->dt),
                                     spring_damping(zeta->normal, scene->k, mu, base->dt),
                                     boundary_coefficients(&base->boundary, scene, of.a, of.b)->rubbing.mu.a,
                                     tangential_constants_falls(base->m, of.a, of.b)};
}

/** @param k tangential stiffness of the contact */
static struct rolling_constants rolling_of(const struct tangential_constants *constants, uint64_t key, double k)
{
    const struct stepper *base = constants->base;
    const struct scene *scene = base->scene;
    const struct spring_contact of = spring_contact_bodies(key);
    const struct arms_one arms = tangential_constants_arms(base, of.a, of.b);
    const double zeta = damping_ratios_of(constants->ratios, of.a, of.b)->normal;
    double yield = arms.a * arms.a / (scene->inertia[of.a] * base->m[of.a]);
    if (contact_is_ball(of.b))
        yield += arms.b * arms.b / (scene->inertia[of.b] * base->m[of.b]);
    const double k_roll = scene->k_roll > 0 ? scene->k_roll : k, m = 1 / yield;
    const double damping = spring_damping(zeta, k_roll, m, base->dt), most = 0.5 * m / base->dt;
    return (struct rolling_constants){k_roll, scene->gamma_roll < 0 ? damping : double_min(scene->gamma_roll, most),
                                      boundary_coefficients(&base->boundary, scene, of.a, of.b)->mu_roll};
}

struct tangential_constants tangential_constants_of(const struct stepper *base, const struct damping_ratios *ratios,
                                                    bool rolls)
{
    const struct scene *scene = base->scene;
    const uint64_t pair = 0, wall = spring_contact_key(0, CONTACT_SURFACE);
    struct tangential_constants made = {.base = base, .ratios = ratios};
    const bool roll_alike = !rolls || (scene_are_equal(scene, base->r) && !ratios->surfaces_bounce_apart);
    made.are_alike = !ratios->surfaces_differ && !base->boundary.pistons && !ratios->pairs_differ && roll_alike &&
                     scene_are_equal(scene, base->m) && scene_are_equal(scene, scene->inertia);
    made.alike[0] = springs_of(&made, pair);
    made.alike[1] = springs_of(&made, wall);
    made.alike_rolling[0] = rolling_of(&made, pair, made.alike[0].k);
    made.alike_rolling[1] = rolling_of(&made, wall, made.alike[1].k);
    return made;
}

void tangential_constants_enter(const struct tangential_constants *constants, const struct tangential_rows *rows,
                                size_t row, const struct tangential_rows *former, size_t from)
{
    const uint64_t key = rows->keys[row];
    const bool is_new = !(former->constants[from].k > 0);
    rows->constants[row] = is_new ? springs_of(constants, key) : former->constants[from];
    if (rows->rolling)
        rows->rolling[row] = is_new ? rolling_of(constants, key, rows->constants[row].k) : former->rolling[from];
}
