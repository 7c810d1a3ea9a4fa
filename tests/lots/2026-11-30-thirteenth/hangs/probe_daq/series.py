"""A series of measurements, and a summary of the last values at its end."""

import argparse
import concurrent.futures
import statistics
import time

from probe import Probe


class Series:
    def __init__(self, name, probe, seconds):
        self.name = name
        self.probe = probe
        self.seconds = seconds
        self.means = []

    def measure(self):
        with self.probe as probe:
            end = time.monotonic() + self.seconds
            while time.monotonic() < end:
                time.sleep(0.2)
                values = probe.latest(20)
                if values:
                    self.means.append(statistics.fmean(values))
        return len(self.means)

    def summary(self):
        last = self.probe.latest(100)
        return f"{self.name}: {statistics.fmean(self.means):.2f}, at the end {last[0]:.2f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.5)
    options = parser.parse_args()
    probe = Probe(period=0.02)
    series = Series("bath", probe, options.seconds)
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="bench") as bench:
        print(bench.submit(series.measure).result(), "means", flush=True)
        print(bench.submit(series.summary).result(), flush=True)
    probe.close()


if __name__ == "__main__":
    main()
