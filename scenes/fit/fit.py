#!/usr/bin/env python3
"""Fits shots, and a table, to films: finds the stroke of each filmed shot, and what all shots share, such as friction.

  fit.py [--free PATHS] [--global PATHS] [--balls LIST] [--runs N] [--seed N] [--threads N] [--report] [--errors] SCENE TRACK...

A TRACK is csv with the columns t,ball,x,y in the units of SCENE, balls by number, sampled at any times. A run starts with each
ball at its first sample; balls without samples stand as in SCENE, and if SCENE has no balls, those of the track are all there are.

  --free PATHS    what is found for each track (balls.0.speed,balls.0.angle,balls.0.tip.0,balls.0.tip.1,t0); a sample at t is
                  compared with the run at t + t0, which is searched from the first motion of a counted ball on
  --global PATHS  what all tracks share, starting from the values in SCENE (none)
  --balls LIST    whose samples count (0)
  --runs N        runs in each round of the search (120)
  --seed N        of the search (1); the same call prints the same bytes
  --threads N     runs at a time (1); the bytes do not depend on it
  --report        no search: how far SCENE's own values are from the tracks
  --errors        a column PATH.error after each value, one standard error: from the curvature at the minimum, the rms, and the
                  noise of the samples where balls start; empty where the value is at its bound, inf where no sample depends on it

Prints a table of csv, track,rms,PATH...,trust, a row per track; rms is the root of the mean squared distance of its samples from the
run, and each value can be pasted after -s. `trust` is 0, and standard error says why, where a value ended at its bound, or the rms is
more than 3 times that of the other tracks or a tenth of the way of the ball; else 1. Tells of its progress on standard error.
"""

import csv
import math
import os
import random
import signal
import statistics
import sys
import tempfile
from typing import NamedTuple

sys.dont_write_bytecode = True  # no folder of compiled files beside the scripts
sys.path.insert(1, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "python"))
import errors  # noqa: E402  (after the lines above)
import search  # noqa: E402
import track  # noqa: E402
from billiard_sim import BilliardError, SceneFile  # noqa: E402

NAME = os.path.basename(sys.argv[0])
FREE = "balls.0.speed,balls.0.angle,balls.0.tip.0,balls.0.tip.1,t0"


def fail(message, status=1):
    """Ends the script with one line on standard error."""
    print(f"{NAME}: {message}", file=sys.stderr)
    sys.exit(status)


def options(arguments):
    """The command line as a dictionary, and what is left of it."""
    chosen = {"--free": FREE, "--global": "", "--balls": "0", "--runs": "120", "--seed": "1", "--threads": "1", "--report": False, "--errors": False}
    left = []
    while arguments:
        word = arguments.pop(0)
        name, equals, value = word.partition("=")
        if chosen.get(name) is False and not equals:
            chosen[name] = True
        elif isinstance(chosen.get(name), str):
            if not equals and not arguments:
                fail(f"{name}: needs a value", 2)
            chosen[name] = value if equals else arguments.pop(0)
        elif word.startswith("-") and word != "-":
            fail(f'unknown option "{word}"; there are {", ".join(chosen)}', 2)
        else:
            left.append(word)
    if len(left) < 2:
        fail("usage: fit.py [--free PATHS] [--global PATHS] [--balls LIST] [--runs N] [--seed N] [--threads N] [--report] [--errors] SCENE TRACK...", 2)
    if chosen["--report"] and chosen["--errors"]:
        fail("--errors: those of a fit, and --report makes none", 2)
    return chosen, left[0], left[1:]


def whole_number(chosen, name, least):
    if not chosen[name].isdigit() or int(chosen[name]) < least:
        fail(f'{name}: must be a whole number from {least}, found "{chosen[name]}"', 2)
    return int(chosen[name])


def paths_of(text):
    return [path for path in text.split(",") if path]


def balls_of(text):
    """A list such as 0,3-5, as ranges."""
    found = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            fail(f'--balls: must be numbers of balls such as 0,3-5, found "{text}"', 2)
        found.append(range(int(first), int(last if dash else first) + 1))
    return found


def shown(value):
    return f"{value:.10g}"


class Row(NamedTuple):
    """What is printed of a track. `bounded` are the values that ended at a bound."""
    track: track.Track
    rms: float
    values: dict
    errors: dict = {}
    bounded: dict = {}


def report(tracks, free, shared):
    """Rows of the values that SCENE has."""
    rows = []
    for one in tracks:
        run = one.runs([{}], one.view())[0]
        paths = [path for path in free + shared if path != "t0"]
        rows.append(Row(one, search.rms(run), {"t0": 0.0, **{path: one.scene.number(path, one.table.path) for path in paths}}))
    return rows


def fitted(tracks, shared, size, seed, with_errors):
    """Rows of the values that fit best, rounded to what is printed."""
    shots = [search.Shot(one, random.Random(f"{seed}:{number}"), size) for number, one in enumerate(tracks)]
    common = search.Shared(shots, shared)
    for shot in shots:
        shot.explore(common.values)
    tell("each shot by itself", shots, common.values)
    if shared:
        common.fit(tell)
    for shot in shots:
        shot.finish(common.values)
    tell("done", shots, common.values)
    doubts = errors.of(shots, common) if with_errors else [{}] * len(shots)
    rows = []
    for shot, doubt in zip(shots, doubts):
        found = {**shot.best, **common.values}
        bounded = {path: found[path] for path, one in {**shot.boxes, **common.boxes}.items() if errors.at_bound(found[path], one)}
        values = {path: float(shown(value)) for path, value in found.items()}
        rows.append(Row(shot.track, search.rms(shot.track.runs([values], shot.all)[0]), values, doubt, bounded))
    return rows


def tell(stage, shots, shared):
    text = "".join(f", {path} {value:.5g}" for path, value in shared.items())
    print(f"{stage}: rms {statistics.median(shot.rms() for shot in shots):.4g} in the median of {len(shots)}{text}", file=sys.stderr)


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return
    chosen, scene, files = options(arguments)
    free, shared, balls = paths_of(chosen["--free"]), paths_of(chosen["--global"]), balls_of(chosen["--balls"])
    size, seed, threads = (whole_number(chosen, name, least) for name, least in (("--runs", 1), ("--seed", 0), ("--threads", 1)))
    with tempfile.TemporaryDirectory() as folder:
        table = SceneFile(scene)
        tracks = [track.Track(table, file, balls, [] if chosen["--report"] else free, shared, os.path.join(folder, f"{number}.json"), threads)
                  for number, file in enumerate(files)]
        rows = report(tracks, free, shared) if chosen["--report"] else fitted(tracks, shared, size, seed, chosen["--errors"])
        for one in tracks:
            one.kept.close()
    write(rows, free + shared, chosen["--errors"])


def write(rows, paths, with_errors):
    """The table, and on standard error what speaks against a row."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["track", "rms", *(name for path in paths for name in ((path, f"{path}.error") if with_errors else (path,))), "trust"])
    distances, ways = [row.rms for row in rows], [row.track.way() for row in rows]
    for number, row in enumerate(rows):
        fields = []
        for path in paths:
            fields.append(shown(row.values[path]))
            if with_errors:
                fields.append(f"{row.errors[path]:.4g}" if path in row.errors else "")
        reasons = errors.against(number, distances, ways, row.bounded)
        out.writerow([row.track.file, shown(row.rms), *fields, int(not reasons)])
        if reasons:
            print(f"{NAME}: {row.track.file}: not to be trusted: {'; '.join(reasons)}", file=sys.stderr)


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
try:
    main(sys.argv[1:])
except (BilliardError, FileNotFoundError) as error:
    fail(error)
