#pragma once

#include <math.h>

#include "contact/friction.h"
#include "given/scene.h"

/*
 * What a cushion, a wall, line or arc, does to a ball that turns and hits it alone. Each law is one file that exports
 * one `const struct cushion_law`; cushion.c lists them. Where several contacts act at one instant the laws of impact
 * and impact/impact_friction take their place.
 */

/** A cushion as a ball meets it. */
struct cushion {
    const struct cushion_law *law;
    const struct rubbing *rubbing;
    struct restitution restitution; /* of the contact */
    struct vec2 n;                  /* horizontal unit normal into it */
    double sine; /* of the angle by which the nose tilts the normal upwards: height / r - 1; 0: not */
};

/** Impulse on a cushion, by its directions: along n into it, along (-n.y, n.x), and upwards. */
struct cushion_impulse {
    double normal, tangential, vertical;
};

struct cushion_law {
    const char *name, *doc;
    /** A ball hits the cushion. Changes its velocity and spin; must not add energy where e <= most_e().
     *  @param ball  before; receives the state after
     *  @param speed with which it leaves along the normal but for friction: e times that with which it comes, or what
     *               lets pressed bodies part */
    struct cushion_impulse (*hit)(const struct cushion *cushion, struct friction_body *ball, double speed);
    /** The coefficient of restitution up to which no hit gains energy, whatever the spin, where there is friction.
     *  @param q moment of inertia over m r^2 @param beta tangential restitution @param sine as above */
    double (*most_e)(double q, double beta, double sine);
};

extern const struct cushion_law cushion_nose;

/** All laws. */
enum { CUSHION_LAWS = 1 };
extern const struct cushion_law *const cushion_laws[CUSHION_LAWS + 1]; /* ends with NULL */

/** What cushions of a scene do to balls that turn. */
static inline const struct cushion_law *cushion_law_of(const struct scene *scene)
{
    (void)scene; /* all scenes have the one that comes first */
    return cushion_laws[0];
}

/** Sine of the angle by which a cushion that touches balls at the height `nose` tilts the normal upwards; 0 where that
 *  is 0, the height of their centres. @param r radius of the ball */
static inline double cushion_sine(double nose, double r)
{
    return nose > 0 ? nose / r - 1 : 0;
}

/** The height that every nose must stay below: the top of a ball. @param r its radius */
static inline double cushion_highest_nose(double r)
{
    return 2 * r;
}

/** The coefficient of restitution up to which no hit of a ball gains energy: 1 without friction. A scene whose balls
 *  rub has their inertia. */
static inline double cushion_most_restitution(const struct scene *scene, size_t ball, const struct rubbing *rubbing)
{
    if (!friction_acts(rubbing->mu))
        return 1;
    return cushion_law_of(scene)->most_e(scene->inertia[ball], rubbing->beta,
                                         cushion_sine(scene->nose, scene->r[ball]));
}

/** Cosine of the angle by which a nose tilts the normal. */
static inline double cushion_cosine(double sine)
{
    return sqrt((1 - sine) * (1 + sine));
}

/** The unit normal in space, from the ball into a cushion whose nose tilts it. */
static inline struct vec3 cushion_normal(struct vec2 n, double sine)
{
    double cosine = cushion_cosine(sine);
    return (struct vec3){cosine * n.x, cosine * n.y, sine};
}

/** A ball hits a cushion: as the operation of its law. */
static inline struct cushion_impulse cushion_hit(const struct cushion *cushion, struct friction_body *ball,
                                                 double speed)
{
    return cushion->law->hit(cushion, ball, speed);
}

/** Notes the impulse on the cushion for the log. */
void cushion_note(const struct cushion_impulse *impulse, struct contact *contact);
