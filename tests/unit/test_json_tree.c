/*
 * Long arrays that stay text: entry by entry they are what the same text is as nodes.
 *
 * Promise: a scene of a million listed balls is read entry by entry. Measured: places, values and ways back of entries
 * of many shapes, against the tree of the same text.
 */
#include <cjson/cJSON.h>

#include "base/mem.h"
#include "json/json_tree.h"
#include "lib/testing.h"

static bool is_long(const char *name)
{
    return strcmp(name, "list") == 0;
}

static const char *known(const char *name)
{
    return strcmp(name, "x") == 0 ? "x" : NULL;
}

static const struct json_tree_names NAMES = {known, is_long};

/** Entries that have the shape of the one before, or another. */
static const char *const entries[] = {
    "{\"x\": 1, \"y\": 2.5}",
    "{\"x\": 3,\n\"y\":-4e1 }",
    "{\"x\": 3}",
    "{\"x\": [1, 2], \"y\": 2}",
    "{\"x\": [1, 3], \"y\": 0}",
    "{\"x\": [1], \"y\": 3, \"y\": 2}",
    "{\"x\": [[1], 3], \"y\": 3}",
    "{\"x\": [], \"y\": 3}",
    "{\"x\": {}, \"y\": 3}",
    "{\"x\": {\"y\": 3}}",
    "{\"x\": {\"z\": 3}}",
    "[1, 2, 3]",
    "[1, 2, 4]",
    "[1, 2]",
    "[]",
    "{}",
    "{}",
    "7",
    "8",
    "\"seven, \\\"]\"",
    "\"se\\u0076en\"",
    "{\"a longer name than any known one, of more bytes\": \"and a string of more than some bytes\"}",
    "{\"a longer name than any known one, of more bytes\": \"and a string of more than so many\"}",
    "true",
    "true",
    "false",
    "null",
    "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]",
    "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16]",
    "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]",
    "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17]",
    "{\"x\": \"a\"}",
    "{\"x\": \"b\"}",
};

enum { ENTRIES = sizeof entries / sizeof entries[0] };

/** {"list": [ENTRIES]} with blanks behind it, of `length` bytes. */
static struct json_tree parse(const size_t chosen[], size_t n, size_t length)
{
    char *text = malloc(length + 1), *end = stpcpy(text, "{\"list\" : [ ");
    struct json_fault fault;
    struct json_tree tree;
    for (size_t i = 0; i < n; i++)
        end = stpcpy(stpcpy(end, i > 0 ? " , " : ""), entries[chosen[i]]);
    end = stpcpy(end, " ]}");
    memset(end, ' ', (size_t)(text + length - end));
    text[length] = '\0';
    assert_int_equal(json_tree_parse(&tree, text, length, NAMES, &fault), STATUS_OK);
    return tree;
}

static void assert_same(const struct cJSON *a, const struct cJSON *b)
{
    assert_true(a && b);
    assert_int_equal(json_tree_kind(a), json_tree_kind(b));
    assert_true(json_tree_origin(a).at == json_tree_origin(b).at && !json_tree_origin(a).is_override);
    assert_true(!json_tree_key(a) == !json_tree_key(b));
    if (json_tree_key(a))
        assert_string_equal(json_tree_key(a), json_tree_key(b));
    if (json_tree_kind(a) == TREE_NUMBER)
        assert_true(json_tree_number(a) == json_tree_number(b));
    if (json_tree_kind(a) == TREE_STRING)
        assert_string_equal(json_tree_string(a), json_tree_string(b));
    if (json_tree_kind(a) == TREE_WORD)
        assert_string_equal(json_tree_word(a), json_tree_word(b));
    for (a = json_tree_first(a), b = json_tree_first(b); a || b; a = json_tree_next(a), b = json_tree_next(b))
        assert_same(a, b);
}

enum { SHORT = 1 << 13 };

/** The same text as nodes, and as text. */
struct both {
    struct json_tree nodes, text;
    const struct cJSON *list, *text_list;
};

static struct both parse_both(const size_t chosen[], size_t n)
{
    struct both both = {parse(chosen, n, SHORT), parse(chosen, n, JSON_TREE_LONG), NULL, NULL};
    both.list = json_tree_member(both.nodes.root, "list");
    both.text_list = json_tree_member(both.text.root, "list");
    assert_false(json_tree_is_text(both.list));
    assert_true(json_tree_is_text(both.text_list));
    assert_int_equal(json_tree_kind(both.text_list), TREE_ARRAY);
    assert_int_equal(json_tree_size(both.list), n);
    assert_int_equal(json_tree_size(both.text_list), n);
    assert_null(json_tree_first(both.text_list));
    return both;
}

static void free_both(struct both *both)
{
    json_tree_free(&both->nodes);
    json_tree_free(&both->text);
}

/* From first to last, and back by the places kept on the way. */
static void check_ways(const struct both *both)
{
    struct json_tree_entries a = {.tree = &both->nodes, .array = both->list},
                             b = {.tree = &both->text, .array = both->text_list};
    const void *place[ENTRIES + 1][2];
    size_t n = 0;
    for (const struct cJSON *entry; (entry = json_tree_next_entry(&a)); n++) {
        assert_same(entry, json_tree_next_entry(&b));
        place[n][0] = json_tree_place(&a);
        place[n][1] = json_tree_place(&b);
    }
    assert_null(json_tree_next_entry(&b));
    assert_int_equal(n, json_tree_size(both->list));
    while (n-- > 0) {
        const struct cJSON *entry = json_tree_go_to(&a, place[n][0]);
        assert_ptr_equal(entry, json_tree_element(both->list, n));
        assert_same(entry, json_tree_go_to(&b, place[n][1]));
    }
    assert_false(a.no_memory || b.no_memory);
    json_tree_end(&a);
    json_tree_end(&b);
}

static void test_all_in_order(void **state)
{
    (void)state;
    size_t chosen[ENTRIES];
    for (size_t i = 0; i < ENTRIES; i++)
        chosen[i] = i;
    for (size_t n = 0; n <= ENTRIES; n += n == 0 ? 1 : ENTRIES - 1) {
        struct both both = parse_both(chosen, n);
        check_ways(&both);
        free_both(&both);
    }
}

/* Every shape after every other. */
static void test_pairs(void **state)
{
    (void)state;
    for (size_t i = 0; i < ENTRIES; i++)
        for (size_t j = 0; j < ENTRIES; j++) {
            struct both both = parse_both((size_t[]){i, j, i}, 3);
            check_ways(&both);
            free_both(&both);
        }
}

/* A value that shares the array, and makes it its own, leaves the text as it is; so does one that is emptied. */
static void test_changes(void **state)
{
    (void)state;
    size_t chosen[ENTRIES];
    for (size_t i = 0; i < ENTRIES; i++)
        chosen[i] = ENTRIES - 1 - i;
    struct both both = parse_both(chosen, ENTRIES);
    for (int round = 0; round < 2; round++) {
        struct cJSON *root = json_tree_share(both.text.root);
        assert_true(json_tree_own(&both.text, root));
        struct cJSON *list = json_tree_member(root, "list");
        assert_true(json_tree_is_text(list) && list != both.text_list);
        assert_int_equal(json_tree_size(list), ENTRIES);
        assert_true(json_tree_own(&both.text, list));
        assert_false(json_tree_is_text(list));
        assert_same(list, both.list);
        json_tree_clear(list);
        assert_int_equal(json_tree_size(list), 0);
        json_tree_discard(root);
        check_ways(&both);
    }
    struct cJSON *root = json_tree_share(both.text.root), *of_nodes = json_tree_share(both.nodes.root);
    assert_true(json_tree_own(&both.text, root) && json_tree_own(&both.nodes, of_nodes));
    struct cJSON *list = json_tree_member(root, "list"), *shared = json_tree_member(of_nodes, "list");
    json_tree_clear(list);
    json_tree_clear(shared);
    assert_false(json_tree_is_text(list));
    assert_int_equal(json_tree_size(list) + json_tree_size(shared), 0);
    json_tree_discard(root);
    json_tree_discard(of_nodes);
    check_ways(&both);
    free_both(&both);
}

/* Entries that were changed, one by one and in any order, are the same in an array that is text and in one of nodes; so
 * are those of a value that shares the array, and the whole as nodes. */
static void change(const struct json_tree *tree, struct cJSON *list, size_t index, double number)
{
    struct cJSON *entry = json_tree_own_element(tree, list, index);
    assert_non_null(entry);
    if (json_tree_kind(entry) == TREE_OBJECT) {
        assert_true(json_tree_own(tree, entry));
        assert_int_equal(json_tree_put_member(entry, "x", json_tree_new_number(number, 3)), STATUS_OK);
    } else {
        json_tree_replace(list, entry, json_tree_new_number(number, 4));
    }
}

static void assert_equal(const struct cJSON *a, const struct cJSON *b)
{
    assert_int_equal(json_tree_kind(a), json_tree_kind(b));
    assert_int_equal(json_tree_origin(a).at, json_tree_origin(b).at);
    assert_int_equal(json_tree_origin(a).is_override, json_tree_origin(b).is_override);
    if (json_tree_kind(a) == TREE_NUMBER)
        assert_true(json_tree_number(a) == json_tree_number(b));
    for (a = json_tree_first(a), b = json_tree_first(b); a || b; a = json_tree_next(a), b = json_tree_next(b))
        assert_equal(a, b);
}

static void check_entries(const struct json_tree *nodes, const struct cJSON *list, const struct json_tree *text,
                          const struct cJSON *text_list)
{
    struct json_tree_entries a = {.tree = nodes, .array = list}, b = {.tree = text, .array = text_list};
    const void *place[ENTRIES];
    size_t n = 0;
    for (const struct cJSON *entry; (entry = json_tree_next_entry(&a)); n++) {
        assert_equal(entry, json_tree_next_entry(&b));
        place[n] = json_tree_place(&b);
    }
    assert_null(json_tree_next_entry(&b));
    assert_int_equal(n, ENTRIES);
    while (n-- > 0)
        assert_equal(json_tree_element(list, n), json_tree_go_to(&b, place[n]));
    json_tree_end(&a);
    json_tree_end(&b);
}

static void test_changed_entries(void **state)
{
    (void)state;
    uint64_t random = 1;
    size_t chosen[ENTRIES];
    for (size_t i = 0; i < ENTRIES; i++)
        chosen[i] = i;
    struct both both = parse_both(chosen, ENTRIES);
    struct cJSON *nodes = both.nodes.root, *text = both.text.root, *shared[20][2];
    for (int round = 0; round < 20; round++) {
        shared[round][0] = nodes = json_tree_share(nodes);
        shared[round][1] = text = json_tree_share(text);
        assert_true(json_tree_own(&both.nodes, nodes) && json_tree_own(&both.text, text));
        struct cJSON *list = json_tree_member(nodes, "list"), *text_list = json_tree_member(text, "list");
        for (int k = 0; k < 3; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            change(&both.nodes, list, (random >> 33) % ENTRIES, round + .25 * k);
            change(&both.text, text_list, (random >> 33) % ENTRIES, round + .25 * k);
        }
        check_entries(&both.nodes, list, &both.text, text_list);
        assert_true(json_tree_is_text(text_list));
        struct cJSON *whole = json_tree_share(text_list);
        assert_true(json_tree_own(&both.text, whole));
        assert_false(json_tree_is_text(whole));
        assert_equal(list, whole);
        json_tree_discard(whole);
    }
    for (int round = 20; round-- > 0;) {
        json_tree_discard(shared[round][0]);
        json_tree_discard(shared[round][1]);
    }
    check_ways(&both);
    free_both(&both);
}

/* A place is told in 32 bits, of which overrides take the last numbers. */
static void test_longest_text(void **state)
{
    (void)state;
    const size_t most = UINT32_MAX - (1u << 24);
    struct json_tree tree;
    struct json_fault fault;
    assert_int_equal(json_tree_parse(&tree, strdup("{}"), most + 1, NAMES, &fault), STATUS_SCENE);
    assert_string_equal(fault.text, "the text has 4278190080 bytes, and may have at most 4278190079");
    assert_int_equal(fault.position.line, 1);
    json_tree_free(&tree);
    struct cJSON *node = json_tree_new_number(1, (1 << 24) - 1);
    assert_true(json_tree_origin(node).is_override);
    assert_int_equal(json_tree_origin(node).at, (1 << 24) - 1);
    json_tree_discard(node);
}

/** Blocks that there is memory for. */
static long blocks;

static void *take_block(size_t size)
{
    return blocks-- > 0 ? malloc(size) : NULL;
}

/** How many entries there are, with memory for so many blocks alone. */
static size_t count_entries(const struct json_tree *tree, const struct cJSON *list, long most, bool *no_memory)
{
    struct json_tree_entries read = {.tree = tree, .array = list};
    cJSON_Hooks scarce = {take_block, free};
    size_t n = 0;
    blocks = most;
    cJSON_InitHooks(&scarce);
    while (json_tree_next_entry(&read))
        n++;
    *no_memory = read.no_memory;
    json_tree_end(&read);
    cJSON_InitHooks(NULL);
    return n;
}

/** Where memory runs out in the middle of a list, that is not its end. */
static void test_no_memory(void **state)
{
    (void)state;
    size_t chosen[ENTRIES];
    for (size_t i = 0; i < ENTRIES; i++)
        chosen[i] = i;
    struct json_tree tree = parse(chosen, ENTRIES, JSON_TREE_LONG);
    const struct cJSON *list = json_tree_member(tree.root, "list");
    bool no_memory = true;
    long most = 0;
    for (size_t n; (n = count_entries(&tree, list, most, &no_memory)) < ENTRIES; most++)
        assert_true(no_memory);
    assert_false(no_memory);
    assert_true(most >= ENTRIES);
    json_tree_free(&tree);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_in_order),    cmocka_unit_test(test_pairs),        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_changed_entries), cmocka_unit_test(test_longest_text), cmocka_unit_test(test_no_memory),
    };
    return RUN_TESTS(tests);
}
