#!/usr/bin/env python3
"""Derivatives of the frames of a run: how places and velocities change with where a ball starts, how it is struck, or a coefficient.

  derive.py SCENE PATH...

PATH is that of an override, such as balls.0.angle or restitution.wall; `*` moves all balls together. Prints a table of csv, a row
per frame, path and ball: partial derivatives at fixed time, angles per degree. `smooth` is 0 from the first moment on at which
several contacts meet: from there on the two sides of a derivative may differ. A derivative that the runs do not confirm is left
empty, which is told. SCENE has the integrator event, as fixed steps notice a hit only at the end of a step.
"""

# Each derivative is a difference of runs at four values around that of the scene, right to h^4, or at four on one side where the
# other is out of the range of the key. h goes down a ladder that begins at the scale of the kind of the value. Too large an h sees
# that the path bends or meets something else, too small a one the last bits of a double. So what is taken is what differs
# least from its neighbour on the ladder, together with what its own runs leave open: how far the curve through them is from the
# scene's run, and what rounding makes of h. That curve also tells runs that all miss a ball, which agree with each other.

import csv
import math
import os
import signal
import subprocess
import sys

sys.dont_write_bytecode = True  # no folder of compiled files beside the scripts
sys.path.insert(1, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "python"))
import scales  # noqa: E402  (after the lines above)
from billiard_sim import BilliardError, SceneFile, find_program, run_lines, words_of  # noqa: E402

NAME = os.path.basename(sys.argv[0])

# The powers of 2 by which a scale is multiplied, tried in this order, until all derivatives are as sure as SURE. Powers of 2, so that
# the runs are those of the values that are written, and that units which are powers of 2 give the same digits.
LADDERS = ((-13, -17, -20, -23), (-7, -10, -27, -30), (-4, -34, -38, -42))
SURE = 1e-9
CONFIRMED = 1e-4
ROUNDING = 2.0 ** -50
NEGLIGIBLE = 1e-3  # a derivative this small, beside a radius or a speed per scale of the value, is like 0
CLOCK = ("dt", "steps", "every", "duration", "frame", "start", "stop")
TURNING = ("mu", "mu_roll", "spin", "tip", "sliding")


def fail(message, status=1):
    """Ends the script with one line on standard error."""
    print(f"{NAME}: {message}", file=sys.stderr)
    sys.exit(status)


class Stencil:
    """Runs at value + k h for the k of `at`; weights of what they differ from the scene's run in the derivative, times h, and in the
    cubic through them at the scene's value."""

    def __init__(self, at, slope, middle):
        self.at, self.slope, self.middle = at, [weight / 12 for weight in slope], [weight / 6 for weight in middle]


CENTRAL = Stencil((-2, -1, 1, 2), (1, -8, 8, -1), (-1, 4, 4, -1))
ABOVE = Stencil((1, 2, 3, 4), (48, -36, 16, -3), (24, -36, 24, -6))
BELOW = Stencil((-1, -2, -3, -4), (-48, 36, -16, 3), (24, -36, 24, -6))


class Refused(Exception):
    """A path by which there are no derivatives, in words."""


class Path:
    """One path: the values that it moves together, and the differences of their runs on the ladder."""

    def __init__(self, scene, path, kinds, common):
        self.scene, self.name = scene, path
        if path.split(".")[0] in CLOCK:
            raise Refused(f"{path}: it moves the frames, and derivatives are at fixed times")
        self.single = scene.expand(path)
        self.values = [scene.value(one) for one in self.single]
        if None in self.values:
            raise Refused(scene.refusal(path))
        self.before = common + scene.before(self.single)
        self.scale = min(map(kinds.of, self.single))
        self.base, self.found = None, []

    def climb(self, width, kinds, rough):
        """The differences at as many rungs as it takes."""
        for ladder in LADDERS:
            self._differ([self._height(rung) for rung in ladder], width)
            if not self.base or not self.found:
                raise Refused(self._words(self._height(LADDERS[0][0]) if self.base else 0.0))
            if self._doubt(kinds, rough) < SURE:
                break

    def _height(self, rung):
        """A power of 2 near 2^rung of the scale, and none that the value would swallow."""
        least = max(math.ulp(value) for value in self.values)
        return max(math.ldexp(1.0, math.frexp(self.scale)[1] - 1 + rung), 4 * least)

    def _line(self, shift):
        return self.before + [f"{one}={value + shift!r}" for one, value in zip(self.single, self.values)]

    def _differ(self, heights, width):
        """Adds the differences at each h; where the program rejects runs on one side, those of the other side."""
        heights = sorted(set(heights) - {h for h, _, _ in self.found}, reverse=True)
        lines = [self._line(0.0)] + [self._line(k * h) for h in heights for k in CENTRAL.at]
        tables = frames_of(self.scene.path, lines, width)
        self.base, missed = tables[0], []
        for place, h in enumerate(heights):
            four = tables[4 * place + 1:4 * place + 5]
            if all(four):
                self.found.append((h, CENTRAL, four))
            elif four[2] or four[1]:
                missed.append((h, ABOVE if four[2] and four[3] else BELOW))
        tables = frames_of(self.scene.path, [self._line(k * h) for h, side in missed for k in side.at], width)
        for place, (h, side) in enumerate(missed):
            four = tables[4 * place:4 * place + 4]
            if all(four):
                self.found.append((h, side, four))
        self.found.sort(key=lambda one: -one[0])

    def _words(self, shift):
        """Why the program rejects the run at value + shift, and all others."""
        _, _, said = run_lines(self.scene.path, [self._line(shift)], width=1)
        return said or f"{self.name}: the runs around {self.values[0]!r} fail"

    def derivatives(self, key, kinds, smooth):
        """The derivative of a row of the table, and by how much each may be wrong, as far as the runs tell; None where there is none."""
        base, tried = self.base[key], []
        for h, stencil, four in self.found:
            rows = [table.get(key) for table in four]
            if None not in rows:
                tried.append(_difference(h, stencil, base, rows, smooth))
        if len(tried) < 2:
            return None
        natural = kinds.of_row(len(base), self.scale)
        best = None
        for (value, doubt), (other, more) in zip(tried, tried[1:]):
            apart = [abs(a - b) for a, b in zip(value, other)]
            for values, own in ((value, doubt), (other, more)):
                doubts = [a + b for a, b in zip(apart, own)]
                weight = max(each / unit for each, unit in zip(by_kind(doubts), _sizes(values, natural)))
                if best is None or weight < best[0]:
                    best = weight, values, doubts
        return best[1:]

    def frame(self, keys, kinds, smooth):
        """The rows of one frame, with None for what the runs do not confirm, and the largest doubt beside what it is compared with."""
        found = [self.derivatives(key, kinds, smooth) for key in keys]
        natural = kinds.of_row(len(self.base[keys[0]]), self.scale)
        sure = [one for one in found if one and all(
            doubt <= CONFIRMED * size for doubt, size in zip(by_kind(one[1]), _sizes(one[0], natural)))]
        largest = [max(sizes) for sizes in zip(natural, *(_sizes(values, natural) for values, _ in sure))]
        wide = [kind_of(column) for column in range(len(self.base[keys[0]]))]
        rows = [[value if doubt <= CONFIRMED * largest[kind] else None for value, doubt, kind in zip(*one, wide)] if one
                else [None] * len(wide) for one in found]
        worst = max((doubt / largest[kind] if one else math.inf for one in found for doubt, kind in zip(one[1] if one else wide, wide)))
        return rows, worst

    def _doubt(self, kinds, rough):
        """The largest of the frames before several contacts meet."""
        return max((self.frame(keys, kinds, True)[1] for (_, t), keys in frames(self.base) if t < rough), default=0.0)


def _difference(h, stencil, base, rows, smooth):
    """The derivative, and what these runs alone leave open."""
    apart = [[b - a for a, b in zip(base, row)] for row in rows]
    value = [math.fsum(map(float.__mul__, stencil.slope, column)) / h for column in zip(*apart)]
    bend = [abs(math.fsum(map(float.__mul__, stencil.middle, column))) / h if smooth else 0.0 for column in zip(*apart)]
    noise = [ROUNDING * max(map(abs, column)) / h for column in zip(base, *rows)]
    return value, [a + b for a, b in zip(bend, noise)]


def kind_of(column):
    """Of columns x, y, vx, vy, wx, wy, wz: 0 a place, 1 a velocity, 2 a spin."""
    return min(column // 2, 2)


def by_kind(values):
    """The largest of the places, the velocities and the spins."""
    return [max(map(abs, part)) for part in (values[0:2], values[2:4], values[4:]) if part]


def _sizes(values, natural):
    return [max(pair) for pair in zip(by_kind(values), natural)]


class Kinds(scales.Scales):
    """Of what size the derivatives of a scene are that matter."""

    def of_row(self, width, scale):
        """For places, velocities and spins, a derivative by a value of that scale that is like 0."""
        return [NEGLIGIBLE * size / scale for size in (self.length, self.speed, self.speed / self.length)[:2 if width < 5 else 3]]


def frames_of(scene, lines, width):
    """Per run a table (step, t, ball) -> columns from x on, in the order of the rows; empty for a run that was rejected."""
    tables = [{} for _ in lines]
    if lines:
        rows, _, _ = run_lines(scene, lines, width=width)
        for at in range(0, len(rows), width):
            run, step, t, ball = rows[at:at + 4]
            tables[int(run)][int(step), t, int(ball)] = rows[at + 4:at + width]
    return tables


def frames(table):
    """[((step, t), keys of its balls), ...]."""
    found = {}
    for key in table:
        found.setdefault(key[:2], []).append(key)
    return list(found.items())


def rough_from(scene):
    """The time of the first group of several contacts, infinity if none."""
    run = subprocess.run([find_program(), "-q", "-o", os.devnull, "--events", "-", scene.path], stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, check=False)
    if run.returncode:
        raise BilliardError(words_of(run.stderr, place=True))
    groups = set()
    for row in csv.DictReader(run.stdout.splitlines()):
        if row["group"] in groups:
            return float(row["t"])
        groups.add(row["group"])
    return math.inf


def columns_of(scene, paths):
    """How many columns the rows of a batch have, and overrides that change nothing but give all runs those of rotation, if one of the
    paths would."""
    _, width, _ = run_lines(scene.path, [[]])
    for one in (one for path in paths for one in scene.expand(path)):
        if set(one.split(".")) & set(TURNING) and scene.value(one) is not None:
            common = [*scene.before([one]), f"{one}={scene.value(one)!r}"]
            rows, wide, _ = run_lines(scene.path, [common])
            if rows and wide > width:
                return wide, common
    return width, []


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return
    if len(arguments) < 2 or arguments[0].startswith("-"):
        fail("usage: derive.py SCENE PATH...", 2)
    scene, names = SceneFile(arguments[0]), arguments[1:]
    if scene.whole["integrator"] != "event":
        fail(f'{scene.path}: derivatives need the integrator event, and the scene has "{scene.whole["integrator"]}"', 2)
    rough, kinds, paths, refused = rough_from(scene), Kinds(scene), [], []
    width, common = columns_of(scene, names)
    for name in names:
        try:
            path = Path(scene, name, kinds, common)
            path.climb(width, kinds, rough)
            paths.append(path)
        except Refused as words:
            refused.append(str(words))
    if paths:
        write(paths, kinds, rough, width)
    for words in refused:
        print(f"{NAME}: {words}", file=sys.stderr)
    sys.exit(2 if refused else 0)


def write(paths, kinds, rough, width):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["step", "t", "path", "ball", *["x", "y", "vx", "vy", "wx", "wy", "wz"][:width - 4], "smooth"])
    empty = {}
    for (step, t), keys in frames(paths[0].base):
        for path in paths:
            rows, _ = path.frame(keys, kinds, t < rough)
            for (_, _, ball), values in zip(keys, rows):
                if None in values:
                    empty.setdefault(path.name, []).append((t, ball))
                out.writerow([step, repr(t), path.name, ball, *("" if value is None else repr(value) for value in values), int(t < rough)])
    for name, places in empty.items():
        t, ball = places[0]
        print(f"{NAME}: {name}: {len(places)} rows, from ball {ball} at t = {t!r} on, have fields that are empty: "
              "no two differences of runs agree", file=sys.stderr)


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
try:
    main(sys.argv[1:])
except (BilliardError, FileNotFoundError) as error:
    fail(error)
