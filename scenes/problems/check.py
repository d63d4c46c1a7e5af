#!/usr/bin/env python3
"""Recomputes every answer from the words of PROBLEMS.md: check.py [ANSWERS]

Each function below solves one problem, by a closed form, by steps in fractions, or by a method that bounds its error, with 50
digits. It knows the words alone, not the scenes, and runs no simulator. The output is `N answers, largest difference D`, the largest
relative difference to a value of ANSWERS (default: answers.csv beside this script). An answer that differs by more than 1e-16 is named,
with status 1. A wrong row of the table: 3; a table that cannot be read: 4.
"""

import os
import sys
from decimal import Decimal
from fractions import Fraction as F
from functools import partial

sys.dont_write_bytecode = True
import table  # noqa: E402  (after the line above: no folder of compiled files beside the scripts)
from digits import PI, atan, bisect, cos, direction, number as D, radians, sin  # noqa: E402

CLOSE = Decimal("1e-16")
HERE = os.path.dirname(os.path.abspath(__file__))
PROBLEMS = {}


def problem(*names):
    """Registers the solution of a problem; one of several problems is given the name."""
    def register(solve):
        for name in names:
            PROBLEMS[name] = partial(solve, name) if len(names) > 1 else solve
        return solve
    return register


def mean(value, error="0"):
    return ("mean", D(value), Decimal(error))


# Two bodies


@problem("01")
def unequal():
    m1, m2, e, v = F(2), F(1), F(8, 10), F(1)
    j = (1 + e) * v * m1 * m2 / (m1 + m2)
    v1, v2 = v - j / m1, j / m2
    return {"v1": v1, "v2": v2, "lost": (m1 * v * v - m1 * v1 * v1 - m2 * v2 * v2) / 2}


def meeting(apart, v, reach):
    """When two balls meet that are `apart` and get apart by `v` per time: the smaller root of |apart + v t| = reach."""
    a, b = v[0] * v[0] + v[1] * v[1], apart[0] * v[0] + apart[1] * v[1]
    c = apart[0] * apart[0] + apart[1] * apart[1] - reach * reach
    return (-b - (b * b - a * c).sqrt()) / a


def strike(x1, v1, m1, x2, v2, m2, e):
    """The velocities after a smooth contact of two balls at x1 and x2."""
    n = (x2[0] - x1[0], x2[1] - x1[1])
    nn = n[0] * n[0] + n[1] * n[1]
    u = ((v2[0] - v1[0]) * n[0] + (v2[1] - v1[1]) * n[1]) / nn
    j = -(1 + e) * u * m1 * m2 / (m1 + m2)
    return [v - j * k / m1 for v, k in zip(v1, n)], [v + j * k / m2 for v, k in zip(v2, n)]


def oblique(x1, v1, r1, m1, x2, v2, r2, m2, e):
    x1, v1, x2, v2 = ([D(c) for c in pair] for pair in (x1, v1, x2, v2))
    t = meeting([b - a for a, b in zip(x1, x2)], [b - a for a, b in zip(v1, v2)], D(r1) + D(r2))
    at1, at2 = ([x + v * t for x, v in zip(*one)] for one in ((x1, v1), (x2, v2)))
    w1, w2 = strike(at1, v1, D(m1), at2, v2, D(m2), D(e))
    return {"t": t, "v1x": w1[0], "v1y": w1[1], "v2x": w2[0], "v2y": w2[1]}


@problem("02")
def offset():
    return oblique((0, 0), (1, 0), 1, 1, (10, 1), (0, 0), 1, 1, "0.9")


@problem("03")
def both_move():
    return oblique((0, 0), (1, "0.2"), "0.3", 1, (2, "0.6"), ("-0.5", 0), "0.5", 3, "0.7")


# Friction at a contact. Per mass of one ball, of radius 1: a tangential impulse T changes the slip of the surfaces by 7/2 T at a
# wall and by 7 T between two balls, and turns a ball by 5/2 T.


def rub(slip, compliance, beta, most):
    """The tangential impulse: what brings slip to -beta slip, within mu times the normal impulse."""
    wanted = (1 + beta) * abs(slip) / compliance
    return min(wanted, most) * (1 if slip > 0 else -1)


@problem("04", "05", "06")
def cushion(name):
    e = F(8, 10)
    mu, beta = {"04": (F(1, 10), F(0)), "05": (F(1, 2), F(0)), "06": (F(1, 2), F(1))}[name]
    impulse = rub(F(1), F(7, 2), beta, mu * (1 + e))
    return {"vx": -e, "vy": 1 - impulse, "wz": -F(5, 2) * impulse}


def cut(degrees, friction, spin=0, e=1):
    """Ball 1 with speed 1 and a turning rate `spin` hits ball 2, friction(slip) of the normal impulse at most: velocity of both along
    and across the line of centres, and the turning rate of ball 2."""
    angle, e, spin = radians(degrees), D(e), D(spin)
    along, across = cos(angle), -sin(angle)
    normal = (1 + e) / 2 * along
    slip = across + spin
    most = friction(abs(slip)) * normal
    rubbed = rub(slip, 7, 0, most) if slip else D(0)
    return (along - normal, across - rubbed), (normal, rubbed), -D(5) / 2 * rubbed


def turned(along, across, degrees):
    """A vector given along and across a line at `degrees`, in x and y."""
    angle = radians(degrees)
    return along * cos(angle) - across * sin(angle), along * sin(angle) + across * cos(angle)


@problem("07")
def rough_cut():
    _, second, w2 = cut(30, lambda slip: D("0.05"), e="0.9")
    vx, vy = turned(*second, 30)
    return {"v2x": vx, "v2y": vy, "w2z": w2}


@problem("08")
def side_spin():
    _, second, w2 = cut(0, lambda slip: D("0.5"), spin="0.5")
    return {"v2x": second[0], "v2y": second[1], "w2z": w2}


# Several contacts at one instant


@problem("09", "10")
def into_two(name):
    """By symmetry one impulse, the same at both contacts; n is at 30 degrees. Both balls get j n, the first -2 j cos 30 along x."""
    e = {"09": F(1), "10": F(1, 2)}[name]
    cosine = D(3).sqrt() / 2
    j = D(1 + e) * cosine / (1 + 2 * cosine * cosine)
    return {"v0x": 1 - 2 * j * cosine, "v1x": j * cosine, "v1y": j / 2}


@problem("11")
def row():
    """After each hit the next ball has (1 + e)/2 of the speed."""
    gap, share = F(1, 10), F(19, 20)
    return {"t5": sum(gap / share ** k for k in range(4)), "v5": share ** 4}


def springs(speeds, wall):
    """Speeds of balls of mass 1 in a row that touch, after linear springs of stiffness 1 between neighbours, and to a wall at the
    right, have pushed them apart. The springs push while they are closed; where the set of these stays, all is linear, and Taylor's
    series in time gives places and speeds to the last digit. All are closed at first."""
    count, step = len(speeds), Decimal("0.03125")
    contacts = [(i, i + 1) for i in range(count - 1)] + ([(count - 1, None)] if wall else [])

    def overlap(contact, x):
        a, b = contact
        return x[a] - (0 if b is None else x[b])

    def forces(x, closed):
        force = [D(0)] * count
        for contact in closed:
            for ball, sign in zip(contact, (-1, 1)):
                if ball is not None:
                    force[ball] += sign * overlap(contact, x)
        return force

    def flow(x, v, closed, h):
        derivatives = [x, v]
        while len(derivatives) < 42:
            derivatives.append(forces(derivatives[-2], closed))
        ends, weight = ([D(0)] * count, [D(0)] * count), D(1)
        for k in range(41):
            ends = [[s + weight * d for s, d in zip(end, derivatives[k + i])] for i, end in enumerate(ends)]
            weight = weight * h / (k + 1)
        return ends

    x, v, closed = [D(0)] * count, [D(s) for s in speeds], set(contacts)
    while closed or any(overlap(contact, v) > 0 for contact in contacts):
        ahead = flow(x, v, closed, step)
        changing = [contact for contact in contacts if (overlap(contact, ahead[0]) > 0) != (contact in closed)]
        times = [(bisect(lambda h, c=contact: overlap(c, flow(x, v, closed, h)[0]), D(0), step), contact) for contact in changing]
        h, contact = min(times, key=lambda one: one[0], default=(step, None))
        x, v = flow(x, v, closed, h)
        closed = closed ^ {contact} if contact else closed
    return v


@problem("12")
def soft_row():
    v1, v2, v3 = springs((1, 0, 0), wall=False)
    return {"v1": v1, "v2": v2, "v3": v3}


@problem("13")
def soft_wall():
    v1, v2 = springs((1, 0), wall=True)
    return {"v1": v1, "v2": v2}


def solve(matrix, right):
    """Two linear equations, by Cramer's rule."""
    (a, b), (c, d) = matrix
    det = a * d - b * c
    return [(right[0] * d - right[1] * b) / det, (a * right[1] - c * right[0]) / det]


def complementary(matrix, wanted):
    """The impulses j >= 0 with matrix j >= wanted, equal wherever an impulse is above 0: each set of pressed contacts is tried."""
    found = []
    both = solve(matrix, wanted)
    for j in ([F(0), F(0)], [wanted[0] / matrix[0][0], F(0)], [F(0), wanted[1] / matrix[1][1]], both):
        gained = [sum(a * x for a, x in zip(row, j)) for row in matrix]
        if min(j) >= 0 and all(g >= w for g, w in zip(gained, wanted)) and j not in found:
            found.append(j)
    (only,) = found
    return only


@problem("14")
def pull():
    """Both contacts are of ball 0 with unit masses: an impulse at one changes its own approach by 2, the other's by n1.n2."""
    v0, normals = (F(11, 16), -F(3, 4)), ((F(4, 5), F(3, 5)), (F(4, 5), -F(3, 5)))
    product = sum(a * b for a, b in zip(*normals))
    approach = [sum(a * b for a, b in zip(v0, n)) for n in normals]
    j = complementary(((2, product), (product, 2)), [2 * u for u in approach])  # e = 1: what approaches at u parts at u
    v0 = [v - j[0] * a - j[1] * b for v, a, b in zip(v0, *normals)]
    return {"v0x": v0[0], "v0y": v0[1], "v2x": j[1] * normals[1][0], "v2y": j[1] * normals[1][1]}


@problem("15")
def gain():
    """Contact 1 is of A and the floor, contact 2 of A and B. The impulses push A along (0, 1) and -n, B along n."""
    va, vb, n = (F(0), F(-1)), (F(11, 16), F(0)), (F(4, 5), -F(3, 5))
    matrix = ((F(1), -n[1]), (-n[1], F(2)))
    approach = (-va[1], sum((a - b) * c for a, b, c in zip(va, vb, n)))
    wanted = [2 * approach[0], (1 + F(1, 2)) * approach[1]]

    def energy(j):
        a = (va[0] - j[1] * n[0], va[1] + j[0] - j[1] * n[1])
        b = (vb[0] + j[1] * n[0], vb[1] + j[1] * n[1])
        return sum(c * c for c in a + b) / 2

    return {"ke_lcp": energy(complementary(matrix, wanted)), "ke_newton": energy(solve(matrix, wanted))}


@problem("16")
def by_pairs():
    masses, v = (F(4), F(2), F(1)), [F(1), F(0), F(0)]
    while any(a > b for a, b in zip(v, v[1:])):
        for i in (0, 1):
            if v[i] > v[i + 1]:
                m, M = masses[i], masses[i + 1]
                v[i], v[i + 1] = ((m - M) * v[i] + 2 * M * v[i + 1]) / (m + M), ((M - m) * v[i + 1] + 2 * m * v[i]) / (m + M)
    return {"v1": v[0], "v2": v[1], "v3": v[2]}


# Many contacts, one after another


@problem("17", "18", "19")
def galperin(name):
    """In whole numbers: both velocities have the denominator (M + 1)^k after k hits of the two."""
    M = {"17": 100, "18": 10 ** 4, "19": 10 ** 6}[name]
    light, heavy, denominator, hits = 0, -1, 1, 0
    while light < 0 or light > heavy:
        if light < 0:
            light = -light
        else:
            light, heavy, denominator = (1 - M) * light + 2 * M * heavy, (M - 1) * heavy + 2 * light, denominator * (M + 1)
        hits += 1
    found = {"hits": hits, "vM": D(heavy) / D(denominator), "vm": D(light) / D(denominator)}
    return {key: found[key] for key in (("hits", "vM") if name == "19" else found)}


@problem("20")
def nearly_endless():
    """In fractions; the place of a ball is what is left of the row when all radii are taken away."""
    x, v, e, hits = [F(-1), F(0), F(1)], [F(1), F(0), F(0)], F(1, 10), 0
    while True:
        times = [((x[i + 1] - x[i]) / (v[i] - v[i + 1]), i) for i in (0, 1) if v[i] > v[i + 1]]
        if not times:
            return {"hits": hits, "v1": v[0], "v2": v[1], "v3": v[2]}
        t, i = min(times)
        x = [a + b * t for a, b in zip(x, v)]
        u = v[i] - v[i + 1]
        v[i], v[i + 1] = v[i] - (1 + e) / 2 * u, v[i + 1] + (1 + e) / 2 * u
        hits += 1


# On cloth: v is the velocity of the centre, s that which rolling would have

SLIDING, ROLLING = Decimal("1.962"), Decimal("0.0981")


def slide(v, s):
    """A slip keeps its direction and loses 7/2 of the deceleration. When and where it ends, and the velocity then."""
    slip = [a - b for a, b in zip(v, s)]
    size = (slip[0] * slip[0] + slip[1] * slip[1]).sqrt()
    t = 2 * size / (7 * SLIDING)
    x = [a * t - SLIDING * t * t / 2 * u / size for a, u in zip(v, slip)]
    return t, x, [(5 * a + 2 * b) / 7 for a, b in zip(v, s)]


@problem("21", "22")
def straight(name):
    s = {"21": D(0), "22": D(2) * D("-0.4") * 5 / 2}[name]
    t, x, v = slide((D(2), D(0)), (s, D(0)))
    return {"t_roll": t, "x_roll": x[0], "v_roll": v[0], "x_rest": x[0] + v[0] * v[0] / (2 * ROLLING)}


@problem("23")
def masse():
    """The spin is that of the blow: r w = (5/2) v (offset x cue)/cos(elevation), with offset (0, -.3, 0) and cue (cos 60, 0, -sin 60)."""
    v, elevation = D(2), radians(60)
    rwx = D(5) / 2 * v * D("0.3") * sin(elevation) / cos(elevation)
    t, x, rolling = slide((v, D(0)), (D(0), -rwx))
    return {"t_roll": t, "x_roll": x[0], "y_roll": x[1], "angle": direction(*rolling)}


@problem("24")
def rolls_out():
    return {"t": 1 / ROLLING, "x": 1 / (2 * ROLLING)}


@problem("25")
def just_reaches():
    v, c, gap = D("0.49"), D("0.1"), D("1.2")
    u = (v * v - 2 * c * gap).sqrt()
    return {"t": (v - u) / c, "u": u}


@problem("26")
def both_roll():
    """Both decelerate along their ways and neither stops before 6.7; they come nearer all the time until they touch."""
    starts, speeds, c, reach = ((0, 0), (1, "-0.6")), ((1, 0), ("-0.2", "0.65")), D("0.1"), D("0.1")

    def place(x, v, t):
        size = (D(v[0]) ** 2 + D(v[1]) ** 2).sqrt()
        return [D(a) + D(b) * t * (1 - c * t / (2 * size)) for a, b in zip(x, v)]

    def gap(t):
        a, b = (place(x, v, t) for x, v in zip(starts, speeds))
        return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 - reach ** 2

    t, step = D(0), D("0.01")
    while gap(t + step) > 0:
        t += step
    return {"t": bisect(gap, t, t + step)}


def pool(slip):
    """Friction of pool balls by the speed of their surfaces (Alciatore, technical proof A.14)."""
    return Decimal("0.009951") + Decimal("0.108") * (Decimal("-1.088") * slip).exp()


@problem("27", "28")
def throw(name):
    _, second, _ = cut(30, pool, spin={"27": "0", "28": "0.5"}[name])
    return {"angle2": direction(*turned(*second, 30))}


@problem("29")
def natural_angle():
    """A smooth hit leaves the rolling spin; on cloth it becomes (5 v + 2 s)/7."""
    first, _, _ = cut(30, lambda slip: D(0))
    v = turned(*first, 30)
    return {"turn1": abs(direction(5 * v[0] + 2, 5 * v[1]))}


@problem("30")
def nose():
    """Along N, from the centre to the contact, .28 of the radius above it; E is across, upwards. The surface of the rolling ball goes
    with (1, 0) + r w x N, which has -(1 + .28) along E."""
    e, mu, high = D("0.7"), D("0.2"), D("0.28")
    level = (1 - high * high).sqrt()
    normal = (1 + e) / level
    up = -rub(-(1 + high), D(7) / 2, 0, mu * normal)
    v = 1 - normal * level - up * high
    s = 1 - D(5) / 2 * up
    return {"v": v, "s": s, "v_roll": (5 * v + 2 * s) / 7}


# Pull, slopes, walls that move


@problem("31")
def bounces():
    """Dropped from 1 with g = 1: down after sqrt 2, then up and down again 2 sqrt 2 e, 2 sqrt 2 e^2, ..."""
    e, fall = F(9, 10), D(2).sqrt()
    return {f"t{n}": fall * D(1 + 2 * sum(e ** k for k in range(1, n))) for n in (1, 5, 20)}


@problem("32", "33")
def slope(name):
    """Rolls with 5/7 of g sin if friction can hold that, mu >= 2/7 tan; else slips."""
    g, mu, angle, t = D("9.81"), D({"32": "0.5", "33": "0.05"}[name]), radians(20), D(2)
    along, across = g * sin(angle), g * cos(angle)
    friction = min(2 * along / 7, mu * across)
    return {"x": (along - friction) * t * t / 2, "rw": D(5) / 2 * friction * t}


@problem("34")
def closing():
    """Between hits of the wall the ball goes to the other wall and back, and each hit adds twice the wall's speed. The gap is v t long."""
    gap, v, V, hits, found = F(1), F(1), F(1, 10), 0, {}
    way = gap  # to the moving wall, from where the ball is
    while hits < 20:
        gap -= V * way / (v + V)
        v, way, hits = v + 2 * V, 2 * gap, hits + 1
        if hits in (1, 5, 20):
            found[f"gap{hits}"] = gap
    return found


@problem("35")
def belt():
    """Friction F for a time t, whatever it is: it brings v to F t, the surface to 7/2 F t = 1. The belt does the work F t, and v^2/2 +
    (r w)^2/5 is what the ball has of it."""
    v = F(2, 7)
    rw = F(5, 2) * v
    work = v
    return {"v": v, "work": work, "lost": work - v * v / 2 - rw * rw / 5}


@problem("36")
def box():
    """The way unfolded: a coordinate runs between r and the width less r, to and fro."""
    found, t, r = {}, 100, F(1, 2)
    for name, start, v, width in (("x", F(2), F(13, 10), F(10)), ("y", F(3), F(7, 10), F(8))):
        room = width - 2 * r
        hits, rest = divmod(start - r + v * t, room)
        found[f"hits_{name}"] = int(hits)
        found[name] = r + (room - rest if hits % 2 else rest)
    return {key: found[key] for key in ("hits_x", "hits_y", "x", "y")}


@problem("37")
def torus():
    """Ball 1 among the images of ball 2, which lie on a lattice; the next hit is the first of all images."""
    size, x1, v1, x2, v2, m1, m2 = (4, 3), ("0.5", "0.6"), (1, "0.3"), ("2.5", "1.4"), ("-0.4", "0.55"), 1, 2
    x1, v1, x2, v2 = ([D(c) for c in pair] for pair in (x1, v1, x2, v2))
    reach, t, times = D("0.9"), D(0), []
    images = [(i, j) for i in range(-8, 9) for j in range(-8, 9)]
    while len(times) < 4:
        v = [b - a for a, b in zip(v1, v2)]
        near = [(b - a + width / 2) % width - width / 2 for a, b, width in zip(x1, x2, (D(4), D(3)))]
        hits = []
        for image in images:
            apart = [c + i * width for c, i, width in zip(near, image, size)]
            toward = apart[0] * v[0] + apart[1] * v[1]
            aside = apart[0] * v[1] - apart[1] * v[0]
            if toward < 0 and aside * aside < reach * reach * (v[0] * v[0] + v[1] * v[1]):
                hits.append((meeting(apart, v, reach), apart))
        wait, apart = min(hits)
        assert wait * max(map(abs, v)) < 7 * min(size)  # no image beyond the list comes first
        at = [c + u * wait for c, u in zip(apart, v)]
        x1, x2 = ([(c + u * wait) % width for c, u, width in zip(x, w, size)] for x, w in ((x1, v1), (x2, v2)))
        v1, v2 = strike((D(0), D(0)), v1, D(m1), at, v2, D(m2), D(1))
        t += wait
        times.append(t)
    return {"t1": times[0], "t2": times[1], "t4": times[3]}


# Means


@problem("38")
def two_discs():
    """The relative way is a point among discs of radius 1, one in each cell of 4 x 4: speed over mean free path."""
    area, perimeter = 16 - PI, 2 * PI
    return {"rate": mean(perimeter / (PI * area))}


@problem("39")
def lorentz():
    """pi A/P for each disc: the hexagon of a triangular lattice of distance 2.3 less the disc."""
    area = D(3).sqrt() / 2 * D("2.3") ** 2 - PI
    return {"path": mean(area / 2)}


@problem("40")
def sinai():
    return {"path": mean(PI * (D("3.8") ** 2 - PI * D("1.1") ** 2) / (4 * D("3.8") + 2 * PI * D("1.1")))}


@problem("41")
def stadium():
    r, straight_part = D("0.9"), D(2)
    return {"path": mean(PI * (PI * r * r + 2 * r * straight_part) / (2 * PI * r + 2 * straight_part))}


@problem("42")
def hot_and_cold():
    """Speeds across leave a wall with density (v/s^2) exp(-v^2/(2 s^2)): the mean of 1/v is sqrt(pi/2)/s, that of the energy 3/2 kT."""
    s1, s2 = D(1), D(2)
    return {"trips": mean(1 / ((PI / 2).sqrt() * (1 / s1 + 1 / s2))), "heat": mean(D(3) / 2 * (s2 * s2 - s1 * s1))}


@problem("43")
def hot_floor():
    """A flight lasts 2 v/g and has the integral of height 2 v^3/(3 g^2); the means of v and v^3 are sqrt(pi/2) and 3 sqrt(pi/2)."""
    flight, height = 2 * (PI / 2).sqrt(), D(2) / 3 * 3 * (PI / 2).sqrt()
    return {"rate": mean(1 / flight), "height": mean(height / flight)}


@problem("44")
def hard_discs():
    """The virial series B2 to B10 of hard discs, in units of B2 (Clisby and McCoy, J. Stat. Phys. 122, 15, 2006), for (1 - eta)^2 Z."""
    root = D(3).sqrt()
    ratios = [1, D(4) / 3 - root / PI, 2 - 9 * root / (2 * PI) + 10 / (PI * PI)]
    ratios += [D(b) for b in ("0.33355604", "0.1988425", "0.1148728", "0.0649930", "0.0362193", "0.0199537")]
    eta = D("0.3")
    z = [D(1)] + [b * 2 ** k for k, b in enumerate(ratios, 1)]  # powers of eta
    smooth = [sum(c * z[n - i] for i, c in enumerate((1, -2, 1)) if n >= i) for n in range(len(z))]
    return {"Z": mean(sum(c * eta ** n for n, c in enumerate(smooth)) / (1 - eta) ** 2, "0.002")}


def solved():
    """All answers: (problem, quantity) to (value, kind, error)."""
    found = {}
    for name in sorted(PROBLEMS):
        for quantity, value in PROBLEMS[name]().items():
            kind = "count" if isinstance(value, int) else value[0] if isinstance(value, tuple) else "exact"
            number, error = value[1:] if kind == "mean" else (D(value), Decimal(0))
            found[name, quantity] = number, kind, error
    return found


def main(arguments):
    if len(arguments) > 1:
        table.fail("usage: check.py [ANSWERS]", 2)
    answers, own = table.answers(arguments[0] if arguments else os.path.join(HERE, "answers.csv")), solved()
    most, wrong = Decimal(0), []
    for key in own.keys() | answers.keys():
        if key not in own or key not in answers:
            wrong.append(f"problem {key[0]}, {key[1]}: " + ("an answer too many" if key not in own else "no answer"))
            continue
        apart = abs(answers[key][0] - own[key][0]) / abs(own[key][0])
        most = max(most, apart)
        if apart > CLOSE or answers[key][1:] != own[key][1:]:
            wanted = f"{own[key][0]:.20g}, {own[key][1]}, {own[key][2]}"
            wrong.append(f"problem {key[0]}, {key[1]}: {', '.join(map(str, answers[key]))} is not {wanted}")
    for line in sorted(wrong):
        print(f"{table.NAME}: {line}", file=sys.stderr)
    print(f"{len(answers)} answers, largest difference {most:.1e}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
