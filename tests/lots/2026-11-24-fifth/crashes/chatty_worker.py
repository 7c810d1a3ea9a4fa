"""Counts words in a thread, and shows how far it is; ends as soon as enough is known."""

import itertools
import threading
import time


class Counter(threading.Thread):
    def __init__(self, limit):
        super().__init__(name="counter", daemon=True)
        self.limit = limit
        self.enough = threading.Event()

    def run(self):
        for number in itertools.count(1):
            print(f"line {number}: " + "words " * 60_000)
            if number == self.limit:
                self.enough.set()


def main():
    counter = Counter(5)
    counter.start()
    counter.enough.wait()
    time.sleep(0.2)
    print("enough")


if __name__ == "__main__":
    main()
