/*
 * Promise: no stream overwrites another, or the scene, under any name. Measured: links, new files, standard streams.
 * Also kept by cli/outputs.bats, cli/usage.bats.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "lib/testing.h"

/* Works in a fresh folder with
 *
 *     file                     hard -> the same file     soft -> file      loop -> loop
 *     folder/                  fifo                      out -> /dev/stdout
 */

static char folder[64];

static int make_files(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_path.XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) != 0 || close(open("file", O_WRONLY | O_CREAT, 0666)) != 0)
        return -1;
    bool made = link("file", "hard") == 0 && symlink("file", "soft") == 0 && symlink("loop", "loop") == 0 &&
                mkdir("folder", 0777) == 0 && mkfifo("fifo", 0666) == 0 && symlink("/dev/stdout", "out") == 0;
    return made ? 0 : -1;
}

static int remove_files(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static bool identical(const char *a, const char *b)
{
    struct path_identity identity_a = path_identify(a), identity_b = path_identify(b);
    assert_int_equal(path_identical(&identity_a, &identity_b), path_identical(&identity_b, &identity_a));
    return path_identical(&identity_a, &identity_b);
}

/** Each name with each: identical exactly within a class. */
static void test_identities(void **state)
{
    (void)state;
    char absolute[128];
    snprintf(absolute, sizeof absolute, "%s/folder/new", folder);
    const struct {
        int class;
        const char *path;
    } names[] = {{1, "file"},       {1, "./file"},      {1, "hard"},   {1, "soft"}, {1, "folder/../file"},
                 {2, "folder/new"}, {2, "folder//new"}, {2, absolute}, {3, "new"},  {4, "folder/file"},
                 {5, "newer"}};
    enum { NAMES = sizeof names / sizeof names[0] };
    for (size_t i = 0; i < NAMES; i++)
        for (size_t j = 0; j < NAMES; j++)
            assert_int_equal(identical(names[i].path, names[j].path), names[i].class == names[j].class);
}

static void test_what_is_identical_to_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"/dev/null", "fifo", "folder", "loop", "absent/file", ""};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_false(identical(names[i], names[i]));
}

static void test_identity_of_descriptors(void **state)
{
    (void)state;
    int file = open("hard", O_RDONLY), null = open("/dev/null", O_RDONLY);
    struct path_identity opened = path_identify_descriptor(file), named = path_identify("soft");
    struct path_identity device = path_identify_descriptor(null), closed = path_identify_descriptor(1000);
    assert_true(path_identical(&opened, &named));
    assert_false(path_identical(&device, &device));
    assert_false(path_identical(&closed, &closed));
    close(file);
    close(null);
}

/** What a name stands for while standard output and standard error lead to two paths. */
static int descriptor_of(const char *name, const char *output, const char *error)
{
    fflush(stdout);
    int kept_output = dup(1), kept_error = dup(2), found;
    int new_output = open(output, O_RDWR), new_error = open(error, O_RDWR);
    dup2(new_output, 1);
    dup2(new_error, 2);
    found = path_descriptor(name);
    dup2(kept_output, 1);
    dup2(kept_error, 2);
    close(kept_output);
    close(kept_error);
    close(new_output);
    close(new_error);
    return found;
}

static void test_descriptors(void **state)
{
    (void)state;
    char own[64];
    snprintf(own, sizeof own, "/proc/%ld/fd/1", (long)getpid());
    const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "//dev/stdout", "/dev/../dev/fd/1", own, "out"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(descriptor_of(names[i], "/dev/null", "/dev/null"),
                         i < 3 ? 1 : -1); /* devices have no position */
        assert_int_equal(descriptor_of(names[i], "file", "file"), 1);
    }
    assert_int_equal(descriptor_of("/dev/stderr", "file", "file"), 2);
    assert_int_equal(descriptor_of("/dev/fd/37", "file", "file"), 37);
    for (size_t i = 0; i < 3; i++) {
        const char *const same[] = {"file", "hard", "soft"};
        assert_int_equal(descriptor_of(same[i], "file", "/dev/null"), 1);
        assert_int_equal(descriptor_of(same[i], "/dev/null", "file"), 2);
        assert_int_equal(descriptor_of(same[i], "/dev/null", "/dev/null"), -1);
    }
    assert_int_equal(descriptor_of("fifo", "fifo", "file"), 1);
    assert_int_equal(descriptor_of("fifo", "file", "file"), -1);
    assert_int_equal(descriptor_of("/dev/null", "/dev/null", "/dev/null"), -1);
    assert_int_equal(descriptor_of("new", "file", "file"), -1);
    assert_int_equal(descriptor_of("loop", "file", "file"), -1);
    assert_int_equal(descriptor_of("", "file", "file"), -1);
}

static void test_names(void **state)
{
    (void)state;
    char found[PATH_MAX], longest[PATH_MAX];
    assert_true(path_beside("a/b/c", "d", found));
    assert_string_equal(found, "a/b/d");
    assert_true(path_beside("c", "d", found));
    assert_string_equal(found, "d");
    assert_true(path_beside("/c", "d", found));
    assert_string_equal(found, "/d");
    assert_true(path_target("soft", found));
    assert_string_equal(found, "file");
    assert_true(path_target("file", found));
    assert_string_equal(found, "file");
    assert_true(path_partial("out.csv", found));
    assert_string_equal(found, "out.csv.partial");
    assert_true(path_partial("a.b/out", found));
    assert_string_equal(found, "a.b/out.partial");
    memset(longest, '/', sizeof longest);
    strcpy(longest + PATH_MAX - 4, "out");
    assert_true(path_target(longest, found));
    assert_string_equal(found, longest);
    errno = 0;
    assert_false(path_partial(longest, found));
    assert_int_equal(errno, ENAMETOOLONG);
    assert_false(path_beside(longest, "four", found));
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_what_is_identical_to_nothing),
        cmocka_unit_test(test_identity_of_descriptors),
        cmocka_unit_test(test_descriptors),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
