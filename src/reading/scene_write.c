/*
 * The effective scene as text. Numbers are the shortest text that reads back to the same double, so loading what was
 * written gives the same scene bit by bit; integers stay below 2^53 and are exact.
 */
#include "reading/scene_write.h"

#include "base/json_put.h"
#include "contact/contact.h"
#include "reading/scene_keys.h"

/** A member of the scene on a line of its own; NULL: none. */
static void write_string(struct output *out, const char *key, const char *text)
{
    if (!text)
        return;
    json_put_text(out, key, text);
    output_text(out, ",\n");
}

/** Numbers that read back to the same double. */
static void write_number(struct output *out, const char *key, double value)
{
    json_put_number(out, key, value, 0);
}

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
        write_number(out, ", ", contact->stretch.x);
        write_number(out, ", ", contact->stretch.y);
        if (rolls)
            write_number(out, ", ", contact->roll);
        output_text(out, "]");
    }
    output_text(out, "]");
}

/** True if a ball's trajectory began before the state's moment. */
static bool has_past(const struct world *world, const struct checkpoint *checkpoint, size_t i)
{
    return checkpoint && checkpoint->t0[i] > -HUGE_VAL && world_is_in_play(world, i);
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
            write_number(out, ", ", row[k]);
        before = "],\n    [";
    }
    output_text(out, before == key ? "" : "]]");
}

/** Where the state is in the run, and what it holds beside the balls. */
static void write_start(struct output *out, const struct scene *scene, const struct world *world,
                        const struct checkpoint *checkpoint)
{
    size_t i = 0;
    while (i < world->n && !has_past(world, checkpoint, i))
        i++;
    if (world->step == 0 && world->n_contacts == 0 && i == world->n)
        return;
    json_put_count(out, "  \"start\": {\"step\": ", world->step);
    write_trajectories(out, ", \"trajectories\": [\n    [", world, checkpoint);
    if (world->n_contacts > 0) {
        output_text(out, ", \"contacts\": ");
        write_stretches(out, world, scene_resists_rolling(scene));
    }
    output_text(out, "},\n");
}

static void write_numbers(struct output *out, const char *key, const double *values, size_t n)
{
    output_text(out, key);
    for (size_t i = 0; i < n; i++)
        write_number(out, i > 0 ? ", " : "[", values[i]);
    output_text(out, "]");
}

static void write_friction(struct output *out, const char *key, struct friction mu)
{
    if (mu.b == 0 && mu.c == 0)
        write_number(out, key, mu.a);
    else
        write_numbers(out, key, (double[]){mu.a, mu.b, mu.c}, 3);
}

void scene_write_restitution(struct output *out, const char *key, const struct restitution *restitution, int precision)
{
    const struct restitution_table *table = restitution->table;
    if (!table) {
        json_put_number(out, key, restitution->slow, precision);
        return;
    }
    output_text(out, key);
    for (uint32_t i = 0; i < table->n; i++) {
        json_put_number(out, i > 0 ? ", [" : "[[", table->pair[i].speed, precision);
        json_put_number(out, ", ", table->pair[i].e, precision);
        output_text(out, "]");
    }
    output_text(out, "]");
}

/** What contacts do beside restitution. */
static void write_contacts(struct output *out, const struct scene *scene)
{
    const struct rubbing pair = scene->pair.rubbing, walls = scene->table.walls.rubbing;
    if (scene->rotates) {
        write_friction(out, "  \"mu\": {\"ball\": ", pair.mu);
        write_friction(out, ", \"wall\": ", walls.mu);
        output_text(out, "},\n");
    }
    if (pair.beta != 0 || walls.beta != 0) {
        write_number(out, "  \"beta\": {\"ball\": ", pair.beta);
        write_number(out, ", \"wall\": ", walls.beta);
        output_text(out, "},\n");
    }
    if (scene->pair.mu_roll > 0 || scene->table.walls.mu_roll > 0) {
        write_number(out, "  \"mu_roll\": {\"ball\": ", scene->pair.mu_roll);
        write_number(out, ", \"wall\": ", scene->table.walls.mu_roll);
        output_text(out, "},\n");
    }
}

/** The name of the next member of an object. @return what stands before the one after it */
static const char *write_name(struct output *out, const char *before, const char *name)
{
    json_put_text(out, before, name);
    output_text(out, ": ");
    return ", ";
}

/** A coefficient, of the type that its key has. */
static void write_coefficient(struct output *out, const struct scene_key *key, const struct coefficients *of)
{
    const void *at = (const char *)of + key->offset;
    if (key->type == TYPE_RESTITUTION)
        scene_write_restitution(out, "", at, 0);
    else if (key->type == TYPE_FRICTION)
        write_friction(out, "", *(const struct friction *)at);
    else
        write_number(out, "", *(const double *)at);
}

/** What two materials do, as given. */
static void write_pair(struct output *out, const struct materials *materials, const struct material_pair *pair)
{
    write_name(out, "", materials->names[pair->second]);
    const char *before = "{";
    for (const struct scene_key *key = scene_keys; key < scene_keys + SCENE_ROWS; key++)
        if (key->objects == OBJECT_PAIR && (pair->given & coefficients_bit(key->offset))) {
            before = write_name(out, before, key->name);
            write_coefficient(out, key, &pair->coefficients);
        }
    output_text(out, before[0] == '{' ? "{}" : "}");
}

/** Pairs stand behind the entry that has them. */
static void write_materials(struct output *out, const struct materials *materials)
{
    if (!materials)
        return;
    output_text(out, "  \"materials\": {");
    for (uint32_t i = 0, p = 0; i < materials->n_entries; i++) {
        json_put_text(out, i > 0 ? ",\n    " : "\n    ", materials->names[materials->first[i]]);
        output_text(out, ": {");
        for (const char *before = ""; p < materials->n_pairs && materials->pairs[p].first == materials->first[i]; p++) {
            output_text(out, before);
            write_pair(out, materials, &materials->pairs[p]);
            before = ", ";
        }
        output_text(out, "}");
    }
    output_text(out, "},\n");
}

/** A list, as it was given. */
static void write_pieces(struct output *out, const char *key, const struct surface_motion *motion)
{
    output_text(out, key);
    for (uint32_t i = 0; i < motion->n; i++) {
        const struct surface_piece *piece = &motion->piece[i];
        write_numbers(out, i > 0 ? ", " : "[", (double[]){piece->t, piece->v.x, piece->v.y}, 3);
    }
    output_text(out, "]");
}

/** A rate or a list of them, as it was given. */
static void write_rates(struct output *out, const char *key, const struct surface_motion *turn)
{
    if (turn->piece[0].t < 0) {
        write_number(out, key, turn->piece[0].v.x);
        return;
    }
    output_text(out, key);
    for (uint32_t i = 0; i < turn->n; i++)
        write_numbers(out, i > 0 ? ", " : "[", (double[]){turn->piece[i].t, turn->piece[i].v.x}, 2);
    output_text(out, "]");
}

void scene_write_walls(struct output *out, const struct table *table, const char *motion, const char *thermal)
{
    const char *before = motion;
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (table->motion[wall]) {
            before = write_name(out, before, table_wall_name((enum table_wall)wall));
            write_pieces(out, "", table->motion[wall]);
        }
    output_text(out, before == motion ? "" : "}");
    if (table->motion_period > 0)
        write_number(out, ", \"motion_period\": ", table->motion_period);
    before = thermal;
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        if (table->thermal.kT[wall] > 0) {
            before = write_name(out, before, table_wall_name((enum table_wall)wall));
            write_number(out, "", table->thermal.kT[wall]);
        }
    if (before == thermal)
        return;
    json_put_count(out, ", \"seed\": ", table->thermal.seed);
    output_text(out, "}");
}

static void write_table(struct output *out, const struct table *table, double nose)
{
    write_number(out, "  \"table\": {\"width\": ", table->width);
    write_number(out, ", \"height\": ", table->height);
    if (table->periodic) {
        output_text(out, ", \"periodic\": ");
        output_text(out, table_periodic_json(table));
    }
    if (nose > 0)
        write_number(out, ", \"nose\": ", nose);
    scene_write_walls(out, table, ", \"motion\": {", ", \"thermal\": {");
    output_text(out, "},\n");
}

static void write_head(struct output *out, const struct scene *scene, const struct world *world,
                       const struct checkpoint *checkpoint)
{
    write_string(out, "  \"title\": ", scene->title);
    write_string(out, "  \"comment\": ", scene->comment);
    write_table(out, &scene->table, scene->nose);
    scene_write_restitution(out, "  \"restitution\": {\"ball\": ", &scene->pair.restitution, 0);
    scene_write_restitution(out, ", \"wall\": ", &scene->table.walls.restitution, 0);
    output_text(out, "},\n");
    write_contacts(out, scene);
    write_materials(out, scene->materials);
    if (scene->gravity.x != 0 || scene->gravity.y != 0) {
        write_numbers(out, "  \"gravity\": ", (double[]){scene->gravity.x, scene->gravity.y}, 2);
        output_text(out, ",\n");
    }
    write_string(out, "  \"integrator\": ", scene->integrator);
    write_string(out, "  \"impact\": ", scene->impact);
    write_number(out, "  \"contact_time\": ", scene->contact_time);
    if (scene->k > 0)
        write_number(out, ",\n  \"k\": ", scene->k);
    if (scene->k_tangential > 0)
        write_number(out, ",\n  \"k_tangential\": ", scene->k_tangential);
    if (scene->k_roll > 0)
        write_number(out, ",\n  \"k_roll\": ", scene->k_roll);
    if (scene->gamma_roll >= 0)
        write_number(out, ",\n  \"gamma_roll\": ", scene->gamma_roll);
    write_number(out, ",\n  \"dt\": ", scene->dt);
    json_put_count(out, ",\n  \"steps\": ", scene->steps);
    json_put_count(out, ",\n  \"every\": ", scene->every);
    output_text(out, ",\n");
    write_string(out, "  \"stop\": ", scene->stop.text);
    write_start(out, scene, world, checkpoint);
}

/** @param given the coefficients that are written where its kind has them, enum coefficients_given */
static void write_obstacle(struct output *out, const struct obstacle *obstacle, unsigned given)
{
    const enum scene_object type = scene_keys_obstacle(obstacle->kind);
    const char *name = table_obstacle_name(obstacle->kind);
    json_put_text(out, "    {", name);
    write_numbers(out, ": ", obstacle->value, scene_keys_find(type, name)->count);
    if ((given & GIVEN_E) && scene_keys_find(type, "e"))
        scene_write_restitution(out, ", \"e\": ", &obstacle->coefficients.restitution, 0);
    if ((given & GIVEN_MU) && scene_keys_find(type, "mu"))
        write_friction(out, ", \"mu\": ", obstacle->coefficients.rubbing.mu);
    if (obstacle->kind == OBSTACLE_GATE)
        json_put_text(out, ", \"pass\": ", table_pass_name(obstacle->pass));
    if (obstacle->of)
        json_put_text(out, ", \"of\": ", obstacle->of);
    if (obstacle->material)
        json_put_text(out, ", \"material\": ", obstacle->material);
    if (obstacle->motion)
        write_pieces(out, ", \"motion\": ", obstacle->motion);
    if (obstacle->turn)
        write_rates(out, ", \"turn\": ", obstacle->turn);
    if (obstacle->motion_period > 0)
        write_number(out, ", \"motion_period\": ", obstacle->motion_period);
    if (obstacle->name)
        json_put_text(out, ", \"name\": ", obstacle->name);
}

static void write_obstacles(struct output *out, const struct scene *scene)
{
    const struct table *table = &scene->table;
    const unsigned all = scene->rotates ? GIVEN_E | GIVEN_MU : GIVEN_E;
    if (table->n_obstacles == 0)
        return;
    output_text(out, "  \"obstacles\": [\n");
    for (uint32_t i = 0; i < table->n_obstacles; i++) {
        const struct obstacle *obstacle = &table->obstacles[i];
        write_obstacle(out, obstacle, scene->materials ? obstacle->given : all); /* others are those of materials */
        output_text(out, i + 1 < table->n_obstacles ? "},\n" : "}\n");
    }
    output_text(out, "  ],\n");
}

static void write_label(struct output *out, const char *before, const char *const *texts, size_t i)
{
    if (texts && texts[i])
        json_put_text(out, before, texts[i]);
}

/** What is written if the array exists. */
static void write_element(struct output *out, const char *key, const double *values, size_t i)
{
    if (values)
        write_number(out, key, values[i]);
}

/** Where a ball is, how often it has gone round, and how it moves. */
static void write_motion(struct output *out, const struct world *state, size_t i, bool moves)
{
    const struct vec2 turns = state->turns ? state->turns[i] : (struct vec2){0, 0};
    write_number(out, "    {\"x\": ", state->x[i]);
    write_number(out, ", \"y\": ", state->y[i]);
    if (turns.x != 0 || turns.y != 0)
        write_numbers(out, ", \"image\": ", (double[]){turns.x + 0, turns.y + 0}, 2); /* + 0: no negative zero */
    if (!moves)
        return;
    write_number(out, ", \"vx\": ", state->vx[i]);
    write_number(out, ", \"vy\": ", state->vy[i]);
    if (state->w)
        write_numbers(out, ", \"spin\": ", (double[]){state->w[i].x, state->w[i].y, state->w[i].z}, 3);
}

static void write_constants(struct output *out, const struct scene *scene, size_t i)
{
    write_number(out, ", \"r\": ", scene->r[i]);
    if (scene_is_fixed(scene, i)) {
        output_text(out, ", \"fixed\": true");
        return;
    }
    write_number(out, ", \"m\": ", scene->m[i]);
    write_element(out, ", \"friction\": ", scene->friction, i);
    write_element(out, ", \"sliding\": ", scene->sliding, i);
    write_element(out, ", \"pivoting\": ", scene->pivoting, i);
    write_element(out, ", \"inertia\": ", scene->inertia, i);
}

/** A ball that is fixed or pocketed has no velocity, and has hit nothing. */
static void write_ball(struct output *out, const struct scene *scene, const struct world *world,
                       const struct checkpoint *checkpoint, size_t i)
{
    const bool pocketed = !world_is_on_table(world, i), moves = world_is_in_play(world, i);
    write_motion(out, world, i, moves);
    write_constants(out, scene, i);
    if (pocketed)
        json_put_count(out, ", \"pocketed\": ", world->pocket[i]);
    if (moves && checkpoint && checkpoint->hit[i])
        output_text(out, ", \"hit\": true");
    if (scene->materials && scene->materials->of[i] > 0)
        json_put_text(out, ", \"material\": ", scene->materials->names[scene->materials->of[i]]);
    if (world->kicks && world->kicks[i] > 0)
        json_put_count(out, ", \"kicks\": ", world->kicks[i]);
    write_label(out, ", \"name\": ", scene->name, i);
    write_label(out, ", \"color\": ", scene->color, i);
    output_text(out, i + 1 < world->n ? "},\n" : "}\n");
}

void scene_write(struct output *out, const struct scene *scene, const struct world *world,
                 const struct checkpoint *checkpoint)
{
    output_text(out, "{\n");
    write_head(out, scene, world, checkpoint);
    write_obstacles(out, scene);
    output_text(out, "  \"balls\": [\n");
    for (size_t i = 0; i < world->n; i++)
        write_ball(out, scene, world, checkpoint, i);
    output_text(out, "  ]\n}\n");
}
