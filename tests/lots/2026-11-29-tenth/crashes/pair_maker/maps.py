"""Maps of a hiking club, as bytes by name, and how often each is looked at."""

import collections
import random

from pairs import pair


class Atlas:
    def __init__(self, names, size):
        self.sheets = {name: bytes([number]) * size for number, name in enumerate(names, 1)}
        self.looked_at = collections.Counter()

    def first_byte(self, name):
        label, sheet = pair(self.sheets, name)
        self.looked_at[label] += 1
        return sheet[0]


def main():
    chance = random.Random(3)
    atlas = Atlas(["ridge", "lake", "moor"], size=300_000)
    for hiker in range(30):
        name = chance.choice(list(atlas.sheets))
        print(hiker, name, atlas.first_byte(name), flush=True)
    print(atlas.looked_at)


main()
