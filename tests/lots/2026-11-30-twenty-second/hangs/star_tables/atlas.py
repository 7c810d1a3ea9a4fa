"""Magnitudes and colours of a list of stars, by two threads."""

import ctypes
import os
import threading

library = ctypes.CDLL(os.path.abspath("libstars.so"))
for name in ("star_magnitude", "star_colour"):
    getattr(library, name).argtypes = [ctypes.c_int]
    getattr(library, name).restype = ctypes.c_double


class Column(threading.Thread):
    def __init__(self, title, look_up, stars):
        super().__init__(name=title)
        self.title = title
        self.look_up = look_up
        self.stars = stars
        self.values = []

    def run(self):
        for star in self.stars:
            self.values.append(self.look_up(star))


def dome(stop):
    angle = 0
    while not stop.wait(0.5):
        angle = (angle + 1) % 360


def main():
    stop = threading.Event()
    threading.Thread(target=dome, args=(stop,), daemon=True).start()
    stars = range(0, 200, 3)
    columns = [
        Column("magnitude", library.star_magnitude, stars),
        Column("colour", library.star_colour, stars),
    ]
    for column in columns:
        column.start()
    for column in columns:
        column.join()
    stop.set()
    for star, magnitude, colour in zip(stars, columns[0].values, columns[1].values):
        print(star, magnitude, colour)


if __name__ == "__main__":
    main()
