#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What every target shares: its entry, and how a broken promise ends it. */

/** One execution; called by libFuzzer, or by replay.c for each line of the corpus. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Ends the program, so that libFuzzer keeps the input. */
#define REQUIRE(condition) ((condition) ? (void)0 : require_failed(__FILE__, __LINE__, #condition))

static inline void require_failed(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
    abort();
}
