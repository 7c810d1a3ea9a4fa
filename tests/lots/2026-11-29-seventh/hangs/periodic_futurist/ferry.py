"""A ferry's crossings, by futurist's periodic calls."""

import threading
import time

import futurist
from futurist import periodics


class Ferry:
    def __init__(self, crossings):
        self.left = crossings
        self.carried = 0
        self.worker = None
        self.thread = None

    def start(self):
        self.worker = periodics.PeriodicWorker.create([self])
        self.thread = threading.Thread(target=self.worker.start, name="crossings", daemon=True)
        self.thread.start()

    @periodics.periodic(0.2, run_immediately=True)
    def cross(self):
        self.carried += 12
        self.left -= 1
        print("carried", self.carried, flush=True)
        if self.left == 0:
            self.moor()

    def moor(self):
        """The last crossing is over: nothing may move when this returns."""
        self.worker.stop()
        self.worker.wait()
        self.worker = None
        print("moored", flush=True)


class Bell:
    @periodics.periodic(1)
    def ring(self):
        self.rung = time.monotonic()


def main():
    bells = periodics.PeriodicWorker.create([Bell()], executor_factory=futurist.SynchronousExecutor)
    threading.Thread(target=bells.start, name="bell", daemon=True).start()
    ferry = Ferry(5)
    ferry.start()
    ferry.thread.join()
    print("day is over", flush=True)


if __name__ == "__main__":
    main()
