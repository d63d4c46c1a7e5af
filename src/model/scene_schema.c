/*
 * The table of keys. Balls' keys come first: a scene may have millions of them, and a key is found by walking the
 * table.
 */
#include "model/scene_schema.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/suggest.h"

#define HEAD(member)  offsetof(struct scene_head, member)
#define ENTRY(member) offsetof(struct scene_entry, member)

enum {
    PLACED = SHAPE_BALL | SHAPE_RACK,
    ENTRIES = SHAPE_BALL | SHAPE_RACK | SHAPE_FILL,
    ENTRIES_AND_DEFAULTS = ENTRIES | SHAPE_DEFAULTS
};

const struct scene_key scene_schema_keys[] = {
    {"x", PLACED, PLACED, TYPE_NUMBER, -HUGE_VAL, HUGE_VAL, false, ENTRY(x), NULL, "required",
     "centre of a ball, apex of a rack"},
    {"y", PLACED, PLACED, TYPE_NUMBER, -HUGE_VAL, HUGE_VAL, false, ENTRY(y), NULL, "required",
     "centre of a ball, apex of a rack"},
    {"vx", ENTRIES_AND_DEFAULTS, 0, TYPE_NUMBER, -HUGE_VAL, HUGE_VAL, false, ENTRY(vx), NULL, "0",
     "velocity; in a fill, added to the random one"},
    {"vy", ENTRIES_AND_DEFAULTS, 0, TYPE_NUMBER, -HUGE_VAL, HUGE_VAL, false, ENTRY(vy), NULL, "0",
     "velocity; in a fill, added to the random one"},
    {"r", ENTRIES_AND_DEFAULTS, ENTRIES, TYPE_NUMBER, 0, HUGE_VAL, true, ENTRY(r), "> 0", "required", "radius"},
    {"m", ENTRIES_AND_DEFAULTS, 0, TYPE_NUMBER, 0, HUGE_VAL, true, ENTRY(m), "> 0", "r^3",
     "mass; equal density unless given"},
    {"t0", ENTRIES_AND_DEFAULTS, 0, TYPE_NUMBER, -HUGE_VAL, HUGE_VAL, false, ENTRY(t0), NULL, "start time",
     "moment at which x, y hold, not after the start"},
    {"name", ENTRIES_AND_DEFAULTS, 0, TYPE_STRING, 0, 0, false, ENTRY(name), NULL, "none",
     "carried to the outputs that can hold text"},
    {"color", ENTRIES_AND_DEFAULTS, 0, TYPE_STRING, 0, 0, false, ENTRY(color), NULL, "none",
     "carried to the outputs that can hold text"},
    {"rack", SHAPE_RACK, SHAPE_RACK, TYPE_STRING, 0, 0, false, ENTRY(rack), "triangle, diamond or line", "none",
     "makes the entry a rack of balls"},
    {"rows", SHAPE_RACK, SHAPE_RACK, TYPE_INTEGER, 1, 2147483647, false, ENTRY(rows), "1..2147483647", "required",
     "rows of a triangle, rows up to the widest of a diamond, balls of a line"},
    {"gap", SHAPE_RACK, 0, TYPE_NUMBER, 0, HUGE_VAL, false, ENTRY(gap), ">= 0", "0", "clearance between neighbours"},
    {"angle", SHAPE_RACK, 0, TYPE_NUMBER, -360, 360, false, ENTRY(angle), "in [-360, 360]", "0",
     "direction in which the rows follow, degrees from +x to +y"},
    {"fill", SHAPE_FILL, SHAPE_FILL, TYPE_STRING, 0, 0, false, ENTRY(fill), "hex, square or random", "none",
     "makes the entry many balls spread over an area"},
    {"count", SHAPE_FILL, SHAPE_FILL, TYPE_INTEGER, 0, 2147483647, false, ENTRY(count), "0..2147483647", "required",
     "number of balls"},
    {"region", SHAPE_FILL, 0, TYPE_ARRAY, 0, 0, false, ENTRY(region), "[x0, y0, x1, y1]", "the table",
     "area to spread the balls over"},
    {"speed", SHAPE_FILL, 0, TYPE_NUMBER, 0, HUGE_VAL, false, ENTRY(speed), ">= 0", "0",
     "root mean square speed of the random velocities"},
    {"seed", SHAPE_FILL, 0, TYPE_INTEGER, 0, 0x1p53, false, ENTRY(seed), "0..2^53", "0",
     "same seed, same balls, on every machine"},
    {"title", SHAPE_SCENE, 0, TYPE_STRING, 0, 0, false, HEAD(title), NULL, "none", "ignored by the physics"},
    {"comment", SHAPE_SCENE, 0, TYPE_STRING, 0, 0, false, HEAD(comment), NULL, "none", "ignored by the physics"},
    {"table", SHAPE_SCENE, SHAPE_SCENE, TYPE_OBJECT, 0, 0, false, HEAD(table), NULL, "required",
     "the table, from (0, 0) to (width, height)"},
    {"width", SHAPE_TABLE, SHAPE_TABLE, TYPE_NUMBER, 0, HUGE_VAL, true, HEAD(width), "> 0", "required",
     "inner size of the table along x"},
    {"height", SHAPE_TABLE, SHAPE_TABLE, TYPE_NUMBER, 0, HUGE_VAL, true, HEAD(height), "> 0", "required",
     "inner size of the table along y"},
    {"restitution", SHAPE_SCENE, 0, TYPE_NODE, 0, 1, false, HEAD(restitution), "in [0, 1]", "1",
     "coefficient of restitution, for balls and walls alike or one for each"},
    {"ball", SHAPE_RESTITUTION, 0, TYPE_NUMBER, 0, 1, false, HEAD(e_ball), "in [0, 1]", "1",
     "coefficient of restitution between balls"},
    {"wall", SHAPE_RESTITUTION, 0, TYPE_NUMBER, 0, 1, false, HEAD(e_wall), "in [0, 1]", "1",
     "coefficient of restitution at the walls"},
    {"integrator", SHAPE_SCENE, 0, TYPE_STRING, 0, 0, false, HEAD(integrator), NULL, "event",
     "the way of moving forward in time"},
    {"impact", SHAPE_SCENE, 0, TYPE_STRING, 0, 0, false, HEAD(impact), NULL, "gr",
     "law for simultaneous contacts in event"},
    {"k", SHAPE_SCENE, 0, TYPE_NUMBER, 0, HUGE_VAL, true, HEAD(k), "> 0", "required by the springs",
     "contact stiffness, force per overlap"},
    {"contact_time", SHAPE_SCENE, 0, TYPE_NUMBER, 0, HUGE_VAL, false, HEAD(contact_time), ">= 0", "0",
     "event: hits closer in time than this are elastic"},
    {"dt", SHAPE_SCENE, SHAPE_SCENE, TYPE_NUMBER, 0, HUGE_VAL, true, HEAD(dt), "> 0", "required",
     "time step; for event only the distance between frames"},
    {"steps", SHAPE_SCENE, SHAPE_SCENE, TYPE_INTEGER, 0, 0x1p53, false, HEAD(steps), "0..2^53", "required",
     "number of steps"},
    {"every", SHAPE_SCENE, 0, TYPE_INTEGER, 1, 0x1p53, false, HEAD(every), "1..2^53", "1",
     "a frame at each step that is a multiple of it"},
    {"start", SHAPE_SCENE, 0, TYPE_OBJECT, 0, 0, false, HEAD(start), NULL, "none", "where a saved run continues"},
    {"step", SHAPE_START, 0, TYPE_INTEGER, 0, 0x1p53, false, HEAD(start_step), "0..2^53", "0",
     "step number of the given state"},
    {"defaults", SHAPE_SCENE, 0, TYPE_OBJECT, 0, 0, false, HEAD(defaults), NULL, "none",
     "used where a ball leaves a key out"},
    {"balls", SHAPE_SCENE, SHAPE_SCENE, TYPE_ARRAY, 0, 0, false, HEAD(balls), NULL, "required",
     "balls, or generators of balls"},
};

const size_t scene_schema_count = sizeof scene_schema_keys / sizeof scene_schema_keys[0];

const char *scene_schema_type_name(enum scene_type type)
{
    static const char *const names[] = {"a number",  "an integer", "a string",
                                        "an object", "an array",   "a number or an object"};
    return names[type];
}

const struct scene_key *scene_schema_find(enum scene_shape shape, const char *name)
{
    for (const struct scene_key *key = scene_schema_keys; key < scene_schema_keys + scene_schema_count; key++)
        if (key->name[0] == name[0] && (key->shapes & shape) && strcmp(key->name, name) == 0)
            return key;
    return NULL;
}

const char *scene_schema_name(const char *name)
{
    const struct scene_key *key = scene_schema_find((enum scene_shape)UINT_MAX, name);
    return key ? key->name : NULL;
}

uint64_t scene_schema_bit(const struct scene_key *key)
{
    return (uint64_t)1 << (key - scene_schema_keys);
}

/** What people call things: a word, and the key that means it. */
static const struct {
    const char *word, *key;
} common_words[] = {
    {"radius", "r"},
    {"mass", "m"},
    {"weight", "m"},
    {"position", "x"},
    {"pos", "x"},
    {"velocity", "vx"},
    {"xvel", "vx"},
    {"yvel", "vy"},
    {"label", "name"},
    {"colour", "color"},
    {"number", "count"},
    {"size", "rows"},
    {"spacing", "gap"},
    {"rotation", "angle"},
    {"area", "region"},
    {"stiffness", "k"},
    {"spring", "k"},
    {"timestep", "dt"},
    {"time_step", "dt"},
    {"frames", "steps"},
    {"interval", "every"},
    {"method", "integrator"},
    {"law", "impact"},
    {"cor", "restitution"},
    {"elasticity", "restitution"},
    {"cushion", "wall"},
    {"walls", "wall"},
    {"w", "width"},
    {"h", "height"},
    {"box", "table"},
    {"particles", "balls"},
    {"default", "defaults"},
    {"description", "comment"},
    {"diameter", "r"},
};

const char *scene_schema_suggest(enum scene_shape shape, const char *name)
{
    struct suggest search = suggest_start(name);
    for (size_t i = 0; i < scene_schema_count; i++)
        if (scene_schema_keys[i].shapes & shape)
            suggest_offer(&search, scene_schema_keys[i].name, scene_schema_keys[i].name);
    for (size_t i = 0; i < sizeof common_words / sizeof common_words[0]; i++)
        if (scene_schema_find(shape, common_words[i].key))
            suggest_offer(&search, common_words[i].word, common_words[i].key);
    return search.meaning;
}
