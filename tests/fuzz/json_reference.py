"""Holds the program's reader of JSON against Python's, made as strict as the manual says. Prints TAP.

usage: json_reference.py VERDICTS COUNT [SEED]

VERDICTS is verdicts.c, compiled. Judged are the cases of json_cases.py, whose verdict is known, and COUNT texts that are
grown from a grammar and then damaged, or not. Both readers must agree on which are JSON, and on every value in them.
"""

import json
import random
import struct
import subprocess
import sys

import json_cases

LEVELS = 64
BATCH = 20000


class Refused(Exception):
    """No strict JSON."""


class Pairs(list):
    """The members of an object."""


def number(text):
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise Refused
    return value


def refuse(_):
    raise Refused


DECODER = json.JSONDecoder(parse_int=number, parse_float=number, parse_constant=refuse, object_pairs_hook=Pairs)


def string(text):
    if "\0" in text:
        raise Refused
    return "s" + text.encode().hex()  # a lone surrogate cannot be encoded


def tree(value, level=0):
    """As verdicts.c prints it."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, float):
        return "n%016x" % struct.unpack("<Q", struct.pack("<d", value))
    if not isinstance(value, list):
        return {True: "t", False: "f", None: "z"}[value]
    if level == LEVELS:
        raise Refused
    if isinstance(value, Pairs):
        return "{" + "".join(string(key) + tree(child, level + 1) for key, child in value) + "}"
    return "[" + "".join(tree(child, level + 1) for child in value) + "]"


def reference(text):
    try:
        return tree(DECODER.decode(text.decode("utf-8-sig")))  # a byte order mark may be ignored
    except (Refused, ValueError, RecursionError):  # ValueError: no JSON, no UTF-8, a lone surrogate
        return "no"


def judged(program, texts):
    """The program's verdicts."""
    packed = b"".join(struct.pack("<I", len(text)) + text for text in texts)
    run = subprocess.run([program], input=packed, capture_output=True, check=True)
    verdicts = run.stdout.decode().splitlines()
    assert len(verdicts) == len(texts)
    return verdicts


NUMBERS = [b"0", b"-0", b"1", b"-12.5", b"1e5", b"1E-7", b"0.1e+2", b"9007199254740993", b"1e308", b"1e309", b"5e-324",
           b"1" + b"0" * 63, b"0." + b"0" * 70 + b"25", b"12345." + b"0" * 70]
PIECES = [b"a", b"b", b"x", b"\\n", b"\\\\", b"\\\"", b"\\/", b"\\u00e9", b"\\u0000", b"\\ud834\\udd1e", b"\\ud834", b"\xc3\xa9",
          b"\xf0\x9d\x84\x9e", b"\xed\xa0\x80", b"\x7f", b" ", b"{", b","]
TOKENS = [b"{", b"}", b"[", b"]", b":", b",", b'"', b"\\", b"\\u", b"\\udc00", b"-", b"+", b".", b"e", b"E", b"0", b"9", b"1e400",
          b"true", b"null", b"NaN", b"Infinity", b"//", b"\x00", b"\x0b", b"\t", b"\n", b"\xef\xbb\xbf", b"\xff", b"\x80", b"[" * 40]
BLANKS = [b""] * 6 + [b" ", b"\n", b"\r\t"]


def grown_string(dice):
    return b'"' + b"".join(dice.choices(PIECES[:3] if dice.random() < 0.7 else PIECES, k=dice.randrange(4))) + b'"'


def grown(dice, level=0):
    """A text of the grammar; most are JSON, but names repeat and odd pieces occur."""
    kind = dice.randrange(8 if level < 4 else 4)
    if kind == 0:
        return dice.choice([b"true", b"false", b"null"])
    if kind == 1:
        return grown_string(dice)
    if kind < 4:
        return dice.choice(NUMBERS)
    count, blank = dice.randrange(4), dice.choice(BLANKS)
    if kind < 6:
        return b"[" + blank + (blank + b",").join(grown(dice, level + 1) for _ in range(count)) + blank + b"]"
    pairs = (grown_string(dice) + blank + b":" + grown(dice, level + 1) for _ in range(count))
    return b"{" + (b"," + blank).join(pairs) + blank + b"}"


def damaged(text, dice):
    at = dice.randrange(len(text) + 1)
    end = at + dice.randrange(4)
    put = dice.choice([b"", dice.choice(TOKENS), bytes([dice.randrange(256)]), text[at:at + 8] * 2])
    return text[:at] + put + text[end:]


def texts(count, dice):
    for _ in range(count):
        text = grown(dice)
        for _ in range(dice.choice([0, 1, 1, 2, 3])):
            text = damaged(text, dice)
        yield text


def disagreements(program, count, dice):
    """Texts on which the readers differ, and how many were JSON."""
    differ, good = [], 0
    source = texts(count, dice)
    for start in range(0, count, BATCH):
        batch = [next(source) for _ in range(min(BATCH, count - start))]
        for text, verdict in zip(batch, judged(program, batch)):
            wanted = reference(text)
            good += wanted != "no"
            if verdict != wanted:
                differ.append((text, verdict, wanted))
    return differ, good


def report(number, what, offenders):
    print(f"{'not ' if offenders else ''}ok {number} - {what}")
    for offender in offenders[:10]:
        print("#", offender)
    return bool(offenders)


def main(program, count, seed="1"):
    count = int(count)
    good, bad = json_cases.ACCEPTED, json_cases.REFUSED
    verdicts = judged(program, good + bad)
    wanted = [reference(text) for text in good + bad]
    differ, accepted = disagreements(program, count, random.Random(int(seed)))
    print("1..4")
    failed = [
        report(1, f"{len(good)} cases that are JSON are read",
               [case for case in zip(good, verdicts, wanted) if case[1] != case[2] or case[1] == "no"]),
        report(2, f"{len(bad)} cases that are none are refused",
               [case for case in zip(bad, verdicts[len(good):], wanted[len(good):]) if case[1:] != ("no", "no")]),
        report(3, f"{count} texts, {accepted} of them JSON: both readers agree on every value", differ),
        report(4, "there were enough of both", [] if count / 10 < accepted < count * 3 / 4 else [accepted]),
    ]
    return any(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
