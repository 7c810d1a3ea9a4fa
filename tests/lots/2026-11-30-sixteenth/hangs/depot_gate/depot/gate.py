"""The gate of the depot: closed while the ramp is swept, open otherwise."""

import logging
import threading
import time

log = logging.getLogger(__name__)


class Gate:
    def __init__(self, name, sweep=0.4):
        self.name = name
        self.sweep = sweep
        self.is_open = False
        self.passed = []
        self._changed = threading.Condition()
        self._journal = []

    def _note(self, what):
        """Tells the control room; that takes a moment over the old line."""
        time.sleep(self.sweep / 2)
        self._journal.append((time.monotonic(), what))
        log.info("gate %s: %s", self.name, what)

    def open(self):
        with self._changed:
            self._changed.notify_all()
        self._note("opened")
        self.is_open = True

    def close(self):
        with self._changed:
            self.is_open = False
            self._changed.notify_all()
        self._note("closed")

    def drive_through(self, plate):
        with self._changed:
            while not self.is_open:
                self._changed.wait()
            self.passed.append(plate)
        log.info("%s passed %s", plate, self.name)

    def history(self):
        return [what for _, what in self._journal]
