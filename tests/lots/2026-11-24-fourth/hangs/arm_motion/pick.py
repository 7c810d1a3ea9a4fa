"""Picks parts up and puts them down; a lamp blinks meanwhile."""

import itertools
import threading
import time

from arm import Arm


class Lamp(threading.Thread):
    def __init__(self):
        super().__init__(name="lamp", daemon=True)
        self.on = False

    def run(self):
        for number in itertools.count():
            self.on = number % 2 == 0
            time.sleep(0.5)


def picked(arm, places):
    for x, y in places:
        arm.move("x", x)
        arm.move("y", y)
        arm.move("z", 40)
        yield x, y


def main():
    Lamp().start()
    arm = Arm()
    arm.start()
    places = [(30, 25), (45, 30), (20, 8), (60, 35)]
    for place in picked(arm, places):
        print("picked at", place, flush=True)


if __name__ == "__main__":
    main()
