/*
 * What a saved state holds beside the balls, in `start`: the contacts of springs that rub, with what they have
 * stretched. A file may come from anywhere: each number is compared with the scene before it is used as an index.
 */
#include "scene/scene_start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "contact/contact.h"

static const char ROW[] =
    "must be [a, \"ball\", b, along, up] or [a, kind, number, place, along, up], as --save writes it";

/** Reports what is wrong with a row. False. */
static bool add_error(const struct scene_settings *settings, const char *key, size_t row, const char *sentence)
{
    const struct scene_path start = {.name = "start"}, rows = {.above = &start, .name = key};
    const struct cJSON *all = json_tree_member(json_tree_member(settings->root, "start"), key);
    const struct cJSON *node = json_tree_element(all, row);
    return scene_errors_add(settings->reader->errors, node ? node : all,
                            node ? &(struct scene_path){.above = &rows, .index = row} : &rows, NULL, "%s", sentence);
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

/** The next of the nodes as a length. False: it is none. */
static bool read_length(const struct cJSON **node, double *length)
{
    if (!*node || json_tree_kind(*node) != TREE_NUMBER)
        return false;
    *length = json_tree_number(*node);
    *node = json_tree_next(*node);
    return fabs(*length) <= SCENE_KEYS_LARGEST_LENGTH;
}

/** Reads the kind of a body that springs touch. */
static bool read_kind(const struct cJSON *node, unsigned *kind)
{
    for (*kind = CONTACT_BALL; node && *kind <= CONTACT_ARC; ++*kind)
        if (json_tree_kind(node) == TREE_STRING &&
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
    return read_length(&rest, &contact->stretch.x) && read_length(&rest, &contact->stretch.y) && !rest;
}

static bool read_contacts(const struct scene_settings *settings, const struct cJSON *rows, struct world *world)
{
    struct scene_errors *errors = settings->reader->errors;
    const struct cJSON *row = json_tree_first(rows);
    for (size_t i = 0; row && !errors->out_of_memory; row = json_tree_next(row), i++) {
        struct world_contact contact = {.place = 0};
        if (!read_contact(row, &contact))
            return add_error(settings, "contacts", i, ROW);
        errors->out_of_memory = !world_add_contact(world, contact);
    }
    return !errors->out_of_memory;
}

/* ---- of 1.0.0: a contact's number and two lengths, all separated by blanks ---- */

/** Reads a contact, with a blank before each length. Its number is that of a pair, a 2^32 + b, or of a ball and a body
 *  that is none, and 2^63. */
static bool read_numbered(const char **text, struct world_contact *contact)
{
    uint64_t number;
    double lengths[2];
    if (!number_read_u64(text, UINT64_MAX, &number))
        return false;
    for (size_t k = 0; k < 2; k++) {
        char *end;
        if (**text != ' ')
            return false;
        lengths[k] = strtod(*text + 1, &end);
        if (end == *text + 1 || !(fabs(lengths[k]) <= SCENE_KEYS_LARGEST_LENGTH))
            return false;
        *text = end;
    }
    const bool is_pair = !(number >> 63);
    *contact = (struct world_contact){.a = (uint32_t)(number >> 32) & ~CONTACT_SURFACE,
                                      .b = is_pair ? (uint32_t)number : (uint32_t)number | CONTACT_SURFACE,
                                      .kind = SCENE_CONTACT_NUMBERED,
                                      .stretch = {lengths[0], lengths[1]}};
    return true;
}

static bool read_stretch(const struct scene_settings *settings, const char *text, struct world *world)
{
    struct scene_errors *errors = settings->reader->errors;
    for (const char *rest = text; *rest && !errors->out_of_memory;) {
        struct world_contact contact;
        if ((rest > text && *rest++ != ' ') || !read_numbered(&rest, &contact))
            return add_error(settings, "stretch", 0,
                             "must be as 1.0.0 wrote it: a contact's number and two lengths, and so on");
        errors->out_of_memory = !world_add_contact(world, contact);
    }
    return !errors->out_of_memory;
}

/** What the world's contacts name must be there. */
static enum status check_contacts(const struct scene_settings *settings, const char *key, struct world *world)
{
    const char *fault;
    size_t at;
    enum status status = settings->reader->registry->find_contacts(settings->scene, world, &at, &fault);
    if (status == STATUS_OK && fault)
        add_error(settings, key, at, fault);
    return status;
}

enum status scene_start_read(const struct scene_settings *settings, struct world *world)
{
    const struct cJSON *start = json_tree_member(settings->root, "start");
    const struct cJSON *contacts = json_tree_member(start, "contacts");
    const struct scene_integrator *integrator = &settings->integrator;
    const char *stretch = settings->scene->stretch;
    settings->scene->stretch = NULL;
    if (contacts && stretch)
        add_error(settings, "stretch", 0, "cannot stand beside start.contacts, which takes its place");
    else if (contacts && json_tree_kind(contacts) == TREE_ARRAY)
        read_contacts(settings, contacts, world);
    else if (stretch)
        read_stretch(settings, stretch, world);
    enum status status = STATUS_OK;
    if (settings->reader->errors->count == 0)
        status = check_contacts(settings, contacts ? "contacts" : "stretch", world);
    if (integrator->name && !(integrator->needs & SCENE_STIFFNESS))
        world->n_contacts = 0; /* these bounce, and keep none */
    return status;
}
