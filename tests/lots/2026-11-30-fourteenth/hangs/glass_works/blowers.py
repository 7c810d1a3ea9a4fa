import logging
import threading
import time

log = logging.getLogger("works")


class Blower(threading.Thread):
    """Takes glass out of the furnace, piece by piece, and shapes it."""

    patience = None

    def __init__(self, name, furnace, pieces, shelf):
        super().__init__(name=name)
        self.furnace = furnace
        self.pieces = pieces
        self.shelf = shelf

    def gather(self, grams):
        with self.furnace:
            time.sleep(grams / 4000)

    def run(self):
        for kind, grams in self.pieces:
            self.gather(grams)
            self.shape(kind)
            self.shelf.append((self.name, kind))
            log.info("%s has made a %s", self.name, kind)

    def shape(self, kind):
        time.sleep(0.02 * len(kind))


class Apprentice(Blower):
    """Goes and sweeps the floor when the furnace is not free soon."""

    patience = 0.25

    def gather(self, grams):
        while not self.furnace.acquire(timeout=self.patience):
            log.info("%s sweeps the floor", self.name)
            time.sleep(0.1)
        try:
            time.sleep(grams / 4000)
        finally:
            self.furnace.release()
