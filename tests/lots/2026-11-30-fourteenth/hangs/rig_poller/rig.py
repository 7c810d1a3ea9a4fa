"""Collect the readings of a test rig until all instruments have hung up: python rig.py"""

import math
import sys

from instruments import Instrument, Simulator
from poller import Poller


class Rig:
    def __init__(self):
        self.poller = Poller()
        self.instruments = []

    def connect(self, name, values):
        simulator = Simulator(name, values)
        simulator.start()
        instrument = Instrument(name, simulator.there)
        self.instruments.append(instrument)
        self.poller.add(instrument)

    def run(self):
        while len(self.poller):
            for instrument, _ in self.poller.ready():
                if not instrument.take():
                    self.poller.remove(instrument)


def main(count=20):
    rig = Rig()
    rig.connect("load cell", [9.81 * n for n in range(count)])
    rig.connect("thermocouple", [20 + math.log1p(n) for n in range(count)])
    rig.connect("tachometer", [50 * math.sin(n / 5) for n in range(count)])
    rig.run()
    for instrument in rig.instruments:
        print(instrument.name, len(instrument.readings), instrument.readings[-1])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
