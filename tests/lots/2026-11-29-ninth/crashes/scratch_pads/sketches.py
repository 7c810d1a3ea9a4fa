"""Sketches, made by pupils in threads, with a plugin that is loaded for the lesson only."""

import _ctypes
import contextlib
import ctypes
import logging
import sys
import threading

log = logging.getLogger("sketches")


@contextlib.contextmanager
def plugin(path):
    library = ctypes.CDLL(path)
    library.pad_note.argtypes = [ctypes.c_char_p]
    library.pad_note.restype = ctypes.c_long
    try:
        yield library
    finally:
        _ctypes.dlclose(library._handle)
        log.info("the plugin is unloaded")


class Pupil(threading.Thread):
    """Sketches, and then tidies up."""

    def __init__(self, name, library, finished, go_home):
        super().__init__(name=name)
        self.library = library
        self.finished = finished
        self.go_home = go_home

    def run(self):
        for line in range(5):
            used = self.library.pad_note(f"line {line} of {self.name}".encode())
        self.library = None
        log.info("%s has used %d", self.name, used)
        self.finished.wait()
        self.go_home.wait()


def main():
    logging.basicConfig(level=logging.INFO)
    names = ["Alva", "Bertil", "Cilla"]
    finished = threading.Barrier(len(names) + 1)
    go_home = threading.Event()
    with plugin(sys.argv[1]) as library:
        for name in names:
            Pupil(name, library, finished, go_home).start()
        finished.wait()
    go_home.set()
    print("the lesson is over", flush=True)


if __name__ == "__main__":
    main()
