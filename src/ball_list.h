#ifndef BALL_LIST_H
#define BALL_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct ball_range {
    uint32_t first, last;
};

/*
 * Some of a scene's balls, as numbers and ranges: "0,3-5".
 *
 * Ownership: the list owns its ranges; ball_list_free() frees them.
 */
struct ball_list {
    struct ball_range *range; /* in the order given, may overlap; NULL: no list was given */
    size_t n;
};

/** STATUS_USAGE: something else than numbers and ascending ranges between commas; STATUS_LIMIT: out of memory. *list is
 *  empty then. */
enum status ball_list_parse(const char *text, struct ball_list *list, struct error *err);

/** The numbers in ascending order, each once, in an array that the caller frees. STATUS_USAGE: a number that is not
 *  below n_balls; STATUS_LIMIT: out of memory. *numbers is NULL then. */
enum status ball_list_numbers(const struct ball_list *list, size_t n_balls, uint32_t **numbers, size_t *n,
                              struct error *err);

void ball_list_free(struct ball_list *list);

#endif
