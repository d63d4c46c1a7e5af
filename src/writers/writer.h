#ifndef WRITERS_WRITER_H
#define WRITERS_WRITER_H

#include "base/output.h"
#include "model/scene.h"
#include "model/world.h"

/*
 * Trajectory formats and their registry. A writer is a pure function of scene and world: it knows no integrator,
 * keeps no state between frames beyond struct writer, and cannot fail (the output remembers failures).
 */
struct writer {
    struct output *out;        /* borrowed */
    const struct scene *scene; /* borrowed */
    int precision;             /* 0: shortest round trip, 1..17: significant digits */
    uint64_t frames;           /* frames written so far; counted by the caller of frame() */
};

struct writer_ops {
    const char *name;
    const char *doc; /* one line for --list and the manual */
    void (*begin)(struct writer *writer);
    void (*frame)(struct writer *writer, const struct world *world);
    void (*end)(struct writer *writer); /* closes what begin() opened; also called after a signal */
};

extern const struct writer_ops writer_csv, writer_csv_wide, writer_gnuplot, writer_ndjson, writer_json, writer_xyz;

/** The registry in the order of --list, ended by NULL; the first is the default. */
extern const struct writer_ops *const writer_all[];

/** NULL: no such name. */
const struct writer_ops *writer_find(const char *name);

#endif
