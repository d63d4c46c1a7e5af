#pragma once

/*
 * Exact arithmetic for references: whole numbers of up to LIMBS * 32 bits, polynomials over them, and Sturm's theorem
 * (1829): the number of distinct real zeros of f in an interval (a, b] is the loss of sign changes, from a to b, in the
 * chain f, f', -rem(f, f'), ... if neither end is a multiple zero. Remainders are multiplied by positive numbers to
 * stay whole. Nothing is rounded, so what is counted is so.
 */
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LIMBS = 200, DEGREE_MOST = 4 };

/** sign * sum of limb[i] 2^(32 i); used limbs have no leading zero, so 0 has none. */
struct whole {
    int sign, used;
    uint32_t limb[LIMBS];
};

struct polynomial {
    int degree; /* -1: zero */
    struct whole c[DEGREE_MOST + 1];
};

static void whole_copy(struct whole *to, const struct whole *from)
{
    to->sign = from->sign;
    to->used = from->used;
    memcpy(to->limb, from->limb, (size_t)from->used * sizeof *from->limb);
}

static void whole_trim(struct whole *a)
{
    while (a->used > 0 && a->limb[a->used - 1] == 0)
        a->used--;
    if (a->used == 0)
        a->sign = 0;
}

static void whole_set(struct whole *a, int64_t value)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    a->sign = value < 0 ? -1 : 1;
    a->used = 2;
    a->limb[0] = (uint32_t)size;
    a->limb[1] = (uint32_t)(size >> 32);
    whole_trim(a);
}

static int whole_compare_sizes(const struct whole *a, const struct whole *b)
{
    if (a->used != b->used)
        return a->used < b->used ? -1 : 1;
    for (int i = a->used - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/** |a| + |b| or, if |a| >= |b|, |a| - |b|. */
static void whole_combine_sizes(struct whole *sum, const struct whole *a, const struct whole *b, bool subtract)
{
    int used = a->used > b->used ? a->used : b->used;
    int64_t carry = 0;
    assert(used < LIMBS);
    for (int i = 0; i < used; i++) {
        int64_t of_a = i < a->used ? a->limb[i] : 0, of_b = i < b->used ? b->limb[i] : 0;
        int64_t here = of_a + (subtract ? -of_b : of_b) + carry;
        sum->limb[i] = (uint32_t)here;
        carry = here >> 32;
    }
    sum->limb[used] = (uint32_t)carry;
    sum->used = used + 1;
}

/** sum = a + factor * b with factor 1 or -1; sum may be a or b. */
static void whole_add(struct whole *sum, const struct whole *a, const struct whole *b, int factor)
{
    int sign_b = factor * b->sign;
    if (sign_b == 0 || a->sign == 0) {
        whole_copy(sum, sign_b ? b : a);
        sum->sign = sign_b ? sign_b : a->sign;
        return;
    }
    int sign = a->sign;
    if (sign == sign_b) {
        whole_combine_sizes(sum, a, b, false);
    } else if (whole_compare_sizes(a, b) >= 0) {
        whole_combine_sizes(sum, a, b, true);
    } else {
        whole_combine_sizes(sum, b, a, true);
        sign = sign_b;
    }
    sum->sign = sign;
    whole_trim(sum);
}

static void whole_multiply(struct whole *product, const struct whole *a, const struct whole *b)
{
    struct whole result = {.sign = a->sign * b->sign, .used = a->used + b->used};
    assert(result.used <= LIMBS);
    memset(result.limb, 0, (size_t)result.used * sizeof *result.limb);
    for (int i = 0; i < a->used; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < b->used; k++) {
            carry += (uint64_t)a->limb[i] * b->limb[k] + result.limb[i + k];
            result.limb[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        result.limb[i + b->used] = (uint32_t)carry;
    }
    whole_trim(&result);
    whole_copy(product, &result);
}

/** a * 2^bits. */
static void whole_shift(struct whole *a, int bits)
{
    struct whole power = {.sign = 1, .used = bits / 32 + 1};
    assert(power.used <= LIMBS);
    memset(power.limb, 0, (size_t)power.used * sizeof *power.limb);
    power.limb[bits / 32] = (uint32_t)1 << bits % 32;
    whole_multiply(a, a, &power);
}

static void polynomial_copy(struct polynomial *to, const struct polynomial *from)
{
    to->degree = from->degree;
    for (int i = 0; i <= from->degree; i++)
        whole_copy(&to->c[i], &from->c[i]);
}

static void polynomial_trim(struct polynomial *f)
{
    while (f->degree >= 0 && f->c[f->degree].sign == 0)
        f->degree--;
}

/** Sign of f at t. */
static int polynomial_sign(const struct polynomial *f, double t)
{
    int exponent;
    int64_t mantissa = (int64_t)(frexp(t, &exponent) * 0x1p53);
    int bits = 53 - exponent; /* t = mantissa 2^-bits */
    struct whole m, value, term;
    while (mantissa != 0 && mantissa % 2 == 0 && bits > 0) {
        mantissa /= 2;
        bits--;
    }
    assert(bits >= 0 || mantissa == 0);
    whole_set(&m, mantissa);
    whole_set(&value, 0);
    for (int i = f->degree; i >= 0; i--) {
        whole_multiply(&value, &value, &m);
        whole_copy(&term, &f->c[i]);
        if (mantissa != 0)
            whole_shift(&term, bits * (f->degree - i));
        whole_add(&value, &value, &term, 1);
    }
    return value.sign;
}

static void polynomial_derive(struct polynomial *derivative, const struct polynomial *f)
{
    derivative->degree = f->degree > 0 ? f->degree - 1 : -1;
    for (int i = 1; i <= f->degree; i++) {
        struct whole power;
        whole_set(&power, i);
        whole_multiply(&derivative->c[i - 1], &f->c[i], &power);
    }
}

/** Minus a positive multiple of the remainder of f by g. */
static void polynomial_remainder(struct polynomial *rest, const struct polynomial *f, const struct polynomial *g)
{
    const struct whole *leading = &g->c[g->degree];
    int sign = -1;
    polynomial_copy(rest, f);
    while (rest->degree >= g->degree) {
        int shift = rest->degree - g->degree;
        struct whole top, term;
        whole_copy(&top, &rest->c[rest->degree]);
        for (int i = 0; i <= rest->degree; i++) {
            whole_multiply(&rest->c[i], &rest->c[i], leading);
            if (i >= shift) {
                whole_multiply(&term, &top, &g->c[i - shift]);
                whole_add(&rest->c[i], &rest->c[i], &term, -1);
            }
        }
        sign *= leading->sign;
        polynomial_trim(rest);
    }
    for (int i = 0; i <= rest->degree; i++)
        rest->c[i].sign *= sign;
}

/** Sturm's chain of a polynomial. */
struct sturm {
    int count;
    struct polynomial chain[DEGREE_MOST + 1];
};

static void sturm_of(struct sturm *s, const struct polynomial *f)
{
    polynomial_copy(&s->chain[0], f);
    polynomial_derive(&s->chain[1], f);
    s->count = 1;
    while (s->count <= DEGREE_MOST && s->chain[s->count].degree >= 0) {
        s->count++;
        if (s->count <= DEGREE_MOST)
            polynomial_remainder(&s->chain[s->count], &s->chain[s->count - 2], &s->chain[s->count - 1]);
    }
}

static int sturm_changes(const struct sturm *s, double t)
{
    int changes = 0, last = 0;
    for (int i = 0; i < s->count; i++) {
        int sign = polynomial_sign(&s->chain[i], t);
        changes += sign * last < 0;
        last = sign ? sign : last;
    }
    return changes;
}

/** Number of distinct zeros in (low, high]. */
static int sturm_zeros(const struct sturm *s, double low, double high)
{
    return sturm_changes(s, low) - sturm_changes(s, high);
}
