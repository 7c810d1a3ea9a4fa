"""Report the blasts of a day: python blasts.py LIBRARY [--phones N]"""

import argparse
import dataclasses
import logging
import threading
import time

import numpy as np

from native import Office

log = logging.getLogger("blasts")


@dataclasses.dataclass
class Blast:
    name: str
    charge: float
    distance: float
    seed: int

    def record(self, phones, samples=4000):
        rng = np.random.default_rng(self.seed)
        t = np.linspace(0, 4, samples)
        delays = np.linspace(0.2, 0.8, phones)[:, None]
        wave = np.exp(-2 * np.clip(t - delays, 0, None)) * np.sin(60 * (t - delays))
        wave[t - delays < 0] = 0
        scale = self.charge ** 0.8 / self.distance
        return scale * wave + 0.01 * rng.standard_normal((phones, samples))


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(name="clock", daemon=True)
        self.ticks = 0

    def run(self):
        while True:
            time.sleep(0.25)
            self.ticks += 1


BLASTS = [
    Blast("north face", 120, 310, 1),
    Blast("ramp", 45, 180, 2),
    Blast("deep cut", 210, 400, 3),
]


def report(office, blast, phones):
    record = blast.record(phones)
    peaks = [office.peak(row) for row in record]
    log.info("%s: peak %.3f at geophone %d", blast.name, max(peaks), int(np.argmax(peaks)))
    total, each = office.energy(record)
    log.info("%s: energy %.1f, nearest %.1f", blast.name, total, each[0])
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--phones", type=int, default=12)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    Clock().start()
    office = Office(options.library)
    day = {blast.name: report(office, blast, options.phones) for blast in BLASTS}
    print("loudest", max(day, key=day.get))


if __name__ == "__main__":
    main()
