import threading
from pathlib import Path

from filelock import FileLock


class Leases:
    """Who has which kiln; over processes, by lock files."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self._locks = {}
        self._mine = set()
        self._guard = threading.Lock()

    def _lock(self, kiln):
        with self._guard:
            if kiln not in self._locks:
                self._locks[kiln] = FileLock(self.folder / f"{kiln}.lock", poll_interval=0.1)
            return self._locks[kiln]

    def take(self, kiln):
        self._lock(kiln).acquire()
        with self._guard:
            self._mine.add(kiln)

    def give_back(self, kiln):
        self._lock(kiln).release()
        with self._guard:
            self._mine.discard(kiln)

    def taken(self):
        with self._guard:
            return sorted(self._mine)
