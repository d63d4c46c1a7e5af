#include "app/cli_table.h"

#include <string.h>

#include "base/suggest.h"
#include "base/thread_pool.h"

#define MOST_STEPS         (UINT64_C(1) << 53)
#define STREAM(stream)     .kind = CLI_FILE, .place = offsetof(struct options, plan.paths.path[stream])
#define NUMBER(from, to)   .kind = CLI_NUMBER, .least = (from), .most = (to)
#define ACTION(action)     .kind = CLI_ACTION, .least = (action)
#define IN_OPTIONS(member) .place = offsetof(struct options, member)

const struct cli_option cli_table[CLI_OPTIONS] = {
    {'o', "output", "FILE", "trajectory to FILE (default: -, standard output)", STREAM(STREAM_OUTPUT)},
    {'f', "format", "NAME", "format of the trajectory (see --list; default: csv)", .kind = CLI_FORMAT},
    {'i', "integrator", "NAME", "short for --set integrator=NAME (see --list)", .kind = CLI_KEY},
    {'n', "steps", "N", "short for --set steps=N", .kind = CLI_KEY},
    {'d', "dt", "DT", "short for --set dt=DT", .kind = CLI_KEY},
    {'e', "every", "K", "short for --set every=K: a frame at every K-th step", .kind = CLI_KEY},
    {'s', "set", "PATH=VALUE", "override a value of the scene; may be repeated", .kind = CLI_SET},
    {'b', "balls", "LIST", "only these balls in the trajectory, such as 0,3-5", .kind = CLI_BALLS},
    {'p', "precision", "N", "1 to 17 significant digits (default: shortest exact)", NUMBER(1, 17),
     IN_OPTIONS(precision)},
    {'\0', "events", "FILE", "log of collisions to FILE", STREAM(STREAM_EVENTS)},
    {'\0', "energy", "FILE", "energy and momentum at each frame to FILE", STREAM(STREAM_ENERGY)},
    {'\0', "summary", "FILE", "one JSON line about the whole run to FILE", STREAM(STREAM_SUMMARY)},
    {'\0', "columns", "LIST", "--summary as a table: a row per run, these columns", .kind = CLI_COLUMNS},
    {'\0', "last", "", "only the frame at which the run ends", .kind = CLI_LAST},
    {'\0', "save", "FILE", "final state to FILE: a scene that continues the run", STREAM(STREAM_SAVE)},
    {'\0', "save-every", "K", "save at every K-th step, too, replacing FILE", NUMBER(1, MOST_STEPS),
     IN_OPTIONS(plan.save_every)},
    {'\0', "batch", "FILE", "many runs: one per line of FILE, PATH=VALUE ...", .kind = CLI_FILE, IN_OPTIONS(batch)},
    {'\0', "first-run", "N", "with --batch: skip N runs, and number from N", NUMBER(0, MOST_STEPS),
     IN_OPTIONS(first_run)},
    {'\0', "check", "", "report every error in the scene, run nothing", ACTION(ACTION_CHECK)},
    {'\0', "print-scene", "", "print the effective scene, run nothing", ACTION(ACTION_PRINT_SCENE)},
    {'\0', "schema", "", "print the JSON Schema of scenes", ACTION(ACTION_SCHEMA)},
    {'\0', "list", "", "list integrators, impact laws and formats", ACTION(ACTION_LIST)},
    {'\0', "threads", "N", "threads for one run, or runs at a time for --batch", NUMBER(1, THREAD_POOL_MAX),
     IN_OPTIONS(plan.threads)},
    {'\0', "progress", "[WHEN]", "auto (default), always or never", .kind = CLI_PROGRESS},
    {'q', "quiet", "", "only errors", .kind = CLI_QUIET},
    {'v', "verbose", "", "report what is done", .kind = CLI_VERBOSE},
    {'h', "help", "", "print this text", ACTION(ACTION_HELP)},
    {'V', "version", "", "print the version", ACTION(ACTION_VERSION)},
};

const struct cli_option *cli_table_find(int value)
{
    for (int i = 0; i < CLI_OPTIONS; i++)
        if (value == CLI_NO_LETTER + i || (value && value == cli_table[i].letter))
            return &cli_table[i];
    return NULL;
}

const char *cli_table_nearest(const char *name)
{
    struct suggest search = suggest_start(name);
    for (size_t i = 0; i < CLI_OPTIONS; i++) {
        if (name[0] && strncmp(cli_table[i].name, name, strlen(name)) == 0)
            return cli_table[i].name;
        suggest_offer(&search, cli_table[i].name, cli_table[i].name);
    }
    return search.meaning;
}
