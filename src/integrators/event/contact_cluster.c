/*
 * The contact set of one instant.
 *
 * Bodies are the nodes of a graph, and contacts are its edges. The contact set is the connected component of a
 * collision, because an impulse acts as far as contacts reach, and no farther. The search is breadth-first from the two
 * balls: each ball is brought to the instant, the gaps to its neighbours and near surfaces are compared with
 * CONTACT_TOUCHING, and bodies that touch join the set.
 *
 * The set is canonical. Neighbour lists are symmetric and so is the comparison, so each pair is entered once, by the
 * ball with the smaller index. Afterwards balls and contacts are sorted by ball index. So the set does not depend on
 * which ball held the event, nor on lists or memory, and a law that depends on the order of contacts (`pairwise`)
 * always sees the same order.
 *
 * A joint of two collinear lines is hit twice with the same normal; equal normals at surfaces count once.
 *
 * Cost: O(balls x neighbours + contacts log contacts). Only collisions with a third touching body are gathered here;
 * for all others the vector kernel has found none.
 */
#include "integrators/event/contact_cluster.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/** Contacts of one ball whose normals agree so far are one contact. */
#define SAME_NORMAL 1e-9

/** Adds a ball to the set unless it is there. false: out of memory. */
static bool add_ball(struct contact_cluster *cluster, const struct event_system *system, uint32_t slot, double t)
{
    if (cluster->index_of[slot])
        return true;
    if (!mem_grow(&cluster->balls, &cluster->balls_capacity, cluster->n_balls + 1, sizeof *cluster->balls))
        return false;
    struct particle ball = motion_at(&system->motion, &system->balls[slot], t);
    struct vec2 turns = system->turns ? event_system_bring_slot_back(system, slot, &ball) : (struct vec2){0, 0};
    cluster->balls[cluster->n_balls++] = (struct contact_cluster_ball){slot, ball.id, ball.x, ball.y, turns, false};
    cluster->index_of[slot] = (uint32_t)cluster->n_balls;
    return true;
}

/** Adds a contact; while the set is gathered, its balls are slots. */
static bool add_contact(struct contact_cluster *cluster, uint32_t slot, uint32_t body, struct vec2 shift)
{
    struct impact_cluster *law = &cluster->law;
    if (!mem_grow(&law->contacts, &cluster->contacts_capacity, law->n_contacts + 1, sizeof *law->contacts))
        return false;
    law->contacts[law->n_contacts++] = (struct contact){.a = (int32_t)slot, .body = body, .shift = shift};
    return true;
}

static bool is_colliding_pair(struct event_collision collision, uint32_t a, uint32_t b)
{
    return (collision.slot == a && collision.partner == b) || (collision.slot == b && collision.partner == a);
}

static bool touches(const struct contact_cluster_ball *ball, double r, const struct particle *other, struct vec2 shift)
{
    double dx = (other->x - ball->x) - shift.x, dy = (other->y - ball->y) - shift.y;
    double reach = (r + other->r) * (1 + CONTACT_TOUCHING);
    return dx * dx + dy * dy <= reach * reach;
}

static bool is_fixed(const struct event_system *system, uint32_t slot)
{
    return motion_is_fixed(&system->balls[slot]);
}

/** Adds the images of another ball that touch one of the set; of the colliding pair the nearest in any case. */
static bool add_images(struct contact_cluster *cluster, const struct event_system *system,
                       const struct contact_cluster_ball *ball, uint32_t slot, struct event_collision collision)
{
    struct vec2 shifts[MOTION_MOST_IMAGES] = {{0, 0}};
    struct particle other = motion_at(&system->motion, &system->balls[slot], collision.t);
    int images = 1;
    if (system->turns) {
        event_system_bring_back(system, &other);
        const struct particle own = {.x = ball->x, .y = ball->y, .t = collision.t, .m = HUGE_VAL};
        images = motion_images(&system->motion, &own, &other, collision.t, shifts);
    }
    for (int k = 0; k < images; k++) {
        bool is_own = k == 0 && is_colliding_pair(collision, ball->slot, slot);
        if (!is_own && !touches(ball, system->balls[ball->slot].r, &other, shifts[k]))
            continue;
        if (!add_ball(cluster, system, slot, collision.t))
            return false;
        if (ball->id < other.id && !add_contact(cluster, ball->slot, slot, shifts[k]))
            return false;
    }
    return true;
}

/** Adds the balls that touch the one at `index`. */
static bool add_touching_balls(struct contact_cluster *cluster, const struct event_system *system, size_t index,
                               struct event_collision collision)
{
    struct contact_cluster_ball ball = cluster->balls[index];
    uint32_t size;
    const uint32_t *list = neighbours_list(system->neighbours, ball.slot, 0, &size);
    for (uint32_t i = 0; i < size && list[i] != system->neighbours->sentinel; i++)
        if (!(is_fixed(system, ball.slot) && is_fixed(system, list[i])) &&
            !add_images(cluster, system, &ball, list[i], collision))
            return false;
    return true;
}

/** Adds the sides of surfaces that touch the ball at `index`. */
static bool add_touching_surfaces(struct contact_cluster *cluster, const struct event_system *system, size_t index,
                                  struct event_collision collision)
{
    const struct contact_cluster_ball *ball = &cluster->balls[index];
    uint32_t slot = ball->slot, count;
    const struct vec2 centre = {ball->x, ball->y};
    const uint32_t *list = neighbours_surfaces(system->neighbours, slot, &count);
    for (uint32_t k = 0; k < count && !is_fixed(system, slot); k++) {
        const struct surface *surface = &system->boundary.surfaces[list[k]];
        struct vec2 seen = event_system_seen(system, slot, centre, surface);
        unsigned touching = boundary_touching(surface, seen, system->balls[slot].r);
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t body = contact_surface(list[k], side);
            bool is_own = slot == collision.slot && collision.partner == body;
            if ((is_own || (touching >> side & 1)) && !add_contact(cluster, slot, body, (struct vec2){0, 0}))
                return false;
        }
    }
    return true;
}

static bool gather_sets(struct contact_cluster *cluster, const struct event_system *system,
                        struct event_collision collision)
{
    cluster->n_balls = cluster->law.n_contacts = 0;
    if (!add_ball(cluster, system, collision.slot, collision.t))
        return false;
    for (size_t index = 0; index < cluster->n_balls; index++)
        if (!add_touching_balls(cluster, system, index, collision) ||
            !add_touching_surfaces(cluster, system, index, collision))
            return false;
    return true;
}

static int by_ball(const void *a, const void *b)
{
    uint32_t x = ((const struct contact_cluster_ball *)a)->id, y = ((const struct contact_cluster_ball *)b)->id;
    return (x > y) - (x < y);
}

/** Pairs before surfaces, then by a, by b, and by the image of b. */
static int by_contact(const void *a, const void *b)
{
    const struct contact *x = a, *y = b;
    if (contact_is_ball(x->body) != contact_is_ball(y->body))
        return contact_is_ball(x->body) ? -1 : 1;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->body != y->body)
        return x->body < y->body ? -1 : 1;
    if (x->shift.x != y->shift.x)
        return x->shift.x < y->shift.x ? -1 : 1;
    return (x->shift.y > y->shift.y) - (x->shift.y < y->shift.y);
}

/** Sorts balls by ball index and turns the contacts' slots into indices of balls[]. */
static void put_in_order(struct contact_cluster *cluster)
{
    qsort(cluster->balls, cluster->n_balls, sizeof *cluster->balls, by_ball);
    for (size_t i = 0; i < cluster->n_balls; i++)
        cluster->index_of[cluster->balls[i].slot] = (uint32_t)i + 1;
    struct impact_cluster *law = &cluster->law;
    for (size_t k = 0; k < law->n_contacts; k++) {
        struct contact *contact = &law->contacts[k];
        contact->a = (int32_t)cluster->index_of[contact->a] - 1;
        if (contact_is_ball(contact->body))
            contact->body = cluster->index_of[contact->body] - 1;
    }
    qsort(law->contacts, law->n_contacts, sizeof *law->contacts, by_contact);
}

static void clear_indices(struct contact_cluster *cluster)
{
    for (size_t i = 0; i < cluster->n_balls; i++)
        cluster->index_of[cluster->balls[i].slot] = 0;
}

static bool reserve_law(struct contact_cluster *cluster)
{
    struct impact_cluster *law = &cluster->law;
    law->lcp = &cluster->lcp;
    law->compliant = &cluster->compliant;
    law->n_bodies = cluster->n_balls;
    return mem_grow(&law->bodies, &cluster->bodies_capacity, law->n_bodies, sizeof *law->bodies) &&
           mem_grow(&law->chosen, &cluster->chosen_capacity, law->n_contacts, sizeof *law->chosen) &&
           contact_lcp_reserve(law->lcp, law->n_contacts) &&
           impact_compliant_reserve(law->compliant, law->n_bodies, law->n_contacts);
}

/** Lets a contact of a fixed ball be one of the ball that it touches: the law sees a wall beside that. */
static void turn(struct contact *contact)
{
    uint32_t fixed = (uint32_t)contact->a;
    contact->a = (int32_t)contact->body;
    contact->body = fixed;
    contact->shift = vec2_scale(-1, contact->shift);
}

static void set_normal(const struct contact_cluster *cluster, const struct event_system *system,
                       struct contact *contact)
{
    const struct contact_cluster_ball *a = &cluster->balls[contact->a];
    if (!contact_is_ball(contact->body)) {
        const struct surface *surface = boundary_surface(&system->boundary, contact->body);
        struct vec2 seen = event_system_seen(system, a->slot, (struct vec2){a->x, a->y}, surface);
        contact->b = CONTACT_FIXED;
        contact->n = boundary_normal(surface, contact_side(contact->body), seen);
        return;
    }
    if (is_fixed(system, a->slot))
        turn(contact);
    struct vec2 way = contact_cluster_way(cluster, contact);
    double distance = vec2_length(way);
    contact->b = is_fixed(system, cluster->balls[contact->body].slot) ? CONTACT_FIXED : (int32_t)contact->body;
    contact->n = (struct vec2){way.x / distance, way.y / distance};
}

/** Leaves one of several contacts of a ball with walls, fixed balls among them, that have the same normal: a joint of
 * two collinear lines is one wall. */
static void merge_equal_normals(struct contact_cluster *cluster)
{
    struct impact_cluster *law = &cluster->law;
    size_t kept = 0;
    for (size_t k = 0; k < law->n_contacts; k++) {
        const struct contact *contact = &law->contacts[k];
        bool known = false;
        for (size_t i = 0; i < kept && contact->b == CONTACT_FIXED && !known; i++) {
            const struct contact *other = &law->contacts[i];
            known = other->b == CONTACT_FIXED && other->a == contact->a &&
                    fabs(other->n.x - contact->n.x) <= SAME_NORMAL && fabs(other->n.y - contact->n.y) <= SAME_NORMAL;
        }
        if (!known)
            law->contacts[kept++] = *contact;
    }
    law->n_contacts = kept;
}

/** Radius of curvature of the two surfaces that touch, together. */
static double curvature_radius(const struct contact_cluster *cluster, const struct event_system *system,
                               const struct contact *contact)
{
    double a = system->balls[cluster->balls[contact->a].slot].r;
    if (!contact_is_ball(contact->body))
        return boundary_curvature_radius(boundary_surface(&system->boundary, contact->body),
                                         contact_side(contact->body), a);
    double b = system->balls[cluster->balls[contact->body].slot].r;
    return a * (b / (a + b));
}

static void fill_law(struct contact_cluster *cluster, const struct event_system *system, double t)
{
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct particle *ball = &system->balls[cluster->balls[i].slot];
        cluster->law.bodies[i] = (struct impact_body){.v = motion_velocity(&system->motion, ball, t),
                                                      .m = motion_is_fixed(ball) ? 1 : ball->m};
    }
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        struct contact *contact = &cluster->law.contacts[k];
        contact->curvature_radius = curvature_radius(cluster, system, contact);
        set_normal(cluster, system, contact);
    }
    if (system->boundary.n > 2)
        merge_equal_normals(cluster);
}

enum contact_cluster_result contact_cluster_gather(struct contact_cluster *cluster, const struct event_system *system,
                                                   struct event_collision collision)
{
    if (!cluster->index_of && !(cluster->index_of = mem_array(system->n, sizeof *cluster->index_of)))
        return CONTACT_CLUSTER_NO_MEMORY;
    bool gathered = gather_sets(cluster, system, collision);
    if (gathered)
        put_in_order(cluster);
    clear_indices(cluster);
    if (gathered && cluster->law.n_contacts > CONTACT_LCP_LIMIT)
        return CONTACT_CLUSTER_TOO_LARGE;
    if (!gathered || !reserve_law(cluster))
        return CONTACT_CLUSTER_NO_MEMORY;
    fill_law(cluster, system, collision.t);
    return CONTACT_CLUSTER_OK;
}

size_t contact_cluster_find(const struct contact_cluster *cluster, struct event_collision collision)
{
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        uint32_t a = cluster->balls[contact->a].slot, b = contact_cluster_body(cluster, contact);
        if ((a == collision.slot && b == collision.partner) || (b == collision.slot && a == collision.partner))
            return k;
    }
    return 0;
}

void contact_cluster_mark_hit(struct contact_cluster *cluster)
{
    for (size_t k = 0; k < cluster->law.n_contacts; k++) {
        const struct contact *contact = &cluster->law.contacts[k];
        if (contact->j == 0)
            continue;
        cluster->balls[contact->a].is_hit = true;
        if (contact->b != CONTACT_FIXED)
            cluster->balls[contact->b].is_hit = true;
    }
}

void contact_cluster_free(struct contact_cluster *cluster)
{
    free(cluster->balls);
    free(cluster->law.bodies);
    free(cluster->law.contacts);
    free(cluster->law.chosen);
    free(cluster->index_of);
    contact_lcp_free(&cluster->lcp);
    impact_compliant_free(&cluster->compliant);
}
