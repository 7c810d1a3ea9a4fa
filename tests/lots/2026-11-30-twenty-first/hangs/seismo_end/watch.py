"""Watches the ground for a while and says how strong it shook."""

import argparse
import contextlib
import functools
import time

from recorder import Recorder


@functools.lru_cache(maxsize=None)
def recorder(name):
    return Recorder(name)


class Alarm:
    def __init__(self, limit):
        self.limit = limit
        self.rung = []

    def look(self, source):
        peak = source.peak()
        if peak > self.limit:
            self.rung.append((source.name, peak))
        return peak


def calibrate(name):
    with contextlib.closing(Recorder(name, every=0.005)) as source:
        time.sleep(0.2)
        return source.peak()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    print("calibrated", calibrate("spare"), flush=True)
    alarm = Alarm(limit=900)
    for _ in range(options.rounds):
        time.sleep(0.4)
        print(*(alarm.look(recorder(name)) for name in ("north", "south")), flush=True)
    print(len(alarm.rung), "alarms", flush=True)


if __name__ == "__main__":
    main()
