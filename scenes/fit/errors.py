"""How sure a fit is: standard errors of its values, and what speaks against a fit.

Near its minimum the sum of squares is that of a linear problem: the differences of run and samples are J d, d being how far the
values are from the best. If each coordinate of a sample has an error of variance s^2, the sum of the squares over what is left of
samples and unknowns, the best values err by (J'J)^-1 J' errors. A run begins at the first sample of each ball, so that the error of
this one moves all that follows, by S: together J' errors has the covariance G = s^2 (J'J + J'S S'J), and the values have
H^-1 G H^-1, H = J'J. What films share is found from the sum of their mean squares: H and G are those sums, and what other films tell
of the shared values is what is left of theirs when their own values are eliminated. A value at its bound is none of the unknowns.
The price is a run for each value, and two for each ball, of each film.
"""

import math
import statistics

import search

NEAR = 1e-6     # of a value's width: so near to its bound it has ended there
WORSE = 3       # times the rms of the other films
OF_THE_WAY = 0.1


class Normal:
    """The normal equations of one film: the matrices H and G, first its own unknowns, then the shared ones."""

    def __init__(self, shot, shared, boxes):
        own = [path for path, one in shot.boxes.items() if not at_bound(shot.best[path], one)]
        self.paths, self.own = own + boxes, len(own)
        width = {**{path: one[1] for path, one in shot.boxes.items()}, **{path: one[1] for path, one in shared.boxes.items()}}
        starts = shot.track.starts()
        self.widths = [width[path] for path in self.paths]
        values, step = {**starts, **shared.values, **shot.best}, shot.ball / 30
        rows = _slopes(shot, values, list(zip(self.paths, self.widths)))
        moved = [[value / step for value in row] for row in _slopes(shot, values, [(path, step) for path in starts if path not in width])]
        self.blind = {path for path, row in zip(self.paths, rows) if not any(row)}
        weight = 2 / len(shot.run)
        met = sum(path in starts and path not in width for ball in shot.track.counted for path in (f"balls.{ball}.x", f"balls.{ball}.y"))
        unknown = sum(path not in self.blind for path in own) + sum(path not in self.blind for path in boxes) / len(shared.shots)
        variance = search.dot(shot.run, shot.run) / max(len(shot.run) - met - unknown, 1)  # `met` samples are where runs start
        self.h = [[weight * search.dot(a, b) for b in rows] for a in rows]
        by_start = [[search.dot(row, one) for one in moved] for row in rows]
        self.g = [[weight * variance * (h + weight * search.dot(a, b)) for h, b in zip(row, by_start)] for row, a in zip(self.h, by_start)]

    def told(self):
        """What a film tells of the shared values: its H and G when its own values are eliminated."""
        n = self.own
        block = [row[:n] for row in self.h[:n]]
        answers = [search.solve(block, row[:n]) for row in self.h[n:]]
        part = [[-value for value in answer] + [float(i == j) for j in range(len(answers))] for i, answer in enumerate(answers)]
        return _between(part, self.h), _between(part, self.g)

    def errors(self, others):
        """Standard errors by path; `others` are what other films tell of the shared values."""
        h, g = [list(row) for row in self.h], [list(row) for row in self.g]
        for matrix, number in ((h, 0), (g, 1)):
            for told in others:
                for i, row in enumerate(told[number]):
                    for j, value in enumerate(row):
                        matrix[self.own + i][self.own + j] += value
        inverse = [search.solve(h, [float(i == j) for j in range(len(h))]) for i in range(len(h))]
        found = {}
        for path, width, row in zip(self.paths, self.widths, inverse):
            variance = search.dot(row, [search.dot(row, column) for column in g])
            found[path] = math.inf if path in self.blind else width * math.sqrt(max(variance, 0.0))
        return found


def _between(part, matrix):
    return [[search.dot(a, [search.dot(row, b) for row in matrix]) for b in part] for a in part]


def _slopes(shot, values, wide):
    """Derivatives of the differences by values, each per its width: of a value that can change one way only, that way."""
    found = []
    for path, width in wide:
        step = search.SMALL * width
        up, down = shot.track.runs([{**values, path: values[path] + step}, {**values, path: values[path] - step}], shot.all)
        low, high, apart = (shot.run, up, 1) if down is None else (down, shot.run, 1) if up is None else (down, up, 2)
        found.append([(b - a) / (apart * search.SMALL) for a, b in zip(low, high or low)])
    return found


def at_bound(value, box):
    _, width, low, high = box
    return value - low < NEAR * width or high - value < NEAR * width


def of(shots, shared):
    """For each film {path: standard error}, without the values at a bound."""
    boxes = [path for path, one in shared.boxes.items() if not at_bound(shared.values[path], one)]
    normals = [Normal(shot, shared, boxes) for shot in shots]
    told = [one.told() for one in normals] if len(shots) > 1 else [None]
    found = [one.errors(told[:number] + told[number + 1:]) for number, one in enumerate(normals)]
    return [{**one, **{path: found[0][path] for path in boxes}} for one in found]


def against(number, rms, ways, bounded):
    """What speaks against the fit of a film: `rms` and `ways` of all films, and its values that ended at a bound, by path."""
    found = [f"{path} ended at its bound, {value:g}" for path, value in bounded.items()]
    others = rms[:number] + rms[number + 1:]
    usual = statistics.median(others) if others else math.inf
    if rms[number] > WORSE * usual:
        found.append(f"its rms, {rms[number]:.3g}, is more than {WORSE} times that of the others, {usual:.3g}")
    if rms[number] > OF_THE_WAY * ways[number]:
        found.append(f"its rms, {rms[number]:.3g}, is more than a tenth of the way of the ball, {ways[number]:.3g}")
    return found
