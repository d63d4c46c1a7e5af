#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "app/doubts.h"
#include "app/idle_keys.h"
#include "app/progress.h"
#include "base/number.h"
#include "host/host.h"
#include "out/streams.h"
#include "out/writer.h"

/* What a run, the recorder and the report are told beside the scene. */

/** Warnings of which one is enough in a batch. */
enum run_warning {
    RUN_SAME_SEED,
    RUN_MISCUE,
    RUN_LAST_STATE, /* which no frame shows */
    RUN_ROUNDED,    /* a duration that is not a whole number of frames */
    RUN_ROLLS_HARD, /* damping of rolling that steps do not resolve */
    RUN_CREEPS,     /* heaps of balls that rub */
    RUN_STOP_NOT_MET,
    RUN_IDLE,                         /* a key that has no effect, of the first kind; and so on */
    RUN_DOUBT = RUN_IDLE + IDLE_KEYS, /* a value that can hardly be meant: the first kind; and so on */
    RUN_WARNINGS = RUN_DOUBT + DOUBTS
};

/** How many runs of a batch had each of them, the first of these and its words. */
struct run_tally {
    struct host_lock *lock;
    struct {
        uint64_t runs, first;
        char text[512];
    } of[RUN_WARNINGS];
    bool *set;     /* for each column of the outcomes: a run has set it, see outcome_note_set(); NULL: no columns */
    bool has_rows; /* some run has an outcome */
};

/** One run among many: how it is told from the others, and what it shares with them. */
struct run_member {
    char number[NUMBER_MAX_TEXT]; /* of the run, as text: the first column of its rows */
    bool begins;                  /* the tables begin with this run; false once that is written */
    bool is_cut;                  /* set when a stop from outside ended the run before its last step */
    bool summarised, saved;       /* set when the summary has a line of the run, its state is saved */
    struct streams *streams;      /* open, and left open */
    struct output *words;         /* instead of standard error */
    struct run_tally *tally;      /* of all runs */
};

/** What the user wants of a run beside the scene. Strings are borrowed. */
struct run_plan {
    struct stream_paths paths;
    const struct writer_ops *format;
    const char *balls;   /* of the trajectory, as ball_list.h has it; NULL: all */
    const char *columns; /* of the summary as a table of outcomes, checked by outcome_check(); NULL: a line of JSON */
    bool only_last;      /* the trajectory has only the frame at which the run ends */
    uint64_t save_every; /* the state is saved at each step that is a multiple of it, too; 0: only at the end */
    int precision;       /* 0: shortest round trip, 1..17: significant digits */
    enum progress_when progress;
    uint64_t threads;                  /* >= 1 */
    int verbosity;                     /* -1: errors only, 0: warnings too, 1: what is done, too */
    const volatile sig_atomic_t *stop; /* non-zero: end the run early, with all streams complete; NULL: never */
    struct run_member *member;         /* NULL: there is only this run */
};
