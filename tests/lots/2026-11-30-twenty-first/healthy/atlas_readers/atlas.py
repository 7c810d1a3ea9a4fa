"""An atlas: several read at once, for five seconds each, and an editor has it alone, for eight."""

import contextlib
import threading
import time


class Shared:
    """Many readers or one writer; who wants to write goes first."""

    def __init__(self):
        self._change = threading.Condition()
        self._readers = 0
        self._writing = False
        self._wanting = 0

    @contextlib.contextmanager
    def reading(self):
        with self._change:
            self._change.wait_for(lambda: not self._writing and not self._wanting)
            self._readers += 1
        try:
            yield
        finally:
            with self._change:
                self._readers -= 1
                self._change.notify_all()

    @contextlib.contextmanager
    def writing(self):
        with self._change:
            self._wanting += 1
            self._change.wait_for(lambda: not self._writing and not self._readers)
            self._wanting -= 1
            self._writing = True
        try:
            yield
        finally:
            with self._change:
                self._writing = False
                self._change.notify_all()


class Atlas:
    def __init__(self):
        self.shared = Shared()
        self.edition = 1

    def read(self, name):
        for _ in range(20):
            with self.shared.reading():
                time.sleep(5)
                print(name, "read edition", self.edition, flush=True)

    def edit(self):
        for _ in range(8):
            time.sleep(3)
            with self.shared.writing():
                time.sleep(8)
                self.edition += 1


def main():
    atlas = Atlas()
    threads = [threading.Thread(target=atlas.read, args=(name,), name=name) for name in ("una", "vic", "wim")]
    threads.append(threading.Thread(target=atlas.edit, name="editor"))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
