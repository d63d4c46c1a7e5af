/*
 * Cells against the double loop over all pairs, with and without walls, while balls fly, fall or roll across their
 * table, are turned round at random moments as if they were hit, and move on when they leave their cells. The balls
 * here pass through each other, so that cells are crowded now and then.
 */

#include "base/mem.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "near/cells.h"

/** What a cloud of balls is made of. */
struct setting {
    size_t n;
    struct vec2 size;         /* of the table */
    double smallest, largest; /* radius */
    double cell;              /* least size of cells; 0: left to them */
    bool wraps_x, wraps_y;
    enum motion_law law;
};

struct cloud {
    struct setting made;
    size_t n;
    double t;
    struct motion motion;
    double *friction;
    struct particle *balls;
    char *gone; /* balls that have been removed */
    struct cells *cells;
    uint64_t seed;
};

/** Rounding of places and of moments at which a ball is at the end of its cell. */
static double rounding(const struct cloud *cloud)
{
    return 1e-9 * (cloud->made.size.x + cloud->made.size.y);
}

/** A new trajectory from where the ball is now. */
static void set_out(struct cloud *cloud, uint32_t slot, struct vec2 from)
{
    struct particle *ball = &cloud->balls[slot];
    double speed = motion_is_fixed(ball) ? 0 : uniform(&cloud->seed, 0, 2);
    ball->x = from.x;
    ball->y = from.y;
    ball->t = cloud->t;
    ball->vx = uniform(&cloud->seed, -speed, speed);
    ball->vy = uniform(&cloud->seed, 0, 1) < 0.1 ? 0 : uniform(&cloud->seed, -speed, speed);
}

static struct vec2 place(const struct cloud *cloud, uint32_t slot)
{
    return motion_position(&cloud->motion, body_of(&cloud->balls[slot]), cloud->t);
}

/** A ball falls or rolls some cells far. */
static struct motion motion_for(const struct setting *made, const double *friction)
{
    const double a = 1 / (made->size.x + made->size.y);
    const struct vec2 length = {made->wraps_x ? made->size.x : 0, made->wraps_y ? made->size.y : 0};
    return (struct motion){.law = made->law,
                           .gravity = {made->law == MOTION_GRAVITY ? a : 0, made->law == MOTION_GRAVITY ? -5 * a : 0},
                           .lo = {-HUGE_VAL, -HUGE_VAL},
                           .hi = {HUGE_VAL, HUGE_VAL},
                           .period = period_of(length),
                           .friction = friction};
}

static void assert_layout(const struct cloud *cloud);

/** Balls from anywhere on the table, small ones more often than large ones; one is fixed. */
static struct cloud cloud_open(struct setting made)
{
    struct cloud cloud = {.made = made, .n = made.n, .t = 2, .seed = made.n};
    cloud.balls = mem_array_aligned(made.n + 1, sizeof *cloud.balls);
    cloud.friction = mem_array(made.n + 1, sizeof *cloud.friction);
    cloud.gone = mem_array(made.n + 1, 1);
    assert_true(cloud.balls && cloud.friction && cloud.gone);
    for (uint32_t i = 0; i < made.n; i++) {
        double u = uniform(&cloud.seed, 0, 1);
        double r = cloud.balls[i].r = made.smallest + (made.largest - made.smallest) * (i ? u * u * u * u : 1);
        cloud.balls[i].m = i == 5 ? HUGE_VAL : 1;
        cloud.balls[i].id = i;
        cloud.friction[i] = uniform(&cloud.seed, 0, 2) / (made.size.x + made.size.y);
        struct vec2 from;
        from.y = made.wraps_y ? uniform(&cloud.seed, 0, made.size.y) : uniform(&cloud.seed, r, made.size.y - r);
        from.x = made.wraps_x ? uniform(&cloud.seed, 0, made.size.x) : uniform(&cloud.seed, r, made.size.x - r);
        if (i == 1 || i == 2) { /* at the seam, on both sides of it */
            from.x = !made.wraps_x ? from.x : i == 1 ? nextafter(made.size.x, 0) : 0;
            from.y = !made.wraps_y ? from.y : i == 1 ? nextafter(made.size.y, 0) : 0;
        }
        set_out(&cloud, i, from);
    }
    cloud.motion = motion_for(&made, cloud.friction);
    cloud.t += 0.5; /* some have gone across the seam, or past a wall */
    const struct motion_system system = {cloud.motion, cloud.balls, NULL, made.n, made.size};
    cloud.cells = cells_create(&system, cloud.t, made.cell, uniform(&cloud.seed, 0, 1) < 0.7);
    assert_non_null(cloud.cells);
    assert_layout(&cloud);
    return cloud;
}

static void cloud_close(struct cloud *cloud)
{
    cells_destroy(cloud->cells);
    free(cloud->balls);
    free(cloud->friction);
    free(cloud->gone);
}

/* ---- what holds of cells ---- */

/** Along an axis: the cells divide it, none narrower than the largest ball. Balls two cells
 *  apart may each stray as far as is told and still do not touch, but hardly farther. Returns that distance. */
static double assert_axis(const struct cloud *cloud, double length, bool wraps, double size, uint32_t count)
{
    double diameter = 2 * motion_largest_radius(cloud->balls, cloud->n), least = diameter * (1 + 1e-9);
    assert_near(count * size, length, 1e-12 * length);
    assert_true(count >= (wraps ? CELLS_LEAST_PERIODIC : 1));
    assert_true(size > least || count == 1);
    assert_true(cloud->made.law != MOTION_GRAVITY || wraps || count == 1 || size > diameter * (1 + 2 * 0x1p-6));
    return size - diameter;
}

static void assert_layout(const struct cloud *cloud)
{
    const struct cells *cells = cloud->cells;
    const struct setting *made = &cloud->made;
    double x = assert_axis(cloud, made->size.x, made->wraps_x, cells->size.x, cells->columns);
    double y = assert_axis(cloud, made->size.y, made->wraps_y, cells->size.y, cells->rows);
    assert_true(cells->slack >= 0 && cells->stray >= 0 &&
                (made->law != MOTION_GRAVITY || cells->slack > 0 || x < 0 || y < 0));
    assert_near(2 * (cells->slack + cells->stray), fmax(fmin(x, y), 0), 3 * rounding(cloud));
    double each = made->wraps_x || made->wraps_y ? 4 * CELLS_LEAST_PERIODIC : 4;
    double most = fmax(each * (double)cloud->n, CELLS_LEAST_PERIODIC * CELLS_LEAST_PERIODIC);
    assert_true(cells->rows == 1 || cells->columns == 1 || cells->rows * cells->columns <= most);
}

/** Separation along an axis, through the nearest image. */
static double apart(double d, double length, bool wraps)
{
    return fabs(wraps ? d - length * floor(d / length + 0.5) : d);
}

/** How far a coordinate is beyond the region of the cell of that number; negative: inside. The first and the last one
 *  have no end but on a periodic axis, where the nearest image counts. */
static double beyond_along(double q, uint32_t index, uint32_t count, double length, double stray, bool wraps)
{
    double size = length / count, from_centre = q - (index - 0.5) * size;
    if (wraps)
        return apart(from_centre, length, true) - 0.5 * size - stray;
    if ((index == 1 && from_centre < 0) || (index == count && from_centre > 0))
        return -HUGE_VAL;
    return fabs(from_centre) - 0.5 * size - stray;
}

/** How far a ball is beyond its region at time t. */
static double beyond(const struct cloud *cloud, uint32_t slot, double t)
{
    const struct cells *cells = cloud->cells;
    struct vec2 q = motion_position(&cloud->motion, body_of(&cloud->balls[slot]), t);
    struct cells_position at = cells->positions[slot];
    assert_true(at.column >= 1 && at.column <= cells->columns && at.row >= 1 && at.row <= cells->rows);
    return fmax(beyond_along(q.x, at.column, cells->columns, cloud->made.size.x, cells->stray, cloud->made.wraps_x),
                beyond_along(q.y, at.row, cells->rows, cloud->made.size.y, cells->stray, cloud->made.wraps_y));
}

/** Are two cells the same or side by side along an axis? */
static bool is_beside(uint32_t a, uint32_t b, uint32_t count, bool wraps)
{
    uint32_t d = a > b ? a - b : b - a;
    return d <= 1 || (wraps && d == count - 1);
}

/** A ball sees another one that touches it, and one whose cell is beside its own, whichever it is; it sees no others.
 */
static void assert_pair(const struct cloud *cloud, uint32_t slot, uint32_t j, bool joined)
{
    const struct cells *cells = cloud->cells;
    const struct setting *made = &cloud->made;
    struct cells_position a = cells->positions[slot], b = cells->positions[j];
    struct vec2 d = vec2_sub(place(cloud, j), place(cloud, slot));
    struct vec2 least = {apart(d.x, made->size.x, made->wraps_x), apart(d.y, made->size.y, made->wraps_y)};
    if (vec2_length(least) <= cloud->balls[slot].r + cloud->balls[j].r)
        assert_true(joined);
    assert_true(joined == (is_beside(a.column, b.column, cells->columns, made->wraps_x) &&
                           is_beside(a.row, b.row, cells->rows, made->wraps_y)));
}

/** Sentinels fill a list up. */
static void assert_padded(const struct cloud *cloud, const uint32_t *list, uint32_t count)
{
    for (uint32_t k = count; k < IMPACT_KERNEL_ROOM || k % IMPACT_KERNEL_LANES; k++)
        assert_int_equal(list[k], cloud->n);
}

/** A ball is in its region, near the walls if it is beyond them, and sees whom it should: none twice, nor itself, nor
 * who is gone. Returns the list's length. */
static size_t assert_row(struct cloud *cloud, uint32_t slot, int buffer)
{
    uint32_t count;
    const uint32_t *list = cells_list(cloud->cells, slot, buffer, &count);
    const struct setting *made = &cloud->made;
    const double r = cloud->balls[slot].r;
    char *joined = mem_array(cloud->n, 1);
    assert_non_null(joined);
    for (uint32_t k = 0; k < count; k++) {
        assert_true(list[k] < cloud->n);
        joined[list[k]]++;
    }
    assert_padded(cloud, list, count);
    assert_true(beyond(cloud, slot, cloud->t) <= rounding(cloud));
    for (uint32_t j = 0; j < cloud->n; j++) {
        assert_true(joined[j] <= (j != slot && !cloud->gone[j]));
        if (j != slot && !cloud->gone[j])
            assert_pair(cloud, slot, j, joined[j] == 1);
    }
    free(joined);
    struct vec2 at = place(cloud, slot);
    const unsigned near = cells_near_slabs(cloud->cells, slot);
    bool near_x = near & 1, near_y = near >> 1;
    assert_true(made->wraps_x ? !near_x : near_x || (at.x > r && at.x < made->size.x - r));
    assert_true(made->wraps_y ? !near_y : near_y || (at.y > r && at.y < made->size.y - r));
    return count;
}

static size_t assert_rows(struct cloud *cloud)
{
    size_t entries = 0;
    for (uint32_t i = 0; i < cloud->n; i++)
        if (!cloud->gone[i])
            entries += assert_row(cloud, i, (int)(i % 2));
    return entries;
}

/** Until it leaves its region a ball is in it, and then at its end. Of whom it is said that it stays, it does, but for
 * what its path strays from the chord under gravity; of a ball in uniform motion on a periodic table it is said
 * whenever that is so. */
static void assert_exit(struct cloud *cloud, uint32_t slot, double leave)
{
    const struct particle *ball = &cloud->balls[slot];
    double end = fmin(leave, cloud->t + 100), t = cloud->t + uniform(&cloud->seed, 0, 1.5) * (end - cloud->t);
    assert_true(leave >= cloud->t);
    for (int k = 1; k <= 4; k++)
        assert_true(beyond(cloud, slot, cloud->t + (end - cloud->t) * k / 4) <= rounding(cloud));
    if (leave < HUGE_VAL)
        assert_true(beyond(cloud, slot, leave) >= -rounding(cloud));
    bool stays = cells_stays_inside(cloud->cells, slot, body_of(ball), cloud->t, t);
    const struct vec2 g = cloud->motion.gravity;
    double strays = (fabs(g.x) + fabs(g.y)) * (t - cloud->t) * (t - cloud->t) / 8;
    if (stays)
        for (int k = 1; k <= 4; k++)
            assert_true(beyond(cloud, slot, cloud->t + (t - cloud->t) * k / 4) <= strays + rounding(cloud));
    else if (cloud->made.law == MOTION_UNIFORM && cloud->made.wraps_x && cloud->made.wraps_y)
        assert_true(beyond(cloud, slot, t) >= -rounding(cloud));
}

/* ---- what happens to them ---- */

/** Adds `by` for each ball in a list. */
static void mark(char *marks, const uint32_t *list, uint32_t count, char by)
{
    for (uint32_t k = 0; k < count; k++)
        marks[list[k]] = (char)(marks[list[k]] + by);
}

/** Moves a ball to its next cell, the way being told or not. Those that it is told to see anew are those of its list
 *  that were not in it before; that list, in the other buffer, stays as it is. */
static void cross(struct cloud *cloud, uint32_t slot, uint32_t way)
{
    enum { BEFORE = 1, AFTER = 2, ENTERED = 4 };
    const bool is_told = cloud->made.law != MOTION_FRICTION;
    char *marks = mem_array(cloud->n + 1, 1);
    uint32_t count, after_count;
    assert_true(marks && (way != CELLS_WAY_UNKNOWN) == (cloud->made.law != MOTION_FRICTION));
    const uint32_t *list = cells_list(cloud->cells, slot, 0, &count);
    mark(marks, list, count, BEFORE);
    bool tells = uniform(&cloud->seed, 0, 1) < 0.5;
    assert_true(cells_move(cloud->cells, slot, cloud->t, tells ? way : CELLS_WAY_UNKNOWN));
    const uint32_t *after = cells_list(cloud->cells, slot, 1, &after_count);
    if (is_told) {
        list = cells_list_entered(cloud->cells, slot, way, &count);
        mark(marks, list, count, ENTERED);
        assert_padded(cloud, list, count);
    }
    mark(marks, after, after_count, AFTER);
    for (size_t i = 0; is_told && i < cloud->n; i++)
        assert_true(marks[i] == 0 || marks[i] == BEFORE || marks[i] == (BEFORE | AFTER) ||
                    marks[i] == (AFTER | ENTERED));
    free(marks);
}

/** Balls that are on their way out past a wall turn round there. */
static void turn_at_walls(struct cloud *cloud)
{
    const struct setting *made = &cloud->made;
    for (uint32_t i = 0; i < cloud->n; i++) {
        struct particle *ball = &cloud->balls[i];
        struct vec2 at = place(cloud, i), v = motion_velocity(&cloud->motion, body_of(ball), cloud->t);
        bool left = at.x < ball->r && v.x<0, right = at.x> made->size.x - ball->r && v.x > 0;
        bool below = at.y < ball->r && v.y<0, above = at.y> made->size.y - ball->r && v.y > 0;
        if (cloud->gone[i] || !(((left || right) && !made->wraps_x) || ((below || above) && !made->wraps_y)))
            continue;
        set_out(cloud, i, at);
        ball->vx = left ? fabs(ball->vx) : right ? -fabs(ball->vx) : ball->vx;
        ball->vy = below ? fabs(ball->vy) : above ? -fabs(ball->vy) : ball->vy;
    }
}

/** Moves on to what happens first: somebody leaves a cell, or somebody is turned round or taken away before. */
static void wander_once(struct cloud *cloud, bool looks)
{
    uint32_t first = 0, first_way = CELLS_WAY_UNKNOWN;
    double t = HUGE_VAL;
    for (uint32_t i = 0; i < cloud->n; i++) {
        uint32_t way;
        if (cloud->gone[i])
            continue;
        double leave = cells_exit_time(cloud->cells, i, body_of(&cloud->balls[i]), cloud->t, &way);
        if (looks)
            assert_exit(cloud, i, leave);
        if (leave < t) {
            t = leave;
            first = i;
            first_way = way;
        }
    }
    if (t < HUGE_VAL && uniform(&cloud->seed, 0, 1) < 0.7) {
        cloud->t = t;
        cross(cloud, first, first_way);
    } else {
        uint32_t slot = (uint32_t)uniform(&cloud->seed, 0, (double)cloud->n);
        cloud->t += uniform(&cloud->seed, 0, 1) * (fmin(t, cloud->t + 1) - cloud->t);
        if (!cloud->gone[slot] && uniform(&cloud->seed, 0, 1) < 0.1) {
            cells_remove(cloud->cells, slot);
            cloud->gone[slot] = 1;
        } else {
            set_out(cloud, slot, place(cloud, slot));
        }
    }
    turn_at_walls(cloud);
}

/** Whether a periodic axis has room for cells; neighbours.c asks for them only where it has. */
static bool is_long(double length, bool wraps, double largest)
{
    return !wraps || length > CELLS_LEAST_PERIODIC * 2 * largest * 1.04;
}

/** Returns the mean length of the first lists. */
static double wander(struct setting made, int events)
{
    if (!is_long(made.size.x, made.wraps_x, made.largest) || !is_long(made.size.y, made.wraps_y, made.largest))
        return 0;
    struct cloud cloud = cloud_open(made);
    double mean = (double)assert_rows(&cloud) / (double)cloud.n;
    for (int event = 1; event <= events; event++) {
        bool looks = event <= 2 || event % 40 == 0;
        wander_once(&cloud, looks);
        if (looks)
            assert_rows(&cloud);
    }
    cloud_close(&cloud);
    return mean;
}

/* ---- tests ---- */

/** Walls, periods, laws of motion, sizes of balls and area fractions, each with each. */
static void test_tables(void **context)
{
    (void)context;
    static const double smallest[] = {0.5, 0.3, 0.05}, fraction[] = {0.7, 0.2, 0.02}, shape[] = {1, 0.3, 0.04};
    enum { N = 60, ALL = 4 * 3 * 3 * 3 * 3 };
    for (int k = 0; k < ALL; k++) {
        double area = N * 0.785398 / fraction[k / 36 % 3], height = sqrt(area * shape[k / 108]);
        struct setting made = {.n = N,
                               .size = {area / height, height},
                               .smallest = smallest[k / 12 % 3],
                               .largest = 0.5,
                               .wraps_x = k % 4 & 1,
                               .wraps_y = k % 4 & 2};
        made.law = k / 4 % 3 == 0 ? MOTION_UNIFORM : k / 4 % 3 == 1 ? MOTION_GRAVITY : MOTION_FRICTION;
        if (height > 1.1)
            wander(made, runs(20, 1000));
    }
}

/** Equal balls on a table with walls. */
static struct setting plain(size_t n, double width, double height, double cell)
{
    return (struct setting){n, {width, height}, 0.5, 0.5, cell, false, false, MOTION_UNIFORM};
}

static void test_sizes_of_cells(void **context)
{
    (void)context;
    static const double cells[] = {0, 1e-9, 1.01, 2.5, 7, 1e3};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        for (int wraps = 0; wraps < 4; wraps++) {
            struct setting made = plain(120, 30, 20, cells[i]);
            made.wraps_x = wraps & 1;
            made.wraps_y = wraps & 2;
            struct cloud cloud = cloud_open(made);
            const struct cells *laid = cloud.cells;
            assert_true(cells[i] > 20 || made.wraps_x || laid->size.x >= cells[i]);
            assert_true(cells[i] > 20 || made.wraps_y || laid->size.y >= cells[i]);
            assert_true(cells[i] != 1.01 || (laid->columns == 29 && laid->rows == 19) || laid->size.x > 1.1);
            cloud_close(&cloud);
            wander(made, runs(40, 1200));
        }
}

static void test_shapes(void **context)
{
    (void)context;
    static const double sides[][2] = {{400, 1.05}, {1.05, 300}, {2.1, 2.1}, {1e4, 1e4}, {3.3, 70}, {9.5, 70}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int wraps = 0; wraps < 4; wraps++)
            for (double cell = 0; cell < 3; cell += 1.3) {
                struct setting made = plain(60, sides[i][0], sides[i][1], cell);
                made.smallest = 0.2;
                made.wraps_x = wraps & 1;
                made.wraps_y = wraps & 2;
                wander(made, runs(20, 400));
            }
}

/** Lengths below 1, of the table, its periods and the cells. */
static void test_small_table(void **context)
{
    (void)context;
    for (int k = 0; k < 8; k++) {
        struct setting made = {80, {0.9, 0.7}, 0.005, 0.02, k < 4 ? 0.15 : 0, k & 1, k & 2, MOTION_UNIFORM};
        struct cloud cloud = cloud_open(made);
        assert_true(k >= 4 ||
                    ((made.wraps_x || cloud.cells->columns == 6) && (made.wraps_y || cloud.cells->rows == 4)));
        cloud_close(&cloud);
        wander(made, 100);
    }
}

/** A ball at rest stays for ever; one asked about later than it leaves leaves at once. */
static void test_late_and_never(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(plain(500, 30, 30, 0));
    size_t leave = 0;
    for (uint32_t i = 0; i < cloud.n; i++) {
        struct particle *ball = &cloud.balls[i];
        uint32_t way;
        double t = cells_exit_time(cloud.cells, i, body_of(ball), cloud.t, &way);
        if (t < HUGE_VAL && t > cloud.t) {
            assert_true(cells_exit_time(cloud.cells, i, body_of(ball), t + 1, &way) == t + 1);
            leave++;
        }
        ball->vx = ball->vy = 0;
        assert_true(cells_exit_time(cloud.cells, i, body_of(ball), cloud.t, &way) == HUGE_VAL);
    }
    assert_true(leave > 200);
    cloud_close(&cloud);
}

static void test_none_and_one(void **context)
{
    (void)context;
    for (size_t n = 0; n < 2; n++) {
        struct cloud cloud = cloud_open(plain(n, 10, 10, 0));
        assert_int_equal(assert_rows(&cloud), 0);
        cloud_close(&cloud);
    }
    cells_destroy(NULL);
}

/** Balls in contact but for rounding, on both sides of where cells of one diameter would lie, see each other. */
static void test_touching_across_a_cell(void **context)
{
    (void)context;
    enum { N = 60 }; /* enough for cells of the least size */
    static const struct vec2 sides[] = {{8, 8}, {8, 24}, {24, 8}};
    for (int k = 0; k < 3 * 2 * 6; k++) {
        const int line = 1 + k % 6, axis = k / 6 % 2;
        const struct vec2 size = sides[k / 12];
        struct cloud cloud = cloud_open(plain(N, size.x, size.y, 1e-9));
        for (uint32_t i = 0; i < 2; i++) {
            double along = i ? line + 1 : line - 1e-12;
            cloud.balls[i] = (struct particle){.x = axis ? 3.5 : along, .y = axis ? along : 3.5, .r = 0.5, .m = 1};
        }
        cells_destroy(cloud.cells);
        const struct motion_system system = {.balls = cloud.balls, .n = N, .size = size};
        cloud.cells = cells_create(&system, cloud.t, 1e-9, k % 2);
        assert_non_null(cloud.cells);
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t count;
            const uint32_t *list = cells_list(cloud.cells, i, 0, &count);
            while (count > 0 && list[count - 1] != 1 - i)
                count--;
            assert_true(count > 0);
        }
        cloud_close(&cloud);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_sizes_of_cells),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_small_table),
        cmocka_unit_test(test_late_and_never),
        cmocka_unit_test(test_none_and_one),
        cmocka_unit_test(test_touching_across_a_cell),
    };
    return RUN_TESTS(tests);
}
