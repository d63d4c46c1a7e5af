#ifndef BALL_LIST_H
#define BALL_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "model/scene.h"

/** Balls by number, or one by name. */
struct ball_range {
    uint32_t first, last;
    const char *name; /* borrowed from the list's text; NULL: by number */
    size_t length;
};

/*
 * Some of a scene's balls, as numbers, ranges and names: "0,3-5,cue". Digits are always a number.
 *
 * Ownership: the list owns its ranges; ball_list_free() frees them.
 */
struct ball_list {
    struct ball_range *range; /* in the order given, may overlap; NULL: no list was given */
    size_t n;
};

/** STATUS_USAGE: something else than numbers, ascending ranges and names between commas; STATUS_LIMIT: out of memory.
 *  *list is empty then. It borrows the text. */
enum status ball_list_parse(const char *text, struct ball_list *list, struct error *err);

/** The numbers in ascending order, each once, in an array that the caller frees. STATUS_USAGE: the scene has no such
 *  ball, or several of that name; STATUS_LIMIT: out of memory. *numbers is NULL then. */
enum status ball_list_numbers(const struct ball_list *list, const struct scene *scene, uint32_t **numbers, size_t *n,
                              struct error *err);

void ball_list_free(struct ball_list *list);

#endif
