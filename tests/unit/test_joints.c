/*
 * Which surfaces push a ball where curves meet. Curves are drawn at random from one point, straight on, along common
 * tangents and at any angle, on a table and across the seam of a periodic one; a ball is put anywhere about this point.
 *
 * Promise: where curves meet, one of their ends pushes a ball, and none beside a face; what goes straight on or away
 * keeps the energy of springs. Measured: 1000 meetings of up to twelve lines and arcs, 10 000 in full; eight of them
 * glided over, energy to 1e-4. Also kept by laws/test_stepped_contacts.c.
 */
#include "lib/testing.h"
#include "lib/uniform.h"
#include "steps/joints.h"

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
    meeting->curves[meeting->n++] = (struct obstacle){OBSTACLE_LINE, {a.x, a.y, b.x, b.y}, BOUNCES(1)};
}

/** @param side on which of the tangent the arc bends, -1 or 1
 *  @param way  along the tangent, in which it leaves the place, -1 or 1; 0: both */
static void add_arc(struct meeting *meeting, double radius, int side, int way)
{
    double start = meeting->tangent - 90 * side, turn = 60 * side * way; /* directions from the centre */
    struct vec2 centre = from(meeting->at, radius, meeting->tangent + 90 * side);
    double first = way == 0 ? -60 : turn < 0 ? turn : 0, last = way == 0 ? 60 : turn > 0 ? turn : 0;
    meeting->curves[meeting->n++] =
        (struct obstacle){OBSTACLE_ARC, {centre.x, centre.y, radius, start + first, start + last}, BOUNCES(1)};
}

/** Lines and arcs through and from one place. Arcs bend so little, and other lines leave the tangent by so much, that
 *  none meets another nearby once more. */
static struct meeting meeting_at(struct vec2 at, uint64_t *seed)
{
    struct meeting meeting = {.at = at, .tangent = uniform(seed, 0, 360)};
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

/** What pushes a ball of radius 1 at a place. */
struct pushing {
    int ends, faces;
    double nearest; /* distance of a curve */
};

static struct pushing pushing_at(const struct boundary *boundary, struct vec2 place)
{
    struct near_surfaces near = {0};
    struct pushing pushing = {.nearest = HUGE_VAL};
    const double r = 1, reach = 1.5;
    period_wrap(&boundary->period, &place);
    assert_true(near_surfaces_rebuild(&near, boundary, &place, &reach, 0, 1));
    for (size_t p = 0; p < near.list.count; p++) {
        const struct surface *surface = &boundary->surfaces[near.list.items[p].b];
        double distance = boundary_distance(surface, boundary_seen(boundary, surface, place));
        unsigned sides = joints_beyond(&near.list, p, boundary, place, r);
        assert_true(!(sides & sides >> 1) && (!sides || distance < r));
        *(surface->kind == SURFACE_POINT ? &pushing.ends : &pushing.faces) += sides != 0;
        pushing.nearest = distance < pushing.nearest ? distance : pushing.nearest;
    }
    near_surfaces_free(&near);
    return pushing;
}

/** All curves meet at one place: there one end pushes, and none beside a face. Nothing is passed through. */
static void check_meetings(struct vec2 at, unsigned periodic, uint64_t seed)
{
    size_t on_ends = 0, on_faces = 0;
    for (size_t i = 0; i < (size_t)runs(500, 5000); i++) {
        struct meeting meeting = meeting_at(at, &seed);
        const struct table table = {
            .width = 40, .height = 40, .periodic = periodic, .obstacles = meeting.curves, .n_obstacles = meeting.n};
        struct boundary boundary;
        assert_true(boundary_open(&boundary, &table));
        for (int place = 1; place <= PLACES; place++) {
            struct vec2 centre = from(at, uniform(&seed, 0, 1.2), uniform(&seed, 0, 360));
            struct pushing pushing = pushing_at(&boundary, centre);
            on_ends += pushing.ends > 0;
            on_faces += pushing.faces > 1;
            assert_true(pushing.ends == 0 || (pushing.ends == 1 && pushing.faces == 0));
            assert_true((pushing.ends + pushing.faces > 0) == (pushing.nearest < 1));
        }
        boundary_close(&boundary);
    }
    assert_true(on_ends > 1000 && on_faces > 1000);
}

static void test_ends_count_once(void **context)
{
    (void)context;
    check_meetings((struct vec2){20, 20}, 0, 1);
    check_meetings((struct vec2){40, 40}, TABLE_AXIS_X | TABLE_AXIS_Y, 2);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends_count_once)};
    return RUN_TESTS(tests);
}
