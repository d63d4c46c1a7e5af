"""The search of fit.py: which stroke makes a run like a film.

A path bends at each hit, and a hit that is missed changes all that follows, so the sum of squares over a whole film has many
valleys. But the beginning of a film has few: up to the first cushion only speed and direction matter, then side, and so on. So the
search follows the film. It keeps several strokes that are right so far, brings each down its valley by Levenberg's and
Marquardt's method with differences of runs, scatters others around them as widely as the samples so far leave open, and looks at which
of all these go on well for a stretch more. A sample that is far off counts little more than one that is off by `reach` (Geman
and McClure's d^2/(1 + d^2/reach^2)), so that a table which is not yet right does not spoil what can be told.

What all films share is fitted together with all strokes: a step in the shared values takes with it what each stroke
then has to change (the normal equations are blocks with a common border).
"""

import math
import statistics

from billiard_sim import BilliardError

SMALL = 1e-4                             # of a value's width: the step of a difference
DAMPINGS = (1e-3, 1e-1, 1.0, 10.0, 1e3)  # tried at once, times a shot's own
KEPT = 8                                 # valleys that are looked into
GROWTH = 1.3                             # of the stretch of film that is looked at
NEAREST = 0.01                           # of a shared value's width: the last step that is tried


def rms(run):
    """Root of the mean squared distance."""
    return math.inf if run is None else math.hypot(*run) / math.sqrt(len(run) / 2)


def distances(run):
    half = len(run) // 2
    return [a * a + b * b for a, b in zip(run[:half], run[half:])]


def cost(run, reach):
    """Mean of the squared distances, each bounded by reach^2."""
    if run is None:
        return math.inf
    squares = distances(run)
    if reach == math.inf:
        return math.fsum(squares) / len(squares)
    bound = reach * reach
    return math.fsum(d / (d + bound) for d in squares) * bound / len(squares)


def weights(run, reach):
    """How much each difference counts: the derivative of the bounded square by the square, x and y alike."""
    if reach == math.inf:
        return [1.0] * len(run)
    bound = reach * reach
    one = [(bound / (d + bound)) ** 2 for d in distances(run)]
    return one + one


def box(track, path, guess=0):
    """Where the search for a value begins, how far it looks around, and what it never leaves; `guess` counts the guesses of the
    stroke."""
    if path == "t0":
        gap = statistics.median(b - a for a, b in zip(track.times, track.times[1:])) if len(track.times) > 1 else 1.0
        start = min((strokes[min(guess, len(strokes) - 1)][2] for strokes in track.strokes.values() if strokes[0][0] > 0), default=track.first)
        return -start, gap, -start - 20 * gap, -start + 20 * gap
    parts = track.singles[path][0].split(".")
    key = parts[2] if parts[0] == "balls" and len(parts) > 2 else ""
    strokes = track.strokes.get(int(parts[1]) if key else -1, [(0, 0, 0, 0)])
    speed, angle, _, doubt = strokes[min(guess, len(strokes) - 1)]
    value = track.scene.number(path, track.table.path)
    if key in ("speed", "angle", "vx", "vy") and speed > 0:
        turn = math.radians(angle)
        start = {"speed": speed, "angle": angle, "vx": speed * math.cos(turn), "vy": speed * math.sin(turn)}[key]
        if key == "angle":
            return start, max(doubt, 0.5), start - 360, start + 360
        return start, 0.15 * speed, 0.1 * speed if key == "speed" else -5 * speed, 5 * speed
    if key in ("x", "y"):
        radius = track.radius[int(parts[1])] or 1.0
        return value, radius / 15, value - radius, value + radius
    if key == "tip":
        return value, 0.25, -0.8, 0.8
    if key == "angle":
        return value, 2.0, value - 180, value + 180
    if key == "elevation":
        return value, 5.0, 0.0, 70.0
    width = 0.2 * abs(value) or 0.1 * track.scales.of(track.singles[path][0])
    signed = value < 0 or parts[0] == "gravity" or key in ("vx", "vy", "spin")
    part = parts[0] in ("restitution", "beta") or parts[-1] == "e"
    return value, width, -1.0 if parts[0] == "beta" else -math.inf if signed else 0.0, 1.0 if part else math.inf


class Shot:
    """One track: the values that are free, the best of them so far, and the search for better ones."""

    def __init__(self, track, chance, size):
        self.track, self.chance, self.size = track, chance, size
        self.guesses = [{path: box(track, path, guess) for path in track.free}
                        for guess in range(max(map(len, track.strokes.values())))]
        self.boxes = self.guesses[0]
        self.best = {path: one[0] for path, one in self.boxes.items()}
        self.all = track.view()
        self.ball = max(track.radius.values()) or 1.0
        self.run = track.runs([self.best], self.all)[0]
        if self.run is None:
            raise BilliardError(f"{track.file}: {track.said}")

    def rms(self):
        return rms(self.run)

    def _within(self, values):
        return {path: min(max(values[path], one[2]), one[3]) for path, one in self.boxes.items()}

    def moved(self, values, steps):
        return self._within({path: values[path] + one[1] * step for (path, one), step in zip(self.boxes.items(), steps)})

    def scored(self, candidates, shared, view, reach):
        """[cost, values, run] of those that the program accepts, the best first."""
        found = self.track.runs([{**shared, **values} for values in candidates], view)
        scored = [[cost(run, reach), values, run] for values, run in zip(candidates, found) if run is not None]
        return sorted(scored, key=lambda one: one[0])

    def apart(self, scored, share=0.02):
        """The best few that are not the same valley."""
        kept = []
        for one in sorted(scored, key=lambda one: one[0]):
            if all(any(abs(one[1][path] - other[1][path]) > share * wide[1] for path, wide in self.boxes.items()) for other in kept):
                kept.append(one)
            if len(kept) == KEPT:
                break
        return kept

    def follow(self, shared):
        """Follows the film from its first samples to its last; returns what is right in the end, sorted."""
        reach = 3 * self.ball
        views = self._views()
        tried = [{path: one[0] + one[1] * self.chance.uniform(-2, 2) for path, one in self.chance.choice(self.guesses).items()}
                 for _ in range(4 * self.size)]
        known = self.scored([self.best, *map(self._within, tried)], shared, views[0], reach)
        for view, after in zip(views, views[1:] + [self.all]):
            known = self.polish(self.apart(known), shared, view, reach, 3)
            known = self.scored([one[1] for one in known] + self.scattered(known), shared, after, reach)
        return self.polish(self.apart(known), shared, self.all, reach, 10)

    def _views(self):
        """Stretches of the film from its first samples after the stroke, each longer than the one before."""
        times = self.track.times
        begin = sum(t <= -self.best.get("t0", 0.0) for t in times)
        until, views = 6.0, []
        while begin + until < len(times):
            views.append(self.track.view(times[begin + int(until)]))
            until *= GROWTH
        return views or [self.all]

    def scattered(self, known, wider=1.0):
        """Strokes around those that are known, as widely as their samples leave open."""
        found = []
        for number in range(self.size):
            _, values, run, matrix = known[int(len(known) * self.chance.random() ** 2)]
            noise = max(rms(run), self.ball / 30)
            bounded = [[value / noise ** 2 + (i == j) for j, value in enumerate(row)] for i, row in enumerate(matrix)]
            steps = spread(bounded, [self.chance.gauss(0, wider * (1 if number % 2 else 3)) for _ in matrix])
            found.append(self.moved(values, steps))
        return found

    def explore(self, shared):
        """The best stroke with these shared values: the one so far, or one that following the film finds."""
        reach = 3 * self.ball
        known = self.polish(self.scored([self.best], shared, self.all, reach), shared, self.all, reach, 10) + self.follow(shared)
        for wider in (1, 1, 0.3, 0.3):
            known = sorted(known, key=lambda one: one[0])[:KEPT]
            known += self.polish(self.apart(self.scored(self.scattered(known, wider), shared, self.all, reach)), shared, self.all, reach, 6)
        _, self.best, self.run, _ = min(known, key=lambda one: one[0])

    def nearby(self, shared, reach):
        """The best stroke near the one so far: its own valley with these shared values, or one next to it."""
        known = self.polish(self.scored([self.best], shared, self.all, reach), shared, self.all, reach, 4)
        if not known:
            return [math.inf]
        near = self.scored(self.scattered(known)[:self.size // 2 + 1], shared, self.all, reach)
        return min(known + self.polish(self.apart(near)[:2], shared, self.all, reach, 4), key=lambda one: one[0])

    def mend(self, shared, lost):
        """The best stroke again, after the shared values have changed; where it is lost, the film is followed anew."""
        if lost:
            self.explore(shared)
            return
        reach = 3 * self.ball
        known = self.polish(self.scored([self.best], shared, self.all, reach), shared, self.all, reach, 5)
        near = self.scored(self.scattered(known), shared, self.all, reach)
        known += self.polish(self.apart(near)[:3], shared, self.all, reach, 5)
        _, self.best, self.run, _ = min(known, key=lambda one: one[0])

    def finish(self, shared):
        """The least sum of squares, all samples alike."""
        known = self.polish(self.scored([self.best], shared, self.all, math.inf), shared, self.all, math.inf, 20)
        for wider in (1, 0.3):
            near = self.scored(self.scattered(known[:1], wider), shared, self.all, math.inf)
            known += self.polish(self.apart(near), shared, self.all, math.inf, 10)
            known.sort(key=lambda one: one[0])
        _, self.best, self.run, _ = known[0]

    def slopes(self, values, run, shared, view, also=()):
        """Derivatives of the differences by the free values, then by the shared ones of `also`, each per its width."""
        steps = [(path, SMALL * one[1]) for path, one in self.boxes.items()] + [(path, SMALL * wide) for path, wide in also]
        both = {**shared, **values}
        found = self.track.runs([{**both, path: both[path] + step} for path, step in steps], view)
        return [None if one is None else [(b - a) / SMALL for a, b in zip(run, one)] for one in found]

    def polish(self, starts, shared, view, reach, rounds):
        """Levenberg and Marquardt from several starts; returns [cost, values, run, matrix], sorted."""
        return sorted((self._descend(*start, shared, view, reach, rounds) for start in (one[:3] for one in starts)), key=lambda one: one[0])

    def _descend(self, now, values, run, shared, view, reach, rounds):
        damping, vain = 0.1, 0
        for _ in range(rounds):
            matrix, side = normal_equations(self.slopes(values, run, shared, view), run, weights(run, reach))
            tried = [self.moved(values, solve(damped(matrix, damping * factor), side)) for factor in DAMPINGS]
            found = self.track.runs([{**shared, **one} for one in tried], view)
            least, number = min((cost(one, reach), number) for number, one in enumerate(found))
            vain = vain + 1 if least > 0.9999 * now else 0
            if least < now:
                now, values, run, damping = least, tried[number], found[number], max(damping * DAMPINGS[number], 1e-9)
            else:
                damping *= 30
            if vain == 2:
                break
        return [now, values, run, matrix]


# Linear algebra of a few unknowns

def normal_equations(slopes, run, heavy):
    """Of the least weighted sum of squares: matrix and right side. A slope that is None is 0."""
    n = len(slopes)
    weighted = [None if one is None else [a * b for a, b in zip(one, heavy)] for one in slopes]
    matrix, side = [[0.0] * n for _ in range(n)], [0.0] * n
    for i in range(n):
        if weighted[i] is None:
            continue
        side[i] = -dot(weighted[i], run)
        for j in range(i + 1):
            if slopes[j] is not None:
                matrix[i][j] = matrix[j][i] = dot(weighted[i], slopes[j])
    return matrix, side


def dot(one, other):
    return sum(map(float.__mul__, one, other))


def damped(matrix, damping):
    most = max((row[i] for i, row in enumerate(matrix)), default=1.0) or 1.0
    return [[value + (damping * value + 1e-12 * most if i == j else 0) for j, value in enumerate(row)] for i, row in enumerate(matrix)]


def solve(matrix, side):
    """Gauss's elimination, of a positive definite matrix."""
    rows = [row + [value] for row, value in zip(matrix, side)]
    n = len(rows)
    for k in range(n):
        pivot = rows[k][k] or 1e-300
        for i in range(k + 1, n):
            factor = rows[i][k] / pivot
            if factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    found = [0.0] * n
    for k in reversed(range(n)):
        found[k] = (rows[k][n] - sum(rows[k][j] * found[j] for j in range(k + 1, n))) / (rows[k][k] or 1e-300)
    return found


def spread(matrix, normal):
    """A sample of the normal distribution whose covariance is the inverse of a matrix, from one of independent variables."""
    n = len(matrix)
    root = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(root[i][k] * root[j][k] for k in range(j))
            root[i][j] = math.sqrt(max(rest, 1e-300)) if i == j else rest / root[j][j]
    found = [0.0] * n
    for i in reversed(range(n)):
        found[i] = (normal[i] - sum(root[k][i] * found[k] for k in range(i + 1, n))) / root[i][i]
    return found


# What all shots share

class Shared:
    """The values that all shots share, fitted together with all strokes."""

    def __init__(self, shots, paths):
        self.shots = shots
        self.steps = dict.fromkeys(paths, 0.25)
        self.boxes = {path: box(shots[0].track, path) for path in paths}
        self.values = {path: one[0] for path, one in self.boxes.items()}

    def fit(self, tell):
        """Steps in everything, then another look at each shot with what was found, until that changes nothing any more."""
        for number in range(8):
            before = dict(self.values)
            self._look()
            self._descend(self._reach(), 15)
            usual = statistics.median(shot.rms() for shot in self.shots)
            for shot in self.shots:
                shot.mend(self.values, shot.rms() > 2 * usual)
            tell(f"round {number + 1}", self.shots, self.values)
            if all(abs(self.values[path] - before[path]) < 2e-3 * one[1] for path, one in self.boxes.items()) and self._near():
                break

    def _reach(self):
        ball = self.shots[0].ball
        return max(min(3 * ball, 4 * statistics.median(shot.rms() for shot in self.shots)), ball / 5)

    def _near(self):
        return max(self.steps.values()) < NEAREST

    def _look(self):
        """Other shared values nearby, one after the other and then on in the direction that has helped (Hooke and Jeeves), each
        with all strokes brought down their valleys: so it crosses the edges at which a hit is missed, where slopes end."""
        for _ in range(6):
            before = dict(self.values)
            for path, one in self.boxes.items():
                step = self.steps[path] * one[1]
                better = self._try({**self.values, path: self.values[path] + step}) or self._try({**self.values, path: self.values[path] - step})
                self.steps[path] *= 1.5 if better else 0.4
            if self.values != before:
                self._try({path: 2 * value - before[path] for path, value in self.values.items()})
            if self._near():
                break

    def _try(self, shared):
        """Takes shared values if they are better."""
        shared = {path: min(max(value, self.boxes[path][2]), self.boxes[path][3]) for path, value in shared.items()}
        reach, total, strokes = self._reach(), 0.0, []
        least = math.fsum(cost(shot.run, reach) for shot in self.shots)
        for shot in self.shots:
            strokes.append(shot.nearby(shared, reach))
            total += strokes[-1][0]
            if total >= least:
                return False
        self.values = shared
        for shot, stroke in zip(self.shots, strokes):
            shot.best, shot.run = stroke[1:3]
        return True

    def _descend(self, reach, rounds):
        damping, vain = 0.1, 0
        now = math.fsum(cost(shot.run, reach) for shot in self.shots)
        also = [(path, one[1]) for path, one in self.boxes.items()]
        for _ in range(rounds):
            systems = [normal_equations(shot.slopes(shot.best, shot.run, self.values, shot.all, also), shot.run, weights(shot.run, reach))
                       for shot in self.shots]
            tried = [self._step(systems, damping * factor) for factor in DAMPINGS]
            found = [shot.track.runs([{**shared, **strokes[number]} for shared, strokes in tried], shot.all)
                     for number, shot in enumerate(self.shots)]
            least, chosen = min((math.fsum(cost(runs_of[k], reach) for runs_of in found), k) for k in range(len(tried)))
            vain = vain + 1 if least > 0.9999 * now else 0
            if least < now:
                now, self.values, damping = least, tried[chosen][0], max(damping * DAMPINGS[chosen], 1e-9)
                for shot, stroke, runs_of in zip(self.shots, tried[chosen][1], found):
                    shot.best, shot.run = stroke, runs_of[chosen]
            else:
                damping *= 30
            if vain == 2:
                break

    def _step(self, systems, damping):
        """Where one step leads: the shared values and all strokes. Each shot's own unknowns are eliminated first."""
        n = len(self.boxes)
        parts, own = [], []
        for shot, (matrix, right) in zip(self.shots, systems):
            count, samples = len(shot.boxes), len(shot.run) / 2
            matrix = damped(matrix, damping)
            block = [row[:count] for row in matrix[:count]]
            answers = [solve(block, [row[k] for row in matrix[:count]]) for k in range(count, count + n)]
            alone = solve(block, right[:count])
            own.append((alone, answers))
            coupling = [row[:count] for row in matrix[count:]]
            parts.append(([[(matrix[count + i][count + j] - dot(coupling[i], answers[j])) / samples for j in range(n)] for i in range(n)],
                          [(right[count + i] - dot(coupling[i], alone)) / samples for i in range(n)]))
        # A shot on the edge of missing a hit has slopes without meaning, and large ones: none says more than a few times the usual.
        sizes = [sum(block[i][i] for i in range(n)) for block, _ in parts]
        most = 5 * statistics.median(sizes)
        heavy = [min(1.0, most / size) if size > 0 else 1.0 for size in sizes]
        border = [[math.fsum(weight * block[i][j] for weight, (block, _) in zip(heavy, parts)) for j in range(n)] for i in range(n)]
        moves = solve(border, [math.fsum(weight * side[i] for weight, (_, side) in zip(heavy, parts)) for i in range(n)])
        shared = {path: min(max(self.values[path] + one[1] * move, one[2]), one[3])
                  for (path, one), move in zip(self.boxes.items(), moves)}
        strokes = []
        for shot, (alone, answers) in zip(self.shots, own):
            steps = [value - math.fsum(answer[k] * move for answer, move in zip(answers, moves)) for k, value in enumerate(alone)]
            strokes.append(shot.moved(shot.best, steps))
        return shared, strokes
