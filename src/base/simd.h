#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "host/host.h"

/*
 * Vectors of four doubles, and of whole numbers, in the vector types of GCC and Clang. A kernel is an ALWAYS_INLINE
 * function that two functions call: a baseline one, and one marked TARGET_AVX2 for processors on which host_has_avx2()
 * is true. Addition, multiplication, division and square root are correctly rounded in both, and no product is fused
 * with a sum, so the result does not depend on the choice.
 */

#ifdef __x86_64__
#define TARGET_AVX2 __attribute__((target("avx2")))
enum { SIMD_MAY_BE_WIDE = true };
#else /* the functions for AVX2 are those for any processor, and the compiler leaves them out */
#define TARGET_AVX2
enum { SIMD_MAY_BE_WIDE = false };
#endif
#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { F64X4_LANES = 4 };
typedef double f64x4 __attribute__((vector_size(F64X4_LANES * sizeof(double))));
typedef double f64x4_unaligned
    __attribute__((vector_size(F64X4_LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef double f64x2 __attribute__((vector_size(2 * sizeof(double)), may_alias));
typedef double f64x2_unaligned __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef long long mask64x4
    __attribute__((vector_size(sizeof(f64x4)))); /* what comparing two f64x4 gives: 0 or -1 each */
typedef int32_t i32x4 __attribute__((vector_size(F64X4_LANES * sizeof(int32_t))));
typedef int32_t i32x4_unaligned
    __attribute__((vector_size(F64X4_LANES * sizeof(int32_t)), aligned(sizeof(int32_t)), may_alias));
typedef int32_t i32x8
    __attribute__((vector_size(2 * F64X4_LANES * sizeof(int32_t)), aligned(sizeof(int32_t)), may_alias));
typedef float f32x4 __attribute__((vector_size(4 * sizeof(float))));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint64_t u64x2 __attribute__((vector_size(sizeof(u16x8))));

#define F64X4_ALL(value) ((f64x4){(value), (value), (value), (value)})

ALWAYS_INLINE f64x4 f64x4_load(const double *from)
{
    return *(const f64x4_unaligned *)from;
}

ALWAYS_INLINE void f64x4_store(double *to, f64x4 q)
{
    *(f64x4_unaligned *)to = q;
}

ALWAYS_INLINE f64x4 f64x4_select(mask64x4 where, f64x4 yes, f64x4 no)
{
    return (f64x4)(((mask64x4)yes & where) | ((mask64x4)no & ~where));
}

ALWAYS_INLINE f64x4 f64x4_abs(f64x4 q)
{
    const mask64x4 all_but_sign = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
    return (f64x4)((mask64x4)q & all_but_sign);
}

ALWAYS_INLINE f64x4 f64x4_sqrt(f64x4 q)
{
    for (int i = 0; i < F64X4_LANES; i++)
        q[i] = sqrt(q[i]);
    return q;
}

/* ---- lanes selected by a comparison ---- */

/** For each pattern of four bits: the lanes whose bit is set, in units of 4 bytes, two to a lane; and their number. */
extern const int32_t simd_set_lanes[16][2 * F64X4_LANES];
extern const uint8_t simd_lane_count[16];

/** Operations that differ between the instruction sets; passed to a kernel as a constant, so that each call inlines. */
struct simd_ops {
    unsigned (*movemask)(mask64x4 m);                            /* bit i: the comparison holds in lane i */
    void (*compress)(void *to, const void *from, unsigned bits); /* copies the 8-byte elements whose bit is set to the
                                                                    front; writes four in any case */
    f64x4 (*min)(f64x4 a, f64x4 b);                              /* b where a lane is NaN, or both are zero */
    f64x4 (*max)(f64x4 a, f64x4 b);                              /* likewise */
    f64x4 (*join)(const double *low, const double *high);        /* two numbers from each place, 16-byte aligned */
};

#define SIMD_BASELINE                                                                                           \
    ((struct simd_ops){f64x4_movemask_baseline, simd_compress_baseline, f64x4_min_baseline, f64x4_max_baseline, \
                       f64x4_join_baseline})
#define SIMD_AVX2 \
    ((struct simd_ops){f64x4_movemask_avx2, simd_compress_avx2, f64x4_min_avx2, f64x4_max_avx2, f64x4_join_avx2})

ALWAYS_INLINE unsigned f64x4_movemask_baseline(mask64x4 m)
{
#ifdef __SSE2__
    typedef double two __attribute__((vector_size(2 * sizeof(double))));
    f64x4 q = (f64x4)m;
    two low = __builtin_shufflevector(q, q, 0, 1), high = __builtin_shufflevector(q, q, 2, 3);
    return (unsigned)__builtin_ia32_movmskpd(low) | (unsigned)__builtin_ia32_movmskpd(high) << 2;
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

ALWAYS_INLINE void simd_compress_baseline(void *to, const void *from, unsigned bits)
{
    typedef uint64_t eight_bytes __attribute__((may_alias));
    for (int i = 0; i < F64X4_LANES; i++)
        ((eight_bytes *)to)[i] = ((const eight_bytes *)from)[simd_set_lanes[bits][2 * i] / 2];
}

ALWAYS_INLINE f64x4 f64x4_min_baseline(f64x4 a, f64x4 b)
{
    return f64x4_select(a < b, a, b);
}

ALWAYS_INLINE f64x4 f64x4_max_baseline(f64x4 a, f64x4 b)
{
    return f64x4_select(a > b, a, b);
}

ALWAYS_INLINE f64x4 f64x4_join_baseline(const double *low, const double *high)
{
    return __builtin_shufflevector(*(const f64x2 *)low, *(const f64x2 *)high, 0, 1, 2, 3);
}

#ifdef __x86_64__
TARGET_AVX2 ALWAYS_INLINE f64x4 f64x4_min_avx2(f64x4 a, f64x4 b)
{
    return __builtin_ia32_minpd256(a, b);
}

TARGET_AVX2 ALWAYS_INLINE f64x4 f64x4_max_avx2(f64x4 a, f64x4 b)
{
    return __builtin_ia32_maxpd256(a, b);
}

TARGET_AVX2 ALWAYS_INLINE unsigned f64x4_movemask_avx2(mask64x4 m)
{
    return (unsigned)__builtin_ia32_movmskpd256((f64x4)m);
}

/** One instruction for the upper half, where a shuffle of two loaded halves takes two. */
TARGET_AVX2 ALWAYS_INLINE f64x4 f64x4_join_avx2(const double *low, const double *high)
{
    const f64x2 first = *(const f64x2 *)low;
    f64x4 half = __builtin_shufflevector(first, first, 0, 1, -1, -1);
    return __builtin_ia32_vinsertf128_pd256(half, *(const f64x2 *)high, 1);
}

TARGET_AVX2 ALWAYS_INLINE void simd_compress_avx2(void *to, const void *from, unsigned bits)
{
    typedef int words __attribute__((vector_size(sizeof(f64x4))));
    typedef int unaligned __attribute__((vector_size(sizeof(f64x4)), aligned(4), may_alias));
    words places = *(const unaligned *)(const void *)simd_set_lanes[bits];
    *(unaligned *)to = __builtin_ia32_permvarsi256((words) * (const unaligned *)from, places);
}
#else
#define f64x4_movemask_avx2 f64x4_movemask_baseline
#define simd_compress_avx2  simd_compress_baseline
#define f64x4_min_avx2      f64x4_min_baseline
#define f64x4_max_avx2      f64x4_max_baseline
#define f64x4_join_avx2     f64x4_join_baseline
#endif

/** Defines a function twice, name_baseline() and name_avx2(), with the same statements, in which `simd` stands for the
 *  instruction set. SIMD_CHOSEN(name) is the one for this processor. */
#define SIMD_BOTH(type, name, parameters, ...)      \
    static type name##_baseline parameters          \
    {                                               \
        const struct simd_ops simd = SIMD_BASELINE; \
        (void)simd;                                 \
        __VA_ARGS__                                 \
    }                                               \
    TARGET_AVX2 static type name##_avx2 parameters  \
    {                                               \
        const struct simd_ops simd = SIMD_AVX2;     \
        (void)simd;                                 \
        __VA_ARGS__                                 \
    }
#define SIMD_CHOSEN(name) (SIMD_MAY_BE_WIDE && host_has_avx2() ? name##_avx2 : name##_baseline)

/** Bit i: the comparison of integers holds in lane i. */
ALWAYS_INLINE unsigned i32x4_movemask(i32x4 m)
{
#ifdef __SSE2__
    return (unsigned)__builtin_ia32_movmskps((f32x4)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

/** The upper half of each product. */
ALWAYS_INLINE u16x8 u16x8_high_product(u16x8 q, uint16_t factor)
{
    u16x8 factors = (u16x8){0} + factor;
#ifdef __SSE2__
    typedef short shorts __attribute__((vector_size(sizeof(u16x8))));
    return (u16x8)__builtin_ia32_pmulhuw128((shorts)q, (shorts)factors);
#else
    for (int i = 0; i < 8; i++)
        q[i] = (uint16_t)((uint32_t)q[i] * factors[i] >> 16);
    return q;
#endif
}

/** The lower half of each product. As one instruction: compilers make sums of shifts of a constant factor. */
ALWAYS_INLINE u16x8 u16x8_product(u16x8 q, uint16_t factor)
{
#if defined(__SSE2__) && defined(__GNUC__) && !defined(__clang__)
    typedef short shorts __attribute__((vector_size(sizeof(u16x8))));
    return (u16x8)__builtin_ia32_pmullw128((shorts)q, (shorts)((u16x8){0} + factor));
#else
    return q * factor;
#endif
}

/** Products of the lower halves of the lanes. */
ALWAYS_INLINE u64x2 u64x2_product_of_low_halves(u64x2 q, uint32_t factor)
{
#ifdef __SSE2__
    typedef int ints __attribute__((vector_size(sizeof(u64x2))));
    return (u64x2)__builtin_ia32_pmuludq128((ints)q, (ints)(u64x2){factor, factor});
#else
    return (q & UINT32_MAX) * factor;
#endif
}

/** The nearest whole numbers, as period_round(). */
ALWAYS_INLINE f64x4 f64x4_round(f64x4 q)
{
    return (q + 0x1.8p52) - 0x1.8p52;
}
