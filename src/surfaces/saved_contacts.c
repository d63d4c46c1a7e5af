/*
 * From contacts to the names that a saved state has for them, and back. A state may come from elsewhere, or have lost
 * balls: nothing in it is taken for an index before it has been compared with the scene.
 */
#include "surfaces/saved_contacts.h"

#include "base/period.h"

/** How far apart bodies may be, in units of the radius, and touch: far above the rounding of places. */
#define APART 1e-6

/** The first surface of a line or an arc; these come first, in the order of their obstacles. */
static uint32_t first_surface(const struct boundary *boundary, uint64_t obstacle)
{
    uint32_t low = BOUNDARY_SLABS, high = boundary->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct surface *surface = &boundary->surfaces[middle];
        if (boundary_bounces(surface) && surface->obstacle < obstacle)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void saved_contacts_name(const struct boundary *boundary, struct world_contact *contact)
{
    contact->kind = boundary_kind(boundary, contact->b);
    contact->number = contact_is_ball(contact->b) ? contact->b : 0;
    contact->place = 0;
    if (contact_is_ball(contact->b) || boundary_number(boundary, contact->b) < 0)
        return;
    contact->number = (uint64_t)boundary_number(boundary, contact->b);
    contact->place = contact->b - CONTACT_SURFACE - 2 * (uint64_t)first_surface(boundary, contact->number);
}

/** Finds the body of that name. False: there is none. */
static bool find_body(const struct boundary *boundary, struct world_contact *contact)
{
    if (contact->kind == CONTACT_BALL) {
        contact->b = (uint32_t)contact->number;
        return contact->number < CONTACT_SURFACE;
    }
    if (contact->kind < CONTACT_LINE) {
        const uint32_t wall = contact->kind - CONTACT_LEFT;
        contact->b = contact_surface(wall / 2, wall % 2);
        return contact->number == 0 && contact->place == 0;
    }
    const uint32_t first = first_surface(boundary, contact->number);
    if (contact->place >= 2 * (uint64_t)(boundary->n - first))
        return false;
    contact->b = contact_surface(first, 0) + (uint32_t)contact->place;
    return boundary_kind(boundary, contact->b) == (enum contact_kind)contact->kind &&
           (uint64_t)boundary_number(boundary, contact->b) == contact->number;
}

static struct vec2 centre(const struct world *world, size_t i)
{
    return (struct vec2){world->x[i], world->y[i]};
}

static bool touch(const struct boundary *boundary, const struct world *world, const struct world_contact *contact)
{
    const struct vec2 place = centre(world, contact->a);
    const double r = world->r[contact->a];
    if (!contact_is_ball(contact->b)) {
        const struct surface *surface = boundary_surface(boundary, contact->b);
        const struct vec2 seen = boundary_seen(boundary, surface, place);
        return boundary_depth(surface, contact_side(contact->b), seen, r) >= -APART * r;
    }
    const struct vec2 way = period_nearest(&world->period, vec2_sub(centre(world, contact->b), place));
    return vec2_length(way) <= (r + world->r[contact->b]) * (1 + APART);
}

/** What is wrong with a contact whose bodies are found; NULL: nothing. */
static const char *fault_of(const struct boundary *boundary, const struct scene *scene, const struct world *world,
                            const struct world_contact *contact)
{
    const bool is_pair = contact_is_ball(contact->b);
    if (contact->a >= world->n || (is_pair && contact->b >= world->n))
        return "names a ball that the scene does not have";
    if (is_pair && contact->a >= contact->b)
        return "must name the ball with the smaller number first";
    if (scene_is_fixed(scene, contact->a) && (!is_pair || scene_is_fixed(scene, contact->b)))
        return "is one of bodies that do not move";
    if (!world_is_on_table(world, contact->a) || (is_pair && !world_is_on_table(world, contact->b)))
        return "names a ball that is in a pocket";
    return touch(boundary, world, contact) ? NULL : "names bodies that do not touch each other";
}

/** Contacts in the order of springs: pairs first. */
static bool is_before(const struct world_contact *one, const struct world_contact *other)
{
    if (contact_is_ball(one->b) != contact_is_ball(other->b))
        return contact_is_ball(one->b);
    return one->a != other->a ? one->a < other->a : one->b < other->b;
}

enum status saved_contacts_find(const struct scene *scene, struct world *world, size_t *at, const char **fault)
{
    struct boundary boundary;
    *fault = NULL;
    if (world->n_contacts == 0)
        return STATUS_OK;
    if (!boundary_open(&boundary, &scene->table) || !boundary_carry(&boundary, world->t)) {
        boundary_close(&boundary);
        return STATUS_LIMIT;
    }
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (table_has_piston(&scene->table, (enum table_wall)wall))
            boundary_place(&boundary, (enum table_wall)wall, scene->table.piston[wall].x);
    for (size_t i = 0; i < world->n_contacts && !*fault; i++) {
        struct world_contact *contact = &world->contacts[ *at = i];
        if (!find_body(&boundary, contact))
            *fault = contact->kind == CONTACT_BALL ? "names a ball that the scene does not have"
                                                   : "names a surface that the scene does not have";
        else
            *fault = fault_of(&boundary, scene, world, contact);
        if (!*fault && i > 0 && !is_before(contact - 1, contact))
            *fault = "must follow in the order in which --save writes contacts, each once";
    }
    boundary_close(&boundary);
    return STATUS_OK;
}
