/*
 * Neighbour lists against the double loop over all pairs, while balls wander: each flies straight, is turned round at
 * random moments as if it were hit, and gets a new list centre when it leaves its shell. The balls here pass
 * through each other, so that every kind of neighbourhood occurs.
 */

#include "base/mem.h"
#include "lib/testing.h"
#include "lib/uniform.h"
#include "near/impact_kernel.h"
#include "near/nnl.h"

static const struct motion straight = {MOTION_UNIFORM};

struct cloud {
    size_t n;
    double width, height, t;
    struct particle *balls;
    struct nnl *nnl;
    char *joined; /* n x n: who is in whose list; of a LARGE cloud one row of that */
    uint64_t seed;
};

/** From so many balls on lists are checked one by one. */
enum { LARGE = 32768 };

/** n balls anywhere on the table, small radii more often than large ones, with trajectories that began at t = 1..2. */
static struct cloud cloud_open(size_t n, double width, double height, double smallest, double largest)
{
    struct cloud cloud = {.n = n, .width = width, .height = height, .t = 2, .seed = n};
    cloud.balls = mem_array_aligned(n + 1, sizeof *cloud.balls);
    cloud.joined = mem_array(n < LARGE ? n * n : n, 1);
    assert_true(cloud.balls && cloud.joined);
    cloud.balls[n] = impact_kernel_sentinel();
    for (size_t i = 0; i < n; i++) {
        double u = uniform(&cloud.seed, 0, 1), speed = uniform(&cloud.seed, 0, 2);
        cloud.balls[i] = (struct particle){.r = smallest + (largest - smallest) * u * u * u * u,
                                           .m = 1,
                                           .t = uniform(&cloud.seed, 1, 2),
                                           .vx = uniform(&cloud.seed, -speed, speed),
                                           .vy = uniform(&cloud.seed, -speed, speed)};
        double back = cloud.balls[i].t - cloud.t;
        cloud.balls[i].x = uniform(&cloud.seed, 0, width) + cloud.balls[i].vx * back;
        cloud.balls[i].y = uniform(&cloud.seed, 0, height) + cloud.balls[i].vy * back;
    }
    return cloud;
}

static void cloud_initialise(struct cloud *cloud, double shell)
{
    cloud->nnl =
        nnl_create(&(struct motion_system){.balls = cloud->balls, .n = cloud->n, .size = {cloud->width, cloud->height}},
                   cloud->t, shell);
    assert_non_null(cloud->nnl);
}

static void cloud_close(struct cloud *cloud)
{
    nnl_destroy(cloud->nnl);
    free(cloud->balls);
    free(cloud->joined);
}

static double shell_of(const struct cloud *cloud)
{
    return sqrt(cloud->nnl->shell_squared);
}

/** The list of a ball: its neighbours, and then the padding. */
static const uint32_t *list_of(const struct cloud *cloud, uint32_t slot, uint32_t *count)
{
    const uint32_t *list = nnl_list(cloud->nnl, slot, count);
    for (uint32_t k = *count; k < IMPACT_KERNEL_ROOM || k % IMPACT_KERNEL_LANES; k++)
        assert_true(list[k] == cloud->nnl->n);
    return list;
}

/** Fills `joined`, and returns the number of list entries. */
static size_t read_lists(struct cloud *cloud)
{
    size_t entries = 0;
    memset(cloud->joined, 0, cloud->n * cloud->n);
    for (uint32_t i = 0; i < cloud->n; i++) {
        uint32_t count;
        const uint32_t *list = list_of(cloud, i, &count);
        entries += count;
        for (uint32_t k = 0; k < count; k++) {
            assert_true(list[k] < cloud->n && list[k] != i);
            assert_int_equal(cloud->joined[i * cloud->n + list[k]]++, 0); /* no ball twice */
        }
    }
    return entries;
}

/** Balls that can touch are joined, balls much too far apart are not, and always both ways. */
static void assert_pair(const struct cloud *cloud, uint32_t i, uint32_t j)
{
    const struct particle *a = &cloud->balls[i], *b = &cloud->balls[j];
    const struct nnl_entry *from = &cloud->nnl->entries[i], *to = &cloud->nnl->entries[j];
    bool joined = cloud->joined[i * cloud->n + j];
    assert_true(joined == (bool)cloud->joined[j * cloud->n + i]);
    double dx = motion_position(&straight, body_of(b), cloud->t).x - motion_position(&straight, body_of(a), cloud->t).x,
           dy = motion_position(&straight, body_of(b), cloud->t).y - motion_position(&straight, body_of(a), cloud->t).y;
    if (dx * dx + dy * dy <= (a->r + b->r) * (a->r + b->r))
        assert_true(joined);
    double centres = hypot((double)to->x - (double)from->x, (double)to->y - (double)from->y), shell = shell_of(cloud);
    if (centres <= a->r + b->r + 2 * shell)
        assert_true(joined);
    if (centres > 1.001 * (2 * a->r + 2 * b->r + 2 * shell) + 1e-5 * (cloud->width + cloud->height))
        assert_false(joined);
}

/** Returns the number of list entries. */
static size_t assert_lists(struct cloud *cloud)
{
    size_t entries = read_lists(cloud);
    double slack = 1e-9 * (shell_of(cloud) + cloud->width + cloud->height);
    for (uint32_t i = 0; i < cloud->n; i++) {
        const struct particle *ball = &cloud->balls[i];
        const struct nnl_entry *entry = &cloud->nnl->entries[i];
        double dx = motion_position(&straight, body_of(ball), cloud->t).x - (double)entry->x,
               dy = motion_position(&straight, body_of(ball), cloud->t).y - (double)entry->y;
        assert_true(hypot(dx, dy) <= shell_of(cloud) + slack);
        for (uint32_t j = 0; j < i; j++)
            assert_pair(cloud, i, j);
    }
    return entries;
}

/** The ball that leaves its disc first. */
static uint32_t first_to_leave(const struct cloud *cloud, double *t)
{
    uint32_t first = 0;
    *t = HUGE_VAL;
    for (uint32_t i = 0; i < cloud->n; i++) {
        double leave = nnl_exit_time(cloud->nnl, i, body_of(&cloud->balls[i]), cloud->t);
        assert_true(leave >= cloud->t);
        if (leave < *t) {
            *t = leave;
            first = i;
        }
    }
    return first;
}

/** A ball turns round, away from the walls that it has passed. */
static void turn(struct cloud *cloud, uint32_t slot)
{
    struct particle *ball = &cloud->balls[slot];
    double x = motion_position(&straight, body_of(ball), cloud->t).x,
           y = motion_position(&straight, body_of(ball), cloud->t).y, speed = uniform(&cloud->seed, 0, 2);
    double vx = uniform(&cloud->seed, -speed, speed), vy = uniform(&cloud->seed, -speed, speed);
    ball->x = x;
    ball->y = y;
    ball->t = cloud->t;
    ball->vx = x < 0 ? fabs(vx) : x > cloud->width ? -fabs(vx) : vx;
    ball->vy = y < 0 ? fabs(vy) : y > cloud->height ? -fabs(vy) : vy;
}

static bool is_out(const struct cloud *cloud, uint32_t slot)
{
    const struct particle *ball = &cloud->balls[slot];
    double x = motion_position(&straight, body_of(ball), cloud->t).x,
           y = motion_position(&straight, body_of(ball), cloud->t).y;
    return x < 0 || y < 0 || x > cloud->width || y > cloud->height;
}

/** One event: somebody leaves, or somebody is turned round before. */
static void wander_once(struct cloud *cloud)
{
    double leave;
    uint32_t first = first_to_leave(cloud, &leave);
    if (uniform(&cloud->seed, 0, 1) < 0.3) {
        cloud->t += uniform(&cloud->seed, 0, 1) * (fmin(leave, cloud->t + 1) - cloud->t);
        turn(cloud, (uint32_t)uniform(&cloud->seed, 0, (double)cloud->n));
        return;
    }
    cloud->t = leave;
    if (is_out(cloud, first))
        turn(cloud, first);
    assert_true(nnl_rebuild(cloud->nnl, first, cloud->t));
}

/** Returns the mean number of neighbours. */
static double wander(struct cloud *cloud, double shell, int events)
{
    cloud_initialise(cloud, shell);
    assert_true(shell == 0 || fabs(shell_of(cloud) / shell - 1) < 1e-12);
    double entries = (double)assert_lists(cloud), checks = 1;
    for (int event = 1; event <= events; event++) {
        wander_once(cloud);
        if (event % 50 && event > 20)
            continue;
        entries += (double)assert_lists(cloud);
        checks++;
    }
    cloud_close(cloud);
    return entries / checks / (double)cloud->n;
}

static void test_equal_balls(void **context)
{
    (void)context;
    static const double shells[] = {0, 0.01, 0.5, 3, 30};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        struct cloud cloud = cloud_open(150, 30, 20, 0.5, 0.5);
        wander(&cloud, shells[i], 1500);
    }
}

/** Radii 1:100, some 1:10^6. */
static void test_unequal_balls(void **context)
{
    (void)context;
    for (double ratio = 3; ratio < 1e7; ratio *= 18) {
        static const double shells[] = {0, 0.02, 1};
        for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
            struct cloud cloud = cloud_open(120, 50, 60, 3 / ratio, 3);
            wander(&cloud, shells[i], 600);
        }
    }
}

/** Each radius half of the one before, one more than there are levels for: the last level takes what is larger. */
static void test_more_sizes_than_levels(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(132, 10, 10, 0.5, 0.5);
    for (size_t i = 0; i < cloud.n; i++)
        cloud.balls[i].r = ldexp(1, -(int)i % 66);
    wander(&cloud, 0.2, 60);
}

/** One giant among many small ones, with a list longer than any other's. */
static void test_one_giant(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(400, 40, 40, 0.1, 0.1);
    cloud.balls[7].r = 10;
    cloud_initialise(&cloud, 0.2);
    assert_lists(&cloud);
    uint32_t count;
    list_of(&cloud, 7, &count);
    assert_true(count > 40);
    for (int event = 0; event < 400; event++)
        wander_once(&cloud);
    assert_lists(&cloud);
    cloud_close(&cloud);
}

/** A hexagonal packing at area fraction 0.9: each ball has its six neighbours and, with a disc of its own choice, not
 *  many more. */
static void test_very_dense(void **context)
{
    (void)context;
    enum { SIDE = 16 };
    double spacing = 1.004;
    struct cloud cloud = cloud_open(SIDE * SIDE, SIDE * spacing + 1, SIDE * spacing, 0.5, 0.5);
    for (size_t i = 0; i < cloud.n; i++) {
        double x = 0.5 + spacing * ((double)(i % SIDE) + (i / SIDE % 2 ? 0.5 : 0));
        double y = 0.5 + spacing * 0.8660254 * (double)(i / SIDE);
        cloud.balls[i].x = x - cloud.balls[i].vx * (cloud.t - cloud.balls[i].t);
        cloud.balls[i].y = y - cloud.balls[i].vy * (cloud.t - cloud.balls[i].t);
    }
    cloud_initialise(&cloud, 0);
    double mean = (double)assert_lists(&cloud) / (double)cloud.n;
    assert_true(mean > 5 && mean < 16);
    for (int event = 0; event < 300; event++)
        wander_once(&cloud);
    assert_lists(&cloud);
    cloud_close(&cloud);
}

/** Area fraction 10^-6: discs many diameters wide, but lists no longer than in a dense gas. */
static void test_very_dilute(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(300, 20000, 12000, 0.5, 0.5);
    double mean = wander(&cloud, 0, 1500);
    assert_true(mean > 2 && mean < 20);
}

/** Long thin tables, and balls in one corner of a wide one. */
static void test_uneven_places(void **context)
{
    (void)context;
    struct cloud thin = cloud_open(150, 400, 1.2, 0.5, 0.5);
    wander(&thin, 0, 600);
    struct cloud corner = cloud_open(150, 20, 20, 0.5, 0.5);
    corner.width = corner.height = 1e5;
    wander(&corner, 0, 600);
    struct cloud far = cloud_open(150, 20, 20, 0.5, 0.5);
    far.width = far.height = 1e5;
    for (size_t i = 0; i < far.n; i++) {
        far.balls[i].x += 1e5 - 20;
        far.balls[i].y += 1e5 - 20;
    }
    wander(&far, 0, 600);
}

/** Cells that share lists, on a table of 987 blocks of cells from row to row, a number whose multiples by the golden
 * ratio are nearly whole: each block shares its lists with the one above, so that a large ball meets small ones twice.
 */
static void test_shared_lists(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(150, 20, 20, 0.5, 0.5);
    cloud.width = cloud.height = 5965.3; /* 3945.5 cells, as wide as two small balls in their shells and the margin */
    cloud.balls[7].r = 6;
    wander(&cloud, 0.25, 600);
}

/** At and beyond the table's rim, where centres are counted to the outermost cells. */
static void test_rim(void **context)
{
    (void)context;
    static const double place[] = {0, 1e-300, -1e-9, 10, 10 + 1e-9, -2, 12, 5};
    struct cloud cloud = cloud_open(128, 10, 10, 0.5, 1);
    for (size_t i = 0; i < cloud.n; i++) {
        cloud.balls[i].x = place[i % 8];
        cloud.balls[i].y = place[i / 8 % 8];
        cloud.balls[i].t = cloud.t;
    }
    wander(&cloud, 0.3, 600);
}

static void test_all_pairs(void **context)
{
    (void)context;
    static const size_t sizes[] = {2, 8, 16, 17, 18, 40}; /* up to, at and beyond whole blocks of sixteen */
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        struct cloud cloud = cloud_open(sizes[k], 1e6, 1e6, 0.5, 2);
        cloud_initialise(&cloud, HUGE_VAL);
        assert_int_equal(read_lists(&cloud), sizes[k] * (sizes[k] - 1));
        for (uint32_t i = 0; i < cloud.n; i++) {
            assert_true(nnl_exit_time(cloud.nnl, i, body_of(&cloud.balls[i]), 2) == HUGE_VAL);
            assert_true(nnl_stays_inside(cloud.nnl, i, body_of(&cloud.balls[i]), 2, 1e30));
            assert_true(cloud.nnl->entries[i].near_boundary);
        }
        cloud_close(&cloud);
    }
}

static void test_none_and_one(void **context)
{
    (void)context;
    for (size_t n = 0; n < 2; n++)
        for (double shell = 0; shell < 2; shell++) {
            struct cloud cloud = cloud_open(n, 10, 10, 0.5, 0.5);
            cloud_initialise(&cloud, shell);
            assert_int_equal(read_lists(&cloud), 0);
            cloud_close(&cloud);
        }
    nnl_destroy(NULL);
}

/** The moment a ball leaves, against its distance from its list centre just before and after. */
static void test_leave_time(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(500, 30, 30, 0.5, 0.5);
    cloud_initialise(&cloud, 1.5);
    for (uint32_t i = 0; i < cloud.n; i++) {
        struct particle *ball = &cloud.balls[i];
        if (i % 3 == 0) { /* from somewhere else in the disc, in some direction */
            double x = motion_position(&straight, body_of(ball), 2).x,
                   y = motion_position(&straight, body_of(ball), 2).y;
            *ball = (struct particle){.x = (x + (double)cloud.nnl->entries[i].x) / 2,
                                      .y = (y + (double)cloud.nnl->entries[i].y) / 2,
                                      .t = 2,
                                      .vx = -ball->vy * 1e-3,
                                      .vy = ball->vx * 1e-3};
        }
        double t = nnl_exit_time(cloud.nnl, i, body_of(ball), 2);
        assert_true(t > 2 && t < HUGE_VAL);
        assert_true(nnl_stays_inside(cloud.nnl, i, body_of(ball), 2, 2 + (t - 2) * (1 - 1e-9)));
        assert_false(nnl_stays_inside(cloud.nnl, i, body_of(ball), 2, 2 + (t - 2) * (1 + 1e-9)));
        ball->vx = ball->vy = 0;
        assert_true(nnl_exit_time(cloud.nnl, i, body_of(ball), 2) == HUGE_VAL);
        ball->vx = 1;
        ball->x = (double)cloud.nnl->entries[i].x + 1.500001; /* beyond the rim: at once */
        ball->t = 2;
        assert_true(nnl_exit_time(cloud.nnl, i, body_of(ball), 2) == 2);
    }
    cloud_close(&cloud);
}

static bool is_listed(const struct cloud *cloud, uint32_t slot, uint32_t other)
{
    uint32_t count, found = 0;
    const uint32_t *list = list_of(cloud, slot, &count);
    for (uint32_t k = 0; k < count; k++)
        found += list[k] == other;
    return found == 1;
}

/** The list of one ball of a large cloud against all balls. */
static void assert_one_list(struct cloud *cloud, uint32_t slot)
{
    const struct nnl_entry *entry = cloud->nnl->entries;
    double reach = 2 * cloud->balls[slot].r + 2 * shell_of(cloud);
    uint32_t count;
    const uint32_t *list = list_of(cloud, slot, &count);
    memset(cloud->joined, 0, cloud->n);
    for (uint32_t k = 0; k < count; k++) {
        assert_int_equal(cloud->joined[list[k]]++, 0);
        assert_true(is_listed(cloud, list[k], slot));
    }
    for (uint32_t i = 0; i < cloud->n; i++) {
        double centres = hypot((double)entry[i].x - (double)entry[slot].x, (double)entry[i].y - (double)entry[slot].y);
        assert_true(i == slot || cloud->joined[i] || centres > reach);
        assert_false(cloud->joined[i] && (i == slot || centres > 1.01 * reach));
    }
}

static void test_many_balls(void **context)
{
    (void)context;
    struct cloud cloud = cloud_open(LARGE, 300, 200, 0.5, 0.5);
    cloud_initialise(&cloud, 0.4);
    for (int round = 0; round < runs(50, 300); round++) {
        uint32_t slot = (uint32_t)uniform(&cloud.seed, 0, LARGE);
        uint32_t count, beside = *list_of(&cloud, slot, &count);
        turn(&cloud, slot);
        if (round % 3 == 0) /* to another place */
            cloud.balls[slot].x = uniform(&cloud.seed, 0, 300);
        assert_true(nnl_rebuild(cloud.nnl, slot, cloud.t));
        assert_one_list(&cloud, slot);
        if (count > 0)
            assert_one_list(&cloud, beside);
        cloud.t += 0.001;
    }
    cloud_close(&cloud);
}

/** Puts two balls at rest about `distance` apart, in any direction. */
static void place_pair(struct cloud *cloud, double distance)
{
    struct particle *a = &cloud->balls[0], *b = &cloud->balls[1];
    double angle = uniform(&cloud->seed, 0, 6.3);
    a->vx = a->vy = b->vx = b->vy = 0;
    a->x = uniform(&cloud->seed, 1, 3);
    a->y = uniform(&cloud->seed, 1, 3);
    b->x = a->x + distance * cos(angle);
    b->y = a->y + distance * sin(angle);
}

/** Centres as far apart as neighbours can be, to the last bits of single precision: rounding must not part them. */
static void test_farthest_neighbours(void **context)
{
    (void)context;
    int farthest = 0;
    for (int shells = 0; shells < 40; shells++) {
        struct cloud cloud = cloud_open(2, 4, 4, 0.5, 0.5);
        place_pair(&cloud, 1);
        cloud_initialise(&cloud, 0.1 + 0.013 * shells);
        const struct nnl_entry *from = &cloud.nnl->entries[0], *to = &cloud.nnl->entries[1];
        double reach = 1 + 2 * shell_of(&cloud);
        for (int round = 0; round < 500; round++) {
            place_pair(&cloud, reach);
            assert_true(nnl_rebuild(cloud.nnl, 0, cloud.t) && nnl_rebuild(cloud.nnl, 1, cloud.t));
            double centres = hypot((double)to->x - (double)from->x, (double)to->y - (double)from->y);
            farthest += centres <= reach && centres > reach * (1 - 1e-7);
            read_lists(&cloud);
            assert_pair(&cloud, 0, 1);
        }
        cloud_close(&cloud);
    }
    assert_true(farthest > 1000);
}

/** On a periodic table: a ball that is said to see no images is on the table and meets all its neighbours where their
 *  trajectories say; whoever touches it through the seam is its neighbour. Returns how many see none. */
static size_t assert_images(const struct cloud *cloud, const struct motion *motion)
{
    size_t blind = 0;
    for (uint32_t i = 0; i < cloud->n; i++) {
        const struct particle *ball = &cloud->balls[i];
        struct vec2 place = motion_position(motion, body_of(ball), cloud->t), centre = nnl_centre(cloud->nnl, i);
        bool sees = cloud->nnl->entries[i].sees_images;
        blind += !sees;
        assert_true(sees || (place.x >= 0 && place.x < cloud->width && place.y >= 0 && place.y < cloud->height));
        assert_true(sees || vec2_length(vec2_sub(motion_near(motion, body_of(ball), cloud->t, centre), centre)) == 0);
        for (uint32_t j = 0; j < cloud->n; j++) {
            const struct particle *other = &cloud->balls[j];
            struct vec2 way = vec2_sub(motion_position(motion, body_of(other), cloud->t), place),
                        shift = period_shift(&motion->period, way);
            bool joined = cloud->joined[i * cloud->n + j];
            assert_true(!joined || sees || (shift.x == 0 && shift.y == 0));
            assert_true(joined || i == j || vec2_length(vec2_sub(way, shift)) > ball->r + other->r);
        }
    }
    return blind;
}

/** Balls fly through the seam and on, some across the whole table before they are turned and brought back. */
static void test_images(void **context)
{
    (void)context;
    size_t blind = 0, checks = 0;
    struct cloud cloud = cloud_open(100, 30, 20, 0.3, 0.3);
    struct motion motion = {.law = MOTION_UNIFORM, .period = period_of((struct vec2){30, 20})};
    cloud.nnl = nnl_create(&(struct motion_system){motion, cloud.balls, NULL, cloud.n, {30, 20}}, cloud.t, 0.6);
    assert_non_null(cloud.nnl);
    for (int event = 0; event < 20000; event++) {
        double leave;
        uint32_t slot = first_to_leave(&cloud, &leave);
        if (uniform(&cloud.seed, 0, 1) < 0.4) {
            slot = (uint32_t)uniform(&cloud.seed, 0, (double)cloud.n);
            struct vec2 place = motion_position(&motion, body_of(&cloud.balls[slot]), cloud.t);
            turn(&cloud, slot);
            period_wrap(&motion.period, &place);
            cloud.balls[slot].x = place.x;
            cloud.balls[slot].y = place.y;
        } else {
            cloud.t = leave;
            assert_true(nnl_rebuild(cloud.nnl, slot, cloud.t));
        }
        if (event % 100)
            continue;
        read_lists(&cloud);
        blind += assert_images(&cloud, &motion);
        checks++;
    }
    assert_true(blind > 20 * checks && blind < 60 * checks);
    cloud_close(&cloud);
}

/** Tables of few cells, around which a search goes once or nearly so, large ones and small: no ball is found twice, and
 * none is missed. */
static void test_few_periodic_cells(void **context)
{
    (void)context;
    for (int k = 0; k < 600; k++) {
        const double size = k % 3 ? 1 : 0x1p-6;
        double width = size * (0.9 + 0.03 * (k % 60)), height = size * (0.9 + 0.21 * (k / 60));
        struct cloud cloud = cloud_open(20, width, height, size * (k % 2 ? 0.02 : 0.2), size * 0.2);
        struct motion motion = {.law = MOTION_UNIFORM, .period = period_of((struct vec2){width, height})};
        cloud.nnl = nnl_create(&(struct motion_system){motion, cloud.balls, NULL, cloud.n, {width, height}}, cloud.t,
                               size * (0.02 + 0.01 * (k % 7)));
        assert_non_null(cloud.nnl);
        read_lists(&cloud);
        assert_images(&cloud, &motion);
        cloud_close(&cloud);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_balls),
        cmocka_unit_test(test_unequal_balls),
        cmocka_unit_test(test_more_sizes_than_levels),
        cmocka_unit_test(test_one_giant),
        cmocka_unit_test(test_very_dense),
        cmocka_unit_test(test_very_dilute),
        cmocka_unit_test(test_uneven_places),
        cmocka_unit_test(test_shared_lists),
        cmocka_unit_test(test_rim),
        cmocka_unit_test(test_all_pairs),
        cmocka_unit_test(test_none_and_one),
        cmocka_unit_test(test_leave_time),
        cmocka_unit_test(test_farthest_neighbours),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_few_periodic_cells),
        cmocka_unit_test(test_many_balls),
    };
    return RUN_TESTS(tests);
}
