#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "given/table.h"

/*
 * Contacts: who touches whom, when bodies count as touching and as resting, and what a finished contact tells the event
 * log.
 *
 * Two questions about hard bodies have exact answers, and rounding blurs both: is the gap 0? is the normal relative
 * velocity 0? A rule for each, used by prediction and by every impact law alike, keeps them from contradicting each
 * other:
 *
 *     touching   gap <= CONTACT_TOUCHING (r_a + r_b)     joins what meets at one instant, and nothing else
 *     resting    |u| <= CONTACT_RESTING |(v_a, v_b)|     what is left of velocities that cancel
 *
 * A touching pair at rest against each other would be predicted to collide at once, for ever, by an approach of
 * rounding size. It may sink by CONTACT_SUNK instead before it counts as a collision, and is then pushed apart no
 * faster than rounding: a heap of balls lies still, and overlaps stay of the order of 1e-11 of a radius. (Bannerman,
 * Strobl, Formella and Poeschel, Comp. Part. Mech. 1, 191, 2014, keep overlaps small in another way: overlapping balls
 * collide whenever they approach.)
 *
 * A body is a ball, by its index (below 2^31), or one side of a surface: CONTACT_SURFACE + 2 * surface + side.
 */

#define CONTACT_SURFACE 0x80000000u

static inline bool contact_is_ball(uint32_t body)
{
    return body < CONTACT_SURFACE;
}

static inline uint32_t contact_surface(uint32_t surface, uint32_t side)
{
    return CONTACT_SURFACE + 2 * surface + side;
}

/** Side, 0 or 1, of a body that is no ball. */
static inline uint32_t contact_side(uint32_t body)
{
    return body & 1;
}

/** Gap below which two bodies count as touching, relative to the sum of their radii (ball and surface: to the radius).
 *  Far above the rounding of positions (1e-16 of the table), far below any gap a free flight is likely to pass
 *  through: in a gas at area fraction 0.7 fewer than one hit in 10^9 finds a third ball that near by chance. */
#define CONTACT_TOUCHING 1e-11

/** Relative speed, in units of the two speeds' root of summed squares, below which touching bodies are at rest
 *  against each other: what is left of an exact zero after rounding. */
#define CONTACT_RESTING 0x1p-40

/** Bodies at rest against each other may sink this deep (relative to the sum of their radii) by rounding before they
 *  count as hitting again. Keeps a heap of touching balls quiet and still bounds the overlap. */
#define CONTACT_SUNK 1e-11

/** The one rule for resting contacts: true if touching bodies approach (or part) no faster than rounding.
 *  @param u_squared      normal relative velocity, squared
 *  @param speeds_squared sum of both bodies' squared speeds; both arguments may carry the same positive factor */
static inline bool contact_is_resting(double u_squared, double speeds_squared)
{
    return u_squared <= CONTACT_RESTING * CONTACT_RESTING * speeds_squared;
}

/** True if a ball of radius r touches a surface at a distance `gap` and rests against it.
 *  @param u_squared, speeds_squared as for contact_is_resting() */
static inline bool contact_rests_on_surface(double gap, double r, double u_squared, double speeds_squared)
{
    return gap <= CONTACT_TOUCHING * r && contact_is_resting(u_squared, speeds_squared);
}

/** What a ball has left to go before it hits a surface: its gap, and in a resting contact so much more as it may sink.
 *  @param gap   to the surface
 *  @param r     radius of the ball
 *  @param speed normal to the surface
 *  @param speeds_squared the ball's speed, squared */
static inline double contact_way_to_hit(double gap, double r, double speed, double speeds_squared)
{
    return contact_rests_on_surface(gap, r, speed * speed, speeds_squared) ? gap + CONTACT_SUNK * r : gap;
}

/** A contact, from its detection through the impulse to the log (boundary_event). Among several at one instant
 *  (impact/impact_law) balls are counted within the cluster, elsewhere as in the scene. */
struct contact {
    int32_t a;               /* a ball that can move; alone: the one with the smaller index */
    int32_t b;               /* in a cluster: the ball that it touches, or CONTACT_FIXED */
    uint32_t body;           /* the same with fixed balls and sides of surfaces told apart */
    struct vec2 shift;       /* on a periodic table: the image of `body` that a touches */
    struct vec2 n;           /* unit normal from a to b */
    struct vec2 at;          /* contact point */
    struct vec2 v;           /* in a cluster: velocity of a body of infinite mass, else 0 */
    double r;                /* radius of a */
    double gap;              /* clearance, negative: overlap */
    double curvature_radius; /* of the two surfaces together, > 0: r_a r_b/(r_a + r_b), r_a at a straight wall */
    struct coefficients coefficients;
    double
        lowest; /* in a cluster: squared speed of the lowest bounce, below which an approach is worth no bounce; or 0 */
    double sine;   /* of the angle by which a cushion's nose tilts the normal upwards */
    double u;      /* normal relative velocity before, negative: approaching */
    double j;      /* total normal impulse, positive pushes apart */
    double jt, jz; /* tangential impulse on b, along (-n.y, n.x), and upwards; 0: no friction */
    double energy; /* that it takes */
};

enum { CONTACT_FIXED = -1 }; /* a body of infinite mass, whose velocity is `v` */

/** Names of the event log's `kind`; the walls are x = 0, x = width, y = 0, y = height. */
enum contact_kind {
    CONTACT_BALL,
    CONTACT_LEFT,
    CONTACT_RIGHT,
    CONTACT_BOTTOM,
    CONTACT_TOP,
    CONTACT_LINE, /* and the other kinds of obstacles, in their order */
    CONTACT_ARC = CONTACT_LINE + OBSTACLE_ARC,
    CONTACT_POCKET = CONTACT_LINE + OBSTACLE_POCKET,
    CONTACT_GATE = CONTACT_LINE + OBSTACLE_GATE,
    CONTACT_ROLL = CONTACT_LINE + OBSTACLE_KINDS /* no contact: a slide ends, and the ball rolls */
};

/** True where bodies touch: not where a pocket takes a ball, a centre crosses a gate, or a slide ends. */
static inline bool contact_kind_touches(enum contact_kind kind)
{
    return kind < CONTACT_LINE ||
           (kind < CONTACT_ROLL && table_obstacle_bounces((enum obstacle_kind)(kind - CONTACT_LINE)));
}

/** "ball", "left", "right", "bottom", "top", "line", "arc", "pocket", "gate", "roll". */
const char *contact_kind_name(enum contact_kind kind);

/** One row of the event log. */
struct contact_event {
    double t;       /* moment of the impulse (for springs: the contact's last moment) */
    uint64_t group; /* contacts resolved together share it; counts from 0 */
    enum contact_kind kind;
    uint32_t a;     /* ball index */
    int64_t b;      /* ball index, > a; -1: a wall; else the number of the obstacle */
    struct vec2 at; /* contact point */
    struct vec2 n;  /* unit normal from a to b (or into the wall) */
    double u;       /* normal relative velocity before, negative: approaching (for springs: at the first moment) */
    double j;       /* normal impulse, positive pushes apart (for springs: in total) */
    double jt, jz;  /* tangential impulse on b (a wall: on the wall): along (-n.y, n.x), and upwards; 0: no friction */
    struct vec2 v;  /* at a gate: velocity of a before */
};
