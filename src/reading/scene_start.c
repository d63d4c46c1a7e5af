/*
 * What a saved state holds beside the balls, in `start`: trajectories that began before its moment, and the contacts of
 * springs that rub, with what they have stretched. A file may come from anywhere: each number is compared with the
 * scene before it is used as an index.
 */
#include "reading/scene_start.h"

#include <math.h>
#include <string.h>

#include "contact/contact.h"
#include "surfaces/saved_contacts.h"

static const char CONTACT[] =
    "must be [a, \"ball\", b, along, up] or [a, kind, number, place, along, up], as --save writes it";

static struct json_tree_entries rows_of(const struct scene_settings *settings, const struct cJSON *array)
{
    return (struct json_tree_entries){.tree = settings->reader->errors->json, .array = array};
}

/** Reports what is wrong with the row at an index. */
static void add_row_error(const struct scene_settings *settings, const char *key, size_t index, const struct cJSON *row,
                          const char *sentence)
{
    const struct scene_path start = {.name = "start"}, rows = {.above = &start, .name = key};
    scene_errors_add(settings->reader->errors, row, &(struct scene_path){.above = &rows, .index = index}, NULL, "%s",
                     sentence);
}

/** A whole number of at most 2^53. False: something else. */
static bool read_index(const struct cJSON *node, uint64_t *number)
{
    double value = node && json_tree_kind(node) == TREE_NUMBER ? json_tree_number(node) : -1;
    if (!(value >= 0 && value <= 0x1p53 && value == floor(value)))
        return false;
    *number = (uint64_t)value;
    return true;
}

/* ---- trajectories ---- */

static const char WALL[] = "must be [wall, t0, x, v], as --save writes it",
                  LATE[] = "begins after the moment of the state (start.step times dt)";

enum { FLAT_ROW = 5, FULL_ROW = 8, WALL_ROW = 3 }; /* numbers after that of the ball, or the name of the wall */

static const char TRAJECTORY[] =
    "must be [ball, t0, x, y, vx, vy] or [ball, t0, x, y, vx, vy, wx, wy, wz], as --save writes it";

/** Reads n numbers of a row, which begin with a time and so many coordinates. @param node of the row, before them */
static bool read_numbers(const struct cJSON *node, double *numbers, size_t n, size_t coordinates)
{
    bool valid = true;
    for (size_t k = 0; k < n && valid; k++) {
        const double most = k >= 1 && k <= coordinates ? SCENE_LARGEST_LENGTH : SCENE_LARGEST;
        node = json_tree_next(node);
        valid = json_tree_kind(node) == TREE_NUMBER && fabs(numbers[k] = json_tree_number(node)) <= most;
    }
    return valid;
}

/** Reads a row into its numbers, of which the last three may lack and are 0. */
static bool read_trajectory(const struct cJSON *row, uint64_t *ball, double numbers[FULL_ROW])
{
    const size_t size = json_tree_kind(row) == TREE_ARRAY ? json_tree_size(row) : 0;
    numbers[5] = numbers[6] = numbers[7] = 0;
    return (size == 1 + FLAT_ROW || size == 1 + FULL_ROW) && read_index(json_tree_first(row), ball) &&
           read_numbers(json_tree_first(row), numbers, size - 1, 2);
}

/** Notes where the trajectory of a ball began. */
static void keep_trajectory(struct checkpoint *checkpoint, size_t ball, const double numbers[FULL_ROW])
{
    const struct world *state = checkpoint->state;
    checkpoint->t0[ball] = numbers[0];
    state->x[ball] = numbers[1];
    state->y[ball] = numbers[2];
    state->vx[ball] = numbers[3];
    state->vy[ball] = numbers[4];
    if (state->w)
        state->w[ball] = (struct vec3){numbers[5], numbers[6], numbers[7]};
}

/** Reads the row of a wall with a mass into the checkpoint. NULL: it is right; else what is wrong with it.
 *  @param next the first wall that may have a row yet */
static const char *read_wall(const struct scene_settings *settings, const struct cJSON *row, enum table_wall wall,
                             enum table_wall *next)
{
    struct scene *scene = settings->scene;
    double numbers[WALL_ROW];
    if (json_tree_size(row) != 1 + WALL_ROW || !read_numbers(json_tree_first(row), numbers, WALL_ROW, 1))
        return WALL;
    if (wall < *next || !table_has_piston(&scene->table, wall))
        return "must name a wall of table.piston, in the order left, right, bottom, top, each once";
    if (settings->start_known && numbers[0] > settings->start_time)
        return LATE;
    scene->checkpoint->wall_t0[wall] = numbers[0];
    scene->checkpoint->state->walls[wall] = (struct world_wall){.x = numbers[1], .v = numbers[2]};
    *next = (enum table_wall)(wall + 1);
    return NULL;
}

/** The wall whose row it is; TABLE_WALLS: it is none of a wall. */
static enum table_wall wall_of(const struct cJSON *row)
{
    const struct cJSON *first =
        json_tree_kind(row) == TREE_ARRAY && json_tree_size(row) > 0 ? json_tree_first(row) : NULL;
    return first && json_tree_kind(first) == TREE_STRING ? table_find_wall(json_tree_string(first)) : TABLE_WALLS;
}

/** Reads the rows into the scene's checkpoint; those of balls that do not move are of no use. Stops at the first that
 *  is wrong, which is reported. False: out of memory. */
static bool read_trajectories(const struct scene_settings *settings, const struct cJSON *rows,
                              const struct world *world)
{
    struct scene *scene = settings->scene;
    struct json_tree_entries entries = rows_of(settings, rows);
    const struct cJSON *row;
    uint64_t ball = 0, next = 0;
    double numbers[FULL_ROW];
    enum table_wall next_wall = TABLE_LEFT;
    if (json_tree_size(rows) > 0 && !scene->checkpoint && !(scene->checkpoint = checkpoint_create(world)))
        return false;
    for (size_t i = 0; (row = json_tree_next_entry(&entries)); i++) {
        const enum table_wall wall = wall_of(row);
        const bool is_wall = wall < TABLE_WALLS;
        const char *fault = NULL;
        if (is_wall)
            fault = read_wall(settings, row, wall, &next_wall);
        else if (!read_trajectory(row, &ball, numbers))
            fault = TRAJECTORY;
        else if (ball >= world->n)
            fault = "names a ball that the scene does not have";
        else if (ball < next)
            fault = "must follow in the order of the balls, each once";
        else if (settings->start_known && numbers[0] > settings->start_time)
            fault = LATE;
        if (fault) {
            add_row_error(settings, "trajectories", i, row, fault);
            break;
        }
        if (!is_wall && world_is_in_play(world, ball))
            keep_trajectory(scene->checkpoint, ball, numbers);
        next = is_wall ? next : ball + 1;
    }
    json_tree_end(&entries);
    return !entries.no_memory;
}

/* ---- contacts ---- */

/** The next of the nodes as a length. False: it is none. */
static bool read_length(const struct cJSON **node, double *length)
{
    if (!*node || json_tree_kind(*node) != TREE_NUMBER)
        return false;
    *length = json_tree_number(*node);
    *node = json_tree_next(*node);
    return fabs(*length) <= SCENE_LARGEST_LENGTH;
}

/** Reads the kind of a body that springs touch. */
static bool read_kind(const struct cJSON *node, unsigned *kind)
{
    for (*kind = CONTACT_BALL; node && *kind <= CONTACT_ROLL; ++*kind)
        if (json_tree_kind(node) == TREE_STRING && contact_kind_touches((enum contact_kind) * kind) &&
            strcmp(json_tree_string(node), contact_kind_name((enum contact_kind) * kind)) == 0)
            return true;
    return false;
}

static bool read_contact(const struct cJSON *row, struct world_contact *contact)
{
    const struct cJSON *a = json_tree_first(row), *kind = a ? json_tree_next(a) : NULL;
    const struct cJSON *number = kind ? json_tree_next(kind) : NULL, *rest = number;
    uint64_t ball;
    if (json_tree_kind(row) != TREE_ARRAY || !read_index(a, &ball) || !read_kind(kind, &contact->kind) ||
        !read_index(number, &contact->number))
        return false;
    rest = json_tree_next(number);
    if (contact->kind != CONTACT_BALL) {
        if (!read_index(rest, &contact->place))
            return false;
        rest = json_tree_next(rest);
    }
    contact->a = ball < CONTACT_SURFACE ? (uint32_t)ball : CONTACT_SURFACE;
    return read_length(&rest, &contact->stretch.x) && read_length(&rest, &contact->stretch.y) &&
           (!rest || read_length(&rest, &contact->roll)) && !rest;
}

/** Stops at the first row that is wrong, which is reported. */
static void read_contacts(const struct scene_settings *settings, const struct cJSON *rows, struct world *world)
{
    struct scene_errors *errors = settings->reader->errors;
    struct json_tree_entries entries = rows_of(settings, rows);
    const struct cJSON *row;
    for (size_t i = 0; !errors->out_of_memory && (row = json_tree_next_entry(&entries)); i++) {
        struct world_contact contact = {.place = 0};
        if (!read_contact(row, &contact)) {
            add_row_error(settings, "contacts", i, row, CONTACT);
            break;
        }
        errors->out_of_memory = !world_add_contact(world, contact);
    }
    json_tree_end(&entries);
    errors->out_of_memory |= entries.no_memory;
}

/** What the world's contacts name must be there. */
static enum status check_contacts(const struct scene_settings *settings, const struct cJSON *rows, struct world *world)
{
    const char *fault;
    size_t at;
    enum status status = saved_contacts_find(settings->scene, world, &at, &fault);
    if (status != STATUS_OK || !fault)
        return status;
    struct json_tree_entries entries = rows_of(settings, rows);
    const struct cJSON *row = json_tree_next_entry(&entries);
    for (size_t i = 0; i < at && row; i++)
        row = json_tree_next_entry(&entries);
    if (row)
        add_row_error(settings, "contacts", at, row, fault);
    json_tree_end(&entries);
    return entries.no_memory ? STATUS_LIMIT : STATUS_OK;
}

enum status scene_start_read(const struct scene_settings *settings, struct world *world)
{
    const struct cJSON *start = json_tree_member(settings->root, "start");
    const struct cJSON *contacts = json_tree_member(start, "contacts");
    const struct cJSON *trajectories = json_tree_member(start, "trajectories");
    const struct integrator_ops *integrator = settings->integrator;
    if (trajectories && json_tree_kind(trajectories) == TREE_ARRAY && !read_trajectories(settings, trajectories, world))
        return STATUS_LIMIT;
    if (contacts && json_tree_kind(contacts) == TREE_ARRAY)
        read_contacts(settings, contacts, world);
    enum status status = STATUS_OK;
    if (contacts && settings->reader->errors->count == 0)
        status = check_contacts(settings, contacts, world);
    if (integrator && !(integrator->needs & SCENE_STIFFNESS))
        world->n_contacts = 0; /* these bounce, and keep none */
    return status;
}
