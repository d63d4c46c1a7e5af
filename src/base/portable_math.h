#pragma once

/* Elementary functions made of + - * / alone. libm's versions differ in the last bit between machines; whatever feeds
 * a trajectory uses these, so that it has the same bits everywhere. Errors stay below 2 units in the last place
 * (results below the smallest normal number: below one such unit more). NaN gives NaN. */

/** e^x; 0 below -745.2, infinite above 709.8. */
double portable_math_exp(double x);

/** ln(1 + x), accurate also where x is small; x > -1 (-1 gives -infinity, less gives NaN). */
double portable_math_log1p(double x);

/** ln v for normal v > 0, not infinite. */
double portable_math_log(double v);

/** arctan x in -pi/2..pi/2. */
double portable_math_atan(double x);
