"""A station: bells, a relay of trains, and a guard who waits for the last one."""

import threading
import time

from timers import Timers


class Station:
    def __init__(self, timers, trains):
        self.timers = timers
        self.trains = trains
        self.left = 0
        self.platform = threading.Semaphore(0)
        self.empty = threading.Event()
        self.bell = timers.after(5, self.ring, every=10)

    def ring(self):
        print(time.strftime("%X"), "ding, %d trains have left" % self.left, flush=True)

    def arrive(self):
        self.platform.release()
        if self.left < self.trains:
            self.timers.after(11, self.arrive)

    def guard(self):
        while self.left < self.trains:
            self.platform.acquire()
            time.sleep(2)
            self.left += 1
        self.timers.cancel(self.bell)
        self.empty.set()

    def run(self):
        self.timers.after(11, self.arrive)
        threading.Thread(target=self.guard, name="guard").start()
        self.empty.wait()


def main():
    timers = Timers()
    timers.start()
    Station(timers, trains=8).run()


if __name__ == "__main__":
    main()
