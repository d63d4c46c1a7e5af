/*
 * Gravity and friction in motion/motion and surfaces/boundary: single questions with known answers, and random balls
 * followed in small steps. Sequences of hits are in laws/test_gravity.c and laws/test_friction.c, contacts on parabolas
 * in test_parabola.c.
 */
#include "lib/sim.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "motion/motion.h"
#include "motion/motion_exit.h"
#include "motion/motion_impact.h"
#include "motion/motion_pair.h"
#include "surfaces/boundary.h"

/** Deceleration of balls 0 to 3. */
static const double decelerations[4] = {0, 0.05, 0.3, 2};
static const struct motion rolling = {.law = MOTION_FRICTION, .friction = decelerations};

static struct motion falling(double gx, double gy)
{
    return (struct motion){.law = MOTION_GRAVITY, .gravity = {gx, gy}, .lo = {0, 0}, .hi = {10, 10}};
}

/** Which law a scene has, between which walls balls can lie, and which tables are narrow: those with a period shorter
 *  than four times what the radii of a free ball and any other add up to. */
static void test_law_of_scene(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 128; k++) {
        unsigned axes = k & 3, pulled = k >> 2 & 3, longer = k >> 4 & 3, rolls = k >> 6 && pulled == 0;
        struct vec2 size = {longer & 1 ? 12.1 : 11.9, longer & 2 ? 12.1 : 11.9};
        struct sim *sim = sim_open(3, size.x, size.y);
        sim_make_periodic(sim, axes);
        sim->scene.r[1] = 2;
        sim->scene.r[2] = 0.5;
        sim->scene.m[1] = HUGE_VAL;
        sim->scene.gravity = (struct vec2){pulled & 1 ? 0.1 : 0, pulled & 2 ? -1 : 0};
        sim->scene.friction = rolls ? mem_array(3, sizeof(double)) : NULL;
        struct motion motion = motion_of(&sim->scene, NULL);
        assert_int_equal(motion.law, rolls ? MOTION_FRICTION : pulled ? MOTION_GRAVITY : MOTION_UNIFORM);
        assert_true(motion.lo.x == (axes & TABLE_AXIS_X ? -HUGE_VAL : 0));
        assert_true(motion.hi.x == (axes & TABLE_AXIS_X ? HUGE_VAL : size.x));
        assert_true(motion.lo.y == (axes & TABLE_AXIS_Y ? -HUGE_VAL : 0));
        assert_true(motion.hi.y == (axes & TABLE_AXIS_Y ? HUGE_VAL : size.y));
        assert_true(motion.period.is_any == (axes != 0) && motion.is_narrow == ((axes & ~longer) != 0));
        sim_close(sim);
    }
}

static struct particle random_ball(uint64_t *seed, uint32_t id)
{
    return (struct particle){.x = uniform(seed, 2, 8),
                             .y = uniform(seed, 2, 8),
                             .t = uniform(seed, -1, 1),
                             .vx = uniform(seed, -2, 2),
                             .vy = uniform(seed, -2, 2),
                             .r = uniform(seed, 0.1, 0.5),
                             .m = 1,
                             .id = id};
}

/** Random motion of either law, for ball `id`. */
static struct motion random_motion(uint64_t *seed, int i)
{
    if (i % 2)
        return rolling;
    double y = uniform(seed, -2, 2);
    return falling(uniform(seed, -2, 2), y);
}

/* ---- trajectories ---- */

/** Position and velocity by definition, and restated at a later time: the same motion. */
static void test_trajectories(void **context)
{
    (void)context;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        struct motion motion = random_motion(&seed, i);
        struct particle ball = random_ball(&seed, (uint32_t)i / 2 % 4);
        double wait = uniform(&seed, 0, 6), t = ball.t + wait, c = decelerations[ball.id];
        double speed = hypot(ball.vx, ball.vy), rolled = c > 0 ? fmin(wait, speed / c) : wait;
        double way = rolled - c * rolled * rolled / (2 * speed), left = 1 - c * rolled / speed;
        struct vec2 x = {ball.x + ball.vx * way, ball.y + ball.vy * way}, v = {ball.vx * left, ball.vy * left};
        if (motion.law == MOTION_GRAVITY) {
            x = (struct vec2){ball.x + ball.vx * wait + motion.gravity.x * wait * wait / 2,
                              ball.y + ball.vy * wait + motion.gravity.y * wait * wait / 2};
            v = (struct vec2){ball.vx + motion.gravity.x * wait, ball.vy + motion.gravity.y * wait};
        }
        assert_true(vec2_length(vec2_sub(motion_position(&motion, body_of(&ball), t), x)) < 1e-13);
        assert_true(vec2_length(vec2_sub(motion_velocity(&motion, body_of(&ball), t), v)) < 1e-13);
        struct particle later = motion_at(&motion, body_of(&ball), t);
        assert_true(later.t == t && later.r == ball.r && later.id == ball.id);
        x = motion_position(&motion, body_of(&ball), t + 0.5);
        if (later.vx != 0 || later.vy != 0)
            assert_true(vec2_length(vec2_sub(motion_position(&motion, body_of(&later), t + 0.5), x)) < 1e-12);
    }
}

static void test_rest(void **context)
{
    (void)context;
    uint64_t seed = 2;
    for (int i = 0; i < 20000; i++) {
        struct particle ball = random_ball(&seed, 1 + (uint32_t)i % 3);
        double t = motion_rest_time(&rolling, body_of(&ball)), before = t - 1e-9;
        struct vec2 v = motion_velocity(&rolling, body_of(&ball), t),
                    moving = motion_velocity(&rolling, body_of(&ball), before);
        struct vec2 x = motion_position(&rolling, body_of(&ball), t),
                    later = motion_position(&rolling, body_of(&ball), 2 * t + 100);
        assert_true(v.x == 0 && v.y == 0 && x.x == later.x && x.y == later.y);
        assert_true(moving.x * ball.vx > 0 && moving.y * ball.vy > 0); /* never reversed */
        struct particle stopped = motion_at(&rolling, body_of(&ball), t + 1);
        assert_true(stopped.vx == 0 && stopped.vy == 0 && motion_rest_time(&rolling, body_of(&stopped)) == t + 1);
    }
    struct particle ball = random_ball(&seed, 0);
    assert_true(motion_rest_time(&rolling, body_of(&ball)) == HUGE_VAL); /* without friction */
    struct motion motion = falling(0, -1);
    assert_true(motion_rest_time(&motion, body_of(&ball)) == HUGE_VAL);
}

/** Lying takes a touch, no velocity across the wall, and gravity towards it. */
static void test_lying(void **context)
{
    (void)context;
    static const struct {
        double x, y, vx, vy, gx, gy, ax, ay;
    } cases[] = {
        {5, 0.5, 1, 0, 0, -1, 0, 0},          {5, 0.5 + 4e-12, 1, 0, 0, -1, 0, 0}, {5, 0.5 - 1e-13, 1, 0, 0, -1, 0, 0},
        {5, 0.5 + 6e-12, 1, 0, 0, -1, 0, -1}, {5, 0.5, 1, 1e-9, 0, -1, 0, -1},     {5, 0.5, 1, 0, 0.5, -1, 0.5, 0},
        {5, 0.5, 1, 0, 0, 1, 0, 1},           {5, 9.5, 1, 0, 0, 1, 0, 0},          {5, 9.5, 1, 0, 0, -1, 0, -1},
        {0.5, 5, 0, 1, -2, 0, 0, 0},          {9.5, 5, 0, 1, 2, -1, 0, -1},        {0.5, 0.5, 0, 0, -1, -1, 0, 0},
        {0.5, 0.5, 0, 0, 1, -1, 1, 0},        {9.5, 9.5, 0, 0, 1, 1, 0, 0},        {5, 0.5, 0, 0, 0, -1, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct motion motion = falling(cases[i].gx, cases[i].gy);
        const struct particle ball = {
            .x = cases[i].x, .y = cases[i].y, .vx = cases[i].vx, .vy = cases[i].vy, .r = 0.5, .m = 1};
        struct vec2 a = motion_from(&motion, body_of(&ball), 3).path.a;
        assert_true(a.x == cases[i].ax && a.y == cases[i].ay);
        bool is_still = ball.vx == 0 && ball.vy == 0 && a.x == 0 && a.y == 0;
        assert_true(motion_rest_time(&motion, body_of(&ball)) == (is_still ? 0 : HUGE_VAL));
        motion.lo = (struct vec2){-HUGE_VAL, -HUGE_VAL}; /* no walls */
        motion.hi = (struct vec2){HUGE_VAL, HUGE_VAL};
        a = motion_from(&motion, body_of(&ball), 3).path.a;
        assert_true(a.x == cases[i].gx && a.y == cases[i].gy);
    }
    struct motion motion = falling(1, -1);
    const struct particle fixed = {.x = 5, .y = 5, .r = 0.5, .m = HUGE_VAL};
    assert_true(motion_position(&motion, body_of(&fixed), 9).y == 5 && motion_rest_time(&motion, body_of(&fixed)) == 0);
}

/* ---- impacts of two balls ---- */

/** The impact as it is defined, without short cuts. */
static double naive_impact(const struct motion *motion, const struct particle *a, const struct particle *b)
{
    double begin = fmax(a->t, b->t);
    struct parabola_motion of_a = motion_from(motion, body_of(a), begin), of_b = motion_from(motion, body_of(b), begin);
    return begin + parabola_impact(&of_a, &of_b, a->r + b->r, HUGE_VAL);
}

static bool passes(const struct motion *motion, const struct particle *a, const struct particle *b, double t)
{
    struct motion_pair pair;
    struct parabola_motion whole = motion_whole(motion, body_of(a));
    motion_pair_begin(&pair, motion, body_of(a), &whole, body_of(b), (struct vec2){0, 0});
    return motion_pair_passes(&pair, t);
}

/** Symmetric to the bit, not in the past, at a distance of the sum of radii, and not later than small steps find. */
static void test_impacts(void **context)
{
    (void)context;
    uint64_t seed = 3;
    const int trials = runs(4000, 20000);
    int hits = 0, steps_agree = 0, passed = 0;
    for (int i = 0; i < trials; i++) {
        struct motion motion = random_motion(&seed, i);
        struct particle a = random_ball(&seed, (uint32_t)i / 2 % 4), b = random_ball(&seed, (uint32_t)i / 8 % 4);
        double begin = fmax(a.t, b.t), reach = a.r + b.r, t = motion_impact(&motion, body_of(&a), body_of(&b));
        assert_true(motion_impact(&motion, body_of(&b), body_of(&a)) == t && t >= begin);
        assert_true(t == HUGE_VAL || !passes(&motion, &a, &b, t));
        passed += passes(&motion, &a, &b, begin + 0.9 * (fmin(t, begin + 5) - begin));
        double first = HUGE_VAL;
        for (int k = 0; k <= 500 && first == HUGE_VAL; k++) {
            double now = begin + 0.02 * k;
            struct vec2 d =
                vec2_sub(motion_position(&motion, body_of(&b), now), motion_position(&motion, body_of(&a), now));
            if (vec2_length(d) < reach)
                first = now;
        }
        if (first == begin) /* overlapping */
            continue;
        assert_true(t <= first);
        steps_agree += t > first - 0.02 && first < HUGE_VAL;
        if (t < HUGE_VAL) {
            struct vec2 d =
                vec2_sub(motion_position(&motion, body_of(&b), t), motion_position(&motion, body_of(&a), t));
            assert_true(fabs(vec2_length(d) - reach) < 5e-12 * reach);
            hits++;
        }
    }
    assert_true(hits > 0.045 * trials && steps_agree > 0.9 * hits && passed > 0.15 * trials);
}

/** A ball so placed that at the time t it touches or nearly touches another, half of them at the nearest point of their
 *  ways; or rests, or both do. */
static void put_on_way(uint64_t *seed, const struct particle *a, struct particle *b, double t)
{
    static const double misses[] = {0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 0.3, -0.3};
    double angle = uniform(seed, 0, 6.3), apart = (a->r + b->r) * (1 + misses[(size_t)uniform(seed, 0, 11)]);
    if (uniform(seed, 0, 1) < 0.3)
        b->vx = b->vy = 0;
    struct vec2 there = motion_position(&rolling, body_of(a), t), way = motion_position(&rolling, body_of(b), t);
    struct vec2 v = vec2_sub(motion_velocity(&rolling, body_of(b), t), motion_velocity(&rolling, body_of(a), t));
    struct vec2 direction = {cos(angle), sin(angle)};
    if (uniform(seed, 0, 1) < 0.5 && vec2_length(v) > 0)
        direction = vec2_scale(1 / vec2_length(v), (struct vec2){-v.y, v.x});
    b->x += there.x + apart * direction.x - way.x;
    b->y += there.y + apart * direction.y - way.y;
}

/** Rolling balls near a graze, far from the origin, after a long way and at rest: the rejection never denies an impact
 * that the search without short cuts finds, at its time or later, and does not say more of those it finds none for. */
static void test_rejection(void **context)
{
    (void)context;
    static const double places[] = {0, 1e3, 1e6}, longer[] = {1, 1, 1e4};
    uint64_t seed = 9;
    const int trials = runs(30000, 200000);
    int hits = 0, rejected = 0, resting = 0;
    for (int i = 0; i < trials; i++) {
        struct particle a = random_ball(&seed, (uint32_t)i % 4), b = random_ball(&seed, (uint32_t)i / 4 % 4);
        a.x += places[i / 16 % 3];
        double begin = fmax(a.t, b.t);
        put_on_way(&seed, &a, &b, begin + uniform(&seed, 0, 3) * longer[i / 48 % 3]);
        if (uniform(&seed, 0, 1) < 0.1)
            a.vx = a.vy = 0;
        double t = motion_impact(&rolling, body_of(&a), body_of(&b)), naive = naive_impact(&rolling, &a, &b);
        assert_memory_equal(&t, &naive, sizeof t);
        if (t < HUGE_VAL) {
            assert_false(passes(&rolling, &a, &b, t));
            assert_false(passes(&rolling, &a, &b, t + uniform(&seed, 0, 1)));
            assert_false(passes(&rolling, &a, &b, t + 1e6));
            assert_false(passes(&rolling, &a, &b, HUGE_VAL));
            rejected += passes(&rolling, &a, &b, begin + 0.5 * (t - begin));
            hits++;
        }
        bool is_still = a.vx == 0 && a.vy == 0 && b.vx == 0 && b.vy == 0;
        assert_true(!is_still || (t == HUGE_VAL && passes(&rolling, &a, &b, HUGE_VAL)));
        resting += is_still;
    }
    assert_true(hits > trials / 5 && rejected > 0.55 * hits && resting > trials / 100);
}

/** Touching balls that approach no faster than rounding hit when they have sunk by CONTACT_SUNK, whatever presses. */
static void test_resting_contacts(void **context)
{
    (void)context;
    const struct particle front = {.x = 1, .vx = 1, .r = 0.5, .m = 1, .id = 2};
    struct particle behind = {.vx = 1, .r = 0.5, .m = 1, .id = 1};
    double t =
        motion_impact(&rolling, body_of(&behind), body_of(&front)); /* the front one decelerates faster, by 0.25 */
    assert_true(fabs(t - sqrt(2 * CONTACT_SUNK / 0.25)) < 1e-3 * t);
    assert_true(motion_impact(&rolling, body_of(&(struct particle){.vx = 1, .r = 0.5, .m = 1, .id = 2}),
                              body_of(&front)) == HUGE_VAL);
    behind.id = 3;
    assert_true(motion_impact(&rolling, body_of(&behind), body_of(&front)) == HUGE_VAL); /* falls behind */
    behind.vx = 1 + 1e-6;
    behind.id = 1;
    assert_true(motion_impact(&rolling, body_of(&behind), body_of(&front)) == 0); /* slow, but no rounding */
}

/* ---- walls ---- */

/** Of the two sides of a slab the one that is hit first, followed in small steps. */
static void test_walls(void **context)
{
    (void)context;
    uint64_t seed = 4;
    struct boundary boundary;
    int hits[2] = {0, 0}, never = 0;
    assert_true(boundary_open(&boundary, &(const struct table){.width = 10, .height = 10}));
    for (int i = 0; i < 20000; i++) {
        struct motion motion = random_motion(&seed, i);
        struct particle ball = random_ball(&seed, (uint32_t)i / 2 % 4);
        const struct surface *slab = &boundary.surfaces[i / 8 % 2];
        uint32_t side;
        double t = boundary_impact(&motion, slab, body_of(&ball), &side), end = fmin(t, ball.t + 10);
        for (double now = ball.t; now < end; now += (end - ball.t) / 50)
            for (uint32_t k = 0; k < 2; k++)
                assert_true(boundary_gap(slab, k, motion_position(&motion, body_of(&ball), now), ball.r) > -1e-12);
        if (t == HUGE_VAL) {
            never++;
            continue;
        }
        struct vec2 x = motion_position(&motion, body_of(&ball), t), v = motion_velocity(&motion, body_of(&ball), t);
        assert_true(fabs(boundary_gap(slab, side, x, ball.r)) < 1e-12);
        assert_true(vec2_dot(boundary_normal(slab, side, x), v) > 0);
        hits[side]++;
    }
    assert_true(hits[0] > 3000 && hits[1] > 3000 && never > 2000);
    boundary_close(&boundary);
}

static void test_apex_and_rebound(void **context)
{
    (void)context;
    struct boundary boundary;
    uint32_t side;
    assert_true(boundary_open(&boundary, &(const struct table){.width = 10, .height = 10}));
    const struct surface *floor_and_ceiling = &boundary.surfaces[1];
    struct motion motion = falling(0, -2);
    struct particle ball = {.x = 5, .y = 0.5, .vy = 6, .r = 0.5, .m = 1}; /* its apex at the ceiling, exactly */
    assert_true(boundary_impact(&motion, floor_and_ceiling, body_of(&ball), &side) == 6 && side == 0);
    ball.vy = 6.5;
    double t = boundary_impact(&motion, floor_and_ceiling, body_of(&ball), &side);
    assert_true(fabs(t - (6.5 - 2.5) / 2) < 1e-15 && side == 1);
    ball.vy = 0;
    assert_true(boundary_impact(&motion, floor_and_ceiling, body_of(&ball), &side) == HUGE_VAL); /* lies */
    double least = sqrt(2 * 2 * CONTACT_TOUCHING * 0.5); /* a bounce as high as what counts as touching */
    assert_true(boundary_rebound(&motion, floor_and_ceiling, 0, 0.5, least * 1.001) == least * 1.001);
    assert_true(boundary_rebound(&motion, floor_and_ceiling, 0, 0.5, least * 0.999) == 0);
    assert_true(boundary_rebound(&motion, floor_and_ceiling, 1, 0.5, least * 0.999) == least * 0.999);
    assert_true(boundary_rebound(&motion, &boundary.surfaces[0], 0, 0.5, 1e-9) == 1e-9); /* gravity is along it */
    assert_true(boundary_rebound(&rolling, floor_and_ceiling, 0, 0.5, 1e-9) == 1e-9);
    boundary_close(&boundary);
}

/* ---- obstacles ---- */

_Static_assert((TABLE_BOUNCING | TABLE_TAKING) == (2 << OBSTACLE_POCKET) - 1,
               "a kind that balls reach is missing here");

/** A line, an arc or a pocket somewhere in the middle. */
static struct obstacle random_obstacle(uint64_t *seed)
{
    struct obstacle obstacle = {.kind = (enum obstacle_kind)uniform(seed, 0, 3), BOUNCES(1)};
    double x = uniform(seed, 3, 7), y = uniform(seed, 3, 7), from = floor(uniform(seed, 0, 360));
    double line[5] = {x, y, x + uniform(seed, -3, 3), y + uniform(seed, -3, 3), 0};
    double arc[5] = {x, y, uniform(seed, 0.6, 3), from, from + floor(uniform(seed, 10, 361))};
    memcpy(obstacle.value, obstacle.kind == OBSTACLE_LINE ? line : arc, sizeof line);
    return obstacle;
}

/** The nearest clearance from any surface of the obstacle; negative: overlap, or through it. */
static double clearance(const struct boundary *boundary, struct vec2 centre, double r)
{
    double least = HUGE_VAL;
    for (uint32_t k = 2; k < boundary->n; k++)
        least = fmin(least, boundary->surfaces[k].kind == SURFACE_POCKET
                                ? boundary_distance(&boundary->surfaces[k], centre)
                                : boundary_distance(&boundary->surfaces[k], centre) - r);
    return least;
}

static double first_impact(const struct boundary *boundary, const struct motion *motion, const struct particle *ball,
                           uint32_t *body)
{
    double first = HUGE_VAL;
    for (uint32_t k = 2; k < boundary->n; k++) {
        uint32_t side;
        double t = boundary_impact(motion, &boundary->surfaces[k], body_of(ball), &side);
        if (t < first) {
            first = t;
            *body = contact_surface(k, side);
        }
    }
    return first;
}

/** No hit before the first clearance of zero that small steps find, and a clearance of zero at the hit. */
static void test_obstacles(void **context)
{
    (void)context;
    uint64_t seed = 7;
    int hits[OBSTACLE_POCKET + 1] = {0, 0, 0}, never = 0;
    for (int i = 0; i < 6000; i++) {
        struct motion motion = random_motion(&seed, i);
        struct particle ball = random_ball(&seed, (uint32_t)i / 2 % 4);
        struct obstacle obstacle = random_obstacle(&seed);
        const struct table table = {.width = 10, .height = 10, .obstacles = &obstacle, .n_obstacles = 1};
        struct boundary boundary;
        uint32_t body = 0;
        assert_true(boundary_open(&boundary, &table));
        double t = first_impact(&boundary, &motion, &ball, &body), end = fmin(t, ball.t + 12);
        bool overlaps = clearance(&boundary, (struct vec2){ball.x, ball.y}, ball.r) <= 0;
        for (int k = 0; k < 400 && !overlaps; k++) { /* 0.06 of a length apart at most: no ball gets through a line */
            double now = ball.t + (end - ball.t) * k / 400;
            assert_true(clearance(&boundary, motion_position(&motion, body_of(&ball), now), ball.r) > -1e-12);
        }
        if (t < HUGE_VAL && !overlaps) {
            const struct surface *surface = boundary_surface(&boundary, body);
            struct vec2 x = motion_position(&motion, body_of(&ball), t),
                        v = motion_velocity(&motion, body_of(&ball), t);
            assert_near(clearance(&boundary, x, ball.r), 0, 1e-10);
            assert_true(vec2_dot(boundary_normal(surface, contact_side(body), x), v) > 0);
            hits[obstacle.kind]++;
        }
        never += t == HUGE_VAL;
        boundary_close(&boundary);
    }
    for (int kind = 0; kind <= OBSTACLE_POCKET; kind++)
        assert_true(hits[kind] > 200);
    assert_true(never > 1000);
}

/** A ball is thrown out of an open circle, above its end, and falls on it from outside; on a line it jumps over an
 *  end and lands on the other side. */
static void test_returning(void **context)
{
    (void)context;
    struct obstacle bowl = {.kind = OBSTACLE_ARC, .value = {5, 5, 2, 180, 360}, BOUNCES(1)};
    struct obstacle shelf = {.kind = OBSTACLE_LINE, .value = {5, 5, 8, 5}, BOUNCES(1)};
    struct motion motion = falling(0, -2);
    const struct {
        struct obstacle *obstacle;
        struct particle ball;
        double x; /* of the contact */
        uint32_t side;
    } cases[] = {
        {&bowl, {.x = 5, .y = 4, .vx = 0.55, .vy = 4, .r = 0.1, .m = 1}, 7, 0},    /* its rim, the second time */
        {&bowl, {.x = 5, .y = 4, .vx = 0.2, .vy = 4, .r = 0.1, .m = 1}, 5.9, 0},   /* back inside */
        {&shelf, {.x = 4, .y = 4, .vx = 0.5, .vy = 4, .r = 0.1, .m = 1}, 5.8, 0},  /* past the end, on top */
        {&shelf, {.x = 6, .y = 4, .vx = 0.5, .vy = 4, .r = 0.1, .m = 1}, 6.12, 1}, /* from below */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct table table = {.width = 10, .height = 10, .obstacles = cases[i].obstacle, .n_obstacles = 1};
        struct boundary boundary;
        uint32_t body = 0;
        assert_true(boundary_open(&boundary, &table));
        double t = first_impact(&boundary, &motion, &cases[i].ball, &body);
        struct vec2 x = motion_position(&motion, body_of(&cases[i].ball), t);

        assert_true(fabs(x.x - cases[i].x) < 0.15 && contact_side(body) == cases[i].side);
        boundary_close(&boundary);
    }
}

/** Pressed against a line or lying in a bowl: hit when sunk by CONTACT_SUNK of the radius; rolling along a line: never.
 */
static void test_resting_on_obstacles(void **context)
{
    (void)context;
    struct obstacle obstacles[2] = {{.kind = OBSTACLE_LINE, .value = {4, 5, 8, 5}, BOUNCES(1)},
                                    {.kind = OBSTACLE_ARC, .value = {2, 2, 1, 180, 360}, BOUNCES(1)}};
    const struct table table = {.width = 10, .height = 10, .obstacles = obstacles, .n_obstacles = 2};
    static const struct particle balls[] = {{.x = 6, .y = 5.25, .vx = 1, .vy = -1e-14, .r = 0.25, .m = 1},
                                            {.x = 6, .y = 5.25, .vx = 1, .r = 0.25, .m = 1},
                                            {.x = 2, .y = 1.25, .r = 0.25, .m = 1},
                                            {.x = 2, .y = 0.75, .r = 0.25, .m = 1}}; /* the last hangs below */
    struct motion motion = falling(0, -2);
    struct boundary boundary;
    uint32_t body;
    assert_true(boundary_open(&boundary, &table));
    for (size_t i = 0; i < sizeof balls / sizeof *balls; i++) {
        motion.gravity.y = i == 3 ? 2 : -2;
        double t = first_impact(&boundary, &motion, &balls[i], &body), sunk = sqrt(CONTACT_SUNK * 0.25);
        assert_true(fabs(t - sunk) < 1e-3 * sunk);
    }
    struct particle rolls = balls[1];
    rolls.id = 1;
    assert_true(first_impact(&boundary, &rolling, &rolls, &body) == HUGE_VAL);
    boundary_close(&boundary);
}

/* ---- leaving ---- */

/** Never late: at all times before, the ball is inside; and mostly it is outside after twice the time. */
static void test_leaving_discs(void **context)
{
    (void)context;
    uint64_t seed = 5;
    int exits = 0, early = 0, never = 0, stays = 0;
    for (int i = 0; i < 20000; i++) {
        struct motion motion = random_motion(&seed, i);
        struct particle ball = random_ball(&seed, (uint32_t)i / 2 % 4);
        double radius = uniform(&seed, 0.05, 2), now = ball.t + uniform(&seed, 0, 1), angle = uniform(&seed, 0, 6.283);
        struct vec2 x = motion_position(&motion, body_of(&ball), now);
        double off = radius * uniform(&seed, 0, 0.999);
        struct vec2 centre = {x.x + off * cos(angle), x.y + off * sin(angle)};
        double t = motion_exit_disc(&motion, body_of(&ball), now, centre, radius * radius);
        assert_true(t > now);
        for (int k = 0; k <= 50; k++) {
            x = motion_position(&motion, body_of(&ball), now + (fmin(t, now + 50) - now) * k / 50);
            assert_true(vec2_length(vec2_sub(x, centre)) <= radius * (1 + 1e-13));
        }
        double soon = now + (t - now) * 2 + 1e-6;
        bool is_outside =
            t < HUGE_VAL && vec2_length(vec2_sub(motion_position(&motion, body_of(&ball), soon), centre)) > radius;
        exits += is_outside;
        early += t < HUGE_VAL && !is_outside;
        never += t == HUGE_VAL;
        double until = now + uniform(&seed, 0, 1);
        if (motion.law != MOTION_GRAVITY &&
            motion_stays_in_disc(&motion, body_of(&ball), until, centre, radius * radius)) {
            for (int k = 0; k <= 20; k++) {
                x = motion_position(&motion, body_of(&ball), now + (until - now) * k / 20);
                assert_true(vec2_length(vec2_sub(x, centre)) <= radius * (1 + 1e-13));
            }
            stays++;
        }
    }
    assert_true(exits > 10000 && early < exits / 20 && never > 500 && stays > 2000);
    struct motion motion = falling(0, -1);
    struct particle ball = {.x = 5, .y = 5, .vy = 0.5, .r = 0.1, .m = 1};
    assert_true(motion_exit_disc(&motion, body_of(&ball), 0, (struct vec2){5, 3}, 1) == 0); /* outside already */
    ball.id = 1;
    assert_true(motion_exit_disc(&rolling, body_of(&ball), 0, (struct vec2){5, 3}, 1) == 0);
    assert_true(motion_exit_disc(&motion, body_of(&ball), 0, (struct vec2){5, 3}, HUGE_VAL) == HUGE_VAL);
    static const struct motion straight = {MOTION_UNIFORM};
    assert_true(motion_exit_disc(&straight, body_of(&ball), 2, (struct vec2){4, 6}, 1) == 2); /* along the very edge */
}

/** The first time at which a coordinate is outside, and on which side; under gravity a ball can turn round. */
static void test_leaving_intervals(void **context)
{
    (void)context;
    uint64_t seed = 6;
    int exits[3] = {0, 0, 0};
    for (int i = 0; i < 20000; i++) {
        struct motion motion = random_motion(&seed, i);
        struct particle ball = random_ball(&seed, (uint32_t)i / 2 % 4);
        double now = ball.t + (motion.law == MOTION_GRAVITY ? uniform(&seed, 0, 1) : 0);
        int axis = i / 8 % 2, side;
        struct vec2 x = motion_position(&motion, body_of(&ball), now);
        double q = axis ? x.y : x.x, lo = q - uniform(&seed, 0, 1), hi = q + uniform(&seed, 0, 1);
        lo = i % 16 == 0 ? -HUGE_VAL : lo;
        hi = i % 17 == 0 ? HUGE_VAL : hi;
        double t = motion_exit_strip(&motion, body_of(&ball), now, (struct motion_strip){axis, lo, hi}, &side);
        assert_true(t >= now);
        for (int k = 0; k <= 50; k++) {
            x = motion_position(&motion, body_of(&ball), now + (fmin(t, now + 50) - now) * k / 50);
            q = axis ? x.y : x.x;
            assert_true(q > lo - 1e-13 && q < hi + 1e-13);
        }
        exits[side + 1]++;
        assert_true((t == HUGE_VAL) == (side == 0));
        struct vec2 v = motion_velocity(&motion, body_of(&ball), t);
        x = motion_position(&motion, body_of(&ball), t);
        double off = (axis ? x.y : x.x) - (side > 0 ? hi : lo);
        assert_true(t == HUGE_VAL || (fabs(off) < 1e-10 && (axis ? v.y : v.x) * side > 0));
    }
    assert_true(exits[0] > 4000 && exits[1] > 1000 && exits[2] > 4000);
}

/** A ball at the end of a strip, so slow that it turns round within the rounding of the time, is not sent to and fro
 *  between that strip and the next without any time passing. */
static void test_turning_at_an_end(void **context)
{
    (void)context;
    const double now = 0x1p20, ends[] = {-HUGE_VAL, 1, 5, HUGE_VAL};
    for (int way = -1; way <= 1; way += 2) {
        struct motion motion = falling(0, -way);
        struct particle ball = {.x = 5, .y = way > 0 ? 5 : 1, .vy = way * 0x1p-40, .t = now, .r = 0.1, .m = 1};
        int strip = 1, side = way, moves = 0;
        for (double t = now; t == now && side != 0; moves++) {
            struct motion_strip own = {1, ends[strip], ends[strip + 1]};
            t = motion_exit_strip(&motion, body_of(&ball), now, own, &side);
            strip += t == now ? side : 0;
            assert_true(moves < 4);
        }
        assert_true(strip == 1 && moves > 0);
    }
}

/** Only true if the ball is in the box at all times until then; true of most that are. */
static void test_staying_in_boxes(void **context)
{
    (void)context;
    static const struct motion straight = {MOTION_UNIFORM};
    uint64_t seed = 10;
    int certain = 0, inside = 0;
    for (int i = 0; i < 30000; i++) {
        struct motion motion = i % 3 ? random_motion(&seed, i) : straight;
        if (motion.law == MOTION_GRAVITY)
            continue;
        struct particle ball = random_ball(&seed, (uint32_t)i / 2 % 4);
        double now = ball.t + (i % 2 ? uniform(&seed, 0, 0.5) : 0), until = now + uniform(&seed, 0, 1);
        struct vec2 half = {uniform(&seed, 0.1, 1), uniform(&seed, 0.1, 1)},
                    x = motion_position(&motion, body_of(&ball), now);
        struct vec2 centre = {x.x + half.x * uniform(&seed, -0.99, 0.99), x.y + half.y * uniform(&seed, -0.99, 0.99)};
        bool is_inside = true;
        for (int k = 0; k <= 50; k++) {
            x = vec2_sub(motion_position(&motion, body_of(&ball), now + (until - now) * k / 50), centre);
            is_inside = is_inside && fabs(x.x) < half.x + 1e-13 && fabs(x.y) < half.y + 1e-13;
        }
        bool stays = motion_stays_in_box(&motion, body_of(&ball), until, centre, half);
        assert_true(is_inside || !stays);
        certain += stays;
        inside += is_inside;
    }
    assert_true(inside > 5000 && certain > 0.7 * inside);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_law_of_scene),
        cmocka_unit_test(test_trajectories),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_lying),
        cmocka_unit_test(test_impacts),
        cmocka_unit_test(test_rejection),
        cmocka_unit_test(test_resting_contacts),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_apex_and_rebound),
        cmocka_unit_test(test_leaving_discs),
        cmocka_unit_test(test_obstacles),
        cmocka_unit_test(test_returning),
        cmocka_unit_test(test_resting_on_obstacles),
        cmocka_unit_test(test_leaving_intervals),
        cmocka_unit_test(test_turning_at_an_end),
        cmocka_unit_test(test_staying_in_boxes),
    };
    return RUN_TESTS(tests);
}
