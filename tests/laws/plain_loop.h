#pragma once

/*
 * motion/motion and surfaces/boundary driven by a plain loop, the earliest of all hits one at a time, and its hits
 * compared with references: hits computed with 40 digits by a program of other origin. A hit's time and place carry the
 * rounding of all hits before, about tenfold each at curved bodies.
 */
#include "contact/collision.h"
#include "lib/testing.h"
#include "motion/motion.h"
#include "motion/motion_impact.h"
#include "surfaces/boundary.h"

enum { BALLS_MOST = 24 };

struct table_of_balls {
    struct motion motion;
    struct boundary walls;
    struct particle ball[BALLS_MOST];
    double friction[BALLS_MOST];
    uint32_t n;
    double e_ball;
};

/** A hit of `a` with `b`, a ball or a side of a surface. */
struct hit {
    double t;
    uint32_t a, b;
};

static struct hit next_hit(const struct table_of_balls *table)
{
    struct hit next = {.t = HUGE_VAL};
    for (uint32_t i = 0; i < table->n; i++) {
        uint32_t side;
        for (uint32_t k = 0; k < table->walls.n && table->ball[i].m < HUGE_VAL; k++) {
            double t = boundary_impact(&table->motion, &table->walls.surfaces[k], body_of(&table->ball[i]), &side);
            if (t < next.t)
                next = (struct hit){t, i, contact_surface(k, side)};
        }
        for (uint32_t k = i + 1; k < table->n; k++) {
            double t = table->ball[i].m == HUGE_VAL && table->ball[k].m == HUGE_VAL
                           ? HUGE_VAL
                           : motion_impact(&table->motion, body_of(&table->ball[i]), body_of(&table->ball[k]));
            if (t < next.t)
                next = (struct hit){t, i, k};
        }
    }
    return next;
}

/** @return the normal speed of the impact, negative: approaching */
static double resolve(struct table_of_balls *table, struct hit hit)
{
    struct particle *a = &table->ball[hit.a];
    *a = motion_at(&table->motion, body_of(a), hit.t);
    struct vec2 x = {a->x, a->y}, v = {a->vx, a->vy};
    if (!contact_is_ball(hit.b)) {
        const struct surface *wall = boundary_surface(&table->walls, hit.b);
        uint32_t side = contact_side(hit.b);
        struct vec2 n = boundary_normal(wall, side, x);
        double u = vec2_dot(n, v);
        v = boundary_reflect(
            wall, n, v, (struct vec2){0, 0},
            boundary_rebound(&table->motion, wall, side, a->r, wall->by_material->restitution.slow * u));
        a->vx = v.x;
        a->vy = v.y;
        return -u;
    }
    struct particle *b = &table->ball[hit.b];
    *b = motion_at(&table->motion, body_of(b), hit.t);
    struct vec2 d = vec2_sub((struct vec2){b->x, b->y}, x), v_b = {b->vx, b->vy};
    struct collision_masses m = collision_masses(a->m, b->m);
    double approach = vec2_dot(d, vec2_sub(v_b, v)), dd = vec2_dot(d, d);
    collision_exchange(&v, &v_b, d, collision_factor((1 + table->e_ball) * approach, dd, m), m);
    a->vx = v.x;
    a->vy = v.y;
    b->vx = v_b.x;
    b->vy = v_b.y;
    return approach / sqrt(dd);
}

static struct table_of_balls empty_table(double width, double height, double e_ball, double e_wall)
{
    static struct table given; /* which the boundary borrows: one at a time */
    struct table_of_balls table = {.e_ball = e_ball};
    given = (struct table){.width = width, .height = height, .walls.restitution = restitution_of(e_wall)};
    assert_true(boundary_open(&table.walls, &given));
    table.motion.hi = (struct vec2){width, height};
    return table;
}

static void add_ball(struct table_of_balls *table, double x, double y, double vx, double vy, double r, double m)
{
    uint32_t id = table->n++;
    table->ball[id] = (struct particle){.x = x, .y = y, .vx = vx, .vy = vy, .r = r, .m = m, .id = id};
}

/** A hit of the references. */
struct expected {
    double t;
    uint32_t a, b; /* b: a ball, an obstacle or a wall */
    double u;
};

enum { LEFT = 100, RIGHT, BOTTOM, TOP };

/** What hit.b is called in the references. */
static uint32_t name_of(const struct table_of_balls *table, uint32_t b)
{
    if (contact_is_ball(b))
        return b;
    const struct surface *surface = boundary_surface(&table->walls, b);
    return surface->kind <= SURFACE_SLAB_Y ? LEFT + (b - CONTACT_SURFACE) : surface->obstacle;
}

/** @param growth error of each hit's time relative to the one before */
static void assert_hits(struct table_of_balls *table, const struct expected *expected, size_t n, double growth)
{
    double tolerance = 2e-14;
    for (size_t i = 0; i < n; i++, tolerance *= growth) {
        struct hit hit = next_hit(table);
        double u = resolve(table, hit);
        assert_true(hit.a == expected[i].a && name_of(table, hit.b) == expected[i].b);
        printf("# %zu: t %.17g error %.2g u error %.2g\n", i, hit.t, hit.t / expected[i].t - 1, u / expected[i].u - 1);
        assert_true(fabs(hit.t - expected[i].t) <= tolerance * expected[i].t);
        assert_true(fabs(u - expected[i].u) <= tolerance * 10 * fabs(expected[i].u));
    }
}

#define ASSERT_HITS(table, expected, growth) assert_hits(table, expected, sizeof(expected) / sizeof *(expected), growth)
