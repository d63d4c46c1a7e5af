/*
 * Balls that never meet the others change no bit of what those do: every integrator x every law of impact x no field,
 * friction or gravity, the spectators being behind a line, at rest or on the move, few or many, larger and smaller,
 * before the others in the scene or after them. So neither the choice and the sizes of neighbour structures, nor the
 * order of balls in memory, nor how often lists are made anew, shows in a trajectory. (On a periodic table the clock of
 * `event` does show, billiard-scene(5).)
 *
 * Promise: balls that never meet the others change no bit of what those do, on a table without periodic axes.
 * Measured: 5 integrators, 6 laws x 3 fields x 5 crowds of up to 300, with a log and without.
 */
#include "lib/gas.h"

#include "impact/impact_law.h"
#include "reading/generate.h"

enum { PLAYERS = 22, RACK = 10, STEPS = 1200, SLICES = 4, HIGH = 18, MIDDLE = 24, WIDE = 60 };

/** What acts on the balls between hits. */
enum field { NO_FIELD, FRICTION, GRAVITY, FIELDS };

/** A crowd beside the players, behind a line. */
struct crowd {
    size_t columns, lines;
    double r; /* of the largest */
    double speed;
    bool come_first; /* in the scene */
};

static const struct crowd crowds[] = {
    {1, 1, 8, 0, false}, {1, 1, 8, 0, true}, {6, 4, 1.3, 9, false}, {6, 4, 1.3, 9, true}, {20, 15, 0.3, 5, true},
};

/** What is seen of the players. */
struct record {
    uint32_t first; /* ball */
    uint64_t rows, hash;
};

/** An observer's contact(). */
static void take(void *context, const struct contact_event *event)
{
    struct record *record = context;
    if (event->a < record->first || event->a >= record->first + PLAYERS)
        return;
    struct contact_event row = *event;
    struct gas_record seen = {record->rows, record->hash, 0, -HUGE_VAL};
    row.group = 0; /* counts hits of spectators, too */
    row.a -= record->first;
    row.b -= row.kind == CONTACT_BALL ? (int64_t)record->first : 0;
    gas_record_hit(&seen, &row);
    record->rows = seen.rows;
    record->hash = seen.hash;
}

/** A rack that touches, two balls that come at it, and others of many sizes around them. */
static void place_players(struct sim *sim, size_t first)
{
    uint64_t seed = 9;
    struct generate_rack rack = {.kind = RACK_TRIANGLE, .rows = 4, .x = 9, .y = 9, .r = 0.5};
    generate_rack_place(&rack, sim->world->x + first, sim->world->y + first);
    for (size_t i = 0; i < RACK; i++)
        sim->scene.r[first + i] = 0.5;
    for (size_t i = RACK; i < PLAYERS; i++) {
        size_t ball = first + i, k = i - RACK;
        sim->scene.r[ball] = uniform(&seed, 0.2, 1);
        sim->scene.m[ball] = uniform(&seed, 0.5, 3);
        sim_ball_random(sim, ball, 2 + 4 * (double)(k / 2), k % 2 ? 2 : 16, 4, &seed);
    }
    sim_ball(sim, first + RACK, 4, 9, 6, 0.25);
    sim_ball(sim, first + RACK + 1, 19, 9.25, -5, 0);
}

static void place_crowd(struct sim *sim, const struct crowd *crowd, size_t first)
{
    uint64_t seed = 4;
    for (size_t i = 0; i < crowd->columns * crowd->lines; i++) {
        double x = ((double)(i % crowd->columns) + 0.5) / (double)crowd->columns;
        double y = ((double)(i / crowd->columns) + 0.5) / (double)crowd->lines;
        sim->scene.r[first + i] = i ? uniform(&seed, 0.5, 1) * crowd->r : crowd->r;
        sim_ball_random(sim, first + i, MIDDLE + x * (WIDE - MIDDLE), y * HIGH, crowd->speed, &seed);
    }
}

static void add_field(struct sim *sim, enum field field)
{
    if (field == GRAVITY)
        sim->scene.gravity = (struct vec2){0.125, -0.5};
    if (field != FRICTION)
        return;
    sim->scene.friction = mem_array(sim->scene.n, sizeof(double));
    assert_non_null(sim->scene.friction);
    for (size_t i = 0; i < sim->scene.n; i++)
        sim->scene.friction[i] = 0.25;
}

/** A hash of frames and log of the players. @param crowd NULL: none */
static struct record run(const struct integrator_ops *ops, const char *law, enum field field, const struct crowd *crowd,
                         bool is_logged)
{
    size_t others = crowd ? crowd->columns * crowd->lines : 0, first = crowd && crowd->come_first ? others : 0;
    struct obstacle line = {.kind = OBSTACLE_LINE, .value = {MIDDLE, 0, MIDDLE, HIGH}, BOUNCES(0.9)};
    struct sim *sim = sim_open(PLAYERS + others, WIDE, HIGH);
    struct record record = {(uint32_t)first, 0, GAS_HASH_START};
    sim->scene.table.obstacles = &line;
    sim->scene.table.n_obstacles = 1;
    sim->scene.impact = law;
    sim->scene.k = 4000;
    sim->scene.dt = 1.0 / 512;
    sim->scene.pair.restitution = sim->scene.table.walls.restitution = restitution_of(0.9);
    place_players(sim, first);
    if (crowd)
        place_crowd(sim, crowd, first ? 0 : PLAYERS);
    add_field(sim, field);
    if (is_logged)
        sim->observer = (struct observer){take, &record, NULL};
    sim_start(sim, ops);
    for (uint64_t k = 1; k <= SLICES; k++) {
        sim_advance(sim, STEPS * k / SLICES);
        const double *const arrays[] = {sim->world->x, sim->world->y, sim->world->vx, sim->world->vy};
        for (size_t i = 0; i < 4 * PLAYERS; i++)
            record.hash = gas_hash_number(record.hash, arrays[i / PLAYERS][first + i % PLAYERS]);
    }
    sim_close(sim);
    return record;
}

static void compare(const struct integrator_ops *ops, const char *law, enum field field)
{
    for (int is_logged = 0; is_logged < 2; is_logged++) {
        struct record alone = run(ops, law, field, NULL, is_logged);
        assert_true(!is_logged || alone.rows > 25);
        for (size_t k = 0; k < sizeof crowds / sizeof crowds[0]; k++) {
            struct record watched = run(ops, law, field, &crowds[k], is_logged);
            if (watched.hash != alone.hash || watched.rows != alone.rows)
                fail_msg("%s, %s, field %d, crowd %zu, log %d", ops->name, law, (int)field, k, is_logged);
        }
    }
}

static void test_spectators(void **context)
{
    (void)context;
    for (size_t i = 0; integrator_all[i]; i++)
        for (enum field field = 0; field < FIELDS; field++)
            for (size_t law = 0; impact_laws[law].name; law++)
                if (law == 0 || ((integrator_all[i]->supports & SCENE_IMPACT) && (field == law % FIELDS || runs(0, 1))))
                    compare(integrator_all[i], impact_laws[law].name, field);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spectators)};
    return RUN_TESTS(tests);
}
