# healthy:
"""A writer waits for a reader that is slow, and a pool's worker for jobs inside of the pool's `with`."""

import contextlib
import threading
import time


class Shelf:
    def __init__(self):
        self._changed, self._readers, self.jobs = threading.Condition(), 0, []

    @contextlib.contextmanager
    def reading(self):
        with self._changed:
            self._readers += 1
        try:
            yield self
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    def write(self):
        while True:
            with self._changed:
                while self._readers:
                    self._changed.wait()
            time.sleep(0.01)


def read(shelf):
    while True:
        with shelf.reading():
            time.sleep(30)


class Crew:
    def __init__(self):
        self._given, self.jobs = threading.Condition(), []

    def __enter__(self):
        threading.Thread(target=self.work, daemon=True).start()
        return self

    def __exit__(self, *exception):
        with self._given:
            self.jobs.append(None)
            self._given.notify_all()

    def work(self):
        while True:
            with self._given:
                while not self.jobs:
                    self._given.wait()
                if self.jobs.pop() is None:
                    return


shelf = Shelf()
threading.Thread(target=read, args=(shelf,), daemon=True).start()
time.sleep(0.2)
threading.Thread(target=shelf.write, daemon=True).start()
print("READY", flush=True)
with Crew():
    time.sleep(600)
