#pragma once

#include "scene/scene.h"

/** The fastest contact that two bodies of a scene can have, and what it asks of the time step of the springs. */
struct scene_stability {
    size_t a, b;         /* the balls; b == a: ball a and a wall */
    double bound;        /* steps dt >= bound are unstable; infinite: no contact is possible, or k is not given */
    double contact_time; /* that the elastic contact of the two lasts; infinite likewise */
};

/** Looks at all balls of positive mass. */
struct scene_stability scene_stability_of(const struct scene *scene);
