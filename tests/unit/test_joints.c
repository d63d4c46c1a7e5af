/*
 * Which surfaces push a ball where curves meet: the energy stored in springs is a continuous function of the place.
 * Curves are drawn at random from one point, straight on, along common tangents and at any angle, on a table and across
 * the seam of a periodic one; a ball is moved past this point, without dynamics.
 */
#include "broadphase/joints.h"
#include "lib/testing.h"
#include "lib/uniform.h"

enum { MOST = 12, PLACES = 60 };

static const double pi = 3.14159265358979323846;

struct meeting {
    struct obstacle curves[MOST];
    uint32_t n;
    struct vec2 at;
    double tangent; /* degrees */
};

static struct vec2 from(struct vec2 place, double distance, double degrees)
{
    return (struct vec2){place.x + distance * cos(degrees * pi / 180), place.y + distance * sin(degrees * pi / 180)};
}

static void add_line(struct meeting *meeting, double before, double after, double degrees)
{
    struct vec2 a = from(meeting->at, -before, degrees), b = from(meeting->at, after, degrees);
    meeting->curves[meeting->n++] = (struct obstacle){OBSTACLE_LINE, {a.x, a.y, b.x, b.y}, 1, NULL};
}

/** @param side on which of the tangent the arc bends, -1 or 1
 *  @param way  along the tangent, in which it leaves the place, -1 or 1; 0: both */
static void add_arc(struct meeting *meeting, double radius, int side, int way)
{
    double start = meeting->tangent - 90 * side, turn = 60 * side * way; /* directions from the centre */
    struct vec2 centre = from(meeting->at, radius, meeting->tangent + 90 * side);
    double first = way == 0 ? -60 : turn < 0 ? turn : 0, last = way == 0 ? 60 : turn > 0 ? turn : 0;
    meeting->curves[meeting->n++] =
        (struct obstacle){OBSTACLE_ARC, {centre.x, centre.y, radius, start + first, start + last}, 1, NULL};
}

/** Lines and arcs through and from one place. Arcs bend so little, and other lines leave the tangent by so much, that
 *  none meets another nearby once more. */
static struct meeting meeting_at(struct vec2 at, uint64_t *seed)
{
    struct meeting meeting = {.at = at, .tangent = at.y == 0 ? 0 : uniform(seed, 0, 360)};
    unsigned choice = (unsigned)uniform_bits(seed);
    if (choice & 1)
        add_line(&meeting, 0, 8, meeting.tangent);
    if (choice & 2)
        add_line(&meeting, 0, 9, meeting.tangent + 180);
    if ((choice & 12) == 12)
        add_line(&meeting, 7, 10, meeting.tangent);
    for (int side = -1; side <= 1; side += 2)
        for (int way = -1; way <= 1; way++)
            if (uniform(seed, 0, 1) < 0.2)
                add_arc(&meeting, uniform(seed, 6, 20), side, way);
    for (unsigned lines = choice >> 4 & 3; lines > 0; lines--) {
        double aside = uniform(seed, 20, 160);
        add_line(&meeting, 0, 8, meeting.tangent + (uniform(seed, -1, 1) < 0 ? aside : -aside));
    }
    return meeting;
}

/** Twice the energy at k = 1, or -1 where the ball is too deep in a curve. */
static double energy_at(const struct boundary *boundary, struct vec2 place)
{
    struct near_surfaces near = {0};
    const double r = 1, reach = 1.5;
    double energy = 0;
    if (boundary->is_periodic)
        period_wrap(&boundary->period, &place);
    else if (place.y < 0.5)
        return -1;
    assert_true(near_surfaces_rebuild(&near, boundary, &place, &reach, 0, 1));
    for (size_t p = 0; p < near.list.count && energy >= 0; p++) {
        const struct surface *surface = &boundary->surfaces[near.list.items[p].b];
        struct vec2 seen = boundary_seen(boundary, surface, place);
        unsigned sides = joints_beyond(&near.list, p, boundary, place, r);
        for (uint32_t side = 0; side < 2; side++) {
            double depth = sides >> side & 1 ? boundary_depth(surface, side, seen, r) : 0;
            energy += depth * depth;
        }
        if (boundary_distance(surface, seen) < 0.5)
            energy = -1;
    }
    near_surfaces_free(&near);
    return energy;
}

/** Fails if the energy jumps between two places, however near to each other. */
static void check_between(const struct boundary *boundary, struct vec2 a, struct vec2 b, size_t number)
{
    for (int halvings = 0; halvings < 40; halvings++) {
        struct vec2 middle = vec2_scale(0.5, vec2_add(a, b));
        double at_a = energy_at(boundary, a), at_b = energy_at(boundary, b), at_middle = energy_at(boundary, middle);
        if (at_a < 0 || at_b < 0 || at_middle < 0 || fabs(at_a - at_b) < 1e-7)
            return;
        if (fabs(at_a - at_middle) > fabs(at_middle - at_b))
            b = middle;
        else
            a = middle;
    }
    fail_msg("meeting %zu: energy jumps from %g to %g at (%.17g, %.17g)", number, energy_at(boundary, a),
             energy_at(boundary, b), a.x, a.y);
}

static void check_meetings(struct vec2 at, unsigned periodic, uint64_t seed)
{
    for (size_t i = 0; i < (size_t)runs(200, 5000); i++) {
        struct meeting meeting = meeting_at(at, &seed);
        const struct table table = {
            .width = 40, .height = 40, .periodic = periodic, .obstacles = meeting.curves, .n_obstacles = meeting.n};
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table, 1));
        double direction = uniform(&seed, 0, 360), aside = uniform(&seed, -1, 1);
        struct vec2 start = from(from(at, aside, direction + 90), -1.2, direction), before = start;
        for (int place = 1; place <= PLACES; place++) {
            struct vec2 next = from(start, 2.4 * place / PLACES, direction);
            check_between(&boundary, before, next, i);
            before = next;
        }
        boundary_close(&boundary);
    }
}

static void test_energy_is_continuous(void **context)
{
    (void)context;
    check_meetings((struct vec2){20, 20}, 0, 1);
    check_meetings((struct vec2){40, 40}, TABLE_AXIS_X | TABLE_AXIS_Y, 2);
    check_meetings((struct vec2){20, 0}, 0, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_energy_is_continuous)};
    return RUN_TESTS(tests);
}
