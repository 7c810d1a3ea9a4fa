"""A school day: the bell is hung up for the lessons, and taken down in the evening."""

import _ctypes
import ctypes
import logging
import os
import signal
import sys
import threading
import time

log = logging.getLogger("school")


class Bell:
    def __init__(self, path):
        self.path = path
        self.library = None

    def __enter__(self):
        self.library = ctypes.CDLL(self.path)
        self.library.bell_hang_up()
        return self

    def __exit__(self, *_):
        log.info("the bell has rung %d times", self.library.bell_rung())
        _ctypes.dlclose(self.library._handle)
        self.library = None


class Janitor(threading.Thread):
    """Rings, by a signal."""

    def __init__(self, times):
        super().__init__(name="janitor", daemon=True)
        self.times = times

    def run(self):
        for _ in range(self.times):
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGUSR1)


def lesson(name):
    end = time.monotonic() + 0.35
    while time.monotonic() < end:
        sum(number * number for number in range(2000))
    print(name, "is over", flush=True)


def main():
    logging.basicConfig(level=logging.INFO)
    janitor = Janitor(10)
    with Bell(sys.argv[1]):
        janitor.start()
        for name in ("history", "music", "chemistry"):
            lesson(name)
    for name in ("choir", "chess"):
        lesson(name)
    janitor.join()


if __name__ == "__main__":
    main()
