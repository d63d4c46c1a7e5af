/*
 * Materials: names, the coefficients of two of them, and who has which. A pair may stand either way round, but once.
 * What it leaves out is the scene's, so the tables are filled once all else is known: of two balls over the scene's
 * `ball`, of a ball at a surface over its `wall`, and there an obstacle's own e and mu come first.
 *
 * Cost: a lookup of a name among 64 for each entry of `balls`; tables of 65 x 65 at most, and a row for each obstacle
 * with coefficients of its own.
 */
#include "reading/scene_materials.h"

#include <stdio.h>
#include <string.h>

#include "base/quote.h"
#include "base/suggest.h"

static const struct scene_path MATERIALS = {.name = "materials"};

/* ---- reading ---- */

/** An entry on its way: {"steel": {...}, "wall": {...}} of "glass". */
struct material_entry {
    const struct scene_reader *reader;
    struct scene *scene;
    const struct scene_path *path;
    uint32_t first;
};

/** Reports at a member of `materials` or of an entry. */
static bool report(const struct scene_reader *reader, struct scene *scene, const struct cJSON *node,
                   const struct scene_path *path, const char *fault)
{
    scene->materials->faulty = true;
    scene_errors_add(reader->errors, node, path, NULL, "%s", fault);
    scene_errors_at_key(reader->errors);
    return false;
}

static bool report_type(const struct scene_reader *reader, struct scene *scene, const struct cJSON *node,
                        const struct scene_path *path)
{
    char found[SCENE_ERRORS_MAX_VALUE];
    scene->materials->faulty = true;
    return scene_errors_add(reader->errors, node, path, NULL, "must be an object, found %s",
                            scene_errors_value(found, node));
}

static bool is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const size_t length = strlen(text);
    return length > 0 && length <= MATERIALS_MAX_NAME && strchr(letters, text[0]) &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == length;
}

/** The number of a name; n: there is none. */
static uint32_t number_of(const struct materials *materials, const char *name)
{
    uint32_t number = 0;
    while (number < materials->n && strcmp(materials->names[number], name) != 0)
        number++;
    return number;
}

/** The number of the name that a member has, which may be new. n: it cannot be one, which is reported. */
static uint32_t take_name(const struct scene_reader *reader, struct scene *scene, const struct cJSON *member,
                          const struct scene_path *path)
{
    struct materials *materials = scene->materials;
    const char *name = json_tree_key(member);
    const uint32_t number = number_of(materials, name);
    char fault[QUOTE_MAX_TEXT + 128], quoted[QUOTE_MAX_TEXT];
    if (number < materials->n)
        return number;
    if (!is_name(name))
        snprintf(fault, sizeof fault, "a name must be a letter, then letters, digits, _ and -, %d at most, found %s",
                 MATERIALS_MAX_NAME, quote_text(quoted, name));
    else if (number > MATERIALS_MOST)
        snprintf(fault, sizeof fault, "more than %d materials", MATERIALS_MOST);
    else if ((materials->names[number] = arena_text(reader->texts, name)))
        return materials->n++;
    else
        reader->errors->out_of_memory = true;
    report(reader, scene, member, path, reader->errors->out_of_memory ? "" : fault);
    return materials->n;
}

/** The pair of these two that has been read; NULL: there is none. */
static const struct material_pair *find_pair(const struct materials *materials, uint32_t first, uint32_t second)
{
    for (uint32_t i = 0; i < materials->n_pairs; i++) {
        const struct material_pair *pair = &materials->pairs[i];
        if ((pair->first == first && pair->second == second) || (pair->first == second && pair->second == first))
            return pair;
    }
    return NULL;
}

/** Reports a pair that has been read already. */
static bool report_twice(const struct material_entry *entry, const struct cJSON *node, const struct scene_path *path,
                         const struct material_pair *pair)
{
    const struct materials *materials = entry->scene->materials;
    char fault[2 * MATERIALS_MAX_NAME + 96];
    if (pair->first == entry->first)
        return report(entry->reader, entry->scene, node, path, "repeated key");
    snprintf(fault, sizeof fault, "is given as materials.%s.%s, too; give it once", materials->names[pair->first],
             materials->names[pair->second]);
    return report(entry->reader, entry->scene, node, path, fault);
}

/** Reads what two materials do. False: something is wrong, which is reported. */
static bool read_pair(const struct material_entry *entry, const struct cJSON *node)
{
    const struct scene_reader *reader = entry->reader;
    struct scene *scene = entry->scene;
    struct materials *materials = scene->materials;
    const struct scene_path path = {.above = entry->path, .name = json_tree_key(node)};
    const uint32_t second = take_name(reader, scene, node, entry->path);
    if (second >= materials->n)
        return false;
    const struct material_pair *twice = find_pair(materials, entry->first, second);
    if (twice)
        return report_twice(entry, node, &path, twice);
    if (json_tree_kind(node) != TREE_OBJECT)
        return report_type(reader, scene, node, &path);
    struct material_pair pair = {entry->first, second, 0, {.restitution = restitution_of(1)}};
    struct scene_found found = {0};
    const bool valid = scene_read_object(reader, node, OBJECT_PAIR, &path, &pair.coefficients, &found);
    pair.given = scene_read_coefficients(found, OBJECT_PAIR, 0);
    scene->rotates |= (pair.given & (GIVEN_MU | GIVEN_MU_ROLL)) != 0;
    materials->pairs[materials->n_pairs++] = pair;
    return valid;
}

/** Reads the pairs of a material. */
static bool read_entry(const struct scene_reader *reader, struct scene *scene, const struct cJSON *node)
{
    struct materials *materials = scene->materials;
    const struct scene_path path = {.above = &MATERIALS, .name = json_tree_key(node)};
    const struct material_entry entry = {reader, scene, &path, take_name(reader, scene, node, &MATERIALS)};
    bool valid = true;
    if (entry.first >= materials->n)
        return false;
    if (entry.first == MATERIALS_NONE)
        return report(reader, scene, node, &path, "stands second only, as in materials.glass.wall");
    for (uint32_t i = 0; i < materials->n_entries; i++)
        if (materials->first[i] == entry.first)
            return report(reader, scene, node, &path, "repeated key");
    if (json_tree_kind(node) != TREE_OBJECT)
        return report_type(reader, scene, node, &path);
    materials->first[materials->n_entries++] = entry.first;
    for (const struct cJSON *pair = json_tree_first(node); pair; pair = json_tree_next(pair))
        valid = read_pair(&entry, pair) && valid;
    return valid;
}

void scene_materials_read(const struct scene_reader *reader, const struct cJSON *root, struct scene *scene)
{
    const struct cJSON *node = json_tree_member(root, "materials");
    struct arena *texts = reader->texts;
    size_t pairs = 0;
    if (!node)
        return;
    const struct cJSON *first = json_tree_kind(node) == TREE_OBJECT ? json_tree_first(node) : NULL;
    for (const struct cJSON *entry = first; entry; entry = json_tree_next(entry))
        pairs += json_tree_kind(entry) == TREE_OBJECT ? json_tree_size(entry) : 0;
    struct materials *materials = (void *)arena_take(texts, sizeof *materials);
    if (materials)
        *materials = (struct materials){
            .n = 1, .names = {"wall"}, .pairs = (void *)arena_take(texts, (pairs + 1) * sizeof *materials->pairs)};
    if (!materials || !materials->pairs) {
        reader->errors->out_of_memory = true;
        return;
    }
    scene->materials = materials;
    materials->faulty = json_tree_kind(node) != TREE_OBJECT; /* which has been reported */
    for (const struct cJSON *entry = first; entry; entry = json_tree_next(entry))
        materials->faulty |= !read_entry(reader, scene, entry);
}

bool scene_materials_know(const struct scene_reader *reader, const struct scene *scene, const struct cJSON *node,
                          const struct scene_path *path, struct scene_material_use use)
{
    const struct materials *materials = scene->materials;
    struct scene_errors *errors = reader->errors;
    char quoted[QUOTE_MAX_TEXT];
    struct suggest search = suggest_start(use.material);
    if (strcmp(use.material, "wall") == 0)
        return use.wall || scene_errors_add(errors, node, path, use.key,
                                            "\"wall\" is what has no material; a ball without one gives none");
    if (!materials)
        return scene_errors_add(errors, node, path, use.key, "unknown material %s; the scene has no \"materials\"",
                                quote_text(quoted, use.material));
    if (materials->faulty || number_of(materials, use.material) < materials->n)
        return true;
    for (uint32_t i = 1; i < materials->n; i++)
        suggest_offer(&search, materials->names[i], materials->names[i]);
    return scene_errors_add(errors, node, path, use.key, "unknown material %s%s%s%s", quote_text(quoted, use.material),
                            search.meaning ? "; did you mean \"" : "; no entry of materials names it",
                            search.meaning ? search.meaning : "", search.meaning ? "\"?" : "");
}

/* ---- tables ---- */

uint32_t scene_materials_number(const struct materials *materials, const char *material)
{
    const uint32_t number = material ? number_of(materials, material) : MATERIALS_NONE;
    return number < materials->n ? number : MATERIALS_NONE;
}

bool scene_materials_set(struct scene *scene, size_t first, size_t last, const char *material)
{
    struct materials *materials = scene->materials;
    if (!materials)
        return true;
    if (!materials->of) {
        materials->of = (void *)arena_take(&scene->texts, scene->n + 1);
        if (!materials->of)
            return false;
        memset(materials->of, MATERIALS_NONE, scene->n + 1);
    }
    const uint32_t number = scene_materials_number(materials, material);
    memset(materials->of + first, (int)number, last - first);
    materials->has_ball[number] |= first < last;
    return true;
}

/** What a body of each pair of materials does, over what the scene says. */
static void fill(const struct materials *materials, struct coefficients *table, const struct coefficients *scene,
                 bool of_balls)
{
    const uint32_t n = materials->n;
    for (uint32_t i = 0; i < n * n; i++)
        table[i] = *scene;
    for (uint32_t i = 0; i < materials->n_pairs; i++) {
        const struct material_pair *pair = &materials->pairs[i];
        if (of_balls && pair->second == MATERIALS_NONE)
            continue;
        coefficients_take(&table[pair->second * n + pair->first], &pair->coefficients, pair->given);
        if (pair->second != MATERIALS_NONE)
            coefficients_take(&table[pair->first * n + pair->second], &pair->coefficients, pair->given);
    }
}

/** The materials that no ball has repeat one that a ball has. @param rows of how many bodies, which may be balls */
static void repeat(const struct materials *materials, struct coefficients *table, bool of_balls)
{
    const uint32_t n = materials->n;
    uint32_t some = 0;
    while (some + 1 < n && !materials->has_ball[some])
        some++;
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++) {
            const uint32_t a = materials->has_ball[row] || !of_balls ? row : some,
                           b = materials->has_ball[column] ? column : some;
            table[row * n + column] = table[a * n + b];
        }
}

/** Points an obstacle to its row, which is one of its own if it says something itself. False: out of memory. */
static bool give_row(struct scene *scene, struct obstacle *obstacle)
{
    const struct materials *materials = scene->materials;
    const uint32_t n = materials->n;
    if (!table_obstacle_bounces(obstacle->kind))
        return true;
    obstacle->by_material = &materials->surfaces[scene_materials_number(materials, obstacle->material) * n];
    if (!obstacle->given)
        return true;
    struct coefficients *own = (void *)arena_take(&scene->texts, n * sizeof *own);
    for (uint32_t i = 0; own && i < n; i++) {
        own[i] = obstacle->by_material[i];
        coefficients_take(&own[i], &obstacle->coefficients, obstacle->given);
    }
    obstacle->by_material = own;
    return own;
}

bool scene_materials_complete(struct scene *scene)
{
    struct materials *materials = scene->materials;
    struct table *table = &scene->table;
    if (!materials)
        return true;
    const size_t bytes = (size_t)materials->n * materials->n * sizeof *materials->balls;
    materials->balls = (void *)arena_take(&scene->texts, bytes);
    materials->surfaces = (void *)arena_take(&scene->texts, bytes);
    if (!materials->balls || !materials->surfaces || !scene_materials_set(scene, 0, 0, NULL))
        return false;
    fill(materials, materials->balls, &scene->pair, true);
    fill(materials, materials->surfaces, &table->walls, false);
    repeat(materials, materials->balls, true);
    repeat(materials, materials->surfaces, false);
    table->walls_by_material = materials->surfaces;
    table->n_materials = materials->n;
    for (uint32_t i = 0; i < table->n_obstacles; i++) {
        struct obstacle *obstacle = &table->obstacles[i];
        materials->has_obstacle[scene_materials_number(materials, obstacle->material)] = true;
        obstacle->of_number = scene_materials_number(materials, obstacle->of);
        if (!give_row(scene, obstacle))
            return false;
    }
    return true;
}
