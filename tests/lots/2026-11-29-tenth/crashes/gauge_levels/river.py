"""Levels of a river, and which places are above their mark."""

import threading

from levels import Levels

MARKS = {"Aue": 300, "Furt": 410, "Wehr": 280}
READINGS = [("Aue", 288.0), ("Wehr", 301.5)]


class River:
    def __init__(self):
        self.levels = Levels()

    def read(self, readings):
        for place, level in readings:
            self.levels.set(place, level)

    def above(self):
        for place, mark in MARKS.items():
            if self.levels.of(place) > mark:
                yield place


def main():
    river = River()
    river.read(READINGS)
    watch = threading.Thread(target=lambda: print(list(river.above())), name="watch")
    watch.start()
    watch.join()


main()
