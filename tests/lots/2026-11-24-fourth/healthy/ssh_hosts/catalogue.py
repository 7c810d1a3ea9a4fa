"""The catalogue of backups: what the hosts have said, and a thread that sums it up."""

import contextlib
import threading
import time


class Catalogue:
    def __init__(self):
        self._lock = threading.Lock()
        self._lines = []
        self.running = None
        self.summary = {}

    @contextlib.contextmanager
    def backup(self, name):
        self.running = name
        try:
            yield self
        finally:
            self.running = None

    def add(self, line):
        with self._lock:
            self._lines.append((time.time(), line.strip()))

    def sum_up(self):
        while True:
            with self._lock:
                self.summary = {"lines": len(self._lines), "running": self.running}
            time.sleep(0.7)

    def start(self):
        threading.Thread(target=self.sum_up, name="summary", daemon=True).start()
