"""What is done at the desk."""

import logging
import threading
import time

log = logging.getLogger(__name__)


class Readers:
    """Who has a card, and how often they came. In memory, so it has a lock."""

    def __init__(self):
        self.lock = threading.Lock()
        self.visits = {}

    def came(self, reader):
        with self.lock:
            self.visits[reader] = self.visits.get(reader, 0) + 1
            return self.visits[reader]


class Desk:
    def __init__(self, store, readers):
        self.store = store
        self.readers = readers

    def lend(self, book, reader, day):
        """Lends, and counts the visit."""
        with self.store.transaction() as connection:
            connection.execute("UPDATE books SET free = free - 1 WHERE id = ?", (book,))
            connection.execute("INSERT INTO loans VALUES (?, ?, ?)", (book, reader, day))
            time.sleep(0.05)  # the slip is printed
            visits = self.readers.came(reader)
        log.info("%s has book %d (visit %d)", reader, book, visits)


class Audit:
    """Each loan of more than 28 days costs something."""

    def __init__(self, store, readers):
        self.store = store
        self.readers = readers

    def fine(self, reader, cents):
        with self.store.transaction() as connection:
            connection.execute("INSERT INTO fines VALUES (?, ?)", (reader, cents))

    def go(self, day):
        fined = 0
        with self.readers.lock:
            for reader, visits in self.readers.visits.items():
                if visits > 1:
                    time.sleep(0.02)
                    self.fine(reader, 10 * (day - 1))
                    fined += 1
        log.info("%d readers were fined", fined)
        return fined
