/* A contact of balls that turn: what physics/rub needs of them, and what it gives back. */
#include "physics/ball_rub.h"

#include <math.h>

static struct rub_body body_of(const struct motion *motion, const struct particle *ball, struct vec2 v, struct vec3 w)
{
    return (struct rub_body){.v = v, .w = w, .m = ball->m, .r = ball->r, .q = motion->inertia[ball->id]};
}

void ball_rub_arrive(struct ball_rub *rub, const struct motion *motion, int i, const struct particle *ball, double t)
{
    rub->motion = motion;
    rub->former[i] = motion->w[ball->id];
    rub->arriving[i] = motion_spin(motion, ball, t);
}

void ball_rub_pair(struct ball_rub *rub, const struct rub_surface *surface, struct particle ball[2],
                   const struct vec2 arriving[2], struct vec2 d, double j)
{
    struct rub_body body[2];
    rub->loss = 0;
    for (int i = 0; i < 2; i++) {
        body[i] = body_of(rub->motion, &ball[i], arriving[i], rub->arriving[i]);
        rub->loss += rub_energy(&body[i]);
    }
    double distance = vec2_length(d);
    const struct vec3 n = {d.x / distance, d.y / distance, 0};
    rub->friction = rub_impulse(surface, &body[0], &body[1], n, j);
    for (int i = 0; i < 2; i++) {
        body[i].v = (struct vec2){ball[i].vx, ball[i].vy};
        rub_push(&body[i], n, rub->friction, i ? 1 : -1);
        ball[i].vx = body[i].v.x;
        ball[i].vy = body[i].v.y;
        rub->leaving[i] = rub->motion->w[ball[i].id] = body[i].w;
        rub->loss -= rub_energy(&body[i]);
    }
}

struct rub_cushion ball_rub_cushion(const struct scene *scene, const struct boundary *boundary,
                                    const struct surface *surface, double r, struct vec2 n, double e)
{
    return (struct rub_cushion){{surface->mu, boundary->beta}, n, scene_nose_sine(scene, r), e};
}

void ball_rub_surface(struct ball_rub *rub, struct particle *ball, struct vec2 arriving,
                      const struct rub_cushion *cushion, double speed)
{
    struct rub_body body = body_of(rub->motion, ball, arriving, rub->arriving[0]);
    rub->loss = rub_energy(&body);
    rub->cushion = rub_cushion_hit(cushion, &body, speed);
    rub->loss -= rub_energy(&body);
    rub->leaving[0] = rub->motion->w[ball->id] = body.w;
    ball->vx = body.v.x;
    ball->vy = body.v.y;
}

void ball_rub_restore(const struct ball_rub *rub, const struct particle *balls, int n)
{
    for (int i = 0; i < n; i++)
        rub->motion->w[balls[i].id] = rub->former[i];
}
