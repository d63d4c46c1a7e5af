/*
 * Numbers are the shortest text that reads back to the same double, so loading what was written gives the same value
 * bit by bit; integers stay below 2^53 and are exact. A new type of keys is an entry of writers[] here, and one in
 * reading/scene_read_value.
 */
#include "reading/scene_put.h"

#include "base/json_put.h"

static const void *place_of(const struct scene_key *key, const void *base)
{
    return (const char *)base + key->offset;
}

/* ---- what is there ---- */

static bool is_in_range(const struct scene_key *key, double value)
{
    return (key->above ? value > key->low : value >= key->low) && value <= key->high;
}

static bool are_zero(const double *values, unsigned n)
{
    bool zero = true;
    for (unsigned i = 0; i < n; i++)
        zero = zero && values[i] == 0;
    return zero;
}

static bool some_member_acts(enum scene_object type, const void *base)
{
    bool acts = false;
    for (const struct scene_key *key = scene_keys; key < scene_keys + SCENE_ROWS; key++)
        acts = acts || ((key->objects & type) && scene_put_acts(key, base));
    return acts;
}

bool scene_put_has_value(const struct scene_key *key, const void *base)
{
    const void *at = place_of(key, base);
    if (key->type == TYPE_OBJECT || key->type == TYPE_EACH)
        return key->members && some_member_acts(key->members, base);
    if (!key->stored)
        return false;
    switch (key->type) {
    case TYPE_NUMBER:
        return is_in_range(key, *(const double *)at);
    case TYPE_BOOLEAN:
        return *(const bool *)at;
    case TYPE_AXES:
        return *(const unsigned *)at != 0;
    case TYPE_NUMBERS:
        return *(const double *)at > -HUGE_VAL;
    case TYPE_PISTON:
        return piston_exists(at);
    case TYPE_NAME:
        return key->names >= NAMES_RACK || *(const char *const *)at;
    case TYPE_STRING:
    case TYPE_TURN:
    case TYPE_MOTION:
        return *(const void *const *)at;
    default:
        return true;
    }
}

bool scene_put_acts(const struct scene_key *key, const void *base)
{
    const void *at = place_of(key, base);
    if (!scene_put_has_value(key, base))
        return false;
    switch (key->type) {
    case TYPE_NUMBER:
        return *(const double *)at != 0;
    case TYPE_INTEGER:
        return *(const uint64_t *)at != 0;
    case TYPE_NUMBERS:
    case TYPE_INTEGERS:
        return !are_zero(at, key->count);
    case TYPE_FRICTION:
        return friction_acts(*(const struct friction *)at);
    default:
        return true;
    }
}

struct scene_key_set scene_put_keys(enum scene_object type, const void *base)
{
    struct scene_key_set keys = {0};
    for (enum scene_row row = 0; row < SCENE_ROWS; row++)
        if ((scene_keys[row].objects & type) && scene_put_has_value(&scene_keys[row], base))
            scene_keys_add(&keys, row);
    return keys;
}

/* ---- values ---- */

static void write_numbers(struct output *out, const char *before, const double *values, unsigned n, int precision)
{
    output_text(out, before);
    for (unsigned i = 0; i < n; i++)
        json_put_number(out, i > 0 ? ", " : "[", values[i], precision);
    output_text(out, "]");
}

void scene_put_restitution(struct output *out, const struct restitution *restitution, int precision)
{
    const struct restitution_table *table = restitution->table;
    if (!table) {
        output_number(out, restitution->slow, precision);
        return;
    }
    for (uint32_t i = 0; i < table->n; i++)
        write_numbers(out, i > 0 ? ", " : "[", (double[]){table->pair[i].speed, table->pair[i].e}, 2, precision);
    output_text(out, "]");
}

/** A value of some type: where it is, and how many digits its numbers have. */
struct typed_value {
    const struct scene_key *key;
    const void *at;
    int precision;
};

static void write_number(struct output *out, const struct typed_value *value)
{
    output_number(out, *(const double *)value->at, value->precision);
}

static void write_integer(struct output *out, const struct typed_value *value)
{
    output_integer(out, (int64_t) * (const uint64_t *)value->at);
}

static void write_boolean(struct output *out, const struct typed_value *value)
{
    output_text(out, *(const bool *)value->at ? "true" : "false");
}

static void write_string(struct output *out, const struct typed_value *value)
{
    output_json_string(out, *(const char *const *)value->at);
}

static void write_name(struct output *out, const struct typed_value *value)
{
    if (value->key->names >= NAMES_RACK)
        output_json_string(out, scene_keys_value(value->key->names, *(const unsigned *)value->at));
    else
        write_string(out, value);
}

static void write_list(struct output *out, const struct typed_value *value)
{
    write_numbers(out, "", value->at, value->key->count, value->precision);
}

static void write_axes(struct output *out, const struct typed_value *value)
{
    output_text(out, table_axes_json(*(const unsigned *)value->at));
}

static void write_restitution(struct output *out, const struct typed_value *value)
{
    scene_put_restitution(out, value->at, value->precision);
}

static void write_friction(struct output *out, const struct typed_value *value)
{
    const struct friction *mu = value->at;
    if (mu->b == 0 && mu->c == 0)
        output_number(out, mu->a, value->precision);
    else
        write_numbers(out, "", (double[]){mu->a, mu->b, mu->c}, 3, value->precision);
}

static void write_spin(struct output *out, const struct typed_value *value)
{
    const struct vec3 w = ((const struct scene_spin *)value->at)->w;
    write_numbers(out, "", (double[]){w.x, w.y, w.z}, 3, value->precision);
}

/** A list, as it was given. */
static void write_motion(struct output *out, const struct typed_value *value)
{
    const struct surface_motion *motion = *(const struct surface_motion *const *)value->at;
    for (uint32_t i = 0; i < motion->n; i++) {
        const struct surface_piece *piece = &motion->piece[i];
        write_numbers(out, i > 0 ? ", " : "[", (double[]){piece->t, piece->v.x, piece->v.y}, 3, value->precision);
    }
    output_text(out, "]");
}

/** A rate, or a list of them, as it was given. */
static void write_turn(struct output *out, const struct typed_value *value)
{
    const struct surface_motion *turn = *(const struct surface_motion *const *)value->at;
    if (turn->piece[0].t < 0) {
        output_number(out, turn->piece[0].v.x, value->precision);
        return;
    }
    for (uint32_t i = 0; i < turn->n; i++)
        write_numbers(out, i > 0 ? ", " : "[", (double[]){turn->piece[i].t, turn->piece[i].v.x}, 2, value->precision);
    output_text(out, "]");
}

/** A wall with a mass: its keys count from the value. */
static void write_piston(struct output *out, const struct typed_value *value)
{
    const struct scene_key_set keys = scene_put_keys(OBJECT_PISTON, value->at);
    scene_put_members(out, "{", ", ", &keys, value->at);
    output_text(out, "}");
}

/** By type; what has no writer is an object or has rows, and is written by who calls. */
static void (*const writers[])(struct output *out, const struct typed_value *value) = {
    [TYPE_NUMBER] = write_number,     [TYPE_INTEGER] = write_integer, [TYPE_BOOLEAN] = write_boolean,
    [TYPE_STRING] = write_string,     [TYPE_NAME] = write_name,       [TYPE_NUMBERS] = write_list,
    [TYPE_INTEGERS] = write_list,     [TYPE_AXES] = write_axes,       [TYPE_RESTITUTION] = write_restitution,
    [TYPE_FRICTION] = write_friction, [TYPE_SPIN] = write_spin,       [TYPE_TURN] = write_turn,
    [TYPE_MOTION] = write_motion,     [TYPE_PISTON] = write_piston,
};

void scene_put_value(struct output *out, const struct scene_key *key, const void *base, int precision)
{
    if (key->members) {
        const struct scene_key_set keys = scene_put_keys(key->members, base);
        scene_put_members(out, "{", ", ", &keys, base);
        output_text(out, "}");
        return;
    }
    writers[key->type](out, &(struct typed_value){key, place_of(key, base), precision});
}

bool scene_put_members(struct output *out, const char *before, const char *between, const struct scene_key_set *keys,
                       const void *base)
{
    const enum scene_row first = scene_keys_next(keys, 0);
    for (enum scene_row row = first; row < SCENE_ROWS; row = scene_keys_next(keys, row + 1)) {
        json_put_text(out, row == first ? before : between, scene_keys[row].name);
        output_text(out, ": ");
        scene_put_value(out, &scene_keys[row], base, 0);
    }
    return first < SCENE_ROWS;
}
