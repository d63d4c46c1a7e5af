/*
 * The table of keys. Balls' keys come first: a scene may have millions of them, and a key is found by walking the
 * table. A new key is a name in enum scene_row, the row of that name here, and a member of the struct that it fills
 * (struct scene, struct scene_entry).
 *
 * Limits of size. Times of impact need squares of (distance x speed), energies mass x speed^2, the impact laws products
 * of two masses, and the neighbour lists squares of lengths in single precision, whose range is 1e-38 to 3e38. With
 * lengths from 1e-18 to 1e18 and all else from 1e-60 to 1e60 none of these under- or overflows, so lengths or times
 * times a power of two, or masses times a power of four, give the same run to the last bit (tests/laws/test_scales.c).
 * Beyond, hits would be missed in silence; a scene in units that lead there is refused.
 */
#include "reading/scene_keys.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "impact/impact_law.h"
#include "integrators/integrator.h"

enum {
    PLACED = OBJECT_BALL | OBJECT_RACK,
    ENTRIES = OBJECT_BALL | OBJECT_RACK | OBJECT_FILL,
    ENTRIES_AND_DEFAULTS = ENTRIES | OBJECT_DEFAULTS,
    BALL_AND_DEFAULTS = OBJECT_BALL | OBJECT_DEFAULTS
};

#define IN_SCENE(member)    .stored = true, .offset = offsetof(struct scene, member)
#define IN_OBSTACLE(member) .stored = true, .offset = offsetof(struct obstacle, member)
#define IN_ENTRY(member)    .stored = true, .offset = offsetof(struct scene_entry, member)
#define IN_PAIR(member)     .stored = true, .offset = offsetof(struct coefficients, member)
#define IN_PISTON(member)   .stored = true, .offset = offsetof(struct piston, member)
#define UNBOUNDED           .low = -HUGE_VAL, .high = HUGE_VAL
#define ANY                 .type = TYPE_NUMBER, UNBOUNDED
#define POSITIVE            .type = TYPE_NUMBER, .low = 0, .high = HUGE_VAL, .above = true
#define NOT_NEGATIVE        .type = TYPE_NUMBER, .low = 0, .high = HUGE_VAL
#define UNIT_INTERVAL       .low = 0, .high = 1
#define INTEGER             .type = TYPE_INTEGER, .high = 0x1p53
#define BALL_COUNT          .type = TYPE_INTEGER, .high = 2147483647
#define NUMBERS(n, text)    .type = TYPE_NUMBERS, UNBOUNDED, .count = (n), .shape = text
#define RESTITUTION         UNIT_INTERVAL, .count = SCENE_KEYS_PAIRS, QUANTITY
#define FRICTION            .type = TYPE_FRICTION, .low = 0, .high = HUGE_VAL, .count = 3
#define BETA                .low = -1, .high = 1
#define DEGREES             .type = TYPE_NUMBER, .low = -1e6, .high = 1e6
#define MOVES               .alters = ALTERS_MOTION
#define PLACES              .alters = (ALTERS_MOTION | ALTERS_PLACE)
#define MOTION              PLACES, .type = TYPE_MOTION, .low = -HUGE_VAL, .high = HUGE_VAL, .count = SCENE_KEYS_PIECES, QUANTITY
#define THERMAL(wall)       POSITIVE, QUANTITY, IN_SCENE(table.thermal.kT[wall])
#define PISTON(wall)        .type = TYPE_PISTON, IN_SCENE(table.piston[wall])
#define LENGTH              .largest = SCENE_LARGEST_LENGTH
#define QUANTITY            .largest = SCENE_LARGEST
#define ACCELERATION        QUANTITY, .accelerates = true

/* clang-format off */
const struct scene_key scene_keys[SCENE_ROWS] = {
    [BALL_X] =
    {"x", PLACED, PLACED, PLACES, ANY, LENGTH, IN_ENTRY(x), .doc = "x of the centre, a length; in a rack, of the apex."},
    [BALL_Y] =
    {"y", PLACED, PLACED, PLACES, ANY, LENGTH, IN_ENTRY(y), .doc = "y of the centre, a length; in a rack, of the apex."},
    [BALL_VX] =
    {"vx", ENTRIES_AND_DEFAULTS, MOVES, ANY, QUANTITY, IN_ENTRY(vx), .form = FORM_COMPONENTS, .fallback = "0",
     .doc = "Velocity along x; in a fill, added to the random one."},
    [BALL_VY] =
    {"vy", ENTRIES_AND_DEFAULTS, MOVES, ANY, QUANTITY, IN_ENTRY(vy), .form = FORM_COMPONENTS, .fallback = "0",
     .doc = "Velocity along y; in a fill, added to the random one."},
    [BALL_R] =
    {"r", ENTRIES_AND_DEFAULTS, PLACES, .required = ENTRIES, .ranges = OBJECT_FILL, POSITIVE, LENGTH, IN_ENTRY(r),
     .doc = "Radius, a length; required here or in defaults. In a fill also [least, largest]: radii drawn evenly from "
            "that range."},
    [BALL_M] =
    {"m", ENTRIES_AND_DEFAULTS, POSITIVE, QUANTITY, IN_ENTRY(m), .doc = "Mass; r^3 (equal density) unless given."},
    [BALL_SPEED] = {"speed", BALL_AND_DEFAULTS, MOVES, NOT_NEGATIVE, QUANTITY, IN_ENTRY(speed), .form = FORM_SPEED,
     .doc = "Speed, with angle instead of vx and vy."},
    [BALL_ANGLE] = {"angle", BALL_AND_DEFAULTS, MOVES, DEGREES, IN_ENTRY(angle), .form = FORM_SPEED,
     .doc = "Direction of the speed in degrees, from +x towards +y; 0 unless given."},
    [BALL_FIXED] = {"fixed", ENTRIES_AND_DEFAULTS, PLACES, .type = TYPE_BOOLEAN, IN_ENTRY(fixed), .fallback = "false",
     .doc = "The ball never moves: it has infinite mass and no velocity. Fixed balls may overlap each other and extend "
            "beyond the table."},
    [BALL_FRICTION] =
    {"friction", ENTRIES_AND_DEFAULTS, MOVES, NOT_NEGATIVE, ACCELERATION, IN_ENTRY(friction), .fallback = "0",
     .doc = "Rolling friction: deceleration against the velocity until the ball rests, a length per time squared: mu g "
            "for a coefficient mu, such as 0.01 x 9.81 on cloth."},
    [BALL_SLIDING] =
    {"sliding", ENTRIES_AND_DEFAULTS, MOVES, NOT_NEGATIVE, ACCELERATION, IN_ENTRY(sliding), .fallback = "0",
     .doc = "Deceleration of a ball that slides on the cloth (mu g), a length per time squared; friction then is that "
            "of rolling. 0: a puck, which never rolls."},
    [BALL_PIVOTING] =
    {"pivoting", ENTRIES_AND_DEFAULTS, MOVES, NOT_NEGATIVE, ACCELERATION, IN_ENTRY(pivoting), .fallback = "0",
     .doc = "Deceleration of r |wz|, the spin about the vertical, a length per time squared."},
    [BALL_SPIN] =
    {"spin", ENTRIES_AND_DEFAULTS, MOVES, .type = TYPE_SPIN, UNBOUNDED, .count = 3, .shape = "[wx, wy, wz]", QUANTITY,
     IN_ENTRY(spin), .form = FORM_SPIN, .fallback = "[0, 0, 0]",
     .doc = "Angular velocity, right-handed, z towards the reader; or \"rolling\": that of a ball that rolls, which "
            "needs sliding."},
    [BALL_TIP] = {"tip", ENTRIES_AND_DEFAULTS, MOVES, NUMBERS(2, "[a, h]"), IN_ENTRY(tip), .form = FORM_TIP,
     .doc = "Where the cue strikes, in radii from the centre as the player sees it, a to the right, h up: gives the "
            "spin that goes with the velocity. a^2 + h^2 < 1."},
    [BALL_ELEVATION] =
    {"elevation", ENTRIES_AND_DEFAULTS, MOVES, .type = TYPE_NUMBER, .low = 0, .high = 89, IN_ENTRY(elevation),
     .form = FORM_TIP, .fallback = "0", .doc = "Elevation of the cue's butt, in degrees; needs tip."},
    [BALL_INERTIA] =
    {"inertia", ENTRIES_AND_DEFAULTS, MOVES, .type = TYPE_NUMBER, .low = 0, .high = 1, .above = true, QUANTITY,
     IN_ENTRY(inertia), .fallback = "0.4",
     .doc = "Moment of inertia in units of m r^2: solid sphere 0.4, disc 0.5, hoop 1."},
    [BALL_MATERIAL] = {"material", ENTRIES_AND_DEFAULTS, MOVES, .type = TYPE_STRING, IN_ENTRY(material),
     .doc = "What the ball is made of: a name in materials, which then say what its contacts do."},
    [BALL_HIT] = {"hit", ENTRIES_AND_DEFAULTS, .type = TYPE_BOOLEAN, IN_ENTRY(hit),
     .doc = "Whether the ball has collided, the last time where its trajectory began. Written by --save."},
    [BALL_POCKETED] = {"pocketed", ENTRIES_AND_DEFAULTS, PLACES, .low = 0, INTEGER, IN_ENTRY(pocketed),
     .doc = "Number of the pocket, counted from 0 among the obstacles, that has taken the ball, which then has no "
            "velocity and takes no part. Written by --save."},
    [BALL_IMAGE] = {"image", ENTRIES_AND_DEFAULTS, PLACES, .type = TYPE_INTEGERS, UNBOUNDED, .count = 2, .shape = "[ix, iy]",
     .largest = 0x1p53, IN_ENTRY(image), .fallback = "[0, 0]",
     .doc = "How often the ball has gone round along each periodic axis of the table. Written by --save."},
    [BALL_KICKS] = {"kicks", BALL_AND_DEFAULTS, .low = 0, INTEGER, IN_ENTRY(kicks), .fallback = "0",
     .doc = "How often walls with a temperature have hit the ball. Written by --save."},
    [BALL_NAME] = {"name", ENTRIES_AND_DEFAULTS, .type = TYPE_STRING, IN_ENTRY(name),
     .doc = "What the ball is called; carried to the outputs that can hold text."},
    [BALL_COLOR] = {"color", ENTRIES_AND_DEFAULTS, .type = TYPE_STRING, IN_ENTRY(color),
     .doc = "A colour for pictures: a name such as \"crimson\", or \"#rrggbb\". Carried to the outputs that can hold "
            "text."},
    [KEY_RACK] = {"rack", OBJECT_RACK, OBJECT_RACK, PLACES, .type = TYPE_NAME, .names = NAMES_RACK, IN_ENTRY(rack.kind),
     .doc = "Its shape: triangle, diamond (3 rows: nine-ball) or line."},
    [KEY_ROWS] = {"rows", OBJECT_RACK, OBJECT_RACK, PLACES, .low = 1, BALL_COUNT, IN_ENTRY(rack.rows),
     .doc = "Rows of a triangle, rows up to the widest of a diamond, balls of a line."},
    [KEY_GAP] = {"gap", OBJECT_RACK, PLACES, NOT_NEGATIVE, LENGTH, IN_ENTRY(rack.gap), .fallback = "0",
     .doc = "Clearance between neighbours, a length."},
    [KEY_RACK_ANGLE] = {"angle", OBJECT_RACK, PLACES, DEGREES, IN_ENTRY(rack.angle), .fallback = "0",
     .doc = "Direction in which the rows follow the apex, in degrees from +x towards +y."},
    [KEY_FILL] = {"fill", OBJECT_FILL, OBJECT_FILL, PLACES, .type = TYPE_NAME, .names = NAMES_FILL, IN_ENTRY(fill.pattern),
     .doc =
         "Their pattern: a lattice (hex or square) with the widest spacing that holds all, or one ball after another "
         "wherever there is room beside all balls before it in the list (random)."},
    [KEY_COUNT] =
    {"count", OBJECT_FILL, OBJECT_FILL, PLACES, .low = 0, BALL_COUNT, IN_ENTRY(fill.count), .doc = "Number of balls."},
    [KEY_REGION] = {"region", OBJECT_FILL, PLACES, NUMBERS(4, "[x0, y0, x1, y1]"), LENGTH, IN_ENTRY(fill.area),
     .doc = "Area that holds the balls, [x0, y0, x1, y1] with x0 < x1 and y0 < y1, lengths; the table unless given."},
    [KEY_FILL_SPEED] = {"speed", OBJECT_FILL, NOT_NEGATIVE, QUANTITY, IN_ENTRY(fill.speed), .fallback = "0",
     .doc = "Root mean square speed of the random velocities."},
    [KEY_SEED] = {"seed", OBJECT_FILL, PLACES, .low = 0, INTEGER, IN_ENTRY(fill.seed), .fallback = "0",
     .doc = "Chooses the random numbers: the same seed gives the same balls on every machine."},
    [KEY_SCHEMA] =
    {"$schema", OBJECT_SCENE, .type = TYPE_STRING, .doc = "Where editors find this schema. Ignored by the physics."},
    [KEY_TITLE] = {"title", OBJECT_SCENE, .type = TYPE_STRING, IN_SCENE(title),
     .doc = "What the scene is called; the summary repeats it. Ignored by the physics."},
    [KEY_COMMENT] = {"comment", OBJECT_SCENE, .type = TYPE_STRING, IN_SCENE(comment),
     .doc = "Anything; ignored. JSON has no comments of its own."},
    [KEY_TABLE] = {"table", OBJECT_SCENE, OBJECT_SCENE, PLACES, .type = TYPE_OBJECT, .members = OBJECT_TABLE,
     .doc = "The table, from (0, 0) to (width, height); its walls are left (x = 0), right, bottom (y = 0) and top."},
    [KEY_WIDTH] = {"width", OBJECT_TABLE, OBJECT_TABLE, PLACES, POSITIVE, LENGTH, IN_SCENE(table.width),
     .doc = "Inner size along x, a length."},
    [KEY_HEIGHT] = {"height", OBJECT_TABLE, OBJECT_TABLE, PLACES, POSITIVE, LENGTH, IN_SCENE(table.height),
     .doc = "Inner size along y, a length."},
    [KEY_PERIODIC] = {"periodic", OBJECT_TABLE, PLACES, .type = TYPE_AXES, IN_SCENE(table.periodic), .fallback = "false",
     .doc = "Axes without walls: what leaves the table on one side enters on the other. true: both; \"x\" or \"y\": "
            "one. Such an axis must be longer than 2 (r1 + r2) of the two largest balls that are not fixed."},
    [KEY_NOSE] = {"nose", OBJECT_TABLE, POSITIVE, LENGTH, IN_SCENE(nose),
     .doc = "Height above the table at which walls, lines and arcs touch a ball, a length below 2 r; the radius unless "
            "given."},
    [KEY_MOTION] =
    {"motion", OBJECT_TABLE, PLACES, .type = TYPE_EACH, .low = -HUGE_VAL, .high = HUGE_VAL, .count = SCENE_KEYS_PIECES, QUANTITY,
     .members = OBJECT_MOTION,
     .doc = "How walls move: [[t, vx, vy], ...], the velocity from each time t of the run on; at rest before. One list "
            "for all walls, or one for each. The part across a wall moves it, the part along it only rubs."},
    [KEY_MOTION_LEFT] = {"left", OBJECT_MOTION, MOTION, IN_SCENE(table.motion[TABLE_LEFT]), .doc = "The left wall."},
    [KEY_MOTION_RIGHT] =
    {"right", OBJECT_MOTION, MOTION, IN_SCENE(table.motion[TABLE_RIGHT]), .doc = "The right wall."},
    [KEY_MOTION_BOTTOM] =
    {"bottom", OBJECT_MOTION, MOTION, IN_SCENE(table.motion[TABLE_BOTTOM]), .doc = "The bottom wall."},
    [KEY_MOTION_TOP] = {"top", OBJECT_MOTION, MOTION, IN_SCENE(table.motion[TABLE_TOP]), .doc = "The top wall."},
    [KEY_MOTION_PERIOD] = {"motion_period", OBJECT_TABLE, PLACES, POSITIVE, QUANTITY, IN_SCENE(table.motion_period),
     .doc = "A time, after the last of motion: the lists repeat after it. What moves a wall must bring it back to its "
            "place."},
    [KEY_THERMAL] = {"thermal", OBJECT_TABLE, .type = TYPE_OBJECT, .members = OBJECT_THERMAL,
     .doc = "Walls with a temperature, for event: a ball that meets one leaves it with the velocity of a gas of that "
            "temperature."},
    [KEY_THERMAL_LEFT] = {"left", OBJECT_THERMAL, THERMAL(TABLE_LEFT),
     .doc = "kT of the left wall, an energy (mass x speed^2)."},
    [KEY_THERMAL_RIGHT] =
    {"right", OBJECT_THERMAL, THERMAL(TABLE_RIGHT), .doc = "kT of the right wall, an energy."},
    [KEY_THERMAL_BOTTOM] =
    {"bottom", OBJECT_THERMAL, THERMAL(TABLE_BOTTOM), .doc = "kT of the bottom wall, an energy."},
    [KEY_THERMAL_TOP] = {"top", OBJECT_THERMAL, THERMAL(TABLE_TOP), .doc = "kT of the top wall, an energy."},
    [KEY_THERMAL_SEED] = {"seed", OBJECT_THERMAL, .low = 0, INTEGER, IN_SCENE(table.thermal.seed), .fallback = "0",
     .doc = "Chooses the random numbers: what a ball draws depends on this, its number and how often it was hit."},
    [KEY_PISTON] = {"piston", OBJECT_TABLE, PLACES, .type = TYPE_OBJECT, .members = OBJECT_PISTONS,
     .doc = "Walls with a mass: hits and a load move them along their normals."},
    [KEY_PISTON_LEFT] = {"left", OBJECT_PISTONS, PISTON(TABLE_LEFT), .doc = "The left wall, which moves along x."},
    [KEY_PISTON_RIGHT] = {"right", OBJECT_PISTONS, PISTON(TABLE_RIGHT), .doc = "The right wall, which moves along x."},
    [KEY_PISTON_BOTTOM] =
    {"bottom", OBJECT_PISTONS, PISTON(TABLE_BOTTOM), .doc = "The bottom wall, which moves along y."},
    [KEY_PISTON_TOP] = {"top", OBJECT_PISTONS, PISTON(TABLE_TOP), .doc = "The top wall, which moves along y."},
    [KEY_PISTON_M] = {"m", OBJECT_PISTON, OBJECT_PISTON, MOVES, POSITIVE, QUANTITY, IN_PISTON(m), .doc = "Mass of the wall."},
    [KEY_PISTON_FORCE] = {"force", OBJECT_PISTON, MOVES, ANY, QUANTITY, IN_PISTON(force), .fallback = "0",
     .doc = "Load along +x or +y, mass x length per time squared: on the right wall a negative one pushes in."},
    [KEY_PISTON_V] = {"v", OBJECT_PISTON, MOVES, ANY, QUANTITY, IN_PISTON(v), .fallback = "0",
     .doc = "Velocity along +x or +y at the start."},
    [KEY_PISTON_X] = {"x", OBJECT_PISTON, PLACES, ANY, LENGTH, IN_PISTON(x),
     .doc = "Place at the start, on x (left, right) or y (bottom, top); 0, the width or the height of the table unless "
            "given."},
    [KEY_PISTON_RANGE] = {"range", OBJECT_PISTON, MOVES, NUMBERS(2, "[least, greatest]"), LENGTH, IN_PISTON(range),
     .doc = "Places, least < greatest: the run ends with the first frame at or after the wall has been outside."},
    [KEY_GRAVITY] =
    {"gravity", OBJECT_SCENE, MOVES, NUMBERS(2, "[gx, gy]"), ACCELERATION, IN_SCENE(gravity), .fallback = "[0, 0]",
     .doc =
         "Uniform acceleration in the plane, [gx, gy], lengths per time squared: a tilted table, or a vertical box."},
    [KEY_RESTITUTION] =
    {"restitution", OBJECT_SCENE, .type = TYPE_EACH, RESTITUTION, .members = OBJECT_RESTITUTION, .fallback = "1",
     .doc = "Ratio of the normal relative speeds after and before a collision: 1 keeps all energy, 0 lets nothing "
            "rebound. A number, or [[speed, e], ...] for e by the speed before. One for balls and walls alike, or one "
            "for each."},
    [KEY_RESTITUTION_BALL] = {"ball", OBJECT_RESTITUTION, .type = TYPE_RESTITUTION, RESTITUTION,
     IN_SCENE(pair.restitution), .fallback = "1", .doc = "Between balls."},
    [KEY_RESTITUTION_WALL] = {"wall", OBJECT_RESTITUTION, .type = TYPE_RESTITUTION, RESTITUTION,
     IN_SCENE(table.walls.restitution), .fallback = "1", .doc = "Between a ball and a wall."},
    [KEY_MU] =
    {"mu", OBJECT_SCENE, MOVES, .type = TYPE_EACH, .low = 0, .high = HUGE_VAL, .count = 3, QUANTITY, .members = OBJECT_MU,
     .fallback = "0",
     .doc = "Coefficient of friction at contacts: a number, or [a, b, c] for a + b exp(-c speed) of the surfaces. One "
            "for balls and walls alike, or one for each."},
    [KEY_MU_BALL] = {"ball", OBJECT_MU, FRICTION, QUANTITY, IN_SCENE(pair.rubbing.mu), .fallback = "0",
     .doc = "Between balls."},
    [KEY_MU_WALL] =
    {"wall", OBJECT_MU, FRICTION, QUANTITY, IN_SCENE(table.walls.rubbing.mu), .fallback = "0",
     .doc = "Between a ball and a wall."},
    [KEY_BETA] = {"beta", OBJECT_SCENE, .type = TYPE_EACH, BETA, .members = OBJECT_BETA, .fallback = "0",
     .doc = "Tangential restitution of contacts that stick: -1 smooth, 0 stick, 1 perfectly rough. One number for "
            "balls and walls alike, or one for each. Springs take it from 0."},
    [KEY_BETA_BALL] =
    {"ball", OBJECT_BETA, .type = TYPE_NUMBER, BETA, IN_SCENE(pair.rubbing.beta), .fallback = "0",
     .doc = "Between balls."},
    [KEY_BETA_WALL] = {"wall", OBJECT_BETA, .type = TYPE_NUMBER, BETA, IN_SCENE(table.walls.rubbing.beta),
     .fallback = "0", .doc = "Between a ball and a wall."},
    [KEY_MU_ROLL] =
    {"mu_roll", OBJECT_SCENE, .type = TYPE_EACH, .low = 0, .high = HUGE_VAL, QUANTITY, .members = OBJECT_MU_ROLL,
     .fallback = "0",
     .doc = "Rolling resistance at contacts, for the springs: its torque is at most mu_roll x normal force x radius (r_a "
            "r_b/(r_a + r_b) between balls). Heaps of round grains: 0.05 to 0.3. One number for balls and walls alike, "
            "or one for each."},
    [KEY_MU_ROLL_BALL] =
    {"ball", OBJECT_MU_ROLL, NOT_NEGATIVE, QUANTITY, IN_SCENE(pair.mu_roll), .fallback = "0", .doc = "Between balls."},
    [KEY_MU_ROLL_WALL] = {"wall", OBJECT_MU_ROLL, NOT_NEGATIVE, QUANTITY, IN_SCENE(table.walls.mu_roll),
     .fallback = "0", .doc = "Between a ball and a wall."},
    [KEY_MATERIALS] = {"materials", OBJECT_SCENE, MOVES, .type = TYPE_OBJECT,
     .doc = "Coefficients of pairs of materials: {\"glass\": {\"glass\": {\"e\": 0.97}, \"steel\": {\"mu\": 0.1}, "
            "\"wall\": {\"e\": 0.8}}}. A pair stands once, either way round; what it leaves out has the scene's "
            "value. wall, second only, is what has no material of its own."},
    [KEY_PAIR_E] = {"e", OBJECT_PAIR, .type = TYPE_RESTITUTION, RESTITUTION, IN_PAIR(restitution),
     .doc = "Coefficient of restitution of the pair, as the scene's restitution."},
    [KEY_PAIR_MU] = {"mu", OBJECT_PAIR, FRICTION, QUANTITY, IN_PAIR(rubbing.mu),
     .doc = "Coefficient of friction of the pair, as the scene's mu."},
    [KEY_PAIR_BETA] = {"beta", OBJECT_PAIR, .type = TYPE_NUMBER, BETA, IN_PAIR(rubbing.beta),
     .doc = "Tangential restitution of the pair, as the scene's beta."},
    [KEY_PAIR_MU_ROLL] = {"mu_roll", OBJECT_PAIR, NOT_NEGATIVE, QUANTITY, IN_PAIR(mu_roll),
     .doc = "Rolling resistance of the pair, as the scene's mu_roll."},
    [KEY_INTEGRATOR] = {"integrator", OBJECT_SCENE, .type = TYPE_NAME, .names = NAMES_INTEGRATOR, IN_SCENE(integrator),
     .doc = "How to move forward in time."},
    [KEY_IMPACT] = {"impact", OBJECT_SCENE, .type = TYPE_NAME, .names = NAMES_IMPACT, IN_SCENE(impact),
     .doc = "Law for simultaneous contacts, in event."},
    [KEY_CONTACT_TIME] = {"contact_time", OBJECT_SCENE, NOT_NEGATIVE, QUANTITY, IN_SCENE(contact_time), .fallback = "0",
     .doc = "A time. In event, collisions that follow a ball's last one sooner than this are elastic, which guards "
            "against inelastic collapse."},
    [KEY_K] = {"k", OBJECT_SCENE, POSITIVE, QUANTITY, IN_SCENE(k),
     .doc = "Contact stiffness, force per length of overlap; required by the springs, ignored by the others."},
    [KEY_K_TANGENTIAL] = {"k_tangential", OBJECT_SCENE, POSITIVE, QUANTITY, IN_SCENE(k_tangential),
     .doc = "Tangential stiffness of contacts, force per length; for the springs, where mu is given. k q/(1 + q), "
            "which is 2 k/7 for spheres, unless given."},
    [KEY_K_ROLL] = {"k_roll", OBJECT_SCENE, POSITIVE, QUANTITY, IN_SCENE(k_roll),
     .doc = "Rolling stiffness of contacts, force per length rolled; for the springs, where mu_roll is given. The tangential "
            "stiffness of the contact unless given."},
    [KEY_GAMMA_ROLL] = {"gamma_roll", OBJECT_SCENE, NOT_NEGATIVE, QUANTITY, IN_SCENE(gamma_roll),
     .doc = "Rolling damping of contacts, force per speed; for the springs, where mu_roll is given. From the restitution "
            "of the contact unless given."},
    [KEY_DT] = {"dt", OBJECT_SCENE, .required = OBJECT_SCENE, POSITIVE, QUANTITY, IN_SCENE(dt), .unless = FORM_DURATION,
     .doc = "Time step, a time. For event only the distance between frames. With duration the largest step allowed; "
            "chosen by the integrator unless given."},
    [KEY_STEPS] = {"steps", OBJECT_SCENE, OBJECT_SCENE, .low = 0, INTEGER, IN_SCENE(steps), .form = FORM_STEPS,
     .unless = FORM_DURATION, .doc = "Number of steps; the run lasts steps x dt."},
    [KEY_EVERY] = {"every", OBJECT_SCENE, .low = 1, INTEGER, IN_SCENE(every), .form = FORM_STEPS, .fallback = "1",
     .doc = "A frame is written at each step that is a multiple of it."},
    [KEY_DURATION] = {"duration", OBJECT_SCENE, POSITIVE, QUANTITY, IN_SCENE(duration), .form = FORM_DURATION,
     .doc = "How long to run, a time, instead of steps; rounded to whole frames."},
    [KEY_FRAME] = {"frame", OBJECT_SCENE, POSITIVE, QUANTITY, IN_SCENE(frame), .form = FORM_DURATION,
     .doc = "Time from one frame to the next, with duration instead of every; the duration unless given."},
    [KEY_STOP] = {"stop", OBJECT_SCENE, .type = TYPE_STRING, IN_SCENE(stop.text),
     .doc = "Ends the run early, with the first frame after: \"rest\" (all balls are at rest), \"pocket\" or "
            "\"pocket:N\" (a ball is pocketed, by obstacle N), \"hits:N\" (N ball-ball contacts), \"pair:A,B\" (balls "
            "A and "
            "B have hit), \"hit:A\" (ball A has hit a ball)."},
    [KEY_START] = {"start", OBJECT_SCENE, .type = TYPE_OBJECT, .members = OBJECT_START,
     .doc = "Where a saved run continues; written by --save."},
    [KEY_START_STEP] = {"step", OBJECT_START, MOVES, .low = 0, INTEGER, IN_SCENE(start_step), .fallback = "0",
     .doc = "Step number of the given state."},
    [KEY_TRAJECTORIES] = {"trajectories", OBJECT_START, .type = TYPE_ROWS,
     .doc = "For event: where trajectories of balls began before the moment of the state, [ball, t0, x, y, vx, vy] or "
            "[ball, t0, x, y, vx, vy, wx, wy, wz], so that they go on to the same bits."},
    [KEY_CONTACTS] = {"contacts", OBJECT_START, .type = TYPE_ROWS,
     .doc = "What contacts of springs with mu have stretched along the surface and upwards, lengths: [a, \"ball\", b, "
            "along, up], or [a, kind, number, place, along, up] with kind and number as in the event log."},
    [KEY_OBSTACLES] = {"obstacles", OBJECT_SCENE, PLACES, .type = TYPE_ARRAY,
     .doc = "What stands on the table: {\"line\": ...}, {\"arc\": ...}, {\"pocket\": ...} and "
            "{\"gate\": ...}."},
    [KEY_LINE] = {"line", OBJECT_LINE, OBJECT_LINE, PLACES, NUMBERS(4, "[x0, y0, x1, y1]"), LENGTH, IN_OBSTACLE(value),
     .doc = "A thin straight wall between two points, lengths; acts from both sides."},
    [KEY_ARC] = {"arc", OBJECT_ARC, OBJECT_ARC, PLACES, NUMBERS(5, "[x, y, r, from, to]"), LENGTH, IN_OBSTACLE(value),
     .doc = "A thin wall along a circle about (x, y) with radius r, lengths, counter-clockwise from one direction to "
            "another, degrees, 0 < to - from <= 360; acts from both sides."},
    [KEY_OBSTACLE_E] = {"e", OBJECT_BOUNCING, .type = TYPE_RESTITUTION, RESTITUTION,
     IN_OBSTACLE(coefficients.restitution), .form = FORM_OWN,
     .doc = "Coefficient of restitution, as the scene's restitution; restitution.wall unless given."},
    [KEY_OBSTACLE_MU] = {"mu", OBJECT_BOUNCING, FRICTION, QUANTITY,
     IN_OBSTACLE(coefficients.rubbing.mu), .form = FORM_OWN,
     .doc = "Coefficient of friction, as the scene's mu; mu.wall unless given."},
    [KEY_OBSTACLE_MATERIAL] = {"material", OBJECT_BOUNCING, .type = TYPE_STRING,
     IN_OBSTACLE(material), .form = FORM_MATERIAL,
     .doc = "What it is made of: a name in materials, without e and mu beside it; else, or as \"wall\", what materials "
            "call wall."},
    [KEY_POCKET] = {"pocket", OBJECT_POCKET, OBJECT_POCKET, PLACES, NUMBERS(3, "[x, y, r]"), LENGTH, IN_OBSTACLE(value),
     .doc = "A pocket, a circle about (x, y) with radius r, lengths: it takes a ball whose centre comes within r from "
            "outside."},
    [KEY_GATE] = {"gate", OBJECT_GATE, OBJECT_GATE, NUMBERS(4, "[x0, y0, x1, y1]"), LENGTH, IN_OBSTACLE(value),
     .doc = "A segment that counts the centres of balls that cross it. Its left is that of one who goes from (x0, y0) to "
            "(x1, y1). For event."},
    [KEY_PASS] = {"pass", OBJECT_GATE, .type = TYPE_NAME, .names = NAMES_PASS, MOVES, IN_OBSTACLE(pass),
     .fallback = "\"both\"",
     .doc = "Which way balls may cross; what may not is thrown back at its centre, as by a mirror."},
    [KEY_OF] = {"of", OBJECT_GATE, .type = TYPE_STRING, MOVES, IN_OBSTACLE(of),
     .doc = "A name in materials: the gate is there for balls of that material only."},
    [KEY_OBSTACLE_MOTION] = {"motion", OBJECT_BOUNCING, MOTION, IN_OBSTACLE(motion),
     .doc = "How it moves, its ends too: [[t, vx, vy], ...], the velocity from each time t of the run on; at rest "
            "before. Not on a table with a periodic axis."},
    [KEY_OBSTACLE_TURN] =
    {"turn", OBJECT_ARC, MOVES, .type = TYPE_TURN, .low = -HUGE_VAL, .high = HUGE_VAL, .count = SCENE_KEYS_PIECES, QUANTITY,
     IN_OBSTACLE(turn),
     .doc = "Its surface runs about its centre, while it stays where it is: a rate, radians per time, counter-clockwise, or "
            "[[t, rate], ...], the rate from each time t of the run on; 0 before. Acts through mu."},
    [KEY_OBSTACLE_PERIOD] =
    {"motion_period", OBJECT_BOUNCING, PLACES, POSITIVE, QUANTITY, IN_OBSTACLE(motion_period),
     .doc = "A time, after the last of motion and turn: the lists repeat after it; motion must bring the obstacle back to "
            "its place."},
    [KEY_OBSTACLE_NAME] =
    {"name", OBJECT_OBSTACLES, .type = TYPE_STRING, IN_OBSTACLE(name), .doc = "What the obstacle is called."},
    [KEY_DEFAULTS] = {"defaults", OBJECT_SCENE, .type = TYPE_OBJECT,
     .doc = "Keys of balls, used where a ball or generator leaves them out."},
    [KEY_BALLS] = {"balls", OBJECT_SCENE, OBJECT_SCENE, .type = TYPE_ARRAY,
     .doc = "Balls, and generators of balls: {\"rack\": ...} or {\"fill\": ...}."},
};
/* clang-format on */

const char *scene_keys_type(const struct scene_key *key)
{
    static const char names[][56] = {"a number",
                                     "an integer",
                                     "true or false",
                                     "a string",
                                     "a string",
                                     "an array of numbers",
                                     "an array of integers",
                                     "true (both axes), false, \"x\" or \"y\"",
                                     "an object",
                                     "an array",
                                     "an array of arrays",
                                     "a number or an object",
                                     "a number or [[speed, e], ...]",
                                     "a number or [a, b, c]",
                                     "[wx, wy, wz] or \"rolling\"",
                                     "a number or [[t, rate], ...]",
                                     "[[t, vx, vy], ...]",
                                     "an object"};
    if (key->type != TYPE_EACH || key->count == 0)
        return names[key->type];
    if (key->count == SCENE_KEYS_PIECES)
        return "[[t, vx, vy], ...] or an object";
    return key->count == SCENE_KEYS_PAIRS ? "a number, [[speed, e], ...] or an object"
                                          : "a number, [a, b, c] or an object";
}

enum { MAX_LIMIT = 24 };

static const char *limit_text(char to[MAX_LIMIT], double limit)
{
    if (limit == 0x1p53)
        return "2^53";
    snprintf(to, MAX_LIMIT, "%.0f", limit);
    return to;
}

const char *scene_keys_range(char to[SCENE_KEYS_MAX_RANGE], const struct scene_key *key)
{
    to[0] = '\0';
    if (isinf(key->low) || key->high == 0)
        return to;
    char low[MAX_LIMIT], high[MAX_LIMIT];
    if (key->above && !isinf(key->high))
        snprintf(to, SCENE_KEYS_MAX_RANGE, "> %s and <= %s", limit_text(low, key->low), limit_text(high, key->high));
    else if (isinf(key->high))
        snprintf(to, SCENE_KEYS_MAX_RANGE, "%s %s", key->above ? ">" : ">=", limit_text(low, key->low));
    else
        snprintf(to, SCENE_KEYS_MAX_RANGE, "from %s to %s", limit_text(low, key->low), limit_text(high, key->high));
    return to;
}

const char *scene_keys_value(enum scene_names names, size_t index)
{
    switch (names) {
    case NAMES_INTEGRATOR:
        return integrator_all[index] ? integrator_all[index]->name : NULL;
    case NAMES_IMPACT:
        return impact_laws[index].name;
    case NAMES_RACK:
        return generate_rack_names[index];
    case NAMES_FILL:
        return generate_fill_names[index];
    case NAMES_PASS:
        return index < GATE_PASSES ? table_pass_name((enum gate_pass)index) : NULL;
    case NAMES_NONE:
        break;
    }
    return NULL;
}

const char *scene_keys_value_doc(enum scene_names names, size_t index)
{
    if (names == NAMES_INTEGRATOR)
        return integrator_all[index] ? integrator_all[index]->doc : NULL;
    return names == NAMES_IMPACT ? impact_laws[index].doc : NULL;
}

static bool has_name(const struct scene_key *key, enum scene_object object, const char *name)
{
    return key->name[0] == name[0] && (key->objects & object) && strcmp(key->name, name) == 0;
}

const struct scene_key *scene_keys_find(enum scene_object object, const char *name)
{
    for (enum scene_row row = 0; row < SCENE_ROWS; row++)
        if (has_name(&scene_keys[row], object, name))
            return &scene_keys[row];
    return NULL;
}

static size_t chain_of(const char *name)
{
    return (unsigned char)name[0] % SCENE_KEYS_INITIALS;
}

const struct scene_key *scene_keys_look_up(const struct scene_keys_index *index, enum scene_object object,
                                           const char *name)
{
    for (size_t row = index->first[chain_of(name)]; row > 0; row = index->next[row - 1])
        if (has_name(&scene_keys[row - 1], object, name))
            return &scene_keys[row - 1];
    return NULL;
}

const char *scene_keys_name(const char *name)
{
    const struct scene_key *key = scene_keys_find(OBJECT_ANY, name);
    return key ? key->name : NULL;
}

bool scene_keys_is_long(const char *name)
{
    const struct scene_key *key = scene_keys_find(OBJECT_ANY, name);
    const enum scene_row row = key ? scene_keys_row(key) : SCENE_ROWS;
    return key && (key->type == TYPE_ROWS || row == KEY_BALLS || row == KEY_OBSTACLES);
}

enum scene_form scene_keys_rival_form(enum scene_form form)
{
    return form == FORM_ANY ? FORM_ANY : (enum scene_form)(1 + ((form - 1) ^ 1));
}

struct scene_key_set scene_keys_of_form(enum scene_object object, enum scene_form form)
{
    struct scene_key_set keys = {0};
    for (enum scene_row row = 0; form != FORM_ANY && row < SCENE_ROWS; row++)
        if ((scene_keys[row].objects & object) && scene_keys[row].form == form)
            scene_keys_add(&keys, row);
    return keys;
}

struct scene_keys_index scene_keys_index(void)
{
    struct scene_keys_index index = {0};
    for (enum scene_row row = SCENE_ROWS; row-- > 0;) { /* a chain begins with what came last */
        uint16_t *first = &index.first[chain_of(scene_keys[row].name)];
        index.next[row] = *first;
        *first = (uint16_t)(row + 1);
        for (unsigned types = scene_keys[row].required; types; types &= types - 1)
            scene_keys_add(&index.required[scene_keys_number(types)], row);
    }
    return index;
}

struct scene_key_set scene_keys_rivals(enum scene_object object, const struct scene_key *key)
{
    return scene_keys_of_form(object, scene_keys_rival_form(key->form));
}

/** What people call things: a word, and the key that means it. */
static const struct {
    char word[16], key[16];
} common_words[] = {
    /* clang-format off */
    {"radius", "r"}, {"mass", "m"}, {"weight", "m"}, {"load", "force"}, {"pistons", "piston"}, {"position", "x"}, {"pos", "x"}, {"velocity", "vx"},
    {"xvel", "vx"}, {"yvel", "vy"}, {"direction", "angle"}, {"label", "name"}, {"colour", "color"},
    {"number", "count"}, {"n", "count"}, {"v", "speed"}, {"circle", "arc"}, {"size", "rows"}, {"spacing", "gap"}, {"rotation", "angle"}, {"area", "region"},
    {"stiffness", "k"}, {"spring", "k"}, {"timestep", "dt"}, {"time_step", "dt"}, {"nsteps", "steps"},
    {"interval", "every"}, {"time", "duration"}, {"frame_dt", "frame"}, {"fps", "frame"}, {"method", "integrator"},
    {"law", "impact"}, {"cor", "restitution"}, {"e", "restitution"}, {"g", "gravity"}, {"w", "spin"},
    {"omega", "spin"}, {"english", "tip"}, {"side", "tip"}, {"cue", "tip"}, {"topspin", "tip"}, {"backspin", "tip"}, {"squirt", "tip"}, {"masse", "elevation"},
    {"slide", "sliding"}, {"static", "fixed"}, {"immovable", "fixed"}, {"deceleration", "friction"}, {"elasticity", "restitution"},
    {"restitution", "e"}, {"substance", "material"}, {"cushion", "wall"}, {"segment", "line"}, {"hole", "pocket"}, {"walls", "wall"}, {"w", "width"}, {"h", "height"},
    {"box", "table"}, {"torus", "periodic"}, {"pbc", "periodic"}, {"images", "image"}, {"particles", "balls"},
    {"default", "defaults"}, {"description", "comment"}, {"diameter", "r"},
    {"walls", "obstacles"}, {"lines", "obstacles"}, {"pocket", "obstacles"}, {"pockets", "obstacles"},
    /* clang-format on */
};

const char *scene_keys_suggest(enum scene_object object, const char *name)
{
    struct suggest search = suggest_start(name);
    for (size_t i = 0; i < SCENE_ROWS; i++)
        if (scene_keys[i].objects & object)
            suggest_offer(&search, scene_keys[i].name, scene_keys[i].name);
    for (size_t i = 0; i < sizeof common_words / sizeof common_words[0]; i++)
        if (scene_keys_find(object, common_words[i].key))
            suggest_offer(&search, common_words[i].word, common_words[i].key);
    return search.meaning;
}

bool scene_keys_is_common_word(enum scene_object object, const char *name)
{
    bool is_any = false;
    for (size_t i = 0; i < sizeof common_words / sizeof common_words[0]; i++)
        is_any = is_any || (strcmp(common_words[i].word, name) == 0 && scene_keys_find(object, common_words[i].key));
    return is_any;
}

struct scene_key_set scene_keys_of(enum scene_object object)
{
    struct scene_key_set keys = {0};
    for (enum scene_row row = 0; row < SCENE_ROWS; row++)
        if (scene_keys[row].objects & object)
            scene_keys_add(&keys, row);
    return keys;
}

const char *scene_keys_list(char to[SCENE_KEYS_MAX_LIST], const struct scene_key_set *keys)
{
    size_t used = 0, left = 0;
    for (enum scene_row row = 0; row < SCENE_ROWS; row++)
        left += scene_keys_has(keys, row);
    to[0] = '\0';
    for (enum scene_row row = 0; row < SCENE_ROWS && used < SCENE_KEYS_MAX_LIST; row++) {
        if (!scene_keys_has(keys, row))
            continue;
        left--;
        const char *before = used == 0 ? "" : left == 0 ? " and " : ", ";
        used += (size_t)snprintf(to + used, SCENE_KEYS_MAX_LIST - used, "%s%s", before, scene_keys[row].name);
    }
    return to;
}
