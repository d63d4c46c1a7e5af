/*
 * Can any input crash the scene reader? Good scenes are damaged at random, always in the same way, and loaded. Each is
 * either accepted, and then its numbers are finite and its balls sized, or rejected with at least one line that names
 * the file. Under `make asan` every access is checked too.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/scene.h"

enum { ROUNDS = 40000, ROOM = 4096 };

static const char *const seeds[] = {
    "{\"title\": \"all keys\", \"comment\": \"\\u00e9\\n\", \"table\": {\"width\": 10, \"height\": 5}, "
    "\"restitution\": "
    "{\"ball\": 0.9, \"wall\": 1}, \"k\": 1e3, \"dt\": 0.01, \"steps\": 20, \"every\": 2, \"integrator\": \"event\", "
    "\"impact\": \"gr\", \"contact_time\": 0, \"start\": {\"step\": 4}, \"defaults\": {\"r\": 0.5, \"m\": 2}, "
    "\"balls\": "
    "[{\"x\": 2, \"y\": 2.5, \"vx\": -1e-3, \"vy\": 0, \"t0\": 0.02, \"name\": \"a\", \"color\": \"red\"}, {\"x\": 7, "
    "\"y\": 3}]}",
    "{\"table\": {\"width\": 50, \"height\": 40}, \"restitution\": 1, \"dt\": 1, \"steps\": 1, \"balls\": [{\"rack\": "
    "\"triangle\", \"rows\": 3, \"x\": 9, \"y\": 20, \"r\": 1, \"gap\": 0.1, \"angle\": 90}, {\"fill\": \"hex\", "
    "\"count\": 9, \"r\": 0.5, \"speed\": 1, \"seed\": 7, \"region\": [20, 1, 45, 30]}, {\"fill\": \"random\", "
    "\"count\": "
    "4, \"r\": 1, \"seed\": 1, \"region\": [20, 31, 45, 40]}]}",
};

static const char *const tokens[] = {
    "null",  "true",       "{",      "}",     "[",    "]",    ",",       ":",  "\"",   "\\",
    "\\u",   "\\ud800",    "1e999",  "-1",    "0",    "-0",   "9",       "1.", "1e-5", "1e17",
    "1e308", "4294967296", "\"x\":", "\"r\"", "\xff", "\xc3", "[[[[[[[", " ",
};

struct random {
    uint64_t state;
};

/** 0 <= result < below */
static size_t pick(struct random *random, size_t below)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)((random->state >> 33) % below);
}

/** Replaces `removed` bytes at `at` by a text; does nothing where that does not fit. */
static void splice(char *text, size_t *length, size_t at, size_t removed, const char *put, size_t put_length)
{
    if (*length - removed + put_length > ROOM)
        return;
    memmove(text + at + put_length, text + at + removed, *length - at - removed);
    memcpy(text + at, put, put_length);
    *length = *length - removed + put_length;
}

static void damage(char *text, size_t *length, struct random *random)
{
    size_t at = pick(random, *length), span = 1 + pick(random, 12);
    if (span > *length - at)
        span = *length - at;
    char copy[16];
    memcpy(copy, text + at, span);
    const char *token = tokens[pick(random, sizeof tokens / sizeof tokens[0])];
    switch (pick(random, 5)) {
    case 0:
        text[at] = (char)pick(random, 256);
        break;
    case 1:
        splice(text, length, at, *length > span ? span : 0, "", 0);
        break;
    case 2:
        splice(text, length, at, 0, copy, span);
        break;
    case 3:
        splice(text, length, at, 0, token, strlen(token));
        break;
    default:
        splice(text, length, at, span, token, strlen(token));
    }
}

struct faults {
    const char *path;
    int lines;
};

static void take_fault(void *context, const char *line)
{
    struct faults *faults = context;
    faults->lines++;
    assert_true(strncmp(line, faults->path, strlen(faults->path)) == 0);
    assert_null(strchr(line, '\n'));
}

static void check_accepted(const struct scene *scene, const struct world *world)
{
    assert_true(scene->width > 0 && scene->height > 0 && scene->dt > 0 && scene->every >= 1);
    assert_true(world->n == scene->n);
    for (size_t i = 0; i < world->n; i++) {
        assert_true(scene->r[i] > 0 && scene->m[i] > 0 && isfinite(scene->r[i]) && isfinite(scene->m[i]));
        assert_true(isfinite(world->x[i]) && isfinite(world->y[i]));
        assert_true(isfinite(world->vx[i]) && isfinite(world->vy[i]));
    }
}

/** Returns whether the scene was accepted. */
static bool load(const char *path, bool all)
{
    static const struct scene_integrator integrators[] = {{"event", false, true}, {"spring", true, false}};
    static const char *const impacts[] = {"gr", "lcp"};
    const struct scene_vocabulary vocabulary = {integrators, 2, impacts, 2, "event", "gr"};
    const struct scene_source source = {path, NULL, 0};
    struct faults faults = {path, 0};
    const struct scene_faults sink = {take_fault, &faults, all};
    struct scene *scene = NULL;
    struct world *world = NULL;
    struct error err = {.status = STATUS_OK};
    enum status status = scene_load(&source, &vocabulary, &sink, &scene, &world, &err);
    if (status == STATUS_OK)
        check_accepted(scene, world);
    else if (status == STATUS_SCENE)
        assert_true(faults.lines >= 1 && (all || faults.lines == 1));
    else
        assert_int_equal(status, STATUS_LIMIT); /* a fill of more balls than memory holds */
    world_destroy(world);
    scene_destroy(scene);
    return status == STATUS_OK;
}

/** The file stays open: closing it after each change would wait for the disk on some file systems. */
static void rewrite(int descriptor, const char *bytes, size_t length)
{
    assert_int_equal(pwrite(descriptor, bytes, length, 0), (ssize_t)length);
    assert_int_equal(ftruncate(descriptor, (off_t)length), 0);
}

static void test_damaged_scenes(void **context)
{
    (void)context;
    char path[] = "/tmp/billiard-fuzz-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    struct random random = {20};
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char text[ROOM];
        const char *seed = seeds[round % 2];
        size_t length = strlen(seed), wounds = pick(&random, 4);
        memcpy(text, seed, length);
        for (size_t i = 0; i < wounds; i++)
            damage(text, &length, &random);
        rewrite(descriptor, text, length);
        accepted += load(path, round % 3 == 0);
    }
    close(descriptor);
    unlink(path);
    assert_true(accepted > ROUNDS / 8 && accepted < ROUNDS / 2);
}

int main(void)
{
    cmocka_set_message_output(CM_OUTPUT_TAP);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_damaged_scenes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
