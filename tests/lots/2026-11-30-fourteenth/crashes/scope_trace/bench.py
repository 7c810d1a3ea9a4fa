"""Measure two channels on the bench, until somebody stops it."""

import argparse
import signal
import threading

from traces import Channel


class Bench:
    def __init__(self, channels, keep):
        self.channels = [Channel(number, keep) for number in range(channels)]
        self.done = threading.Event()
        signal.signal(signal.SIGINT, self.stop)
        signal.signal(signal.SIGTERM, self.stop)

    def stop(self, number, frame):
        self.done.set()

    def run(self, rounds, samples, pause):
        for count in range(rounds):
            for channel in self.channels:
                channel.acquire(samples)
                print(count, channel.measure(), flush=True)
            if self.done.wait(pause):
                break


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--samples", type=int, default=2000)
    parser.add_argument("--keep", type=int, default=3)
    options = parser.parse_args()
    Bench(2, options.keep).run(options.rounds, options.samples, 0.05)


if __name__ == "__main__":
    main()
