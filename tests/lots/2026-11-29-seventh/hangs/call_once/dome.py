"""The stars of a dome are drawn by several projectors."""

import ctypes
import queue
import sys
import threading
import time


class Projector(threading.Thread):
    def __init__(self, library, name):
        super().__init__(name=name)
        self.brightness = library.brightness
        self.brightness.restype = ctypes.c_double
        self.stars = queue.Queue()
        self.light = 0.0

    def draw(self, star):
        self.light += self.brightness(star)

    def run(self):
        for star in iter(self.stars.get, None):
            self.draw(star)


class Dome:
    def __init__(self, path, *names):
        library = ctypes.CDLL(path)
        self.projectors = [Projector(library, name) for name in names]

    def show(self, stars):
        for projector in self.projectors:
            projector.start()
        for star in range(stars):
            self.projectors[star % len(self.projectors)].stars.put(star)
            time.sleep(0.001)
        for projector in self.projectors:
            projector.stars.put(None)
            projector.join()
        return sum(projector.light for projector in self.projectors)


if __name__ == "__main__":
    print(round(Dome(sys.argv[1], "south").show(400), 3), flush=True)
