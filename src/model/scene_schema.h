#ifndef MODEL_SCENE_SCHEMA_H
#define MODEL_SCENE_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/scene_json.h"

/*
 * Every key a scene may have, in one table: it drives reading, checking and suggestions, and the manual and the JSON
 * Schema are compared with it.
 */

/** The objects of a scene; a key may belong to several of them. */
enum scene_shape {
    SHAPE_SCENE = 1 << 0,
    SHAPE_TABLE = 1 << 1,
    SHAPE_RESTITUTION = 1 << 2,
    SHAPE_START = 1 << 3,
    SHAPE_DEFAULTS = 1 << 4,
    SHAPE_BALL = 1 << 5,
    SHAPE_RACK = 1 << 6,
    SHAPE_FILL = 1 << 7
};

enum scene_type {
    TYPE_NUMBER,  /* double */
    TYPE_INTEGER, /* uint64_t, at most 2^53 */
    TYPE_STRING,  /* const char *, borrowed from the JSON */
    TYPE_OBJECT,  /* const struct scene_node * */
    TYPE_ARRAY,   /* const struct scene_node * */
    TYPE_NODE     /* const struct scene_node *, of any kind: the reader looks itself */
};

struct scene_key {
    const char *name;
    unsigned shapes;   /* the objects that may have it */
    unsigned required; /* those that must have it */
    enum scene_type type;
    double low, high;     /* of numbers and integers, inclusive */
    bool above;           /* `low` itself is excluded */
    size_t offset;        /* in struct scene_head or, for balls and defaults, struct scene_entry */
    const char *range;    /* the range in words, "> 0"; NULL: any value of the type */
    const char *fallback; /* the default in words */
    const char *doc;      /* one line for the manual */
};

extern const struct scene_key scene_schema_keys[];
extern const size_t scene_schema_count; /* at most 64: a set of keys is a uint64_t */

/** "number", "integer", ... with its article: "a number". */
const char *scene_schema_type_name(enum scene_type type);

/** The key of that name in objects of that shape; NULL: there is none. */
const struct scene_key *scene_schema_find(enum scene_shape shape, const char *name);

/** The table's own text of a key, of whatever shape; NULL: there is no such key. */
const char *scene_schema_name(const char *name);

/** The bit of a key in a set of keys. */
uint64_t scene_schema_bit(const struct scene_key *key);

/** The key that somebody meant who typed `name`, or NULL. Knows common words too ("radius" means r). */
const char *scene_schema_suggest(enum scene_shape shape, const char *name);

/** The top of a scene, as read. */
struct scene_head {
    const struct scene_node *table, *restitution, *start, *defaults, *balls;
    const char *title, *comment, *integrator, *impact;
    double width, height, e_ball, e_wall, k, dt, contact_time;
    uint64_t steps, every, start_step;
};

/** An entry of `balls` (or `defaults`), as read: a ball or a generator. */
struct scene_entry {
    double x, y, vx, vy, r, m, t0;
    const char *name, *color;
    const char *rack, *fill;
    uint64_t rows, count, seed;
    double gap, angle, speed;
    const struct scene_node *region;
};

#endif
