#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdbool.h>

/* All options of the command line, in the order of --help: getopt_long's own tables and the text of --help are made
 * from this one, so that they cannot disagree. */

/** What getopt_long returns for options without a letter; streams in the order of enum stream, and actions in that of
 *  enum action, stand together. */
enum cli_long_only {
    OPTION_EVENTS = 256,
    OPTION_ENERGY,
    OPTION_SUMMARY,
    OPTION_SAVE,
    OPTION_SAVE_EVERY,
    OPTION_BATCH,
    OPTION_FIRST_RUN,
    OPTION_CHECK,
    OPTION_PRINT_SCENE,
    OPTION_LIST,
    OPTION_SCHEMA,
    OPTION_THREADS,
    OPTION_PROGRESS
};

/* Its texts lie in the row, as in struct scene_key. */
struct cli_option {
    int value;         /* the letter, or one of enum cli_long_only */
    char name[16];     /* without the dashes */
    char argument[12]; /* "": none; "[WHEN]": optional */
    char help[64];     /* one line */
};

enum { CLI_OPTIONS = 26 };

extern const struct cli_option cli_table[CLI_OPTIONS];

bool cli_table_has_letter(const struct cli_option *option);

/** NULL: there is none. */
const struct cli_option *cli_table_find(int value);

/** The option that an unknown word may stand for, one that it begins or one that it misspells; NULL: none.
 *  @param name without the dashes */
const char *cli_table_nearest(const char *name);

#endif
