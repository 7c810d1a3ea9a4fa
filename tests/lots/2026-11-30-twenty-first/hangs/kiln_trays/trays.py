"""The trays of a pottery, shared by processes."""

import contextlib
import multiprocessing
import time

CONTEXT = multiprocessing.get_context("fork")


class Trays:
    def __init__(self, count):
        self._free = CONTEXT.Semaphore(count)
        self.taken = CONTEXT.Value("i", 0)

    @contextlib.contextmanager
    def take(self, count):
        """Several trays, one after the other as they become free."""
        for _ in range(count):
            self._free.acquire()
            with self.taken.get_lock():
                self.taken.value += 1
            time.sleep(0.15)
        try:
            yield count
        finally:
            for _ in range(count):
                with self.taken.get_lock():
                    self.taken.value -= 1
                self._free.release()
