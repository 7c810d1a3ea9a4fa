"""The journal of the farm: what was done when, kept in memory and written in batches."""

import contextlib
import os
import threading
import time


class Journal:
    def __init__(self, path):
        self.path = path
        self._mutex = threading.Lock()
        self._lines = []

    @contextlib.contextmanager
    def page(self):
        self._mutex.acquire()
        try:
            yield self._lines
        finally:
            self._mutex.release()

    def note(self, text):
        with self.page() as lines:
            lines.append(f"{time.time():.2f} {os.getpid()} {text}")

    def save(self):
        with self.page() as lines, open(self.path, "a") as file:
            for line in lines:
                file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())
            lines.clear()


class Saver(threading.Thread):
    """Saves the journal every three seconds, so that little is lost when the machine fails."""

    def __init__(self, journal):
        super().__init__(name="journal saver", daemon=True)
        self.journal = journal

    def run(self):
        while True:
            time.sleep(3)
            self.journal.save()
