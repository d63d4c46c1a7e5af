/* Rows of contacts that rub, and what is known of the contacts before there are any; from run to run. */
#include <stdlib.h>

#include "base/mem.h"
#include "contact/friction.h"
#include "contact/spring.h"
#include "springs/spring_rub.h"
#include "surfaces/saved_contacts.h"

/* ---- rows ---- */

static void close_list(struct spring_rub_list *list)
{
    free(list->keys);
    free(list->columns);
    free(list->open);
    free(list->constants);
    free(list->pulls);
}

bool spring_rubbing_reserve(struct spring_rub_list *list, size_t count, bool with_pulls)
{
    enum { LINE = 8 }; /* and a few rows more than a multiple of many, so that columns do not share cache sets */
    if (count + LINE <= list->stride)
        return true;
    const size_t rows = (count + count / 2) / (8 * LINE) * (8 * LINE) + (9 * LINE);
    close_list(list);
    *list = (struct spring_rub_list){
        .keys = mem_array_raw(rows, sizeof *list->keys),
        .columns = mem_array_raw(rows, RUB_COLUMNS * sizeof *list->columns),
        .open = mem_array_raw(rows, sizeof *list->open),
        .constants = mem_array_raw(rows, sizeof *list->constants),
        .pulls = with_pulls ? mem_array_raw(rows, sizeof *list->pulls) : NULL,
        .stride = rows,
    };
    return list->keys && list->columns && list->open && list->constants && (list->pulls || !with_pulls);
}

void spring_rubbing_clear_row(const struct spring_rub_list *list, size_t row)
{
    for (enum spring_rub_column c = 0; c < RUB_COLUMNS; c++)
        *spring_rub_at(list, c, row) = 0;
    list->open[row] = 0;
    list->constants[row] = (struct spring_constants){0};
    if (list->pulls)
        list->pulls[row] = (struct spring_pull){0};
}

/* ---- constants ---- */

struct spring_constants spring_rubbing_constants(const struct spring_rubbing *rubbing, uint64_t key)
{
    const struct stepper *base = rubbing->base;
    const struct scene *scene = base->scene;
    const struct spring_contact of = spring_contact_bodies(key);
    const bool is_ball = contact_is_ball(of.b);
    double m = base->m[of.a], mu = is_ball ? spring_reduced_mass(m, base->m[of.b]) : m;
    double m_t = 1 / (friction_compliance(m, scene->inertia[of.a]) +
                      (is_ball ? friction_compliance(base->m[of.b], scene->inertia[of.b]) : 0));
    double k = scene->k_tangential > 0 ? scene->k_tangential : scene->k * (m_t / mu);
    return (struct spring_constants){
        k, spring_damping(is_ball ? rubbing->zeta_ball : rubbing->zeta_surface, k, m_t, base->dt),
        spring_damping(rubbing->zeta_normal, scene->k, mu, base->dt)};
}

/* ---- life ---- */

/** Any contact rubs, and by a law of speed. */
static void look_for_friction(const struct stepper *base, bool *any, bool *by_law)
{
    for (uint32_t s = 0; s <= base->boundary.n; s++) {
        const struct coefficients *of = s > 0 ? &base->boundary.surfaces[s - 1].coefficients : &base->scene->pair;
        *by_law |= of->rubbing.mu.b > 0;
        *any |= base->w && friction_acts(of->rubbing.mu);
    }
}

static bool turns_flat(const struct scene *scene, const struct world *world)
{
    bool flat = !scene->sliding;
    for (size_t i = 0; i < world->n; i++)
        flat &= world->w[i].x == 0 && world->w[i].y == 0;
    for (size_t c = 0; c < world->n_contacts; c++)
        flat &= world->contacts[c].stretch.y == 0;
    return flat;
}

static bool reserve(struct spring_rubbing *rubbing, const struct world *world)
{
    const size_t n = rubbing->base->n;
    rubbing->torque = mem_array_aligned(n + 1, sizeof *rubbing->torque);
    rubbing->yield = mem_array(n, sizeof *rubbing->yield);
    if (!rubbing->is_listed && !(rubbing->spin = mem_array_aligned(n + 1, sizeof *rubbing->spin)))
        return false;
    if (!rubbing->is_flat && !(rubbing->tilting = mem_array(n, sizeof *rubbing->tilting)))
        return false;
    return rubbing->torque && rubbing->yield &&
           spring_rubbing_reserve(&rubbing->now, world->n_contacts, rubbing->is_listed);
}

bool spring_rubbing_open(struct spring_rubbing *rubbing, const struct stepper *base, const struct world *world,
                         double zeta_normal, bool listed)
{
    bool any = false, by_law = false;
    look_for_friction(base, &any, &by_law);
    if (!any || base->n == 0)
        return true;
    rubbing->base = base;
    rubbing->zeta_normal = zeta_normal;
    rubbing->zeta_ball = spring_tangential_ratio(base->scene->pair.rubbing.beta);
    rubbing->zeta_surface = spring_tangential_ratio(base->scene->table.walls.rubbing.beta);
    rubbing->is_dashed = rubbing->zeta_ball > 0 || rubbing->zeta_surface > 0 || by_law;
    rubbing->are_alike = scene_are_equal(base->scene, base->m) && scene_are_equal(base->scene, base->scene->inertia);
    rubbing->alike[0] = spring_rubbing_constants(rubbing, 0);
    rubbing->alike[1] = spring_rubbing_constants(rubbing, spring_contact_key(0, CONTACT_SURFACE));
    rubbing->is_flat = turns_flat(base->scene, world);
    rubbing->is_listed = listed || !rubbing->is_flat || by_law;
    if (!reserve(rubbing, world))
        return false;
    for (size_t i = 0; i < base->n; i++)
        rubbing->yield[i] = 1 / (base->scene->inertia[i] * base->m[i] * base->r[i]);
    for (size_t row; (row = rubbing->now.count) < world->n_contacts; rubbing->now.count++) {
        const struct world_contact *contact = &world->contacts[row];
        spring_rubbing_clear_row(&rubbing->now, row);
        rubbing->now.keys[row] = spring_contact_key(contact->a, contact->b);
        spring_rub_set_stretch(&rubbing->now, row, contact->stretch);
    }
    spring_rubbing_share_spins(rubbing, false);
    return true;
}

void spring_rubbing_close(struct spring_rubbing *rubbing)
{
    close_list(&rubbing->now);
    close_list(&rubbing->former);
    free(rubbing->spin);
    free(rubbing->torque);
    free(rubbing->tilting);
    free(rubbing->yield);
}

void spring_rubbing_share_spins(const struct spring_rubbing *rubbing, bool give)
{
    for (size_t i = 0; rubbing->spin && i < rubbing->base->n; i++)
        if (give)
            rubbing->base->w[i].z = rubbing->spin[i];
        else
            rubbing->spin[i] = rubbing->base->w[i].z;
}

bool spring_rubbing_store(const struct spring_rubbing *rubbing, struct world *world)
{
    world->n_contacts = 0;
    if (!rubbing->base)
        return true;
    spring_rubbing_share_spins(rubbing, true);
    for (size_t i = 0; i < rubbing->base->n; i++)
        world->w[i] = rubbing->base->now.w[i];
    for (size_t i = 0; i < rubbing->now.count; i++) {
        const struct spring_contact bodies = spring_contact_bodies(rubbing->now.keys[i]);
        struct world_contact contact = {bodies.a, bodies.b, .stretch = spring_rub_stretch(&rubbing->now, i)};
        saved_contacts_name(&rubbing->base->boundary, &contact);
        if (!world_add_contact(world, contact))
            return false;
    }
    return true;
}
