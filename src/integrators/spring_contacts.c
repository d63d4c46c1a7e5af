/*
 * Forces of the spring model (level 6 of the public documents pitizzzle/physics-simulations-balls): for balls a, b
 *
 *     d = |x_a - x_b| + 0.000001,   s = r_a + r_b - d,   force on a: s k (x_a - x_b)/d   if s > 0,
 *
 * on b the opposite, and s k inwards at a wall that a ball pierces by s > 0. The operations and their order are that
 * document's, to the last bit, when nothing is damped; a damped contact replaces s k by spring_force().
 *
 * The pairs come in lexicographic order. Adding each pair's force to both its balls in that order sums every ball's
 * forces over its partners in ascending index, although each pair is computed once. Where the balls are divided among
 * threads, a pair of two parts is computed in both, and each adds to its own ball.
 *
 * Only balls that were near a wall when the list was made can pierce one before it is made anew; those are watched.
 *
 * Cost: O(n + overlaps), see verlet_list.
 */
#include "integrators/spring_contacts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sum.h"
#include "integrators/spring_kernel.h"
#include "physics/spring.h"

/* ---- life ---- */

static bool equal_radii(const struct scene *scene)
{
    for (size_t i = 1; i < scene->n; i++)
        if (scene->r[i] != scene->r[0])
            return false;
    return true;
}

/** Radii that differ are looked up for nobody, too. */
static bool take_radii(struct spring_contacts *contacts, const struct scene *scene)
{
    contacts->r = scene->r;
    contacts->equal = equal_radii(scene);
    if (contacts->equal)
        return true;
    contacts->own_r = mem_array(scene->n + 1, sizeof *contacts->own_r);
    if (contacts->own_r)
        memcpy(contacts->own_r, scene->r, scene->n * sizeof *scene->r);
    contacts->r = contacts->own_r;
    return contacts->r;
}

bool spring_contacts_open(struct spring_contacts *contacts, const struct scene *scene, bool listed)
{
    *contacts = (struct spring_contacts){
        .n = scene->n,
        .m = scene->m,
        .width = scene->table.width,
        .height = scene->table.height,
        .k = scene->k,
        .dt = scene->dt,
        .zeta_ball = spring_damping_ratio(scene->e_ball),
        .zeta_wall = spring_damping_ratio(scene->e_wall),
        .listed = listed,
    };
    contacts->damped = contacts->zeta_ball > 0 || contacts->zeta_wall > 0;
    if (!take_radii(contacts, scene))
        return false;
    contacts->list =
        verlet_list_create(scene->n, contacts->r, scene->table.width, scene->table.height, SPRING_SOFTENING);
    contacts->force = mem_array_aligned(scene->n + 1, sizeof *contacts->force);
    contacts->walls = mem_array(scene->n, sizeof *contacts->walls);
    return contacts->list && contacts->force && contacts->walls && spring_contacts_divide(contacts, NULL);
}

void spring_contacts_close(struct spring_contacts *contacts)
{
    free(contacts->parts);
    verlet_list_destroy(contacts->list);
    free(contacts->own_r);
    free(contacts->walls);
    free(contacts->items);
    free(contacts->force);
}

bool spring_contacts_divide(struct spring_contacts *contacts, struct thread_pool *pool)
{
    if (!verlet_list_divide(contacts->list, thread_pool_size(pool)))
        return false;
    size_t n_parts = verlet_list_parts(contacts->list);
    struct spring_part *parts = mem_array(n_parts, sizeof *parts);
    if (!parts)
        return false;
    for (size_t p = 0; p < n_parts; p++)
        parts[p].bodies = (struct spring_bodies){
            .r = contacts->equal ? NULL : contacts->r,
            .radius = contacts->n > 0 ? contacts->r[0] : 0,
            .k = contacts->k,
            .first = (uint32_t)thread_pool_share(contacts->n, p, n_parts),
            .last = (uint32_t)thread_pool_share(contacts->n, p + 1, n_parts),
        };
    free(contacts->parts);
    contacts->parts = parts;
    contacts->n_parts = n_parts;
    contacts->pool = pool;
    return true;
}

/* ---- walls ---- */

/** How deep a ball has pierced the walls, in the order of the kinds; > 0: it has. */
struct piercing {
    double by[4];
};

static struct piercing piercing_of(const struct spring_contacts *contacts, struct vec2 x, double r)
{
    return (struct piercing){{-(x.x - r), x.x + r - contacts->width, -(x.y - r), x.y + r - contacts->height}};
}

static unsigned ones(unsigned bits)
{
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1);
}

/** Without branches: watched balls rarely pierce a wall. */
static bool any_pierced(struct piercing p)
{
    return (p.by[0] > 0) | (p.by[1] > 0) | (p.by[2] > 0) | (p.by[3] > 0);
}

/** Adds the elastic forces of the walls that ball i pierces; returns them as bits. */
static unsigned push_from_walls(struct spring_contacts *contacts, uint32_t i, struct piercing p, double *deepest)
{
    struct vec2 *force = &contacts->force[i];
    unsigned bits = 0;
    for (unsigned wall = 0; wall < 4; wall++) {
        if (!(p.by[wall] > 0))
            continue;
        double push = p.by[wall] * contacts->k, depth = p.by[wall] / contacts->r[i];
        double *component = wall < 2 ? &force->x : &force->y;
        *component += wall % 2 ? -push : push;
        *deepest = depth > *deepest ? depth : *deepest;
        bits |= 1u << wall;
    }
    return bits;
}

static void push_walls(struct spring_contacts *contacts, struct spring_part *part, const struct vec2 *x, bool trial,
                       double *deepest)
{
    struct spring_counts *counts = &part->counts;
    counts->open_wall = 0;
    for (size_t w = 0; w < part->touching->n_near_boundary; w++) {
        uint32_t i = part->touching->near_boundary[w];
        struct piercing p = piercing_of(contacts, x[i], contacts->r[i]);
        unsigned before = contacts->walls[i];
        if (!any_pierced(p) && before == 0)
            continue;
        unsigned now = push_from_walls(contacts, i, p, deepest);
        counts->new_wall += ones(now & ~before);
        counts->open_wall += ones(now);
        contacts->walls[i] = (uint8_t)(trial ? now | before : now);
    }
}

/* ---- forces added up at once ---- */

/** What the members of a pool need to know. */
struct search {
    struct spring_contacts *contacts;
    const struct vec2 *x;
    bool trial;
};

static void find_and_push(void *context, size_t number)
{
    const struct search *search = context;
    struct spring_contacts *contacts = search->contacts;
    struct spring_part *part = &contacts->parts[number];
    const struct verlet_touching *t = verlet_list_touching(contacts->list, number, search->x, search->trial);
    double deepest = part->counts.deepest;
    if (!contacts->cleared)
        memset(contacts->force + t->first, 0, (t->last - t->first) * sizeof *contacts->force);
    deepest = spring_kernel_push(&part->bodies, t->ghost, t->n_ghost, search->x, contacts->force, deepest);
    deepest = spring_kernel_push(&part->bodies, t->local, t->n_local, search->x, contacts->force, deepest);
    part->touching = t;
    push_walls(contacts, part, search->x, search->trial, &deepest);
    part->counts.new_ball += t->n_new;
    part->counts.open_ball = t->n_local;
    if (!search->trial)
        part->counts.deepest = deepest;
}

struct spring_counts spring_contacts_counts(const struct spring_contacts *contacts)
{
    struct spring_counts sum = {0};
    for (size_t p = 0; p < contacts->n_parts; p++) {
        const struct spring_counts *counts = &contacts->parts[p].counts;
        sum.new_ball += counts->new_ball;
        sum.new_wall += counts->new_wall;
        sum.open_ball += counts->open_ball;
        sum.open_wall += counts->open_wall;
        sum.deepest = counts->deepest > sum.deepest ? counts->deepest : sum.deepest;
    }
    return sum;
}

/* ---- forces contact by contact ---- */

/** Room for `more` contacts after those there are. */
static bool reserve(struct spring_contacts *contacts, size_t more)
{
    void *items = contacts->items;
    bool grown = mem_grow(&items, &contacts->capacity, contacts->count + more, sizeof *contacts->items);
    contacts->items = items;
    return grown;
}

static uint64_t pair_key(struct pair pair)
{
    return (uint64_t)pair.a << 32 | pair.b;
}

static uint64_t wall_key(uint32_t ball, enum contact_kind wall)
{
    return (uint64_t)1 << 63 | (uint64_t)ball << 3 | (uint64_t)wall;
}

static struct spring_contact contact_of_pair(const struct spring_contacts *contacts, struct pair pair,
                                             const struct vec2 *x)
{
    struct vec2 way = vec2_sub(x[pair.a], x[pair.b]);
    double d = vec2_length(way) + SPRING_SOFTENING;
    return (struct spring_contact){
        .key = pair_key(pair),
        .a = pair.a,
        .b = pair.b,
        .kind = CONTACT_BALL,
        .overlap = contacts->r[pair.a] + contacts->r[pair.b] - d,
        .push_x = way.x / d,
        .push_y = way.y / d,
        .at_x = x[pair.a].x,
        .at_y = x[pair.a].y,
    };
}

static struct spring_contact contact_of_wall(uint32_t ball, enum contact_kind wall, double overlap, struct vec2 x)
{
    static const double push[][2] = {
        [CONTACT_LEFT] = {1, 0}, [CONTACT_RIGHT] = {-1, 0}, [CONTACT_BOTTOM] = {0, 1}, [CONTACT_TOP] = {0, -1}};
    return (struct spring_contact){
        .key = wall_key(ball, wall),
        .a = ball,
        .kind = wall,
        .overlap = overlap,
        .push_x = push[wall][0],
        .push_y = push[wall][1],
        .at_x = x.x,
        .at_y = x.y,
    };
}

static void find_only(void *context, size_t number)
{
    const struct search *search = context;
    struct spring_contacts *contacts = search->contacts;
    contacts->parts[number].touching = verlet_list_touching(contacts->list, number, search->x, search->trial);
}

static void list_pairs(struct spring_contacts *contacts, const struct verlet_touching *t, const struct vec2 *x)
{
    for (size_t p = 0; p < t->n_local; p++)
        contacts->items[contacts->count++] = contact_of_pair(contacts, t->local[p], x);
}

static void list_walls(struct spring_contacts *contacts, const struct verlet_touching *t, const struct vec2 *x)
{
    for (size_t w = 0; w < t->n_near_boundary; w++) {
        uint32_t i = t->near_boundary[w];
        struct piercing piercing = piercing_of(contacts, x[i], contacts->r[i]);
        for (unsigned wall = 0; wall < 4; wall++)
            if (piercing.by[wall] > 0)
                contacts->items[contacts->count++] =
                    contact_of_wall(i, (enum contact_kind)(CONTACT_LEFT + wall), piercing.by[wall], x[i]);
    }
}

/** The parts' contacts one after another are in order, as parts are ranges of indices. */
static bool list_contacts(struct spring_contacts *contacts, const struct vec2 *x)
{
    struct search search = {contacts, x, false};
    size_t most = 0;
    thread_pool_run(contacts->pool, contacts->n_parts, find_only, &search);
    for (size_t p = 0; p < contacts->n_parts; p++)
        most += contacts->parts[p].touching->n_local + 4 * contacts->parts[p].touching->n_near_boundary;
    contacts->count = 0;
    if (!reserve(contacts, most))
        return false;
    for (size_t p = 0; p < contacts->n_parts; p++)
        list_pairs(contacts, contacts->parts[p].touching, x);
    for (size_t p = 0; p < contacts->n_parts; p++)
        list_walls(contacts, contacts->parts[p].touching, x);
    return true;
}

double spring_contacts_approach(const struct spring_contact *contact, const struct vec2 *v)
{
    double ux = v[contact->a].x, uy = v[contact->a].y;
    if (contact->kind == CONTACT_BALL) {
        ux -= v[contact->b].x;
        uy -= v[contact->b].y;
    }
    return -(ux * contact->push_x + uy * contact->push_y);
}

static double damped_force(const struct spring_contacts *contacts, const struct spring_contact *contact,
                           const struct vec2 *v)
{
    bool ball = contact->kind == CONTACT_BALL;
    double zeta = ball ? contacts->zeta_ball : contacts->zeta_wall;
    double mass = contacts->m[contact->a];
    double mu = ball ? spring_reduced_mass(mass, contacts->m[contact->b]) : mass;
    double c = spring_damping(zeta, contacts->k, mu, contacts->dt);
    return spring_force(contacts->k, contact->overlap, c, spring_contacts_approach(contact, v));
}

void spring_contacts_push(struct spring_contacts *contacts, const struct vec2 *v)
{
    struct vec2 *force = contacts->force;
    memset(force, 0, contacts->n * sizeof *force);
    for (size_t c = 0; c < contacts->count; c++) {
        struct spring_contact *contact = &contacts->items[c];
        contact->force = contacts->damped ? damped_force(contacts, contact, v) : contact->overlap * contacts->k;
        double push_x = contact->force * contact->push_x, push_y = contact->force * contact->push_y;
        force[contact->a].x += push_x;
        force[contact->a].y += push_y;
        if (contact->kind == CONTACT_BALL) {
            force[contact->b].x -= push_x;
            force[contact->b].y -= push_y;
        }
    }
}

/* ---- finding ---- */

/** Balls that no longer touch a wall may no longer be watched. */
static void refresh_wall_flags(struct spring_contacts *contacts, const struct vec2 *x)
{
    contacts->rebuilt = false;
    for (size_t i = 0; i < contacts->n; i++) {
        if (contacts->walls[i] == 0)
            continue;
        struct piercing p = piercing_of(contacts, x[i], contacts->r[i]);
        for (unsigned wall = 0; wall < 4; wall++)
            if (!(p.by[wall] > 0))
                contacts->walls[i] &= (uint8_t) ~(1u << wall);
    }
}

bool spring_contacts_find(struct spring_contacts *contacts, const struct state *state, double moved, bool trial)
{
    if (!verlet_list_update(contacts->list, state->x, moved, trial, contacts->pool, &contacts->rebuilt))
        return false;
    if (contacts->rebuilt && !trial)
        refresh_wall_flags(contacts, state->x);
    if (contacts->listed) {
        if (!list_contacts(contacts, state->x))
            return false;
        spring_contacts_push(contacts, state->v);
    } else {
        struct search search = {contacts, state->x, trial};
        thread_pool_run(contacts->pool, contacts->n_parts, find_and_push, &search);
        contacts->cleared = false;
    }
    return true;
}

static void add_energy(struct sum *energy, double k, double overlap)
{
    if (overlap > 0)
        sum_add(energy, 0.5 * k * overlap * overlap);
}

double spring_contacts_energy(const struct spring_contacts *contacts, const struct vec2 *centre)
{
    struct sum energy = {0};
    if (!verlet_list_usable(contacts->list))
        return (double)NAN;
    for (size_t p = 0; p < contacts->n_parts; p++) {
        const struct verlet_touching *t = contacts->parts[p].touching;
        for (size_t c = 0; c < t->n_local; c++)
            add_energy(&energy, contacts->k, contact_of_pair(contacts, t->local[c], centre).overlap);
    }
    for (size_t p = 0; p < contacts->n_parts; p++)
        for (size_t w = 0; w < contacts->parts[p].touching->n_near_boundary; w++) {
            uint32_t i = contacts->parts[p].touching->near_boundary[w];
            struct piercing piercing = piercing_of(contacts, centre[i], contacts->r[i]);
            for (unsigned wall = 0; wall < 4; wall++)
                add_energy(&energy, contacts->k, piercing.by[wall]);
        }
    return sum_value(energy);
}
