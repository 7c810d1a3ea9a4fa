"""A chamber with two doors, of which only one may be open."""

import logging
import threading
import time

from air import Air
from door import Door

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("chamber")


class Motor:
    def __init__(self, seconds):
        self.seconds = seconds
        self.position = 0.0

    def drive(self, direction, arrived):
        for _ in range(10):
            time.sleep(self.seconds / 10)
            self.position += direction / 10
        arrived()


class Chamber:
    def __init__(self):
        self.doors = [Door("outer", Motor(0.3)), Door("inner", Motor(0.5))]

    def pass_through(self):
        for door in self.doors:
            door.push()
            log.info("%s is %s", door.name, door.state)
            door.push()


def show(chamber):
    while True:
        time.sleep(2)
        log.info("%s", [round(door.motor.position, 1) for door in chamber.doors])


def main():
    chamber = Chamber()
    Air(chamber.doors).start()
    threading.Thread(target=show, args=(chamber,), name="show", daemon=True).start()
    for _ in range(3):
        chamber.pass_through()


if __name__ == "__main__":
    main()
