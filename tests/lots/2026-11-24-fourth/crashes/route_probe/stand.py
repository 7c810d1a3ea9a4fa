"""Runs the plan of a test stand: at each rate, all channels are read."""

import sys

from probe import Probe

PLAN = {"slow": 2_000, "usual": 48_000, "fast": 192_000}


def measure(probe, rate):
    probe.rate = rate
    return [probe[channel] for channel in range(len(probe))]


def main(path):
    probe = Probe(path, 4)
    for name, rate in PLAN.items():
        print(name, measure(probe, rate), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
