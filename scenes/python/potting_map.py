#!/usr/bin/env python3
"""A map: how likely a player pockets a ball, over the places of the cue ball.

  potting_map.py MAP.png|MAP.csv [BALL_X BALL_Y [STEP]]

The ball lies at BALL_X, BALL_Y (2.0 1.0) on a pool table of 9 feet; the cue ball at all places of a grid, STEP (0.05) metres apart.
From each, the best of a few strokes at each pocket counts, in 40 trials by a player who errs as Noise() does: those that pocket
without errors get 6 trials, the best three of them 40 others. The map is a table x,y,probability; MAP.png is a
picture by gnuplot, and MAP.png.csv its table. Nothing is printed; the map takes about a minute of CPU, half the STEP four times as long.
"""

import argparse
import csv
import math
import os
import shutil
import subprocess

import billiard_sim
from billiard_sim import Noise, Stroke

SPEEDS = (1.5, 2.5, 4)
OFFSETS = (-0.6, -0.3, 0, 0.3, 0.6)  # degrees beside the aim: balls rub, and do not leave along the line of their centres


def aims(table, cue, ball):
    """Directions in which the cue ball meets the ball where it has to, for each pocket that it can be cut to."""
    r = table.scene["defaults"]["r"]
    for x, y, _ in table.pockets.values():
        way = math.dist(ball, (x, y))
        ghost = ball[0] - 2 * r * (x - ball[0]) / way, ball[1] - 2 * r * (y - ball[1]) / way
        ahead = ghost[0] - cue[0], ghost[1] - cue[1]
        if (x - ball[0]) * ahead[0] + (y - ball[1]) * ahead[1] > 0.2 * way * math.hypot(*ahead):
            yield math.degrees(math.atan2(ahead[1], ahead[0]))


def potted(shot):
    return "ball" in shot.pocketed and "cue" not in shot.pocketed


def chance(table, cue, ball):
    """The probability of the best stroke from there."""
    state = table.state({"cue": cue, "ball": ball})
    strokes = [Stroke(speed, phi + offset) for phi in aims(table, cue, ball) for speed in SPEEDS for offset in OFFSETS]
    tried = [stroke for stroke, (shot,) in zip(strokes, state.strike_many(strokes)) if potted(shot)]
    likely = sorted(zip(state.strike_many(tried, Noise(), 6, seed=1).probability(potted), tried), reverse=True)[:3]
    return max((part for part, _ in state.strike_many([stroke for _, stroke in likely], Noise(), 40).probability(potted)), default=0)


def between(least, most):
    """What argparse asks for the value of a word."""
    def value(word):
        try:
            if least <= float(word) <= most:
                return float(word)
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"must be a number from {least:g} to {most:g}, found {word}")
    return value


def asked():
    """The file, the place of the ball and the step; what is wrong ends the script before it computes anything."""
    parser = argparse.ArgumentParser(usage=argparse.SUPPRESS, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("MAP", help="ends in .png or .csv")
    parser.add_argument("BALL_X", nargs="?", type=between(0.16, 2.64), help="metres, between the cushions")
    parser.add_argument("BALL_Y", nargs="?", type=between(0.16, 1.37), help="metres, between the cushions")
    parser.add_argument("STEP", nargs="?", type=between(0.001, 1), default=0.05, help="metres")
    found = parser.parse_args()
    path, x, y, folder = found.MAP, found.BALL_X, found.BALL_Y, os.path.dirname(found.MAP) or "."
    if not path.endswith((".png", ".csv")):
        parser.error(f"argument MAP: must end in .png or .csv, found {path}")
    if not os.access(folder, os.W_OK | os.X_OK):
        parser.error(f'argument MAP: no folder "{folder}" that can be written to')
    if path.endswith(".png") and not shutil.which("gnuplot"):
        parser.error("argument MAP: a picture needs gnuplot, a table MAP.csv does not")
    if x is not None and y is None:
        parser.error("argument BALL_Y: must follow BALL_X")
    return path, (2.0, 1.0) if x is None else (x, y), found.STEP


def main(path, ball, step):
    with billiard_sim.Table("pool_9ft", threads=2) as table:
        r = table.scene["defaults"]["r"]
        places = [(round(0.18 + step * i, 6), round(0.18 + step * j, 6)) for j in range(int(1.17 / step) + 1) for i in range(int(2.44 / step) + 1)]
        rows = [(x, y, "" if math.dist((x, y), ball) < 2.1 * r else chance(table, (x, y), ball)) for x, y in places]
    table_path = path if path.endswith(".csv") else path + ".csv"
    with open(table_path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["x", "y", "probability"])
        out.writerows(rows)
    if path == table_path:
        return
    draw = f"""set term pngcairo size 900,500 font ',13'; set output '{path}'; set datafile separator ','; set size ratio -1
set title 'How likely the ball is pocketed, from each place of the cue ball'; set xlabel 'x (m)'; set ylabel 'y (m)'
set cbrange [0:1]; set palette defined (0 '#20203a', .5 '#b5446e', 1 '#ffe9a8'); set autoscale fix
set xtics out nomirror; set ytics out nomirror; set cblabel 'probability'
set object 1 circle at {ball[0]}, {ball[1]} size {r} front fs solid border lc rgb '#20203a' fc rgb '#ffffff'
plot '{table_path}' every ::1 using 1:2:({step / 2}):({step / 2}):3 with boxxyerror fs solid noborder fc palette notitle
"""
    subprocess.run(["gnuplot"], input=draw, text=True, check=True)


if __name__ == "__main__":
    main(*asked())
