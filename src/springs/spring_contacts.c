/*
 * Contacts and forces of the spring model (level 6 of the public documents pitizzzle/physics-simulations-balls): for
 * balls a, b
 *
 *     d = |x_a - x_b| + 0.000001,   s = r_a + r_b - d,   force on a: s k (x_a - x_b)/d   if s > 0,
 *
 * on b the opposite, and s k inwards at a surface that a ball reaches beyond by s > 0. Undamped, the operations and
 * their order are that document's, to the last bit; in a damped contact the force of contact_law.h takes the place of s
 * k. Only `spring` adds the 0.000001; with the others two centres at one place end the run.
 *
 * Order of sums: pairs come in lexicographic order, and each force is added to both its balls. So every ball's forces
 * are summed over its partners in ascending index, then over surfaces, although each pair is computed once. Where
 * threads share the balls, a ghost pair is computed in both parts.
 *
 * Several paths lead to the same bits. Without an event log forces are summed by the SIMD kernel and contacts are only
 * counted: here where nothing depends on velocities, in spring_contacts_dashed.c with dashpots, in
 * spring_contacts_listed.c with friction. Otherwise each contact is listed, with its damped force, for the contact
 * history, which takes 2.8 times as long (4096 balls, area fraction 0.56, k = 500, dt = 0.002), so all are kept.
 * Contacts are also listed where surfaces move, for the work of these. Of contacts that rub, only those at surfaces are
 * always listed.
 *
 * Cost: O(n + overlaps), see near/verlet_list.c.
 */
#include "springs/spring_contacts.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "contact/spring.h"
#include "springs/spring_kernel.h"

/* ---- surfaces ---- */

static unsigned count_bits(unsigned bits)
{
    return (bits & 1) + (bits >> 1 & 1);
}

static __attribute__((noinline)) void push_surface(struct spring_contacts *contacts, struct pair pair, unsigned sides,
                                                   struct vec2 x, double *deepest)
{
    struct vec2 *force = &contacts->force[pair.a];
    for (uint32_t side = 0; sides >> side; side++) {
        if (!(sides >> side & 1))
            continue;
        const struct spring_contact contact = spring_contacts_at_side(contacts, pair, side, x);
        *force = vec2_add(*force, vec2_scale(contact.overlap * contacts->bodies.k, contact.push));
        *deepest = double_max(contact.overlap / contacts->base->r[pair.a], *deepest);
    }
}

static void push_surfaces(struct spring_contacts *contacts, struct spring_part *part, const struct vec2 *x, bool trial,
                          double *deepest)
{
    const struct near_surfaces_list *near = part->touching->surfaces;
    struct spring_counts *counts = &part->counts;
    counts->open_surface = 0;
    for (size_t p = 0; p < near->count; p++) {
        const unsigned before = near->sides[p], now = spring_contacts_sides(contacts, near, p, x);
        if ((before | now) == 0)
            continue;
        push_surface(contacts, near->items[p], now, x[near->items[p].a], deepest);
        counts->new_surface += count_bits(now & ~before);
        counts->open_surface += count_bits(now);
        near->sides[p] = (uint8_t)(trial ? now | before : now);
    }
}

/* ---- forces without a list ---- */

/** Argument of the thread pool. */
struct force_search {
    struct spring_contacts *contacts;
    const struct vec2 *x;
    bool trial;
};

__attribute__((noinline)) void spring_contacts_find_one_place(struct spring_contacts *contacts,
                                                              struct spring_part *part, const struct vec2 *x)
{
    const struct verlet_touching *t = part->touching;
    for (size_t c = 0; contacts->bodies.softening <= SPRING_ONE_PLACE && c < t->n_local; c++)
        if (vec2_length(spring_contacts_way(contacts, t->local[c], x)) <= SPRING_ONE_PLACE) {
            part->at_one_place = t->local[c];
            __atomic_store_n(&contacts->at_one_place, true, __ATOMIC_RELAXED);
        }
}

static void find_and_push(void *context, size_t number)
{
    const struct force_search *search = context;
    struct spring_contacts *contacts = search->contacts;
    struct spring_part *part = &contacts->parts[number];
    const struct verlet_touching *t = verlet_list_touching(contacts->list, number, search->x, search->trial);
    double deepest = part->counts.deepest;
    if (!contacts->cleared)
        spring_contacts_clear(contacts, (struct range){t->first, t->last});
    if (t->n_ghost > 0)
        deepest = spring_kernel_push(&contacts->bodies, &(struct spring_pairs){t->ghost, t->n_ghost, t->first, t->last},
                                     search->x, contacts->force, deepest);
    if (t->n_local > 0)
        deepest = spring_kernel_push(&contacts->bodies, &(struct spring_pairs){t->local, t->n_local, t->first, t->last},
                                     search->x, contacts->force, deepest);
    part->touching = t;
    push_surfaces(contacts, part, search->x, search->trial, &deepest);
    part->counts.new_ball += t->n_new;
    part->counts.open_ball = t->n_local;
    if (deepest >= 2)
        spring_contacts_find_one_place(contacts, part, search->x);
    if (!search->trial)
        part->counts.deepest = deepest;
}

static bool find_plain(struct spring_contacts *contacts, const struct state *state, bool trial,
                       const struct spring_stretching *how)
{
    struct force_search search = {contacts, state->x, trial};
    (void)how;
    thread_pool_run(contacts->pool, contacts->n_parts, find_and_push, &search);
    contacts->cleared = false;
    return true;
}

void spring_contacts_spend_nothing(struct spring_contacts *contacts, const struct spring_stretching *how)
{
    (void)contacts, (void)how;
}

void spring_contacts_end_nothing(struct spring_contacts *contacts)
{
    (void)contacts;
}

/** Forces depend on centres alone, and are added up at once: nothing follows velocities. */
static const struct spring_path plain = {
    .find = find_plain, .spend = spring_contacts_spend_nothing, .end_step = spring_contacts_end_nothing};

struct spring_counts spring_contacts_counts(const struct spring_contacts *contacts)
{
    struct spring_counts sum = {0};
    for (size_t p = 0; p < contacts->n_parts; p++) {
        const struct spring_counts *counts = &contacts->parts[p].counts;
        sum.new_ball += counts->new_ball;
        sum.new_surface += counts->new_surface;
        sum.open_ball += counts->open_ball;
        sum.open_surface += counts->open_surface;
        sum.deepest = counts->deepest > sum.deepest ? counts->deepest : sum.deepest;
    }
    return sum;
}

/* ---- creation ---- */

/** The way of contacts whose springs, dashpots and list are opened. */
static const struct spring_path *path_of(const struct spring_contacts *contacts)
{
    if (contacts->tangential.is_dashed)
        return &spring_contacts_listed_rubbing;
    if (contacts->listed || contacts->tangential.base)
        return &spring_contacts_listed;
    return contacts->dashpots.base ? &spring_contacts_dashed : &plain;
}

bool spring_contacts_open(struct spring_contacts *contacts, const struct stepper *stepper, const struct world *world,
                          double softening, bool logged, bool staged)
{
    const struct scene *scene = stepper->scene;
    *contacts = (struct spring_contacts){
        .base = stepper,
        .bodies = {.r = scene_are_equal(scene, scene->r) ? NULL : scene->r,
                   .radius = scene->n > 0 ? stepper->r[0] : 0,
                   .k = scene->k,
                   .softening = softening,
                   .period = stepper->boundary.period.is_any ? &stepper->boundary.period : NULL},
    };
    struct tangential_springs *tangential = &contacts->tangential;
    if (!damping_ratios_open(&contacts->ratios, stepper) ||
        !tangential_spring_open(tangential, stepper, world, &contacts->ratios, logged || staged, staged))
        return false;
    contacts->damped = contacts->ratios.damped;
    tangential->is_dashed |= tangential->base && (staged || contacts->damped);
    const bool by_four = !staged && !stepper->field.holds,
               walls_move = stepper->boundary.moves || stepper->boundary.pistons;
    contacts->listed = logged || (contacts->damped && !by_four) || walls_move;
    if (tangential->base)
        contacts->listed = tangential->is_listed;
    if (contacts->damped && !contacts->listed && !tangential->base)
        dashpots_open(&contacts->dashpots, stepper, &contacts->ratios);
    contacts->path = path_of(contacts);
    contacts->list = verlet_list_create(scene, stepper->r, &stepper->boundary, softening,
                                        !contacts->listed && !tangential->base && !contacts->damped);
    contacts->force = mem_array_aligned(scene->n + STATE_MORE, sizeof *contacts->force);
    return contacts->list && contacts->force && spring_contacts_divide(contacts, NULL);
}

void spring_contacts_close(struct spring_contacts *contacts)
{
    free(contacts->parts);
    verlet_list_destroy(contacts->list);
    damping_ratios_close(&contacts->ratios);
    dashpots_close(&contacts->dashpots);
    tangential_spring_close(&contacts->tangential);
    free(contacts->items);
    free(contacts->force);
}

bool spring_contacts_divide(struct spring_contacts *contacts, struct thread_pool *pool)
{
    if (!verlet_list_divide(contacts->list, thread_pool_size(pool)))
        return false;
    const size_t n_parts = verlet_list_parts(contacts->list);
    if (contacts->dashpots.base && !dashpots_divide(&contacts->dashpots, n_parts))
        return false;
    struct spring_part *parts = mem_array(n_parts, sizeof *parts);
    if (!parts)
        return false;
    free(contacts->parts);
    contacts->parts = parts;
    contacts->n_parts = n_parts;
    contacts->pool = pool;
    return true;
}

/* ---- energy ---- */

double spring_contacts_taken(const struct spring_contacts *contacts)
{
    return sum_value(contacts->dashpots.taken) + sum_value(contacts->tangential.taken.sum); /* one of them is 0 */
}

static void add_energy(struct sum *energy, double k, double overlap)
{
    if (overlap > 0)
        sum_add(energy, 0.5 * k * overlap * overlap);
}

double spring_contacts_energy(const struct spring_contacts *contacts, const struct vec2 *centre)
{
    struct sum sum = {0};
    if (!verlet_list_usable(contacts->list))
        return (double)NAN;
    for (size_t p = 0; p < contacts->n_parts; p++) {
        const struct verlet_touching *t = contacts->parts[p].touching;
        for (size_t c = 0; c < t->n_local; c++)
            add_energy(&sum, contacts->bodies.k, spring_contacts_of_pair(contacts, t->local[c], centre).overlap);
    }
    for (size_t p = 0; p < contacts->n_parts; p++) {
        const struct near_surfaces_list *near = contacts->parts[p].touching->surfaces;
        for (size_t w = 0; w < near->count; w++) {
            struct spring_contact found[2];
            const size_t n = spring_contacts_of_near(contacts, near, w, centre, found);
            for (size_t c = 0; c < n; c++)
                add_energy(&sum, contacts->bodies.k, found[c].overlap);
        }
    }
    tangential_spring_energy(&contacts->tangential, &sum);
    return sum_value(sum);
}
