/*
 * Feeds files to a fuzz target, for builds without libFuzzer. Without arguments: all of the target's corpus in the
 * tree, as one TAP test; the name of the target is that of the program. Should a file end the program, its name is the
 * last line.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/require.h"

enum { MOST_BYTES = 1 << 16, MOST_PATH = 1024 };

static void feed(const char *path)
{
    uint8_t room[MOST_BYTES];
    FILE *file = fopen(path, "rb");
    REQUIRE(file);
    size_t size = fread(room, 1, sizeof room, file);
    REQUIRE(size < sizeof room);
    fclose(file);
    uint8_t *data = malloc(size ? size : 1); /* no byte too many */
    REQUIRE(data);
    memcpy(data, room, size);
    printf("# %s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/** The corpus of fuzz_NAME is tests/fuzz/corpus/NAME. */
static int feed_corpus(const char *program)
{
    char folder[MOST_PATH / 2], path[MOST_PATH];
    struct dirent **entries;
    const char *name = strstr(program, "fuzz_");
    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", name ? name + strlen("fuzz_") : "");
    int count = scandir(folder, &entries, is_input, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        feed(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return count;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        feed(argv[i]);
    if (argc > 1)
        return 0;
    int count = feed_corpus(argv[0]);
    printf("1..1\n%sok 1 - %d inputs keep their promises\n", count > 0 ? "" : "not ", count);
    return count > 0 ? 0 : 1;
}
