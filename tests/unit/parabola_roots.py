"""Writes unit/parabola_roots.h: paths with the first fall or rise of their distance through the reach, from the zeros of
the quartic to 60 digits (wants mpmath). Usage: python3 tests/unit/parabola_roots.py >tests/unit/parabola_roots.h"""

import random
from mpmath import mp, mpf, polyroots, sqrt

mp.dps = 60
random.seed(1)


def crossings(x, v, a, reach, side):
    """Times > 0 at which side (|p| - reach) falls through zero."""
    dot = lambda p, q: p[0] * q[0] + p[1] * q[1]
    f = [dot(a, a) / 4, dot(v, a), dot(v, v) + dot(x, a), 2 * dot(x, v), dot(x, x) - reach * reach]
    while f[0] == 0:
        f = f[1:]
    zeros = polyroots(f, maxsteps=500, extraprec=400)
    times = [z.real for z in zeros if abs(z.imag) < mpf(10) ** -40 and z.real > 0]
    degree = len(f) - 1
    slope = lambda t: sum(c * (degree - i) * t ** (degree - i - 1) for i, c in enumerate(f[:-1]))
    return sorted(t for t in times if side * slope(t) < 0)


def row(kind):
    number = lambda bound: random.uniform(-bound, bound)
    side = -1 if kind == "inside" else 1
    x, v, a = [number(3), number(3)], [number(2), number(2)], [number(1), number(1)]
    if kind == "straight":
        a = [0.0, 0.0]
    if kind == "slow":
        a = [number(1e-9), number(1e-9)]
    reach = random.uniform(3.5, 5) if side < 0 else random.uniform(0.2, 1.5)
    if kind == "graze":  # deeper than the least distance by 1e-3 to 1e-12
        t = random.uniform(0.2, 3)
        w, n = number(2), [number(1), number(1)]
        q = [-w * n[1], w * n[0]]
        v = [q[0] - t * a[0], q[1] - t * a[1]]
        x = [n[0] - t * v[0] - t * t * a[0] / 2, n[1] - t * v[1] - t * t * a[1] / 2]
        reach = float(sqrt(mpf(n[0]) ** 2 + mpf(n[1]) ** 2)) * (1 + 10 ** random.uniform(-12, -3))
    exact = [[mpf(c) for c in u] for u in (x, v, a)]
    if side * (exact[0][0] ** 2 + exact[0][1] ** 2 - mpf(reach) ** 2) <= 0:
        return None
    times = [t for t in crossings(*exact, mpf(reach), side) if t < 20]
    if not times and kind != "passes" or times and kind == "passes":
        return None
    time = mp.nstr(times[0], 25) + "L" if times else "HUGE_VALL"
    place = ", ".join("{%s, %s}" % (u[0].hex(), u[1].hex()) for u in (x, v, a))
    return "    {{{%s}, %s, 20, %d}, %s}," % (place, reach.hex(), side, time)


def table():
    print("/* Written by unit/parabola_roots.py: first contacts from the zeros of the quartic to 60 digits. */")
    print("/* clang-format off */")
    print("static const struct known_contact known_contacts[] = {")
    for kind in ("bent", "graze", "inside", "straight", "slow", "passes"):
        rows = []
        while len(rows) < (12 if kind in ("bent", "graze") else 4):
            rows += filter(None, [row(kind)])
        print("    /* %s */" % kind)
        print("\n".join(rows))
    print("};")


table()
