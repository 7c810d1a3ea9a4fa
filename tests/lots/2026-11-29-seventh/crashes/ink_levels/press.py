"""A press uses ink; a thread prints posters."""

import ctypes
import sys
import threading


class Press:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.log = []

    def poster(self, colours):
        for cartridge, percent in colours.items():
            self.log.append(self.library.ink_use(cartridge, percent))

    def edition(self, count, colours):
        for number in range(count):
            self.poster(colours)
            print("poster", number, self.log[-1], flush=True)


def main():
    press = Press(sys.argv[1])
    for colours in ({0: 5, 1: 2}, {2: 9, 3: 12}):
        thread = threading.Thread(target=press.edition, args=(12, colours), name=f"edition {min(colours)}")
        thread.start()
        thread.join()


if __name__ == "__main__":
    main()
