#ifndef BASE_NUMBER_EXACT_H
#define BASE_NUMBER_EXACT_H

#include "base/number_binary.h"

/* Decimal digits of doubles by algorithms that are right for all of them; base/number asks them where its own quick way
 * cannot tell. */

/** The shortest digits that read back as exactly v; among those as few, the nearest to v; then zeros. */
struct number_digits number_exact_shortest(struct number_binary v);

/** The size of a value, which is not zero, correctly rounded (half to even) to `count` significant digits, 1..17; then
 *  zeros. */
struct number_digits number_exact_rounded(double value, int count);

/** Decimal digits of an integer, 1..20. */
int number_exact_count(uint64_t value);

#endif
