#include "cli_table.h"

#include <stddef.h>
#include <string.h>

#include "base/suggest.h"

const struct cli_option cli_table[CLI_OPTIONS] = {
    {'o', "output", "FILE", "trajectory to FILE (default: -, standard output)"},
    {'f', "format", "NAME", "format of the trajectory (see --list; default: csv)"},
    {'i', "integrator", "NAME", "short for --set integrator=NAME (see --list)"},
    {'n', "steps", "N", "short for --set steps=N"},
    {'d', "dt", "DT", "short for --set dt=DT"},
    {'e', "every", "K", "short for --set every=K: a frame at every K-th step"},
    {'s', "set", "PATH=VALUE", "override a value of the scene; may be repeated"},
    {'b', "balls", "LIST", "only these balls in the trajectory, such as 0,3-5"},
    {'p', "precision", "N", "1 to 17 significant digits (default: shortest exact)"},
    {OPTION_EVENTS, "events", "FILE", "log of collisions to FILE"},
    {OPTION_ENERGY, "energy", "FILE", "energy and momentum at each frame to FILE"},
    {OPTION_SUMMARY, "summary", "FILE", "one JSON line about the whole run to FILE"},
    {OPTION_SAVE, "save", "FILE", "final state to FILE: a scene that continues the run"},
    {OPTION_SAVE_EVERY, "save-every", "K", "save at every K-th step, too, replacing FILE"},
    {OPTION_BATCH, "batch", "FILE", "many runs: one per line of FILE, PATH=VALUE ..."},
    {OPTION_FIRST_RUN, "first-run", "N", "with --batch: skip N runs, and number from N"},
    {OPTION_CHECK, "check", "", "report every error in the scene, run nothing"},
    {OPTION_PRINT_SCENE, "print-scene", "", "print the effective scene, run nothing"},
    {OPTION_SCHEMA, "schema", "", "print the JSON Schema of scenes"},
    {OPTION_LIST, "list", "", "list integrators, impact laws and formats"},
    {OPTION_THREADS, "threads", "N", "threads for springs; runs at a time for --batch"},
    {OPTION_PROGRESS, "progress", "[WHEN]", "auto (default), always or never"},
    {'q', "quiet", "", "only errors"},
    {'v', "verbose", "", "report what is done"},
    {'h', "help", "", "print this text"},
    {'V', "version", "", "print the version"},
};

bool cli_table_has_letter(const struct cli_option *row)
{
    return row->value < OPTION_EVENTS;
}

const struct cli_option *cli_table_find(int value)
{
    for (size_t i = 0; i < CLI_OPTIONS; i++)
        if (cli_table[i].value == value)
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
