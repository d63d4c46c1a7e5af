#!/usr/bin/env python3
"""Compares what a simulator found with the answers: score.py [--least D] ANSWERS MINE

MINE is a table problem,quantity,value[,error]. The output is a table problem,quantity,kind,score,note, in the order of ANSWERS. The
score of an exact answer is the number of digits that agree, 16 at most; of a count 16 or 0; of a mean the distance in standard
errors, those of both sides together. What MINE leaves out scores 0.

With --least D the status is 1 if an exact answer or a count has fewer than D digits, a mean is off by more than 3.5 standard
errors, or an answer is missing. A wrong row of a table: 3; a table that cannot be read: 4.
"""

import sys
from decimal import Decimal, localcontext

sys.dont_write_bytecode = True
import table  # noqa: E402  (after the line above: no folder of compiled files beside the scripts)

MOST_DIGITS = 16
MOST_SIGMAS = 3.5
MOST_ERROR = Decimal("0.03")  # relative; a mean that is known less well is near to everything


def digits(found, wanted):
    """How many digits agree."""
    apart = abs(found - wanted) / abs(wanted)
    return min(MOST_DIGITS, float(-apart.log10())) if apart else MOST_DIGITS


def score(answer, solution):
    """The score, a note, and whether that is as good as 0 digits at least."""
    value, kind, error = answer
    if solution is None:
        return 0.0, "missing"
    found, own = solution
    if kind == "exact":
        return digits(found, value), ""
    if kind == "count":
        return (MOST_DIGITS if found == value else 0), ""
    note = f"error {float(own / abs(value) * 100):.2g} %" if own > MOST_ERROR * abs(value) else ""
    return float(abs(found - value) / (error * error + own * own).sqrt()), note


def good(kind, points, note, least):
    """Whether a score passes --least."""
    return note != "missing" and (points <= MOST_SIGMAS if kind == "mean" else points >= least)


def main(arguments):
    least = None
    if arguments[:1] == ["--least"] and len(arguments) > 1:
        least = float(table.number(arguments[1], "--least"))
        arguments = arguments[2:]
    if len(arguments) != 2:
        table.fail("usage: score.py [--least D] ANSWERS MINE", 2)
    answers = table.answers(arguments[0])
    found = table.solutions(arguments[1], answers)
    print("problem,quantity,kind,score,note")
    passed = True
    for (problem, quantity), answer in answers.items():
        points, note = score(answer, found.get((problem, quantity)))
        print(f"{problem},{quantity},{answer[1]},{points:.2f},{note}")
        passed = passed and (least is None or good(answer[1], points, note, least))
    return 0 if passed else 1


if __name__ == "__main__":
    with localcontext() as context:
        context.prec = 50
        sys.exit(main(sys.argv[1:]))
