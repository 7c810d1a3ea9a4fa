"""Three children share a machine: each may run for nine seconds, while the others are stopped."""

import sys
import threading
import time
from collections import deque
from contextlib import contextmanager

from children import Child


class RoundRobin:
    def __init__(self, slice_seconds):
        self.slice_seconds = slice_seconds
        self.waiting = deque()
        self.changed = threading.Condition()
        self.turns = 0

    def add(self, child):
        child.stop()
        with self.changed:
            self.waiting.append(child)
            self.changed.notify()

    @contextmanager
    def _turn(self, child):
        child.go_on()
        try:
            yield
        finally:
            child.stop()

    def run(self):
        while True:
            with self.changed:
                if not self.waiting:
                    return self.turns
                child = self.waiting.popleft()
            with self._turn(child):
                ends = time.monotonic() + self.slice_seconds
                while child.alive and time.monotonic() < ends:
                    time.sleep(0.25)
            self.turns += 1
            if child.alive:
                self.add(child)


def main():
    scheduler = RoundRobin(slice_seconds=9)
    for name in ("saw", "plane", "glue"):
        scheduler.add(Child(name, parts=16))
    thread = threading.Thread(target=scheduler.run, name="scheduler")
    thread.start()
    thread.join()
    print("turns:", scheduler.turns)
    return 0


if __name__ == "__main__":
    sys.exit(main())
