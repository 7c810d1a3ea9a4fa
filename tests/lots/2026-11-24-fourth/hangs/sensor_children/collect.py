"""Collects samples of three sensors, again and again."""

import statistics
import threading
import time

from sampling import Sampler, temperature
from trend import Trend


class Collector:
    def __init__(self):
        self.rounds = 0
        self.means = []
        self.trend = Trend(self.means)
        self.trend.start()

    def round(self):
        samplers = [Sampler(temperature, seed, 20) for seed in (1, 2, 3)]
        for sampler in samplers:
            sample = sampler.get()
            self.means.append(statistics.fmean(sample["values"]))
        self.rounds += 1

    def watch(self):
        while True:
            time.sleep(2)
            print(self.rounds, "rounds", flush=True)


def main():
    collector = Collector()
    threading.Thread(target=collector.watch, name="watch", daemon=True).start()
    for _ in range(5):
        collector.round()
    print(collector.means)


if __name__ == "__main__":
    main()
