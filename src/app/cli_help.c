#include "app/cli_help.h"

#include <stdio.h>
#include <string.h>

#include "app/cli_table.h"
#include "base/version.h"
#include "impact/impact_law.h"
#include "integrators/integrator.h"
#include "out/writer.h"

static void print_option(struct output *out, const struct cli_option *row)
{
    bool optional = row->argument[0] == '[';
    const char *joint = optional ? "[=" : row->argument[0] ? " " : "";
    char synopsis[64], line[160], letter[8] = "    ";
    if (row->letter)
        snprintf(letter, sizeof letter, "-%c, ", row->letter);
    snprintf(synopsis, sizeof synopsis, "  %s--%s%s%s", letter, row->name, joint, row->argument + optional);
    snprintf(line, sizeof line, "%-26s %s\n", synopsis, row->help);
    output_text(out, line);
}

void cli_help_options(struct output *out)
{
    output_text(out, "usage: billiard-sim [OPTION]... [SCENE]\n\n"
                     "Computes the paths of colliding balls on a table. SCENE is a JSON file, see\n"
                     "billiard-scene(5); '-' or nothing reads standard input.\n\n");
    for (size_t i = 0; i < CLI_OPTIONS; i++)
        print_option(out, &cli_table[i]);
    output_text(out, "\nbilliard-sim(1) is the full manual. Exit status: 0 complete, 1 the run failed,\n"
                     "2 usage, 3 scene rejected, 4 input unreadable, 5 output failed,\n"
                     "6 out of memory or a limit reached.\n");
}

void cli_help_version(struct output *out)
{
    output_text(out, "billiard-sim " BILLIARD_SIM_VERSION "\nbuild ");
    output_text(out, version_build);
    output_text(out, "\n");
}

static void print_entry(struct output *out, const char *kind, const char *name, const char *doc, bool is_default)
{
    char line[160];
    snprintf(line, sizeof line, "%-11s%-15s%s%s\n", kind, name, doc, is_default ? " (default)" : "");
    output_text(out, line);
}

void cli_help_list(struct output *out)
{
    for (size_t i = 0; integrator_all[i]; i++)
        print_entry(out, "integrator", integrator_all[i]->name, integrator_all[i]->doc,
                    strcmp(integrator_all[i]->name, integrator_default->name) == 0);
    for (size_t i = 0; impact_laws[i].name; i++)
        print_entry(out, "impact", impact_laws[i].name, impact_laws[i].doc,
                    strcmp(impact_laws[i].name, impact_law_default()->name) == 0);
    for (size_t i = 0; writer_all[i]; i++)
        print_entry(out, "format", writer_all[i]->name, writer_all[i]->doc, i == 0);
}
