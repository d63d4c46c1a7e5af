#!/usr/bin/env python3
"""Derivatives of the frames of a run: how places and velocities change with where a ball starts, how it is struck, or a coefficient.

  derive.py SCENE PATH...

PATH is that of an override, such as balls.0.angle or restitution.wall; `*` moves all balls together. Prints a table of csv, a row
per frame, path and ball: partial derivatives at fixed time, angles per degree. `smooth` is 0 from the first moment on at which
several contacts meet: from there on the two sides of a derivative may differ.

Each derivative is a difference of runs at +-h and +-2h, right to h^4; of several h, from 1e-4 of the value on down, that is taken
whose neighbour agrees best with it: too large an h sees that the path bends or meets something else, too small a one the
last bits of a double.
"""

import csv
import os
import sys

sys.dont_write_bytecode = True
import runs  # noqa: E402  (after the line above: no folder of compiled files beside the scripts)

LADDER = (1e-4, 1e-5, 1e-6, 1e-7)
STENCIL = (-2, -1, 1, 2)


def frames_of(rows, width, count):
    """Per run a table (step, ball) -> columns from t on, in the order of the rows."""
    tables = [{} for _ in range(count)]
    for at in range(0, len(rows), width):
        run, step, t, ball = rows[at:at + 4]
        tables[int(run)][int(step), int(ball)] = (t, rows[at + 4:at + width])
    return tables


def lines_of(scene, path):
    """Runs at +-h and +-2h for each h, and the h: all that the path stands for moves by the same."""
    single = scene.expand(path)
    values = [scene.number(one) for one in single]
    before = scene.before(single)
    unit = max(map(abs, values)) or 1.0
    steps = [rung * unit for rung in LADDER]
    return [before + [f"{one}={value + k * h!r}" for one, value in zip(single, values)] for h in steps for k in STENCIL], steps


def derivative(tables, h, key):
    """The difference at one h; None where a run has no such row, as of a ball in a pocket."""
    found = [table.get(key) for table in tables]
    if None in found:
        return None
    return [(8 * (b - a) - (bb - aa)) / (12 * h) for aa, a, b, bb in zip(*(row for _, row in found))]


def best(candidates):
    """Of the derivatives of one frame by one path at several h, one list of balls per h, the one that its neighbour confirms."""
    complete = [one for one in candidates if None not in one]
    if len(complete) < 2:
        return complete[0] if complete else None
    apart = [max(abs(a - b) for x, y in zip(one, two) for a, b in zip(x, y)) for one, two in zip(complete, complete[1:])]
    return complete[apart.index(min(apart))]


def rough_from(scene):
    """The time of the first group of several contacts, infinity if none."""
    status, log, said = runs.run(["-o", os.devnull, "--events", "-", scene.path])
    if status:
        runs.fail(runs.words(said))
    groups = set()
    for row in csv.DictReader(log.decode().splitlines()):
        if row["group"] in groups:
            return float(row["t"])
        groups.add(row["group"])
    return float("inf")


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return
    if len(arguments) < 2 or arguments[0].startswith("-"):
        runs.fail("usage: derive.py SCENE PATH...", 2)
    scene, paths = runs.Scene(arguments[0]), arguments[1:]
    rough = rough_from(scene)
    plans = [lines_of(scene, path) for path in paths]
    lines = [[]] + [line for plan, _ in plans for line in plan]
    rows, width, said = runs.batch(scene.path, lines)
    tables = frames_of(rows, width, len(lines))
    at = 1
    for plan, _ in plans:
        if not any(all(tables[k:k + len(STENCIL)]) for k in range(at, at + len(plan), len(STENCIL))):
            runs.fail(said)
        at += len(plan)
    write(paths, plans, tables, rough, width)


def write(paths, plans, tables, rough, width):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["step", "t", "path", "ball", *["x", "y", "vx", "vy", "wx", "wy", "wz"][:width - 4], "smooth"])
    balls_at = {}
    for (step, ball), (t, _) in tables[0].items():
        balls_at.setdefault((step, t), []).append(ball)
    for (step, t), balls in balls_at.items():
        first = 1
        for path, (lines, steps) in zip(paths, plans):
            runs_at = [tables[first + k * len(STENCIL):first + (k + 1) * len(STENCIL)] for k in range(len(steps))]
            found = best([[derivative(four, h, (step, ball)) for ball in balls] for four, h in zip(runs_at, steps)])
            for ball, values in zip(balls, found or []):
                out.writerow([step, repr(t), path, ball, *map(repr, values), int(t < rough)])
            first += len(lines)


main(sys.argv[1:])
