"""A library at work: one thread catalogues, one tidies, and readers look for words."""

import logging
import random
import tempfile
import threading
import time

from shelf import Shelf

log = logging.getLogger("library")
WORDS = "bees bells boats books bread bridges clocks dunes kites lamps locks mills tides wells".split()


class Worker(threading.Thread):
    def __init__(self, name, stop, work, every):
        super().__init__(name=name)
        self.stop = stop
        self.work = work
        self.every = every
        self.turns = 0

    def run(self):
        while not self.stop.wait(self.every):
            self.work()
            self.turns += 1


class Library:
    def __init__(self, shelf, seed=12):
        self.shelf = shelf
        self.chance = random.Random(seed)
        self.number = 0

    def catalogue(self):
        for _ in range(20):
            self.shelf.put(self.number % 4000, "Of " + " and ".join(self.chance.sample(WORDS, 3)))
            self.number += 1

    def look(self):
        word = self.chance.choice(WORDS)
        found = sum(1 for _ in self.shelf.with_word(word))
        log.debug("%s: %d", word, found)


def main():
    logging.basicConfig(level=logging.INFO)
    stop = threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Shelf(folder))
        workers = [
            Worker("catalogue", stop, library.catalogue, 0.01),
            Worker("tidy", stop, library.shelf.tidy, 7),
            Worker("reader-0", stop, library.look, 0.2),
            Worker("reader-1", stop, library.look, 0.3),
        ]
        for worker in workers:
            worker.start()
        for minute in range(15):
            time.sleep(10)
            log.info("%d books after %d catalogued", len(library.shelf), library.number)
        stop.set()
        for worker in workers:
            worker.join()
        library.shelf.close()


if __name__ == "__main__":
    main()
