/*
 * Overrides of a saved state. Each ball stands in it with the state of its moment, so an override acts on that; but
 * what `start` keeps beside the balls must not outlive its cause: the trajectory of a ball that moves otherwise now,
 * the contacts of one that is elsewhere.
 */
#include "reading/scene_restart.h"

#include <stdint.h>
#include <string.h>

#include "reading/scene_set.h"

/** False: out of memory. */
static bool remove_member(const struct json_tree *tree, struct cJSON *object, const char *key)
{
    struct cJSON *member = object ? json_tree_member(object, key) : NULL;
    if (!member)
        return true;
    if (!json_tree_own(tree, object))
        return false;
    json_tree_remove(object, json_tree_member(object, key));
    return true;
}

/** The member of an object, array or object itself, so that both may be changed. NULL: there is none, or *room is
 * false: out of memory. */
static struct cJSON *own_member(const struct json_tree *tree, struct cJSON *object, const char *key, bool *room)
{
    const struct cJSON *member = object ? json_tree_member(object, key) : NULL;
    if (!member || json_tree_kind(member) < TREE_ARRAY)
        return NULL;
    *room = *room && json_tree_own(tree, object) && json_tree_own(tree, json_tree_member(object, key));
    return *room ? json_tree_member(object, key) : NULL;
}

/* ---- what an override changes ---- */

/** All balls; none. */
static const size_t ALL = SIZE_MAX, NONE = SIZE_MAX - 1;

static bool sets_clock(const struct scene_set *set)
{
    static const char *const keys[] = {"dt", "duration", "frame"};
    bool sets = false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        sets |= strcmp(set->segment[0], keys[i]) == 0;
    return sets && set->n_segments == 1;
}

/** What an override says anew: enum scene_alters. */
static unsigned alters_of(const struct scene_set *set)
{
    const char *const *segment = (const char *const *)set->segment;
    size_t depth = 0; /* of the key */
    enum scene_object object = OBJECT_SCENE;
    if (strcmp(segment[0], "defaults") == 0)
        object = OBJECT_BALL, depth = 1;
    else if (strcmp(segment[0], "balls") == 0)
        object = OBJECT_BALL, depth = 2;
    else if (strcmp(segment[0], "start") == 0 && set->n_segments > 1)
        object = OBJECT_START, depth = 1;
    if (depth >= set->n_segments) /* all keys of that type */
        return ALTERS_MOTION | ALTERS_PLACE;
    unsigned alters = 0;
    for (const struct scene_key *key; object && depth < set->n_segments; depth++) { /* the last that says so decides */
        if (!(key = scene_keys_look_up(set->reader->keys, object, segment[depth])))
            break;
        alters = key->alters ? key->alters : alters;
        object = key->type == TYPE_PISTON ? OBJECT_PISTON : key->members;
    }
    return alters;
}

/** The ball of which it says so. */
static size_t ball_of(const struct scene_set *set, const struct cJSON *root)
{
    const struct cJSON *balls = json_tree_member(root, "balls");
    size_t ball = ALL;
    if (strcmp(set->segment[0], "balls") != 0 || set->n_segments == 1 || strcmp(set->segment[1], "*") == 0)
        return ALL;
    const bool known =
        json_tree_kind(balls) == TREE_ARRAY && scene_set_entry(set->reader->errors, balls, set->segment[1], &ball);
    return known ? ball : NONE;
}

/* ---- what goes with it ---- */

static bool is_number(const struct cJSON *node, size_t number)
{
    return node && json_tree_kind(node) == TREE_NUMBER && json_tree_number(node) == (double)number;
}

static bool has_ball(const struct cJSON *contact, size_t ball)
{
    const struct cJSON *a = json_tree_first(contact), *kind = a ? json_tree_next(a) : NULL;
    bool is_pair = kind && json_tree_kind(kind) == TREE_STRING && strcmp(json_tree_string(kind), "ball") == 0;
    return is_number(a, ball) || (is_pair && is_number(json_tree_next(kind), ball));
}

/** Removes the rows of a ball, or all, from `start`. False: out of memory. */
static bool remove_rows(const struct json_tree *tree, struct cJSON *start, const char *key, size_t ball)
{
    struct cJSON *rows = json_tree_member(start, key), *next;
    if (!rows || json_tree_kind(rows) != TREE_ARRAY)
        return true;
    if (ball == ALL)
        return json_tree_clear(rows), true;
    if (!json_tree_own(tree, rows))
        return false;
    for (struct cJSON *row = json_tree_first(rows); row; row = next) {
        next = json_tree_next(row);
        if (has_ball(row, ball))
            json_tree_remove(rows, row);
    }
    return true;
}

/** A ball that moves otherwise now begins a trajectory, and one that is elsewhere loses its contacts. A fixed ball may
 * stand in the way of any. False: out of memory. */
static bool drop_past(const struct scene_set *set, struct cJSON *root, bool places)
{
    const struct json_tree *tree = set->reader->errors->json;
    const size_t ball = ball_of(set, root);
    bool room = true;
    struct cJSON *start = ball != NONE ? own_member(tree, root, "start", &room) : NULL;
    if (!start || !remove_rows(tree, start, "trajectories", places ? ALL : ball))
        return room && !start;
    return !places || remove_rows(tree, start, "contacts", ball);
}

/** Steps begin at 0. False: out of memory. */
static bool reset_clock(const struct json_tree *tree, struct cJSON *root)
{
    bool room = true;
    struct cJSON *start = own_member(tree, root, "start", &room);
    return room && remove_member(tree, start, "step") && remove_member(tree, start, "trajectories");
}

static bool is_list(const struct cJSON *node)
{
    return node && json_tree_kind(node) == TREE_ARRAY;
}

/** An override of the clock, in a saved state of a scene in which something moves. */
static bool check_clock(const struct scene_set *set, const struct cJSON *root)
{
    struct scene_errors *errors = set->reader->errors;
    const struct cJSON *table = json_tree_member(root, "table"), *obstacles = json_tree_member(root, "obstacles");
    const struct cJSON *start = json_tree_member(root, "start");
    bool moves = table && json_tree_kind(table) == TREE_OBJECT && json_tree_member(table, "motion");
    struct json_tree_entries entries = {.tree = errors->json, .array = obstacles};
    bool listed = obstacles && json_tree_kind(obstacles) == TREE_ARRAY;
    while (listed && !moves && json_tree_next_entry(&entries))
        moves = json_tree_member(entries.node, "motion") || is_list(json_tree_member(entries.node, "turn"));
    errors->out_of_memory |= entries.no_memory;
    json_tree_end(&entries);
    if (!moves || !start || json_tree_kind(start) != TREE_OBJECT || !json_tree_member(start, "step"))
        return true;
    return scene_errors_add_override(errors, set->index,
                                     "%s: cannot be given anew for a saved state with walls or obstacles that move: t "
                                     "would begin at 0",
                                     set->path);
}

/* ---- one after the other ---- */

/** Drops from `start` what an override is about to contradict. */
static enum status prepare(const struct scene_set *set, struct cJSON *root)
{
    const struct json_tree *tree = set->reader->errors->json;
    const unsigned alters = alters_of(set);
    if (sets_clock(set) && !reset_clock(tree, root))
        return STATUS_LIMIT;
    return (alters & ALTERS_MOTION) && !drop_past(set, root, alters & ALTERS_PLACE) ? STATUS_LIMIT : STATUS_OK;
}

static enum status apply(const struct scene_set *set, struct cJSON *root)
{
    enum status status = STATUS_OK;
    if (json_tree_member(root, "start")) {
        if (sets_clock(set) && !check_clock(set, root))
            return STATUS_OK;
        status = prepare(set, root);
    }
    return status == STATUS_OK ? scene_set_apply(set, root) : status;
}

enum status scene_restart_apply(const struct scene_reader *reader, struct cJSON *root, struct scene *scene, size_t n)
{
    enum status status = STATUS_OK;
    while (scene->n_overrides < n && status == STATUS_OK) {
        struct scene_set set;
        status = scene_set_open(&set, reader, scene);
        if (status == STATUS_OK)
            status = apply(&set, root);
        scene_set_close(&set);
    }
    return status;
}
