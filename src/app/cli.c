/*
 * The command line, word by word. getopt_long's tables are made from cli_table. Options that are short for a scene
 * value (-i, -n, -d, -e) have that value's path as their long name and become overrides like --set's.
 *
 * getopt_long accepts any unambiguous beginning of a long option. That would turn each new option into a possible
 * break of a user's script, so the word that was typed is compared with the whole name afterwards.
 */
#include "app/cli.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/ball_list.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/path.h"
#include "base/quote.h"
#include "base/suggest.h"
#include "out/outcome.h"
#include "out/writer.h"
#include "reading/scene_keys.h"

static int argument_kind(const struct cli_option *row)
{
    if (!row->argument[0])
        return no_argument;
    return row->argument[0] == '[' ? optional_argument : required_argument;
}

/* ---- getopt_long's tables ---- */

/** Leading ':': a missing argument is told apart from an unknown option, and getopt_long prints nothing itself. */
static void make_letters(char letters[2 * CLI_OPTIONS + 2])
{
    *letters++ = ':';
    for (size_t i = 0; i < CLI_OPTIONS; i++) {
        if (!cli_table[i].letter)
            continue;
        *letters++ = cli_table[i].letter;
        if (argument_kind(&cli_table[i]) == required_argument)
            *letters++ = ':';
    }
    *letters = '\0';
}

static void make_names(struct option names[CLI_OPTIONS + 1])
{
    for (int i = 0; i < CLI_OPTIONS; i++)
        names[i] = (struct option){cli_table[i].name, argument_kind(&cli_table[i]), NULL, CLI_NO_LETTER + i};
    names[CLI_OPTIONS] = (struct option){NULL, 0, NULL, 0};
}

/* ---- values ---- */

static enum status parse_integer(const struct cli_option *row, const char *text, uint64_t *value, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT], limit[24] = "2^53";
    const char *rest = text;
    if (number_read_u64(&rest, row->most, value) && *rest == '\0' && *value >= row->least)
        return STATUS_OK;
    if (row->most < UINT64_C(1) << 53)
        snprintf(limit, sizeof limit, "%llu", (unsigned long long)row->most);
    return error_set(err, STATUS_USAGE, NULL, "--%s: must be an integer from %llu to %s, found %s", row->name,
                     (unsigned long long)row->least, limit, quote_text(quoted, text));
}

/** @param text NULL: none is given */
static enum status parse_progress(const char *text, enum progress_when *when, struct error *err)
{
    static const char *const names[] = {"auto", "always", "never"};
    char quoted[QUOTE_MAX_TEXT];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(text ? text : "always", names[i]) == 0) {
            *when = (enum progress_when)i;
            return STATUS_OK;
        }
    return error_set(err, STATUS_USAGE, NULL, "--progress: must be auto, always or never, found %s",
                     quote_text(quoted, text));
}

static enum status parse_format(const char *text, const struct writer_ops **format, struct error *err)
{
    *format = writer_find(text);
    if (*format)
        return STATUS_OK;
    char quoted[QUOTE_MAX_TEXT];
    quote_text(quoted, text);
    struct suggest search = suggest_start(text);
    for (size_t i = 0; writer_all[i]; i++)
        suggest_offer(&search, writer_all[i]->name, writer_all[i]->name);
    suggest_offer(&search, "jsonl", "ndjson");
    if (!search.meaning)
        return error_set(err, STATUS_USAGE, NULL, "--format: unknown format %s (see --list)", quoted);
    return error_set(err, STATUS_USAGE, NULL, "--format: unknown format %s; did you mean \"%s\"?", quoted,
                     search.meaning);
}

/* ---- overrides ---- */

/** An override, shown in messages as its option and the text behind it. The array has room for it. */
static enum status add_override(struct options *options, const char *name, const char *text, const char *path,
                                const char *value, struct error *err)
{
    char *option = arena_take(&options->texts, strlen(name) + strlen(text) + sizeof "-- ");
    if (!option || !path)
        return error_no_memory(err);
    stpcpy(stpcpy(stpcpy(stpcpy(option, "--"), name), " "), text);
    options->overrides[options->n_overrides++] = (struct scene_override){option, path, value};
    return STATUS_OK;
}

static enum status add_set(struct options *options, const char *argument, struct error *err)
{
    const char *equals = strchr(argument, '=');
    char quoted[QUOTE_MAX_TEXT];
    if (!equals || equals == argument)
        return error_set(err, STATUS_USAGE, NULL, "--set: expected PATH=VALUE, found %s", quote_text(quoted, argument));
    char *path = arena_text(&options->texts, argument);
    if (path)
        path[equals - argument] = '\0';
    return add_override(options, "set", argument, path, equals + 1, err);
}

/* ---- one option ---- */

/** Of two files that are named by the same option, the first would be left out; nothing is lost with /dev/null. */
static enum status set_once(const struct cli_option *row, const char *path, const char **place, struct error *err)
{
    char first[QUOTE_MAX_TEXT], second[QUOTE_MAX_TEXT];
    if (*place && strcmp(*place, path) != 0 && strcmp(*place, "/dev/null") != 0)
        return error_set(err, STATUS_USAGE, NULL, "--%s: given twice, %s and %s", row->name, quote_text(first, *place),
                         quote_text(second, path));
    *place = path;
    return STATUS_OK;
}

/** True for a word that is an option of ours, or one with its value. */
static bool is_option(const char *word)
{
    if (word[0] != '-' || !word[1])
        return false;
    if (word[1] != '-')
        return cli_table_find((unsigned char)word[1]);
    const size_t length = strcspn(word + 2, "=");
    bool found = false;
    for (size_t i = 0; i < CLI_OPTIONS; i++)
        found = found || (strlen(cli_table[i].name) == length && strncmp(cli_table[i].name, word + 2, length) == 0);
    return found;
}

/** Where a FILE was forgotten, getopt has taken the next option for it.
 *  @param is_word it is a word of its own, not as in --energy=FILE */
static enum status check_file(const struct cli_option *row, const char *path, bool is_word, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT];
    if (!is_word || !is_option(path))
        return STATUS_OK;
    return error_set(err, STATUS_USAGE, NULL, "--%s: needs a FILE, and %s is an option; a file of that name is ./%s",
                     row->name, quote_text(quoted, path), path);
}

static enum status apply(struct options *options, const struct cli_option *row, const char *argument, struct error *err)
{
    void *place = (char *)options + row->place;
    switch (row->kind) {
    case CLI_FILE:
        return set_once(row, argument, place, err);
    case CLI_NUMBER:
        return parse_integer(row, argument, place, err);
    case CLI_ACTION:
        options->action = (enum action)row->least;
        return STATUS_OK;
    case CLI_BALLS:
        options->plan.balls = argument;
        return ball_list_read(argument, NULL, NULL, NULL, err);
    case CLI_COLUMNS:
        options->plan.columns = argument;
        return outcome_check(argument, err);
    case CLI_LAST:
        options->plan.only_last = true;
        return STATUS_OK;
    case CLI_FORMAT:
        return parse_format(argument, &options->plan.format, err);
    case CLI_PROGRESS:
        return parse_progress(argument, &options->plan.progress, err);
    case CLI_SET:
        return add_set(options, argument, err);
    case CLI_QUIET:
    case CLI_VERBOSE:
        options->plan.verbosity = row->kind == CLI_QUIET ? -1 : 1;
        return STATUS_OK;
    case CLI_KEY:
        break;
    }
    return add_override(options, row->name, argument[0] ? argument : "''", row->name, argument, err);
}

/* ---- the whole line ---- */

/** The word of argv that getopt_long has just taken the option from. */
static const char *typed_word(char **argv)
{
    bool separate_argument = optarg && optarg == argv[optind - 1];
    return argv[optind - 1 - separate_argument];
}

static enum status unknown_option(const char *word, struct error *err)
{
    char name[64], quoted[QUOTE_MAX_TEXT];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *nearest = cli_table_nearest(name + 2);
    quote_text(quoted, name);
    if (scene_keys_find(OBJECT_SCENE, name + 2))
        return error_set(err, STATUS_USAGE, NULL, "unknown option %s; a scene's key is set by -s %s=VALUE", quoted,
                         name + 2);
    if (strlen(name) == strlen("--o") && cli_table_find((unsigned char)name[2]))
        return error_set(err, STATUS_USAGE, NULL, "unknown option %s; did you mean \"%s\"?", quoted, name + 1);
    if (!nearest)
        return error_set(err, STATUS_USAGE, NULL, "unknown option %s", quoted);
    return error_set(err, STATUS_USAGE, NULL, "unknown option %s; did you mean \"--%s\"?", quoted, nearest);
}

/** getopt_long returned '?' or ':'; optopt is the option's value, or 0 for a long option that it does not know. */
static enum status refuse(int result, char **argv, struct error *err)
{
    const struct cli_option *row = cli_table_find(optopt);
    const char *word = argv[optind - 1];
    const char letter[] = {'-', (char)optopt, '\0'};
    char quoted[QUOTE_MAX_TEXT];
    if (!row && optopt)
        return error_set(err, STATUS_USAGE, NULL, "unknown option %s", quote_text(quoted, letter));
    if (!row)
        return unknown_option(word, err);
    if (result == ':')
        return error_set(err, STATUS_USAGE, NULL, "--%s: needs an argument, %s", row->name, row->argument);
    return error_set(err, STATUS_USAGE, NULL, "--%s: takes no argument", row->name);
}

/** Is the long option's name typed in full? */
static bool whole_name(const char *word, const struct cli_option *row)
{
    size_t length = strlen(row->name);
    return strncmp(word + 2, row->name, length) == 0 && (word[2 + length] == '\0' || word[2 + length] == '=');
}

static enum status parse_options(int argc, char **argv, struct options *options, struct error *err)
{
    char letters[2 * CLI_OPTIONS + 2];
    struct option names[CLI_OPTIONS + 1];
    make_letters(letters);
    make_names(names);
    optind = 0; /* start afresh, also when called again */
    for (;;) {
        int long_index = -1;
        int result = getopt_long(argc, argv, letters, names, &long_index);
        if (result == -1)
            return STATUS_OK;
        if (result == '?' || result == ':')
            return refuse(result, argv, err);
        const struct cli_option *row = cli_table_find(result);
        if (long_index >= 0 && !whole_name(typed_word(argv), row))
            return unknown_option(typed_word(argv), err);
        enum status status =
            row->kind == CLI_FILE ? check_file(row, optarg, optarg == argv[optind - 1], err) : STATUS_OK;
        if (status == STATUS_OK)
            status = apply(options, row, optarg, err);
        if (status != STATUS_OK || options->action == ACTION_HELP || options->action == ACTION_VERSION)
            return status;
    }
}

/** A long name behind one '-' would be taken for letters: "-duration" for -d uration. */
static enum status check_dashes(int argc, char **argv, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT], name[64];
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i];
        if (word[0] != '-' || word[1] == '-' || strlen(word) < 3)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 1, "="), word + 1);
        quote_text(quoted, word);
        for (size_t row = 0; row < CLI_OPTIONS; row++)
            if (strcmp(cli_table[row].name, name) == 0)
                return error_set(err, STATUS_USAGE, NULL, "unknown option %s; did you mean \"--%s\"?", quoted, name);
        if (scene_keys_find(OBJECT_SCENE, name))
            return error_set(err, STATUS_USAGE, NULL, "unknown option %s; a scene's key is set by -s %s=VALUE", quoted,
                             name);
    }
    return STATUS_OK;
}

/** An option whose hyphens an editor has made a dash (U+2010 to U+2015, U+2212) is a word like any other. */
static bool has_dash(const char *word)
{
    return (strncmp(word, "\xe2\x80", 2) == 0 && (unsigned char)word[2] >= 0x90 && (unsigned char)word[2] <= 0x95) ||
           strncmp(word, "\xe2\x88\x92", 3) == 0;
}

/** Why there may be a word too many. */
static const char *word_hint(const char *first, const char *second)
{
    const char *words[] = {first, second};
    for (int i = 0; i < 2; i++) {
        if (strchr(words[i], '=') && !strpbrk(words[i], "[]{}\""))
            return "; a value is set by -s PATH=VALUE";
        if (strchr(words[i], '='))
            return "; a value with braces or blanks needs quotes: -s 'balls=[...]'";
        for (const char *const *when = (const char *const[]){"auto", "always", "never", "yes", "no", NULL}; *when;
             when++)
            if (strcmp(words[i], *when) == 0)
                return "; --progress=WHEN is one word";
    }
    return "";
}

/** What remains after the options: at most one scene. */
static enum status parse_scene(int argc, char **argv, struct options *options, struct error *err)
{
    char first[QUOTE_MAX_TEXT], second[QUOTE_MAX_TEXT];
    if (optind < argc && (options->action == ACTION_LIST || options->action == ACTION_SCHEMA))
        return error_set(err, STATUS_USAGE, NULL, "--%s: takes no scene, found %s",
                         options->action == ACTION_LIST ? "list" : "schema", quote_text(first, argv[optind]));
    for (int i = optind; i < argc; i++)
        if (has_dash(argv[i]))
            return error_set(err, STATUS_USAGE, NULL, "%s begins with a dash that no option has; type - or --",
                             quote_text(first, argv[i]));
    if (optind + 1 < argc)
        return error_set(err, STATUS_USAGE, NULL, "more than one scene: %s and %s%s", quote_text(first, argv[optind]),
                         quote_text(second, argv[optind + 1]), word_hint(argv[optind], argv[optind + 1]));
    if (optind < argc)
        options->scene = argv[optind];
    else if (options->action < ACTION_LIST && isatty(STDIN_FILENO))
        return error_set(err, STATUS_USAGE, NULL, "no scene; usage: billiard-sim [OPTION]... [SCENE]");
    return STATUS_OK;
}

/** What is rewritten again and again must be a file. */
static enum status check_save_every(const struct options *options, struct error *err)
{
    const char *save = options->plan.paths.path[STREAM_SAVE];
    if (!options->plan.save_every || (save && path_descriptor(save) < 0))
        return STATUS_OK;
    return error_set(err, STATUS_USAGE, NULL, "--save-every: needs --save FILE, where FILE is not standard output");
}

static enum status refuse_with_batch(const char *what, struct error *err)
{
    return error_set(err, STATUS_USAGE, NULL, "--batch: cannot be combined with %s", what);
}

static bool is_standard_input(const char *path)
{
    return strcmp(path, "-") == 0 || path_descriptor(path) == STDIN_FILENO;
}

/** Many runs in one output need a place for their number, and a standard input each. */
static enum status check_batch(const struct options *options, struct error *err)
{
    const struct writer_ops *format = options->plan.format;
    const char *scene = options->scene ? options->scene : "-";
    char what[64];
    snprintf(what, sizeof what, "--format %s", format->name);
    if (!options->batch && options->first_run > 0)
        return error_set(err, STATUS_USAGE, NULL, "--first-run: needs --batch FILE");
    if (!options->batch)
        return STATUS_OK;
    if (options->plan.save_every)
        return refuse_with_batch("--save-every", err);
    if (options->action == ACTION_PRINT_SCENE)
        return refuse_with_batch("--print-scene", err);
    if (format->runs == WRITER_ONE_RUN)
        return refuse_with_batch(what, err);
    if (is_standard_input(options->batch) && is_standard_input(scene))
        return error_set(err, STATUS_USAGE, NULL, "--batch and the scene both come from standard input; name a file");
    return STATUS_OK;
}

static enum status check_columns(const struct options *options, struct error *err)
{
    if (!options->plan.columns || options->plan.paths.path[STREAM_SUMMARY])
        return STATUS_OK;
    return error_set(err, STATUS_USAGE, NULL, "--columns: needs --summary FILE, where the rows go");
}

static enum status check_format(const struct options *options, struct error *err)
{
    const char *output = options->plan.paths.path[STREAM_OUTPUT], *name = options->plan.format->name;
    if (!options->plan.format->is_binary || options->action != ACTION_RUN)
        return STATUS_OK;
    if (options->plan.precision > 0)
        return error_set(err, STATUS_USAGE, NULL, "--format %s: has no digits for --precision to choose", name);
    int descriptor = strcmp(output, "-") == 0 ? STDOUT_FILENO : path_descriptor(output);
    if (descriptor >= 0 && isatty(descriptor))
        return error_set(err, STATUS_USAGE, NULL, "--format %s: nothing for a terminal; use -o FILE, or a pipe", name);
    return STATUS_OK;
}

/* ---- interface ---- */

enum status cli_parse(int argc, char **argv, struct options *options, struct error *err)
{
    *options = (struct options){.plan = {.format = writer_all[0], .threads = 1}};
    options->overrides = mem_array((size_t)argc + 1, sizeof *options->overrides); /* a word is at most one */
    if (!options->overrides)
        return error_no_memory(err);
    enum status status = check_dashes(argc, argv, err);
    if (status == STATUS_OK)
        status = parse_options(argc, argv, options, err);
    if (status != STATUS_OK || options->action == ACTION_HELP || options->action == ACTION_VERSION)
        return status;
    options->plan.precision = (int)options->precision;
    status = parse_scene(argc, argv, options, err);
    if (!options->plan.paths.path[STREAM_OUTPUT])
        options->plan.paths.path[STREAM_OUTPUT] = "-";
    typedef enum status check(const struct options *, struct error *);
    check *const checks[] = {check_save_every, check_batch, check_columns, check_format};
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && status == STATUS_OK; i++)
        status = checks[i](options, err);
    return status == STATUS_OK ? streams_check(&options->plan.paths, options->scene, options->batch, err) : status;
}

void cli_release(struct options *options)
{
    free(options->overrides);
    arena_free(&options->texts);
}
