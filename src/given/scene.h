#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/vec2.h"
#include "given/table.h"
#include "state/checkpoint.h"
#include "state/world.h"

/** Limits of size: of lengths, and of every other quantity. */
#define SCENE_LARGEST_LENGTH 1e18
#define SCENE_LARGEST        1e60

/** When a run ends before its last step: with the first frame at or after the event. */
enum scene_stop_kind {
    SCENE_STOP_NONE,
    SCENE_STOP_REST,   /* all balls are at rest */
    SCENE_STOP_HITS,   /* `hits` ball-ball contacts in all */
    SCENE_STOP_PAIR,   /* balls a and b have hit; this and the following wait for a contact */
    SCENE_STOP_HIT,    /* ball a has hit a ball */
    SCENE_STOP_POCKET, /* a ball is pocketed, by obstacle `pocket` */
    SCENE_STOP_GATE    /* a ball has passed the gate that is obstacle `gate` */
};

struct scene_stop {
    enum scene_stop_kind kind;
    const char *text; /* as given; NULL: none */
    uint64_t hits;    /* >= 1 */
    size_t a, b;      /* different */
    int64_t pocket;   /* -1: by any */
    int64_t gate;     /* -1: any */
};

/** An override, for the summary. */
struct scene_setting {
    const char *text; /* "PATH=VALUE" as given */
    const char *path, *value;
    const char *plain; /* the value in a table: a string without its quotes, "" for null */
    bool is_json;      /* the value; else it is a string */
};

/*
 * What stays: the table, the laws, the clock and the balls' constants. Immutable once loaded; the moving part is the
 * struct world that scene_load() makes beside it. Units are the user's own, as long as they agree.
 *
 * Ownership: the scene owns everything its pointers reach; scene_destroy(NULL) does nothing.
 */
struct scene {
    const char *title, *comment; /* NULL: none */
    struct table table;          /* its size, periodic axes and obstacles */
    struct coefficients pair;    /* of two balls that touch, unless their materials have others: scene_pair() */
    struct materials *materials; /* NULL: none are given */
    struct vec2 gravity;         /* uniform acceleration, length per time squared */
    double nose;                 /* height at which walls, lines and arcs touch balls, > 0; 0: that of their centres */
    double k_tangential;         /* springs: tangential stiffness, > 0; 0: not given */
    double k_roll;               /* springs: rolling stiffness, force per length, > 0; 0: not given */
    double gamma_roll;           /* springs: rolling damping, force per speed, >= 0; < 0: not given */
    double k;                    /* contact stiffness, force per overlap, > 0; 0: not given */
    double dt;                   /* time step, > 0; for `event` only the distance between frames */
    uint64_t steps;              /* steps to run, <= 2^53 */
    uint64_t every;              /* a frame at each step that is a multiple of it, >= 1 */
    double duration, frame;      /* as given instead of steps and every, which were chosen from them; 0: not given */
    uint64_t start_step;         /* step number of the given state */
    struct scene_stop stop;      /* when to end early */
    const char *integrator, *impact; /* names: static strings of the ops */
    double contact_time;             /* `event`: hits of one ball closer in time than this are elastic, >= 0 */
    size_t n;                        /* number of balls, < 2^31 */
    double *r, *m;                   /* radius, mass; > 0; the mass of a fixed ball is infinite; room for n + 1 */
    double *friction;                /* deceleration of a rolling ball, >= 0; NULL: none */
    bool rotates;                    /* the scene gives one of sliding, spin, tip and mu, be it 0 */
    double *sliding;                 /* deceleration of a ball that slides on the cloth, >= 0; NULL: none */
    double *pivoting;                /* deceleration of r |wz|, >= 0; NULL: none */
    double *inertia;                 /* moment of inertia in units of m r^2, 0..1; NULL only if nothing rotates */
    const char **name, **color;      /* per ball, entries may be NULL; NULL when no ball has one */
    struct scene_spun {
        const char *key; /* static; NULL: there is none */
        size_t entry;    /* of `balls` */
    } spun;              /* the first of tip, spin, pivoting and inertia that is not as usual */
    size_t kicked;       /* 1 + the first entry of `balls` with kicks, where no wall has a temperature; 0: none */
    size_t thrown;       /* 1 + the first entry of `balls` that is in a pocket and has a velocity; 0: none */
    size_t miscue;       /* 1 + the first ball struck where a cue slips off; 0: none */
    size_t same_seed;    /* entry of `balls` with the random velocities of the fill before; 0: none */
    struct checkpoint *checkpoint;  /* the start as --save wrote it, a time for each ball; NULL: as the world has it */
    struct scene_setting *settings; /* the overrides, in order */
    size_t n_overrides;
    struct arena texts; /* the strings, but names of ops; coefficients by speed */
};

/** When the run is to end. */
static inline double scene_end(const struct scene *scene)
{
    return (double)(scene->start_step + scene->steps) * scene->dt;
}

/** Fixed balls never move; energy and momentum leave them out. */
static inline bool scene_is_fixed(const struct scene *scene, size_t ball)
{
    return scene->m[ball] == HUGE_VAL;
}

/** True if an array has the same value for all balls. */
static inline bool scene_are_equal(const struct scene *scene, const double *values)
{
    size_t i = 1;
    while (i < scene->n && values[i] == values[0])
        i++;
    return i >= scene->n;
}

/** The number of a ball's material: without materials all have one. */
static inline uint32_t scene_material(const struct scene *scene, size_t ball)
{
    return scene->materials ? scene->materials->of[ball] : MATERIALS_NONE;
}

/** How many materials there are, at least one. */
static inline uint32_t scene_n_materials(const struct scene *scene)
{
    return table_n_materials(&scene->table);
}

/** What two balls do, by the materials of one (rows) and the other. */
static inline const struct coefficients *scene_of_balls(const struct scene *scene)
{
    return scene->materials ? scene->materials->balls : &scene->pair;
}

/** What a contact of two balls does: the one place that says so. */
static inline const struct coefficients *scene_pair(const struct scene *scene, size_t a, size_t b)
{
    return &scene_of_balls(scene)[scene_material(scene, a) * scene_n_materials(scene) + scene_material(scene, b)];
}

/** The same of a ball and a surface. */
static inline const struct coefficients *scene_at_surface(const struct scene *scene, size_t ball,
                                                          const struct surface *surface)
{
    return &surface->by_material[scene_material(scene, ball)];
}

/** The same at a wall of the table. */
static inline const struct coefficients *scene_at_wall(const struct scene *scene, size_t ball)
{
    return &table_at_walls(&scene->table)[scene_material(scene, ball)];
}

/** Each set of coefficients that two bodies of the scene can have: first those of balls, then those at walls and
 *  obstacles. A scene has all of a table that it gives.
 *  @param at 0 at first
 *  @return NULL: no more */
const struct coefficients *scene_next_coefficients(const struct scene *scene, size_t *at);

/** True if some contact of the scene resists rolling. */
bool scene_resists_rolling(const struct scene *scene);

/** The ball of a number, or of a name that no other has; digits are always a number. False: there is none; `fault` says
 *  so. */
enum { SCENE_MAX_FAULT = 768, SCENE_MAX_HINT = 384 };
bool scene_find_ball(const struct scene *scene, const char *text, size_t length, size_t *ball,
                     char fault[SCENE_MAX_FAULT]);

/** What to add to the message about a gate that is not there: the name that was meant, or nothing. Returns `hint`. */
const char *scene_tell_gate_meant(const struct table *table, const char *text, size_t length,
                                  char hint[SCENE_MAX_HINT]);

/** The largest radii among the balls that can move, and among those that are fixed; 0: there is none. */
struct scene_radii {
    double first, second, fixed;
};
struct scene_radii scene_largest_radii(const struct scene *scene);

void scene_destroy(struct scene *scene);
