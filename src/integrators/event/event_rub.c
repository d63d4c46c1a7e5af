#include "integrators/event/event_rub.h"

#include <math.h>

#include "integrators/event/prediction.h"

static struct rub_body body_of(const struct motion *motion, const struct particle *ball, struct vec2 v, struct vec3 w)
{
    return (struct rub_body){.v = v, .w = w, .m = ball->m, .r = ball->r, .q = motion->inertia[ball->id]};
}

void event_rub_arrive(const struct event_system *system, struct event_rub *rub, int i, const struct particle *ball,
                      double t)
{
    rub->former[i] = system->motion.w[ball->id];
    rub->arriving[i] = motion_spin(&system->motion, ball, t);
}

void event_rub_pair(const struct event_system *system, struct event_rub *rub, struct particle ball[2],
                    const struct vec2 arriving[2], struct vec2 d, double j)
{
    const struct scene *scene = system->scene;
    const struct rub_surface surface = {scene->mu_ball, scene->beta_ball};
    struct rub_body body[2];
    rub->loss = 0;
    for (int i = 0; i < 2; i++) {
        body[i] = body_of(&system->motion, &ball[i], arriving[i], rub->arriving[i]);
        rub->loss += rub_energy(&body[i]);
    }
    double distance = vec2_length(d);
    const struct vec3 n = {d.x / distance, d.y / distance, 0};
    rub->friction = rub_impulse(&surface, &body[0], &body[1], n, j);
    for (int i = 0; i < 2; i++) {
        body[i].v = event_velocity(&ball[i]);
        rub_push(&body[i], n, rub->friction, i ? 1 : -1);
        ball[i].vx = body[i].v.x;
        ball[i].vy = body[i].v.y;
        rub->leaving[i] = system->motion.w[ball[i].id] = body[i].w;
        rub->loss -= rub_energy(&body[i]);
    }
}

struct rub_cushion event_rub_cushion(const struct event_system *system, const struct surface *surface,
                                     const struct particle *ball, struct vec2 n, double e)
{
    return (struct rub_cushion){{surface->mu, system->boundary.beta}, n, scene_nose_sine(system->scene, ball->r), e};
}

void event_rub_surface(const struct event_system *system, struct event_rub *rub, struct particle *ball,
                       struct vec2 arriving, const struct rub_cushion *cushion, double speed)
{
    struct rub_body body = body_of(&system->motion, ball, arriving, rub->arriving[0]);
    rub->loss = rub_energy(&body);
    rub->cushion = rub_cushion_hit(cushion, &body, speed);
    rub->loss -= rub_energy(&body);
    rub->leaving[0] = system->motion.w[ball->id] = body.w;
    ball->vx = body.v.x;
    ball->vy = body.v.y;
}

void event_rub_restore(const struct event_system *system, const struct event_rub *rub, const struct particle *balls,
                       int n)
{
    for (int i = 0; event_system_rotates(system) && i < n; i++)
        system->motion.w[balls[i].id] = rub->former[i];
}

void event_rub_note(const struct event_rub *rub, bool is_turned, struct contact *contact)
{
    const struct vec3 on_b = vec3_scale(is_turned ? -1 : 1, rub->friction);
    contact->jt = contact->n.x * on_b.y - contact->n.y * on_b.x + 0; /* no negative zero */
    contact->jz = on_b.z + 0;
}

void event_rub_note_cushion(const struct event_rub *rub, struct contact *contact)
{
    contact->j = rub->cushion.normal;
    contact->jt = rub->cushion.tangential + 0; /* no negative zero */
    contact->jz = rub->cushion.vertical + 0;
}

/** The log's row of a ball that begins to roll. */
static void report_roll(struct event_system *system, const struct particle *ball, struct vec2 turns)
{
    struct contact_event row = {.t = ball->t, .group = system->group++, .kind = CONTACT_ROLL};
    row.a = ball->id;
    row.b = -1;
    row.at = system->turns ? period_unwrap(&system->motion.period, event_centre(ball), turns) : event_centre(ball);
    row.u = vec2_length(event_velocity(ball));
    observer_notify(system->observer, &row);
}

void event_rub_end_leg(struct event_system *system, uint32_t slot, double t)
{
    struct particle *ball = &system->balls[slot];
    struct vec3 w;
    struct particle next = motion_next_leg(&system->motion, ball, &w);
    struct vec2 turns = {0, 0};
    if (system->turns)
        turns = system->turns[slot] = event_system_bring_slot_back(system, slot, &next);
    next.t = t;
    next.collisions++;
    event_system_set_trajectory(system, slot, &next, &w);
    system->rolled[slot] = true;
    if (motion_slides(&system->motion))
        report_roll(system, ball, turns);
    prediction_update(system, slot, t);
}
