#pragma once

/* The scenes and fields of laws/test_matrix.c. */

#include "lib/sim.h"

#include "reading/generate.h"

/** What acts on the balls: between hits; where they turn, also at hits, which rub. */
enum field { NO_FIELD, FRICTION, GRAVITY, CLOTH, ROUGH, PERFECTLY_ROUGH, FIELDS };

/** A scene; `free`: no ball reaches a wall before the end, so that momentum is kept. */
struct matrix_scene {
    const char *name;
    struct sim *(*open)(void);
    uint64_t steps;
    bool free;
    enum field field;
    const char *impact; /* the law for contacts at one instant; NULL: the usual one */
};

/* ---- the scenes ---- */

/** Sets k and dt so that contacts of two balls of mass m last 75 steps or more: contact time pi sqrt(mu / k). */
static struct sim *with_contacts(struct sim *sim, double contact, double m)
{
    sim->scene.k = 9.87 * m / 2 / (contact * contact);
    sim->scene.dt = contact / 75;
    return sim;
}

static struct sim *open_two_balls(void)
{
    struct sim *sim = sim_open(2, 20, 16);
    sim->scene.r[1] = 0.625;
    sim->scene.m[1] = 0.5;
    sim_ball(sim, 0, 6, 7, 1.5, 0.25);
    sim_ball(sim, 1, 10, 8, -1, -0.25);
    return with_contacts(sim, 0.05, 0.67);
}

static struct sim *open_cradle(void)
{
    struct sim *sim = sim_open(5, 32, 8);
    for (size_t i = 0; i < 5; i++)
        sim_ball(sim, i, i ? 10 + 2.015625 * (double)i : 8, 4, i ? 0 : 2, 0);
    return with_contacts(sim, 0.05, 1);
}

static struct sim *open_break(void)
{
    enum { N = 16 };
    struct sim *sim = sim_open(N, 64, 32);
    struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = 5, .x = 24, .y = 16, .r = 1, .gap = 0x1p-7};
    generate_rack_place(&rack, sim->world->x + 1, sim->world->y + 1);
    sim_ball(sim, 0, 12, 16.125, 8, 0);
    return with_contacts(sim, 0.05, 1);
}

/** Two balls that touch, hit by a third at once. */
static struct sim *open_double_hit(void)
{
    struct sim *sim = sim_open(3, 20, 16);
    sim_ball(sim, 0, 5, 8, 2, 0);
    sim_ball(sim, 1, 9.75, 9, 0, 0);
    sim_ball(sim, 2, 9.75, 7, 0, 0);
    return with_contacts(sim, 0.05, 1);
}

static struct sim *open_kick_off(void)
{
    return with_contacts(sim_kick_off(), 0.25, 1);
}

static struct sim *open_crowd(void)
{
    enum { SIDE = 5 };
    struct sim *sim = sim_open(SIDE * SIDE, 16, 12);
    uint64_t seed = 5;
    for (size_t i = 0; i < sim->scene.n; i++) {
        sim->scene.r[i] = uniform(&seed, 0.3, 1.1);
        sim->scene.m[i] = uniform(&seed, 0.5, 3);
        double x = 1.6 + 3.2 * (double)(i % SIDE), y = 1.2 + 2.4 * (double)(i / SIDE);
        sim_ball_random(sim, i, x, y, 2, &seed);
    }
    return with_contacts(sim, 0.02, 0.5);
}

static struct sim *open_lossy_crowd(void)
{
    struct sim *sim = open_crowd();
    sim->scene.pair.restitution = restitution_of(0.9);
    sim->scene.table.walls.restitution = restitution_of(0.75);
    return sim;
}

static struct sim *open_one_ball(void)
{
    struct sim *sim = sim_open(1, 8, 4);
    sim_ball(sim, 0, 3, 2, 1.75, -0.625);
    return with_contacts(sim, 0.05, 2);
}

static struct sim *open_nothing(void)
{
    return with_contacts(sim_open(0, 8, 4), 0.05, 1);
}

static const struct matrix_scene matrix_scenes[] = {
    {"two balls", open_two_balls, 6000, true, 0, NULL},      {"cradle", open_cradle, 6000, true, 0, NULL},
    {"double hit", open_double_hit, 6000, true, 0, NULL},    {"break", open_break, 6000, true, 0, NULL},
    {"kick-off", open_kick_off, 9000, false, 0, NULL},       {"crowd", open_crowd, 6000, false, 0, NULL},
    {"lossy crowd", open_lossy_crowd, 6000, false, 0, NULL}, {"one ball", open_one_ball, 9000, false, 0, NULL},
    {"nothing", open_nothing, 100, true, 0, NULL},
};

/** Lets balls turn and rub. */
static void turn(struct sim *sim, enum field field, double strength)
{
    struct scene *scene = &sim->scene;
    bool perfectly = field == PERFECTLY_ROUGH;
    if (field == CLOTH)
        sim_cloth(sim, 8 * strength, strength, 2 * strength);
    else
        sim_rotate(sim);
    scene->pair.rubbing.mu = (struct friction){perfectly ? 0x1p30 : 0.25, perfectly ? 0 : 0.125, 0.5};
    scene->table.walls.rubbing.mu = (struct friction){perfectly ? 0x1p30 : 0.125, 0, 0};
    scene->pair.rubbing.beta = scene->table.walls.rubbing.beta = perfectly ? 1 : 0.25;
    for (int i = 0; i < (int)scene->n; i++) /* spins of all directions, the size of velocities */
        sim->world->w[i] =
            (struct vec3){(i % 3 - 1.0) / scene->r[i], (0.5 - i % 2) / scene->r[i], (i % 5 - 2.25) / (2 * scene->r[i])};
}

/** The scene with its field, which is weak: what happens without happens. */
static struct sim *open_scene(const struct matrix_scene *scene)
{
    struct sim *sim = scene->open();
    sim->scene.impact = scene->impact ? scene->impact : sim->scene.impact;
    double strength = sim->scene.table.width / 1024;
    if (scene->field >= CLOTH)
        turn(sim, scene->field, strength);
    if (scene->field == GRAVITY)
        sim->scene.gravity = (struct vec2){0.5 * strength, -strength};
    if (scene->field != FRICTION)
        return sim;
    sim->scene.friction = mem_array(sim->scene.n + 1, sizeof(double));
    assert_non_null(sim->scene.friction);
    for (size_t i = 0; i < sim->scene.n; i++)
        sim->scene.friction[i] = i % 3 == 2 ? 1.5 * strength : strength;
    return sim;
}
