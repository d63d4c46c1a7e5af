"""What fit.py and derive.py share: the program, a scene's values by path, and many runs of one scene as doubles."""

import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from array import array

if hasattr(signal, "SIGPIPE"):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
NAME = os.path.basename(sys.argv[0])

# What the program takes for numbers that a scene leaves out and --print-scene does not print.
DEFAULTS = {"restitution": 1.0, "mu": 0.0, "beta": 0.0, "mu_roll": 0.0}
DEFAULTS_OF_BALLS = {"tip": 0.0, "elevation": 0.0, "spin": 0.0, "inertia": 0.4, "friction": 0.0, "sliding": 0.0, "pivoting": 0.0}


def fail(message, status=1):
    """Ends the script with one line on standard error."""
    print(f"{NAME}: {message}", file=sys.stderr)
    sys.exit(status)


def program():
    """The program at the top of the source, the one installed with this script, or that of PATH, unless BILLIARD_SIM names it."""
    here = os.path.dirname(os.path.abspath(__file__))
    for candidate in (os.environ.get("BILLIARD_SIM") or os.path.join(here, "../../billiard-sim"),
                      os.path.join(here, "../../../../bin/billiard-sim"), "billiard-sim"):
        if shutil.which(candidate):
            return candidate
    fail("no billiard-sim: run make, or name one by BILLIARD_SIM")


def run(arguments, lines=None):
    """Runs the program; `lines`, where given, are its standard input. Returns the status, its output and what it said."""
    text = None if lines is None else "".join(line + "\n" for line in lines).encode()
    done = subprocess.run([program(), "-q", *arguments], input=text, stdin=subprocess.DEVNULL if text is None else None,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace").strip()


def words(said):
    """The program's first complaint about a run, without the run's number and the place in a list that the user never sees."""
    line = said.splitlines()[0] if said else "the program failed"
    return re.sub(r"^(billiard-sim: )?(run \d+: )?(<stdin>:\d+: )?(error: )?", "", line)


class Scene:
    """A scene as it is written (`given`) and as the program completes it (`whole`)."""

    def __init__(self, path):
        status, printed, said = run(["--print-scene", path])
        if status:
            fail(words(said))
        self.path, self.whole = path, json.loads(printed)
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
        """The number at a path, which may stand for several; where there is none, ends the script with the program's own words."""
        found = self.value(self.expand(path)[0])
        if found is None:
            fail(self.refusal(path, told))
        return found

    def refusal(self, path, told=None):
        """Why there is no number at a path: the program's own words, if it has any."""
        status, _, said = run(["--check", "-s", f"{path}=1", self.path])
        return words(said) if status and self.path not in said else f"{path}: no number in {told or self.path}"

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
        if parts[0] in DEFAULTS and parts[1:] in ([], ["ball"], ["wall"]):
            return DEFAULTS[parts[0]]
        if parts in (["gravity", "0"], ["gravity", "1"]):
            return 0.0
        if parts == ["table", "nose"] and len({ball["r"] for ball in self.whole["balls"]}) == 1:
            return self.whole["balls"][0]["r"]
        ball = self._ball(parts) if parts[0] == "balls" else None
        if ball is None:
            return None
        speed = math.hypot(ball.get("vx", 0), ball.get("vy", 0))
        return {"speed": speed, "angle": math.degrees(math.atan2(ball.get("vy", 0), ball.get("vx", 0))),
                **DEFAULTS_OF_BALLS}.get(parts[2])

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


def batch(scene, lines, options=(), width=None):
    """Runs each line, a list of overrides. Returns the rows of all runs in one array of doubles, the columns of a row (the first
    is the run), asked of the program unless given, and the words of the first run that failed, if any; a run that was rejected
    has no rows."""
    arguments = ["--batch", "-", *options, scene]
    typed = ["\t".join([*line, "title="]) for line in lines]
    if width is None:
        _, header, _ = run(arguments, [typed[0]])
        width = header.partition(b"\n")[0].count(b",") + 1
    _, out, said = run(["-f", "binary", *arguments], typed)
    rows = array("d")
    rows.frombytes(out)
    if sys.byteorder == "big":
        rows.byteswap()
    return rows, width, words(said) if said else None


class Kept:
    """One program for all rounds of runs of a scene: to start it takes longer than such a round. Each round ends with a line whose
    rows are known: a run without a step, so one row for each ball of `balls`."""

    def __init__(self, scene, balls, threads):
        chosen = ["-b", ",".join(map(str, balls))]
        _, header, said = run(["--batch", "-", *chosen, scene], ["steps=0"])
        self.width, self.balls, self.begun, self.heard = header.partition(b"\n")[0].count(b",") + 1, len(balls), 0, 0
        if self.width == 1:
            fail(words(said))
        self.errors = tempfile.NamedTemporaryFile()
        with open(self.errors.name, "ab") as errors:  # so that it is written at its end, wherever it is read
            self.program = subprocess.Popen([program(), "-q", "-f", "binary", "--threads", str(threads), "--batch", "-", *chosen, scene],
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)

    def batch(self, lines):
        """As batch(), but for the columns: the rows, with runs from 0, and the words of the first run that failed."""
        text = "".join("\t".join([*line, "title="]) + "\n" for line in [*lines, ["steps=0"]]).encode()
        feeder = threading.Thread(target=self._feed, args=(text,), daemon=True)
        feeder.start()
        rows, last, left = array("d"), self.begun + len(lines), b""
        while not self._ends(rows, last):
            part = os.read(self.program.stdout.fileno(), 1 << 20)
            if not part:
                fail(words(self._said()))
            part = left + part
            whole = len(part) // (8 * self.width) * 8 * self.width
            more, left = array("d", part[:whole]), part[whole:]
            if sys.byteorder == "big":
                more.byteswap()
            rows += more
        feeder.join()
        del rows[-self.balls * self.width:]
        rows[::self.width] = array("d", [number - self.begun for number in rows[::self.width]])
        self.begun = last + 1
        said = self._said()
        return rows, words(said) if said else None

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
