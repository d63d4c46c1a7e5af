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

INLINED quad quad_magnitude(quad q)
{
    const quad_mask all_but_sign = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
    return (quad)((quad_mask)q & all_but_sign);
}

INLINED quad quad_root(quad q)
{
    for (int i = 0; i < QUAD; i++)
        q[i] = sqrt(q[i]);
    return q;
}

/* ---- what a comparison has chosen ---- */

/** For each pattern of four bits the places of its ones, then anything, in units of 4 bytes and two to a place; and how
 *  many ones there are. */
extern const int32_t quad_ones[16][2 * QUAD];
extern const uint8_t quad_count[16];

/** What kernels are given as an argument, so that the wide ones get one instruction for each. */
struct quad_tools {
    unsigned (*bits)(quad_mask m);                           /* the places where a comparison held */
    void (*pack)(void *to, const void *from, unsigned bits); /* copies things of 8 bytes from such places, one after
                                                                another; four are written in any case */
    quad (*smaller)(quad a, quad b);                         /* the second where one is not a number */
};

#define QUAD_PLAIN ((struct quad_tools){quad_bits_plain, quad_pack_plain, quad_smaller_plain})
#define QUAD_WIDE  ((struct quad_tools){quad_bits_wide, quad_pack_wide, quad_smaller_wide})

INLINED unsigned quad_bits_plain(quad_mask m)
{
#ifdef __SSE2__
    typedef double two __attribute__((vector_size(2 * sizeof(double))));
    quad q = (quad)m;
    two low = __builtin_shufflevector(q, q, 0, 1), high = __builtin_shufflevector(q, q, 2, 3);
    return (unsigned)__builtin_ia32_movmskpd(low) | (unsigned)__builtin_ia32_movmskpd(high) << 2;
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

INLINED void quad_pack_plain(void *to, const void *from, unsigned bits)
{
    typedef uint64_t eight_bytes __attribute__((may_alias));
    for (int i = 0; i < QUAD; i++)
        ((eight_bytes *)to)[i] = ((const eight_bytes *)from)[quad_ones[bits][2 * i] / 2];
}

INLINED quad quad_smaller_plain(quad a, quad b)
{
#ifdef __SSE2__
    typedef double two __attribute__((vector_size(2 * sizeof(double))));
    two low = __builtin_ia32_minpd(__builtin_shufflevector(a, a, 0, 1), __builtin_shufflevector(b, b, 0, 1));
    two high = __builtin_ia32_minpd(__builtin_shufflevector(a, a, 2, 3), __builtin_shufflevector(b, b, 2, 3));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
#else
    return quad_choose(a < b, a, b);
#endif
}

#ifdef __x86_64__
WIDE INLINED quad quad_smaller_wide(quad a, quad b)
{
    return __builtin_ia32_minpd256(a, b);
}

WIDE INLINED unsigned quad_bits_wide(quad_mask m)
{
    return (unsigned)__builtin_ia32_movmskpd256((quad)m);
}

WIDE INLINED void quad_pack_wide(void *to, const void *from, unsigned bits)
{
    typedef int words __attribute__((vector_size(sizeof(quad))));
    typedef int unaligned __attribute__((vector_size(sizeof(quad)), aligned(4), may_alias));
    words places = *(const unaligned *)(const void *)quad_ones[bits];
    *(unaligned *)to = __builtin_ia32_permvarsi256((words) * (const unaligned *)from, places);
}
#else
#define quad_bits_wide    quad_bits_plain
#define quad_pack_wide    quad_pack_plain
#define quad_smaller_wide quad_smaller_plain
#endif

/** The places where a comparison of integers held, as bits. */
INLINED unsigned quad_int_bits(quad_int m)
{
#ifdef __SSE2__
    typedef float floats __attribute__((vector_size(QUAD * sizeof(float))));
    return (unsigned)__builtin_ia32_movmskps((floats)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

#endif
