"""Clicks of a relay, counted by the second."""

import collections
import sys
import threading
import time

sys.path.insert(0, ".")
import relay


class Counter:
    def __init__(self):
        self.clicks = collections.Counter()
        self.last = None

    def click(self, number):
        self.clicks[int(time.monotonic())] += 1
        self.last = number


class Screen(threading.Thread):
    def __init__(self, counter):
        super().__init__(name="screen", daemon=True)
        self.counter = counter

    def run(self):
        while True:
            time.sleep(0.1)
            print("last", self.counter.last, flush=True)


def main():
    counter = Counter()
    Screen(counter).start()
    relay.start(counter.click)
    end = time.monotonic() + 3
    while time.monotonic() < end:
        sum(range(1000))
    print(sum(counter.clicks.values()), "clicks")


if __name__ == "__main__":
    main()
