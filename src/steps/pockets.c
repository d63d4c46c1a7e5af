/*
 * A pocket takes a ball when its centre comes within the pocket's radius from outside. In fixed time steps that is
 * found at the end of a step: the centre is inside and was in no pocket when the step began. A ball that starts inside
 * stays on the table until it comes from outside; one that crosses a pocket within a single step is missed, as any
 * contact would be.
 *
 * Both centres belong to states between steps, so a run that is saved and continued takes the same balls. Where two
 * pockets could take a ball, the first in the scene does.
 *
 * The ball stays where it was found, with velocity and spin 0. Its kinetic energy and its potential energy in the field
 * are lost; what springs had stored in its contacts, the caller knows.
 *
 * Only surfaces that a list of near ones holds are asked: a centre in a pocket is near it, as the list reaches a radius
 * beyond what balls may move.
 *
 * Cost: a comparison for each ball and surface near each other per step, and a distance if that is a pocket.
 */
#include "steps/pockets.h"

#include <stdlib.h>

#include "base/mem.h"
#include "measure/diagnostics.h"
#include "surfaces/surface_pocket.h"

static bool holds(const struct boundary *boundary, uint32_t number, struct vec2 centre)
{
    const struct surface *pocket = &boundary->surfaces[number];
    return surface_pocket_holds(pocket, boundary_seen(boundary, pocket, centre));
}

static bool is_inside(const struct pockets *pockets, struct vec2 centre)
{
    bool inside = false;
    for (uint32_t s = pockets->first; s < pockets->boundary->n; s++)
        inside = inside || holds(pockets->boundary, s, centre);
    return inside;
}

bool pockets_open(struct pockets *pockets, const struct scene *scene, const struct world *world,
                  const struct boundary *boundary, const struct observer *observer)
{
    *pockets = (struct pockets){.scene = scene, .observer = observer, .boundary = boundary};
    if (!table_has_pockets(&scene->table))
        return true;
    pockets->first = boundary->n;
    while (boundary_takes(&boundary->surfaces[pockets->first - 1]))
        pockets->first--;
    pockets->steps = 1;
    pockets->left_out = mem_array(scene->n, sizeof *pockets->left_out);
    pockets->inside = mem_array(scene->n, sizeof *pockets->inside);
    pockets->rows = mem_array(scene->n, sizeof *pockets->rows);
    if (!pockets->left_out || !pockets->inside || !pockets->rows)
        return false;
    for (size_t i = 0; i < scene->n; i++) {
        pockets->left_out[i] = !world_is_on_table(world, i);
        pockets->inside[i] = is_inside(pockets, (struct vec2){world->x[i], world->y[i]});
    }
    return true;
}

void pockets_close(struct pockets *pockets)
{
    free(pockets->left_out);
    free(pockets->inside);
    free(pockets->rows);
}

static void take(struct pockets *pockets, const struct surface *pocket, struct state *state, uint32_t ball, double t)
{
    const struct scene *scene = pockets->scene;
    struct vec2 seen = boundary_seen(pockets->boundary, pocket, state->x[ball]), x = state_centre(state, ball),
                *v = &state->v[ball];
    struct contact_event *row = &pockets->rows[pockets->n_rows++];
    *row = surface_pocket_row(pocket, ball, seen, *v, t);
    row->at = vec2_add(row->at, vec2_sub(x, seen));
    const double rotation = state->w ? diagnostics_rotation_energy(scene, ball, state->w[ball]) : 0;
    ledger_pocket_took(pockets->ledger, 0.5 * scene->m[ball] * vec2_dot(*v, *v), rotation,
                       -scene->m[ball] * vec2_dot(scene->gravity, x));
    *v = (struct vec2){0, 0};
    if (state->w)
        state->w[ball] = (struct vec3){0, 0, 0};
    pockets->left_out[ball] = true;
}

/** Takes balls of a list. The pockets near a ball come in the order of the scene, so the first that holds it counts. */
static void take_near(struct pockets *pockets, const struct near_surfaces_list *near, struct state *state, double t)
{
    for (size_t p = 0; p < near->count; p++) {
        const struct pair pair = near->items[p];
        uint64_t *inside = &pockets->inside[pair.a];
        if (pair.b < pockets->first || *inside == pockets->steps || pockets->left_out[pair.a] ||
            !holds(pockets->boundary, pair.b, state->x[pair.a]))
            continue;
        const bool was_inside = *inside == pockets->steps - 1;
        *inside = pockets->steps;
        if (!was_inside)
            take(pockets, &pockets->boundary->surfaces[pair.b], state, pair.a, t);
    }
}

bool pockets_take_some(struct pockets *pockets, const struct verlet_list *list, struct state *state, double t)
{
    size_t before = pockets->n_rows;
    pockets->steps++;
    for (size_t part = 0; part < verlet_list_parts(list); part++)
        take_near(pockets, verlet_list_surfaces(list, part), state, t);
    return pockets->n_rows > before;
}

void pockets_report(struct pockets *pockets, uint64_t *group)
{
    for (; pockets->n_reported < pockets->n_rows; pockets->n_reported++) {
        struct contact_event *row = &pockets->rows[pockets->n_reported];
        row->group = (*group)++;
        observer_notify(pockets->observer, row);
    }
}

void pockets_store(struct pockets *pockets, struct world *world)
{
    for (; pockets->n_stored < pockets->n_rows; pockets->n_stored++) {
        const struct contact_event *row = &pockets->rows[pockets->n_stored];
        world_take(world, row->a, (uint32_t)row->b);
    }
}
