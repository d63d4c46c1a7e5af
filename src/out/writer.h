#pragma once

#include "base/output.h"
#include "given/scene.h"
#include "state/world.h"

/*
 * Trajectory formats and their registry. A writer is a pure function of scene and world: it knows no integrator,
 * keeps no state between frames beyond struct writer, and cannot fail (the output remembers failures).
 */
struct writer {
    struct output *out;        /* borrowed */
    const struct scene *scene; /* borrowed */
    int precision;             /* 0: shortest round trip, 1..17: significant digits */
    uint64_t frames;           /* frames written so far; counted by the caller of frame() */
    const char *run;           /* the run's number, written first in each row; NULL: there is only one run */
    uint32_t *balls;           /* the balls to write, ascending, borrowed; NULL: all */
    size_t n_balls;
    struct row_text *places; /* two for each ball of the scene: where it rests; borrowed; NULL: not kept */
};

/** How many balls a frame shows, and which is the k-th of them. */
static inline size_t writer_balls(const struct writer *writer)
{
    return writer->balls ? writer->n_balls : writer->scene->n;
}

static inline size_t writer_ball(const struct writer *writer, size_t k)
{
    return writer->balls ? writer->balls[k] : k;
}

/** The next ball that has rows, from the k-th of a frame on: those on the table. Moves *k behind it.
 *  @return false: there is none any more */
static inline bool writer_next(const struct writer *writer, const struct world *world, size_t *k, size_t *ball)
{
    while (*k < writer_balls(writer)) {
        *ball = writer_ball(writer, (*k)++);
        if (world_is_on_table(world, *ball))
            return true;
    }
    return false;
}

/** Can several runs follow each other in one output? */
enum writer_runs {
    WRITER_ONE_RUN,   /* no: it is a document, or has no place for their number */
    WRITER_LIKE_RUNS, /* if all have as many balls: begin() depends on the scene */
    WRITER_ANY_RUNS   /* whatever the scenes */
};

struct writer_ops {
    const char *name;
    const char *doc; /* one line for --list and the manual */
    enum writer_runs runs;
    bool is_binary;                       /* no text: nothing for a terminal, and without digits to choose */
    void (*begin)(struct writer *writer); /* NULL: nothing comes before the first frame */
    void (*frame)(struct writer *writer, const struct world *world);
    void (*end)(struct writer *writer); /* closes what begin() opened, also after a signal; NULL: nothing is open */
};

extern const struct writer_ops writer_csv, writer_csv_wide, writer_gnuplot, writer_ndjson, writer_json, writer_xyz,
    writer_binary;

/** The registry in the order of --list, ended by NULL; the first is the default. */
extern const struct writer_ops *const writer_all[];

/** NULL: no such name. */
const struct writer_ops *writer_find(const char *name);
