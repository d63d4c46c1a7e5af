"""Holds the JSON Schema of scenes against billiard-sim's own validation. Prints TAP.

usage: compare.py PROGRAM SCHEMA STRIDE SCENE...

The corpus: the scenes given; good ones that together use every key; and what becomes of these when each value in
turn is replaced by each of a list of odd ones, when each key in turn is left out, misspelt or written in capitals, and
when each object in turn gets a key that belongs elsewhere; of these mutants every STRIDE-th. The program and the schema
(judged by the Python package jsonschema) must agree on every one. Where the program alone says no, its reason must be
one that a schema cannot know: those are listed below, each with a scene that shows it.
"""

import copy
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import jsonschema

# A scene of single balls, of a rack, of a fill: small, and without overlaps whatever is changed by a little.
BALL = {
    "$schema": "s", "title": "a", "comment": "b",
    "table": {"width": 40, "height": 20},
    "restitution": {"ball": 0.5, "wall": 0.5},
    "integrator": "spring", "impact": "gr", "contact_time": 0.5, "k": 9,
    "dt": 0.25, "steps": 1, "every": 1, "start": {"step": 4}, "mu_roll": {"ball": 0.5, "wall": 1}, "k_roll": 9,
    "gamma_roll": 0.01, "defaults": {"vx": 1, "vy": 1, "r": 0.5, "m": 1, "hit": False, "name": "n",
                 "color": "c"},
    "balls": [{"x": 3, "y": 4, "vx": 1, "vy": 1, "r": 0.5, "m": 1, "hit": True, "name": "n", "color": "c"}],
}
RACK = {
    "table": {"width": 40, "height": 20}, "restitution": 0.5, "k": 9, "dt": 0.5, "steps": 1,
    "balls": [{"rack": "line", "rows": 2, "x": 9, "y": 9, "gap": 0.5, "angle": 1, "vx": 1, "vy": 1, "r": 0.5, "m": 1,
               "hit": True, "name": "n", "color": "c"}],
}
FILL = {
    "table": {"width": 40, "height": 20}, "dt": 0.5, "steps": 1, "integrator": "impulse",
    "balls": [{"fill": "random", "count": 2, "region": [1, 2, 30, 19], "speed": 1, "seed": 1, "vx": 1, "vy": 1,
               "r": 0.5, "m": 1, "hit": True, "name": "n", "color": "c"}],
}
MIXTURE = {
    "table": {"width": 40, "height": 20}, "dt": 0.5, "steps": 1, "integrator": "impulse", "defaults": {"speed": 2, "m": 1},
    "balls": [{"x": 3, "y": 4, "speed": 1, "angle": 30, "r": 0.5}, {"x": 3, "y": 8, "angle": 30, "r": 0.5},
              {"fill": "hex", "count": 2, "r": [0.2, 0.5]}],
}
STANDING = {
    "table": {"width": 40, "height": 20, "periodic": "x"}, "dt": 0.5, "steps": 1, "integrator": "impulse", "balls": [],
    "restitution": {"ball": [[0, 1], [1, 0.5]]},
    "obstacles": [{"line": [3, 4, 5, 4], "e": [[0, 0.5]], "name": "n"}, {"arc": [9, 9, 1, 30, 300], "e": 0.5, "name": "n"},
                  {"pocket": [2, 2, 1], "name": "n"}],
}
GATES = {
    "table": {"width": 40, "height": 20}, "materials": {"A": {}}, "dt": 0.5, "steps": 1, "balls": [],
    "obstacles": [{"gate": [3, 4, 5, 4], "pass": "left", "of": "A", "name": "n"}, {"gate": [0, 9, -9, 0]}],
}
TIMED = {
    "table": {"width": 40, "height": 20}, "duration": 2, "frame": 0.5, "stop": "pair:0,1", "integrator": "impulse",
    "balls": [{"x": 3, "y": 4, "r": 0.5, "m": 1}, {"x": 3, "y": 8, "r": 0.5, "m": 1}],
}
MADE = {
    "table": {"width": 40, "height": 20}, "dt": 0.5, "steps": 1, "integrator": "impulse",
    "materials": {"A": {"A": {"e": 0.5, "mu": [1, 2, 3]}, "wall": {"beta": 0.5}}, "B": {"A": {"e": [[1, 0.5]], "mu": 1}}},
    "defaults": {"material": "A"}, "obstacles": [{"line": [3, 4, 5, 4], "material": "B"}],
    "balls": [{"x": 3, "y": 9, "r": 0.5, "material": "B"}, {"fill": "hex", "count": 1, "r": 0.5, "material": "A"}],
}

# Every kind of value, and the borders of every range.
ODD = [None, True, "x", "", [], {}, [1], {"x": 1}, -1, -1e-300, 0, 1e-300, 0.5, 1, 1.0, 1.5, 2, 361, -360, 2147483648,
       2**53, 2**53 + 2, 1e18, 1e60, 1e300, "event", "spring-rk4", "newton", "triangle", "hex", [0, 0, 9, 9], [9, 9, 0, 0]]

# Why the program alone may say no: what it says, and a scene that makes it say so.
BEYOND_A_SCHEMA = {
    "overlaps": dict(RACK, balls=[{"x": 3, "y": 4, "r": 1}, {"x": 4, "y": 4, "r": 1}]),
    "beyond the": dict(RACK, balls=[{"x": 0, "y": 4, "r": 1}]),
    "were asked for": dict(FILL, balls=[{"fill": "hex", "count": 5000, "r": 1}]),
    "must be four numbers [x0, y0, x1, y1] with x0 < x1 and y0 < y1":
        dict(FILL, balls=[{"fill": "hex", "count": 2, "r": 1, "region": [9, 9, 0, 0]}]),
    "least <= largest": dict(FILL, balls=[{"fill": "hex", "count": 2, "r": [2, 1]}]),
    "start.step + steps must be at most": dict(RACK, steps=2, start={"step": 2**53}),
    "the run would end after": dict(RACK, dt=1e60, steps=2),
    "must not be longer than the duration": dict(TIMED, frame=3),
    "needs steps and every instead": dict(TIMED, start={"step": 4}),
    "more than 2^53 steps": dict(TIMED, duration=1e60),
    "there is no ball": dict(TIMED, stop="pair:0,2"),
    "are stable below": dict(BALL, dt=5),
    "the two ends of a line must differ": dict(STANDING, obstacles=[{"line": [1, 2, 1, 2]}]),
    "the two ends of a gate must differ": dict(GATES, obstacles=[{"gate": [1, 2, 1, 2]}]),
    "an arc must span": dict(STANDING, obstacles=[{"arc": [1, 2, 1, 90, 60]}]),
    "periods of the table": dict(STANDING, obstacles=[{"pocket": [1e18, 2, 1]}]),
    "on a periodic axis": dict(STANDING, table={"width": 40, "height": 1e18, "periodic": "x"}),
    "must be a speed above": dict(STANDING, restitution=[[1, 1], [1, 1]]),
    "cannot do rolling resistance": dict(RACK, mu_roll=1),
    "unknown material": dict(MADE, defaults={"material": "C"}),
    "is given as materials.": dict(MADE, materials={"A": {"B": {}}, "B": {"A": {}}}),
    "must be at least 1e-60": dict(RACK, gravity=[0, 1e-61]),
}

BASES = [BALL, RACK, FILL, MIXTURE, STANDING, GATES, TIMED, MADE]


def places(value, path=()):
    """Paths to everything in a scene."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield path + (key,)
        yield from places(child, path + (key,))


def parent_of(scene, path):
    for key in path[:-1]:
        scene = scene[key]
    return scene


def changed(scene, path, change):
    scene = copy.deepcopy(scene)
    change(parent_of(scene, path), path[-1])
    return scene


def replaced(value):
    def change(parent, key):
        parent[key] = value
    return change


def left_out(parent, key):
    del parent[key]


def renamed(new_name):
    def change(parent, key):
        parent[new_name(key)] = parent.pop(key)
    return change


def stranger(parent, key):
    """A key that is right elsewhere."""
    parent["radius" if "width" in parent else "width"] = 1


def mutants(scene):
    for path in places(scene):
        for value in ODD:
            yield changed(scene, path, replaced(value))
        yield changed(scene, path, left_out)
        if isinstance(path[-1], str):
            yield changed(scene, path, renamed(str.upper))
            yield changed(scene, path, renamed(lambda key: key + "s"))
            yield changed(scene, path, stranger)
    for value in ODD:
        yield value
    yield {}


def without_defaults(scene):
    """The radius must be somewhere."""
    for defaults in ({}, {"m": 1}, {"r": 1}):
        for ball in ({"x": 3, "y": 4}, {"rack": "line", "rows": 2, "x": 9, "y": 9}, {"fill": "hex", "count": 2}):
            for radius in ({}, {"r": 0.5}):
                yield dict(scene, defaults=defaults, balls=[dict(ball, **radius)])


def corpus(files, stride):
    """Texts of all scenes, of the mutants every stride-th."""
    whole = BASES + [json.load(open(file)) for file in files] + list(BEYOND_A_SCHEMA.values())
    whole += without_defaults(FILL)
    texts = sorted({json.dumps(mutant) for scene in BASES for mutant in mutants(scene)})
    return [json.dumps(scene) for scene in whole] + texts[::stride]


def judge_all(program, validator, texts):
    """(text, what the program says; "": nothing, whether the schema accepts it)"""
    def judge(text):
        run = subprocess.run([program, "-q", "--check"], input=text, capture_output=True, text=True)
        assert run.returncode == (3 if run.stderr else 0), (text, run)
        return text, run.stderr, validator.is_valid(json.loads(text))
    with ThreadPoolExecutor(2) as pool: # which needs no semaphores, that is, no /dev/shm
        return list(pool.map(judge, texts))


def report(number, what, offenders):
    print(f"{'not ' if offenders else ''}ok {number} - {what}")
    for offender in offenders[:10]:
        print("#", offender)
    return bool(offenders)


def main(program, schema_file, stride, *files):
    with open(schema_file) as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    verdicts = judge_all(program, jsonschema.Draft202012Validator(schema), corpus(files, int(stride)))
    good = [text for text, told, _ in verdicts if not told]
    shipped = {json.dumps(json.load(open(file))) for file in files}
    alone = [(told, text) for text, told, valid in verdicts if told and valid]
    unexplained = [case for case in alone if not any(reason in case[0] for reason in BEYOND_A_SCHEMA)]
    unseen = [reason for reason in BEYOND_A_SCHEMA if not any(reason in told for told, _ in alone)]
    print("1..5")
    failed = [
        report(1, f"{len(verdicts)} scenes, {len(good)} of them good: enough of both",
               [] if len(verdicts) / 10 < len(good) < len(verdicts) / 2 else [len(good)]),
        report(2, "the shipped scenes are good", sorted(shipped - set(good))),
        report(3, "what the program accepts, the schema accepts",
               [text for text, told, valid in verdicts if not told and not valid]),
        report(4, "what the program rejects, the schema rejects, unless no schema could", unexplained),
        report(5, "each reason that no schema could know was met", unseen),
    ]
    return any(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
