#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec3.h"
#include "given/scene.h"
#include "reading/generate.h"

/*
 * Every key a scene may have, one row each: its type and range, its default, where its value is stored and what it
 * means. Reading, suggestions and the JSON Schema (--schema) work from these rows; the manual's list of keys is
 * compared with them by a test.
 */

/** The object types of a scene; a key may belong to several. */
enum scene_object {
    OBJECT_SCENE = 1 << 0,
    OBJECT_TABLE = 1 << 1,
    OBJECT_RESTITUTION = 1 << 2,
    OBJECT_MU = 1 << 3,
    OBJECT_BETA = 1 << 4,
    OBJECT_MU_ROLL = 1 << 5,
    OBJECT_PAIR = 1 << 6, /* of materials */
    OBJECT_START = 1 << 7,
    OBJECT_DEFAULTS = 1 << 8,
    OBJECT_BALL = 1 << 9,
    OBJECT_RACK = 1 << 10,
    OBJECT_FILL = 1 << 11,
    OBJECT_MOTION = 1 << 12,
    OBJECT_THERMAL = 1 << 13,
    OBJECT_PISTONS = 1 << 14,
    OBJECT_PISTON = 1 << 15,
    OBJECT_LINE = 1 << 16, /* and the other kinds of obstacles, in their order */
    OBJECT_ARC = OBJECT_LINE << OBSTACLE_ARC,
    OBJECT_POCKET = OBJECT_LINE << OBSTACLE_POCKET,
    OBJECT_GATE = OBJECT_LINE << OBSTACLE_GATE,
    OBJECT_OBSTACLES = ((1 << OBSTACLE_KINDS) - 1) * OBJECT_LINE,
    OBJECT_BOUNCING = TABLE_BOUNCING * OBJECT_LINE,
    OBJECT_ROUND = TABLE_ROUND * OBJECT_LINE,
    OBJECT_ANY = (OBJECT_LINE - 1) | OBJECT_OBSTACLES
};

/** How many types there are, and the number of the lowest that is in a set. */
enum { SCENE_KEYS_OBJECTS = 16 + OBSTACLE_KINDS };
_Static_assert(OBJECT_ANY == (1 << SCENE_KEYS_OBJECTS) - 1, "each type is counted");
static inline unsigned scene_keys_number(unsigned types)
{
    return (unsigned)__builtin_ctz(types);
}

/** The type of object that an obstacle of some kind is. */
static inline enum scene_object scene_keys_obstacle(enum obstacle_kind kind)
{
    return (enum scene_object)(OBJECT_LINE << kind);
}

enum scene_type {
    TYPE_NUMBER,      /* double */
    TYPE_INTEGER,     /* uint64_t, at most 2^53 */
    TYPE_BOOLEAN,     /* bool */
    TYPE_STRING,      /* const char *, kept by the scene's text pool */
    TYPE_NAME,        /* const char *: one of `names`, the list's own text; from NAMES_RACK on its number, an enum */
    TYPE_NUMBERS,     /* double[count] */
    TYPE_INTEGERS,    /* the same, whole numbers of at most 2^53 in size */
    TYPE_AXES,        /* unsigned, a set of enum table_axis: true (both), false, "x" or "y" */
    TYPE_OBJECT,      /* its members are read as keys of `members` */
    TYPE_ARRAY,       /* of objects, read by the caller */
    TYPE_ROWS,        /* of arrays, read by the caller */
    TYPE_EACH,        /* as TYPE_OBJECT; any other value stands for each of the members */
    TYPE_RESTITUTION, /* struct restitution: a number or [[speed, e], ...] */
    TYPE_FRICTION,    /* struct friction: a number or [a, b, c] */
    TYPE_SPIN,        /* struct scene_spin: [wx, wy, wz] or "rolling" */
    TYPE_TURN,        /* the same of rates: a number or [[t, rate], ...] */
    TYPE_MOTION,      /* struct surface_motion *, kept by the scene's text pool: [[t, vx, vy], ...] */
    TYPE_PISTON       /* struct piston: its members are read as keys of OBJECT_PISTON */
};

/** Where the names of a TYPE_NAME come from. */
enum scene_names { NAMES_NONE, NAMES_INTEGRATOR, NAMES_IMPACT, NAMES_RACK, NAMES_FILL, NAMES_PASS };

/** Two ways of giving the same thing exclude each other: 1 and 2, 3 and 4, and so on. */
enum scene_form {
    FORM_ANY,
    FORM_COMPONENTS,
    FORM_SPEED,
    FORM_STEPS,
    FORM_DURATION,
    FORM_SPIN,
    FORM_TIP,
    FORM_OWN, /* what an obstacle does to balls */
    FORM_MATERIAL
};

/** The most pairs of a table of restitution, and the most entries of a motion. */
enum { SCENE_KEYS_PAIRS = 64, SCENE_KEYS_PIECES = 4096 };

/** What an override of a key changes of balls: what a saved state keeps beside them, and what can make them overlap. */
enum scene_alters {
    ALTERS_MOTION = 1 << 0, /* how they move */
    ALTERS_PLACE = 1 << 1   /* where they are, how large, whether they take part, or what can stand in their way */
};

/* Its texts lie in the row: pointers to them would have to be relocated at each start, in pages of the process's own.
 */
struct scene_key {
    char name[16];
    unsigned objects;  /* the object types that may have it */
    unsigned required; /* those that must have it */
    unsigned ranges;   /* those where instead of a number it may be [least, largest]: double[2] */
    enum scene_type type;
    enum scene_names names;
    enum scene_form form;
    enum scene_object members; /* of TYPE_OBJECT and TYPE_EACH; 0: read by the caller */
    double low, high;          /* of numbers and integers, also of those in an array, inclusive */
    bool above;                /* `low` itself is excluded */
    unsigned alters;           /* what an override changes: enum scene_alters */
    bool accelerates;          /* unless it is 0, it is in size at least 1/largest */
    unsigned count;            /* of arrays of numbers; SCENE_KEYS_PAIRS, SCENE_KEYS_PIECES: at most so many
                                  entries */
    char shape[24];            /* of the first two: "[x, y, r]" */
    double largest;            /* in size; a quantity > 0 is at least 1/largest; 0: no such limit */
    bool stored;               /* at `offset` */
    size_t offset; /* in struct scene, scene_entry (balls, defaults), obstacle, piston or coefficients (pairs) */
    enum scene_form unless; /* where required: the form whose presence makes it superfluous */
    char fallback[12];      /* the default as JSON text; "": there is none, or `doc` says it */
    char doc[280];          /* what it means, for the JSON Schema */
};

/** The keys in the order of the table, in which messages list them and --schema has them: first those of balls, which
 *  are looked for most. The members of an object may stand anywhere. */
enum scene_row {
    /* clang-format off */
    BALL_X, BALL_Y, BALL_VX, BALL_VY, BALL_R, BALL_M, BALL_SPEED, BALL_ANGLE, BALL_FIXED, BALL_FRICTION, BALL_SLIDING,
    BALL_PIVOTING, BALL_SPIN, BALL_TIP, BALL_ELEVATION, BALL_INERTIA, BALL_MATERIAL, BALL_HIT, BALL_POCKETED, BALL_IMAGE,
    BALL_KICKS, BALL_NAME, BALL_COLOR,
    KEY_RACK, KEY_ROWS, KEY_GAP, KEY_RACK_ANGLE,
    KEY_FILL, KEY_COUNT, KEY_REGION, KEY_FILL_SPEED, KEY_SEED,
    KEY_SCHEMA, KEY_TITLE, KEY_COMMENT,
    KEY_TABLE, KEY_WIDTH, KEY_HEIGHT, KEY_PERIODIC, KEY_NOSE,
    KEY_MOTION, KEY_MOTION_LEFT, KEY_MOTION_RIGHT, KEY_MOTION_BOTTOM, KEY_MOTION_TOP, KEY_MOTION_PERIOD,
    KEY_THERMAL, KEY_THERMAL_LEFT, KEY_THERMAL_RIGHT, KEY_THERMAL_BOTTOM, KEY_THERMAL_TOP, KEY_THERMAL_SEED,
    KEY_PISTON, KEY_PISTON_LEFT, KEY_PISTON_RIGHT, KEY_PISTON_BOTTOM, KEY_PISTON_TOP,
    KEY_PISTON_M, KEY_PISTON_FORCE, KEY_PISTON_V, KEY_PISTON_X, KEY_PISTON_RANGE,
    KEY_GRAVITY,
    KEY_RESTITUTION, KEY_RESTITUTION_BALL, KEY_RESTITUTION_WALL,
    KEY_MU, KEY_MU_BALL, KEY_MU_WALL,
    KEY_BETA, KEY_BETA_BALL, KEY_BETA_WALL,
    KEY_MU_ROLL, KEY_MU_ROLL_BALL, KEY_MU_ROLL_WALL,
    KEY_MATERIALS, KEY_PAIR_E, KEY_PAIR_MU, KEY_PAIR_BETA, KEY_PAIR_MU_ROLL,
    KEY_INTEGRATOR, KEY_IMPACT, KEY_CONTACT_TIME, KEY_K, KEY_K_TANGENTIAL, KEY_K_ROLL, KEY_GAMMA_ROLL,
    KEY_DT, KEY_STEPS, KEY_EVERY, KEY_DURATION, KEY_FRAME, KEY_STOP,
    KEY_START, KEY_START_STEP, KEY_TRAJECTORIES, KEY_CONTACTS,
    KEY_OBSTACLES, KEY_LINE, KEY_ARC, KEY_OBSTACLE_E, KEY_OBSTACLE_MU, KEY_OBSTACLE_MATERIAL, KEY_POCKET, KEY_GATE, KEY_PASS, KEY_OF,
    KEY_OBSTACLE_MOTION, KEY_OBSTACLE_TURN, KEY_OBSTACLE_PERIOD, KEY_OBSTACLE_NAME,
    KEY_DEFAULTS, KEY_BALLS,
    SCENE_ROWS
    /* clang-format on */
};

extern const struct scene_key scene_keys[]; /* SCENE_ROWS */

/** A set of keys, a bit each. */
enum { SCENE_KEYS_WORDS = (SCENE_ROWS + 63) / 64 };
struct scene_key_set {
    uint64_t bits[SCENE_KEYS_WORDS];
};

/** Of a key, in its word of a set. */
#define SCENE_KEYS_BIT(row) (UINT64_C(1) << (row) % 64)

static inline bool scene_keys_has(const struct scene_key_set *set, enum scene_row row)
{
    return set->bits[row / 64] >> row % 64 & 1;
}

static inline void scene_keys_add(struct scene_key_set *set, enum scene_row row)
{
    set->bits[row / 64] |= SCENE_KEYS_BIT(row);
}

static inline void scene_keys_remove(struct scene_key_set *set, enum scene_row row)
{
    set->bits[row / 64] &= ~SCENE_KEYS_BIT(row);
}

/** The keys of either set. */
static inline struct scene_key_set scene_keys_join(struct scene_key_set a, const struct scene_key_set *b)
{
    for (size_t i = 0; i < SCENE_KEYS_WORDS; i++)
        a.bits[i] |= b->bits[i];
    return a;
}

/** Whether a set holds some key of another. */
static inline bool scene_keys_meet(const struct scene_key_set *set, const struct scene_key_set *any)
{
    uint64_t both = 0;
    for (size_t i = 0; i < SCENE_KEYS_WORDS; i++)
        both |= set->bits[i] & any->bits[i];
    return both != 0;
}

/** Whether a set holds all of another. */
static inline bool scene_keys_hold(const struct scene_key_set *set, const struct scene_key_set *all)
{
    bool hold = true;
    for (size_t i = 0; i < SCENE_KEYS_WORDS; i++)
        hold = hold && !(all->bits[i] & ~set->bits[i]);
    return hold;
}

static inline bool scene_keys_are_none(const struct scene_key_set *set)
{
    uint64_t any = 0;
    for (size_t i = 0; i < SCENE_KEYS_WORDS; i++)
        any |= set->bits[i];
    return any == 0;
}

/** The first key of a set that is in the table at `from` or behind; SCENE_ROWS: none. */
static inline enum scene_row scene_keys_next(const struct scene_key_set *set, unsigned from)
{
    for (size_t i = from / 64; i < SCENE_KEYS_WORDS; i++) {
        const uint64_t rest = set->bits[i] & (i == from / 64 ? ~UINT64_C(0) << from % 64 : ~UINT64_C(0));
        if (rest)
            return (enum scene_row)(64 * i + (unsigned)__builtin_ctzll(rest));
    }
    return SCENE_ROWS;
}

static inline enum scene_row scene_keys_row(const struct scene_key *key)
{
    return (enum scene_row)(key - scene_keys);
}

/** The angular velocity of a ball: as a vector, or that of rolling at its velocity. */
struct scene_spin {
    struct vec3 w;
    bool rolling;
};

/** An entry of `balls` (or `defaults`), as read: a ball or a generator. */
struct scene_entry {
    double x, y, vx, vy, speed, angle;
    double r[2]; /* least and largest; equal but in fills */
    double m, friction;
    double sliding, pivoting, inertia;
    struct scene_spin spin;
    double tip[2], elevation; /* a to the right, h up, radii; degrees */
    uint64_t pocketed, kicks;
    struct vec2 image;
    bool fixed, hit;
    bool struck; /* set by reading/scene_rotation: the spin is that of the tip */
    const char *name, *color, *material;
    struct generate_rack rack;
    struct generate_fill fill;
};

/** "a number", "an integer", ... */
const char *scene_keys_type(const struct scene_key *key);

/** The range of a number or integer in words, "> 0", "from 0 to 1"; "": any. */
enum { SCENE_KEYS_MAX_RANGE = 64 };
const char *scene_keys_range(char to[SCENE_KEYS_MAX_RANGE], const struct scene_key *key);

/** The index-th name that a TYPE_NAME may take; NULL: no more. */
const char *scene_keys_value(enum scene_names names, size_t index);

/** What that name means, for the JSON Schema; NULL: the key's `doc` says it. */
const char *scene_keys_value_doc(enum scene_names names, size_t index);

/** The key of that name in objects of that type; NULL: there is none. */
const struct scene_key *scene_keys_find(enum scene_object object, const char *name);

/** The table's own text of a key, of any object type; NULL: there is no such key. */
const char *scene_keys_name(const char *name);

/** Whether a key of that name may have a long array: balls, obstacles, or rows of numbers. */
bool scene_keys_is_long(const char *name);

/** The form that excludes this one. */
enum scene_form scene_keys_rival_form(enum scene_form form);

/** The keys of a form in objects of that type. */
struct scene_key_set scene_keys_of_form(enum scene_object object, enum scene_form form);

/** The keys of the object type that cannot stand beside `key`. */
struct scene_key_set scene_keys_rivals(enum scene_object object, const struct scene_key *key);

/** What the table says to those who read many objects, sorted out once. */
enum { SCENE_KEYS_INITIALS = 32 };
struct scene_keys_index {
    /** The keys that objects must have, but for those that others make superfluous, by the number of their type. */
    struct scene_key_set required[SCENE_KEYS_OBJECTS];
    /** Rows whose names begin alike, as a chain: the first and the next one, + 1; 0: no more. */
    uint16_t first[SCENE_KEYS_INITIALS], next[SCENE_ROWS];
};
struct scene_keys_index scene_keys_index(void);

/** scene_keys_find() through an index. */
const struct scene_key *scene_keys_look_up(const struct scene_keys_index *index, enum scene_object object,
                                           const char *name);

/** The key that was probably meant by `name`, or NULL. Knows common words too ("radius" means r). */
const char *scene_keys_suggest(enum scene_object object, const char *name);

/** True of a word that people use for a key of that object. */
bool scene_keys_is_common_word(enum scene_object object, const char *name);

/** All keys of an object type. */
struct scene_key_set scene_keys_of(enum scene_object object);

/** "a, b and c": the keys of a set, cut to fit. */
enum { SCENE_KEYS_MAX_LIST = 320 };
const char *scene_keys_list(char to[SCENE_KEYS_MAX_LIST], const struct scene_key_set *keys);
