"""An archive on a working day: visitors read, an archivist puts in order, a courier brings."""

import itertools
import logging
import signal
import threading

from shelves import Shelves

log = logging.getLogger("archive")
closing = threading.Event()


class Person(threading.Thread):
    def __init__(self, name, shelves, pause):
        super().__init__(name=name)
        self.shelves = shelves
        self.pause = pause

    def run(self):
        for turn in itertools.count():
            if closing.wait(self.pause):
                return
            self.work(turn)


class Visitor(Person):
    def work(self, turn):
        shelf = "ABC"[turn % 3]
        log.info("%s read %d files on %s", self.name, self.shelves.read(shelf, 8), shelf)


class Archivist(Person):
    def work(self, turn):
        log.info("put in order for the %d. time", self.shelves.put_in_order(9))


class Inspector(Person):
    """Comes seldom, and looks at everything."""

    def work(self, turn):
        numbers = [self.shelves.read(shelf, 3) for shelf in "ABC"]
        log.info("%d files, %s", sum(numbers), "in order" if self.shelves.orders else "never put in order")


class Courier(Person):
    def work(self, turn):
        self.shelves.put("ABC"[turn % 3], f"file {turn:04d}")


def close(number, _):
    signal.signal(number, signal.SIG_IGN)
    closing.set()


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    signal.signal(signal.SIGTERM, close)
    shelves = Shelves("ABC")
    people = [Visitor(f"visitor {n}", shelves, 1 + n) for n in range(3)]
    people += [Archivist("archivist", shelves, 2), Courier("courier", shelves, 0.5), Inspector("inspector", shelves, 25)]
    for person in people:
        person.start()
    for person in people:
        person.join()
    log.info("closed after %d orders", shelves.orders)


if __name__ == "__main__":
    main()
