/*
 * Surfaces against closed forms: times of impact of balls with the four walls of a table, gaps, normals, what leaves
 * them, names.
 */
#include <float.h>

#include "lib/testing.h"
#include "lib/uniform.h"
#include "surfaces/boundary.h"
#include "surfaces/surface_pocket.h"

#pragma GCC diagnostic ignored "-Wdouble-promotion" /* to long double, which is what the reference is for */

static const struct motion straight = {MOTION_UNIFORM};

enum { LEFT, RIGHT, BOTTOM, TOP, WALLS };

static const double size = 20;

static int boundary_setup(void **context)
{
    static struct boundary boundary;
    static const struct table table = {.width = 20, .height = 20, .walls.restitution = RESTITUTION(0.75)};
    *context = &boundary;
    return boundary_open(&boundary, &table) ? 0 : -1;
}

static int boundary_teardown(void **context)
{
    boundary_close(*context);
    return 0;
}

/** Some power of ten. */
static double magnitude(uint64_t *seed, double low, double high)
{
    return pow(10, uniform(seed, low, high));
}

static uint32_t body(int wall)
{
    return contact_surface((uint32_t)wall / 2, (uint32_t)wall % 2);
}

static const struct surface *surface_of(const struct boundary *boundary, int wall)
{
    return boundary_surface(boundary, body(wall));
}

/** By how much balls stick out, and where most, of a table that has walls along both axes, one or none. */
static void test_excess(void **context)
{
    (void)context;
    uint64_t seed = 23;
    for (int i = 0; i < 4000; i++) {
        const struct table table = {.width = 7, .height = 3, .periodic = (unsigned)i % 4};
        const double x = uniform(&seed, -2, 9), y = uniform(&seed, -2, 5), r = uniform(&seed, 0.1, 4);
        const double beyond[WALLS] = {0 - (x - r), (x + r) - 7, 0 - (y - r), (y + r) - 3};
        enum contact_kind side;
        double excess = boundary_excess(&table, 0, (struct vec2){x, y}, r, &side), most = -HUGE_VAL;
        for (int wall = LEFT; wall < WALLS; wall++)
            if (!(table.periodic & (wall <= RIGHT ? TABLE_AXIS_X : TABLE_AXIS_Y)))
                most = fmax(most, beyond[wall]);
        if (table.periodic == (TABLE_AXIS_X | TABLE_AXIS_Y)) {
            assert_true(excess == -HUGE_VAL);
        } else {
            assert_near(excess, most, 1e-14);
            assert_near(beyond[side - CONTACT_LEFT], most, 1e-14);
        }
        assert_true(boundary_excess(&table, 0, (struct vec2){x, (double)NAN}, r, &side) > 1e300 ||
                    table.periodic & TABLE_AXIS_Y);
    }
}

/** Of sides beyond which a ball sticks out as far, the first. */
static void test_excess_of_corners(void **context)
{
    (void)context;
    const struct table table = {.width = 7, .height = 3};
    enum contact_kind side;
    assert_true(boundary_excess(&table, 0, (struct vec2){-1, -1}, 0.5, &side) == 1.5 && side == CONTACT_LEFT);
    assert_true(boundary_excess(&table, 0, (struct vec2){8, 4}, 0.5, &side) == 1.5 && side == CONTACT_RIGHT);
    assert_true(boundary_excess(&table, 0, (struct vec2){3, 1.5}, 2, &side) == 0.5 && side == CONTACT_BOTTOM);
}

static struct vec2 centre_of(const struct particle *ball)
{
    return (struct vec2){ball->x, ball->y};
}

/* ---- what every kind of obstacle must do ---- */

static const struct obstacle each_kind[] = {
    [OBSTACLE_LINE] = {.kind = OBSTACLE_LINE, .value = {3, 5, 8, 7}},
    [OBSTACLE_ARC] = {.kind = OBSTACLE_ARC, .value = {14, 6, 3, 20, 300}},
    [OBSTACLE_POCKET] = {.kind = OBSTACLE_POCKET, .value = {10, 14, 2}},
    [OBSTACLE_GATE] = {.kind = OBSTACLE_GATE, .value = {2, 2, 18, 17}},
};
_Static_assert(sizeof each_kind / sizeof *each_kind == OBSTACLE_KINDS, "a kind of obstacle is missing here");

static void open_each_kind(struct boundary *boundary)
{
    static struct obstacle obstacles[OBSTACLE_KINDS];
    static struct table table;
    memcpy(obstacles, each_kind, sizeof obstacles);
    table = (struct table){.width = size, .height = size, .obstacles = obstacles, .n_obstacles = OBSTACLE_KINDS};
    assert_true(boundary_open(boundary, &table));
}

/** The smallest gap of the sides that the ball faces, of which there is one at most; HUGE_VAL: there is none. */
static double only_gap(const struct surface *surface, struct vec2 centre, double r, uint32_t *side)
{
    const double gap[] = {boundary_gap(surface, 0, centre, r), boundary_gap(surface, 1, centre, r)};
    assert_true(gap[0] == HUGE_VAL || gap[1] == HUGE_VAL);
    *side = gap[1] < gap[0];
    return gap[*side];
}

/** Gap, depth, normal, nearest point, distance and box agree. */
static void test_sides_of_each_kind(void **context)
{
    (void)context;
    struct boundary boundary;
    uint64_t seed = 31;
    open_each_kind(&boundary);
    for (int i = 0; i < 20000; i++) {
        const struct surface *surface =
            &boundary.surfaces[BOUNDARY_SLABS + (uint32_t)i % (boundary.n - BOUNDARY_SLABS)];
        const struct vec2 centre = {uniform(&seed, 0, size), uniform(&seed, 0, size)};
        const double r = uniform(&seed, 0.1, 1);
        struct vec2 lo, hi;
        uint32_t side;
        const double gap = only_gap(surface, centre, r, &side);
        if (gap == HUGE_VAL)
            continue;
        const struct vec2 n = boundary_normal(surface, side, centre), point = boundary_point(surface, side, centre);
        const double depth = boundary_depth(surface, side, centre, r);
        boundary_box(&boundary, surface, &lo, &hi);
        assert_near(vec2_length(n), 1, 1e-15);
        assert_near(point.x, centre.x + (gap + r) * n.x, 1e-13);
        assert_near(point.y, centre.y + (gap + r) * n.y, 1e-13);
        assert_true(depth == -HUGE_VAL || fabs(depth + gap) < 1e-14);
        assert_true(boundary_distance(surface, centre) <= fabs(gap + r) + 1e-14);
        assert_true(point.x > lo.x - 1e-13 && point.x < hi.x + 1e-13);
        assert_true(point.y > lo.y - 1e-13 && point.y < hi.y + 1e-13);
    }
    boundary_close(&boundary);
}

/** No obstacle's surface is nearer than touching. */
static bool is_clear(const struct boundary *boundary, struct vec2 centre, double r)
{
    uint32_t side;
    for (uint32_t s = BOUNDARY_SLABS; s < boundary->n; s++)
        if (only_gap(&boundary->surfaces[s], centre, r, &side) < -1e-12)
            return false;
    return true;
}

/** A ball that flies straight from a clear place overlaps nothing before its first impact, and touches then. */
static void assert_flight(const struct boundary *boundary, const struct particle *ball)
{
    const struct vec2 from = {ball->x, ball->y}, v = {ball->vx, ball->vy};
    double first = size, gap = 0;
    for (uint32_t s = BOUNDARY_SLABS; s < boundary->n; s++) {
        const struct surface *surface = &boundary->surfaces[s];
        uint32_t side;
        const double t = boundary_impact(&straight, surface, body_of(ball), &side);
        if (!boundary_bounces(surface) || !(t < first))
            continue;
        first = t;
        gap = boundary_gap(surface, side, vec2_add(from, vec2_scale(t, v)), ball->r);
    }
    assert_near(gap, 0, 1e-10);
    for (int k = 0; k < 50; k++)
        assert_true(is_clear(boundary, vec2_add(from, vec2_scale(k / 50.0 * first, v)), ball->r));
}

static void test_flights_to_each_kind(void **context)
{
    (void)context;
    struct boundary boundary;
    uint64_t seed = 37;
    int flights = 0;
    open_each_kind(&boundary);
    for (int i = 0; i < 10000; i++) {
        const struct particle ball = {.x = uniform(&seed, 0, size),
                                      .y = uniform(&seed, 0, size),
                                      .vx = uniform(&seed, -1, 1),
                                      .vy = uniform(&seed, -1, 1),
                                      .r = uniform(&seed, 0.1, 1)};
        double nearest = HUGE_VAL;
        for (uint32_t s = BOUNDARY_SLABS; s < boundary.n; s++)
            if (boundary_bounces(&boundary.surfaces[s]))
                nearest = fmin(nearest, boundary_distance(&boundary.surfaces[s], centre_of(&ball)));
        if (nearest > ball.r) {
            assert_flight(&boundary, &ball);
            flights++;
        }
    }
    assert_true(flights > 5000);
    boundary_close(&boundary);
}

/** A ball that gravity presses to a wall and that would not rise by what counts as touching stays there. */
static void test_rebound(void **context)
{
    const struct motion falling = {.law = MOTION_GRAVITY, .gravity = {0, -2}};
    const struct surface *bottom = surface_of(*context, BOTTOM);
    const double r = 0.5, limit = sqrt(2 * 2 * CONTACT_TOUCHING * r);
    assert_true(boundary_rebound(&falling, bottom, 0, r, 0.99 * limit) == 0);
    assert_true(boundary_rebound(&falling, bottom, 0, r, 1.01 * limit) == 1.01 * limit);
    assert_true(boundary_rebound(&falling, bottom, 0, 4 * r, 1.98 * limit) == 0);
    assert_true(boundary_rebound(&falling, bottom, 1, r, 0.5 * limit) == 0.5 * limit);
    assert_true(boundary_rebound(&straight, bottom, 0, r, 0.5 * limit) == 0.5 * limit);
    struct obstacle obstacles[] = {{.kind = OBSTACLE_POCKET, .value = {15, 9, 2}},
                                   {.kind = OBSTACLE_LINE, .value = {8, 5, 2, 5}}};
    const struct table table = {.width = size, .height = size, .obstacles = obstacles, .n_obstacles = 2};
    struct boundary boundary;
    assert_true(boundary_open(&boundary, &table));
    assert_true(boundary_rebound(&falling, &boundary.surfaces[2], 1, r, 0.5 * limit) == 0.5 * limit);
    /* pockets come last */
    const struct surface *pocket = &boundary.surfaces[boundary.n - 1];
    assert_true(boundary.surfaces[2].obstacle == 1 && pocket->kind == SURFACE_POCKET && pocket->obstacle == 0);
    assert_true(surface_pocket_holds(pocket, (struct vec2){13.001, 9}));
    assert_false(surface_pocket_holds(pocket, (struct vec2){13, 9})); /* on its rim */
    boundary_close(&boundary);
}

/** A ball that has the given gap to a wall of the table and moves into it at speed u and along it at speed w. */
static struct particle ball_at_wall(int wall, double gap, double u, double w)
{
    struct particle ball = {.x = 9, .y = 11, .t = 3, .vx = w, .vy = w, .r = 0.5};
    double place = wall % 2 == 0 ? 0.5 + gap : 19.5 - gap, v = wall % 2 == 0 ? -u : u;
    if (wall <= RIGHT) {
        ball.x = place;
        ball.vx = v;
    } else {
        ball.y = place;
        ball.vy = v;
    }
    return ball;
}

/** The time at which the ball hits the wall; HUGE_VAL: it hits none, or the one opposite. */
static double impact(const struct boundary *boundary, int wall, const struct particle *ball)
{
    uint32_t side = 2;
    double t = boundary_impact(&straight, surface_of(boundary, wall), body_of(ball), &side);
    return t < HUGE_VAL && side == (uint32_t)wall % 2 ? t : HUGE_VAL;
}

static void test_walls(void **context)
{
    const struct boundary *boundary = *context;
    for (int wall = LEFT; wall < WALLS; wall++) {
        struct particle ball = ball_at_wall(wall, 4, 0.5, 3);
        assert_true(impact(boundary, wall, &ball) == 11);
        ball = ball_at_wall(wall, 4, -0.5, 3);
        assert_true(impact(boundary, wall, &ball) == HUGE_VAL);
        assert_true(impact(boundary, wall ^ 1, &ball) == 3 + (19 - 4) / 0.5);
        ball = ball_at_wall(wall, 4, 0, 3);
        assert_true(impact(boundary, wall, &ball) == HUGE_VAL && impact(boundary, wall ^ 1, &ball) == HUGE_VAL);
        ball = ball_at_wall(wall, 0, 1e-100, 0);
        assert_true(impact(boundary, wall, &ball) == 3);
    }
}

static void test_random_walls(void **context)
{
    const struct boundary *boundary = *context;
    uint64_t seed = 8;
    for (int i = 0; i < 50000; i++) {
        int wall = i % WALLS;
        double gap = magnitude(&seed, -9, 1), u = magnitude(&seed, -6, 6);
        struct particle ball = ball_at_wall(wall, gap, u, uniform(&seed, -1, 1));
        double t = impact(boundary, wall, &ball);
        long double place = wall <= RIGHT ? ball.x : ball.y;
        long double expected = 3 + (wall % 2 == 0 ? place - 0.5L : 19.5L - place) / u;
        assert_true(t >= 3 && fabsl(t - expected) <= 4 * DBL_EPSILON * (20 / u + fabsl(expected)));
    }
}

/** Sticking out by rounding: now when moving out, never when moving in; sliding along with a rounding of speed: only
 *  when sunk by CONTACT_SUNK. */
static void test_touching_walls(void **context)
{
    const struct boundary *boundary = *context;
    for (int wall = LEFT; wall < WALLS; wall++) {
        struct particle ball = ball_at_wall(wall, -1e-14, 0.25, 1);
        assert_true(impact(boundary, wall, &ball) == 3);
        ball = ball_at_wall(wall, -1e-14, -0.25, 1);
        assert_true(impact(boundary, wall, &ball) == HUGE_VAL);
        ball = ball_at_wall(wall, 0, 1e-13, 1);
        double t = impact(boundary, wall, &ball);
        assert_true(fabs((t - 3) * 1e-13 / (CONTACT_SUNK * 0.5) - 1) < 1e-9);
        ball = ball_at_wall(wall, -1.1 * CONTACT_SUNK * 0.5, 1e-13, 1);
        assert_true(impact(boundary, wall, &ball) == 3);
    }
}

/** Gaps are exact for these numbers; touching begins at CONTACT_TOUCHING of the radius. */
static void test_gaps(void **context)
{
    const struct boundary *boundary = *context;
    for (int wall = LEFT; wall < WALLS; wall++) {
        const struct surface *surface = surface_of(boundary, wall);
        for (double gap = -1; gap <= 4; gap += 0.25) {
            struct particle ball = ball_at_wall(wall, gap, 1, 1);
            assert_true(boundary_gap(surface, (uint32_t)wall % 2, centre_of(&ball), ball.r) == gap);
            assert_true(boundary_gap(surface, !(wall % 2), centre_of(&ball), ball.r) == 19 - gap);
            assert_int_equal(boundary_touching(surface, centre_of(&ball), ball.r), gap <= 0 ? 1 << wall % 2 : 0);
        }
        for (double part = 0.5; part < 2; part += 1) {
            struct particle ball = ball_at_wall(wall, part * CONTACT_TOUCHING * 0.5, 1, 1);
            assert_int_equal(boundary_touching(surface, centre_of(&ball), ball.r), part < 1 ? 1 << wall % 2 : 0);
        }
        assert_int_equal(boundary_touching(surface, (struct vec2){10, 10}, 10), 3); /* fills the table */
    }
}

/** The normal points out of the table; what leaves has the speed asked for and keeps its tangential velocity. */
static void test_reflection(void **context)
{
    const struct boundary *boundary = *context;
    static const struct vec2 normals[WALLS] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int wall = LEFT; wall < WALLS; wall++) {
        const struct surface *surface = surface_of(boundary, wall);
        uint32_t side = (uint32_t)wall % 2;
        struct vec2 centre = {5, 6}, v = {0.3, -0.7}, n = boundary_normal(surface, side, centre);
        assert_true(n.x == normals[wall].x && n.y == normals[wall].y);
        struct vec2 back = boundary_reflect(surface, n, v, (struct vec2){0, 0}, 0.25);
        assert_true(vec2_dot(n, back) == -0.25);
        assert_true(wall <= RIGHT ? back.y == v.y : back.x == v.x);
        back = boundary_reflect(surface, n, v, (struct vec2){0, 0}, 0);
        assert_false(signbit(wall <= RIGHT ? back.x : back.y));
        assert_true(surface->by_material->restitution.least == 0.75);
    }
}

static void test_names(void **context)
{
    const struct boundary *boundary = *context;
    static const char *const names[WALLS] = {"left", "right", "bottom", "top"};
    for (int wall = LEFT; wall < WALLS; wall++)
        assert_string_equal(contact_kind_name(boundary_kind(boundary, body(wall))), names[wall]);
}

/** Whatever the numbers: no NaN, nothing before the beginning. */
static void test_extremes(void **context)
{
    const struct boundary *boundary = *context;
    static const double odd[] = {0, 1, -1, 5e-324, 1e-200, -1e-160, 1e-9, 1e9, -1e100, 1e155, -1e200, 1e300};
    uint64_t seed = 7;
    for (int i = 0; i < 100000; i++) {
        double v[5];
        for (int k = 0; k < 5; k++)
            v[k] = odd[(size_t)uniform(&seed, 0, sizeof odd / sizeof *odd)];
        struct particle ball = {
            .x = v[0], .y = v[1], .vx = v[2], .vy = v[3], .t = uniform(&seed, -2, 2), .r = fabs(v[4]) + 1};
        for (uint32_t surface = 0; surface < boundary->n; surface++) {
            uint32_t side;
            assert_true(boundary_impact(&straight, &boundary->surfaces[surface], body_of(&ball), &side) >= ball.t);
        }
    }
}

/** True if one of the surfaces is that image of an obstacle's curve. */
static bool has_image(const struct boundary *boundary, uint32_t obstacle, struct vec2 image)
{
    for (uint32_t s = 2; s < boundary->n; s++) {
        const struct surface *surface = &boundary->surfaces[s];
        if (surface->obstacle == obstacle && surface->image.x == image.x && surface->image.y == image.y)
            return true;
    }
    return false;
}

/** On a periodic table each image of an obstacle that is near any place on the table is a surface. */
static void test_images(void **context)
{
    (void)context;
    uint64_t seed = 12;
    size_t near = 0;
    for (int i = 0; i < 300; i++) {
        struct obstacle obstacle = {.kind = i % 3, BOUNCES(1)};
        for (int k = 0; k < 5; k++)
            obstacle.value[k] = uniform(&seed, -25, 25);
        if (i % 3 > 0)
            obstacle.value[2] = uniform(&seed, 0.1, 25);
        if (i % 3 == 1) {
            obstacle.value[3] = uniform(&seed, -180, 180);
            obstacle.value[4] = obstacle.value[3] + uniform(&seed, 1, 360);
        }
        const struct table table = {3, 2, &obstacle, 1, TABLE_AXIS_X | TABLE_AXIS_Y};
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table));
        for (int k = 0; k < 300; k++) {
            const struct vec2 place = {uniform(&seed, 0, 3), uniform(&seed, 0, 2)};
            struct vec2 image = {(double)(int)uniform(&seed, -18, 18), (double)(int)uniform(&seed, -27, 27)};
            const struct vec2 seen = vec2_sub(place, period_multiple(&boundary.period, image));
            const struct surface *curve = &boundary.surfaces[BOUNDARY_SLABS];
            struct vec2 way = vec2_sub(seen, (struct vec2){obstacle.value[0], obstacle.value[1]});
            double gap = obstacle.kind == OBSTACLE_POCKET ? fabs(vec2_length(way) - obstacle.value[2])
                                                          : boundary_distance(curve, seen);
            assert_true(gap > 1 || has_image(&boundary, 0, image));
            near += gap <= 1;
        }
        boundary_close(&boundary);
    }
    assert_true(near > 500);
}

/** A ball that slides along an arc, inside and outside, and what presses it on: gravity across and the centrifugal
 *  acceleration. Its surfaces touch as those of spheres of a half of the curvature radius do. */
static void test_arc(void **context)
{
    (void)context;
    struct obstacle arc = {.kind = OBSTACLE_ARC, .value = {10, 10, 3, 0, 360}};
    const struct table table = {.width = size, .height = size, .obstacles = &arc, .n_obstacles = 1};
    const struct motion falling = {.law = MOTION_GRAVITY, .gravity = {0, -2}};
    struct boundary boundary;
    assert_true(boundary_open(&boundary, &table));
    const struct surface *curve = &boundary.surfaces[2];
    struct particle ball = {.x = 10, .y = 7.5, .vx = 1.5, .r = 0.5};
    struct vec2 place = {ball.x, ball.y};
    assert_near(boundary_pressure(&falling, curve, 0, body_of(&ball), place, (struct vec2){0, 0}), 2 + 1.5 * 1.5 / 2.5,
                1e-14);
    ball.y = place.y = 13.5;
    assert_near(boundary_pressure(&falling, curve, 1, body_of(&ball), place, (struct vec2){0, 0}), 2 - 1.5 * 1.5 / 3.5,
                1e-14);
    struct particle resting = {.x = 10, .y = 7.5, .vx = 1.5, .r = 0.5};
    uint32_t side; /* along the wall it sinks by the rounding of its size before it hits */
    double sunk = 2.5 + CONTACT_SUNK * 0.5, t = boundary_impact(&straight, curve, body_of(&resting), &side);
    assert_true(side == 0 && fabs(1.5 * t / sqrt((sunk - 2.5) * (sunk + 2.5)) - 1) < 1e-4);
    assert_near(boundary_curvature_radius(curve, 0, 0.5), 1 / (1 / 0.5 - 1 / 3.0), 1e-15);
    assert_near(boundary_curvature_radius(curve, 1, 0.5), 1 / (1 / 0.5 + 1 / 3.0), 1e-15);
    assert_true(boundary_curvature_radius(curve, 0, 3) == 3); /* no ball so large touches it from inside */
    boundary_close(&boundary);
    arc.value[3] = -90;
    arc.value[4] = 90;
    assert_true(boundary_open(&boundary, &table));
    assert_true(boundary_curvature_radius(&boundary.surfaces[3], 0, 0.5) == 0.5); /* an end has no radius */
    boundary_close(&boundary);
}

/** Times of impact with the face of a line, ends included, from both sides, straight and falling; a ball that touches
 * it hits it at once, or never if it only glides along. */
static void test_face(void **context)
{
    (void)context;
    struct obstacle line = {.kind = OBSTACLE_LINE, .value = {5, 10, 8, 10}};
    const struct table table = {.width = size, .height = size, .obstacles = &line, .n_obstacles = 1};
    const struct motion falling = {.law = MOTION_GRAVITY, .gravity = {0, -2}};
    struct boundary boundary;
    uint32_t side;
    assert_true(boundary_open(&boundary, &table));
    const struct surface *face = &boundary.surfaces[2];
    for (double x = 4.5; x <= 8.5; x += 0.5) {
        const double expected = x < 5 || x > 8 ? HUGE_VAL : 4;
        const struct particle above = {.x = x, .y = 11.5, .vy = -1, .t = 3, .r = 0.5};
        const struct particle below = {.x = x, .y = 8.5, .vy = 1, .t = 3, .r = 0.5};
        const struct particle dropped = {.x = x, .y = 11.5, .t = 3, .r = 0.5};
        const struct particle thrown = {.x = x, .y = 7.5, .vy = 3, .t = 3, .r = 0.5};
        assert_true(boundary_impact(&straight, face, body_of(&above), &side) == expected &&
                    (expected == HUGE_VAL || side == 0));
        assert_true(boundary_impact(&straight, face, body_of(&below), &side) == expected &&
                    (expected == HUGE_VAL || side == 1));
        assert_true(boundary_impact(&falling, face, body_of(&dropped), &side) == expected &&
                    (expected == HUGE_VAL || side == 0));
        assert_true(boundary_impact(&falling, face, body_of(&thrown), &side) == expected &&
                    (expected == HUGE_VAL || side == 1));
    }
    struct particle touching = {.x = 7.5, .y = 10.5 - 1e-9, .vx = 2, .vy = -1, .t = 3, .r = 0.5};
    assert_true(boundary_impact(&straight, face, body_of(&touching), &side) == 3 && side == 0);
    touching.vy = 0;
    assert_true(boundary_impact(&straight, face, body_of(&touching), &side) == HUGE_VAL);
    boundary_close(&boundary);
}

/** Distances from a line, against the nearest of its points. */
static void test_distance_from_line(void **context)
{
    (void)context;
    uint64_t seed = 21;
    for (int i = 0; i < 2000; i++) {
        struct obstacle line = {.kind = OBSTACLE_LINE};
        for (int k = 0; k < 4; k++)
            line.value[k] = uniform(&seed, 0, size);
        const struct table table = {.width = size, .height = size, .obstacles = &line, .n_obstacles = 1};
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table));
        const double x = uniform(&seed, 0, size), y = uniform(&seed, 0, size);
        const double wx = line.value[2] - line.value[0], wy = line.value[3] - line.value[1];
        const double part = ((x - line.value[0]) * wx + (y - line.value[1]) * wy) / (wx * wx + wy * wy);
        const double nearest = fmin(fmax(part, 0), 1);
        assert_near(boundary_distance(&boundary.surfaces[2], (struct vec2){x, y}),
                    hypot(line.value[0] + nearest * wx - x, line.value[1] + nearest * wy - y), 1e-13);
        boundary_close(&boundary);
    }
}

/** Each of these lines, longer than a scene may have them, has 260 images of three surfaces. All bodies have numbers,
 * or the scene is refused. */
static void test_many_images(void **context)
{
    (void)context;
    const uint32_t n = (uint32_t)runs(1000, 1400000);
    struct obstacle *lines = calloc(n, sizeof *lines);
    struct table table = {10, 10, lines, n, TABLE_AXIS_X};
    struct boundary boundary;
    assert_non_null(lines);
    for (uint32_t i = 0; i < n; i++)
        lines[i] = (struct obstacle){.kind = OBSTACLE_LINE, .value = {0, 5, 2560, 5}};
    assert_int_equal(boundary_open(&boundary, &table), n < 1000000);
    assert_true(boundary.n > 1 << 30 || boundary.n == BOUNDARY_SLABS + 780 * n);
    boundary_close(&boundary);
    free(lines);
}

/** All walls, lines and arcs are, whatever pockets there are. */
static void test_elastic(void **context)
{
    (void)context;
    static const struct {
        double wall, line;
        bool elastic;
    } cases[] = {{1, 1, true}, {1, 0.9, false}, {0.9, 1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct obstacle obstacles[] = {{.kind = OBSTACLE_LINE, .value = {1, 1, 4, 2}, BOUNCES(cases[i].line)},
                                       {.kind = OBSTACLE_POCKET, .value = {9, 9, 1}}};
        const struct table table = {.width = size,
                                    .height = size,
                                    .obstacles = obstacles,
                                    .n_obstacles = 2,
                                    .walls.restitution = RESTITUTION(cases[i].wall)};
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table));
        assert_true(boundary.is_elastic == cases[i].elastic);
        boundary_close(&boundary);
    }
}

/** How many surfaces of an obstacle the ball reaches beyond. */
static int count_beyond(const struct boundary *boundary, struct vec2 centre, double r)
{
    int count = 0;
    for (size_t s = 2; s < boundary->n; s++)
        for (uint32_t side = 0; side < 2; side++)
            count += boundary_depth(&boundary->surfaces[s], side, centre, r) > 0;
    return count;
}

/** A ball that lies across the very end of a line or an arc reaches beyond the face or the end, never both or neither,
 *  wherever rounding has put it. */
static void test_ends(void **context)
{
    (void)context;
    uint64_t seed = 17;
    for (int i = 0; i < 20000; i++) {
        double angle = i % 3 ? uniform(&seed, 0, 360) : 45 * (i % 8), x = uniform(&seed, 5, 15), span = 40 + i % 280;
        struct obstacle obstacle[] = {
            {.kind = OBSTACLE_LINE, .value = {x, 10, x + 3 * cos(angle), 10 + 3 * sin(angle)}},
            {.kind = OBSTACLE_ARC, .value = {x, 10, 2, angle, angle + span}},
        };
        const struct table table = {.width = size, .height = size, .obstacles = &obstacle[i % 2], .n_obstacles = 1};
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table));
        const struct surface *face = &boundary.surfaces[2], *end = &boundary.surfaces[3 + i / 2 % 2];
        struct vec2 across = i % 2 == 0 ? vec2_left(face->from) : vec2_left(end->from);
        struct vec2 centre = vec2_add(end->origin, vec2_scale(uniform(&seed, -0.4, 0.4), across));
        assert_int_equal(count_beyond(&boundary, centre, 0.5), 1);
        struct vec2 lo, hi;
        boundary_box(&boundary, end, &lo, &hi);
        assert_true(lo.x == end->origin.x && hi.x == end->origin.x && lo.y == end->origin.y && hi.y == end->origin.y);
        boundary_close(&boundary);
    }
}

/** Clearance and overlap of balls about the end of a line: its own where the line has ended, none beside the line. */
static void test_clearance_of_ends(void **context)
{
    (void)context;
    uint64_t seed = 18;
    for (int i = 0; i < 20000; i++) {
        const double angle = uniform(&seed, 0, 7), r = uniform(&seed, 0.1, 0.6);
        const struct vec2 outward = {cos(angle), sin(angle)}, tip = {10, 10};
        struct obstacle line = {.kind = OBSTACLE_LINE,
                                .value = {tip.x - 3 * outward.x, tip.y - 3 * outward.y, tip.x, tip.y}};
        const struct table table = {.width = size, .height = size, .obstacles = &line, .n_obstacles = 1};
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table));
        const struct surface *end = &boundary.surfaces[boundary.surfaces[3].origin.x == tip.x ? 3 : 4];
        struct vec2 d;
        d.x = uniform(&seed, -0.5, 0.5);
        d.y = uniform(&seed, -0.5, 0.5);
        const struct vec2 centre = vec2_add(tip, d);
        const double clearance = vec2_length(d) - r, beyond = vec2_dot(d, outward);
        const double gap = boundary_gap(end, 0, centre, r), depth = boundary_depth(end, 0, centre, r);
        if (beyond > 1e-6) {
            assert_near(gap, clearance, 1e-14);
            assert_near(depth, -clearance, 1e-14);
        } else if (beyond < -1e-6) {
            assert_true(gap == HUGE_VAL && depth == -HUGE_VAL);
        }
        assert_true(boundary_gap(end, 1, centre, r) == HUGE_VAL && boundary_depth(end, 1, centre, r) == -HUGE_VAL);
        boundary_close(&boundary);
    }
}

/* All four walls at once are asked as each slab in turn, the first of two at one instant, and to the last bit; balls
 * anywhere, some at rest, in contact or beyond a wall, and walls that a periodic axis has not. */
static void test_edge(void **context)
{
    (void)context;
    uint64_t seed = 8;
    int hits[WALLS + 1] = {0}, touches = 0, contacts = 0;
    for (int i = 0; i < 40000; i++) {
        const struct table table = {.width = size, .height = i % 5 ? size : 3, .periodic = (unsigned)i / 8 % 4};
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table));
        struct particle ball = {.x = 10, .y = 2, .t = uniform(&seed, 0, 9), .r = 0.5};
        ball.x = i % 3 ? uniform(&seed, 0.4, size - 0.4) : 0.5 + magnitude(&seed, -17, -12);
        ball.y = i % 4 ? uniform(&seed, 0.4, 2.6) : 0.5 - magnitude(&seed, -17, -12);
        ball.vx = i % 7 ? uniform(&seed, -1, 1) : 0;
        ball.vy = i % 6 ? uniform(&seed, -1, 1) * (i % 12 ? 1 : 1e-15) : ball.vx;
        double best = HUGE_VAL;
        uint32_t side, hit = contact_surface(0, 0), found;
        unsigned touching = 0;
        for (uint32_t s = 0; s < 2; s++) {
            double t = boundary_impact(&straight, &boundary.surfaces[s], body_of(&ball), &side);
            if (t < best) {
                best = t;
                hit = contact_surface(s, side);
            }
            touching |= boundary_touching(&boundary.surfaces[s], (struct vec2){ball.x, ball.y}, ball.r) << 2 * s;
        }
        assert_true(boundary_impact_edge(&boundary, &ball, &found) == best);
        assert_true(best == HUGE_VAL || found == hit);
        assert_int_equal(boundary_touching_edge(&boundary, (struct vec2){ball.x, ball.y}, ball.r), touching);
        hits[best < HUGE_VAL ? hit - CONTACT_SURFACE : WALLS]++;
        touches += touching != 0;
        contacts += best == ball.t;
        boundary_close(&boundary);
    }
    for (int wall = LEFT; wall <= WALLS; wall++)
        assert_true(hits[wall] > 1000);
    assert_true(touches > 5000 && contacts > 500);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edge),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_random_walls),
        cmocka_unit_test(test_touching_walls),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_reflection),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_excess),
        cmocka_unit_test(test_rebound),
        cmocka_unit_test(test_excess_of_corners),
        cmocka_unit_test(test_sides_of_each_kind),
        cmocka_unit_test(test_flights_to_each_kind),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_arc),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_clearance_of_ends),
        cmocka_unit_test(test_face),
        cmocka_unit_test(test_distance_from_line),
        cmocka_unit_test(test_many_images),
        cmocka_unit_test(test_elastic),
    };
    return cmocka_run_group_tests(tests, boundary_setup, boundary_teardown);
}
