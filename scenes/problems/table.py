"""What check.py and score.py share: tables of answers, read with a line of complaint for whatever is wrong in them."""

import csv
import os
import re
import sys
from decimal import Decimal

NAME = os.path.basename(sys.argv[0])
NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
KINDS = ("exact", "count", "mean")


def fail(message, status):
    """Ends the script with one line on standard error."""
    print(f"{NAME}: {message}", file=sys.stderr)
    sys.exit(status)


def number(text, place):
    """A number as it is written, to its last digit."""
    if not NUMBER.fullmatch(text):
        fail(f"{place}: not a number: {text!r}", 3)
    return Decimal(text)


def _fields(line, place):
    """The fields of a line, with or without quotes."""
    try:
        return next(csv.reader([line], strict=True)) or [""]
    except csv.Error as error:
        fail(f"{place}: {error}", 3)


def _rows(path, headers):
    """Each row of a table with its place, FILE:LINE, as a dictionary; the first line is one of the headers."""
    try:
        with open(path, "rb") as file:
            lines = file.read().decode("utf-8-sig").splitlines()
    except OSError as error:
        fail(f"{path}: {error.strerror}", 4)
    except UnicodeDecodeError:
        fail(f"{path}:1: not a text in UTF-8", 3)
    header = _fields(lines[0], f"{path}:1") if lines else []
    if header not in headers:
        fail(f"{path}:1: expected the line " + " or ".join(",".join(one) for one in headers), 3)
    for i, line in enumerate(lines[1:], 2):
        fields = _fields(line, f"{path}:{i}")
        if len(fields) != len(header):
            fail(f"{path}:{i}: expected {len(header)} fields, found {len(fields)}", 3)
        yield f"{path}:{i}", dict(zip(header, fields))


def _once(rows):
    """Rows by problem and quantity, which none shares with another."""
    found = {}
    for place, row in rows:
        key = row["problem"], row["quantity"]
        if key in found:
            fail(f"{place}: problem {key[0]}, {key[1]}: twice", 3)
        found[key] = place, row
    return found


def answers(path):
    """The answers, in the order of the file: (problem, quantity) to (value, kind, error)."""
    found = {}
    for key, (place, row) in _once(_rows(path, [["problem", "quantity", "value", "kind", "error", "source"]])).items():
        value, error = number(row["value"], place), number(row["error"], place)
        if row["kind"] not in KINDS:
            fail(f"{place}: kind must be {', '.join(KINDS)}, found {row['kind']!r}", 3)
        if value == 0:
            fail(f"{place}: an answer of 0 has no digits", 3)
        if error < 0 or (error > 0 and row["kind"] != "mean"):
            fail(f"{place}: an error must be 0, or that of a mean", 3)
        found[key] = value, row["kind"], error
    return found


def _unknown(problem, quantity, known):
    """What to say of a name that no answer has."""
    numbers = sorted({number for number, _ in known})
    if problem not in numbers:
        meant = problem.strip().zfill(2)
        return f"no problem {problem!r}" + (f"; did you mean {meant}?" if meant in numbers else f": they are {numbers[0]} to {numbers[-1]}")
    return f"problem {problem} asks for no {quantity!r}: it asks for " + ", ".join(name for number, name in known if number == problem)


def solutions(path, known):
    """What somebody found for `known` answers: (problem, quantity) to (value, error), the error of a mean above 0, else 0."""
    headers = [["problem", "quantity", "value"], ["problem", "quantity", "value", "error"]]
    found = {}
    for key, (place, row) in _once(_rows(path, headers)).items():
        if key not in known:
            fail(f"{place}: {_unknown(*key, known)}", 3)
        value, error = number(row["value"], place), number(row.get("error") or "0", place)
        if error < 0:
            fail(f"{place}: problem {key[0]}, {key[1]}: an error is never below 0", 3)
        if error == 0 and known[key][1] == "mean":
            fail(f"{place}: problem {key[0]}, {key[1]}: a mean needs an error above 0", 3)
        found[key] = value, error
    return found
