/*
 * Rotation as scenes give it: cloth, spin, cue. What an entry of `balls` says is checked ball by ball; the spin itself
 * is made once places and velocities are known, because a cue gives it along with the velocity.
 */
#include "reading/scene_rotation.h"

#include <assert.h>

#include "base/double_bits.h"
#include "base/mem.h"
#include "contact/cue.h"
#include "contact/rolling.h"

/* ---- one entry ---- */

/** Reports at a key of the entry, or at the entry if the defaults give it. */
static bool report(const struct ball_entry *entry, const char *key, const char *fault)
{
    return scene_errors_add(entry->reader->errors, entry->node, entry->path, key, "%s", fault);
}

/** A ball that cannot move takes nothing of the defaults. False: it gives itself a spin. */
static bool read_still(struct ball_entry *entry)
{
    struct scene_entry *value = &entry->value;
    const struct vec3 w = value->spin.w;
    bool spins = scene_read_has(entry->own, BALL_SPIN) && (value->spin.rolling || vec3_dot(w, w) > 0);
    bool struck = scene_read_has(entry->own, BALL_TIP);
    value->spin = (struct scene_spin){.rolling = false};
    value->struck = false;
    if (value->fixed)
        value->sliding = value->pivoting = 0;
    if (!spins && !struck)
        return true;
    return report(entry, spins ? "spin" : "tip",
                  value->fixed ? "a fixed ball has no spin" : "a pocketed ball has no spin");
}

static bool read_tip(struct scene *scene, const struct ball_entry *entry)
{
    const struct scene_entry *value = &entry->value;
    double squared = value->tip[0] * value->tip[0] + value->tip[1] * value->tip[1];
    if (!(squared < 1))
        return report(entry, "tip", "must be within the ball, a^2 + h^2 < 1");
    if (value->vx == 0 && value->vy == 0 && !(value->fill.speed > 0))
        return report(entry, "tip", "a ball that a cue strikes has a velocity, which is what the stroke leaves it");
    if (cue_slips(value->tip) && !scene->miscue)
        scene->miscue = entry->path->index + 1;
    return true;
}

/** Keeps the first key that would turn a path if the ball rolled or rubbed. */
static void note_spin(struct scene *scene, const struct ball_entry *entry)
{
    const struct scene_entry *value = &entry->value;
    const struct vec3 w = value->spin.w;
    const char *key = NULL;
    if (value->struck && (value->tip[0] != 0 || value->tip[1] != 0))
        key = "tip";
    else if (!value->struck && vec3_dot(w, w) > 0)
        key = "spin";
    else if (value->pivoting > 0)
        key = "pivoting";
    else if (value->inertia != SCENE_ROTATION_SPHERE)
        key = "inertia";
    if (key && !scene->spun.key)
        scene->spun = (struct scene_spun){key, entry->path->index};
}

/** The keys with which an entry says anything of rotation. */
static const struct scene_key_set TURNING = {{SCENE_KEYS_BIT(BALL_SLIDING) | SCENE_KEYS_BIT(BALL_PIVOTING) |
                                              SCENE_KEYS_BIT(BALL_SPIN) | SCENE_KEYS_BIT(BALL_TIP) |
                                              SCENE_KEYS_BIT(BALL_ELEVATION) | SCENE_KEYS_BIT(BALL_INERTIA)}};
static_assert(BALL_INERTIA < 64, "these keys are in the first word");

bool scene_rotation_read(const struct scene_settings *settings, struct ball_entry *entry)
{
    struct scene_entry *value = &entry->value;
    if (!scene_keys_meet(&entry->found.given, &TURNING))
        return true;
    bool own_spin = scene_read_has(entry->own, BALL_SPIN), tip = scene_read_has(entry->found, BALL_TIP);
    settings->scene->rotates |= scene_rotation_is_given(entry->own);
    if (scene_read_has(entry->own, BALL_ELEVATION) && !tip)
        return report(entry, "elevation", "needs \"tip\", here or in defaults");
    value->struck = tip && !own_spin;
    if (value->fixed || scene_read_has(entry->found, BALL_POCKETED))
        return read_still(entry);
    note_spin(settings->scene, entry);
    if (value->struck)
        return read_tip(settings->scene, entry);
    if (value->spin.rolling && !(value->sliding > 0))
        return report(entry, "spin", "\"rolling\" needs \"sliding\" > 0, here or in defaults");
    return true;
}

/* ---- arrays ---- */

/** Sets numbers first..last-1 of an array that exists only if one of them is not the usual one. False: out of memory.
 */
static bool set_numbers(size_t n, double **array, size_t first, size_t last, double number, double usual)
{
    if (!*array && number == usual)
        return true;
    bool fresh = !*array;
    if (fresh)
        *array = mem_array(n, sizeof **array);
    if (!*array)
        return false;
    for (size_t i = 0; fresh && usual != 0 && i < n; i++)
        (*array)[i] = usual;
    for (size_t i = first; i < last; i++)
        (*array)[i] = number;
    return true;
}

static struct vec3 spin_of(const struct scene_entry *entry, double r, double vx, double vy)
{
    if (entry->struck)
        return cue_spin(entry->tip, entry->elevation, entry->inertia, r, (struct vec2){vx, vy});
    return entry->spin.rolling ? rolling_spin((struct vec2){vx, vy}, r, 0) : entry->spin.w;
}

/** True if an entry gives its balls a spin, be it 0; also -0, as a state that was saved may. */
static bool spins(const struct scene_entry *entry)
{
    const struct vec3 w = entry->spin.w;
    return entry->struck || entry->spin.rolling ||
           (double_bits_of(w.x) | double_bits_of(w.y) | double_bits_of(w.z)) != 0;
}

bool scene_rotation_set(struct scene *scene, struct world *world, const struct ball_entry *entry, size_t first,
                        size_t last)
{
    const struct scene_entry *value = &entry->value;
    size_t n = scene->n;
    if (!set_numbers(n, &scene->friction, first, last, value->friction, 0) ||
        !set_numbers(n, &scene->sliding, first, last, value->sliding, 0) ||
        !set_numbers(n, &scene->pivoting, first, last, value->pivoting, 0) ||
        !set_numbers(n, &scene->inertia, first, last, value->inertia, SCENE_ROTATION_SPHERE))
        return false;
    if (!spins(value))
        return true;
    if (!world->w && !world_add_spin(world))
        return false;
    for (size_t i = first; i < last; i++)
        world->w[i] = spin_of(value, scene->r[i], world->vx[i], world->vy[i]);
    return true;
}

/** Balls whose slip is the rounding of another program roll. */
static void end_roundings(const struct scene *scene, struct world *world)
{
    for (size_t i = 0; scene->sliding && i < scene->n; i++) {
        const struct vec2 v = {world->vx[i], world->vy[i]};
        if (scene->sliding[i] > 0 && rolling_is_meant(v, world->w[i], scene->r[i]))
            world->w[i] = rolling_spin(v, scene->r[i], world->w[i].z);
    }
}

bool scene_rotation_complete(const struct scene_settings *settings, struct world *world)
{
    struct scene *scene = settings->scene;
    struct checkpoint *checkpoint = scene->checkpoint;
    if (!scene->rotates)
        return true;
    if (!scene->inertia && !set_numbers(scene->n, &scene->inertia, 0, 0, 0, SCENE_ROTATION_SPHERE))
        return false;
    if (!world->w && !world_add_spin(world))
        return false;
    if (!scene_read_saw(settings->found, KEY_START))
        end_roundings(scene, world);
    return !checkpoint || checkpoint->state->w || world_add_spin(checkpoint->state);
}

void scene_rotation_check(const struct scene_settings *settings, struct scene_balls_map *map)
{
    const struct scene *scene = settings->scene;
    size_t with = scene->n, without = scene->n;
    char label[SCENE_BALLS_MAP_MAX_LABEL], other[SCENE_BALLS_MAP_MAX_LABEL];
    for (size_t i = scene->n; scene->sliding && i-- > 0;)
        if (scene->r[i] > 0 && !scene_is_fixed(scene, i))
            *(scene->sliding[i] > 0 ? &with : &without) = i;
    if (with == scene->n || without == scene->n)
        return;
    scene_errors_add(settings->reader->errors, scene_balls_map_node(map, without),
                     &(struct scene_path){.name = scene_balls_map_label(label, map, without)}, NULL,
                     "has no \"sliding\", but %s has; give it to all balls that can move, or to none",
                     scene_balls_map_label(other, map, with));
}
