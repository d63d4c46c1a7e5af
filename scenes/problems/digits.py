"""Fifty digits: the functions that check.py needs of Decimal, by their series, and roots by bisection."""

from decimal import Decimal, getcontext

DIGITS = 50
getcontext().prec = DIGITS + 15  # so that what is left has DIGITS
TINY = Decimal(10) ** -(DIGITS + 12)


def number(value):
    """A Decimal of a text, an integer or a Fraction."""
    return Decimal(value.numerator) / Decimal(value.denominator) if hasattr(value, "numerator") else Decimal(value)


def _sum(term, following):
    """term + following(term, 1) + ... until it no longer changes."""
    total, k = term, 1
    while abs(term) > TINY:
        term = following(term, k)
        total, k = total + term, k + 1
    return total


def sin(x):
    return _sum(x, lambda term, k: -term * x * x / (2 * k * (2 * k + 1)))


def cos(x):
    return _sum(Decimal(1), lambda term, k: -term * x * x / (2 * k * (2 * k - 1)))


def atan(x):
    """By atan x = 2 atan(x / (1 + sqrt(1 + x^2))) until x is small."""
    halvings = 0
    while abs(x) > Decimal("0.1"):
        x, halvings = x / (1 + (1 + x * x).sqrt()), halvings + 1
    power, total, k = x, x, 1
    while abs(power) > TINY:
        power *= -x * x
        k += 2
        total += power / k
    return total * 2 ** halvings


PI = 16 * atan(Decimal(1) / 5) - 4 * atan(Decimal(1) / 239)  # Machin


def radians(degrees):
    return number(degrees) * PI / 180


def direction(vx, vy):
    """The angle of a velocity that goes right, in degrees."""
    return atan(vy / vx) * 180 / PI


def bisect(f, low, high):
    """Where f changes its sign, between low and high, at which it has two signs."""
    sign = f(low) > 0
    while high - low > TINY * max(abs(low), abs(high), 1):
        middle = (low + high) / 2
        if (f(middle) > 0) == sign:
            low = middle
        else:
            high = middle
    return (low + high) / 2
