#include "lib/testing.h"

#include <ctype.h>

#include "integrators/integrator.h"
#include "lib/capture.h"
#include "reading/scene_keys.h"
#include "reading/scene_schema.h"

/* The table of keys against itself, against the JSON Schema that is shipped and against the manual. */

enum { MAX_FILE = 1 << 20 };

static char *contents(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, MAX_FILE);
    assert_true(file && text && fread(text, 1, MAX_FILE - 1, file) > 0);
    fclose(file);
    return text;
}

/* scenes/schema/ holds what --schema prints: after a change, `billiard-sim --schema` writes it anew. */
static void test_schema_is_up_to_date(void **state)
{
    (void)state;
    struct capture capture = capture_start();
    scene_schema_write(capture.out);
    char *printed = capture_end(&capture), *shipped = contents("scenes/schema/billiard-scene.schema.json");
    assert_string_equal(printed, shipped);
    free(printed);
    free(shipped);
}

/** What the schema says of the numbers that place a kind of obstacle. */
static char *numbers_in_schema(const char *schema, enum obstacle_kind kind)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":\t{", table_obstacle_name(kind));
    const char *begin = strstr(schema, key), *end = begin ? strstr(begin, "\"description\"") : NULL;
    assert_true(end != NULL);
    return strndup(begin, (size_t)(end - begin));
}

/* A coordinate may have any sign; what is round has a radius, which is positive. */
static void test_schema_of_obstacles(void **state)
{
    (void)state;
    struct capture capture = capture_start();
    scene_schema_write(capture.out);
    char *schema = capture_end(&capture);
    for (enum obstacle_kind kind = 0; kind < OBSTACLE_KINDS; kind++) {
        char *numbers = numbers_in_schema(schema, kind);
        assert_true(!strstr(numbers, "exclusiveMinimum") == table_obstacle_is_straight(kind));
        free(numbers);
    }
    free(schema);
}

/* Programs that read a scene as it is written find its kind in the first key of an obstacle. */
static void test_obstacles_begin_with_their_kind(void **state)
{
    (void)state;
    for (enum obstacle_kind kind = 0; kind < OBSTACLE_KINDS; kind++) {
        const enum scene_object object = scene_keys_obstacle(kind);
        const struct scene_key_set keys = scene_keys_of(object);
        enum scene_row row = scene_keys_next(&keys, 0);
        assert_string_equal(scene_keys[row].name, table_obstacle_name(kind));
        assert_true(scene_keys[row].required == object);
    }
}

/* --- the manual -------------------------------------------------------------------------------------------------- */

enum { ROOM = 4096 };

/** The items of a list in the manual: after `heading`, each ".It Cm a , b" up to the next, and so on to ".El". */
static const struct {
    const char *heading;
    enum scene_object type;
} lists[] = {
    {".Sh KEYS", OBJECT_SCENE},
    {".Sh BALLS", OBJECT_BALL},
    {".Ss Racks", OBJECT_RACK},
    {".Ss Fills", OBJECT_FILL},
    {".Sh OBSTACLES", OBJECT_OBSTACLES},
    {".Sh WALLS THAT MOVE", (enum scene_object)0},        /* keys of the table, by their paths */
    {".Sh APPENDIX: SAVED STATES", (enum scene_object)0}, /* keys of balls that only saved states have */
};

enum { SAVED = sizeof lists / sizeof lists[0] - 1, WALLS = SAVED - 1 };

/** Copies the words of an item up to its end, macros left out, in one line and in small letters. */
static const char *flatten(char to[ROOM], const char *item)
{
    size_t used = 0;
    const char *line = item;
    while (*line && strncmp(line, ".El", 3) != 0 && (line == item || strncmp(line, ".It", 3) != 0)) {
        size_t length = strcspn(line, "\n");
        size_t skip = line[0] == '.' ? strcspn(line, " \n") + 1 : 0;
        for (size_t i = skip; i < length && used + 2 < ROOM; i++)
            to[used++] = (char)tolower((unsigned char)line[i]);
        to[used++] = ' ';
        line += length + (line[length] == '\n');
    }
    to[used] = '\0';
    return line;
}

static bool names_key(const char *heading_line, const char *key)
{
    char wanted[64];
    size_t length = strcspn(heading_line, "\n");
    snprintf(wanted, sizeof wanted, " %s ", key);
    char line[256];
    snprintf(line, sizeof line, "%.*s ", (int)length, heading_line);
    return strstr(line, wanted);
}

/** The item that describes a key; its text in `flat`. False: there is none. */
static bool find_item(const char *manual, size_t list, const char *key, char flat[ROOM])
{
    const char *at = strstr(manual, lists[list].heading), *end = strstr(at, "\n.El");
    while ((at = strstr(at, "\n.It Cm")) && at < end) {
        at++;
        flatten(flat, at);
        if (names_key(at + 6, key))
            return true;
    }
    return false;
}

/** What the manual must say of a key. */
static void check_item(const char *flat, const struct scene_key *key, enum scene_object type)
{
    static const char *const types[] = {[TYPE_NUMBER] = "number",
                                        [TYPE_INTEGER] = "integer",
                                        [TYPE_STRING] = "string",
                                        [TYPE_BOOLEAN] = "true",
                                        [TYPE_NAME] = "",
                                        [TYPE_NUMBERS] = "array",
                                        [TYPE_INTEGERS] = "array",
                                        [TYPE_AXES] = "true",
                                        [TYPE_OBJECT] = "object",
                                        [TYPE_ARRAY] = "array",
                                        [TYPE_EACH] = "number",
                                        [TYPE_RESTITUTION] = "[[speed, e], ...]",
                                        [TYPE_FRICTION] = "[a, b, c]",
                                        [TYPE_SPIN] = "rolling",
                                        [TYPE_TURN] = "[[t, rate], ...]",
                                        [TYPE_MOTION] = "[[t, vx, vy], ...]"};
    char range[SCENE_KEYS_MAX_RANGE];
    if (!strstr(flat, types[key->type]))
        fail_msg("%s: the manual does not say \"%s\": %s", key->name, types[key->type], flat);
    if (key->shape[0] && !strstr(flat, key->shape))
        fail_msg("%s: the manual does not say \"%s\": %s", key->name, key->shape, flat);
    if (!strstr(flat, scene_keys_range(range, key)))
        fail_msg("%s: the manual does not say \"%s\": %s", key->name, range, flat);
    if ((key->required & type) && !strstr(flat, "required"))
        fail_msg("%s: the manual does not say that it is required: %s", key->name, flat);
    char fallback[64];
    snprintf(fallback, sizeof fallback, "default %s", key->fallback);
    if (key->fallback[0] && !key->members && !strstr(flat, fallback))
        fail_msg("%s: the manual does not say \"%s\": %s", key->name, fallback, flat);
}

static void test_manual_lists_every_key(void **state)
{
    (void)state;
    char *manual = contents("man/billiard-scene.5");
    char flat[ROOM];
    for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++)
        for (size_t k = 0; k < SCENE_ROWS; k++) {
            const struct scene_key *key = &scene_keys[k];
            bool shared = lists[l].type & (OBJECT_RACK | OBJECT_FILL) && (key->objects & OBJECT_BALL) &&
                          !(key->required & lists[l].type && !(key->objects & OBJECT_DEFAULTS));
            if (!(key->objects & lists[l].type) || shared)
                continue; /* what generators share with balls is described with the balls */
            if (!find_item(manual, l, key->name, flat) &&
                !(lists[l].type == OBJECT_BALL && find_item(manual, SAVED, key->name, flat)))
                fail_msg("no \"%s\" in \"%s\"", key->name, lists[l].heading);
            check_item(flat, key, lists[l].type);
        }
    free(manual);
}

/** The members of table, restitution and start are named in the item of the object. */
static void test_manual_names_members(void **state)
{
    (void)state;
    char *manual = contents("man/billiard-scene.5");
    char flat[ROOM], wanted[64];
    for (size_t k = 0; k < SCENE_ROWS; k++)
        for (size_t m = 0; scene_keys[k].members && m < SCENE_ROWS; m++) {
            if (!(scene_keys[m].objects & scene_keys[k].members))
                continue;
            snprintf(wanted, sizeof wanted, "table.%s", scene_keys[k].name);
            assert_true(find_item(manual, 0, scene_keys[k].name, flat) || find_item(manual, WALLS, wanted, flat));
            snprintf(wanted, sizeof wanted, " %s", scene_keys[m].name);
            if (!strstr(flat, wanted))
                fail_msg("%s: the manual does not name %s", scene_keys[k].name, scene_keys[m].name);
        }
    free(manual);
}

/** The manual's lists name no key that there is not. */
static void test_manual_lists_no_other(void **state)
{
    (void)state;
    char *manual = contents("man/billiard-scene.5");
    for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++) {
        const char *at = strstr(manual, lists[l].heading), *end = strstr(at, "\n.El");
        while ((at = strstr(at, "\n.It Cm")) && at < end) {
            char line[256];
            at += 7;
            snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
            for (char *word = strtok(line, " ,"); word; word = strtok(NULL, " ,"))
                if (!scene_keys_find(l == WALLS   ? OBJECT_TABLE
                                     : l == SAVED ? OBJECT_BALL
                                                  : lists[l].type,
                                     strncmp(word, "table.", 6) == 0 ? word + 6 : word))
                    fail_msg("\"%s\" in \"%s\" is no key", word, lists[l].heading);
        }
    }
    free(manual);
}

/* --- the table --------------------------------------------------------------------------------------------------- */

static void test_table_is_consistent(void **state)
{
    (void)state;
    for (size_t i = 0; i < SCENE_ROWS; i++) {
        const struct scene_key *key = &scene_keys[i];
        assert_true(key->objects != 0 && (key->required & ~key->objects) == 0 && (key->ranges & ~key->objects) == 0);
        assert_true(memchr(key->name, '\0', sizeof key->name) && memchr(key->shape, '\0', sizeof key->shape));
        assert_true(memchr(key->fallback, '\0', sizeof key->fallback) && memchr(key->doc, '\0', sizeof key->doc));
        assert_true(key->doc[0] && key->doc[strlen(key->doc) - 1] == '.');
        assert_true((key->type == TYPE_NAME) == (key->names != NAMES_NONE));
        bool ignored = strcmp(key->name, "$schema") == 0;
        assert_true(key->stored != (key->type == TYPE_OBJECT || key->type == TYPE_ARRAY || key->type == TYPE_ROWS ||
                                    key->members || ignored));
        for (unsigned type = OBJECT_SCENE; type <= OBJECT_FILL; type <<= 1)
            if (key->objects & type)
                assert_ptr_equal(scene_keys_find((enum scene_object)type, key->name), key);
    }
    assert_null(scene_keys_find(OBJECT_BALL, "rows"));
    assert_null(scene_keys_find(OBJECT_SCENE, ""));
}

static void test_ranges(void **state)
{
    (void)state;
    char text[SCENE_KEYS_MAX_RANGE];
    assert_string_equal(scene_keys_range(text, scene_keys_find(OBJECT_BALL, "x")), "");
    assert_string_equal(scene_keys_range(text, scene_keys_find(OBJECT_BALL, "r")), "> 0");
    assert_string_equal(scene_keys_range(text, scene_keys_find(OBJECT_RACK, "gap")), ">= 0");
    assert_string_equal(scene_keys_range(text, scene_keys_find(OBJECT_RACK, "angle")), "from -1000000 to 1000000");
    assert_string_equal(scene_keys_range(text, scene_keys_find(OBJECT_SCENE, "every")), "from 1 to 2^53");
    assert_string_equal(scene_keys_range(text, scene_keys_find(OBJECT_FILL, "count")), "from 0 to 2147483647");
}

static void test_rivals(void **state)
{
    (void)state;
    const struct scene_key *vx = &scene_keys[BALL_VX], *speed = &scene_keys[BALL_SPEED], *r = &scene_keys[BALL_R];
    struct scene_key_set rivals = scene_keys_rivals(OBJECT_BALL, speed);
    for (enum scene_row row = 0; row < SCENE_ROWS; row++)
        assert_true(scene_keys_has(&rivals, row) == (row == BALL_VX || row == BALL_VY));
    rivals = scene_keys_rivals(OBJECT_BALL, vx);
    assert_true(scene_keys_has(&rivals, BALL_SPEED));
    rivals = scene_keys_rivals(OBJECT_FILL, vx);
    assert_true(scene_keys_are_none(&rivals));
    rivals = scene_keys_rivals(OBJECT_BALL, r);
    assert_true(scene_keys_are_none(&rivals));
}

static void test_suggestions(void **state)
{
    (void)state;
    assert_string_equal(scene_keys_suggest(OBJECT_BALL, "radus"), "r");
    assert_string_equal(scene_keys_suggest(OBJECT_BALL, "weight"), "m");
    assert_string_equal(scene_keys_suggest(OBJECT_BALL, "colour"), "color");
    assert_string_equal(scene_keys_suggest(OBJECT_SCENE, "integrater"), "integrator");
    assert_string_equal(scene_keys_suggest(OBJECT_SCENE, "time_step"), "dt");
    assert_string_equal(scene_keys_suggest(OBJECT_SCENE, "frames"), "frame");
    assert_string_equal(scene_keys_suggest(OBJECT_TABLE, "hight"), "height");
    assert_null(scene_keys_suggest(OBJECT_TABLE, "radius"));
    assert_string_equal(scene_keys_suggest(OBJECT_FILL, "n"), "count");
    assert_string_equal(scene_keys_suggest(OBJECT_BALL, "v"), "speed");
    assert_string_equal(scene_keys_suggest(OBJECT_OBSTACLES, "circle"), "arc");
    assert_string_equal(scene_keys_suggest(OBJECT_SCENE, "walls"), "obstacles");
    assert_string_equal(scene_keys_suggest(OBJECT_SCENE, "pockets"), "obstacles");
    assert_null(scene_keys_suggest(OBJECT_DEFAULTS, "x"));
}

/* Each key has a place of its own in a set, of which there are more than a word has bits. */
static void test_sets(void **state)
{
    (void)state;
    struct scene_key_set all = {0};
    assert_true(SCENE_ROWS > 64 && scene_keys_are_none(&all));
    for (enum scene_row row = 0; row < SCENE_ROWS; row++) {
        struct scene_key_set one = {0};
        assert_false(scene_keys_has(&all, row));
        scene_keys_add(&all, row);
        scene_keys_add(&one, row);
        for (enum scene_row other = 0; other < SCENE_ROWS; other++)
            assert_true(scene_keys_has(&one, other) == (other == row) && scene_keys_has(&all, other) == (other <= row));
        assert_false(scene_keys_are_none(&one));
    }
    struct scene_key_set balls = scene_keys_of(OBJECT_BALL), tables = scene_keys_of(OBJECT_TABLE);
    struct scene_key_set both = scene_keys_join(balls, &tables);
    for (enum scene_row row = 0; row < SCENE_ROWS; row++)
        assert_true(scene_keys_has(&both, row) == !!(scene_keys[row].objects & (OBJECT_BALL | OBJECT_TABLE)));
}

/* The index finds what the table says. */
static void test_index(void **state)
{
    (void)state;
    const struct scene_keys_index index = scene_keys_index();
    for (size_t i = 0; i < SCENE_ROWS; i++)
        for (unsigned type = OBJECT_SCENE; type <= OBJECT_ANY; type <<= 1) {
            const struct scene_key *found = scene_keys_look_up(&index, (enum scene_object)type, scene_keys[i].name);
            assert_ptr_equal(found, scene_keys_find((enum scene_object)type, scene_keys[i].name));
            assert_true(!(scene_keys[i].objects & type) || found == &scene_keys[i]);
        }
    assert_null(scene_keys_look_up(&index, OBJECT_BALL, "rows"));
    assert_null(scene_keys_look_up(&index, OBJECT_BALL, ""));
    assert_null(scene_keys_look_up(&index, OBJECT_BALL, "\xc3\xa9"));
}

static void test_lists(void **state)
{
    (void)state;
    char text[SCENE_KEYS_MAX_LIST];
    struct scene_key_set keys = {0};
    assert_string_equal(scene_keys_list(text, &keys), "");
    scene_keys_add(&keys, KEY_BALLS);
    assert_string_equal(scene_keys_list(text, &keys), "balls");
    scene_keys_add(&keys, BALL_X);
    assert_string_equal(scene_keys_list(text, &keys), "x and balls");
    scene_keys_add(&keys, KEY_TABLE);
    assert_string_equal(scene_keys_list(text, &keys), "x, table and balls");
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_schema_is_up_to_date),
        cmocka_unit_test(test_schema_of_obstacles),
        cmocka_unit_test(test_obstacles_begin_with_their_kind),
        cmocka_unit_test(test_manual_lists_every_key),
        cmocka_unit_test(test_manual_names_members),
        cmocka_unit_test(test_manual_lists_no_other),
        cmocka_unit_test(test_table_is_consistent),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_rivals),
        cmocka_unit_test(test_suggestions),
    };
    return RUN_TESTS(tests);
}
