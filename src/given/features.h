#pragma once

#include <stddef.h>

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
    SCENE_MOVING_WALLS = 1 << 9,        /* `motion` of walls, lines and arcs */
    SCENE_THERMAL_WALLS = 1 << 10,      /* `table.thermal` */
    SCENE_ROLLING_RESISTANCE = 1 << 11, /* `mu_roll` */
    SCENE_GATES = 1 << 12,              /* `gate` */
    SCENE_PISTONS = 1 << 13             /* `table.piston` */
};

/** The fastest contact that two bodies of a scene can have, and what it asks of a time step. */
struct scene_stability {
    size_t a, b;         /* the balls; b == a: ball a and a wall */
    double bound;        /* steps dt >= bound are unstable; infinite: no contact is possible, or k is not given */
    double contact_time; /* that the elastic contact of the two lasts; infinite likewise */
};
