"""How often does a hand of dice beat the bank? Each trial with a seed of its own."""

import numpy as np
from numba import njit


@njit
def points(faces):
    counts = np.zeros(7, dtype=np.int64)
    for face in faces:
        counts[face] += 1
    best = 0
    for face in range(1, 7):
        if counts[face] >= 2:
            best = max(best, 10 * counts[face] + face)
    return best


@njit
def play(seed, dice, rounds):
    rng = np.random.default_rng(seed)
    won = 0
    for _ in range(rounds):
        hand = points(rng.integers(1, 7, dice))
        bank = points(rng.integers(1, 7, dice))
        if hand > bank:
            won += 1
    return won / rounds


@njit
def chance(faces):
    """The mean of points over all hands of two dice, to compare with."""
    total = 0
    for first in range(1, faces + 1):
        for second in range(1, faces + 1):
            total += points((first, second))
    return total / faces**2


class Study:
    def __init__(self, rounds):
        self.rounds = rounds
        self.rows = []

    def run(self, dice, seeds):
        shares = [play(seed, dice, self.rounds) for seed in seeds]
        self.rows.append((dice, float(np.mean(shares)), float(np.std(shares))))

    def show(self):
        for dice, mean, spread in self.rows:
            print(f"{dice} dice: {mean:.3f} +- {spread:.3f}")


def main():
    study = Study(rounds=2000)
    for dice in (3, 5):
        study.run(dice, range(4))
    study.show()
    print("two dice:", round(chance(6), 3))


if __name__ == "__main__":
    main()
