#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "given/scene.h"

/** Reads a list of balls: numbers, ascending ranges and names between commas, "0,3-5,cue"; digits are always a number.
 *  @param scene   NULL: only the spelling is checked, and nothing is given
 *  @param numbers gets them in ascending order, each once, in an array that the caller frees, ...
 *  @param n       ... and how many they are; both as before after a failure
 *  STATUS_USAGE: something else, no such ball, or several of that name; STATUS_LIMIT: out of memory. */
enum status ball_list_read(const char *list, const struct scene *scene, uint32_t **numbers, size_t *n,
                           struct error *err);
