#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "given/scene.h"
#include "state/world.h"

/** How many kinds of keys can have no effect. */
enum { IDLE_KEYS = 17, IDLE_KEYS_MAX_TEXT = 160 };

/** A key that has no effect. */
struct idle_key {
    int kind;      /* from 0 to IDLE_KEYS - 1, in the order in which they are told */
    size_t before; /* how many of that kind have been told */
    char key[IDLE_KEYS_MAX_TEXT], text[IDLE_KEYS_MAX_TEXT];
    const char *reason;
};

/** The next key of a scene that is given and cannot act, and why. False: there is no other.
 *  @param idle zeroed at first */
bool idle_keys_next(const struct scene *scene, const struct world *world, struct idle_key *idle);
