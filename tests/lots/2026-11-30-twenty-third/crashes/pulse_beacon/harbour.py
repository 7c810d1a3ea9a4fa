"""Listen to the pulses of two beacons for a while, one after the other."""
import argparse
import contextlib
import threading
import time

from beacon import Beacon


class Log:
    def __init__(self, name):
        self.name = name
        self.heard = []

    def __call__(self, count, pulse):
        self.heard.append((count, pulse))

    def mean(self):
        return sum(pulse for _, pulse in self.heard) / max(1, len(self.heard))


class Lamp(threading.Thread):
    def __init__(self):
        super().__init__(name="lamp", daemon=True)
        self.turns = 0

    def run(self):
        while True:
            time.sleep(0.1)
            self.turns += 1


@contextlib.contextmanager
def beacon(log):
    source = Beacon(log)
    try:
        yield source
    finally:
        pulses = source.close()
        print(log.name, pulses, "pulses", flush=True)


def listen(log, seconds):
    until = time.monotonic() + seconds
    with beacon(log):
        while time.monotonic() < until:
            time.sleep(0.02)
    return log.mean()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.5)
    options = parser.parse_args()
    lamp = Lamp()
    lamp.start()
    for name in ("north mole", "south mole"):
        print(name, round(listen(Log(name), options.seconds), 2), flush=True)
    print(lamp.turns, "turns")


if __name__ == "__main__":
    main()
