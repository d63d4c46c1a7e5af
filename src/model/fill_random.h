#ifndef MODEL_FILL_RANDOM_H
#define MODEL_FILL_RANDOM_H

#include <stdint.h>

#include "base/disc_grid.h"
#include "base/random.h"
#include "model/fill_lattice.h"
#include "model/generate.h"

/** Places balls one after another at random where there is room beside those in `taken`, which gets them, too.
 *  @return how many were placed before the attempts (100 per ball and 100000 more) were used up
 */
uint64_t fill_random_place(struct random random, const struct generate_balls *balls, struct fill_area area,
                           struct disc_grid *taken);

#endif
