#ifndef BASE_QUAD_H
#define BASE_QUAD_H

#include <math.h>
#include <stdint.h>

/*
 * Four doubles at once, in the compilers' vector types (GCC and Clang). A kernel is an INLINED function, and twice one
 * that calls it: once plain, and once WIDE for processors of which cpu_has_avx2() is true. Additions, products,
 * divisions and square roots are correctly rounded in both and no product is fused with an addition, so the bits do not
 * depend on the choice.
 */

#ifdef __x86_64__
#define WIDE __attribute__((target("avx2")))
#else
#define WIDE
#endif
#define INLINED static inline __attribute__((always_inline))

enum { QUAD = 4 };
typedef double quad __attribute__((vector_size(QUAD * sizeof(double))));
typedef double quad_unaligned __attribute__((vector_size(QUAD * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef double twin __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef long long quad_mask __attribute__((vector_size(sizeof(quad)))); /* what comparing quads gives: 0 or -1 each */
typedef int32_t quad_int __attribute__((vector_size(QUAD * sizeof(int32_t)), aligned(sizeof(int32_t)), may_alias));

#define QUAD_ALL(value) ((quad){(value), (value), (value), (value)})

INLINED quad quad_load(const double *from)
{
    return *(const quad_unaligned *)from;
}

INLINED void quad_store(double *to, quad q)
{
    *(quad_unaligned *)to = q;
}

INLINED quad quad_choose(quad_mask where, quad yes, quad no)
{
    return (quad)(((quad_mask)yes & where) | ((quad_mask)no & ~where));
}

INLINED quad quad_larger(quad a, quad b)
{
    return quad_choose(a > b, a, b);
}

INLINED quad quad_root(quad q)
{
    for (int i = 0; i < QUAD; i++)
        q[i] = sqrt(q[i]);
    return q;
}

/** The places where a comparison held, as bits. */
INLINED unsigned quad_bits(quad_mask m)
{
#ifdef __SSE2__
    quad q = (quad)m;
    twin low = __builtin_shufflevector(q, q, 0, 1), high = __builtin_shufflevector(q, q, 2, 3);
    typedef double two __attribute__((vector_size(2 * sizeof(double))));
    return (unsigned)__builtin_ia32_movmskpd((two)low) | (unsigned)__builtin_ia32_movmskpd((two)high) << 2;
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

/** The same of four integers. */
INLINED unsigned quad_int_bits(quad_int m)
{
#ifdef __SSE2__
    typedef float floats __attribute__((vector_size(QUAD * sizeof(float))));
    return (unsigned)__builtin_ia32_movmskps((floats)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

/** For each pattern of four bits the places of its ones, then anything; and how many ones there are. */
extern const uint8_t quad_ones[16][QUAD], quad_count[16];

#endif
