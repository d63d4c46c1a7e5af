/*
 * Mirrored, turned and scaled scenes give mirrored, turned and scaled logs, to rounding: every kind of obstacle, with
 * straight flight, rolling friction and gravity. And a box of four lines is as good as the table's own walls.
 */
#include "lib/contact_log.h"

enum { BALLS = 3, FEW = 20 };

/** x -> scale (across x + sign y along), columns being the images of the axes; and the table that holds the image. */
struct map {
    const char *name;
    double a, b, c, d;   /* image of (x, y): (a x + b y, c x + d y), then shifted into the positive quadrant */
    double length, time; /* factors */
};

static const struct map maps[] = {
    {"mirror in x", -1, 0, 0, 1, 1, 1},       {"mirror in y", 1, 0, 0, -1, 1, 1},
    {"quarter turn", 0, -1, 1, 0, 1, 1},      {"half turn", -1, 0, 0, -1, 1, 1},
    {"three quarters", 0, 1, -1, 0, 1, 1},    {"mirror in the diagonal", 0, 1, 1, 0, 1, 1},
    {"lengths by 1/2", 1, 0, 0, 1, 0.5, 1},   {"times by 4", 1, 0, 0, 1, 1, 4},
    {"lengths by 1000", 1, 0, 0, 1, 1000, 1}, {"turned and scaled", 0, -1, 1, 0, 0.3, 0.1},
};

enum { MAPS = sizeof maps / sizeof *maps };

struct table_case {
    const char *name;
    double width, height;
    struct obstacle obstacles[4];
    uint32_t n;
};

static const struct table_case tables[] = {
    {"stadium",
     4,
     2,
     {{.kind = OBSTACLE_ARC, .value = {1, 1, 1, 90, 270}, BOUNCES(0.9)},
      {.kind = OBSTACLE_ARC, .value = {3, 1, 1, -90, 90}, BOUNCES(0.9)}},
     2},
    {"baffle", 3, 2, {{.kind = OBSTACLE_LINE, .value = {1.5, 0, 1.5, 1.2}, BOUNCES(0.8)}}, 1},
    {"corner of lines and an arc",
     4,
     3,
     {{.kind = OBSTACLE_LINE, .value = {0.5, 0.4, 3.5, 0.7}, BOUNCES(0.9)},
      {.kind = OBSTACLE_LINE, .value = {3.5, 0.7, 3.3, 2.6}, BOUNCES(1)},
      {.kind = OBSTACLE_ARC, .value = {1.2, 1.9, 0.3, 20, 250}, BOUNCES(1)}},
     3},
    {"pockets",
     4,
     3,
     {{.kind = OBSTACLE_POCKET, .value = {4, 3, 1.3}},
      {.kind = OBSTACLE_POCKET, .value = {0, 0, 1.2}},
      {.kind = OBSTACLE_LINE, .value = {1, 2.4, 2, 2.6}, BOUNCES(1)}},
     3},
};

enum { TABLES = sizeof tables / sizeof *tables };

static struct vec2 turned(const struct map *map, struct vec2 v)
{
    return (struct vec2){map->a * v.x + map->b * v.y, map->c * v.x + map->d * v.y};
}

/** A place on the table, whose image lies in the positive quadrant. */
static struct vec2 placed(const struct map *map, const struct table_case *table, struct vec2 x)
{
    struct vec2 corner = turned(map, (struct vec2){table->width, table->height}), at = turned(map, x);
    at = vec2_sub(at, (struct vec2){fmin(corner.x, 0), fmin(corner.y, 0)});
    return vec2_scale(map->length, at);
}

static struct obstacle image(const struct map *map, const struct table_case *table, const struct obstacle *obstacle)
{
    struct obstacle to = *obstacle;
    const double *v = obstacle->value;
    struct vec2 first = placed(map, table, (struct vec2){v[0], v[1]});
    to.value[0] = first.x;
    to.value[1] = first.y;
    if (obstacle->kind == OBSTACLE_LINE) {
        struct vec2 second = placed(map, table, (struct vec2){v[2], v[3]});
        to.value[2] = second.x;
        to.value[3] = second.y;
        return to;
    }
    bool is_mirror = map->a * map->d - map->b * map->c < 0;
    double turn = atan2(map->c, map->a) * 180 / acos(-1), begin = is_mirror ? turn - v[4] : turn + v[3];
    begin -= begin > 180 ? 360 : 0;
    to.value[2] = map->length * v[2];
    to.value[3] = rint(begin);
    to.value[4] = rint(begin) + (v[4] - v[3]);
    return to;
}

enum flight { STRAIGHT, ROLLING, FALLING, FLIGHTS };

/** Three balls on the image of a table, one of them fixed. */
static struct sim *make(const struct map *map, const struct table_case *table, struct obstacle *obstacles,
                        enum flight flight, struct contact_log *log)
{
    static const double starts[BALLS][4] = {{1.1, 1.3, 0.83, -0.4}, {2.6, 1.1, -0.3, 0.71}, {1.9, 0.9, 0, 0}};
    struct vec2 far = turned(map, (struct vec2){table->width, table->height});
    struct sim *sim = sim_open(BALLS, map->length * fabs(far.x), map->length * fabs(far.y));
    double speed = map->length / map->time, acceleration = speed / map->time;
    for (uint32_t k = 0; k < table->n; k++)
        obstacles[k] = image(map, table, &table->obstacles[k]);
    sim->scene.table.obstacles = obstacles;
    sim->scene.table.n_obstacles = table->n;
    if (table_has_pockets(&sim->scene.table))
        assert_true(world_add_pockets(sim->world));
    sim->scene.pair.restitution = restitution_of(0.9);
    sim->scene.table.walls.restitution = restitution_of(0.95);
    sim->scene.dt = 16 * map->time;
    if (flight == FALLING)
        sim->scene.gravity = vec2_scale(acceleration, turned(map, (struct vec2){0.03, -0.2}));
    if (flight == ROLLING)
        sim->scene.friction = mem_array(BALLS, sizeof *sim->scene.friction);
    for (size_t i = 0; i < BALLS; i++) {
        struct vec2 x = placed(map, table, (struct vec2){starts[i][0], starts[i][1]});
        struct vec2 v = vec2_scale(speed, turned(map, (struct vec2){starts[i][2], starts[i][3]}));
        sim->scene.r[i] = 0.1 * map->length;
        sim->scene.m[i] = i == 2 ? HUGE_VAL : 1;
        if (sim->scene.friction)
            sim->scene.friction[i] = i == 2 ? 0 : 0.05 * acceleration;
        sim_ball(sim, i, x.x, x.y, v.x, v.y);
    }
    contact_log_start(log, sim, "gr", FEW);
    sim_advance(sim, 1);
    return sim;
}

static void assert_image(const struct map *map, const struct table_case *table, const struct contact_event *from,
                         const struct contact_event *to, size_t row, enum flight flight)
{
    struct vec2 x = placed(map, table, from->at);
    struct vec2 n = turned(map, from->n);
    double speed = map->length / map->time, tolerance = 1e-9;
    bool is_wall = from->kind >= CONTACT_LEFT && from->kind <= CONTACT_TOP;
    bool same_kind = is_wall ? to->kind >= CONTACT_LEFT && to->kind <= CONTACT_TOP : to->kind == from->kind;
    bool same = same_kind && to->a == from->a && to->b == from->b && to->group == from->group &&
                fabs(to->t / map->time - from->t) < tolerance && fabs(to->at.x - x.x) < tolerance * map->length &&
                fabs(to->at.y - x.y) < tolerance * map->length && fabs(to->n.x - n.x) < tolerance &&
                fabs(to->n.y - n.y) < tolerance && fabs(to->u / speed - from->u) < tolerance &&
                fabs(to->j / speed - from->j) < tolerance;
    if (!same)
        fail_msg("%s, %s, flight %d, row %zu: %s %u %lld at t = %.15g (%.15g, %.15g), not %s at %.15g (%.15g, %.15g)",
                 table->name, map->name, flight, row, contact_kind_name(to->kind), to->a, (long long)to->b, to->t,
                 to->at.x, to->at.y, contact_kind_name(from->kind), from->t * map->time, x.x, x.y);
}

static void test_images(void **context)
{
    (void)context;
    static const struct map identity = {"itself", 1, 0, 0, 1, 1, 1};
    size_t rows = 0, kinds[CONTACT_POCKET + 1] = {0};
    for (size_t t = 0; t < TABLES; t++)
        for (enum flight flight = STRAIGHT; flight < FLIGHTS; flight++) {
            struct obstacle obstacles[4];
            struct contact_log log = {0};
            struct sim *sim = make(&identity, &tables[t], obstacles, flight, &log);
            size_t kept = log.n < FEW ? log.n : FEW;
            for (size_t m = 0; m < MAPS; m++) {
                struct obstacle images[4];
                struct contact_log found = {0};
                struct sim *other = make(&maps[m], &tables[t], images, flight, &found);
                assert_true(found.n == log.n || kept == FEW);
                for (size_t i = 0; i < kept; i++)
                    assert_image(&maps[m], &tables[t], &log.rows[i], &found.rows[i], i, flight);
                contact_log_close(&found, other);
            }
            for (size_t i = 0; i < kept; i++)
                kinds[log.rows[i].kind]++;
            rows += kept;
            contact_log_close(&log, sim);
        }
    assert_true(rows > 100 && kinds[CONTACT_LINE] > 10 && kinds[CONTACT_ARC] > 10 && kinds[CONTACT_POCKET] > 2);
}

/** Five balls within walls: the table's own, 4 x 3, or four lines on a larger table, shifted by (1, 1). One of them
 * comes at 45 degrees into the corner. */
static struct sim *boxed(bool of_lines, struct obstacle lines[4], enum flight flight, struct contact_log *log)
{
    static const double starts[5][4] = {{1.5, 1.5, -1, -1},
                                        {2.6, 0.9, 0.3, 0.71},
                                        {3.1, 2.2, -0.4, 0.1},
                                        {0.4, 2.3, 0.55, -0.2},
                                        {3.3, 0.6, -0.2, 0.9}};
    static const double walls[4][4] = {{1, 1, 1, 4}, {5, 1, 5, 4}, {1, 1, 5, 1}, {1, 4, 5, 4}}; /* in their order */
    double shift = of_lines ? 1 : 0;
    struct sim *sim = sim_open(5, of_lines ? 6 : 4, of_lines ? 5 : 3);
    for (size_t k = 0; k < 4 && of_lines; k++)
        lines[k] = (struct obstacle){
            .kind = OBSTACLE_LINE, .value = {walls[k][0], walls[k][1], walls[k][2], walls[k][3]}, BOUNCES(0.9)};
    sim->scene.table.obstacles = of_lines ? lines : NULL;
    sim->scene.table.n_obstacles = of_lines ? 4 : 0;
    sim->scene.table.walls.restitution = restitution_of(0.9);
    sim->scene.dt = 12;
    if (flight == FALLING)
        sim->scene.gravity = (struct vec2){0, -0.2};
    if (flight == ROLLING)
        sim->scene.friction = mem_array(5, sizeof *sim->scene.friction);
    for (size_t i = 0; i < 5; i++) {
        sim->scene.r[i] = 0.25;
        sim_ball(sim, i, starts[i][0] + shift, starts[i][1] + shift, starts[i][2], starts[i][3]);
        if (sim->scene.friction)
            sim->scene.friction[i] = 0.05;
    }
    contact_log_start(log, sim, "gr", FEW);
    sim_advance(sim, 1);
    return sim;
}

static void test_box_of_lines(void **context)
{
    (void)context;
    for (enum flight flight = STRAIGHT; flight < FLIGHTS; flight++) {
        struct obstacle lines[4];
        struct contact_log own = {0}, found = {0};
        struct sim *table = boxed(false, lines, flight, &own), *box = boxed(true, lines, flight, &found);
        assert_true(own.n >= FEW && found.n >= FEW);
        for (size_t i = 0; i < FEW; i++) {
            const struct contact_event *a = &own.rows[i], *b = &found.rows[i];
            assert_true(a->a == b->a && (a->kind == CONTACT_BALL) == (b->kind == CONTACT_BALL) && a->group == b->group);
            assert_near(b->t, a->t, 1e-9);
            assert_near(b->at.x, a->at.x + 1, 1e-9);
            assert_near(b->at.y, a->at.y + 1, 1e-9);
            assert_near(b->n.x, a->n.x, 1e-9);
            assert_near(b->u, a->u, 1e-9);
            assert_near(b->j, a->j, 1e-9);
        }
        assert_int_equal(sim_counters(table).simultaneous, flight == FALLING ? 0 : 1);
        assert_int_equal(sim_counters(box).simultaneous, flight == FALLING ? 0 : 1);
        contact_log_close(&own, table);
        contact_log_close(&found, box);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_images), cmocka_unit_test(test_box_of_lines)};
    return RUN_TESTS(tests);
}
