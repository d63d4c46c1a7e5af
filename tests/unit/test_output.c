/*
 * Promise: a file appears whole or not at all, and nothing is left behind. Measured: each call fails once, for 5
 * reasons, in 6 formats, under 5 integrators. Also kept by cli/outputs.bats, fault/output.bats,
 * fault/output_full.bats.
 *
 * Promise: a replaced file keeps owner, group and mode. Measured: also with two groups.
 * Another user's file is not replaced.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/output.h"
#include "lib/testing.h"

/* Each test works in a fresh folder, which is the current one meanwhile; afterwards the folder must hold exactly what
 * the test expects: a forgotten temporary file is found by folder_holds(). */

static char folder[64];

static int enter_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_output.XXXXXX");
    return mkdtemp(folder) && chmod(folder, 0755) == 0 && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static int entries_in(const char *path)
{
    DIR *directory = opendir(path);
    int count = -2; /* . and .. */
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_file(const char *path, const char *expected)
{
    char text[4096] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, expected);
}

static mode_t mode_of(const char *path)
{
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    return found.st_mode & 07777;
}

static struct output *open_or_fail(const char *path)
{
    struct output *out = NULL;
    struct error err;
    assert_int_equal(output_open(path, &out, &err), STATUS_OK);
    assert_non_null(out);
    return out;
}

static void assert_cannot_open(const char *path, const char *reason)
{
    struct output *out = NULL;
    struct error err;
    assert_int_equal(output_open(path, &out, &err), STATUS_OUTPUT);
    assert_null(out);
    assert_string_equal(err.where, path);
    assert_non_null(strstr(err.text, reason));
}

static void close_or_fail(struct output *out)
{
    struct error err;
    assert_int_equal(output_close(out, &err), STATUS_OK);
}

static void file_appears_at_close_only(void **state)
{
    (void)state;
    struct error err;
    struct output *out = open_or_fail("new.txt");
    output_text(out, "hello ");
    output_number(out, -0.5, 0);
    output_text(out, " ");
    output_number(out, 1.0 / 3, 3);
    output_text(out, " ");
    output_integer(out, INT64_MIN);
    assert_int_equal(output_flush(out, &err), STATUS_OK);
    assert_int_equal(access("new.txt", F_OK), -1);
    close_or_fail(out);
    assert_file("new.txt", "hello -0.5 0.333 -9223372036854775808");
    assert_int_equal(entries_in("."), 1);
}

static void large_outputs_arrive_whole(void **state)
{
    (void)state;
    enum { LINES = 400000 };
    struct output *out = open_or_fail("large.txt");
    char block[200000];
    memset(block, 'x', sizeof block);
    output_bytes(out, block, sizeof block);
    for (int i = 0; i < LINES; i++) {
        char line[16];
        int length = snprintf(line, sizeof line, "%07d\n", i);
        memcpy(output_reserve(out, sizeof line), line, (size_t)length);
        output_advance(out, (size_t)length);
    }
    close_or_fail(out);
    FILE *file = fopen("large.txt", "r");
    assert_non_null(file);
    assert_int_equal(fread(block, 1, sizeof block, file), sizeof block);
    for (size_t i = 0; i < sizeof block; i++)
        assert_int_equal(block[i], 'x');
    for (int i = 0; i < LINES; i++) {
        assert_int_equal(fread(block, 1, 8, file), 8);
        assert_int_equal(atoi(block), i);
    }
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

static void abandoned_file_does_not_appear(void **state)
{
    (void)state;
    struct output *out = open_or_fail("new.txt");
    output_text(out, "half a");
    output_abandon(out);
    assert_int_equal(entries_in("."), 0);
}

static void existing_file_is_kept_when_abandoned(void **state)
{
    (void)state;
    write_file("old.txt", "precious");
    struct output *out = open_or_fail("old.txt");
    output_text(out, "half a");
    output_abandon(out);
    assert_file("old.txt", "precious");
    assert_int_equal(entries_in("."), 1);
}

static void existing_file_is_replaced_with_its_mode(void **state)
{
    (void)state;
    write_file("old.txt", "a much longer former text");
    assert_int_equal(chmod("old.txt", 0666), 0);
    struct output *out = open_or_fail("old.txt");
    output_text(out, "new");
    close_or_fail(out);
    assert_file("old.txt", "new");
    assert_int_equal(mode_of("old.txt"), 0666);
    assert_int_equal(entries_in("."), 1);
}

static void replace(const char *path)
{
    struct output *out = open_or_fail(path);
    output_text(out, "new");
    close_or_fail(out);
    assert_file(path, "new");
}

enum { MEMBER = 4711, OWNER = 4712, GROUP = 4713, OTHER_GROUP = 4714 };

/** Replaces a file as a member of GROUP and OTHER_GROUP. */
static int replace_as_member(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        struct output *out = NULL;
        struct error err;
        const gid_t groups[] = {GROUP, OTHER_GROUP};
        if (setgroups(2, groups) != 0 || setgid(GROUP) != 0 || setuid(MEMBER) != 0)
            _exit(2);
        if (output_open(path, &out, &err) != STATUS_OK)
            _exit(3);
        output_text(out, "new");
        _exit(output_close(out, &err) == STATUS_OK ? 0 : 4);
    }
    int result;
    waitpid(child, &result, 0);
    return WEXITSTATUS(result);
}

/** @param allowed else it is refused at once */
static void assert_replaced_by_member(const char *path, uid_t owner, gid_t group, mode_t mode, bool allowed)
{
    struct stat found;
    write_file(path, "a longer old text");
    assert_int_equal(chown(path, owner, group), 0);
    assert_int_equal(chmod(path, mode), 0);
    assert_int_equal(replace_as_member(path), allowed ? 0 : 3);
    assert_file(path, allowed ? "new" : "a longer old text");
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_uid, owner);
    assert_int_equal(found.st_gid, group);
    assert_int_equal(found.st_mode & 0777, mode);
}

static void existing_file_keeps_owner_and_group(void **state)
{
    (void)state;
    if (geteuid() != 0) {
        print_message("# needs root, who can become someone else\n");
        return;
    }
    assert_int_equal(mkdir("shared", 0777), 0);
    assert_int_equal(chmod("shared", 0777), 0);
    assert_replaced_by_member("shared/owner", OWNER, GROUP, 0660, false);
    assert_replaced_by_member("shared/group", MEMBER, OTHER_GROUP, 0640, true);
    assert_replaced_by_member("shared/strange_group", MEMBER, GROUP + 10, 0600, false);
    assert_int_equal(chmod("shared", 01777), 0);
    assert_replaced_by_member("shared/sticky", OWNER, OTHER_GROUP, 0666, false);
    assert_int_equal(entries_in("shared"), 4);
    write_file("root", "old");
    assert_int_equal(chown("root", OWNER, GROUP), 0);
    replace("root");
    struct stat found;
    assert_int_equal(stat("root", &found), 0);
    assert_true(found.st_uid == OWNER && found.st_gid == GROUP);
}

/** What runs that were killed have left behind. */
static void temporary_names_do_not_run_out(void **state)
{
    (void)state;
    char name[64];
    for (int i = 0; i < 150; i++) {
        snprintf(name, sizeof name, ".output-%ld-%d.tmp", (long)getpid(), i);
        write_file(name, "left");
    }
    replace("new.txt");
    assert_int_equal(entries_in("."), 151);
}

static void keep(const char *path, const char *wanted)
{
    struct error err;
    char name[PATH_MAX];
    struct output *out = open_or_fail(path);
    output_text(out, "first rows");
    assert_int_equal(output_keep(out, name, &err), STATUS_OK);
    assert_string_equal(name, wanted);
    assert_file(name, "first rows");
}

static void incomplete_file_is_kept_beside(void **state)
{
    (void)state;
    char longest[256], shortened[256];
    memset(longest, 'x', 255);
    longest[255] = '\0';
    memcpy(shortened, longest, sizeof longest);
    strcpy(shortened + 255 - 8, ".partial");
    write_file("old.txt", "precious");
    assert_int_equal(mkdir("data", 0777), 0);
    keep("new.txt", "new.txt.partial");
    keep("new.txt", "new.txt.partial");
    keep("old.txt", "old.txt.partial");
    keep(longest, shortened);
    assert_file("old.txt", "precious");
    assert_int_equal(symlink("data", "link"), 0);
    keep("link/new.txt", "link/new.txt.partial");
    assert_int_equal(entries_in("data"), 1);
    assert_int_equal(entries_in("."), 6);
}

/** Its partial name is a folder's: then the file stays under the temporary name, which the error tells. */
static void incomplete_file_is_never_lost(void **state)
{
    (void)state;
    struct error err;
    char name[PATH_MAX];
    assert_int_equal(mkdir("new.txt.partial", 0777), 0);
    struct output *out = open_or_fail("new.txt");
    output_text(out, "first rows");
    assert_int_equal(output_keep(out, name, &err), STATUS_OUTPUT);
    assert_string_equal(name, "");
    const char *temporary = strstr(err.text, ".output-");
    assert_non_null(temporary);
    assert_file(temporary, "first rows");
    assert_int_equal(entries_in("."), 2);
}

static void nothing_is_kept_of_what_is_written_in_place(void **state)
{
    (void)state;
    struct error err;
    char name[PATH_MAX];
    assert_int_equal(output_keep(open_or_fail("/dev/null"), name, &err), STATUS_OK);
    assert_string_equal(name, "");
    assert_int_equal(output_keep(open_or_fail("/dev/full"), name, &err), STATUS_OK);
    struct output *out = open_or_fail("/dev/full");
    output_text(out, "text");
    assert_int_equal(output_keep(out, name, &err), STATUS_OUTPUT);
    assert_string_equal(name, "");
}

static void new_file_follows_umask(void **state)
{
    (void)state;
    mode_t before = umask(027);
    close_or_fail(open_or_fail("new.txt"));
    umask(before);
    assert_int_equal(mode_of("new.txt"), 0640);
}

static void symbolic_links_stay(void **state)
{
    (void)state;
    struct stat found;
    char absolute[128];
    assert_int_equal(mkdir("data", 0777), 0);
    write_file("data/old.txt", "old");
    assert_int_equal(symlink("data/old.txt", "link"), 0);
    snprintf(absolute, sizeof absolute, "%s/link", folder);
    assert_int_equal(symlink(absolute, "link_to_link"), 0);
    const char *const links[] = {"link", "link_to_link"};
    for (size_t i = 0; i < 2; i++) {
        struct output *out = open_or_fail(links[i]);
        output_text(out, links[i]);
        close_or_fail(out);
        assert_int_equal(lstat(links[i], &found), 0);
        assert_true(S_ISLNK(found.st_mode));
        assert_file(links[i], links[i]);
    }
    assert_file("data/old.txt", "link_to_link");
    assert_int_equal(entries_in("data"), 1);
    assert_int_equal(entries_in("."), 3);
}

static void what_cannot_be_opened_is_told(void **state)
{
    (void)state;
    assert_int_equal(mkdir("directory", 0777), 0);
    assert_int_equal(symlink("loop", "loop"), 0);
    write_file("file", "text");
    assert_cannot_open("directory", strerror(EISDIR));
    assert_cannot_open("directory/", strerror(EISDIR));
    assert_cannot_open("file/new.txt", strerror(ENOTDIR));
    assert_cannot_open("loop", strerror(ELOOP));
    struct output *out;
    struct error err;
    assert_int_equal(output_open("missing/new.txt", &out, &err), STATUS_OUTPUT);
    assert_string_equal(err.text, "cannot create missing/new.txt: no such folder");
    assert_int_equal(output_open("", &out, &err), STATUS_OUTPUT);
    assert_string_equal(err.text, "empty file name");
    assert_int_equal(entries_in("directory"), 0);
    assert_file("file", "text");
}

/** In a child without privileges: permissions do not bind root. @return whether the file can be opened */
static int opens_unprivileged(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        struct output *out = NULL;
        struct error err;
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(2);
        enum status status = output_open(path, &out, &err);
        output_abandon(out);
        _exit(status == STATUS_OK ? 1 : status == STATUS_OUTPUT && strstr(err.text, strerror(EACCES)) ? 0 : 3);
    }
    int result;
    waitpid(child, &result, 0);
    return WEXITSTATUS(result);
}

static void permissions_are_respected(void **state)
{
    (void)state;
    assert_int_equal(mkdir("closed", 0777), 0);
    assert_int_equal(mkdir("open", 0777), 0);
    assert_int_equal(chmod("open", 0777), 0);
    write_file("open/read_only.txt", "precious");
    assert_int_equal(chmod("open/read_only.txt", 0444), 0);
    assert_int_equal(chmod("closed", 0555), 0);
    assert_int_equal(opens_unprivileged("open/new.txt"), 1);
    assert_int_equal(opens_unprivileged("closed/new.txt"), 0);
    assert_int_equal(opens_unprivileged("open/read_only.txt"), 0);
    assert_int_equal(entries_in("open"), 1);
}

static void full_device_is_told(void **state)
{
    (void)state;
    struct error err;
    struct output *out = open_or_fail("/dev/full");
    output_text(out, "text");
    assert_int_equal(output_status(out, &err), STATUS_OK);
    assert_int_equal(output_flush(out, &err), STATUS_OUTPUT);
    for (int i = 0; i < 100; i++) {
        char *room = output_reserve(out, 60000); /* remains usable */
        memset(room, 'x', 60000);
        output_advance(out, 60000);
    }
    assert_int_equal(output_status(out, &err), STATUS_OUTPUT);
    assert_false(err.broken_pipe);
    assert_int_equal(output_close(out, &err), STATUS_OUTPUT);
    assert_string_equal(err.where, "/dev/full");
    assert_non_null(strstr(err.text, strerror(ENOSPC)));

    out = open_or_fail("/dev/full");
    output_text(out, "text");
    assert_int_equal(output_close(out, &err), STATUS_OUTPUT);
}

/** A file that hits its size limit half-way: a failure after good writes. In a child, whose limit it is. */
static void failure_leaves_no_file(void **state)
{
    (void)state;
    write_file("old.txt", "precious");
    pid_t child = fork();
    if (child == 0) {
        struct error err;
        struct output *out = open_or_fail("old.txt");
        signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &(struct rlimit){1000000, 1000000}) != 0)
            _exit(2);
        for (int i = 0; i < 200000; i++)
            output_text(out, "123456789\n");
        _exit(output_close(out, &err) == STATUS_OUTPUT && strstr(err.text, strerror(EFBIG)) ? 0 : 1);
    }
    int result;
    waitpid(child, &result, 0);
    assert_int_equal(WEXITSTATUS(result), 0);
    assert_file("old.txt", "precious");
    assert_int_equal(entries_in("."), 1);
}

static void null_device_is_written_in_place(void **state)
{
    (void)state;
    struct output *out = open_or_fail("/dev/null");
    output_text(out, "text");
    close_or_fail(out);
    struct stat found;
    assert_int_equal(stat("/dev/null", &found), 0);
    assert_true(S_ISCHR(found.st_mode));
    output_abandon(open_or_fail("/dev/null"));
    assert_int_equal(stat("/dev/null", &found), 0);
}

static void fifo_is_written_in_place(void **state)
{
    (void)state;
    char text[16] = "";
    assert_int_equal(mkfifo("fifo", 0666), 0);
    int reader = open("fifo", O_RDONLY | O_NONBLOCK);
    struct output *out = open_or_fail("fifo");
    output_text(out, "text");
    close_or_fail(out);
    assert_int_equal(read(reader, text, sizeof text), 4);
    assert_string_equal(text, "text");
    close(reader);
    struct stat found;
    assert_int_equal(stat("fifo", &found), 0);
    assert_true(S_ISFIFO(found.st_mode));
}

static void broken_pipe_is_recognised(void **state)
{
    (void)state;
    struct error err;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(mkfifo("fifo", 0666), 0);
    int reader = open("fifo", O_RDONLY | O_NONBLOCK);
    struct output *out = open_or_fail("fifo");
    close(reader);
    output_text(out, "text");
    assert_int_equal(output_flush(out, &err), STATUS_OUTPUT);
    assert_true(err.broken_pipe);
    output_abandon(out);
}

enum { PIPED_BYTES = 3000000 };

static char piped_byte(size_t i)
{
    return (char)('a' + i % 23);
}

/** Starts late, reads in small pieces. @return exit code: 0 if everything came */
static int read_slowly(int descriptor)
{
    char bytes[1000];
    size_t count = 0;
    ssize_t got;
    usleep(50000);
    while ((got = read(descriptor, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < got; i++)
            if (bytes[i] != piped_byte(count++))
                return 1;
    return count == PIPED_BYTES ? 0 : 2;
}

static void slow_readers_get_everything(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[1]);
        _exit(read_slowly(ends[0]));
    }
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    close(ends[0]);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[1]);
    struct output *out = open_or_fail("-");
    for (size_t i = 0; i < PIPED_BYTES; i++)
        output_bytes(out, &(char){piped_byte(i)}, 1);
    struct error err;
    enum status status = output_close(out, &err);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    int result;
    waitpid(child, &result, 0);
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(WEXITSTATUS(result), 0);
}

/** Runs `action` with standard output sent to a file. */
static void with_standard_output(const char *path, int flags, void (*action)(void))
{
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), file = open(path, flags, 0666);
    dup2(file, STDOUT_FILENO);
    close(file);
    action();
    dup2(kept, STDOUT_FILENO);
    close(kept);
}

static void say_hello(void)
{
    struct output *out = open_or_fail("-");
    output_text(out, "hello\n");
    close_or_fail(out);
    assert_int_equal(write(STDOUT_FILENO, "more\n", 5), 5);
}

static void say_hello_by_name(void)
{
    struct output *out = open_or_fail("/dev/stdout");
    output_text(out, "hello\n");
    close_or_fail(out);
}

static void fail_to_say_hello(void)
{
    struct error err;
    struct output *out = open_or_fail("-");
    output_text(out, "hello\n");
    assert_int_equal(output_close(out, &err), STATUS_OUTPUT);
    assert_string_equal(err.where, "standard output");
}

static void say_more_by_name(void)
{
    static const char *const names[] = {"/dev/stdout", "//dev/fd/../fd/1", "link", "out.txt", "/dev/stderr"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(write(STDOUT_FILENO, "before ", 7), 7);
        struct output *out = open_or_fail(names[i]);
        output_text(out, names[i]);
        close_or_fail(out);
        assert_int_equal(write(STDOUT_FILENO, " after\n", 7), 7);
    }
}

/** The position in the file is shared: nothing is written over. */
static void names_of_standard_output_continue_it(void **state)
{
    (void)state;
    int kept = dup(STDERR_FILENO), log = open("log.txt", O_WRONLY | O_CREAT, 0666);
    assert_int_equal(symlink("/dev/stdout", "link"), 0);
    dup2(log, STDERR_FILENO);
    close(log);
    with_standard_output("out.txt", O_WRONLY | O_CREAT, say_more_by_name);
    dup2(kept, STDERR_FILENO);
    close(kept);
    assert_file("log.txt", "/dev/stderr");
    assert_file("out.txt", "before /dev/stdout after\nbefore //dev/fd/../fd/1 after\nbefore link after\n"
                           "before out.txt after\nbefore  after\n");
    assert_int_equal(entries_in("."), 3);
}

static void standard_output_is_written_in_place(void **state)
{
    (void)state;
    with_standard_output("out.txt", O_WRONLY | O_CREAT, say_hello);
    assert_file("out.txt", "hello\nmore\n");
    with_standard_output("out.txt", O_WRONLY | O_APPEND, say_hello_by_name);
    assert_file("out.txt", "hello\nmore\nhello\n");
    with_standard_output("/dev/full", O_WRONLY, fail_to_say_hello);
    assert_int_equal(entries_in("."), 1);
}

static void closed_standard_output_is_told(void **state)
{
    (void)state;
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    close(STDOUT_FILENO);
    struct output *out = NULL;
    struct error err;
    enum status status = output_open("-", &out, &err);
    int placeholder = open("/dev/null", O_RDONLY); /* as main() reserves the descriptor */
    enum status status_reserved = output_open("-", &out, &err);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    assert_int_equal(status, STATUS_OUTPUT);
    assert_int_equal(placeholder, STDOUT_FILENO);
    assert_int_equal(status_reserved, STATUS_OUTPUT);
    assert_int_equal(entries_in("."), 0);
}

static void two_outputs_in_one_folder(void **state)
{
    (void)state;
    struct output *a = open_or_fail("a.txt"), *b = open_or_fail("b.txt");
    output_text(a, "a");
    output_text(b, "b");
    close_or_fail(a);
    close_or_fail(b);
    assert_file("a.txt", "a");
    assert_file("b.txt", "b");
    assert_int_equal(entries_in("."), 2);
}

static void target_that_became_a_directory(void **state)
{
    (void)state;
    struct error err;
    struct output *out = open_or_fail("name");
    assert_int_equal(mkdir("name", 0777), 0);
    output_text(out, "text");
    assert_int_equal(output_close(out, &err), STATUS_OUTPUT);
    assert_int_equal(entries_in("."), 1);
    assert_int_equal(entries_in("name"), 0);
}

static void json_strings_are_escaped(void **state)
{
    (void)state;
    struct output *out = open_or_fail("strings.txt");
    output_json_string(out, "");
    output_json_string(out, "plain \xc3\xa4\xf0\x9f\x8e\xb1 \x7f/");
    output_json_string(out, "\"quoted\" and \\ \b\f\n\r\t\x01\x1f end");
    close_or_fail(out);
    assert_file("strings.txt", "\"\""
                               "\"plain \xc3\xa4\xf0\x9f\x8e\xb1 \x7f/\""
                               "\"\\\"quoted\\\" and \\\\ \\b\\f\\n\\r\\t\\u0001\\u001f end\"");
}

static int open_descriptors(void)
{
    int count = 0;
    for (int descriptor = 0; descriptor < 1000; descriptor++)
        count += fcntl(descriptor, F_GETFD) >= 0;
    return count;
}

static void descriptors_are_given_back(void **state)
{
    (void)state;
    enum { ABANDONED, CLOSED, SETTLED, KEPT, WAYS };
    int before = open_descriptors();
    for (int way = 0; way < WAYS; way++) {
        static const char *const paths[] = {"file", "file", "-", "/dev/null"};
        for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
            char name[PATH_MAX];
            struct error err = {.status = STATUS_OK};
            struct output *out = open_or_fail(paths[i]);
            assert_int_equal(open_descriptors(), before + 1);
            if (way == CLOSED)
                assert_int_equal(output_close(out, &err), STATUS_OK);
            else if (way == KEPT)
                assert_int_equal(output_keep(out, name, &err), STATUS_OK);
            else if (way == ABANDONED || output_settle(out, &err) == STATUS_OK)
                output_abandon(out);
            assert_int_equal(open_descriptors(), before);
        }
    }
}

static void null_is_accepted(void **state)
{
    (void)state;
    struct error err;
    assert_int_equal(output_close(NULL, &err), STATUS_OK);
    output_abandon(NULL);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(file_appears_at_close_only),
        IN_FOLDER(large_outputs_arrive_whole),
        IN_FOLDER(abandoned_file_does_not_appear),
        IN_FOLDER(existing_file_is_kept_when_abandoned),
        IN_FOLDER(existing_file_is_replaced_with_its_mode),
        IN_FOLDER(existing_file_keeps_owner_and_group),
        IN_FOLDER(temporary_names_do_not_run_out),
        IN_FOLDER(incomplete_file_is_kept_beside),
        IN_FOLDER(incomplete_file_is_never_lost),
        IN_FOLDER(nothing_is_kept_of_what_is_written_in_place),
        IN_FOLDER(new_file_follows_umask),
        IN_FOLDER(symbolic_links_stay),
        IN_FOLDER(what_cannot_be_opened_is_told),
        IN_FOLDER(permissions_are_respected),
        IN_FOLDER(full_device_is_told),
        IN_FOLDER(failure_leaves_no_file),
        IN_FOLDER(null_device_is_written_in_place),
        IN_FOLDER(fifo_is_written_in_place),
        IN_FOLDER(broken_pipe_is_recognised),
        IN_FOLDER(slow_readers_get_everything),
        IN_FOLDER(standard_output_is_written_in_place),
        IN_FOLDER(names_of_standard_output_continue_it),
        IN_FOLDER(closed_standard_output_is_told),
        IN_FOLDER(two_outputs_in_one_folder),
        IN_FOLDER(target_that_became_a_directory),
        IN_FOLDER(json_strings_are_escaped),
        IN_FOLDER(descriptors_are_given_back),
        cmocka_unit_test(null_is_accepted),
    };
    return RUN_TESTS(tests);
}
