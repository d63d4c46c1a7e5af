/* Tables for packing what a comparison has chosen, without branches. */
#include "base/quad.h"

const uint8_t quad_ones[16][QUAD] = {{0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
                                     {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
const uint8_t quad_count[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
