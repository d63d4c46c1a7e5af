#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "scene/scene.h"
#include "scene/scene_read.h"

/* ---- scene_balls_map.c ---- */

/** Which balls came from which entry of `balls`. Owner: the caller, freed by scene_balls_map_free(). */
struct scene_balls_map {
    size_t n_entries;
    const struct cJSON **entry;
    size_t *first; /* index of the entry's first ball; first[n_entries] is the number of balls */
    bool complete; /* false: a generator is wrong, so its balls are missing */
};

/** Room for the entries of an array, which are the caller's to fill in. false: out of memory. */
bool scene_balls_map_create(struct scene_balls_map *map, const struct cJSON *balls);
void scene_balls_map_free(struct scene_balls_map *map);

/** How messages name a ball: "balls.3", or "balls.1 (ball 17)" where entry and ball number differ. */
enum { SCENE_BALLS_MAP_MAX_LABEL = 80 };
const char *scene_balls_map_label(char to[SCENE_BALLS_MAP_MAX_LABEL], const struct scene_balls_map *map, size_t ball);

/** The entry that a ball came from. */
size_t scene_balls_map_entry(const struct scene_balls_map *map, size_t ball);

/* ---- scene_settings.c ---- */

/** What is known of a scene beside struct scene itself once its settings, everything but the balls, have been read. */
struct scene_settings {
    const struct scene_reader *reader;  /* the caller sets this, ... */
    const struct cJSON *root;           /* ... the document, ... */
    struct scene *scene;                /* ... and where it goes; the rest starts zeroed */
    struct scene_integrator integrator; /* name NULL: unknown */
    struct scene_impact impact;         /* the integrator's law; name NULL: it has none */
    const struct cJSON *defaults;       /* NULL: none, or of a wrong type */
    const struct cJSON *obstacles;      /* likewise */
    const struct cJSON *balls;          /* likewise */
    struct scene_found found;           /* keys of the scene, table, restitution, start */
    bool table_known, start_known;      /* width and height, start_time are valid */
    double start_time;                  /* start.step * dt */
};

/** Reads the members of the document's root object into the scene, whose invalid values are as if not given. */
void scene_settings_read(struct scene_settings *settings);

/** An entry of `balls` as it is read: a ball or a generator. */
struct ball_entry {
    const struct scene_reader *reader;
    const struct cJSON *node;
    const struct scene_path *path;
    enum scene_object type;        /* OBJECT_BALL, OBJECT_RACK or OBJECT_FILL; of `defaults` OBJECT_DEFAULTS */
    struct scene_found own, found; /* keys of its own; those and the defaults' */
    struct scene_entry value;
};

/** False, and an error at the entry's friction, sliding or pivoting: the integrator cannot do it in this scene. */
bool scene_settings_check_decelerations(const struct ball_entry *entry, const struct scene_settings *settings);

/** An error, see scene_errors_add(), of a coefficient of restitution or a table of such, if the law of impact cannot do
 *  so little, or the integrator no table. */
void scene_settings_check_restitution(const struct scene_settings *settings, const struct cJSON *node,
                                      const struct scene_path *path, const char *key,
                                      const struct restitution *restitution);

/** Reads the array `obstacles` into the scene's table; names are kept in the scene's text pool.
 *  STATUS_LIMIT: out of memory. What is wrong has been reported, and is left out. */
enum status scene_obstacles_read(const struct scene_settings *settings);

/** Reads `balls`, generators expanded, into scene->n, r, m, friction, name, color, checkpoint and a new *world (its
 * constants borrowed from the scene). A ball that is wrong is reported and gets r = 0. STATUS_LIMIT: out of memory.
 * *world and *map are the caller's in any case (NULL, empty). */
enum status scene_balls_read(const struct scene_settings *settings, struct world **world, struct scene_balls_map *map);

/** Checks what a scene says of steps and times, before the balls are known: `settings->found` is set. Sets start_known
 *  and start_time. */
void scene_clock_check(struct scene_settings *settings);

/** Whether a run may end with this step: at most 2^53, beyond which doubles cannot tell all whole numbers apart, and at
 *  a time that a saved state may give to its balls.
 *  @param step at most 2^54 */
bool scene_clock_may_end(uint64_t step, double dt);

/** Once the balls are known: chooses dt, steps and every of a scene that gives a duration. */
void scene_clock_choose(const struct scene_settings *settings, const struct world *world);

/** Sets scene->stop from its text.
 *  @param balls_known all balls have been counted; else those that `stop` names are not looked for */
void scene_clock_check_stop(const struct scene_settings *settings, bool balls_known);

/* ---- scene_start.c ---- */

/** Gives the world the contacts of springs that `start` holds, where the integrator has such. STATUS_LIMIT: out of
 *  memory. What is wrong has been reported. */
enum status scene_start_read(const struct scene_settings *settings, struct world *world);

/* ---- scene_generator.c ---- */

/** Completes value.rack or value.fill of a generator from what else was read. False: it asks for something impossible,
 *  which is reported. */
bool scene_generator_complete(struct ball_entry *generator, const struct scene_settings *settings);

uint64_t scene_generator_count(const struct ball_entry *generator);

/** Writes the places of balls first .. first + scene_generator_count() - 1 and adds their random velocities; radii of
 *  the scene are set. False: they did not fit, which is reported. @param taken as in generate_fill_place() */
bool scene_generator_place(const struct ball_entry *generator, struct world *world, size_t first,
                           struct disc_grid *taken);

/* ---- scene_rotation.c: what the entries of `balls` say of cloth, spin and cue, and what of it needs all balls ---- */

/** Moment of inertia of balls that do not give theirs, in units of m r^2. */
#define SCENE_ROTATION_SPHERE 0.4

/** True if a key of balls is given with which a scene rotates. */
static inline bool scene_rotation_is_given(struct scene_found found)
{
    return scene_read_has(found, BALL_SLIDING) || scene_read_has(found, BALL_SPIN) || scene_read_has(found, BALL_TIP);
}

/** Checks what an entry says, once its velocity (but not the random one of a fill) is known. False: something is wrong,
 *  which is reported. */
bool scene_rotation_read(const struct scene_settings *settings, struct ball_entry *entry);

/** Sets friction, sliding, pivoting, inertia and spin of balls first..last-1, which have their radii and velocities, in
 *  arrays that exist only once they are needed. False: out of memory. */
bool scene_rotation_set(struct scene *scene, struct world *world, const struct ball_entry *entry, size_t first,
                        size_t last);

/** After the last ball: the arrays that a scene that rotates has in any case. False: out of memory. */
bool scene_rotation_complete(struct scene *scene, struct world *world);

/** Reports balls without sliding among others that have it, and a nose that does not suit a ball. */
void scene_rotation_check(const struct scene_settings *settings, const struct scene_balls_map *map);
