"""A fair by greenlets: guests queue at stalls, and each stall takes its time."""

import argparse
import random

from wheel import Counter, Wheel

STALLS = {"carousel": 13, "gingerbread": 21, "lottery": 34}


class Guest:
    def __init__(self, wheel, counters, name, seed):
        self.wheel = wheel
        self.counters = counters
        self.name = name
        self.chance = random.Random(seed)
        self.visits = 0

    def stroll(self, visits):
        while self.visits < visits:
            stall = self.chance.choice(sorted(self.counters))
            with self.counters[stall]:
                self.wheel.sleep(STALLS[stall])
            self.visits += 1
            print(f"{self.wheel.now():4.0f} s: {self.name} was at the {stall}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--visits", type=int, default=6)
    options = parser.parse_args()
    wheel = Wheel()
    counters = {stall: Counter(wheel) for stall in STALLS}
    for seed, name in enumerate(("Anna", "Boris", "Cleo", "Dario", "Edda")):
        wheel.spawn(Guest(wheel, counters, name, seed).stroll, options.visits)
    wheel.run()


if __name__ == "__main__":
    main()
