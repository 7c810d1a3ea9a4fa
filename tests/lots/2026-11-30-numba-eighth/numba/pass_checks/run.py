"""A day at the gates of a works."""

import json

import numpy as np
from gates import Gate

CONFIG = """
{"gates": [
    {"name": "north", "blocked": [123450, 777777, 240813]},
    {"name": "river", "blocked": [991008]},
    {"name": "canteen", "blocked": []}
]}
"""


class Day:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.counts = {}

    def numbers(self, count):
        stems = self.rng.integers(10_000, 99_999, count)
        checks = np.array([sum(map(int, str(stem))) % 10 for stem in stems])
        return stems * 10 + checks

    def run(self, gates):
        for hour in range(5, 23, 3):
            for gate in gates:
                numbers = self.numbers(50)
                allowed = gate.open_for(numbers, hour)
                self.counts[gate.name] = self.counts.get(gate.name, 0) + int(allowed.sum())


def main():
    gates = [Gate(one["name"], one["blocked"]) for one in json.loads(CONFIG)["gates"]]
    day = Day(3)
    day.run(gates)
    print(day.counts)


if __name__ == "__main__":
    main()
