#pragma once

/** A number as the unevaluated sum of two doubles, good to some 104 bits: for the rare decision that doubles leave
 *  open. Sums: Knuth, The Art of Computer Programming 2, 4.2.2, theorem B; products: Dekker, Numer. Math. 18, 224,
 *  1971, without a fused multiply-add. Errors are below 2^-102 of the sizes of the operands (of a sum: of |a| + |b|).
 *  Operands of products must stay below 2^996. Needs a compiler that keeps the order of floating-point operations. */
struct dd {
    double high, low; /* |low| is at most half a unit in the last place of high */
};

/** a + b, exact. */
static inline struct dd dd_sum(double a, double b)
{
    double sum = a + b, of_b = sum - a;
    return (struct dd){sum, (a - (sum - of_b)) + (b - of_b)};
}

/** a * b, exact unless it underflows. */
static inline struct dd dd_product(double a, double b)
{
    const double splitter = 0x1p27 + 1;
    double ca = splitter * a, cb = splitter * b;
    double a1 = ca - (ca - a), b1 = cb - (cb - b); /* the upper 26 bits */
    double a2 = a - a1, b2 = b - b1;
    double product = a * b;
    return (struct dd){product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline struct dd dd_add(struct dd a, struct dd b)
{
    struct dd sum = dd_sum(a.high, b.high);
    return dd_sum(sum.high, sum.low + (a.low + b.low));
}

static inline struct dd dd_multiply(struct dd a, struct dd b)
{
    struct dd product = dd_product(a.high, b.high);
    return dd_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}
