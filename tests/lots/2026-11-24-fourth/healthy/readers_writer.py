"""A catalogue that many read at once and one changes: the writer waits for all readers."""

import contextlib
import threading
import time


class ReadWriteLock:
    def __init__(self):
        self._condition = threading.Condition()
        self._readers = 0
        self._writing = False
        self._writers_waiting = 0

    @contextlib.contextmanager
    def reading(self):
        with self._condition:
            self._condition.wait_for(lambda: not self._writing and not self._writers_waiting)
            self._readers += 1
        try:
            yield
        finally:
            with self._condition:
                self._readers -= 1
                self._condition.notify_all()

    @contextlib.contextmanager
    def writing(self):
        with self._condition:
            self._writers_waiting += 1
            self._condition.wait_for(lambda: not self._writing and not self._readers)
            self._writers_waiting -= 1
            self._writing = True
        try:
            yield
        finally:
            with self._condition:
                self._writing = False
                self._condition.notify_all()


class Index(threading.Thread):
    """Makes a new index of words for each version."""

    def __init__(self, catalogue):
        super().__init__(name="index", daemon=True)
        self.catalogue = catalogue
        self.words = {}

    def run(self):
        while True:
            with self.catalogue.lock.reading():
                version = self.catalogue.version
                for number in range(30):
                    self.words[f"word {number}"] = version
                    time.sleep(0.1)
            time.sleep(2)


class Catalogue:
    def __init__(self):
        self.lock = ReadWriteLock()
        self.version = 0

    def read(self, seconds):
        while True:
            with self.lock.reading():
                time.sleep(seconds)
            time.sleep(0.2)

    def change(self):
        while True:
            time.sleep(1)
            with self.lock.writing():
                time.sleep(6)
                self.version += 1


def show(catalogue):
    while True:
        time.sleep(5)
        print("shown is version", catalogue.version, flush=True)


def main():
    catalogue = Catalogue()
    for number in range(4):
        threading.Thread(
            target=catalogue.read, args=(4 + 3 * number,), name=f"reader {number}", daemon=True
        ).start()
    Index(catalogue).start()
    threading.Thread(target=show, args=(catalogue,), name="show", daemon=True).start()
    catalogue.change()


if __name__ == "__main__":
    main()
