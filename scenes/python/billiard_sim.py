"""Billiards in Python: every stroke is a run of the program billiard-sim, which this module keeps open.

    import billiard_sim
    table = billiard_sim.Table("pool_9ft")
    state = table.state({"cue": (0.8, 0.7), "9": (2.0, 1.0)})
    shot = state.strike(V0=2.5, phi=14.2, b=-0.2)
    print(shot.pocketed, shot.met["cue"], shot.state.place("cue"))

Places are those of the scene, in metres on the tables of the trade, x along the table; angles are degrees, 0 along +x, 90 along +y.
The guide is README.md beside this file. Python 3.9 or newer, its standard library, and the program; numpy and gymnasium are used by
Environment if they are there.

How it works: a Table keeps one `billiard-sim --batch -` for each number of balls. A stroke is a line to it, and a row of --columns
comes back. Rows come in the order of the lines, so the first row that lacks tells which stroke the program died of, or cannot finish.
A process belongs to the interpreter that started it: after a fork, or where an object was unpickled, another is started.
"""

import array
import collections
import csv
import fcntl
import hashlib
import html
import io
import json
import math
import os
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import weakref
from typing import NamedTuple, Optional

__all__ = ["Table", "State", "Stroke", "Cue", "Shot", "Noise", "Many", "Best", "rule", "Ruling", "Game", "Environment",
           "BilliardError", "find_program", "SceneFile", "run_lines"]

HERE = os.path.dirname(os.path.realpath(__file__))
SCENES = os.path.dirname(HERE)
GAP = 1e-4             # between balls that are racked or spotted
TIMED_OUT, DIED = 124, 128
MOST_ROWS = 10 ** 7    # of Shot.frames: they take 8 GB
ALONE = 1000           # strokes that are tried one by one after one of many had no result: more than a buffer of rows holds
MOTION = ("vx", "vy", "speed", "angle", "spin", "tip", "elevation")
CUSHIONS = frozenset(("left", "right", "bottom", "top", "line", "arc"))


class BilliardError(Exception):
    """What cannot be done now: the game is over, there is no ball in hand, a stroke that failed has no frames."""


def find_program(program=None):
    """The program: the one given, that of BILLIARD_SIM, that of the source or the prefix around this file, or that of PATH."""
    named = program or os.environ.get("BILLIARD_SIM")
    around = (os.path.join(HERE, "../../billiard-sim"), os.path.join(HERE, "../../../../bin/billiard-sim"), "billiard-sim")
    for candidate in [os.fspath(named)] if named else around:
        found = shutil.which(candidate)
        if found:
            return os.path.abspath(found)
    raise FileNotFoundError(f"no program {named}" if named else "no billiard-sim: run make, or name one by BILLIARD_SIM")


def words_of(said, place=False):
    """The program's first complaint, without what names a run or a line of a batch; with its place in a scene, file, line and column,
    only for those who wrote that file."""
    line = said.splitlines()[0] if said.strip() else "the program failed"
    line = re.sub(r"^(billiard-sim: )?(run \d+: )?(<stdin>:\d+: )?(error: )?|, after <stdin>:\d+$", "", line)
    before, _, after = line.partition("error: ")
    return line if place else after or before


def number(value, name):
    """A number as a float; TypeError for what is none. What is too large is infinite, which the program refuses."""
    is_truth = isinstance(value, bool) or getattr(value, "dtype", None) == bool
    if is_truth or isinstance(value, (str, bytes, complex)) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
        raise TypeError(f"{name}: must be a number, found {value!r}")
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except (TypeError, ValueError):
        raise TypeError(f"{name}: must be a number, found {value!r}") from None


def positive(value, name):
    """A number above 0 that is not infinite; ValueError for another."""
    found = number(value, name)
    if not 0 < found < math.inf:
        raise ValueError(f"{name}: must be {'finite' if found == math.inf else '> 0'}, found {found:g}")
    return found


def whole(value, name, least=None):
    """An integer, at least `least`; TypeError for what is none."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: must be a whole number, found {value!r}")
    if least is not None and value < least:
        raise ValueError(f"{name}: must be at least {least}, found {value!r}")
    return int(value)


def of_kind(value, kind, name):
    """The value, if it is one of this class; else TypeError."""
    if not isinstance(value, kind):
        wanted = "list" if isinstance(kind, tuple) else kind.__name__
        raise TypeError(f"{name}: must be a {wanted}, found {value!r}")
    return value


def ball_name(name):
    if not isinstance(name, str):
        raise TypeError(f"a ball's name is a string, found {name!r}")
    return name


# What a cue does to a ball. The program's numbers are the same on every machine; cos and atan of the system's library are not.

def _sin(x):
    """Of an angle of 0 to pi/4."""
    term, total, n = x, x, 1
    while abs(term) > 1e-18:
        n += 2
        term *= -x * x / (n * (n - 1))
        total += term
    return total


def cosine(degrees):
    """Of 0 to 90 degrees."""
    if degrees > 45:
        return _sin((90 - degrees) * (math.pi / 180))
    half = _sin(degrees * (math.pi / 360))
    return 1 - 2 * half * half


def arctangent(x):
    """In degrees."""
    if abs(x) > 1:
        return math.copysign(90, x) - arctangent(1 / x)
    halves = 0
    while abs(x) > 0.1:
        x, halves = x / (1 + math.sqrt(1 + x * x)), halves + 1
    power, total, n = x, x, 1
    while abs(power) > 1e-19:
        n += 2
        power *= -x * x
        total += power / n
    return total * 2 ** halves * (180 / math.pi)


def direction(x, y):
    """The angle of a vector in degrees."""
    if x == 0:
        return math.copysign(90.0, y) if y else 0.0
    turn = arctangent(y / x)
    return turn if x > 0 else turn + math.copysign(180, y)


class _Cue(NamedTuple):
    M: float = 0.54
    end: Optional[float] = 0.006


class Cue(_Cue):
    """Mass of a cue, and of its end, which decides about squirt (None: no squirt); in the scene's unit."""

    __slots__ = ()

    def __new__(cls, M=0.54, end=0.006):
        return super().__new__(cls, positive(M, "cue: M"), None if end is None else positive(end, "cue: end"))


class Stroke(NamedTuple):
    """V0 is the speed of the cue; phi its direction in degrees; a, b where it strikes, in radii to the right and up as the player
    sees the ball; theta the degrees its butt is raised."""
    V0: float
    phi: float = 0.0
    a: float = 0.0
    b: float = 0.0
    theta: float = 0.0

    @classmethod
    def pooltool(cls, V0, phi=0.0, a=0.0, b=0.0, theta=0.0):
        """From the numbers of pooltool, whose long side is y and whose a is positive on the left."""
        return cls(V0, phi - 90, -a, b, theta)

    def velocity(self, cue, mass, inertia):
        """Speed and angle of the ball (D. Alciatore, TP A.30 and A.31, with the cue raised)."""
        V0, phi, a, b, theta = self
        speed = 2 * V0 / (1 + mass / cue.M + (a * a + b * b) / inertia)
        if theta:
            speed *= cosine(min(max(theta, 0.0), 89.0) if theta == theta else theta)
        if cue.end is None or a == 0:
            return speed, phi
        side = math.sqrt(max(1 - a * a, 0))
        return speed, phi + arctangent(a / inertia * side / (1 + mass / cue.end + side * side / inertia))


class _Noise(NamedTuple):
    V0: float = 0.1
    phi: float = 0.1
    a: float = 0.003
    b: float = 0.003
    theta: float = 0.1


class Noise(_Noise):
    """Standard deviations of the errors of a player: V0 in m/s, phi in degrees, a and b in radii, theta in degrees."""

    __slots__ = ()

    def __new__(cls, V0=0.1, phi=0.1, a=0.003, b=0.003, theta=0.1):
        given = [number(value, f"noise: {name}") for name, value in zip(cls._fields, (V0, phi, a, b, theta))]
        for name, value in zip(cls._fields, given):
            if not 0 <= value < math.inf:
                raise ValueError(f"noise: {name}: a standard deviation must be >= 0, found {value!r}")
        return super().__new__(cls, *given)

    def stroke(self, stroke, seed, i, j):
        """Trial j of stroke i. Each error is a sum of twelve numbers of 16 bits, the same on every machine and in any order."""
        drawn = struct.unpack("<60H", hashlib.shake_128(f"billiard-sim,{seed},{i},{j}".encode()).digest(120))
        V0, phi, a, b, theta = (value + ((sum(drawn[12 * n:12 * n + 12]) + 6) / 65536 - 6) * error
                                for n, (value, error) in enumerate(zip(stroke, self)))
        return Stroke(max(V0, 0.01), phi, a, b, min(max(theta, 0.0), 89.0))


# The program, kept open

def _plain(value):
    """As the program reads it: numbers that JSON cannot hold become words, which the program refuses by name."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _text(value):
    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return json.dumps(_plain(value), separators=(",", ":"))


_OF_RUN = ("status", "ended", "t", "rest", "pocketed", "pockets", "collisions.wall")
_OF_BALL = ("met", "x", "y", "vx", "vy", "wx", "wy", "wz")


class _Process:
    """A program that reads lines, each with `count` balls, and a guard that ends it if this interpreter is killed."""

    def __init__(self, program, scene, count, threads):
        columns = [*_OF_RUN, *(f"balls.{ball}.{name}" for ball in range(count) for name in _OF_BALL)]
        self.errors = tempfile.TemporaryFile()
        fcntl.fcntl(self.errors, fcntl.F_SETFL, fcntl.fcntl(self.errors, fcntl.F_GETFL) | os.O_APPEND)  # it is cut when it gets long
        self.said, self.at, self.lines, self.buffer, self.ran = {}, 0, collections.deque(), b"", -1
        handle, self.scene = tempfile.mkstemp(suffix=".json")
        with open(handle, "w", encoding="utf-8") as file:
            file.write(scene)
        try:
            self.program = subprocess.Popen(
                [program, "-q", "--batch", "-", "--threads", str(threads), "-o", os.devnull, "--summary", "-", "--columns",
                 ",".join(columns), self.scene], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=0,
                start_new_session=True)
        except BaseException:
            os.unlink(self.scene)
            raise
        self.poll = select.poll()
        self.poll.register(self.program.stdout, select.POLLIN)
        self.guard = subprocess.Popen(["/bin/sh", "-c", f"read -r _; kill -9 {self.program.pid}"], stdin=subprocess.PIPE,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def send(self, lines):
        """Writes lines; the thread that does, if they are more than a pipe holds for sure."""
        if os.fstat(self.errors.fileno()).st_size > 1 << 17:  # nothing is under way: what was said has been read
            os.ftruncate(self.errors.fileno(), 0)
            self.at = 0
        self.said.clear()
        text = ("\n".join(lines) + "\n").encode()
        if len(text) <= 4096:
            self._feed(text)
            return None
        feeder = threading.Thread(target=self._feed, args=(text,), daemon=True)
        feeder.start()
        return feeder

    def _feed(self, text):
        try:
            text = memoryview(text)
            while text:
                text = text[self.program.stdin.write(text):]
        except (OSError, ValueError):
            pass  # it died, which the reader sees

    def row(self, timeout):
        """The next row as (status, text); None: the program has ended; TimeoutError."""
        while not self.lines:
            if not self.poll.poll(None if timeout is None else math.ceil(timeout * 1000)):
                raise TimeoutError
            part = os.read(self.program.stdout.fileno(), 1 << 16)
            if not part:
                return None
            *whole, self.buffer = (self.buffer + part).split(b"\n")
            self.lines.extend(whole)
            if self.ran < 0:
                self.lines.popleft()  # the header
                self._forget_scene()
                self.ran = 0
        text = self.lines.popleft()
        self.ran += 1
        return int(text.split(b",", 2)[1]), text

    def words(self, run):
        """What the program said of a run; of None: of no run."""
        text = b"".join(iter(lambda: self._said_more(), b""))
        for line in text.decode(errors="replace").splitlines():
            found = re.match(r"(?:billiard-sim: )?run (\d+): ", line)
            self.said.setdefault(int(found.group(1)) if found else None, line)
        return words_of(self.said.pop(run, ""))

    def _said_more(self):
        """Whole lines; their places in the file do not move the place where the program writes."""
        part = os.pread(self.errors.fileno(), 1 << 16, self.at)
        part = part[:part.rfind(b"\n") + 1]
        self.at += len(part)
        return part

    def last_words(self):
        status = self.program.wait()
        said = self.words(self.ran if self.ran >= 0 else None)
        return f"the program ended twice without a result: {f'signal {-status}' if status < 0 else f'status {status}'}, {said}"

    def _forget_scene(self):
        if self.scene:
            try:
                os.unlink(self.scene)
            except OSError:
                pass
        self.scene = None

    def _close(self):
        for file in (self.program.stdin, self.program.stdout, self.guard.stdin, self.errors):
            try:
                file.close()
            except OSError:
                pass

    def end(self):
        """Ends both, the guard first, as it would kill another process that has the number of the program's by then."""
        for process in (self.guard, self.program):
            process.kill()
            process.wait()
        self._close()
        self._forget_scene()

    def leave(self):
        """In a forked interpreter: they are those of the parent."""
        self.scene = None
        self.program.returncode = self.guard.returncode = 0
        self._close()


class _Processes(dict):
    """The processes of a table by number of balls."""

    def end(self):
        while self:
            self.popitem()[1].end()

    def leave(self):
        while self:
            self.popitem()[1].leave()


_tables = weakref.WeakValueDictionary()      # by their own names, for objects that are unpickled, and for a fork
_unpickled = collections.deque(maxlen=8)     # the last tables that came from elsewhere: the next state of them finds them here


def _after_fork():
    for table in list(_tables.values()):
        table._lock = threading.RLock()
        table._processes.leave()


os.register_at_fork(after_in_child=_after_fork)


def _unpickle(name, *arguments):
    table = _tables.get(name)
    if table is None:
        table = Table(*arguments)
        table._name = name
        _tables[name] = table
        _unpickled.append(table)
    return table


def _suggestion(word, known):
    import difflib
    near = difflib.get_close_matches(str(word), [str(one) for one in known], 1, 0.5)
    return f'; did you mean "{near[0]}"?' if near else f"; there are {', '.join(map(str, known)) or 'none'}"


def _load(scene):
    """The scene of a table, and the name by which spots.csv knows it."""
    if isinstance(scene, dict):
        return json.loads(_text(scene)), None
    if not isinstance(scene, (str, os.PathLike)):
        raise TypeError(f"a table is a name, the path of a scene or a scene as a dict, not {type(scene).__name__}")
    path = os.fspath(scene)
    known = sorted(file[:-5] for file in os.listdir(os.path.join(SCENES, "tables")) if file.endswith(".json"))
    if path in known:
        path = os.path.join(SCENES, "tables", path + ".json")
    elif os.path.isdir(path):
        raise ValueError(f'"{path}" is a folder, not a scene')
    elif not os.path.isfile(path):
        raise ValueError(f'no table "{path}"{_suggestion(path, known)}')
    with open(path, encoding="utf-8-sig") as file:
        try:
            found = json.load(file)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    if not isinstance(found, dict):
        raise ValueError(f"{path}: no scene")
    return found, os.path.basename(path)[:-5]


def _cue(values):
    if not isinstance(values, (tuple, list)) or len(values) != 2:
        raise TypeError(f"cue: must be (M, end), found {values!r}")
    return Cue(*values)


def _spots(scene, name):
    """The spots of the table of this name, or, of a scene that was changed, of the table that has its size."""
    size = [scene.get("table", {}).get(key) for key in ("width", "height")]
    found = {}
    with open(os.path.join(SCENES, "tables", "spots.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["table"], {})[row["spot"]] = (float(row["x"]), float(row["y"]))
    if name in found or name is not None:
        return found.get(name, {})
    for table, spots in found.items():
        with open(os.path.join(SCENES, "tables", table + ".json"), encoding="utf-8") as file:
            known = json.load(file)
        if size == [known["table"][key] for key in ("width", "height")]:
            return spots
    return {}


class Table:
    """A table: `scene` is a name in scenes/tables, the path of a scene, or a dictionary. `cue` is what all strokes are made with,
    `threads` how many shots of strike_many the program computes at once, `timeout` the seconds that one may take (None: no limit).
    `.scene` is the scene, `.pockets` {name: (x, y, r)}, `.spots` {name: (x, y)}. The processes start when they are needed, and end with
    `close()`, with the last reference, or with the interpreter; a stroke after `close()` starts them again."""

    def __init__(self, scene="pool_9ft", cue=Cue(), threads=1, timeout=60, program=None):
        self.program = find_program(program)
        self.scene, name = _load(scene)
        self.cue, self.threads = _cue(cue), whole(threads, "threads", 1)
        self.timeout = None if timeout is None else positive(timeout, "timeout")
        self._arguments = (self.scene, self.cue, self.threads, self.timeout, self.program)
        self.spots = _spots(self.scene, name)
        obstacles = self.scene.get("obstacles", [])
        self._pocket_names = {n: one.get("name", f"pocket {n}") for n, one in enumerate(obstacles) if "pocket" in one}
        self.pockets = {name: tuple(obstacles[n]["pocket"]) for n, name in self._pocket_names.items()}
        self._base = _text({**self.scene, "balls": []})
        self._lock, self._processes = threading.RLock(), _Processes()
        self._name = os.urandom(12).hex()
        _tables[self._name] = self
        self._end = weakref.finalize(self, self._processes.end)

    def __reduce__(self):
        return _unpickle, (self._name, *self._arguments)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __repr__(self):
        return f"<Table: {self.scene.get('title', 'without a title')}>"

    def close(self):
        """Ends the processes of the table."""
        with self._lock:
            self._processes.end()

    def state(self, balls):
        """A state: {name: (x, y)}, or a list of balls as in a scene."""
        if isinstance(balls, dict):
            listed = []
            for name, place in balls.items():
                ball_name(name)
                x, y = _pair(place, name)
                listed.append({"name": name, "x": x, "y": y})
            return State(self, listed)
        if not isinstance(balls, (list, tuple)) or not all(isinstance(ball, dict) for ball in balls):
            raise TypeError(f"balls: must be {{name: (x, y)}}, or a list of balls as in a scene, found {balls!r}")
        return State(self, balls)

    def rack(self, game, seed=0):
        """The state before the first stroke of "8ball", "9ball" or "three-cushion"; `seed` decides about the order of the balls."""
        wanted = {"8ball": ("head", "foot"), "9ball": ("head", "foot"), "three-cushion": ("cue", "red", "other")}
        if of_kind(game, str, "game") not in wanted:
            raise ValueError(f'no game "{game}"{_suggestion(game, wanted)}')
        seed = whole(seed, "seed")
        lacking = [spot for spot in wanted[game] if spot not in self.spots]
        if lacking:
            raise ValueError(f"{self!r} has no spot {lacking[0]}, which {game} needs")
        if game == "three-cushion":
            return self.state({name: self.spots[name] for name in wanted[game]})
        order, rows = (_order_of_8ball(seed), (1, 2, 3, 4, 5)) if game == "8ball" else (_order_of_9ball(seed), (1, 2, 3, 2, 1))
        return self.state({"cue": self.spots["head"], **self._triangle(order, rows)})

    def _triangle(self, order, rows):
        """Places of balls in rows behind the foot spot, in the order of their numbers."""
        pitch = 2 * self.scene["defaults"]["r"] + GAP
        x, y = self.spots["foot"]
        places = [(x + row * pitch * math.sqrt(0.75), y + (k - (count - 1) / 2) * pitch) for row, count in enumerate(rows) for k in range(count)]
        found = dict(zip(order, places))
        return {name: found[name] for name in sorted(found, key=int)}

    def _pocket(self, pocket):
        if pocket is not None and pocket not in self.pockets:
            raise ValueError(f'no pocket "{pocket}"{_suggestion(pocket, self.pockets)}')

    def _run(self, count, lines):
        """(status, row, message) of each line; rows are texts, None where the program gave none."""
        with self._lock:
            done, deaths, alone = [], 0, 0
            while len(done) < len(lines):
                part = lines[len(done):len(done) + 1] if alone else lines[len(done):]
                failure = self._try(count, part, done)
                alone = max(alone - 1, 0)
                if failure and len(part) > 1:
                    alone, deaths = ALONE, 0  # rows may have been under way: one by one they tell whose fault it was
                elif failure and failure[0] == DIED and not deaths:
                    deaths, alone = 1, alone + 1
                else:
                    done += [failure] if failure else []
                    alone, deaths = 0 if failure else alone, 0
            return done

    def _try(self, count, lines, done):
        """Adds the results of lines to `done`. Returns None, or that of the first that has none; then the process has been ended."""
        try:
            process = self._processes.get(count)
            if process is None:
                process = self._processes[count] = _Process(self.program, self._base, count, self.threads)
            feeder = process.send(lines)
            for _ in lines:
                row = process.row(self.timeout)
                if row is None:
                    failure = DIED, None, process.last_words()
                    break
                done.append((*row, process.words(process.ran - 1) if row[0] else ""))
            else:
                if feeder:
                    feeder.join()
                return None
        except TimeoutError:
            failure = TIMED_OUT, None, f"no result in {self.timeout:g} s"
        except BaseException:
            self._end_process(count)
            raise
        self._end_process(count)
        return failure

    def _end_process(self, count):
        process = self._processes.pop(count, None)
        if process:
            process.end()

    def _call(self, options, scene):
        """Runs the program once; what it wrote to standard output."""
        try:
            run = subprocess.run([self.program, "-q", *options, "-"], input=_text(scene).encode(), capture_output=True,
                                 timeout=self.timeout, check=False)
        except subprocess.TimeoutExpired:
            raise BilliardError(f"no result in {self.timeout:g} s") from None
        if run.returncode:
            raise BilliardError(words_of(run.stderr.decode(errors="replace")))
        return run.stdout.decode()


def _drawn(seed, names):
    """Names in an order that the seed decides, the same on every machine."""
    return sorted(names, key=lambda name: hashlib.shake_128(f"billiard-sim rack,{seed},{name}".encode()).digest(16))


def _order_of_8ball(seed):
    """The 8 in the middle of the third row; in the corners of the last a solid and a stripe."""
    order = _drawn(seed, [str(n) for n in range(1, 16) if n != 8])
    corners = [next(n for n in order if _group(n) == "solids"), next(n for n in order if _group(n) == "stripes")]
    corners = [n for n in order if n in corners]
    rest = [n for n in order if n not in corners]
    return rest[:4] + ["8"] + rest[4:9] + corners[:1] + rest[9:] + corners[1:]


def _order_of_9ball(seed):
    order = _drawn(seed, "2345678")
    return ["1", *order[:3], "9", *order[3:]]


def _pair(place, name):
    try:
        x, y = place
    except (TypeError, ValueError):
        raise TypeError(f"{name}: must be a place (x, y), found {place!r}") from None
    return number(x, f"{name}: x"), number(y, f"{name}: y")


class State:
    """Where balls lie. A state never changes; `put` and strokes give others."""

    __slots__ = {"table": "The table.", "names": "The names of all balls.", "_balls": "As in a scene.", "__weakref__": "For references."}

    def __init__(self, table, balls):
        listed = [dict(ball) for ball in balls]
        for n, ball in enumerate(listed):
            if "rack" in ball or "fill" in ball:
                raise ValueError(f"ball {n}: racks and fills are no balls; Table.rack has those of games")
        names = [ball_name(ball.get("name", str(n))) for n, ball in enumerate(listed)]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f'two balls have the name "{name}"')
        for key, value in (("table", table), ("names", tuple(names)), ("_balls", tuple(listed))):
            object.__setattr__(self, key, value)

    def __setattr__(self, name, value):
        raise AttributeError("a state never changes; put() gives another")

    def __reduce__(self):
        return State, (self.table, list(self._balls))

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return self._balls == other._balls and (self.table is other.table or self.table.scene == other.table.scene)

    def __hash__(self):
        return hash(_text(self._balls))

    def __repr__(self):
        def text(name):
            place = self.place(name)
            return f"{name} ({place[0]:.4g}, {place[1]:.4g})" if place else f"{name} pocketed"
        return f"<State: {', '.join(map(text, self.names))}>"

    @property
    def balls(self):
        """As in a scene."""
        return [{key: list(value) if isinstance(value, list) else value for key, value in ball.items()} for ball in self._balls]

    @property
    def on_table(self):
        """The names of the balls that no pocket has taken."""
        return [name for name, ball in zip(self.names, self._balls) if ball.get("pocketed") is None]

    def _index(self, name):
        if ball_name(name) not in self.names:
            raise ValueError(f'no ball "{name}"{_suggestion(name, self.names)}')
        return self.names.index(name)

    def place(self, name):
        """(x, y), or None for a ball in a pocket."""
        ball = self._balls[self._index(name)]
        return (ball["x"], ball["y"]) if ball.get("pocketed") is None else None

    def put(self, name, x, y):
        """The state with this ball at rest at another place; out of a pocket, too."""
        n = self._index(name)
        ball = {key: value for key, value in self._balls[n].items() if key not in MOTION and key != "pocketed"}
        ball.update(x=number(x, "x"), y=number(y, "y"))
        return State(self.table, [*self._balls[:n], ball, *self._balls[n + 1:]])

    def _struck(self, n, stroke):
        """The ball as a scene has it that starts with the stroke."""
        ball = {key: value for key, value in self._balls[n].items() if key not in MOTION}
        speed, angle = stroke.velocity(self.table.cue, *self._body(ball))
        ball.update(speed=speed, angle=angle, tip=[stroke.a, stroke.b], elevation=stroke.theta)
        return ball

    def _body(self, ball):
        """Mass, and moment of inertia by m r^2."""
        defaults = self.table.scene.get("defaults", {})
        radius = ball.get("r", defaults.get("r", 0))
        return ball.get("m", defaults.get("m", radius ** 3)), ball.get("inertia", defaults.get("inertia", 0.4))

    def _lines(self, n, strokes):
        """A line of the batch for each stroke; what they share is written once."""
        still = _text({key: value for key, value in self._balls[n].items() if key not in MOTION})
        before = "balls=[" + "".join(_text(one) + "," for one in self._balls[:n]) + still[:-1]
        after = "}" + "".join("," + _text(one) for one in self._balls[n + 1:]) + "]\t"
        body, cue = self._body(self._balls[n]), self.table.cue
        for stroke in strokes:
            speed, angle = stroke.velocity(cue, *body)
            _, _, a, b, theta = stroke
            if math.isfinite(speed + angle + a + b + theta):
                yield f'{before},"speed":{speed!r},"angle":{angle!r},"tip":[{a!r},{b!r}],"elevation":{theta!r}{after}'
            else:
                yield f"balls={_text([*self._balls[:n], self._struck(n, stroke), *self._balls[n + 1:]])}\t"

    def _shots(self, strokes, ball):
        lines = list(self._lines(self._index(ball), strokes))
        return [Shot(self, stroke, ball, *result) for stroke, result in zip(strokes, self.table._run(len(self._balls), lines))]

    def strike(self, V0, phi=0, a=0, b=0, theta=0, ball="cue"):
        """One stroke."""
        return self._shots([_stroke((V0, phi, a, b, theta))], ball)[0]

    def strike_many(self, strokes, noise=None, trials=1, seed=0, ball="cue"):
        """Each stroke in as many trials; with noise, each trial has its own errors."""
        if isinstance(strokes, Stroke) or not hasattr(strokes, "__iter__"):
            raise TypeError(f"strokes: must be a list of strokes, found {strokes!r}")
        strokes, trials, seed = [_stroke(one) for one in strokes], whole(trials, "trials", 1), whole(seed, "seed")
        self._index(ball)
        if noise is None:
            return Many([shot] * trials for shot in self._shots(strokes, ball))
        of_kind(noise, Noise, "noise")
        shots = iter(self._shots([noise.stroke(one, seed, i, j) for i, one in enumerate(strokes) for j in range(trials)], ball))
        return Many([next(shots) for _ in range(trials)] for _ in strokes)

    def best(self, balls, pocket=None, noise=Noise(), trials=20, shots=3000, seed=0, ball="cue"):
        """The stroke most likely to pocket one of `balls`, in `pocket` if given, but not the struck ball, whichever ball is
        hit first. At most `shots` shots, of which up to 10 x `trials`, a third at most, are fresh trials of the winner: they give the
        probability. BilliardError where no stroke is possible."""
        if not isinstance(balls, str) and not hasattr(balls, "__iter__"):
            ball_name(balls)
        wanted = [balls] if isinstance(balls, str) else list(balls)
        trials, shots, seed = whole(trials, "trials", 1), whole(shots, "shots", 1), whole(seed, "seed")
        if noise is not None:
            of_kind(noise, Noise, "noise")
        for name in [*wanted, ball]:
            self._index(name)
        if ball in wanted:
            raise ValueError(f"{ball} is the ball that is struck")
        self.table._pocket(pocket)
        wanted = [name for name in wanted if self.place(name)]
        if not wanted or not self.place(ball):
            raise ValueError(f"no ball on the table to {'strike' if wanted else 'pocket'}")
        return _Search(self, wanted, pocket, noise or Noise(0, 0, 0, 0, 0), seed, ball).best(trials, shots)


def _stroke(values):
    if isinstance(values, (str, bytes)):
        raise TypeError(f"a stroke is (V0, phi, a, b, theta), found {values!r}")
    values = tuple(values) if hasattr(values, "__iter__") else (values,)
    if len(values) != 5:
        raise TypeError(f"a stroke is (V0, phi, a, b, theta), found {values!r}")
    return Stroke(*(number(value, name) for value, name in zip(values, Stroke._fields)))


class Shot:
    """What a stroke does. `status` is 0, or that of the run: 3 rejected, 124 no result in time, 128 the program died; `message` then
    says why, the results are None or empty, and `state` is the one before."""

    def __init__(self, before, stroke, ball, status, row, message):
        self.before, self.stroke, self.ball, self.status, self.message = before, stroke, ball, status, message
        self._row, self._results = row if status == 0 else None, None

    def __eq__(self, other):
        """The same stroke from the same state with the same results."""
        if not isinstance(other, Shot):
            return NotImplemented
        return self._all() == other._all()

    def __hash__(self):
        return hash((self.before, self.stroke, self.ball, self.status))

    def _all(self):
        """What makes it this shot; of the row not the number of the run, which is that of the process."""
        return self.before, self.stroke, self.ball, self.status, self.message, self._row and self._row.split(b",", 1)[1]

    def _result(name, text):
        """A property: what the row has of this name. It is taken apart when somebody asks."""
        def found(self):
            if self._results is None:
                self._results = self._read()
            return self._results[name]
        return property(found, doc=text)

    t = _result("t", "The time in s at which the run ended.")
    ended = _result("ended", 'Why the run ended: "stop" where all balls lay still, "complete" at its last time.')
    rest = _result("rest", "The time in s at which all balls lay still, or None.")
    met = _result("met", "{ball: what it met, in order}: balls, left, right, bottom, top, line, arc, pocket.")
    first = _result("first", "The ball that the struck ball met first, or None.")
    cushions = _result("cushions", "How many hits at cushions there were, of all balls.")
    pocketed = _result("pocketed", "{ball: pocket} in the order of falling, of this stroke only.")
    state = _result("state", "The state after the stroke.")
    del _result

    @property
    def ok(self):
        """Whether the stroke was run; else `status` and `message` say why not."""
        return self.status == 0

    def _read(self):
        """The results by their names."""
        if self._row is None:
            return {**dict.fromkeys(("t", "ended", "rest", "first", "cushions")), "met": {}, "pocketed": {}, "state": self.before}
        names, fields = self.before.names, self._row.decode().split(",")
        _, _, ended, t, rest, pocketed, pockets, walls = fields[:8]
        taken = dict(zip(map(int, pocketed.split()), map(int, pockets.split())))
        met, after = {}, []
        for n, name in enumerate(names):
            words, *numbers = fields[8 + n * len(_OF_BALL):8 + (n + 1) * len(_OF_BALL)]
            if words:
                met[name] = [names[int(word)] if word.isdigit() else word for word in words.split()]
            after.append(self._after(n, numbers, taken))
        return {"t": float(t), "ended": ended, "rest": float(rest) if rest else None, "cushions": int(walls), "met": met,
                "first": next((word for word in met.get(self.ball, []) if word in names), None),
                "pocketed": {names[n]: self.before.table._pocket_names[pocket] for n, pocket in taken.items()},
                "state": State(self.before.table, after)}

    def _after(self, n, numbers, taken):
        before = self.before._balls[n]
        ball = {key: value for key, value in before.items() if key not in MOTION}
        if n in taken:
            ball["pocketed"] = taken[n]
        elif ball.get("pocketed") is None:
            x, y, vx, vy, *spin = (float(word) if word else 0.0 for word in numbers)
            ball.update(x=x, y=y)
            if vx or vy:
                ball.update(vx=vx, vy=vy)
            if any(spin):
                ball["spin"] = spin
        return ball

    @property
    def scene(self):
        """The scene that this stroke is, as a dictionary."""
        n = self.before._index(self.ball)
        balls = self.before.balls
        balls[n] = self.before._struck(n, self.stroke)
        return {**self.before.table.scene, "balls": balls}

    def __repr__(self):
        if not self.ok:
            return f"<Shot: status {self.status}, {self.message}>"
        fallen = ", ".join(f"{ball} in {pocket}" for ball, pocket in self.pocketed.items())
        met = " ".join(self.met.get(self.ball, [])) or "nothing"
        return f"<Shot: pocketed {fallen or 'nothing'}; {self.ball} met {met}>"

    def _must_be_ok(self):
        if not self.ok:
            raise BilliardError(f"the stroke failed: {self.message}")

    def frames(self, dt=0.02):
        """Rows (t, ball, x, y, vx, vy, wx, wy, wz), dt apart."""
        self._must_be_ok()
        names, dt = self.before.names, positive(dt, "dt")
        least = self.t * len(names) / MOST_ROWS
        if dt < least:
            raise ValueError(f"dt: must be at least {least:.2g}, which gives {MOST_ROWS} rows, found {dt:g}")
        rows = csv.reader(io.StringIO(self.before.table._call(["-o", "-"], _filmed(self.scene, dt))))
        next(rows)
        return [(float(t), names[int(ball)], *map(float, rest), *[0.0] * (6 - len(rest))) for _, t, ball, *rest in rows]

    def events(self):
        """The log of all hits, a dictionary each; balls and pockets by their names."""
        self._must_be_ok()
        names, pockets = self.before.names, self.before.table._pocket_names
        found = list(csv.DictReader(io.StringIO(self.before.table._call(["-o", os.devnull, "--events", "-"], self.scene))))
        for row in found:
            for key, value in row.items():
                if key == "kind":
                    continue
                row[key] = int(value) if key in ("group", "a", "b") else float(value) if value else None
            row["a"] = names[row["a"]]
            row["b"] = names[row["b"]] if row["kind"] == "ball" else pockets.get(row["b"]) if row["kind"] == "pocket" else row["b"]
        return found

    def _drawn(self, script, path, settings):
        self._must_be_ok()
        with tempfile.TemporaryDirectory() as folder:
            scene = os.path.join(folder, "scene.json")
            with open(scene, "w", encoding="utf-8") as file:
                file.write(_text(self.scene))
            run = subprocess.run(["/bin/sh", os.path.join(SCENES, "plot", script), os.fspath(path), scene, *settings],
                                 env={**os.environ, "BILLIARD_SIM": self.before.table.program}, stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, check=False)
        if run.returncode:
            raise BilliardError(run.stderr.strip() or f"{script} failed")

    def picture(self, path, *settings):
        """Draws the paths, as picture.sh does with these settings; a film if path ends in .gif or .mp4."""
        self._drawn("picture.sh", path, settings)

    def _repr_html_(self):
        if not self.ok:
            return html.escape(repr(self))
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "shot.html")
            self._drawn("player.sh", page, [])
            with open(page, encoding="utf-8") as file:
                return f'<iframe style="width:100%;aspect-ratio:8/5;border:0" srcdoc="{html.escape(file.read())}"></iframe>'



def _filmed(scene, dt):
    """The scene with frames dt apart."""
    filmed = {key: value for key, value in scene.items() if key not in ("steps", "every", "frame")}
    if "duration" not in filmed:
        filmed["duration"] = scene["steps"] * scene["dt"]
    if scene.get("integrator", "event") == "event":
        filmed.pop("dt", None)
    return {**filmed, "frame": dt}


class Many(list):
    """By stroke, by trial: shots."""

    def probability(self, test, pocket=None):
        """[(part, error)] of the trials in which `test`, the name of a ball, falls (in `pocket`), or a function of a shot is true. A shot that
        failed counts as one in which nothing falls."""
        if not callable(test):
            ball_name(test)
        return [_share(sum(bool(_passes(shot, test, pocket)) for shot in row), len(row)) for row in self]


def _passes(shot, test, pocket):
    if not isinstance(test, str):
        return test(shot)
    shot.before._index(test)
    shot.before.table._pocket(pocket)
    return test in shot.pocketed and pocket in (None, shot.pocketed[test])


def _share(k, n):
    """Part and error, the latter of a uniform prior."""
    return k / n if n else 0.0, math.sqrt((k + 1) * (n - k + 1) / (n + 3)) / (n + 2)


class Best(NamedTuple):
    """The stroke, how likely it is to pocket the ball, and the error of that."""
    stroke: Stroke
    probability: float
    error: float


class _Search:
    """The best stroke. Most candidates send the ball to where it has to be when it sends a ball into a pocket; others hit a ball
    anywhere, for banks and combinations. All are tried without errors, those that pocket in few trials, the best of these and some
    beside them in more."""

    SPEEDS, HEIGHTS = (0.8, 1.2, 1.8, 2.6, 3.6, 5.0), (-0.4, 0.0, 0.4)

    def __init__(self, state, wanted, pocket, noise, seed, ball):
        self.state, self.wanted, self.pocket, self.noise, self.seed, self.ball = state, wanted, pocket, noise, seed, ball
        self.used, self.numbers, self.tried = 0, 0, {}

    def chance(self):
        """The next number of 0 to 1, the same on every machine."""
        self.numbers += 1
        return int.from_bytes(hashlib.shake_128(f"billiard-sim best,{self.seed},{self.numbers}".encode()).digest(6), "little") / 2 ** 48

    def radius(self, name):
        ball = self.state._balls[self.state._index(name)]
        return ball.get("r", self.state.table.scene.get("defaults", {}).get("r", 0))

    def aims(self):
        """(angle, width in degrees) of each ball into each pocket that it can be cut to, the likely ones first."""
        x, y = self.state.place(self.ball)
        found = []
        for name in self.wanted:
            tx, ty = self.state.place(name)
            both = self.radius(self.ball) + self.radius(name)
            for pocket, (px, py, wide) in self.state.table.pockets.items():
                way = math.sqrt((px - tx) ** 2 + (py - ty) ** 2)
                if self.pocket not in (None, pocket) or way == 0:
                    continue
                gx, gy = tx - both * (px - tx) / way, ty - both * (py - ty) / way
                ahead = math.sqrt((gx - x) ** 2 + (gy - y) ** 2)
                cut = ((px - tx) * (gx - x) + (py - ty) * (gy - y)) / (way * ahead) if ahead else 0
                if cut > 0.1:
                    found.append((cut * wide / (way * ahead), direction(gx - x, gy - y), math.degrees(both / ahead) * min(wide / way + 0.05, 1)))
        return [one[1:] for one in sorted(found, reverse=True)]

    def whole(self):
        """(angle, half width) of each ball, as the struck one sees it."""
        x, y = self.state.place(self.ball)
        found = []
        for name in self.wanted:
            tx, ty = self.state.place(name)
            way, both = math.sqrt((tx - x) ** 2 + (ty - y) ** 2), self.radius(self.ball) + self.radius(name)
            part = min(both / way, 0.999) if way else 0.999
            found.append((direction(tx - x, ty - y), arctangent(part / math.sqrt(1 - part * part))))
        return found

    def candidates(self, count):
        aims, whole = self.aims(), self.whole()
        for n in range(count):
            speed = self.SPEEDS[int(self.chance() * len(self.SPEEDS))] * (0.9 + 0.2 * self.chance())
            height = self.HEIGHTS[int(self.chance() * len(self.HEIGHTS))]
            if aims and n % 4:
                angle, width = aims[int(len(aims) * self.chance() ** 2)]
                yield Stroke(speed, angle + width * (self.chance() + self.chance() - 1), 0.0, height, 0.0)
            else:
                angle, width = whole[int(len(whole) * self.chance())]
                yield Stroke(speed, angle + width * (2 * self.chance() - 1), 0.6 * self.chance() - 0.3, height, 0.0)

    def passes(self, shot):
        return self.ball not in shot.pocketed and any(name in shot.pocketed and self.pocket in (None, shot.pocketed[name]) for name in self.wanted)

    def run(self, strokes):
        self.used += len(strokes)
        shots = self.state._shots(strokes, self.ball)
        if shots and not any(shot.ok for shot in shots):
            shots[0]._must_be_ok()
        return [self.passes(shot) for shot in shots]

    def try_more(self, strokes, trials):
        """Adds trials to what is known of each stroke: hits and trials."""
        plan = []
        for stroke in strokes:
            number, _, n = self.tried.setdefault(stroke, (len(self.tried), 0, 0))
            plan += [(stroke, self.noise.stroke(stroke, self.seed, number, n + j)) for j in range(trials)]
        for (stroke, _), passed in zip(plan, self.run([noisy for _, noisy in plan])):
            number, k, n = self.tried[stroke]
            self.tried[stroke] = number, k + passed, n + 1

    def likely(self):
        """All that were tried, the best first."""
        return sorted(self.tried, key=lambda stroke: (-(self.tried[stroke][1] + 1) / (self.tried[stroke][2] + 2), self.tried[stroke][0]))

    def beside(self, stroke):
        part = [2 * self.chance() - 1 for _ in range(3)]
        return stroke._replace(V0=stroke.V0 * (1 + 0.3 * part[0]), phi=stroke.phi + 0.4 * part[1], b=min(max(stroke.b + 0.3 * part[2], -0.5), 0.5))

    def best(self, trials, shots):
        fresh = max(min(10 * trials, shots // 3), 1)
        left = shots - fresh
        few = max(trials // 4, 1)
        strokes = list(self.candidates(max(left * 2 // 5, 1)))
        good = [stroke for stroke, passed in zip(strokes, self.run(strokes)) if passed] or strokes[:1]
        self.try_more(good[:max((left - self.used) // (3 * few), 1)], few)
        for share in (3, 2, 1):
            room = (left - self.used) // share
            leaders = self.likely()[:max(room // (2 * trials), 1)]
            if room >= trials:
                self.try_more(leaders[:room // trials], trials)
            others = [self.beside(leaders[k % len(leaders)]) for k in range(room // (2 * few))]
            self.try_more(others[:max(left - self.used, 0) // few], few)
        winner = self.likely()[0]
        number, _, n = self.tried[winner]
        fresh_ones = [self.noise.stroke(winner, self.seed, number, n + j) for j in range(fresh)]
        return Best(winner, *_share(sum(self.run(fresh_ones)), fresh))


# The files of scenes, for scripts that run one with many values, such as those of scenes/fit

# What the program takes for numbers that a scene leaves out and --print-scene does not print.
_DEFAULTS = {"restitution": 1.0, "mu": 0.0, "beta": 0.0, "mu_roll": 0.0}
_DEFAULTS_OF_BALLS = {"tip": 0.0, "elevation": 0.0, "spin": 0.0, "inertia": 0.4, "friction": 0.0, "sliding": 0.0, "pivoting": 0.0}


def _ran(program, arguments, lines=None):
    """Runs the program; `lines`, where given, are its standard input. Returns the status, its output and what it said."""
    text = None if lines is None else "".join(line + "\n" for line in lines).encode()
    done = subprocess.run([program, "-q", *arguments], input=text, stdin=subprocess.DEVNULL if text is None else None,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace").strip()


class SceneFile:
    """The file of a scene, as it is written (`given`) and as the program completes it (`whole`); values by the paths of overrides."""

    def __init__(self, path, program=None):
        self.program, self.path = find_program(program), os.fspath(path)
        status, printed, said = _ran(self.program, ["--print-scene", self.path])
        if status:
            raise BilliardError(words_of(said, place=True))
        self.whole = json.loads(printed)
        with open(path, encoding="utf-8-sig") as file:
            self.given = json.load(file)

    def expand(self, path):
        """The paths that `path` stands for, by numbers: `*` is every ball or obstacle, a name its ball."""
        parts, found = path.split("."), [[]]
        for part in parts:
            longer = []
            for stem in found:
                for key in self._members(stem, part):
                    longer.append(stem + [key])
            found = longer
        return [".".join(one) for one in found]

    def _members(self, stem, part):
        entries = self.given.get(stem[0]) if len(stem) == 1 else None
        if not isinstance(entries, list) or part.isdigit():
            return [part]
        if part == "*":
            return [str(i) for i in range(len(entries))]
        named = [str(i) for i, entry in enumerate(entries) if entry.get("name") == part]
        return named if len(named) == 1 else [part]

    def value(self, path):
        """The number at a path, as given, by `defaults` or by the program's own default; None where there is none."""
        parts = path.split(".")
        for tree, keys in self._places(parts):
            found = _walk(tree, keys)
            if isinstance(found, (int, float)) and not isinstance(found, bool):
                return float(found)
            if found is not None and tree is not self.whole:
                return None
        return self._implied(parts)

    def number(self, path, told=None):
        """The number at a path, which may stand for several; BilliardError, with the program's own words, where there is none."""
        found = self.value(self.expand(path)[0])
        if found is None:
            raise BilliardError(self.refusal(path, told))
        return found

    def refusal(self, path, told=None):
        """Why there is no number at a path: the program's own words, if it has any."""
        status, _, said = _ran(self.program, ["--check", "-s", f"{path}=1", self.path])
        return words_of(said, place=True) if status and self.path not in said else f"{path}: no number in {told or self.path}"

    def _places(self, parts):
        yield self.given, parts
        if parts[0] == "balls" and len(parts) > 2:
            yield self.given.get("defaults"), parts[2:]
        if parts[0] != "balls" or self._ball(parts) is not None:
            yield self.whole, parts

    def _ball(self, parts):
        """The ball of the entry that a path names, as the program completes it; None where generators come before it."""
        entry = int(parts[1]) if len(parts) > 2 and parts[1].isdigit() else len(self.given["balls"])
        known = self.given["balls"][:entry + 1]
        return self.whole["balls"][entry] if len(known) > entry and not any("rack" in one or "fill" in one for one in known) else None

    def _implied(self, parts):
        if parts[0] == "defaults":
            return self.value(".".join(["balls", "0"] + parts[1:])) if self.given["balls"] else None
        if parts[0] in _DEFAULTS and parts[1:] in ([], ["ball"], ["wall"]):
            return _DEFAULTS[parts[0]]
        if parts in (["gravity", "0"], ["gravity", "1"]):
            return 0.0
        if parts == ["table", "nose"] and len({ball["r"] for ball in self.whole["balls"]}) == 1:
            return self.whole["balls"][0]["r"]
        ball = self._ball(parts) if parts[0] == "balls" else None
        if ball is None:
            return None
        speed = math.hypot(ball.get("vx", 0), ball.get("vy", 0))
        return {"speed": speed, "angle": math.degrees(math.atan2(ball.get("vy", 0), ball.get("vx", 0))),
                **_DEFAULTS_OF_BALLS}.get(parts[2])

    def before(self, paths):
        """Overrides that have to stand before those of `paths`, so that these find what they change a part of."""
        lines = []
        for path in paths:
            parts = path.split(".")
            if parts[0] == "gravity" and "gravity" not in self.given:
                lines.append("gravity=[0,0]")
            if parts[0] == "balls" and len(parts) > 2 and parts[1].isdigit():
                lines += self._before_ball(parts)
        return list(dict.fromkeys(lines))

    def _before_ball(self, parts):
        stem, key = ".".join(parts[:2]), parts[2]
        polar = not self._lacks(parts, "speed") or not self._lacks(parts, "angle")
        form = ("vx", "vy") if polar else ("speed", "angle")
        if key in form:  # an override of one would take away all that the ball's velocity has in the other form
            return [f"{stem}.{part}={self.value(f'{stem}.{part}')!r}" for part in form]
        if key in ("tip", "spin") and self._lacks(parts, "tip") and self._lacks(parts, "spin"):
            return [f"{stem}.{key}={'[0,0]' if key == 'tip' else '[0,0,0]'}"]
        return []

    def _lacks(self, parts, key):
        return _walk(self.given, parts[:2] + [key]) is None and _walk(self.given, ["defaults", key]) is None


def _walk(tree, keys):
    """A member by its keys; where a number stands for an object, as in "restitution": 0.9, it is that number."""
    for i, key in enumerate(keys):
        if isinstance(tree, list):
            tree = tree[int(key)] if key.isdigit() and int(key) < len(tree) else None
        elif isinstance(tree, dict):
            tree = tree.get(key)
        elif not isinstance(tree, (int, float)) or i != 1 or keys[0] not in ("restitution", "mu", "beta", "mu_roll"):
            return None
    return tree


def run_lines(scene, lines, options=(), width=None, program=None):
    """Runs a scene, the path of its file, with each line, a list of overrides. Returns the rows of all runs in one array of doubles,
    the columns of a row (the first is the run, from 0), asked of the program unless given, and the words of the first run that failed,
    or None; a run that was rejected has no rows."""
    program, arguments = find_program(program), ["--batch", "-", *options, os.fspath(scene)]
    typed = ["\t".join([*line, "title="]) for line in lines]
    if width is None:
        _, header, _ = _ran(program, arguments, typed[:1])
        width = header.partition(b"\n")[0].count(b",") + 1
    _, out, said = _ran(program, ["-f", "binary", *arguments], typed)
    return doubles(out), width, words_of(said, place=True) if said else None


def doubles(data):
    """The numbers of the format binary."""
    rows = array.array("d")
    rows.frombytes(data)
    if sys.byteorder == "big":
        rows.byteswap()
    return rows


# The rules: WPA Rules of Play for 8-ball and 9-ball, UMB World Rules of Carom for three cushions

class Ruling(NamedTuple):
    """What the rules say of a stroke. `next` is "same" or "other", None when it is over; `over` is the striker's, "won" or "lost";
    `group` the striker's afterwards; `spot` balls that go back to the foot spot; `choice` what the player named by `next` may
    choose; `hand` where that player may place the cue ball."""
    foul: Optional[str] = None
    next: Optional[str] = None
    hand: Optional[str] = None
    group: Optional[str] = None
    spot: list = []
    choice: list = []
    over: Optional[str] = None
    points: int = 0


# The games, and the object balls of each.
GAMES = {"8ball": tuple(map(str, range(1, 16))), "9ball": tuple("123456789"), "three-cushion": ("red", "other")}


def _ruled(spot=(), choice=(), **members):
    """A ruling with lists of its own."""
    return Ruling(spot=list(spot), choice=list(choice), **members)


def _group(ball):
    return None if ball in ("8", "cue") else "solids" if int(ball) < 8 else "stripes"


def rule(game, position, shot, call=None):
    """The ruling of a stroke. `position` has `turn` ("break", "push", "play"), `group` (8-ball), `balls` (object balls on the table
    before), `fouls` (9-ball: of the striker, in a row); `shot` is a Shot or {"met": .., "pocketed": ..}; `call` is (ball, pocket),
    "safety", "push", or None: what falls counts as called."""
    if of_kind(game, str, "game") not in GAMES:
        raise ValueError(f'no game "{game}"{_suggestion(game, GAMES)}')
    _check_position(game, of_kind(position, dict, "position"))
    met, pocketed = _told(shot)
    turn = position.get("turn", "play")
    _check_call(call, game, shot.before if isinstance(shot, Shot) else None)
    if call == "push" and (game, turn) != ("9ball", "push"):
        raise ValueError("a push out is for the stroke after the break of 9-ball")
    return {"8ball": _rule_8ball, "9ball": _rule_9ball, "three-cushion": _rule_three_cushion}[game](position, turn, met, pocketed, call)


def _check_position(game, position):
    for key, known in (("turn", ("break", "push", "play")), ("group", (None, "solids", "stripes"))):
        if key in position and position[key] not in known:
            raise ValueError(f"position: no {key} {position[key]!r}{_suggestion(position[key], known)}")
    for ball in of_kind(position.get("balls", []), (list, tuple), "position: balls"):
        if ball_name(ball) not in GAMES[game]:
            raise ValueError(f'position: balls: no ball "{ball}"{_suggestion(ball, GAMES[game])}')
    whole(position.get("fouls", 0), "position: fouls", 0)


def _told(shot):
    """What balls met, and which fell where."""
    if isinstance(shot, Shot):
        shot._must_be_ok()
        return shot.met, shot.pocketed
    if not isinstance(shot, dict) or not {"met", "pocketed"} <= set(shot):
        raise TypeError(f'shot: must be a Shot or {{"met": .., "pocketed": ..}}, found {shot!r}')
    return of_kind(shot["met"], dict, "shot: met"), of_kind(shot["pocketed"], dict, "shot: pocketed")


def _check_call(call, game, state=None):
    """A word, or an object ball and a pocket: those of the state, if there is one, else a ball of the game."""
    if call is None or isinstance(call, str) and call in ("push", "safety"):
        return
    if isinstance(call, str) or not isinstance(call, (tuple, list)) or len(call) != 2:
        raise ValueError(f'a call is (ball, pocket), "safety" or "push", found {call!r}')
    known = [name for name in state.names if name != "cue"] if state else GAMES[game]
    if ball_name(call[0]) not in known:
        raise ValueError(f'call: no ball "{call[0]}"{_suggestion(call[0], known)}')
    of_kind(call[1], str, "call: pocket")
    if state:
        state.table._pocket(call[1])


def _first_hit(met):
    """The ball that the cue ball met first, and what it met after that."""
    words = met.get("cue", [])
    for n, word in enumerate(words):
        if word not in CUSHIONS and word != "pocket":
            return word, words[n + 1:]
    return None, []


def _to_cushions(met):
    """How many object balls reached a cushion."""
    return sum(name != "cue" and any(word in CUSHIONS for word in words) for name, words in met.items())


def _foul(met, pocketed, wrong, short_break, turn):
    first, rest = _first_hit(met)
    if "cue" in pocketed:
        return "scratch"
    if first is None:
        return "no hit"
    if wrong(first):
        return "wrong ball"
    if turn == "break":
        return "break" if short_break and not pocketed and _to_cushions(met) < 4 else None
    if not pocketed and not _to_cushions(met) and not any(word in CUSHIONS for word in rest):
        return "no cushion"
    return None


def _rule_8ball(position, turn, met, pocketed, call):
    group, balls = position.get("group"), position.get("balls", [])
    own = [ball for ball in balls if ball != "8" and group in (None, _group(ball))]

    def wrong(first):
        return turn != "break" and (first not in own if own else first != "8")

    foul = _foul(met, pocketed, wrong, False, turn)
    fallen = [ball for ball in pocketed if ball != "cue"]
    if turn == "break":
        return _break_8ball(foul, fallen, met)
    if "8" in fallen:
        called = call is None or call != "safety" and tuple(call) == ("8", pocketed["8"])
        return _ruled(foul=foul, group=group, over="lost" if foul or own or not called else "won")
    if foul:
        return _ruled(foul=foul, next="other", hand="anywhere", group=group)
    if call == "safety":
        return _ruled(next="other", group=group)
    if call is None:
        potted = [ball for ball in fallen if ball in own]
    else:
        potted = [call[0]] if call[0] in own and pocketed.get(call[0]) == call[1] else []
    if not potted:
        return _ruled(next="other", group=group)
    return _ruled(next="same", group=group or _group(potted[0]))


def _break_8ball(foul, fallen, met):
    eight = "8" in fallen
    spot, choice = (["8"], ["spot", "rebreak"]) if eight else ([], [])
    if foul:
        return _ruled(foul=foul, next="other", hand="kitchen", spot=spot, choice=choice)
    if not fallen and _to_cushions(met) < 4:
        return _ruled(next="other", choice=["accept", "rebreak", "return"])
    return _ruled(next="same" if fallen else "other", spot=spot, choice=choice)


def _rule_9ball(position, turn, met, pocketed, call):
    balls = position.get("balls", [])
    lowest = min(balls, key=int, default=None)
    spot = ["9"] if "9" in pocketed else []
    if call == "push":
        foul = "scratch" if "cue" in pocketed else None
        if not foul:
            return _ruled(next="other", spot=spot, choice=["accept", "return"])
    else:
        foul = _foul(met, pocketed, lambda first: first != lowest, True, turn)
    if foul:
        if position.get("fouls", 0) >= 2:
            return _ruled(foul=foul, over="lost")
        return _ruled(foul=foul, next="other", hand="anywhere", spot=spot)
    if spot:
        return _ruled(over="won")
    return _ruled(next="same" if pocketed else "other")


def _rule_three_cushion(position, turn, met, pocketed, call):
    words = met.get("cue", [])
    hit = [n for n, word in enumerate(words) if word not in CUSHIONS]
    if turn == "break" and words[:1] != ["red"]:
        return _ruled(foul="wrong ball" if hit else "no hit", next="other")
    second = next((n for n in hit if words[n] != words[hit[0]]), None)
    if second is None or sum(word in CUSHIONS for word in words[:second]) < 3:
        return _ruled(next="other")
    return _ruled(next="same", points=1)


class Game:
    """A game of two players, 0 and 1, by the rules. `choice` is what the player may choose before the next stroke, `hand` whether
    and where the cue ball may be placed. `shots` counts the strokes; stroke i has the errors of `noise` for i."""

    def __init__(self, game="8ball", table=None, seed=0, noise=None):
        if of_kind(game, str, "game") not in GAMES:
            raise ValueError(f'no game "{game}"{_suggestion(game, GAMES)}')
        self.table = table if table is not None else Table("carom_10ft" if game == "three-cushion" else "pool_9ft")
        of_kind(self.table, Table, "table")
        self.game, self.seed, self.noise = game, whole(seed, "seed"), noise if noise is None else of_kind(noise, Noise, "noise")
        self.player, self.points, self.groups, self.fouls = 0, [0, 0], [None, None], [0, 0]
        self.ruling, self.shots, self.over, self.winner, self.racks = None, 0, False, None, 0
        self._rack()

    def _rack(self):
        self.state = self.table.rack(self.game, self.seed + self.racks)
        self.racks += 1
        self.turn, self.choice, self.groups = "break", [], [None, None]
        self.hand = None if self.game == "three-cushion" else "kitchen"

    def __repr__(self):
        if self.over:
            return f"<Game: {self.game}, player {self.winner} has won in {self.shots} strokes>"
        return f"<Game: {self.game}, player {self.player} to strike, {self.state!r}>"

    @property
    def position(self):
        """What `rule` wants to know."""
        return {"turn": self.turn, "group": self.groups[self.player], "balls": [name for name in self.state.on_table if name != "cue"],
                "fouls": self.fouls[self.player]}

    def _must_go_on(self):
        if self.over:
            raise BilliardError("the game is over")

    def strike(self, V0, phi=0, a=0, b=0, theta=0, call=None):
        """A stroke of the player whose turn it is; one that fails changes nothing."""
        self._must_go_on()
        stroke = _stroke((V0, phi, a, b, theta))
        _check_call(call, self.game, self.state)
        after = self._copy()
        if after.choice:
            after.choose(after.choice[0])
        if self.noise is not None:
            stroke = self.noise.stroke(stroke, self.seed, self.shots, 0)
        shot = after.state.strike(*stroke)
        if not shot.ok:
            return shot
        after.ruling = rule(after.game, after.position, shot, call)
        after._follow(shot)
        self.__dict__ = after.__dict__
        return shot

    def _copy(self):
        other = Game.__new__(type(self))
        other.__dict__ = {key: list(value) if isinstance(value, list) else value for key, value in self.__dict__.items()}
        return other

    def _follow(self, shot):
        """What the ruling changes."""
        ruling, striker = self.ruling, self.player
        self.shots += 1
        self.state = shot.state
        self.points[striker] += ruling.points
        self.fouls[striker] = self.fouls[striker] + 1 if ruling.foul else 0
        if self.game == "8ball" and ruling.group:
            self.groups[striker] = ruling.group
            self.groups[1 - striker] = "stripes" if ruling.group == "solids" else "solids"
        self.turn = "push" if self.game == "9ball" and self.turn == "break" and not ruling.foul else "play"
        self.hand, self.choice = ruling.hand, list(ruling.choice)
        if ruling.over:
            self.over, self.winner = True, striker if ruling.over == "won" else 1 - striker
            return
        for ball in ruling.spot:
            self._spot(ball)
        if ruling.next == "other":
            self._change()
        if self.game != "three-cushion":
            self._head()

    def _change(self):
        self.player = 1 - self.player
        if self.game == "three-cushion":
            cue, other = self.state.place("cue"), self.state.place("other")
            self.state = self.state.put("cue", *other).put("other", *cue)

    def _head(self):
        """The cue ball on the head spot, if it is in a pocket, or not where the hand must put it."""
        place, (x, y) = self.state.place("cue"), self.table.spots["head"]
        if place is None or self.hand == "kitchen" and place[0] > x:
            self.state = self.state.put("cue", x, self._free("cue", x, y, along=False)[1])

    def _spot(self, ball):
        self.state = self.state.put(ball, *self._free(ball, *self.table.spots["foot"], along=True))

    def _free(self, ball, x, y, along):
        """The nearest free place to a spot: behind it on the long string, or on either side of it across the table."""
        apart = 2 * self.table.scene["defaults"]["r"] + GAP
        others = [self.state.place(name) for name in self.state.on_table if name != ball]
        places = [(x, y)]
        for ox, oy in others:
            off = oy - y if along else ox - x
            if abs(off) < apart:
                reach = math.sqrt(apart * apart - off * off) * (1 + 1e-12)
                places += [(ox + reach, y)] + [(ox - reach, y)] if along else [(x, oy + reach), (x, oy - reach)]

        def order(place):
            return along and place[0] < x, abs(place[0] - x) + abs(place[1] - y), place

        return next(place for place in sorted(places, key=order) if all(math.dist(place, other) >= apart * (1 - 1e-9) for other in others))

    def place(self, x, y):
        """Puts the cue ball, while it is in hand."""
        self._must_go_on()
        if not self.hand:
            raise BilliardError("the cue ball is not in hand")
        x, y = number(x, "x"), number(y, "y")
        if self.hand == "kitchen" and x > self.table.spots["head"][0]:
            raise ValueError(f"behind the head string x is at most {self.table.spots['head'][0]:g}")
        self.state = self.state.put("cue", x, y)

    def choose(self, option):
        """One of `choice`."""
        self._must_go_on()
        if not self.choice:
            raise BilliardError("there is nothing to choose")
        if option not in self.choice:
            raise ValueError(f'no choice "{option}"{_suggestion(option, self.choice)}')
        self.choice = []
        if option == "return":
            self.player = 1 - self.player
        if option == "rebreak" or option == "return" and self.game == "8ball":
            self._rack()


class _Box(NamedTuple):
    """A space without gymnasium."""
    low: list
    high: list
    shape: tuple


class _Environment:
    """A game for agents, as gymnasium's environments are. An action is [V0, phi, a, b, theta], clipped to LOW and HIGH (phi, too: it
    is not wrapped). Nothing is called, a ball in hand lies where the game puts it, and of a choice the first is taken. What is observed:
    x, y and 1 for each ball in the order of the rack (0, 0, 0 in a pocket), then player, group (1 solids, 2 stripes) and hand (1
    kitchen, 2 anywhere) of who is to strike. The reward is the striker's: 1 won, -1 lost, else 0, in three-cushion points; or
    reward(ruling, shot). After `shots` steps the episode is truncated."""

    metadata = {"render_modes": []}
    render_mode = None
    LOW, HIGH = [0.5, 0.0, -0.5, -0.5, 0.0], [8.0, 360.0, 0.5, 0.5, 80.0]

    def __init__(self, game="8ball", table=None, noise=None, shots=200, reward=None):
        self.game = Game(game, table, 0, noise)
        self.shots, self.reward = whole(shots, "shots", 1), reward
        if reward is not None and not callable(reward):
            raise TypeError(f"reward: must be a function of a ruling and a shot, found {reward!r}")
        self._seed, self._steps = None, 0
        size = self.game.table.scene["table"]
        balls = len(self.game.state.names)
        self.action_space = _space(self.LOW, self.HIGH)
        self.observation_space = _space([0.0] * (3 * balls + 3), [size["width"], size["height"], 1.0] * balls + [1.0, 2.0, 2.0])

    def reset(self, seed=None, options=None):
        """A new game; without a seed that of the next number."""
        if gymnasium := _gymnasium():
            gymnasium.Env.reset(self, seed=seed)
        self._seed = seed if seed is not None else 0 if self._seed is None else self._seed + 1
        self.game, self._steps = Game(self.game.game, self.game.table, self._seed, self.game.noise), 0
        return self._observed(), self._info(None)

    def step(self, action):
        """A stroke: (observation, reward, terminated, truncated, info)."""
        values = [min(max(number(value, "action"), low), high) for value, low, high in zip(action, self.LOW, self.HIGH)]
        if len(values) != 5 or any(value != value for value in values):
            raise ValueError(f"an action is five numbers, found {action!r}")
        striker = self.game.player if self.game.choice[:1] != ["return"] else 1 - self.game.player
        shot = self.game.strike(*values)
        self._steps += 1
        reward = self._rewarded(shot, striker) if shot.ok else 0.0
        return self._observed(), reward, self.game.over, self._steps >= self.shots and not self.game.over, self._info(shot)

    def close(self):
        """Ends the processes of the table, which begin again when they are needed."""
        self.game.table.close()

    def _rewarded(self, shot, striker):
        if self.reward is not None:
            return float(self.reward(self.game.ruling, shot))
        if self.game.over:
            return 1.0 if self.game.winner == striker else -1.0
        return float(self.game.ruling.points)

    def _info(self, shot):
        return {"player": self.game.player, "ruling": self.game.ruling, "shot": shot}

    def _observed(self):
        game, found = self.game, []
        for name in game.state.names:
            place = game.state.place(name)
            found += [*place, 1.0] if place else [0.0, 0.0, 0.0]
        found += [float(game.player), {None: 0.0, "solids": 1.0, "stripes": 2.0}[game.groups[game.player]],
                  {None: 0.0, "kitchen": 1.0, "anywhere": 2.0}[game.hand]]
        return _array(found)


def _gymnasium():
    try:
        import gymnasium
        return gymnasium
    except ImportError:
        return None


def _array(values):
    if _gymnasium() is None:
        return values
    import numpy
    return numpy.array(values, dtype=numpy.float64)


def _space(low, high):
    gymnasium = _gymnasium()
    if gymnasium is None:
        return _Box(low, high, (len(low),))
    return gymnasium.spaces.Box(_array(low), _array(high), dtype=_array(low).dtype)


for _kind, _texts in ((_Cue, ("mass", "mass of its end; None: no squirt")),
                      (Stroke, ("speed of the cue, m/s", "its direction, degrees, 0 along +x, 90 along +y", "where it strikes, radii to the right",
                                "where it strikes, radii up", "degrees the butt is raised, 0 to 89")),
                      (_Noise, ("m/s", "degrees", "radii", "radii", "degrees")),
                      (Best, ("the Stroke", "how likely it pockets the ball", "one standard error of that")),
                      (Ruling, ('"scratch", "no hit", "wrong ball", "break", "no cushion", or None', '"same", "other", or None when it is over',
                                '"kitchen", "anywhere", or None', "the striker's afterwards: solids, stripes, or None", "balls that go back to the foot spot",
                                "what the player named by next may choose", 'for the striker: "won", "lost", or None', "of three-cushion"))):
    for _field, _text_of_field in zip(_kind._fields, _texts):
        getattr(_kind, _field).__doc__ = _text_of_field


def __dir__():
    return sorted({*globals(), "Environment"})


def __getattr__(name):
    """Environment is made when it is asked for: to load gymnasium takes longer than all else here."""
    if name != "Environment":
        raise AttributeError(f"module 'billiard_sim' has no attribute '{name}'")
    gymnasium = _gymnasium()
    bases = (_Environment, gymnasium.Env) if gymnasium else (_Environment,)
    made = type("Environment", bases, {"__doc__": _Environment.__doc__, "__module__": __name__})
    return globals().setdefault(name, made)
