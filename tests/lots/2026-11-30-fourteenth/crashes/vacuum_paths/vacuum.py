"""Which of some floors has the robot swept before? Paths that are known are not planned again."""

import sys
import time
from collections import Counter

from floor import Floor, Spot


class Path:
    """Steps that were gone; each has the one before it, so that plans can share their beginnings."""

    def __init__(self):
        self.steps = ()
        self.length = 0

    def add(self, move):
        self.steps = (move, self.steps)
        self.length += 1

    def moves(self):
        steps = self.steps
        while steps:
            move, steps = steps
            yield move


class Memory:
    def __init__(self):
        self.known = {}

    def recall(self, path):
        return self.known.get(path.steps)

    def learn(self, path, seconds):
        self.known[path.steps] = seconds


class Vacuum:
    def __init__(self, memory):
        self.memory = memory
        self.dirt = Counter()

    def sweep(self, floor):
        begun = time.perf_counter()
        spot = Spot(0, 0)
        path = Path()
        for move in floor.strip(spot):
            path.add(move)
            spot = spot.go(move)
        seconds = self.memory.recall(path)
        if seconds is None:
            seconds = time.perf_counter() - begun
            self.memory.learn(path, seconds)
        return path.length, seconds


def main():
    vacuum = Vacuum(Memory())
    for width, height in [(8, 5), (40, 30), (8, 5), (300, 200), (1200, 900)]:
        steps, seconds = vacuum.sweep(Floor(width, height))
        print(f"{width} x {height}: {steps} steps, {seconds:.3f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
