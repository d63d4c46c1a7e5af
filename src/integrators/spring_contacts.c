/*
 * Forces of the spring model (level 6 of the public documents pitizzzle/physics-simulations-balls): for balls a, b
 *
 *     d = |x_a - x_b| + 0.000001,   s = r_a + r_b - d,   force on a: s k (x_a - x_b)/d   if s > 0,
 *
 * on b the opposite, and s k inwards at a wall that a ball pierces by s > 0. The operations and their order are that
 * document's, to the last bit, when nothing is damped; a damped contact replaces s k by spring_force().
 *
 * The contacts come in lexicographic order. Adding each pair's force to both its balls in that order sums every ball's
 * forces over its partners in ascending index, although each pair is computed once. Pairs that the list reports but
 * that are closer than the softening only are no contacts.
 *
 * Cost: O(n + overlaps), see verlet_list.
 */
#include "integrators/spring_contacts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sum.h"
#include "physics/spring.h"

bool spring_contacts_open(struct spring_contacts *contacts, const struct scene *scene)
{
    *contacts = (struct spring_contacts){
        .n = scene->n,
        .r = scene->r,
        .m = scene->m,
        .width = scene->width,
        .height = scene->height,
        .k = scene->k,
        .dt = scene->dt,
        .zeta_ball = spring_damping_ratio(scene->e_ball),
        .zeta_wall = spring_damping_ratio(scene->e_wall),
    };
    contacts->damped = contacts->zeta_ball > 0 || contacts->zeta_wall > 0;
    contacts->list = verlet_list_create(scene->n, scene->r, scene->width);
    contacts->fx = mem_array_aligned(scene->n, sizeof *contacts->fx);
    contacts->fy = mem_array_aligned(scene->n, sizeof *contacts->fy);
    return contacts->list && contacts->fx && contacts->fy;
}

void spring_contacts_close(struct spring_contacts *contacts)
{
    verlet_list_destroy(contacts->list);
    free(contacts->items);
    free(contacts->fx);
    free(contacts->fy);
}

/* ---- finding ---- */

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

static void find_pair(struct spring_contacts *contacts, struct pair pair, const double *x, const double *y)
{
    double dx = x[pair.a] - x[pair.b], dy = y[pair.a] - y[pair.b];
    double d = sqrt(dx * dx + dy * dy) + SPRING_SOFTENING;
    double overlap = contacts->r[pair.a] + contacts->r[pair.b] - d;
    if (!(overlap > 0))
        return;
    contacts->items[contacts->count++] = (struct spring_contact){
        .key = pair_key(pair),
        .a = pair.a,
        .b = pair.b,
        .kind = CONTACT_BALL,
        .overlap = overlap,
        .push_x = dx / d,
        .push_y = dy / d,
        .at_x = x[pair.a],
        .at_y = y[pair.a],
    };
}

static bool find_pairs(struct spring_contacts *contacts, const double *x, const double *y)
{
    const struct pairs *touching;
    if (!verlet_list_touching(contacts->list, x, y, &touching) || !reserve(contacts, touching->count))
        return false;
    for (size_t p = 0; p < touching->count; p++)
        find_pair(contacts, touching->items[p], x, y);
    return true;
}

static void find_wall(struct spring_contacts *contacts, uint32_t ball, enum contact_kind wall, double overlap, double x,
                      double y)
{
    static const double push[][2] = {
        [CONTACT_LEFT] = {1, 0}, [CONTACT_RIGHT] = {-1, 0}, [CONTACT_BOTTOM] = {0, 1}, [CONTACT_TOP] = {0, -1}};
    if (!(overlap > 0))
        return;
    contacts->items[contacts->count++] = (struct spring_contact){
        .key = wall_key(ball, wall),
        .a = ball,
        .kind = wall,
        .overlap = overlap,
        .push_x = push[wall][0],
        .push_y = push[wall][1],
        .at_x = x,
        .at_y = y,
    };
}

static bool find_walls(struct spring_contacts *contacts, const double *x, const double *y)
{
    double width = contacts->width, height = contacts->height;
    for (size_t i = 0; i < contacts->n; i++) {
        double r = contacts->r[i], left = x[i] - r, right = x[i] + r - width, bottom = y[i] - r,
               top = y[i] + r - height;
        if (!((left < 0) | (right > 0) | (bottom < 0) | (top > 0)))
            continue;
        if (!reserve(contacts, 4))
            return false;
        find_wall(contacts, (uint32_t)i, CONTACT_LEFT, -left, x[i], y[i]);
        find_wall(contacts, (uint32_t)i, CONTACT_RIGHT, right, x[i], y[i]);
        find_wall(contacts, (uint32_t)i, CONTACT_BOTTOM, -bottom, x[i], y[i]);
        find_wall(contacts, (uint32_t)i, CONTACT_TOP, top, x[i], y[i]);
    }
    return true;
}

bool spring_contacts_find(struct spring_contacts *contacts, const double *x, const double *y)
{
    contacts->count = 0;
    return find_pairs(contacts, x, y) && find_walls(contacts, x, y);
}

/* ---- pushing ---- */

double spring_contacts_approach(const struct spring_contact *contact, const double *vx, const double *vy)
{
    double ux = vx[contact->a], uy = vy[contact->a];
    if (contact->kind == CONTACT_BALL) {
        ux -= vx[contact->b];
        uy -= vy[contact->b];
    }
    return -(ux * contact->push_x + uy * contact->push_y);
}

static double damped_force(const struct spring_contacts *contacts, const struct spring_contact *contact,
                           const double *vx, const double *vy)
{
    bool ball = contact->kind == CONTACT_BALL;
    double zeta = ball ? contacts->zeta_ball : contacts->zeta_wall;
    double mass = contacts->m[contact->a];
    double mu = ball ? spring_reduced_mass(mass, contacts->m[contact->b]) : mass;
    double c = spring_damping(zeta, contacts->k, mu, contacts->dt);
    return spring_force(contacts->k, contact->overlap, c, spring_contacts_approach(contact, vx, vy));
}

void spring_contacts_push(struct spring_contacts *contacts, const double *vx, const double *vy)
{
    double *fx = contacts->fx, *fy = contacts->fy;
    memset(fx, 0, contacts->n * sizeof *fx);
    memset(fy, 0, contacts->n * sizeof *fy);
    for (size_t c = 0; c < contacts->count; c++) {
        struct spring_contact *contact = &contacts->items[c];
        contact->force = contacts->damped ? damped_force(contacts, contact, vx, vy) : contact->overlap * contacts->k;
        double push_x = contact->force * contact->push_x, push_y = contact->force * contact->push_y;
        fx[contact->a] += push_x;
        fy[contact->a] += push_y;
        if (contact->kind == CONTACT_BALL) {
            fx[contact->b] -= push_x;
            fy[contact->b] -= push_y;
        }
    }
}

double spring_contacts_energy(const struct spring_contacts *contacts)
{
    struct sum energy = {0};
    for (size_t c = 0; c < contacts->count; c++)
        sum_add(&energy, 0.5 * contacts->k * contacts->items[c].overlap * contacts->items[c].overlap);
    return sum_value(energy);
}
