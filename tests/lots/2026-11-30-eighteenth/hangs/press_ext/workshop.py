"""The workshop's day, in parts that are timed."""

import contextlib
import logging
import time

log = logging.getLogger("workshop")


class Workshop:
    def __init__(self):
        self.parts = {}

    @contextlib.contextmanager
    def part(self, name):
        began = time.monotonic()
        log.info("%s begins", name)
        try:
            yield
        finally:
            self.parts[name] = time.monotonic() - began
            log.info("%s: %.2f s", name, self.parts[name])
