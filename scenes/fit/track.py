"""A filmed shot: its samples, the scene that starts with them, and how far runs of that scene are from them."""

import array
import csv
import json
import math
import os
import re
import statistics
import subprocess
import tempfile
import threading

import billiard_sim
import scales
from billiard_sim import BilliardError

FINEST = 100000000  # steps from one frame to the next: the start lies on one of them, and so the frames at the times of the samples
CLOSEST = 8       # frames per gap between samples that no common frame reaches
KEYS_OF_TIME = ("dt", "steps", "every", "duration", "frame", "stop", "start")


class Track:
    """One film. `counted` are ranges of the balls whose samples count; `x`, `y`, `t` theirs, ball after ball."""

    def __init__(self, table, file, counted, free, shared, own, threads):
        self.file, self.own, self.table = file, own, table
        self.samples = _read(file)
        self.balls = self._start()
        self.radius = {}
        for ball in range(len(self.balls)):
            self._place(ball)
        self._part()
        self._write()
        self.scene = self._opened()
        struck = {int(path.split(".")[1]) for one in free for path in self.scene.expand(one)
                  if path.startswith("balls.") and path.split(".")[1].isdigit()}
        self.counted = sorted({ball for some in counted for ball in self._listed(some)})
        for ball in self.counted:
            self._check(ball, ball in struck)
        self._grid()
        self.free = free
        self.singles = {path: self.scene.expand(path) for path in free + shared if path != "t0"}
        self.before = self.scene.before([one for singles in self.singles.values() for one in singles])
        self.kept = Kept(own, self.counted, threads)
        self.width = self.kept.width
        self.strokes = {ball: self._strokes(ball) for ball in self.counted}
        fastest = max(stroke[0] for strokes in self.strokes.values() for stroke in strokes)
        self.scales = scales.Scales(self.scene, fastest, self.times[-1] - self.times[0])

    # The scene

    def _start(self):
        """The balls of the scene, or of the track if the scene has none."""
        given = self.table.given["balls"]
        if any("rack" in ball or "fill" in ball for ball in given):
            raise BilliardError(f"{self.table.path}: racks and fills have no numbers that a track could name: list the balls")
        if not given:
            given = [{} for _ in range(max(self.samples) + 1)]
            for ball, _ in enumerate(given):
                if ball not in self.samples:
                    raise BilliardError(f"{self.file}: no samples of ball {ball}, and {self.table.path} has no balls")
        if max(self.samples) >= len(given):
            raise BilliardError(f"{self.file}: ball {max(self.samples)}: {self.table.path} has balls 0 to {len(given) - 1}")
        return [dict(ball) for ball in given]

    def _place(self, ball):
        """Puts a ball at its first sample, inside the walls that there are."""
        defaults = self.table.given.get("defaults", {})
        radius = self.radius[ball] = self.balls[ball].get("r", defaults.get("r", 0))
        if ball not in self.samples:
            return
        periodic = self.table.given["table"].get("periodic", False)
        for axis, key, length in (("x", 1, "width"), ("y", 2, "height")):
            place, length = self.samples[ball][0][key], self.table.given["table"][length]
            if periodic not in (True, axis):
                if not 0 < place < length:
                    raise BilliardError(f"{self.file}: ball {ball} starts out of the table, at {axis} = {place:g} of 0 to {length:g}")
                place = min(max(place, radius), length - radius)
            self.balls[ball][axis] = place

    def _part(self):
        """Films are not exact: balls that touch may seem to overlap by a little. The later one gives way."""
        for b, two in enumerate(self.balls):
            for a, one in enumerate(self.balls[:b]):
                apart = math.hypot(two["x"] - one["x"], two["y"] - one["y"])
                wanted = (self.radius[a] + self.radius[b]) * (1 + 1e-9)
                if b in self.samples and 0.8 * wanted < apart < wanted:
                    for axis in ("x", "y"):
                        two[axis] = one[axis] + (two[axis] - one[axis]) * wanted / apart

    def _write(self):
        scene = {key: value for key, value in self.table.given.items() if key not in KEYS_OF_TIME}
        scene.update(balls=self.balls, dt=1, steps=1)
        if self.table.whole["integrator"] != "event":
            raise BilliardError(f"{self.table.path}: fits need the integrator event")
        with open(self.own, "w", encoding="utf-8") as file:
            json.dump(scene, file)

    def _opened(self):
        """The scene just written. What the program says of it is told of the film."""
        try:
            return billiard_sim.SceneFile(self.own)
        except BilliardError as error:
            words = re.sub(r"^.*?:\d+:\d+: error: ", "", str(error))
        overlap = re.match(r"balls\.(\d+): overlaps balls\.(\d+)", words)
        if not overlap:
            raise BilliardError(f"{self.file}: the scene that starts with its samples: {words}")
        one, two = (int(ball) for ball in overlap.groups())
        if one in self.samples and two in self.samples:
            raise BilliardError(f"{self.file}: balls {one} and {two} overlap at their first samples")
        filmed, other = (one, two) if one in self.samples else (two, one)
        raise BilliardError(f"{self.file}: ball {filmed} overlaps, at its first sample, ball {other} of {self.table.path}")

    # The samples

    def _listed(self, some):
        """The balls of a range, each of which must have samples."""
        for ball in some:
            if ball not in self.samples:
                raise BilliardError(f"{self.file}: no samples of ball {ball}")
            yield ball

    def _check(self, ball, struck):
        """A ball that moves needs some samples."""
        found = self.samples[ball]
        moves = struck or any(math.hypot(x - found[0][1], y - found[0][2]) > self.radius[ball] / 2 for _, x, y in found)
        if moves and len(found) < 5:
            raise BilliardError(f"{self.file}: {len(found)} samples of ball {ball}, which moves; at least 5 are needed")

    def starts(self):
        """Where each ball that has samples starts, by path."""
        found = {f"balls.{ball}.{axis}": self.balls[ball][axis] for ball in self.samples for axis in ("x", "y")}
        self.singles.update((path, [path]) for path in found if path not in self.singles)
        return found

    def way(self):
        """How far the counted balls went, the farthest of them: in steps of a radius, so that noise is no way."""
        return max(_way(self.samples[ball], self.radius[ball] or 1.0) for ball in self.counted)

    def _grid(self):
        """A grid of frames that meets the samples, or a fine one."""
        times = self.times = sorted({sample[0] for ball in self.counted for sample in self.samples[ball]})
        self.first = times[0]
        gaps = [b - a for a, b in zip(times, times[1:])] or [1.0]
        least = min(gaps) if min(gaps) > 0.02 * statistics.median(gaps) else statistics.median(gaps)
        for parts in (1, 2, 3, 4):
            self.pitch = self._fitting(least / parts, times)
            if self.pitch:
                break
        else:
            self.pitch = statistics.median(gaps) / CLOSEST
        places = [(t - self.first) / self.pitch for t in times]
        self.exact = all(abs(place - round(place)) < 1e-4 for place in places)

    def view(self, until=math.inf):
        """The samples up to a time."""
        return View(self, until)

    def _fitting(self, pitch, times):
        """The pitch, made exact by the whole length, of a grid that all times lie on; None if they lie on none."""
        count = round((times[-1] - times[0]) / pitch)
        if count < 1 or count > 100000:
            return None
        pitch = (times[-1] - times[0]) / count
        places = [(t - times[0]) / pitch for t in times]
        return pitch if all(abs(place - round(place)) < 1e-3 for place in places) else None

    # Runs

    def runs(self, candidates, view):
        """For each candidate, a table of values by path, the differences of the run from the samples of a view: those in x, then
        those in y. None for a run that the program rejects."""
        plans = [self._plan(values.get("t0", 0.0), view) for values in candidates]
        lines = [self._line(values, plan) for values, plan in zip(candidates, plans)]
        rows, self.said = self.kept.batch(lines)
        found, at = [], 0
        for number, plan in enumerate(plans):
            end = self._end(rows, at, number, plan)
            found.append(view.differences(rows, at, end, plan) if end > at else None)
            at = end
        self.said = self.said and self.said.replace(self.own, self.table.path)
        return found

    def _plan(self, shift, view):
        """A run whose frames meet the samples: the number of the first cell that has a frame, the step at which the run starts,
        and how many frames it has."""
        begin = (self.first + shift) / self.pitch
        cell = math.ceil(-begin)
        step = FINEST - round((begin + cell) * FINEST)
        return cell, max(step, 1), max(view.last - cell + 1, 1)

    def _line(self, values, plan):
        _, step, frames = plan
        line = list(self.before)
        for path, value in values.items():
            line += [f"{one}={value!r}" for one in self.singles.get(path, [])]
        return line + [f"dt={self.pitch / FINEST!r}", f"every={FINEST}", f"start.step={step}", f"steps={frames * FINEST - step}"]

    def _end(self, rows, at, number, plan):
        """Where the rows of a run end."""
        whole = at + plan[2] * len(self.counted) * self.width
        if whole <= len(rows) and rows[whole - self.width] == number and (whole == len(rows) or rows[whole] != number):
            return whole
        while at < len(rows) and rows[at] == number:
            at += self.width
        return at

    # What the first samples tell

    def _gap(self, ball):
        """The usual time between two samples of a ball."""
        times = [t for t, _, _ in self.samples[ball]]
        return statistics.median(b - a for a, b in zip(times, times[1:])) if len(times) > 1 else 1.0

    def _strokes(self, ball):
        """Guesses of a stroke, (speed, direction in degrees, time at which the ball leaves its first sample, how uncertain the
        direction is): the first from all samples of the first straight stretch, others from fewer, as the stretch may hold a hit."""
        radius, gap = self.radius[ball] or 1.0, self._gap(ball)
        stretch, found = [self.samples[ball][0]], []
        for sample in self.samples[ball][1:]:
            way = math.dist(sample[1:], stretch[0][1:])
            if len(stretch) == 1 and way < radius / 3:
                stretch[0] = (sample[0], *stretch[0][1:])
                continue
            if len(stretch) == 1 and sample[0] - stretch[0][0] > 3 * gap:  # a film may leave out where a ball is at rest
                stretch[0] = (sample[0] - gap, *stretch[0][1:])
            if len(stretch) > 5 and (way > 12 * radius or not _straight(stretch + [sample], radius / 5)):
                break
            stretch.append(sample)
            found.append(_stroke(stretch, radius))
        found = [one for one in found if one[0] > 0]
        straight = [one for k, one in enumerate(found) if _straight(stretch[:k + 2], radius / 5)]
        return straight[-1:] + found[:5] or [(0.0, 0.0, self.samples[ball][0][0], 0.0)]


def _way(samples, step):
    """The length of a path."""
    (_, *last), way = samples[0], 0.0
    for _, *place in samples:
        if math.dist(place, last) > step:
            way, last = way + math.dist(place, last), place
    return way


def _stroke(stretch, radius):
    """The line through the start that goes on through the other samples; the slope of way over time without the start, if it can."""
    ways = [(t, math.dist((x, y), stretch[0][1:])) for t, x, y in stretch]
    angle = math.atan2(sum(y - stretch[0][2] for _, _, y in stretch), sum(x - stretch[0][1] for _, x, _ in stretch))
    fitted = ways[1:] if len(ways) > 2 else ways
    middle, mean = (statistics.fmean(one[k] for one in fitted) for k in (0, 1))
    speed = sum((t - middle) * way for t, way in fitted) / (sum((t - middle) ** 2 for t, _ in fitted) or 1.0)
    begin = max(middle - mean / speed, stretch[0][0]) if speed > 0 else stretch[0][0]
    return speed, math.degrees(angle), begin, math.degrees(math.atan2(radius / 8, ways[-1][1]))


def _straight(stretch, tolerance):
    """Whether samples lie on the line from the first to the last, one after the other."""
    _, x0, y0 = stretch[0]
    x, y = stretch[-1][1] - x0, stretch[-1][2] - y0
    way = math.hypot(x, y) or 1.0
    along = [((a - x0) * x + (b - y0) * y) / way for _, a, b in stretch]
    return all(one < two for one, two in zip(along, along[1:])) and all(
        abs((a - x0) * y - (b - y0) * x) / way <= tolerance for _, a, b in stretch)


class View:
    """The samples of the counted balls up to a time: `cell` is the number of a sample's frame, `rest` the part of a frame left."""

    def __init__(self, track, until):
        self.track, self.balls = track, []
        for ball in track.counted:
            samples = [sample for sample in track.samples[ball] if sample[0] <= until]
            places = [(t - track.first) / track.pitch for t, _, _ in samples]
            cells = [round(place) if track.exact else math.floor(place) for place in places]
            rests = None if track.exact else [place - cell for place, cell in zip(places, cells)]
            self.balls.append((track.balls[ball], ball, cells, rests, [x for _, x, _ in samples], [y for _, _, y in samples]))
        self.last = max((max(one[2]) for one in self.balls if one[2]), default=0) + (0 if track.exact else 1)

    def differences(self, rows, at, end, plan):
        dx, dy, width, together = [], [], self.track.width, self.track.width * len(self.balls)
        full = end - at == plan[2] * together
        for place, (start, ball, cells, rests, xs, ys) in enumerate(self.balls):
            if full:
                columns = [rows[at + place * width + k:end:together] for k in range(4, 8)]
            else:  # a pocket took a ball: from then on it has no rows
                own = [k for k in range(at, end, width) if rows[k + 3] == ball]
                columns = [[rows[k + column] for k in own] for column in range(4, 8)]
            x, y = self._places(columns, start, [cell - plan[0] for cell in cells], rests)
            dx += map(float.__sub__, x, xs)
            dy += map(float.__sub__, y, ys)
        return dx + dy

    def _places(self, columns, start, frames, rests):
        """Where a ball is at its samples: at its start before the run begins, at its last place after its rows end."""
        x, y, vx, vy = columns
        last = len(x) - 1
        if rests is None:
            frames = [min(k, last) for k in frames]
            return [x[k] if k >= 0 else start["x"] for k in frames], [y[k] if k >= 0 else start["y"] for k in frames]
        places = []
        for k, rest in zip(frames, rests):
            if k < 0:
                places.append((start["x"], start["y"]))
            elif k >= last:
                places.append((x[-1], y[-1]))
            else:
                places.append(_between((x[k], y[k], vx[k], vy[k]), (x[k + 1], y[k + 1], vx[k + 1], vy[k + 1]), self.track.pitch, rest))
        return [one for one, _ in places], [one for _, one in places]


def _between(left, right, length, part):
    """A place between two frames: on the line from the left one or on that to the right one, which part where the ball was hit."""
    (x, y, vx, vy), (xx, yy, vvx, vvy) = left, right
    bend_x, bend_y = vx - vvx, vy - vvy
    bend = bend_x * bend_x + bend_y * bend_y
    after = part * length
    hit = length / 2
    if bend > 0:
        hit = ((xx - vvx * length - x) * bend_x + (yy - vvy * length - y) * bend_y) / bend
    return (x + vx * after, y + vy * after) if after < hit else (xx - vvx * (length - after), yy - vvy * (length - after))


def _read(file):
    """Samples by ball, in the order of time."""
    samples = {}
    try:
        with open(file, encoding="utf-8-sig", newline="") as text:
            table = csv.DictReader(text)
            if not table.fieldnames or not {"t", "ball", "x", "y"} <= set(table.fieldnames):
                raise BilliardError(f"{file}: no track: its first line must name the columns t,ball,x,y")
            for row in table:
                samples.setdefault(_number(row, "ball", file, table.line_num), []).append(
                    tuple(_number(row, key, file, table.line_num) for key in ("t", "x", "y")))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BilliardError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not samples:
        raise BilliardError(f"{file}: no samples")
    return {ball: sorted(found, key=lambda sample: sample[0]) for ball, found in samples.items()}


def _number(row, key, file, line):
    try:
        value = float(row[key])
        if not math.isfinite(value) or key == "ball" and (value != int(value) or value < 0):
            raise ValueError
    except (TypeError, ValueError):
        raise BilliardError(f'{file}:{line}: {key}: must be a {"ball" if key == "ball" else "number"}, found "{row[key]}"') from None
    return int(value) if key == "ball" else value


class Kept:
    """One program for all rounds of runs of a scene: to start it takes longer than such a round. Each round ends with a line whose
    rows are known: a run without a step, so one row for each ball of `balls`."""

    def __init__(self, scene, balls, threads):
        program, chosen = billiard_sim.find_program(), ["-q", "--batch", "-", "-b", ",".join(map(str, balls)), scene]
        first = subprocess.run([program, *chosen], input=b"steps=0\n", capture_output=True, check=False)
        header, said = first.stdout, first.stderr.decode(errors="replace")
        self.width, self.balls, self.begun, self.heard = header.partition(b"\n")[0].count(b",") + 1, len(balls), 0, 0
        if self.width == 1:
            raise BilliardError(billiard_sim.words_of(said, place=True))
        self.errors = tempfile.NamedTemporaryFile()
        with open(self.errors.name, "ab") as errors:  # so that it is written at its end, wherever it is read
            self.program = subprocess.Popen([program, "-f", "binary", "--threads", str(threads), *chosen],
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)

    def batch(self, lines):
        """As run_lines(), but for the columns: the rows, with runs from 0, and the words of the first run that failed."""
        text = "".join("\t".join([*line, "title="]) + "\n" for line in [*lines, ["steps=0"]]).encode()
        feeder = threading.Thread(target=self._feed, args=(text,), daemon=True)
        feeder.start()
        rows, last, left = array.array("d"), self.begun + len(lines), b""
        while not self._ends(rows, last):
            part = os.read(self.program.stdout.fileno(), 1 << 20)
            if not part:
                raise BilliardError(billiard_sim.words_of(self._said(), place=True))
            part = left + part
            whole = len(part) // (8 * self.width) * 8 * self.width
            rows += billiard_sim.doubles(part[:whole])
            left = part[whole:]
        feeder.join()
        del rows[-self.balls * self.width:]
        rows[::self.width] = array.array("d", [number - self.begun for number in rows[::self.width]])
        self.begun = last + 1
        said = self._said()
        return rows, billiard_sim.words_of(said, place=True) if said else None

    def close(self):
        self.program.stdin.close()
        self.program.stdout.close()
        self.program.wait()
        self.errors.close()

    def _ends(self, rows, last):
        first = len(rows) - self.balls * self.width
        return first >= 0 and rows[first] == last

    def _feed(self, text):
        try:
            self.program.stdin.write(text)
            self.program.stdin.flush()
        except OSError:
            pass  # it died, which the reader sees

    def _said(self):
        with open(self.errors.name, "rb") as errors:
            errors.seek(self.heard)
            found = errors.read()
        self.heard += len(found)
        return found.decode(errors="replace").strip()
