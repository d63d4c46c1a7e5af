#ifndef BROADPHASE_QUAD_PAIRS_H
#define BROADPHASE_QUAD_PAIRS_H

#include "base/quad.h"
#include "base/vec2.h"
#include "broadphase/pairs.h"

/* Four pairs at once, for vector kernels. */

struct quad_vec {
    quad x, y;
};

/** From two vectors and two more, as they lie in memory, to four by coordinate. */
INLINED struct quad_vec quad_vec_of(twin a, twin b, twin c, twin d)
{
    quad ac = __builtin_shufflevector(a, c, 0, 1, 2, 3), bd = __builtin_shufflevector(b, d, 0, 1, 2, 3);
    return (struct quad_vec){__builtin_shufflevector(ac, bd, 0, 4, 2, 6), __builtin_shufflevector(ac, bd, 1, 5, 3, 7)};
}

INLINED twin quad_vec_get(const struct vec2 *vectors, uint32_t i)
{
    return *(const twin *)(const void *)&vectors[i];
}

/** vectors[a] - vectors[b] of each pair. */
INLINED struct quad_vec quad_differences(const struct pair *p, const struct vec2 *vectors)
{
    return quad_vec_of(quad_vec_get(vectors, p[0].a) - quad_vec_get(vectors, p[0].b),
                       quad_vec_get(vectors, p[1].a) - quad_vec_get(vectors, p[1].b),
                       quad_vec_get(vectors, p[2].a) - quad_vec_get(vectors, p[2].b),
                       quad_vec_get(vectors, p[3].a) - quad_vec_get(vectors, p[3].b));
}

#endif
