"""Tests of scenes/python/billiard_sim.py, by its class: python.py CLASS [CLASS.test]... BILLIARD_SIM names the program."""

import collections
import contextlib
import copy
import hashlib
import io
import json
import math
import multiprocessing
import os
import pickle
import pydoc
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import billiard_sim
from billiard_sim import BilliardError, Cue, Environment, Game, Noise, Stroke, Table, rule

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ["BILLIARD_SIM"]
FULL = bool(os.environ.get("TEST_FULL"))
ENDLESS = {"table": {"width": 10, "height": 10}, "duration": 1e9, "frame": 1e9, "defaults": {"r": 0.5, "m": 1}, "balls": []}
PLACES = {"cue": (0.8, 0.7), "9": (2.0, 1.0), "8": (1.3, 0.4)}


def runs(quick, full):
    return full if FULL else quick


def bits(state):
    """All that a state holds, each double by its bits."""
    return [{key: value.hex() if isinstance(value, float) else value for key, value in ball.items()} for ball in state.balls]


def of_shot(shot):
    return shot.status, shot.t, shot.ended, shot.rest, shot.met, shot.pocketed, bits(shot.state)


def fan(count, **more):
    return [Stroke(2.5, 360 * k / count, **more) for k in range(count)]


def processes(path):
    """The processes whose first words name this path."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
            if os.fsencode(path) in file.read().split(b"\0")[:3]:
                found.append(int(pid))
    return found


def gone(path, within=10):
    end = time.monotonic() + within
    while processes(path) and time.monotonic() < end:
        time.sleep(0.02)
    return not processes(path)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder], check=True)

    def linked(self):
        """The program by a name that no other process has."""
        path = os.path.join(self.folder, "billiard-sim")
        os.symlink(PROGRAM, path)
        return path

    def script(self, text):
        path = os.path.join(self.folder, "script")
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + text)
        os.chmod(path, 0o755)
        return path


class Strokes(Case):
    def test_a_ball_leaves_as_theory_says(self):
        chance = random.Random(1)
        for _ in range(500):
            stroke = Stroke(chance.uniform(0.1, 9), chance.uniform(-400, 400), chance.uniform(-0.7, 0.7), chance.uniform(-0.7, 0.7), chance.uniform(0, 89))
            mass, q, cue = chance.uniform(0.1, 0.3), chance.uniform(0.2, 0.6), Cue(chance.uniform(0.3, 0.7), chance.choice([None, 0.006, 0.01]))
            speed, angle = stroke.velocity(cue, mass, q)
            a, b, side = stroke.a, stroke.b, math.sqrt(1 - stroke.a ** 2)
            wanted = 2 * stroke.V0 * math.cos(math.radians(stroke.theta)) / (1 + mass / cue.M + (a * a + b * b) / q)
            squirt = math.atan(a / q * side / (1 + mass / cue.end + side * side / q)) if cue.end else 0
            self.assertLess(abs(speed - wanted), 1e-14 * 9)
            self.assertLess(abs(angle - stroke.phi - math.degrees(squirt)), 2e-13)
        self.assertGreater(Stroke(1, 0, 0.3).velocity(Cue(), 0.17, 0.4)[1], 1)

    def test_sums_for_atan_and_cos_are_right(self):
        for n in range(-2000, 2001):
            x = n * abs(n) / 1e5
            self.assertLessEqual(abs(math.radians(billiard_sim.arctangent(x)) - math.atan(x)), 1e-15)
            self.assertLessEqual(abs(billiard_sim.cosine(abs(n) * 0.045) - math.cos(math.radians(abs(n) * 0.045))), 1e-15)
            if n:
                for y in (0.3, -0.3, 0):
                    self.assertLess(abs(billiard_sim.direction(x, y) - math.degrees(math.atan2(y, x))), 1e-12)

    def test_the_ball_has_what_the_stroke_gives_it(self):
        with Table() as table:
            shot = table.state(PLACES).strike(3, 20, 0.2, -0.3, 10)
            ball = shot.scene["balls"][0]
            self.assertEqual((ball["speed"], ball["angle"]), Stroke(3, 20, 0.2, -0.3, 10).velocity(Cue(), 0.17, 0.4))
            self.assertEqual((ball["tip"], ball["elevation"]), ([0.2, -0.3], 10))
            self.assertEqual(shot.stroke, (3, 20, 0.2, -0.3, 10))

    def test_pooltool_has_its_long_side_up_and_left_positive(self):
        self.assertEqual(Stroke.pooltool(2, 90, 0.3, -0.2, 5), Stroke(2, 0, -0.3, -0.2, 5))

    def test_noise_is_what_the_guide_says(self):
        def drawn(seed, i, j):
            words = hashlib.shake_128(b"billiard-sim,%d,%d,%d" % (seed, i, j)).digest(120)
            words = [words[2 * k] + 256 * words[2 * k + 1] for k in range(60)]
            return [(sum(words[12 * n:12 * n + 12]) + 6) / 65536 - 6 for n in range(5)]

        noise, sums = Noise(0.5, 0.4, 0.3, 0.2, 10), []
        for i in range(40):
            for j in range(50):
                g = drawn(7, i, j)
                V0, phi, a, b, theta = noise.stroke(Stroke(1, 2, 0.1, 0.2, 3), 7, i, j)
                self.assertEqual((V0, phi, a, b), (max(1 + g[0] * 0.5, 0.01), 2 + g[1] * 0.4, 0.1 + g[2] * 0.3, 0.2 + g[3] * 0.2))
                self.assertEqual(theta, min(max(3 + g[4] * 10, 0), 89))
                sums += g
        self.assertLess(abs(sum(sums)) / len(sums), 0.04)
        self.assertLess(abs(sum(g * g for g in sums) / len(sums) - 1), 0.06)

    def test_a_scene_ends_with_the_doubles_of_the_state(self):
        with Table(threads=2) as table:
            state = table.rack("9ball", 3)
            for shot in [state.strike(7, 1, 0.1, 0.2, 3), *(row[0] for row in state.strike_many(fan(5, a=0.2), Noise(), seed=3))]:
                scene = os.path.join(self.folder, "scene.json")
                with open(scene, "w", encoding="utf-8") as file:
                    json.dump(shot.scene, file)
                last = subprocess.run([PROGRAM, "-q", "--last", scene], capture_output=True, text=True, check=True).stdout.split()
                found = {int(row.split(",")[2]): tuple(map(float, row.split(",")[3:5])) for row in last[1:]}
                self.assertEqual(found, {n: shot.state.place(name) for n, name in enumerate(state.names) if shot.state.place(name)})
                self.assertEqual(float(last[1].split(",")[1]), shot.t)
                frames = shot.frames()
                self.assertEqual([row[2:4] for row in frames[-len(found):]], [found[n] for n in sorted(found)])
                self.assertEqual([len(row) for row in frames], [9] * len(frames))
                self.assertEqual(frames[10][1], state.names[10 % len(state.names)])

    def test_a_chain_of_shots_is_a_chain_of_scenes(self):
        with Table() as table, Table() as other:
            state = table.rack("8ball", 5)
            for k in range(8):
                state = state.strike(6 if k == 0 else 3, 37 * k).state
                self.assertEqual(set().union(*state.balls) - {"name", "x", "y", "pocketed"}, set())
                if not state.place("cue"):
                    state = state.put("cue", 0.765, 0.765)
                again = other.state(json.loads(json.dumps(state.balls)))
                self.assertEqual(of_shot(again.strike(3, 37 * (k + 1))), of_shot(state.strike(3, 37 * (k + 1))))

    def test_what_still_moves_goes_on(self):
        table = Table({**Table().scene, "duration": 0.5, "frame": 0.5})
        half = table.state(PLACES).strike(3, 10, 0.2).state
        self.assertNotEqual(half.balls[0].get("vx", 0), 0)
        self.assertEqual(len(half.balls[0]["spin"]), 3)
        whole = Table({**table.scene, "duration": 1, "frame": 1}).state(PLACES).strike(3, 10, 0.2)
        on = half.strike(0.5, ball="8").state.place("cue")
        self.assertLess(math.dist(on, whole.state.place("cue")), 1e-9)

    def test_what_a_shot_tells(self):
        with Table() as table:
            shot = table.state({"cue": (1.4, 0.5), "8": (1.4, 0.3), "1": (1.0, 0.9)}).strike(1.5, 270, b=-0.3)
            self.assertEqual((shot.ok, shot.status, shot.message, shot.ball), (True, 0, "", "cue"))
            self.assertEqual((shot.pocketed, shot.first, shot.met), ({"8": "bottom side pocket"}, "8", {"cue": ["8"], "8": ["cue", "pocket"]}))
            self.assertEqual((shot.cushions, shot.ended), (0, "stop"))
            self.assertLess(shot.rest, shot.t)
            self.assertIsNone(shot.state.place("8"))
            self.assertEqual((shot.state.on_table, shot.state.names), (["cue", "1"], ("cue", "8", "1")))
            self.assertEqual(shot.before.place("8"), (1.4, 0.3))
            log = shot.events()
            self.assertEqual([(row["kind"], row["a"], row["b"]) for row in log if row["kind"] in ("ball", "pocket")],
                             [("ball", "cue", "8"), ("pocket", "8", "bottom side pocket")])
            self.assertIsInstance(log[0]["t"], float)
            later = shot.state.strike(1, 50)
            self.assertEqual(later.pocketed, {})
            self.assertEqual(shot.state.put("8", 1.4, 0.3), table.state([{**ball, "x": x, "y": y} for ball, (x, y) in zip(
                [{"name": "cue"}, {"name": "8"}, {"name": "1"}], [shot.state.place("cue"), (1.4, 0.3), (1.0, 0.9)])]))

    def test_probability_counts(self):
        with Table() as table:
            many = table.state({"cue": (1.4, 0.5), "8": (1.4, 0.3)}).strike_many([Stroke(1.5, 270, 0, -0.3), (1.5, 90, 0, 0, 0)], Noise(phi=8), 40, 1)
            self.assertEqual([len(row) for row in many], [40, 40])
            (part, error), (none, _) = many.probability("8")
            k = sum("8" in shot.pocketed for shot in many[0])
            self.assertTrue(0 < k < 40)
            self.assertEqual((part, none), (k / 40, 0))
            self.assertAlmostEqual(error, math.sqrt((k + 1) * (41 - k) / 43) / 42, 15)
            self.assertEqual(many.probability("8", "bottom side pocket")[0], (part, error))
            self.assertEqual(many.probability("8", "top side pocket")[0][0], 0)
            self.assertEqual(many.probability(lambda shot: shot.first == "8")[0][0], sum(shot.first == "8" for shot in many[0]) / 40)
            still = table.state(PLACES).strike_many([(1, 2, 0, 0, 0)], trials=3)
            self.assertEqual(len(still[0]), 3)

    def test_the_best_stroke_pockets_and_keeps_the_cue_ball(self):
        with Table(threads=2) as table:
            state = table.state({"cue": (2.0, 0.6), "1": (2.3, 1.0), "2": (0.6, 0.5)})
            best = state.best("1", noise=Noise(phi=0.2), trials=10, shots=600)
            self.assertGreater(best.probability, 0.6)
            shots = state.strike_many([best.stroke], Noise(phi=0.2), 100, 99)[0]
            part = sum("1" in shot.pocketed and "cue" not in shot.pocketed for shot in shots) / 100
            self.assertLess(abs(part - best.probability), 4 * best.error + 0.15)
            self.assertEqual(best, state.best(["1"], noise=Noise(phi=0.2), trials=10, shots=600))
            there = state.best(["1", "2"], "bottom left pocket", trials=5, shots=300)
            self.assertTrue(all("2" in shot.pocketed for shot in [state.strike(*there.stroke)]))


class Values(Case):
    def test_physics_is_a_shot_of_status_3_with_the_programs_words(self):
        with Table() as table:
            state = table.state(PLACES)
            good = of_shot(state.strike(2))
            taken = state.put("cue", 1.4, 0.5).put("8", 1.4, 0.3).strike(1.5, 270).state
            cases = [(state, dict(V0=V0), words) for V0, words in ((-1, "balls.0.speed: must be >= 0"), (0, "velocity"), (math.nan, '"nan"'),
                                                                  (math.inf, '"inf"'), (10 ** 400, '"inf"'))]
            cases += [(state, {"V0": 1, **one}, words) for one, words in (
                (dict(a=0.8, b=0.6), "a^2 + h^2 < 1"), (dict(theta=90), "elevation"), (dict(theta=-1), "elevation"), (dict(phi=math.nan), '"nan"'),
                (dict(a=math.nan), '"nan"'), (dict(theta=math.inf), "elevation"))]
            cases += [(state.put("cue", 2.0, 1.01), dict(V0=1), "overlaps"), (state.put("cue", math.nan, 0), dict(V0=1), '"nan"'),
                      (state.put("cue", -1, 0.5), dict(V0=1), "beyond"), (taken, dict(V0=1, ball="8"), "pocketed")]
            for before, stroke, words in cases:
                shot = before.strike(**stroke)
                self.assertEqual((shot.ok, shot.status), (False, 3), stroke)
                self.assertRegex(shot.message, r"^balls[.:]")
                self.assertNotRegex(shot.message, r"\n|stdin|error|run \d")
                self.assertIn(words, shot.message)
                self.assertIs(shot.state, before)
                self.assertEqual((shot.t, shot.rest, shot.ended, shot.first, shot.met, shot.pocketed, shot.cushions), (None,) * 4 + ({}, {}, None))
                self.assertRaises(BilliardError, shot.frames)
                self.assertRaises(BilliardError, shot.events)
                self.assertEqual(of_shot(state.strike(2)), good)
            mixed = state.strike_many([(2, 0, 0, 0, 0), (-2, 0, 0, 0, 0), (2, 0, 0.8, 0.8, 0), (2, 0, 0, 0, 0)])
            self.assertEqual([row[0].status for row in mixed], [0, 3, 3, 0])
            self.assertIn("a^2", mixed[2][0].message)

    def test_types_and_names(self):
        table = Table()
        self.addCleanup(table.close)
        state = table.state(PLACES)
        for call in (lambda: state.strike("2"), lambda: state.strike(None), lambda: state.strike(1, phi=[1]), lambda: state.put("cue", "1", 0),
                     lambda: state.strike_many([(1, 2)]), lambda: state.strike_many(["12345"]), lambda: table.state({"cue": 1}),
                     lambda: table.state({"cue": ("a", "b")}), lambda: state.strike(b"1"), lambda: Table(timeout="1")):
            self.assertRaises(TypeError, call)
        with self.assertRaisesRegex(TypeError, "a scene as a dict, not int"):
            Table(5)
        for call, words in ((lambda: state.strike(1, ball="7"), 'no ball "7"'), (lambda: state.put("white", 1, 1), "white"),
                            (lambda: state.place("white"), "white"), (lambda: Table("pool_9f"), "pool_9ft"),
                            (lambda: Table("/nowhere.json"), "nowhere"), (lambda: Table("/"), "a folder"), (lambda: table.rack("10ball"), "9ball"),
                            (lambda: Game("snooker"), "snooker"), (lambda: rule("pool", {}, {}), "pool"),
                            (lambda: state.best("9", "top pocket"), "top side pocket"), (lambda: state.best("7"), 'no ball "7"'),
                            (lambda: state.strike_many([(1, 0, 0, 0, 0)]).probability("7"), 'no ball "7"'),
                            (lambda: state.strike_many([(1, 0, 0, 0, 0)]).probability("9", "hole"), 'no pocket "hole"'),
                            (lambda: table.state([{"name": "a", "x": 1, "y": 1}, {"name": "a", "x": 2, "y": 1}]), "two balls"),
                            (lambda: table.state([{"rack": "triangle"}]), "rack"), (lambda: Table("carom_10ft").rack("8ball"), "spot")):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(words, str(caught.exception))
        for call in (lambda: Table(program="/nowhere/billiard-sim"), lambda: billiard_sim.find_program("/etc/passwd")):
            self.assertRaises(FileNotFoundError, call)
        with self.assertRaises(AttributeError):
            state.names = ()
        state.balls[0]["x"] = 9
        self.assertEqual(state.place("cue"), (0.8, 0.7))

    def test_wrong_arguments_are_told_by_name(self):
        table = Table()
        self.addCleanup(table.close)
        state, game = table.state(PLACES), Game("9ball", table)
        many = state.strike_many([(1, 0, 0, 0, 0)])
        for call, words in ((lambda: table.state({1: (1, 1)}), "name"), (lambda: state.place(9), "name"), (lambda: state.best(9), "name"),
                            (lambda: many.probability(9), "name"), (lambda: state.strike_many([Stroke(1)], 0.1), "noise"),
                            (lambda: Game(noise=0.1), "noise"), (lambda: state.strike_many(Stroke(2, 17)), "strokes"),
                            (lambda: state.strike_many([2, 3]), "stroke"), (lambda: Game("9ball", "pool_9ft"), "table"),
                            (lambda: Game(table), "game"), (lambda: Table(cue=3), "cue"), (lambda: Game(seed="a"), "seed"),
                            (lambda: table.state([(1, 1)]), "balls"), (lambda: state.strike_many([Stroke(1)], seed="x"), "seed"),
                            (lambda: Environment("9ball", reward=3), "reward"), (lambda: state.strike(True), "V0"),
                            (lambda: Noise(phi="1"), "phi"), (lambda: rule("9ball", [], {}), "position"), (lambda: rule(9, {}, {}), "game"),
                            (lambda: rule("9ball", {"balls": "12"}, {}), "balls"), (lambda: rule("9ball", {"balls": [1]}, {}), "name"),
                            (lambda: rule("9ball", {"fouls": "1"}, {}), "fouls"), (lambda: rule("9ball", {}, "shot"), "shot"),
                            (lambda: rule("9ball", {}, {"met": {}}), "shot"), (lambda: rule("9ball", {}, {"met": [], "pocketed": {}}), "met"),
                            (lambda: Cue("0.5"), "cue: M: must be a number"), (lambda: Table(cue=(0.5,)), "cue: must be (M, end), found (0.5,)"),
                            (lambda: table.rack("9ball", "x"), "seed"), (lambda: table.rack(["9ball"]), "game"),
                            (lambda: many[0][0].frames("1"), "dt"), (lambda: game.strike(1, call=("9", None)), "call: pocket"),
                            (lambda: game.strike(1, call=(9, "top left pocket")), "name")):
            with self.assertRaises(TypeError) as caught:
                call()
            self.assertIn(words, str(caught.exception))
        for call, words in ((lambda: Table(threads=0), "threads"), (lambda: state.strike_many([Stroke(1)], trials=0), "trials"),
                            (lambda: Environment("9ball", shots=0), "shots"), (lambda: game.strike(1, call=("9", "nowhere")), "nowhere"),
                            (lambda: game.strike(1, call=("77", "top left pocket")), "77"), (lambda: game.strike(1, call="foo"), "foo"),
                            (lambda: Noise(V0=-1), "V0"), (lambda: Noise(theta=math.nan), "theta"),
                            (lambda: rule("9ball", {"turn": "foo"}, {"met": {}, "pocketed": {}}), "foo"),
                            (lambda: rule("8ball", {"group": "strips"}, {"met": {}, "pocketed": {}}), 'did you mean "stripes"'),
                            (lambda: rule("9ball", {"balls": ["one"]}, {"met": {}, "pocketed": {}}), "one"),
                            (lambda: rule("9ball", {"balls": ["1", "10"]}, {"met": {}, "pocketed": {}}), 'balls: no ball "10"'),
                            (lambda: rule("three-cushion", {"balls": ["white"]}, {"met": {}, "pocketed": {}}), 'balls: no ball "white"'),
                            (lambda: rule("8ball", {}, {"met": {}, "pocketed": {}}, ("16", "top left pocket")), 'call: no ball "16"'),
                            (lambda: rule("8ball", {}, many[0][0], ("7", "top left pocket")), 'call: no ball "7"; there are 9, 8'),
                            (lambda: rule("8ball", {}, many[0][0], ("8", "top left")), 'no pocket "top left"; did you mean'),
                            (lambda: game.strike(1, call=("cue", "top left pocket")), 'call: no ball "cue"'),
                            (lambda: Table(timeout=-5), "timeout: must be > 0, found -5"), (lambda: Table(timeout=0), "timeout"),
                            (lambda: state.best("cue"), "cue is the ball that is struck"), (lambda: state.best(["9", "cue"]), "cue is the ball"),
                            (lambda: state.best("8", ball="8"), "8 is the ball that is struck"),
                            (lambda: many[0][0].frames(1e-9), "dt: must be at least"), (lambda: many[0][0].frames(-1), "dt: must be > 0, found -1"),
                            (lambda: rule("8ball", {}, {"met": {}, "pocketed": {}}, ["9"]), "(ball, pocket)")):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(words, str(caught.exception))
        self.assertEqual(game.shots, 0)

    def test_a_cue_has_masses(self):
        for wrong, words in (((-1,), "M: must be > 0, found -1"), ((0,), "M: must be > 0, found 0"), ((math.nan,), "M: must be > 0, found nan"),
                             ((10 ** 400,), "M: must be finite, found inf"), ((0.5, 0), "end: must be > 0, found 0"),
                             ((0.5, -0.01), "end: must be > 0, found -0.01")):
            for made in (lambda: Cue(*wrong), lambda: Table(cue=(*wrong, 0.006)[:2]), lambda: Table(cue=Cue()._replace(**dict(zip(Cue._fields, wrong))))):
                with self.assertRaises(ValueError) as caught:
                    made()
                self.assertEqual(str(caught.exception), "cue: " + words)
        self.assertEqual((Cue(), Cue(1, None), Table(cue=[0.5, None]).cue), ((0.54, 0.006), (1, None), Cue(0.5, None)))

    def test_where_no_stroke_is_possible_nothing_is_likely(self):
        with Table() as table:
            state = table.state(PLACES).put("cue", 2.0, 1.01)
            many = state.strike_many([Stroke(1)], trials=3)
            self.assertEqual([many.probability("9")[0][0], many.probability(lambda shot: not shot.ok)[0][0]], [0, 1])
            with self.assertRaises(BilliardError) as caught:
                state.best("9", shots=30)
            self.assertIn("overlaps", str(caught.exception))

    def test_shots_are_equal_by_what_they_are(self):
        with Table() as table, Table() as other:
            state = table.state(PLACES)
            shot, again = state.strike(2, 5), state.strike(2, 5)
            self.assertEqual((shot, hash(shot)), (again, hash(again)))
            self.assertEqual(shot, other.state(PLACES).strike(2, 5))
            self.assertNotEqual(shot, state.strike(2, 6))
            self.assertLessEqual({"first", "met", "pocketed", "rest", "cushions", "state"}, set(dir(shot)))

    def test_names_that_are_numbers_are_names(self):
        with Table() as table:
            shot = table.state({"2": (0.8, 0.7), "0": (2.0, 0.7), "1": (1.4, 0.71)}).strike(3, 0, ball="2")
            self.assertEqual((shot.first, shot.met["2"][0]), ("1", "1"))
            self.assertIn("2", shot.met["1"])

    def test_tables_by_name_path_and_dictionary(self):
        shots = []
        scene = billiard_sim.Table("pool_8ft").scene
        path = os.path.join(self.folder, "mine.json")
        with open(path, "w", encoding="utf-8-sig") as file:
            json.dump(scene, file)
        for given in ("pool_8ft", path, scene):
            with Table(given) as table:
                shots.append(of_shot(table.state(PLACES).strike(3, 5)))
                self.assertEqual(table.pockets["top side pocket"], tuple(scene["obstacles"][4]["pocket"]))
        self.assertEqual(shots[0], shots[1])
        self.assertEqual(shots[0], shots[2])
        self.assertEqual(Table(scene).spots, Table("pool_8ft").spots)
        self.assertEqual(Table({"table": {"width": 1, "height": 1}, "balls": []}).spots, {})
        nameless = Table({**scene, "obstacles": [{"line": [1, 0, 1, 0.1]}, {"pocket": [0.2, 0.2, 0.06]}]})
        self.assertEqual(list(nameless.pockets), ["pocket 1"])
        shot = nameless.state({"cue": (0.6, 0.6)}).strike(1, 225)
        self.assertEqual(shot.pocketed, {"cue": "pocket 1"})

    def test_a_table_that_the_program_rejects_says_why(self):
        with Table({**Table().scene, "frction": 3}) as table:
            shot = table.state(PLACES).strike(1)
            self.assertNotEqual(shot.status, 0)
            self.assertIn('unknown key "frction"', shot.message)

    def test_racks_are_those_of_the_rules(self):
        table = Table()
        orders = set()
        for seed in range(30):
            eight, nine = table.rack("8ball", seed), table.rack("9ball", seed)
            self.assertEqual(eight.names, ("cue", *map(str, range(1, 16))))
            self.assertEqual(nine.names, ("cue", *map(str, range(1, 10))))
            x, y = table.spots["foot"]
            at = {(round((place[0] - x) / 0.04957, 1), round((place[1] - y) / 0.02862, 1)): name
                  for name in eight.names for place in [eight.place(name)]}
            self.assertEqual(at[2, 0], "8")
            self.assertIn((0, 0), at)
            self.assertNotEqual(int(at[4, 4]) < 8, int(at[4, -4]) < 8)
            self.assertEqual(nine.place("1"), (x, y))
            self.assertAlmostEqual(nine.place("9")[1], y, 12)
            self.assertAlmostEqual(nine.place("9")[0] - x, 2 * (0.05715 + 1e-4) * math.sqrt(0.75), 12)
            self.assertEqual(eight, table.rack("8ball", seed))
            orders.add(tuple(map(eight.place, eight.names)))
            self.assertTrue(eight.strike(2).ok and nine.strike(2).ok)
        self.assertEqual(len(orders), 30)
        carom = Table("carom_10ft")
        self.assertEqual({name: carom.rack("three-cushion").place(name) for name in ("cue", "red", "other")}, carom.spots)
        table.close()


    def test_numbers_of_numpy_are_numbers(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy")
        with Table(threads=numpy.int64(1)) as table:
            state = table.state({"cue": numpy.array([0.8, 0.7]), "9": (numpy.float32(2), numpy.int64(1))})
            plain = table.state({"cue": (0.8, 0.7), "9": (2, 1)})
            self.assertEqual(state, plain)
            self.assertEqual(state.strike(numpy.float64(2), numpy.float32(17.5), theta=numpy.int32(3)), plain.strike(2, 17.5, theta=3))
            strokes = [(2, 17.5, 0, 0, 0), (1, 2, 0, 0.1, 0)]
            self.assertEqual(state.strike_many(numpy.array(strokes), Noise(numpy.float64(0.1)), numpy.int64(2), numpy.int64(4)),
                             plain.strike_many(strokes, Noise(), 2, 4))
            for wrong in (numpy.array([1.0, 2.0]), numpy.bool_(True), numpy.complex128(1)):
                with self.assertRaises(TypeError) as caught:
                    state.strike(wrong)
                self.assertIn("V0: must be a number", str(caught.exception))
            self.assertIs(type(state.strike(numpy.float64(2)).stroke.V0), float)

    def test_help_tells_of_all_names(self):
        for name in billiard_sim.__all__:
            one = getattr(billiard_sim, name)
            self.assertTrue(one.__doc__ and "\n\n" not in one.__doc__, name)
            for member in vars(one) if isinstance(one, type) else ():
                if not member.startswith("_") and member not in ("SPEEDS", "HEIGHTS"):
                    self.assertTrue(pydoc.getdoc(getattr(one, member)), f"{name}.{member}")
        text = pydoc.plain(pydoc.render_doc(billiard_sim))
        for words in ("The time in s at which all balls lay still", "class Environment", "run_lines(scene, lines", "direction, degrees"):
            self.assertIn(words, text)


class Files(Case):
    """What scripts need that run a scene with many values."""

    def file(self, scene, encoding="utf-8"):
        path = os.path.join(self.folder, "scene.json")
        with open(path, "w", encoding=encoding) as file:
            json.dump(scene, file)
        return path

    def test_values_by_paths(self):
        for encoding in ("utf-8", "utf-8-sig"):
            scene = billiard_sim.SceneFile(self.file({**ENDLESS, "restitution": 0.9, "balls": [{"name": "a", "x": 2, "y": 3, "vx": 3, "vy": 4}, {"x": 5, "y": 5}]}, encoding))
            self.assertEqual(scene.expand("balls.*.x"), ["balls.0.x", "balls.1.x"])
            self.assertEqual(scene.expand("balls.a.x"), ["balls.0.x"])
            for path, value in (("balls.0.x", 2), ("balls.1.r", 0.5), ("balls.0.speed", 5), ("restitution.wall", 0.9), ("mu.ball", 0), ("table.width", 10)):
                self.assertEqual(scene.value(path), value, path)
            self.assertAlmostEqual(scene.value("balls.0.angle"), math.degrees(math.atan2(4, 3)), 12)
            self.assertIsNone(scene.value("balls.0.z"))
            with self.assertRaises(BilliardError) as caught:
                scene.number("balls.0.z")
            self.assertIn('unknown key "z"', str(caught.exception))
            self.assertEqual(scene.before(["balls.0.speed", "gravity.0"]), ["balls.0.speed=5.0", f"balls.0.angle={scene.value('balls.0.angle')!r}", "gravity=[0,0]"])

    def test_what_is_no_scene_is_an_error_in_words(self):
        for path, words in ((os.path.join(self.folder, "none.json"), "none.json: cannot be opened"), (self.file({"tabel": 1}), "scene.json:1")):
            with self.assertRaises(BilliardError) as caught:
                billiard_sim.SceneFile(path)
            self.assertIn(words, str(caught.exception))
        self.assertRaises(FileNotFoundError, billiard_sim.SceneFile, path, "/nowhere/billiard-sim")
        self.assertRaises(FileNotFoundError, billiard_sim.run_lines, path, [[]], program="/nowhere/billiard-sim")

    def test_lines_are_runs(self):
        path = self.file({**ENDLESS, "duration": 2, "frame": 1, "balls": [{"x": 2, "y": 3, "vx": 1, "vy": 0}]})
        rows, width, words = billiard_sim.run_lines(path, [["balls.0.vx=0.5"], ["balls.0.x=-1"], []])
        table = [tuple(rows[at:at + width]) for at in range(0, len(rows), width)]
        self.assertEqual([(row[0], *row[2:5]) for row in table], [(0, 0, 0, 2), (0, 1, 0, 2.5), (0, 2, 0, 3), (2, 0, 0, 2), (2, 1, 0, 3), (2, 2, 0, 4)])
        self.assertRegex(words, "balls")
        self.assertNotRegex(words, "run 1|stdin")
        rows, _, words = billiard_sim.run_lines(path, [[]], ["-s", "duration=1"], width)
        self.assertEqual((len(rows), words), (2 * width, None))


class Module(Case):
    def test_another_program_plays_the_same_strokes(self):
        """OTHER names it: that for WebAssembly."""
        chance, found = random.Random(8), []
        places = [{"cue": (0.5, chance.uniform(0.2, 1.3)), "1": (1.2, chance.uniform(0.2, 1.3)), "2": (2.1, chance.uniform(0.2, 1.3))} for _ in range(3)]
        strokes = [Stroke(chance.uniform(0.3, 9), chance.uniform(0, 360), chance.uniform(-0.6, 0.6), chance.uniform(-0.6, 0.6), chance.uniform(0, 80))
                   for _ in range(runs(20, 400))]
        for program in (PROGRAM, os.environ["OTHER"]):
            with Table(program=program) as table:
                many = [[of_shot(table.state(one).strike(*strokes[0]))] + [of_shot(row[0]) for row in table.state(one).strike_many(strokes)] for one in places]
                many.append([of_shot(table.rack("9ball", 1).strike(7)), of_shot(table.state(places[0]).strike(-1))])
                found.append(hashlib.sha256(repr(many).encode()).hexdigest())
        self.assertEqual(*found)


class Processes(Case):
    def killer(self, path, stop, every):
        while not stop.wait(every):
            for pid in processes(path):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def four_starts(self, program):
        """Seconds that four starts take, each with a stroke: long with sanitizers, and where the machine has other work."""
        begun = time.monotonic()
        with Table(program=program) as table:
            self.assertTrue(table.state(PLACES).strike(2).ok)
        return 4 * (time.monotonic() - begun)

    def test_a_killed_program_is_begun_anew(self):
        program = self.linked()
        with Table(program=program) as table:
            state = table.state(PLACES)
            wanted = [of_shot(row[0]) for row in state.strike_many(fan(40))]
            for stroke, one in zip(fan(40)[:5], wanted):
                for pid in processes(program):
                    os.kill(pid, signal.SIGKILL)
                self.assertEqual(of_shot(state.strike(*stroke)), one)

    def test_a_program_killed_again_and_again_gives_no_wrong_answer(self):
        program = self.linked()
        every = max(0.1, self.four_starts(program))  # often, but seldom enough that a program gets beyond its start
        wanted = [of_shot(row[0]) for row in Table().state(PLACES).strike_many(fan(300))]
        stop = threading.Event()
        killer = threading.Thread(target=self.killer, args=(program, stop, every))
        killer.start()
        try:
            for threads in (1, 2):
                with Table(program=program, threads=threads) as table:
                    found = [row[0] for row in table.state(PLACES).strike_many(fan(300))]
                    self.assertEqual([shot.status for shot in found if not shot.ok], [128] * sum(not shot.ok for shot in found))
                    self.assertGreater(sum(shot.ok for shot in found), 100)
                    for shot, one in zip(found, wanted):
                        self.assertTrue(not shot.ok or of_shot(shot) == one)
        finally:
            stop.set()
            killer.join()

    def test_a_stroke_that_kills_the_program_twice_has_status_128_alone(self):
        poisoned = self.script(f"while IFS= read -r line; do case $line in *'\"angle\":90.0,'*) exit ;; esac; printf '%s\\n' \"$line\"; done | "
                               f"{PROGRAM} \"$@\"\n")
        for threads in (1, 2):
            with Table(program=poisoned, threads=threads) as table:
                shots = [row[0] for row in table.state(PLACES).strike_many(fan(8))]
                self.assertEqual([shot.status for shot in shots], [0, 0, 128, 0, 0, 0, 0, 0])
                self.assertIn("twice", shots[2].message)

    def test_what_is_no_such_program_has_status_128_and_its_words(self):
        with Table(program=self.script("echo not today >&2; exit 7\n")) as table:
            shot = table.state(PLACES).strike(1)
            self.assertEqual(shot.status, 128)
            self.assertRegex(shot.message, "status 7.*not today")

    def test_a_stroke_without_end_has_status_124(self):
        program = self.linked()
        late = max(0.3, round(self.four_starts(program), 1))
        with Table(ENDLESS, program=program, timeout=late) as table:
            state = table.state({"cue": (2, 2), "a": (5, 5.3), "b": (7, 3)})
            begun = time.monotonic()
            shot = state.strike(1, 3)
            self.assertEqual(shot.status, 124)
            self.assertIn(f"no result in {late:g} s", shot.message)
            self.assertEqual([row[0].status for row in state.strike_many([(1, 3, 0, 0, 0), (-1, 3, 0, 0, 0), (1, 4, 0, 0, 0)])], [124, 3, 124])
            self.assertLess(time.monotonic() - begun, 20 + 10 * late)
            self.assertEqual(processes(program), [])
            self.assertRaises(BilliardError, shot.frames)

    def test_no_program_outlives_the_interpreter(self):
        program = self.linked()
        for end, stroke in (("kill", "endless"), ("leave", "short"), *runs([], [("kill", "short"), ("raise", "short")])):
            text = f"""
import billiard_sim, os, sys, threading, time
table = billiard_sim.Table({ENDLESS!r} if {stroke == 'endless'} else "pool_9ft", program={program!r})
state = table.state({{"cue": (.8, .7), "a": (2.0, 1.0)}}) if {stroke == 'short'} else table.state({{"cue": (2, 2), "a": (5, 5.3)}})
threading.Thread(target=lambda: (state.strike(1, 3), print("done", flush=True)), daemon=True).start()
if {stroke == 'short'}:
    while not table._processes: time.sleep(.01)
    state.strike(1)
else:
    time.sleep(.5)
print("ready", flush=True)
if {end == 'kill'}: time.sleep(60)
if {end == 'raise'}: raise SystemExit(3)
"""
            with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
                for line in run.stdout:
                    if line.endswith(b"ready\n"): # a thread may have written before it in this line
                        break
                else:
                    self.fail(run.stderr.read())
                if end == "kill":
                    self.assertNotEqual(processes(program), [])
                    run.kill()
                run.wait()
            self.assertTrue(gone(program), (end, stroke))
            self.assertEqual(self.guards(), [])

    def guards(self):
        """Guards whose parent is gone."""
        time.sleep(0.05)
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file, open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
                if b"read -r _; kill -9" in file.read() and stat.read().rpartition(")")[2].split()[1] == "1":
                    found.append(int(pid))
        return found

    def test_tables_end_with_their_last_reference_and_on_close(self):
        program = self.linked()
        table = Table(program=program)
        shot = table.state(PLACES).strike(1)
        self.assertEqual(len(processes(program)), 1)
        del table
        self.assertEqual(len(processes(program)), 1)
        shot.before.table.close()
        self.assertEqual(processes(program), [])
        self.assertEqual(of_shot(shot.before.strike(1)), of_shot(shot))
        del shot
        self.assertTrue(gone(program, 2))

    def test_two_tables_at_once_and_threads(self):
        pool, carom = Table(), Table("carom_10ft")
        first, second = pool.rack("9ball"), carom.rack("three-cushion")
        strokes = fan(12)
        wanted = [[of_shot(state.strike(*stroke)) for stroke in strokes] for state in (first, second)]
        found = [[None] * 12 for _ in range(4)]

        def play(n):
            for k, stroke in enumerate(strokes):
                found[n][k] = of_shot((first, second)[n % 2].strike(*stroke))

        threads = [threading.Thread(target=play, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, wanted * 2)
        pool.close(), carom.close()

    def test_a_fork_has_processes_of_its_own(self):
        program = self.linked()
        table = Table(program=program)
        state = table.state(PLACES)
        wanted = [of_shot(state.strike(*stroke)) for stroke in fan(6)]
        ends = []
        for _ in range(2):
            read, write = os.pipe()
            pid = os.fork()
            if pid == 0:
                os.write(write, hashlib.sha256(repr([of_shot(state.strike(*stroke)) for stroke in fan(6)]).encode()).digest())
                os._exit(0)
            os.close(write)
            ends.append((pid, read))
        self.assertEqual([of_shot(state.strike(*stroke)) for stroke in fan(6)], wanted)
        for pid, read in ends:
            self.assertEqual(os.read(read, 64), hashlib.sha256(repr(wanted).encode()).digest())
            self.assertEqual(os.waitpid(pid, 0)[1], 0)
            os.close(read)
        end = time.monotonic() + 5
        while len(processes(program)) > 1 and time.monotonic() < end:
            time.sleep(0.02)
        self.assertEqual(len(processes(program)), 1)
        table.close()

    def test_a_fork_while_another_thread_strikes(self):
        table = Table()
        state = table.state(PLACES)
        wanted = of_shot(state.strike(2, 7))
        stop = threading.Event()

        def play():
            while not stop.is_set():
                state.strike_many(fan(100))

        thread = threading.Thread(target=play)
        thread.start()
        try:
            for _ in range(5):
                pid = os.fork()
                if pid == 0:
                    os._exit(of_shot(state.strike(2, 7)) != wanted)
                self.assertEqual(os.waitpid(pid, 0)[1], 0)
        finally:
            stop.set()
            thread.join()
        table.close()

    def test_pickles_and_copies(self):
        with Table() as table:
            game = Game("9ball", table, 4, Noise())
            game.strike(6)
            environment = Environment("9ball", table)
            environment.reset(seed=1)
            for one in (table, game.state, game.state.strike(2), game, environment, Stroke(1), Noise(), Cue(0.5)):
                again = pickle.loads(pickle.dumps(one))
                self.assertIs(type(again), type(one))
            self.assertEqual(pickle.loads(pickle.dumps(game.state)), game.state)
            other = copy.deepcopy(game)
            self.assertIs(other.table, table)
            other.strike(2, 30)
            self.assertEqual((game.shots, other.shots), (1, 2))
            shot = game.strike(2, 30)
            self.assertEqual(other.state, shot.state)

    def test_states_in_other_interpreters(self):
        with Table() as table:
            state = table.state(PLACES)
            wanted = [of_shot(state.strike(*stroke)) for stroke in fan(8)]
            for method in ("fork", "spawn"):
                with multiprocessing.get_context(method).Pool(2) as pool:
                    self.assertEqual(pool.map(strike_one, [(state, stroke) for stroke in fan(8)]), wanted)

    def test_an_interrupt_leaves_nothing_behind(self):
        table = Table()
        state = table.state(PLACES)
        wanted = of_shot(state.strike(2, 7))
        before = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
        try:
            for after in (0.01, 0.05, 0.1):
                with self.assertRaises(KeyboardInterrupt):
                    signal.setitimer(signal.ITIMER_REAL, after)
                    state.strike_many(fan(5000))
                self.assertEqual(of_shot(state.strike(2, 7)), wanted)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        table.close()

    def test_many_wrong_strokes_do_not_fill_the_disk(self):
        with Table() as table:
            state = table.state(PLACES)
            for _ in range(runs(2, 20)):
                shots = state.strike_many([(-1, 0, 0, 0, 0)] * runs(4000, 20000))
                self.assertTrue(all("speed" in row[0].message for row in shots))
                process = table._processes[3]
                self.assertLess(os.fstat(process.errors.fileno()).st_size, runs(1, 4) << 20)


def strike_one(given):
    state, stroke = given
    return of_shot(state.strike(*stroke))


class Rulings(Case):
    def test_forty_rulings_of_the_rule_books(self):
        neutral = {"foul": None, "next": None, "hand": None, "group": None, "spot": [], "choice": [], "over": None, "points": 0}
        with open(os.path.join(HERE, "rulings.ndjson"), encoding="utf-8") as file:
            cases = [json.loads(line) for line in file]
        self.assertEqual(len(cases), 40)
        for case in cases:
            given = copy.deepcopy(case)
            found = rule(case["game"], case["position"], case["shot"], case["call"])
            self.assertEqual(found._asdict(), {**neutral, **case["ruling"]}, case["id"] + ": " + case["words"])
            self.assertEqual(case, given)

    def test_more_rulings(self):
        def says(game, turn, met, pocketed=(), call=None, group=None, balls="", fouls=0):
            position = {"turn": turn, "group": group, "balls": balls.split(), "fouls": fouls}
            found = rule(game, position, {"met": met, "pocketed": {ball: "p" for ball in pocketed}}, call)
            return {key: value for key, value in found._asdict().items() if value or key == "next"}

        open_table = "1 2 3 8 9 10"
        for found, wanted in (
                (says("8ball", "play", {"cue": ["2"]}, ["9", "2"], balls=open_table), dict(next="same", group="stripes")),
                (says("8ball", "play", {"cue": ["8"]}, ["8"], balls="8 9", group="solids"), dict(next=None, group="solids", over="won")),
                (says("8ball", "play", {"cue": ["8"]}, ["8"], "safety", balls="8 9", group="solids"), dict(next=None, group="solids", over="lost")),
                (says("8ball", "play", {"cue": ["2"]}, ["8"], balls=open_table), dict(next=None, over="lost")),
                (says("8ball", "play", {"cue": ["9"]}, ["9"], ("9", "p"), balls="1 8 9", group="solids"),
                 dict(foul="wrong ball", next="other", hand="anywhere", group="solids")),
                (says("8ball", "play", {"cue": ["1"]}, ["9"], ("9", "p"), balls="1 8 9", group="solids"), dict(next="other", group="solids")),
                (says("9ball", "push", {"cue": ["5"]}, ["9"], "push", balls="2 5 9"), dict(next="other", spot=["9"], choice=["accept", "return"])),
                (says("9ball", "push", {"cue": ["5"]}, ["cue"], "push", balls="2 5 9"), dict(foul="scratch", next="other", hand="anywhere")),
                (says("9ball", "push", {"cue": ["5"]}, [], None, balls="2 5 9"), dict(foul="wrong ball", next="other", hand="anywhere")),
                (says("9ball", "play", {"cue": ["2"], "2": ["9"]}, ["9", "cue"], balls="2 9"), dict(foul="scratch", next="other", hand="anywhere", spot=["9"])),
                (says("9ball", "break", {"cue": ["1"], **{n: ["line"] for n in "2345"}}, balls="1 2 3 4 5 9"), dict(next="other")),
                (says("three-cushion", "play", {"cue": ["left", "top", "right", "left"]}), dict(next="other")),
                (says("three-cushion", "break", {"cue": ["top", "red", "right", "left", "other"]}), dict(foul="wrong ball", next="other")),
                (says("three-cushion", "play", {"cue": ["red", "top", "right", "red", "left", "other"]}), dict(next="same", points=1))):
            self.assertEqual(found, wanted)
        with Table() as table:
            shot = table.state({"cue": (1.4, 0.5), "8": (1.4, 0.3)}).strike(1.5, 270, b=-0.3)
            for pocket, over in (("bottom side pocket", "won"), ("top side pocket", "lost")):
                self.assertEqual(rule("8ball", {"balls": ["8"], "group": "solids"}, shot, ("8", pocket)).over, over)
        for turn, call in (("play", "push"), ("play", "maybe")):
            self.assertRaises(ValueError, rule, "9ball", {"turn": turn, "balls": ["1"]}, {"met": {}, "pocketed": {}}, call)


class Games(Case):
    def test_eight_ball_from_the_break_on(self):
        game = Game("8ball", seed=2)
        self.assertEqual((game.player, game.hand, game.choice, game.groups, game.over, game.winner), (0, "kitchen", [], [None, None], False, None))
        self.assertRaises(ValueError, game.place, 0.9, 0.7)
        game.place(0.5, 0.7)
        self.assertEqual(game.state.place("cue"), (0.5, 0.7))
        self.assertRaises(BilliardError, game.choose, "accept")
        before = game.state
        shot = game.strike(-1)
        self.assertEqual((shot.status, game.state, game.shots, game.ruling), (3, before, 0, None))
        game.strike(0.2)  # does not reach the rack
        self.assertEqual((game.ruling.foul, game.hand, game.player, game.shots), ("no hit", "kitchen", 1, 1))
        self.assertLessEqual(game.state.place("cue")[0], 0.765)
        game.strike(1.2, billiard_sim.direction(2.035 - game.state.place("cue")[0], 0.765 - game.state.place("cue")[1]))
        self.assertEqual(game.turn, "play")

    def test_an_illegal_break_may_be_broken_again_or_given_back(self):
        for option, player, turn in (("accept", 1, "play"), ("rebreak", 1, "break"), ("return", 0, "break"), (None, 1, "play")):
            game = Game("8ball", seed=1)
            game.strike(1.4)
            self.assertEqual((game.ruling.foul, game.choice, game.player), (None, ["accept", "rebreak", "return"], 1))
            lying = game.state
            if option:
                self.assertRaises(ValueError, game.choose, "spot")
                game.choose(option)
                self.assertEqual((game.player, game.turn, game.choice), (player, turn, []))
                self.assertEqual(game.state == lying, option == "accept")
                self.assertEqual(game.hand, None if option == "accept" else "kitchen")
            else:
                game.strike(2, 10)
                self.assertEqual(game.shots, 2)

    def test_what_goes_back_to_the_foot_spot_lies_behind_what_is_there(self):
        game = Game("9ball")
        table = game.table
        game.turn, game.hand = "play", None
        game.state = table.state({"cue": (1.4, 0.5), "1": (2.035, 0.765), "2": (2.1, 0.78), "9": (1.4, 0.3)})
        game.strike(1.5, 270, b=-0.3)
        self.assertEqual((game.ruling.foul, game.ruling.spot), ("wrong ball", ["9"]), game.ruling)
        x, y = game.state.place("9")
        self.assertTrue(y == 0.765 and x > 2.1)
        self.assertTrue(all(math.dist((x, y), game.state.place(name)) > 0.05715 for name in ("1", "2")))
        self.assertLess(x, 2.16)
        self.assertEqual((game.hand, game.player), ("anywhere", 1))
        game.place(2.5, 0.3)
        self.assertTrue(game.strike(1, 90).ok)

    def test_a_scratch_puts_the_cue_ball_on_the_head_spot_or_beside_it(self):
        for taken in (False, True):
            game = Game("9ball")
            game.turn = "play"
            game.state = game.table.state({"cue": (1.4, 0.5), "1": (0.765, 0.77) if taken else (0.4, 0.4), "9": (2.3, 0.7)})
            game.strike(1.2, 270)
            self.assertEqual((game.ruling.foul, game.hand), ("scratch", "anywhere"))
            x, y = game.state.place("cue")
            self.assertEqual(x, 0.765)
            self.assertTrue(0.05715 < abs(y - 0.77) < 0.0574 if taken else y == 0.765)
            self.assertTrue(game.state.strike(1).ok)

    def test_three_fouls_lose_nine_ball_and_then_it_is_over(self):
        game = Game("9ball")
        game.strike(7)
        while not game.over:
            self.assertLess(game.shots, 20)
            game.strike(0.3, 180)
        self.assertEqual(game.winner, 1 - game.player if game.ruling.over == "lost" else game.player)
        self.assertEqual(game.ruling.over, "lost")
        for call in (lambda: game.strike(1), lambda: game.place(0.5, 0.5), lambda: game.choose("accept")):
            self.assertRaises(BilliardError, call)

    def test_a_push_out_may_be_given_back(self):
        for seed in range(40):
            game = Game("9ball", seed=seed)
            game.strike(7)
            if game.turn == "push" and not game.over:
                pusher = game.player
                game.strike(0.3, 180, call="push")
                self.assertEqual((game.ruling.foul, game.choice, game.player), (None, ["accept", "return"], 1 - pusher))
                game.choose("return")
                self.assertEqual((game.player, game.turn), (pusher, "play"))
                return
        self.fail("no break without a foul")

    def test_three_cushion_swaps_the_balls_of_the_players(self):
        game = Game("three-cushion")
        self.assertIsNone(game.hand)
        before = game.strike(3, 5).state
        self.assertEqual((game.player, game.ruling.next), (1, "other"))
        self.assertEqual((game.state.place("cue"), game.state.place("other")), (before.place("other"), before.place("cue")))
        game = Game("three-cushion")
        point = next(stroke for stroke in (Stroke(3.5, -k / 10, -0.3) for k in range(60, 110)) if rule("three-cushion", game.position, game.state.strike(*stroke)).points)
        game.strike(*point)
        self.assertEqual((game.points, game.player), ([1, 0], 0))

    def test_whole_games_of_a_random_player_keep_the_rules(self):
        for kind in ("8ball", "9ball", "three-cushion"):
            for seed in range(runs(2, 30)):
                chance, game = random.Random(seed), Game(kind, seed=seed, noise=Noise())
                while not game.over and game.shots < 60:
                    shot = game.strike(chance.uniform(1, 7), chance.uniform(0, 360) if game.turn != "break" else 0, chance.uniform(-0.3, 0.3), chance.uniform(-0.3, 0.3))
                    self.assertTrue(shot.ok, shot.message)
                    if not game.over:
                        self.assertIsNotNone(game.state.place("cue"))
                        self.assertEqual(game.groups[0] is None, game.groups[1] is None)
                self.assertEqual(game.over, game.winner is not None)

    def test_noise_of_a_game_is_that_of_its_number(self):
        game = Game("9ball", seed=11, noise=Noise())
        first, second = game.strike(7), game.strike(2, 40)
        self.assertEqual(first.stroke, Noise().stroke(Stroke(7), 11, 0, 0))
        self.assertEqual(second.stroke, Noise().stroke(Stroke(2, 40), 11, 1, 0))

    def test_same_seed_same_games_on_one_and_two_processes(self):
        def digest(threads, kinds=("8ball", "9ball", "three-cushion")):
            seen = hashlib.sha256()
            for kind in kinds:
                with Table("carom_10ft" if kind == "three-cushion" else "pool_9ft", threads=threads) as table:
                    game = Game(kind, table, 5, Noise())
                    for k in range(12):
                        if game.over:
                            break
                        many = game.state.strike_many(fan(6), Noise(), 2, k)
                        best = max(range(6), key=lambda n: sum(len(shot.pocketed) for shot in many[n]))
                        seen.update(repr((of_shot(game.strike(*fan(6)[best])), [of_shot(shot) for row in many for shot in row])).encode())
            return seen.hexdigest()
        self.assertEqual(digest(1), digest(2))
        self.assertEqual(digest(1, ["9ball"]), digest(2, ["9ball"]))


class Agents(Case):
    def play(self, environment, seed):
        observed, info = environment.reset(seed=seed)
        seen, chance = [list(map(float, observed))], random.Random(seed)
        for _ in range(25):
            observed, reward, terminated, truncated, info = environment.step([chance.uniform(0, 9), chance.uniform(-90, 400), 0.9, chance.uniform(-1, 1), 5])
            seen.append((list(map(float, observed)), reward, terminated, truncated))
            if terminated or truncated:
                break
        return seen, info

    def test_an_environment_is_one_of_gymnasium(self):
        for kind, size in (("8ball", 51), ("9ball", 33), ("three-cushion", 12)):
            environment = Environment(kind, noise=Noise(), shots=10)
            (seen, info), (again, _) = self.play(environment, 3), self.play(environment, 3)
            self.assertEqual(seen, again)
            self.assertEqual({len(row[0]) for row in seen[1:]} | {len(seen[0])}, {size})
            self.assertTrue(seen[-1][2] != seen[-1][3] and len(seen) <= 11)
            self.assertEqual(set(info), {"player", "ruling", "shot"})
            self.assertEqual(tuple(environment.action_space.shape), (5,))
            self.assertEqual(list(environment.action_space.low), [0.5, 0, -0.5, -0.5, 0])
            self.assertEqual(list(environment.action_space.high), [8, 360, 0.5, 0.5, 80])
            for row in [seen[0]] + [row[0] for row in seen[1:]]:
                self.assertTrue(all(low <= value <= high for low, value, high in zip(environment.observation_space.low, row, environment.observation_space.high)))
            self.assertEqual(seen[0][-3:], [0, 0, 0 if kind == "three-cushion" else 1])

    def test_rewards(self):
        won, asked = collections.Counter(), []
        for seed in range(6):
            environment = Environment("9ball")
            environment.reset(seed=seed)
            for _ in range(200):
                striker = environment.game.player
                _, reward, terminated, truncated, info = environment.step([4, 100, 0, 0, 0])
                if terminated:
                    self.assertEqual(reward, 1 if environment.game.winner == striker else -1)
                    won[reward] += 1
                    break
                self.assertEqual(reward, 0)
        self.assertGreater(sum(won.values()), 0)
        environment = Environment("9ball", reward=lambda ruling, shot: asked.append((ruling, shot)) or len(shot.pocketed) - 0.5)
        environment.reset()
        self.assertEqual(environment.step([3, 0, 0, 0, 0])[1], len(asked[0][1].pocketed) - 0.5)
        environment.close()
        self.assertEqual(len(environment.reset()[0]), 33)

    def test_gymnasium_finds_nothing_wrong(self):
        try:
            from gymnasium.utils.env_checker import check_env
        except ImportError:
            self.skipTest("no gymnasium")
        with contextlib.redirect_stderr(io.StringIO()):
            check_env(Environment("9ball", noise=Noise()), skip_render_check=True)


class Random(Case):
    def test_random_shots_all_end(self):
        chance, left, shots = random.Random(2), runs(600, 100000), 0
        with Table(threads=2) as table:
            while left > 0:
                places = {}
                for n in range(chance.randint(1, 15)):
                    place = (chance.uniform(0.17, 2.63), chance.uniform(0.17, 1.36))
                    if all(math.dist(place, other) > 0.0572 for other in places.values()):
                        places["cue" if not places else str(n)] = place
                strokes = [Stroke(chance.uniform(0.3, 9), chance.uniform(0, 360), chance.uniform(-0.6, 0.6), chance.uniform(-0.6, 0.6),
                                  chance.choice([0, chance.uniform(0, 80)])) for _ in range(min(50, left))]
                for stroke, (shot,) in zip(strokes, table.state(places).strike_many(strokes)):
                    self.assertTrue(shot.ok, (shot.message, places, stroke))
                    self.assertTrue(shot.ended == "stop" or shot.t == 60, (shot.ended, places, stroke))
                    self.assertEqual(len(shot.pocketed) + len(shot.state.on_table), len(places))
                    shots += 1
                left -= len(strokes)
        self.assertEqual(shots, runs(600, 100000))


if __name__ == "__main__":
    unittest.main()
