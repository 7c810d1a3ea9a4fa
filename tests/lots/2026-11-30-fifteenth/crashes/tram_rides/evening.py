"""Counts the rides of a day, in two threads, and prints the busiest stops."""

import queue
import sys
import threading

import numpy as np

from counter import RIDE, StopCounter

STOPS = 340


class Machine:
    """One ticket machine, with its rides of the day."""

    def __init__(self, number):
        self.number = number
        self.chance = np.random.default_rng(number)

    def blocks(self, each=400, number=3):
        for _ in range(number):
            rides = np.zeros(each, dtype=RIDE)
            rides["line"] = self.chance.integers(1, 19, each)
            rides["stop"] = self.chance.integers(0, STOPS, each)
            rides["riders"] = self.chance.integers(1, 40, each)
            yield rides.tobytes()


class Evening:
    def __init__(self, machines):
        self.machines = machines
        self.blocks = queue.Queue(maxsize=8)
        self.counter = StopCounter(STOPS)

    def collect(self):
        for machine in self.machines:
            for block in machine.blocks():
                self.blocks.put(block)
        self.blocks.put(None)

    def run(self):
        collector = threading.Thread(target=self.collect, name="collector", daemon=True)
        collector.start()
        while (block := self.blocks.get()) is not None:
            self.counter.feed(block)
        collector.join()


def main():
    evening = Evening([Machine(number) for number in range(1, 7)])
    evening.run()
    for stop, riders in evening.counter.busiest():
        print(f"stop {stop:4}: {riders}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
