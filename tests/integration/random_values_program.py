"""Builds random nested values from the seed given, says where they are and their repr, then waits.

Run by test_values.py in every interpreter there is; written for 3.8 on.
"""

import json
import random
import sys

COUNT = 400


def scalar(r):
    return r.choice(
        [
            lambda: None,
            lambda: r.random() < 0.5,
            lambda: r.randint(-(10 ** r.randint(0, 58)), 10 ** r.randint(0, 58)),
            lambda: r.gauss(0, 10 ** r.randint(-300, 300)),
            lambda: complex(r.random(), r.random()),
            lambda: text(r),
            lambda: bytes(r.randint(0, 255) for _ in range(r.randint(0, 50))),
            lambda: "".join(r.choice("abc") for _ in range(r.randint(0, 9))),
        ]
    )()


def text(r):
    top = r.choice([0x7F, 0xFF, 0xFFFF, 0x10FFFF])
    return "".join(chr(r.randint(0, top)) for _ in range(r.randint(0, 40)))


def value(r, depth):
    if depth == 0 or r.random() < 0.3:
        return scalar(r)
    size = r.choice([0, 1, 3, r.randint(0, 40)])
    kind = r.randint(0, 5)
    if kind == 0:
        return [value(r, depth - 1) for _ in range(size)]
    if kind == 1:
        return tuple(value(r, depth - 1) for _ in range(size))
    if kind == 2:
        return {scalar(r) for _ in range(size)}
    if kind == 3:
        return frozenset(scalar(r) for _ in range(size))
    table = {scalar(r) if kind == 4 else text(r): value(r, depth - 1) for _ in range(size)}
    for key in list(table):
        if r.random() < 0.2:
            del table[key]
    return table


def main():
    r = random.Random(int(sys.argv[1]))
    values = [value(r, 4) for _ in range(COUNT)]
    print(json.dumps([[id(v), repr(v)] for v in values]), flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main()
