/*
 * A pocket takes a ball when its centre comes within R from outside. Nothing touches it and nothing bounces off it; it
 * has side 0 alone.
 */
#include "surfaces/surface_pocket.h"

#include <math.h>

#include "base/min_max.h"

static uint32_t make(const struct obstacle *pocket, struct surface rim, struct surface *surfaces)
{
    rim.origin = (struct vec2){pocket->value[0], pocket->value[1]};
    rim.r = pocket->value[2];
    surfaces[0] = rim;
    return 1;
}

static double gap(const struct surface *pocket, uint32_t side, struct vec2 centre, double r)
{
    (void)pocket, (void)side, (void)centre, (void)r;
    return HUGE_VAL;
}

static struct vec2 normal(const struct surface *pocket, uint32_t side, struct vec2 centre)
{
    (void)side;
    return surface_ops_inward(pocket, centre);
}

static struct vec2 point(const struct surface *pocket, uint32_t side, struct vec2 centre)
{
    return vec2_add(pocket->origin, vec2_scale(-pocket->r, normal(pocket, side, centre)));
}

static double distance(const struct surface *pocket, struct vec2 centre)
{
    return double_max(vec2_length(vec2_sub(centre, pocket->origin)) - pocket->r, 0);
}

/** True if a ball at separation d from a pocket is inside, and not at the rim by rounding: a ball that collides as it
 *  crosses the rim is still to be taken. */
static bool starts_inside(const struct surface *pocket, struct vec2 d)
{
    double rim = pocket->r * (1 - CONTACT_TOUCHING);
    return vec2_dot(d, d) < rim * rim;
}

/** When the centre comes within the pocket from outside. */
static double impact(const struct motion *motion, const struct surface *pocket, struct body body, uint32_t *side)
{
    struct parabola_motion m = surface_ops_seen(pocket, motion, body);
    double from = starts_inside(pocket, m.path.x) ? parabola_rise(&m.path, pocket->r, 0, m.until) : 0;
    *side = 0;
    return body.ball->t + parabola_fall(&m.path, pocket->r, from, m.until);
}

bool surface_pocket_holds(const struct surface *pocket, struct vec2 centre)
{
    struct vec2 d = vec2_sub(centre, pocket->origin);
    return vec2_dot(d, d) < pocket->r * pocket->r;
}

struct contact_event surface_pocket_row(const struct surface *pocket, uint32_t ball, struct vec2 centre, struct vec2 v,
                                        double t)
{
    struct vec2 n = normal(pocket, 0, centre);
    return (struct contact_event){.t = t,
                                  .kind = CONTACT_POCKET,
                                  .a = ball,
                                  .b = (int64_t)pocket->obstacle,
                                  .at = point(pocket, 0, centre),
                                  .n = n,
                                  .u = 0 - vec2_dot(n, v)};
}

const struct surface_ops surface_pocket = {
    .make = make,
    .impact = impact,
    .gap = gap,
    .normal = normal,
    .point = point,
    .distance = distance,
    .box = surface_ops_round_box,
};
