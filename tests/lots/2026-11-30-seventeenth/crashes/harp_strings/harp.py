import argparse
import dataclasses

import numpy as np

import strings
import tuning


@dataclasses.dataclass
class Pluck:
    note: str
    size: int
    force: float


RATE = 16_000_000
SCORE = [Pluck(name, tuning.size(name, 3, RATE), force) for name, force in (("C", 0.9), ("E", 0.7), ("G", 0.8))]


class Harp:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def play(self, pluck, steps):
        string = strings.String(pluck.size)
        string.pluck(self.rng.uniform(-pluck.force, pluck.force, 4096))
        string.swing(steps)
        return string.shape()


def loudness(shape):
    return float(np.sqrt((shape * shape).mean()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args()
    harp = Harp(options.seed)
    shapes = {}
    for pluck in SCORE:
        shapes[pluck.note] = harp.play(pluck, options.steps)
    print(len(shapes), "notes at", RATE, "samples a second", flush=True)
    for note, shape in shapes.items():
        print(note, round(loudness(shape), 4), flush=True)


if __name__ == "__main__":
    main()
