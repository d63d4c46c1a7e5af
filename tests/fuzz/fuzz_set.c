/*
 * Overrides: each line of the input is the argument of a --set, or, where it starts with -n, -d, -e or -i, one of the
 * short forms; they go through the command line to a scene that uses every key. What is accepted must hold what the
 * last override says, and repeating it changes nothing.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "fuzz/reading.h"
#include "fuzz/require.h"

enum { MOST_BYTES = 512, MOST_SETS = 8, MOST_WORDS = 2 * MOST_SETS + 5 };

static const char base[] =
    "{\"title\": \"all keys\", \"table\": {\"width\": 9, \"height\": 9}, \"restitution\": {\"wall\": 1}, \"k\": 1e3,\n"
    "\"dt\": 0.01, \"steps\": 20, \"every\": 2, \"integrator\": \"event\", \"impact\": \"gr\", \"contact_time\": 0,\n"
    "\"mu\": 0.1, \"beta\": {\"wall\": 0.5},\n"
    "\"start\": {\"step\": 4}, \"defaults\": {\"r\": 0.5, \"m\": 2, \"sliding\": 2, \"pivoting\": 0.3},\n"
    "\"balls\": [{\"x\": 2, \"y\": 2.5, \"vx\": -1e-3, \"vy\": 0, \"name\": \"a\", \"spin\": [1, 2, "
    "-3]},\n"
    " {\"rack\": \"line\", \"rows\": 2, \"x\": 4, \"y\": 5, \"gap\": 0.1, \"angle\": 90},\n"
    " {\"fill\": \"hex\", \"count\": 2, \"r\": 0.25, \"speed\": 1, \"seed\": 7, \"region\": [5, 1, 8, 8]}]}\n";

static char program[] = "billiard-sim", option_set[] = "--set", no_more_options[] = "--", scene_path[] = "scene.json";

/** A command line made of the input's lines. */
struct words {
    char *argv[MOST_WORDS];
    int argc;
};

static void add_word(struct words *words, char *word)
{
    words->argv[words->argc++] = word;
    words->argv[words->argc] = NULL;
}

static void add_line(struct words *words, char *line)
{
    bool is_short = line[0] == '-' && line[1] && strchr("ndei", line[1]);
    if (!is_short)
        add_word(words, option_set);
    add_word(words, line);
}

/** Cuts the text at its newlines. */
static void make_words(struct words *words, char *text)
{
    words->argc = 0;
    add_word(words, program);
    for (int lines = 0; text && lines < MOST_SETS; lines++) {
        char *end = strchr(text, '\n');
        if (end)
            *end++ = '\0';
        add_line(words, text);
        text = end;
    }
    add_word(words, no_more_options);
    add_word(words, scene_path);
}

/** The member of the scene that a plain path means; NULL: none of these. A ball with a moment of its own has its place
 *  and velocity in the checkpoint, and in the world those at the start. */
static const double *member_of(const struct reading *reading, const char *path)
{
    const struct scene *scene = reading->scene;
    const struct checkpoint *saved = scene->checkpoint;
    const struct {
        const char *path;
        const double *member;
    } members[] = {
        {"table.width", &scene->table.width},
        {"table.height", &scene->table.height},
        {"restitution", &scene->pair.restitution.slow},
        {"restitution", &scene->table.walls.restitution.slow},
        {"restitution.ball", &scene->pair.restitution.slow},
        {"restitution.wall", &scene->table.walls.restitution.slow},
        {"k", &scene->k},
        {"dt", &scene->dt},
        {"contact_time", &scene->contact_time},
        {"balls.0.x", saved ? saved->state->x : reading->world->x},
        {"balls.0.vy", saved ? saved->state->vy : reading->world->vy},
        {"balls.0.m", scene->m},
        {"balls.*.m", scene->m},
    };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (strcmp(members[i].path, path) == 0)
            return members[i].member;
    return NULL;
}

/** True of a coefficient that the last override gives as a table, whose first pair has the member. */
static bool is_table(const struct scene_override *override)
{
    return strncmp(override->path, "restitution", strlen("restitution")) == 0 && strchr(override->value, '[');
}

/** The number that a value is; JSON may begin with a byte order mark. */
static double number_of(const char *value)
{
    static const char mark[] = "\xef\xbb\xbf";
    return strtod(strncmp(value, mark, strlen(mark)) == 0 ? value + strlen(mark) : value, NULL);
}

/** An accepted scene has the last override's value, and tells all of them. */
static void check_value(const struct reading *reading, const struct options *options)
{
    const struct scene_override *last = &options->overrides[options->n_overrides - 1];
    const double *member = member_of(reading, last->path);
    char text[MOST_BYTES + 64];
    if (member && reading->scene->n > 0 && !is_table(last))
        REQUIRE(*member == number_of(last->value));
    if (strcmp(last->path, "steps") == 0)
        REQUIRE((double)reading->scene->steps == number_of(last->value));
    REQUIRE(reading->scene->n_overrides == options->n_overrides);
    snprintf(text, sizeof text, "%s=%s", last->path, last->value);
    REQUIRE(strcmp(reading->scene->settings[options->n_overrides - 1].text, text) == 0);
}

/** The same once more with the last override repeated. */
static void check_repeated(const struct reading *reading, const struct options *options)
{
    struct scene_override overrides[MOST_SETS + 1];
    struct reading again;
    size_t n = options->n_overrides, length, length_again;
    memcpy(overrides, options->overrides, n * sizeof *overrides);
    overrides[n] = overrides[n - 1];
    reading_load(&again, base, sizeof base - 1, overrides, n + 1, true);
    REQUIRE(again.status == STATUS_OK);
    const char *text = reading_print(reading->scene, reading->world, &length);
    char *copy = strdup(text);
    REQUIRE(copy);
    text = reading_print(again.scene, again.world, &length_again);
    REQUIRE(length == length_again && memcmp(text, copy, length) == 0);
    free(copy);
    reading_free(&again);
}

static void check_refused(const struct error *err)
{
    REQUIRE(err->status == STATUS_USAGE && err->text[0]);
    REQUIRE(!strchr(err->text, '\n') && !strchr(err->where, '\n'));
}

static void load(const struct options *options)
{
    struct reading reading;
    const struct scene_override *overrides = options->overrides;
    size_t n = options->n_overrides;
    reading_load(&reading, base, sizeof base - 1, overrides, n, true);
    if (reading.status == STATUS_USAGE) {
        REQUIRE(reading.lines == 0 && strncmp(reading.err.where, "-", 1) == 0);
        check_refused(&reading.err);
    } else {
        reading_check(&reading);
    }
    if (reading.status == STATUS_OK && n > 0) {
        check_value(&reading, options);
        check_repeated(&reading, options);
    }
    reading_free(&reading);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[MOST_BYTES + 1];
    struct words words;
    struct options options;
    struct error err = {.status = STATUS_OK};
    if (size > MOST_BYTES)
        size = MOST_BYTES;
    memcpy(text, data, size);
    text[size] = '\0';
    make_words(&words, text);
    if (cli_parse(words.argc, words.argv, &options, &err) == STATUS_OK)
        load(&options);
    else if (err.status != STATUS_LIMIT) /* of memory, of which memory.c grants little: a long list of --balls */
        check_refused(&err);
    cli_release(&options);
    return 0;
}
