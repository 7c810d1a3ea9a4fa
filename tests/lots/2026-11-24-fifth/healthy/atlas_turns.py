"""Readers of an atlas and the one who draws it take turns, by a lock of fasteners."""

import threading
import time

import fasteners


class Atlas:
    def __init__(self):
        self.lock = fasteners.ReaderWriterLock()
        self.edition = 1

    def draw(self):
        while True:
            with self.lock.write_lock():
                time.sleep(6)
                self.edition += 1
            time.sleep(0.5)

    def read(self):
        while True:
            with self.lock.read_lock():
                print(threading.current_thread().name, self.edition, flush=True)
                time.sleep(2)


def main():
    atlas = Atlas()
    for name in ("ann", "bob", "cleo"):
        threading.Thread(target=atlas.read, name=name, daemon=True).start()
    atlas.draw()


if __name__ == "__main__":
    main()
