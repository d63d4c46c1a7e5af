/* The command line as a structure: what each word becomes, again and again in one process. */

#include "app/cli.h"
#include "lib/testing.h"

enum { MAX_WORDS = 16 };

struct parsed {
    enum status status;
    struct options options;
    struct error err;
    char *argv[MAX_WORDS + 1]; /* getopt_long may reorder it */
};

/** Parses "billiard-sim" and the words up to NULL; the words must outlive the result. */
static void parse(struct parsed *parsed, const char *const *words)
{
    int argc = 0;
    static char name[] = "billiard-sim";
    parsed->argv[argc++] = name;
    for (; words[argc - 1]; argc++)
        memcpy(&parsed->argv[argc], &words[argc - 1], sizeof *words);
    parsed->argv[argc] = NULL;
    parsed->status = cli_parse(argc, parsed->argv, &parsed->options, &parsed->err);
}

#define PARSE(...) parse(&parsed, (const char *const[]){__VA_ARGS__, NULL})

static void assert_override(const struct scene_override *found, const char *option, const char *path, const char *value)
{
    assert_string_equal(found->option, option);
    assert_string_equal(found->path, path);
    assert_string_equal(found->value, value);
}

static void test_defaults(void **context)
{
    (void)context;
    struct parsed parsed;
    PARSE("scene.json");
    const struct options *options = &parsed.options;
    assert_int_equal(parsed.status, STATUS_OK);
    assert_int_equal(options->action, ACTION_RUN);
    assert_string_equal(options->scene, "scene.json");
    assert_string_equal(options->plan.paths.path[STREAM_OUTPUT], "-");
    for (int i = STREAM_EVENTS; i < STREAMS; i++)
        assert_null(options->plan.paths.path[i]);
    assert_ptr_equal(options->plan.format, &writer_csv);
    assert_int_equal(options->plan.precision, 0);
    assert_int_equal(options->plan.threads, 1);
    assert_int_equal(options->plan.progress, PROGRESS_AUTO);
    assert_int_equal(options->plan.verbosity, 0);
    assert_int_equal(options->n_overrides, 0);
    cli_release(&parsed.options);
}

static void test_overrides_in_order(void **context)
{
    (void)context;
    struct parsed parsed;
    PARSE("-n5", "--steps", "6", "--every=7", "-s", "balls.*.r=0.5", "scene.json", "--set=title=a=b", "-ievent", "-d",
          "");
    assert_int_equal(parsed.status, STATUS_OK);
    assert_int_equal(parsed.options.n_overrides, 7);
    assert_override(&parsed.options.overrides[0], "--steps 5", "steps", "5");
    assert_override(&parsed.options.overrides[1], "--steps 6", "steps", "6");
    assert_override(&parsed.options.overrides[2], "--every 7", "every", "7");
    assert_override(&parsed.options.overrides[3], "--set balls.*.r=0.5", "balls.*.r", "0.5");
    assert_override(&parsed.options.overrides[4], "--set title=a=b", "title", "a=b");
    assert_override(&parsed.options.overrides[5], "--integrator event", "integrator", "event");
    assert_override(&parsed.options.overrides[6], "--dt ''", "dt", "");
    assert_string_equal(parsed.options.scene, "scene.json");
    cli_release(&parsed.options);
}

static void test_the_last_of_a_kind_counts(void **context)
{
    (void)context;
    struct parsed parsed;
    PARSE("-o", "/dev/null", "-ob", "-q", "-v", "-p3", "--precision=4", "--print-scene", "--print-scene", "-f", "xyz",
          "s");
    assert_int_equal(parsed.status, STATUS_OK);
    assert_string_equal(parsed.options.plan.paths.path[STREAM_OUTPUT], "b");
    assert_int_equal(parsed.options.plan.verbosity, 1);
    assert_int_equal(parsed.options.plan.precision, 4);
    assert_int_equal(parsed.options.action, ACTION_PRINT_SCENE);
    assert_ptr_equal(parsed.options.plan.format, &writer_xyz);
    cli_release(&parsed.options);
}

static void test_help_wins_over_what_follows(void **context)
{
    (void)context;
    struct parsed parsed;
    PARSE("--help", "--nonsense");
    assert_int_equal(parsed.status, STATUS_OK);
    assert_int_equal(parsed.options.action, ACTION_HELP);
    cli_release(&parsed.options);
    PARSE("--nonsense", "--help");
    assert_int_equal(parsed.status, STATUS_USAGE);
    cli_release(&parsed.options);
}

/** getopt_long keeps a position between calls; an aborted line must not leak into the next. */
static void test_again_after_an_error(void **context)
{
    (void)context;
    struct parsed parsed;
    for (int round = 0; round < 3; round++) {
        PARSE("-qxv", "scene.json");
        assert_int_equal(parsed.status, STATUS_USAGE);
        assert_string_equal(parsed.err.text, "unknown option \"-x\"");
        cli_release(&parsed.options);
        PARSE("one.json", "-v");
        assert_int_equal(parsed.status, STATUS_OK);
        assert_string_equal(parsed.options.scene, "one.json");
        assert_int_equal(parsed.options.plan.verbosity, 1);
        cli_release(&parsed.options);
    }
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_overrides_in_order),
        cmocka_unit_test(test_the_last_of_a_kind_counts),
        cmocka_unit_test(test_help_wins_over_what_follows),
        cmocka_unit_test(test_again_after_an_error),
    };
    return RUN_TESTS(tests);
}
