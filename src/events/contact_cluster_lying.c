/*
 * Balls of a contact set that gravity holds at a wall of the table, on which they lie from then on (surfaces/boundary):
 * a bounce that would be too low to count is taken off their impulses, and off the friction that these allow.
 */
#include "events/contact_cluster_lying.h"

#include <math.h>

#include "base/min_max.h"
#include "contact/friction.h"
#include "events/contact_cluster.h"
#include "events/event_instant.h"

/** True if gravity holds a ball at the wall of a contact: the law has left it there at rest but for rounding, or with a
 *  bounce that would be too low to count. @param speed with which it leaves */
static bool holds(const struct event_system *system, const struct contact *contact, const struct surface *surface,
                  double speed)
{
    const struct vec2 v = system->instant->cluster.impact.bodies[contact->a].v;
    if (boundary_is_obstacle(surface))
        return false;
    return (speed >= 0 || contact_is_resting(speed * speed, vec2_dot(v, v) + vec2_dot(contact->v, contact->v))) &&
           !(boundary_rebound(&system->motion, surface, contact_side(contact->body), contact->r, double_max(0, speed)) >
             0);
}

/** The impulse has lost its bounce: takes back what its friction is more than Coulomb's law allows for the rest. */
static void ease_friction(struct contact *contact, struct impact_body *body, struct contact_cluster_held *held)
{
    const struct friction mu = contact->coefficients.rubbing.mu;
    const double size = sqrt(contact->jt * contact->jt + contact->jz * contact->jz), most = (mu.a + mu.b) * contact->j;
    if (!(size > most) || contact->sine != 0)
        return;
    struct friction_body ball = {.v = body->v, .w = body->w, .m = body->m, .r = body->r, .q = body->q};
    const double before = friction_body_energy(&ball), part = 1 - most / size;
    const struct vec3 n = {contact->n.x, contact->n.y, 0};
    const struct vec3 back = {part * contact->n.y * contact->jt, -part * contact->n.x * contact->jt,
                              -part * contact->jz};
    const double work = -(back.x * contact->v.x + back.y * contact->v.y);
    friction_push(&ball, n, back, -1);
    body->v = ball.v;
    body->w = ball.w;
    contact->jt *= most / size;
    contact->jz *= most / size;
    held->lost += before + work - friction_body_energy(&ball);
    held->work += work;
}

struct contact_cluster_held contact_cluster_lying_hold(struct event_system *system)
{
    struct contact_cluster *cluster = &system->instant->cluster;
    struct contact_cluster_held held = {0, 0};
    if (!motion_falls(&system->motion))
        return held;
    for (size_t k = 0; k < cluster->impact.n_contacts; k++) {
        struct contact *contact = &cluster->impact.contacts[k];
        struct impact_body *body = &cluster->impact.bodies[contact->a];
        if (!cluster->balls[contact->a].is_hit || contact_is_ball(contact->body) ||
            contact_cluster_piston(cluster, contact))
            continue;
        const struct surface *surface = boundary_surface(&system->boundary, contact->body);
        const double speed = -vec2_dot(contact->n, vec2_sub(body->v, contact->v));
        if (!holds(system, contact, surface, speed))
            continue;
        body->v = boundary_reflect(surface, contact->n, body->v, contact->v, 0);
        if (contact->j > 0)
            contact->j = double_max(0, contact->j - body->m * speed);
        held.lost += 0.5 * body->m * speed * speed;
        held.work += body->m * speed * vec2_dot(contact->n, contact->v);
        if (cluster->impact.has_friction)
            ease_friction(contact, body, &held);
    }
    return held;
}
