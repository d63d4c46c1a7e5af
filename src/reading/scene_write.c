/*
 * The effective scene as text, by the rows that read it (reading/scene_put): a member is written if its key has
 * a value. By hand stands only what is no member of a struct: which balls there are, their state, and materials.
 */
#include "reading/scene_write.h"

#include "base/json_put.h"
#include <string.h>

#include "contact/contact.h"
#include "reading/scene_keys.h"
#include "reading/scene_put.h"

/** A scene, and the moment of it that is written. */
struct sheet {
    struct output *out;
    const struct scene *scene;
    const struct world *world;
    const struct checkpoint *checkpoint; /* NULL: none */
};

/* ---- the state beside the balls ---- */

/** What contacts of springs have stretched, a row for each. */
static void write_stretches(struct output *out, const struct world *world, bool rolls)
{
    for (size_t i = 0; i < world->n_contacts; i++) {
        const struct world_contact *contact = &world->contacts[i];
        json_put_count(out, i > 0 ? ",\n    [" : "[\n    [", contact->a);
        json_put_text(out, ", ", contact_kind_name((enum contact_kind)contact->kind));
        json_put_count(out, ", ", contact->number);
        if (contact->kind != CONTACT_BALL)
            json_put_count(out, ", ", contact->place);
        json_put_number(out, ", ", contact->stretch.x, 0);
        json_put_number(out, ", ", contact->stretch.y, 0);
        if (rolls)
            json_put_number(out, ", ", contact->roll, 0);
        output_text(out, "]");
    }
    output_text(out, "]");
}

/** True if a ball's trajectory began before the state's moment. */
static bool has_past(const struct world *world, const struct checkpoint *checkpoint, size_t i)
{
    return checkpoint && checkpoint->t0[i] > -HUGE_VAL && world_is_in_play(world, i);
}

/** The same of a wall with a mass. */
static bool has_wall_past(const struct checkpoint *checkpoint, int wall)
{
    return checkpoint && checkpoint->wall_t0[wall] > -HUGE_VAL;
}

/** A row for each of those trajectories. @param key before the first */
static void write_trajectories(struct output *out, const char *key, const struct world *world,
                               const struct checkpoint *checkpoint)
{
    const struct world *state = checkpoint ? checkpoint->state : world;
    const char *before = key;
    for (size_t i = 0; i < world->n; i++) {
        if (!has_past(world, checkpoint, i))
            continue;
        const struct vec3 w = state->w ? state->w[i] : (struct vec3){0, 0, 0};
        const double row[] = {checkpoint->t0[i], state->x[i], state->y[i], state->vx[i], state->vy[i], w.x, w.y, w.z};
        json_put_count(out, before, i);
        for (size_t k = 0; k < (state->w ? 8 : 5); k++)
            json_put_number(out, ", ", row[k], 0);
        before = "],\n    [";
    }
    for (int wall = 0; wall < TABLE_WALLS; wall++) {
        if (!has_wall_past(checkpoint, wall))
            continue;
        json_put_text(out, before, table_wall_name((enum table_wall)wall));
        json_put_number(out, ", ", checkpoint->wall_t0[wall], 0);
        json_put_number(out, ", ", state->walls[wall].x, 0);
        json_put_number(out, ", ", state->walls[wall].v, 0);
        before = "],\n    [";
    }
    output_text(out, before == key ? "" : "]]");
}

static bool has_start(const struct sheet *sheet)
{
    bool has = sheet->world->step > 0 || sheet->world->n_contacts > 0;
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        has = has || has_wall_past(sheet->checkpoint, wall);
    for (size_t i = 0; i < sheet->world->n && !has; i++)
        has = has_past(sheet->world, sheet->checkpoint, i);
    return has;
}

/** Where the state is in the run, and what it holds beside the balls. */
static void write_start(const struct sheet *sheet)
{
    struct output *out = sheet->out;
    json_put_count(out, "{\"step\": ", sheet->world->step);
    write_trajectories(out, ", \"trajectories\": [\n    [", sheet->world, sheet->checkpoint);
    if (sheet->world->n_contacts > 0) {
        output_text(out, ", \"contacts\": ");
        write_stretches(out, sheet->world, scene_resists_rolling(sheet->scene));
    }
    output_text(out, "}");
}

/* ---- materials ---- */

/** What two materials do, as given. */
static void write_pair(struct output *out, const struct materials *materials, const struct material_pair *pair)
{
    struct scene_key_set keys = {0};
    for (enum scene_row row = 0; row < SCENE_ROWS; row++)
        if (scene_keys[row].objects == OBJECT_PAIR && (pair->given & coefficients_bit(scene_keys[row].offset)))
            scene_keys_add(&keys, row);
    json_put_text(out, "", materials->names[pair->second]);
    output_text(out, ": {");
    scene_put_members(out, "", ", ", &keys, &pair->coefficients);
    output_text(out, "}");
}

/** Pairs stand behind the entry that has them. */
static void write_materials(struct output *out, const struct materials *materials)
{
    for (uint32_t i = 0, p = 0; i < materials->n_entries; i++) {
        json_put_text(out, i > 0 ? ",\n    " : "{\n    ", materials->names[materials->first[i]]);
        output_text(out, ": {");
        for (const char *before = ""; p < materials->n_pairs && materials->pairs[p].first == materials->first[i]; p++) {
            output_text(out, before);
            write_pair(out, materials, &materials->pairs[p]);
            before = ", ";
        }
        output_text(out, "}");
    }
    output_text(out, materials->n_entries > 0 ? "}" : "{}");
}

/* ---- obstacles ---- */

/** Coefficients that are those of walls or materials are not the obstacle's own; those of walls are written too, as
 *  far as they act. */
static struct scene_key_set obstacle_keys(const struct scene *scene, const struct obstacle *obstacle)
{
    const unsigned all = scene->rotates ? GIVEN_E | GIVEN_MU : GIVEN_E;
    const unsigned given = scene->materials ? obstacle->given : all;
    struct scene_key_set keys = scene_put_keys(scene_keys_obstacle(obstacle->kind), obstacle);
    if (!(given & GIVEN_E))
        scene_keys_remove(&keys, KEY_OBSTACLE_E);
    if (!(given & GIVEN_MU))
        scene_keys_remove(&keys, KEY_OBSTACLE_MU);
    return keys;
}

static void write_obstacles(struct output *out, const struct scene *scene)
{
    const struct table *table = &scene->table;
    output_text(out, "[\n");
    for (uint32_t i = 0; i < table->n_obstacles; i++) {
        const struct scene_key_set keys = obstacle_keys(scene, &table->obstacles[i]);
        scene_put_members(out, "    {", ", ", &keys, &table->obstacles[i]);
        output_text(out, i + 1 < table->n_obstacles ? "},\n" : "}\n");
    }
    output_text(out, "  ]");
}

/* ---- balls ---- */

/** An entry of `balls`, and the keys of it that are given. */
struct given_ball {
    struct scene_entry value;
    struct scene_key_set keys;
};

static void give_number(struct given_ball *ball, enum scene_row row, double value)
{
    memcpy((char *)&ball->value + scene_keys[row].offset, &value, sizeof value);
    scene_keys_add(&ball->keys, row);
}

/** That of a ball, if there is one for each. */
static void give_number_of(struct given_ball *ball, enum scene_row row, const double *values, size_t i)
{
    if (values)
        give_number(ball, row, values[i]);
}

static void give_text(struct given_ball *ball, enum scene_row row, const char *text)
{
    memcpy((char *)&ball->value + scene_keys[row].offset, &text, sizeof text);
    if (text)
        scene_keys_add(&ball->keys, row);
}

/** Where a ball is, how often it has gone round, and how it moves: one that is fixed or pocketed has no velocity. */
static void give_motion(struct given_ball *ball, const struct world *state, size_t i)
{
    const struct vec2 turns = state->turns[i];
    give_number(ball, BALL_X, state->x[i]);
    give_number(ball, BALL_Y, state->y[i]);
    ball->value.image = (struct vec2){turns.x + 0, turns.y + 0}; /* no negative zero */
    if (turns.x != 0 || turns.y != 0)
        scene_keys_add(&ball->keys, BALL_IMAGE);
    if (!world_is_in_play(state, i))
        return;
    give_number(ball, BALL_VX, state->vx[i]);
    give_number(ball, BALL_VY, state->vy[i]);
    if (!state->w)
        return;
    ball->value.spin.w = state->w[i];
    scene_keys_add(&ball->keys, BALL_SPIN);
}

static void give_constants(struct given_ball *ball, const struct scene *scene, size_t i)
{
    give_number(ball, BALL_R, scene->r[i]);
    if (scene_is_fixed(scene, i)) {
        ball->value.fixed = true;
        scene_keys_add(&ball->keys, BALL_FIXED);
        return;
    }
    give_number(ball, BALL_M, scene->m[i]);
    give_number_of(ball, BALL_FRICTION, scene->friction, i);
    give_number_of(ball, BALL_SLIDING, scene->sliding, i);
    give_number_of(ball, BALL_PIVOTING, scene->pivoting, i);
    give_number_of(ball, BALL_INERTIA, scene->inertia, i);
}

/** What has happened to it: one that is fixed or pocketed has hit nothing. */
static void give_past(struct given_ball *ball, const struct sheet *sheet, size_t i)
{
    const struct world *world = sheet->world;
    if (!world_is_on_table(world, i)) {
        ball->value.pocketed = world->pocket[i];
        scene_keys_add(&ball->keys, BALL_POCKETED);
    }
    if (world_is_in_play(world, i) && sheet->checkpoint && sheet->checkpoint->hit[i]) {
        ball->value.hit = true;
        scene_keys_add(&ball->keys, BALL_HIT);
    }
    ball->value.kicks = world->kicks ? world->kicks[i] : 0;
    if (ball->value.kicks > 0)
        scene_keys_add(&ball->keys, BALL_KICKS);
}

static void write_balls(const struct sheet *sheet)
{
    const struct scene *scene = sheet->scene;
    const struct materials *materials = scene->materials;
    output_text(sheet->out, "[\n");
    for (size_t i = 0; i < sheet->world->n; i++) {
        struct given_ball ball = {.keys = {{0}}};
        give_motion(&ball, sheet->world, i);
        give_constants(&ball, scene, i);
        give_past(&ball, sheet, i);
        give_text(&ball, BALL_MATERIAL, materials && materials->of[i] > 0 ? materials->names[materials->of[i]] : NULL);
        give_text(&ball, BALL_NAME, scene->name ? scene->name[i] : NULL);
        give_text(&ball, BALL_COLOR, scene->color ? scene->color[i] : NULL);
        scene_put_members(sheet->out, "    {", ", ", &ball.keys, &ball.value);
        output_text(sheet->out, i + 1 < sheet->world->n ? "},\n" : "}\n");
    }
    output_text(sheet->out, "  ]");
}

/* ---- the scene ---- */

/** Whether a key of the scene is written: one that must be there, or whose default is filled in, or that acts. Times
 *  are written as steps, whatever they were given as. */
static bool is_written(const struct sheet *sheet, enum scene_row row)
{
    const struct scene_key *key = &scene_keys[row];
    if (key->form == FORM_DURATION || !(key->objects & OBJECT_SCENE))
        return false;
    switch (row) {
    case KEY_CONTACT_TIME:
    case KEY_EVERY:
        return true;
    case KEY_MU:
        return sheet->scene->rotates;
    case KEY_MATERIALS:
        return sheet->scene->materials;
    case KEY_START:
        return has_start(sheet);
    case KEY_OBSTACLES:
        return sheet->scene->table.n_obstacles > 0;
    default:
        return (key->required & OBJECT_SCENE) || scene_put_acts(key, sheet->scene) ||
               (row == KEY_GAMMA_ROLL && scene_put_has_value(key, sheet->scene)); /* 0: no damping */
    }
}

static void write_value(const struct sheet *sheet, enum scene_row row)
{
    if (row == KEY_MATERIALS)
        write_materials(sheet->out, sheet->scene->materials);
    else if (row == KEY_START)
        write_start(sheet);
    else if (row == KEY_OBSTACLES)
        write_obstacles(sheet->out, sheet->scene);
    else if (row == KEY_BALLS)
        write_balls(sheet);
    else
        scene_put_value(sheet->out, &scene_keys[row], sheet->scene, 0);
}

void scene_write(struct output *out, const struct scene *scene, const struct world *world,
                 const struct checkpoint *checkpoint)
{
    const struct sheet sheet = {out, scene, world, checkpoint};
    const char *before = "{\n  ";
    for (enum scene_row row = 0; row < SCENE_ROWS; row++) {
        if (!is_written(&sheet, row))
            continue;
        json_put_text(out, before, scene_keys[row].name);
        output_text(out, ": ");
        write_value(&sheet, row);
        before = ",\n  ";
    }
    output_text(out, "\n}\n");
}
