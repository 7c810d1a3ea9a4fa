"""Readers and a writer take turns at a lock of C, four seconds each."""

import ctypes
import sys
import threading
import time


def reader(library, name):
    while True:
        print(name, library.look(4), flush=True)
        time.sleep(0.5)


def main():
    library = ctypes.CDLL(sys.argv[1])
    for name in ("Ann", "Ben"):
        threading.Thread(target=reader, args=(library, name), name=name, daemon=True).start()
    while True:
        print("pages", library.add(4), flush=True)
        time.sleep(1)


if __name__ == "__main__":
    main()
