/*
 * Saving and continuing: the first two bytes are numbers of steps, the rest is a scene. Run in two pieces, with a save
 * and a load in between, it must come to the same bits as run at once: the balls, the state saved at the end, and for
 * hard balls the log of contacts (springs tell a contact under way at the save in two parts, billiard-sim(1), SAVING).
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/memory.h"
#include "fuzz/reading.h"
#include "fuzz/require.h"
#include "fuzz/running.h"
#include "integrators/integrator.h"

enum { MOST_BYTES = 1024, MOST_STEPS = 10, WANTED = 1 << STREAM_SAVE };

/** What a run leaves: copies. */
struct outcome {
    struct running running;
    struct reading reading; /* the world at the end */
    char *saved, *events;   /* NULL: nothing was saved */
};

static char *copy_of(enum stream stream)
{
    size_t length;
    const char *text = memory_output(running_paths[stream], &length);
    return text ? strdup(text) : NULL;
}

/** Loads and runs a scene; false: it is rejected, too long a run, ends early by itself (what it has counted does not
 *  outlive a save), or memory ran out. */
static bool outcome_make(struct outcome *outcome, const char *text, uint64_t steps)
{
    *outcome = (struct outcome){.saved = NULL};
    reading_load(&outcome->reading, text, strlen(text), NULL, 0, false);
    if (outcome->reading.status != STATUS_OK || outcome->reading.scene->stop.kind != SCENE_STOP_NONE ||
        !running_is_short(&outcome->reading, steps))
        return false;
    memory_forget();
    running_run(&outcome->running, &outcome->reading, steps, WANTED, NULL, 0);
    outcome->saved = copy_of(STREAM_SAVE);
    outcome->events = copy_of(STREAM_EVENTS);
    return outcome->running.status != STATUS_LIMIT && !outcome->running.stopped;
}

static void outcome_free(struct outcome *outcome)
{
    reading_free(&outcome->reading);
    free(outcome->saved);
    free(outcome->events);
}

static bool same_numbers(const double *a, const double *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

static void check_worlds(const struct world *a, const struct world *b)
{
    REQUIRE(a->step == b->step && a->t == b->t && a->n == b->n);
    REQUIRE(same_numbers(a->x, b->x, a->n) && same_numbers(a->y, b->y, a->n));
    REQUIRE(same_numbers(a->vx, b->vx, a->n) && same_numbers(a->vy, b->vy, a->n));
    REQUIRE(!a->turns == !b->turns && (!a->turns || same_numbers(&a->turns->x, &b->turns->x, 2 * a->n)));
    REQUIRE(!a->w == !b->w && (!a->w || same_numbers(&a->w->x, &b->w->x, 3 * a->n)));
}

/** The states saved at the end differ in the number of steps at most, which comes before `every`. */
static void check_states(const struct outcome *whole, const struct outcome *rest)
{
    REQUIRE(!whole->saved == !rest->saved);
    if (whole->saved) {
        const char *a = strstr(whole->saved, "\n  \"every\""), *b = strstr(rest->saved, "\n  \"every\"");
        REQUIRE(a && b && strcmp(a, b) == 0);
    }
}

/** Past a row of the log if it starts the text, its group apart; NULL: it does not. */
static const char *after_same_row(const char *text, const char *row)
{
    size_t time = strcspn(row, ",") + 1, group = strcspn(row + time, ",");
    const char *rest = row + time + group, *end = strchr(rest, '\n') + 1;
    if (strncmp(text, row, time) != 0)
        return NULL;
    text += time + strcspn(text + time, ",");
    size_t length = (size_t)(end - rest);
    return strncmp(text, rest, length) == 0 ? text + length : NULL;
}

/** The whole log is that of the first piece and that of the rest. */
static void check_events(const struct outcome *whole, const struct outcome *first, const struct outcome *rest)
{
    const char *text = strchr(whole->events, '\n') + 1;
    const struct outcome *pieces[] = {first, rest};
    for (size_t i = 0; i < 2; i++)
        for (const char *row = strchr(pieces[i]->events, '\n') + 1; *row; row = strchr(row, '\n') + 1) {
            text = after_same_row(text, row);
            REQUIRE(text);
        }
    REQUIRE(*text == '\0');
}

static void check_continued(const struct outcome *whole, const struct outcome *first, uint64_t steps)
{
    struct outcome rest;
    bool done = outcome_make(&rest, first->saved, steps);
    REQUIRE(rest.reading.status == STATUS_OK);
    if (done) {
        REQUIRE(rest.running.status == whole->running.status);
        REQUIRE(strcmp(rest.running.err.text, whole->running.err.text) == 0);
        if (rest.running.status == STATUS_OK)
            check_worlds(whole->reading.world, rest.reading.world);
        check_states(whole, &rest);
        if (!integrator_find(whole->reading.scene->integrator)->needs)
            check_events(whole, first, &rest);
    }
    outcome_free(&rest);
}

/** A failure comes at the same step every time, however the run is sliced. */
static void check_failed(const struct outcome *whole, const char *text, uint64_t steps)
{
    struct outcome again;
    REQUIRE(outcome_make(&again, text, steps));
    REQUIRE(again.running.status == whole->running.status);
    REQUIRE(strcmp(again.running.err.text, whole->running.err.text) == 0);
    check_worlds(whole->reading.world, again.reading.world);
    outcome_free(&again);
}

/** A run at once, and in pieces of so many steps. */
static void compare(const char *text, uint64_t before, uint64_t after)
{
    struct outcome whole, first;
    if (outcome_make(&whole, text, before + after)) {
        REQUIRE(outcome_make(&first, text, before));
        REQUIRE(first.saved || whole.running.status != STATUS_OK);
        if (whole.running.status != STATUS_OK)
            check_failed(&whole, text, before + after);
        if (first.saved)
            check_continued(&whole, &first, after);
        outcome_free(&first);
    }
    outcome_free(&whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[MOST_BYTES + 1];
    if (size < 2)
        return 0;
    size_t length = size - 2 < MOST_BYTES ? size - 2 : MOST_BYTES;
    memcpy(text, data + 2, length);
    text[length] = '\0';
    compare(text, data[0] % (MOST_STEPS + 1), data[1] % (MOST_STEPS + 1));
    return 0;
}
