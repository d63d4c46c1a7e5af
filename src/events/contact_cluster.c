/*
 * The contact set of one instant.
 *
 * Bodies are the nodes of a graph, and contacts are its edges. The contact set is the connected component of a
 * collision, because an impulse acts as far as contacts reach, and no farther. The search is breadth-first from the two
 * balls: each ball is brought to the instant, the gaps to its neighbours and near surfaces are compared with
 * CONTACT_TOUCHING, and bodies that touch join the set. It does not go on from a fixed ball, through which no impulse
 * acts, as little as through a wall.
 *
 * The set is canonical. Neighbour lists are symmetric and so is the comparison, so each pair is entered once, by the
 * ball with the smaller index, or by the one that can move. Afterwards balls and contacts are sorted by ball index. So
 * the set does not depend on which ball held the event, nor on lists or memory, and a law that depends on the order of
 * contacts (`pairwise`) always sees the same order.
 *
 * A joint of two collinear lines is hit twice with the same normal; equal normals at surfaces count once. Beside a
 * joint, a ball that touches one line still touches the other's end, up to 5e-6 of a radius away, with a normal that
 * differs by as much. Two contacts there would be a corner that is none, and restitution at both would turn the ball
 * round. So normals that differ by less than SAME_NORMAL are equal, and a face stands for the ends at it. (In an arc
 * that is hardly larger than the ball, ends farther away touch as well, and count.)
 *
 * Cost: that of the lists of its balls, and of two sorts, one by insertion. Only collisions with a third touching body
 * are gathered here; for all others the vector kernel has found none.
 */
#include "events/contact_cluster.h"

#include <math.h>
#include <stdlib.h>

#include "events/event_arrival.h"
#include "events/event_pistons.h"
#include "events/event_touch.h"
#include "events/lasting_contact.h"
#include "events/prediction.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "motion/motion_impact.h"

/** Contacts of one ball whose normals agree so far are one contact. */
#define SAME_NORMAL 1e-5

/** Index of a slot in balls[]; n_balls: it is not there, wherever a former set had it. */
static size_t index_of(const struct contact_cluster *cluster, uint32_t slot)
{
    size_t i = cluster->place[slot];
    return i < cluster->n_balls && cluster->balls[i].slot == slot ? i : cluster->n_balls;
}

/** Adds a ball to the set unless it is there. false: out of memory. */
static bool add_ball(struct contact_cluster *cluster, const struct event_system *system, uint32_t slot, double t)
{
    if (index_of(cluster, slot) < cluster->n_balls)
        return true;
    if (!mem_grow(&cluster->balls, &cluster->balls_capacity, cluster->n_balls + 1, sizeof *cluster->balls))
        return false;
    cluster->place[slot] = (uint32_t)cluster->n_balls;
    struct contact_cluster_ball *added = &cluster->balls[cluster->n_balls++];
    const struct event_arrival at = event_arrival_of(system, slot, t);
    *added = (struct contact_cluster_ball){.slot = slot, .ball = at.ball, .w = at.w, .turns = at.turns};
    return true;
}

/** Adds a contact; while the set is gathered, its balls are slots. */
static bool add_contact(struct contact_cluster *cluster, uint32_t slot, uint32_t body, struct vec2 shift)
{
    struct impact_cluster *impact = &cluster->impact;
    if (!mem_grow(&impact->contacts, &cluster->contacts_capacity, impact->n_contacts + 1, sizeof *impact->contacts))
        return false;
    impact->contacts[impact->n_contacts++] = (struct contact){.a = (int32_t)slot, .body = body, .shift = shift};
    return true;
}

/** True if a collision is that of two bodies, as slots or sides of surfaces. */
static bool is_own_contact(struct event_collision collision, uint32_t a, uint32_t b)
{
    return (collision.slot == a && collision.partner == b) || (collision.slot == b && collision.partner == a);
}

/** Separation from a to the image of b. */
static struct vec2 separation(const struct particle *a, const struct particle *b, struct vec2 shift)
{
    return (struct vec2){(b->x - a->x) - shift.x, (b->y - a->y) - shift.y};
}

static bool touches(const struct contact_cluster *cluster, const struct particle *a, const struct particle *b,
                    struct vec2 shift)
{
    struct vec2 d = separation(a, b, shift);
    double reach = (a->r + b->r) * (1 + CONTACT_TOUCHING) + cluster->near * double_min(a->r, b->r);
    return vec2_dot(d, d) <= reach * reach;
}

/** False if nothing of a pair is left to be added: the other ball is there, and enters the contact if there is one; or
 *  it is apart, as nearly always.
 *  @param anywhere images of it, or those that collide, are looked at more closely */
static bool may_add(const struct contact_cluster *cluster, const struct event_system *system,
                    const struct particle *ball, uint32_t slot, bool anywhere)
{
    const struct particle *other = &system->balls[slot];
    if (other->id < ball->id && index_of(cluster, slot) < cluster->n_balls && !motion_is_fixed(other))
        return false;
    if (anywhere)
        return true;
    struct vec2 place = motion_position(&system->motion, body_at(system->balls, system->legs, slot), ball->t);
    const struct particle then = {.x = place.x, .y = place.y, .r = other->r};
    return touches(cluster, ball, &then, (struct vec2){0, 0});
}

/** The first of a contact is the ball that can move, of two such balls that with the smaller number. */
static bool is_first(const struct particle *ball, const struct particle *other)
{
    return ball->id < other->id || motion_is_fixed(other);
}

/** Adds the images of another ball that touch one of the set, which can move; but the own contact, which is there. */
static bool add_images(struct contact_cluster *cluster, const struct event_system *system,
                       const struct contact_cluster_ball *ball, uint32_t slot, struct event_collision collision)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    struct particle other = motion_at(&system->motion, body_at(system->balls, system->legs, slot), collision.t);
    event_seam_bring_back(system, &other);
    const int images =
        motion_impact_images(&system->motion, body_of(&ball->ball), body_of(&other), collision.t, shifts);
    for (int k = is_own_contact(collision, ball->slot, slot) ? 1 : 0; k < images; k++) {
        if (!touches(cluster, &ball->ball, &other, shifts[k]))
            continue;
        if (!add_ball(cluster, system, slot, collision.t))
            return false;
        if (is_first(&ball->ball, &other) && !add_contact(cluster, ball->slot, slot, shifts[k]))
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
    bool anywhere = system->motion.period.is_any || ball.slot == collision.slot || ball.slot == collision.partner;
    for (uint32_t i = 0; i < size; i++)
        if (may_add(cluster, system, &ball.ball, list[i], anywhere) &&
            !add_images(cluster, system, &ball, list[i], collision))
            return false;
    return true;
}

/** The index of a wall with a mass; n_pistons: it is not there. */
static size_t index_of_piston(const struct contact_cluster *cluster, const struct event_piston *piston)
{
    size_t i = 0;
    while (i < cluster->n_pistons && cluster->pistons[i].piston != piston)
        i++;
    return i;
}

/** Adds a wall with a mass unless it is there, and the balls that touch it, wherever. Walls stay in their order. */
static bool add_piston(struct contact_cluster *cluster, const struct event_system *system,
                       const struct event_piston *piston, double t)
{
    if (index_of_piston(cluster, piston) < cluster->n_pistons)
        return true;
    size_t i = cluster->n_pistons++;
    for (; i > 0 && cluster->pistons[i - 1].piston > piston; i--)
        cluster->pistons[i] = cluster->pistons[i - 1];
    cluster->pistons[i] = (struct contact_cluster_piston){.piston = piston};
    cluster->is_loaded = cluster->is_loaded || piston->a != 0;
    for (uint32_t slot = 0; slot < system->n; slot++)
        if (event_pistons_touches(system, piston, slot, t, cluster->near) && !add_ball(cluster, system, slot, t))
            return false;
    return true;
}

/** Adds a contact with a side of a surface, and the wall with a mass that it may be. */
static bool add_surface(struct contact_cluster *cluster, const struct event_system *system, uint32_t slot,
                        uint32_t body, double t)
{
    const struct event_piston *piston = event_pistons_find(system, body);
    return add_contact(cluster, slot, body, (struct vec2){0, 0}) && (!piston || add_piston(cluster, system, piston, t));
}

/** Adds the sides of surfaces that touch the ball at `index`. */
static bool add_touching_surfaces(struct contact_cluster *cluster, const struct event_system *system, size_t index,
                                  struct event_collision collision)
{
    const struct particle ball = cluster->balls[index].ball;
    const uint32_t slot = cluster->balls[index].slot;
    if (prediction_is_clear(system, &ball, collision.t)) /* by more than `near` ever is */
        return true;
    uint32_t count;
    const uint32_t *list = neighbours_surfaces(system->neighbours, slot, &count);
    for (uint32_t k = 0; k < 2 * count; k++) {
        const uint32_t body = contact_surface(list[k / 2], k % 2);
        const double most = (CONTACT_TOUCHING + cluster->near) * ball.r;
        if (is_own_contact(collision, slot, body) || !(event_touch_gap(system, slot, &ball, body) <= most))
            continue;
        if (!add_surface(cluster, system, slot, body, collision.t))
            return false;
    }
    return true;
}

/** Adds the bodies of the collision and their contact, of images the nearest: wherever rounding has put them, and
 *  whoever is listed as near. */
static bool add_own(struct contact_cluster *cluster, const struct event_system *system,
                    struct event_collision collision)
{
    struct vec2 shifts[MOTION_MOST_IMAGES];
    if (!add_ball(cluster, system, collision.slot, collision.t))
        return false;
    if (!contact_is_ball(collision.partner))
        return add_surface(cluster, system, collision.slot, collision.partner, collision.t);
    if (!add_ball(cluster, system, collision.partner, collision.t))
        return false;
    const bool swap = !is_first(&cluster->balls[0].ball, &cluster->balls[1].ball);
    const struct contact_cluster_ball *first = &cluster->balls[swap], *second = &cluster->balls[!swap];
    motion_impact_images(&system->motion, body_of(&first->ball), body_of(&second->ball), collision.t, shifts);
    return add_contact(cluster, first->slot, second->slot, shifts[0]);
}

static bool gather_sets(struct contact_cluster *cluster, const struct event_system *system,
                        struct event_collision collision)
{
    cluster->n_balls = cluster->impact.n_contacts = cluster->n_pistons = 0;
    cluster->is_loaded = false;
    if (!cluster->place && !(cluster->place = mem_array(system->n, sizeof *cluster->place)))
        return false;
    if (!add_own(cluster, system, collision))
        return false;
    for (size_t index = 0; index < cluster->n_balls; index++) {
        if (motion_is_fixed(&cluster->balls[index].ball)) /* as of a wall, whatever else touches it does not matter */
            continue;
        if (!add_touching_balls(cluster, system, index, collision) ||
            !add_touching_surfaces(cluster, system, index, collision))
            return false;
    }
    return true;
}

static int by_ball(const void *a, const void *b)
{
    uint32_t x = ((const struct contact_cluster_ball *)a)->ball.id;
    uint32_t y = ((const struct contact_cluster_ball *)b)->ball.id;
    return (x > y) - (x < y);
}

/** Pairs before surfaces, then by a, by b, and by the image of b. */
static bool precedes(const struct contact *x, const struct contact *y)
{
    if (contact_is_ball(x->body) != contact_is_ball(y->body))
        return contact_is_ball(x->body);
    if (x->a != y->a)
        return x->a < y->a;
    if (x->body != y->body)
        return x->body < y->body;
    return x->shift.x < y->shift.x || (x->shift.x == y->shift.x && x->shift.y < y->shift.y);
}

/** Sorts balls by ball index and turns the contacts' slots into indices of balls[]. */
static void put_in_order(struct contact_cluster *cluster)
{
    qsort(cluster->balls, cluster->n_balls, sizeof *cluster->balls, by_ball);
    for (size_t i = 0; i < cluster->n_balls; i++)
        cluster->place[cluster->balls[i].slot] = (uint32_t)i;
    struct impact_cluster *impact = &cluster->impact;
    for (size_t k = 0; k < impact->n_contacts; k++) {
        struct contact *contact = &impact->contacts[k];
        contact->a = (int32_t)index_of(cluster, (uint32_t)contact->a);
        if (contact_is_ball(contact->body))
            contact->body = (uint32_t)index_of(cluster, contact->body);
    }
    for (size_t k = 1; k < impact->n_contacts; k++) { /* they come nearly in order, and take long to copy */
        if (!precedes(&impact->contacts[k], &impact->contacts[k - 1]))
            continue;
        const struct contact contact = impact->contacts[k];
        size_t i = k;
        for (; i > 0 && precedes(&contact, &impact->contacts[i - 1]); i--)
            impact->contacts[i] = impact->contacts[i - 1];
        impact->contacts[i] = contact;
    }
}

/** Index of the collision's own contact, which add_own() has added. */
static size_t find_own(const struct contact_cluster *cluster, struct event_collision collision)
{
    const struct contact *contact = cluster->impact.contacts;
    while (!is_own_contact(collision, cluster->balls[contact->a].slot, contact_cluster_body(cluster, contact)))
        contact++;
    return (size_t)(contact - cluster->impact.contacts);
}

/** Normal, gap, curvature and coefficients of a contact with a surface. */
static void fill_surface_contact(const struct contact_cluster *cluster, const struct event_system *system,
                                 struct contact *contact)
{
    const struct contact_cluster_ball *a = &cluster->balls[contact->a];
    const struct surface *surface = boundary_surface(&system->boundary, contact->body);
    uint32_t side = contact_side(contact->body);
    struct vec2 seen = event_seam_seen_by(system, a->slot, event_centre(&a->ball), contact->body, a->ball.t);
    contact->b = CONTACT_FIXED;
    contact->n = boundary_normal(surface, side, seen);
    contact->v = boundary_velocity(&system->boundary, contact->body, contact->n);
    contact->coefficients = *scene_at_surface(system->scene, a->ball.id, surface);
    contact->sine = cushion_sine(system->scene->nose, a->ball.r);
    contact->r = a->ball.r;
    contact->gap = boundary_gap(surface, side, seen, a->ball.r);
    contact->curvature_radius = boundary_curvature_radius(surface, side, a->ball.r);
}

/** The same of a contact with a wall with a mass, which rests along itself. */
static void fill_piston_contact(const struct contact_cluster *cluster, const struct event_system *system,
                                const struct event_piston *piston, struct contact *contact)
{
    const struct particle *a = &cluster->balls[contact->a].ball;
    contact->b = (int32_t)(cluster->n_balls + index_of_piston(cluster, piston));
    contact->n = event_pistons_normal(piston);
    contact->v = (struct vec2){0, 0};
    contact->coefficients = *scene_at_wall(system->scene, a->id);
    contact->sine = 0;
    contact->r = contact->curvature_radius = a->r;
    contact->gap = event_pistons_gap(piston, a, a->t);
}

/** The same of a contact with a ball. */
static void fill_ball_contact(const struct contact_cluster *cluster, const struct event_system *system,
                              struct contact *contact)
{
    const struct particle *a = &cluster->balls[contact->a].ball, *b = &cluster->balls[contact->body].ball;
    contact->curvature_radius = a->r * (b->r / (a->r + b->r));
    struct vec2 way = separation(a, b, contact->shift);
    double distance = vec2_length(way);
    contact->b = motion_is_fixed(b) ? CONTACT_FIXED : (int32_t)contact->body;
    contact->n = (struct vec2){way.x / distance, way.y / distance};
    contact->coefficients = *scene_pair(system->scene, a->id, b->id);
    contact->r = a->r;
    contact->gap = distance - (a->r + b->r);
}

/** True if two contacts of a ball with walls, fixed balls among them, have the same normal. */
static bool is_same_wall(const struct contact *x, const struct contact *y)
{
    return x->b == CONTACT_FIXED && y->b == CONTACT_FIXED && x->a == y->a && fabs(x->n.x - y->n.x) <= SAME_NORMAL &&
           fabs(x->n.y - y->n.y) <= SAME_NORMAL;
}

static bool is_end(const struct boundary *boundary, const struct contact *contact)
{
    return !contact_is_ball(contact->body) && boundary_is_end(boundary_surface(boundary, contact->body));
}

/** True if of two contacts with the same wall the second counts: it approaches faster; or it is a face, and the first
 *  the end of one. */
static bool counts_rather(const struct contact_cluster *cluster, const struct boundary *boundary,
                          const struct contact *first, const struct contact *second)
{
    const double u = impact_cluster_velocity(&cluster->impact, first);
    const double other = impact_cluster_velocity(&cluster->impact, second);
    if (boundary->moves && u != other)
        return other < u;
    return is_end(boundary, first) && !is_end(boundary, second);
}

/** Leaves one of several contacts with the same wall. */
static void merge_equal_normals(struct contact_cluster *cluster, const struct boundary *boundary)
{
    struct contact *contacts = cluster->impact.contacts;
    size_t kept = 0, own = cluster->own;
    for (size_t k = 0; k < cluster->impact.n_contacts; k++) {
        size_t i = 0;
        while (i < kept && !is_same_wall(&contacts[i], &contacts[k]))
            i++;
        if (i == kept || counts_rather(cluster, boundary, &contacts[i], &contacts[k]))
            contacts[i] = contacts[k];
        kept += i == kept;
        if (k == own)
            cluster->own = i;
    }
    cluster->impact.n_contacts = kept;
}

/** All of a contact. Hits within contact_time are elastic, as far as a nose allows. */
static void fill_contact(const struct contact_cluster *cluster, struct event_system *system, struct contact *contact)
{
    const struct contact_cluster_ball *a = &cluster->balls[contact->a];
    bool is_pair = contact_is_ball(contact->body);
    const struct event_piston *piston = event_pistons_find(system, contact->body);
    if (is_pair)
        fill_ball_contact(cluster, system, contact);
    else if (piston)
        fill_piston_contact(cluster, system, piston, contact);
    else
        fill_surface_contact(cluster, system, contact);
    if (event_trajectory_is_recent(system, a->slot, a->ball.t) ||
        (is_pair && event_trajectory_is_recent(system, cluster->balls[contact->body].slot, a->ball.t)))
        contact->coefficients.restitution = restitution_of(1);
    if (!is_pair)
        contact->coefficients.restitution = restitution_at_most(
            contact->coefficients.restitution,
            boundary_most_restitution(system->scene, boundary_surface(&system->boundary, contact->body), a->ball.id));
    const struct particle *b = is_pair ? &cluster->balls[contact->body].ball : NULL;
    contact->lowest = contact->coefficients.restitution.slow < 1 ? lasting_contact_lowest(system, &a->ball, b) : 0;
    double other = b ? b->r : HUGE_VAL;
    ledger_overlap(&system->ledger, -contact->gap, double_min(contact->r, other));
}

static void fill_impact(struct contact_cluster *cluster, struct event_system *system)
{
    for (size_t i = 0; i < cluster->n_balls; i++) {
        const struct particle *ball = &cluster->balls[i].ball;
        cluster->impact.bodies[i] =
            (struct impact_body){.v = event_velocity(ball),
                                 .m = motion_is_fixed(ball) ? 0 : ball->m,
                                 .w = cluster->balls[i].w,
                                 .r = ball->r,
                                 .q = event_system_rotates(system) ? system->motion.inertia[ball->id] : 0};
    }
    for (size_t i = 0; i < cluster->n_pistons; i++) {
        const struct event_piston *piston = cluster->pistons[i].piston;
        cluster->impact.bodies[cluster->n_balls + i] =
            (struct impact_body){.v = event_pistons_velocity(piston, cluster->balls[0].ball.t), .m = piston->m};
    }
    for (size_t k = 0; k < cluster->impact.n_contacts; k++)
        fill_contact(cluster, system, &cluster->impact.contacts[k]);
    cluster->impact.has_friction = event_system_rotates(system);
    if (system->boundary.n > BOUNDARY_SLABS)
        merge_equal_normals(cluster, &system->boundary);
}

enum status contact_cluster_gather(struct contact_cluster *cluster, struct event_system *system,
                                   struct event_collision collision, double near, struct error *err)
{
    cluster->near = near;
    if (!gather_sets(cluster, system, collision))
        return error_no_memory(err);
    put_in_order(cluster);
    if (cluster->impact.n_contacts > CONTACT_LCP_LIMIT)
        return error_set(err, STATUS_LIMIT, NULL, "%zu contacts meet at t = %.17g; the limit is %d",
                         cluster->impact.n_contacts, collision.t, CONTACT_LCP_LIMIT);
    cluster->impact.n_bodies = cluster->n_balls + cluster->n_pistons;
    if (!mem_grow(&cluster->impact.bodies, &cluster->bodies_capacity, cluster->impact.n_bodies,
                  sizeof *cluster->impact.bodies) ||
        !impact_law_reserve(&cluster->impact))
        return error_no_memory(err);
    cluster->own = find_own(cluster, collision);
    fill_impact(cluster, system);
    return STATUS_OK;
}

void contact_cluster_free(struct contact_cluster *cluster)
{
    free(cluster->balls);
    free(cluster->place);
    free(cluster->impact.bodies);
    free(cluster->impact.contacts);
    impact_law_free(&cluster->impact);
}
