"""One day in the harbour."""

import threading
import time

from boats import Boat, Dredger
from desk import Desk


class Lighthouse(threading.Thread):
    """Blinks, and has nothing to do with the berths."""

    def __init__(self):
        super().__init__(name="lighthouse", daemon=True)
        self.blinks = 0

    def run(self):
        while True:
            time.sleep(0.5)
            self.blinks += 1


def day():
    desk = Desk(berths=2)
    wool = threading.Event()
    threads = [
        Boat("Anna", desk, comes=0.0, stays=30),
        Boat("Berta", desk, comes=0.0, stays=40, freight=wool),
        Dredger(desk, comes=0.2),
        Boat("Clara", desk, comes=0.4, stays=35, brings=wool),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return desk.log


if __name__ == "__main__":
    Lighthouse().start()
    print(len(day()), "lines in the log")
