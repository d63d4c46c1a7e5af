/* Balls that rub at a contact: the law of contact/friction, on the bodies of trajectories. */
#include "events/event_friction.h"

static struct friction_body friction_body_of(const struct motion *motion, const struct particle *ball, struct vec2 v,
                                             struct vec3 w)
{
    return (struct friction_body){.v = v, .w = w, .m = ball->m, .r = ball->r, .q = motion->inertia[ball->id]};
}

/** Takes over what a contact has made of ball i. No spin is -0: which of two balls is the first decides about the sign
 *  of an impulse of 0. */
static inline void depart(struct event_friction *friction, int i, struct particle *ball,
                          const struct friction_body *body)
{
    friction->leaving[i] = (struct vec3){body->w.x + 0, body->w.y + 0, body->w.z + 0};
    ball->vx = body->v.x;
    ball->vy = body->v.y;
}

void event_friction_pair(struct event_friction *friction, const struct rubbing *rubbing, struct particle ball[2],
                         const struct vec2 arriving[2], struct vec2 d, double j)
{
    double distance = vec2_length(d);
    const struct vec3 n = {d.x / distance, d.y / distance, 0};
    struct friction_body body[2] = {friction_body_of(friction->motion, &ball[0], arriving[0], friction->arriving[0]),
                                    friction_body_of(friction->motion, &ball[1], arriving[1], friction->arriving[1])};
    const struct vec2 v[2] = {{ball[0].vx, ball[0].vy}, {ball[1].vx, ball[1].vy}};
    friction->loss = friction_body_energy(&body[0]) + friction_body_energy(&body[1]);
    friction->impulse = friction_pair(rubbing, body, v, n, j);
    friction->loss -= friction_body_energy(&body[0]) + friction_body_energy(&body[1]); /* symmetric to the bit */
    for (int i = 0; i < 2; i++)
        depart(friction, i, &ball[i], &body[i]);
}

void event_friction_surface(struct event_friction *friction, struct particle *ball, struct vec2 arriving,
                            const struct cushion *cushion, double speed)
{
    struct friction_body body = friction_body_of(friction->motion, ball, arriving, friction->arriving[0]);
    friction->loss = friction_body_energy(&body);
    friction->cushion = cushion_hit(cushion, &body, speed);
    friction->loss -= friction_body_energy(&body);
    depart(friction, 0, ball, &body);
}
