"""How often the voices of a choir cross, from the notes of each part."""

import random

from numba import njit

PARTS = ("soprano", "alto", "tenor", "bass")


@njit
def range_of(notes):
    low = notes[0]
    high = notes[0]
    for note in notes:
        low = min(low, note)
        high = max(high, note)
    return low, high


@njit
def leaps(notes, least):
    count = 0
    for at in range(1, len(notes)):
        if abs(notes[at] - notes[at - 1]) >= least:
            count += 1
    return count


@njit
def crossings(parts):
    count = 0
    for upper in range(len(parts) - 1):
        above = parts[upper]
        below = parts[upper + 1]
        for at in range(min(len(above), len(below))):
            if above[at] < below[at]:
                count += 1
    return count


class Score:
    def __init__(self, beats, seed):
        rng = random.Random(seed)
        self.parts = []
        for middle in (72, 65, 58, 48):
            note = middle
            line = []
            for _ in range(beats):
                note += rng.choice((-4, -2, -1, 0, 1, 2, 4))
                note = max(middle - 9, min(middle + 9, note))
                line.append(note)
            self.parts.append(line)

    def part(self, name):
        return self.parts[PARTS.index(name)]

    def report(self):
        for name in PARTS:
            notes = self.part(name)
            print(f"{name:8} {range_of(notes)} {leaps(notes, 4)} leaps")
        print("crossings:", crossings(self.parts))


def main():
    Score(64, 9).report()


if __name__ == "__main__":
    main()
