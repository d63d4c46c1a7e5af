#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "scene/scene.h"

/* What the rooms after this one tell it: which integrators and laws of impact there are, what each can do, and what
 * only they can check. */

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
    SCENE_RESTITUTION_BY_SPEED = 1 << 8,
    SCENE_MOVING_WALLS = 1 << 9,       /* `motion` of walls, lines and arcs */
    SCENE_THERMAL_WALLS = 1 << 10,     /* `table.thermal` */
    SCENE_ROLLING_RESISTANCE = 1 << 11 /* `mu_roll` */
};

/** The fastest contact that two bodies of a scene can have, and what it asks of a time step. */
struct scene_stability {
    size_t a, b;         /* the balls; b == a: ball a and a wall */
    double bound;        /* steps dt >= bound are unstable; infinite: no contact is possible, or k is not given */
    double contact_time; /* that the elastic contact of the two lasts; infinite likewise */
};

/** What loading has to know of an integrator. */
struct scene_integrator {
    const char *name, *doc;
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
    const char *name, *doc;
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
