#pragma once

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/vec2.h"
#include "contact/cushion.h"
#include "world/checkpoint.h"
#include "world/table.h"
#include "world/world.h"

/** When a run ends before its last step: with the first frame at or after the event. */
enum scene_stop_kind {
    SCENE_STOP_NONE,
    SCENE_STOP_REST,  /* all balls are at rest */
    SCENE_STOP_HITS,  /* `hits` ball-ball contacts in all */
    SCENE_STOP_PAIR,  /* balls a and b have hit; this and the following wait for a contact */
    SCENE_STOP_HIT,   /* ball a has hit a ball */
    SCENE_STOP_POCKET /* a ball is pocketed, by obstacle `pocket` */
};

struct scene_stop {
    enum scene_stop_kind kind;
    const char *text; /* as given; NULL: none */
    uint64_t hits;    /* >= 1 */
    size_t a, b;      /* different */
    int64_t pocket;   /* -1: by any */
};

/** An override, for the summary. */
struct scene_setting {
    const char *text; /* "PATH=VALUE" as given */
    const char *path, *value;
    bool is_json; /* the value; else it is a string */
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
    struct coefficients pair;    /* of two balls that touch: scene_pair() */
    struct vec2 gravity;         /* uniform acceleration, length per time squared */
    double nose;                 /* height at which walls, lines and arcs touch balls, > 0; 0: that of their centres */
    double k_tangential;         /* springs: tangential stiffness, > 0; 0: not given */
    double k;                    /* contact stiffness, force per overlap, > 0; 0: not given */
    double dt;                   /* time step, > 0; for `event` only the distance between frames */
    uint64_t steps;              /* steps to run, <= 2^53 */
    uint64_t every;              /* a frame at each step that is a multiple of it, >= 1 */
    double duration, frame;      /* as given instead of steps and every, which were chosen from them; 0: not given */
    uint64_t start_step;         /* step number of the given state */
    const char *stretch;         /* contacts of springs as 1.0.0 saved them; NULL: none, or taken by the world */
    struct scene_stop stop;      /* when to end early */
    const char *integrator, *impact; /* names: static strings of the registry */
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
        const char *key;            /* static; NULL: there is none */
        size_t entry;               /* of `balls` */
    } spun;                         /* the first of tip, spin, pivoting and inertia that is not as usual */
    size_t miscue;                  /* 1 + the first ball struck where a cue slips off; 0: none */
    size_t same_seed;               /* entry of `balls` with the random velocities of the fill before; 0: none */
    struct checkpoint *checkpoint;  /* the start as --save wrote it, a time for each ball; NULL: as the world has it */
    struct scene_setting *settings; /* the overrides, in order */
    size_t n_overrides;
    struct arena texts; /* the strings, but those of the registry; coefficients by speed */
};

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

/** Sine of the angle by which the nose of a cushion tilts the normal of its contact with a ball upwards. */
static inline double scene_nose_sine(const struct scene *scene, double r)
{
    return scene->nose > 0 ? scene->nose / r - 1 : 0;
}

/** What cushions do to balls that turn. */
static inline const struct cushion_law *scene_cushion(const struct scene *scene)
{
    (void)scene; /* all scenes have the one that comes first */
    return cushion_laws[0];
}

/** The coefficient of restitution up to which no hit of a ball at a surface gains energy: 1, but at a nose where there
 * is friction. Balls turn. */
static inline double scene_most_restitution(const struct scene *scene, size_t ball, const struct rubbing *rubbing)
{
    double sine = scene_nose_sine(scene, scene->r[ball]);
    return friction_acts(rubbing->mu) ? scene_cushion(scene)->most_e(scene->inertia[ball], rubbing->beta, sine) : 1;
}

/** What a contact of two balls does: the one place that says so. */
static inline const struct coefficients *scene_pair(const struct scene *scene, size_t a, size_t b)
{
    (void)a, (void)b; /* all balls are alike */
    return &scene->pair;
}

/** The same of a ball and a surface. */
static inline const struct coefficients *scene_at_surface(const struct scene *scene, size_t ball,
                                                          const struct surface *surface)
{
    (void)scene, (void)ball;
    return &surface->coefficients;
}

/** The ball of a number, or of a name that no other has; digits are always a number. False: there is none; `fault` says
 *  so. */
enum { SCENE_MAX_FAULT = 512 };
bool scene_find_ball(const struct scene *scene, const char *text, size_t length, size_t *ball,
                     char fault[SCENE_MAX_FAULT]);

/** The largest radii among the balls that can move, and among those that are fixed; 0: there is none. */
struct scene_radii {
    double first, second, fixed;
};
struct scene_radii scene_largest_radii(const struct scene *scene);

/** What a scene may ask of an integrator and not all can do. */
enum scene_feature {
    SCENE_OVERLAPS = 1 << 0,     /* balls that at the start overlap or extend beyond the table, more than rounding */
    SCENE_STIFFNESS = 1 << 1,    /* `k` */
    SCENE_IMPACT = 1 << 2,       /* `impact` */
    SCENE_CONTACT_TIME = 1 << 3, /* `contact_time` */
    SCENE_GRAVITY_AND_FRICTION = 1 << 4, /* both in one scene */
    SCENE_TWO_SIDES = 1 << 5, /* fixed balls that a ball can touch from two sides of a periodic table at once */
    SCENE_NOSE = 1 << 6,      /* `table.nose` */
    SCENE_ONE_PLACE = 1 << 7, /* two balls with their centres at one place, among those of SCENE_OVERLAPS */
    SCENE_RESTITUTION_BY_SPEED = 1 << 8
};

/** The fastest contact that two bodies of a scene can have, and what it asks of a time step. */
struct scene_stability {
    size_t a, b;         /* the balls; b == a: ball a and a wall */
    double bound;        /* steps dt >= bound are unstable; infinite: no contact is possible, or k is not given */
    double contact_time; /* that the elastic contact of the two lasts; infinite likewise */
};

/** What loading has to know of an integrator. */
struct scene_integrator {
    const char *name;
    unsigned supports; /* features: what else a scene asks for is an error, or without effect */
    unsigned needs;    /* features among them that a scene must give */
    bool steps;        /* dt is a step, not only the distance of frames */
    /** Of one that steps: the largest step that suits a scene that gives `duration` but no `dt`, > 0. */
    double (*suitable_dt)(const struct scene *scene, const struct world *world);
    /** Of one that needs stiffness. */
    struct scene_stability (*stability)(const struct scene *scene);
};

/** What it has to know of a law of impact. */
struct scene_impact {
    const char *name;
    double least_e; /* coefficient of restitution from which on it works */
};

/** Kind of a contact of which only the numbers of its bodies are known. */
#define SCENE_CONTACT_NUMBERED UINT_MAX

/** Takes what an overlap check finds. Depths are lengths > 0. */
struct scene_overlap_sink {
    void (*beyond)(void *context, size_t ball, const char *wall, double depth);
    void (*overlap)(void *context, size_t ball, size_t earlier, double depth);
    void (*obstacle)(void *context, size_t ball, size_t obstacle, double depth);
    void *context;
};

/** What a scene can name and what checks it, from the layers above, so that the model knows no integrator. */
struct scene_registry {
    bool (*integrator)(size_t index, struct scene_integrator *integrator); /* false: no more */
    bool (*impact)(size_t index, struct scene_impact *law);                /* likewise */
    const char *default_integrator, *default_impact;
    /** Moves the balls that have times of their own in the scene's checkpoint to the time of the world. */
    void (*synchronise)(const struct scene *scene, struct world *world);
    /** Completes the world's contacts, of which only the names of bodies are known or, where the kind is
     *  SCENE_CONTACT_NUMBERED, only the bodies. @param at, fault receive the first that cannot be and why; NULL: none
     */
    enum status (*find_contacts)(const struct scene *scene, struct world *world, size_t *at, const char **fault);
    /** STATUS_LIMIT: out of memory. Balls with r = 0 are known to be wrong. */
    enum status (*check_overlaps)(const struct scene *scene, const struct world *world,
                                  const struct scene_overlap_sink *sink);
};

/** One override. `path` and `value` as in billiard-scene(5), OVERRIDES; `option` is what gave it, for messages
 *  ("--set balls.3.r=-1", "--steps 5"). Strings are borrowed during scene_load. */
struct scene_override {
    const char *option, *path, *value;
};

struct scene_source {
    const char *path; /* "-": standard input, shown as <stdin> */
    const struct scene_override *overrides;
    size_t n_overrides;
};

/** Takes each fault as one complete line ("scene.json:4:28: error: balls.3.r: must be > 0, found -1"), in the order of
 *  the file. With `all` false loading stops at the first. */
struct scene_faults {
    void (*line)(void *context, const char *text); /* NULL: they are not told */
    void *context;
    bool all;
};

/** Reads, overrides, expands and checks a scene. On success *scene and *world belong to the caller.
 *  Faults of the scene go to `faults` and give STATUS_SCENE (err then has an empty text: all is said);
 *  STATUS_USAGE: malformed override; STATUS_INPUT: cannot be opened or read; STATUS_LIMIT: out of memory. */
enum status scene_load(const struct scene_source *source, const struct scene_registry *registry,
                       const struct scene_faults *faults, struct scene **scene, struct world **world,
                       struct error *err);

void scene_destroy(struct scene *scene);

/*
 * The text of a scene, read once for many scenes that differ by overrides. Several threads may load scenes from it at
 * once.
 *
 * Ownership: the template owns what it keeps of the text; the source's path and overrides and the registry are borrowed
 * and must outlive it.
 */
struct scene_template;

/** Reads and parses the text and applies the overrides of `source`. Failures as of scene_load(); *template is then
 *  NULL. */
enum status scene_load_template(const struct scene_source *source, const struct scene_registry *registry,
                                const struct scene_faults *faults, struct scene_template **template, struct error *err);

/** As scene_load(), with the template's text, and its overrides before those of `more`, which names no file. The
 *  template must outlive the scene, to which it lends the texts of these overrides. */
enum status scene_load_from(const struct scene_template *template, const struct scene_source *more,
                            const struct scene_faults *faults, struct scene **scene, struct world **world,
                            struct error *err);

/** Accepts NULL. */
void scene_load_free(struct scene_template *template);
