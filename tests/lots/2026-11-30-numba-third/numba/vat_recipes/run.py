"""Recipes from a book, each tried at several temperatures."""

from collections import namedtuple

import numpy as np

from brew import ferment

BOOK = """
pale   sugar=110 yeast=1.0 speed=0.09 half=20 best=20
stout  sugar=140 yeast=1.4 speed=0.07 half=25 best=19
wheat  sugar=115 yeast=1.2 speed=0.10 half=18 best=22
lager  sugar=108 yeast=2.0 speed=0.05 half=15 best=12
sour   sugar=95  yeast=0.8 speed=0.06 half=30 best=27
"""


def parsed(line):
    name, *pairs = line.split()
    fields = dict(pair.split("=") for pair in pairs)
    recipe = namedtuple(name.title(), fields)
    return name, recipe(**{key: float(value) for key, value in fields.items()})


class Book:
    def __init__(self, text):
        self.lines = text.strip().splitlines()

    def __iter__(self):
        return map(parsed, self.lines)


def best_degrees(recipe):
    results = [(ferment(recipe, float(degrees), 240)[-1], degrees) for degrees in range(8, 30, 2)]
    return min(results)


def main():
    for name, recipe in Book(BOOK):
        left, degrees = best_degrees(recipe)
        print(f"{name:6} {degrees} degrees, {left:.1f} g/l of sugar left")


if __name__ == "__main__":
    main()
