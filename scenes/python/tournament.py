#!/usr/bin/env python3
"""A tournament of two bots at 9-ball, the same from the same seed.

  tournament.py [RACKS [SEED]]

Prints a table of csv, a row per rack (100): rack,breaker,winner,strokes, without totals; the bots break in turn. `straight` aims at
the pocket with the least cut and strikes as hard as ever; `careful` tries 24 strokes in 3 trials with errors and takes that which
pockets most often. Both err as Noise() does.
"""

import argparse
import csv
import math
import random
import sys

from billiard_sim import Game, Noise, Stroke, Table


def aims(state):
    """(cut, direction) for the lowest ball and each pocket, the least cut first."""
    r, table = state.table.scene["defaults"]["r"], state.table
    cue, ball = state.place("cue"), state.place(lowest(state))
    found = []
    for x, y, _ in table.pockets.values():
        way = math.dist(ball, (x, y))
        ghost = ball[0] - 2 * r * (x - ball[0]) / way, ball[1] - 2 * r * (y - ball[1]) / way
        ahead = ghost[0] - cue[0], ghost[1] - cue[1]
        cut = ((x - ball[0]) * ahead[0] + (y - ball[1]) * ahead[1]) / (way * (math.hypot(*ahead) or 1))
        found.append((-cut, math.degrees(math.atan2(ahead[1], ahead[0]))))
    return sorted(found)


def lowest(state):
    return min((name for name in state.on_table if name != "cue"), key=int)


def straight(game, chance):
    return Stroke(3, aims(game.state)[0][1])


def careful(game, chance):
    ball = lowest(game.state)
    likely = aims(game.state)[:3]
    strokes = [Stroke(chance.uniform(1.2, 4), chance.choice(likely)[1] + chance.gauss(0, 0.5), 0, chance.choice((-0.3, 0, 0.3))) for _ in range(24)]
    many = game.state.strike_many(strokes, Noise(), 3, seed=game.shots)
    good = many.probability(lambda shot: shot.first == ball and bool(shot.pocketed) and "cue" not in shot.pocketed)
    return strokes[max(range(24), key=lambda k: good[k])]


def play(table, seed, breaker):
    """One rack: who won, and in how many strokes."""
    chance, game = random.Random(seed), Game("9ball", table, seed, Noise())
    bots = (straight, careful) if breaker is straight else (careful, straight)
    while not game.over and game.shots < 300:
        game.strike(*(Stroke(7) if game.turn == "break" else bots[game.player](game, chance)))
    return bots[game.winner].__name__ if game.over else "", game.shots


def whole(word):
    """What argparse asks for the value of a word."""
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number, found {word}")
    return int(word)


def main(racks, seed):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["rack", "breaker", "winner", "strokes"])
    with Table("pool_9ft", threads=2) as table:
        for rack in range(racks):
            breaker = (straight, careful)[rack % 2]
            out.writerow([rack, breaker.__name__, *play(table, 1000 * seed + rack, breaker)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=argparse.SUPPRESS, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("RACKS", nargs="?", type=whole, default=100)
    parser.add_argument("SEED", nargs="?", type=whole, default=1)
    asked = parser.parse_args()
    main(asked.RACKS, asked.SEED)
