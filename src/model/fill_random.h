#ifndef MODEL_FILL_RANDOM_H
#define MODEL_FILL_RANDOM_H

#include <stdint.h>

#include "base/error.h"
#include "base/random.h"
#include "model/fill_lattice.h"

/** Places `count` balls of radius r one after another at random where there is room.
 *  STATUS_SCENE: the attempts (100 per ball and 100000 more) are used up, *placed balls found room;
 *  STATUS_LIMIT: out of memory. */
enum status fill_random_place(struct random random, uint64_t count, double r, struct fill_area area, double *x,
                              double *y, uint64_t *placed);

#endif
