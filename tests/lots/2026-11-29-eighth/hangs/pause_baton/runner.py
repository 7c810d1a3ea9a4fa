"""A runner, who runs when he gets the baton."""

import signal
import sys
import threading
import time

from course import Course, timed


class Baton:
    def __init__(self):
        self.here = False
        signal.signal(signal.SIGUSR1, self.given)

    def given(self, *_):
        self.here = True


class Runner:
    def __init__(self, name):
        self.name = name
        self.baton = Baton()
        self.pulse = 60

    def warm_up(self):
        self.pulse += 10
        time.sleep(0.05)

    def wait(self):
        while not self.baton.here:
            for _ in range(10):
                self.warm_up()
            signal.pause()

    @timed
    def round(self, course):
        time.sleep(course.seconds)
        self.pulse += 1

    def run(self, course):
        for _ in range(course.rounds):
            self.round(course)
        return self.pulse


def breathe():
    while True:
        time.sleep(0.5)


def main():
    runner = Runner(sys.argv[1])
    threading.Thread(target=breathe, daemon=True, name="breath").start()
    print("ready", flush=True)
    runner.wait()
    course = Course()
    print(runner.run(course), course.best(), flush=True)


if __name__ == "__main__":
    main()
