/*
 * The law of contact_law.h over lanes. That includes this for each kind of lane: LANE is its type, LANE_ALL(value) that
 * value in all lanes, LANE_SELECT() and so on its operations, LAW(name) the name of what is defined here. The
 * operations and their order are the same for all, and so are the bits.
 */

struct LAW(vector) {
    LANE x, y;
};

/** Across a normal: along (-n.y, n.x), and upwards; this is 0 where balls turn about the vertical only. */
struct LAW(across) {
    LANE along, up;
};

/** A contact's push, as in struct spring_contact; the unit normal; the push's length. */
struct LAW(direction) {
    struct LAW(vector) push, n;
    LANE size;
};

/** How bodies move against each other: a less b, and the sums of the velocities at which their surfaces turn about the
 *  vertical, z, and the horizontal axes; and how fast a rolls on b. */
struct LAW(motion) {
    struct LAW(vector) v;
    LANE x, y, z, roll;
};

/** Forces beside those of the springs: on a, against n; across it; and against rolling. */
struct LAW(dash) {
    LANE normal;
    struct LAW(across) across;
    LANE roll;
};

/** Arms of the force against rolling: that with which the bodies' difference of spins rolls, and of its torque on each,
 *  by the radius. */
struct LAW(arms) {
    LANE roll, a, b;
};

/** A tangential spring before it is stretched, and all that does it. */
struct LAW(stretching) {
    LANE k, c;                           /* stiffness; dashpot */
    struct LAW(across) from, gain, slip; /* what it had stretched; what is added; velocity across the normal */
    LANE turned;                         /* cosine of the angle by which the normal has turned */
    LANE most;                           /* that friction holds */
};

/** Stiffness and dashpot of a spring against rolling, and the part of the normal force that it holds. */
struct LAW(resistance) {
    LANE k, c, mu;
};

/** How far a has rolled on b, and what is added; the velocity that the dashpot feels. */
struct LAW(rolling) {
    LANE from, gain, velocity;
};

/** A tangential spring: what it has stretched, its force on a, and what its stretching has lost. */
struct LAW(spring) {
    struct LAW(across) stretch, force;
    LANE lost;
};

/** +x where two centres coincide. */
ALWAYS_INLINE struct LAW(direction) LAW(direction)(LANE x, LANE y)
{
    const LANE size = LANE_SQRT(x * x + y * y);
    const struct LAW(vector)
        n = {LANE_SELECT(size > 0, 0 - x / size, LANE_ALL(1)), LANE_SELECT(size > 0, 0 - y / size, LANE_ALL(0))};
    return (struct LAW(direction)){{x, y}, n, size};
}

/** Velocity of the surface of a against that of b. */
ALWAYS_INLINE struct LAW(across) LAW(slip)(struct LAW(motion) of, struct LAW(vector) n, struct contact_law law)
{
    return (struct LAW(across)){n.x * of.v.y - n.y * of.v.x + of.z,
                                law.is_flat ? LANE_ALL(0) : of.x * n.y - of.y * n.x};
}

ALWAYS_INLINE LANE LAW(dot)(struct LAW(across) a, struct LAW(across) b, struct contact_law law)
{
    return law.is_flat ? a.along * b.along : a.along * b.along + a.up * b.up;
}

ALWAYS_INLINE LANE LAW(length)(struct LAW(across) of, struct contact_law law)
{
    return law.is_flat ? LANE_ABS(of.along) : LANE_SQRT(of.along * of.along + of.up * of.up);
}

/** Force of spring and dashpot along the push, in its units; never negative. */
ALWAYS_INLINE LANE LAW(normal_force)(LANE elastic, LANE dashpot, struct LAW(vector) push, struct LAW(vector) v)
{
    const LANE force = elastic + dashpot * (0 - (v.x * push.x + v.y * push.y));
    return LANE_SELECT(force > 0, force, LANE_ALL(0));
}

/** Power that dashpots, friction and rolling resistance take. */
ALWAYS_INLINE LANE LAW(power)(struct LAW(dash) dash, struct LAW(vector) n, const struct LAW(motion) * motion,
                              struct LAW(across) slip, struct contact_law law)
{
    const LANE power = dash.normal * (n.x * motion->v.x + n.y * motion->v.y) - LAW(dot)(dash.across, slip, law);
    return law.rolls ? power - dash.roll * motion->roll : power;
}

/** Pull of spring and dashpot. */
ALWAYS_INLINE struct LAW(across) LAW(pull)(const struct LAW(stretching) * of, struct LAW(across) stretch)
{
    return (struct LAW(across)){of->k * stretch.along + of->c * of->slip.along,
                                of->k * stretch.up + of->c * of->slip.up};
}

/** Shortened to what friction holds, or so little less that the spring alone, shortened by as much, is held. */
ALWAYS_INLINE struct LAW(across)
    LAW(shortened)(struct LAW(across) what, struct LAW(across) pull, LANE most, struct contact_law law)
{
    const LANE size = LAW(length)(pull, law),
               share = LANE_SELECT(size > most, most / size * CONTACT_LAW_HELD, LANE_ALL(1));
    return (struct LAW(across)){share * what.along, share * what.up};
}

/** Stretches the spring and lets it pull; where that is more than friction holds the contact slides. The work of its
 *  mean pull that is not stored is lost. */
ALWAYS_INLINE struct LAW(spring)
    LAW(stretch)(const struct LAW(stretching) * of, struct contact_law law, struct simd_ops simd)
{
    (void)simd; /* one lane needs none */
    const struct LAW(across) from = of->from,
                             longest = {from.along * of->turned + of->gain.along, from.up + of->gain.up};
    struct LAW(across) stretch = longest, pull = LAW(pull)(of, stretch);
    if (LANE_ANY(LAW(length)(pull, law) > of->most)) {
        if (law.stretch != SPRING_STAYS) {
            stretch = LAW(shortened)(stretch, pull, of->most, law);
            pull = LAW(pull)(of, stretch);
        }
        pull = LAW(shortened)(pull, pull, of->most, law);
    }
    const struct LAW(across) end = law.stretch == SPRING_STRETCHES ? stretch : longest,
                             twice_mean = {from.along + end.along, from.up + end.up};
    const LANE more = LAW(dot)(stretch, stretch, law) - LAW(dot)(from, from, law);
    return (struct LAW(spring)){
        stretch, {0 - pull.along, 0 - pull.up}, 0.5 * of->k * (LAW(dot)(twice_mean, of->gain, law) - more)};
}

/** Of two balls. */
ALWAYS_INLINE struct LAW(arms) LAW(arms_of)(LANE r_a, LANE r_b)
{
    const LANE sum = r_a + r_b;
    return (struct LAW(arms)){r_a * r_b / sum, r_b / sum, r_a / sum};
}

/** The spring against rolling, which is stretched as a tangential one, but turns with the contact as a whole.
 *  @param most that it holds */
ALWAYS_INLINE struct LAW(spring) LAW(roll)(struct LAW(resistance) of, struct LAW(rolling) rolling, LANE most,
                                           struct contact_law law, struct simd_ops simd)
{
    const LANE none = LANE_ALL(0);
    const struct LAW(stretching) s = {.k = of.k,
                                      .c = of.c,
                                      .from = {rolling.from, none},
                                      .gain = {rolling.gain, none},
                                      .slip = {rolling.velocity, none},
                                      .turned = LANE_ALL(1),
                                      .most = most};
    return LAW(stretch)(&s, (struct contact_law){.is_flat = true, .stretch = law.stretch, .time = law.time}, simd);
}

/** Forces beside those of the springs. @param force, elastic along the push: all, and of the spring */
ALWAYS_INLINE struct LAW(dash) LAW(dash)(LANE force, LANE elastic, LANE size, LANE k, const struct LAW(spring) * spring)
{
    return (struct LAW(dash)){
        (force - elastic) * size,
        {spring->force.along + k * spring->stretch.along, spring->force.up + k * spring->stretch.up},
        LANE_ALL(0)};
}
