#ifndef MODEL_SCENE_SETTINGS_H
#define MODEL_SCENE_SETTINGS_H

#include <stdbool.h>

#include "model/scene.h"
#include "model/scene_read.h"
#include "base/error.h"
#include "model/scene_balls_map.h"

/** What is known of a scene beside struct scene itself once its settings, everything but the balls, have been read. */
struct scene_settings {
    const struct scene_reader *reader;  /* the caller sets this, ... */
    const struct scene_node *root;      /* ... the document, ... */
    struct scene *scene;                /* ... and where it goes; the rest starts zeroed */
    struct scene_integrator integrator; /* name NULL: unknown */
    struct scene_impact impact;         /* the integrator's law; name NULL: it has none */
    const struct scene_node *defaults;  /* NULL: none, or of a wrong type */
    const struct scene_node *obstacles; /* likewise */
    const struct scene_node *balls;     /* likewise */
    struct scene_found found;           /* keys of the scene, table, restitution, start */
    bool table_known, start_known;      /* width and height, start_time are valid */
    double start_time;                  /* start.step * dt */
};

/** Reads the members of the document's root object into the scene, whose invalid values are as if not given. Strings
 *  are borrowed from the JSON. */
void scene_settings_read(struct scene_settings *settings);

/** An entry of `balls` as it is read: a ball or a generator. */
struct ball_entry {
    const struct scene_reader *reader;
    const struct scene_node *node;
    const struct scene_path *path;
    enum scene_object type;        /* OBJECT_BALL, OBJECT_RACK or OBJECT_FILL; of `defaults` OBJECT_DEFAULTS */
    struct scene_found own, found; /* keys of its own; those and the defaults' */
    struct scene_entry value;
};

/** False, and an error at the entry's friction, sliding or pivoting: the integrator cannot do it in this scene, or not
 *  so little. */
bool scene_settings_check_decelerations(const struct ball_entry *entry, const struct scene_settings *settings);

/** An error at `node`, a coefficient of restitution or a table of such, if the law of impact cannot do so little, or
 *  the integrator no table. */
void scene_settings_check_restitution(const struct scene_settings *settings, const struct scene_node *node,
                                      const struct scene_path *path, double e, const struct restitution *by_speed);

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

/** Gives the world what contacts of springs have stretched, from the text of start.stretch: of each its number and two
 *  lengths, all separated by blanks, in ascending number. */
void scene_clock_take_stretch(const struct scene_settings *settings, struct world *world);

#endif
