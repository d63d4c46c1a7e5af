#pragma once

/* Clusters of touching balls and walls for the tests of the laws of impact: places, contacts, velocities. */

#include "impact/compliant/impact_compliant.h"
#include "impact/impact_law.h"
#include "lib/testing.h"
#include "lib/uniform.h"

enum { TOUCHING_BALLS = 128, TOUCHING_CONTACTS = 512 };

/** Balls with their places, and the cluster the laws see. */
struct touching {
    struct impact_cluster cluster;
    double x[TOUCHING_BALLS], y[TOUCHING_BALLS], r[TOUCHING_BALLS];
    struct impact_body bodies[TOUCHING_BALLS];
    struct contact contacts[TOUCHING_CONTACTS];
};

static inline void touching_clear(struct touching *set)
{
    set->cluster.n_bodies = set->cluster.n_contacts = 0;
}

static inline struct touching *touching_open(void)
{
    struct touching *set = calloc(1, sizeof *set);
    assert_non_null(set);
    set->cluster = (struct impact_cluster){
        .bodies = set->bodies, .contacts = set->contacts, .n_bodies = TOUCHING_BALLS, .n_contacts = TOUCHING_CONTACTS};
    assert_true(impact_law_reserve(&set->cluster));
    touching_clear(set);
    return set;
}

static inline void touching_close(struct touching *set)
{
    impact_law_free(&set->cluster);
    free(set);
}

static inline size_t touching_ball(struct touching *set, double x, double y, double r, double m)
{
    size_t i = set->cluster.n_bodies++;
    assert_true(i < TOUCHING_BALLS);
    set->x[i] = x;
    set->y[i] = y;
    set->r[i] = r;
    set->bodies[i] = (struct impact_body){.m = m};
    return i;
}

static inline void touching_velocity(struct touching *set, size_t i, double vx, double vy)
{
    set->bodies[i].v.x = vx;
    set->bodies[i].v.y = vy;
}

/** Components in -1..1; draws vy first. */
static inline void touching_random_velocity(struct touching *set, size_t i, uint64_t *seed)
{
    double vy = uniform(seed, -1, 1), vx = uniform(seed, -1, 1);
    touching_velocity(set, i, vx, vy);
}

static inline void touching_contact(struct touching *set, int32_t a, int32_t b, double nx, double ny, double e)
{
    size_t k = set->cluster.n_contacts++;
    assert_true(k < TOUCHING_CONTACTS);
    double radius = b == CONTACT_FIXED ? set->r[a] : set->r[a] * set->r[b] / (set->r[a] + set->r[b]);
    set->contacts[k] = (struct contact){.a = a,
                                        .b = b,
                                        .n.x = nx,
                                        .n.y = ny,
                                        .coefficients.restitution = restitution_of(e),
                                        .curvature_radius = radius};
}

/** A contact between two balls, with the normal from their places. */
static inline void touching_pair(struct touching *set, size_t a, size_t b, double e)
{
    double dx = set->x[b] - set->x[a], dy = set->y[b] - set->y[a], d = sqrt(dx * dx + dy * dy);
    touching_contact(set, (int32_t)a, (int32_t)b, dx / d, dy / d, e);
}

static inline void touching_wall(struct touching *set, size_t a, double nx, double ny, double e)
{
    touching_contact(set, (int32_t)a, CONTACT_FIXED, nx, ny, e);
}

/** Contacts of all balls nearer than 1e-9 of their radii, by index. */
static inline void touching_find_pairs(struct touching *set, double e)
{
    for (size_t a = 0; a < set->cluster.n_bodies; a++)
        for (size_t b = a + 1; b < set->cluster.n_bodies; b++) {
            double dx = set->x[b] - set->x[a], dy = set->y[b] - set->y[a], reach = set->r[a] + set->r[b];
            if (sqrt(dx * dx + dy * dy) < reach * (1 + 1e-9))
                touching_pair(set, a, b, e);
        }
}

/** A wall with outward normal (nx, ny) along the axes, set against the outermost balls. */
static inline void touching_find_wall(struct touching *set, double nx, double ny, double e)
{
    double outermost = -HUGE_VAL;
    for (size_t i = 0; i < set->cluster.n_bodies; i++)
        outermost = fmax(outermost, nx * set->x[i] + ny * set->y[i] + set->r[i]);
    for (size_t i = 0; i < set->cluster.n_bodies; i++)
        if (nx * set->x[i] + ny * set->y[i] + set->r[i] > outermost - 1e-9 * set->r[i])
            touching_wall(set, i, nx, ny, e);
}

/** A full rack of `rows` rows of unit balls, apex at the origin, growing along +x. */
static inline void touching_rack(struct touching *set, size_t rows)
{
    for (size_t row = 0; row < rows; row++)
        for (size_t place = 0; place <= row; place++)
            touching_ball(set, (double)row * sqrt(3.0), 2 * (double)place - (double)row, 1, 1);
}

/* ---- random clusters ---- */

static inline bool touching_is_free(const struct touching *set, double x, double y, double r)
{
    for (size_t i = 0; i < set->cluster.n_bodies; i++) {
        double dx = x - set->x[i], dy = y - set->y[i], reach = (r + set->r[i]) * (1 - 1e-10);
        if (dx * dx + dy * dy < reach * reach)
            return false;
    }
    return true;
}

/** Grows a heap of balls of any size, each new one against one that is there or wedged between two. */
static inline void touching_grow(struct touching *set, size_t n, uint64_t *seed)
{
    touching_ball(set, 0, 0, 1, uniform(seed, 0.2, 5));
    while (set->cluster.n_bodies < n) {
        size_t at = (size_t)uniform(seed, 0, (double)set->cluster.n_bodies);
        size_t other = (size_t)uniform(seed, 0, (double)set->cluster.n_bodies);
        double r = uniform(seed, 0.4, 1.6), turn = uniform(seed, 0, 6.283185307179586), x, y;
        double ra = set->r[at] + r, rb = set->r[other] + r;
        double dx = set->x[other] - set->x[at], dy = set->y[other] - set->y[at], d = sqrt(dx * dx + dy * dy);
        if (at != other && d < ra + rb && ra < d + rb && rb < d + ra) {
            double along = (ra * ra - rb * rb + d * d) / (2 * d), up = sqrt(ra * ra - along * along);
            x = set->x[at] + (along * dx - up * dy) / d;
            y = set->y[at] + (along * dy + up * dx) / d;
        } else {
            x = set->x[at] + ra * cos(turn);
            y = set->y[at] + ra * sin(turn);
        }
        if (touching_is_free(set, x, y, r))
            touching_ball(set, x, y, r, uniform(seed, 0.2, 5));
    }
}

/** n touching unit balls on a square (shear = 0) or hexagonal (shear = 1/2) lattice, grown at random. */
static inline void touching_crystal(struct touching *set, size_t n, double shear, uint64_t *seed)
{
    static const int step[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    double rise = sqrt(1 - shear * shear);
    int place[TOUCHING_BALLS][2] = {{0, 0}};
    touching_ball(set, 0, 0, 1, 1);
    while (set->cluster.n_bodies < n) {
        size_t at = (size_t)uniform(seed, 0, (double)set->cluster.n_bodies);
        size_t way = (size_t)uniform(seed, 0, shear > 0 ? 6 : 4);
        int column = place[at][0] + step[way][0], line = place[at][1] + step[way][1];
        double x = 2 * (column + shear * line), y = 2 * rise * line;
        if (!touching_is_free(set, x, y, 1))
            continue;
        place[set->cluster.n_bodies][0] = column;
        place[set->cluster.n_bodies][1] = line;
        touching_ball(set, x, y, 1, uniform(seed, 0, 1) < 0.5 ? 1 : uniform(seed, 0.2, 5));
    }
}

/** A random cluster of n balls, with or without walls on any of the four sides; some balls are at rest. */
static inline void touching_cluster(struct touching *set, size_t n, double e_ball, double e_wall, bool walls,
                                    uint64_t *seed)
{
    static const double side[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    touching_clear(set);
    double kind = uniform(seed, 0, 4);
    if (kind < 2)
        touching_grow(set, n, seed);
    else
        touching_crystal(set, n, kind < 3 ? 0 : 0.5, seed);
    touching_find_pairs(set, e_ball);
    for (int i = 0; walls && i < 4; i++)
        if (uniform(seed, 0, 1) < 0.5)
            touching_find_wall(set, side[i][0], side[i][1], e_wall);
    double resting = uniform(seed, 0, 1);
    for (size_t i = 0; i < n; i++)
        if (uniform(seed, 0, 1) > resting)
            touching_random_velocity(set, i, seed);
}

/* ---- restitution by speed ---- */

/** A table of n pairs, in order. The caller frees it. */
static inline struct restitution_table *touching_table(size_t n, const struct restitution_pair *pairs)
{
    struct restitution_table *table = malloc(sizeof *table + n * sizeof table->pair[0]);
    assert_non_null(table);
    table->n = (uint32_t)n;
    for (size_t i = 0; i < n; i++)
        table->pair[i] = pairs[i];
    return table;
}

/** One of 1 to 6 pairs, with speeds to about 2 and e from `least` on. */
static inline struct restitution_table *touching_random_table(double least, uint64_t *seed)
{
    struct restitution_pair pairs[6];
    double speed = 0;
    size_t n = 1 + (size_t)uniform(seed, 0, 6);
    for (size_t i = 0; i < n; i++) {
        speed += uniform(seed, i > 0 ? 0.01 : 0, 0.8);
        pairs[i].speed = speed;
        pairs[i].e = fmin(1, uniform(seed, least, 1.1));
    }
    return touching_table(n, pairs);
}

/** Lets a contact have its e by speed. @param table NULL: it keeps its number */
static inline void touching_set_table(struct touching *set, size_t k, const struct restitution_table *table)
{
    if (table)
        set->contacts[k].coefficients.restitution = restitution_of_table(table);
}

/* ---- what they amount to ---- */

static inline double touching_relative(const struct touching *set, size_t k)
{
    const struct contact *contact = &set->contacts[k];
    const struct impact_body *a = &set->bodies[contact->a];
    double u = -(contact->n.x * a->v.x + contact->n.y * a->v.y);
    if (contact->b != CONTACT_FIXED)
        u += contact->n.x * set->bodies[contact->b].v.x + contact->n.y * set->bodies[contact->b].v.y;
    return u;
}

static inline double touching_kinetic(const struct touching *set)
{
    double sum = 0;
    for (size_t i = 0; i < set->cluster.n_bodies; i++)
        sum +=
            set->bodies[i].m / 2 * (set->bodies[i].v.x * set->bodies[i].v.x + set->bodies[i].v.y * set->bodies[i].v.y);
    return sum;
}

static inline struct impact_outcome touching_resolve(struct touching *set, const char *law)
{
    return impact_law_resolve(impact_law_find(law), &set->cluster);
}
