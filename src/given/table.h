#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/period.h"
#include "base/vec2.h"
#include "given/materials.h"
#include "given/piston.h"
#include "given/surface_motion.h"

/*
 * The geometry of a scene as data: the table, the obstacles on it, and the surfaces that balls bounce off. This header
 * says what there is. What a surface does (times of impact, gaps, normals) surfaces/boundary answers.
 */

/* Degrees by which an arc may miss 360 and is a circle, as differences of decimals are rounded. */
#define TABLE_ARC_ROUNDING 1e-9

enum obstacle_kind { OBSTACLE_LINE, OBSTACLE_ARC, OBSTACLE_POCKET, OBSTACLE_GATE, OBSTACLE_KINDS };

/** Sets of kinds, a bit each: by what they do to balls, and by the numbers that place them. */
enum {
    TABLE_BOUNCING = 1 << OBSTACLE_LINE | 1 << OBSTACLE_ARC,  /* balls bounce off them */
    TABLE_TAKING = 1 << OBSTACLE_POCKET,                      /* they take balls */
    TABLE_CROSSED = 1 << OBSTACLE_GATE,                       /* centres of balls cross them */
    TABLE_STRAIGHT = 1 << OBSTACLE_LINE | 1 << OBSTACLE_GATE, /* x0, y0, x1, y1 */
    TABLE_ROUND = 1 << OBSTACLE_ARC | 1 << OBSTACLE_POCKET    /* x, y, r, and what else */
};
_Static_assert((TABLE_BOUNCING ^ TABLE_TAKING ^ TABLE_CROSSED) == (1 << OBSTACLE_KINDS) - 1,
               "each kind does one thing");
_Static_assert((TABLE_STRAIGHT ^ TABLE_ROUND) == (1 << OBSTACLE_KINDS) - 1, "each kind is placed in one way");

/** Which way the centres of balls may go through a gate; what may not is thrown back. */
enum gate_pass { GATE_BOTH, GATE_LEFT, GATE_RIGHT, GATE_NONE, GATE_PASSES };

/** Slabs are pairs of parallel walls: a ball stays between them. The others are made from obstacles: the main surface
 * of each kind, in its order, then what several of them have. */
enum surface_kind {
    SURFACE_SLAB_X,  /* origin.x <= x <= end.x; side 0 is the wall at origin.x, side 1 the wall at end.x */
    SURFACE_SLAB_Y,  /* origin.y <= y <= end.y; side 0 is the wall at origin.y, side 1 the wall at end.y */
    SURFACE_SEGMENT, /* from origin to end, of length r; side 0 is on its left */
    SURFACE_ARC,     /* about origin with radius r; side 0 is inside */
    SURFACE_POCKET,  /* about origin with radius r */
    SURFACE_GATE,    /* from origin to end, of length r */
    SURFACE_POINT,   /* the end of a segment or an arc, at origin; `end` is the origin of that curve */
    SURFACE_OF_OBSTACLE = SURFACE_SEGMENT
};

/** One surface. Members that its kind does not name are 0. */
struct surface {
    enum surface_kind kind;
    struct vec2 origin;   /* lower ends of a slab, start of a segment, centre of an arc or pocket, an end */
    struct vec2 end;      /* upper ends of a slab, end of a segment; of an end, the origin of its curve */
    double r;             /* radius of an arc or pocket, length of a segment; 0 for an end */
    struct vec2 from, to; /* unit vectors: of a segment its direction, of an arc the directions of its ends from the
                             centre, of an end the direction in which its curve would go on */
    double span; /* of an arc, degrees; of an end, length of its face: that goes from `end` this far along `from` */
    const struct coefficients *by_material; /* of a ball that bounces off it, by its material; the scene keeps them */
    struct vec2 image;                      /* whole numbers: the surface repeats the obstacle's so many periods on */
    uint32_t obstacle;                      /* number of the obstacle that it is part of */
    enum obstacle_kind obstacle_kind;       /* the kind of that */
    uint32_t course[2];                     /* number of the course of each side; 0: it rests (surfaces/boundary.h) */
    bool acts;                              /* it changes its place some time, or has a temperature or a mass */
};

/** What stands on the table, as in a scene. */
struct obstacle {
    enum obstacle_kind kind;
    double value[5]; /* line and gate: x0, y0, x1, y1; arc: x, y, r, from, to (degrees); pocket: x, y, r */
    struct coefficients coefficients;       /* of a ball at a line or an arc; of no use elsewhere */
    unsigned given;                         /* of them, by the obstacle itself: enum coefficients_given */
    const char *material;                   /* NULL: none; the scene keeps it, */
    const struct coefficients *by_material; /* and these, in a scene with materials; else NULL */
    struct surface_motion *motion;          /* NULL: it rests; the scene keeps it */
    struct surface_motion *turn;            /* of an arc; NULL: it does not turn; the scene keeps it */
    double motion_period;                   /* as given; 0: none */
    enum gate_pass pass;                    /* of a gate */
    const char *of;                         /* of a gate: the material of the balls that it sees; NULL: of all balls */
    uint32_t of_number;                     /* and its number, where there is one */
    const char *name;                       /* NULL: none; the scene keeps it */
};

/** The table's own walls, in the order of their sides. */
enum table_wall { TABLE_LEFT, TABLE_RIGHT, TABLE_BOTTOM, TABLE_TOP, TABLE_WALLS };

/** Walls with a temperature. */
struct table_thermal {
    double kT[TABLE_WALLS]; /* energy; 0: the wall has none */
    uint64_t seed;          /* chooses the random numbers */
};

/** Axes of the table, as a set. */
enum table_axis { TABLE_AXIS_X = 1, TABLE_AXIS_Y = 2 };

/** How many times as large as a periodic axis an obstacle may be, and how many periods from 0: it has a surface for
 * each image that reaches the table, some (16 + 4)^2 at most. */
enum { TABLE_MOST_PERIODS = 16 };

/** How many images all obstacles longer than a period may have: to enter them in a grid takes a time that grows as the
 *  power 3/2 of their number. */
enum { TABLE_MOST_IMAGES = 32768 };

/** The table spans 0..width, 0..height; both are > 0. */
struct table {
    double width, height;
    struct obstacle *obstacles; /* in the order of the scene */
    uint32_t n_obstacles;
    unsigned periodic;                            /* axes without walls: what leaves on one side enters on the other */
    struct coefficients walls;                    /* of a ball at one of its own walls */
    const struct coefficients *walls_by_material; /* the same by the ball's material; NULL: of all balls */
    uint32_t n_materials;                         /* of these, and those of obstacles; 0: there are none */
    struct surface_motion *motion[TABLE_WALLS];   /* NULL: that wall rests; the scene keeps it */
    double motion_period;                         /* as given; 0: none */
    struct table_thermal thermal;
    struct piston piston[TABLE_WALLS];
};

/** "left", "right", "bottom", "top". */
static inline const char *table_wall_name(enum table_wall wall)
{
    static const char *const names[TABLE_WALLS] = {"left", "right", "bottom", "top"};
    return names[wall];
}

/** The wall of that name; TABLE_WALLS: there is none. */
static inline enum table_wall table_find_wall(const char *name)
{
    int wall = 0;
    while (wall < TABLE_WALLS && strcmp(name, table_wall_name((enum table_wall)wall)) != 0)
        wall++;
    return (enum table_wall)wall;
}

/** False: the wall would be on a periodic axis. */
static inline bool table_has_wall(const struct table *table, enum table_wall wall)
{
    return !(table->periodic & (wall <= TABLE_RIGHT ? TABLE_AXIS_X : TABLE_AXIS_Y));
}

/** How many materials balls have, at least one. */
static inline uint32_t table_n_materials(const struct table *table)
{
    return table->n_materials > 0 ? table->n_materials : 1;
}

/** What a ball does at a wall of the table, and at an obstacle, by its material: without materials all have one. */
static inline const struct coefficients *table_at_walls(const struct table *table)
{
    return table->walls_by_material ? table->walls_by_material : &table->walls;
}

static inline const struct coefficients *table_at_obstacle(const struct obstacle *obstacle)
{
    return obstacle->by_material ? obstacle->by_material : &obstacle->coefficients;
}

/** True if arcs turn. */
static inline bool table_turns(const struct table *table)
{
    bool turns = false;
    for (uint32_t i = 0; i < table->n_obstacles; i++)
        turns = turns || table->obstacles[i].turn;
    return turns;
}

/** True if walls move, or lines and arcs, but those that only turn. */
static inline bool table_changes_place(const struct table *table)
{
    bool moves = false;
    for (int i = 0; i < TABLE_WALLS; i++)
        moves = moves || table->motion[i];
    for (uint32_t i = 0; i < table->n_obstacles; i++)
        moves = moves || table->obstacles[i].motion;
    return moves;
}

/** True if the surface of a wall, line or arc moves. */
static inline bool table_moves(const struct table *table)
{
    return table_changes_place(table) || table_turns(table);
}

/** The largest speed of the surfaces of walls, lines and arcs, or more. */
static inline double table_fastest(const struct table *table)
{
    double fastest = 0;
    for (int i = 0; i < TABLE_WALLS; i++)
        fastest = double_max(fastest, surface_motion_fastest(table->motion[i]));
    for (uint32_t i = 0; i < table->n_obstacles; i++)
        fastest =
            double_max(fastest, surface_motion_fastest(table->obstacles[i].motion) +
                                    table->obstacles[i].value[2] * surface_motion_fastest(table->obstacles[i].turn));
    return fastest;
}

/** True if a wall has a temperature. */
static inline bool table_is_thermal(const struct table *table)
{
    return table->thermal.kT[TABLE_LEFT] > 0 || table->thermal.kT[TABLE_RIGHT] > 0 ||
           table->thermal.kT[TABLE_BOTTOM] > 0 || table->thermal.kT[TABLE_TOP] > 0;
}

/** True if that wall is a body with a mass. */
static inline bool table_has_piston(const struct table *table, enum table_wall wall)
{
    return piston_exists(&table->piston[wall]);
}

/** The walls with a mass, as bits. */
static inline unsigned table_pistons(const struct table *table)
{
    unsigned walls = 0;
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        walls |= (unsigned)piston_exists(&table->piston[wall]) << wall;
    return walls;
}

/** The component of a vector along the normal of a wall. */
static inline double table_across(enum table_wall wall, struct vec2 v)
{
    return wall <= TABLE_RIGHT ? v.x : v.y;
}

/** Where a wall with a mass stands that its scene does not place. */
static inline double table_wall_place(const struct table *table, enum table_wall wall)
{
    return wall == TABLE_RIGHT ? table->width : wall == TABLE_TOP ? table->height : 0;
}

/** What a kind of obstacle is called: its key in a scene and its name in the event log. */
static inline const char *table_obstacle_name(enum obstacle_kind kind)
{
    static const char *const names[] = {"line", "arc", "pocket", "gate"};
    _Static_assert(sizeof names / sizeof *names == OBSTACLE_KINDS, "the name of a kind of obstacle is missing");
    return names[kind];
}

/** "both", "left", "right", "none". */
static inline const char *table_pass_name(enum gate_pass pass)
{
    static const char *const names[GATE_PASSES] = {"both", "left", "right", "none"};
    return names[pass];
}

/** True of a kind that balls bounce off. */
static inline bool table_obstacle_bounces(enum obstacle_kind kind)
{
    return TABLE_BOUNCING >> kind & 1;
}

/** True of a kind that takes balls. */
static inline bool table_obstacle_takes(enum obstacle_kind kind)
{
    return TABLE_TAKING >> kind & 1;
}

/** True of a kind that lies between two points, false of one about a centre. */
static inline bool table_obstacle_is_straight(enum obstacle_kind kind)
{
    return TABLE_STRAIGHT >> kind & 1;
}

/** All of them, for messages. */
#define TABLE_OBSTACLE_NAMES "\"line\", \"arc\", \"pocket\" and \"gate\""

static inline bool table_has(const struct table *table, enum obstacle_kind kind)
{
    for (uint32_t i = 0; i < table->n_obstacles; i++)
        if (table->obstacles[i].kind == kind)
            return true;
    return false;
}

static inline bool table_has_pockets(const struct table *table)
{
    return table_has(table, OBSTACLE_POCKET);
}

static inline bool table_has_gates(const struct table *table)
{
    return table_has(table, OBSTACLE_GATE);
}

/** The number of the gate that a text names: the number of the obstacle, or the unique name of a gate. -1: none, or
 * more than one. (Digits are always a number.) */
static inline int64_t table_find_gate(const struct table *table, const char *text, size_t length)
{
    int64_t number = 0, found = -1;
    size_t digits = 0;
    for (; digits < length && text[digits] >= '0' && text[digits] <= '9' && number < table->n_obstacles; digits++)
        number = 10 * number + (text[digits] - '0');
    if (length > 0 && digits == length)
        return number < table->n_obstacles && table->obstacles[number].kind == OBSTACLE_GATE ? number : -1;
    for (uint32_t i = 0; i < table->n_obstacles; i++) {
        const struct obstacle *obstacle = &table->obstacles[i];
        if (obstacle->kind == OBSTACLE_GATE && obstacle->name && strlen(obstacle->name) == length &&
            memcmp(obstacle->name, text, length) == 0) {
            if (found >= 0)
                return -1;
            found = i;
        }
    }
    return found;
}

/** The lengths of the table along x and y. */
static inline struct vec2 table_size(const struct table *table)
{
    return (struct vec2){table->width, table->height};
}

/** Its `periodic` as a scene has it. */
static inline const char *table_axes_json(unsigned axes)
{
    static const char *const values[] = {"false", "\"x\"", "\"y\"", "true"};
    return values[axes];
}

/** The lengths after which the table repeats. */
static inline struct period table_period(const struct table *table)
{
    return period_of((struct vec2){table->periodic & TABLE_AXIS_X ? table->width : 0,
                                   table->periodic & TABLE_AXIS_Y ? table->height : 0});
}
