/* The main function of a folder's tests: each file of tests is a group, found by its name. */
#include "lib/testing.h"

static struct test_group *groups;

void test_group_add(struct test_group *group)
{
    group->next = groups;
    groups = group;
}

/** With the path of one file of tests: runs it and prints TAP. Without: all files, one after another. */
int main(int argc, char **argv)
{
    int failures = 0, found = 0;
    cmocka_set_message_output(CM_OUTPUT_TAP);
    for (struct test_group *group = groups; group; group = group->next) {
        if (argc > 1 && strcmp(argv[1], group->file) != 0)
            continue;
        failures += group->run();
        found++;
    }
    if (found == 0)
        fprintf(stderr, "no tests of %s in this program\n", argc > 1 ? argv[1] : "any file");
    return failures > 0 || found == 0;
}
