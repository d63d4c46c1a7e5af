#include "lib/testing.h"
#include "base/input.h"
#include "model/scene_json.h"
#include "model/scene_schema.h"

/* The JSON Schema for editors and other programs must describe the same keys as the table the program reads with. */

static const char schema_file[] = "scenes/schema/billiard-scene.schema.json";

static const struct {
    enum scene_shape shape;
    const char *path[5]; /* to the object with "properties" and "required" */
} objects[] = {
    {SHAPE_SCENE, {NULL}},
    {SHAPE_TABLE, {"properties", "table", NULL}},
    {SHAPE_START, {"properties", "start", NULL}},
    {SHAPE_DEFAULTS, {"properties", "defaults", NULL}},
    {SHAPE_BALL, {"$defs", "ball", NULL}},
    {SHAPE_RACK, {"$defs", "rack", NULL}},
    {SHAPE_FILL, {"$defs", "fill", NULL}},
};

static int load(void **state)
{
    struct scene_json *json = calloc(1, sizeof *json);
    struct json_fault fault;
    struct error err;
    char *text;
    size_t length;
    if (input_read(schema_file, &text, &length, &err) != STATUS_OK)
        return -1;
    *state = json;
    return scene_json_parse(json, text, length, &fault) == STATUS_OK ? 0 : -1;
}

static int unload(void **state)
{
    scene_json_free(*state);
    free(*state);
    return 0;
}

static const struct scene_node *descend(const struct scene_node *node, const char *const *path)
{
    for (; *path; path++)
        node = scene_json_member(node, *path);
    return node;
}

static bool lists(const struct scene_node *array, const char *word)
{
    for (const struct scene_node *item = array ? scene_json_first(array) : NULL; item; item = scene_json_next(item))
        if (strcmp(scene_json_string(item), word) == 0)
            return true;
    return false;
}

static void test_same_keys(void **state)
{
    const struct scene_json *json = *state;
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        const struct scene_node *object = descend(json->root, objects[i].path);
        const struct scene_node *properties = scene_json_member(object, "properties");
        const struct scene_node *required = scene_json_member(object, "required");
        size_t count = 0;
        for (size_t k = 0; k < scene_schema_count; k++) {
            const struct scene_key *key = &scene_schema_keys[k];
            if (!(key->shapes & objects[i].shape))
                continue;
            count++;
            if (!scene_json_member(properties, key->name))
                fail_msg("%s of shape %d is not in the JSON Schema", key->name, (int)objects[i].shape);
            /* r may come from `defaults`, which a schema cannot see */
            bool wanted = (key->required & objects[i].shape) && strcmp(key->name, "r") != 0;
            assert_int_equal(lists(required, key->name), wanted);
        }
        assert_int_equal(scene_json_size(properties), count);
        assert_string_equal(scene_json_word(scene_json_member(object, "additionalProperties")), "false");
    }
}

static void test_restitution(void **state)
{
    const struct scene_json *json = *state;
    static const char *const path[] = {"properties", "restitution", "oneOf", NULL};
    const struct scene_node *object = scene_json_element(descend(json->root, path), 1);
    const struct scene_node *properties = scene_json_member(object, "properties");
    assert_int_equal(scene_json_size(properties), 2);
    assert_non_null(scene_json_member(properties, "ball"));
    assert_non_null(scene_json_member(properties, "wall"));
}

/** The schema of a key: where it is defined, references to $defs/ballKeys resolved. */
static const struct scene_node *definition(const struct scene_json *json, const struct scene_node *object,
                                           const char *name)
{
    static const char *const ball_keys[] = {"$defs", "ballKeys", "properties", NULL};
    const struct scene_node *found = scene_json_member(scene_json_member(object, "properties"), name);
    if (scene_json_member(found, "$ref"))
        return scene_json_member(descend(json->root, ball_keys), name);
    return found;
}

static double bound(const struct scene_node *definition_of, const char *name, double without)
{
    const struct scene_node *value = scene_json_member(definition_of, name);
    return value ? scene_json_number(value) : without;
}

static void test_same_types_and_ranges(void **state)
{
    const struct scene_json *json = *state;
    static const char *const types[] = {"number", "integer", "string", "object", "array"};
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++)
        for (size_t k = 0; k < scene_schema_count; k++) {
            const struct scene_key *key = &scene_schema_keys[k];
            if (!(key->shapes & objects[i].shape) || key->type == TYPE_NODE)
                continue;
            const struct scene_node *found = definition(json, descend(json->root, objects[i].path), key->name);
            assert_non_null(found);
            assert_string_equal(scene_json_string(scene_json_member(found, "type")), types[key->type]);
            if (key->type != TYPE_NUMBER && key->type != TYPE_INTEGER)
                continue;
            assert_true(bound(found, key->above ? "exclusiveMinimum" : "minimum", -HUGE_VAL) == key->low);
            assert_true(bound(found, "maximum", HUGE_VAL) == key->high);
        }
}

static void test_table_is_sound(void **state)
{
    (void)state;
    assert_true(scene_schema_count <= 64);
    for (size_t i = 0; i < scene_schema_count; i++) {
        const struct scene_key *key = &scene_schema_keys[i];
        assert_true(key->shapes != 0 && (key->required & ~key->shapes) == 0);
        assert_true(key->doc[0] && key->fallback[0]);
        for (unsigned shape = SHAPE_SCENE; shape <= SHAPE_FILL; shape <<= 1)
            if (key->shapes & shape)
                assert_ptr_equal(scene_schema_find((enum scene_shape)shape, key->name), key);
    }
    assert_null(scene_schema_find(SHAPE_BALL, "rows"));
    assert_null(scene_schema_find(SHAPE_SCENE, ""));
}

static void test_suggestions(void **state)
{
    (void)state;
    assert_string_equal(scene_schema_suggest(SHAPE_BALL, "radus"), "r");
    assert_string_equal(scene_schema_suggest(SHAPE_BALL, "weight"), "m");
    assert_string_equal(scene_schema_suggest(SHAPE_BALL, "colour"), "color");
    assert_string_equal(scene_schema_suggest(SHAPE_SCENE, "integrater"), "integrator");
    assert_string_equal(scene_schema_suggest(SHAPE_SCENE, "time_step"), "dt");
    assert_string_equal(scene_schema_suggest(SHAPE_TABLE, "hight"), "height");
    assert_null(scene_schema_suggest(SHAPE_TABLE, "radius"));
    assert_null(scene_schema_suggest(SHAPE_DEFAULTS, "x"));
}

int main(void)
{
    cmocka_set_message_output(CM_OUTPUT_TAP);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_keys),
        cmocka_unit_test(test_restitution),
        cmocka_unit_test(test_same_types_and_ranges),
        cmocka_unit_test(test_table_is_sound),
        cmocka_unit_test(test_suggestions),
    };
    return cmocka_run_group_tests_name("scene_schema", tests, load, unload);
}
